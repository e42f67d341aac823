"""Integrals over ε of hockey-stick divergences."""

from __future__ import annotations

from typing import Any

from derivations.tools import everywhere, unless
from verified.language import Real, Symbol, equals, exp, maximum, total
from verified.language.formulas import Relation, substitute
from verified.language.terms import Bind, Term, Var
from verified.proof.derivation import Derivation, Line, Steps, derives


def integrated(d: Steps, pointwise: Line, var: Var, *lines: Line) -> Line:
    """∫ f ≤ ∫ g (or =), from f ≤ g at an arbitrary number `var` of the interval."""
    line = pointwise.theorem.conclusion
    assert isinstance(line, Relation)
    bound = Real("eps", ">=0")
    sides = [
        Bind("integral", bound, None, substitute(side, {var.name: bound}))
        for side in (line.left, line.right)
    ]
    op = "=" if line.op == "=" else "<="
    return d.lean_after(Relation(op, *sides), "integral", pointwise, *lines, variable=var)


def excesses(P: Term, Q: Term, a: Any, eps: Any) -> Term:
    """What a symbol adds to E(P‖Q) + e^(−ε) E(Q‖P)."""
    return maximum(0, P[a] - exp(eps) * Q[a]) + exp(-eps) * maximum(0, Q[a] - exp(eps) * P[a])


@derives("background/hockey-stick-integral.laws")
def divergence_integral(d: Derivation) -> None:
    """The integral of the sum is the sum of the integrals, and P and Q have the same mass."""
    P, Q = d.var("P"), d.var("Q")
    n = P.of.size
    eps, a = d.fix(Real("e", ">=0")), Symbol("a", n)
    one = d.cite("definition/hockey-stick", P=P, Q=Q, eps=eps)
    two = d.cite("definition/hockey-stick", P=Q, Q=P, eps=eps)
    inside = total(a, excesses(P, Q, a, eps))
    line = d.identity(equals(one.formula.right + exp(-eps) * two.formula.right, inside))
    for stick in (one, two):
        line = d.rewrite(d.turn(equals(stick.formula.right, stick.formula.left), stick), line)
    line = integrated(d, line, eps)
    whole = line.formula.right  # type: ignore[attr-defined]
    each = Bind("sum", a, None, Bind("integral", whole.var, None, excesses(P, Q, a, whole.var)))
    apart = d.have(equals(whole, each), "integral-of-sum")
    masses = d.summed(everywhere(d, a, lambda a: d.cite(
        "background/hockey-stick-integral.masses", u=P[a], v=Q[a])))
    drawn = d.chain(line, apart, masses)
    divergence = d.cite("definition/kl")
    plain, more = divergence.formula.right, drawn.formula.right
    back = d.turn(equals(drawn.formula.right, drawn.formula.left), drawn)
    less = unless(d, plain, more, lambda finite: d.identity(plain <= more, finite))
    great = unless(d, more, plain, lambda finite: d.identity(more <= plain, finite))
    d.qed(d.chain(divergence, d.turn(equals(plain, more), less, great), back))
