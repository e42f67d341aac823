"""`new`: a claim file to begin with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Run, write
from verified.report.template import TEMPLATE


@pytest.fixture
def mine(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    ran = run("new", path)
    assert (ran.code, ran.err) == (0, "")
    assert f"verified attack {path}" in " ".join(ran.out.split())
    return path


def test_a_template_is_attacked_and_shown_as_it_stands(run: Run, mine: Path) -> None:
    attacked = run("attack", mine, "--budget", "500")
    assert (attacked.code, attacked.err) == (0, "")
    assert "mine/lemma-1: proved" in attacked.out
    assert "mine/theorem-1: survived" in attacked.out
    assert "mine/lemma-2: survived" in attacked.out
    shown = run("show", mine, "--plain")
    assert (shown.code, shown.err) == (0, "")
    for key in ("mine/lemma-1", "mine/theorem-1", "mine/lemma-2"):
        assert f"{key}: status not recorded" in shown.out
    assert "if P ~(eps,0) Q" in shown.out


def test_what_a_template_comments_out_is_right_too(run: Run, tmp_path: Path) -> None:
    # Lines of code alone: a comment that begins so, and names what it is in a comment of its own.
    whole, count = re.subn(r"(?m)^# (?=paper\.claim|[JM] = )", "", TEMPLATE)
    assert count == 4
    shown = run("show", write(tmp_path, "mine.py", whole), "--plain")
    assert (shown.code, shown.err) == (0, "")
    for key in ("lemma-3.lower", "lemma-3.upper", "lemma-4.only-if", "lemma-4.if"):
        assert f"mine/{key}: " in shown.out


def test_a_file_is_never_written_over(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "mine.py", "x = 1\n")
    ran = run("new", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"verified: {path} is there already; a template is written to a new file only\n"
    )
    assert Path(path).read_text() == "x = 1\n"
    folder, link = tmp_path / "folder.py", tmp_path / "link.py"
    folder.mkdir()
    link.symlink_to(tmp_path / "nowhere.py")
    for other in (folder, link):
        assert run("new", other).code == 2
    assert sorted(found.name for found in tmp_path.iterdir()) == ["folder.py", "link.py", "mine.py"]


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("mine.txt", "is no name of a claim file: it ends in .py"),
        ("mine", "is no name of a claim file"),
        (".py", "is no name of a claim file"),
        ("nowhere/mine.py", "can't write"),
    ],
)
def test_names_that_no_claim_file_has(run: Run, tmp_path: Path, name: str, rule: str) -> None:
    ran = run("new", tmp_path / name)
    assert (ran.code, ran.out) == (2, "")
    assert rule in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_files_of_lines_are_shown_too(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "mine.claims", "near: for all P, Q: TV(P, Q) <= 1\n")
    for target in (path, f"{path}:near"):
        ran = run("show", target, "--plain")
        assert (ran.code, ran.err) == (0, "")
        assert "for all n >= 1, P, Q on n symbols: TV(P, Q) <= 1" in ran.out
