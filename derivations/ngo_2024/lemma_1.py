"""Lemma 1: divergences as integrals of hockey-stick divergences."""

from __future__ import annotations

from derivations.patterns.integrals import excesses, integrated
from derivations.patterns.local_privacy import LN2
from derivations.tools import everywhere, unless
from verified.language import Real, Symbol, equals, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Bind, Term


@derives("ngo-2024/lemma-1@laws")
def divergence_in_bits(d: Derivation) -> None:
    """The integral in nats, which may be infinite."""
    line = d.cite("background/hockey-stick-integral.laws")
    left, right = d.goal.left, d.goal.right
    sides = line.formula.left, line.formula.right
    ways = [d.turn(sides[0] <= sides[1], line), d.turn(sides[1] <= sides[0], line)]

    def way(small: Term, large: Term, order: Line) -> Line:
        return unless(d, small, large, lambda finite: d.arithmetic(
            small <= large, order, finite, hints=[1 / LN2]))

    less, great = way(left, right, ways[0]), way(right, left, ways[1])
    d.qed(d.turn(d.goal, less, great))


@derives("ngo-2024/lemma-1-repaired")
def divergence_of_measures(d: Derivation) -> None:
    """The sum of the integrals of the symbols; what the masses add is written out."""
    p, q = d.var("p"), d.var("q")
    left, right = d.goal.left, d.goal.right
    eps = d.fix(Real("e", ">=0"))
    a, divergence = Symbol("a", p.of.size), left.args[0]
    whole = right.args[1].args[0].args[0]
    body = substitute(whole.body, {whole.var.name: eps})
    inner = total(a, excesses(p, q, a, eps))
    line = integrated(d, d.identity(equals(body, inner)), eps)
    drawn = line.formula.right
    each = Bind("sum", a, None, Bind("integral", drawn.var, None, excesses(p, q, a, drawn.var)))
    apart = d.have(equals(drawn, each), "integral-of-sum")
    masses = d.summed(everywhere(d, a, lambda a: d.cite(
        "background/hockey-stick-integral.masses", u=p[a], v=q[a])))
    value = d.chain(line, apart, masses)
    terms = value.formula.right
    ways = [d.turn(whole <= terms, value), d.turn(terms <= whole, value)]
    shift = total(a, q[a]) - total(a, p[a])

    def less(finite: Line) -> Line:
        same = d.identity(equals(terms, divergence + shift), ways[1], finite)
        return d.arithmetic(left <= right, same, *ways, finite, hints=[1 / LN2])

    def more(finite: Line) -> Line:
        same = d.identity(equals(terms, divergence + shift), finite)
        return d.arithmetic(right <= left, same, *ways, finite, hints=[1 / LN2])

    d.qed(d.turn(d.goal, unless(d, left, right, less), unless(d, right, left, more)))


@derives("ngo-2024/lemma-1@equal-masses")
def measures_of_one_mass(d: Derivation) -> None:
    """What the masses add is nothing."""
    left, right = d.goal.left, d.goal.right
    (alike,) = d.given
    value = d.cite("ngo-2024/lemma-1-repaired", p=d.var("p"), q=d.var("q"))
    whole = value.formula.right
    ways = [d.turn(left <= whole, value), d.turn(whole <= left, value)]

    def less(finite: Line) -> Line:
        return d.arithmetic(left <= right, *ways, alike, finite, hints=[1 / LN2])

    def more(finite: Line) -> Line:
        return d.arithmetic(right <= left, *ways, alike, finite, hints=[1 / LN2])

    d.qed(d.turn(d.goal, unless(d, left, right, less), unless(d, right, left, more)))
