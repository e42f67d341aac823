"""Single values beside other libraries' closed forms and iterations: accuracy and time in one run.

The analytic Gaussian mechanism (δ, the least ε, the least σ) and k-fold pure DP beside
`dp-accounting`, capacities and Sibson's informations beside `dit`, each library in an environment
of its own, made as the audit makes them. Told are our relative width at the default; how far the
other value is from ours at a width of 1e-30, relatively, and on which side, or how far it is where
the truth is 0 ("absolute"); and milliseconds of processor time, the median of some calls in one
process each, without importing.

    python -m bench.values [--json FILE] [--only gaussian|pure|capacity|sibson]
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import verified
from verified.audit.environments import Library
from verified.errors import InputError

CALLS = 5
# Floats to both: what one of them takes, the other takes.
_EPSILONS = (0.1, 1.0, 10.0, 40.0)
# Run by the other environments' Pythons: rows as JSON lines on standard input, answers on output.
_LOOP = """
def answer(call, given):
    times = []
    for _ in range(COUNT):
        start = time.process_time()
        value = call(**given)
        times.append(time.process_time() - start)
    return {"value": float(value).hex(), "seconds": sorted(times)[len(times) // 2]}

for line in sys.stdin:
    row = json.loads(line)
    try:
        told = answer(CALLS[row["call"]], row["given"])
    except Exception as error:
        told = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(told), flush=True)
""".replace("COUNT", str(CALLS))
_LOSSES = """
import json, sys, time
import dp_accounting
from dp_accounting.pld import common, privacy_loss_mechanism
from dp_accounting.pld import privacy_loss_distribution as pld

def pure(level, steps, eps):
    given = common.DifferentialPrivacyParameters(level, 0.0)
    return pld.from_privacy_parameters(given).self_compose(steps).get_delta_for_epsilon(eps)

CALLS = {
    "delta": lambda sigma, eps: privacy_loss_mechanism.GaussianPrivacyLoss(
        sigma).get_delta_for_epsilon(eps),
    "epsilon": lambda sigma, delta: dp_accounting.get_epsilon_gaussian(sigma, delta),
    "sigma": lambda eps, delta: dp_accounting.get_sigma_gaussian(eps, delta),
    "pure": pure,
}
""" + _LOOP
_INFORMATIONS = """
import json, math, sys, time
import numpy
from dit.algorithms import channel_capacity
from dit.other import sibson_mutual_information_pmf

CALLS = {
    "capacity": lambda channel: channel_capacity(numpy.array(channel))[0] * math.log(2),
    "sibson": lambda prior, channel, alpha: sibson_mutual_information_pmf(
        numpy.array(prior)[:, None] * numpy.array(channel), alpha) * math.log(2),
}
""" + _LOOP
_LIBRARIES = {
    "dp-accounting": (["dp-accounting==0.6.0"], "dp_accounting", _LOSSES),
    "dit": (["dit==2.3"], "dit", _INFORMATIONS),
}
# Why a library is ahead in time where it is.
_REASONS = {
    "gaussian": "floats without bounds; ours certifies both ends of an inverse",
    "pure": "discretised losses and FFT; ours are all sums of losses, in balls",
    "capacity": "an iteration in floats; ours certifies bounds by a prior",
    "sibson": "one formula in floats; ours is read as a term and enclosed",
}
# Channels whose entries are floats exactly, so that no product with a dyadic prior is rounded.
_SYMMETRIC = [[0.875, 0.125], [0.125, 0.875]]
_USELESS = [[0.5, 0.5], [0.5 + 2**-20, 0.5 - 2**-20]]
_CYCLIC = [[2.0 ** -min((j - i) % 8 + 1, 7) for j in range(8)] for i in range(8)]
# Name, library, its call, ours, and what is given to both.
_Row = tuple[str, str, str, Callable[..., Any], dict[str, Any]]


class Other:
    """A library in a process of its own, or why it can't be had."""

    def __init__(self, name: str) -> None:
        requirements, adapter, script = _LIBRARIES[name]
        self.process, self.trouble = None, ""
        try:
            python = Library(name, requirements, adapter).python()
        except (InputError, OSError) as error:
            self.trouble = str(error)
            return
        self.process = subprocess.Popen(
            [python, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )

    def __call__(self, call: str, given: dict[str, Any]) -> dict[str, Any]:
        """Its value and the seconds that it took, or `error`."""
        if self.process is None:
            return {"error": self.trouble}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps({"call": call, "given": given}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        found: dict[str, Any] = json.loads(line) if line else {"error": "the process ended"}
        return found

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.communicate()


def rows() -> Iterator[tuple[str, _Row]]:
    """What is asked, with the part that it is of."""
    for sigma in (0.5, 1.0, 5.0):
        for eps in _EPSILONS:
            yield "gaussian", (f"δ, σ={sigma} ε={eps}", "dp-accounting", "delta",
                               verified.gaussian_delta, {"sigma": sigma, "eps": eps})
    for delta in (1e-3, 1e-6, 1e-15):
        yield "gaussian", (f"ε, σ=1 δ={delta}", "dp-accounting", "epsilon",
                           verified.gaussian_epsilon, {"sigma": 1.0, "delta": delta})
        yield "gaussian", (f"σ, ε=1 δ={delta}", "dp-accounting", "sigma",
                           verified.gaussian_sigma, {"eps": 1.0, "delta": delta})
    for level, steps, eps in ((0.1, 10, 0.5), (0.1, 100, 2.0), (0.1, 1000, 10.0),
                              (0.1, 1000, 60.0), (1.0, 50, 30.0), (0.01, 10_000, 5.0)):
        yield "pure", (f"δ of {steps} times {level}-DP, ε={eps}", "dp-accounting", "pure",
                       _pure, {"level": level, "steps": steps, "eps": eps})
    for name, channel in (
        ("symmetric, 2 by 2", _SYMMETRIC), ("Z, 2 by 2", [[1.0, 0.0], [0.25, 0.75]]),
        ("nearly useless, 2 by 2", _USELESS),
        ("subsets, 4 by 5", [[0.0 if i == j else 0.25 for j in range(4)] + [0.25]
                             for i in range(4)]),
        ("cyclic, 8 by 8", _CYCLIC),
        ("uneven, 4 by 3", [[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.0, 0.25, 0.75],
                            [0.375, 0.375, 0.25]]),
    ):
        yield "capacity", (name, "dit", "capacity", _capacity, {"channel": channel})
    for name, channel in (("symmetric", _SYMMETRIC), ("nearly useless", _USELESS),
                          ("cyclic", _CYCLIC)):
        prior = [0.25, 0.75] if len(channel) == 2 else [0.125] * 8
        for alpha in (0.5, 1 + 2**-20, 2.0, 300.0):
            yield "sibson", (f"Sibson, {name}, α={alpha:.7g}", "dit", "sibson", verified.sibson,
                             {"prior": prior, "channel": channel, "alpha": alpha})


def _pure(level: float, steps: int, eps: float, width: str = "1e-12") -> Any:
    return verified.approximate_dp_delta(level=level, failure=0, steps=steps, eps=eps, width=width)


def _capacity(channel: list[list[float]], width: str = "1e-12") -> Any:
    return verified.capacity(channel, width=width)


def measured(row: _Row, other: Other) -> dict[str, Any]:
    """A row's numbers."""
    name, library, call, ours, given = row
    times = []
    for _ in range(CALLS):
        start = time.process_time()
        found = ours(**given)
        times.append(time.process_time() - start)
    truth = ours(**given, width="1e-30")
    told: dict[str, Any] = {
        "name": name, "library": library, "width": float(found.relative_width),
        "log10": float(truth.log.high) / math.log(10) if truth.high > 0 else -math.inf,
        "seconds": sorted(times)[CALLS // 2],
    }
    answer = other(call, given)
    if "error" in answer:
        return {**told, "error": answer["error"]}
    value = float.fromhex(answer["value"])
    return {**told, "other seconds": answer["seconds"], **off(value, truth)}


def off(value: float, truth: Any) -> dict[str, Any]:
    """How far a library's value is from the truth."""
    if not math.isfinite(value):
        return {"off": math.inf, "side": "not finite"}
    exact, low, high = Fraction(value), Fraction(truth.low), Fraction(truth.high)
    if low <= exact <= high:
        return {"off": 0.0, "side": ""}
    gap, side = (low - exact, "below") if exact < low else (exact - high, "above")
    if high == 0:
        return {"off": float(gap), "side": "absolute"}
    return {"off": float(gap / (low if low > 0 else high)), "side": side}


def show(found: list[dict[str, Any]]) -> None:
    """The table, then the rows where the other library is ahead."""
    table = Table(title="Single values (processor milliseconds)")
    for column in ("value", "log10", "width", "ms", "other", "off", "side", "its ms", "its / ours"):
        table.add_column(column, justify="left" if column in ("value", "other") else "right")
    for row in found:
        shown = [row["name"], f"{row['log10']:.2f}", f"{row['width']:.0e}",
                 f"{1e3 * row['seconds']:.2f}", row["library"]]
        if "error" in row:
            shown += [row["error"][:40], "", "", ""]
        else:
            shown += [f"{row['off']:.0e}", row["side"], f"{1e3 * row['other seconds']:.2f}",
                      f"{row['other seconds'] / row['seconds']:.2f}"]
        table.add_row(*shown)
    Console(width=130).print(table)
    compared = [row for row in found if "error" not in row]
    faster = [row for row in compared if row["other seconds"] < row["seconds"]]
    closer = [row for row in compared if row["off"] < row["width"]]
    print(f"{len(compared)} of {len(found)} rows compared; the other is faster in {len(faster)}, "
          f"as near as our width or nearer in {len(closer)}")
    for row in faster:
        print(f"  {row['name']}: {1e3 * row['other seconds']:.2f} ms beside "
              f"{1e3 * row['seconds']:.2f}, off by {row['off']:.0e} {row['side']}: "
              f"{_REASONS[row['part']]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=tuple(_REASONS))
    given = parser.parse_args()
    others: dict[str, Other] = {}
    found = []
    for part, row in rows():
        if given.only in (None, part):
            if row[1] not in others:
                others[row[1]] = Other(row[1])
            found.append({"part": part, **measured(row, others[row[1]])})
    for other in others.values():
        other.close()
    if given.json is not None:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    show(found)


if __name__ == "__main__":
    main()
