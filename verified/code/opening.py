"""Terms of claims as forms: closed forms in real numbers and sizes, or an error that says why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy
from flint import fmpq

from verified.code.forms import ONE, PI, TWO, Form, call, exact, name
from verified.errors import InputError
from verified.syntax.claims import Claim, relations
from verified.syntax.formulas import Formula, Relation
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import ClaimError, RealSort, SizeSort
from verified.syntax.sympy_view import BinaryEntropyInverse, to_sympy
from verified.syntax.terms import Number, Op, Term, Var, free_variables

sp: Any = sympy

# Quantities that a form has by another name.
_HEADS = {
    "add": "add", "sub": "sub", "mul": "mul", "div": "div", "neg": "neg", "pow": "pow",
    "exp": "exp", "log": "log", "sqrt": "sqrt", "abs": "abs", "minimum": "min", "maximum": "max",
    "binary_entropy": "binary_entropy", "binary_entropy_inverse": "entropy_inverse",
    "normal_cdf": "normal_cdf",
}


def closed_sides(claim: Claim) -> Iterator[tuple[Term, Form]]:
    """The sides of a claim's relations that are closed forms, but no mere variable; each once."""
    assert claim.statement is not None
    seen: list[Term] = []
    for relation in relations(claim.statement.then):
        for side in (relation.right, relation.left):
            if side in seen or isinstance(side, Var) or not is_closed(side):
                continue
            seen.append(side)
            try:
                yield side, opened(side)
            except ClaimError:
                continue


def hypotheses(claim: Claim, term: Term) -> tuple[Formula, ...]:
    """What a claim supposes of a term's variables alone."""
    assert claim.statement is not None
    names = set(free_variables(term))
    return tuple(
        part for part in claim.statement.given
        if isinstance(part, Relation) and set(free_variables(part)) <= names
    )


def is_closed(term: Term) -> bool:
    """Whether all variables are numbers, and there are some."""
    variables = free_variables(term)
    return bool(variables) and all(
        isinstance(var.of, RealSort | SizeSort) for var in variables.values()
    )


def quantity_term(called: str) -> Term:
    """A quantity of real numbers, of its own arguments.

    Raises:
        InputError: it takes laws or channels, or any number of arguments.
    """
    record = QUANTITIES[called]
    numbers = all(isinstance(var.of, RealSort | SizeSort) for var in record.arguments)
    if not numbers or record.repeats or not record.arguments:
        raise InputError(
            f"{called} takes {record.written}: code is of closed forms in real numbers"
        )
    return record.of([
        Var(var.name, _plain(var.of), var.symbol) for var in record.arguments
    ])


def _plain(sort: Any) -> Any:
    if isinstance(sort, SizeSort):
        return sort
    return RealSort(sort.low, sort.high, sort.low_open, sort.high_open)


def opened(term: Term) -> Form:
    """A term as a form; laws and channels are opened to their entries.

    Raises:
        ClaimError: it isn't a closed form.
    """
    match term:
        case Number(value) if value is not None:
            return exact(value)
        case Var(of=RealSort() | SizeSort()):
            return name(term.name)
        case Op("pi"):
            return PI
        case Op("mul", (one, Op("log", (of,)))) | Op("mul", (Op("log", (of,)), one)):
            if not _positive(of):
                # What vanishes times ln 0 is 0.
                return call("xlogy", opened(one), opened(of))
            return call("mul", *map(opened, term.args))
        case Op(head, args) if head in _HEADS:
            return call(_HEADS[head], *map(opened, args))
        case Op(head) if QUANTITIES[head].definition is not None and is_closed(term):
            try:
                return _of_sympy(to_sympy(term))
            except ClaimError:
                return opened(QUANTITIES[head].defined(term))
        case Op():
            return _of_sympy(to_sympy(term))
    raise ClaimError(f"{term} is no closed form in real numbers")


def _positive(term: Term) -> bool:
    """Whether a term is certainly above 0, as far as a glance tells."""
    match term:
        case Number(value):
            return value is None or value > 0
        case Var(of=RealSort() as sort):
            return sort.low is not None and (sort.low > 0 or (sort.low == 0 and sort.low_open))
        case Var(of=SizeSort() as sort):
            return sort.low > 0
        case Op("exp" | "pi"):
            return True
        case Op("add" | "mul" | "div", args):
            return all(map(_positive, args))
        case Op("sqrt" | "abs", (arg,)) | Op("pow", (arg, _)):
            return _positive(arg)
    return False


def _of_sympy(node: Any) -> Form:
    """A SymPy expression as a form."""
    if node.is_Symbol:
        return name(node.name)
    if node.is_Rational:
        return exact(fmpq(int(node.p), int(node.q)))
    if node is sp.pi:
        return PI
    if node is sp.E:
        return call("exp", ONE)
    if node.is_Add:
        return _folded("add", node.args)
    if node.is_Mul:
        logs = [arg for arg in node.args if arg.func is sp.log and not arg.args[0].is_positive]
        if len(logs) == 1 and len(node.args) > 1:
            rest = sp.Mul(*(arg for arg in node.args if arg is not logs[0]))
            if not rest.is_number:
                return call("xlogy", _of_sympy(rest), _of_sympy(logs[0].args[0]))
        over, under = node.as_numer_denom()
        if under != 1:
            return call("div", _of_sympy(over), _of_sympy(under))
        return _folded("mul", node.args)
    if node.is_Pow:
        base, power = node.args
        if power == sp.Rational(1, 2):
            return call("sqrt", _of_sympy(base))
        if power.is_Integer and power < 0:
            return call("div", ONE, _of_sympy(base**-power))
        return call("pow", _of_sympy(base), _of_sympy(power))
    head = _FUNCTIONS.get(node.func)
    if head is None:
        raise ClaimError(f"{node.func} has no code")
    if head in ("min", "max"):
        return _folded(head, node.args)
    if node.func is sp.erf:
        # SymPy writes Φ by erf.
        inside = call("mul", call("sqrt", TWO), _of_sympy(node.args[0]))
        return call("sub", call("mul", TWO, call("normal_cdf", inside)), ONE)
    return call(head, *map(_of_sympy, node.args))


_FUNCTIONS: dict[Any, str] = {
    sp.exp: "exp", sp.log: "log", sp.Abs: "abs", sp.Max: "max", sp.Min: "min", sp.erf: "erf",
    BinaryEntropyInverse: "entropy_inverse",
}


def _folded(op: str, parts: Any) -> Form:
    result = _of_sympy(parts[0])
    for part in parts[1:]:
        result = call(op, result, _of_sympy(part))
    return result


__all__ = ["closed_sides", "hypotheses", "is_closed", "opened", "quantity_term"]
