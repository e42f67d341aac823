"""What the theorems of the papers promise of a user's own mechanism, beside what is true of it.

A claim speaks of a mechanism (or a channel, a prior, two laws) and of numbers that its hypotheses
bound. The user's mechanism is put in, or for two laws the responses to any two neighbours; each
number is set to the tightest value that the hypotheses allow, as the search does it; and both sides
of the conclusion are enclosed. Nothing here knows a claim by name.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from functools import partial
from typing import Any

from flint import arb, fmpq

from verified.attack.certify import with_bounds
from verified.attack.objective import tight_value
from verified.attack.tighten import Tightening, tightenings
from verified.kernel.truth import BallReading, Bounds, decide, enclosure
from verified.kernel.values import Rejected, read_move
from verified.measures.readings import Unreadable
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.exact import rational
from verified.quantities.words import hockey_stick
from verified.report.decimals import decimal, exactly
from verified.report.measuring import DEFAULTS, Subject
from verified.syntax import sorts
from verified.syntax.claims import Claim
from verified.syntax.formulas import And, Formula, Predicate, Relation
from verified.syntax.goals import normal
from verified.syntax.sorts import IntegerLawSort, LawSort
from verified.syntax.statements import Statement
from verified.syntax.terms import Bind, Term, Var, distinct

# Instances of one claim that are gone through: pairs of neighbours, symbols, events.
MOST_INSTANCES = 256
_BITS = 192
_PRECISIONS = (64, 256)
# δ before ε: an ε at a given δ is what most hypotheses bound.
_ORDER: tuple[str, ...] = ("delta", "alpha", "eps")
# A tight number is rounded outwards to so many significant digits, so that it can be told.
_DIGITS = 16
_CAPACITY = fmpq(1, 10**15)
_UNREADABLE = (Unreadable, Undefined, Indeterminate, Rejected, OverflowError, ZeroDivisionError)


@dataclass(frozen=True)
class Sides:
    """One relation of a conclusion, and its sides' decimals, rounded outwards."""

    relation: str
    op: str
    left: tuple[str, str] | None
    right: tuple[str, str] | None


@dataclass(frozen=True)
class Promise:
    """What one claim says of the mechanism.

    Attributes:
        claim: its name.
        status: as recorded: "proved", "refuted", …
        at: the numbers and symbols that were put in.
        conclusion: in words.
        sides: the relations of the conclusion; empty where it is none.
        holds: whether the conclusion is true here; None where that isn't decided.
        instances: how many were gone through; this is the one where the conclusion is nearest to
            failing, or fails.
    """

    claim: str
    status: str | None
    at: Mapping[str, str]
    conclusion: str
    sides: tuple[Sides, ...]
    holds: bool | None
    instances: int


class _Silent(Exception):
    """A claim says nothing of the mechanism; the message tells why."""


def promises(
    of: Subject, claims: Sequence[Claim], statuses: Mapping[str, str],
    numbers: Mapping[str, Sequence[str]] | None = None, integrals: bool = False,
) -> Iterator[Promise | tuple[str, str]]:
    """What each claim says of a subject, or its name and why it says nothing.

    Args:
        claims: those with statements.
        statuses: by the claims' names.
        numbers: as for `measuring.measure`: for numbers that no hypothesis sets.
        integrals: evaluate integrals too, which takes seconds to minutes each.
    """
    asked = {**DEFAULTS, **(numbers or {})}
    for claim in claims:
        assert claim.statement is not None
        try:
            yield _promise(claim, claim.statement, of, statuses.get(claim.name), asked, integrals)
        except _Silent as silent:
            yield claim.name, str(silent)


def _promise(
    claim: Claim, statement: Statement, of: Subject, status: str | None,
    numbers: Mapping[str, Sequence[str]], integrals: bool,
) -> Promise:
    if statement.quantifier != "forall":
        raise _Silent("it says that something exists")
    if not integrals and _has_integral(statement):
        raise _Silent("it has an integral, which takes long: ask for it by --claims")
    rules = tightenings(statement.given)
    free = _free(statement, rules, numbers)
    worst: tuple[float, Promise] | None = None
    count, reason = 0, "its hypotheses aren't met"
    every = _instances(statement, of, free, numbers)
    for place, moves in itertools.islice(every, MOST_INSTANCES):
        try:
            found = _at(claim, statement, moves, rules, status, place)
        except _UNREADABLE as error:
            reason = str(error) or type(error).__name__
            continue
        if found is None:
            continue
        count += 1
        if worst is None or found[0] < worst[0]:
            worst = found
        if found[1].holds is False:
            break
    if worst is None:
        raise _Silent(reason)
    return replace(worst[1], instances=count)


def _has_integral(statement: Statement) -> bool:
    return any(
        isinstance(node, Bind) and node.kind == "integral"
        for formula in (*statement.given, statement.then) for node in distinct(normal(formula))
    )


# --- instances ------------------------------------------------------------------------------------


def _free(
    statement: Statement, rules: Sequence[Tightening], numbers: Mapping[str, Sequence[str]]
) -> list[str]:
    """The numbers that are asked for, as no hypothesis sets them once the others are known."""
    reals = [var.name for var in statement.variables if isinstance(var.of, sorts.RealSort)]
    known = {var.name for var in statement.variables} - set(reals)
    free: list[str] = []
    left = list(reals)
    while left:
        ready = [name for name in left if _sets(rules, name, known)]
        if not ready:
            offered = [name for name in _ORDER if name in left and name in numbers]
            if not offered:
                raise _Silent(f"nothing says what {left[0]} is")
            free.append(offered[0])
            ready = offered[:1]
        known.add(ready[0])
        left.remove(ready[0])
    return free


def _sets(rules: Sequence[Tightening], name: str, known: set[str]) -> bool:
    own = [rule for rule in rules if rule.name == name]
    return bool(own) and all(rule.needs <= known and rule.family is None for rule in own)


def _instances(
    statement: Statement, of: Subject, free: Sequence[str],
    numbers: Mapping[str, Sequence[str]],
) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """The moves of all variables but the numbers that hypotheses set; and for two laws, whose
    responses they are."""
    variables = statement.variables
    tables = [var for var in variables
              if isinstance(var.of, sorts.MechanismSort | sorts.ChannelSort)]
    laws = [var for var in variables if isinstance(var.of, sorts.PmfSort | sorts.PriorSort)]
    if len(tables) > 1:
        raise _Silent("it speaks of more than one mechanism")
    if not tables and not (len(laws) == 2 and laws[0].of == laws[1].of):
        raise _Silent("it speaks of no mechanism, and not of two laws")
    if tables and laws and of.prior is None:
        raise _Silent("it speaks of a prior, and none is given")
    if tables and len(laws) > 1:
        raise _Silent("it speaks of more than one prior")
    choices: dict[str, Sequence[Any]] = {}
    rows = [[str(entry) for entry in row] for row in of.rows]
    pairs: Sequence[tuple[int, int]] = [(0, 0)] if tables else _neighbours(of.database)
    for name in free:
        domain = next(var.of for var in variables if var.name == name)
        assert isinstance(domain, sorts.RealSort)
        choices[name] = [
            str(value) for value in map(rational, numbers[name]) if domain.contains(value)
        ]
    for one, two in pairs:
        moves: dict[str, Any] = {}
        inner: dict[str, Sequence[Any]] = dict(choices)
        place = {} if tables else {
            var.name: f"row {row}" for var, row in zip(laws, (one, two), strict=True)
        }
        for var in variables:
            match var.of:
                case sorts.DatabaseSort():
                    moves[var.name] = list(of.database)
                case sorts.MechanismSort() | sorts.ChannelSort():
                    moves[var.name] = rows
                    for part, found in _sizes(var, of):
                        moves[part.name] = found
                case sorts.PmfSort(size) if not tables:
                    moves[var.name] = rows[one if var == laws[0] else two]
                    if isinstance(size, Var):
                        moves[size.name] = len(rows[0])
                case sorts.PmfSort() | sorts.PriorSort():
                    assert of.prior is not None
                    moves[var.name] = [str(mass) for mass in of.prior]
        for var in variables:
            match var.of:
                case sorts.SymbolSort(size):
                    inner[var.name] = range(_value(size, moves))
                case sorts.EventSort(size):
                    count = _value(size, moves)
                    if 2**count > MOST_INSTANCES:
                        raise _Silent(f"{var.name} is one of too many events")
                    inner[var.name] = [
                        list(part) for most in range(count + 1)
                        for part in itertools.combinations(range(count), most)
                    ]
                case sorts.SizeSort() if var.name not in moves:
                    raise _Silent(f"nothing says what {var.name} is")
                case sorts.RealSort():
                    pass
                case _ if var.name not in moves:
                    raise _Silent(f"it speaks of {var.name}, which is no part of a mechanism")
        for values in itertools.product(*inner.values()):
            yield place, {**moves, **dict(zip(inner, values, strict=True))}


def _sizes(var: Var, of: Subject) -> Iterator[tuple[Var, int]]:
    told: list[tuple[Term, int]] = []
    match var.of:
        case sorts.ChannelSort() as channel:
            told = [(channel.inputs, len(of.rows)), (channel.outputs, len(of.rows[0]))]
        case sorts.MechanismSort() as mechanism:
            told = [(mechanism.outputs, len(of.rows[0]))]
    for term, found in told:
        if isinstance(term, Var):
            yield term, found


def _value(size: Term, moves: Mapping[str, Any]) -> int:
    env = {name: tuple(move) if isinstance(move, list) else move for name, move in moves.items()}
    try:
        return int(BallReading().term(size, env))
    except (KeyError, *_UNREADABLE):
        raise _Silent(f"nothing says what {size} is") from None


def _neighbours(database: tuple[int, ...]) -> list[tuple[int, int]]:
    """The numbers of databases that differ in one entry, both ways round."""
    instances = list(itertools.product(*map(range, database)))
    found = []
    for one, two in itertools.permutations(range(len(instances)), 2):
        if sum(a != b for a, b in zip(instances[one], instances[two], strict=True)) == 1:
            found.append((one, two))
    return found


# --- one instance ---------------------------------------------------------------------------------


def _at(
    claim: Claim, statement: Statement, moves: Mapping[str, Any], rules: Sequence[Tightening],
    status: str | None, place: Mapping[str, str],
) -> tuple[float, Promise] | None:
    """What the claim says of one instance, and how near it is to failing; None where its
    hypotheses aren't met.

    Raises:
        Unreadable: something can't be evaluated.
        Undefined, Indeterminate: likewise, here.
    """
    bounds: Bounds = {}
    env, moves = _with_tight(statement, dict(moves), rules, bounds)
    reading = BallReading(bounds)

    def holds(formula: Formula) -> bool | None:
        return with_bounds(  # type: ignore[no-any-return]
            bounds, _CAPACITY, lambda: decide(normal(formula), env, reading, _PRECISIONS)
        )

    if not all(holds(formula) for formula in statement.given):
        return None
    truth = holds(statement.then)
    sides = list(_relations(statement.then))
    told, slack = [], math.inf
    with precision(_BITS):
        for relation in sides:
            ends = [
                with_bounds(bounds, _CAPACITY, partial(enclosure, side, env, reading))
                for side in (relation.left, relation.right)
            ]
            told.append(Sides(str(relation), relation.op, *map(_ends, ends)))
            slack = min(slack, _slack(relation.op, *ends))
    at = dict(place) | {
        var.name: _told(moves[var.name]) for var in statement.variables
        if isinstance(var.of, sorts.RealSort | sorts.SymbolSort | sorts.EventSort)
    }
    if truth is False:
        slack = -math.inf
    return slack, Promise(
        claim.name, status, at, str(statement.then), tuple(told), truth, 1
    )


def _with_tight(
    statement: Statement, moves: dict[str, Any], rules: Sequence[Tightening], bounds: Bounds
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values of all variables, the numbers set to the tightest that the hypotheses allow."""
    reading = BallReading(bounds)
    left = [var for var in statement.variables if var.name not in moves]
    env: dict[str, Any] = {}
    for var in statement.variables:
        if var.name in moves:
            env[var.name] = read_move(var, moves[var.name], reading, env)
    while left:
        ready = [one for one in left if _sets(rules, one.name, set(env))]
        if not ready:
            raise Unreadable(f"nothing says what {left[0].name} is")
        var = ready[0]
        own = [rule for rule in rules if rule.name == var.name]
        own = [rule for rule in own if rule.side == own[0].side]
        with precision(_BITS):
            value = with_bounds(bounds, _CAPACITY, partial(tight_value, own, env, reading, ()))
        end = _outer(value, own[0].side == "least", var)
        moves[var.name] = str(end)
        env[var.name] = read_move(var, str(end), reading, env)
        left.remove(var)
    return env, moves


def _outer(value: Any, least: bool, var: Var) -> fmpq:
    """The end of an enclosure that surely meets the hypotheses, in few digits."""
    domain = var.of
    assert isinstance(domain, sorts.RealSort)
    if not isinstance(value, fmpq) and not value.is_finite():
        raise Unreadable(f"no finite {var.name} meets the hypotheses")
    if isinstance(value, fmpq):
        end = value
    else:
        exact = exactly(value.upper() if least else value.lower())
        end = rational(decimal(exact, ROUND_CEILING if least else ROUND_FLOOR, _DIGITS))
    if least and domain.low is not None and end < domain.low:
        end = domain.low
    if not least and domain.high is not None and end > domain.high:
        end = domain.high
    return end


def _relations(formula: Formula) -> Iterator[Relation]:
    """The relations that a conclusion consists of; nothing for another one."""
    match formula:
        case Predicate("close", (p, q, epsilon, delta)) if not isinstance(
            p.sort, LawSort | IntegerLawSort
        ):
            # The same as its definition, event by event, and one number each way.
            yield hockey_stick(p, q, epsilon) <= delta
            yield hockey_stick(q, p, epsilon) <= delta
        case Predicate():
            yield from _relations(normal(formula))
        case And(parts):
            for part in parts:
                yield from _relations(part)
        case Relation():
            yield formula


def _ends(value: Any) -> tuple[str, str] | None:
    if value is None:
        return None
    if isinstance(value, fmpq):
        return decimal(value, ROUND_FLOOR, 12), decimal(value, ROUND_CEILING, 12)
    if not value.is_finite():
        return ("inf", "inf") if value > 0 else ("-inf", "-inf")
    return (
        decimal(exactly(value.lower()), ROUND_FLOOR, 12),
        decimal(exactly(value.upper()), ROUND_CEILING, 12),
    )


def _slack(op: str, left: Any, right: Any) -> float:
    """How far a relation is from failing, relative to its larger side; to order instances only."""
    if left is None or right is None:
        return math.inf
    one, two = float(arb(left).mid()), float(arb(right).mid())
    if op in (">=", ">"):
        one, two = two, one
    if not (math.isfinite(one) and math.isfinite(two)):
        return math.inf
    size = max(abs(one), abs(two))
    gap = abs(two - one) if op == "=" else two - one
    return gap / size if size else 0.0


def _told(move: Any) -> str:
    if isinstance(move, str):
        number = rational(move)
        return move if len(move) <= 12 else decimal(number, ROUND_CEILING, _DIGITS)
    return str(move)


# --- telling --------------------------------------------------------------------------------------


def promise_lines(promise: Promise) -> list[str]:
    """What one claim says, in lines."""
    status = promise.status or "status not recorded"
    if promise.status == "refuted":
        status = "refuted: false in general"
    at = ", ".join(f"{name} = {value}" for name, value in promise.at.items())
    lines = [f"{promise.claim} ({status}){': ' + at if at else ''}"]
    verdict = {True: "", False: "  FALSE HERE", None: "  not told apart"}[promise.holds]
    if not promise.sides:
        lines.append(f"  {promise.conclusion}: {verdict.strip() or 'true'}")
    for sides in promise.sides:
        lines.append(f"  {sides.relation}")
        lines.append(f"    {_interval(sides.left)} {sides.op} {_interval(sides.right)}{verdict}")
    return lines


def _interval(ends: tuple[str, str] | None) -> str:
    if ends is None:
        return "undefined"
    return ends[0] if ends[0] == ends[1] else f"[{ends[0]}, {ends[1]}]"


def promise_record(promise: Promise) -> dict[str, Any]:
    """What one claim says, for a program to read."""
    return {
        "claim": promise.claim, "status": promise.status, "at": dict(promise.at),
        "conclusion": promise.conclusion, "holds": promise.holds, "instances": promise.instances,
        "sides": [
            {"relation": one.relation, "op": one.op,
             "left": None if one.left is None else list(one.left),
             "right": None if one.right is None else list(one.right)}
            for one in promise.sides
        ],
    }


__all__ = ["Promise", "Sides", "promise_lines", "promise_record", "promises"]
