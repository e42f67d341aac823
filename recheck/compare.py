"""All checkers on all stored evidence: their verdicts, their seconds, any disagreement.

    python -m recheck.compare [FOLDER…]

The kernel, the small second checker (`certificates`: plays, and the certificates of numbers in
proofs) and the large one (`checker`: every step of every proof). This script alone imports the
package; the second checkers run as programs of their own. The exit code is 0 if none rejects
anything and they don't disagree, 1 otherwise, 2 for bad usage.
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
SMALL = Path(__file__).parent / "certificates.py"
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
    if not paths:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "definitions.json"
        written.write_text(json.dumps(
            {key: statement_data(told) for key, told in definitions().items()}))
        done = subprocess.run(
            [sys.executable, str(CHECKER), "--json", "--definitions", str(written),
             *map(str, paths)], capture_output=True, text=True, check=False)
    return numbered(done)


def small(paths):
    """The small second checker's verdicts likewise, with (rule, how, count) of the steps."""
    def part(own):
        return numbered(subprocess.run([sys.executable, str(SMALL), "--json", *map(str, own)],
                                       capture_output=True, text=True, check=False))

    # Two at once: every other file each.
    with ThreadPoolExecutor(2) as pool:
        halves = pool.map(part, filter(None, (paths[::2], paths[1::2])))
    return {place: item for half in halves for place, item in half.items()}


def numbered(done):
    """What a second checker printed, by the file and the place of each certificate in it."""
    if done.returncode not in (0, 1, 2) or not done.stdout:
        raise SystemExit(f"a second checker failed:\n{done.stderr}")
    found, count = {}, Counter()
    for item in json.loads(done.stdout):
        found[item["file"], count[item["file"]]] = item
        count[item["file"]] += 1
    return found


def told(checks):
    """Print what the small second checker found; how many it rejects or misses."""
    steps = Counter()
    for item in checks.values():
        steps.update({(rule, how): count for rule, how, count in item["steps"]})
    for rule in sorted({rule for rule, how in steps if how != "other"}):
        print(f"{rule:16}{steps[rule, 'rechecked']:6} rechecked{steps[rule, 'unsupported']:6} "
              "left to the large one")
    print(f"steps of other rules: {sum(n for (_, how), n in steps.items() if how == 'other')}")
    wrong = [(key, item) for key, item in sorted(checks.items())
             if item["verdict"] not in ("accepted", "partial", "unsupported")]
    for (path, _), item in wrong:
        print(f"small second checker: {path}: {item['verdict']} {item['reason']}")
    return len(wrong)


def report(one, two, three, seconds):
    """Print what was found; the exit code."""
    print(f"small second checker: {tally(item['verdict'] for item in three.values())} "
          f"in {seconds[2]:.1f} s")
    failed = told(three) + len(set(one) - set(three))
    print(f"kernel: {tally(verdict for verdict, _ in one.values())} in {seconds[0]:.1f} s")
    print(f"large second checker: {tally(item['verdict'] for item in two.values())} "
          f"in {seconds[1]:.1f} s")
    steps = Counter((rule, how) for item in two.values() for rule, how in item["steps"])
    if steps:
        print(f"{'steps of proofs':16}" + "".join(f"{how:>13}" for how in HOW))
        for rule in [*sorted({rule for rule, _ in steps}), "all"]:
            counts = [sum(n for (r, h), n in steps.items() if h == how and rule in (r, "all"))
                      for how in HOW]
            print(f"{rule:16}" + "".join(f"{count:13}" for count in counts))
    for key in sorted(set(one) | set(two)):
        verdict, reason = one.get(key, ("missing", ""))
        item = two.get(key, {"verdict": "missing", "reason": ""})
        bad = {"rejected", "bad input", "missing"}
        if verdict in bad or item["verdict"] in bad:
            failed += 1
            kind = "both reject" if verdict in bad and item["verdict"] in bad else "disagreement"
            print(f"{kind}: {key[0]}: kernel {verdict} {reason}; "
                  f"second checker {item['verdict']} {item['reason']}")
    print(f"{failed} rejected or in disagreement" if failed else "no disagreement")
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
    three = small(paths)
    times.append(time.perf_counter())
    return report(one, two, three, [b - a for a, b in itertools.pairwise(times)])


if __name__ == "__main__":
    sys.exit(main())
