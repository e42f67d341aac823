"""The record of an audit, from the JSON of `verified audit all --json RUN.json`: what the page and
the site show of it, the words of each finding, and which public functions are covered.

    python -m bench.audit RUN.json…      later runs take the place of earlier ones
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from verified.audit.catalogue import FUNCTIONS, LIBRARIES, PUBLIC
from verified.audit.told import TOLD
from verified.errors import InputError
from verified.report.files import read_json, write_json, write_text
from verified.report.stored import AUDIT, AuditRow, audit_rows, audit_run

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "audit.md"
COVERAGE = ROOT / "docs" / "audit-coverage.md"
NOTHING = "no violation found"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("runs", metavar="RUN.json", nargs="*", type=Path,
                        help="later ones take the place of earlier ones; without any the pages "
                             "are written from what is stored")
    paths = parser.parse_args().runs
    try:
        runs = [read_json(path) for path in paths]
    except InputError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    if runs:
        write_json(AUDIT, record(runs))
    write_text(PAGE, page(PAGE.read_text(encoding="utf-8")))
    write_text(COVERAGE, coverage())
    return 0


def record(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Of each function of the catalogue what its last run found."""
    found = {one["function"]: one for run in runs for one in run["functions"]}
    missing = [one.key for one in FUNCTIONS if one.key not in found]
    if missing:
        raise SystemExit(f"no run has {', '.join(missing)}")
    rows = []
    for function in FUNCTIONS:
        one = found[function.key]
        faulty = one["verdict"] != NOTHING
        if faulty and function.key not in TOLD:
            raise SystemExit(f"verified/audit/told.py has no words for {function.key}")
        row = {name: one[name] for name in ("function", "version", "promise", "calls", "verdict",
                                            "off")}
        row["told"] = TOLD[function.key].words if faulty else ""
        rows.append({**row, "refused": one["refused"], "unknown": one["unknown"],
                     "unconfirmed": one["unconfirmed"]})
    again = [f"{_count(run)} again by {run['run']}" for run in runs[1:]]
    return {"schema": 1, "run": ", ".join([runs[0]["run"], *again]), "functions": rows}


def _count(run: dict[str, Any]) -> str:
    count = len(run["functions"])
    return f"{count} function{'' if count == 1 else 's'}"


def page(text: str) -> str:
    """The page with its table and its findings written again."""
    rows = audit_rows()
    table = [
        "| function | version | promise | calls | verdict | off |", "|---|---|---|---|---|---|",
        *(_row(row) for row in rows),
    ]
    told = []
    for row in rows:
        if row.sound:
            continue
        one = TOLD[row.function]
        told += [
            f"- `{row.function}` {row.version}, {row.verdict}. {one.words}",
            f"  Its line: `{one.line}`; beside it: `{one.beside}`.",
        ]
    faulty = [row for row in rows if not row.sound]
    suspected = sum(row.unconfirmed for row in rows)
    first, _, again = audit_run().partition(", ")
    head = [
        f"{len(rows)} functions of {len(LIBRARIES)} libraries, `verified audit all {first}`, two "
        f"at once{again and f' ({again})'}: {len(faulty)} are faulted.",
        "Suspicions that twice the precision or mpmath didn't bear out, so that nothing is said "
        f"of them: {suspected}.",
    ]
    for name, lines in (("head", head), ("functions", table), ("findings", told)):
        text = _between(text, name, lines)
    return text


def _row(row: AuditRow) -> str:
    return (
        f"| `{row.function}` | {row.version} | {row.promise} | {row.asked} | {row.verdict} | "
        f"{row.off} |"
    )


def _between(text: str, name: str, lines: list[str]) -> str:
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = text.partition(start)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{PAGE.name} has no place for {name}")
    return "\n".join([before + start, *lines, end + after])


def coverage() -> str:
    """Which public functions are covered, by which audited ones, and why others aren't."""
    lines = [
        "# Which functions the audit covers", "",
        "Of each library in [audit.md](audit.md) the public functions that return a δ, an ε, a "
        "noise scale, a divergence, a capacity or a leakage, as its packages and its documentation "
        "list them at the version that is pinned; beside each the audited functions that cover it, "
        "or why none does. Written by `python -m bench.audit` from `verified/audit/catalogue/`.",
    ]
    for name, library in LIBRARIES.items():
        version = next(
            part for part in (*library.bare, *library.requirements) if part.startswith(f"{name}==")
        ).partition("==")[2]
        lines += ["", f"## {name} {version}", "", "| public function | audited as |", "|---|---|"]
        for function, covered in PUBLIC[name].items():
            told = covered if isinstance(covered, str) else ", ".join(f"`{x}`" for x in covered)
            lines.append(f"| {function} | {'not audited: ' if covered == told else ''}{told} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
