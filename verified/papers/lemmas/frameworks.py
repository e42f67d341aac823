"""Lemmas on pufferfish frameworks: information as a sum over the masses of what may happen."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Channel,
    Framework,
    I,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    cases,
    edges,
    equals,
    information,
    log,
    output,
    private_value,
    private_values,
    public_value,
    public_values,
    secret_joint,
    total,
)
from verified.papers.lemmas.common import paper

n, m = Size("n"), Size("m")
F, P, M = Framework("F", n), Pmf("P", n), Channel("M", n, m)
W, t = Channel("W", n, m), Real("t", ">=0")
e = Symbol("e", edges(F))
a, c = Symbol("a", private_values(F, e)), Symbol("c", public_values(F, e))
x, y = Symbol("x", n), Symbol("y", m)


def spread(mass: Any) -> Term:
    """u ln u."""
    found: Term = mass * log(mass)
    return found


paper.claim(
    "scaled-information",
    forall=[P, W, t],
    then=equals(
        t * information(P, W),
        total(x, total(y, spread(t * P[x] * W[x, y])))
        - total(x, spread(t * P[x]))
        - total(y, spread(t * output(P, W)[y]))
        + spread(t),
    ),
    note="Information from the masses of inputs, outputs and both, with any weight.",
)

is_private = cases(equals(private_value(F, e, x), a), 1, 0)
is_public = cases(equals(public_value(F, e, x), c), 1, 0)
weight = t * P[x]

paper.claim(
    "secret-masses",
    forall=[F, P, M, e, t],
    then=equals(
        t * I(secret_joint(F, P, M, e), "A;Y|C"),
        total(c, (
            total(a, total(y, spread(total(x, weight * is_private * is_public * M[x, y]))))
            - total(a, spread(total(x, weight * is_private * is_public)))
            - total(y, spread(total(x, weight * is_public * M[x, y])))
            + spread(total(x, weight * is_public))
        )),
    ),
    note="The masses of secrets and of secrets with responses, with any weight.",
)
