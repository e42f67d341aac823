"""Rows, children and readings of claims: walking them, choosing by pattern, a row's status."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fnmatch import translate

from verified.errors import UnknownKeyError
from verified.syntax.claims import Claim

# A row's key and this is the key of the row that repairs it.
REPAIRED = "-repaired"
# From weakest to strongest; a row is as strong as its weakest child, and refuted if any child is.
STRENGTH = ("untried", "unwitnessed", "undecided", "survived", "proved")


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


def scope_of(claim: Claim) -> str:
    """For what a claim is stated where the text says more, as "finite alphabets"; a row's is that
    of the children that decide it."""
    return " and ".join(dict.fromkeys(leaf.scope for leaf in parts(claim) if leaf.scope))


def leaves(claims: Iterable[Claim]) -> list[Claim]:
    """The claims that have a statement of their own."""
    return [claim for claim in claims if claim.statement is not None]


def repairs_of(claim: Claim) -> list[str]:
    """The keys of the rows of the same paper that repair a claim's row."""
    row = claim.row.partition("/")[2]
    return [other.key for key, other in claim.paper.rows.items() if key == row + REPAIRED]


def row_status(statuses: Sequence[str]) -> str:
    """The status of a row from its children's: refuted if any is, proved only if all are."""
    return "refuted" if "refuted" in statuses else min(statuses, key=STRENGTH.index)


def alone(claim: Claim) -> Claim:
    """A claim in its reading, with the children that it has in this one: no other readings."""
    return replace(claim, children=tuple(map(alone, claim.children)), readings=())


def chosen(rows: Sequence[Claim], pattern: str) -> list[Claim]:
    """The claims that a pattern means, each with all that it stands for below it.

    A pattern is a key, or KEY@READING, where `*`, `?` and `[…]` match as in file names; the paper
    may be left out, and a paper's key alone means all of its claims. A key means the claim under
    all its readings, with its children; KEY@READING is that reading alone, and KEY@ the one that
    has no name.

    Raises:
        UnknownKeyError: a pattern means nothing; the nearest keys are offered.
    """
    every, matches = [node for row in rows for node in nodes(row)], _matcher(pattern)
    found: list[Claim] = []
    seen: set[str] = set()
    for node in every:
        if matches(node.key) or node.paper.key == pattern:
            meant = node
        elif matches(f"{node.key}@{node.reading}"):
            meant = alone(node)
        else:
            continue
        if node.name not in seen:
            found.append(meant)
        seen.update(below.name for below in nodes(meant))
    if found:
        return found
    key, at, reading = pattern.partition("@")
    with_key = [node for node in every if _matcher(key)(node.key)]
    if at and with_key:
        raise UnknownKeyError(
            f"reading of {with_key[0].key}", reading, {node.reading for node in with_key}
        )
    known = {node.key for node in every}
    if "/" not in pattern:
        # Beside whole keys a name without its paper would look far from everything.
        known = {key.partition("/")[2] for key in known}
    raise UnknownKeyError("claim", pattern, known | {node.paper.key for node in every})


def select(rows: Sequence[Claim], patterns: Sequence[str]) -> list[Claim]:
    """The rows, children and readings that the patterns choose, in the papers' order, each once
    (see `chosen`); no pattern chooses everything.

    Raises:
        UnknownKeyError: a pattern means nothing.
    """
    every = [node for row in rows for node in nodes(row)]
    if not patterns:
        return every
    names = {
        node.name for pattern in patterns for claim in chosen(rows, pattern)
        for node in nodes(claim)
    }
    return [node for node in every if node.name in names]


def _matcher(pattern: str) -> Callable[[str], bool]:
    """Whether a name, with its paper or without, matches a pattern."""
    if not set(pattern) & set("*?["):
        ending = f"/{pattern}"
        return lambda name: name == pattern or (
            name.endswith(ending) and name.count("/") == ending.count("/")
        )
    match = re.compile(translate(pattern)).match
    return lambda name: bool(match(name) or match(name.partition("/")[2]))


__all__ = [
    "REPAIRED", "STRENGTH", "alone", "chosen", "leaves", "nodes", "parts", "repairs_of",
    "row_status", "scope_of", "select",
]
