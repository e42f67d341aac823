"""Certificates: evidence as a file that anyone can check without the search or the paper.

A certificate is a JSON object that holds the statement itself, the moves (exact values of every
variable), a prior for each capacity that is met, and enclosures of the sides that decide.
`certificate.schema.json` beside this module is the published schema; `check` trusts none of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verified.kernel.truth import (
    PRECISIONS,
    BallReading,
    Bounds,
    MissingBound,
    decide,
    enclosure,
    truth,
)
from verified.kernel.values import Rejected, read_moves
from verified.measures.readings import Env
from verified.numbers.balls import Indeterminate, Undefined, infinite, precision
from verified.syntax.claims import Statement
from verified.syntax.formulas import And, Formula, Not, Or, Relation
from verified.syntax.goals import Goal, goal
from verified.syntax.serial import (
    FormatError,
    digest,
    read_rational,
    read_statement,
    statement_data,
)
from verified.syntax.sorts import ClaimError
from verified.syntax.wellformed import check_statement

SCHEMA = 1
FIELDS = ("schema", "kind", "claim", "polarity", "statement", "digest", "moves", "bounds",
          "evidence", "seal")
# Digits of the ends of a stored enclosure: enough to read, and few enough to stay short.
DIGITS = 12
EVIDENCE_BITS = 128
# What evaluating a statement from outside may raise at sizes where it makes no sense.
_MEANINGLESS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
)


class Undecided(ArithmeticError):
    """No precision tells whether the play meets its goal."""


@dataclass(frozen=True)
class Checked:
    """What a certificate that holds has shown."""

    claim: str
    polarity: str
    statement: Statement
    env: dict[str, Any]
    bits: int


def seal(certificate: Mapping[str, Any]) -> str:
    """SHA-256 of everything but the seal: it catches accidents, the check catches the rest."""
    content = {name: value for name, value in certificate.items() if name != "seal"}
    written = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()


def certify(
    claim: str,
    statement: Statement,
    polarity: str,
    moves: Mapping[str, Any],
    bounds: Bounds,
    precisions: Sequence[int] = PRECISIONS,
) -> dict[str, Any] | None:
    """The certificate of a play, or None where the play doesn't decide the goal in its favour.

    Args:
        claim: the claim's name, with its reading, for whoever reads it.
        polarity: "refutation", "proof" or "witness" (see `verified.syntax.goals.goal`).
        moves: an exact value for each variable of the goal, as `kernel.values` reads them.
        bounds: priors for the capacities, by `kernel.truth.bound_key`.
        precisions: the precisions to try, in bits.

    Raises:
        Rejected: a move is malformed.
        MissingBound: a capacity has no prior in `bounds`.
        Undecided: the highest precision doesn't tell.
    """
    target = goal(statement, polarity)
    reading = BallReading(bounds)
    env = read_moves(target.variables, moves, reading)
    bits = _decided_at(target, env, reading, precisions)
    if bits is None:
        return None
    with precision(max(bits, EVIDENCE_BITS)):
        evidence = [_sides(part, env, reading) for part in deciding(target.body, env, reading)]
    certificate = {
        "schema": SCHEMA,
        "kind": "play",
        "claim": claim,
        "polarity": polarity,
        "statement": statement_data(statement),
        "digest": digest(target),
        "moves": dict(moves),
        "bounds": {key: [str(part) for part in bounds[key]] for key in sorted(reading.used)},
        "evidence": evidence,
    }
    certificate["seal"] = seal(certificate)
    return certificate


def _decided_at(
    target: Goal, env: Env, reading: BallReading, precisions: Sequence[int] = PRECISIONS
) -> int | None:
    """The precision at which the goal is certainly met; None if it certainly isn't."""
    for bits in precisions:
        with precision(bits):
            found = truth(target.body, env, reading)
        if found is not None:
            return bits if found else None
    raise Undecided(f"{precisions[-1]} bits don't decide the goal")


def deciding(formula: Formula, env: Env, reading: BallReading) -> Iterator[Formula]:
    """The relations that carry the conclusion: negated ones, or the only ones there are."""
    match formula:
        case And(parts):
            for part in parts:
                yield from deciding(part, env, reading)
        case Or(parts):
            for part in parts:
                if truth(part, env, reading):
                    yield from deciding(part, env, reading)
                    return
        case Not(Relation()) | Relation():
            yield formula


def _sides(formula: Formula, env: Env, reading: BallReading) -> list[Any]:
    relation = formula.body if isinstance(formula, Not) else formula
    assert isinstance(relation, Relation)
    return [_ends(enclosure(side, env, reading)) for side in (relation.left, relation.right)]


def _ends(value: Any) -> list[str] | None:
    """The ends of an enclosure in decimal, rounded outwards; None for an undefined value."""
    if value is None:
        return None
    if isinstance(value, fmpq):
        return [str(value), str(value)]
    if infinite(value):
        return ["inf", "inf"] if value > 0 else ["-inf", "-inf"]
    if not value.is_finite():
        return None
    return [_outward(value.lower(), -1), _outward(value.upper(), 1)]


def _outward(end: arb, direction: int) -> str:
    """A decimal at or beyond an exact end, by at most one unit of its last digit."""
    text = end.str(DIGITS, radius=False)
    if end == 0:
        return "0"
    mantissa, _, exponent = text.partition("e")
    step = fmpq(1, 10 ** len(mantissa.partition(".")[2]))
    scale = _power_of_ten(int(exponent or "0"))
    value = _decimal(mantissa)
    while not (end - value * scale) * direction <= 0:
        value += step * direction
    return str(value * scale)


def _decimal(text: str) -> fmpq:
    whole, _, part = text.partition(".")
    return fmpq(int(whole + part), 10 ** len(part))


def _power_of_ten(exponent: int) -> fmpq:
    return fmpq(10**exponent) if exponent >= 0 else fmpq(1, 10**-exponent)


# --- checking -------------------------------------------------------------------------------------


def check(certificate: Any) -> Checked:
    """Recheck a certificate from its own content alone.

    Raises:
        FormatError: it isn't a certificate of this version.
        Rejected: something in it doesn't hold; the message says what.
    """
    if not isinstance(certificate, dict):
        raise FormatError("a certificate is a JSON object")
    if type(certificate.get("schema")) is not int or certificate["schema"] != SCHEMA:
        raise FormatError(
            f"the certificate is of schema {certificate.get('schema')!r}; this is schema {SCHEMA}"
        )
    missing = [name for name in FIELDS if name not in certificate]
    extra = sorted(set(certificate) - set(FIELDS))
    if missing or extra:
        what = f"lacks {missing[0]!r}" if missing else f"has the unknown field {extra[0]!r}"
        raise FormatError(f"the certificate {what}")
    for name in ("kind", "claim", "polarity", "digest", "seal"):
        if not isinstance(certificate[name], str):
            raise FormatError(f"the certificate's {name} is not text")
    if certificate["kind"] != "play":
        raise FormatError(f"unknown kind of certificate {certificate['kind']!r}")
    try:
        if certificate["seal"] != seal(certificate):
            raise Rejected("the seal doesn't fit the content")
        return _check_content(certificate)
    except (Rejected, FormatError):
        raise
    except ClaimError as error:
        raise Rejected(f"the statement is malformed: {error}") from None
    except RecursionError:
        raise FormatError("the certificate is nested too deeply") from None
    except (MissingBound, Undecided) as error:
        raise Rejected(str(error)) from None
    except _MEANINGLESS as error:
        # Whatever it was, no truth has been shown.
        raise Rejected(f"the statement can't be evaluated: {error}") from None


def _check_content(certificate: dict[str, Any]) -> Checked:
    statement, polarity = read_statement(certificate["statement"]), certificate["polarity"]
    check_statement(statement)
    target = goal(statement, polarity)
    if certificate["digest"] != digest(target):
        raise Rejected("the digest is not that of the statement's goal")
    bounds = _read_bounds(certificate["bounds"])
    reading = BallReading(bounds)
    env = read_moves(target.variables, _object(certificate["moves"], "moves"), reading)
    bits = _decided_at(target, env, reading)
    if bits is None:
        raise Rejected("the moves don't meet the goal")
    unused = sorted(set(bounds) - reading.used)
    if unused:
        raise Rejected("a bound that nothing uses")
    _check_evidence(certificate["evidence"], target, env, reading, max(bits, EVIDENCE_BITS))
    return Checked(certificate["claim"], polarity, statement, env, bits)


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FormatError(f"the certificate's {name} are not an object")
    return value


def _read_bounds(value: Any) -> Bounds:
    bounds: Bounds = {}
    for key, law in _object(value, "bounds").items():
        if not isinstance(law, list) or not all(isinstance(part, str) for part in law):
            raise FormatError("a bound is not a list of rationals p/q")
        bounds[key] = [read_rational(part) for part in law]
        if any(part < 0 for part in bounds[key]) or sum(bounds[key], fmpq(0)) != 1:
            raise Rejected("the prior of a bound is not a law")
    return bounds


def _check_evidence(
    evidence: Any, target: Goal, env: Env, reading: BallReading, bits: int
) -> None:
    """The stored enclosures must hold the sides, and be narrow enough to tell them apart."""
    with precision(bits):
        parts = list(deciding(target.body, env, reading))
    if not isinstance(evidence, list) or len(evidence) != len(parts):
        raise Rejected("the evidence doesn't list the sides of each deciding relation")
    for stored, part in zip(evidence, parts, strict=True):
        relation = part.body if isinstance(part, Not) else part
        assert isinstance(relation, Relation)
        if not isinstance(stored, list) or len(stored) != 2:
            raise FormatError("an item of the evidence is not a pair of enclosures")
        for ends, side in zip(stored, (relation.left, relation.right), strict=True):
            _check_ends(ends, side, env, reading, bits)


def _check_ends(ends: Any, side: Any, env: Env, reading: BallReading, bits: int) -> None:
    with precision(bits):
        value = enclosure(side, env, reading)
    if ends is None or value is None:
        if ends is not value:
            raise Rejected(f"the evidence is wrong on whether {side} is defined")
        return
    if not isinstance(ends, list) or len(ends) != 2 or not all(isinstance(e, str) for e in ends):
        raise FormatError("an enclosure is a pair of numbers [low, high]")
    if _ends(value) == ends:
        return
    # Another enclosure than ours is as good if it holds the value and is about as narrow.
    low, high = (_read_end(end) for end in ends)
    with precision(max(bits, PRECISIONS[-3])):
        fine = enclosure(side, env, reading)
        if fine is None or low is None or high is None:
            raise Rejected(f"the enclosure of {side} doesn't hold its value")
        holds = arb(low) <= fine and fine <= arb(high)
        narrow = arb(high) - arb(low) <= abs(arb(fine)) * arb(10) ** (2 - DIGITS)
    if not (holds and narrow):
        raise Rejected(f"the enclosure of {side} doesn't hold its value, or says too little")


def _read_end(text: str) -> fmpq | None:
    return None if text.lstrip("-") == "inf" else read_rational(text)


__all__ = [
    "SCHEMA", "Checked", "Indeterminate", "Undecided", "Undefined", "certify", "check", "decide",
    "deciding", "seal",
]
