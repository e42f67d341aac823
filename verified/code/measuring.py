"""How far code is from certified enclosures: at corners of a domain and at points drawn from it."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verified.code.forms import Form, ball
from verified.kernel.truth import BallReading, decide, enclosure
from verified.numbers.balls import precision
from verified.syntax.formulas import Formula
from verified.syntax.sorts import RealSort, SizeSort
from verified.syntax.terms import Term, Var, free_variables

PRECISIONS = (128, 256, 512, 1024, 2048, 4096)
WIDTH = fmpq(1, 10**25)
LARGEST = 1.7976931348623157e308
# Below this, doubles have fewer digits.
MOST_BITS = 64.0
SMALLEST = 2.2250738585072014e-308
CORNERS, DRAWN = 90, 90
# Beyond these sizes exponentials leave the range of doubles, or nothing new happens.
_FAR = (1.0, 2.0, 5.0, 20.0, 100.0, 500.0, 800.0, 1e4, 1e8)
_NEAR = tuple(10.0**-power for power in (1, 2, 3, 4, 6, 8, 10, 13, 17, 50, 150, 300))

Env = Mapping[str, float]


@dataclass(frozen=True)
class Truth:
    """A point, and the enclosure of the term's value there, narrow."""

    at: Env
    value: Any


@dataclass(frozen=True)
class Measured:
    """The errors of code, relative to certified values (to the least normal double near 0).

    Attributes:
        worst: the largest finite one; `at` is where.
        median: of all points.
        failed: where no finite value came out though there is one, of the range of doubles.
        bits: how many bits are lost on average, and a quarter of those lost at worst: by this ways
            to write a form are compared.
    """

    worst: float
    median: float
    at: Env
    points: int
    failed: tuple[Env, ...]
    bits: float


def truths(
    term: Term, given: Sequence[Formula] = (), seed: int = 0, corners: int = CORNERS,
    drawn: int = DRAWN, plain: Form | None = None,
) -> list[Truth]:
    """Certified values of a term, at the points of its domain where it has one.

    Args:
        given: hypotheses in the term's variables; points that break one are left out.
        plain: the term as a form: where the term itself isn't enclosed (laws with entries near 0
            are no laws to any precision), the form is, if the two agree at all other points.
    """
    variables = list(free_variables(term).values())
    found: list[Truth] = []
    missed: list[Truth] = []
    tries = 4 if given else 1
    for at in points(variables, seed, tries * corners, tries * drawn):
        env = _exactly(term, at)
        if not all(decide(part, env, BallReading(), PRECISIONS[:3]) for part in given):
            continue
        value = certified(term, at)
        if value is not None:
            found.append(Truth(at, value))
        elif plain is not None and (value := _narrow(plain, at)) is not None:
            missed.append(Truth(at, value))
        if len(found) + len(missed) == corners + drawn:
            break
    if plain is None or not agrees(plain, term, found):
        return found
    return [*found, *missed]


def _narrow(form: Form, at: Env) -> Any:
    """A narrow enclosure of a form at a point, None where none is found."""
    for bits in PRECISIONS:
        with precision(bits):
            found = ball(form, {n: arb(fmpq(*size.as_integer_ratio())) for n, size in at.items()})
        if found is not None and found.is_finite() and _is_narrow(found):
            return found
    return None


def _is_narrow(found: Any) -> bool:
    """Whether a ball is narrow enough to measure floats by."""
    return bool(found.rad() <= abs(found.mid()) * arb(WIDTH))


def _exactly(term: Term, at: Env) -> dict[str, Any]:
    """A point as the kernel takes it: sizes as whole numbers, floats as the rationals they are."""
    sizes = {n for n, var in free_variables(term).items() if isinstance(var.of, SizeSort)}
    return {
        called: int(size) if called in sizes else fmpq(*size.as_integer_ratio())
        for called, size in at.items()
    }


def certified(term: Term, at: Env) -> Any:
    """A narrow enclosure at a point, None where there is no value or none is found."""
    env = _exactly(term, at)
    for bits in PRECISIONS:
        with precision(bits):
            try:
                found = enclosure(term, env, BallReading())
            except (ValueError, ZeroDivisionError, OverflowError):
                return None
            if found is None:
                continue
            if isinstance(found, int | fmpq):
                return arb(found)
            if not found.is_finite():
                continue
            if _is_narrow(found):
                return found
    return None


def points(variables: Sequence[Var], seed: int, corners: int, drawn: int) -> Iterator[Env]:
    """Corners of the variables' domains, at most so many, then points drawn on several scales."""
    random_ = random.Random(seed)
    names = [var.name for var in variables]
    listed = [list(dict.fromkeys(_corners(var.of))) for var in variables]
    count = math.prod(map(len, listed))
    if count <= corners:
        chosen: Any = itertools.product(*listed)
    else:
        chosen = ([random_.choice(part) for part in listed] for _ in range(corners))
    for place in chosen:
        yield dict(zip(names, place, strict=True))
    for _ in range(drawn):
        yield {var.name: _drawn(var.of, random_) for var in variables}


def _corners(sort: Any) -> Iterator[float]:
    if isinstance(sort, SizeSort):
        low, high = sort.low, sort.high
        yield from (float(n) for n in (low, low + 1, low + 2, low + 9, low + 999)
                    if high is None or n <= high)
        return
    assert isinstance(sort, RealSort)
    raw: list[float] = []
    low_end = None if sort.low is None else float(sort.low.p) / float(sort.low.q)
    high_end = None if sort.high is None else float(sort.high.p) / float(sort.high.q)
    if low_end is not None:
        raw += [low_end, *(low_end + step for step in _NEAR), math.nextafter(low_end, math.inf)]
    if high_end is not None:
        raw += [high_end, *(high_end - step for step in _NEAR),
                math.nextafter(high_end, -math.inf)]
    if high_end is None:
        raw += [(low_end or 0.0) + step for step in _FAR]
    if low_end is None:
        raw += [(high_end or 0.0) - step for step in _FAR]
    if low_end is None and high_end is None:
        raw += [0.0, *_NEAR, *(-step for step in _NEAR)]
    if low_end is not None and high_end is not None:
        raw.append((low_end + high_end) / 2)
    yield from (size for size in raw if _inside(sort, size))


def _inside(sort: RealSort, size: float) -> bool:
    # Subnormal numbers have fewer digits: nothing keeps more.
    return sort.contains(fmpq(*size.as_integer_ratio())) and (size == 0 or abs(size) >= 1e-300)


def _drawn(sort: Any, random_: random.Random) -> float:
    if isinstance(sort, SizeSort):
        high = sort.low + 40 if sort.high is None else sort.high
        return float(random_.randint(sort.low, high))
    low = None if sort.low is None else float(sort.low.p) / float(sort.low.q)
    high_end = None if sort.high is None else float(sort.high.p) / float(sort.high.q)
    while True:
        if low is not None and high_end is not None:
            share = random_.random()
            if random_.random() < 0.4:
                share = 10.0 ** random_.uniform(-12, 0)
            size = low + share * (high_end - low)
            if random_.random() < 0.3:
                size = high_end - share * (high_end - low)
        else:
            step = 10.0 ** random_.uniform(-9, 2.7)
            if low is not None:
                size = low + step
            elif high_end is not None:
                size = high_end - step
            else:
                size = step * random_.choice((1, -1))
        if _inside(sort, size):
            return size


def measured(function: Callable[..., float], names: Sequence[str], held: Sequence[Truth]
             ) -> Measured:
    """The errors of a function of floats."""
    errors = [(error(_called(function, [one.at[n] for n in names]), one.value), one.at)
              for one in held]
    finite = [pair for pair in errors if math.isfinite(pair[0])]
    failed = tuple(at for size, at in errors if not math.isfinite(size))
    worst, at = max(finite, key=lambda pair: pair[0], default=(math.inf, {}))
    lost = [min(MOST_BITS, math.log2(1 + size / 2.0**-53)) for size, _ in errors]
    median = statistics.median(size for size, _ in errors) if errors else math.inf
    bits = statistics.fmean(lost) + max(lost) / 4 if lost else math.inf
    return Measured(worst, median, at, len(errors), failed, bits)


def _called(function: Callable[..., float], arguments: Sequence[float]) -> float:
    try:
        return function(*arguments)
    except OverflowError:
        return math.inf
    except (ValueError, ZeroDivisionError, TypeError):
        return math.nan


def error(found: float, truth: Any) -> float:
    """|found − truth| relative to |truth|; infinite where a finite value was missed."""
    with precision(256):
        size = abs(truth)
        if size > arb(LARGEST):
            # Beyond the range of doubles; Python raises an error there.
            return 0.0 if math.isinf(found) or abs(found) > 1e307 else math.inf
        if not math.isfinite(found):
            return math.inf
        gap = abs(arb(found) - truth)
        least = arb(SMALLEST)
        return float((gap / (size if size > least else least)).mid())


def agrees(form: Form, term: Term, held: Sequence[Truth]) -> bool:
    """Whether a form has the term's values, in balls, where the form has one there."""
    compared = 0
    for one in held[:: max(1, len(held) // 40)]:
        if any(size and not 1e-20 < abs(size) < 200 for size in one.at.values()):
            continue
        with precision(700):
            env = {n: arb(fmpq(*size.as_integer_ratio())) for n, size in one.at.items()}
            found = ball(form, env)
            if found is None:
                continue
            compared += 1
            if not abs(found - one.value) <= (1 + abs(one.value)) * arb(fmpq(1, 10**20)):
                return False
    return compared > 0


__all__ = ["Measured", "Truth", "agrees", "certified", "error", "measured", "points", "truths"]
