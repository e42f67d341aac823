"""Every snippet of the documentation runs, and shows what it says."""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs import readme
from tests.docs.pages import ROOT, blocks, pattern, run
from tests.docs.serving import serving

README = ROOT / "README.md"
GUIDE = ROOT / "docs" / "your-own-claim.md"
PROOFS = ROOT / "docs" / "proofs.md"
ORACLE = ROOT / "docs" / "oracle.md"
AUDIT = ROOT / "docs" / "audit.md"
VECTORS = ROOT / "docs" / "vectors.md"
TESTING = ROOT / "docs" / "testing.md"
LATEX = ROOT / "docs" / "latex.md"
CODE = ROOT / "docs" / "code.md"
FIGURES = ROOT / "docs" / "figures.md"
CERTIFICATES = ROOT / "docs" / "certificates.md"
QUANTIFIERS = ROOT / "docs" / "quantifiers.md"
CONTRIBUTING = ROOT / "docs" / "contributing.md"


@pytest.fixture(scope="module")
def command() -> Iterator[str]:
    """A script that is the command `verified`."""
    with serving() as script:
        yield script


@pytest.fixture
def shell(tmp_path: Path, command: str) -> dict[str, str]:
    """An environment whose `verified` is this one."""
    folder = tmp_path / "bin"
    folder.mkdir()
    # Where the package is installed pytest finds the plugin by itself; here it is told.
    plugin = "-m pytest -p verified.testing.plugin -p no:cacheprovider"
    scripts = {
        name: f'#!/bin/sh\nexec "{sys.executable}" {options} "$@"\n'
        for name, options in (("pytest", plugin), ("python", ""))
    }
    for name, text in {**scripts, "verified": command}.items():
        script = folder / name
        script.write_text(text)
        script.chmod(0o755)
    paths = {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return {**os.environ, **paths}


PAGES = [
    CERTIFICATES, README, GUIDE, ORACLE, PROOFS, VECTORS, TESTING, AUDIT, CODE, LATEX, FIGURES,
    QUANTIFIERS, CONTRIBUTING,
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_show_what_the_page_says(
    page: Path, tmp_path: Path, shell: dict[str, str]
) -> None:
    desk = tmp_path / "desk"
    desk.mkdir()
    ran = 0
    for outcome in run(page, desk, shell):
        assert outcome.code == outcome.command.code, (outcome.command.line, outcome.output)
        assert outcome.as_said, (outcome.command.line, outcome.output)
        ran += 1
    few = (ORACLE, VECTORS, TESTING, CODE)
    assert ran > (0 if page in (PROOFS, AUDIT, CONTRIBUTING) else 1 if page in few else 2)


@pytest.mark.parametrize(("line", "code", "output"), [
    ("echo 3/4,1/4 > law.csv && verified value entropy --file law.csv | grep -c 0.562", 0, "1\n"),
    ("printf '0.9\t0.1\n0.1\t0.9\n' | verified value capacity --file - | grep -c 0.368", 0, "1\n"),
    ("verified value kl 1/2", 2, None),
    ("verified show nothing-of-this-name 2> /dev/null", 2, ""),
    ("VERIFIED_RESULTS= verified value total_variation 1/3,2/3 1/2,1/2 > told; cat told", 0, None),
])
def test_a_forked_command_is_one_of_its_shell(
    line: str, code: int, output: str | None, tmp_path: Path, shell: dict[str, str]
) -> None:
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, env=shell, text=True, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    assert done.returncode == code
    assert done.stdout if output is None else done.stdout == output


SESSIONS = [README, GUIDE, ORACLE]
# What has a test of its own, and is no command to paste.
ELSEWHERE = {
    ("trust.md", "console"): "test_trust.py", ("contributing.md", "python"): "test_contributing.py",
}


def test_no_block_of_any_page_is_left_unchecked() -> None:
    for page in [README, *sorted((ROOT / "docs").glob("*.md"))]:
        for mark, kind, body in blocks(page):
            if (page.name, kind) in ELSEWHERE:
                assert (ROOT / "tests" / "docs" / ELSEWHERE[page.name, kind]).exists()
            elif kind in ("console", "sh"):
                assert page in PAGES
                assert mark in ("", "slow")
            elif kind == "pycon":
                assert page in SESSIONS
            elif kind:
                # A file beside the commands of its page, or a notebook's cell.
                assert mark.startswith("file: ") or (mark == "cell" and page == GUIDE), body
                assert page in PAGES


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_the_sessions_are_real(page: Path) -> None:
    ran = 0
    space: dict[str, Any] = {}
    for mark, kind, body in blocks(page):
        if kind != "pycon":
            continue
        assert not mark
        session = doctest.DocTestParser().get_doctest(body, space, "page", None, 0)
        outcome = doctest.DocTestRunner(verbose=False).run(session, clear_globs=False)
        # What one block defines, the next ones use.
        space = session.globs
        assert (outcome.failed, outcome.attempted) == (0, len(session.examples))
        ran += outcome.attempted
    assert ran > (2 if page == README else 5)


def test_the_cells_render() -> None:
    space: dict[str, Any] = {}
    rendered = []
    for mark, _, body in blocks(GUIDE):
        if mark != "cell":
            continue
        tree = ast.parse(body)
        last = tree.body.pop()
        assert isinstance(last, ast.Expr)
        exec(compile(tree, "cell", "exec"), space)
        rendered.append(eval(compile(ast.Expression(last.value), "cell", "eval"), space))
    shown = [item._repr_html_() for item in rendered]
    assert [item.startswith("<div") for item in shown] == [True, True]
    assert all("$" in item for item in shown)
    assert rendered[1].status == "refuted"


def test_a_page_that_lies_is_caught() -> None:
    assert re.fullmatch(pattern(["a … c", "…", "end"]), "a b c\nx\ny\nend\n")
    assert not re.fullmatch(pattern(["a … c"]), "a b d\n")
    assert not re.fullmatch(pattern(["1 refuted"]), "1 refuted\nand more\n")


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("```console\n$ echo here; exit 3\nhere\n[exit 3]\n```\n", 0),
        ("```console\n$ echo here; exit 3\nhere\n```\n", 1),
        ("```console\n$ echo here\nhere\n[exit 1]\n```\n", 1),
        ("```console\n$ echo there\nhere\n```\n", 1),
        ("```sh\ntrue\nfalse  # fails\n```\n", 1),
        ("```sh\nmake nothing\ntrue  # holds\n```\n", 0),
        ("<!-- slow -->\n```console\n$ false\n```\n\n```sh\ntrue\n```\n", 0),
        ("<!-- file: a.txt -->\n```\nbe\n```\n```console\n$ cat a.txt\nbe\n```\n", 0),
        ("no command at all\n", 1),
    ],
)
def test_the_reader_of_the_readme_notices(
    page: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.md"
    path.write_text(page)
    assert readme.main(path) == code
    assert ("but the page says" in capsys.readouterr().out) == (code == 1 and "no" not in page[:2])
