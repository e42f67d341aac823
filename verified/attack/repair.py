"""Suggested repairs: the weakest extra hypothesis with which the attack no longer breaks a claim.

Candidates come from the sorts of a statement's variables alone: full support, masses and numbers
above or below a threshold, alphabets of another size, narrower kinds of priors and classes of laws,
equal parameters, functions that aren't constant. A candidate that the refuting instance meets is of
no use; the others are attacked, and those that survive are ranked by the share of instances, drawn
among those that meet the hypotheses so far, that they keep. A suggestion is not a proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from verified.attack.attacking import DEFAULT_BUDGET, attack
from verified.attack.objective import Objective
from verified.attack.report import Report
from verified.attack.search import Searcher
from verified.errors import InputError
from verified.instances.draw import draw_points
from verified.instances.hypotheses import Hypothesis
from verified.instances.sorts import search
from verified.kernel.truth import BallReading, decide
from verified.kernel.values import read_moves
from verified.measures.readings import Unreadable
from verified.syntax.claims import Claim, Statement
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError

# How many structures, and points of each, the share of a hypothesis is measured on.
_STRUCTURES, _POINTS = 60, 16
# Candidates are first attacked with this part of the budget.
_SCREENING = 5
# How many hypotheses that don't suffice get a second one, and how many partners each tries.
_PAIRED, _PARTNERS = 4, 8


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
        kept: tuple[Hypothesis, ...],
        possible: Sequence[Hypothesis],
        certificate: dict[str, Any],
        most: int,
    ) -> tuple[list[Suggestion], list[tuple[Hypothesis, Report]]]:
        """Add one more hypothesis, `most` of them at the most, that excludes an instance.

        Returns what survived, and what didn't with the attack that broke it. Of candidates that
        differ in a threshold, which stand from the weakest on, the first that survives is kept.
        """
        found: list[Suggestion] = []
        broken: list[tuple[Hypothesis, Report]] = []
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

    def _with(self, choice: Sequence[Hypothesis]) -> Statement:
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


def candidates(statement: Statement) -> list[Hypothesis]:
    """Hypotheses that fit the sorts of a statement's variables."""
    variables = statement.variables
    found = [one for var in variables for one in search(var.of).hypotheses(var, var.of)]
    for one, two in itertools.combinations(variables, 2):
        if one.of == two.of:
            found += search(one.of).relating(one, two)
    return found


# --- what a candidate keeps -----------------------------------------------------------------------


def _met_by(certificate: dict[str, Any], statement: Statement, candidate: Hypothesis) -> bool:
    """Whether the refuting instance certainly meets a hypothesis, which then can't help."""
    if candidate.formula is None:
        return False
    reading = BallReading({})
    env = read_moves(statement.variables, certificate["moves"], reading)
    with suppress(Unreadable):
        return decide(normal(candidate.formula), env, reading) is True
    return False


def _share(statement: Statement, choice: Sequence[Hypothesis]) -> float | None:
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
