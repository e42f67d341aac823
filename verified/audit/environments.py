"""Libraries in environments of their own, made on demand, and the processes that call them."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from verified.errors import InputError

HERE = Path(__file__).parent
VARIABLE = "VERIFIED_AUDIT"
# How long a library may take to be imported.
STARTING = 180.0


@dataclass(frozen=True)
class Answer:
    """What a call gave: a float, the exception that it raised, or that it took too long."""

    value: float | None = None
    error: tuple[str, str] | None = None
    late: bool = False


class Library:
    """A library at a version, installed where nothing else is.

    Args:
        name: as the package index knows it.
        requirements: exact versions, of what it needs besides too where that matters.
        bare: exact versions that are installed without what they ask for, where the adapter uses
            no part that needs it.
        adapter: the module that calls it; a path is taken as it is.
        python: an interpreter that has it already, for tests.
    """

    def __init__(
        self, name: str, requirements: Sequence[str], adapter: str | Path,
        python: Path | None = None, bare: Sequence[str] = (),
    ) -> None:
        self.name, self.requirements, self.bare = name, tuple(requirements), tuple(bare)
        self.adapter = adapter if isinstance(adapter, Path) else HERE / "adapters" / f"{adapter}.py"
        self._python = python

    def python(self) -> Path:
        """The interpreter of its environment, made if there is none.

        Raises:
            InputError: it can't be installed; the message has the installer's last line.
        """
        if self._python is not None:
            return self._python
        wanted = (*self.bare, *self.requirements)
        folder = environments_folder() / "_".join(wanted).replace("=", "-")
        python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        ready = folder / "ready"
        if ready.is_file():
            return python
        venv.create(folder, with_pip=True, clear=True)
        for parts, options in ((self.requirements, ()), (self.bare, ("--no-deps",))):
            if not parts:
                continue
            made = subprocess.run(
                [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                 *options, *parts],
                capture_output=True, text=True, check=False,
            )
            if made.returncode:
                last = (made.stderr.strip().splitlines() or ["no message"])[-1]
                raise InputError(f"{self.name} can't be installed in {folder}: {last}")
        ready.touch()
        return python


def environments_folder() -> Path:
    """Where environments are made: the folder that VERIFIED_AUDIT names, or the user's cache."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "verified" / "audit"


class Caller:
    """A process that calls a library's functions; one that hangs is ended, and started anew.

    Raises:
        InputError: the library can't be installed, or its adapter can't be imported.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        self.calls = 0
        self._process: subprocess.Popen[str] | None = None
        self.version = self._start()

    def _start(self) -> str:
        self._process = subprocess.Popen(
            [str(self.library.python()), str(HERE / "worker.py"), str(self.library.adapter)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        told = self._line(STARTING)
        if told is None or "ready" not in told:
            self.close()
            why = ": ".join(told["error"]) if told else "no answer"
            raise InputError(f"{self.library.name} can't be imported in its environment: {why}")
        return str(told["ready"])

    def __call__(self, name: str, arguments: Mapping[str, Any], seconds: float) -> Answer:
        """What a function gives.

        Raises:
            InputError: the adapter asks for what the library doesn't have: a fault of ours.
        """
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        self.calls += 1
        written = {key: _written(value) for key, value in arguments.items()}
        try:
            print(json.dumps({"call": name, "arguments": written}),
                  file=self._process.stdin, flush=True)
        except BrokenPipeError:
            self.close()
            return Answer(error=("ProcessEnded", "the interpreter ended"))
        found = self._line(seconds)
        if not found:
            self.close()
            return Answer(late=True) if found is None else Answer(
                error=("ProcessEnded", "the interpreter ended"))
        if "adapter" in found:
            self.close()
            raise InputError(f"the adapter of {self.library.name} fails: {found['adapter']}")
        if "error" in found:
            kind, message = found["error"]
            return Answer(error=(kind, message))
        return Answer(value=float.fromhex(found["value"]))

    def _line(self, seconds: float) -> dict[str, Any] | None:
        """The next line; nothing in it if the process has ended, None if there is none in time."""
        assert self._process is not None
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ)
            if not waiting.select(seconds):
                return None
        line = self._process.stdout.readline()
        return cast(dict[str, Any], json.loads(line)) if line else {}

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _written(value: Any) -> Any:
    if isinstance(value, list):
        return [_written(part) for part in value]
    return value.hex() if isinstance(value, float) else value
