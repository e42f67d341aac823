"""Feasibility of linear programs over products of simplices and intervals, by the simplex method: a
point that meets the conditions, or multipliers by which none does.

The numbers may be exact rationals or floats. Nothing rests on them: a point is put into the
conditions, and multipliers are weighed over the whole product, by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from verified.numbers.simplex import maximised

# How much more it counts that conditions are met than that they are met with room to spare.
_FIRST = 10**6


@dataclass(frozen=True)
class Found:
    """What a program comes to.

    Attributes:
        violation: the least by which some condition fails, 0 where all can be met.
        slack: by how much, up to 1, all that aren't equations can be met at once.
        point: the coordinates that do so.
        multipliers: of the conditions, by which they can't be met, where they can't.
    """

    violation: Any
    slack: Any
    point: list[Any]
    multipliers: list[Any]


def feasible(
    conditions: Sequence[tuple[str, Any, Sequence[Any]]], rows: Sequence[int],
    intervals: Sequence[tuple[Any, Any]], tolerance: Any,
    solve: Callable[..., tuple[list[Any], list[Any]]] = maximised,
) -> Found:
    """What the conditions "constant + Σ slope · coordinate <=, < or = 0" come to.

    Args:
        rows: how many coordinates each row of probabilities has, the first symbol's left out.
        intervals: the ends of each number, which come after the rows; None for an infinite one.
        tolerance: what counts as 0 beside numbers of the order of 1; 0 for exact numbers.
        solve: the simplex method for these numbers.
    """
    table = _Table(conditions, rows, intervals, solve)
    first = table.solved({"short": 1}, tolerance)
    if table.worst - first.short > tolerance:
        return Found(table.worst - first.short, 0 * table.worst, first.point, first.prices)
    if all(op == "=" for op, _, _ in conditions):
        return Found(0 * table.worst, 0 * table.worst + 1, first.point, [])
    strict = [op == "<" for op, _, _ in conditions]
    roomy = table.solved({"short": _FIRST, "room": 1}, tolerance, [
        op != "=" for op, _, _ in conditions
    ])
    if roomy.room > tolerance or not any(strict):
        met = table.worst - roomy.short <= tolerance
        return Found(0 * table.worst, roomy.room, (roomy if met else first).point, [])
    # What is no equation can't all be met with room; those that must be may.
    strictly = table.solved({"short": _FIRST, "room": 1}, tolerance, strict)
    return Found(0 * table.worst, strictly.room, strictly.point, strictly.prices)


@dataclass(frozen=True)
class _Solved:
    short: Any
    room: Any
    point: list[Any]
    prices: list[Any]


class _Table:
    """The rows of the simplex method: coordinates that are 0 or more, and 0 to begin with."""

    def __init__(
        self, conditions: Sequence[tuple[str, Any, Sequence[Any]]], rows: Sequence[int],
        intervals: Sequence[tuple[Any, Any]], solve: Callable[..., tuple[list[Any], list[Any]]],
    ) -> None:
        self.solve = solve
        self.conditions, self.rows = conditions, rows
        self.zero = 0 * conditions[0][1]
        self.intervals = intervals
        count = sum(rows)
        # Each number as its start, and (sign, limit) of each column that is added to it.
        self.numbers: list[tuple[Any, list[int]]] = []
        self.limits: list[Any] = []
        for low, high in intervals:
            if low is None and high is None:
                self.numbers.append((self.zero, [1, -1]))
                self.limits += [None, None]
            else:
                self.numbers.append((high if low is None else low, [-1 if low is None else 1]))
                self.limits.append(None if low is None or high is None else high - low)
        self.lines = [self._line(op, constant, slopes, count)
                      for op, constant, slopes in conditions]
        # An equation is two conditions.
        self.signed = [
            (place, sign) for place, (op, _, _) in enumerate(conditions)
            for sign in ((1, -1) if op == "=" else (1,))
        ]
        self.worst = max(
            [self.zero, *(sign * self.lines[place][0] for place, sign in self.signed)]
        )

    def _line(self, op: str, constant: Any, slopes: Sequence[Any], count: int) -> Any:
        shifted, columns = constant, list(slopes[:count])
        for slope, (start, signs) in zip(slopes[count:], self.numbers, strict=True):
            shifted = shifted + slope * start
            columns += [sign * slope for sign in signs]
        return shifted, columns

    def solved(
        self, gains: dict[str, int], tolerance: Any, roomy: Sequence[bool] = ()
    ) -> _Solved:
        zero, one = self.zero, self.zero + 1
        width = sum(self.rows) + len(self.limits)
        table, bounds = [], []
        for place, sign in self.signed:
            constant, columns = self.lines[place]
            room = one if roomy and roomy[place] else zero
            table.append([*(sign * part for part in columns), one, room])
            bounds.append(self.worst - sign * constant)
        start = 0
        for count in self.rows:
            inside = [one if start <= j < start + count else zero for j in range(width)]
            if count:
                table.append([*inside, zero, zero])
                bounds.append(one)
            start += count
        for place, limit in enumerate(self.limits):
            if limit is not None:
                own = [one if j == start + place else zero for j in range(width)]
                table.append([*own, zero, zero])
                bounds.append(limit)
        table += [[zero] * width + [one, zero], [zero] * width + [zero, one]]
        bounds += [self.worst, one]
        wanted = [zero] * width + [zero + gains["short"], zero + gains.get("room", 0)]
        chosen, prices = self.solve(table, bounds, wanted, tolerance)
        multipliers = [zero] * len(self.conditions)
        for (place, sign), price in zip(self.signed, prices, strict=False):
            multipliers[place] = multipliers[place] + sign * price
        point, at = list(chosen[: sum(self.rows)]), sum(self.rows)
        for begin, signs in self.numbers:
            moved = sum((sign * chosen[at + k] for k, sign in enumerate(signs)), zero)
            point.append(begin + moved)
            at += len(signs)
        return _Solved(chosen[width], chosen[width + 1], point, multipliers)


__all__ = ["Found", "feasible"]
