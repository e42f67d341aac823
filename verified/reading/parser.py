"""The parser: a text as nodes, driven by the printed forms of the records.

Expressions are read by precedence, as `verified.syntax.text` prints them. What has a form of its
own is matched against all forms, and what may be read in several ways is kept so. Whatever is tried
at a place is tried once. The furthest place that was reached is where an error is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from verified.reading.abbreviations import abbreviated_notions
from verified.reading.expressions import Expressions
from verified.reading.nodes import (
    Bound,
    Called,
    Choice,
    Compared,
    Declared,
    Domain,
    Joined,
    Node,
    Notion,
    Said,
)
from verified.reading.scanner import KEYWORDS, Ends, Stuck
from verified.reading.templates import Form, Word, notion_forms, sort_forms

_SIGNED = re.compile(r"[-+]?(?:inf\b|\d+(?:/\d+|\.\d+)?)")
_RELATION = re.compile(r"<=(?!>)|>=|==|!=|<(?!-)|>|=(?!>)")


class Parser(Expressions):
    """Reads formulas, what variables range over, and statements."""

    # --- formulas -----------------------------------------------------------------------------

    def formula(self, place: int) -> Ends:
        """The longest formula from a place on."""
        ends: Ends = self.once("formula", self.blank(place), self._formula)
        return ends

    def _formula(self, start: int) -> Ends:
        if (after := self.word(start, "if")) is not None:
            test = self.longest(self.formula(after))
            then = None if test is None else self.word(test[1], "then")
            body = None if then is None else self.longest(self.formula(then))
            if test is None or body is None:
                return {}
            return {body[1]: Joined(start, body[1], "=>", [test[0], body[0]])}
        found = self.longest(self._several(start, "or", lambda at: self._several(
            at, "and", self._negated
        )))
        if found is None:
            return {}
        for kind, signs in (("=>", ("=>", "implies")), ("iff", ("iff", "<=>"))):
            after = next(filter(None, (self.word(found[1], sign) for sign in signs)), None)
            body = None if after is None else self.longest(self.formula(after))
            if body is not None:
                return {body[1]: Joined(start, body[1], kind, [found[0], body[0]])}
        return {found[1]: found[0]}

    def _several(self, start: int, kind: str, part: Callable[[int], Ends]) -> Ends:
        found = self.longest(part(start))
        if found is None:
            return {}
        parts, end = [found[0]], found[1]
        while (after := self.word(end, kind)) is not None:
            more = self.longest(part(after))
            if more is None:
                break
            parts.append(more[0])
            end = more[1]
        return {end: parts[0] if len(parts) == 1 else Joined(self.blank(start), end, kind, parts)}

    def _negated(self, place: int) -> Ends:
        start = self.blank(place)
        if (after := self.word(start, "not")) is not None:
            body = self.longest(self._negated(after))
            return {} if body is None else {body[1]: Joined(start, body[1], "not", [body[0]])}
        ends: Ends = self.once("relation", start, self._relation)
        return ends

    def _relation(self, start: int) -> Ends:
        found: list[tuple[Node, int]] = []
        for kind, empty in (("true", "and"), ("false", "or")):
            if (end := self.word(start, kind)) is not None:
                found.append((Joined(start, end, empty, []), end))
        found += self._quantified(start)
        found += self._compared(start)
        for form in (*notion_forms(), *abbreviated_notions()):
            for end, slots in self.form(form.pieces, start, {}):
                found.append((self._notion(form, start, end, slots), end))
        found += [
            (option, end) for end, node in self.atoms(start).items()
            for option in (node.options if isinstance(node, Choice) else [node])
            if isinstance(option, Called)
        ]
        if self.text.startswith("(", start):
            inner = self.longest(self.formula(start + 1))
            end = None if inner is None else self.word(inner[1], ")")
            if inner is not None and end is not None:
                found.append((inner[0], end))
        ends = self.joined(found)
        return {max(ends): ends[max(ends)]} if ends else {}

    def _notion(self, form: Form, start: int, end: int, found: dict[Any, Any]) -> Notion:
        slots = {index: node for index, node in found.items() if isinstance(index, int)}
        detail = {letter: names for letter, names in found.items() if isinstance(letter, str)}
        return Notion(start, end, form.owner, slots, detail)

    def _compared(self, start: int) -> list[tuple[Node, int]]:
        found = self.longest(self.expression(start))
        if found is None:
            return []
        sides, signs, end = [found[0]], list[str](), found[1]
        while True:
            place = self.blank(end)
            match = _RELATION.match(self.text, place)
            if match is None:
                self.missed(place, "a relation")
                break
            more = self.longest(self.expression(match.end()))
            if more is None:
                break
            signs.append("=" if match[0] == "==" else match[0])
            sides.append(more[0])
            end = more[1]
        return [(Compared(start, end, signs, sides), end)] if signs else []

    def _quantified(self, start: int) -> list[tuple[Node, int]]:
        opening = self.word(start, "(") if self.text.startswith("(", start) else start
        for word, kind in (("every", "forall"), ("all", "forall"), ("some", "exists")):
            after = None if opening is None else self.words(opening, "for", word)
            if after is None:
                continue
            names, last = self._names_before(after)
            for var, place in self.range(last):
                guard, place = self.guard(place)
                body_at = self.word(place, ":")
                body = None if body_at is None else self.longest(self.formula(body_at))
                if body is None:
                    continue
                end = body[1] if opening == start else self.word(body[1], ")")
                if end is not None:
                    found = Bound(start, end, kind, var, guard, body[0])
                    for name in reversed(names):
                        # All of them range over what the last one says.
                        own = Declared(var.start, var.end, name, var.domain)
                        found = Bound(start, end, kind, own, None, found)
                    return [(found, end)]
        return []

    def _names_before(self, place: int) -> tuple[list[str], int]:
        """The names of "for every x, y, z" before the last, and where the last begins."""
        names: list[str] = []
        while True:
            found = self.name(place)
            after = None if found is None else self.word(found[1], ",")
            if found is None or after is None:
                break
            names.append(found[0])
            place = after
        return names, place

    # --- what variables range over ------------------------------------------------------------

    def domains(self, place: int) -> Iterator[tuple[Domain, int]]:
        """The ways to read what stands after a variable's name, longest first."""
        found = [*self._numbers(place), *self._joints(place)]
        for form in sort_forms():
            for end, slots in self.form(form.pieces, place, {}):
                nodes = [slots[index] for index in sorted(slots)]
                each = self.word(end, ",") if "numbers" in _letters(form) else None
                each = None if each is None else self.word(each, "each")
                if each is not None:
                    for inner, after in self._numbers(each):
                        found.append((Domain(form.owner, nodes, inner.plain), after))
                found.append((Domain(form.owner, nodes), end))
        yield from sorted(found, key=lambda one: -one[1])

    def _numbers(self, place: int) -> list[tuple[Domain, int]]:
        """What numbers range over: ">= 0", "in [0,1]", "real", "whole >= 1"."""
        found: list[tuple[Domain, int]] = []
        whole: bool | None = None
        if (after := self.word(place, "real")) is not None:
            found.append((Domain("real", [], "", False), after))
            place, whole = after, False
        elif (after := self.word(place, "whole")) is not None:
            place, whole = after, True
        start = self.blank(place)
        sign = re.compile(r">=|<=|>|<").match(self.text, start)
        if sign is not None:
            at = self.blank(sign.end())
            number = _SIGNED.match(self.text, at)
            # "x < 3" is a symbol.
            below = sign[0] == "<" and whole is None and number is not None
            if number is not None and not (below and number[0].isdigit()):
                plain = f"{sign[0]}{number[0]}"
                found.append((Domain("real", [], plain, whole), number.end()))
        after = self.word(place, "in")
        if after is not None:
            found += self._intervals(self.blank(after))
        return found

    def _intervals(self, start: int) -> list[tuple[Domain, int]]:
        number = r"\s*([-+]?[\w./]+)\s*"
        match = re.compile(rf"[\[(]{number},{number}[\])]").match(self.text, start)
        if match is not None:
            return [(Domain("real", [], match[0], False), match.end())]
        match = re.compile(r"\{\s*(\d+)\s*,\s*\.\.\.\s*,\s*(\d+)\s*\}").match(self.text, start)
        if match is not None:
            return [(Domain("size", [], (int(match[1]), int(match[2])), True), match.end())]
        return []

    def _joints(self, place: int) -> list[tuple[Domain, int]]:
        """A joint law's variables: "on U of a symbols, V of b symbols"."""
        after = self.word(place, "on")
        names, sizes, found = list[str](), list[Node](), list[tuple[Domain, int]]()
        while after is not None:
            named = self.name(after)
            of = None if named is None else self.word(named[1], "of")
            size = None if of is None else self.longest(self.expression(of))
            end = None if size is None else self.word(size[1], "symbols")
            if named is None or size is None or end is None:
                break
            names.append(named[0])
            sizes.append(size[0])
            found.append((Domain("joint", list(sizes), tuple(names)), end))
            after = self.word(end, ",")
        return found

    # --- whole texts --------------------------------------------------------------------------

    def term(self) -> Node:
        """The whole text as a term.

        Raises:
            Stuck: it is none.
        """
        found = self.longest(self.expression(0))
        if found is None:
            raise Stuck
        self.finish(found[1])
        return found[0]

    def statement(self) -> Said:
        """The whole text as a statement.

        Raises:
            Stuck: it is none.
        """
        place, quantifier, variables = 0, "forall", None
        given: list[Node] = []
        for word, kind in (("all", "forall"), ("every", "forall"), ("any", "forall"),
                           ("some", "exists")):
            after = self.words(0, "for", word) or self.word(0, f"for{word}")
            if after is None:
                continue
            for declared, end in self.declarations(after):
                after = self.word(end, "with") if kind == "exists" else None
                if after is not None and (met := self.longest(self.formula(after))) is not None:
                    given, end = self.conjuncts(met[0], after), met[1]
                colon = self.word(end, ":")
                if colon is not None:
                    place, quantifier, variables = colon, kind, declared
                    break
            break
        start = self.blank(place)
        if (after := self.word(start, "if")) is not None:
            found = self.longest(self.formula(after))
            then = None if found is None else self.word(found[1], "then")
            if found is None or then is None:
                raise Stuck
            given = self.conjuncts(found[0], after)
            start = then
        conclusion = self.longest(self.formula(start))
        if conclusion is None:
            raise Stuck
        self.finish(conclusion[1])
        return Said(0, conclusion[1], quantifier, variables, given, conclusion[0])

    def conjuncts(self, node: Node, place: int) -> list[Node]:
        """The hypotheses that a formula lists; (a and b) in parentheses is one."""
        if isinstance(node, Joined) and node.kind == "and" and node.start == self.blank(place):
            return node.parts
        return [node]

    def finish(self, end: int) -> None:
        """Nothing stands after a place but a full stop.

        Raises:
            Stuck: something does.
        """
        end = self.blank(end)
        if self.text[end:].rstrip() not in ("", "."):
            self.missed(end, "the end")
            raise Stuck

    def declarations(self, place: int) -> Iterator[tuple[list[Declared], int]]:
        """Variables with what they range over: "n >= 1, P, Q on n symbols"."""
        start = self.blank(place)
        names: list[tuple[str, int, int]] = []
        while True:
            named = self.name(place)
            if named is None:
                return
            names.append((named[0], self.blank(place), named[1]))
            for domain, end in (*self.domains(named[1]), (Domain(), named[1])):
                own = [Declared(at, to, name, domain) for name, at, to in names]
                if self.word(end, ":") is not None or self.word(end, "with") is not None:
                    yield own, end
                comma = self.word(end, ",") or self.word(end, "and")
                if comma is not None and domain.pattern is not None:
                    for others, last in self.declarations(comma):
                        yield [*own, *others], last
            comma = self.word(named[1], ",") or self.word(named[1], "and")
            if comma is None:
                self.missed(named[1], "a colon")
                return
            place = comma
        del start


def _letters(form: Form) -> list[str]:
    return [piece.letters for piece in form.pieces if isinstance(piece, Word)]


__all__ = ["KEYWORDS", "Parser", "Stuck"]
