"""The command: python -m bench.fuzz; counts by rule, and each hole in its smallest form."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.campaign import machine
from bench.fuzz.campaign import Options, Tally, run_episode, table
from bench.fuzz.episodes import ATTEMPTS
from bench.fuzz.holes import Hole, hole_of, write
from bench.fuzz.runner import episodes
from verified.errors import InputError
from verified.kernel.theorem import RULES
from verified.report.files import check_writable, write_json

STEPS = 20_000
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
    parser.add_argument("--json", type=_output, metavar="FILE", help="also write the counts here")
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


def fuzz(chosen: Options, args: argparse.Namespace) -> tuple[Tally, list[int], int]:
    """The counts, the episodes with findings, and the number of the last episode."""
    tally, hits, last = Tally(), [], args.first
    steps = args.steps or (None if args.seconds else STEPS)
    end = time.monotonic() + args.seconds if args.seconds else None
    reports = episodes(chosen, args.first, args.workers)
    try:
        for report in reports:
            last = max(last, report.number)
            if report.counts is None:
                tally.slow += 1
                continue
            tally.merge(report.counts)
            if report.findings:
                hits.append(report.number)
                # Told at once: shrinking may take long.
                print(f"episode {report.number}: {report.findings} false", flush=True)
            if steps is not None and tally.total("accepted") >= steps:
                break
            if end is not None and time.monotonic() > end:
                break
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        reports.close()
    return tally, hits, last


def holes_in(chosen: Options, hits: list[int]) -> list[Hole]:
    """The findings of some episodes, found again and shrunk; a few of each rule."""
    found: list[Hole] = []
    told: dict[tuple[str, str], int] = {}
    for number in hits:
        tally = Tally()
        run_episode(chosen, number, tally)
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
    start = time.monotonic()
    tally, hits, last = fuzz(chosen, args)
    seconds = time.monotonic() - start
    print("\n".join(table(tally)))
    print(f"{tally.total('accepted')} steps accepted in {seconds:.0f} s, {last + 1 - args.first} "
          f"episodes, {tally.slow} of them ended for their slowness")
    found = holes_in(chosen, hits)
    serious = [hole for hole in found if not hole.is_written or not hole.kernel
               or hole.second == "accepted"]
    for place, hole in enumerate(serious):
        print("\n".join(hole.told()))
        if args.holes is not None:
            for path in write(hole, args.holes, f"{hole.rule}-{place}"):
                print(f"  written to {path}")
    if args.json is not None:
        write_json(args.json, _document(chosen, tally, seconds, serious))
    print(f"{len(serious)} holes" if serious else "no false theorem was found")
    return 1 if serious else 0


def _document(chosen: Options, tally: Tally, seconds: float, holes: list[Hole]) -> dict[str, Any]:
    told = asdict(chosen)
    told["paths"] = [str(path) for path in chosen.paths]
    return {
        "schema": 1, "options": told, "seconds": round(seconds, 1), "machine": machine(),
        "rules": {rule: dict(tally.counts.get(rule, {})) for rule in sorted(RULES)},
        "slow": tally.slow,
        "holes": [{"rule": hole.rule, "steps": list(hole.steps), "kernel": hole.kernel,
                   "second": hole.second, "moves": hole.moves} for hole in holes],
    }


if __name__ == "__main__":
    raise SystemExit(main())
