"""Shrinking databases: entries and symbols go, and what is numbered by them follows."""

from __future__ import annotations

import pytest

from verified.attack import attack
from verified.language import (
    Claim,
    Database,
    Event,
    Mechanism,
    Prior,
    Size,
    Symbol,
    claim,
    complement,
    entries,
    entry_information,
    group_information,
    instances,
    rational,
)

D, m = Database("D"), Size("m")
M, P = Mechanism("M", D, m), Prior("P", D)
group, i, x = Event("I", entries(D)), Symbol("i", entries(D)), Symbol("x", instances(D))

SET = claim(
    "set",
    forall=[P, M, group],
    then=group_information(P, M, group, complement(group)) <= rational(1, 2),
)
ENTRY = claim("entry", forall=[P, M, i], then=entry_information(P, M, i) <= rational(1, 2))
INSTANCE = claim("instance", forall=[M, x], then=M[x][0] <= rational(1, 2))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("stated", "name", "kept"), [(SET, "I", [0]), (ENTRY, "i", 0)], ids=["set", "entry"]
)
def test_only_the_entry_that_tells_is_kept(
    stated: Claim, name: str, kept: object, seed: int
) -> None:
    assert stated.statement is not None
    report = attack(stated.statement, seed=seed, budget=3000)
    assert report.certificate is not None
    moves = report.certificate["moves"]
    assert moves["D"] == [2]
    assert moves[name] == kept


@pytest.mark.parametrize("seed", range(6))
def test_a_single_instance_is_kept(seed: int) -> None:
    assert INSTANCE.statement is not None
    report = attack(INSTANCE.statement, seed=seed, budget=3000)
    assert report.certificate is not None
    moves = report.certificate["moves"]
    # (with two symbols, alike, for its one)
    assert (moves["D"], moves["x"], moves["m"]) == ([2], 0, 1)
