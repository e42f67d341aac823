"""Fixtures for the tests of the command line."""

from __future__ import annotations

import pytest

from tests.cli.running import Run, runner


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)
