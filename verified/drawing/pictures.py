"""Pictures by their keys, as files: the papers' figures, the instances that refute claims, bounds.

A claim has a picture of its bound if its conclusion is one (`report.bounds`), and one of the
instance that refutes it if a certificate of that is stored; the former's files are named
`KEY.bound`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verified.drawing.bounds import bound_sheet
from verified.drawing.matplotlib import FORMATS, drawn
from verified.drawing.papers import LAYOUTS, paper_sheet
from verified.drawing.plays import play_sheet
from verified.drawing.sheets import Sheet, sheet_csv
from verified.errors import InputError, UnknownKeyError
from verified.report.bound_data import BUDGET, bound_csv, bound_data
from verified.report.bounds import Bounded, bounded, pictured
from verified.report.figures import as_csv, figure_data
from verified.report.files import read_json
from verified.report.plays import PLAYS
from verified.report.records import expected_statuses
from verified.report.results import Results
from verified.report.selection import leaves, nodes

WRITTEN = (*FORMATS, "csv")
FIGURE, INSTANCE, BOUND = (
    "the paper's figure", "the instance that refutes it", "its bound, and what the search found",
)


class NoPicture(InputError):
    """A claim has no picture; the message says why."""


@dataclass(frozen=True)
class Searching:
    """How instances are searched for pictures of bounds: the seed, the evaluations for each panel,
    and what is kept of earlier runs."""

    results: Results
    seed: int = 0
    budget: int = BUDGET


def pictures() -> dict[str, tuple[str, ...]]:
    """What can be drawn, by key: what is shown, a picture each."""
    refuted = {name for name, status in expected_statuses().items()
               if status == "refuted" and _play(name).exists()}
    found: dict[str, tuple[str, ...]] = dict.fromkeys(LAYOUTS, (FIGURE,))
    for name in sorted(refuted | set(pictured())):
        if name not in LAYOUTS:
            own = ((INSTANCE, name in refuted), (BOUND, name in pictured()))
            found[name] = tuple(told for told, there in own if there)
    return found


def _play(name: str) -> Path:
    paper, _, key = name.partition("/")
    return PLAYS / paper / f"{key}.json"


def keys_of(written: str) -> list[str]:
    """The keys of the pictures that a name means: a picture's, a claim's, or those of what is below
    a row of claims; a bare one such as `figure-5` will do where it is unique.

    Raises:
        UnknownKeyError: there is no such picture, nor such a claim.
        NoPicture: there is such a claim, and no picture of it; the message says why.
    """
    known = pictures()
    matching = [key for key in known if written in (key, key.partition("/")[2])]
    if len(matching) == 1:
        return matching
    if not matching:
        return _below(written, known)
    raise UnknownKeyError("picture", written, known)


def _below(written: str, known: Mapping[str, Any]) -> list[str]:
    """The pictures of a claim or of what is below it."""
    from verified.papers import all_claims

    every = [node for row in all_claims() for node in nodes(row)]
    claims = [
        claim for claim in every
        if written in (claim.name, claim.key, *(name.partition("/")[2] for name in
                                                (claim.name, claim.key)))
    ]
    if not claims or len({claim.key for claim in claims}) > 1:
        raise UnknownKeyError("picture", written, known)
    below = leaves([part for claim in claims for part in nodes(claim)])
    found = list(dict.fromkeys(leaf.name for leaf in below if leaf.name in known))
    if not found:
        why = bounded(below[0])
        assert not isinstance(why, Bounded)
        raise NoPicture(f"{below[0].name} has no picture: {why}")
    return found


def formats_of(written: str) -> tuple[str, ...]:
    """The formats that a list names.

    Raises:
        InputError: one isn't written here.
    """
    found = tuple(dict.fromkeys(part.strip() for part in written.split(",")))
    for form in found:
        if form not in WRITTEN:
            raise InputError(f"--formats has {form!r}; they are {', '.join(WRITTEN)}")
    return found


def picture_files(
    key: str, formats: Sequence[str], searching: Searching
) -> Iterator[tuple[Path, bytes]]:
    """The files of a key's pictures, by their paths below a folder.

    Raises:
        NoPicture: nothing of them can be drawn.
    """
    made = list(_sheets(key, searching))
    for name, sheet, table in made:
        for form in formats:
            content = table.encode() if form == "csv" else drawn(sheet, form)
            yield Path(f"{name}.{form}"), content


def missing(key: str, formats: Sequence[str], folder: Path) -> bool:
    """Whether a folder lacks a file of a key's pictures. Files are written whole, so that what is
    there is whole; whether it is of the present records isn't looked at."""
    names = [f"{key}.bound" if shown == BOUND else key for shown in pictures()[key]]
    return not all((folder / f"{name}.{form}").exists() for name in names for form in formats)


def _sheets(key: str, searching: Searching) -> Iterator[tuple[str, Sheet, str]]:
    """The pictures of a key, each with the name of its files and its table."""
    if key in LAYOUTS:
        data = figure_data(key)
        yield key, paper_sheet(data), as_csv(data)
        return
    play: Mapping[str, Any] | None = None
    if expected_statuses().get(key) == "refuted" and _play(key).exists():
        play = read_json(_play(key))
        sheet = play_sheet(dict(play))
        yield key, sheet, sheet_csv(sheet)
    if key in pictured():
        found = bound_data(
            pictured()[key], searching.results, seed=searching.seed, budget=searching.budget,
            play=play,
        )
        if not isinstance(found, str):
            yield f"{key}.bound", bound_sheet(found), bound_csv(found)
        elif play is None:
            raise NoPicture(f"{key} has no picture: {found}")


__all__ = [
    "BOUND", "FIGURE", "INSTANCE", "WRITTEN", "NoPicture", "Searching", "formats_of", "keys_of",
    "missing", "picture_files", "pictures",
]
