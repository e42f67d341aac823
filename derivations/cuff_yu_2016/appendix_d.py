"""Appendix D: the steps of the proof of Lemma 3."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import nothing_at_one, one_or_more
from derivations.patterns.rows import by_continuity, by_input, from_output, rows_apart
from derivations.tools import split_absolute, split_order, split_zero, summed
from verified.language import TV, absolute, binary_entropy, equals, information, log, output
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number

# --- rows within δ of each other ------------------------------------------------------------------


@derives("cuff-yu-2016/eq-103.jensen")
def jensen(d: Derivation) -> None:
    """Convexity of the distance in its second argument."""
    P, W, x = d.var("P"), d.var("W"), d.var("x")
    d.qed(d.cite("background/tv-jointly-convex.second", values={"t": P, "P": W[x], "Q": W}))


@derives("cuff-yu-2016/eq-103.bound")
def mean_apart(d: Derivation) -> None:
    """A mean of distances that are at most δ."""
    P, W, x, delta = (d.var(name) for name in ("P", "W", "x", "delta"))
    rows = summed(d, d.goal.left.var, lambda other: d.arithmetic(
        P[other] * TV(W[x], W[other]) <= P[other] * delta,
        rows_apart(d, W, delta, x, other, *d.given), hints=[P[other]],
    ))
    d.qed(d.chain(rows, d.identity(equals(rows.formula.right, delta))))


@derives("cuff-yu-2016/eq-103.eq-102")
def near_output(d: Derivation) -> None:
    """(103), as closeness."""
    P, W, x, delta = (d.var(name) for name in ("P", "W", "x", "delta"))
    line = from_output(d, P, W, delta, x, *d.given)
    d.qed(d.cite("cuff-yu-2016/eq-8.if", line, P=W[x], Q=output(P, W), delta=delta))


# --- by the output --------------------------------------------------------------------------------


def no_gain(d: Steps, p: Term) -> Line:
    """−p ln p ≥ 0 for a probability p."""
    goal = number(0) <= -(p * log(p))

    def some(positive: Line) -> Line:
        tangent = d.cite("background/log-tangent.line", x=p)
        return d.arithmetic(goal, tangent, positive, d.obvious(p <= 1), hints=[p])

    return split_zero(d, p, lambda zero: d.rewrite(
        zero, d.obvious(number(0) <= -(0 * log(number(0)))), goal
    ), some)


def by_alphabet(d: Steps, P: Term, W: Term) -> Line:
    """I(P;W) ≤ ln m for m outputs."""
    most = d.cite("background/entropy-range.uniform", P=output(P, W))
    return d.chain(d.cite("background/information-range.output", P=P, W=W), most)


@derives("cuff-yu-2016/lemma-3-output.large")
def output_large(d: Derivation) -> None:
    """As of any channel."""
    d.qed(by_alphabet(d, d.var("P"), d.var("W")))


@derives("cuff-yu-2016/lemma-3-output.small")
def output_small(d: Derivation) -> None:
    """The output law's entropy is near that of each row."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    m = W.of.outputs
    corner, private = d.given
    bound = d.goal.right

    def one(few: Line) -> Line:
        zero = nothing_at_one(d, delta, m, few, corner)
        none = d.cite("background/log-tangent.line", x=m)
        line = d.arithmetic(
            information(P, W) <= binary_entropy(number(0)) + 0 * log(m - 1),
            by_alphabet(d, P, W), none, few,
        )
        return d.rewrite(zero, line, d.goal)

    def more(many: Line, above: Line) -> Line:
        return by_continuity(d, P, W, delta, bound, lambda near, x: d.cite(
            "background/entropy-continuity.bound", near, corner, many,
            P=output(P, W), Q=W[x], delta=delta, n=m,
        ), private, above)

    d.qed(one_or_more(d, m, one, more))


@derives("cuff-yu-2016/lemma-3-output.small-relaxed")
def output_small_relaxed(d: Derivation) -> None:
    """ln(m − 1) ≤ ln m; at m = 1, δ = 0."""
    m, delta = d.var("m"), d.var("delta")
    (corner,) = d.given

    def one(few: Line) -> Line:
        zero = nothing_at_one(d, delta, m, few, corner)
        line = d.obvious(
            binary_entropy(number(0)) + 0 * log(m - 1) <= binary_entropy(number(0)) + 0 * log(m)
        )
        return d.rewrite(zero, line, d.goal)

    def more(_: Line, above: Line) -> Line:
        tangent = d.cite("background/log-tangent.line", above, x=(m - 1) / m)
        less = d.arithmetic(log(m - 1) <= log(m), tangent, above, hints=[1 / m])
        return d.arithmetic(d.goal, less, above, hints=[delta])

    d.qed(one_or_more(d, m, one, more))


@derives("cuff-yu-2016/lemma-3-output.large-relaxed")
def output_large_relaxed(d: Derivation) -> None:
    """(1 − δ) ln m ≤ −(1 − δ) ln(1 − δ), as 1 − δ < 1/m."""
    m, delta = d.var("m"), d.var("delta")
    (corner,) = d.given
    rest = 1 - delta

    def below(less: Line) -> Line:
        some = d.arithmetic(number(0) < rest, less)
        tangent = d.cite("background/log-tangent.line", some, x=m * rest)
        under = d.arithmetic(m * rest <= 1, corner, hints=[m])
        first = d.arithmetic(rest * log(m) <= -(rest * log(rest)), tangent, under, some,
                             hints=[rest])
        second = no_gain(d, delta)
        return d.arithmetic(d.goal, first, second, some)

    def certain(more: Line) -> Line:
        one = d.turn(equals(delta, 1), d.obvious(delta <= 1), more)
        return d.rewrite(one, d.identity(
            log(m) <= binary_entropy(number(1)) + 1 * log(m)
        ), d.goal)

    d.qed(split_order(d, 1, delta, certain, below))


# --- by the input ---------------------------------------------------------------------------------


@derives("cuff-yu-2016/lemma-3-input.bound")
def input_bound(d: Derivation) -> None:
    """δ ln r, of which 2δ/(1 + δ) ln r is more."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    r = W.of.inputs
    line = by_input(d, P, W, delta, *d.given)
    share = delta / (delta + 1)
    unit = d.arithmetic(share <= 1, d.obvious(number(0) <= 1 / (delta + 1)))
    some = d.piece(d.cite("background/binary-entropy.range", unit, p=share), 0)
    more = d.arithmetic(delta <= 2 * share, d.obvious(delta <= 1), hints=[delta / (delta + 1)])
    d.qed(d.arithmetic(d.goal, line, some, more, hints=[log(r)]))


@derives("cuff-yu-2016/lemma-3-input.relaxed")
def input_relaxed(d: Derivation) -> None:
    """h is concave."""
    r, delta = d.var("r"), d.var("delta")
    line = d.cite("lemma/entropy-chord.shrunk", p=delta, K=r)
    d.qed(d.arithmetic(d.goal, line))


# --- pairs of an input and an output --------------------------------------------------------------


def scaled_absolute(d: Steps, p: Any, u: Any) -> Line:
    """|p u| = p |u| for p ≥ 0."""
    def value(sign: Line, size: Line) -> Line:
        if size.theorem.conclusion.right == u:
            turned = d.arithmetic(number(0) <= p * u, sign, hints=[p])
            return d.arithmetic(equals(absolute(p * u), p * absolute(u)), size, turned, sign)
        turned = d.arithmetic(number(0) <= -(p * u), sign, hints=[p])
        return d.arithmetic(equals(absolute(p * u), p * absolute(u)), size, turned, sign)

    return split_absolute(d, u, value)


@derives("cuff-yu-2016/eq-107.eq-108")
def distance_of_pairs(d: Derivation) -> None:
    """Σ over the outputs of each input."""
    P, W = d.var("P"), d.var("W")
    n, m = W.of.inputs, W.of.outputs
    q = output(P, W)
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[n, m])
    first, second = d.goal.left.args
    whole = d.cite("definition/total-variation", size, P=first, Q=second, n=n * m)
    x, y = Symbol("x", n), Symbol("y", m)

    def row(x: Any) -> Line:
        cells = summed(d, y, lambda y: scaled_absolute(d, P[x], W[x, y] - q[y]))
        distance = d.cite("definition/total-variation", P=W[x], Q=q)
        half = d.identity(equals(cells.formula.left / 2, cells.formula.left / 2))
        half = d.rewrite(cells, half, equals(cells.formula.left / 2, cells.formula.right / 2))
        out = d.identity(equals(cells.formula.right / 2, P[x] * distance.formula.right))
        back = d.turn(equals(distance.formula.right, distance.formula.left), distance)
        return d.chain(half, d.rewrite(back, out, equals(
            cells.formula.right / 2, P[x] * TV(W[x], q)
        )))

    rows = summed(d, x, row)
    sums = d.identity(equals(whole.formula.right, rows.formula.left), size)
    d.qed(d.chain(whole, sums, rows))


@derives("cuff-yu-2016/eq-107.eq-107")
def pairs_close(d: Derivation) -> None:
    """A mean of distances of at most δ."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    n, m = W.of.inputs, W.of.outputs
    apart = d.cite("cuff-yu-2016/eq-107.eq-108", P=P, W=W)
    q = output(P, W)
    rows = summed(d, Symbol("x", n), lambda x: d.arithmetic(
        P[x] * TV(W[x], q) <= P[x] * delta, from_output(d, P, W, delta, x, *d.given),
        hints=[P[x]],
    ))
    near = d.chain(apart, rows, d.identity(equals(rows.formula.right, delta)))
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[n, m])
    first, second = apart.formula.left.args
    d.qed(d.cite("cuff-yu-2016/eq-8.if", near, size, P=first, Q=second, delta=delta, n=n * m))
