"""Matrices as tuples of numbers: determinants, and values of games.

The entry in row x and column y of a matrix with m columns is the number x m + y of the tuple.
"""

from __future__ import annotations

from typing import Any

from verified.language.heads import apply, meeting, size_of
from verified.language.terms import Number, Op, Term, size_term


def determinant(entries: Term, order: Any) -> Op:
    """The determinant of a square matrix of this order."""
    return _matrix("determinant", entries, order, order, (order,))


def leading_minor(entries: Term, order: Any, size: Any) -> Op:
    """The determinant of the first `order` rows and columns of a square matrix with `size` rows."""
    return _matrix("leading_minor", entries, size, size, (order, size))


def lower_value(payoffs: Term, rows: Any, columns: Any) -> Op:
    """max_p min_y Σ_x p(x) v_xy over laws p of the rows: what the row player of a two-person
    zero-sum game is sure of, who is paid v_xy for row x and column y."""
    return _matrix("lower_value", payoffs, rows, columns, (rows, columns))


def upper_value(payoffs: Term, rows: Any, columns: Any) -> Op:
    """min_q max_x Σ_y q(y) v_xy over laws q of the columns: what the column player of a two-person
    zero-sum game has to pay at most."""
    return _matrix("upper_value", payoffs, rows, columns, (rows, columns))


def _matrix(name: str, entries: Term, rows: Any, columns: Any, sizes: tuple[Any, ...]) -> Op:
    result = apply(name, entries, *sizes)
    height, width = (size_term(size, f"in {name}") for size in (rows, columns))
    whole: Term = height * width
    if isinstance(height, Number) and isinstance(width, Number):
        assert height.value is not None
        assert width.value is not None
        whole = Number(height.value * width.value)
    if size_of(entries) != height * width:
        meeting(name, size_of(entries), whole, "the numbers are the matrix's entries")
    for size in sizes:
        size_term(size, f"in {name}")
    return result


__all__ = ["determinant", "leading_minor", "lower_value", "upper_value"]
