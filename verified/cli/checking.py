"""The main job: `check`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verified.cli.shared import (
    DIFFERENT,
    ENOUGH_SECONDS,
    INTERRUPTED,
    QUICK_BUDGET,
    QUICK_SECONDS,
    Corpus,
    Patterns,
    Seed,
    Workers,
    app,
    checked_effort,
    checked_seed,
    checked_workers,
    complain,
    counted,
    print_json,
    selected,
)

if TYPE_CHECKING:
    from verified.proof.evidence import Evidence
    from verified.report.run import Attacked
    from verified.syntax.claims import Claim


@app.command()
def check(
    patterns: Patterns = None,
    json: Annotated[
        str | None, typer.Option("--json", help="Write the record there ('-': print it).")
    ] = None,
    seed: Seed = 0,
    budget: Annotated[
        int | None,
        typer.Option(
            help=f"Evaluations for each statement ({QUICK_BUDGET}, or what --seconds allows)."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help=f"A time limit for each statement ({ENOUGH_SECONDS} where that meets instances, "
            "else 10; with --anew, --record or a corpus 10; or by the budget)."
        ),
    ] = None,
    workers: Workers = 2,
    anew: Annotated[
        bool, typer.Option("--anew", help="Attack what stored plays decide, too.")
    ] = False,
    certificates: Annotated[
        Path | None, typer.Option(help="Write proofs, certificates and witnesses into this folder.")
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Record what is found as expected.")
    ] = False,
    corpus: Corpus = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Work everything out anew, whatever was kept.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell each part and reading, and the facts.")
    ] = False,
) -> None:
    """Recheck proofs and plays, attack every other claim, and compare with the record.

    Each claim of a paper has one line, which sums up its parts and readings.
    Results are kept: what nothing has changed of isn't worked out again.
    """
    from verified.proof.library import known_statements
    from verified.report import document
    from verified.report.checking import Check
    from verified.report.files import check_writable, prepare_folder, write_json
    from verified.report.plays import keep_plays
    from verified.report.records import (
        EXPECTED,
        differences,
        expected_statuses,
        record_expected,
        stored_power,
    )
    from verified.report.results import Results, results_folder
    from verified.report.rows import check_rows
    from verified.report.run import Settings, check_corpus
    from verified.report.selection import leaves
    from verified.report.terminal import check_table, leaf_progress, say, summary

    settings = Settings(
        checked_seed(seed), checked_effort(budget, seconds, QUICK_BUDGET),
        _quick_seconds(seconds, budget), checked_workers(workers), corpus,
        None if anew or record or corpus or budget or seconds else ENOUGH_SECONDS,
        # That the hypotheses of what is proved can be met is shown to whoever takes the evidence.
        witnesses=certificates is not None,
    )
    chosen, expected, power = selected(patterns), expected_statuses(), stored_power()
    if json is not None and json != "-":
        check_writable(Path(json))
    if certificates is not None:
        prepare_folder(certificates)
    if record:
        check_writable(EXPECTED)
    wanted = leaves(chosen)
    if corpus is not None:
        check_corpus(corpus, wanted)
    results = Results(results_folder(), fresh)
    main_job = Check(
        wanted, known_statements(), settings, results, leaf_progress, replay=not anew,
        # What is recorded as found today is found today.
        attack_anew=record,
    )
    checked = main_job.run()
    for note in results.notes:
        complain(note)
    attacked = checked.attacked
    finished = [claim for claim in chosen if document.complete(claim, attacked)]
    found = document.document(
        finished, attacked, expected, power, checked.findings, checked.anew
    )
    if not checked.whole:
        found["interrupted"] = True
    if certificates is not None:
        evidence = main_job.evidence
        for leaf in leaves(finished):
            _write_evidence(certificates, leaf, attacked[leaf.name], evidence)
    if json == "-":
        print_json(found)
    else:
        tabulate = check_table if verbose else check_rows
        tabulate(finished, found["claims"])
        say(_kept_line(found["results"]))
        claims = counted(len(finished), "claim or reading", "claims and readings")
        statements = counted(len(leaves(finished)), "statement")
        say(f"{claims}, {statements}: {summary(found['summary'])}")
        if json is not None:
            write_json(Path(json), found)
    statuses = {
        claim.name: entry["status"]
        for claim, entry in zip(finished, found["claims"], strict=True)
    }
    if not checked.whole:
        complain(f"interrupted: {len(attacked)} of {len(wanted)} statements were attacked")
        raise typer.Exit(INTERRUPTED)
    if record:
        record_expected(statuses)
        hunted = [leaf for leaf in wanted if leaf.name not in checked.replayed]
        keep_plays(((leaf, attacked[leaf.name]) for leaf in hunted), seed, corpus is None)
        return
    wrong = differences(statuses, expected)
    for name, status, recorded in wrong:
        complain(f"{name} is {status}; recorded: {recorded or 'nothing'}")
    if wrong:
        raise typer.Exit(DIFFERENT)


def _kept_line(results: Mapping[str, int]) -> str:
    """How many verdicts were kept from an earlier run, and how far time limits cut attacks."""
    kept, anew, cut = (results[name] for name in ("kept", "anew", "cut"))
    told = f"{counted(kept + anew, 'statement')}: {kept} kept, {anew} anew"
    return f"{told}; {counted(cut, 'attack')} ended by time limits" if cut else told


def _quick_seconds(seconds: float | None, budget: int | None) -> float:
    """The time limit of `check`: a larger budget has more time."""
    if seconds is None:
        return QUICK_SECONDS * max(1.0, (budget or 0) / QUICK_BUDGET)
    return seconds


def _write_evidence(folder: Path, leaf: Claim, attacked: Attacked, proofs: Evidence) -> None:
    """The claim's certificate, its witness and its proof, in a folder for its paper."""
    from verified.report.files import prepare_folder, write_evidence

    place = folder / leaf.paper.key
    report = attacked.report
    proof = None if attacked.proof is None else proofs.certificate(leaf.name)
    written = {"certificate": report.certificate, "witness": report.witness, "proof": proof}
    for kind, evidence in written.items():
        if evidence is not None:
            prepare_folder(place)
            name = leaf.name.partition("/")[2]
            write_evidence(place / f"{name}.{kind}.json", evidence)
