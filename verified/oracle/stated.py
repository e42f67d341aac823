"""Quantities of the language by the names of their records, where these aren't words for a user's
data: those of laws on the line and on the integers, which are terms, whole numbers, and what
arithmetic is made of.

Each record is either one of `report.quantities`, or is evaluated here as a term by its name, or
there is a reason why it is none that has a value by itself (`why_not`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import verified.quantities  # noqa: F401 (enters the records)
from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.oracle.expressions import enclose, law_of
from verified.report.inputs import KINDS
from verified.report.quantities import QUANTITIES
from verified.syntax import quantity as records
from verified.syntax.formulas import substitute
from verified.syntax.quantity import Quantity
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    DataClassSort,
    EventSort,
    FrameworkSort,
    IntegerLawSort,
    JointSort,
    LawSort,
    MechanismSort,
    MemberSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.syntax.terms import is_arithmetic

_LAWS = (LawSort, IntegerLawSort)
_CALLED: dict[type, str] = {
    PmfSort: "a law", PriorSort: "a law of databases", ChannelSort: "a channel",
    MechanismSort: "a mechanism", JointSort: "a joint law", EventSort: "an event",
    SymbolSort: "a symbol", DatabaseSort: "a database's shape", FrameworkSort: "a framework",
    MemberSort: "a law of a class", DataClassSort: "a class of laws", LawSort: "a law on the line",
    IntegerLawSort: "a law on the integers", QueriesSort: "queries",
}


def names_of(record: Quantity) -> list[str]:
    """The names of its arguments, in the order in which authors give them."""
    return list(record.order)


def numbers_of(record: Quantity) -> set[str]:
    """The names of those that are one number."""
    return {
        var.name for var in record.arguments if isinstance(var.of, RealSort | SizeSort)
    }


def why_not(name: str) -> str | None:
    """Why a quantity has no value by its name; None where it has one.

    Raises:
        KeyError: there is no such record.
    """
    record = records.QUANTITIES[name]
    if name in QUANTITIES:
        return None
    shown = record.written
    if record.repeats and record.details == 0 and any(
        isinstance(var.of, _LAWS) for var in record.arguments
    ) and _is_number(record):
        return (f"{name} takes any number of arguments: write it as a term, {shown}, and give its "
                "names values")
    if (record.repeats or record.details) and _is_number(record):
        return (f"{name} is {shown}, where the joint law's variables are named: in Python, "
                "verified.enclose takes such a term, and the joint law as J=rows")
    if not _is_number(record):
        made = _CALLED.get(type(_sort(record)), "a law or a channel")
        return f"{name} is {shown}, {made} and no number; terms of numbers may hold it"
    if all(isinstance(var.of, EventSort) for var in record.arguments):
        return (f"{name} takes an event alone, whose alphabet nothing tells; terms may hold it "
                f"({shown})")
    inferred = {var.name for var in record.arguments} - set(record.order)
    for var in record.arguments:
        given = type(var.of) in KINDS or isinstance(var.of, _LAWS)
        if not given and not (var.name in inferred and isinstance(var.of, DatabaseSort)):
            called = _CALLED.get(type(var.of), "what has no values of its own")
            return (f"{name} takes {called}, which can't be given here; claims speak of it "
                    f"({shown})")
    return None


def _sort(record: Quantity) -> Sort | None:
    """The sort of its terms; None where the names that come with them tell it."""
    if isinstance(record.result, Sort):
        return record.result
    try:
        return record.of(record.arguments).sort
    except ClaimError:
        return None


def _is_number(record: Quantity) -> bool:
    sort = _sort(record)
    return sort is not None and is_arithmetic(sort)


def stated(name: str, values: Mapping[str, Any], width: Any, normalise: bool = False) -> Certified:
    """The certified value of a quantity that isn't one of `report.quantities`.

    Args:
        name: a record's.
        values: by the arguments' names; laws on the line and on the integers as texts, such as
            "poisson(2)", or terms.
        width: the relative width asked for.
        normalise: divide each law by its sum.

    Raises:
        InputError: it has no value by its name, or the input breaks a rule.
        UnknownKeyError: no argument is called so.
    """
    reason = why_not(name)
    if reason is not None:
        raise InputError(reason)
    record = records.QUANTITIES[name]
    known = names_of(record)
    for key in values:
        if key not in known:
            raise UnknownKeyError(f"parameter of {name}", key, known)
    for key in known:
        if key not in values:
            raise InputError(f"{name} lacks {key}")
    laws = {
        var.name: law_of(values[var.name], var.name, type(var.of))
        for var in record.arguments if isinstance(var.of, _LAWS)
    }
    term = substitute(record.of(record.arguments), laws)
    rest = {key: value for key, value in values.items() if key not in laws}
    return enclose(term, width=width, normalise=normalise, **rest)


__all__ = ["names_of", "numbers_of", "stated", "why_not"]
