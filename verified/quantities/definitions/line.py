"""Laws on the real line: their densities, and what is defined by these, as statements that proofs
may cite; the tests attack each.

An integral over the line is that of both sides of a number c, which may be any: ∫ g is
∫_0^∞ g(c − x) dx + ∫_0^∞ g(c + x) dx. No claim speaks of all laws on the line, so that each is
stated of the laws of one shape.
"""

from __future__ import annotations

from typing import Any

from verified.quantities.definitions.defining import define
from verified.quantities.line import (
    density,
    differential_entropy,
    gaussian,
    laplace,
    law_cells,
    logistic,
    uniform,
)
from verified.quantities.numbers import absolute, exp, log, maximum, pi, sqrt
from verified.quantities.words import KL, hockey_stick
from verified.syntax.binders import cases, integral
from verified.syntax.formulas import both
from verified.syntax.terms import Real, Term, equals

mean, other_mean, place, centre = Real("r"), Real("s"), Real("x"), Real("c")
spread, other_spread, eps = Real("u", ">0"), Real("v", ">0"), Real("eps")
away = Real("y", ">=0")

define("density-laplace", [mean, spread, place], equals(
    density(laplace(mean, spread), place),
    exp(-absolute(place - mean) / spread) / (2 * spread),
))
define("density-gaussian", [mean, spread, place], equals(
    density(gaussian(mean, spread), place),
    exp(-((place - mean) ** 2) / (2 * spread)) / sqrt(2 * pi() * spread),
))
_odds = exp(-(place - mean) / spread)
define("density-logistic", [mean, spread, place], equals(
    density(logistic(mean, spread), place), _odds / (spread * (1 + _odds) ** 2)
))
_low, _high = Real("r"), Real("s")
define("density-uniform", [_low, _high, place], equals(
    density(uniform(_low, _high), place),
    cases(both(_low <= place, place <= _high), 1 / (_high - _low), 0),
), [_low < _high])


def _excess(law: Term, other: Term, at: Any) -> Term:
    """max(0, p − e^ε q)."""
    return maximum(0, density(law, at) - exp(eps) * density(other, at))


def _divergence(law: Term, other: Term, at: Any) -> Term:
    """p ln(p/q) − p + q, which is never negative: as laws have the same mass, both add nothing."""
    p, q = density(law, at), density(other, at)
    return p * log(p) - p * log(q) - p + q


def _both_sides(integrand: Any) -> Term:
    """∫ of a function over the line, left and right of c."""
    return integral(away, integrand(centre - away)) + integral(away, integrand(centre + away))


for _name, _shape in (("laplace", laplace), ("gaussian", gaussian)):
    _law, _other = _shape(mean, spread), _shape(other_mean, other_spread)
    define(f"cells-{_name}", [mean, spread, place], equals(
        law_cells(_law, place)[0], integral(away, density(_law, place - away))
    ))
    define(f"cells-{_name}-beyond", [mean, spread, place], equals(
        law_cells(_law, place)[1], integral(away, density(_law, place + away))
    ))
    define(f"hockey-stick-{_name}", [mean, other_mean, spread, other_spread, eps, centre], equals(
        hockey_stick(_law, _other, eps),
        _both_sides(lambda at, p=_law, q=_other: _excess(p, q, at)),
    ))
    define(f"kl-{_name}", [mean, other_mean, spread, other_spread, centre], equals(
        KL(_law, _other), _both_sides(lambda at, p=_law, q=_other: _divergence(p, q, at)),
    ))
    # What is negative of −p ln p, and what isn't.
    _surprise = [
        _both_sides(lambda at, p=_law, way=way: maximum(0, way * density(p, at) * log(
            density(p, at)))) for way in (-1, 1)
    ]
    define(f"differential-entropy-{_name}", [mean, spread, centre], equals(
        differential_entropy(_law), _surprise[0] - _surprise[1]
    ))
