"""Polynomials with rational coefficients in atoms named by text, and the parts of terms.

An atom is a term (see `verified.kernel.normaliser`), named by its canonical text. Exponents are
rational numbers: those of exponentials may be any, since these are positive.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from flint import fmpq

from verified.kernel.values import Rejected
from verified.syntax import sorts
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
    substitute,
)
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sharing import Kept
from verified.syntax.terms import (
    REAL,
    Bind,
    Cases,
    Number,
    Op,
    Term,
    Var,
    children,
    free_variables,
)

# A whole exponent is an int: it adds, compares and hashes many times as fast as an fmpq.
Exponent = int | fmpq
Monomial = tuple[tuple[str, Exponent], ...]
Poly = dict[Monomial, fmpq]

ONE: Monomial = ()

# What was found of trees, which never change.
_KEYS: Kept[str] = Kept()
_TEXTS: Kept[dict[Any, str]] = Kept()
_BINDING: Kept[bool] = Kept()
_AT_SYMBOLS: Kept[dict[Any, tuple[Term, Any]]] = Kept()
_FORM_SIGNS: Kept[tuple[int | None]] = Kept()


class NotReal(Rejected):
    """A term that can't be shown to be a real number from the facts given.

    Most of these are caught, so the message, with "{}" for each term that follows it, is only
    written when it is read.
    """

    def __str__(self) -> str:
        message, *terms = self.args
        return str(message).format(*terms) if terms else str(message)


def key_of(node: Any) -> str:
    """A term or formula as text, the same for two trees that differ in bound names only.

    What sort an operation says its value has is left out: it follows from the arguments.
    """
    text = _KEYS.of(node)
    return _KEYS.keep(node, _text(node, {}, 0)) if text is None else text


def key_under(node: Any, names: Mapping[str, str]) -> str:
    """The key of the node with free variables renamed, to names that nothing in it has."""
    return _text(node, {old: repr(new) for old, new in names.items()}, 0)


def _text(node: Any, names: Mapping[str, str], depth: int) -> str:
    """The text under binders that give `names`; every production is bracketed.

    It depends on the names of free variables alone, and where there are binders on the depth, so
    it is kept for each that was asked for.
    """
    if isinstance(node, Var):
        return names.get(node.name) or repr(node.name)
    known = _TEXTS.of(node)
    if known is None:
        known = _TEXTS.keep(node, {})
    bound: tuple[tuple[str, str], ...] = ()
    if names:
        bound = tuple([(name, names[name]) for name in free_variables(node) if name in names])
    place = depth, bound
    if depth and not _binds(node):
        place = 0, bound
    text: str | None = known.get(place)
    if text is None:
        text = known[place] = _written(node, names, depth)
    return text


def _binds(node: Any) -> bool:
    """Whether a binder occurs in the node."""
    known = _BINDING.of(node)
    if known is None:
        # The sizes of a joint law's alphabets are written out as well.
        sizes = node.result.sizes() if isinstance(node, Op) else ()
        parts = (*children(node), *sizes)
        binds = isinstance(node, Bind | Quantified) or any(map(_binds, parts))
        known = _BINDING.keep(node, binds)
    return known


def _written(node: Any, names: Mapping[str, str], depth: int) -> str:
    match node:
        case Op(head, args, result, detail):
            inner = ",".join([_text(arg, names, depth) for arg in args])
            shape = _sort_text(result, names, depth) if isinstance(result, sorts.JointSort) else ""
            return f"{head}({inner}){detail or ''}{shape}"
        case Number(value):
            return "inf" if value is None else str(value)
        case Bind(kind, var, guard, body, _) | Quantified(kind, var, guard, body):
            under = {**names, var.name: f"&{depth}"}
            test = "" if guard is None else _text(guard, under, depth + 1)
            ranged = _sort_text(var.of, names, depth)
            tag = "bind" if isinstance(node, Bind) else "quantified"
            return f"{tag}[{kind};{ranged};{test};{_text(body, under, depth + 1)}]"
        case Cases(test, then, otherwise):
            parts = (_text(part, names, depth) for part in (test, then, otherwise))
            return f"cases[{';'.join(parts)}]"
        case Relation(op, left, right):
            return f"({_text(left, names, depth)} {op} {_text(right, names, depth)})"
        case Not(body):
            return f"not[{_text(body, names, depth)}]"
        case And(parts) | Or(parts):
            tag = "and" if isinstance(node, And) else "or"
            return f"{tag}[{';'.join([_text(part, names, depth) for part in parts])}]"
        case Predicate(name, args, detail):
            inner = ",".join([_text(arg, names, depth) for arg in args])
            return f"{name}<{inner}>{detail or ''}"
    raise Rejected(f"{node!r} is neither a term nor a formula")


def _sort_text(sort: sorts.Sort, names: Mapping[str, str], depth: int) -> str:
    """A sort as text, its sizes under the binders in force."""
    parts = []
    for part in fields(sort):
        value = getattr(sort, part.name)
        if isinstance(value, Term):
            parts.append(_text(value, names, depth))
        elif isinstance(value, tuple) and value and isinstance(value[0], Term):
            parts.append(f"({','.join([_text(term, names, depth) for term in value])})")
        else:
            parts.append(repr(value))
    return f"{type(sort).__name__}({','.join(parts)})"


def at_symbol(node: Any, var: Var, symbol: Var | Number) -> Any:
    """The node at a symbol, named or counted; what was found is kept."""
    known = _AT_SYMBOLS.of(node)
    if known is None:
        known = _AT_SYMBOLS.keep(node, {})
    name = var.name, key_of(symbol)
    found = known.get(name)
    if found is None or found[0] != symbol:
        found = known[name] = symbol, substitute(node, {var.name: symbol})
    return found[1]


def constant(value: Any) -> Poly:
    """A rational number as a polynomial."""
    number = fmpq(value)
    return {ONE: number} if number != 0 else {}


def plus(one: Poly, two: Poly, factor: Any = 1) -> Poly:
    """one + factor · two."""
    result = dict(one)
    scale = None if factor == 1 else fmpq(factor)
    for monomial, coefficient in two.items():
        _add(result, monomial, coefficient if scale is None else scale * coefficient)
    return result


def times(one: Poly, two: Poly) -> Poly:
    """one · two."""
    result: Poly = {}
    for (left, a), (right, b) in itertools.product(one.items(), two.items()):
        both = monomial_product(left, right) if left and right else left or right
        _add(result, both, a * b)
    return result


def _add(poly: Poly, monomial: Monomial, coefficient: fmpq) -> None:
    known = poly.get(monomial)
    value = coefficient if known is None else known + coefficient
    if value != 0:
        poly[monomial] = value
    elif known is not None:
        del poly[monomial]


def exponent(value: Any) -> Exponent:
    """A rational number as an exponent."""
    if isinstance(value, int):
        return value
    return int(value.p) if value.q == 1 else value


def monomial_product(one: Monomial, two: Monomial) -> Monomial:
    """The product of two monomials, exponents added, zero exponents dropped."""
    powers = dict(one)
    for atom, power in two:
        powers[atom] = exponent(powers.get(atom, 0) + power)
    return tuple(sorted([(atom, power) for atom, power in powers.items() if power != 0]))


def is_constant(poly: Poly) -> bool:
    """Whether no atom occurs."""
    return all(monomial == ONE for monomial in poly)


def scaled_key(poly: Poly) -> tuple[Any, fmpq] | None:
    """(a key shared by all positive multiples, the factor), None for 0."""
    if not poly:
        return None
    if len(poly) == 1:
        ((monomial, coefficient),) = poly.items()
        return (monomial, coefficient > 0), abs(coefficient)
    factor = abs(poly[min(poly)])
    scaled = poly.items() if factor == 1 else [(m, c / factor) for m, c in poly.items()]
    # Numerators and denominators are hashed many times as fast as fractions.
    return frozenset([(m, c.p, c.q) for m, c in scaled]), factor


# --- parts of trees -------------------------------------------------------------------------------


def membership(event: Term, symbol: Term) -> Formula:
    """The test that a symbol is in an event: for an event made by a test, the test."""
    if isinstance(event, Bind) and event.kind == "event":
        assert event.guard is not None
        found: Formula = substitute(event.guard, {event.var.name: symbol})
        return found
    size = event.sort.sizes()[0]
    mark = Op("indicator", (event, symbol), REAL)
    return Relation("=", mark, Number(fmpq(1))) if size is not None else And(())


def conjuncts_of(fact: Formula) -> Iterator[Formula]:
    """The parts of a conjunction, through nested ones."""
    if isinstance(fact, And):
        for part in fact.parts:
            yield from conjuncts_of(part)
    else:
        yield fact


def replaced(node: Any, left: Term, right: Term) -> Any:
    """The node with `left` replaced by `right` wherever no binder captures a variable of them."""
    target = key_of(left)
    needed = free_variables(left).keys()
    outer = needed | free_variables(right).keys()

    def walk(part: Any) -> Any:
        if not needed <= free_variables(part).keys():
            return part
        if isinstance(part, Term) and key_of(part) == target:
            return right
        match part:
            case Op(head, args, result, detail):
                return Op(head, tuple(walk(arg) for arg in args), result, detail)
            case Bind(kind, var, guard, body, result):
                if var.name in outer:
                    return part
                inside = None if guard is None else walk(guard)
                return Bind(kind, var, inside, walk(body), result)
            case Quantified(kind, var, guard, body):
                if var.name in outer:
                    return part
                inside = None if guard is None else walk(guard)
                return Quantified(kind, var, inside, walk(body))
            case Relation(op, one, two):
                return Relation(op, walk(one), walk(two))
            case Not(body):
                return Not(walk(body))
            case And(parts) | Or(parts):
                return type(part)(tuple(walk(inner) for inner in parts))
            case Cases(test, then, otherwise):
                return Cases(walk(test), walk(then), walk(otherwise))
        return part

    return walk(node)


def addends(term: Term) -> Iterator[Term]:
    """The terms that a sum adds."""
    match term:
        case Op("add", (left, right)):
            yield from addends(left)
            yield from addends(right)
        case _:
            yield term


def factors(term: Term) -> Iterator[Term]:
    """The terms that a product multiplies."""
    match term:
        case Op("mul", (left, right)):
            yield from factors(left)
            yield from factors(right)
        case _:
            yield term


def is_inverse(term: Term) -> bool:
    """Whether an atom is 1 over a sum."""
    return isinstance(term, Op) and term.head == "div"


def is_number(term: Term) -> bool:
    """Whether a term is a number, a size or a symbol."""
    return isinstance(term.sort, sorts.RealSort | sorts.SizeSort | sorts.SymbolSort)


def is_integer(term: Term) -> bool:
    """Whether a term, where it is real, is an integer by its form: n + x − y is one."""
    match term:
        case Number(value):
            return value is not None and value.q == 1
        case Op("add" | "sub" | "mul" | "neg", args):
            return all(is_integer(arg) for arg in args)
    return isinstance(term.sort, sorts.SizeSort | sorts.SymbolSort)


def common(poly: Poly) -> Monomial:
    """The largest monomial that divides every monomial."""
    monomials = iter(poly)
    shared = dict(next(monomials, ONE))
    for monomial in monomials:
        powers = dict(monomial)
        # What one of the two lacks is common where it is a divisor in the other.
        lowest = {name: min(power, powers.pop(name, 0)) for name, power in shared.items()}
        shared = {name: power for name, power in lowest.items() if power != 0}
        shared.update([(name, power) for name, power in powers.items() if power < 0])
    return tuple(sorted(shared.items())) if shared else ONE


def divides(divisor: Monomial, monomial: Monomial) -> bool:
    """Whether the monomial is 0 wherever the divisor is, by its positive powers; the divisor's
    own are positive."""
    powers = dict(monomial)
    return all(power > 0 and powers.get(atom, 0) > 0 for atom, power in divisor)


def multiple(poly: Poly, of: Poly) -> bool:
    """Whether poly is a rational multiple of `of`."""
    if set(poly) != set(of):
        return False
    ratios = {str(poly[m] / of[m]) for m in of}
    return len(ratios) == 1


def form_sign(term: Term) -> int | None:
    """The sign that a term has by its sort, or as an exponential, whatever else is known: 1 for
    positive, 0 for at least 0, None for none."""
    known = _FORM_SIGNS.of(term)
    return (_FORM_SIGNS.keep(term, (_form_sign(term),)) if known is None else known)[0]


def _form_sign(term: Term) -> int | None:
    if isinstance(term, Op) and (term.head == "exp" or not term.args):
        # A number that depends on nothing, such as π, has the sign of its record.
        values = QUANTITIES[term.head].values
        if values is not None and values.sign == 1:
            return 1
    match term.sort:
        case sorts.RealSort(low, _, low_open, _) if low is not None and low >= 0:
            return 1 if low > 0 or low_open else 0
        case sorts.SizeSort(low, _):
            return 1 if low > 0 else 0
        case sorts.SymbolSort():
            return 0
    return None


def rational_root(value: fmpq) -> fmpq | None:
    """The root of a rational number that is a square of one."""
    if value < 0:
        return None
    top, bottom = value.p.isqrt(), value.q.isqrt()
    return fmpq(top, bottom) if top * top == value.p and bottom * bottom == value.q else None


_ZERO, _ONE = Number(fmpq(0)), Number(fmpq(1))


def is_guarded(term: Term) -> bool:
    """Whether the term is a product under a test, 0 where it fails; an indicator alone isn't."""
    return isinstance(term, Cases) and term.otherwise == _ZERO and term.then != _ONE


def written_product(powers: Sequence[tuple[Term, Exponent]]) -> Term:
    """The product of factors with powers. What an indicator multiplies may be undefined where the
    indicator is 0, so it is written under the test."""
    marks: list[Cases] = []
    product: Term | None = None
    for term, power in powers:
        if isinstance(term, Cases) and power == 1 and (term.then, term.otherwise) == (_ONE, _ZERO):
            marks.append(term)
            continue
        factor = term if power == 1 else Op("pow", (term, Number(fmpq(power))), REAL)
        product = factor if product is None else Op("mul", (product, factor), REAL)
    for mark in reversed(marks):
        product = Cases(mark.test, _ONE if product is None else product, _ZERO)
    assert product is not None
    return product


def entry_at(law: Term, symbol: Term) -> Term:
    """The probability of a symbol under a law."""
    return Op("at", (law, symbol), REAL)


def row_of(channel: Term, x: Term) -> Term:
    """The row of a channel."""
    assert isinstance(channel.sort, sorts.ChannelSort)
    return Op("row", (channel, x), sorts.PmfSort(channel.sort.outputs))


def output_of(law: Term, channel: Term) -> Term:
    """The law that a channel makes of a law on its inputs."""
    assert isinstance(channel.sort, sorts.ChannelSort)
    return Op("output", (law, channel), sorts.PmfSort(channel.sort.outputs))


def written_row(channel: Term, row: Term) -> Term | None:
    """The row of a channel that is written out, where that is known."""
    match channel:
        case Op("channel_literal", rows) if isinstance(row, Number) and row.value is not None:
            if row.value.q == 1 and 0 <= row.value < len(rows):
                return rows[int(row.value.p)]
        case Bind("table", var, _, body):
            found: Term = substitute(body, {var.name: row})
            return found
        case Op("chain", (first, second)):
            # What the second channel makes of the first one's row.
            return output_of(row_of(first, row), second)
    return None


def components(
    variables: Sequence[Var], factors: Sequence[tuple[Term, Exponent]]
) -> Iterator[tuple[list[Var], list[tuple[Term, Exponent]]]]:
    """Groups of bound variables with the factors that tie them together."""
    left = list(variables)
    while left:
        group, names = [left.pop(0)], set()
        grown = True
        while grown:
            names = {var.name for var in group}
            held = [f for f in factors if names & set(free_variables(f[0]))]
            touched = {name for term, _ in held for name in free_variables(term)}
            more = [var for var in left if var.name in touched]
            group.extend(more)
            left = [var for var in left if var.name not in touched]
            grown = bool(more)
        yield group, [f for f in factors if names & set(free_variables(f[0]))]


def pinned(
    term: Term, var: Var, is_symbol: Callable[[Term, Term], bool]
) -> Term | None:
    """The value that an indicator "var = value" gives the variable, if it is one of its symbols."""
    if isinstance(term, Cases) and isinstance(term.test, Relation) and term.test.op == "=":
        for one, other in (
            (term.test.left, term.test.right), (term.test.right, term.test.left),
        ):
            apart = one == var and var.name not in free_variables(other)
            if apart and is_symbol(other, var.sort.sizes()[0]):
                return other
    return None
