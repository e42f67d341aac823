"""Logarithms of weighted densities on the real line, in enclosures: polynomials on each side of the
mean, what a logistic or Student density or that of a sum of two Laplace numbers has besides, and
how all of them fall far out. A uniform density is one polynomial where there is any."""

from fractions import Fraction
from typing import TypeAlias

from recheck.errors import Unknown, refuse
from recheck.events import Part, Student
from recheck.noised import grown
from recheck.reals import (
    ONE,
    TWO,
    ZERO,
    End,
    Num,
    exp,
    largest,
    log,
    magnitude,
    num,
    pi,
    power,
    span,
    sqrt,
)
from recheck.students import height

# A value and a slope.
Line: TypeAlias = tuple[Num, Num]
Cell: TypeAlias = tuple[End, End]
# The factors of 1, x and x².
Polynomial: TypeAlias = tuple[Num, Num, Num]


def rates(part: Part, right: bool) -> Polynomial:
    """ln of a weighted density as a + b x + c x², right or left of its mean, and without `rest`."""
    weight, shape, mean, spread = part
    if shape == "gaussian":
        a = log(weight) - log(TWO * pi() * spread) / TWO - mean * mean / (TWO * spread)
        return a, mean / spread, -ONE / (TWO * spread)
    if isinstance(shape, Student):
        return log(weight) + log(height(shape)) - log(spread), ZERO, ZERO
    if shape == "uniform":
        return log(weight) - log(spread), ZERO, ZERO
    side = ONE if right else -ONE
    breadth = spread if shape == "logistic" else TWO * spread
    if isinstance(shape, tuple):
        breadth = TWO * (spread + shape[1])
    return log(weight) - log(breadth) + side * mean / spread, -side / spread, ZERO


def rest(part: Part, x: Num, right: bool) -> Line:
    """What else there is of the logarithm of a logistic density, and its slope: −2 ln(1 + e^(−|u|))
    and ±2/(1 + e^|u|)/s, which rise and fall to 0 on each side; and of a Student one,
    −(ν + 1)/2 ln(1 + u²/ν) and −(ν + 1) u/(ν + u²)/s; of two Laplace numbers ln F for
    F = 1 + ∫ e^(−κt) dt over [0, |u|], which is concave, and ±e^(−κ|u|)/F/a."""
    _, shape, mean, spread = part
    if isinstance(shape, tuple):
        z = magnitude(x - mean) / spread
        risen = ONE + grown(z, spread, shape[1])
        slope = exp(-(spread / shape[1] - ONE) * z) / risen / spread
        return log(risen), slope if right else -slope
    if isinstance(shape, Student):
        u, n = (x - mean) / spread, num(shape.freedom)
        square = power(u, TWO)
        return -(n + ONE) / TWO * log(ONE + square / n), -(n + ONE) * u / (n + square) / spread
    if shape != "logistic":
        return ZERO, ZERO
    rising = exp((x - mean if right else mean - x) / spread)
    slope = TWO / (ONE + rising) / spread
    return -TWO * log(ONE + ONE / rising), slope if right else -slope


def slopes(part: Part, cell: Cell, right: bool) -> Num:
    """Those of `rest` on a cell on one side of the mean: they lie between those at the ends, but
    for a Student law's, which are steepest √ν scales from the mean."""
    found = [rest(part, num(end), right)[1] for end in cell]
    _, shape, mean, spread = part
    if isinstance(shape, Student):
        n = num(shape.freedom)
        squares = [power((num(end) - mean) / spread, TWO) for end in cell]
        if min(x.lo for x in squares) <= shape.freedom <= max(x.hi for x in squares):
            steepest = (n + ONE) / (TWO * sqrt(n)) / spread
            found.append(-steepest if right else steepest)
    return span(min(x.lo for x in found), max(x.hi for x in found))


def slopes_apart(two: Part, one: Part, cell: Cell, sides: tuple[bool, bool]) -> Num:
    """By how much those of one part exceed those of another. Far out those of Student laws differ
    by little of themselves: with y and y' from the means and c = νs² the difference of y/(y² + c)
    and y'/(y'² + c') is (y y' (y' − y) + c' y − c y')/((y² + c) (y'² + c'))."""
    found = slopes(two, cell, sides[0]) - slopes(one, cell, sides[1])
    (_, second, place, wide), (_, first, other, breadth) = two, one
    if not (isinstance(second, Student) and isinstance(first, Student)):
        return found
    x = span(*cell)
    y, z = x - place, x - other
    c, d = (num(shape.freedom) * power(scale, TWO)
            for shape, scale in ((second, wide), (first, breadth)))
    crossed = (d - c) * x + c * other - d * place
    gap = (y * z * (place - other) + crossed) / ((power(y, TWO) + c) * (power(z, TWO) + d))
    k, j = num(second.freedom + 1), num(first.freedom + 1)
    near = -k * gap + (j - k) * z / (power(z, TWO) + d)
    return near if near.hi - near.lo < found.hi - found.lo else found


def far(part: Part, end: Num, length: Num) -> tuple[Polynomial, Num]:
    """ln of a weighted density right of an end that lies right of its mean as a polynomial, whose
    constant stands for all it may be there, less k ln(1 + (x − end)/length).

    With y = end − m, h = x − end and c = νs² the logarithm of a Student density is
    −k (ln((y + h)/√c) + ln(1 + c/(y + h)²)/2), where ln(y + h) is ln y + ln(1 + h/length) and
    something between 0 and ln(length/y).
    """
    a, b, c = rates(part, True)
    _, shape, mean, spread = part
    if isinstance(shape, tuple):
        return far_of_laplaces(part, end, length)
    if not isinstance(shape, Student):
        return (a + span(rest(part, end, True)[0].lo, Fraction(0)), b, c), ZERO
    y, wide, k = end - mean, sqrt(num(shape.freedom)) * spread, num(shape.freedom + 1)
    moved, none = log(length / y), Fraction(0)
    lost = log(y / wide) + span(min(moved.lo, none), max(moved.hi, none)) + span(
        none, log(ONE + power(wide / y, TWO)).hi) / TWO
    return (a - k * lost, b, c), k


def far_of_laplaces(part: Part, end: Num, length: Num) -> tuple[Polynomial, Num]:
    """The same of a sum of two Laplace numbers: F rises from what it is at the end to 1 + 1/κ; of
    equal scales it is (1 + z) (1 + h/(a + y)), and ln(1 + h/(a + y)) is ln(1 + h/length) and
    something between 0 and ln(length/(a + y))."""
    a, b, c = rates(part, True)
    _, shape, mean, spread = part
    assert isinstance(shape, tuple)
    at_end, bend = rest(part, end, True)[0], spread / shape[1] - ONE
    if bend == ZERO:
        moved, none = log(length / (spread + end - mean)), Fraction(0)
        return (a + at_end + span(min(moved.lo, none), max(moved.hi, none)), b, c), -ONE
    if bend.sign != 1:
        return refuse(Unknown, "two scales that may be equal")
    return (a + span(at_end.lo, log(ONE + ONE / bend).hi), b, c), ZERO


def length_of(one: Part, two: Part, end: Fraction) -> Num:
    """How far an end is right of both means."""
    return num(end) - largest(one[2], two[2])
