"""Interval arithmetic with exact rational ends, rounded outwards, on Python's integers.

A number is exact (an int, a Fraction, or one of the two infinities) or an Interval with finite
rational ends. The infinities are the only floats; they mark exact infinite values and nothing is
computed in floats.
"""

import math
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

INF = math.inf
MOST_POWER_BITS = 1_000_000


class Undefined(ArithmeticError):
    """The expression has no value; a relation with such a side doesn't hold."""


class Unknown(ArithmeticError):
    """The intervals are too wide to tell: raise the precision."""


class Interval(NamedTuple):
    """All numbers from lo to hi."""

    lo: Fraction
    hi: Fraction


class Precision:
    """How many significant bits the ends of intervals keep."""

    bits = 64


def rounded(x, up):
    """A dyadic number with `Precision.bits` significant bits, at or beyond x."""
    top, bottom = (-x.numerator if up else x.numerator), x.denominator
    shift = Precision.bits - top.bit_length() + bottom.bit_length()
    floor = (top << shift) // bottom if shift >= 0 else top // (bottom << -shift)
    floor = -floor if up else floor
    return Fraction(floor, 1 << shift) if shift >= 0 else Fraction(floor << -shift)


def between(lo, hi):
    """The interval from lo to hi, its ends rounded outwards."""
    return Interval(rounded(lo, False), rounded(hi, True))


def exact(x):
    """Whether the number is exact."""
    return not isinstance(x, Interval)


def ends(x):
    """The ends of an interval; an exact number is both."""
    return x if isinstance(x, Interval) else (x, x)


def infinite(x):
    """Whether the number is one of the infinities."""
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
    """Whether a < b: True, False, or None where the intervals don't tell."""
    (a_lo, a_hi), (b_lo, b_hi) = ends(a), ends(b)
    return True if a_hi < b_lo else False if a_lo >= b_hi else None


def opposite(found):
    """The negation of a truth value, None included."""
    return None if found is None else not found


def less_equal(a, b):
    """Whether a ≤ b; None where the intervals don't tell."""
    return opposite(less(b, a))


def equal(a, b):
    """Whether a = b: True only for exact numbers."""
    if exact(a) and exact(b):
        return a == b
    return False if less(a, b) or less(b, a) else None


def add(a, b):
    """The sum; ∞ − ∞ is undefined."""
    if infinite(a) or infinite(b):
        if infinite(a) and infinite(b) and a != b:
            raise Undefined("inf - inf")
        return a if infinite(a) else b
    if exact(a) and exact(b):
        return a + b
    return between(ends(a)[0] + ends(b)[0], ends(a)[1] + ends(b)[1])


def neg(a):
    """The negative."""
    return -a if exact(a) else Interval(-a.hi, -a.lo)


def sub(a, b):
    """The difference."""
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
    """The quotient; by 0, and ∞/∞, it is undefined."""
    if sign(b) == 0 or (infinite(a) and infinite(b)):
        raise Undefined("0 or infinity as a divisor")
    if sign(b) is None:
        raise Unknown("a divisor may be 0")
    if infinite(b):
        return Fraction(0)
    return mul(a, 1 / Fraction(b) if exact(b) else between(1 / b.hi, 1 / b.lo))


def total(values):
    """The sum of all values."""
    result = Fraction(0)
    for value in values:
        result = add(result, value)
    return result


def maximum(*values):
    """The largest value; exact where one certainly is."""
    for value in values:
        if all(other is value or less_equal(other, value) for other in values):
            return value
    if any(value == INF for value in values):
        return INF
    finite = [ends(value) for value in values if value != -INF]
    return Interval(max(lo for lo, _ in finite), max(hi for _, hi in finite))


def minimum(*values):
    """The least value; exact where one certainly is."""
    return neg(maximum(*map(neg, values)))


def absolute(x):
    """The absolute value."""
    if exact(x) or sign(x):
        return neg(x) if sign(x) == -1 else x
    return Interval(Fraction(0), max(-x.lo, x.hi))


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
    # With m between 2/3 and 4/3 nothing cancels where x is close to 1.
    if m > Fraction(4, 3):
        k, m = k + 1, m / 2
    elif m < Fraction(2, 3):
        k, m = k - 1, m * 2
    low, high = artanh_ends(abs((m - 1) / (m + 1)), bits + 8)
    low, high = (low, high) if m >= 1 else (-high, -low)
    two = artanh_ends(Fraction(1, 3), bits + 8)
    shift = sorted(k * end for end in two)
    return 2 * (low + shift[0]), 2 * (high + shift[1])


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
    """e to the x."""
    if infinite(x):
        return x if x > 0 else Fraction(0)
    if x == 0:
        return Fraction(1)
    lo, hi = ends(x)
    return between(exp_ends(Fraction(lo), Precision.bits)[0],
                   exp_ends(Fraction(hi), Precision.bits)[1])


def log(x):
    """The natural logarithm, −∞ at 0."""
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
    """The square root; undefined below 0."""
    if sign(x) == -1:
        raise Undefined("the square root of a negative number")
    if x == INF:
        return INF
    lo, hi = ends(x)
    if lo < 0:
        raise Unknown("the square root of a number that may be negative")
    bits = Precision.bits
    low, high = root_ends(Fraction(lo), bits)[0], root_ends(Fraction(hi), bits)[1]
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


def _entropy_at(x):
    terms = (mul(part, log(part)) for part in (x, 1 - x) if part)
    return not_negative(neg(total(terms)))


def binary_entropy(x):
    """h(x) in nats; undefined outside [0, 1]."""
    lo, hi = ends(x)
    if hi < 0 or lo > 1:
        raise Undefined("the binary entropy outside [0, 1]")
    if lo < 0 or hi > 1:
        raise Unknown("the binary entropy of a number that may be outside [0, 1]")
    at = [_entropy_at(Fraction(end)) for end in ((lo,) if exact(x) else (lo, hi))]
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
