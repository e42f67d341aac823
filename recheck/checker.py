#!/usr/bin/env python3
"""A second checker of stored evidence, which shares no code with the package.

It reads certificates (JSON) and decides them again in arithmetic of its own: intervals with exact
rational ends, rounded outwards, on Python's integers. Only the standard library is used. The two
infinities are the only floats; they mark exact infinite values and nothing is computed in floats.

    python recheck/checker.py [--json] FILE...

One line for each certificate. The exit code is 0 if all are accepted, 1 if any is rejected, 2 if
there is bad input or a certificate that needs a quantity which isn't known here. Limit: that a law
written with irrational entries sums to 1 is only checked to 1024 bits.
"""

import argparse
import hashlib
import itertools
import json
import math
import re
import sys
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

INF = math.inf
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)
LAW_BITS = 1024  # a law with irrational entries must sum to 1 as far as this many bits tell
MOST_LISTED, MOST_CELLS, MOST_POWER_BITS = 12, 50_000, 1_000_000
REAL = ["real", None, None, False, False]


class Rejected(ValueError):
    """Evidence that doesn't hold; the message says which rule it breaks."""


class BadInput(ValueError):
    """Not a certificate at all."""


class Unsupported(ValueError):
    """A certificate that this checker doesn't know enough to decide."""


class Undefined(ArithmeticError):
    """The expression has no value; a relation with such a side doesn't hold."""


class Unknown(ArithmeticError):
    """The intervals are too wide to tell: raise the precision."""


# --- intervals: a number is exact (int, Fraction, ±INF) or an Interval with finite rational ends --


class Interval(NamedTuple):
    lo: Fraction
    hi: Fraction


class Precision:
    bits = 64


def rounded(x, up):
    """A dyadic number with `Precision.bits` significant bits, at or beyond x."""
    top, bottom = (-x.numerator if up else x.numerator), x.denominator
    shift = Precision.bits - top.bit_length() + bottom.bit_length()
    floor = (top << shift) // bottom if shift >= 0 else top // (bottom << -shift)
    floor = -floor if up else floor
    return Fraction(floor, 1 << shift) if shift >= 0 else Fraction(floor << -shift)


def between(lo, hi):
    return Interval(rounded(lo, False), rounded(hi, True))


def exact(x):
    return not isinstance(x, Interval)


def ends(x):
    return x if isinstance(x, Interval) else (x, x)


def infinite(x):
    return x in (INF, -INF)


def sign(x):
    """1, −1 or 0 (exactly 0); None where the interval doesn't tell."""
    lo, hi = ends(x)
    return 1 if lo > 0 else -1 if hi < 0 else 0 if exact(x) else None


def positive(x):
    """Whether x > 0, for an x that is at least 0."""
    if sign(x) is None:
        raise Unknown("a number may be 0")
    return sign(x) > 0


def less(a, b):
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    return True if a_hi < b_lo else False if a_lo >= b_hi else None


def less_equal(a, b):
    return opposite(less(b, a))


def equal(a, b):
    if exact(a) and exact(b):
        return a == b
    return False if less(a, b) or less(b, a) else None


def add(a, b):
    if infinite(a) or infinite(b):
        if infinite(a) and infinite(b) and a != b:
            raise Undefined("inf - inf")
        return a if infinite(a) else b
    if exact(a) and exact(b):
        return a + b
    return between(ends(a)[0] + ends(b)[0], ends(a)[1] + ends(b)[1])


def neg(a):
    return -a if exact(a) else Interval(-a.hi, -a.lo)


def sub(a, b):
    return add(a, neg(b))


def mul(a, b):
    """The product, with 0 times infinity = 0."""
    if sign(a) == 0 or sign(b) == 0:
        return Fraction(0)
    if infinite(a) or infinite(b):
        if sign(a) is None or sign(b) is None:
            raise Unknown("a factor of infinity may be 0")
        return INF * sign(a) * sign(b)
    if exact(a) and exact(b):
        return a * b
    products = [x * y for x in ends(a) for y in ends(b)]
    return between(min(products), max(products))


def div(a, b):
    if sign(b) == 0 or (infinite(a) and infinite(b)):
        raise Undefined("0 or infinity as a divisor")
    if sign(b) is None:
        raise Unknown("a divisor may be 0")
    if infinite(b):
        return Fraction(0)
    return mul(a, 1 / Fraction(b) if exact(b) else between(1 / b.hi, 1 / b.lo))


def total(values):
    result = Fraction(0)
    for value in values:
        result = add(result, value)
    return result


def maximum(*values):
    """The largest value; exact where one certainly is."""
    for value in values:
        if all(less_equal(other, value) for other in values):
            return value
    if any(value == INF for value in values):
        return INF
    finite = [ends(value) for value in values if value != -INF]
    return Interval(max(lo for lo, _ in finite), max(hi for _, hi in finite))


def minimum(*values):
    return neg(maximum(*map(neg, values)))


def absolute(x):
    return abs(x) if exact(x) else maximum(x, neg(x)) if sign(x) else Interval(
        Fraction(0), max(-x.lo, x.hi))


def not_negative(x):
    """x, known to be at least 0 by its definition."""
    return Interval(max(x.lo, Fraction(0)), x.hi) if isinstance(x, Interval) else x


@lru_cache(maxsize=50_000)
def exp_ends(x, bits):
    """Bounds of e^x: Taylor's series at x/2^j in fixed point, then j squarings."""
    halvings = max(0, x.numerator.bit_length() - x.denominator.bit_length() + 9)
    if halvings > 40:
        if x > 0:
            raise Unknown("an exponential is too large")
        return Fraction(0), Fraction(1, 1 << 1 << 20)
    width = bits + halvings + 24
    floor = (x.numerator << width) // (x.denominator << halvings)
    # Each term is rounded twice; the error of the last is carried on by a factor below 1/128.
    sums = []
    for point in (floor, floor + 1):
        term = value = 1 << width
        count = 0
        while abs(term) > 1:
            count += 1
            term = ((term * point) >> width) // count
            value += term
        sums.append((value, 4 * count + 8))
    lo = Fraction(sums[0][0] - sums[0][1], 1 << width)
    hi = Fraction(sums[1][0] + sums[1][1], 1 << width)
    before, Precision.bits = Precision.bits, width
    for _ in range(halvings):
        lo, hi = rounded(lo * lo, False), rounded(hi * hi, True)
    Precision.bits = before
    return lo, hi


@lru_cache(maxsize=50_000)
def log_ends(x, bits):
    """Bounds of ln x for x > 0: k ln 2 + 2 artanh((m − 1)/(m + 1)), where x = m 2^k."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** k
    if m > Fraction(4, 3):
        k, m = k + 1, m / 2
    if k == 0:
        low, high = artanh_ends(abs((m - 1) / (m + 1)), bits)
        return (2 * low, 2 * high) if m >= 1 else (-2 * high, -2 * low)
    low, high = log_ends(m, bits + 8)
    two = artanh_ends(Fraction(1, 3), bits + 8 + abs(k).bit_length())
    shift = sorted((2 * k * two[0], 2 * k * two[1]))
    return low + shift[0], high + shift[1]


@lru_cache(maxsize=50_000)
def artanh_ends(z, bits):
    """Bounds of artanh z for 0 ≤ z ≤ 1/3, with about `bits` significant bits."""
    if z == 0:
        return Fraction(0), Fraction(0)
    width = bits + 24 + max(0, z.denominator.bit_length() - z.numerator.bit_length())
    floor = (z.numerator << width) // z.denominator
    found = []
    for point, direction in ((floor, 0), (floor + 1, 1)):
        square, power, value, count = (point * point) >> width, point, 0, 0
        while power:
            value += power // (2 * count + 1)
            power = (power * square) >> width
            count += 1
        # Each power and quotient is rounded down by less than 2 units; so is the rest.
        found.append(Fraction(value + direction * (8 * count + 8), 1 << width))
    return found[0], found[1]


def exp(x):
    if infinite(x):
        return x if x > 0 else Fraction(0)
    if x == 0:
        return Fraction(1)
    lo, hi = ends(x)
    return between(exp_ends(Fraction(lo), Precision.bits)[0],
                   exp_ends(Fraction(hi), Precision.bits)[1])


def log(x):
    if sign(x) == 0:
        return -INF
    if sign(x) == -1:
        raise Undefined("the logarithm of a negative number")
    if sign(x) is None:
        raise Unknown("the logarithm of a number that may be 0")
    if x == INF or x == 1:
        return INF if infinite(x) else Fraction(0)
    lo, hi = ends(x)
    return between(log_ends(Fraction(lo), Precision.bits)[0],
                   log_ends(Fraction(hi), Precision.bits)[1])


def root_ends(x, bits):
    """Bounds of the square root of x ≥ 0, equal where it is rational."""
    top, bottom = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if top * top == x.numerator and bottom * bottom == x.denominator:
        return Fraction(top, bottom), Fraction(top, bottom)
    shift = bits + 8 + max(0, x.denominator.bit_length() - x.numerator.bit_length())
    floor = math.isqrt((x.numerator << 2 * shift) // x.denominator)
    return Fraction(floor, 1 << shift), Fraction(floor + 1, 1 << shift)


def sqrt(x):
    if sign(x) == -1:
        raise Undefined("the square root of a negative number")
    if x == INF:
        return INF
    lo, hi = ends(x)
    if lo < 0:
        raise Unknown("the square root of a number that may be negative")
    low, high = root_ends(Fraction(lo), Precision.bits)[0], root_ends(Fraction(hi), Precision.bits)[1]
    return low if low == high and exact(x) else between(low, high)


def power(a, b):
    """a to the b: for a ≥ 0, or a whole exponent."""
    if exact(b) and not infinite(b) and Fraction(b).denominator == 1:
        n = int(b)
        if infinite(a):
            return a if n > 0 and (a > 0 or n % 2) else INF if n > 0 else Fraction(n == 0)
        if n < 0:
            return div(1, power(a, -n))
        size = max(Fraction(end).numerator.bit_length() + Fraction(end).denominator.bit_length()
                   for end in ends(a))
        if exact(a) and n * size <= MOST_POWER_BITS:
            return Fraction(a) ** n
        result, base = Fraction(1), a if exact(a) and size < Precision.bits else between(*ends(a))
        while n:
            result = mul(result, base) if n & 1 else result
            base, n = (mul(base, base) if n > 1 else base), n >> 1
        return result
    if sign(a) != 1 or infinite(a):
        if not exact(b) and (sign(b) is None or math.ceil(b.lo) <= math.floor(b.hi)):
            raise Unknown("an exponent may be whole")
        if sign(a) == -1 or (sign(a) == 0 and sign(b) == -1):
            raise Undefined("a power that has no value")
        if infinite(a) or sign(a) == 0:
            return a if sign(b) == 1 else Fraction(0)
    return exp(mul(b, log(a)))


def binary_entropy(x):
    lo, hi = ends(x)
    if hi < 0 or lo > 1:
        raise Undefined("the binary entropy outside [0, 1]")
    if lo < 0 or hi > 1:
        raise Unknown("the binary entropy of a number that may be outside [0, 1]")
    at = [not_negative(entropy([end, 1 - end])) for end in {lo, hi}]
    low, high = min(ends(v)[0] for v in at), max(ends(v)[1] for v in at)
    if lo < Fraction(1, 2) < hi:
        high = log(Fraction(2)).hi
    return at[0] if exact(x) else between(low, high)


def binary_entropy_inverse(y):
    """Bisection: h rises on [0, 1/2], so h(x) ≤ y shows that x is at most the inverse."""
    if sign(y) == 0:
        return Fraction(0)
    top = log(Fraction(2))
    if sign(y) == -1 or less(top, y):
        raise Undefined("the inverse of the binary entropy outside [0, ln 2]")
    if sign(y) is None or not less_equal(y, top):
        raise Unknown("the inverse of the binary entropy close to an end")
    found = []
    for side in (0, 1):
        low, high = Fraction(0), Fraction(1, 2)
        for _ in range(4 * Precision.bits):
            if high - low <= high / (1 << Precision.bits):
                break
            middle = rounded((low + high) / 2 if low else high / 16, False)
            below = less(binary_entropy(middle), ends(y)[side])
            if below is None or not low < middle < high:
                break
            low, high = (middle, high) if below else (low, middle)
        found.append((low, high)[side])
    return between(*found)


# --- quantities: a law is a list, a channel a list of rows, others are the records below ----------


class Table(NamedTuple):
    """Entries (or rows, for a mechanism) by the cells of a box, the last axis fastest."""

    shape: tuple
    data: list

    def cells(self):
        return zip(itertools.product(*map(range, self.shape)), self.data, strict=True)


class Queries(NamedTuple):
    kind: str
    tables: list
    database: tuple
    outputs: int
    subsets: list


class Event(NamedTuple):
    symbols: int
    members: frozenset


def pairs(p, q):
    return list(zip(p, q, strict=True))


def log_ratio(p, q):
    """ln(p/q) for two probabilities: −INF where p = 0, +INF where only q is."""
    return -INF if not positive(p) else INF if sign(q) == 0 else log(div(p, q))


def entropy(p):
    return neg(total(mul(x, log(x)) for x in p if positive(x)))


def kl(p, q):
    return not_negative(total(mul(x, log_ratio(x, y)) for x, y in pairs(p, q) if positive(x)))


def total_variation(p, q):
    return div(total(absolute(sub(x, y)) for x, y in pairs(p, q)), 2)


def hockey_stick(p, q, epsilon):
    scale = exp(epsilon)
    return total(maximum(Fraction(0), sub(x, mul(scale, y))) for x, y in pairs(p, q))


def chi_square(p, q):
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
    case = order_case(order)
    if case == 0:
        return log(Fraction(sum(positive(x) for x in p)))
    if case is not None:
        return entropy(p) if case == 1 else neg(log(maximum(*p)))
    return div(log(total(power(x, order) for x in p if positive(x))), sub(1, order))


def output(p, channel):
    columns = zip(*channel, strict=True)
    return [total(mul(x, w) for x, w in pairs(p, column)) for column in columns]


def information(p, channel):
    law = output(p, channel)
    return total(mul(x, kl(row, law)) for x, row in pairs(p, channel))


def sibson(p, channel, order):
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


def grouped(joint, names, groups):
    """The cells of a joint law, with the values of each group of variables and the mass."""
    axes = [[names.index(name) for name in group.split(",") if name] for group in groups]
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
