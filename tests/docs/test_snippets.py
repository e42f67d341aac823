"""Every snippet of the documentation runs, and shows what it says.

In a page, `<!-- file: NAME -->` before a block makes it a file beside the commands, `<!-- cell -->`
a notebook's cell, whose last line must render as HTML. A console block's output is the real one,
where `…` stands for anything within a line, a line of its own for any lines, and `[exit N]` for an
exit code other than 0.
"""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "docs/your-own-claim.md")
BLOCK = re.compile(r"(?:<!-- (?P<mark>[^>]+) -->\n)?```(?P<kind>\w*)\n(?P<body>.*?)```", re.DOTALL)


class Block(NamedTuple):
    mark: str
    kind: str
    body: str


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [Block(m["mark"] or "", m["kind"], m["body"]) for m in BLOCK.finditer(text)]


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines shown after it."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown.splitlines()


def pattern(shown: list[str]) -> str:
    """A regular expression for shown lines."""
    written = []
    for line in shown:
        if line == "…":
            written.append(r"(?:.*\n)*?")
        else:
            pieces = [_spaced(piece) for piece in line.rstrip().split("…")]
            written.append(r".*".join(pieces) + r"[ ]*\n")
    return "".join(written)


def _spaced(piece: str) -> str:
    """The text as it is, but for the columns of a table, whose width is no matter."""
    return re.sub(r"(\\ ){2,}", "[ ]+", re.escape(piece))


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment whose `verified` is this one."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "verified"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m verified.cli "$@"\n')
    script.chmod(0o755)
    paths = {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return {**os.environ, **paths}


@pytest.mark.parametrize("page", PAGES)
def test_commands_show_what_the_page_says(
    page: str, tmp_path: Path, shell: dict[str, str]
) -> None:
    desk = tmp_path / "desk"
    desk.mkdir()
    ran = 0
    for mark, kind, body in blocks(page):
        if mark.startswith("file: "):
            (desk / mark.removeprefix("file: ")).write_text(body)
        if kind != "console":
            continue
        for command, lines in commands(body):
            code = 0
            if lines and (exit_line := re.fullmatch(r"\[exit (\d+)\]", lines[-1])):
                code, lines = int(exit_line[1]), lines[:-1]
            done = subprocess.run(
                command, shell=True, cwd=desk, env=shell, text=True, check=False,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            assert done.returncode == code, (command, done.stdout)
            assert re.fullmatch(pattern(lines), done.stdout), (command, done.stdout)
            ran += 1
    assert ran > 0


def test_the_sessions_are_real() -> None:
    ran = 0
    for mark, kind, body in blocks("docs/your-own-claim.md"):
        if kind != "pycon":
            continue
        assert not mark
        session = doctest.DocTestParser().get_doctest(body, {}, "page", None, 0)
        outcome = doctest.DocTestRunner(verbose=False).run(session)
        assert (outcome.failed, outcome.attempted) == (0, len(session.examples))
        ran += outcome.attempted
    assert ran > 5


def test_the_cells_render() -> None:
    space: dict[str, Any] = {}
    rendered = []
    for mark, _, body in blocks("docs/your-own-claim.md"):
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
