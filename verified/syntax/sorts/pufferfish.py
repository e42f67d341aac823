"""Pufferfish frameworks on finite data, classes of laws, and laws of a class
(Nuradha & Goldfeld 2022, Definitions 1–3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from flint import fmpq

from verified.syntax.sorts.base import (
    ClaimError,
    Moves,
    Printer,
    Sort,
    laws_on,
    symbols,
    told,
)
from verified.syntax.sorts.parts import ALPHABET, WORD, OfSort

if TYPE_CHECKING:
    from verified.syntax.trees import Term


class FrameworkValue(NamedTuple):
    """Private and public functions, each the tuple of its values at the data's symbols, and edges,
    pairs of places (private, public)."""

    private: tuple[tuple[int, ...], ...]
    public: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, int], ...]

    def edge(self, index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The two functions of an edge."""
        private, public = self.edges[index]
        return self.private[private], self.public[public]

    def atoms(self) -> list[list[int]]:
        """The largest sets of symbols on which the functions of all edges are constant."""
        count = len(self.private[0])
        found: dict[tuple[Any, ...], list[int]] = {}
        for symbol in range(count):
            place = tuple(
                (g[symbol], w[symbol]) for g, w in map(self.edge, range(len(self.edges)))
            )
            found.setdefault(place, []).append(symbol)
        return list(found.values())


def numbered(values: Sequence[Any]) -> tuple[int, ...]:
    """Values renamed 0, 1, … in the order in which they first occur."""
    names: dict[Any, int] = {}
    return tuple(names.setdefault(value, len(names)) for value in values)


@told
@dataclass(frozen=True)
class FrameworkSort(Sort):
    """Private and public functions on a data alphabet with `size` symbols, and the edges between
    them: each edge says that its private function must stay hidden given its public one."""

    size: Term

    parts = (ALPHABET,)

    def in_text(self, say: Printer) -> str:
        return f" a framework on {symbols(say, self.size)}"

    def in_latex(self, say: Printer) -> str:
        return rf"\text{{ a framework on }} [{say.term(self.size)}]"

    def value(self, move: Any, read: Moves) -> FrameworkValue:
        count = read.size(self.size)
        if not isinstance(move, dict) or set(move) != {"private", "public", "edges"}:
            raise read.fail("is not an object with private, public and edges")
        private, public = (
            tuple(_function(part, count, read) for part in read.chosen(move[name]))
            for name in ("private", "public")
        )
        if not private or count < 1:
            raise read.fail("has no private function, or no data")
        edges = []
        for edge in read.chosen(move["edges"]):
            g, w = read.items(edge, 2)
            place = read.whole(g, 0, len(private) - 1), read.whole(w, 0, len(public) - 1)
            edges.append(place)
        if len(set(edges)) < len(edges):
            raise read.fail("lists an edge twice")
        return FrameworkValue(private, public, tuple(edges))


def _function(move: Any, count: int, read: Moves) -> tuple[int, ...]:
    """A function of the data; its values are numbered in the order in which they occur."""
    found = tuple(read.whole(value, 0, count - 1) for value in read.items(move, count))
    if found != numbered(found):
        raise read.fail("has a function whose values aren't numbered as they occur")
    return found


DATA_CLASS_KINDS = ("any", "listed", "all", "reweighted")
# The kinds that hold, with each law, what conditioning it on secrets and mixing makes of it.
CLOSED_KINDS = ("all", "reweighted")


class DataClassValue(NamedTuple):
    """A class: its kind ("listed", "all" or "reweighted") and the listed laws, (laws, symbols)."""

    kind: str
    listed: int
    laws: Any


@told
@dataclass(frozen=True)
class DataClassSort(Sort):
    """A class of laws on a data alphabet with `size` symbols: `listed` (finitely many laws, one at
    least), `all` laws, `reweighted` (the least class that holds some listed laws and is closed
    under mixtures and under conditioning on the values of an edge's two functions, so under any
    reweighting of the secrets; the edges are those of the framework it is used with), or `any` of
    these."""

    size: Term
    kind: str = "any"

    parts = (ALPHABET, WORD)

    def __post_init__(self) -> None:
        if self.kind not in DATA_CLASS_KINDS:
            raise ClaimError(
                f"a class of laws is one of {', '.join(DATA_CLASS_KINDS)}, not {self.kind!r}"
            )

    def in_text(self, say: Printer) -> str:
        return f" a class of laws ({self.kind}) on {symbols(say, self.size)}"

    def in_latex(self, say: Printer) -> str:
        return rf"\subseteq {laws_on(say, self.size)} \text{{ ({self.kind})}}"

    def value(self, move: Any, read: Moves) -> DataClassValue:
        if not isinstance(move, dict) or "kind" not in move:
            raise read.fail("is not an object with a kind")
        kind = move["kind"]
        if kind not in ("listed", "all", "reweighted") or self.kind not in ("any", kind):
            raise read.fail("is of another kind of class")
        if set(move) != ({"kind"} if kind == "all" else {"kind", "laws"}):
            raise read.fail("lists its laws, unless they are all laws, and says nothing more")
        if kind == "all":
            return DataClassValue(kind, 0, None)
        laws = read.items(move["laws"], None)
        return DataClassValue(
            kind, len(laws), read.rows(laws, (len(laws),), read.size(self.size))
        )


class MemberValue(NamedTuple):
    """A law of a class that is used with a framework, and how the class makes it: the place of a
    listed law, or the weights of the class's parts; None where it was computed."""

    law: Any
    framework: FrameworkValue
    made: Any = None


@told
@dataclass(frozen=True)
class MemberSort(Sort):
    """A law of a class; the framework says under what a reweighted class is closed."""

    framework: Term
    data: Term

    parts = (OfSort("framework"), OfSort("dataclass"))

    def check(self) -> None:
        super().check()
        one, two = self.framework.sort, self.data.sort
        assert isinstance(one, FrameworkSort)
        assert isinstance(two, DataClassSort)
        if one.size != two.size:
            raise ClaimError(f"{self.framework} and {self.data} are on different alphabets")

    def in_text(self, say: Printer) -> str:
        return f" in {say.term(self.data)} (with {say.term(self.framework)})"

    def in_latex(self, say: Printer) -> str:
        return rf"\in {say.term(self.data)}"

    def value(self, move: Any, read: Moves) -> MemberValue:
        framework, data = read.term(self.framework), read.term(self.data)
        count = len(framework.private[0])
        if data.kind == "listed":
            place = read.whole(move, 0, data.listed - 1)
            law = data.laws.data[place * count : (place + 1) * count]
            return MemberValue(read.array((count,), law), framework, place)
        if data.kind == "all":
            return MemberValue(read.array((count,), read.law(move, count)), framework)
        # The mixture of the listed laws' atoms with these weights.
        atoms = framework.atoms()
        weights = read.law(move, data.listed * len(atoms))
        law = [fmpq(0)] * count
        for index in range(data.listed):
            for number, atom in enumerate(atoms):
                for symbol in atom:
                    weight = weights[index * len(atoms) + number]
                    law[symbol] += weight * data.laws.data[index * count + symbol]
        mass = sum(law, fmpq(0))
        if mass == 0:
            law, mass = list(data.laws.data[:count]), fmpq(1)
        return MemberValue(read.array((count,), [part / mass for part in law]), framework)
