"""A reviewer's own claims as lines of text: in a file, on standard input, or on the command line.

Each line that isn't empty and doesn't begin with # is a claim, as `verified.reading` reads it. A
name and a colon may stand before it; an indented line goes on with the one before:

    # Pinsker's inequality
    pinsker: for all P, Q: 2 TV(P,Q)^2 <= D(P||Q)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from verified.errors import InputError, UnknownKeyError
from verified.reading.statements import read_statement
from verified.report.files import read_text
from verified.syntax.claims import Claim, Paper
from verified.syntax.statements import Statement

STANDARD_INPUT = "-"
SUFFIX = ".claims"
_LABEL = re.compile(r"([a-z0-9][a-z0-9.-]*)\s*:\s+(?=\S)")
# What no key of a claim has, and every statement some of.
_SIGNS = re.compile(r"\s|[<>=≤≥≈∼~|‖\\∀∃⊥(]")
_KEYLIKE = re.compile(r"[\w./@*?\[\]!-]+")


def is_text(target: str) -> bool:
    """Whether a target means a claim itself, and no file and no key."""
    return (
        _SIGNS.search(target) is not None and _KEYLIKE.fullmatch(target) is None
        and not is_lines(target)
    )


def is_lines(target: str) -> bool:
    """Whether a target means lines of claims: a file FILE.claims, or standard input."""
    return target == STANDARD_INPUT or _split(target)[0].endswith(SUFFIX)


def of_text(text: str, number: int = 1) -> Claim:
    """The claim that a text says, the first of the command line or a later one.

    Raises:
        InputError: it says none; the message has the column.
    """
    key = "claim" if number == 1 else f"claim-{number}"
    return _claim(Paper("mine"), key, read_statement(text, "the claim"))


def load_lines(target: str) -> list[Claim]:
    """The claims of a file's lines, or of `FILE.claims:NAME` the one of that name.

    Raises:
        InputError: a line can't be read; the message has the line and the column.
        UnknownKeyError: there is no claim of that name.
    """
    path, wanted = _split(target)
    if target == STANDARD_INPUT:
        name, source = "standard input", sys.stdin.read()
    else:
        name, source = path, read_text(Path(path))
    paper = Paper("mine")
    found: dict[str, Claim] = {}
    for number, label, text in _lines(source):
        key = label or f"line-{number}"
        what = f"{name}, line {number}"
        if key in found:
            raise InputError(f"{what}: a line before it is called {key}, too")
        found[key] = _claim(paper, key, read_statement(text, what))
    if not found:
        raise InputError(f"{name} has no claim: write one a line, such as "
                         "'for all P, Q: TV(P, Q) <= 1'")
    if not wanted:
        return list(found.values())
    if wanted not in found:
        raise UnknownKeyError(f"claim of {name}", wanted, found)
    return [found[wanted]]


def _split(target: str) -> tuple[str, str]:
    path, colon, name = target.rpartition(":")
    return (path, name) if colon and path.endswith(SUFFIX) else (target, "")


def _lines(source: str) -> Iterator[tuple[int, str, str]]:
    """Each claim with the number of its line and its label."""
    waiting: tuple[int, str] | None = None
    for number, line in enumerate(source.splitlines(), 1):
        if line[:1].isspace() and line.strip() and waiting is not None:
            waiting = waiting[0], f"{waiting[1]} {line.strip()}"
            continue
        if waiting is not None:
            yield waiting[0], *_labelled(waiting[1])
        waiting = None
        if line.strip() and not line.lstrip().startswith("#"):
            waiting = number, line.strip()
    if waiting is not None:
        yield waiting[0], *_labelled(waiting[1])


def _labelled(line: str) -> tuple[str, str]:
    match = _LABEL.match(line)
    return ("", line) if match is None else (match[1], line[match.end() :])


def _claim(paper: Paper, key: str, statement: Statement) -> Claim:
    if statement.quantifier == "exists":
        return paper.claim(
            key, exists=statement.variables, given=statement.given, then=statement.then
        )
    return paper.claim(key, forall=statement.variables, given=statement.given, then=statement.then)


__all__ = ["SUFFIX", "is_lines", "is_text", "load_lines", "of_text"]
