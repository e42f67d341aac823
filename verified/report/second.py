"""The second checker's word on certificates: it runs as a program of its own, which shares no code
with this one."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from verified.errors import InputError

CHECKER = "recheck"


@dataclass(frozen=True)
class Second:
    """The second checker's verdict on one certificate: "accepted" or another, and why."""

    verdict: str
    reason: str

    @property
    def good(self) -> bool:
        """Whether it accepts all of it."""
        return self.verdict == "accepted"

    def line(self) -> str:
        """In words."""
        return f"second checker: {self.verdict}{': ' if self.reason else ''}{self.reason}"


def second_verdicts(files: Sequence[Path]) -> dict[tuple[str, int], Second]:
    """The second checker's verdicts, by the file and the place of each certificate in it.

    Raises:
        InputError: it isn't here, or couldn't run.
    """
    from verified.quantities.definitions import definitions
    from verified.syntax.serial import statement_data

    if find_spec(CHECKER) is None:
        raise InputError("the second checker, the package recheck, isn't installed here")
    known = {name: statement_data(said) for name, said in definitions().items()}
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "definitions.json"
        written.write_text(json.dumps(known))
        command = [sys.executable, "-m", CHECKER, "--json", "--definitions", str(written)]
        done = subprocess.run(
            [*command, *map(str, files)], capture_output=True, text=True, check=False
        )
    try:
        found = json.loads(done.stdout)
    except ValueError:
        raise InputError(f"the second checker failed: {done.stderr.strip()[-200:]}") from None
    count: Counter[str] = Counter()
    verdicts = {}
    for item in found:
        verdicts[item["file"], count[item["file"]]] = Second(item["verdict"], item["reason"])
        count[item["file"]] += 1
    return verdicts


__all__ = ["Second", "second_verdicts"]
