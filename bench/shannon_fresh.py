"""How long our prover of Shannon-type inequalities takes in a process that has proved nothing yet.

One process a measurement: the first call of `prove`, exact certificate or ray and its recheck
included, and the whole process with its imports.

    python -m bench.shannon_fresh NUMBER    the first call on that statement, in milliseconds
"""

from __future__ import annotations

import subprocess
import sys
import time

from bench.shannon_statements import cases
from verified.proof import shannon


def fresh(number: int) -> tuple[float, float]:
    """The milliseconds of the first call and of the whole process, for the statement's number."""
    start = time.perf_counter()
    ran = subprocess.run(
        [sys.executable, "-m", "bench.shannon_fresh", str(number)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(ran.stdout), 1e3 * (time.perf_counter() - start)


def main() -> None:
    case = cases()[int(sys.argv[1])]
    start = time.perf_counter()
    answer = shannon.prove(case.conclusion, case.premises)
    spent = time.perf_counter() - start
    if isinstance(answer, shannon.NotShannon) == case.expected:
        raise SystemExit(f"{case.name} is decided wrongly")
    print(1e3 * spent)


if __name__ == "__main__":
    main()
