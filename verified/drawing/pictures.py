"""Pictures by their keys: the papers' figures and the instances that refute claims, as files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from verified.drawing.matplotlib import FORMATS, drawn
from verified.drawing.papers import LAYOUTS, paper_sheet
from verified.drawing.plays import play_sheet
from verified.drawing.sheets import sheet_csv
from verified.errors import InputError, UnknownKeyError
from verified.report.figures import as_csv, figure_data
from verified.report.files import read_json
from verified.report.plays import PLAYS
from verified.report.records import expected_statuses

WRITTEN = (*FORMATS, "csv")


def pictures() -> dict[str, str]:
    """What can be drawn, by key, with what it shows."""
    refuted = {
        name: "the instance that refutes it" for name, status in sorted(expected_statuses().items())
        if status == "refuted" and _play(name).exists()
    }
    return {**dict.fromkeys(LAYOUTS, "the paper's figure"), **refuted}


def _play(name: str) -> Path:
    paper, _, key = name.partition("/")
    return PLAYS / paper / f"{key}.json"


def key_of(written: str) -> str:
    """The key of a picture; a bare one such as `figure-5` will do where it is unique.

    Raises:
        UnknownKeyError: there is no such picture.
    """
    known = pictures()
    matching = [key for key in known if written in (key, key.partition("/")[2])]
    if len(matching) != 1:
        raise UnknownKeyError("picture", written, known)
    return matching[0]


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


def picture_files(key: str, formats: Sequence[str]) -> Iterator[tuple[Path, bytes]]:
    """The files of a picture, by their paths below a folder."""
    if key in LAYOUTS:
        data = figure_data(key)
        sheet, table = paper_sheet(data), as_csv(data)
    else:
        play: Mapping[str, Any] = read_json(_play(key))
        sheet = play_sheet(dict(play))
        table = sheet_csv(sheet)
    for form in formats:
        if form == "csv":
            yield Path(f"{key}.csv"), table.encode()
        else:
            yield Path(f"{key}.{form}"), drawn(sheet, form)


__all__ = ["WRITTEN", "formats_of", "key_of", "picture_files", "pictures"]
