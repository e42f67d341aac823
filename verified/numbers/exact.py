"""Exact rationals from a user's input, and laws that are exactly laws."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from verified.errors import InputError

_DECIMAL = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE]([+-]?\d+))?$")
_LARGEST_EXPONENT = 100_000


def rational(value: Any, what: str = "the number") -> fmpq:
    """Read an exact rational: 3, Fraction(3, 7), "3/7", "0.25", "1e-400"; a float is what it is.

    Raises:
        InputError: it is no number, not finite, or a decimal with a huge exponent.
    """
    if isinstance(value, bool):
        raise InputError(f"{what} is {value}, a truth value and not a number")
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int):
        return fmpq(value)
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"{what} is {value}, which is not finite")
        return fmpq(*value.as_integer_ratio())
    if isinstance(value, str):
        return _read(value.strip(), what)
    if hasattr(value, "item"):
        return rational(value.item(), what)
    raise InputError(f"{what} is {value!r}, which is not a number")


def _read(text: str, what: str) -> fmpq:
    top, slash, bottom = text.partition("/")
    if slash:
        numerator, denominator = _read(top.strip(), what), _read(bottom.strip(), what)
        if denominator == 0:
            raise InputError(f"{what} is {text!r}, a division by zero")
        return numerator / denominator
    match = _DECIMAL.match(text)
    if match is None:
        raise InputError(f"{what} is {text!r}, which is not a finite number such as 3/7 or 0.25")
    exponent = int(match[3] or 0)
    if abs(exponent) > _LARGEST_EXPONENT:
        raise InputError(f"{what} has the exponent {exponent}; ±{_LARGEST_EXPONENT} is the limit")
    whole, _, part = match[1].partition(".")
    digits = fmpq(int((whole + part) or "0"))
    shift = exponent - len(part)
    value = digits * fmpq(10) ** shift if shift >= 0 else digits / fmpq(10) ** (-shift)
    return -value if text.startswith("-") else value


def format_rational(value: fmpq) -> str:
    """The rational as "p/q", or "p" where q is 1."""
    return str(value)


def check_pmf(law: Sequence[Any], name: str = "the pmf") -> list[fmpq]:
    """The law as rationals.

    Raises:
        InputError: it is empty, has a negative or non-finite entry, or doesn't sum to exactly 1.
    """
    if len(law) == 0:
        raise InputError(f"{name} is empty; a pmf has at least one symbol")
    entries = [rational(part, f"{name}[{index}]") for index, part in enumerate(law)]
    for index, part in enumerate(entries):
        if part < 0:
            raise InputError(f"{name}[{index}] is {part}; probabilities are not negative")
    total = sum(entries, fmpq(0))
    if total != 1:
        near = f" (about {float(total.p) / float(total.q):.17g})" if total.q > 10**6 else ""
        raise InputError(f"{name} sums to {total}{near}, not 1")
    return entries


def check_channel(rows: Sequence[Sequence[Any]], name: str = "the channel") -> list[list[fmpq]]:
    """The channel's rows as rationals.

    Raises:
        InputError: there are no rows, they differ in length, or one is no pmf.
    """
    if len(rows) == 0:
        raise InputError(f"{name} has no rows; a channel has at least one input")
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(
                f"{name} is ragged: row {index} has {len(row)} entries, row 0 has {len(rows[0])}"
            )
    return [check_pmf(row, f"row {index} of {name}") for index, row in enumerate(rows)]


def pmf_from_floats(law: Sequence[float], denominator: int | None = None) -> list[fmpq]:
    """A law of rationals near a law of floats: zeros stay, the largest entry absorbs the rest.

    Each entry is the float itself, or with `denominator` the nearest multiple of its inverse.

    Raises:
        InputError: an entry is negative or not finite, or the rest can't be absorbed.
    """
    entries = [rational(float(part), f"entry {index}") for index, part in enumerate(law)]
    if any(part < 0 for part in entries) or not entries:
        raise InputError("a law has entries, none of them negative")
    if denominator is not None:
        entries = [_nearest(part, denominator) for part in entries]
    top = max(range(len(law)), key=law.__getitem__)
    rest = sum((part for index, part in enumerate(entries) if index != top), fmpq(0))
    if rest > 1:
        raise InputError(f"the entries besides the largest sum to {rest}, more than 1")
    entries[top] = 1 - rest
    return entries


def _nearest(value: fmpq, denominator: int) -> fmpq:
    scaled = value * denominator + fmpq(1, 2)
    return fmpq(int(scaled.floor()), denominator)
