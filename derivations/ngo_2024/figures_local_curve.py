"""Fig. 3: the optimal LIP curve of the Gaussian mechanism falls to 0, and what is guaranteed at its
input Δ."""

from __future__ import annotations

from typing import Any

from derivations.patterns.local_privacy import height
from verified.language import (
    equals,
    exp,
    rational,
    sqrt,
    total,
)
from verified.papers.ngo_2024.figures import figure_input, places
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol, Term, number

SIZE = 21


def some_mass(d: Steps) -> Line:
    """Σ e^(−(i−10)²/50) ≥ 1 + … + e^(−2), its last eleven terms."""
    def whole(size: int) -> Term:
        i = Symbol("i", size)
        return total(i, height(i))

    line = d.obvious(number(0) <= whole(10))
    least: Term = number(0)
    for size in range(10, SIZE):
        last = d.have(
            equals(whole(size + 1), whole(size) + height(number(size))), "last-term")
        least = least + height(number(size))
        line = d.arithmetic(least <= whole(size + 1), line, last)
    return line


def near(d: Steps, centre: Any) -> Line:
    """No input is further than 2 from another: |x_s − x_k| ≤ 2, for the input with the number s."""
    k, point = d.fix(Symbol("k", SIZE)), places[centre]
    gap, reach = point - places[k], number(2) * 1
    same = d.identity(equals(gap, (centre - k) / 10))
    range_ = [d.obvious(side) for symbol in (number(centre), k)
              for side in (symbol >= 0, symbol <= SIZE - 1)]
    limits = [d.arithmetic(side, same, *range_) for side in (gap <= reach, -gap <= reach)]
    return d.forall(k, d.cite("background/absolute-value.least", *limits, r=gap, c=reach))


@derives("ngo-2024/figure-3.vanishes", "ngo-2024/figure-3.vanishes-hundredth")
def vanishes(d: Derivation) -> None:
    """For any inputs within reach."""
    eps, v, s = d.var("eps"), variance_of(d), d.fix(Symbol("s", SIZE))
    every_pair = d.forall(s, near(d, s))
    line = d.cite("lemma/local-curve.vanishes", every_pair, some_mass(d), P=figure_input, x=places,
                  v=v, t=number(1), eps=eps)
    a = Real("a", ">0")
    root = d.scalar(sqrt(a) > 0, values={a: v})
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right), root)))


@derives("ngo-2024/figure-3.decreasing", "ngo-2024/figure-3.decreasing-hundredth")
def decreasing(d: Derivation) -> None:
    """For any inputs."""
    levels = {"eps": d.var("eps"), "eps'": d.var("eps'")}
    d.qed(d.cite("lemma/local-curve.falls", *d.given, some_mass(d), P=figure_input, x=places,
                 v=variance_of(d), values=levels))


def variance_of(d: Derivation) -> Any:
    """The variance of the noise that a claim is about."""
    return d.goal.left.body.args[0].args[1].args[1]


@derives("ngo-2024/figure-3-repaired.guarantee", "ngo-2024/figure-3-repaired.guarantee-hundredth")
def guarantee(d: Derivation) -> None:
    """At ε = 0 the total variation from the farthest input is below 1 − 2^(−μ/p)."""
    eps, curve = d.var("eps"), d.goal.right
    share, mass = curve.args[0], some_mass(d)
    v = d.goal.left.args[1].args[1]
    e, m = Real("e", "(0,5]"), Real("m", ">0")
    line = d.cite("lemma/mixture-within.from", near(d, 20), mass, P=figure_input, x=places, v=v,
                  c=places[20], t=number(1), eps=eps)
    level = share.args[0]
    least = rational(2) if level == rational(1, 10) else rational(2, 5)
    t = Real("t", "[1/50,1/50]")
    some = d.scalar(
        least * exp(-100 * t) <= level * sum(
            (exp(-(k * k * t)) for k in range(11)), number(0)), values={t: rational(1, 50)})
    own = d.identity(equals(share, level * total(Symbol("i", SIZE), height(Symbol("i", SIZE)))
                            / height(number(20))), mass)
    more = d.arithmetic(share >= least, some, own, mass, hints=[1 / height(number(20))])
    floor = d.cite("ngo-2024/theorem-2a-limit.floor", more, mass, mu=share, eps=eps)
    lower = d.scalar(1 - 2 ** (-least) <= 1 - 2 ** (-m), more, given=[m >= least],
                     values={m: share})
    limit = d.given[0]
    apart = line.formula.right
    small = d.scalar(substitute(apart, {"eps": e}) <= 1 - 2 ** (-least), limit, values={e: eps})
    whole = d.chain(line, small, lower, floor)
    farthest = d.identity(equals(places[20], number(1)))
    d.qed(d.rewrite(farthest, whole, d.goal))
