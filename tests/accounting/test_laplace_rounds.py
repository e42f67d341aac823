"""Laplace rounds in closed form: against the inversion, quadrature, and what holds of all."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as some

import verified
from verified.accounting import kernels
from verified.accounting.compositions import MOST_CLOSED, Composition, laplace_round
from verified.accounting.enclosures import NotReachedError
from verified.numbers.balls import precision


def rounds(scale: str, times: int, adjacency: str = "remove") -> Composition:
    return Composition([(laplace_round(scale), times)], adjacency)


@pytest.mark.parametrize(
    ("scale", "times", "eps", "adjacency"),
    [
        ("1", 2, fmpq(1, 2), "remove"), ("1", 2, fmpq(0), "add"), ("2", 3, fmpq(1, 2), "replace"),
        ("1/2", 3, fmpq(59, 10), "remove"), ("2", 20, fmpq(-3), "remove"),
        ("5", 30, fmpq(59, 10), "remove"), ("3", 7, fmpq(1, 3), "add"),
    ],
)
def test_the_closed_form_is_what_the_inversion_gives(scale, times, eps, adjacency):
    made = rounds(scale, times, adjacency)
    found = made.delta(eps, "1e-20")
    assert "closed form" in found.way
    other = made._made().value(eps, adjacency == "add", fmpq(1, 10**9))
    assert found.low <= other.high
    assert other.low <= found.high
    assert found.width < fmpq(1, 10**20)


@pytest.mark.parametrize("eps", ["0.3", "1.2", "-0.4"])
def test_two_rounds_are_a_mean_of_one(eps):
    """δ at ε less the loss of the other round, over its answers."""
    with mpmath.workdps(25):
        level = mpmath.mpf(eps)

        def one(at):
            if at >= 1:
                return mpmath.mpf(0)
            return 1 - mpmath.exp((at - 1) / 2) if at > -1 else 1 - mpmath.exp(at)

        def loss(x):
            return abs(x) - abs(x - 1)

        # Where the loss is ±1 the answer has probabilities 1/2 (1) and e^−1/2 (−1) under P.
        cuts = sorted({0.0, 1.0, *(min(1.0, max(0.0, (float(eps) + s + 1) / 2)) for s in (-1, 1))})
        inside = mpmath.quad(
            lambda x: mpmath.exp(-abs(x - 1)) / 2 * one(level - loss(x)), cuts
        )
        truth = one(level - 1) / 2 + mpmath.exp(-1) / 2 * one(level + 1) + inside
        assert rounds("1", 2).delta(eps, "1e-15").ball().overlaps(arb(str(truth), "1e-14"))


@settings(max_examples=40, deadline=None)
@given(
    scale=some.fractions(min_value="1/4", max_value=8, max_denominator=20),
    times=some.integers(min_value=2, max_value=12),
    share=some.fractions(min_value=-1, max_value=1, max_denominator=30),
)
def test_the_pair_is_its_own_mirror_image(scale, times, share):
    """H(−ε) = 1 − e^−ε + e^−ε H(ε), at atoms and at the ends too; more rounds aren't less."""
    eps = share * times / scale
    made = rounds(str(scale), times)
    above, below = made.delta(str(eps), "1e-15"), made.delta(str(-eps), "1e-15")
    with precision(100):
        level = (-arb(fmpq(eps.numerator, eps.denominator))).exp()
        assert (1 - level + level * above.ball()).overlaps(below.ball())
    more = rounds(str(scale), times + 1).delta(str(eps), "1e-15")
    assert more.high >= above.low
    if share == 1:
        assert above.exact
        assert above.high == 0
    elif share > 0:
        assert above.low > 0


def test_an_atom_of_the_loss_is_no_jump():
    made = rounds("1", 4)
    values = [made.delta(eps, "1e-20").ball() for eps in ("1999999999/1000000000", "2",
                                                          "2000000001/1000000000")]
    assert values[0] > values[1] > values[2]
    assert values[0] - values[2] < arb("1e-8")


def test_an_end_that_isn_t_told_apart_is_no_value():
    with precision(64):
        for near in (arb(2, fmpq(1, 2**70)), arb(-2, fmpq(1, 2**70))):
            with pytest.raises(NotReachedError, match="too near an end"):
                kernels.laplace_rounds(fmpq(1), 2, near, near.exp())


def test_one_more_than_have_a_closed_form_are_inverted():
    less, more = (rounds("60", MOST_CLOSED + extra).delta(2, "1e-9") for extra in (0, 1))
    assert "closed form" in less.way
    assert "inversion" in more.way
    assert less.high < more.low < fmpq(1001, 1000) * less.high + fmpq(1, 1000)


def test_many_values_and_inverses():
    places = np.linspace(-1, 3, 9)
    found = verified.values("laplace_delta", scale=2, steps=5, eps=places, width="1e-14")
    assert all(found.float_up - found.float_down <= 1e-14)
    assert found[3].low <= verified.laplace_delta(scale=2, steps=5, eps=places[3]).high
    least = verified.laplace_epsilon(scale=2, steps=5, delta="1/1000")
    assert verified.laplace_delta(scale=2, steps=5, eps=least.high).high <= 0.001
    assert verified.laplace_delta(scale=2, steps=5, eps=least.low).low > 0.001
