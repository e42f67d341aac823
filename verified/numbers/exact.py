"""Exact rationals from a user's input, and laws that are exactly laws."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb, fmpq, fmpz

from verified.errors import InputError

_DECIMAL = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE]([+-]?\d+))?$", re.ASCII)
_LARGEST_EXPONENT = 100_000
_MOST_DIGITS = 100_000


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
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        item = value.item()
        # NumPy's long doubles are no Python numbers, and stay what they are.
        if type(item) is not type(value):
            return rational(item, what)
    raise InputError(f"{what} is {_shown(value)}, which is not a number")


def _read(text: str, what: str) -> fmpq:
    if len(text) > _MOST_DIGITS:
        raise InputError(f"{what} has {len(text)} digits; {_MOST_DIGITS} is the limit")
    top, slash, bottom = text.partition("/")
    if not slash:
        return _decimal(text, what)
    numerator, denominator = _decimal(top.strip(), what), _decimal(bottom.strip(), what)
    if denominator == 0:
        raise InputError(f"{what} is {_shown(text)}, a division by zero")
    return numerator / denominator


def _shown(value: Any) -> str:
    """The value as a message shows it: cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _decimal(text: str, what: str) -> fmpq:
    match = _DECIMAL.match(text)
    if match is None:
        shown = _shown(text)
        raise InputError(f"{what} is {shown}, which is not a finite number such as 3/7 or 0.25")
    exponent = int(match[3] or 0)
    if abs(exponent) > _LARGEST_EXPONENT:
        raise InputError(f"{what} has the exponent {exponent}; ±{_LARGEST_EXPONENT} is the limit")
    whole, _, part = match[1].partition(".")
    # `fmpz` reads any number of digits, `int` only some thousands.
    digits = fmpq(fmpz(whole + part))
    shift = exponent - len(part)
    value = digits * fmpq(10) ** shift if shift >= 0 else digits / fmpq(10) ** (-shift)
    return -value if text.startswith("-") else value


def format_rational(value: fmpq) -> str:
    """The rational as "p/q", or "p" where q is 1."""
    return str(value)


def check_pmf(
    law: Sequence[Any], name: str = "the pmf", entry: str | None = None
) -> list[fmpq]:
    """The law as rationals.

    Args:
        law: the probabilities.
        name: what messages call it.
        entry: what they call its probabilities, before the place: the name, if nothing is said.

    Raises:
        InputError: it is empty, has a negative or non-finite entry, or doesn't sum to exactly 1.
    """
    if not _is_list(law):
        raise InputError(f"{name} is {_shown(law)}; a pmf is a list of probabilities")
    if len(law) == 0:
        raise InputError(f"{name} is empty; a pmf has at least one symbol")
    entry = name if entry is None else entry
    entries = [rational(part, f"{entry}[{index}]") for index, part in enumerate(law)]
    for index, part in enumerate(entries):
        if part < 0:
            raise InputError(f"{entry}[{index}] is {part}; probabilities are not negative")
    total = sum(entries, fmpq(0))
    if total != 1:
        raise InputError(f"{name} sums to {shown_total(total)}, not 1")
    return entries


def _is_list(value: Any) -> bool:
    return hasattr(value, "__len__") and hasattr(value, "__iter__") and not isinstance(value, str)


def shown_total(total: fmpq) -> str:
    """A sum that isn't 1: exactly where that is short, else by how much it misses."""
    text = str(total)
    if len(text) <= 40:
        return text
    size = arb(abs(total - 1)).str(4, radius=False)
    return f"1 {'+' if total > 1 else '−'} {size}"


def check_channel(rows: Sequence[Sequence[Any]], name: str = "the channel") -> list[list[fmpq]]:
    """The channel's rows as rationals.

    Raises:
        InputError: there are no rows, they differ in length, or one is no pmf.
    """
    if not _is_list(rows):
        raise InputError(f"{name} is {_shown(rows)}; a channel is a list of rows")
    if len(rows) == 0:
        raise InputError(f"{name} has no rows; a channel has at least one input")
    for index, row in enumerate(rows):
        if not _is_list(row):
            raise InputError(f"row {index} of {name} is {_shown(row)}; a row is a pmf")
        if len(row) != len(rows[0]):
            raise InputError(
                f"{name} is ragged: row {index} has {len(row)} entries, row 0 has {len(rows[0])}"
            )
    return [
        check_pmf(row, f"row {index} of {name}", f"{name}[{index}]")
        for index, row in enumerate(rows)
    ]


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
