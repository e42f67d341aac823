"""A check told in one line a row: what became of a claim with all its parts and readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verified.report.selection import STRENGTH, leaves, nodes, parts, row_status
from verified.report.terminal import NARROW, STYLES, console, say, small
from verified.syntax.claims import Claim

# What the columns of numbers need, and what is left for verdicts at least, in columns.
_SECONDS, _SMALL, _PLACE, _LEAST = 8, 9, 26, 24
# A longer name goes on where the verdict would stand.
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Told:
    """A row as it is told: its name, place and verdict in words, and its numbers.

    Attributes:
        status: that of the row, which has a colour.
    """

    paper: str
    name: str
    place: str
    status: str
    verdict: str
    closest: float | None
    tamper: float | None
    seconds: float


def rows_told(claims: Sequence[Claim], records: Sequence[Mapping[str, Any]]) -> list[Told]:
    """The rows that claims of a check are parts or readings of, in their order.

    Args:
        claims: rows, parts and readings, as far as they were chosen.
        records: what the check's document says of each.
    """
    papers = {claim.paper.key: claim.paper for claim in claims}
    row_of = {
        node.name: row for paper in papers.values() for row in paper.rows.values()
        for node in nodes(row)
    }
    by_row: dict[str, list[tuple[Claim, Mapping[str, Any]]]] = {}
    for claim, record in zip(claims, records, strict=True):
        by_row.setdefault(row_of[claim.name].name, []).append((claim, record))
    return [_row(row_of[members[0][0].name], members) for members in by_row.values()]


def _row(row: Claim, members: Sequence[tuple[Claim, Mapping[str, Any]]]) -> Told:
    first, _ = members[0]
    found = {claim.name: record for claim, record in members if claim.statement is not None}
    # What decides the row in its main reading; all that was chosen, where that isn't all of it.
    deciding = [leaf.name for leaf in parts(row)]
    main = [name for name in deciding if name in found]
    if len(main) < len(deciding):
        main = list(found)
    status = row_status([found[name]["status"] for name in main])
    margins = [record["attack"]["closest"] for record in found.values()]
    tampers = [record["attack"]["tamper"] for record in found.values()]
    known = [margin for margin in margins if margin is not None]
    measured = [tamper for tamper in tampers if tamper is not None]
    return Told(
        row.paper.key, _called(row, found), first.at, status,
        _verdict(status, [found[name] for name in main],
                 [record for name, record in found.items() if name not in main]),
        min(known, default=None), max(measured) if len(measured) == len(tampers) else None,
        sum(record["seconds"] for record in found.values()),
    )


def _called(row: Claim, found: Mapping[str, Any]) -> str:
    """The row's key; the name of the one statement, where no more of the row was chosen."""
    only = len(found) == 1 < len(leaves(nodes(row)))
    return (next(iter(found)) if only else row.key).partition("/")[2]


def _verdict(
    status: str, main: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> str:
    """In the order of weight, as a line's end leaves out the last: what else fell, then for what
    it stands and on what it rests."""
    kinds = dict.fromkeys(record["finding"] for record in main if record["finding"])
    told = [f"{status} ({', '.join(kinds)})" if kinds else status]
    same = sum(record["status"] == status for record in main)
    if len(main) > 1:
        told[0] += f", all {same}" if same == len(main) else f", {same} of {len(main)}"
    counts = Counter(record["status"] for record in others)
    told += [
        f"{counts[other]} reading{'s' if counts[other] > 1 else ''} {other}"
        for other in ("refuted", *STRENGTH) if other in counts and other != status
    ]
    scopes = dict.fromkeys(record["narrower"] for record in main if record["narrower"])
    if scopes and status in ("proved", "survived"):
        told.append(f"for {' and '.join(scopes)}")
    facts = {fact for record in main for fact in record["rests_on"]}
    if facts and status == "proved":
        told.append(f"given {len(facts)} fact{'s' if len(facts) > 1 else ''}")
    return "; ".join(told)


def row_lines(rows: Sequence[Told], width: int) -> Iterator[tuple[str, str]]:
    """A line of at most this width for each row, with its style; a paper has a line above its own.

    What a verdict says beyond the line's end is left out; the sign for that is `…`.
    """
    wide = width >= NARROW
    numbers = 2 * _SMALL + _PLACE if wide else 0
    longest = max((len(row.name) for row in rows), default=0)
    names = min(longest, _LONGEST_NAME, max(width - _SECONDS - numbers - _LEAST - 4, 8))
    room = max(width - 2 - names - 2 - numbers - _SECONDS, 8)
    headings = ("closest", "tamper") if wide else ()
    yield (
        f"  {'claim':{names}}  {'where':{_PLACE}}{'verdict':{room}}" if wide
        else f"  {'claim':{names}}  {'verdict':{room}}"
    ) + "".join(f"{heading:>{_SMALL}}" for heading in headings) + f"{'seconds':>{_SECONDS}}", ""
    paper = ""
    for row in rows:
        if row.paper != paper:
            paper = row.paper
            yield paper, "bold"
        cells = [small(row.closest), small(row.tamper)] if wide else []
        yield (
            f"  {_cut(row.name, names):{names}}  "
            + (f"{_cut(row.place, _PLACE - 2):{_PLACE}}" if wide else "")
            + f"{_cut(row.verdict, room - 1):{room}}"
            + "".join(f"{cell:>{_SMALL}}" for cell in cells)
            + f"{row.seconds:>{_SECONDS}.1f}"
        ), STYLES[row.status]


def _cut(words: str, room: int) -> str:
    return words if len(words) <= room else f"{words[: room - 1].rstrip(' ,;(')}…"


def check_rows(claims: Sequence[Claim], records: Sequence[Mapping[str, Any]]) -> None:
    """Print the rows of a check."""
    lines = list(row_lines(rows_told(claims, records), console().width))
    for line, style in lines:
        say(line, style)
    if any("…" in line for line, _ in lines):
        say("…: `--verbose` tells the rest")


__all__ = ["Told", "check_rows", "row_lines", "rows_told"]
