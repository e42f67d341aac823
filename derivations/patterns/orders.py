"""Patterns on informations of an order: cases of the order, powers and their roots, the output law
that is best for Sibson's information.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.databases import at_most, near_output
from derivations.tools import split_below, split_order, split_zero, substitute_bound
from verified.language import (
    cases,
    either,
    entry_channel,
    equals,
    exp,
    negation,
    pmf_table,
    quotient,
    remainder,
    sibson,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps
from verified.syntax.terms import Symbol, Term, number

# --- cases of the order ---------------------------------------------------------------------------


def split_strict(
    d: Steps, r: Any, s: Any, proof: Callable[[Line, Line], Line],
    other: Callable[[Line, Line], Line], *lines: Line,
) -> Line:
    """What holds whether r < s or s ≤ r: the proofs get what the test is worth, and that line."""
    both = d.cite("definition/case-strict", *lines, values={"r": r, "s": s})
    branches = []
    for part, then in zip(both.theorem.conclusion.parts, (proof, other), strict=True):
        held = d.assume(part)
        branches.append(then(d.piece(held, 1), d.piece(held, 0)))
    return d.cases(both, *branches)


def split_one(
    d: Steps, order: Any, one: Callable[[Line], Line], other: Callable[[Line], Line]
) -> Line:
    """What holds whether α = 1 (the line is 1 = α turned to α = 1) or not."""
    equal = equals(order, 1)
    either_way = d.follows(either(equal, negation(equal)))
    at_one = d.assume(equal)
    return d.cases(either_way, one(at_one), other(d.assume(negation(equal))))


def by_order(
    d: Steps, order: Term, other: Line, below: Callable[[Line], Line],
    above: Callable[[Line], Line],
) -> Line:
    """What holds for an order α < 1 and for one above; `other` says that it isn't 1."""

    def at_most(low: Line) -> Line:
        def one(high: Line) -> Line:
            equal = d.turn(equals(order, 1), low, high)
            return d.follows(d.goal, equal, other)

        return split_order(d, 1, order, one, below)

    return split_order(d, order, 1, at_most, above)


def differs_from_one(d: Steps, order: Any, differs: Line) -> Line:
    """α isn't 1, as it is above or below."""
    equal = equals(order, 1)
    return d.cases(
        d.follows(either(equal, negation(equal))),
        d.follows(negation(equal), d.contradiction(d.assume(equal), differs)),
        d.assume(negation(equal)),
    )


def signs(
    d: Derivation, eps: Term, order: Term, above: bool, *sides: Line
) -> tuple[Term, Term, list[Line]]:
    """|α − 1| and |e^(αε) − e^ε|, and lines that what the bound divides by is positive."""
    part = order - 1 if above else 1 - order
    base, grown = exp(eps) - 1, exp(order * eps) - 1
    excess = grown - base if above else base - grown

    def exceeds(exponent: Term) -> Line:
        """0 < e^t − 1 for t > 0."""
        tangent = d.cite("background/log-tangent.exponential", eps=exponent)
        return d.arithmetic(0 < exp(exponent) - 1, tangent, d.obvious(0 < exponent, *sides))

    scale = exp(eps) if above else exp(order * eps)
    apart = d.arithmetic(0 < excess, exceeds(part * eps), hints=[scale])
    known = [*sides, exceeds(eps), exceeds(order * eps), apart]
    known += [d.arithmetic(0 < part * factor, *known) for factor in (base, grown)]
    return part, excess, known


# --- powers ---------------------------------------------------------------------------------------


def rooted(d: Steps, side: Term, powers: Line, order: Term, *lines: Line, upper: bool = False
           ) -> Line:
    """From s ≤ t, side ≤ t^(1/α) where s = side^α; or s^(1/α) ≤ side where t = side^α."""
    small, large = powers.formula.left, powers.formula.right
    grown = d.cite("lemma/power.increasing", powers, *lines, s=small, t=large, alpha=1 / order)
    if upper:
        return d.chain(grown, d.identity(equals(grown.formula.right, side), *lines))
    return d.chain(d.identity(equals(side, grown.formula.left), *lines), grown)


def entry_ratios(d: Steps, z: Any, u: Any, y: Any) -> tuple[Term, list[Line]]:
    """The channel from the entry; W(y|u) ≤ e^ε W(y|z) and W(y|z) ≤ e^ε W(y|u)."""
    M, x, i, eps = (d.var(name) for name in ("M", "x", "i", "eps"))
    W = entry_channel(M, x, i)
    private = d.given[-1]
    close = d.cite("lemma/entry-close", private, M=M, x=x, i=i, v=u, w=z, eps=eps, delta=0)
    symbols = d.cite("background/closeness-symbols.only-if", close, P=W[u], Q=W[z])
    at = d.at(symbols, y)
    return W, [d.piece(at, index) for index in (0, 1)]


class Pairs:
    """The laws P(x) W(y|x) and P(x) R(y) on pairs."""

    def __init__(self, d: Derivation, P: Term, W: Term, R: Term, divergence: Any) -> None:
        self.d, self.P, self.W, self.R = d, P, W, R
        self.joint, self.apart, self.order = divergence.args
        self.u, self.y = d.fix(Symbol("u", W.sort.inputs)), d.fix(Symbol("y", W.sort.outputs))
        n, m, one = W.sort.inputs, W.sort.outputs, number(1)
        self.s = d.fix(Symbol("s", n * m))
        self.cells = d.arithmetic(
            one <= n * m, d.obvious(one <= n), d.obvious(one <= m), hints=[m])
        # The symbol u m + y of the pair.
        self.pair = self.u * m + self.y
        self.here, self.there = P[self.u] * W[self.u, self.y], P[self.u] * R[self.y]

    def cells_of(self, s: Term) -> tuple[Term, Term]:
        """The pair that a symbol stands for."""
        outputs = self.W.sort.outputs
        return quotient(s, outputs), remainder(s, outputs)

    def covered(self, each: Line) -> Line:
        """For every u and y, R(y) > 0 or P(u) W(y|u) ≤ 0, if every symbol of the pairs has
        P(u) R(y) > 0 or P(u) W(y|u) ≤ 0."""
        d, likely = self.d, self.R[self.y] > 0
        at = d.at(each, self.pair)
        first = d.identity(equals(self.apart[self.pair], self.there))
        second = d.identity(equals(self.joint[self.pair], self.here))
        line = d.rewrite(second, d.rewrite(first, at), either(self.there > 0, self.here <= 0))
        some, none = d.assume(self.there > 0), d.assume(self.here <= 0)
        held = either(likely, self.here <= 0)
        line = d.cases(line, d.follows(held, d.obvious(likely, some)), d.follows(held, none))
        return d.forall(self.u, d.forall(self.y, line))


def possible_columns(it: Pairs, most: Any) -> tuple[Line, Line, Line]:
    """For max_y Σ_x P(x) over the x that may give y: that it is at most 1, at least its value at y,
    and positive."""
    d, P, W, u, y = it.d, it.P, it.W, it.u, it.y
    seen = P[u] * cases(W[u, y] <= 0, 0, 1)
    unit = d.arithmetic(total(u, seen) <= 1, d.summed(d.forall(u, split_below(
        d, W[u, y], 0, lambda _, mark: d.arithmetic(seen <= P[u], mark, hints=[P[u]])))))
    real = d.bound_sup(most, unit, y)
    top = d.below_sup(most, y, d.forall(y, unit))
    likely = d.cite("background/probability-bounds", P=W[u], a=y, part=1)
    share = split_below(d, W[u, y], 0, lambda order, mark: d.arithmetic(
        P[u] * W[u, y] <= seen, mark, order, likely, hints=[P[u]]))
    column = d.chain(d.summed(d.forall(u, share)), top)
    positive = d.arithmetic(
        0 < most, d.summed(d.forall(y, column), real), real, hints=[1 / W.sort.outputs])
    return real, top, positive


def likeliest_rows(it: Pairs, whole: Any) -> tuple[Term, Line, Line, Line]:
    """For Σ_y max_x W(y|x) over the x with P(x) > 0: the maximum at y, that it is at most 1, at
    least its value at x, and that the sum is positive."""
    d, P, W, u, y = it.d, it.P, it.W, it.u, it.y
    most = substitute_bound(whole, y)
    allowed = substitute_bound(most, u)
    unit = d.cite("background/probability-bounds", P=W[u], a=y, part=1)
    top = d.bound_sup(most, split_below(d, P[u], 0, lambda _, mark: d.arithmetic(
        allowed <= 1, unit, mark, hints=[W[u, y]])), u)
    each = d.below_sup(most, u, top)
    share = split_below(d, P[u], 0, lambda order, mark: d.arithmetic(
        P[u] * W[u, y] <= P[u] * most, each, mark, order, top,
        hints=[P[u], W[u, y], P[u] * W[u, y]]))
    rows = d.arithmetic(total(u, P[u] * W[u, y]) <= most, d.summed(d.forall(u, share), top), top)
    real = d.forall(y, top)
    return most, real, each, d.arithmetic(0 < whole, d.summed(d.forall(y, rows), real), real)


# --- Sibson's output law --------------------------------------------------------------------------


class Optimal:
    """Sibson's optimal output law q(y) = f(y)/N, with f(y) = (Σ P W^α)^(1/α) and N = Σ f."""

    def __init__(self, d: Steps, P: Term, W: Term, order: Any) -> None:
        x, y = d.fix(Symbol("x", P.sort.size)), d.fix(Symbol("y", W.sort.outputs))
        self.x, self.y, self.order, self.P, self.W = x, y, order, P, W
        self.some = d.cite("lemma/power.columns", P=P, W=W, alpha=order)
        self.powers = total(x, P[x] * W[x, y] ** order)
        self.root = self.powers ** (1 / order)
        self.sum = total(y, self.root)
        self.law = pmf_table(
            W.sort.outputs, lambda s: total(x, P[x] * W[x, s] ** order) ** (1 / order) / self.sum
        )
        self.q = self.law[y]


def whole_power(d: Steps, best: Optimal) -> Line:
    """f^α = Σ P W^α."""
    order = best.order
    root = d.cite("lemma/power.root", s=best.powers, alpha=1 / order)
    return d.chain(d.identity(equals(best.root**order, root.formula.left)), root)


def sibson_bound(d: Steps, P: Term, W: Term, order: Any, eps: Any, close: Line) -> Line:
    """Sibson's information of an order α ≥ 0 is at most ε where the rows are close."""
    near = near_output(d, P, W, close, eps)

    def at(value: Any, key: str, equal: Line) -> Line:
        line = d.cite(f"lemma/rows-near-output.{key}", near, P=P, W=W, eps=eps)
        return d.rewrite(equal, line, sibson(P, W, order) <= eps)

    def one(equal: Line) -> Line:
        value = d.cite("background/sibson-one", P=P, W=W)
        line = d.cite("lemma/rows-near-output.information", near, P=P, W=W, eps=eps)
        return d.rewrite(equal, d.chain(value, at_most(d, line, eps)), sibson(P, W, order) <= eps)

    def positive(above: Line) -> Line:
        return split_one(d, order, one, lambda other: d.cite(
            "lemma/rows-near-output.sibson", near, other, above, P=P, W=W, eps=eps, alpha=order
        ))

    return split_zero(d, order, lambda zero: at(0, "sibson-zero", zero), positive)
