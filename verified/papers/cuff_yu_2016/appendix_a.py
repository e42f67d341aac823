"""Appendix A: the steps of the proof of Property 1."""

from __future__ import annotations

from verified.language import KL, both, equals, every, exp, log, minimum, pmf_of
from verified.papers.cuff_yu_2016.closeness import kl_bound
from verified.papers.cuff_yu_2016.common import P, Q, a, eps, paper, where_defined

high, low = exp(eps), exp(-eps)
high_weight = (1 - exp(-eps)) / (exp(eps) - exp(-eps))
low_weight = (exp(eps) - 1) / (exp(eps) - exp(-eps))
extremal_divergence = high_weight * (high * log(high)) + low_weight * (low * log(low))
extremal_q = pmf_of(high_weight, low_weight)
extremal_p = pmf_of(high_weight * high, low_weight * low)


paper.claim(
    "property-1-extremal",
    at="Appendix A, eq. (81)",
    forall=[eps],
    then={
        "weights": where_defined(then=equals(high_weight + low_weight, 1)),
        "mean": where_defined(then=equals(high_weight * high + low_weight * low, 1)),
        "value": where_defined(then=equals(extremal_divergence, kl_bound)),
        "both-ways": where_defined(
            then=both(
                equals(KL(extremal_p, extremal_q), extremal_divergence),
                equals(KL(extremal_p, extremal_q), KL(extremal_q, extremal_p)),
            ),
            note="The binary pair with the likelihood ratio Z of (81).",
        ),
        "maximum": {
            "scope": "finite alphabets",
            "forall": [P, Q, eps],
            **where_defined(
                every(a, both(low * Q[a] <= P[a], P[a] <= high * Q[a])),
                then=KL(P, Q) <= extremal_divergence,
                note=(
                    "(78) to (80): a Z in [e^−ε, e^ε] of mean 1 is dP/dQ of a pair of laws, with "
                    "E[Z ln Z] = D(P‖Q), so the maximum is over such pairs."
                ),
            ),
        },
    },
)

paper.claim(
    "property-1-chain",
    at="Appendix A, eq. (82)",
    forall=[eps],
    then={
        "first": where_defined(then=kl_bound <= eps * (1 - exp(-eps))),
        "second": eps * (1 - exp(-eps)) <= minimum(eps, eps**2),
    },
)
