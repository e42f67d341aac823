"""Attacking many claims: in worker processes, in an order that doesn't show, and interruptibly."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from verified.errors import InputError
from verified.processes import processes
from verified.syntax.claims import Claim, Paper

if TYPE_CHECKING:
    from verified.attack import Report
    from verified.proof.evidence import Evidence, Proven

Result = TypeVar("Result")
Progress = Callable[[int, "float | None"], None]


@dataclass(frozen=True)
class Attacked:
    """An attack on one statement, and the seconds that it took with the recheck.

    `cut` says that the user ended it; a time limit that ran out is no such cut.
    """

    report: Report
    seconds: float
    cut: bool = False
    proof: Proven | None = None

    @property
    def status(self) -> str:
        """The attack's verdict, or "proved" where a proof was accepted."""
        return self.report.status if self.proof is None else "proved"


# A budget that the time limit ends.
ENDLESS = 10**12


@dataclass(frozen=True)
class Settings:
    """How hard to attack.

    Attributes:
        seed: fixes the sequence of the search.
        budget: in evaluations of one statement's margin.
        seconds: a time limit for one statement.
        workers: the number of processes.
        corpus: a folder of near misses.
        enough: a shorter limit, for the main job: what it leaves without a verdict has `seconds`.
        witnesses: whether an instance that meets the hypotheses is looked for, too.
    """

    seed: int = 0
    budget: int = 20_000
    seconds: float | None = None
    workers: int = 1
    corpus: Path | None = None
    enough: float | None = None
    witnesses: bool = True


def check_corpus(corpus: Path, leaves: Sequence[Claim]) -> None:
    """See that a corpus can be read and added to, before the work and not after it.

    Raises:
        InputError: the folder can't be written to, or a file in it is no corpus.
    """
    from verified.attack.corpus import load
    from verified.report.files import prepare_folder
    from verified.syntax.goals import goal

    prepare_folder(corpus)
    for leaf in leaves:
        assert leaf.statement is not None
        polarity = "refutation" if leaf.statement.quantifier == "forall" else "proof"
        load(corpus, goal(leaf.statement, polarity))


def attack_leaf(
    leaf: Claim, settings: Settings, progress: Progress | None = None
) -> Attacked:
    """Attack one statement and recheck the evidence that comes back.

    Raises:
        ClaimError: the statement is of no kind that can be attacked.
        RuntimeError: the kernel rejects the attack's own evidence (a defect of ours).
    """
    from verified.attack import attack

    start = time.perf_counter()
    with noting_interrupts() as interrupts:
        report = attack(
            leaf,
            seed=settings.seed,
            budget=settings.budget,
            seconds=settings.seconds,
            enough=settings.enough,
            workers=settings.workers,
            progress=progress,
            corpus=settings.corpus,
            witness=settings.witnesses,
        )
    for evidence in (report.certificate, report.witness):
        if evidence is not None:
            _recheck(leaf, evidence)
    return Attacked(report, time.perf_counter() - start, bool(interrupts))


def _recheck(leaf: Claim, evidence: dict[str, Any]) -> None:
    """The kernel's verdict on the evidence as it would stand in a file."""
    from verified.kernel.certificate import check
    from verified.syntax.serial import FormatError, statement_data

    written = json.loads(json.dumps(evidence))
    try:
        check(written)
    except FormatError as error:
        raise RuntimeError(f"the kernel rejects the evidence on {leaf.name}: {error}") from error
    assert leaf.statement is not None
    if written["statement"] != json.loads(json.dumps(statement_data(leaf.statement))):
        raise RuntimeError(f"the evidence on {leaf.name} is of another statement")


def prove_anew(name: str, evidence: Evidence) -> None:
    """Run the derivation of a claim, and of what it cites, where the stored proofs are stale."""
    from verified.proof.derivation import DERIVATIONS
    from verified.proof.evidence import Proven
    from verified.proof.library import derive

    load_derivations()
    waiting, seen = [name], set()
    while waiting:
        current = waiting.pop()
        outcome = evidence.of(current)
        if current in seen or isinstance(outcome, Proven) or current not in DERIVATIONS:
            continue
        seen.add(current)
        if outcome.stale:
            try:
                certificate = derive(current, evidence.statements).certificate()
            except InputError:
                continue
            evidence.renew(current, certificate)
            waiting.extend(certificate["cites"])


@cache
def load_derivations() -> None:
    """Import the modules of proofs, which register their derivations."""
    from importlib import import_module

    import derivations

    for module in derivations.MODULES:
        import_module(f"derivations.{module}")


def for_each(
    work: Callable[[Claim], Result],
    leaves: Sequence[Claim],
    workers: int,
    done: Callable[[Claim, Result], None],
) -> bool:
    """Do the work on each leaf in up to `workers` processes.

    Returns:
        Whether all was done; False after Ctrl-C, when what `done` heard of is whole.
    """
    try:
        if workers == 1 or len(leaves) < 2:
            for leaf in leaves:
                done(leaf, work(leaf))
        else:
            _in_processes(work, leaves, min(workers, len(leaves)), done)
    except KeyboardInterrupt:
        return False
    return True


def _in_processes(
    work: Callable[[Claim], Result],
    leaves: Sequence[Claim],
    workers: int,
    done: Callable[[Claim, Result], None],
) -> None:
    with processes(workers) as executor:
        futures = {executor.submit(work, portable(leaf)): leaf for leaf in leaves}
        for future in as_completed(futures):
            done(futures[future], future.result())


def portable(leaf: Claim) -> Claim:
    """The claim without the paper's other rows, light enough to send to another process."""
    paper = leaf.paper
    alone = Paper(paper.key, paper.title, units=paper.units)
    return replace(leaf, paper=alone, children=(), readings=())


@contextmanager
def noting_interrupts() -> Iterator[list[int]]:
    """Ctrl-C raises KeyboardInterrupt as ever, and stays on record where the attack catches it."""
    seen: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        seen.append(number)
        raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield seen
        return
    previous = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, previous)


__all__ = [
    "Attacked", "Progress", "Settings", "attack_leaf", "check_corpus", "for_each",
    "load_derivations", "portable", "prove_anew",
]
