"""Proofs of the claims of Saeidian et al., in modules named as those that state them."""
