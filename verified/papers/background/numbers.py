"""Textbook facts on numbers: logarithms and their tangents, exponentials, absolute values."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    Reals,
    Term,
    absolute,
    both,
    cases,
    either,
    equals,
    exp,
    indicator,
    log,
    maximum,
    minimum,
    total,
)
from verified.papers.background.common import (
    COVER_THOMAS,
    A,
    a,
    ceiling,
    eps,
    j,
    k,
    mass,
    other_mass,
    paper,
    slope,
)

left, right = Reals("u", k, "(0,inf)"), Reals("v", k, "(0,inf)")

paper.claim(
    "log-sum",
    at=f"{COVER_THOMAS}, Theorem 2.7.1",
    forall=[left, right],
    then=total(j, left[j]) * log(total(j, left[j]) / total(j, right[j]))
    <= total(j, left[j] * log(left[j] / right[j])),
    note="For positive numbers; zeros are met by `dpi-kl.event`, whose conventions are those of D.",
)

x_real = Real("x", ">=0")
lower, upper = Real("u", ">=0"), Real("v", ">0")
inside = cases(equals(indicator(A, a), 1), 1, 0)
weight = Real("w", ">=0")

paper.claim(
    "log-tangent",
    forall=[x_real],
    then={
        "line": log(x_real) <= x_real - 1,
        "exponential": {"forall": [eps], "then": 1 + eps <= exp(eps)},
        "pair": {
            "forall": [mass, other_mass, slope],
            "then": mass * log(slope) + mass - other_mass * slope
            <= mass * log(mass) - mass * log(other_mass),
            "note": "The right side is +∞ for q = 0 < p; equal at s = p/q.",
        },
        "scaled": {
            "forall": [weight, mass, other_mass, slope],
            "then": weight * (mass * log(slope) + mass - other_mass * slope)
            <= weight * mass * log(mass) - weight * mass * log(other_mass),
            "note": "The same times a weight, which may be 0.",
        },
    },
)

touching = -ceiling / (1 + other_mass)
steep = exp(ceiling / mass)

number_r, number_s, bound_c = Real("r"), Real("s"), Real("c")

paper.claim(
    "log-increasing",
    forall=[lower, upper],
    given=[lower <= upper],
    then={
        "positive": {"given": [lower > 0, lower <= upper], "then": log(lower) <= log(upper)},
        "scaled": lower * log(lower) <= lower * log(upper),
    },
)

paper.claim(
    "exponential-increasing",
    forall=[number_r, number_s],
    given=[number_r <= number_s],
    then=exp(number_r) <= exp(number_s),
)

paper.claim(
    "absolute-value",
    forall=[number_r, number_s, bound_c],
    then={
        "above": {
            "forall": [number_r],
            "then": both(number_r <= absolute(number_r), -number_r <= absolute(number_r)),
        },
        "least": {
            "forall": [number_r, bound_c],
            "given": [number_r <= bound_c, -number_r <= bound_c],
            "then": absolute(number_r) <= bound_c,
        },
        "triangle": {
            "forall": [number_r, number_s],
            "then": absolute(number_r + number_s) <= absolute(number_r) + absolute(number_s),
        },
        "least-of-two": {
            "given": [bound_c <= number_r, bound_c <= number_s],
            "then": bound_c <= minimum(number_r, number_s),
        },
        "below-both": {
            "forall": [number_r, number_s],
            "then": both(
                minimum(number_r, number_s) <= number_r, minimum(number_r, number_s) <= number_s
            ),
        },
        "largest-of-two": {
            "given": [number_r <= bound_c, number_s <= bound_c],
            "then": maximum(number_r, number_s) <= bound_c,
        },
        "above-both": {
            "forall": [number_r, number_s],
            "then": both(
                number_r <= maximum(number_r, number_s), number_s <= maximum(number_r, number_s)
            ),
        },
        "half-sum": {
            "forall": [number_r, number_s],
            "then": both(
                equals(
                    minimum(number_r, number_s),
                    (number_r + number_s - absolute(number_r - number_s)) / 2,
                ),
                equals(
                    maximum(number_r, number_s),
                    (number_r + number_s + absolute(number_r - number_s)) / 2,
                ),
            ),
        },
        "membership": {
            "forall": [A, a],
            "then": both(inside >= 0, inside <= 1),
            "note": "Whether a symbol is in an event, as it stands in a sum.",
        },
    },
)

paper.claim(
    "log-envelope",
    forall=[mass, other_mass, ceiling],
    then={
        "zero": {
            "given": [mass <= 0, ceiling < 0],
            "then": ceiling < mass * log(touching) + mass - other_mass * touching,
        },
        "steep": {
            "given": [mass > 0, other_mass <= 0],
            "then": ceiling < mass * log(steep) + mass - other_mass * steep,
        },
        "ratio": {
            "given": [mass > 0, other_mass > 0],
            "then": equals(
                mass * log(mass) - mass * log(other_mass),
                mass * log(mass / other_mass) + mass - other_mass * (mass / other_mass),
            ),
        },
        "nothing": {
            "forall": [mass, other_mass],
            "given": [mass <= 0],
            "then": equals(mass * log(mass) - mass * log(other_mass), 0),
        },
    },
    note=(
        "Where p ln s + p − q s ≤ r for every s > 0, these slopes s show p ln p − p ln q ≤ r: "
        "the tangents of `log-tangent.pair` touch."
    ),
)

x_above, y_above = Real("x", ">0"), Real("y", ">0")

paper.claim(
    "log-product",
    forall=[x_above, y_above],
    then=equals(log(x_above * y_above), log(x_above) + log(y_above)),
)

bend, top, rest, limit = Real("a"), Real("t"), Real("b"), Real("c")
start, finish, between = Real("u"), Real("v"), Real("x")


def parabola(place: Any) -> Term:
    """A parabola with its top or bottom at t."""
    found: Term = bend * (place - top) ** 2 + rest
    return found


paper.claim(
    "parabola",
    forall=[bend, top, rest, limit, start, finish, between],
    given=[
        start <= between,
        between <= finish,
        absolute(parabola(start)) <= limit,
        absolute(parabola(finish)) <= limit,
        either(top <= start, either(finish <= top, absolute(rest) <= limit)),
    ],
    then=absolute(parabola(between)) <= limit,
    note="On an interval it is largest in size at an end, or at its top or bottom within.",
)
