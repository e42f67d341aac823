"""Determinants, by Leibniz's formula over all permutations."""

import itertools
import math

from recheck.errors import Undefined, Unknown, demand
from recheck.evaluation import meaning, whole
from recheck.reals import ZERO, Num, num

LARGEST = 6


def leibniz(rows: list[list[Num]]) -> Num:
    """The determinant of a square matrix."""
    demand(len(rows) <= LARGEST, "a determinant with too many permutations")
    result = ZERO
    for order in itertools.permutations(range(len(rows))):
        swaps = sum(a > b for a, b in itertools.combinations(order, 2))
        part = num((-1) ** swaps)
        for row, column in zip(rows, order, strict=True):
            part = part * row[column]
        result = result + part
    return result


@meaning("leading_minor")
def leading_minor(entries: list[Num], order: Num, size: Num) -> Num:
    """The determinant of the first rows and columns of a matrix of numbers with so many."""
    few, every = whole(order), whole(size)
    demand(few <= every and len(entries) == every**2, "a minor of more rows than there are")
    if any(entry.infinities for entry in entries):
        told = any(entry.infinite for entry in entries)
        raise (Undefined if told else Unknown)("a matrix with an infinite entry")
    return leibniz([entries[row * every : row * every + few] for row in range(few)])


@meaning("determinant")
def determinant(entries: list[Num], order: Num) -> Num:
    """The determinant of a matrix."""
    return leading_minor(entries, num(math.isqrt(len(entries))), order)
