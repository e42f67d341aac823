"""The curves of mutual-information privacy (Ngo et al. 2024, (10) and (13)), in enclosures: by the
squares that may meet a curve's constraint."""

import functools
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from recheck.errors import Undefined, Unsupported
from recheck.evaluation import meaning
from recheck.quantities import kl
from recheck.reals import (
    ONE,
    TWO,
    ZERO,
    Num,
    Precision,
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

# (p, q, h): the points from (p, q) to (p + h, q + h).
Square: TypeAlias = tuple[Fraction, Fraction, Fraction]


def in_domain(level: Num, epsilon: Num) -> None:
    """Refuse levels and ε below 0."""
    if -1 in (level.sign, epsilon.sign):
        raise Undefined("a curve outside of its domain")


@meaning("lip_curve")
def lip_curve(level: Num, epsilon: Num) -> Num:
    """The largest of 0, p − e^ε q and e^(−ε) q − p where D(q‖p) ≤ μ bits."""
    in_domain(level, epsilon)
    return ZERO if level.sign == 0 else halved_squares(level, epsilon)


@functools.lru_cache(1000)
def halved_squares(level: Num, epsilon: Num) -> Num:
    """Bounds of the LIP curve: squares of (p, q) are halved, and left out where D(q‖p) is larger
    than μ bits everywhere, or where a point that has been met reaches more; to 64 bits."""
    before, Precision.bits = Precision.bits, 64

    def gain(p: Fraction, q: Fraction) -> Num:
        return largest(ZERO, num(p) - exp(epsilon) * num(q), exp(-epsilon) * num(q) - num(p))

    def fits(p: Fraction, q: Fraction) -> bool | None:
        return opposite(less(level * log(TWO), kl([num(q), num(1 - q)], [num(p), num(1 - p)])))

    def nearest(p: Fraction, q: Fraction, h: Fraction) -> tuple[Fraction, Fraction]:
        return (p + h, q) if p + h <= q else (p, q + h) if q + h <= p else (p, p)

    def quarters(squares: list[Square]) -> Iterator[Square]:
        for (p, q, h), i, j in itertools.product(squares, (0, 1), (0, 1)):
            yield p + i * h / 2, q + j * h / 2, h / 2

    squares: list[Square] = [(Fraction(0), Fraction(0), Fraction(1))]
    low, high = ZERO, ZERO
    for _ in range(9):
        squares = [own for own in quarters(squares) if fits(*nearest(*own)) is not False]
        low = largest(low, *(gain(p, q) for p, q, _ in squares if fits(p, q)))
        tops = [largest(gain(p + h, q), gain(p, q + h)) for p, q, h in squares]
        high = largest(*tops)
        squares = [s for s, top in zip(squares, tops, strict=True) if not less(top, low)]
    Precision.bits = before
    return span(low.lo, high.hi)


@meaning("ldp_curve")
def ldp_curve(level: Num, epsilon: Num) -> Num:
    """0 where no channel tells anything, 1 where a noiseless one has so small a capacity."""
    in_domain(level, epsilon)
    if level.sign == 0 or opposite(less(level, ONE)):
        return ZERO if level.sign == 0 else ONE
    raise Unsupported("an LDP curve between 0 and 1 bit")


@meaning("ldp_floor")
def ldp_floor(level: Num) -> Num:
    """The p in (0, 1] with h(p)/p = −log2(2^μ − 1): the left side falls in p."""
    if level == ONE:
        return ONE
    if level.sign == 0 or less(ONE, level):
        raise Undefined("a level outside of (0, 1]")
    target = log(exp(level * log(TWO)) - ONE)
    return root_of(lambda p: -target - binary_entropy(p) / p, Fraction(0), Fraction(1))
