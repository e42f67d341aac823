"""Terms: numbers, variables, operations and binders, as frozen data that is printed as written.

Python's arithmetic builds terms, its comparisons build relations: `KL(P, Q) <= eps * eps`. Equality
is `equals(left, right)`, since `==` compares trees. What a head means is in `verified.measures`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from flint import fmpq

from verified.language.sharing import SHARED, keep
from verified.language.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    DataClassSort,
    EventSort,
    FrameworkSort,
    JointSort,
    MechanismSort,
    MemberSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
    parse_interval,
    sort_name,
)
from verified.language.written import Viewed

if TYPE_CHECKING:
    from verified.language.formulas import Formula, Relation

REAL = RealSort()
SIZE = SizeSort(low=0)


class Term(Viewed):
    """A quantity: a number, an index, a law or a channel, told apart by its `sort`."""

    @property
    def sort(self) -> Sort:
        """What kind of value this term has."""
        raise NotImplementedError

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
        return _relation("<=", self, other)

    def __ge__(self, other: Any) -> Relation:
        return _relation(">=", self, other)

    def __lt__(self, other: Any) -> Relation:
        return _relation("<", self, other)

    def __gt__(self, other: Any) -> Relation:
        return _relation(">", self, other)

    def __bool__(self) -> bool:
        raise ClaimError(f"{self} is a quantity, not a truth value")

    def __getitem__(self, index: Any) -> Term:
        from verified.language.vocabulary import item

        return item(self, index)

    def __iter__(self) -> Any:
        # Without this, Python would iterate through __getitem__ for ever.
        raise ClaimError(f"{self} can't be unpacked; take its parts by index")


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

    def __hash__(self) -> int:
        return hash(("number", None if self.value is None else (self.value.p, self.value.q)))


INFINITY = Number(None)


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


@dataclass(frozen=True, init=False)
class Op(Term):
    """An operation or a quantity: a head of `verified.language.heads` applied to its arguments.

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
        return SIZE if _is_whole(self.then) and _is_whole(self.otherwise) else REAL


def number(value: Any, place: str = "here") -> Term:
    """Coerce a Python value to a term.

    Raises:
        ClaimError: a boolean, a formula, a float that isn't a whole number, or no number at all.
    """
    from verified.language.formulas import Formula

    if isinstance(value, Term):
        return value
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
        raise ClaimError(
            f"{value!r} is a float {place}: write it exactly, as rational('{value!r}') or 1/3 as "
            "rational(1, 3)"
        )
    raise ClaimError(f"{value!r} is not a number {place}")


def rational(numerator: int | str, denominator: int = 1) -> Number:
    """An exact number: `rational(1, 3)`, `rational("0.25")`, `rational("1e-6")`."""
    try:
        value = Fraction(numerator) / denominator
    except (ValueError, ZeroDivisionError):
        raise ClaimError(f"{numerator!r}/{denominator!r} is not a rational number") from None
    return Number(fmpq(value.numerator, value.denominator))


def is_arithmetic(sort: Sort) -> bool:
    """Whether terms of this sort may be added, multiplied and compared."""
    return isinstance(sort, RealSort | SizeSort | SymbolSort)


def arithmetic(head: str, *values: Any) -> Op:
    """An arithmetic operation on real numbers, sizes or symbols.

    Raises:
        ClaimError: an argument is a law, a channel, a truth value or a float.
    """
    args = tuple(number(value, f"as an argument of {head}") for value in values)
    for arg in args:
        if not is_arithmetic(arg.sort):
            raise ClaimError(
                f"{arg} is a {sort_name(arg.sort)}, not a number, as an argument of {head}"
            )
    whole = head in ("add", "mul", "pow") and all(_is_whole(arg) for arg in args)
    return Op(head, args, SIZE if whole else REAL)


def _is_whole(term: Term) -> bool:
    if isinstance(term, Number):
        return term.value is not None and term.value.q == 1 and term.value >= 0
    return isinstance(term.sort, SizeSort | SymbolSort)


def _relation(op: str, left: Term, right: Any) -> Relation:
    from verified.language.formulas import relation

    return relation(op, left, right)


def equals(left: Any, right: Any) -> Relation:
    """The relation left = right (Python's `==` compares trees instead)."""
    return _relation("=", number(left), right)


# --- variables ------------------------------------------------------------------------------------


def size_term(value: Any, place: str) -> Term:
    """Coerce a whole number or a size term.

    Raises:
        ClaimError: anything else.
    """
    term = number(value, place)
    if not _is_whole(term):
        raise ClaimError(f"{term} {place} is not a size (a whole number or a Size variable)")
    return term


def _alphabet(value: Any, place: str) -> Term:
    """Coerce an alphabet's size: a law needs at least one symbol."""
    term = size_term(value, place)
    if isinstance(term, Number) and term.value == 0:
        raise ClaimError(f"an alphabet {place} has 0 symbols; a law needs at least one")
    return term


def Real(name: str, domain: str = "", latex: str = "") -> Var:
    """A real variable on a domain such as ">=0", "[0,1]", "(0,inf)"; all reals when empty."""
    return Var(name, parse_interval(domain), latex)


def Reals(name: str, size: Any, domain: str = "", latex: str = "") -> Var:
    """A tuple of `size` real variables on one domain; its parts are `name[j]`."""
    return Var(name, RealsSort(size_term(size, f"of {name}"), parse_interval(domain)), latex)


def Size(name: str, low: int = 1, high: int | None = None, latex: str = "") -> Var:
    """A whole number of at least `low`: an alphabet's size, a number of queries."""
    return Var(name, SizeSort(low, high), latex)


def Symbol(name: str, size: Any, latex: str = "") -> Var:
    """A symbol of an alphabet with `size` symbols (0, 1, …, size − 1)."""
    return Var(name, SymbolSort(size_term(size, f"of {name}")), latex)


def Event(name: str, size: Any, latex: str = "") -> Var:
    """A subset of an alphabet with `size` symbols."""
    return Var(name, EventSort(size_term(size, f"of {name}")), latex)


def Pmf(name: str, size: Any, latex: str = "") -> Var:
    """A probability mass function on `size` symbols."""
    return Var(name, PmfSort(_alphabet(size, f"of {name}")), latex)


def Joint(name: str, latex: str = "", **alphabets: Any) -> Var:
    """A joint law of named variables: `Joint("J", U=a, V=b)` has U on a symbols and V on b."""
    if not alphabets:
        raise ClaimError(f"the joint law {name} has no variables: write Joint({name!r}, U=a, V=b)")
    sizes = tuple(_alphabet(size, f"of {axis} in {name}") for axis, size in alphabets.items())
    return Var(name, JointSort(tuple(alphabets), sizes), latex)


def Channel(name: str, inputs: Any, outputs: Any, latex: str = "") -> Var:
    """A channel from `inputs` to `outputs` symbols (or a tuple of `inputs` laws)."""
    sort = ChannelSort(_alphabet(inputs, f"of {name}"), _alphabet(outputs, f"of {name}"))
    return Var(name, sort, latex)


def Database(name: str = "D", latex: str = "") -> Var:
    """The shape of a database: any number of entries from one on, any finite alphabets."""
    return Var(name, DatabaseSort(), latex)


def Prior(name: str, database: Term, kind: str = "any", entry: Any = None, latex: str = "") -> Var:
    """A law of the database's entries; `kind` and `entry` as in `PriorSort`."""
    if not isinstance(database.sort, DatabaseSort):
        raise ClaimError(f"the prior {name} stands on {database}, which is not a Database")
    place = f"as the entry of {name}"
    chosen = None if entry is None else size_term(entry, place)
    return Var(name, PriorSort(database, kind, chosen), latex)


def Mechanism(name: str, database: Term, outputs: Any, latex: str = "") -> Var:
    """A mechanism on a database with `outputs` possible responses."""
    if not isinstance(database.sort, DatabaseSort):
        raise ClaimError(f"the mechanism {name} stands on {database}, which is not a Database")
    return Var(name, MechanismSort(database, _alphabet(outputs, f"of {name}")), latex)


def Queries(
    name: str, database: Term, count: Any, outputs: Any, kind: str = "independent", latex: str = ""
) -> Var:
    """`count` mechanisms on one database; `kind` as in `QueriesSort`."""
    if not isinstance(database.sort, DatabaseSort):
        raise ClaimError(f"the queries {name} stand on {database}, which is not a Database")
    sizes = size_term(count, f"of {name}"), _alphabet(outputs, f"of {name}")
    return Var(name, QueriesSort(kind, database, *sizes), latex)


def Framework(name: str, size: Any, latex: str = "") -> Var:
    """Private and public functions on `size` symbols, and edges between them."""
    return Var(name, FrameworkSort(_alphabet(size, f"of {name}")), latex)


def DataClass(name: str, size: Any, kind: str = "any", latex: str = "") -> Var:
    """A class of laws on `size` symbols; `kind` as in `DataClassSort`."""
    return Var(name, DataClassSort(_alphabet(size, f"of {name}"), kind), latex)


def Member(name: str, framework: Term, data: Term, latex: str = "") -> Var:
    """A law of a class, which is used with a framework on the same alphabet."""
    if not isinstance(framework.sort, FrameworkSort) or not isinstance(data.sort, DataClassSort):
        raise ClaimError(f"the member {name} wants a Framework and a DataClass")
    if framework.sort.size != data.sort.size:
        raise ClaimError(f"{framework} and {data} stand on different alphabets")
    return Var(name, MemberSort(framework, data), latex)


# --- trees ----------------------------------------------------------------------------------------


def children(node: Any) -> tuple[Any, ...]:
    """The direct parts of a term or formula, binder guards included, bound variables not."""
    if isinstance(node, Op):
        return node.args
    if isinstance(node, Number):
        return ()
    from verified.language import formulas

    match node:
        case Cases():
            return (node.test, node.then, node.otherwise)
        case Bind() | formulas.Quantified():
            guard = () if node.guard is None else (node.guard,)
            return (*node.var.sort.sizes(), *guard, node.body)
        case formulas.Relation():
            return (node.left, node.right)
        case formulas.Not():
            return (node.body,)
        case formulas.And() | formulas.Or():
            return node.parts
        case formulas.Predicate():
            return node.args
        case Var():
            return node.sort.sizes()
    return ()


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
