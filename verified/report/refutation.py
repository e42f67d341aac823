"""A certificate told to a human: the instance in numbers, its hypotheses, both sides; in lines, or
in sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

from flint import arb, fmpq

from verified.instances.sorts import instance_lines
from verified.kernel.certificate import EVIDENCE_BITS, Checked, check
from verified.kernel.truth import BallReading, enclosure, truth
from verified.kernel.values import Rejected, read_moves
from verified.measures.readings import Env, Unreadable
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.report.abbreviations import abbreviated
from verified.syntax.claims import Statement
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation
from verified.syntax.goals import goal, normal
from verified.syntax.serial import read_rational
from verified.syntax.terms import Bind, Number, Term
from verified.syntax.text import text

# A rational longer than this is shown as a decimal; the certificate has it exactly.
LONGEST_RATIONAL = 23
DIGITS = 10
# A longer term is named by where it stands in a sentence.
LONGEST_NAME = 64


@dataclass(frozen=True)
class _Place:
    """The symbol or event that a part of a conclusion is about."""

    variable: str
    point: str


@dataclass(frozen=True)
class _Side:
    """A side of the relation that decides, with its value; None is undefined."""

    term: Term
    value: Any


@dataclass(frozen=True)
class _Apart:
    """How far apart two sides are, as a share of the right one."""

    share: str


_Told = _Place | _Side | _Apart


def explain(certificate: dict[str, Any]) -> list[str]:
    """Lines that follow a certificate from its instance to what decides; it is rechecked first.

    Raises:
        FormatError: the certificate doesn't hold.
    """
    checked, reading = check(certificate), _reading(certificate)
    with precision(max(checked.bits, EVIDENCE_BITS)):
        told, names = abbreviated(
            [*_hypotheses(checked, reading), *_conclusion(checked, reading)], checked.statement)
        return [
            *_instance(checked, certificate["moves"]),
            *(["for short:"] if names else []), *(f"  {name}" for name in names), *told,
        ]


def _equated(name: str, value: str) -> str:
    """A name and its value: `P = (1/2, 1/2)`, `D(P || Q) ≈ 0.143`."""
    return f"{name} {value}" if value.startswith("≈") else f"{name} = {value}"


@dataclass(frozen=True)
class Writing:
    """How the parts of a sentence are written: plainly, unless told otherwise.

    Attributes:
        term: a short term.
        value: what it is.
        equation: a name and what it stands for.
    """

    term: Callable[[Term], str] = text
    value: Callable[[str], str] = str
    equation: Callable[[str, str], str] = _equated


def quoting(quoted: Callable[[str], str]) -> Writing:
    """Formulas and values in plain text, each between quotes."""
    return Writing(
        lambda term: quoted(text(term)), quoted, lambda name, value: quoted(_equated(name, value))
    )


def sentences(certificate: dict[str, Any], written: Writing | None = None) -> Iterator[str]:
    """A play in sentences: the instance, and what the sides of its conclusion are there.

    Args:
        certificate: it is rechecked first.
        written: how its formulas and values are written.

    Raises:
        FormatError: the certificate doesn't hold.
    """
    written = written or Writing()
    checked, reading = check(certificate), _reading(certificate)
    moves = [
        written.equation(*line.split(" = ", 1))
        for line in _moves(checked, certificate["moves"])
    ]
    if moves:
        yield f"Take {', '.join(moves)}."
    if checked.statement.given:
        yield "All hypotheses hold there."
    with precision(max(checked.bits, EVIDENCE_BITS)):
        conclusion = goal(checked.statement, checked.polarity).conclusion
        told = list(_deciding(conclusion, checked.env, reading))
    points = [written.equation(one.variable, one.point) for one in told if isinstance(one, _Place)]
    stated = _relations(checked.statement.then)
    sides = [_side_in_words(one, stated, written) for one in told if isinstance(one, _Side)]
    said = " and ".join(sides) or "the conclusion fails"
    yield f"At {', '.join(points)} {said}." if points else f"{said[:1].upper()}{said[1:]}."


def _side_in_words(side: _Side, stated: Sequence[Relation], written: Writing) -> str:
    """A side with its value; a long one is named by its place in what is stated."""
    shown = number(side.value)
    if len(text(side.term)) <= LONGEST_NAME:
        named = written.term(side.term)
    else:
        named = _place_of(side.term, stated) or "a side of what it means"
    return f"{named} is {shown if side.value is None else written.value(shown)}"


def _place_of(term: Term, stated: Sequence[Relation]) -> str:
    """Which side of which stated relation a term is; empty where it is none."""
    for place, relation in enumerate(stated, 1):
        which = f" of relation {place} of {len(stated)}" if len(stated) > 1 else ""
        if term == relation.left:
            return f"the left side{which}"
        if term == relation.right:
            return f"the right side{which}"
    return ""


def _relations(formula: Formula) -> list[Relation]:
    """The relations that a formula is made of, in its order; none of those inside of terms."""
    match formula:
        case Relation():
            return [formula]
        case And(parts) | Or(parts):
            return [relation for part in parts for relation in _relations(part)]
        case Not(body) | Quantified(body=body):
            return _relations(body)
    return []


def _reading(certificate: dict[str, Any]) -> BallReading:
    return BallReading({
        key: [read_rational(part) for part in law] for key, law in certificate["bounds"].items()
    })


def _moves(checked: Checked, moves: dict[str, Any]) -> list[str]:
    """Each variable with its value."""
    variables = goal(checked.statement, checked.polarity).variables
    return instance_lines(variables, moves, lambda part: number(read_rational(part)))


def _instance(checked: Checked, moves: dict[str, Any]) -> Iterator[str]:
    if moves:
        yield "on this instance:"
        yield from (f"  {line}" for line in _moves(checked, moves))


def _hypotheses(checked: Checked, reading: BallReading) -> Iterator[str]:
    if checked.statement.given:
        yield "the hypotheses hold:"
    for formula in checked.statement.given:
        # The kernel has decided that it holds; here it is told why.
        plain = formula if isinstance(formula, Relation) else normal(formula)
        if isinstance(plain, Relation):
            sides = "" if _has_extremum(plain) else f": {_sides(plain, checked.env, reading)}"
            yield f"  {text(formula)}{sides}"
            continue
        yield f"  {text(formula)}"
        yield from (f"    {line}" for line in _why(plain, checked.env, reading))


def _has_extremum(relation: Relation) -> bool:
    """Whether a side is a supremum or an infimum, which was bounded, and has no value here."""
    return any(
        isinstance(side, Bind) and side.kind in ("sup", "inf")
        for side in (relation.left, relation.right)
    )


def _sides(relation: Relation, env: Env, reading: BallReading) -> str:
    left, right = _values(relation, env, reading)
    return f"{number(left)} {relation.op} {number(right)}"


def _why(formula: Formula, env: Env, reading: BallReading) -> Iterator[str]:
    """Why a formula holds: the sides of its relations, at the symbol or event where they are
    closest."""
    match formula:
        case And(parts):
            for part in parts:
                yield from _why(part, env, reading)
        case Or(parts):
            held = next((part for part in parts if truth(part, env, reading)), None)
            if held is not None:
                yield from _why(held, env, reading)
        case Relation() if _has_extremum(formula):
            yield text(formula)
        case Relation():
            yield f"{text(formula)}: {_sides(formula, env, reading)}"
        case Not(Relation() as relation):
            left, right = _values(relation, env, reading)
            yield f"not {text(relation)}: {number(left)} against {number(right)}"
        case Quantified(kind="forall", body=Relation() as relation):
            yield from _closest(formula, relation, env, reading)
        case Quantified(kind="exists"):
            yield from map(_line, _example(formula, env, reading))


def _closest(
    formula: Quantified, relation: Relation, env: Env, reading: BallReading
) -> Iterator[str]:
    """The sides of a relation for the symbol or event where they are closest, and of how many;
    nothing where these are too many to list."""
    try:
        points = reading.gone_through(formula.var.sort, env)
    except Unreadable:
        return
    asked, nearest = 0, None
    for point in points:
        inner = {**env, formula.var.name: point}
        if formula.guard is not None and not truth(formula.guard, inner, reading):
            continue
        asked += 1
        left, right = _values(relation, inner, reading)
        if left is None or right is None:
            return
        gap = abs(float(arb(left)) - float(arb(right))) if _finite(left, right) else math.inf
        if nearest is None or gap <= nearest[0]:
            nearest = gap, point, inner
    if nearest is None:
        yield f"there is no {formula.var.name} to ask for"
        return
    _, point, inner = nearest
    shown = _event(point) if isinstance(point, frozenset) else str(point)
    yield (
        f"{text(relation)}: closest of {asked} at {formula.var.name} = {shown}, "
        f"{_sides(relation, inner, reading)}"
    )


def _finite(*values: Any) -> bool:
    return all(isinstance(value, fmpq) or value.is_finite() for value in values)


def _conclusion(checked: Checked, reading: BallReading) -> Iterator[str]:
    if checked.polarity == "witness":
        return
    yield "but this fails:" if checked.polarity == "refutation" else "and this holds:"
    yield f"  {text(checked.statement.then)}"
    target = goal(checked.statement, checked.polarity)
    told = _deciding(target.conclusion, checked.env, reading)
    yield from (f"  {_line(one)}" for one in told)


def _line(told: _Told) -> str:
    match told:
        case _Place(variable, point):
            return f"at {variable} = {point}:"
        case _Side(term, value):
            return equation(term, value)
        case _Apart(share):
            return f"they differ by {share} of the right side"


def undefined_side(statement: Statement, moves: Mapping[str, Any]) -> bool:
    """Whether a refuted statement fails on an instance as a side of what decides has no value.

    Args:
        moves: the instance as a certificate has it.
    """
    target = goal(statement, "refutation")
    reading = BallReading({})
    try:
        with precision(EVIDENCE_BITS):
            env = read_moves(target.variables, moves, reading)
            return any(
                isinstance(one, _Side) and one.value is None and _undefined(one.term, env, reading)
                for one in _deciding(target.conclusion, env, reading)
            )
    except (Unreadable, Rejected, Indeterminate):
        return False


def _undefined(term: Term, env: Env, reading: BallReading) -> bool:
    try:
        reading.real(term, env)
    except Undefined:
        return True
    except Indeterminate:
        pass
    return False


def _deciding(formula: Formula, env: Env, reading: BallReading) -> Iterator[_Told]:
    """The sides of what makes a true formula true, with the symbol or event that it takes."""
    match formula:
        case And(parts):
            for part in parts:
                yield from _deciding(part, env, reading)
        case Or(parts):
            held = next((part for part in parts if truth(part, env, reading)), None)
            if held is not None:
                yield from _deciding(held, env, reading)
        case Quantified(kind="exists"):
            yield from _example(formula, env, reading)
        case Not(Relation() as relation) | (Relation() as relation):
            left, right = _values(relation, env, reading)
            yield from (
                _Side(side, value)
                for side, value in ((relation.left, left), (relation.right, right))
                if not isinstance(side, Number)
            )
            if formula is not relation:
                yield from _excess(left, right)


def _example(formula: Quantified, env: Env, reading: BallReading) -> Iterator[_Told]:
    """The first symbol or event that makes it true; nothing where they are too many to list."""
    try:
        points = reading.gone_through(formula.var.sort, env)
    except Unreadable:
        return
    for point in points:
        inner = {**env, formula.var.name: point}
        if formula.guard is not None and not truth(formula.guard, inner, reading):
            continue
        if truth(formula.body, inner, reading):
            shown = _event(point) if isinstance(point, frozenset) else str(point)
            yield _Place(formula.var.name, shown)
            yield from _deciding(formula.body, inner, reading)
            return


def _event(event: frozenset[int]) -> str:
    return f"{{{', '.join(map(str, sorted(event)))}}}"


def _excess(left: Any, right: Any) -> Iterator[_Told]:
    """How far apart the sides are, beside the right one."""
    if left is None or right is None:
        return
    if not _finite(left, right) or right == 0:
        return
    gap = abs(arb(left) - arb(right)) / abs(arb(right))
    if gap.is_finite():
        yield _Apart(gap.str(3, radius=False))


def _values(relation: Relation, env: Env, reading: BallReading) -> tuple[Any, Any]:
    return enclosure(relation.left, env, reading), enclosure(relation.right, env, reading)


def equation(term: Term, value: Any) -> str:
    """A term with its value: `TV(P, Q) = 1/4`, `D(P || Q) ≈ 0.143`, `eps/eps is undefined`."""
    shown = number(value)
    return f"{text(term)} is {shown}" if value is None else _equated(text(term), shown)


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


__all__ = ["Writing", "decimal", "explain", "number", "quoting", "sentences"]
