"""Laws on the real line, and on the integers."""

from __future__ import annotations

from dataclasses import dataclass

from verified.syntax.sorts.base import Sort, told


@told
@dataclass(frozen=True)
class LawSort(Sort):
    """A probability law on the real line: a term such as `laplace(0, 1)`, never a variable."""

    is_variable = False
    is_integrated = True


@told
@dataclass(frozen=True)
class IntegerLawSort(Sort):
    """A probability law on the integers: a term such as `discrete_laplace(0, 1)`, never a
    variable."""

    is_variable = False
