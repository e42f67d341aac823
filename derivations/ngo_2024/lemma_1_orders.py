"""Eq. (21): the mean of e^(tL), L the log-likelihood ratio, as an integral of hockey-stick
divergences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.integrals import integrated, weighted, weighted_integral
from derivations.tools import same, split_equal, split_order, split_zero
from verified.language import (
    Real,
    Symbol,
    cases,
    either,
    equals,
    every,
    exp,
    likelihood_ratio,
    log,
    maximum,
    negation,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Or, Relation, negate, substitute
from verified.syntax.goals import normal
from verified.syntax.terms import INFINITY, Bind, Term, number


def by_symbols(d: Steps, P: Term, Q: Term, t: Any) -> Line:
    """∫ e^(tε) E(P‖Q) + e^(−(t+1)ε) E(Q‖P) as the sum of what the symbols add."""
    n = P.sort.sizes()[0]
    eps, a = d.fix(Real("e", ">=0")), Symbol("a", n)
    one = d.cite("definition/hockey-stick", P=P, Q=Q, eps=eps)
    two = d.cite("definition/hockey-stick", P=Q, Q=P, eps=eps)
    sides = [stick.formula.right for stick in (one, two)]  # type: ignore[attr-defined]
    whole = exp(t * eps) * sides[0] + exp(-(t + 1) * eps) * sides[1]
    line = d.identity(equals(whole, total(a, weighted(P[a], Q[a], t, eps))))
    for stick, side in zip((one, two), sides, strict=True):
        name = stick.formula.left  # type: ignore[attr-defined]
        line = d.rewrite(d.turn(equals(side, name), stick), line)
    line = integrated(d, line, eps)
    each = total(a, weighted_integral(P[a], Q[a], t))
    return d.chain(line, d.have(equals(line.formula.right, each), "integral-of-sum"))  # type: ignore


class Orders:
    """The derivation for one reading.

    Args:
        beyond: shows that ∫ is Q(a)/(t + 1) for a symbol a with P(a) = 0 (which the line says); it
            gets these rules, and lines that say that t is neither 0 nor −1.
    """

    def __init__(self, d: Derivation, beyond: Callable[..., Line]) -> None:
        self.d, self.beyond = d, beyond
        self.P, self.Q, self.t = (d.var(name) for name in ("P", "Q", "t"))
        self.symbol = Symbol("a", self.P.of.size)

    # --- what a symbol adds -----------------------------------------------------------------------

    def part(self, a: Any) -> Bind:
        """The integral of its excesses."""
        return weighted_integral(self.P[a], self.Q[a], self.t)

    def share(self, a: Any) -> Term:
        """What it adds to the right side: (t + 1) P − t Q + t (t + 1) ∫."""
        t = self.t
        return (t + 1) * self.P[a] - t * self.Q[a] + t * (t + 1) * self.part(a)

    def mean(self, a: Any, t: Any) -> Term:
        """What it adds to the left side, where P(a) > 0."""
        return self.P[a] * exp(t * log(likelihood_ratio(self.P, self.Q, a)))

    def unbounded(self, a: Any, t: Any, p: Line, q: Line, limit: Line, value: Line) -> Line:
        """e^(tL) where P(a) > 0 = Q(a), from t · ∞ (`limit`) and its exponential (`value`)."""
        d, end = self.d, value.formula.right  # type: ignore[attr-defined]
        ratio = likelihood_ratio(self.P, self.Q, a)
        infinite = d.cite("definition/infinite-ratio", p, q, P=self.P, Q=self.Q, a=a)
        logarithm = d.piece(d.cite("definition/infinite-logarithms", r=0), 1)
        line = d.rewrite(limit, value, equals(exp(t * INFINITY), end))
        line = d.rewrite(logarithm, line, equals(exp(t * log(INFINITY)), end))
        return d.rewrite(infinite, line, equals(exp(t * log(ratio)), end))

    def inside(self, a: Any, p: Line, q: Line) -> tuple[Line, Line]:
        """∫ < ∞ and what the symbol adds, where both masses are positive."""
        d, P, Q = self.d, self.P[a], self.Q[a]
        real = d.cite("background/excess-integral.converges", p, q, u=P, v=Q)
        value = d.cite("background/excess-integral.positive", p, q, u=P, v=Q)
        return real, d.arithmetic(equals(self.share(a), self.mean(a, self.t)), value, real, p, q)

    def outside(self, a: Any, p: Line, zero: Line, falling: Line) -> tuple[Line, Line]:
        """The same where P(a) > 0 = Q(a) and t < 0: there e^(tL) is 0."""
        d, t, P = self.d, self.t, self.P[a]
        tail = d.cite("background/excess-integral.tail", falling, u=P, t=t)
        part = self.part(a)
        value = d.rewrite(zero, tail, equals(part, tail.formula.right))  # type: ignore
        real = d.cite("definition/infinity", value, falling, r=part, part=1)
        limit = d.cite("definition/infinite-multiples-below", falling, r=t)
        none = d.piece(d.cite("definition/infinite-exponential", r=0), 1)
        power = self.unbounded(a, t, p, d.turn(self.Q[a] <= 0, zero), limit, none)
        first = d.combined(equals(self.share(a), 0), value, zero, falling, equalities=[
            [t * (t + 1), 0], [-t, 1]])
        second = d.arithmetic(equals(number(0), self.mean(a, t)), power)
        return real, d.chain(first, second)

    # --- sums -------------------------------------------------------------------------------------

    def supported(
        self, t: Any, share: Callable[[Any], Term], present: Callable[[Any, Line], Line],
        absent: Callable[[Any, Line], Line], *lines: Line,
    ) -> Line:
        """Σ P e^(tL) over P's support as the sum of the shares of all symbols.

        Args:
            present: shows share = P e^(tL) where P(a) > 0.
            absent: shows share = 0 where P(a) = 0.
            lines: show the shares to be real.
        """
        d, P, a = self.d, self.P, self.d.fix(self.symbol)
        inside = d.forall(a, present(a, d.assume(P[a] > 0)), P[a] > 0)
        means = d.summed(inside, *lines)
        mark = cases(P[a] > 0, 1, 0)
        either_way = d.cite("definition/case-strict", r=0, s=P[a])
        branches = []
        for part in either_way.theorem.conclusion.parts:  # type: ignore[attr-defined]
            held = d.assume(part)
            order, value = d.piece(held, 0), d.piece(held, 1)
            at = value.formula.right  # type: ignore[attr-defined]
            if at == number(1):
                plain = d.identity(equals(number(1) * share(a), share(a)), *(
                    d.at(line, a) for line in lines))
            else:
                zero = d.turn(equals(P[a], 0), order, d.obvious(P[a] >= 0))
                none = absent(a, zero)
                plain = d.arithmetic(equals(number(0) * share(a), share(a)), none, *(
                    d.at(line, a) for line in lines))
            branches.append(d.rewrite(value, plain, equals(mark * share(a), share(a))))
        everyone = d.summed(d.forall(a, d.cases(either_way, *branches)), *lines)
        left = means.formula.left  # type: ignore[attr-defined]
        whole = d.identity(equals(left, everyone.formula.left), *lines)  # type: ignore
        back = d.turn(equals(means.formula.right, left), means)  # type: ignore[attr-defined]
        return d.chain(back, whole, everyone)

    def where_finite(
        self, pointwise: Callable[[Any, Line], tuple[Line, Line]], *lines: Line
    ) -> Line:
        """The goal, where `pointwise` shows ∫ < ∞ and share = P e^(tL) of symbols in P's support.

        Args:
            lines: t is neither 0 nor −1.
        """
        d, P, Q, t = self.d, self.P, self.Q, self.t
        a = d.fix(self.symbol)

        def empty(zero: Line) -> Line:
            value = self.beyond(self, a, zero, *lines)
            return d.cite("definition/infinity", value, *lines, r=self.part(a), part=1)

        real = d.forall(a, split_zero(d, P[a], empty, lambda p: pointwise(a, p)[0]))

        def absent(a: Any, zero: Line) -> Line:
            value = self.beyond(self, a, zero, *lines)
            return d.combined(equals(self.share(a), 0), value, zero, *lines, equalities=[
                [t * (t + 1), 0], [t + 1, 1]])

        line = self.supported(
            t, self.share, lambda a, p: pointwise(a, p)[1], absent, real)
        parts = total(a, self.part(a))
        opened = d.identity(equals(line.formula.right, 1 + t * (t + 1) * parts), real)  # type: ignore
        return d.rewrite(by_symbols(d, P, Q, t), d.chain(line, opened), d.goal)

    def at_root(self, zero: Line, share: Term, swapped: bool) -> Line:
        """The goal at t = 0, or at t = −1: the integral is a divergence, and its multiple 0.

        Args:
            share: the law whose probabilities the symbols add.
            swapped: whether the divergence is D(Q‖P).
        """
        d, P, Q = self.d, self.P, self.Q
        t = zero.formula.right  # type: ignore[attr-defined]
        first, second = (Q, P) if swapped else (P, Q)
        eps = d.fix(Real("e", ">=0"))
        laws = d.cite("background/hockey-stick-integral.laws", P=first, Q=second)
        right = substitute(d.goal.right, {self.t.name: t})
        whole = right.args[1].args[1]
        bodies = [
            substitute(bind.body, {bind.var.name: eps})
            for bind in (whole, laws.formula.right)  # type: ignore[attr-defined]
        ]
        same_integral = integrated(d, d.identity(equals(*bodies)), eps)
        divergence = laws.formula.left  # type: ignore[attr-defined]
        back = d.turn(equals(laws.formula.right, divergence), laws)  # type: ignore[attr-defined]
        factor = t * (t + 1)
        scaled = d.cite("background/kl-scaled", t=factor, P=first, Q=second)
        none = d.chain(scaled, d.identity(equals(scaled.formula.right, 0)))  # type: ignore
        line = d.rewrite(none, d.identity(equals(1 + number(0), 1)),
                         equals(1 + factor * divergence, 1))
        line = d.rewrite(d.chain(same_integral, back), line, equals(right, 1))

        def present(a: Any, p: Line) -> Line:
            goal = equals(share[a], self.mean(a, t))

            def missing(q: Line) -> Line:
                if swapped:
                    limit = d.cite("definition/infinite-multiples-below", r=t)
                    end = d.piece(d.cite("definition/infinite-exponential", r=0), 1)
                else:
                    limit = d.cite("definition/infinite-multiples-none")
                    end = d.identity(equals(exp(number(0)), 1))
                power = self.unbounded(a, t, p, d.turn(Q[a] <= 0, q), limit, end)
                return d.arithmetic(goal, power, q)

            return split_zero(d, Q[a], missing, lambda q: d.identity(goal, p, q))

        def absent(a: Any, zero: Line) -> Line:
            if not swapped:
                return zero
            return self.no_mass(a, zero)

        left = self.supported(t, lambda a: share[a], present, absent)
        left = d.chain(left, d.identity(equals(left.formula.right, 1)))  # type: ignore
        return d.rewrite(zero, d.chain(left, d.turn(equals(number(1), right), line)), d.goal)

    def no_mass(self, a: Any, zero: Line) -> Line:
        """Q(a) = 0 where P(a) = 0, by the reading's hypothesis."""
        d = self.d
        held = d.at(d.given[0], a)
        some, none = (d.assume(part) for part in held.theorem.conclusion.parts)  # type: ignore
        line = d.cases(held, d.follows(self.Q[a] <= 0, d.contradiction(some, zero)), none)
        return d.turn(equals(self.Q[a], 0), line, d.obvious(self.Q[a] >= 0))

    # --- where both sides are infinite ------------------------------------------------------------

    def where_infinite(self, b: Any, p: Line, q: Line, rising: Line) -> Line:
        """The goal for t > 0, where P(b) > 0 = Q(b)."""
        d, P, Q, t = self.d, self.P, self.Q, self.t
        a, r = d.fix(self.symbol), d.fix(Real("r"))
        limit = d.cite("definition/infinite-multiples", rising, r=t)
        endless = d.piece(d.cite("definition/infinite-exponential", r=0), 0)

        def mean(a: Any) -> Line:
            present = d.assume(P[a] > 0)
            goal = same(a, b) * r <= self.mean(a, t)

            def missing(zero: Line) -> Line:
                none = d.turn(Q[a] <= 0, zero)
                power = self.unbounded(a, t, present, none, limit, endless)
                value = d.cite("definition/infinite-multiples", present, r=P[a])
                value = d.rewrite(power, value, equals(self.mean(a, t), INFINITY))
                over = d.cite("definition/infinity", r=same(a, b) * r, part=1)
                return d.turn(goal, d.chain(over, d.turn(equals(INFINITY, self.mean(a, t)), value)))

            def there(seen: Line) -> Line:
                def case(alike: Line, value: Line) -> Line:
                    if value.formula.right == number(1):  # type: ignore[attr-defined]
                        false = d.contradiction(d.rewrite(alike, seen), q)
                        return d.follows(goal, false)
                    least = d.obvious(0 * r <= self.mean(a, t), present, seen)
                    return d.rewrite(value, least, goal)

                return split_equal(d, a, b, case)

            return split_zero(d, Q[a], missing, there)

        means = d.summed(d.forall(a, mean(a), P[a] > 0))
        left = means.formula.right  # type: ignore[attr-defined]
        start = d.identity(equals(r, means.formula.left), p)  # type: ignore[attr-defined]
        first = d.have(equals(left, INFINITY), "unbounded", d.chain(start, means), variable=r)

        level = maximum(r, 0)

        def part(a: Any) -> Line:
            goal = same(a, b) * level <= self.part(a)

            def case(alike: Line, value: Line) -> Line:
                if value.formula.right == number(0):  # type: ignore[attr-defined]
                    least = d.cite("background/excess-integral.nonnegative", u=P[a], v=Q[a])
                    none = d.identity(equals(0 * level, 0))
                    return d.rewrite(value, d.chain(none, least), goal)
                line = d.cite("background/excess-integral.endless", p,
                              d.turn(t >= 0, rising), u=P[b], r=level / P[b])
                line = d.chain(d.identity(equals(1 * level, level / P[b] * P[b]), p), line)
                zero = d.turn(equals(Q[b], 0), q, d.obvious(Q[b] >= 0))
                line = d.rewrite(zero, line, 1 * level <= self.part(b))
                line = d.rewrite(alike, line, 1 * level <= self.part(a))
                return d.rewrite(value, line, goal)

            return split_equal(d, a, b, case)

        parts = d.summed(d.forall(a, part(a)))
        above = d.cite("background/absolute-value.above-both", r=r, s=0, part=0)
        start = d.identity(equals(level, parts.formula.left))  # type: ignore[attr-defined]
        each = parts.formula.right  # type: ignore[attr-defined]
        infinite = d.have(equals(each, INFINITY), "unbounded", d.chain(above, start, parts),
                          variable=r)
        whole = d.chain(by_symbols(d, P, Q, t), infinite)
        factor = t * (t + 1)
        positive = d.arithmetic(factor > 0, rising, hints=[t])
        second = d.rewrite(
            d.cite("definition/infinite-multiples", positive, r=factor),
            d.piece(d.cite("definition/infinite-sums", r=1), 0),
            equals(1 + factor * INFINITY, INFINITY),
        )
        second = d.rewrite(whole, second, equals(d.goal.right, INFINITY))
        return d.chain(first, d.turn(equals(INFINITY, d.goal.right), second))

    # --- the cases --------------------------------------------------------------------------------

    def proved(self, apart: Line, other: Line) -> Line:
        """The goal, where t is neither 0 nor −1."""
        d, P, Q, t, a = self.d, self.P, self.Q, self.t, self.symbol

        def falling(low: Line) -> Line:
            return self.where_finite(lambda a, p: self.in_support(a, p, low), apart, other)

        def rising(positive: Line) -> Line:
            dominated = every(a, either(Q[a] > 0, P[a] <= 0))
            hole = normal(negate(dominated))
            choice = d.follows(Or((dominated, hole)))

            def inside(a: Any, p: Line) -> tuple[Line, Line]:
                held = d.at(d.assume(dominated), a)
                some, none = (d.assume(x) for x in held.theorem.conclusion.parts)  # type: ignore
                q = d.cases(held, some, d.follows(Q[a] > 0, d.contradiction(none, p)))
                return self.inside(a, p, q)

            def outside() -> Line:
                found = d.assume(hole)
                b = d.fix(Symbol("b", self.P.of.size))
                body = d.assume(substitute(hole.body, {hole.var.name: b}))
                pieces = [d.piece(body, place) for place in (0, 1)]
                p = d.turn(P[b] > 0, *pieces)
                q = d.turn(Q[b] <= 0, *pieces)
                return d.obtain(found, b, self.where_infinite(b, p, q, positive))

            return d.cases(choice, self.where_finite(inside, apart, other), outside())

        def from_zero(least: Line) -> Line:
            return rising(split_order(
                d, t, 0, lambda most: d.follows(t > 0, d.turn(equals(t, 0), most, least), apart),
                lambda positive: positive))

        return split_order(d, 0, t, from_zero, falling)

    def in_support(self, a: Any, p: Line, falling: Line) -> tuple[Line, Line]:
        """∫ < ∞ and share = P e^(tL), where P(a) > 0 and t < 0."""
        d, Q = self.d, self.Q
        found = [
            split_zero(
                d, Q[a], lambda zero, place=place: self.outside(a, p, zero, falling)[place],
                lambda q, place=place: self.inside(a, p, q)[place])
            for place in (0, 1)
        ]
        return found[0], found[1]


# --- the readings ---------------------------------------------------------------------------------


def above_minus_one(orders: Orders, a: Any, zero: Line, *lines: Line) -> Line:
    """∫ = Q/(t + 1) where P(a) = 0 and t > −1 (the last line): the other tail."""
    d, Q, t = orders.d, orders.Q, orders.t
    above = lines[-1]
    turned = d.cite("background/excess-integral.exchanged", u=0, v=Q[a], t=t)
    low = d.arithmetic(-1 - t < 0, above)
    tail = d.cite("background/excess-integral.tail", low, u=Q[a], t=-1 - t)
    last = d.identity(equals(tail.formula.right, Q[a] / (t + 1)), above)  # type: ignore
    line = d.chain(turned, tail, last)
    return d.rewrite(zero, line, equals(orders.part(a), Q[a] / (t + 1)))


@derives("ngo-2024/eq-21@near-zero")
def near_zero(d: Derivation) -> None:
    """Symbol by symbol. At t = 0 the integral is D(P‖Q), perhaps infinite, times 0."""
    (above,) = d.given

    def beyond(orders: Orders, a: Any, zero: Line, *lines: Line) -> Line:
        return above_minus_one(orders, a, zero, *lines, above)

    orders = Orders(d, beyond)
    t = orders.t
    other = d.follows(
        negation(equals(t, -1)), d.implied(equals(t, -1), d.contradiction(
            d.assume(equals(t, -1)), above)))

    def case(line: Line, _: Line) -> Line:
        if isinstance(line.theorem.conclusion, Relation):
            return orders.at_root(line, orders.P, swapped=False)
        return orders.proved(line, other)

    d.qed(split_equal(d, t, 0, case))


@derives("ngo-2024/eq-21@dominated")
def dominated(d: Derivation) -> None:
    """As near 0; at t = −1 the integral is D(Q‖P)."""
    def beyond(orders: Orders, a: Any, zero: Line, *lines: Line) -> Line:
        Q, t = orders.Q, orders.t
        none = orders.no_mass(a, zero)

        def low(below: Line) -> Line:
            falling = d.arithmetic(t < 0, below)
            tail = d.cite("background/excess-integral.tail", falling, u=0, t=t)
            right = tail.formula.right  # type: ignore[attr-defined]
            line = d.rewrite(none, tail, equals(weighted_integral(number(0), Q[a], t), right))
            line = d.rewrite(zero, line, equals(orders.part(a), right))
            last = d.combined(equals(right, Q[a] / (t + 1)), none, falling, *lines, equalities=[
                [-1 / (t + 1), 0]])
            return d.chain(line, last)

        def high(above: Line) -> Line:
            return above_minus_one(orders, a, zero, *lines, above)

        return split_order(d, t, -1, low, high)

    orders = Orders(d, beyond)
    t = orders.t

    def at_minus_one(apart: Line) -> Line:
        def case(line: Line, _: Line) -> Line:
            if isinstance(line.theorem.conclusion, Relation):
                return orders.at_root(line, orders.Q, swapped=True)
            return orders.proved(apart, line)

        return split_equal(d, t, -1, case)

    def case(line: Line, _: Line) -> Line:
        if isinstance(line.theorem.conclusion, Relation):
            return orders.at_root(line, orders.P, swapped=False)
        return at_minus_one(line)

    d.qed(split_equal(d, t, 0, case))
