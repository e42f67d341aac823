"""Infinite values, whole numbers, probabilities and events."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, one_term, split_order
from verified.language import KL, cases, equals, indicator, log, negation, quotient, remainder
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import INFINITY, Real, Symbol, number

ONE = number(1)


@derives("background/infinite-log")
def infinite_logarithm(d: Derivation) -> None:
    """u ln u is one of the numbers s for which s − u ln 0 is infinite."""
    u, r = d.var("u"), d.var("r")
    d.qed(d.cite("definition/infinite-minus-log", u=u, r=r, s=u * log(u)))


@derives("background/log-zero")
def logarithm_of_zero(d: Derivation) -> None:
    """ln 0 = −∞."""
    r = d.var("r")
    value = d.piece(d.cite("definition/infinite-logarithms", r=r), 0)
    d.qed(d.turn(d.goal, d.chain(value, d.piece(d.cite("definition/infinity", r=r), 0))))


@derives("background/kl-range")
def divergence_range(d: Derivation) -> None:
    """What isn't below ∞ is above every number."""
    divergence, r = KL(d.var("P"), d.var("Q")), d.fix(Real("r"))
    finite = Relation("<", divergence, INFINITY)
    infinite = d.assume(negation(finite))

    def below(low: Line) -> Line:
        end = d.piece(d.cite("definition/infinity", r=r), 1)
        return d.follows(r <= divergence, infinite, d.chain(low, end))

    above = split_order(
        d, divergence, r, below, lambda high: d.turn(r <= divergence, high)
    )
    unbounded = d.have(equals(divergence, INFINITY), "unbounded", above, variable=r)
    d.qed(d.follows(d.goal, d.implied(infinite, unbounded)))


@derives("background/bit")
def bit(d: Derivation) -> None:
    """No whole number lies between 0 and 1, or between 1 and 2."""
    b = d.var("b")
    alternatives = d.cite("definition/whole", r=b, s=ZERO)
    none = d.turn(equals(b, 0), d.assume(b <= ZERO), d.obvious(b >= ZERO))
    up = d.assume(alternatives.theorem.conclusion.parts[1])  # type: ignore[attr-defined]
    above = d.chain(d.identity(equals(ONE, 0 + ONE)), up)
    one = d.turn(equals(b, 1), above, d.obvious(b <= ONE))
    d.qed(d.cases(alternatives, d.follows(d.goal, none), d.follows(d.goal, one)))


@derives("background/pair")
def pair(d: Derivation) -> None:
    """Its quotient and its remainder."""
    t, m, goal = d.var("t"), d.var("m"), d.goal
    assert hasattr(goal, "body")
    divided = d.cite("definition/divided", n=m, q=t)
    value = d.turn(equals(t, quotient(t, m) * m + remainder(t, m)), divided)
    inner: Any = substitute(goal.body, {goal.var.name: quotient(t, m)})
    d.qed(d.some(goal, quotient(t, m), d.some(inner, remainder(t, m), value)))


@derives("background/probability-bounds")
def probability_bounds(d: Derivation) -> None:
    """One term of a sum that is 1."""
    P, a = d.var("P"), d.var("a")
    part = one_term(d, a, lambda b: P[b])
    whole = d.chain(part, d.identity(equals(part.formula.right, ONE)))  # type: ignore[attr-defined]
    d.qed(d.both(d.obvious(P[a] >= ZERO), whole))


@derives("background/event-bounds")
def event_bounds(d: Derivation) -> None:
    """A sum over some of the symbols."""
    P, A = d.var("P"), d.var("A")
    b = d.fix(Symbol("b", P.sort.sizes()[0]))
    inside = cases(equals(indicator(A, b), 1), P[b], 0)

    def within(value: int) -> Line:
        there = d.assume(equals(indicator(A, b), value))
        shown = d.identity(equals(inside, P[b] * value), there)
        return d.chain(shown, d.obvious(P[b] * value <= P[b]))

    alternatives = d.cite("definition/indicator", A=A, a=b)
    rest: Any = d.summed(d.forall(b, d.cases(alternatives, within(0), within(1))))
    mass = d.identity(equals(P[A], rest.formula.left))
    one = d.identity(equals(rest.formula.right, ONE))
    d.qed(d.both(d.obvious(P[A] >= ZERO), d.chain(mass, rest, one)))


