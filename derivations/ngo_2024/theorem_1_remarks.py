"""After Theorem 1: the curve grows with μ, reaches 1, and stays above what it falls to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.channels import equal_tables
from derivations.patterns.local_privacy import LN2, inputs_exchanged, parts_below, under_curve
from derivations.patterns.minima import split_minimum_of
from derivations.patterns.numbers import exponential_less
from derivations.tools import absurd, split_maximum, split_order
from verified.kernel.theorem import Function
from verified.language import (
    Pmf,
    Real,
    binary_entropy,
    capacity,
    chain,
    channel_of,
    equals,
    exp,
    ldp_curve,
    log,
    maximum,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Term, number


@derives("ngo-2024/theorem-1-remarks.monotone")
def monotone(d: Derivation) -> None:
    """What a larger μ allows includes what a smaller one does."""
    more = d.var("nu")
    (less,) = d.given

    def proof(p: Any, q: Any, within: Line) -> Line:
        wider = d.chain(within, less)
        return d.cite("lemma/ldp-curve-above", wider, mu=more, p=p, q=q)

    d.qed(under_curve(d, "ldp", proof))


@derives("ngo-2024/theorem-1-remarks.one-bit")
def one_bit(d: Derivation) -> None:
    """One bit allows the channel without noise."""
    mu, eps = d.var("mu"), d.var("eps")
    (enough,) = d.given
    clear = channel_of([1 - number(0), 0], [1 - number(1), 1])
    most = d.cite("background/information-range.capacity-alphabets", W=clear)
    most = split_minimum_of(d, most)
    small = d.arithmetic(capacity(clear) / LN2 <= mu, most, enough, hints=[1 / LN2])
    line = d.cite("lemma/ldp-curve-above", small, p=0, q=1)
    _, value = parts_below(d, line)
    curve = ldp_curve(mu, eps)
    d.qed(d.turn(equals(curve, 1), d.obvious(curve <= 1), d.arithmetic(1 <= curve, value)))


def at_floor(d: Steps, mu: Term, proof: Callable[[Any, Line], Line]) -> Line:
    """What `proof` shows of a p with h(p)/p = −ln(2^μ − 1), where 0 < μ < 1; it gets the equation.

    h(p)/p falls from at least −ln p at p = 2^μ − 1 to 0 at p = 1.
    """
    p, q, least = d.fix(Real("p", "(0,1]")), Real("q", "(0,1]"), 2**mu - 1
    level = -(log(least) / LN2)

    def value(p: Any) -> Term:
        return binary_entropy(p) / LN2 / p

    grown = d.cite("background/log-tangent.exponential", eps=mu * LN2)
    above = d.arithmetic(least > 0, grown, hints=[mu * LN2])
    room = d.arithmetic(Relation("<", mu * LN2, LN2), d.obvious(1 - mu > 0), hints=[LN2])
    below = d.arithmetic(least < 1, exponential_less(d, mu * LN2, LN2, room))
    tangents = [
        d.cite("background/log-tangent.line", above, below, x=x) for x in (least, 1 - least)
    ]
    high = d.arithmetic(value(number(1)) <= level, tangents[0], below, above, hints=[1 / LN2])
    low = d.arithmetic(
        level <= value(least), tangents[1], above, below, hints=[(1 - least) / least / LN2]
    )
    line = proof(p, d.assume(equals(value(p), level)))
    return d.lean_after(
        line.formula, "intermediate", line, high, low, above, below, variable=p,
        function=Function(q, value(q)), low=least, high=number(1), value=level,
    )


@derives("ngo-2024/theorem-1-remarks.floor-exists@positive")
def floor_exists(d: Derivation) -> None:
    """An intermediate value."""
    def proof(p: Any, equation: Line) -> Line:
        return d.rewrite(d.cite("background/ldp-floor", equation, p=p), equation, d.goal)

    d.qed(at_floor(d, d.var("mu"), proof))


@derives("ngo-2024/theorem-1-remarks.floor@positive")
def ldp_floor_below(d: Derivation) -> None:
    """The Z-channel that keeps its input 1 with probability p̄ tells μ bits."""
    mu = d.var("mu")

    def proof(p: Any, equation: Line) -> Line:
        line = z_channel_below(d, mu, p, equation)
        return d.rewrite(d.cite("background/ldp-floor", equation, p=p), line, d.goal)

    d.qed(at_floor(d, mu, proof))


def z_channel_below(d: Derivation, mu: Term, p: Term, equation: Line) -> Line:
    """p ≤ δ_μ(ε), for h(p)/p = −ln(2^μ − 1)."""
    goal = p <= ldp_curve(mu, d.var("eps"))
    grown = d.cite("background/log-tangent.exponential", eps=mu * log(2))
    above = d.arithmetic(2**mu - 1 > 0, grown, hints=[mu * log(2)])

    def proper(less: Line) -> Line:
        shown = [less]
        apart = d.obvious(number(0) + (1 - p) < 1)
        value = d.cite("ngo-2024/eq-11-repaired.value", apart, e=0, f=1 - p)
        rows = channel_of([1 - number(0), 0], [1 - p, p])
        same = equal_tables(d, value.formula.left.args[0].args[0], rows)
        value = d.rewrite(same, value)
        # h(p)/p = −ln(2^μ − 1), so that 2^(−h(p)/(p ln 2)) = 2^μ − 1.
        ratio = d.arithmetic(
            equals(binary_entropy(p) / p, -log(2**mu - 1)), equation, *shown, above
        )
        power = exp(-(binary_entropy(p) / p))
        opened = d.identity(equals(value.formula.right, log(1 + power) / LN2), *shown)
        opened = d.rewrite(ratio, d.chain(value, opened))
        last = d.identity(equals(opened.formula.right, mu), above)
        told = capacity(rows) / LN2
        small = d.turn(told <= mu, d.chain(opened, last))
        line = d.cite("lemma/ldp-curve-above", small, p=0, q=p)
        _, found = parts_below(d, line)
        return d.arithmetic(goal, found)

    def whole(most: Line) -> Line:
        """At p̄ = 1 the equation says that 2^μ is 2, but μ is less than 1."""
        one = d.turn(equals(p, 1), d.obvious(p <= 1), most)
        at_one = d.rewrite(one, equation)
        none = d.arithmetic(log(2**mu - 1) >= 0, at_one, above)
        least = d.cite("background/exponential-increasing", none, above, r=0, s=log(2**mu - 1))
        room = d.obvious(1 - mu > 0)
        below = d.arithmetic(Relation("<", mu * log(2), log(2)), room, hints=[log(2)])
        room = exponential_less(d, mu * log(2), log(2), below)
        return absurd(d, goal, least, room, above)

    return split_order(d, 1, p, whole, proper)


@derives("ngo-2024/theorem-1-remarks.floor-unique")
def floor_unique(d: Derivation) -> None:
    """As ln x ≤ x − 1 in h(p)/p − h(q)/q
    = ln(q/p) − (1/p − 1/q) ln(1 − p) + ((1 − q)/q) ln((1 − q)/(1 − p))."""
    p, q = d.var("p"), d.var("q")
    (less,) = d.given
    room = d.arithmetic(1 - p > 0, less, d.obvious(q <= 1))
    apart = d.arithmetic(1 / p - 1 / q > 0, less, hints=[1 / p / q])
    first = d.cite("background/log-tangent.line", x=p / q)
    second = d.cite("background/log-tangent.line", room, x=1 - p)
    gain = d.arithmetic(1 - p / q > 0, less, hints=[1 / q])

    def proper(below: Line) -> Line:
        rest = d.arithmetic(1 - q > 0, below)
        third = d.cite("background/log-tangent.line", room, rest, x=(1 - p) / (1 - q))
        return d.arithmetic(d.goal, first, second, third, less, room, rest, apart, gain,
                            hints=[1 / p - 1 / q, (1 - q) / q, 1 / q])

    def whole(most: Line) -> Line:
        one = d.turn(equals(q, 1), d.obvious(q <= 1), most)
        at_one = d.rewrite(one, less)
        goal = binary_entropy(1) / number(1) < binary_entropy(p) / p
        tangent = d.rewrite(one, first)
        spread = d.rewrite(one, apart)
        line = d.arithmetic(goal, tangent, second, at_one, room, spread, hints=[1 / p - 1])
        return d.rewrite(one, line, d.goal)

    d.qed(split_order(d, 1, q, whole, proper))


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


def z_channel_rises(d: Steps, u: Any, v: Any, *lines: Line) -> Line:
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
        near = z_channel_rises(d, low, high, small)
        room = [half, d.arithmetic(tail <= number(1) / 2, half)]
        strict = d.cite("lemma/binary-entropy-strict.increasing", rare, *room, p=low, q=tail)
        positive = d.arithmetic(high > 0, above)
        proper = d.arithmetic(1 - p > 0, above, top)
        # Not `arithmetic`, which would leave out that the divisor is positive.
        kept = d.have(p / high <= 1, "arithmetic", above, positive,
                      products=[("1", (("fact", 0), ("sign", 1 / high)))], equalities=())
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
        found = d.arithmetic(told >= mu * LN2 + 2 * binary_entropy(tail), value, enough, *room,
                             proper, hints=[LN2])
        most = d.arithmetic(within.formula.left.args[0] <= mu * LN2, within, hints=[LN2])
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
