"""The blocks of a page of the documentation, the commands in them, and running those.

In a page, `<!-- file: NAME -->` before a block makes it a file beside the commands, `<!-- cell -->`
a notebook's cell, `<!-- slow -->` commands that a test leaves out. A console block's output is the
real one, where `…` stands for anything within a line, a line of its own for any lines, and
`[exit N]` for an exit code other than 0. A block of kind `sh` has commands only, one a line, which
succeed. `make` is left out everywhere: it would set up another environment.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:<!-- (?P<mark>[^>]+) -->\n)?```(?P<kind>\w*)\n(?P<body>.*?)```", re.DOTALL)


class Block(NamedTuple):
    mark: str
    kind: str
    body: str


class Command(NamedTuple):
    """A line for the shell; `shown` is what the page says it prints, None where it doesn't say."""

    line: str
    shown: Sequence[str] | None
    code: int


class Ran(NamedTuple):
    command: Command
    code: int
    output: str

    @property
    def as_said(self) -> bool:
        """Whether the exit code and the output are the page's."""
        if self.code != self.command.code:
            return False
        shown = self.command.shown
        return shown is None or re.fullmatch(pattern(shown), self.output) is not None


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(m["mark"] or "", m["kind"], m["body"]) for m in BLOCK.finditer(text)]


def commands(block: Block) -> list[Command]:
    """The commands of a block, but for `make …`; none in a block of another kind, or a slow one."""
    if block.mark == "slow":
        return []
    if block.kind == "sh":
        found = [Command(line, None, 0) for line in block.body.splitlines() if line.strip()]
    elif block.kind == "console":
        parts = re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]
        found = [_command(part) for part in parts]
    else:
        found = []
    return [command for command in found if command.line.split()[0] != "make"]


def _command(part: str) -> Command:
    line, _, rest = part.partition("\n")
    shown = rest.splitlines()
    if shown and (exit_line := re.fullmatch(r"\[exit (\d+)\]", shown[-1])):
        return Command(line, shown[:-1], int(exit_line[1]))
    return Command(line, shown, 0)


def run(page: Path, desk: Path, environment: Mapping[str, str]) -> Iterator[Ran]:
    """Run a page's commands in order in the folder `desk`, where its files are put as they come."""
    for block in blocks(page):
        if block.mark.startswith("file: "):
            (desk / block.mark.removeprefix("file: ")).write_text(block.body, encoding="utf-8")
        for command in commands(block):
            done = subprocess.run(
                command.line, shell=True, cwd=desk, env=dict(environment), text=True, check=False,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            yield Ran(command, done.returncode, done.stdout)


def pattern(shown: Sequence[str]) -> str:
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
