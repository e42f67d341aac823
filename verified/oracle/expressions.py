"""Closed terms of the language, given as terms or as texts, and their certified values.

A text is a term as `verified show` prints it or as claim files have it, such as "ln(3)/2",
"2*TV(P, Q)**2 - KL(P, Q)" and "KL([1/3, 2/3], [1/2, 1/2])". It is read (`verified.reading`), not
run. Besides what stands in claims there are lists of numbers where a law, a channel or the like is
wanted, and names that are given values. Decimals are exact.
"""

from __future__ import annotations

import re
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
from verified.reading.meaning import NOTHING, Meaning
from verified.reading.messages import opened_line, parts, stuck, unread
from verified.reading.nodes import Listed, Name
from verified.reading.parser import DoubtfulError, Parser, Stuck
from verified.reading.vocabulary import may_be_called
from verified.report.inputs import KINDS, Parameter
from verified.report.quantities import Quantity as Asked
from verified.syntax.quantity import QUANTITIES, Quantity
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    EventSort,
    IntegerLawSort,
    LawSort,
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
from verified.syntax.trees import REAL, distinct

WIDTH = "1e-12"
_MOST_POWER = 10_000
# A number that is written out.
_DECIMAL = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


_Maker = Callable[[str], Var]


@dataclass(frozen=True)
class _Data:
    """A list of numbers, which becomes a variable of the sort that its place wants."""

    name: str
    value: Any
    depth: int


class _Reader:
    """Makes a term of a text.

    Attributes:
        given: values of the variables that stand for lists.
    """

    def __init__(self, text: str, values: Mapping[str, Any], what: str) -> None:
        self.text, self.what = text, what
        self.used: set[str] = set()
        self.given: dict[str, Any] = {}
        self.variables: list[Var] = []
        self.named = {name: self._given(name, value) for name, value in values.items()}

    def read(self, laws: bool = False) -> Term:
        """The term, a number, or where that is allowed a law on the line or on the integers.

        Raises:
            InputError: the text is no term; the message has the column and the rule.
        """
        line = opened_line(self.text, self.what)
        parser = Parser(line.plain.text, may_be_called, lists=True)
        try:
            node = parser.term()
            names = {part.name for part in parts(node) if isinstance(part, Name)}
            unused = sorted(set(self.named) - names)
            if unused:
                raise self._wrong(f"has no {unused[0]}, which is given a value")
            meaning = Meaning(values=self.named, data=self._of_lists)
            found = [term for term, _ in meaning.terms(node, {}, NOTHING, REAL)]
        except DoubtfulError as doubt:
            raise line.unread(doubt.place, doubt.rule) from None
        except Stuck:
            raise stuck(line, parser) from None
        except RecursionError:
            raise self._wrong("is nested too deeply") from None
        numbers = [term for term in found if is_arithmetic(term.sort)
                   or (laws and isinstance(term.sort, LawSort | IntegerLawSort))]
        if len(numbers) == 1:
            self._check_powers(numbers[0])
            return numbers[0]
        if found:
            raise self._wrong(f"is {found[0]}, which is no number")
        raise unread(line, node, meaning.problems, self.named)

    def _wrong(self, rule: str) -> InputError:
        shown = self.text if len(self.text) <= 60 else f"{self.text[:57]}…"
        return InputError(f"{self.what} is {shown!r}, which {rule}")

    def _given(self, name: str, value: Any) -> Any:
        """What a name stands for: data, or a function that gives its term."""
        if isinstance(value, Term):
            return lambda: value
        if isinstance(value, str) and value.strip()[:1].isalpha() and "(" in value:
            # Laws on the line and on the integers have no values but their terms.
            return lambda: _term_of(value, name)
        if isinstance(value, str) and not any(mark in value for mark in ",;"):
            return lambda: number_of(value, name)
        listed = plain(value, name)
        if isinstance(listed, list):
            return _Data(name, listed, _depth(listed))
        return lambda: number_of(listed, name)

    def _check_powers(self, term: Term) -> None:
        for part in distinct(term):
            if isinstance(part, Op) and part.head == "pow":
                exact = exactly(part.args[1])
                if exact is not None and abs(exact) > _MOST_POWER:
                    raise self._wrong(f"has a power of {part.args[1]}; {_MOST_POWER} is the limit")

    def _listed(self, meaning: Meaning, node: Any) -> Any:
        """The numbers of a list, exactly."""
        if isinstance(node, Listed):
            return [self._listed(meaning, part) for part in node.parts]
        found = [term for term, _ in meaning.terms(node, {}, NOTHING, REAL)]
        value = exactly(found[0]) if len(found) == 1 else None
        if value is None:
            shown = str(found[0]) if found else "something"
            raise InputError(f"{shown} stands in a list; entries of lists are rational")
        return value

    def _of_lists(self, meaning: Meaning, record: Quantity, given: list[Any]) -> list[Term]:
        """A quantity's arguments: a variable for each list among them.

        Raises:
            InputError: a list has no place there.
        """
        args: list[Any] = []
        for one in given:
            if isinstance(one, Name):
                args.append(self.named[one.name])
            elif isinstance(one, Listed):
                entries = self._listed(meaning, one)
                args.append(_Data(f"list {one.start}", entries, _depth(entries)))
            else:
                args.append(one)
        slots = [next(v for v in record.arguments if v.name == key) for key in record.order]
        if len(slots) < len(args) and record.repeats:
            slots += slots[-1:] * (len(args) - len(slots))
        makers = _makers(slots, args) if len(slots) == len(args) else None
        if makers is None:
            raise InputError(
                f"{record.name} is given a list where it takes none, or too many arguments"
            )
        return [
            self._bound(arg, maker) if maker is not None else arg
            for arg, maker in zip(args, makers, strict=True)
        ]

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
    return _term_of(text, what, laws=False)


def _term_of(text: str, what: str, laws: bool = True) -> Term:
    reader = _Reader(text, {}, what)
    term = reader.read(laws)
    if reader.given:
        raise InputError(f"{what} is {text!r}; lists have no place in it")
    return term


def law_of(value: Any, name: str, sort: type[Sort]) -> Term:
    """A law on the line or on the integers, of a term or a text such as "poisson(2)".

    Raises:
        InputError: it is none.
    """
    term = _term_of(value, name) if isinstance(value, str) else value
    if not isinstance(term, Term) or not isinstance(term.sort, sort):
        which = "integers" if sort is IntegerLawSort else "line"
        example = "poisson(2)" if sort is IntegerLawSort else "gaussian(0, 1)"
        raise InputError(f"{name} is {value!r}, no law on the {which}, such as {example}")
    return term


def read_number(text: str, what: str) -> Any:
    """What a text that is no plain rational stands for: a rational, or a closed term.

    Raises:
        InputError: it is no expression.
    """
    if _DECIMAL.fullmatch(text.strip()):
        # One that is refused for its size, or its digits.
        return rational(text, what)
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


__all__ = ["enclose", "exactly", "law_of", "read_number", "read_term"]
