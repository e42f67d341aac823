"""Attacks on many claims with many seeds, in worker processes: what both measurements share.

Each attack starts cold: it replays nothing from earlier ones. A worker process is warm in so far
as the code is loaded. Every reported refutation is rechecked by the kernel from its JSON. With a
file of runs each is written as it ends, and a later call goes on from there.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from verified.attack import attack
from verified.errors import InputError
from verified.kernel.certificate import check
from verified.language import Claim
from verified.report.digests import code_digest
from verified.report.files import check_writable
from verified.syntax.serial import FormatError, statement_digest

# Few enough waiting attacks that an interrupt is obeyed soon.
_AHEAD = 4


@dataclass(frozen=True)
class Run:
    """One attack on one claim.

    Attributes:
        name: the claim's key, with its reading where there is a choice.
        seconds: time of the attack, in its process: by the wall, or of the processor.
        rechecked: whether the kernel accepted the certificate; None where there is none.
        digits, symbols: of the counterexample, what there is to read: the digits of all its numbers
            and sizes, and the entries of its longest law, row or tuple; None where there is none.
    """

    name: str
    seed: int
    status: str
    seconds: float
    evaluations: int
    rechecked: bool | None
    error: str = ""
    digits: int | None = None
    symbols: int | None = None


def to_read(moves: Any) -> tuple[int, int]:
    """How many digits the moves of a play have, and how many numbers stand together at most."""
    match moves:
        case dict():
            parts = [to_read(part) for part in moves.values()]
        case list():
            parts = [to_read(part) for part in moves]
            together = sum(not isinstance(part, dict | list) for part in moves)
            parts.append((0, together))
        case bool() | None:
            return 0, 0
        case _:
            return sum(character.isdigit() for character in str(moves)), 1
    return sum(digits for digits, _ in parts), max((most for _, most in parts), default=0)


@contextlib.contextmanager
def processor_clock() -> Iterator[None]:
    """Let this process measure its time, limits included, by what its processor spends on it.

    On a machine that others use as well, wall time says more of them than of the search.
    """
    wall, time.monotonic = time.monotonic, time.process_time
    try:
        yield
    finally:
        time.monotonic = wall


def run_one(
    claim: Claim, seed: int, budget: int, seconds: float | None, by_processor: bool = False
) -> Run:
    """Attack a claim once; an exception is a result of its own, and never passes unseen."""
    try:
        with processor_clock() if by_processor else contextlib.nullcontext():
            report = attack(claim, seed=seed, budget=budget, seconds=seconds)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return Run(claim.name, seed, "error", 0.0, 0, None, text)
    rechecked, message = None, ""
    digits = symbols = None
    if report.certificate is not None:
        try:
            # Through JSON, as a reader gets it; and it must be about the claim that was attacked.
            shown = check(json.loads(json.dumps(report.certificate)))
            rechecked = shown.statement == claim.statement
            digits, symbols = to_read(report.certificate["moves"])
        except FormatError as error:
            rechecked, message = False, str(error)
    return Run(
        claim.name, seed, report.status, report.seconds, report.evaluations, rechecked, message,
        digits, symbols,
    )


def run_all(
    claims: Sequence[Claim], seeds: int, budget: int, seconds: float | None, workers: int,
    by_processor: bool = False, log: Path | None = None,
) -> Iterator[Run]:
    """Every claim with every seed, as they end; claims take turns, so a part is a fair part.

    Args:
        log: a file to which each run is added as it ends, and from which earlier ones are taken.

    Raises:
        InputError: the file is of other settings, or of other code, or isn't one of runs.
    """
    settings = {"budget": budget, "seconds": seconds, "by_processor": by_processor}
    earlier = {} if log is None else runs_in(log, settings)
    tasks = []
    for seed in range(seeds):
        for claim in claims:
            known = earlier.get((claim.name, seed, _said(claim)))
            if known is None:
                tasks.append((claim, seed))
            else:
                yield known
    said = {claim.name: _said(claim) for claim in claims}
    for run in _run(tasks, budget, seconds, workers, by_processor):
        if log is not None:
            with log.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({"said": said[run.name], **asdict(run)}) + "\n")
        yield run


def runs_in(log: Path, settings: dict[str, Any]) -> dict[tuple[str, int, str], Run]:
    """The runs of a file by claim, seed and statement; a new file is begun with its settings.

    Raises:
        InputError: the file is of other settings, or of other code, or isn't one of runs.
    """
    code = code_digest("verified.attack.attacking", "verified.kernel.certificate")
    head = {**settings, "code": code}
    if not log.exists():
        log.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return {}
    # A line that was cut short by the end of a process is run again.
    first, *rest = log.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
    try:
        if json.loads(first) != head:
            raise InputError(f"{log} has runs of other settings or of other code; name a new file")
        found = {}
        for line in rest:
            if line.endswith("\n"):
                entry = json.loads(line)
                said = entry.pop("said")
                run = Run(**entry)
                found[run.name, run.seed, said] = run
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{log} is no file of runs: {error}") from None
    if rest and not rest[-1].endswith("\n"):
        log.write_text("".join((first, *rest[:-1])), encoding="utf-8")
    return found


def _said(claim: Claim) -> str:
    assert claim.statement is not None
    return statement_digest(claim.statement)


def _run(
    attacks: Sequence[tuple[Claim, int]], budget: int, seconds: float | None, workers: int,
    by_processor: bool,
) -> Iterator[Run]:
    """Attacks in worker processes, as they end."""
    tasks = iter(attacks)
    # A fresh interpreter for each worker: what the parent has loaded or cached doesn't help it.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = set()
        try:
            while True:
                for claim, seed in tasks:
                    waiting.add(pool.submit(run_one, claim, seed, budget, seconds, by_processor))
                    if len(waiting) >= workers * _AHEAD:
                        break
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def with_progress(runs: Iterator[Run], count: int, label: str) -> list[Run]:
    """All runs, with a progress bar on standard error; an interrupt keeps those that ended.

    Raises:
        SystemExit: with code 2, after what is wrong with a file of runs.
    """
    found: list[Run] = []
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=count)
        try:
            for run in runs:
                found.append(run)
                bar.advance(task)
        except KeyboardInterrupt:
            bar.console.print(f"interrupted: {len(found)} of {count} attacks ended")
        except InputError as error:
            bar.console.print(str(error))
            raise SystemExit(2) from None
    return found


def parser(description: str, budget: int) -> argparse.ArgumentParser:
    """The options that both measurements have."""
    found = argparse.ArgumentParser(
        description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    found.add_argument("--seeds", type=_positive, default=20, help="attacks on each claim")
    found.add_argument("--workers", type=_positive, default=2, help="processes at work")
    found.add_argument("--limit-seconds", type=float, default=10.0, help="time for an attack")
    found.add_argument(
        "--processor-time", action="store_true",
        help="measure and limit by processor time, for a machine that others use as well",
    )
    found.add_argument("--budget", type=_positive, default=budget, help="evaluations for an attack")
    found.add_argument(
        "--json", metavar="FILE", type=_output, help="also write all runs to this file"
    )
    found.add_argument(
        "--runs", metavar="FILE", type=_output,
        help="keep each run there as it ends, and go on from what is there",
    )
    return found


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not a positive whole number")
    return value


def _output(text: str) -> Path:
    """A file that can be written: better refused now than after the attacks."""
    try:
        check_writable(Path(text))
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return Path(text)


def machine() -> dict[str, str]:
    """What the times depend on."""
    return {"python": platform.python_version(), "processor": platform.processor() or "unknown"}
