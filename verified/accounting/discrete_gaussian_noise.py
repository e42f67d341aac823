"""How much discrete Gaussian noise is enough.

δ(ε) is no falling function of σ: of an answer moved by 1 and ε = 2 it is 0.1048 at σ = 0.50 and
0.1166 at σ = 0.52, as the loss has steps whose places move with σ. So "the least σ" is read as the
least from which on every σ is enough, and what is above a σ is certified on intervals.
"""

from __future__ import annotations

import math
from typing import Any

from flint import arb, ctx, fmpq

from verified.accounting.compositions import NOISE_WIDTH
from verified.accounting.discrete_gaussian import (
    MOST_TERMS,
    discrete_gaussian_delta,
    tail_sum,
)
from verified.accounting.enclosures import (
    Enclosure,
    Exponent,
    NotReachedError,
    exponent,
    log2_of,
    log_of,
    nats,
    positive,
    positive_delta,
    relative_width,
    whole,
)
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.limits import check_time

# Intervals and points tried at most; bits of bounds on intervals besides those of the width, and
# those of what their tails may add.
_MOST_TRIES, _BITS, _SMALL = 20_000, 96, 40
# Bits from which on a ball is no wider than it may be.
_SURE = 8


def discrete_gaussian_zcdp(*, sigma: Any, steps: Any = 1, sensitivity: Any = 1) -> Certified:
    """The least ρ for which `steps` discrete Gaussian mechanisms are ρ-zCDP, in nats: kΔ²/(2σ²),
    exactly (Canonne, Kamath and Steinke 2020, Theorem 4; order 2 reaches it).

    Args:
        sigma: the parameter σ of the noise, near its standard deviation.
        steps: how many times the mechanism is used.
        sensitivity: the distance between whole answers to neighbours, a whole number.

    Raises:
        InputError: an argument is out of its range.
    """
    size, shift = positive(sigma, "sigma"), whole(sensitivity, "sensitivity")
    level = fmpq(whole(steps, "steps")) * shift * shift / (2 * size * size)
    return Certified(Enclosure(level, level, "closed form"), "nats")


def discrete_gaussian_sigma(
    *, eps: Any, delta: Any, sensitivity: Any = 1, width: Any = NOISE_WIDTH
) -> Certified:
    """The least σ from which on every discrete Gaussian mechanism is (ε, δ)-DP: at `high` and above
    it each is for certain, at `low` it isn't.

    A smaller σ may be enough too, as δ doesn't always fall as σ grows; `discrete_gaussian_delta`
    tells of one σ.

    Args:
        eps: at least 0, in nats.
        delta: between 0 and 1.
        sensitivity: the distance between whole answers to neighbours, a whole number.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: it isn't found to that width.
    """
    level, target = exponent(eps), positive_delta(delta)
    shift = whole(sensitivity, "sensitivity")
    if nats(level) < 0:
        raise InputError(f"eps is {eps}; it must be at least 0")

    def found(wide: Any) -> Enclosure:
        return _last_crossing(level, target, shift, relative_width(wide))

    return Certified(found(width), "", found)


def _last_crossing(eps: Exponent, target: fmpq, shift: int, width: fmpq) -> Enclosure:
    """low and high with δ > target at low, and δ ≤ target at high and everywhere above it."""
    top, low, step = _surely(eps, target, shift), fmpq(0), fmpq(1, 16)
    fine = max(0, -math.floor(log2_of(width)))
    parts = fmpq(2) ** (_BITS + fine - math.floor(log2_of(top)))
    for tries in range(1, _MOST_TRIES):
        check_time()
        if low > 0 and top - low <= width * top:
            return Enclosure(low, top, f"intervals and points certified: {tries}")
        below = top * (1 - step)
        if low > 0:
            below = max(below, (low + top) / 2)
        # A short fraction: else each step doubles its digits.
        below = (below * parts).floor() / parts
        if _bounded(eps, target, shift, below, top, fine):
            top, step = below, min(2 * step, fmpq(1, 16))
            continue
        if _exceeds(eps, target, shift, below, width):
            low = below
        else:
            step = (top - below) / top / 2
    raise NotReachedError(f"the least σ isn't found with {_MOST_TRIES} intervals and points")


def _surely(eps: Exponent, target: fmpq, shift: int) -> fmpq:
    """A σ from which on each is enough, as the mechanism is Δ²/(2σ²)-zCDP, and the total variation
    is at most √(D/2) with D = Δ²/(2σ²)."""
    found = fmpq(shift) / (2 * target)
    length, depth = float(arb(nats(eps)).mid()), -log_of(target)
    if length > 0:
        # (ε − ρ)²/(4ρ) ≥ ln(1/δ) for all ρ up to (√(ε + l) − √l)².
        root = length / (math.sqrt(length + depth) + math.sqrt(depth))
        try:
            guess = shift / (math.sqrt(2) * root) * 1.0001
        except (OverflowError, ZeroDivisionError):
            return found
        if 0 < guess < math.inf:
            sigma = fmpq(*guess.as_integer_ratio())
            rho = fmpq(shift * shift) / (2 * sigma * sigma)
            gap = nats(eps) - rho
            if gap > 0 and arb(gap) ** 2 / (4 * rho) >= -arb(target).log():
                found = min(found, sigma)
    return found


def _exceeds(eps: Exponent, target: fmpq, shift: int, sigma: fmpq, wide: fmpq) -> bool:
    """Whether δ is above the target at σ for certain, where it may be next to it by `wide`."""
    for width in (fmpq(1, 10**4), fmpq(1, 10**10), wide * fmpq(1, 10**24)):
        value = discrete_gaussian_delta(sigma=sigma, eps=eps, sensitivity=shift, width=width)
        if value.at_most(target) is not None:
            return not value.at_most(target)
    return False


def _bounded(
    eps: Exponent, target: fmpq, shift: int, low: fmpq, high: fmpq, fine: int = 0
) -> bool:
    """Whether δ ≤ target is certified at every σ from low to high, with `fine` bits more.

    δ is the largest Σ_{x ≥ t} (p(x − Δ) − e^ε p(x)) over whole t, reached at the first t whose loss
    is above ε; as ε ≥ 0 that t doesn't fall with σ.
    """
    before, ctx.prec = ctx.prec, _BITS + fine
    try:
        first, last = _thresholds(eps, shift, low, high)
        if last - first > 8:
            return False
        gap = arb(2 * low * low).union(arb(2 * high * high))
        level, widest = arb(nats(eps)), arb(2 * high * high)
        mass = _least_mass(low, fine)
        return all(
            bool(
                _summed(start, last, shift, level, low, gap, widest, target, fine)
                <= target * mass
            )
            for start in range(first, last + 1)
        )
    finally:
        ctx.prec = before


def _least_mass(sigma: fmpq, fine: int = 0) -> arb:
    """A lower bound of Σ e^(−x²/(2σ²)) over whole x, which rises with σ: its terms near 0, or those
    of Poisson's formula for it; one of the two leaves out less than e^(−200 − 2·fine)."""
    square = arb(2 * sigma * sigma)

    def mass(rate: arb) -> arb:
        places = range(1, 9 + math.isqrt(fine))
        return sum(((arb(-k * k) * rate).exp() for k in places), arb(0)) * 2 + 1

    turned: arb = (arb.pi() * square).sqrt() * mass(arb.pi() ** 2 * square)
    return mass(1 / square).max(turned)


def _thresholds(eps: Exponent, shift: int, low: fmpq, high: fmpq) -> tuple[int, int]:
    """Whole numbers between which the first t lies whose loss is above ε, for every σ from low to
    high."""

    def edge(sigma: fmpq) -> arb:
        # The loss is above ε right of here.
        return arb((2 * sigma * sigma * nats(eps) + shift * shift) / (2 * shift))

    first, last = edge(low).lower().floor().unique_fmpz(), edge(high).upper().floor().unique_fmpz()
    if first is None or last is None:
        raise NotReachedError("the threshold isn't decided")
    return int(first), int(last) + 1


def _summed(
    start: int, last: int, shift: int, level: arb, low: fmpq, gap: arb, widest: arb,
    target: fmpq, fine: int,
) -> arb:
    """An upper bound of Σ_{x ≥ start} (e^(−(x − Δ)²/g) − e^ε e^(−x²/g)) for every g in a ball,
    whose least is 2·low² and whose largest is `widest`."""
    total = arb(0)
    if level * low < shift:
        # The sum is Σ f − (e^ε − 1) Σ f, over Δ places and from the first on: the second of these
        # rises with g, and is small here.
        for x in range(start - shift, start):
            check_time()
            total = total + (arb(-(x * x)) / gap).exp()
        tail = arb(0) if level.is_zero() else tail_sum(low, start)
        if tail is not None:
            return (total - level.expm1() * tail).upper()
        total = arb(0)
    for x in range(start, start + MOST_TERMS):
        check_time()
        # e^−(x − Δ)²/g (1 − e^(ε − loss)): a difference would lose digits where the loss is near ε.
        loss = arb(2 * x * shift - shift * shift) / gap
        part = -(level - loss).expm1()
        if level > loss and part.rel_accuracy_bits() < _SURE:
            # It is negative, and its ball may be so wide that it holds more than that.
            part = arb(0)
        total = total + (arb(-((x - shift) ** 2)) / gap).exp() * part
        place = x + 1 - shift
        if place > 0 and x > last + 1 and (x - start) % 8 == 7:
            # Of what is left out each term is at most its first part.
            head = (arb(-(place * place)) / widest).exp()
            rest = head / (1 - (arb(-(2 * place + 1)) / widest).exp())
            if rest < arb(target) * arb(2) ** -(_SMALL + fine):
                return (total + rest).upper()
    raise NotReachedError(f"the sum takes more than {MOST_TERMS} terms")


__all__ = ["discrete_gaussian_sigma", "discrete_gaussian_zcdp"]
