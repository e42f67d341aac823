"""Arithmetic and functions of real numbers.

Normal forms open most of these (`verified.kernel.number_forms`); the records say what is certain of
them for real arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from verified.measures import continuous, entropies
from verified.measures.readings import NoNumber, OutOfReach, Reading, Unreadable, Value, measured
from verified.syntax.formulas import negation
from verified.syntax.quantity import Match, quantity
from verified.syntax.sorts import Sort
from verified.syntax.terms import (
    REAL,
    SIZE,
    Op,
    Real,
    Size,
    Term,
    arithmetic,
    equals,
    number,
)

x, y, divisor = Real("x"), Real("y"), Real("d")
positive, above = Real("x", ">0"), Real("x", ">=0")
a, b = Size("a", low=0), Size("b")


def _whole_or_real(match: Match) -> Sort:
    return SIZE if all(arg.is_whole for arg in match.args) else REAL


def _on_scalars(name: str, whole: Callable[..., int] | None = None) -> Callable[..., Value]:
    """An operation that keeps whole numbers whole, and otherwise acts on scalars."""

    def read(reading: Reading, _: Op, values: list[Value]) -> Value:
        if whole is not None and all(isinstance(value, int) for value in values):
            return whole(*values)
        return getattr(reading.xp, name)(*map(reading.scalar, values))

    return read


def _difference(reading: Reading, _: Op, values: list[Value]) -> Value:
    left, right = values
    if isinstance(left, int) and isinstance(right, int) and left >= right:
        return left - right
    return reading.xp.sub(reading.scalar(left), reading.scalar(right))


def _negative(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.xp.sub(reading.xp.constant(fmpq(0)), reading.scalar(values[0]))


def _power(reading: Reading, _: Op, values: list[Value]) -> Value:
    base, exponent = values
    if isinstance(base, int) and isinstance(exponent, int):
        if exponent * base.bit_length() > 10_000:
            raise OutOfReach(f"{base} to the power {exponent} is too large")
        return base**exponent
    return reading.xp.power(reading.scalar(base), reading.scalar(exponent))


def _whole_pair(term: Op, values: list[Value]) -> tuple[int, int]:
    over, under = values
    if under == 0 and isinstance(over, int):
        raise NoNumber(f"{term} divides by 0")
    if not (isinstance(over, int) and isinstance(under, int) and under > 0):
        raise Unreadable(f"{term} divides whole numbers by a positive one")
    return divmod(over, under)


# --- arithmetic, printed by its precedence --------------------------------------------------------

quantity(
    "add", [x, y], _whole_or_real, doc="The sum.", written="x + y", text="", latex="",
    values="(-inf,inf)", reading=_on_scalars("add", lambda one, two: one + two),
    view=lambda _, one, two: one + two,
)
quantity(
    "sub", [x, y], doc="The difference.", written="x - y", text="", latex="",
    values="(-inf,inf)", unit="", reading=_difference, view=lambda _, one, two: one - two,
)
quantity(
    "mul", [x, y], _whole_or_real, doc="The product; 0 times an infinite number is 0.",
    written="x * y", text="", latex="", values="(-inf,inf)",
    reading=_on_scalars("mul", lambda one, two: one * two), view=lambda _, one, two: one * two,
)
quantity(
    "div", [x, divisor], doc="The quotient; undefined where the divisor is 0.", written="x / d",
    text="", latex="", values="(-inf,inf)", unit="", given=[negation(equals(divisor, 0))],
    reading=_on_scalars("div"), view=lambda _, one, two: one / two,
)
quantity(
    "neg", [x], doc="The negative.", written="-x", text="", latex="", values="(-inf,inf)", unit="",
    reading=_negative, view=lambda _, one: -one,
)
quantity(
    "pow", [positive, y], _whole_or_real, values="(0,inf)", written="x ** y", text="", latex="",
    doc="The power; of a base of 0 or below only some have a value.",
    reading=_power, view=lambda _, one, two: one**two,
)

# --- functions ------------------------------------------------------------------------------------

exp = quantity(
    "exp", [x], doc="e to the power x.", text="exp({0})", latex="", values="(0,inf)", unit="",
    reading=_on_scalars("exp"), view=lambda v, one: v.sp.exp(one),
)
log = quantity(
    "log", [positive], doc="The natural logarithm; ln 0 = −∞, undefined below 0.",
    text="ln({0})",
    spellings=["ln {0:atom}", "log {0:atom}"],
    latex=r"\ln {0:factor}", values="(-inf,inf)", unit="",
    reading=_on_scalars("log"), view=lambda v, one: v.log(one),
)
pi = quantity(
    "pi", [], doc="The number π.", text="pi", latex=r"\pi", values="(3,4)", unit="",
    reading=lambda reading, *_: reading.xp.pi(), view=lambda v: v.sp.pi,
    examples=[((), "3.14159265358")],
)
sqrt = quantity(
    "sqrt", [above], doc="The square root; undefined below 0.",
    text="sqrt({0})", latex=r"\sqrt{{{0}}}", values="[0,inf)", unit="",
    reading=_on_scalars("sqrt"), view=lambda v, one: v.sp.sqrt(one),
)
absolute = quantity(
    "abs", [x], doc="The absolute value.", written="absolute(x)",
    text="|{0}|", latex=r"\left|{0}\right|", values="[0,inf)", unit="",
    reading=_on_scalars("abs"), view=lambda v, one: v.sp.Abs(one),
)
quantity(
    "minimum", [x, y], doc="The lesser of two numbers.",
    text="min({0}, {1})", latex=r"\min\left\{{{0}, {1}\right\}}", values="(-inf,inf)", unit="",
    reading=_on_scalars("minimum", min), view=lambda v, one, two: v.sp.Min(one, two),
)
quantity(
    "maximum", [x, y], doc="The larger of two numbers.",
    text="max({0}, {1})", latex=r"\max\left\{{{0}, {1}\right\}}", values="(-inf,inf)", unit="",
    reading=_on_scalars("maximum", max), view=lambda v, one, two: v.sp.Max(one, two),
)
quotient = quantity(
    "quotient", [a, b], SIZE, doc="⌊a/b⌋ of whole numbers.", values="[0,inf)",
    text="floor({0:atom}/{1:atom})", latex=r"\left\lfloor \frac{{{0}}}{{{1}}} \right\rfloor",
    reading=lambda _, term, values: _whole_pair(term, values)[0],
    view=lambda v, one, two: v.sp.floor(one / two),
)
remainder = quantity(
    "remainder", [a, b], SIZE, doc="a modulo b, of whole numbers.", values="[0,inf)",
    text="({0:atom} mod {1:atom})", latex=r"{0:atom} \bmod {1:atom}",
    reading=lambda _, term, values: _whole_pair(term, values)[1],
    view=lambda v, one, two: v.sp.Mod(one, two),
)


def minimum(first: Any, *others: Any) -> Term:
    """The least of the numbers."""
    result = number(first)
    for other in others:
        result = arithmetic("minimum", result, other)
    return result


def maximum(first: Any, *others: Any) -> Term:
    """The largest of the numbers."""
    result = number(first)
    for other in others:
        result = arithmetic("maximum", result, other)
    return result


def sinh(x: Any) -> Term:
    """The hyperbolic sine (e^x − e^−x)/2."""
    return (exp(x) - exp(-number(x))) / 2


def cosh(x: Any) -> Term:
    """The hyperbolic cosine (e^x + e^−x)/2."""
    return (exp(x) + exp(-number(x))) / 2


def tanh(x: Any) -> Term:
    """The hyperbolic tangent (1 − e^−2x)/(1 + e^−2x)."""
    small = exp(-2 * number(x))
    return (1 - small) / (1 + small)


def log2(x: Any) -> Term:
    """The logarithm to base 2."""
    return log(x) / log(2)


def bits(x: Any) -> Term:
    """What is measured in nats, in bits: x/ln 2."""
    return number(x) / log(2)


_share, _entropy = Real("x", "[0,1]"), Real("y", ">=0")
binary_entropy = quantity(
    "binary_entropy", [_share], doc="h(x) = −x ln x − (1 − x) ln(1 − x), in nats, on [0, 1].",
    text="h({0})", latex=r"h\left({0}\right)", values="[0,7/10)", unit="nats",
    definition=-(_share * log(_share)) - (1 - _share) * log(1 - _share),
    reading=measured(entropies.binary_entropy), view=lambda v, one: v.binary_entropy(one),
    examples=[(("1/2",), "0.693147180559"), (("1/4",), "0.562335144618"), (("0",), "0")],
)
binary_entropy_inverse = quantity(
    "binary_entropy_inverse", [_entropy],
    doc="The inverse of h on its increasing part, from [0, ln 2] to [0, 1/2].",
    text="h^-1({0})", latex=r"h^{{-1}}\left({0}\right)", values="[0,1/2]", unit="",
    given=[_entropy <= log(2)], reading=measured(entropies.binary_entropy_inverse),
    view=lambda v, one: v.BinaryEntropyInverse(one),
    examples=[(("0",), "0"), (("0.5",), "0.199709902553")],
)
lambert_w = quantity(
    "lambert_w", [x], doc="W_0(x), Lambert's W: the w ≥ −1 with w e^w = x, for x ≥ −1/e.",
    text="lambert_w({0})", latex=r"W_0\left({0}\right)", values="[-1,inf)", unit="",
    given=[-exp(-1) <= x], reading=_on_scalars("lambert_w"),
    view=lambda v, one: v.sp.LambertW(one),
    examples=[(("0",), "0"), (("1",), "0.567143290409")],
)
normal_cdf = quantity(
    "normal_cdf", [x], doc="Φ(x): the standard normal law's probability of (−∞, x].",
    text="Phi({0})", latex=r"\Phi\left({0}\right)", values="(0,1)", unit="",
    reading=measured(continuous.normal_cdf),
    view=lambda v, one: (1 + v.sp.erf(one / v.sp.sqrt(2))) / 2,
    examples=[(("1",), "0.841344746068"), (("0",), "1/2")], is_integrated=True,
)

__all__ = [
    "absolute", "binary_entropy", "binary_entropy_inverse", "bits", "cosh", "exp", "lambert_w",
    "log", "log2", "maximum", "minimum", "normal_cdf", "pi", "quotient", "remainder", "sinh",
    "sqrt", "tanh",
]
