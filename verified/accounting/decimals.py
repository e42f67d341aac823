"""Ends of enclosures in decimal, rounded in one direction, however large their exponents are."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Any

from flint import arb, fmpq

from verified.numbers.balls import precision

# Up to that exponent of two a number is written out exactly and divided.
_WRITTEN_OUT = 4096


def directed(end: Any, digits: int, up: bool) -> str:
    """An exact number (`fmpq`, or an `arb` of radius 0) in so many digits, rounded up or down.

    Far below or above 1 the result may be one unit further out than it must be.
    """
    if end == 0:
        return "0"
    if isinstance(end, arb) and not end.is_finite():
        return "inf" if end > 0 else "-inf"
    sign = 1 if end > 0 else -1
    with precision(64):
        far = abs((sign * arb(end)).log() / arb(2).log()) > _WRITTEN_OUT
    if not far:
        number = _exactly(end)
        context = Context(
            prec=digits, rounding=ROUND_CEILING if up else ROUND_FLOOR,
            Emin=-(10**9), Emax=10**9,
        )
        return str(context.divide(Decimal(int(number.p)), Decimal(int(number.q))))
    whole, place = _scaled(end * sign, digits, up == (sign > 0))
    return _told(sign, whole, place, digits)


def nearest(low: Any, high: Any, digits: int) -> str | None:
    """The one decimal of so many digits that is nearest to all positive numbers in [low, high]."""
    with precision(96 + 4 * digits):
        place = _whole((arb(low).log() / arb(10).log()).lower().floor())
        ball = arb(low).union(arb(high)) * arb(10) ** (digits - 1 - place)
        whole = (ball + arb(fmpq(1, 2))).floor().unique_fmpz()
    if whole is None:
        return None
    number = int(whole)
    while len(str(number)) > digits:
        if number % 10:
            return None
        number, place = number // 10, place + 1
    return _told(1, number, place, digits).lower()


def _scaled(size: Any, digits: int, up: bool) -> tuple[int, int]:
    """A whole number of so many digits, and the power of ten of its first one."""
    with precision(160 + 4 * digits):
        logarithm = arb(size).log() / arb(10).log()
        # A guess that is one off makes one digit more or less, which is mended below.
        place = _whole(logarithm.mid().floor())
        while True:
            ball = arb(size) * arb(10) ** (digits - 1 - place)
            end = ball.upper().ceil() if up else ball.lower().floor()
            whole = _whole(end)
            if len(str(whole)) == digits or (up and whole == 10**digits):
                return (whole // 10, place + 1) if whole == 10**digits else (whole, place)
            place += 1 if len(str(whole)) > digits else -1


def _whole(ball: arb) -> int:
    """The whole number that an exact ball is."""
    found = ball.unique_fmpz()
    assert found is not None
    return int(found)


def _told(sign: int, whole: int, place: int, digits: int) -> str:
    figures = str(whole)
    point = f".{figures[1:]}" if len(figures) > 1 else ""
    return f"{'-' if sign < 0 else ''}{figures[0]}{point}E{place:+d}"


def _exactly(end: Any) -> fmpq:
    if isinstance(end, fmpq):
        return end
    mantissa, exponent = end.man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


__all__ = ["directed", "nearest"]
