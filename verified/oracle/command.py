"""`verified value`: quantities, functions of the accounting room and terms, from texts."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from flint import fmpq

from verified.accounting.decimals import directed
from verified.accounting.enclosures import NotReachedError
from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.oracle.expressions import enclose, read_number
from verified.oracle.functions import ACCOUNTANTS, ALIASES, accountant_parameters
from verified.oracle.functions import value as valued
from verified.oracle.rounds import COMPOSITIONS
from verified.report.quantities import QUANTITIES, Quantity, Value
from verified.report.quantities import evaluate as on_data
from verified.syntax import quantity as records

WIDTH = "1e-12"


def listing() -> Iterator[str]:
    """What there is, a line each."""
    for known in QUANTITIES.values():
        takes = "".join(f" {part.name}" for part in known.parameters)
        yield f"{known.name}{takes}: {known.meaning}{f', in {known.unit}' if known.unit else ''}"
    for name, made in ACCOUNTANTS.items():
        sentence = " ".join((inspect.getdoc(made) or "").split("\n\n")[0].split()).rstrip(".")
        yield f"{name} {' '.join(accountant_parameters(name))}: {sentence}"
    for name, made in COMPOSITIONS.items():
        rounds = [part for part in inspect.signature(made).parameters if part != "width"]
        sentence = (inspect.getdoc(made) or "").split("\n\n")[0].rstrip(".")
        yield f"{name} {' '.join(rounds)}: {sentence}"


def evaluate(
    quantity: str,
    literals: Sequence[str],
    named: Mapping[str, str],
    file: Path | None,
    width: str | None,
    normalise: bool,
) -> Value:
    """The certified value of a quantity, or of a term of the language.

    Args:
        quantity: a name, as on the command line or in claims, or a term's text.
        literals, named, file, normalise: as for `verified.report.quantities.evaluate`.
        width: the relative width; None where none is asked for.

    Raises:
        InputError: the input breaks a rule, or the value is undefined or not enclosed that
            narrowly.
        UnknownKeyError: no quantity or parameter is called so.
    """
    name = ALIASES.get(quantity, quantity)
    by_record = name not in QUANTITIES and name in records.QUANTITIES
    accounted = name in ACCOUNTANTS or name in COMPOSITIONS
    if not accounted and name.isidentifier() and not by_record:
        if name not in QUANTITIES:
            known = [*QUANTITIES, *ALIASES, *ACCOUNTANTS, *COMPOSITIONS]
            raise UnknownKeyError("quantity", name, known)
        return on_data(name, literals, named, file, width or WIDTH, normalise, read_number)
    if file is not None:
        raise InputError(f"{quantity} takes no file; data are given by --param")
    try:
        given: dict[str, Any] = dict(named)
        if by_record:
            found = valued(name, *literals, **given, width=width, normalise=normalise)
        elif accounted:
            if normalise:
                raise InputError(f"{name} takes numbers; --normalise is for laws")
            found = valued(name, *literals, **given, width=width)
        else:
            if literals:
                raise InputError(
                    f"{quantity} is a term; give its variables by --param, such as P=1/3,2/3"
                )
            found = enclose(quantity, width=width or WIDTH, normalise=normalise, **named)
    except NotReachedError as error:
        raise InputError(f"{name} isn't enclosed here: {error}") from None
    return written(name, found)


def written(name: str, found: Certified) -> Value:
    """A certified value in decimals, its ends rounded outwards."""
    asked = Quantity(name, name, (), found.unit, lambda reading, given: None)
    if not found.exact or isinstance(found.enclosure.low, fmpq):
        low, high = _decimals(found)
    else:
        low = high = str(found.float_up)
    exact = str(found.enclosure.low) if found.exact and "inf" not in low else None
    return Value(asked, low, high, exact, found.notes)


def _decimals(found: Certified) -> tuple[str, str]:
    """Both ends, in so many digits that the width can be told."""
    digits = 17
    if not found.exact and found.relative_width > 0:
        digits = max(6, 4 - Decimal(repr(found.relative_width)).adjusted())
    enclosure = found.enclosure
    return directed(enclosure.low, digits, False), directed(enclosure.high, digits, True)


__all__ = ["evaluate", "listing", "written"]
