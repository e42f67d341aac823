"""`recheck`: evidence judged from its own content."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verified.cli.shared import (
    DIFFERENT,
    Workers,
    app,
    checked_workers,
    print_json,
)
from verified.errors import InputError

if TYPE_CHECKING:
    from verified.report.rechecking import Outcome


@app.command()
def recheck(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE|DIR]…",
            help="Certificates, or folders of them; all stored evidence, if none.",
        ),
    ] = None,
    workers: Workers = 2,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", help="Tell what each shows, and what the second checker says."),
    ] = False,
) -> None:
    """Recheck certificates from their own content, without the search or the papers."""
    from verified.report.rechecking import EVIDENCE, recheck_files, verdict

    if verbose:
        if not paths or json:
            raise InputError("--verbose tells certificates in words: name their files or folders")
        _tell(paths)
        return
    start = time.perf_counter()
    outcomes = recheck_files(paths or EVIDENCE, checked_workers(workers))
    seconds = time.perf_counter() - start
    if json:
        listed = [vars(outcome) for outcome in outcomes]
        print_json(listed if paths else _all_evidence(outcomes, workers, seconds))
    else:
        for outcome in outcomes:
            if paths or not outcome.good:
                stream = sys.stdout if outcome.good else sys.stderr
                print(f"{outcome.file}: {outcome.message}", file=stream)
        if not paths:
            found = _all_evidence(outcomes, workers, seconds)
            counts = f"{found['proofs']} proofs and {found['plays']} plays"
            print(f"{counts} rechecked in {seconds:.1f} s, {len(found['failed'])} don't hold")
    code = verdict(outcomes)
    if code:
        raise typer.Exit(code)


def _tell(paths: Sequence[Path]) -> None:
    """Each certificate in words, with what both checkers say of it."""
    from verified.report.rechecking import files_of
    from verified.report.second import second_verdicts
    from verified.report.showing import certificate_lines
    from verified.report.terminal import say

    files = [file for path in paths for file in files_of(path)]
    second, codes = second_verdicts(files), []
    for file in files:
        lines, code = certificate_lines(file, proof=False)
        for line in lines:
            say(line)
        own = [verdict for (name, _), verdict in second.items() if name == str(file)]
        for verdict in own:
            say(f"  {verdict.line()}")
        codes.append(max(code, 0 if own and all(one.good for one in own) else DIFFERENT))
    if any(codes):
        raise typer.Exit(max(codes))


def _all_evidence(outcomes: Sequence[Outcome], workers: int, seconds: float) -> dict[str, Any]:
    """What `recheck` says of all stored evidence."""
    return {
        "proofs": sum(outcome.kind == "proof" for outcome in outcomes),
        "plays": sum(outcome.kind == "play" for outcome in outcomes),
        "failed": [vars(outcome) for outcome in outcomes if not outcome.good],
        "workers": workers,
        "seconds": round(seconds, 3),
    }
