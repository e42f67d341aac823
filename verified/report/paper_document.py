r"""A paper's claims as one LaTeX document: statements, verdicts, findings in words, derivations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from verified.errors import UnknownKeyError
from verified.papers import papers
from verified.proof.evidence import Evidence, recorded_axioms, scope
from verified.proof.library import known_statements
from verified.report.checking import kept_findings, kept_plays
from verified.report.findings import Finding
from verified.report.records import expected_statuses
from verified.report.refutation import Writing, sentences
from verified.report.results import Results, results_folder
from verified.report.run import Attacked
from verified.report.selection import leaves, nodes
from verified.report.terminal import finding_line, standing
from verified.report.tex import (
    Style,
    breakable,
    escaped,
    formula_inline,
    preamble,
    proof_latex,
    prose,
    statement_latex,
)
from verified.syntax.claims import Claim, Paper
from verified.syntax.latex import symbol

# The width of its text: A4 with margins of 25 mm, in em of 10 points, less what rounding takes.
DOCUMENT_WIDTH = 45.0

_HEAD = r"""\documentclass[10pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage[margin=25mm]{geometry}"""

_HOW = (
    "Each claim is told as it is checked, with its verdict as it is recorded. A proved statement "
    "has a derivation, of which a kernel accepts each line; a refuted one has an exact instance "
    "that breaks it; what survived was attacked, which is no proof. A formula is printed "
    "simplified (u + 0 as u): comments in this file's source say of each statement what the "
    "kernel's normal form shows equal and what rests on rules that are tried at instances; lines "
    "of derivations are simplified by the same rules. A negated relation says that the relation "
    "doesn't hold, as where a side is undefined. A formula that goes on stands further in."
)


def paper_named(key: str) -> Paper:
    """A paper by its key.

    Raises:
        UnknownKeyError: there is none.
    """
    known = {paper.key: paper for paper in papers()}
    if key not in known:
        raise UnknownKeyError("paper", key, known)
    return known[key]


def document(key: str, macros: bool, derivations: bool) -> Iterator[str]:
    """The lines of a paper's document.

    Args:
        macros: whether notation is written by the macros of the preamble.
        derivations: whether proofs are told line by line.

    Raises:
        UnknownKeyError: there is no such paper.
    """
    paper = paper_named(key)
    style = Style(DOCUMENT_WIDTH, macros)
    told = _Told(paper)
    yield _HEAD
    yield from preamble()
    yield r"\setlength{\LTleft}{0pt}\setlength{\LTright}{0pt}"
    # Formulas within sentences have few places to break: better loose lines than long ones.
    yield r"\tolerance=9999\setlength{\emergencystretch}{3em}"
    yield rf"\title{{{escaped(paper.title)}:\\ claims, verdicts, derivations}}"
    authors = f"of a paper by {paper.authors}" if paper.authors else "stated by this project"
    yield rf"\author{{{escaped(authors)}}}"
    yield r"\date{}"
    yield r"\begin{document}"
    yield r"\maketitle"
    yield from told.opening()
    yield from told.findings(style)
    yield r"\section*{Claims}"
    for row in paper.rows.values():
        yield from told.row(row, style, derivations)
    yield r"\end{document}"


class _Told:
    """What is known of a paper's claims, in LaTeX."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.leaves = leaves(node for row in paper.rows.values() for node in nodes(row))
        self.statuses = expected_statuses()
        results = Results(results_folder())
        proved = {name for name, status in self.statuses.items() if status == "proved"}
        self.plays: dict[str, Attacked] = kept_plays(self.leaves, results)
        self.kinds: dict[str, Finding] = kept_findings(self.leaves, self.plays, proved, results)
        self.axioms = recorded_axioms(leaf.name for leaf in self.leaves)
        self.evidence = Evidence(known_statements())

    def opening(self) -> Iterator[str]:
        """Which text was read, how to read this, and how many statements have which verdict."""
        paper = self.paper
        counts = Counter(self.statuses.get(leaf.name, "not recorded") for leaf in self.leaves)
        summed = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
        facts = [
            f"{paper.venue}." if paper.venue else "", f"Text read: {paper.edition}.",
            f"Logarithms are natural, informations in {paper.units}.",
            f"{len(self.leaves)} statements, readings included: {summed}.",
        ]
        yield breakable(" ".join(fact for fact in facts if fact))
        yield ""
        yield escaped(_HOW)
        yield ""

    def findings(self, style: Style) -> Iterator[str]:
        """The refuted statements, each with the instance that breaks it."""
        refuted = [
            leaf for leaf in self.leaves
            if leaf.name in self.plays and self.plays[leaf.name].status == "refuted"
        ]
        if not refuted:
            return
        yield r"\section*{Findings}"
        for leaf in refuted:
            yield rf"\subsection*{{{_title(leaf)}}}"
            kind = self.kinds.get(leaf.name)
            if kind is not None:
                yield rf"{breakable(finding_line(kind).capitalize())}."
                yield ""
            if leaf.note:
                yield rf"\emph{{{prose(leaf.note)}}}"
                yield ""
            assert leaf.statement is not None
            yield from statement_latex(leaf.name, leaf.statement, style)
            yield from _in_words(self.plays[leaf.name], style)

    def row(self, row: Claim, style: Style, derivations: bool) -> Iterator[str]:
        """A row of the paper: its place and note, then each of its statements."""
        yield rf"\subsection*{{{breakable(row.key.partition('/')[2])}}}"
        if row.at:
            yield rf"{breakable(row.at[0].upper() + row.at[1:])}."
            yield ""
        if row.note:
            yield rf"\emph{{{prose(row.note)}}}"
            yield ""
        for leaf in leaves(nodes(row)):
            yield from self.statement(leaf, row, style, derivations)

    def statement(
        self, leaf: Claim, row: Claim, style: Style, derivations: bool
    ) -> Iterator[str]:
        assert leaf.statement is not None
        yield rf"\paragraph{{{breakable(leaf.name.partition('/')[2])}}}"
        if leaf.note and leaf.note != row.note:
            yield rf"\emph{{{prose(leaf.note)}}}"
        yield from statement_latex(leaf.name, leaf.statement, style)
        yield rf"\noindent {breakable(self.verdict(leaf))}"
        yield ""
        if leaf.name in self.plays and self.plays[leaf.name].status == "proved":
            yield from _in_words(self.plays[leaf.name], style)
        if not derivations or self.statuses.get(leaf.name) != "proved":
            return
        certificate = self.evidence.certificate(leaf.name)
        if certificate is not None:
            yield from proof_latex(certificate, style)

    def verdict(self, leaf: Claim) -> str:
        """A statement's verdict in words."""
        status = self.statuses.get(leaf.name)
        if status is None:
            return "No verdict is recorded."
        told = standing(status, leaf.scope or None)
        words = [f"{told.capitalize()}"]
        if status == "proved":
            assert leaf.statement is not None
            facts = self.axioms.get(leaf.name, ())
            words.append(f"; for {scope(leaf.statement)}")
            if facts:
                words.append(f"; given {' and '.join(facts)}, cited without proof")
        elif leaf.name in self.kinds:
            words.append(f"; {finding_line(self.kinds[leaf.name])}")
        return "".join(words) + "."


def _title(leaf: Claim) -> str:
    place = f" ({leaf.at})" if leaf.at else ""
    return breakable(f"{leaf.name.partition('/')[2]}{place}")


def _in_words(outcome: Attacked, style: Style) -> Iterator[str]:
    """The instance that decides a claim, in sentences."""
    assert outcome.report.certificate is not None

    def equation(name: str, value: str) -> str:
        sign = "" if value.startswith("≈") else "="
        return rf"${symbol(name)}{sign}$ {breakable(value)}"

    written = Writing(lambda term: formula_inline(term, style), breakable, equation)
    verb = "It fails." if outcome.status == "refuted" else "It holds."
    yield rf"\noindent {verb} {' '.join(sentences(outcome.report.certificate, written))}"
    yield ""


__all__ = ["DOCUMENT_WIDTH", "document", "paper_named"]
