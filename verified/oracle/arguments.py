"""What callers give: arrays, lists, fractions, texts and files, as rows of numbers for a parameter.

Nothing is rounded here: a float is the rational that it is. Arrays are told by what they can do
(`tolist`, `toarray`, `to_numpy`), so that none of the libraries that make them is needed.
"""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from verified.errors import InputError, UnknownKeyError
from verified.report.files import read_json
from verified.report.inputs import Parameter, check_axes, leading_axes, rows_of, table_of
from verified.report.matrices import read_file, read_numbers
from verified.syntax.terms import Term

# Parameters that are one number.
SINGLE = ("number", "size", "index")


def raw_value(part: Parameter, value: Any) -> tuple[Any, list[int] | None]:
    """The rows that a caller gives for a parameter, and for a mechanism with an axis for each
    entry the database's alphabets.

    Args:
        part: the parameter.
        value: a number, or nested lists or arrays of numbers; a text as on the command line; a
            `Path`, or an open file, of numbers; for a framework a mapping or the path of one.

    Raises:
        InputError: it can't be read as one.
    """
    if part.kind == "framework":
        return _framework(part.name, value), None
    if part.kind in SINGLE and isinstance(value, str | Term):
        return [[value]], None
    if isinstance(value, set | frozenset) and part.kind != "event":
        raise InputError(f"{part.name} is a set, which has no order; give a list")
    listed = plain(value, part.name)
    if part.kind in SINGLE and isinstance(listed, list):
        raise InputError(
            f"{part.name} is a list; it must be one number (verified.values takes lists of them)"
        )
    database = leading_axes(listed) if part.kind == "mechanism" else None
    check_axes(part.kind, listed, part.name)
    return table_of(listed, part.name), database


def by_name(
    quantity: str,
    names: Sequence[str],
    arguments: Sequence[Any],
    named: Mapping[str, Any],
    needed: Iterable[str] = (),
) -> dict[str, Any]:
    """Arguments by name; those without one fill the names that are left, in order.

    Raises:
        InputError: there are too many, or one of the `needed` ones isn't given.
        UnknownKeyError: one has another name.
    """
    for name in named:
        if name not in names:
            raise UnknownKeyError(f"parameter of {quantity}", name, names)
    left = [name for name in names if name not in named]
    if len(arguments) > len(left):
        raise InputError(f"{quantity} takes {', '.join(names)}; there are too many arguments")
    given = {**dict(zip(left, arguments, strict=False)), **named}
    for name in needed:
        if name not in given:
            raise InputError(f"{quantity} lacks {name}")
    return given


def without_default(function: Callable[..., Any]) -> list[str]:
    """The parameters of a function that must be given."""
    parts = inspect.signature(function).parameters.values()
    return [part.name for part in parts if part.default is part.empty]


def plain(value: Any, name: str) -> Any:
    """A number, or nested lists of numbers and texts.

    Raises:
        InputError: it is neither, nor a file with such.
    """
    match value:
        case Path():
            return _of(read_file(value), name, str(value))
        case str():
            if Path(value).suffix.lower() in (".csv", ".tsv", ".npy", ".npz", ".json"):
                raise InputError(f"{name} is the text {value!r}; give a file as Path({value!r})")
            rows = rows_of(value)
            return rows[0] if len(rows) == 1 else rows
        case bool() | int() | float() | Fraction() | None:
            return value
        case Decimal():
            if not value.is_finite():
                raise InputError(f"{name} is {value}, which is not finite")
            return Fraction(value)
        case bytes() | bytearray():
            raise InputError(f"{name} is bytes; give a text, or a list of numbers")
        case Mapping():
            raise InputError(f"{name} is a mapping; probabilities stand in a list, in order")
    if hasattr(value, "toarray"):
        value = value.toarray()
    elif hasattr(value, "to_numpy"):
        value = value.to_numpy()
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    if kind == "c":
        raise InputError(f"{name} holds complex numbers; probabilities are real")
    if hasattr(value, "tolist"):
        listed = value.tolist()
        # NumPy's long doubles are no Python numbers, and stay what they are.
        return rational_of(value, name) if type(listed) is type(value) else plain(listed, name)
    if callable(getattr(value, "read", None)):
        return _of(read_numbers(value.read(), name), name, name)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, set | frozenset):
        value = sorted(value)
    if isinstance(value, Iterable):
        return [part if isinstance(part, str) else plain(part, name) for part in value]
    return value


def rational_of(value: Any, name: str) -> Fraction:
    """The rational that a number of another library is.

    Raises:
        InputError: it is none.
    """
    try:
        top, bottom = value.as_integer_ratio()
    except (AttributeError, OverflowError, ValueError):
        raise InputError(f"{name} is {value}, which is not a finite number") from None
    return Fraction(int(top), int(bottom))


def _of(content: Any, name: str, where: str) -> Any:
    """What a file has for a parameter: all of it, or what stands under the parameter's name."""
    if not isinstance(content, Mapping):
        return content
    if name not in content:
        raise InputError(f"{where} has {', '.join(content) or 'nothing'}, but no {name}")
    return content[name]


def _framework(name: str, value: Any) -> Any:
    if isinstance(value, str | Path):
        return read_json(Path(value), parse_float=str, parse_constant=str)
    if isinstance(value, Mapping):
        return {
            key: part if isinstance(part, str) else plain(part, f"{key} of {name}")
            for key, part in value.items()
        }
    return value


__all__ = ["SINGLE", "by_name", "plain", "raw_value", "without_default"]
