"""What quantities of laws on the real line are: their closed forms, as definitions.

Each has one standard derivation by integration, which the kernel's finite sums can't follow; the
tests attack each like a claim.
"""

from __future__ import annotations

from verified.kernel.defining import define
from verified.language.terms import Pmf, Real, equals
from verified.language.vocabulary import (
    KL,
    absolute,
    differential_entropy,
    exp,
    gaussian,
    hockey_stick,
    laplace,
    law_cells,
    law_mixture,
    log,
    maximum,
    normal_cdf,
    pi,
    sqrt,
)

r, s, eps = Real("r"), Real("s"), Real("eps", ">=0")

# --- Laplace laws ---------------------------------------------------------------------------------

_scale, _place = Real("u", ">0"), Real("t")
_laplace, _moved = laplace(r, _scale), laplace(s, _scale)
_apart = absolute(r - s) / _scale
define("laplace-hockey-stick", [r, s, _scale, eps], equals(
    hockey_stick(_laplace, _moved, eps), maximum(0, 1 - exp((eps - _apart) / 2))
))
define("laplace-kl", [r, s, _scale], equals(KL(_laplace, _moved), _apart + exp(-_apart) - 1))
_below_end, _above_end = exp((_place - r) / _scale) / 2, 1 - exp((r - _place) / _scale) / 2
define("laplace-below", [r, _scale, _place], equals(law_cells(_laplace, _place)[0], _below_end), [
    _place <= r
])
define("laplace-above", [r, _scale, _place], equals(law_cells(_laplace, _place)[0], _above_end), [
    r <= _place
])

# --- Gaussian laws --------------------------------------------------------------------------------

_variance = Real("v", ">0")
define("gaussian-entropy", [r, _variance], equals(
    differential_entropy(gaussian(r, _variance)), log(2 * pi() * exp(1) * _variance) / 2
))
_centred, _apart_by = gaussian(r, _variance), (s - r) / sqrt(_variance)
_moved_on = gaussian(s, _variance)
define("gaussian-kl", [r, s, _variance], equals(
    KL(_centred, _moved_on), (r - s) ** 2 / (2 * _variance)
))
define("normal-cdf", [r, _variance, _place], equals(
    law_cells(_centred, _place)[0], normal_cdf((_place - r) / sqrt(_variance))
))
# The best event is the half-line beyond the place where the ratio is e^ε; a reflection exchanges
# the two laws.
define("gaussian-hockey-stick", [r, s, _variance, eps], equals(
    hockey_stick(_centred, _moved_on, eps),
    normal_cdf(_apart_by / 2 - eps / _apart_by)
    - exp(eps) * normal_cdf(-_apart_by / 2 - eps / _apart_by),
), [r < s])
define("gaussian-hockey-stick-reflected", [r, s, _variance, eps], equals(
    hockey_stick(_centred, _moved_on, eps), hockey_stick(_moved_on, _centred, eps)
))
define("gaussian-hockey-stick-alone", [r, _variance, eps], equals(
    hockey_stick(_centred, _centred, eps), 0
))
# ∫ max(0, λp + (1 − λ)q − γq), where λ is the first weight.
_weights, _other_variance = Pmf("W", 2), Real("w", ">0")
_second = gaussian(s, _other_variance)
define("gaussian-hockey-stick-mixture", [_weights, r, s, _variance, _other_variance, eps], equals(
    hockey_stick(law_mixture(_weights, _centred, _second), _second, eps),
    _weights[0] * hockey_stick(_centred, _second, log(1 + (exp(eps) - 1) / _weights[0])),
), [_weights[0] > 0])
