"""δ of composed Gaussian mechanisms at many ε at once, enclosed in floats.

Between ε = c − w and c + w the function is a Taylor polynomial around c, whose coefficients are
worked out in balls, once for all ε in that cell; NumPy then evaluates it for them together. The
enclosure of each value is the float that comes out, times 1 ± η, with one η a cell that covers

- what the polynomial leaves out. With a = ε/μ − μ/2 and b = ε/μ + μ/2 the derivative of δ = Q(a) −
  e^ε Q(b) (Q the normal tail) is −e^ε Q(b) =: −g(ε). On a disc of radius R around c, |g(z)| ≤ G =
  e^(c+R) e^(R²/(2μ²)) Q(b(c − R)), since |∫_x^∞ e^(−(s+iy)²/2) ds| ≤ e^(y²/2) ∫_x^∞ e^(−s²/2) ds;
  so by Cauchy's estimate the n-th coefficient of δ is at most G R^(1−n)/n, and those from n = N on
  add up to at most G R (w/R)^N/(N(1 − w/R)) where |ε − c| ≤ w;
- the rounding of coefficients to floats;
- the rounding of Horner's scheme in binary64: with unit roundoff u each of the N steps has two
  roundings, so that the error is at most γ Σ|c_k||t|^k, γ = 2Nu/(1 − 2Nu) (Higham, Accuracy and
  Stability of Numerical Algorithms, 2002, (5.3)); what underflows adds less than 2^−1060.
  ε − c is exact by Sterbenz's lemma: c is a multiple of 2w, so that ε lies in [c/2, 2c], or c =
  0; and w is a power of two.

all divided by the least value in the cell, its right end, as δ falls. Nothing rests on library
functions of floats: NumPy only subtracts, multiplies and adds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_series, ctx, fmpq

from verified.accounting import kernels
from verified.accounting.enclosures import log_of
from verified.numbers.balls import precision

Floats = Any  # numpy arrays of floats

# Terms of a polynomial, and R/w.
TERMS = 22
_FARTHER = 6
_BITS = 200
# Values below aren't worked out here: their products might underflow.
_LEAST = 1e-280
# A polynomial costs as much as that many values one by one.
_FEWEST = 6
# |ε| beyond isn't either.
_FARTHEST = 2.0**40
_ROUNDOFF = fmpq(1, 2**53)


@dataclass(frozen=True)
class Cell:
    """A polynomial in (ε − centre)/half, its coefficients from the constant on, and η."""

    centre: float
    half: float
    coefficients: tuple[float, ...]
    error: float


def gaussian_deltas(
    total: fmpq, epsilons: Floats, width: fmpq
) -> tuple[Floats, Floats, Floats]:
    """δ at each ε for the shift √total in units of σ, enclosed by floats.

    Args:
        total: Σ (sensitivity/σ)² over the rounds, positive.
        epsilons: finite floats.
        width: the relative width of each enclosure.

    Returns:
        lower and upper ends, and which of them were worked out: the others (far out, where δ isn't
        a normal float by far, or alone in their cells) are 0 and 1.
    """
    low, high = np.zeros(len(epsilons)), np.ones(len(epsilons))
    done = np.zeros(len(epsilons), dtype=bool)
    half = _half(total)
    if half is None:
        return low, high, done
    near = np.flatnonzero(np.abs(epsilons) < min(_FARTHEST, half * 2.0**50))
    # Exact: a division by a power of two, then the nearest whole number.
    places = np.rint(epsilons[near] / (2 * half)).astype(np.int64)
    order = np.argsort(places, kind="stable")
    starts = np.flatnonzero(np.diff(places[order], prepend=places[order][:1] - 1))
    for start, stop in zip(starts, [*starts[1:], len(order)], strict=True):
        chosen = near[order[start:stop]]
        if len(chosen) < _FEWEST:
            continue
        made = cell(total, int(places[order[start]]), half)
        if made is None or fmpq(*(2.1 * made.error).as_integer_ratio()) > width:
            continue
        t = (epsilons[chosen] - made.centre) / made.half
        value = np.full(len(chosen), made.coefficients[-1])
        for coefficient in reversed(made.coefficients[:-1]):
            value = value * t + coefficient
        # One more rounding in each of the products.
        low[chosen] = value * (1 - made.error)
        high[chosen] = np.minimum(value * (1 + made.error), 1.0)
        done[chosen] = True
    return low, high, done


def _half(total: fmpq) -> float | None:
    """Half of a cell's width: so much below μ that the loss's density hardly changes."""
    log = 0.5 * log_of(total) / math.log(2)
    if not -100 < log < 100:
        return None
    return 2.0 ** (math.floor(min(log, 3.0)) - 6)


def cell(total: fmpq, place: int, half: float) -> Cell | None:
    """The polynomial around 2·place·half; None where δ is too small there, or too wide."""
    wide = fmpq(*half.as_integer_ratio())
    centre = 2 * place * wide
    with precision(_BITS):
        mu = arb(total).sqrt()
        end = centre + wide
        least = kernels.gaussian(mu, arb(end).exp())
        if not least > _LEAST:
            return None
        listed = _series(mu, centre)
        scale, units = arb(1), arb(0)
        coefficients, error = [], arb(0)
        for one in listed:
            term = one * scale
            near = float(term.mid())
            coefficients.append(near)
            units = units + abs(arb(near))
            error = error + abs(term - arb(near)).upper()
            scale = scale * wide
        far = _FARTHER * wide
        tail = ((arb(centre - far) / mu + mu / 2) / arb(2).sqrt()).erfc() / 2
        bound = (arb(centre + far) + arb(far) ** 2 / (2 * mu * mu)).exp() * tail
        error = error + bound * far * (arb(wide) / far) ** TERMS / (
            TERMS * (1 - arb(wide) / far)
        )
        gamma = 2 * TERMS * _ROUNDOFF / (1 - 2 * TERMS * _ROUNDOFF)
        error = error + gamma * units + arb(2) ** -1060
        # The value that comes out is itself as far as that from the true one.
        share = (error / least).upper()
        if not share < fmpq(1, 2):
            return None
        eta = float((share / (1 - share) + 8 * _ROUNDOFF).upper())
        return Cell(float(centre), half, tuple(coefficients), math.nextafter(eta, 1.0))


def _series(mu: arb, centre: fmpq) -> list[arb]:
    """The coefficients of δ around a place."""
    root, before = arb(2).sqrt(), ctx.cap
    try:
        ctx.cap = TERMS
        eps = arb_series([arb(centre), arb(1)], prec=TERMS)
        one = ((eps / mu - mu / 2) / root).erfc() / 2
        two = ((eps / mu + mu / 2) / root).erfc() / 2
        made = one - eps.exp() * two
        return [made[n] for n in range(TERMS)]
    finally:
        ctx.cap = before


__all__ = ["TERMS", "Cell", "cell", "gaussian_deltas"]
