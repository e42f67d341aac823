"""Channels whose rows are all at one divergence from a law, as those of erasure channels are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import same
from verified.language import (
    equals,
    log,
)
from verified.language.terms import Pmf, Symbol
from verified.proof.derivation import Derivation, Line, Steps, derives


def reversed_equality(d: Steps, line: Line) -> Line:
    """b = a from a = b."""
    return d.turn(equals(line.formula.right, line.formula.left), line)


def where_equal(d: Steps, line: Line, goal: Callable[[Any], Any], *lines: Line) -> Line:
    """goal(y), from a line y = e and the goal at e by normal forms."""
    y, e = line.formula.left, line.formula.right
    return d.rewrite(line, d.identity(goal(e), *lines), goal(y))


def divergence_of_erasure(
    d: Steps, row: Any, centre: Any, erased: Any, kept: Any, value: Any, *lines: Line,
) -> Line:
    """D(row‖centre) = value, where the row has the symbols `erased`, as likely as under the centre,
    and `kept`, whose term is the value.

    Args:
        lines: what shows that `erased` and `kept` differ, and that all is real.
    """
    y = d.fix(Symbol("place", row.sort.size))

    def term(y: Any) -> Any:
        return row[y] * log(row[y]) - row[y] * log(centre[y])

    def goal(y: Any) -> Any:
        return equals(term(y), same(y, kept) * value)

    def split(e: Any, rest: Callable[[Line], Line], *known: Line) -> Line:
        found = d.cite("definition/case-equal", r=y, s=e)
        at, away = found.theorem.conclusion.parts
        held, other = d.assume(at), d.assume(away)
        return d.cases(
            found, where_equal(d, d.piece(held, 0), goal, *lines, *known),
            rest(d.piece(other, 0)),
        )

    pointwise = split(erased, lambda first: split(
        kept, lambda second: d.identity(goal(y), first, second, *lines), first
    ))
    kl = d.cite("definition/kl", *lines, P=row, Q=centre)
    # The sum is real since what it equals is.
    terms = d.summed(d.forall(y, reversed_equality(d, pointwise)), *lines)
    level = d.identity(equals(terms.formula.left, value), *lines)
    return d.chain(kl, reversed_equality(d, terms), level)


def mean_divergence(d: Steps, law: Any, x: Any, row: Line) -> Line:
    """Σ P(x) D(W_x‖Q) = c, from a line D(W_x‖Q) = c for an arbitrary x."""
    left, value = row.formula.left, row.formula.right
    one = d.arithmetic(equals(law[x] * value, law[x] * left), row)
    mean = d.summed(d.forall(x, one), row)
    level = d.identity(equals(mean.formula.left, value))
    return d.chain(reversed_equality(d, mean), level)


@derives("lemma/equidistant-rows.bound")
def equidistant_bound(d: Derivation) -> None:
    """The mean divergence from a law is at least the information."""
    W, Q = d.var("W"), d.var("Q")
    (rows,) = d.given
    x, law = d.fix(Symbol("x", W.of.inputs)), d.fix(Pmf("law", W.of.inputs))
    less = d.cite("background/redundancy-capacity.information", P=law, W=W, Q=Q)
    bound = d.chain(less, mean_divergence(d, law, x, d.at(rows, x)))
    whole = d.cite("definition/capacity", W=W)
    d.qed(d.chain(whole, d.bound_sup(whole.formula.right, bound, law)))


@derives("lemma/equidistant-rows.reached")
def equidistant_reached(d: Derivation) -> None:
    """The information is the mean divergence from the output's law."""
    P, W = d.var("P"), d.var("W")
    rows, law = d.given
    x = d.fix(Symbol("x", W.of.inputs))
    whole = d.rewrite(law, d.cite("definition/information", P=P, W=W))
    d.qed(d.chain(whole, mean_divergence(d, P, x, d.at(rows, x))))
