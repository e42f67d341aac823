"""Integrals over the line: every error term holds what it stands for.

At the usual reach tails are below the precision, and a tail that is left out or bounded from the
wrong side would go unseen. Here integrals end a scale or less beyond the means, cuts and weights
are wide balls, or the precision is a few bits, so that each term matters; the ball must hold the
closed value, or mpmath's, all the same.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

from verified.numbers import ball_line, ball_shapes
from verified.numbers.ball_densities import curves_of
from verified.numbers.ball_shapes import Curve
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import GAUSSIAN, LAPLACE, LOGISTIC, Part, Parts

ONE = fmpq(1)
# Of two laws each: one mean far to a side or at the other's, scales alike or far apart.
SINGLES = {
    "normal": (GAUSSIAN, fmpq(0), fmpq(1)),
    "far-normal": (GAUSSIAN, fmpq(-20), fmpq(2)),
    "wide-normal": (GAUSSIAN, fmpq(0), fmpq(400)),
    "laplace": (LAPLACE, fmpq(0), fmpq(1)),
    "far-laplace": (LAPLACE, fmpq(-20), fmpq(3)),
    "narrow-laplace": (LAPLACE, fmpq(0), fmpq(1, 20)),
    "logistic": (LOGISTIC, fmpq(0), fmpq(1)),
    "far-logistic": (LOGISTIC, fmpq(-20), fmpq(3)),
}


def law(name: str, side: int = 1) -> Parts:
    shape, location, spread = SINGLES[name]
    return (Part(ONE, shape, side * location, spread),)


def real(x: fmpq) -> Any:
    return mpf(int(x.p)) / int(x.q)


def density(parts: Parts, x: Any) -> Any:
    total = mpf(0)
    for part in parts:
        d, s, w = x - real(part.location), real(part.spread), real(part.weight)
        if part.shape == LAPLACE:
            total += w * mp.exp(-abs(d) / s) / (2 * s)
        elif part.shape == LOGISTIC:
            total += w * mp.exp(-abs(d) / s) / (1 + mp.exp(-abs(d) / s)) ** 2 / s
        else:
            total += w * mp.exp(-d * d / (2 * s)) / mp.sqrt(2 * mp.pi * s)
    return total


def surprise(part: Part, x: Any) -> Any:
    """−ln of one density, also where it underflows."""
    d, s = x - real(part.location), real(part.spread)
    if part.shape == LAPLACE:
        return abs(d) / s + mp.log(2 * s)
    if part.shape == LOGISTIC:
        return abs(d) / s + 2 * mp.log1p(mp.exp(-abs(d) / s)) + mp.log(s)
    return d * d / (2 * s) + mp.log(2 * mp.pi * s) / 2


def quadrature(function: Any, *laws: Parts, low: Any = None, high: Any = None) -> Any:
    """∫ function over (low, high), in pieces around every mean."""
    cuts = set()
    for part in itertools.chain(*laws):
        scale = mp.sqrt(real(part.spread)) if part.shape == GAUSSIAN else real(part.spread)
        for step in (0, 1, 3, 9, 27, 60):
            cuts |= {real(part.location) + step * scale, real(part.location) - step * scale}
    inside = [cut for cut in cuts if (low is None or cut > low) and (high is None or cut < high)]
    ends = [low, *sorted(inside), high]
    return mp.quad(function, [end for end in ends if end is not None])


@functools.cache
def divergence(p: str, q: str) -> str:
    with workdps(30):
        (one,), (two,) = law(p), law(q)
        found = quadrature(
            lambda x: density((one,), x) * (surprise(two, x) - surprise(one, x)), (one,), (two,)
        )
        return str(mp.nstr(found, 22))


def holds(found: Any, value: str) -> bool:
    """Whether the ball holds the value, which is known to 20 digits and more."""
    with precision(200):
        target = arb(value)
        return bool((arb(found) + arb(0, abs(target) * arb("1e-20"))).contains(target))


@pytest.fixture(params=["1/8", "1"])
def short(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Integrals end so many scales beyond the means."""
    reach = arb(fmpq(*map(int, (request.param + "/1").split("/")[:2])))
    monkeypatch.setattr(ball_shapes, "_reach", lambda shape: reach)
    ball_line._memory.cache_clear()


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(("p", "q"), list(itertools.permutations(SINGLES, 2)))
@pytest.mark.usefixtures("short")
def test_a_divergence_that_ends_early_holds_its_value(p: str, q: str, side: int) -> None:
    with precision(53):
        found = ball_line._kl(law(p, side), law(q, side))
    assert holds(found, divergence(p, q))


@pytest.mark.parametrize("name", SINGLES)
@pytest.mark.usefixtures("short")
def test_an_entropy_that_ends_early_holds_its_value(name: str) -> None:
    with precision(53):
        found = ball_line._entropy(law(name))
    with precision(200):
        ((shape, _, spread),) = (SINGLES[name],)
        size = 2 * arb.pi() * arb(1).exp() * spread
        value = size.log() / 2 if shape == GAUSSIAN else (2 * arb(1).exp() * spread).log()
        value = 2 + arb(spread).log() if shape == LOGISTIC else value
        assert found.contains(value.mid())


@pytest.mark.parametrize("weight", [fmpq(1, 50), fmpq(49, 50)])
@pytest.mark.parametrize(("one", "two"), [("normal", "far-normal"), ("laplace", "far-laplace"),
                                          ("logistic", "far-logistic")])
@pytest.mark.usefixtures("short")
def test_an_information_that_ends_early_holds_its_value(one: str, two: str, weight: fmpq) -> None:
    """Of two laws that lie far apart it is nearly all that the input has."""
    weights, laws = (weight, 1 - weight), (law(one), law(two))
    with precision(53):
        found = ball_line._information(weights, laws)
    with workdps(30):
        def told(x: Any) -> Any:
            logs = [mp.log(real(w)) - surprise(part, x)
                    for w, (part,) in zip(weights, laws, strict=True)]
            whole = mp.log(mp.fsum(mp.exp(log) for log in logs))
            return mp.fsum(mp.exp(log) * (log - mp.log(real(w)) - whole)
                           for log, w in zip(logs, weights, strict=True))
        value = mp.nstr(quadrature(told, *laws), 22)
    assert holds(found, value)


def test_a_tail_of_a_law_whose_scale_is_hardly_known() -> None:
    """The bound holds for each scale, or there is none: a factor that isn't known is no 0."""
    with precision(53):
        one = [Curve(arb(1), LAPLACE, arb(0), arb(1))]
        end = arb(5)
        shapes = GAUSSIAN, LAPLACE, LOGISTIC
        for shape, radius in itertools.product(shapes, ("0.1", "0.3", "0.7")):
            loose = [curve_of(shape, arb(1, arb(radius)))]
            found = ball_line._surprise_tail(one, loose, end, arb(0))
            for spread in (1 - arb(radius), arb(1), 1 + arb(radius)):
                exact = ball_line._surprise_tail(one, [curve_of(shape, spread.mid())], end, arb(0))
                assert exact <= found
        for radius in ("0.9", "0.999"):
            with pytest.raises(Indeterminate):
                ball_line._surprise_tail(
                    one, [curve_of(GAUSSIAN, arb(1, arb(radius)))], end, arb(0))


def curve_of(shape: str, spread: arb) -> Any:
    return curves_of((Part(ONE, shape, fmpq(0), spread),))[0]


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("shape", [GAUSSIAN, LAPLACE, LOGISTIC])
@pytest.mark.usefixtures("short")
def test_a_positive_part_that_ends_early_holds_its_value(shape: str, side: int) -> None:
    """Of two laws that lie far apart it is all of the first one, or nothing of its tail."""
    near, far = Part(ONE, shape, fmpq(0), ONE), Part(ONE, shape, side * fmpq(60), ONE)
    with precision(53):
        assert holds(ball_line.positive_part((near,), (far,), ONE), "1")
        # The same tail counts for nothing where the other law is the larger.
        wider = Part(ONE, shape, fmpq(0), fmpq(2))
        found = ball_line.positive_part((near,), (wider,), fmpq(9))
        assert not found > 0
