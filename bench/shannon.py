"""Our prover of Shannon-type inequalities against `psitip` with SciPy, on the same 20 statements.

Ours returns an exact certificate or ray that has been rechecked, psitip a truth value of its float
solver. Statements are read into each one's own form beforehand; what ours keeps between calls is
thrown away before each. The repeats are interleaved; the times are medians over them.

psitip declares heavy dependencies that this doesn't need, so it is installed alone:
`pip install --no-deps psitip`. It picks the solver itself: SciPy's, where no other is installed.

    python bench/shannon.py [--json FILE] [--repeats N] [--only TEXT]
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import psitip
from rich.console import Console
from rich.table import Table

from verified import language as v
from verified.kernel.shannon import relations
from verified.language import H, I
from verified.language.formulas import Formula, Relation
from verified.language.terms import Number, Op, Term, Var
from verified.proof import shannon
from verified.proof.shannon import NotShannon

MILLISECONDS_ALLOWED = {7: 50.0, 9: 1000.0}


@dataclass(frozen=True)
class Case:
    name: str
    variables: int
    expected: bool  # whether it is of Shannon type
    conclusion: Formula
    premises: Sequence[Formula] = ()


def joint(count: int) -> tuple[Var, list[str]]:
    names = [f"X{k}" for k in range(count)]
    return v.Joint("J", **dict.fromkeys(names, v.Size("n"))), names


def total(terms: Sequence[Term]) -> Term:
    return reduce(lambda one, two: one + two, terms)


def reverse(relation: Formula) -> Relation:
    assert isinstance(relation, Relation)
    return Relation(relation.op, relation.right, relation.left)


def han(count: int) -> Relation:
    law, names = joint(count)
    others = [H(law, ",".join(b for b in names if b != a)) for a in names]
    return (count - 1) * H(law, ",".join(names)) <= total(others)


def chain(count: int) -> tuple[Relation, list[Formula]]:
    """Data processing along a chain, for its ends and a link in the middle."""
    law, names = joint(count)
    links: list[Formula] = [
        v.Markov(law, ",".join(names[:k]), names[k], names[k + 1]) for k in range(1, count - 1)
    ]
    middle = count // 2
    return I(law, f"X0;X{count - 1}") <= I(law, f"X{middle - 1};X{middle}"), links


def independent_inputs(count: int) -> tuple[Relation, list[Formula]]:
    """The sum of what the last variable tells about each of the others, which are independent."""
    law, names = joint(count)
    *inputs, output = names
    independent: list[Formula] = [
        v.Independent(law, ",".join(inputs[:k]), inputs[k]) for k in range(1, len(inputs))
    ]
    parts = total([I(law, f"{name};{output}") for name in inputs])
    return parts <= I(law, f"{','.join(inputs)};{output}"), independent


def cases() -> list[Case]:
    J = v.Joint("J", **dict.fromkeys("ABCDEF", v.Size("n")))
    eps = v.Real("eps", ">=0")
    ingleton = I(J, "A;B") <= I(J, "A;B|C") + I(J, "A;B|D") + I(J, "C;D")
    zhang_yeung = 2 * I(J, "C;D") <= (
        I(J, "A;B") + I(J, "A;C,D") + 3 * I(J, "C;D|A") + I(J, "C;D|B")
    )
    # E is a copy of A given (C, D), drawn afresh.
    copy = [v.equals(H(J, f"E{rest}"), H(J, f"A{rest}")) for rest in ("", ",C", ",D", ",C,D")] + [
        v.Markov(J, "A,B", "C,D", "E")
    ]
    common = [
        v.equals(H(J, "E|A"), 0), v.equals(H(J, "E|B"), 0), v.equals(H(J, "E"), I(J, "A;B"))
    ]  # fmt: skip
    chained = v.equals(H(J, "A,B,C,D"), H(J, "A") + H(J, "B|A") + H(J, "C|A,B") + H(J, "D|A,B,C"))
    leak = I(J, "A;B,C,D") <= 3 * eps
    leaks = [I(J, "A;B") <= eps, I(J, "A;C|B") <= eps, I(J, "A;D|B,C") <= eps]
    triangle = [v.Markov(J, "A,B,C", "D", "E"), v.Markov(J, "A,B,C,D", "E", "F")]
    pairs = total([H(J, f"{a},{b}") for a, b in ("AB", "BC", "CD", "DE", "EF", "AF")])
    long, links = chain(7)
    longest, most_links = chain(9)
    inputs, independent = independent_inputs(8)
    return [
        Case("chain rule", 4, True, chained),
        Case("secret sharing", 4, True, H(J, "A") <= H(J, "B"),
             [v.Independent(J, "A", "C"), v.equals(H(J, "A|B,C"), 0), H(J, "D") >= H(J, "A")]),
        Case("composition of leaks", 4, True, leak, leaks),
        Case("… without one bound", 4, False, leak, leaks[1:]),
        Case("Ingleton", 4, False, ingleton),
        Case("Zhang–Yeung", 4, False, zhang_yeung),
        Case("Ingleton with a common part", 5, True, ingleton, common),
        Case("Zhang–Yeung with a copy", 5, True, zhang_yeung, copy),
        Case("Han", 5, True, han(5)),
        Case("Shearer on a cycle", 6, True, 2 * H(J, "A,B,C,D,E,F") <= pairs),
        Case("… reversed", 6, False, reverse(2 * H(J, "A,B,C,D,E,F") <= pairs)),
        Case("processing, vectors", 6, True, I(J, "A,B;F") <= I(J, "A,B,C;D"), triangle),
        Case("Han", 7, True, han(7)),
        Case("data processing", 7, True, long, links),
        Case("… with a link missing", 7, False, long, [*links[:2], *links[3:]]),
        Case("independent inputs", 8, True, inputs, independent),
        Case("… that aren't", 8, False, inputs, independent[1:]),
        Case("Han", 9, True, han(9)),
        Case("data processing", 9, True, longest, most_links),
        Case("… reversed", 9, False, reverse(longest), most_links),
    ]  # fmt: skip


# --- psitip ---------------------------------------------------------------------------------------


class Translation:
    """A statement in psitip's own terms, an information as an information."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}

    def group(self, names: str) -> Any:
        found = []
        for name in names.split(","):
            if name not in self.known:
                self.known[name] = psitip.rv(name)
            found.append(self.known[name])
        return reduce(lambda one, two: one + two, found)

    def term(self, term: Term) -> Any:
        match term:
            case Number(value) if value is not None:
                return int(value.p) if value.q == 1 else int(value.p) / int(value.q)
            case Var(name):
                return self.known.setdefault(name, psitip.real(name))
            case Op("joint_entropy", _, _, (head, given)):
                group = self.group(head)
                return psitip.H(group | self.group(given) if given else group)
            case Op("joint_information", _, _, (one, two, given)):
                both = self.group(one) & self.group(two)
                return psitip.I(both | self.group(given) if given else both)
            case Op("add", (left, right)):
                return self.term(left) + self.term(right)
            case Op("mul", (left, right)):
                return self.term(left) * self.term(right)
        raise SystemExit(f"psitip is not told of {term}")

    def relation(self, relation: Relation) -> Any:
        left, right = self.term(relation.left), self.term(relation.right)
        return left == right if relation.op == "=" else left <= right


def contestants(case: Case) -> dict[str, Callable[[], bool]]:
    """For each prover, a function that says whether the statement is of Shannon type."""
    translation = Translation()
    premises = [translation.relation(known) for known in relations(case.premises)]
    (conclusion,) = [translation.relation(one) for one in relations([case.conclusion])]
    given = reduce(lambda one, two: one & two, premises) if premises else None

    def ours() -> bool:
        return not isinstance(shannon.prove(case.conclusion, case.premises), NotShannon)

    def theirs() -> bool:
        return bool(conclusion if given is None else given >> conclusion)

    return {"ours": ours, "psitip": theirs}


# --- measuring ------------------------------------------------------------------------------------


def measure(chosen: Sequence[Case], repeats: int) -> list[dict[str, Any]]:
    provers = [contestants(case) for case in chosen]
    times: list[dict[str, list[float]]] = [{name: [] for name in pair} for pair in provers]
    answers: list[dict[str, set[bool]]] = [{name: set() for name in pair} for pair in provers]
    # SciPy's and psitip's first calls import and set up what later ones don't.
    for call in contestants(cases()[0]).values():
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
            "agree": all(found == {case.expected} for found in answers[number].values()),
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
    table = Table(title="Shannon-type statements, cold")
    for name in ("statement", "n", "Shannon", "ours", "psitip", "ours ms", "psitip ms", "ratio"):
        table.add_column(name, justify="left" if name == "statement" else "right")
    for row in results:
        said = ["/".join(map(str, row["answers"][name])) for name in ("ours", "psitip")]
        spent = [f"{row['milliseconds'][name]:.1f}" for name in ("ours", "psitip")]
        expected, ratio = str(row["expected"]), f"{row['ours / psitip']:.2f}"
        table.add_row(row["statement"], str(row["variables"]), expected, *said, *spent, ratio)
    console = Console()
    console.print(table)
    ratio = statistics.geometric_mean(row["ours / psitip"] for row in results)
    console.print(f"ours / psitip, geometric mean: {ratio:.2f}")
    console.print(f"all agree: {all(row['agree'] for row in results)}")
    for count, allowed in MILLISECONDS_ALLOWED.items():
        spent = [row["milliseconds"]["ours"] for row in results if row["variables"] == count]
        if spent:
            console.print(f"{count} variables: at most {max(spent):.0f} ms; target {allowed:.0f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    if not all(row["agree"] for row in results):
        raise SystemExit("the provers disagree with each other or with what is known")


if __name__ == "__main__":
    main()
