"""Proofs of the claims of Nuradha and Goldfeld, in modules named as those of the statements."""
