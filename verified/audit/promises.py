"""What a function of another library computes, what it promises, and over which arguments.

A function is held to its own definitions: its parameters are named as ours are, its adapter turns
them into its own (a sensitivity, a variance instead of a standard deviation, bits), `says` tells
what its documentation promises, so that nobody is accused of what they never said.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

# What a function may promise of the truth: a bound from above, one from below, or no direction.
UPPER, LOWER, ESTIMATE = "upper bound", "lower bound", "estimate"
PROMISES = (UPPER, LOWER, ESTIMATE)
# Entries of laws are multiples of this, so that floats sum to 1 exactly.
GRAIN = 2.0**-52

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Range:
    """The numbers that an argument takes.

    Attributes:
        low, high: its ends, both allowed.
        scale: "log" where orders of magnitude matter, "plain", or "whole" for whole numbers, which
            are drawn by their magnitude.
        corners: values where implementations are known to change course, besides the ends.
    """

    low: float
    high: float
    scale: str = "log"
    corners: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.scale not in ("log", "plain", "whole") or not self.low <= self.high:
            raise ValueError(f"no range: {self.low} … {self.high}, {self.scale}")
        if self.scale != "plain" and self.low <= 0:
            raise ValueError("a range over orders of magnitude begins above 0")

    def points(self) -> list[float]:
        """The corners to try first."""
        middle = self._between(0.5)
        return sorted({self.low, self.high, middle, *self.corners})

    def draw(self, rng: random.Random) -> float:
        """A random value."""
        return self._between(rng.random())

    def near(self, value: float, step: float, rng: random.Random) -> float:
        """A value near one, `step` as a share of the range's length."""
        if self.scale == "plain":
            moved = value + (self.high - self.low) * step * rng.uniform(-1, 1)
        else:
            length = math.log(self.high / self.low)
            moved = value * math.exp(length * step * rng.uniform(-1, 1))
        return self._inside(moved)

    def simpler(self, value: float) -> list[float]:
        """Plainer values near one, the plainest first."""
        found = [self._inside(float(f"{value:.{digits}g}")) for digits in (1, 2, 3, 5)]
        return [one for one in dict.fromkeys(found) if one != value]

    def _between(self, share: float) -> float:
        if self.scale == "plain":
            return self._inside(self.low + (self.high - self.low) * share)
        return self._inside(self.low * (self.high / self.low) ** share)

    def _inside(self, value: float) -> float:
        kept = min(max(value, self.low), self.high)
        return float(round(kept)) if self.scale == "whole" else kept


@dataclass(frozen=True)
class Law:
    """Laws on so many symbols, as floats that sum to 1 exactly.

    Attributes:
        symbols: how many, from and to.
        positive: whether every symbol has mass.
        rows: how many laws there are, from and to, where it is a channel; None for one law.
    """

    symbols: tuple[int, int] = (2, 5)
    positive: bool = False
    rows: tuple[int, int] | None = None

    def points(self) -> list[Any]:
        """Uniform, peaked and nearly certain laws."""
        few, many = self.symbols
        plain = [_exactly([1.0] * few), _exactly([1.0] * many)]
        plain += [_exactly([1.0] + [rare] * (few - 1)) for rare in (1e-6, 1e-13)]
        if self.rows is None:
            return plain
        count = self.rows[0]
        return [[law] * count for law in plain] + [
            [_exactly([1.0 if y == x % few else 1e-9 for y in range(few)]) for x in range(count)]
        ]

    def draw(self, rng: random.Random) -> Any:
        """A random law or channel: flat, or over many orders of magnitude."""
        count = rng.randint(*self.symbols)
        if self.rows is None:
            return self._law(count, rng)
        return [self._law(count, rng) for _ in range(rng.randint(*self.rows))]

    def _law(self, count: int, rng: random.Random) -> list[float]:
        reach = rng.choice([0.0, 1.0, 5.0, 12.0])
        weights = [10 ** (-reach * rng.random()) for _ in range(count)]
        if not self.positive and count > 2 and rng.random() < 0.2:
            weights[rng.randrange(count)] = 0.0
        return _exactly(weights)

    def beside(self, value: Any, rng: random.Random) -> Any:
        """A law that differs from one, or a channel whose rows differ, by as little as floats tell
        apart or by more: where differences of nearly equal numbers are taken."""
        step = 10 ** (-14 * rng.random()) / 12
        if self.rows is not None:
            return [self._near(value[0], step, rng) for _ in value]
        return self._near(value, step, rng)

    def near(self, value: Any, step: float, rng: random.Random) -> Any:
        """A law near one, each weight moved by orders of magnitude."""
        if self.rows is not None:
            return [self._near(row, step, rng) for row in value]
        return self._near(value, step, rng)

    def _near(self, law: Sequence[float], step: float, rng: random.Random) -> list[float]:
        return _exactly([p * math.exp(12 * step * rng.uniform(-1, 1)) for p in law])

    def simpler(self, value: Any) -> list[Any]:
        """Laws of fewer digits."""
        rows = value if self.rows is not None else [value]
        found = []
        for digits in (1, 2, 3):
            made = [_exactly([float(f"{p:.{digits}g}") for p in row]) for row in rows]
            found.append(made if self.rows is not None else made[0])
        return [one for one in found if one != value]


def _exactly(weights: Sequence[float]) -> list[float]:
    """A law of floats whose sum is 1 exactly: multiples of `GRAIN`, what is left at the largest."""
    total = math.fsum(weights)
    entries = [Fraction(round(w / total / GRAIN)) * Fraction(GRAIN) for w in weights]
    largest = max(range(len(entries)), key=lambda place: entries[place])
    entries[largest] += 1 - sum(entries)
    return [float(entry) for entry in entries]


Domain = Range | Law


@dataclass(frozen=True)
class Function:
    """A function of another library.

    Attributes:
        library: its package.
        name: what it is called there, as `verified audit LIBRARY:NAME` takes it.
        call: its name among the functions of the library's adapter.
        quantity: what it computes, in words.
        truth: the certified value at arguments, which takes a relative width too.
        independent: the same by mpmath.
        parameters: over which arguments it is asked.
        promise: a member of `PROMISES`.
        tolerance: the relative error that it allows itself, by its documentation or as floats go.
        absolute: the absolute one.
        says: what its documentation says of the value: definition, adjacency, unit, known limits.
        seconds: how long one call may take.
        refuses: names of exceptions by which it says that it doesn't take such arguments.
        holds: where the answer is what is asked for (a noise) and not what it is to reach (a δ):
            takes the answer and the arguments, and gives the arguments of `truth` with that noise,
            and what is promised of it.
    """

    library: str
    name: str
    call: str
    quantity: str
    truth: Callable[..., Any]
    independent: Callable[..., Any]
    parameters: Mapping[str, Domain]
    promise: str
    tolerance: float
    says: str
    absolute: float = 0.0
    seconds: float = 20.0
    refuses: tuple[str, ...] = ("ValueError", "NotImplementedError")
    holds: Callable[..., tuple[Arguments, float]] | None = None

    @property
    def key(self) -> str:
        """As the command line names it."""
        return f"{self.library}:{self.name}"
