"""Section II: the two notions, and the divergences that they bound (eqs. (4) and (6))."""

from __future__ import annotations

from typing import Any

from verified.language import Formula, Real, Term, every
from verified.papers.ngo_2024.common import (
    M,
    P,
    best_ldp,
    best_lip,
    ldp,
    lip_at,
    n,
    own_eps,
    paper,
    x,
)

any_eps, any_delta = Real("eps", latex=r"\epsilon"), Real("delta", latex=r"\delta")
own_delta = Real("delta", ">=0", latex=r"\delta")


def _eq_4(epsilon: Term, delta: Term, *given: Formula) -> dict[str, dict[str, Any]]:
    sides = ldp(M, epsilon, delta), best_ldp(M, epsilon) <= delta
    forall = [M, epsilon, delta]
    return {
        "only-if": {"forall": forall, "given": [*given, sides[0]], "then": sides[1]},
        "if": {"forall": forall, "given": [*given, sides[1]], "then": sides[0]},
    }


paper.claim(
    "eq-4",
    at="Definition 3, eqs. (3) and (4)",
    scope="finite alphabets",
    then={
        name: {**parameters, "reading": "parameters", "readings": {
            "literal": _eq_4(any_eps, any_delta)[name],
            "two-points": _eq_4(any_eps, any_delta, n >= 2)[name],
        }}
        for name, parameters in _eq_4(own_eps, own_delta).items()
    },
    note="The definition says nothing of ε and δ; privacy parameters are not negative. Taken "
    "literally they are any real numbers, and (3) speaks of a data point and itself as well, which "
    "(4) leaves out: where there is one data point only, (4) bounds nothing.",
)

_lip = every(x, lip_at(P, M, x, any_eps, any_delta))
_lip_divergences = best_lip(P, M, any_eps) <= any_delta

paper.claim(
    "eq-6",
    at="Definition 4, eqs. (5) and (6)",
    scope="finite alphabets",
    forall=[P, M, any_eps, any_delta],
    then={
        "only-if": {"given": [_lip], "then": _lip_divergences},
        "if": {"given": [_lip_divergences], "then": _lip},
    },
)
