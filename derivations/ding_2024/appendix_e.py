"""Proofs of the steps of Appendix E that hold, and of what (34) is for."""

from __future__ import annotations

from typing import Any

from derivations.patterns.noise import mean_square, not_negative
from derivations.patterns.noised import near_kernels, unit_root
from derivations.patterns.numbers import below_root
from derivations.tools import absurd, split_absolute, split_maximum, split_order
from verified.language import absolute, equals, exp, maximum, pi, sqrt, total
from verified.papers.ding_2024.appendix_e import law, shortfall, symbol, values
from verified.papers.lemmas.noise import SLOPE
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, number


@derives("ding-2024/appendix-e.kernel")
def kernels(d: Derivation) -> None:
    """The triangle inequality."""
    eps, b, x, other, y = (d.var(name) for name in ("eps", "b", "x", "x'", "y"))
    grown = near_kernels(d, y - x, y - other, x - other)
    d.qed(d.arithmetic(d.goal, grown, hints=[exp(eps) / (2 * b)]))


@derives("ding-2024/appendix-e.positive-part")
def positive_part(d: Derivation) -> None:
    """p u ≤ p [u]_+ ≤ [u]_+."""
    p, u = d.var("p"), shortfall(d.var("d"))
    d.qed(split_maximum(d, 0, u, lambda order, at: d.arithmetic(
        d.goal, order, at, hints=[p, 1 - p]
    )))


@derives("ding-2024/appendix-e.eq-32")
def exponential(d: Derivation) -> None:
    """1 + u ≤ e^u."""
    eps, b, far = d.var("eps"), d.var("b"), d.var("d")
    grown = d.cite("background/log-tangent.exponential", eps=eps - far / b)
    d.qed(split_maximum(d, 0, shortfall(far), lambda s1, a1: split_maximum(
        d, 0, far / b - eps, lambda s2, a2: d.arithmetic(d.goal, s1, a1, s2, a2, grown)
    )))


def mean_of(d: Derivation, part: Any, bounded: Line, root: Any) -> Line:
    """Σ p f ≤ √(Σ p r²), from f² ≤ r², by Σ p (f − a)² ≥ 0 for a = Σ p f."""
    k = d.fix(symbol)
    mean = total(symbol, law[symbol] * part(symbol))
    squares = total(symbol, law[symbol] * root(symbol) ** 2)
    apart = not_negative(d, mean - part(k))
    each = d.arithmetic(
        law[k] * (2 * mean * part(k) - mean**2) <= law[k] * root(k) ** 2, apart, bounded,
        hints=[law[k]],
    )
    line = d.summed(d.forall(k, each))
    least = d.identity(equals(mean * mean, line.formula.left))
    return below_root(d, mean, squares, d.chain(least, line), mean_square(d, squares))


@derives("ding-2024/appendix-e.eq-33")
def mean_square_root(d: Derivation) -> None:
    """[u]_+² ≤ u²."""
    u = values[d.fix(symbol)]
    some = not_negative(d, u)
    bounded = split_maximum(d, 0, u, lambda order, at: d.arithmetic(
        maximum(0, u) ** 2 <= u**2, at, some, hints=[maximum(0, u)]
    ))
    d.qed(mean_of(d, lambda k: maximum(0, values[k]), bounded, lambda k: values[k]))


@derives("ding-2024/appendix-e-repaired.cost")
def cost_of_plan(d: Derivation) -> None:
    """[|u|/b − ε]_+ ≤ |u|/b, and the mean of |u| is at most the root of that of u²."""
    b, eps = d.var("b"), d.var("eps")
    k = d.fix(symbol)
    u = values[k]
    square = split_absolute(d, u, lambda order, at: d.arithmetic(
        absolute(u) ** 2 <= u**2, at, hints=[absolute(u)]
    ))
    mean = mean_of(d, lambda k: absolute(values[k]), square, lambda k: values[k])
    low = d.obvious(number(0) <= absolute(u) / b)
    each = split_maximum(d, 0, absolute(u) / b - eps, lambda order, at: d.arithmetic(
        law[k] * maximum(0, absolute(u) / b - eps) <= law[k] * absolute(u) / b, at, low,
        hints=[law[k]],
    ))
    line = d.summed(d.forall(k, each))
    inside = mean_square(d, total(symbol, law[symbol] * values[symbol] ** 2))
    scaled = d.identity(equals(line.formula.right, mean.formula.left / b))
    d.qed(d.chain(line, scaled, d.arithmetic(
        mean.formula.left / b <= d.goal.right, mean, inside, hints=[1 / b]
    )))


@derives("ding-2024/appendix-e-repaired.eq-34")
def least_of_couplings(d: Derivation) -> None:
    """With r ≥ u > 0 for the deviations of X − X' the mean of |X − X'| grows by at most
    √(2/π) (r − u), and r² − u² is at least 2u (r − u)."""
    apart, correlated, near = d.given
    gap = d.var("m") - d.var("m'")
    b, eps = d.var("b"), d.var("eps")
    s, t, c = d.var("s"), d.var("s'"), d.var("c")
    least, spread = (s - t) ** 2, s**2 + t**2 - 2 * c
    u, r = Real("u", ">0"), Real("r", ">0")
    at_most = below_product(d, c, s * t, correlated)
    more = d.arithmetic(least <= spread, at_most)
    small = d.scalar(sqrt(r) > 0, apart, values={r: least})
    some = d.arithmetic(0 < spread, more, apart)
    large = d.scalar(sqrt(r) > 0, some, values={r: spread})
    wider = d.scalar(sqrt(u) <= sqrt(r), more, apart, some, given=[u <= r],
                     values={u: least, r: spread})
    grown = d.cite("lemma/mean-distance-grows", more, apart, some, r=gap, v=least, w=spread)
    positive, unit = unit_root(d), d.scalar(sqrt(2 / pi()) > 0)
    product = sqrt(2 / pi()) * sqrt(2 * pi())
    square = d.identity(equals(product**2, 4), positive, unit)
    whole = d.arithmetic(0 < product, positive, unit, hints=[sqrt(2 / pi())])
    high = split_order(d, product, 2, lambda low: low, lambda over: absurd(
        d, product <= 2, d.arithmetic(4 < product**2, over, hints=[product, 2]), square))
    low = split_order(d, 2, product, lambda low: low, lambda under: absurd(
        d, 2 <= product, d.arithmetic(product**2 < 4, under, whole, hints=[product, 2]), square))
    share = [1 / sqrt(2 * pi())]
    most = d.arithmetic(sqrt(2 / pi()) <= SLOPE, high, positive, hints=share)
    least_slope = d.arithmetic(SLOPE <= sqrt(2 / pi()), low, positive, hints=share)
    same = d.obvious(equals(sqrt(2 / pi()), SLOPE), most, least_slope, positive)
    d.qed(d.arithmetic(d.goal, grown, wider, near, same, small, large, apart, some,
                       hints=[2 * eps / b, (sqrt(spread) - sqrt(least)) / b**2]))


def below_product(d: Derivation, c: Any, limit: Any, square: Line) -> Line:
    """c ≤ st from c² ≤ s²t², where st > 0."""
    return split_order(d, c, limit, lambda low: low, lambda over: absurd(
        d, c <= limit, d.arithmetic(limit**2 < c**2, over, hints=[limit, c]), square))
