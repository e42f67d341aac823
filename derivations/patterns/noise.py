"""Patterns on noise: mean squares, what Gaussian noise lets through, means over public values."""

from __future__ import annotations

from typing import Any

from derivations.tools import absurd, same, split_equal, split_order
from verified.language import equals, log, private_values, public_law, public_value, total
from verified.papers.background.worst_noise import copy
from verified.papers.ngo_2024.peak_limit import itself
from verified.papers.nuradha_goldfeld_2022.noise import Edge
from verified.proof.derivation import Derivation, Line, Steps
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol, Term, number

# --- mean squares ---------------------------------------------------------------------------------


def not_negative(d: Steps, root: Term) -> Line:
    """x² ≥ 0."""
    x = Real("x")
    return d.scalar(x**2 >= 0, values={x: root})


def term_at(d: Steps, bind: Any) -> tuple[Any, Term, Term]:
    """An arbitrary symbol of a sum Σ p x², with p and x there."""
    s = d.fix(bind.var)
    weight, power = substitute(bind.body, {bind.var.name: s}).args
    return s, weight, power.args[0]


def mean_square(d: Steps, bind: Any) -> Line:
    """Σ p x² ≥ 0."""
    s, weight, root = term_at(d, bind)
    each = d.arithmetic(number(0) <= weight * root**2, not_negative(d, root), hints=[weight])
    line = d.summed(d.forall(s, each))
    return d.chain(d.identity(equals(number(0), line.formula.left)), line)


def mean_is_positive(d: Steps, law: Term, values: Term) -> Line:
    """Σ P(s) x_s > 0 for positive x_s: no term is larger than the mean, and one has a chance."""
    size = law.sort.sizes()[0]
    s, t = d.fix(Symbol("s", size)), d.fix(Symbol("t", size))
    mean = total(s, law[s] * values[s])

    def at_most(t: Term) -> Line:
        part = law[t] * values[t]
        return split_equal(d, t, s, lambda _, value: d.arithmetic(
            part * same(t, s) <= part, value, hints=[part]
        ))

    terms = d.summed(d.forall(t, at_most(t)))
    term = d.chain(d.identity(equals(law[s] * values[s], terms.formula.left)), terms)

    def none(low: Line) -> Line:
        no_chance = d.arithmetic(law[s] <= 0, low, term, hints=[1 / values[s]])
        chances = d.summed(d.forall(s, no_chance))
        whole = d.chain(d.identity(equals(number(1), chances.formula.left)), chances)
        return absurd(d, mean > 0, whole)

    return split_order(d, mean, 0, none, lambda high: high)


# --- public values --------------------------------------------------------------------------------


def public_mass(d: Steps, at: Edge, c: Any, s: Any) -> Line:
    """P(c) P(s|c) is P(s) where c is the public value of s, else 0."""
    F, law, e = at.framework, at.law, at.edge
    a = d.fix(Symbol("a", private_values(F, e)))
    data = d.cite("definition/data-given", F=F, P=law, e=e, c=c, a=a, x=s)
    whole = d.summed(d.forall(a, data))
    found = public_law(F, law, e)[c] * at.given_public[s]
    seen = law[s] * same(public_value(F, e, s), c)
    return d.arithmetic(equals(found, seen), whole)


def public_mean(
    d: Steps, at: Edge, each: Line, *lines: Line, known: Line | None = None
) -> Line:
    """Σ_c P(c) Σ_j s_cj ≤ Σ_c P(c) Σ_j t_cj, from s_cj ≤ t_cj for arbitrary c and j.

    Args:
        lines: what shows s_cj and t_cj to be real.
        known: a line I_c ≤ Σ_j s_cj, which puts I_c in the place of that sum.
    """
    c, j = at.public, at.axis
    chance = public_law(at.framework, at.law, at.edge)[c]
    real = [*lines, *(d.forall(j, line) for line in lines)]
    along = d.summed(d.forall(j, each), *real)
    if known is not None:
        along = d.chain(known, along)
    scaled = d.arithmetic(
        chance * along.formula.left <= chance * along.formula.right, along, *real, hints=[chance]
    )
    return d.summed(d.forall(c, scaled), *lines, *(d.forall(c, line) for line in real))


# --- what Gaussian noise lets through -------------------------------------------------------------


def told_at_most(d: Steps, law: Term, query: Term, v: Term, touch: Term, given: Line) -> Line:
    """I(V; f(V) + N(0, v I)) ≤ d/2 ln((m + v)/v) for a trace of f(V)'s covariance of at most d m,
    by the tangents of the logarithm at m.

    Args:
        touch: m + v, positive.
        given: what bounds the trace.
    """
    dims = d.var("d")
    known = d.cite(
        "background/gaussian-max-entropy.information", U=law, V=copy, f=query, v=v, d=dims
    )
    bind = known.formula.right
    j, x = d.fix(Symbol("j", dims)), Real("x", ">0")
    own = substitute(bind.body, {bind.var.name: j}).args[0].args[0].args[1].args[0]
    some = mean_square(d, own)
    inside = d.arithmetic(1 + own / v > 0, some, hints=[1 / v])
    ratio = (own + v) / touch
    positive = d.arithmetic(ratio > 0, some, hints=[1 / touch])
    tangent = d.scalar(log(x) <= x - 1, positive, values={x: ratio})
    each = d.arithmetic(
        log(1 + own / v) / 2 <= (log(touch / v) + (own + v - touch) / touch) / 2,
        tangent, inside, positive,
    )
    summed = d.summed(d.forall(j, each), d.forall(j, inside))
    return d.arithmetic(
        known.formula.left <= dims * log(touch / v) / 2, d.chain(known, summed), given,
        hints=[1 / touch],
    )


def coordinates(d: Derivation, dims: Any) -> tuple[Line, Term, Line]:
    """I(X; X + Z) ≤ ½ Σ_j ln(1 + s_j/v); s_j, the variance of a coordinate, and 1 + s_j/v > 0."""
    v = d.var("v")
    known = d.cite(
        "background/gaussian-max-entropy.information",
        U=d.var("P"), V=itself, f=d.var("f"), v=v, d=dims
    )
    bind = known.formula.right
    j = d.fix(bind.var)
    spread = substitute(bind.body, {bind.var.name: j}).args[0].args[0].args[1].args[0]
    ratio = d.arithmetic(spread / v >= 0, mean_square(d, spread), hints=[1 / v])
    return known, spread, d.arithmetic(1 + spread / v > 0, ratio)


def mean_squares(d: Derivation) -> Line:
    """Σ_j Σ_s P(s) f_sj² ≤ dΔ², as no input has a larger norm."""
    (given,) = d.given
    size, dims, law, points = (d.var(name) for name in ("n", "d", "P", "f"))
    s, j = d.fix(Symbol("s", size)), Symbol("j", dims)
    limit = dims * d.var("Delta") ** 2
    squares = total(j, points[s * dims + j] ** 2)
    each = d.arithmetic(law[s] * squares <= law[s] * limit, d.at(given, s), hints=[law[s]])
    summed = d.summed(d.forall(s, each))
    order = d.identity(equals(
        total(j, total(s, law[s] * points[s * dims + j] ** 2)), summed.formula.left
    ))
    return d.chain(order, summed, d.identity(equals(summed.formula.right, limit)))


def below_line(d: Derivation, slope: Term, start: Term, tangent: Any) -> Line:
    """I(X; X + Z) ≤ Σ_j (start + slope·Σ_s P(s) f_sj²)/2, from a line above ln(1 + s_j/v).

    Args:
        slope: positive.
        tangent: from s_j and the line 1 + s_j/v > 0 to ln(1 + s_j/v) ≤ start + slope·s_j.
    """
    known, spread, inside = coordinates(d, d.var("d"))
    law, points, dims = (d.var(name) for name in ("P", "f", "d"))
    s, j = Symbol("s", d.var("n")), known.formula.right.var
    here = points[s * dims + j]
    mean, square = total(s, law[s] * here), total(s, law[s] * here**2)
    apart = d.identity(equals(spread, square - mean**2))
    less = d.have(
        spread <= square, "arithmetic", apart,
        products=[["1", [["fact", 0]]], ["1", [["square", mean]]]],
    )
    each = d.arithmetic(
        log(1 + spread / d.var("v")) / 2 <= (start + slope * square) / 2,
        tangent(spread, inside), less, inside, hints=[slope],
    )
    return d.chain(known, d.summed(d.forall(j, each), inside, d.forall(j, inside)))
