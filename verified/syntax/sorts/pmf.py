"""Laws on a finite alphabet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verified.syntax.sorts.base import (
    ALPHABETS,
    Literals,
    Moves,
    Printer,
    Sort,
    laws_on,
    symbols,
    told,
)
from verified.syntax.sorts.parts import ALPHABET

if TYPE_CHECKING:
    from verified.syntax.trees import Term


@told
@dataclass(frozen=True)
class PmfSort(Sort):
    """A probability mass function on `size` symbols."""

    size: Term

    parts = (ALPHABET,)
    scope = (ALPHABETS,)

    def in_text(self, say: Printer) -> str:
        return f" on {symbols(say, self.size)}"

    def in_latex(self, say: Printer) -> str:
        return rf"\in {laws_on(say, self.size)}"

    def value(self, move: Any, read: Moves) -> Any:
        count = read.size(self.size)
        return read.array((count,), read.law(move, count))

    def literal(self, value: Any, made: Literals) -> Term | None:
        return made.law(value.data)
