"""`verified latex` and `verified cite`."""

from pathlib import Path

import pytest

from tests.cli.running import Run


def test_statements_definitions_and_proofs(run: Run) -> None:
    ran = run("latex", "eq-7@everywhere", "definition/kl")
    assert ran.code == 0, ran.err
    assert ran.out.count("% cuff-yu-2016/eq-7") == 2
    assert "% definition/kl" in ran.out
    narrow, wide = (run("latex", "property-1", "--width", width).out for width in ("25", "300"))
    assert narrow.count("\n") > wide.count("\n")
    proof = run("latex", "eq-8.only-if", "--proof").out
    assert r"\begin{longtable}" in proof
    assert "(1) &" in proof


def test_macros_and_their_preamble(run: Run) -> None:
    assert r"\vKl{P}{Q}" in run("latex", "definition/kl", "--macros").out
    preamble = run("latex", "--preamble").out
    assert r"\usepackage{amsmath}" in preamble
    assert r"\providecommand{\vKl}[2]" in preamble


def test_a_file_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.tex"
    ran = run("latex", "eq-8", "-o", path)
    assert (ran.code, ran.out) == (0, "")
    assert path.read_text().startswith("% cuff-yu-2016/eq-8.only-if\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("latex",), "takes one of"),
        (("latex", "eq-8", "--preamble"), "takes one of"),
        (("latex", "eq-8", "--width", "5"), "--width is 5; it must be from 20 to 400"),
        (("latex", "eq-99999"), "unknown claim"),
        (("latex", "definition/none"), "unknown definition"),
        (("latex", "--document", "nobody-1999"), "unknown paper 'nobody-1999'"),
        (("latex", "eq-8", "--closed-form", "--proof"), "--closed-form takes"),
        (("latex", "capacity", "--closed-form"), "no closed form"),
        (("latex", "eq-8", "--closed-form"), "states no closed form"),
        (("cite", "nobody-1999"), "unknown claim"),
        (("findings", "nobody-1999"), "unknown paper 'nobody-1999'"),
        (("findings", "lemma", "-o", "/nowhere/page.md"), "can't write /nowhere/page.md"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_citing(run: Run) -> None:
    ran = run("cite", "cuff-yu-2016", "eq-8.if")
    assert ran.code == 0
    assert ran.out.count("@inproceedings{") == 2
    assert "note      = {eq. (8); stated as cuff-yu-2016/eq-8.if in" in ran.out


def test_the_findings_of_what_has_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    assert run("findings", "lemma", "-o", path).code == 0
    page = path.read_text()
    assert page.startswith("# Findings: `lemma`")
    assert "## Core" not in page
    assert page.endswith("Nothing of it is refuted.\n")
    assert run("findings", "lemma").out == page
    # Beside a page without an ending there is no room for the papers' own.
    refused = run("findings", "-o", tmp_path / "page")
    assert (refused.code, refused.out) == (2, "")
    assert "has no ending such as .md" in refused.err
