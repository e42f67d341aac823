"""Appendix B: the steps of the proof of Property 3."""

from __future__ import annotations

from derivations.patterns.numbers import exponential_less
from verified.language import equals, event_where, exp, indicator, negation
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import Symbol


@derives("cuff-yu-2016/property-3-steps.eq-86")
def eq_86(d: Derivation) -> None:
    """Closeness of Q to P at the complement of A."""
    A = d.var("A")
    (close,) = d.given
    a = Symbol("a", A.of.size)
    outside = event_where(a, negation(equals(indicator(A, a), 1)))
    d.qed(d.arithmetic(d.goal, d.at(d.piece(close, 1), outside)))


@derives("cuff-yu-2016/property-3-steps.eq-87")
def eq_87(d: Derivation) -> None:
    """(86) times e^−ε."""
    (close,) = d.given
    d.qed(d.arithmetic(
        d.goal, d.cite("cuff-yu-2016/property-3-steps.eq-86", close), hints=[exp(-d.var("eps"))]
    ))


@derives(
    "cuff-yu-2016/property-3-steps.eq-88-second", "cuff-yu-2016/property-3-steps.eq-88-third",
    "cuff-yu-2016/property-3-steps.eq-89-second", "cuff-yu-2016/property-3-steps.eq-89-third",
)
def eqs_88_and_89(d: Derivation) -> None:
    """By normal forms."""
    d.qed(d.identity(d.goal))


@derives("cuff-yu-2016/property-3-steps.small@eq-83")
def small(d: Derivation) -> None:
    """(85) and (88): the last summand is not positive."""
    eps, eps_new, A = d.var("eps"), d.var("eps'"), d.var("A")
    less, place, close = d.given
    bound = d.at(d.piece(close, 0), A)
    steps = d.cite("cuff-yu-2016/property-3-steps.eq-88-third", less)
    factor = exponential_less(d, eps_new, eps, less)
    d.qed(d.arithmetic(d.goal, bound, steps, factor, place))


@derives("cuff-yu-2016/property-3-steps.large@eq-83")
def large(d: Derivation) -> None:
    """(87) and (89): the last summand is not positive."""
    eps, eps_new = d.var("eps"), d.var("eps'")
    less, place, close = d.given
    bound = d.cite("cuff-yu-2016/property-3-steps.eq-87", close)
    steps = d.cite("cuff-yu-2016/property-3-steps.eq-89-third", less)
    factor = exponential_less(d, -eps, eps_new, d.obvious(-eps <= eps_new))
    d.qed(d.arithmetic(d.goal, bound, steps, factor, place))


@derives("cuff-yu-2016/property-3-steps.small@eq-85", "cuff-yu-2016/property-3-steps.large@eq-85")
def eq_85(d: Derivation) -> None:
    """(85) is a part of the hypothesis."""
    *_, close = d.given
    d.qed(d.arithmetic(d.goal, d.at(d.piece(close, 0), d.var("A"))))
