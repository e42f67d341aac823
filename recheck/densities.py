"""Laws on the real line and the curves of mutual-information privacy, in enclosures.

A law is a list of (weight, shape, mean, spread); a Gaussian's spread is its variance. What has no
closed form is enclosed: an information between that of quantised laws and the mean divergence of
pairs, an integral by its cells, a curve (Ngo et al. 2024, (10) and (13)) by the squares that may
meet its constraint.
"""

import functools
import itertools
import operator
from fractions import Fraction

from evaluation import MEANINGS, hockey_stick, information, kl, output, whole
from reals import (
    INF,
    ONE,
    TWO,
    ZERO,
    Num,
    Precision,
    Undefined,
    Unknown,
    Unsupported,
    binary_entropy,
    demand,
    entropy,
    exp,
    gathered,
    largest,
    least,
    less,
    log,
    magnitude,
    normal_cdf,
    not_negative,
    num,
    opposite,
    pi,
    positive,
    power,
    refuse,
    root_of,
    rounded,
    span,
    sqrt,
    total,
)
from statements import rational


def density(shape):
    """A law of one density."""

    def made(_, mean, spread):
        ok = less(ZERO, spread) if not mean.infinite and not spread.infinite else False
        return (
            [(ONE, shape, mean, spread)]
            if ok
            else refuse(Undefined if ok is False else Unknown, "")
        )

    return made


def mixture(_, weights, *laws):
    """Σ w_x L_x, equal densities together and impossible ones left out."""
    pairs = (
        (tuple(part[1:]), weight * part[0])
        for weight, found in zip(weights, laws, strict=True)
        for part in found
        if weight.sign != 0
    )
    return [(weight, *part) for part, weight in gathered(pairs).items()]


def mass_below(found, x):
    """P(Y ≤ x)."""

    def one(shape, mean, spread):
        if shape == "gaussian":
            return normal_cdf((x - mean) / sqrt(spread))
        tail = exp(-magnitude((x - mean) / spread)) / TWO
        return tail if (x - mean).sign != 1 else ONE - tail

    return total(weight * one(*part) for weight, *part in found)


@functools.lru_cache(100)
def quantised_at(laws):
    """The laws of which cell of a grid a value lies in, to 64 bits."""
    before, Precision.bits = Precision.bits, 64
    points = sorted(
        {
            rounded((part[2] + sqrt(part[3]) * num(Fraction(k, 4))).lo, False)
            for found in laws
            for part in found
            for k in range(-24, 25)
        }
    )
    points = points[:: 1 + len(points) // 100]
    kept, ends = [[ZERO] * len(laws)], [ONE] * len(laws)
    for below in [*([mass_below(found, num(x)) for found in laws] for x in points), ends]:
        if all((b - a).sign == 1 for a, b in zip(kept[-1], below, strict=True)):
            kept.append(below)  # Cells in which a mass may be 0 are put together.
    Precision.bits, kept = before, [*kept[: max(1, len(kept) - 1)], ends]
    return [[b - a for a, b in itertools.pairwise(row)] for row in zip(*kept, strict=True)]


def quantised(laws):
    """Quantised laws: divergences of these are no larger than those of the laws."""
    return quantised_at(tuple(tuple(map(tuple, found)) for found in laws))


def law_cells(_, found, *places):
    """The masses of the cells between places, which must not fall."""
    for a, b in itertools.pairwise(places):
        falls = less(b, a)
        if falls is not False:
            raise (Undefined if falls else Unknown)("cells whose ends fall")
    below = [ZERO, *(mass_below(found, x) for x in places), ONE]
    return [not_negative(b - a) for a, b in itertools.pairwise(below)]


def law_kl(_, p, q):
    """½(r − 1 − ln r + d²/v), and r e^(−d/b) + d/b' − 1 − ln r, for the ratio r of the spreads."""
    if p == q or len(p) + len(q) > 2 or p[0][1] != q[0][1]:
        return ZERO if p == q else refuse(Unsupported, "a divergence of mixtures, or of two shapes")
    (_, shape, one, spread), (_, _, two, other) = p[0], q[0]
    distance, ratio = magnitude(one - two), spread / other
    if shape == "gaussian":
        return not_negative((ratio - ONE - log(ratio) + power(distance, TWO) / other) / TWO)
    return not_negative(ratio * exp(-distance / spread) + distance / other - ONE - log(ratio))


def law_information(_, prior, *laws):
    """I(X;Y), from that of quantised laws to the entropy of X and the mean divergence of pairs."""
    pairs = [(x, found) for x, found in zip(prior, laws, strict=True) if positive(x)]
    mean = total(x * y * law_kl(_, p, q) for x, p in pairs for y, q in pairs)
    low = information([x for x, _ in pairs], quantised([found for _, found in pairs]))
    return (
        span(max(low.lo, Fraction(0)), least(mean, entropy(prior)).hi) if len(pairs) > 1 else ZERO
    )


def gaussian_information(_, prior, channel, means, size, variance):
    """I(X;f(S)+N) for S ~ W_x, N normal in d dimensions: at most H(X) or the mean divergence."""
    values = [means[k : k + whole(size)] for k in range(0, len(means), whole(size))]
    demand(len(values) == len(channel[0]), "a mean for each symbol")
    apart = [
        [
            total(power(a - b, TWO) for a, b in zip(u, v, strict=True)) / (TWO * variance)
            for v in values
        ]
        for u in values
    ]
    mixed = output(prior, channel)
    mean = total(
        x * y * gap
        for x, row in zip(mixed, apart, strict=True)
        for y, gap in zip(mixed, row, strict=True)
    )
    # On a line through two of the means the noise is normal again, and no more is told there.
    way = [b - a for a, b in zip(values[0], values[-1], strict=True)]
    scale = variance * total(map(operator.mul, way, way))
    laws = [
        mixture(
            _,
            row,
            *([(ONE, "gaussian", total(map(operator.mul, way, mean)), scale)] for mean in values),
        )
        for row in channel
    ]
    low = information(prior, quantised(laws)).lo if positive(scale) else ZERO.lo
    return span(max(low, ZERO.lo), least(mean, entropy(prior)).hi)


def differential_entropy(_, found):
    """½ ln(2πe v), and 1 + ln(2b), and what mixing adds."""
    parts = [
        (ONE + log(TWO * pi() * spread)) / TWO if shape == "gaussian" else ONE + log(TWO * spread)
        for _, shape, _, spread in found
    ]
    weights = [part[0] for part in found]
    mixed = law_information(_, weights, *([(ONE, *part[1:])] for part in found))
    return total(map(operator.mul, weights, parts)) + mixed


def law_hockey_stick(_, p, q, epsilon):
    """The largest P(A) − e^ε Q(A), which is convex in both laws."""
    if p == q:
        return largest(ZERO, ONE - exp(epsilon))
    if len(p) + len(q) > 2 or p[0][1] != q[0][1] or p[0][3] != q[0][3]:
        low, one = hockey_stick(*quantised([p, q]), epsilon), len(p) + len(q) == 2
        high = (
            ONE
            if one
            else total(
                x[0] * y[0] * law_hockey_stick(_, [(ONE, *x[1:])], [(ONE, *y[1:])], epsilon)
                for x in p
                for y in q
            )
        )
        return span(max(low.lo, Fraction(0)), high.hi)
    (_, shape, _, spread), distance = p[0], magnitude(p[0][2] - q[0][2])
    if shape == "laplace":
        return largest(ZERO, ONE - exp(least((epsilon - distance / spread) / TWO, epsilon)))
    t = distance / sqrt(spread)
    return not_negative(
        normal_cdf(t / TWO - epsilon / t) - exp(epsilon) * normal_cdf(-t / TWO - epsilon / t)
    )


def integral(function, sort):
    """The integral from an end to ∞ of what isn't negative far out, cell by cell."""
    low = rational(sort[1]) if sort[2] is None else refuse(Unsupported, "a finite integral")
    grid = [low + Fraction(k, 8) for k in range(64)]
    tail = function(Num(grid[-1], INF, (False, True)))
    found = total(function(Num(a, b)) * num(b - a) for a, b in itertools.pairwise(grid))
    return span(found.lo, INF) if tail.lo >= 0 else refuse(Unsupported, "a tail of both signs")


def in_domain(level, epsilon):
    """Refuse levels and ε below 0."""
    if -1 in (level.sign, epsilon.sign):
        raise Undefined("a curve outside of its domain")


def lip_curve(_, level, epsilon):
    """The largest of 0, p − e^ε q and e^(−ε) q − p where D(q‖p) ≤ μ bits."""
    in_domain(level, epsilon)
    return ZERO if level.sign == 0 else halved_squares(level, epsilon)


@functools.lru_cache(1000)
def halved_squares(level, epsilon):
    """Bounds of the LIP curve: squares of (p, q) are halved, and left out where D(q‖p) is larger
    than μ bits everywhere, or where a point that has been met reaches more; to 64 bits."""
    before, Precision.bits = Precision.bits, 64

    def gain(p, q):
        return largest(ZERO, num(p) - exp(epsilon) * num(q), exp(-epsilon) * num(q) - num(p))

    def fits(p, q):
        return opposite(less(level * log(TWO), kl([num(q), num(1 - q)], [num(p), num(1 - p)])))

    def nearest(p, q, h):
        return (p + h, q) if p + h <= q else (p, q + h) if q + h <= p else (p, p)

    squares, low, high = [(Fraction(0), Fraction(0), Fraction(1))], ZERO, ZERO
    for _step in range(9):
        squares = [
            (p + i * h / 2, q + j * h / 2, h / 2)
            for (p, q, h), i, j in itertools.product(squares, (0, 1), (0, 1))
        ]
        squares = [square for square in squares if fits(*nearest(*square)) is not False]
        low = largest(low, *(gain(p, q) for p, q, _ in squares if fits(p, q)))
        tops = [largest(gain(p + h, q), gain(p, q + h)) for p, q, h in squares]
        high = largest(*tops)
        squares = [s for s, top in zip(squares, tops, strict=True) if not less(top, low)]
    Precision.bits = before
    return span(low.lo, high.hi)


def ldp_curve(_, level, epsilon):
    """0 where no channel tells anything, 1 where a noiseless one has so small a capacity."""
    in_domain(level, epsilon)
    if level.sign == 0 or opposite(less(level, ONE)):
        return ZERO if level.sign == 0 else ONE
    raise Unsupported("an LDP curve between 0 and 1 bit")


def ldp_floor(_, level):
    """The p in (0, 1] with h(p)/p = −log2(2^μ − 1): the left side falls in p."""
    if level.sign == 0 or level == ONE or less(ONE, level):
        return ONE if level == ONE else refuse(Undefined, "a level outside of (0, 1]")
    target = log(exp(level * log(TWO)) - ONE)
    return root_of(lambda p: -target - binary_entropy(p) / p, Fraction(0), Fraction(1))


def gaussian_mixture(_, weights, means, variances):
    """Σ w_i N(m_i, v_i)."""
    made = density("gaussian")
    return mixture(_, weights, *(made(_, *part) for part in zip(means, variances, strict=True)))


MEANINGS |= {
    "laplace": density("laplace"),
    "gaussian": density("gaussian"),
    "law_mixture": mixture,
    "gaussian_mixture": gaussian_mixture,
    "law_shift": lambda _, found, by: [(w, s, m + by, v) for w, s, m, v in found],
    "interval_mass": lambda _, found, low, high: (
        ZERO
        if less(low, high) is False
        else not_negative(mass_below(found, high) - mass_below(found, low))
    ),
    "law_cells": law_cells,
    "law_kl": law_kl,
    "law_information": law_information,
    "law_hockey_stick": law_hockey_stick,
    "law_total_variation": lambda _, p, q: law_hockey_stick(_, p, q, ZERO),
    "differential_entropy": differential_entropy,
    "gaussian_information": gaussian_information,
    "lip_curve": lip_curve,
    "ldp_curve": ldp_curve,
    "ldp_floor": ldp_floor,
}
