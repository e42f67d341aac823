"""Patterns on integrals over ε: ordered by their integrands, or by an antiderivative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.language import Real, Symbol, cases, equals, exp, maximum, total
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import Bind, Term, Var, free_variables, number


def fresh(*terms: Term) -> Var:
    """A number from 0 on that none of the terms speaks of."""
    used = {name for term in terms for name in free_variables(term)}
    return Real(next(name for name in ("eps", "y", "z") if name not in used), ">=0")


def integrated(d: Steps, pointwise: Line, var: Var, *lines: Line) -> Line:
    """∫ f ≤ ∫ g (or =), from f ≤ g at an arbitrary number `var` of the interval."""
    line = pointwise.theorem.conclusion
    assert isinstance(line, Relation)
    bound = fresh(line.left, line.right)
    sides = [
        Bind("integral", bound, None, substitute(side, {var.name: bound}))
        for side in (line.left, line.right)
    ]
    op = "=" if line.op == "=" else "<="
    return d.lean_after(Relation(op, *sides), "integral", pointwise, *lines, variable=var)


def at_most(
    d: Steps, whole: Bind, antiderivative: Callable[[Any], Term], end: Any, first: Line,
    second: Line, *lines: Line,
) -> Line:
    """∫ f ≤ F(end) − F(0), from f ≤ F' at a number e ≤ end, and f ≤ 0 from there on; without an
    end, from F ≤ C everywhere, ∫ f ≤ C − F(0)."""
    eps = d.fix(Real("e", ">=0"))
    values = {} if end is None else {"end": number(end)}
    last = second.formula.right if end is None else antiderivative(number(end))
    return d.have(
        whole <= last - antiderivative(number(0)), "integral-above", first, second, *lines,
        variable=eps, antiderivative=antiderivative(eps), **values,
    )


def at_least(
    d: Steps, whole: Bind, antiderivative: Callable[[Any], Term], end: Any, first: Line,
    *lines: Line,
) -> Line:
    """F(end) − F(0) ≤ ∫ f, from F' ≤ f at the number e."""
    eps = d.fix(Real("e", ">=0"))
    bound = antiderivative(number(end)) - antiderivative(number(0))
    return d.lean_after(
        bound <= whole, "integral-below", first, *lines, variable=eps,
        antiderivative=antiderivative(eps), end=number(end),
    )


def excesses(P: Term, Q: Term, a: Any, eps: Any) -> Term:
    """What a symbol adds to E(P‖Q) + e^(−ε) E(Q‖P)."""
    return maximum(0, P[a] - exp(eps) * Q[a]) + exp(-eps) * maximum(0, Q[a] - exp(eps) * P[a])


def weighted(u: Any, v: Any, t: Any, eps: Any) -> Term:
    """e^(tε) max(0, u − e^ε v) + e^(−(t+1)ε) max(0, v − e^ε u)."""
    first = maximum(0, number(u) - exp(eps) * v)
    second = maximum(0, number(v) - exp(eps) * u)
    return exp(t * eps) * first + exp(-(t + 1) * eps) * second


def weighted_integral(u: Any, v: Any, t: Any) -> Bind:
    """Its integral over ε ≥ 0."""
    eps = Real("eps", ">=0")
    return Bind("integral", eps, None, weighted(u, v, t, eps))


def of_two(
    d: Steps, first: Callable[[Any], Term], second: Callable[[Any], Term], *lines: Line
) -> Line:
    """∫ (f + g) = ∫ f + ∫ g, of two functions that are never negative, with finite integrals; as a
    sum of two symbols is drawn out of an integral.

    Args:
        lines: show that.
    """
    e, a = d.fix(Real("e", ">=0")), Symbol("a", 2)
    y = fresh(first(e), second(e))

    def chosen(at: Any, which: Any) -> Term:
        return cases(equals(which, 0), first(at), second(at))

    def whole(term: Term) -> Bind:
        return Bind("integral", y, None, term)

    written = d.identity(equals(first(e) + second(e), total(a, chosen(e, a))), *lines)
    begin = integrated(d, written, e, *lines)
    parts = total(a, whole(chosen(y, a)))
    apart = d.have(equals(begin.formula.right, parts), "integral-of-sum", *lines)  # type: ignore
    each = [
        integrated(d, d.identity(equals(chosen(e, number(which)), part(e)), *lines), e, *lines)
        for which, part in enumerate((first, second))
    ]
    zero, one = (whole(chosen(y, number(which))) for which in (0, 1))
    last = d.identity(equals(parts, zero + one), *each, *lines)
    for line in each:
        last = d.rewrite(line, last)
    return d.chain(begin, apart, last)
