"""Alphabets that are products: their symbols as x·m + y, and joint entropies of laws on them.

The symbol s of n·m symbols is x·m + y for one x of n and one y of m; x is the whole part of s/m, y
the remainder. A joint law made of a law on a product has the entropies of its marginals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import fmpq

from verified.kernel.polynomial import key_of
from verified.syntax import sorts
from verified.syntax.formulas import And, Not, Or, Quantified, Relation
from verified.syntax.terms import REAL, Bind, Cases, Number, Op, Term, Var

WHOLE = sorts.SizeSort(0)


def is_product(size: Term) -> bool:
    """Whether the alphabet is written as a product."""
    return isinstance(size, Op) and size.head == "mul"


def joined(first: Term, size: Term, second: Term) -> Term:
    """first · size + second."""
    return Op("add", (Op("mul", (first, size), WHOLE), second), WHOLE)


def tupled(symbols: Sequence[Term], sizes: Sequence[Term]) -> tuple[Term, Term]:
    """The number of a tuple of symbols, the last one fastest, and how many tuples there are."""
    index, count = symbols[0], sizes[0]
    for symbol, size in zip(symbols[1:], sizes[1:], strict=True):
        index, count = joined(index, size, symbol), Op("mul", (count, size), WHOLE)
    return index, count


def split_symbol(size: Term, fresh: Callable[[Term], Var]) -> tuple[Term, list[Var]]:
    """A symbol of an alphabet as x·m + y, and the symbols that it is made of."""
    if isinstance(size, Op) and size.head == "mul":
        first, variables = split_symbol(size.args[0], fresh)
        second = fresh(size.args[1])
        return joined(first, size.args[1], second), [*variables, second]
    symbol = fresh(size)
    return symbol, [symbol]


def parts_of(symbol: Term, size: Term) -> tuple[Term, Term] | None:
    """x and y of a symbol written x·m + y, where x is certainly a whole number from 0 on, and y
    one of m symbols."""
    match symbol:
        case Op("add", (Op("mul", (first, factor)), second)):
            if key_of(factor) == key_of(size) and _is_whole(first) and _is_one_of(second, size):
                return first, second
    return None


def _is_whole(term: Term) -> bool:
    """Whether the term is a whole number from 0 on by its form; any other may have no value. Where
    there is a symbol, its alphabet has a size."""
    match term:
        case Op("add", (Op("mul", (first, size)), Var() as symbol)) if _is_one_of(symbol, size):
            return _is_whole(first)
        case Var():
            return isinstance(term.sort, sorts.SizeSort | sorts.SymbolSort)
        case Number(value):
            return value is not None and value.q == 1 and value >= 0
        case Op("add" | "mul", args):
            return all(_is_whole(arg) for arg in args)
    return False


def _is_one_of(symbol: Term, size: Term) -> bool:
    match symbol, size:
        case Var(), _:
            sort = symbol.sort
            return isinstance(sort, sorts.SymbolSort) and key_of(sort.size) == key_of(size)
        case Number(value), Number(count) if value is not None and count is not None:
            return value.q == 1 and 0 <= value < count
    return False


def simplified(node: Any) -> Any:
    """The term or formula with the whole parts and remainders of such symbols worked out."""
    if not any(head in key_of(node) for head in ("quotient(", "remainder(")):
        return node
    match node:
        case Op(head, args, result, detail):
            inner = tuple(simplified(arg) for arg in args)
            if head in ("quotient", "remainder"):
                found = parts_of(inner[0], inner[1])
                if found is not None:
                    return found[0] if head == "quotient" else found[1]
            return Op(head, inner, result, detail)
        case Bind(kind, var, guard, body, result):
            where = None if guard is None else simplified(guard)
            return Bind(kind, var, where, simplified(body), result)
        case Cases(test, then, otherwise):
            return Cases(simplified(test), simplified(then), simplified(otherwise))
        case Relation(op, left, right):
            return Relation(op, simplified(left), simplified(right))
        case Not(body):
            return Not(simplified(body))
        case And(parts) | Or(parts):
            return type(node)(tuple(simplified(part) for part in parts))
        case Quantified(kind, var, guard, body):
            where = None if guard is None else simplified(guard)
            return Quantified(kind, var, where, simplified(body))
    return node


def joint_entropy(joint: Op, names: str, fresh: Callable[[Term], Var]) -> Term:
    """The entropy of some variables of `as_joint`: −Σ p ln p, with p the sum over the others."""
    law, *sizes = joint.args
    every = joint.detail[0].split(",")
    chosen = {name for name in names.split(",") if name}
    symbols = [fresh(size) for size in sizes]
    index, _ = tupled(symbols, sizes)
    chance: Term = Op("at", (law, index), REAL)
    for name, symbol in zip(every, symbols, strict=True):
        if name not in chosen:
            chance = Bind("sum", symbol, None, chance)
    result: Term = Op("neg", (Op("mul", (chance, Op("log", (chance,), REAL)), REAL),), REAL)
    for name, symbol in zip(every, symbols, strict=True):
        if name in chosen:
            result = Bind("sum", symbol, None, result)
    return result if chosen else Number(fmpq(0))


def unfolded(term: Op, fresh: Callable[[Term], Var]) -> Term:
    """A joint entropy or information of `as_joint` as entropies of marginals, each a sum."""
    (joint,) = term.args
    assert isinstance(joint, Op)

    def entropy(*groups: str) -> Term:
        return joint_entropy(joint, ",".join(groups), fresh)

    if term.head == "joint_entropy":
        first, given = term.detail
        return entropy(first, given) - entropy(given)
    first, second, given = term.detail
    return entropy(first, given) + entropy(second, given) - entropy(
        first, second, given
    ) - entropy(given)
