"""Informations of order 1, which are Shannon's."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, everywhere, turned, unless
from verified.language import KL, equals, output, renyi
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Pmf, Symbol, Term


@derives("background/csiszar-one")
def csiszar_of_order_one(d: Derivation) -> None:
    """The mean divergence from a law exceeds the information by that of the output law."""
    P, W = d.var("P"), d.var("W")
    whole: Any = d.cite("definition/csiszar", alpha=1)
    least = whole.formula.right

    def mean(law: Term) -> Line:
        """Σ P(x) D_1(W_x‖q) = Σ P(x) D(W_x‖q)."""

        def row(x: Any) -> Line:
            value = d.cite("definition/renyi-one", P=W[x], Q=law)
            left = P[x] * renyi(W[x], law, 1)
            itself = d.have(equals(left, left), "defined")
            return d.rewrite(value, itself, equals(left, P[x] * KL(W[x], law)))

        return d.summed(everywhere(d, Symbol("x", P.sort.sizes()[0]), row))

    told = output(P, W)
    at_output = d.below_sup(least, told)
    value = d.cite("definition/information")
    most = d.chain(whole, at_output, mean(told), turned(d, value))
    q = d.fix(Pmf("q", W.sort.sizes()[1]))
    centre: Any = d.cite("background/redundancy-capacity.compensation", Q=q)
    information_, apart = centre.formula.right.args
    more = unless(d, information_, information_ + apart, lambda finite: d.arithmetic(
        information_ <= information_ + apart, finite, d.obvious(apart >= ZERO, finite)
    ))
    least_ = d.bound_sup(least, d.chain(more, turned(d, centre), turned(d, mean(q))), q)
    d.qed(d.turn(d.goal, most, d.chain(least_, turned(d, whole))))
