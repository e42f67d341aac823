"""What is claimed: `list`, `find` and `show`; and `new`, which begins a file of claims."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verified.cli.shared import (
    Patterns,
    app,
    completed_keys,
    completed_papers,
    completed_statuses,
    meant,
    print_json,
    selected,
)

if TYPE_CHECKING:
    from verified.syntax.claims import Claim

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@app.command("list")
def list_claims(
    patterns: Patterns = None,
    json: Json = False,
    status: Annotated[
        str | None, typer.Option(
            help="Only what is recorded so: proved, refuted, …", autocompletion=completed_statuses
        ),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Only findings of a kind: edge, hypothesis, …")
    ] = None,
    paper: Annotated[
        str | None,
        typer.Option(help="Only the claims of a paper.", autocompletion=completed_papers),
    ] = None,
) -> None:
    """List the claims with their places and recorded statuses."""
    from verified.report.looking import filtered
    from verified.report.records import expected_statuses
    from verified.report.showing import stored_findings

    expected = expected_statuses()
    chosen = filtered(selected(patterns), expected, status, kind, paper, stored_findings)
    _list(chosen, json)


@app.command("find")
def find_claims(
    words: Annotated[
        list[str], typer.Argument(metavar="WORD…", help="As in a key, a place ('Theorem 1'), …")
    ],
    json: Json = False,
) -> None:
    """Find claims by words of their keys, places, titles and notes; definitions by name."""
    from verified.report import looking
    from verified.report.terminal import say

    found = looking.find_claims(words)
    if found or json:
        _list(found, json)
    for name in () if json else looking.find_definitions(words):
        say(f"{name}, which `verified show` tells")


def _list(chosen: list[Claim], json: bool) -> None:
    from verified.proof.evidence import recorded_axioms
    from verified.report.document import listed
    from verified.report.records import expected_statuses
    from verified.report.selection import leaves, parts
    from verified.report.showing import stored_findings
    from verified.report.terminal import list_table, say

    expected = expected_statuses()
    below = leaves(part for claim in chosen for part in parts(claim))
    axioms = recorded_axioms(leaf.name for leaf in below)
    refuted = [leaf for leaf in below if expected.get(leaf.name) == "refuted"]
    findings = stored_findings(refuted)
    records = [listed(claim, expected, axioms, findings) for claim in chosen]
    if json:
        print_json(records)
    elif chosen:
        list_table(chosen, records)
    else:
        say("no claim is recorded so")


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="KEY|TEXT|FILE",
            help="A claim's key, with @reading or without; a claim as text, or FILE.py or "
            "FILE.claims with several; definition/NAME; a certificate FILE.json.",
            autocompletion=completed_keys,
        ),
    ],
    latex: Annotated[bool, typer.Option("--latex", help="Print the statements as LaTeX.")] = False,
    proof: Annotated[bool, typer.Option("--proof", help="Print the proofs.")] = False,
    source: Annotated[
        bool, typer.Option("--source", help="Tell the files and lines of statement and proof.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Formulas as they are typed, as in `eps >= 0`.")
    ] = False,
) -> None:
    """Show a claim: statement, place, readings, notes, recorded status, power; the instance that
    decides it; its proof. Or a definition, or what a certificate shows."""
    from verified.report import showing
    from verified.report.selection import leaves, nodes
    from verified.report.terminal import reading_look, say, tell

    look = reading_look(plain)
    if showing.is_certificate(name):
        lines, code = showing.certificate_lines(Path(name), proof, look)
        tell(lines, look.width)
        if code:
            raise typer.Exit(code)
        return
    if name.startswith(showing.DEFINITION):
        lines = [*showing.definition_lines(name, latex, source, look=look)]
        if latex or source:
            for line in lines:
                say(line)
        else:
            tell(lines, look.width)
        return
    for claim in meant(name):
        below = leaves(nodes(claim))
        if source:
            told = showing.source_lines(claim)
        elif proof:
            told = showing.proof_told(below, latex, look=look)
        elif latex:
            told = showing.latex_lines(below)
        else:
            told = showing.claim_lines(claim, look)
        if not latex and not source:
            tell(told, look.width)
            continue
        # What is copied stays as it is.
        for line in told:
            say(line)


@app.command()
def new(
    path: Annotated[
        Path, typer.Argument(metavar="FILE.py", help="The file to write; it must not exist.")
    ],
) -> None:
    """Write a template of a claim file, with comments; it attacks as it stands."""
    from verified.report.template import write_template
    from verified.report.terminal import say

    write_template(path)
    say(f"{path}: change its claims, then: verified attack {path}")
