"""How many of the stick's false claims the attack refutes, and how fast: python -m bench.refute.

A run counts as refuted if the attack certified an instance within the limit, shrinking included,
and the kernel rechecked the certificate. The median is over all runs; a run that missed counts as
slower than any other.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

from bench.campaign import Run, machine, parser, run_all, with_progress
from bench.stick.false_claims import HALVES, half
from bench.stick.vocabulary import KINDS, FalseClaim
from verified.report.files import write_json

# The targets: at least this share refuted within the limit, with a median below this time.
TARGET_SHARE, TARGET_MEDIAN = 0.97, 0.5


@dataclass(frozen=True)
class Score:
    """A group's measurement.

    Attributes:
        share: of its runs, those refuted within the limit.
        median: seconds, over all runs; infinite where fewer than half were refuted.
    """

    runs: int
    share: float
    median: float


def refuted(run: Run, limit: float) -> bool:
    """Whether a run counts."""
    return run.status == "refuted" and run.rechecked is True and run.seconds <= limit


def score(runs: Sequence[Run], limit: float) -> Score:
    """The share refuted and the median time of a group of runs."""
    if not runs:
        return Score(0, math.nan, math.nan)
    times = [run.seconds if refuted(run, limit) else math.inf for run in runs]
    share = sum(map(math.isfinite, times)) / len(runs)
    return Score(len(runs), share, statistics.median_high(times))


def scores(
    records: Iterable[FalseClaim], runs: Sequence[Run], limit: float
) -> dict[str, Score]:
    """The score of each kind, and of all under the name "all"."""
    by_name: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        by_name[run.name].append(run)
    groups: dict[str, list[Run]] = {kind: [] for kind in (*KINDS, "all")}
    for record in records:
        for kind in (record.kind, "all"):
            groups[kind] += by_name[record.claim.name]
    return {kind: score(group, limit) for kind, group in groups.items()}


def missed(
    records: Iterable[FalseClaim], runs: Sequence[Run], limit: float
) -> list[tuple[FalseClaim, int, int]]:
    """The claims that some seeds missed: the record, how many missed, of how many; worst first."""
    counts = {}
    for record in records:
        own = [run for run in runs if run.name == record.claim.name]
        misses = sum(not refuted(run, limit) for run in own)
        if misses:
            counts[record.key] = (record, misses, len(own))
    return sorted(counts.values(), key=lambda item: (-item[1], item[0].key))


def sizes(runs: Iterable[Run]) -> str | None:
    """How much there is to read in the counterexamples: the digits of each, and the numbers in its
    longest law, row or tuple."""
    found = [(run.digits, run.symbols) for run in runs if run.digits is not None]
    if not found:
        return None
    lines = []
    for name, values in zip(("digits", "symbols"), zip(*found, strict=True), strict=True):
        ordered = sorted(values)
        tenth = ordered[math.ceil(0.9 * len(ordered)) - 1]
        lines.append(f"{name}: median {statistics.median_high(ordered)}, "
                     f"nine in ten up to {tenth}, at most {ordered[-1]}")
    return "counterexamples: " + "; ".join(lines)


def longest(runs: Sequence[Run], count: int = 10) -> list[Run]:
    """The runs whose counterexamples have the most digits."""
    found = [run for run in runs if run.digits is not None]
    return sorted(found, key=lambda run: -(run.digits or 0))[:count]


def show(
    console: Console, name: str, claims: int, found: dict[str, Score], limit: float
) -> None:
    """Print a half's table."""
    table = Table(title=f"{name} half, {claims} claims", title_justify="left")
    for heading in ("kind", "runs", f"refuted in {limit:g} s", "median"):
        table.add_column(heading, justify="left" if heading == "kind" else "right")
    for kind, entry in found.items():
        if kind == "all":
            table.add_section()
        if entry.runs:
            table.add_row(kind, str(entry.runs), f"{entry.share:.1%}", _seconds(entry.median))
    console.print(table)


def _seconds(value: float) -> str:
    return "missed" if math.isinf(value) else f"{value:.2f} s"


def main() -> int:
    options = parser(__doc__.splitlines()[0], budget=10**9)
    options.add_argument("--half", choices=(*HALVES, "both"), default="both")
    options.add_argument("--kind", choices=KINDS, help="only the claims of this kind")
    options.add_argument(
        "--every", type=int, default=1, metavar="N", help="only each N-th claim of a half"
    )
    options.add_argument(
        "--longest", type=int, default=0, metavar="N", help="list the N longest counterexamples"
    )
    args = options.parse_args()
    limit = args.limit_seconds
    halves = {
        name: [record for record in half(name) if args.kind in (None, record.kind)][:: args.every]
        for name in (HALVES if args.half == "both" else (args.half,))
    }
    claims = [record.claim for records in halves.values() for record in records]
    attacks = run_all(
        claims, args.seeds, args.budget, limit, args.workers, args.processor_time,
        args.runs,
    )
    runs = with_progress(attacks, len(claims) * args.seeds, "attacking false claims")

    console = Console()
    summary, good = {}, len(runs) == len(claims) * args.seeds
    for name, records in halves.items():
        found = scores(records, runs, limit)
        show(console, name, len(records), found, limit)
        for record, misses, count in missed(records, runs, limit):
            console.print(f"  missed {misses}/{count}: {record.key} ({record.kind})")
        overall = found["all"]
        good = good and overall.share >= TARGET_SHARE and overall.median < TARGET_MEDIAN
        summary[name] = {kind: _plain(entry) for kind, entry in found.items() if entry.runs}
    told = sizes(runs)
    if told is not None:
        console.print(told)
    for run in longest(runs, args.longest):
        console.print(f"  {run.digits} digits, {run.symbols} symbols: {run.name}, seed {run.seed}")
    for run in runs:
        if run.status == "error" or run.rechecked is False:
            good = False
            console.print(f"  FAULT {run.name}, seed {run.seed}: {run.status} {run.error}")
    if args.json:
        content = {"schema": 1, "limit_seconds": limit, "seeds": args.seeds, "halves": summary,
                   "machine": machine(), "runs": [asdict(run) for run in runs]}
        write_json(args.json, content)
    console.print(f"target: {TARGET_SHARE:.0%} and a median under {TARGET_MEDIAN:g} s: "
                  f"{'met' if good else 'not met'}")
    return 0 if good else 1


def _plain(entry: Score) -> dict[str, float | int | None]:
    """A score as JSON, which has no infinity."""
    median = entry.median if math.isfinite(entry.median) else None
    return {"runs": entry.runs, "share": entry.share, "median_seconds": median}


if __name__ == "__main__":
    raise SystemExit(main())
