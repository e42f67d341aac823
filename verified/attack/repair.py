"""Suggested repairs: the weakest extra hypothesis with which the attack no longer breaks a claim.

Candidates come from the sorts of a statement's variables alone: full support, masses and numbers
above or below a threshold, alphabets of another size, narrower kinds of priors and classes of laws,
equal parameters, functions that aren't constant. A candidate that the refuting instance meets is of
no use; the others are attacked, and those that survive are ranked by the share of instances, drawn
among those that meet the hypotheses so far, that they keep. A suggestion is not a proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from flint import fmpq

from verified.attack import DEFAULT_BUDGET, attack
from verified.attack.objective import Objective
from verified.attack.report import Report
from verified.attack.search import Searcher
from verified.errors import InputError
from verified.instances.draw import draw_points
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.language.claims import Claim, Statement
from verified.language.formulas import Formula, every, negation, substitute
from verified.language.goals import normal
from verified.language.groups import cardinality
from verified.language.pufferfish import edges, private_values
from verified.language.sorts import (
    CLOSED_KINDS,
    ChannelSort,
    ClaimError,
    DataClassSort,
    EventSort,
    FrameworkSort,
    PmfSort,
    PriorSort,
    RealSort,
    SizeSort,
    Sort,
)
from verified.language.terms import Symbol, Term, Var, equals, number
from verified.measures.readings import Unreadable

# Thresholds for masses and numbers, from the weakest hypothesis to the strongest.
MASSES = tuple(fmpq(1, k) for k in (1000, 100, 20, 10, 4))
CEILINGS = tuple(map(fmpq, (10, 5, 2, 1))) + tuple(fmpq(1, k) for k in (2, 4, 10))
FLOORS = tuple(reversed(CEILINGS))
# How many structures, and points of each, the share of a hypothesis is measured on.
_STRUCTURES, _POINTS = 60, 16
# Candidates are first attacked with this part of the budget.
_SCREENING = 5
# How many hypotheses that don't suffice get a second one, and how many partners each tries.
_PAIRED, _PARTNERS = 4, 8


@dataclass(frozen=True)
class Candidate:
    """An extra hypothesis: a formula, or a variable with a narrower sort.

    Attributes:
        family: what candidates that differ in a threshold share; the first of a family that
            survives is its weakest.
    """

    family: str
    text: str
    formula: Formula | None = None
    variable: Var | None = None

    def added_to(self, statement: Statement) -> Statement:
        """The statement under this hypothesis."""
        if self.formula is not None:
            return replace(statement, given=(*statement.given, self.formula))
        var = self.variable
        assert var is not None
        values: dict[str, Term] = {var.name: var}
        variables = tuple(
            var if known.name == var.name else substitute(known, values)
            for known in statement.variables
        )
        return Statement(
            variables,
            tuple(substitute(formula, values) for formula in statement.given),
            substitute(statement.then, values),
            statement.quantifier,
        )


@dataclass(frozen=True)
class Suggestion:
    """A hypothesis with which the attack found no more counterexample.

    Attributes:
        share: the part of the drawn instances that it keeps, in [0, 1]; None where it narrows a
            sort, so that no formula tells.
        report: the attack on the statement with the hypothesis.
    """

    text: str
    statement: Statement
    share: float | None
    report: Report

    def __str__(self) -> str:
        kept = "" if self.share is None else f"keeps {self.share:.0%} of the drawn instances, "
        return f"{self.text} ({kept}survived {self.report.evaluations} evaluations)"


def repairs(
    target: Claim | Statement,
    report: Report,
    *,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    seconds: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Suggestion]:
    """Suggest hypotheses for a refuted claim, the weakest first.

    Args:
        report: the attack that refuted the claim; its instance must violate each hypothesis.
        budget: the evaluations for each candidate, `seconds` a time limit for each.
        progress: called with the text of each candidate before it is attacked.

    Raises:
        InputError: the report refutes nothing, or the claim isn't universal.
    """
    statement = target.statement if isinstance(target, Claim) else target
    if statement is None or statement.quantifier != "forall" or report.certificate is None:
        raise InputError("a repair is for a universal claim that was refuted")
    trial = _Trial(statement, {"seed": seed, "budget": budget, "seconds": seconds}, progress)
    possible = candidates(statement)
    found, broken = trial.extend((), possible, report.certificate, len(possible))
    if not found:
        # Each single hypothesis was broken by an instance of its own: a second one must exclude it.
        broken.sort(key=lambda pair: -(_share(statement, (pair[0],)) or 0))
        for first, refuted in broken[:_PAIRED]:
            assert refuted.certificate is not None
            found += trial.extend((first,), possible, refuted.certificate, _PARTNERS)[0]
    return sorted(found, key=lambda suggestion: -(suggestion.share or 0))


class _Trial:
    """Attacks on a statement with hypotheses added."""

    def __init__(
        self,
        statement: Statement,
        options: dict[str, Any],
        progress: Callable[[str], None] | None,
    ) -> None:
        self.statement, self.options, self.progress = statement, options, progress
        self.settled: set[frozenset[str]] = set()

    def extend(
        self,
        kept: tuple[Candidate, ...],
        possible: Sequence[Candidate],
        certificate: dict[str, Any],
        most: int,
    ) -> tuple[list[Suggestion], list[tuple[Candidate, Report]]]:
        """Add one more hypothesis, `most` of them at the most, that excludes an instance.

        Returns what survived, and what didn't with the attack that broke it. Of candidates that
        differ in a threshold, which stand from the weakest on, the first that survives is kept.
        """
        found: list[Suggestion] = []
        broken: list[tuple[Candidate, Report]] = []
        before = self._with(kept)
        for candidate in possible:
            families = frozenset(c.family for c in (*kept, candidate))
            if len(families) == len(kept) or families in self.settled:
                continue
            if most == 0 or _met_by(certificate, before, candidate):
                continue
            choice = (*kept, candidate)
            text = " and ".join(c.text for c in choice)
            if self.progress is not None:
                self.progress(text)
            try:
                changed = self._with(choice)
                report = _tried(changed, self.options)
            except ClaimError:
                # A narrower sort that the statement's terms don't take.
                continue
            most -= 1
            if report.status == "survived":
                self.settled.add(families)
                found.append(Suggestion(text, changed, _share(self.statement, choice), report))
            elif report.status == "refuted":
                broken.append((candidate, report))
        return found, broken

    def _with(self, choice: Sequence[Candidate]) -> Statement:
        changed = self.statement
        for candidate in choice:
            changed = candidate.added_to(changed)
        return changed


def _tried(statement: Statement, options: dict[str, Any]) -> Report:
    """A short attack, and on what survives it another with the whole budget."""
    quick = attack(statement, **{**options, "budget": max(1, options["budget"] // _SCREENING)})
    if quick.status != "survived":
        return quick
    return attack(statement, **{**options, "seed": options["seed"] + 1})


# --- candidates -----------------------------------------------------------------------------------


def candidates(statement: Statement) -> list[Candidate]:
    """Hypotheses that fit the sorts of a statement's variables."""
    found = [
        candidate for var in statement.variables for candidate in _of_variable(var, var.of)
    ]
    found += _of_pairs(statement.variables)
    return found


def _of_variable(var: Var, sort: Sort) -> Iterator[Candidate]:
    match sort:
        case PmfSort(size):
            symbol = Symbol(_fresh("a", var), size)
            yield _plain(f"{var} has full support", every(symbol, var[symbol] > 0))
            for mass in MASSES:
                yield Candidate(
                    f"mass of {var}",
                    f"each mass of {var} is at least {mass}",
                    every(symbol, var[symbol] >= number(mass)),
                )
        case ChannelSort(inputs, outputs):
            row, column = Symbol(_fresh("x", var), inputs), Symbol(_fresh("y", var), outputs)
            yield _plain(
                f"all entries of {var} are positive",
                every(row, every(column, var[row, column] > 0)),
            )
        case EventSort(size):
            yield _plain(f"{var} isn't empty", cardinality(var) >= 1)
            yield _plain(f"{var} isn't the whole alphabet", cardinality(var) < size)
        case SizeSort(low, _):
            for least in (low + 1, low + 2):
                yield Candidate(f"least {var}", f"{var} >= {least}", var >= least)
            for only in (low, low + 1):
                yield _plain(f"{var} = {only}", equals(var, only))
        case RealSort():
            yield from _of_real(var, sort)
        case FrameworkSort():
            edge = Symbol(_fresh("e", var), edges(var))
            yield _plain(f"{var} has an edge", edges(var) >= 1)
            yield _plain(
                f"each private function of {var} with an edge takes two values",
                every(edge, private_values(var, edge) >= 2),
            )
        case DataClassSort(size, "any" | "listed"):
            for kind in CLOSED_KINDS:
                narrower = replace(sort, kind=kind)
                what = (
                    f"{var} is the class of all laws"
                    if kind == "all"
                    else f"{var} is closed under mixtures and reweighting the secrets"
                )
                yield Candidate(what, what, variable=Var(var.name, narrower, var.symbol))
        case PriorSort(database, "any"):
            what = f"the entries are independent under {var}"
            apart = Var(var.name, PriorSort(database, "independent"), var.symbol)
            yield Candidate(what, what, variable=apart)


def _of_real(var: Var, sort: RealSort) -> Iterator[Candidate]:
    zero_inside = sort.contains(fmpq(0))
    if sort.low is not None and not sort.low_open:
        yield _plain(f"{var} > {sort.low}", var > number(sort.low))
    if sort.high is not None and not sort.high_open:
        yield _plain(f"{var} < {sort.high}", var < number(sort.high))
    if zero_inside and sort.low != 0 and sort.high != 0:
        yield _plain(f"{var} isn't 0", negation(equals(var, 0)))
        yield _plain(f"{var} >= 0", var >= 0)
        yield _plain(f"{var} <= 0", var <= 0)
    for bound in CEILINGS:
        if sort.contains(bound) and bound != sort.high:
            yield Candidate(f"ceiling of {var}", f"{var} <= {bound}", var <= number(bound))
    for bound in FLOORS:
        if sort.contains(bound) and bound != sort.low:
            yield Candidate(f"floor of {var}", f"{var} >= {bound}", var >= number(bound))


def _of_pairs(variables: Sequence[Var]) -> Iterator[Candidate]:
    """Equal parameters, and parameters in one order."""
    reals = [var for var in variables if isinstance(var.of, RealSort)]
    for one, two in itertools.combinations(reals, 2):
        if one.of == two.of:
            yield _plain(f"{one} = {two}", equals(one, two))
            yield _plain(f"{one} <= {two}", one <= two)
            yield _plain(f"{two} <= {one}", two <= one)


def _plain(text: str, formula: Formula) -> Candidate:
    return Candidate(text, text, formula)


def _fresh(name: str, var: Var) -> str:
    return f"{name}_{var.name}"


# --- what a candidate keeps -----------------------------------------------------------------------


def _met_by(certificate: dict[str, Any], statement: Statement, candidate: Candidate) -> bool:
    """Whether the refuting instance certainly meets a hypothesis, which then can't help."""
    if candidate.formula is None:
        return False
    reading = BallReading({})
    env = read_moves(statement.variables, certificate["moves"], reading)
    with suppress(Unreadable):
        return decide(normal(candidate.formula), env, reading) is True
    return False


def _share(statement: Statement, choice: Sequence[Candidate]) -> float | None:
    """The part of the drawn instances of a statement's hypotheses that meet all candidates."""
    formulas = [normal(c.formula) for c in choice if c.formula is not None]
    if len(formulas) < len(choice):
        return None
    searcher = Searcher("repair", statement, "refutation", 0)
    rng = np.random.default_rng(0)
    met = drawn = 0
    for _ in range(_STRUCTURES):
        start = searcher.draw(rng)
        if start is None:
            continue
        layout, tight = start
        points = draw_points(layout, _POINTS, rng)
        kept: Any = None
        with suppress(Unreadable, ClaimError):
            for formula in formulas:
                scores = Objective(layout, searcher.target.given, formula, tight).score(points)
                holds = scores.violation >= 0
                kept = holds if kept is None else kept & holds
                feasible = scores.feasible
            drawn += int(feasible.sum())
            met += int((feasible & kept).sum())
    return met / drawn if drawn else 0.0
