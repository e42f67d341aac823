"""Proofs of the lemmas, in modules named as those of `verified.papers.lemmas`."""
