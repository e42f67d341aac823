"""The command line `verified`: thin commands over the rooms, each imported when it is needed.

Exit codes: 0 as recorded (`attack`: nothing found; `recheck`: all good), 1 otherwise, 2 bad input,
130 after Ctrl-C.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from verified.errors import InputError

if TYPE_CHECKING:
    from verified.attack.repair import Suggestion
    from verified.language.claims import Claim
    from verified.report.findings import Finding
    from verified.report.rechecking import Outcome
    from verified.report.records import Power
    from verified.report.run import Attacked

DIFFERENT = 1
BAD_INPUT = 2
INTERRUPTED = 130
# How hard `check` tries each claim: the whole set within minutes on two cores.
QUICK_BUDGET = 3_000
QUICK_SECONDS = 10.0
BUDGET = 50_000
POWER_SECONDS = 10.0
MOST_WORKERS = 256
# More than anyone waits for; a time limit in proportion to it is still a float.
MOST_EVALUATIONS = 10**12
NEGATIVE = re.compile(r"-[0-9.]")


class Commands(TyperGroup):
    """The commands; however one of them ends early, it says so."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            # Here a full disk still has a message; at the interpreter's end it has none.
            sys.stdout.flush()
            return result
        except KeyboardInterrupt:
            # Typer would end with the exit code alone.
            _complain("interrupted")
            raise typer.Exit(INTERRUPTED) from None


class NumbersMayBeNegative(TyperCommand):
    """A command whose arguments may begin with a minus: `-1/2,3/2` is a law, if a bad one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if NEGATIVE.match(arg) else arg for arg in args])


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    # Plain help: it answers at once, and reads the same in a pipe.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="State a claim of information-theoretic privacy, attack it, certify, recheck.",
)

Patterns = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATTERN", help="Keys, such as 'cuff-yu-2016/property-*'."),
]
Seed = Annotated[int, typer.Option(help="Fixes the sequence of the search.")]
Workers = Annotated[int, typer.Option(help="Processes to use.")]
Corpus = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Near misses of earlier runs: replayed first, and kept."),
]


def main() -> None:
    """Run the command line; bad input ends in one message and exit code 2."""
    _prepare_streams()
    try:
        # By its name however it was started: `python -m verified` says the same.
        app(prog_name="verified")
    except InputError as error:
        _complain(str(error))
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        _complain("interrupted")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not complain while it closes.
        sys.stdout = None
        sys.exit(DIFFERENT)
    except OSError as error:
        where = f" {error.filename}" if error.filename else " the output"
        _complain(f"can't write{where}: {error.strerror or error}")
        sys.exit(BAD_INPUT)


def _prepare_streams() -> None:
    """See that printing doesn't fail for what the output is."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Python has none where the shell closed it: what is said there is dropped.
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            # Letters that a terminal's encoding doesn't have are written as their numbers.
            stream.reconfigure(errors="backslashreplace")


@app.command("list")
def list_claims(
    patterns: Patterns = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the claims with their places and recorded statuses."""
    from verified.language.text import text
    from verified.report.records import expected_statuses
    from verified.report.terminal import list_table

    chosen, expected = _select(patterns), expected_statuses()
    if not json:
        list_table(chosen, expected)
        return
    _print_json(
        [
            {
                "key": claim.key,
                "paper": claim.paper.key,
                "where": claim.at,
                "parent": claim.parent or None,
                "reading": claim.reading or None,
                "statement": None if claim.statement is None else text(claim.statement),
                "expected": expected.get(claim.name),
                "tight": claim.tight,
                "note": claim.note,
            }
            for claim in chosen
        ]
    )


@app.command()
def show(
    key: Annotated[str, typer.Argument(help="A claim's key, with @reading or without.")],
    latex: Annotated[bool, typer.Option("--latex", help="Print the statements as LaTeX.")] = False,
    proof: Annotated[bool, typer.Option("--proof", help="Print the stored proofs.")] = False,
) -> None:
    """Show a claim: statement, place, readings, notes, recorded status, power; the instance that
    decides it; its proof."""
    from verified.language.latex import latex as to_latex
    from verified.language.text import claim_text
    from verified.report.plays import searches_of, stored_play
    from verified.report.records import expected_statuses, stored_power
    from verified.report.selection import leaves, nodes, repairs_of
    from verified.report.terminal import finding_line, play_lines, power_lines, say

    claim = _claim(key)
    if proof:
        _show_proofs(leaves(nodes(claim)), latex)
        return
    if latex:
        for leaf in leaves(nodes(claim)):
            say(f"% {leaf.name}")
            say(to_latex(leaf.statement))
        return
    paper = claim.paper
    say(", ".join(part for part in (paper.authors, paper.title, paper.venue) if part))
    say(claim_text(claim))
    expected, power = expected_statuses(), stored_power()
    plays = {
        leaf.name: play for leaf in leaves(nodes(claim))
        if (play := stored_play(leaf)) is not None
    }
    searches = searches_of(plays)
    findings = _findings(claim, plays, expected)
    for node in nodes(claim):
        say(f"{node.name}: expected {expected.get(node.name, 'status not recorded')}")
        if (found := findings.get(node.name)) is not None:
            say(f"  {finding_line(found)}")
        for line in power_lines(node, power):
            say(f"  {line}")
        if (play := plays.get(node.name)) is not None:
            for line in play_lines(play, searches.get(node.name)):
                say(f"  {line}")
    for repair in repairs_of(claim):
        say(f"repaired as {repair}")


def _findings(
    claim: Claim, plays: Mapping[str, Attacked], expected: Mapping[str, str]
) -> dict[str, Finding]:
    """The gravest finding of each node of a claim that has one."""
    from verified.report.selection import leaves, nodes, parts

    refuted = [
        (leaf, plays[leaf.name].report.certificate) for leaf in leaves(nodes(claim))
        if leaf.name in plays and plays[leaf.name].report.status == "refuted"
    ]
    if not refuted:
        return {}
    # This opens the rooms of the search, which measures what repairs leave out.
    from verified.report.findings import findings_of, gravest

    proved = {name for name, status in expected.items() if status == "proved"}
    kinds = findings_of(refuted, proved)
    found = {
        node.name: gravest({
            leaf.name: kinds[leaf.name] for leaf in parts(node) if leaf.name in kinds
        })
        for node in nodes(claim)
    }
    return {name: kind for name, kind in found.items() if kind is not None}


def _show_proofs(chosen: list[Claim], latex: bool) -> None:
    """The stored proofs of claims, each with what it rests on."""
    from verified.proof.evidence import Evidence, Proven
    from verified.proof.library import known_statements
    from verified.report.proofs import proof_latex, proof_lines
    from verified.report.terminal import say

    evidence = Evidence(known_statements())
    for leaf in chosen:
        found = evidence.of(leaf.name)
        if not isinstance(found, Proven):
            say(f"{'% ' if latex else ''}{leaf.name}: {found.reason}")
            continue
        rests = ", ".join(found.rests_on) or "the definitions alone"
        say(f"{'% ' if latex else ''}{leaf.name}: {found.steps} steps, rests on {rests}")
        certificate = evidence.certificate(leaf.name)
        for line in (proof_latex if latex else proof_lines)(certificate):
            say(line)


@app.command()
def prove(
    patterns: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATTERN|FILE.py", help="Keys, or a file with claims and proofs."),
    ] = None,
    store: Annotated[
        bool, typer.Option("--store", help="Keep the proofs as the stored evidence.")
    ] = False,
    proof: Annotated[bool, typer.Option("--proof", help="Print the lines of each proof.")] = False,
) -> None:
    """Run the derivations of claims, and check each step."""
    from verified.kernel.proof import check_proof
    from verified.proof.derivation import DERIVATIONS, ProofError
    from verified.proof.evidence import path_of
    from verified.proof.library import derive, known_statements
    from verified.report.claimfile import is_file
    from verified.report.files import write_text
    from verified.report.proofs import proof_lines, proof_summary
    from verified.report.run import load_derivations
    from verified.report.selection import leaves
    from verified.report.terminal import say

    load_derivations()
    known, failed = dict(known_statements()), 0
    if patterns and len(patterns) == 1 and is_file(patterns[0]):
        chosen = leaves(_target(patterns[0]))
        known |= {leaf.name: leaf.statement for leaf in chosen if leaf.statement is not None}
        if store:
            raise InputError("--store keeps the proofs of the papers here, not those of a file")
    else:
        chosen = leaves(_select(patterns))
    for leaf in chosen:
        if leaf.name not in DERIVATIONS:
            if patterns:
                failed += 1
                _complain(f"{leaf.name} has no derivation")
            continue
        try:
            written = dumps(derive(leaf.name, known).certificate())
        except ProofError as error:
            failed += 1
            _complain(f"{leaf.name}: {error}")
            continue
        certificate = loads(written)
        checked = check_proof(certificate)
        for line in proof_summary(checked, None):
            say(line)
        if proof:
            for line in proof_lines(certificate):
                say(line)
        if store:
            path = path_of(leaf.name)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, written + "\n")
    if failed:
        raise typer.Exit(DIFFERENT)


@app.command()
def axioms(
    patterns: Patterns = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List the textbook facts that are cited without proof, with the claims that rest on them."""
    from verified.proof.evidence import Evidence
    from verified.proof.library import known_statements
    from verified.report.selection import leaves
    from verified.report.terminal import say

    evidence = Evidence(known_statements())
    found = evidence.axioms(leaf.name for leaf in leaves(_select(patterns)))
    if json:
        _print_json(found)
        return
    for axiom, users in found.items():
        say(f"{axiom}: {_claim(axiom).at}")
        say(f"  {_claim(axiom).statement or ''}")
        say(f"  used by {', '.join(users)}")
    say(f"{len(found)} axioms")


@app.command()
def check(
    patterns: Patterns = None,
    json: Annotated[
        str | None, typer.Option("--json", help="Write the record there ('-': print it).")
    ] = None,
    seed: Seed = 0,
    budget: Annotated[int, typer.Option(help="Evaluations for each statement.")] = QUICK_BUDGET,
    seconds: Annotated[
        float | None, typer.Option(help="A time limit for each statement (10, or by the budget).")
    ] = None,
    workers: Workers = 2,
    anew: Annotated[
        bool, typer.Option("--anew", help="Attack what stored plays decide, too.")
    ] = False,
    certificates: Annotated[
        Path | None, typer.Option(help="Write certificates and witnesses into this folder.")
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Record what is found as expected.")
    ] = False,
    corpus: Corpus = None,
) -> None:
    """Recheck proofs and plays, attack every other claim, and compare with the record."""
    from verified.proof.evidence import Evidence
    from verified.proof.library import known_statements
    from verified.report import document
    from verified.report.files import check_writable, prepare_folder, write_json
    from verified.report.plays import keep_plays, stored_play
    from verified.report.records import (
        EXPECTED,
        differences,
        expected_statuses,
        record_expected,
        stored_power,
    )
    from verified.report.run import Settings, attack_leaves, check_corpus, proofs_of
    from verified.report.selection import leaves
    from verified.report.terminal import check_table, leaf_progress, say, summary

    settings = Settings(
        _seed(seed), _budget(budget), _quick_seconds(seconds, budget),
        _workers(workers), corpus,
    )
    chosen, expected, power = _select(patterns), expected_statuses(), stored_power()
    if json is not None and json != "-":
        check_writable(Path(json))
    if certificates is not None:
        prepare_folder(certificates)
    if record:
        check_writable(EXPECTED)
    attacked: dict[str, Attacked] = {}
    wanted = leaves(chosen)
    with leaf_progress("rechecking proofs", len(wanted)) as advance:
        proven = proofs_of(wanted, Evidence(known_statements()), advance, settings.workers)
    if corpus is not None:
        check_corpus(corpus, wanted)
    for leaf in [] if anew else wanted:
        play = stored_play(leaf)
        if play is not None and leaf.name in proven:
            raise RuntimeError(f"{leaf.name} is proved, and a stored play refutes it")
        if play is not None:
            attacked[leaf.name] = play
    left = [leaf for leaf in wanted if leaf.name not in attacked]
    with leaf_progress("attacking", len(left)) as advance:

        def done(leaf: Claim, outcome: Attacked) -> None:
            attacked[leaf.name] = outcome
            advance(leaf.name)

        whole = attack_leaves(left, settings, done, proven)
    finished = [claim for claim in chosen if document.complete(claim, attacked)]
    found = document.document(finished, attacked, expected, power)
    if not whole:
        found["interrupted"] = True
    if certificates is not None:
        for leaf in leaves(finished):
            _write_evidence(certificates, leaf, attacked[leaf.name])
    if json == "-":
        _print_json(found)
    else:
        check_table(finished, found["claims"])
        say(f"{len(finished)} claims and readings: {summary(found['summary'])}")
        if json is not None:
            write_json(Path(json), found)
    statuses = {
        claim.name: entry["status"]
        for claim, entry in zip(finished, found["claims"], strict=True)
    }
    if not whole:
        _complain(f"interrupted: {len(attacked)} of {len(wanted)} statements were attacked")
        raise typer.Exit(INTERRUPTED)
    if record:
        record_expected(statuses)
        keep_plays(((leaf, attacked[leaf.name]) for leaf in left), seed)
        return
    wrong = differences(statuses, expected)
    for name, status, recorded in wrong:
        _complain(f"{name} is {status}; recorded: {recorded or 'nothing'}")
    if wrong:
        raise typer.Exit(DIFFERENT)


@app.command()
def attack(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE.py[:NAME]|PATTERN",
            help="Claims of yours, or keys of a paper's: * ? [ ] match as in file names.",
        ),
    ],
    seed: Seed = 0,
    budget: Annotated[int, typer.Option(help="Evaluations for each statement.")] = BUDGET,
    seconds: Annotated[
        float | None, typer.Option(help="A time limit for each statement.")
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
    """Attack claims of a Python file, or of a paper, and tell each refutation in numbers."""
    from verified.report import document
    from verified.report.files import check_writable, write_json
    from verified.report.repairs import repair_data, repair_lines, suggested
    from verified.report.run import Settings, attack_leaf, check_corpus, for_each
    from verified.report.selection import leaves
    from verified.report.terminal import (
        STYLES,
        attack_lines,
        attack_progress,
        say,
        summary,
    )

    if seconds is not None and not 0 < seconds < float("inf"):
        raise InputError(f"--seconds is {seconds}; it must be a positive number")
    settings = Settings(
        _seed(seed), _budget(budget), seconds, _workers(workers), corpus
    )
    claims = _targets(targets)
    if certificate is not None:
        check_writable(certificate)
    if corpus is not None:
        check_corpus(corpus, leaves(claims))
    attacked: dict[str, Attacked] = {}
    repaired: dict[str, list[Suggestion]] = {}

    def work(leaf: Claim) -> Attacked:
        with attack_progress(leaf.name, settings.budget) as progress:
            return attack_leaf(leaf, settings, progress)

    def done(leaf: Claim, outcome: Attacked) -> None:
        attacked[leaf.name] = outcome
        if not json:
            status = outcome.report.status
            say(f"{leaf.name}: {status}", STYLES[status])
            for line in attack_lines(leaf, outcome):
                say(line)
        if repair and outcome.report.status == "refuted":
            repaired[leaf.name] = suggested(leaf, outcome.report, settings)
            if not json:
                for line in repair_lines(repaired[leaf.name]):
                    say(line)
        if outcome.cut:
            raise KeyboardInterrupt

    whole = for_each(work, leaves(claims), 1, done)
    found = document.document(claims, attacked, {}, {})
    if not whole:
        found["interrupted"] = True
    if repair:
        found["repairs"] = {name: repair_data(known) for name, known in repaired.items()}
    evidence = [a.report.certificate for a in attacked.values() if a.report.certificate]
    if certificate is not None and evidence:
        write_json(certificate, evidence[0] if len(evidence) == 1 else evidence)
    if json:
        _print_json(found)
    else:
        say(summary(found["summary"]))
        if certificate is not None:
            say(f"{len(evidence)} certificate(s) in {certificate}" if evidence else
                "there is no certificate to write")
    if not whole:
        _complain("interrupted; what was found so far stands above")
        raise typer.Exit(INTERRUPTED)
    if any(outcome.report.status == "refuted" for outcome in attacked.values()):
        raise typer.Exit(DIFFERENT)


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
) -> None:
    """Recheck certificates from their own content, without the search or the papers."""
    from verified.report.rechecking import EVIDENCE, recheck_files, verdict

    start = time.perf_counter()
    outcomes = recheck_files(paths or EVIDENCE, _workers(workers))
    seconds = time.perf_counter() - start
    if json:
        listed = [vars(outcome) for outcome in outcomes]
        _print_json(listed if paths else _all_evidence(outcomes, workers, seconds))
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


def _all_evidence(outcomes: Sequence[Outcome], workers: int, seconds: float) -> dict[str, Any]:
    """What `recheck` says of all stored evidence."""
    return {
        "proofs": sum(outcome.kind == "proof" for outcome in outcomes),
        "plays": sum(outcome.kind == "play" for outcome in outcomes),
        "failed": [vars(outcome) for outcome in outcomes if not outcome.good],
        "workers": workers,
        "seconds": round(seconds, 3),
    }


@app.command()
def power(
    patterns: Patterns = None,
    seconds: Annotated[
        float, typer.Option(help="A time limit for each tampering's search.")
    ] = POWER_SECONDS,
    budget: Annotated[int, typer.Option(help="Evaluations for each tampered statement.")] = BUDGET,
    seed: Seed = 0,
    workers: Workers = 2,
    store: Annotated[bool, typer.Option("--store", help="Store what was measured.")] = False,
    proofs: Annotated[
        bool, typer.Option("--proofs", help="Mutate the stored proofs instead.")
    ] = False,
) -> None:
    """Measure how small a tampering with each relation the attack still refutes."""
    if proofs:
        _power_of_proofs(patterns, _workers(workers), store)
        return
    from verified.report.files import check_writable
    from verified.report.powering import measure
    from verified.report.records import POWER, store_power
    from verified.report.run import for_each
    from verified.report.selection import leaves
    from verified.report.terminal import leaf_progress, power_table

    if not 0 < seconds < float("inf"):
        raise InputError(f"--seconds is {seconds}; it must be a positive number")
    work = measure(_budget(budget), seconds, _seed(seed))
    _workers(workers)
    wanted = leaves(_select(patterns))
    if store:
        check_writable(POWER)
    measured: dict[str, Power] = {}
    with leaf_progress("tampering", len(wanted)) as advance:

        def done(leaf: Claim, found: Power) -> None:
            measured[leaf.name] = found
            advance(leaf.name)

        whole = for_each(work, wanted, workers, done)
    in_order = {leaf.name: measured[leaf.name] for leaf in wanted if leaf.name in measured}
    power_table(in_order)
    if store:
        store_power(in_order)
    if not whole:
        _complain(f"interrupted: {len(measured)} of {len(wanted)} claims were measured")
        raise typer.Exit(INTERRUPTED)


def _power_of_proofs(patterns: list[str] | None, workers: int, store: bool) -> None:
    """Mutate the stored proofs, and count what the kernel made of the mutations.

    With `store`, proofs counted before and unchanged since are passed over.
    """
    from verified.report.files import check_writable
    from verified.report.powering import ProofCampaign
    from verified.report.records import PROOF_POWER
    from verified.report.selection import leaves
    from verified.report.terminal import leaf_progress, proof_power_table, say

    if store:
        check_writable(PROOF_POWER)
    campaign = ProofCampaign(leaves(_select(patterns)), store)
    with leaf_progress("mutating", len(campaign.wanted)) as advance:
        whole = campaign.run(workers, advance)
    proof_power_table(campaign.counted)
    for name, found in campaign.counted.items():
        if found.redundant:
            say(f"{name} holds without {', '.join(found.redundant)}")
    for name, refutations in campaign.refuted.items():
        _complain(f"{name}: the kernel accepts what the attack refutes: {'; '.join(refutations)}")
    if not whole:
        raise typer.Exit(INTERRUPTED)
    if campaign.refuted:
        raise typer.Exit(DIFFERENT)


@app.command(cls=NumbersMayBeNegative)
def value(
    quantity: Annotated[
        str | None, typer.Argument(help="Its name; without one, all are listed.")
    ] = None,
    literals: Annotated[
        list[str] | None,
        typer.Argument(metavar="LIST", help="Laws '1/3,2/3', matrices '1,0;0,1', numbers."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="A matrix, or laws: .csv, .npy or .json.")
    ] = None,
    param: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A parameter by its name.")
    ] = None,
    width: Annotated[str, typer.Option(help="Relative width of the enclosure.")] = "1e-12",
    normalise: Annotated[
        bool, typer.Option("--normalise", help="Divide each law by its sum first.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Give the certified value of a quantity on data of yours."""
    from verified.report.quantities import QUANTITIES, evaluate, value_record

    if quantity is None:
        for known in QUANTITIES.values():
            takes = " ".join(part.name for part in known.parameters)
            print(f"{known.name} {takes}: {known.meaning}{_unit(known.unit, ', in ')}")
        return
    found = evaluate(quantity, literals or [], _named(param or []), file, width.strip(), normalise)
    if json:
        _print_json(value_record(found))
        return
    for note in found.notes:
        print(f"note: {note}")
    unit = _unit(found.quantity.unit, " ")
    if found.exact is not None:
        print(f"{quantity} = {found.exact}{unit} exactly")
    elif found.low == found.high:
        print(f"{quantity} = {found.low}{unit}")
    else:
        print(f"{quantity} in [{found.low}, {found.high}]{unit}")


@app.command()
def figure(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Such as ngo-2024/figure-1.")],
    data: Annotated[bool, typer.Option("--data", help="The data, each point enclosed.")] = False,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .csv or .json file to write.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of CSV.")] = False,
) -> None:
    """Give the data behind a figure of a paper."""
    from verified.report.figures import figure_data, format_of, write_figure
    from verified.report.files import check_writable

    if not data:
        raise InputError("a figure isn't drawn; with --data its data are given")
    form = format_of(output, json)
    if output is not None:
        check_writable(output)
    text = write_figure(figure_data(key), output, form)
    if output is None:
        print(text, end="")


# --- what the commands share ----------------------------------------------------------------------


def _complain(message: str) -> None:
    """One message to the error stream."""
    print(f"verified: {message}", file=sys.stderr)


def _unit(unit: str, before: str) -> str:
    return f"{before}{unit}" if unit else ""


def _named(parameters: list[str]) -> dict[str, str]:
    named = {}
    for parameter in parameters:
        name, equals, written = parameter.partition("=")
        if not equals:
            raise InputError(f"--param is {parameter!r}; write NAME=VALUE, such as eps=1/2")
        if name.strip() in named:
            raise InputError(f"--param gives {name.strip()} twice")
        named[name.strip()] = written
    return named


def _quick_seconds(seconds: float | None, budget: int) -> float:
    """The time limit of `check`: a larger budget has more time."""
    if seconds is None:
        return QUICK_SECONDS * max(1.0, budget / QUICK_BUDGET)
    if not 0 < seconds < float("inf"):
        raise InputError(f"--seconds is {seconds}; it must be a positive number")
    return seconds


def _budget(number: int) -> int:
    if not 1 <= number <= MOST_EVALUATIONS:
        raise InputError(f"--budget is {number}; it must be from 1 to {MOST_EVALUATIONS}")
    return number


def _seed(number: int) -> int:
    if number < 0:
        raise InputError(f"--seed is {number}; it must be at least 0")
    return number


def _workers(number: int) -> int:
    if not 1 <= number <= MOST_WORKERS:
        raise InputError(f"--workers is {number}; it must be from 1 to {MOST_WORKERS}")
    return number


def _rows() -> list[Claim]:
    from verified.papers import all_claims

    return all_claims()


def _select(patterns: list[str] | None) -> list[Claim]:
    from verified.report.selection import select

    return select(_rows(), patterns or [])


def _claim(key: str) -> Claim:
    """The claim with a key (and reading, where that is given); its children come with it."""
    from verified.errors import UnknownKeyError
    from verified.language.claims import find
    from verified.papers import papers
    from verified.report.selection import nodes

    bare, at, reading = key.partition("@")
    claim = find(papers(), bare)
    if not at:
        return claim
    named = {node.reading: node for node in nodes(claim) if node.key == claim.key}
    if reading not in named:
        raise UnknownKeyError(f"reading of {claim.key}", reading, named)
    return named[reading]


def _targets(targets: list[str]) -> list[Claim]:
    """The claims that `attack` was pointed at, each once."""
    found: dict[str, Claim] = {}
    for target in targets:
        for claim in _target(target):
            if found.setdefault(claim.name, claim).statement != claim.statement:
                raise InputError(f"{target} has another claim {claim.name} than a target before it")
    return list(found.values())


def _target(target: str) -> list[Claim]:
    """The claims that a file or a pattern names, with all that is below them."""
    from verified.errors import UnknownKeyError
    from verified.report.claimfile import is_file, load
    from verified.report.selection import nodes

    if is_file(target):
        return [node for claim in load(target) for node in nodes(claim)]
    try:
        return _select([target])
    except UnknownKeyError:
        if not target or not Path(target).exists():
            raise
        raise InputError(f"{target} is no Python file; claims are read from FILE.py") from None


def _write_evidence(folder: Path, leaf: Claim, attacked: Attacked) -> None:
    """The claim's certificate and its witness, in a folder for its paper."""
    from verified.report.files import prepare_folder, write_json

    place = folder / leaf.paper.key
    report = attacked.report
    for kind, evidence in (("certificate", report.certificate), ("witness", report.witness)):
        if evidence is not None:
            prepare_folder(place)
            name = leaf.name.partition("/")[2]
            write_json(place / f"{name}.{kind}.json", evidence)


def _print_json(value: Any) -> None:
    import json

    # JSON has escapes of its own for what the output's encoding doesn't have.
    plain = (sys.stdout.encoding or "").lower() not in ("utf-8", "utf8")
    print(json.dumps(value, indent=1, ensure_ascii=plain, allow_nan=False))


if __name__ == "__main__":
    main()
