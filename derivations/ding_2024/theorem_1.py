"""Proofs of Theorem 1, of its steps, and on point masses.

The priors are coupled by X' = T(X). Given both numbers the responses are Laplace laws |X − X'|
apart, and X − X' is Gaussian: what is farther than εb has a tail of at most δ.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.noised import covered, times_eps
from derivations.tools import absurd, split_absolute, split_maximum, split_order, split_zero
from verified.language import absolute, equals, exp, normal_cdf
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, number


def below(d: Steps, low: Any, high: Any, order: Line, *lines: Line) -> Line:
    """Φ(low) ≤ Φ(high)."""
    return d.cite("background/normal-cdf.increasing", order, *lines, x=low, y=high)


@derives("ding-2024/theorem-1@deviation")
def theorem_1(d: Derivation) -> None:
    """By the coupling of the two priors."""
    tail, given = d.given
    names = ("m", "m'", "s", "s'", "t", "eps", "delta", "b")
    m, own_m, s, own_s, t, eps, delta, b = (d.var(name) for name in names)
    enough = times_eps(d, given, eps)
    gap, wide = m - own_m, absolute(s - own_s)
    some = d.arithmetic(0 <= delta, tail, d.obvious(normal_cdf(-t) > 0))

    def alike(zero: Line) -> Line:
        same = split_absolute(d, s - own_s, lambda _, at: d.arithmetic(equals(own_s, s), at, zero))
        near = d.arithmetic(absolute(gap) <= eps * b, d.rewrite(zero, enough))
        moved = d.cite("background/noised-couplings.gaussian-moved", r=m, s=own_m, v=s**2)
        line = d.chain(moved, covered(d, m, own_m, b, eps, near), some)
        return d.rewrite(same, line, d.goal)

    def different(positive: Line) -> Line:
        reach = eps * b
        split = d.cite(
            "background/noised-couplings.gaussian", positive, r=m, s=own_m, u=s, w=own_s, t=reach
        )
        own = split_absolute(d, 0 - reach, lambda _, at: d.arithmetic(
            absolute(0 - reach) <= eps * b, at, hints=[reach]
        ))
        close = covered(d, number(0), reach, b, eps, own)
        variance = d.arithmetic(wide**2 > 0, positive, hints=[wide])
        low, high = (
            d.cite("background/gaussian-below", variance, r=gap, v=wide**2, t=end)
            for end in (-reach, reach)
        )
        left, right = (line.formula.right for line in (low, high))
        first = d.identity(equals(left, normal_cdf((-reach - gap) / wide)), positive)
        second = d.identity(equals(right, normal_cdf((reach - gap) / wide)), positive)
        sides = d.cite("background/absolute-value.above", r=gap)
        lower = below(d, (-reach - gap) / wide, -t, d.arithmetic(
            (-reach - gap) / wide <= -t, enough, d.piece(sides, 1), positive, hints=[1 / wide]
        ), positive)
        upper = below(d, t, (reach - gap) / wide, d.arithmetic(
            t <= (reach - gap) / wide, enough, d.piece(sides, 0), positive, hints=[1 / wide]
        ), positive)
        mirrored = d.cite("background/normal-cdf.symmetric", x=t)
        return d.arithmetic(
            d.goal, split, close, low, high, first, second, lower, upper, mirrored, tail, positive
        )

    d.qed(split_zero(d, wide, alike, different))


# --- point masses ---------------------------------------------------------------------------------


@derives("ding-2024/l1-sensitivity.reduces")
def reduces(d: Derivation) -> None:
    """|0| τ is 0."""
    zero = split_absolute(d, number(0), lambda _, at: d.arithmetic(
        equals(absolute(number(0)), 0), at
    ))
    d.qed(d.rewrite(zero, d.identity(equals(
        (absolute(d.var("m") - d.var("m'")) + 0 * d.var("t")) / d.var("eps"), d.goal.right
    )), d.goal))


@derives("ding-2024/l1-sensitivity.private", "ding-2024/l1-sensitivity-sharp.only-if")
def laplace_mechanism(d: Derivation) -> None:
    """Laplace laws at most εb apart."""
    (given,) = d.given
    m, own, eps, b = (d.var(name) for name in ("m", "m'", "eps", "b"))
    near = times_eps(d, given, eps)
    back = split_absolute(d, m - own, lambda order, at: split_absolute(
        d, own - m, lambda other, to: d.arithmetic(
            absolute(own - m) <= eps * b, order, at, other, to, near
        )
    ))
    d.qed(d.both(covered(d, m, own, b, eps, near), covered(d, own, m, b, eps, back)))


@derives("ding-2024/l1-sensitivity-sharp.if")
def no_smaller(d: Derivation) -> None:
    """Farther apart the divergence is positive."""
    (given,) = d.given
    m, own, eps, b = (d.var(name) for name in ("m", "m'", "eps", "b"))
    apart = absolute(m - own)
    value = d.cite("background/laplace-hockey-stick", r=m, s=own, u=b)
    none = d.piece(given, 0)
    over = 1 - exp((eps - apart / b) / 2)
    most = split_maximum(d, 0, over, lambda order, at: d.arithmetic(
        over <= 0, order, at, value, none
    ))
    x = Real("x")
    half = (eps - apart / b) / 2

    def far(high: Line) -> Line:
        less = d.arithmetic(half < 0, high, hints=[1 / b, eps, eps / b])
        shrinks = d.scalar(exp(x) < 1, less, given=[x < 0], values={x: half})
        return absurd(d, d.goal, most, shrinks)

    d.qed(split_order(d, apart / eps, b, lambda low: low, far))
