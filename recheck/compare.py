"""Both checkers on all stored evidence: their verdicts, their seconds, any disagreement.

    python -m recheck.compare [FOLDER…]

The kernel, and the second checker (plays, and every step of every proof), each in two processes.
What proofs cite must be shown by proofs among the same evidence, statement by statement, or be a
textbook fact that nobody has proved. This script alone imports the package; the second checker runs
as a program of its own. The exit code is 0 if both accept everything, each step of every proof
exactly, 1 otherwise, 2 for bad usage.
"""

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

from recheck.certificates import Outcome
from recheck.citations import Evidence, told
from recheck.goals import statement_digest
from verified.proof.evidence import AXIOM_PREFIX, path_of
from verified.proof.library import known_statements
from verified.report.rechecking import judge_files
from verified.syntax.serial import statement_data

CHECKER = Path(__file__).parent / "checker.py"
SHARES = 12
HOW = ("exact", "tried", "unsupported")
# Claims whose evidence the kernel alone accepts, by name.
ALONE = Path(__file__).with_name("alone.json")
# A certificate: its file, and its place in it.
Place: TypeAlias = tuple[str, int]


def evidence(folders: Iterable[Path]) -> list[Path]:
    """The files of stored evidence: those with a seal."""
    paths: list[Path] = []
    for folder in folders:
        found = [folder] if folder.is_file() else sorted(folder.rglob("*.json"))
        paths += [path for path in found if '"seal"' in path.read_text(encoding="utf-8")]
    return paths


def library() -> tuple[dict[str, Any], dict[str, Any]]:
    """The statements of the definitions, and of the facts that nobody has proved, by key."""
    found = {key: json.loads(json.dumps(statement_data(statement)))
             for key, statement in known_statements().items()}
    definitions = {key: found[key] for key in found if key.startswith("definition/")}
    axioms = {key: found[key] for key in found
              if key.startswith(AXIOM_PREFIX) and not path_of(key).exists()}
    return definitions, axioms


def first(paths: Sequence[Path]) -> dict[Place, tuple[str, str]]:
    """The kernel's verdict on each certificate of each file, and why, from two processes."""
    found = {}
    for path, judged in judge_files(paths, workers=2).items():
        for place, (outcome, _) in enumerate(judged):
            verdict = "accepted" if outcome.good else "rejected"
            found[str(path), place] = verdict, "" if outcome.good else outcome.message
    return found


def second(paths: Sequence[Path]) -> dict[Place, Outcome]:
    """The second checker's verdicts likewise, citations left to `rested`."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "definitions.json"
        written.write_text(json.dumps(library()[0]))

        def part(own: Sequence[Path]) -> dict[Place, Outcome]:
            return numbered(subprocess.run(
                [sys.executable, str(CHECKER), "--json", "--definitions", str(written),
                 *map(str, own)], capture_output=True, text=True, check=False))

        # Many shares, so that both processes are busy to the end.
        shares = [paths[start::SHARES] for start in range(SHARES)]
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(part, filter(None, shares)))
    return {place: item for share in found for place, item in share.items()}


def numbered(done: subprocess.CompletedProcess[str]) -> dict[Place, Outcome]:
    """What the second checker printed, by the file and the place of each certificate in it."""
    if done.returncode not in (0, 1, 2) or not done.stdout:
        raise SystemExit(f"the second checker failed:\n{done.stderr}")
    found: dict[Place, Outcome] = {}
    count: Counter[str] = Counter()
    for item in json.loads(done.stdout):
        found[item["file"], count[item["file"]]] = Outcome(
            **{name: item[name] for name in Outcome._fields})
        count[item["file"]] += 1
    return found


def rested(found: Mapping[Place, Outcome]) -> dict[Place, Outcome]:
    """The verdicts where citations must be shown among this evidence, or be axioms."""
    claims: dict[str, list[Outcome]] = {}
    for outcome in found.values():
        claims.setdefault(outcome.claim, []).extend([outcome] if outcome.statement else [])
    axioms = {key: statement_digest(statement) for key, statement in library()[1].items()}
    shown, told_of = Evidence(lambda key: claims.get(key, []), axioms), {}
    for place, outcome in found.items():
        judged, rests = shown.judged(outcome)
        reason = f"given {told(rests.given)}" if rests.given else judged.reason
        told_of[place] = judged._replace(reason=reason)
    return told_of


def report(one: Mapping[Place, tuple[str, str]], two: Mapping[Place, Outcome],
           seconds: Sequence[float], alone: Set[str] = frozenset()) -> int:
    """Print what was found; the exit code.

    Args:
        alone: claims whose evidence the kernel accepts and the second checker doesn't decide
            yet: they are told, and fail only where that is no longer so.
    """
    print(f"kernel: {tally(verdict for verdict, _ in one.values())} in {seconds[0]:.1f} s")
    print(f"second checker: {tally(item.verdict for item in two.values())} "
          f"in {seconds[1]:.1f} s")
    failed, kept = 0, 0
    steps = Counter((rule, how) for item in two.values() for rule, how in item.steps)
    if steps:
        print(f"{'steps of proofs':16}" + "".join(f"{how:>13}" for how in HOW))
        for rule in [*sorted({rule for rule, _ in steps}), "all"]:
            counts = [sum(n for (r, h), n in steps.items() if h == how and rule in (r, "all"))
                      for how in HOW]
            print(f"{rule:16}" + "".join(f"{count:13}" for count in counts))
    for key in sorted(set(one) | set(two)):
        verdict, reason = one.get(key, ("missing", ""))
        item = two.get(key, Outcome("", "", "missing"))
        claim = item.claim or key[0]
        if {verdict, item.verdict} == {"accepted"}:
            if claim in alone:
                failed += 1
                print(f"{claim} is accepted by both: it must leave {ALONE.name}")
            continue
        if verdict == "accepted" and claim in alone:
            kept += 1
            print(f"by the kernel alone: {claim}: second checker {item.verdict} {item.reason}")
        else:
            failed += 1
            kind = "neither accepts" if "accepted" not in (verdict, item.verdict) else (
                "disagreement" if item.verdict in ("rejected", "bad input", "missing")
                or verdict != "accepted" else "not shown by the second checker")
            print(f"{kind}: {key[0]}: kernel {verdict} {reason}; "
                  f"second checker {item.verdict} {item.reason}")
    told_alone = f" but {kept}, which the kernel alone accepts" if kept else ""
    print(f"{failed} not accepted by both" if failed else f"both accept all{told_alone}")
    return 1 if failed else 0


def tally(verdicts: Iterable[str]) -> str:
    """Verdicts counted, as text."""
    counts = Counter(verdicts)
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "nothing"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[Path("verified/data")])
    folders = parser.parse_args(arguments).folders
    missing = [folder for folder in folders if not folder.exists()]
    if missing:
        parser.error(f"there is no {missing[0]}")
    paths, times = evidence(folders), [time.perf_counter()]
    one = first(paths)
    times.append(time.perf_counter())
    two = rested(second(paths))
    times.append(time.perf_counter())
    alone = frozenset(json.loads(ALONE.read_text(encoding="utf-8")))
    return report(one, two, [b - a for a, b in itertools.pairwise(times)], alone)


if __name__ == "__main__":
    sys.exit(main())
