"""Patterns on local privacy, whose paper measures in bits: capacities and informations in bits, and
what the curves say of two chances of an event.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import equal_tables
from derivations.patterns.integrals import integrated
from derivations.tools import ZERO, split_maximum, summed, unless
from verified.language import Real, capacity, channel_of, equals, exp, hockey_stick, log
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import Bind, Term

LN2 = log(2)


# --- bits -----------------------------------------------------------------------------------------


def in_bits(d: Steps, line: Line, *lines: Line) -> Line:
    """An equality of two numbers, both divided by ln 2."""
    left, right = line.formula.left, line.formula.right  # type: ignore[attr-defined]
    itself = d.identity(equals(left / LN2, left / LN2), *lines)
    return d.rewrite(line, itself, equals(left / LN2, right / LN2))


def integral_in_bits(d: Steps, told: Line) -> Line:
    """I/ln 2 ≤ (1/ln 2) ∫ f, from I ≤ ∫ f."""
    left, right = d.goal.left, d.goal.right
    return unless(d, left, right, lambda finite: d.arithmetic(
        left <= right, told, finite, hints=[1 / LN2]))


def below_integral(d: Steps, P: Term, Q: Term, whole: Bind, pointwise: Any) -> Line:
    """D(P‖Q) ≤ ∫ f, where `pointwise` shows E(P‖Q) + e^(−ε) E(Q‖P) ≤ f at a number ε ≥ 0."""
    eps = d.fix(Real("e", ">=0"))
    line = d.cite("background/hockey-stick-integral.laws", P=P, Q=Q)
    sticks = hockey_stick(P, Q, eps), hockey_stick(Q, P, eps)
    curve = substitute(whole.body, {whole.var.name: eps})
    each = pointwise(eps, curve, *sticks)
    return d.chain(line, integrated(d, each, eps))


def averaged(d: Steps, told: Line, x: Any, term: Any, P: Term, whole: Term) -> Line:
    """I ≤ ∫ f, from I ≤ Σ P(x) D_x and a proof of each P(x) D_x ≤ P(x) ∫ f."""
    goal = told.formula.left <= whole  # type: ignore[attr-defined]

    def finite(less: Line) -> Line:
        """The integral is finite where it is less than I."""
        mean = summed(d, x, lambda a: term(a, less), less)
        value = d.identity(equals(mean.formula.right, whole), less)
        return d.chain(told, mean, value)

    return unless(d, goal.left, whole, finite)


def inputs_exchanged(d: Steps, first: Term, second: Term) -> Line:
    """C of two rows is that of the rows in the other order: each holds the rows of the other."""
    ways = []
    for W in (first, second):
        turned = channel_of(W[1], W[0])
        line = d.cite("lemma/two-rows.capacity", values={"W": W, "x": 1, "x'": 0})
        other = second if W is first else first
        ways.append(d.rewrite(equal_tables(d, turned, other), line))
    return d.turn(equals(capacity(first), capacity(second)), *ways)


# --- curves ---------------------------------------------------------------------------------------


def chances(d: Steps, *laws_and_event: Any) -> list[Line]:
    """P(A) ≤ 1 for each law; that it is at least 0 is plain."""
    *laws, event = laws_and_event
    return [d.cite("background/event-bounds", P=law, A=event, part=1) for law in laws]


def parts_below(d: Steps, line: Line, *lines: Line) -> list[Line]:
    """t_i ≤ r for each part of a line max(max(0, t_1), t_2) ≤ r."""
    whole, bound = line.formula.left, line.formula.right  # type: ignore[attr-defined]
    inner, last = whole.args

    def either(part: Term) -> Line:
        def outer(order: Line, value: Line) -> Line:
            return split_maximum(d, *inner.args, lambda below, larger: d.arithmetic(
                part <= bound, order, value, below, larger, line, *lines), *lines)

        return split_maximum(d, *whole.args, outer, *lines)

    return [either(inner.args[1]), either(last)]


def _where_allowed(d: Steps, value: Any, held: Line, *lines: Line) -> Line:
    """The bound of what a pair gives that is allowed, of that or else of 0."""
    bound, within = held.formula.right, d.assume(value.test)  # type: ignore[attr-defined]
    beyond = d.assume(Relation("<", value.test.right, value.test.left))
    nothing = d.chain(d.identity(equals(value, 0), beyond), d.obvious(ZERO <= bound, *lines))
    allowed = d.chain(d.identity(equals(value, value.then), within), held)
    return d.cases(d.order(value.test.left, value.test.right), allowed, nothing)


def under_curve(d: Steps, curve: str, proof: Any, *lines: Line) -> Line:
    """A bound of a curve, from `proof` of it at a pair that meets the constraint."""
    unfolded = d.cite(f"definition/{curve}-curve")
    outer = unfolded.formula.right  # type: ignore[attr-defined]
    first, second = d.fix(Real("u", "[0,1]")), d.fix(Real("v", "[0,1]"))
    inner = substitute(outer.body, {outer.var.name: first})
    if inner.guard is None:
        line = _where_allowed(d, substitute(inner.body, {inner.var.name: second}), proof(
            first, second, d.assume(substitute(inner.body.test, {inner.var.name: second}))
        ), *lines)
    else:
        within = d.assume(substitute(inner.guard, {inner.var.name: second}))
        line = proof(first, second, within)
    line = d.bound_sup(outer, d.bound_sup(inner, line, second, *lines), first)
    return d.chain(unfolded, line)


def height(place: Any) -> Term:
    """The density of N(0, 1/4) at (i − 10)/10, but for a factor."""
    return exp(-((place - 10) ** 2) / 50)
