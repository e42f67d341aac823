"""What is known of each claim, gathered once for many: status, finding, facts, power, instance.

`show` and the report site tell the same from here; neither looks anywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verified.proof.evidence import recorded_axioms
from verified.report.checking import kept_findings, kept_plays
from verified.report.document import facts_of
from verified.report.findings import Finding, gravest
from verified.report.plays import searches_of
from verified.report.records import Power, Search, expected_statuses, stored_power
from verified.report.results import Results
from verified.report.run import Attacked
from verified.report.selection import parts, row_status, scope_of
from verified.report.terminal import play_lines, power_lines, standing
from verified.syntax.claims import Claim


@dataclass(frozen=True)
class Standing:
    """How a claim stands.

    Attributes:
        status: "proved", "refuted", …; None where nothing is recorded.
        told: the status with what it stands for, as "proved for finite alphabets".
        facts: what a proved claim cites without proof.
        finding: what kind of finding a refuted one is; of a row, its child's that matters most.
        power: the tamperings that were measured, a line each.
        instance: the play that decides it, told in lines; empty where none does.
        searched: what else was found of it in this run, in lines.
    """

    status: str | None
    told: str
    facts: tuple[str, ...]
    finding: Finding | None
    power: tuple[str, ...]
    instance: tuple[str, ...]
    searched: tuple[str, ...] = ()


class Standings:
    """How claims stand.

    Args:
        statuses: by the claims' names.
        axioms: what proofs cite without proof, by the names of statements.
        findings, plays, searches, power: by the names of statements.
        searched: what was found of statements in this run, in lines, by their names.
    """

    def __init__(
        self,
        statuses: Mapping[str, str],
        axioms: Mapping[str, Sequence[str]],
        findings: Mapping[str, Finding],
        plays: Mapping[str, Attacked],
        searches: Mapping[str, Search],
        power: Mapping[str, Power],
        searched: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.searched = searched or {}
        self.statuses, self.axioms, self.findings = statuses, axioms, findings
        self.plays, self.searches, self.power = plays, searches, power

    def of(self, node: Claim) -> Standing:
        """How a claim, or a row of them, stands."""
        status = self.status(node)
        facts = facts_of(node, self.axioms) if status == "proved" else []
        of_parts = {
            part.name: self.findings[part.name]
            for part in parts(node) if part.name in self.findings
        }
        play = self.plays.get(node.name)
        told = "status not recorded" if status is None else standing(status, scope_of(node))
        return Standing(
            status, told, tuple(facts), gravest(of_parts), tuple(power_lines(node, self.power)),
            () if play is None else tuple(play_lines(play, self.searches.get(node.name))),
            tuple(self.searched.get(node.name, ())),
        )

    def status(self, node: Claim) -> str | None:
        """The status of a claim by its name; of a row that has none, from its children's."""
        if node.name in self.statuses or node.statement is not None:
            return self.statuses.get(node.name)
        below = [self.statuses.get(part.name) for part in parts(node)]
        known = [status for status in below if status is not None]
        return row_status(known) if known and len(known) == len(below) else None


def recorded(below: Sequence[Claim], results: Results) -> Standings:
    """How the claims of the papers stand, as recorded beside the code; plays are rechecked.

    Args:
        below: the claims with statements that are asked for.

    Raises:
        InputError: a record or a stored play is malformed.
    """
    expected = expected_statuses()
    plays = kept_plays(below, results)
    proved = {name for name, status in expected.items() if status == "proved"}
    return Standings(
        expected, recorded_axioms(leaf.name for leaf in below),
        kept_findings(below, plays, proved, results), plays, searches_of(plays), stored_power(),
    )


__all__ = ["Standing", "Standings", "recorded"]
