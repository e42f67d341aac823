"""The graph of what rests on what: rows of papers in columns, what is cited to the left of what
cites it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 250, 20
# How often the rows of a column are set near what they are joined to.
_SWEEPS = 6


@dataclass(frozen=True)
class Placed:
    """A row in the picture; `x` and `y` are those of its mark."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Edge:
    """One row rests on another: a line from the mark of what is cited to that of what cites it."""

    cited: str
    citing: str
    path: str


@dataclass(frozen=True)
class Picture:
    """The picture of a graph, in pixels."""

    nodes: tuple[Placed, ...]
    edges: tuple[Edge, ...]
    width: int
    height: int


def picture(cites: Mapping[str, Sequence[str]]) -> Picture:
    """The graph laid out.

    Args:
        cites: what each row rests on; rows joined to no other are left out.
    """
    edges = [(low, high) for high, below in cites.items() for low in below]
    joined = dict.fromkeys(name for edge in edges for name in edge)
    levels = _levels({name: cites.get(name, ()) for name in joined})
    columns: list[list[str]] = [[] for _ in range(max(levels.values(), default=-1) + 1)]
    for name in joined:
        columns[levels[name]].append(name)
    _ordered(columns, edges)
    tallest = max(map(len, columns), default=0)
    placed = {}
    for level, column in enumerate(columns):
        top = (tallest - len(column)) / 2
        for number, name in enumerate(column):
            placed[name] = Placed(name, 12 + level * WIDTH, (top + number + 0.5) * HEIGHT)
    lines = tuple(Edge(low, high, _line(placed[low], placed[high])) for low, high in edges)
    return Picture(
        tuple(placed.values()), lines, max(len(columns), 1) * WIDTH, max(tallest, 1) * HEIGHT
    )


def _levels(cites: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """How long the longest way down from each is; where two rows rest on each other by different
    parts, the way back isn't counted."""
    found: dict[str, int] = {}
    open_: set[str] = set()

    def level(name: str) -> int:
        if name not in found:
            open_.add(name)
            below = [level(low) for low in cites[name] if low not in open_]
            open_.discard(name)
            found[name] = 1 + max(below, default=-1)
        return found[name]

    for name in cites:
        level(name)
    # What others rest on moves up to the first of them, so that lines are short.
    users: dict[str, list[str]] = {}
    for name, below in cites.items():
        for low in below:
            users.setdefault(low, []).append(name)
    for name in sorted(users, key=lambda one: -found[one]):
        found[name] = max(found[name], min(found[user] for user in users[name]) - 1)
    return found


def _ordered(columns: list[list[str]], edges: Sequence[tuple[str, str]]) -> None:
    """Set each near the middle of what it is joined to."""
    near: dict[str, list[str]] = {}
    for low, high in edges:
        near.setdefault(low, []).append(high)
        near.setdefault(high, []).append(low)
    for sweep in range(_SWEEPS):
        place = {
            name: (number + 0.5) / len(column)
            for column in columns for number, name in enumerate(column)
        }
        for column in columns if sweep % 2 == 0 else reversed(columns):
            column.sort(key=lambda name: sum(place[one] for one in near[name]) / len(near[name]))
            for number, name in enumerate(column):
                place[name] = (number + 0.5) / len(column)


def _line(low: Placed, high: Placed) -> str:
    bend = max(40.0, abs(high.x - low.x) / 2)
    return (
        f"M{low.x:g},{low.y:g}C{low.x + bend:g},{low.y:g} "
        f"{high.x - bend:g},{high.y:g} {high.x:g},{high.y:g}"
    )


__all__ = ["Edge", "Picture", "Placed", "picture"]
