"""Proofs of the claims of Nuradha and Goldfeld, one module a part of the paper."""

from derivations.nuradha_goldfeld_2022 import (
    composition,
    density,
    dependence,
    finite,
    gaussian,
    masses,
    noise,
    steps,
    supports,
    symbols,
)

__all__ = [
    "composition",
    "density",
    "dependence",
    "finite",
    "gaussian",
    "masses",
    "noise",
    "steps",
    "supports",
    "symbols",
]
