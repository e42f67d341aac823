"""In a notebook: what ends a cell renders itself, and an attack has a progress bar.

    from verified.notebook import attack, code, evidence, latex, picture, show

Claims, formulas, reports of attacks and certified values render without this module; here are the
things that need more than an object: how claims of the papers stand, certificates (rechecked as
they are shown), pictures, LaTeX and code to copy. Nothing here needs a notebook, nor IPython: in a
script the same functions return the same objects, which print themselves.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from verified.attack import attack as run_attack
from verified.attack.report import Report
from verified.errors import InputError
from verified.report.looking import claims_meant
from verified.report.mathematics import mathematical
from verified.syntax.claims import Claim, Statement
from verified.syntax.latex import latex as as_latex
from verified.syntax.serial import read_statement
from verified.syntax.text import text

# Seconds until a bar is drawn again.
_REDRAWN_AFTER = 0.2


# --- attacks --------------------------------------------------------------------------------------


def attack(
    target: Claim | Statement | str,
    *,
    seed: int = 0,
    budget: int = 20_000,
    seconds: float | None = None,
    workers: int = 1,
    corpus: Path | None = None,
) -> Report:
    """Attack a claim, as `verified.attack.attack` does, with a progress bar where IPython runs.

    Args:
        target: a claim with a statement of its own, a statement, or what `show` takes for one: a
            key of a paper's claim, or a claim as text.
        seed: fixes the sequence of the search.
        budget: how many evaluations of instances to spend.
        seconds: a time limit, which only cuts the sequence short.
        workers: processes to use.
        corpus: a folder of near misses, replayed first and added to.

    Raises:
        InputError: there is no such claim, it has several statements, or an argument is nothing
            that can be spent.
    """
    claim = _one(target) if isinstance(target, str) else target
    name = claim.name if isinstance(claim, Claim) else "the statement"
    bar = _Bar(name, budget) if _shows() else None
    try:
        return run_attack(
            claim, seed=seed, budget=budget, seconds=seconds, workers=workers, corpus=corpus,
            progress=bar,
        )
    finally:
        if bar is not None:
            bar.close()


class _Bar:
    """The progress of an attack, below its cell while it runs; nothing is left of it."""

    def __init__(self, name: str, budget: int) -> None:
        # Not by an import statement: IPython is no dependency, and has no types.
        display = import_module("IPython.display").display
        self._name, self._budget, self._drawn = name, budget, time.monotonic()
        self._handle: Any = display(self._told(0, None), raw=True, display_id=True)

    def __call__(self, evaluations: int, closest: float | None) -> None:
        if time.monotonic() - self._drawn > _REDRAWN_AFTER:
            self._drawn = time.monotonic()
            self._handle.update(self._told(evaluations, closest), raw=True)

    def close(self) -> None:
        self._handle.update({"text/plain": "", "text/html": ""}, raw=True)

    def _told(self, evaluations: int, closest: float | None) -> dict[str, str]:
        near = "" if closest is None else f", closest {closest:.1e}"
        told = f"{self._name}: {evaluations} of {self._budget} evaluations{near}"
        bar = f'<progress value="{evaluations}" max="{self._budget}"></progress>'
        return {"text/plain": told, "text/html": f"<div>{bar} {escape(told)}</div>"}


def _shows() -> bool:
    """Whether IPython runs this."""
    # Whoever runs in IPython has imported it.
    running = sys.modules.get("IPython")
    return running is not None and running.get_ipython() is not None


# --- claims of the papers -------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """Claims with how they stand, one after the other."""

    claims: Sequence[Claim]
    verdicts: Mapping[str, Sequence[str]]

    def __str__(self) -> str:
        return "\n".join(
            line for leaf in self._leaves()
            for line in (f"{leaf.name}: {'; '.join(self.verdicts[leaf.name])}",
                         f"  {mathematical(text(leaf.statement))}")
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{escape(leaf.name)}</code></td>"
            f"<td>{escape('; '.join(self.verdicts[leaf.name]))}</td></tr>"
            for leaf in self._leaves()
        )
        # A notebook sets all columns to the right otherwise.
        table = f'<table style="text-align: left">{rows}</table>'
        return "".join(claim._repr_html_() for claim in self.claims) + table

    def _leaves(self) -> Iterator[Claim]:
        for claim in self.claims:
            yield from claim.leaves()


def show(name: str) -> Shown:
    """Claims of the papers with their recorded verdicts, what proofs rest on, kinds of findings.

    Args:
        name: a key, with @reading or without, in which `*`, `?` and `[…]` match; or a claim as
            text.

    Raises:
        UnknownKeyError: there is no such claim.
    """
    from verified.report.results import Results, results_folder
    from verified.report.standings import recorded
    from verified.report.terminal import finding_line

    claims = claims_meant(name)
    below = [leaf for claim in claims for leaf in claim.leaves()]
    results = Results(results_folder())
    standings = recorded(below, results)
    results.close()
    verdicts = {}
    for leaf in below:
        found = standings.of(leaf)
        told = [found.told]
        if found.facts:
            told.append(f"given {' and '.join(found.facts)}, cited without proof")
        if found.finding is not None:
            told.append(finding_line(found.finding))
        verdicts[leaf.name] = told
    return Shown(claims, verdicts)


def _one(name: str) -> Claim:
    """The only claim with a statement that a name means."""
    found = [leaf for claim in claims_meant(name) for leaf in claim.leaves()]
    if len(found) != 1:
        raise InputError(
            f"{name} has {len(found)} statements: {', '.join(leaf.name for leaf in found)}"
        )
    return found[0]


# --- evidence -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Evidence:
    """A certificate that the kernel has just rechecked.

    Attributes:
        certificate: as its file has it.
        lines: what it shows: the instance and what decides there, or the steps of the proof.
    """

    certificate: Mapping[str, Any]
    lines: tuple[str, ...]

    @property
    def statement(self) -> Statement:
        return read_statement(self.certificate["statement"])

    def __str__(self) -> str:
        return "\n".join((self._head(), mathematical(text(self.statement)), *self.lines))

    __repr__ = __str__

    def _head(self) -> str:
        shows = {"refutation": "refuted", "witness": "hypotheses met"}
        polarity = str(self.certificate.get("polarity"))
        return f"{self.certificate['claim']}: {shows.get(polarity, 'proved')}"

    def _repr_html_(self) -> str:
        lines = escape("\n".join(self.lines))
        return (
            f"<div><b>{escape(self._head())}</b>, rechecked"
            f"<p>${escape(as_latex(self.statement))}$</p>"
            f'<pre style="max-height: 30em; overflow: auto">{lines}</pre></div>'
        )


def evidence(source: Report | Mapping[str, Any] | str | Path) -> Evidence:
    """What decides a claim, rechecked now by the kernel.

    Args:
        source: the report of an attack, a certificate, a file with one (FILE.json), or the name of
            a claim of the papers, whose stored play or proof is taken.

    Raises:
        InputError: there is none, or the file holds none.
        FormatError: it doesn't hold.
    """
    from verified.kernel.certificate import check
    from verified.kernel.proof import check_proof
    from verified.report.proofs import proof_lines
    from verified.report.refutation import explain

    # What is checked is what a file would hold.
    certificate = json.loads(json.dumps(_certificate(source)))
    if certificate.get("kind") == "proof":
        check_proof(certificate)
        told = proof_lines(certificate, signs=mathematical)
        return Evidence(certificate, tuple(told))
    check(certificate)
    return Evidence(certificate, tuple(map(mathematical, explain(certificate))))


def _certificate(source: Report | Mapping[str, Any] | str | Path) -> Mapping[str, Any]:
    from verified.report.files import read_json

    if isinstance(source, Report):
        if source.certificate is None:
            raise InputError(f"{source.key} {source.status}: no instance decides it")
        return source.certificate
    if isinstance(source, Mapping):
        return source
    if isinstance(source, Path) or source.endswith(".json"):
        content = read_json(Path(source))
        if not isinstance(content, dict):
            raise InputError(f"{source} holds several certificates, or none")
        return content
    return _stored(_one(source))


def _stored(leaf: Claim) -> Mapping[str, Any]:
    """The stored play of a claim, or its proof."""
    from verified.proof.evidence import path_of
    from verified.report.files import read_json
    from verified.report.plays import play_of

    play = play_of(leaf)
    if play is None and path_of(leaf.name).exists():
        play = read_json(path_of(leaf.name))
    if not isinstance(play, dict):
        raise InputError(f"nothing is stored that decides {leaf.name}")
    return play


# --- pictures, LaTeX, code ------------------------------------------------------------------------


@dataclass(frozen=True)
class Picture:
    """A picture, as SVG."""

    svg: str

    def __repr__(self) -> str:
        return f"<a picture of {len(self.svg)} bytes of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg


def picture(source: Report | Mapping[str, Any] | str) -> Picture:
    """A paper's figure, the instance that refutes a claim, or else the bound of a claim with what
    the search met along it, by its key (`verified figure` lists them); or the instance of a report
    or a certificate.

    Raises:
        InputError: there is no such picture, or matplotlib isn't installed.
        FormatError: the certificate doesn't hold.
    """
    from verified.drawing.matplotlib import drawn
    from verified.drawing.pictures import Searching, keys_of, picture_files
    from verified.drawing.plays import play_sheet
    from verified.report.results import Results, results_folder

    if not isinstance(source, str):
        return Picture(drawn(play_sheet(dict(_certificate(source))), "svg").decode())
    results = Results(results_folder())
    try:
        _, content = next(picture_files(keys_of(source)[0], ["svg"], Searching(results)))
    finally:
        results.close()
    return Picture(content.decode())


class Source(str):
    """Text to copy, in a language: prints as it is, and is set as code in a notebook."""

    language: str

    def __new__(cls, written: str, language: str) -> Source:
        made = super().__new__(cls, written)
        made.language = language
        return made

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return f"```{self.language}\n{self}\n```"


def latex(
    target: Claim | str, *, proof: bool = False, closed_form: bool = False, width: float = 34.0,
    macros: bool = False,
) -> Source:
    """Statements as LaTeX for a paper, as `verified latex` prints them.

    Args:
        target: a claim of yours, or a name: of claims, a definition, or with `closed_form` of a
            quantity.
        proof: with the stored proofs, as tables.
        closed_form: instead, the simplest form, derivative and expansions of what is stated.
        width: of the longest line, in em.
        macros: whether notation is written by the macros of `verified latex --preamble`.

    Raises:
        InputError: there is no such claim or no closed form, or the width is none.
    """
    from verified.report.closed_forms import closed_forms_latex
    from verified.report.showing import written_latex
    from verified.report.tex import checked_style

    style = checked_style(width, macros)
    name, meant = _meant(target)
    if closed_form:
        lines = closed_forms_latex(name, meant, style)
    else:
        lines = written_latex(name, meant, style, proof)
    return Source("\n".join(lines), "latex")


def code(target: Claim | str, lang: str = "python") -> Source:
    """Closed forms and bounds as functions, with their measured errors, as `verified code` prints
    them.

    Args:
        target: a claim of yours, or the name of claims or a quantity of numbers.
        lang: python, numpy, c, rust, julia, javascript, sympy or mpmath.

    Raises:
        InputError: there is no such claim, language or closed form.
    """
    from verified.code.functions import code_of

    name, meant = _meant(target)
    return Source(code_of([name], meant, lang).rstrip("\n"), lang)


def _meant(target: Claim | str) -> tuple[str, Callable[[str], list[Claim]]]:
    """A name, and what tells the claims that it means."""
    if isinstance(target, str):
        return target, claims_meant
    return target.name, lambda name: [target]


__all__ = [
    "Evidence", "Picture", "Shown", "Source", "attack", "code", "evidence", "latex", "picture",
    "show",
]
