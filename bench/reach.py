"""What δ(ε) of sampled Gaussian rounds reaches: a relative width of 1e-12, in what time, over the
whole range of rates, σ, numbers of rounds and δ; and what it doesn't.

Each point has a process of its own, ended after `--limit` seconds of processor time. Its ε is about
where δ is 1e-3, 1e-20 and 1e-100 (from Chernoff's bound in floats, with the rarest losses cut off);
what δ is there is told. Points without such an ε above 0 are left out.

    python -m bench.reach [--json FILE] [--limit SECONDS] [--kinds remove,add,replace,mixed,inverse]
        [--rates 0.001,0.5] [--sigmas 1,5] [--rounds 10,1000] [--share N]

With `--json` each point is written as soon as it is known, and a later call goes on from there.
With `--share N` every N-th point only is measured.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import verified
from bench.ranges import add_options, given_range, read_rows, write_rows
from verified.accounting import NotReachedError

RATES = ("0.001", "0.01", "0.1", "0.5")
SIGMAS = ("0.3", "1", "5")
ROUNDS = (1, 10, 100, 1000, 10_000)
DIGITS = (3, 20, 100)
KINDS = ("remove", "add", "replace", "mixed", "inverse")
WIDTH = 1e-12
GOOD = 10.0

Point = dict[str, Any]


def near_epsilon(q: float, mu: float, k: int, digits: int, kind: str) -> float:
    """About where δ is 10^−digits."""
    goal = digits * math.log(10)
    far = 2 * mu + math.sqrt(2 * (goal + math.log(k) + 8))
    t = np.linspace(-far, far, 6000)
    density = np.exp(-t * t / 2) * (t[1] - t[0]) / math.sqrt(2 * math.pi)
    plus = np.logaddexp(math.log1p(-q), math.log(q) + mu * t - mu * mu / 2)
    loss, weight = (-plus, density * np.exp(plus)) if kind == "add" else (plus, density)
    if kind == "replace":
        minus = np.logaddexp(math.log1p(-q), math.log(q) - mu * t - mu * mu / 2)
        loss, weight = plus - minus, density * np.exp(minus)
    best = math.inf
    with np.errstate(divide="ignore"):
        logs = np.log(weight)
    for s in np.geomspace(1e-3, 1e5, 200):
        terms = (1 + s) * loss + logs
        size = k * float(np.logaddexp.reduce(terms)) - math.log(s * (1 + s))
        best = min(best, (size + goal) / s)
    return best


def points(
    rates: list[str], sigmas: list[str], rounds: list[int], kinds: list[str]
) -> Iterator[Point]:
    """The points of the range, those of each kind of question after each other."""
    for kind in kinds:
        if kind in {"remove", "add", "replace"}:
            for q, sigma, k, digits in itertools.product(rates, sigmas, rounds, DIGITS):
                mu = 1 / float(sigma)
                eps = near_epsilon(float(q), mu, k, digits, kind)
                if eps > 0 and math.isfinite(eps):
                    yield {"kind": kind, "q": q, "sigma": sigma, "k": k, "eps": f"{eps:.4g}"}
        elif kind == "mixed":
            for sigma, k, level in itertools.product(("1", "5"), (10, 1000), ("1", "8")):
                yield {"kind": kind, "q": "0.001, 0.1", "sigma": sigma, "k": k, "eps": level}
        else:
            given = itertools.product(("0.001", "0.1"), ("1", "5"), (100,), (6, 50))
            for q, sigma, k, digits in given:
                eps = near_epsilon(float(q), 1 / float(sigma), k, digits, "remove")
                for what in ("epsilon", "sigma", "steps") if eps > 0 else ():
                    yield {
                        "kind": what, "q": q, "sigma": sigma, "k": k, "eps": f"{eps:.4g}",
                        "delta": f"1e-{digits}",
                    }


def asked(point: Point) -> Callable[[], Any]:
    """The question of a point."""
    q, sigma, k, eps, kind = (point[name] for name in ("q", "sigma", "k", "eps", "kind"))
    if kind == "mixed":
        first, second = q.split(", ")
        rounds = [
            (verified.gaussian_round(sigma, sampling=first), k),
            (verified.gaussian_round(sigma, sampling=second), k // 10),
        ]
        return lambda: verified.composition_delta(rounds, eps=eps, adjacency="remove")
    given: dict[str, Any] = {"sampling": q, "sigma": sigma, "steps": k, "eps": eps}
    if kind in {"epsilon", "sigma", "steps"}:
        del given["eps" if kind == "epsilon" else kind]
        return lambda: getattr(verified, f"subsampled_gaussian_{kind}")(
            **given, delta=point["delta"], adjacency="remove"
        )
    return lambda: verified.subsampled_gaussian_delta(**given, adjacency=kind)


def told(point: Point) -> Point:
    """What comes out at a point, in this process."""
    start = time.process_time()
    try:
        # The process has a limit of its own.
        with verified.time_limit(None):
            found = asked(point)()
    except NotReachedError as error:
        return {"trouble": str(error), "seconds": time.process_time() - start}
    seconds = time.process_time() - start
    answer = {"seconds": seconds, "how": found.how, "width": found.relative_width}
    if found.low > 0:
        answer["log10"] = float(found.log.high) / math.log(10)
    return answer


def measured(point: Point, limit: float) -> Point:
    """The same in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        used = math.ceil(time.process_time() + limit)
        resource.setrlimit(resource.RLIMIT_CPU, (used, used))
        with os.fdopen(writing, "w") as stream:
            stream.write(json.dumps(told(point)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    found = json.loads(text) if text else {"trouble": "not in time", "seconds": limit}
    return {**point, **found, "limit": limit}


def reached(row: Point) -> bool:
    """Whether a value is as narrow, and came as soon, as it should."""
    inverse = row["kind"] in {"epsilon", "sigma", "steps"}
    return "trouble" not in row and row["seconds"] <= GOOD and (inverse or row["width"] <= WIDTH)


def show(rows: list[Point]) -> None:
    """Print the table, and how many are reached."""
    table = Table(title="sampled Gaussian rounds: what is reached (processor seconds)")
    for column in ("kind", "q", "σ", "k", "ε", "log10 δ", "width", "s", "how"):
        table.add_column(column, justify="left" if column == "how" else "right")
    for row in rows:
        size = f"{row['log10']:.1f}" if "log10" in row else ""
        width = f"{row['width']:.0e}" if "width" in row else ""
        how = row.get("how", row.get("trouble", ""))
        table.add_row(
            row["kind"], row["q"], row["sigma"], str(row["k"]), row["eps"], size, width,
            f"{row['seconds']:.2f}", how,
        )
    Console(width=150).print(table)
    for kind in dict.fromkeys(row["kind"] for row in rows):
        some = [row for row in rows if row["kind"] == kind]
        seconds = sorted(row["seconds"] for row in some if reached(row))
        good = f"{len(seconds)} of {len(some)} within {GOOD:.0f} s"
        if seconds:
            good += f"; the middle one {seconds[len(seconds) // 2]:.2f} s"
        print(f"{kind}: {good}")


def main() -> None:
    """Measure, as told on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, RATES, SIGMAS, ROUNDS, 30.0)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--share", type=int, default=1)
    given = parser.parse_args()
    rows = read_rows(given.json)
    wanted = list(points(*given_range(given), given.kinds.split(",")))[:: given.share]
    known = [{name: row[name] for name in row if name in _QUESTION} for row in rows]
    for point in wanted:
        if point in known:
            continue
        rows.append(measured(point, given.limit))
        write_rows(given.json, rows)
    show(rows)


_QUESTION = {"kind", "q", "sigma", "k", "eps", "delta"}


if __name__ == "__main__":
    main()
