"""Equal irrational numbers, which balls never tell from near ones.

A term at an instance is written as a quotient of two sums, of rational multiples of products of
numbers that are known by name: logarithms and roots of rational numbers, and functions of such
quotients. What balls tell exactly is taken as it is, quantities are unfolded by their definitions.
Two sides are equal if nothing is left of their difference once it is multiplied out, its logarithms
are written over whole numbers that are prime to each other and its roots by the squares between
them. Numbers of other names are taken as if nothing were known of them: where something is left,
nothing is said.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, NamedTuple

from flint import ctx, fmpq

from verified.measures.information import summed
from verified.measures.privacy import entry_channels
from verified.measures.readings import Env, Reading, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, infinite, less, less_equal, sqrt
from verified.numbers.limits import check_time
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import ChannelSort, JointSort, PmfSort, RealsSort
from verified.syntax.terms import Bind, Cases, Op, Term, Var, is_arithmetic

# A number's name, as a function with what it is taken of; a product of such, each with how often it
# stands there; rational multiples of products.
Name = tuple[Any, ...]
Product = frozenset[tuple[Name, int]]
Sum = Mapping[Product, fmpq]


class Form(NamedTuple):
    """A number as a quotient of two sums, of which the second isn't 0."""

    above: Sum
    below: Sum


ONE: Sum = {frozenset(): fmpq(1)}
# Sums whose products have more terms than this aren't multiplied out; nor are higher powers.
MOST_TERMS, MOST_POWER = 10_000, 8

# What fewer bits leave open is mostly decided by more.
LEAST_BITS = 128


def decided(op: str, left: Term, right: Term, env: Env, reading: Reading) -> bool | None:
    """Whether a relation between two sides holds, if they are shown to be one real number; None if
    they aren't."""
    if ctx.prec < LEAST_BITS:
        return None
    try:
        gap = _plus(_form(left, env, reading), _form(right, env, reading), -1)
    except (Undefined, Indeterminate, Unreadable):
        return None
    return op in ("=", "<=", ">=") if _vanishes(gap) else None


def _added(one: Sum, two: Sum, factor: Any = 1) -> Sum:
    """one + factor · two."""
    found = dict(one)
    for product, value in two.items():
        found[product] = found.get(product, fmpq(0)) + factor * value
    return {product: value for product, value in found.items() if value != 0}


def _multiplied(one: Sum, two: Sum) -> Sum:
    """The product of two sums.

    Raises:
        Unreadable: it has too many terms.
    """
    if len(one) * len(two) > MOST_TERMS:
        raise Unreadable("a product of sums has too many terms")
    found: dict[Product, fmpq] = {}
    for first, value in one.items():
        for second, other in two.items():
            counts = dict(first)
            for name, count in second:
                counts[name] = counts.get(name, 0) + count
            product = frozenset(counts.items())
            found[product] = found.get(product, fmpq(0)) + value * other
    return {product: value for product, value in found.items() if value != 0}


def _rational(value: fmpq) -> Form:
    return Form({} if value == 0 else {frozenset(): value}, ONE)


def _plus(one: Form, two: Form, factor: Any = 1) -> Form:
    """one + factor · two."""
    if one.below == two.below:
        return Form(_added(one.above, two.above, factor), one.below)
    above = _added(_multiplied(one.above, two.below), _multiplied(two.above, one.below), factor)
    return Form(above, _multiplied(one.below, two.below))


def _times(one: Form, two: Form) -> Form:
    return Form(_multiplied(one.above, two.above), _multiplied(one.below, two.below))


def _key(form: Form) -> Any:
    """A form as a part of a name."""
    return frozenset(form.above.items()), frozenset(form.below.items())


def _form(term: Term, env: Env, reading: Reading) -> Form:
    """A term that has a real value, as a quotient of sums.

    Raises:
        Undefined: it has no value.
        Indeterminate: it is infinite, or the precision doesn't tell.
        Unreadable: no form of it is known.
    """
    value = reading.real(term, env)
    if isinstance(value, fmpq):
        return _rational(value)
    if not value.is_finite():
        raise Indeterminate(f"{term} isn't shown to be a real number")
    match term:
        case Op("add", (a, b)):
            return _plus(_form(a, env, reading), _form(b, env, reading))
        case Op("sub", (a, b)):
            return _plus(_form(a, env, reading), _form(b, env, reading), -1)
        case Op("neg", (a,)):
            return _plus(_rational(fmpq(0)), _form(a, env, reading), -1)
        case Op("mul", (a, b)):
            return _times(_form(a, env, reading), _form(b, env, reading))
        case Op("div", (a, b)):
            # As the quotient has a value, the divisor isn't 0.
            divisor = _form(b, env, reading)
            return _times(_form(a, env, reading), Form(divisor.below, divisor.above))
        case Op("pow", (a, b)):
            power = reading.real(b, env)
            if isinstance(power, fmpq) and power in range(1, MOST_POWER + 1):
                return reduce(_times, [_form(a, env, reading)] * int(power.p))
        case Op("maximum" | "minimum" as head, (a, b)):
            first, second = reading.real(a, env), reading.real(b, env)
            for one, low, high in ((a, second, first), (b, first, second)):
                if less_equal(*((low, high) if head == "maximum" else (high, low))):
                    return _form(one, env, reading)
            either = _form(a, env, reading)
            if _vanishes(_plus(either, _form(b, env, reading), -1)):
                return either
        case Op("abs", (a,)):
            inner, below = _form(a, env, reading), less(reading.real(a, env), fmpq(0))
            if below is not None or _vanishes(inner):
                return _plus(_rational(fmpq(0)), inner, -1 if below else 1)
        case Op("renyi" | "renyi_entropy", (*args, last)) if _is_plain(reading.real(last, env)):
            laws = [reading.term(arg, env) for arg in args]
            return _of_order(_exact(laws), reading.real(last, env))
        case Op("kl", args):
            return _of_order(_exact([reading.term(arg, env) for arg in args]), fmpq(1))
        case Op("maximal_leakage", args):
            (prior, rows) = _exact([reading.term(arg, env) for arg in args])
            told = [rows[x * len(rows) // len(prior):][:len(rows) // len(prior)]
                    for x, mass in enumerate(prior) if mass != 0]
            return _log(sum(map(max, zip(*told, strict=True)), fmpq(0)), fmpq(1))
        case Op("dp_epsilon" | "renyi_dp", (arg, *order)):
            mechanism = reading.term(arg, env)
            _exact([mechanism.table])
            level = reading.real(order[0], env) if order else None
            return _of_neighbours(mechanism.table, len(mechanism.database), level)
        case Op("joint_entropy" | "joint_information", (law,)):
            joint = reading.term(law, env)
            _exact([joint])
            return _of_joint(term, joint)
        case Cases(test, then, otherwise):
            return _form(then if reading.holds(test, env) else otherwise, env, reading)
        case Bind("sum", var, guard, body):
            found = _rational(fmpq(0))
            for point in reading.points(var.sort, env):
                inside = {**env, var.name: point}
                if guard is None or reading.holds(guard, inside):
                    found = _plus(found, _form(body, inside, reading))
            return found
        case Op(head) if QUANTITIES[head].definition is not None:
            return _form(QUANTITIES[head].defined(term), env, reading)
    # Of the same arguments a function has the same value.
    return _named(_name(term, env, reading))


def _name(term: Term, env: Env, reading: Reading) -> Any:
    """A function with its arguments: the quotients that numbers are, exact laws, functions of such.

    Raises:
        Unreadable: no such name is known, as of a joint law: what it is called is in its sort only.
    """
    match term:
        case Op("log" | "sqrt" as head, (arg,)) if isinstance(reading.real(arg, env), fmpq):
            return head, reading.real(arg, env)
        case Op(head, args):
            forms = (
                _key(_form(arg, env, reading)) if is_arithmetic(arg.sort)
                else _name(arg, env, reading) for arg in args
            )
            return head, term.detail, *forms
        case Var() if isinstance(term.of, PmfSort | ChannelSort | RealsSort):
            value = reading.term(term, env)
            if all(isinstance(part, fmpq) for part in value.data):
                return value.shape, tuple(value.data)
    raise Unreadable(f"no normal form of {term} is known")


def _named(name: Name) -> Form:
    """A number that is known by name."""
    return Form({frozenset({(name, 1)}): fmpq(1)}, ONE)


def _log(value: fmpq, factor: fmpq) -> Form:
    return _times(_rational(factor), _named(("log", value)))


def _exact(laws: list[Any]) -> list[list[fmpq]]:
    """The masses of laws, which are to be rational numbers."""
    if not all(isinstance(mass, fmpq) for law in laws for mass in law.data):
        raise Unreadable("a law isn't exact")
    return [list(law.data) for law in laws]


def _is_plain(order: Any) -> bool:
    """Whether an order is ∞, or a small rational number."""
    return infinite(order) or (isinstance(order, fmpq) and 0 <= order <= MOST_POWER)


def _of_order(laws: list[list[fmpq]], order: Any) -> Form:
    """A Rényi divergence of exact laws, which is finite, by the logarithms of rational numbers; of
    one law its entropy, which is less than nothing from as much as 1 at each symbol."""
    p, *others = laws
    sign = fmpq(1 if others else -1)
    pairs = [(x, y) for x, y in zip(p, *others or [[fmpq(1)] * len(p)], strict=True) if x != 0]
    if infinite(order):
        return _log(max(x / y for x, y in pairs), sign)
    if order != 1:
        return _times(_rational(sign / (order - 1)), _log_of_sum(_power_sum(pairs, order)))
    found = _rational(fmpq(0))
    for x, y in pairs:
        found = _plus(found, _log(x / y, sign * x))
    return found


def _power_sum(pairs: list[tuple[fmpq, fmpq]], order: fmpq) -> Sum:
    """Σ x^α y^(1−α) over positive x, which is finite."""
    found: Sum = {}
    for x, y in pairs:
        if x == y:
            found = _added(found, ONE, x)
        elif y != 0:
            # It is finite: where y is 0 the order is below 1, and nothing is added.
            found = _added(found, _multiplied(_power(x, order), _power(y, 1 - order)))
    return found


def _power(base: fmpq, exponent: fmpq) -> Sum:
    """A power of a positive rational number."""
    whole = int(exponent.floor())
    rest, factor = exponent - whole, base**whole
    if rest == 0:
        return {frozenset(): factor}
    root = sqrt(base) if rest == fmpq(1, 2) else None
    if isinstance(root, fmpq):
        return {frozenset(): factor * root}
    name = ("sqrt", base) if rest == fmpq(1, 2) else ("power", "", base, rest)
    return {frozenset({(name, 1)}): factor}


def _log_of_sum(total: Sum) -> Form:
    """The logarithm of a positive sum, by name where it isn't rational."""
    if total.keys() <= {frozenset()}:
        return _log(total[frozenset()], fmpq(1))
    return _named(("log", "", _key(Form(total, ONE))))


def _of_neighbours(table: BallArray, entries: int, order: Any) -> Form:
    """The largest divergence of an order above 1 of an exact mechanism's responses to neighbours,
    which is finite; of no order the largest log ratio.

    Raises:
        Unreadable: the order isn't whole.
    """
    if order is not None and not infinite(order) and order not in range(2, MOST_POWER + 1):
        raise Unreadable(f"levels of order {order} have no normal form")
    found = fmpq(1)
    for entry in range(entries):
        channels = entry_channels(Balls, table, entries, entry)
        _, size, outputs = channels.shape
        rows = [channels.data[start : start + outputs]
                for start in range(0, len(channels.data), outputs)]
        for start in range(0, len(rows), size):
            for p, q in itertools.permutations(rows[start : start + size], 2):
                pairs = [(x, y) for x, y in zip(p, q, strict=True) if x != 0]
                if order is None or infinite(order):
                    found = max(found, *(x / y for x, y in pairs))
                else:
                    found = max(found, _power_sum(pairs, order)[frozenset()])
    return _log(found, 1 / (order - 1) if order is not None and not infinite(order) else fmpq(1))


def _of_joint(term: Op, joint: BallArray) -> Form:
    """An entropy or information of variables of an exact joint law, by the logarithms of masses."""
    sort = term.args[0].sort
    assert isinstance(sort, JointSort)
    groups = [{sort.names.index(name) for name in group.split(",") if name}
              for group in term.detail]
    # H(A|C) = H(A,C) − H(C), I(A;B|C) = H(A|C) − H(A|B,C).
    first, *second, given = groups
    found = _plus(_entropy(joint, first | given), _entropy(joint, given), -1)
    for other in second:
        found = _plus(found, _entropy(joint, first | other | given), -1)
        found = _plus(found, _entropy(joint, other | given))
    return found


def _entropy(joint: BallArray, axes: set[int]) -> Form:
    """The entropy of some variables of an exact joint law."""
    found = _rational(fmpq(0))
    for mass in summed(Balls, joint, len(joint.shape), axes).data:
        found = found if mass == 0 else _plus(found, _log(mass, mass), -1)
    return found


# --- what is 0 ------------------------------------------------------------------------------------


def _vanishes(form: Form) -> bool:
    """Whether a number is shown to be 0: what it is a quotient of, multiplied out."""
    base = _coprime(
        int(part) for product in form.above for name, _ in product if _is_of_rational(name, "log")
        for part in (name[1].p, name[1].q)
    )
    # What is beside the roots of a product, with the multiples of each root.
    beside: dict[Product, dict[fmpq, fmpq]] = {}
    for product, factor in form.above.items():
        check_time()
        root, rest = fmpq(1), ONE
        for name, count in product:
            if _is_of_rational(name, "sqrt"):
                root *= name[1] ** count
                continue
            one = _over(base, name[1]) if _is_of_rational(name, "log") else _named(name).above
            for _ in range(count):
                rest = _multiplied(rest, one)
        for other, share in rest.items():
            roots = beside.setdefault(other, {})
            roots[root] = roots.get(root, fmpq(0)) + factor * share
    return all(map(_roots_vanish, beside.values()))


def _is_of_rational(name: Name, head: str) -> bool:
    return name[0] == head and len(name) == 2


def _over(base: Iterable[int], number: fmpq) -> Sum:
    """ln r over the logarithms of whole numbers of which r is a product."""
    found: Sum = {}
    for b in base:
        count = _often(b, int(number.p)) - _often(b, int(number.q))
        found = _added(found, _log(fmpq(b), fmpq(1)).above, count)
    return found


def _coprime(numbers: Iterable[int]) -> list[int]:
    """Whole numbers above 1, prime to each other, of which these positive ones are products."""
    found: list[int] = []
    left = list(numbers)
    while left:
        # Of the masses of thousands of outcomes this takes minutes.
        check_time()
        number = left.pop()
        other = next((one for one in found if math.gcd(one, number) > 1), None)
        if other is not None:
            shared = math.gcd(other, number)
            found.remove(other)
            left += [shared, other // shared, number // shared]
        elif number > 1:
            found.append(number)
    return found


def _often(base: int, number: int) -> int:
    """How often one whole number above 1 divides another."""
    count = 0
    while number % base == 0:
        number, count = number // base, count + 1
    return count


def _roots_vanish(roots: Mapping[fmpq, fmpq]) -> bool:
    """Whether Σ c √r, over positive rational numbers r, is 0: those whose quotients are squares are
    multiples of one another."""
    left = dict(roots)
    while left:
        first = next(iter(left))
        ratios = {r: sqrt(r / first) for r in left}
        alike = {r: ratio for r, ratio in ratios.items() if isinstance(ratio, fmpq)}
        if sum((left.pop(r) * ratio for r, ratio in alike.items()), fmpq(0)) != 0:
            return False
    return True
