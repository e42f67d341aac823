"""What can be worked out about one claim: a stored proof or play rechecked, an attack, a finding.

Each is a task that names what its result rests on, so that it can be kept (`results`) and taken
again while nothing of that has changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from verified.proof.evidence import Proven, Shown, check_written, content, path_of
from verified.report.digests import (
    ChangedMeanwhile,
    check_unchanged,
    code_digest,
    definitions_in,
    heads_in,
    heads_of,
    joined,
    quantities,
)
from verified.report.findings import Finding, findings_of, may_repair
from verified.report.plays import holds
from verified.report.results import Results
from verified.report.run import ENDLESS, Attacked, Settings, attack_leaf
from verified.syntax.claims import Claim, Statement
from verified.syntax.serial import FormatError, statement_digest

# A proved statement is attacked with this part of the budget, or with so much where time alone ends
# the search: too little for climbs, a check of the kernel by random instances. Where these are
# costly and some were met, the shorter time is enough.
PROVED_SHARE = 30
PROVED_BUDGET = 100
PROVED_SECONDS, PROVED_ENOUGH = 0.5, 0.2
# Whose code, with all that it imports, works out the results of each kind.
ROOTS = {
    "proof": ("verified.proof.evidence", "verified.kernel.proof"),
    "play": ("verified.kernel.certificate",),
    "attack": ("verified.attack.attacking", "verified.kernel.certificate"),
    "finding": ("verified.report.findings", "verified.report.differences"),
}


@dataclass(frozen=True)
class Task:
    """Something to work out about a claim.

    Attributes:
        kind: a name of `ROOTS`.
        name: the claim's.
        rests_on: all that the result depends on besides code, in words.
        arguments: what it is worked out from.
    """

    kind: str
    name: str
    rests_on: tuple[str, ...]
    arguments: tuple[Any, ...]


class Kept:
    """Results of tasks as they are kept.

    Where a module was changed while this runs, nobody can tell what worked a result out: then none
    is taken or kept, and a note says so.
    """

    def __init__(self, results: Results) -> None:
        self.results = results

    def known(self, task: Task) -> Any:
        """The result of a task that is kept; None if there is none.

        It was worked out by the modules that its key tells, whatever has become of them since.
        """
        key = self._key(task)
        return None if key is None else self.results.get(task.kind, key)

    def keep(self, found: Iterable[tuple[Task, Any]]) -> None:
        """Keep results, unless a module has changed up to now; None, that of evidence that doesn't
        hold, is none."""
        held = [(task, result) for task, result in found if result is not None]
        if self.results.folder is None or not self._unchanged({task.kind for task, _ in held}):
            return
        for task, result in held:
            key = self._key(task)
            if key is not None:
                self.results.keep(task.kind, key, task.name, result)

    def result(self, task: Task, leaf: Claim | None = None) -> Any:
        """The result that is kept, or else worked out here."""
        found = self.known(task)
        if found is None:
            found = work(task, leaf)
            self.keep([(task, found)])
        return found

    def _key(self, task: Task) -> str | None:
        """The key of a task's result."""
        if self.results.folder is None:
            return None
        try:
            return joined([task.kind, *task.rests_on, code_digest(*ROOTS[task.kind])])
        except ChangedMeanwhile as error:
            self._changed(error)
            return None

    def _unchanged(self, kinds: Iterable[str]) -> bool:
        """Whether no module that works out results of these kinds has changed up to now."""
        try:
            for kind in kinds:
                check_unchanged(ROOTS[kind])
        except ChangedMeanwhile as error:
            self._changed(error)
            return False
        return True

    def _changed(self, error: ChangedMeanwhile) -> None:
        self.results.without(f"{error} was changed since this began")


# --- rechecking proofs ----------------------------------------------------------------------------


def proof_task(name: str, store: Path) -> Task | None:
    """Rechecking a claim's stored proof; None where there is none that can be read."""
    path = path_of(name, store)
    try:
        written = content(path)
    except FormatError:
        return None
    if written is None:
        return None
    rests_on = written.hex(), quantities(heads_in(written)), definitions_in(written)
    return Task("proof", name, rests_on, (written, path))


def shown(found: Any) -> Shown | None:
    """What a proof shows, from the result of its task."""
    return None if found is None else Shown(**found)


def _proof(written: bytes, path: Path) -> Any:
    from verified.kernel.values import Rejected

    try:
        return asdict(check_written(written, path))
    except (Rejected, FormatError):
        return None


# --- rechecking plays -----------------------------------------------------------------------------


def play_task(leaf: Claim, play: Any) -> Task:
    """Rechecking a claim's stored play; the result is the seconds that it took."""
    said = _statement(leaf)
    rests_on = (
        json.dumps(play), leaf.name, statement_digest(said), quantities(heads_of(said)),
    )
    return Task("play", leaf.name, rests_on, (play,))


def _play(leaf: Claim, play: Any) -> Any:
    start = time.perf_counter()
    return time.perf_counter() - start if holds(leaf, play) else None


# --- attacks --------------------------------------------------------------------------------------


def attack_task(leaf: Claim, settings: Settings, proved: bool) -> Task:
    """Attacking a claim, in one process; what is proved with a small part of the budget, and with
    a witness only where the settings ask for that."""
    if not proved:
        settings = replace(settings, witnesses=True)
    else:
        # Where time alone limits the search, that of what is proved keeps its own limits.
        usual = PROVED_BUDGET if settings.budget == ENDLESS else settings.budget // PROVED_SHARE
        budget = max(1, usual)
        enough = None if settings.enough is None else PROVED_ENOUGH
        settings = replace(settings, budget=budget, seconds=PROVED_SECONDS, enough=enough)
    settings = replace(settings, workers=1)
    said = _statement(leaf)
    rests_on = (
        leaf.key, leaf.reading, statement_digest(said), quantities(heads_of(said)),
        f"{settings.seed} {settings.budget} {settings.seconds} {settings.enough} {settings.corpus} "
        f"{settings.witnesses}",
    )
    return Task("attack", leaf.name, rests_on, (settings,))


def _attack(leaf: Claim, settings: Settings) -> Any:
    attacked = attack_leaf(leaf, settings)
    if attacked.cut:
        raise KeyboardInterrupt
    report = {
        name: value for name, value in vars(attacked.report).items()
        if name not in ("key", "reading", "statement")
    }
    return {"report": report, "seconds": attacked.seconds}


def attacked(leaf: Claim, found: Any, proof: Proven | None) -> Attacked:
    """The outcome of an attack, from the result of its task."""
    from verified.attack import Report

    report = Report(leaf.key, leaf.reading, _statement(leaf), **found["report"])
    return Attacked(report, found["seconds"], proof=proof)


# --- findings -------------------------------------------------------------------------------------


def finding_task(leaf: Claim, certificate: Any, proved: Container[str]) -> Task:
    """Telling what kind of finding a refuted claim is, from what is proved of its repairs."""
    near = [(other.name, _statement(other)) for other in may_repair(leaf)]
    known = [name for name, _ in near if name in proved]
    rests_on = (
        leaf.name, json.dumps(certificate), json.dumps(known),
        *(f"{name} {statement_digest(said)}" for name, said in near),
        quantities(head for _, said in near for head in heads_of(said)),
    )
    return Task("finding", leaf.name, rests_on, (certificate, known))


def finding(found: Any) -> Finding | None:
    """The finding, from the result of its task."""
    return None if found["kind"] is None else Finding(**found)


def _finding(leaf: Claim, certificate: Any, proved: Sequence[str]) -> Any:
    found = findings_of([(leaf, certificate)], set(proved)).get(leaf.name)
    return {"kind": None, "repair": None} if found is None else asdict(found)


# --- working --------------------------------------------------------------------------------------


def work(task: Task, leaf: Claim | None) -> Any:
    """The result of a task as JSON data; None for evidence that doesn't hold.

    Args:
        leaf: the claim; proofs are rechecked without it.
    """
    return _proof(*task.arguments) if task.kind == "proof" else _WORK[task.kind](
        leaf, *task.arguments
    )


_WORK: Mapping[str, Callable[..., Any]] = {"play": _play, "attack": _attack, "finding": _finding}


def _statement(leaf: Claim) -> Statement:
    assert leaf.statement is not None
    return leaf.statement


__all__ = [
    "PROVED_BUDGET", "PROVED_SECONDS", "PROVED_SHARE", "ROOTS", "Kept", "Task", "attack_task",
    "attacked", "finding", "finding_task", "play_task", "proof_task", "shown", "work",
]
