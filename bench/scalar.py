"""Scalar inequalities: how long a proof takes to find, and how long to check.

The workload is that of the tests (`tests/proof/scalar_workload.py`), its false neighbours included:
for them the time is how long the search takes to give up, and a proof would be a defect. Checks
are repeated and the median taken; the certificate is read from its JSON text each time.

    python -m bench.scalar [--json FILE] [--repeats N] [--seconds S]
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.proof.scalar_workload import FALSE, TRUE
from verified.kernel.scalar import check_scalar
from verified.proof.scalar import prove
from verified.syntax.claims import Statement


def measure(statement: Statement, seconds: float, repeats: int) -> dict[str, Any]:
    start = time.perf_counter()
    certificate = prove(statement, seconds=seconds)
    found = time.perf_counter() - start
    if certificate is None:
        return {"proved": False, "find": found}
    text = json.dumps(certificate)
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        check_scalar(statement, json.loads(text))
        times.append(time.perf_counter() - start)
    return {
        "proved": True, "find": found, "check": statistics.median(times), "characters": len(text)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60, help="for each true statement")
    arguments = parser.parse_args()
    results = {name: measure(TRUE[name], arguments.seconds, arguments.repeats) for name in TRUE}
    false = {name: measure(FALSE[name], 2.0, 1) for name in FALSE}
    table = Table(title="Scalar inequalities")
    for name in ("statement", "find, s", "check, ms", "certificate, characters"):
        table.add_column(name, justify="left" if name == "statement" else "right")
    for name, row in results.items():
        cells = [f"{1e3 * row['check']:.1f}", str(row["characters"])] if row["proved"] else ["", ""]
        table.add_row(name, f"{row['find']:.2f}", *cells)
    Console().print(table)
    proved = [row for row in results.values() if row["proved"]]
    finding, checking = (sum(row[part] for row in proved) for part in ("find", "check"))
    print(
        f"proved {len(proved)} of {len(results)} true, {sum(r['proved'] for r in false.values())} "
        f"of {len(false)} false; {len(proved) / (finding + checking):.2f} proofs a second found "
        f"and checked, {len(proved) / checking:.0f} a second checked"
    )
    if arguments.json:
        arguments.json.write_text(json.dumps({"true": results, "false": false}, indent=1) + "\n")
    if len(proved) < len(results) or any(row["proved"] for row in false.values()):
        raise SystemExit("a true statement isn't proved, or a false one is")


if __name__ == "__main__":
    main()
