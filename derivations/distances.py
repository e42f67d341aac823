"""Proofs of textbook facts on absolute values, total variation and closeness."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    below,
    everywhere,
    mixes,
    single,
    split_absolute,
    split_below,
    split_maximum,
    split_minimum,
    summed,
)
from verified.language import (
    TV,
    absolute,
    cases,
    equals,
    event_where,
    exp,
    hockey_stick,
    indicator,
    largest,
    maximum,
    minimum,
    output,
    total,
)
from verified.language.formulas import substitute
from verified.language.terms import Event, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

ABSOLUTE = "background/absolute-value"


@derives("background/exponential-increasing")
def exponential_increasing(d: Derivation) -> None:
    """e^s ≥ e^r (1 + s − r)."""
    r, s = d.var("r"), d.var("s")
    line = d.cite("background/log-tangent.exponential", eps=s - r)
    d.qed(d.arithmetic(d.goal, line, *d.given, hints=[exp(r)]))


@derives(f"{ABSOLUTE}.above")
def absolute_above(d: Derivation) -> None:
    """|r| is r or −r, whichever isn't negative."""
    r = d.var("r")
    parts = [
        split_absolute(
            d, r, lambda sign, value, way=way: d.arithmetic(way <= absolute(r), sign, value)
        )
        for way in (r, -r)
    ]
    d.qed(d.both(*parts))


@derives(f"{ABSOLUTE}.least")
def absolute_least(d: Derivation) -> None:
    """|r| is r or −r."""
    r = d.var("r")
    d.qed(split_absolute(d, r, lambda _, value: d.arithmetic(d.goal, value, *d.given)))


@derives(f"{ABSOLUTE}.triangle")
def absolute_triangle(d: Derivation) -> None:
    """Both r + s and −r − s are at most |r| + |s|."""
    r, s = d.var("r"), d.var("s")
    lines = d.cite(f"{ABSOLUTE}.above", r=r), d.cite(f"{ABSOLUTE}.above", r=s)
    most = absolute(r) + absolute(s)
    d.qed(
        d.cite(
            f"{ABSOLUTE}.least",
            d.arithmetic(r + s <= most, *lines),
            d.arithmetic(-(r + s) <= most, *lines),
            r=r + s,
            c=most,
        )
    )


@derives(f"{ABSOLUTE}.least-of-two")
def least_of_two(d: Derivation) -> None:
    """The minimum is one of the two."""
    d.qed(
        split_minimum(
            d, d.var("r"), d.var("s"), lambda _, value: d.arithmetic(d.goal, value, *d.given)
        )
    )


@derives(f"{ABSOLUTE}.largest-of-two")
def largest_of_two(d: Derivation) -> None:
    """The maximum is one of the two."""
    d.qed(
        split_maximum(
            d, d.var("r"), d.var("s"), lambda _, value: d.arithmetic(d.goal, value, *d.given)
        )
    )


@derives(f"{ABSOLUTE}.below-both")
def below_both(d: Derivation) -> None:
    """The minimum is the one that is at most the other."""
    r, s = d.var("r"), d.var("s")
    d.qed(
        d.both(
            *(
                split_minimum(
                    d,
                    r,
                    s,
                    lambda order, value, side=side: d.arithmetic(
                        minimum(r, s) <= side, order, value
                    ),
                )
                for side in (r, s)
            )
        )
    )


@derives(f"{ABSOLUTE}.above-both")
def above_both(d: Derivation) -> None:
    """The maximum is the one that is at least the other."""
    r, s = d.var("r"), d.var("s")
    d.qed(
        d.both(
            *(
                split_maximum(
                    d,
                    r,
                    s,
                    lambda order, value, side=side: d.arithmetic(
                        side <= maximum(r, s), order, value
                    ),
                )
                for side in (r, s)
            )
        )
    )


@derives(f"{ABSOLUTE}.half-sum")
def half_sum(d: Derivation) -> None:
    """Whichever is larger, and whatever the sign of the difference."""
    r, s = d.var("r"), d.var("s")
    distance = absolute(r - s)
    parts = []
    for way, split, half in (
        (minimum, split_minimum, (r + s - distance) / 2),
        (maximum, split_maximum, (r + s + distance) / 2),
    ):

        def proof(order: Line, value: Line, way: Any = way, half: Any = half) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                ways = [
                    d.arithmetic(way(r, s) <= half, order, value, sign, size),
                    d.arithmetic(half <= way(r, s), order, value, sign, size),
                ]
                return d.turn(equals(way(r, s), half), *ways)

            return split_absolute(d, r - s, inner)

        parts.append(split(d, r, s, proof))
    d.qed(d.both(*parts))


@derives(f"{ABSOLUTE}.membership")
def membership(d: Derivation) -> None:
    """An indicator is 0 or 1, and so is whether it is 1."""
    A, a = d.var("A"), d.var("a")
    mark = indicator(A, a)
    both = d.cite("definition/indicator")
    branches = []
    for value in (0, 1):
        known = d.assume(equals(mark, value))
        formula = cases(equals(number(value), 1), 1, 0)
        shown = d.both(d.obvious(formula >= 0), d.obvious(formula <= 1))
        branches.append(d.rewrite(known, shown, d.goal))
    d.qed(d.cases(both, *branches))


# --- total variation ------------------------------------------------------------------------------

TV_KEY = "background/total-variation"


def half_distance(d: Steps, P: Term, Q: Term) -> Line:
    """TV = Σ|P − Q|/2."""
    return d.cite("definition/total-variation", P=P, Q=Q)


def inside(A: Term, a: Term) -> Term:
    """1 if the symbol is in the event, else 0, as in the probability of the event."""
    return cases(equals(indicator(A, a), 1), 1, 0)


@derives(f"{TV_KEY}.event")
def tv_event(d: Derivation) -> None:
    """(2·1_A − 1)(P − Q) ≤ |P − Q| for each symbol."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")

    def pointwise(a: Any) -> Line:
        mark = inside(A, a)
        return d.arithmetic(
            (2 * mark - 1) * (P[a] - Q[a]) <= absolute(P[a] - Q[a]),
            d.cite(f"{ABSOLUTE}.membership", a=a),
            d.cite(f"{ABSOLUTE}.above", r=P[a] - Q[a]),
        )

    d.qed(
        d.arithmetic(d.goal, summed(d, Symbol("a", P.of.size), pointwise), half_distance(d, P, Q))
    )


@derives(f"{TV_KEY}.largest-event")
def tv_largest_event(d: Derivation) -> None:
    """There (2·1_A − 1)(P − Q) = |P − Q|."""
    P, Q = d.var("P"), d.var("Q")

    def pointwise(a: Any) -> Line:
        mark = below(Q[a], P[a])
        goal = equals((2 * mark - 1) * (P[a] - Q[a]), absolute(P[a] - Q[a]))

        def outer(order: Line, value: Line) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                ways = [
                    d.arithmetic(formula, order, value, sign, size)
                    for formula in (goal.left <= goal.right, goal.right <= goal.left)
                ]
                return d.turn(goal, *ways)

            return split_absolute(d, P[a] - Q[a], inner)

        return split_below(d, Q[a], P[a], outer)

    d.qed(
        d.arithmetic(d.goal, summed(d, Symbol("a", P.of.size), pointwise), half_distance(d, P, Q))
    )


@derives(f"{TV_KEY}.events")
def tv_events(d: Derivation) -> None:
    """No event beats the one where P is at least Q."""
    P, Q = d.var("P"), d.var("Q")
    n = P.of.size
    a, A = Symbol("a", n), Event("A", n)
    most = largest(A, P[A] - Q[A])
    above = d.bound_sup(most, d.cite(f"{TV_KEY}.event", A=d.fix(A)), A)
    reached = d.below_sup(most, event_where(a, Q[a] <= P[a]))
    d.qed(d.turn(d.goal, d.chain(d.cite(f"{TV_KEY}.largest-event"), reached), above))


@derives(f"{TV_KEY}.overlap")
def tv_overlap(d: Derivation) -> None:
    """min(P, Q) = (P + Q − |P − Q|)/2."""
    P, Q = d.var("P"), d.var("Q")
    rest = summed(
        d, Symbol("a", P.of.size), lambda a: d.cite(f"{ABSOLUTE}.half-sum", part=0, r=P[a], s=Q[a])
    )
    d.qed(d.arithmetic(d.goal, rest, half_distance(d, P, Q)))


@derives(f"{TV_KEY}.symmetric")
def tv_symmetric(d: Derivation) -> None:
    """|P − Q| = |Q − P|."""
    P, Q = d.var("P"), d.var("Q")
    d.qed(d.arithmetic(d.goal, half_distance(d, P, Q), half_distance(d, Q, P)))


@derives(f"{TV_KEY}.range")
def tv_range(d: Derivation) -> None:
    """0 ≤ |P − Q| ≤ P + Q."""
    P, Q = d.var("P"), d.var("Q")

    def pointwise(a: Any) -> Line:
        return d.cite(
            f"{ABSOLUTE}.least",
            d.obvious(P[a] - Q[a] <= P[a] + Q[a]),
            d.obvious(-(P[a] - Q[a]) <= P[a] + Q[a]),
            r=P[a] - Q[a],
            c=P[a] + Q[a],
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    most = d.arithmetic(TV(P, Q) <= 1, rest, half_distance(d, P, Q))
    d.qed(d.both(d.obvious(TV(P, Q) >= 0), most))


@derives(f"{TV_KEY}.triangle")
def tv_triangle(d: Derivation) -> None:
    """|P − R| ≤ |P − Q| + |Q − R|."""
    P, Q, R = d.var("P"), d.var("Q"), d.var("R")

    def pointwise(a: Any) -> Line:
        line = d.cite(f"{ABSOLUTE}.triangle", r=P[a] - Q[a], s=Q[a] - R[a])
        return d.arithmetic(absolute(P[a] - R[a]) <= line.formula.right, line)

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(
        d.arithmetic(
            d.goal, rest, half_distance(d, P, Q), half_distance(d, Q, R), half_distance(d, P, R)
        )
    )


@derives(f"{TV_KEY}.mixture")
def tv_mixture(d: Derivation) -> None:
    """|t P + (1 − t) Q − Q| = t |P − Q|."""
    P, Q, t = d.var("P"), d.var("Q"), d.var("t")
    mixed = d.goal.left.args[0]
    law = mixes(d, t, P, Q)

    def pointwise(a: Any) -> Line:
        goal = equals(absolute(mixed[a] - Q[a]), t * absolute(P[a] - Q[a]))

        def inner(sign: Line, size: Line) -> Line:
            left, right = sign.theorem.conclusion.left, sign.theorem.conclusion.right
            scaled = d.arithmetic(t * left <= t * right, sign, hints=[t])
            value = d.identity(equals(goal.left, t * size.formula.right), scaled, law)
            return d.arithmetic(goal, value, size, law)

        return split_absolute(d, P[a] - Q[a], inner)

    rest = summed(d, Symbol("a", P.of.size), pointwise, law)
    d.qed(
        d.arithmetic(
            d.goal,
            rest,
            half_distance(d, P, Q),
            d.cite("definition/total-variation", law, P=mixed, Q=Q),
            law,
        )
    )


@derives("background/dpi-tv.channel")
def dpi_tv_channel(d: Derivation) -> None:
    """|Σ W(y|x) (P(x) − Q(x))| ≤ Σ W(y|x) |P(x) − Q(x)|; the sum over y of W(y|x) is 1."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)

    def pointwise(y: Any) -> Line:
        difference = output(P, W)[y] - output(Q, W)[y]
        most = total(x, W[x, y] * absolute(P[x] - Q[x]))
        ways = []
        for sign in (1, -1):

            def term(x: Any, sign: int = sign) -> Line:
                line = d.cite(f"{ABSOLUTE}.above", r=P[x] - Q[x])
                return d.arithmetic(
                    sign * W[x, y] * (P[x] - Q[x]) <= W[x, y] * absolute(P[x] - Q[x]),
                    line,
                    hints=[W[x, y]],
                )

            rest = summed(d, x, term)
            way = difference if sign == 1 else -difference
            ways.append(d.chain(d.identity(equals(way, rest.formula.left)), rest))
        return d.cite(f"{ABSOLUTE}.least", *ways, r=difference, c=most)

    rest = summed(d, y, pointwise)
    d.qed(
        d.arithmetic(
            d.goal, rest, half_distance(d, P, Q), half_distance(d, output(P, W), output(Q, W))
        )
    )


@derives("background/dpi-tv.event")
def dpi_tv_event(d: Derivation) -> None:
    """|P(A) − Q(A)| ≤ TV, by A and its complement's part −(P(A) − Q(A))."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")
    one, two = d.goal.left.args
    bounds = d.cite("definition/event-bounds"), d.cite("definition/event-bounds", P=Q)
    up = d.cite(f"{TV_KEY}.event")
    down = d.cite(f"{TV_KEY}.event", P=Q, Q=P)
    down = d.arithmetic(-(P[A] - Q[A]) <= TV(P, Q), down, d.cite(f"{TV_KEY}.symmetric"))
    least = d.cite(f"{ABSOLUTE}.least", up, down, r=P[A] - Q[A], c=TV(P, Q))
    distance = d.cite("definition/total-variation", *bounds, P=one, Q=two)
    d.qed(d.arithmetic(d.goal, distance, least, *bounds))


# --- hockey-stick divergences ---------------------------------------------------------------------

HS = "background/hockey-stick"


def stick(d: Steps, P: Term, Q: Term, eps: Term) -> Line:
    """E = Σ max(0, P − e^ε Q)."""
    return d.cite("definition/hockey-stick", P=P, Q=Q, eps=eps)


@derives(f"{HS}.event")
def stick_event(d: Derivation) -> None:
    """1_A (P − e^ε Q) ≤ max(0, P − e^ε Q) for each symbol."""
    P, Q, A, eps = d.var("P"), d.var("Q"), d.var("A"), d.var("eps")

    def pointwise(a: Any) -> Line:
        mark, gap = inside(A, a), P[a] - exp(eps) * Q[a]
        return d.arithmetic(
            mark * gap <= maximum(0, gap),
            d.cite(f"{ABSOLUTE}.membership", a=a),
            d.cite(f"{ABSOLUTE}.above-both", r=0, s=gap),
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps)))


@derives(f"{HS}.largest-event")
def stick_largest_event(d: Derivation) -> None:
    """There 1_A (P − e^ε Q) = max(0, P − e^ε Q)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")

    def pointwise(a: Any) -> Line:
        mark, gap = below(exp(eps) * Q[a], P[a]), P[a] - exp(eps) * Q[a]
        goal = equals(mark * gap, maximum(0, gap))

        def outer(order: Line, value: Line) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                ways = [
                    d.arithmetic(formula, order, value, sign, size, hints=[exp(eps) * Q[a]])
                    for formula in (goal.left <= goal.right, goal.right <= goal.left)
                ]
                return d.turn(goal, *ways)

            return split_maximum(d, 0, gap, inner)

        return split_below(d, exp(eps) * Q[a], P[a], outer)

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps)))


@derives(f"{HS}.events")
def stick_events(d: Derivation) -> None:
    """No event beats the one where P is at least e^ε Q."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    n = P.of.size
    a, A = Symbol("a", n), Event("A", n)
    most = largest(A, P[A] - exp(eps) * Q[A])
    above = d.bound_sup(most, d.cite(f"{HS}.event", A=d.fix(A)), A)
    reached = d.below_sup(most, event_where(a, exp(eps) * Q[a] <= P[a]))
    d.qed(d.turn(d.goal, d.chain(d.cite(f"{HS}.largest-event"), reached), above))


@derives(f"{HS}.total-variation")
def stick_tv(d: Derivation) -> None:
    """Both are P(A) − Q(A) at the event where P is at least Q."""
    P, Q = d.var("P"), d.var("Q")
    half = everywhere(
        d,
        Symbol("a", P.of.size),
        lambda a: d.cite(f"{ABSOLUTE}.half-sum", part=1, r=0, s=P[a] - exp(number(0)) * Q[a]),
    )
    d.qed(d.arithmetic(d.goal, d.summed(half), stick(d, P, Q, number(0)), half_distance(d, P, Q)))


@derives(f"{HS}.decreasing")
def stick_decreasing(d: Derivation) -> None:
    """P − e^ε' Q ≤ P − e^ε Q."""
    P, Q, eps, more = d.var("P"), d.var("Q"), d.var("eps"), d.var("eps'")
    grows = d.cite("background/exponential-increasing", *d.given, r=eps, s=more)

    def pointwise(a: Any) -> Line:
        low, high = P[a] - exp(more) * Q[a], P[a] - exp(eps) * Q[a]
        both = d.cite(f"{ABSOLUTE}.above-both", r=0, s=high)
        return d.cite(
            f"{ABSOLUTE}.largest-of-two",
            d.arithmetic(maximum(0, high) >= 0, both),
            d.arithmetic(low <= maximum(0, high), both, grows, hints=[Q[a]]),
            r=0,
            s=low,
            c=maximum(0, high),
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps), stick(d, P, Q, more)))


@derives(f"{HS}.swapped")
def stick_swapped(d: Derivation) -> None:
    """e^ε max(0, Q − e^−ε P) = max(0, P − e^ε Q) − (P − e^ε Q)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")

    def pointwise(a: Any) -> Line:
        back, gap = Q[a] - exp(-eps) * P[a], P[a] - exp(eps) * Q[a]
        goal = equals(exp(eps) * maximum(0, back), maximum(0, gap) - gap)

        def outer(order: Line, value: Line) -> Line:
            def inner(sign: Line, size: Line) -> Line:
                return d.turn(
                    goal,
                    *(
                        d.arithmetic(formula, order, value, sign, size, hints=[exp(eps)])
                        for formula in (goal.left <= goal.right, goal.right <= goal.left)
                    ),
                )

            return split_maximum(d, 0, gap, inner)

        return split_maximum(d, 0, back, outer)

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, stick(d, P, Q, eps), stick(d, Q, P, -eps), hints=[exp(eps)]))


@derives(f"{HS}.range")
def stick_range(d: Derivation) -> None:
    """It decreases from the total variation at ε = 0."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    least = d.obvious(hockey_stick(P, Q, eps) >= 0)
    most = d.cite(f"{HS}.decreasing", *d.given, values={"eps": 0, "eps'": eps})
    d.qed(d.both(least, d.chain(most, d.cite(f"{HS}.total-variation"))))


@derives("background/dpi-hockey-stick")
def dpi_stick(d: Derivation) -> None:
    """max(0, Σ W(y|x) (P − e^ε Q)) ≤ Σ W(y|x) max(0, P − e^ε Q)."""
    P, Q, W, eps = d.var("P"), d.var("Q"), d.var("W"), d.var("eps")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)

    def pointwise(y: Any) -> Line:
        gap = output(P, W)[y] - exp(eps) * output(Q, W)[y]

        def term(x: Any) -> Line:
            inner = P[x] - exp(eps) * Q[x]
            line = d.cite(f"{ABSOLUTE}.above-both", r=0, s=inner)
            return d.arithmetic(
                W[x, y] * inner <= W[x, y] * maximum(0, inner), line, hints=[W[x, y]]
            )

        def positive(x: Any) -> Line:
            inner = P[x] - exp(eps) * Q[x]
            line = d.cite(f"{ABSOLUTE}.above-both", r=0, s=inner)
            return d.arithmetic(W[x, y] * maximum(0, inner) >= ZERO, line, hints=[W[x, y]])

        rest = summed(d, x, term)
        above = d.chain(d.identity(equals(gap, rest.formula.left)), rest)
        zero = summed(d, x, positive)
        zero = d.chain(d.identity(equals(number(0), zero.formula.left)), zero)
        return d.cite(f"{ABSOLUTE}.largest-of-two", zero, above, r=0, s=gap, c=rest.formula.right)

    rest = summed(d, y, pointwise)
    d.qed(
        d.arithmetic(d.goal, rest, stick(d, P, Q, eps), stick(d, output(P, W), output(Q, W), eps))
    )


# --- closeness ------------------------------------------------------------------------------------


@derives("background/closeness-hockey-stick.only-if")
def close_sticks(d: Derivation) -> None:
    """The divergence is the excess of one event."""
    P, Q, eps, delta = d.var("P"), d.var("Q"), d.var("eps"), d.var("delta")
    (close,) = d.given
    a = Symbol("a", P.of.size)
    parts = []
    for index, (one, two) in enumerate(((P, Q), (Q, P))):
        line = d.at(d.piece(close, index), event_where(a, exp(eps) * two[a] <= one[a]))
        parts.append(
            d.arithmetic(
                hockey_stick(one, two, eps) <= delta,
                line,
                d.cite(f"{HS}.largest-event", P=one, Q=two),
            )
        )
    d.qed(d.both(*parts))


@derives("background/closeness-hockey-stick.if")
def sticks_close(d: Derivation) -> None:
    """Every event's excess is at most the divergence."""
    P, Q, eps, delta = d.var("P"), d.var("Q"), d.var("eps"), d.var("delta")
    (sticks,) = d.given
    A = d.fix(Event("A", P.of.size))
    parts = []
    for index, (one, two) in enumerate(((P, Q), (Q, P))):
        line = d.arithmetic(
            one[A] <= exp(eps) * two[A] + delta,
            d.piece(sticks, index),
            d.cite(f"{HS}.event", P=one, Q=two, A=A),
        )
        parts.append(d.forall(A, line))
    d.qed(d.both(*parts))


@derives("background/closeness-symbols.only-if")
def close_symbols(d: Derivation) -> None:
    """The events of one symbol."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given

    def pointwise(a: Any) -> Line:
        event = single(d, a, P.of.size)
        up, down = (d.at(d.piece(close, index), event) for index in (0, 1))
        return d.both(
            d.arithmetic(P[a] <= exp(eps) * Q[a], up), d.arithmetic(Q[a] <= exp(eps) * P[a], down)
        )

    d.qed(everywhere(d, Symbol("a", P.of.size), pointwise))


@derives("background/closeness-symbols.if")
def symbols_close(d: Derivation) -> None:
    """The sum over the event's symbols."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (symbols,) = d.given
    A = d.fix(Event("A", P.of.size))
    parts = []
    for one, two in ((P, Q), (Q, P)):

        def pointwise(a: Any, one: Term = one, two: Term = two) -> Line:
            mark = inside(A, a)
            return d.arithmetic(
                mark * one[a] <= mark * exp(eps) * two[a], d.at(symbols, a), hints=[mark]
            )

        rest = summed(d, Symbol("a", P.of.size), pointwise)
        parts.append(d.forall(A, d.arithmetic(one[A] <= exp(eps) * two[A] + 0, rest)))
    d.qed(d.both(*parts))


@derives("background/closeness-ratio")
def close_ratio(d: Derivation) -> None:
    """Divide by Q(a)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    symbols = d.cite("background/closeness-symbols.only-if", *d.given)
    a = d.fix(Symbol("a", P.of.size))
    positive = d.assume(Q[a] > 0)
    both = d.at(symbols, a)
    low, high = (substitute(part, {d.goal.var.name: a}) for part in d.goal.body.parts)
    shown = d.both(
        d.arithmetic(low, both, positive, hints=[1 / Q[a], exp(-eps) / Q[a]]),
        d.arithmetic(high, both, positive, hints=[1 / Q[a]]),
    )
    d.qed(d.forall(a, shown, where=d.goal.guard))
