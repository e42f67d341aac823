"""Sheets as SVG for pages: small, without matplotlib, in colours that a style sheet decides.

Classes tell what a mark is (`t0` to `t6` are the tones of `matplotlib.TONES`), so that one picture
serves light and dark pages; curves differ in dashes, points in their marks. What `matplotlib` draws
for print is the same sheet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from verified.drawing.sheets import Bars, Line, Panel, Points, Shades, Sheet

WIDTH, HEIGHT = 340, 230
LEFT, RIGHT, TOP, BOTTOM = 52, 10, 20, 38
ROW = 17
MOST_TICKS = 6
# Shades of cividis, which colour-blind readers tell apart, from 0 to 1.
_CIVIDIS = ((0, 34, 78), (63, 79, 109), (124, 123, 120), (187, 171, 107), (254, 232, 56))
_CELLS = 36
# Curves of pages have no more points than this.
_MOST_POINTS = 25


@dataclass(frozen=True)
class _Axis:
    """An axis: where a value lies on it, in pixels, and its ticks."""

    low: float
    high: float
    log: bool
    pixels: float
    down: bool

    def __call__(self, value: float) -> float:
        if self.log and value <= 0:
            share = -1.0
        elif self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        share = min(max(share, -1.0), 2.0)
        return self.pixels * (1 - share if self.down else share)

    def ticks(self) -> Iterator[tuple[float, str]]:
        if self.log:
            least, most = math.log10(self.low), math.log10(self.high)
            every = max(1, math.ceil((most - least) / MOST_TICKS))
            powers = range(math.ceil(least - 1e-9), math.floor(most + 1e-9) + 1, every)
            if len(powers) > 1:
                for power in powers:
                    yield 10.0**power, "1" if power == 0 else f"1e{power}"
                return
        step = _nice((self.high - self.low) / (MOST_TICKS - 1))
        first = math.ceil(self.low / step - 1e-9)
        for place in range(first, math.floor(self.high / step + 1e-9) + 1):
            value = place * step
            if not self.log or value > 0:
                yield value, f"{value:.4g}"


def _nice(size: float) -> float:
    """The next of 1, 2, 5, 10, … times a power of ten."""
    power: float = 10.0 ** math.floor(math.log10(size))
    return next(share * power for share in (1, 2, 5, 10) if share * power >= size * (1 - 1e-9))


def svg(sheet: Sheet) -> str:
    """A sheet as an SVG element, which says in words what it shows.

    Raises:
        ValueError: it has no panel.
    """
    rows = sheet.panels
    if all(len(panels) == 1 for panels in rows):
        # A page is wider than it is high.
        rows = (tuple(panel for panels in rows for panel in panels),)
    columns = max(map(len, rows), default=0)
    if not columns:
        raise ValueError(f"{sheet.key} shows nothing")
    body: list[str] = []
    for row, panels in enumerate(rows):
        for column, panel in enumerate(panels):
            inner = "".join(_panel(panel))
            body.append(f'<g transform="translate({column * WIDTH},{row * HEIGHT})">{inner}</g>')
    height = len(rows) * HEIGHT
    for label, mark in _legend(sheet):
        body.append(
            f'<g transform="translate({LEFT},{height + 6})">{mark}<text x="34" y="4">'
            f"{escape(label)}</text></g>"
        )
        height += ROW
    told = escape(f"{sheet.key}: {sheet.title}")
    return (
        f'<svg class="picture" viewBox="0 0 {columns * WIDTH} {height + 4}" role="img" '
        f'width="{columns * WIDTH}" height="{height + 4}"><title>{told}</title>'
        f"{''.join(body)}</svg>"
    )


def _legend(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What the labels of curves and points mean, each once."""
    seen: set[str] = set()
    for panel in (panel for row in sheet.panels for panel in row):
        for part in panel.parts:
            if isinstance(part, Line | Points) and part.label and part.label not in seen:
                seen.add(part.label)
                if isinstance(part, Line):
                    yield part.label, f'<path class="{_class(part)}" d="M0,0h26"/>'
                else:
                    mark = _mark(part.kind, 13, 0)
                    yield part.label, f'<path class="{_class(part)}" d="{mark}"/>'


def _class(part: Line | Points) -> str:
    return f"t{part.tone % 7} {part.kind}"


def _panel(panel: Panel) -> Iterator[str]:
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    middle = f"{LEFT + width / 2:g}"
    yield f'<text class="name" x="{middle}" y="13">{escape(_plain(panel.title))}</text>'
    yield (
        f'<text class="name" x="{middle}" y="{HEIGHT - 5}">'
        f"{escape(_plain(panel.across))}</text>"
    )
    up = _plain(panel.up)
    turned = f"translate(10,{TOP + height / 2:g})rotate(-90)"
    yield f'<text class="name" transform="{turned}">{escape(up)}</text>'
    yield f'<g transform="translate({LEFT},{TOP})">'
    shades = next((part for part in panel.parts if isinstance(part, Shades)), None)
    if shades is not None:
        yield from _shades(shades, width, height)
    elif any(isinstance(part, Bars) for part in panel.parts):
        bars = [part for part in panel.parts if isinstance(part, Bars)]
        yield from _bars(bars, width, height)
    else:
        yield from _curves(panel, width, height)
    yield "</g>"


def _plain(written: str) -> str:
    """A label without the dollars of a formula, its letters in Unicode."""
    if not (written.startswith("$") and written.endswith("$")):
        return written
    inner = written[1:-1]
    return _LETTERS.get(inner, inner.replace("\\", ""))


_LETTERS = {
    rf"\{name}": letter for name, letter in {
        "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "varepsilon": "ε", "epsilon": "ε",
        "eta": "η", "theta": "θ", "lambda": "λ", "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ",
        "sigma": "σ", "tau": "τ", "omega": "ω", "Delta": "Δ",
    }.items()
}


# --- curves and points ----------------------------------------------------------------------------


def _curves(panel: Panel, width: float, height: float) -> Iterator[str]:
    drawn = [part for part in panel.parts if isinstance(part, Line | Points)]
    places = [place for part in drawn for place in part.at]
    sizes = [size for part in drawn for size in _sizes(part)]
    if not places:
        return
    x = _axis(panel.reach or places, "x" in panel.logs, width, None, down=False)
    y = _axis(sizes, "y" in panel.logs, height, panel.span, down=True)
    grid = "".join(f"M{x(value):.0f},0v{height:g}" for value, _ in x.ticks())
    yield f'<path class="grid" d="{grid}"/><g class="tick mid">'
    for value, told in x.ticks():
        yield f'<text x="{x(value):.0f}" y="{height + 13:g}">{told}</text>'
    yield "</g>"
    yield from _levels(y, width)
    yield f'<path class="frame" d="M0,0v{height:g}h{width:g}"/>'
    # What leaves the panel isn't drawn: an element of its own cuts it off.
    yield f'<svg x="-5" y="-5" width="{width + 10:g}" height="{height + 10:g}">'
    yield '<g transform="translate(5,5)">'
    for part in drawn:
        if isinstance(part, Line):
            yield f'<path class="{_class(part)}" d="{_path(part, x, y)}"/>'
        else:
            # Of faint points that lie on one another one is enough.
            grain = 4.0 if part.kind == "faint" else 1.0
            marks = dict.fromkeys(
                _mark(part.kind, grain * round(x(at) / grain), grain * round(y(value) / grain))
                for at, value in zip(part.at, part.values, strict=True)
                if value > 0 or "y" not in panel.logs
            )
            yield f'<path class="{_class(part)}" d="{"".join(marks)}"/>'
    yield "</g></svg>"


def _levels(y: _Axis, width: float) -> Iterator[str]:
    """The ticks of the axis of values, with lines across."""
    grid = "".join(f"M0,{y(value):.0f}h{width:g}" for value, _ in y.ticks())
    yield f'<path class="grid" d="{grid}"/><g class="tick end">'
    for value, told in y.ticks():
        yield f'<text x="-5" y="{y(value) + 3:.0f}">{told}</text>'
    yield "</g>"


def _sizes(part: Line | Points) -> Sequence[float]:
    return (*part.low, *part.high) if isinstance(part, Line) else part.values


def _axis(
    values: Sequence[float], log: bool, pixels: float, span: tuple[float, float] | None, down: bool
) -> _Axis:
    shown = [value for value in values if math.isfinite(value) and (value > 0 or not log)]
    log = log and bool(shown)
    low, high = min(shown, default=0.0), max(shown, default=1.0)
    if span is not None:
        low, high = max(low / 1.5 if log else low, span[0]), span[1]
    elif log:
        low, high = low / 1.2, high * 1.2
    if not high > low:
        low, high = (low / 2, high * 2) if log else (low - 0.5, high + 0.5)
    elif not log and down:
        room = 0.04 * (high - low)
        low, high = low - room, high + room
    return _Axis(low, high, log, pixels, down)


def _path(line: Line, x: Callable[[float], float], y: _Axis) -> str:
    """A curve in steps from point to point, which are short to write."""
    step = max(1, math.ceil(len(line.at) / _MOST_POINTS))
    chosen = [*range(0, len(line.at) - 1, step), len(line.at) - 1]
    found, before = "", None
    for index in chosen:
        value = (line.low[index] + line.high[index]) / 2
        if y.log and value <= 0:
            before = None
            continue
        here = round(x(line.at[index]), 1), round(y(value), 1)
        if before is None:
            found += f"M{here[0]:g},{here[1]:g}"
        else:
            found += f"l{here[0] - before[0]:.1f},{here[1] - before[1]:.1f}"
        before = here
    return found.replace(",-", "-").replace(".0", "")


def _mark(kind: str, x: float, y: float) -> str:
    if kind == "beyond":
        return f"M{x - 3:.0f},{y - 3:.0f}l6,6m0-6l-6,6"
    if kind == "certified":
        return f"M{x:.1f},{y - 7:.1f}l2 5h5l-4 3 2 5-5-3-5 3 2-5-4-3h5z"
    # A stroke of no length with round ends is a disc.
    return f"M{x:.0f},{y:.0f}h0"


# --- bars and shades ------------------------------------------------------------------------------


def _bars(bars: Sequence[Bars], width: float, height: float) -> Iterator[str]:
    names = bars[0].names if len(bars[0].names) > 1 else tuple(one.names[0] for one in bars)
    heights = [size for one in bars for size in one.heights]
    y = _axis([0.0, *heights], False, height, None, down=True)
    yield from _levels(y, width)
    room = width / len(names)
    for place, one in enumerate(bars):
        alone = len(one.names) == 1
        wide = 0.7 * room / (1 if alone else len(bars))
        for number, size in enumerate(one.heights):
            slot = place if alone else number
            left = room * (slot + 0.15) + (0 if alone else place * wide)
            top, base = sorted((y(size), y(0.0)))
            yield (
                f'<rect class="t{one.tone % 7} bar" x="{left:.1f}" y="{top:.1f}" '
                f'width="{wide:.1f}" height="{max(base - top, 0.5):.1f}"/>'
            )
            if len(heights) <= 8:
                yield (
                    f'<text class="tick mid" x="{left + wide / 2:.1f}" y="{top - 3:.1f}">'
                    f"{size:.4g}</text>"
                )
    step = math.ceil(len(names) / 16)
    for slot in range(0, len(names), step):
        at = room * (slot + 0.5)
        told = escape(names[slot])
        yield f'<text class="tick mid" x="{at:.1f}" y="{height + 13:g}">{told}</text>'
    yield f'<path class="frame" d="M0,0v{height:g}h{width:g}"/>'


def _shades(shades: Shades, width: float, height: float) -> Iterator[str]:
    rows, columns = len(shades.rows), len(shades.rows[0])
    wide, high = width / columns, height / rows
    for row, sizes in enumerate(shades.rows):
        for column, size in enumerate(sizes):
            yield (
                f'<rect x="{column * wide:.1f}" y="{row * high:.1f}" width="{wide:.1f}" '
                f'height="{high:.1f}" fill="{_shade(size)}"/>'
            )
            if rows * columns <= _CELLS:
                yield (
                    f'<text class="cell" style="fill:{"#fff" if size < 0.5 else "#000"}" '
                    f'x="{(column + 0.5) * wide:.1f}" y="{(row + 0.5) * high + 4:.1f}">'
                    f"{size:.3g}</text>"
                )
    for row in range(0, rows, math.ceil(rows / 12)):
        yield f'<text class="tick end" x="-5" y="{(row + 0.5) * high + 4:.1f}">{row}</text>'
    for column in range(0, columns, math.ceil(columns / 16)):
        at = (column + 0.5) * wide
        yield f'<text class="tick mid" x="{at:.1f}" y="{height + 13:g}">{column}</text>'


def _shade(size: float) -> str:
    place = min(max(size, 0.0), 1.0) * (len(_CIVIDIS) - 1)
    low = min(int(place), len(_CIVIDIS) - 2)
    share = place - low
    mixed = (
        round(a + (b - a) * share) for a, b in zip(_CIVIDIS[low], _CIVIDIS[low + 1], strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


__all__ = ["svg"]
