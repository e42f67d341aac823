"""Which grid `grids` takes: planned in floats, and nothing certified depends on it."""

from __future__ import annotations

import copy
import functools
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq

from verified.accounting.enclosures import NotReachedError
from verified.accounting.gaussian_steps import SubsampledGaussianStep, dyadic
from verified.accounting.grid_cuts import Cut, float_log_tail
from verified.numbers.golden import least_at

Floats = Any  # numpy arrays of floats

# Places of a product; more aren't tried.
MOST_PLACES = 300_000
# Cells of the bounds on what Poisson's formula leaves: between them, so many to a unit.
_CELLS = ((-45, 32), (45, 8), (100, 0))
_ANGLES = (fmpq(7, 8), fmpq(5, 8), fmpq(5, 4))
# Losses are cut off where Chernoff's bound, by its logarithm, lies so far above the value; widths
# that are tried are such parts of the loss beyond which all are too rare.
_FAR = 25.0
_WIDTHS = (5, 8, 12, 18, 27)


@dataclass(frozen=True)
class Plan:
    """A grid.

    Attributes:
        h: its step.
        c, alpha: where the line of its bound crosses, and the angle of the paths there.
        ends: the first and the last place of each step's polynomial.
        degree: up to which the product is worked out, from its own first place on.
        tilt: for each place, of the coefficients when they are multiplied.
        bits: so many more the product has than the sum.
        cut: where losses are cut off.
    """

    h: fmpq
    c: fmpq
    alpha: fmpq
    ends: tuple[tuple[int, int], ...]
    degree: int
    tilt: fmpq
    bits: int
    cut: Cut | None = None


class Planner:
    """Plans for one step in closed form and others, with how often each, on the grid."""

    def __init__(
        self,
        last: SubsampledGaussianStep,
        steps: Sequence[tuple[SubsampledGaussianStep, int]],
    ) -> None:
        self.steps, self.count = tuple(steps), sum(count for _, count in steps)
        self.two_sided = last.two_sided
        made = {step: _Logs(step) for step in {last, *(step for step, _ in steps)}}
        self.first, self.logs = made[last], [(made[step], count) for step, count in steps]
        self.unit = 1 / min(float(step.q) for step in made)
        self.ratio = max(float(step.mu) for step in made)
        self.cut: Cut | None = None

    def plan(self, eps: float, reverse: bool, size: float, nats: float) -> Plan:
        """The widest grid whose errors are about e^(size − nats).

        Raises:
            NotReachedError: there is none of few enough places.
        """
        goal = size - nats - 2
        if self.cut is None and not reverse:
            _, most = self._saddle(eps, reverse)
            if most - size > _FAR:
                less = self._cut(eps, goal, most)
                if less is not None:
                    return less.plan(eps, reverse, size, nats)
        best: tuple[float, float, int] | None = None
        for angle in range(len(_ANGLES)):
            error = functools.partial(self._error, eps, reverse, goal, angle)
            found = self._least_height(error, reverse, None if best is None else best[0])
            if found is not None and (best is None or found[0] < best[0]):
                best = (*found, angle)
        if best is None:
            raise NotReachedError("no grid is fine enough")
        height, c, angle = best
        h = dyadic(math.pi / height, 12)
        if reverse:
            # So many places that sums of losses are told apart.
            h = dyadic(min(float(h), self._room(eps) / (8 * self.count + 8)), 12)
            ends, degree = self._below(eps, float(h))
        else:
            ends, degree = self._reach(eps, float(h), c, goal)
        if reverse:
            rate, most = self._saddle(eps, reverse)
        else:
            rate, most = self._balanced(eps, float(h), ends, degree)
        bits = math.ceil((max(most - size, 0.0) + 2 * math.log(degree + 1)) / math.log(2)) + 8
        tilt = _short(rate, 0) * h
        crossing = _short(c, 0 if reverse else 1)
        return Plan(h, crossing, _ANGLES[angle], ends, degree, tilt, bits, self.cut)

    def _balanced(
        self, eps: float, h: float, ends: tuple[tuple[int, int], ...], degree: int
    ) -> tuple[float, float]:
        """The tilt of the loss for which rounding matters least, where losses must be large, and
        the logarithm of what an error of all of the tilted product's largest coefficient makes.

        That is as large as Chernoff's bound on the others, times the largest D, tilted back.
        """
        start = sum(count * end[0] for end, (_, count) in zip(ends, self.logs, strict=True))
        least = sum(count * log.least for log, count in self.logs)
        places = np.linspace(0.0, float(degree), min(degree + 1, 3000)) * h
        values = self.first.tail(eps - least - start * h - places)

        def bound(s: float) -> float:
            rate = math.exp(s)
            whole = sum(count * log.mass(1 + rate) for log, count in self.logs)
            return whole - rate * (least + start * h) + float(np.max(values - rate * places))

        s = least_at(bound, math.log(1e-3 * self.unit), math.log(self._farthest(False)), 20)
        return math.exp(s), bound(s)

    def _cut(self, eps: float, goal: float, most: float) -> Planner | None:
        """The plans with losses cut off where that takes Chernoff's bound down most, if it does.

        What is lost is about e^goal.
        """
        logs = dict.fromkeys((self.first, *(log for log, _ in self.logs)))
        far = max(log.highest(goal) for log in logs)
        best: Planner | None = None
        for part in _WIDTHS:
            width, low, high = far / part, far, 45 * far
            while high - low > far / 50:
                middle = (low + high) / 2
                cut = Cut(dyadic(middle, 12), dyadic(width, 12))
                lost = max(log.lost(cut) for log in logs) + math.log(self.count + 1)
                low, high = (low, middle) if lost < goal else (middle, high)
            cut = Cut(dyadic(high, 12), dyadic(width, 12))
            tried = copy.copy(self)
            made = {log: _CutLogs(log, cut) for log in logs}
            tried.cut, tried.first = cut, made[self.first]
            tried.logs = [(made[log], count) for log, count in self.logs]
            _, less = tried._saddle(eps, False)
            if less < most - 2:
                best, most = tried, less
        return best

    def _farthest(self, reverse: bool) -> float:
        """How far from its pole a line may cross."""
        if reverse:
            return 3e3 * self.unit
        if self.cut is None:
            return (_CELLS[-1][0] - 15) / self.ratio
        # The last cell's losses, cut off, are still less than a normal tail that is turned so far.
        last = min(log.place(_CELLS[-1][0]) for log in (self.first, *(log for log, _ in self.logs)))
        far = (last - float(self.cut.place)) / float(self.cut.width)
        return max(far / 2, _CELLS[-1][0] - 15) / self.ratio

    def _saddle(self, eps: float, reverse: bool) -> tuple[float, float]:
        """The tilt of the loss that Chernoff's bound takes, and the bound's logarithm."""

        def bound(s: float) -> float:
            c = _crossing(s, reverse)
            whole = self.first.mass(c) + sum(count * log.mass(c) for log, count in self.logs)
            return whole + (c if reverse else 1 - c) * eps

        farthest = self._farthest(reverse)
        s = least_at(bound, math.log(min(1e-3 * self.unit, farthest / 10)), math.log(farthest), 20)
        return _crossing(s, reverse) - (0 if reverse else 1), bound(s)

    def _error(
        self, eps: float, reverse: bool, goal: float, angle: int, height: float, s: float
    ) -> float:
        """ln of the bound on aliases over a line's, less the goal; s tells where it crosses."""
        c = _crossing(s, reverse)
        whole = c * eps if reverse else (1 - c) * eps
        grown = -math.inf
        for log, count in self.logs:
            mass = log.mass(c)
            whole += count * mass
            grown = max(grown, math.log(count) + log.aliases(c, angle, height) - mass)
        away = abs(c) if reverse else abs(c - 1)
        inner = grown + self.first.mass(c) - math.log(2 * away)
        outer = self.first.aliases(c, angle, height) - math.log(math.pi * height)
        return whole + float(np.logaddexp(inner, outer)) - goal

    def _least_height(
        self, error: Callable[[float, float], float], reverse: bool, known: float | None
    ) -> tuple[float, float] | None:
        """The least Y at which some line is within the goal, and where that line crosses."""
        farthest = self._farthest(reverse)
        ends = (math.log(min(1e-3 * self.unit, farthest / 10)), math.log(farthest))

        def within(height: float) -> float | None:
            at = functools.partial(error, height)
            s = least_at(at, *ends, 20)
            return _crossing(s, reverse) if at(s) < 0 else None

        low = math.log(self.unit)
        high = math.log(self.unit * 1e6 if known is None else 0.93 * known)
        c = within(math.exp(high))
        if c is None:
            return None
        while high - low > 0.1:
            middle = (low + high) / 2
            found = within(math.exp(middle))
            if found is None:
                low = middle
            else:
                high, c = middle, found
        return math.exp(high), c

    def _room(self, eps: float) -> float:
        """Below which the sum of all λ lies where losses are small."""
        return -eps - self.first.least - sum(count * log.least for log, count in self.logs)

    def _below(self, eps: float, h: float) -> tuple[tuple[tuple[int, int], ...], int]:
        """The places that matter where losses must be small: each of them is at least 1."""
        last = _checked(self._room(eps) / h + 1)
        return tuple((1, last) for _ in self.logs), max(1, last - self.count)

    def _reach(
        self, eps: float, h: float, c: float, goal: float
    ) -> tuple[tuple[tuple[int, int], ...], int]:
        """The places that matter where losses must be large: how far one reaches, and sums."""
        lows, highs, rows = [], [], []
        for log, _ in self.logs:
            highs.append(log.highest(goal - 2 - math.log(self.count)))
            lows.append(self._lowest(log, c, goal - (1 - c) * eps))
            # The polynomial's coefficients; few of them tell as much here.
            fine = max(h, (highs[-1] - lows[-1]) / 3000)
            at = np.arange(lows[-1] + fine, highs[-1] + fine, fine)
            kept = 0.0 if self.cut is None else self.cut.float_kept(at + log.least)
            rows.append((at, log.density(at) + at + math.log(fine) + log.least + kept))

        def left(far: float, s: float) -> float:
            """ln of Chernoff's bound on the mass of sums beyond, less the goal."""
            value = -math.exp(s) * far - goal + 2
            for (at, weights), (_, count) in zip(rows, self.logs, strict=True):
                value += count * float(np.logaddexp.reduce(weights + math.exp(s) * at))
            return value

        reach = max(highs)
        if self.count > 1:
            while left(reach, least_at(functools.partial(left, reach), -5.0, 40.0, 20)) > 0:
                reach *= 1.06
                _checked(reach / h)
        ends = tuple(
            (math.floor(low / h) if self.two_sided else 1, _checked(far / h))
            for low, far in zip(lows, highs, strict=True)
        )
        first = sum(count * end[0] for end, (_, count) in zip(ends, self.logs, strict=True))
        return ends, _checked(reach / h + 2 - first)

    def work(self, plan: Plan) -> float:
        """About as much as to enclose δ of one step so often."""
        products = sum(2 * count.bit_length() - 1 for _, count in self.steps)
        return plan.degree * (1 + products * (0.04 + plan.bits / 4000))

    def rate(self, degree: int, rows: Sequence[Sequence[Any]]) -> fmpq:
        """Where Chernoff's bound on the product's coefficients from a degree on is least."""
        logs = [
            (np.array([_log(one) for one in row]), np.arange(len(row)), count)
            for row, (_, count) in zip(rows, self.steps, strict=True)
        ]

        def bound(s: float) -> float:
            value = -math.exp(s) * degree
            for log, places, count in logs:
                value += count * float(np.logaddexp.reduce(log + math.exp(s) * places))
            return value

        return dyadic(math.exp(least_at(bound, -25.0, 5.0, 20)), 20)

    def _lowest(self, log: _Logs, c: float, goal: float) -> float:
        """Below which λ a loss is so rare, by Chernoff's bound at c, that it doesn't matter."""
        if not self.two_sided:
            return 0.0
        whole = self.first.mass(c) + math.log(self.count) - log.mass(c) + sum(
            count * other.mass(c) for other, count in self.logs
        )
        t = 1.0
        while whole + (c - 1) * log.place(-t) - t * t / 2 > goal - 2:
            t += 0.25
            if t > -_CELLS[0][0]:
                raise NotReachedError("the losses reach too far down for a grid")
        return log.place(-t)


class _Logs:
    """Logarithms of what is asked of a step, in floats."""

    def __init__(self, step: SubsampledGaussianStep) -> None:
        self.two_sided, self.mu, self.q = step.two_sided, float(step.mu), float(step.q)
        self.least = 0.0 if self.two_sided else math.log1p(-self.q)
        self.offset = self.mu**2 / 2 - math.log(self.q) + math.log1p(-self.q)
        self._masses: dict[float, float] = {}
        self._known: tuple[Any, float] = (None, 0.0)
        t = np.array([float(one) for one in cells()])
        wide = np.log(np.gradient(t)) - 0.5 * math.log(2 * math.pi)
        self.nodes, self.real = wide - t * t / 2, step._float_logs(t)
        near = np.where(t[:-1] * t[1:] <= 0, 0.0, np.minimum(abs(t[:-1]), abs(t[1:])))
        self.weights = -near * near / 2 + np.log(np.diff(t)) - 0.5 * math.log(2 * math.pi)
        self.rows, self.bounds = [], [0.0 for _ in _ANGLES]
        for alpha in _ANGLES:
            plus, minus = step._float_logs(t, float(alpha))
            gap = np.imag(plus)[:-1] - np.imag(minus)[1:]
            shift = (float(alpha) / self.mu) ** 2 / 2
            self.rows.append((np.real(plus), np.real(minus), gap, shift))

    def tail(self, loss: Floats) -> Floats:
        """ln P(a loss is beyond), for each of several."""
        t = np.interp(loss, self.real[0] - self.real[1], [float(one) for one in cells()])
        return np.logaddexp(
            math.log1p(-self.q) + float_log_tail(t), math.log(self.q) + float_log_tail(t - self.mu)
        )

    def lost(self, cut: Cut) -> float:
        """ln E_P(1 − χ)."""
        terms = self.nodes + self.real[0] + cut.float_lost(self.real[0] - self.real[1])
        return float(np.logaddexp.reduce(terms))

    def mass(self, c: float) -> float:
        """ln M(c)."""
        if c not in self._masses:
            self._masses[c] = self._mass(c)
        return self._masses[c]

    def _mass(self, c: float) -> float:
        return float(
            np.logaddexp.reduce(self.nodes + c * self.real[0] + (1 - c) * self.real[1])
        )

    def aliases(self, c: float, angle: int, height: float) -> float:
        """ln A(c), by the sum over cells of `grids.alias_bound`."""
        if self._known[0] != (c, angle, height):
            self._known = (c, angle, height), self._aliases(c, angle, height)
        return self._known[1]

    def _aliases(self, c: float, angle: int, height: float) -> float:
        plus, minus, gap, shift = self.rows[angle]
        size = self.weights + c * (plus[1:] if c > 0 else plus[:-1])
        if self.two_sided:
            size = size + (1 - c) * (minus[:-1] if c < 1 else minus[1:])
        far = height * gap
        falls = np.where(far > 20, far - math.log(2), np.log(np.sinh(np.minimum(far, 20))))
        return float(np.logaddexp.reduce(size - falls + self.bounds[angle])) + shift

    def place(self, t: float) -> float:
        """The λ of a t."""
        above = math.log1p(math.exp(self.mu * t - self.offset))
        return above - (math.log1p(math.exp(-self.mu * t - self.offset)) if self.two_sided else 0)

    def highest(self, goal: float) -> float:
        """Beyond which λ a loss has a probability of e^goal under P."""
        return self.place(3 * self.mu + math.sqrt(2 * max(-goal, 1.0)))

    def density(self, lam: Floats) -> Floats:
        """ln of the density of λ under Q."""
        mu = self.mu
        if not self.two_sided:
            t = (np.log(np.expm1(lam)) + self.offset) / mu
            return -t * t / 2 - np.log(mu * math.sqrt(2 * math.pi) * -np.expm1(-lam))
        rho = math.exp(-self.offset)
        sine, cosine = np.sinh(lam / 2), np.cosh(lam / 2)
        t = (lam / 2 + np.arcsinh(sine / rho)) / mu
        root = np.sqrt(sine * sine + rho * rho)
        top = math.log1p(-self.q) - lam / 2 - t * t / 2 + 2 * np.log(cosine + root)
        return top - np.log(2 * mu * root * math.sqrt(2 * math.pi))


class _CutLogs(_Logs):
    """The same of losses that are cut off; of M(c) the upper sum that bounds it."""

    def __init__(self, log: _Logs, cut: Cut) -> None:
        vars(self).update(vars(log))
        self._masses, self._known = {}, (None, 0.0)
        loss = self.real[0] - self.real[1]
        self.kept = cut.float_kept(loss[:-1])
        self.bounds = []
        for plus, minus, gap, _ in self.rows:
            apart = plus - minus
            # About as much as on the other side of the cell, relative to the width of the cut.
            wide = np.append(gap[1:], gap[-1]) if not self.two_sided else gap
            self.bounds.append(cut.float_bound(apart[:-1], apart[1:], np.maximum(wide, gap)))

    def _mass(self, c: float) -> float:
        size = self.weights + c * self.real[0][1:] + self.kept
        if self.two_sided:
            size = size + (1 - c) * (self.real[1][:-1] if c < 1 else self.real[1][1:])
        return float(np.logaddexp.reduce(size))


@functools.cache
def cells() -> tuple[fmpq, ...]:
    """The ends of the cells of t."""
    found = []
    for (start, fine), (stop, _) in itertools.pairwise(_CELLS):
        found += [fmpq(start) + fmpq(n, fine) for n in range((stop - start) * fine)]
    return (*found, fmpq(_CELLS[-1][0]))


def _log(value: Any) -> float:
    """ln of a positive ball, of very small ones too."""
    return float(value.log().mid()) if value > 0 else -math.inf


def _checked(places: float) -> int:
    if not places < MOST_PLACES:
        raise NotReachedError(f"the grid would have over {MOST_PLACES} places")
    return max(1, math.ceil(places))


def _crossing(s: float, reverse: bool) -> float:
    """Where a line crosses whose distance from the nearer pole is e^s."""
    return -math.exp(s) if reverse else 1 + math.exp(s)


def _short(c: float, edge: int) -> fmpq:
    """A short rational near c, its distance from the edge kept."""
    mantissa, shift = math.frexp(c - edge)
    return edge + fmpq(round(mantissa * 2**20)) * fmpq(2) ** (shift - 20)
