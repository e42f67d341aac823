"""Closed terms of the language, given as terms or as texts, and their certified values.

A text is an arithmetic expression in Python's notation over the names of `verified.language`, such
as "log(3)/2" and "KL([1/3, 2/3], [1/2, 1/2])". It is read, not run: calls of those names, + - * /
**, numbers, lists of numbers where a law, a channel or the like is wanted, and names that are given
values. Decimals are exact.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

import verified.language
from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.kernel.truth import BallReading
from verified.measures.readings import Unreadable
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.exact import format_rational, rational
from verified.oracle.arguments import plain
from verified.oracle.values import certify
from verified.report.inputs import KINDS, Parameter
from verified.report.quantities import Quantity as Asked
from verified.syntax.quantity import QUANTITIES, Quantity, Word
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    EventSort,
    MechanismSort,
    PmfSort,
    PriorSort,
    RealsSort,
    SizeSort,
    Sort,
)
from verified.syntax.terms import (
    Channel,
    Database,
    Event,
    Mechanism,
    Op,
    Pmf,
    Prior,
    Reals,
    Term,
    Var,
    free_variables,
    is_arithmetic,
)
from verified.syntax.trees import number

WIDTH = "1e-12"
_MOST_LETTERS = 20_000
_MOST_POWER = 10_000
# What may be called: the quantities by their names, and as authors of claims call them.
_WORDS: dict[str, Any] = {
    **QUANTITIES,
    **{
        name: value for name in verified.language.__all__
        if isinstance(value := getattr(verified.language, name), Quantity | Word)
    },
    "H": QUANTITIES["entropy"],
}
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Term]] = {
    ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y, ast.Pow: lambda x, y: x**y,
}


_Maker = Callable[[str], Var]


@dataclass(frozen=True)
class _Data:
    """A list of numbers, which becomes a variable of the sort that its place wants."""

    name: str
    value: Any
    depth: int


class _Reader:
    """Makes a term of an expression.

    Attributes:
        given: values of the variables that stand for lists.
    """

    def __init__(self, text: str, values: Mapping[str, Any], what: str) -> None:
        self.text, self.what = text, what
        self.named = {name: self._given(name, value) for name, value in values.items()}
        self.used: set[str] = set()
        self.given: dict[str, Any] = {}
        self.variables: list[Var] = []
        self.lists = 0

    def read(self) -> Term:
        """The term.

        Raises:
            InputError: the text is no expression of this kind.
        """
        if len(self.text) > _MOST_LETTERS:
            raise self._wrong(f"has {len(self.text)} letters; {_MOST_LETTERS} is the limit")
        try:
            tree = ast.parse(self.text.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise self._wrong("is no number and no expression such as log(3)/2") from None
        try:
            found = self._term(tree.body)
        except RecursionError:
            raise self._wrong("is nested too deeply") from None
        except TypeError as error:
            raise self._wrong(f"can't be read: {error}") from None
        unused = sorted(set(self.named) - self.used)
        if unused:
            raise self._wrong(f"has no {unused[0]}, which is given a value")
        if isinstance(found, _Data):
            raise self._wrong("is a list; it must be a number")
        term = number(found)
        if not is_arithmetic(term.sort):
            raise self._wrong(f"is {term}, which is no number")
        return term

    def _wrong(self, rule: str) -> InputError:
        shown = self.text if len(self.text) <= 60 else f"{self.text[:57]}…"
        return InputError(f"{self.what} is {shown!r}, which {rule}")

    def _given(self, name: str, value: Any) -> Any:
        if isinstance(value, Term):
            return value
        if isinstance(value, str) and not any(mark in value for mark in ",;"):
            return value
        listed = plain(value, name)
        return _Data(name, listed, _depth(listed)) if isinstance(listed, list) else listed

    def _term(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=bool() | complex()) | ast.Constant(value=None):
                raise self._wrong(f"has {node.value!r}, which is no number")
            case ast.Constant(value=int() as value):
                return verified.language.rational(value)
            case ast.Constant(value=float()):
                # As it is written, and not the float beside it.
                written = ast.get_source_segment(self.text.strip(), node) or repr(node.value)
                return verified.language.rational(written.replace("_", ""))
            case ast.Constant(value=str() as text):
                return text
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._number(operand)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self._number(operand)
            case ast.BinOp(op=ast.BitXor()):
                raise self._wrong("has ^; powers are written **")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                first, second = self._number(left), self._number(right)
                if isinstance(op, ast.Pow):
                    self._check_power(second)
                return _OPERATIONS[type(op)](first, second)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                entries = [self._entry(part) for part in parts]
                self.lists += 1
                return _Data(f"list {self.lists}", entries, _depth(entries))
            case ast.Name(id=name):
                return self._named_value(name)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(name, [self._term(part) for part in args])
        raise self._wrong(
            f"has {ast.unparse(node)!r}; what may stand there are numbers, lists, + - * / ** and "
            "quantities of the language"
        )

    def _number(self, node: ast.expr) -> Term:
        found = self._term(node)
        if isinstance(found, _Data | str):
            raise self._wrong(f"reckons with {ast.unparse(node)}, which is no number")
        return number(found)

    def _check_power(self, power: Term) -> None:
        exact = exactly(power)
        if exact is not None and abs(exact) > _MOST_POWER:
            raise self._wrong(f"has a power of {power}; {_MOST_POWER} is the limit")

    def _entry(self, node: ast.expr) -> Any:
        """A number of a list, exactly."""
        if isinstance(node, ast.List | ast.Tuple):
            return [self._entry(part) for part in node.elts]
        value = exactly(self._number(node))
        if value is None:
            raise self._wrong(f"has {ast.unparse(node)} in a list; entries of lists are rational")
        return value

    def _named_value(self, name: str) -> Any:
        if name in self.named:
            self.used.add(name)
            found = self.named[name]
            return number_of(found, name) if not isinstance(found, _Data | Term) else found
        if name == "pi":
            return verified.language.pi()
        raise UnknownKeyError(f"name in {self.text!r}", name, [*_WORDS, *self.named])

    def _call(self, name: str, args: list[Any]) -> Term:
        if name not in _WORDS:
            raise UnknownKeyError("quantity of the language", name, _WORDS)
        word = _WORDS[name]
        records = word.quantities if isinstance(word, Word) else (word,)
        for record in records:
            slots = [next(v for v in record.arguments if v.name == key) for key in record.order]
            if len(slots) < len(args) and record.repeats:
                slots += slots[-1:] * (len(args) - len(slots))
            if len(slots) != len(args):
                continue
            makers = _makers(slots, args)
            if makers is not None:
                terms = [
                    self._bound(arg, maker) if maker is not None else arg
                    for arg, maker in zip(args, makers, strict=True)
                ]
                made: Term = record(*terms)
                return made
        if any(isinstance(arg, _Data) for arg in args):
            raise self._wrong(f"gives {name} a list where it takes none, or too many arguments")
        made = word(*args)
        return made

    def _bound(self, data: _Data, maker: _Maker) -> Term:
        """A variable that has the data's value."""
        name = data.name
        while name in self.given:
            made = maker(name)
            if made in self.variables:
                return made
            name += "'"
        var = maker(name)
        self.variables.append(var)
        self.given[name] = data.value
        return var


def _depth(value: Any) -> int:
    return 1 + (_depth(value[0]) if value else 0) if isinstance(value, list) else 0


def _makers(slots: list[Var], args: list[Any]) -> list[_Maker | None] | None:
    """What makes a variable of each argument that is a list, None for the others; None if some list
    has no place."""
    sizes: dict[Any, int] = {}
    for slot, arg in zip(slots, args, strict=True):
        # An event's list doesn't tell how large its alphabet is.
        if isinstance(arg, _Data) and isinstance(slot.of, PmfSort):
            sizes[slot.of.size] = len(arg.value)
    found: list[_Maker | None] = []
    for slot, arg in zip(slots, args, strict=True):
        maker = _maker(slot.of, arg, sizes) if isinstance(arg, _Data) else None
        if isinstance(arg, _Data) and maker is None:
            return None
        found.append(maker)
    return found


def _maker(sort: Sort, data: _Data, sizes: Mapping[Any, int]) -> _Maker | None:
    """What makes a variable of a sort for data of that shape; None if there is none."""
    value, depth = data.value, data.depth
    match sort:
        case PmfSort() if depth == 1:
            return lambda name: Pmf(name, len(value))
        case RealsSort() if depth == 1:
            return lambda name: Reals(name, len(value))
        case EventSort(size) if depth == 1 and size in sizes:
            return lambda name: Event(name, sizes[size])
        case ChannelSort() if depth == 2:
            return lambda name: Channel(name, len(value), len(value[0]))
        case MechanismSort() if depth >= 2:
            outputs = value
            while isinstance(outputs[0], list):
                outputs = outputs[0]
            return lambda name: Mechanism(name, Database("D"), len(outputs))
        case PriorSort() if depth == 1:
            return lambda name: Prior(name, Database("D"))
    return None


def number_of(value: Any, name: str) -> Term:
    """A number term of what a caller gives: a term, a rational, or a text of an expression.

    Raises:
        InputError: it is none.
    """
    if isinstance(value, str):
        return read_term(value, name)
    return verified.language.rational(format_rational(rational(value, name)))


def read_term(text: str, what: str = "the number") -> Term:
    """The closed term of a text such as "log(3)/2", without lists.

    Raises:
        InputError: it is none.
    """
    reader = _Reader(text, {}, what)
    term = reader.read()
    if reader.given:
        raise InputError(f"{what} is {text!r}; lists have no place in it")
    return term


def read_number(text: str, what: str) -> Any:
    """What a text that is no plain rational stands for: a rational, or a closed term.

    Raises:
        InputError: it is no expression.
    """
    term = read_term(text, what)
    exact = exactly(term)
    return term if exact is None else exact


def exactly(term: Term) -> fmpq | None:
    """The value of a closed term where it is rational and balls keep it so."""
    if free_variables(term):
        return None
    try:
        with precision(64):
            found = BallReading().real(term, {})
    except (Indeterminate, Undefined, Unreadable):
        return None
    return found if isinstance(found, fmpq) else None


def enclose(
    term: Term | str, *, width: Any = WIDTH, normalise: bool = False, **values: Any
) -> Certified:
    """The certified value of any closed term of the language.

    Args:
        term: a term made with `verified.language`, or a text such as "2*TV(P, Q)**2 - KL(P, Q)" or
            "log(3)/2"; its free variables are given as `values`.
        width: the relative width asked for.
        normalise: divide each law by its sum.
        values: laws, channels, numbers, … by the variable's name.

    Returns:
        the value, in the units of the term.

    Raises:
        InputError: the text is no such term, a variable has no value or one of another sort, or
            the value is undefined or isn't enclosed that narrowly.
    """
    if isinstance(term, str):
        reader = _Reader(term, values, "the term")
        made = reader.read()
        return _valued(made, reader.variables, reader.given, width, normalise)
    if not isinstance(term, Term):
        raise InputError(f"{term!r} is no term of the language and no text")
    if not is_arithmetic(term.sort):
        raise InputError(f"{term} is no number")
    variables = [
        var for var in free_variables(term).values()
        if var.name in values or not isinstance(var.of, SizeSort | DatabaseSort)
    ]
    for var in variables:
        if type(var.of) not in KINDS:
            raise InputError(f"{var.name} is of a sort whose values can't be given here")
        if var.name not in values:
            raise InputError(f"{var.name} has no value: enclose(term, {var.name}=…)")
    known = {var.name for var in variables}
    for name in values:
        if name not in known:
            raise UnknownKeyError("variable of the term", name, known)
    return _valued(term, variables, values, width, normalise)


def _valued(
    term: Term, variables: list[Var], values: Mapping[str, Any], width: Any, normalise: bool
) -> Certified:
    unit = QUANTITIES[term.head].unit if isinstance(term, Op) and term.head in QUANTITIES else ""
    asked = Asked(
        "the term", str(term), tuple(Parameter(var) for var in variables), unit,
        lambda reading, given: reading.real(term, given),
    )
    return certify(asked, values, width=width, normalise=normalise, term=read_number)


__all__ = ["enclose", "exactly", "read_number", "read_term"]
