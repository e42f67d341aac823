"""Proofs of how fast the density of a Gaussian number with Laplace noise changes."""

from __future__ import annotations

from typing import Any

from derivations.patterns.noised import unit_root
from derivations.patterns.numbers import exponential_less
from derivations.tools import absurd, split_order
from verified.language import Real, exp, normal_cdf, pi, sqrt
from verified.papers.lemmas.noised_densities import density
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Term, number


def scaled(d: Steps, low: Any, high: Any, factor: Any, bound: Any, line: Line, less: Line) -> Line:
    """low ≤ e^bound high, from low ≤ e^factor high and factor ≤ bound, for high ≥ 0."""
    grown = exponential_less(d, factor, bound, less)
    some = d.scalar(number(high) >= 0)
    larger = d.arithmetic(exp(factor) * high <= exp(bound) * high, grown, some, hints=[high])
    return d.chain(line, larger)


@derives("lemma/noised-densities.moved")
def moved(d: Derivation) -> None:
    """e^u times the density never falls with u, and e^(−u) times it never grows."""
    u, v, s, r = (d.var(name) for name in ("u", "v", "s", "r"))
    right, left = d.given

    def along(sign: int, order: Line, less: Line) -> Line:
        weighted = d.scalar(
            exp(sign * u) * density(u, s) <= exp(sign * v) * density(v, s), order,
            given=[order.theorem.conclusion],
        )
        factor = sign * (v - u)
        line = d.arithmetic(
            density(u, s) <= exp(factor) * density(v, s), weighted, hints=[exp(-sign * u)]
        )
        return scaled(d, density(u, s), density(v, s), factor, r, line, less)

    d.qed(split_order(
        d, u, v, lambda order: along(1, order, left),
        lambda order: along(-1, d.arithmetic(v <= u, order), right),
    ))


@derives("lemma/noised-densities.wider")
def wider(d: Derivation) -> None:
    """e^(−s²/2) times the density never grows with s."""
    u, s, t = (d.var(name) for name in ("u", "s", "t"))
    line = d.scalar(
        exp(-(t**2) / 2) * density(u, t) <= exp(-(s**2) / 2) * density(u, s), *d.given,
        given=[s <= t],
    )
    d.qed(d.arithmetic(d.goal, line, hints=[exp(t**2 / 2)]))


def tails(u: Any, s: Any) -> Term:
    """e^(−s²/2) times the density."""
    found: Term = exp(-number(u)) * normal_cdf(u / s - s) + exp(number(u)) * normal_cdf(-u / s - s)
    return found


def slope(u: Any, s: Any) -> Term:
    """By how much that falls with s, over 1 + s."""
    found: Term = 2 * exp(-(u**2) / (2 * s**2) - s**2 / 2) / sqrt(2 * pi()) / (1 + s)
    return found


def weight(s: Any) -> Term:
    """e^(s + s²/2)."""
    found: Term = exp(s + number(s) ** 2 / 2)
    return found


@derives("lemma/noised-densities.far")
def far(d: Derivation) -> None:
    """From the deviation z back, e^(s + s²/2) (tails + c) never falls with s, where c is the
    difference of slope and tails at z."""
    u, s, t, z = (d.var(name) for name in ("u", "s", "t", "z"))
    first, second = d.given
    rest = slope(u, z) - tails(u, z)
    line = d.scalar(
        weight(s) * (tails(u, s) + rest) <= weight(t) * (tails(u, t) + rest), first, second,
        given=[s <= t, t <= z],
        seconds=100,
    )
    heavier = d.scalar(weight(s) <= weight(t), first, given=[s <= t])
    root = unit_root(d)
    e, power = Real("e"), -(u**2) / (2 * z**2) - z**2 / 2
    small = d.scalar(
        2 * exp(e) / sqrt(2 * pi()) / (1 + z) <= 1 / z, d.scalar(power <= 0), given=[e <= 0],
        values={e: power},
    )
    some = d.scalar(tails(u, z) >= 0)
    low = d.arithmetic(rest <= 1 / z, small, some, root)
    room = d.arithmetic(0 <= weight(t) - weight(s), heavier)
    more = d.arithmetic(
        (weight(t) - weight(s)) * rest <= (weight(t) - weight(s)) / z, low, room, root,
        hints=[weight(t) - weight(s)],
    )
    less = d.obvious(0 <= weight(s) / z)
    d.qed(d.arithmetic(d.goal, line, more, less, root))


@derives("lemma/noised-densities.near")
def near(d: Derivation) -> None:
    """With z so large that e^(t + t²/2)/z is less than the room."""
    t, w = (d.var(name) for name in ("t", "w"))
    (given,) = d.given
    h, top = Real("h", ">0"), weight(t)
    z = t + top / w
    beyond = d.obvious(0 <= top / w)
    order, large = d.arithmetic(t <= z, beyond), d.obvious(0 < z, beyond)
    line = d.cite("lemma/noised-densities.far", given, order, large, z=z)
    share = d.scalar(h / (t + h / w) < w, values={h: top})
    d.qed(d.arithmetic(d.goal, line, share))


@derives("lemma/noised-densities.narrower")
def narrower(d: Derivation) -> None:
    """e^s times the density never falls with s: were it lower, the gap would leave room."""
    u, s, t = (d.var(name) for name in ("u", "s", "t"))
    (given,) = d.given
    low, high = exp(s) * density(u, s), exp(t) * density(u, t)

    def over(above: Line) -> Line:
        positive = d.arithmetic(0 < low - high, above)
        line = d.cite("lemma/noised-densities.near", given, positive, w=low - high)
        return absurd(d, low <= high, line)

    line = split_order(d, low, high, lambda order: order, over)
    d.qed(d.arithmetic(d.goal, line, hints=[exp(-s)]))


@derives("lemma/noised-densities.apart")
def apart(d: Derivation) -> None:
    """First the mean, then the deviation."""
    u, v, s, t, r, c = (d.var(name) for name in ("u", "v", "s", "t", "r", "c"))
    right, left, _, growing, falling, _ = d.given
    first = d.cite("lemma/noised-densities.moved", right, left, u=u, v=v, s=s, r=r)

    def up(order: Line) -> Line:
        line = d.cite("lemma/noised-densities.narrower", order, u=v, s=s, t=t)
        return scaled(d, density(v, s), density(v, t), t - s, c, line, growing)

    def down(order: Line) -> Line:
        least = d.arithmetic(t <= s, order)
        line = d.cite("lemma/noised-densities.wider", least, u=v, s=t, t=s)
        return scaled(d, density(v, s), density(v, t), (s**2 - t**2) / 2, c, line, falling)

    second = split_order(d, s, t, up, down)
    d.qed(d.arithmetic(d.goal, first, second, hints=[exp(r)]))
