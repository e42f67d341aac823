"""Section 7: Lemma 9 and Corollary 10, by rows near the output law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.databases import (
    at_most,
    entry_rows_close,
    near_output,
    private_rows,
    told,
)
from derivations.patterns.orders import by_order, entry_ratios, sibson_bound, split_strict
from derivations.tools import is_zero, log_below
from verified.kernel.inference import replaced
from verified.language import (
    alphabet,
    cases,
    entries,
    entry_channel,
    equals,
    exp,
    flat_mechanism,
    instances,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Pmf, Symbol, Term, number


def private_entry(d: Steps, M: Term, x: Any, i: Any, eps: Any, *given: Line) -> Line:
    """Any two rows of the channel from one entry, under ε-DP."""
    return entry_rows_close(d, M, x, i, lambda v, w: d.cite(
        "lemma/entry-close", *given, M=M, x=x, i=i, v=v, w=w, eps=eps, delta=0
    ))


@derives("cuff-yu-2016/lemma-9@real-orders")
def lemma_9(d: Derivation) -> None:
    """Every row is near the output law."""
    M, x, i, order, eps = (d.var(name) for name in ("M", "x", "i", "alpha", "eps"))
    P = d.fix(Pmf("P", alphabet(M.sort.database, i)))
    close = private_entry(d, M, x, i, eps, *d.given)
    line = sibson_bound(d, P, entry_channel(M, x, i), order, eps, close)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives("cuff-yu-2016/lemma-9@infinite")
def lemma_9_infinite(d: Derivation) -> None:
    """Every row is near the output law."""
    M, x, i, eps = (d.var(name) for name in ("M", "x", "i", "eps"))
    P = d.fix(Pmf("P", alphabet(M.sort.database, i)))
    W = entry_channel(M, x, i)
    near = near_output(d, P, W, private_entry(d, M, x, i, eps, *d.given), eps)
    line = d.cite("lemma/rows-near-output.sibson-infinite", near, P=P, W=W)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives("cuff-yu-2016/lemma-9-steps.ratio")
def lemma_9_ratio(d: Derivation) -> None:
    """Closeness of one response."""
    M, x, i, z, u, y, _eps = (d.var(name) for name in ("M", "x", "i", "z", "u", "y", "eps"))
    W = entry_channel(M, x, i)
    close = d.cite("lemma/entry-close", *d.given, v=u, w=z, delta=0)
    symbols = d.cite("background/closeness-symbols.only-if", close, P=W[u], Q=W[z])
    d.qed(d.piece(d.at(symbols, y), 0))


@derives("cuff-yu-2016/lemma-9-steps.constant")
def lemma_9_constant(d: Derivation) -> None:
    """ln e^(ε(α−1)) = ε (α − 1)."""
    d.qed(d.identity(d.goal, *d.given))


@derives("cuff-yu-2016/lemma-9-steps.shannon")
def lemma_9_shannon(d: Derivation) -> None:
    """Every row is near the output law."""
    M, x, i, P, eps = (d.var(name) for name in ("M", "x", "i", "P", "eps"))
    close = private_entry(d, M, x, i, eps, *d.given)
    d.qed(at_most(d, told(d, P, entry_channel(M, x, i), close, eps), eps))


@derives("cuff-yu-2016/corollary-10@real-orders", "cuff-yu-2016/eq-71.bound-sibson")
def corollary_10(d: Derivation) -> None:
    """As Lemma 9, for the channel from the whole database, whose rows are nε-close."""
    M, order, eps = d.var("M"), d.var("alpha"), d.var("eps")
    D = M.sort.database
    P = d.fix(Pmf("P", instances(D)))
    close = private_rows(d, M, eps, *d.given)
    line = sibson_bound(d, P, flat_mechanism(M), order, entries(D) * eps, close)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives("cuff-yu-2016/corollary-10@infinite")
def corollary_10_infinite(d: Derivation) -> None:
    """As Lemma 9, for the channel from the whole database, whose rows are nε-close."""
    M, eps = d.var("M"), d.var("eps")
    D = M.sort.database
    P = d.fix(Pmf("P", instances(D)))
    near = near_output(d, P, flat_mechanism(M), private_rows(d, M, eps, *d.given),
                       entries(D) * eps)
    line = d.cite("lemma/rows-near-output.sibson-infinite", near, P=P, W=flat_mechanism(M),
                  eps=entries(D) * eps)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives("cuff-yu-2016/eq-71.bound-csiszar")
def bound_csiszar(d: Derivation) -> None:
    """Each row is within nε of the output law."""
    M, _order, eps = d.var("M"), d.var("alpha"), d.var("eps")
    D = M.sort.database
    P = d.fix(Pmf("P", instances(D)))
    near = near_output(d, P, flat_mechanism(M), private_rows(d, M, eps, *d.given),
                       entries(D) * eps)
    line = d.cite("lemma/rows-near-output.csiszar", near, P=P, W=flat_mechanism(M),
                  eps=entries(D) * eps)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives("cuff-yu-2016/lemma-9-steps.bound")
def lemma_9_bound(d: Derivation) -> None:
    """The ratio is at most e^ε; the mean of its power lies between those of e^−ε and e^ε."""
    P, z, order, eps = (d.var(name) for name in ("P", "z", "alpha", "eps"))
    other = d.given[0]
    u, y = d.fix(Symbol("u", P.of.size)), d.fix(Symbol("y", d.var("m")))
    W, (up, down) = entry_ratios(d, z, u, y)
    under = d.arithmetic(exp(-eps) * W[u, y] <= W[z, y], up, hints=[exp(-eps)])
    # In both orders, as a double sum may be read in either.
    close = [d.forall(u, d.forall(y, under)), d.forall(y, d.forall(u, under))]
    pair, ratio = P[u] * W[u, y], W[u, y] / W[z, y]
    tested = cases(pair > 0, pair * ratio ** (order - 1), 0)
    mean = d.goal.left.args[0].args[0]

    def compared(low: Term, high: Term, proof: Callable[[Line, list[Line]], Line]) -> Line:
        goal = low <= high

        def possible(mark: Line, above: Line) -> Line:
            there = d.arithmetic(0 < W[z, y], under, above, hints=[exp(-eps) * W[u, y]])
            marked = d.identity(equals(
                tested, cases(pair > 0, 1, 0) * (pair * ratio ** (order - 1))), above, there)
            value = d.rewrite(mark, marked, equals(tested, 1 * (pair * ratio ** (order - 1))))
            return proof(value, [above, there])

        def impossible(mark: Line, zero: Line) -> Line:
            none = is_zero(d, pair, zero)
            return d.rewrite(none, d.obvious(replaced(goal, pair, number(0))), goal)

        each = d.forall(y, split_strict(d, 0, pair, possible, impossible))
        return d.summed(d.forall(u, d.summed(each, d.forall(y, under))), *close)

    factor, least = exp(eps * (order - 1)), exp(-eps * (order - 1))

    def power(value: Line, lines: list[Line], above: bool, more: Line) -> Line:
        if above:
            small = d.arithmetic(ratio <= exp(eps), up, *lines, hints=[1 / W[z, y]])
            grown = d.cite("lemma/power.increasing", small, more, *lines, s=ratio, t=exp(eps),
                           alpha=order - 1)
            return d.arithmetic(tested <= pair * factor, value, grown, *lines, hints=[pair])
        large = d.arithmetic(exp(-eps) <= ratio, down, *lines,
                             hints=[exp(-eps), exp(-eps) / W[z, y]])
        grown = d.cite("lemma/power.increasing", large, more, *lines, s=exp(-eps), t=ratio,
                       alpha=order - 1)
        return d.arithmetic(pair * least <= tested, value, grown, *lines, hints=[pair])

    def high(more: Line) -> Line:
        top = compared(tested, pair * factor, lambda v, lines: power(v, lines, True, more))
        base = compared(pair * least, tested, lambda v, lines: power(v, lines, False, more))
        some = d.arithmetic(0 < mean, base, *close, hints=[least])
        logs = log_below(d, mean, factor, d.arithmetic(mean <= factor, top, *close), some, *close)
        return d.arithmetic(d.goal, logs, some, more, *close, hints=[1 / (order - 1)])

    def low(less: Line) -> Line:
        def proof(value: Line, lines: list[Line]) -> Line:
            small = d.arithmetic(ratio <= exp(eps), up, *lines, hints=[1 / W[z, y]])
            grown = d.cite("lemma/power.increasing", small, less, *lines, s=ratio, t=exp(eps),
                           alpha=1 - order)
            return d.arithmetic(pair * factor <= tested, value, grown, *lines,
                                hints=[pair * factor * ratio ** (order - 1)])

        base = compared(pair * factor, tested, proof)
        some = d.chain(d.obvious(0 < factor), d.arithmetic(factor <= mean, base, *close))
        logs = log_below(d, factor, mean, some, d.arithmetic(factor <= mean, base, *close), *close)
        return d.arithmetic(d.goal, logs, some, less, *close, hints=[1 / (1 - order)])

    d.qed(by_order(d, order, other, low, high))
