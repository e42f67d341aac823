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

from verified.report.files import prepare_folder, read_json, write_evidence
from verified.report.records import DATA, Search, store_searches, stored_searches
from verified.report.run import Attacked
from verified.syntax.claims import Claim
from verified.syntax.serial import FormatError, statement_data

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
    start = time.perf_counter()
    play = play_of(leaf)
    if play is None or not holds(leaf, play):
        return None
    return decided(leaf, play, time.perf_counter() - start)


def play_of(leaf: Claim) -> Any:
    """A claim's stored play, not rechecked; None where there is none of what it says today.

    Raises:
        InputError: the file isn't whole JSON.
    """
    path = play_path(leaf.name)
    if not path.exists():
        return None
    play = read_json(path)
    return play if _states(play, leaf) else None


def holds(leaf: Claim, play: Any) -> bool:
    """Whether the kernel accepts a play as evidence on the claim, of the kind that decides it."""
    # Who asks only for what was checked before does without the kernel.
    from verified.kernel.certificate import check

    try:
        checked = check(play)
    except FormatError:
        return False
    return checked.polarity == _polarity(leaf) and checked.claim == leaf.name


def decided(leaf: Claim, play: Any, seconds: float) -> Attacked:
    """The verdict of a play that holds, and the seconds that the recheck took."""
    from verified.attack.report import Report

    assert leaf.statement is not None
    status = "refuted" if _polarity(leaf) == "refutation" else "proved"
    report = Report(
        leaf.key, leaf.reading, leaf.statement, status, play, None, 0, seconds, None, 0, ""
    )
    return Attacked(report, seconds)


def _polarity(leaf: Claim) -> str:
    assert leaf.statement is not None
    return "refutation" if leaf.statement.quantifier == "forall" else "proof"


def _states(play: Any, leaf: Claim) -> bool:
    """Whether the play is of the claim's statement as it is today."""
    assert leaf.statement is not None
    return isinstance(play, Mapping) and play.get("statement") == statement_data(leaf.statement)


def keep_plays(
    outcomes: Iterable[tuple[Claim, Attacked]], seed: int, cold: bool = True
) -> None:
    """Store the plays of what was attacked, and the searches that found them; what no play decides
    keeps none.

    Args:
        cold: whether the searches started without a corpus: others aren't stored, as they say
            nothing of how long a search takes.
    """
    today, searches = datetime.now(UTC).date().isoformat(), {}
    for leaf, outcome in outcomes:
        path, report = play_path(leaf.name), outcome.report
        if outcome.proof is not None or report.certificate is None:
            path.unlink(missing_ok=True)
            continue
        if not path.exists() or read_json(path) != report.certificate:
            prepare_folder(path.parent)
            write_evidence(path, report.certificate)
        searches[leaf.name] = Search(
            today, report.certificate["seal"], seed, report.evaluations, round(report.seconds, 2)
        )
    if searches and cold:
        store_searches(searches)


def searches_of(plays: Mapping[str, Attacked]) -> dict[str, Search]:
    """The searches that found stored plays, by the claim's name, where they were recorded."""
    stored = stored_searches()
    return {
        name: stored[name] for name, play in plays.items()
        if play.report.certificate is not None
        and name in stored and stored[name].play == play.report.certificate["seal"]
    }


__all__ = [
    "PLAYS", "decided", "holds", "keep_plays", "play_of", "play_path", "searches_of", "stored_play",
]
