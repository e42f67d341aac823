"""Statements from outside: accepted only if the language itself would have built them.

A file may claim any sort for any operation, two sizes for one law, or groups of variables that
overlap, and still print like an honest statement. So each tree is built again by the functions that
authors use, and must come out the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verified.syntax import binders
from verified.syntax.claims import Statement, build_statement
from verified.syntax.formulas import (
    DEFINITIONS,
    Formula,
    Predicate,
    Quantified,
    Relation,
    every,
    some,
)
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sharing import Kept
from verified.syntax.sorts import (
    ClaimError,
    RealsSort,
    Sort,
    SymbolSort,
    sort_name,
)
from verified.syntax.terms import (
    REAL,
    SIZE,
    Bind,
    Cases,
    Op,
    Term,
    Var,
    children,
    free_variables,
    is_arithmetic,
)
from verified.syntax.trees import compared_numbers


def check_statement(statement: Statement) -> None:
    """Refuse a statement that no author could have written.

    Raises:
        ClaimError: the message names the part and the rule.
    """
    built = build_statement(
        "the statement", statement.variables, statement.given, statement.then, statement.quantifier
    )
    if built != statement:
        raise ClaimError("the statement doesn't list its variables, sizes before what they size")
    for var in statement.variables:
        check_node(var)
    for formula in (*statement.given, statement.then):
        check_node(formula)
        check_scopes(formula)


_GOOD: Kept[bool] = Kept()
_SCOPES: Kept[Mapping[str, Var]] = Kept()


def check_node(node: Any) -> None:
    """A term or formula and all of its parts, what sorts depend on included.

    A tree that was found good isn't looked at again.

    Raises:
        ClaimError: a part that no author could have written.
    """
    if _GOOD.of(node):
        return
    _check_one(node)
    for part in children(node):
        check_node(part)
    _GOOD.keep(node, True)


def _check_one(node: Any) -> None:
    match node:
        case Var():
            _check_sort(node.of)
        case Op():
            if not _alike(_rebuilt(node), node):
                raise ClaimError(f"{node} is not of the sort that it says")
            for size in node.result.sizes():
                check_node(size)
        case Cases(test, then, otherwise):
            binders.cases(test, then, otherwise)
        case Bind("table"):
            _check_table(node)
        case Bind("event", var, guard, _):
            _check_sort(var.of)
            if guard is None or binders.event_where(var, guard) != node:
                raise ClaimError(f"{node} is no event")
        case Bind(kind, var, guard, body):
            _check_sort(var.of)
            guards = () if kind == "integral" else (guard,)
            if getattr(binders, _BINDERS[kind])(var, body, *guards) != node:
                raise ClaimError(f"{node} is not of the sort that it says")
        case Quantified(kind, var, guard, body):
            _check_sort(var.of)
            {"forall": every, "exists": some}[kind](var, body, guard)
        case Relation(op, left, right):
            compared_numbers(op, left, right)
        case Predicate():
            if _rebuilt_predicate(node) != node:
                raise ClaimError(f"{node} is not the notion that it says")


def check_scopes(node: Any) -> Mapping[str, Var]:
    """The free variables by name, those that sorts depend on included; each name is that of one
    variable, and none of them is of a size that a binder around it rebinds.

    Where b is a symbol of a symbols, "for every a: b < a" would speak of two things called a; so
    would "v + 1 <= v" with one v that is a symbol of the other's symbols.

    Raises:
        ClaimError: two free variables have one name, or a binder rebinds a name on which the sort
            of a variable free in it depends.
    """
    if isinstance(node, Var):
        return _one_each([*_found_in(node.of.sizes()).values(), node])
    known = _SCOPES.of(node)
    return _SCOPES.keep(node, _check_scopes(node)) if known is None else known


def _check_scopes(node: Any) -> Mapping[str, Var]:
    if not isinstance(node, Bind | Quantified):
        sizes = node.result.sizes() if isinstance(node, Op) else ()
        return _found_in((*children(node), *sizes))
    inside = _found_in((node.body,) if node.guard is None else (node.guard, node.body))
    inside.pop(node.var.name, None)
    check_apart(node.var, inside.values())
    # The bound variable's own sort, and the binder's, are outside of its scope.
    sizes = node.result.sizes() if isinstance(node, Bind) else ()
    around = _found_in((*node.var.of.sizes(), *sizes))
    return _one_each([*around.values(), *inside.values()])


def _found_in(parts: Iterable[Any]) -> dict[str, Var]:
    return _one_each(var for part in parts for var in check_scopes(part).values())


def _one_each(variables: Iterable[Var]) -> dict[str, Var]:
    """Variables by name.

    Raises:
        ClaimError: two of them have one name.
    """
    found: dict[str, Var] = {}
    for var in variables:
        if found.setdefault(var.name, var) != var:
            raise ClaimError(f"{var.name} stands for two variables, of different sorts")
    return found


def check_apart(bound: Var, free: Iterable[Var]) -> None:
    """Refuse a bound variable on whose name the sort of a free one depends."""
    for var in free:
        if any(bound.name in free_variables(size) for size in var.of.sizes()):
            raise ClaimError(f"{bound.name} is bound where {var.name} depends on another one")


_BINDERS = {
    "sum": "total", "max": "largest", "min": "smallest", "sup": "sup", "inf": "inf",
    "integral": "integral",
}


def _check_table(table: Bind) -> None:
    """A law, a channel or real numbers by their entries, as `pmf_table`, `channel_table` and
    `reals_table` list them."""
    row = table.body
    if not isinstance(table.var.of, SymbolSort):
        raise ClaimError(f"{table} lists probabilities of other things than symbols")
    if isinstance(row, Bind) and row.kind == "table":
        outer, inner = table.var, row.var
        if not isinstance(inner.of, SymbolSort):
            raise ClaimError(f"{table} lists probabilities of other things than symbols")
        if outer.name in free_variables(_size(inner)):
            raise ClaimError(f"the laws of {table} are on alphabets that depend on {outer.name}")
        built = binders.channel_table(_size(outer), _size(inner), lambda _x, _y: row.body)
        if row.result != built.body.sort:
            raise ClaimError(f"{table} is no table of laws")
        result, body = built.result, row.body
    else:
        reals = isinstance(table.result, RealsSort)
        listed = binders.reals_table if reals else binders.pmf_table
        result, body = listed(_size(table.var), lambda _: row).result, row
    if table.result != result or table.guard is not None or not is_arithmetic(body.sort):
        raise ClaimError(f"{table} is no table of numbers")
    _check_sort(table.var.of)


def _size(var: Var) -> Term:
    if len(var.of.sizes()) != 1:
        raise ClaimError(f"{var} doesn't range over symbols")
    return var.of.sizes()[0]


def _alike(built: Term, read: Op) -> bool:
    """Whether two operations are equal; a number may be told to be any real or whole number that
    it certainly is."""
    if not isinstance(built, Op):
        return False
    same = built.head == read.head and built.args == read.args and built.detail == read.detail
    told = read.result == REAL or (built.result.is_whole and read.result == SIZE)
    return same and (built.result == read.result or (is_arithmetic(built.result) and told))


def _check_sort(sort: Sort) -> None:
    """A sort that a variable may have."""
    if not sort.is_variable:
        raise ClaimError(f"no variable ranges over a whole {sort_name(sort)}")
    sort.check()
    for part in sort.sizes():
        check_node(part)




def _rebuilt(node: Op) -> Term:
    """The operation as its record makes it of the same arguments."""
    if node.head not in QUANTITIES:
        raise ClaimError(f"{node.head} is no operation")
    return QUANTITIES[node.head].rebuilt(node)


def _rebuilt_predicate(node: Predicate) -> Formula:
    wrong = ClaimError(f"{node.name} has other arguments than these")
    try:
        built = DEFINITIONS[node.name].build(*node.args, *node.detail)
    except (KeyError, TypeError):
        raise wrong from None
    if (len(built.args), len(built.detail)) != (len(node.args), len(node.detail)):
        raise wrong
    return built


__all__ = ["check_apart", "check_node", "check_scopes", "check_statement"]
