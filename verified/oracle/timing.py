"""How long a value may take: what isn't worked out by then is told as not reached.

Some arguments have a value that no way here comes to, or only in hours. A call that is made by a
function of `import verified` looks at the clock on its way, as all that encloses does
(`numbers.limits`), and ends with `NotReachedError`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar, cast

from verified.accounting.enclosures import Enclosure, NotReachedError
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.exact import rational
from verified.numbers.limits import OutOfTime, limited_work

P = ParamSpec("P")
R = TypeVar("R")

# Seconds of processor time that one value may take where nothing else is said.
SECONDS = 60.0

_seconds: float | None = SECONDS


@contextmanager
def time_limit(seconds: Any) -> Iterator[None]:
    """Let each value that is asked for in this block take so many seconds of processor time at
    most; 60 is what holds elsewhere. What isn't worked out by then raises `NotReachedError`.

    The clock is looked at between steps, so that a call may take a little longer.

    Args:
        seconds: a positive number; None for no limit.

    Raises:
        InputError: it is neither.
    """
    global _seconds
    if seconds is not None:
        number = rational(seconds, "seconds")
        if number <= 0:
            raise InputError(f"seconds is {number}; it must be positive, or None for no limit")
        seconds = float(number.p) / float(number.q)
    before, _seconds = _seconds, seconds
    try:
        yield
    finally:
        _seconds = before


@contextmanager
def _limited() -> Iterator[None]:
    seconds = _seconds
    try:
        with limited_work(seconds):
            yield
    except OutOfTime:
        raise NotReachedError(
            f"there is no value within {seconds:g} seconds of processor time; in a block of "
            "verified.time_limit(seconds) it may take longer"
        ) from None


def timed(function: Callable[P, R]) -> Callable[P, R]:
    """The function, under the limit; and whatever a value that it gives works out again."""

    @functools.wraps(function)
    def within(*arguments: P.args, **named: P.kwargs) -> R:
        with _limited():
            found = function(*arguments, **named)
        if isinstance(found, list):
            return cast(R, [_kept(one) for one in found])
        return cast(R, _kept(found))

    return within


def _kept(found: Any) -> Any:
    if isinstance(found, Certified) and found._again is not None:
        return replace(found, _again=_again(found._again))
    return found


def _again(function: Callable[[Any], Enclosure]) -> Callable[[Any], Enclosure]:
    @functools.wraps(function)
    def within(width: Any) -> Enclosure:
        with _limited():
            return function(width)

    return within


__all__ = ["SECONDS", "time_limit", "timed"]
