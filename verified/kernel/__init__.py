"""The trusted base: the truth of a statement on an exact instance, plays and their certificates.

No SymPy, NumPy or SciPy, and no optimiser: each capacity comes with the prior that encloses it.
"""
