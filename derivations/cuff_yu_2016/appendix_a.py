"""Appendix A: the steps of the proof of Property 1."""

from __future__ import annotations

from derivations.patterns.closeness import same_bound, widening
from derivations.tools import split_minimum
from verified.language import equals, exp
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Symbol


@derives(
    "cuff-yu-2016/property-1-extremal.weights@positive",
    "cuff-yu-2016/property-1-extremal.mean@positive",
    "cuff-yu-2016/property-1-extremal.value@positive",
)
def extremal(d: Derivation) -> None:
    """By normal forms, as e^ε − e^−ε isn't 0."""
    (positive,) = d.given
    d.qed(d.identity(d.goal, widening(d, d.var("eps"), positive)))


@derives("cuff-yu-2016/property-1-extremal.both-ways@positive")
def extremal_both_ways(d: Derivation) -> None:
    """Each divergence is a sum of two terms."""
    eps = d.var("eps")
    (positive,) = d.given
    wide = widening(d, eps, positive)
    z = Real("z", ">0")
    shown = [wide, d.scalar(exp(-z) < 1, positive, values={z: eps}),
             d.scalar(exp(z) > 1, positive, values={z: eps})]
    value = d.goal.parts[0]
    P, Q = value.left.args
    one = d.cite("definition/kl", *shown, P=P, Q=Q)
    two = d.cite("definition/kl", *shown, P=Q, Q=P)
    d.qed(d.both(
        d.chain(one, d.identity(equals(one.formula.right, value.right), *shown)),
        d.chain(
            one, d.identity(equals(one.formula.right, two.formula.right), *shown),
            d.turn(equals(two.formula.right, two.formula.left), two),
        ),
    ))


@derives("cuff-yu-2016/property-1-extremal.maximum@positive")
def extremal_maximum(d: Derivation) -> None:
    """Ratios in [e^−ε, e^ε] are closeness; Property 1, whose bound is the extremal divergence."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    positive, ratios = d.given
    a = d.fix(Symbol("a", P.of.size))
    here = d.at(ratios, a)
    pair = d.both(
        d.piece(here, 1),
        d.arithmetic(Q[a] <= exp(eps) * P[a], d.piece(here, 0), hints=[exp(eps)]),
    )
    close = d.cite("background/closeness-symbols.if", d.forall(a, pair))
    bound = d.cite("cuff-yu-2016/property-1.forward@positive", positive, close)
    value = d.cite("cuff-yu-2016/property-1-extremal.value@positive", positive)
    d.qed(d.chain(bound, d.turn(equals(value.formula.right, value.formula.left), value)))


@derives("cuff-yu-2016/property-1-chain.first@positive")
def chain_first(d: Derivation) -> None:
    """(e^ε − 1)/(e^ε + 1) ≤ (e^ε − 1)/e^ε."""
    eps = d.var("eps")
    (positive,) = d.given
    short = eps * (exp(eps) - 1) / (exp(eps) + 1)
    same = same_bound(d, eps, short, d.goal.left, positive)
    z = Real("z", ">0")
    more = d.scalar(exp(z) > 1, positive, values={z: eps})
    less = d.arithmetic(short <= d.goal.right, more, hints=[eps * exp(-eps) / (exp(eps) + 1)])
    d.qed(d.chain(d.turn(equals(same.formula.right, short), same), less))


@derives("cuff-yu-2016/property-1-chain.second")
def chain_second(d: Derivation) -> None:
    """0 < e^−ε, and 1 − ε ≤ e^−ε."""
    eps = d.var("eps")
    tangent = d.cite("background/log-tangent.exponential", eps=-eps)

    def value(_: Line, chosen: Line) -> Line:
        return d.arithmetic(d.goal, chosen, tangent, hints=[eps, eps * exp(-eps)])

    d.qed(split_minimum(d, eps, eps**2, value))
