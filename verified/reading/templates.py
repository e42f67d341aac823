"""What the parser looks for: the printed forms of quantities, notions and sorts, taken apart.

Nothing is listed here: the forms are the templates of the records (`text`, and `spellings`, which
are read and never printed), and what sorts print of themselves, with holes for what they depend on.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from verified.syntax.formulas import DEFINITIONS, Definition
from verified.syntax.quantity import QUANTITIES, Quantity
from verified.syntax.sorts import (
    ChannelSort,
    DatabaseSort,
    DataClassSort,
    EventSort,
    FrameworkSort,
    MechanismSort,
    MemberSort,
    MixtureSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.syntax.sorts.databases import PRIOR_KINDS
from verified.syntax.sorts.pufferfish import DATA_CLASS_KINDS
from verified.syntax.sorts.queries import QUERY_KINDS
from verified.syntax.trees import Var


@dataclass(frozen=True)
class Word:
    """Letters that must stand there; `glued`: what follows may come at once, as the P of dP."""

    letters: str
    glued: bool = False


@dataclass(frozen=True)
class Slot:
    """An argument; `atom`: one that holds together by itself; `product`: one without a sum."""

    place: int
    atom: bool = False
    product: bool = False


@dataclass(frozen=True)
class Names:
    """Names of a joint law's variables, separated by commas; `barred`: after a bar, or nothing."""

    letter: str
    barred: bool = False


@dataclass(frozen=True)
class Rest:
    """Any number of arguments, separated by commas: all, or those that no slot has."""


Piece = Word | Slot | Names | Rest
_TOKEN = re.compile(r"[A-Za-z0-9]+'*|\|\||[^\sA-Za-z0-9]")


@dataclass(frozen=True)
class Form:
    """A printed form: its pieces, and whose it is."""

    pieces: tuple[Piece, ...]
    owner: Any


def _words(literal: str, before_slot: bool) -> Iterator[Word]:
    found = list(_TOKEN.finditer(literal))
    for match in found:
        last = match is found[-1]
        yield Word(match[0], before_slot and last and match.end() == len(literal))


def pieces(template: str) -> tuple[Piece, ...]:
    """A record's template taken apart."""
    made: list[Piece] = []
    for literal, place, spec, _ in string.Formatter().parse(template):
        made.extend(_words(literal, place is not None))
        if place is None:
            continue
        if place in ("*", "rest"):
            made.append(Rest())
        elif place.isdigit():
            made.append(Slot(int(place), spec == "atom", spec == "product"))
        else:
            made.append(Names(place.lstrip("|"), place.startswith("|")))
    return tuple(made)


def is_bare(form: Form) -> bool:
    """Whether the form is nothing but its argument, as a mechanism that stands as a channel."""
    return len(form.pieces) == 1 and isinstance(form.pieces[0], Slot)


@cache
def quantity_forms() -> tuple[Form, ...]:
    """The printed forms of all quantities that have one."""
    return tuple(
        Form(pieces(template), record)
        for record in QUANTITIES.values()
        for template in (record.text, *record.spellings)
        if template
    )


@cache
def applied_words() -> frozenset[str]:
    """The words that are printed before parentheses: exp, ln, sqrt."""
    return frozenset(
        first.letters
        for first, second in (form.pieces[:2] for form in quantity_forms() if len(form.pieces) > 1)
        if isinstance(first, Word) and first.letters.isalpha() and len(first.letters) > 1
        and second == Word("(", True)
    )


@cache
def letters_of_forms() -> frozenset[str]:
    """The single letters that are printed before parentheses: H, C, L, h."""
    return frozenset(
        first.letters
        for first, second in (form.pieces[:2] for form in quantity_forms() if len(form.pieces) > 1)
        if isinstance(first, Word) and first.letters.isalpha() and len(first.letters) == 1
        and isinstance(second, Word) and second.letters == "("
    )


@cache
def notion_forms() -> tuple[Form, ...]:
    """The printed forms of all notions."""
    return tuple(
        Form(pieces(template), definition)
        for definition in DEFINITIONS.values()
        for template in all_spellings(definition)
    )


def all_spellings(definition: Definition) -> Iterator[str]:
    """A notion's printed form, and the others that are read."""
    for template in (definition.text, *definition.spellings):
        yield template
        if " is " in template:
            yield template.replace(" is ", " satisfies ", 1)
        if template.endswith("-MI-DP"):
            yield template.removesuffix("MI-DP") + "MIDP"
        if template.endswith("-DP") and template.count("-") == 1:
            # Other letters before DP are other notions.
            yield template.removesuffix("DP") + "differentially private"


@cache
def coercions() -> tuple[Quantity, ...]:
    """The quantities that print as their argument alone."""
    return tuple(
        form.owner for form in quantity_forms() if is_bare(form)
    )


# --- sorts ----------------------------------------------------------------------------------------

_HOLE = "\N{WHITE SQUARE}"


def hole(place: int, of: Sort | None = None) -> Var:
    """A hole in a sort: a variable that stands for what the text has there."""
    return Var(f"{_HOLE}{place}", SizeSort() if of is None else of)


def hole_place(term: Any) -> int | None:
    """Which hole a term is, if it is one."""
    named = isinstance(term, Var) and term.name.startswith(_HOLE)
    return int(term.name[1:]) if named else None


class _Say:
    def term(self, node: Any) -> str:
        return f"{{{hole_place(node)}}}"

    def operand(self, node: Any) -> str:
        return f"{{{hole_place(node)}}}"

    def name(self, name: str) -> str:
        return name


def _patterns() -> Iterator[Sort]:
    """Every sort whose fields are terms and words, with holes for the terms."""
    n, m, k = hole(0), hole(1), hole(2)
    database = hole(0, DatabaseSort())
    yield from (SymbolSort(n), EventSort(n), PmfSort(n), ChannelSort(n, m), DatabaseSort())
    for kind in PRIOR_KINDS:
        yield PriorSort(database, kind, hole(1) if kind == "split" else None)
    yield MechanismSort(database, m)
    for kind in QUERY_KINDS:
        yield QueriesSort(kind, database, k, m)
    for kind in DATA_CLASS_KINDS:
        yield DataClassSort(n, kind)
    yield from (FrameworkSort(n), MixtureSort(n), RealsSort(n))
    yield MemberSort(hole(0, FrameworkSort(n)), hole(1, DataClassSort(n)))


@cache
def sort_forms() -> tuple[Form, ...]:
    """How sorts say what a variable ranges over. The plural is read for one symbol as well."""
    made = []
    for sort in _patterns():
        template = re.sub(r"\{(?!\d)", "{{", sort.in_text(_Say()))
        made.append(Form(pieces(template), sort))
        if isinstance(sort, ChannelSort):
            # "W from n to m" leaves no doubt.
            made.append(Form(pieces(template.removesuffix(" symbols")), sort))
    return tuple(made)


def holes(sort: Sort) -> dict[int, Var]:
    """The holes of a pattern by their places."""
    found: dict[int, Var] = {}
    for term in sort.sizes():
        place = hole_place(term)
        if place is not None and isinstance(term, Var):
            found[place] = term
    return found


__all__ = [
    "Definition", "Form", "Names", "Piece", "Rest", "Slot", "Word", "all_spellings",
    "applied_words", "coercions", "hole_place", "holes", "is_bare", "letters_of_forms",
    "notion_forms", "pieces",
    "quantity_forms", "sort_forms",
]
