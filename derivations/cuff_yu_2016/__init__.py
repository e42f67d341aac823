"""Proofs of the claims of Cuff and Yu, in modules named as those of the statements."""
