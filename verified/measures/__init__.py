"""What each quantity means: formulas written once, over a namespace of numbers."""

# Registers the meanings that `verified.measures.readings` doesn't hold itself.
from verified.measures import pufferfish_meanings as _pufferfish_meanings  # noqa: F401
