"""The Gaussian mechanism: eqs. (8), (9), (17), Theorem 3 and its steps.

Laws on R^d are no variables of the language. What is stated here of them is what the line, or the
eigenvalues of covariance matrices, say in full; `note` names what is left to the reader.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
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
    differential_entropy,
    equals,
    every,
    exp,
    gaussian,
    gaussian_information,
    gaussian_mixture,
    hockey_stick,
    information,
    joint_of_outputs,
    log,
    normal_cdf,
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
from verified.language.heads import size_of
from verified.papers.ngo_2024.common import bits, log2, paper

dimension = Size("d")
delta_x = Real("Delta", ">0", latex=r"\Delta")
variance = Real("v", ">0", latex=r"\sigma^2")
eps = Real("eps", ">0", latex=r"\epsilon")


# --- the curves of the Gaussian mechanism ---------------------------------------------------------

distance = Real("t", ">0")
radius = sqrt(dimension) * delta_x
deviation = sqrt(variance)
CURVE = normal_cdf(radius / deviation - eps * deviation / (2 * radius)) - exp(eps) * normal_cdf(
    -radius / deviation - eps * deviation / (2 * radius)
)


def apart(by: Any, spread: Any = variance) -> Term:
    """H_{e^ε} of the outputs of two inputs at this distance."""
    return hockey_stick(gaussian(0, spread), gaussian(by, spread), eps)


paper.claim(
    "eq-9",
    at="eq. (9)",
    forall=[dimension, delta_x, variance, eps],
    then={
        "bound": {
            "forall": [dimension, delta_x, variance, eps, distance],
            "given": [distance <= 2 * radius],
            "then": apart(distance) <= CURVE,
        },
        "attained": equals(apart(2 * radius), CURVE),
    },
    note=(
        "Two normal laws on R^d with covariance σ²I agree across the line through their means, so "
        "that their divergence is that on this line, at the means' distance t; in the ball of "
        "radius √d Δ it is at most 2√d Δ."
    ),
)

symbols = Size("n")
law = Pmf("P", symbols)
points = Reals("f", symbols * dimension)
place, axis = Symbol("s", symbols), Symbol("j", dimension)
itself = channel_table(symbols, symbols, lambda x, y: cases(equals(x, y), 1, 0))
inside = every(place, total(axis, points[place * dimension + axis] ** 2) <= dimension * delta_x**2)
told = gaussian_information(law, itself, points, dimension, variance)
AVERAGE = dimension * log2(1 + delta_x**2 / variance) / 2

paper.claim(
    "eq-8",
    at="eq. (8)",
    forall=[symbols, dimension, law, points, delta_x, variance],
    given=[inside],
    then=bits(told) <= AVERAGE,
    reading="average-power",
    note=(
        "(8) is the definition of the optimal parameter for this mechanism, and needs no proof; as "
        "a supremum over all laws in a ball it can't be written here. Stated is that the supremum "
        "is at most the capacity under average power, for finite alphabets: X takes the value "
        "f[s d + j], j < d, at the symbol s. `verified value peak_capacity` encloses the supremum "
        "itself from both sides."
    ),
)

# --- Theorem 3 ------------------------------------------------------------------------------------

spread = Real("k", ">=0", latex=r"K_X")
noise = Real("v", ">0", latex=r"K_Y")
line_points = Reals("f", symbols * 1)
other_place = Symbol("t", symbols)


def value_at(symbol: Term) -> Term:
    """X's value at a symbol: coordinate 0 of 1."""
    return line_points[symbol * 1 + 0]


mean = total(other_place, law[other_place] * value_at(other_place))
power = total(place, law[place] * (value_at(place) - mean) ** 2)
noise_law = Pmf("Q", symbols)
centres = Reals("y", symbols)
parts = Reals("w", symbols, ">0")
noisy = gaussian_mixture(noise_law, centres, parts)
noisier = gaussian_mixture(
    noise_law, centres, reals_table(symbols, lambda part: parts[part] + spread)
)
noise_mean = total(other_place, noise_law[other_place] * centres[other_place])
noise_power = total(place, noise_law[place] * (parts[place] + (centres[place] - noise_mean) ** 2))


def gain(shape: Term, added: Term) -> Term:
    """I(X;X+Y) as h(X+Y) − h(Y), in bits."""
    return bits(differential_entropy(shape) - differential_entropy(added))


level = Real("p", ">=0", latex=r"\Delta^2")
noise_level = Real("w", ">0", latex=r"\sigma^2")
signals = Reals("a", dimension, ">=0", latex=r"\lambda_X")
noises = Reals("b", dimension, ">0", latex=r"\lambda_Y")
j = Symbol("j", dimension)
BEST = dimension * log2(1 + level / noise_level) / 2
SIGNALS = total(j, signals[j]) <= dimension * level
NOISES = total(j, noises[j]) <= dimension * noise_level

# The same in any dimension, for Y = f(V) + N(0, v I) with finite data V.
axis_mean = total(other_place, law[other_place] * points[other_place * dimension + axis])
trace = total(axis, total(place, law[place] * (points[place * dimension + axis] - axis_mean) ** 2))


def entropy(of_noise: Term) -> Term:
    """h(f(V) + N(0, v I)) in nats: the entropy of the noise, and what it tells of V."""
    told_here = gaussian_information(law, itself, points, dimension, of_noise)
    return dimension * log(2 * pi() * exp(1) * of_noise) / 2 + told_here


SADDLE: dict[str, Any] = {
    "signal": {
        "forall": [symbols, law, line_points, noise],
        "then": bits(gaussian_information(law, itself, line_points, 1, noise))
        <= log2(1 + power / noise) / 2,
        "note": "X takes finitely many values, of variance K_X; Y is normal.",
    },
    "noise": {
        "forall": [symbols, noise_law, centres, parts, spread],
        "then": gain(noisier, noisy) >= log2(1 + spread / noise_power) / 2,
        "note": "X is normal, and Y a mixture of finitely many normal laws, of variance K_Y.",
    },
}
OPTIMAL: dict[str, Any] = {
    "best-input": {
        "forall": [dimension, signals, level, noise_level],
        "given": [SIGNALS],
        "then": total(j, log2(1 + signals[j] / noise_level)) / 2 <= BEST,
    },
    "best-noise": {
        "forall": [dimension, noises, level, noise_level],
        "given": [NOISES],
        "then": total(j, log2(1 + level / noises[j])) / 2 >= BEST,
    },
}
EVERY_DIMENSION: dict[str, Any] = {
    "signal-any-dimension": {
        "forall": [symbols, dimension, law, points, level, noise_level],
        "given": [trace / dimension <= level],
        "then": bits(gaussian_information(law, itself, points, dimension, noise_level)) <= BEST,
        "note": "X takes finitely many values in R^d, K_X has a trace of at most dΔ²; Y is best.",
    },
    "noise-any-dimension": {
        "forall": [symbols, dimension, law, points, variance, level, noise_level],
        "given": [trace / dimension + variance <= noise_level],
        "then": bits(entropy(variance + level) - entropy(variance)) >= BEST,
        "note": (
            "Y is f(V) + N(0, v I) with finite data V, K_Y has a trace of at most dσ²; X is best, "
            "and the left side is h(X + Y) − h(Y)."
        ),
    },
}
value = equals(gain(gaussian(0, spread + noise), gaussian(0, noise)), log2(1 + spread / noise) / 2)
singular = Real("v", ">=0", latex=r"K_Y")

paper.claim(
    "theorem-3",
    at="Theorem 3",
    then={
        **SADDLE,
        "value": {
            "forall": [spread, noise],
            "then": value,
            "reading": "invertible",
            "readings": {
                "every-covariance": {
                    "forall": [spread, singular],
                    "then": equals(
                        gain(gaussian(0, spread + singular), gaussian(0, singular)),
                        log2(1 + spread / singular) / 2,
                    ),
                },
            },
            "note": (
                "d = 1. K_Y is any covariance of trace at most dσ² in (18), singular ones among "
                "them, where K_Y⁻¹ in (19) doesn't exist."
            ),
        },
        **OPTIMAL,
        **EVERY_DIMENSION,
    },
    note=(
        "The saddle point is stated on the line, for inputs and noises of the families written "
        "here, and in every dimension at the optimal covariances, for noise that is finite data "
        "and white Gaussian noise. The optimal covariances are stated in every dimension: "
        "det(I + K_Y⁻¹K_X) is a product over eigenvalues where one of the matrices is a multiple "
        "of I, and the conclusion needs no more: the best input against σ²I, and the best noise "
        "against Δ²I."
    ),
)

a, b, c = Real("a", ">=0"), Real("b"), Real("c", ">=0")
e, f, g = Real("e", ">0"), Real("f"), Real("g", ">0")


def eigenvalues(first: Term, off: Term, second: Term) -> tuple[Term, Term]:
    """The eigenvalues of [[first, off], [off, second]], the larger first."""
    root = sqrt((first - second) ** 2 + 4 * off**2)
    return (first + second + root) / 2, (first + second - root) / 2


signal_values, noise_values = eigenvalues(a, b, c), eigenvalues(e, f, g)
LOG_DET = log2(((a + e) * (c + g) - (b + f) ** 2) / (e * g - f**2)) / 2
SAME_ORDER = (
    log2(1 + signal_values[0] / noise_values[0]) + log2(1 + signal_values[1] / noise_values[1])
) / 2
OTHER_ORDER = (
    log2(1 + signal_values[0] / noise_values[1]) + log2(1 + signal_values[1] / noise_values[0])
) / 2
COVARIANCES: dict[str, Any] = {
    "forall": [a, b, c, e, f, g],
    "given": [a * c >= b**2, e * g > f**2],
}
less_noise, more_signal = Real("w", ">0"), Real("l", ">=0")

paper.claim(
    "theorem-3-steps",
    at="App. D, (48)–(51)",
    then={
        "saddle-signal": SADDLE["signal"],
        "saddle-noise": SADDLE["noise"],
        "eigenvalues": {
            **COVARIANCES,
            "then": equals(LOG_DET, SAME_ORDER),
            "note": (
                "The formula before (49), for covariance matrices of order 2, written out: "
                "[[a, b], [b, c]] of X and [[e, f], [f, g]] of Y, eigenvalues in falling order."
            ),
        },
        "spent": {
            "forall": [spread, more_signal, noise, less_noise],
            "given": [spread <= more_signal, less_noise <= noise],
            "then": log2(1 + spread / noise) <= log2(1 + more_signal / less_noise),
            "note": "Why (49) may ask for equality: more signal or less noise tells more.",
        },
        "maximum": {**OPTIMAL["best-input"], "note": "(50)"},
        "minimum": {**OPTIMAL["best-noise"], "note": "(51)"},
    },
    note="The existence of a saddle point is cited there from convexity without compactness.",
)
paper.claim(
    "theorem-3-steps-repaired",
    at="App. D, before (49)",
    **COVARIANCES,
    then={
        "least": LOG_DET >= SAME_ORDER,
        "most": LOG_DET <= OTHER_ORDER,
        "common": {
            "forall": [a, c, e, g],
            "given": [a >= c, e >= g],
            "then": equals(
                log2((a + e) * (c + g) / (e * g)) / 2,
                (log2(1 + a / e) + log2(1 + c / g)) / 2,
            ),
        },
    },
    note=(
        "Eigenvalues in the same order give the least value over all eigenvectors, in opposite "
        "order the largest. The formula holds where the matrices have the same eigenvectors in the "
        "same order; the minimum over K_Y of the maximum over K_X is not changed by the mistake."
    ),
)

# --- Appendix C -----------------------------------------------------------------------------------

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


paper.claim(
    "eq-17",
    at="App. C, (17), (42)–(47)",
    then={
        "convex": {
            "forall": [joint],
            "given": [Independent(joint, "T", "X")],
            "then": I(joint, "X;Z") <= I(joint, "X;Z|T"),
            "note": (
                "(ii): T, independent of X, chooses between noises, so that the mixed noise tells "
                "no more than the noises do on average. For any finite alphabets and channels."
            ),
        },
        "first-expansion": {
            **SWITCHED,
            "then": equals(I(switched, "X;Y,Z"), I(switched, "Y;Z") + I(switched, "X;Z|Y")),
            "reading": "printed",
            "readings": {
                "with-theta": {
                    "then": equals(I(switched, "X,Y;Z"), I(switched, "Y;Z") + I(switched, "X;Z|Y")),
                },
            },
        },
        "second-expansion": {
            **SWITCHED,
            "then": equals(I(switched, "X;Y,Z"), I(switched, "X;Z") + I(switched, "Y;Z|X")),
            "reading": "printed",
            "readings": {
                "with-theta": {
                    "then": equals(I(switched, "X,Y;Z"), I(switched, "X;Z") + I(switched, "Y;Z|X")),
                },
            },
        },
        "no-more": {
            **CHOSEN,
            "then": equals(I(chosen, "T;Z|X"), 0),
            "note": f"Before (44). {ANY_NOISE}",
        },
        "given-less": {
            "forall": [joint],
            "given": [Markov(joint, "T", "X", "Z")],
            "then": I(joint, "X;Z|T") <= I(joint, "X;Z"),
            "note": "(44), for any θ, X and X + Y = Z on finite alphabets as `no-more` has them.",
        },
        "conditional": {
            **CHOSEN,
            "then": equals(
                I(chosen, "X;Z|T"),
                total(theta, choice[theta] * information(choice_rows[theta], whole_channel)),
            ),
            "note": f"(45). {ANY_NOISE}",
        },
        "concave": {
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
        "−1, 0, 1; the joint law there calls θ Y. I(X; X+Y, θ) stands where I(X, θ; X+Y) is meant: "
        "the reading with-theta. "
        "(i) can't be written here: P(K_Y) is a set of laws. It isn't compact (see "
        "eq-17-escape), but (17) holds all the same wherever K_Y is regular: Theorem 3's saddle "
        "point exchanges the infimum and the supremum. The maximiser P_i may not exist; (46) wants "
        "near-maximisers then. K_d(dσ²) in (iii) is read as K_d(dΔ²)."
    ),
)

mass = Real("c", "(0,1]")
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
        "near": equals(1 - escaping[1], mass),
    },
    note=(
        "The law with the masses c/2, 1 − c, c/2 at −√(v/c), 0, √(v/c) has mean 0 and variance v, "
        "and differs from the point mass at 0 by c in total variation. As c falls to 0 these laws "
        "of P(v) converge to one of variance 0, weakly and in total variation: P(v) isn't closed, "
        "hence not compact, which (i) takes for granted."
    ),
)

__all__: list[str] = []
