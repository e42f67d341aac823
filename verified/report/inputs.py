"""What a user gives a quantity: laws, channels, numbers as texts or files, made exact values.

A parameter is a variable of the language; its sort says what is read, in which domain, and which
alphabets must be one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING
from pathlib import Path
from typing import Any

from flint import arb, fmpq

from verified.errors import InputError, UnknownKeyError
from verified.kernel.truth import BallReading
from verified.measures.readings import MechanismValue, Reading, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined, less, less_equal, precision
from verified.numbers.exact import check_channel, check_pmf, rational, shown_total
from verified.report.decimals import decimal
from verified.report.files import read_json
from verified.report.frameworks import Setting, read_setting
from verified.report.matrices import Rows, read_file
from verified.syntax import sorts
from verified.syntax.quantity import ExtendedSort
from verified.syntax.terms import Term, Var

# How an infinite number may be written.
INFINITE = {"inf": 1, "oo": 1, "∞": 1, "-inf": -1, "-oo": -1, "-∞": -1}

# How many axes an array has for each; of more rows where there is one law is told when it is built.
AXES = {"channel": 2, "joint law": 2, "pmf": 1, "prior": 1, "event": 1, "list of numbers": 1}

# Of sums that miss 1 by less than that the difference is told.
_ROUNDED = fmpq(1, 10**4)

# The sorts whose values a user can write, and what messages call them. A class of laws comes with
# its framework.
KINDS: dict[type[sorts.Sort], str] = {
    sorts.RealSort: "number", ExtendedSort: "number", sorts.SizeSort: "size",
    sorts.SymbolSort: "index", sorts.EventSort: "event", sorts.RealsSort: "list of numbers",
    sorts.PmfSort: "pmf", sorts.JointSort: "joint law", sorts.ChannelSort: "channel",
    sorts.MechanismSort: "mechanism", sorts.PriorSort: "prior", sorts.FrameworkSort: "framework",
}


@dataclass(frozen=True)
class Parameter:
    """What a quantity takes: a variable, and what it is when it isn't given (None: it must be)."""

    var: Var
    default: str | None = None

    @property
    def name(self) -> str:
        """The variable's."""
        return self.var.name

    @property
    def kind(self) -> str:
        """What messages call its values."""
        return KINDS[type(self.var.of)]


# --- raw values: rows of texts or numbers ---------------------------------------------------------


def collect(
    quantity: str,
    parameters: Sequence[Parameter],
    literals: Sequence[str],
    named: Mapping[str, str],
    file: Path | None,
) -> dict[str, Any]:
    """The raw value of each parameter: rows of texts or numbers; for mechanisms and priors perhaps
    a `database` as well.

    Raises:
        InputError: one is missing, or one too many, or the file can't be read.
        UnknownKeyError: no parameter is called so.
    """
    names = [part.name for part in parameters]
    on_databases = any(
        isinstance(part.var.of, sorts.MechanismSort | sorts.PriorSort) for part in parameters
    )
    allowed = [*names, "database"] if on_databases else names
    for name in named:
        if name not in allowed:
            raise UnknownKeyError(f"parameter of {quantity}", name, allowed)
    kinds = {part.name: part.kind for part in parameters}
    raw: dict[str, Any] = {
        name: _written(kinds.get(name, ""), text) for name, text in named.items()
    }
    if file is not None:
        _from_file(quantity, parameters, file, raw, allowed)
    open_names = [name for name in names if name not in raw]
    if len(literals) > len(open_names):
        raise InputError(
            f"{quantity} takes {', '.join(names)}: {literals[len(open_names)]!r} is one more"
        )
    raw.update({
        name: _written(kinds[name], text) for name, text in zip(open_names, literals, strict=False)
    })
    for part in parameters:
        if part.name not in raw:
            if part.default is None:
                raise InputError(f"{quantity} lacks {part.name}, a {part.kind}")
            raw[part.name] = rows_of(part.default)
    return raw


def _from_file(
    quantity: str, parameters: Sequence[Parameter], file: Path, raw: dict[str, Any],
    allowed: list[str],
) -> None:
    content = read_file(file)
    kinds = {part.name: part.kind for part in parameters}
    if isinstance(content, Mapping):
        for name, value in content.items():
            if name not in allowed:
                raise UnknownKeyError(f"parameter of {quantity} in {file}", name, allowed)
            if kinds.get(name) == "framework":
                raw.setdefault(name, value)
            else:
                check_axes(kinds.get(name, ""), value, f"{name} in {file}")
                raw.setdefault(name, table_of(value, f"{name} in {file}"))
        return
    table = table_of(content, str(file))
    waiting = [part for part in parameters if part.name not in raw]
    matrices = [part for part in waiting if part.kind in ("channel", "mechanism", "joint law")]
    laws = [part for part in waiting if part.kind in ("pmf", "prior")]
    if matrices:
        check_axes(matrices[0].kind, content, str(file))
        database = leading_axes(content) if matrices[0].kind == "mechanism" else None
        if database is not None:
            raw.setdefault("database", [database])
        raw[matrices[0].name] = table
    elif len(table) <= len(laws):
        raw.update({part.name: [row] for part, row in zip(laws, table, strict=False)})
    else:
        raise InputError(
            f"{file} has {len(table)} rows, but {quantity} takes "
            f"{len(laws) or 'no'} laws from a file"
        )


def _written(kind: str, text: str) -> Any:
    """What stands on the command line for a parameter: rows, or the file of a framework."""
    if kind == "framework":
        return read_json(Path(text), parse_float=str, parse_constant=str)
    return rows_of(text)


def rows_of(text: str) -> Rows:
    """Numbers separated by commas, rows by semicolons."""
    return [[part.strip() for part in row.split(",")] for row in text.split(";")]


def table_of(value: Any, what: str) -> Rows:
    """A number, a list or nested lists as rows: all but the last axis are run together.

    Raises:
        InputError: it is nothing at all, or numbers stand beside lists.
    """
    if value is None:
        raise InputError(f"{what} is None (null in JSON); give numbers")
    if not isinstance(value, list):
        return [[value]]
    if not any(isinstance(part, list) for part in value):
        return [value]
    if not all(isinstance(part, list) for part in value):
        raise InputError(f"{what} mixes numbers and lists")
    return [row for part in value for row in table_of(part, what)]


def check_axes(kind: str, value: Any, what: str) -> None:
    """That nested lists have no more axes than what they are for; a mechanism has one for each
    entry of its database.

    Raises:
        InputError: they have more.
    """
    axes = 0
    while isinstance(value, list):
        axes, value = axes + 1, (value[0] if value else None)
    most = AXES.get(kind, axes)
    if axes > max(most, 2):
        raise InputError(
            f"{what} has {axes} axes; one {kind} has {('one', 'two')[most - 1]}: give one at a time"
        )


def leading_axes(value: Any) -> list[int] | None:
    """The alphabet sizes of a mechanism given as an array with one axis for each entry."""
    axes = []
    while isinstance(value, list) and value and isinstance(value[0], list):
        axes.append(len(value))
        value = value[0]
    return axes if len(axes) > 1 else None


# --- exact values ---------------------------------------------------------------------------------


class Builder:
    """Makes exact values of parameters, and notes what it did to them.

    Args:
        database: the alphabet sizes of its entries, as one row, where mechanisms stand on one.
        normalise: divide each law by its sum.
        term: what a text and the name of a number that is no rational stand for: a closed term, or
            an exact rational. Without it there must be a rational.

    Attributes:
        notes: what was done to the input, such as dividing rows by their sums.
    """

    def __init__(
        self,
        database: Rows | None,
        normalise: bool,
        term: Callable[[str, str], Any] | None = None,
    ) -> None:
        self.database = None if database is None else _sizes(database)
        self.normalise, self.term = normalise, term
        self.notes: list[str] = []

    def build(self, part: Parameter, rows: Any) -> Any:
        """The value of a parameter.

        Raises:
            InputError: the rows are none of its sort.
        """
        match part.kind:
            case "framework":
                return read_setting(rows, part.name, self.scaled)
            case "number":
                return self._number(part.var, _single(part.name, rows))
            case "index" | "size":
                return _whole(part.var, _single(part.name, rows))
            case "event":
                return frozenset(_whole(part.var, entry) for entry in _one_row(part, rows))
            case "list of numbers":
                listed = [
                    _number(part.var, x, j) for j, x in enumerate(_one_row(part, rows))
                ]
                return BallArray((len(listed),), listed)
            case "pmf" | "prior":
                law = check_pmf(self.scaled(_one_row(part, rows), part.name), part.name)
                return BallArray((len(law),), law)
            case "joint law":
                if len({len(row) for row in rows}) != 1:
                    raise InputError(f"the rows of {part.name} differ in length")
                flat = [entry for row in rows for entry in row]
                law = check_pmf(self.scaled(flat, part.name), part.name)
                return BallArray((len(rows), len(rows[0])), law)
        scaled = [
            self.scaled(row, f"row {i} of {part.name}", f"{part.name}[{i}]")
            for i, row in enumerate(rows)
        ]
        table = check_channel(scaled, part.name)
        flat = [entry for row in table for entry in row]
        if part.kind == "channel":
            return BallArray((len(table), len(table[0])), flat)
        database = self.database or (len(table),)
        if math.prod(database) != len(table):
            raise InputError(
                f"{part.name} has {len(table)} rows, but a database of alphabets "
                f"{', '.join(map(str, database))} has {math.prod(database)} instances"
            )
        return MechanismValue(BallArray((*database, len(table[0])), flat), database)

    def _number(self, var: Var, written: Any) -> Any:
        """A number of the variable's domain: a rational, ±∞ in a ball, or a closed term."""
        if self.term is None or not isinstance(written, str | Term) or _is_rational(written):
            return _number(var, written)
        if isinstance(var.of, ExtendedSort) and written in INFINITE:
            return _number(var, written)
        found = self.term(written, var.name) if isinstance(written, str) else written
        if not isinstance(found, Term):
            return _number(var, found)
        assert isinstance(var.of, sorts.RealSort)
        _check_domain(var, found, written)
        return found

    def scaled(self, law: list[Any], name: str, entry: str | None = None) -> list[Any]:
        """The law, divided by its sum if that was asked for; `entry` is what messages call its
        probabilities, before the place.

        Raises:
            InputError: that wasn't asked for, it doesn't sum to 1, and the sum is all that is
                wrong with it.
        """
        entry = name if entry is None else entry
        entries = [rational(part, f"{entry}[{index}]") for index, part in enumerate(law)]
        mass = sum(entries, fmpq(0))
        off = mass - 1
        if mass <= 0 or off == 0:
            return entries
        if not self.normalise:
            if any(part < 0 for part in entries):
                return entries
            total = shown_total(mass)
            if abs(off) < _ROUNDED:
                total = f"1 {'+' if off > 0 else '-'} {decimal(abs(off), ROUND_CEILING, 3)}"
            raise InputError(
                f"{name} sums to {total}, not 1: normalise=True (--normalise) divides it by its sum"
            )
        self.notes.append(f"{name} was divided by its sum, 1 {'+' if off > 0 else '-'} "
                          f"{decimal(abs(off), ROUND_CEILING, 3)}")
        return [entry / mass for entry in entries]


def _one_row(part: Parameter, rows: Rows) -> list[Any]:
    if len(rows) != 1:
        raise InputError(f"{part.name} has {len(rows)} rows; a {part.kind} is one")
    return rows[0]


def _sizes(rows: Rows) -> tuple[int, ...]:
    sizes = [rational(part, f"database[{index}]") for index, part in enumerate(rows[0])]
    for index, size in enumerate(sizes):
        if size.q != 1 or size < 1:
            raise InputError(f"database[{index}] is {size}; an alphabet has at least one symbol")
    return tuple(int(size.p) for size in sizes)


def _single(name: str, rows: Rows) -> Any:
    if len(rows) != 1 or len(rows[0]) != 1:
        raise InputError(f"{name} is a list; it must be one number")
    return rows[0][0]


def _number(var: Var, written: Any, place: int | None = None) -> Any:
    domain = var.of.element if isinstance(var.of, sorts.RealsSort) else var.of
    assert isinstance(domain, sorts.RealSort)
    name = var.name if place is None else f"{var.name}[{place}]"
    text = str(written).strip()
    if isinstance(domain, ExtendedSort):
        sign = INFINITE.get(text, 0)
        if sign > 0 and not domain.finite:
            return arb.pos_inf()
        if sign < 0 and not domain.bounded_below:
            return arb.neg_inf()
    value = rational(written, name)
    if not domain.contains(value):
        raise InputError(f"{name} is {written}; it must lie in {domain.describe()}")
    return value


def _is_rational(written: Any) -> bool:
    try:
        rational(written)
    except InputError:
        return False
    return True


def _check_domain(var: Var, term: Term, written: Any) -> None:
    """That a closed term lies in a variable's domain.

    Raises:
        InputError: it doesn't, or that isn't decided.
    """
    domain = var.of
    assert isinstance(domain, sorts.RealSort)
    with precision(256):
        try:
            value = BallReading().real(term, {})
        except (Indeterminate, Undefined, Unreadable) as error:
            raise InputError(f"{var.name} is {written}, which has no value: {error}") from None
        ends = []
        for end, is_open, sign in ((domain.low, domain.low_open, 1),
                                   (domain.high, domain.high_open, -1)):
            if end is not None:
                below = less if is_open else less_equal
                ends.append(below(end, value) if sign > 0 else below(value, end))
    if False in ends:
        raise InputError(f"{var.name} is {written}; it must lie in {domain.describe()}")
    if None in ends:
        raise InputError(
            f"{var.name} is {written}; whether it lies in {domain.describe()} isn't decided"
        )


def _whole(var: Var, written: Any) -> int:
    value = rational(written, var.name)
    least = var.of.low if isinstance(var.of, sorts.SizeSort) else 0
    if value.q != 1 or value < least:
        numbers = ", ".join(str(least + more) for more in range(3))
        raise InputError(f"{var.name} is {written}; it must be one of {numbers}, …")
    return int(value.p)


# --- alphabets that must agree --------------------------------------------------------------------


class Instance:
    """The values of several parameters, with those of the sizes and databases in their sorts.

    Attributes:
        values: by name; a class of laws comes with its framework, under the class's name.
    """

    def __init__(
        self, given: Mapping[Var, Any], reading: Reading, database: tuple[int, ...] | None = None
    ) -> None:
        """Find the sizes, and compare those that must be one.

        Raises:
            InputError: two alphabets that must be one differ, or an index is out of its alphabet.
        """
        self.reading, self.database = reading, database
        self.values: dict[str, Any] = {}
        # From which parameter a size was found.
        self._owners: dict[str, str] = {}
        told = []
        for var, value in given.items():
            self.values[var.name] = value.framework if isinstance(value, Setting) else value
            for size, found in self._sizes(var, value):
                if isinstance(size, Var) and size.name not in self.values:
                    self.values[size.name], self._owners[size.name] = found, var.name
                else:
                    told.append((size, found, var))
        for var, value in given.items():
            if isinstance(var.of, sorts.PriorSort):
                self._shape(var, value)
        for size, found, var in told:
            self._same(size, found, var)
        for var, value in given.items():
            if isinstance(var.of, sorts.SymbolSort | sorts.EventSort):
                self._within(var, var.of.size, value)

    def _sizes(self, var: Var, value: Any) -> list[tuple[Term, Any]]:
        """What a value says of the sizes in its sort."""
        match var.of:
            case sorts.PmfSort(size) | sorts.RealsSort(size):
                return [(size, value.shape[0])]
            case sorts.ChannelSort(inputs, outputs):
                return [(inputs, value.shape[0]), (outputs, value.shape[1])]
            case sorts.JointSort(_, alphabets):
                return list(zip(alphabets, value.shape, strict=True))
            case sorts.MechanismSort(database, outputs):
                return [(database, value.database), (outputs, value.table.shape[-1])]
            case sorts.FrameworkSort(size):
                return [(size, value.symbols)]
        return []

    def _same(self, size: Term, found: Any, var: Var) -> None:
        wanted = self.reading.term(size, self.values)
        if wanted == found:
            return
        owner = self._owners.get(str(size))
        if owner is not None:
            rule = f"{owner} and {var.name} must share an alphabet"
            raise InputError(f"{rule}: {wanted} symbols meet {found}")
        raise InputError(f"{var.name} has {found} symbols; it must have {size}, which is {wanted}")

    def _shape(self, var: Var, value: Any) -> None:
        """A prior has an axis for each entry of its database."""
        assert isinstance(var.of, sorts.PriorSort)
        database = var.of.database
        if isinstance(database, Var):
            self.values.setdefault(database.name, self.database or (len(value.data),))
        shape = self.reading.term(database, self.values)
        if math.prod(shape) != len(value.data):
            raise InputError(
                f"the {var.name} has {len(value.data)} masses, the database {math.prod(shape)} "
                "instances"
            )
        self.values[var.name] = BallArray(shape, value.data)

    def _within(self, var: Var, size: Term, value: Any) -> None:
        """Indices lie in their alphabets, where something tells these."""
        if isinstance(size, Var) and size.name not in self.values:
            return
        count = self.reading.term(size, self.values)
        for symbol in sorted(value) if isinstance(value, frozenset) else [value]:
            if symbol >= count:
                raise InputError(f"{var.name} is {symbol}; it must be one of 0 to {count - 1}")


__all__ = [
    "INFINITE", "KINDS", "Builder", "Instance", "Parameter", "check_axes", "collect",
    "leading_axes", "rows_of", "table_of",
]
