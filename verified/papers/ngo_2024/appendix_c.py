"""Appendix C: why the infimum and the supremum of (17) may be exchanged, and what of it fails."""

from __future__ import annotations

from typing import Any

from verified.language import (
    TV,
    Channel,
    I,
    Independent,
    Joint,
    Markov,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    as_joint,
    cases,
    channel_of,
    channel_table,
    equals,
    exp,
    gaussian_information,
    gaussian_mixture,
    information,
    joint_of_outputs,
    log,
    output,
    pi,
    pmf_of,
    pmf_table,
    quotient,
    reals_table,
    remainder,
    sqrt,
    total,
)
from verified.papers.ngo_2024.common import bits, paper
from verified.papers.ngo_2024.covariances import axis, dimension, law, points, symbols
from verified.papers.ngo_2024.gaussian import (
    gain,
    level,
    line_points,
    noise_level,
    power,
    trace,
)
from verified.papers.ngo_2024.peak_limit import itself, variance
from verified.syntax.terms import size_of

# X given θ, and Y, have laws of mean 0 on −1, 0, 1: of θ's law and these two no more is asked.
spread_x, spread_y = Real("p", "[0,1]"), Real("q", "[0,1]")
outside, centre = Real("a", "[0,1]"), Real("b", "[0,1]")
around = spread_y / 2, 1 - spread_y, spread_y / 2
plus_noise = channel_of(*([*[0] * x, *around, *[0] * (2 - x)] for x in range(3)))
theta_given = channel_of(*([1 - chance, chance] for chance in (outside, centre, outside)))
switched = joint_of_outputs(
    pmf_of(spread_x / 2, 1 - spread_x, spread_x / 2), theta_given, plus_noise
)
SWITCHED: dict[str, Any] = {"forall": [spread_x, outside, centre, spread_y]}


def picked(law: Term, rows: Term, channel: Term) -> Term:
    """The joint law of θ = T, of X, which has the law `rows[θ]`, and of Z, X through a channel."""
    choices, (inputs, outputs) = size_of(law), channel.sort.sizes()

    def cell(place: Term) -> Term:
        first = quotient(place, outputs)
        theta, x = quotient(first, inputs), remainder(first, inputs)
        return law[theta] * rows[theta, x] * channel[x, remainder(place, outputs)]

    return as_joint(pmf_table(choices * inputs * outputs, cell), T=choices, X=inputs, Z=outputs)


choices, outcomes = Size("m"), Size("k")
joint = Joint("J", T=choices, X=symbols, Z=outcomes)
choice, choice_rows = Pmf("R", choices), Channel("P", choices, symbols)
whole_channel = Channel("W", symbols, outcomes)
chosen = picked(choice, choice_rows, whole_channel)
theta = Symbol("theta", choices, latex=r"\theta")
CHOSEN: dict[str, Any] = {"forall": [choice, choice_rows, whole_channel]}
ANY_NOISE = "θ takes any number of values, X has any law given θ, and the channel W adds Y to X."


def told_at(law: Term) -> Term:
    """I(X;X+Y) of an input with this law and Gaussian noise."""
    return gaussian_information(law, itself, points, dimension, variance)


# What the minimax theorem is to give: the worst input of the power dΔ² against white noise tells no
# more than white input of that power tells through any noise of the power dσ².
other_symbols = Size("k")
other_law, other_points = Pmf("Q", other_symbols), Reals("g", other_symbols * dimension)
other_axis_mean = total(
    Symbol("t", other_symbols),
    other_law[Symbol("t", other_symbols)]
    * other_points[Symbol("t", other_symbols) * dimension + axis],
)
_other_place = Symbol("s", other_symbols)
other_trace = total(axis, total(_other_place, other_law[_other_place] * (
    other_points[_other_place * dimension + axis] - other_axis_mean
) ** 2))
other_itself = channel_table(
    other_symbols, other_symbols, lambda x, y: cases(equals(x, y), 1, 0)
)


def other_entropy(of_noise: Term) -> Term:
    """h(g(V) + N(0, v I)) in nats, as `entropy` has it."""
    told_here = gaussian_information(
        other_law, other_itself, other_points, dimension, of_noise
    )
    return dimension * log(2 * pi() * exp(1) * of_noise) / 2 + told_here


component = Symbol("r", other_symbols)
other_component = Symbol("q", other_symbols)
mixed_centres, mixed_parts = Reals("z", other_symbols), Reals("u", other_symbols, ">0")
mixed_noise = gaussian_mixture(other_law, mixed_centres, mixed_parts)
mixed_sum = gaussian_mixture(
    other_law, mixed_centres, reals_table(other_symbols, lambda part: mixed_parts[part] + level)
)
mixed_mean = total(other_component, other_law[other_component] * mixed_centres[other_component])
mixed_power = total(component, other_law[component] * (
    mixed_parts[component] + (mixed_centres[component] - mixed_mean) ** 2
))

EXCHANGE: dict[str, Any] = {
    "exchange": {
        "scope": "inputs of finitely many values and normal mixtures in dimension 1",
        "forall": [
            symbols, law, line_points, other_symbols, other_law, mixed_centres, mixed_parts, level,
            noise_level,
        ],
        "given": [power <= level, mixed_power <= noise_level],
        "then": bits(gaussian_information(law, itself, line_points, 1, noise_level))
        <= gain(mixed_sum, mixed_noise),
        "note": (
            "That (17) holds, for d = 1: the supremum over inputs of the least noise, which is "
            "normal, is at most the least over noises of what the normal input tells, so that the "
            "infimum of suprema is at most the supremum of infima. X takes finitely many values, "
            "and Y is a mixture of finitely many normal laws."
        ),
    },
    "exchange-any-dimension": {
        "scope": "inputs of finitely many values, and finite data with white Gaussian noise",
        "forall": [
            symbols, dimension, law, points, other_symbols, other_law, other_points, variance,
            level, noise_level,
        ],
        "given": [trace / dimension <= level, other_trace / dimension + variance <= noise_level],
        "then": bits(gaussian_information(law, itself, points, dimension, noise_level))
        <= bits(other_entropy(variance + level) - other_entropy(variance)),
        "note": "The same in every dimension, for Y = g(V) + N(0, v I) with finite data V.",
    },
}

mass = Real("c", "(0,1]")
vanishing = Real("c", "[0,1]")


def outlying(share: Term) -> Term:
    """The distance of the outer points; where they have no mass it may be any, here 0."""
    return cases(share <= 0, 0, sqrt(variance / share))


paper.claim(
    "eq-17",
    at="App. C, (17), (42)–(47)",
    step=True,
    then={
        "closed": {
            "forall": [vanishing, variance],
            "then": equals(vanishing * outlying(vanishing) ** 2, variance),
            "note": (
                "(i), which asks P(v) to be compact, for d = 1: the law with the masses c/2, "
                "1 − c, c/2 at −t, 0, t, where c t² = v, lies in P(v) for c > 0 and tends to that "
                "at c = 0 in total variation (`eq-17-escape`). If P(v) is closed, that law has "
                "the variance v too."
            ),
        },
        **EXCHANGE,
        "convex": {
            "scope": "finite alphabets",
            "forall": [joint],
            "given": [Independent(joint, "T", "X")],
            "then": I(joint, "X;Z") <= I(joint, "X;Z|T"),
            "note": (
                "(ii): T, independent of X, chooses between noises, so that the mixed noise tells "
                "no more than the noises do on average. For any finite alphabets and channels."
            ),
        },
        "first-expansion": {
            "scope": "laws on three points of the line",
            **SWITCHED,
            "then": equals(I(switched, "X,Y;Z"), I(switched, "Y;Z") + I(switched, "X;Z|Y")),
            "reading": "with-theta",
            "readings": {
                "printed": {
                    "then": equals(I(switched, "X;Y,Z"), I(switched, "Y;Z") + I(switched, "X;Z|Y")),
                },
            },
        },
        "second-expansion": {
            "scope": "laws on three points of the line",
            **SWITCHED,
            "then": equals(I(switched, "X,Y;Z"), I(switched, "X;Z") + I(switched, "Y;Z|X")),
            "reading": "with-theta",
            "readings": {
                "printed": {
                    "then": equals(I(switched, "X;Y,Z"), I(switched, "X;Z") + I(switched, "Y;Z|X")),
                },
            },
        },
        "no-more": {
            "scope": "finite alphabets",
            **CHOSEN,
            "then": equals(I(chosen, "T;Z|X"), 0),
            "note": f"Before (44). {ANY_NOISE}",
        },
        "given-less": {
            "scope": "finite alphabets",
            "forall": [joint],
            "given": [Markov(joint, "T", "X", "Z")],
            "then": I(joint, "X;Z|T") <= I(joint, "X;Z"),
            "note": "(44), for any θ, X and X + Y = Z on finite alphabets as `no-more` has them.",
        },
        "conditional": {
            "scope": "finite alphabets",
            **CHOSEN,
            "then": equals(
                I(chosen, "X;Z|T"),
                total(theta, choice[theta] * information(choice_rows[theta], whole_channel)),
            ),
            "note": f"(45). {ANY_NOISE}",
        },
        "concave": {
            "scope": "inputs of finitely many values and white Gaussian noise",
            "forall": [choice, choice_rows, points, variance],
            "then": total(theta, choice[theta] * told_at(choice_rows[theta]))
            <= told_at(output(choice, choice_rows)),
            "note": (
                "What (iii) rests on, for any laws P_θ on finitely many points of R^d and Gaussian "
                "noise: X is at f[s d + j], j < d, for the symbol s."
            ),
        },
    },
    note=(
        "T is θ and Z is X + Y. The expansions (42) are stated for X_0, X_1 and Y of mean 0 on "
        "−1, 0, 1; the joint law there calls θ Y. I(X; X+Y, θ) is printed where I(X, θ; X+Y) is "
        "meant, which with-theta reads. "
        "(i) is false: P(K_Y) isn't compact (`closed`), and the minimax theorem that is cited "
        "doesn't apply. (17) holds all the same wherever K_Y is regular: Theorem 3's saddle "
        "point exchanges the infimum and the supremum (`exchange`). The maximiser P_i may "
        "not exist; (46) wants near-maximisers then. K_d(dσ²) in (iii) is read as K_d(dΔ²)."
    ),
)

paper.claim(
    "eq-17-repaired",
    at="App. C, (i)",
    forall=[vanishing, variance],
    then={"closed": vanishing * outlying(vanishing) ** 2 <= variance},
    note="The limits of laws of P(v) have at most the variance v.",
)

escaping = pmf_of(mass / 2, 1 - mass, mass / 2)
paper.claim(
    "eq-17-escape",
    at="App. C, (i)",
    forall=[mass, variance],
    then={
        "mean": equals(
            escaping[0] * -sqrt(variance / mass) + escaping[2] * sqrt(variance / mass), 0
        ),
        "variance": equals(
            escaping[0] * (variance / mass) + escaping[2] * (variance / mass), variance
        ),
        "near": equals(TV(escaping, pmf_of(0, 1, 0)), mass),
    },
    note=(
        "The law with the masses c/2, 1 − c, c/2 at −√(v/c), 0, √(v/c) has mean 0 and variance v, "
        "and differs from the point mass at 0 by c in total variation. As c falls to 0 these laws "
        "of P(v) converge to one of variance 0, weakly and in total variation: P(v) isn't closed, "
        "hence not compact, which (i) takes for granted."
    ),
)

__all__: list[str] = []
