"""Noise on a query of finite data: Theorem 3, its steps, Corollary 1 and Remark 6.

At an edge the information is a mean over the public values c of what the response tells given c,
and each of these is at most a sum over the coordinates j of logarithms. Their concavity enters as
the tangent at the value that the noise allows, so that no maximum over laws is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.cuff_yu_2016.theorem import below_root
from derivations.tools import split_absolute
from verified.language import absolute, edges, equals, exp, log, sqrt, total
from verified.language.formulas import substitute
from verified.language.pufferfish import public_law
from verified.language.terms import Real, Symbol, Term, number
from verified.papers.nuradha_goldfeld_2022.noise import Edge, dims
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "nuradha-goldfeld-2022/"


def growing(d: Steps, exponent: Term) -> Line:
    """e^u − 1 > 0 for u > 0."""
    u = Real("u", ">0")
    return d.scalar(exp(u) - 1 > 0, d.obvious(exponent > 0), values={u: exponent})


def square(d: Steps, root: Term) -> Line:
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
    each = d.arithmetic(number(0) <= weight * root**2, square(d, root), hints=[weight])
    line = d.summed(d.forall(s, each))
    return d.chain(d.identity(equals(number(0), line.formula.left)), line)


def mean_over_public(
    d: Steps, at: Edge, proof: Callable[[Any, Any], tuple[Line, Line, Line]], known: Line,
) -> Line:
    """Σ_c P(c) I_c ≤ Σ_c P(c) Σ_j t_cj.

    Args:
        known: I_c ≤ Σ_j s_cj, for the public value c.
        proof: for c and a coordinate j, the line s_cj ≤ t_cj and what shows s_cj to be real.
    """
    c, j = at.public, at.axis
    chance = public_law(at.framework, at.law, at.edge)[c]
    each, *real = proof(c, j)
    real = [d.forall(j, line) for line in real]
    along = d.chain(known, d.summed(d.forall(j, each), *real))
    scaled = d.arithmetic(
        chance * along.formula.left <= chance * along.formula.right, along, *real, hints=[chance]
    )
    return d.summed(d.forall(c, scaled), *(d.forall(c, line) for line in real))


@derives(PAPER + "theorem-3")
def theorem_3(d: Derivation) -> None:
    """The tangents at T = e^(2ε/d), summed: at most ε + ((d + S/v)/T − d)/2."""
    F, P, query, v, eps = (d.var(name) for name in ("F", "P", "f", "s2", "eps"))
    (given,) = d.given
    e = d.fix(Symbol("e", edges(F)))
    at = Edge(F, P, query, e)
    d.fix(at.public), d.fix(at.axis)
    level, spread = 2 * eps / dims, at.variance()
    known = d.cite(
        "background/gaussian-max-entropy", U=at.secret, V=at.data, f=query, v=v, d=dims
    )

    def each(c: Any, j: Any) -> tuple[Line, ...]:
        ratio = d.arithmetic(spread / v >= 0, mean_square(d, spread), hints=[1 / v])
        inside = d.arithmetic(1 + spread / v > 0, ratio)
        tangent = d.cite("background/log-at-level", ratio, t=spread / v, u=level)
        half = d.arithmetic(tangent.formula.left / 2 <= tangent.formula.right / 2, tangent, inside)
        return half, inside

    mean = mean_over_public(d, at, each, known)
    value = eps + ((dims + at.spread() / v) / exp(level) - dims) / 2
    whole = d.chain(mean, d.identity(equals(mean.formula.right, value)))
    grown = growing(d, level)
    enough = d.arithmetic(
        whole.formula.left <= eps, whole, d.at(given, e), grown,
        hints=[dims * grown.formula.left / exp(level) / v],
    )
    d.qed(d.forall(e, enough))


def mean_deviation(d: Steps, bind: Any) -> Line:
    """Σ p |x| ≤ √(Σ p x²), from Σ p (|x| − a)² ≥ 0 for a = Σ p |x|."""
    s, weight, root = term_at(d, bind)
    mean = total(s, weight * absolute(root))
    squares = split_absolute(d, root, lambda sign, value: d.arithmetic(
        equals(absolute(root) ** 2, root**2), value, hints=[root, absolute(root)]
    ))
    below = square(d, absolute(root) - mean)
    each = d.arithmetic(
        weight * (2 * mean * absolute(root) - mean**2) <= weight * root**2, below, squares,
        hints=[weight],
    )
    line = d.summed(d.forall(s, each))
    least = d.identity(equals(mean * mean, line.formula.left))
    return below_root(d, mean, bind, d.chain(least, line), mean_square(d, bind))


@derives(PAPER + "remark-6")
def remark_6(d: Derivation) -> None:
    """The tangents at T = e^(ε/d); the mean deviation is at most the root of the variance."""
    F, P, query, b, eps = (d.var(name) for name in ("F", "P", "f", "b", "eps"))
    (given,) = d.given
    e = d.fix(Symbol("e", edges(F)))
    at = Edge(F, P, query, e)
    d.fix(at.public), d.fix(at.axis)
    level, spread = eps / dims, at.variance()
    known = d.cite("background/laplace-max-entropy", U=at.secret, V=at.data, f=query, b=b, d=dims)

    def each(c: Any, j: Any) -> tuple[Line, ...]:
        some, near = mean_square(d, spread), mean_deviation(d, spread)
        deviation = near.formula.left
        ratio = d.obvious(deviation / b >= 0)
        inside = d.arithmetic(1 + deviation / b > 0, ratio)
        tangent = d.cite("background/log-at-level", ratio, t=deviation / b, u=level)
        most = level + (1 + sqrt(spread) / b) * exp(-level) - 1
        line = d.arithmetic(
            log(1 + deviation / b) <= most, tangent, near, inside, some,
            hints=[exp(-level) / b],
        )
        return line, inside, some

    mean = mean_over_public(d, at, each, known)
    some = d.forall(at.public, d.forall(at.axis, mean_square(d, spread)))
    value = eps + (dims + at.deviation() / b) / exp(level) - dims
    whole = d.chain(mean, d.identity(equals(mean.formula.right, value), some))
    grown = growing(d, level)
    enough = d.arithmetic(
        whole.formula.left <= eps, whole, d.at(given, e), grown, some,
        hints=[dims * grown.formula.left / exp(level) / b],
    )
    d.qed(d.forall(e, enough))
