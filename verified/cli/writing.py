"""What is taken from here into papers and programs: `latex`, `code`, `cite` and `findings`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from verified.cli.shared import (
    app,
    completed_keys,
    completed_papers,
    meant,
)
from verified.errors import InputError


@app.command()
def latex(
    keys: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KEY…", help="Claims, definition/NAME, or quantities.",
            autocompletion=completed_keys,
        ),
    ] = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="The stored proofs too, as tables.")
    ] = False,
    closed_form: Annotated[
        bool,
        typer.Option("--closed-form", help="Simplest form, derivative, … of what is stated."),
    ] = False,
    width: Annotated[
        float, typer.Option(metavar="EM", help="The longest line, in em of the text's font.")
    ] = 34.0,
    macros: Annotated[
        bool, typer.Option("--macros", help="Write notation by the preamble's macros.")
    ] = False,
    preamble: Annotated[
        bool, typer.Option("--preamble", help="The packages asked for, and the macros.")
    ] = False,
    document: Annotated[
        str | None,
        typer.Option(
            metavar="PAPER", help="A whole document of a paper's claims.",
            autocompletion=completed_papers,
        ),
    ] = None,
    derivations: Annotated[
        bool, typer.Option(help="Whether a document tells the proofs line by line.")
    ] = True,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A file to write.")
    ] = None,
) -> None:
    """Print claims as LaTeX for a paper: statements in lines that fit, proofs as tables."""
    from verified.report import tex
    from verified.report.paper_document import document as whole
    from verified.report.showing import written_latex

    style = tex.checked_style(width, macros)
    asked = [bool(keys), preamble, document is not None]
    if sum(asked) != 1:
        raise InputError("latex takes one of: claims' keys, --preamble, --document PAPER")
    if closed_form and (proof or not keys):
        raise InputError("--closed-form takes keys or quantities, and no --proof")
    if closed_form:
        from verified.report.closed_forms import closed_forms_latex

        _print(
            (line for key in keys or [] for line in closed_forms_latex(key, meant, style)), output
        )
        return
    if preamble:
        lines: Iterable[str] = tex.preamble()
    elif document is not None:
        lines = whole(document, macros, derivations)
    else:
        lines = (
            line for key in keys or [] for line in written_latex(key, meant, style, proof)
        )
    _print(lines, output)


@app.command()
def code(
    names: Annotated[
        list[str], typer.Argument(metavar="KEY|QUANTITY…", help="Claims, or quantities of numbers.")
    ],
    lang: Annotated[
        str,
        typer.Option(
            "--lang", metavar="LANG",
            help="python, numpy, c, rust, julia, javascript, sympy or mpmath.",
        ),
    ] = "python",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A file to write.")
    ] = None,
) -> None:
    """Print closed forms and bounds as functions, with their measured errors.

    They are written so that digits are kept at the ends of their domains; a comment says how far
    the code is from certified values.
    """
    from verified.code.functions import code_of

    _print([code_of(names, meant, lang).rstrip("\n")], output)


@app.command()
def cite(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY|PAPER…", help="Claims or papers.", autocompletion=completed_keys
        ),
    ],
) -> None:
    """Print BibTeX of papers, or of single claims of them."""
    from verified.papers import papers
    from verified.report.citing import bibtex

    known = {paper.key: paper for paper in papers()}
    lines: list[str] = []
    for name in names:
        if name in known:
            lines += bibtex(None, known[name])
            continue
        for claim in meant(name):
            lines += bibtex(claim, claim.paper)
    _print(lines, None)


@app.command()
def findings(
    papers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PAPER…", help="Papers, told in full; without any, all, a line each.",
            autocompletion=completed_papers,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE.md",
            help="A file to write; the papers' own pages go into a folder FILE beside it.",
        ),
    ] = None,
) -> None:
    """Print what of the papers doesn't hold as it is encoded, by kind, as Markdown.

    Without papers it is one page with a line for each place; of a paper, each finding in full: the
    charitable reading, the statement, an instance that breaks it in sentences, and what holds in
    its place.
    """
    from verified.papers import papers as every
    from verified.report.files import check_writable, prepare_folder
    from verified.report.findings_page import FOLDER, findings_page, paper_findings
    from verified.report.paper_document import paper_named
    from verified.report.results import Results, results_folder
    from verified.report.selection import leaves, nodes
    from verified.report.standings import recorded

    if output is not None:
        check_writable(output)
        if not papers and not output.suffix:
            raise InputError(f"{output} has no ending such as .md: the papers' pages go beside it")
    known = [paper for paper in every() if paper.authors]
    chosen = [paper_named(key) for key in dict.fromkeys(papers or [])] or known
    results = Results(results_folder())
    below = leaves(node for paper in chosen for row in paper.rows.values() for node in nodes(row))
    standings = recorded(below, results)
    results.close()
    if papers:
        _print((line for one in chosen for line in paper_findings(one, standings)), output)
        return
    folder = FOLDER if output is None else output.stem
    if output is not None:
        beside = output.with_name(folder)
        prepare_folder(beside)
        for paper in chosen:
            _print(paper_findings(paper, standings, output.name), beside / f"{paper.key}.md")
    _print(findings_page(chosen, standings, folder), output)


def _print(lines: Iterable[str], output: Path | None) -> None:
    from verified.report.files import check_writable, write_text
    from verified.report.terminal import say

    if output is None:
        for line in lines:
            say(line)
        return
    check_writable(output)
    write_text(output, "\n".join(lines) + "\n")
