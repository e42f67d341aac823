"""Sheets drawn by matplotlib, in one style: for print in one column, and for colour-blind readers.

Colours are those of Okabe and Ito; curves differ in their dashes and markers too, so that they can
be told apart in grey.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import Any

from verified.drawing.sheets import Bars, Line, Panel, Points, Shades, Sheet
from verified.errors import InputError

TONES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000", "#56B4E9")
DASHES = {"curve": "-", "reference": (0, (5, 2)), "least": (0, (1, 1.2))}
MARKERS = ("o", "s", "^", "D", "v", "x", "P")
# Single points by their kind: marker, size, opacity.
POINTS = {
    "faint": (".", 2.2, 0.35), "strong": ("o", 3.2, 0.9), "beyond": ("x", 4.5, 1.0),
    "certified": ("*", 9.0, 1.0),
}
FORMATS = ("svg", "pdf", "png", "pgf")
WIDTH, HEIGHT = 3.3, 2.5
STYLE: Any = {
    "font.size": 8, "axes.titlesize": 8, "axes.labelsize": 8, "legend.fontsize": 6.5,
    "xtick.labelsize": 7, "ytick.labelsize": 7, "lines.linewidth": 1.2, "lines.markersize": 3,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25,
    "grid.linewidth": 0.5, "legend.frameon": False, "figure.dpi": 100, "savefig.dpi": 200,
    "svg.hashsalt": "verified", "svg.fonttype": "path", "pgf.texsystem": "pdflatex",
    "pgf.rcfonts": False,
    # Names are escaped here, so that this package, which not every TeX has, isn't needed.
    "pgf.preamble": r"\makeatletter\@namedef{ver@underscore.sty}{}\makeatother",
    "text.usetex": False,
}


def check_installed() -> None:
    """See that figures can be drawn, before the work and not after it.

    Raises:
        InputError: matplotlib isn't there.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise InputError(
            "figures are drawn by matplotlib, which isn't installed: pip install matplotlib, or "
            "the extra `figures` of this project; --formats csv needs none"
        ) from None


def drawn(sheet: Sheet, form: str) -> bytes:
    """A sheet as a file of a format of `FORMATS`.

    Raises:
        InputError: matplotlib isn't there, or for PGF no LaTeX is.
    """
    check_installed()
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        rows = len(sheet.panels)
        columns = max(map(len, sheet.panels), default=1)
        # In a LaTeX document words belong into the caption.
        words = () if form == "pgf" else sheet.words
        lines = [
            part for line in words
            for part in textwrap.wrap(line, 52 * columns, break_on_hyphens=False)
        ]
        heights = [HEIGHT] * rows + ([0.15 * len(lines) + 0.1] if lines else [])
        figure: Any = Figure(figsize=(WIDTH * columns, sum(heights)), layout="constrained")
        FigureCanvasAgg(figure)
        grid = figure.add_gridspec(len(heights), columns, height_ratios=heights)
        for row, panels in enumerate(sheet.panels):
            for column, panel in enumerate(panels):
                axes = figure.add_subplot(grid[row, column])
                _panel(axes, panel, figure, form == "pgf")
                if not sheet.shared_legend:
                    _legend(axes, panel)
        if sheet.shared_legend:
            _shared_legend(figure, columns)
        if lines:
            below = figure.add_subplot(grid[rows, :])
            below.axis("off")
            # A dollar sign would begin a formula.
            told = "\n".join(lines).replace("$", r"\$")
            below.text(0, 1, told, va="top", family="monospace", fontsize=6,
                       transform=below.transAxes)
        held = io.BytesIO()
        bare = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
        try:
            more = {"metadata": bare[form]} if form in bare else {}
            figure.savefig(held, format=form, **more)
        except Exception as error:
            # matplotlib's own class for what LaTeX complains of derives from nothing narrower.
            if form != "pgf":
                raise
            raise InputError(f"PGF needs pdflatex, to measure text: {_first(error)}") from None
        return held.getvalue()


def _first(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


_SIGNS = {
    "_": r"\_", "<": "$<$", ">": "$>$", "|": r"$\vert$", "^": r"\^{}", "~": r"$\sim$", "{": r"\{",
    "}": r"\}", "#": r"\#", "&": r"\&", "%": r"\%", "\\": r"$\backslash$", "…": "...",
}


def _plain(written: str, latex: bool) -> str:
    """A name as LaTeX reads it; what has a formula already is left as it is."""
    if not latex or "$" in written:
        return written
    return "".join(_SIGNS.get(sign, sign) for sign in written)


def _panel(axes: Any, panel: Panel, figure: Any, latex: bool) -> None:
    axes.set_title(_plain(panel.title, latex))
    axes.set_xlabel(_plain(panel.across, latex))
    axes.set_ylabel(_plain(panel.up, latex))
    if "x" in panel.logs:
        axes.set_xscale("log")
    if "y" in panel.logs:
        axes.set_yscale("log")
    marked = sum(isinstance(part, Line) for part in panel.parts) > 2
    marked &= not any(isinstance(part, Points) for part in panel.parts)
    bars = [part for part in panel.parts if isinstance(part, Bars)]
    for place, beside in enumerate(bars):
        _bars(axes, beside, place, len(bars))
    for part in panel.parts:
        if isinstance(part, Line):
            _line(axes, part, marked, latex)
        elif isinstance(part, Points):
            _points(axes, part, latex)
        elif isinstance(part, Shades):
            _shades(axes, part, figure)
    if panel.reach is not None:
        low, high = panel.reach
        if "x" in panel.logs:
            room = (high / low) ** 0.03
            axes.set_xlim(low / room, high * room)
        else:
            room = 0.03 * (high - low)
            axes.set_xlim(low - room, high + room)
    if panel.span is not None:
        low, high = panel.span
        seen = [min(part.low) for part in panel.parts if isinstance(part, Line)]
        seen += [min(part.values) for part in panel.parts if isinstance(part, Points)]
        axes.set_ylim(max(low, min(seen, default=low) / 1.5), high)


def _legend(axes: Any, panel: Panel) -> None:
    told = [part for part in panel.parts if isinstance(part, Line | Points)]
    if len(told) > 4:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.27), ncols=2)
    elif len(told) > 1 or (told and not panel.title):
        axes.legend()


def _shared_legend(figure: Any, columns: int) -> None:
    """What the curves of all panels mean, once, below them."""
    told: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            told.setdefault(label, handle)
    figure.legend(told.values(), told, loc="outside lower center", ncols=min(columns, 3))


def _points(axes: Any, points: Points, latex: bool) -> None:
    marker, size, opacity = POINTS[points.kind]
    axes.plot(points.at, points.values, linestyle="none", marker=marker, markersize=size,
              alpha=opacity, color=TONES[points.tone % len(TONES)],
              label=_label(points.label, latex), markeredgewidth=0.9 if marker == "x" else 0)


def _label(written: str, latex: bool) -> str:
    """A label for the legend; what opens with an underscore has no place there."""
    return _plain(written, latex) if written else "_nolegend_"


def _line(axes: Any, line: Line, marked: bool, latex: bool) -> None:
    middle = [(low + high) / 2 for low, high in zip(line.low, line.high, strict=True)]
    tone = TONES[line.tone % len(TONES)]
    every = max(1, len(line.at) // 8)
    marks = {"marker": MARKERS[line.tone % len(MARKERS)], "markevery": every}
    axes.plot(line.at, middle, color=tone, linestyle=DASHES[line.kind],
              label=_label(line.label, latex),
              **(marks if line.kind == "least" or (marked and line.kind == "curve") else {}))
    wide = any(high - low > 0.005 * abs(high)
               for low, high in zip(line.low, line.high, strict=True))
    if wide:
        axes.fill_between(line.at, line.low, line.high, color=tone, alpha=0.2, linewidth=0)


def _bars(axes: Any, bars: Bars, place: int, many: int) -> None:
    if len(bars.names) == 1:
        at: Sequence[Any] = bars.names
        width = 0.6
    else:
        width = 0.8 / many
        at = [number + (place - (many - 1) / 2) * width for number in range(len(bars.names))]
        axes.set_xticks(range(len(bars.names)), bars.names)
    hatch = ("", "///", "...", "xxx")[place % 4]
    made = axes.bar(at, bars.heights, width, color=TONES[bars.tone % len(TONES)], hatch=hatch,
                    edgecolor="white", linewidth=0)
    if len(bars.names) <= 6:
        axes.bar_label(made, [f"{size:.4g}" for size in bars.heights], fontsize=6.5)


def _shades(axes: Any, shades: Shades, figure: Any) -> None:
    import matplotlib

    axes.grid(False)
    # Twenty shades: a smooth scale would be an image in PGF, which streams of it can't hold.
    scale = matplotlib.colormaps["cividis"].resampled(20)
    table = axes.pcolormesh(shades.rows, cmap=scale, vmin=0, vmax=1, edgecolors="white",
                            linewidth=0.5)
    rows, columns = len(shades.rows), len(shades.rows[0])
    axes.invert_yaxis()
    axes.set_yticks([row + 0.5 for row in range(rows)], [str(row) for row in range(rows)])
    axes.set_xticks([column + 0.5 for column in range(columns)],
                    [str(column) for column in range(columns)])
    if rows * columns > 36:
        figure.colorbar(table, ax=axes, shrink=0.8)
        return
    for row, sizes in enumerate(shades.rows):
        for column, size in enumerate(sizes):
            axes.text(column + 0.5, row + 0.5, f"{size:.3g}", ha="center", va="center",
                      fontsize=6.5, color="white" if size < 0.5 else "black")


__all__ = ["FORMATS", "check_installed", "drawn"]
