"""Terms, formulas and moves: what they are at the present precision, from their trees alone.

Suprema are enclosed by the laws that a certificate stores. What the heads mean is told by the
modules that enter it in `MEANINGS`: `quantities`, `databases`, `frameworks`, `densities`, `curves`.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, TypeVar

from recheck.equalities import same
from recheck.errors import Rejected, Undefined, Unknown, Unsupported, demand, refuse
from recheck.forms import Facts
from recheck.reals import (
    INF,
    ONE,
    SCALARS,
    ZERO,
    Num,
    all_of,
    endless,
    equal,
    largest,
    least,
    less,
    num,
    opposite,
    total,
)
from recheck.statements import integer, rational
from recheck.trees import Canonical, Scope, Tree, free, substitute

MOST_LISTED, MOST_SYMBOLS = 12, 50_000
Meaning = TypeVar("Meaning", bound=Callable[..., Any])
Law: TypeAlias = list[Num]
Channel: TypeAlias = list[Law]
Env: TypeAlias = dict[str, Any]
Bounds: TypeAlias = Mapping[str, Law]


class Table(NamedTuple):
    """An entry, a number or a law, for each tuple of symbols, the last symbol fastest."""

    shape: tuple[int, ...]
    data: list[Any]
    names: tuple[str, ...] = ()


class Event(NamedTuple):
    """Some of so many symbols."""

    symbols: int
    members: frozenset[int]


# By head: what it makes of the values of its arguments, and of the names of its detail.
MEANINGS: dict[str, Callable[..., Any]] = {}

# What decides quantifiers over laws, channels and numbers (`programs`).
SOUGHT: list[Callable[..., bool | None]] = []


def meaning(*names: str, judged: bool = False) -> Callable[[Meaning], Meaning]:
    """Enter a function as the meaning of some heads; `judged`: it asks the evaluation too."""
    def entered(function: Meaning) -> Meaning:
        for name in names:
            MEANINGS[name] = function if judged else lambda _, *values: function(*values)
        return function

    return entered


# --- moves ----------------------------------------------------------------------------------------


def items(move: Any, count: int | None = None) -> list[Any]:
    """A list, of a length if one is given."""
    if not isinstance(move, list) or count not in (None, len(move)):
        raise Rejected("a move is no such list")
    return move


def law(move: Any, count: int | None = None) -> Law:
    """A law, on so many symbols if their number is given."""
    found = [rational(part) for part in items(move, count)]
    demand(min(found, default=0) >= 0 and sum(found) == 1, "a move is no law")
    return [num(part) for part in found]


def real(sort: Tree, move: Any) -> Num:
    """A rational number in an interval."""
    value, (_, low, high, *out) = rational(move), sort
    ends = -INF if low is None else Fraction(low), INF if high is None else Fraction(high)
    demand(ends[0] <= value <= ends[1] and (value, True) not in zip(ends, out, strict=True),
           "a move lies outside of its interval")
    return num(value)


def whole(value: Num, limit: Any = INF) -> int:
    """A whole number from 0 on, below a limit."""
    demand(value.exact and not value.infinite and value.lo.denominator == 1
           and 0 <= value.lo < limit, "no such size, symbol or place")
    return int(value.lo)


def literal(sort: Tree | None, value: Any) -> Tree | None:
    """The exact value of a number, a law or a channel as a term; None for other values."""
    match value:
        case Num() if value.exact and not endless(value.lo):
            return ["number", str(value.lo)]
        case [*rows] if rows and sort is not None and sort[0] in ("pmf", "channel"):
            parts = [literal(["pmf", None], row) for row in rows]
            if None not in parts:
                head, gives = ("pmf_literal", "pmf") if sort[0] == "pmf" else (
                    "channel_literal", "channel")
                sizes = [["number", str(len(part))] for part in (rows, rows[0])[:len(sort) - 1]]
                return ["op", head, parts, [gives, *sizes], []]
    return None


# --- the evaluation of terms and formulas ---------------------------------------------------------


class Evaluation:
    """Terms and formulas at the present precision.

    Args:
        bounds: a law for each supremum.
        scope: the sorts of the variables that have values.
    """

    def __init__(self, bounds: Bounds | None = None, scope: Scope | None = None) -> None:
        self.bounds, self.scope = bounds or {}, {} if scope is None else scope
        self.used: set[str] = set()
        self.laws: dict[str, bool] = {}

    def term(self, term: Tree, env: Env) -> Any:
        """The value of a term."""
        match term:
            case ["number", text]:
                return num(INF if text == "inf" else rational(text))
            case ["var", name]:
                return env[name]
            case ["op", head, args, result, detail]:
                values = [self.term(arg, env) for arg in args]
                if head in SCALARS:
                    return SCALARS[head](*values)
                if head not in MEANINGS:
                    raise Unsupported(f"no meaning of {head} is known here")
                if any(isinstance(x, Num) and x.infinities and not x.exact for x in values):
                    # Where it is infinite there may be no value.
                    raise Unknown("an argument that may be infinite")
                value = MEANINGS[head](self, *values, *detail)
                if head == "pmf_literal":
                    self.check_law(value, term, env)
                return (value._replace(names=tuple(result[1])) if result[0] == "joint"
                        else self.fitting(value, result, env))
            case ["cases", test, then, otherwise]:
                return self.term(then if self.holds(test, env) else otherwise, env)
            case ["bind", "event", var, guard, _, _]:
                inside = [self.holds(guard, point) for point in self.points(var, env)]
                return Event(len(inside), frozenset(i for i, held in enumerate(inside) if held))
            case ["bind", "table", var, _, body, result]:
                rows = [self.term(body, point) for point in self.points(var, env)]
                if result[0] == "pmf":
                    self.check_law(rows, term, env)
                return self.fitting(rows, result, env)
            case ["bind", "sum" | "max" | "min" as kind, var, guard, body, _]:
                values = [self.term(body, point) for point in self.points(var, env)
                          if guard is None or self.holds(guard, point)]
                if kind == "sum" or not values:
                    return total(values) if kind == "sum" else num(INF if kind == "min" else -INF)
                return (largest if kind == "max" else least)(*values)
        raise Rejected("a supremum that no single point decides, or no term")

    def fitting(self, value: Any, sort: Tree, env: Env) -> Any:
        """A law or channel, if it has the sizes that it says."""
        if sort[0] in ("pmf", "channel"):
            sizes = [whole(self.term(size, env)) for size in sort[1:]]
            rows = value if sort[0] == "channel" else []
            demand(len(value) == sizes[0] and all(len(row) == sizes[-1] for row in rows),
                   f"a {sort[0]} of other sizes")
        return value

    def check_law(self, entries: Law, what: Tree, env: Env) -> None:
        """Refuse what is no law.

        Raises:
            Undefined: an entry is negative, or the sum isn't 1.
            Unknown: neither that, nor the opposite is shown: intervals can't tell that a sum of
                irrational numbers is 1, normal forms can.
        """
        mass = total(entries)
        if any(less(entry, ZERO) for entry in entries) or equal(mass, ONE) is False:
            raise Undefined("a negative entry, or another sum than 1")
        if not mass.exact and not self.lawful(what, env):
            raise Unknown("what isn't shown to be a law")

    def lawful(self, what: Tree, env: Env) -> bool:
        """Whether normal forms show that something written out is a law at these values."""
        values = {name: literal(self.scope.get(name), env[name]) for name in free(what)}
        if None in values.values():
            return False
        key, closed = Canonical(), substitute(what, values)
        text = key(closed)
        if text not in self.laws:
            self.laws[text] = Facts([], {}, key).is_lawful(closed)
        return self.laws[text]

    def points(self, var: Tree, env: Env) -> list[Env]:
        """The environments for each symbol or event."""
        name, (kind, *sizes), _ = var
        count = whole(self.term(sizes[0], env)) if kind in ("symbol", "event") else MOST_SYMBOLS + 1
        if count > (MOST_SYMBOLS if kind == "symbol" else MOST_LISTED):
            raise Unsupported(f"a {kind} has too many values to list")
        if kind == "symbol":
            return [{**env, name: num(symbol)} for symbol in range(count)]
        chosen = (c for k in range(count + 1) for c in itertools.combinations(range(count), k))
        return [{**env, name: Event(count, frozenset(members))} for members in chosen]

    def gone_through(self, var: Tree, env: Env) -> list[Env]:
        """As `points`, for a quantifier: where a size has no value there is no symbol, so every
        formula is true or false."""
        try:
            return self.points(var, env)
        except Undefined:
            return []

    def holds(self, formula: Tree, env: Env) -> bool:
        """The truth of a condition, which must be decided."""
        found = self.truth(formula, env)
        return found if found is not None else refuse(Unknown, "a condition is not decided")

    def truth(self, formula: Tree, env: Env) -> bool | None:
        """True, False, or None where this precision doesn't tell."""
        match formula:
            case ["relation", sign, left, right]:
                try:
                    a, b = self.term(left, env), self.term(right, env)
                except (Undefined, Unknown) as error:
                    return False if isinstance(error, Undefined) else None
                a, b = (b, a) if sign[0] == ">" else (a, b)
                held = (equal(a, b) if sign == "=" else less(a, b) if sign in "<>"
                        else opposite(less(b, a)))
                one = held is None and same(self, left, right, env)
                return sign not in "<>" if one else held
            case ["not", body]:
                return opposite(self.truth(body, env))
            case ["and", parts]:
                return all_of(self.truth(part, env) for part in parts)
            case ["or", parts]:
                return opposite(all_of(opposite(self.truth(part, env)) for part in parts))
            case ["quantified", kind, [_, [sort, *_], _] as var, guard, body]:
                if sort not in ("symbol", "event"):
                    return SOUGHT[0](self, formula, env)
                parts = [["not", guard], body] if guard and kind == "forall" else [
                    guard or body, body]
                tag = "or" if kind == "forall" else "and"
                found = [self.truth([tag, parts], point) for point in self.gone_through(var, env)]
                return all_of(found) if kind == "forall" else opposite(all_of(map(opposite, found)))
        raise Rejected("what stands for a formula is none")

    def move(self, var: Tree, move: Any, env: Env) -> None:
        """Take a move for a variable's value."""
        name, sort, _ = var
        self.scope[name] = sort
        env[name] = self.value_of(sort, move, env)

    def value_of(self, sort: Tree, move: Any, env: Env) -> Any:
        """A move's value, checked against its sort."""
        def of(place: int) -> Any:
            return self.term(sort[place], env)

        match sort[0]:
            case "real":
                return real(sort, move)
            case "size":
                return num(integer(move, sort[1], sort[2]))
            case "symbol":
                return num(integer(move, 0, whole(of(1)) - 1))
            case "event":
                members = {integer(x, 0, whole(of(1)) - 1) for x in items(move)}
                demand(len(members) == len(move), "an event lists a symbol twice")
                return Event(whole(of(1)), frozenset(members))
            case "pmf":
                return law(move, whole(of(1)))
            case "reals":
                return [real(sort[2], part) for part in items(move, whole(of(1)))]
            case "channel":
                return [law(row, whole(of(2))) for row in items(move, whole(of(1)))]
            case "joint":
                shape = tuple(whole(self.term(size, env)) for size in sort[2])
                return Table(shape, law(move, math.prod(shape)), tuple(sort[1]))
            case "database":
                return tuple(integer(part, 1) for part in items(move)) or refuse(
                    Rejected, "no entries")
            case "mechanism":
                rows = items(move, math.prod(of(1)))
                return Table(of(1), [law(row, whole(of(2))) for row in rows])
        raise Unsupported(f"a move of a {sort[0]}")

    def bound(self, kind: str, size: int, *groups: Iterable[Num]) -> Law:
        """The stored law whose key names these numbers, to eight digits where they are inexact."""
        wanted = [list(group) for group in groups]

        def names(told: str, x: Num) -> bool:
            room = 0 if x.exact else abs(Fraction(told)) / 10**8
            return bool(abs(Fraction(told) - x.lo) <= room and abs(Fraction(told) - x.hi) <= room)

        for key, found in self.bounds.items():
            name, *parts = key.split(";")
            told = [part.split(" ") for part in parts]
            if (name, len(found), *map(len, told)) == (kind, size, *map(len, wanted)) and all(
                    map(names, itertools.chain(*told), itertools.chain(*wanted))):
                self.used.add(key)
                return found
        raise Rejected("no bound for a supremum")
