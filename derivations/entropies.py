"""Proofs that the continuity of entropy is attained, and of information as a divergence."""
