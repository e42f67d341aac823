"""What the curves do: they grow with μ, reach 1, and stay above what they fall to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.cuff_yu_2016.patterns import exponential_less
from derivations.databases import equal_tables
from derivations.ngo_2024.capacities import BITS
from derivations.ngo_2024.curves import parts_below
from derivations.tools import absurd, split_maximum, split_order, summed
from verified.kernel.theorem import Function
from verified.language import (
    KL,
    Real,
    binary_entropy,
    capacity,
    channel_of,
    equals,
    event_where,
    exp,
    ldp_curve,
    log,
    pmf_of,
)
from verified.language.formulas import Relation, substitute
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives


def under_curve(d: Steps, curve: str, proof: Any, *lines: Line) -> Line:
    """A bound of a curve, from `proof` of it at a pair that meets the constraint."""
    unfolded = d.cite(f"definition/{curve}-curve")
    outer = unfolded.formula.right  # type: ignore[attr-defined]
    first, second = d.fix(Real("u", "[0,1]")), d.fix(Real("v", "[0,1]"))
    inner = substitute(outer.body, {outer.var.name: first})
    within = d.assume(substitute(inner.guard, {inner.var.name: second}))
    line = proof(first, second, within)
    line = d.bound_sup(outer, d.bound_sup(inner, line, second, *lines), first)
    return d.chain(unfolded, line)


@derives("ngo-2024/theorem-1-remarks.monotone@no-larger")
def monotone(d: Derivation) -> None:
    """What a larger μ allows includes what a smaller one does."""
    more = d.var("nu")
    (less,) = d.given

    def proof(p: Any, q: Any, within: Line) -> Line:
        wider = d.chain(within, less)
        return d.cite("definition/ldp-curve-above", wider, mu=more, p=p, q=q)

    d.qed(under_curve(d, "ldp", proof))


@derives("ngo-2024/theorem-1-remarks.one-bit")
def one_bit(d: Derivation) -> None:
    """One bit allows the channel without noise."""
    mu, eps = d.var("mu"), d.var("eps")
    (enough,) = d.given
    clear = channel_of([1 - number(0), 0], [1 - number(1), 1])
    most = d.cite("background/information-range.capacity-alphabets", W=clear)
    most = split_minimum_of(d, most)
    small = d.arithmetic(capacity(clear) / BITS <= mu, most, enough, hints=[1 / BITS])
    line = d.cite("definition/ldp-curve-above", small, p=0, q=1)
    _, value = parts_below(d, line)
    curve = ldp_curve(mu, eps)
    d.qed(d.turn(equals(curve, 1), d.obvious(curve <= 1), d.arithmetic(1 <= curve, value)))


def split_minimum_of(d: Steps, line: Line) -> Line:
    """C ≤ ln 2, from C ≤ ln min(2, 2)."""
    low = line.formula.right.args[0]  # type: ignore[attr-defined]
    same = d.cite("definition/minimum", r=low.args[0], s=low.args[1])
    branches = []
    for part in same.theorem.conclusion.parts:  # type: ignore[attr-defined]
        held = d.assume(part)
        value = d.piece(held, 1)
        branches.append(d.rewrite(value, line))
    return d.cases(same, *branches)


@derives("ngo-2024/theorem-2a-limit.floor")
def lip_floor(d: Derivation) -> None:
    """The law that is sure of one symbol, and one that has it with probability 2^(−μ)."""
    mu = d.var("mu")
    rest = 1 - 2 ** (-mu)
    law, sure = pmf_of(rest, 1 - rest), pmf_of(0, 1 - number(0))
    grown = d.cite("background/exponential-increasing", r=-mu * log(2), s=0)
    inside = d.arithmetic(rest >= 0, grown)
    below = d.obvious(rest <= 1)
    unfolded = d.cite("definition/kl", inside, below, P=sure, Q=law)
    value = d.identity(equals(unfolded.formula.right, mu * log(2)), inside, below)
    value = d.chain(unfolded, value)
    plain = d.identity(mu * log(2) / BITS <= mu)
    small = d.rewrite(value, plain, KL(sure, law) / BITS <= mu)
    line = d.cite("definition/lip-curve-above", small, inside, below, p=rest, q=0)
    first, _ = parts_below(d, line, inside, below)
    d.qed(d.arithmetic(d.goal, first))


@derives("ngo-2024/theorem-1a-need-not.private")
def star_private(d: Derivation) -> None:
    """It is one of the hypotheses."""
    d.qed(d.given[0])


@derives("ngo-2024/theorem-1a-need-not.not-ldp")
def star_not_ldp(d: Derivation) -> None:
    """The output 1, or no output, is the event."""
    p, q, eps, delta = (d.var(name) for name in ("p", "q", "eps", "delta"))
    _, best, less = d.given
    private = d.assume(d.goal.body)
    b = Symbol("b", number(2))
    one, none = event_where(b, equals(b, 1)), event_where(b, equals(b, 2))
    whole = best.formula.right

    def at(x: int, other: int, event: Any) -> Line:
        return d.at(d.at(d.at(private, x), other), event)

    zero = d.arithmetic(0 <= delta, at(0, 0, none))
    first = d.arithmetic(p - exp(eps) * q <= delta, at(0, 1, one))
    second = d.arithmetic(q - exp(eps) * p <= delta, at(1, 0, one))
    small = split_maximum(d, *whole.args, lambda order, value: split_maximum(
        d, *whole.args[0].args, lambda below, larger: d.arithmetic(
            whole <= delta, order, value, below, larger, zero, first, second)))
    false = d.contradiction(small, best, less)
    d.qed(d.follows(d.goal, d.implied(private.formula, false)))


def at_floor(d: Steps, mu: Term, proof: Callable[[Any, Line], Line]) -> Line:
    """What `proof` shows of a p with h(p)/p = −ln(2^μ − 1), where 0 < μ < 1; it gets the equation.

    h(p)/p falls from at least −ln p at p = 2^μ − 1 to 0 at p = 1.
    """
    p, q, least = d.fix(Real("p", "(0,1]")), Real("q", "(0,1]"), 2**mu - 1
    level = -(log(least) / BITS)

    def value(p: Any) -> Term:
        return binary_entropy(p) / BITS / p

    grown = d.cite("background/log-tangent.exponential", eps=mu * BITS)
    above = d.arithmetic(least > 0, grown, hints=[mu * BITS])
    room = d.arithmetic(Relation("<", mu * BITS, BITS), d.obvious(1 - mu > 0), hints=[BITS])
    below = d.arithmetic(least < 1, exponential_less(d, mu * BITS, BITS, room))
    tangents = [
        d.cite("background/log-tangent.line", above, below, x=x) for x in (least, 1 - least)
    ]
    high = d.arithmetic(value(number(1)) <= level, tangents[0], below, above, hints=[1 / BITS])
    low = d.arithmetic(
        level <= value(least), tangents[1], above, below, hints=[(1 - least) / least / BITS]
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
        return d.rewrite(d.cite("definition/ldp-floor", equation, p=p), equation, d.goal)

    d.qed(at_floor(d, d.var("mu"), proof))


@derives("ngo-2024/theorem-1-remarks.floor@positive")
def ldp_floor_below(d: Derivation) -> None:
    """The Z-channel that keeps its input 1 with probability p̄ tells μ bits."""
    mu = d.var("mu")

    def proof(p: Any, equation: Line) -> Line:
        line = z_channel_below(d, mu, p, equation)
        return d.rewrite(d.cite("definition/ldp-floor", equation, p=p), line, d.goal)

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
        opened = d.identity(equals(value.formula.right, log(1 + power) / BITS), *shown)
        opened = d.rewrite(ratio, d.chain(value, opened))
        last = d.identity(equals(opened.formula.right, mu), above)
        told = capacity(rows) / BITS
        small = d.turn(told <= mu, d.chain(opened, last))
        line = d.cite("definition/ldp-curve-above", small, p=0, q=p)
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


@derives("ngo-2024/footnote-2")
def average_power(d: Derivation) -> None:
    """The mean of what is at most dΔ² wherever it may be."""
    P, s, t = d.var("P"), d.var("s"), d.var("t")
    (peak,) = d.given

    def term(x: Any) -> Line:
        goal = P[x] * s[x] <= P[x] * t
        held = d.at(peak, x)
        never, small = (d.assume(part) for part in held.theorem.conclusion.parts)
        return d.cases(
            held, d.arithmetic(goal, never, hints=[s[x], t, P[x]]),
            d.arithmetic(goal, small, hints=[P[x]]),
        )

    mean = summed(d, Symbol("x", P.of.size), term)
    d.qed(d.chain(mean, d.identity(equals(mean.formula.right, t))))
