"""Trees: terms and formulas as frozen data that is printed as written.

Python's arithmetic builds terms, its comparisons build relations: `KL(P, Q) <= eps * eps`. Equality
is `equals(left, right)`, since `==` compares trees. What an operation means is in its record (see
`verified.syntax.quantity`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self, cast

from flint import fmpq

from verified.syntax.sharing import SHARED, hashed_once, keep
from verified.syntax.sorts import (
    ClaimError,
    RealSort,
    SizeSort,
    Sort,
    sort_name,
)
from verified.syntax.written import Viewed

# --- terms ----------------------------------------------------------------------------------------

REAL = RealSort()
SIZE = SizeSort(low=0)


# How terms of a sort are indexed, as P[a] is: the records of what indexing means enter it here.
INDEXED: dict[type[Sort], Callable[[Term, Any], Term]] = {}
# What `first @ second` is, by the sorts of both, and what a term of one sort is where authors write
# it for one of another: likewise.
COMPOSED: dict[tuple[type[Sort], type[Sort]], Callable[[Term, Term], Term]] = {}
TURNED: dict[tuple[type[Sort], type[Sort]], Callable[[Term], Term]] = {}
# What arithmetic with a law or channel is, by its sort, of an operation's name and operands; and
# what a relation between two laws, channels or events says: likewise.
ADDED: dict[type[Sort], Callable[[str, Sequence[Any]], Term]] = {}
COMPARED: dict[type[Sort], Callable[[str, Term, Term], Formula]] = {}


class Term(Viewed):
    """A quantity: a number, an index, a law or a channel, told apart by its `sort`."""

    @property
    def sort(self) -> Sort:
        """What kind of value this term has."""
        raise NotImplementedError

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole number from 0 on by its form or sort, where it has a value."""
        return self.sort.is_whole

    def meant(self) -> Term:
        """The term of a tree that it stands for: itself, but for what only authors write.

        Raises:
            ClaimError: it stands for none.
        """
        return self

    def __add__(self, other: Any) -> Term:
        return arithmetic("add", self, other)

    def __radd__(self, other: Any) -> Term:
        return arithmetic("add", other, self)

    def __sub__(self, other: Any) -> Term:
        return arithmetic("sub", self, other)

    def __rsub__(self, other: Any) -> Term:
        return arithmetic("sub", other, self)

    def __mul__(self, other: Any) -> Term:
        return arithmetic("mul", self, other)

    def __rmul__(self, other: Any) -> Term:
        return arithmetic("mul", other, self)

    def __truediv__(self, other: Any) -> Term:
        return arithmetic("div", self, other)

    def __rtruediv__(self, other: Any) -> Term:
        return arithmetic("div", other, self)

    def __pow__(self, other: Any) -> Term:
        return arithmetic("pow", self, other)

    def __rpow__(self, other: Any) -> Term:
        return arithmetic("pow", other, self)

    def __neg__(self) -> Term:
        return arithmetic("neg", self)

    def __le__(self, other: Any) -> Relation:
        return relation("<=", self, other)

    def __ge__(self, other: Any) -> Relation:
        return relation(">=", self, other)

    def __lt__(self, other: Any) -> Relation:
        return relation("<", self, other)

    def __gt__(self, other: Any) -> Relation:
        return relation(">", self, other)

    def __matmul__(self, other: Any) -> Term:
        second = number(other, "after @")
        compose = COMPOSED.get((type(self.sort), type(second.sort)))
        turned = type(second.sort), type(self.sort)
        if compose is None:
            raise ClaimError(
                f"a {sort_name(self.sort)} and a {sort_name(second.sort)} can't be composed "
                f"({self} @ {second}): write a law, a channel or a mechanism, @, then a channel"
                + (f", as {second} @ {self}" if turned in COMPOSED else "")
            )
        return compose(self, second)

    def __bool__(self) -> bool:
        raise ClaimError(f"{self} is a quantity, not a truth value")

    def __getitem__(self, index: Any) -> Term:
        index_by = INDEXED.get(type(self.sort))
        if index_by is None:
            raise ClaimError(f"{self} is a {sort_name(self.sort)}: it has no parts to index")
        return index_by(self, index)

    def __iter__(self) -> Any:
        # Without this, Python would iterate through __getitem__ for ever.
        raise ClaimError(f"{self} can't be unpacked; take its parts by index")


@hashed_once
@dataclass(frozen=True, init=False)
class Number(Term):
    """An exact rational number, or +∞ (`value` None), which only stands alone, as an order does."""

    value: fmpq | None

    def __new__(cls, value: fmpq | None) -> Self:
        key = (cls, None) if value is None else (cls, value.p, value.q)
        found: Self | None = SHARED.get(key)
        return keep(key, value=value) if found is None else found

    @property
    def sort(self) -> Sort:
        return REAL

    @property
    def is_whole(self) -> bool:
        return self.value is not None and self.value.q == 1 and self.value >= 0

    def __hash__(self) -> int:
        return hash(("number", None if self.value is None else (self.value.p, self.value.q)))


INFINITY = Number(None)


@hashed_once
@dataclass(frozen=True, init=False)
class Var(Term):
    """A variable with its sort; `symbol` is how LaTeX writes it."""

    name: str
    of: Sort
    symbol: str = field(default="", compare=False)

    def __new__(cls, name: str, of: Sort, symbol: str = "") -> Self:
        key = cls, name, id(of), symbol
        found: Self | None = SHARED.get(key)
        return keep(key, name=name, of=of, symbol=symbol) if found is None else found

    @property
    def sort(self) -> Sort:
        return self.of


@hashed_once
@dataclass(frozen=True, init=False)
class Op(Term):
    """An operation or a quantity: a head of `verified.syntax.quantity` applied to its arguments.

    `detail` is fixed data of the head, such as the variables named in `I(J, "U;V|W")`.
    """

    head: str
    args: tuple[Term, ...]
    result: Sort
    detail: tuple[str, ...] = ()

    def __new__(
        cls, head: str, args: tuple[Term, ...], result: Sort, detail: tuple[str, ...] = ()
    ) -> Self:
        key = cls, head, detail, id(result), *map(id, args)
        found: Self | None = SHARED.get(key)
        if found is None:
            found = keep(key, head=head, args=tuple(args), result=result, detail=detail)
        return found

    @property
    def sort(self) -> Sort:
        return self.result


BINDERS = ("sum", "max", "min", "sup", "inf", "table", "event", "integral")


@hashed_once
@dataclass(frozen=True, init=False)
class Bind(Term):
    """A binder over one variable: sum, max and min over symbols, events; sup and inf over laws;
    `integral` over the whole interval of a real variable;
    `table`, which lists a law or a channel by its entries (its variables are nested binders);
    `event`, the symbols that meet the guard."""

    kind: str
    var: Var
    guard: Formula | None
    body: Term
    result: Sort = REAL

    def __new__(
        cls, kind: str, var: Var, guard: Formula | None, body: Term, result: Sort = REAL
    ) -> Self:
        key = cls, kind, id(var), id(guard), id(body), id(result)
        found: Self | None = SHARED.get(key)
        if found is None:
            found = keep(key, kind=kind, var=var, guard=guard, body=body, result=result)
        return found

    @property
    def sort(self) -> Sort:
        return self.result


@hashed_once
@dataclass(frozen=True, init=False)
class Cases(Term):
    """`then` where the test on symbols and sizes holds, `otherwise` elsewhere."""

    test: Formula
    then: Term
    otherwise: Term

    def __new__(cls, test: Formula, then: Term, otherwise: Term) -> Self:
        key = cls, id(test), id(then), id(otherwise)
        found: Self | None = SHARED.get(key)
        return keep(key, test=test, then=then, otherwise=otherwise) if found is None else found

    @property
    def sort(self) -> Sort:
        """That of both values; of two numbers of different sorts, whole or real."""
        one, two = self.then.sort, self.otherwise.sort
        if one == two or not (is_arithmetic(one) and is_arithmetic(two)):
            return one
        return SIZE if self.then.is_whole and self.otherwise.is_whole else REAL


# --- formulas -------------------------------------------------------------------------------------

RELATIONS = ("<=", "<", ">=", ">", "=")


class Formula(Viewed):
    """Something that holds of an instance or doesn't."""

    def __bool__(self) -> bool:
        raise ClaimError(
            f"the formula {self} has no truth value in Python: chain two relations with "
            "both(a <= b, b <= c), not a <= b <= c, and join with both, either, negation"
        )


@hashed_once
@dataclass(frozen=True, init=False)
class Relation(Formula):
    """left op right, with op one of <=, <, >=, >, =."""

    op: str
    left: Term
    right: Term

    def __new__(cls, op: str, left: Term, right: Term) -> Self:
        key = cls, op, id(left), id(right)
        found: Self | None = SHARED.get(key)
        return keep(key, op=op, left=left, right=right) if found is None else found


@hashed_once
@dataclass(frozen=True, init=False)
class Not(Formula):
    """The negation of a formula."""

    body: Formula

    def __new__(cls, body: Formula) -> Self:
        key = cls, id(body)
        found: Self | None = SHARED.get(key)
        return keep(key, body=body) if found is None else found


@hashed_once
@dataclass(frozen=True, init=False)
class And(Formula):
    """All of the parts (true when there are none)."""

    parts: tuple[Formula, ...]

    def __new__(cls, parts: tuple[Formula, ...]) -> Self:
        key = cls, *map(id, parts)
        found: Self | None = SHARED.get(key)
        return keep(key, parts=tuple(parts)) if found is None else found


@hashed_once
@dataclass(frozen=True, init=False)
class Or(Formula):
    """At least one of the parts (false when there are none)."""

    parts: tuple[Formula, ...]

    def __new__(cls, parts: tuple[Formula, ...]) -> Self:
        key = cls, *map(id, parts)
        found: Self | None = SHARED.get(key)
        return keep(key, parts=tuple(parts)) if found is None else found


@hashed_once
@dataclass(frozen=True, init=False)
class Quantified(Formula):
    """"forall" or "exists" over symbols or events; `guard` narrows the range."""

    kind: str
    var: Var
    guard: Formula | None
    body: Formula

    def __new__(cls, kind: str, var: Var, guard: Formula | None, body: Formula) -> Self:
        key = cls, kind, id(var), id(guard), id(body)
        found: Self | None = SHARED.get(key)
        return keep(key, kind=kind, var=var, guard=guard, body=body) if found is None else found


@hashed_once
@dataclass(frozen=True, init=False)
class Predicate(Formula):
    """A defined notion, printed by its name; `DEFINITIONS` says what it stands for."""

    name: str
    args: tuple[Term, ...]
    detail: tuple[str, ...] = ()

    def __new__(
        cls, name: str, args: tuple[Term, ...], detail: tuple[str, ...] = ()
    ) -> Self:
        key = cls, name, detail, *map(id, args)
        found: Self | None = SHARED.get(key)
        if found is None:
            found = keep(key, name=name, args=tuple(args), detail=detail)
        return found


# --- building -------------------------------------------------------------------------------------


# Constants that have a name in the language.
_CONSTANTS = {math.pi: "pi()", math.e: "exp(1)"}


def number(value: Any, place: str = "here") -> Term:
    """Coerce a Python value to a term.

    Raises:
        ClaimError: a boolean, a formula, a float that isn't a whole number, a term that stands for
            none, or no number at all.
    """
    if isinstance(value, Term):
        return value.meant()
    if isinstance(value, bool | Formula):
        raise ClaimError(f"a truth value ({value}) stands in an arithmetic place {place}")
    if isinstance(value, int):
        return Number(fmpq(value))
    if isinstance(value, Fraction):
        return Number(fmpq(value.numerator, value.denominator))
    if isinstance(value, fmpq):
        return Number(value)
    if isinstance(value, float):
        if value == float("inf"):
            return INFINITY
        if value in _CONSTANTS:
            raise ClaimError(f"{value!r} is a float {place}: write {_CONSTANTS[value]}")
        raise ClaimError(
            f"{value!r} is a float {place}: write it exactly, as rational('{value!r}') or 1/3 as "
            "rational(1, 3)"
        )
    raise ClaimError(f"{value!r} is not a number {place}")


def is_arithmetic(sort: Sort) -> bool:
    """Whether terms of this sort may be added, multiplied and compared."""
    return sort.is_number


def arithmetic(head: str, *values: Any) -> Op:
    """An arithmetic operation on real numbers, sizes or symbols.

    Raises:
        ClaimError: an argument is a truth value or a float, or laws are multiplied or added to
            numbers.
    """
    for value in values:
        kind = family(ADDED, value.sort) if isinstance(value, Term) else None
        if kind is not None:
            return cast(Op, ADDED[kind](head, values))
    args = tuple(number(value, f"as an argument of {head}") for value in values)
    for arg in args:
        if not is_arithmetic(arg.sort):
            raise ClaimError(
                f"{arg} is a {sort_name(arg.sort)}, not a number, as an argument of {head}"
            )
    whole = head in ("add", "mul", "pow") and all(arg.is_whole for arg in args)
    return Op(head, args, SIZE if whole else REAL)


def family(registry: Mapping[type[Sort], Any], sort: Sort) -> type[Sort] | None:
    """The sort that a registry has an entry for: a term's own, or one that it is a kind of."""
    return next((kind for kind in type(sort).__mro__ if kind in registry), None)


def equals(left: Any, right: Any) -> Relation:
    """The relation left = right (Python's `==` compares trees instead).

    Of two laws or channels it says that they have the same entries, of two laws on the line or on
    the integers that their total variation is 0, of two events that they have the same symbols.
    """
    return relation("=", left if isinstance(left, Term) else number(left), right)


def relation(op: str, left: Term, right: Any) -> Relation:
    """Build a relation between two numbers, or what one between two laws stands for.

    Raises:
        ClaimError: a side is a law, a channel or a truth value, and the other isn't one of its
            kind, or the relation has no meaning for them.
    """
    place = f"on the right of {op}"
    sides = (left, right if isinstance(right, Term) else number(right, place))
    kind = family(COMPARED, sides[0].sort)
    if kind is not None and kind is family(COMPARED, sides[1].sort):
        return cast(Relation, COMPARED[kind](op, *sides))
    return compared_numbers(op, *sides)


def compared_numbers(op: str, *sides: Term) -> Relation:
    """The relation between two numbers, which is all that stands in a tree.

    Raises:
        ClaimError: a side is no number.
    """
    for side in sides:
        if not is_arithmetic(side.sort):
            raise ClaimError(f"{side} is a {sort_name(side.sort)}; {op} compares numbers")
    return Relation(op, *sides)


# --- parts of trees -------------------------------------------------------------------------------


def _binder_parts(node: Any) -> tuple[Any, ...]:
    """The sizes of the bound variable's sort, the guard and the body."""
    guard = () if node.guard is None else (node.guard,)
    return (*node.var.sort.sizes(), *guard, node.body)


_PARTS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    Op: lambda node: node.args,
    Number: lambda node: (),
    Var: lambda node: node.of.sizes(),
    Cases: lambda node: (node.test, node.then, node.otherwise),
    Bind: _binder_parts,
    Relation: lambda node: (node.left, node.right),
    Not: lambda node: (node.body,),
    And: lambda node: node.parts,
    Or: lambda node: node.parts,
    Quantified: _binder_parts,
    Predicate: lambda node: node.args,
}


def children(node: Any) -> tuple[Any, ...]:
    """The direct parts of a term or formula, binder guards included, bound variables not."""
    parts = _PARTS.get(type(node))
    return () if parts is None else parts(node)


def free_variables(node: Any) -> Mapping[str, Var]:
    """The free variables of a term or formula by name, those in sorts included, in order met.

    What was found is kept with the node, which never changes: copy the mapping to change it.
    """
    known: Mapping[str, Var] | None = node.__dict__.get("_free")
    if known is None:
        known = node.__dict__["_free"] = _free_variables(node)
    return known


def _free_variables(node: Any) -> Mapping[str, Var]:
    if isinstance(node, Op):
        # A literal's size may be a variable that its entries don't mention.
        return _together((*node.args, *node.result.sizes()))
    if isinstance(node, Var):
        return {**_together(node.of.sizes()), node.name: node}
    bound: Var | None = getattr(node, "var", None)
    if bound is None:
        return _together(children(node))
    # The bound variable's own sort is outside of its scope.
    inside = _together((node.body,) if node.guard is None else (node.guard, node.body))
    result = node.result.sizes() if isinstance(node, Bind) else ()
    return {
        **_together(bound.of.sizes()),
        **{name: var for name, var in inside.items() if name != bound.name},
        **_together(result),
    }


def _together(parts: tuple[Any, ...]) -> Mapping[str, Var]:
    """The free variables of several terms and formulas; those of one alone aren't copied."""
    every = [found for found in [free_variables(part) for part in parts] if found]
    if len(every) < 2:
        return every[0] if every else {}
    return {name: var for found in every for name, var in found.items()}


def walk(node: Any, visit: Callable[[Any], None]) -> None:
    """Call `visit` on a node and on all of its parts, outermost first."""
    visit(node)
    for part in children(node):
        walk(part, visit)


def distinct(node: Any) -> Iterator[Any]:
    """A node and all of its parts, outermost first, each once however often it occurs."""
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting.extend(reversed(children(part)))
