"""What each head of the language means, one module a sort of quantity.

Importing this package fills the registry `MEANINGS` of `verified.measures.readings`.
"""

from verified.measures.meanings import (
    databases,
    laws,
    line,
    mechanisms,
    numbers,
    pufferfish,
    queries,
)

__all__ = ["databases", "laws", "line", "mechanisms", "numbers", "pufferfish", "queries"]
