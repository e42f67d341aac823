"""Lemma 1 and eq. (21): divergences as integrals of hockey-stick divergences."""

from __future__ import annotations

from verified.language import (
    KL,
    Real,
    Reals,
    Term,
    either,
    equals,
    every,
    exp,
    hockey_stick,
    integral,
    likelihood_ratio,
    log,
    maximum,
    total,
)
from verified.papers.ngo_2024.common import P, Q, bits, log_e, n, own_eps, paper, symbol

order = Real("t")
masses, weights = Reals("p", n, ">=0"), Reals("q", n, ">=0")
of_laws = integral(
    own_eps, hockey_stick(P, Q, own_eps) + exp(-own_eps) * hockey_stick(Q, P, own_eps)
)


def _excess(over: Term, under: Term) -> Term:
    return total(symbol, maximum(0, over[symbol] - exp(own_eps) * under[symbol]))


of_measures = integral(
    own_eps, _excess(masses, weights) + exp(-own_eps) * _excess(weights, masses)
)
divergence_of_measures = total(
    symbol,
    masses[symbol] * log(masses[symbol]) - masses[symbol] * log(weights[symbol]),
)
ALL_MASSES = (
    "The lemma says measures, where the notation has hockey-stick divergences of probability "
    "measures: these are read first. Of other measures D is Σ p log(p/q), and the hockey-stick "
    "divergence the sum of max(0, p − e^ε q); (20) holds of those of one total mass."
)

paper.claim(
    "lemma-1",
    at="Lemma 1, eq. (20)",
    scope="finite alphabets",
    forall=[P, Q],
    then=equals(bits(KL(P, Q)), log_e * of_laws),
    reading="laws",
    readings={
        "measures": {
            "forall": [masses, weights],
            "then": equals(bits(divergence_of_measures), log_e * of_measures),
        },
        "equal-masses": {
            "forall": [masses, weights],
            "given": [equals(total(symbol, masses[symbol]), total(symbol, weights[symbol]))],
            "then": equals(bits(divergence_of_measures), log_e * of_measures),
        },
    },
    note=ALL_MASSES,
)
paper.claim(
    "lemma-1-repaired",
    at="Lemma 1, eq. (20)",
    scope="finite alphabets",
    forall=[masses, weights],
    then=equals(
        bits(divergence_of_measures),
        log_e * (of_measures + total(symbol, masses[symbol]) - total(symbol, weights[symbol])),
    ),
    note="For all measures on a finite alphabet; the last two sums cancel where the masses agree.",
)

generating = total(
    symbol, P[symbol] * exp(order * log(likelihood_ratio(P, Q, symbol))), where=P[symbol] > 0
)
of_orders = 1 + order * (order + 1) * integral(
    own_eps,
    exp(order * own_eps) * hockey_stick(P, Q, own_eps)
    + exp(-(order + 1) * own_eps) * hockey_stick(Q, P, own_eps),
)

paper.claim(
    "eq-21",
    at="Lemma 1, eq. (21)",
    scope="finite alphabets",
    forall=[P, Q, order],
    given=[order > -1],
    then=equals(generating, of_orders),
    reading="near-zero",
    readings={
        "every-order": {"given": []},
        "dominated": {"given": [every(symbol, either(P[symbol] > 0, Q[symbol] <= 0))]},
    },
    note="The text doesn't say for which t; Lemma 1 uses t near 0. Where Q has mass outside "
    "P's support, the integral is infinite for t ≤ −1 and the mean of e^(tL) is not.",
)
