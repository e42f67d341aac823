"""Discrete inputs with Gaussian noise: the curve of local information privacy, in balls.

An input X takes the values x_j with probabilities w_j; the output is Y = X + N(0, v). With P_x the
law of Y given X = x and P_Y that of Y, the ratio

    R(y) = P_Y(y)/P_x(y) = Σ_j w_j exp(((x_j − x) y − (x_j² − x²)/2)/v)

is convex in y, so {R ≤ c} is an interval, and hockey-stick divergences of P_Y and P_x are masses
of an interval and its complement. Its ends are proposed in floats; signs of R − c on both sides of
each certify them, and what lies between is added to the radius.

As functions of α = e^ε, both H_α(P_Y‖P_x) and H_α(P_x‖P_Y)/α are suprema over events of functions
a − bα and a/α − b, hence convex: chords bound the curve from above, events from below, which
encloses its integrals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import arb, fmpq

from verified.errors import InputError
from verified.numbers import ball_line
from verified.numbers.ball_line import normal_cdf
from verified.numbers.balls import Indeterminate, Scalar, less_equal
from verified.numbers.line import GAUSSIAN, Part

# Ends of intervals are known to this many standard deviations.
_END = 2.0**-42
# A lower bound of a ratio comes from tangents so many of them beside the place where it is least.
_BESIDE = 2.0**-20
_STEPS = 200


def ldp_delta(dimension: int, power: Scalar, variance: Scalar, epsilon: Scalar) -> Scalar:
    """The least δ for which X + N(0, σ²I_d) is (ε,δ)-LDP where ‖X‖² ≤ `power` (Ngo et al., (9)).

    H_{e^ε} of two normal laws depends on their distance only, and grows with it, so the farthest
    two inputs decide; without noise they are told apart. In no dimension there is one input.

    Raises:
        InputError: ε or the power is negative, or the variance isn't positive.
    """
    if epsilon < 0 or power < 0 or not variance > 0:
        raise InputError("ε and the power must be at least 0, the variance positive")
    if dimension == 0 or power == 0:
        return fmpq(0)
    half = (arb(power) / arb(variance)).sqrt()
    middle = arb(epsilon) / (2 * half)
    return normal_cdf(half - middle) - arb(epsilon).exp() * arb(normal_cdf(-half - middle))


@dataclass(frozen=True)
class Interval:
    """{R ≤ c}: each end lies between an inner and an outer number; ±∞ where it has no end."""

    low: tuple[arb, arb]
    high: tuple[arb, arb]


@dataclass(frozen=True)
class Point:
    """δ at one ε: its enclosure, and the function of α = e^ε that bounds the curve from below.

    The bound is `constant + slope·α + inverse/α`, of the best event found.
    """

    value: arb
    constant: arb
    slope: arb
    inverse: arb


class NoisyInput:
    """X with finitely many values, plus Gaussian noise.

    Args:
        points: the values x_j, rational.
        weights: their probabilities w_j > 0, rationals or balls.
        variance: v > 0, a rational or a ball.

    Raises:
        InputError: lengths differ, a value comes twice, or a weight or the variance isn't positive.
    """

    def __init__(self, points: Sequence[fmpq], weights: Sequence[Scalar], variance: Scalar) -> None:
        if len(points) != len(weights) or not points:
            raise InputError("an input has one probability for each of its values")
        if len(set(points)) < len(points):
            raise InputError("a value of the input comes twice")
        if not variance > 0 or not all(weight > 0 for weight in weights):
            raise InputError("the noise variance and the probabilities must be positive")
        self.points, self.weights = list(points), [arb(weight) for weight in weights]
        self.variance = arb(variance)
        self.scale = self.variance.sqrt()
        self._places = np.array([float(point.p) / float(point.q) for point in points])
        self._logs = np.log([float(weight.mid()) for weight in self.weights])
        self._spread = float(self.variance.mid())
        self._ratios: dict[int, list[tuple[arb, arb]]] = {}
        self._bottoms: dict[int, float] = {}

    def lip_delta(self, epsilon: Scalar) -> Point:
        """The least δ for which the mechanism is (ε,δ)-LIP under this input (Ngo et al., eq. (6)).

        The largest, over the values x, of H_{e^ε}(P_Y‖P_x) and e^(−ε) H_{e^ε}(P_x‖P_Y).

        Raises:
            InputError: ε is negative.
            Indeterminate: a sign isn't certain at this precision.
        """
        if not less_equal(fmpq(0), epsilon):
            raise InputError("ε must be at least 0")
        level = arb(epsilon).exp()
        best: Point | None = None
        for x in self._distinct():
            for found in (self._output_first(x, level), self._row_first(x, level)):
                if best is None:
                    best = found
                else:
                    value = best.value.max(found.value)
                    lead = best if best.value.mid() >= found.value.mid() else found
                    best = Point(value, lead.constant, lead.slope, lead.inverse)
        assert best is not None
        return best

    def information(self) -> Scalar:
        """I(X;Y), in nats."""
        laws = [(Part(fmpq(1), GAUSSIAN, point, self.variance),) for point in self.points]
        return ball_line.information(self.weights, laws)

    def _distinct(self) -> list[int]:
        """The values x that may differ in their divergences: half of them under a symmetric law."""
        pairs = dict(zip(self.points, self.weights, strict=True))
        mirrored = all(
            -point in pairs and self._same(pairs[-point], weight) for point, weight in pairs.items()
        )
        return [j for j, point in enumerate(self.points) if point >= 0 or not mirrored]

    @staticmethod
    def _same(one: arb, two: arb) -> bool:
        # Equal balls that aren't exact hold equal numbers here: both come from one formula of x².
        return bool(one.mid() == two.mid() and one.rad() == two.rad())

    # --- two divergences --------------------------------------------------------------------------

    def _output_first(self, x: int, level: arb) -> Point:
        """H_α(P_Y‖P_x): the mass outside {R ≤ α}."""
        if len(self.points) == 1:
            return Point(arb(0), arb(0), arb(0), arb(0))
        inside = self._sublevel(x, level)
        if isinstance(inside, arb):
            raise Indeterminate("whether the output's density passes the row's")
        low, high = inside.low[0], inside.high[1]
        mine, all_of_them = self._outside(x, low, high), arb(0)
        for j, weight in enumerate(self.weights):
            all_of_them += weight * self._outside(j, low, high)
        value = (all_of_them - level * mine).max(arb(0))
        return Point(self._widened(value, inside, x, level), all_of_them, -mine, arb(0))

    def _row_first(self, x: int, level: arb) -> Point:
        """H_α(P_x‖P_Y)/α: the mass inside {R ≤ 1/α}."""
        nothing = Point(arb(0), arb(0), arb(0), arb(0))
        if len(self.points) == 1:
            return nothing
        inside = self._sublevel(x, 1 / level)
        if isinstance(inside, arb):
            # P_Y ≥ least · P_x, so that P_x/α − P_Y is at most 1/α − least everywhere.
            most = (1 / level - inside).max(arb(0))
            return Point(arb(0).union(most.upper()), arb(0), arb(0), arb(0))
        low, high = inside.low[1], inside.high[0]
        mine, all_of_them = self._inside(x, low, high), arb(0)
        for j, weight in enumerate(self.weights):
            all_of_them += weight * self._inside(j, low, high)
        value = (mine / level - all_of_them).max(arb(0))
        return Point(self._widened(value, inside, x, 1 / level), -all_of_them, arb(0), mine)

    def _widened(self, value: arb, inside: Interval, x: int, level: arb) -> arb:
        """The value of one event, and what the best event may have more: the integral of
        |R − level| P_x between an inner and an outer end, where R is monotone."""
        extra, peak = arb(0), 1 / (self.scale * (2 * arb.pi()).sqrt())
        for side, ends in ((-1, inside.low), (1, inside.high)):
            if not ends[0].is_finite():
                continue
            low, high = (self.ratio(x, end) for end in ends)
            inner = ends[0] if side > 0 else ends[1]
            # Where it may not be monotone it is convex and positive all the same.
            rises = side * self._slope(x, inner) > 0
            most = abs(low - level).max(abs(high - level)) if rises else level.max(low.max(high))
            extra += abs(ends[1] - ends[0]) * peak * most
        return value.union(value + extra.upper())

    def _outside(self, j: int, low: arb, high: arb) -> arb:
        below = normal_cdf((low - self.points[j]) / self.scale) if low.is_finite() else arb(0)
        above = normal_cdf((self.points[j] - high) / self.scale) if high.is_finite() else arb(0)
        return arb(below) + arb(above)

    def _inside(self, j: int, low: arb, high: arb) -> arb:
        """The mass of (low, high) under P_{x_j}, without cancellation in a tail."""
        place = self.points[j]
        start, end = (low - place) / self.scale, (high - place) / self.scale
        if not low.is_finite():
            return arb(normal_cdf(end))
        if not high.is_finite():
            return arb(normal_cdf(-start))
        if start > 0:
            start, end = -end, -start
        return arb(normal_cdf(end)) - arb(normal_cdf(start))

    # --- where the densities cross ----------------------------------------------------------------

    def _sublevel(self, x: int, level: arb) -> Interval | arb:
        """{R ≤ level}; where it isn't certain that it has inner points, a lower bound of R."""
        extreme_low = all(point >= self.points[x] for point in self.points)
        extreme_high = all(point <= self.points[x] for point in self.points)
        target = float(level.log().mid())
        if extreme_low or extreme_high:
            # R is monotone, and falls to w_x.
            if not self.weights[x] < level:
                return self.weights[x]
            side = 1 if extreme_low else -1
            end = self._crossing(x, target, side)
            pair = self._certified(x, level, end, side)
            away = arb("inf")
            return Interval((-away, -away), pair) if side > 0 else Interval(pair, (away, away))
        if x not in self._bottoms:
            self._bottoms[x] = self._bottom(x)
        bottom = self._bottoms[x]
        if not self.ratio(x, arb(bottom)) < level:
            return self._least(x, bottom)
        ends = [
            self._certified(x, level, self._crossing(x, target, side), side) for side in (-1, 1)
        ]
        return Interval(ends[0], ends[1])

    def _terms(self, x: int) -> list[tuple[arb, arb]]:
        """R as Σ c e^(ay): the pairs (c, a) for a value x."""
        if x not in self._ratios:
            centre, found = arb(self.points[x]), []
            for point, weight in zip(self.points, self.weights, strict=True):
                slope = (arb(point) - centre) / self.variance
                found.append((weight * (-slope * (arb(point) + centre) / 2).exp(), slope))
            self._ratios[x] = found
        return self._ratios[x]

    def ratio(self, x: int, place: arb) -> arb:
        """R at a place."""
        return sum((c * (a * place).exp() for c, a in self._terms(x)), arb(0))

    def _certified(self, x: int, level: arb, end: float, side: int) -> tuple[arb, arb]:
        """A point of {R < level} and one of {R > level}, on both sides of an end."""
        reach = _END * (math.sqrt(self._spread) + abs(end))
        for _ in range(30):
            inner, outer = arb(end - side * reach), arb(end + side * reach)
            if self.ratio(x, inner) < level < self.ratio(x, outer):
                return (inner, outer) if side > 0 else (outer, inner)
            reach *= 4
        raise Indeterminate("where two densities cross")

    def _least(self, x: int, bottom: float) -> arb:
        """A lower bound of R: ln R is convex, hence above its tangents on both sides of the
        bottom."""
        reach = arb(math.sqrt(self._spread) * _BESIDE)
        bounds = []
        for side in (-1, 1):
            place = arb(bottom) + side * reach
            slope = self._slope(x, place)
            if not side * slope > 0:
                raise Indeterminate("the least ratio of two densities")
            # From this side, over a distance of 2·reach, the tangent falls at most so far.
            bounds.append(self.ratio(x, place).log() - 2 * reach * abs(slope))
        least = bounds[0].lower() if bounds[0].lower() < bounds[1].lower() else bounds[1].lower()
        return least.exp().lower()

    def _slope(self, x: int, place: arb) -> arb:
        """The derivative of ln R."""
        masses = [(c * (a * place).exp(), a) for c, a in self._terms(x)]
        moment = sum((mass * a for mass, a in masses), arb(0))
        return moment / sum((mass for mass, _ in masses), arb(0))

    # --- floats -----------------------------------------------------------------------------------

    def _log_ratio(self, x: int, place: float) -> tuple[float, float]:
        """ln R and its derivative, in floats."""
        centre = self._places[x]
        steps = (self._places - centre) / self._spread
        exponents = self._logs + steps * (place - (self._places + centre) / 2)
        top = exponents.max()
        masses = np.exp(exponents - top)
        total = masses.sum()
        return float(top + math.log(total)), float(masses @ steps / total)

    def _bottom(self, x: int) -> float:
        """Where R is least, for a value x that others surround."""
        low, high = self._reach(x, -1), self._reach(x, 1)
        for _ in range(_STEPS):
            middle = (low + high) / 2
            if not low < middle < high:
                break
            low, high = (low, middle) if self._log_ratio(x, middle)[1] > 0 else (middle, high)
        return (low + high) / 2

    def _reach(self, x: int, side: int) -> float:
        """A place on that side where R grows outwards and is above 1."""
        step = math.sqrt(self._spread)
        for _ in range(_STEPS):
            value, slope = self._log_ratio(x, self._places[x] + side * step)
            if side * slope > 0 and value > 0:
                break
            step *= 2
        return float(self._places[x] + side * step)

    def _crossing(self, x: int, target: float, side: int) -> float:
        """Where ln R passes the target, going outwards: Newton's method on a convex function, from
        beyond the crossing, never oversteps it."""
        place = self._reach(x, side)
        step = math.sqrt(self._spread)
        for _ in range(_STEPS):
            if self._log_ratio(x, place)[0] > target:
                break
            place += side * step
            step *= 2
        for _ in range(_STEPS):
            value, slope = self._log_ratio(x, place)
            moved = place - (value - target) / slope
            if not side * (place - moved) > 1e-15 * (1 + abs(place)):
                break
            place = moved
        return place


# --- the integral of the curve --------------------------------------------------------------------


def lip_integral(mechanism: NoisyInput, steps: int, last: fmpq) -> arb:
    """∫_0^∞ (e^ε + e^(−ε)) δ(ε) dε of the curve δ of `NoisyInput.lip_delta`, in nats.

    In α = e^ε it is ∫_1^∞ (1 + α⁻²) δ dα with δ convex. It is cut at ε = j·last/steps, and its tail
    bounded by moments; the radius is of the order of the square of the step.

    Raises:
        InputError: there are no steps, or `last` isn't positive.
        Indeterminate: the precision is too low.
    """
    if steps < 1 or last <= 0:
        raise InputError("an integral takes at least one step, of positive length")
    places = [last * j / steps for j in range(steps + 1)]
    curve = [mechanism.lip_delta(place) for place in places]
    levels = [arb(place).exp() for place in places]
    lower, upper = arb(0), arb(0)
    for (a, left), (b, right) in zip(
        zip(levels, curve, strict=True), zip(levels[1:], curve[1:], strict=True), strict=False
    ):
        # The chord, at its upper ends.
        first, second = left.value.upper(), right.value.upper()
        slope = (second - first) / (b - a)
        upper += _weighted(first - slope * a, slope, arb(0), a, b).upper()
        middle = (a * b).sqrt().mid()
        below = _weighted(left.constant, left.slope, left.inverse, a, middle)
        below += _weighted(right.constant, right.slope, right.inverse, middle, b)
        lower += below.lower()
    upper += _tail(mechanism, levels[-1])
    return lower.lower().union(upper.upper())


def _weighted(constant: arb, slope: arb, inverse: arb, a: arb, b: arb) -> arb:
    """∫_a^b (1 + α⁻²)(constant + slope·α + inverse/α) dα."""
    ratio = (b / a).log()
    ends = 1 / a - 1 / b
    squares = (1 / (a * a) - 1 / (b * b)) / 2
    return (
        constant * (b - a + ends)
        + slope * ((b * b - a * a) / 2 + ratio)
        + inverse * (ratio + squares)
    )


def _tail(mechanism: NoisyInput, level: arb) -> arb:
    """A bound of ∫_A^∞ (1 + α⁻²) δ dα.

    Both divergences are convex in the mixture, so at most Σ w_j H_α of two shifted normal laws P, Q
    at a distance of at most D. ∫_A^∞ H_α(P‖Q) dα = ½ E_Q (L − A)₊² for L = P/Q, and with m > 2
    (L − A)₊² ≤ c L^m A^(2−m), c = (2/(m−2))² ((m−2)/m)^m, E_Q L^m = e^(m(m−1)D²/(2v)).
    """
    distance = arb(max(mechanism.points) - min(mechanism.points))
    if distance == 0:
        # One value tells nothing.
        return arb(0)
    best: arb | None = None
    guess = float((level.log() * mechanism.variance / (distance * distance)).mid())
    for order in {3, *(max(3, round(guess) + shift) for shift in (0, 1, 2))}:
        m = arb(order)
        constant = (2 / (m - 2)) ** 2 * ((m - 2) / m) ** m
        moment = (m * (m - 1) * distance * distance / (2 * mechanism.variance)).exp()
        found = constant * level ** (2 - m) * moment / 2
        # The second divergence is divided by α; weights are largest at the start.
        found = (found * (1 + 1 / level) * (1 + 1 / (level * level))).upper()
        best = found if best is None or found < best else best
    assert best is not None
    return best


__all__ = ["Interval", "NoisyInput", "Point", "ldp_delta", "lip_integral"]
