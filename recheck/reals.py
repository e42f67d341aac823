"""Real numbers for the second checker: intervals with rational ends, rounded outwards.

An end may be left out or infinite, so that an interval is also the range of a function on a box. A
single number is exact as long as it is rational. The infinities are the only floats, and mark exact
infinite values; nothing is computed in floats.
"""

import functools
import math
import operator
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from recheck.errors import Undefined, Unknown, refuse

Key = TypeVar("Key", bound=Hashable)
# An end is a Fraction or one of the infinities.
End: TypeAlias = Any
INF: End = math.inf
HALF = Fraction(1, 2)
# Powers of more binary digits before or behind the point aren't worked out.
MOST_DIGITS = 1 << 24
# Nor exponentials that are squared more often.
MOST_HALVINGS = 31


class Precision:
    """How many bits the ends of intervals keep."""

    bits = 64


def endless(x: End) -> bool:
    """Whether an end is one of the infinities."""
    # Fractions take long to tell that they equal neither.
    return not isinstance(x, Fraction) and x in (INF, -INF)


def ratio(x: End) -> tuple[End, int]:
    """An end as a quotient in lowest terms; fractions take long to tell whether they are equal."""
    return x.as_integer_ratio() if isinstance(x, Fraction) else (x, 1)


def rounded(x: End, up: bool) -> End:
    """A rational with few digits at or beyond x; x itself if it has no more."""
    if endless(x):
        return x
    over, under = x.as_integer_ratio()
    if max(over.bit_length(), under.bit_length()) <= Precision.bits:
        return x
    shift = over.bit_length() - under.bit_length() - Precision.bits
    over, under = over << max(0, -shift), under << max(0, shift)
    whole = -(-over // under) if up else over // under
    return Fraction(whole << max(0, shift), 1 << max(0, -shift))


@dataclass(frozen=True, slots=True, eq=False)
class Num:
    """All reals from lo to hi, less the ends that are left out; one value, maybe ∞, if lo = hi.

    Two are equal where they are certainly the same number: the same value, or one and the same
    object. Different numbers may well lie between the same ends.
    """

    lo: End
    hi: End
    out: tuple[bool, bool] = (False, False)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Num) and self.exact and other.exact and bool(self.lo == other.lo))

    def __hash__(self) -> int:
        return hash((self.lo, self.hi))

    @property
    def exact(self) -> bool:
        """Whether it is a single value."""
        return ratio(self.lo) == ratio(self.hi)

    @property
    def infinite(self) -> bool:
        """Whether it is ∞ or −∞."""
        return endless(self.lo) and bool(self.lo == self.hi)

    @property
    def infinities(self) -> list[End]:
        """Those of the infinities that it may be."""
        return [end for end, gone in ends_of(self) if endless(end) and not gone]

    @property
    def sign(self) -> int | None:
        """1, −1 or 0; None where the interval doesn't tell."""
        low, high = ratio(self.lo)[0], ratio(self.hi)[0]
        if low > 0 or (low == 0 and self.out[0]):
            return 1
        if high < 0 or (high == 0 and self.out[1]):
            return -1
        return 0 if low == high else None

    def __neg__(self) -> "Num":
        return Num(-self.hi, -self.lo, self.out[::-1])

    def __sub__(self, other: "Num") -> "Num":
        return self + -other

    def __add__(self, other: "Num") -> "Num":
        if not any(map(endless, (self.lo, self.hi, other.lo, other.hi))):
            return span(self.lo + other.lo, self.hi + other.hi,
                        (self.out[0] or other.out[0], self.out[1] or other.out[1]))
        if any(-end in other.infinities for end in self.infinities):
            raise (Undefined if self.exact and other.exact else Unknown)("∞ − ∞")
        if self.infinite or other.infinite:
            return self if self.infinite else other
        low, high = (
            a if endless(a) else b if endless(b) else a + b
            for a, b in ((self.lo, other.lo), (self.hi, other.hi)))
        out = map(left_out, zip(ends_of(self), ends_of(other), strict=True))
        return span(low, high, (next(out), next(out)))

    def __mul__(self, other: "Num") -> "Num":
        one, two = self.sign, other.sign
        if 0 in (one, two):
            return num(0)  # Also 0 · ∞, as in 0 ln 0.
        if self.infinite or other.infinite:
            if one is None or two is None:
                raise Unknown("0 · ∞")
            return num(INF * one * two)
        if self.exact and (other.exact or self.lo == 1):
            return other if self.lo == 1 else num(self.lo * other.lo)
        xs, ys = list(ends_of(self)), list(ends_of(other))
        if one is None or two is None:
            return around([corner(x, y) for x in xs for y in ys])
        # Of numbers with a sign the ends that are least and largest together are known.
        low, high = corner(xs[two < 0], ys[one < 0]), corner(xs[two > 0], ys[one > 0])
        return span(low[0], high[0], (low[1], high[1]))

    def __truediv__(self, other: "Num") -> "Num":
        if not other.sign or (self.infinities and other.infinities):
            told = other.sign == 0 or (self.exact and other.exact)
            raise (Undefined if told else Unknown)("0 or infinity as a divisor")
        low, high = (
            other.sign * INF if end == 0 else Fraction(0) if endless(end) else 1 / end
            for end in (other.hi, other.lo))
        return self * span(low, high, other.out[::-1])


def ends_of(x: Num) -> Iterable[tuple[End, bool]]:
    """The two ends, each with whether it is left out."""
    return zip((x.lo, x.hi), x.out, strict=True)


def left_out(parts: Iterable[tuple[End, bool]]) -> bool:
    """Whether a sum or product of two ends is left out: an infinite one is reached as soon as the
    infinite part is, a finite one if both are."""
    both = list(parts)
    infinite = [out for end, out in both if endless(end)]
    return all(infinite) if infinite else any(out for _, out in both)


def corner(one: tuple[End, bool], two: tuple[End, bool]) -> tuple[End, bool]:
    """The product of two ends, and whether it is left out."""
    (x, gone), (y, off) = one, two
    if x == 0 or y == 0:
        return Fraction(0), (x != 0 or gone) and (y != 0 or off)
    if endless(x) or endless(y):
        return INF if (x > 0) == (y > 0) else -INF, left_out((one, two))
    return x * y, gone or off


def num(x: Any) -> Num:
    """An exact number."""
    value = x if endless(x) or isinstance(x, Fraction) else Fraction(x)
    return Num(value, value)


def span(low: End, high: End, out: tuple[bool, bool] = (False, False)) -> Num:
    """The reals between two ends, which are rounded outwards."""
    if ratio(low) == ratio(high):
        return num(low)
    return Num(rounded(low, False), rounded(high, True), out)


def around(ends: list[tuple[End, bool]]) -> Num:
    """The reals from the least to the largest of some ends."""
    low, high = (pick(end for end, _ in ends) for pick in (min, max))
    return span(low, high, (all(out for end, out in ends if end == low),
                            all(out for end, out in ends if end == high)))


ZERO, ONE, TWO, LINE = num(0), num(1), num(2), Num(-INF, INF, (True, True))


def less(a: Num, b: Num) -> bool | None:
    """Whether a < b: None where the intervals don't tell."""
    below = a.hi < b.lo or (a.hi == b.lo and (a.out[1] or b.out[0]))
    return True if below else False if a.lo >= b.hi else None


def opposite(found: bool | None) -> bool | None:
    """The negation of a truth, None included."""
    return None if found is None else not found


def equal(a: Num, b: Num) -> bool | None:
    """Whether a = b: True only for exact numbers."""
    if a.exact and b.exact:
        return bool(a.lo == b.lo)
    return False if less(a, b) or less(b, a) else None


def all_of(truths: Iterable[bool | None]) -> bool | None:
    """The “and” of three-valued truths."""
    open_ = False
    for held in truths:
        if held is False:
            return False
        open_ |= held is None
    return None if open_ else True


def positive(x: Num) -> bool:
    """Whether x > 0, for an x that is at least 0."""
    return x.sign > 0 if x.sign is not None else refuse(Unknown, "a number may be 0")


def least(*values: Num) -> Num:
    """The smallest value."""
    low, high = min(v.lo for v in values), min(v.hi for v in values)
    return span(low, high, (all(v.out[0] for v in values if v.lo == low),
                            any(v.out[1] for v in values if v.hi == high)))


def largest(*values: Num) -> Num:
    """The largest value."""
    return -least(*(-v for v in values))


def magnitude(x: Num) -> Num:
    """The absolute value."""
    if x.lo >= 0 or x.hi <= 0:
        return x if x.lo >= 0 else -x
    return around([(Fraction(0), False), (-x.lo, x.out[0]), (x.hi, x.out[1])])


def not_negative(x: Num) -> Num:
    """x, which is at least 0 by what it means."""
    return x if x.lo >= 0 else span(Fraction(0), x.hi, (False, x.out[1]))


def total(values: Iterable[Num]) -> Num:
    """The sum."""
    return functools.reduce(operator.add, values, ZERO)


def by_ends(bounds: Callable[[End, int], tuple[End, End]]) -> Callable[[Num], Num]:
    """A rising function of intervals, from (low, high) at a rational or infinite place and bits."""
    known = functools.lru_cache(50_000)(bounds)
    return lambda x: span(known(x.lo, Precision.bits)[0], known(x.hi, Precision.bits)[1], x.out)


@by_ends
def rising_exp(x: End, bits: int) -> tuple[End, End]:
    """e^x: Taylor's series at x/2^j, and j squarings."""
    if endless(x) or x == 0:
        return (Fraction(1) if x == 0 else INF if x > 0 else Fraction(0),) * 2
    halvings = max(0, x.numerator.bit_length() - x.denominator.bit_length() + 9)
    if halvings > MOST_HALVINGS:
        return refuse(Unknown, "e^x is too large") if x > 0 else (
            Fraction(0), Fraction(1, 1 << bits))
    width = bits + halvings + 24
    point = (x.numerator << width) // (x.denominator << halvings)
    term, value, count = 1 << width, 1 << width, 0
    while abs(term) > 1:
        count += 1
        term = ((term * point) >> width) // count
        value += term
    # Each step takes less than 3 units off, what is left and the place itself 3 more; what is
    # negative may add 1.
    low, high, zeros = value - 1, value + 3 * count + 3, width
    for _ in range(halvings):
        # Whole numbers of a few digits over 2^zeros, rounded outwards.
        drop = 2 * high.bit_length() - width
        low, high, zeros = low * low >> drop, -(-high * high >> drop), 2 * zeros - drop
    scale = (1, 1 << zeros) if zeros >= 0 else (1 << -zeros, 1)
    return Fraction(low * scale[0], scale[1]), Fraction(high * scale[0], scale[1])


@functools.lru_cache(1000)
def odd_series(z: Fraction, way: int, bits: int) -> Num:
    """z + way z³/3 + z⁵/5 + way z⁷/7 + … for 0 ≤ z ≤ 1/3: artanh z, or arctan z for way = −1."""
    width = bits + 40 + z.denominator.bit_length() - z.numerator.bit_length()
    piece = (z.numerator << width) // z.denominator
    square, value, count = (piece * piece) >> width, 0, 0
    while piece:
        value += way**count * (piece // (2 * count + 1))
        piece, count = (piece * square) >> width, count + 1
    # Each power and quotient is off by less than 2 units, and what is left by less than 2.
    low, high = (Fraction(value + side * 6 * count, 1 << width) for side in (-1, 1))
    return Num(low, high)


@by_ends
def rising_log(x: End, bits: int) -> tuple[End, End]:
    """ln x = k ln 2 + 2 artanh((m − 1)/(m + 1)) for x = m 2^k, m from 2/3 to 4/3."""
    if x == 0 or endless(x):
        return (INF if x else -INF,) * 2
    k = x.numerator.bit_length() - x.denominator.bit_length()
    k += (x / Fraction(2) ** k > Fraction(4, 3)) - (x / Fraction(2) ** k < Fraction(2, 3))
    z = (x / Fraction(2) ** k - 1) / (x / Fraction(2) ** k + 1)
    near = odd_series(abs(z), 1, bits) * num(2 if z > 0 else -2)
    found = near + odd_series(Fraction(1, 3), 1, bits) * num(2 * k)
    return found.lo, found.hi


# Of rationals of more bits, as exponentials have, no root is found exactly.
LONGEST_SQUARE = 1 << 16


@by_ends
def rising_root(x: End, bits: int) -> tuple[End, End]:
    """The square root of x ≥ 0, exactly where it is rational."""
    if endless(x):
        return x, x
    over, under = x.as_integer_ratio()
    if max(over.bit_length(), under.bit_length()) <= LONGEST_SQUARE:
        exact = Fraction(math.isqrt(over), math.isqrt(under))
        if exact**2 == x:
            return exact, exact
    # What is tiny needs no more digits than others, half as many zeros before them.
    shift = bits + 8 + max(0, under.bit_length() - over.bit_length()) // 2
    floor = math.isqrt((over << 2 * shift) // under)
    return Fraction(floor, 1 << shift), Fraction(floor + 1, 1 << shift)


def pi() -> Num:
    """π = 16 arctan(1/5) − 4 arctan(1/239)."""
    one, two = (odd_series(Fraction(1, n), -1, Precision.bits) for n in (5, 239))
    return one * num(16) - two * num(4)


@by_ends
def rising_cdf(x: End, bits: int) -> tuple[End, End]:
    """P(Z ≤ x), Z standard normal: ½ + φ(x) Σ x^(2k+1)/(1·3·…·(2k+1)); e^(−x²/2) bounds tails."""
    if abs(x) > 40:
        tail = exp(num(-x * x / 2)).hi
        return (1 - tail, Fraction(1)) if x > 0 else (Fraction(0), tail)
    if x == 0:
        return HALF, HALF
    width, square = bits + int(x * x) + 32, x * x
    factor, k, count = (square.numerator << width) // square.denominator, 1, 1
    term = value = (abs(x.numerator) << width) // x.denominator
    while term > 4:
        k, count = k + 2, count + 1
        term = ((term * factor) >> width) // k
        value += term
    # A unit taken off one term takes no more than e^(x²/2) off the sum; 2 go off each, and 2 in all
    # by x². Terms rise as long as k < x², and don't fall so low before k = 2x²: each one left out
    # is less than half of the last, which is no more than 4 and what was taken off it.
    missing = 12 * count << int(3 * square / 4) + 1
    Precision.bits = width
    sums = Num(Fraction(value, 1 << width), Fraction(value + missing, 1 << width))
    mass = sums * exp(num(-square / 2)) / sqrt(TWO * pi())
    found, Precision.bits = ONE / TWO + (mass if x > 0 else -mass), bits
    return found.lo, found.hi


def exp(x: Num) -> Num:
    """e to the x, which is positive but at −∞."""
    found = rising_exp(x)
    return found if found.lo > 0 or endless(x.lo) else Num(found.lo, found.hi, (True, found.out[1]))


def normal_cdf(x: Num) -> Num:
    """Φ, which is neither 0 nor 1 but at infinity."""
    found = rising_cdf(x)
    return found if found.exact else Num(found.lo, found.hi, (
        found.out[0] or (found.lo <= 0 and not endless(x.lo)),
        found.out[1] or (found.hi >= 1 and not endless(x.hi))))


def log(x: Num) -> Num:
    """The natural logarithm, −∞ at 0."""
    return rising_log(x) if x.sign in (0, 1) else refuse(Undefined if x.sign else Unknown, "ln x")


def sqrt(x: Num) -> Num:
    """The square root."""
    return rising_root(x) if x.lo >= 0 else refuse(Undefined if x.hi < 0 else Unknown, "√x")


def digits(x: End) -> int:
    """No less than |log₂ |x|| of a number other than 0, and hardly more; of an infinite end 1."""
    over, under = (1, 1) if endless(x) else Fraction(x).as_integer_ratio()
    return abs(over.bit_length() - under.bit_length()) + 1


def outwards(x: Num) -> Num:
    """With ends of few digits."""
    return Num(rounded(x.lo, False), rounded(x.hi, True), x.out)


def power(a: Num, b: Num) -> Num:
    """a to the b: for a ≥ 0, or a whole exponent."""
    if b.exact and not b.infinite and b.lo.denominator == 1:
        n, a = int(b.lo), magnitude(a) if b.lo % 2 == 0 else a
        if n < 0:
            return ONE / power(a, num(-n))
        if n < 1000 or abs(a.lo) == abs(a.hi) == 1 or a == ZERO:
            return span(a.lo**n, a.hi**n, a.out)
        if max(map(digits, (a.lo, a.hi))) * n > MOST_DIGITS:
            return refuse(Unknown, "a power of too many digits")
        half = outwards(power(outwards(a), num(n // 2)))
        return half * half * (a if n % 2 else ONE)
    if a.sign == 1:
        return exp(b * log(a))
    if None in (a.sign, b.sign) or (a.sign == -1 and not b.exact):
        raise Unknown("a power of what may be 0, or an exponent that may be whole")
    if a.sign == -1 or (a.sign == 0 and b.sign == -1):
        raise Undefined("a power that has no value")
    return ZERO


def entropy(p: Iterable[Num]) -> Num:
    """H(P), in nats."""
    return not_negative(-total(x * log(x) for x in p))


def binary_entropy(x: Num) -> Num:
    """h(x) in nats: it rises on [0, 1/2] and falls on [1/2, 1]."""
    if x.lo < 0 or x.hi > 1:
        raise (Undefined if x.hi < 0 or x.lo > 1 else Unknown)("the entropy outside of [0, 1]")
    ends = [entropy([num(end), num(1 - end)]) for end in (x.lo, x.hi)]
    low, high = min(end.lo for end in ends), max(end.hi for end in ends)
    inside = (x.lo > 0 or x.out[0]) and (x.hi < 1 or x.out[1])
    top = log(TWO).hi if 2 * x.lo < 1 < 2 * x.hi else high
    return span(low, top, (low == 0 and inside, False))


def root_of(rising: Callable[[Num], Num], low: Fraction, high: Fraction) -> Num:
    """Where between two rationals, from 0 on, a rising function is 0, by bisection."""
    for _ in range(4 * Precision.bits):
        middle = rounded((low + high) / 2 if low else high / 16, False)
        found = rising(num(middle)).sign if low < middle < high else None
        if found is None:
            break
        low, high = (low, middle) if found == 1 else (middle, high)
    return span(low, high)


def binary_entropy_inverse(y: Num) -> Num:
    """The x from 0 to 1/2 with h(x) = y."""
    room = log(TWO) - y
    if y.lo < 0 or room.lo < 0:
        wrong = y.hi < 0 or room.hi < 0
        raise (Undefined if wrong else Unknown)("an entropy outside of [0, ln 2]")

    def at(end: End) -> Num:
        return root_of(lambda x: binary_entropy(x) - num(end), Fraction(0), HALF) if end else ZERO

    return span(at(y.lo).lo, at(y.hi).hi)


def lambert_w(x: Num) -> Num:
    """W_0: the w from −1 on with w e^w = x, by bisection."""
    least = (x + exp(num(-1))).sign
    if least not in (0, 1):
        raise (Undefined if least else Unknown)("Lambert's W below −1/e")

    def at(end: End) -> Num:
        if endless(end) or end == 0:
            return num(end)
        if end > 0:
            # W(x) is at most ln(1 + x), which is less than x.
            most = Fraction(log(num(1 + end)).hi)
            return root_of(lambda w: w * exp(w) - num(end), Fraction(0), most)
        found = root_of(lambda u: (u - ONE) * exp(u - ONE) - num(end), Fraction(0), Fraction(1))
        return found - ONE

    return span(at(x.lo).lo, at(x.hi).hi)


SCALARS: dict[str, Callable[..., Num]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "pow": power, "neg": operator.neg, "exp": exp, "log": log, "sqrt": sqrt, "abs": magnitude,
    "minimum": least, "maximum": largest, "binary_entropy": binary_entropy,
    "binary_entropy_inverse": binary_entropy_inverse, "normal_cdf": normal_cdf, "pi": pi,
    "lambert_w": lambert_w,
}


def gathered(pairs: Iterable[tuple[Key, Num]]) -> dict[Key, Num]:
    """Sums of masses by key."""
    found: dict[Key, Num] = {}
    for key, mass in pairs:
        found[key] = found.get(key, ZERO) + mass
    return found
