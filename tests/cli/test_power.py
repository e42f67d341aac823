"""`power`: its table and its store. The measuring itself is tested with the attack."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import verified.attack
from tests.cli.running import Run
from verified.report import records

ONE = ("power", "cuff-yu-2016/eq-9", "--workers", "1", "--budget", "100", "--seconds", "2")


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of this test's own, and a measurement in place of the attack's."""

    def power(claim: Any, *, seed: int, budget: int, seconds: float) -> list[Any]:
        assert (seed, budget, seconds) == (0, 100, 2.0)
        smallest = 1e-7 if claim.key.endswith("forward") else None
        return [
            SimpleNamespace(
                kind="bound", where="then", smallest=smallest, seconds=0.25, evaluations=90
            )
        ]

    monkeypatch.setattr(verified.attack, "power", power, raising=False)
    path = tmp_path / "power.json"
    monkeypatch.setattr(records, "POWER", path)
    return path


def test_the_table_alone_stores_nothing(run: Run, store: Path) -> None:
    ran = run(*ONE)
    assert (ran.code, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "cuff-yu-2016/eq-9.forward bound then 1.0e-07 0.2" in lines
    assert "cuff-yu-2016/eq-9.reverse bound then – 0.2" in lines
    assert not store.exists()


def test_what_is_stored_is_shown_and_quoted(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run(*ONE, "--store").code == 0
    entry = json.loads(store.read_text())["claims"]["cuff-yu-2016/eq-9.forward"]
    assert (entry["budget"], entry["limit_seconds"], entry["seed"]) == (100, 2.0, 0)
    assert entry["tamperings"][0]["smallest"] == 1e-7
    shown = run("show", "cuff-yu-2016/eq-9").out
    assert f"tampering measured on {entry['date']} with 100 evaluations each:" in shown
    assert "bound (then): 1.0e-07" in shown
    monkeypatch.setattr(records, "EXPECTED", tmp_path / "expected.json")
    checked = json.loads(run("check", "cuff-yu-2016/eq-9", "--budget", "200", "--json", "-").out)
    assert [c["attack"]["tamper"] for c in checked["claims"]] == [None, 1e-7, None]


def test_what_was_measured_before_ctrl_c_is_stored(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = verified.attack.power  # type: ignore[attr-defined]

    def interrupted(claim: Any, **options: Any) -> list[Any]:
        if claim.key.endswith("reverse"):
            raise KeyboardInterrupt
        found: list[Any] = measure(claim, **options)
        return found

    monkeypatch.setattr(verified.attack, "power", interrupted, raising=False)
    ran = run(*ONE, "--store")
    assert ran.code == 130
    assert ran.err == "verified: interrupted: 1 of 2 claims were measured\n"
    assert list(json.loads(store.read_text())["claims"]) == ["cuff-yu-2016/eq-9.forward"]


@pytest.mark.parametrize("option", ["--budget=0", "--workers=0", "--seconds=-1", "--seconds=nan"])
def test_bad_options(run: Run, store: Path, option: str) -> None:
    ran = run("power", "cuff-yu-2016/eq-9", option)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"verified: {option.partition('=')[0]} is ")
