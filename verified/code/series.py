"""Power series for forms that cancel at a point however they are written."""

from __future__ import annotations

from typing import Any

from flint import arb, arb_series, ctx, fmpq

from verified.code.forms import BALL_FUNCTIONS, Form, call, evaluated, exact, less, name
from verified.numbers.balls import precision

TERMS = 18
BITS = 1000
# Up to these distances from the centre a series is tried.
REACHES = tuple(fmpq(*pair) for pair in (
    (1, 1000), (1, 100), (1, 32), (1, 16), (1, 8), (1, 4), (1, 2), (1, 1), (3, 2),
))
# Below this a coefficient that isn't told from 0 is 0.
_NOTHING = fmpq(1, 10**100)


def expanded(form: Form, called: str, centre: fmpq) -> Form | None:
    """The polynomial that a form in one variable begins with at a point; None where it has none.

    Its coefficients are those of the series in balls, rounded to floats.
    """
    cap = ctx.cap
    try:
        with precision(BITS):
            ctx.cap = TERMS + 8
            at = arb_series([arb(centre), arb(1)])
            found = evaluated(form, {called: at}, BALL_FUNCTIONS, arb)
            parts = list(found.coeffs())[:TERMS]
    except (ValueError, ZeroDivisionError, TypeError, AttributeError, KeyError, AssertionError):
        return None
    finally:
        ctx.cap = cap
    numbers = [_rounded(part) for part in parts]
    if None in numbers or not any(numbers):
        return None
    return _polynomial(numbers, less(name(called), exact(centre)))


def _rounded(part: arb) -> fmpq | None:
    if not part.is_finite():
        return None
    with precision(BITS):
        if 0 in part:
            return fmpq(0) if abs(part) < arb(_NOTHING) else None
    over, under = float(part.mid()).as_integer_ratio()
    return fmpq(over, under)


def _polynomial(numbers: list[Any], t: Form) -> Form:
    """A polynomial in t by Horner's rule, in its square where only every other power occurs."""
    first = next(place for place, size in enumerate(numbers) if size)
    rest = numbers[first:]
    if any(rest[1::2]):
        step = t
    else:
        rest, step = rest[::2], call("mul", t, t)
    while len(rest) > 1 and not rest[-1]:
        rest.pop()
    result = exact(rest[-1])
    for size in reversed(rest[:-1]):
        result = call("mul", step, result)
        if size:
            result = call("add", exact(size), result)
    for _ in range(first):
        result = call("mul", t, result)
    return result


def patched(form: Form, series: Form, called: str, centre: fmpq, reach: fmpq) -> Form:
    """The series within the reach of its centre, the form elsewhere."""
    away = call("abs", less(name(called), exact(centre)))
    return call("select", away, exact(reach), series, form)


__all__ = ["REACHES", "expanded", "patched"]
