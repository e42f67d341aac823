"""Proofs of the sharper statements on conditional entropy (Lemma 11)."""
