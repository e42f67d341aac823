"""Gaussian mixtures on the real line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verified.syntax.sorts.base import Moves, Printer, told
from verified.syntax.sorts.line import LawSort
from verified.syntax.sorts.numbers import RealSort, parse_interval
from verified.syntax.sorts.parts import ALPHABET

if TYPE_CHECKING:
    from verified.syntax.trees import Term

MEANS, VARIANCES = RealSort(), parse_interval(">0")


@told
@dataclass(frozen=True)
class MixtureSort(LawSort):
    """The law of Σ w_i N(m_i, v_i) with so many components, of any weights, means and variances
    above 0: a law on the real line, which stands wherever one does."""

    components: Term

    parts = (ALPHABET,)
    is_variable = True

    def in_text(self, say: Printer) -> str:
        count = say.operand(self.components)
        return f" a mixture of {count} Gaussian{'' if count == '1' else 's'}"

    def in_latex(self, say: Printer) -> str:
        return rf"\text{{ a mixture of }} {say.operand(self.components)} \text{{ Gaussians}}"

    def value(self, move: Any, read: Moves) -> Any:
        count = read.size(self.components)
        if not isinstance(move, dict) or set(move) != {"weights", "means", "variances"}:
            raise read.fail("is not an object with weights, means and variances")
        weights = read.array((count,), read.law(move["weights"], count))
        means, variances = (
            read.array((count,), [
                domain.value(part, read) for part in read.items(move[name], count)
            ])
            for name, domain in (("means", MEANS), ("variances", VARIANCES))
        )
        return read.applied("gaussian_mixture", weights, means, variances)
