"""Divergences and tests of two laws, against what a textbook defines them by."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from recheck import errors as second_errors
from recheck import meanings, reals
from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected, read_moves
from verified.language import (
    Channel,
    Pmf,
    Real,
    Reals,
    Size,
    Term,
    f_divergence,
    hellinger,
    jensen_shannon,
    le_cam,
    stick_contraction,
    trade_off,
    wasserstein,
)
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined
from verified.syntax.serial import data

n, k = Size("n"), Size("k", low=0)
P, Q, alpha = Pmf("P", n), Pmf("Q", n), Real("alpha", "[0,1]")
kinks, weights = Reals("kinks", k), Reals("weights", k, ">=0")
counts = st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any)
shares = st.fractions(0, 1, max_denominator=12)


def law(parts: list[int]) -> list[Fraction]:
    return [Fraction(part, sum(parts)) for part in parts]


def exact(term: Term, **values: object) -> object:
    """The value in balls; lists of fractions are arrays."""
    env: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, list):
            parts = [fmpq(x.numerator, x.denominator) for x in value]
            env[name] = BallArray((len(parts),), parts)
        elif isinstance(value, Fraction):
            env[name] = fmpq(value.numerator, value.denominator)
        else:
            env[name] = value
    return BallReading().real(term, env)


@pytest.mark.parametrize(("level", "error"), [
    (Fraction(-1, 9), Undefined), (Fraction(10, 9), Undefined), (arb("inf"), Undefined),
    (arb(0, 1), Indeterminate), (arb(1, "0.1"), Indeterminate),
])
def test_there_is_no_trade_off_at_a_level_outside_of_its_interval(level, error):
    p = law([1, 2])
    with pytest.raises(error):
        exact(trade_off(P, Q, alpha), n=2, P=p, Q=p, alpha=level)
    rows = [["1/3", "2/3"], ["1/2", "1/2"]]
    moves = {name: [reals.num(part) for part in row] for name, row in zip("PQ", rows, strict=True)}
    ends = (level, level) if isinstance(level, Fraction) else (
        level.lower(), level.upper()) if level.is_finite() else (reals.INF, reals.INF)
    told = reals.num(ends[0]) if ends[0] == ends[1] else reals.Num(
        *(Fraction(float(end)) for end in ends))
    wrong = second_errors.Undefined if error is Undefined else second_errors.Unknown
    with pytest.raises(wrong):
        meanings.Reading().term(data(trade_off(P, Q, alpha)), {
            "n": reals.num(2), **moves, "alpha": told})


def test_floats_have_no_trade_off_there_either():
    floats = FloatReading()
    levels = np.array([-0.1, 0, 0.5, 1, 1.1, np.inf, np.nan])
    env = {"n": 2, "P": np.array([0.5, 0.5]), "Q": np.array([0.5, 0.5]), "alpha": levels}
    found = floats.real(trade_off(P, Q, alpha), env)
    assert list(np.isnan(found)) == [True, False, False, False, True, True, True]


def test_an_infinite_number_lies_in_no_interval_of_numbers():
    """Of any real ε there is a contraction."""
    W, eps = Channel("W", 1, 2), Real("eps")
    env = {"W": BallArray((1, 2), [fmpq(1, 2), fmpq(1, 2)])}
    for level in (fmpq(0), fmpq(5)):
        assert BallReading().real(stick_contraction(W, eps), {**env, "eps": level}) == 0
    for level in (arb("inf"), arb("-inf")):
        with pytest.raises(Undefined):
            BallReading().real(stick_contraction(W, eps), {**env, "eps": level})
    found = FloatReading().real(stick_contraction(W, eps), {
        "W": np.array([[0.5, 0.5]]), "eps": np.array([0.5, np.inf])})
    assert list(np.isnan(found)) == [False, True]


def test_an_order_below_one_or_infinite_makes_no_distance():
    """Of order ∞ the distance is no limit of the definition's formula."""
    table = Reals("d", n * n, ">=0")
    for order in (fmpq(1, 2), arb("inf")):
        with pytest.raises(Undefined):
            BallReading().real(wasserstein(P, Q, table, Real("p", ">=1")), {
                "n": 1, "P": BallArray((1,), [fmpq(1)]), "Q": BallArray((1,), [fmpq(1)]),
                "d": BallArray((1,), [fmpq(1, 2)]), "p": order})


@given(counts, counts, shares)
@settings(deadline=None)
def test_the_trade_off_is_the_least_error_of_a_test(one, two, level):
    p, q = law(one), law(two)
    found = exact(trade_off(P, Q, alpha), n=4, P=p, Q=q, alpha=level)
    assert isinstance(found, fmpq)
    least = linprog(
        -np.array(q, float), np.array([p], float), [float(level)], bounds=[(0, 1)] * 4
    )
    assert float(Fraction(int(found.p), int(found.q))) == pytest.approx(1 + least.fun, abs=1e-9)


@given(counts, counts)
@settings(deadline=None)
def test_the_trade_off_is_convex_and_falls(one, two):
    p, q = law(one), law(two)
    values = [
        exact(trade_off(P, Q, alpha), n=4, P=p, Q=q, alpha=Fraction(step, 8)) for step in range(9)
    ]
    falls = [later - earlier for earlier, later in pairwise(values)]
    assert values[-1] == 0
    assert all(fall <= 0 for fall in falls)
    assert all(earlier <= later for earlier, later in pairwise(falls))


@given(counts, counts, st.lists(st.tuples(shares, shares), max_size=3))
@settings(deadline=None)
def test_an_f_divergence_is_the_mean_of_its_generator(one, two, parts):
    p, q = law(one), law(two)
    bends, slopes = [4 * bend for bend, _ in parts], [slope for _, slope in parts]

    def f(t: Fraction) -> Fraction:
        pairs = zip(bends, slopes, strict=True)
        return sum((w * (max(0, t - s) - max(0, 1 - s)) for s, w in pairs), Fraction(0))

    # Where q is 0, p times the slope at infinity.
    mean = sum(
        (y * f(x / y) if y else x * sum(slopes) for x, y in zip(p, q, strict=True)), Fraction(0)
    )
    found = exact(
        f_divergence(P, Q, kinks, weights), n=4, P=p, Q=q, k=len(parts), kinks=bends,
        weights=slopes,
    )
    assert found == fmpq(mean.numerator, mean.denominator)
    assert f(Fraction(1)) == 0


@pytest.mark.parametrize(("measure", "value"), [
    # The two laws share no symbol: JS is ln 2, the others 1.
    (hellinger, 1.0), (le_cam, 1.0), (jensen_shannon, np.log(2)),
])
def test_disjoint_laws_are_furthest_apart(measure, value):
    p, q = law([1, 3, 0, 0]), law([0, 0, 2, 5])
    assert float(exact(measure(P, Q), n=4, P=p, Q=q)) == pytest.approx(value, rel=1e-15)


@given(counts, counts)
@settings(deadline=None)
def test_they_are_symmetric_and_vanish_for_equal_laws_alone(one, two):
    p, q = law(one), law(two)
    for measure in (hellinger, le_cam, jensen_shannon):
        there = exact(measure(P, Q), n=4, P=p, Q=q)
        back = exact(measure(P, Q), n=4, P=q, Q=p)
        assert float(there - back) == pytest.approx(0, abs=1e-15)
        assert (there > 0) == (p != q)


def test_a_weight_below_zero_makes_no_generator():
    """f would not be convex."""
    with pytest.raises(Rejected, match="outside"):
        read_moves([k, weights], {"k": 1, "weights": ["-1"]}, BallReading())
