"""A time limit on what is worked out: whatever encloses or proposes looks at the clock on its way.

Nothing here decides anything: past the limit what is under way ends in `OutOfTime`, without a
value. Without a limit, as where a certificate is checked, nothing ends early.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

# The limit in force, by `time.monotonic`, and one by `time.process_time`.
_deadline: float | None = None
_spent: float | None = None


class OutOfTime(Exception):
    """The time limit in force has passed."""


@contextmanager
def limited(deadline: float | None) -> Iterator[None]:
    """Work under a limit, a value of `time.monotonic` (None: no other than before), then go back.

    Of two limits the earlier one holds.
    """
    global _deadline
    before = _deadline
    if deadline is not None:
        _deadline = deadline if before is None else min(before, deadline)
    try:
        yield
    finally:
        _deadline = before


@contextmanager
def limited_work(seconds: float | None) -> Iterator[None]:
    """Work for so many seconds of this process's processor time at most (None: no other limit than
    before), then go back. Of two limits the earlier one holds."""
    global _spent
    before = _spent
    if seconds is not None:
        end = time.process_time() + seconds
        _spent = end if before is None else min(before, end)
    try:
        yield
    finally:
        _spent = before


def check_time() -> None:
    """See that no limit in force has passed.

    Raises:
        OutOfTime: one has.
    """
    if _deadline is not None and time.monotonic() >= _deadline:
        raise OutOfTime
    if _spent is not None and time.process_time() >= _spent:
        raise OutOfTime
