"""A campaign's file of runs: it goes on from what is there, and takes nothing of other settings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench import campaign
from bench.campaign import Run, run_all, with_progress
from bench.stick.true_claims import TRUE_CLAIMS
from verified.errors import InputError
from verified.language import Claim

TWO = TRUE_CLAIMS[:2]


@pytest.fixture
def attacked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What was attacked, without the attacks."""
    seen: list[tuple[str, int]] = []

    def run(attacks: list[tuple[Claim, int]], *_: Any) -> Iterator[Run]:
        for claim, seed in attacks:
            seen.append((claim.name, seed))
            yield Run(claim.name, seed, "survived", 0.5, 10, None)

    monkeypatch.setattr(campaign, "_run", run)
    return seen


def test_a_campaign_goes_on_from_its_file(attacked: list[tuple[str, int]], tmp_path: Path) -> None:
    log = tmp_path / "runs"
    part = run_all(TWO, 2, 100, None, 1, log=log)
    first = [next(part), next(part), next(part)]
    part.close()
    # A line that the end of a process cut short is run again.
    kept = log.read_text()
    log.write_text(kept[:-9])
    attacked.clear()
    whole = list(run_all(TWO, 2, 100, None, 1, log=log))
    assert attacked == [(first[2].name, first[2].seed), (TWO[1].name, 1)]
    assert {(run.name, run.seed) for run in whole} == {(c.name, s) for c in TWO for s in (0, 1)}
    attacked.clear()
    assert list(run_all(TWO, 2, 100, None, 1, log=log)) == whole
    assert not attacked


def test_a_claim_that_says_something_else_is_attacked_again(
    attacked: list[tuple[str, int]], tmp_path: Path
) -> None:
    log = tmp_path / "runs"
    list(run_all(TWO, 1, 100, None, 1, log=log))
    attacked.clear()
    other = replace(TWO[0], statement=TWO[1].statement)
    list(run_all([other], 1, 100, None, 1, log=log))
    assert attacked == [(other.name, 0)]


@pytest.mark.parametrize("spoil", [
    lambda head: {**head, "budget": 7}, lambda head: {**head, "code": "0"}, lambda head: "",
])
def test_a_file_of_other_settings_is_refused(
    attacked: list[tuple[str, int]], tmp_path: Path, spoil: Any
) -> None:
    log = tmp_path / "runs"
    list(run_all(TWO, 1, 100, None, 1, log=log))
    head, *rest = log.read_text().splitlines(keepends=True)
    log.write_text(json.dumps(spoil(json.loads(head))) + "\n" + "".join(rest))
    with pytest.raises(InputError, match="name a new file"):
        list(run_all(TWO, 1, 100, None, 1, log=log))
    with pytest.raises(SystemExit) as ended:
        with_progress(run_all(TWO, 1, 100, None, 1, log=log), 2, "attacking")
    assert ended.value.code == 2
