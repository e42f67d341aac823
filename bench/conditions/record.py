"""The survivors that are accepted, each with the reason, as a file (`tests/conditions.json`).

    {"proposals": [{"file": …, "function": …, "reason": …}],
     "survivors": [{"file": …, "function": …, "operator": …, "was": …, "becomes": …, "nth": …,
                    "reason": …}]}

A survivor without a reason (null) is *open*: known, and yet to be caught or argued. A proposal is a
function on whose result nothing rests, as whoever asks for it certifies it; none of it is changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.conditions.mutants import Mutant

Name = tuple[str, str, str, str, str, int]
_FIELDS = ("file", "function", "operator", "was", "becomes", "nth")


class RecordError(ValueError):
    """The file of survivors isn't of its form."""


@dataclass
class Record:
    """What is accepted.

    Attributes:
        survivors: reasons by what names a mutant; None where there is none yet.
        proposals: reasons by file and function.
    """

    survivors: dict[Name, str | None]
    proposals: dict[tuple[str, str], str]

    def proposes(self, mutant: Mutant) -> bool:
        """Whether nothing rests on the mutant's function, or on one around it."""
        inner = mutant.function.split(".")
        names = (".".join(inner[:count]) for count in range(1, len(inner) + 1))
        return any((mutant.path, name) in self.proposals for name in names)


def read_record(file: Path) -> Record:
    """The record; an empty one where there is no file.

    Raises:
        RecordError: it isn't of its form.
    """
    if not file.exists():
        return Record({}, {})
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        survivors = {tuple(entry[field] for field in _FIELDS): entry["reason"]
                     for entry in data["survivors"]}
        proposals = {(entry["file"], entry["function"]): entry["reason"]
                     for entry in data["proposals"]}
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        form = "not of the form of `bench/conditions/record.py`"
        raise RecordError(f"{file} is {form}: {error!r}") from None
    return Record(survivors, proposals)


def write_record(file: Path, record: Record) -> None:
    """Keep the record, in the order of files and functions."""
    survivors: list[dict[str, Any]] = [
        {**dict(zip(_FIELDS, name, strict=True)), "reason": reason}
        for name, reason in sorted(record.survivors.items())
    ]
    proposals = [
        {"file": path, "function": function, "reason": reason}
        for (path, function), reason in sorted(record.proposals.items())
    ]
    text = json.dumps({"proposals": proposals, "survivors": survivors}, indent=1,
                      ensure_ascii=False)
    part = file.with_suffix(".part")
    part.write_text(text + "\n", encoding="utf-8")
    part.replace(file)


@dataclass(frozen=True)
class Comparison:
    """What a run says of the record.

    Attributes:
        new: survivors that it doesn't have.
        open: survivors that it has without a reason.
        caught: what it has and a test now catches.
        gone: what it has and the code has no more.
    """

    new: list[Mutant]
    open: list[Mutant]
    caught: list[Name]
    gone: list[Name]

    @property
    def holds(self) -> bool:
        """Whether the record says what is the case."""
        return not (self.new or self.caught or self.gone)


def compare(
    record: Record, every: Iterable[Mutant], survivors: Iterable[Mutant], tried: Iterable[Mutant]
) -> Comparison:
    """The record against a run.

    Args:
        every: all mutants of the files in question, tried or not.
        survivors: those of the mutants tried that no test caught.
    """
    every = list(every)
    files = {mutant.path for mutant in every}
    names = {mutant.name for mutant in every}
    alive = list(survivors)
    living = {mutant.name for mutant in alive}
    seen = {mutant.name for mutant in tried}
    return Comparison(
        new=[mutant for mutant in alive if mutant.name not in record.survivors],
        open=[m for m in alive if record.survivors.get(m.name, "") is None],
        caught=sorted(name for name in record.survivors if name in seen - living),
        gone=sorted(n for n in record.survivors if n[0] in files and n not in names),
    )


def stored(record: Record, compared: Comparison) -> Record:
    """The record as the run would have it: new survivors open, what is caught or gone left out."""
    dropped = {*compared.caught, *compared.gone}
    kept = {name: reason for name, reason in record.survivors.items() if name not in dropped}
    return Record({**kept, **{mutant.name: None for mutant in compared.new}}, record.proposals)
