"""Our KL of 8-point laws in balls against bare python-flint, `mpmath` and `mpmath.iv`, at 128 bits.

Each is given the laws in its own numbers, converted beforehand. The repeats are interleaved, so
that a change of the machine's pace hits all alike; the ratios are medians over them.

    python bench/kl.py [--json FILE] [--repeats N]
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mpmath
from flint import arb, fmpq
from rich.console import Console
from rich.table import Table

from verified.measures.divergences import kl
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import precision

BITS, SYMBOLS, LAWS, CALLS = 128, 8, 16, 10
Law = list[fmpq]


def draw(rng: random.Random) -> Law:
    weights = [rng.randint(1, 10**6) for _ in range(SYMBOLS)]
    return [fmpq(w, sum(weights)) for w in weights]


def contestants(pairs: list[tuple[Law, Law]]) -> dict[str, Callable[[], list[Any]]]:
    """For each method, a function that evaluates every pair."""
    arrays = [tuple(BallArray((SYMBOLS,), list(law)) for law in pair) for pair in pairs]
    balls = [tuple([arb(x) for x in law] for law in pair) for pair in pairs]
    mpmath.mp.prec = mpmath.iv.prec = BITS

    def converted(context: Any) -> list[Any]:
        return [
            tuple([context.mpf(int(x.p)) / int(x.q) for x in law] for law in pair) for pair in pairs
        ]

    points, intervals = converted(mpmath.mp), converted(mpmath.iv)
    rationals = pairs

    def bare(items: list[Any]) -> list[Any]:
        return [sum(p * (p / q).log() for p, q in zip(a, b, strict=True)) for a, b in items]

    def bare_rationals() -> list[Any]:
        return [sum(p * arb(p / q).log() for p, q in zip(a, b, strict=True)) for a, b in rationals]

    def by_mpmath(context: Any, items: list[Any]) -> list[Any]:
        return [sum(p * context.log(p / q) for p, q in zip(a, b, strict=True)) for a, b in items]

    return {
        "ours": lambda: [kl(Balls, p, q) for p, q in arrays],
        "python-flint, balls": lambda: bare(balls),
        "python-flint, rationals": bare_rationals,
        "mpmath": lambda: by_mpmath(mpmath.mp, points),
        "mpmath.iv": lambda: by_mpmath(mpmath.iv, intervals),
    }


def agree(results: dict[str, list[Any]]) -> bool:
    """Whether all methods give the same numbers, to 30 digits."""
    return all(
        abs(float(mpmath.mpf(str(values[k].mid().str(40, radius=False))) - points[k])) < 1e-30
        for name, values in results.items()
        if not name.startswith("mpmath")
        for points in [results["mpmath"]]
        for k in range(LAWS)
    )


def measure(repeats: int, seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    pairs = [(draw(rng), draw(rng)) for _ in range(LAWS)]
    with precision(BITS):
        methods = contestants(pairs)
        if not agree({name: call() for name, call in methods.items()}):
            raise SystemExit("the methods disagree")
        times: dict[str, list[float]] = {name: [] for name in methods}
        # As timeit does: a collection would be charged to whichever method it hits.
        gc.disable()
        for _ in range(repeats):
            gc.collect()
            for name, call in methods.items():
                start = time.perf_counter()
                for _ in range(CALLS):
                    call()
                times[name].append((time.perf_counter() - start) / (CALLS * LAWS))
    gc.enable()
    return {
        name: {
            "microseconds": 1e6 * statistics.median(values),
            "ours / this": statistics.median(
                ours / other for ours, other in zip(times["ours"], values, strict=True)
            ),
        }
        for name, values in times.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    parser.add_argument("--repeats", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    results = measure(arguments.repeats, arguments.seed)
    table = Table(title=f"KL of two {SYMBOLS}-point laws at {BITS} bits")
    for name in ("method", "µs a call", "ours / this"):
        table.add_column(name, justify="left" if name == "method" else "right")
    for name, found in results.items():
        table.add_row(name, f"{found['microseconds']:.2f}", f"{found['ours / this']:.2f}")
    Console().print(table)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
