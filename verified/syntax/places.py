"""Where in a file something is stated, so that a reader can be sent there."""

from __future__ import annotations

import sys


def stated_at() -> tuple[str, int]:
    """The file that states what is being stated, and the line at its top level.

    That is the nearest caller that is a file's own code, and no function: what helpers or loops
    state is told by the line that runs them.
    """
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


__all__ = ["stated_at"]
