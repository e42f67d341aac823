"""What heads of numbers mean: arithmetic, functions and curves of numbers, values of matrices."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from verified.language.terms import Op
from verified.measures import continuous, entropies, matrices, privacy
from verified.measures.readings import MEANINGS, Reading, Unreadable, Value, meaning_of, measure


def _arithmetic(name: str, whole: Callable[..., int] | None) -> None:
    """An operation that keeps whole numbers whole, and otherwise acts on scalars."""

    def meaning(reading: Reading, _: Op, values: list[Value]) -> Value:
        if whole is not None and all(isinstance(value, int) for value in values):
            return whole(*values)
        return getattr(reading.xp, _NAMES.get(name, name))(*map(reading.scalar, values))

    MEANINGS[name] = meaning


_NAMES = {"pow": "power"}

_arithmetic("add", lambda a, b: a + b)
_arithmetic("mul", lambda a, b: a * b)
_arithmetic("minimum", min)
_arithmetic("maximum", max)
for _name in ("div", "exp", "log", "sqrt", "abs"):
    _arithmetic(_name, None)


@meaning_of("pi")
def _pi(reading: Reading, _: Op, __: list[Value]) -> Value:
    return reading.xp.pi()


@meaning_of("sub")
def _sub(reading: Reading, _: Op, values: list[Value]) -> Value:
    left, right = values
    if isinstance(left, int) and isinstance(right, int) and left >= right:
        return left - right
    return reading.xp.sub(reading.scalar(left), reading.scalar(right))


@meaning_of("pow")
def _pow(reading: Reading, _: Op, values: list[Value]) -> Value:
    base, exponent = values
    if isinstance(base, int) and isinstance(exponent, int):
        if exponent * max(1, base.bit_length()) > 10_000:
            raise Unreadable(f"{base} to the power {exponent} is too large")
        return base**exponent
    return reading.xp.power(reading.scalar(base), reading.scalar(exponent))


@meaning_of("neg")
def _neg(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.xp.sub(reading.xp.constant(fmpq(0)), reading.scalar(values[0]))


@meaning_of("quotient")
def _quotient(_: Reading, term: Op, values: list[Value]) -> Value:
    return _whole_pair(term, values)[0]


@meaning_of("remainder")
def _remainder(_: Reading, term: Op, values: list[Value]) -> Value:
    return _whole_pair(term, values)[1]


def _whole_pair(term: Op, values: list[Value]) -> tuple[int, int]:
    a, b = values
    if not (isinstance(a, int) and isinstance(b, int) and b > 0):
        raise Unreadable(f"{term} divides whole numbers by a positive one")
    return divmod(a, b)


measure("binary_entropy", entropies.binary_entropy, (0,))
measure("binary_entropy_inverse", entropies.binary_entropy_inverse, (0,))
measure("normal_cdf", continuous.normal_cdf, (0,))
measure("ldp_curve", privacy.ldp_curve, (0, 1))
measure("lip_curve", privacy.lip_curve, (0, 1))
measure("ldp_floor", privacy.ldp_floor, (0,))
measure("determinant", matrices.determinant)
measure("leading_minor", matrices.leading_minor)
measure("lower_value", matrices.lower_value)
measure("upper_value", matrices.upper_value)
