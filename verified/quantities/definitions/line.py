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
    gaussian_mixture,
    laplace,
    law_cells,
    law_mixture,
    logistic,
    uniform,
)
from verified.quantities.numbers import absolute, exp, log, maximum, pi, sqrt
from verified.quantities.words import KL, hockey_stick
from verified.syntax.binders import cases, integral, total
from verified.syntax.formulas import both
from verified.syntax.terms import Pmf, Real, Reals, Size, Symbol, Term, equals

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
# A mixture of two normal laws, that mixture with a third law, and one of any number of normal laws.
_weights, _outer, _third, _wide = Pmf("W", 2), Pmf("P", 2), Real("t"), Real("w", ">0")
_parts = gaussian(mean, spread), gaussian(other_mean, other_spread), gaussian(_third, _wide)
_pair = law_mixture(_weights, *_parts[:2])
_three = law_mixture(_outer, _pair, _parts[2])
_count = Size("n")
_law, _means = Pmf("P", _count), Reals("m", _count)
_spreads, _part = Reals("v", _count, ">0"), Symbol("j", _count)
_several = gaussian_mixture(_law, _means, _spreads)
define("density-mixture", [_weights, mean, other_mean, spread, other_spread, place], equals(
    density(_pair, place),
    _weights[0] * density(_parts[0], place) + _weights[1] * density(_parts[1], place),
))
define("density-mixture-mixture", [
    _outer, _weights, mean, other_mean, _third, spread, other_spread, _wide, place,
], equals(
    density(_three, place),
    _outer[0] * density(_pair, place) + _outer[1] * density(_parts[2], place),
))
define("density-gaussian-mixture", [_law, _means, _spreads, place], equals(
    density(_several, place),
    total(_part, _law[_part] * density(gaussian(_means[_part], _spreads[_part]), place)),
))


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


def _surprise(law: Term) -> Term:
    """What is negative of p ln p, less what isn't."""
    parts = [
        _both_sides(lambda at, way=way: maximum(0, way * density(law, at) * log(density(law, at))))
        for way in (-1, 1)
    ]
    return parts[0] - parts[1]


for _name, _shape in (("laplace", laplace), ("gaussian", gaussian)):
    _own, _other = _shape(mean, spread), _shape(other_mean, other_spread)
    define(f"cells-{_name}", [mean, spread, place], equals(
        law_cells(_own, place)[0], integral(away, density(_own, place - away))
    ))
    define(f"cells-{_name}-beyond", [mean, spread, place], equals(
        law_cells(_own, place)[1], integral(away, density(_own, place + away))
    ))
    define(f"hockey-stick-{_name}", [mean, other_mean, spread, other_spread, eps, centre], equals(
        hockey_stick(_own, _other, eps),
        _both_sides(lambda at, p=_own, q=_other: _excess(p, q, at)),
    ))
    define(f"kl-{_name}", [mean, other_mean, spread, other_spread, centre], equals(
        KL(_own, _other), _both_sides(lambda at, p=_own, q=_other: _divergence(p, q, at)),
    ))
    define(f"differential-entropy-{_name}", [mean, spread, centre], equals(
        differential_entropy(_own), _surprise(_own)
    ))

# Mixtures of normal laws.
define("differential-entropy-mixture", [
    _weights, mean, other_mean, spread, other_spread, centre,
], equals(differential_entropy(_pair), _surprise(_pair)))
define("differential-entropy-mixture-mixture", [
    _outer, _weights, mean, other_mean, _third, spread, other_spread, _wide, centre,
], equals(differential_entropy(_three), _surprise(_three)))
define("differential-entropy-gaussian-mixture", [_law, _means, _spreads, centre], equals(
    differential_entropy(_several), _surprise(_several)
))
_alone = gaussian(mean, spread)
_other_law, _other_means = Pmf("Q", _count), Reals("x", _count)
_other_spreads = Reals("w", _count, ">0")
_others = gaussian_mixture(_other_law, _other_means, _other_spreads)
for _name, _one, _two, _variables in (
    ("mixture-gaussian", _several, _alone, [_law, _means, _spreads, mean, spread]),
    ("gaussian-mixture", _alone, _several, [_law, _means, _spreads, mean, spread]),
    ("mixtures", _several, _others, [
        _law, _means, _spreads, _other_law, _other_means, _other_spreads,
    ]),
):
    define(f"hockey-stick-{_name}", [*_variables, eps, centre], equals(
        hockey_stick(_one, _two, eps),
        _both_sides(lambda at, p=_one, q=_two: _excess(p, q, at)),
    ))
