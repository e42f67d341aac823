"""How suggested repairs of a refuted claim are asked for and told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from verified.attack.repair import Suggestion, repairs
from verified.attack.report import Report
from verified.report.run import Settings
from verified.syntax.claims import Claim
from verified.syntax.text import text

# Among many suggestions only so many are told on a terminal.
_TOLD = 8


def suggested(claim: Claim, report: Report, settings: Settings) -> list[Suggestion]:
    """Hypotheses with which the attack no longer breaks a refuted claim; none for existence."""
    if claim.statement is None or claim.statement.quantifier != "forall":
        return []
    return repairs(
        claim, report, seed=settings.seed, budget=settings.budget, seconds=settings.seconds
    )


def repair_lines(found: Sequence[Suggestion]) -> Iterator[str]:
    """The suggestions in lines, the weakest hypothesis first."""
    if not found:
        yield "  no hypothesis that was tried saves it"
        return
    yield "  with one of these hypotheses it survives, which proves nothing:"
    yield from (f"    {suggestion}" for suggestion in found[:_TOLD])
    if len(found) > _TOLD:
        yield f"    and {len(found) - _TOLD} more that keep less"


def repair_data(found: Sequence[Suggestion]) -> list[dict[str, Any]]:
    """The suggestions for JSON."""
    return [
        {
            "hypothesis": suggestion.text,
            "statement": text(suggestion.statement),
            "share": suggestion.share,
            "evaluations": suggestion.report.evaluations,
            "proved": False,
        }
        for suggestion in found
    ]
