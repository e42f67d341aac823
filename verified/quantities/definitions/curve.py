"""What the curves of mutual-information privacy are, as definitions; the tests attack each.

The suprema are maxima: what confines the two probabilities is a compact set.
"""

from __future__ import annotations

from verified.quantities.channels import capacity
from verified.quantities.curves import ldp_curve, ldp_floor, lip_curve
from verified.quantities.definitions.defining import define
from verified.quantities.laws import channel_of, pmf_of
from verified.quantities.numbers import binary_entropy, exp, log, maximum
from verified.quantities.words import KL
from verified.syntax.binders import cases, sup
from verified.syntax.terms import Real, equals

mu, eps = Real("mu", ">=0"), Real("eps", ">=0")
first, second = Real("p", "[0,1]"), Real("q", "[0,1]")

# A pair that isn't allowed adds nothing: 0 is among what every pair gives.
define("ldp-curve", [mu, eps], equals(ldp_curve(mu, eps), sup(first, sup(second, cases(
    capacity(channel_of([1 - first, first], [1 - second, second])) / log(2) <= mu,
    maximum(0, first - exp(eps) * second, second - exp(eps) * first), 0,
)))))
# The divergence may be infinite, and no rule decides a case by what isn't real: so the supremum is
# over the pairs that are allowed, and what it says of one of them is told apart.
define("lip-curve", [mu, eps], equals(
    lip_curve(mu, eps),
    sup(first, sup(
        second, maximum(0, first - exp(eps) * second, exp(-eps) * second - first),
        where=KL(pmf_of(second, 1 - second), pmf_of(first, 1 - first)) / log(2) <= mu,
    )),
))
define("lip-curve-above", [mu, eps, first, second],
       maximum(0, first - exp(eps) * second, exp(-eps) * second - first) <= lip_curve(mu, eps),
       [KL(pmf_of(second, 1 - second), pmf_of(first, 1 - first)) / log(2) <= mu])

# H_b(p)/p falls from ∞ to 0.
_mu, _chance = Real("mu", "(0,1]"), Real("p", "(0,1]")
define("ldp-floor", [_mu], equals(ldp_floor(_mu), sup(
    _chance, _chance,
    where=_chance * -(log(2**_mu - 1) / log(2)) <= binary_entropy(_chance) / log(2),
)))
