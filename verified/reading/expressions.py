"""Expressions: numbers, names, printed forms, binders and arithmetic, by precedence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flint import fmpq

from verified.numbers.exact import rational
from verified.reading.abbreviations import ROW, abbreviations, may_have_rows, row_entry
from verified.reading.nodes import (
    Adjoined,
    Bound,
    Branches,
    Called,
    Choice,
    Compared,
    Declared,
    Domain,
    Infix,
    Joined,
    Listed,
    Literal,
    Made,
    Name,
    Node,
)
from verified.reading.probabilities import (
    VARIABLE,
    Probabilities,
    named,
    ratios,
    weight_of_log_ratio,
)
from verified.reading.scanner import (
    KEYWORDS,
    NAME,
    DoubtfulError,
    Ends,
    after_an_atom,
    by_first_letter,
    no_factors,
)
from verified.reading.templates import Form, Word
from verified.syntax.quantity import QUANTITIES

_NUMBER = re.compile(r"(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_WHOLE = re.compile(r"\d+", re.ASCII)
_BINDER = re.compile(r"(sum|max|min|sup|inf|integral)_\{")
_VARIABLE_X = re.compile(r"x(?![A-Za-z0-9_'])\s*(?![\sA-Za-z0-9(])")
# An alphabet by a letter of its own, as in sum_{x in X}; and a channel's row, as W(.|x).
ALPHABET = re.compile(r"\s+in\s+(?![NRZ]\b)[A-Z]\w*(?=\s*[},:])")
_ROW = re.compile(r"\(\s*[*.]\s*\|")
# The bars of an absolute value or a norm, which a blank parts from what is before them.
_OPENING_BAR = re.compile(r"\|{1,2}(?=[^\s|)\]},])")
# Laws of a joint law's variables.
_LAWS = ("marginal", "margin", "conditional")
# Names of numbers that are never counted.
LEVELS = frozenset((
    "alpha", "beta", "gamma", "delta", "eps", "epsilon", "eta", "theta", "lambda", "mu", "rho",
    "sigma", "tau",
))
# The probability of a symbol i under a law p.
_ENTRY = re.compile(r"[pqr]_[ijklxyz]'*")
# Between laws; before a bracket x is a variable.
_CROSS = re.compile(r"\s*(?:x|\(x\))\s+(?=[A-Za-z])")
# Binders that make a number.
_NUMBERS = ("sum", "max", "min", "sup", "inf", "integral")
_INDEX = re.compile(r"_([a-z]'*|\d+)(?![A-Za-z0-9_'])")
# What may stand before the condition of what a variable ranges over.
_GUARDS = ("with", ":", "such that", "s.t.", "|")
# The positive part, x^+ or [x]_+; in x^+2 the sign is that of an exponent.
_RAISED_PLUS = re.compile(r"\^\s*(?:\+(?![\w(.])|\(\+\))")
_LOW_PLUS = re.compile(r"_(?:\+|\[\+\])")
# Between events, and how a symbol is in what they make, by its numbers of them.
_SETS = {"cup": ("or", (">", ">")), "cap": ("and", (">", ">")), "setminus": ("and", (">", "="))}
# As sum_x: the range is what the use of x tells.
_SUBSCRIPT = re.compile(r"(sum|max|min|sup|inf)_([A-Za-z][A-Za-z0-9]*'*)(?![A-Za-z0-9_'])")


def has_operation(node: Node) -> bool:
    """Whether a node is a sum or a difference in some reading, or a number over symbols."""
    options = node.options if isinstance(node, Choice) else [node]
    return any(
        (isinstance(one, Infix) and one.head in ("add", "sub"))
        or (isinstance(one, Bound) and one.kind in _NUMBERS)
        for one in options
    )


def is_euler(node: Node) -> bool:
    """Whether a node is the name e."""
    options = node.options if isinstance(node, Choice) else [node]
    return any(isinstance(one, Name) and one.name == "e" for one in options)


def is_factor(node: Node) -> bool:
    """Whether what follows in parentheses at once may be multiplied by it: a number's name, or a
    sum in parentheses."""
    options = node.options if isinstance(node, Choice) else [node]
    return has_operation(node) or any(
        isinstance(one, Adjoined) or (isinstance(one, Name) and one.name[0].islower())
        for one in options
    )


def is_literal(node: Node) -> bool:
    """Whether a node is a written number, which is no law and has no index."""
    options = node.options if isinstance(node, Choice) else [node]
    return any(isinstance(one, Literal) for one in options)


def _first_factor(node: Node, end: int) -> tuple[Node, int]:
    """Of a product without signs what stands before the parentheses, and where that ends."""
    if isinstance(node, Infix) and node.head == "neg":
        inner, end = _first_factor(node.args[0], end)
        return Infix(node.start, end, "neg", [inner]), end
    options = node.options if isinstance(node, Choice) else [node]
    product = next((one for one in options if isinstance(one, Adjoined)), None)
    return (node, end) if product is None else _first_factor(product.args[0], product.args[0].end)


def _raised(start: int, end: int, base: Node, exponent: Node) -> list[Node]:
    """The ways to read a power: in q(1 - q)^2 the second factor alone is raised."""
    found: list[Node] = []
    for one in base.options if isinstance(base, Choice) else [base]:
        if isinstance(one, Adjoined) and one.start == start:
            *left, last = one.args
            power = Infix(last.start, end, "pow", [last, exponent])
            found.append(Adjoined(start, end, "mul", [*left, power]))
    if isinstance(base, Choice) and found:
        rest = [one for one in base.options
                if not (isinstance(one, Adjoined) and one.start == start)]
        base = Choice(base.start, base.end, rest) if len(rest) > 1 else rest[0] if rest else base
        return [*found, Infix(start, end, "pow", [base, exponent])] if rest else found
    return found or [Infix(start, end, "pow", [base, exponent])]


def is_event(node: Node) -> bool:
    """Whether a node may be an event: a name with a capital letter, or what is made of one."""
    options = node.options if isinstance(node, Choice) else [node]
    return any(
        (isinstance(one, Name) and one.name[0].isupper())
        or (isinstance(one, Bound) and one.kind == "event")
        or (isinstance(one, Made) and one.record.name in ("complement", "singleton"))
        or (isinstance(one, Called) and one.name in ("complement", "singleton"))
        for one in options
    )


def _positive_part(start: int, end: int, node: Node) -> Node:
    """The larger of 0 and a number.

    Raises:
        DoubtfulError: it may be that of a factor alone.
    """
    if any(isinstance(one, Adjoined) for one in (
            node.options if isinstance(node, Choice) else [node])):
        raise DoubtfulError(
            start, "this may be the positive part of the product or of its last factor: write "
            "max(0, …)")
    return Called(start, end, "max", [Literal(start, start, fmpq(0)), node])


def is_law_name(node: Node) -> bool:
    """Whether a node is a name with a capital letter, or an index of one."""
    options = node.options if isinstance(node, Choice) else [node]
    return any(
        (isinstance(one, Name) and one.name[0].isupper())
        or (isinstance(one, Called) and one.name == "row" and is_law_name(one.args[0]))
        or (isinstance(one, Made) and one.record.name in _LAWS)
        or (isinstance(one, Infix) and one.head == "cross")
        for one in options
    )


class Expressions(Probabilities):
    """Reads terms; what may be read in several ways is a choice."""

    def atoms(self, place: int) -> Ends:
        """What holds together by itself, by where it ends: each atom, and each with an index."""
        known: Ends | None = self.once("atoms", self.blank(place), self._atoms)
        return {} if known is None else known

    def _atoms(self, start: int) -> Ends:
        every: list[tuple[Node, int]] = []
        waiting = list(self.joined(self._primaries(start)).items())
        while waiting:
            end, node = waiting.pop()
            every.append((node, end))
            if self._is_composite(start, node):
                # In A ∪ B^c it is B that has a complement.
                continue
            grown: list[tuple[Node, int]] = []
            apart = is_literal(node) and self.text.startswith("(", end)
            for form in () if apart else after_an_atom().get(self._after(end), ()):
                index = form.pieces[0].place  # type: ignore[union-attr]
                for after, found in self.form(form.pieces[1:], end, {index: node}):
                    if self._composed(found):
                        continue
                    if form.owner.name == "marginal" and "," in found["a"]:
                        # In TV(J_X, P) the comma parts two arguments.
                        continue
                    grown.append((self.made(form, start, after, found), after))
            if self.text.startswith("(", end) and is_factor(node):
                # q(1 - q) and (1 - x)(1 + x) are products, unless the first is a law.
                for other, after in self._bracketed(end):
                    if has_operation(other):
                        grown.append((Adjoined(start, after, "mul", [node, other]), after))
            if self.text.startswith("(", end) and isinstance(node, Name) and (
                    self._is_function(node.name)):
                # f(x), of a list of numbers.
                inner = self.longest(self.expression(end + 1))
                close = None if inner is None else self.word(inner[1], ")")
                if inner is not None and close is not None:
                    grown.append((Called(start, close, "component", [node, inner[0]]), close))
            if self.text.startswith("_", end) and isinstance(node, Name):
                grown += self._subscript(start, node, end)
            low = _LOW_PLUS.match(self.text, end)
            if low is not None:
                grown.append((_positive_part(start, low.end(), node), low.end()))
            grown += self._events_with(start, node, end)
            if self.text.startswith("[", end) and is_law_name(node):
                grown += self._indexed(start, node, end)
            row = _ROW.match(self.text, end) if may_have_rows(node) else None
            given = None if row is None else self.longest(self.expression(row.end()))
            closed = None if given is None else self.word(given[1], ")")
            if given is not None and closed is not None:
                grown.append((Called(start, closed, "row", [node, given[0]]), closed))
            if self.text.startswith("(", end) and may_have_rows(node):
                for after, found in self.form(ROW, end, {}):
                    grown.append((row_entry(start, after, node, found[0], found[1]), after))
            waiting.extend(self.joined(grown).items())
        return self.joined(every)

    def _is_composite(self, start: int, node: Node) -> bool:
        """Whether a node is A ∪ B or the like, without parentheses."""
        return isinstance(node, Bound) and node.kind == "event" and (
            self.text[start : start + 1] not in ("(", "{"))

    def _events_with(self, start: int, node: Node, end: int) -> list[tuple[Node, int]]:
        """A ∪ B, A ∩ B and A \\ B: the event of the symbols that are in one, in both, or in the
        first alone.

        Raises:
            DoubtfulError: several of these signs stand without parentheses.
        """
        for word, (kind, signs) in _SETS.items() if is_event(node) else ():
            after = self.word(end, word)
            found = None if after is None else self.longest(self.atoms(after))
            if after is None or found is None or not is_event(found[0]):
                continue
            other, last = found
            if self._is_composite(self.blank(after), other) and (
                    word == "setminus" or self._signs_of(after, last) != {word}):
                raise DoubtfulError(
                    start, "which of these events are taken together first? write parentheses")
            symbol = self._called("x", node)
            inside: list[Node] = [
                Compared(start, last, [sign], [
                    Called(start, last, "indicator", [event, symbol]),
                    Literal(start, start, fmpq(0))])
                for event, sign in zip((node, other), signs, strict=True)]
            var = Declared(start, start, symbol.name, Domain(), "symbol")
            guard = Joined(start, last, kind, inside)
            return [(Bound(start, last, "event", var, guard, None), last)]
        return []

    def _signs_of(self, start: int, end: int) -> set[str]:
        """The signs between events that stand outside of parentheses."""
        text, inner = self.text[start:end], ""
        while inner != text:
            inner, text = text, re.sub(r"\([^()]*\)", "", text)
        return set(re.findall(r"\b(?:cup|cap|setminus)\b", text))

    def _is_function(self, name: str) -> bool:
        """Whether a name may be a function of symbols, a list of numbers."""
        stem = name.rstrip("'0123456789_")
        return stem in ("f", "g", "u", "phi", "psi") or re.search(
            rf"(?<![\w']){re.escape(name)}\s+of\b[^:;]*\bnumbers", self.text) is not None

    def _indexed(self, start: int, node: Node, end: int) -> list[tuple[Node, int]]:
        """J[x, y], P[x] and W[x][y], as authors of claim files index laws and channels."""
        nodes, place = self.listed(end + 1)
        after = self.word(place, "]") if nodes else None
        if after is None:
            return []
        heads = ("joint_at",) if len(nodes) > 1 else ("at", "probability", "row", "response")
        return [(Called(start, after, head, [node, *nodes]), after) for head in heads]

    def _subscript(self, start: int, node: Name, end: int) -> list[tuple[Node, int]]:
        """p_i, the probability of a symbol, and W_x, a channel's row."""
        match = _INDEX.match(self.text, end)
        if match is None:
            return []
        index: Node = Name(match.start(1), match.end(), match[1])
        if match[1].isdigit() and self._is_numbered(node.name):
            # eps_1 and M_2 are names.
            return []
        if match[1].isdigit():
            index = Literal(match.start(1), match.end(), fmpq(int(match[1])))
        return [
            (Called(start, match.end(), head, [node, index]), match.end())
            for head in (("row", "response") if node.name[0].isupper() else ("at", "component"))
        ]

    def _is_numbered(self, stem: str) -> bool:
        """Whether a number below a name tells it from others, as in eps_1 and eps_2."""
        if stem.rstrip("'") in LEVELS or stem[0] in "MXYZ":
            return True
        return re.search(
            rf"(?<![\w']){re.escape(stem)}(?:_(?![\d])|(?![\w']))", self.text) is None

    def _after(self, end: int) -> str:
        """The letter at once after an atom, or the @ that follows blanks: W @ U."""
        after = self.blank(end)
        return "@" if self.text[after : after + 1] == "@" else self.text[end : end + 1]

    def _composed(self, found: dict[Any, Any]) -> bool:
        """Whether the second of two arguments is A @ B without parentheses: @ takes the left ones
        together first."""
        second = found.get(1)
        if not isinstance(second, Node) or self.text[second.start : second.start + 1] == "(":
            return False
        depth, written = 0, self.text[second.start : second.end]
        for letter in written:
            depth += (letter in "([{") - (letter in ")]}")
            if letter == "@" and depth == 0:
                return True
        return False

    def _primaries(self, start: int) -> list[tuple[Node, int]]:
        found: list[tuple[Node, int]] = []
        letter = self.text[start : start + 1]
        for form in by_first_letter().get(letter, ()):
            for end, slots in self.form(form.pieces, start, {}):
                self._check_doubt(form, start, end, slots)
                found.append((self.made(form, start, end, slots), end))
        for short in abbreviations().get(letter, ()):
            for end, slots in self.form(short.pieces, start, {}):
                args = [slots[place] for place in sorted(slots)]
                if short.pieces[0] == Word("D") and 2 in slots:
                    self._check_order(slots[2])
                self._check_slash(start, end, args[-1])
                node = short.build(start, end, args)
                if node is not None:
                    found.append((node, end))
        found += self.probabilities(start)
        if letter.isdigit() or letter == ".":
            found += self._number(start)
        elif letter.isalpha():
            found += self._named(start, bool(found))
        elif letter == "(":
            found += self._bracketed(start)
        elif letter == "{":
            found += self._event(start)
        elif letter == "[":
            found += self._table(start)
        if not found:
            self.missed(start, "an expression")
        return found

    def _check_order(self, order: Node) -> None:
        """Raise where a word stands as an order, as in D_Tsallis."""
        name = named(order)
        if name is not None and not self.callables(name.name) and (name.name[0].isupper() or (
                len(name.name) > 2 and name.name.rstrip("'") not in LEVELS)):
            raise DoubtfulError(
                name.start, f"{name.name} is no order of a Rényi divergence; D_alpha(P || Q) has "
                "one, D_inf(P || Q), KL(P, Q), chi2(P, Q) and others have names"
            )

    def _check_slash(self, start: int, end: int, last: Node) -> None:
        """Raise at log p/q, where log p has no parentheses."""
        of = self.text[last.start : last.end]
        if last.end == end and self.text.startswith("/", end) and of[:1] not in tuple("([|") and (
            self.text[last.start - 1] == " "
        ):
            word = self.text[start:end].split()[0]
            raise DoubtfulError(
                start, f"this may be {word}({of})/… or {word}({of}/…): write parentheses"
            )

    def _check_doubt(self, form: Form, start: int, end: int, slots: dict[Any, Any]) -> None:
        """Raise where a form may be meant in two ways."""
        if form.owner.name == "log":
            self._check_slash(start, end, slots[0])
        order = slots.get(2)
        if form.owner.name in ("renyi", "law_renyi", "integer_renyi") and order is not None:
            self._check_order(order)
        if form.owner.name in ("renyi", "law_renyi", "integer_renyi") and any(
            isinstance(one, Infix) and one.head == "pow" and is_euler(one.args[0])
            for one in (order.options if isinstance(order, Choice) else [order])
        ):
            raise DoubtfulError(
                start, "this may be the Rényi divergence of order e^ε, D_[exp(eps)](P || Q), or "
                "the hockey-stick divergence, E_{e^ε}(P || Q): say which"
            )

    def _number(self, start: int) -> list[tuple[Node, int]]:
        match = _NUMBER.match(self.text, start)
        found: list[tuple[Node, int]] = []
        if match is not None:
            value = rational(match[0].replace("_", "").removesuffix(".") or "0")
            found.append((Literal(start, match.end(), value), match.end()))
            # In 1_A(x) the number ends before the sign.
            whole = _WHOLE.match(self.text, start)
            if whole is not None and whole.end() != match.end():
                found.append((Literal(start, whole.end(), fmpq(int(whole[0]))), whole.end()))
        return found

    def _named(self, start: int, is_form: bool) -> list[tuple[Node, int]]:
        """A name, a call of it, a binder, or infinity.

        Args:
            is_form: whether a printed form begins there, as max_i(|D[i]|) does.
        """
        match = NAME.match(self.text, start)
        if match is None:
            # A letter of another script.
            return []
        name = match[0]
        if name in ("inf", "infinity", "infty") and not self.text.startswith("_{", match.end()):
            return [(Literal(start, match.end(), None), match.end())]
        if _BINDER.match(self.text, start):
            return self._binder(start)
        subscript = _SUBSCRIPT.match(self.text, start)
        if subscript is not None and not is_form and not self.callables(name):
            body = self.longest(self.product(subscript.end()))
            if body is not None:
                var = Declared(subscript.start(2), subscript.end(), subscript[2], Domain())
                guard, inner = self._by_convention(subscript[1], var, None, body[0])
                return [(Bound(start, body[1], subscript[1], var, guard, inner), body[1])]
        if name in KEYWORDS:
            return []
        found: list[tuple[Node, int]] = []
        for part in re.finditer(r"[^_]+", name):
            # The longest name, and what stands before an underscore of it.
            short = name[: part.end()]
            node: Node = Name(start, start + len(short), short)
            letters = self.compound(short)
            if letters:
                # D(PW||QW): the law P sent through W.
                node, place = Name(start, start + len(letters[0]), letters[0]), len(letters[0])
                for letter in letters[1:]:
                    more = Name(start + place, start + place + len(letter), letter)
                    node, place = Infix(start, more.end, "mul", [node, more]), place + len(letter)
            if not _ENTRY.fullmatch(short) or self.text.startswith("'", start + len(short)):
                found.append((node, start + len(short)))
        if self.text.startswith("(", match.end()):
            nodes: list[Node] = []
            after: int | None = match.end() + 1
            if self.word(after, ")") is None:  # type: ignore[arg-type]
                nodes, after = self.listed(after)  # type: ignore[arg-type]
            end = None if after is None else self.word(after, ")")
            # P(x) of a name that can't be called is an index of it.
            if end is not None and (self.callables(name) or len(nodes) > 1):
                found.append((Called(start, end, name, nodes), end))
        return found

    def _bracketed(self, start: int) -> list[tuple[Node, int]]:
        found: list[tuple[Node, int]] = []
        for node, inner in self.slot(start + 1, False):
            end = self.word(inner, ")")
            if end is not None:
                # What it is made of, in parentheses: no longer a bare number.
                kept = Literal(start, end, node.value, False) if isinstance(node, Literal) else node
                found.append((kept, end))
                break
            if (after := self.word(inner, "if")) is not None:
                found += self._branches(start, node, after)
        return found

    def _branches(self, start: int, then: Node, place: int) -> list[tuple[Node, int]]:
        found: list[tuple[Node, int]] = []
        test = self.longest(self.formula(place))
        after = None if test is None else self.word(test[1], "else")
        if test is not None and after is not None:
            other = self.longest(self.expression(after))
            end = None if other is None else self.word(other[1], ")")
            if other is not None and end is not None:
                found.append((Branches(start, end, test[0], then, other[0]), end))
        return found

    def _event(self, start: int) -> list[tuple[Node, int]]:
        for var, place in self.range(start + 1):
            after = self.word(place, ":")
            guard = None if after is None else self.longest(self.formula(after))
            end = None if guard is None else self.word(guard[1], "}")
            if guard is not None and end is not None:
                return [(Bound(start, end, "event", var, guard[0], None), end)]
        return []

    def _table(self, start: int) -> list[tuple[Node, int]]:
        nodes, place = self.listed(start + 1)
        if self.lists and nodes and (end := self.word(place, "]")) is not None:
            return [(Listed(start, end, nodes), end)]
        if self.lists and (end := self.word(start + 1, "]")) is not None:
            return [(Listed(start, end, []), end)]
        end = self.word(place, "]") if nodes else None
        if end is not None:
            return [(self._law_by_entries(start, end, nodes), end)]
        if len(nodes) != 1:
            return []
        after = self.word(place, "for")
        if after is None:
            return []
        for var, inner in self.range(after):
            guard, inner = self.guard(inner)
            end = self.word(inner, "]")
            if end is not None:
                return [(Bound(start, end, "table", var, guard, nodes[0]), end)]
        return []

    @staticmethod
    def _law_by_entries(start: int, end: int, nodes: list[Node]) -> Node:
        """[1/2, 1/3, 1/6] is a law, [[0,1],[1,0]] a channel by its rows; brackets around one thing
        alone hold it together."""
        options = nodes[0].options if isinstance(nodes[0], Choice) else [nodes[0]]
        if len(nodes) == 1 and not any(
            isinstance(one, Made) and one.record.name == "pmf_literal" for one in options
        ):
            return nodes[0]
        records = (QUANTITIES["pmf_literal"], QUANTITIES["channel_literal"])
        return Choice(start, end, [Made(start, end, one, {}, nodes, ()) for one in records])

    def _binder(self, start: int) -> list[tuple[Node, int]]:
        match = _BINDER.match(self.text, start)
        assert match is not None
        names, last = self._names_before(match.end())
        if match[1] == "integral":
            names, last = [], match.end()
        for var, place in self.range(last):
            if names and match[1] == "sum" and not var.domain.is_open():
                # In sum_{x, y < n} x ranges over as many symbols, or over its own.
                continue
            guard, place = self.guard(place, _GUARDS)
            after = self.word(place, "}")
            if after is None:
                continue
            body = self.longest(self.product(after))
            if body is not None:
                guard, inner = self._by_convention(match[1], var, self.bounded(var, guard), body[0])
                node = Bound(start, body[1], match[1], var, guard, inner)
                return [(self._nested(node, names), body[1])]
        return []

    @staticmethod
    def _by_convention(
        kind: str, var: Declared, guard: Node | None, body: Node
    ) -> tuple[Node | None, Node]:
        """What sum_x P(x) ln(P(x)/Q(x)) says, which no record prints without the range of x: it is
        the sum over the support of P, and infinite where Q has no mass there, by convention."""
        if kind != "sum" or guard is not None or var.domain.pattern is not None:
            return guard, body
        weight = weight_of_log_ratio(body, var.name)
        if weight is None:
            return guard, body
        zero = Literal(weight.start, weight.start, fmpq(0))
        return Compared(weight.start, weight.end, [">"], [weight, zero]), ratios(body)

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

    @staticmethod
    def _nested(node: Bound, names: list[str]) -> Bound:
        """A binder below others of its kind, whose variables range over what its own does."""
        for name in reversed(names):
            own = Declared(node.var.start, node.var.end, name, node.var.domain)
            node = Bound(node.start, node.end, node.kind, own, None, node)
        return node

    def range(self, place: int) -> Iterator[tuple[Declared, int]]:
        """A bound variable with what it ranges over, or alone."""
        start = self.blank(place)
        named = self.name(start)
        if named is None:
            return
        for domain, end in self.domains(named[1]):
            yield Declared(start, end, named[0], domain), end
        of = self._variables_of(named[0])
        if len(of) > 1:
            # J, of which the text has J_X and J_Y.
            yield Declared(start, named[1], named[0], Domain("joint", [], of)), named[1]
        alphabet = ALPHABET.match(self.text, named[1])
        if alphabet is not None:
            # x in X: the symbols of the alphabet that its use tells.
            yield Declared(start, alphabet.end(), named[0], Domain()), alphabet.end()
        yield Declared(start, named[1], named[0], Domain()), named[1]

    def _variables_of(self, name: str) -> tuple[str, ...]:
        """The variables of a joint law of which the text has marginals."""
        found = re.findall(rf"(?<![\w']){re.escape(name)}_({VARIABLE.pattern})(?![\w'])", self.text)
        return tuple(sorted(set(found)))

    @staticmethod
    def bounded(var: Declared, guard: Node | None) -> Node | None:
        """A guard, with the ends of the variable's interval that aren't written numbers."""
        every = [*var.domain.bounds(var.name), *([] if guard is None else [guard])]
        if len(every) > 1:
            return Joined(var.start, var.end, "and", every)
        return every[0] if every else None

    def guard(self, place: int, words: Sequence[str] = ("with",)) -> tuple[Node | None, int]:
        """What follows "with" or another of these words, if it does."""
        for word in words:
            after = self.words(place, *word.split())
            found = None if after is None else self.longest(self.formula(after))
            if found is not None:
                return found
        return None, place

    def power(self, place: int) -> Ends:
        """Atoms and powers of them."""
        ends: Ends = self.once("power", self.blank(place), self._power)
        return ends

    def _power(self, start: int) -> Ends:
        found: list[tuple[Node, int]] = []
        for end, base in self.atoms(start).items():
            plus = _RAISED_PLUS.match(self.text, self.blank(end))
            if plus is not None:
                found.append((_positive_part(start, plus.end(), base), plus.end()))
                continue
            sign = self.word(end, "**") or self.word(end, "^")
            exponent = None
            if sign is not None:
                exponent = self._exponent(self.blank(sign))
            if exponent is None:
                found.append((base, end))
            else:
                found += [
                    (node, exponent[1]) for node in _raised(start, exponent[1], base, exponent[0])
                ]
        ends = self.joined(found)
        return {max(ends): ends[max(ends)]} if ends else {}

    def _exponent(self, start: int) -> tuple[Node, int] | None:
        """What stands raised: in parentheses it ends with these, as in e^(-x) (1 - x); else with
        the first factor, as in e^x(1 - x)."""
        if self.text.startswith("(", start):
            found = self.longest(self.joined(self._bracketed(start)))
            if found is not None:
                return found
        found = self.longest(self.signed(start))
        return None if found is None else _first_factor(*found)

    def signed(self, place: int) -> Ends:
        """A power with or without a sign before it."""
        start = self.blank(place)
        if self.text.startswith("+", start):
            return self.signed(start + 1)
        if not self.text.startswith("-", start):
            return self.power(start)
        found = self.longest(self.signed(start + 1))
        if found is None:
            return {}
        node, end = found
        if isinstance(node, Literal) and node.bare and node.value is not None and node.value >= 0:
            return {end: Literal(start, end, -node.value)}
        return {end: Infix(start, end, "neg", [node])}

    def product(self, place: int) -> Ends:
        ends: Ends = self.once("product", self.blank(place), self._product)
        return ends

    def _product(self, start: int) -> Ends:
        return self._chain(start, self.signed, {"*": "mul", "/": "div"})

    def expression(self, place: int) -> Ends:
        """The longest sum from a place on."""
        ends: Ends = self.once("expression", self.blank(place), self._sum)
        return ends

    def _times(self, start: int, node: Node, end: int) -> tuple[Node, int]:
        """What stands before a name, or parentheses, is a factor of it, as in 2 eps, e^eps P(x) and
        x (1 - x)."""
        while self._is_factor_of(node, end):
            more = self.longest(self.power(end))
            if more is None:
                break
            node, end = Infix(start, more[1], "mul", [node, more[0]]), more[1]
        return node, end

    def _crossed(self, start: int, node: Node, end: int) -> tuple[Node, int]:
        """P x Q and P ⊗ Q of laws, P x W of a law and a channel, without parentheses."""
        while True:
            sign = _CROSS.match(self.text, end) if is_law_name(node) else None
            more = None if sign is None else self.longest(self.power(sign.end()))
            if more is None or not is_law_name(more[0]):
                return node, end
            node, end = Infix(start, more[1], "cross", [node, more[0]]), more[1]

    def _is_factor_of(self, node: Node, end: int) -> bool:
        """Whether what stands behind a node may be multiplied by it without a sign."""
        place = self.blank(end)
        options = node.options if isinstance(node, Choice) else [node]
        number = any(isinstance(option, Literal) for option in options)
        if self.text.startswith("(", place):
            # Without a blank it is an index or a call, and (x) is a product of its own.
            raised = all(isinstance(one, Infix) and one.head == "pow" for one in options)
            apart = number or raised or place > end
            return apart and not self.text.startswith("(x)", place)
        if number and (self.text.startswith("||", place) or self.word(place, "x") is not None):
            # Between laws x is a sign.
            return True
        if place > end and _OPENING_BAR.match(self.text, place):
            # t |x|, and k ||P - Q||_TV: a bar that parts two things has no other behind it.
            return True
        if _VARIABLE_X.match(self.text, place):
            # A variable, not the sign between a law and a channel.
            return True
        match = NAME.match(self.text, place)
        return match is not None and match[0] not in no_factors()

    def _sum(self, start: int) -> Ends:
        return self._chain(start, self.product, {"+": "add", "-": "sub"})

    def _chain(self, start: int, part: Callable[[int], Ends], signs: dict[str, str]) -> Ends:
        found = self.longest(part(start))
        if found is None:
            return {}
        node, end = found
        while True:
            if "*" in signs:
                node, end = self._times(start, *self._crossed(start, node, end))
            place = self.blank(end)
            sign = self.text[place : place + 1]
            if sign not in signs or not sign or self.text.startswith(("->", "**"), place):
                break
            more = self.longest(part(place + 1))
            if more is None:
                break
            node, end = self._operation(start, signs[sign], node, more[0]), more[1]
            if sign == "/" and not self.text[end : end + 1].isspace() and (
                self.text[end - 1] not in ")]}|" and self._is_factor_of(node, end)
            ):
                raise DoubtfulError(
                    place, f"what stands behind {self.text[place:end]} may be below the line or "
                    "beside it: write parentheses or *"
                )
        return {end: node}

    @staticmethod
    def _operation(start: int, head: str, left: Node, right: Node) -> Node:
        """An operation; a fraction of two written numbers is a number."""
        if (
            head == "div" and isinstance(left, Literal) and isinstance(right, Literal)
            and left.bare and right.bare and left.value is not None and right.value
            and left.value.q == 1 and right.value.q == 1 and right.value > 0
        ):
            return Literal(start, right.end, left.value / right.value, False)
        return Infix(start, right.end, head, [left, right])


__all__ = ["Expressions"]
