"""Laws and channels with weights, as authors write mixtures: `t * P + (1 - t) * Q`.

They are for authors only: no tree has one, so nothing that is trusted rests on this module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verified.syntax.sorts import ClaimError, Sort, sort_name
from verified.syntax.trees import (
    ADDED,
    COMPOSED,
    Number,
    Term,
    arithmetic,
    family,
    is_arithmetic,
    number,
)

# The mixture of laws with these weights, by the sort of the laws; they enter it with `mixed`.
MIXED: dict[type[Sort], Callable[[Sequence[tuple[Term, Term]]], Term]] = {}


def mixed(sort: type[Sort], mixture: Callable[[Sequence[tuple[Term, Term]]], Term]) -> None:
    """Let terms of a sort be added and multiplied by numbers; `mixture` makes one of weights and
    laws."""
    MIXED[sort], ADDED[sort] = mixture, combined


@dataclass(frozen=True, eq=False)
class Combination(Term):
    """Laws or channels with weights, as authors write a mixture: `t * P + (1 - t) * Q`.

    It never stands in a tree: where a law is wanted it becomes one, and two of them that are
    compared say what their entries do.
    """

    parts: tuple[tuple[Term, Term], ...]

    @property
    def sort(self) -> Sort:
        return self.parts[0][1].sort

    def meant(self) -> Term:
        """The mixture.

        Raises:
            ClaimError: the weights are written numbers, and don't sum to 1.
        """
        weights = [weight for weight, _ in self.parts]
        values = [weight.value for weight in weights if isinstance(weight, Number)]
        whole = sum((value for value in values if value is not None), fmpq(0))
        if len(self.parts) == 1 or (len(values) == len(weights) and whole != 1):
            told = weights[0] if len(self.parts) == 1 else whole
            raise ClaimError(
                f"{self} is no {sort_name(self.sort)}: its weights sum to {told}, not 1"
            )
        kind = family(MIXED, self.sort)
        assert kind is not None
        return MIXED[kind](self.parts)

    def __str__(self) -> str:
        told = ""
        for weight, law in self.parts:
            written, sign = str(weight), "+"
            if written.startswith("-"):
                written, sign = written[1:], "-"
            if " " in written and not (written[0] == "(" and written[-1] == ")"):
                written = f"({written})"
            told += f" {sign} {law}" if written == "1" else f" {sign} {written}*{law}"
        return told.removeprefix(" + ").replace(" - ", "-", 1 if told.startswith(" - ") else 0)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        """As the law that it stands for; text where it stands for none."""
        try:
            return self.meant()._repr_latex_()
        except ClaimError:
            return str(self)


def combined(head: str, values: Sequence[Any]) -> Combination:
    """An arithmetic operation on laws, or on laws and numbers."""
    one = number(1)
    terms = [value if isinstance(value, Combination) else number(value) for value in values]
    parts = [
        term.parts if isinstance(term, Combination)
        else ((one, term),) if family(MIXED, term.sort) else None
        for term in terms
    ]

    def scaled(index: int, by: Callable[[Term], Term]) -> tuple[tuple[Term, Term], ...]:
        return tuple((by(weight), law) for weight, law in parts[index] or ())

    def times(factor: Term) -> Callable[[Term], Term]:
        return lambda weight: (
            factor if weight == one else _negative(factor) if weight == number(-1)
            else arithmetic("mul", factor, weight)
        )

    laws = [index for index, part in enumerate(parts) if part is not None]
    every = len(laws) == len(terms) and len({family(MIXED, term.sort) for term in terms}) == 1
    if head == "neg":
        return Combination(scaled(0, _negative))
    if head == "add" and every:
        return Combination((*(parts[0] or ()), *(parts[1] or ())))
    if head == "sub" and every:
        return Combination((*(parts[0] or ()), *scaled(1, _negative)))
    if head in ("mul", "div") and len(laws) == 1 and is_arithmetic(terms[1 - laws[0]].sort):
        if head == "mul":
            return Combination(scaled(laws[0], times(terms[1 - laws[0]])))
        if laws == [0]:
            return Combination(scaled(0, lambda weight: _divided(weight, terms[1])))
    wrong = terms[laws[0]]
    composed = (type(terms[0].sort), type(terms[-1].sort)) in COMPOSED
    advice = f": write {terms[0]} @ {terms[-1]}" if head == "mul" and composed else ""
    raise ClaimError(
        f"{wrong} is a {sort_name(wrong.sort)}, not a number, as an argument of {head}{advice}"
    )


def _negative(weight: Term) -> Term:
    """A weight with the other sign."""
    if isinstance(weight, Number) and weight.value is not None:
        return Number(-weight.value)
    return arithmetic("neg", weight)


def _divided(weight: Term, by: Term) -> Term:
    """A weight over a number; of two written numbers a number."""
    if isinstance(weight, Number) and isinstance(by, Number) and weight.value and by.value:
        return Number(weight.value / by.value)
    return arithmetic("div", weight, by)


__all__ = ["Combination", "combined", "mixed"]
