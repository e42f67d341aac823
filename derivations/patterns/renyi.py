"""Patterns on Rényi's divergence: where its powers are finite, and where it is infinite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.orders import split_strict
from derivations.tools import (
    ZERO,
    below_itself,
    everywhere,
    is_zero,
    log_below,
    split_order,
    split_zero,
    summed,
)
from verified.kernel.analysis import FALSE
from verified.kernel.calculus import derivative
from verified.kernel.polynomial import replaced
from verified.language import cases, either, equals, exp, log, negation, renyi
from verified.proof.derivation import Derivation, Line, Steps
from verified.proof.scalar import prove
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula
from verified.syntax.terms import INFINITY, Real, Symbol, Term, number

# --- where powers are finite ----------------------------------------------------------------------


def not_one(d: Steps, order: Term, *lines: Line) -> Line:
    """α ≠ 1, as lines show."""
    equal = d.assume(equals(order, 1))
    return d.follows(negation(equal.formula), d.implied(equal, d.contradiction(equal, *lines)))


def guarded(P: Term, Q: Term, a: Any, order: Any) -> Term:
    """P^α Q^(1−α) where Q(a) > 0, else 0."""
    return cases(Q[a] > 0, P[a] ** order * Q[a] ** (1 - order), 0)


def split_guard(
    d: Steps, P: Term, Q: Term, a: Any, order: Term, inside: Line, goal: Formula,
    proof: Callable[[Line, Line, Line], Line], *lines: Line,
) -> Line:
    """The goal, of which P(a), Q(a) and `guarded` are parts, at a symbol of any kind.

    Args:
        inside: Q(a) > 0 or P(a) ≤ 0.
        proof: from P(a) > 0, Q(a) > 0, and what `guarded` is there.
        lines: what shows that the goal holds by its signs where P(a) is 0.
    """
    part, power = guarded(P, Q, a, order), P[a] ** order * Q[a] ** (1 - order)

    def seen(mark: Line, there: Line) -> Line:
        def likely(here: Line) -> Line:
            value = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * power), here, there)
            return proof(here, there, d.rewrite(mark, value, equals(part, 1 * power)))

        return split_zero(d, P[a], lambda zero: d.rewrite(
            zero, d.obvious(replaced(goal, P[a], ZERO), there, *lines), goal), likely)

    def unseen(mark: Line, low: Line) -> Line:
        zero = is_zero(d, Q[a], low)
        some, nothing = inside.theorem.conclusion.parts
        gone = is_zero(d, P[a], d.cases(
            inside, d.follows(P[a] <= 0, d.contradiction(d.assume(some), low)), d.assume(nothing)
        ))
        without = replaced(goal, P[a], ZERO)
        plain = d.obvious(replaced(without, Q[a], ZERO), *lines)
        return d.rewrite(gone, d.rewrite(zero, plain, without), goal)

    return split_strict(d, 0, Q[a], seen, unseen)


def at_least_one(
    d: Steps, P: Term, Q: Term, order: Term, covered: Line, more: Line, some: Line
) -> Line:
    """1 ≤ Σ P^α Q^(1−α) over Q(a) > 0, as α P + (1 − α) Q lies below each term."""
    a = Symbol("e", P.sort.sizes()[0])

    def symbol(a: Any) -> Line:
        goal = order * P[a] + (1 - order) * Q[a] <= guarded(P, Q, a, order)

        def likely(here: Line, there: Line, value: Line) -> Line:
            tangent = d.cite("lemma/power.tangent-above", d.turn(1 <= order, more), here, there,
                             some, s=P[a] / Q[a], alpha=order)
            return d.arithmetic(goal, tangent, value, here, there, more, some, hints=[Q[a]])

        return split_guard(d, P, Q, a, order, d.at(covered, a), goal, likely, more, some)

    rows = summed(d, a, symbol, more, some)
    return d.arithmetic(1 <= rows.formula.right, rows, more, some)


# --- where the divergence is infinite -------------------------------------------------------------


def covering(d: Derivation, P: Term, Q: Term, outside: Callable[[Any, Line, Line], Line]) -> Line:
    """Q(a) > 0 or P(a) ≤ 0 for every symbol, where `outside` leads from a symbol of P alone to
    0 < 0."""
    a = Symbol("v", P.sort.sizes()[0])

    def symbol(a: Any) -> Line:
        held = either(Q[a] > 0, P[a] <= 0)
        return split_order(
            d, Q[a], 0,
            lambda none: split_order(
                d, P[a], 0, lambda nothing: d.follows(held, nothing),
                lambda here: d.follows(held, outside(a, here, none)),
            ),
            lambda there: d.follows(held, there),
        )

    return everywhere(d, a, symbol)


def covered(
    d: Derivation, order: Term, finite: Line, *lines: Line, laws: tuple[Any, Any] | None = None
) -> Line:
    """Q has every symbol of P, where the divergence of an order above 1 is finite.

    Args:
        laws: P and Q; those of these names by default.
    """
    P, Q = laws or (d.var("P"), d.var("Q"))

    def outside(a: Any, here: Line, none: Line) -> Line:
        over = d.cite(
            "definition/renyi-outside", here, none, finite, *lines, P=P, Q=Q, a=a,
            values={"alpha": order, "u": 1, "r": renyi(P, Q, order) + 1},
        )
        return d.contradiction(finite, over)

    return covering(d, P, Q, outside)


def finite_sum(d: Steps, level: Any, finite: Line, more: Line) -> tuple[Line, Line]:
    """That Q has every symbol of P, and Σ P^α Q^(1−α) ≤ e^((α−1)r), from D_α(P‖Q) ≤ r."""
    P, Q, order = finite.formula.left.args  # type: ignore[attr-defined]
    values = {"P": P, "Q": Q, "alpha": order, "r": level}
    covers, below = (d.cite(f"lemma/renyi-sum.{part}", finite, more, values=values)
                     for part in ("covered", "below"))
    return covers, below


def overlapping(d: Steps, P: Term, Q: Term, finite: Line) -> tuple[Line, Line]:
    """The value of D_0 = −ln Q(P > 0) where it is finite, and that Q(P > 0) is positive."""
    value = d.cite("definition/renyi-zero", P=P, Q=Q)
    mass = value.formula.right.args[1].args[0]

    def nothing(none: Line) -> Line:
        logs = d.cite("definition/infinite-logarithms", r=0, part=0)
        plain = d.rewrite(logs, d.rewrite(none, value))
        loop = d.chain(plain, d.cite("definition/infinite-differences", r=1, part=3))
        over = d.cite("definition/infinity", finite, r=value.formula.left, part=1)
        back = d.turn(equals(INFINITY, loop.formula.left), loop)
        return d.follows(0 < mass, below_itself(d, d.chain(over, back), finite))

    return value, split_zero(d, mass, nothing, lambda high: high)


def endless(d: Steps, equal: Line, finite: Line) -> Line:
    """⊥, from D = ∞ and a line by which D is real."""
    name = equal.formula.left
    under = d.cite("definition/infinity", finite, r=name, part=1)
    back = d.turn(equals(INFINITY, name), equal)
    return d.follows(FALSE, under, d.turn(negation(under.formula), back))


def largest_ratio(
    d: Steps, P: Term, Q: Term, inside: Line, *lines: Line
) -> tuple[Line, Callable[[Any], Line]]:
    """The value of D_∞ = ln M, and that P(a) ≤ M Q(a).

    Args:
        inside: for every a: Q(a) > 0 or P(a) ≤ 0.
        lines: what shows that P and Q are laws.
    """
    value = d.cite("definition/renyi-infinite", inside, *lines, P=P, Q=Q)
    most = value.formula.right.args[1].args[0]

    def ratio(a: Any) -> Line:
        part, goal = cases(Q[a] > 0, P[a] / Q[a], 0), P[a] <= most * Q[a]
        below = d.below_sup(most, a, *lines)

        def seen(mark: Line, there: Line) -> Line:
            line = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * (P[a] / Q[a])), there,
                              *lines)
            line = d.rewrite(mark, line, equals(part, 1 * (P[a] / Q[a])))
            return d.arithmetic(goal, line, below, there, *lines, hints=[Q[a]])

        def unseen(_: Line, low: Line) -> Line:
            zero = d.turn(equals(Q[a], 0), low, d.obvious(0 <= Q[a], *lines))
            fact = d.at(inside, a)
            some, nothing = fact.theorem.conclusion.parts
            gone = d.cases(
                fact, d.follows(P[a] <= 0, d.contradiction(d.assume(some), low, *lines)),
                d.assume(nothing),
            )
            return d.rewrite(zero, d.arithmetic(P[a] <= most * ZERO, gone, *lines), goal)

        return split_strict(d, 0, Q[a], seen, unseen, *lines)

    return value, ratio


def below_ratio(d: Steps, P: Term, Q: Term, most: Term, cover: Line, a: Any, *lines: Line) -> Line:
    """D_∞(P‖Q) ≤ ln M, from P(a) ≤ M Q(a) for an arbitrary a and 0 < M.

    Args:
        lines: what shows that P and Q are laws and that M is positive.
    """
    held, part = either(Q[a] > 0, P[a] <= 0), cases(Q[a] > 0, P[a] / Q[a], 0)
    inside = d.forall(a, split_order(
        d, Q[a], 0,
        lambda none: d.follows(held, d.arithmetic(P[a] <= 0, cover, none, *lines, hints=[most])),
        lambda above: d.follows(held, above), *lines,
    ))
    value, ratio = largest_ratio(d, P, Q, inside, *lines)
    top = value.formula.right.args[1].args[0]

    def seen(mark: Line, there: Line) -> Line:
        line = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * (P[a] / Q[a])), there, *lines)
        line = d.rewrite(mark, line, equals(part, 1 * (P[a] / Q[a])))
        return d.arithmetic(part <= most, line, cover, there, *lines, hints=[1 / Q[a]])

    def unseen(mark: Line, low: Line) -> Line:
        line = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * part), *lines)
        line = d.rewrite(mark, line, equals(part, 0 * part))
        return d.arithmetic(part <= most, line, *lines)

    bound = d.bound_sup(top, split_strict(d, 0, Q[a], seen, unseen, *lines), a)
    one = d.arithmetic(1 <= top, d.summed(d.forall(a, ratio(a)), bound, *lines), bound, *lines)
    above = d.arithmetic(0 < top, one, *lines)
    logs = log_below(d, top, most, bound, above, *lines)
    return d.arithmetic(renyi(P, Q, INFINITY) <= log(most), value, logs, above, *lines)


# --- the symmetric binary pair --------------------------------------------------------------------


def bend(z: Any) -> Any:
    """z²/2 − ln(e^z + e^−z), which is even and convex."""
    return z**2 / 2 - log(exp(z) + exp(-z))


def convexity() -> Any:
    """The certificate that its second derivative, tanh² z, isn't negative."""
    z = Real("z")
    second = derivative(derivative(bend(z), "z"), "z")
    return prove(Statement((z,), (), number(0) <= second), seconds=30)
