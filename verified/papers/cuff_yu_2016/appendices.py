"""Appendices A to D: the steps of the proofs."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    Channel,
    Pmf,
    Size,
    as_mechanism,
    binary_entropy,
    both,
    equals,
    every,
    exp,
    information,
    log,
    minimum,
    pmf_of,
)
from verified.papers.cuff_yu_2016.closeness import (
    kl_bound,
)
from verified.papers.cuff_yu_2016.common import (
    P,
    Q,
    a,
    eps,
    m,
    paper,
    unit_delta,
    where_defined,
)

# --- Appendix A: proof of Property 1 --------------------------------------------------------------

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


# --- Appendix D: proof of Lemma 3 -----------------------------------------------------------------

# X̃ and Ỹ are the entry and the response given the other entries: a channel under a prior.
inputs = Size("r")
law = Pmf("P", inputs)
W = Channel("W", inputs, m)
slice_is_close = DP(as_mechanism(W), 0, unit_delta)
corner = (m - 1) / m
output_bound = binary_entropy(unit_delta) + unit_delta * log(m)

paper.claim(
    "lemma-3-output",
    at="Appendix D, eqs. (105) and (106)",
    forall=[law, W, unit_delta],
    then={
        "small": {
            "given": [unit_delta <= corner, slice_is_close],
            "then": information(law, W)
            <= binary_entropy(unit_delta) + unit_delta * log(m - 1),
        },
        "large": {
            "given": [unit_delta > corner, slice_is_close],
            "then": information(law, W) <= log(m),
        },
        "small-relaxed": {
            "forall": [m, unit_delta],
            "given": [unit_delta <= corner],
            "then": binary_entropy(unit_delta) + unit_delta * log(m - 1) <= output_bound,
        },
        "large-relaxed": {
            "forall": [m, unit_delta],
            "given": [unit_delta > corner],
            "then": log(m) <= output_bound,
        },
    },
    note=(
        "(X̃, Ỹ) is an entry and the response given the other entries, so a prior and a channel "
        "whose rows are within δ (101). One child for each case of (105) and for its relaxation "
        "(106). For |Y| = 1 the case δ = 0 has 0 ln 0 = 0."
    ),
)

shrunk = unit_delta / (unit_delta + 1)
input_bound = 2 * binary_entropy(shrunk) + 2 * shrunk * log(inputs)

paper.claim(
    "lemma-3-input",
    at="Appendix D, eqs. (126) and (127)",
    forall=[law, W, unit_delta],
    then={
        "bound": {
            "given": [slice_is_close],
            "then": information(law, W) <= input_bound,
        },
        "relaxed": {
            "forall": [inputs, unit_delta],
            "then": input_bound
            <= 2 * binary_entropy(unit_delta) + 2 * unit_delta * log(inputs + 1),
        },
    },
    note="As for (105): a prior and a channel whose rows are within δ.",
)
