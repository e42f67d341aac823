"""The steps of the proofs of Theorem 2 (Appendix C) and of Corollary 2 (Appendix D).

A plan between the weights is α_i followed by a channel W, w_ml = α_im W_m(l); w_ml/α_im is W_m(l).
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    cases,
    either,
    equals,
    every,
    exp,
    interval_mass,
    maximum,
    total,
)
from verified.papers.ding_2024.common import deviation, eps, paper, scale, tail
from verified.papers.ding_2024.theorem_1 import noised
from verified.papers.ding_2024.theorem_2 import (
    deviations,
    distinct,
    first,
    gap,
    law,
    m,
    means,
    moved_means,
    n,
    other_deviations,
    other_means,
    own,
    second,
    split,
)

point, response, normal = Real("x"), Real("y"), Real("z")
low, high = Real("l1"), Real("h")
mass = Real("p", "[0,1]")
component = Symbol("i", n)


def image(k: Any, j: Any, x: Any) -> Term:
    """T_ml(x)."""
    found: Term = other_means[j] + other_deviations[j] / deviations[k] * (x - means[k])
    return found


def kernel(place: Any) -> Term:
    """The density of the noise."""
    return exp(-absolute(place) / scale) / (2 * scale)


def event_mass(centre: Any) -> Term:
    """The probability of (l, h] where the data have one component."""
    return interval_mass(noised(centre, deviation**2), low, high)


reached = total(
    second,
    split[first, second] * exp(eps - absolute(point - image(first, second, point)) / scale),
)
near = exp(eps - absolute(means[first] - other_means[second]) / scale)
separate = total(first, own[first] * event_mass(means[first]) * (
    1 - total(second, split[first, second] * near)
))
merged = event_mass(means[component]) * (
    1 - total(first, total(second, own[first] * split[first, second] * near))
)

# A law on the pairs of components, and what belongs to each.
pairs = Size("k")
pair = Symbol("j", pairs)
weights = Pmf("w", pairs, latex="w^*")
distances = Reals("d", pairs, ">=0")
slopes, shifts = Reals("a", pairs), Reals("g", pairs)
mean_distance = total(pair, weights[pair] * distances[pair])
exact_mean = total(pair, weights[pair] * absolute(slopes[pair] * normal + shifts[pair]))
bounded_mean = total(
    pair, weights[pair] * (absolute(slopes[pair]) * absolute(normal) + absolute(shifts[pair]))
)
value = Real("u")
shift, spread, room = Real("G", ">=0"), Real("S", ">0"), Real("c", ">=0")


def excess(distance: Any) -> Term:
    """[1 − e^(ε − d/b)]_+."""
    return maximum(0, 1 - exp(eps - distance / scale))


at = means[component] + deviations[component] * normal


def substituted(centre: Any) -> Term:
    """|x − T_ml(x)| at x = μ + σ z with the mean and deviation of one component."""
    x = means[centre] + deviations[centre] * normal
    return absolute(x - image(first, second, x))


in_normal = absolute(
    (deviations[first] - other_deviations[second]) * normal + (means[first] - other_means[second])
)

paper.claim(
    "theorem-2-steps",
    at="Appendix C, (24) to (30)",
    scope="integrands, for each x and y",
    forall=[eps, scale],
    then={
        "first": {
            "forall": [
                n, m, split, means, other_means, deviations, other_deviations, eps, scale, point,
                response, first,
            ],
            "then": kernel(response - point) - exp(eps) * total(
                second, split[first, second] * kernel(response - image(first, second, point))
            )
            <= kernel(response - point) * (1 - reached),
            "note": "Of one component m of the first mixture.",
        },
        "eq-24": {
            "scope": "components of one deviation, events (l, h]",
            "forall": [
                n, m, own, split, means, other_means, deviation, eps, scale, low, high, component,
            ],
            "given": [every(first, own[first] > 0), low <= high],
            "then": equals(separate, merged),
            "note": (
                "The sum over the components is taken inside of one integral, though each has a "
                "measure of its own; the m of dg(x; μ_im, σ_im²) is then bound by nothing, and is "
                "read as any component i. With one deviation |x − T_ml(x)| is |μ_im − μ_jl|."
            ),
        },
        "eq-25": {
            "forall": [pairs, weights, distances, eps, scale],
            "then": 1 - total(pair, weights[pair] * exp(eps - distances[pair] / scale))
            <= 1 - exp(eps - mean_distance / scale),
        },
        "eq-26": {"forall": [mass, value], "then": mass * value <= mass * maximum(0, value)},
        "eq-27": {
            "forall": [mass, value], "then": mass * maximum(0, value) <= maximum(0, value)
        },
        "eq-28": {
            "forall": [
                n, m, means, other_means, deviations, other_deviations, normal, first, second,
                component,
            ],
            "then": equals(substituted(first), in_normal),
            "reading": "own",
            "readings": {"merged": {"then": equals(substituted(component), in_normal)}},
            "note": (
                "x = μ_im + σ_im z is put in for all pairs at once: `merged` has the free m of "
                "(24), `own` the m of the pair, as it would be without (24). In (28) a bar is "
                "missing: |(σ_im − σ_jl) z + (μ_im − μ_jl)| is read, as the text after (30) has it."
            ),
        },
        "eq-29": {
            "forall": [pairs, weights, slopes, shifts, eps, scale, normal],
            "then": excess(exact_mean) <= excess(bounded_mean),
        },
        "eq-30": {
            "forall": [value, eps, scale],
            "then": excess(value) <= cases(value <= eps * scale, 0, 1),
        },
        "tail": {
            "scope": "",
            "forall": [shift, spread, room, eps, scale],
            "given": [(shift + room) / eps <= scale],
            "then": equals(2 * tail((eps * scale - shift) / spread), 2 * tail(room / spread)),
            "note": (
                "“For b ≥ …, ∫_A dg = Pr(|Z| > c/Σ w|σ − σ'|)”, with G = Σ w|μ − μ'| and "
                "S = Σ w|σ − σ'|: A is {S|z| + G > εb}. They are equal for equality in b only."
            ),
        },
    },
)
paper.claim(
    "theorem-2-steps-repaired",
    at="Appendix C, (24) to (30)",
    forall=[eps, scale],
    then={
        "eq-24": {
            "scope": "components of one deviation, events (l, h]",
            "forall": [
                n, m, own, split, means, other_means, deviation, eps, scale, low, high, component,
            ],
            "given": [
                every(first, either(own[first] <= 0, equals(
                    event_mass(means[first]), event_mass(means[component])
                ))),
                low <= high,
            ],
            "then": equals(separate, merged),
            "note": (
                "Where each component that occurs gives the event the probability that the free "
                "component gives it, as a mixture of one component does. Without this, what "
                "(24) is for is repaired in Theorem 2: one integral a component."
            ),
        },
        "tail": {
            "forall": [shift, spread, room, eps, scale],
            "given": [(shift + room) / eps <= scale],
            "then": 2 * tail((eps * scale - shift) / spread) <= 2 * tail(room / spread),
            "note": "The tail with ≤.",
        },
    },
)

shifted = response - point + means[first] - moved_means[first]
shortfall = 1 - exp(eps - gap(first) / scale)

paper.claim(
    "corollary-2-steps",
    at="Appendix D",
    forall=[n, law, means, moved_means, deviation, eps, scale],
    then={
        "bound": {
            "scope": "integrands, for each x and y",
            "forall": [n, means, moved_means, eps, scale, point, response, first],
            "then": kernel(response - point) - exp(eps) * kernel(shifted)
            <= shortfall * kernel(response - point),
        },
        "conclusion": {
            "scope": "components of one deviation, events (l, h]",
            "forall": [n, law, means, moved_means, deviation, eps, scale, low, high],
            "given": [
                distinct, total(first, law[first] * gap(first)) / eps <= scale, low <= high,
            ],
            "then": total(first, law[first] * shortfall * event_mass(means[first])) <= 0,
            "note": (
                "“So, b ≥ (1/ε) Σ α_m |μ_im − μ_jm| ensures (4) ≤ 0”: of the bound above it."
            ),
        },
    },
)
paper.claim(
    "corollary-2-steps-repaired",
    at="Appendix D",
    forall=[eps, scale],
    then={
        "conclusion": {
            "scope": "components of one deviation, events (l, h]",
            "forall": [n, law, means, moved_means, deviation, eps, scale, low, high],
            "given": [
                every(first, either(law[first] <= 0, gap(first) / eps <= scale)), low <= high,
            ],
            "then": total(first, law[first] * shortfall * event_mass(means[first])) <= 0,
            "note": "With the largest difference of two means that occur for their mean.",
        },
    },
)
