"""Pictures of bounds: above the bound and what is known beside it, below how far that is from it.

One look tells whether a bound is tight (points on its curve, gaps towards 0), loose (points and
sharper curves far below) or broken (points beyond it).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from verified.drawing.sheets import Line, Panel, Points, Sheet
from verified.report.bound_data import BoundData, Slice, comments, gap
from verified.syntax.latex import latex
from verified.syntax.terms import Var
from verified.syntax.text import text

# Gaps below the first are drawn on it. What is beyond a bound by less than the second is rounding.
LEAST_GAP, ROUNDING = 1e-8, 1e-9
_LONG = 34


def bound_sheet(data: BoundData) -> Sheet:
    """The picture of a bound: two panels for each slice."""
    across = _name(data.found.across.term, "parameter (below)")
    logs = "x" if data.logarithmic else ""
    # What the values are stands beside them where that is short.
    up = _name(data.found.measured, "value")
    above = tuple(
        Panel(
            _held(part), tuple(_values(data, part)), across, up, logs + _steep(part), _span(part),
            _reach(data, part),
        )
        for part in data.slices
    )
    below = tuple(
        Panel(
            "", tuple(_gaps(data, part)), across, "relative gap", f"{logs}y", (LEAST_GAP, 1.5),
            _reach(data, part),
        )
        for part in data.slices
    )
    words = tuple(map(_shortened, comments(data)))
    panels = (above, below) if any(panel.parts for panel in below) else (above,)
    title = f"{data.status}: a bound and what is known of it"
    return Sheet(data.name, title, panels, (), words, shared_legend=True)


def _name(term: Any, otherwise: str) -> str:
    """A term for an axis: a variable as a formula, a quantity as it is written if that is short."""
    if isinstance(term, Var):
        return f"${latex(term)}$"
    written = text(term)
    return written if len(written) <= _LONG else otherwise


def _held(part: Slice) -> str:
    return ", ".join(f"{name} = {value}" for name, value in part.held.items() if len(name) < _LONG)


def _shortened(line: str) -> str:
    return line if len(line) <= 220 else f"{line[:217]}…"


def _steep(part: Slice) -> str:
    """Whether the values run over so many orders that only a logarithmic axis shows them."""
    seen = [one for one in part.bound.values if not math.isnan(one)]
    if min(seen) <= 0:
        return ""
    return "y" if max(seen) / min(seen) > 50 else ""


def _reach(data: BoundData, part: Slice) -> tuple[float, float]:
    """Both panels of a column show the same of the parameter."""
    places = [*part.at, *(one.at for one in part.met or ())]
    if part.certified is not None:
        places.append(part.certified[0])
    shown = [place for place in places if place > 0 or not data.logarithmic]
    return min(shown), max(shown)


def _span(part: Slice) -> tuple[float, float] | None:
    """Which values are shown, where the axis is logarithmic: instances far below the bound say
    nothing more."""
    if not _steep(part):
        return None
    seen = [one for one in part.bound.values if not math.isnan(one)]
    shown = [*seen, *(one for one in part.measured if one > 0)]
    shown += [one for other in part.others for one in other.values if one > 0]
    return min(seen) / 30, 2 * max(shown)


def _values(data: BoundData, part: Slice) -> Iterator[Any]:
    yield from _line("bound", part.at, part.bound.values, 0)
    if part.measured:
        yield from _line("measured", part.at, part.measured, 1, "reference")
    for place, other in enumerate(part.others):
        label = f"proved: {other.name.partition('/')[2]}"
        yield from _line(label, part.at, other.values, 2 + place, "reference")
    positive = "y" in _steep(part)
    for label, kind, tone, points in _met(data, part):
        shown = [(at, value) for at, value, _ in points if value > 0 or not positive]
        if shown:
            at, values = zip(*shown, strict=True)
            yield Points(label, at, values, tone, kind)


def _gaps(data: BoundData, part: Slice) -> Iterator[Any]:
    upper = data.found.upper
    curves = [(other.values, 2 + place) for place, other in enumerate(part.others)]
    if part.measured:
        curves.insert(0, (part.measured, 1))
    for values, tone in curves:
        sizes = [gap(b, v, upper) for b, v in zip(part.bound.values, values, strict=True)]
        shown = [size if size > 0 else math.nan for size in sizes]
        yield from _line("", part.at, [max(one, LEAST_GAP) for one in shown], tone, "reference")
        if part.measured and any(size < -ROUNDING for size in sizes):
            beyond = [-size if size < -ROUNDING else math.nan for size in sizes]
            yield from _line("beyond", part.at, beyond, 1)
    for label, kind, tone, points in _met(data, part):
        known = [(at, abs(size)) for at, _, size in points if not math.isnan(size)]
        if known:
            yield Points(
                label if kind == "beyond" else "", tuple(at for at, _ in known),
                tuple(max(size, LEAST_GAP) for _, size in known), tone, kind,
            )


def _met(
    data: BoundData, part: Slice
) -> Iterator[tuple[str, str, int, list[tuple[float, float, float]]]]:
    """The instances by kind: label, kind, tone, and for each where it is, its value and its gap."""
    upper = data.found.upper
    told = [(one, gap(one.bound, one.measured, upper)) for one in part.met or ()]
    within = [one for one in told if not one[1] < -ROUNDING]
    for label, kind, tone, chosen in (
        ("drawn", "faint", 5, [one for one in within if not one[0].climbed]),
        ("climbed to", "strong", 5, [one for one in within if one[0].climbed]),
        ("beyond the bound", "beyond", 1, [one for one in told if one not in within]),
    ):
        if chosen:
            yield label, kind, tone, [(one.at, one.measured, size) for one, size in chosen]
    if part.certified is not None:
        at, measured, bound = part.certified
        yield "certified", "certified", 1, [(at, measured, gap(bound, measured, upper))]


def _line(
    label: str, at: Sequence[float], values: Sequence[float], tone: int, kind: str = "curve"
) -> Iterator[Line]:
    """A curve where it has values; the axis beyond them is left out."""
    shown = [(x, y) for x, y in zip(at, values, strict=True) if not math.isnan(y)]
    if shown:
        places, sizes = zip(*shown, strict=True)
        yield Line(label, places, sizes, sizes, tone, kind)


__all__ = ["bound_sheet"]
