"""Information of joint laws and channels, in nats.

A joint law has one axis for each variable, a channel the axes (inputs, outputs).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb, fmpq

from verified.measures.divergences import renyi
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, infinite

Value = Any


def _behind(axes: Sequence[int], rank: int) -> tuple[int, ...]:
    """Axes counted from the end, as the namespaces take them."""
    return tuple(axis - rank for axis in axes)


def summed(xp: Any, joint: Value, rank: int, kept: set[int]) -> Value:
    """The law of the kept variables; the other axes stay, with length 1."""
    dropped = _behind([axis for axis in range(rank) if axis not in kept], rank)
    return xp.sum_axes(joint, dropped, keep=True) if dropped else joint


def conditional_entropy(
    xp: Any, joint: Value, rank: int, axes: Sequence[int], given: Sequence[int] = ()
) -> Value:
    """H(A|C) for two disjoint groups of variables."""
    whole = summed(xp, joint, rank, {*axes, *given})
    common = summed(xp, joint, rank, set(given))
    surprise = xp.log_ratio(whole, common) if given else xp.log(whole)
    return xp.sub(xp.constant(fmpq(0)), xp.sum(xp.mul(whole, surprise), rank))


def mutual_information(
    xp: Any,
    joint: Value,
    rank: int,
    first: Sequence[int],
    second: Sequence[int],
    given: Sequence[int] = (),
) -> Value:
    """I(A;B|C) for disjoint groups of variables.

    It is D(P_ABC ‖ P_AC P_BC / P_C), by terms that are not negative, so that near independence
    nothing cancels. Floats form the product of the margins in more digits: its rounding is
    divided by the distance from independence.
    """
    joint = xp.wide(joint)
    a, b, c = set(first), set(second), set(given)
    whole = summed(xp, joint, rank, a | b | c)
    common = summed(xp, joint, rank, c)
    left, right = summed(xp, joint, rank, a | c), summed(xp, joint, rank, b | c)
    product = xp.ratio_or_zero(left * right, common)
    return xp.sum(xp.relative_entropy_terms(whole, product), rank)


def joint_law(xp: Any, prior: Value, channel: Value) -> Value:
    """P(x) W(y|x), with the axes (x, y)."""
    inputs = xp.shape(prior, 1)[0]
    return xp.reshape(prior, 1, (inputs, 1)) * channel


def output_law(xp: Any, prior: Value, channel: Value) -> Value:
    """Σ_x P(x) W(y|x)."""
    return xp.sum_axes(joint_law(xp, prior, channel), (-2,))


def information(xp: Any, prior: Value, channel: Value) -> Value:
    """I(P;W): the average divergence of the rows from the output law."""
    outputs = xp.shape(channel, 2)[1]
    law = xp.reshape(output_law(xp, prior, channel), 1, (1, outputs))
    terms = xp.relative_entropy_terms(channel, law)
    return xp.sum(xp.mul(prior, xp.sum(terms, 1)), 1)


def capacity_upper(xp: Any, channel: Value, law: Value) -> Value:
    """max_x D(W_x‖q), which no prior's information exceeds."""
    outputs = xp.shape(channel, 2)[1]
    terms = xp.relative_entropy_terms(channel, xp.reshape(law, 1, (1, outputs)))
    return xp.max(xp.sum(terms, 1), 1)


def enclose_capacity(channel: BallArray, prior: BallArray) -> Value:
    """The capacity from one prior p: I(p;W) ≤ C ≤ max_x D(W_x‖pW); exact where both ends are.

    Raises:
        Indeterminate: the prior leaves out an output that an input can give.
    """
    low = information(Balls, prior, channel)
    high = capacity_upper(Balls, channel, output_law(Balls, prior, channel))
    if isinstance(high, arb) and not high.is_finite():
        raise Indeterminate("the prior leaves out an output that an input can give")
    if isinstance(low, fmpq) and isinstance(high, fmpq) and low == high:
        return low
    return arb(low).union(arb(high))


# --- α-information --------------------------------------------------------------------------------


def sibson(xp: Any, prior: Value, channel: Value, order: Value) -> Value:
    """Sibson's α-information (Verdú 2015), for an order in [0, ∞].

    α/(α−1) ln Σ_y (Σ_x P(x) W(y|x)^α)^(1/α); at order 0, −ln max_y P(W(y|X) > 0); at order 1 the
    mutual information; at order ∞, ln Σ_y max W(y|x) over the support of P.

    It is the least D_α(P×W‖P×q), at q(y) ∝ (Σ_x P(x) W(y|x)^α)^(1/α), and is computed as that: near
    independence nothing cancels, and an error of q has an effect of second order only.
    """
    zero, one = xp.constant(fmpq(0)), xp.constant(fmpq(1))
    inputs, outputs = xp.shape(channel, 2)
    reached = joint_law(xp, xp.support(prior), channel)
    most = xp.max_axes(reached, (-2,))

    def otherwise() -> Value:
        weights = xp.reshape(prior, 1, (inputs, 1))
        law = xp.reshape(_sibson_law(xp, prior, reached, most, order), 1, (1, outputs))
        return xp.renyi_sum(channel, law, order, 2, weights)

    def missed() -> Value:
        return output_law(xp, prior, xp.sub(one, xp.support(channel)))

    return xp.by_order(
        order,
        lambda: xp.sub(zero, xp.log1p(xp.sub(zero, xp.min(missed(), 1)))),
        lambda: information(xp, prior, channel),
        lambda: xp.log1p(xp.sum(output_law(xp, prior, _shortfall(xp, reached, most)), 1)),
        otherwise,
    )


def largest_sibson(xp: Any, allowed: Value, channel: Value, order: Value) -> Value:
    """The largest of Sibson's informations of an order above 1 under priors on the allowed inputs,
    those with a 1. It lies between that of one prior and the largest D_α(W_x‖q), for any law q of
    the output: Sibson's information is the least mean, as exponentials, of these (Csiszár 1995)."""
    best = xp.optima().sibson_prior(channel, allowed, order)

    def most() -> Value:
        reached = joint_law(xp, allowed, channel)
        law = _sibson_law(xp, best, reached, xp.max_axes(reached, (-2,)), order)
        outputs = xp.shape(channel, 2)[1]
        each = xp.renyi_sum(channel, xp.reshape(law, 1, (1, outputs)), order)
        return xp.max(xp.mul(allowed, each), 1)

    return xp.between(sibson(xp, best, channel, order), most)


def _shortfall(xp: Any, reached: Value, most: Value) -> Value:
    """How far each entry stays below its column's largest."""
    outputs = xp.shape(reached, 2)[1]
    return xp.sub(xp.reshape(most, 1, (1, outputs)), reached)


def _sibson_law(xp: Any, prior: Value, reached: Value, most: Value, order: Value) -> Value:
    """q(y) ∝ (Σ_x P(x) W(y|x)^α)^(1/α), with each column's largest entry drawn out of the power."""
    outputs = xp.shape(reached, 2)[1]
    relative = xp.ratio_or_zero(reached, xp.reshape(most, 1, (1, outputs)))
    masses = output_law(xp, prior, xp.power(relative, xp.expand(order, 2)))
    logs = xp.div(xp.log(masses), xp.expand(order, 1))
    # The largest is taken out, or all of them might underflow where the order is small.
    roots = xp.exp(xp.sub(logs, xp.expand(xp.max(logs, 1), 1)))
    return _normalised(xp, xp.mul(most, roots))


def _normalised(xp: Any, weights: Value) -> Value:
    return xp.div(weights, xp.expand(xp.sum(weights, 1), 1))


def arimoto(xp: Any, prior: Value, channel: Value, order: Value) -> Value:
    """Arimoto's α-information H_α(X) − H_α(X|Y), for an order in [0, ∞].

    It is Sibson's at the tilted prior P^α/Σ P^α (at order 0, uniform on the support); at order ∞ it
    is ln Σ_y max_x P(x) W(y|x) − ln max P (Cuff & Yu 2016, (72) and (73)).
    """
    relative = xp.div(prior, xp.expand(xp.max(prior, 1), 1))

    def at_infinity() -> Value:
        # Σ_y max_x r(x) W(y|x) − 1, where r = P/max P; the least shortfall is at an r(x) of 1.
        guesses = joint_law(xp, relative, channel)
        shortfall = _shortfall(xp, guesses, xp.max_axes(guesses, (-2,)))
        return xp.log1p(xp.min(xp.sum(shortfall, 1), 1))

    def tilted() -> Value:
        return _normalised(xp, xp.power(relative, xp.expand(order, 1)))

    return xp.by_order(
        order,
        lambda: sibson(xp, _normalised(xp, xp.support(prior)), channel, order),
        lambda: information(xp, prior, channel),
        at_infinity,
        lambda: sibson(xp, tilted(), channel, order),
    )


def csiszar_at(xp: Any, prior: Value, channel: Value, order: Value, law: Value) -> Value:
    """Σ_x P(x) D_α(W_x‖q): Csiszár's α-information is its least value over q."""
    inputs, outputs = xp.shape(channel, 2)
    stretched = xp.reshape(law, 1, (1, outputs)) + (channel - channel)
    each = [
        renyi(xp, xp.take(channel, -2, x), xp.take(stretched, -2, x), order) for x in range(inputs)
    ]
    return xp.sum(xp.mul(prior, xp.stack(each, (inputs,))), 1)


def enclose_csiszar(prior: BallArray, channel: BallArray, order: Any, law: BallArray) -> arb:
    """A ball around Csiszár's α-information, for an order in [0, ∞), from one output law q.

    The upper end is the value at q. For the lower end, f(q) = Σ P(x) D_α(W_x‖q) is convex in q (van
    Erven & Harremoës 2014, Theorem 12), so it is nowhere below its tangent's least value on the
    simplex, f(q) + Σ q g − max_y g(y), where g = −∇f and Σ q g = 1.

    Raises:
        Indeterminate: q leaves out an output that an input can give, or the order is ∞, where the
            tangent isn't unique and encloses nothing.
        Undefined: the order is below 0.
    """
    if infinite(order) and order > 0:
        raise Indeterminate("Csiszár's information of order ∞ isn't enclosed")
    high = csiszar_at(Balls, prior, channel, order, law)
    if infinite(high):
        raise Indeterminate("the law leaves out an output that an input can give")
    inputs, outputs = channel.shape
    descent = BallArray((outputs,), [fmpq(0)] * outputs)
    for x in range(inputs):
        weight = prior.data[x]
        if not _is_zero(weight):
            descent = descent + weight * _descent(Balls.take(channel, -2, x), law, order)
    low = Balls.sub(Balls.add(high, fmpq(1)), Balls.max(descent, 1))
    return arb(Balls.maximum(low, fmpq(0))).union(arb(high))


def _descent(row: BallArray, law: BallArray, order: Any) -> BallArray:
    """−∇_q D_α(W_x‖q): (W/q)^α / Σ q (W/q)^α, whose mean under q is 1."""
    powers = []
    for w, q in zip(row.data, law.data, strict=True):
        if _is_zero(q) and not _is_zero(w):
            raise Indeterminate("the law leaves out an output that an input can give")
        powers.append(fmpq(0) if _is_zero(w) else Balls.power(Balls.div(w, q), order))
    powered = BallArray(row.shape, powers)
    mean = Balls.sum(law * powered, 1)
    return BallArray(row.shape, [Balls.div(power, mean) for power in powers])


def _is_zero(x: Any) -> bool:
    return isinstance(x, fmpq) and x == 0
