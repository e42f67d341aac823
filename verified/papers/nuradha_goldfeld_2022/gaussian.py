"""Noise on real queries: Theorems 3 and 4, Corollary 1, Remarks 4 to 8."""
