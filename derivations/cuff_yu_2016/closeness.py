"""Section 2.2: closeness of two laws, by likelihoods and by events; eqs. (7) to (9)."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import ratios, reverse
from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    log_below,
    positive_from,
    split_absolute,
    split_order,
    split_zero,
    summed,
)
from verified.language import absolute, both, equals, exp, likelihood_ratio, log
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Event, Symbol

# --- eq. (7) --------------------------------------------------------------------------------------


def logarithms_of_bounds(
    d: Derivation, P: Any, Q: Any, eps: Any, a: Any
) -> tuple[Line, Line, Line, Line]:
    """ln P(a) ≤ ε + ln Q(a) and ln Q(a) ≤ ε + ln P(a), for a symbol of mass under one law, and that
    it has mass under P and Q."""
    (close,) = d.given
    up, down = ratios(d, close, P, Q, eps, a)
    mass = d.assume(P[a] + Q[a] > 0)
    p = positive_from(d, P[a], mass, down, hints=[exp(eps)])
    q = positive_from(d, Q[a], mass, up, hints=[exp(eps)])
    above = log_below(d, P[a], exp(eps) * Q[a], up, p, q)
    below = log_below(d, Q[a], exp(eps) * P[a], down, p, q)
    return above, below, p, q


@derives("cuff-yu-2016/eq-7.only-if@almost-everywhere")
def eq_7_only_if(d: Derivation) -> None:
    """The logarithms of the bounds for one symbol; it has mass under both laws."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    a = d.fix(Symbol("a", P.of.size))
    above, below, p, q = logarithms_of_bounds(d, P, Q, eps, a)
    ratio = log(likelihood_ratio(P, Q, a))

    def bounded(_: Line, value: Line) -> Line:
        return d.arithmetic(absolute(ratio) <= eps, value, above, below, p, q)

    found = split_absolute(d, ratio, bounded, p, q)
    d.qed(d.forall(a, found, where=P[a] + Q[a] > 0))


def exponential_of(d: Steps, P: Any, Q: Any, a: Any, eps: Any, bound: Line, *lines: Line) -> Line:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a), from a line |ln P(a) − ln Q(a)| ≤ ε."""
    difference = bound.formula.left.args[0]

    def signed(sign: Line, value: Line) -> tuple[Line, Line]:
        up = d.arithmetic(log(P[a]) - log(Q[a]) <= eps, sign, value, bound, *lines)
        down = d.arithmetic(log(Q[a]) - log(P[a]) <= eps, sign, value, bound, *lines)
        return d.both(up, down)

    found = split_absolute(d, difference, signed, *lines)
    parts = []
    for one, two, index in ((P, Q, 0), (Q, P, 1)):
        # 1 + x ≤ e^x at x = ln Q(a) + ε − ln P(a) ≥ 0, where e^x = e^ε Q(a)/P(a).
        x = log(two[a]) + eps - log(one[a])
        tangent = d.cite("background/log-tangent.exponential", *lines, eps=x)
        parts.append(d.arithmetic(
            one[a] <= exp(eps) * two[a], tangent, d.piece(found, index), *lines, hints=[one[a]]
        ))
    return d.both(*parts)


def symbols_from_logarithms(
    d: Steps, P: Any, Q: Any, a: Any, eps: Any, bound: Any, no_p: Any, no_q: Any,
    value: Any = lambda q: [],
) -> Line:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a) from a bound on a logarithm where P(a) + Q(a) > 0.

    Args:
        bound: from the line P(a) + Q(a) > 0 to the bound, |…| ≤ ε.
        no_p: from the bound and the lines P(a) = 0 and Q(a) > 0 to the bound with ∞ for |…|.
        no_q: from the bound and the lines Q(a) = 0 and P(a) > 0 to the same.
        value: from the line Q(a) > 0 to lines that show |…| to be |ln P(a) − ln Q(a)|.
    """
    goal = both(P[a] <= exp(eps) * Q[a], Q[a] <= exp(eps) * P[a])
    limit = d.piece(d.cite("definition/infinity", r=eps + 1), 1)

    def nothing(none: Line) -> Line:
        return d.both(
            d.arithmetic(P[a] <= exp(eps) * Q[a], none, hints=[exp(eps)]),
            d.arithmetic(Q[a] <= exp(eps) * P[a], none, hints=[exp(eps)]),
        )

    def something(mass: Line) -> Line:
        held = bound(mass)

        def without_p(zero: Line) -> Line:
            q = d.arithmetic(Q[a] > 0, mass, zero)
            return absurd(d, goal, d.chain(limit, no_p(held, zero, q)))

        def with_p(p: Line) -> Line:
            return split_zero(
                d, Q[a],
                lambda zero: absurd(d, goal, d.chain(limit, no_q(held, zero, p))),
                lambda q: exponential_of(d, P, Q, a, eps, held, p, q, *value(q)),
            )

        return split_zero(d, P[a], without_p, with_p)

    return split_order(d, P[a] + Q[a], 0, nothing, something)


@derives("cuff-yu-2016/eq-7.if@almost-everywhere")
def eq_7_if(d: Derivation) -> None:
    """A logarithm that is bounded is that of a positive ratio; its exponential is the ratio."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (given,) = d.given
    logarithms, absolutes = (
        d.cite(f"definition/infinite-{name}", r=ZERO) for name in ("logarithms", "absolute")
    )

    def pair(a: Any) -> Line:
        ratio = likelihood_ratio(P, Q, a)

        def no_p(held: Line, zero: Line, q: Line) -> Line:
            value = d.arithmetic(equals(ratio, 0), zero, q, hints=[1 / Q[a]])
            return rewritten(d, held, value, d.piece(logarithms, 0), d.piece(absolutes, 1))

        def no_q(held: Line, zero: Line, p: Line) -> Line:
            value = d.cite("definition/infinite-ratio", p, d.turn(Q[a] <= 0, zero))
            return rewritten(d, held, value, d.piece(logarithms, 1), d.piece(absolutes, 0))

        return symbols_from_logarithms(
            d, P, Q, a, eps, lambda mass: d.at(given, a, mass), no_p, no_q
        )

    d.qed(d.cite("background/closeness-symbols.if", everywhere(d, Symbol("a", P.of.size), pair)))


@derives("cuff-yu-2016/eq-7.if@everywhere")
def eq_7_if_everywhere(d: Derivation) -> None:
    """A bound at every symbol is one at those with mass."""
    P, Q = d.var("P"), d.var("Q")
    a = d.fix(Symbol("a", P.of.size))
    (given,) = d.given
    d.qed(d.cite(
        "cuff-yu-2016/eq-7.if@almost-everywhere",
        d.forall(a, d.at(given, a), where=P[a] + Q[a] > 0),
    ))


# --- eqs. (8) and (9) -----------------------------------------------------------------------------


@derives("cuff-yu-2016/eq-8.only-if")
def eq_8_only_if(d: Derivation) -> None:
    """The total variation is P(A) − Q(A) for an event A."""
    (close,) = d.given
    distance = d.cite("background/total-variation.largest-event")
    largest = distance.formula.right.args[0].args[1]
    d.qed(d.arithmetic(d.goal, distance, d.at(d.piece(close, 0), largest)))


@derives("cuff-yu-2016/eq-8.if")
def eq_8_if(d: Derivation) -> None:
    """P(A) − Q(A) is at most the total variation, for every event, both ways."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    A = d.fix(Event("A", P.of.size))
    (bound,) = d.given

    def one_way(P: Any, Q: Any, least: Line) -> Line:
        below = d.chain(d.cite("background/total-variation.event", P=P, Q=Q), least)
        return d.forall(A, d.arithmetic(P[A] <= exp(ZERO) * Q[A] + delta, below))

    swap = d.cite("background/total-variation.symmetric", P=Q, Q=P)
    d.qed(d.follows(d.goal, one_way(P, Q, bound), one_way(Q, P, d.chain(swap, bound))))


@derives("cuff-yu-2016/eq-9.forward")
def eq_9_forward(d: Derivation) -> None:
    """P(a) ln(P(a)/Q(a)) ≤ ε P(a) for every symbol."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given

    def pointwise(a: Any) -> Line:
        goal = P[a] * log(P[a]) - P[a] * log(Q[a]) <= eps * P[a]
        up, _ = ratios(d, close, P, Q, eps, a)

        def nothing(zero: Line) -> Line:
            plain = d.obvious(ZERO * log(ZERO) - 0 * log(Q[a]) <= eps * 0)
            return d.rewrite(zero, plain, goal)

        def something(p: Line) -> Line:
            q = positive_from(d, Q[a], up, p, hints=[exp(eps)])
            less = log_below(d, P[a], exp(eps) * Q[a], up, p, q)
            return d.arithmetic(goal, less, p, q, hints=[P[a]])

        return split_zero(d, P[a], nothing, something)

    bound = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.chain(d.cite("definition/kl"), bound, d.identity(equals(bound.formula.right, eps))))


@derives("cuff-yu-2016/eq-9.reverse")
def eq_9_reverse(d: Derivation) -> None:
    """Closeness is symmetric."""
    reverse(d, "cuff-yu-2016/eq-9.forward")


# --- what a posterior may be ----------------------------------------------------------------------


@derives("cuff-yu-2016/closeness-bayes.only-if")
def bayes_only_if(d: Derivation) -> None:
    """The prior cancels: what is left is ln P(a) − ln Q(a)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    a = d.fix(Symbol("a", P.of.size))
    above, below, p, q = logarithms_of_bounds(d, P, Q, eps, a)
    moved = d.goal.body.left
    product = log_product(d, 1 - d.var("pi"), Q[a], q)

    def bounded(_: Line, value: Line) -> Line:
        return d.arithmetic(moved <= eps, value, above, below, product, p, q)

    found = split_absolute(d, moved.args[0], bounded, p, q)
    d.qed(d.forall(a, found, where=P[a] + Q[a] > 0))


@derives("cuff-yu-2016/closeness-bayes.if")
def bayes_if(d: Derivation) -> None:
    """As for eq. (7), with the odds of the prior beside both logarithms."""
    P, Q, eps, prior = d.var("P"), d.var("Q"), d.var("eps"), d.var("pi")
    (given,) = d.given
    logarithms = d.cite("definition/infinite-logarithms", r=ZERO)
    absolutes = d.cite("definition/infinite-absolute", r=ZERO)
    odds = log(prior) - log(1 - prior)

    def pair(a: Any) -> Line:
        def no_p(held: Line, zero: Line, q: Line) -> Line:
            first = d.cite("definition/infinite-differences", q, r=log((1 - prior) * Q[a]))
            second = d.cite("definition/infinite-differences", r=odds)
            return rewritten(
                d, held, d.arithmetic(equals(prior * P[a], 0), zero, hints=[prior]),
                d.piece(logarithms, 0), d.piece(first, 1), d.piece(second, 1),
                d.piece(absolutes, 1),
            )

        def no_q(held: Line, zero: Line, p: Line) -> Line:
            first = d.cite("definition/infinite-differences", p, r=log(prior * P[a]))
            second = d.cite("definition/infinite-differences", r=odds)
            return rewritten(
                d, held, d.arithmetic(equals((1 - prior) * Q[a], 0), zero, hints=[1 - prior]),
                d.piece(logarithms, 0), d.piece(first, 3), d.piece(second, 0),
                d.piece(absolutes, 0),
            )

        return symbols_from_logarithms(
            d, P, Q, a, eps, lambda mass: d.at(given, a, mass), no_p, no_q,
            lambda q: [log_product(d, 1 - prior, Q[a], q)],
        )

    d.qed(d.cite("background/closeness-symbols.if", everywhere(d, Symbol("a", P.of.size), pair)))


def log_product(d: Steps, u: Any, v: Any, *positive: Line) -> Line:
    """ln(u v) = ln u + ln v, also where u is a sum."""
    return d.cite("background/log-product", *positive, x=u, y=v)


def rewritten(d: Steps, line: Line, *equalities: Line) -> Line:
    """The line with the left side of each equality replaced by the right side, in order."""
    for equality in equalities:
        line = d.rewrite(equality, line)
    return line
