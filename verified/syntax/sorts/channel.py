"""Channels between finite alphabets."""

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
class ChannelSort(Sort):
    """A channel: for each of `inputs` symbols a law on `outputs` symbols."""

    inputs: Term
    outputs: Term

    parts = (ALPHABET, ALPHABET)
    scope = (ALPHABETS,)

    def in_text(self, say: Printer) -> str:
        return f" from {say.term(self.inputs)} to {symbols(say, self.outputs)}"

    def in_latex(self, say: Printer) -> str:
        return rf"\colon [{say.term(self.inputs)}] \to {laws_on(say, self.outputs)}"

    def value(self, move: Any, read: Moves) -> Any:
        return read.rows(move, (read.size(self.inputs),), read.size(self.outputs))

    def literal(self, value: Any, made: Literals) -> Term | None:
        inputs, outputs = value.shape
        return made.rows([value.data[x * outputs : (x + 1) * outputs] for x in range(inputs)])
