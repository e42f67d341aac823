"""Places in terms and formulas: what stands there, what binds around it, the tree with another part
there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from verified.syntax.formulas import And, Not, Or, Predicate, Quantified, Relation
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Bind, Cases, Op, Term, Var, arithmetic, is_arithmetic

Path = tuple[int, ...]
ARITHMETIC = ("add", "sub", "mul", "div", "neg", "pow", "exp", "log", "sqrt", "abs", "minimum",
              "maximum")


def parts(node: Any) -> tuple[Any, ...]:
    """The parts of a node that may be exchanged, guards and bodies of binders included."""
    match node:
        case Op():
            return node.args
        case Cases():
            return node.test, node.then, node.otherwise
        case Bind() | Quantified():
            return (node.body,) if node.guard is None else (node.guard, node.body)
        case Relation():
            return node.left, node.right
        case Not():
            return (node.body,)
        case And() | Or():
            return node.parts
        case Predicate():
            return node.args
    return ()


def rebuilt(node: Any, new: Sequence[Any]) -> Any:
    """The node with other parts.

    Raises:
        ClaimError: it can't have these.
    """
    match node:
        case Op(head) if head in ARITHMETIC:
            return arithmetic(head, *new)
        case Op():
            return Op(node.head, tuple(new), node.result, node.detail)
        case Cases():
            return Cases(*new)
        case Bind():
            guard = new[0] if len(new) == 2 else None
            return Bind(node.kind, node.var, guard, new[-1], node.result)
        case Quantified():
            guard = new[0] if len(new) == 2 else None
            return Quantified(node.kind, node.var, guard, new[-1])
        case Relation():
            if not all(isinstance(part, Term) and is_arithmetic(part.sort) for part in new):
                raise ClaimError("a relation compares numbers")
            return Relation(node.op, *new)
        case Not():
            return Not(*new)
        case And() | Or():
            return type(node)(tuple(new))
        case Predicate():
            return Predicate(node.name, tuple(new), node.detail)
    return node


def places(node: Any, path: Path = (), bound: tuple[Var, ...] = ()) -> Iterator[
        tuple[Path, Any, tuple[Var, ...]]]:
    """Every part with its path and the binders around it, outermost first."""
    yield path, node, bound
    inside = (*bound, node.var) if isinstance(node, Bind | Quantified) else bound
    for place, part in enumerate(parts(node)):
        yield from places(part, (*path, place), inside)


def with_part(node: Any, path: Path, new: Any) -> Any:
    """The tree with another part at a place.

    Raises:
        ClaimError: it can't stand there.
    """
    if not path:
        return new
    old = list(parts(node))
    old[path[0]] = with_part(old[path[0]], path[1:], new)
    return rebuilt(node, old)


def size_of(node: Any) -> int:
    """How many nodes a tree has, at each place where they occur."""
    return 1 + sum(map(size_of, parts(node)))
