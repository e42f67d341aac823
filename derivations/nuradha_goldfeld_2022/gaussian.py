"""Remarks 4, 5, 7 and 8: levels of Gaussian noise."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import each_pair, looser
from derivations.patterns.numbers import growing
from derivations.tools import ZERO, absurd, split_absolute, split_maximum, split_order
from verified.language import (
    absolute,
    differential_entropy,
    equals,
    exp,
    gaussian,
    log,
    pi,
    rational,
    sqrt,
)
from verified.papers.nuradha_goldfeld_2022.gaussian import entropy_power
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, number

# --- Remark 8 -------------------------------------------------------------------------------------


def _square(d: Derivation, r: Any) -> Line:
    """|r|² = r²."""
    return split_absolute(d, r, lambda sign, value: d.arithmetic(
        equals(absolute(r) ** 2, r**2), value, hints=[r, absolute(r)]
    ))


@derives(
    "nuradha-goldfeld-2022/remark-8-correlation-repaired.only-if",
    "nuradha-goldfeld-2022/remark-8-correlation@absolute",
)
def weak_correlation(d: Derivation) -> None:
    """The square of |ρ| ≤ √(1 − e^(−2ε)), times e^(2ε) V."""
    V, rho, eps = d.var("V"), d.var("rho"), d.var("eps")
    (given,) = d.given
    ratio, grown = given.formula.right, growing(d, 2 * eps)
    square = _square(d, rho)
    below = d.arithmetic(
        absolute(rho) ** 2 <= ratio**2, given, grown, hints=[ratio, absolute(rho)]
    )
    d.qed(d.arithmetic(d.goal, below, square, grown, hints=[V * exp(2 * eps)]))


@derives("nuradha-goldfeld-2022/remark-8-correlation-repaired.if")
def weak_correlation_back(d: Derivation) -> None:
    """Were |ρ| larger, so would be its square."""
    V, rho, eps = d.var("V"), d.var("rho"), d.var("eps")
    (given,) = d.given
    ratio, grown = d.goal.right, growing(d, 2 * eps)
    square = _square(d, rho)

    def larger(high: Line) -> Line:
        above = d.arithmetic(
            ratio**2 < absolute(rho) ** 2, high, grown, hints=[ratio, absolute(rho)]
        )
        return absurd(d, d.goal, given, square, above, grown, hints=[V * exp(2 * eps)])

    d.qed(split_order(d, absolute(rho), ratio, lambda low: low, larger, grown))


# --- Remark 4 -------------------------------------------------------------------------------------


@derives("nuradha-goldfeld-2022/remark-4-classic.implied")
def information_then_closeness(d: Derivation) -> None:
    """Lemma 2 of Cuff and Yu, and a larger ε."""
    M, eps, larger = d.var("M"), d.var("eps"), d.var("eps'")
    (given,) = d.given
    private = d.cite("cuff-yu-2016/lemma-2", given)
    level = sqrt(2 * eps)
    d.qed(each_pair(
        d, M, larger, level,
        lambda P, Q, close: looser(d, close, P, Q, ZERO, larger, level, level),
        private, (0, level),
    ))


@derives("nuradha-goldfeld-2022/remark-4-classic.gaussian")
def classical_noise(d: Derivation) -> None:
    """The classical Gaussian mechanism; for √(2ε) ≥ 1 anything is close enough."""
    near, enough = d.given
    eps, order, most, t, v = (d.var(name) for name in ("eps", "eps'", "Delta", "t", "v"))
    level = sqrt(2 * eps)
    x = Real("x", ">0")
    root = d.scalar(sqrt(x) > 0, values={x: 2 * eps})

    def large(more: Line) -> Line:
        sides = (number(0), t), (t, number(0))
        return d.both(*(
            d.chain(d.cite(
                "background/gaussian-divergence.at-most-one", r=one, s=other, v=v, eps=order
            ), more)
            for one, other in sides
        ))

    def small(less: Line) -> Line:
        ratio = d.arithmetic(number(1) <= rational(5, 4) / level, less, root, hints=[1 / level])
        y = Real("y", ">=1")
        positive = d.scalar(log(y) >= 0, ratio, root, values={y: rational(5, 4) / level})
        logarithm = positive.formula.left
        square = d.arithmetic(t**2 <= most**2, near, hints=[t, most])
        below = d.arithmetic(
            2 * logarithm * t**2 / order**2 <= v, enough, square, positive, root,
            hints=[logarithm / order**2],
        )
        return d.cite(
            "background/gaussian-mechanism", below, root, v=v, t=t, eps=order, delta=level
        )

    d.qed(split_order(d, 1, level, large, small, root))


@derives("nuradha-goldfeld-2022/remark-7-ap-level-repaired")
def private_attribute(d: Derivation) -> None:
    """The classical Gaussian mechanism, with the variance that remains given the secret."""
    low, enough = d.given
    t, v, eps, delta, added = (d.var(name) for name in ("t", "v", "eps", "delta", "s2"))
    needed = 2 * log(rational(5, 4) / delta) * t**2 / eps**2
    below = split_maximum(d, needed - v, 0, lambda order, value: d.arithmetic(
        needed <= v + added, enough, order, value
    ))
    d.qed(d.cite(
        "background/gaussian-mechanism", below, low, v=v + added, t=t, eps=eps, delta=delta
    ))


def _positive_parts(d: Derivation) -> tuple[Line, ...]:
    """e^(2ε/d) − 1 > 0, √(2ε) > 0, and ln(1.25/√(2ε)) > 0 where √(2ε) < 1.25."""
    eps, dims = d.var("eps"), d.var("d")
    level, most = sqrt(2 * eps), rational(5, 4)
    x = Real("x", ">0")
    root = d.scalar(sqrt(x) > 0, values={x: 2 * eps})
    room = d.arithmetic(number(1) < most / level, d.given[0], root, hints=[1 / level])
    logarithm = d.scalar(log(x) > 0, room, root, given=[x > 1], values={x: most / level})
    grown = growing(d, 2 * eps / dims)
    product = grown.formula.left * logarithm.formula.left
    positive = d.arithmetic(product > 0, grown, logarithm, root, hints=[grown.formula.left])
    radicand = dims * grown.formula.left * logarithm.formula.left
    inside = d.arithmetic(radicand > 0, positive, grown, root, hints=[dims])
    return grown, root, logarithm, inside


@derives("nuradha-goldfeld-2022/remark-4-compare-repaired.any-dimension.only-if")
def less_noise(d: Derivation) -> None:
    """The square of the hypothesis, times Δ²/(2 ε'² d(e^(2ε/d) − 1))."""
    threshold, eps = d.given[1].formula.right, d.var("eps'")
    own, classic = d.goal.left, d.goal.right
    parts = _positive_parts(d)
    square = d.arithmetic(eps**2 < threshold**2, d.given[1], *parts, hints=[eps, threshold])
    d.qed(d.arithmetic(own < classic, square, *parts, hints=[own / eps**2]))


@derives("nuradha-goldfeld-2022/remark-4-compare-repaired.any-dimension.if")
def less_noise_back(d: Derivation) -> None:
    """Were ε' no smaller than the threshold, the classic noise would be no larger."""
    threshold, eps = d.goal.right, d.var("eps'")
    parts = _positive_parts(d)

    def larger(high: Line) -> Line:
        square = d.arithmetic(
            threshold**2 <= eps**2, high, *parts, hints=[eps, threshold]
        )
        scale = 2 * d.var("d") * parts[0].formula.left / d.var("Delta") ** 2
        most = d.arithmetic(eps**2 < threshold**2, d.given[1], *parts, hints=[eps**2 * scale])
        return absurd(d, d.goal, square, most, *parts)

    d.qed(split_order(d, threshold, eps, larger, lambda low: low, *parts))


@derives("nuradha-goldfeld-2022/remark-4-compare@one-dimension")
def less_noise_on_the_line(d: Derivation) -> None:
    """The case d = 1."""
    defined, single, given = d.given
    own = "nuradha-goldfeld-2022/remark-4-compare-repaired.any-dimension.only-if"
    parts = _positive_parts(d)
    goal = d.var("eps'") < 2 * sqrt(parts[-1].formula.left)
    simple = d.arithmetic(
        substitute(goal, {"d": number(1)}), given, *(d.rewrite(single, part) for part in parts)
    )
    d.qed(d.cite(own, defined, d.rewrite(single, simple, goal)))


# --- Remarks 5 and 7 ------------------------------------------------------------------------------


def entropy_of(d: Derivation, variance: Any, *lines: Line) -> Line:
    """h(N(0, v)) = ½ ln(2πe v)."""
    return d.cite("background/gaussian-entropy", *lines, values={"r": ZERO, "v": variance})


@derives("nuradha-goldfeld-2022/remark-5.sensitivity")
def unbounded_average(d: Derivation) -> None:
    """The entry moves by n K."""
    n, x, K = d.var("n"), d.var("x"), d.var("K")
    gap = (x + n * K) / n - x / n
    same = d.identity(equals(gap, K))
    d.qed(split_absolute(d, gap, lambda order, value: d.arithmetic(d.goal, order, value, same)))


@derives("nuradha-goldfeld-2022/remark-5-repaired.enough")
def enough_noise(d: Derivation) -> None:
    """½ ln(1 + v/(n² σ²)) with σ² = s/(n²(e^(2ε) − 1)) and v ≤ s."""
    n, s, v, eps = (d.var(name) for name in ("n", "s", "v", "eps"))
    (given,) = d.given
    grown = growing(d, 2 * eps)
    needed = s / (n**2 * (exp(2 * eps) - 1))
    added = d.obvious(needed > 0, grown)
    whole = v / n**2 + needed
    summed = d.arithmetic(whole > 0, added, grown, hints=[v / n**2])
    above, below = entropy_of(d, whole, summed, grown), entropy_of(d, needed, added, grown)
    unit = 2 * pi() * exp(1)
    most = d.arithmetic(
        unit * whole <= unit * needed * exp(2 * eps), given, grown, added,
        hints=[unit / n**2],
    )
    scaled = d.arithmetic(unit * whole > 0, summed, grown, hints=[unit])
    logs = d.cite("background/log-increasing.positive", most, scaled, summed, added, grown,
                  values={"u": unit * whole, "v": unit * needed * exp(2 * eps)})
    d.qed(d.arithmetic(d.goal, above, below, logs, scaled, summed, added, grown))


@derives("nuradha-goldfeld-2022/remark-5-repaired.level")
def least_noise(d: Derivation) -> None:
    """½ ln((s/n² + σ²)/σ²) with σ² = s/(n²(e^(2ε) − 1)) is ε."""
    n, s, eps = (d.var(name) for name in ("n", "s", "eps"))
    grown = growing(d, 2 * eps)
    needed = s / (n**2 * (exp(2 * eps) - 1))
    added = d.obvious(needed > 0, grown)
    whole = s / n**2 + needed
    summed = d.arithmetic(whole > 0, added, grown)
    above, below = entropy_of(d, whole, summed, grown), entropy_of(d, needed, added, grown)
    same = d.identity(equals(whole, needed * exp(2 * eps)), grown)
    logs = d.rewrite(same, above)
    gap = logs.formula.left - below.formula.left
    level = d.arithmetic(equals(gap, eps), logs, below, added, grown)
    d.qed(d.rewrite(d.turn(equals(needed * exp(2 * eps), whole), same), level, d.goal))


@derives("nuradha-goldfeld-2022/remark-7@turned")
def gaussian_level(d: Derivation) -> None:
    """exp(2h − 1)/2π is the variance of a Gaussian law of entropy h."""
    v, eps = d.var("v"), d.var("eps")
    entropy = entropy_of(d, v)
    power = entropy_power(differential_entropy(gaussian(0, v)), turned=True)
    written = entropy_power(log(2 * pi() * exp(1) * v) / 2, turned=True)
    equal = d.rewrite(entropy, d.identity(equals(written, v)), equals(power, v))
    same = d.identity(equals(d.goal.right, d.goal.right), growing(d, 2 * eps))
    d.qed(d.rewrite(equal, same, d.goal))


@derives("nuradha-goldfeld-2022/remark-7-divergence.feasible")
def feasible(d: Derivation) -> None:
    """V + σ² ≤ e^(2ε)(v + σ²)."""
    V, v, s, eps = (d.var(name) for name in ("V", "v", "s2", "eps"))
    _, enough = d.given
    grown = growing(d, 2 * eps)
    level = enough.formula.right
    excess = level.args[0]
    least = split_maximum(d, excess, 0, lambda order, value: d.arithmetic(
        excess <= s, order, value, enough, grown), grown)
    whole = d.arithmetic(V + s <= exp(2 * eps) * (v + s), least, grown,
                         hints=[grown.formula.left])
    ratio = d.arithmetic((V + s) / (v + s) <= exp(2 * eps), whole, hints=[1 / (v + s)])
    positive = d.obvious((V + s) / (v + s) > 0)
    logs = d.cite("background/log-increasing.positive", ratio, positive,
                  values={"u": (V + s) / (v + s), "v": exp(2 * eps)})
    d.qed(d.arithmetic(d.goal, logs))


@derives("nuradha-goldfeld-2022/remark-7-divergence.finite")
def finite(d: Derivation) -> None:
    """What is taken off isn't negative."""
    V, v, eps = (d.var(name) for name in ("V", "v", "eps"))
    grown = growing(d, 2 * eps)
    level = d.goal.left
    excess = level.args[0]
    below = d.arithmetic(excess <= d.goal.right, grown,
                         hints=[v * exp(2 * eps) / grown.formula.left])
    d.qed(split_maximum(d, excess, 0, lambda order, value: d.arithmetic(
        d.goal, order, value, below, grown, hints=[V / grown.formula.left]), grown))


@derives("nuradha-goldfeld-2022/remark-7-divergence.gap@correlated")
def unbounded_gap(d: Derivation) -> None:
    """The means at a and a + K w/c are K apart."""
    other, bound = d.given[1], d.var("K")
    inside = d.goal.left.args[0]
    gap = d.identity(equals(inside, -bound), other)
    d.qed(split_absolute(d, inside, lambda sign, value: d.arithmetic(
        d.goal, sign, value, gap, other
    ), other))
