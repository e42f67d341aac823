"""Proofs of the sharper statements on mechanisms of small δ (Lemmas 3 and 11)."""
