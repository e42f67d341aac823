"""Groups of vectors that share parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from verified.oracle.vectors.corners import Exact

# What a library must not do: report less than the truth, or more; "none" where neither is safer.
LESS, MORE, NONE = "less", "more", "none"


@dataclass(frozen=True)
class Group:
    """Vectors of one function that share parameters.

    Attributes:
        function: its name.
        comment: what is particular about the parameters.
        parameters: what they share.
        inputs: what each has of its own, with flags that no rule would find.
        unsafe: which error promises what isn't there.
    """

    function: str
    comment: str
    parameters: Mapping[str, Any]
    inputs: tuple[tuple[Mapping[str, Any], tuple[str, ...]], ...]
    unsafe: str = LESS


def over(name: str, numbers: Iterable[Exact], flags: tuple[str, ...] = ()) -> Any:
    """Vectors that differ in one input."""
    return tuple(({name: number}, flags) for number in numbers)


def both(
    first: str, numbers: Iterable[Exact], second: str, others: Iterable[Exact]
) -> Any:
    """Vectors for each pair of two inputs."""
    listed = tuple(others)
    return tuple(({first: one, second: other}, ()) for one in numbers for other in listed)


__all__ = ["LESS", "MORE", "NONE", "Group", "both", "over"]
