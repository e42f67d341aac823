"""What was found, as evidence: the proof file that says something false, whether each checker
accepts it, and the instance at which it fails, as a play that the kernel accepts too where it can.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.fuzz import second
from bench.fuzz.campaign import Finding
from bench.fuzz.shrinking import Check, Shrinker, Shrunk
from bench.fuzz.steps import Refused, accepted_as_file, certificate_of, checked, lines, statement_of
from verified.kernel.certificate import Undecided, certify
from verified.kernel.values import Rejected
from verified.report.files import write_json
from verified.syntax.claims import Statement
from verified.syntax.serial import FormatError
from verified.syntax.sorts import ClaimError


@dataclass(frozen=True)
class Hole:
    """A false statement with a proof.

    Attributes:
        rule: the rule of the last step.
        certificate: the proof; None where no file says so.
        kernel: empty if the kernel accepts the file, else why it doesn't.
        second: what the second checker says of it.
        play: the refutation as a certificate; None where the kernel's reading decides nothing (as
            where a size has no value).
    """

    rule: str
    steps: tuple[str, ...]
    statement: Statement | None
    certificate: Any
    kernel: str
    second: str
    moves: dict[str, Any]
    play: Any

    @property
    def is_written(self) -> bool:
        return self.certificate is not None

    def told(self) -> list[str]:
        """The hole in a few lines."""
        found = [*(f"  {line}" for line in self.steps), f"  false at {json.dumps(self.moves)}"]
        if self.certificate is None:
            return [f"{self.rule}: no file says it", *found]
        return [f"{self.rule}: kernel {self.kernel or 'accepts'}; second {self.second}", *found]


def hole_of(finding: Finding, shrink: bool = True) -> Hole:
    """The finding as evidence, shrunk first."""
    library = finding.episode.library
    check: Check = second.checked if finding.by == "second" else checked
    if shrink:
        small = Shrinker(library, check).shrink(finding.derived, finding.instance)
    else:
        small = Shrunk(finding.derived, finding.instance, [])
    every = lines([small.derived.attempt])
    where = {id(attempt): place + 1 for place, attempt in enumerate(every)}
    steps = tuple(
        f"{place}. {attempt.formula} [{attempt.rule}"
        f"{''.join(f' ({where[id(p.attempt)]})' for p in attempt.premises)}]"
        for place, attempt in enumerate(every, 1)
    )
    rule = small.derived.attempt.rule
    try:
        statement = statement_of(small.derived)
        certificate = certificate_of([small.derived.attempt], statement, library)
    except (Refused, ClaimError):
        return Hole(rule, steps, None, None, "no file", "no file", small.instance.moves, None)
    return Hole(rule, steps, statement, certificate, accepted_as_file(certificate),
                second.verdict(certificate), small.instance.moves,
                _play(statement, small.instance.moves))


def _play(statement: Statement, moves: dict[str, Any]) -> Any:
    names = {var.name for var in statement.variables}
    try:
        return certify("fuzz", statement, "refutation",
                       {name: move for name, move in moves.items() if name in names}, {})
    except (Undecided, Rejected, FormatError, ClaimError, ValueError, ArithmeticError,
            LookupError, TypeError, AttributeError, AssertionError):
        return None


def write(hole: Hole, folder: Path, name: str) -> list[Path]:
    """The files that show it: the proof, and the play where there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for suffix, content in (("", hole.certificate), (".refutation", hole.play)):
        if content is not None:
            path = folder / f"{name}{suffix}.json"
            write_json(path, content)
            found.append(path)
    return found
