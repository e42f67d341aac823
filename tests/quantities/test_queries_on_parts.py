"""Queries on parts of a database: what is said of them falls once it says more."""

from __future__ import annotations

from typing import Any

import pytest

from verified.attack import attack
from verified.language import (
    Claim,
    Database,
    Paper,
    Queries,
    Real,
    Size,
    Symbol,
    alphabet,
    either,
    entries,
    equals,
    every,
    instances,
    mi_dp,
    some,
    widened,
    with_entry,
)
from verified.syntax.claims import build_statement

D, k, m = Database("D"), Size("k"), Size("m")
parts, whole = (Queries("S", D, k, m, kind=kind) for kind in ("partial", "independent"))
i, j, other, level = Symbol("i", entries(D)), Symbol("j", k), Symbol("l", k), Real("r")
x, y, v = Symbol("x", instances(D)), Symbol("y", m), Symbol("v", alphabet(D, i))


def unseen(queries: Any, place: Any) -> Any:
    """A query's response doesn't depend on an entry."""
    mechanism = queries[place]
    return every(x, every(v, every(y, equals(
        mechanism[with_entry(D, x, i, v)][y], mechanism[x][y]))))


FALSE = {
    "half of the level": (
        [parts, j, level], [mi_dp(parts[j]) <= level], mi_dp(widened(parts)[j]) <= level / 2),
    "a part of no entries": ([parts, i, j], [], unseen(widened(parts), j)),
    "queries of the whole": (
        [whole, i], [], some(j, every(other, either(equals(other, j), unseen(whole, other))))),
}


@pytest.mark.parametrize("name", sorted(FALSE))
def test_what_says_more_is_refuted(name: str) -> None:
    variables, given, then = FALSE[name]
    claim = Claim("mine/it", Paper("mine"), statement=build_statement("it", variables, given, then))
    assert attack(claim, seed=3, budget=20_000, seconds=20).status == "refuted"
