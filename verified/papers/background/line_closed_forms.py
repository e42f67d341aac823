"""Closed forms of quantities of laws on the real line, and laws that are written in several ways.

Those of one Laplace or normal law, or of two of one shape and scale, are proved by integrating
densities, as the sources cited do.
"""

from __future__ import annotations

from verified.language import (
    KL,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    absolute,
    both,
    cases,
    differential_entropy,
    equals,
    exp,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    laplace,
    law_cells,
    law_mixture,
    log,
    maximum,
    normal_cdf,
    pi,
    pmf_of,
    pmf_table,
    reals_of,
    reals_table,
    sqrt,
)
from verified.papers.background.common import COVER_THOMAS, paper

BALLE_WANG = "Balle and Wang, Improving the Gaussian mechanism for differential privacy (2018)"
BALLE_BARTHE_GABOARDI = (
    "Balle, Barthe and Gaboardi, Privacy amplification by subsampling: tight analyses via "
    "couplings and divergences (2018)"
)
GIL_ALAJAJI_LINDER = (
    "Gil, Alajaji and Linder, Rényi divergence measures for commonly used univariate continuous "
    "distributions (2013)"
)
KOTZ = "Kotz, Kozubowski and Podgorski, The Laplace Distribution and Generalizations (2001)"
CASELLA_BERGER = "Casella and Berger, Statistical Inference (2nd edition)"
POLYANSKIY_WU = "Polyanskiy and Wu, Information Theory: From Coding to Learning"
r, s, eps = Real("r"), Real("s"), Real("eps", ">=0")

# --- Laplace laws ---------------------------------------------------------------------------------

scale, place = Real("u", ">0"), Real("t")
still, moved = laplace(r, scale), laplace(s, scale)
apart = absolute(r - s) / scale
paper.claim(
    "laplace-hockey-stick",
    at=f"{BALLE_BARTHE_GABOARDI}, Theorem 3 (privacy profiles)",
    forall=[r, s, scale, eps],
    then=equals(hockey_stick(still, moved, eps), maximum(0, 1 - exp((eps - apart) / 2))),
)

paper.claim(
    "laplace-kl",
    at=f"{GIL_ALAJAJI_LINDER}, the Kullback–Leibler divergence of Laplacian laws",
    forall=[r, s, scale],
    then=equals(KL(still, moved), apart + exp(-apart) - 1),
)
below_end, above_end = exp((place - r) / scale) / 2, 1 - exp((r - place) / scale) / 2
paper.claim(
    "laplace-below",
    at=f"{KOTZ}, Section 2.1",
    forall=[r, scale, place],
    given=[place <= r],
    then=equals(law_cells(still, place)[0], below_end),
)

paper.claim(
    "laplace-above",
    at=f"{KOTZ}, Section 2.1",
    forall=[r, scale, place],
    given=[r <= place],
    then=equals(law_cells(still, place)[0], above_end),
)

# --- Gaussian laws --------------------------------------------------------------------------------

variance = Real("v", ">0")
paper.claim(
    "gaussian-entropy",
    at=f"{COVER_THOMAS}, Theorem 8.4.1",
    forall=[r, variance],
    then=equals(differential_entropy(gaussian(r, variance)), log(2 * pi() * exp(1) * variance) / 2),
)
centred, apart_by = gaussian(r, variance), (s - r) / sqrt(variance)
moved_on = gaussian(s, variance)
paper.claim(
    "gaussian-kl",
    at=f"{GIL_ALAJAJI_LINDER}, the Kullback–Leibler divergence of Gaussian laws",
    forall=[r, s, variance],
    then=equals(KL(centred, moved_on), (r - s) ** 2 / (2 * variance)),
)

paper.claim(
    "gaussian-below",
    at=f"{CASELLA_BERGER}, Section 3.3",
    forall=[r, variance, place],
    then=equals(law_cells(centred, place)[0], normal_cdf((place - r) / sqrt(variance))),
)

# The best event is the half-line beyond the place where the ratio is e^ε; a reflection exchanges
# the two laws.
paper.claim(
    "gaussian-hockey-stick",
    at=f"{BALLE_WANG}, Theorem 8",
    forall=[r, s, variance, eps],
    given=[r < s],
    then=equals(
        hockey_stick(centred, moved_on, eps),
        normal_cdf(apart_by / 2 - eps / apart_by)
        - exp(eps) * normal_cdf(-apart_by / 2 - eps / apart_by),
    ),
)

paper.claim(
    "gaussian-hockey-stick-reflected",
    forall=[r, s, variance, eps],
    then=equals(hockey_stick(centred, moved_on, eps), hockey_stick(moved_on, centred, eps)),
)

paper.claim(
    "gaussian-hockey-stick-alone",
    at=f"{POLYANSKIY_WU}, Definition 7.1",
    forall=[r, variance, eps],
    then=equals(hockey_stick(centred, centred, eps), 0),
)

# ∫ max(0, λp + (1 − λ)q − γq), where λ is the first weight.
weights, other_variance = Pmf("W", 2), Real("w", ">0")
second = gaussian(s, other_variance)
paper.claim(
    "gaussian-hockey-stick-mixture",
    at=f"{BALLE_BARTHE_GABOARDI}, Theorem 2 (advanced joint convexity)",
    forall=[weights, r, s, variance, other_variance, eps],
    given=[weights[0] > 0],
    then=equals(
        hockey_stick(law_mixture(weights, centred, second), second, eps),
        weights[0] * hockey_stick(centred, second, log(1 + (exp(eps) - 1) / weights[0])),
    ),
)

# --- one law, written in several ways -------------------------------------------------------------

outer = Pmf("P", 2)
means = [Real(name) for name in ("r", "s", "t")]
spreads = [Real(name, ">0") for name in ("u", "v", "w")]
laws = [gaussian(mean, spread) for mean, spread in zip(means, spreads, strict=True)]
pair = law_mixture(weights, *laws[:2])
two = gaussian_mixture(weights, reals_of(*means[:2]), reals_of(*spreads[:2]))
paper.claim(
    "two-gaussians",
    forall=[weights, *means[:2], *spreads[:2]],
    then=equals(differential_entropy(pair), differential_entropy(two)),
)

# A mixture of a mixture and a law.
flat = pmf_of(outer[0] * weights[0], outer[0] * weights[1], outer[1])
paper.claim(
    "three-gaussians",
    forall=[outer, weights, *means, *spreads],
    then=equals(
        differential_entropy(law_mixture(outer, pair, laws[2])),
        differential_entropy(gaussian_mixture(flat, reals_of(*means), reals_of(*spreads))),
    ),
)

# One law of a mixture, as the mixture in which it has the whole weight.
symbols = Size("n")
law, places, one = Pmf("P", symbols), Reals("x", symbols), Symbol("k", symbols)
same = reals_table(symbols, lambda _: spreads[1])
mixed = gaussian_mixture(law, places, same)
lone = gaussian(places[one], spreads[1])
whole = gaussian_mixture(
    pmf_table(symbols, lambda place: cases(equals(place, one), 1, 0)), places, same
)

paper.claim(
    "gaussian-in-mixture",
    forall=[symbols, law, places, spreads[1], one, eps],
    then=both(
        equals(hockey_stick(mixed, lone, eps), hockey_stick(mixed, whole, eps)),
        equals(hockey_stick(lone, mixed, eps), hockey_stick(whole, mixed, eps)),
    ),
)
