"""`report`: what is claimed and what decides it, as a static site."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verified.cli.shared import (
    QUICK_BUDGET,
    QUICK_SECONDS,
    Seed,
    Workers,
    app,
    checked_budget,
    checked_seed,
    checked_workers,
    completed_keys,
    selected,
)
from verified.errors import InputError

if TYPE_CHECKING:
    from verified.report.results import Results
    from verified.report.run import Settings
    from verified.site.book import Material

TITLE = "Verified"


@app.command()
def report(
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="DIR", help="A new folder, or an earlier site."),
    ],
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATTERN|FILE.py|FILE.json|DIR",
            help="Keys; or claims of yours and their certificates. Without any, all papers.",
            autocompletion=completed_keys,
        ),
    ] = None,
    seed: Seed = 0,
    budget: Annotated[
        int, typer.Option(help="Evaluations for each claim of yours that nothing decides.")
    ] = QUICK_BUDGET,
    workers: Workers = 2,
    search: Annotated[
        bool,
        typer.Option("--search", help="Search for the papers' bounds that aren't kept: hours."),
    ] = False,
) -> None:
    """Write a site of claims, verdicts, proofs, findings and quantities: open DIR/index.html.

    It needs no network and no server. Claims of yours are attacked where no certificate and no
    derivation in their file decides them. Bounds of the papers are drawn with the instances that
    `verified figure` met before, as far as that is kept. The first site of all papers takes some
    minutes, as the errors of code are measured; these are kept too, and later ones take one.
    """
    from verified.report.results import Results, results_folder
    from verified.report.run import Settings
    from verified.report.terminal import leaf_progress, say
    from verified.site.book import Book
    from verified.site.writing import check_folder, write_site

    settings = Settings(
        checked_seed(seed), checked_budget(budget), QUICK_SECONDS, checked_workers(workers)
    )
    check_folder(output)
    results = Results(results_folder())
    material = _material(targets or [], settings, results)
    with leaf_progress("pages", len(material.rows)) as told:
        book = Book(replace(material, results=results, search=search), told)
    results.close()
    size = write_site(book, output)
    counts = ", ".join(f"{count} {status}" for status, count in book.counts(book.pages).items())
    claims = f"{len(book.pages)} claim{'' if len(book.pages) == 1 else 's'}"
    say(f"{claims} ({counts}) in {output / 'index.html'}, {size / 1e6:.1f} MB")


def _material(targets: list[str], settings: Settings, results: Results) -> Material:
    """What the targets name: claims of the papers here, or a user's own."""
    from verified.report.claimfile import is_file, load
    from verified.report.own import Own
    from verified.site.book import Material

    files = [target for target in targets if is_file(target)]
    certificates = [
        Path(target) for target in targets
        if target.endswith(".json") or (target not in files and Path(target).is_dir())
    ]
    patterns = [
        target for target in targets if target not in files and Path(target) not in certificates
    ]
    if not files and not certificates:
        return _of_papers(patterns, settings, results)
    if patterns:
        raise InputError(
            f"{patterns[0]} is a key of the papers here; a report is of these, or of files of yours"
        )
    own = Own([claim for file in files for claim in load(file)], certificates, settings, results)
    title = ", ".join(Path(target.partition(":")[0]).stem for target in targets)
    return Material(title, own.rows, own.standings, own.evidence, own.plays, own=True)


def _of_papers(patterns: list[str], settings: Settings, results: Results) -> Material:
    """The claims of the papers here that patterns choose, each with the whole of its row."""
    from verified.papers import all_claims
    from verified.proof.library import known_statements
    from verified.report.checking import Check
    from verified.report.selection import leaves, nodes
    from verified.report.standings import recorded
    from verified.report.terminal import leaf_progress
    from verified.site.book import Material

    named = {claim.name for claim in selected(patterns)}
    rows = [row for row in all_claims() if any(node.name in named for node in nodes(row))]
    below = leaves([node for row in rows for node in nodes(row)])
    evidence = Check(below, known_statements(), settings, results, leaf_progress).proofs()
    standings = recorded(below, results)
    plays = {name: play.report.certificate for name, play in standings.plays.items()}
    return Material(TITLE, rows, standings, evidence, plays)
