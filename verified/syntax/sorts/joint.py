"""Joint laws of named variables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verified.syntax.sorts.base import ALPHABETS, ClaimError, Moves, Printer, Sort, symbols, told
from verified.syntax.sorts.parts import ALPHABET, WORD, Several

if TYPE_CHECKING:
    from verified.syntax.trees import Term


@told
@dataclass(frozen=True)
class JointSort(Sort):
    """A joint law of the named variables, each on an alphabet of its own size."""

    names: tuple[str, ...]
    alphabets: tuple[Term, ...]

    parts = (Several(WORD), Several(ALPHABET))
    scope = (ALPHABETS,)

    def check(self) -> None:
        clean = all(isinstance(name, str) and name.isidentifier() for name in self.names)
        if not clean or not self.names or len(set(self.names)) < len(self.names):
            raise ClaimError("the variables of a joint law have names, each its own")
        if len(self.names) != len(self.alphabets):
            raise ClaimError("a joint law has one alphabet for each variable")
        super().check()

    def in_text(self, say: Printer) -> str:
        axes = (
            f"{say.name(name)} of {symbols(say, size)}"
            for name, size in zip(self.names, self.alphabets, strict=True)
        )
        return f" on {', '.join(axes)}"

    def in_latex(self, say: Printer) -> str:
        axes = (
            rf"{say.name(name)} \in [{say.term(size)}]"
            for name, size in zip(self.names, self.alphabets, strict=True)
        )
        listed = r",\, ".join(axes)
        return rf"\text{{ a law of }} {listed}"

    def value(self, move: Any, read: Moves) -> Any:
        shape = tuple(map(read.size, self.alphabets))
        return read.array(shape, read.law(move, math.prod(shape)))
