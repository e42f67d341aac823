"""The errors that a user can cause: each message names the input and the rule that it breaks."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """Bad input from a user. The command line prints its message and leaves with exit code 2."""


# So many names are told where none is near.
_FEW = 12


class UnknownKeyError(InputError):
    """A key that isn't there; the message offers the nearest ones, or where none is near and there
    are few, all.

    Args:
        kind: what was looked up, such as "claim" or "quantity".
        key: the key that was asked for.
        known: every key that exists.
    """

    def __init__(self, kind: str, key: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(key, names, n=3, cutoff=0.4)
        # A bare name finds `paper/name` too, which plain edit distance ranks low.
        near += [name for name in names if key and key in name and name not in near][:3]
        hint = f"; nearest: {', '.join(near)}" if near else (
            f"; there is {', '.join(names)}" if 0 < len(names) <= _FEW and "" not in names else ""
        )
        super().__init__(f"unknown {kind} {key!r}{hint}")
        self.nearest = tuple(near)
