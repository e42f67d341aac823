"""Queries on parts of a database: what is said of them falls once it says more."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from recheck import meanings
from recheck.queries import queries_of
from recheck.reals import num
from tests.measures.laws import balls
from verified.attack import attack
from verified.kernel.truth import BallReading
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
from verified.measures.readings import QueriesValue
from verified.syntax.claims import build_statement
from verified.syntax.serial import data

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


COPY, COIN = [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]], [[fmpq(1, 2), fmpq(1, 2)]]


@pytest.mark.parametrize(("database", "subset", "rows", "told"), [
    ((2,), (), COIN, 0), ((1,), (), COIN, 0), ((1,), (0,), COIN, 0), ((1, 1), (1,), COIN, 0),
    ((2,), (0,), COPY, 1), ((2, 2), (1,), COPY, 1), ((1, 2), (1,), COPY, 1),
    ((2, 3), (0,), COPY, 1),
])
def test_a_part_tells_what_it_tells_of_the_whole(
    database: Any, subset: Any, rows: Any, told: int
) -> None:
    """No entries, one entry, one symbol; in both checkers."""
    env: dict[str, Any] = {"D": database, "k": 1, "m": 2, "j": 0, "S": QueriesValue(
        "partial", (balls(rows),), database, 2, (subset,))}
    queries = queries_of({"subsets": [list(subset)], "tables": [
        [[str(entry) for entry in row] for row in rows]]}, "partial", database, 1, 2)
    second: dict[str, Any] = {
        "D": database, "k": num(1), "m": num(2), "j": num(0), "S": queries}
    for mechanism in (parts[j], widened(parts)[j]):
        value = BallReading({}).term(mechanism, env)
        one = [value.table.data[place] for place in range(len(value.table.data))]
        assert sum(one, fmpq(0)) == math.prod(value.database)
        row = meanings.Reading().term(data(mechanism), second)
        assert [fmpq(Fraction(cell.lo).numerator, Fraction(cell.lo).denominator)
                for law in row.data for cell in law] == one
        assert (len(set(map(str, zip(one[::2], one[1::2], strict=True)))) > 1) == bool(told)


@pytest.mark.parametrize("name", sorted(FALSE))
def test_what_says_more_is_refuted(name: str) -> None:
    variables, given, then = FALSE[name]
    claim = Claim("mine/it", Paper("mine"), statement=build_statement("it", variables, given, then))
    assert attack(claim, seed=3, budget=20_000, seconds=20).status == "refuted"
