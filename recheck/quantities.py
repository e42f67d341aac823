"""Entropies, divergences, informations and privacy parameters, in nats, on `intervals`.

A law is a list of numbers, a channel a list of laws; joint laws, mechanisms, queries and events are
the records below.
"""

import itertools
import math
from fractions import Fraction
from typing import NamedTuple

from intervals import (
    INF,
    Undefined,
    Unknown,
    absolute,
    add,
    div,
    equal,
    exact,
    exp,
    less,
    log,
    maximum,
    mul,
    neg,
    not_negative,
    positive,
    power,
    sign,
    sub,
    total,
)

MOST_CELLS = 50_000


class Rejected(ValueError):
    """Evidence that doesn't hold; the message says which rule it breaks."""


class Table(NamedTuple):
    """Entries (or rows, for a mechanism) by the cells of a box, the last axis fastest."""

    shape: tuple
    data: list
    names: list | tuple = ()

    def cells(self):
        return zip(itertools.product(*map(range, self.shape)), self.data, strict=True)


class Queries(NamedTuple):
    """Several mechanisms on one database; a sequential one's rows run through the history too."""

    kind: str
    tables: list
    database: tuple
    outputs: int
    subsets: list


class Event(NamedTuple):
    """Some of the symbols of an alphabet."""

    symbols: int
    members: frozenset


def pairs(p, q):
    """The entries of two laws on one alphabet side by side."""
    return list(zip(p, q, strict=True))


def log_ratio(p, q):
    """ln(p/q) for two probabilities: −INF where p = 0, +INF where only q is."""
    return -INF if not positive(p) else INF if sign(q) == 0 else log(div(p, q))


def entropy(p):
    """H(P), in nats."""
    return neg(total(mul(x, log(x)) for x in p if positive(x)))


def kl(p, q):
    """D(P‖Q), ∞ unless P is absolutely continuous."""
    return not_negative(total(mul(x, log_ratio(x, y)) for x, y in pairs(p, q) if positive(x)))


def total_variation(p, q):
    """Half the sum of |P − Q|."""
    return div(total(absolute(sub(x, y)) for x, y in pairs(p, q)), 2)


def hockey_stick(p, q, epsilon):
    """The sum of max(0, P − e^ε Q)."""
    scale = exp(epsilon)
    return total(maximum(Fraction(0), sub(x, mul(scale, y))) for x, y in pairs(p, q))


def chi_square(p, q):
    """The sum of (P − Q)²/Q."""
    terms = ((x, y) for x, y in pairs(p, q) if positive(x) or positive(y))
    return total(INF if sign(y) == 0 else div(power(sub(x, y), 2), y) for x, y in terms)


def order_case(order):
    """Which formula an order in [0, ∞] takes: 0, 1, INF, or None for the general one."""
    if sign(order) == -1:
        raise Undefined("an order below 0")
    if not exact(order) and (sign(order) is None or equal(order, 1) is None):
        raise Unknown("an order may be 0 or 1")
    return order if exact(order) and order in (0, 1, INF) else None


def renyi(p, q, order):
    """D_α(P‖Q) of an order in [0, ∞]."""
    case = order_case(order)
    if case == 0:
        return neg(log(total(y for x, y in pairs(p, q) if positive(x))))
    if case == 1:
        return kl(p, q)
    if case == INF:
        return maximum(*(log_ratio(x, y) for x, y in pairs(p, q)))
    terms = [(x, y) for x, y in pairs(p, q) if positive(x)]
    if less(order, 1):
        terms = [(x, y) for x, y in terms if positive(y)]
    elif any(sign(y) == 0 for _, y in terms):
        return INF
    summed = total(mul(y, power(div(x, y), order)) for x, y in terms)
    return not_negative(div(log(summed), sub(order, 1)))


def renyi_entropy(p, order):
    """H_α(P) of an order in [0, ∞]."""
    case = order_case(order)
    if case == 0:
        return log(Fraction(sum(positive(x) for x in p)))
    if case is not None:
        return entropy(p) if case == 1 else neg(log(maximum(*p)))
    return div(log(total(power(x, order) for x in p if positive(x))), sub(1, order))


def output(p, channel):
    """The law of a channel's output."""
    columns = zip(*channel, strict=True)
    return [total(mul(x, w) for x, w in pairs(p, column)) for column in columns]


def information(p, channel):
    """I(P;W), the mean divergence of the rows from the output law."""
    law = output(p, channel)
    return total(mul(x, kl(row, law)) for x, row in pairs(p, channel))


def sibson(p, channel, order):
    """Sibson's information of an order in [0, ∞] (Verdú 2015)."""
    case = order_case(order)
    rows = [(x, row) for x, row in pairs(p, channel) if positive(x)]
    columns = list(zip(*(row for _, row in rows), strict=True))
    if case == 1 or all(row == rows[0][1] for _, row in rows):
        return information(p, channel)
    if case == 0:
        reached = [[x for (x, row) in rows if positive(row[y])] for y in range(len(columns))]
        return neg(log(maximum(*map(total, reached))))
    if case == INF:
        return log(total(maximum(*column) for column in columns))
    masses = [total(mul(x, power(row[y], order)) for x, row in rows) for y in range(len(columns))]
    norm = total(power(mass, div(1, order)) for mass in masses if positive(mass))
    return mul(div(order, sub(order, 1)), log(norm))


def cell_information(cells):
    """I(A;B|C) of cells (a, b, c, mass)."""
    cells = [cell for cell in cells if positive(cell[3])]
    sums = ({}, {}, {}, {})
    for a, b, c, mass in cells:
        for part, key in zip(sums, ((a, b, c), (a, c), (b, c), c), strict=True):
            part[key] = add(part.get(key, Fraction(0)), mass)
    whole, left, right, common = sums
    return not_negative(total(
        mul(mass, log(div(mul(mass, common[c]), mul(left[a, c], right[b, c]))))
        for (a, b, c), mass in whole.items()))


def grouped(joint, *groups):
    """The cells of a joint law: the values of each named group of variables, and the mass."""
    axes = [[joint.names.index(name) for name in group.split(",") if name] for group in groups]
    if len({axis for group in axes for axis in group}) < sum(map(len, axes)):
        raise Rejected("groups of variables that overlap")
    return [(*(tuple(cell[axis] for axis in group) for group in axes), mass)
            for cell, mass in joint.cells()]


def contexts(mechanism, entry):
    """For each instance of the other entries, the channel from one entry to the response."""
    found = {}
    for cell, row in mechanism.cells():
        found.setdefault(cell[:entry] + cell[entry + 1:], []).append(row)
    return list(found.values())


def worst(mechanism, measure):
    """The largest value of a measure over ordered pairs of neighbours; 0 where there are none."""
    channels = [c for i in range(len(mechanism.shape)) for c in contexts(mechanism, i)]
    values = [measure(p, q) for rows in channels for p, q in itertools.permutations(rows, 2)]
    return maximum(Fraction(0), *values)


def together(queries):
    """The mechanism that gives all responses of the queries, the first slowest."""
    kind, tables, database, outputs, subsets = queries
    if math.prod(database) * outputs ** len(tables) > MOST_CELLS or not tables:
        raise Rejected("too many combined responses, or none")
    rows = []
    for number, cell in enumerate(itertools.product(*map(range, database))):
        row = [Fraction(1)]
        for j, table in enumerate(tables):
            if kind == "sequential":
                laws = [table[number * outputs**j + history] for history in range(len(row))]
            elif kind == "partial":
                seen = Table(tuple(database[e] for e in subsets[j]), table)
                laws = [dict(seen.cells())[tuple(cell[e] for e in subsets[j])]] * len(row)
            else:
                laws = [table[number]] * len(row)
            row = [mul(x, y) for x, law in zip(row, laws, strict=True) for y in law]
        rows.append(row)
    return Table(database, rows)
