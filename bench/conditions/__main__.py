"""The command: `python -m bench.conditions [PATH…] [--changed [BASE]] [--store]`."""

from __future__ import annotations

import argparse
import ast
import collections
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from bench.conditions.exchange import Loaded
from bench.conditions.mutants import OPERATORS, Checkers, Mutant, checkers, mutants
from bench.conditions.reach import brought_up_to_date, read_reach, write_reach
from bench.conditions.record import (
    Comparison,
    Record,
    RecordError,
    compare,
    read_record,
    stored,
    write_record,
)
from bench.conditions.trial import CollectionError, Tests, Verdict, verdicts, with_tests

ROOT = Path(__file__).resolve().parents[2]
RECORD = "tests/conditions.json"
KEPT = ".conditions/reach.json.gz"
WIDTH = 120
# Of the mutants of a room: those that a test caught, of them those that ran out of time or memory
# or died; survivors accepted for a reason, known without one, and new, and of all these those that
# no test reaches; proposals, on which nothing rests; and those that this run left out. (One whose
# code is the same as before is left out too.)
COLUMNS = ("mutants", "caught", "by time or memory", "accepted", "open", "new", "unreached",
           "proposals", "not run")  # fmt: skip
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


@dataclass(frozen=True)
class Room:
    """A part of the code whose conditions are tested.

    Attributes:
        path: its folder, from the root.
        tests: the folders of the nearest tests.
        numeric: whether it has error terms, ends and rounding.
        omitted: the beginnings of modules, from the folder, on which nothing rests.
    """

    path: str
    tests: tuple[str, ...]
    numeric: bool
    omitted: tuple[str, ...] = ()


ROOMS = (
    # What floats and games propose is certified in balls.
    Room("verified/numbers", ("tests/numbers", "tests/measures", "tests/propose"), True,
         ("float", "games")),
    Room("verified/measures", ("tests/measures", "tests/numbers"), True),
    # Definitions are statements, made as their modules are loaded; the second checker tries them
    # (tests/recheck/test_definitions.py).
    Room("verified/quantities", ("tests/quantities", "tests/measures", "tests/numbers"), True,
         ("definitions/",)),
    # Floats say where a line is short enough; what is enclosed along it holds wherever it lies.
    Room("verified/accounting", ("tests/accounting",), True, ("float",)),
    Room("verified/kernel", ("tests/kernel", "tests/proof"), False),
    # What both checkers must reject is tested beside the kernel and the measures.
    Room("recheck", ("tests/recheck", "tests/kernel", "tests/measures"), True),
)  # fmt: skip


class UsageError(Exception):
    """What a user got wrong."""


def main() -> None:
    """The command line."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets of texts have one order in all runs.
        os.execve(sys.executable, [sys.executable, "-m", "bench.conditions", *sys.argv[1:]],
                  {**os.environ, "PYTHONHASHSEED": "0"})  # fmt: skip
    options = parser().parse_args()
    try:
        sys.exit(run(options))
    except (UsageError, RecordError, CollectionError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def parser() -> argparse.ArgumentParser:
    """The options."""
    operators = "\n".join(f"  {name:10} {text}" for name, text in OPERATORS.items())
    found = argparse.ArgumentParser(
        prog="python -m bench.conditions",
        description="Take out the conditions of the trusted code one at a time, and run the tests "
        f"that reach them. Survivors must stand in {RECORD}, with a reason.",
        epilog=f"what is changed:\n{operators}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("paths", nargs="*", metavar="PATH", help="files and folders (all rooms)")
    found.add_argument(
        "--changed", nargs="?", const="", metavar="BASE",
        help="only lines that differ from a commit: by default from where this branch left main, "
        "on main from the last commit but one",
    )  # fmt: skip
    found.add_argument("--store", action="store_true", help=f"write the survivors to {RECORD}")
    found.add_argument("--workers", type=int, default=os.cpu_count(), help="processes at work")
    found.add_argument("--listed", action="store_true",
                       help=f"only what {RECORD} has, to see whether tests catch it now")
    found.add_argument("--seconds", type=float, default=20.0,
                       help="how long the tests of one mutant may take together (20)")
    found.add_argument(
        "--tests", nargs="+", metavar="TEST",
        help="only these test files and folders (a first look: what they leave alive others may "
        "catch)",
    )  # fmt: skip
    found.add_argument("-k", metavar="EXPRESSION", dest="names", default="",
                       help="of the tests only those that the expression names, as pytest's -k")
    found.add_argument("--operator", choices=OPERATORS, help="only this kind of change")
    found.add_argument("--weaker", action="store_true",
                       help="only changes that are known to let more through")
    found.add_argument("--log", metavar="FILE", type=Path,
                       help="add each verdict to this file as it comes, one JSON object a line")
    found.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return found


def run(options: argparse.Namespace) -> int:
    """Do what the options say; the exit code."""
    start = time.perf_counter()
    root = options.root.resolve()
    if options.store and (options.tests or options.names) and not options.listed:
        # What the other tests catch would be listed; with --listed, entries are only struck off.
        raise UsageError("--store takes all tests, or --listed")
    record = read_record(root / RECORD)
    files = chosen_files(root, options.paths)
    texts = {path: (root / path).read_text(encoding="utf-8") for path in files}
    lines = None if options.changed is None else changed_lines(root, options.changed)
    every, wanted = all_mutants(root, files, texts, lines)
    wanted = [m for m in wanted if not record.proposes(m)]
    if options.operator:
        wanted = [mutant for mutant in wanted if mutant.operator == options.operator]
    if options.listed:
        wanted = [mutant for mutant in wanted if mutant.name in record.survivors]
    if options.weaker:
        wanted = [mutant for mutant in wanted if mutant.weaker]
    found: list[Verdict] = []
    if wanted:
        found = tried(root, wanted, texts, options)
    alive = [verdict for verdict in found if not verdict.caught]
    compared = compare(
        record, every, [verdict.mutant for verdict in alive], [v.mutant for v in found]
    )
    if options.store:
        record = stored(record, compared)
        write_record(root / RECORD, record)
    tell(every, found, compared, record, options.store)
    print(f"{len(found)} of {len(every)} mutants run in {time.perf_counter() - start:.0f} s")
    return 0 if options.store or compared.holds else 1


def room_of(path: str) -> Room:
    """The room of a module."""
    return next(room for room in ROOMS if path.startswith(f"{room.path}/"))


def chosen_files(root: Path, paths: Sequence[str]) -> dict[str, Room]:
    """The modules asked for, from the root, with their rooms.

    Raises:
        UsageError: a path isn't there, or isn't in a room.
    """
    every: dict[str, Room] = {}
    for room in ROOMS:
        for file in sorted((root / room.path).rglob("*.py")):
            name = file.relative_to(root / room.path).as_posix()
            if not name.startswith(room.omitted or ("\0",)):
                every[file.relative_to(root).as_posix()] = room
    if not paths:
        return every
    found = {}
    for path in paths:
        place = Path(path).resolve()
        if not place.exists():
            raise UsageError(f"{path} is not there")
        inside = {
            name: room for name, room in every.items() if (root / name).is_relative_to(place)
        }
        if not inside:
            rooms = ", ".join(room.path for room in ROOMS)
            raise UsageError(f"{path} has no module whose conditions are tested (of {rooms})")
        found.update(inside)
    return found


def changed_lines(root: Path, base: str) -> dict[str, set[int]]:
    """The lines that differ from a commit, by file; all lines of a file that git doesn't know.

    Raises:
        UsageError: git doesn't know the commit.
    """
    base = base or default_base(root)
    difference = git(root, "diff", "--unified=0", "--no-color", "--no-ext-diff",
                     "--no-renames", base, "--", "*.py")  # fmt: skip
    found: dict[str, set[int]] = {}
    path = ""
    for line in difference.splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ ").removeprefix("b/")
        elif match := HUNK.match(line):
            first, count = int(match[1]), int(match[2] or 1)
            found.setdefault(path, set()).update(range(first, first + count))
            if count == 0:
                # Where lines were taken out, what stands around them may have changed its sense.
                found[path].update((first, first + 1))
    for name in git(root, "ls-files", "--others", "--exclude-standard", "--", "*.py").splitlines():
        text = (root / name).read_text(encoding="utf-8")
        found[name] = set(range(1, text.count("\n") + 2))
    return found


def default_base(root: Path) -> str:
    """Where this branch left `main`; the last commit but one on `main` itself, or without it."""
    head = git(root, "rev-parse", "HEAD").strip()
    try:
        base = git(root, "merge-base", "HEAD", "main").strip()
    except UsageError:
        base = head
    return base if base != head else "HEAD~1"


def git(root: Path, *arguments: str) -> str:
    """What git says.

    Raises:
        UsageError: it fails.
    """
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True,
                              check=True)  # fmt: skip
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        raise UsageError(f"git {arguments[0]}: {said.strip()}") from None
    return done.stdout


def all_mutants(
    root: Path, files: dict[str, Room], texts: dict[str, str], lines: dict[str, set[int]] | None
) -> tuple[list[Mutant], list[Mutant]]:
    """The mutants of these files, and of those the ones in these lines."""
    known = {top: calls(root, top) for top in {path.split("/")[0] for path in files}}
    every, wanted = [], []
    for path, room in files.items():
        found = mutants(path, texts[path], known[path.split("/")[0]], room.numeric)
        every += found
        chosen = None if lines is None else lines.get(path, set())
        wanted += [m for m in found if chosen is None or chosen.intersection(m.lines)]
    return every, wanted


def calls(root: Path, top: str) -> Checkers:
    """What calls are for within a package's rooms."""
    rooms = [room.path for room in ROOMS if room.path.split("/")[0] == top]
    return checkers(
        ast.parse(file.read_text(encoding="utf-8"))
        for room in rooms for file in sorted((root / room).rglob("*.py"))
    )  # fmt: skip


def tried(
    root: Path, wanted: Sequence[Mutant], texts: dict[str, str], options: argparse.Namespace
) -> list[Verdict]:
    """The verdicts on these mutants, in their order."""
    rooms = {room.path: room for room in ROOMS}
    own = {room_of(mutant.path).path for mutant in wanted}
    places = options.tests or sorted({place for path in own for place in rooms[path].tests})
    places = [place for place in places if (root / place).exists()]
    # Of all rooms, as the record of what a test reaches serves later runs, on other rooms.
    sources = sorted(
        file.relative_to(root).as_posix()
        for path in rooms for file in (root / path).rglob("*.py")
    )  # fmt: skip
    found: list[Verdict] = []

    def job(tests: Tests) -> None:
        loaded = Loaded(root, [root / path for path in sources])
        with shown("tests traced", len(tests.items)) as step:
            reach = brought_up_to_date(
                read_reach(root / KEPT, root, list(rooms)), list(tests.items.values()), sources,
                tests.run, loaded, options.workers, step,
                lambda reach: write_reach(root / KEPT, reach, list(rooms)),
            )  # fmt: skip
            write_reach(root / KEPT, reach, list(rooms))
        for name in reach.failing():
            if name in tests.items:
                print(f"fails without a mutant, and is left out: {name}")
        with shown("mutants", len(wanted)) as step:
            for verdict in verdicts(
                wanted, texts, tests, reach, loaded, options.seconds, options.workers
            ):
                found.append(verdict)
                step()
                if options.log:
                    with options.log.open("a", encoding="utf-8") as log:
                        print(json.dumps(verdict_data(verdict), ensure_ascii=False), file=log)

    with_tests(places, root, job, options.names)
    order = {mutant: place for place, mutant in enumerate(wanted)}
    return sorted(found, key=lambda verdict: order[verdict.mutant])


@contextmanager
def shown(label: str, count: int) -> Iterator[Callable[[], None]]:
    """Progress on standard error."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=count)
        yield lambda: bar.advance(task)


def tell(
    every: Sequence[Mutant], found: Sequence[Verdict], compared: Comparison, record: Record,
    kept: bool,
) -> None:
    """Print the verdicts: a table, and what isn't as the record says."""
    counts: dict[str, collections.Counter[str]] = {}
    verdicts_ = {verdict.mutant.name: verdict for verdict in found}
    for mutant in every:
        count = counts.setdefault(room_of(mutant.path).path, collections.Counter())
        count["mutants"] += 1
        verdict = verdicts_.get(mutant.name)
        if verdict is None:
            count["proposals" if record.proposes(mutant) else "not run"] += 1
        elif verdict.caught:
            count["caught"] += 1
            count["by time or memory"] += verdict.caught != "failed"
        else:
            known = record.survivors.get(mutant.name, "")
            count["new" if known == "" else "open" if known is None else "accepted"] += 1
            count["unreached"] += not verdict.reached
    table = Table("room", *COLUMNS)
    for room, count in sorted(counts.items()):
        table.add_row(room, *(str(count[column]) for column in COLUMNS))
    Console(width=WIDTH).print(table)
    for label, mutants_ in (("new survivor", compared.new), ("open survivor", compared.open)):
        for mutant in mutants_:
            verdict = verdicts_[mutant.name]
            tests = f"{verdict.run} of {verdict.reached} tests" if verdict.reached else "no test"
            print(f"{label}: {mutant} ({tests})")
    for label, names in (("caught now", compared.caught), ("gone", compared.gone)):
        for path, function, operator, was, becomes, _ in names:
            print(f"{label}, but in the list: {path} {function}: {operator}: {was} → {becomes}")
    if not kept and not compared.holds:
        print(f"{RECORD} doesn't say so: kill them with a test, or --store and give reasons")


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as data."""
    mutant = verdict.mutant
    return {
        "file": mutant.path, "line": mutant.line, "function": mutant.function,
        "operator": mutant.operator, "was": mutant.was, "becomes": mutant.becomes,
        "nth": mutant.nth, "caught": verdict.caught, "by": verdict.by, "reached": verdict.reached,
        "run": verdict.run,
    }  # fmt: skip


if __name__ == "__main__":
    main()
