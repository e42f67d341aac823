"""The curves of mutual-information privacy (Ngo et al. 2024, (10) and (13)), in enclosures: by the
squares that may meet a curve's constraint."""

import functools
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from recheck.errors import Undefined, Unknown
from recheck.evaluation import meaning
from recheck.quantities import kl
from recheck.reals import (
    ONE,
    TWO,
    ZERO,
    Num,
    Precision,
    all_of,
    binary_entropy,
    exp,
    largest,
    less,
    log,
    num,
    opposite,
    root_of,
    span,
)

# Squares are halved while there are no more.
_MOST_SQUARES = 500
# (p, q, h): the points from (p, q) to (p + h, q + h).
Square: TypeAlias = tuple[Fraction, Fraction, Fraction]


def in_domain(level: Num, epsilon: Num) -> None:
    """Refuse levels and ε that are or may be below 0, or infinite."""
    fits = all_of([opposite(less(level, ZERO)), opposite(less(epsilon, ZERO))])
    if not fits or level.infinite or epsilon.infinite:
        raise (Unknown if fits is None else Undefined)("a curve outside of its domain")


@meaning("lip_curve")
def lip_curve(level: Num, epsilon: Num) -> Num:
    """The largest of 0, p − e^ε q and e^(−ε) q − p where D(q‖p) ≤ μ bits."""
    in_domain(level, epsilon)
    return ZERO if level.sign == 0 else halved_squares(False, level, epsilon)


@meaning("ldp_curve")
def ldp_curve(level: Num, epsilon: Num) -> Num:
    """The largest of 0, p − e^ε q and q − e^ε p where the capacity is at most μ bits; 0 where no
    channel tells anything, 1 where a noiseless one has so small a capacity."""
    in_domain(level, epsilon)
    if level.sign == 0 or opposite(less(level, ONE)):
        return ZERO if level.sign == 0 else ONE
    return halved_squares(True, level, epsilon)


def binary_capacity(p: Fraction, q: Fraction) -> Num:
    """The capacity in nats of the channel with rows (1 − p, p) and (1 − q, q), p < q: ln Σ e^(u_y),
    where the mean of u under each row is that row's negative entropy (Muroga 1953)."""
    one, two = binary_entropy(num(p)), binary_entropy(num(q))
    slope = (one - two) / num(q - p)
    first = -one - num(p) * slope
    return log(exp(first) + exp(first + slope))


def nearest(p: Fraction, q: Fraction, h: Fraction) -> tuple[Fraction, Fraction]:
    """The point of a square at which p and q are nearest to each other."""
    return (p + h, q) if p + h <= q else (p, q + h) if q + h <= p else (max(p, q), max(p, q))


@functools.lru_cache(1000)
def halved_squares(local: bool, level: Num, epsilon: Num) -> Num:
    """Bounds of the LIP curve, or the LDP curve: squares of (p, q) are halved, and left out where
    D(q‖p), or the capacity, is larger than μ bits everywhere, or where a point that has been met
    reaches more; to 64 bits. Both fall as p and q approach each other: a row between two others
    tells less."""
    before, Precision.bits = Precision.bits, 64
    factor = exp(epsilon)

    def gain(p: Fraction, q: Fraction) -> Num:
        back = num(q) - factor * num(p) if local else num(q) / factor - num(p)
        return largest(ZERO, num(p) - factor * num(q), back)

    def told(p: Fraction, q: Fraction) -> Num:
        if not local:
            return kl([num(q), num(1 - q)], [num(p), num(1 - p)])
        return ZERO if p == q else binary_capacity(min(p, q), max(p, q))

    def fits(p: Fraction, q: Fraction) -> bool | None:
        return opposite(less(level * log(TWO), told(p, q)))

    def quarters(squares: list[Square]) -> Iterator[Square]:
        for (p, q, h), i, j in itertools.product(squares, (0, 1), (0, 1)):
            yield p + i * h / 2, q + j * h / 2, h / 2

    squares: list[Square] = [(Fraction(0), Fraction(0), Fraction(1))]
    low, high = ZERO, ZERO
    for _ in range(9):
        if len(squares) > _MOST_SQUARES:
            break
        squares = [own for own in quarters(squares) if fits(*nearest(*own)) is not False]
        low = largest(low, *(gain(p, q) for p, q, _ in squares if fits(p, q)))
        tops = [largest(gain(p + h, q), gain(p, q + h)) for p, q, h in squares]
        high = largest(*tops)
        squares = [s for s, top in zip(squares, tops, strict=True) if not less(top, low)]
    Precision.bits = before
    return span(low.lo, high.hi)


@meaning("ldp_floor")
def ldp_floor(level: Num) -> Num:
    """The p in (0, 1] with h(p)/p = −log2(2^μ − 1): the left side falls in p."""
    if level == ONE:
        return ONE
    inside = all_of([less(ZERO, level), opposite(less(ONE, level))])
    if not inside:
        raise (Undefined if inside is False else Unknown)("a level outside of (0, 1]")
    target = log(exp(level * log(TWO)) - ONE)
    return root_of(lambda p: -target - binary_entropy(p) / p, Fraction(0), Fraction(1))
