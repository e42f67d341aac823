"""Statements as JSON data, and their digest.

The data keeps names as written, so that a certificate can be printed. The digest is of the goal in
canonical form: variables renamed by position, so two spellings of one statement share it.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpz

from verified.errors import InputError
from verified.syntax.claims import Statement
from verified.syntax.formulas import (
    DEFINITIONS,
    RELATIONS,
    And,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
)
from verified.syntax.goals import Goal
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import SORTS, Sort, sort_name
from verified.syntax.sorts.parts import Mismatch
from verified.syntax.terms import BINDERS, Bind, Cases, Number, Op, Term, Var

Data = Any


class FormatError(InputError):
    """Data that isn't a statement: cut off, mistyped, or of another version."""


def sort_data(sort: Sort) -> Data:
    """A sort as JSON data."""
    return [sort_name(sort), *[part.write(value, _WRITER) for part, value in sort.told()]]


class _Writer:
    """How sorts write terms and sorts."""

    def term(self, term: Term) -> Data:
        return data(term)

    def sort(self, sort: Sort) -> Data:
        return sort_data(sort)


_WRITER = _Writer()


def data(node: Any) -> Data:
    """A term or formula as JSON data."""
    match node:
        case Number():
            return ["number", "inf" if node.value is None else str(node.value)]
        case Var():
            return ["var", node.name]
        case Op():
            args = [data(arg) for arg in node.args]
            return ["op", node.head, args, sort_data(node.result), list(node.detail)]
        case Cases():
            return ["cases", data(node.test), data(node.then), data(node.otherwise)]
        case Bind():
            guard = None if node.guard is None else data(node.guard)
            var = [node.var.name, sort_data(node.var.of), node.var.symbol]
            return ["bind", node.kind, var, guard, data(node.body), sort_data(node.result)]
        case Relation():
            return ["relation", node.op, data(node.left), data(node.right)]
        case Not():
            return ["not", data(node.body)]
        case And() | Or():
            return [type(node).__name__.lower(), [data(part) for part in node.parts]]
        case Quantified():
            guard = None if node.guard is None else data(node.guard)
            var = [node.var.name, sort_data(node.var.of), node.var.symbol]
            return ["quantified", node.kind, var, guard, data(node.body)]
        case Predicate():
            return ["predicate", node.name, [data(arg) for arg in node.args], list(node.detail)]
    raise FormatError(f"{node!r} is neither a term nor a formula")


def statement_data(statement: Statement) -> Data:
    """A statement as JSON data."""
    return {
        "quantifier": statement.quantifier,
        "variables": [[v.name, sort_data(v.of), v.symbol] for v in statement.variables],
        "given": [data(formula) for formula in statement.given],
        "then": data(statement.then),
    }


# --- reading --------------------------------------------------------------------------------------


class Reader:
    """Rebuilds trees; `scope` maps the names in force to their variables.

    Data that is shared (the same list) becomes one shared tree.
    """

    def __init__(self, scope: dict[str, Var] | None = None) -> None:
        self.scope: dict[str, Var] = {} if scope is None else scope
        # By identity of the data, which is kept along, so that its identity stays its own.
        self._sorts: dict[int, tuple[Data, Sort]] = {}
        self._terms: dict[int, tuple[Data, Term]] = {}
        self._formulas: dict[int, tuple[Data, Any]] = {}
        self._inner: dict[tuple[Var, str], Reader] = {}

    def sort(self, value: Data) -> Sort:
        known = self._sorts.get(id(value))
        if known is None:
            known = self._sorts[id(value)] = value, self._sort(value)
        return known[1]

    def _sort(self, value: Data) -> Sort:
        match value:
            case [str(name), *told] if name in SORTS and len(told) == len(SORTS[name].parts):
                sort = SORTS[name]
                with suppress(Mismatch):
                    return sort(*[
                        part.read(one, self) for part, one in zip(sort.parts, told, strict=True)
                    ])
        raise FormatError(f"{_short(value)} is not a sort")

    def rational(self, value: Data) -> fmpq:
        """A number that stands in a sort."""
        if not isinstance(value, str):
            raise FormatError(f"{_short(value)} stands for a number, and isn't a string p/q")
        return read_rational(value)

    def term(self, value: Data) -> Term:
        known = self._terms.get(id(value))
        if known is None:
            known = self._terms[id(value)] = value, self._term(value)
        return known[1]

    def _term(self, value: Data) -> Term:
        match value:
            case ["number", "inf"]:
                return Number(None)
            case ["number", str(text)]:
                return Number(read_rational(text))
            case ["var", str(name)]:
                if name not in self.scope:
                    raise FormatError(f"nobody binds the variable {name!r}")
                return self.scope[name]
            case ["op", str(head), [*args], result, [*detail]] if _are_texts(detail):
                if head not in QUANTITIES:
                    raise FormatError(f"unknown operation {head!r}")
                parts = tuple(self.term(arg) for arg in args)
                return Op(head, parts, self.sort(result), tuple(detail))
            case ["cases", test, then, otherwise]:
                return Cases(self.formula(test), self.term(then), self.term(otherwise))
            case ["bind", str(kind), [str(name), sort, str(symbol)], guard, body, result]:
                if kind not in BINDERS:
                    raise FormatError(f"unknown binder {kind!r}")
                var = Var(name, self.sort(sort), symbol)
                with_var = self._under(var)
                bound = None if guard is None else with_var.formula(guard)
                return Bind(kind, var, bound, with_var.term(body), self.sort(result))
        raise FormatError(f"{_short(value)} is not a term")

    def formula(self, value: Data) -> Any:
        known = self._formulas.get(id(value))
        if known is None:
            known = self._formulas[id(value)] = value, self._formula(value)
        return known[1]

    def _formula(self, value: Data) -> Any:
        match value:
            case ["relation", str(op), left, right]:
                if op not in RELATIONS:
                    raise FormatError(f"unknown relation {op!r}")
                return Relation(op, self.term(left), self.term(right))
            case ["not", body]:
                return Not(self.formula(body))
            case ["and", [*parts]]:
                return And(tuple(self.formula(part) for part in parts))
            case ["or", [*parts]]:
                return Or(tuple(self.formula(part) for part in parts))
            case ["quantified", str(kind), [str(name), sort, str(symbol)], guard, body]:
                if kind not in ("forall", "exists"):
                    raise FormatError(f"unknown quantifier {kind!r}")
                var = Var(name, self.sort(sort), symbol)
                with_var = self._under(var)
                bound = None if guard is None else with_var.formula(guard)
                return Quantified(kind, var, bound, with_var.formula(body))
            case ["predicate", str(name), [*args], [*detail]] if _are_texts(detail):
                if name not in DEFINITIONS:
                    raise FormatError(f"unknown definition {name!r}")
                terms = tuple(self.term(arg) for arg in args)
                return Predicate(name, terms, tuple(detail))
        raise FormatError(f"{_short(value)} is not a formula")

    def _under(self, var: Var) -> Reader:
        if (var, var.symbol) not in self._inner:
            self._inner[var, var.symbol] = Reader({**self.scope, var.name: var})
        return self._inner[var, var.symbol]

    def declare(self, value: Data) -> Var:
        match value:
            case [str(name), sort, str(symbol)]:
                var = Var(name, self.sort(sort), symbol)
                self.scope[name] = var
                # What was read before was read in another scope.
                self._sorts.clear()
                self._terms.clear()
                self._formulas.clear()
                self._inner.clear()
                return var
        raise FormatError(f"{_short(value)} is not a variable")


def _are_texts(parts: list[Data]) -> bool:
    return all(isinstance(part, str) for part in parts)


def _short(value: Data) -> str:
    written = json.dumps(value, default=str)
    return written if len(written) <= 60 else written[:57] + "..."


_RATIONAL = re.compile(r"(-?[0-9]+)(?:/([0-9]+))?")
_MOST_DIGITS = 100_000
_SHORT = 20


def read_rational(text: str) -> fmpq:
    """Read "p" or "p/q" in lowest or other terms.

    Raises:
        FormatError: the text is neither, q is 0, or it is longer than any honest number.
    """
    if len(text) > _MOST_DIGITS:
        raise FormatError(f"a number has {len(text)} characters, more than {_MOST_DIGITS}")
    return _read_short(text) if len(text) <= _SHORT else _rational(text)


def _rational(text: str) -> fmpq:
    # Python's int would take "1_0" and digits of any script, and refuse more than 4,300.
    match = _RATIONAL.fullmatch(text)
    bottom = fmpz(match[2] or 1) if match else fmpz(0)
    if match is None or bottom == 0:
        raise FormatError(f"{text[:40]!r} is not a rational number p/q")
    return fmpq(fmpz(match[1]), bottom)


# Most numbers of a statement are short, and few.
_read_short = lru_cache(maxsize=4096)(_rational)


def read_statement(value: Data) -> Statement:
    """Rebuild a statement.

    Raises:
        FormatError: the data isn't one.
    """
    match value:
        case {
            "quantifier": "forall" | "exists" as quantifier,
            "variables": [*variables],
            "given": [*given],
            "then": then,
            **others,
        } if not others:
            reader = Reader()
            declared = tuple(reader.declare(item) for item in variables)
            hypotheses = tuple(reader.formula(item) for item in given)
            return Statement(declared, hypotheses, reader.formula(then), quantifier)
    raise FormatError(f"{_short(value)} is not a statement")


# --- canonical form -------------------------------------------------------------------------------


def canonical(target: Goal) -> Data:
    """The goal as data with every variable renamed by the order in which it is bound."""
    names: dict[str, str] = {}
    variables = []
    for index, var in enumerate(target.variables):
        sort = _renamed(sort_data(var.of), names, 0)
        names = {**names, var.name: f"v{index}"}
        variables.append([f"v{index}", sort])
    found = {"exists": variables, "body": _renamed(data(target.body), names, 0)}
    if target.points:
        found["points"] = sorted(names[name] for name in target.points)
    return found


def _renamed(value: Data, names: dict[str, str], depth: int) -> Data:
    match value:
        case ["var", name]:
            return ["var", names.get(name, name)]
        case ["bind" | "quantified" as tag, kind, [name, sort, _], guard, *rest]:
            under = {**names, name: f"b{depth}"}
            bound = _renamed(guard, under, depth + 1)
            var = [f"b{depth}", _renamed(sort, names, depth), ""]
            return [tag, kind, var, bound, *(_renamed(part, under, depth + 1) for part in rest)]
        # Names of joint variables are no variables of the claim, whatever they are called.
        case ["joint", axes, sizes]:
            return ["joint", axes, _renamed(sizes, names, depth)]
        case ["op", head, args, result, detail]:
            inner = (_renamed(part, names, depth) for part in (args, result))
            return ["op", head, *inner, detail]
        case ["predicate", name, args, detail]:
            return ["predicate", name, _renamed(args, names, depth), detail]
        case list():
            return [_renamed(part, names, depth) for part in value]
    return value


def digest(target: Goal) -> str:
    """SHA-256 of the canonical form, in hexadecimal."""
    written = json.dumps(canonical(target), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


@lru_cache(maxsize=4096)
def statement_digest(statement: Statement) -> str:
    """SHA-256 of a statement as it is written, names included, in hexadecimal: equal for equal
    statements only."""
    written = json.dumps(statement_data(statement), separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()
