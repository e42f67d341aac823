"""Other libraries against certified values: `audit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verified.cli.shared import DIFFERENT, app

if TYPE_CHECKING:
    from verified.audit.findings import Audited


@app.command()
def audit(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LIBRARY[:FUNCTION]…", help='"all" for all; without one, they are listed.'
        ),
    ] = None,
    calls: Annotated[int, typer.Option(min=1, help="How many calls of each function.")] = 400,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="How long each function is searched, about.")
    ] = 60.0,
    seed: Annotated[int, typer.Option(help="Fixes what is drawn.")] = 0,
    workers: Annotated[
        int, typer.Option(min=1, help="How many functions are searched at once.")
    ] = 1,
    json: Annotated[Path | None, typer.Option(help="Write all that was found there.")] = None,
) -> None:
    """Search other libraries' functions for the arguments where their values are worst.

    Each library has an environment of its own, made on demand. The exit code is 1 if something was
    found.
    """
    from verified.audit.catalogue import FUNCTIONS, chosen
    from verified.audit.running import audited
    from verified.report.files import write_json

    if not targets:
        for function in FUNCTIONS:
            print(f"{function.key}: {function.quantity}, {function.promise}; {function.says}")
        return
    # Names are read before anything is installed.
    functions = list(dict.fromkeys(one.key for target in targets for one in chosen(target)))
    found: list[Audited] = []
    for one in audited(
        [part for key in functions for part in chosen(key)],
        calls=calls, seconds=seconds, seed=seed, workers=workers,
    ):
        _tell(one)
        found.append(one)
        if json is not None:
            # Anew after each: what was found stays, however this ends.
            write_json(json, {
                "schema": 1, "run": f"--calls {calls} --seconds {seconds:g} --seed {seed}",
                "functions": [part.data() for part in found],
            })
    if any(one.findings for one in found):
        raise typer.Exit(DIFFERENT)


def _tell(one: Audited) -> None:
    counts = f"{one.calls} calls, {one.refused} refused"
    if one.unknown:
        counts += f", {one.unknown} without a value of ours"
    print(f"{one.function} {one.version}, {one.promise}: {one.verdict} ({counts})", flush=True)
    if one.loosest > 0:
        print(f"  sound answers are off by {_size(one.loosest)} at most")
    for finding in one.findings:
        kind = f"{finding.kind}, in the last digits" if finding.last_digits else finding.kind
        size = f" by {_size(finding.size)}" if finding.size > 0 else ""
        print(f"  {kind}{size}: {finding.call}")
        print(f"    gives {finding.answer}; the value is {_value(finding)}")
        if finding.said:
            print(f"    promised: {finding.said}")
    if one.unconfirmed:
        print(f"  {one.unconfirmed} suspicions weren't borne out, and aren't told")


def _size(size: float) -> str:
    if size == float("inf"):
        return "more than any factor"
    return f"{size:.2g} of the value" if size < 1 else f"a factor of 10^{size:.1f}"


def _value(finding: Any) -> str:
    if finding.low == finding.high:
        return f"{finding.low} (mpmath: {finding.independent})"
    return f"in [{finding.low}, {finding.high}] (mpmath: {finding.independent})"
