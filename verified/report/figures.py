"""The figures of papers by the claim's key: who works out the data of each, and how they are
written: as CSV or JSON, whole or not at all.

What a caption leaves open is chosen, and `notes` says so.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from verified.errors import InputError, UnknownKeyError
from verified.report import figures_ding_2024, figures_ngo_2024, figures_saeidian_2025
from verified.report.figure_data import SCHEMA, FigureData
from verified.report.files import write_text

Maker = Callable[[], FigureData]


def figures() -> dict[str, Maker]:
    """The makers of all figures, by key."""
    return {
        **figures_ngo_2024.FIGURES, **figures_ding_2024.FIGURES, **figures_saeidian_2025.FIGURES,
    }


def figure_data(
    key: str, table: Path | None = None, columns: Sequence[str] = (), groups: Sequence[str] = (),
    drop_missing: bool = False,
) -> FigureData:
    """The data of a figure; a bare key such as `figure-5` will do where it is unique.

    Args:
        key: the figure.
        table: a user's CSV file (`report.tables`), for the figures that are about a table.
        columns: which of its columns have the group, the number, and maybe the count.
        groups: which two of its groups are compared.
        drop_missing: leave out the records whose group or number is missing.

    Raises:
        UnknownKeyError: there is no such figure.
        InputError: the figure isn't about a table, or this one breaks a rule.
    """
    known = figures()
    matching = [name for name in known if key in (name, name.split("/", 1)[1])]
    if len(matching) != 1:
        raise UnknownKeyError("figure", key, known)
    if table is None:
        return known[matching[0]]()
    on_tables = figures_ding_2024.ON_TABLES
    if matching[0] not in on_tables:
        raise InputError(
            f"{matching[0]} isn't about a table; those of {' and '.join(on_tables)} may be given"
        )
    return on_tables[matching[0]](table, columns, groups, drop_missing)


def as_csv(data: FigureData) -> str:
    """A header, then a line for each point; comments open with `#`."""
    stream = io.StringIO()
    for line in _comments(data):
        stream.write(f"# {line}\n")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["series", *data.columns, "low", "high"])
    for entry in data.points:
        coordinates = [entry.at.get(name, "") for name in data.columns]
        writer.writerow([entry.series, *coordinates, entry.low, entry.high])
    return stream.getvalue()


def _comments(data: FigureData) -> Iterator[str]:
    yield f"{data.key}: {data.title}"
    for name, value in data.parameters.items():
        yield f"{name} = {value}"
    yield from data.notes


def as_json(data: FigureData) -> str:
    """The data as one JSON object, its numbers as decimal texts."""
    record = {
        "schema": SCHEMA,
        "figure": data.key,
        "title": data.title,
        "parameters": dict(data.parameters),
        "notes": list(data.notes),
        "points": [
            {"series": entry.series, **entry.at, "low": entry.low, "high": entry.high}
            for entry in data.points
        ],
    }
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def format_of(output: Path | None, as_object: bool) -> str:
    """Whether to write "csv" or "json": JSON if asked for, else as the file's name ends.

    Raises:
        InputError: the file's name says neither, or the other.
    """
    if output is None:
        return "json" if as_object else "csv"
    suffix = output.suffix.lower()
    if suffix not in (".csv", ".json"):
        raise InputError(f"can't write {output}: figure data is a .csv or .json file")
    if as_object and suffix != ".json":
        raise InputError(f"can't write JSON to {output}: its name ends in {suffix}")
    return suffix[1:]


def write_figure(data: FigureData, output: Path | None, form: str) -> str:
    """The data as text, which is also written to a file if one is given."""
    text = as_json(data) if form == "json" else as_csv(data)
    if output is not None:
        write_text(output, text)
    return text
