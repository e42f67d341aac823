"""What `show` tells: claims with what decides them, definitions, sources, and certificates."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verified.errors import InputError, UnknownKeyError
from verified.report.checking import kept_findings, kept_plays
from verified.report.findings import Finding
from verified.report.plays import play_path
from verified.report.records import expected_statuses
from verified.report.results import Results, results_folder
from verified.report.selection import leaves, nodes, repairs_of
from verified.report.standings import recorded
from verified.report.terminal import AS_TYPED, Look, finding_line, leaf_progress, standing
from verified.report.tex import Style, proof_latex, statement_latex
from verified.syntax.claims import Claim
from verified.syntax.lines import claim_text, statement_lines

DEFINITION = "definition/"
# Lines as long as LaTeX's own class has them, notation written out.
PLAIN = Style()


def claim_lines(claim: Claim, look: Look = AS_TYPED) -> Iterator[str]:
    """A claim: statement, place, readings, notes; then for each of its parts the recorded status,
    what it rests on, the measured power and the instance that decides it."""
    paper = claim.paper
    yield ", ".join(part for part in (paper.authors, paper.title, paper.venue) if part)
    yield claim_text(claim, look.width, look.signs)
    standings = recorded(leaves(nodes(claim)), Results(results_folder()))
    for node in nodes(claim):
        found = standings.of(node)
        told = found.told if found.status is None else f"expected {found.told}"
        yield f"{node.name}: {told}"
        if found.facts:
            yield f"  given {' and '.join(found.facts)}, cited without proof"
        if found.finding is not None:
            yield f"  {finding_line(found.finding)}"
        yield from (f"  {look.signs(line)}" for line in (*found.power, *found.instance))
    yield from (f"repaired as {repair}" for repair in repairs_of(claim))


def stored_findings(below: Sequence[Claim]) -> dict[str, Finding]:
    """The kinds of finding of what stored plays refute, by the claims' names."""
    results = Results(results_folder())
    proved = {name for name, status in expected_statuses().items() if status == "proved"}
    # Half a minute where no check has kept them.
    with leaf_progress("kinds of findings", len(below)) as advance:
        return kept_findings(below, kept_plays(below, results), proved, results, advance)


def proof_told(
    chosen: Sequence[Claim], latex: bool, style: Style = PLAIN, look: Look | None = None
) -> Iterator[str]:
    """The stored proofs of claims, each with what it rests on."""
    from verified.proof.evidence import Evidence, Proven
    from verified.proof.library import known_statements
    from verified.report.proofs import proof_lines

    evidence = Evidence(known_statements())
    mark = "% " if latex else ""
    for leaf in chosen:
        found = evidence.of(leaf.name)
        if not isinstance(found, Proven):
            yield f"{mark}{leaf.name}: {found.reason}"
            continue
        rests = ", ".join(found.rests_on) or "the definitions alone"
        scope = f"; {standing('proved', leaf.scope)} only" if leaf.scope else ""
        yield f"{mark}{leaf.name}: {found.steps} steps, rests on {rests}{scope}"
        certificate = evidence.certificate(leaf.name)
        if latex:
            yield from proof_latex(certificate, style)
        else:
            yield from proof_lines(certificate, *_shape(look))


def _shape(look: Look | None) -> tuple[int | None, Callable[[str], str] | None]:
    """The width and the signs of formulas; without a look each has one line, as it is typed."""
    return (None, None) if look is None else (look.width, look.signs)


def latex_lines(chosen: Sequence[Claim], style: Style = PLAIN) -> Iterator[str]:
    """The statements of claims as LaTeX."""
    for leaf in chosen:
        assert leaf.statement is not None
        yield from statement_latex(leaf.name, leaf.statement, style)


def written_latex(
    name: str, meant: Callable[[str], list[Claim]], style: Style, proof: bool
) -> Iterator[str]:
    """What a name means as LaTeX: a definition, or a claim's statements, with their stored proofs
    if these are asked for.

    Args:
        meant: finds the claims that a name means.

    Raises:
        UnknownKeyError: it means nothing.
    """
    if name.startswith(DEFINITION):
        yield from definition_lines(name, True, False, style)
        return
    for claim in meant(name):
        for leaf in leaves(nodes(claim)):
            yield from latex_lines([leaf], style)
            if proof:
                yield from proof_told([leaf], True, style)


def definition_lines(
    name: str, latex: bool, source: bool, style: Style = PLAIN, look: Look = AS_TYPED
) -> Iterator[str]:
    """A definition, by its whole name.

    Raises:
        UnknownKeyError: there is no such definition.
    """
    from verified.quantities.definitions import definitions
    from verified.quantities.definitions.defining import PLACES

    known = definitions()
    if name not in known:
        raise UnknownKeyError("definition", name, known)
    if latex:
        yield from statement_latex(name, known[name], style)
        return
    if source:
        yield f"{name}: stated in {_place(*PLACES[name])}"
        return
    yield name
    stated = statement_lines(known[name], look.width - 2)
    yield from (f"  {look.signs(line)}" for line in stated)
    yield "  what proofs may cite without evidence: it unfolds a quantity by one step"


# --- sources --------------------------------------------------------------------------------------


def source_lines(claim: Claim) -> Iterator[str]:
    """Where a claim is stated, and where each of its statements is proved or refuted."""
    from verified.proof.derivation import DERIVATIONS
    from verified.proof.evidence import path_of
    from verified.report.run import load_derivations

    load_derivations()
    row = next(key for key, row in claim.paper.rows.items() if claim.key in _keys(row))
    yield f"{claim.name}: stated in {_place(*claim.paper.places[row])}"
    for leaf in leaves(nodes(claim)):
        derivation = DERIVATIONS.get(leaf.name)
        if derivation is not None:
            code = inspect.unwrap(derivation).__code__
            yield f"  {leaf.name}: derived in {_place(code.co_filename, code.co_firstlineno)}"
        for what, path in (("proof", path_of(leaf.name)), ("play", play_path(leaf.name))):
            if path.exists():
                yield f"  {leaf.name}: {what} in {_shortest(path)}"


def _keys(row: Claim) -> set[str]:
    return {node.key for node in nodes(row)}


def _place(file: str, line: int) -> str:
    return f"{_shortest(Path(file))}:{line}"


def _shortest(path: Path) -> Path:
    """A path as one would type it here."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path


# --- certificates ---------------------------------------------------------------------------------


def is_certificate(target: str) -> bool:
    """Whether what `show` is pointed at means a file of certificates, and not claims."""
    from verified.report.claimfile import is_file
    from verified.report.claimlines import is_lines

    if is_file(target) or is_lines(target):
        return False
    return target.endswith(".json") or Path(target).is_file()


def certificate_lines(
    path: Path, proof: bool, look: Look | None = None
) -> tuple[list[str], int]:
    """The certificates of a file told as `attack` tells what it found, each rechecked first, and
    the exit code of `recheck`.

    Args:
        proof: whether the lines of proofs are told, too.

    Raises:
        InputError: there is no such file.
    """
    from verified.report.files import read_json
    from verified.report.rechecking import recheck_files, verdict

    if path.is_dir():
        raise InputError(f"{path} is a folder; show tells the certificates of one file")
    outcomes = recheck_files([path])
    lines: list[str] = []
    content = None if any(not outcome.judged for outcome in outcomes) else read_json(path)
    certificates = content if isinstance(content, list) else [content]
    for number, outcome in enumerate(outcomes):
        lines.append(f"{path}: {outcome.message}")
        if outcome.good and content is not None:
            told = _told(certificates[number], outcome.kind, proof, look)
            lines += (f"  {line}" for line in told)
    return lines, verdict(outcomes)


def _told(certificate: Any, kind: str, proof: bool, look: Look | None) -> Iterator[str]:
    from verified.proof.evidence import scope
    from verified.report.proofs import proof_lines
    from verified.report.refutation import explain
    from verified.syntax.serial import read_statement

    statement = read_statement(certificate["statement"])
    width, signs = (look.width, look.signs) if look else (AS_TYPED.width, AS_TYPED.signs)
    yield from map(signs, statement_lines(statement, width - 2))
    if kind == "play":
        yield from map(signs, explain(certificate))
        return
    yield f"scope: {scope(statement)}"
    if proof:
        yield from proof_lines(certificate, *_shape(look))


__all__ = [
    "certificate_lines", "claim_lines", "definition_lines", "is_certificate", "latex_lines",
    "proof_told", "source_lines", "stored_findings", "written_latex",
]
