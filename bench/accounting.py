"""Compositions of Poisson-subsampled Gaussian noise: accuracy and time, ours and dp-accounting's.

`dp-accounting` (its privacy loss distributions, with its default interval of 1e-4) has an
environment of its own, made on demand in `.venv/bench-accounting`. Each row asks for δ(ε) of k
rounds for added or removed records: at an ε where dp-accounting's δ is about 1e-6, and at three
times that ε, far in the tail. Told are our relative width, how far its pessimistic δ lies above
ours and its optimistic one below (relative to ours), and seconds of processor time, without
starting and importing, each in one process on one core.

    python -m bench.accounting [--json FILE] [--limit SECONDS]
        [--rates 0.001,0.5] [--sigmas 1,5] [--rounds 10,1000]
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import resource
import subprocess
import sys
import time
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from verified.accounting import NotReachedError, subsampled_gaussian_delta

PINNED = "dp-accounting==0.6.0"
ENVIRONMENT = Path(__file__).resolve().parents[1] / ".venv" / "bench-accounting"
RATES = ("0.001", "0.02", "0.5")
SIGMAS = ("0.3", "1", "5")
ROUNDS = (1, 10, 100, 1000, 10_000)

# Run by the other environment's Python: rows as JSON lines on standard input, answers on output.
OTHER = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
from dp_accounting.pld import privacy_loss_distribution as pld

for line in sys.stdin:
    row = json.loads(line)
    answer = {}
    try:
        for side in (True, False):
            start = time.process_time()
            # Connecting dots is its tighter pessimistic estimate; optimistic ones it has without.
            law = pld.from_gaussian_mechanism(
                float(row["sigma"]), sampling_prob=float(row["q"]), pessimistic_estimate=side,
                use_connect_dots=side,
            ).self_compose(row["k"])
            if side:
                near = float(f"{law.get_epsilon_for_delta(1e-6):.3g}")
                near = near if 0 < near < float("inf") else 1.0
                answer["epsilons"] = [near, 3 * near]
            answer["above" if side else "below"] = [
                float(law.get_delta_for_epsilon(eps)) for eps in answer["epsilons"]
            ]
            answer["seconds above" if side else "seconds below"] = time.process_time() - start
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(answer), flush=True)
"""


def environment() -> Path:
    """The Python of the other environment, made if it isn't there."""
    python = ENVIRONMENT / "bin" / "python"
    if not (ENVIRONMENT / "ready").exists():
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PINNED],
            check=True,
        )
        (ENVIRONMENT / "ready").touch()
    return python


def one(row: dict[str, Any]) -> None:
    """Print one value of ours as JSON; in a process of its own, which the system ends in time."""
    limit = math.ceil(row["limit"] + time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    start = time.process_time()
    try:
        found = subsampled_gaussian_delta(
            sampling=row["q"], sigma=row["sigma"], steps=row["k"], eps=row["eps"]
        )
        told = {
            "log10 delta": float(found.log.high) / math.log(10), "how": found.how,
            "width": found.relative_width, "low": found.float_down, "high": found.float_up,
        }
    except NotReachedError as error:
        told = {"trouble": str(error)}
    print(json.dumps({**told, "seconds": time.process_time() - start}))


def ours(row: dict[str, Any], eps: float, limit: float) -> dict[str, Any]:
    """What `one` tells, or that it was ended."""
    asked = json.dumps({**row, "eps": eps, "limit": limit})
    ran = subprocess.run(
        [sys.executable, "-m", "bench.accounting", "--one", asked],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
    )
    if ran.returncode:
        return {"trouble": f"not within {limit:.0f} s", "seconds": limit}
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def measure(
    rates: Sequence[str], sigmas: Sequence[str], rounds: Sequence[int], limit: float
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    with subprocess.Popen(
        [environment(), "-c", OTHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        for q, sigma, k in itertools.product(rates, sigmas, rounds):
            row = {"q": q, "sigma": sigma, "k": k}
            other.stdin.write(json.dumps(row) + "\n")
            other.stdin.flush()
            answer = json.loads(other.stdout.readline())
            if "error" in answer:
                answer |= {"epsilons": [1.0, 3.0], "above": [math.nan] * 2, "below": [math.nan] * 2}
            for eps, above, below in zip(
                answer["epsilons"], answer["above"], answer["below"], strict=True
            ):
                rows.append(compared(row, eps, above, below, answer, limit))
                print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
        other.stdin.close()
    return rows


def compared(
    row: dict[str, Any], eps: float, above: float, below: float, answer: dict[str, Any],
    limit: float,
) -> dict[str, Any]:
    told = {
        **row, "eps": eps, **ours(row, eps, limit),
        "their seconds": answer.get("seconds above", math.nan)
        + answer.get("seconds below", math.nan),
        "their error": answer.get("error", ""),
    }
    if told.get("low", 0.0) > 0:
        told |= {"above": above / told["high"] - 1, "below": 1 - below / told["low"]}
    elif "width" in told:
        told |= {"above": math.inf if above > 0 else -1.0, "below": -math.inf if below else 1.0}
    return told


def show(rows: list[dict[str, Any]]) -> None:
    table = Table(title="δ(ε) of k rounds of subsampled Gaussian noise (processor seconds)")
    for column in ("q", "σ", "k", "ε", "log10 δ", "width", "s", "PLD above", "PLD below", "PLD s"):
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(
            row["q"], row["sigma"], str(row["k"]), f"{row['eps']:.4g}",
            *([f"{row['log10 delta']:.1f}", f"{row['width']:.0e}"] if "width" in row
              else ["", row["trouble"]]),
            f"{row['seconds']:.2f}",
            *([f"{row['above']:.0e}", f"{row['below']:.0e}"] if "width" in row else ["", ""]),
            f"{row['their seconds']:.2f}",
        )
    Console(width=130).print(table)
    slow = [row for row in rows if "width" not in row or row["seconds"] > 10]
    print(f"{len(rows) - len(slow)} of {len(rows)} values at a relative width of 1e-12 within 10 s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one of our values")
    parser.add_argument("--rates", default=",".join(RATES))
    parser.add_argument("--sigmas", default=",".join(SIGMAS))
    parser.add_argument("--rounds", default=",".join(map(str, ROUNDS)))
    parser.add_argument("--one", type=json.loads, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        one(given.one)
        return
    rates, sigmas = given.rates.split(","), given.sigmas.split(",")
    rows = measure(rates, sigmas, [int(k) for k in given.rounds.split(",")], given.limit)
    show(rows)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
