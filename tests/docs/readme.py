"""Paste the README's commands into a shell, as a reader would: `python -m tests.docs.readme`.

They run in an empty folder, with the commands of this Python's environment. The exit code is 1 if
one of them ends or prints otherwise than the README says, or if there is none.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from tests.docs.pages import ROOT, run

README = ROOT / "README.md"


def main(page: Path = README) -> int:
    """Run them all, telling of each; the exit code."""
    installed = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": os.pathsep.join((installed, os.environ["PATH"]))}
    ran = wrong = 0
    with tempfile.TemporaryDirectory() as desk:
        start = time.monotonic()
        for outcome in run(page, Path(desk), environment):
            seconds, start = time.monotonic() - start, time.monotonic()
            ran += 1
            print(f"$ {outcome.command.line}\n[exit {outcome.code}, {seconds:.1f} s]", flush=True)
            if not outcome.as_said:
                wrong += 1
                said = "\n".join(outcome.command.shown or ())
                print(f"{outcome.output}\n-- but the page says:\n{said}\n"
                      f"[exit {outcome.command.code}]", flush=True)
    print(f"{page.name}: {ran} commands, {wrong} not as it says")
    return 0 if ran and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
