"""Quotients of exponentials, cancelled and factored in z = e^(−u), so that nothing overflows.

(e^u − 1)(1 − e^(−u)) / (e^u − 1 + 1 − e^(−u)) is (1 − z)/(1 + z).
"""

from __future__ import annotations

from math import gcd, lcm
from typing import Any

import sympy
from flint import fmpq

from verified.code.forms import (
    ARITHMETIC,
    ONE,
    Form,
    Product,
    call,
    exact,
    products,
    total,
)

sp: Any = sympy

MOST_OPERATIONS = 90
MOST_OTHERS = 4


def factored(form: Form, sign: int, sums: bool) -> Form:
    """A form whose quotients with exponentials are factored in z = e^(sign · u).

    Args:
        sums: whether sums of them too are put over one fraction line.
    """
    if form.op in (ARITHMETIC if sums else {"mul", "div"}) and _divides_exponentials(form):
        found = _Quotient(sign, sums).factored(form)
        if found is not None:
            return found
    return Form(form.op, tuple(factored(arg, sign, sums) for arg in form.args), form.value)


def _divides_exponentials(form: Form) -> bool:
    """Whether it has exponentials and a fraction line, at the level of arithmetic."""
    ops = set(_level(form))
    return bool(ops & {"exp", "expm1"}) and bool(ops & {"div", "mul", "expm1"})


def _level(form: Form) -> Any:
    yield form.op
    if form.op in ARITHMETIC:
        for arg in form.args:
            yield from _level(arg)


class _Quotient:
    """One rational function of z and of whatever else stands in it, itself factored."""

    def __init__(self, sign: int, sums: bool) -> None:
        self.sign, self.sums = sign, sums
        self.others: dict[Form, Any] = {}
        self.unit: list[Product] = []
        self.powers: list[fmpq] = []

    def factored(self, form: Form) -> Form | None:
        if not self.unit_found(form):
            return None
        step = _common(self.powers)
        z = sp.Dummy("z", positive=True)
        view = self.view(form, z, step)
        if view is None or len(self.others) > MOST_OTHERS:
            return None
        if sp.count_ops(view) > MOST_OPERATIONS:
            return None
        found = sp.factor(sp.cancel(sp.together(view)))
        exponent = total(part.scaled(step * self.sign) for part in self.unit)
        return self.back(found, z, exponent)

    def unit_found(self, form: Form) -> bool:
        """The first exponent as the unit, all others its rational multiples."""
        for exponent in _exponents(form):
            parts = products(exponent)
            if not self.unit:
                self.unit = parts
            multiple = _multiple(parts, self.unit)
            if multiple is None:
                return False
            self.powers.append(multiple)
        return bool(self.unit)

    def view(self, form: Form, z: Any, step: fmpq) -> Any:
        if form.op == "number":
            return sp.Rational(int(form.value.p), int(form.value.q))
        if form.op in ("exp", "expm1"):
            multiple = _multiple(products(form.args[0]), self.unit)
            assert multiple is not None
            power = multiple / step * self.sign
            raised = z ** int(power.p)
            return raised - 1 if form.op == "expm1" else raised
        if form.op in ARITHMETIC:
            parts = [self.view(arg, z, step) for arg in form.args]
            match form.op:
                case "add":
                    return parts[0] + parts[1]
                case "sub":
                    return parts[0] - parts[1]
                case "mul":
                    return parts[0] * parts[1]
                case "div":
                    return parts[0] / parts[1]
            return -parts[0]
        inner = Form(form.op, tuple(
            factored(arg, self.sign, self.sums) for arg in form.args
        ), form.value)
        return self.others.setdefault(inner, sp.Dummy(f"g{len(self.others)}"))

    def back(self, node: Any, z: Any, exponent: Form) -> Form:
        """What SymPy found, as a form."""
        if node == z:
            return call("exp", exponent)
        if node.is_Symbol:
            return next(form for form, symbol in self.others.items() if symbol == node)
        if node.is_Rational:
            return exact(fmpq(int(node.p), int(node.q)))
        if node.is_Pow:
            base, power = node.args
            size = abs(int(power))
            if base == z:
                raised = call("exp", total(part.scaled(fmpq(size)) for part in products(exponent)))
            else:
                one = self.back(base, z, exponent)
                raised = one
                for _ in range(size - 1):
                    raised = call("mul", raised, one)
            return raised if power > 0 else call("div", ONE, raised)
        op = "add" if node.is_Add else "mul"
        over, under = node.as_numer_denom() if op == "mul" else (node, sp.Integer(1))
        if under != 1:
            return call("div", self.back(over, z, exponent), self.back(under, z, exponent))
        parts = [self.back(arg, z, exponent) for arg in node.args]
        result = parts[0]
        for part in parts[1:]:
            result = call(op, result, part)
        return result


def _exponents(form: Form) -> Any:
    if form.op in ("exp", "expm1"):
        yield form.args[0]
    elif form.op in ARITHMETIC:
        for arg in form.args:
            yield from _exponents(arg)


def _multiple(parts: list[Product], unit: list[Product]) -> fmpq | None:
    """By which number the unit must be multiplied to give the parts."""
    sizes = {part.core: part.coefficient for part in unit}
    if len(parts) != len(unit) or any(part.core not in sizes for part in parts):
        return None
    ratios = {part.coefficient / sizes[part.core] for part in parts}
    return ratios.pop() if len(ratios) == 1 else None


def _common(powers: list[fmpq]) -> fmpq:
    """The largest number of which all are whole multiples."""
    under = lcm(*(int(power.q) for power in powers))
    over = gcd(*(int((power * under).p) for power in powers))
    return fmpq(over or 1, under)


__all__ = ["factored"]
