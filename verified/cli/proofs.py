"""Proofs: `prove` and `axioms`."""

from __future__ import annotations

from json import dumps, loads
from pathlib import Path
from typing import Annotated

import typer

from verified.cli.shared import (
    DIFFERENT,
    QUICK_BUDGET,
    Patterns,
    Workers,
    app,
    complain,
    completed_keys,
    print_json,
    selected,
    targeted,
)
from verified.errors import InputError


@app.command()
def prove(
    patterns: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATTERN|FILE.py", help="Keys, or a file with claims and proofs.",
            autocompletion=completed_keys,
        ),
    ] = None,
    store: Annotated[
        bool, typer.Option("--store", help="Keep the proofs as the stored evidence.")
    ] = False,
    proof: Annotated[bool, typer.Option("--proof", help="Print the lines of each proof.")] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the proofs into this folder, a file for each."),
    ] = None,
) -> None:
    """Run the derivations of claims, and check each step."""
    from verified.kernel.proof import check_proof
    from verified.proof.derivation import DERIVATIONS, ProofError
    from verified.proof.evidence import STORE, path_of
    from verified.proof.library import derive, known_statements
    from verified.report.claimfile import is_file
    from verified.report.files import prepare_folder, write_evidence
    from verified.report.proofs import proof_lines, proof_summary
    from verified.report.run import load_derivations
    from verified.report.selection import leaves
    from verified.report.terminal import say

    load_derivations()
    if certificate is not None:
        prepare_folder(certificate)
    known, failed, lacking = dict(known_statements()), 0, bool(patterns)
    if patterns and len(patterns) == 1 and is_file(patterns[0]):
        chosen = leaves(targeted(patterns[0]))
        known |= {leaf.name: leaf.statement for leaf in chosen if leaf.statement is not None}
        # A file may state what it doesn't prove; of a claim that is named a proof was asked.
        lacking = not any(leaf.name in DERIVATIONS for leaf in chosen)
        if store:
            raise InputError("--store keeps the proofs of the papers here, not those of a file")
    else:
        chosen = leaves(selected(patterns))
    for leaf in chosen:
        if leaf.name not in DERIVATIONS:
            if lacking:
                failed += 1
                complain(f"{leaf.name} has no derivation")
            elif patterns:
                say(f"{leaf.name}: no derivation")
            continue
        try:
            made = loads(dumps(derive(leaf.name, known).certificate()))
        except ProofError as error:
            failed += 1
            complain(f"{leaf.name}: {error}")
            continue
        checked = check_proof(made)
        for line in proof_summary(checked, None):
            say(line)
        if proof:
            for line in proof_lines(made):
                say(line)
        for folder in (STORE if store else None, certificate):
            if folder is None:
                continue
            path = path_of(leaf.name, folder)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_evidence(path, made)
    if failed:
        raise typer.Exit(DIFFERENT)


@app.command()
def axioms(
    patterns: Patterns = None,
    users: Annotated[
        bool, typer.Option("--users", help="Name the claims that rest on each, not on facts alone.")
    ] = False,
    workers: Workers = 2,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List all that is taken without evidence, in groups, with the claims that rest on it."""
    from verified.proof.library import known_statements
    from verified.report.checking import Check
    from verified.report.plays import play_of
    from verified.report.results import Results, results_folder
    from verified.report.run import Settings
    from verified.report.selection import leaves
    from verified.report.terminal import leaf_progress, say
    from verified.report.trusted import FACTS, GROUPS, UNSOURCED, trusted

    wanted = leaves(selected(patterns))
    settings = Settings(0, QUICK_BUDGET, None, workers, None)
    check = Check(
        wanted, known_statements(), settings, Results(results_folder()), leaf_progress
    )
    played = [leaf.name for leaf in wanted if play_of(leaf) is not None]
    found = trusted(check.proofs(), wanted, played)
    if json:
        print_json({
            group: {
                one.name: {
                    "says": one.says, "users": list(one.users),
                    **({"place": one.place} if one.place else {}),
                }
                for one in found if one.group == group
            }
            for group in GROUPS
        })
        return
    for group, words in GROUPS.items():
        chosen = [one for one in found if one.group == group]
        say(f"{len(chosen)} {group}: {words}")
        for one in chosen:
            place = f" ({one.place})" if one.place else ""
            say(f"  {one.name}{place}, {len(one.users)} claims")
            say(f"    {one.says}")
            if one.users and (users or group in (FACTS, UNSOURCED)):
                say(f"    {', '.join(one.users)}")
