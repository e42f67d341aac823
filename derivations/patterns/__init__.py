"""Patterns of steps that proofs of several packages share, one module a theme. None is trusted."""
