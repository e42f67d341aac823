"""Worker processes that end with the one that started them, however that happens."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any


@contextmanager
def processes(
    workers: int, prepare: Callable[..., object] | None = None, *arguments: Any
) -> Iterator[ProcessPoolExecutor]:
    """An executor whose processes each begin with `prepare(*arguments)`.

    They leave Ctrl-C to the parent. After it, as after any error, they are stopped in the middle
    of their work.
    """
    before = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(workers, initializer=_begin, initargs=(prepare, arguments))
    try:
        with _interrupts_held():
            executor.submit(_nothing)
        yield executor
        executor.shutdown()
    except BaseException:
        with _interrupts_ignored():
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
            executor.shutdown(cancel_futures=True)
        raise


def _begin(prepare: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare is not None:
        prepare(*arguments)


def _nothing() -> None:
    """The first task, with which the processes are started."""


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C is heard at the end of this: in the middle of a fork, Python would lose it."""
    if not _interrupts_come_here():
        yield
        return
    heard: list[int] = []
    previous = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
    if heard:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A second Ctrl-C must not end the parent first: its processes would wait for work for ever."""
    if not _interrupts_come_here():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def _interrupts_come_here() -> bool:
    """Whether this thread may say what becomes of Ctrl-C, and it isn't ignored already."""
    here = threading.current_thread() is threading.main_thread()
    return here and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None)


__all__ = ["processes"]
