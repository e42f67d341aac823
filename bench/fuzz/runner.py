"""Episodes in processes of their own, so that one that takes for ever can be ended.

A child runs episodes one after another and reports each. In one whose step takes too long it stops,
reports what was counted until then, and ends (an exception in the middle of an evaluation could
leave it wrong); another begins with the next episode. One that doesn't even stop is ended from
here, and its counts are lost. A child also ends after some episodes, for the sake of memory. What a
child found is found again by running that episode here.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from bench.fuzz import second
from bench.fuzz.campaign import Options, Tally, run_episode
from verified.quantities.definitions import definitions

# Seconds of processor time that a step may take, with what draws it and what judges it.
LONGEST = 5.0
# Seconds of silence after which a child is ended.
PATIENCE = 300.0
# Episodes after which a child is replaced.
LIFE = 150
# Episodes between collections of what refers to itself.
SWEEP = 10


@dataclass
class _Child:
    process: Any
    connection: Connection
    number: int
    heard: float


@dataclass(frozen=True)
class Report:
    """What became of one episode.

    Attributes:
        counts: by rule; none where it had to be ended.
        spent: seconds of processor time.
        slow: whether it was given up.
    """

    number: int
    counts: Mapping[str, Mapping[str, int]]
    findings: int = 0
    spent: float = 0.0
    slow: bool = False


class _TooLong(BaseException):
    """A step takes too long."""


class _Watched(Tally):
    """Counts that allow each step its time."""

    def add(self, rule: str, what: str) -> None:
        super().add(rule, what)
        if what == "tried":
            _allow(LONGEST)


def _allow(seconds: float) -> None:
    # Again each second, should the first be raised where it is lost.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0 if seconds else 0.0)


def watched(options: Options, number: int) -> tuple[Tally, bool]:
    """One episode in this process, which ends where a step takes too long; whether one does."""

    def give_up(*_: Any) -> None:
        raise _TooLong

    former = signal.signal(signal.SIGVTALRM, give_up)
    tally, slow = _Watched(), False
    try:
        _allow(LONGEST)
        run_episode(options, number, tally)
        _allow(0.0)
    except _TooLong:
        slow = True
    finally:
        _allow(0.0)
        signal.signal(signal.SIGVTALRM, former)
    return tally, slow


def _serve(
    connection: Connection, options: Options, first: int, stride: int,
    counted: Callable[[int], bool],
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()
    for place, number in enumerate(range(first, first + LIFE * stride, stride)):
        if counted(number):
            continue
        if place % SWEEP == 0:
            gc.collect()
        start = time.process_time()
        tally, slow = watched(options, number)
        counts = {rule: dict(found) for rule, found in tally.counts.items()}
        spent = time.process_time() - start
        connection.send(Report(number, counts, len(tally.findings), spent, slow))
        if slow:
            return
    connection.send(None)


def episodes(
    options: Options, first: int, workers: int,
    counted: Callable[[int], bool] = lambda _: False,
) -> Generator[Report, None, None]:
    """Reports of episodes from a number on, without end: close the iterator to stop.

    Args:
        counted: which are left out.
    """
    # What every child needs is read once, here.
    definitions()
    if options.checker != "kernel":
        second.stated()
    context = multiprocessing.get_context("fork")
    children: list[_Child] = []

    def start(number: int) -> _Child:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_serve, args=(theirs, options, number, workers, counted),
                                  daemon=True)
        process.start()
        theirs.close()
        return _Child(process, ours, number, time.monotonic())

    def end(child: _Child) -> None:
        child.process.terminate()
        child.process.join(5)
        if child.process.is_alive():
            child.process.kill()
            child.process.join()
        child.connection.close()

    try:
        children = [start(first + place) for place in range(workers)]
        while True:
            ready = wait([child.connection for child in children], timeout=1.0)
            for place, child in enumerate(children):
                if child.connection in ready:
                    try:
                        said = child.connection.recv()
                    except EOFError:
                        # It ended by itself, in the middle of an episode.
                        said = Report(child.number, {}, slow=True)
                    if said is None:
                        end(child)
                        children[place] = start(child.number)
                        continue
                elif time.monotonic() - child.heard > PATIENCE:
                    said = Report(child.number, {}, spent=PATIENCE, slow=True)
                else:
                    continue
                child.number, child.heard = said.number + workers, time.monotonic()
                yield said
                if said.slow:
                    end(child)
                    children[place] = start(child.number)
    finally:
        for child in children:
            end(child)
