"""The names that a text may call, as claim files do: `KL(P, Q)`, `capacity(W)`, `DP(M, eps)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import verified.language
from verified.reading.abbreviations import SHORT
from verified.reading.unification import opened
from verified.syntax.formulas import DEFINITIONS, Definition
from verified.syntax.quantity import QUANTITIES, Quantity, Word
from verified.syntax.sorts import ChannelSort, PmfSort, SizeSort, Sort, parse_interval

_EXPORTED = {name: getattr(verified.language, name) for name in verified.language.__all__}

# Quantities by their records' names and by what authors call them.
CALLED: Mapping[str, Sequence[Quantity]] = {
    **{name: (record,) for name, record in QUANTITIES.items()},
    **{
        name: value.quantities if isinstance(value, Word) else (value,)
        for name, value in _EXPORTED.items() if isinstance(value, Quantity | Word)
    },
    "H": (QUANTITIES["entropy"],),
}
# What authors write for several quantities at once.
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **{
        name: _EXPORTED[name]
        for name in ("bits", "channel_of", "chi_square_contraction", "cosh", "database_of",
                     "kl_contraction", "log2", "maximum", "minimum", "pmf_of", "sinh", "tanh")
    },
    "max": _EXPORTED["maximum"], "min": _EXPORTED["minimum"],
}


def _bernoulli(p: Any) -> Any:
    return _EXPORTED["pmf_of"](1 - p, p)


def _symmetric(p: Any) -> Any:
    return _EXPORTED["channel_of"](_bernoulli(p), _EXPORTED["pmf_of"](p, 1 - p))


def _erasure(p: Any) -> Any:
    pmf_of = _EXPORTED["pmf_of"]
    return _EXPORTED["channel_of"](pmf_of(1 - p, 0, p), pmf_of(0, 1 - p, p))


# Laws and channels of two inputs that have a name: a coin, the binary symmetric channel, the binary
# erasure channel, whose third output is the erasure.
NAMED: Mapping[str, Callable[..., Any]] = {
    "Ber": _bernoulli, "Bern": _bernoulli, "Bernoulli": _bernoulli,
    "BSC": _symmetric, "BEC": _erasure,
}


def _of_bottleneck() -> tuple[Sort, ...]:
    size = opened(SizeSort())
    channel = ChannelSort(size, opened(SizeSort()))
    return PmfSort(size), channel, parse_interval(">=0"), SizeSort()


FUNCTIONS = {**FUNCTIONS, **NAMED, "bottleneck": _EXPORTED["bottleneck"]}
# Of those whose arguments differ, what each is.
ARGUMENTS: Mapping[str, Callable[[], tuple[Sort, ...]]] = {
    **dict.fromkeys(NAMED, lambda: (parse_interval("[0,1]"),)), "bottleneck": _of_bottleneck,
}
# Those of a channel; the others are of numbers or laws.
OF_CHANNELS = frozenset({"chi_square_contraction", "kl_contraction"})
# Notions by what authors call them.
NOTIONS: Mapping[str, Definition] = {
    definition.build.__name__: definition for definition in (*DEFINITIONS.values(), *SHORT)
}


def may_be_called(name: str) -> bool:
    """Whether a name with arguments in parentheses means something."""
    return name in CALLED or name in FUNCTIONS or name in NOTIONS


__all__ = ["CALLED", "FUNCTIONS", "NOTIONS", "OF_CHANNELS", "may_be_called"]
