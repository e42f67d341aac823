"""Ranges of real functions on a box, with ends that may be left out or infinite.

A range may be too wide, never too narrow. A function has one only if all of its parts are shown to
be real numbers everywhere on the box; otherwise `Unsure` is raised.
"""

import itertools
from fractions import Fraction
from typing import NamedTuple

import reals
from algebra import Facts
from polynomials import common, joined, number, plus, product
from reals import INF, Num, endless, rounded
from signs import NotReal, Unshown, op

ZERO = Fraction(0)
MOST_POWER, MOST_ATOMS = 10_000, 4


class Unsure(Unshown):
    """A term isn't shown to be a real number, or to have a sign."""


class Range(NamedTuple):
    """The numbers from low to high; an open end isn't one of them, as no infinite end is."""

    low: Fraction
    high: Fraction
    low_open: bool = False
    high_open: bool = False

    def above(self, strict):
        """Whether all of it is at least 0, or more than 0."""
        return self.low > 0 or (self.low == 0 and (self.low_open or not strict))

    def below(self, strict):
        """Whether all of it is at most 0, or less than 0."""
        return negated(self).above(strict)

    def empty(self):
        """Whether nothing is in it."""
        return self.low > self.high or (
            self.low == self.high and (self.low_open or self.high_open))


EVERYTHING = Range(-INF, INF, True, True)


def outwards(low, high, low_open, high_open):
    """A range with its ends rounded outwards."""
    if endless(low) or endless(high):
        low_open, high_open = low_open or endless(low), high_open or endless(high)
    return Range(rounded(low, False), rounded(high, True), low_open, high_open)


def point(value):
    """A single number."""
    return Range(Fraction(value), Fraction(value))


def negated(a):
    """The negatives."""
    return Range(-a.high, -a.low, a.high_open, a.low_open)


def added(a, b):
    low = -INF if endless(a.low) or endless(b.low) else a.low + b.low
    high = INF if endless(a.high) or endless(b.high) else a.high + b.high
    return outwards(low, high, a.low_open or b.low_open, a.high_open or b.high_open)


def corner(x, x_open, y, y_open):
    """The product of two ends, and whether it isn't reached: 0 is, as soon as a factor is 0."""
    if x == 0 or y == 0:
        return ZERO, not ((x == 0 and not x_open) or (y == 0 and not y_open))
    if endless(x) or endless(y):
        return INF if (x > 0) == (y > 0) else -INF, True
    return x * y, x_open or y_open


def spanned(corners):
    """The range from the least to the largest of some numbers, each of which may be left out."""
    low, high = min(c[0] for c in corners), max(c[0] for c in corners)
    return outwards(low, high, all(left_out for value, left_out in corners if value == low),
                    all(left_out for value, left_out in corners if value == high))


def multiplied(a, b):
    ends = [[(r.low, r.low_open), (r.high, r.high_open)] for r in (a, b)]
    return spanned([corner(*x, *y) for x, y in itertools.product(*ends)])


def inverted(a):
    if a.below(True):
        return negated(inverted(negated(a)))
    if not a.above(True):
        raise Unsure("a divisor may be 0")
    return outwards(ZERO if endless(a.high) else 1 / a.high, INF if a.low == 0 else 1 / a.low,
                    a.high_open, a.low_open)


def risen(function, a):
    """The range of a rising function of `reals`."""
    found = function(Num(a.low, a.high, (a.low_open, a.high_open)))
    return outwards(found.lo, found.hi, a.low_open, a.high_open)


def exponential(a):
    return risen(reals.exp, a)


def logarithm(a):
    if not a.above(True):
        raise Unsure("the argument of a logarithm may be 0 or less")
    return risen(reals.log, a)


def rooted(a):
    if not a.above(False):
        raise Unsure("the argument of a square root may be negative")
    return risen(reals.sqrt, a)


def magnitude(a):
    if a.above(False) or a.below(False):
        return a if a.above(False) else negated(a)
    return spanned([(ZERO, False), (-a.low, a.low_open), (a.high, a.high_open)])


def lesser(a, b):
    low, high = min(a.low, b.low), min(a.high, b.high)
    return Range(low, high, all(r.low_open for r in (a, b) if r.low == low),
                 any(r.high_open for r in (a, b) if r.high == high))


def powered(a, n):
    """A whole power."""
    if abs(n) > MOST_POWER:
        raise Unsure("a power that is too high")
    if n < 0:
        return inverted(powered(a, -n))
    if n == 0:
        return point(1)
    a = magnitude(a) if n % 2 == 0 else a
    low, high = (end if endless(end) else end**n for end in a[:2])
    return outwards(low, high, a.low_open, a.high_open)


def entropy(a):
    if not (a.above(False) and a.high <= 1):
        raise Unsure("the argument of the binary entropy may leave [0, 1]")
    found = reals.binary_entropy(Num(a.low, a.high))
    # It is 0 at 0 and at 1 only.
    reached = (a.low == 0 and not a.low_open) or (a.high == 1 and not a.high_open)
    return outwards(max(found.lo, ZERO), found.hi, found.lo <= 0 and not reached, False)


def inverse_entropy(a):
    if not a.above(False) or endless(a.high):
        raise Unsure("the argument of the inverse binary entropy may leave [0, ln 2]")
    return risen(reals.binary_entropy_inverse, a)


def normal_distribution(a):
    """Φ rises, and is neither 0 nor 1."""
    found = risen(reals.normal_cdf, a)
    return found._replace(low_open=found.low_open or found.low <= 0,
                          high_open=found.high_open or found.high >= 1)


OPERATIONS = {
    "add": added, "sub": lambda a, b: added(a, negated(b)), "neg": negated, "mul": multiplied,
    "div": lambda a, b: multiplied(a, inverted(b)), "exp": exponential, "log": logarithm,
    "sqrt": rooted, "abs": magnitude, "minimum": lesser,
    "maximum": lambda a, b: negated(lesser(negated(a), negated(b))),
    "pow": lambda a, b: exponential(multiplied(b, logarithm(a))),
    "binary_entropy": entropy, "binary_entropy_inverse": inverse_entropy,
    "normal_cdf": normal_distribution,
}
PAIRS = {"add", "sub", "mul", "div", "pow", "minimum", "maximum"}


def whole_power(tree):
    """The exponent of a power, if it is a whole number."""
    match tree:
        case ["op", "pow", [_, ["number", text]], _, _] if text != "inf" and "/" not in text:
            return int(text)
    return None


class Region(Facts):
    """What holds of the points of a box that meet some relations: ranges, normal forms, signs."""

    def __init__(self, formulas, scope, key, parent=None):
        self.box = {name: Range(-INF if low is None else Fraction(low),
                                INF if high is None else Fraction(high),
                                low_open or low is None, high_open or high is None)
                    for name, (_, low, high, low_open, high_open) in scope.items()}
        self.ranges, self.told = {}, {}
        super().__init__(formulas, scope, key, parent)

    def range(self, tree, cut=True):
        """The range of a term; with `cut`, signs of normal forms help where a part may leave the
        domain of an operation."""
        match tree:
            case ["number", text] if text != "inf":
                return point(Fraction(text))
            case ["var", name]:
                return self.box[name]
            case ["op", "pi", [], _, _]:
                found = reals.pi()
                return Range(found.lo, found.hi)
            case ["op", "pow", [base, _], _, _] if whole_power(tree) is not None:
                parts, work = [base], lambda a: powered(a, whole_power(tree))
            case ["op", head, parts, _, _] if len(parts) == 1 + (head in PAIRS):
                work = OPERATIONS.get(head)
            case _:
                work = None
        if work is None:
            raise Unsure("a term of another kind")
        values = [self.range(part, cut) for part in parts]
        try:
            return work(*values)
        except Unsure:
            if not cut:
                raise
            values = [self.cut(part, value) for part, value in zip(parts, values, strict=True)]
            return work(*values)

    def cut(self, term, found):
        """A range without what the sign of the term, or of 1 less the term, excludes."""
        try:
            poly = self.poly(term)
            signs = [self.sign(part) for part in (
                poly, plus({}, poly, -1), plus(number(1), poly, -1))]
        except NotReal:
            return found
        if signs[0] is not None and not found.above(signs[0] == 1):
            found = found._replace(low=ZERO, low_open=signs[0] == 1)
        if signs[1] is not None and not found.below(signs[1] == 1):
            found = found._replace(high=ZERO, high_open=signs[1] == 1)
        if signs[2] is not None and (found.high > 1 or (found.high == 1 and signs[2] == 1)):
            found = found._replace(high=Fraction(1), high_open=signs[2] == 1)
        return found

    def positive(self, term, strict=True):
        """Whether a term is certainly > 0 (≥ 0) on the region; it is shown to be real."""
        if self.range(term).above(strict):
            return True
        try:
            found = self.sign(self.poly(term))
        except NotReal:
            return False
        return found == 1 or (not strict and found == 0)

    def same(self, one, two):
        """Whether two terms are equal."""
        return self.is_zero(plus(self.poly(one), self.poly(two), -1))

    # --- signs of polynomials -----------------------------------------------------------------

    def atom_sign(self, atom):
        found = self.atom_range(atom)
        return 1 if found.above(True) else super().atom_sign(atom)

    def sign(self, poly):
        found = super().sign(poly)
        if found == 1 or not poly:
            return found
        key = tuple(sorted(poly.items()))
        if key not in self.told:
            self.told[key] = None  # Against endless questions.
            self.told[key] = self.sign_in_box(poly)
        told = self.told[key]
        return told if found is None or told == 1 else found

    def sign_in_box(self, poly):
        """The sign by the ranges of the atoms, and by those of their distances from an end."""
        names = sorted({atom for monomial in poly for atom, _ in monomial})
        powers = [power for monomial in poly for _, power in monomial]
        whole = all(power.denominator == 1 for power in powers)
        ranges = {name: self.atom_range(name) for name in names}
        moves = [[]]
        if len(names) <= MOST_ATOMS and whole and all(power > 0 for power in powers):
            ends = [[(n, None)] + [(n, end) for end in ranges[n][:2] if not endless(end)]
                    for n in names]
            moves = itertools.product(*ends)
        best = None
        for move in moves:
            shifted, near = poly, dict(ranges)
            for name, end in move:
                if end is not None:
                    turned = 1 if end == ranges[name].low else -1
                    shifted = moved(shifted, name, end, turned)
                    away = added(ranges[name], point(-end))
                    near[name] = away if turned == 1 else negated(away)
            found = poly_range(shifted, near)
            if found.above(True):
                return 1
            best = 0 if found.above(False) else best
        return best

    def atom_range(self, name):
        if name not in self.ranges:
            try:
                self.ranges[name] = self.range(self.atoms[name], False)
            except (Unshown, ArithmeticError):
                self.ranges[name] = EVERYTHING
        return self.ranges[name]


def moved(poly, name, end, turned):
    """A polynomial with an atom replaced by end ± the atom."""
    result = {}
    image = plus(number(end), {((name, Fraction(1)),): Fraction(turned)})
    for monomial, value in poly.items():
        piece = {tuple(item for item in monomial if item[0] != name): value}
        for _ in range(int(dict(monomial).get(name, 0))):
            piece = product(piece, image)
        result = plus(result, piece)
    return result


def poly_range(poly, ranges):
    """The sum of the ranges of the monomials, times what they share."""
    def of(monomial, value):
        piece = point(value)
        for atom, power in monomial:
            if power.denominator == 1:
                piece = multiplied(piece, powered(ranges[atom], int(power)))
            else:
                root = exponential(multiplied(point(power), logarithm(ranges[atom])))
                piece = multiplied(piece, root)
        return piece

    shared, result = common(poly), point(0)
    without = tuple((atom, -power) for atom, power in shared)
    try:
        for monomial, value in poly.items():
            result = added(result, of(joined(monomial, without), value))
        return multiplied(of(shared, 1), result)
    except Unsure:
        return EVERYTHING


__all__ = ["PAIRS", "Range", "Region", "op", "whole_power"]
