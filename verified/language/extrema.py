"""Suprema and infima that have a name: `sup(P, information(P, W))` is `capacity(W)`.

A supremum on a side that no single point decides can't be searched as it stands. Where it is, but
for the names of what it binds and the order of factors and summands, what a definition
(`verified.quantities.definitions`) says that a quantity is, the claim is read as one about the
quantity, whose value both checkers enclose. Only claims that would be refused are read so. Nothing
here is trusted: what is printed, searched and certified is the claim about the quantity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from verified.syntax.claims import RESTATED
from verified.syntax.formulas import BEYOND_LISTS, substitute, substitute_sort
from verified.syntax.goals import normal
from verified.syntax.quantity import QUANTITIES, worked_out
from verified.syntax.sorts import ClaimError, RealSort, RealsSort, SizeSort, Sort
from verified.syntax.statements import Statement, build_statement
from verified.syntax.trees import (
    And,
    Bind,
    Cases,
    Formula,
    Not,
    Number,
    Op,
    Or,
    Predicate,
    Quantified,
    Relation,
    Term,
    Var,
    children,
    free_variables,
)

_EITHER_ORDER = frozenset(("add", "mul", "maximum", "minimum"))
Found = Mapping[str, Term]


def named(statement: Statement) -> Statement:
    """The statement with each supremum and infimum that has a name by that name; itself where none
    has one."""
    given = tuple(map(normal, statement.given))

    def renamed(node: Any) -> Any:
        told: Callable[[Term], Formula] | None = None
        extremum = node if isinstance(node, Bind) else None
        if isinstance(node, Quantified):
            extremum, told = _as_extremum(node)
        if extremum is not None and extremum.kind in ("sup", "inf"):
            quantity = _quantity(extremum, given)
            if quantity is not None:
                return quantity if told is None else told(quantity)
        return _rebuilt(node, renamed)

    changed = [renamed(formula) for formula in (*statement.given, statement.then)]
    if changed == [*statement.given, statement.then]:
        return statement
    return build_statement(
        "the claim", statement.variables, changed[:-1], changed[-1], statement.quantifier
    )


def _as_extremum(node: Quantified) -> tuple[Bind | None, Callable[[Term], Formula]]:
    """What "f(v) ≤ r for every v" says of sup f, and "f(v) > r for some v"; infima likewise."""
    body = normal(node.body)
    if isinstance(body, Relation) and body.op in ("<", "<=") and isinstance(
        node.var.of, BEYOND_LISTS
    ):
        for side, end, is_left in ((body.left, body.right, True), (body.right, body.left, False)):
            if node.var.name in free_variables(end) or (body.op == "<=") != (
                node.kind == "forall"
            ):
                continue
            kind = "sup" if is_left == (node.kind == "forall") else "inf"

            def told(quantity: Term, end: Term = end, is_left: bool = is_left) -> Formula:
                sides = (quantity, end) if is_left else (end, quantity)
                return Relation(body.op, *sides)

            return Bind(kind, node.var, node.guard, side), told
    return None, lambda _: node


@cache
def _definitions() -> tuple[Statement, ...]:
    """The definitions of quantities as suprema and infima."""
    from verified.quantities.definitions import definitions

    return tuple(
        statement for statement in definitions().values()
        if isinstance(statement.then, Relation) and statement.then.op == "="
        and isinstance(statement.then.left, Op) and isinstance(statement.then.right, Bind)
        and statement.then.right.kind in ("sup", "inf")
    )


def _quantity(node: Bind, given: tuple[Formula, ...]) -> Term | None:
    """The quantity that a supremum or infimum is by definition, if its conditions are among the
    hypotheses."""
    for statement in _definitions():
        assert isinstance(statement.then, Relation)
        open_names = {var.name: var for var in statement.variables}
        for found in _matched(statement.then.right, node, {}, {}, open_names):
            if found.keys() != open_names.keys() or not _fits(open_names, found):
                continue
            conditions = (normal(substitute(one, found)) for one in statement.given)
            if not all(any(_same(one, other) for other in given) for one in conditions):
                continue
            left = statement.then.left
            assert isinstance(left, Op)
            try:
                return QUANTITIES[left.head].of(
                    [substitute(arg, found) for arg in left.args], left.detail
                )
            except ClaimError:
                continue
    return None


def _fits(declared: Mapping[str, Var], found: Found) -> bool:
    """Whether what the definition's variables are is of their sorts: sizes as large, numbers in
    their intervals as far as sorts tell."""
    for name, var in declared.items():
        sort, actual = substitute_sort(var.of, found), found[name]
        if isinstance(sort, SizeSort):
            fits = _at_least(actual, sort.low)
        elif isinstance(sort, RealSort):
            fits = _within(actual, sort)
        elif isinstance(sort, RealsSort) and _is_unbounded(sort.element):
            fits = isinstance(actual.sort, RealsSort) and actual.sort.size == sort.size
        else:
            fits = actual.sort == sort
        if not fits:
            return False
    return True


def _same(one: Formula, other: Formula) -> bool:
    """Whether two formulas say the same, but for bound names and the order of factors."""
    known = dict(free_variables(one))
    return any(True for _ in _matched(one, other, {}, known, known))


def _at_least(size: Term, low: int) -> bool:
    size = worked_out(size)
    match size:
        case Number(value):
            return value is not None and value >= low
        case Var(of=SizeSort() as sort):
            return sort.low >= low
        case Op("mul", parts):
            return low <= 1 and all(_at_least(part, 1) for part in parts)
        case Op("add", (one, two)):
            return any(_at_least(part, low) for part in (one, two))
    return low <= 0


def _is_unbounded(sort: RealSort) -> bool:
    return sort.low is None and sort.high is None


def _within(number: Term, sort: RealSort) -> bool:
    """Whether a number certainly lies in a definition's interval."""
    if _is_unbounded(sort):
        return True
    if isinstance(number, Number):
        return number.value is not None and sort.contains(number.value)
    return number.sort == sort


# --- matching -------------------------------------------------------------------------------------


def _matched(
    pattern: Any, node: Any, bound: Mapping[str, str], found: Found, declared: Mapping[str, Var]
) -> Iterator[Found]:
    """The ways in which a node is a definition's, with what the definition's variables are.

    Args:
        bound: the node's names for what the pattern binds.
    """
    if isinstance(pattern, Var):
        yield from _variable(pattern, node, bound, found, declared)
        return
    if isinstance(pattern, Formula):
        pattern, node = normal(pattern), normal(node) if isinstance(node, Formula) else node
    if type(pattern) is not type(node):
        return
    if isinstance(pattern, Number):
        if pattern == node:
            yield found
    elif isinstance(pattern, Bind | Quantified):
        yield from _binder(pattern, node, bound, found, declared)
    elif isinstance(pattern, Op):
        if (pattern.head, pattern.detail) == (node.head, node.detail):
            orders = [node.args]
            if pattern.head in _EITHER_ORDER:
                orders.append(node.args[::-1])
            for args in orders:
                yield from _all(pattern.args, args, bound, found, declared)
    elif _label(pattern) == _label(node):
        yield from _all(children(pattern), children(node), bound, found, declared)


def _variable(
    pattern: Var, node: Any, bound: Mapping[str, str], found: Found, declared: Mapping[str, Var]
) -> Iterator[Found]:
    if pattern.name in bound:
        if isinstance(node, Var) and node.name == bound[pattern.name]:
            yield found
        return
    if not isinstance(node, Term) or not set(free_variables(node)).isdisjoint(bound.values()):
        return
    if pattern.name in found:
        if found[pattern.name] == node:
            yield found
        return
    if isinstance(node.sort, type(pattern.of)) or (node.sort.is_number and pattern.of.is_number):
        after = {**found, pattern.name: node}
        if pattern.of.is_number:
            yield after
        else:
            yield from _sorts(pattern.of, node.sort, bound, after, declared)


def _binder(
    pattern: Any, node: Any, bound: Mapping[str, str], found: Found, declared: Mapping[str, Var]
) -> Iterator[Found]:
    if pattern.kind != node.kind or (pattern.guard is None) != (node.guard is None):
        return
    if isinstance(pattern.var.of, RealSort) and pattern.var.of != node.var.of:
        return
    inside = {**bound, pattern.var.name: node.var.name}
    first, second = [pattern.body], [node.body]
    if pattern.guard is not None:
        first, second = [pattern.guard, *first], [node.guard, *second]
    for after in _sorts(pattern.var.of, node.var.of, bound, found, declared):
        yield from _all(first, second, inside, after, declared)


def _sorts(
    pattern: Sort, sort: Sort, bound: Mapping[str, str], found: Found, declared: Mapping[str, Var]
) -> Iterator[Found]:
    """The ways in which a sort is a definition's: its sizes are terms, its other parts equal."""
    if type(pattern) is not type(sort):
        return
    first, second = [], []
    for part in fields(pattern):
        one, two = getattr(pattern, part.name), getattr(sort, part.name)
        if isinstance(one, Term):
            first.append(one)
            second.append(two)
        elif one != two:
            return
    yield from _all(first, second, bound, found, declared)


def _all(
    patterns: Any, nodes: Any, bound: Mapping[str, str], found: Found, declared: Mapping[str, Var]
) -> Iterator[Found]:
    if len(patterns) != len(nodes):
        return
    if not patterns:
        yield found
        return
    for after in _matched(patterns[0], nodes[0], bound, found, declared):
        yield from _all(patterns[1:], nodes[1:], bound, after, declared)


def _label(node: Any) -> Any:
    return getattr(node, "op", None), getattr(node, "name", None), getattr(node, "detail", None)


def _rebuilt(node: Any, change: Any) -> Any:
    """The node with its parts changed."""
    match node:
        case Op():
            return Op(node.head, tuple(map(change, node.args)), node.result, node.detail)
        case Cases():
            return Cases(*map(change, children(node)))
        case Bind():
            guard = None if node.guard is None else change(node.guard)
            return Bind(node.kind, node.var, guard, change(node.body), node.result)
        case Quantified():
            guard = None if node.guard is None else change(node.guard)
            return Quantified(node.kind, node.var, guard, change(node.body))
        case Relation():
            return Relation(node.op, change(node.left), change(node.right))
        case Not():
            return Not(change(node.body))
        case And() | Or():
            return type(node)(tuple(map(change, node.parts)))
        case Predicate():
            return Predicate(node.name, tuple(map(change, node.args)), node.detail)
    return node


# Whoever states a claim has opened this package.
RESTATED.append(named)

__all__ = ["named"]
