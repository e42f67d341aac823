"""What a test of another library asserts of its numbers, against certified values."""

from __future__ import annotations

import math
from typing import Any

from verified.accounting.results import Certified
from verified.errors import InputError
from verified.oracle.functions import value as certified_value


def assert_sound_upper_bound(
    reported: Any,
    quantity: str | Certified,
    /,
    *arguments: Any,
    looseness: Any = None,
    **named: Any,
) -> None:
    """Assert that a number that a library reports is at least the certified value.

    Args:
        reported: a number, taken as the rational that it is; ∞ is sound.
        quantity: a name, as for `verified.value`, with its arguments; or a certified value.
        arguments: its arguments.
        looseness: by how much more, relative to the value, the report may be; None for any.
        named: its arguments by name.

    Raises:
        AssertionError: it is less, for certain, or not a number, or more than `looseness` above.
        InputError: the input of the quantity breaks a rule.
        UndecidedError: it is so near to the value that no precision decides.
    """
    value = _value(quantity, arguments, named)
    told = _told(quantity, arguments, named)
    number = _number(reported, told)
    if not value <= number:
        raise AssertionError(f"{told}: {reported!r} is reported, less than the value, {value}")
    if looseness is not None and value.widen(relative=looseness).at_least(number) is False:
        raise AssertionError(
            f"{told}: {reported!r} is reported, looser than {looseness} above the value, {value}"
        )


def assert_sound_lower_bound(
    reported: Any, quantity: str | Certified, /, *arguments: Any, **named: Any
) -> None:
    """Assert that a number that a library reports is at most the certified value, as a number of
    rounds or a type II error must be.

    Arguments and errors are those of `assert_sound_upper_bound`.
    """
    value = _value(quantity, arguments, named)
    told = _told(quantity, arguments, named)
    if not value >= _number(reported, told):
        raise AssertionError(f"{told}: {reported!r} is reported, more than the value, {value}")


def assert_within(
    reported: Any,
    quantity: str | Certified,
    /,
    *arguments: Any,
    relative: Any = 0,
    absolute: Any = 0,
    **named: Any,
) -> None:
    """Assert that a number that a library reports is no further from the certified value than
    |value|·relative + absolute.

    Args:
        reported: a number, taken as the rational that it is.
        quantity: a name, as for `verified.value`, with its arguments; or a certified value.
        arguments: its arguments.
        relative: tolerance, relative to the value.
        absolute: tolerance.
        named: its arguments by name.

    Raises:
        AssertionError: it is further away for certain, or not a number.
        InputError: the input of the quantity breaks a rule, or a tolerance is negative.
    """
    value = _value(quantity, arguments, named)
    told = _told(quantity, arguments, named)
    number = _number(reported, told)
    if not value.widen(relative, absolute).contains(number):
        raise AssertionError(
            f"{told}: {reported!r} is reported; the value is {value}, further than {relative} of "
            f"it and {absolute}"
        )


def _value(quantity: str | Certified, arguments: Any, named: Any) -> Certified:
    if not isinstance(quantity, Certified):
        return certified_value(quantity, *arguments, **named)
    if arguments or named:
        raise InputError("a certified value takes no arguments")
    return quantity


def _told(quantity: str | Certified, arguments: Any, named: Any) -> str:
    """How the value is asked for, as a message shows it."""
    if isinstance(quantity, Certified):
        return "the certified value"
    parts = [*map(repr, arguments), *(f"{key}={one!r}" for key, one in named.items())]
    shown = ", ".join(parts)
    return f"{quantity}({shown if len(shown) <= 200 else shown[:197] + '…'})"


def _number(reported: Any, told: str) -> Any:
    try:
        as_float = float(reported)
    except (TypeError, ValueError, OverflowError):
        return reported
    if math.isnan(as_float):
        raise AssertionError(f"{told}: nan is reported")
    return as_float if math.isinf(as_float) else reported


__all__ = ["assert_sound_lower_bound", "assert_sound_upper_bound", "assert_within"]
