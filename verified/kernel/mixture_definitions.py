"""Mixtures of a few Gaussian laws, as mixtures of any number of them: definitions.

A law is the same however it is written; the tests attack each statement like a claim.
"""

from __future__ import annotations

from verified.kernel.defining import define
from verified.language.formulas import both
from verified.language.terms import Pmf, Real, Reals, Size, Symbol, equals
from verified.language.vocabulary import (
    cases,
    differential_entropy,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    law_mixture,
    pmf_of,
    pmf_table,
    reals_of,
    reals_table,
)

_weights, _outer = Pmf("W", 2), Pmf("P", 2)
_means = [Real(name) for name in ("r", "s", "t")]
_spreads = [Real(name, ">0") for name in ("u", "v", "w")]
_laws = [gaussian(mean, spread) for mean, spread in zip(_means, _spreads, strict=True)]
_pair = law_mixture(_weights, *_laws[:2])
_two = gaussian_mixture(_weights, reals_of(*_means[:2]), reals_of(*_spreads[:2]))
define("two-gaussians", [_weights, *_means[:2], *_spreads[:2]], equals(
    differential_entropy(_pair), differential_entropy(_two)
))
# A mixture of a mixture and a law.
_flat = pmf_of(_outer[0] * _weights[0], _outer[0] * _weights[1], _outer[1])
define("three-gaussians", [_outer, _weights, *_means, *_spreads], equals(
    differential_entropy(law_mixture(_outer, _pair, _laws[2])),
    differential_entropy(gaussian_mixture(_flat, reals_of(*_means), reals_of(*_spreads))),
))
# One law of a mixture, as the mixture in which it has the whole weight.
_symbols, _eps = Size("n"), Real("eps", ">=0")
_law, _places, _one = Pmf("P", _symbols), Reals("x", _symbols), Symbol("k", _symbols)
_same = reals_table(_symbols, lambda _: _spreads[1])
_mixed = gaussian_mixture(_law, _places, _same)
_lone = gaussian(_places[_one], _spreads[1])
_whole = gaussian_mixture(
    pmf_table(_symbols, lambda place: cases(equals(place, _one), 1, 0)), _places, _same
)
define("gaussian-in-mixture", [_symbols, _law, _places, _spreads[1], _one, _eps], both(
    equals(hockey_stick(_mixed, _lone, _eps), hockey_stick(_mixed, _whole, _eps)),
    equals(hockey_stick(_lone, _mixed, _eps), hockey_stick(_whole, _mixed, _eps)),
))
