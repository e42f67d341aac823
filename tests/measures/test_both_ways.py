"""What is largest over both orders of two laws is found in whichever order it lies."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from tests.measures.laws import balls
from verified.measures import continuous, divergences, privacy
from verified.measures.continuous import LawValue
from verified.numbers.ball_namespace import Balls
from verified.numbers.line import GAUSSIAN, LAPLACE, Part

TWO = [fmpq(1, 4), fmpq(1, 2), fmpq(1, 4)]
THREE = [fmpq(1, 10), fmpq(1, 5), fmpq(7, 10)]
ORDERS = [(TWO, THREE), (THREE, TWO)]
EPSILON = arb(2).log()


def kl(p: list[fmpq], q: list[fmpq]) -> arb:
    return sum((arb(a) * (arb(a) / arb(b)).log() for a, b in zip(p, q, strict=True)), arb(0))


def excess(p: list[fmpq], q: list[fmpq], factor: int) -> fmpq:
    return sum((max(a - factor * b, fmpq(0)) for a, b in zip(p, q, strict=True)), fmpq(0))


@pytest.mark.parametrize(("p", "q"), ORDERS)
def test_kl_privacy_is_that_of_the_worse_order(p: list[fmpq], q: list[fmpq]) -> None:
    """Neighbours are listed in one order only: the measure looks at both."""
    worse = max(kl(TWO, THREE), kl(THREE, TWO), key=float)
    assert privacy.kl_dp(Balls, balls([p, q]), 1).overlaps(worse)


@pytest.mark.parametrize(("p", "q"), ORDERS)
def test_renyi_privacy_is_that_of_the_worse_order(p: list[fmpq], q: list[fmpq]) -> None:
    """Of order 2: ln Σ p²/q."""
    squares = [
        sum((a * a / b for a, b in zip(one, two, strict=True)), fmpq(0))
        for one, two in ((TWO, THREE), (THREE, TWO))
    ]
    assert squares[0] != squares[1]
    found = privacy.renyi_dp(Balls, balls([p, q]), 1, fmpq(2))
    assert found.overlaps(arb(max(squares)).log())


@pytest.mark.parametrize(("p", "q"), ORDERS)
def test_the_least_delta_is_that_of_the_worse_order(p: list[fmpq], q: list[fmpq]) -> None:
    assert excess(TWO, THREE, 2) != excess(THREE, TWO, 2)
    worse = arb(max(excess(TWO, THREE, 2), excess(THREE, TWO, 2)))
    assert divergences.least_delta(Balls, balls(p), balls(q), EPSILON).overlaps(worse)
    assert privacy.dp_delta(Balls, balls([p, q]), 1, EPSILON).overlaps(worse)


@pytest.mark.parametrize(("p", "q"), ORDERS)
def test_the_least_epsilon_is_that_of_the_worse_order(p: list[fmpq], q: list[fmpq]) -> None:
    """At δ = 1/10 TWO has 13/6 times as much of the first two symbols, THREE 12/5 of the last."""
    found = divergences.least_epsilon(Balls, balls(p), balls(q), fmpq(1, 10))
    assert found.overlaps(arb(fmpq(12, 5)).log())
    assert privacy.dp_epsilon_at(Balls, balls([p, q]), 1, fmpq(1, 10)).overlaps(found)


@pytest.mark.parametrize("shape", [GAUSSIAN, LAPLACE])
@pytest.mark.parametrize("order", [1, -1])
def test_the_least_delta_of_two_laws_on_the_line(shape: str, order: int) -> None:
    laws = [LawValue((Part(fmpq(1), shape, fmpq(0), fmpq(s)),)) for s in (1, 4)][::order]
    found = continuous.least_delta(Balls(), *laws, EPSILON)
    one, two = (continuous.hockey_stick(Balls(), *pair, EPSILON) for pair in (laws, laws[::-1]))
    assert not one.overlaps(two)
    assert found.overlaps(one if one > two else two)
