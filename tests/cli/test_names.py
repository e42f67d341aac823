"""Every name that `list` prints is taken by `show`, `check`, `attack` and `list`, and means that
claim in that reading, with its children, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run
from verified.cli import attacking, checking, claims
from verified.kernel.certificate import seal
from verified.papers import all_claims
from verified.report.checking import Check, Checked
from verified.report.files import read_json
from verified.report.plays import play_path
from verified.report.selection import leaves as with_statements
from verified.report.selection import nodes
from verified.syntax.claims import Claim

# The names, in so many parts of equal length.
PARTS = 12


def children(claim: Claim) -> Iterable[Claim]:
    """What stands below a claim in its own reading."""
    yield claim
    for child in claim.children:
        yield from children(child)


def meaning() -> dict[str, list[str]]:
    """What each name means, in the papers' order: KEY@READING that reading with its children, a
    name without a reading all of its readings, too."""
    every = [node for row in all_claims() for node in nodes(row)]
    found = {}
    for node in every:
        names = {part.name for part in children(node)}
        if not node.reading:
            names = {
                below.name for other in every if other.key == node.key for below in nodes(other)
            }
        found[node.name] = [one.name for one in every if one.name in names]
    return found


class Stopped(Exception):
    """What was asked for is known; nothing need be worked out."""

    def __init__(self, leaves: Sequence[Claim]) -> None:
        self.names = [leaf.name for leaf in leaves]


def test_the_list_has_every_name(run: Run) -> None:
    assert [entry["name"] for entry in json.loads(run("list", "--json").out)] == list(meaning())


@pytest.mark.parametrize("part", range(PARTS))
def test_every_name_means_just_that_to_every_command(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    means = meaning()
    statements = {leaf.name for row in all_claims() for leaf in with_statements(nodes(row))}
    found: list[Any] = []

    def stop(self: Check) -> Checked:
        raise Stopped(list(self.wanted.values()))

    def stop_attack(work: Any, leaves: Sequence[Claim], workers: int, done: Any) -> bool:
        raise Stopped(leaves)

    monkeypatch.setattr(Check, "run", stop)
    monkeypatch.setattr("verified.report.run.for_each", stop_attack)
    monkeypatch.setattr(claims, "print_json", found.append)
    monkeypatch.setattr("verified.proof.library.known_statements", dict)
    monkeypatch.setattr("verified.report.terminal.say", lambda line="", _="": found.append(line))
    monkeypatch.setattr("verified.report.terminal.folded", lambda line, width: [line])
    # What was recorded, found and measured isn't what this is about, and takes its time.
    for name in ("expected_statuses", "stored_power"):
        monkeypatch.setattr(f"verified.report.standings.{name}", dict)
    monkeypatch.setattr("verified.report.standings.kept_plays", lambda *_: {})
    # What reads the arguments is the same for every name: the commands are called behind it.
    for name, meant in list(means.items())[part::PARTS]:
        found.clear()
        claims.list_claims([name], json=True)
        assert [entry["name"] for entry in found[0]] == meant
        found.clear()
        claims.show(name)
        end = ": status not recorded"
        told = [line.removesuffix(end) for line in found if line.endswith(end)]
        assert sorted(told) == sorted(meant)
        for command in (checking.check, attacking.attack):
            with pytest.raises(Stopped) as stopped:
                command([name])
            assert stopped.value.names == [one for one in meant if one in statements]


def test_stored_plays_and_new_certificates_name_their_reading(run: Run, tmp_path: Path) -> None:
    for row in all_claims():
        for leaf in with_statements(nodes(row)):
            if play_path(leaf.name).exists():
                assert read_json(play_path(leaf.name))["claim"] == leaf.name
    file = tmp_path / "found.json"
    assert run("attack", "property-1.forward@literal", "--certificate", str(file)).code == 1
    assert json.loads(file.read_text())["claim"] == "cuff-yu-2016/property-1.forward@literal"
    rechecked = run("recheck", str(file))
    assert "refutes cuff-yu-2016/property-1.forward@literal (" in rechecked.out


def test_a_certificate_of_another_reading_than_it_names_is_rejected(
    run: Run, tmp_path: Path
) -> None:
    play = read_json(play_path("cuff-yu-2016/property-1.forward@literal"))
    play["claim"] = "cuff-yu-2016/property-1.forward@positive"
    play["seal"] = seal(play)
    file = tmp_path / "other.json"
    file.write_text(json.dumps(play))
    ran = run("recheck", str(file))
    assert ran.code == 1
    assert "that claim states something else" in ran.err


def test_a_row_is_not_counted_beside_its_children(run: Run) -> None:
    ran = run("check", "property-1@literal", "--budget", "50")
    assert ran.out.splitlines()[-1] == "3 claims and readings, 2 statements: 2 refuted"
    attacked = run("attack", "property-1@literal", "--budget", "50")
    assert attacked.out.splitlines()[-1] == "2 refuted"
