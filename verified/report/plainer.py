"""What is printed in LaTeX, simplified: u + 0 as u, 2/1 as 2, x·3 as 3x.

Nothing here is evidence. Each rule keeps a term's value at every instance, infinite and undefined
values included (tests compare both at instances); beyond that the kernel's normal form is asked
whether what is printed equals what is checked, where it can read both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from flint import fmpq

from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal, plus
from verified.syntax.formulas import And, Formula, Not, Or, Predicate, Quantified, Relation
from verified.syntax.statements import Statement
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var

_ZERO, _ONE = fmpq(0), fmpq(1)


def plainer(node: Any) -> Any:
    """A term, formula or statement as it is printed; sorts stay as they are."""
    return _plainer(node, {})


def _plainer(node: Any, known: dict[int, Any]) -> Any:
    found = known.get(id(node))
    if found is None:
        found = known[id(node)] = _made(node, known)
    return found


def _made(node: Any, known: dict[int, Any]) -> Any:
    def part(of: Any) -> Any:
        return None if of is None else _plainer(of, known)

    match node:
        case Statement():
            given = tuple(part(formula) for formula in node.given)
            return Statement(node.variables, given, part(node.then), node.quantifier)
        case Number() | Var():
            return node
        case Op():
            args = tuple(part(arg) for arg in node.args)
            return _rule(Op(node.head, args, node.result, node.detail))
        case Cases():
            return Cases(part(node.test), part(node.then), part(node.otherwise))
        case Bind():
            return Bind(node.kind, node.var, part(node.guard), part(node.body), node.result)
        case Relation():
            return Relation(node.op, part(node.left), part(node.right))
        case Not():
            return Not(part(node.body))
        case And() | Or():
            return type(node)(tuple(part(each) for each in node.parts))
        case Quantified():
            return Quantified(node.kind, node.var, part(node.guard), part(node.body))
        case Predicate():
            return Predicate(node.name, tuple(part(arg) for arg in node.args), node.detail)
    return node


def _rule(term: Op) -> Term:
    """A term whose arguments are plain already."""
    values = [arg.value if isinstance(arg, Number) else None for arg in term.args]
    match term.head, term.args, values:
        case "add" | "sub" | "mul" | "div", _, (fmpq() as one, fmpq() as two):
            return _computed(term, one, two)
        case "add", (_, right), (fmpq() as value, _) if value == 0:
            return right
        case "add" | "sub", (left, _), (_, fmpq() as value) if value == 0:
            return left
        case "add", (left, Op("neg", (right,))), _:
            return _rule(Op("sub", (left, right), term.result))
        case "add", (left, _), (_, fmpq() as value) if value < 0:
            return _rule(Op("sub", (left, Number(-value)), term.result))
        case "sub", (left, Op("neg", (right,))), _:
            return _rule(Op("add", (left, right), term.result))
        case "sub", (left, _), (_, fmpq() as value) if value < 0:
            return _rule(Op("add", (left, Number(-value)), term.result))
        case "sub", (_, right), (fmpq() as value, _) if value == 0:
            return _rule(Op("neg", (right,), term.result))
        case "mul", (_, right), (fmpq() as value, _) if value == 1:
            return right
        case "mul", (left, right), (None, fmpq()):
            return _rule(Op("mul", (right, left), term.result))
        case "mul", (_, Op("mul", (Number(fmpq() as inner), right))), (fmpq() as value, _):
            return _rule(Op("mul", (Number(value * inner), right), term.result))
        case "div", (left, _), (_, fmpq() as value) if value == 1:
            return left
        case "neg", (Op("neg", (inner,)),), _:
            return inner
        case "neg", _, (fmpq() as value,):
            return Number(-value)
        case "exp", _, (fmpq() as value,) if value == 0:
            return Number(_ONE)
        case "log", _, (fmpq() as value,) if value == 1:
            return Number(_ZERO)
    return term


def _computed(term: Op, one: fmpq, two: fmpq) -> Term:
    match term.head:
        case "add":
            return Number(one + two)
        case "sub":
            return Number(one - two)
        case "mul":
            return Number(one * two)
    return term if two == 0 else Number(one / two)


# --- what the kernel says of it -------------------------------------------------------------------


def changed(node: Any, printed: Any) -> Iterator[tuple[Term, Term]]:
    """The widest terms that are printed otherwise than they are checked, outside of binders."""
    if node is printed:
        return
    if isinstance(node, Term):
        yield node, printed
    elif isinstance(node, Statement):
        for formula, other in zip(
            (*node.given, node.then), (*printed.given, printed.then), strict=True
        ):
            yield from changed(formula, other)
    elif isinstance(node, Relation):
        yield from changed(node.left, printed.left)
        yield from changed(node.right, printed.right)
    elif isinstance(node, And | Or):
        for part, shown in zip(node.parts, printed.parts, strict=True):
            yield from changed(part, shown)
    elif isinstance(node, Not):
        yield from changed(node.body, printed.body)
    elif isinstance(node, Predicate):
        for arg, kept in zip(node.args, printed.args, strict=True):
            yield from changed(arg, kept)
    elif isinstance(node, Quantified):
        yield from changed(node.body, printed.body)


def equal_by_normal_form(one: Term, two: Term, given: Iterable[Formula]) -> bool:
    """Whether the kernel's normal form shows two numbers equal where the formulas hold; False, too,
    where it can't read them."""
    try:
        reader = Normaliser(list(given))
        return reader.is_zero(plus(reader.poly(one), reader.poly(two), -1))
    except NotReal:
        return False


def simplification(statement: Statement) -> str:
    """What the print of a statement simplifies, in words; "" where it is printed as checked."""
    pairs = list(dict.fromkeys(changed(statement, plainer(statement))))
    if not pairs:
        return ""
    normal = sum(
        equal_by_normal_form(one, two, statement.given)
        for one, two in pairs if one.sort.is_number
    )
    count = f"{len(pairs)} term" + ("s" if len(pairs) > 1 else "")
    if normal == len(pairs):
        return f"{count} simplified, equal to what is checked by the kernel's normal form"
    return (
        f"{count} simplified, {normal} equal to what is checked by the kernel's normal form, "
        "the others by rules that tests try at instances"
    )


__all__ = ["changed", "equal_by_normal_form", "plainer", "simplification"]
