"""Closed forms as code: one form of expressions, stable rewritings of it, a printer a language."""
