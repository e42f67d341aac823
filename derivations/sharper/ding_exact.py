"""Noise on Gaussian and mixture priors: closed forms by citation, one least scale by data
processing, and rules with a share of δ for what lies near."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import exponential_less
from derivations.tools import absurd, split_absolute, split_maximum, split_order
from verified.language import absolute, equals, exp, log, normal_cdf
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, number


@derives("sharper/ding-exact.gaussian")
def gaussian(d: Derivation) -> None:
    """Gaussian numbers add up, and the divergence of two with one variance is known."""
    (order,) = d.given
    m, own, s, p = (d.var(name) for name in ("m", "m'", "s", "p"))
    summed = d.cite("background/gaussian-sums", r=m, s=own, v=s**2, w=s**2, p=p)
    known = d.cite("background/gaussian-hockey-stick", order, r=m, s=own, v=p + s**2)
    d.qed(d.chain(summed, known))


@derives("sharper/ding-exact.half-line-gaussian")
def gaussian_half_line(d: Derivation) -> None:
    """More noise never tells more."""
    order, enough = d.given
    d.qed(d.chain(d.cite("background/more-noise.gaussian", order), enough))


@derives("sharper/ding-exact.half-line-laplace")
def laplace_half_line(d: Derivation) -> None:
    """More noise never tells more."""
    order, enough = d.given
    d.qed(d.chain(d.cite("background/more-noise.laplace", order), enough))


def within(d: Steps, r: Any, s: Any, slack: Any, near: Line) -> Line:
    """The divergence of two Laplace laws is at most δ, from |r − s| ≤ b (ε − 2 ln(1 − δ))."""
    eps, b = d.var("eps"), d.var("b")
    half = (eps - absolute(number(r) - number(s)) / b) / 2
    value = d.cite("background/laplace-hockey-stick", r=r, s=s, u=b)
    less = d.arithmetic(log(1 - slack) <= half, near, hints=[1 / b])
    grown = exponential_less(d, log(1 - slack), half, less)
    whole = d.identity(equals(exp(log(1 - slack)), 1 - slack), d.obvious(1 - slack > 0))
    over = 1 - exp(half)
    small = d.arithmetic(over <= slack, grown, whole)
    some = d.obvious(0 <= slack)
    largest = split_maximum(d, 0, over, lambda _, at: d.arithmetic(
        value.formula.right <= slack, at, small, some
    ))
    return d.chain(value, largest)


@derives("sharper/ding-exact.points")
def points_near(d: Derivation) -> None:
    """Laplace laws that are near."""
    d.qed(within(d, d.var("m"), d.var("m'"), d.var("delta"), d.given[0]))


@derives("sharper/ding-exact.points-needed")
def points_far(d: Derivation) -> None:
    """Farther apart the divergence is above δ."""
    (given,) = d.given
    m, own, eps, b, delta = (d.var(name) for name in ("m", "m'", "eps", "b", "delta"))
    apart = absolute(m - own)
    value = d.cite("background/laplace-hockey-stick", r=m, s=own, u=b)
    half = (eps - apart / b) / 2
    over = 1 - exp(half)
    most = split_maximum(d, 0, over, lambda order, at: d.arithmetic(
        over <= delta, order, at, value, given
    ))

    def far(high: Line) -> Line:
        less = d.arithmetic(half < log(1 - delta), high, hints=[1 / b])
        x, y = Real("x"), Real("y")
        end = log(1 - delta)
        shrinks = d.scalar(exp(x) < exp(y), less, given=[x < y], values={x: half, y: end})
        whole = d.identity(equals(exp(log(1 - delta)), 1 - delta), d.obvious(1 - delta > 0))
        return absurd(d, d.goal, d.arithmetic(1 - delta <= exp(half), most),
                      d.arithmetic(exp(half) < 1 - delta, shrinks, whole))

    d.qed(split_order(d, apart, b * (eps - 2 * log(1 - delta)), lambda low: low, far))


@derives("sharper/ding-exact.translation")
def translation(d: Derivation) -> None:
    """Data processing, and Laplace laws that are near."""
    (near,) = d.given
    move, delta = d.var("a"), d.var("delta")
    moved = d.cite("background/noised-couplings.mixture-moved", a=move)
    same = d.identity(equals(move - 0, move))
    close = d.rewrite(same, near, absolute(move - 0) <= near.formula.right)
    d.qed(d.chain(moved, within(d, move, number(0), delta, close)))


@derives("sharper/ding-exact.gaussian-priors")
def gaussian_priors(d: Derivation) -> None:
    """The coupling of the two priors, split at a distance t."""
    positive, near = d.given
    m, own_m, s, own_s, t, part = (d.var(name) for name in ("m", "m'", "s", "s'", "t", "d"))
    gap, wide = m - own_m, absolute(s - own_s)
    split = d.cite(
        "background/noised-couplings.gaussian", positive, r=m, s=own_m, u=s, w=own_s, t=t
    )
    own = split_absolute(d, 0 - t, lambda _, at: d.arithmetic(
        absolute(0 - t) <= near.formula.right, at, near, d.obvious(0 <= t)
    ))
    close = within(d, number(0), t, part, own)
    variance = d.arithmetic(wide**2 > 0, positive, hints=[wide])
    low, high = (
        d.cite("background/gaussian-below", variance, r=gap, v=wide**2, t=end) for end in (-t, t)
    )
    first = d.identity(equals(low.formula.right, normal_cdf((-t - gap) / wide)), positive)
    second = d.identity(equals(high.formula.right, normal_cdf((t - gap) / wide)), positive)
    d.qed(d.arithmetic(d.goal, split, close, low, high, first, second, positive))


@derives("sharper/ding-exact.gain")
def gain(d: Derivation) -> None:
    """ln(1 − δ) is at most 0."""
    x = Real("x", "[0,1)")
    d.qed(d.arithmetic(d.goal, d.scalar(log(1 - x) <= 0, values={x: d.var("delta")})))
