"""Ranges: what values a term can take on a box, whose sides may be open or half-infinite.

A range is an interval with exact binary ends. An open end is not attained, so `1/x` on (0, 1] is
positive and finite and `e^x - 1` on x > 0 is positive. An infinite end is always open: every value
in a range is a real number. Ends are rounded outwards, so a range may be too wide but never too
narrow. A term has a range only if all of its parts are defined and finite on the whole box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flint import arb, fmpq

from verified.kernel.values import Rejected
from verified.numbers.ball_line import normal_cdf as normal_cdf_at
from verified.numbers.balls import binary_entropy as entropy_at
from verified.numbers.balls import binary_entropy_inverse as inverse_entropy_at
from verified.syntax.sorts import RealSort, SizeSort, Sort
from verified.syntax.terms import Number, Op, Term, Var

ZERO, ONE, HALF, INFINITY = arb(0), arb(1), arb(1) / 2, arb("inf")
MOST_EXPONENT = 10_000
ARITY = {
    "add": 2, "sub": 2, "mul": 2, "div": 2, "neg": 1, "pow": 2, "exp": 1, "log": 1, "sqrt": 1,
    "abs": 1, "minimum": 2, "maximum": 2, "binary_entropy": 1, "binary_entropy_inverse": 1,
    "normal_cdf": 1, "pi": 0,
}


class NotDefined(Rejected):
    """A term that can't be shown to be a real number on a box."""


class Interval(NamedTuple):
    """The reals from `low` to `high`; an open end is not attained, an infinite one is open."""

    low: arb
    high: arb
    low_open: bool = False
    high_open: bool = False


def interval_of(domain: RealSort) -> Interval:
    """The smallest interval with binary ends that holds a domain."""
    low = -INFINITY if domain.low is None else arb(domain.low).lower()
    high = INFINITY if domain.high is None else arb(domain.high).upper()
    return Interval(
        low, high, domain.low is None or domain.low_open, domain.high is None or domain.high_open
    )


def real_domain(sort: Sort) -> RealSort:
    """The reals that a scalar variable's sort lies in.

    Raises:
        Rejected: the sort is neither of reals nor of whole numbers.
    """
    match sort:
        case RealSort():
            return sort
        case SizeSort(low, high):
            return RealSort(fmpq(low), None if high is None else fmpq(high))
    raise Rejected(f"{sort!r} is no sort of scalars")


def exact(end: arb) -> fmpq | None:
    """A finite exact end as a rational; None for an infinite one."""
    if not end.is_finite():
        return None
    mantissa, exponent = end.man_exp()
    power = int(exponent)
    scale = fmpq(2) ** power if power >= 0 else 1 / fmpq(2) ** (-power)
    return fmpq(mantissa) * scale


def domain_of(value: Interval) -> RealSort:
    """An interval as a domain."""
    return RealSort(exact(value.low), exact(value.high), value.low_open, value.high_open)


Refine = Callable[[Term, Interval], Interval]

# --- arithmetic -----------------------------------------------------------------------------------


def _ordered(low: arb, high: arb, low_open: bool, high_open: bool) -> Interval:
    """An interval from two computed ends, rounded outwards; one that is nan tells nothing."""
    low, high = low.lower(), high.upper()
    if not low.is_finite():
        low, low_open = -INFINITY, True
    if not high.is_finite():
        high, high_open = INFINITY, True
    return Interval(low, high, low_open, high_open)


def _add(a: Interval, b: Interval) -> Interval:
    return _ordered(
        a.low + b.low, a.high + b.high, a.low_open or b.low_open, a.high_open or b.high_open
    )


def _neg(a: Interval) -> Interval:
    return Interval(-a.high, -a.low, a.high_open, a.low_open)


def _sub(a: Interval, b: Interval) -> Interval:
    return _add(a, _neg(b))


def _corner(x: arb, x_open: bool, y: arb, y_open: bool) -> tuple[arb, arb, bool]:
    """A product of two ends: bounds for it, and whether it is not attained."""
    if x == 0 or y == 0:
        # 0 is attained as soon as a factor attains 0, whatever the other does.
        attained = (x == 0 and not x_open) or (y == 0 and not y_open)
        return ZERO, ZERO, not attained
    product = x * y
    return product.lower(), product.upper(), x_open or y_open


def _hull(corners: list[tuple[arb, arb, bool]]) -> Interval:
    """The interval that corners span; an end is open if no corner there is attained."""
    low, _, low_open = corners[0]
    _, high, high_open = corners[0]
    for below, above, is_open in corners[1:]:
        if below < low:
            low, low_open = below, is_open
        elif below == low:
            low_open = low_open and is_open
        if above > high:
            high, high_open = above, is_open
        elif above == high:
            high_open = high_open and is_open
    return _ordered(low, high, low_open, high_open)


def _mul(a: Interval, b: Interval) -> Interval:
    if a.low >= 0 and b.low >= 0:
        low = _corner(a.low, a.low_open, b.low, b.low_open)
        high = _corner(a.high, a.high_open, b.high, b.high_open)
        return _ordered(low[0], high[1], low[2], high[2])
    ends_a = ((a.low, a.low_open), (a.high, a.high_open))
    ends_b = ((b.low, b.low_open), (b.high, b.high_open))
    return _hull([_corner(*x, *y) for x in ends_a for y in ends_b])


def is_positive(a: Interval) -> bool:
    """Whether all values are > 0."""
    return bool(a.low > 0) or (a.low_open and bool(a.low == 0))


def is_negative(a: Interval) -> bool:
    """Whether all values are < 0."""
    return bool(a.high < 0) or (a.high_open and bool(a.high == 0))


def _inverse(a: Interval) -> Interval:
    """1/x of an interval without 0."""
    if is_negative(a):
        return _neg(_inverse(_neg(a)))
    if not is_positive(a):
        raise NotDefined("a divisor may be 0")
    low = ONE / a.high if a.high.is_finite() else ZERO
    high = ONE / a.low if a.low > 0 else INFINITY
    return _ordered(low, high, a.high_open, a.low_open)


def _div(a: Interval, b: Interval) -> Interval:
    return _mul(a, _inverse(b))


def _exp(a: Interval) -> Interval:
    low = a.low.exp() if a.low.is_finite() else ZERO
    high = a.high.exp() if a.high.is_finite() else INFINITY
    return _ordered(low, high, a.low_open, a.high_open)


def _log(a: Interval) -> Interval:
    if not is_positive(a):
        raise NotDefined("the argument of a logarithm may be 0 or less")
    low = a.low.log() if a.low > 0 else -INFINITY
    high = a.high.log() if a.high.is_finite() else INFINITY
    return _ordered(low, high, a.low_open, a.high_open)


def _sqrt(a: Interval) -> Interval:
    if not a.low >= 0:
        raise NotDefined("the argument of a square root may be negative")
    high = a.high.sqrt() if a.high.is_finite() else INFINITY
    return _ordered(a.low.sqrt(), high, a.low_open, a.high_open)


def _abs(a: Interval) -> Interval:
    if a.low >= 0:
        return a
    if a.high <= 0:
        return _neg(a)
    return _hull([(ZERO, ZERO, False), (-a.low, -a.low, a.low_open), (a.high, a.high, a.high_open)])


def _minimum(a: Interval, b: Interval) -> Interval:
    low, low_open = (a.low, a.low_open) if a.low <= b.low else (b.low, b.low_open)
    if a.low == b.low:
        low_open = a.low_open and b.low_open
    high, high_open = (a.high, a.high_open) if a.high <= b.high else (b.high, b.high_open)
    if a.high == b.high:
        high_open = a.high_open or b.high_open
    return Interval(low, high, low_open, high_open)


def _maximum(a: Interval, b: Interval) -> Interval:
    return _neg(_minimum(_neg(a), _neg(b)))


def _whole_power(a: Interval, n: int) -> Interval:
    if abs(n) > MOST_EXPONENT:
        raise Rejected(f"the power {n} is beyond {MOST_EXPONENT}")
    if n < 0:
        return _inverse(_whole_power(a, -n))
    if n == 0:
        return Interval(ONE, ONE)
    if n % 2 == 0:
        a = _abs(a)
    # Odd powers rise everywhere, even ones where the values are at least 0.
    low = a.low**n if a.low.is_finite() else a.low
    high = a.high**n if a.high.is_finite() else a.high
    return _ordered(low, high, a.low_open, a.high_open)


def _entropy_end(x: arb) -> arb:
    return ZERO if x == 0 or x == 1 else arb(entropy_at(x))


def _binary_entropy(a: Interval) -> Interval:
    if not (a.low >= 0 and a.high <= 1):
        raise NotDefined("the argument of the binary entropy may leave [0, 1]")
    low, high = _entropy_end(a.low), _entropy_end(a.high)
    ends = [(low.lower(), low.upper(), a.low_open), (high.lower(), high.upper(), a.high_open)]
    if a.low <= HALF <= a.high:
        top = arb(2).log()
        ends.append((top.lower(), top.upper(), False))
    result = _hull(ends)
    # h is at least 0 on [0, 1], and 0 at the ends only.
    return result if result.low >= 0 else result._replace(low=ZERO, low_open=False)


def _binary_entropy_inverse(a: Interval) -> Interval:
    if not (a.low >= 0 and a.high <= arb(2).log().lower()):
        raise NotDefined("the argument of the inverse binary entropy may leave [0, ln 2]")
    low = ZERO if a.low == 0 else arb(inverse_entropy_at(a.low))
    high = ZERO if a.high == 0 else arb(inverse_entropy_at(a.high))
    return _ordered(low, high, a.low_open, a.high_open)


def _normal_cdf(a: Interval) -> Interval:
    """Φ rises, and is neither 0 nor 1 at a real number."""
    low = arb(normal_cdf_at(a.low)) if a.low.is_finite() else ZERO
    high = arb(normal_cdf_at(a.high)) if a.high.is_finite() else ONE
    result = _ordered(low, high, a.low_open, a.high_open)
    if not result.low > 0:
        result = result._replace(low=ZERO, low_open=True)
    if not result.high < 1:
        result = result._replace(high=ONE, high_open=True)
    return result


def _pi() -> Interval:
    value = arb.pi()
    return Interval(value.lower(), value.upper())


OPERATIONS: dict[str, Callable[..., Interval]] = {
    "add": _add, "sub": _sub, "mul": _mul, "div": _div, "neg": _neg, "exp": _exp, "log": _log,
    "sqrt": _sqrt, "abs": _abs, "minimum": _minimum, "maximum": _maximum,
    "binary_entropy": _binary_entropy, "binary_entropy_inverse": _binary_entropy_inverse,
    "normal_cdf": _normal_cdf, "pi": _pi,
}


def number_range(value: fmpq) -> Interval:
    """The interval of a rational: a point if it is binary."""
    ball = arb(value)
    return Interval(ball.lower(), ball.upper())


# --- terms ----------------------------------------------------------------------------------------


class Program:
    """A term as a list of instructions, equal parts once.

    Args:
        term: built from numbers, variables and the operations of `ARITY`.

    Raises:
        Rejected: anything else occurs in the term.
    """

    def __init__(self, term: Term) -> None:
        self.steps: list[tuple[Any, Any]] = []
        self._last: dict[int, Term] = {}
        self._places: dict[Term, int] = {}
        self._place(term)

    def _place(self, term: Term) -> int:
        known = self._places.get(term)
        if known is not None:
            return known
        match term:
            case Number(value) if value is not None:
                step: tuple[Any, Any] = (None, number_range(value))
            case Var(name):
                step = (None, name)
            case Op("pow", (base, Number(value))) if value is not None and value.q == 1:
                step = ("power", (self._place(base), int(value.p)))
            case Op("pow", (base, exponent)):
                # A power that isn't whole is exp(b ln a), for a > 0 only.
                step = ("general", (self._place(base), self._place(exponent)))
            case Op(head, args) if ARITY.get(head) == len(args):
                step = (OPERATIONS[head], tuple(self._place(arg) for arg in args))
                if args:
                    self._last[len(self.steps)] = args[-1]
            case _:
                raise Rejected(f"{term} is no scalar term that can be bounded")
        self.steps.append(step)
        self._places[term] = len(self.steps) - 1
        return len(self.steps) - 1

    def run(self, box: Mapping[str, Interval], refine: Refine | None = None) -> Interval:
        """The term's range on a box of variables.

        `refine` narrows the range of a divisor or of the argument of a partial function where its
        first range leaves the domain.

        Raises:
            NotDefined: a part can't be shown to be a real number on the box.
        """
        values: list[Interval] = []
        for operation, data in self.steps:
            if operation is None:
                if isinstance(data, str):
                    if data not in box:
                        raise Rejected(f"nobody binds the variable {data}")
                    data = box[data]
                values.append(data)
            elif operation == "power":
                values.append(_whole_power(values[data[0]], data[1]))
            elif operation == "general":
                values.append(_exp(_mul(values[data[1]], _log(values[data[0]]))))
            else:
                args = [values[place] for place in data]
                try:
                    values.append(operation(*args))
                except NotDefined:
                    if refine is None:
                        raise
                    args[-1] = refine(self._last[len(values)], args[-1])
                    values.append(operation(*args))
        return values[-1]
