"""`python -m verified` is the command line too, and says the same."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest
import typer

from tests.cli.running import Run
from verified import __version__
from verified.cli import app
from verified.cli.shared import COMMANDS


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


def test_the_version(run: Run) -> None:
    assert tuple(run("--version")) == (0, f"verified {__version__}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_help_has_examples_that_can_be_typed(name: str, run: Run) -> None:
    said = run(name, "-h")
    assert (said.code, said.err) == (0, "")
    assert said.out == run(name, "--help").out
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    top = group.make_context("verified", [name], resilient_parsing=True)
    command = group.get_command(top, name)
    examples = COMMANDS[name]
    assert examples
    for example in examples:
        # Whole, on a line of its own.
        assert f"  verified {example}\n" in said.out
        first, *rest = shlex.split(example)
        assert first == name
        command.make_context(name, rest, parent=top)
