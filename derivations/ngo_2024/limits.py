"""The limits of the curves as ε grows, with their moduli."""

from __future__ import annotations

from typing import Any

from derivations.databases import equal_tables
from derivations.ngo_2024.capacities import BITS, inputs_exchanged
from derivations.ngo_2024.remarks import under_curve
from derivations.tools import absurd, split_maximum, split_order, split_zero
from verified.language import (
    KL,
    Pmf,
    binary_entropy,
    capacity,
    chain,
    channel_of,
    equals,
    exp,
    log,
    maximum,
    pmf_of,
)
from verified.language.formulas import Relation
from verified.language.terms import number
from verified.proof.derivation import Derivation, Line, Steps, derives


def finite_side(d: Steps, either: Line, lost: Line) -> Line:
    """0 < Q(1), from 0 < Q(1) or P(1) ≤ 0, and 0 < P(1)."""
    some, none = (d.assume(part) for part in either.theorem.conclusion.parts)  # type: ignore[attr-defined]
    return d.cases(either, some, absurd(d, some.formula, none, lost))


@derives("ngo-2024/theorem-2a-limit.limit")
def lip_limit(d: Derivation) -> None:
    """Unless p_1 is below e^(−ε), neither difference is above e^(−ε). If it is, the divergence is
    at least −h(e^(−ε)) − (1 − e^(−ε)) ln(1 − p_0)."""
    mu, eps = d.var("mu"), d.var("eps")
    (far,) = d.given
    tail = exp(-eps)
    least = d.cite("background/exponential-increasing", far, r=log(2), s=eps)
    half = d.arithmetic(2 * tail <= 1, least, hints=[tail])
    room = d.arithmetic(1 - tail > 0, half)
    entropy = mu * log(2) + binary_entropy(tail)
    level = 1 - exp(-(entropy / (1 - tail)))
    bound = maximum(tail, level)
    above = [
        split_maximum(d, tail, level, lambda order, value, side=side: d.arithmetic(
            side <= bound, order, value, room), room)
        for side in (tail, level)
    ]

    def proof(u: Any, v: Any, within: Line) -> Line:
        whole = maximum(0, u - exp(eps) * v, tail * v - u)
        first, second, third = whole.args[0].args[0], whole.args[0].args[1], whole.args[1]

        def rare(less: Line) -> Line:
            """v < e^(−ε)."""
            return split_zero(
                d, u, lambda zero: d.arithmetic(second <= bound, zero, above[0], room,
                                                hints=[exp(eps) * v, tail]),
                lambda some: between(less, some),
            )

        def between(less: Line, some: Line) -> Line:
            law, other = pmf_of(v, 1 - v), pmf_of(u, 1 - u)
            small = d.arithmetic(KL(law, other) <= mu * log(2), within, hints=[log(2)])
            lost = d.arithmetic(1 - v > 0, less, room)
            finite = d.at(d.cite("background/kl-finite", small, P=law, Q=other, r=mu * log(2)), 1)
            left = d.arithmetic(1 - u > 0, finite_side(d, finite, lost))
            shown = [some, left, lost]
            unfolded = d.cite("definition/kl", *shown, P=law, Q=other)
            parts = v * log(v) - v * log(u) + (1 - v) * log(1 - v) - (1 - v) * log(1 - u)
            value = d.chain(unfolded, d.identity(equals(unfolded.formula.right, parts), *shown))
            mixed = d.cite("background/binary-entropy.increasing",
                           d.turn(v <= tail, less), half, room, p=v, q=tail)
            never = d.cite("background/log-tangent.line", some, x=u)
            below = d.cite("background/log-tangent.line", left, x=1 - u)
            gone = -log(1 - u)
            nonneg = d.arithmetic(gone >= 0, below, left, some)
            nowhere = d.arithmetic(log(u) <= 0, never, some, d.obvious(u <= 1))
            spent = d.arithmetic((1 - v) * gone <= entropy, value, small, mixed, nowhere, *shown,
                                 room, hints=[v])
            spent = d.arithmetic((1 - tail) * gone <= entropy, spent, less, nonneg, *shown, room)
            spent = d.arithmetic(-(entropy / (1 - tail)) <= log(1 - u), spent, room, left,
                                 hints=[1 / (1 - tail)])
            grown = d.cite("background/exponential-increasing", spent, room, left,
                           r=-(entropy / (1 - tail)), s=log(1 - u))
            return d.arithmetic(second <= bound, grown, above[1], room, left,
                                hints=[exp(eps) * v])

        common = split_order(
            d, tail, v,
            lambda most: d.arithmetic(second <= bound, most, above[0], room, d.obvious(u <= 1),
                                      hints=[exp(eps), tail]),
            rare,
        )
        zero = d.arithmetic(first <= bound, above[0], room, hints=[tail])
        scaled = d.arithmetic(third <= bound, above[0], room, d.obvious(v <= 1), hints=[tail, u])
        return split_maximum(d, *whole.args, lambda order, value: split_maximum(
            d, *whole.args[0].args, lambda below, larger: d.arithmetic(
                whole <= bound, order, value, below, larger, zero, common, scaled, room)))

    d.qed(under_curve(d, "lip", proof, room))


def steeper(d: Steps, x: Any, s: Any, *lines: Line) -> Line:
    """(x/s) h(s) ≤ h(x), for 0 ≤ x ≤ s and 0 < s ≤ 1: h is concave and 0 at 0."""
    share = [d.arithmetic(x / s <= 1, *lines, hints=[1 / s])]
    chord = d.cite("background/binary-entropy.concave", *lines, *share, t=x / s, p=s, q=0)
    place = d.identity(equals(x / s * s + (1 - x / s) * 0, x), *lines)
    return d.rewrite(place, chord)


def split_entropy(d: Steps, a: Any, b: Any, *lines: Line) -> Line:
    """h(a) ≤ h(a + b) + h(b): with 1 − a = (1 − a − b) + b, each part is under its chord."""
    goal = binary_entropy(a) <= binary_entropy(a + b) + binary_entropy(b)
    rest, whole = 1 - (a + b), 1 - a
    symmetric = [d.cite("background/binary-entropy.symmetric", *lines, p=x) for x in (a, a + b)]

    def some(above: Line) -> Line:
        shown = [*lines, above]
        one, two = steeper(d, rest, whole, *shown), steeper(d, b, whole, *shown)
        return d.arithmetic(goal, one, two, *symmetric, *shown)

    def none(zero: Line) -> Line:
        sides = [d.arithmetic(a <= 1, *lines), d.arithmetic(1 <= a, zero, *lines)]
        at = d.turn(equals(a, 1), *sides)
        nothing = d.identity(equals(binary_entropy(number(1)), 0))
        nothing = d.rewrite(at, nothing, equals(binary_entropy(a), 0))
        sides = [d.cite("background/binary-entropy.range", *lines, part=0, p=x) for x in (a + b, b)]
        return d.arithmetic(goal, nothing, *sides, *lines)

    return split_order(d, whole, 0, none, some, *lines)


def z_channel_below(d: Steps, u: Any, v: Any, *lines: Line) -> Line:
    """C(Z_v) ≤ C(W) + 2 h(u) for the rows (1 − u, u) and (1 − v, v) of W, where u ≤ 1/2; Z_v has 0
    in place of u."""
    W, Z = channel_of([1 - u, u], [1 - v, v]), z_channel(v)
    R = d.fix(Pmf("R", 2))
    a, b = R[1] * v, R[0] * u
    told = d.cite("lemma/binary-information", R=R, c=u, e=v)
    less = d.cite("lemma/binary-information", R=R, c=0, e=v)
    whole = d.identity(equals(R[0] + R[1], 1))
    top = [d.arithmetic(u <= 1, *lines), d.arithmetic(v <= 1, *lines, d.obvious(v <= 1)),
           *(d.arithmetic(R[bit] <= 1, whole, hints=[R[1 - bit]]) for bit in (0, 1))]
    shown = [
        d.arithmetic(a <= 1, *top, hints=[R[1]]), d.arithmetic(b <= 1, *top, hints=[R[0]]),
        d.arithmetic(a + b <= 1, *top, whole, hints=[R[0], R[1]]),
        d.arithmetic(a >= 0, *top, hints=[R[1]]), *top,
    ]
    mixed = split_entropy(d, a, b, *shown)
    small = d.arithmetic(b <= u, *top, hints=[u])
    low = d.cite("background/binary-entropy.increasing", small, *lines, *shown, p=b, q=u)
    range_ = d.cite("background/binary-entropy.range", part=0, p=u)
    scaled = d.arithmetic(R[0] * binary_entropy(u) <= binary_entropy(u), range_, *top,
                          hints=[1 - R[0]])
    empty = d.identity(equals(less.formula.right, binary_entropy(a) - R[1] * binary_entropy(v)),
                       *shown)
    full = d.identity(equals(
        told.formula.right, binary_entropy(a + b) - R[0] * binary_entropy(u)
        - R[1] * binary_entropy(v)), *shown)
    most = d.cite("background/information-range.capacity", P=R, W=W)
    bound = capacity(W) + 2 * binary_entropy(u)
    line = d.arithmetic(less.formula.left <= bound, d.chain(less, empty), d.chain(told, full),
                        mixed, low, scaled, most, *shown)
    unfolded = d.cite("definition/capacity", W=Z)
    return d.chain(unfolded, d.bound_sup(unfolded.formula.right, line, R))


def z_channel(v: Any) -> Any:
    """The input 0 is kept, the input 1 with probability v."""
    return channel_of([1 - number(0), number(0)], [1 - v, v])


@derives("ngo-2024/theorem-1-remarks.limit")
def ldp_limit(d: Derivation) -> None:
    """A pair that exceeds p has p_0 < e^(−ε) and p_1 > p, and tells more than the Z-channel of p,
    less twice the entropy of e^(−ε)."""
    p, mu, eps = d.var("p"), d.var("mu"), d.var("eps")
    far, enough = d.given
    tail = exp(-eps)
    least = d.cite("background/exponential-increasing", far, r=log(2), s=eps)
    half = d.arithmetic(2 * tail <= 1, least, hints=[tail])

    def exceeds(low: Any, high: Any, within: Line, over: Line) -> Line:
        top = d.obvious(high <= 1)
        above = d.arithmetic(Relation("<", p, high), over, hints=[exp(eps) * low])
        rare = d.arithmetic(Relation("<", low, tail), over, top, hints=[tail, tail * p])
        small = d.arithmetic(low <= number(1) / 2, rare, half)
        near = z_channel_below(d, low, high, small)
        room = [half, d.arithmetic(tail <= number(1) / 2, half)]
        strict = d.cite("lemma/binary-entropy-strict.increasing", rare, *room, p=low, q=tail)
        positive = d.arithmetic(high > 0, above)
        proper = d.arithmetic(1 - p > 0, above, top)
        kept = d.arithmetic(p / high <= 1, above, positive, hints=[1 / high])
        lossy = channel_of([1, 0], [1 - p / high, p / high])
        less = d.cite("background/dpi-mi.capacity", positive, kept, W=z_channel(high), K=lossy)
        sides = less.formula.right.args
        less = d.chain(less, d.cite("background/absolute-value.below-both", positive, kept, part=0,
                                    r=sides[0], s=sides[1]))
        less = d.rewrite(equal_tables(
            d, chain(z_channel(high), lossy), z_channel(p), positive, kept), less)
        apart = d.arithmetic(number(0) + (1 - p) < 1, proper)
        value = d.cite("ngo-2024/eq-11-repaired.value", apart, proper, e=0, f=1 - p)
        value = d.rewrite(equal_tables(
            d, value.formula.left.args[0].args[0], z_channel(p), proper), value)
        level = enough.formula.right.args[0]
        value = d.chain(value, d.identity(equals(value.formula.right, level), proper))
        told = capacity(z_channel(p))
        found = d.arithmetic(told >= mu * BITS + 2 * binary_entropy(tail), value, enough, *room,
                             proper, hints=[BITS])
        most = d.arithmetic(within.formula.left.args[0] <= mu * BITS, within, hints=[BITS])
        return absurd(d, high - exp(eps) * low <= p, found, most, near, less, strict, proper, *room)

    def proof(u: Any, v: Any, within: Line) -> Line:
        whole = maximum(0, u - exp(eps) * v, v - exp(eps) * u)
        first, second, third = whole.args[0].args[0], whole.args[0].args[1], whole.args[1]
        rows = within.formula.left.args[0].args[0]
        turned = channel_of([1 - v, v], [1 - u, u])
        back = d.rewrite(inputs_exchanged(d, rows, turned), within)
        ways = [
            split_order(d, side, p, lambda below: below,
                        lambda over, low=low, high=high, line=line: exceeds(low, high, line, over))
            for side, low, high, line in ((second, v, u, back), (third, u, v, within))
        ]
        zero = d.arithmetic(first <= p)
        return split_maximum(d, *whole.args, lambda order, value: split_maximum(
            d, *whole.args[0].args, lambda below, larger: d.arithmetic(
                whole <= p, order, value, below, larger, zero, *ways)))

    d.qed(under_curve(d, "ldp", proof))
