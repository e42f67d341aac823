"""Textbook facts on divergences: data processing, joint convexity, the chain rule, and inequalities
between them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.language import (
    KL,
    TV,
    Pmf,
    Real,
    Term,
    absolute,
    chi_square,
    either,
    equals,
    every,
    exp,
    hockey_stick,
    log,
    maximum,
    minimum,
    output,
    pmf_of,
    renyi,
    sqrt,
    total,
)
from verified.papers.background.common import (
    COVER_THOMAS,
    A,
    P,
    Q,
    V,
    W,
    a,
    ceiling,
    eps,
    first_laws,
    j,
    m,
    mass,
    mixture,
    n,
    other_mass,
    other_slope,
    pair_law,
    paper,
    product_law,
    second_laws,
    slope,
    t,
    weights,
)

ERVEN_HARREMOES = "van Erven and Harremoës, Rényi divergence and KL divergence (2014)"
order = Real("alpha", ">=0", latex=r"\alpha")
order_above = Real("beta", ">=0", latex=r"\beta")
INFINITE = float("inf")


def jointly_convex(measure: Callable[[Term, Term], Term]) -> dict[str, Any]:
    """Joint convexity of a function of two laws, for two pairs and for any number of pairs."""
    P1, P2, Q1, Q2 = (Pmf(name, n) for name in ("P1", "P2", "Q1", "Q2"))
    return {
        "first": {
            "forall": [weights, first_laws, Q],
            "then": measure(output(weights, first_laws), Q)
            <= total(j, weights[j] * measure(first_laws[j], Q)),
            "note": "The first law alone mixed.",
        },
        "second": {
            "forall": [weights, P, second_laws],
            "then": measure(P, output(weights, second_laws))
            <= total(j, weights[j] * measure(P, second_laws[j])),
            "note": "The second law alone mixed.",
        },
        "two": {
            "forall": [P1, P2, Q1, Q2, t],
            "then": measure(mixture(t, P1, P2), mixture(t, Q1, Q2))
            <= t * measure(P1, Q1) + (1 - t) * measure(P2, Q2),
        },
        "many": {
            "forall": [weights, first_laws, second_laws],
            "then": measure(output(weights, first_laws), output(weights, second_laws))
            <= total(j, weights[j] * measure(first_laws[j], second_laws[j])),
            "note": "A pair of weight 0 adds nothing, even where its term is infinite.",
        },
    }


def data_processing(measure: Callable[[Term, Term], Term]) -> dict[str, Any]:
    """A function of two laws doesn't grow through a channel, nor when an event is told apart."""
    return {
        "channel": {
            "forall": [P, Q, W],
            "then": measure(output(P, W), output(Q, W)) <= measure(P, Q),
        },
        "event": {
            "forall": [P, Q, A],
            "then": measure(pmf_of(P[A], 1 - P[A]), pmf_of(Q[A], 1 - Q[A])) <= measure(P, Q),
        },
    }


paper.claim(
    "gibbs",
    at=f"{COVER_THOMAS}, Theorem 2.6.3",
    forall=[P, Q],
    then={
        "nonnegative": KL(P, Q) >= 0,
        "zero": {"given": [KL(P, Q) <= 0], "then": every(a, equals(P[a], Q[a]))},
        "same": {"forall": [P], "then": equals(KL(P, P), 0)},
    },
)

paper.claim(
    "kl-finite",
    forall=[P, Q, ceiling],
    given=[KL(P, Q) <= ceiling],
    then=every(a, either(Q[a] > 0, P[a] <= 0)),
    note="A finite divergence means absolute continuity.",
)

paper.claim("dpi-kl", at=f"{COVER_THOMAS}, Section 4.4", then=data_processing(KL))

paper.claim(
    "dpi-tv", then=data_processing(TV), note="The total variation of two laws through a channel."
)

paper.claim(
    "dpi-renyi",
    at=f"{ERVEN_HARREMOES}, Theorem 9",
    forall=[P, Q, W, order],
    then={
        "channel": renyi(output(P, W), output(Q, W), order) <= renyi(P, Q, order),
        "infinite-order": {
            "forall": [P, Q, W],
            "then": renyi(output(P, W), output(Q, W), INFINITE) <= renyi(P, Q, INFINITE),
        },
    },
)

paper.claim(
    "dpi-hockey-stick",
    forall=[P, Q, W, eps],
    then=hockey_stick(output(P, W), output(Q, W), eps) <= hockey_stick(P, Q, eps),
    note="For every real ε, negative ones included.",
)

paper.claim(
    "kl-jointly-convex", at=f"{COVER_THOMAS}, Theorem 2.7.2", then=jointly_convex(KL)
)

paper.claim("tv-jointly-convex", then=jointly_convex(TV))

paper.claim(
    "hockey-stick-jointly-convex",
    forall=[weights, first_laws, second_laws, eps],
    then=hockey_stick(output(weights, first_laws), output(weights, second_laws), eps)
    <= total(j, weights[j] * hockey_stick(first_laws[j], second_laws[j], eps)),
)

paper.claim(
    "kl-chain",
    at=f"{COVER_THOMAS}, Theorem 2.5.3",
    forall=[P, Q, W, V],
    then={
        "pair": equals(
            KL(pair_law(P, W), pair_law(Q, V)),
            KL(P, Q) + total(a, P[a] * KL(W[a], V[a])),
        ),
        "product": {
            "forall": [P, Q, Pmf("R", m), Pmf("S", m)],
            "then": equals(
                KL(product_law(P, Pmf("R", m)), product_law(Q, Pmf("S", m))),
                KL(P, Q) + KL(Pmf("R", m), Pmf("S", m)),
            ),
        },
    },
)

paper.claim(
    "pinsker",
    at=f"{COVER_THOMAS}, Lemma 11.6.1",
    forall=[P, Q],
    then={
        "squared": 2 * TV(P, Q) ** 2 <= KL(P, Q),
        "pointwise": {
            "forall": [mass, other_mass, slope],
            "then": 2 * slope * absolute(mass - other_mass)
            - slope**2 * (4 * other_mass + 2 * mass) / 3 + mass - other_mass
            <= mass * log(mass) - mass * log(other_mass),
            "note": "For every slope s: the sum is 4 s TV − 2 s² ≤ D.",
        },
        "root": TV(P, Q) <= sqrt(KL(P, Q) / 2),
    },
)

paper.claim(
    "bretagnolle-huber",
    at="Bretagnolle and Huber, Estimation des densités: risque minimax (1979)",
    forall=[P, Q],
    then={
        "root": TV(P, Q) <= sqrt(1 - exp(-KL(P, Q))),
        "half": 1 - TV(P, Q) >= exp(-KL(P, Q)) / 2,
        "pointwise": {
            "forall": [mass, other_mass, slope, other_slope],
            "then": 2 * mass * (1 - log(other_slope))
            - (slope * minimum(mass, other_mass) + maximum(mass, other_mass) / slope) / other_slope
            <= mass * log(mass) - mass * log(other_mass),
            "note": "For all slopes s and c: the arithmetic and geometric means of s min, max/s.",
        },
        "product": {
            "forall": [P, Q, ceiling],
            "given": [KL(P, Q) <= ceiling],
            "then": exp(-ceiling) <= (1 - TV(P, Q)) * (1 + TV(P, Q)),
        },
        "affine": {
            "forall": [P, Q, slope, other_slope],
            "then": 2 * (1 - log(other_slope))
            - (slope * (1 - TV(P, Q)) + (1 + TV(P, Q)) / slope) / other_slope
            <= KL(P, Q),
        },
    },
)

paper.claim(
    "kl-chi-square",
    forall=[P, Q],
    then=KL(P, Q) <= log(1 + chi_square(P, Q)),
)

paper.claim(
    "renyi-monotone",
    at=f"{ERVEN_HARREMOES}, Theorem 3",
    forall=[P, Q, order, order_above],
    then={
        "orders": {
            "given": [order <= order_above],
            "then": renyi(P, Q, order) <= renyi(P, Q, order_above),
        },
        "infinite": {
            "forall": [P, Q, order],
            "then": renyi(P, Q, order) <= renyi(P, Q, INFINITE),
        },
        "one": {"forall": [P, Q], "then": equals(renyi(P, Q, 1), KL(P, Q))},
        "nonnegative": {"forall": [P, Q, order], "then": renyi(P, Q, order) >= 0},
    },
)
