"""Looking for claims: by the words of their keys, places, titles, notes and scopes, and by what is
recorded of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from verified.errors import InputError, UnknownKeyError
from verified.papers import all_claims, claims_named, papers
from verified.report.findings import KINDS, Finding, gravest
from verified.report.selection import STRENGTH, chosen, nodes, parts
from verified.syntax.claims import Claim

STATUSES = (*STRENGTH, "refuted")


def claims_meant(name: str) -> list[Claim]:
    """The claims that a name means, each with what it stands for below it; or those of a file of
    claims, or the claim that a text says.

    Raises:
        InputError: the file or the text can't be read, or the name means nothing.
    """
    # These read claims, which few names need.
    from verified.report.claimfile import is_file, load
    from verified.report.claimlines import is_lines, is_text, load_lines, of_text

    if is_file(name):
        return load(name)
    if is_lines(name):
        return load_lines(name)
    if is_text(name):
        return [of_text(name)]
    beside = claims_named([name])
    if beside is not None:
        # Where the paper has none of the name, all keys are looked through for the nearest.
        with suppress(UnknownKeyError):
            return chosen(beside, name)
    return chosen(all_claims(), name)


def find_claims(words: Sequence[str]) -> list[Claim]:
    """The claims of which each word is told: first those whose key or place has them in a row, then
    those where it has them all.

    A word may be several, as in "Theorem 1"; case doesn't count. It is looked for where a word of
    the text begins, and a number whole: "theorem 1" is in Theorem 1(i), and not in Theorem 11.

    Raises:
        InputError: no word, or nothing is found.
    """
    patterns = [_pattern(word) for word in words if word.strip()]
    if not patterns:
        raise InputError("find wants a word: of a key, a place, a title or a note")
    phrase = _pattern(" ".join(words))
    found: list[tuple[int, Claim]] = []
    for paper in papers():
        of_paper = " ".join((paper.title, paper.authors, paper.venue, str(paper.year or "")))
        for row in paper.rows.values():
            for claim in nodes(row):
                close = f"{claim.name} {claim.name.replace('-', ' ')} {claim.at}"
                more = f"{close} {claim.note} {claim.scope} {of_paper if claim is row else ''}"
                if phrase.search(close):
                    found.append((0, claim))
                elif _tells(patterns, close):
                    found.append((1, claim))
                elif _tells(patterns, more):
                    found.append((2, claim))
    if not found and not find_definitions(words):
        raise InputError(f"nothing here tells of {' and '.join(map(repr, words))}")
    return [claim for _, claim in sorted(found, key=lambda one: one[0])]


def find_definitions(words: Sequence[str]) -> list[str]:
    """The definitions whose name tells each word."""
    from verified.quantities.definitions import definitions

    patterns = [_pattern(word) for word in words if word.strip()]
    return [name for name in definitions() if _tells(patterns, f"{name} {name.replace('-', ' ')}")]


def _pattern(word: str) -> re.Pattern[str]:
    inner = r"\s+".join(map(re.escape, word.split()))
    # A number is looked for whole: Theorem 1 isn't Theorem 11, nor (1) part of (11).
    end = r"(?!\d)" if word.strip()[-1].isdigit() else ""
    return re.compile(rf"(?<![A-Za-z0-9]){inner}{end}", re.IGNORECASE)


def _tells(patterns: Sequence[re.Pattern[str]], text: str) -> bool:
    return all(pattern.search(text) for pattern in patterns)


def filtered(
    claims: Sequence[Claim],
    expected: Mapping[str, str],
    status: str | None,
    kind: str | None,
    paper: str | None,
    findings: Callable[[Sequence[Claim]], Mapping[str, Finding]],
) -> list[Claim]:
    """The claims of a recorded status, of a kind of finding, of a paper: of each that is asked for.

    Args:
        findings: tells the findings of leaves; only called where a kind is asked for.

    Raises:
        InputError: there is no such status, kind or paper.
    """
    if status is not None and status not in STATUSES:
        raise UnknownKeyError("status", status, STATUSES)
    if kind is not None and kind not in KINDS:
        raise UnknownKeyError("kind of finding", kind, KINDS)
    if paper is not None and paper not in (known := [one.key for one in papers()]):
        raise UnknownKeyError("paper", paper, known)
    found = [
        claim for claim in claims
        if (status is None or expected.get(claim.name) == status)
        and (paper is None or claim.paper.key == paper)
    ]
    if kind is None:
        return found
    told = findings([leaf for claim in found for leaf in parts(claim)])
    return [claim for claim in found if _kind(claim, told) == kind]


def _kind(claim: Claim, findings: Mapping[str, Finding]) -> str | None:
    own = {part.name: findings[part.name] for part in parts(claim) if part.name in findings}
    found = gravest(own)
    return None if found is None else found.kind


__all__ = ["STATUSES", "claims_meant", "filtered", "find_claims", "find_definitions"]
