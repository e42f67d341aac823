"""The parser: a text as nodes, driven by the printed forms of the records.

Expressions are read by precedence, as `verified.syntax.text` prints them. What has a form of its
own is matched against all forms, and what may be read in several ways is kept so. Whatever is tried
at a place is tried once. The furthest place that was reached is where an error is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flint import fmpq

from verified.reading.abbreviations import LOCAL, abbreviated_notions
from verified.reading.expressions import ALPHABET, LEVELS, Expressions
from verified.reading.nodes import (
    Bound,
    Called,
    Choice,
    Compared,
    Declared,
    Domain,
    Infix,
    Joined,
    Literal,
    Made,
    Node,
    Notion,
    Said,
)
from verified.reading.probabilities import named
from verified.reading.scanner import KEYWORDS, NAME, DoubtfulError, Ends, Stuck
from verified.reading.templates import Form, Word, notion_forms, sort_forms
from verified.syntax.formulas import DEFINITIONS
from verified.syntax.quantity import QUANTITIES

_SIGNED = re.compile(r"[-+]?(?:inf\b|\d+(?:/\d+|\.\d+)?)")
# How quantifiers inside a formula begin, what may stand before their variables' names, and what
# parts these from the formula.
_QUANTIFIERS = (
    *((("for", word), "forall") for word in ("every", "all", "each", "any")),
    (("for", "some"), "exists"), (("there", "exists"), "exists"), (("there", "exist"), "exists"),
    (("there", "is"), "exists"), (("there", "are"), "exists"), (("exists",), "exists"),
)
_ARTICLES = (("a",), ("an",))
_NOUNS = (*(
    (*article, *noun.split())
    for noun in ("joint law", "joint laws", "joint distribution", "joint distributions",
                 "law", "laws", "pmf", "pmfs", "distribution", "distributions", "channel",
                 "channels", "kernel", "kernels", "prior", "priors", "event", "events", "symbol",
                 "symbols", "coupling", "couplings", "number", "numbers", "mechanism",
                 "mechanisms", "database", "databases")
    for article in ((), *_ARTICLES)
), *_ARTICLES)
_COLONS = {
    "forall": ((":",),),
    "exists": ((":",), ("such", "that"), ("so", "that"), ("s.t.",), ("with",)),
}
# What stands between what a text is about and what is assumed of it.
_CONDITIONS = {
    "forall": (("with",), ("such", "that"), ("so", "that"), ("s.t.",), ("satisfying",), ("where",),
               ("for", "which")),
    "exists": (("with",),),
}
# What parts a conclusion from a hypothesis that follows it.
_WHENEVER = (("whenever",), ("provided", "that"), ("if",))
# Letters of symbols and events.
_LETTER = r"(?:[a-dijkxyz]'*|[ABST]'*)"
_SYMBOLS = rf"{_LETTER}(?:\s*,\s*{_LETTER})*"
# "Coupling" before a name, and the couplings of two laws as a set.
_COUPLING = re.compile(r"\bcouplings?\s+[A-Za-z]\w*'*\s*$")
_COUPLINGS = re.compile(r"(?:Pi|Gamma|Coup|Couplings|C)\(")
# A name that is declared as well, where the colon is forgotten: "for all P, Q D(P||Q) <= 1".
_ANOTHER_NAME = re.compile(r"\s*[A-Z]\w*'*\s+[A-Za-z]")
# What follows a variable that is called as a noun is: "prior on n symbols", "law a prior of D".
_RANGED = re.compile(r"\s*(?:(?:on|from|of|in|with|within|real|whole)\b|an?\s+[A-Za-z])")
_CHAIN = re.compile(
    r"(\d+(?:\.\d+|/\d+)?)\s*(<=|<)\s*([A-Za-z]\w*'*)\s*(<=|<)\s*(\d+(?:\.\d+|/\d+)?|inf)\b"
)
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
            test = self._with_trailing(self.longest(self.formula(after)))
            then = None if test is None else self._then(test[1])
            body = None if then is None else self.longest(self.formula(then))
            if test is None or body is None:
                return {}
            return {body[1]: Joined(start, body[1], "=>", [test[0], body[0]])}
        found = self.longest(self._several(start, "or", lambda at: self._several(
            at, "and", self._negated
        )))
        if found is None:
            return {}
        found = self._said_of_all(found)
        for kind, signs in (("=>", ("=>", "implies")), ("iff", ("iff", "<=>"))):
            after = next(filter(None, (self.word(found[1], sign) for sign in signs)), None)
            body = None if after is None else self.longest(self.formula(after))
            if body is not None:
                return {body[1]: Joined(start, body[1], kind, [found[0], body[0]])}
        return {found[1]: found[0]}

    def _said_of_all(self, found: tuple[Node, int]) -> tuple[Node, int]:
        """A formula, with the "for all A" that stands between it and an "iff", an "implies" or the
        end of its parentheses."""
        trailing = self._with_trailing(found)
        if trailing is None or trailing[1] == found[1]:
            return found
        follows = (self.word(trailing[1], sign) for sign in ("=>", "implies", "iff", "<=>", ")"))
        return found if all(after is None for after in follows) else trailing

    def _with_trailing(self, found: tuple[Node, int] | None) -> tuple[Node, int] | None:
        """A formula with "for all x > 0" behind it."""
        for words, kind in _QUANTIFIERS if found is not None else ():
            assert found is not None
            after = self.words(found[1], *words) if kind == "forall" else None
            if after is None:
                continue
            names, last = self._names_before(after)
            for var, place in self.range(last):
                guard = self.bounded(var, None)
                bound = Bound(found[0].start, place, kind, var, guard, found[0])
                return self._nested(bound, names), place
        return found

    def _then(self, place: int) -> int | None:
        """What follows a hypothesis: "then", or a comma."""
        comma = self.word(place, ",")
        after = None if comma is None else self.word(comma, "then")
        return self.word(place, "then") or after or comma

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
                self._check_level(form, slots)
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

    def _check_level(self, form: Form, slots: dict[Any, Any]) -> None:
        """Raise where a function stands as a level, as in f-DP."""
        private = form.owner in (DEFINITIONS["dp"], LOCAL) and len(slots) == 2
        level = named(slots[1]) if private else None
        if level is not None and (level.name in ("f", "g") or level.name[0].isupper()):
            raise DoubtfulError(
                level.start, "a trade-off function is no ε: write 'M is mu-GDP', or of two laws "
                "'for every a in [0,1]: T(P, Q)(a) >= …'"
            )

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
            inside = None if signs or match else self._inside(start, found[0], place)
            if inside is None and not signs and match is None:
                inside = self._neighbours(start, found[0], place)
            if inside is not None:
                return [inside]
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

    def _neighbours(self, start: int, node: Node, place: int) -> tuple[Node, int] | None:
        """x ~ x': two databases that differ in one entry."""
        after = self.word(place, "~")
        if after is None or self.text[self.blank(after) : self.blank(after) + 1] in ("(", "[", "_"):
            return None
        found = self.longest(self.power(after))
        if found is None:
            return None
        distance = Made(start, found[1], QUANTITIES["hamming"], {1: node, 2: found[0]}, [], ())
        one = Literal(start, start, fmpq(1))
        return Compared(start, found[1], ["="], [distance, one]), found[1]

    def _inside(self, start: int, node: Node, place: int) -> tuple[Node, int] | None:
        """That a number lies in an interval."""
        after = self.word(place, "in")
        found = None if after is None else self._open_interval(self.blank(after))
        if found is None:
            return None
        (low, high), (low_open, high_open), end = found
        signs = ["<" if is_open else "<=" for is_open in (low_open, high_open)]
        sides = [low, node, high]
        if _is_infinite(high):
            signs, sides = signs[:1], sides[:2]
        if _is_infinite(low):
            signs, sides = signs[1:], sides[1:]
        return (Compared(start, end, signs, sides), end) if signs else None

    def _quantified(self, start: int) -> list[tuple[Node, int]]:
        opening = self.word(start, "(") if self.text.startswith("(", start) else start
        for words, kind in _QUANTIFIERS:
            after = None if opening is None else self.words(opening, *words)
            if after is None:
                continue
            noun = next(filter(None, (self.words(after, *noun) for noun in _NOUNS)), after)
            for place in dict.fromkeys((noun, after)):
                found = self._quantified_body(start, opening != start, kind, place)
                if found is not None:
                    return [found]
        return []

    def _exists(self, place: int) -> bool:
        """Whether "there exists" follows, before which no colon is needed."""
        return any(
            self.words(place, *words) is not None
            for words, kind in _QUANTIFIERS if kind == "exists"
        )

    def _quantified_body(
        self, start: int, bracketed: bool, kind: str, after: int
    ) -> tuple[Node, int] | None:
        """What "for some" begins, from its variables on."""
        names, last = self._names_before(after)
        for var, place in self.range(last):
            for guard, at in dict.fromkeys((self.guard(place), (None, place))):
                body = self._below(at, kind)
                end = None if body is None else body[1]
                if bracketed and end is not None:
                    end = self.word(end, ")")
                if body is not None and end is not None:
                    bound = Bound(start, end, kind, var, self.bounded(var, guard), body[0])
                    # All of them range over what the last one says.
                    return self._nested(bound, names), end
        return None

    def _below(self, place: int, kind: str) -> tuple[Node, int] | None:
        """What a quantifier says of its variable: after a colon, or after another variable with
        what that ranges over."""
        for words in _COLONS[kind]:
            after = self.words(place, *words)
            body = None if after is None else self.longest(self.formula(after))
            if body is not None:
                return body
        if kind == "forall" and self._exists(place):
            return self.longest(self.formula(place))
        more = self.word(place, ",") or self.word(place, "and")
        return None if more is None else self._quantified_body(place, False, kind, more)

    # --- what variables range over ------------------------------------------------------------

    def domains(self, place: int) -> Iterator[tuple[Domain, int]]:
        """The ways to read what stands after a variable's name, longest first."""
        found = [*self._numbers(place), *self._joints(place), *self._couplings(place)]
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
            everything = self.word(after, "R")
            if everything is not None:
                # ℝ
                found.append((Domain("real", [], "", False), everything))
        return found

    def _intervals(self, start: int) -> list[tuple[Domain, int]]:
        number = r"\s*([-+]?(?:inf(?:inity|ty)?|[\d.][\w./]*))\s*"
        match = re.compile(rf"[\[(]{number},{number}[\])]").match(self.text, start)
        if match is not None:
            return [(Domain("real", [], match[0], False), match.end())]
        if match is None and (found := self._open_interval(start)) is not None:
            (low, high), (low_open, high_open), end = found
            within, ends = [], []
            for node, is_open, is_low in ((low, low_open, True), (high, high_open, False)):
                written = self.text[node.start : node.end]
                if _SIGNED.fullmatch(written):
                    ends.append(written)
                else:
                    within.append((node, is_open, is_low))
                    ends.append("-inf" if is_low else "inf")
            plain = f"{'(' if low_open else '['}{ends[0]},{ends[1]}{')' if high_open else ']'}"
            if ends[1] == "inf":
                plain = "" if ends[0] == "-inf" else f"{'>' if low_open else '>='}{ends[0]}"
            return [(Domain("real", [], plain, False, within), end)]
        match = re.compile(r"\{\s*(\d+)\s*,\s*\.\.\.\s*,\s*(\d+)\s*\}").match(self.text, start)
        if match is not None:
            return [(Domain("size", [], (int(match[1]), int(match[2])), True), match.end())]
        match = re.compile(r"\{\s*(\d+(?:\s*,\s*\d+)+)\s*\}").match(self.text, start)
        numbers = [int(one) for one in match[1].split(",")] if match is not None else []
        if match is not None and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return [(Domain("size", [], (numbers[0], numbers[-1]), True), match.end())]
        return []

    def _open_interval(
        self, start: int
    ) -> tuple[tuple[Node, Node], tuple[bool, bool], int] | None:
        """An interval by its ends, and which of them it doesn't have."""
        opening = self.text[start : start + 1]
        if opening not in ("(", "["):
            return None
        low = self.longest(self.expression(start + 1))
        comma = None if low is None else self.word(low[1], ",")
        high = None if comma is None else self.longest(self.expression(comma))
        if low is None or high is None:
            return None
        for sign in ")]":
            end = self.word(high[1], sign)
            if end is not None:
                return (low[0], high[0]), (opening == "(", sign == ")"), end
        return None

    def _joints(self, place: int) -> list[tuple[Domain, int]]:
        """A joint law's variables: "on U of a symbols, V of b symbols", or "on U, V"."""
        after = self.word(place, "on")
        names, sizes = list[str](), list[Node]()
        found = [] if after is None else self._bare_joints(after)
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

    def _couplings(self, place: int) -> list[tuple[Domain, int]]:
        """A joint law of two variables with these laws: "J with marginals P and Q", "a coupling J
        of P and Q", "J in Pi(P, Q)"."""
        after = self.words(place, "with", "marginals") or self.words(place, "having", "marginals")
        if after is None and _COUPLING.search(self.text[:place]):
            after = self.word(place, "of")
        closing = None
        if after is None and (after := self.word(place, "in")) is not None:
            match = _COUPLINGS.match(self.text, self.blank(after))
            after, closing = (None, None) if match is None else (match.end(), ")")
        first = None if after is None else self.longest(self.expression(after))
        comma = None if first is None else self.word(first[1], ",") or self.word(first[1], "and")
        second = None if comma is None else self.longest(self.expression(comma))
        if first is None or second is None:
            return []
        end: int | None = second[1] if closing is None else self.word(second[1], closing)
        if end is None:
            return []
        return [(Domain("joint", [], ("X", "Y"), marginals=[first[0], second[0]]), end)]

    def _bare_joints(self, place: int) -> list[tuple[Domain, int]]:
        """Two or more variables of a joint law, by capital letters, without their alphabets."""
        names, found = list[str](), list[tuple[Domain, int]]()
        after: int | None = place
        while after is not None:
            named = self.name(after)
            if named is None or not named[0][0].isupper():
                break
            names.append(named[0])
            if len(names) > 1:
                found.append((Domain("joint", [], tuple(names)), named[1]))
            after = self.word(named[1], ",")
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
        for words, kind in (*_QUANTIFIERS, (("forall",), "forall"), (("forsome",), "exists")):
            after = self.words(0, *words)
            if after is None:
                continue
            for declared, end in self._opening(after):
                if self._is_inner(kind, declared):
                    # Of what it couples nothing is said before.
                    break
                after = self._condition(end, kind)
                met = None if after is None else self._with_trailing(
                    self.longest(self.formula(after)))
                told: list[Node] = []
                if after is not None and met is not None:
                    told, end = self.conjuncts(met[0], after), met[1]
                colon = self.word(end, ":") or (end if self._exists(end) else None) or (
                    self.word(end, ","))
                if colon is not None:
                    place, quantifier, variables, given = colon, kind, declared, told
                    break
            break
        start = self.blank(place)
        if (after := self.word(start, "if")) is not None:
            found = self._with_trailing(self.longest(self.formula(after)))
            then = None if found is None else self._then(found[1])
            if found is None or then is None:
                raise Stuck
            given = self.conjuncts(found[0], after)
            start = then
        conclusion = self.longest(self.formula(start))
        if conclusion is None:
            raise Stuck
        if variables is not None or re.match(
            rf"\s*for (?:all|every|each|any)\s+{_SYMBOLS}\s*\.?\s*$", self.text[conclusion[1]:]
        ):
            conclusion = self._with_trailing(conclusion)
            assert conclusion is not None
        end = conclusion[1]
        for words in _WHENEVER:
            after = self.words(end, *words)
            met = None if after is None else self.longest(self.formula(after))
            if after is not None and met is not None:
                given, end = [*given, *self.conjuncts(met[0], after)], met[1]
                break
        if variables is None:
            for words, kind in _QUANTIFIERS:
                after = self.words(end, *words) if kind == "forall" else None
                for declared, last in () if after is None else self.declarations(after):
                    if self._is_end(last):
                        variables, end = declared, last
                        break
        self.finish(end)
        ends = [end for one in variables or () for end in one.domain.bounds(one.name)]
        return Said(0, conclusion[1], quantifier, variables, [*ends, *given], conclusion[0])

    def _is_inner(self, kind: str, declared: Sequence[Declared]) -> bool:
        """Whether a text that begins with these variables is about couplings of laws, which it
        speaks of as well."""
        return all(
            one.domain.marginals or (
                kind == "exists" and one.domain.pattern is None
                and len(self._variables_of(one.name)) > 1
            )
            for one in declared
        )

    def _opening(self, place: int) -> Iterator[tuple[list[Declared], int]]:
        """The variables that a statement begins with. A comma may stand for the colon, where the
        rest is a formula to its end: "For any P and Q, D(P||Q) >= 0"."""
        some_way = False
        for declared, end in self.declarations(place):
            if not self._is_end(end) and self.word(end, ",") is None:
                some_way = True
                yield declared, end
        for declared, end in () if some_way else self.declarations(place):
            comma = self.word(end, ",")
            if comma is None or _ANOTHER_NAME.match(self.text, comma):
                continue
            found = self.longest(self.formula(comma))
            if found is not None and self._is_end(found[1]):
                yield declared, end

    def _is_end(self, place: int) -> bool:
        """Whether nothing but a full stop follows."""
        return self.text[self.blank(place):].rstrip() in ("", ".")

    def _condition(self, place: int, kind: str) -> int | None:
        """Where a condition begins that stands behind a text's variables, if one does."""
        ways = (self.words(place, *words) for words in _CONDITIONS[kind])
        return next(filter(None, ways), None)

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
        if not self._is_end(end):
            self.missed(end, "the end")
            raise Stuck

    def declarations(self, place: int) -> Iterator[tuple[list[Declared], int]]:
        """Variables with what they range over: "n >= 1, P, Q on n symbols"."""
        names: list[tuple[str, int, int, str]] = []
        while True:
            chained = self._chained(place)
            if chained is not None:
                own = [Declared(at, to, name, Domain(), noun) for name, at, to, noun in names]
                yield from self._declared([*own, chained[0]], chained[1])
                return
            noun, place = self._noun(place)
            named = self.name(place)
            if named is None:
                return
            names.append((named[0], self.blank(place), named[1], noun))
            alphabet = ALPHABET.match(self.text, named[1])
            plain = named[1] if alphabet is None else alphabet.end()
            for domain, end in (*self.domains(named[1]), (Domain(), plain)):
                own = [Declared(at, to, name, domain, noun) for name, at, to, noun in names]
                if _is_whole(domain):
                    # In "P, eps, k whole >= 1" it is k alone that counts something.
                    for one in own[:-1]:
                        is_law = one.name[0].isupper() and own[-1].name[0].islower()
                        if is_law or one.name.rstrip("'0123456789_") in LEVELS:
                            one.domain = Domain()
                if domain.within:
                    # An interval that speaks of other variables is that of the last name alone.
                    for one in own[:-1]:
                        one.domain = Domain()
                yield from self._declared(own, end, domain.pattern is not None)
            comma = self.word(plain, ",") or self.word(plain, "and")
            if comma is None:
                self.missed(plain, "a colon")
                return
            place = comma

    def _declared(
        self, own: list[Declared], end: int, more: bool = True
    ) -> Iterator[tuple[list[Declared], int]]:
        """Variables, alone where they may end there, and with those that follow."""
        if self.word(end, ":") is not None or self._condition(end, "forall") is not None or (
                self._exists(end) or self._is_end(end) or self.word(end, ",")):
            yield own, end
        comma = self.word(end, ",") or self.word(end, "and")
        if comma is not None and more:
            for others, last in self.declarations(comma):
                yield [*own, *others], last

    def _noun(self, place: int) -> tuple[str, int]:
        """What a text calls the variables that follow, "any channel W", and where these begin."""
        begun = next(
            filter(None, (self.words(place, word) for word in ("any", "every", "each", "all"))),
            place,
        )
        for noun in _NOUNS:
            after = self.words(begun, *noun)
            if after is not None and NAME.match(self.text, self.blank(after)) and (
                    self.name(after) is not None and not _RANGED.match(self.text, after)):
                return noun[-1], after
        return "", place

    def _chained(self, place: int) -> tuple[Declared, int] | None:
        """A variable between two numbers: 0 < t <= 1."""
        match = _CHAIN.match(self.text, self.blank(place))
        if match is None:
            return None
        low, first, name, second, high = match.groups()
        plain = f"{'(' if first == '<' else '['}{low},{high}{')' if second == '<' else ']'}"
        return Declared(match.start(3), match.end(3), name, Domain("real", [], plain, False)), (
            match.end())


def _is_whole(domain: Domain) -> bool:
    return domain.whole is True


def _is_infinite(node: Node) -> bool:
    options = node.options if isinstance(node, Choice) else [node]
    return any(
        (isinstance(one, Literal) and one.value is None)
        or (isinstance(one, Infix) and one.head == "neg" and _is_infinite(one.args[0]))
        for one in options
    )


def _letters(form: Form) -> list[str]:
    return [piece.letters for piece in form.pieces if isinstance(piece, Word)]


__all__ = ["KEYWORDS", "DoubtfulError", "Parser", "Stuck"]
