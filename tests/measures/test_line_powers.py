"""Rényi's integrals and largest ratios of mixtures on the line: both namespaces against mpmath, at
two precisions, and what is infinite or left open."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

from verified.measures import continuous
from verified.measures.continuous import LawValue
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.float_namespace import Floats
from verified.numbers.line import GAUSSIAN, LAPLACE
from verified.quantities.words import KL, TV, chi_square, f_divergence, hellinger, renyi
from verified.syntax.terms import Pmf, Size

Law = list[tuple[str, str, str, str]]  # weight, shape, location, spread

INFINITY = arb("inf")
LAWS: dict[str, Law] = {
    "normal": [("1", GAUSSIAN, "0", "1")],
    "laplace": [("1", LAPLACE, "0", "1")],
    "laplace-wide": [("1", LAPLACE, "1/2", "5/2")],
    "sampled-normal": [("9/10", GAUSSIAN, "0", "1"), ("1/10", GAUSSIAN, "1", "1")],
    "sampled-laplace": [("9/10", LAPLACE, "0", "1"), ("1/10", LAPLACE, "1", "1")],
    "wide": [("1/2", GAUSSIAN, "1", "3"), ("1/2", GAUSSIAN, "0", "1/2")],
    "bumps": [("1/2", GAUSSIAN, "-3", "1/9"), ("1/2", LAPLACE, "1/4", "1/5")],
}


def law(xp: Any, name: str) -> LawValue:
    def real(text: str) -> Any:
        return fmpq(*map(int, text.split("/"))) if isinstance(xp, Balls) else float(fmpq(
            *map(int, text.split("/"))))

    makers = {GAUSSIAN: continuous.gaussian, LAPLACE: continuous.laplace}
    parts = [makers[shape](xp, real(m), real(s)) for _, shape, m, s in LAWS[name]]
    weights = [real(weight) for weight, *_ in LAWS[name]]
    stacked = (BallArray((len(weights),), weights) if isinstance(xp, Balls)
               else np.array(weights, float))
    return continuous.mixture(xp, stacked, *parts)


def density(name: str, x: Any) -> Any:
    total = mpf(0)
    for row in LAWS[name]:
        shape = row[1]
        weight, m, s = (mpf(int(y.p)) / int(y.q) for y in (
            fmpq(*map(int, text.split("/"))) for text in (row[0], row[2], row[3])))
        d = x - m
        total += weight * (mp.exp(-abs(d) / s) / (2 * s) if shape == LAPLACE
                           else mp.exp(-d * d / (2 * s)) / mp.sqrt(2 * mp.pi * s))
    return total


def second_opinion(p: str, q: str, order: fmpq) -> Any:
    power = mpf(int(order.p)) / int(order.q)
    cuts = [-60, -25, -12, -6, -4, -3, -2, -1, 0, mpf(1) / 4, mpf(1) / 2, 1, 2, 4, 6, 12, 25, 60]
    found = mp.quad(lambda x: density(p, x) ** power * density(q, x) ** (1 - power), cuts)
    return mp.log(found) / (power - 1)


def in_balls(p: str, q: str, order: Any, bits: int = 80) -> Any:
    xp = Balls()
    with precision(bits):
        return continuous.renyi(xp, law(xp, p), law(xp, q), order)


def in_floats(p: str, q: str, order: Any) -> float:
    xp = Floats()
    return float(continuous.renyi(xp, law(xp, p), law(xp, q), order))


@pytest.mark.parametrize(("p", "q", "order"), [
    ("sampled-normal", "normal", fmpq(2)), ("normal", "sampled-normal", fmpq(1, 2)),
    ("sampled-laplace", "laplace", fmpq(7)), ("bumps", "laplace-wide", fmpq(3, 2)),
    ("normal", "laplace", fmpq(1, 20)), ("normal", "wide", fmpq(7)),
])
def test_both_ways(p: str, q: str, order: fmpq) -> None:
    with workdps(22):
        wanted = second_opinion(p, q, order)
    for bits in (64, 110):
        found = in_balls(p, q, order, bits)
        assert found.overlaps(arb(mp.nstr(wanted, 20)) + arb(0, 1e-17))
        assert found.rad() < arb(2) ** (14 - bits)
    assert in_floats(p, q, float(order)) == pytest.approx(float(wanted), rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(("p", "q", "value"), [
    # Amplification by subsampling: ln(1 + (e − 1)/10).
    ("sampled-laplace", "laplace", lambda: (1 + (arb(1).exp() - 1) / 10).log()),
    # Far out on the left the other part is nothing.
    ("normal", "sampled-normal", lambda: -(arb(9) / 10).log()),
    # ln(2 φ(x) e^|x|) is largest at |x| = 1.
    ("normal", "laplace", lambda: arb(2).log() + arb("0.5") - (2 * arb.pi()).log() / 2),
])
def test_the_largest_ratio(p: str, q: str, value: Any) -> None:
    for bits in (64, 110):
        found = in_balls(p, q, INFINITY, bits)
        with precision(bits):
            assert found.overlaps(value())
        assert found.rad() < arb(2) ** (16 - bits)
    assert in_floats(p, q, np.inf) == pytest.approx(float(value()), rel=1e-9)


@pytest.mark.parametrize(("p", "q", "order"), [
    ("laplace", "normal", fmpq(9, 8)), ("laplace-wide", "bumps", fmpq(2)),
    ("wide", "normal", fmpq(3, 2)), ("sampled-normal", "normal", INFINITY),
    ("laplace-wide", "laplace", INFINITY), ("laplace", "bumps", INFINITY),
])
def test_what_is_infinite(p: str, q: str, order: Any) -> None:
    assert in_balls(p, q, order) == INFINITY
    assert in_floats(p, q, np.inf if order == INFINITY else float(order)) == np.inf


def test_the_edge_of_finiteness() -> None:
    """Of N(0, 3) and N(0, 1) the order 3/2 is the first that is infinite; in a mixture as well."""
    assert in_balls("wide", "normal", fmpq(149, 100)) < 100
    assert in_balls("wide", "normal", fmpq(3, 2)) == INFINITY
    assert in_floats("wide", "normal", 1.49) < 100


def test_equal_laws_are_exactly_zero() -> None:
    for order in (fmpq(1, 2), fmpq(2), INFINITY):
        found = in_balls("bumps", "bumps", order)
        assert isinstance(found, fmpq)
        assert found == 0


def test_an_order_that_is_a_ball_leaves_the_edge_open() -> None:
    with pytest.raises(Indeterminate):
        in_balls("wide", "normal", arb("1.5", "1e-30"))


def test_laplace_noise_on_a_gaussian_has_heavier_tails() -> None:
    xp = Balls()
    summed = continuous.noised(xp, law(xp, "normal"), law(xp, "laplace"))
    for order in (fmpq(2), INFINITY):
        assert continuous.renyi(xp, summed, law(xp, "normal"), order) == arb("inf")
    floats = Floats()
    summed = continuous.noised(floats, law(floats, "normal"), law(floats, "laplace"))
    assert continuous.chi_square(floats, summed, law(floats, "normal")) == np.inf


@pytest.mark.parametrize(("p", "q"), [("sampled-normal", "normal"), ("normal", "laplace")])
def test_the_other_divergences(p: str, q: str) -> None:
    xp = Balls()
    one, two = law(xp, p), law(xp, q)
    with precision(64):
        chi = continuous.chi_square(xp, one, two)
        assert chi.overlaps(in_balls(p, q, fmpq(2)).expm1())
        loss = continuous.hellinger(xp, one, two)
        assert loss.overlaps(-(-in_balls(p, q, fmpq(1, 2)) / 2).expm1())
        kinks = BallArray((3,), [fmpq(0), fmpq(1), fmpq(-2)])
        weights = BallArray((3,), [fmpq(7), fmpq(2), fmpq(1)])
        twice = continuous.f_divergence(xp, one, two, kinks, weights)
        assert twice.overlaps(2 * continuous.total_variation(xp, one, two))
        # Both lie between multiples of H² (Topsøe 2000; Le Cam 1986).
        js, lc = continuous.jensen_shannon(xp, one, two), continuous.le_cam(xp, one, two)
        assert loss <= lc <= 2 * loss
        assert lc / 2 <= js <= lc * arb(2).log()


def test_closed_forms_and_integrals_agree() -> None:
    """The integral of two single laws is that which the closed forms give."""
    xp = Balls()
    one, two = law(xp, "normal"), continuous.gaussian(xp, fmpq(1), fmpq(2))
    powers = xp.powers()
    for order in (fmpq(1, 3), fmpq(5, 2)):
        with precision(80):
            known = continuous.renyi(xp, one, two, order)
            assert known.overlaps(powers.log_power(one.parts, two.parts, order) / (order - 1))
    known = continuous.renyi(xp, one, two, INFINITY)
    assert known.overlaps(powers.most_log_ratio(one.parts, two.parts))


def test_one_word_for_laws_on_an_alphabet_and_on_the_line() -> None:
    from verified.language import gaussian, laplace

    P, Q = Pmf("P", Size("n")), Pmf("Q", Size("n"))
    L, K = gaussian(0, 1), laplace(0, 1)
    for word in (KL, TV, chi_square, hellinger):
        assert word(P, Q).head == f"{word(L, K).head.removeprefix('law_')}"
    assert renyi(L, K, 3).head == "law_renyi"
    assert f_divergence.quantities[1].name == "law_f_divergence"
