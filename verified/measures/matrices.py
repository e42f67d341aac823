"""Determinants of matrices, and values of finite two-person zero-sum games.

A matrix is an array of its entries with one axis, the rows one after the other.
"""

from __future__ import annotations

from typing import Any

Value = Any


def determinant(xp: Any, entries: Value, order: int) -> Value:
    """The determinant of a square matrix of this order."""
    return xp.matrices().determinant(entries, order)


def leading_minor(xp: Any, entries: Value, order: int, size: int) -> Value:
    """The determinant of the first `order` rows and columns of a square matrix with `size` rows; 1
    for order 0, undefined beyond the size."""
    return xp.matrices().leading_minor(entries, order, size)


def lower_value(xp: Any, payoffs: Value, rows: int, columns: int) -> Value:
    """The largest over laws p of the rows of min_y Σ_x p(x) v_xy: what the row player, who is paid
    v_xy, is sure of (von Neumann 1928)."""
    return xp.matrices().lower_value(payoffs, rows, columns)


def upper_value(xp: Any, payoffs: Value, rows: int, columns: int) -> Value:
    """The least over laws q of the columns of max_x Σ_y q(y) v_xy: what the column player has to
    pay at most."""
    return xp.matrices().upper_value(payoffs, rows, columns)
