"""What channels contract and leak, and Wasserstein distances, by the second checker: inside of the
kernel's balls, and refused where there is no value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck import channels, optima, transport
from recheck.errors import Rejected, Undefined, Unknown, Unsupported
from recheck.reals import INF, num, span
from verified.kernel.truth import BallReading
from verified.language import (
    arimoto,
    channel_of,
    dobrushin,
    g_leakage,
    leakage_capacity,
    min_entropy_leakage,
    pmf_of,
    rational,
    reals_of,
    sibson,
    stick_contraction,
    wasserstein,
)


@st.composite
def drawn(draw: Any) -> tuple[list[Fraction], list[list[Fraction]]]:
    size, outputs = draw(st.integers(1, 3)), draw(st.integers(1, 3))

    def law(count: int) -> list[Fraction]:
        weights = draw(st.lists(st.sampled_from([0, 1, 2, 9]), min_size=count, max_size=count))
        weights[0] += not sum(weights)
        return [Fraction(w, sum(weights)) for w in weights]

    return law(size), [law(outputs) for _ in range(size)]


def same(term: Any, found: Any) -> bool:
    """Whether the kernel's value of a term meets an interval."""
    value = BallReading().real(term, {})
    if isinstance(value, arb) and not value.is_finite():
        return bool(found.infinite)
    ends = [Fraction(end) for end in (found.lo, found.hi)]
    low, high = (fmpq(end.numerator, end.denominator) for end in ends)
    return bool(arb(low).union(arb(high)).overlaps(arb(value)))


def term(x: Fraction) -> Any:
    return rational(x.numerator, x.denominator)


@given(drawn(), st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(2)]))
@settings(max_examples=50, deadline=None)
def test_both_checkers_tell_the_same(made: Any, level: Fraction) -> None:
    prior, rows = made
    law, size = pmf_of(*map(term, prior)), len(prior)
    table = channel_of(*(pmf_of(*map(term, row)) for row in rows))
    masses, entries = [num(p) for p in prior], [[num(w) for w in row] for row in rows]
    gains = [Fraction((3 * s + 1) % 7, 4) for s in range(2 * size)]
    assert same(dobrushin(table), channels.dobrushin(entries))
    assert same(stick_contraction(table, term(level)),
                channels.stick_contraction(entries, num(level)))
    assert same(leakage_capacity(table), channels.leakage_capacity(entries))
    assert same(min_entropy_leakage(law, table), channels.min_entropy_leakage(masses, entries))
    if any(sum(p * g for p, g in zip(prior, gains[w * size:], strict=False)) for w in (0, 1)):
        assert same(g_leakage(law, table, reals_of(*map(term, gains)), 2),
                    channels.g_leakage(masses, entries, [num(g) for g in gains], num(2)))
    for order in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(7, 2)):
        assert same(sibson(law, table, term(order)), optima.sibson(masses, entries, num(order)))
        assert same(arimoto(law, table, term(order)), optima.arimoto(masses, entries, num(order)))
    other = list(reversed(prior))
    distances = [Fraction(abs(i - j), 2) for i in range(size) for j in range(size)]
    assert same(
        wasserstein(law, pmf_of(*map(term, other)), reals_of(*map(term, distances)), 2),
        transport.wasserstein(
            masses, [num(p) for p in other], [num(d) for d in distances], num(2)))


def test_what_has_no_value() -> None:
    half, one = num(Fraction(1, 2)), num(1)
    for empty in (channels.dobrushin, lambda rows: channels.stick_contraction(rows, one)):
        with pytest.raises(Undefined):
            empty([])
    with pytest.raises(Unsupported):
        channels.leakage_capacity([])
    with pytest.raises(Unknown):
        channels.leakage_capacity([[span(Fraction(0), Fraction(1, 2))], [half]])
    # Where the first column is all 0 the rest leaks nothing, else all: ln 1 or ∞.
    with pytest.raises(Unknown):
        channels.leakage_capacity([
            [num(0), one], [span(Fraction(0), Fraction(1, 2)), span(Fraction(1, 2), Fraction(1))]])
    with pytest.raises(Undefined):
        channels.g_leakage([one], [[one]], [num(-1)], one)
    with pytest.raises(Undefined):
        channels.g_leakage([one], [[one]], [num(0)], one)
    with pytest.raises(Unknown):
        channels.g_leakage([one], [[one]], [span(Fraction(-1), Fraction(1))], one)
    with pytest.raises(Rejected):
        channels.g_leakage([one], [[one]], [one, one], one)
    with pytest.raises(Rejected, match="gains of other guesses"):
        channels.g_leakage([one], [[one]], [], num(0))
    with pytest.raises(Undefined):
        transport.wasserstein([one], [one], [one], half)
    with pytest.raises(Undefined):
        transport.wasserstein([one], [one], [half], num(INF))
    with pytest.raises(Unknown):
        transport.wasserstein([one], [one], [span(Fraction(-1), Fraction(1))], one)
