"""Textbook facts on integrals over ε of hockey-stick divergences."""

from __future__ import annotations

from typing import Any

from verified.language import (
    KL,
    Pmf,
    Real,
    Size,
    Term,
    equals,
    exp,
    hockey_stick,
    integral,
    log,
    maximum,
)
from verified.papers.background import paper

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
eps = Real("eps", ">=0", latex=r"\epsilon")
u, v = Real("u", ">=0"), Real("v", ">=0")
some_u, some_v = Real("u", ">0"), Real("v", ">0")
t, r, level = Real("t"), Real("r", ">=0"), Real("s")


def excesses(one: Any, two: Any) -> Term:
    """What one symbol with two masses adds to E(P‖Q) + e^−ε E(Q‖P)."""
    back = exp(-eps) * maximum(0, two - exp(eps) * one)
    return maximum(0, one - exp(eps) * two) + back


def weighted(one: Any, two: Any, power: Any) -> Term:
    """The integral of what it adds to e^(tε) E(P‖Q) + e^−(t+1)ε E(Q‖P)."""
    back = exp(-(power + 1) * eps) * maximum(0, two - exp(eps) * one)
    return integral(eps, exp(power * eps) * maximum(0, one - exp(eps) * two) + back)


paper.claim(
    "hockey-stick-integral",
    then={
        "masses": {
            "forall": [u, v],
            "then": equals(integral(eps, excesses(u, v)), u * log(u) - u * log(v) - u + v),
            "note": "An integral of exponentials up to |ln(u/v)|; infinite where v = 0 < u.",
        },
        "laws": {
            "forall": [P, Q],
            "then": equals(
                KL(P, Q),
                integral(
                    eps,
                    hockey_stick(P, Q, eps) + exp(-eps) * hockey_stick(Q, P, eps),
                ),
            ),
            "note": "The sum over the symbols.",
        },
    },
)

paper.claim(
    "excess-integral",
    then={
        "exchanged": {
            "forall": [u, v, t],
            "then": equals(weighted(u, v, t), weighted(v, u, -1 - t)),
        },
        "positive": {
            "forall": [some_u, some_v, t],
            "then": equals(
                t * (t + 1) * weighted(some_u, some_v, t),
                some_u * exp(t * log(some_u / some_v)) - (t + 1) * some_u + t * some_v,
            ),
        },
        "converges": {
            "forall": [some_u, some_v, t],
            "then": weighted(some_u, some_v, t) < float("inf"),
        },
        "nonnegative": {"forall": [u, v, t], "then": weighted(u, v, t) >= 0},
        "tail": {
            "forall": [u, t],
            "given": [t < 0],
            "then": equals(weighted(u, 0, t), u / (-t)),
        },
        "endless": {
            "forall": [u, t, r],
            "given": [t >= 0],
            "then": r * u <= weighted(u, 0, t),
            "note": "So that it is infinite where u > 0.",
        },
        "finite": {
            "forall": [some_u, v, level],
            "given": [some_u * log(some_u) - some_u * log(v) <= level],
            "then": v > 0,
            "note": "Where a divergence is finite, the second mass isn't 0.",
        },
    },
    note="What one symbol with the masses u and v adds to the integral for Rényi's divergences.",
)

__all__ = ["paper"]
