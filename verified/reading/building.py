"""Small parts of reading: what fits where, and terms and formulas made as authors make them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flint import fmpq

from verified.reading.nodes import (
    Node,
)
from verified.reading.unification import opened
from verified.syntax import binders
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    implies,
    substitute_sort,
)
from verified.syntax.quantity import COUNT, Quantity, is_number
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    EventSort,
    JointSort,
    PmfSort,
    RealsSort,
    Sort,
    SymbolSort,
    sort_name,
)
from verified.syntax.sorts.parts import SizePart
from verified.syntax.trees import (
    Bind,
    Number,
    Relation,
    Term,
    Var,
    equals,
    free_variables,
    is_arithmetic,
    number,
)

_SUMS = {"sum": binders.total, "max": binders.largest, "min": binders.smallest}
_OVER_MORE = {"sup": binders.sup, "inf": binders.inf}


def slots_of(record: Quantity, args: Mapping[int, Node]) -> dict[int, Var]:
    """The declared variable of each place; the last one's for all that it is repeated for."""
    last = len(record.arguments) - 1
    return {place: record.arguments[min(place, last)] for place in args}


def open_sizes(record: Quantity, count: int) -> dict[str, Term]:
    """An open term for each variable of a quantity that its arguments may not tell."""
    opens = open_variables(record.arguments)
    if record.repeats:
        opens[COUNT.name] = number(count - len(record.arguments) + 1)
    return opens


def open_variables(variables: Sequence[Var]) -> dict[str, Term]:
    """An open term for every variable that the sorts of these speak of, and for each of these."""
    opens: dict[str, Term] = {}
    for var in variables:
        for part in free_variables(var).values():
            if part.name not in opens:
                opens[part.name] = opened(substitute_sort(part.of, opens))
    return opens


def of_kind(wanted: Sort, actual: Sort) -> bool:
    """Whether a term of the actual sort may stand where another is wanted, sizes apart."""
    if is_arithmetic(wanted):
        return is_arithmetic(actual)
    return isinstance(actual, type(wanted))


def makes_sort(record: Quantity, wanted: Sort, actual: Sort) -> bool:
    """Whether a quantity makes what is wanted of a term of the actual sort."""
    taken = next(var for var in record.arguments if var.name == record.order[0])
    if not isinstance(actual, type(taken.of)) or is_number(record):
        return False
    return isinstance(record.result, Sort) and isinstance(record.result, type(wanted))


def has_variables(sort: Sort, detail: tuple[str, ...]) -> bool:
    """Whether a joint law has the variables that are named."""
    if not isinstance(sort, JointSort):
        return True
    return {name for group in detail for name in group.split(",") if name} <= set(sort.names)


def suits_name(name: str, sort: Sort) -> bool:
    """Symbols have small letters, events and databases capitals, where nothing else tells."""
    if isinstance(sort, SymbolSort):
        return name[0].islower()
    return not isinstance(sort, EventSort) or name[0].isupper()


def misfit(term: Term) -> Callable[[], str]:
    """Tells that a term is of another alphabet."""
    return lambda: f"{term} doesn't fit here: another alphabet or database is wanted"


def unwanted(var: Var, term: Term) -> Callable[[], str]:
    """Tells that a term is of another sort than its place wants."""
    def told() -> str:
        wanted = "number" if is_arithmetic(var.of) else sort_name(var.of)
        article = "an" if wanted[0] in "aeiou" else "a"
        return f"{article} {wanted} is wanted here, not the {sort_name(term.sort)} {term}"

    return told


def checked_alphabets(sort: Sort) -> Sort:
    """The sort, whose alphabets have a symbol at least.

    Raises:
        ClaimError: one has none.
    """
    for part, value in sort.told():
        if isinstance(part, SizePart) and part.least and value == Number(fmpq(0)):
            raise ClaimError("this alphabet has 0 symbols; a law needs at least one")
    return sort


def checked_size(term: Term) -> Term:
    """A size of a joint law's alphabet."""
    from verified.syntax.terms import size_term

    return size_term(term, "of a joint law")


def bindings(kind: str, var: Var, body: Term, guard: Formula | None) -> list[Term]:
    """What a binder makes; a table of numbers may be a law or a tuple of numbers."""
    if kind in _SUMS:
        return [_SUMS[kind](var, body, guard)]
    if kind in _OVER_MORE:
        return [_OVER_MORE[kind](var, body, guard)]
    if kind == "integral":
        return [binders.integral(var, body)]
    if not isinstance(var.of, SymbolSort):
        raise ClaimError(f"a table lists entries by symbols, and {var} is none")
    count = var.of.size
    if isinstance(body.sort, PmfSort):
        return [Bind("table", var, guard, body, ChannelSort(count, body.sort.size))]
    if not is_arithmetic(body.sort):
        raise ClaimError(f"{body} is no entry of a table")
    return [Bind("table", var, guard, body, sort) for sort in (PmfSort(count), RealsSort(count))]


def compared_terms(signs: Sequence[str], sides: Sequence[Term]) -> Formula:
    """Terms joined by relations."""
    made: list[Formula] = []
    for sign, left, right in zip(signs, sides, sides[1:], strict=False):
        if sign == "!=":
            made.append(Not(equals(left, right)))
            continue
        checked = equals(left, right)
        made.append(checked if sign == "=" else Relation(sign, checked.left, checked.right))
    return made[0] if len(made) == 1 else And(tuple(made))


def joined_formula(kind: str, parts: list[Formula]) -> Formula:
    """Formulas under a connective."""
    if kind == "and":
        return And(tuple(parts))
    if kind == "or":
        return Or(tuple(parts))
    if kind == "iff":
        return And((implies(*parts), implies(*reversed(parts))))
    return Not(parts[0]) if kind == "not" else implies(*parts)


__all__ = [
    "bindings",
    "compared_terms",
    "has_variables",
    "joined_formula",
    "makes_sort",
    "misfit",
    "of_kind",
    "open_sizes",
    "open_variables",
    "checked_alphabets",
    "checked_size",
    "slots_of",
    "suits_name",
    "unwanted",
]
