"""Divergences of mixtures of normal laws, by what holds of their densities at every number."""

from __future__ import annotations

from derivations.patterns.integrals import integrated
from derivations.patterns.line import beside
from derivations.tools import split_maximum
from verified.language import density, exp, maximum
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Term, number


def less_above(d: Steps, small: Term, large: Term, less: Line) -> Line:
    """max(0, s) ≤ max(0, l), from a line s ≤ l."""
    goal = maximum(0, small) <= maximum(0, large)
    return split_maximum(d, 0, small, lambda first, one: split_maximum(
        d, 0, large, lambda second, two: d.arithmetic(goal, first, one, second, two, less)))


@derives("background/mixtures-decreasing")
def decreasing(d: Derivation) -> None:
    """A larger share of the second density is taken from the first."""
    low, high = d.var("eps"), d.var("eps'")
    one, two = d.goal.right.args[:2]
    values = [d.cite("definition/hockey-stick-mixtures", P=one.args[0], m=one.args[1],
                     v=one.args[2], Q=two.args[0], x=two.args[1], w=two.args[2], eps=level, c=0)
              for level in (high, low)]
    grown = d.cite("background/exponential-increasing", *d.given, r=low, s=high)
    e = d.fix(Real("e", ">=0"))
    sides = []
    for side in (-1, 1):
        at = beside(number(0), e, side)
        p, q = (density(law, at) for law in (one, two))
        less = d.arithmetic(p - exp(high) * q <= p - exp(low) * q, grown,
                            d.obvious(q >= number(0)), hints=[q])
        sides.append(integrated(d, less_above(
            d, p - exp(high) * q, p - exp(low) * q, less), e))
    d.qed(d.arithmetic(d.goal, *sides, *values))
