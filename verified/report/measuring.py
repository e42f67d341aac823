"""Every notion on a user's own mechanism: `verified measure`.

What is measured is whatever quantity has a record that takes nothing but a mechanism (or the
channel that its rows are), a prior, and numbers that are asked for. Each value is enclosed, and can
be certified: "some mechanism has this value", with the user's own as the instance.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flint import fmpq

from verified.errors import InputError, UnknownKeyError
from verified.kernel.certificate import certify
from verified.kernel.truth import Bounds
from verified.numbers.exact import rational
from verified.quantities.notions import DP
from verified.report.inputs import leading_axes, rows_of, table_of
from verified.report.matrices import Rows, read_file
from verified.report.quantities import (
    QUANTITIES,
    Quantity,
    Value,
    enclosed,
    given_values,
    value_of,
)
from verified.syntax import quantity as records
from verified.syntax import sorts
from verified.syntax.formulas import Formula, both, negation, substitute
from verified.syntax.statements import Statement, build_statement
from verified.syntax.terms import Number, Term, Var, equals, free_variables

# What a file may hold, by name; "channel" is another word for "mechanism".
KEYS = ("mechanism", "database", "prior")
# The numbers that quantities take, and at which ones they are measured unless others are asked for.
DEFAULTS: Mapping[str, tuple[str, ...]] = {
    "eps": ("0", "1"), "delta": ("0", "1/1000000"), "alpha": ("2",),
}
# Quantities of an index are measured at each of its values, up to that many.
MOST_PLACES = 64
_TABLES = (sorts.MechanismSort, sorts.ChannelSort)
_LAWS = (sorts.PmfSort, sorts.PriorSort)


@dataclass(frozen=True)
class Subject:
    """What is measured.

    Attributes:
        rows: the mechanism: one law of responses for each database, the last entry fastest.
        database: the alphabet sizes of the database's entries; without one, the mechanism's input
            is one entry, so that any two inputs are neighbours (local privacy).
        prior: a law of the databases, if there is one.
        notes: what was done to the input.
    """

    rows: tuple[tuple[fmpq, ...], ...]
    database: tuple[int, ...]
    prior: tuple[fmpq, ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def is_structured(self) -> bool:
        """Whether the input is a database of more than one entry."""
        return len(self.database) > 1

    def raw(self, part: Var) -> Rows:
        """What stands for a parameter that is the mechanism, or its prior."""
        if isinstance(part.of, _LAWS):
            assert self.prior is not None
            return [list(self.prior)]
        return [list(row) for row in self.rows]


@dataclass(frozen=True)
class Measured:
    """One value: of a quantity, at numbers by the parameters' names.

    Attributes:
        value: None where there is none; `reason` tells why.
        moves: the numbers and indices that the quantity was measured at.
    """

    quantity: Quantity
    moves: Mapping[str, Any] = field(default_factory=dict)
    value: Value | None = None
    reason: str = ""


# --- what a user gives ----------------------------------------------------------------------------


def read_subject(
    file: Path, prior: str | None = None, database: str | None = None, normalise: bool = False
) -> Subject:
    """The mechanism of a file: a matrix, nested lists, or an object with `mechanism`, and perhaps
    `database` and `prior`.

    Args:
        file: as for `read_file`.
        prior: masses with commas between them, or the path of a file with them.
        database: alphabet sizes with commas between them.
        normalise: divide each law by its sum.

    Raises:
        InputError: something isn't what it should be, or is given twice.
        UnknownKeyError: the object has a name that nothing here has.
    """
    content = read_file(file)
    if not isinstance(content, Mapping):
        content = {"mechanism": content}
    content = dict(content)
    if "channel" in content:
        if "mechanism" in content:
            raise InputError(f"{file} has a mechanism and a channel, which are two words for one")
        content["mechanism"] = content.pop("channel")
    for name in content:
        if name not in KEYS:
            raise UnknownKeyError(f"part of {file}", name, [*KEYS, "channel"])
    if "mechanism" not in content:
        raise InputError(f"{file} has no mechanism")
    for name, text in (("prior", prior), ("database", database)):
        if text is None:
            continue
        if name in content:
            raise InputError(f"the {name} is given twice: by --{name} and in {file}")
        content[name] = _list_of(name, text)
    return subject(normalise=normalise, **content)


def _list_of(name: str, text: str) -> Any:
    if Path(text).suffix.lower() in (".csv", ".tsv", ".json", ".npy", ".npz"):
        return read_file(Path(text))
    rows = rows_of(text)
    if len(rows) != 1:
        raise InputError(f"--{name} is {text!r}; it must be one list of numbers")
    return rows[0]


def subject(
    mechanism: Any, database: Any = None, prior: Any = None, normalise: bool = False
) -> Subject:
    """A subject of nested lists of numbers; a mechanism with an axis for each entry tells its
    database.

    Raises:
        InputError: something isn't what it should be.
    """
    raw: dict[str, Any] = {"mechanism": table_of(mechanism, "mechanism")}
    axes = leading_axes(mechanism)
    if database is not None:
        raw["database"] = table_of(database, "database")
        sizes = [rational(part, "database") for part in raw["database"][0]]
        if axes is not None and list(map(fmpq, axes)) != sizes:
            raise InputError(f"the mechanism has axes {axes}, and the database is {database}")
    elif axes is not None:
        raw["database"] = [axes]
    values, notes = given_values(QUANTITIES["kl_dp"], raw, normalise)
    made = values["mechanism"]
    width = made.table.shape[-1]
    cells = made.table.data
    rows = tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))
    masses = None
    if prior is not None:
        # Checked by a quantity that takes a prior beside a channel of as many rows.
        pair = {"prior": table_of(prior, "prior"), "channel": [list(row) for row in rows]}
        if len(pair["prior"]) > 1:
            pair["prior"] = [[part for row in pair["prior"] for part in row]]
        found, more = given_values(QUANTITIES["information"], pair, normalise)
        masses, notes = tuple(found["prior"].data), (*notes, *more)
    return Subject(rows, tuple(made.database), masses, notes)


# --- which values ---------------------------------------------------------------------------------


def measurable(of: Subject) -> list[Quantity]:
    """The quantities that a subject has."""
    return [quantity for quantity in QUANTITIES.values() if _fits(quantity, of)]


def _fits(quantity: Quantity, of: Subject) -> bool:
    tables = 0
    for part in quantity.parameters:
        match part.var.of:
            case sorts.MechanismSort() | sorts.ChannelSort():
                tables += 1
            case sorts.PmfSort() | sorts.PriorSort():
                if of.prior is None or part.name != "prior":
                    return False
            case sorts.SymbolSort():
                pass
            case sorts.RealSort():
                if part.name not in DEFAULTS:
                    return False
            case _:
                return False
    return tables == 1


def measure(
    of: Subject, names: Sequence[str] = (), numbers: Mapping[str, Sequence[str]] | None = None,
    width: str = "1e-12",
) -> Iterator[Measured]:
    """Every value, one after the other.

    Args:
        of: the subject.
        names: only these quantities.
        numbers: texts of the ε, δ and orders at which to measure, by `DEFAULTS`' names.
        width: the relative width of each value.

    Raises:
        InputError: a number is outside of what a quantity takes.
        UnknownKeyError: a name isn't that of a quantity of the subject.
    """
    known = {quantity.name: quantity for quantity in measurable(of)}
    for name in names:
        if name not in known:
            raise UnknownKeyError("quantity of this mechanism", name, known)
    relative = rational(width, "the width")
    if not 0 < relative < 1:
        raise InputError(f"the width is {width}; a relative width lies between 0 and 1")
    asked = {**DEFAULTS, **(numbers or {})}
    for quantity in [known[name] for name in names] or known.values():
        for moves in _places(quantity, of, asked):
            yield _measured(quantity, of, moves, relative)


def _places(
    quantity: Quantity, of: Subject, numbers: Mapping[str, Sequence[str]]
) -> Iterator[dict[str, Any]]:
    """The numbers and indices at which a quantity is measured."""
    choices: dict[str, Sequence[Any]] = {}
    for part in quantity.parameters:
        if isinstance(part.var.of, sorts.SymbolSort):
            choices[part.name] = range(_count(part.var, quantity, of))
        elif isinstance(part.var.of, sorts.RealSort):
            choices[part.name] = numbers[part.name]
    product = itertools.product(*choices.values())
    for values in itertools.islice(product, MOST_PLACES):
        yield dict(zip(choices, values, strict=True))


def _count(index: Var, quantity: Quantity, of: Subject) -> int:
    """How many values an index has: entries of the database, or responses, or inputs."""
    size = index.of.size  # type: ignore[attr-defined]
    for part in quantity.parameters:
        if isinstance(part.var.of, sorts.ChannelSort):
            if size == part.var.of.outputs:
                return len(of.rows[0])
            if size == part.var.of.inputs:
                return len(of.rows)
    return len(of.database)


def _measured(
    quantity: Quantity, of: Subject, moves: Mapping[str, Any], width: fmpq
) -> Measured:
    raw: dict[str, Any] = {name: [[value]] for name, value in moves.items()}
    on_database = False
    for part in quantity.parameters:
        if isinstance(part.var.of, (*_TABLES, *_LAWS)):
            raw[part.name] = of.raw(part.var)
        on_database |= isinstance(part.var.of, sorts.MechanismSort | sorts.PriorSort)
    if on_database:
        raw["database"] = [list(of.database)]
    given, _ = given_values(quantity, raw)
    try:
        found, _ = enclosed(quantity, given, width, fmpq(1, 2))
    except InputError as error:
        return Measured(quantity, moves, reason=str(error))
    return Measured(quantity, moves, value_of(quantity, found, width, of.notes))


# --- certificates ---------------------------------------------------------------------------------


def certificate(measured: Measured, of: Subject) -> dict[str, Any] | None:
    """A play that shows a value: some mechanism has a value between two numbers, and here is one.

    Its numbers are the value's ends, each moved outwards by the distance between them where the
    value isn't known exactly. Of the least ε at a δ it says that (ε,δ)-DP holds at the upper number
    and not at the lower one. None where there is no value, or no precision decides.
    """
    from verified.attack.certify import with_bounds
    from verified.kernel.certificate import Undecided

    if measured.value is None:
        return None
    stated = _statement(measured)
    if stated is None:
        return None
    moves = {var.name: _move(var, measured, of, stated) for var in stated.variables}
    bounds: Bounds = {}
    name = f"mine/{measured.quantity.name}"
    try:
        return with_bounds(  # type: ignore[no-any-return]
            bounds, _relative(measured.value), lambda: certify(name, stated, "proof", moves, bounds)
        )
    except Undecided:
        return None


def _statement(measured: Measured) -> Statement | None:
    quantity, value = measured.quantity, measured.value
    assert value is not None
    numbers: dict[str, Term] = {
        part.name: Number(rational(measured.moves[part.name]))
        for part in quantity.parameters
        if isinstance(part.var.of, sorts.RealSort) and part.name in measured.moves
    }
    record = records.QUANTITIES.get(quantity.name)
    if record is not None and len(record.arguments) == len(quantity.parameters):
        term = substitute(record.of(record.arguments), numbers)
        then: Formula | None = _between(term, value)
    elif quantity.name == "dp_epsilon":
        mechanism = next(part.var for part in quantity.parameters if part.name == "mechanism")
        then = _least_level(mechanism, numbers["delta"], value)
    else:
        then = None
    if then is None:
        return None
    return build_statement(
        f"mine/{quantity.name}", list(free_variables(then).values()), [], then, "exists"
    )


def _between(term: Term, value: Value) -> Formula:
    if value.exact is not None:
        return equals(term, Number(rational(value.exact)))
    if value.low == value.high == "inf":
        return equals(term, Number(None))
    low, high = _wider(value)
    return both(Number(low) <= term, term <= Number(high))


def _least_level(mechanism: Var, delta: Term, value: Value) -> Formula | None:
    """That a number is a level of (ε,δ)-DP, and that a lower one isn't."""
    if value.low == "inf":
        return None
    if value.exact is not None:
        level = rational(value.exact)
        return DP(mechanism, Number(level), delta) if level == 0 else None
    low, high = _wider(value)
    return both(
        DP(mechanism, Number(high), delta), negation(DP(mechanism, Number(low), delta))
    )


def _wider(value: Value) -> tuple[fmpq, fmpq]:
    """The ends, moved outwards by the distance between them, so that balls can tell."""
    low, high = rational(value.low), rational(value.high)
    return 2 * low - high, 2 * high - low


def _relative(value: Value) -> fmpq:
    """To which relative width a capacity must be enclosed for the certificate."""
    low, high = value.low, value.high
    if value.exact is not None or "inf" in high or rational(high) == 0:
        return fmpq(1, 10**15)
    return (rational(high) - rational(low)) / abs(rational(high)) / 4


def _move(var: Var, measured: Measured, of: Subject, stated: Statement) -> Any:
    """A variable's exact value as JSON data."""
    rows = [[str(entry) for entry in row] for row in of.rows]
    match var.of:
        case sorts.MechanismSort() | sorts.ChannelSort():
            return rows
        case sorts.PmfSort() | sorts.PriorSort():
            assert of.prior is not None
            return [str(mass) for mass in of.prior]
        case sorts.DatabaseSort():
            return list(of.database)
        case sorts.SymbolSort():
            return int(measured.moves[var.name])
        case sorts.SizeSort():
            return _size(var, of, stated)
    raise InputError(f"no certificate speaks of {var.name}")


def _size(var: Var, of: Subject, stated: Statement) -> int:
    for other in stated.variables:
        match other.of:
            case sorts.ChannelSort(inputs, outputs):
                if var == inputs:
                    return len(of.rows)
                if var == outputs:
                    return len(of.rows[0])
            case sorts.MechanismSort(_, outputs):
                if var == outputs:
                    return len(of.rows[0])
            case sorts.PmfSort(size):
                if var == size:
                    return len(of.rows)
    raise InputError(f"no certificate speaks of {var.name}")


# --- telling --------------------------------------------------------------------------------------


def told(measured: Measured) -> str:
    """One value in a line."""
    at = ", ".join(f"{name} = {value}" for name, value in measured.moves.items())
    name = f"{measured.quantity.name}({at})" if at else measured.quantity.name
    value, unit = measured.value, f" {measured.quantity.unit}" if measured.quantity.unit else ""
    if value is None:
        return f"{name}: {measured.reason}"
    if value.exact is not None and len(value.exact) <= 40:
        return f"{name} = {value.exact}{unit} exactly"
    if value.low == value.high:
        return f"{name} = {value.low}{unit}"
    return f"{name} in [{value.low}, {value.high}]{unit}"


def measured_record(measured: Measured) -> dict[str, Any]:
    """One value for a program to read."""
    value = measured.value
    return {
        "quantity": measured.quantity.name,
        "meaning": measured.quantity.meaning,
        "at": {name: str(given) for name, given in measured.moves.items()},
        "unit": measured.quantity.unit or None,
        "low": None if value is None else value.low,
        "high": None if value is None else value.high,
        "exact": None if value is None else value.exact,
        "reason": measured.reason or None,
    }


__all__ = [
    "DEFAULTS", "Measured", "Subject", "certificate", "measurable", "measure", "measured_record",
    "read_subject", "subject", "told",
]
