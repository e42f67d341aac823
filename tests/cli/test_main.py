"""`python -m verified` is the command line too, and says the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.running import Run


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--help",), 0),
        (("value", "--help"), 0),
        (("value", "total_variation", "1/3,2/3", "1/2,1/2"), 0),
        (("value", "kl", "1/3,1/3", "1/2,1/2"), 2),
        (("shwo",), 2),
    ],
)
def test_the_module_says_what_the_command_says(
    arguments: tuple[str, ...], code: int, run: Run
) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "verified", *arguments], capture_output=True, text=True, check=False
    )
    said = run(*arguments)
    assert (ran.returncode, ran.stdout, ran.stderr) == tuple(said)
    assert said.code == code
    assert said.out or said.err
