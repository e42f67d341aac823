"""The line cut into segments: they lie end to end from one end to the other, and hold no kink but
in those that are told to be thin."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from flint import arb, fmpq

from verified.numbers import ball_segments
from verified.numbers.ball_densities import Curve, curves_of
from verified.numbers.ball_line import ALL, Ranges, density
from verified.numbers.ball_segments import Segment, cut, largest, outer_ends, segments
from verified.numbers.balls import Indeterminate, precision, xlogx
from verified.numbers.line import GAUSSIAN, LAPLACE, TRAPEZOID, Part


def curve(shape: str, location: arb, spread: fmpq) -> Curve:
    return Curve(arb(1), shape, location, arb(spread))


SETS = {
    "one": [curve(LAPLACE, arb(3), fmpq(1))],
    "apart": [curve(LAPLACE, arb(-40), fmpq(1)), curve(GAUSSIAN, arb(7), fmpq(1, 9))],
    "wide": [curve(GAUSSIAN, arb(0), fmpq(10**6)), curve(LAPLACE, arb(2), fmpq(1, 1000))],
    "balls": [curve(LAPLACE, arb(1, 1e-3), fmpq(1)), curve(LAPLACE, arb(-5, 0.3), fmpq(2)),
              curve(LAPLACE, arb(1, 2e-3), fmpq(1))],
    "loose": [curve(LAPLACE, arb(0, 5), fmpq(1)), curve(LAPLACE, arb(300, 8), fmpq(1)),
              curve(LAPLACE, arb(-300, 8), fmpq(1))],
    "alike": [curve(LAPLACE, arb(2), fmpq(1)), curve(LAPLACE, arb(2), fmpq(3))],
}


def end_to_end(found: Sequence[Segment], low: arb, high: arb) -> None:
    assert found[0].low == low
    assert found[-1].high == high
    for one, two in itertools.pairwise(found):
        assert one.high == two.low
    for segment in found:
        assert segment.low < segment.high
        assert segment.low < segment.middle < segment.high
        near = (segment.high - segment.low) / 1000
        assert abs(2 * segment.middle - segment.low - segment.high) < near


@pytest.mark.parametrize("name", SETS)
def test_segments_lie_end_to_end(name: str) -> None:
    curves = SETS[name]
    outer = outer_ends(curves, curves)
    # A mean that may lie beyond the ends isn't cut at them: all are asked for inside.
    others = ((arb(-3), arb("1.5")), (arb(-200, 1), arb(300, 1)), (arb(5), arb(6)))
    for low, high in (outer, *(others if name != "loose" else ())):
        for found in (list(segments(curves, low, high)), list(cut(curves, low, high))):
            end_to_end(found, low.lower(), high.upper())
            for segment, one in itertools.product(found, curves):
                # Thin ones alone may hold a kink.
                beyond = segment.high <= one.location or segment.low >= one.location
                assert beyond or segment.thin
            if name not in ("balls", "loose"):
                assert not any(segment.thin for segment in found)


@pytest.mark.parametrize("cuts", [
    {0.0}, {-1e300, 1e300}, {float("inf"), -float("inf")}, {float("nan"), 0.25},
    {-0.5, 0.0, 0.01, 0.5}, {step / 7 for step in range(-40, 40)}, set(),
], ids=str)  # fmt: skip
def test_cuts_anywhere_leave_segments_end_to_end(
    cuts: set[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is said of where densities cross."""
    monkeypatch.setattr(ball_segments, "_crossings", lambda *_: cuts)
    for name in ("one", "apart", "wide", "balls"):
        low, high = outer_ends(SETS[name], SETS[name])
        found = list(cut(SETS[name], low, high))
        end_to_end(found, low, high)
        for segment, one in itertools.product(found, SETS[name]):
            assert segment.thin or segment.high <= one.location or segment.low >= one.location
        # A wide one is cut wherever that is inside.
        plain = max(segments(SETS[name], low, high), key=lambda one: float(one.high - one.low))
        half = float(plain.high - plain.low) / 2
        pieces = [one for one in found if plain.low <= one.low < plain.high]
        assert len(pieces) == 1 + sum(-half < place < half for place in cuts)


def test_no_segment_is_wider_than_it_is_far_from_a_mean() -> None:
    """But for the first ones, of a scale."""
    (one,) = SETS["one"]
    for low, high in ((-50, 60), (-1000, 60), (-1, 2000)):
        for segment in segments([one], arb(low), arb(high)):
            distance = abs(segment.middle - one.location)
            assert segment.high - segment.low < max(distance, one.scale) * arb("1.01")


def test_a_mean_that_may_lie_at_an_end_leaves_no_segment_beyond_it() -> None:
    for place in (arb(5), arb(-20)):
        found = list(segments([curve(LAPLACE, place + arb(0, 1), fmpq(1))], arb(-20), arb(5)))
        assert all(segment.low < segment.high for segment in found)
        assert found[0].low == -20
        assert found[-1].high >= 5
        assert all(one.high == two.low for one, two in itertools.pairwise(found))


@pytest.mark.parametrize("name", SETS)
def test_ends_lie_beyond_what_matters(name: str) -> None:
    curves = SETS[name]
    for chosen in (curves, curves[:1], curves[-1:]):
        low, high = outer_ends(chosen, curves)
        assert low.is_exact()
        assert high.is_exact()
        for one in chosen:
            assert one.location.lower() - one.reach() > low
            assert one.location.upper() + one.reach() < high
        for one in curves:
            assert low < one.location.lower()
            assert high > one.location.upper()


def test_the_largest_of_numbers() -> None:
    for row in itertools.permutations((arb(1), arb(-2), arb("inf"))):
        assert largest(row) == arb("inf")
    for row in itertools.permutations((arb(1), arb(-2), arb(5))):
        assert largest(row) == 5
        with pytest.raises(Indeterminate):
            largest([*row, arb("nan")])
        with pytest.raises(Indeterminate):
            largest([arb("nan"), *row])


# --- what densities are somewhere on a short interval ---------------------------------------------

TRAPEZE = Part(fmpq(1, 3), TRAPEZOID, fmpq(0), fmpq(2), fmpq(1))
BELL = Part(fmpq(2, 3), GAUSSIAN, fmpq(1), fmpq(1, 3))


@pytest.mark.parametrize(("low", "high"), [
    ("1/4", "1/2"), ("29/10", "31/10"), ("3", "4"), ("-1", "0"), ("5/4", "7/4"), ("9/8", "3/2"),
    ("-1/10", "1/10"), ("2", "9/4"), ("1/3", "1/2"),
])
@pytest.mark.parametrize("parts", [(TRAPEZE,), (TRAPEZE, BELL), (BELL,)])
def test_ranges_hold_a_density_and_its_logarithm(low: str, high: str, parts: Any) -> None:
    start, end = (fmpq(*map(int, f"{text}/1".split("/")[:2])) for text in (low, high))
    with precision(64):
        found = Ranges(curves_of(parts), arb(start), arb(end)).sum(ALL)
        values = [density(parts, start + (end - start) * k / 8) for k in range(9)]
    if found is None:
        assert all(value == 0 for value in values)
        return
    with precision(256):
        values = [density(parts, start + (end - start) * k / 8) for k in range(9)]
        least, most = found.density.real.lower(), found.density.real.upper()
        assert all(least <= value <= most for value in values)
        assert all(arb(xlogx(value)).overlaps(found.product.real) for value in values)
        inside = [value for value in values if value > 0]
        if found.log.is_finite():
            logs = [arb(value).log() for value in values]
            assert found.log.real.lower() <= min(logs, key=float)
            assert found.log.real.upper() >= max(logs, key=float)
        else:
            assert len(inside) < len(values)
        if parts == (TRAPEZE,):
            # On the side of its middle that an interval lies on it is monotone.
            assert most < max(map(float, values)) * 1.000001
