"""Noise on a query of finite data: Theorem 3, its steps, Corollary 1 and Remark 6.

At an edge the information is a mean over the public values c of what the response tells given c,
and each of these is at most a sum over the coordinates j of logarithms. Their concavity enters as
the tangent at the value that the noise allows, so that no maximum over laws is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.noise import mean_square, not_negative, public_mass, public_mean, term_at
from derivations.patterns.numbers import below_root, growing
from derivations.tools import same_law, split_absolute
from verified.language import (
    absolute,
    dp_framework,
    edges,
    equals,
    exp,
    instances,
    log,
    output,
    pi,
    public_law,
    public_value,
    sqrt,
    total,
)
from verified.papers.nuradha_goldfeld_2022.noise import Edge, dims, squared_distance
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number


@derives("nuradha-goldfeld-2022/theorem-3")
def theorem_3(d: Derivation) -> None:
    """The tangents at T = e^(2ε/d), summed: at most ε + ((d + S/v)/T − d)/2."""
    F, P, query, v, eps = (d.var(name) for name in ("F", "P", "f", "s2", "eps"))
    (given,) = d.given
    e = d.fix(Symbol("e", edges(F)))
    at = Edge(F, P, query, e)
    d.fix(at.public), d.fix(at.axis)
    level, spread = 2 * eps / dims, at.variance()
    known = d.cite(
        "background/gaussian-max-entropy.information", U=at.secret, V=at.data, f=query, v=v, d=dims
    )
    ratio = d.arithmetic(spread / v >= 0, mean_square(d, spread), hints=[1 / v])
    inside = d.arithmetic(1 + spread / v > 0, ratio)
    tangent = d.cite("background/log-of-spread.level", ratio, t=spread / v, u=level)
    half = d.arithmetic(tangent.formula.left / 2 <= tangent.formula.right / 2, tangent, inside)
    mean = public_mean(d, at, half, inside, known=known)
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
    below = not_negative(d, absolute(root) - mean)
    each = d.arithmetic(
        weight * (2 * mean * absolute(root) - mean**2) <= weight * root**2, below, squares,
        hints=[weight],
    )
    line = d.summed(d.forall(s, each))
    least = d.identity(equals(mean * mean, line.formula.left))
    return below_root(d, mean, bind, d.chain(least, line), mean_square(d, bind))


@derives("nuradha-goldfeld-2022/remark-6")
def remark_6(d: Derivation) -> None:
    """The tangents at T = e^(ε/d); the mean deviation is at most the root of the variance."""
    F, P, query, b, eps = (d.var(name) for name in ("F", "P", "f", "b", "eps"))
    (given,) = d.given
    e = d.fix(Symbol("e", edges(F)))
    at = Edge(F, P, query, e)
    d.fix(at.public), d.fix(at.axis)
    level, spread = eps / dims, at.variance()
    known = d.cite(
        "background/laplace-max-entropy.information", U=at.secret, V=at.data, f=query, b=b, d=dims
    )
    some, near = mean_square(d, spread), mean_deviation(d, spread)
    deviation = near.formula.left
    ratio = d.obvious(deviation / b >= 0)
    inside = d.arithmetic(1 + deviation / b > 0, ratio)
    tangent = d.cite("background/log-of-spread.level", ratio, t=deviation / b, u=level)
    most = level + (1 + sqrt(spread) / b) * exp(-level) - 1
    line = d.arithmetic(
        log(1 + deviation / b) <= most, tangent, near, inside, some, hints=[exp(-level) / b]
    )
    mean = public_mean(d, at, line, inside, some, known=known)
    real = d.forall(at.public, d.forall(at.axis, some))
    value = eps + (dims + at.deviation() / b) / exp(level) - dims
    whole = d.chain(mean, d.identity(equals(mean.formula.right, value), real))
    grown = growing(d, level)
    enough = d.arithmetic(
        whole.formula.left <= eps, whole, d.at(given, e), grown, real,
        hints=[dims * grown.formula.left / exp(level) / b],
    )
    d.qed(d.forall(e, enough))


# --- Section V-C ----------------------------------------------------------------------------------


@derives("nuradha-goldfeld-2022/theorem-3-steps.noise")
def response_above_noise(d: Derivation) -> None:
    """Mutual information isn't negative."""
    query, v = d.var("f"), d.var("s2")
    bind = d.goal.left
    u = d.fix(bind.var)
    body = substitute(bind.body, {bind.var.name: u})
    weight, (noise, told) = body.args[0], body.args[1].args
    least = d.cite(
        "background/noise-tells-nothing-less.gaussian", U=told.args[0], V=told.args[1], f=query,
        v=v, d=dims,
    )
    each = d.arithmetic(weight * noise <= body, least, hints=[weight])
    line = d.summed(d.forall(u, each))
    d.qed(d.chain(d.identity(equals(d.goal.right, line.formula.left)), line))


@derives("nuradha-goldfeld-2022/theorem-3-steps.concavity")
def concave(d: Derivation) -> None:
    """The tangent of the logarithm at the mean variance: the slopes cancel."""
    F, P, query, v, e = (d.var(name) for name in ("F", "P", "f", "s2", "e"))
    at = Edge(F, P, query, e)
    d.fix(at.public), d.fix(at.axis)
    unit, spread, whole = 2 * pi() * exp(1), at.variance(), at.spread()
    some = mean_square(d, spread)
    none = public_mean(d, at, some)
    nothing = d.chain(d.identity(equals(number(0), none.formula.left)), none)
    inside = d.arithmetic(unit * (spread + v) > 0, some, hints=[unit])
    real = d.forall(at.public, d.forall(at.axis, inside))

    mean = whole / dims
    centre = d.arithmetic(mean >= 0, nothing, hints=[1 / dims])
    above = d.arithmetic(mean + v > 0, centre)
    scaled = d.arithmetic(unit * (mean + v) > 0, above, hints=[unit])
    tangent = d.cite("background/log-of-spread.mean", some, centre, w=unit, t=spread, m=mean, v=v)
    half = d.arithmetic(
        tangent.formula.left / 2 <= tangent.formula.right / 2, tangent, inside, above, scaled
    )
    found = public_mean(d, at, half, inside, above, scaled)
    value = d.identity(equals(found.formula.right, d.goal.right), real, above, scaled)
    d.qed(d.chain(found, value))


@derives("nuradha-goldfeld-2022/theorem-3-steps.entropy")
def maximum_entropy(d: Derivation) -> None:
    """The entropy of the noise and what the response tells of the data itself."""
    F, P, query, v, e = (d.var(name) for name in ("F", "P", "f", "s2", "e"))
    at = Edge(F, P, query, e)
    d.fix(at.public), d.fix(at.axis)
    unit, spread = 2 * pi() * exp(1), at.variance()
    some = mean_square(d, spread)
    copy = d.goal.left.body.args[1].args[1].args[1]
    known = d.cite(
        "background/gaussian-max-entropy.information",
        U=at.given_public, V=copy, f=query, v=v, d=dims
    )
    same = same_law(d, output(at.given_public, copy), at.given_public)
    known = d.rewrite(same, known)
    split = d.cite("background/log-of-spread.ratio", some, w=unit, t=spread, v=v)
    inside = d.arithmetic(unit * (spread + v) > 0, some, hints=[unit])
    ratio = d.arithmetic(1 + spread / v > 0, some, hints=[1 / v])
    each = d.arithmetic(
        log(unit * v) / 2 + log(1 + spread / v) / 2 <= log(unit * (spread + v)) / 2, split,
        inside, ratio,
    )
    sums = known.formula.right
    noise = dims * log(unit * v) / 2
    real = d.forall(at.axis, ratio)
    added = d.arithmetic(noise + known.formula.left <= noise + sums, known, real)
    parts = d.identity(equals(
        noise + sums, total(at.axis, log(unit * v) / 2 + log(1 + spread / v) / 2)
    ), real)
    d.qed(public_mean(d, at, each, inside, ratio, known=d.chain(added, parts)))


# --- Corollary 1 ----------------------------------------------------------------------------------


@derives("nuradha-goldfeld-2022/corollary-1")
def corollary_1(d: Derivation) -> None:
    """The variances are half the mean squared distance of two answers given the other rows."""
    D, P, query, most, v, eps = (d.var(name) for name in ("D", "P", "f", "Delta", "s2", "eps"))
    near, enough = d.given
    F = dp_framework(D)
    e = d.fix(Symbol("e", edges(F)))
    at = Edge(F, P, query, e)
    c, s, other = (
        d.fix(at.public), d.fix(Symbol("s", instances(D))), d.fix(Symbol("s'", instances(D)))
    )
    chance, law = public_law(F, P, e)[c], at.given_public
    masses = [public_mass(d, at, c, symbol) for symbol in (s, other)]
    apart = squared_distance(query, s, other)
    weight = chance * law[s] * law[other]
    goal = weight * apart <= weight * most**2

    def shown(symbol: Any, mass: Line, rest: Term, seen: Callable[[Line], Line]) -> Line:
        """The goal whether or not the public value of a symbol is c."""
        either = d.cite("definition/case-equal", r=public_value(F, e, symbol), s=c)
        yes, no = (d.assume(part) for part in either.theorem.conclusion.parts)
        none = d.rewrite(d.piece(no, 1), mass)
        zero = d.arithmetic(equals(weight, 0), none, hints=[rest])
        unseen = d.rewrite(zero, d.obvious(0 * apart <= 0 * most**2), goal)
        return d.cases(either, seen(d.piece(yes, 0)), unseen)

    def neighbours(one: Line, two: Line) -> Line:
        back = d.turn(equals(c, public_value(F, e, other)), two)
        alike = d.rewrite(back, one)
        close = d.cite("background/dp-public", alike, D=D, i=e, values={"x": s, "x'": other})
        small = d.follows(apart <= most**2, close, d.at(d.at(near, s), other))
        return d.arithmetic(goal, small, hints=[weight])

    each = shown(s, masses[0], law[other], lambda one: shown(
        other, masses[1], law[s], lambda two: neighbours(one, two)
    ))
    pairs = d.summed(d.forall(s, d.summed(d.forall(other, each))))
    spread = chance * at.each_axis(at.variance())
    doubled = d.cite("background/variance-of-pairs", P=law, f=query, d=dims)
    doubled = d.arithmetic(equals(2 * spread, pairs.formula.left), doubled, hints=[chance])
    bounded = d.identity(equals(pairs.formula.right, chance * most**2))
    half = d.arithmetic(spread <= chance * most**2 / 2, pairs, doubled, bounded)
    mean = d.summed(d.forall(c, half))
    whole = d.chain(mean, d.identity(equals(mean.formula.right, most**2 / 2)))
    grown = growing(d, 2 * eps / dims)
    growth = dims * grown.formula.left
    noise = d.arithmetic(at.spread() / growth <= v, whole, enough, grown, hints=[1 / growth])
    d.qed(d.cite("nuradha-goldfeld-2022/theorem-3", d.forall(e, noise), F=F, P=P, f=query))
