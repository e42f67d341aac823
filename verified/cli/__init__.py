"""The command line `verified`: thin commands over the rooms, each imported when it is needed.

Exit codes: 0 as recorded (`attack`: nothing found; `recheck`: all good), 1 otherwise, 2 bad input,
130 after Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

# Each module adds its commands to the application.
from verified.cli import (  # noqa: F401
    attacking,
    auditing,
    checking,
    claims,
    comparing,
    measuring,
    powering,
    proofs,
    rechecking,
    reporting,
    values,
    writing,
)
from verified.cli.shared import BAD_INPUT, DIFFERENT, INTERRUPTED, app, complain
from verified.errors import InputError


def main() -> None:
    """Run the command line; bad input ends in one message and exit code 2."""
    _prepare_streams()
    try:
        # By its name however it was started: `python -m verified` says the same.
        app(prog_name="verified")
    except InputError as error:
        complain(str(error))
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        complain("interrupted")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not complain while it closes.
        sys.stdout = None
        sys.exit(DIFFERENT)
    except OSError as error:
        where = f" {error.filename}" if error.filename else " the output"
        complain(f"can't write{where}: {error.strerror or error}")
        sys.exit(BAD_INPUT)


def _prepare_streams() -> None:
    """See that printing doesn't fail for what the output is."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Python has none where the shell closed it: what is said there is dropped.
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            # Letters that a terminal's encoding doesn't have are written as their numbers.
            stream.reconfigure(errors="backslashreplace")


__all__ = ["app", "main"]
