"""Running the command line in this process, and files for it to work on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from verified.cli import main


class Ran(NamedTuple):
    """The exit code, and what was printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]

CLAIMS = '''
from verified.language import *

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)

pinsker = claim("pinsker", forall=[P, Q], then=2 * TV(P, Q) ** 2 <= KL(P, Q), at="Lemma 1")
symmetric = claim("symmetric", forall=[P, Q], then=KL(P, Q) <= KL(Q, P), at="Lemma 2")
'''


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["verified", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        code = left.value.code
        return Ran(code if isinstance(code, int) else 0, shown.out, shown.err)

    return run
