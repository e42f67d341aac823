"""What the curves of mutual-information privacy are, as definitions; the tests attack each.

The suprema are maxima: what confines the two probabilities is a compact set.
"""

from __future__ import annotations

from verified.kernel.defining import define
from verified.language.terms import Real, equals
from verified.language.vocabulary import (
    KL,
    binary_entropy,
    capacity,
    channel_of,
    exp,
    ldp_curve,
    ldp_floor,
    lip_curve,
    log,
    maximum,
    pmf_of,
    sup,
)

mu, eps = Real("mu", ">=0"), Real("eps", ">=0")
first, second = Real("p", "[0,1]"), Real("q", "[0,1]")

define("ldp-curve", [mu, eps], equals(
    ldp_curve(mu, eps),
    sup(first, sup(
        second, maximum(0, first - exp(eps) * second, second - exp(eps) * first),
        where=capacity(channel_of([1 - first, first], [1 - second, second])) / log(2) <= mu,
    )),
))
define("lip-curve", [mu, eps], equals(
    lip_curve(mu, eps),
    sup(first, sup(
        second, maximum(0, first - exp(eps) * second, exp(-eps) * second - first),
        where=KL(pmf_of(second, 1 - second), pmf_of(first, 1 - first)) / log(2) <= mu,
    )),
))

# What their suprema say of one pair, with its constraint as a hypothesis.
define("ldp-curve-above", [mu, eps, first, second],
       maximum(0, first - exp(eps) * second, second - exp(eps) * first) <= ldp_curve(mu, eps),
       [capacity(channel_of([1 - first, first], [1 - second, second])) / log(2) <= mu])
define("lip-curve-above", [mu, eps, first, second],
       maximum(0, first - exp(eps) * second, exp(-eps) * second - first) <= lip_curve(mu, eps),
       [KL(pmf_of(second, 1 - second), pmf_of(first, 1 - first)) / log(2) <= mu])

# p̄ is the p that solves the equation: that there is one, and no other, is for proofs to show.
_mu, _chance = Real("mu", "(0,1]"), Real("p", "(0,1]")
define("ldp-floor", [_mu, _chance], equals(ldp_floor(_mu), _chance), [
    equals(binary_entropy(_chance) / log(2) / _chance, -(log(2**_mu - 1) / log(2))),
])
