"""The instance that refutes a claim as a picture: laws as bars, channels as shades, both sides.

What is drawn is what the certificate says; the kernel rechecks it first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flint import arb

from verified.drawing.sheets import Bars, Panel, Shades, Sheet
from verified.instances.sorts import instance_lines
from verified.kernel.certificate import EVIDENCE_BITS, Checked, check
from verified.kernel.truth import BallReading, enclosure
from verified.measures.readings import Unreadable
from verified.numbers.balls import precision
from verified.report.refutation import number
from verified.syntax.formulas import And, Formula, Not, Or, Relation
from verified.syntax.goals import goal
from verified.syntax.serial import read_rational
from verified.syntax.text import text

MOST_CELLS = 400
MOST_PANELS = 4


def play_sheet(certificate: dict[str, Any]) -> Sheet:
    """The picture of a play.

    Raises:
        FormatError: the certificate doesn't hold.
    """
    checked = check(certificate)
    moves: Mapping[str, Any] = certificate["moves"]
    drawn = {name: panel for name, move in moves.items() if (panel := _panel(name, move))}
    drawn = dict(list(drawn.items())[:MOST_PANELS])
    variables = goal(checked.statement, checked.polarity).variables
    instance = list(instance_lines(variables, moves, lambda part: number(read_rational(part))))
    sides, line = _sides(checked, certificate)
    panels = (*drawn.values(), *([] if sides is None else [sides]))
    refuted = checked.polarity == "refutation"
    return Sheet(
        certificate["claim"], "refuted by this instance" if refuted else "holds for this instance",
        (panels,) if panels else (), (),
        (*instance, f"{'fails' if refuted else 'holds'}: {text(checked.statement.then)}", *line),
    )


def _panel(name: str, move: Any) -> Panel | None:
    """A law or a table of laws as a panel; None for what is told in words."""
    shape = _shape(move)
    if shape is None or not 1 < _cells(move) <= MOST_CELLS:
        return None
    if shape == 1:
        sizes = tuple(float(_size(part)) for part in move)
        return Panel(name, (Bars(name, tuple(map(str, range(len(sizes)))), sizes),), "symbol",
                     "probability")
    rows = tuple(tuple(float(_size(part)) for part in row) for row in _rows(move, shape))
    if len({len(row) for row in rows}) != 1:
        return None
    return Panel(name, (Shades(name, rows),), "output", "input")


def _size(part: str) -> float:
    """A probability as it is written in a certificate."""
    found = read_rational(part)
    return int(found.p) / int(found.q)


def _shape(move: Any) -> int | None:
    """How deep lists of numbers are; None for anything else, as an event's symbols."""
    if isinstance(move, str):
        return 0
    if not isinstance(move, list) or not move:
        return None
    depths = {_shape(part) for part in move}
    depth = depths.pop()
    return None if depths or depth is None else depth + 1


def _cells(move: Any) -> int:
    return sum(map(_cells, move)) if isinstance(move, list) else 1


def _rows(move: Any, shape: int) -> Iterator[Any]:
    if shape == 2:
        yield from move
    else:
        for part in move:
            yield from _rows(part, shape - 1)


def _sides(
    checked: Checked, certificate: Mapping[str, Any]
) -> tuple[Panel | None, tuple[str, ...]]:
    """Both sides of the relation that decides: in words where it is one, as bars where both are
    finite numbers."""
    bounds = {key: [read_rational(part) for part in law]
              for key, law in certificate["bounds"].items()}
    reading = BallReading(bounds)
    found = _relation(goal(checked.statement, checked.polarity).conclusion)
    if found is None:
        return None, ()
    relation, holds = found
    with precision(max(checked.bits, EVIDENCE_BITS)):
        try:
            left, right = (enclosure(side, checked.env, reading)
                           for side in (relation.left, relation.right))
        except Unreadable:
            return None, ()
        line = f"left side {number(left)}, right side {number(right)}"
        sizes = [float(arb(side).mid()) for side in (left, right)
                 if side is not None and arb(side).is_finite() and abs(arb(side)) < 1e300]
    if len(sizes) < 2:
        return None, (line,)
    return Panel(f"left {relation.op} right: {'holds' if holds else 'fails'}", (
        Bars("left", ("left",), (sizes[0],), 1), Bars("right", ("right",), (sizes[1],), 0),
    ), "", "value"), (line,)  # fmt: skip


def _relation(formula: Formula, holds: bool = True) -> tuple[Relation, bool] | None:
    """The one relation that a formula asks about, and whether it holds if the formula does."""
    match formula:
        case Relation():
            return formula, holds
        case Not(body):
            return _relation(body, not holds)
        case And(parts) | Or(parts) if len(parts) == 1:
            return _relation(parts[0], holds)
    return None


__all__ = ["play_sheet"]
