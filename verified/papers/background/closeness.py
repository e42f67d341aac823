"""Textbook facts on total variation, hockey-stick divergence, closeness, and the best coupling."""

from __future__ import annotations

from verified.language import (
    TV,
    Channel,
    Close,
    Real,
    both,
    cases,
    equals,
    event_where,
    every,
    exp,
    hockey_stick,
    iff,
    largest,
    likelihood_ratio,
    minimum,
    output,
    pmf_table,
    quotient,
    remainder,
    total,
)
from verified.papers.background.common import (
    A,
    P,
    Q,
    R,
    a,
    b,
    delta,
    eps,
    eps_other,
    mixture,
    n,
    paper,
    t,
)

more, often = event_where(a, Q[a] <= P[a]), event_where(a, exp(eps) * Q[a] <= P[a])

paper.claim(
    "total-variation",
    forall=[P, Q],
    then={
        "events": equals(TV(P, Q), largest(A, P[A] - Q[A])),
        "event": {"forall": [P, Q, A], "then": P[A] - Q[A] <= TV(P, Q)},
        "largest-event": {
            "then": equals(TV(P, Q), P[more] - Q[more]),
            "note": "The event where P is at least Q.",
        },
        "overlap": equals(1 - TV(P, Q), total(a, minimum(P[a], Q[a]))),
        "symmetric": equals(TV(P, Q), TV(Q, P)),
        "range": both(TV(P, Q) >= 0, TV(P, Q) <= 1),
        "triangle": {"forall": [P, Q, R], "then": TV(P, R) <= TV(P, Q) + TV(Q, R)},
        "mixture": {
            "forall": [P, Q, t],
            "then": equals(TV(mixture(t, P, Q), Q), t * TV(P, Q)),
        },
    },
)

paper.claim(
    "hockey-stick",
    forall=[P, Q, eps],
    then={
        "events": equals(hockey_stick(P, Q, eps), largest(A, P[A] - exp(eps) * Q[A])),
        "event": {
            "forall": [P, Q, A, eps],
            "then": P[A] - exp(eps) * Q[A] <= hockey_stick(P, Q, eps),
        },
        "largest-event": equals(
            hockey_stick(P, Q, eps), P[often] - exp(eps) * Q[often]
        ),
        "total-variation": {
            "forall": [P, Q],
            "then": equals(hockey_stick(P, Q, 0), TV(P, Q)),
        },
        "decreasing": {
            "forall": [P, Q, eps, eps_other],
            "given": [eps <= eps_other],
            "then": hockey_stick(P, Q, eps_other) <= hockey_stick(P, Q, eps),
        },
        "swapped": {
            "then": equals(
                exp(eps) * hockey_stick(Q, P, -eps) + 1, exp(eps) + hockey_stick(P, Q, eps)
            ),
            "note": "The sum of Q(a) − e^−ε P(a) is 1 − e^−ε, and its negative part is the other.",
        },
        "range": {
            "given": [eps >= 0],
            "then": both(hockey_stick(P, Q, eps) >= 0, hockey_stick(P, Q, eps) <= TV(P, Q)),
        },
    },
)

positive_eps = Real("eps", ">=0", latex=r"\epsilon")
paper.claim(
    "closeness-hockey-stick",
    forall=[P, Q, positive_eps, delta],
    then=iff(
        Close(P, Q, positive_eps, delta),
        both(
            hockey_stick(P, Q, positive_eps) <= delta,
            hockey_stick(Q, P, positive_eps) <= delta,
        ),
    ),
)

paper.claim(
    "closeness-symbols",
    forall=[P, Q, positive_eps],
    then=iff(
        Close(P, Q, positive_eps, 0),
        every(
            a, both(P[a] <= exp(positive_eps) * Q[a], Q[a] <= exp(positive_eps) * P[a])
        ),
    ),
)

paper.claim(
    "closeness-ratio",
    forall=[P, Q, positive_eps],
    given=[Close(P, Q, positive_eps, 0)],
    then=every(
        a,
        both(
            exp(-positive_eps) <= likelihood_ratio(P, Q, a),
            likelihood_ratio(P, Q, a) <= exp(positive_eps),
        ),
        where=Q[a] > 0,
    ),
)

# The coupling keeps the common part min{P, Q} in place; the rest is drawn independently.
coupling = pmf_table(
    n * n,
    lambda s: cases(
        equals(quotient(s, n), remainder(s, n)), minimum(P[quotient(s, n)], Q[quotient(s, n)]), 0
    )
    + (P[quotient(s, n)] - minimum(P[quotient(s, n)], Q[quotient(s, n)]))
    * (Q[remainder(s, n)] - minimum(P[remainder(s, n)], Q[remainder(s, n)]))
    / TV(P, Q),
)
square = Channel("W", n, n)

paper.claim(
    "maximal-coupling",
    forall=[P, Q],
    given=[TV(P, Q) > 0],
    then={
        "first-marginal": every(a, equals(total(b, coupling[a * n + b]), P[a])),
        "second-marginal": every(b, equals(total(a, coupling[a * n + b]), Q[b])),
        "agreement": equals(1 - total(a, coupling[a * n + a]), TV(P, Q)),
        "any-coupling": {
            "forall": [P, square],
            "given": [],
            "then": TV(P, output(P, square)) <= 1 - total(a, P[a] * square[a, a]),
            "note": (
                "Every coupling of P and Q is P followed by a channel. That it disagrees at least "
                "as often as this holds for equal laws too."
            ),
        },
    },
    note=(
        "The pair (a, b) is the symbol a·n + b. Where P = Q the table would be 0/0; there (X, X) "
        "is the coupling."
    ),
)
