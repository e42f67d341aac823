"""The main job: the verdict on each claim, from results that are kept or worked out anew.

All stored proofs and plays are rechecked; what no play decides is attacked, what is proved with a
small part of the budget; refuted claims are compared with their repairs. A later run does only what
a change has touched (`tasks`).
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from verified.processes import processes
from verified.proof.evidence import Evidence, Proven, Shown
from verified.report.findings import Finding
from verified.report.plays import decided, play_of
from verified.report.results import Results
from verified.report.run import Attacked, Settings, prove_anew
from verified.report.tasks import (
    ROOTS,
    Kept,
    Task,
    attack_task,
    attacked,
    finding,
    finding_task,
    play_task,
    proof_task,
    shown,
    work,
)
from verified.syntax.claims import Claim, Statement

# How many more objects there are in a process that works until cycles are looked for among new
# ones, and after how many times among those that are older.
COLLECT_AFTER = 500_000, 20, 20

# For how many seconds results wait to be kept.
KEPT_EVERY = 1.0

# What tells how far a stage is: called with its name and its number of tasks, it is entered for
# something to call with the name of each claim that is done.
Stage = Callable[[str, int], AbstractContextManager[Callable[[str], None]]]


@dataclass
class Checked:
    """What came of a check.

    Attributes:
        attacked: the verdicts by the claims' names.
        findings: what kind of finding each refuted claim is, where that can be told.
        replayed: the claims that stored plays decide.
        anew: the claims on which something was worked out anew.
        whole: whether all was done; False after Ctrl-C.
    """

    attacked: dict[str, Attacked] = field(default_factory=dict)
    findings: dict[str, Finding] = field(default_factory=dict)
    replayed: set[str] = field(default_factory=set)
    anew: set[str] = field(default_factory=set)
    whole: bool = True


class Check:
    """The main job on some claims.

    Args:
        wanted: the claims, each with a statement of its own.
        statements: what all claims and definitions say today, by name.
        replay: whether stored plays decide; else their claims are attacked as well.
        attack_anew: whether no attack that was kept counts.
    """

    def __init__(
        self,
        wanted: Sequence[Claim],
        statements: Mapping[str, Statement],
        settings: Settings,
        results: Results,
        stage: Stage,
        replay: bool = True,
        attack_anew: bool = False,
    ) -> None:
        self.wanted = {leaf.name: leaf for leaf in wanted}
        self.settings, self.results, self.stage = settings, results, stage
        self.replay = replay
        # With a corpus an attack depends on what earlier ones left there.
        self.attack_anew = attack_anew or settings.corpus is not None
        self.kept = Kept(results)
        self.shown: dict[str, Shown | None] = {}
        self.evidence = Evidence(statements, known=self._shown)
        self.found = Checked()

    def run(self) -> Checked:
        """All of it, or what was done when Ctrl-C came.

        Raises:
            InputError: a stored play isn't whole JSON.
            RuntimeError: a proved claim is refuted: the kernel, or what it rests on, is wrong.
        """
        try:
            with Workers(self.settings.workers, self.wanted) as workers:
                plays = self._plays(workers)
                self._proofs(workers)
                proven = self._proven()
                for name in plays:
                    if name in proven:
                        raise RuntimeError(f"{name} is proved, and a stored play refutes it")
                self.found.attacked |= plays
                self.found.replayed |= set(plays)
                self._attacks(workers, proven)
                self._findings(workers)
        except KeyboardInterrupt:
            self.found.whole = False
        finally:
            self.results.close()
        return self.found

    def proofs(self) -> Evidence:
        """What the stored proofs of the claims show, and nothing else."""
        with Workers(self.settings.workers, self.wanted) as workers:
            self._proofs(workers)
        self.results.close()
        return self.evidence

    # --- the stages -------------------------------------------------------------------------------

    def _plays(self, workers: Workers) -> dict[str, Attacked]:
        """The verdicts of the stored plays that hold."""
        stored = {
            name: play for name, leaf in self.wanted.items()
            if self.replay and (play := play_of(leaf)) is not None
        }
        tasks = [play_task(self.wanted[name], play) for name, play in stored.items()]
        held = self._done("rechecking plays", tasks, workers)
        return {
            name: decided(self.wanted[name], play, held[name])
            for name, play in stored.items() if held[name] is not None
        }

    def _proofs(self, workers: Workers) -> None:
        """See what the stored proofs show, and those that they cite."""
        names = list(self.wanted)
        while names:
            store = self.evidence.store
            tasks = [task for name in names if (task := proof_task(name, store)) is not None]
            # The longest first, so that no process is left with them at the end.
            tasks.sort(key=lambda task: -len(task.arguments[0]))
            found = self._done("rechecking proofs", tasks, workers)
            self.shown |= {name: shown(found.get(name)) for name in names}
            told = [one for name in names if (one := self.shown[name]) is not None]
            names = sorted({key for one in told for key in one.cites} - set(self.shown))

    def _shown(self, name: str) -> Shown | None:
        """What a stored proof shows; None where there is none that holds."""
        if name not in self.shown:
            task = proof_task(name, self.evidence.store)
            self.shown[name] = None if task is None else shown(self.kept.result(task))
        return self.shown[name]

    def _proven(self) -> dict[str, Proven]:
        """The claims that are proved: by stored proofs, or anew where these are out of date."""
        found = {}
        for name in self.wanted:
            outcome = self.evidence.of(name)
            if not isinstance(outcome, Proven) and outcome.stale:
                prove_anew(name, self.evidence)
                outcome = self.evidence.of(name)
            if isinstance(outcome, Proven):
                found[name] = outcome
        return found

    def _attacks(self, workers: Workers, proven: Mapping[str, Proven]) -> None:
        """Attack what no play decides. What plays refute is compared with its repairs beside that,
        so that no process waits for the longest comparison."""
        left = [name for name in self.wanted if name not in self.found.attacked]
        # What isn't proved takes longest.
        left.sort(key=lambda name: name in proven)
        attacks = [attack_task(self.wanted[name], self.settings, name in proven) for name in left]

        def heard(task: Task, found: Any) -> None:
            if task.kind == "finding":
                self._tell(task, found)
                return
            outcome = attacked(self.wanted[task.name], found, proven.get(task.name))
            if outcome.proof is not None and outcome.report.status == "refuted":
                raise RuntimeError(f"{task.name} is proved, and the attack refutes it")
            self.found.attacked[task.name] = outcome

        tasks = [*self._finding_tasks(self.found.replayed), *attacks]
        self._done("attacking", tasks, workers, heard)

    def _findings(self, workers: Workers) -> None:
        """Tell what kind of finding each claim is that an attack refuted."""
        tasks = self._finding_tasks(set(self.found.attacked) - self.found.replayed)
        self._done("comparing with repairs", tasks, workers, self._tell)

    def _finding_tasks(self, names: Container[str]) -> list[Task]:
        """Telling what kind of finding each of these claims is that is refuted."""
        proved = ProvedBy(self.evidence)
        return [
            finding_task(self.wanted[name], outcome.report.certificate, proved)
            for name, outcome in self.found.attacked.items()
            if name in names and outcome.status == "refuted"
        ]

    def _tell(self, task: Task, found: Any) -> None:
        """Take note of the kind of finding that a refuted claim is."""
        kind = finding(found)
        if kind is not None:
            self.found.findings[task.name] = kind

    def _done(
        self,
        what: str,
        tasks: Sequence[Task],
        workers: Workers,
        heard: Callable[[Task, Any], None] = lambda task, found: None,
    ) -> dict[str, Any]:
        """The results of tasks by the claims' names, kept or anew; `heard` hears of each."""
        found: dict[str, Any] = {}
        left = []
        for task in tasks:
            known = None if self._is_new(task) else self.kept.known(task)
            if known is None:
                left.append(task)
            else:
                found[task.name] = known
                heard(task, known)
        with self.stage(what, len(left)) as advance, Keeping(self.kept) as keeping:
            for task, result in workers.results(left):
                self.found.anew.add(task.name)
                found[task.name] = result
                heard(task, result)
                if self.settings.corpus is None or task.kind != "attack":
                    keeping.add(task, result)
                advance(task.name)
        return found

    def _is_new(self, task: Task) -> bool:
        return task.kind == "attack" and self.attack_anew


class Keeping:
    """Keeps results as they come, those of a second at once, and the last ones at the end, however
    that comes: to see that no module has changed takes longer than most of the work."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self._waiting: list[tuple[Task, Any]] = []
        self._since = time.monotonic()

    def __enter__(self) -> Keeping:
        return self

    def __exit__(self, *how: Any) -> None:
        self._keep()

    def add(self, task: Task, result: Any) -> None:
        """Keep this result, now or soon."""
        self._waiting.append((task, result))
        if time.monotonic() - self._since > KEPT_EVERY:
            self._keep()

    def _keep(self) -> None:
        waiting, self._waiting = self._waiting, []
        self.kept.keep(waiting)
        self._since = time.monotonic()


class ProvedBy(Container[str]):
    """The names of what stored proofs show, each looked up when it is asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence

    def __contains__(self, name: object) -> bool:
        return isinstance(self.evidence.of(str(name)), Proven)


def kept_evidence(statements: Mapping[str, Statement], results: Results) -> Evidence:
    """The stored proofs; what was rechecked before and kept isn't rechecked."""
    kept = Kept(results)

    def known(name: str) -> Shown | None:
        task = proof_task(name, evidence.store)
        return None if task is None else shown(kept.result(task))

    evidence = Evidence(statements, known=known)
    return evidence


def kept_plays(leaves: Iterable[Claim], results: Results) -> dict[str, Attacked]:
    """The verdicts of stored plays that hold, by the claims' names.

    Raises:
        InputError: a file isn't whole JSON.
    """
    kept, found = Kept(results), {}
    for leaf in leaves:
        play = play_of(leaf)
        seconds = None if play is None else kept.result(play_task(leaf, play), leaf)
        if seconds is not None:
            found[leaf.name] = decided(leaf, play, seconds)
    return found


def kept_findings(
    leaves: Iterable[Claim], attacked: Mapping[str, Attacked], proved: Container[str],
    results: Results, advance: Callable[[str], None] = lambda name: None,
) -> dict[str, Finding]:
    """What kind of finding each refuted claim is, by the claims' names, where that can be told.

    Args:
        advance: is told each claim that has been looked at.
    """
    kept, found = Kept(results), {}
    for leaf in leaves:
        advance(leaf.name)
        outcome = attacked.get(leaf.name)
        if outcome is not None and outcome.status == "refuted":
            task = finding_task(leaf, outcome.report.certificate, proved)
            kind = finding(kept.result(task, leaf))
            if kind is not None:
                found[leaf.name] = kind
    return found


# --- processes ------------------------------------------------------------------------------------


class Workers:
    """Up to `count` processes, started when there is more than one task; with one, or for one task,
    it is done here."""

    def __init__(self, count: int, leaves: Mapping[str, Claim]) -> None:
        self.count, self.leaves = count, leaves
        self._stack = ExitStack()
        self._executor: Executor | None = None

    def __enter__(self) -> Workers:
        self._stack.__enter__()
        return self

    def __exit__(self, *how: Any) -> None:
        self._stack.__exit__(*how)

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Any]]:
        """The results of tasks as they are done."""
        if self._executor is None and self.count > 1 and len(tasks) > 1:
            # Loaded once, here, where processes are forked.
            for name in {name for task in tasks for name in ROOTS[task.kind]}:
                import_module(name)
            made = processes(self.count, _begin, self.leaves)
            self._executor = self._stack.enter_context(made)
        if self._executor is None:
            for task in tasks:
                yield task, work(task, self.leaves.get(task.name))
            return
        futures = {self._executor.submit(_remote, task): task for task in tasks}
        for future in as_completed(futures):
            yield futures[future], future.result()


_leaves: Mapping[str, Claim] = {}


def _begin(leaves: Mapping[str, Claim]) -> None:
    """Prepare a process for tasks on some claims."""
    global _leaves
    _leaves = leaves
    # What is loaded stays, and trees hold few cycles: to look for them less often is enough.
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def _remote(task: Task) -> Any:
    return work(task, _leaves.get(task.name))


__all__ = [
    "Check", "Checked", "Keeping", "ProvedBy", "Stage", "Workers", "kept_evidence", "kept_findings",
    "kept_plays",
]
