"""Rewritings of forms that keep digits where a formula as it is written loses them.

Each is an identity of real numbers: e^u − 1 = expm1(u), ln(1 + u) = log1p(u), 1 − Φ(u) = Φ(−u),
√a − √b = (a − b)/(√a + √b), ln 2 − h(x) by one function, … None is believed: `measuring.agrees`
compares what comes out with what went in, in balls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from flint import arb, fmpq

from verified.code.forms import (
    ARITHMETIC,
    ONE,
    TWO,
    Form,
    Product,
    ball,
    call,
    exact,
    less,
    names_in,
    negative,
    product,
    products,
    total,
)
from verified.numbers.balls import precision

_ROOT = call("sqrt", TWO)
_LN2 = call("log", TWO)


def stable(form: Form, ratios: bool = False) -> Form:
    """A form rewritten from the inside outwards.

    Args:
        ratios: whether ln(a/b) becomes log1p((a − b)/b), which is better near 1 and worse far off.
    """
    args = tuple(stable(arg, ratios) for arg in form.args)
    form = Form(form.op, args, form.value)
    if form.op in ARITHMETIC:
        return total(_kept_apart(products(form)))
    base = form.op == "pow" and args[0].op == "number" and args[0].value > 0
    if base and args[1].op != "number":
        return call("exp", total(products(call("mul", args[1], call("log", args[0])))))
    if form.op == "pow" and args[1].op == "number" and args[1].value == 2:
        return call("mul", args[0], args[0])
    if form.op == "log":
        return _log(args[0], ratios)
    if form.op == "binary_entropy":
        other = less(ONE, args[0])
        # h(1 − x) = h(x), where x has more digits than 1 − x.
        return call("binary_entropy", other) if other.op in ("name", "exp") else form
    return form


def _kept_apart(parts: list[Product]) -> list[Product]:
    """A sum, with what cancels put together."""
    while True:
        for one, two in permutations(range(len(parts)), 2):
            joined = _joined(parts[one], parts[two])
            if joined is not None:
                rest = [part for at, part in enumerate(parts) if at not in (one, two)]
                parts = [joined, *rest]
                break
        else:
            return parts


def _joined(one: Product, two: Product) -> Product | None:
    """The sum of two products as one, where an identity says how."""
    ratio = two.coefficient / one.coefficient
    if ratio == -1 and one.factors == two.factors and two.exponent != one.exponent:
        # k e^u − k e^v = k e^v expm1(u − v); one is the one with the exponential.
        if one.exponent is None:
            return None
        u, v = one.exponent, two.exponent
        inside = u if v is None else less(u, v)
        return Product(one.coefficient, one.factors, v).times(_of(call("expm1", inside)))
    if one.exponent == two.exponent:
        root = next(iter(one.factors)) if len(one.factors) == 1 else ONE
        if root.op == "sqrt" and two.is_constant and one.factors[root] == 1 and ratio < 0:
            # a √r − b = (a² r − b²)/(a √r + b).
            squared = call("mul", exact(one.coefficient**2), root.args[0])
            over = _of(less(squared, exact(two.coefficient**2)))
            return over.times(_of(total([one, two.scaled(fmpq(-1))])).inverse())
        added = _without(two.factors, one.factors)
        if added is not None:
            factor = _with_one(added, ratio)
            if factor is not None:
                return Product(one.coefficient, one.factors, one.exponent).times(factor)
    if ratio != -1:
        return None
    left, right = _without(one.factors, two.factors), _without(two.factors, one.factors)
    if left is None or right is None:
        left, right = _differing(one, two)
    if left is None or right is None:
        return None
    common = {f: p for f, p in one.factors.items() if f != left}
    if one.exponent == two.exponent:
        if left == _LN2 and right.op == "binary_entropy":
            gap = call("entropy_gap", less(ONE, call("mul", TWO, right.args[0])))
            return Product(one.coefficient, common, one.exponent).times(_of(gap))
        if left.op == right.op == "sqrt":
            over = _of(less(left.args[0], right.args[0]))
            return Product(one.coefficient, common, one.exponent).times(over).times(
                _of(call("add", left, right)).inverse()
            )
    if left.op == right.op == "normal_cdf" and one.exponent is None and two.exponent is not None:
        u, w = left.args[0], right.args[0]
        if _is_zero(less(call("sub", call("mul", w, w), call("mul", u, u)),
                         call("mul", TWO, two.exponent))):
            return Product(one.coefficient, common).times(_of(call("normal_difference", u, w)))
    return None


def _with_one(added: Form, ratio: fmpq) -> Product | None:
    """1 + ratio · added as a product."""
    if added.op == "normal_cdf" and ratio == -1:
        return _of(call("normal_cdf", negative(added.args[0])))
    if added.op == "normal_cdf" and ratio == -2:
        return _of(call("neg", call("erf", call("div", added.args[0], _ROOT))))
    if added.op == "entropy_inverse" and ratio == -2:
        return _of(call("entropy_bias", _ln2_less(added.args[0])))
    if added.op == "div" and added.args[1] == _LN2 and ratio == -1:
        inner = added.args[0]
        if inner.op == "binary_entropy":
            gap = call("entropy_gap", less(ONE, call("mul", TWO, inner.args[0])))
            return _of(call("div", gap, _LN2))
    return None


def _ln2_less(form: Form) -> Form:
    rest = less(_LN2, form)
    if any(part.core == _of(_LN2).core for part in products(rest)):
        return call("ln2_minus", form)
    return rest


def _of(form: Form) -> Product:
    return product(form)


def _without(more: Mapping[Form, int], fewer: Mapping[Form, int]) -> Form | None:
    """The one factor that `more` has and `fewer` hasn't (or a factor over ln 2); else None."""
    rest = {f: p - fewer.get(f, 0) for f, p in more.items() if p != fewer.get(f, 0)}
    if any(factor not in more for factor in fewer):
        return None
    if len(rest) == 1:
        (factor, power), = rest.items()
        return factor if power == 1 else None
    if len(rest) == 2 and rest.get(_LN2) == -1:
        other = next(factor for factor in rest if factor != _LN2)
        return call("div", other, _LN2) if rest[other] == 1 else None
    return None


def _differing(one: Product, two: Product) -> tuple[Form | None, Form | None]:
    """The factors that only one or the other has, where each has one."""
    left = {f: p for f, p in one.factors.items() if two.factors.get(f) != p}
    right = {f: p for f, p in two.factors.items() if one.factors.get(f) != p}
    if len(left) == len(right) == 1:
        (first, power), = left.items()
        (second, other), = right.items()
        if power == other == 1:
            return first, second
    return None, None


def _is_zero(form: Form) -> bool:
    """Whether a form vanishes at points, in balls: what is built on it is compared again."""
    names = sorted(names_in(form))
    with precision(300):
        for seed in (fmpq(3, 7), fmpq(5, 11), fmpq(13, 9)):
            env = {called: arb(seed * (place + 2) / 3) for place, called in enumerate(names)}
            found = ball(form, env)
            if found is None or not abs(found) < arb(fmpq(1, 10**60)):
                return False
    return True


def _log(arg: Form, ratios: bool) -> Form:
    """ln of a form that is rewritten already."""
    held = product(arg)
    if held.exponent is not None:
        rest = Product(held.coefficient, held.factors)
        if rest.is_constant and rest.coefficient == 1:
            return held.exponent
        return total([*products(held.exponent), *products(_log(total([rest]), ratios))])
    alone = len(held.factors) == 1 and next(iter(held.factors.values())) == 1
    factor = next(iter(held.factors), ONE)
    if alone and factor.op == "expm1":
        if held.coefficient == 1:
            return call("add", factor.args[0], call("log1mexp", factor.args[0]))
        if held.coefficient == -1:
            return call("log1mexp", negative(factor.args[0]))
    if alone and factor.op == "pow" and held.coefficient == 1:
        return call("mul", factor.args[1], call("log", factor.args[0]))
    if alone and factor.op in ("add", "sub") and held.coefficient == 1:
        found = _log_of_sum(products(factor))
        if found is not None:
            return found
    under = {f: -p for f, p in held.factors.items() if p < 0}
    if ratios and under:
        over = Product(held.coefficient, {f: p for f, p in held.factors.items() if p > 0})
        below = total([Product(fmpq(1), under)])
        apart = total(_kept_apart(products(less(total([over]), below))))
        return call("log1p", call("div", apart, below))
    return call("log", arg)


def _log_of_sum(parts: Sequence[Product]) -> Form | None:
    """ln(1 + rest), or ln(e^u + e^v)."""
    exponentials = [part.exponent for part in parts if part.coefficient == 1 and not part.factors]
    if len(parts) == len(exponentials) == 2 and None not in exponentials:
        u, v = (one for one in exponentials if one is not None)
        return call("add", v, call("softplus", less(u, v)))
    constant = [part for part in parts if part.is_constant and part.coefficient == 1]
    if not constant:
        return None
    rest = [part for part in parts if not part.is_constant]
    if len(rest) == 1 and rest[0].coefficient == 1 and not rest[0].factors:
        assert rest[0].exponent is not None
        return call("softplus", rest[0].exponent)
    return call("log1p", total(rest))


__all__ = ["stable"]
