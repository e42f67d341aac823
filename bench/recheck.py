"""How long the kernel takes to recheck all stored proofs, against the second checker, in one run.

The second checker shares no code with the kernel and does less: what it can't reproduce it tries at
instances, or leaves. CPU seconds of each, then the seconds that pass for all stored
plays and proofs in one process and in two: `python -m bench.recheck [FOLDER]`.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path

from recheck.compare import evidence, second
from verified.kernel.proof import check_proof
from verified.proof.evidence import STORE
from verified.report.rechecking import EVIDENCE, judge_files

SLOWEST = 5


def kernel_seconds(paths: list[Path]) -> dict[Path, float]:
    """The CPU seconds that the kernel takes for each proof."""
    found = {}
    for path in paths:
        proof = json.loads(path.read_text(encoding="utf-8"))
        start = time.process_time()
        check_proof(proof)
        found[path] = time.process_time() - start
    return found


def second_seconds(paths: list[Path]) -> float:
    """The CPU seconds that the second checker, a program of its own, takes for all of them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    second(paths)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def passing_seconds(files: list[Path], workers: int) -> float:
    """The seconds that pass until all is rechecked, the processes' start included."""
    start = time.perf_counter()
    judge_files(files, workers)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=STORE, help="proofs to recheck")
    folder = parser.parse_args().folder
    paths = evidence([folder])
    if not paths:
        raise SystemExit(f"{folder} has no proofs")
    kernel, theirs = kernel_seconds(paths), second_seconds(paths)
    ours = sum(kernel.values())
    print(
        f"{len(paths)} proofs: kernel {ours:.1f} s, second checker {theirs:.1f} s, "
        f"ratio {ours / theirs:.2f}"
    )
    for path in sorted(kernel, key=lambda path: -kernel[path])[:SLOWEST]:
        print(f"  {kernel[path]:5.2f} s  {path.parent.name}/{path.stem}")
    everything = [file for stored in EVIDENCE for file in sorted(stored.rglob("*.json"))]
    one, two = passing_seconds(everything, 1), passing_seconds(everything, 2)
    print(
        f"{len(everything)} files of evidence: one process {one:.1f} s, two {two:.1f} s, "
        f"ratio {two / one:.2f}"
    )


if __name__ == "__main__":
    main()
