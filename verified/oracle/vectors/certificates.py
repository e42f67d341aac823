"""Certificates of vectors: what shows a vector's value to whoever doesn't trust the code that made
it, and the id by which a vector names it.

There are two kinds:

- `play`: the value of a quantity of the language, as the statement "for some laws the quantity lies
  between `lo` and `hi`" with the vector's laws as moves. The kernel decides it, and so does the
  second checker, which shares no code with this package, where it knows the quantity. The id has a
  digest of the statement and the moves.
- `value`: of the accounting room, whose functions are no words of the language. The id has the
  vector's own digest, of function, inputs and ends; `verified.audit.rechecking` looks at the value
  a second time, by mpmath alone where there is a second way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq

from verified.kernel.certificate import Undecided, certify
from verified.kernel.truth import Bounds, MissingBound
from verified.kernel.values import Rejected
from verified.numbers.balls import Indeterminate, Undefined
from verified.quantities.notions import DP
from verified.report.quantities import QUANTITIES
from verified.syntax import quantity as records
from verified.syntax import sorts
from verified.syntax.formulas import Formula, both, negation, substitute
from verified.syntax.quantity import ExtendedSort
from verified.syntax.serial import FormatError, statement_data
from verified.syntax.statements import Statement, build_statement
from verified.syntax.terms import Number, Term, Var, equals, free_variables

PLAY, VALUE = "play", "value"
_DIGITS = 16
# The relative width of a proposed bound on a capacity: a thousandth of a vector's last digit.
_BOUND_WIDTH = fmpq(1, 10**19)
# Higher precisions than most statements need; lo and hi are told to 16 digits.
_PRECISIONS = (64, 128, 256, 512, 1024)
_Play = tuple[Statement, dict[str, Any]]


def certificate_id(
    function: str, given: Mapping[str, Any], value: Mapping[str, Any], digest: str
) -> str:
    """The id of a vector's certificate: its kind, a hyphen and 16 hexadecimal digits.

    Args:
        function: which.
        given: parameters and inputs, exact.
        value: the vector's `exact`, `lo` and `hi`.
        digest: the vector's own.
    """
    stated = play(function, given, value)
    if stated is not None and held(function, stated) is not None:
        return f"{PLAY}-{play_digest(*stated)}"
    return f"{VALUE}-{digest}"


def play_digest(statement: Statement, moves: Mapping[str, Any]) -> str:
    """The first 16 hexadecimal digits of a SHA-256 of a play's statement and moves, as they stand
    in the certificate."""
    return content_digest({"statement": statement_data(statement), "moves": dict(moves)})


def content_digest(play_content: Mapping[str, Any]) -> str:
    """The same, of a certificate as JSON data."""
    told = {key: play_content[key] for key in ("statement", "moves")}
    canonical = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:_DIGITS]


def held(function: str, stated: _Play) -> dict[str, Any] | None:
    """The play as a certificate, as the kernel accepts it; None where it doesn't."""
    from verified.attack.certify import with_bounds

    statement, moves = stated
    bounds: Bounds = {}
    try:
        found = with_bounds(
            bounds, _BOUND_WIDTH,
            lambda: certify(
                f"mine/{function}", statement, "proof", moves, bounds, _PRECISIONS
            ),
        )
    except (Undecided, MissingBound, Indeterminate, Undefined, Rejected, FormatError):
        return None
    return None if found is None else dict(found)


# --- statements -----------------------------------------------------------------------------------


def play(function: str, given: Mapping[str, Any], value: Mapping[str, Any]) -> _Play | None:
    """The statement and the moves that say a vector's value; None where the language can't."""
    if function not in QUANTITIES:
        return None
    asked = QUANTITIES[function]
    numbers, data = {}, {}
    for part in asked.parameters:
        raw = given.get(part.name, part.default)
        if raw is None:
            return None
        if isinstance(part.var.of, sorts.RealSort | ExtendedSort):
            numbers[part.name] = _number(raw)
        elif isinstance(part.var.of, sorts.SizeSort):
            numbers[part.name] = _number(int(raw))
        else:
            data[part.name] = raw
    variables = {part.name: part.var for part in asked.parameters}
    try:
        then = _conclusion(function, variables, numbers, value)
        if then is None:
            return None
        free = list(free_variables(then).values())
        stated = build_statement(f"mine/{function}", free, [], then, "exists")
        moves = {
            var.name: _move(var, data, given, list(variables.values()))
            for var in stated.variables
        }
    except (LookupError, sorts.ClaimError):
        # Nothing given tells a variable, or a term comes with more than its arguments.
        return None
    return stated, moves


def _number(raw: Any) -> Term:
    if isinstance(raw, str) and raw.startswith("log("):
        argument = Number(fmpq(*Fraction(raw[4:-1]).as_integer_ratio()))
        return records.QUANTITIES["log"].of((argument,))
    if raw == "inf":
        return Number(None)
    return Number(fmpq(*Fraction(raw).as_integer_ratio()))


def _conclusion(
    function: str, variables: Mapping[str, Var], numbers: Mapping[str, Term],
    value: Mapping[str, Any],
) -> Formula | None:
    record = records.QUANTITIES.get(function)
    if record is not None and len(record.arguments) == len(variables):
        return _between(substitute(record.of(record.arguments), numbers), value)
    if function == "dp_epsilon":
        return _least_level(
            lambda level: DP(variables["mechanism"], level, numbers["delta"]), value
        )
    if function == "least_epsilon":
        stick, delta = records.QUANTITIES["hockey_stick"], numbers["delta"]
        one, two = variables["P"], variables["Q"]
        return _least_level(
            lambda level: both(stick.of((one, two, level)) <= delta,
                               stick.of((two, one, level)) <= delta),
            value,
        )
    return None


def _between(term: Term, value: Mapping[str, Any]) -> Formula:
    if value["exact"] is not None:
        return equals(term, Number(_rational(value["exact"])))
    if value["lo"] == "inf":
        return equals(term, Number(None))
    low, high = _rational(value["lo"]), _rational(value["hi"])
    above = term <= Number(high)
    # A value that may be 0 can't be told from 0; it is the upper end that is shown.
    return above if low == 0 else both(Number(low) <= term, above)


def _least_level(within: Any, value: Mapping[str, Any]) -> Formula | None:
    """That a number is enough, and that a lower one isn't."""
    if value["lo"] == "inf":
        return None
    if value["exact"] is not None:
        level = _rational(value["exact"])
        return within(Number(level)) if level == 0 else None
    enough = within(Number(_rational(value["hi"])))
    return both(enough, negation(within(Number(_rational(value["lo"])))))


def _rational(text: str) -> fmpq:
    return fmpq(*Fraction(text).as_integer_ratio())


# --- moves ----------------------------------------------------------------------------------------


def _move(
    var: Var, data: Mapping[str, Any], given: Mapping[str, Any], parameters: list[Var]
) -> Any:
    """A variable's exact value as JSON data.

    Raises:
        LookupError: nothing given tells it.
    """
    if var.name in data:
        return _told(data[var.name], var.of)
    if isinstance(var.of, sorts.DatabaseSort):
        return list(given["database"])
    if isinstance(var.of, sorts.SizeSort):
        for other in parameters:
            if other.name in data and var in other.of.sizes():
                return _size(var, other.of, data[other.name])
    raise LookupError(var.name)


def _told(raw: Any, sort: sorts.Sort) -> Any:
    if isinstance(sort, sorts.SymbolSort):
        return int(raw)
    if isinstance(sort, sorts.EventSort):
        return [int(part) for part in raw]
    if isinstance(raw, tuple):
        return [_told(part, sort) for part in raw]
    return str(fmpq(*Fraction(raw).as_integer_ratio()))


def _size(var: Var, sort: sorts.Sort, raw: Any) -> int:
    match sort:
        case sorts.ChannelSort(inputs, _):
            return len(raw) if var == inputs else len(raw[0])
        case sorts.MechanismSort():
            return len(raw[0])
        case sorts.PmfSort():
            return len(raw)
        case sorts.RealsSort():
            return len(raw)
    raise LookupError(var.name)


__all__ = [
    "PLAY", "VALUE", "certificate_id", "content_digest", "held", "play", "play_digest",
]
