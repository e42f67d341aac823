"""What a picture of a bound shows, as numbers: the bound's curve, other bounds of the same quantity
that are proved, the instances that a search met, and the one that refutes the claim.

Curves and the search's instances are worked out in floats; of the instance that a certificate holds
the numbers are the middles of enclosures. What the search met is kept from one run to the next.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from flint import arb, fmpq

from verified.attack.floating import FloatReading
from verified.attack.frontier import Met, Subject, piece
from verified.kernel.certificate import EVIDENCE_BITS, check
from verified.kernel.truth import BallReading, enclosure
from verified.measures.readings import Differs, Unreadable
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.report.bounds import Bounded, Parameter, alike, supposed
from verified.report.digests import (
    ChangedMeanwhile,
    code_digest,
    heads_of,
    joined,
    quantities,
)
from verified.report.figure_data import SCHEMA
from verified.report.records import expected_statuses
from verified.report.results import Results
from verified.syntax.formulas import Formula, Relation
from verified.syntax.serial import read_rational, statement_digest
from verified.syntax.sorts import ClaimError
from verified.syntax.statements import Statement
from verified.syntax.terms import Term
from verified.syntax.text import text

PIECES, POINTS = 10, 61
BUDGET = 8_000
# The search of one piece ends then, whatever is left of its budget.
SECONDS = 6.0
KIND = "bound"
ROOTS = ("verified.attack.frontier", "verified.report.bounds")
# Where a number has no largest or no least value, an axis ends there.
_NEAR, _FAR, _WIDE = -2.0, 1.0, fmpq(4)
_WHOLE_STEPS = 7
_FAILED: tuple[type[Exception], ...] = (
    Unreadable, Undefined, Indeterminate, ClaimError, OverflowError, ZeroDivisionError, ValueError,
    IndexError, KeyError, FloatingPointError, NotImplementedError,
)


@dataclass(frozen=True)
class Curve:
    """A bound's values along the axis, nan where it has none there.

    Attributes:
        name: the claim that states it; "" for the claim itself.
        status: its recorded verdict.
    """

    name: str
    status: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Slice:
    """What is shown with the numbers beside the axis held.

    Attributes:
        held: these numbers, as they are told.
        at: where the curves are worked out.
        bound: the claim's own curve.
        measured: what is bounded, where that is a closed form too; else empty.
        others: other bounds of the same.
        met: what the search met; None where it didn't run.
        certified: the parameter, the measured value and the bound of the instance that a
            certificate holds, if there is one and it belongs here.
    """

    held: Mapping[str, str]
    at: tuple[float, ...]
    bound: Curve
    measured: tuple[float, ...]
    others: tuple[Curve, ...]
    met: tuple[Met, ...] | None
    certified: tuple[float, float, float] | None


@dataclass(frozen=True)
class BoundData:
    """What a picture of a bound shows.

    Attributes:
        logarithmic: whether the axis of the parameter is.
    """

    name: str
    status: str
    found: Bounded
    slices: tuple[Slice, ...]
    logarithmic: bool
    seed: int
    budget: int

    @property
    def others(self) -> tuple[str, ...]:
        """The claims whose bounds are drawn beside this one."""
        return tuple(dict.fromkeys(one.name for part in self.slices for one in part.others))

    @property
    def nearest(self) -> float | None:
        """The least relative gap of what was met, negative beyond the bound; None without any."""
        gaps = [
            gap(one.bound, one.measured, self.found.upper)
            for part in self.slices for one in part.met or ()
        ]
        return min((one for one in gaps if not math.isnan(one)), default=None)


def gap(bound: float, measured: float, upper: bool) -> float:
    """How far a value is from its bound, relative to the larger: negative beyond it; nan for two
    zeros."""
    size = max(abs(bound), abs(measured))
    if not math.isfinite(size) or size == 0:
        return math.nan
    return (bound - measured if upper else measured - bound) / size


def bound_data(
    found: Bounded, results: Results, *, seed: int = 0, budget: int = BUDGET,
    status: str | None = None, play: Mapping[str, Any] | None = None, search: bool = True,
) -> BoundData | str:
    """The data of a claim's picture; or why there are none, in words.

    Args:
        budget: evaluations of instances for each slice.
        status: its verdict; without one the recorded one.
        play: a certificate that refutes it, if one does.
        search: whether to search; without it what a search of this seed and budget met is taken
            where it is kept.
    """
    told = status or expected_statuses().get(found.name, "not recorded")
    exact = None if play is None else _certified(found, play, results)
    held = list(found.slices)
    if exact is not None and exact[1] and exact[1] not in held:
        held = [exact[1], *held[1:]]
    slices = []
    for values in held:
        made = _slice(found, values, told, exact, results, seed, budget, search)
        if made is not None:
            slices.append(made)
    if not slices:
        return "its bound isn't worked out in floats along the axis"
    return BoundData(
        found.name, told, found, tuple(slices), _is_logarithmic(found.across), seed, budget
    )


def _slice(
    found: Bounded, held: dict[str, Any], status: str, exact: Any, results: Results, seed: int,
    budget: int, search: bool,
) -> Slice | None:
    here = found.at(held)
    at = _places(found.across)
    bound = _curve(here, at, results)
    if all(map(math.isnan, bound)):
        return None
    others = []
    for other in alike(found):
        known = {one.var.name for one in other.beside}
        values = _curve(other.at({name: held[name] for name in known}), at, results)
        if not all(map(math.isnan, values)) and values != bound:
            state = expected_statuses().get(other.name, "not recorded")
            others.append(Curve(other.name, state, tuple(values)))
    measured: tuple[float, ...] = ()
    met: tuple[Met, ...] | None = None
    if here.curve:
        measured = tuple(_curve(here, at, results, here.measured))
        if all(map(math.isnan, measured)):
            return None
    else:
        met = _met(here, held, results, seed, budget, search)
    names = {one.var.name: text(one.term) for one in found.beside}
    return Slice(
        {names[name]: str(value) for name, value in held.items()}, tuple(at),
        Curve("", status, tuple(bound)), measured,
        tuple(one for one in others if one.status == "proved"), met,
        exact[0] if exact is not None and exact[1] in (held, {}) else None,
    )


# --- the axis and the curves ----------------------------------------------------------------------


def _is_logarithmic(across: Parameter) -> bool:
    return not across.whole and across.ends[0] == 0 and across.ends[1] is None


def _ends(across: Parameter) -> tuple[fmpq, fmpq]:
    """Where the axis begins and ends."""
    low, high = across.ends
    if low is None and high is None:
        return -_WIDE, _WIDE
    if low is None:
        assert high is not None
        return high - _WIDE, high
    return low, low + _WIDE if high is None else high


def _places(across: Parameter) -> list[float]:
    low, high = _ends(across)
    start = int(low.p) / int(low.q)
    if across.whole:
        return [start + step for step in range(_WHOLE_STEPS)]
    if _is_logarithmic(across):
        return list(np.logspace(_NEAR, _FAR, POINTS))
    width = float(fmpq(high - low).p) / float(fmpq(high - low).q)
    return [start + width * (step + 0.5) / POINTS for step in range(POINTS)]


def _pieces(across: Parameter) -> list[tuple[fmpq, fmpq]]:
    """The axis in pieces."""
    low, high = _ends(across)
    if across.whole:
        return [(low + step, low + step) for step in range(_WHOLE_STEPS)]
    if _is_logarithmic(across):
        edges = [fmpq(round(1e6 * one), 10**6) for one in np.logspace(_NEAR, _FAR, PIECES + 1)]
    else:
        edges = [low + (high - low) * fmpq(step, PIECES) for step in range(PIECES + 1)]
    return list(pairwise(edges))


def _curve(
    found: Bounded, at: Sequence[float], results: Results, side: Term | None = None
) -> list[float]:
    """The bound, or another closed form, along the axis; nan where the claim's hypotheses leave its
    parameter out. It is kept: some take seconds."""
    term = found.shape if side is None else side
    given = supposed(found.statement, found.across)
    searched_by = _digest()
    key = None if searched_by is None else joined([
        "curve", text(term), *map(text, given), text(found.across.var),
        *(repr(place) for place in at), quantities(_heads(term)), searched_by,
    ])
    kept = None if key is None else results.get("curve", key)
    if isinstance(kept, list):
        return [math.nan if one is None else float(one) for one in kept]
    made = _worked_out(found, term, given, at)
    if key is not None:
        told = [None if math.isnan(one) else one for one in made]
        results.keep("curve", key, found.name, told)
    return made


def _heads(term: Term) -> frozenset[str]:
    """The quantities that a term speaks of."""
    return heads_of(Statement((), (), Relation("<=", term, term)))


def _worked_out(
    found: Bounded, term: Term, given: Sequence[Formula], at: Sequence[float]
) -> list[float]:
    name = found.across.var.name
    if found.across.whole:
        return [_value(term, given, {name: int(place)}) for place in at]
    reading = FloatReading()
    env: dict[str, Any] = {name: np.array(at)}
    try:
        with np.errstate(all="ignore"):
            values = np.broadcast_to(
                np.asarray(reading.record(lambda: reading.real(term, env)), float), (len(at),)
            )
            inside = np.full(len(at), True)
            for part in given:
                inside &= np.broadcast_to(reading.holds(part, env), (len(at),))
        found_values: list[float] = np.where(inside & np.isfinite(values), values, np.nan).tolist()
        return found_values
    except Differs:
        return [_value(term, given, {name: np.array([place])}) for place in at]
    except _FAILED:
        return [math.nan] * len(at)


def _value(term: Term, given: Sequence[Formula], env: dict[str, Any]) -> float:
    reading = FloatReading()
    try:
        with np.errstate(all="ignore"):
            if not all(np.all(reading.holds(part, env)) for part in given):
                return math.nan
            value = float(np.ravel(reading.record(lambda: reading.real(term, env)))[0])
    except _FAILED:
        return math.nan
    return value if math.isfinite(value) else math.nan


# --- instances ------------------------------------------------------------------------------------


def _met(
    here: Bounded, held: Mapping[str, Any], results: Results, seed: int, budget: int, search: bool
) -> tuple[Met, ...] | None:
    """What the search met, kept or found now; None where it is neither."""
    key = _key(here, held, seed, budget)
    kept = None if key is None else results.get(KIND, key)
    if isinstance(kept, list):
        return tuple(Met(float(a), float(b), float(c), bool(d)) for a, b, c, d in kept)
    if not search:
        return None
    subject = Subject(here.name, here.statement, here.measured, here.bound, here.across.term)
    pieces = _pieces(here.across)
    met: list[Met] = []
    for ends in pieces:
        met += piece(subject, ends, seed, max(1, budget // len(pieces)), SECONDS).met
    if key is not None:
        results.keep(
            KIND, key, here.name, [[one.at, one.measured, one.bound, one.climbed] for one in met]
        )
    return tuple(met)


def _key(here: Bounded, held: Mapping[str, Any], seed: int, budget: int) -> str | None:
    """The key of all that a search's finds rest on; None where that can't be told."""
    searched_by = _digest()
    if searched_by is None:
        return None
    try:
        return joined([
            KIND, str(SCHEMA), statement_digest(here.statement), text(here.measured),
            text(here.bound), text(here.across.term), str(dict(held)), str(seed), str(budget),
            quantities(heads_of(here.statement)), searched_by,
        ])
    except ClaimError:
        return None


@cache
def _digest() -> str | None:
    """The digest of what searches; None where that changed since the program began."""
    try:
        return code_digest(*ROOTS)
    except ChangedMeanwhile:
        return None


Exact = tuple[tuple[float, float, float], dict[str, Any]]


def _certified(found: Bounded, play: Mapping[str, Any], results: Results) -> Exact | None:
    """The three numbers of a certificate's instance, and what it holds the others at."""
    searched_by = _digest()
    key = None if searched_by is None else joined([
        "certified", json.dumps(play, sort_keys=True), text(found.measured), text(found.bound),
        quantities(heads_of(found.statement)), searched_by,
    ])
    kept = None if key is None else results.get("certified", key)
    if isinstance(kept, list):
        if not kept:
            return None
        one, two, three, held = kept
        return (one, two, three), {
            name: value if isinstance(value, int) else read_rational(value)
            for name, value in held.items()
        }
    made = _read(found, play)
    if key is not None:
        told = [] if made is None else [*made[0], {
            name: value if isinstance(value, int) else str(value)
            for name, value in made[1].items()
        }]
        results.keep("certified", key, found.name, told)
    return made


def _read(found: Bounded, play: Mapping[str, Any]) -> Exact | None:
    checked = check(dict(play))
    reading = BallReading({
        key: [read_rational(part) for part in law] for key, law in play["bounds"].items()
    })
    held: dict[str, Any] = {}
    try:
        with precision(max(checked.bits, EVIDENCE_BITS)):
            three = [
                _middle(enclosure(term, checked.env, reading))
                for term in (found.across.term, found.measured, found.bound)
            ]
            for one in found.beside:
                if one.whole:
                    value = enclosure(one.term, checked.env, reading)
                    held[one.var.name] = round(_middle(value))
                else:
                    held[one.var.name] = read_rational(play["moves"][one.var.name])
    except _FAILED:
        return None
    if not all(map(math.isfinite, three)):
        return None
    return (three[0], three[1], three[2]), held


def _middle(value: Any) -> float:
    return math.nan if value is None else float(arb(value).mid())


# --- as a table -----------------------------------------------------------------------------------


def bound_csv(data: BoundData) -> str:
    """A line for each point of a curve and each instance, its columns named."""
    stream = io.StringIO()
    for line in comments(data):
        stream.write(f"# {line}\n")
    writer = csv.writer(stream, lineterminator="\n")
    beside = [text(one.term) for one in data.found.beside]
    writer.writerow([
        *beside, "series", text(data.found.across.term), "measured", "bound", "relative gap",
    ])
    upper = data.found.upper
    for part in data.slices:
        first = [part.held[name] for name in beside]

        def row(
            series: str, at: float, measured: float, bound: float, first: list[str] = first
        ) -> None:
            told = [
                "" if math.isnan(one) else repr(one)
                for one in (at, measured, bound, gap(bound, measured, upper))
            ]
            writer.writerow([*first, series, *told])

        for place, at in enumerate(part.at):
            here = part.measured[place] if part.measured else math.nan
            row("the bound", at, here, part.bound.values[place])
        for other in part.others:
            for at, value in zip(part.at, other.values, strict=True):
                row(other.name, at, math.nan, value)
        for one in part.met or ():
            row("climbed to" if one.climbed else "drawn", one.at, one.measured, one.bound)
        if part.certified is not None:
            row("certified", *part.certified)
    return stream.getvalue()


def comments(data: BoundData) -> list[str]:
    """What a picture of a bound shows, in lines."""
    found = data.found
    sign = "<=" if found.upper else ">="
    lines = [
        f"{data.name}: {data.status}", f"measured: {text(found.measured)}",
        f"{sign} bound: {text(found.bound)}",
    ]
    if found.across.term != found.across.var:
        lines.append(f"along: {text(found.across.term)}")
    lines += [f"also proved: {name}" for name in data.others]
    if not found.curve:
        lines.append(searched(data))
    return lines


def searched(data: BoundData) -> str:
    """What the search met, in words."""
    nearest = data.nearest
    if all(part.met is None for part in data.slices):
        return f"no instances were searched for: verified figure {data.name} does"
    # A piece that takes its whole time ends early: how many there were depends on the machine then.
    spent = (
        f"{data.budget} evaluations or {SECONDS * PIECES:.0f} s for each panel at most, "
        f"seed {data.seed}"
    )
    if nearest is None:
        return f"the search met no instance of the hypotheses ({spent})"
    if nearest < -1e-9:
        return f"the search went beyond the bound by {-nearest:.2g} of the larger side ({spent})"
    return f"nearest instance met: a gap of {max(nearest, 0):.2g} of the larger side ({spent})"


__all__ = [
    "BUDGET", "BoundData", "Curve", "Slice", "bound_csv", "bound_data", "comments", "gap",
    "searched",
]
