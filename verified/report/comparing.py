"""Two documents of `check --json` held against each other: whose verdicts changed, what is new,
what is gone.

A verdict is the status with what it is narrower for, the kind of finding and the facts that it
rests on. How long something took, and how close an attack came, is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from verified.errors import InputError
from verified.report.document import SCHEMA
from verified.report.files import read_json
from verified.report.looking import STATUSES


@dataclass(frozen=True)
class Verdict:
    """What a document says of one claim.

    Attributes:
        narrower: for what the claim is stated where the text says more; empty where it isn't.
        finding: the kind of finding of what is refuted; empty where none is told.
        rests_on: the facts cited without proof.
        digest: of the statement; empty for rows, and in documents that tell none.
    """

    status: str
    narrower: str
    finding: str
    rests_on: tuple[str, ...]
    digest: str

    @property
    def told(self) -> str:
        """The verdict in words."""
        narrower = f" for {self.narrower}" if self.narrower else ""
        finding = f" ({self.finding})" if self.finding else ""
        given = f" given {', '.join(self.rests_on)}" if self.rests_on else ""
        return f"{self.status}{narrower}{finding}{given}"


@dataclass(frozen=True)
class Change:
    """A claim of which two documents say something else.

    Attributes:
        kind: "new", "gone", "verdict", or "statement", where the verdict is the same but of
            another statement.
        old, new: the verdicts in words, empty where a document has none.
    """

    name: str
    kind: str
    old: str
    new: str

    @property
    def told(self) -> str:
        """The change in words."""
        if self.kind == "new":
            return f"{self.name}: {self.new}"
        if self.kind == "gone":
            return f"{self.name}: was {self.old}"
        if self.kind == "statement":
            return f"{self.name}: {self.new}, as before"
        return f"{self.name}: {self.old} -> {self.new}"


@dataclass(frozen=True)
class Comparison:
    """What changed from one document to another.

    Attributes:
        same: of how many claims both say the same.
        interrupted: which of the two are of runs that were interrupted, so that what they lack
            needn't be gone.
    """

    changes: tuple[Change, ...]
    same: int
    interrupted: tuple[str, ...]

    def lines(self) -> list[str]:
        """All of it in words: a heading for each kind of change, then the counts."""
        found = []
        headings = {
            "verdict": "changed verdicts", "statement": "other statements", "new": "new",
            "gone": "gone",
        }
        counts = []
        for kind, heading in headings.items():
            own = [change for change in self.changes if change.kind == kind]
            if own:
                found += [f"{heading}:", *(f"  {change.told}" for change in own)]
            counts.append(f"{len(own)} {heading}")
        found.append(f"{', '.join(counts)}; {self.same} as before")
        found += [f"{path} is of an interrupted run" for path in self.interrupted]
        return found

    def json(self) -> dict[str, Any]:
        """The same as JSON data."""
        return {
            "schema": 1, "changes": [asdict(change) for change in self.changes], "same": self.same,
            "interrupted": list(self.interrupted),
        }


def compare(old: Path, new: Path) -> Comparison:
    """What changed from one document of `check --json` to another, in the order of the new one;
    what is gone follows.

    Raises:
        InputError: one of them can't be read, or is no such document.
    """
    before, old_whole = read_verdicts(old)
    after, new_whole = read_verdicts(new)
    changes = [
        change for name, verdict in after.items()
        if (change := _change(name, before.get(name), verdict)) is not None
    ]
    changes += [
        Change(name, "gone", verdict.told, "")
        for name, verdict in before.items() if name not in after
    ]
    others = sum(change.kind in ("verdict", "statement") for change in changes)
    same = sum(name in before for name in after) - others
    cut = tuple(
        str(path) for path, whole in ((old, old_whole), (new, new_whole)) if not whole
    )
    return Comparison(tuple(changes), same, cut)


def _change(name: str, old: Verdict | None, new: Verdict) -> Change | None:
    if old is None:
        return Change(name, "new", "", new.told)
    if old.told != new.told:
        return Change(name, "verdict", old.told, new.told)
    if old.digest and new.digest and old.digest != new.digest:
        return Change(name, "statement", old.told, new.told)
    return None


def read_verdicts(path: Path) -> tuple[dict[str, Verdict], bool]:
    """The verdicts of a document by the claims' names, and whether its run came to its end.

    Raises:
        InputError: it can't be read, or is no document of `check --json`; the message names what
            isn't as it should be.
    """
    content = read_json(path)
    if not isinstance(content, Mapping) or "claims" not in content:
        raise InputError(f"{path} is no document of `verified check --json`: it has no claims")
    if content.get("schema") != SCHEMA:
        raise InputError(
            f"{path} has schema {content.get('schema')!r}; this reads schema {SCHEMA}"
        )
    claims = content["claims"]
    if not isinstance(claims, Sequence) or isinstance(claims, str):
        raise InputError(
            f"{path} is no document of `verified check --json`: its claims are no list"
        )
    found: dict[str, Verdict] = {}
    for place, entry in enumerate(claims, start=1):
        name, verdict = _verdict(entry, f"claim {place} of {path}")
        if name in found:
            raise InputError(f"{path} has {name} twice")
        found[name] = verdict
    return found, content.get("interrupted", False) is False


def _verdict(entry: Any, where: str) -> tuple[str, Verdict]:
    if not isinstance(entry, Mapping):
        raise InputError(f"{where} is no object")
    name, status = entry.get("name"), entry.get("status")
    if not isinstance(name, str) or not name:
        raise InputError(f"{where} has no name")
    if status not in STATUSES:
        raise InputError(f"{where}, {name}, has the status {status!r}; there is none of that name")
    words = {}
    for field in ("narrower", "finding", "digest"):
        value = entry.get(field)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{where}, {name}, has a {field} that is no text")
        words[field] = value or ""
    facts = entry.get("rests_on", [])
    if not isinstance(facts, list) or not all(isinstance(fact, str) for fact in facts):
        raise InputError(f"{where}, {name}, has rests_on that is no list of names")
    return name, Verdict(
        status, words["narrower"], words["finding"], tuple(sorted(facts)), words["digest"]
    )


__all__ = ["Change", "Comparison", "Verdict", "compare", "read_verdicts"]
