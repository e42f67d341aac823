"""Proofs of the facts on what additive noise lets through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.numbers import square
from derivations.tools import absurd, same, split_order, split_zero
from verified.language import equals, exp, log, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("background/noise-tells-nothing-less.gaussian")
def nothing_less(d: Derivation) -> None:
    """On which side of a threshold a coordinate lies tells nothing less than nothing."""
    j = d.fix(Symbol("j", d.var("d")))
    least = d.cite("background/noise-threshold", j=j, t=number(0))
    side = least.formula.left
    some = d.cite("background/information-range.nonnegative", P=side.args[0], W=side.args[1])
    d.qed(d.chain(some, least))


@derives("background/noise-tells-nothing-less.laplace")
def nothing_less_of_laplace(d: Derivation) -> None:
    """Nor than nothing: an information is never negative."""
    d.qed(d.obvious(d.goal))


@derives("background/line-entropies.most")
def most(d: Derivation) -> None:
    """A mixture of three laws; its variance is written by the gap of the first two."""
    a, b, c, u, v = (d.var(name) for name in "abcuv")
    law = d.cite("background/three-gaussians", r=a, s=a + c, t=b, u=u, v=u, w=v)
    flat = law.formula.right.args[0]
    least = d.cite("background/mixture-max-entropy", P=flat.args[0], m=flat.args[1], v=flat.args[2])
    same = d.identity(equals(least.formula.right.args[0].args[0], d.goal.right.args[0].args[0]))
    d.qed(d.rewrite(same, d.chain(law, least), d.goal))


@derives("background/log-of-spread.level")
def log_at_level(d: Derivation) -> None:
    """ln x ≤ x − 1 at x = (1 + t) e^(−u)."""
    t, u = d.var("t"), d.var("u")
    tangent = d.cite("background/log-tangent.line", x=(1 + t) * exp(-u))
    d.qed(d.arithmetic(d.goal, tangent))


@derives("background/log-of-spread.mean")
def log_at_mean(d: Derivation) -> None:
    """ln x ≤ x − 1 at x = (t + v)/(m + v)."""
    w, t, m, v = (d.var(name) for name in "wtmv")
    tangent = d.cite("background/log-tangent.line", x=(t + v) / (m + v))
    line = d.arithmetic(log(t + v) <= log(m + v) + (t - m) / (m + v), tangent)
    parts = [
        d.identity(equals(log(w * (x + v)), log(w) + log(x + v))) for x in (t, m)
    ]
    d.qed(d.arithmetic(d.goal, line, *parts))


@derives("background/log-of-spread.ratio")
def log_of_ratio(d: Derivation) -> None:
    """t + v = v (1 + t/v)."""
    w, t, v = (d.var(name) for name in "wtv")
    whole = d.identity(equals(w * v * (1 + t / v), w * (t + v)))
    d.qed(d.rewrite(whole, d.cite("background/log-product", x=w * v, y=1 + t / v), d.goal))


@derives("background/variance-of-pairs")
def variance_of_pairs(d: Derivation) -> None:
    """Both sides expanded."""
    d.qed(d.identity(d.goal))


@derives("background/jung")
def jung(d: Derivation) -> None:
    """For independent X and X' let D = ‖f(X) − f(X')‖², so that D(Δ² − D) ≥ 0 and E[D] = 2S.

    About the mean D = R + R' − 2u, where u is a product of the two with E[u|X] = 0, so E[D²] is
    2E[R²] + 2S² + 4E[u²]. Here E[R²] ≥ S², and E[u²] = Σ C_jl² of the covariances, S²/d or more.
    """
    P, f, most = d.var("P"), d.var("f"), d.var("Delta")
    (near,) = d.given
    n, dims = P.sort.size, d.goal.left.var.of.size
    s, t, z = (d.fix(Symbol(name, n)) for name in ("s", "t", "z"))
    j, k = (d.fix(Symbol(name, dims)) for name in ("j", "k"))

    def apart(one: Any, axis: Any) -> Term:
        """A coordinate less its mean."""
        return f[one * dims + axis] - total(z, P[z] * f[z * dims + axis])

    gap = f[s * dims + j] - f[t * dims + j]
    distance = total(j, gap**2)
    spread = d.goal.left
    none = d.summed(d.forall(j, square(d, gap)))
    some = d.chain(d.identity(equals(number(0), none.formula.left)), none)
    weight = P[s] * P[t]
    bound = weight * distance**2 <= weight * (most**2 * distance)

    def unlikely(symbol: Any, other: Any) -> Callable[[Line], Line]:
        def found(none: Line) -> Line:
            nothing = d.arithmetic(equals(weight, 0), none, hints=[P[other]])
            trivial = d.obvious(0 * distance**2 <= 0 * (most**2 * distance))
            return d.rewrite(nothing, trivial, bound)

        return found

    def possible(one: Line, two: Line) -> Line:
        close = d.follows(distance <= most**2, d.at(d.at(near, s), t), one, two)
        return d.arithmetic(bound, close, some, hints=[weight * distance, weight])

    bounded = split_zero(d, P[s], unlikely(s, t), lambda one: split_zero(
        d, P[t], unlikely(t, s), lambda two: possible(one, two)
    ))
    pairs = d.summed(d.forall(s, d.summed(d.forall(t, bounded))))
    twice = d.cite("background/variance-of-pairs", P=P, f=f, d=dims)

    radius = total(j, apart(s, j) ** 2)
    covariance = total(s, P[s] * apart(s, j) * apart(s, k))
    level = d.summed(d.forall(s, d.arithmetic(
        P[s] * (2 * spread * radius - spread**2) <= P[s] * radius**2,
        square(d, radius - spread), hints=[P[s]],
    )))
    trace = square(d, dims * covariance - spread * same(j, k))
    traces = d.summed(d.forall(j, d.summed(d.forall(k, trace))))
    radii, covariances = total(s, P[s] * radius**2), total(j, total(k, covariance**2))
    high = d.arithmetic(spread**2 <= radii, level)
    wide = d.arithmetic(spread**2 <= dims * covariances, traces, hints=[1 / dims])
    moment = d.identity(equals(
        pairs.formula.left, 2 * radii + 2 * spread**2 + 4 * covariances
    ))
    product = d.arithmetic(
        4 * (dims + 1) * spread**2 <= 2 * dims * most**2 * spread, pairs, twice, moment, high, wide,
        hints=[dims],
    )

    ceiling = d.goal.right
    below = d.arithmetic(spread**2 <= ceiling * spread, product, hints=[1 / (dims + 1)])

    def over(larger: Line) -> Line:
        positive = d.chain(d.obvious(number(0) <= ceiling), larger)
        scaled = d.arithmetic(ceiling * spread < spread**2, larger, positive, hints=[spread])
        return absurd(d, d.goal, below, scaled)

    d.qed(split_order(d, spread, ceiling, lambda low: low, over))


@derives("background/half-logarithm.exponential")
def half_logarithm(d: Derivation) -> None:
    """The exponential increases."""
    h, w = d.var("h"), d.var("w")
    twice = d.arithmetic(2 * h <= log(w), *d.given)
    grown = d.cite("background/exponential-increasing", twice, r=2 * h, s=log(w))
    d.qed(d.chain(grown, d.identity(equals(exp(log(w)), w))))


@derives("background/half-logarithm.logarithm")
def half_exponential(d: Derivation) -> None:
    """The logarithm increases."""
    h, w = d.var("h"), d.var("w")
    grown = d.cite("background/log-increasing.positive", *d.given, u=w, v=exp(2 * h))
    d.qed(d.arithmetic(d.goal, grown))


@derives("background/half-logarithm.power")
def power(d: Derivation) -> None:
    """The exponential increases."""
    h, w = d.var("h"), d.var("w")
    twice = d.arithmetic(log(w) <= 2 * h, *d.given)
    grown = d.cite("background/exponential-increasing", twice, r=log(w), s=2 * h)
    d.qed(d.chain(d.identity(equals(w, exp(log(w)))), grown))


@derives("background/half-logarithm.convex")
def convex(d: Derivation) -> None:
    """ln x ≤ x − 1 at e^(2h − 2m) A/Y and at A/Y, for A = e^(2m) + s and Y = e^(2h) + s."""
    h, m, s = (d.var(name) for name in "hms")
    low, high = exp(2 * m) + s, exp(2 * h) + s
    tangents = [
        d.cite("background/log-tangent.line", x=x * low / high)
        for x in (exp(2 * h - 2 * m), number(1))
    ]
    d.qed(d.arithmetic(d.goal, *tangents, hints=[exp(2 * m) / low, s / low]))
