"""Rows, children and readings of claims: walking them, choosing by pattern, a row's status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from verified.errors import UnknownKeyError
from verified.language.claims import Claim

# A row's key and this is the key of the row that repairs it.
REPAIRED = "-repaired"
# From weakest to strongest; a row is as strong as its weakest child, and refuted if any child is.
STRENGTH = ("unwitnessed", "undecided", "survived", "proved")


def nodes(claim: Claim) -> Iterator[Claim]:
    """A claim, its children and its other readings, in the order of the paper."""
    yield claim
    for part in (*claim.children, *claim.readings):
        yield from nodes(part)


def parts(claim: Claim) -> list[Claim]:
    """The leaves that decide a claim: itself, or its children's in the main reading."""
    if claim.statement is not None:
        return [claim]
    return [leaf for child in claim.children for leaf in parts(child)]


def leaves(claims: Iterable[Claim]) -> list[Claim]:
    """The claims that have a statement of their own."""
    return [claim for claim in claims if claim.statement is not None]


def repairs_of(claim: Claim) -> list[str]:
    """The keys of the rows of the same paper that repair a claim's row."""
    row = claim.key.partition("/")[2].partition(".")[0]
    return [other.key for key, other in claim.paper.rows.items() if key == row + REPAIRED]


def row_status(statuses: Sequence[str]) -> str:
    """The status of a row from its children's: refuted if any is, proved only if all are."""
    return "refuted" if "refuted" in statuses else min(statuses, key=STRENGTH.index)


def select(rows: Sequence[Claim], patterns: Sequence[str]) -> list[Claim]:
    """The rows and children that the patterns choose, with all that is below them.

    A pattern is a key, with `@reading` or without, where `*`, `?` and `[…]` match as in file names;
    the paper may be left out, and a paper's key alone chooses all of its claims. No pattern
    chooses everything.

    Raises:
        UnknownKeyError: a pattern chooses nothing; the nearest keys are offered.
    """
    every = [node for row in rows for node in nodes(row)]
    if not patterns:
        return every
    chosen: set[str] = set()
    for pattern in patterns:
        found = [node for node in every if _matches(node, pattern)]
        if not found:
            known = {node.key for node in every}
            if "/" not in pattern:
                # Beside whole keys a name without its paper would look far from everything.
                known = {key.partition("/")[2] for key in known}
            raise UnknownKeyError("claim", pattern, known | {node.paper.key for node in every})
        chosen.update(node.name for match in found for node in nodes(match))
    return [node for node in every if node.name in chosen]


def _matches(node: Claim, pattern: str) -> bool:
    names = {node.key, node.name, node.paper.key}
    names |= {name.partition("/")[2] for name in (node.key, node.name)}
    return any(fnmatchcase(name, pattern) for name in names)


__all__ = ["REPAIRED", "STRENGTH", "leaves", "nodes", "parts", "repairs_of", "row_status", "select"]
