"""A certificate told to a human: the instance in numbers, its hypotheses, both sides."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal
from typing import Any

from flint import arb, fmpq

from verified.kernel.certificate import EVIDENCE_BITS, Checked, check, deciding
from verified.kernel.truth import BallReading, enclosure
from verified.language.formulas import Formula, Not, Relation
from verified.language.goals import goal, normal
from verified.language.serial import read_rational
from verified.language.text import text
from verified.numbers.balls import precision

# A rational longer than this is shown as a decimal; the certificate has it exactly.
LONGEST_RATIONAL = 23
DIGITS = 10


def explain(certificate: dict[str, Any]) -> list[str]:
    """Lines that follow a certificate from its instance to what decides; it is rechecked first.

    Raises:
        FormatError: the certificate doesn't hold.
    """
    checked = check(certificate)
    bounds = {
        key: [read_rational(part) for part in law] for key, law in certificate["bounds"].items()
    }
    reading = BallReading(bounds)
    with precision(max(checked.bits, EVIDENCE_BITS)):
        return [
            *_instance(certificate["moves"]),
            *_hypotheses(checked, reading),
            *_conclusion(checked, reading),
        ]


def _instance(moves: dict[str, Any]) -> Iterator[str]:
    yield "on this instance:"
    for name, move in moves.items():
        yield f"  {name} = {_move(move)}"


def _move(move: Any) -> str:
    match move:
        case [[*_], *_]:
            return "rows " + ", ".join(_move(row) for row in move)
        case list():
            return f"({', '.join(_move(part) for part in move)})"
        case dict():
            return "; ".join(f"{name}: {_move(part)}" for name, part in move.items())
        case str():
            return number(read_rational(move))
    return str(move)


def _hypotheses(checked: Checked, reading: BallReading) -> Iterator[str]:
    if checked.statement.given:
        yield "the hypotheses hold:"
    for formula in checked.statement.given:
        # The kernel has decided that it holds; the sides are shown where it has just two.
        plain = normal(formula)
        sides = f": {_sides(plain, checked, reading)}" if isinstance(plain, Relation) else ""
        yield f"  {text(formula)}{sides}"


def _conclusion(checked: Checked, reading: BallReading) -> Iterator[str]:
    refuted = checked.polarity == "refutation"
    if checked.polarity == "witness":
        return
    yield "but this fails:" if refuted else "and this holds:"
    yield f"  {text(checked.statement.then)}"
    target = goal(checked.statement, checked.polarity)
    for formula in deciding(target.conclusion, checked.env, reading):
        relation = formula.body if isinstance(formula, Not) else formula
        assert isinstance(relation, Relation)
        left, right = _values(relation, checked, reading)
        yield f"  left side   {number(left)}"
        yield f"  right side  {number(right)}"
        if refuted and isinstance(formula, Not):
            yield from _excess(left, right)


def _excess(left: Any, right: Any) -> Iterator[str]:
    """How far apart the sides are, beside the right one."""
    if left is None or right is None:
        return
    if not all(isinstance(side, fmpq) or side.is_finite() for side in (left, right)) or right == 0:
        return
    gap = abs(arb(left) - arb(right)) / abs(arb(right))
    if gap.is_finite():
        yield f"  they differ by {gap.str(3, radius=False)} of the right side"


def _sides(formula: Formula, checked: Checked, reading: BallReading) -> str:
    assert isinstance(formula, Relation)
    left, right = _values(formula, checked, reading)
    return f"{number(left)} {formula.op} {number(right)}"


def _values(relation: Relation, checked: Checked, reading: BallReading) -> tuple[Any, Any]:
    left, right = (
        enclosure(side, checked.env, reading) for side in (relation.left, relation.right)
    )
    return left, right


def number(value: Any) -> str:
    """An exact number or an enclosure, short enough to read; None is undefined."""
    if value is None:
        return "undefined"
    if isinstance(value, fmpq):
        written = str(value)
        return written if len(written) <= LONGEST_RATIONAL else f"≈ {decimal(value)}"
    if not value.is_finite():
        return "inf" if value > 0 else "-inf"
    return f"≈ {value.str(DIGITS, radius=False)}"


def decimal(value: fmpq) -> str:
    """A rational in decimal, of any magnitude."""
    context = Context(prec=DIGITS)
    return str(context.divide(Decimal(int(value.p)), Decimal(int(value.q))).normalize(context))


__all__ = ["decimal", "explain", "number"]
