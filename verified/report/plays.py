"""Stored plays: the instances that refute claims (or prove existence claims), kept beside the code.

A play is a certificate as an attack writes it. It is rechecked by the kernel each time it counts,
and only while the claim still states what it did; otherwise the claim is attacked anew. The search
never sees it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from verified.kernel.certificate import check
from verified.language.claims import Claim
from verified.language.serial import FormatError, statement_data
from verified.report.files import prepare_folder, read_json, write_json
from verified.report.records import DATA, Search, store_searches, stored_searches
from verified.report.run import Attacked

PLAYS = DATA / "plays"


def play_path(name: str) -> Path:
    """The file of a claim's play."""
    paper, _, key = name.partition("/")
    return PLAYS / paper / f"{key}.json"


def stored_play(leaf: Claim) -> Attacked | None:
    """The verdict that a claim's stored play gives; None where there is none that holds today.

    Raises:
        InputError: the file isn't whole JSON.
    """
    path = play_path(leaf.name)
    if not path.exists():
        return None
    start = time.perf_counter()
    play = read_json(path)
    assert leaf.statement is not None
    if not _states(play, leaf):
        return None
    polarity = "refutation" if leaf.statement.quantifier == "forall" else "proof"
    try:
        checked = check(play)
    except FormatError:
        return None
    if checked.polarity != polarity or checked.claim != leaf.key:
        return None
    from verified.attack.report import Report

    seconds = time.perf_counter() - start
    status = "refuted" if polarity == "refutation" else "proved"
    report = Report(
        leaf.key, leaf.reading, leaf.statement, status, play, None, 0, seconds, None, 0, ""
    )
    return Attacked(report, seconds)


def _states(play: Any, leaf: Claim) -> bool:
    """Whether the play is of the claim's statement as it is today."""
    assert leaf.statement is not None
    return isinstance(play, Mapping) and play.get("statement") == statement_data(leaf.statement)


def keep_plays(outcomes: Iterable[tuple[Claim, Attacked]], seed: int) -> None:
    """Store the plays of what was attacked, and the searches that found them; what no play decides
    keeps none."""
    today, searches = datetime.now(UTC).date().isoformat(), {}
    for leaf, outcome in outcomes:
        path, report = play_path(leaf.name), outcome.report
        if outcome.proof is not None or report.certificate is None:
            path.unlink(missing_ok=True)
            continue
        if not path.exists() or read_json(path) != report.certificate:
            prepare_folder(path.parent)
            write_json(path, report.certificate)
        searches[leaf.name] = Search(
            today, report.certificate["seal"], seed, report.evaluations, round(report.seconds, 2)
        )
    if searches:
        store_searches(searches)


def searches_of(plays: Mapping[str, Attacked]) -> dict[str, Search]:
    """The searches that found stored plays, by the claim's name, where they were recorded."""
    stored = stored_searches()
    return {
        name: stored[name] for name, play in plays.items()
        if play.report.certificate is not None
        and name in stored and stored[name].play == play.report.certificate["seal"]
    }


__all__ = ["PLAYS", "keep_plays", "play_path", "searches_of", "stored_play"]
