"""Sites that the tests read: of some claims of a paper, and of a user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Run, runner
from tests.site.making import OWN, PATTERNS, report


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of claims here: proved, refuted, with readings, with facts, cited by one another."""
    return report(tmp_path_factory.mktemp("papers") / "site", *PATTERNS)


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of a user's claims: one proved in the file, one refuted, one that survives."""
    desk = tmp_path_factory.mktemp("own")
    (desk / "mine.py").write_text(OWN, encoding="utf-8")
    return report(desk / "site", str(desk / "mine.py"))




@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)
