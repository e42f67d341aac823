"""False claims on real numbers anywhere on the line, and on laws on the line."""

from __future__ import annotations

from bench.stick.vocabulary import above, below, false, half
from verified.language import (
    KL,
    TV,
    Real,
    absolute,
    differential_entropy,
    exp,
    gaussian,
    hockey_stick,
    laplace,
    log,
    maximum,
    normal_cdf,
    pi,
    rational,
    renyi,
    sqrt,
)

r, s, variance = Real("r"), Real("s"), Real("v", ">0")
scale, t = Real("b", ">0"), Real("t", ">0")
u, w = Real("u", ">=0"), Real("w", ">=0")
gap = absolute(r - s)
one, other = gaussian(r, 1), gaussian(s, 1)

FALSE = (
    false("above-minus-sixty", "line", "x = −61", forall=[r], then=r >= -60),
    false("below-seventy-five", "line", "x = 76", forall=[r], then=r <= 75),
    false(
        "no-hump-at-ten", "line", "1 at x = 10",
        forall=[r], then=maximum(0, 1 - (r - 10) ** 2) <= half,
    ),
    false(
        "no-hump-at-minus-thirty-five", "line", "1 at x = −35",
        forall=[r], then=maximum(0, 1 - (r + 35) ** 2) <= half,
    ),
    false(
        "never-near-two-hundred", "line", "x = 200", forall=[r], then=absolute(r - 200) >= 3
    ),
    false(
        "never-near-minus-fifty", "line", "x = −50",
        forall=[r], then=absolute(r + 50) >= rational(1, 10),
    ),
    false(
        "gaussian-distance-off-by-tenth", "line",
        "for near means TV is their distance by √(2π)",
        forall=[r, s],
        then=TV(one, other) <= below("0.1") * gap / sqrt(2 * pi()),
    ),
    false(
        "gaussian-divergence-off-by-hundredth", "line", "D is just that without the factor",
        forall=[r, s, variance],
        then=KL(gaussian(r, variance), gaussian(s, variance))
        <= below("0.01") * (r - s) ** 2 / (2 * variance),
    ),
    false(
        "gaussian-renyi-off-by-hundredth", "line", "D_3 = 3 (r − s)²/2",
        forall=[r, s],
        then=renyi(one, other, 3) <= below("0.01") * 3 * (r - s) ** 2 / 2,
    ),
    false(
        "laplace-divergence-off-by-tenth", "line", "D = |d| − 1 + e^−|d| for scale 1",
        forall=[r, s],
        then=KL(laplace(r, 1), laplace(s, 1)) <= below("0.1") * (gap - 1 + exp(-gap)),
    ),
    false(
        "laplace-privacy-off-by-tenth", "line", "the ratio reaches e^|r − s|",
        forall=[r, s],
        then=hockey_stick(laplace(r, 1), laplace(s, 1), below("0.1") * gap) <= 0,
    ),
    false(
        "exponential-above-its-square", "line", "the next term x³/6 is negative below 0",
        forall=[r], then=exp(r) >= 1 + r + r**2 / 2,
    ),
    false(
        "square-below-its-square", "line", "x² − x⁴ = 1/4 at x² = 1/2",
        forall=[r], then=r**2 <= r**4 + rational("0.24"),
    ),
    false(
        "normal-tail-off-by-tenth", "line", "at 0 the tail is 1/2",
        forall=[u], then=1 - normal_cdf(u) <= below("0.1") * exp(-(u**2) / 2) / 2,
    ),
    false(
        "logarithm-off-by-hundredth", "line", "ln x is x − 1 to leading order above 1",
        forall=[t], then=log(t) <= below("0.01") * (t - 1),
    ),
    false(
        "means-off-by-thousandth", "line", "equal numbers",
        forall=[u, w], given=[u > 0], then=sqrt(u * w) <= below("0.001") * (u + w) / 2,
    ),
    false(
        "entropy-of-gaussian-off", "line", "2πe = 17.079… exceeds 17",
        forall=[r, variance],
        then=differential_entropy(gaussian(r, variance)) <= log(17 * variance) / 2,
    ),
    false(
        "laplace-distance-above", "line", "TV = 1 − e^(−|d|/2) falls short of |d|/2",
        forall=[r, s],
        then=TV(laplace(r, 1), laplace(s, 1)) >= above("0.01") * gap / 2,
    ),
)
