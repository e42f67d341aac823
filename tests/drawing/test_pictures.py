"""Pictures: what they show is what the data and the certificates say, and files are whole."""

from __future__ import annotations

import builtins
import copy
import csv
import io
import json
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from tests.cli.running import runner
from verified.drawing import matplotlib as drawing
from verified.drawing.papers import LAYOUTS, paper_sheet
from verified.drawing.pictures import formats_of, keys_of, pictures
from verified.drawing.plays import play_sheet
from verified.drawing.sheets import Bars, Line, Panel, Shades, Sheet, sheet_csv
from verified.errors import InputError, UnknownKeyError
from verified.report.figures import figure_data, figures
from verified.report.plays import play_path
from verified.syntax.serial import FormatError

REFUTED = "ngo-2024/theorem-2a.bound@possible"
SHEET = Sheet("a/b", "a title", ((
    Panel("one", (Line("c", (1.0, 2.0), (0.1, 0.2), (0.1, 0.25)),), "x", "y", "y"),
    Panel("M_1 < 2", (Bars("p", ("0", "1"), (0.25, 0.75)), Bars("q", ("0", "1"), (0.5, 0.5), 1))),
    Panel("three", (Shades("W", ((1.0, 0.0), (0.5, 0.5))),)),
),), ("noted",), ("in words, $x$",))  # fmt: skip


@pytest.fixture
def run(monkeypatch, capsys):
    return runner(monkeypatch, capsys)


def test_every_figure_of_a_paper_has_a_layout():
    assert set(LAYOUTS) == {key for key in figures() if not key.startswith("sharper/")}
    assert len(LAYOUTS) == 10


@pytest.mark.parametrize("key", ["ding-2024/figure-5", "saeidian-2025/figure-1"])
def test_curves_go_through_the_data(key):
    data = figure_data(key)
    lines = [
        part for row in paper_sheet(data).panels for panel in row for part in panel.parts
        if isinstance(part, Line)
    ]
    ends = {(float(point.low), float(point.high)) for point in data.points}
    drawn = {pair for line in lines for pair in zip(line.low, line.high, strict=True)}
    assert drawn <= ends
    finite = {pair for pair in ends if pair[1] != float("inf")}
    assert drawn == finite
    assert all(list(line.at) == sorted(line.at) for line in lines)


def test_a_play_is_drawn_as_its_certificate_has_it():
    certificate = json.loads(play_path(REFUTED).read_text(encoding="utf-8"))
    sheet = play_sheet(certificate)
    law, channel, *_ = sheet.panels[0]
    assert isinstance(law.parts[0], Bars)
    assert isinstance(channel.parts[0], Shades)
    assert sum(law.parts[0].heights) == pytest.approx(1)
    assert all(sum(row) == pytest.approx(1) for row in channel.parts[0].rows)
    assert any(line.startswith("fails: ") for line in sheet.words)


def test_a_play_that_does_not_hold_is_not_drawn():
    certificate = json.loads(play_path(REFUTED).read_text(encoding="utf-8"))
    other = copy.deepcopy(certificate)
    other["moves"]["P"] = ["1/2", "1/4"]
    with pytest.raises(FormatError):
        play_sheet(other)


def test_both_sides_are_drawn_and_told_apart():
    name = "nuradha-goldfeld-2022/remark-4-compare@any-dimension"
    sheet = play_sheet(json.loads(play_path(name).read_text(encoding="utf-8")))
    panel = sheet.panels[-1][-1]
    assert panel.title == "left < right: fails"
    left, right = (part.heights[0] for part in panel.parts if isinstance(part, Bars))
    assert left >= right


def test_the_table_names_its_columns():
    rows = list(csv.reader(
        line for line in io.StringIO(sheet_csv(SHEET)) if not line.startswith("#")
    ))
    assert rows[0] == ["panel", "series", "at", "row", "low", "high"]
    assert rows[1] == ["one", "c", "1.0", "", "0.1", "0.1"]
    assert ["M_1 < 2", "p", "1", "", "0.75", "0.75"] in rows
    assert ["three", "W", "0", "1", "0.5", "0.5"] in rows
    assert len(rows) == 1 + 2 + 4 + 4


def test_each_format_is_what_it_says():
    pytest.importorskip("matplotlib")
    svg = drawing.drawn(SHEET, "svg")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert drawing.drawn(SHEET, "svg") == svg
    assert drawing.drawn(SHEET, "png").startswith(b"\x89PNG")
    assert drawing.drawn(SHEET, "pdf").startswith(b"%PDF")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex here")
def test_pgf_for_latex(tmp_path):
    pytest.importorskip("matplotlib")
    picture = drawing.drawn(SHEET, "pgf")
    assert b"pgfpicture" in picture
    if not subprocess.run(["kpsewhich", "pgf.sty"], capture_output=True).stdout:
        pytest.skip("this TeX measures text, but has no package pgf to compile the picture with")
    (tmp_path / "picture.pgf").write_bytes(picture)
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\usepackage{pgf}\\def\\mathdefault#1{#1}"
        "\\begin{document}\\input{picture.pgf}\\end{document}"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"], cwd=tmp_path,
        capture_output=True, text=True, timeout=120,
    )
    assert done.returncode == 0, done.stdout[-1500:]


def test_without_matplotlib_the_extra_is_named_before_any_work(run, monkeypatch, tmp_path):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match="the extra `figures`"):
        drawing.drawn(SHEET, "svg")
    refused = run("figure", REFUTED, "--formats", "csv,svg", "-o", tmp_path / "new")
    assert (refused.code, refused.out) == (2, "")
    assert "pip install matplotlib" in refused.err
    assert not (tmp_path / "new").exists()
    assert run("figure", REFUTED, "--formats", "csv", "-o", tmp_path / "new").code == 0


def test_keys_and_formats():
    assert keys_of("theorem-2a.bound@possible") == [REFUTED]
    assert len(pictures()) > 100
    with pytest.raises(UnknownKeyError):
        keys_of("figure-1")
    with pytest.raises(InputError, match="jpeg"):
        formats_of("svg,jpeg")


@pytest.mark.parametrize(("arguments", "told"), [
    (["figure", "ngo-2024/figure-1"], "name one by -o DIR"),
    (["figure", "--all"], "name one by -o DIR"),
    (["figure", "ngo-2024/figure-1", "--all", "-o", "x"], "not both"),
    (["figure", "--data"], "--data takes the key"),
    (["figure", "ngo-2024/figure-1", "--json"], "--json goes with --data"),
    (["figure", "ding-2024/figure-3", "--columns", "a,b"], "--columns goes with --data"),
    (["figure", "ding-2024/figure-3", "--data", "--groups", "a,b"], "--groups goes with --table"),
    (["figure", "ngo-2024/figure-9", "-o", "x"], "ngo-2024/figure-9"),
])  # fmt: skip
def test_bad_input_has_a_message_and_exit_code_2(arguments, told, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = run(*arguments)
    assert shown.code == 2
    assert told in shown.err
    assert not list(tmp_path.iterdir())


def test_files_of_a_picture(run, tmp_path):
    shown = run("figure", REFUTED, "--formats", "csv", "-o", tmp_path)
    assert shown.code == 0
    path = tmp_path / f"{REFUTED}.csv"
    assert shown.out.strip() == str(path)
    assert path.read_text(encoding="utf-8").startswith(f"# {REFUTED}: refuted")


def test_only_what_is_missing_is_drawn(run, tmp_path):
    asked = ("figure", REFUTED, "--formats", "csv", "-o", tmp_path)
    whole = run(*asked).out.splitlines()
    assert whole
    assert run(*asked, "--missing").out == ""
    (tmp_path / f"{REFUTED}.csv").unlink()
    assert run(*asked, "--missing").out.splitlines() == whole
    # Another format is another file.
    pytest.importorskip("matplotlib")
    assert run(*asked[:3], "csv,svg", *asked[4:], "--missing").out != ""
