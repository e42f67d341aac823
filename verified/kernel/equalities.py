"""Equal irrational numbers, which balls never tell from near ones.

A term at an instance is written as a sum of rational multiples of numbers that are known by name:
logarithms and roots of rational numbers, and functions of such sums. What balls tell exactly is
taken as it is, quantities are unfolded by their definitions. Two sides are equal if nothing is left
of their difference once its logarithms are written over whole numbers that are prime to each other
and its roots by the squares between them. Where something is left, nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from flint import ctx, fmpq

from verified.measures.information import summed
from verified.measures.readings import Env, Reading, Unreadable
from verified.numbers.ball_arrays import BallArray, Balls
from verified.numbers.balls import Indeterminate, Undefined, less, less_equal, sqrt
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import ChannelSort, JointSort, PmfSort, RealsSort
from verified.syntax.terms import Bind, Cases, Op, Term, Var, is_arithmetic

# A number's name: () of 1, else a function with what it is taken of.
Name = tuple[Any, ...]
Form = Mapping[Name, fmpq]

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


def _plus(one: Form, two: Form, factor: Any = 1) -> Form:
    """one + factor · two."""
    found = dict(one)
    for name, value in two.items():
        found[name] = found.get(name, fmpq(0)) + factor * value
    return {name: value for name, value in found.items() if value != 0}


def _form(term: Term, env: Env, reading: Reading) -> Form:
    """A term that has a real value, as a sum.

    Raises:
        Undefined: it has no value.
        Indeterminate: it is infinite, or the precision doesn't tell.
        Unreadable: no form of it is known.
    """
    value = reading.real(term, env)
    if isinstance(value, fmpq):
        return {(): value}
    if not value.is_finite():
        raise Indeterminate(f"{term} isn't shown to be a real number")
    match term:
        case Op("add", (a, b)):
            return _plus(_form(a, env, reading), _form(b, env, reading))
        case Op("sub", (a, b)):
            return _plus(_form(a, env, reading), _form(b, env, reading), -1)
        case Op("neg", (a,)):
            return _plus({}, _form(a, env, reading), -1)
        case Op("mul", (a, b)):
            for one, two in ((a, b), (b, a)):
                factor = reading.real(one, env)
                if isinstance(factor, fmpq):
                    return _plus({}, _form(two, env, reading), factor)
        case Op("div", (a, b)):
            divisor = reading.real(b, env)
            if isinstance(divisor, fmpq):
                return _plus({}, _form(a, env, reading), 1 / divisor)
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
                return _plus({}, inner, -1 if below else 1)
        case Op("kl" | "joint_entropy" | "joint_information", args):
            return _of_laws(term, [reading.term(arg, env) for arg in args])
        case Cases(test, then, otherwise):
            return _form(then if reading.holds(test, env) else otherwise, env, reading)
        case Bind("sum", var, guard, body):
            found: Form = {}
            for point in reading.points(var.sort, env):
                inside = {**env, var.name: point}
                if guard is None or reading.holds(guard, inside):
                    found = _plus(found, _form(body, inside, reading))
            return found
        case Op(head) if QUANTITIES[head].definition is not None:
            return _form(QUANTITIES[head].defined(term), env, reading)
    # Of the same arguments a function has the same value.
    return {_name(term, env, reading): fmpq(1)}


def _name(term: Term, env: Env, reading: Reading) -> Any:
    """A function with its arguments: the sums that numbers are, exact laws, functions of such.

    Raises:
        Unreadable: no such name is known, as of a joint law: what it is called is in its sort only.
    """
    match term:
        case Op(head, args):
            forms = (
                frozenset(_form(arg, env, reading).items()) if is_arithmetic(arg.sort)
                else _name(arg, env, reading) for arg in args
            )
            return head, term.detail, *forms
        case Var() if isinstance(term.of, PmfSort | ChannelSort | RealsSort):
            value = reading.term(term, env)
            if all(isinstance(part, fmpq) for part in value.data):
                return value.shape, tuple(value.data)
    raise Unreadable(f"no normal form of {term} is known")


def _log(value: fmpq) -> Name:
    return "log", (), frozenset({((), value)})


def _of_laws(term: Op, values: list[Any]) -> Form:
    """A divergence, entropy or information of exact laws by the logarithms of masses."""
    if not all(isinstance(mass, fmpq) for value in values for mass in value.data):
        raise Unreadable(f"a law of {term} isn't exact")
    if term.head == "kl":
        found: Form = {}
        for p, q in zip(*(value.data for value in values), strict=True):
            if p != 0:
                found = _plus(found, {_log(p / q): p})
        return found
    sort = term.args[0].sort
    assert isinstance(sort, JointSort)
    groups = [{sort.names.index(name) for name in group.split(",") if name}
              for group in term.detail]
    # H(A|C) = H(A,C) − H(C), I(A;B|C) = H(A|C) − H(A|B,C).
    first, *second, given = groups
    found = _plus(_entropy(values[0], first | given), _entropy(values[0], given), -1)
    for other in second:
        found = _plus(found, _entropy(values[0], first | other | given), -1)
        found = _plus(found, _entropy(values[0], other | given))
    return found


def _entropy(joint: BallArray, axes: set[int]) -> Form:
    """The entropy of some variables of an exact joint law."""
    found: Form = {}
    for mass in summed(Balls, joint, len(joint.shape), axes).data:
        found = _plus(found, {_log(mass): mass}, -1)
    return found


# --- what is 0 ------------------------------------------------------------------------------------


def _vanishes(form: Form) -> bool:
    """Whether a sum is shown to be 0."""
    logs: dict[fmpq, fmpq] = {}
    roots: dict[fmpq, fmpq] = {}
    for name, value in form.items():
        match name:
            case ("log" | "sqrt" as head, (), inner) if {part for part, _ in inner} == {()}:
                ((_, number),) = inner
                (logs if head == "log" else roots)[number] = value
            case _:
                return False
    return _logarithms_vanish(logs) and _roots_vanish(roots)


def _logarithms_vanish(logs: Mapping[fmpq, fmpq]) -> bool:
    """Whether Σ c ln r, over positive rational numbers r, is 0."""
    base = _coprime(int(part) for number in logs for part in (number.p, number.q))
    return all(
        sum((c * (_times(b, int(r.p)) - _times(b, int(r.q))) for r, c in logs.items()), fmpq(0))
        == 0
        for b in base
    )


def _coprime(numbers: Iterable[int]) -> list[int]:
    """Whole numbers above 1, prime to each other, of which these positive ones are products."""
    found: list[int] = []
    left = list(numbers)
    while left:
        number = left.pop()
        other = next((one for one in found if math.gcd(one, number) > 1), None)
        if other is not None:
            shared = math.gcd(other, number)
            found.remove(other)
            left += [shared, other // shared, number // shared]
        elif number > 1:
            found.append(number)
    return found


def _times(base: int, number: int) -> int:
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
