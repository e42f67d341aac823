"""Letters, words and printed forms: what the parser is made of (`verified.reading.parser`)."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from verified.reading.nodes import Choice, Domain, Made, Node
from verified.reading.templates import (
    Form,
    Names,
    Rest,
    Slot,
    Word,
    is_bare,
    notion_forms,
    quantity_forms,
    sort_forms,
)

_SPACE = re.compile(r"\s*")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*'*(?:_[A-Za-z0-9]+'*)*")
# Capital letters without a sign between them.
_COMPOUND = re.compile(r"(?:[A-Z]'*){2,}")
# Words that end an expression, and so name no variable.
KEYWORDS = frozenset(
    (
        "and", "or", "not", "if", "then", "else", "for", "with", "every", "some", "all", "inf",
        "infinity", "infty", "is", "mod", "iff", "implies", "exists", "there", "such",
        "whenever", "provided",
    )
)
Ends = dict[int, Node]


class Stuck(Exception):
    """The text can't be read further."""


class DoubtfulError(Exception):
    """What stands at a place may be meant in two ways, and is read in neither."""

    def __init__(self, place: int, rule: str) -> None:
        super().__init__(rule)
        self.place, self.rule = place, rule


def _first(form: Form) -> str:
    piece = form.pieces[0]
    return piece.letters if isinstance(piece, Word) else ""


@cache
def by_first_letter() -> dict[str, list[Form]]:
    """The forms that begin with a word, by its first letter."""
    found: dict[str, list[Form]] = defaultdict(list)
    for form in quantity_forms():
        if word := _first(form):
            found[word[0]].append(form)
    return found


@cache
def after_an_atom() -> dict[str, list[Form]]:
    """The forms that begin with an argument, by the letter that follows it."""
    found: dict[str, list[Form]] = defaultdict(list)
    for form in quantity_forms():
        if isinstance(form.pieces[0], Slot) and not is_bare(form):
            following = form.pieces[1]
            assert isinstance(following, Word)
            found[following.letters[0]].append(form)
    return found


@cache
def no_factors() -> frozenset[str]:
    """Words that follow an argument in some printed form, and keywords."""
    forms = (*quantity_forms(), *notion_forms(), *sort_forms())
    following = {
        after.letters
        for form in forms for before, after in itertools.pairwise(form.pieces)
        if isinstance(after, Word) and not isinstance(before, Word)
    }
    return KEYWORDS | following | {"symbol", "Gaussian", "whole", "real", "in"}


class Scanner:
    """Reads one text.

    Args:
        text: in plain letters (`verified.reading.spelling`).
        callables: the names that may be called as authors call quantities.
        lists: whether lists of numbers may stand in it.
    """

    def __init__(self, text: str, callables: Callable[[str], bool], lists: bool = False) -> None:
        self.text, self.callables, self.lists = text, callables, lists
        self.known: dict[tuple[Any, ...], Any] = {}
        self.furthest, self.wanted = 0, set[str]()

    # --- letters ------------------------------------------------------------------------------

    def blank(self, place: int) -> int:
        """The next place that isn't white space."""
        if self.text[place : place + 1] > " ":
            return place
        return _SPACE.match(self.text, place).end()  # type: ignore[union-attr]

    def missed(self, place: int, what: str) -> None:
        """Remember what was wanted where."""
        place = self.blank(place)
        if place > self.furthest:
            self.furthest, self.wanted = place, set()
        if place == self.furthest:
            self.wanted.add(what)

    def word(self, place: int, letters: str, glued: bool = False) -> int | None:
        """The place after these letters, if they stand there."""
        start = self.blank(place)
        end = start + len(letters)
        if not self.text.startswith(letters, start) and not (
            # A sentence begins with a capital.
            start == 0 and letters in ("for", "if", "there")
            and self.text.startswith(letters.capitalize())
        ):
            if letters in ("symbols", "Gaussians"):
                return self.word(place, letters[:-1])
            self.missed(start, letters)
            return None
        apart = not (letters[-1].isalnum() and self.text[end : end + 1].isalnum())
        if not glued and not apart:
            self.missed(start, letters)
            return None
        return end

    def words(self, place: int, *letters: str) -> int | None:
        """The place after several words."""
        end: int | None = place
        for part in letters:
            if end is not None:
                end = self.word(end, part)
        return end

    def name(self, place: int) -> tuple[str, int] | None:
        """A name and where it ends."""
        start = self.blank(place)
        match = NAME.match(self.text, start)
        if match is None or match[0] in KEYWORDS:
            self.missed(start, "a name")
            return None
        return match[0], match.end()

    def names(self, place: int) -> list[tuple[str, int]]:
        """Names separated by commas, joined by commas again: the most of them first."""
        found: list[tuple[str, int]] = []
        after: int | None = place
        while after is not None:
            more = self.name(after)
            if more is None:
                break
            name = ",".join(self.compound(more[0]) or [more[0]])
            found.append((f"{found[-1][0]},{name}" if found else name, more[1]))
            after = self.word(more[1], ",")
        return found[::-1]

    def compound(self, name: str) -> list[str]:
        """The letters of a name like PW or XY, of which one stands alone elsewhere in the text."""
        if not _COMPOUND.fullmatch(name) or self.callables(name):
            return []
        if re.search(rf"(?<![\w']){name}\s+(?:on|from|within)\b", self.text):
            return []
        letters = re.findall(r"[A-Z]'*", name)
        alone = {match[0] for match in NAME.finditer(self.text)}
        return letters if alone & set(letters) else []

    def once(self, rule: str, place: int, work: Callable[[int], Any]) -> Any:
        """What a rule finds at a place; worked out once."""
        key = rule, place
        if key not in self.known:
            self.known[key] = None if rule == "atoms" else {}
            self.known[key] = work(place)
        return self.known[key]

    # --- forms --------------------------------------------------------------------------------

    def form(
        self, pieces: Sequence[Any], place: int, found: dict[Any, Any]
    ) -> Iterator[tuple[int, dict[Any, Any]]]:
        """The ways in which pieces of a form match from a place on: where each ends, and what
        stands in the slots."""
        if not pieces:
            yield place, found
            return
        piece, rest = pieces[0], pieces[1:]
        match piece:
            case Word(letters, glued):
                end = self.word(place, letters, glued)
                if end is not None:
                    yield from self.form(rest, end, found)
            case Slot(index, product=True):
                for end, node in self.product(place).items():
                    yield from self.form(rest, end, {**found, index: node})
            case Slot(index, atom):
                for node, end in self.slot(place, atom):
                    yield from self.form(rest, end, {**found, index: node})
            case Rest():
                nodes, end = self.listed(place)
                if nodes:
                    yield from self.form(rest, end, {**found, "*": nodes})
            case Names(letter, barred):
                start: int | None = place
                if barred and (start := self.word(place, "|")) is None:
                    yield from self.form(rest, place, {**found, letter: ""})
                    return
                assert start is not None
                for names, end in self.names(start):
                    yield from self.form(rest, end, {**found, letter: names})

    def slot(self, place: int, atom: bool) -> Iterator[tuple[Node, int]]:
        """What may stand as an argument: the longest expression, then shorter atoms."""
        tried: set[int] = set()
        if not atom:
            for end, node in self.expression(place).items():
                tried.add(end)
                yield node, end
        for end, node in sorted(self.atoms(place).items(), reverse=True):
            if end not in tried:
                yield node, end

    def listed(self, place: int) -> tuple[list[Node], int]:
        """Expressions separated by commas, and where they end."""
        nodes: list[Node] = []
        while True:
            found = self.longest(self.expression(place))
            if found is None:
                return [], place
            nodes.append(found[0])
            after = self.word(found[1], ",")
            if after is None:
                return nodes, found[1]
            place = after

    @staticmethod
    def longest(ends: Ends) -> tuple[Node, int] | None:
        if not ends:
            return None
        end = max(ends)
        return ends[end], end

    @staticmethod
    def joined(found: list[tuple[Node, int]]) -> Ends:
        """The nodes by where they end; several that end at one place are a choice."""
        ends: dict[int, list[Node]] = defaultdict(list)
        for node, end in found:
            ends[end].append(node)
        return {
            end: nodes[0] if len(nodes) == 1 else Choice(nodes[0].start, end, nodes)
            for end, nodes in ends.items()
        }

    def made(self, form: Form, start: int, end: int, found: dict[Any, Any]) -> Made:
        slots = {index: node for index, node in found.items() if isinstance(index, int)}
        letters = "abc"[: form.owner.details]
        detail = tuple(found.get(letter, "") for letter in letters)
        return Made(start, end, form.owner, slots, found.get("*", []), detail)

    # --- rules of the modules below -----------------------------------------------------------

    def expression(self, place: int) -> Ends:
        """The longest sum from a place on."""
        raise NotImplementedError

    def product(self, place: int) -> Ends:
        """The longest product from a place on."""
        raise NotImplementedError

    def atoms(self, place: int) -> Ends:
        """What holds together by itself, by where it ends."""
        raise NotImplementedError

    def formula(self, place: int) -> Ends:
        """The longest formula from a place on."""
        raise NotImplementedError

    def domains(self, place: int) -> Iterator[tuple[Domain, int]]:
        """The ways to read what stands after a variable's name."""
        raise NotImplementedError


__all__ = [
    "KEYWORDS", "NAME", "DoubtfulError", "Ends", "Scanner", "Stuck", "after_an_atom",
    "by_first_letter", "no_factors",
]
