"""The bench of accountants goes on from the rows that its file has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import accounting


class Fake:
    """Another library that answers at once, a few times."""

    calls = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, _row: dict[str, Any]) -> dict[str, Any]:
        Fake.calls += 1
        if Fake.calls > 3:
            raise KeyboardInterrupt
        return {"epsilons": [1.0, 3.0], "above": [0.5, 0.5], "below": [0.1, 0.1], "seconds": 0.5}

    def close(self) -> None:
        """Nothing runs."""


def test_a_run_that_was_ended_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(accounting, "Other", Fake)
    monkeypatch.setattr(accounting, "ours", lambda row, eps, limit: {
        "seconds": 1.0, "width": 1e-13, "low": 0.2, "high": 0.2, "log10 delta": -0.7,
        "how": "inversion along rays that start from Re z = 2" if row["k"] == 1 else "x, 9 nodes",
    })
    file = tmp_path / "rows.json"
    Fake.calls = 0
    with pytest.raises(KeyboardInterrupt):
        accounting.measure(["0.5"], ["1"], [1, 10], 60.0, file)
    assert len(json.loads(file.read_text())) == 2
    Fake.calls = 0
    rows = accounting.measure(["0.5"], ["1"], [1, 10], 60.0, file)
    # Only the second point was asked for again.
    assert Fake.calls == 2
    assert [row["k"] for row in rows] == [1, 1, 10, 10]
    Fake.calls = 4
    assert accounting.measure(["0.5"], ["1"], [1, 10], 60.0, file) == rows
    # Another limit makes other rows.
    assert accounting.known_rows(file, 5.0) == {}
    accounting.show(rows)
    told = capsys.readouterr().out
    assert "PLD is faster in 4 rows:" in told
    assert "rays are taken" in told
    assert "9 nodes" in told
