"""Section 7, eq. (71) at order ∞: Csiszár's information against Sibson's."""

from __future__ import annotations

from typing import Any

from derivations.patterns.likeliest import Likeliest
from derivations.patterns.renyi import below_ratio
from derivations.tools import (
    absurd,
    instance,
    one_term,
    split_below,
    substitute_bound,
    turned,
)
from verified.language import (
    cases,
    channel_table,
    either,
    equals,
    every,
    largest,
    log,
    reals_table,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("cuff-yu-2016/eq-71.infinite-csiszar-at-most")
def infinite_at_most(d: Derivation) -> None:
    """No likelihood is above N times the best output law's."""
    W, P = d.var("W"), d.var("P")
    it = Likeliest(d, W)
    x, y, known = it.x, it.y, it.known
    mean = d.goal.left
    law = substitute_bound(mean, x).args[1].args[1]
    cover = d.arithmetic(W[x, y] <= it.sum * law[y], it.each, *known)
    row = below_ratio(d, W[x], law, it.sum, cover, y, *known)
    weighted = d.arithmetic(P[x] * row.formula.left <= P[x] * log(it.sum), row, it.some,
                            it.real, hints=[P[x]])
    rows = d.summed(d.forall(x, weighted), *known)
    value = it.sibson(d.goal.right.args[0])
    line = d.chain(rows, d.identity(equals(rows.formula.right, log(it.sum)), *known))
    d.qed(d.chain(line, turned(d, value)))


@derives("cuff-yu-2016/eq-71.infinite-csiszar-reaches")
def infinite_reaches(d: Derivation) -> None:
    """The likeliest input, drawn evenly, is one way to guess."""
    W = d.var("W")
    it = Likeliest(d, W)
    x, y, n, m = it.x, it.y, W.of.inputs, W.of.outputs
    a, b = Symbol("a", n), Symbol("b", n)

    def guess(at: Any, response: Any) -> Term:
        return cases(W[at, response] >= largest(b, W[b, response]), 1, 0)

    count = total(a, guess(a, y))
    some = some_guess(it, count)
    counted = d.forall(y, some)
    A = channel_table(m, n, lambda v, at: guess(at, v) / total(a, guess(a, v)))
    lawful = d.forall(y, d.identity(equals(total(x, guess(x, y) / count), 1), some))
    known = [*it.known, counted, lawful, some]
    other = d.fix(Symbol("other", n))
    held = either(A[y, x] <= 0, every(other, W[other, y] <= W[x, y]))

    def fits(order: Line, mark: Line) -> Line:
        if mark.formula.right == number(1):
            near = d.chain(d.below_sup(it.most, other, it.top), order)
            return d.follows(held, d.forall(other, near))
        own = d.identity(equals(A[y, x], mark.formula.left * (1 / count)), *known)
        own = d.rewrite(mark, own, equals(A[y, x], 0 * (1 / count)))
        return d.follows(held, d.arithmetic(A[y, x] <= 0, own, *known))

    fit = d.forall(y, d.forall(x, split_below(d, it.most, W[x, y], fits, it.top)))
    told = d.cite("lemma/likeliest-guesses.bound", fit, *known, A=A)
    left, right = (substitute_bound(side, x) for side in (d.goal.right, told.formula.right))
    entry = total(y, it.most / it.sum * guess(x, y) / count)
    each = d.identity(equals(right.args[0], entry), *known)
    rows = d.summed(d.forall(x, each), *known)
    whole = d.cite("lemma/likeliest-guesses.law", *known, A=A)
    known.append(d.chain(turned(d, rows), whole))
    same = d.chain(each, d.identity(equals(entry, left.args[0]), *known))
    itself = d.have(equals(right, right), "defined", *known)
    row = d.rewrite(same, itself, equals(right, left))
    mean = d.summed(d.forall(x, row), *known)
    d.qed(d.chain(it.sibson(d.goal.left.args[0]), told, mean))


def some_guess(it: Likeliest, count: Term) -> Line:
    """Some input makes y likeliest."""
    d, W, y = it.d, it.W, it.y
    n = W.sort.inputs
    listed = reals_table(n, lambda a: W[a, y])
    attained = d.cite("background/largest-attained", f=listed)
    best, other = d.fix(Symbol("best", n)), d.fix(Symbol("other", n))
    holds = d.assume(instance(attained, best))
    near = d.chain(
        d.identity(equals(W[other, y], listed[other])), d.at(holds, other),
        d.identity(equals(listed[best], W[best, y])),
    )
    most = d.bound_sup(it.most, near, other)
    one = one_term(d, best, lambda a: cases(W[a, y] >= it.most, 1, 0), it.top, name="x")
    return d.obtain(attained, best, split_below(
        d, it.most, W[best, y], lambda order, mark: d.arithmetic(
            0 < count, mark, one, it.top) if mark.formula.right == number(1) else absurd(
            d, 0 < count, most, order, it.top), it.top))
