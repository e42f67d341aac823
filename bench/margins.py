"""How fast the attack is: margins evaluated a second, by claim, and the command line's start.

    python bench/margins.py [--seconds S] [--json FILE]

For each claim it draws batches of one structure and scores them, which is what an attack spends its
time on. The alternative named is the rigorous reading, one instance at a time, in the same run: its
rate and the ratio of the two. The start of `verified --help` is measured as a whole process against
`python -c pass`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from verified.attack.certify import exact_laws, exact_number
from verified.attack.objective import Objective
from verified.attack.search import Searcher
from verified.instances.draw import draw_points
from verified.kernel.truth import BallReading, MissingBound, truth
from verified.measures.readings import Unreadable
from verified.numbers.balls import precision
from verified.papers import papers
from verified.syntax.claims import Claim

BATCH = 64


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second, measured for at least so long after one warm-up."""
    work()
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        done += work()
    return done / spent


def measure(claim: Claim, seconds: float) -> dict[str, Any] | None:
    """The two rates of a claim, or None where no structure is met."""
    assert claim.statement is not None
    polarity = "refutation" if claim.statement.quantifier == "forall" else "proof"
    searcher = Searcher(claim.key, claim.statement, polarity, seed=0)
    rng = np.random.default_rng(0)
    for _ in range(20):
        drawn = searcher.draw(rng)
        if drawn is None:
            continue
        layout, tight = drawn
        objective = Objective(layout, searcher.target.given, searcher.target.conclusion, tight)
        points = draw_points(layout, BATCH, rng)
        with contextlib.suppress(Unreadable):
            floats = rate(lambda: len(objective.score(points).objective), seconds)  # noqa: B023
            one = points.pick(0)
            reals = [
                exact_number(float(value[0]), slot)
                for value, slot in zip(one.numbers(layout.reals), layout.reals, strict=True)
            ]
            env = layout.in_balls(exact_laws(one.laws(), 0), reals)
            body = searcher.target.body

            def rigorous() -> int:
                with precision(128), contextlib.suppress(MissingBound):
                    truth(body, env, BallReading())  # noqa: B023
                return 1

            balls = rate(rigorous, seconds / 2)
            return {
                "claim": claim.name,
                "coordinates": layout.coordinates,
                "floats": floats,
                "balls": balls,
                "ratio": floats / balls,
            }
    return None


def start_up(command: list[str], repeats: int = 7) -> float:
    """The median wall time of a whole process, in seconds."""
    times = []
    for _ in range(repeats + 1):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.2, help="time for each rate")
    parser.add_argument("--json", metavar="FILE", help="also write the figures here")
    options = parser.parse_args()
    rows = []
    for paper in papers():
        for row in paper.rows.values():
            for leaf in row.leaves():
                if (found := measure(leaf, options.seconds)) is not None:
                    rows.append(found)
    table = Table(title="margins evaluated a second")
    for column in ("claim", "coordinates", "attack (floats)", "balls, 128 bits", "ratio"):
        left = column == "claim"
        table.add_column(column, justify="left" if left else "right", no_wrap=True)
    for found in rows:
        table.add_row(
            found["claim"],
            str(found["coordinates"]),
            f"{found['floats']:,.0f}",
            f"{found['balls']:,.0f}",
            f"{found['ratio']:,.1f}",
        )
    console = Console(width=120)
    console.print(table)
    if rows:
        console.print(f"median {statistics.median(r['floats'] for r in rows):,.0f} a second")
    bare = start_up([sys.executable, "-c", "pass"])
    own = start_up([sys.executable, "-m", "verified", "--help"])
    console.print(f"verified --help {own:.3f} s, python -c pass {bare:.3f} s: {own / bare:.1f} x")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"claims": rows, "help": own, "python": bare}, file, indent=1)


if __name__ == "__main__":
    main()
