"""Closeness (Property 1 of Cuff and Yu): divergences of (ε,0)-close laws."""

from __future__ import annotations

from verified.language import (
    KL,
    TV,
    Close,
    Real,
    both,
    equals,
    every,
    exp,
    log,
    minimum,
    pmf_of,
    renyi,
)
from verified.papers.sharper.common import (
    CUFF_YU,
    P,
    Q,
    a,
    eps,
    likely,
    order,
    paper,
    share,
    unlikely,
)

paper.claim(
    "property-1-tv-sharp",
    at=f"{CUFF_YU}, eqs. (9) to (11)",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then={
        "bound": KL(P, Q) <= eps * TV(P, Q),
        "attained": {
            "forall": [eps, share],
            "given": [],
            "then": equals(
                KL(
                    pmf_of(share * likely, share * unlikely, 1 - share),
                    pmf_of(share * unlikely, share * likely, 1 - share),
                ),
                eps
                * TV(
                    pmf_of(share * likely, share * unlikely, 1 - share),
                    pmf_of(share * unlikely, share * likely, 1 - share),
                ),
            ),
            "note": "At every distance that closeness allows, from 0 to (e^ε − 1)/(e^ε + 1).",
        },
        "attained-close": {
            "forall": [eps, share],
            "given": [],
            "then": Close(
                pmf_of(share * likely, share * unlikely, 1 - share),
                pmf_of(share * unlikely, share * likely, 1 - share),
                eps, 0,
            ),
            "note": "The pair of `attained` meets the hypothesis.",
        },
        "gain": {
            "then": TV(P, Q) <= (exp(eps) - 1) / (exp(eps) + 1),
            "note": (
                "So that the bound gives (11), which is ε times this. For laws nearer than (ε,0)-"
                "closeness asks, the gain is the factor TV/((e^ε − 1)/(e^ε + 1)), however small."
            ),
        },
    },
    note="Closeness is symmetric, so D(Q‖P) is bounded alike.",
)

above, below = Real("b", "(0,inf)"), Real("c", "(0,inf)")
slopes = above * exp(above) / (exp(above) - 1) - below / (exp(below) - 1)

paper.claim(
    "likelihood-range-sharper",
    at=f"{CUFF_YU}, eq. (11)",
    forall=[P, Q, above, below],
    given=[
        every(a, both(exp(-below) * Q[a] <= P[a], P[a] <= exp(above) * Q[a])),
    ],
    then={
        "bound": KL(P, Q) <= slopes * TV(P, Q),
        "symmetric": {
            "forall": [above],
            "given": [],
            "then": equals(
                above * exp(above) / (exp(above) - 1) - above / (exp(above) - 1), above
            ),
            "note": "Where both ends are ε, this is `property-1-tv-sharp`.",
        },
    },
    note="The likelihood ratio P/Q lies in [e^−c, e^b].",
)

spread = (exp(order * eps) + exp((1 - order) * eps)) / (1 + exp(eps))
renyi_bound = log(spread) / (order - 1)

paper.claim(
    "renyi-sharp",
    at=f"{CUFF_YU}, eq. (11), for every order",
    forall=[P, Q, eps, order],
    given=[Close(P, Q, eps, 0)],
    then={
        "above-one": {
            "given": [order > 1, Close(P, Q, eps, 0)],
            "then": renyi(P, Q, order) <= renyi_bound,
        },
        "below-one": {
            "given": [order < 1, Close(P, Q, eps, 0)],
            "then": renyi(P, Q, order) <= renyi_bound,
        },
        "infinite": {"forall": [P, Q, eps], "then": renyi(P, Q, float("inf")) <= eps},
        "attained": {
            "forall": [eps, order],
            "given": [order > 1],
            "then": equals(
                renyi(pmf_of(likely, unlikely), pmf_of(unlikely, likely), order), renyi_bound
            ),
        },
        "attained-below-one": {
            "forall": [eps, order],
            "given": [order < 1],
            "then": equals(
                renyi(pmf_of(likely, unlikely), pmf_of(unlikely, likely), order), renyi_bound
            ),
        },
        "attained-close": {
            "forall": [eps],
            "given": [],
            "then": Close(pmf_of(likely, unlikely), pmf_of(unlikely, likely), eps, 0),
            "note": "The pair of both meets the hypothesis.",
        },
        "relaxed": renyi(P, Q, order) <= order * eps**2 / 2,
        "gain": {
            "forall": [eps, order],
            "given": [order > 1],
            "then": renyi_bound <= minimum(eps, order * eps**2 / 2),
        },
    },
    note=(
        "The symmetric binary pair is extremal at every order: it alone has a likelihood ratio at "
        "both ends, and x^α is convex above order 1, concave below. At order 1 it is (11)."
    ),
)
