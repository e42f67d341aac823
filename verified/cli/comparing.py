"""`diff`: two documents of `check --json` held against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verified.cli.shared import DIFFERENT, app, print_json


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD.json", help="Of an earlier check --json.")],
    new: Annotated[Path, typer.Argument(metavar="NEW.json", help="Of a later one.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Tell which verdicts changed between two documents of `check --json`, what is new or gone.

    The exit code is 0 if nothing changed, 1 if something did, 2 for bad input.
    """
    from verified.report.comparing import compare
    from verified.report.terminal import tell

    found = compare(old, new)
    if json:
        print_json(found.json())
    else:
        tell(found.lines())
    if found.changes:
        raise typer.Exit(DIFFERENT)
