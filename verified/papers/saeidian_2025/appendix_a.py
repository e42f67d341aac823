"""Appendix A.4: the steps of both proofs of Theorem 3.7, at one outcome y.

q_U is `believed`, q_{U|Y=y} `known`, q_Y(y) `seen`, q_{X|U=v} `inputs(v)` and q_{Y|U=v}(y)
`told(v)`. What the proof says of the outcomes and values that it fixes holds where they are
possible; the literal readings take the others, too.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Symbol,
    Term,
    both,
    equals,
    every,
    exp,
    iff,
    largest,
    min_entropy,
    negation,
    output,
    smallest,
    some,
    total,
)
from verified.papers.lemmas.posteriors import posterior_of
from verified.papers.saeidian_2025.common import (
    INFINITE,
    Q,
    U,
    W,
    attribute_posterior,
    capacity_of,
    full,
    k,
    n,
    paper,
    remaining,
    u,
    x,
    y,
)
from verified.papers.saeidian_2025.disclosure import V, deterministic, least, varies
from verified.syntax.terms import number

eps, c = Real("eps", ">0", latex=r"\varepsilon"), Real("c", ">0")
v = Symbol("v", k)
seen, believed = output(Q, W)[y], output(Q, U)
known = attribute_posterior(Q, W, y, U)
sure = known[u] > exp(-eps)
unlikely = known[v] < 1 - exp(-eps)
a, r = Symbol("a", n), Real("r")
most = largest(a, W[a, y])
finite = capacity_of(W) < number(INFINITE)
variables = [Q, W, U, y, u, eps]


def inputs(value: Term) -> Term:
    """q_{X|U=v}."""
    return posterior_of(Q, U, value)


def told(value: Term) -> Term:
    """q_{Y|U=v}(y)."""
    found: Term = output(inputs(value), W)[y]
    return found


# --- the first proof ------------------------------------------------------------------------------

seen_by_first = seen / believed[u] * exp(-eps)
seen_by_second = seen / believed[v] * (1 - exp(-eps))
own = inputs(v)[x]
spread = most / W[x, y]
odds = exp(-eps) / (1 - exp(-eps))
parts = believed[v] * own / believed[u]
two_values = [full(Q), unlikely, seen > 0, believed[v] > 0]
bayes = both(
    equals(told(v), known[v] * seen / believed[v]), told(v) < seen_by_second
)
another = some(v, both(negation(equals(v, u)), believed[v] > 0))
ratio_here = [full(Q), seen > 0, finite]


def _possible(then: Any, given: list[Any], literal: list[Any], why: str) -> dict[str, Any]:
    """A step where what is fixed is possible, and its literal reading."""
    return {
        "then": then, "given": given, "reading": "possible",
        "readings": {"literal": {"given": literal, "note": why}},
    }


_null = "“An outcome y”: with q_Y(y) = 0 both sides are 0."
_never = "“Let u₂ be one such outcome”: with q_U(u₂) = 0 the quotients are 0/0."

first_proof: dict[str, Any] = {
    "certain": {
        "forall": [Q, W, U, y, eps],
        "then": iff(remaining(Q, W, y, U) < eps, some(u, sure)),
    },
    "bayes": {
        "given": [full(Q), sure], "then": equals(told(u), known[u] * seen / believed[u]),
        "note": "Bayes' rule at u₁. At an outcome of probability 0 both sides are 0.",
    },
    "first": _possible(
        seen_by_first < told(u), [full(Q), sure, seen > 0], [full(Q), sure], _null),
    "mixture": {"forall": [Q, W, U, y, u], "given": [full(Q)], "then": told(u) <= most},
    "most": _possible(seen_by_first < most, [full(Q), sure, seen > 0], [full(Q), sure], _null),
    "rest": {
        "given": [sure], "then": every(v, unlikely, where=negation(equals(v, u))),
    },
    "another": {
        "given": [full(Q), sure], "then": another,
        "note": "That there is another value, with q_U(u₂) > 0, whose quotients the proof forms.",
    },
    "second": {
        "forall": [Q, W, U, y, v, eps],
        **_possible(bayes, two_values, [full(Q), unlikely], _never),
    },
    "each": {
        "forall": [Q, W, U, y, v, eps], "given": two_values,
        "then": every(x, W[x, y] * own < seen_by_second),
    },
    "some": {
        "forall": [Q, U, v], "then": some(x, own > 0),
    },
    "low": {
        "forall": [Q, W, U, y, v, x, eps], "given": [*two_values, own > 0],
        "then": W[x, y] < seen / (believed[v] * own) * (1 - exp(-eps)),
    },
    "capacity": {
        "forall": [Q, W, y, x], "given": ratio_here, "then": spread < exp(capacity_of(W)),
        "note": "The first strict inequality of the last display.",
    },
    "ratio": {
        "forall": [Q, W, U, y, u, v, x, eps],
        "given": [*two_values, sure, own > 0, W[x, y] > 0], "then": parts * odds < spread,
        "note": "Its second; a finite capacity makes p(y|x*) positive.",
    },
    "constant": {
        "forall": [Q, U, u, v, x, eps, c],
        "given": [believed[u] > 0, c < Q[x] * U[x, v]], "then": c * odds < parts * odds,
        "note": "Its third: any c below q(x*) p(u₂|x*) will do. Of these there are finitely many, "
        "so that one c serves for all outcomes.",
    },
    "unbounded": {
        "forall": [eps, c, r], "given": [exp(eps) - 1 < c * exp(-r)],
        "then": c * odds > exp(r),
        "note": "What lets ε → 0 make the capacity infinite: below some ε the bound exceeds e^r.",
    },
}

# --- the second proof -----------------------------------------------------------------------------

value = Symbol("v", k)
inside, outside = V[x, value] >= 1, V[x, value] <= 0
in_part = total(x, W[x, y] * Q[x], where=inside)
out_part = total(x, W[x, y] * Q[x], where=outside)
share = total(x, Q[x], where=inside)
little = smallest(a, W[a, y])
posterior_value = attribute_posterior(Q, W, y, V)[value]
by_extremes = 1 / (1 + little * (1 - share) / (most * share))
by_capacity = 1 / (1 + least / (exp(capacity_of(W)) * (1 - least)))
known_value = [full(Q), deterministic]

second_proof: dict[str, Any] = {
    "extremes": {
        "forall": [W, y],
        **_possible(
            most / little <= exp(capacity_of(W)), [finite, some(x, W[x, y] > 0)], [finite],
            "At an outcome that no symbol gives, r_max/r_min is 0/0."),
    },
    "value": {
        "forall": [Q, W, V, y, value],
        **_possible(
            equals(posterior_value, in_part / total(x, W[x, y] * Q[x])),
            [*known_value, seen > 0], known_value, "At an outcome of probability 0: 0/0."),
    },
    "odds": {
        "forall": [Q, W, V, y, value],
        **_possible(
            equals(posterior_value, 1 / (1 + out_part / in_part)),
            [*known_value, in_part > 0], [*known_value, seen > 0],
            "“An arbitrary v”: of a value that V never takes, a sum is divided by 0."),
    },
    "bounded": {
        "forall": [Q, W, V, y, value], "given": [*known_value, in_part > 0],
        "then": posterior_value <= by_extremes,
    },
    "end": {
        "forall": [Q, W, V, y, value],
        "given": [*known_value, varies, seen > 0, share > 0, finite],
        "then": by_extremes <= by_capacity,
    },
}

paper.claim(
    "theorem-3.7-steps",
    at="Appendix A.4",
    scope="finite alphabets",
    forall=variables,
    then={**first_proof, **second_proof},
    note="Down to `unbounded` the steps of the first proof, with u₁, u₂ and x* as u, v and x; from "
    "`extremes` on those of the second. What they lead to is the theorem itself.",
)

paper.claim(
    "theorem-3.7-steps-repaired",
    at="Appendix A.4",
    scope="finite alphabets",
    forall=variables,
    then={
        "another": {
            "given": [full(Q), sure, min_entropy(believed) > 0], "then": another,
            "note": "For attributes that aren't constant.",
        },
        "capacity": {
            "forall": [Q, W, y, x], "given": ratio_here, "then": spread <= exp(capacity_of(W)),
            "note": "As a bound that may be reached. The steps after it are strict, so that the "
            "argument stands.",
        },
    },
)

__all__: list[str] = []
