"""Symbols of an alphabet, and events: sets of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verified.syntax.sorts.base import ALPHABETS, Moves, Printer, Sort, symbols, told
from verified.syntax.sorts.numbers import NumberSort
from verified.syntax.sorts.parts import ALPHABET, COUNT

if TYPE_CHECKING:
    from verified.syntax.trees import Term


@told
@dataclass(frozen=True)
class SymbolSort(NumberSort):
    """A symbol of an alphabet with `size` symbols, written 0, 1, …, size − 1."""

    size: Term

    parts = (ALPHABET,)
    is_whole = is_listed = True
    scope = (ALPHABETS,)

    def assumptions(self) -> list[str]:
        return ["integer", "nonnegative"]

    def in_text(self, say: Printer) -> str:
        return f" < {say.operand(self.size)}"

    def in_latex(self, say: Printer) -> str:
        return f"< {say.operand(self.size)}"

    def value(self, move: Any, read: Moves) -> int:
        return read.whole(move, 0, read.size(self.size) - 1)


@told
@dataclass(frozen=True)
class EventSort(Sort):
    """A subset of an alphabet with `size` symbols."""

    size: Term

    parts = (COUNT,)
    is_listed = True
    scope = (ALPHABETS,)

    def in_text(self, say: Printer) -> str:
        return f" within {symbols(say, self.size)}"

    def in_latex(self, say: Printer) -> str:
        return rf"\subseteq [{say.term(self.size)}]"

    def value(self, move: Any, read: Moves) -> frozenset[int]:
        count = read.size(self.size)
        found = [read.whole(symbol, 0, count - 1) for symbol in read.chosen(move)]
        if len(set(found)) < len(found):
            raise read.fail("lists a symbol twice")
        return frozenset(found)
