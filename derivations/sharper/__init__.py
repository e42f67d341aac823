"""Proofs of the sharper statements, in modules named as those of `verified.papers.sharper`."""
