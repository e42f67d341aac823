"""The Gaussian mechanism: Theorem 3 and its steps.

Laws on R^d are no variables of the language: what is stated of them is what the line, finite data
with white noise, or covariance matrices (`covariances`) say; `note` names what readers must add.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Formula,
    Pmf,
    Real,
    Reals,
    Symbol,
    Term,
    both,
    determinant,
    differential_entropy,
    equals,
    every,
    exp,
    gaussian,
    gaussian_information,
    gaussian_mixture,
    log,
    pi,
    reals_table,
    remainder,
    sqrt,
    total,
)
from verified.papers.ngo_2024.common import bits, log2, paper
from verified.papers.ngo_2024.covariances import (
    TURNED,
    axis,
    basis,
    both_entry,
    dimension,
    eigenvalues,
    eigenvectors,
    floor,
    gains,
    half_x,
    half_y,
    in_basis,
    law,
    matrix,
    noise_entry,
    noise_of_data,
    normal_entropy,
    other_place,
    own_noise,
    place,
    points,
    product,
    ratio_entry,
    signal_and_noise,
    symbols,
    trace_of,
    turning,
    unit,
    width,
    with_input,
)
from verified.papers.ngo_2024.peak_limit import itself, variance

# --- Theorem 3 ------------------------------------------------------------------------------------

spread = Real("k", ">=0", latex=r"K_X")
noise = Real("v", ">0", latex=r"K_Y")
line_points = Reals("f", symbols * 1)


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
        "scope": "inputs of finitely many values in dimension 1",
        "forall": [symbols, law, line_points, noise],
        "then": bits(gaussian_information(law, itself, line_points, 1, noise))
        <= log2(1 + power / noise) / 2,
        "note": "X takes finitely many values, of variance K_X; Y is normal.",
    },
    "noise": {
        "scope": "mixtures of finitely many normal laws in dimension 1",
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
        "scope": "inputs of finitely many values, and white noise",
        "forall": [symbols, dimension, law, points, level, noise_level],
        "given": [trace / dimension <= level],
        "then": bits(gaussian_information(law, itself, points, dimension, noise_level)) <= BEST,
        "note": "X takes finitely many values in R^d, K_X has a trace of at most dΔ²; Y is best.",
    },
    "noise-any-dimension": {
        "scope": "white inputs, and noise that is finite data and white Gaussian noise",
        "forall": [symbols, dimension, law, points, variance, level, noise_level],
        "given": [trace / dimension + variance <= noise_level],
        "then": bits(entropy(variance + level) - entropy(variance)) >= BEST,
        "note": "Y is f(V) + N(0, v I) with finite data V, K_Y has a trace of at most dσ²; X is "
        "best, and the left side is h(X + Y) − h(Y).",
    },
}
MATRICES: dict[str, Any] = {
    "value-any-dimension": {
        "forall": [dimension, width, half_x, half_y, floor],
        "then": equals(
            normal_entropy(both_entry) - normal_entropy(noise_entry),
            log2(determinant(matrix(ratio_entry), dimension)) / 2,
        ),
        "note": (
            "(19) in d dimensions, K_Y⁻¹ by Cramer's rule. K_X = B Bᵀ is any covariance matrix, "
            "K_Y = C Cᵀ + c I any positive definite one. What X* tells is h(X* + Y*) − h(Y*), by "
            "the entropy d/2 log(2πe) + ½ log det K of N(0, K)."
        ),
    },
    "best-input-covariance": {
        "forall": [dimension, width, half_x, level, noise_level],
        "given": [trace_of(half_x) <= dimension * level],
        "then": log2(determinant(matrix(lambda one, two: (
            product(half_x, one, two) / noise_level + unit(one, two))), dimension)) / 2 <= BEST,
        "note": "For every covariance matrix K_X = B Bᵀ of trace at most dΔ², at K_Y = σ²I.",
    },
    "best-noise-covariance": {
        "forall": [dimension, width, half_y, floor, level, noise_level],
        "given": [trace_of(half_y) + dimension * floor <= dimension * noise_level],
        "then": log2(
            determinant(matrix(lambda one, two: product(half_y, one, two) + (
                floor + level) * unit(one, two)), dimension)
            / determinant(matrix(noise_entry), dimension)
        ) / 2 >= BEST,
        "note": (
            "For every positive definite K_Y = C Cᵀ + c I of trace at most dσ², at K_X = Δ²I: "
            "det(I + K_Y⁻¹ K_X) is det(K_X + K_Y)/det K_Y (value-any-dimension)."
        ),
    },
}
def apart_by(more: Any, less: Any) -> Term:
    """½ log det(I + K_Y⁻¹ K_X), from the entries of K_X + K_Y and K_Y."""
    return log2(determinant(matrix(more), dimension) / determinant(matrix(less), dimension)) / 2


scaled = reals_table(
    symbols * dimension, lambda s: points[s] / sqrt(1 + gains[remainder(s, dimension)])
)
CORRELATED: dict[str, Any] = {
    "signal-correlated": {
        "scope": "inputs of finitely many values",
        "forall": [symbols, dimension, law, points, basis],
        "given": [determinant(matrix(own_noise), dimension) > 0],
        "then": bits(gaussian_information(law, itself, points, dimension, 1))
        <= apart_by(signal_and_noise, own_noise),
        "note": (
            "For every regular K_Y = L Lᵀ. X is L f(V) with finite data V, which is any input of "
            "finitely many values, and Y is L N(0, I). I(X;X + Y) is I(V;f(V) + N(0, I)), as L is "
            "invertible; the right side is (19), K_X = L Cov(f(V)) Lᵀ (`value-any-dimension`)."
        ),
    },
    "noise-correlated": {
        "scope": "noise that is finite data and Gaussian noise",
        "forall": [symbols, dimension, law, points, gains, basis],
        "given": [determinant(matrix(own_noise), dimension) > 0],
        "then": total(axis, log2(1 + gains[axis])) / 2
        + bits(gaussian_information(law, itself, scaled, dimension, 1))
        - bits(gaussian_information(law, itself, points, dimension, 1))
        >= apart_by(in_basis(with_input), in_basis(noise_of_data)),
        "note": (
            "For every K_X, and every Y = g(V) + N(0, K) with finite data V and regular K: in some "
            "basis K is I and K_X is diagonal, so that K = L Lᵀ, K_X = L diag(k) Lᵀ and g = L f. "
            "The left side is h(X + Y) − h(Y), where L adds as much to both entropies and the jth "
            "coordinate of the rest of X + Y is scaled by 1/√(1 + k_j); K_Y is "
            "L (Cov(f(V)) + I) Lᵀ."
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
            "scope": "dimension 1",
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
        **MATRICES,
        **EVERY_DIMENSION,
        **CORRELATED,
    },
    note=(
        "(19) and the optimal covariances are stated for all covariance matrices, K_Y invertible: "
        "the best input against σ²I, and the best noise against Δ²I. The saddle point of the laws "
        "is stated for all covariance matrices too, singular K_Y apart; laws on R^d are no "
        "variables of the language, and so inputs take finitely many values there, and noise is "
        "the sum of such a number and Gaussian noise."
    ),
)

a, b, c = Real("a", ">=0"), Real("b"), Real("c", ">=0")
e, f, g = Real("e", ">0"), Real("f"), Real("g", ">0")

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
row = Symbol("i", dimension)
FALLING = every(row, every(j, signals[row] >= signals[j], where=row <= j))
WITH_THESE = every(row, every(j, noises[row] >= noises[j], where=row <= j))
AGAINST_THESE = every(row, every(j, noises[row] <= noises[j], where=row <= j))
turned_signal, turned_noise = eigenvectors(signals, -1), eigenvectors(noises, 1)
any_log_det = apart_by(
    lambda one, two: turned_signal(one, two) + turned_noise(one, two), turned_noise)
less_noise, more_signal = Real("w", ">0"), Real("l", ">=0")
# What is left of the power, given to every coordinate alike.
unspent_signal = level - total(j, signals[j]) / dimension
unspent_noise = noise_level - total(j, noises[j]) / dimension
other_law, share = Pmf("Q", symbols), Real("t", "[0,1]")


def is_mixed(value: Any) -> Formula:
    """That the mean of a function of X under a mixture is the mixture of its means."""
    mean_of_both = total(place, (share * law[place] + (1 - share) * other_law[place]) * value)
    means = [total(place, of[place] * value) for of in (law, other_law)]
    return equals(mean_of_both, share * means[0] + (1 - share) * means[1])


paper.claim(
    "theorem-3-steps",
    at="App. D, (48)–(51)",
    then={
        "saddle-signal": SADDLE["signal"],
        "saddle-noise": SADDLE["noise"],
        "saddle-signal-any-dimension": CORRELATED["signal-correlated"],
        "saddle-noise-any-dimension": CORRELATED["noise-correlated"],
        "convex-set": {
            "scope": "inputs of finitely many values",
            "forall": [symbols, dimension, law, other_law, points, share, row, j],
            "then": both(
                is_mixed(points[place * dimension + row]),
                is_mixed(points[place * dimension + row] * points[place * dimension + j]),
            ),
            "note": (
                "That P(K) is convex: laws of mean 0 and second moments K have mixtures of mean 0 "
                "and second moments K. `eq-17.concave` and `eq-17.convex` have what else is said "
                "of convexity before the saddle point."
            ),
        },
        "value": MATRICES["value-any-dimension"],
        "eigenvalues": {
            "scope": "covariance matrices of order 2",
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
        "restricted-signals": {
            "forall": [dimension, signals, noises, level],
            "given": [SIGNALS],
            "then": both(
                equals(total(j, signals[j] + unspent_signal), dimension * level),
                total(j, log2(1 + signals[j] / noises[j])) / 2
                <= total(j, log2(1 + (signals[j] + unspent_signal) / noises[j])) / 2,
            ),
            "note": "That S_X is no loss: what isn't spent is given to every coordinate alike.",
        },
        "restricted-noises": {
            "forall": [dimension, signals, noises, noise_level],
            "given": [NOISES],
            "then": both(
                equals(total(j, noises[j] + unspent_noise), dimension * noise_level),
                total(j, log2(1 + signals[j] / (noises[j] + unspent_noise))) / 2
                <= total(j, log2(1 + signals[j] / noises[j])) / 2,
            ),
            "note": "That S_Y is no loss.",
        },
        "maximum": {**OPTIMAL["best-input"], "note": "(50)"},
        "minimum": {**OPTIMAL["best-noise"], "note": "(51)"},
    },
    note=(
        "The existence of a saddle point is cited there from convexity without compactness. "
        "λ_Y lies in R_+^d in (49), zeros among its entries, where the formula before it divides "
        "by 0: entries of λ_Y are positive here. (50) and (51) are stated as bounds, which Δ²1 and "
        "σ²1 themselves meet with equality. That every solution of (49) is a saddle point isn't "
        "stated; that these two are one is. (16) for the laws themselves is `theorem-3` and "
        "`eq-17`."
    ),
)
paper.claim(
    "theorem-3-steps-repaired",
    at="App. D, before (49)",
    **COVARIANCES,
    then={
        "least": {
            "scope": "covariance matrices of order 2",
            "then": LOG_DET >= SAME_ORDER,
        },
        "most": {
            "scope": "covariance matrices of order 2",
            "then": LOG_DET <= OTHER_ORDER,
        },
        "least-any-dimension": {
            "forall": [dimension, signals, noises, turning],
            "given": [FALLING, WITH_THESE],
            "then": any_log_det >= total(j, log2(1 + signals[j] / noises[j])) / 2,
            "note": TURNED,
        },
        "most-any-dimension": {
            "forall": [dimension, signals, noises, turning],
            "given": [FALLING, AGAINST_THESE],
            "then": any_log_det <= total(j, log2(1 + signals[j] / noises[j])) / 2,
            "note": TURNED,
        },
        "common": {
            "scope": "covariance matrices of order 2",
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

__all__: list[str] = []
