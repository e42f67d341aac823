"""Proofs on what a channel with few outputs tells, whose rows are near: a prior of few inputs tells
as much as any, by Carathéodory's argument.
"""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    absurd,
    instance,
    log_below,
    same,
    split_equal,
    split_order,
    split_zero,
    summed,
)
from verified.kernel.analysis import FALSE
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    H,
    cardinality,
    cases,
    either,
    equals,
    indicator,
    information,
    log,
    negation,
    output,
    pmf_table,
    reals_table,
    singleton,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Or, every, some
from verified.syntax.terms import Event, Reals, Symbol, Term, number


def mark(event: Term, x: Any) -> Term:
    """1 where the event has x, else 0."""
    return cases(equals(indicator(event, x), 1), 1, 0)


@derives("lemma/support.entropy")
def small_support(d: Derivation) -> None:
    """ln(1/(kP)) ≤ 1/(kP) − 1, times P, on the event; no other symbol adds anything."""
    k, P, A = (d.var(name) for name in ("k", "P", "A"))
    supported, few = d.given

    def term(x: Any) -> Line:
        inside = mark(A, x)
        goal = -(P[x] * log(P[x])) <= inside / k + P[x] * log(k) - P[x]
        least = d.cite("background/absolute-value.membership", part=0, A=A, a=x)

        def never(zero: Line) -> Line:
            plain = d.arithmetic(
                -(ZERO * log(ZERO)) <= inside / k + 0 * log(k) - 0, least, hints=[1 / k])
            return d.rewrite(zero, plain, goal)

        def ever(present: Line) -> Line:
            held = d.at(supported, x)
            member, none = (d.assume(part) for part in held.theorem.conclusion.parts)  # type: ignore
            member = d.cases(
                held, d.identity(equals(inside, 1), member),
                absurd(d, equals(inside, 1), none, present))
            tangent = d.cite("background/log-tangent.line", present, x=1 / (k * P[x]))
            return d.combined(
                goal, tangent, member, present, products=[["1", [["fact", 0], ["sign", P[x]]]]],
                equalities=[[-1 / k, 1]],
            )

        return split_zero(d, P[x], never, ever)

    rest = summed(d, Symbol("x", P.of.size), term)
    entropy, count = d.cite("definition/entropy"), d.cite("definition/cardinality")
    d.qed(d.arithmetic(d.goal, rest, entropy, count, few, hints=[1 / k]))


@derives("lemma/support.information")
def few_inputs(d: Derivation) -> None:
    """By induction on the number of inputs with mass."""
    base, step = d.induct("k")
    base.qed(no_input(base))
    step.qed(one_more_input(step))


def no_input(d: Steps) -> Line:
    """No event without symbols holds a law."""
    P, A = d.var("P"), d.var("A")
    _, supported, few = d.given

    def term(x: Any) -> Line:
        held = d.at(supported, x)
        member, none = (d.assume(part) for part in held.theorem.conclusion.parts)  # type: ignore
        goal = P[x] <= mark(A, x)
        bounds = d.cite("background/probability-bounds", part=1, P=P, a=x)
        least = d.cite("background/absolute-value.membership", part=0, A=A, a=x)
        member = d.identity(equals(mark(A, x), 1), member)
        return d.cases(held, d.arithmetic(goal, member, bounds), d.arithmetic(goal, none, least))

    mass = summed(d, Symbol("x", P.of.size), term)
    count = d.cite("definition/cardinality")
    return absurd(d, d.goal, mass, count, few)


def one_more_input(d: Steps) -> Line:
    """The goal for k + 1 inputs from that for k."""
    k, W, A = (d.var(name) for name in ("k", "W", "A"))
    m = W.sort.outputs
    near, supported, _ = d.given
    sizes = d.cite("definition/whole", r=k + 1, s=m)
    counts = d.cite("definition/whole", r=cardinality(A), s=k)
    small, large = (d.assume(part) for part in sizes.theorem.conclusion.parts)  # type: ignore
    fewer, full = (d.assume(part) for part in counts.theorem.conclusion.parts)  # type: ignore
    more = d.arithmetic(m + 1 <= cardinality(A), large, full)
    return d.cases(
        sizes, by_entropy(d, small),
        d.cases(counts, d.cite(HYPOTHESIS, near, supported, fewer),
                by_moving(d, supported, more)),
    )


def by_entropy(d: Steps, small: Line) -> Line:
    """As many outputs as inputs: I ≤ δ H(P) ≤ δ ln(k + 1) ≤ δ ln m."""
    k, W = d.var("k"), d.var("W")
    near, supported, few = d.given
    told = d.cite("lemma/near-rows.information", near)
    entropy = d.cite("lemma/support.entropy", supported, few, k=k + 1)
    less = log_below(d, k + 1, W.sort.outputs, small)
    return d.arithmetic(d.goal, told, entropy, less, hints=[d.var("delta")])


def by_moving(d: Steps, supported: Line, more: Line) -> Line:
    """More inputs than outputs: the rows of W in A are dependent."""
    P, W, A = (d.var(name) for name in ("P", "W", "A"))
    n, m = W.sort.inputs, W.sort.outputs
    x, y = d.fix(Symbol("x", n)), d.fix(Symbol("y", m))
    missing = some(x, negation(either(negation(equals(indicator(A, x), 1)), P[x] > 0)))
    choice = d.follows(Or((every(x, either(negation(equals(indicator(A, x), 1)), P[x] > 0)),
                           missing)))
    everywhere, gap = (d.assume(part) for part in choice.theorem.conclusion.parts)  # type: ignore
    # An input of A without mass is left out.
    b = d.fix(Symbol("b", n))
    body = d.assume(instance(gap, b))
    inside = d.follows(equals(indicator(A, b), 1), body)
    none = d.turn(P[b] <= 0, d.follows(negation(P[b] > 0), body))
    dropped = d.obtain(gap, b, without(d, P, [], supported, inside, none, b))
    # Where all of A has mass, the prior is moved.
    z = d.fix(Reals("z", n))
    assumed = Assumed(
        d, z,
        d.assume(every(y, equals(total(x, z[x] * W[x, y]), 0))),
        d.assume(every(x, either(equals(indicator(A, x), 1), equals(z[x], 0)))),
        d.assume(some(x, negation(equals(z[x], 0)))),
        everywhere, supported,
    )
    moved = split_order(
        d, total(x, z[x] * H(W[x])), 0,
        lambda falls: assumed.moving(lambda x: z[x], falls),
        lambda rises: assumed.moving(lambda x: -z[x], rises),
    )
    moved = d.have(
        d.goal, "dependence", moved, more, variable=z, row=x, column=y, weight=W[x, y], event=A,
    )
    return d.cases(choice, moved, dropped)


def without(
    d: Steps, R: Term, laws: list[Line], supported: Line, inside: Line, none: Line, b: Any
) -> Line:
    """I(R;W) ≤ δ ln m by the induction's hypothesis, for a law R on A without mass at b in A."""
    A, n = d.var("A"), d.var("P").of.size
    near, _, few = d.given
    others = d.cite("background/others", inside, n=n, A=A, a=b)
    less = d.fix(Event("B", n))
    found = d.assume(instance(others, less))
    fewer, joined = d.piece(found, 0), d.piece(found, 1)
    x = d.fix(Symbol("x", n))
    single = indicator(singleton(b, n), x)
    goal = either(equals(indicator(less, x), 1), R[x] <= 0)

    def present(high: Line) -> Line:
        held = d.at(supported, x)
        member, gone = (d.assume(part) for part in held.theorem.conclusion.parts)  # type: ignore
        member = d.cases(held, member, absurd(d, member.formula, gone, high, *laws))
        either_way = d.follows(
            either(equals(indicator(less, x), 1), equals(single, 1)), member, d.at(joined, x))
        rest, alone = (d.assume(part) for part in either_way.theorem.conclusion.parts)  # type: ignore

        only = d.cite("definition/singleton", a=b, x=x)
        alike = d.follows(equals(x, b), alone, only)
        return d.cases(either_way, d.follows(goal, rest),
                       absurd(d, goal, d.rewrite(alike, high), none, *laws))

    narrow = d.forall(x, split_order(
        d, R[x], 0, lambda low: d.follows(goal, low), present, *laws))
    size = d.arithmetic(cardinality(less) <= d.var("k"), fewer, few)
    return d.obtain(others, less, d.cite(HYPOTHESIS, near, narrow, size, *laws, P=R, A=less))


class Assumed:
    """What is assumed of numbers z, not all 0, that weigh the rows of W in A to 0."""

    def __init__(
        self, d: Steps, z: Term, columns: Line, outside: Line, proper: Line, everywhere: Line,
        supported: Line,
    ) -> None:
        self.d, self.z, self.columns, self.outside, self.proper = d, z, columns, outside, proper
        self.everywhere, self.supported = everywhere, supported
        self.P, self.W, self.A = (d.var(name) for name in ("P", "W", "A"))
        self.n = self.P.of.size

    def room(self, x: Any) -> Term:
        """P(x) in A, and at least 1 outside."""
        return self.P[x] + 1 - mark(self.A, x)

    def some_room(self, x: Any) -> Line:
        """It is positive."""
        d, A = self.d, self.A
        goal = self.room(x) > 0
        held = d.cite("definition/indicator", A=A, a=x)
        zero, one = (d.assume(part) for part in held.theorem.conclusion.parts)  # type: ignore
        mass = d.follows(self.P[x] > 0, one, d.at(self.everywhere, x))
        marks = [d.identity(equals(mark(A, x), value), line)
                 for line, value in ((zero, 0), (one, 1))]
        return d.cases(held, d.arithmetic(goal, marks[0]), d.arithmetic(goal, marks[1], mass))

    def moving(self, y: Any, order: Line) -> Line:
        """The goal, for y = z or y = −z with Σ y H(W_x) ≤ 0 (`order` says so)."""
        d, W, n = self.d, self.W, self.n
        x, column = d.fix(Symbol("x", n)), d.fix(Symbol("y", W.sort.outputs))
        falls = d.arithmetic(total(x, y(x) * H(W[x])) <= 0, order)
        each = d.forall(column, d.arithmetic(
            equals(total(x, y(x) * W[x, column]), 0), d.at(self.columns, column)))
        both = d.summed(each)
        level = d.chain(
            d.identity(equals(total(x, y(x)), both.formula.left)), both,  # type: ignore
            d.identity(equals(both.formula.right, 0)),  # type: ignore[attr-defined]
        )
        rooms = d.forall(x, self.some_room(x))
        ratios = reals_table(n, lambda x: -y(x) / self.room(x))
        largest = d.cite("background/largest-attained", rooms, f=ratios)
        k = d.fix(Symbol("j", n))
        top = d.assume(instance(largest, k))
        falling = self.falling(y, k, top, rooms, level)
        line = self.moved(y, k, top, rooms, level, each, falls, falling)
        return d.obtain(largest, k, line)

    def falling(self, y: Any, k: Any, top: Line, rooms: Line, level: Line) -> Line:
        """y(k) < 0 where −y/(P + 1 − 1_A) is largest: else all y would be at least 0."""
        d, n = self.d, self.n
        x, b = d.fix(Symbol("x", n)), d.fix(Symbol("b", n))

        def none(low: Line) -> Line:
            def term(x: Any) -> Line:
                room, less = d.at(rooms, x), d.at(top, x)
                return d.combined(y(x) >= 0, less, low, room, d.at(rooms, k), rooms, products=[
                    ["1", [["fact", 0], ["fact", 2]]],
                    ["1", [["fact", 1], ["fact", 2], ["sign", 1 / self.room(k)]]],
                ])

            def part(x: Any) -> Line:
                goal = same(x, b) * y(x) <= y(x)

                def case(_: Line, value: Line) -> Line:
                    if value.formula.right == number(1):  # type: ignore[attr-defined]
                        return d.rewrite(value, d.identity(1 * y(x) <= y(x)), goal)
                    return d.rewrite(value, d.arithmetic(0 * y(x) <= y(x), term(x)), goal)

                return split_equal(d, x, b, case)

            most = summed(d, x, part)
            one = d.arithmetic(y(b) <= 0, most, level)
            zero = d.turn(equals(y(b), 0), one, term(b))
            false = d.follows(y(k) < 0, d.arithmetic(equals(self.z[b], 0), zero), d.assume(
                instance(self.proper, b)))
            return d.obtain(self.proper, b, false)

        return split_order(d, 0, y(k), none, lambda line: line)

    def moved(
        self, y: Any, k: Any, top: Line, rooms: Line, level: Line, each: Line, falls: Line,
        falling: Line,
    ) -> Line:
        """The goal from the law P − P(k) y/y(k), which has no mass at k."""
        d, P, W, n, A = self.d, self.P, self.W, self.n, self.A
        x, column = d.fix(Symbol("x", n)), d.fix(Symbol("y", W.sort.outputs))
        held = d.at(self.outside, k)
        inside, zero = (d.assume(part) for part in held.theorem.conclusion.parts)  # type: ignore
        inside = d.cases(held, inside, absurd(d, inside.formula, zero, falling))
        own = d.follows(P[k] > 0, inside, d.at(self.everywhere, k))
        share = P[k] / (-y(k))
        ahead = split_order(
            d, share, 0,
            lambda low: d.follows(share > 0, d.combined(FALSE, low, falling, own, products=[
                ["1", [["fact", 0], ["fact", 1]]], ["1", [["fact", 2]]]])),
            lambda line: line, falling,
        )
        new = pmf_table(n, lambda x: P[x] + y(x) * share)

        def least(x: Any) -> Line:
            goal = P[x] + y(x) * share >= 0
            held = d.at(self.outside, x)
            there, zero = (d.assume(part) for part in held.theorem.conclusion.parts)  # type: ignore
            mass = d.follows(P[x] > 0, there, d.at(self.everywhere, x))
            less = d.at(top, x)
            first = d.combined(
                goal, less, mass, ahead, own, falling, there, inside, rooms,
                products=[["1", [["fact", 0], ["fact", 1], ["fact", 2]]]],
            )
            still = d.arithmetic(equals(y(x), 0), zero)
            return d.cases(held, first, d.combined(
                goal, still, falling, products=[["1", [["sign", P[x]]]]], equalities=[[-share, 0]]))

        positive = d.forall(x, least(x))
        whole = d.combined(
            equals(total(x, P[x] + y(x) * share), 1), level, falling, equalities=[[share, 0]])
        laws = [positive, whole, falling]
        none = d.identity(new[k] <= 0, *laws)

        def narrow(x: Any) -> Line:
            goal = either(equals(indicator(A, x), 1), new[x] <= 0)
            first, second = d.at(self.outside, x), d.at(self.supported, x)
            zero, gone = (
                d.assume(line.theorem.conclusion.parts[1]) for line in (first, second)  # type: ignore
            )
            still = d.arithmetic(equals(y(x), 0), zero)
            small = d.combined(new[x] <= 0, gone, still, *laws, products=[["1", [["fact", 0]]]],
                               equalities=[[share, 1]])
            led = d.implied(zero, d.implied(gone, small))
            return d.follows(goal, led, first, second)

        bound = without(d, new, laws, d.forall(x, narrow(x)), inside, none, k)
        same_output = d.forall(column, d.combined(
            equals(output(new, W)[column], output(P, W)[column]), d.at(each, column), *laws,
            equalities=[[share, 0]],
        ))
        more = d.cite("background/information-forms.entropies", *laws, P=new)
        more = d.rewrite(same_output, more)
        less = d.cite("background/information-forms.entropies", P=P)
        gain = d.combined(
            information(P, W) <= information(new, W), falls, ahead, less, more, *laws,
            products=[["1", [["fact", 0], ["fact", 1]]]],
            equalities=[[number(1), 2], [number(-1), 3]],
        )
        return d.chain(gain, bound)


@derives("lemma/support.outputs")
def any_support(d: Derivation) -> None:
    """All inputs are an event."""
    n, x = d.var("P").of.size, Symbol("x", d.var("P").of.size)
    everything = d.cite("background/everything", n=n)
    A = d.fix(Event("A", n))
    found = d.assume(instance(everything, A))
    x = d.fix(x)
    member = d.at(d.piece(found, 1), x)
    supported = d.forall(x, d.follows(
        either(equals(indicator(A, x), 1), d.var("P")[x] <= 0), member))
    line = d.cite("lemma/support.information", *d.given, supported, d.piece(found, 0), k=n, A=A)
    d.qed(d.obtain(everything, A, line))
