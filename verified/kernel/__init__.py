"""The trusted base: the truth of a statement on an exact instance, plays and their certificates.

No SymPy, NumPy or SciPy, and no optimiser: each capacity comes with the prior that encloses it.
"""

# All that is read from files, printed or evaluated here is of these.
import verified.quantities  # noqa: F401
