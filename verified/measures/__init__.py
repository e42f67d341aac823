"""What each quantity means: formulas written once, over a namespace of numbers."""

# Registers the meanings that `verified.measures.readings` looks up.
from verified.measures import meanings as _meanings  # noqa: F401
