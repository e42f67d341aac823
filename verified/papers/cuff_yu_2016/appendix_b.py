"""Appendix B: the steps of the proof of Property 3."""

from __future__ import annotations

from typing import Any

from verified.language import Close, Formula, equals, exp
from verified.papers.cuff_yu_2016.closeness import delta_new, eps_new
from verified.papers.cuff_yu_2016.common import A, P, Q, delta, eps, paper

high_new = exp(eps_new)
through_event = delta + exp(eps) * Q[A]
through_complement = 1 - exp(-eps) * (1 - delta) + exp(-eps) * Q[A]
traded = delta_new + high_new * Q[A]
turning_point = (1 - delta) / (exp(eps) + 1)


def traded_where(place: Formula) -> dict[str, Any]:
    """The end of the proof: (83) where Q(A) lies on one side of (1 − δ)/(e^ε + 1)."""
    return {
        "forall": [P, Q, A, eps, eps_new, delta],
        "given": [eps_new < eps, place, Close(P, Q, eps, delta)],
        "then": P[A] <= traded,
        "reading": "eq-83",
        "readings": {
            "eq-85": {
                "then": P[A] <= through_event,
                "note": "As printed: the conclusion is (85), which is where the proof starts.",
            }
        },
        "note": (
            "The text says that this establishes (85), the hypothesis (5) itself; what the proof "
            "is to show, and what follows, is (83)."
        ),
    }


paper.claim(
    "property-3-steps",
    at="Appendix B, eqs. (86) to (89)",
    scope="finite alphabets",
    forall=[Q, A, eps, eps_new, delta],
    then={
        "eq-86": {
            "forall": [P, Q, A, eps, delta],
            "given": [Close(P, Q, eps, delta)],
            "then": 1 - Q[A] <= delta + exp(eps) * (1 - P[A]),
            "note": "Q and P of the complement, as 1 less those of A.",
        },
        "eq-87": {
            "forall": [P, Q, A, eps, delta],
            "given": [Close(P, Q, eps, delta)],
            "then": P[A] <= through_complement,
        },
        "eq-88-second": {
            "given": [eps_new < eps],
            "then": equals(
                through_event, traded + (delta - delta_new) + (exp(eps) - high_new) * Q[A]
            ),
        },
        "eq-88-third": {
            "given": [eps_new < eps],
            "then": equals(
                through_event, traded + (exp(eps) - high_new) * (Q[A] - turning_point)
            ),
        },
        "eq-89-second": {
            "given": [eps_new < eps],
            "then": equals(
                through_complement,
                traded
                + (1 - exp(-eps) * (1 - delta) - delta_new)
                + (exp(-eps) - high_new) * Q[A],
            ),
        },
        "eq-89-third": {
            "given": [eps_new < eps],
            "then": equals(
                through_complement, traded + (high_new - exp(-eps)) * (turning_point - Q[A])
            ),
        },
        "small": traded_where(Q[A] <= turning_point),
        "large": traded_where(Q[A] > turning_point),
    },
)
