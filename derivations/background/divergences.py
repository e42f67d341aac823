"""Proofs of the facts on the divergence: its range, data processing, joint convexity."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import log_ratio
from derivations.tools import (
    ZERO,
    absurd,
    envelope,
    everywhere,
    finite_at,
    is_zero,
    log_sum,
    mixes,
    same,
    same_law,
    single,
    split_equal,
    split_order,
    split_zero,
    summed,
    tangent_pair,
    unless,
)
from verified.language import (
    KL,
    TV,
    cases,
    channel_table,
    either,
    equals,
    exp,
    indicator,
    log,
    output,
    pmf_of,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


@derives("background/gibbs.nonnegative")
def gibbs(d: Derivation) -> None:
    """The tangent at s = 1 for each symbol; the rest sums to 1 − 1."""
    P, Q = d.var("P"), d.var("Q")
    a = Symbol("a", P.of.size)

    def pointwise(a: Any) -> Line:
        return d.chain(
            d.identity(equals(P[a] - Q[a], P[a] * log(number(1)) + P[a] - Q[a] * 1)),
            tangent_pair(d, P[a], Q[a], 1),
        )

    total_ = summed(d, a, pointwise)
    nothing = d.identity(equals(number(0), total(a, P[a] - Q[a])))
    d.qed(
        d.chain(
            nothing, total_, d.turn(equals(total_.formula.right, KL(P, Q)), d.cite("definition/kl"))
        )
    )


@derives("background/gibbs.same")
def gibbs_same(d: Derivation) -> None:
    """Every term is 0."""
    P = d.var("P")
    kl = d.cite("definition/kl", Q=P)
    d.qed(d.chain(kl, d.identity(equals(kl.formula.right, 0))))


@derives("background/kl-finite")
def kl_finite(d: Derivation) -> None:
    """The tangents at e^L for the symbol b and at 1 for the others give P(b) L ≤ D(P‖Q)."""
    P, Q, r = d.var("P"), d.var("Q"), d.var("r")
    n = P.of.size
    a, b = Symbol("a", n), d.fix(Symbol("b", n))
    (bounded,) = d.given
    goal = either(Q[b] > 0, P[b] <= 0)

    def infinite(outside: Line) -> Line:
        present = d.assume(P[b] > 0)
        slope = (r + 1) / P[b]
        steep = exp(slope)

        def pointwise(a: Any) -> Line:
            def chosen(_: Line, value: Line) -> Line:
                on = value.theorem.conclusion.right == number(1)
                s = steep if on else number(1)
                low = tangent_pair(
                    d, P[a], Q[a], s, *([d.obvious(s > ZERO, present), present] if on else [])
                )
                mark = number(1 if on else 0)
                first = d.identity(
                    equals(
                        mark * (P[a] * slope + P[a] - Q[a] * steep) + (1 - mark) * (P[a] - Q[a]),
                        low.formula.left,
                    ),
                    present,
                )
                return d.rewrite(value, d.chain(first, low), mixed(a) <= low.formula.right)

            return split_equal(d, a, b, chosen)

        def mixed(a: Any) -> Term:
            mark = same(a, b)
            return mark * (P[a] * slope + P[a] - Q[a] * steep) + (1 - mark) * (P[a] - Q[a])

        low = summed(d, a, pointwise, present)
        value = d.identity(equals(P[b] * slope + Q[b] - Q[b] * steep, low.formula.left), present)
        kl = d.cite("definition/kl")
        most = d.chain(value, low, d.turn(equals(kl.formula.right, kl.formula.left), kl), bounded)
        return d.contradiction(d.rewrite(outside, most), present)

    outside = d.assume(Q[b] <= 0)
    zero = is_zero(d, Q[b], outside)
    both = d.order(Q[b], 0), d.order(P[b], 0)
    d.qed(
        d.forall(b, d.follows(goal, *both, d.implied(P[b] > 0, d.implied(outside, infinite(zero)))))
    )


@derives("background/dpi-kl.channel")
def dpi_kl_channel(d: Derivation) -> None:
    """The log-sum inequality for each output symbol; the sum over y of W(y|x) is 1."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)
    before, after = KL(P, Q), KL(output(P, W), output(Q, W))

    def proof(less: Line) -> Line:
        whole = reversed_kl(d, P, Q)
        finite = d.chain(whole, less)

        def pointwise(y: Any) -> Line:
            return log_sum(
                d, output(P, W)[y], output(Q, W)[y], x, lambda x: (W[x, y], P[x], Q[x]), finite
            )

        rows = summed(d, y, pointwise, finite)
        first = d.cite("definition/kl", P=output(P, W), Q=output(Q, W))
        swapped = d.identity(equals(rows.formula.right, whole.formula.left), finite)
        return d.chain(first, rows, swapped, whole)

    d.qed(unless(d, after, before, proof))


@derives("background/kl-jointly-convex.many")
def kl_convex(d: Derivation) -> None:
    """The log-sum inequality for each symbol, over the members of the family."""
    t, P, Q = d.var("t"), d.var("P"), d.var("Q")
    k, n = t.of.size, P.of.outputs
    j, a = Symbol("j", k), Symbol("a", n)
    mean, mixed = d.goal.right, (output(t, P), output(t, Q))
    unfolded = summed(d, j, lambda j: d.cite("background/kl-scaled", t=t[j], P=P[j], Q=Q[j]))
    back = d.turn(equals(unfolded.formula.right, mean), unfolded)

    def proof(less: Line) -> Line:
        bound = d.chain(back, less)

        finite = everywhere(d, a, lambda a: everywhere(d, j, lambda j: finite_at(d, bound, j, a)))

        def pointwise(a: Any) -> Line:
            return log_sum(
                d, mixed[0][a], mixed[1][a], j, lambda j: (t[j], P[j, a], Q[j, a]), d.at(finite, a)
            )

        rows = summed(d, a, pointwise, finite)
        first = d.cite("definition/kl", P=mixed[0], Q=mixed[1])
        swapped = d.identity(equals(rows.formula.right, back.formula.left), bound, finite)
        return d.chain(first, rows, swapped, back)

    d.qed(unless(d, KL(*mixed), mean, proof))


@derives("background/kl-jointly-convex.first")
def kl_convex_first(d: Derivation) -> None:
    """A family of one and the same second law."""
    t, P, Q = d.var("t"), d.var("P"), d.var("Q")
    k, n = t.of.size, P.of.outputs
    j, a = Symbol("j", k), Symbol("a", n)
    family = channel_table(k, n, lambda _, a: Q[a])
    convex = d.cite("background/kl-jointly-convex.many", Q=family)

    def replaced(j: Any) -> Line:
        own = d.have(t[j] * KL(P[j], family[j]) <= t[j] * KL(P[j], family[j]), "defined")
        row = everywhere(d, a, lambda a: d.identity(equals(family[j][a], Q[a])))
        return d.rewrite(row, own, own.formula.left <= t[j] * KL(P[j], Q))

    whole = d.chain(convex, summed(d, j, replaced))
    mixed = output(t, family)
    law = everywhere(d, a, lambda a: d.identity(equals(mixed[a], Q[a])))
    d.qed(d.rewrite(law, whole, d.goal))


@derives("background/kl-jointly-convex.second")
def kl_convex_second(d: Derivation) -> None:
    """A family of one and the same first law."""
    t, P, Q = d.var("t"), d.var("P"), d.var("Q")
    k, n = t.of.size, P.of.size
    j = Symbol("j", k)
    family = channel_table(k, n, lambda _, a: P[a])
    convex = d.cite("background/kl-jointly-convex.many", P=family)

    def replaced(j: Any) -> Line:
        own = d.have(t[j] * KL(family[j], Q[j]) <= t[j] * KL(family[j], Q[j]), "defined")
        return d.rewrite(same_law(d, family[j], P), own, own.formula.left <= t[j] * KL(P, Q[j]))

    whole = d.chain(convex, summed(d, j, replaced))
    d.qed(d.rewrite(same_law(d, output(t, family), P), whole, d.goal))


@derives("background/kl-jointly-convex.two")
def kl_convex_two(d: Derivation) -> None:
    """The log-sum inequality for two terms; a pair of weight 0 adds nothing."""
    t, P, Q = d.var("t"), (d.var("P1"), d.var("P2")), (d.var("Q1"), d.var("Q2"))
    a = Symbol("a", P[0].of.size)
    (first, second), mean = d.goal.left.args, d.goal.right
    laws = mixes(d, t, P[0], P[1]), mixes(d, t, Q[0], Q[1])
    weights, own = (t, 1 - t), [KL(P[0], Q[0]), KL(P[1], Q[1])]

    def edge(kept: int, weight: Line) -> Line:
        """The weight of the other pair is 0."""
        zero, other = weights[1 - kept], own[1 - kept]
        vanish = d.arithmetic(equals(zero, 0), weight)
        nothing = d.rewrite(
            vanish, d.have(equals(zero * other, zero * other), "defined"),
            equals(zero * other, 0 * other),
        )
        unfolded = d.cite("background/kl-scaled", t=0, P=P[1 - kept], Q=Q[1 - kept])
        nothing = d.chain(nothing, unfolded, d.identity(equals(unfolded.formula.right, 0)))
        heavy = d.arithmetic(0 < weights[kept], weight)
        line = unless(
            d, own[kept], mean,
            lambda less: absurd(d, own[kept] <= mean, d.rewrite(nothing, less), weight, heavy),
        )
        for mixed, law, use in zip((first, second), (P, Q), laws, strict=True):
            same_law = everywhere(d, a, lambda a, mixed=mixed, law=law, use=use: d.arithmetic(
                equals(mixed[a], law[kept][a]), weight, use))
            line = d.rewrite(same_law, line, KL(mixed, line.formula.left.args[1])
                             <= mean if mixed is first else d.goal)
        return line

    def proof(less: Line) -> Line:
        finite = [
            d.cite("background/kl-finite", d.obvious(value <= value, less, *inner), less, *inner,
                   P=p, Q=q, r=value)
            for value, p, q in zip(own, P, Q, strict=True)
        ]
        whole = [d.cite("definition/kl", P=p, Q=q) for p, q in zip(P, Q, strict=True)]

        def pointwise(a: Any) -> Line:
            A, B = first[a], second[a]
            lines = *(d.at(line, a) for line in (*finite, *laws)), *laws
            ceiling = t * log_ratio(P[0][a], Q[0][a]) + (1 - t) * log_ratio(P[1][a], Q[1][a])

            def touch(s: Term, *more: Line) -> Line:
                tangents = [
                    tangent_pair(d, p[a], q[a], s, *more) for p, q in zip(P, Q, strict=True)
                ]
                return d.arithmetic(
                    A * log(s) + A - B * s <= ceiling, *tangents, *more, hints=weights
                )

            return envelope(d, A, B, ceiling, touch, *lines)

        rows = summed(d, a, pointwise, *laws, *finite)
        divergence = d.cite("definition/kl", *laws, P=first, Q=second)
        together = d.arithmetic(rows.formula.right <= mean, *whole, *finite, less, *inner)
        return d.chain(divergence, rows, together)

    inner: list[Line] = []

    def between(above: Line) -> Line:
        def inside(under: Line) -> Line:
            inner[:] = [above, under]
            return unless(d, d.goal.left, mean, proof, *laws)

        def all_of_it(low: Line) -> Line:
            return edge(0, d.turn(equals(t, 1), low, d.obvious(t <= 1)))

        return split_order(d, 1, t, all_of_it, inside)

    d.qed(split_zero(d, t, lambda zero: edge(1, zero), between))


def reversed_kl(d: Steps, P: Term, Q: Term) -> Line:
    """Σ … = D(P‖Q)."""
    line = d.cite("definition/kl", P=P, Q=Q)
    return d.turn(equals(line.formula.right, line.formula.left), line)


@derives("background/gibbs.zero")
def gibbs_zero(d: Derivation) -> None:
    """By Pinsker the laws agree on every event."""
    P, Q = d.var("P"), d.var("Q")
    square = d.cite("background/pinsker.squared")
    none = d.arithmetic(2 * TV(P, Q) ** 2 <= 0, d.chain(square, *d.given))
    low = split_order(
        d, TV(P, Q), 0, lambda low: low,
        lambda high: absurd(d, TV(P, Q) <= 0, high, none),
    )

    def pointwise(a: Any) -> Line:
        event = single(d, a, P.of.size)
        ways = [
            d.arithmetic(
                one[a] <= two[a],
                d.cite("background/total-variation.event", P=one, Q=two, A=event), low,
                d.cite("background/total-variation.symmetric"),
            )
            for one, two in ((P, Q), (Q, P))
        ]
        return d.turn(equals(P[a], Q[a]), *ways)

    d.qed(everywhere(d, Symbol("a", P.of.size), pointwise))


@derives("background/dpi-kl.event")
def dpi_kl_event(d: Derivation) -> None:
    """A channel that says whether the symbol is in the event."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")
    x, bit = Symbol("x", P.of.size), Symbol("s", 2)

    def entry(x: Any, s: Any) -> Term:
        mark = cases(equals(indicator(A, x), 1), 1, 0)
        first = cases(equals(s, 0), 1, 0)
        return first * mark + (1 - first) * (1 - mark)

    tell = channel_table(P.of.size, 2, entry)

    def sign(x: Any, s: Any) -> Line:
        known = d.cite("background/absolute-value.membership", a=x)

        def chosen(_: Line, value: Line) -> Line:
            first = value.theorem.conclusion.right
            mark = cases(equals(indicator(A, x), 1), 1, 0)
            plain = d.arithmetic(first * mark + (1 - first) * (1 - mark) >= ZERO, known)
            return d.rewrite(value, plain, entry(x, s) >= ZERO)

        return split_equal(d, s, 0, chosen)

    lawful = everywhere(d, x, lambda x: everywhere(d, bit, lambda s: sign(x, s)))
    line = d.cite("background/dpi-kl.channel", lawful, W=tell)
    bounds = [d.cite("background/event-bounds", P=law) for law in (P, Q)]
    for law, bound in zip((P, Q), bounds, strict=True):
        told, literal = output(law, tell), pmf_of(law[A], 1 - law[A])

        def agree(s: Any, told: Term = told, literal: Term = literal, bound: Line = bound) -> Line:
            either = d.cite("background/bit", b=s)
            branches = []
            for value in (0, 1):
                plain = d.identity(equals(told[value], literal[value]), lawful, bound)
                known = d.assume(equals(s, value))
                branches.append(d.rewrite(known, plain, equals(told[s], literal[s])))
            return d.cases(either, *branches)

        equal = everywhere(d, bit, agree)
        line = d.rewrite(equal, line)
    d.qed(line)
