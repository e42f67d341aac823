"""The vectors that come with the package, chosen by function and flags, for parametrised tests."""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.oracle.functions import value
from verified.oracle.vectors.flags import FLAGS
from verified.oracle.vectors.writing import RELEASE
from verified.report.files import read_json

# Where an end underflows, or a float can't hold it.
_LEAST = 5e-324


@dataclass(frozen=True)
class Vector:
    """A certified value with its inputs.

    Attributes:
        function: its name.
        number: `tcId` in its file.
        inputs: floats (the nearest ones, exact unless `InexactInput` is among the flags), lists of
            them, whole numbers, and texts such as an adjacency.
        exact: the same as texts of exact numbers.
        low, high: ends of the value, as texts of decimals.
        unsafe: "less", "more" or "none": which error promises what isn't there.
        flags: kinds of faults.
    """

    function: str
    number: int
    inputs: dict[str, Any]
    exact: dict[str, Any] = field(repr=False)
    low: str
    high: str
    unsafe: str
    flags: frozenset[str]

    @property
    def value(self) -> Certified:
        """The value, worked out anew from the exact inputs."""
        return value(self.function, **self.exact)

    def check(self, reported: Any, tolerance: float = 1e-9) -> None:
        """Assert that a report isn't on the unsafe side by more than a relative tolerance; where
        neither side is unsafe, that it is within the tolerance.

        Raises:
            AssertionError: it is, or it isn't a number.
        """
        number = float(reported)
        low, high = _end(self.low), _end(self.high)
        # Written so that a report that isn't a number fails.
        enough = number >= low - abs(low) * tolerance if low < math.inf else number == low
        little = number <= high + abs(high) * tolerance if high < math.inf else True
        needed = {"less": enough, "more": little, "none": enough and little}[self.unsafe]
        if not needed or number != number:
            raise AssertionError(
                f"{self.function} at {self.exact}: {reported!r} is reported, the value lies in "
                f"[{self.low}, {self.high}] ({', '.join(sorted(self.flags))})"
            )

    def __str__(self) -> str:
        return f"{self.function}-{self.number}-{'-'.join(sorted(self.flags))}"


def _end(text: str) -> float:
    """A decimal as a float; a positive one that underflows is the least positive float."""
    number = float(text)
    if number == 0 and text[0] != "0":
        return -_LEAST if text.startswith("-") else _LEAST
    if math.isinf(number) and "inf" not in text:
        return math.copysign(sys.float_info.max, number)
    return number


def vectors(
    function: str,
    flags: Iterable[str] | None = None,
    without: Iterable[str] = (),
) -> list[Vector]:
    """The vectors of a function.

    Args:
        function: its name.
        flags: those that have one of these flags at least; None for all.
        without: but for those that have one of these.

    Raises:
        UnknownKeyError: there are no vectors of the function, or no flag is called so.
        InputError: none is left.
    """
    wanted = None if flags is None else _checked(flags)
    unwanted = _checked(without)
    found = [
        one for one in _read(function)
        if (wanted is None or one.flags & wanted) and not one.flags & unwanted
    ]
    if not found:
        raise InputError(f"no vector of {function} has these flags")
    return found


def _checked(flags: Iterable[str]) -> set[str]:
    chosen = {flags} if isinstance(flags, str) else set(flags)
    for flag in sorted(chosen):
        if flag not in FLAGS:
            raise UnknownKeyError("flag", flag, FLAGS)
    return chosen


@functools.cache
def _read(function: str) -> tuple[Vector, ...]:
    path = RELEASE / f"{function}_test.json"
    if not path.is_file():
        known = [found.stem.removesuffix("_test") for found in RELEASE.glob("*_test.json")]
        raise UnknownKeyError("function with vectors", function, known)
    made = read_json(path)
    return tuple(
        _vector(function, group, test) for group in made["testGroups"] for test in group["tests"]
    )


def _vector(function: str, group: Any, test: Any) -> Vector:
    given = {**group["parameters"], **test["inputs"]}
    return Vector(
        function, test["tcId"], {key: _as_float(key, one) for key, one in given.items()},
        {key: one["exact"] if isinstance(one, dict) else one for key, one in given.items()},
        test["lo"], test["hi"], group["unsafe"], frozenset(test["flags"]),
    )


def _as_float(key: str, one: Any) -> Any:
    if not isinstance(one, dict):
        return one
    if key in ("steps", "outcome"):
        return int(Fraction(one["exact"]))
    return _floats(one["hex"])


def _floats(part: Any) -> Any:
    return [_floats(one) for one in part] if isinstance(part, list) else float.fromhex(part)


__all__ = ["Vector", "vectors"]
