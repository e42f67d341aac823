"""Worker processes never outlive the one that started them, whenever Ctrl-C comes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys

import pytest

from verified.processes import processes

# Each runs in a Python of its own, as what is done at forks can't be undone.
SCRIPT = """
import multiprocessing, os, signal, time
from verified.processes import processes

signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(): os.kill(os.getpid(), signal.SIGINT)
{setting}
try:
    with processes(2) as executor:
        waiting = [executor.submit(time.sleep, 60) for _ in range(4)]
        time.sleep(0.3)
        {inside}
        waiting[0].result()
except KeyboardInterrupt:
    print("interrupted", len(multiprocessing.active_children()))
"""
AT_FORK = "os.register_at_fork(before=interrupt)"
AGAIN = """
plain = multiprocessing.Process.terminate
def terminate(process):
    interrupt()
    plain(process)
multiprocessing.process.BaseProcess.terminate = terminate
"""


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="this system doesn't fork")
@pytest.mark.parametrize(
    ("setting", "inside"),
    [("", "interrupt()"), (AT_FORK, ""), (AGAIN, "interrupt()"), ("", "raise KeyboardInterrupt")],
    ids=["at work", "at a fork", "twice", "raised"],
)
def test_an_interrupt_ends_all(setting: str, inside: str) -> None:
    script = SCRIPT.format(setting=setting, inside=inside)
    # Ended by the time limit, if a process were left: it would hold the output open.
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "interrupted 0\n", "")


def test_work_is_done_and_an_error_is_passed_on() -> None:
    with processes(2) as executor:
        assert list(executor.map(abs, [-1, -2, 3])) == [1, 2, 3]
    with pytest.raises(TypeError), processes(1) as executor:
        executor.submit(abs, "a").result()
    assert not multiprocessing.active_children()


def test_processes_are_prepared() -> None:
    with processes(1, os.environ.setdefault, "PREPARED", "yes") as executor:
        assert executor.submit(os.getenv, "PREPARED").result() == "yes"
        assert executor.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
    assert "PREPARED" not in os.environ
