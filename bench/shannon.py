"""Our prover of Shannon-type inequalities against `psitip` with SciPy, on the same 20 statements.

Ours returns an exact certificate (`proved`) or an exact ray that no such inequality excludes
(`ray`), rechecked. psitip returns a truth value of its float solver: `proved`, or `no proof` where
the solver found values that break the statement. It says False also where the solver failed; that
is `can't tell` here. Neither `ray` nor `no proof` says that a statement is false: only that it
isn't of Shannon type.

Statements are read into each one's own form beforehand; what ours keeps between calls is thrown
away before each. The repeats are interleaved; the times are medians over them. The statements for
which a time is asked are also proved in fresh processes (`bench.shannon_fresh`).

psitip declares heavy dependencies that this doesn't need, so it is installed alone:
`pip install --no-deps psitip`. It picks the solver itself: SciPy's, where no other is installed.

    python -m bench.shannon [--json FILE] [--repeats N] [--only TEXT]
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import Any

import scipy.optimize
from rich.console import Console
from rich.table import Table

from bench.shannon_fresh import fresh
from bench.shannon_statements import Case, cases
from verified.kernel.shannon import relations
from verified.proof import shannon
from verified.proof.shannon import NotShannon, Unsettled
from verified.syntax.formulas import Relation
from verified.syntax.terms import Number, Op, Term, Var

MILLISECONDS_ALLOWED = {7: 50.0, 9: 1000.0}

PROVED, RAY, NO_PROOF, UNKNOWN = "proved", "ray", "no proof", "can't tell"
# What SciPy's solvers say of a program: solved, or unbounded, which is solved too where any value
# below 0 can be scaled.
OPTIMAL, UNBOUNDED = 0, 3


def rating(expected: bool, answers: set[str]) -> str:
    """Whether the answers to one statement are `right`, `wrong`, or none (`can't tell`)."""
    if UNKNOWN in answers:
        return UNKNOWN
    return "right" if {answer == PROVED for answer in answers} == {expected} else "wrong"


# --- psitip ---------------------------------------------------------------------------------------


class Translation:
    """A statement in psitip's own terms, an information as an information."""

    def __init__(self) -> None:
        # Here, so that tests of the rest do without it.
        import psitip

        self.psitip = psitip
        self.known: dict[str, Any] = {}

    def group(self, names: str) -> Any:
        found = []
        for name in names.split(","):
            if name not in self.known:
                self.known[name] = self.psitip.rv(name)
            found.append(self.known[name])
        return reduce(lambda one, two: one + two, found)

    def term(self, term: Term) -> Any:
        match term:
            case Number(value) if value is not None:
                return int(value.p) if value.q == 1 else int(value.p) / int(value.q)
            case Var(name):
                return self.known.setdefault(name, self.psitip.real(name))
            case Op("joint_entropy", _, _, (head, given)):
                group = self.group(head)
                return self.psitip.H(group | self.group(given) if given else group)
            case Op("joint_information", _, _, (one, two, given)):
                both = self.group(one) & self.group(two)
                return self.psitip.I(both | self.group(given) if given else both)
            case Op("add", (left, right)):
                return self.term(left) + self.term(right)
            case Op("mul", (left, right)):
                return self.term(left) * self.term(right)
        raise SystemExit(f"psitip is not told of {term}")

    def relation(self, relation: Relation) -> Any:
        left, right = self.term(relation.left), self.term(relation.right)
        return left == right if relation.op == "=" else left <= right


@contextmanager
def solver_statuses() -> Iterator[list[int]]:
    """The statuses with which SciPy's solver ends, of all calls by way of its module.

    psitip calls it so; ours has it by name and isn't seen here.
    """
    solve, statuses = scipy.optimize.linprog, []

    def watched(*arguments: Any, **options: Any) -> Any:
        found = solve(*arguments, **options)
        statuses.append(int(found.status))
        return found

    scipy.optimize.linprog = watched
    try:
        yield statuses
    finally:
        scipy.optimize.linprog = solve


def meaning(value: bool, statuses: Sequence[int]) -> str:
    """What psitip's truth value says, given how its solver's calls ended."""
    if value:
        return PROVED
    return NO_PROOF if set(statuses) <= {OPTIMAL, UNBOUNDED} else UNKNOWN


def contestants(case: Case) -> dict[str, Callable[[], str]]:
    """For each prover, a function that says what it makes of the statement."""
    translation = Translation()
    premises = [translation.relation(known) for known in relations(case.premises)]
    (conclusion,) = [translation.relation(one) for one in relations([case.conclusion])]
    given = reduce(lambda one, two: one & two, premises) if premises else None

    def ours() -> str:
        try:
            found = shannon.prove(case.conclusion, case.premises)
        except Unsettled:
            return UNKNOWN
        return RAY if isinstance(found, NotShannon) else PROVED

    def theirs() -> str:
        with solver_statuses() as statuses:
            value = bool(conclusion if given is None else given >> conclusion)
        return meaning(value, statuses)

    return {"ours": ours, "psitip": theirs}


# --- measuring ------------------------------------------------------------------------------------


def measure(chosen: Sequence[Case], repeats: int) -> list[dict[str, Any]]:
    provers = [contestants(case) for case in chosen]
    times: list[dict[str, list[float]]] = [{name: [] for name in pair} for pair in provers]
    answers: list[dict[str, set[str]]] = [{name: set() for name in pair} for pair in provers]
    # SciPy's and psitip's first calls import and set up what later ones don't.
    for call in contestants(cases()[1]).values():
        call()
    # As timeit does: a collection would be charged to whichever method it hits.
    gc.disable()
    for _ in range(repeats):
        for number, pair in enumerate(provers):
            gc.collect()
            for name, call in pair.items():
                shannon.elemental_inequalities.cache_clear()
                start = time.perf_counter()
                answer = call()
                times[number][name].append(time.perf_counter() - start)
                answers[number][name].add(answer)
    gc.enable()
    return [
        {
            "statement": case.name,
            "variables": case.variables,
            "expected": case.expected,
            "answers": {name: sorted(found) for name, found in answers[number].items()},
            "rating": {
                name: rating(case.expected, found) for name, found in answers[number].items()
            },
            "milliseconds": {
                name: 1e3 * statistics.median(found) for name, found in times[number].items()
            },
            "ours / psitip": statistics.median(
                one / two
                for one, two in zip(times[number]["ours"], times[number]["psitip"], strict=True)
            ),
        }
        for number, case in enumerate(chosen)
    ]


def measure_fresh(chosen: Sequence[Case], repeats: int) -> list[dict[str, Any]]:
    """The slowest of the repeats in fresh processes, of statements for which a time is asked."""
    found = []
    for number, case in enumerate(cases()):
        if case in chosen and case.variables in MILLISECONDS_ALLOWED:
            runs = [fresh(number) for _ in range(repeats)]
            calls, processes = zip(*runs, strict=True)
            found.append({
                "statement": case.name, "variables": case.variables,
                "call": max(calls), "process": max(processes),
            })  # fmt: skip
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", default="", help="statements whose name contains this")
    arguments = parser.parse_args()
    # It warns that SciPy is not the fastest of the solvers that it can use.
    warnings.filterwarnings("ignore", message="The scipy solver")
    chosen = [case for case in cases() if arguments.only in case.name]
    results = measure(chosen, arguments.repeats)
    cold = measure_fresh(chosen, arguments.repeats)
    table = Table(title="Shannon-type statements")
    for name in ("statement", "n", "Shannon", "ours", "psitip", "ours ms", "psitip ms", "ratio"):
        table.add_column(name, justify="left" if name == "statement" else "right")
    for row in results:
        said = ["/".join(row["answers"][name]) for name in ("ours", "psitip")]
        spent = [f"{row['milliseconds'][name]:.1f}" for name in ("ours", "psitip")]
        expected, ratio = "yes" if row["expected"] else "no", f"{row['ours / psitip']:.2f}"
        table.add_row(row["statement"], str(row["variables"]), expected, *said, *spent, ratio)
    console = Console()
    console.print(table)
    ratio = statistics.geometric_mean(row["ours / psitip"] for row in results)
    console.print(f"ours / psitip, geometric mean: {ratio:.2f}")
    for name in ("ours", "psitip"):
        ratings = [row["rating"][name] for row in results]
        console.print(
            f"{name}: {ratings.count('right')} of {len(results)} right, "
            f"{ratings.count('wrong')} wrong, can't tell {ratings.count(UNKNOWN)}"
        )
    for count, allowed in MILLISECONDS_ALLOWED.items():
        runs = [row for row in cold if row["variables"] == count]
        if runs:
            call, process = (max(row[part] for row in runs) for part in ("call", "process"))
            console.print(
                f"{count} variables, fresh processes: at most {call:.0f} ms the first call "
                f"(target {allowed:.0f}), {process:.0f} ms with all imports"
            )
    if arguments.json:
        written = {"statements": results, "fresh processes": cold}
        arguments.json.write_text(json.dumps(written, indent=1) + "\n")
    if any(
        row["rating"]["ours"] != "right" or row["rating"]["psitip"] == "wrong" for row in results
    ):
        raise SystemExit("a statement is decided wrongly, or not by ours")


if __name__ == "__main__":
    main()
