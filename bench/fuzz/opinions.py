"""A second evaluation of theorems, which shares nothing with the ball reading: textbook sums in
`fractions` and mpmath, by the quantities of `tests.measures.second_opinion`.

It decides less (what it doesn't know, and numbers that agree to 30 digits, are open), and is asked
of a sample of the accepted theorems, so that a fault common to the reading and to normal forms
shows.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq
from mpmath import inf, mp, mpf, workdps

from tests.measures import second_opinion
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation
from verified.syntax.sorts import EventSort, PmfSort, RealsSort, SymbolSort
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var

DIGITS = 60
CLOSE = mpf(10) ** -30
MOST_EVENTS = 6


class NoValue(Exception):
    """The term has no value."""


class Unknown(Exception):
    """This evaluation doesn't know."""


Value = Any  # Fraction, mpf (±inf too), int, frozenset, or lists of numbers


def holds(formula: Formula, env: Mapping[str, Any]) -> bool | None:
    """The truth of a formula at exact values, None where this doesn't tell."""
    read = {name: _read(value) for name, value in env.items()}
    with workdps(DIGITS):
        try:
            return _truth(formula, read)
        except (Unknown, NoValue, OverflowError, RecursionError, ValueError, TypeError, KeyError,
                IndexError, ZeroDivisionError, MemoryError, NotImplementedError):
            return None


def _read(value: Any) -> Value:
    """A value of an instance in this module's own numbers."""
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    data, shape = getattr(value, "data", None), getattr(value, "shape", None)
    if data is not None and shape is not None:
        numbers = [_read(part) for part in data]
        if len(shape) == 1:
            return numbers
        if len(shape) == 2:
            return [numbers[x * shape[1]:(x + 1) * shape[1]] for x in range(shape[0])]
    return value


# --- formulas -------------------------------------------------------------------------------------


def _truth(formula: Formula, env: dict[str, Value]) -> bool | None:
    match formula:
        case Relation(op, left, right):
            try:
                one, two = _number(left, env), _number(right, env)
            except NoValue:
                return False
            return _compared(op, one, two)
        case Not(body):
            found = _truth(body, env)
            return None if found is None else not found
        case And(parts):
            return _all(_truth(part, env) for part in parts)
        case Or(parts):
            found = _all(_negated(_truth(part, env)) for part in parts)
            return _negated(found)
        case Quantified(kind, var, guard, body):
            told = []
            for point in _gone_through(var, env):
                inner = {**env, var.name: point}
                inside = True if guard is None else _truth(guard, inner)
                if inside is None:
                    return None
                if inside:
                    found = _truth(body, inner)
                    told.append(found if kind == "forall" else _negated(found))
            whole = _all(iter(told))
            return whole if kind == "forall" else _negated(whole)
    raise Unknown(type(formula).__name__)


def _negated(found: bool | None) -> bool | None:
    return None if found is None else not found


def _all(told: Iterator[bool | None]) -> bool | None:
    open_ = False
    for found in told:
        if found is False:
            return False
        open_ |= found is None
    return None if open_ else True


def _compared(op: str, one: Value, two: Value) -> bool | None:
    if not (isinstance(one, Fraction) and isinstance(two, Fraction)) and _finite(one) and (
            _finite(two)):
        one, two = _float(one), _float(two)
        if abs(one - two) <= CLOSE * max(1, abs(one), abs(two)):
            return None
    return bool({"<=": one <= two, "<": one < two, "=": one == two, ">=": one >= two,
                 ">": one > two}[op])


# --- terms ----------------------------------------------------------------------------------------


def _finite(value: Value) -> bool:
    return isinstance(value, Fraction) or bool(mp.isfinite(value))


def _float(value: Value) -> Any:
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


def _number(term: Term, env: dict[str, Value]) -> Value:
    found = _value(term, env)
    if isinstance(found, bool | list | frozenset | tuple):
        raise Unknown("no number")
    return Fraction(found) if isinstance(found, int) else found


def _whole(term: Term, env: dict[str, Value]) -> int:
    found = _number(term, env)
    if not isinstance(found, Fraction):
        raise Unknown("no whole number")
    if found.denominator != 1 or found < 0:
        raise NoValue
    return int(found)


def _points(var: Var, env: dict[str, Value]) -> list[Any]:
    match var.of:
        case SymbolSort(size):
            return list(range(_whole(size, env)))
        case EventSort(size):
            count = _whole(size, env)
            if count > MOST_EVENTS:
                raise Unknown("too many events")
            return [frozenset(chosen) for number in range(count + 1)
                    for chosen in itertools.combinations(range(count), number)]
    raise Unknown("no finite range")


def _gone_through(var: Var, env: dict[str, Value]) -> list[Any]:
    try:
        return _points(var, env)
    except NoValue:
        # An alphabet whose size has no value has no symbols.
        return []


def _value(term: Term, env: dict[str, Value]) -> Value:
    match term:
        case Number(value):
            return inf if value is None else Fraction(int(value.p), int(value.q))
        case Var(name):
            return env[name]
        case Cases(test, then, otherwise):
            held = _truth(test, env)
            if held is None:
                raise Unknown("a test isn't decided")
            return _value(then if held else otherwise, env)
        case Bind():
            return _bound(term, env)
        case Op(head, args) if head in _NUMBERS:
            return _NUMBERS[head](*(_number(arg, env) for arg in args))
        case Op(head, args) if head in _LAWS:
            return _LAWS[head](*(_argument(arg, env) for arg in args))
        case Op("quotient" | "remainder" as head, args):
            one, two = (_whole(arg, env) for arg in args)
            if two == 0:
                raise NoValue
            return one // two if head == "quotient" else one % two
        case Op("at" | "component" | "row", (law, index)):
            entries, place = _value(law, env), _whole(index, env)
            if not isinstance(entries, list):
                raise Unknown("no list")
            if place >= len(entries):
                raise NoValue
            return entries[place]
        case Op("probability", (law, event)):
            return sum((_value(law, env)[s] for s in _value(event, env)), Fraction(0))
        case Op("indicator", (event, symbol)):
            return int(_whole(symbol, env) in _value(event, env))
        case Op("cardinality", (event,)):
            return len(_value(event, env))
        case Op("complement", (size, event)):
            return frozenset(range(_whole(size, env))) - _value(event, env)
        case Op("singleton", (size, symbol)):
            if _whole(symbol, env) >= _whole(size, env):
                raise NoValue
            return frozenset([_whole(symbol, env)])
        case Op("pmf_literal", args):
            return _law([_number(arg, env) for arg in args])
        case Op("channel_literal", args):
            return [_value(arg, env) for arg in args]
        case Op("output", (prior, channel)):
            return second_opinion.output(_value(prior, env), _value(channel, env))
        case Op("entries", (database,)):
            return len(_value(database, env))
        case Op("alphabet", (database, entry)):
            sizes, place = _value(database, env), _whole(entry, env)
            if place >= len(sizes):
                raise NoValue
            return sizes[place]
        case Op("instances", (database,)):
            found = 1
            for size in _value(database, env):
                found *= size
            return found
        case Op("several_entries", args):
            return tuple(_whole(arg, env) for arg in args)
    raise Unknown(getattr(term, "head", "a term"))


def _argument(term: Term, env: dict[str, Value]) -> Value:
    found = _value(term, env)
    return Fraction(found) if isinstance(found, int) else found


def _law(entries: list[Value]) -> list[Value]:
    mass: Value = Fraction(0)
    for entry in entries:
        mass = _add(mass, entry)
    if any(_compared("<", entry, Fraction(0)) for entry in entries):
        raise NoValue
    if _compared("=", mass, Fraction(1)) is False:
        raise NoValue
    return entries


def _bound(term: Bind, env: dict[str, Value]) -> Value:
    var = term.var
    if term.kind == "event":
        assert term.guard is not None
        held = [(point, _truth(term.guard, {**env, var.name: point}))
                for point in _points(var, env)]
        if any(inside is None for _, inside in held):
            raise Unknown("a test isn't decided")
        return frozenset(point for point, inside in held if inside)
    if term.kind == "table":
        rows = [_value(term.body, {**env, var.name: point}) for point in _points(var, env)]
        rows = [Fraction(row) if isinstance(row, int) else row for row in rows]
        if isinstance(term.sort, PmfSort):
            return _law(rows)
        if not isinstance(term.sort, RealsSort) and not all(isinstance(r, list) for r in rows):
            raise Unknown("no table")
        return rows
    if term.kind not in ("sum", "max", "min"):
        raise Unknown(term.kind)
    found: Value = {"sum": Fraction(0), "max": -inf, "min": inf}[term.kind]
    for point in _points(var, env):
        inner = {**env, var.name: point}
        inside = True if term.guard is None else _truth(term.guard, inner)
        if inside is None:
            raise Unknown("a guard isn't decided")
        if inside:
            part = _number(term.body, inner)
            found = {"sum": _add, "max": _larger, "min": _smaller}[term.kind](found, part)
    return found


# --- operations -----------------------------------------------------------------------------------


def _add(a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    if not _finite(a) and not _finite(b) and a != b:
        raise NoValue
    return _float(a) + _float(b)


def _mul(a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    if 0 in (a, b):
        if not all(isinstance(x, Fraction) for x in (a, b) if x == 0):
            raise Unknown("0, or not")
        return Fraction(0)
    return _float(a) * _float(b)


def _div(a: Value, b: Value) -> Value:
    if b == 0:
        if not isinstance(b, Fraction):
            raise Unknown("0, or not")
        raise NoValue
    if not _finite(b):
        if not _finite(a):
            raise NoValue
        return Fraction(0)
    return _mul(a, 1 / b)


def _exp(a: Value) -> Value:
    if a == 0 and isinstance(a, Fraction):
        return Fraction(1)
    if not _finite(a):
        return a if a > 0 else Fraction(0)
    return mp.exp(_float(a))


def _log(a: Value) -> Value:
    if a < 0:
        raise NoValue
    if a == 0:
        if not isinstance(a, Fraction):
            raise Unknown("0, or not")
        return -inf
    if a == 1 and isinstance(a, Fraction):
        return Fraction(0)
    return mp.log(_float(a)) if _finite(a) else a


def _sqrt(a: Value) -> Value:
    if a < 0:
        raise NoValue
    if isinstance(a, Fraction):
        root = second_root(a)
        if root is not None:
            return root
    elif _finite(a) and abs(a) < CLOSE:
        raise Unknown("0, or not")
    return mp.sqrt(_float(a)) if _finite(a) else a


def second_root(a: Fraction) -> Fraction | None:
    """The root of a rational that is a square."""
    import math

    top, bottom = math.isqrt(a.numerator), math.isqrt(a.denominator)
    return Fraction(top, bottom) if top * top == a.numerator and (
        bottom * bottom == a.denominator) else None


def _pow(a: Value, b: Value) -> Value:
    if isinstance(b, Fraction) and b.denominator == 1 and abs(b) < 200 and _finite(a):
        if a == 0 and b < 0:
            raise NoValue
        if isinstance(a, Fraction):
            return a ** int(b)
        return a ** int(b)
    if not isinstance(b, Fraction) or not _finite(a):
        raise Unknown("a power")
    if a == 0 and isinstance(a, Fraction):
        if b > 0:
            return Fraction(0)
        raise NoValue
    if a < 0:
        raise NoValue
    return _exp(_mul(b, _log(a)))


def _larger(a: Value, b: Value) -> Value:
    return a if a >= b else b


def _smaller(a: Value, b: Value) -> Value:
    return a if a <= b else b


def _entropy_of(a: Value) -> Value:
    if a < 0 or a > 1:
        raise NoValue
    return _add(-_mul(a, _log(a)), -_mul(1 - a, _log(1 - a)))


def _exact(*laws: Any) -> None:
    """Refuse laws whose entries aren't rational, which the textbook sums take."""
    for law in laws:
        rows = law if law and isinstance(law[0], list) else [law]
        if not all(isinstance(part, Fraction) for row in rows for part in row):
            raise Unknown("no rational law")


def _of_laws(function: Callable[..., Any], laws: int) -> Callable[..., Any]:
    def found(*args: Any) -> Any:
        _exact(*args[:laws])
        return function(*args)

    return found


_NUMBERS: dict[str, Callable[..., Value]] = {
    "add": _add, "sub": lambda a, b: _add(a, -b), "mul": _mul, "div": _div, "neg": lambda a: -a,
    "exp": _exp, "log": _log, "sqrt": _sqrt, "abs": abs, "pow": _pow, "maximum": _larger,
    "minimum": _smaller, "binary_entropy": _entropy_of,
    "normal_cdf": lambda a: mp.ncdf(_float(a)), "pi": lambda: +mp.pi,
}
_LAWS: dict[str, Callable[..., Value]] = {
    "kl": _of_laws(second_opinion.kl, 2),
    "total_variation": _of_laws(second_opinion.total_variation, 2),
    "entropy": _of_laws(second_opinion.entropy, 1),
    "information": _of_laws(second_opinion.information, 2),
}
