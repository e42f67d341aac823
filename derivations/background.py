"""Proofs of the textbook facts: tangents of the logarithm, divergences, distances, information."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    below_itself,
    continuous,
    envelope,
    everywhere,
    finite_at,
    is_zero,
    log_sum,
    same,
    split_equal,
    split_order,
    split_zero,
    summed,
    tangent_pair,
    unless,
)
from verified.language import (
    KL,
    either,
    equals,
    exp,
    log,
    output,
    total,
)
from verified.language.terms import Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- sums and divergences -------------------------------------------------------------------------


@derives("background/log-tangent.line")
def tangent_line(d: Derivation) -> None:
    """The logarithm lies below its tangent at 1."""
    x = d.var("x")

    def at_zero(zero: Line) -> Line:
        below = d.cite("definition/log-zero", r=number(-1))
        return d.rewrite(
            zero, d.chain(below, d.identity(equals(number(-1), 0 - number(1)))), log(x) <= x - 1
        )

    z = Real("z", ">0")
    d.qed(split_zero(d, x, at_zero, lambda above: d.scalar(log(z) <= z - 1, above, values={z: x})))


@derives("background/log-tangent.exponential")
def tangent_exponential(d: Derivation) -> None:
    """The same, at e^ε."""
    eps = d.var("eps")
    line = d.cite("background/log-tangent.line", x=exp(eps))
    d.qed(d.arithmetic(1 + eps <= exp(eps), line))


@derives("background/log-tangent.pair")
def tangent_at_pair(d: Derivation) -> None:
    """ln(q s/p) ≤ q s/p − 1, times p; with p = 0 both logarithms count as 0."""
    p, q, s = d.var("p"), d.var("q"), d.var("s")
    left = p * log(s) + p - q * s
    goal = left <= p * log(p) - p * log(q)

    def nothing(zero: Line) -> Line:
        plain = d.obvious(0 * log(s) + 0 - q * s <= 0 * log(number(0)) - 0 * log(q))
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        def infinite(zero: Line) -> Line:
            value = p * log(s) + p - 0 * s
            return d.rewrite(zero, d.cite("definition/infinite-log", above, u=p, r=value), goal)

        def finite(positive: Line) -> Line:
            line = d.cite("background/log-tangent.line", above, positive, x=q * s / p)
            return d.arithmetic(goal, line, above, positive, hints=[p])

        return split_zero(d, q, infinite, finite)

    d.qed(split_zero(d, p, nothing, something))


@derives("background/log-tangent.scaled")
def tangent_scaled(d: Derivation) -> None:
    """Everything is 0 where the weight is; else both sides of `pair` times the weight."""
    w, p, q, s = d.var("w"), d.var("p"), d.var("q"), d.var("s")
    left = w * (p * log(s) + p - q * s)
    goal = left <= w * p * log(p) - w * p * log(q)

    def nothing(zero: Line) -> Line:
        plain = d.obvious(0 * (p * log(s) + p - q * s) <= 0 * p * log(p) - 0 * p * log(q))
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        def absent(zero: Line) -> Line:
            rest = w * (0 * log(s) + 0 - q * s)
            plain = d.obvious(rest <= w * 0 * log(ZERO) - w * 0 * log(q))
            return d.rewrite(zero, plain, goal)

        def present(positive: Line) -> Line:
            def infinite(zero: Line) -> Line:
                value = w * (p * log(s) + p - 0 * s)
                plain = d.cite(
                    "definition/infinite-minus-log", above, positive, u=w * p, r=value,
                    s=w * p * log(p),
                )
                return d.rewrite(zero, plain, goal)

            def finite(other: Line) -> Line:
                line = tangent_pair(d, p, q, s)
                return d.arithmetic(goal, line, positive, other, hints=[w])

            return split_zero(d, q, infinite, finite)

        return split_zero(d, p, absent, present)

    d.qed(split_zero(d, w, nothing, something))


@derives("background/log-envelope.zero")
def envelope_zero(d: Derivation) -> None:
    """−q s > r at s = −r/(1 + q), as r < 0."""
    p, q, r = d.var("p"), d.var("q"), d.var("r")
    low, negative = d.given
    zero = is_zero(d, p, low)
    plain = d.arithmetic(
        r < 0 * log(-r / (1 + q)) + 0 - q * (-r / (1 + q)), negative, hints=[1 / (1 + q)]
    )
    d.qed(d.rewrite(zero, plain, d.goal))


@derives("background/log-envelope.steep")
def envelope_steep(d: Derivation) -> None:
    """p ln s is r at s = e^(r/p)."""
    p, q, r = d.var("p"), d.var("q"), d.var("r")
    positive, low = d.given
    zero = is_zero(d, q, low)
    plain = d.arithmetic(r < p * log(exp(r / p)) + p - 0 * exp(r / p), positive)
    d.qed(d.rewrite(zero, plain, d.goal))


@derives("background/log-envelope.ratio")
def envelope_ratio(d: Derivation) -> None:
    """The logarithm of a ratio."""
    d.qed(d.identity(d.goal, *d.given))


@derives("background/log-envelope.nothing")
def envelope_nothing(d: Derivation) -> None:
    """0 ln 0 counts as 0."""
    p, q = d.var("p"), d.var("q")
    zero = is_zero(d, p, *d.given)
    d.qed(d.rewrite(zero, d.identity(equals(0 * log(ZERO) - 0 * log(q), 0)), d.goal))


@derives("background/log-product")
def log_product(d: Derivation) -> None:
    """The normal form of the logarithm of a product."""
    d.qed(d.identity(d.goal))


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


def log_ratio(p: Term, q: Term) -> Term:
    """p ln p − p ln q: a symbol's part of a divergence."""
    return p * log(p) - p * log(q)


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
    unfolded = summed(d, j, lambda j: d.cite("definition/kl-scaled", t=t[j], P=P[j], Q=Q[j]))
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


def reversed_kl(d: Steps, P: Term, Q: Term) -> Line:
    """Σ … = D(P‖Q)."""
    line = d.cite("definition/kl", P=P, Q=Q)
    return d.turn(equals(line.formula.right, line.formula.left), line)
