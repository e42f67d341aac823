"""Which events tell two laws on the line apart: a proposal, on which nothing rests.

P(A) − e^ε Q(A) of any event A bounds the hockey-stick divergence from below. Here the event is
about where the density of P is more than e^ε times that of Q: in floats, which are exact rationals
once they are written down as the ends of intervals.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from recheck.reals import INF, Num, endless

# A weighted density: its weight, shape, mean and spread, as `densities` has it.
Shape: TypeAlias = "str | tuple[str, Num] | Stairs | Student"
Part: TypeAlias = tuple[Num, Shape, Num, Num]
Interval: TypeAlias = tuple[Fraction | float, Fraction | float]


@dataclass(frozen=True)
class Stairs:
    """A staircase, whose spread is the width of its steps: by what its log-density falls from step
    to step, and how far its middle step reaches, in widths."""

    level: Num
    share: Num


@dataclass(frozen=True)
class Student:
    """The shape of Student's law: its degrees of freedom, of which there is a whole number."""

    freedom: int


# How many lengths from a mean signs are looked at, on both sides.
STEPS = (*(k / 8 for k in range(65)), *(8 * 1.25**k for k in range(1, 19)))
HALVINGS = 80


def intervals(p: list[Part], q: list[Part], epsilon: Num) -> list[Interval]:
    """About where p > e^ε q, from left to right; ends may be infinite. None where floats don't
    reach."""
    try:
        return _intervals(weighty(p), weighty(q), between(epsilon))
    except (ArithmeticError, ValueError):
        # A number too large, or the logarithm of one too small.
        return []


def _intervals(p: list[Part], q: list[Part], level: float) -> list[Interval]:

    def excess(x: float) -> float:
        return log_density(p, x) - log_density(q, x) - level

    points = sorted({
        between(part[2]) + side * step * length
        for part in (*p, *q) for length in lengths(part) for step in STEPS for side in (-1, 1)})
    ends = [x for a, b in itertools.pairwise(points) if (excess(a) > 0) != (excess(b) > 0)
            for x in [crossing(excess, a, b)]]
    inside = excess(points[0]) > 0
    places = [*([-INF] if inside else []), *map(Fraction, ends)]
    return list(zip(places[::2], [*places[1::2], INF], strict=False))


def weighty(law: list[Part]) -> list[Part]:
    """The parts that have weight to floats."""
    return [part for part in law if between(part[0]) > 0]


def crossing(excess: Callable[[float], float], low: float, high: float) -> float:
    """About where the sign changes between two places."""
    positive = excess(low) > 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if (excess(middle) > 0) == positive else (low, middle)
    return low


def between(x: Num) -> float:
    """A float near a number."""
    return float(x.lo) if x.exact or endless(x.hi) else float((x.lo + x.hi) / 2)


def lengths(part: Part) -> list[float]:
    """The lengths on which a density varies."""
    _, shape, _, spread = part
    if shape in ("laplace", "logistic", "uniform") or isinstance(shape, Student):
        return [between(spread)]
    own = math.sqrt(between(spread))
    if not isinstance(shape, tuple):
        return [own]
    kind, noise = shape[0], between(shape[1])
    if kind == "noised":
        return [own, noise]
    if kind == "laplaces":
        return [between(spread), noise]
    if kind == "trapezoid":
        return [between(spread), noise, between(spread) + noise]
    return [between(spread), math.sqrt(noise) if kind == "smoothed" else noise]


def log_density(law: list[Part], x: float) -> float:
    """The logarithm of a mixture's density, where it isn't too small for floats."""
    logs = [math.log(between(part[0])) + log_part(part, x) for part in law]
    most = max(logs)
    if most == -INF:
        return most
    return most + math.log(sum(math.exp(log - most) for log in logs))


def log_part(part: Part, x: float) -> float:
    """The logarithm of one density."""
    _, shape, mean, spread = part
    u = abs(x - between(mean))
    if shape == "uniform":
        away = x - between(mean)
        return -math.log(between(spread)) if 0 <= away <= between(spread) else -INF
    if shape == "laplace":
        scale = between(spread)
        return -u / scale - math.log(2 * scale)
    if shape == "logistic":
        scale = between(spread)
        return -u / scale - 2 * math.log1p(math.exp(-u / scale)) - math.log(scale)
    if isinstance(shape, Student):
        n, scale = shape.freedom, between(spread)
        return (math.lgamma((n + 1) / 2) - math.lgamma(n / 2) - math.log(n * math.pi) / 2
                - math.log(scale) - (n + 1) / 2 * math.log1p((u / scale) ** 2 / n))
    deviation = math.sqrt(between(spread))
    if not isinstance(shape, tuple):
        return -((u / deviation) ** 2) / 2 - math.log(deviation * math.sqrt(2 * math.pi))
    noise = between(shape[1])
    if shape[0] == "laplaces":
        scale = between(spread)
        z, bend = u / scale, scale / noise - 1
        grown = -math.expm1(-bend * z) / bend if bend else z
        return math.log1p(grown) - z - math.log(2 * (scale + noise))
    if shape[0] == "trapezoid":
        left = x - between(mean)
        left = min(left, between(spread) + noise - left, noise)
        return math.log(left) - math.log(between(spread) * noise) if left > 0 else -INF
    if shape[0] != "noised":
        return log_spread(shape[0], between(mean), between(spread), noise, x)
    ratio = deviation / noise
    near, far = (
        ratio * ratio / 2 - way * u / noise + log_erfc((ratio - way * u / deviation) / math.sqrt(2))
        for way in (1, -1))
    return near + math.log1p(math.exp(min(far - near, 0.0))) - math.log(4 * noise)


def log_erfc(z: float) -> float:
    """About ln erfc(z)."""
    if z < 20:
        return math.log(math.erfc(z))
    return -z * z - math.log(z * math.sqrt(math.pi)) - 1 / (2 * z * z)


def log_spread(kind: str, low: float, length: float, noise: float, x: float) -> float:
    """About the log-density of a uniform law with noise: by the smaller tails, which keep their
    digits."""
    near = abs(x - low - length / 2) - length / 2
    if kind == "smoothed":
        tails = [log_erfc(z / math.sqrt(2 * noise)) for z in (near, near + length)]
    else:
        tails = [-z / noise if z > 0 else math.log(2 - math.exp(z / noise))
                 for z in (near, near + length)]
    return tails[0] + math.log(-math.expm1(tails[1] - tails[0])) - math.log(2 * length)
