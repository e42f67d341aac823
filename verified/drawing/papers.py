"""The papers' figures: how the data of each (`verified.report.figure_data`) are laid out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from verified.drawing.sheets import Line, Panel, Sheet
from verified.errors import UnknownKeyError
from verified.report.figure_data import DataPoint, FigureData

INFORMATION = "information (bits)"


def paper_sheet(data: FigureData) -> Sheet:
    """The picture of a paper's figure.

    Raises:
        UnknownKeyError: these data are of no figure that is drawn.
    """
    if data.key not in LAYOUTS:
        raise UnknownKeyError("figure", data.key, LAYOUTS)
    told = ", ".join(
        f"{name} = {value}" for name, value in data.parameters.items()
        if not name.startswith("mixture of")
    )
    return Sheet(data.key, data.title, LAYOUTS[data.key](data), (told, *data.notes))


def curve(
    data: FigureData, series: str, across: str, label: str, tone: int = 0, kind: str = "curve",
    **fixed: str,
) -> Line:
    """The points of a series with the given coordinates, what is infinite left out."""
    found = [
        (float(entry.at[across]), float(entry.low), float(entry.high))
        for entry in chosen(data, series, **fixed)
    ]
    at, low, high = zip(*(point for point in found if math.isfinite(point[2])), strict=True)
    return Line(label, at, low, high, tone, kind)


def chosen(data: FigureData, series: str, **fixed: str) -> list[DataPoint]:
    """The points of a series with the given coordinates."""
    return [
        entry for entry in data.points
        if entry.series == series and all(entry.at[name] == at for name, at in fixed.items())
    ]


def values(data: FigureData, column: str) -> list[str]:
    """The values of a coordinate, as they occur."""
    return list(dict.fromkeys(entry.at[column] for entry in data.points if column in entry.at))


def _level(data: FigureData, series: str, ends: tuple[float, float], label: str, tone: int,
           **fixed: str) -> Line:
    """One number as a line across."""
    (entry,) = chosen(data, series, **fixed)
    low, high = float(entry.low), float(entry.high)
    return Line(label, ends, (low, low), (high, high), tone, "reference")


Rows = tuple[tuple[Panel, ...], ...]


def _privacy_curves(kind: str, floor: str) -> Callable[[FigureData], Rows]:
    """Figs. 1 and 3 of Ngo et al."""

    def rows(data: FigureData) -> Rows:
        lines: list[Line] = []
        for tone, mu in enumerate(values(data, "mu")):
            general = curve(data, "general", "epsilon", f"guarantee, $\\mu$ = {mu}", tone, mu=mu)
            ends = general.at[0], general.at[-1]
            lines += [
                general,
                _level(data, "floor", ends, f"{floor}, $\\mu$ = {mu}", tone, mu=mu),
                curve(data, "gaussian", "epsilon", f"Gaussian, $\\mu$ = {mu}", tone, "least",
                      mu=mu),
            ]
        return ((Panel("", tuple(lines), r"$\epsilon$", rf"$\delta$ of {kind}", "y", (1e-6, 1)),),)

    return rows


def _ngo_2(data: FigureData) -> Rows:
    return (tuple(
        Panel(f"d = {d}", (
            curve(data, "from the LDP curve", "variance", "from the LDP curve, (12)", 0, d=d),
            curve(data, "optimal", "variance", "optimal, (8)", 1, "least", d=d),
        ), r"$\sigma^2$", INFORMATION, "y")
        for d in values(data, "d")
    ),)  # fmt: skip


def _ngo_4(data: FigureData) -> Rows:
    return ((Panel("", (
        curve(data, "from the LIP curve", "variance", "from the LIP curve, (14)", 0),
        curve(data, "optimal", "variance", "optimal", 1, "least"),
    ), r"$\sigma^2$", INFORMATION, "y"),),)  # fmt: skip


def _ding_1(data: FigureData) -> Rows:
    noises = list(dict.fromkeys(
        entry.series.split(", ", 1)[1] for entry in data.points
    ))
    titles = {"X": "(a) without noise", "with L(4)": "(b) Laplace noise, $b = 4$",
              "with G(0, 8), variance 8": "(c) Gaussian, variance 8",
              "with G(0, 8), deviation 8": "(c') Gaussian, deviation 8"}
    densities = tuple(
        Panel(titles[noise], (
            curve(data, f"density of Y, {noise}", "y", "$P_Y$", 0),
            curve(data, f"density of Y', {noise}", "y", "$P_{Y'}$", 1, "reference"),
        ), "y", "density")
        for noise in noises
    )  # fmt: skip
    ratios = tuple(
        Panel("", (curve(data, f"|log ratio|, {noise}", "y", r"$|\log(P_Y/P_{Y'})|$", 2),), "y",
              "log ratio (nats)")
        for noise in noises
    )  # fmt: skip
    return densities, ratios


def _ding_2(data: FigureData) -> Rows:
    lines: list[Line] = []
    for tone, variance in enumerate(values(data, "variance")):
        told = rf"$\sigma^2$ = {variance}"
        lines.append(curve(data, "bound (11)", "K", f"(11), {told}", tone, variance=variance))
        lines.append(
            curve(data, "least scale", "K", f"least, {told}", tone, "least", variance=variance)
        )
    return ((Panel("", tuple(lines), "K", "scale b", "x"),),)


def _ding_5(data: FigureData) -> Rows:
    return ((Panel("", (
        curve(data, "bound (22)", "delta", "by Lambert's W, (22)", 0),
        curve(data, "tau* (20)", "delta", r"$\tau^*(\delta)$, (20)", 1, "reference"),
    ), r"$\delta$", r"$\tau$"),),)  # fmt: skip


def _records(data: FigureData) -> Rows:
    """Figs. 3 and 4 of Ding: records, and what is released by the rule (13)."""
    (used,) = [rule for rule in values(data, "rule") if rule.startswith("average")]
    rows = []
    letters = iter("abcdef")
    for tone, secret in enumerate(values(data, "secret")):
        panels = [Panel(
            f"({next(letters)}) {secret}: records",
            (_steps(data, "records", "records", tone, secret=secret),
             _steps(data, "mixture", "fit", 5, secret=secret)),
            "x", "probability of a bin",
        )]  # fmt: skip
        for delta in values(data, "delta"):
            scale = chosen(data, "scale", rule=used, delta=delta)[0].high
            panels.append(Panel(
                f"({next(letters)}) {secret}: $\\delta$ = {delta}, b = {float(scale):.3g}",
                (_steps(data, "noised records", "released", tone, secret=secret, rule=used,
                        delta=delta),),
                "y", "probability of a bin",
            ))  # fmt: skip
        rows.append(tuple(panels))
    return tuple(rows)


def _steps(data: FigureData, series: str, label: str, tone: int, **fixed: str) -> Line:
    """A histogram's outline."""
    at: list[float] = []
    low: list[float] = []
    high: list[float] = []
    for entry in chosen(data, series, **fixed):
        at += [float(entry.at["from"]), float(entry.at["to"])]
        low += [float(entry.low)] * 2
        high += [float(entry.high)] * 2
    return Line(label, tuple(at), tuple(low), tuple(high), tone,
                "reference" if series == "mixture" else "curve")


def _saeidian_1(data: FigureData) -> Rows:
    def lines(p: str) -> Iterator[Line]:
        for tone, n in enumerate(values(data, "n")):
            yield curve(data, "bound", "m/n", f"n = {n}", tone, p=p, n=n)
        yield _level(data, "min-entropy of an entry", (0.0, float(p)), "min-entropy of an entry", 5,
                     p=p)

    return (tuple(
        Panel(f"p = {p}", tuple(lines(p)), "m/n", "leakage at most (nats)", "y", (1e-12, 10))
        for p in values(data, "p")
    ),)  # fmt: skip


LAYOUTS: Mapping[str, Callable[[FigureData], Rows]] = {
    "ngo-2024/figure-1": _privacy_curves("LDP", r"$\bar p_\mu$"),
    "ngo-2024/figure-2": _ngo_2,
    "ngo-2024/figure-3": _privacy_curves("LIP", r"$1 - 2^{-\mu}$"),
    "ngo-2024/figure-4": _ngo_4,
    "ding-2024/figure-1": _ding_1,
    "ding-2024/figure-2": _ding_2,
    "ding-2024/figure-3": _records,
    "ding-2024/figure-4": _records,
    "ding-2024/figure-5": _ding_5,
    "saeidian-2025/figure-1": _saeidian_1,
}

__all__ = ["LAYOUTS", "paper_sheet"]
