"""δ of one Laplace mechanism at many ε at once, enclosed in floats.

With a = sensitivity/scale, δ is 0 for ε ≥ a, φ((a − ε)/2) between −a and a, and φ(−ε) for ε ≤ −a,
where φ(v) = 1 − e^(−v). NumPy works out φ for all v together, as

    φ(v) = A + B q,    A = 1 − e^(−c), B = e^(−c), q = 1 − e^(−t),    v = c + t,

c the multiple of 1/8 that is nearest to v, and q/t a polynomial of N terms. The enclosure of each
value is the float that comes out, times 1 ± η. With unit roundoff u, η covers

- what the polynomial leaves out: at most t^N/(N+1)! e^(|t|), |t| ≤ 1/16, where q/t is at least
  1 − 1/32;
- the rounding of its coefficients and of Horner's scheme, at most γ Σ|c_k||t|^k, γ = nu/(1 − nu)
  with n = 2N + 1 (Higham, Accuracy and Stability of Numerical Algorithms, 2002, (5.3)), the sum
  being below e^(1/16); two more roundings for the product with t. v − c is exact by Sterbenz's
  lemma, as v lies in [c/2, 2c] or c = 0;
- for c = 0, A = 0 and B = 1, and nothing else is rounded. Else A ≥ 1 − e^(−1/8), |q| ≤ e^(1/16) − 1
  and φ(v) ≥ 1 − e^(−1/16), so that A + B|q| is at most 3.1 φ(v): each relative error of A, B, of
  the product and of q counts at most so often, that of the sum once;
- the error of v: a is the sum of two floats but for u²a, the differences are rounded twice, and the
  first one is at least 2^−40 a, so that v is off by less than 4u, relatively; and v φ'(v) ≤ φ(v).

Which of the three pieces an ε lies in is certain where it is at least 2^−40 a from both ends.
Nothing rests on library functions of floats: NumPy subtracts, multiplies, adds and rounds to whole
numbers.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from flint import arb, fmpq

from verified.numbers.balls import precision

Floats = Any  # numpy arrays of floats

# Terms of the polynomial; places of c to a unit; from there on φ is 1 but for less than 2^−56.
TERMS = 10
_PLACES = 8
_FARTHEST = 40
_ROUNDOFF = fmpq(1, 2**53)
# Nothing is worked out here where products might underflow, or where sums might overflow.
_LEAST, _GREATEST = fmpq(1, 10**280), fmpq(10**280)
_NEAR = 2.0**-40
# What A + B|q| is at most, in φ(v).
_SPREAD = fmpq(31, 10)


def laplace_deltas(ratio: fmpq, epsilons: Floats) -> tuple[Floats, Floats, Floats]:
    """δ at each ε of one Laplace mechanism, enclosed by floats.

    Args:
        ratio: sensitivity/scale, positive.
        epsilons: finite floats.

    Returns:
        lower and upper ends, and which of them were worked out: the others (next to ±ratio, or
        where values are so small that floats have fewer digits) are 0 and 1.
    """
    count = len(epsilons)
    low, high, done = np.zeros(count), np.ones(count), np.zeros(count, dtype=bool)
    if ratio < _LEAST or ratio > _GREATEST:
        return low, high, done
    first, rest = _two_floats(ratio)
    with np.errstate(over="ignore"):
        below, beyond = first - epsilons, first + epsilons
    gap = _NEAR * first
    sure = (np.abs(below) >= gap) & (np.abs(beyond) >= gap)
    nothing = sure & (below < 0)
    high[nothing], done[nothing] = 0.0, True
    inner = sure & (below > 0) & (beyond > 0)
    v = np.where(inner, (below + rest) * 0.5, -epsilons)
    told = sure & ~nothing & (v > 1e-280)
    value, eta = _phi(v[told]), error()
    low[told] = value * (1 - eta)
    high[told] = np.minimum(value * (1 + eta), 1.0)
    done[told] = True
    return low, high, done


def _two_floats(number: fmpq) -> tuple[float, float]:
    """A rational as a sum of two floats, but for u² of it."""
    first = int(number.p) / int(number.q)
    rest = number - fmpq(*first.as_integer_ratio())
    return first, int(rest.p) / int(rest.q)


@functools.cache
def _table() -> tuple[Floats, Floats]:
    """A and B for each place, each within 2u of the number itself."""
    ones, twos = [0.0], [1.0]
    with precision(200):
        for place in range(1, _PLACES * _FARTHEST + 1):
            power = arb(-fmpq(place, _PLACES)).exp()
            for exact, made in ((1 - power, ones), (power, twos)):
                near = float(exact.mid())
                # How a ball's middle becomes a float isn't taken on trust.
                if not abs(arb(near) - exact) <= 2 * _ROUNDOFF * exact:
                    raise ArithmeticError("a float that isn't next to the number it stands for")
                made.append(near)
    return np.array(ones), np.array(twos)


def _coefficients() -> list[float]:
    """Those of (1 − e^(−t))/t, from the constant on."""
    return [(-1) ** n / math.factorial(n + 1) for n in range(TERMS)]


def _phi(v: Floats) -> Floats:
    """1 − e^(−v) for v > 0, but for a relative error of η without that of v."""
    near = np.minimum(v, float(_FARTHEST))
    places = np.rint(near * _PLACES)
    t = near - places / _PLACES
    *others, last = _coefficients()
    made = np.full(len(v), last)
    for coefficient in reversed(others):
        made = made * t + coefficient
    ones, twos = _table()
    index = places.astype(np.int64)
    return np.asarray(ones[index] + twos[index] * (made * t))


@functools.cache
def error() -> float:
    """η: the relative error of what comes out, that of v included."""
    u, most = _ROUNDOFF, fmpq(1, 2 * _PLACES)
    with precision(100):
        grown = arb(most).exp()
        steps = 2 * TERMS + 1
        gamma = steps * u / (1 - steps * u)
        left_out = most**TERMS / math.factorial(TERMS + 1) * grown
        ratio = (gamma * grown + left_out) / (1 - most / 2)
        # Two roundings for t times the polynomial and B times that, 2u each for A and B; the sum's
        # rounding, 4u for v, e^(−40) where φ is cut, and the products with 1 ± η.
        found = _SPREAD * (ratio * (1 + 8 * u) + 7 * u) + 12 * u
        return math.nextafter(float(found.upper()), 1.0)


__all__ = ["TERMS", "error", "laplace_deltas"]
