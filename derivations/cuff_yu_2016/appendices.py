"""Appendices A to C: the steps of the proofs of Properties 1 and 3 and of Lemma 2."""

from __future__ import annotations

from typing import Any

from derivations.cuff_yu_2016.closeness import (
    exponential_less,
    log_below,
    same_bound,
    widening,
)
from derivations.tools import ZERO, absurd, split_absolute, split_minimum, split_order
from verified.language import (
    KL,
    TV,
    Close,
    absolute,
    binary_entropy,
    both,
    equals,
    event_where,
    every,
    exp,
    indicator,
    log,
    minimum,
    negation,
    rational,
    total,
)
from verified.language.formulas import Relation
from verified.language.terms import Event, Real, Symbol, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- Appendix A: proof of Property 1 --------------------------------------------------------------


@derives(
    "cuff-yu-2016/property-1-extremal.weights@positive",
    "cuff-yu-2016/property-1-extremal.mean@positive",
    "cuff-yu-2016/property-1-extremal.value@positive",
)
def extremal(d: Derivation) -> None:
    """By normal forms, as e^ε − e^−ε isn't 0."""
    (positive,) = d.given
    d.qed(d.identity(d.goal, widening(d, d.var("eps"), positive)))


@derives("cuff-yu-2016/property-1-extremal.both-ways@positive")
def extremal_both_ways(d: Derivation) -> None:
    """Each divergence is a sum of two terms."""
    eps = d.var("eps")
    (positive,) = d.given
    wide = widening(d, eps, positive)
    z = Real("z", ">0")
    shown = [wide, d.scalar(exp(-z) < 1, positive, values={z: eps}),
             d.scalar(1 < exp(z), positive, values={z: eps})]
    value, mirrored = d.goal.parts
    P, Q = value.left.args
    one = d.cite("definition/kl", *shown, P=P, Q=Q)
    two = d.cite("definition/kl", *shown, P=Q, Q=P)
    d.qed(d.both(
        d.chain(one, d.identity(equals(one.formula.right, value.right), *shown)),
        d.chain(
            one, d.identity(equals(one.formula.right, two.formula.right), *shown),
            d.turn(equals(two.formula.right, two.formula.left), two),
        ),
    ))


@derives("cuff-yu-2016/property-1-extremal.maximum@positive")
def extremal_maximum(d: Derivation) -> None:
    """Ratios in [e^−ε, e^ε] are closeness; Property 1, whose bound is the extremal divergence."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    positive, ratios = d.given
    a = d.fix(Symbol("a", P.of.size))
    here = d.at(ratios, a)
    pair = d.both(
        d.piece(here, 1),
        d.arithmetic(Q[a] <= exp(eps) * P[a], d.piece(here, 0), hints=[exp(eps)]),
    )
    close = d.cite("background/closeness-symbols.if", d.forall(a, pair))
    bound = d.cite("cuff-yu-2016/property-1.forward@positive", positive, close)
    value = d.cite("cuff-yu-2016/property-1-extremal.value@positive", positive)
    d.qed(d.chain(bound, d.turn(equals(value.formula.right, value.formula.left), value)))


@derives("cuff-yu-2016/property-1-chain.first@positive")
def chain_first(d: Derivation) -> None:
    """(e^ε − 1)/(e^ε + 1) ≤ (e^ε − 1)/e^ε."""
    eps = d.var("eps")
    (positive,) = d.given
    short = eps * (exp(eps) - 1) / (exp(eps) + 1)
    same = same_bound(d, eps, short, d.goal.left, positive)
    z = Real("z", ">0")
    more = d.scalar(1 < exp(z), positive, values={z: eps})
    less = d.arithmetic(short <= d.goal.right, more, hints=[eps * exp(-eps) / (exp(eps) + 1)])
    d.qed(d.chain(d.turn(equals(same.formula.right, short), same), less))


@derives("cuff-yu-2016/property-1-chain.second")
def chain_second(d: Derivation) -> None:
    """0 < e^−ε, and 1 − ε ≤ e^−ε."""
    eps = d.var("eps")
    tangent = d.cite("background/log-tangent.exponential", eps=-eps)

    def value(_: Line, chosen: Line) -> Line:
        return d.arithmetic(d.goal, chosen, tangent, hints=[eps, eps * exp(-eps)])

    d.qed(split_minimum(d, eps, eps**2, value))


# --- Appendix B: proof of Property 3 --------------------------------------------------------------


def event_bounds(d: Steps, *names: str) -> list[Line]:
    """The variables that the steps speak of, by name."""
    return [d.var(name) for name in names]


@derives("cuff-yu-2016/property-3-steps.eq-86")
def eq_86(d: Derivation) -> None:
    """Closeness of Q to P at the complement of A."""
    P, Q, A = (d.var(name) for name in ("P", "Q", "A"))
    (close,) = d.given
    a = Symbol("a", P.of.size)
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
    eps, eps_new, Q, A = d.var("eps"), d.var("eps'"), d.var("Q"), d.var("A")
    less, place, close = d.given
    bound = d.at(d.piece(close, 0), A)
    steps = d.cite("cuff-yu-2016/property-3-steps.eq-88-third", less)
    factor = exponential_less(d, eps_new, eps, less)
    d.qed(d.arithmetic(d.goal, bound, steps, factor, place, hints=[]))


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
