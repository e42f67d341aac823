"""Both checkers on all stored evidence: their verdicts, their seconds, any disagreement.

    python -m recheck.compare [FOLDER…]

The kernel, and the second checker (`checker`: plays, and every step of every proof), each in two
processes. This script alone imports the package; the second checker runs as a program of its own.
The exit code is 0 if both accept everything, each step of every proof exactly, 1 otherwise, 2 for
bad usage.
"""

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from verified.kernel.definitions import definitions
from verified.language.serial import statement_data
from verified.report.rechecking import judge_files

CHECKER = Path(__file__).parent / "checker.py"
SHARES = 12
HOW = ("exact", "tried", "unsupported")


def evidence(folders):
    """The files of stored evidence: those with a seal."""
    paths = []
    for folder in folders:
        found = [folder] if folder.is_file() else sorted(folder.rglob("*.json"))
        paths += [path for path in found if '"seal"' in path.read_text(encoding="utf-8")]
    return paths


def first(paths):
    """The kernel's verdict on each certificate of each file, and why, from two processes."""
    found = {}
    for path, judged in judge_files(paths, workers=2).items():
        for place, (outcome, _) in enumerate(judged):
            verdict = "accepted" if outcome.good else "rejected"
            found[str(path), place] = verdict, "" if outcome.good else outcome.message
    return found


def second(paths):
    """The second checker's verdicts likewise, with what it says of each step."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "definitions.json"
        written.write_text(json.dumps(
            {key: statement_data(told) for key, told in definitions().items()}))

        def part(own):
            return numbered(subprocess.run(
                [sys.executable, str(CHECKER), "--json", "--definitions", str(written),
                 *map(str, own)], capture_output=True, text=True, check=False))

        # Many shares, so that both processes are busy to the end.
        shares = [paths[start::SHARES] for start in range(SHARES)]
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(part, filter(None, shares)))
    return {place: item for share in found for place, item in share.items()}


def numbered(done):
    """What the second checker printed, by the file and the place of each certificate in it."""
    if done.returncode not in (0, 1, 2) or not done.stdout:
        raise SystemExit(f"the second checker failed:\n{done.stderr}")
    found, count = {}, Counter()
    for item in json.loads(done.stdout):
        found[item["file"], count[item["file"]]] = item
        count[item["file"]] += 1
    return found


def report(one, two, seconds):
    """Print what was found; the exit code."""
    print(f"kernel: {tally(verdict for verdict, _ in one.values())} in {seconds[0]:.1f} s")
    print(f"second checker: {tally(item['verdict'] for item in two.values())} "
          f"in {seconds[1]:.1f} s")
    failed, steps = 0, Counter((rule, how) for item in two.values() for rule, how in item["steps"])
    if steps:
        print(f"{'steps of proofs':16}" + "".join(f"{how:>13}" for how in HOW))
        for rule in [*sorted({rule for rule, _ in steps}), "all"]:
            counts = [sum(n for (r, h), n in steps.items() if h == how and rule in (r, "all"))
                      for how in HOW]
            print(f"{rule:16}" + "".join(f"{count:13}" for count in counts))
    for key in sorted(set(one) | set(two)):
        verdict, reason = one.get(key, ("missing", ""))
        item = two.get(key, {"verdict": "missing", "reason": ""})
        if {verdict, item["verdict"]} != {"accepted"}:
            failed += 1
            kind = "neither accepts" if "accepted" not in (verdict, item["verdict"]) else (
                "disagreement" if item["verdict"] in ("rejected", "bad input", "missing")
                or verdict != "accepted" else "not shown by the second checker")
            print(f"{kind}: {key[0]}: kernel {verdict} {reason}; "
                  f"second checker {item['verdict']} {item['reason']}")
    print(f"{failed} not accepted by both" if failed else "both accept all")
    return 1 if failed else 0


def tally(verdicts):
    """Verdicts counted, as text."""
    counts = Counter(verdicts)
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "nothing"


def main(arguments=None):
    """Compare; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[Path("verified/data")])
    folders = parser.parse_args(arguments).folders
    missing = [folder for folder in folders if not folder.exists()]
    if missing:
        parser.error(f"there is no {missing[0]}")
    paths, times = evidence(folders), [time.perf_counter()]
    one = first(paths)
    times.append(time.perf_counter())
    two = second(paths)
    times.append(time.perf_counter())
    return report(one, two, [b - a for a, b in itertools.pairwise(times)])


if __name__ == "__main__":
    sys.exit(main())
