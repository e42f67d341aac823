"""Appendix C: a choice θ between inputs, what X + Y tells of it, and (17) itself."""

from __future__ import annotations

from typing import Any

from derivations.patterns.local_privacy import LN2
from derivations.patterns.noise import mean_square
from derivations.tools import everywhere, log_below, split_zero, summed
from verified.language import equals, sqrt
from verified.papers.ngo_2024.gaussian import power
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol, Term, number

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
    chain = d.cite("background/noise-chain.gaussian", U=d.var("R"), V=d.var("P"))
    some = d.cite("background/noise-tells-nothing-less.gaussian", U=d.var("R"), V=d.var("P"), b=1)
    d.qed(d.arithmetic(d.goal, chain, some))


@derives("ngo-2024/eq-17-escape.mean", "ngo-2024/eq-17-escape.variance")
def same(d: Derivation) -> None:
    """Both sides have one normal form."""
    d.qed(d.identity(d.goal))


@derives("ngo-2024/eq-17.exchange")
def exchange(d: Derivation) -> None:
    """Both sides of ½ ln(1 + p/w): the normal law has the largest entropy of its variance, and
    Gaussian noise is the worst."""
    quiet, loud = d.given
    P, f, level, v = (d.var(name) for name in ("P", "f", "p", "w"))
    told = d.cite("ngo-2024/theorem-3.signal", P=P, f=f, v=v)
    some = mean_square(d, power)
    inside = d.arithmetic(1 + power / v > 0, d.arithmetic(power / v >= 0, some, hints=[1 / v]))
    larger = d.arithmetic(power / v <= level / v, quiet, hints=[1 / v])
    grown = log_below(d, 1 + power / v, 1 + level / v, inside,
                      d.arithmetic(1 + power / v <= 1 + level / v, larger))
    worst = d.cite("background/worst-additive-noise.line", loud, P=d.var("Q"), m=d.var("z"),
                   v=d.var("u"), k=level, w=v)
    d.qed(d.arithmetic(d.goal, told, grown, worst, inside, hints=[1 / LN2]))


@derives("ngo-2024/eq-17.exchange-any-dimension")
def exchange_any_dimension(d: Derivation) -> None:
    """Both sides of d/2 ln(1 + p/w)."""
    quiet, loud = d.given
    told = d.cite("ngo-2024/theorem-3.signal-any-dimension", quiet)
    worst = d.cite("ngo-2024/theorem-3.noise-any-dimension", loud, P=d.var("Q"), f=d.var("g"))
    d.qed(d.chain(told, worst))


@derives("ngo-2024/eq-17-repaired.closed")
def closure(d: Derivation) -> None:
    """c t² is v where c > 0, and 0 at c = 0."""
    c, v = d.var("c"), d.var("v")
    y = Real("y", ">0")

    def none(zero: Line) -> Line:
        nothing = d.identity(equals(d.goal.left, 0), zero)
        return d.chain(nothing, d.obvious(number(0) <= v))

    def some(above: Line) -> Line:
        there = d.identity(equals(d.goal.left, c * sqrt(v / c) ** 2), above)
        ratio = d.arithmetic(v / c > 0, above, hints=[v / c])
        root = d.scalar(sqrt(y) ** 2 <= y, ratio, above, values={y: v / c})
        return d.chain(there, d.arithmetic(c * sqrt(v / c) ** 2 <= v, root, above, hints=[c]))

    d.qed(split_zero(d, c, none, some))


@derives("ngo-2024/eq-17-escape.near")
def near(d: Derivation) -> None:
    """Half of c + c/2 + c/2."""
    c = d.var("c")
    line = d.cite("definition/total-variation", P=d.goal.left.args[0], Q=d.goal.left.args[1])
    d.qed(d.chain(line, d.identity(equals(line.formula.right, c))))
