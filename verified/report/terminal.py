"""What the terminal shows: tables and reports of attacks. Rich is imported when first needed."""

from __future__ import annotations

import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verified.report.mathematics import mathematical
from verified.report.records import Mutated, Power, Search
from verified.report.run import ENDLESS, Attacked, Progress
from verified.syntax.claims import Claim
from verified.syntax.lines import WIDTH, statement_lines

if TYPE_CHECKING:
    from rich.console import Console

    from verified.report.findings import Finding

# Wide enough for the tables when the output goes to a file or a pipe, where lines don't wrap.
WIDTH_OF_A_PIPE = 160
# Formulas and prose are told in lines of a width that an eye follows.
LEAST_TO_READ, MOST_TO_READ = 40, 100
# Below these a table of whole names leaves its other columns no room.
NARROW = 120
ROOM_FOR_PLACES, LEAST_FOR_PLACES = 20, 12
# On 80 columns a longer name leaves no room for the longest word of a place.
ROOM_FOR_NAMES = 29
# A verdict that says more than this goes on in the next line.
ROOM_FOR_STATUSES, ROOM_FOR_WIDE_STATUSES = 22, 36
# Seconds until a bar is drawn again: many claims are done in less.
REDRAWN_AFTER = 0.1
STYLES = {
    "refuted": "bold red",
    "proved": "bold green",
    "survived": "green",
    "undecided": "yellow",
    "unwitnessed": "yellow",
    "untried": "yellow",
}


def console(error: bool = False) -> Console:
    """The terminal; brackets in a statement are no markup."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    width = None if stream.isatty() else WIDTH_OF_A_PIPE
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


@dataclass(frozen=True)
class Look:
    """How formulas are written for a reader: in lines of what width, in which signs."""

    width: int
    signs: Callable[[str], str]


# As authors type formulas.
AS_TYPED = Look(WIDTH, str)


def reading_look(plain: bool = False) -> Look:
    """Lines as wide as the terminal, within reason, and of 80 columns elsewhere; the signs of
    mathematics, unless plain text is asked for or the output has no letters for them."""
    screen = console()
    width = min(max(screen.width, LEAST_TO_READ), MOST_TO_READ) if screen.is_terminal else 80
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return Look(width, mathematical if unicode and not plain else str)


def say(line: str = "", style: str = "") -> None:
    """Print a line as it is, however long."""
    console().print(line, style=style or None, soft_wrap=True)


def tell(lines: Iterable[str], width: int | None = None) -> None:
    """Print lines of text; those that are longer than a terminal, or than so many columns, go on
    in the next line, further in."""
    screen = console()
    if width is None and screen.is_terminal:
        width = screen.width
    for line in lines:
        for part in [line] if width is None else folded(line, width):
            say(part)


def folded(text: str, width: int) -> list[str]:
    """Lines of at most this width where their words allow it; no word is broken."""
    found = []
    for line in text.split("\n"):
        body = line.lstrip(" ")
        indent = line[: len(line) - len(body)]
        found += textwrap.wrap(
            body, width, initial_indent=indent, subsequent_indent=f"{indent}  ",
            break_long_words=False, break_on_hyphens=False,
        ) or [""]
    return found


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    styles: Sequence[str],
    wraps: str,
    narrow: bool = False,
) -> None:
    """Print a table whose column `wraps` alone gives way; `styles` has one for each row."""
    from rich import box
    from rich.table import Table

    made = Table(*headings, box=box.SIMPLE, pad_edge=False, padding=(0, 0 if narrow else 1, 0, 0))
    for heading, column in zip(headings, made.columns, strict=True):
        # A word too long for its column goes on in the next line: nothing is cut off.
        column.no_wrap, column.overflow = heading != wraps, "fold"
    for row, style in zip(rows, styles, strict=True):
        made.add_row(*row, style=style or None)
    console().print(made)


def check_table(claims: Sequence[Claim], records: Sequence[Mapping[str, Any]]) -> None:
    """The table of a check: claim, where, status, closest, tamper, seconds."""
    cells, styles = [], []
    facts = Facts()
    for record in records:
        attack = record["attack"]
        cells.append(
            (
                facts.cell(record["status"], record["finding"], record),
                small(attack["closest"]),
                small(attack["tamper"]),
                f"{record['seconds']:.1f}",
            )
        )
        styles.append(STYLES[record["status"]])
    claim_table(claims, ("status", "closest", "tamper", "seconds"), cells, styles)
    facts.say()


class Facts:
    """The facts that a table's verdicts rest on, numbered as they come, and told below it."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def cell(self, status: str, finding: str | None, record: Mapping[str, Any]) -> str:
        """A status with its finding, what it is narrower for than the text, and the numbers of
        what it rests on, in several lines."""
        facts = record["rests_on"] if status == "proved" else ()
        rests = "".join(
            f"[{self.numbers.setdefault(fact, len(self.numbers) + 1)}]" for fact in facts
        )
        kind = f" ({finding})" if finding else ""
        told = f"{standing(status, record['narrower'])}{kind}{' given ' if rests else ''}{rests}"
        room = ROOM_FOR_STATUSES if console().width < NARROW else ROOM_FOR_WIDE_STATUSES
        return "\n".join(textwrap.wrap(told, room, break_long_words=False))

    def say(self) -> None:
        """What the numbers stand for."""
        for fact, number in self.numbers.items():
            say(f"[{number}] {fact}, a textbook fact that is cited without proof")


def standing(status: str, scope: str | None) -> str:
    """A status, and for what it stands where the text says more. A refutation stands for all."""
    return f"{status} for {scope}" if scope and status in ("proved", "survived") else status


def claim_table(
    claims: Sequence[Claim],
    headings: Sequence[str],
    cells: Sequence[Sequence[str]],
    styles: Sequence[str],
) -> None:
    """A row for each claim: its name, its place, and more cells.

    Names are whole where there is room. Else each paper has a line, a child is named by what it
    adds to its row, the reading of a long name stands below it, and a place where it changes.
    """
    longest = max((len(_indented(claim)) for claim in claims), default=0)
    whole = longest + ROOM_FOR_PLACES + sum(len(heading) + 4 for heading in headings)
    narrow = whole > console().width
    rows: list[tuple[str, ...]] = []
    all_styles: list[str] = []
    paper, above = "", dict[str, Claim]()
    for claim, more, style in zip(claims, cells, styles, strict=True):
        name, place = _indented(claim), claim.at
        if narrow:
            if claim.paper.key != paper:
                paper = claim.paper.key
                rows.append((paper, *([""] * (1 + len(headings)))))
                all_styles.append("bold")
            row = above.get(claim.parent)
            name = _short(claim, row)
            if len(name) > ROOM_FOR_NAMES:
                name = name.replace("@", "\n      @")
            place = "" if row is not None and row.at == claim.at else claim.at
            above[claim.key] = claim
        rows.append((name, place, *more))
        all_styles.append(style)
    all_headings = ("claim", "where", *headings)
    if narrow and console().width - _columns(all_headings, rows) < LEAST_FOR_PLACES:
        # Places in letters below each other help nobody; `show` tells them.
        all_headings = ("claim", *headings)
        rows = [(row[0], *row[2:]) for row in rows]
    table(all_headings, rows, all_styles, "where", narrow)


def _columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """How many columns a narrow table takes without its places."""
    widest = [
        max(len(line) for cell in (heading, *cells) for line in (cell.split("\n") or [""]))
        for heading, *cells in zip(headings, *rows, strict=True)
    ]
    return sum(width + 1 for place, width in enumerate(widest) if place != 1) + 2


def _indented(claim: Claim) -> str:
    return f"  {claim.name}" if claim.parent else claim.name


def _short(claim: Claim, row: Claim | None) -> str:
    """The name under its paper's line, and under its row's if that stands above."""
    if row is None:
        return f"  {claim.name.partition('/')[2]}"
    added = claim.key.removeprefix(row.key)
    return f"    {added}" if claim.reading in ("", row.reading) else f"    {added}@{claim.reading}"


def small(value: float | None) -> str:
    """A relative margin or tampering; a dash where there is none."""
    return "–" if value is None else f"{value + 0.0:.1e}"


def list_table(claims: Sequence[Claim], records: Sequence[Mapping[str, Any]]) -> None:
    """The table of claims with their places and recorded statuses."""
    facts = Facts()
    cells = [
        (facts.cell(record["expected"] or "not recorded", record.get("finding"), record),)
        for record in records
    ]
    claim_table(claims, ("expected",), cells, [""] * len(claims))
    facts.say()


def power_table(measured: Mapping[str, Power]) -> None:
    """Each tampering with the least size that was refuted; a table for each claim if narrow."""
    headings = ("tampering", "where", "smallest refuted", "seconds")
    rows = {
        name: [
            (item.kind, item.where, small(item.smallest), f"{item.seconds:.1f}")
            for item in power.tamperings
        ]
        for name, power in measured.items()
    }
    if console().width < NARROW:
        for name, parts in rows.items():
            say(name, "bold")
            table(headings, parts, [""] * len(parts), "where")
        return
    every = [(name, *part) for name, parts in rows.items() for part in parts]
    table(("claim", *headings), every, [""] * len(every), "where")


def finding_line(found: Finding) -> str:
    """What kind of finding a refuted statement is, and by which proof."""
    told = f"finding: {found.kind}"
    return told if found.repair is None else f"{told}, as {found.repair} is proved"


def power_lines(claim: Claim, power: Mapping[str, Power]) -> Iterator[str]:
    """The stored tamperings of a claim."""
    stored = power.get(claim.name)
    if stored is None:
        return
    yield f"tampering measured on {stored.date} with {stored.budget} evaluations each:"
    for item in stored.tamperings:
        yield f"  {item.kind} ({_shortened(item.where)}): {small(item.smallest)}"


def _shortened(written: str) -> str:
    """The two ends of a formula that stands in full above."""
    most = WIDTH - 20
    return written if len(written) <= most else f"{written[:most // 2]} … {written[-most // 2:]}"


def play_lines(outcome: Attacked, search: Search | None = None) -> Iterator[str]:
    """The instance that decides a claim, so that it can be followed by hand, and how it was
    found."""
    from verified.report.refutation import explain

    yield f"{outcome.status} by this instance:"
    assert outcome.report.certificate is not None
    yield from (f"  {line}" for line in explain(outcome.report.certificate))
    if search is not None:
        yield (
            f"  found from a cold start in {search.seconds:.1f} s, by {search.evaluations} "
            f"evaluations (seed {search.seed}, {search.date})"
        )


def proof_power_table(counted: Mapping[str, Mutated]) -> None:
    """What became of the mutations of proofs, by kind, and how many of the accepted ones were
    attacked."""
    from verified.report.proof_power import KINDS, MOST_ATTACKED, OUTCOMES

    total: Counter[str] = Counter()
    for found in counted.values():
        total.update(found.counts)
    columns = ("made", *OUTCOMES)
    rows = [[kind, *(str(total[f"{kind} {column}"]) for column in columns)] for kind in KINDS]
    sums = {column: sum(total[f"{kind} {column}"] for kind in KINDS) for column in columns}
    table(("mutation", *columns), rows, [""] * len(rows), "mutation", narrow=True)
    attacked = sums["true"] + sums["refuted"]
    accepted = sums["made"] - sums["rejected"] - sums["redundant"]
    say(
        f"{len(counted)} proofs, {sums['made']} mutations: the kernel rejects {sums['rejected']}; "
        f"of {accepted} that it accepts {attacked} were attacked (at most {MOST_ATTACKED} of each "
        f"part's steps), {sums['refuted']} refuted; {sums['redundant']} steps are redundant"
    )


def attack_lines(claim: Claim, attacked: Attacked) -> Iterator[str]:
    """The report of one attack, so that a refutation can be followed by hand."""
    from verified.report.refutation import explain

    report = attacked.report
    assert claim.statement is not None
    yield from (f"  {line}" for line in statement_lines(claim.statement, WIDTH - 2))
    if report.certificate is not None:
        yield from (f"  {line}" for line in explain(report.certificate))
    yield from (f"  {line}" for line in searched_lines(attacked))


def searched_lines(attacked: Attacked) -> Iterator[str]:
    """How far an attack came where it found no instance, and what it took."""
    report = attacked.report
    if report.certificate is None:
        if report.status == "unwitnessed":
            yield "no instance was found that meets the hypotheses: look at the encoding"
        elif report.status == "refuted":
            yield "this search found no instance"
        elif report.status == "untried":
            if report.closest is not None:
                yield "nothing was found out: the instances have no value"
            elif report.interrupted and not report.unread:
                yield "nothing was tried: the search ended before it met an instance; give it time"
            else:
                yield "nothing was tried: no instance that meets the hypotheses was drawn and read"
        elif report.status == "undecided":
            yield "floats violate it, and the kernel can't decide"
            yield from report.open_lines()
        elif report.closest is not None:
            yield f"closest relative margin {small(report.closest)}"
    ended = "; ended before its budget" if report.interrupted else ""
    yield (
        f"{report.evaluations} evaluations from {report.starts} starts "
        f"in {attacked.seconds:.1f} s{ended}"
    )
    if report.unread:
        yield f"some instances weren't tried: {report.unread}"
    if report.sizes:
        yield f"sizes drawn: {report.sizes}"


def summary(counts: Mapping[str, int]) -> str:
    """The counts of the statuses in one line."""
    return ", ".join(f"{count} {status}" for status, count in counts.items()) or "nothing"


@contextmanager
def leaf_progress(what: str, count: int) -> Iterator[Callable[[str], None]]:
    """A bar over claims on the error stream, where that is a terminal; calling what it yields
    advances it by one."""
    screen = console(error=True)
    if not screen.is_terminal or not count:
        yield lambda name: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    # Without a thread that redraws: worker processes are forked while it is shown.
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=screen, auto_refresh=False, transient=True) as bar:
        task = bar.add_task(what, total=count)
        drawn = 0.0

        def advance(name: str) -> None:
            nonlocal drawn
            due = time.monotonic() - drawn > REDRAWN_AFTER
            drawn = time.monotonic() if due else drawn
            bar.update(task, advance=1, description=f"{what} {name}", refresh=due)

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
        task = bar.add_task(name, total=None if budget == ENDLESS else budget)

        def show(evaluations: int, closest: float | None) -> None:
            near = f"{name}: {evaluations} evaluations, closest {small(closest)}"
            bar.update(task, completed=evaluations, description=near, refresh=True)

        yield show


__all__ = [
    "AS_TYPED", "Look", "attack_lines", "attack_progress", "check_table", "claim_table", "console",
    "finding_line", "folded", "leaf_progress", "list_table", "power_lines", "power_table",
    "reading_look", "say", "searched_lines", "small", "standing", "summary", "table", "tell",
]
