"""Theorem 1: what the curve says of two chances of an event, and informations as integrals."""

from __future__ import annotations

from functools import partial
from typing import Any

from derivations.patterns.local_privacy import (
    LN2,
    averaged,
    below_integral,
    chances,
    integral_in_bits,
    parts_below,
)
from derivations.tools import same, split_equal, split_maximum, substitute_bound, summed, unless
from verified.language import (
    KL,
    Event,
    Pmf,
    Symbol,
    capacity,
    channel_of,
    equals,
    event_where,
    exp,
    ldp_curve,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Term, number


def ldp_of_pair(d: Steps, M: Term, x: Any, other: Any, event: Any, within: Line) -> Line:
    """M_x(E) ≤ e^ε M_x'(E) + δ_μ(ε), as the capacity of the two data points is at most μ bits."""
    mu, eps = d.var("mu"), d.var("eps")
    chance, less = M[x][event], M[other][event]
    told = event_capacity(d, M[other], M[x], event)
    limits = chances(d, M[x], M[other], event)
    through = told.formula.left.args[0]  # type: ignore[attr-defined]
    listed = channel_of([1 - less, less], [1 - chance, chance])
    assert through == listed
    small = d.arithmetic(capacity(through) / LN2 <= mu, told, within, *limits, hints=[1 / LN2])
    line = d.cite("lemma/ldp-curve-above", small, *limits, p=less, q=chance)
    _, value = parts_below(d, line)
    return d.arithmetic(chance <= exp(eps) * less + ldp_curve(mu, eps), value)


@derives("ngo-2024/theorem-1a-repaired")
def pairs_ldp(d: Derivation) -> None:
    """An event makes a binary channel of two data points, whose capacity is at most theirs."""
    M = d.var("M")
    (within,) = d.given
    x, other = d.fix(Symbol("x", M.of.inputs)), d.fix(Symbol("x'", M.of.inputs))
    event = d.fix(Event("E", M.of.outputs))
    line = ldp_of_pair(d, M, x, other, event, d.at(d.at(within, other), x))
    d.qed(d.forall(x, d.forall(other, d.forall(event, line))))


@derives("ngo-2024/theorem-1a@all-laws")
def capacity_ldp(d: Derivation) -> None:
    """Two data points have at most the capacity of all."""
    M, mu = d.var("M"), d.var("mu")
    (within,) = d.given
    x, other = d.fix(Symbol("x", M.of.inputs)), d.fix(Symbol("x'", M.of.inputs))
    rows = d.cite("lemma/two-rows.capacity", values={"W": M, "x": x, "x'": other})
    small = d.arithmetic(rows.formula.left / LN2 <= mu, rows, within, hints=[1 / LN2])
    given = d.forall(x, d.forall(other, small))
    d.qed(d.cite("ngo-2024/theorem-1a-repaired", given))


@derives("ngo-2024/theorem-1a-need-not.private")
def star_private(d: Derivation) -> None:
    """No law tells more than the capacity."""
    (small,) = d.given
    W = d.goal.left.args[0].args[1]
    told = d.cite("background/information-range.capacity", P=d.var("R"), W=W)
    d.qed(d.arithmetic(d.goal, told, small, hints=[1 / LN2]))


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


def two_rows(d: Steps, eps: Any, curve: Term, stick: Term, back: Term) -> Line:
    """E(M_x‖M_y) + e^(−ε) E(M_y‖M_x) ≤ (1 + e^(−ε)) times the largest over all pairs."""
    largest = curve.args[1]  # type: ignore[attr-defined]
    x, y = (row.args[1] for row in stick.args[:2])  # type: ignore[attr-defined]

    def most(one: Any, two: Any) -> Line:
        inner = substitute_bound(largest, one)
        return d.chain(d.below_sup(inner, two), d.below_sup(largest, one))

    return d.arithmetic(
        stick + exp(-eps) * back <= curve, most(x, y), most(y, x), hints=[exp(-eps)]
    )


@derives("ngo-2024/theorem-1b")
def ldp_to_information(d: Derivation) -> None:
    """The information is at most the mean divergence from one row, each at most the integral."""
    P, M = d.var("P"), d.var("M")
    whole = d.goal.right.args[1]
    x, centre = Symbol("a", P.of.size), number(0)

    def term(x: Any, finite: Line) -> Line:
        near = below_integral(d, M[x], M[centre], whole, partial(two_rows, d))
        return d.arithmetic(
            P[x] * KL(M[x], M[centre]) <= P[x] * whole, near, finite, hints=[P[x]]
        )

    told = d.cite("background/redundancy-capacity.information", P=P, W=M, Q=M[centre])
    d.qed(integral_in_bits(d, averaged(d, told, x, term, P, whole)))


@derives("ngo-2024/theorem-1b-sharp")
def ldp_to_information_sharp(d: Derivation) -> None:
    """The information is at most the mean divergence of two independent rows, which is 0 where they
    are the same one."""
    P, M = d.var("P"), d.var("M")
    scaled = d.goal.right.args[1]
    share, whole = scaled.args
    n = P.of.size
    x, y = Symbol("a", n), Symbol("b", n)

    (differ,) = d.given
    positive = d.arithmetic(share > 0, differ)

    def proof(less: Line) -> Line:
        """Where the integral is finite, as it is where a multiple of it is less than I."""
        mean = d.goal.left.args[0]
        finite = d.arithmetic(whole <= mean / share, positive, less, hints=[LN2 / share])
        lines = finite, positive

        def pair(one: Any, two: Any) -> Line:
            distance = KL(M[one], M[two])
            near = below_integral(d, M[one], M[two], whole, partial(two_rows, d))
            goal = P[one] * distance <= P[one] * ((1 - same(one, two)) * whole)

            def part(held: Line, value: Line) -> Line:
                weight = P[one]
                if isinstance(held.formula, Relation):
                    none = d.cite("background/gibbs.same", P=M[two])
                    none = d.rewrite(held, none, equals(distance, 0))
                    line = d.identity(weight * 0 <= weight * ((1 - number(1)) * whole), *lines)
                    line = d.rewrite(none, line, weight * distance <= line.formula.right)
                else:
                    most = weight * ((1 - number(0)) * whole)
                    line = d.arithmetic(weight * distance <= most, near, *lines, hints=[weight])
                return d.rewrite(value, line, goal)

            return split_equal(d, one, two, part)

        def row(two: Any) -> Line:
            told = d.cite("background/redundancy-capacity.information", P=P, W=M, Q=M[two])
            mean = summed(d, x, lambda one: pair(one, two), *lines)
            line = d.chain(told, mean)
            bound = (1 - P[two]) * whole
            value = d.identity(equals(mean.formula.right, bound), *lines)
            line = d.chain(line, value)
            return d.arithmetic(
                P[two] * line.formula.left <= P[two] * bound, line, *lines, hints=[P[two]]
            )

        mean = summed(d, y, row, *lines)
        first = d.identity(equals(d.goal.left.args[0], mean.formula.left))
        last = d.identity(equals(mean.formula.right, scaled), *lines)
        told = d.chain(first, mean, last)
        return d.arithmetic(d.goal, told, *lines, hints=[1 / LN2])

    d.qed(unless(d, d.goal.left, d.goal.right, proof, positive))


def event_capacity(d: Steps, P: Term, Q: Term, A: Any) -> Line:
    """C of the two chances of an event is at most C of the two laws."""
    limits = [d.cite("background/event-bounds", P=law, A=A, part=1) for law in (P, Q)]
    R = d.fix(Pmf("R", 2))
    told = d.cite("lemma/event-told", values={"P": P, "Q": Q, "A": A, "R": R})
    through, rows = told.formula.left.args[1], told.formula.right.args[1]
    most = d.cite("background/information-range.capacity", P=R, W=rows)
    each = d.chain(told, most)
    unfolded = d.cite("definition/capacity", *limits, W=through)
    return d.chain(unfolded, d.bound_sup(unfolded.formula.right, each, R))
