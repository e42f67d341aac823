"""Probabilities and expectations as papers write them: Pr[M(d) = y], P(X = x), E_{x ~ P}[f(x)].

None is a quantity of its own. An expectation is the sum over the symbols that have mass, a
probability of what a law gives is that of a symbol or an event of it, and one of variables X and Y
is a cell of the joint law that they have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from flint import fmpq

from verified.reading.abbreviations import OF_ORDER, names_another
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
    Name,
    Node,
)
from verified.reading.scanner import NAME, DoubtfulError, Ends, Scanner
from verified.reading.templates import pieces
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import LawSort

_CLOSING = {"[": "]", "(": ")", "{": "}"}
_EXPECTATION = re.compile(r"E\s*_\s*([\[{])")
# Pr[…], Pr_{x ~ P}[…], Pr_P[…], P(…), J(…).
_PROBABILITY = re.compile(r"(Pr|Prob)(?:_([A-Za-z][A-Za-z0-9]*'*)|_([\[{])|(?=\s*[\[({]))")
_OF_A_LAW = re.compile(r"([A-Z]'*)(?=[\[(])")
# Random variables.
VARIABLE = re.compile(r"[STUVXYZ](?:_?\d+)?'*")
_SIGN = re.compile(r"(!=|==|=(?![>=])|in\b)")
_DRAWN = re.compile(r"\s*(?:~|<-)\s*")
_MEAN_DIVERGENCE = pieces("D({0} || {1} | {2})")
_LEAKAGE = re.compile(r"(L|l)\(\s*([S-Z](?:_?\d+)?'*)\s*->\s*([S-Zs-z](?:_?\d+)?'*)\s*\)")
# I_alpha(X;Y), L_[2](X -> Y) and L^max_alpha(X -> Y).
_OF_ORDER = re.compile(r"(I|L\^max|L)_(?=[A-Za-z0-9\[])")
_PAIR = re.compile(r"\(\s*([S-Z](?:_?\d+)?'*)\s*(?:->|;)\s*([S-Z](?:_?\d+)?'*)\s*\)")
_INDEX = re.compile(r"[A-Za-z][A-Za-z0-9]*'*|\d+")
# Names of laws by a letter, and the names that a law's symbols have below a sum.
Laws = Sequence[tuple[list[Name], Node]]


def named(node: Node) -> Name | None:
    """The name that a node is, if it may be one."""
    options = node.options if isinstance(node, Choice) else [node]
    return next((one for one in options if isinstance(one, Name)), None)


def _variable(node: Node) -> Name | None:
    """The random variable that a node is."""
    name = named(node)
    return name if name is not None and VARIABLE.fullmatch(name.name) else None


def _zero(place: int) -> Node:
    return Literal(place, place, fmpq(0))


def mass(law: Node, symbols: Sequence[Node]) -> Node:
    """The probability of a symbol of a law, or of symbols of a joint law."""
    head = "at" if len(symbols) == 1 else "joint_at"
    return Called(law.start, law.end, head, [law, *symbols])


def _over(start: int, end: int, names: Sequence[Name], guard: Node | None, body: Node) -> Node:
    """The sum over symbols by these names."""
    for name in reversed(names):
        var = Declared(name.start, name.end, name.name, Domain(), "symbol")
        body, guard = Bound(start, end, "sum", var, guard, body), None
    return body


def _drawn_from(node: Node) -> tuple[Node, str] | None:
    """The law and the symbol of what is the probability of a symbol by a name."""
    law: Node | None = None
    symbol: Node | None = None
    match node:
        case Choice(options=options):
            return next(filter(None, map(_drawn_from, options)), None)
        case Called(name="at", args=[law, symbol]):
            pass
        case Made(record=record, slots={0: law, 1: symbol}) if record.name == "at":
            pass
    name = None if symbol is None else named(symbol)
    return None if law is None or name is None else (law, name.name)


def ratios(node: Any) -> Any:
    """A node in which P(x)/Q(x) is the likelihood ratio, which is infinite where Q has no mass."""
    if isinstance(node, list | tuple):
        return type(node)(map(ratios, node))
    if isinstance(node, dict):
        return {key: ratios(value) for key, value in node.items()}
    if not isinstance(node, Node):
        return node
    if isinstance(node, Infix) and node.head == "div":
        one, two = map(_drawn_from, node.args)
        if one is not None and two is not None and one[1] == two[1]:
            symbol = Name(node.start, node.end, one[1])
            return Called(node.start, node.end, "likelihood_ratio", [one[0], two[0], symbol])
    parts = {field.name: getattr(node, field.name) for field in fields(node)}
    return type(node)(**{name: ratios(part) for name, part in parts.items()})


def _is_on_the_line(node: Node) -> bool:
    """Whether a node is a law on the real line in some reading."""
    if isinstance(node, Choice):
        return any(map(_is_on_the_line, node.options))
    return isinstance(node, Made) and isinstance(node.record.result, LawSort)


def _factors(node: Node) -> list[Node]:
    """What is multiplied, first readings first."""
    one = node.options[0] if isinstance(node, Choice) else node
    if isinstance(one, Infix) and one.head == "mul":
        return [factor for arg in one.args for factor in _factors(arg)]
    return [node]


def _logarithm_of(node: Node) -> Node | None:
    """What a node is the logarithm of."""
    match node:
        case Choice(options=options):
            return next(filter(None, map(_logarithm_of, options)), None)
        case Called(name="ln" | "log" | "log2", args=[inner]):
            return inner
        case Made(record=record, slots={0: inner}) if record.name in ("log", "log2"):
            return inner
    return None


def weight_of_log_ratio(body: Node, symbol: str) -> Node | None:
    """The probability P(x) by which ln(P(x)/Q(x)) or ln(Q(x)/P(x)) is weighted in a product of
    which nothing else speaks of x, as in D(P || Q)."""
    factors = [one for one in _factors(body) if _speaks_of(one, symbol)]
    for factor, weight in (factors, factors[::-1]) if len(factors) == 2 else ():
        inner = _logarithm_of(factor)
        ratio = None if inner is None else next((one for one in (
            inner.options if isinstance(inner, Choice) else [inner])
            if isinstance(one, Infix) and one.head == "div"), None)
        drawn = [_drawn_from(side) for side in (weight, *([] if ratio is None else ratio.args))]
        if len(drawn) == 3 and all(one is not None and one[1] == symbol for one in drawn):
            law, *laws = (one[0] for one in drawn if one is not None)
            if any(_same_name(law, other) for other in laws):
                return weight
    return None


def _speaks_of(node: Any, name: str) -> bool:
    """Whether a name stands in a node."""
    if isinstance(node, list | tuple):
        return any(_speaks_of(one, name) for one in node)
    if isinstance(node, dict):
        return any(_speaks_of(one, name) for one in node.values())
    if isinstance(node, Name):
        return node.name == name
    return isinstance(node, Node) and any(
        _speaks_of(getattr(node, field.name), name) for field in fields(node))


def _same_name(one: Node, two: Node) -> bool:
    first, second = named(one), named(two)
    return first is not None and second is not None and first.name == second.name


def expected(start: int, end: int, laws: Laws, body: Node) -> Node:
    """The sum over what has mass of the mass times the body."""
    body = ratios(body)
    for names, law in reversed(laws):
        weight = mass(law, names)
        guard = Compared(law.start, law.end, [">"], [weight, _zero(law.start)])
        body = _over(start, end, names, guard, Infix(start, end, "mul", [weight, body]))
    return body


class Probabilities(Scanner):
    """Reads probabilities and expectations."""

    def probabilities(self, start: int) -> list[tuple[Node, int]]:
        """What is read at a place as a probability or an expectation."""
        return [
            *self._expectation(start), *self._probability(start), *self._conditional(start),
            *self._leakage(start), *self._of_order(start),
        ]

    # --- divergences and leakages -------------------------------------------------------------

    def _conditional(self, start: int) -> list[tuple[Node, int]]:
        """D(W || V | P), the mean divergence of the rows."""
        found: list[tuple[Node, int]] = []
        for end, slots in self.form(_MEAN_DIVERGENCE, start, {}) if (
                self.text.startswith("D(", start)) else ():
            symbol = self._called("x", slots[2])
            first, second = (
                Called(slots[i].start, slots[i].end, "row", [slots[i], symbol]) for i in (0, 1)
            )
            # D(W || Q | P) is also of a channel and a law Q.
            divergence = Choice(start, end, [
                Called(start, end, "KL", [first, other]) for other in (slots[1], second)
            ])
            found.append((expected(start, end, [([symbol], slots[2])], divergence), end))
        return found

    def _leakage(self, start: int) -> list[tuple[Node, int]]:
        """L(X -> Y) and l(X -> y), of variables of a joint law."""
        match = _LEAKAGE.match(self.text, start)
        if match is None:
            return []
        _, source, target = match.groups()
        place = match.start(3)
        if target[0].islower():
            target = target.upper()
        law = Made(start, match.end(), QUANTITIES["marginal"], {}, [], (source,))
        rows = Made(place, match.end(), QUANTITIES["conditional"], {}, [], (target, source))
        if match[3][0].isupper():
            node = Called(start, match.end(), "maximal_leakage", [law, rows])
        else:
            node = Called(start, match.end(), "pointwise_maximal_leakage",
                          [law, rows, Name(place, place + len(match[3]), match[3])])
        return [(node, match.end())]

    def _of_order(self, start: int) -> list[tuple[Node, int]]:
        """What one variable tells of another, of an order: each information that is called so."""
        match = _OF_ORDER.match(self.text, start)
        if match is None:
            return []
        bracketed = self.text.startswith("[", match.end())
        order = self.longest(
            self.expression(match.end() + 1) if bracketed else self._order_alone(match.end())
        )
        end = None if order is None else (
            self.word(order[1], "]") if bracketed else order[1]
        )
        pair = None if end is None else _PAIR.match(self.text, end)
        if order is None or pair is None:
            return []
        if names_another(match[1], order[0]):
            return []
        law = Made(start, pair.end(), QUANTITIES["marginal"], {}, [], (pair[1],))
        rows = Made(start, pair.end(), QUANTITIES["conditional"], {}, [], (pair[2], pair[1]))
        nodes: list[Node] = [
            Called(start, pair.end(), name, [law, rows, order[0]]) for name in OF_ORDER[match[1]]
        ]
        return [(nodes[0] if len(nodes) == 1 else Choice(start, pair.end(), nodes), pair.end())]

    def _order_alone(self, place: int) -> Ends:
        """A name or a written number alone: what an index is."""
        match = _INDEX.match(self.text, place)
        if match is None:
            return {}
        word = match[0]
        if word in ("inf", "infinity", "infty"):
            return {match.end(): Literal(place, match.end(), None)}
        if word.isdigit():
            return {match.end(): Literal(place, match.end(), fmpq(int(word)))}
        return {match.end(): Name(place, match.end(), word)}

    # --- expectations -------------------------------------------------------------------------

    def _expectation(self, start: int) -> list[tuple[Node, int]]:
        match = _EXPECTATION.match(self.text, start)
        drawn = None if match is None else self._drawn(match.end(), _CLOSING[match[1]])
        if drawn is None:
            return []
        laws, place = drawn
        opening = self.text[self.blank(place) : self.blank(place) + 1]
        if opening in _CLOSING and opening:
            inner = self.longest(self.expression(self.blank(place) + 1))
            end = None if inner is None else self.word(inner[1], _CLOSING[opening])
        else:
            inner = self.longest(self.product(place))
            end = None if inner is None else inner[1]
        if inner is None or end is None:
            return []
        return [(expected(start, end, laws, inner[0]), end)]

    def _drawn(self, place: int, closing: str) -> tuple[Laws, int] | None:
        """ "x ~ P, y ~ Q" or "(x, y) ~ J", up to a bracket."""
        laws: list[tuple[list[Name], Node]] = []
        while True:
            bracket = self.word(place, "(")
            names: list[Name] = []
            at: int | None = place if bracket is None else bracket
            while at is not None:
                found = self.name(at)
                if found is None:
                    return None
                names.append(Name(self.blank(at), found[1], found[0]))
                place = found[1]
                at = self.word(place, ",")
            if bracket is not None:
                closed = self.word(place, ")")
                if closed is None:
                    return None
                place = closed
            sign = _DRAWN.match(self.text, place)
            if sign is None:
                self.missed(place, "~")
                return None
            law = self.longest(self.product(sign.end()))
            if law is None:
                return None
            if _is_on_the_line(law[0]):
                raise DoubtfulError(
                    law[0].start, "this is a law on the real line, and expectations and "
                    "probabilities with a drawn symbol are of pmfs: of such a law L masses are "
                    "L((a, b]), the entropy is h(L), E[ln l/k] is D(L || K)")
            # x, x' ~ P are drawn one by one.
            laws += [(names, law[0])] if bracket is not None else [([one], law[0]) for one in names]
            end = self.word(law[1], closing)
            if end is not None:
                return laws, end
            comma = self.word(law[1], ",")
            if comma is None:
                return None
            place = comma

    # --- probabilities ------------------------------------------------------------------------

    def _probability(self, start: int) -> list[tuple[Node, int]]:
        match = _PROBABILITY.match(self.text, start)
        if match is None:
            match = _OF_A_LAW.match(self.text, start)
            if match is None:
                return []
            # P(…) is a probability where a relation stands in it; else it is an index.
            law = None if match[1] == "P" else Name(start, match.end(1), match[1])
            return self._event_of(start, match.end(), law, False)
        if match[3] is not None:
            drawn = self._drawn(match.end(), _CLOSING[match[3]])
            return [] if drawn is None else self._drawn_event(start, *drawn)
        law = None if match[2] is None else Name(match.start(2), match.end(2), match[2])
        return self._event_of(start, match.end(), law, True)

    def _within(self, place: int, read: Callable[[int], tuple[Node, int] | None]) -> (
        tuple[Node, int] | None
    ):
        """What stands in brackets."""
        place = self.blank(place)
        closing = _CLOSING.get(self.text[place : place + 1])
        found = None if closing is None else read(place + 1)
        end = None if found is None or closing is None else self.word(found[1], closing)
        return None if found is None or end is None else (found[0], end)

    def _drawn_event(self, start: int, laws: Laws, place: int) -> list[tuple[Node, int]]:
        """Pr_{x ~ P}[…]: the mass of the symbols for which it holds."""
        if len(laws) == 1 and len(laws[0][0]) == 1:
            (symbol,), law = laws[0]

            def member(at: int) -> tuple[Node, int] | None:
                found = self.name(at)
                after = None if found is None or found[0] != symbol.name else (
                    self.word(found[1], "in"))
                return None if after is None else self.longest(self.expression(after))

            inside = self._within(place, member)
            if inside is not None:
                event, end = inside
                return [(Called(start, end, "probability", [law, event]), end)]
        found = self._within(place, lambda at: self.longest(self.formula(at)))
        if found is None:
            return []
        guard, end = found
        names = [name for several, _ in laws for name in several]
        body = mass(laws[0][1], laws[0][0])
        # Where there is no mass a likelihood ratio may be undefined.
        has_mass: list[Node] = [
            Compared(law.start, law.end, [">"], [mass(law, several), _zero(law.start)])
            for several, law in laws
        ]
        guard = Joined(guard.start, guard.end, "and", [*has_mass, ratios(guard)])
        for several, law in laws[1:]:
            body = Infix(start, end, "mul", [body, mass(law, several)])
        return [(_over(start, end, names, guard, body), end)]

    def _event_of(
        self, start: int, place: int, law: Node | None, alone: bool
    ) -> list[tuple[Node, int]]:
        """Pr[L = y], Pr[L in S], P(X = x, Y = y | Z = z), J(X != Y)."""
        place = self.blank(place)
        closing = _CLOSING.get(self.text[place : place + 1])
        told = None if closing is None else self._told(place + 1)
        if told is None or closing is None:
            if alone and law is not None and closing is not None:
                # Pr_P[A]
                event = self.longest(self.expression(place + 1))
                end = None if event is None else self.word(event[1], closing)
                if event is not None and end is not None:
                    return [(Called(start, end, "probability", [law, event[0]]), end)]
            return []
        events, after = told
        given: list[tuple[Node, str, Node]] = []
        bar = self.word(after, "|")
        if bar is not None:
            more = self._told(bar)
            if more is None:
                return []
            given, after = more
        end = self.word(after, closing)
        if end is None:
            return []
        node = self._of_events(start, end, law, events, given)
        return [] if node is None else [(node, end)]

    def _told(self, place: int) -> tuple[list[tuple[Node, str, Node]], int] | None:
        """Relations between what is drawn and what it is: "X = x, Y = y"."""
        found: list[tuple[Node, str, Node]] = []
        while True:
            left = self.longest(self.expression(place))
            sign = None if left is None else _SIGN.match(self.text, self.blank(left[1]))
            right = None if sign is None else self.longest(self.expression(sign.end()))
            if left is None or sign is None or right is None:
                return None
            found.append((left[0], sign[1].replace("==", "="), right[0]))
            comma = self.word(right[1], ",")
            if comma is None:
                return found, right[1]
            place = comma

    def _of_events(
        self, start: int, end: int, law: Node | None,
        events: list[tuple[Node, str, Node]], given: list[tuple[Node, str, Node]],
    ) -> Node | None:
        variables = [_variable(left) for left, _, _ in (*events, *given)]
        if all(variables):
            return self._of_variables(start, end, law, events, given)
        if law is not None or given or len(events) != 1:
            return None
        drawn, sign, value = events[0]
        head = "probability" if sign == "in" else "at"
        node = Called(start, end, head, [drawn, value])
        if sign == "!=":
            return Infix(start, end, "sub", [Literal(start, start, fmpq(1)), node])
        return node

    def _of_variables(
        self, start: int, end: int, law: Node | None,
        events: list[tuple[Node, str, Node]], given: list[tuple[Node, str, Node]],
    ) -> Node | None:
        """Of variables of a joint law."""
        slots = {} if law is None else {0: law}

        def of(record: str, *detail: str) -> Node:
            return Made(start, end, QUANTITIES[record], dict(slots), [], detail, record == "margin")

        def names(several: Sequence[tuple[Node, str, Node]]) -> str:
            return ",".join(name.name for name in (_variable(left) for left, _, _ in several)
                            if name is not None)

        if len(events) == 1 and not given:
            left, sign, right = events[0]
            one, two = _variable(left), _variable(right)
            if one is not None and two is not None and sign != "in":
                symbols = [self._symbol(one), self._symbol(two)]
                guard = Compared(left.start, right.end, [sign], list(symbols))
                body = mass(of("margin", f"{one.name},{two.name}"), symbols)
                return _over(start, end, symbols, guard, body)
            if two is not None:
                return None
            node = Called(start, end, "probability" if sign == "in" else "at",
                          [of("marginal", names(events)), right])
            if sign == "!=":
                return Infix(start, end, "sub", [Literal(start, start, fmpq(1)), node])
            return node
        if len(events) == len(given) == 1 and events[0][1] == "in" and given[0][1] == "=":
            rows = of("conditional", names(events), names(given))
            row = Called(start, end, "row", [rows, given[0][2]])
            return Called(start, end, "probability", [row, events[0][2]])
        if any(sign != "=" or _variable(right) for _, sign, right in (*events, *given)):
            return None
        values = [right for _, _, right in events]
        if not given:
            return mass(of("margin", names(events)), values)
        if len(events) == len(given) == 1:
            rows = of("conditional", names(events), names(given))
            return mass(Called(start, end, "row", [rows, given[0][2]]), values)
        return None

    def _symbol(self, variable: Name) -> Name:
        """A symbol that a variable takes, called as nothing in the text is."""
        return self._called(variable.name.lower(), variable)

    def _called(self, name: str, at: Node) -> Name:
        """A name for a symbol, which nothing in the text has."""
        taken = {match[0] for match in NAME.finditer(self.text)}
        while name in taken:
            name += "'"
        return Name(at.start, at.end, name)


__all__ = [
    "VARIABLE", "Probabilities", "expected", "mass", "named", "ratios", "weight_of_log_ratio",
]
