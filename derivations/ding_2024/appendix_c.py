"""Proofs of the steps of Appendices C and D that hold."""

from __future__ import annotations

from typing import Any

from derivations.patterns.noised import near_kernels, smaller_tail, times_eps, triangle
from derivations.patterns.numbers import exponential_less
from derivations.tools import split_absolute, split_below, split_maximum
from verified.language import absolute, equals, exp, maximum, total
from verified.papers.ding_2024.appendix_c import (
    bounded_mean,
    distances,
    event_mass,
    exact_mean,
    excess,
    image,
    kernel,
    m,
    mean_distance,
    pair,
    weights,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol


@derives("ding-2024/theorem-2-steps.first")
def first_step(d: Derivation) -> None:
    """The triangle inequality, for each component of the second mixture."""
    split, eps, b, x, y, k = (d.var(name) for name in ("W", "eps", "b", "x", "y", "k"))
    i = d.fix(Symbol("l", m))
    place = image(k, i, x)
    grown = near_kernels(d, y - x, y - place, x - place)
    weight, unit = split[k, i], kernel(y - x)
    near = exp(eps - absolute(x - place) / b)
    each = d.arithmetic(
        unit * (weight * near) <= exp(eps) * (weight * kernel(y - place)), grown,
        hints=[weight * exp(eps) / (2 * b)],
    )
    summed = d.summed(d.forall(i, each))
    sides = [
        d.identity(equals(unit * total(i, weight * near), summed.formula.left)),
        d.identity(equals(
            exp(eps) * total(i, weight * kernel(y - place)), summed.formula.right
        )),
    ]
    d.qed(d.arithmetic(d.goal, summed, *sides))


@derives("ding-2024/theorem-2-steps.eq-25")
def jensen(d: Derivation) -> None:
    """The tangent of the exponential at the mean."""
    eps, b = d.var("eps"), d.var("b")
    j = d.fix(pair)
    centre, own = eps - mean_distance / b, eps - distances[j] / b
    tangent = d.cite("background/log-tangent.exponential", eps=own - centre)
    each = d.arithmetic(
        weights[j] * exp(centre) * (1 + own - centre) <= weights[j] * exp(own), tangent,
        hints=[weights[j] * exp(centre)],
    )
    summed = d.summed(d.forall(j, each))
    left = d.identity(equals(summed.formula.left, exp(centre)))
    d.qed(d.arithmetic(d.goal, summed, left))


@derives("ding-2024/theorem-2-steps.eq-26")
def positive_part(d: Derivation) -> None:
    """u ≤ max{0, u}."""
    p, u = d.var("p"), d.var("u")
    most = split_maximum(d, 0, u, lambda order, at: d.arithmetic(u <= maximum(0, u), order, at))
    d.qed(d.arithmetic(d.goal, most, hints=[p]))


@derives("ding-2024/theorem-2-steps.eq-27")
def less_than_whole(d: Derivation) -> None:
    """p ≤ 1."""
    p, u = d.var("p"), d.var("u")
    some = split_maximum(d, 0, u, lambda order, at: d.arithmetic(0 <= maximum(0, u), order, at))
    d.qed(d.arithmetic(d.goal, some, hints=[1 - p]))


@derives("ding-2024/theorem-2-steps.eq-28@own")
def substituted(d: Derivation) -> None:
    """The numbers in the absolute values agree."""
    left, right = d.goal.left.args[0], d.goal.right.args[0]
    same = d.identity(equals(left, right))
    d.qed(d.rewrite(same, d.identity(equals(d.goal.right, d.goal.right)), d.goal))


def farther(d: Steps, low: Any, high: Any, order: Line) -> Line:
    """[1 − e^(ε − u/b)]_+ ≤ [1 − e^(ε − v/b)]_+ for u ≤ v."""
    eps, b = d.var("eps"), d.var("b")
    one, two = eps - low / b, eps - high / b
    less = exponential_less(d, two, one, d.arithmetic(two <= one, order, hints=[1 / b]))
    goal = excess(low) <= excess(high)
    return split_maximum(d, 0, 1 - exp(one), lambda s1, a1: split_maximum(
        d, 0, 1 - exp(two), lambda s2, a2: d.arithmetic(goal, s1, a1, s2, a2, less)
    ))


@derives("ding-2024/theorem-2-steps.eq-29")
def sizes(d: Derivation) -> None:
    """|a z + g| ≤ |a| |z| + |g|, and the rest grows with it."""
    z = d.var("z")
    j = d.fix(pair)
    a, g = d.var("a")[j], d.var("g")[j]
    product = triangle(d, g, a * z + g, a * z)
    goal = absolute(a * z) <= absolute(a) * absolute(z)
    parts = split_absolute(d, a, lambda s1, a1: split_absolute(
        d, z, lambda s2, a2: split_absolute(
            d, a * z, lambda s3, a3: d.arithmetic(goal, s1, a1, s2, a2, s3, a3)
        )
    ))
    each = d.arithmetic(
        weights[j] * absolute(a * z + g)
        <= weights[j] * (absolute(a) * absolute(z) + absolute(g)), product, parts,
        hints=[weights[j]],
    )
    d.qed(farther(d, exact_mean, bounded_mean, d.summed(d.forall(j, each))))


@derives("ding-2024/theorem-2-steps.eq-30")
def indicated(d: Derivation) -> None:
    """At most 1, and 0 where u ≤ εb."""
    u, eps, b = (d.var(name) for name in ("u", "eps", "b"))
    inside = eps - u / b
    positive = d.obvious(0 < exp(inside))

    def chosen(order: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right
        grown = d.cite("background/log-tangent.exponential", eps=inside)
        lines = [positive]
        if order.theorem.conclusion.op != "<":
            low = d.arithmetic(0 <= inside, order, hints=[1 / b])
            lines = [d.arithmetic(1 - exp(inside) <= 0, grown, low), positive]
        most = split_maximum(d, 0, 1 - exp(inside), lambda s1, a1: d.arithmetic(
            excess(u) <= 1 - on, s1, a1, *lines
        ))
        whole = d.identity(equals(d.goal.right, 1 - value.theorem.conclusion.left))
        return d.arithmetic(d.goal, most, whole, value)

    d.qed(split_below(d, u, eps * b, chosen))


@derives("ding-2024/theorem-2-steps-repaired.tail")
def tail_at_most(d: Derivation) -> None:
    """Q falls."""
    d.qed(d.arithmetic(d.goal, smaller_tail(d, d.given[0])))


@derives("ding-2024/corollary-2-steps.bound")
def component(d: Derivation) -> None:
    """The triangle inequality, for each component."""
    eps, b, x, y, k = (d.var(name) for name in ("eps", "b", "x", "y", "k"))
    gap = d.var("m")[k] - d.var("m'")[k]
    there = y - x + d.var("m")[k] - d.var("m'")[k]
    grown = near_kernels(d, y - x, there, gap)
    d.qed(d.arithmetic(d.goal, grown, hints=[exp(eps) / (2 * b)]))


@derives("ding-2024/theorem-2-steps-repaired.eq-24")
def one_mass(d: Derivation) -> None:
    """The probability of the event is the same factor of each summand that isn't 0."""
    given, _ = d.given
    n, own, i = (d.var(name) for name in ("n", "P", "i"))
    k = d.fix(Symbol("k", n))
    masses = [event_mass(d.var("m")[place]) for place in (k, i)]
    either = d.at(given, k)
    none, same = either.theorem.conclusion.parts
    zero = d.turn(equals(own[k], 0), d.assume(none), d.obvious(own[k] >= 0))
    goal = equals(own[k] * masses[0], own[k] * masses[1])
    whole = d.cases(
        either,
        d.rewrite(zero, d.identity(equals(0 * masses[0], 0 * masses[1])), goal),
        d.rewrite(d.assume(same), d.identity(equals(goal.left, goal.left)), goal),
    )
    inner = Symbol("l", m)
    reached = exp(d.var("eps") - absolute(d.var("m")[k] - d.var("m'")[inner]) / d.var("b"))
    rest = 1 - total(inner, d.var("W")[k, inner] * reached)
    each = d.arithmetic(
        equals(own[k] * masses[0] * rest, own[k] * masses[1] * rest), whole, hints=[rest]
    )
    lines = d.summed(d.forall(k, each))
    d.qed(d.chain(lines, d.identity(equals(lines.formula.right, d.goal.right))))


@derives("ding-2024/corollary-2-steps-repaired.conclusion")
def each_component(d: Derivation) -> None:
    """1 − e^(ε − |μ − μ'|/b) is at most 0 for each component that occurs."""
    given, _ = d.given
    n, law, eps, b = (d.var(name) for name in ("n", "P", "eps", "b"))
    k = d.fix(Symbol("k", n))
    apart = absolute(d.var("m")[k] - d.var("m'")[k])
    mass, short = event_mass(d.var("m")[k]), 1 - exp(eps - apart / b)
    some = d.obvious(mass >= 0)
    goal = law[k] * short * mass <= 0
    either = d.at(given, k)
    none, close = either.theorem.conclusion.parts
    zero = d.turn(equals(law[k], 0), d.assume(none), d.obvious(law[k] >= 0))
    absent = d.rewrite(zero, d.obvious(0 * short * mass <= 0), goal)
    near = times_eps(d, d.assume(close), eps)
    less = d.arithmetic(0 <= eps - apart / b, near, hints=[1 / b])
    grown = d.cite("background/log-tangent.exponential", eps=eps - apart / b)
    small = d.arithmetic(short <= 0, grown, less)
    there = d.arithmetic(goal, small, some, hints=[law[k] * mass])
    whole = d.summed(d.forall(k, d.cases(either, absent, there)))
    d.qed(d.chain(whole, d.identity(equals(whole.formula.right, 0))))
