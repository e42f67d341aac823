"""What a picture shows, without saying how: panels of lines, bars and tables of shades."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A curve: points in order, each with the ends of its enclosure.

    Attributes:
        tone: which colour; curves of one tone belong together.
        kind: "curve", "reference" (dashed), or "least" (dotted, with markers).
    """

    label: str
    at: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    tone: int = 0
    kind: str = "curve"


@dataclass(frozen=True)
class Points:
    """Single points, as of instances.

    Attributes:
        kind: "faint", "strong", "beyond" (a cross) or "certified" (a star).
    """

    label: str
    at: tuple[float, ...]
    values: tuple[float, ...]
    tone: int = 0
    kind: str = "faint"


@dataclass(frozen=True)
class Bars:
    """Probabilities of bins or symbols, side by side with those of the same panel."""

    label: str
    names: tuple[str, ...]
    heights: tuple[float, ...]
    tone: int = 0


@dataclass(frozen=True)
class Shades:
    """A table of probabilities, a row an input."""

    label: str
    rows: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Panel:
    """One pair of axes.

    Attributes:
        logs: which axes are logarithmic: "", "x", "y" or "xy".
        span: what of the y axis is shown, where not all of it is.
        reach: from where to where the x axis goes, where that isn't what is drawn.
    """

    title: str
    parts: tuple[Line | Points | Bars | Shades, ...]
    across: str = ""
    up: str = ""
    logs: str = ""
    span: tuple[float, float] | None = None
    reach: tuple[float, float] | None = None


@dataclass(frozen=True)
class Sheet:
    """A picture.

    Attributes:
        panels: in rows.
        notes: what goes with its data, and isn't drawn.
        words: lines that are drawn below the panels.
        shared_legend: whether one legend serves all panels.
    """

    key: str
    title: str
    panels: tuple[tuple[Panel, ...], ...]
    notes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    shared_legend: bool = False


def sheet_csv(sheet: Sheet) -> str:
    """What a picture shows as CSV: a line for each point, bar and cell, its columns named."""
    stream = io.StringIO()
    stream.write(f"# {sheet.key}: {sheet.title}\n")
    for note in (*sheet.notes, *sheet.words):
        stream.write(f"# {note}\n")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["panel", "series", "at", "row", "low", "high"])
    for panel in (panel for row in sheet.panels for panel in row):
        for part in panel.parts:
            writer.writerows(_lines(panel.title, part))
    return stream.getvalue()


def _lines(panel: str, part: Line | Points | Bars | Shades) -> Sequence[Sequence[object]]:
    match part:
        case Line():
            points = zip(part.at, part.low, part.high, strict=True)
            return [[panel, part.label, at, "", low, high] for at, low, high in points]
        case Points():
            pairs = zip(part.at, part.values, strict=True)
            return [[panel, part.label, at, "", size, size] for at, size in pairs]
        case Bars():
            bars = zip(part.names, part.heights, strict=True)
            return [[panel, part.label, at, "", size, size] for at, size in bars]
    return [
        [panel, part.label, column, row, size, size]
        for row, sizes in enumerate(part.rows) for column, size in enumerate(sizes)
    ]


__all__ = ["Bars", "Line", "Panel", "Points", "Shades", "Sheet", "sheet_csv"]
