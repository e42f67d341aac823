"""The command `verified` without its start: `python -m tests.docs.serving SOCKET` opens the papers
once, and each command is a process forked from it, in its caller's folder and environment.

The pages have some hundred commands, and opening the papers takes most of the time of many. That
commands start from nothing is tried by `python -m tests.docs.readme` and in `tests/cli/`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What a caller runs: it hands its arguments, folder, environment and streams over, and ends with
# the command's exit code. A command that breaks off sends none.
CALLER = """#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    told = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(told).to_bytes(4, "big")], [0, 1, 2])
    server.sendall(told)
    code = server.recv(1)
sys.exit(code[0] if code else 70)
"""


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """The text of a script that stands for `verified`, while its server runs."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"{folder}/commands"
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.docs.serving", address], cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            assert server.stdout.readline() == b"ready\n"
            yield CALLER.format(python=sys.executable, address=address)
        finally:
            # It ends when nobody holds its input any more.
            server.stdin.close()
            server.stdout.close()
            server.wait()


def serve(address: str) -> None:
    """Run commands as they come, each in a process of its own, until the input ends."""
    from verified import attack, oracle, proof, report
    from verified.papers import all_claims

    # What commands import when they need it.
    for room in (attack, oracle, proof, report):
        for module in pkgutil.iter_modules(room.__path__):
            importlib.import_module(f"{room.__name__}.{module.name}")
    all_claims()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("ready", flush=True)
        while True:
            ready, _, _ = select.select([listener, sys.stdin], [], [])
            if sys.stdin in ready:
                return
            caller, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                code = 1
                try:
                    code = _run(caller)
                finally:
                    caller.sendall(bytes([code]))
                    os._exit(0)
            caller.close()


def _run(caller: socket.socket) -> int:
    """Be the command that a caller asks for; its exit code."""
    from verified.__main__ import main

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    size, streams, _, _ = socket.recv_fds(caller, 4, 3)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    # The streams there are know of the files that these numbers were.
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    with caller.makefile("rb") as told:
        arguments, folder, environment = json.loads(told.read(int.from_bytes(size, "big")))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["verified", *arguments]
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        # A command whose reader has seen enough leaves none.
        if stream is not None:
            with contextlib.suppress(BrokenPipeError):
                stream.flush()
    return code


if __name__ == "__main__":
    serve(sys.argv[1])
