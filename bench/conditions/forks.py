"""Work in processes forked from this one, each with limits: what is loaded here is warm there.

A forked process sees this one as it is, and nothing that it does comes back but what it says.
"""

from __future__ import annotations

import contextlib
import gc
import json
import math
import os
import resource
import selectors
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

# What the work says on its way, one JSON value a line.
Say = Callable[[Any], None]

# Of memory, in bytes, above what this process has.
MOST_MEMORY = 2 << 30


@dataclass
class Outcome:
    """What became of a piece of work.

    Attributes:
        said: what it said, in order.
        ended: "done", "limit" (out of time) or "broken" (it died, or its memory ran out).
        error: the traceback of what the work itself raised.
    """

    said: list[Any] = field(default_factory=list)
    ended: str = "done"
    error: str = ""


@dataclass
class _Running:
    key: Any
    outcome: Outcome
    pipe: int
    text: bytes = b""


def forked(
    tasks: Iterable[tuple[Any, Callable[[Say], None], float]], workers: int
) -> Iterator[tuple[Any, Outcome]]:
    """Each task in a process of its own, some at a time; outcomes in the order in which they end.

    Args:
        tasks: a key, the work, and the seconds that it is allowed (`allow`).
    """
    waiting = iter(tasks)
    running: dict[int, _Running] = {}
    selector = selectors.DefaultSelector()
    # What is loaded now is never garbage; not to touch it keeps its memory shared.
    gc.collect()
    gc.freeze()
    try:
        while True:
            while len(running) < workers:
                task = next(waiting, None)
                if task is None:
                    break
                key, work, seconds = task
                process, pipe = _start(work, seconds)
                running[process] = _Running(key, Outcome(), pipe)
                selector.register(pipe, selectors.EVENT_READ, process)
            if not running:
                return
            for found, _ in selector.select():
                process = found.data
                one = running[process]
                read = os.read(one.pipe, 1 << 16)
                one.text += read
                if not read:
                    selector.unregister(one.pipe)
                    os.close(one.pipe)
                    del running[process]
                    yield one.key, _ended(process, one)
    finally:
        for process in running:
            _kill(process)
            os.waitpid(process, 0)
        gc.unfreeze()


def _start(work: Callable[[Say], None], seconds: float) -> tuple[int, int]:
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reader)
        _work(work, seconds, writer)
    os.close(writer)
    return process, reader


def _work(work: Callable[[Say], None], seconds: float, writer: int) -> NoReturn:
    """The forked process, from its start to its end."""
    code = 1
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if sys.platform == "linux":
            most = _memory() + MOST_MEMORY
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        allow(seconds)

        def say(value: Any) -> None:
            line = json.dumps(value).encode() + b"\n"
            while line:
                line = line[os.write(writer, line) :]

        try:
            work(say)
            code = 0
        except BaseException:
            say({"error": traceback.format_exc()})
            code = 0
    finally:
        os._exit(code)


def allow(seconds: float) -> None:
    """From now on this process may take so many seconds of the processor; thirty times as many may
    pass, as others may be at work. Else it is ended."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = math.ceil(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, most))
    signal.setitimer(signal.ITIMER_REAL, 30 * seconds)


def _memory() -> int:
    """The bytes of address space that this process has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _ended(process: int, one: _Running) -> Outcome:
    _, status = os.waitpid(process, 0)
    # What the work started ends with it.
    _kill(process)
    outcome = one.outcome
    for line in one.text.splitlines():
        with contextlib.suppress(json.JSONDecodeError):
            value = json.loads(line)
            if isinstance(value, dict) and set(value) == {"error"}:
                outcome.error = value["error"]
            else:
                outcome.said.append(value)
    if os.WIFSIGNALED(status):
        late = os.WTERMSIG(status) in (signal.SIGALRM, signal.SIGXCPU)
        outcome.ended = "limit" if late else "broken"
    elif os.WEXITSTATUS(status) != 0:
        outcome.ended = "broken"
    return outcome


def _kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
