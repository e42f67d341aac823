"""Notions of privacy of finite laws, channels and mechanisms, by all events."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from verified.kernel.truth import BallReading, decide
from verified.language import (
    FDP,
    LDP,
    Channel,
    ClaimError,
    Close,
    Database,
    Mechanism,
    Pmf,
    Size,
    database_of,
    log,
    maximum,
    rational,
)
from verified.measures.readings import MechanismValue
from verified.numbers.ball_arrays import BallArray
from verified.syntax.goals import normal

n = Size("n")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, 3)
DELTA = fmpq(3, 20)
rows = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)


def law(parts: Sequence[int]) -> list[fmpq]:
    return [fmpq(part, sum(parts)) for part in parts]


def table(laws: Sequence[Sequence[fmpq]], *shape: int) -> BallArray:
    return BallArray(shape, [entry for one in laws for entry in one])


def events(one: Sequence[fmpq], two: Sequence[fmpq]) -> Iterator[tuple[fmpq, fmpq]]:
    """What the two laws give each event."""
    for chosen in itertools.product([0, 1], repeat=len(one)):
        yield tuple(sum((x for x, kept in zip(of, chosen, strict=True) if kept), fmpq(0))
                    for of in (one, two))


def truth(formula: Any, env: dict[str, Any]) -> bool:
    found = decide(normal(formula), env, BallReading(), (64, 128))
    assert found is not None
    return found


@given(rows, rows)
@settings(deadline=None, max_examples=60)
def test_closeness_is_of_all_events_both_ways(one: list[int], two: list[int]) -> None:
    p, q = law(one), law(two)
    gaps = [a - 2 * b for x, y in events(p, q) for a, b in ((x, y), (y, x))]
    assume(all(gap != DELTA for gap in gaps))
    env = {"n": 3, "P": table([p], 3), "Q": table([q], 3)}
    found = truth(Close(P, Q, log(2), rational(3, 20)), env)
    assert found is all(gap < DELTA for gap in gaps)


def test_one_way_of_closeness_is_not_the_other() -> None:
    """P is below 2Q, and Q isn't below 2P; and by δ alone, and by ε alone."""
    p, q = law([0, 1, 1]), law([2, 2, 2])
    env = {"n": 3, "P": table([p], 3), "Q": table([q], 3)}
    for one, two in ((P, Q), (Q, P)):
        assert not truth(Close(one, two, log(2), rational(3, 10)), env)
        assert truth(Close(one, two, log(2), rational(7, 20)), env)
        assert not truth(Close(one, two, 50, rational(3, 10)), env)


def curve(a: Any) -> Any:
    """The trade-off function of (ln 2, 3/20)-privacy, of which one half says all."""
    return maximum(0, maximum(1 - rational(3, 20) - 2 * a, (1 - rational(3, 20) - a) / 2))


def apart(one: Sequence[fmpq], two: Sequence[fmpq]) -> bool | None:
    """Whether some event of two laws is below the curve; None where one lies on it."""
    found = [1 - y - max(fmpq(0), 1 - DELTA - 2 * x, (1 - DELTA - x) / 2)
             for x, y in events(one, two)]
    least = min(found)
    return None if least == 0 else least < 0


@given(rows, rows)
@settings(deadline=None, max_examples=40)
def test_no_test_of_a_channel_is_below_a_curve(one: list[int], two: list[int]) -> None:
    laws = [law(one), law(two)]
    told = [apart(*laws), apart(*reversed(laws))]
    assume(None not in told)
    env = {"n": 2, "W": table(laws, 2, 3)}
    assert truth(FDP(W, curve), env) is not any(told)
    # Both say the same.
    assert truth(LDP(W, log(2), rational(3, 20)), env) is not any(told)


def test_a_curve_is_said_of_neighbours_alone() -> None:
    """Responses of a mechanism move from a law to its mirror image as both bits do."""
    near = [law([4, 4, 3]), law([3, 4, 4]), law([3, 4, 4]), law([0, 1, 9])]
    mechanism = Mechanism("M", database_of(2, 2), 3)
    for last, holds in ((law([2, 4, 5]), True), (near[-1], False)):
        laws = [*near[:3], last]
        env = {"M": MechanismValue(table(laws, 2, 2, 3), (2, 2))}
        assert truth(FDP(mechanism, lambda a: maximum(0, 1 - rational(1, 5) - a)), env) is holds
    # The two that differ in both entries are further apart than the curve allows.
    env = {"n": 2, "W": table([near[0], law([2, 4, 5])], 2, 3)}
    assert truth(FDP(W, lambda a: maximum(0, 1 - rational(1, 5) - a)), env)
    assert not truth(FDP(W, lambda a: maximum(0, 1 - rational(1, 10) - a)), env)
    env = {"M": MechanismValue(table([*near[:3], law([2, 4, 5])], 2, 2, 3), (2, 2))}
    assert truth(FDP(mechanism, lambda a: maximum(0, 1 - rational(1, 10) - a)), env)


@pytest.mark.parametrize(("build", "message"), [
    (lambda: LDP(Mechanism("M", Database("D"), 2), 1), "LDP is of a channel"),
    (lambda: FDP(W, 1), "f of FDP is a function"),
    (lambda: FDP(P, lambda a: 1 - a), "of a mechanism or a channel"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(build: Any, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        build()
