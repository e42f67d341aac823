"""Patterns on a channel's rows: within a distance of each other, and information as a sum over the
columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.patterns.channels import law_equality
from derivations.tools import everywhere, same, split_equal, split_minimum, summed
from verified.language import (
    KL,
    Close,
    H,
    equals,
    every,
    exp,
    information,
    largest,
    log,
    output,
    pmf_table,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps
from verified.syntax.terms import Symbol, Term, number

# --- rows within a distance of each other ---------------------------------------------------------


def rows_apart(d: Steps, W: Term, delta: Any, x: Any, other: Any, *private: Line) -> Line:
    """TV(W_x, W_x') ≤ δ, from a line that the channel is (δ)-DP."""
    close = d.cite("lemma/as-mechanism-dp", *private, values={
        "W": W, "x": x, "x'": other, "eps": number(0), "delta": delta,
    })
    return d.cite("cuff-yu-2016/eq-8.only-if", close, P=W[x], Q=W[other], delta=delta)


def from_output(d: Steps, P: Term, W: Term, delta: Any, x: Any, *private: Line) -> Line:
    """TV(W_x, q) ≤ δ."""
    jensen_ = d.cite("cuff-yu-2016/eq-103.jensen", P=P, W=W, x=x)
    bound = d.cite("cuff-yu-2016/eq-103.bound", *private, P=P, W=W, x=x, delta=delta)
    return d.chain(jensen_, bound)


def by_continuity(
    d: Steps, P: Term, W: Term, delta: Any, bound: Term, proof: Callable[[Line, Any], Line],
    private: Line, *lines: Line,
) -> Line:
    """I(P;W) ≤ bound, where `proof` shows |H(q) − H(W_x)| ≤ bound from TV(q, W_x) ≤ δ."""
    q = output(P, W)
    x = Symbol("x", W.sort.inputs)

    def row(x: Any) -> Line:
        near = from_output(d, P, W, delta, x, private)
        near = d.chain(d.cite("background/total-variation.symmetric", P=q, Q=W[x]), near)
        line = proof(near, x)
        above = d.cite("background/absolute-value.above", part=0, r=H(q) - H(W[x]))
        return d.arithmetic(
            P[x] * (H(q) - H(W[x])) <= P[x] * bound, above, line, *lines, hints=[P[x]]
        )

    rows = summed(d, x, row, *lines)
    value = d.cite("background/information-forms.entropies", P=P, W=W)
    left = d.identity(equals(value.formula.right, rows.formula.left))
    return d.chain(value, left, rows, d.identity(equals(rows.formula.right, bound), *lines))


def by_input(d: Steps, P: Term, W: Term, delta: Any, *private: Line) -> Line:
    """I(P;W) ≤ δ ln r for r inputs."""
    r = W.sort.inputs
    x, other = d.fix(Symbol("row", r)), d.fix(Symbol("other", r))
    near = d.forall(x, d.forall(other, rows_apart(d, W, delta, x, other, *private)))
    line = d.cite("lemma/near-rows.information", near, P=P, W=W, delta=delta)
    most = d.cite("background/entropy-range.uniform", P=P)
    return d.arithmetic(information(P, W) <= delta * log(r), line, most, hints=[delta])


def cut_off(d: Steps, W: Term, least: Any, rows: Callable[[], Line]) -> tuple[list[Line], Line]:
    """The least of 1 and a distance lies in [0, 1], and any two rows are within it.

    Args:
        least: min(δ, 1) or min(1, δ).
        rows: shows any two rows to be within δ.
    """
    first, second = least.args
    limits = [
        split_minimum(d, first, second, lambda order, value, side=side: d.arithmetic(
            side, order, value, d.obvious(number(0) <= value.formula.right)
        )) for side in (number(0) <= least, least <= number(1))
    ]
    v, w = (d.fix(Symbol(name, W.sort.inputs)) for name in ("v", "w"))
    goal = every(v, every(w, Close(W[v], W[w], 0, least)))

    def chosen(_: Line, value: Line) -> Line:
        if value.formula.right != number(1):
            return d.rewrite(value, rows(), goal)
        apart = d.cite("background/total-variation.range", P=W[v], Q=W[w], part=1)
        close = d.cite("cuff-yu-2016/eq-8.if", apart, P=W[v], Q=W[w], delta=1)
        return d.rewrite(value, d.forall(v, d.forall(w, close)), goal)

    return limits, split_minimum(d, first, second, chosen)


# --- information as a sum over the columns --------------------------------------------------------


def in_logarithms(d: Steps, P: Term, W: Term, *lines: Line) -> Line:
    """I(P; W) = Σ_x P(x) Σ_y W(y|x) ln W(y|x) − Σ_y q(y) ln q(y), q the output's law."""
    q = output(P, W)
    x, y = Symbol("x", W.sort.inputs), Symbol("y", W.sort.outputs)
    whole = d.cite("background/information-forms.entropies", *lines, P=P, W=W)
    spread = d.cite("definition/entropy", *lines, P=q)

    def row(x: Any) -> Line:
        inside = total(y, W[x, y] * log(W[x, y]))
        value = d.cite("definition/entropy", *lines, P=W[x])
        return d.arithmetic(
            equals(P[x] * H(W[x]), P[x] * -inside), value, *lines, hints=[P[x]]
        )

    rows = summed(d, x, row, *lines)
    result = total(x, P[x] * total(y, W[x, y] * log(W[x, y]))) - total(y, q[y] * log(q[y]))
    return d.arithmetic(equals(information(P, W), result), whole, spread, rows, *lines)


def column_floor(
    d: Steps, W: Term, y: Any, eps: Any, close: Callable[[Any, Any], Line]
) -> tuple[Term, Line, Line]:
    """The least likelihood c of an output; that it is real; for every x, c ≤ W(y|x) ≤ c e^ε.

    Args:
        close: shows that two rows are ε-close.
    """
    n = W.sort.inputs
    x, other = d.fix(Symbol("x", n)), d.fix(Symbol("x'", n))
    negative = largest(x, -W[x, y])
    below = d.bound_sup(negative, d.obvious(-W[x, y] <= 0), x)

    def pair(x: Any) -> Line:
        symbols = d.cite(
            "background/closeness-symbols.only-if", close(x, other), P=W[x], Q=W[other], eps=eps,
        )
        ratio = d.arithmetic(
            -W[other, y] <= -exp(-eps) * W[x, y], d.piece(d.at(symbols, y), 0), hints=[exp(-eps)],
        )
        most = d.bound_sup(negative, ratio, other)
        least = d.below_sup(negative, x, below)
        return d.both(
            d.arithmetic(-negative <= W[x, y], least, below),
            d.arithmetic(W[x, y] <= exp(eps) * -negative, most, below, hints=[exp(eps)]),
        )

    return -negative, below, everywhere(d, Symbol("x", n), pair)


def against_rows(
    d: Steps, P: Term, W: Term, few: Line, close: Callable[[Any, Term, Line], Line],
    told: Callable[[Term, Term, Sequence[Line]], Line],
) -> Line:
    """A bound of I(P; W) for at most two inputs, by the divergences from the mean of the rows. It
    is the mean of each row and of another law: 2/n times the sum of all rows less that one.

    Args:
        close: from a row a, the other law, and a line that its weights aren't negative, to what
            makes the two laws close.
        told: from two laws and such lines to the bound of D(first‖their mean).
    """
    n, m = W.sort.inputs, W.sort.outputs
    x = Symbol("x", n)
    mean = pmf_table(m, lambda y: total(x, W[x, y]) / n)

    def row(a: Any) -> Line:
        other = output(pmf_table(n, lambda x: 2 / n - same(x, a)), W)

        def weight(x: Any) -> Line:
            least = d.arithmetic(0 <= 2 / n - 1, few, hints=[1 / n])
            return split_equal(d, x, a, lambda _, value: d.rewrite(
                value, least if value.formula.right == number(1) else d.obvious(0 <= 2 / n - 0),
                0 <= 2 / n - same(x, a),
            ))

        weights = everywhere(d, x, weight)
        line = told(W[a], other, [close(a, other, weights), weights])
        line = d.rewrite(law_equality(d, line.formula.left.args[1], mean, weights), line)
        most = line.formula.right
        return d.arithmetic(P[a] * KL(W[a], mean) <= P[a] * most, line, hints=[P[a]])

    rest = summed(d, Symbol("v", n), row)
    most = d.goal.right
    first = d.cite("background/redundancy-capacity.information", Q=mean)
    return d.chain(first, rest, d.identity(equals(rest.formula.right, most)))


def rows_within(d: Derivation, finite: Line) -> tuple[Any, list[Line], Any]:
    """For any a, b: p(y|a) ≤ e^C p(y|b), as a function of a and b, and what shows C to be real."""
    W, y = d.var("W"), d.var("y")
    capacity = finite.formula.left
    least = d.cite("lemma/largest-log-ratio.nonnegative", W=W)
    real = [finite, least]
    same = d.arithmetic(capacity <= capacity, *real)
    rows = d.cite("lemma/largest-log-ratio.ratio", same, *real, W=W, r=capacity)
    return capacity, real, lambda a, b: d.at(d.at(d.at(rows, a), b), y)
