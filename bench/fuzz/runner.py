"""Episodes in processes of their own, so that one that takes for ever can be ended.

A child runs episodes one after another and reports each. One that is silent for too long is ended
(an exception in the middle of an evaluation could leave it wrong), and another begins with the next
episode. A child also ends after some episodes, for the sake of memory. What a child found is found
again by running that episode here.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from bench.fuzz.campaign import Options, Tally, run_episode

# Seconds of silence after which a child is ended.
PATIENCE = 90.0
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
    """What became of one episode; no counts where it was ended."""

    number: int
    counts: Mapping[str, Mapping[str, int]] | None
    findings: int = 0


def _serve(connection: Connection, options: Options, first: int, stride: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    for place, number in enumerate(range(first, first + LIFE * stride, stride)):
        if place % SWEEP == 0:
            gc.collect()
        tally = Tally()
        run_episode(options, number, tally)
        counts = {rule: dict(found) for rule, found in tally.counts.items()}
        connection.send((number, counts, len(tally.findings)))
    connection.send(None)


def episodes(
    options: Options, first: int, workers: int
) -> Generator[Report, None, None]:
    """Reports of episodes from a number on, without end: close the iterator to stop."""
    context = multiprocessing.get_context("fork")
    children: list[_Child] = []

    def start(number: int) -> _Child:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_serve, args=(theirs, options, number, workers),
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
                        yield Report(child.number, None)
                        end(child)
                        children[place] = start(child.number + workers)
                        continue
                    if said is None:
                        end(child)
                        children[place] = start(child.number)
                        continue
                    number, counts, found = said
                    child.number, child.heard = number + workers, time.monotonic()
                    yield Report(number, counts, found)
                elif time.monotonic() - child.heard > PATIENCE:
                    yield Report(child.number, None)
                    end(child)
                    children[place] = start(child.number + workers)
    finally:
        for child in children:
            end(child)
