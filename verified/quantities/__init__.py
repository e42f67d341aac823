"""The quantities of the language, one module a theme.

Importing this package enters every record (`verified.syntax.quantity.QUANTITIES`).
"""

# What indexing means comes first: other records are written with it.
from verified.quantities import laws

# isort: split
from verified.quantities import (
    channels,
    curves,
    databases,
    decisions,
    divergences,
    entropies,
    groups,
    integers,
    joints,
    leakage,
    leakage_databases,
    line,
    matrices,
    mechanisms,
    noise,
    notions,
    numbers,
    products,
    pufferfish,
    queries,
    transport,
    type_classes,
    words,
)

# isort: split
from verified.syntax.quantity import QUANTITIES, RecordError

THEMES = (
    numbers, laws, divergences, entropies, joints, channels, leakage, decisions, databases,
    mechanisms, groups, leakage_databases, queries, products, type_classes, pufferfish, curves,
    matrices, transport, line, integers, noise, words, notions,
)


def _check_words() -> None:
    """What authors write is a name that a theme lists."""
    words = {name for theme in THEMES for name in theme.__all__}
    for record in QUANTITIES.values():
        word, bracket, _ = record.written.partition("(")
        if bracket and word.isidentifier() and word not in words:
            raise RecordError(f"{word} is in no __all__ of verified.quantities")


_check_words()

__all__ = ["THEMES"]
