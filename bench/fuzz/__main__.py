"""The command: python -m bench.fuzz; counts by rule, and each hole in its smallest form."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.campaign import machine
from bench.fuzz.campaign import Options, Tally, table
from bench.fuzz.episodes import ATTEMPTS
from bench.fuzz.holes import Hole, hole_of, write
from bench.fuzz.runner import Report, episodes, watched
from verified.errors import InputError
from verified.kernel.theorem import RULES
from verified.report.files import check_writable, write_json

STEPS = 20_000
# Seconds between counts that are written while a run goes on.
WRITTEN_EVERY = 30.0
# Holes of one rule are mostly one hole: so many of each are shrunk and told.
TOLD = 3


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.fuzz", description="Fuzz the rules of the kernel.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--steps", type=_positive, help=f"accepted steps (by default {STEPS})")
    length.add_argument("--seconds", type=_positive, help="how long")
    parser.add_argument("--checker", choices=("kernel", "second", "both"), default="kernel")
    parser.add_argument("--rule", choices=sorted(ATTEMPTS), metavar="NAME",
                        help="mostly steps of one rule")
    parser.add_argument("--workers", type=_positive, default=1, help="processes at work")
    parser.add_argument("--first", type=int, default=0, help="the number of the first episode")
    parser.add_argument("--holes", type=Path, metavar="DIR", help="write what was found here")
    parser.add_argument("--json", type=_output, metavar="FILE",
                        help="also write the counts here, now and then and at the end")
    parser.add_argument("--resume", action="store_true",
                        help="go on from the counts that --json FILE holds, with the next episode")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not a positive whole number")
    return value


def _output(text: str) -> Path:
    try:
        check_writable(Path(text))
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return Path(text)


@dataclass
class Run:
    """How far a run has come.

    Attributes:
        hits: the episodes with findings.
        following: the episode with which a run that goes on begins; all before it are counted.
        early: episodes after that one that are counted too, as another process was quicker.
        spent: seconds of processor time, of episodes that were ended too.
        seconds: of the clock, of all runs that these counts are of.
    """

    first: int
    following: int
    tally: Tally = field(default_factory=Tally)
    hits: list[int] = field(default_factory=list)
    early: set[int] = field(default_factory=set)
    spent: float = 0.0
    seconds: float = 0.0

    def counted(self, number: int) -> bool:
        return number < self.following or number in self.early

    def add(self, report: Report) -> None:
        """The counts of one more episode."""
        self.tally.merge(report.counts)
        self.tally.slow += report.slow
        self.spent += report.spent
        if report.findings:
            self.hits.append(report.number)
        self.early.add(report.number)
        while self.following in self.early:
            self.early.remove(self.following)
            self.following += 1


def resumed(path: Path, chosen: Options, first: int) -> Run:
    """The run whose counts a file holds, a new one where there is no file.

    Raises:
        InputError: the file is of other options, or no counts of this command.
    """
    if not path.exists():
        return Run(first, first)
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        options, episodes = told["options"], told["episodes"]
        run = Run(episodes["first"], episodes["following"], hits=list(episodes["hits"]),
                  early=set(episodes["early"]), spent=told["spent"], seconds=told["seconds"])
        run.tally.merge(told["rules"])
        run.tally.slow = told["slow"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path} holds no counts to go on from: {error!r}") from None
    if options != _told(chosen):
        raise InputError(f"{path} holds counts of other options: "
                         f"{json.dumps(options)}, not {json.dumps(_told(chosen))}")
    return run


class Ended(Exception):
    """Someone ends the run: what was counted is told."""


def _end(*_: Any) -> None:
    raise Ended


def fuzz(chosen: Options, args: argparse.Namespace, run: Run) -> None:
    """Add to a run until it has its steps or its time is over, or someone ends it."""
    start = written = time.monotonic()
    before = run.seconds
    steps = args.steps or (None if args.seconds else STEPS)
    goal = None if steps is None else run.tally.total("accepted") + steps
    end = start + args.seconds if args.seconds else None
    reports = episodes(chosen, run.following, args.workers, run.counted)
    try:
        for report in reports:
            run.add(report)
            now = time.monotonic()
            run.seconds = before + now - start
            if report.findings:
                # Told at once: shrinking may take long.
                print(f"episode {report.number}: {report.findings} false", flush=True)
            if goal is not None and run.tally.total("accepted") >= goal:
                break
            if end is not None and now > end:
                break
            if args.json is not None and now - written > WRITTEN_EVERY:
                write_json(args.json, _document(chosen, run, None))
                written = now
    except (KeyboardInterrupt, Ended):
        print("interrupted", file=sys.stderr)
    finally:
        reports.close()


def holes_in(chosen: Options, hits: list[int]) -> list[Hole]:
    """The findings of some episodes, found again and shrunk; a few of each rule."""
    found: list[Hole] = []
    told: dict[tuple[str, str], int] = {}
    for number in hits:
        tally, _ = watched(chosen, number)
        for finding in tally.findings:
            key = finding.derived.attempt.rule, finding.by
            if told.get(key, 0) < TOLD:
                told[key] = told.get(key, 0) + 1
                found.append(hole_of(finding))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Fuzz, and tell; 1 if a checker accepted a file that says something false."""
    args = options(arguments)
    chosen = Options(seed=args.seed, only=args.rule, checker=args.checker)
    if args.resume and args.json is None:
        print("error: --resume goes on from the counts in --json FILE", file=sys.stderr)
        return 2
    try:
        run = resumed(args.json, chosen, args.first) if args.resume else Run(args.first, args.first)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    former = signal.signal(signal.SIGTERM, _end)
    try:
        fuzz(chosen, args, run)
    finally:
        signal.signal(signal.SIGTERM, former)
    if args.json is not None:
        # Before what may take long, or be ended.
        write_json(args.json, _document(chosen, run, None))
    print("\n".join(table(run.tally)))
    accepted = run.tally.total("accepted")
    count = run.following + len(run.early) - run.first
    rate = f", {accepted / run.spent:.1f} a second of a processor" if run.spent else ""
    print(f"{accepted} steps accepted in {run.seconds:.0f} s{rate}; {count} episodes, "
          f"{run.tally.slow} of them ended for their slowness; the next is {run.following}")
    found = holes_in(chosen, run.hits)
    serious = [hole for hole in found if not hole.is_written or not hole.kernel
               or hole.second == "accepted"]
    for place, hole in enumerate(serious):
        print("\n".join(hole.told()))
        if args.holes is not None:
            for path in write(hole, args.holes, f"{hole.rule}-{place}"):
                print(f"  written to {path}")
    if args.json is not None:
        write_json(args.json, _document(chosen, run, serious))
    print(f"{len(serious)} holes" if serious else "no false theorem was found")
    return 1 if serious else 0


def _told(chosen: Options) -> dict[str, Any]:
    return {**asdict(chosen), "paths": [str(path) for path in chosen.paths]}


def _document(chosen: Options, run: Run, holes: list[Hole] | None) -> dict[str, Any]:
    counts: Mapping[str, Mapping[str, int]] = run.tally.counts
    return {
        "schema": 2, "options": _told(chosen), "seconds": round(run.seconds, 1),
        "spent": round(run.spent, 1), "machine": machine(),
        "episodes": {"first": run.first, "following": run.following,
                     "early": sorted(run.early), "hits": run.hits},
        "accepted": run.tally.total("accepted"),
        "rules": {rule: dict(counts.get(rule, {})) for rule in sorted(RULES)},
        "slow": run.tally.slow,
        # Not yet looked at while the run goes on.
        "holes": None if holes is None else [
            {"rule": hole.rule, "steps": list(hole.steps), "kernel": hole.kernel,
             "second": hole.second, "moves": hole.moves} for hole in holes],
    }


if __name__ == "__main__":
    raise SystemExit(main())
