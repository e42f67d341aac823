"""From information to total variation (Property 2 and Lemma 2 of Cuff and Yu)."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    MIDP,
    TV,
    Close,
    binary_entropy_inverse,
    exp,
    log,
    rational,
    sqrt,
)
from verified.papers.sharper.common import CUFF_YU, M, P, Q, eps, paper

paper.claim(
    "property-2-sharper",
    at=f"{CUFF_YU}, Property 2, eq. (12)",
    forall=[P, Q, eps],
    given=[KL(P, Q) <= eps],
    then={
        "large": Close(P, Q, 0, sqrt(1 - exp(-eps))),
        "series": Close(P, Q, 0, rational(3, 2) * sqrt(sqrt(1 + 4 * eps / 9) - 1)),
        "fourth-power": {
            "forall": [P, Q],
            "given": [],
            "then": 2 * TV(P, Q) ** 2 + rational(4, 9) * TV(P, Q) ** 4 <= KL(P, Q),
        },
        "gain": {
            "forall": [eps],
            "given": [],
            "then": rational(3, 2) * sqrt(sqrt(1 + 4 * eps / 9) - 1) <= sqrt(eps / 2),
            "note": "Always nearer than √(ε/2), which exceeds 1 from ε = 2 on; `large` never does.",
        },
    },
)

series = sqrt(sqrt(9 + 12 * eps) - 3)

paper.claim(
    "lemma-2-sharper",
    at=f"{CUFF_YU}, Lemma 2, eq. (27)",
    forall=[M, eps],
    given=[MIDP(M, eps)],
    then={
        "bound": DP(M, 0, series),
        "gain": {
            "forall": [eps],
            "given": [],
            "then": series <= sqrt(2 * eps),
        },
        "exact": {
            "forall": [eps],
            "given": [eps <= log(2)],
            "then": 1 - 2 * binary_entropy_inverse(log(2) - eps) <= series,
            "note": "The tight δ' of (28), of which this keeps the first two terms.",
        },
    },
    note="From ln 2 − h((1 − δ)/2) ≥ δ²/2 + δ⁴/12.",
)
