"""Sections 6 and 7: variations of the definition and related notions."""
