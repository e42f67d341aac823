"""Certified two-sided answers: enclosures, evaluation to a width, bisection of inverses."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from flint import arb, ctx, fmpq

from verified.errors import InputError
from verified.numbers.balls import precision
from verified.numbers.exact import rational
from verified.numbers.limits import check_time

Scalar = Any  # fmpq | arb

# The relative width of a value where none is asked for.
WIDTH = fmpq(1, 10**12)
MOST_BITS = 1 << 17
MOST_ARGUMENT = fmpq(10) ** 30
# Values are compared with a target at that precision.
_COMPARED = 256


@dataclass(frozen=True)
class Enclosure:
    """A number that certainly lies in [low, high].

    Both ends are exact: an `fmpq`, or an `arb` of radius 0 (a dyadic number of any exponent, so
    that 10^-10000 is no corner), or an infinite `arb`. Equal ends are the value itself. `way` tells
    how it was found.
    """

    low: Scalar
    high: Scalar
    way: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ArithmeticError(f"an enclosure from {self.low} to {self.high}: a bound is wrong")

    @property
    def exact(self) -> bool:
        """Whether the value is known exactly."""
        return bool(self.low == self.high)

    @property
    def width(self) -> arb:
        """An upper bound on (high − low)/|value|; 0 for an exact value, ∞ where 0 is inside."""
        if self.exact:
            return arb(0)
        if not (self.low > 0 or self.high < 0) or not (_finite(self.low) and _finite(self.high)):
            return arb("inf")
        with precision(max(64, ctx.prec)):
            smaller = arb(self.low) if self.low > 0 else -arb(self.high)
            both = isinstance(self.low, fmpq) and isinstance(self.high, fmpq)
            # Rationals are subtracted exactly: rounded first, close ones would seem farther apart.
            gap = arb(self.high - self.low) if both else arb(self.high) - arb(self.low)
            return (gap / smaller).upper()

    def __reduce__(self) -> tuple[Any, ...]:
        # Balls can't be pickled: what makes them again is.
        return _remade, (_plain(self.low), _plain(self.high), self.way)

    def ball(self) -> arb:
        """The enclosure as a ball at the precision in force."""
        return arb(self.low).union(arb(self.high))

    def log(self, bits: int = 128) -> Enclosure:
        """The natural logarithm of a value that isn't negative; −∞ for 0."""
        ends = []
        with precision(bits):
            for end, side in ((self.low, -1), (self.high, 1)):
                if end == 0:
                    ends.append(-arb("inf"))
                elif end < 0:
                    raise InputError("the logarithm of an enclosure with negative numbers")
                elif not _finite(end):
                    ends.append(arb("inf"))
                else:
                    value = arb(end).log()
                    ends.append(value.lower() if side < 0 else value.upper())
        return Enclosure(ends[0], ends[1], self.way)

    def contains(self, value: Scalar) -> bool:
        """Whether an exact number lies inside."""
        return bool(self.low <= value and value <= self.high)

    def __str__(self) -> str:
        if self.exact:
            return f"{_shown(self.low)} exactly"
        return f"[{_shown(self.low)}, {_shown(self.high)}]"


def _plain(end: Scalar) -> tuple[str, int, int]:
    """An exact number in integers: a fraction, an integer times a power of two, or a sign."""
    if isinstance(end, fmpq):
        return "fraction", int(end.p), int(end.q)
    if not end.is_finite():
        return "infinite", 1 if end > 0 else -1, 0
    mantissa, power = end.man_exp()
    return "dyadic", int(mantissa), int(power)


def _remade(low: tuple[str, int, int], high: tuple[str, int, int], way: str) -> Enclosure:
    ends: list[Scalar] = []
    for kind, one, two in (low, high):
        if kind == "fraction":
            ends.append(fmpq(one, two))
        elif kind == "infinite":
            ends.append(arb.pos_inf() if one > 0 else arb.neg_inf())
        else:
            with precision(max(2, one.bit_length())):
                ends.append(arb(one) * arb(2) ** two)
    return Enclosure(ends[0], ends[1], way)


def _finite(end: Scalar) -> bool:
    return isinstance(end, fmpq) or bool(end.is_finite())


def _shown(end: Scalar) -> str:
    return str(end) if isinstance(end, fmpq) else str(end.str(20, radius=False))


class NotReachedError(ArithmeticError):
    """The width asked for wasn't reached; `best` is the narrowest enclosure found, if any."""

    def __init__(self, message: str, best: Enclosure | None = None) -> None:
        super().__init__(message)
        self.best = best


class TooSlowError(NotReachedError):
    """No way is fast enough, at any precision."""


def require(condition: bool, message: str) -> None:
    """What a bound rests on: where it isn't certain, the bound isn't used.

    Raises:
        NotReachedError: it isn't certain.
    """
    if not condition:
        raise NotReachedError(message)


def enclosure(value: Scalar) -> Enclosure:
    """The enclosure that a scalar of the balls is.

    Raises:
        NotReachedError: the ball says nothing (nan).
    """
    if isinstance(value, fmpq):
        return Enclosure(value, value)
    if value.is_nan():
        raise NotReachedError("the precision tells nothing")
    if not value.is_finite():
        if value > 0 or value < 0:
            return Enclosure(value, value)
        raise NotReachedError("the precision tells nothing")
    if value.is_exact():
        return Enclosure(value, value)
    return Enclosure(value.lower(), value.upper())


def within(value: Enclosure, low: Scalar, high: Scalar) -> Enclosure:
    """The part of an enclosure in [low, high], where the value is known to lie."""
    return Enclosure(
        low if value.low < low else value.low, high if value.high > high else value.high, value.way
    )


def refined(
    compute: Callable[[], Scalar], width: fmpq, way: str = "closed form", start: int = 64
) -> Enclosure:
    """The value that `compute` encloses at the precision in force, to a relative width.

    `way` tells how it is found. The precision is doubled until the width is reached. A value of 0
    must be returned as exact 0.

    Raises:
        NotReachedError: not at any precision tried.
    """
    best: Enclosure | None = None
    bits = max(start, 32 - math.floor(log2_of(width)))
    while bits <= MOST_BITS:
        check_time()
        with precision(bits):
            try:
                found = enclosure(compute())
            except NotReachedError:
                found = None
        if found is not None:
            if best is not None:
                # Both hold, so what they have in common does.
                found = Enclosure(
                    found.low if best.low <= found.low else best.low,
                    found.high if found.high <= best.high else best.high,
                )
            found = replace(found, way=f"{way}, {bits} bits")
            if found.width <= width:
                return found
            best = found
        bits *= 2
    raise NotReachedError("the width asked for wasn't reached", best)


def log2_of(value: Scalar) -> float:
    """The binary logarithm of a positive scalar as a float, for planning only."""
    with precision(53):
        return float(arb(value).log().mid()) / math.log(2)


def log_of(value: Scalar) -> float:
    """The natural logarithm of a positive scalar as a float, for planning only."""
    with precision(53):
        return float(arb(value).log().mid())


def relative_width(width: Any) -> fmpq:
    """A width asked for, as a rational.

    Raises:
        InputError: it isn't a positive number below 1.
    """
    value = rational(width, "the width")
    if not 0 < value < 1:
        raise InputError(f"the width is {value}; a relative width lies between 0 and 1")
    return value


def positive(value: Any, what: str) -> fmpq:
    """A rational above 0.

    Raises:
        InputError: it is none.
    """
    number = rational(value, what)
    if number <= 0:
        raise InputError(f"{what} is {number}; it must be positive")
    return number


def probability(value: Any, what: str) -> fmpq:
    """A rational in [0, 1].

    Raises:
        InputError: it is none.
    """
    number = rational(value, what)
    if not 0 <= number <= 1:
        raise InputError(f"{what} is {number}; it must lie in [0, 1]")
    return number


def positive_delta(value: Any, what: str = "delta") -> fmpq:
    """A δ that is asked for, between 0 and 1.

    Raises:
        InputError: it is no rational in (0, 1).
    """
    number = rational(value, what)
    if not 0 < number < 1:
        raise InputError(f"{what} is {number}; it must lie between 0 and 1")
    return number


def any_delta(value: Any) -> fmpq:
    """A δ that is asked for, which may be 0.

    Raises:
        InputError: it is no rational in [0, 1).
    """
    number = rational(value, "delta")
    if not 0 <= number < 1:
        raise InputError(f"delta is {number}; it must be at least 0 and below 1")
    return number


def whole(value: Any, what: str, least: int = 1) -> int:
    """A whole number, at least `least`.

    Raises:
        InputError: it is none.
    """
    number = rational(value, what)
    if number.q != 1 or number < least:
        raise InputError(f"{what} is {number}; it must be a whole number, {least} or more")
    return int(number.p)


# --- exponents ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LogOf:
    """The logarithm of a positive rational, as an exact ε (or a parameter in nats)."""

    argument: fmpq

    def __post_init__(self) -> None:
        object.__setattr__(self, "argument", positive(self.argument, "the logarithm's argument"))


Exponent = Any  # fmpq | LogOf
_LOGARITHM = re.compile(r"^\s*(?:log|ln)\((.+)\)\s*$")


def exponent(value: Any, what: str = "eps") -> Exponent:
    """An ε: a rational, or `LogOf` a positive rational, also as a text such as "log(3/2)".

    Raises:
        InputError: it is neither.
    """
    if isinstance(value, LogOf):
        return value
    if isinstance(value, str) and (match := _LOGARITHM.match(value)):
        return LogOf(positive(match[1], f"the argument of {what}"))
    return rational(value, what)


def check_met(eps: Exponent, delta: fmpq) -> None:
    """See that some noise is enough: of ε < 0 every δ is 1 − e^ε or more.

    Raises:
        InputError: none is.
    """
    if nats(eps) < 0 and delta <= 1 - exponential(eps):
        shown = f"log({eps.argument})" if isinstance(eps, LogOf) else str(eps)
        raise InputError(
            f"eps is {shown} and delta {delta}: below 0 each δ is 1 - exp(eps) or more, so that "
            "nothing is enough"
        )


def positive_exponent(value: Any, what: str) -> Exponent:
    """An exponent above 0.

    Raises:
        InputError: it is none.
    """
    found = exponent(value, what)
    if isinstance(found, LogOf):
        if found.argument <= 1:
            raise InputError(f"{what} is log({found.argument}); it must be positive")
        return found
    return positive(found, what)


def nats(eps: Exponent) -> Scalar:
    """The ε itself: exact where it is rational."""
    if isinstance(eps, LogOf):
        return fmpq(0) if eps.argument == 1 else arb(eps.argument).log()
    return eps


def exponential(eps: Exponent) -> Scalar:
    """e to the ε: exact for `LogOf` and for 0."""
    if isinstance(eps, LogOf):
        return eps.argument
    return fmpq(1) if eps == 0 else arb(eps).exp()


def negated(eps: Exponent) -> Exponent:
    """−ε."""
    return LogOf(1 / eps.argument) if isinstance(eps, LogOf) else -eps


def difference(one: Exponent, two: Exponent) -> Scalar:
    """The difference of two exponents, exactly 0 where they are equal."""
    if isinstance(one, LogOf) and isinstance(two, LogOf):
        return nats(LogOf(one.argument / two.argument))
    return nats(one) - nats(two)


# --- inverses of monotone functions ---------------------------------------------------------------


def least_argument(
    function: Callable[[fmpq, fmpq], Enclosure],
    target: fmpq,
    width: fmpq,
    start: fmpq,
    lowest: fmpq,
    what: str,
    attained: bool = True,
    most: fmpq = MOST_ARGUMENT,
) -> Enclosure:
    """The least x ≥ lowest at which a function that doesn't rise is at most the target.

    Args:
        function: x and a relative width to an enclosure of f(x), narrower as the width falls;
            f doesn't rise in x (what justifies it is said where this is called).
        target: positive.
        width: of the answer, relative to it.
        start: a first guess above `lowest`.
        lowest: the least argument.
        what: names the answer in messages.
        attained: whether f(lowest) makes sense; else f is known to be above the target near it.
        most: give up beyond it.

    Returns:
        low and high with f(low) > target ≥ f(high), both certified (low = high = lowest where
        already f(lowest) ≤ target).

    Raises:
        NotReachedError: f stays above the target, or an argument couldn't be decided.
    """
    probe = _Probe(function, target)
    if attained and probe.below(lowest):
        return Enclosure(lowest, lowest, "δ is met there already")
    if probe.below(start):
        low, high = lowest + (start - lowest) / 2, start
        while probe.below(low):
            low, high = lowest + (low - lowest) / 2, low
            if high - lowest < 1 / most:
                raise NotReachedError(f"{what} is within {1 / most} of {lowest}")
    else:
        low, high = start, lowest + 2 * (start - lowest)
        while not probe.below(high):
            low, high = high, lowest + 2 * (high - lowest)
            if high > most:
                raise NotReachedError(f"{what} is beyond {most}, if there is one")
    while high - low > width * high:
        point = probe.guess(low, high, width)
        try:
            below = probe.below(point)
        except NotReachedError:
            # A value equal to the target can't be told from it: step aside, once.
            point = (3 * point + high) / 4 if high - point > point - low else (3 * point + low) / 4
            below = probe.below(point)
        if below:
            high = point
        else:
            low = point
    return Enclosure(low, high, f"bisection, certified at {probe.calls} points")


class _Probe:
    """Certified comparisons of a function with a target, and guesses where it meets it."""

    def __init__(self, function: Callable[[fmpq, fmpq], Enclosure], target: fmpq) -> None:
        self.function, self.target = function, target
        self.goal = log_of(target)
        self.logs: dict[fmpq, float] = {}
        self.turn = self.calls = 0

    def below(self, x: fmpq) -> bool:
        """Whether f(x) ≤ target, for certain."""
        for width in (fmpq(1, 10**3), fmpq(1, 10**8), fmpq(1, 10**16), fmpq(1, 10**40)):
            check_time()
            value = self.function(x, width)
            self.calls += 1
            with precision(_COMPARED):
                middle = (value.low + value.high) / 2
                self.logs[x] = log_of(middle) if middle > 0 else -math.inf
                if value.high <= self.target:
                    return True
                if value.low > self.target:
                    return False
        raise NotReachedError(f"whether the value at {x} is above the target isn't decided")

    def guess(self, low: fmpq, high: fmpq, width: fmpq) -> fmpq:
        """Where the secant of ln f crosses the target, pushed a little across to close in."""
        self.turn += 1
        above, under = self.logs.get(low, math.inf), self.logs.get(high, -math.inf)
        middle = (low + high) / 2
        if self.turn % 4 == 0 or math.isinf(above) or math.isinf(under) or not above > under:
            return rounded(middle, high - low)
        share = (above - self.goal) / (above - under)
        gap = high - low
        point = low + gap * fmpq(*min(max(share, 0.0), 1.0).as_integer_ratio())
        # Alternately just beyond and just before the crossing, so that both ends move.
        push = max(gap / 200, width * high / 3)
        point = point + push if self.turn % 2 else point - push
        point = min(max(point, low + gap / 50), high - gap / 50)
        return rounded(point, gap)


def rounded(x: fmpq, gap: fmpq) -> fmpq:
    """A short rational within a thousandth of the gap."""
    bits = max(0, math.ceil(-log2_of(gap)) + 10)
    scale = fmpq(2) ** bits
    return fmpq(int((x * scale + fmpq(1, 2)).floor())) / scale


def most_within(function: Callable[[int, fmpq], Enclosure], target: fmpq, most: int) -> int:
    """The largest k ≤ most at which a function that doesn't fall is at most the target; 0 if none.

    Args:
        function: k and a relative width to an enclosure of f(k).
        target: at least 0.
        most: the largest k that is tried.

    Raises:
        NotReachedError: f(most) still is, or whether some f(k) is isn't decided.
    """

    def holds(count: int) -> bool:
        for width in (fmpq(1, 10**3), fmpq(1, 10**9), fmpq(1, 10**30)):
            check_time()
            found = function(count, width)
            with precision(_COMPARED):
                if found.high <= target:
                    return True
                if found.low > target:
                    return False
        raise NotReachedError(f"whether {count} rounds are within isn't decided")

    return largest_count(holds, most)


def largest_count(holds: Callable[[int], bool], most: int) -> int:
    """The largest k ≤ most for which a property holds that, once lost, stays lost; 0 if none.

    `holds` decides for certain. Doubles, then bisects.

    Raises:
        NotReachedError: it still holds at `most`.
    """
    if not holds(1):
        return 0
    low, high = 1, 2
    while high <= most and holds(high):
        low, high = high, 2 * high
    if high > most:
        if holds(most):
            raise NotReachedError(f"still within at {most} rounds, the most that were tried")
        high = most
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low
