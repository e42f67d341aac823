"""LaTeX for papers: preambles, words, proofs, documents, BibTeX; compiled where TeX is there."""

import re

import pytest

from tests.docs.documents import PDFLATEX, compiled, main
from verified.papers import all_claims, papers
from verified.proof.evidence import Evidence
from verified.proof.library import known_statements
from verified.report import tex
from verified.report.citing import bibtex
from verified.report.paper_document import document
from verified.report.selection import leaves, nodes

needs_tex = pytest.mark.skipif(PDFLATEX is None, reason="pdflatex isn't installed")
HEAD = [r"\documentclass{article}", *tex.preamble(), r"\begin{document}"]


def every_word():
    for paper in papers():
        yield from (paper.title, paper.authors, paper.venue, paper.edition)
        for row in paper.rows.values():
            for node in nodes(row):
                yield from (node.note, node.at, node.scope, node.name)


def test_the_words_of_claims_are_in_letters_that_tex_has():
    for words in every_word():
        for written in (tex.escaped(words), tex.breakable(words)):
            assert all(sign.isascii() or sign in "áéëúÖöü" for sign in written), words


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("a_b & 5%", r"a\_b \& 5\%"),
        ("δ ≤ 1", r"\ensuremath{\delta} \ensuremath{\le} 1"),
        ("X̃", r"\ensuremath{\tilde{X}}"),
        ("x < y", r"x \textless{} y"),
    ],
)
def test_escaping(words, written):
    assert tex.escaped(words) == written


def test_long_words_may_be_broken():
    assert r"\allowbreak{}" in tex.breakable("cuff-yu-2016/property-1.forward")
    assert r"\allowbreak{}" in tex.breakable("1" * 40)
    assert tex.breakable("short words") == "short words"


def test_a_width_that_no_line_has_is_refused():
    for width in (0.0, 19.0, 1000.0, float("nan")):
        with pytest.raises(tex.InputError, match="--width"):
            tex.checked_style(width, False)


def test_bibtex():
    (paper,) = (paper for paper in papers() if paper.key == "cuff-yu-2016")
    entry = "\n".join(bibtex(None, paper))
    assert entry.startswith("@inproceedings{cuff-yu-2016,")
    assert "Paul Cuff and Lanqing Yu" in entry
    assert "{10.1145/2976749.2978308}" in entry
    claim = paper.rows["eq-8"]
    assert "eq. (8); stated as cuff-yu-2016/eq-8" in "\n".join(bibtex(claim, paper))
    for other in papers():
        assert "\n".join(bibtex(None, other)).count("{") == "\n".join(
            bibtex(None, other)
        ).count("}")


@needs_tex
@pytest.mark.parametrize("macros", [False, True])
def test_statements_compile_without_overfull_boxes(tmp_path, macros):
    style = tex.Style(34.0, macros)
    lines = [
        line
        for place, row in enumerate(all_claims()) for leaf in leaves(nodes(row))
        if place % 4 == macros
        for line in tex.statement_latex(leaf.name, leaf.statement, style)
    ]
    found = compiled([*HEAD, *lines, r"\end{document}"], tmp_path)
    assert found.good, found


@needs_tex
def test_a_proof_compiles_without_overfull_boxes(tmp_path):
    evidence = Evidence(known_statements())
    lines = [
        line for name in ("ngo-2024/eq-21@near-zero", "cuff-yu-2016/eq-9.forward")
        for line in tex.proof_latex(evidence.certificate(name), tex.Style())
    ]
    found = compiled([*HEAD, *lines, r"\end{document}"], tmp_path)
    assert found.good, found
    assert found.pages > 5


def test_a_formula_of_many_lines_has_several_rows_with_one_number_and_reason():
    evidence = Evidence(known_statements())
    certificate = evidence.certificate("ngo-2024/eq-21@near-zero")
    written = "\n".join(tex.proof_latex(certificate, tex.Style(20.0)))
    table = written.split(r"\begin{longtable}")[1].split("\n", 1)[1]
    rows = table.split(r"\end{longtable}")[0].split("pt]\n")[:-1]
    continued = [row for row in rows if row.startswith(" & ")]
    assert continued
    for row in rows:
        assert row.count(r"\newline") < 6
        number, *formula, reason = row.split(" & ")
        # A row that goes on what stands above has neither number nor reason.
        assert bool(number) == bool(reason.split(r"\\")[0].strip())
        assert formula


@needs_tex
def test_an_overfull_box_is_seen(tmp_path):
    words = "m" * 200
    assert compiled([*HEAD, words, r"\end{document}"], tmp_path).overfull
    assert compiled([*HEAD, r"\undefined", r"\end{document}"], tmp_path).errors


def test_without_tex_the_compilation_says_so(monkeypatch, capsys):
    monkeypatch.setattr("tests.docs.documents.PDFLATEX", None)
    assert main([]) == 1
    assert "pdflatex" in capsys.readouterr().out


def test_a_document_tells_verdicts_and_findings(tmp_path):
    lines = list(document("nuradha-goldfeld-2022", macros=False, derivations=False))
    whole = "\n".join(lines)
    assert r"\section*{Findings}" in whole
    assert "It fails. Take" in whole
    assert len(re.findall(r"^\\noindent (Proved|Refuted|Survived)", whole, re.MULTILINE)) > 50
    assert "longtable}{" not in whole
    if PDFLATEX is not None:
        found = compiled(lines, tmp_path)
        assert found.good, found


def test_a_note_has_code_between_backquotes() -> None:
    assert tex.prose("see `eq-8@any`, 50 %") == r"see \texttt{eq-8@any}, 50 \%"
    # One backquote alone quotes nothing.
    assert r"\texttt" not in tex.prose("a ` b")


def test_a_finding_of_a_document_is_told_in_mathematics_and_sentences() -> None:
    found = "\n".join(document("nuradha-goldfeld-2022", macros=False, derivations=False))
    findings = found[found.index(r"\section*{Findings}") : found.index(r"\section*{Claims}")]
    _, _, entry = findings.partition("theorem-1-i@any-data-space")
    entry, _, _ = entry.partition(r"\subsection")
    assert r"\begin{align*}" in entry or r"\begin{multline*}" in entry or r"\[" in entry
    assert "It fails. Take $n" in entry or "It fails. Take $N" in entry
    assert r"$\epsilon$ is" in entry
    assert "on this instance" not in findings
