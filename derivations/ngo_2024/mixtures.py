"""Appendix C: a choice θ between inputs, and what X + Y tells of it."""

from __future__ import annotations

from typing import Any

from derivations.tools import everywhere, summed
from verified.language import equals
from verified.language.formulas import substitute
from verified.language.terms import Symbol, Term
from verified.proof.derivation import Derivation, Line, derives

KEYS = ("by-input", "by-output")


@derives("ngo-2024/eq-17.first-expansion@with-theta", "ngo-2024/eq-17.second-expansion@with-theta")
def chain_rule(d: Derivation) -> None:
    """The chain rule of mutual information."""
    d.qed(d.shannon(d.goal))


@derives("ngo-2024/eq-17.convex", "ngo-2024/eq-17.given-less")
def conditioned(d: Derivation) -> None:
    """By the chain rule, as the hypothesis makes one of its terms 0."""
    d.qed(d.shannon(d.goal, *d.given))


@derives("ngo-2024/eq-17.no-more")
def nothing_more(d: Derivation) -> None:
    """H(Z|X) and H(Z|θ, X) are both the mean entropy of the noise's rows."""
    d.qed(d.identity(d.goal))


@derives("ngo-2024/eq-17.conditional")
def conditional(d: Derivation) -> None:
    """Each information as a sum, over the inputs and outputs that are possible."""
    mean, R, W = d.goal.right, d.var("R"), d.var("W")
    theta = Symbol("theta", mean.var.of.size)

    def inside(theta: Any) -> Term:
        found: Term = substitute(mean.body, {mean.var.name: theta})
        return found

    def covered(theta: Any, key: str) -> Line:
        return d.cite(f"background/output-dominates.{key}", P=d.var("P")[theta], W=W)

    def each(theta: Any) -> Line:
        sums = d.cite("background/information-forms.sums", P=d.var("P")[theta], W=W)
        plain = d.identity(
            equals(R[theta] * sums.formula.right, R[theta] * sums.formula.right),
            *(covered(theta, key) for key in KEYS),
        )
        back = d.turn(equals(sums.formula.right, sums.formula.left), sums)
        return d.rewrite(back, plain, equals(R[theta] * sums.formula.right, inside(theta)))

    known = [everywhere(d, theta, lambda at, key=key: covered(at, key)) for key in KEYS]
    rows = summed(d, theta, each, *known)
    d.qed(d.chain(d.identity(equals(d.goal.left, rows.formula.left), *known), rows))


@derives("ngo-2024/eq-17.concave")
def concave(d: Derivation) -> None:
    """The chain rule; what X + Y tells of θ isn't negative."""
    chain = d.cite("background/noise-chain", U=d.var("R"), V=d.var("P"))
    some = d.cite("background/noise-tells-nothing-less.gaussian", U=d.var("R"), V=d.var("P"), b=1)
    d.qed(d.arithmetic(d.goal, chain, some))
