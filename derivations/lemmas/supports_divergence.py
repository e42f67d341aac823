"""Proof that information is below the mean divergence between rows, of inputs drawn apart."""

from __future__ import annotations

from typing import Any

from derivations.tools import no_divergence, split_zero, turned, unless
from verified.language import KL, either, equals, information, output, total
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import INFINITY, Symbol, Term, number


def covered(
    d: Steps, less: Line, symbol: Any, factor: Any, laws: tuple[Term, Term], y: Any, above: Line
) -> Line:
    """Q(y) > 0 or c P(y) ≤ 0, for any symbol and y, from a bound of Σ t c D(P‖Q) over the symbols.

    Args:
        less: the line Σ t c D(P‖Q) < …, whatever that is.
        factor: c, at the symbol, as the laws P and Q are.
        above: the line 0 < t.
    """
    one, two = laws
    inside = either(two[y] > 0, factor * one[y] <= 0)

    def possible(there: Line) -> Line:
        bind = less.formula.left  # type: ignore[attr-defined]
        part = substitute(bind.body, {bind.var.name: symbol})
        bounded = d.have(Relation("<", part, INFINITY), "finite-term", less, term=symbol)
        between = KL(one, two)
        itself = d.have(between <= between, "defined", bounded, above, there)
        within = d.at(d.cite(
            "background/kl-finite", itself, bounded, above, there, P=one, Q=two, r=between,
        ), y)
        yes, no = d.assume(two[y] > 0), d.assume(one[y] <= 0)
        gone = d.arithmetic(factor * one[y] <= 0, no, hints=[factor])
        return d.cases(within, d.follows(inside, yes), d.follows(inside, gone))

    each = split_zero(d, factor, lambda none: d.follows(inside, d.arithmetic(
        factor * one[y] <= 0, none, hints=[one[y]]
    )), possible)
    return d.forall(symbol, d.forall(y, each))


def by_entries(d: Steps, symbol: Any, factor: Any, laws: tuple[Term, Term]) -> Line:
    """Σ t D(P‖Q) over the symbols, entry by entry."""
    one, two = laws
    return d.summed(d.forall(symbol, d.cite("background/kl-scaled", t=factor, P=one, Q=two)))


@derives("lemma/mean-divergence")
def mean_divergence(d: Derivation) -> None:
    """Row by row: the divergence from the mean row is at most the mean of those from the rows."""
    P, R, W, t = d.var("P"), d.var("R"), d.var("W"), d.var("t")
    n, m = W.of.inputs, W.of.outputs
    a, b, y = d.fix(Symbol("a", n)), d.fix(Symbol("b", n)), d.fix(Symbol("y", m))
    Q, share = output(R, W), t * P[a]
    goal = share * KL(W[a], Q) <= total(b, share * R[b] * KL(W[a], W[b]))

    def nothing(zero: Line) -> Line:
        none = no_divergence(d, W[a], Q)
        each = d.cite("background/kl-scaled", t=0 * R[b], P=W[a], Q=W[b])
        each = d.chain(each, d.identity(equals(each.formula.right, 0)))
        sums = d.summed(d.forall(b, turned(d, each)))
        line = d.chain(none, d.identity(equals(number(0), sums.formula.left)), sums)
        line = d.turn(line.formula.left <= line.formula.right, line)
        return d.rewrite(zero, line, goal)

    def something(above: Line) -> Line:
        one, two = (by_entries(d, b, factor, (W[a], W[b])) for factor in (R[b], share * R[b]))
        convex = d.cite("background/kl-jointly-convex.second", t=R, P=W[a], Q=W)
        convex = d.chain(convex, one)

        def finite(less: Line) -> Line:
            within = covered(d, less, b, R[b], (W[a], W[b]), y, above)
            line = d.arithmetic(
                goal.left <= two.formula.right, convex, above, within, hints=[share]
            )
            return d.chain(line, turned(d, two))

        return unless(d, goal.left, goal.right, finite, above)

    rows = d.summed(d.forall(a, split_zero(d, share, nothing, something)))
    least = d.cite("background/redundancy-capacity.information", Q=Q)
    mean = rows.formula.left
    wanted = t * information(P, W) <= mean

    def weightless(zero: Line) -> Line:
        line = by_entries(d, a, 0 * P[a], (W[a], Q))
        none = d.identity(equals(0 * information(P, W), line.formula.right))
        line = d.chain(none, turned(d, line))
        return d.rewrite(zero, d.turn(line.formula.left <= line.formula.right, line), wanted)

    def weighted(above: Line) -> Line:
        plain, own = (by_entries(d, a, factor, (W[a], Q)) for factor in (P[a], share))

        def finite(less: Line) -> Line:
            within = covered(d, less, a, P[a], (W[a], Q), y, above)
            line = d.arithmetic(
                t * information(P, W) <= own.formula.right, d.chain(least, plain), within, above,
                hints=[t],
            )
            return d.chain(line, turned(d, own))

        return unless(d, wanted.left, mean, finite, above)

    d.qed(d.chain(split_zero(d, t, weightless, weighted), rows))
