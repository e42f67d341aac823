"""Sites that the tests read: of some claims of a paper, and of a user's own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests that need it, where it and Playwright are there."""
    playwright = pytest.importorskip("playwright.sync_api")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as driver:
        # Without a sandbox it runs as root too, and all that it opens is ours.
        started = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)
