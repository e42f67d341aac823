"""Points of a scalar goal's region, to guess signs and to see what is false: nothing certified."""

from __future__ import annotations

import random
from typing import Any

from flint import fmpq

from verified.kernel.ranges import Interval, NotDefined, number_range
from verified.kernel.scalar_goals import Goal, program, sides
from verified.kernel.values import Rejected
from verified.numbers.balls import precision
from verified.syntax.formulas import Relation
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Term

SAMPLES, BITS = 20, 128
Point = dict[str, fmpq]

SHARES = [fmpq(k, 16) for k in range(1, 16)] + [
    fmpq(1, 1024), fmpq(1023, 1024), fmpq(1, 10**6), 1 - fmpq(1, 10**6)
]
STEPS = [
    fmpq(1, 10**6), fmpq(1, 100), fmpq(1, 7), fmpq(1, 2), fmpq(1), fmpq(3, 2), fmpq(3), fmpq(7),
    fmpq(20), fmpq(100),
]


def _draw(rng: random.Random, domain: RealSort, whole: bool) -> fmpq:
    low, high = domain.low, domain.high
    if low is not None and high is not None:
        point = low + rng.choice(SHARES) * (high - low)
    elif low is not None:
        point = low + rng.choice(STEPS)
    elif high is not None:
        point = high - rng.choice(STEPS)
    else:
        point = rng.choice(STEPS) * rng.choice((-1, 1))
    if whole:
        ceiling = fmpq(-((-point).floor()))
        point = ceiling if high is None or ceiling <= high else fmpq(point.floor())
    return point


def samples(goal: Goal) -> list[Point]:
    """Points of the region."""
    key = (
        tuple((name, domain.describe()) for name, domain in goal.box.items()), goal.given,
        goal.whole,
    )
    if key not in _SAMPLES:
        if len(_SAMPLES) > 1000:
            _SAMPLES.clear()
        _SAMPLES[key] = _drawn(goal)
    return _SAMPLES[key]


_SAMPLES: dict[Any, list[Point]] = {}


def _drawn(goal: Goal) -> list[Point]:
    rng = random.Random(0)
    found: list[Point] = []
    for _ in range(4 * SAMPLES):
        point = {
            name: _draw(rng, domain, name in goal.whole) for name, domain in goal.box.items()
        }
        if all(goal.box[name].contains(x) for name, x in point.items()) and all(
            holds(known, point) for known in goal.given
        ):
            found.append(point)
            if len(found) >= SAMPLES:
                break
    return found


def value(term: Term, point: Point) -> Interval | None:
    """The range of a term at a point; None where it is undefined."""
    try:
        return program(term).run({name: number_range(x) for name, x in point.items()})
    except (NotDefined, ArithmeticError, Rejected):
        return None


def holds(relation: Relation, point: Point) -> bool:
    """Whether a relation certainly holds at a point."""
    small, large = sides(relation)
    one, two = value(small, point), value(large, point)
    if one is None or two is None:
        return False
    return bool(one.high < two.low if relation.op in ("<", ">") else one.high <= two.low)


def violated(goal: Goal, points: list[Point]) -> bool:
    """Whether the term is certainly negative (or undefined, as far as seen) at a point."""
    for point in points:
        with precision(BITS):
            found = value(goal.term, point)
        if found is None or found.high < 0:
            return True
    return False


def guessed_sign(term: Term, points: list[Point]) -> int:
    """1 or −1 if the term has this sign at all points where that is clear, else 0."""
    signs = set()
    for point in points:
        with precision(BITS):
            found = value(term, point)
        if found is not None and (found.low > 0 or found.high < 0):
            signs.add(1 if found.low > 0 else -1)
    return signs.pop() if len(signs) == 1 else 0
