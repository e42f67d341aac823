"""What the terminal shows: tables and reports of attacks. Rich is imported when first needed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from verified.language.claims import Claim
from verified.language.text import text
from verified.report.records import Power
from verified.report.run import Attacked, Progress

if TYPE_CHECKING:
    from rich.console import Console

# Wide enough for the tables when the output goes to a file or a pipe, where lines don't wrap.
WIDTH_OF_A_PIPE = 160
STYLES = {
    "refuted": "bold red",
    "proved": "bold green",
    "survived": "green",
    "undecided": "yellow",
    "unwitnessed": "yellow",
}


def console(error: bool = False) -> Console:
    """The terminal; brackets in a statement are no markup."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    width = None if stream.isatty() else WIDTH_OF_A_PIPE
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


def say(line: str = "", style: str = "") -> None:
    """Print a line as it is, however long."""
    console().print(line, style=style or None, soft_wrap=True)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], styles: Sequence[str]) -> None:
    """Print a table; the first column never wraps, and `styles` has one for each row."""
    from rich import box
    from rich.table import Table

    made = Table(*headings, box=box.SIMPLE, pad_edge=False)
    made.columns[0].no_wrap = True
    for row, style in zip(rows, styles, strict=True):
        made.add_row(*row, style=style or None)
    console().print(made)


def check_table(claims: Sequence[Claim], records: Sequence[Mapping[str, Any]]) -> None:
    """The table of a check: claim, where, status, closest, tamper, seconds."""
    rows = []
    for claim, record in zip(claims, records, strict=True):
        attack = record["attack"]
        rows.append(
            (
                _indented(claim),
                claim.at,
                record["status"],
                small(attack["closest"]),
                small(attack["tamper"]),
                f"{record['seconds']:.1f}",
            )
        )
    headings = ("claim", "where", "status", "closest", "tamper", "seconds")
    table(headings, rows, [STYLES[record["status"]] for record in records])


def _indented(claim: Claim) -> str:
    return f"  {claim.name}" if claim.parent else claim.name


def small(value: float | None) -> str:
    """A relative margin or tampering; a dash where there is none."""
    return "–" if value is None else f"{value:.1e}"


def list_table(claims: Sequence[Claim], expected: Mapping[str, str]) -> None:
    """The table of claims with their places and recorded statuses."""
    rows = [
        (_indented(claim), claim.at, expected.get(claim.name, "not recorded")) for claim in claims
    ]
    table(("claim", "where", "expected"), rows, [""] * len(rows))


def power_table(measured: Mapping[str, Power]) -> None:
    """Each tampering with the least size that was refuted."""
    rows = [
        (name, item.kind, item.where, small(item.smallest), f"{item.seconds:.1f}")
        for name, power in measured.items()
        for item in power.tamperings
    ]
    table(("claim", "tampering", "where", "smallest refuted", "seconds"), rows, [""] * len(rows))


def power_lines(claim: Claim, power: Mapping[str, Power]) -> Iterator[str]:
    """The stored tamperings of a claim."""
    stored = power.get(claim.name)
    if stored is None:
        return
    yield f"tampering measured on {stored.date} with {stored.budget} evaluations each:"
    for item in stored.tamperings:
        yield f"  {item.kind} ({item.where}): {small(item.smallest)}"


def attack_lines(claim: Claim, attacked: Attacked) -> Iterator[str]:
    """The report of one attack, so that a refutation can be followed by hand."""
    from verified.report.refutation import explain

    report = attacked.report
    assert claim.statement is not None
    yield f"  {text(claim.statement)}"
    if report.certificate is not None:
        yield from (f"  {line}" for line in explain(report.certificate))
    elif report.status == "unwitnessed":
        yield "  no instance was found that meets the hypotheses: look at the encoding"
    elif report.status == "undecided":
        yield "  floats violate it, and no precision of the kernel decides"
    elif report.closest is not None:
        yield f"  closest relative margin {small(report.closest)}"
    ended = "; ended before its budget" if report.interrupted else ""
    yield (
        f"  {report.evaluations} evaluations from {report.starts} starts "
        f"in {attacked.seconds:.1f} s{ended}"
    )
    if report.sizes:
        yield f"  sizes drawn: {report.sizes}"


def summary(counts: Mapping[str, int]) -> str:
    """The counts of the statuses in one line."""
    return ", ".join(f"{count} {status}" for status, count in counts.items()) or "nothing"


@contextmanager
def leaf_progress(what: str, count: int) -> Iterator[Any]:
    """A bar over claims on the error stream; calling what it yields advances it by one."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    # Without a thread that redraws: worker processes are forked while it is shown.
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    screen = console(error=True)
    with Progress(
        *columns, console=screen, auto_refresh=False, transient=True, disable=not screen.is_terminal
    ) as bar:
        task = bar.add_task(what, total=count)

        def advance(name: str) -> None:
            bar.update(task, advance=1, description=f"{what} {name}", refresh=True)

        yield advance


@contextmanager
def attack_progress(name: str, budget: int) -> Iterator[Progress | None]:
    """A line on the error stream with the evaluations so far, where that is a terminal."""
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    screen = console(error=True)
    if not screen.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn())
    with Bar(*columns, console=screen, auto_refresh=False, transient=True) as bar:
        task = bar.add_task(name, total=budget)

        def show(evaluations: int, closest: float | None) -> None:
            near = f"{name}: {evaluations} evaluations, closest {small(closest)}"
            bar.update(task, completed=evaluations, description=near, refresh=True)

        yield show


__all__ = [
    "attack_lines", "attack_progress", "check_table", "console", "leaf_progress",
    "list_table", "power_lines", "power_table", "say", "small", "summary", "table",
]
