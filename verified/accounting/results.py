"""Certified values as a caller gets them: exact ends, floats rounded outwards, digits, logs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

from flint import arb, fmpq

from verified.accounting.decimals import nearest
from verified.accounting.enclosures import (
    Enclosure,
    NotReachedError,
    Scalar,
    log_of,
    relative_width,
)
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.numbers.exact import rational

# Ends with larger exponents of two aren't written out as rationals; `log` has them.
_MOST_SHIFT = 1 << 24
# Of values with larger logarithms the digits are worked out in balls.
_FAR = 3000
# Below, floats lose digits.
_TINY = 1e-300
# Where a comparison isn't decided, the value is worked out again to these relative widths.
_SHARPER = (fmpq(1, 10**18), fmpq(1, 10**36), fmpq(1, 10**72))
# Ends are compared with each other at this precision.
_COMPARED = 1024


class UndecidedError(ArithmeticError):
    """A comparison of certified values that no precision tried decides: they may be equal."""


@dataclass(frozen=True, eq=False, repr=False)
class Certified:
    """A number that certainly lies in [low, high].

    `<`, `<=`, `>`, `>=`, `==` and `!=` with numbers, texts such as "1/3" and other certified values
    are True or False where that is certain. Where it isn't, the value is worked out again, more
    narrowly; if that doesn't help, `UndecidedError` is raised, as None would count as False.
    `at_most` and `at_least` give None instead. Pickled, it keeps its ends, exactly, its unit and
    its notes, but isn't worked out again any more.

    Attributes:
        enclosure: the same, with ends of any exponent.
        unit: what it is counted in: "" for a probability, "nats" for an ε.
        notes: what was done to the input, such as dividing rows by their sums.
    """

    enclosure: Enclosure
    unit: str
    _again: Callable[[fmpq], Enclosure] | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()

    @property
    def low(self) -> Fraction | float:
        """The lower end, exactly; −∞ or ∞ as floats where it is infinite.

        Raises:
            OverflowError: it would have millions of digits; `log` has the value then.
        """
        return _exact(self.enclosure.low)

    @property
    def high(self) -> Fraction | float:
        """The upper end; as `low`."""
        return _exact(self.enclosure.high)

    @property
    def exact(self) -> bool:
        """Whether both ends are the value itself."""
        return self.enclosure.exact

    @property
    def float_down(self) -> float:
        """The largest float that is no larger than `low`."""
        # The sum makes the −0 of an exact 0 a 0.
        return -_float_up(_negated(self.enclosure.low)) + 0.0

    @property
    def float_up(self) -> float:
        """The least float that is no less than `high`."""
        return _float_up(self.enclosure.high)

    @property
    def relative_width(self) -> float:
        """(high − low)/|value| at most, rounded upwards; ∞ where 0 is inside."""
        return _float_up(self.enclosure.width)

    @property
    def how(self) -> str:
        """How the value was found."""
        return self.enclosure.way

    @property
    def log(self) -> Certified:
        """The natural logarithm; −∞ for 0.

        Raises:
            InputError: a negative number is inside.
        """
        again = self._again

        def narrower(width: fmpq) -> Enclosure:
            if again is None:
                return self.enclosure.log(self._bits(width))
            # ln x is known as well absolutely as x relatively.
            size = abs(arb(self.enclosure.log().low).mid())
            share = fmpq(1, 4) if not size < 1 else fmpq(*float(size / 4).as_integer_ratio())
            return again(width * max(share, fmpq(1, 10**30))).log(self._bits(width))

        return Certified(self.enclosure.log(256), "natural logarithm", narrower)

    @staticmethod
    def _bits(width: fmpq) -> int:
        return 160 + max(0, math.ceil(-log_of(width) / math.log(2)))

    def digits(self, count: int) -> str:
        """The value rounded to that many significant digits, each of them right.

        It is worked out again, more narrowly, where that is needed.

        Raises:
            InputError: the count isn't from 1 to 10,000.
            NotReachedError: the last digit isn't decided.
        """
        number = rational(count, "the number of digits")
        if number.q != 1 or not 1 <= number <= 10_000:
            raise InputError(f"the number of digits is {number}; it must be from 1 to 10000")
        wanted = int(number.p)
        enclosure = self.enclosure
        for more in (None, 2, 10, 40):
            if more is not None:
                if self._again is None:
                    break
                enclosure = self._again(fmpq(1, 10 ** (wanted + more)))
            if _is_far(enclosure):
                far = nearest(enclosure.low, enclosure.high, wanted)
                if far is not None:
                    return far
                continue
            low, high = (_rounded(_exact(end), wanted) for end in (enclosure.low, enclosure.high))
            if low == high:
                return low
        raise NotReachedError(f"the value isn't known to {wanted} digits", enclosure)

    def narrowed(self, width: Any) -> Certified:
        """The value worked out again to a relative width.

        Raises:
            InputError: the width isn't between 0 and 1.
            NotReachedError: it isn't reached.
        """
        goal = relative_width(width)
        if self.enclosure.width <= goal:
            return self
        if self._again is None:
            raise NotReachedError("the value can't be worked out again", self.enclosure)
        return Certified(self._again(goal), self.unit, self._again, self.notes)

    def widen(self, relative: Any = 0, absolute: Any = 0) -> Certified:
        """The enclosure with a tolerance around it: each end moved outwards by |end|·relative +
        absolute at least.

        Raises:
            InputError: a tolerance is no number, or negative.
        """
        near, far = (rational(part, "the tolerance") for part in (relative, absolute))
        if near < 0 or far < 0:
            raise InputError("a tolerance is negative")
        low, high = self.enclosure.low, self.enclosure.high
        with precision(256):
            if isinstance(low, fmpq):
                low = low - abs(low) * near - far
            elif low.is_finite():
                low = (low - abs(low) * near - far).lower()
            if isinstance(high, fmpq):
                high = high + abs(high) * near + far
            elif high.is_finite():
                high = (high + abs(high) * near + far).upper()
        return Certified(Enclosure(low, high, self.how), self.unit, None, self.notes)

    def contains(self, number: Any) -> bool:
        """Whether a number lies in [low, high].

        Raises:
            InputError: it is no number.
        """
        point = _scalar(number)
        with precision(_COMPARED):
            return self.enclosure.contains(point)

    def at_most(self, bound: Any) -> bool | None:
        """Whether the value is at most a number: True, False, or None where that isn't decided.

        Raises:
            InputError: the bound is no number.
        """
        return _at_most(self.enclosure, _enclosed(bound))

    def at_least(self, bound: Any) -> bool | None:
        """Whether the value is at least a number: True, False, or None where that isn't decided.

        Raises:
            InputError: the bound is no number.
        """
        return _at_most(_enclosed(bound), self.enclosure)

    def __le__(self, other: Any) -> bool:
        return self._decided(other, _at_most, "<=")

    def __ge__(self, other: Any) -> bool:
        return self._decided(other, lambda one, two: _at_most(two, one), ">=")

    def __lt__(self, other: Any) -> bool:
        return not self._decided(other, lambda one, two: _at_most(two, one), "<")

    def __gt__(self, other: Any) -> bool:
        return not self._decided(other, _at_most, ">")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Certified | str | float | Decimal | Rational | fmpq):
            return NotImplemented
        return self._decided(other, _equal, "==")

    def __ne__(self, other: object) -> bool:
        if not isinstance(other, Certified | str | float | Decimal | Rational | fmpq):
            return NotImplemented
        return not self._decided(other, _equal, "!=")

    # Equal numbers need not be known to be equal, so there is no hash that fits.
    __hash__ = None  # type: ignore[assignment]

    def _decided(
        self, other: Any, relation: Callable[[Enclosure, Enclosure], bool | None], sign: str
    ) -> bool:
        """A relation's truth, the values being worked out again where it isn't decided.

        Raises:
            UndecidedError: it isn't.
        """
        if other is self:
            # Whatever the value is, it is at most, at least and equal to itself.
            return True
        one, two = self, other if isinstance(other, Certified) else None
        against = _enclosed(other)
        found = relation(one.enclosure, against)
        for width in _SHARPER:
            if found is not None:
                return found
            try:
                one = one.narrowed(width)
                if two is not None:
                    two = two.narrowed(width)
                    against = two.enclosure
            except NotReachedError:
                break
            found = relation(one.enclosure, against)
        if found is None:
            raise UndecidedError(f"{one} {sign} {other} isn't decided: they may be equal")
        return found

    def __bool__(self) -> bool:
        raise TypeError("a certified value is neither true nor false: compare it with a number")

    def __copy__(self) -> Certified:
        # It never changes.
        return self

    def __deepcopy__(self, memo: Any) -> Certified:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # How it is worked out again is lost: it holds the arguments and what was made of them.
        return Certified, (self.enclosure, self.unit, None, self.notes)

    def __float__(self) -> float:
        raise TypeError("a certified value is no float: take .float_down or .float_up")

    def __format__(self, spec: str) -> str:
        if spec:
            raise TypeError(
                "a certified value is no float: take .digits(n), or format .float_up"
            )
        return str(self)

    def __repr__(self) -> str:
        how = f"; {self.how}" if self.how else ""
        return f"<{self}{how}>"

    def _repr_latex_(self) -> str:
        unit = rf"\ \text{{{self.unit}}}" if self.unit else ""
        if self.exact and isinstance(self.enclosure.low, fmpq):
            top, bottom = self.enclosure.low.p, self.enclosure.low.q
            shown = str(abs(top)) if bottom == 1 else rf"\frac{{{abs(top)}}}{{{bottom}}}"
            return f"${'-' if top < 0 else ''}{shown}{unit}$"
        if self.exact and not self.enclosure.low.is_finite():
            return f"${_scientific(self.float_up)}{unit}$"
        if abs(self.float_up) < _TINY and self.enclosure.low > 0:
            return rf"$e^{{x}},\ x \in {_interval(self.log)}$"
        return f"${_interval(self)}{unit}$"

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        if self.exact and isinstance(self.enclosure.low, fmpq):
            return f"{self.enclosure.low}{unit} exactly"
        if self.exact and not self.enclosure.low.is_finite():
            return f"{self.float_up!r}{unit}"
        if abs(self.float_up) < _TINY and self.enclosure.low > 0:
            return f"e to [{self.log.float_down!r}, {self.log.float_up!r}]"
        return f"[{self.float_down!r}, {self.float_up!r}]{unit}"


def _interval(value: Certified) -> str:
    """The ends of an enclosure as LaTeX, rounded outwards to floats."""
    low, high = (_scientific(end) for end in (value.float_down, value.float_up))
    return rf"\left[{low},\ {high}\right]"


def _scientific(number: float) -> str:
    """A float as LaTeX, a power of ten as one."""
    if math.isinf(number):
        return r"\infty" if number > 0 else r"-\infty"
    mantissa, _, power = repr(number).partition("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if power else mantissa


def _is_far(enclosure: Enclosure) -> bool:
    """Whether a positive value is so small or large that its ends aren't written out."""
    if not enclosure.low > 0 or not arb(enclosure.high).is_finite():
        return False
    with precision(64):
        return bool(abs(arb(enclosure.low).log()) > _FAR)


def _scalar(value: Any) -> Scalar:
    """A number to compare with: exact, or infinite.

    Raises:
        InputError: it is none.
    """
    if isinstance(value, float) and math.isinf(value):
        return arb.pos_inf() if value > 0 else arb.neg_inf()
    if isinstance(value, Decimal) and value.is_finite():
        return rational(Fraction(value))
    return rational(value)


def _enclosed(value: Any) -> Enclosure:
    if isinstance(value, Certified):
        return value.enclosure
    number = _scalar(value)
    return Enclosure(number, number)


def _at_most(one: Enclosure, two: Enclosure) -> bool | None:
    with precision(_COMPARED):
        if one.high <= two.low:
            return True
        return False if one.low > two.high else None


def _equal(one: Enclosure, two: Enclosure) -> bool | None:
    with precision(_COMPARED):
        if one.high < two.low or one.low > two.high:
            return False
        return True if one.exact and two.exact and one.low == two.low else None


def counted(rounds: int) -> Certified:
    """The most rounds that are within, as a bisection finds them."""
    way = "bisection, each comparison certified"
    return Certified(Enclosure(fmpq(rounds), fmpq(rounds), way), "rounds")


def _exact(end: Scalar) -> Fraction | float:
    if isinstance(end, fmpq):
        return Fraction(int(end.p), int(end.q))
    if not end.is_finite():
        return math.inf if end > 0 else -math.inf
    mantissa, shift = end.mid().man_exp()
    if abs(shift) > _MOST_SHIFT:
        raise OverflowError(f"the number is about e^{log_of(abs(end)):.6g}: `log` has it")
    scaled = Fraction(int(mantissa))
    power = 1 << abs(int(shift))
    return scaled * power if shift >= 0 else scaled / power


def _negated(end: Scalar) -> Scalar:
    """The number with the other sign, exactly: a minus before a ball rounds it to the precision in
    force, and its middle is another number then."""
    if isinstance(end, fmpq):
        return -end
    with precision(max(53, end.bits())):
        return -end


def _float_up(end: Scalar) -> float:
    """The least float that is no less than an exact number."""
    if isinstance(end, arb) and not end.is_finite():
        return -math.inf if end < 0 else math.inf
    with precision(64):
        size = abs(arb(end))
        if end != 0 and size < arb(2) ** -1080:
            return 5e-324 if end > 0 else -0.0
        if size > arb(2) ** 1024:
            return math.inf if end > 0 else -math.nextafter(math.inf, 0)
    number = _exact(end)
    if isinstance(number, float):
        return number
    try:
        near = float(number)
    except OverflowError:
        near = math.inf if number > 0 else -math.nextafter(math.inf, 0)
    return math.nextafter(near, math.inf) if near < number else near


def _rounded(number: Fraction | float, count: int) -> str:
    """A number to that many significant digits, the last one to the nearest (ties to even)."""
    if isinstance(number, float):
        return str(number)
    if number == 0:
        return "0"
    size = abs(number)
    place = math.floor(
        (size.numerator.bit_length() - size.denominator.bit_length()) * math.log10(2)
    )
    while size >= Fraction(10) ** (place + 1):
        place += 1
    while size < Fraction(10) ** place:
        place -= 1
    shown = round(size * Fraction(10) ** (count - 1 - place))
    if shown == 10**count:
        shown, place = shown // 10, place + 1
    # By `Decimal`, since `str` of an int has a limit of some thousand digits.
    figures = tuple(int(figure) for figure in f"{Decimal(shown):f}")
    return str(Decimal((int(number < 0), figures, place - count + 1))).lower()
