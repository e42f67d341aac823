"""Inverses of monotone values that take seconds each: few of them, and narrow ones last.

A search begins at a guess, goes on by secants of the logarithm, and asks for each value only as
narrowly as it takes to tell on which side of the target it lies. What decides is the enclosures
alone: a bad guess costs time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from flint import fmpq

from verified.accounting.enclosures import (
    MOST_ARGUMENT,
    Enclosure,
    NotReachedError,
    log_of,
    rounded,
)
from verified.numbers.balls import precision
from verified.numbers.limits import check_time

# Of x and two relative widths: the one that decides, and the one that is worth having where what is
# worked out serves other x too.
Asked = Callable[[fmpq, fmpq, fmpq], Enclosure]

_COARSE, _FINEST = 1e-2, 1e-40
# Where a value isn't told from the target it is asked for more narrowly, so many times.
_SHARPER = (1.0, 1e-4, 1e-12)
# Values are compared with a target at that precision.
_COMPARED = 256
# So many times the target may be met before it is asked whether it is at the lowest x.
_DESCENTS = 3
_MOST_TURNS = 200
# How far from where it is expected the answer's ends are sought at last, in units of the width
# asked for: the answer is half as wide then, and its logarithm as narrow as that mostly.
_MARGIN = fmpq(6, 25)
# A guess is sought in floats by so many halvings, from and to a power of two of that size.
_HALVINGS, _FARTHEST = 24, 60
# A whole number's value is asked for no more narrowly than that at first.
_LEAST_WHOLE = 1e-9
# Floats are precise to so many nats at first, and more where a value is within e^this of the goal;
# a first secant goes through a point aside by so much.
_ROUGH, _NEARBY, _ASIDE, _MOST_SHARP = 8.0, 0.1, 0.02, 12


def guessed(size: Callable[[float], float], goal: float, start: float = 1.0) -> fmpq:
    """About where a function of floats that falls meets a goal; `start` if that isn't found."""
    try:
        low = high = start
        for _ in range(_FARTHEST):
            check_time()
            if size(low) > goal:
                break
            low, high = low / 2, low
        for _ in range(_FARTHEST):
            check_time()
            if not size(high) > goal:
                break
            low, high = high, 2 * high
        for _ in range(_HALVINGS):
            middle = math.sqrt(low * high)
            low, high = (middle, high) if size(middle) > goal else (low, middle)
            if high < 1.001 * low:
                break
    except (ArithmeticError, ValueError):
        return fmpq(*start.as_integer_ratio())
    place = fmpq(*high.as_integer_ratio())
    return rounded(place, place / 64)


@dataclass(frozen=True)
class Sharp:
    """Where floats say that a function meets a target, and the slope of its logarithm there."""

    place: fmpq
    slope: float


def sharpened(
    size: Callable[[float, float], float],
    goal: float,
    guess: fmpq,
    width: float,
    whole: bool = False,
) -> Sharp | None:
    """About where a monotone function of floats meets a goal, by secants from a guess; None where
    floats don't tell.

    Args:
        size: of x, and of how precise it should be, in nats.
        goal, guess: as named.
        width: the relative width that an error should be small beside.
        whole: of whole x only are there values.
    """
    def at(x: float) -> float:
        return max(1.0, round(x)) if whole else x

    try:
        x = at(float(guess))
        precise = _ROUGH
        last, slope = (x, size(x, precise) - goal), 0.0
        aside = max(x * _ASIDE, 1.0) if whole else x * _ASIDE
        point = at(x + (aside if last[1] > 0 else -aside))
        for _ in range(_MOST_SHARP):
            check_time()
            here = (point, size(point, precise) - goal)
            if here[0] != last[0]:
                slope = (here[1] - last[1]) / (here[0] - last[0])
            # Else the same value again, more precisely.
            step = -here[1] / slope
            if not math.isfinite(step):
                return None
            root = here[0] + min(max(step, -here[0] / 2), here[0])
            small = abs(slope) * (0.5 if whole else width * root)
            # The error of a secant is about the product of its two values', of e^−precise's size.
            finest = 3 - math.log(min(small, 1.0))
            left = here[1] ** 2 + abs(here[1] * last[1]) + math.exp(-precise)
            if left < small / 16 or (whole and precise >= finest and abs(root - point) < 1.5):
                place = fmpq(*root.as_integer_ratio())
                return Sharp(place, slope)
            last = here
            if abs(here[1]) < _NEARBY:
                precise = finest
            point = at(root)
            if whole and point == last[0]:
                point += 1 if root > point else -1
    except (NotReachedError, ArithmeticError, ValueError):
        return None
    return None


class _Search:
    """What is known of where a function meets a target: two ends, and logarithms of values."""

    def __init__(self, goal: fmpq, function: Asked) -> None:
        self.target, self.goal, self.function = goal, log_of(goal), function
        self.low: fmpq | None = None
        self.high: fmpq | None = None
        self.logs: dict[fmpq, float] = {}
        self.calls = 0

    def below(self, x: fmpq, wide: float, final: float) -> bool:
        """Whether f(x) ≤ target, for certain.

        Raises:
            NotReachedError: that isn't decided.
        """
        for share in _SHARPER:
            check_time()
            asked = _width(wide * share)
            value = self.function(x, asked, min(asked, _width(final)))
            self.calls += 1
            with precision(_COMPARED):
                middle = (value.low + value.high) / 2
                if middle > 0:
                    self.logs[x] = log_of(middle)
                if value.high <= self.target:
                    return True
                if value.low > self.target:
                    return False
        raise NotReachedError(f"whether the value at {x} is above the target isn't decided")

    def secant(self) -> tuple[float, fmpq] | None:
        """The slope of the logarithm, and where it meets the goal, by the two nearest values."""
        near = sorted(self.logs, key=lambda x: abs(self.logs[x] - self.goal))[:2]
        if len(near) < 2:
            return None
        one, two = near
        slope = (self.logs[one] - self.logs[two]) / float(one - two)
        if slope == 0 or not math.isfinite(slope):
            return None
        step = (self.goal - self.logs[one]) / slope
        return slope, one + fmpq(*step.as_integer_ratio())


def _width(number: float) -> fmpq:
    return fmpq(*min(max(number, _FINEST), _COARSE).as_integer_ratio())


def least_near(
    function: Asked,
    target: fmpq,
    guess: fmpq,
    width: fmpq,
    lowest: fmpq,
    what: str,
    attained: bool = True,
    sharp: Sharp | None = None,
) -> Enclosure:
    """The least x ≥ lowest at which a function that doesn't rise is at most the target, sought
    from a guess above `lowest` on, or from where floats say that it is (`sharp`).

    Other arguments, the answer and errors are those of `enclosures.least_argument`.
    """
    search, wanted = _Search(target, function), float(width)
    point, push, slope, last, descents = guess, guess / 32, 1 / float(guess), guess, 0
    alone = 0
    if sharp is not None and sharp.place > lowest and sharp.slope < 0:
        push, slope, last = _MARGIN * width * sharp.place, sharp.slope, sharp.place
        point = rounded(sharp.place + push, push)
    else:
        sharp = None
    for turn in range(_MOST_TURNS):
        near = abs(point - last) < point / 50 and (turn > 0 or sharp is not None)
        wide = abs(slope) * float(push) / 8
        final = abs(slope) * float(point) * wanted / 32 if near else wide
        if search.below(point, wide, final):
            search.high, descents = point, descents + 1
        else:
            search.low = point
        low, high = search.low, search.high
        if low is not None and high is not None and high - low <= width * high:
            return Enclosure(low, high, f"secants, certified at {search.calls} points")
        if low is None and high is not None:
            if attained and descents == _DESCENTS and search.below(lowest, _COARSE, _COARSE):
                return Enclosure(lowest, lowest, "δ is met there already")
            if high - lowest < 1 / MOST_ARGUMENT:
                raise NotReachedError(f"{what} is within {1 / MOST_ARGUMENT} of {lowest}")
        if high is None and low is not None and low > MOST_ARGUMENT:
            raise NotReachedError(f"{what} is beyond {MOST_ARGUMENT}, if there is one")
        found = search.secant()
        if found is not None and found[0] < 0:
            slope, root = found
            moved = abs(root - last)
            share = min(fmpq(1, 16), 4 * moved / root) if root > 0 else fmpq(1, 16)
            push, last = max(_MARGIN * width * abs(root), moved * share), root
        else:
            root = last
        alone = alone + 1 if low is None or high is None else 0
        if sharp is not None and turn == 0:
            # The other end, where it should be.
            side = -1 if low is None else 1
            point = rounded(max(point + 2 * side * push, (lowest + point) / 2), push)
            continue
        point = _next(search, root, push, lowest, turn, alone)
    raise NotReachedError(f"{what} isn't found")


def _next(
    search: _Search, root: fmpq, push: fmpq, lowest: fmpq, turn: int, alone: int
) -> fmpq:
    """The next point: a little to that side of the root of which less is known, in the bracket.

    While an end is missing it is sought farther away at each turn, of which there were `alone`.
    """
    low, high = search.low, search.high
    stride = min(fmpq(2) ** alone / 128, fmpq(1, 2))
    if low is None:
        assert high is not None
        # Nearer to the lowest x by no more than so much at once.
        span = high - lowest
        return rounded(min(max(root - push, lowest + span / 8), high - span * stride), span)
    if high is None:
        span = low - lowest
        return rounded(min(max(root + push, low + 2 * span * stride), lowest + 8 * span), span)
    gap = high - low
    if turn % 5 == 4:
        return rounded((low + high) / 2, gap)
    point = root + push if high - root > root - low else root - push
    return rounded(min(max(point, low + gap / 50), high - gap / 50), min(gap, push))


def most_near(
    function: Callable[[int, fmpq], Enclosure],
    target: fmpq,
    guess: int,
    most: int,
    sharp: Sharp | None = None,
) -> int:
    """The largest k ≤ most at which a function that doesn't fall is at most the target, sought from
    a guess on, or from where floats say that it is (`sharp`); 0 if none.

    Other arguments, the answer and errors are those of `enclosures.most_within`.
    """
    search = _Search(target, lambda x, wide, _: function(int(x.p), wide))
    point = min(max(guess, 1), most)
    low, high, step = 0, most + 1, max(1, point // 64)
    wide = _COARSE
    if sharp is not None and 1 <= sharp.place < most and sharp.slope > 0:
        point, step = int(sharp.place.floor()), 1
    else:
        sharp = None
    while high - low > 1:
        check_time()
        if sharp is not None:
            # So narrowly that where it is told from the target is likely to be decided at once.
            wide = max(sharp.slope * abs(float(sharp.place) - point) / 4, _LEAST_WHOLE)
        if search.below(fmpq(point), wide, wide):
            low = point
        else:
            high = point
        # Beyond what is known of one side: farther each time; else by the secant.
        if high > most:
            point, step = min(most, low + step), 4 * step
            if low == most:
                raise NotReachedError(f"still within at {most} rounds, the most that were tried")
            continue
        if low == 0:
            point, step = max(1, high - step), 4 * step
            continue
        found = search.secant()
        point = (low + high) // 2
        if found is not None and found[0] > 0:
            root = math.floor(float(found[1]))
            point = root + 1 if high - root > root - low else root
        margin = (high - low) // 16
        point = min(max(point, low + max(1, margin)), high - max(1, margin))
    return low


__all__ = ["guessed", "least_near", "most_near"]
