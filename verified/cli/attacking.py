"""`attack`: claims of a file, or of a paper, attacked harder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verified.cli.shared import (
    BAD_INPUT,
    BUDGET,
    DIFFERENT,
    INTERRUPTED,
    Corpus,
    Seed,
    Workers,
    app,
    checked_effort,
    checked_seed,
    checked_workers,
    complain,
    completed_keys,
    counted,
    print_json,
    targeted,
)
from verified.errors import InputError

if TYPE_CHECKING:
    from verified.attack.repair import Suggestion
    from verified.report.run import Attacked
    from verified.syntax.claims import Claim


@app.command()
def attack(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT|FILE[:NAME]|PATTERN",
            help="A claim as text; FILE.py, or lines of text in FILE.claims (- is standard input); "
            "or keys of a paper's: * ? [ ] match as in file names.",
            autocompletion=completed_keys,
        ),
    ],
    seed: Seed = 0,
    budget: Annotated[
        int | None,
        typer.Option(help=f"Evaluations for each statement ({BUDGET}, or what --seconds allows)."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="A time limit for each statement, shrinking included.")
    ] = None,
    workers: Workers = 1,
    certificate: Annotated[
        Path | None, typer.Option(help="Write what was found there, as JSON.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    corpus: Corpus = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Suggest extra hypotheses for what is refuted.")
    ] = False,
) -> None:
    """Attack claims, yours or a paper's, and tell each refutation in numbers."""
    from verified.proof.library import known_statements
    from verified.report import document
    from verified.report.checking import ProvedBy, kept_evidence, kept_findings
    from verified.report.files import check_writable, write_evidence
    from verified.report.known import Stored, settled
    from verified.report.repairs import repair_data, repair_lines, suggested
    from verified.report.results import Results, results_folder
    from verified.report.run import Settings, attack_leaf, check_corpus, for_each
    from verified.report.selection import leaves
    from verified.report.terminal import (
        STYLES,
        attack_lines,
        attack_progress,
        say,
        summary,
    )

    settings = Settings(
        checked_seed(seed), checked_effort(budget, seconds, BUDGET), seconds,
        checked_workers(workers), corpus,
    )
    claims = _targets(targets)
    if certificate is not None:
        check_writable(certificate)
    if corpus is not None:
        check_corpus(corpus, leaves(claims))
    attacked: dict[str, Attacked] = {}
    results = Results(results_folder())
    evidence = kept_evidence(known_statements(), results)
    stored = Stored(evidence, results)
    repaired: dict[str, list[Suggestion]] = {}
    known: dict[str, str] = {}

    def work(leaf: Claim) -> Attacked:
        with attack_progress(leaf.name, settings.budget) as progress:
            return attack_leaf(leaf, settings, progress)

    def done(leaf: Claim, outcome: Attacked) -> None:
        found = stored.known(leaf) if outcome.report.status != "refuted" else None
        attacked[leaf.name] = outcome = settled(outcome, found)
        if found is not None:
            known[leaf.name] = found.name
        if not json:
            say(f"{leaf.name}: {outcome.status}", STYLES[outcome.status])
            if found is not None:
                say(f"  {found.line(leaf.name)}")
            for line in attack_lines(leaf, outcome):
                say(line)
        if repair and outcome.report.certificate and outcome.status == "refuted":
            repaired[leaf.name] = suggested(leaf, outcome.report, settings)
            if not json:
                for line in repair_lines(repaired[leaf.name]):
                    say(line)
        if outcome.cut:
            raise KeyboardInterrupt

    whole = for_each(work, leaves(claims), 1, done)
    findings = kept_findings(leaves(claims), attacked, ProvedBy(evidence), results)
    every = {leaf.name for leaf in leaves(claims)}
    found = document.document(claims, attacked, {}, {}, findings, every)
    if not whole:
        found["interrupted"] = True
    if repair:
        found["repairs"] = {name: repair_data(saved) for name, saved in repaired.items()}
    if known:
        found["known"] = known
    plays = [a.report.certificate for a in attacked.values() if a.report.certificate]
    if certificate is not None and plays:
        write_evidence(certificate, plays[0] if len(plays) == 1 else plays)
    if json:
        print_json(found)
    else:
        say(summary(found["summary"]))
        if certificate is not None:
            say(f"{counted(len(plays), 'certificate')} in {certificate}" if plays else
                "there is no certificate to write")
    if not whole:
        complain("interrupted; what was found so far stands above")
        raise typer.Exit(INTERRUPTED)
    too_large = {
        name: outcome.report.unread for name, outcome in attacked.items()
        if outcome.status == "untried" and outcome.report.too_large
    }
    for name, why in too_large.items():
        complain(f"{name} is too large to search: {why}")
    if too_large:
        raise typer.Exit(BAD_INPUT)
    if any(outcome.status in ("refuted", "untried") for outcome in attacked.values()):
        raise typer.Exit(DIFFERENT)


def _targets(targets: list[str]) -> list[Claim]:
    """The claims that `attack` was pointed at, each once."""
    found: dict[str, Claim] = {}
    for number, target in enumerate(targets, 1):
        for claim in targeted(target, number):
            if found.setdefault(claim.name, claim).statement != claim.statement:
                raise InputError(f"{target} has another claim {claim.name} than a target before it")
    return list(found.values())
