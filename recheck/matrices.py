"""Determinants by expansion, and the values of games by trying all kernels (Shapley and Snow 1950).

A matrix is the list of its entries, row by row.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations

import intervals as iv
from intervals import INF, Undefined, exact
from quantities import Rejected
from statements import Unsupported

# A game of more rows or columns has too many kernels to try.
MOST_CHOICES = 8


def table_of(entries, rows, columns):
    """The rows of a matrix of finite numbers."""
    rows, columns = int(rows), int(columns)
    if len(entries) != rows * columns:
        raise Rejected("a matrix of another size")
    if any(exact(x) and x in (INF, -INF) for x in entries):
        raise Undefined("a matrix with an infinite entry")
    return [entries[row * columns:(row + 1) * columns] for row in range(rows)]


def leading_minor(_, entries, order, size):
    """The determinant of the first rows and columns."""
    table = table_of(entries, size, size)
    if order > size:
        raise Undefined("a minor of more rows than the matrix has")
    return expanded([row[:int(order)] for row in table[:int(order)]])


def determinant(_, entries, order):
    return expanded(table_of(entries, order, order))


def expanded(table):
    """The determinant along the rows, each minor of the last rows once."""

    @cache
    def minor(row, columns):
        if not columns:
            return Fraction(1)
        parts = []
        for place, column in enumerate(columns):
            rest = columns[:place] + columns[place + 1:]
            part = iv.mul(table[row][column], minor(row + 1, rest))
            parts.append(part if place % 2 == 0 else iv.neg(part))
        return iv.total(parts)

    return minor(0, tuple(range(len(table))))


def solved(rows, right):
    """The solution of a square system of exact equations, or None if it has none or many."""
    rows = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for place in range(len(rows)):
        pivot = next((row for row in rows[place:] if row[place]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        pivot = [x / pivot[place] for x in pivot]
        rows = [[x - row[place] * y for x, y in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(place, pivot)
    return [row[-1] for row in rows]


def equaliser(table, size):
    """The law that makes all columns of a square table alike, or None."""
    one, zero = Fraction(1), Fraction(0)
    system = [[*(row[y] for row in table), -one] for y in range(size)]
    found = solved([*system, [one] * size + [zero]], [zero] * size + [one])
    return None if found is None or min(found[:-1]) < 0 else found[:-1]


def strategies(table):
    """Optimal laws of the rows and of the columns of an exact game."""
    rows, columns = len(table), len(table[0])
    if max(rows, columns) > MOST_CHOICES:
        raise Unsupported("unsupported value of a large game")
    for size in range(1, min(rows, columns) + 1):
        for chosen in combinations(range(rows), size):
            for against in combinations(range(columns), size):
                kernel = [[table[x][y] for y in against] for x in chosen]
                p = equaliser(kernel, size)
                q = equaliser([list(column) for column in zip(*kernel, strict=True)], size)
                if p is None or q is None:
                    continue
                p, q = dict(zip(chosen, p, strict=True)), dict(zip(against, q, strict=True))
                sure = min(sum(w * table[x][y] for x, w in p.items()) for y in range(columns))
                most = max(sum(w * table[x][y] for y, w in q.items()) for x in range(rows))
                if sure == most:
                    return p, q
    raise Unsupported("a game without a kernel")


def value(payoffs, rows, columns):
    """What a law of the rows is sure of, and what one of the columns grants at most: the largest
    sure gain and the least grant lie between."""
    table = table_of(payoffs, rows, columns)
    p, q = strategies([[sum(iv.ends(x)) / Fraction(2) for x in row] for row in table])
    sure = iv.minimum(*(
        iv.total([iv.mul(w, table[x][y]) for x, w in p.items()]) for y in range(len(table[0]))
    ))
    most = iv.maximum(*(iv.total([iv.mul(w, row[y]) for y, w in q.items()]) for row in table))
    if exact(sure) and exact(most) and sure == most:
        return sure
    return iv.between(iv.ends(sure)[0], iv.ends(most)[1])


MEANINGS = {
    "determinant": determinant, "leading_minor": leading_minor,
    "lower_value": lambda _, *game: value(*game), "upper_value": lambda _, *game: value(*game),
}
