"""Capacities against `dit` (Blahut and Arimoto's iteration): time and true relative error.

The truth is the middle of our enclosure to relative 1e-30. `dit` runs twice: as it comes, and with
its tolerances tightened to 1e-14, given up after a few seconds.

    python bench/capacity.py [--json FILE] [--seed N] [--patience SECONDS]
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import statistics
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from flint import arb, fmpq
from rich.console import Console
from rich.table import Table

from verified.numbers.balls import precision
from verified.propose.capacity import capacity, capacity_batch

UNIT = 2**52
SIZES = (2, 4, 8, 16, 32)
LOOSE, TIGHT = fmpq(1, 10**12), fmpq(1, 10**30)


class OutOfPatience(Exception):
    pass


def give_up(_signal: int, _frame: FrameType | None) -> None:
    raise OutOfPatience


def dyadic(table: np.ndarray) -> list[list[fmpq]]:
    """The rows as multiples of 2^-52 that sum to 1: floats hold them exactly."""
    rows = []
    for row in table:
        whole = [round(float(x) * UNIT) for x in row]
        whole[whole.index(max(whole))] += UNIT - sum(whole)
        rows.append([fmpq(x, UNIT) for x in whole])
    return rows


def channels(size: int, rng: np.random.Generator) -> dict[str, list[list[fmpq]]]:
    plain = rng.dirichlet(np.ones(size), size)
    base = rng.dirichlet(np.ones(size))
    nudged = base * (1 + 1e-6 * (plain - plain @ base[:, None]))
    return {"random": dyadic(plain), "nearly useless": dyadic(nudged)}


def timed(call: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """The median time in seconds of some calls, and what the last returned."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - start)
    return statistics.median(times), result


def timed_with_patience(call: Callable[[], Any], patience: float) -> tuple[float, Any]:
    """As `timed`, of one call; (infinity, None) if it takes longer than that."""
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, patience)
    try:
        return timed(call, 1)
    except OutOfPatience:
        return math.inf, None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def width_of(ball: arb) -> float:
    return float((2 * ball.rad() / ball).mid())


def measure(
    rows: list[list[fmpq]], channel_capacity: Callable[..., Any], patience: float
) -> dict[str, Any]:
    table = np.array([[int(x.p) / int(x.q) for x in row] for row in rows])
    fine_time, (truth, _) = timed(lambda: capacity(rows, TIGHT), 3)
    narrow_time, (narrow, _) = timed(lambda: capacity(rows, LOOSE), 3)
    float_time, (values, _) = timed(lambda: capacity_batch(table[None]), 5)

    def error(value: float) -> float:
        with precision(200):
            return float(abs(arb(value) / truth.mid() - 1).mid())

    found: dict[str, Any] = {
        "capacity in nats": float(truth.mid()),
        "1e-30": {"seconds": fine_time, "relative width": width_of(truth)},
        "1e-12": {"seconds": narrow_time, "relative width": width_of(narrow)},
        "floats": {"seconds": float_time, "relative error": error(float(values[0]))},
    }
    for name, tolerance in (("dit", {}), ("dit, tight", {"rtol": 1e-14, "atol": 0.0})):
        # dit takes and gives numbers of bits.
        seconds, answer = timed_with_patience(
            lambda t=tolerance: channel_capacity(table, **t), patience
        )
        wrong = None if answer is None else error(float(answer[0]) * math.log(2))
        found[name] = {"seconds": None if answer is None else seconds, "relative error": wrong}
    return found


def show(results: list[dict[str, Any]]) -> Table:
    table = Table(title="Capacity: time and true relative error (or certified relative width)")
    table.add_column("channel")
    columns = ("1e-30", "1e-12", "floats", "dit", "dit, tight")
    for name in columns:
        table.add_column(name, justify="right")
    for entry in results:
        cells = []
        for name in columns:
            cell = entry[name]
            amount = cell.get("relative width", cell.get("relative error"))
            took = cell["seconds"]
            cells.append("gave up" if took is None else f"{1e3 * took:.2f} ms  {amount:.0e}")
        table.add_row(f"{entry['size']}×{entry['size']} {entry['kind']}", *cells)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=5.0, help="seconds for each run of dit")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # dit divides by zero on its way
    from dit.algorithms import channel_capacity

    rng = np.random.default_rng(arguments.seed)
    results = []
    for size in SIZES:
        for kind, rows in channels(size, rng).items():
            found = measure(rows, channel_capacity, arguments.patience)
            results.append({"size": size, "kind": kind, **found})
    Console(width=140).print(show(results))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
