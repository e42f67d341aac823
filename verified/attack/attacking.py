"""Attacking a claim: rounds of the search until an instance is certified, which is then shrunk.

`attack` takes any claim or statement; nothing about the claims of a paper is special. Verdicts are
what the kernel certified, and the search is given no hint of an answer.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

from verified.attack.corpus import NearMiss, keep, load, near_miss
from verified.attack.report import Report
from verified.attack.search import Round, Searcher, drawn_sizes, rounds
from verified.attack.shrink import (
    Found,
    cut_short,
    is_certain,
    shrink,
    size_of,
    with_plain_numbers,
)
from verified.errors import InputError
from verified.numbers.limits import OutOfTime
from verified.syntax.claims import Claim, Statement

Progress = Callable[[int, float | None], None]

DEFAULT_BUDGET = 20_000
# A smaller budget is spent on random instances alone: one round's climbs take more.
LEAST_FOR_CLIMBS = 500
# Why a search says nothing.
NO_VALUE = (
    "the conclusion has no value in floats at any of them, because a quantity isn't evaluated for "
    "such arguments, or isn't defined for them"
)
NO_HYPOTHESIS = (
    "a hypothesis has no value in floats at any of them that meets the others, because a quantity "
    "isn't evaluated for such arguments, or isn't defined for them"
)
# What a search ends with that has met instances and left none of them open.
_DECIDED = ("survived", "refuted", "proved")
# More evaluations than a time limit allows.
_ENDLESS = 10**12
# Rounds without a single evaluation (no structure fits) that end a search.
_EMPTY_ROUNDS = 60
# How many simpler instances a shrink may put before the kernel.
_SHRINKING = 120
# The share of the time left that a shrink may take: a step under way isn't cut short.
_SHRINKING_SHARE = 0.5
# Moves of more characters than this are worth another try.
_READABLE = 90


def attack(
    target: Statement | Claim,
    *,
    seed: int = 0,
    budget: int | None = None,
    seconds: float | None = None,
    enough: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    corpus: Path | None = None,
    witness: bool = True,
) -> Report:
    """Try to refute a universal claim (or to prove an existence claim) by an instance.

    Args:
        target: a claim with a statement of its own, or a statement.
        seed: fixes the sequence of the search; the same for any number of workers.
        budget: how many evaluations of instances to spend; below `LEAST_FOR_CLIMBS` instances
            are drawn, and not improved by climbs. Without one it is `DEFAULT_BUDGET`, or what the
            time allows where that is limited.
        seconds: a time limit, which only cuts the sequence and the shrinking short.
        enough: a shorter limit. The search goes on to the other one only where this one leaves it
            without a verdict: where no instance was met, or one is open.
        progress: called with the evaluations so far and the closest relative margin.
        corpus: a folder of near misses, replayed first and added to at the end. With it the
            sequence also depends on what earlier attacks left there.
        witness: whether an instance that meets the hypotheses is certified where none decides the
            claim; without that, no claim is told to be unwitnessed.

    Raises:
        InputError: the corpus can't be read or written, the budget isn't positive, or the claim is
            a row whose children have the statements.
    """
    key, reading, statement = _told(target)
    if budget is None:
        budget = DEFAULT_BUDGET if seconds is None else _ENDLESS
    limits = [limit for limit in (seconds, enough) if limit is not None]
    if budget <= 0 or (limits and min(limits) <= 0):
        raise InputError("the budget must be positive: at least one evaluation, and some time")
    start = time.monotonic()
    polarity = "refutation" if statement.quantifier == "forall" else "proof"
    searcher = Searcher(_name(target), statement, polarity, seed)
    searcher.budget = budget if budget < LEAST_FOR_CLIMBS else None
    run = _Run(searcher, workers, progress)
    for limit in _in_turn(enough, seconds):
        deadline = None if limit is None else start + limit
        searcher.limit(deadline)
        outcome = _Outcome(witness)
        try:
            if corpus is not None:
                _replay(searcher, outcome, corpus)
            if outcome.certificate is None:
                _spend(run, outcome, budget, deadline)
            if witness and outcome.certificate is None and not outcome.interrupted:
                outcome.witness = find_witness(target, seed=seed, deadline=deadline)
                late = deadline is not None and time.monotonic() >= deadline
                outcome.interrupted = outcome.witness is None and late
        except KeyboardInterrupt:
            outcome.interrupted = True
            break
        if outcome.status(statement) in _DECIDED:
            break
    if outcome.certificate is not None:
        outcome.certificate = searcher.certifier.by_fewest_bits(outcome.certificate)
    if corpus is not None and outcome.nearest is not None:
        keep(corpus, searcher.target, [outcome.nearest])
    return Report(
        key,
        reading,
        statement,
        outcome.status(statement),
        outcome.certificate,
        outcome.witness,
        outcome.evaluations,
        time.monotonic() - start,
        outcome.closest_miss(),
        outcome.starts,
        drawn_sizes(outcome.structures),
        outcome.interrupted,
        outcome.reason(),
        outcome.too_large,
        outcome.open_play if outcome.certificate is None else None,
    )


def _in_turn(enough: float | None, seconds: float | None) -> list[float | None]:
    """The time limits of a search, the next of which counts where one leaves no verdict."""
    shorter = enough is not None and (seconds is None or enough < seconds)
    return [enough, seconds] if shorter else [seconds]


def _replay(searcher: Searcher, outcome: _Outcome, folder: Path) -> None:
    """The near misses of earlier attacks, until one is certified."""
    for near in load(folder, searcher.target):
        found = searcher.replay(near)
        outcome.take(found)
        if found.certificate is not None:
            _accept(searcher, outcome, found)
            return


def _accept(searcher: Searcher, outcome: _Outcome, found: Round) -> None:
    """Shrink a certified instance, and keep its certificate."""
    assert found.certificate is not None
    assert found.instance is not None
    outcome.nearest = near_miss(found.instance)
    # Before the shrinking, so that an interrupt, or the end of the time, loses nothing.
    outcome.certificate = found.certificate
    if searcher.polarity == "witness":
        return
    if searcher.deadline is not None:
        now = time.monotonic()
        searcher.limit(now + _SHRINKING_SHARE * (searcher.deadline - now))
    given = searcher.statement.given
    with contextlib.suppress(OutOfTime):
        start = cut_short((found.instance, found.certificate), given, searcher.certifier)
        outcome.certificate = start[1]
        plain = with_plain_numbers(start, searcher.certifier, searcher.violation)
        start = plain or searcher.strengthen(start[0]) or start
        outcome.certificate = start[1]
        best = shrink(*start, given, searcher.certifier, _SHRINKING, searcher.violation)
        outcome.certificate = best[1]
        # A violation found at a tiny scale has no simple numbers near it; others of its sizes may.
        # And where data that are certain refute a claim, others may as well.
        others: Iterator[Found] = iter(())
        if is_certain(best[0]):
            others = searcher.less_certain(best[0])
        elif size_of(best) > _READABLE:
            others = searcher.others_like(best[0])
        for other in others:
            simpler = shrink(*other, given, searcher.certifier, _SHRINKING, searcher.violation)
            best = min(best, simpler, key=_to_read)
            outcome.certificate = best[1]


def _to_read(found: Found) -> tuple[bool, int]:
    """What makes one instance worse to show than another."""
    return is_certain(found[0]), size_of(found)


def find_witness(
    target: Statement | Claim, *, seed: int = 0, budget: int = 20_000,
    deadline: float | None = None,
) -> dict[str, Any] | None:
    """A certified instance that meets the hypotheses, or None if the search finds none, by its
    deadline (of `time.monotonic`) where it has one."""
    _, _, statement = _told(target)
    searcher = Searcher(_name(target), statement, "witness", seed)
    searcher.limit(deadline)
    outcome = _Outcome()
    _spend(_Run(searcher), outcome, budget, deadline)
    if outcome.certificate is None:
        return None
    return searcher.certifier.by_fewest_bits(outcome.certificate)


def _name(target: Statement | Claim) -> str:
    """What a certificate calls what it is about: a claim with its reading."""
    return "statement" if isinstance(target, Statement) else target.name


def _told(target: Statement | Claim) -> tuple[str, str, Statement]:
    if isinstance(target, Statement):
        return "statement", "", target
    if target.statement is None:
        names = ", ".join(child.key for child in target.children)
        raise InputError(f"{target.key} has children; attack one of {names}")
    return target.key, target.reading, target.statement


class _Outcome:
    """What the rounds so far add up to."""

    def __init__(self, witnessed: bool = True) -> None:
        # Whether a witness is looked for.
        self.witnessed = witnessed
        self.certificate: dict[str, Any] | None = None
        self.witness: dict[str, Any] | None = None
        self.evaluations = self.starts = self.undecided = 0
        self.closest: float | None = None
        self.nearest: NearMiss | None = None
        self.structures: list[dict[str, Any]] = []
        self.interrupted = self.too_large = self.valued = self.hidden = False
        self.unread = ""
        self.open_play: dict[str, Any] | None = None

    def take(self, found: Round) -> None:
        self.evaluations += found.evaluations
        self.starts += found.starts
        self.undecided += found.undecided
        self.open_play = self.open_play or found.open_play
        self.structures += found.structures
        self.valued = self.valued or found.valued
        self.hidden = self.hidden or found.hidden
        if found.unread:
            self.unread, self.too_large = found.unread, found.too_large
        if found.closest is not None and (self.closest is None or found.closest < self.closest):
            self.closest = found.closest
            self.nearest = found.kept
            if found.nearest is not None:
                self.nearest = near_miss(found.nearest)

    def closest_miss(self) -> float | None:
        """The least relative margin. Without a certificate nothing below 0 is left but rounding,
        which the kernel has refused, unless it couldn't decide. Where the conclusion had no value
        there is none."""
        if self.certificate is None and not self.valued:
            return None
        if self.closest is None or self.undecided:
            return self.closest
        if self.certificate is None:
            return max(self.closest, 0.0)
        # What was refuted by an undefined side has no margin.
        return self.closest if self.closest < 0 else None

    def status(self, statement: Statement) -> str:
        if self.certificate is not None:
            return "refuted" if statement.quantifier == "forall" else "proved"
        if self.undecided:
            return "undecided"
        # Without starts, the hypotheses on sizes alone allow none, unless something wasn't read.
        looked = (self.starts or not self.unread) and not self._blind_to_hypotheses
        if self.witnessed and looked and self.witness is None and not self.interrupted:
            return "unwitnessed"
        # A margin is told of whatever met the hypotheses; where the conclusion had no value there,
        # nothing was looked at.
        return "survived" if self.closest is not None and self.valued else "untried"

    def reason(self) -> str:
        """Why instances weren't tried."""
        blind = self.closest is not None and not self.valued and self.certificate is None
        unread = NO_HYPOTHESIS if self._blind_to_hypotheses else NO_VALUE if blind else ""
        return self.unread or unread

    @property
    def _blind_to_hypotheses(self) -> bool:
        """Whether no instance was met because a hypothesis has no value."""
        return self.hidden and self.closest is None and self.certificate is None


class _Run:
    """The rounds of a search, each run to its end but once: a search that goes on with more time
    takes those that it has."""

    def __init__(
        self, searcher: Searcher, workers: int = 1, progress: Progress | None = None
    ) -> None:
        self.searcher, self.workers, self.progress = searcher, workers, progress
        self._ended: list[Round] = []

    def rounds(
        self, outcome: _Outcome, deadline: float | None
    ) -> Generator[Round, None, None]:
        """The rounds in order, each when the outcome has taken it."""
        for known in self._ended:
            outcome.take(known)
            yield known
        sequence = rounds(self.searcher, self.workers, len(self._ended))
        try:
            for found in sequence:
                if deadline is None or time.monotonic() < deadline:
                    self._ended.append(found)
                outcome.take(found)
                if self.progress is not None:
                    self.progress(outcome.evaluations, outcome.closest)
                yield found
        finally:
            sequence.close()  # type: ignore[attr-defined]


def _spend(run: _Run, outcome: _Outcome, budget: int, deadline: float | None) -> None:
    """Run rounds until one certifies an instance, or the budget or the time is spent."""
    empty = 0
    with contextlib.closing(run.rounds(outcome, deadline)) as sequence:
        for found in sequence:
            if found.certificate is not None:
                _accept(run.searcher, outcome, found)
                return
            empty = empty + 1 if found.evaluations == 0 else 0
            if outcome.evaluations >= budget or empty >= _EMPTY_ROUNDS:
                return
            if deadline is not None and time.monotonic() >= deadline:
                outcome.interrupted = True
                return


__all__ = ["DEFAULT_BUDGET", "LEAST_FOR_CLIMBS", "attack", "find_witness"]
