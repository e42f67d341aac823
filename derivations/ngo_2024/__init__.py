"""Proofs of the claims of Ngo, Östman and Graell i Amat, in modules named as the statements'."""
