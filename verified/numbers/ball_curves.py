"""The privacy curves of mutual-information privacy (Ngo et al. 2024, (10) and (13)), in balls.

Both are maxima of a linear function over pairs of probabilities that a convex function confines. A
lower end is the value at a pair that certainly meets the constraint. For an upper end the
constraint is relaxed to one of its tangents, and by a multiplier that isn't negative to none: what
is left is linear on the square. Where the pair, the tangent and the multiplier come from doesn't
matter, so they are sought without error bounds; near the optimum both ends are off by little.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from flint import arb, ctx, fmpq

from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Scalar,
    Undefined,
    binary_entropy,
    infinite,
    less,
    less_equal,
    precision,
)
from verified.numbers.limits import check_time

Pair = tuple[arb, arb]  # p and 1 − p, each with digits of its own


def ldp_curve(mu: Scalar, epsilon: Scalar) -> Scalar:
    """max of 0, p_0 − e^ε p_1 and p_1 − e^ε p_0 over the pairs for which the binary channel with
    rows (1 − p_0, p_0) and (1 − p_1, p_1) has a capacity of at most μ bits.

    Raises:
        Undefined: μ < 0, where there is no pair, or ε < 0.
    """
    _check(mu, epsilon)
    if mu == 0:
        return ZERO
    if less_equal(fmpq(1), mu):
        return ONE
    if not mu < 1:
        raise Indeterminate("whether μ is a whole bit")
    return _cached(_ldp, mu, epsilon)


def lip_curve(mu: Scalar, epsilon: Scalar) -> Scalar:
    """max of 0, p_0 − e^ε p_1 and e^(−ε) p_1 − p_0 over the pairs for which the KL divergence of
    the law with p_1 from that with p_0, on two symbols, is at most μ bits.

    Raises:
        Undefined: μ < 0, where there is no pair, or ε < 0.
    """
    _check(mu, epsilon)
    if mu == 0:
        return ZERO
    return _cached(_lip, mu, epsilon)


def ldp_floor(mu: Scalar) -> Scalar:
    """The p in (0, 1] with h(p)/p = −log2(2^μ − 1), h in bits, for μ in (0, 1]: what `ldp_curve`
    falls to as ε grows. It is where the Z-channel of input 1 kept with probability p has a capacity
    of μ bits, which grows with p.

    Raises:
        Undefined: μ outside (0, 1].
    """
    if mu <= 0 or mu > 1:
        raise Undefined("the least LDP curve of μ outside (0, 1]")
    if not (mu > 0 and mu <= 1):
        raise Indeterminate("whether μ lies in (0, 1]")
    if mu == 1:
        return ONE
    ends = []
    level = arb(mu) * arb(2).log()
    for below in (True, False):
        low, high = arb(0), arb(1)
        for _ in range(ctx.prec):
            check_time()
            middle = ((low + high) / 2).mid()
            found = (-(binary_entropy(middle) / middle)).exp().log1p()
            # The end moves only past points that are certainly on its side.
            if below:
                low, high = (middle, high) if found < level else (low, middle)
            else:
                low, high = (low, middle) if found > level else (middle, high)
        ends.append(low if below else high)
    return ends[0].union(ends[1])


def _check(mu: Scalar, epsilon: Scalar) -> None:
    if less(mu, ZERO):
        raise Undefined("no channel tells less than 0 bits")
    if not mu >= 0:
        raise Indeterminate("whether μ is negative")
    if less(epsilon, ZERO) or infinite(epsilon) or infinite(mu):
        raise Undefined("the curve for ε outside [0, ∞) or an infinite μ")
    if not epsilon >= 0:
        raise Indeterminate("whether ε is negative")


def _cached(function: Callable[[arb, arb], Scalar], mu: Scalar, epsilon: Scalar) -> Scalar:
    if isinstance(mu, fmpq) and isinstance(epsilon, fmpq):
        return _remembered(function, mu.p, mu.q, epsilon.p, epsilon.q, ctx.prec)
    return function(arb(mu) * arb(2).log(), arb(epsilon))


@functools.lru_cache(maxsize=4096)
def _remembered(
    function: Callable[[arb, arb], Scalar], p: int, q: int, r: int, s: int, bits: int
) -> Scalar:
    with precision(bits):
        return function(arb(fmpq(p, q)) * arb(2).log(), arb(fmpq(r, s)))


# --- probabilities by their log-odds --------------------------------------------------------------


def _pair(odds: arb) -> Pair:
    return 1 / (1 + (-odds).exp()), 1 / (1 + odds.exp())


def _kl(p: Pair, q: Pair) -> arb:
    """The divergence of two laws on two symbols, for probabilities within (0, 1), in nats."""
    return sum((a * (a / b).log() for a, b in zip(p, q, strict=True)), arb(0))


def _odds(p: Pair) -> arb:
    return (p[0] / p[1]).log()


def _rising_root(
    function: Callable[[arb], tuple[arb, arb]], low: arb, level: arb
) -> arb:
    """About the place above `low` where a rising function (given with its slope) has the level."""
    step = arb(1)
    high = low + step
    for _ in range(60):
        if not function(high.mid())[0] < level:
            break
        step, high = step * 2, low + step * 2
    low, high = low.mid(), high.mid()
    at = high
    for _ in range(2 * ctx.prec):
        check_time()
        value, slope = function(at)
        gap = value - level
        low, high = (at, high) if gap.mid() < 0 else (low, at)
        moved = (at - gap.mid() / slope.mid()).mid() if slope.mid() != 0 else low
        near = abs(moved - at) <= abs(at) * arb(2) ** (4 - ctx.prec)
        if near or gap.contains(0) or high <= low:
            # As near as the digits tell; the end just moved may be on the wrong side of the root.
            return at
        at = moved if low < moved < high else ((low + high) / 2).mid()
    return at


def _second_law_above(p: Pair, odds: arb, level: arb) -> arb:
    """The log-odds of about the q > p with D(p‖q) = level."""

    def distance(at: arb) -> tuple[arb, arb]:
        q = _pair(at)
        return _kl(p, q), q[0] - p[0]

    return _rising_root(distance, odds, level)


def _first_law_above(q: Pair, odds: arb, level: arb) -> arb:
    """The log-odds of about the p > q with D(p‖q) = level."""

    def distance(at: arb) -> tuple[arb, arb]:
        p = _pair(at)
        return _kl(p, q), p[0] * p[1] * (at - odds)

    return _rising_root(distance, odds, level)


def _crossing(rate: Callable[[arb], arb | None], target: arb) -> arb:
    """About the log-odds at which a falling function passes the target; None counts as below.

    Where both ends have values, two steps of three go where the line through them meets the target;
    the value of an end that stays twice counts half (the Illinois method).
    """
    span = arb(4 * ctx.prec) + 2 * abs(target)
    low, high = (-span).mid(), span.mid()
    above: arb | None = None
    below: arb | None = None
    moved = ""
    halvings = ctx.prec // 2 + 16
    for turn in range(halvings):
        check_time()
        at = ((low + high) / 2).mid()
        if turn % 3 and above is not None and below is not None:
            met = (low + (high - low) * above / (above - below)).mid()
            at = met if low < met < high else at
        found = rate(at)
        value = None if found is None else (found - target).mid()
        if value is not None and value > 0:
            if moved == "low" and below is not None:
                below = below / 2
            low, above, moved = at, value, "low"
        else:
            if moved == "high" and above is not None:
                above = above / 2
            high, below, moved = at, value, "high"
        if high - low <= span * arb(2) ** (1 - halvings):
            break
    return low


def _within(p: arb, q: arb, level: arb) -> arb | None:
    """A number near p, on its way to q, whose law certainly has D(·‖q) ≤ level."""
    share = arb(2) ** (8 - ctx.prec)
    while share < 1:
        moved = (p + share * (q - p)).mid()
        # At 0 and 1 the divergence is nan, which is at most nothing.
        if _kl((moved, 1 - moved), (q, 1 - q)) <= level:
            return moved
        share = share * 2
    return None


def _near(p: arb, q: arb, level: arb) -> arb | None:
    """A number near q, on its way to p, of whose law D(p‖·) ≤ level certainly."""
    share = arb(2) ** (8 - ctx.prec)
    while share < 1:
        moved = (q + share * (p - q)).mid()
        if _kl((p, 1 - p), (moved, 1 - moved)) <= level:
            return moved
        share = share * 2
    return None


# --- the LDP curve --------------------------------------------------------------------------------


def _ldp(level: arb, epsilon: arb) -> Scalar:
    """The largest p_1 − e^ε p_0, by symmetry also the largest p_0 − e^ε p_1."""

    def laws(odds: arb) -> tuple[Pair, Pair, Pair, arb, arb, arb] | None:
        first = _pair(odds)
        middle = _second_law_above(first, odds, level)
        q = _pair(middle)
        if not -q[0].log() > level:
            return None
        last = _first_law_above(q, middle, level)
        return first, q, _pair(last), odds, middle, last

    def rate(odds: arb) -> arb | None:
        """ln of the slope of the largest p_1 as a function of p_0."""
        found = laws(odds)
        if found is None:
            return None
        first, q, last, a, b, c = found
        slope = (last[0] - q[0]) * (b - a) / ((q[0] - first[0]) * (c - b))
        return slope.mid().log() if slope.mid() > 0 else None

    with precision(ctx.prec + 32):
        found = laws(_crossing(rate, epsilon.mid()))
        if found is None:
            raise Indeterminate("no pair was found")
        p0, q, p1 = (part[0].mid() for part in found[:3])
        factor = epsilon.exp()
        low = arb(0)
        centre = _near(p0, q, level)
        last = None if centre is None else _within(p1, centre, level)
        if last is not None:
            # Both rows are within μ of one law, so no prior tells more.
            low = low.max(last - factor * p0)
        high = arb(1).min(_ldp_above(p0, p1, q, level, factor))
    return low.lower().union(high.upper())


def _ldp_above(p0: arb, p1: arb, q: arb, level: arb, factor: arb) -> arb:
    """A bound of p_1 − e^ε p_0: the information under one prior is convex in the channel, so it is
    above its tangent, and the capacity is above the information."""
    weight = (q - p0) / (p1 - p0)
    if not (weight > 0 and weight < 1 and p0 > 0 and p1 < 1):
        return arb(1)
    mean = (weight * p1 + (1 - weight) * p0, weight * (1 - p1) + (1 - weight) * (1 - p0))
    told = weight * _kl((p1, 1 - p1), mean) + (1 - weight) * _kl((p0, 1 - p0), mean)
    by_last = weight * (_odds((p1, 1 - p1)) - _odds(mean))
    by_first = (1 - weight) * (_odds((p0, 1 - p0)) - _odds(mean))
    slack = level - told + by_first * p0 + by_last * p1
    return _relaxed((1 / by_last).mid(), slack, by_last, by_first, factor)


def _relaxed(multiplier: arb, slack: arb, by_one: arb, by_two: arb, factor: arb) -> arb:
    """A bound of x − factor·y over the x and y in [0, 1] for which by_one·x + by_two·y ≤ slack, by
    a multiplier of what is left of the slack."""
    if not multiplier >= 0:
        return arb(1)
    nothing = arb(0)
    return (
        multiplier * slack
        + nothing.max(1 - multiplier * by_one)
        + nothing.max(-factor - multiplier * by_two)
    )


# --- the LIP curve --------------------------------------------------------------------------------


def _lip(level: arb, epsilon: arb) -> Scalar:
    """The larger of two maxima: with 1 − p for p, e^(−ε) p_1 − p_0 is the other one's function at
    −ε, less 1 − e^(−ε)."""
    with precision(ctx.prec + 32):
        first = _lip_side(level, epsilon)
        second = tuple(end - 1 + (-epsilon).exp() for end in _lip_side(level, -epsilon))
        low = arb(0).max(first[0]).max(second[0])
        high = arb(0).max(first[1]).max(second[1])
    return low.lower().union(high.upper())


def _lip_side(level: arb, epsilon: arb) -> tuple[arb, arb]:
    """Ends around the largest p_0 − e^ε p_1."""

    def rate(odds: arb) -> arb | None:
        """ln of the slope of the largest p_0 as a function of p_1."""
        first = _pair(odds)
        above = _second_law_above(first, odds, level)
        second = _pair(above)
        slope = (above - odds) * second[0] * second[1] / (second[0] - first[0])
        return slope.mid().log() if slope.mid() > 0 else None

    odds = _crossing(rate, epsilon.mid())
    p1 = _pair(odds)
    p0 = _pair(_second_law_above(p1, odds, level))
    first, second = p1[0].mid(), p0[0].mid()
    factor = epsilon.exp()
    moved = _near(first, second, level)
    # Two laws without the symbol are alike.
    low = arb(0) if moved is None else moved - factor * first
    high = arb(1)
    if 0 < first < second < 1:
        base, other = (first, 1 - first), (second, 1 - second)
        by_first = _odds(base) - _odds(other)
        by_second = (second - first) / (second * (1 - second))
        slack = level - _kl(base, other) + by_first * first + by_second * second
        high = high.min(_relaxed((1 / by_second).mid(), slack, by_second, by_first, factor))
    return low, high

