"""Functions that libraries lack, in the part of Python that every printer knows: assignments, loops
of a fixed length, one `return`, and `x if a < b else y` (or >).

They are printed from this file's own text into whichever language calls them, so each is written
once. A branch that isn't taken may have no value: languages that work out both, as NumPy does,
discard it. Accuracy is measured by `tests/code`.
"""

from __future__ import annotations

from math import atanh, erf, erfc, exp, expm1, log, log1p, sqrt

PI = 3.141592653589793
LN2 = 0.6931471805599453


def xlogy(x: float, y: float) -> float:
    """x ln y, 0 where x is 0."""
    return x * log(y) if abs(x) > 0.0 else 0.0


def ln2_minus(y: float) -> float:
    """ln 2 − y, to the last digits: ln 2 is the sum of two numbers here."""
    return (0.6931471805599453 - y) + 2.3190468138462996e-17


def binary_entropy(x: float) -> float:
    """h(x) = −x ln x − (1 − x) ln(1 − x)."""
    return -xlogy(x, x) - (1.0 - x) * log1p(-x) if x < 1.0 else 0.0


def entropy_gap(d: float) -> float:
    """ln 2 − h((1 − d)/2), of the size of d²/2 near 0."""
    a = abs(d)
    return entropy_gap_near(a) if a < 0.5 else entropy_gap_far(a)


def entropy_gap_near(a: float) -> float:
    """The gap where little cancels in this form: a below 1."""
    return a * atanh(a) + 0.5 * log1p(-a * a)


def entropy_gap_far(a: float) -> float:
    """The gap up to a = 1."""
    return 0.5 * ((1.0 + a) * log1p(a) + xlogy(1.0 - a, 1.0 - a))


def entropy_inverse(y: float) -> float:
    """h⁻¹(y), from [0, ln 2] to [0, 1/2]."""
    return entropy_inverse_positive(y) if y > 0.0 else 0.0 * y


def entropy_inverse_positive(y: float) -> float:
    """h⁻¹ of what is positive."""
    return entropy_inverse_low(y) if y < 0.4 else 0.5 * (1.0 - entropy_bias_low(ln2_minus(y)))


def entropy_inverse_low(y: float) -> float:
    """h⁻¹ of small values, by Newton's method: h is concave."""
    x = y / (1.0 - log(y))
    for _ in range(8):
        x = x + (y - binary_entropy(x)) / (log1p(-x) - log(x))
    return x


def entropy_bias(u: float) -> float:
    """1 − 2 h⁻¹(ln 2 − u): the d at which `entropy_gap` is u, of the size of √(2u) near 0."""
    return entropy_bias_positive(u) if u > 0.0 else 0.0 * u


def entropy_bias_positive(u: float) -> float:
    """The bias of what is positive."""
    return entropy_bias_low(u) if u < 0.35 else 1.0 - 2.0 * entropy_inverse(ln2_minus(u))


def entropy_bias_low(u: float) -> float:
    """The bias of small values, by Newton's method from above: the gap is convex."""
    d = sqrt(2.0 * u)
    for _ in range(6):
        d = d - (entropy_gap(d) - u) / atanh(d) if d > 0.0 else d
    return d


def log1mexp(x: float) -> float:
    """ln(1 − e^(−x)) of x > 0."""
    return log(-expm1(-x)) if x < 0.6931471805599453 else log1p(-exp(-x))


def softplus(x: float) -> float:
    """ln(1 + e^x)."""
    return log1p(exp(x)) if x < 0.0 else x + log1p(exp(-x))


def gaussian_exp(x: float) -> float:
    """e^(−x²), the square worked out in two parts, so that no digits are lost where it is large."""
    c = 134217729.0 * x
    h = c - (c - x)
    return exp(-h * h) * exp((h - x) * (h + x)) if abs(x) < 30.0 else 0.0


def erf_near(x: float) -> float:
    """erf by its series, for |x| ≤ 1 or so."""
    t = x
    s = x
    for k in range(1, 24):
        t = t * 2.0 * x * x / (2.0 * k + 1.0)
        s = s + t
    return 1.1283791670955126 * exp(-x * x) * s


def erfcx_far(x: float) -> float:
    """e^(x²) erfc(x) from x = 1/2 on: the trapezoidal rule and the residue that it leaves out."""
    s = 0.5 / (x * x)
    for k in range(1, 15):
        s = s + exp(-0.25 * k * k) / (x * x + 0.25 * k * k)
    r = 2.0 * exp(x * x) / expm1(12.566370614359172 * x) if x < 6.5 else 0.0
    return x * s / 3.141592653589793 - r


def erf_own(x: float) -> float:
    """erf, where the library has none."""
    return erf_near(x) if abs(x) < 0.9 else erf_far(x)


def erf_far(x: float) -> float:
    """erf away from 0."""
    return 1.0 - erfc_own(x) if x > 0.0 else erfc_own(-x) - 1.0


def erfc_own(x: float) -> float:
    """erfc, where the library has none."""
    return erfc_left(x) if x < 0.5 else gaussian_exp(x) * erfcx_far(x)


def erfc_left(x: float) -> float:
    """erfc below 1/2."""
    return 2.0 - gaussian_exp(x) * erfcx_far(-x) if x < -0.5 else 1.0 - erf_near(x)


def erfcx(x: float) -> float:
    """e^(x²) erfc(x)."""
    return exp(x * x) * erfc(x) if x < 0.5 else erfcx_far(x)


def normal_cdf(x: float) -> float:
    """Φ(x), the standard normal law's probability of (−∞, x]."""
    return 0.5 * erfc(-0.7071067811865476 * x)


def normal_difference(u: float, w: float) -> float:
    """Φ(u) − e^((w² − u²)/2) Φ(w): what one normal law has more than another, scaled one."""
    return normal_right(u, w) if u > 0.0 else normal_not_right(u, w)


def normal_not_right(u: float, w: float) -> float:
    """The difference where Φ(u) ≤ 1/2; e^(…) Φ(w) is the small part only for w < 0."""
    return normal_left(u, w) if w < 0.0 else normal_plainly(u, w)


def normal_plainly(u: float, w: float) -> float:
    """The difference as it is defined."""
    return normal_cdf(u) - exp(0.5 * (w - u) * (w + u)) * normal_cdf(w)


def normal_right(u: float, w: float) -> float:
    """The difference where Φ(u) ≥ 1/2."""
    return normal_cdf(u) - 0.5 * exp(-0.5 * u * u) * erfcx(-0.7071067811865476 * w)


def normal_left(u: float, w: float) -> float:
    """The difference in the tail, where both have the same density for a factor."""
    m = erfcx(-0.7071067811865476 * u) - erfcx(-0.7071067811865476 * w)
    return 0.5 * gaussian_exp(0.7071067811865476 * u) * m


__all__ = [
    "binary_entropy", "entropy_bias", "entropy_gap", "entropy_inverse", "erf", "erfc", "erfcx",
    "ln2_minus", "log1mexp", "normal_cdf", "normal_difference", "softplus", "xlogy",
]
