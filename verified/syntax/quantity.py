"""Quantities: one record for each operation and quantity of the language, which everything reads.

A record says what a quantity takes, as a claim's `forall` does: typed variables, whose sorts may
speak of earlier ones. Sizes and databases that occur in these sorts only are implicit: they are
found from the arguments' sorts. `conditional_entry_information` takes `[prior, mechanism, entry]`,
which are `Prior("prior", D)`, `Mechanism("mechanism", D, m)` and `Symbol("entry", entries(D))`; so
the first two must stand on one database, and the third is one of its entries.

The printers, the files' reader, the readings in balls and floats, the kernel's judgements, the
SymPy view, `verified value` and the reference page all read the record. What is forgotten in one is
told when it is made.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from flint import fmpq

from verified.syntax.formulas import Formula, substitute, substitute_sort
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    DataClassSort,
    FrameworkSort,
    IntegerLawSort,
    JointSort,
    MechanismSort,
    PmfSort,
    QueriesSort,
    RealSort,
    SizeSort,
    Sort,
    SymbolSort,
    parse_interval,
    sort_name,
)
from verified.syntax.terms import Size
from verified.syntax.trees import (
    REAL,
    SIZE,
    TURNED,
    Number,
    Op,
    Term,
    Var,
    free_variables,
    is_arithmetic,
    number,
)


@dataclass(frozen=True)
class ExtendedSort(RealSort):
    """Extended real numbers in an interval, for what an argument may be (an order in [0, ∞]) and
    for where a quantity's values lie; never the sort of a claim's variable.

    An absent end is infinite, and belongs to the interval unless it is open.
    """

    @property
    def finite(self) -> bool:
        """Whether +∞ is left out."""
        return self.high is not None or self.high_open

    @property
    def bounded_below(self) -> bool:
        """Whether −∞ is left out."""
        return self.low is not None or self.low_open

    @property
    def sign(self) -> int | None:
        """1 if all of it is positive, 0 if none of it is negative, else None."""
        if self.low is None or self.low < 0:
            return None
        return 1 if self.low > 0 or self.low_open else 0

    def describe(self) -> str:
        """The interval in the notation that `extended` reads."""
        left = "(" if self.low_open else "["
        right = ")" if self.high_open else "]"
        low = "-inf" if self.low is None else str(self.low)
        high = "inf" if self.high is None else str(self.high)
        return f"{left}{low},{high}{right}"

    def holds(self, value: Any) -> bool:
        """Whether an exact number, or ±∞ (told as a float), lies in the interval."""
        if value == float("inf"):
            return not self.finite
        if value == -float("inf"):
            return not self.bounded_below
        return self.contains(value)


def extended(interval: str) -> ExtendedSort:
    """Read an interval such as "[0,inf]", where +∞ belongs to it, or "[0,inf)"."""
    found = parse_interval(interval)
    return ExtendedSort(found.low, found.high, found.low_open, found.high_open)


def Extended(name: str, interval: str) -> Var:
    """An argument that may be infinite: `Extended("order", "[0,inf]")`."""
    return Var(name, extended(interval))


# How many arguments the last one stands for, where it is repeated.
COUNT = Size("count", low=0)


@dataclass(frozen=True)
class Match:
    """A quantity's arguments as its declared variables have them.

    Attributes:
        values: what each declared variable is, implicit ones included; of a repeated one nothing.
        args: the arguments, in the order of the record.
        detail: the names of variables of joint laws that come with the arguments.
    """

    values: Mapping[str, Term]
    args: tuple[Term, ...]
    detail: tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """Arguments as `verified value` reads them, and the value: exact, in decimals (the first digits
    of what it is), or "inf"."""

    arguments: tuple[str, ...]
    value: str


@dataclass(frozen=True, eq=False)
class Quantity:
    """An operation or quantity of the language; calling it makes a term of it.

    Attributes:
        name: as files have it.
        arguments: typed variables; their sorts may speak of each other, and of implicit variables.
        repeats: whether the last argument stands for any number of them, one at least.
        result: the sort of its terms, in the arguments' variables; a function of a match where no
            sort says it.
        values: for numbers, the interval in which its values lie, where it has one.
        unit: of a real number: "nats", "bits", or "" for a plain number.
        given: what the arguments must meet, beyond their sorts, for it to have a value; a function
            of a match where no formulas say it.
        wants: the sorts that its arguments must be of, a function of a match, where the declared
            variables don't say it.
        certain: whether it has a value of its sort wherever its arguments fit and `given` holds.
        text, latex: how it is printed (see `verified.syntax.text.fill`); empty where the printers
            know it by its precedence.
        doc: what it is, with its source.
        order: the arguments that authors give, in their order; the others are found from these.
        kinds: the kinds of queries or of classes of laws that an argument may be of, where not all.
        details: how many groups of names of variables come with its arguments.
        check: refuses what no author may write, beyond sorts.
        definition: a term that it is equal to by definition, in the arguments' variables.
        reading: its value over a namespace of numbers: a function of the reading, the term and the
            arguments' values; without one, the definition is evaluated.
        theorem: by which the reading works it out, in words, where it does so otherwise than the
            quantity is defined: the verdicts of plays rest on it.
        view: what it is in SymPy: a function of the view's formulas and the arguments' views;
            without one, what its definition is.
        examples: known values.
        written: how an author writes it.
        spellings: other templates that are read and never printed (`verified.reading`).
        is_integrated: whether its value is an integral, which takes the kernel long where its
            arguments are far from 0, and tells it little there.
    """

    name: str
    arguments: tuple[Var, ...]
    repeats: bool
    result: Sort | Callable[[Match], Sort]
    values: ExtendedSort | None
    unit: str
    given: tuple[Formula, ...] | Callable[[Match], Sequence[Formula]]
    certain: bool
    text: str
    latex: str
    doc: str
    order: tuple[str, ...]
    kinds: Mapping[str, tuple[str, ...]]
    details: int
    check: Callable[[Match], None] | None
    definition: Term | None
    reading: Callable[[Any, Op, list[Any]], Any] | None
    theorem: str
    view: Callable[..., Any] | None
    examples: tuple[Example, ...]
    written: str
    spellings: tuple[str, ...] = ()
    wants: Callable[[Match], Sequence[Sort]] | None = None
    is_integrated: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.doc)

    def __call__(self, *values: Any) -> Op:
        """The quantity of these arguments, given as authors give them.

        Raises:
            ClaimError: too many or too few arguments, one of another sort, or two alphabets or
                databases that should be one; the message names the quantity, both, and the rule.
        """
        terms = [number(value, f"as an argument of {self.name}") for value in values]
        terms = self._turned(terms)
        count = len(self.order) - self.repeats
        if len(terms) < count + self.repeats or (len(terms) > count and not self.repeats):
            raise ClaimError(f"{self.name} takes {self._counted()}, not {len(terms)}")
        given = dict(zip(self.order[:count], terms[:count], strict=True))
        return self._term(self._find(given, terms[count:], ()))

    def of(self, args: Sequence[Term], detail: tuple[str, ...] = ()) -> Op:
        """The quantity of all its arguments, in the record's order.

        Raises:
            ClaimError: as calling it does.
        """
        return self._term(self.match(args, detail))

    def match(self, args: Sequence[Term], detail: tuple[str, ...] = ()) -> Match:
        """What the declared variables are for these arguments, in the record's order.

        Raises:
            ClaimError: as calling it does.
        """
        count = len(self.arguments) - self.repeats
        if len(args) < count + self.repeats or (len(args) > count and not self.repeats):
            raise ClaimError(f"{self.name} takes {self._counted()}, not {len(args)}")
        names = [var.name for var in self.arguments[:count]]
        given = dict(zip(names, args[:count], strict=True))
        return self._find(given, args[count:], detail)

    def takes(self, values: Sequence[Any]) -> bool:
        """Whether so many values of these kinds may be its arguments, as authors give them."""
        count = len(self.order) - self.repeats
        if len(values) < count + self.repeats or (len(values) > count and not self.repeats):
            return False
        declared = {var.name: var for var in self.arguments}
        chosen = [declared[name] for name in self.order]
        every = [*chosen, *chosen[-1:] * (len(values) - len(chosen))]
        return all(
            (isinstance(value, Term) and _of_kind(var, value)) or is_arithmetic(var.of)
            for var, value in zip(every, values, strict=True)
        )

    def matched(self, term: Op) -> Match:
        """`match` of a term of this quantity; it is kept with the term, which never changes."""
        known: Match | None = term.__dict__.get("_match")
        if known is None:
            known = term.__dict__["_match"] = self.match(term.args, term.detail)
        return known

    def rebuilt(self, term: Op) -> Op:
        """The term as authors would have built it.

        Raises:
            ClaimError: they wouldn't have.
        """
        return self._term(self.matched(term))

    def defined(self, term: Op) -> Term:
        """What a term of this quantity is by definition."""
        known: Term | None = term.__dict__.get("_defined")
        if known is None:
            assert self.definition is not None
            known = substitute(self.definition, self.matched(term).values)
            term.__dict__["_defined"] = known
        return known

    def requirements(self, term: Op) -> Sequence[tuple[Term, Sort]]:
        """The arguments of a term of this quantity, each with the sort that it must be of."""
        known: Sequence[tuple[Term, Sort]] | None = term.__dict__.get("_requirements")
        if known is None:
            match = self.matched(term)
            last = self.arguments[-1:] * (len(term.args) - len(self.arguments))
            wanted = [substitute_sort(var.of, match.values) for var in (*self.arguments, *last)]
            if self.wants is not None:
                wanted = list(self.wants(match))
            known = list(zip(term.args, wanted, strict=True))
            term.__dict__["_requirements"] = known
        return known

    def conditions(self, term: Op) -> Sequence[Formula]:
        """What a term's arguments must meet, beyond their sorts."""
        known: Sequence[Formula] | None = term.__dict__.get("_conditions")
        if known is None:
            match = self.matched(term)
            known = self.given(match) if callable(self.given) else [
                substitute(part, match.values) for part in self.given
            ]
            term.__dict__["_conditions"] = known
        return known

    def _turned(self, terms: list[Term]) -> list[Term]:
        """What authors give, a channel turned into a mechanism where one is wanted."""
        declared = {var.name: var for var in self.arguments}
        wanted = [declared[name].of for name in self.order]
        wanted += wanted[-1:] * (len(terms) - len(wanted))
        return [
            TURNED[pair](term) if (pair := (type(term.sort), type(sort))) in TURNED else term
            for term, sort in zip(terms, wanted, strict=False)
        ]

    def _term(self, match: Match) -> Op:
        result = self.result(match) if callable(self.result) else substitute_sort(
            self.result, match.values
        )
        return Op(self.name, match.args, result, match.detail)

    def _counted(self) -> str:
        count = len(self.order)
        if self.repeats:
            return f"{count} arguments or more"
        return f"{count} argument{'' if count == 1 else 's'}"

    def _find(
        self, given: Mapping[str, Term], repeated: Sequence[Term], detail: tuple[str, ...]
    ) -> Match:
        if len(detail) != self.details:
            raise ClaimError(f"{self.name} comes with {self.details} groups of variables")
        found = _Found(self, dict(given))
        if self.repeats:
            found.values[COUNT.name] = Number(fmpq(len(repeated)))
        pairs = [(var, given[var.name]) for var in self.arguments if var.name in given]
        pairs += [(self.arguments[-1], term) for term in repeated]
        for var, term in pairs:
            self._check_kind(var, term)
        for var, term in pairs:
            if not is_arithmetic(var.of) and not isinstance(var.of, JointSort):
                found.sorts(var.of, term.sort, (var.name, term))
        found.compounds()
        single = self.arguments[: len(self.arguments) - self.repeats]
        args = (*(found.of(var) for var in single), *repeated)
        match = Match(found.values, args, detail)
        if self.check is not None:
            self.check(match)
        return match

    def _check_kind(self, var: Var, term: Term) -> None:
        """Refuse an argument of another kind of sort."""
        if not _of_kind(var, term):
            wanted = "number" if is_arithmetic(var.of) else _called(var.of)
            raise ClaimError(
                f"{self.name} wants a {wanted} here, not the {_called(term.sort)} {term}"
            )
        if isinstance(var.of, SizeSort | SymbolSort) and not _may_be_whole(term):
            raise ClaimError(f"{self.name} wants a whole number as its {var.name}, not {term}")
        allowed = self.kinds.get(var.name, ())
        kind = getattr(_kinded(term.sort), "kind", None)
        if allowed and kind not in allowed:
            raise ClaimError(
                f"{self.name} takes {var.name} of the kind {' or '.join(allowed)}, and {term} is "
                f"of the kind {kind}"
            )


def _called(sort: Sort) -> str:
    """What a message calls a sort."""
    return "law on the integers" if isinstance(sort, IntegerLawSort) else sort_name(sort)


def _kinded(sort: Sort) -> Sort:
    """The sort that has the kind: of a member of a class, the class's."""
    data = getattr(sort, "data", None)
    return sort if data is None else data.sort


def _of_kind(var: Var, term: Term) -> bool:
    if is_arithmetic(var.of):
        return is_arithmetic(term.sort)
    return isinstance(term.sort, type(var.of))


def _may_be_whole(term: Term) -> bool:
    """Whether the term may be a whole number, as far as its form tells: 1/2, ∞ and real variables
    are none."""
    if isinstance(term, Number):
        return term.value is not None and term.value.q == 1
    return not (isinstance(term, Var) and isinstance(term.of, RealSort))


class _Found:
    """What is found of a quantity's declared variables from its arguments' sorts."""

    def __init__(self, quantity: Quantity, values: dict[str, Term]) -> None:
        self.quantity, self.values = quantity, values
        # From which argument an implicit variable was found, for messages.
        self.owners: dict[str, Term] = dict(values)
        # Declared and actual sizes, and the argument that has them.
        self.waiting: list[tuple[Term, Term, tuple[str, Term]]] = []

    def of(self, var: Var) -> Term:
        """What an argument is; one that authors leave out must have been found."""
        if var.name not in self.values:
            raise ClaimError(f"{self.quantity.name} can't tell its {var.name}")
        return self.values[var.name]

    def sorts(self, declared: Sort, actual: Sort, owner: tuple[str, Term]) -> None:
        """Find the variables in a declared sort from the actual one; what isn't a variable waits
        until all arguments have been seen."""
        for part in fields(declared):
            pattern, term = getattr(declared, part.name), getattr(actual, part.name)
            if isinstance(pattern, Term):
                self.terms(pattern, term, owner)

    def terms(self, pattern: Term, actual: Term, owner: tuple[str, Term]) -> None:
        if not isinstance(pattern, Var):
            self.waiting.append((pattern, actual, owner))
        elif pattern.name not in self.values:
            self.values[pattern.name], self.owners[pattern.name] = actual, owner[1]
            if type(actual.sort) is type(pattern.of):
                self.sorts(pattern.of, actual.sort, owner)
        else:
            self.same(pattern, self.values[pattern.name], actual, owner)

    def compounds(self) -> None:
        """Compare what waits, now that the variables are known; k + 1 tells k where it isn't."""
        while self.waiting:
            pattern, actual, owner = self.waiting.pop(0)
            if free_variables(pattern).keys() <= self.values.keys():
                self.same(pattern, substitute(pattern, self.values), actual, owner)
            elif isinstance(pattern, Op) and isinstance(actual, Op) and (
                (pattern.head, len(pattern.args)) == (actual.head, len(actual.args))
            ):
                for inner, term in zip(pattern.args, actual.args, strict=True):
                    self.terms(inner, term, owner)
            else:
                raise ClaimError(
                    f"{self.quantity.name} takes {owner[0]} with {pattern} in the sort, and "
                    f"{owner[1]} has {actual} there"
                )

    def same(
        self, pattern: Term, wanted: Term, actual: Term, owner: tuple[str, Term]
    ) -> None:
        """Refuse two terms that should be one."""
        if actual == wanted or worked_out(actual) == worked_out(wanted):
            return
        name = self.quantity.name
        if isinstance(actual.sort, DatabaseSort):
            raise ClaimError(f"in {name} two databases meet: {wanted} and {actual}")
        if isinstance(pattern, Var) and pattern.name in self.owners:
            rule = f"{self.owners[pattern.name]} and {owner[1]} share an alphabet"
            raise ClaimError(f"in {name} {rule}: {wanted} symbols meet {actual}")
        rule = f"the size of {owner[1]}, its {owner[0]}, is {pattern}"
        raise ClaimError(f"in {name} {rule}: {actual} symbols meet {wanted}")


def worked_out(term: Term) -> Term:
    """A size with sums and products of known numbers worked out."""
    if not isinstance(term, Op) or term.head not in ("add", "mul"):
        return term
    left, right = map(worked_out, term.args)
    if isinstance(left, Number) and isinstance(right, Number):
        one, two = left.value, right.value
        if one is not None and two is not None:
            return Number(one + two if term.head == "add" else one * two)
    return Op(term.head, (left, right), term.result)


@dataclass(frozen=True, eq=False)
class Word:
    """What authors call several quantities that their arguments tell apart, as KL of two laws on
    one alphabet or of two on the real line."""

    name: str
    quantities: tuple[Quantity, ...]
    doc: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.doc or self.quantities[0].doc)

    def __call__(self, *values: Any) -> Op:
        """The first of the quantities that takes such arguments."""
        chosen = (one for one in self.quantities if one.takes(values))
        return next(chosen, self.quantities[0])(*values)


# --- the registry ---------------------------------------------------------------------------------

QUANTITIES: dict[str, Quantity] = {}


class RecordError(ValueError):
    """A record that lacks something, or says what can't be."""


def quantity(
    name: str,
    arguments: Sequence[Var],
    result: Sort | Callable[[Match], Sort] = REAL,
    *,
    doc: str,
    text: str,
    latex: str,
    values: str = "",
    unit: str | None = None,
    repeats: bool = False,
    given: Sequence[Formula] | Callable[[Match], Sequence[Formula]] = (),
    certain: bool = True,
    order: Sequence[Var] | None = None,
    kinds: Mapping[Var, tuple[str, ...]] | None = None,
    details: int = 0,
    check: Callable[[Match], None] | None = None,
    definition: Term | None = None,
    reading: Callable[[Any, Op, list[Any]], Any] | None = None,
    theorem: str = "",
    view: Callable[..., Any] | None = None,
    examples: Iterable[tuple[Sequence[str], str]] = (),
    written: str = "",
    spellings: Sequence[str] = (),
    wants: Callable[[Match], Sequence[Sort]] | None = None,
    is_integrated: bool = False,
) -> Quantity:
    """Make a record and enter it; the parameters are those of `Quantity`.

    Raises:
        RecordError: the record lacks something; the message says what.
    """
    every = tuple(arguments)
    ordered = every if order is None else tuple(order)
    given_names = [var.name for var in ordered]
    record = Quantity(
        name, every, repeats, result, extended(values) if values else None, unit or "",
        given if callable(given) else tuple(given), certain, text, latex, " ".join(doc.split()),
        tuple(given_names), {var.name: chosen for var, chosen in (kinds or {}).items()}, details,
        check, definition, reading, " ".join(theorem.split()), view,
        tuple(Example(tuple(literals), value) for literals, value in examples),
        written or f"{name}({', '.join(given_names)}{', …' if repeats else ''})",
        tuple(spellings), wants, is_integrated,
    )
    _check_record(record, unit)
    QUANTITIES[name] = record
    return record


def _check_record(record: Quantity, unit: str | None) -> None:
    name = record.name
    if name in QUANTITIES:
        raise RecordError(f"two quantities are called {name}")
    if not record.doc:
        raise RecordError(f"{name} has no docstring")
    if record.reading is None and record.definition is None:
        raise RecordError(f"{name} has neither a reading nor a definition")
    if isinstance(record.result, RealSort | SizeSort) and record.values is None:
        raise RecordError(f"{name} doesn't say in which interval its values lie")
    if record.result == REAL and unit is None:
        raise RecordError(f"{name} has no unit: \"nats\", \"bits\", or \"\" for a plain number")
    if record.theorem and record.reading is None:
        raise RecordError(f"{name} names a theorem for a reading, and has none")
    for template in (record.text, record.latex, *record.spellings):
        _check_template(record, template)
    _check_variables(record)
    for var in record.arguments:
        kinds = record.kinds.get(var.name)
        if kinds is not None and getattr(_kinded(var.of), "kind", None) not in kinds:
            raise RecordError(f"{var.name} of {name} is declared of a kind that it may not be of")
    for example in record.examples:
        if len(example.arguments) != len(record.order):
            raise RecordError(f"an example of {name} has another number of arguments")


def is_number(record: Quantity) -> bool:
    """Whether the quantity is a number, as far as the record's sort tells."""
    return not callable(record.result) and is_arithmetic(record.result)


def _check_template(record: Quantity, template: str) -> None:
    """A template names arguments and groups of variables that there are."""
    letters = {mark + letter for letter in "abc"[: record.details] for mark in ("", "|")}
    for _, place, _, _ in string.Formatter().parse(template):
        if place is None or place in letters or (place in ("*", "rest") and record.repeats):
            continue
        if not place.isdigit() or int(place) >= len(record.arguments):
            raise RecordError(f"a template of {record.name} speaks of {{{place}}}")


# Sorts whose sizes count the symbols of laws, of which there is one at least.
_COUNTED = (
    PmfSort, ChannelSort, JointSort, MechanismSort, FrameworkSort, DataClassSort,
)


def _counted(sort: Sort) -> Iterable[Term]:
    if isinstance(sort, QueriesSort):
        return (sort.outputs,)
    return sort.sizes() if isinstance(sort, _COUNTED) else ()


def _check_variables(record: Quantity) -> None:
    """Implicit variables are found from the arguments' sorts, and nothing else is spoken of."""
    declared: dict[str, Var] = {}
    for var in record.arguments:
        for part in free_variables(var).values():
            if declared.setdefault(part.name, part) != part:
                raise RecordError(f"two variables of {record.name} are called {part.name}")
    if record.repeats:
        declared[COUNT.name] = COUNT
    spoken: list[Any] = [] if callable(record.given) else list(record.given)
    spoken += [] if record.definition is None else [record.definition]
    spoken += [] if callable(record.result) else list(record.result.sizes())
    for part in spoken:
        for var in free_variables(part).values():
            if declared.get(var.name) != var:
                raise RecordError(f"{record.name} speaks of {var.name}, which it doesn't take")
    told = {var.name for var in record.arguments if var.name in record.order}
    for var in record.arguments:
        if not is_arithmetic(var.of):
            told |= {name for size in var.of.sizes() for name in free_variables(size)}
    missing = set(declared) - told - {COUNT.name}
    if missing:
        raise RecordError(f"{min(missing)} of {record.name} can't be found from its arguments")
    explicit = set(record.arguments)
    counted = {size for var in declared.values() for size in _counted(var.of)}
    for var in set(declared.values()) - explicit - counted - {COUNT}:
        if isinstance(var.of, SizeSort) and var.of.low > 0:
            raise RecordError(f"{var.name} of {record.name} may be 0: declare it so")


__all__ = [
    "COUNT", "QUANTITIES", "SIZE", "Example", "Extended", "ExtendedSort", "Match", "Quantity",
    "RecordError", "Word", "extended", "is_number", "quantity", "worked_out",
]
