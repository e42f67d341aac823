"""Compositions of Poisson-subsampled Gaussian noise: accuracy and time, ours beside dp-accounting's
and prv-accountant's.

`dp-accounting` (its privacy loss distributions, with its default interval of 1e-4) and
`prv-accountant` (with eps_error 0.01 and delta_error 1e-10) have environments of their own, made on
demand in `.venv/`. Each row asks for δ(ε) of k rounds for added or removed records: at an ε where
dp-accounting's δ is about 1e-6, and at three times that ε, far in the tail. Told are our relative
width, how far their upper estimates of δ lie above ours and the lower ones below (relative to
ours), and seconds of processor time, without starting and importing, each in one process on one
core. A library's set-up for both ε of a row is counted in both.

    python -m bench.accounting [--json FILE] [--limit SECONDS]
        [--rates 0.001,0.5] [--sigmas 1,5] [--rounds 10,1000]

With `--json` each row is written as soon as it is known, and a later call goes on from the rows
that the file has: a run may be ended at any time. Rows that were measured with another limit, or
with other pinned libraries, are measured again.
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

from bench.ranges import add_options, given_range, read_rows, write_rows
from verified.accounting import NotReachedError, subsampled_gaussian_delta

ENVIRONMENTS = Path(__file__).resolve().parents[1] / ".venv"
RATES = ("0.001", "0.02", "0.5")
SIGMAS = ("0.3", "1", "5")
ROUNDS = (1, 10, 100, 1000, 10_000)
# How many ε a point of the grid has.
EPSILONS = 2

# Run by the other environments' Pythons: rows as JSON lines on standard input, answers on output.
LOSSES = """
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
VARIABLES = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
from prv_accountant import PRVAccountant
from prv_accountant.privacy_random_variables import PoissonSubsampledGaussianMechanism

for line in sys.stdin:
    row = json.loads(line)
    answer = {}
    start = time.process_time()
    try:
        made = PRVAccountant(
            prvs=PoissonSubsampledGaussianMechanism(
                sampling_probability=float(row["q"]), noise_multiplier=float(row["sigma"])
            ),
            max_self_compositions=row["k"], eps_error=0.01, delta_error=1e-10,
        )
        found = [made.compute_delta(eps, row["k"]) for eps in row["epsilons"]]
        answer = {"below": [float(one[0]) for one in found],
                  "above": [float(one[2]) for one in found]}
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"
    answer["seconds"] = time.process_time() - start
    print(json.dumps(answer), flush=True)
"""
OTHERS = {"PLD": ("dp-accounting==0.6.0", LOSSES), "PRV": ("prv-accountant==0.2.0", VARIABLES)}


class Other:
    """Another library in a process of its own."""

    def __init__(self, name: str) -> None:
        pinned, script = OTHERS[name]
        folder = ENVIRONMENTS / f"bench-{pinned.partition('==')[0]}"
        python = folder / "bin" / "python"
        if not (folder / "ready").exists():
            venv.create(folder, with_pip=True, clear=True)
            subprocess.run(
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", pinned],
                check=True,
            )
            (folder / "ready").touch()
        self.process = subprocess.Popen(
            [python, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        """Its answer to a row; δ's are nan where it has none."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(row) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        if "error" in answer:
            answer |= {"epsilons": [1.0, 3.0], "above": [math.nan] * 2, "below": [math.nan] * 2}
        if "seconds" not in answer:
            answer["seconds"] = answer.get("seconds above", math.nan) + answer.get(
                "seconds below", math.nan
            )
        return answer

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


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
    rates: Sequence[str], sigmas: Sequence[str], rounds: Sequence[int], limit: float,
    file: Path | None = None,
) -> list[dict[str, Any]]:
    """The rows of a part of the grid, two for each point; those that the file has aren't measured
    again, and it is written anew after each point."""
    kept = known_rows(file, limit)
    rows: list[dict[str, Any]] = []
    points = list(itertools.product(rates, sigmas, rounds))
    if all(point in kept for point in points):
        return [row for point in points for row in kept[point]]
    losses, variables = Other("PLD"), Other("PRV")
    for q, sigma, k in points:
        if (q, sigma, k) in kept:
            rows += kept[q, sigma, k]
            continue
        row = {"q": q, "sigma": sigma, "k": k}
        found = kept[q, sigma, k] = []
        answers = {"PLD": losses(row)}
        epsilons = answers["PLD"]["epsilons"]
        answers["PRV"] = variables({**row, "epsilons": epsilons})
        for place, eps in enumerate(epsilons):
            told = {**row, "eps": eps, **ours(row, eps, limit), "made": made_with(limit)}
            for name, answer in answers.items():
                told[name] = compared(told, answer, place)
            found.append(told)
            print(json.dumps(told), file=sys.stderr, flush=True)
        rows += found
        write_rows(file, [one for listed in kept.values() for one in listed])
    losses.close()
    variables.close()
    return rows


def made_with(limit: float) -> dict[str, Any]:
    """What a row depends on beside its point."""
    return {"limit": limit, "libraries": [pinned for pinned, _ in OTHERS.values()]}


def known_rows(file: Path | None, limit: float) -> dict[tuple[str, str, int], list[dict[str, Any]]]:
    """The rows of a file that were made as they would be now, by their points, if whole."""
    found: dict[tuple[str, str, int], list[dict[str, Any]]] = {}
    for row in read_rows(file):
        if row.get("made") == made_with(limit):
            found.setdefault((row["q"], row["sigma"], row["k"]), []).append(row)
    return {point: rows for point, rows in found.items() if len(rows) == EPSILONS}


def compared(told: dict[str, Any], answer: dict[str, Any], place: int) -> dict[str, Any]:
    """How far another library's δ's are from ours, and how long it took for all ε of the row."""
    above, below = answer["above"][place], answer["below"][place]
    found = {"seconds": answer["seconds"], "error": answer.get("error", "")}
    if told.get("low", 0.0) > 0:
        found |= {"above": above / told["high"] - 1, "below": 1 - below / told["low"]}
    elif "width" in told:
        found |= {"above": math.inf if above > 0 else -1.0, "below": -math.inf if below else 1.0}
    return found


def ahead(row: dict[str, Any], name: str) -> bool:
    """Whether another library was faster than we were, its set-up counted in."""
    return bool(row[name]["seconds"] < row["seconds"])


def why(row: dict[str, Any]) -> str:
    """Why we were slower: how our value was found, or that it wasn't."""
    if "width" not in row:
        return f"no value of ours: {row['trouble']}"
    if "rays" in row["how"]:
        return "few rounds: the transform falls slowly, and rays are taken"
    return row["how"].partition(",")[2].strip() or str(row["how"])


def show(rows: list[dict[str, Any]]) -> None:
    table = Table(title="δ(ε) of k rounds of subsampled Gaussian noise (processor seconds)")
    names = ("q", "σ", "k", "ε", "log10 δ", "width", "s")
    for column in (*names, *(f"{name} {what}" for name in OTHERS for what in ("above", "below",
                                                                              "s / ours"))):
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(
            row["q"], row["sigma"], str(row["k"]), f"{row['eps']:.4g}",
            *([f"{row['log10 delta']:.1f}", f"{row['width']:.0e}"] if "width" in row
              else ["", row["trouble"]]),
            f"{row['seconds']:.2f}",
            *(cell for name in OTHERS for cell in (
                *([f"{row[name]['above']:.0e}", f"{row[name]['below']:.0e}"] if "width" in row
                  else ["", ""]),
                f"{row[name]['seconds'] / max(row['seconds'], 1e-3):.1f}",
            )),
        )
    Console(width=150).print(table)
    slow = [row for row in rows if "width" not in row or row["seconds"] > 10]
    print(f"{len(rows) - len(slow)} of {len(rows)} values at a relative width of 1e-12 within 10 s")
    for name in OTHERS:
        faster = [row for row in rows if ahead(row, name)]
        print(f"{name} is faster in {len(faster)} rows{':' if faster else ''}")
        for row in faster:
            print(f"  q={row['q']} σ={row['sigma']} k={row['k']} ε={row['eps']:.4g}: {why(row)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, RATES, SIGMAS, ROUNDS, 60.0)
    parser.add_argument("--one", type=json.loads, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        one(given.one)
        return
    show(measure(*given_range(given), given.limit, given.json))


if __name__ == "__main__":
    main()
