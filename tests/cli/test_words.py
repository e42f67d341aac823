"""`words` from the shell."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import Run

PAGE = Path(__file__).parents[2] / "docs" / "vocabulary.md"


def test_the_command(run: Run) -> None:
    ran = run("words", "chi_square")
    assert ran.code == 0
    assert ran.out.startswith("chi_square(P, Q)\n  The χ² divergence")
    assert run("words", "--markdown").out == PAGE.read_text()
    assert run("words", "nothing-like-it").code == 2
