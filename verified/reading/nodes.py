"""What a text says before its names have sorts: trees of nodes, each with its place in the text.

Where a text may be read in several ways, as P(A) is of a symbol or of an event, a node holds all of
them (`Choice`), and the sorts of what stands in it decide (`verified.reading.meaning`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from verified.syntax.formulas import Definition
from verified.syntax.quantity import QUANTITIES, Quantity


@dataclass(eq=False)
class Node:
    """A part of a text, from `start` to `end` in letters of what the parser reads."""

    start: int
    end: int


@dataclass(eq=False)
class Literal(Node):
    """A number as it is written; None is infinity. `bare`: without parentheses, as in 1/3."""

    value: fmpq | None
    bare: bool = True


@dataclass(eq=False)
class Name(Node):
    """A name: a variable's, or nothing that is known."""

    name: str


@dataclass(eq=False)
class Made(Node):
    """A quantity by its printed form; `slots` are its arguments by their place in the record.
    `may_be_whole`: the law of variables that may be all that a joint law has."""

    record: Quantity
    slots: dict[int, Node]
    repeated: list[Node]
    detail: tuple[str, ...]
    may_be_whole: bool = False


@dataclass(eq=False)
class Called(Node):
    """A name with arguments in parentheses, as authors of claim files call quantities."""

    name: str
    args: list[Node]


@dataclass(eq=False)
class Infix(Node):
    """An arithmetic operation."""

    head: str
    args: list[Node]


@dataclass(eq=False)
class Adjoined(Infix):
    """A product without a sign or a blank, which may be an index or a call as well: q(1 - q)."""


@dataclass(eq=False)
class Choice(Node):
    """One text that may be read in several ways."""

    options: list[Node]


@dataclass(eq=False)
class Listed(Node):
    """A list in brackets: data for `verified value`, and nothing in a claim."""

    parts: list[Node]


@dataclass(eq=False)
class Domain:
    """What a variable ranges over, as far as the text says it.

    Attributes:
        pattern: the sort, with holes (`verified.reading.templates`); None where nothing is said.
        slots: what stands in the holes.
        plain: other data of the sort: an interval's words, the names of a joint law's variables.
        whole: whether the text calls a number whole (True) or real (False).
        within: the ends of an interval that aren't written numbers, each with whether it is open
            and whether it is the lower one: the variable is a real number beyond or up to these.
        marginals: of a coupling, the laws of which it is one.
    """

    pattern: Any = None
    slots: list[Node] = field(default_factory=list)
    plain: Any = None
    whole: bool | None = None
    within: list[tuple[Node, bool, bool]] = field(default_factory=list)
    marginals: list[Node] = field(default_factory=list)

    def is_open(self) -> bool:
        """Whether nothing is said, or a joint law's variables without their alphabets."""
        return self.pattern is None or (self.pattern == "joint" and not self.slots)

    def bounds(self, name: str) -> list[Node]:
        """What these ends and laws say of the variable, as relations."""
        return [
            Compared(law.start, law.end, ["="], [
                Made(law.start, law.end, QUANTITIES["marginal"],
                     {0: Name(law.start, law.end, name)}, [], (variable,)), law,
            ])
            for variable, law in zip(self.plain, self.marginals, strict=True)
        ] if self.marginals else [
            Compared(end.start, end.end, [(">" if low else "<") + ("" if is_open else "=")],
                     [Name(end.start, end.end, name), end])
            for end, is_open, low in self.within
        ]


@dataclass(eq=False)
class Declared(Node):
    """A variable with what it ranges over; `noun`: what the text calls it, as "channel" does."""

    name: str
    domain: Domain
    noun: str = ""


@dataclass(eq=False)
class Bound(Node):
    """A binder: a sum, an extremum, an integral, a table, an event or a quantified formula."""

    kind: str
    var: Declared
    guard: Node | None
    body: Node | None


@dataclass(eq=False)
class Branches(Node):
    """`then` if the test holds, else `otherwise`."""

    test: Node
    then: Node
    otherwise: Node


@dataclass(eq=False)
class Compared(Node):
    """Terms joined by relations: a <= b, or a <= b < c."""

    signs: list[str]
    sides: list[Node]


@dataclass(eq=False)
class Joined(Node):
    """Formulas under a connective: "and", "or", "not", "=>"."""

    kind: str
    parts: list[Node]


@dataclass(eq=False)
class Notion(Node):
    """A defined notion by its printed form; as `Made`."""

    definition: Definition
    slots: dict[int, Node]
    detail: dict[str, str]


@dataclass(eq=False)
class Said(Node):
    """A whole statement."""

    quantifier: str
    variables: list[Declared] | None
    given: list[Node]
    then: Node
