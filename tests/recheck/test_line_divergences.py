"""The second checker's divergences of laws on the line, against the kernel's; what it refuses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

import recheck.line_divergences as line
from recheck.densities import Mixture, gaussian, laplace, law_hockey_stick, law_kl, mixture
from recheck.errors import Unknown, Unsupported
from recheck.reals import HALF, INF, ONE, ZERO, Num, Precision, exp, num, span
from tests.measures.test_line_powers import LAWS, in_balls, law
from verified.measures import continuous
from verified.numbers.ball_namespace import Balls


@pytest.fixture(autouse=True)
def bits() -> Any:
    before, Precision.bits = Precision.bits, 64
    cells, line.MOST_CELLS = line.MOST_CELLS, 40
    yield
    Precision.bits, line.MOST_CELLS = before, cells


def mixed(name: str) -> Mixture:
    return [(num(Fraction(w)), shape, num(Fraction(m)), num(Fraction(s)))
            for w, shape, m, s in LAWS[name]]


def near(found: Num, known: Any, width: float) -> None:
    low, high = float(arb(known).lower()), float(arb(known).upper())
    assert float(found.lo) <= low * (1 + 1e-14)
    assert high * (1 - 1e-14) <= float(found.hi) <= low + width


@pytest.mark.parametrize(("p", "q", "order", "width"), [
    ("sampled-normal", "normal", fmpq(2), 0.005), ("normal", "laplace", fmpq(1, 2), 0.05),
    ("sampled-laplace", "laplace", fmpq(3), 0.02), ("normal", "laplace", fmpq(1), 0.1),
])
def test_a_divergence_holds_the_kernels(p: str, q: str, order: fmpq, width: float) -> None:
    found = line.law_renyi(mixed(p), mixed(q), num(Fraction(int(order.p), int(order.q))))
    near(found, in_balls(p, q, order), width)


def test_the_largest_ratio_holds_the_kernels() -> None:
    for p, q in (("sampled-laplace", "laplace"), ("normal", "sampled-normal")):
        near(line.law_renyi(mixed(p), mixed(q), num(INF)), in_balls(p, q, arb("inf")), 0.1)


def test_the_others_hold_the_kernels() -> None:
    xp = Balls()
    p, q = "sampled-laplace", "laplace"
    for mine, known, width in (
        (line.law_le_cam, continuous.le_cam, 0.02), (line.law_chi_square, continuous.chi_square,
                                                     0.03),
        (line.law_hellinger, continuous.hellinger, 0.02),
    ):
        near(mine(mixed(p), mixed(q)), known(xp, law(xp, p), law(xp, q)), width)


def test_gaussians_have_a_closed_form() -> None:
    one: Mixture = [(ONE, "gaussian", num(0), num(2))]
    two: Mixture = [(ONE, "gaussian", num(1), num(3))]
    found = line.law_renyi(one, two, num(Fraction(5, 2)))
    xp = Balls()
    laws = [continuous.gaussian(xp, fmpq(m), fmpq(v)) for m, v in ((0, 2), (1, 3))]
    known = continuous.renyi(xp, laws[0], laws[1], fmpq(5, 2))
    near(found, known, 1e-12)
    assert line.law_renyi(two, one, num(3)).infinite
    assert line.law_renyi(one, one, num(3)).hi == 0


def test_what_is_refused() -> None:
    heavy, light = mixed("laplace"), mixed("normal")
    with pytest.raises(Unsupported):
        line.law_renyi(heavy, light, num(2))
    with pytest.raises(Unsupported):
        line.law_renyi(heavy, light, num(INF))
    with pytest.raises(Unsupported):
        line.law_renyi([(ONE, ("noised", ONE), num(0), ONE)], light, num(2))
    with pytest.raises(Unknown):
        line.law_renyi(heavy, light, span(Fraction(1, 2), Fraction(2)))


def test_a_ratio_without_a_bound_is_no_number() -> None:
    """Ratios on a cell are told as an interval up to ∞: of a convex function's chord up to there
    nothing is known, not even that it has no value."""
    wide, narrow = gaussian(ZERO, ONE), gaussian(ZERO, num(Fraction(1, 10**9)))
    with pytest.raises(Unknown, match="isn't bounded"):
        line.ratios(wide, narrow, (Fraction(7), Fraction(8)))
    with pytest.raises(Unknown):
        line.law_f_divergence(wide, narrow, [ONE], [ONE])


def test_numbers_between_the_same_ends_may_differ() -> None:
    one, two = (ONE + exp(num(power)) for power in (-5000, -6000))
    assert (one.lo, one.hi) == (two.lo, two.hi)
    assert one == one
    assert one != two
    for p, q in (
        (gaussian(ZERO, one), gaussian(ZERO, two)), (laplace(one, ONE), laplace(two, ONE)),
    ):
        for found in (law_kl(p, q), law_hockey_stick(p, q, ZERO)):
            assert found.hi > 0
    # Nor do their densities make one.
    assert len(mixture([num(HALF), num(HALF)], gaussian(ZERO, one), gaussian(ZERO, two))) == 2
