"""Appendices A to C: the steps of the proofs of Properties 1 and 3 and of Lemma 2."""

from __future__ import annotations

from typing import Any

from derivations.cuff_yu_2016.patterns import (
    distance_of,
    exponential_less,
    same_bound,
    widening,
)
from derivations.tools import ZERO, absurd, split_minimum, split_order
from verified.language import (
    absolute,
    binary_entropy,
    binary_entropy_inverse,
    equals,
    event_where,
    exp,
    indicator,
    negation,
    rational,
)
from verified.language.terms import Real, Symbol
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
             d.scalar(exp(z) > 1, positive, values={z: eps})]
    value = d.goal.parts[0]
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
    more = d.scalar(exp(z) > 1, positive, values={z: eps})
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


# --- Appendix C: proof of Lemma 2 -----------------------------------------------------------------


@derives("cuff-yu-2016/eq-97.complement", "cuff-yu-2016/eq-97.mean")
def eq_97(d: Derivation) -> None:
    """Both are |a − b|."""
    gap = absolute(d.var("a") - d.var("b"))
    shown = mean_entries(d)
    one, two = (distance_of(d, side, gap, *shown) for side in (d.goal.left, d.goal.right))
    d.qed(d.chain(one, d.turn(equals(gap, two.formula.left), two)))


def mean_entries(d: Steps) -> list[Line]:
    """The entries of the channel (95), (96) are probabilities."""
    a, b, half = d.var("a"), d.var("b"), rational(1, 2)
    up, down = half + (a - b) / 2, half - (a - b) / 2
    return [
        d.arithmetic(entry >= ZERO, hints=[a, 1 - a, b, 1 - b])
        for entry in (up, 1 - up, down, 1 - down)
    ]


@derives("cuff-yu-2016/eq-97.value")
def eq_97_value(d: Derivation) -> None:
    """The entries differ by a − b."""
    d.qed(distance_of(d, d.goal.left, d.goal.right, *mean_entries(d)))


@derives("cuff-yu-2016/eq-98.crossover")
def eq_98_crossover(d: Derivation) -> None:
    """The entries differ by δ."""
    d.qed(distance_of(d, d.goal.left, d.goal.right))


@derives("cuff-yu-2016/eq-98.capacity")
def eq_98_capacity(d: Derivation) -> None:
    """The capacity of a binary symmetric channel."""
    flip = rational(1, 2) - d.var("delta") / 2
    known = d.cite("background/bac-capacity.symmetric", p=flip)
    d.qed(d.rewrite(d.identity(equals(1 - (1 - flip), flip)), known, d.goal))


@derives("cuff-yu-2016/eq-98.inverse")
def eq_98_inverse(d: Derivation) -> None:
    """h is strictly increasing on [0, 1/2], where 1/2 − δ/2 and the inverse lie."""
    flip = rational(1, 2) - d.var("delta") / 2
    inner = d.goal.left.args[1].args[1]
    entropy = d.identity(equals(inner.args[0], binary_entropy(flip)))
    level = binary_entropy(flip)
    range_ = d.cite("background/binary-entropy.range", p=flip)
    inverse = binary_entropy_inverse(level)
    values = d.cite("definition/binary-entropy-inverse", range_, r=level)
    low, half, found = (d.piece(values, k) for k in range(3))
    shown = [low, half, range_]
    upper = d.arithmetic(inverse <= rational(1, 2), half, *shown)

    def differs(less: Line, first: Any, second: Any, *lines: Line) -> Line:
        strict = d.cite(
            "lemma/binary-entropy-strict.increasing", less, *lines, *shown, p=first, q=second
        )
        return absurd(d, equals(inverse, flip), strict, found, *shown)

    def below(most: Line) -> Line:
        return split_order(
            d, flip, inverse, lambda least: d.turn(equals(inverse, flip), most, least),
            lambda less: differs(less, inverse, flip), *shown,
        )

    same = split_order(
        d, inverse, flip, below, lambda less: differs(less, flip, inverse, upper), *shown
    )
    value = d.arithmetic(equals(1 - 2 * inverse, d.goal.right), same, *shown)
    d.qed(d.rewrite(entropy, value, d.goal))


@derives("cuff-yu-2016/eq-99")
def eq_99(d: Derivation) -> None:
    """Both sides and their slopes agree at 1/2; the second derivative on the left is less."""
    d.qed(d.scalar(d.goal))
