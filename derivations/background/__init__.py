"""Proofs of the textbook facts, in modules named as those of `verified.papers.background`."""
