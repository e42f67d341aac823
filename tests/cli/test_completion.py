"""What a shell completes: keys as they are recorded, papers, statuses, commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from verified.papers import all_claims, papers
from verified.report import names
from verified.report.names import keys_beginning, papers_beginning
from verified.report.selection import nodes


def completed(*words: str) -> list[str]:
    """What bash is offered for the last word."""
    asked = {
        **os.environ, "_VERIFIED_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    ran = subprocess.run(
        [sys.executable, "-m", "verified"], env=asked, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    return ran.stdout.split()


def test_keys_are_completed_in_steps() -> None:
    assert keys_beginning("") == [f"{paper}/" for paper in papers_beginning("")]
    assert keys_beginning("cuff-yu-2016/eq-8") == [
        "cuff-yu-2016/eq-8", "cuff-yu-2016/eq-8.if", "cuff-yu-2016/eq-8.only-if",
    ]
    assert "property-1.forward@literal" in keys_beginning("property-1.f")
    assert keys_beginning("nothing/") == []


def test_all_claims_can_be_completed() -> None:
    recorded = set(names._recorded())
    assert {node.name for row in all_claims() for node in nodes(row)} <= recorded
    assert {paper.key for paper in papers()} <= set(papers_beginning(""))


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("verified", "sh"), ["show"]),
        (("verified", "show", "cuff-yu-2016/eq-8.o"), ["cuff-yu-2016/eq-8.only-if"]),
        (("verified", "check", "saeid"), ["saeidian-2025/"]),
        (("verified", "list", "--paper", "ding"), ["ding-2024"]),
        (("verified", "list", "--status", "un"), ["undecided", "untried", "unwitnessed"]),
    ],
)
def test_a_shell_is_offered(words: tuple[str, ...], offered: list[str]) -> None:
    assert completed(*words) == offered


def test_without_a_record_nothing_is_offered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(names, "EXPECTED", tmp_path / "none.json")
    assert keys_beginning("c") == []
