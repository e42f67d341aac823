"""Arguments of the second checker's quantities that are known only to lie in an interval: what may
lie outside of a domain has no value, and an enclosure holds the values at all numbers inside."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from recheck import curves, densities, hockey_sticks, students, trade_offs, transport
from recheck.errors import Undefined, Unknown
from recheck.integer_laws import binomial, discrete_gaussian, geometric, poisson
from recheck.line_divergences import law_renyi
from recheck.optima import maximal_alpha_leakage, rate_distortion
from recheck.quantities import renyi_entropy, trade_off
from recheck.reals import ONE, TWO, ZERO, Num, exp, num, span
from tests.recheck.digits import bits, exact, wide  # noqa: F401 (for all tests here)

# --- domains --------------------------------------------------------------------------------------

EVEN, TENTH = [exact("1/2")] * 2, exact("1/10")
NORMAL, MOVED = densities.gaussian(ZERO, ONE), densities.gaussian(ONE, ONE)
NOISY = [[exact("9/10"), TENTH], [TENTH, exact("9/10")]]
DISTORTIONS = [ZERO, ONE, ONE, ZERO]

# What is asked, a number inside, and one outside, of the domain.
ASKED: dict[str, tuple[Callable[[Num], Any], str, str]] = {
    "level of the LIP curve": (lambda x: curves.lip_curve(x, ONE), "0", "-1/100"),
    "order of the LIP curve": (lambda x: curves.lip_curve(TENTH, x), "8", "-1/100"),
    "level of the LDP curve": (lambda x: curves.ldp_curve(x, num(8)), "0", "-1/100"),
    "order of the LDP curve": (lambda x: curves.ldp_curve(TENTH, x), "8", "-1/100"),
    "least level of the floor": (curves.ldp_floor, "1/100", "-1/100"),
    "no level of the floor": (curves.ldp_floor, "1/100", "0"),
    "largest level of the floor": (curves.ldp_floor, "1", "101/100"),
    "order of an entropy": (lambda x: renyi_entropy(EVEN, x), "0", "-1/100"),
    "order of leakage": (lambda x: maximal_alpha_leakage(EVEN, NOISY, x), "1", "99/100"),
    "order of Wasserstein's": (
        lambda x: transport.wasserstein([ONE], [ONE], [TWO], x), "1", "99/100"),
    "distance of Wasserstein's": (
        lambda x: transport.wasserstein([ONE], [ONE], [x], TWO), "0", "-1/100"),
    "cost of a transport": (
        lambda x: transport.transport_cost([ONE], [ONE], [x]), "0", "-1/100"),
    "distortion": (lambda x: rate_distortion(EVEN, DISTORTIONS, TWO, x), "0", "-1/100"),
    "type I error": (lambda x: trade_off(*NOISY, x), "0", "-1/100"),
    "largest type I error": (lambda x: trade_off(*NOISY, x), "1", "101/100"),
    "type I error on the line": (
        lambda x: trade_offs.law_trade_off(NORMAL, MOVED, x), "0", "-1/100"),
    "largest one on the line": (
        lambda x: trade_offs.law_trade_off(NORMAL, MOVED, x), "1", "101/100"),
    "order on the line": (lambda x: law_renyi(NORMAL, MOVED, x), "1", "-1/100"),
    "variance": (lambda x: densities.gaussian(ZERO, x), "1", "0"),
    "scale": (lambda x: students.student(ZERO, x, ONE), "1", "0"),
    "end of an interval": (lambda x: densities.uniform(ZERO, x), "1", "0"),
    "width of steps": (lambda x: densities.staircase(ZERO, x, ONE, exact("1/2")), "1", "0"),
    "level of steps": (lambda x: densities.staircase(ZERO, ONE, x, exact("1/2")), "1", "0"),
    "share of a step": (lambda x: densities.staircase(ZERO, ONE, ONE, x), "1", "101/100"),
    "least share of a step": (lambda x: densities.staircase(ZERO, ONE, ONE, x), "0", "-1/100"),
    "discrete variance": (lambda x: discrete_gaussian(ZERO, x), "1", "0"),
    "rate": (poisson, "1", "-1/100"),
    "success": (geometric, "1/2", "0"),
    "probability": (lambda x: binomial(TWO, x), "1", "101/100"),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_may_lie_outside_has_no_value(name: str) -> None:
    """Outside of its domain a quantity is undefined, and relations with it are false."""
    asked, inside, outside = ASKED[name]
    asked(exact(inside))
    with pytest.raises((Undefined, Unknown)):
        asked(exact(outside))
    with pytest.raises(Unknown):
        asked(span(*sorted((Fraction(inside), Fraction(outside)))))


def test_a_curve_near_the_ends_of_its_domain() -> None:
    """Intervals are told from the numbers that they hold at no precision."""
    above = (ONE + exp(num(-5000))) - ONE
    for asked in (lambda x: curves.lip_curve(x, ONE), lambda x: curves.lip_curve(TENTH, x),
                  lambda x: curves.ldp_curve(x, ONE), lambda x: curves.ldp_curve(TENTH, x)):
        with pytest.raises(Unknown):
            asked(-above)
    assert curves.ldp_floor(ONE).exact
    assert curves.ldp_floor(ONE - above).hi == 1
    with pytest.raises(Unknown):
        curves.ldp_floor(ONE + above)


# --- hockey-stick divergences ---------------------------------------------------------------------

FLAT = densities.uniform(ZERO, TWO)
LAPLACE, BROAD = densities.laplace(ZERO, ONE), densities.laplace(ONE, TWO)


@pytest.mark.parametrize(("p", "q"), [
    (NORMAL, MOVED), (LAPLACE, BROAD), (BROAD, NORMAL), (FLAT, NORMAL), (NORMAL, FLAT),
], ids=["normal", "Laplace", "heavy", "bounded", "by-bounded"])
@pytest.mark.parametrize(("low", "high"), [("-2", "-1"), ("-1/2", "1/2"), ("0", "1/16")])
def test_an_excess_of_a_wide_order_holds_that_of_each(
    p: Any, q: Any, low: str, high: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It falls as the order grows, so that its ends are those of the order's ends."""
    monkeypatch.setattr(hockey_sticks, "MOST_CUTS", 60)
    found = hockey_sticks.law_hockey_stick(p, q, wide(low, high))
    most, least = (hockey_sticks.law_hockey_stick(p, q, exact(end)) for end in (low, high))
    assert found.lo <= least.hi
    assert most.lo <= found.hi
    assert found.hi <= most.hi + Fraction(1, 50)
