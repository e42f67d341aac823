"""Patterns on densities of laws on the line: integrals of a Laplace or Gaussian density over a
half-line, in closed form."""

from __future__ import annotations

from typing import Any

from derivations.patterns.integrals import integrated, of_two
from derivations.patterns.numbers import exponential_less
from derivations.tools import substitute_bound, turned
from verified.language import density, equals, exp, gaussian, laplace, maximum, normal_cdf, pi, sqrt
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Real, Term, number


def beside(place: Any, away: Any, way: int) -> Term:
    """The number that lies so far left (−1) or right (1) of a place."""
    found: Term = number(place) - away if way < 0 else number(place) + away
    return found


def short(mean: Any, place: Any, way: int) -> Term:
    """How far the mean is left of the place, seen to the left (−1); or right of it."""
    found: Term = number(place) - mean if way < 0 else number(mean) - place
    return found


def times(factor: Any, term: Any) -> Any:
    """k·t, or t where there is no factor."""
    return term if factor is None else factor * term


def laplace_side(
    d: Steps, mean: Any, scale: Any, place: Any, way: int, *lines: Line, factor: Any = None
) -> Line:
    """∫ k p(t − y) dy = k e^((t − r)/u)/2 for the Laplace density p, t left of the mean r; or the
    same right of it. The lines show that."""
    e = d.fix(Real("e", ">=0"))
    at = beside(place, e, way)
    curve = d.cite("definition/density-laplace", *lines, r=mean, u=scale, x=at)
    fallen = exp(short(mean, place, way) / scale)
    height = times(factor, fallen) / (2 * scale)
    line = d.identity(equals(times(factor, curve.formula.right), height * exp(-e / scale)), *lines)
    line = d.rewrite(turned(d, curve), line, equals(
        times(factor, density(laplace(mean, scale), at)), height * exp(-e / scale)))
    whole = integrated(d, line, e, *lines)
    value = d.cite("background/exponential-integral", *lines, k=height, u=scale)
    last = d.identity(equals(height * scale, times(factor, fallen) / 2), *lines)
    return d.chain(whole, value, last)


def gaussian_side(
    d: Steps, mean: Any, variance: Any, place: Any, way: int, *lines: Line, factor: Any = None
) -> Line:
    """∫ k p(t − y) dy = k Φ((t − r)/√v) for the normal density p with the mean r; and
    ∫ k p(t + y) dy = k Φ((r − t)/√v)."""
    e = d.fix(Real("e", ">=0"))
    at = beside(place, e, way)
    curve = d.cite("definition/density-gaussian", *lines, r=mean, u=variance, x=at)
    end = place if way < 0 else 2 * number(mean) - place
    value = d.cite("background/normal-integral.variance", *lines, r=mean, v=variance, t=end,
                   k=1 if factor is None else factor)
    inside, a = substitute_bound(value.formula.left, e), Real("a", ">0")  # type: ignore
    wide = d.scalar(sqrt(a) > 0, *lines, values={a: 2 * pi() * variance})
    line = d.identity(equals(times(factor, curve.formula.right), inside), wide, *lines)
    line = d.rewrite(turned(d, curve), line, equals(
        times(factor, density(gaussian(mean, variance), at)), inside))
    share = times(factor, normal_cdf(short(mean, place, way) / sqrt(variance)))
    root = d.scalar(sqrt(a) > 0, *lines, values={a: variance})
    return d.chain(
        integrated(d, line, e, wide, *lines), value,
        d.identity(equals(value.formula.right, share), root, *lines),
    )


def half_of_normal(d: Steps, variance: Any, factor: Any) -> Line:
    """∫ k p = k/2, for the normal density p around 0."""
    e, a = d.fix(Real("e", ">=0")), Real("a", ">0")
    root, wide = (d.scalar(sqrt(a) > 0, values={a: x}) for x in (variance, 2 * pi() * variance))
    middle = d.cite("background/normal-cdf.symmetric", x=0)
    middle = d.arithmetic(equals(normal_cdf(0), number(1) / 2), middle)
    value = d.cite("background/normal-integral.variance", wide, k=factor, r=0, v=variance, t=0)
    inside = substitute_bound(value.formula.left, e)  # type: ignore[attr-defined]
    bell = exp(-(e**2) / (2 * variance)) / sqrt(2 * pi() * variance)
    line = d.identity(equals(factor * bell, inside), wide)
    line = d.chain(integrated(d, line, e, wide), value)
    right = line.formula.right  # type: ignore[attr-defined]
    line = d.chain(line, d.identity(equals(right, factor * normal_cdf(0)), root, wide))
    whole = line.formula.left  # type: ignore[attr-defined]
    return d.arithmetic(equals(whole, factor / 2), line, middle, wide, hints=[factor])


# --- hockey-stick divergences ---------------------------------------------------------------------


def excess(law: Any, other: Any, at: Any, eps: Any) -> Term:
    """max(0, p − e^ε q)."""
    return maximum(0, density(law, at) - exp(eps) * density(other, at))


def gained(
    d: Steps, law: Any, other: Any, place: Any, way: int, eps: Any, above: Line, mass: Line,
    taken: Line, *lines: Line,
) -> Line:
    """∫ max(0, p − e^ε q) = C − B on one side of a place, where e^ε q ≤ p at any number of it, from
    ∫ p = C and ∫ e^ε q = B there. Further lines show that the densities are."""
    def first(away: Any) -> Term:
        return excess(law, other, beside(place, away, way), eps)

    def second(away: Any) -> Term:
        return exp(eps) * density(other, beside(place, away, way))

    e = d.fix(Real("e", ">=0"))
    p = density(law, beside(place, e, way))
    gap = p - second(e)
    never = d.obvious(number(0) <= p, *lines)
    small = d.obvious(gap <= p, *lines)
    most = d.cite("background/absolute-value.largest-of-two", never, small, *lines, r=0, s=gap, c=p)
    finite = d.chain(integrated(d, most, e, *lines), mass)
    some = d.arithmetic(0 <= gap, above, *lines)
    top = d.cite("background/absolute-value.largest-of-two", some, *lines, r=0, s=gap, c=gap)
    least = d.cite("background/absolute-value.above-both", *lines, r=0, s=gap, part=1)
    whole = d.arithmetic(equals(first(e) + second(e), p), d.turn(equals(first(e), gap), top, least),
                         *lines)
    apart = of_two(d, first, second, finite, taken, *lines)
    total = d.chain(turned(d, apart), integrated(d, whole, e, *lines), mass)
    one = total.formula.left.args[0]  # type: ignore[attr-defined]
    value = mass.formula.right - taken.formula.right  # type: ignore[attr-defined]
    return d.arithmetic(equals(one, value), total, taken, finite, *lines)


def nothing(
    d: Steps, law: Any, other: Any, place: Any, way: int, eps: Any, below: Line, *lines: Line
) -> Line:
    """∫ max(0, p − e^ε q) = 0 on one side of a place, where p ≤ e^ε q at any number of it."""
    e = d.fix(Real("e", ">=0"))
    at = beside(place, e, way)
    gap = density(law, at) - exp(eps) * density(other, at)
    low = d.arithmetic(gap <= 0, below, *lines)
    most = d.cite("background/absolute-value.largest-of-two", low, d.obvious(number(0) <= 0),
                  *lines, r=0, s=gap, c=0)
    least = d.cite("background/absolute-value.above-both", *lines, r=0, s=gap, part=0)
    flat = 0 * exp(-e / number(1))
    line = d.chain(d.turn(equals(excess(law, other, at, eps), 0), most, least),
                   d.identity(equals(number(0), flat)))
    value = d.cite("background/exponential-integral", k=0, u=1)
    return d.chain(integrated(d, line, e, *lines), value, d.identity(equals(number(0) * 1, 0)))


def laplace_masses(d: Steps, r: Any, u: Any, t: Any, way: int, *lines: Line) -> Line:
    """∫ p = 1 − e^(−|t − r|/u)/2 on the side of t on which the mean is."""
    if way < 0:
        mass = d.cite("definition/cells-laplace", *lines, r=r, u=u, x=t)
        return d.chain(turned(d, mass), d.cite("background/laplace-above", *lines, r=r, u=u, t=t))
    mass = d.cite("definition/cells-laplace-beyond", *lines, r=r, u=u, x=t)
    below = d.cite("background/laplace-below", *lines, r=r, u=u, t=t)
    rest = d.arithmetic(equals(mass.formula.left, 1 - below.formula.right), below)
    return d.chain(turned(d, mass), rest)


def normal_ordered(
    d: Steps, means: tuple[Any, Any], v: Any, at: Any, eps: Any, near: Line, *lines: Line
) -> Line:
    """p ≤ e^ε q of normal densities at a number x, from (x − s)² ≤ (x − r)² + 2vε; or e^ε q ≤ p
    from the converse."""
    squares = [-((at - mean) ** 2) / (2 * v) for mean in means]
    above = near.formula.left == (at - means[1]) ** 2  # type: ignore[attr-defined]
    ends = [squares[0], eps + squares[1]]
    low, high = ends if above else ends[::-1]
    near = d.arithmetic(low <= high, near, *lines, hints=[1 / v])
    grown = exponential_less(d, low, high, near, *lines)
    curves = [d.cite("definition/density-gaussian", *lines, r=mean, u=v, x=at) for mean in means]
    spread = Real("a", ">0")
    wide = d.scalar(sqrt(spread) > 0, values={spread: 2 * pi() * v})
    sides = [curves[0].formula.right, exp(eps) * curves[1].formula.right]  # type: ignore
    low, high = sides if above else sides[::-1]
    line = d.arithmetic(low <= high, grown, wide, *lines, hints=[1 / sqrt(2 * pi() * v)])
    for curve in curves:
        line = d.rewrite(turned(d, curve), line)
    return line
