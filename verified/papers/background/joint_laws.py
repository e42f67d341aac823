"""Textbook facts on sums of divergences with infinite terms, and on the joint laws of inputs and
outputs; and on Sibson's information."""

from __future__ import annotations

from verified.language import (
    KL,
    Channel,
    I,
    Markov,
    Real,
    Size,
    Symbol,
    both,
    cases,
    csiszar,
    equals,
    information,
    joint_of_outputs,
    largest,
    negation,
    sibson,
    total,
)
from verified.language import parallel as side_by_side
from verified.papers.background.common import P, Q, W, a, m, n, paper
from verified.quantities.numbers import log

weight = Real("t", ">=0")
V, x = Channel("V", n, Size("k")), Symbol("x", n)

# --- divergences that may be infinite -------------------------------------------------------------

paper.claim(
    "kl-scaled",
    forall=[P, Q, weight],
    then=equals(
        weight * KL(P, Q), total(a, weight * P[a] * log(P[a]) - weight * P[a] * log(Q[a]))
    ),
    note="A factor of 0 takes the place of an infinite divergence too: 0 · ∞ = 0.",
)

paper.claim("csiszar-one", forall=[P, W], then=equals(csiszar(P, W, 1), information(P, W)))

# --- Sibson's information -------------------------------------------------------------------------

order, y = Real("alpha", ">0"), Symbol("y", m)
paper.claim(
    "sibson",
    at="Verdú, α-mutual information (2015), Theorem 1",
    forall=[P, W, order],
    given=[negation(equals(order, 1))],
    then=equals(
        1 + sibson(P, W, order),
        1 + order / (order - 1)
        * log(total(y, total(x, P[x] * W[x, y] ** order) ** (1 / order))),
    ),
)

paper.claim(
    "sibson-zero",
    forall=[P, W],
    then=equals(sibson(P, W, 0), -log(largest(y, total(x, P[x] * cases(W[x, y] <= 0, 0, 1))))),
)

paper.claim(
    "sibson-one",
    forall=[P, W],
    then=equals(sibson(P, W, 1), information(P, W)),
)

paper.claim(
    "sibson-infinite",
    forall=[P, W],
    then=equals(
        sibson(P, W, float("inf")),
        log(total(y, largest(x, cases(P[x] <= 0, 0, W[x, y])))),
    ),
)

# --- joint laws -----------------------------------------------------------------------------------

outputs = joint_of_outputs(P, W, V)
paper.claim(
    "joint-of-outputs",
    forall=[P, W, V],
    then=both(
        equals(information(P, W), I(outputs, "X;Y")),
        equals(information(P, V), I(outputs, "X;Z")),
        equals(information(P, side_by_side(W, V)), I(outputs, "X;Y,Z")),
    ),
)

paper.claim("outputs-apart", forall=[P, W, V], then=Markov(outputs, "Y", "X", "Z"))
