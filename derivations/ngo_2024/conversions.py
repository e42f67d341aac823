"""Lemma 1 and Theorems 1(b) and 2(b): informations as integrals of hockey-stick divergences."""

from __future__ import annotations

from functools import partial
from typing import Any

from derivations.integrals import excesses, integrated
from derivations.ngo_2024.capacities import BITS
from derivations.ngo_2024.definitions import inside
from derivations.tools import everywhere, same, split_equal, split_maximum, summed, unless
from verified.language import (
    KL,
    Real,
    Symbol,
    equals,
    exp,
    hockey_stick,
    output,
    total,
)
from verified.language.formulas import Relation, substitute
from verified.language.terms import Bind, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives


@derives("ngo-2024/lemma-1@laws")
def divergence_in_bits(d: Derivation) -> None:
    """The integral in nats, which may be infinite."""
    line = d.cite("background/hockey-stick-integral.laws")
    left, right = d.goal.left, d.goal.right
    sides = line.formula.left, line.formula.right
    ways = [d.turn(sides[0] <= sides[1], line), d.turn(sides[1] <= sides[0], line)]

    def way(small: Term, large: Term, order: Line) -> Line:
        return unless(d, small, large, lambda finite: d.arithmetic(
            small <= large, order, finite, hints=[1 / BITS]))

    less, great = way(left, right, ways[0]), way(right, left, ways[1])
    d.qed(d.turn(d.goal, less, great))


def below_integral(d: Steps, P: Term, Q: Term, whole: Bind, pointwise: Any) -> Line:
    """D(P‖Q) ≤ ∫ f, where `pointwise` shows E(P‖Q) + e^(−ε) E(Q‖P) ≤ f at a number ε ≥ 0."""
    eps = d.fix(Real("e", ">=0"))
    line = d.cite("background/hockey-stick-integral.laws", P=P, Q=Q)
    sticks = hockey_stick(P, Q, eps), hockey_stick(Q, P, eps)
    curve = substitute(whole.body, {whole.var.name: eps})
    each = pointwise(eps, curve, *sticks)
    return d.chain(line, integrated(d, each, eps))


def in_bits(d: Steps, told: Line) -> Line:
    """I/ln 2 ≤ (1/ln 2) ∫ f, from I ≤ ∫ f."""
    left, right = d.goal.left, d.goal.right
    return unless(d, left, right, lambda finite: d.arithmetic(
        left <= right, told, finite, hints=[1 / BITS]))


def two_rows(d: Steps, eps: Any, curve: Term, stick: Term, back: Term) -> Line:
    """E(M_x‖M_y) + e^(−ε) E(M_y‖M_x) ≤ (1 + e^(−ε)) times the largest over all pairs."""
    largest = curve.args[1]  # type: ignore[attr-defined]
    x, y = (row.args[1] for row in stick.args[:2])  # type: ignore[attr-defined]

    def most(one: Any, two: Any) -> Line:
        inner = inside(largest, one)
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
    d.qed(in_bits(d, averaged(d, told, x, term, P, whole)))


def averaged(d: Steps, told: Line, x: Any, term: Any, P: Term, whole: Term) -> Line:
    """I ≤ ∫ f, from I ≤ Σ P(x) D_x and a proof of each P(x) D_x ≤ P(x) ∫ f."""
    goal = told.formula.left <= whole  # type: ignore[attr-defined]

    def finite(less: Line) -> Line:
        """The integral is finite where it is less than I."""
        mean = summed(d, x, lambda a: term(a, less), less)
        value = d.identity(equals(mean.formula.right, whole), less)
        return d.chain(told, mean, value)

    return unless(d, goal.left, whole, finite)


@derives("ngo-2024/theorem-2b")
def lip_to_information(d: Derivation) -> None:
    """The information is the mean divergence of the rows from the output law."""
    P, M = d.var("P"), d.var("M")
    whole, response = d.goal.right.args[1], output(P, M)

    def bounded(eps: Any, curve: Term, stick: Term, back: Term) -> Line:
        largest = curve.args[1]
        most = d.below_sup(largest, stick.args[0].args[1])
        sides = most.formula.left.args
        parts = [
            split_maximum(d, *sides, lambda order, value, side=side: d.arithmetic(
                side <= largest, order, value, most))
            for side in sides
        ]
        return d.arithmetic(
            stick + exp(-eps) * back <= curve, *parts, hints=[exp(-eps), exp(eps)]
        )

    def term(x: Any, finite: Line) -> Line:
        near = below_integral(d, M[x], response, whole, bounded)
        return d.arithmetic(
            P[x] * KL(M[x], response) <= P[x] * whole, near, finite, hints=[P[x]]
        )

    told = d.cite("definition/information", P=P, W=M)
    d.qed(in_bits(d, averaged(d, told, Symbol("a", P.of.size), term, P, whole)))


@derives("ngo-2024/lemma-1-repaired")
def divergence_of_measures(d: Derivation) -> None:
    """The sum of the integrals of the symbols; what the masses add is written out."""
    p, q = d.var("p"), d.var("q")
    left, right = d.goal.left, d.goal.right
    eps = d.fix(Real("e", ">=0"))
    a, divergence = Symbol("a", p.of.size), left.args[0]
    whole = right.args[1].args[0].args[0]
    body = substitute(whole.body, {whole.var.name: eps})
    inner = total(a, excesses(p, q, a, eps))
    line = integrated(d, d.identity(equals(body, inner)), eps)
    drawn = line.formula.right
    each = Bind("sum", a, None, Bind("integral", drawn.var, None, excesses(p, q, a, drawn.var)))
    apart = d.have(equals(drawn, each), "integral-of-sum")
    masses = d.summed(everywhere(d, a, lambda a: d.cite(
        "background/hockey-stick-integral.masses", u=p[a], v=q[a])))
    value = d.chain(line, apart, masses)
    terms = value.formula.right
    ways = [d.turn(whole <= terms, value), d.turn(terms <= whole, value)]
    shift = total(a, q[a]) - total(a, p[a])

    def less(finite: Line) -> Line:
        same = d.identity(equals(terms, divergence + shift), ways[1], finite)
        return d.arithmetic(left <= right, same, *ways, finite, hints=[1 / BITS])

    def more(finite: Line) -> Line:
        same = d.identity(equals(terms, divergence + shift), finite)
        return d.arithmetic(right <= left, same, *ways, finite, hints=[1 / BITS])

    d.qed(d.turn(d.goal, unless(d, left, right, less), unless(d, right, left, more)))


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
        finite = d.arithmetic(whole <= mean / share, positive, less, hints=[BITS / share])
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
        return d.arithmetic(d.goal, told, *lines, hints=[1 / BITS])

    d.qed(unless(d, d.goal.left, d.goal.right, proof, positive))
