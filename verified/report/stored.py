"""Records beside the code that are no claims': the audit's last run, and the released vectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verified.report.files import read_json
from verified.report.records import DATA

AUDIT = DATA / "audit.json"
VECTORS = DATA / "vectors"


@dataclass(frozen=True)
class AuditRow:
    """What was found of another library's function; `off` is how far sound answers are from the
    truth at most, `told` what a finding is in words, `refused` how many calls it refused,
    `unknown` how often our own value wasn't there, `unconfirmed` how many suspicions weren't borne
    out."""

    function: str
    version: str
    promise: str
    calls: int
    verdict: str
    off: str
    told: str = ""
    refused: int = 0
    unknown: int = 0
    unconfirmed: int = 0

    @property
    def asked(self) -> str:
        """How many calls there were, in words."""
        return f"{self.calls}, {self.refused} refused" if self.refused else str(self.calls)

    @property
    def sound(self) -> bool:
        return self.verdict == "no violation found"


def audit_rows() -> list[AuditRow]:
    """The functions of the audit's recorded run."""
    return [AuditRow(**row) for row in read_json(AUDIT)["functions"]]


def audit_run() -> str:
    """How the recorded run was made, as options of `verified audit`."""
    return str(read_json(AUDIT)["run"])


@dataclass(frozen=True)
class VectorFile:
    """A file of vectors: its function, the unit of its values, how many there are and have each
    flag, and which error is unsafe."""

    path: Path
    function: str
    unit: str
    count: int
    groups: int
    flags: dict[str, int]
    unsafe: tuple[str, ...]


@dataclass(frozen=True)
class FlagTold:
    """What vectors with a flag may catch."""

    name: str
    kind: str
    description: str
    effect: str


def vector_files() -> tuple[list[VectorFile], list[FlagTold]]:
    """The released files of vectors, and the flags that occur in them."""
    files, flags = [], dict[str, FlagTold]()
    for path in sorted(VECTORS.glob("*_test.json")):
        held: dict[str, Any] = read_json(path)
        counts: dict[str, int] = {}
        for flag in _flags(held):
            counts[flag] = counts.get(flag, 0) + 1
        files.append(VectorFile(
            path, held["function"], held["unit"], held["numberOfTests"], len(held["testGroups"]),
            counts, tuple(sorted({group["unsafe"] for group in held["testGroups"]})),
        ))
        for name, note in held["notes"].items():
            flags[name] = FlagTold(name, note["bugType"], note["description"], note["effect"])
    return files, [flags[name] for name in sorted(flags)]


def _flags(held: dict[str, Any]) -> Iterator[str]:
    for group in held["testGroups"]:
        for test in group["tests"]:
            yield from test["flags"]


__all__ = [
    "AUDIT", "VECTORS", "AuditRow", "FlagTold", "VectorFile", "audit_rows", "audit_run",
    "vector_files",
]
