"""Laws on the real line, in enclosures.

A law is a list of (weight, shape, mean, spread); a Gaussian's spread is its variance, and the shape
of a Gaussian with Laplace noise is ("noised", the noise's scale); `noised` has such sums. Of a
uniform law the mean stands for the left end, the spread for the length; `stairs` has laws of steps,
`students` Student laws. What has no closed form is enclosed: an information between that of
quantised laws and the mean divergence of pairs.
"""

import functools
import itertools
import math
import operator
from fractions import Fraction
from typing import TypeAlias

from recheck.errors import Undefined, Unknown, Unsupported, demand, refuse
from recheck.evaluation import Channel, Law, meaning, whole
from recheck.events import Part, Shape, Stairs, Student, intervals
from recheck.noised import bared, cdf, exp_in_mass, sum_of
from recheck.noised import below as below_of_sum
from recheck.noised import density_at as density_of_sum
from recheck.quantities import hockey_stick, information, output
from recheck.quantities import kl as relative_entropy
from recheck.reals import (
    INF,
    ONE,
    TWO,
    ZERO,
    End,
    Num,
    Precision,
    all_of,
    endless,
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
    rounded,
    span,
    sqrt,
    total,
)
from recheck.stairs import excess, has_steps, stairs_below, stepped, uneven
from recheck.students import has_students, nowhere_above, student_below, student_entropy

Mixture: TypeAlias = list[Part]
NONE = Fraction(0)


# --- laws -----------------------------------------------------------------------------------------


def density(shape: Shape, mean: Num, spread: Num) -> Mixture:
    """A law of one density."""
    fits = less(ZERO, spread) if not mean.infinite and not spread.infinite else False
    if not fits:
        raise (Undefined if fits is False else Unknown)("a spread that isn't positive")
    return [(ONE, shape, mean, spread)]


@meaning("laplace")
def laplace(mean: Num, spread: Num) -> Mixture:
    """The Laplace law of a mean and a scale."""
    return density("laplace", mean, spread)


@meaning("gaussian")
def gaussian(mean: Num, variance: Num) -> Mixture:
    """The normal law of a mean and a variance."""
    return density("gaussian", mean, variance)


@meaning("logistic")
def logistic(place: Num, scale: Num) -> Mixture:
    """The law with the distribution function 1/(1 + e^(−(x − place)/scale))."""
    return density("logistic", place, scale)


@meaning("uniform")
def uniform(low: Num, high: Num) -> Mixture:
    """The uniform law between two ends."""
    return density("uniform", low, high - low)


@meaning("staircase")
def staircase(mean: Num, width: Num, level: Num, share: Num) -> Mixture:
    """The law of a mean, the width of its steps, the fall of its log-density from step to step, and
    the share of a width to which its middle step reaches on each side."""
    falls = not level.infinite and less(ZERO, level)
    fits = all_of([falls, opposite(less(share, ZERO)), opposite(less(ONE, share))])
    if not fits:
        raise (Undefined if fits is False else Unknown)("a level or share that no staircase has")
    return density(Stairs(level, share), mean, width)


@meaning("law_mixture")
def mixture(weights: Law, *laws: Mixture) -> Mixture:
    """Σ w_x L_x, equal densities together and impossible ones left out."""
    pairs = (((shape, mean, spread), weight * share)
             for weight, found in zip(weights, laws, strict=True) if weight.sign != 0
             for share, shape, mean, spread in found)
    return [(weight, *part) for part, weight in gathered(pairs).items()]


@meaning("gaussian_mixture")
def gaussian_mixture(weights: Law, means: Law, variances: Law) -> Mixture:
    """Σ w_i N(m_i, v_i)."""
    return mixture(weights, *itertools.starmap(gaussian, zip(means, variances, strict=True)))


@meaning("law_shift")
def law_shift(found: Mixture, by: Num) -> Mixture:
    """The law of X + by."""
    if by.infinite:
        raise Undefined("a law at infinity")
    return [(w, s, m + by, v) for w, s, m, v in found]


@meaning("law_sum")
def law_sum(found: Mixture, noise: Mixture) -> Mixture:
    """The law of X + N."""
    pairs = (sum_of(one, two) for one in found for two in noise)
    summed = gathered(((shape, mean, spread), weight) for weight, shape, mean, spread in pairs)
    return [(weight, *part) for part, weight in summed.items()]


def mass_below(found: Mixture, x: Num) -> Num:
    """P(Y ≤ x)."""
    def one(shape: Shape, mean: Num, spread: Num) -> Num:
        if shape == "gaussian":
            return cdf((x - mean) / sqrt(spread))
        if shape == "uniform":
            return least(largest((x - mean) / spread, ZERO), ONE)
        if isinstance(shape, Student):
            return student_below(shape, (x - mean) / spread)
        if isinstance(shape, Stairs):
            return stairs_below(shape, (x - mean) / spread)
        if isinstance(shape, tuple):
            return below_of_sum((ONE, shape, mean, spread), x)
        tail = exp_in_mass(-magnitude((x - mean) / spread))
        tail = tail / (ONE + tail) if shape == "logistic" else tail / TWO
        if (x - mean).sign is None:
            return span(tail.lo, (ONE - tail).hi)
        return tail if (x - mean).sign != 1 else ONE - tail

    return total(weight * one(shape, mean, spread) for weight, shape, mean, spread in found)


@meaning("density")
def density_at(found: Mixture, x: Num) -> Num:
    """The density at a number: of a logistic one e^(−z)/(s (1 + e^(−z))²) with z = |x − m|/s, of a
    uniform one the same at its ends as between them."""
    def one(shape: Shape, mean: Num, spread: Num) -> Num:
        if shape == "uniform":
            outside = [less(x, mean), less(mean + spread, x)]
            if True in outside:
                return ZERO
            return ONE / spread if None not in outside else span(NONE, (ONE / spread).hi)
        if isinstance(shape, tuple):
            return density_of_sum((ONE, shape, mean, spread), x)
        away = magnitude(x - mean)
        if shape == "gaussian":
            return exp(-away * away / (TWO * spread)) / sqrt(TWO * pi() * spread)
        if shape not in ("laplace", "logistic"):
            return refuse(Unsupported, "the density of a law of another shape")
        fallen = exp(-away / spread)
        if shape == "laplace":
            return fallen / (TWO * spread)
        return fallen / (spread * power(ONE + fallen, TWO))

    return total(weight * one(shape, mean, spread) for weight, shape, mean, spread in found)


@meaning("interval_mass")
def interval_mass(found: Mixture, low: Num, high: Num) -> Num:
    """P(low < Y ≤ high)."""
    if less(low, high) is False:
        return ZERO
    return not_negative(mass_below(found, high) - mass_below(found, low))


@meaning("law_cells")
def law_cells(found: Mixture, *places: Num) -> Law:
    """The masses of the cells between places, which must not fall."""
    for a, b in itertools.pairwise(places):
        falls = less(b, a)
        if falls is not False:
            raise (Undefined if falls else Unknown)("cells whose ends fall")
    below = [ZERO, *(mass_below(found, x) for x in places), ONE]
    return [not_negative(b - a) for a, b in itertools.pairwise(below)]


def noise_of(part: Part) -> Num:
    """The scale of the noise in a sum of two densities, 0 of a single one."""
    if not isinstance(part[1], tuple):
        return ZERO
    kind, noise = part[1]
    return sqrt(noise) if kind == "smoothed" else noise


def width(part: Part) -> Num:
    """A length at which a density varies."""
    spread = isinstance(part[1], tuple) and part[1][0] != "noised"
    return (part[3] if spread else sqrt(part[3])) + noise_of(part)


@functools.lru_cache(100)
def quantised_at(laws: tuple[tuple[Part, ...], ...]) -> list[Law]:
    """The laws of which cell of a grid a value lies in, to 64 bits."""
    before, Precision.bits = Precision.bits, 64
    points = sorted({
        rounded((part[2] + width(part) * num(Fraction(k, 4))).lo, False)
        for found in laws for part in found for k in range(-24, 25)})
    points = points[:: 1 + len(points) // 100]
    kept, ends = [[ZERO] * len(laws)], [ONE] * len(laws)
    for below in [*([mass_below(list(found), num(x)) for found in laws] for x in points), ends]:
        if all((b - a).lo > 0 for a, b in zip(kept[-1], below, strict=True)):
            kept.append(below)  # Cells in which a mass may be 0 are put together.
    Precision.bits, kept = before, [*kept[: max(1, len(kept) - 1)], ends]
    return [[b - a for a, b in itertools.pairwise(row)] for row in zip(*kept, strict=True)]


def quantised(laws: list[Mixture]) -> list[Law]:
    """Quantised laws: divergences of these are no larger than those of the laws."""
    return quantised_at(tuple(map(tuple, laws)))


# --- divergences ----------------------------------------------------------------------------------


def law_kl(p: Mixture, q: Mixture) -> Num:
    """½(r − 1 − ln r + d²/v), and r e^(−d/b) + d/b' − 1 − ln r, for the ratio r of the spreads, and
    d/s coth(d/2s) − 2 of logistic laws of one scale; of other laws by `line_divergences`."""
    if has_steps(p, q) and not uneven(p, q):
        return relative_entropy(*stepped(p, q).rows)
    if p == q or len(p) + len(q) > 2 or p[0][1] != q[0][1] or isinstance(p[0][1], tuple):
        return ZERO if p == q else refuse(Unsupported, "a divergence of mixtures, or of two shapes")
    (_, shape, one, spread), (_, _, two, other) = p[0], q[0]
    if isinstance(shape, Student):
        return refuse(Unsupported, "a divergence of Student laws")
    distance, ratio = magnitude(one - two), spread / other
    if shape == "logistic":
        if spread != other:
            return refuse(Unsupported, "a divergence of logistic laws of two scales")
        apart = distance / spread
        grown = exp(apart)
        return not_negative(apart * (grown + ONE) / (grown - ONE) - TWO)
    if shape == "gaussian":
        return not_negative((ratio - ONE - log(ratio) + power(distance, TWO) / other) / TWO)
    return not_negative(ratio * exp(-distance / spread) + distance / other - ONE - log(ratio))


def mean_kl(p: Mixture, q: Mixture) -> Num:
    """No less than D(P‖Q)."""
    return law_kl(*(bared(p, q) or (p, q)))


def law_hockey_stick(p: Mixture, q: Mixture, epsilon: Num) -> Num:
    """The largest P(A) − e^ε Q(A): in closed form, or of one event and of pairs of parts, which may
    be wide; `hockey_sticks` narrows it."""
    if has_steps(p, q) and not uneven(p, q):
        cells = stepped(p, q)
        if cells.log_ratios is not None:
            return excess(cells.rows[0], cells.log_ratios, epsilon)
        return hockey_stick(cells.rows[0], cells.rows[1], epsilon)
    if p == q:
        return largest(ZERO, ONE - exp(epsilon))
    known = of_shift(p, q, epsilon)
    if known is not None:
        return known
    if nowhere_above(p, q, epsilon):
        return ZERO
    return span(max(gain(p, q, epsilon).lo, NONE), most_gained(p, q, epsilon).hi)


def of_shift(p: Mixture, q: Mixture, epsilon: Num) -> Num | None:
    """The same in closed form, of two laws that differ by a shift."""
    if len(p) + len(q) > 2 or p[0][1] != q[0][1] or p[0][3] != q[0][3]:
        return None
    (_, shape, _, spread), distance = p[0], magnitude(p[0][2] - q[0][2])
    if distance.sign == 0:
        return largest(ZERO, ONE - exp(epsilon))
    if shape == "laplace":
        return largest(ZERO, ONE - exp(least((epsilon - distance / spread) / TWO, epsilon)))
    if shape == "logistic":
        return of_logistic_shift(distance / spread, epsilon)
    if shape != "gaussian":
        return None
    t = distance / sqrt(spread)
    return not_negative(normal_cdf(t / TWO - epsilon / t)
                        - exp(epsilon) * normal_cdf(-t / TWO - epsilon / t))


def of_logistic_shift(apart: Num, epsilon: Num) -> Num:
    """The same of logistic laws that are t > 0 scales apart: the ratio of the densities rises or
    falls from e^(−t) to e^t, and half-lines are the best events. Nothing is gained above t, where
    (e^(t/2) − e^(ε/2))²/(e^t − 1), which it is from −t on, is 0."""
    if less(epsilon, apart) is False:
        return ZERO
    if less(-apart, epsilon) is False:
        return ONE - exp(epsilon)
    root = exp(apart / TWO) - exp(epsilon / TWO)
    # Where ε may lie below −t it is by so much more than at −t.
    lost = largest(ZERO, exp(-apart) - exp(epsilon))
    return not_negative(power(root, TWO) / (exp(apart) - ONE) + lost)


def gain(p: Mixture, q: Mixture, epsilon: Num) -> Num:
    """P(A) − e^ε Q(A) of an event that tells the laws apart; masses keep the digits that e^ε
    takes."""
    before = Precision.bits
    event = intervals(p, q, epsilon)
    taken = exp(epsilon).hi
    Precision.bits = before + (math.ceil(taken).bit_length() if not endless(taken) else 0)
    try:
        return total(between(p, *ends) - exp(epsilon) * between(q, *ends) for ends in event)
    finally:
        Precision.bits = before


def between(found: Mixture, low: End, high: End) -> Num:
    """P(low < Y ≤ high), for low < high that may be infinite."""
    above = ONE if high == INF else mass_below(found, num(high))
    return above if low == -INF else above - mass_below(found, num(low))


def most_gained(p: Mixture, q: Mixture, epsilon: Num) -> Num:
    """No less than P(A) − e^ε Q(A) of any event, which is convex in both laws and never grows by
    noise."""
    def of_pair(x: Part, y: Part) -> Num:
        one: Mixture = [(ONE, *x[1:])]
        other: Mixture = [(ONE, *y[1:])]
        if isinstance(x[1], tuple) and x[1] == y[1] and x[3] == y[3]:
            # Without what both have beside their noise, by the shift of the noise.
            kind = "gaussian" if x[1][0] == "smoothed" else "laplace"
            if x[1][0] == "trapezoid":
                one, other = (density("uniform", part[2], x[3]) for part in (x, y))
                return law_hockey_stick(one, other, epsilon)
            one, other = (density(kind, part[2], x[1][1]) for part in (x, y))
        known = of_shift(one, other, epsilon)
        return ONE if known is None else known

    return total(x[0] * y[0] * of_pair(x, y) for x in p for y in q)


def law_total_variation(p: Mixture, q: Mixture) -> Num:
    """The largest P(A) − Q(A)."""
    return law_hockey_stick(p, q, ZERO)


# --- entropies and information --------------------------------------------------------------------


@meaning("law_information")
def law_information(prior: Law, *laws: Mixture) -> Num:
    """I(X;Y), from that of quantised laws to the entropy of X and the mean divergence of pairs."""
    if has_steps(*laws) and not uneven(*laws):
        return information(prior, stepped(*laws).rows)
    pairs = [(x, found) for x, found in zip(prior, laws, strict=True) if positive(x)]
    if len(pairs) == 1:
        return ZERO
    most = entropy(prior)
    if not has_students(*laws) and not uneven(*laws):
        most = least(total(x * y * mean_kl(p, q) for x, p in pairs for y, q in pairs), most)
    low = information([x for x, _ in pairs], quantised([found for _, found in pairs]))
    return span(max(low.lo, NONE), most.hi)


def renyi_of_gaussians(p: Part, q: Part, order: Num) -> Num:
    """α d²/(2 v) + ln(v/(v_p^(1−α) v_q^α))/(2 (1 − α)), v = (1 − α) v_p + α v_q > 0."""
    rest, (one, two) = ONE - order, (p[3], q[3])
    mixed = one if one == two else rest * one + order * two
    if mixed.sign != 1:
        return num(INF) if mixed.sign is not None else refuse(Unknown, "a variance near 0")
    moved = order * power(p[2] - q[2], TWO) / (TWO * mixed)
    if one == two:
        return moved
    scales = log(mixed) - rest * log(one) - order * log(two)
    return not_negative(moved + scales / (TWO * rest))


@meaning("gaussian_information")
def gaussian_information(prior: Law, channel: Channel, means: Law, size: Num, variance: Num) -> Num:
    """I(X;f(S)+N) for S ~ W_x, N normal in d dimensions: at most H(X) or the mean divergence."""
    values = [means[k : k + whole(size)] for k in range(0, len(means), whole(size))]
    demand(len(values) == len(channel[0]), "a mean for each symbol")
    gaussian(ZERO, variance)  # Which there must be.
    apart = [[total(power(a - b, TWO) for a, b in zip(u, v, strict=True)) / (TWO * variance)
              for v in values] for u in values]
    mixed = output(prior, channel)
    mean = total(x * y * gap for x, row in zip(mixed, apart, strict=True)
                 for y, gap in zip(mixed, row, strict=True))
    # On a line through two of the means the noise is normal again, and no more is told there.
    way = [b - a for a, b in zip(values[0], values[-1], strict=True)]
    scale = variance * total(map(operator.mul, way, way))
    places: list[Mixture] = [
        [(ONE, "gaussian", total(map(operator.mul, way, place)), scale)] for place in values]
    laws = [mixture(row, *places) for row in channel]
    low = information(prior, quantised(laws)).lo if positive(scale) else NONE
    return span(max(low, NONE), least(mean, entropy(prior)).hi)


def own_entropy(shape: Shape, spread: Num) -> Num:
    """That of one density."""
    if isinstance(shape, Student):
        return student_entropy(shape, spread)
    if isinstance(shape, tuple) and shape[0] == "trapezoid":
        return log(spread) + shape[1] / (TWO * spread)
    if isinstance(shape, tuple) and shape[0] == "laplaces":
        away = (spread * spread + spread * shape[1] + shape[1] * shape[1]) / (spread + shape[1])
        return span((ONE + log(TWO * spread)).lo, (ONE + log(TWO * away)).hi)
    if shape == "gaussian":
        return (ONE + log(TWO * pi() * spread)) / TWO
    if shape == "logistic":
        return TWO + log(spread)
    if shape == "uniform":
        return log(spread)
    if shape != "laplace":
        return refuse(Unsupported, "the entropy of a law with noise")
    return ONE + log(TWO * spread)


@meaning("differential_entropy")
def differential_entropy(found: Mixture) -> Num:
    """½ ln(2πe v), 1 + ln(2b), 2 + ln s, ln of a length, and what mixing adds; of two uniform
    numbers ln L + l/(2L); of two Laplace ones at least that of the first, and, as their mean
    distance from the middle is m = (a² + ab + b²)/(a + b), at most that of a Laplace law of the
    scale m."""
    if has_steps(found) and not uneven(found):
        cells = stepped(found)
        return total(mass * (fall - log(mass / length)) if mass.sign != 0 else ZERO
                     for mass, length, fall
                     in zip(cells.rows[0], cells.lengths, cells.falls, strict=True))
    parts = [own_entropy(shape, spread) for _, shape, _, spread in found]
    weights = [part[0] for part in found]
    mixed = law_information(weights, *([(ONE, *part[1:])] for part in found))
    return total(map(operator.mul, weights, parts)) + mixed
