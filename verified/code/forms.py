"""The one form of expressions that code is made from, sums and products of it, and its values.

A form is a real number's expression over named numbers: exact numbers, arithmetic, functions of
the languages' own libraries, and the helpers of `verified.code.helpers`. Rewritings look at it as a
sum of `Product`s; languages print it as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flint import arb, arb_series, fmpq

from verified.numbers.balls import Indeterminate, Undefined, binary_entropy_inverse

ARITHMETIC = frozenset({"add", "sub", "mul", "div", "neg"})
# What a form may be a call of, with how many arguments: `select(a, b, x, y)` is x if a < b else y.
FUNCTIONS = {
    "exp": 1, "log": 1, "expm1": 1, "log1p": 1, "sqrt": 1, "abs": 1, "min": 2, "max": 2, "pow": 2,
    "atanh": 1, "erf": 1, "erfc": 1, "select": 4,
}


@dataclass(frozen=True)
class Form:
    """A node: what it does, to what, and what a leaf is.

    Attributes:
        op: "number", "name", "pi", one of `ARITHMETIC` or `FUNCTIONS`, or a helper's name.
        value: of a number an exact one, of a name the name.
    """

    op: str
    args: tuple[Form, ...] = ()
    value: Any = None


def exact(value: Any) -> Form:
    """An exact number."""
    return Form("number", (), fmpq(value))


def name(called: str) -> Form:
    """A variable, or what a helper calls a number."""
    return Form("name", (), called)


def call(op: str, *args: Form) -> Form:
    """A call of a function or helper, or arithmetic."""
    return Form(op, args)


ZERO, ONE, TWO, PI = exact(0), exact(1), exact(2), Form("pi")
HALF = exact(fmpq(1, 2))


def names_in(form: Form) -> set[str]:
    """The names that occur."""
    if form.op == "name":
        return {form.value}
    return {found for arg in form.args for found in names_in(arg)}


def operations(form: Form) -> int:
    """How many nodes a form has: a measure of how long its code is."""
    return 1 + sum(map(operations, form.args))


def calls_in(form: Form) -> set[str]:
    """What a form calls."""
    return {form.op} | {found for arg in form.args for found in calls_in(arg)}


# --- sums of products -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Product:
    """coefficient · Π factor^power · exp(exponent).

    Attributes:
        exponent: the sum in the exponential, None where there is none.
    """

    coefficient: fmpq
    factors: Mapping[Form, int] = field(default_factory=dict)
    exponent: Form | None = None

    @property
    def core(self) -> tuple[frozenset[tuple[Form, int]], Form | None]:
        """What it is but for its coefficient."""
        return frozenset(self.factors.items()), self.exponent

    @property
    def is_constant(self) -> bool:
        """Whether it is an exact number."""
        return not self.factors and self.exponent is None

    def times(self, other: Product) -> Product:
        """The product of both."""
        factors = dict(self.factors)
        for factor, power in other.factors.items():
            factors[factor] = factors.get(factor, 0) + power
        exponents = [one for one in (self.exponent, other.exponent) if one is not None]
        exponent = total(p for one in exponents for p in products(one)) if exponents else None
        return Product(
            self.coefficient * other.coefficient,
            {factor: power for factor, power in factors.items() if power},
            None if exponent == ZERO else exponent,
        )

    def inverse(self) -> Product:
        """1 over it."""
        exponent = None if self.exponent is None else negative(self.exponent)
        return Product(1 / self.coefficient, {f: -p for f, p in self.factors.items()}, exponent)

    def scaled(self, by: fmpq) -> Product:
        """It times a number."""
        return Product(self.coefficient * by, self.factors, self.exponent)


def product(form: Form) -> Product:
    """A form as one product; a sum is one factor of it."""
    match form.op:
        case "number":
            return Product(form.value)
        case "neg":
            return product(form.args[0]).scaled(fmpq(-1))
        case "mul":
            return product(form.args[0]).times(product(form.args[1]))
        case "div":
            under = product(form.args[1])
            if under.coefficient != 0:
                return product(form.args[0]).times(under.inverse())
        case "exp":
            return Product(fmpq(1), {}, form.args[0])
        case "pow":
            base, power = form.args
            whole = power.op == "number" and power.value.q == 1 and 0 < power.value <= 8
            if whole and not has_exponential(base):
                held = product(base)
                result = held
                for _ in range(int(power.value.p) - 1):
                    result = result.times(held)
                return result
    return Product(fmpq(1), {form: 1})


def has_exponential(form: Form) -> bool:
    """Whether an exponential stands anywhere in it."""
    return bool(calls_in(form) & {"exp", "expm1"})


def products(form: Form) -> list[Product]:
    """A form as a sum of products, in its order, like ones put together and zeros left out."""
    found: dict[Any, Product] = {}
    for part in _summands(form, fmpq(1)):
        held = found.get(part.core)
        merged = part if held is None else Product(
            held.coefficient + part.coefficient, part.factors, part.exponent
        )
        found[part.core] = merged
    return [part for part in found.values() if part.coefficient != 0]


def _summands(form: Form, by: fmpq) -> Iterable[Product]:
    match form.op:
        case "add":
            yield from _summands(form.args[0], by)
            yield from _summands(form.args[1], by)
        case "sub":
            yield from _summands(form.args[0], by)
            yield from _summands(form.args[1], -by)
        case "neg":
            yield from _summands(form.args[0], -by)
        case "mul" if form.args[0].op == "number":
            yield from _summands(form.args[1], by * form.args[0].value)
        case "mul" if form.args[1].op == "number":
            yield from _summands(form.args[0], by * form.args[1].value)
        case "div" if form.args[1].op == "number" and form.args[1].value != 0:
            yield from _summands(form.args[0], by / form.args[1].value)
        case _:
            yield product(form).scaled(by)


def of_product(part: Product) -> Form:
    """A product as a form: over one fraction line, its sign and number first."""
    over = [factor for factor, power in part.factors.items() for _ in range(max(power, 0))]
    under = [factor for factor, power in part.factors.items() for _ in range(max(-power, 0))]
    if part.exponent is not None:
        over.append(call("exp", part.exponent))
    size = abs(part.coefficient)
    if size.p != 1 or (not over and size.q == 1):
        over.insert(0, exact(size.p) if over or under else exact(size))
        if over and (len(over) > 1 or under) and size.q != 1:
            under.insert(0, exact(size.q))
    elif size.q != 1:
        if over:
            under.insert(0, exact(size.q))
        else:
            over.insert(0, exact(size))
    result = _chain("mul", over) or ONE
    if under:
        result = call("div", result, _chain("mul", under) or ONE)
    return call("neg", result) if part.coefficient < 0 else result


def _chain(op: str, parts: list[Form]) -> Form | None:
    result = None
    for part in parts:
        result = part if result is None else call(op, result, part)
    return result


def total(parts: Iterable[Product]) -> Form:
    """A sum as a form, what is positive first."""
    listed = [part for part in parts if part.coefficient != 0]
    listed.sort(key=lambda part: part.coefficient < 0)
    result: Form | None = None
    for part in listed:
        if result is None:
            result = of_product(part)
        elif part.coefficient < 0:
            result = call("sub", result, of_product(part.scaled(fmpq(-1))))
        else:
            result = call("add", result, of_product(part))
    return ZERO if result is None else result


def negative(form: Form) -> Form:
    """−form, its sums opened."""
    return total(part.scaled(fmpq(-1)) for part in products(form))


def less(one: Form, other: Form) -> Form:
    """one − other, like terms put together."""
    return total(products(call("sub", one, other)))


# --- values ---------------------------------------------------------------------------------------


def evaluated(form: Form, env: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]],
              number: Callable[[fmpq], Any]) -> Any:
    """A form's value over numbers of any kind.

    Args:
        functions: what is called, and "pi"; arithmetic is Python's own.
        number: an exact number as one of that kind.
    """
    if form.op == "number":
        return number(form.value)
    if form.op == "name":
        return env[form.value]
    if form.op == "pi":
        return functions["pi"]()
    parts = [evaluated(arg, env, functions, number) for arg in form.args]
    match form.op:
        case "add":
            return parts[0] + parts[1]
        case "sub":
            return parts[0] - parts[1]
        case "mul":
            return parts[0] * parts[1]
        case "div":
            return _divided(parts[0], parts[1])
        case "neg":
            return -parts[0]
    return functions[form.op](*parts)


def _divided(over: Any, under: Any) -> Any:
    """A quotient; of power series also where both begin later, if certainly or within rounding."""
    if not isinstance(under, arb_series):
        return over / under
    over = list(over.coeffs()) if isinstance(over, arb_series) else [over]
    under = list(under.coeffs())
    while under and 0 in under[0] and (not over or 0 in over[0]):
        over, under = over[1:], under[1:]
    return arb_series(over) / arb_series(under)


BALL_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "sqrt": lambda x: x.sqrt(),
    "expm1": lambda x: x.exp() - 1,
    "log1p": lambda x: (1 + x).log(),
    "erf": lambda x: x.erf(),
    "erfc": lambda x: x.erfc(),
    "atanh": lambda x: ((1 + x).log() - (1 - x).log()) / 2,
    "pi": lambda: arb.pi(),
    "abs": abs,
    "min": lambda x, y: (x + y - abs(x - y)) / 2,
    "max": lambda x, y: (x + y + abs(x - y)) / 2,
    "pow": lambda x, y: _power(x, y),
    "select": lambda a, b, x, y: x if a < b else y,
    # The helpers, as their definitions have them: no cancellation matters here.
    "xlogy": lambda x, y: arb(0) if isinstance(x, arb) and x == 0 else x * y.log(),
    "binary_entropy": lambda x: _entropy(x),
    "entropy_gap": lambda d: arb(2).log() - _entropy((1 - d) / 2),
    "normal_cdf": lambda x: (-x / arb(2).sqrt()).erfc() / 2,
    "log1mexp": lambda x: (1 - (-x).exp()).log(),
    "softplus": lambda x: (1 + x.exp()).log(),
    "entropy_inverse": lambda y: arb(binary_entropy_inverse(y)),
    "entropy_bias": lambda u: 1 - 2 * arb(binary_entropy_inverse(arb(2).log() - u)),
    "ln2_minus": lambda y: arb(2).log() - y,
    "normal_difference": lambda u, w: (
        BALL_FUNCTIONS["normal_cdf"](u)
        - ((w * w - u * u) / 2).exp() * BALL_FUNCTIONS["normal_cdf"](w)
    ),
}


def _power(x: Any, y: Any) -> Any:
    if not isinstance(x, arb_series):
        return x**y
    if isinstance(y, arb) and y.is_integer() and 0 < y < 100:
        result = x
        for _ in range(round(float(y.mid())) - 1):
            result = result * x
        return result
    return (x.log() * y).exp()


def _entropy(x: Any) -> Any:
    if isinstance(x, arb) and (x == 0 or x == 1):
        return arb(0)
    return -x * x.log() - (1 - x) * (1 - x).log()


def ball(form: Form, env: Mapping[str, Any]) -> Any:
    """A form's value in balls at the precision in force, None where it has none or isn't known."""
    try:
        found = evaluated(form, env, BALL_FUNCTIONS, arb)
    except (ValueError, ZeroDivisionError, Undefined, Indeterminate):
        return None
    return found if found.is_finite() else None


__all__ = [
    "ARITHMETIC", "BALL_FUNCTIONS", "FUNCTIONS", "Form", "HALF", "ONE", "PI", "Product", "TWO",
    "ZERO", "ball", "call", "calls_in", "evaluated", "exact", "has_exponential", "less", "name",
    "names_in", "negative", "of_product", "operations", "product", "products", "total",
]
