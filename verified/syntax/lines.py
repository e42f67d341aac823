"""Long statements and formulas in several lines.

Only white space is added: without it, the lines are the text that `text` prints. A line is broken
at the sign that binds most loosely, or else inside the longest pair of brackets, whose content is
indented; so what stands further to the left stands nearer to the root of the tree.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence

from verified.syntax.claims import Claim
from verified.syntax.formulas import And, Formula
from verified.syntax.statements import Statement
from verified.syntax.text import AND, claim_facts, operand, statement_head, text

WIDTH = 100
_STEP = "  "
# From the loosest. A line ends before the sign.
_SIGNS = tuple(
    re.compile(pattern)
    for pattern in (
        r" => ",
        r" or ",
        r" and ",
        r" (?:if|else|for|with) ",
        r" (?:<=|>=|<|>|=|!=|is) | ~(?=\()",
        r" [+-] ",
    )
)
_COMMA = re.compile(r"(?<=,) ")
_OPENING, _CLOSING = "([{", ")]}"
# Shorter contents are not worth lines of their own.
_LEAST = 12


def statement_lines(statement: Statement, width: int = WIDTH) -> list[str]:
    """A statement in one line if that has room for it, else its parts in lines of their own."""
    whole = text(statement)
    if len(whole) <= width:
        return [whole]
    universal = statement.quantifier == "forall"
    lines = []
    if statement.variables:
        lines += _wrapped(f"{statement_head(statement)}:", width)
    body: list[tuple[str, str]] = []
    given = statement.given if universal else ()
    for place, formula in enumerate(given):
        body.append(("and " if place else "if ", operand(formula, AND + 1)))
    if universal:
        body.append(("then " if given else "", text(statement.then)))
    else:
        parts = statement.then.parts if isinstance(statement.then, And) else ()
        for place, written in enumerate(_parts(parts or (statement.then,))):
            body.append(("and " if place else "", written))
    inner = _STEP if statement.variables else ""
    for word, written in body:
        first, *rest = broken(f"{word}{written}", width - len(inner))
        lines += [inner + first, *(inner + line for line in rest)]
    return lines


def claim_text(
    claim: Claim, width: int = WIDTH, signs: Callable[[str], str] | None = None
) -> str:
    """A claim in several lines: key and reading, place, statement, scope, note, children,
    readings.

    Args:
        width: of the lines of statements.
        signs: how a line of a statement is written, if not as `text` writes it.
    """
    return "\n".join(_claim_lines(claim, "", width, signs or (lambda line: line)))


def _claim_lines(
    claim: Claim, indent: str, width: int, signs: Callable[[str], str], above: Claim | None = None
) -> Iterator[str]:
    yield f"{indent}{claim.name}"
    inner = f"{indent}  "
    at, called, scope, note = claim_facts(claim, above)
    stated: list[str] = []
    if claim.statement is not None:
        room = width - len(inner)
        whole = signs(text(claim.statement))
        lines = statement_lines(claim.statement, room)
        stated = [whole] if len(whole) <= room else [signs(line) for line in lines]
    for fact in (at, *stated, called, scope, note):
        if fact:
            yield f"{inner}{fact}"
    for part in (*claim.children, *claim.readings):
        yield from _claim_lines(part, inner, width, signs, claim)


def broken(written: str, width: int = WIDTH) -> list[str]:
    """A printed term or formula in lines of at most this width, where its brackets allow it."""
    if len(written) <= width:
        return [written]
    inner = width - len(_STEP)
    if (quantifier := _quantifier(written)) is not None:
        head, body = quantifier
        return [head, *_indented(broken(body, inner))]
    for sign in (_COMMA, *_SIGNS):
        first, *rest = _split(written, sign)
        if rest and sign is _COMMA:
            return [line for part in (first, *rest) for line in broken(part, width)]
        if rest:
            start = broken(first, width)
            if len(start) > 1 and any(len(_split(first, tighter)) > 1 for tighter in _SIGNS):
                # Signs that bind more tightly stand further in.
                leading, *own = broken(first, inner)
                start = [leading, *_indented(own)]
            others = (line for part in rest for line in _indented(broken(part, inner)))
            return [*start, *others]
    span = _longest_brackets(written)
    if span is None:
        return [written]
    opening, closing = span
    within = broken(written[opening + 1 : closing], inner)
    *before, head = broken(written[:opening], width - 1)
    end, *more = broken(written[closing + 1 :], width - 1)
    return [
        *before, head + written[opening], *_indented(within), written[closing] + end, *more,
    ]


def _parts(formulas: Sequence[Formula]) -> list[str]:
    if len(formulas) == 1:
        return [text(formulas[0])]
    return [operand(formula, AND + 1) for formula in formulas]


def _wrapped(head: str, width: int) -> list[str]:
    """What variables range over, in lines that end with a comma."""
    kept = head.replace(" ", "\xa0").replace(",\xa0", ", ")
    lines = textwrap.wrap(
        kept, width, subsequent_indent=2 * _STEP, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\xa0", " ") for line in lines]


def _indented(lines: Sequence[str]) -> list[str]:
    return [_STEP + line for line in lines]


def _depths(written: str) -> Iterator[int]:
    """How many brackets are open before each character."""
    depth = 0
    for letter in written:
        yield depth
        depth += (letter in _OPENING) - (letter in _CLOSING)


def _quantifier(written: str) -> tuple[str, str] | None:
    """ "for every a < n:" and what it speaks of, where the text begins so."""
    if not re.match(r"for (?:every|some) ", written):
        return None
    for place, depth in enumerate(_depths(written)):
        if depth == 0 and written.startswith(": ", place):
            return written[: place + 1], written[place + 2 :]
    return None


def _split(written: str, sign: re.Pattern[str]) -> list[str]:
    """The parts between the signs outside of all brackets, each after the first with its sign."""
    depths = list(_depths(written))
    places = [found.start() for found in sign.finditer(written) if depths[found.start()] == 0]
    ends = [*places[1:], len(written)]
    if not places:
        return [written]
    return [
        written[: places[0]],
        *(written[start + 1 : end] for start, end in zip(places, ends, strict=True)),
    ]


def _longest_brackets(written: str) -> tuple[int, int] | None:
    """Where the longest pair of outermost brackets opens and closes, if one is worth breaking."""
    found: list[tuple[int, int, int]] = []
    opened = 0
    depths = [*_depths(written), 0]
    for place, letter in enumerate(written):
        if letter in _OPENING and depths[place] == 0:
            opened = place
        elif letter in _CLOSING and depths[place] == 1:
            found.append((place - opened, opened, place))
    if not found:
        return None
    length, start, end = max(found)
    return (start, end) if length > _LEAST else None


__all__ = ["WIDTH", "broken", "claim_text", "statement_lines"]
