"""False claims on real functions: exponentials, logarithms, the binary entropy and its inverse."""

from __future__ import annotations

from bench.stick.vocabulary import above, below, close_bound, eps, false, half
from verified.language import (
    Real,
    absolute,
    binary_entropy,
    binary_entropy_inverse,
    exp,
    log,
    minimum,
    rational,
    sqrt,
)

p = Real("p", "[0,1]")
inside = Real("p", "(0,1)")
lower = Real("p", "[0,1/2]")
t = Real("t", ">=1")
s = Real("s", ">=0")
y = Real("y", ">=0")

FALSE = (
    false(
        "binary-entropy-root-off-by-tenth", "tenth",
        "h(1/2) = ln 2 = 2 ln 2 √(1/4)",
        forall=[p],
        then=binary_entropy(p) <= below("0.1") * 2 * log(2) * sqrt(p * (1 - p)),
    ),
    false(
        "logarithm-quotient-off-by-tenth", "tenth",
        "both sides have slope 1 at t = 1",
        forall=[t],
        then=log(t) >= 2 * above("0.1") * (t - 1) / (t + 1),
    ),
    false(
        "inverse-entropy-chord-off-by-hundredth", "hundredth",
        "the chord meets the curve at y = ln 2",
        forall=[y],
        given=[y <= log(2)],
        then=binary_entropy_inverse(y) <= below("0.01") * y / (2 * log(2)),
    ),
    false(
        "tanh-bound-off-by-hundredth", "hundredth",
        "ε tanh(ε/2) approaches ε for large ε, ε²/2 for small",
        forall=[eps],
        then=close_bound(eps) <= below("0.01") * minimum(eps, eps**2 / 2),
    ),
    false(
        "inverse-entropy-root-off-by-thousandth", "thousandth",
        "near y = ln 2 the inverse is 1/2 − √((ln 2 − y)/2) to leading order",
        forall=[y],
        given=[y <= log(2)],
        then=binary_entropy_inverse(y) >= half - below("1e-3") * sqrt((log(2) - y) / 2),
    ),
    false(
        "exponential-series-off-by-thousandth", "thousandth",
        "the next term s³/6 is smaller than the excess for s < 0.003",
        forall=[s],
        then=exp(s) >= 1 + s + above("1e-3") * s**2 / 2,
    ),
    false(
        "binary-entropy-parabola-off-by-millionth", "millionth",
        "h(1/2) = ln 2 = 4 ln 2/4",
        forall=[p],
        then=binary_entropy(p) >= 4 * above("1e-6") * log(2) * p * (1 - p),
    ),
    false(
        "tanh-linear-off-by-millionth", "millionth",
        "tanh(ε/2) exceeds 1 − 1e-6 from ε = 14.5 on",
        forall=[eps],
        then=close_bound(eps) <= below("1e-6") * eps,
    ),
    false(
        "binary-entropy-twelve-fold", "rare",
        "h(p)/p is about 1 − ln p, over 12 for p below e^−11 = 1.7e-5",
        forall=[p],
        then=binary_entropy(p) <= 12 * p,
    ),
    false(
        "no-logarithm-near-twelve", "window",
        "p between e^−12.1 = 5.6e-6 and e^−11.9 = 6.8e-6",
        forall=[inside],
        then=absolute(log(inside) + 12) >= rational(1, 10),
    ),
    false(
        "exponential-quotient", "boundary",
        "at ε = 0 the quotient is 0/0",
        forall=[eps],
        then=(exp(eps) - 1) / eps >= 1,
    ),
    false(
        "binary-entropy-quotient", "boundary",
        "at p = 0 the quotient is 0/0",
        forall=[lower],
        then=binary_entropy(lower) / lower >= 1,
    ),
)
