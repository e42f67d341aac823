"""The information bottleneck: known values, enclosures from both sides in both checkers, corners,
and claims about it in either direction."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

import recheck.bottleneck as second
from recheck.certificates import check as recheck
from recheck.errors import Undefined as SecondUndefined
from recheck.errors import Unknown
from recheck.reals import INF, num, span
from verified.attack import attack
from verified.kernel.certificate import check
from verified.language import (
    Channel,
    Pmf,
    Real,
    Size,
    bottleneck,
    claim,
    information_bottleneck,
)
from verified.numbers import ball_bottleneck, float_bottleneck
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.reading.statements import read_statement

HALF, TENTH = fmpq(1, 2), fmpq(1, 10)
Law = list[Any]


def told(law: Law, rows: list[Law], rate: Any, bits: int = 64) -> Any:
    with precision(bits):
        return ball_bottleneck.bottleneck(
            BallArray((len(law),), list(law)),
            BallArray((len(rows), len(rows[0])), [x for row in rows for x in row]), rate)


def again(law: Law, rows: list[Law], rate: Any) -> Any:
    return second.information_bottleneck(
        [number(x) for x in law], [[number(x) for x in row] for row in rows], number(rate))


def number(x: Any) -> Any:
    return num(Fraction(int(x.p), int(x.q)))


def rough(law: Law, rows: list[Law], rate: Any) -> float:
    return float(float_bottleneck.bottleneck(
        np.array([[float(x) for x in law]]), np.array([[[float(x) for x in row] for row in rows]]),
        np.array([float(rate)]))[0])


def entropy(x: float) -> float:
    return -x * math.log(x) - (1 - x) * math.log(1 - x)


def symmetric(flip: fmpq) -> list[Law]:
    return [[1 - flip, flip], [flip, 1 - flip]]


@pytest.mark.parametrize("flip", [fmpq(1, 10), fmpq(1, 3), fmpq(1, 100)])
@pytest.mark.parametrize("rate", [fmpq(1, 1000), fmpq(1, 10), fmpq(1, 2)])
def test_a_fair_bit_through_a_symmetric_channel(flip: fmpq, rate: fmpq) -> None:
    """By Mrs Gerber's lemma (Wyner & Ziv 1973) it is ln 2 − h(d ∗ h⁻¹(ln 2 − r))."""
    low, high = 0.0, 0.5
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if entropy(middle) < math.log(2) - float(rate) else (low, middle)
    d = float(flip)
    expected = math.log(2) - entropy(low * (1 - d) + d * (1 - low))
    law = [HALF, HALF]
    found = told(law, symmetric(flip), rate)
    assert float(found.lower()) - 1e-12 <= expected <= float(found.upper()) + 1e-12
    assert found.rad() < 1e-7
    assert rough(law, symmetric(flip), rate) == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize("rate", [fmpq(1, 20), fmpq(2, 5)])
def test_erasures_and_what_tells_all(rate: fmpq) -> None:
    """Of an erasure channel it is the share that isn't erased of r."""
    law = [fmpq(1, 3), fmpq(2, 3)]
    for kept in (fmpq(1), fmpq(1, 4)):
        rows = [[kept, fmpq(0), 1 - kept], [fmpq(0), kept, 1 - kept]]
        found = told(law, rows, rate)
        assert found.overlaps(arb(kept * rate))
        # A line that g lies on throughout takes as many cells as there are.
        assert found.rad() < 1e-5
        other = again(law, rows, rate)
        assert other.lo <= Fraction(int((kept * rate).p), int((kept * rate).q)) <= other.hi


def drawn(seed: int, inputs: int, outputs: int) -> tuple[Law, list[Law]]:
    source = random.Random(seed)

    def law(size: int) -> Law:
        counts = [source.choice([0, 1, 2, 5, 9]) for _ in range(size - 1)] + [3]
        return [fmpq(count, sum(counts)) for count in counts]

    prior = [(x + fmpq(1, inputs)) / 2 for x in law(inputs)]
    return prior, [law(outputs) for _ in range(inputs)]


@pytest.mark.parametrize("seed", range(6))
def test_both_checkers_and_two_precisions_agree(seed: int) -> None:
    law, rows = drawn(seed, 2, 2 + seed % 2)
    for rate in (fmpq(1, 50), fmpq(1, 4))[seed % 2 :]:
        few, many = arb(told(law, rows, rate, 53)), arb(told(law, rows, rate, 110))
        assert few.overlaps(many)
        assert many.rad() < 1e-7
        other = again(law, rows, rate)
        assert float(other.lo) <= float(many.upper()) + 1e-15
        assert float(many.lower()) - 1e-15 <= float(other.hi)
        assert other.hi - other.lo < Fraction(1, 5000)
        assert rough(law, rows, rate) == pytest.approx(float(many.mid()), abs=2e-5)


@pytest.mark.parametrize("seed", range(4))
def test_three_symbols(seed: int) -> None:
    law, rows = drawn(seed, 3, 3)
    values = []
    for rate in (fmpq(1, 20), fmpq(1, 5), fmpq(1, 2)):
        found = arb(told(law, rows, rate))
        assert found.rad() < 2e-3
        assert rough(law, rows, rate) == pytest.approx(float(found.mid()), abs=5e-3)
        other = again(law, rows, rate)
        assert float(other.lo) <= float(found.upper())
        assert float(found.lower()) <= float(other.hi)
        values.append(found)
    # It rises, and is concave.
    assert not any(a > b for a, b in itertools.pairwise(values))
    assert not (values[1] - values[0]) / 3 < (values[2] - values[1]) / 6


def test_no_t_tells_more() -> None:
    """Whatever channel is taken, what it tells is below the upper end of what it costs."""
    source = random.Random(5)
    for trial in range(6):
        law, rows = drawn(trial, 2 + trial % 2, 2)
        table = [[source.random() for _ in range(3)] for _ in law]
        channel = [[x / sum(row) for x in row] for row in table]
        p = np.array([float(x) for x in law])
        joint = p[:, None] * np.array(channel)
        seen = joint.T @ np.array([[float(x) for x in row] for row in rows])

        def information(pairs: Any) -> float:
            flat = pairs.sum(axis=1, keepdims=True) * pairs.sum(axis=0, keepdims=True)
            return float(np.sum(np.where(pairs > 0, pairs * np.log(
                np.where(pairs > 0, pairs, 1) / np.where(flat > 0, flat, 1)), 0.0)))

        rate = fmpq(*(information(joint) + 1e-12).as_integer_ratio())
        assert information(seen) <= float(arb(told(law, rows, rate)).upper()) + 1e-12
        assert information(seen) <= float(again(law, rows, rate).hi) + 1e-12


def test_corners() -> None:
    law, rows = [HALF, HALF], symmetric(TENTH)
    assert told(law, rows, fmpq(0)) == 0
    assert again(law, rows, fmpq(0)) == num(0)
    whole = math.log(2) - entropy(0.1)
    for rate in (fmpq(1), arb("inf")):
        assert float(told(law, rows, rate).mid()) == pytest.approx(whole, abs=1e-15)
    assert float(second.information_bottleneck(
        [number(x) for x in law], [[number(x) for x in row] for row in rows],
        num(INF)).lo) == pytest.approx(whole, abs=1e-12)
    assert told(law, [[HALF, HALF]] * 2, TENTH) == 0
    assert again(law, [[HALF, HALF]] * 2, TENTH) == num(0)
    # What is impossible counts for nothing.
    padded = told([HALF, fmpq(0), HALF], [rows[0], [fmpq(1), fmpq(0)], rows[1]], TENTH)
    assert padded.overlaps(told(law, rows, TENTH))
    assert padded.rad() < 1e-8
    assert told([fmpq(1), fmpq(0)], rows, TENTH) == 0
    with pytest.raises(Undefined):
        told(law, rows, -TENTH)
    with pytest.raises(Indeterminate):
        told(law, rows, arb(0, 0.1))
    with pytest.raises(Indeterminate):
        told([arb(0, 0.1), HALF], rows, TENTH)
    with pytest.raises(SecondUndefined):
        again(law, rows, -TENTH)
    with pytest.raises(Unknown):
        second.information_bottleneck([num(1)], [[num(1)]], span(Fraction(-1), Fraction(1)))
    assert math.isnan(rough(law, rows, -TENTH))
    four = [fmpq(1, 4)] * 4
    wide = told(four, [*rows, *rows], TENTH)
    assert float(wide.upper()) == pytest.approx(0.1)
    assert float(wide.lower()) == pytest.approx(0.1 * whole / math.log(4), abs=1e-9)
    assert again(four, [*rows, *rows], TENTH).hi == Fraction(1, 10)
    assert math.isnan(rough(four, [*rows, *rows], TENTH))
    # A rate that is known only so far: what holds of both ends.
    around = told(law, rows, arb(0.1, 0.01))
    for rate in (fmpq(9, 100), fmpq(11, 100)):
        assert not around.lower() > arb(told(law, rows, rate))
        assert not around.upper() < arb(told(law, rows, rate))


def test_a_line_that_is_too_low_is_lifted() -> None:
    """Whatever is proposed, the upper end is one."""
    law, rows = [HALF, HALF], [[fmpq(9, 10), TENTH], [TENTH, fmpq(9, 10)]]
    exact = arb(told(law, rows, TENTH))
    with precision(64):
        for price, heights in ((fmpq(0), [fmpq(0)] * 2), (fmpq(1, 2), [fmpq(-1), fmpq(1, 3)]),
                               (fmpq(3, 5), [fmpq(0)] * 2), (fmpq(5), [fmpq(7), fmpq(-7)])):
            bound = price * TENTH + sum((a * b for a, b in zip(heights, law, strict=True)), arb(0))
            assert bound + ball_bottleneck._excess(law, rows, price, heights) >= exact.lower()
        for weights, posteriors in (([HALF], [(fmpq(1, 3), fmpq(2, 3))]),
                                    ([HALF, HALF], [(fmpq(1), fmpq(0)), (fmpq(0), fmpq(1))])):
            assert ball_bottleneck._reached(
                law, rows, TENTH, weights, posteriors).lower() <= exact.upper()


IDENTITY: list[Law] = [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]]


@pytest.mark.parametrize(("points", "weights"), [
    ([(0.0, 1.0), (1.0, 0.0)], [0.5, 0.5]), ([(0.25, 0.75), (0.75, 0.25), (0.5, 0.5)], [1, 2, 0]),
    ([(1.0, 0.0)], [1.0]), ([(1.5, -0.5), (0.0, 1.0)], [0.5, 0.5]), ([(0.5, 0.5)], [-1.0]),
])
@pytest.mark.parametrize(("price", "heights"), [
    (-1.0, (1.0, -0.5)), (0.25, (0.0, 0.0)), (0.0, (-1.0, 2.0)), (3.0, (0.5, 0.5))])
def test_whatever_is_proposed_the_value_is_enclosed(
        points: Any, weights: Any, price: float, heights: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an erasure channel it is the share that isn't erased of r; a price below 0 isn't one."""
    monkeypatch.setattr(ball_bottleneck, "optimal_posteriors", lambda *_: (
        ball_bottleneck.Proposal(points, weights, price, heights)))
    monkeypatch.setattr(ball_bottleneck, "MOST_CELLS", {2: 12})
    law, kept = [fmpq(1, 3), fmpq(2, 3)], fmpq(1, 4)
    rows = [[kept, fmpq(0), 1 - kept], [fmpq(0), kept, 1 - kept]]
    for rate in (TENTH, HALF):
        with precision(64):
            found = arb(ball_bottleneck._enclosed(law, rows, rate))
        assert not found.is_finite() or found.contains(kept * rate)


def test_a_price_below_0_bounds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a law that is a ball H(X) may lie on either side of the rate: what costs less than the
    rate would be bought at a loss."""
    proposal = ball_bottleneck.Proposal(
        [(0.75, 0.25), (0.25, 0.75)], [0.5, 0.5], -1000.0, (0.0, 0.0))
    monkeypatch.setattr(ball_bottleneck, "optimal_posteriors", lambda *_: proposal)
    with precision(64):
        found = arb(told([arb(0.5, 0.02)] * 2, IDENTITY, fmpq(76, 100)))
        assert found.contains(arb(2).log())
        assert found.upper() < 0.77


def test_what_is_known_only_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws, channels and rates as balls: what holds of each of them lies in the value."""
    monkeypatch.setattr(ball_bottleneck, "MOST_CELLS", {2: 60})
    wide = arb(0.5, 0.05)
    cases: list[tuple[Any, ...]] = [
        ([wide, wide], symmetric(TENTH), TENTH, [
            told([HALF - x, HALF + x], symmetric(TENTH), TENTH) for x in (fmpq(0), fmpq(4, 100))]),
        ([HALF, HALF], IDENTITY, arb(0.5, 0.25), [fmpq(1, 4), HALF, arb(2).log()]),
        ([HALF, HALF], IDENTITY, arb(0.1, 0.05), [fmpq(6, 100), fmpq(14, 100)]),
        ([fmpq(1, 4)] * 4, [[fmpq(x == y) for y in range(4)] for x in range(4)], arb(0.1, 0.05),
         [fmpq(6, 100), fmpq(14, 100)]),
    ]
    for law, rows, rate, inside in cases:
        found = arb(told(law, rows, rate))
        assert found.lower() > -1e-9
        for value in inside:
            assert found.overlaps(arb(value))
        assert found.rad() < 0.3
    flip = arb(0.25, 0.05)
    found = arb(told([HALF, HALF], [[1 - flip, flip], [flip, 1 - flip]], TENTH))
    for exact in (fmpq(21, 100), fmpq(29, 100)):
        assert found.overlaps(arb(told([HALF, HALF], symmetric(exact), TENTH)))
    assert found.lower() > -1e-9
    with pytest.raises(Indeterminate):
        told([arb(0.25, 0.25), arb(0.75, 0.25)], symmetric(TENTH), TENTH)
    # Above three symbols it is no more than what the channel tells, either.
    four, noisy = [fmpq(1, 4)] * 4, [*symmetric(TENTH), *symmetric(TENTH)]
    found = arb(told(four, noisy, fmpq(1)))
    assert float(found.upper()) == pytest.approx(math.log(2) - entropy(0.1), abs=1e-8)


def test_posteriors_that_are_not_there() -> None:
    """A symbol that no posterior has, and one that is never told."""
    law, rows = [HALF, HALF], symmetric(TENTH)
    with precision(64):
        assert ball_bottleneck._reached(
            law, rows, TENTH, [fmpq(1)], [(fmpq(1), fmpq(0))]).overlaps(arb(0))
        points = [(fmpq(1, 4), fmpq(3, 4)), (fmpq(3, 4), fmpq(1, 4))]
        two = ball_bottleneck._reached(law, rows, HALF, [HALF, HALF], points)
        three = ball_bottleneck._reached(
            law, rows, HALF, [HALF, HALF, fmpq(0)], [*points, (HALF, HALF)])
        assert float(two) == pytest.approx(math.log(2) - entropy(0.3), abs=1e-12)
        assert two.overlaps(three)


# --- claims ---------------------------------------------------------------------------------------

n, m = Size("n"), Size("m")
P, W, r = Pmf("P", n), Channel("W", n, m), Real("r", ">=0")
two = Size("n", low=2, high=2)


@pytest.mark.parametrize(("text", "falls"), [
    ("for all n, m >= 1, P on n symbols, W from n to m symbols, r >= 0: IB_[r](P; W) <= r", False),
    ("for all n, m >= 1, P on n symbols, W from n to m symbols, r >= 0: IB_[r](P; W) <= r/2", True),
    ("for all n, m >= 1, P on n symbols, W from n to m symbols, r >= 0: "
     "IB_[r](P; W) >= I(P; W)/2", True),
    ("for all n, m >= 1, P on n symbols, W from n to m symbols, r >= 0: "
     "IB_[r](P; W) <= I(P; W)", False),
])
def test_claims_on_either_side(text: str, falls: bool) -> None:
    report = attack(read_statement(text), seed=1, budget=200)
    assert report.status == ("refuted" if falls else "survived")
    if falls:
        assert check(report.certificate).polarity == "refutation"
        recheck(report.certificate)


def test_a_bottleneck_of_one_symbol_more_has_a_lower_bound() -> None:
    statement = claim("k", forall=[P, W, r], then=bottleneck(P, W, r, n + 1) >= r)
    assert "IB" in str(statement)
    named = claim("k", forall=[P, W, r], then=information_bottleneck(P, W, r) >= r)
    assert str(named).split(":", 1)[1] == str(statement).split(":", 1)[1]
