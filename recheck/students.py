"""Student's laws in enclosures: densities, distribution functions and entropies by closed forms,
for whole numbers of degrees of freedom."""

import functools
from fractions import Fraction

from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.evaluation import meaning
from recheck.events import Part, Student
from recheck.reals import (
    HALF,
    ONE,
    TWO,
    ZERO,
    End,
    Num,
    Precision,
    endless,
    less,
    log,
    num,
    odd_series,
    opposite,
    pi,
    power,
    span,
    sqrt,
)

# The sums below have half as many terms.
MOST_FREEDOM = 10_000


@meaning("student")
def student(place: Num, scale: Num, freedom: Num) -> list[Part]:
    """The law of a place, a scale, and a number of degrees of freedom from 1 on."""
    if not freedom.exact:
        return refuse(Unknown, "degrees of freedom that aren't known")
    if freedom.infinite or freedom.lo.denominator != 1 or freedom.lo < 1:
        return refuse(Undefined, "degrees of freedom that aren't a number from 1 on")
    if freedom.lo > MOST_FREEDOM:
        return refuse(Unsupported, "so many degrees of freedom")
    fits = less(ZERO, scale) if not place.infinite and not scale.infinite else False
    if not fits:
        raise (Undefined if fits is False else Unknown)("a spread that isn't positive")
    return [(ONE, Student(int(freedom.lo)), place, scale)]


def has_students(*laws: list[Part]) -> bool:
    """Whether there are Student laws."""
    return any(isinstance(part[1], Student) for found in laws for part in found)


def height(shape: Student) -> Num:
    """The density at the mean, times the scale: Γ((ν + 1)/2)/(Γ(ν/2) √(νπ)). For even ν it is
    (1·3·…·(ν − 1))/(2·4·…·(ν − 2))/(2√ν), for odd ν (2·4·…·(ν − 1))/(1·3·…·(ν − 2))/(π√ν)."""
    n, ratio = shape.freedom, Fraction(1)
    for k in range(n - 1, 0, -2):
        ratio *= Fraction(k, max(1, k - 1))
    whole = num(ratio) / sqrt(num(n))
    return whole / TWO if n % 2 == 0 else whole / pi()


def arctan(x: Fraction) -> Num:
    """The arctangent of a number from 0 to 1: arctan(1/2) is arctan(1/3) + arctan(1/7), and what a
    number beyond 1/3 differs from it by is at most a third."""
    if x <= Fraction(1, 3):
        return odd_series(x, -1, Precision.bits)
    half = sum((odd_series(Fraction(1, k), -1, Precision.bits) for k in (3, 7)), ZERO)
    moved = (x - HALF) / (1 + x * HALF)
    rest = odd_series(abs(moved), -1, Precision.bits)
    return half + rest if moved > 0 else half - rest


def student_below(shape: Student, place: Num) -> Num:
    """The mass of (−∞, x], x in scales from the mean. It never falls as x grows, so that the ends
    of an enclosure suffice."""
    def at(end: End) -> Num:
        if endless(end):
            return ONE if end > 0 else ZERO
        above = tail(shape.freedom, abs(end), Precision.bits)
        return ONE - above if end > 0 else above

    low, high = at(place.lo), at(place.hi)
    return span(max(low.lo, Fraction(0)), min(high.hi, Fraction(1)))


@functools.lru_cache(20_000)
def tail(n: int, t: Fraction, bits: int) -> Num:
    """The mass beyond t ≥ 0 (Abramowitz & Stegun 26.7.3 and 26.7.4). With c = n/(n + t²) the mass
    between −t and t is the beginning of √(1 − c) Σ c^k (1·3·…·(2k − 1))/(2·4·…·2k) for even n,
    whose sum is 1; for odd n that of (2/π) √(c (1 − c)) Σ c^k (2·4·…·2k)/(3·5·…·(2k + 1)), whose
    sum is 1 − 2θ/π, and 2θ/π, where θ = arctan(t/√n). It ends before c^(n/2), rounded down."""
    c = Fraction(n) / (n + t * t)
    odd = n % 2
    term = sqrt(num(1 - c)) * (sqrt(num(c)) * TWO / pi() if odd else ONE)

    def grown(term: Num, k: int) -> Num:
        return term * num(c * Fraction(2 * k - 1 + odd, 2 * k + odd))

    if 2 * c > 1:
        inside = ZERO
        for k in range(n // 2):
            inside, term = inside + term, grown(term, k + 1)
        if odd:
            # With t below √n the arctangent is of a number below 1.
            root = sqrt(num(t * t / n))
            low, high = (arctan(min(end, Fraction(1))) for end in (root.lo, root.hi))
            inside = inside + TWO * span(low.lo, high.hi) / pi()
        return (ONE - inside) / TWO
    for k in range(n // 2):
        term = grown(term, k + 1)
    beyond, k = ZERO, n // 2
    while term.hi * (1 << (bits + 8)) > beyond.lo:
        beyond, k = beyond + term, k + 1
        term = grown(term, k)
    # Each further term is no more than c times the one before.
    rest = term / num(1 - c)
    return span(beyond.lo, (beyond + rest).hi) / TWO


def student_entropy(shape: Student, scale: Num) -> Num:
    """(ν + 1)/2 (ψ((ν + 1)/2) − ψ(ν/2)) less the logarithm of the height: the difference is 2 ln 2
    for ν = 1, and 2/ν less it for ν + 1."""
    rational, sign = Fraction(0), 1
    for k in range(1, shape.freedom):
        rational, sign = Fraction(2, k) - rational, -sign
    gap = num(rational) + num(2 * sign) * log(TWO)
    return num(Fraction(shape.freedom + 1, 2)) * gap - log(height(shape)) + log(scale)


def most_of_students(p: list[Part], q: list[Part]) -> Num | None:
    """The largest ln(p/q) of two Student laws of as many degrees of freedom; None of others.

    With a = νs'² and b = νs² it is ν ln(s/s') + (ν + 1)/2 ln λ for the largest λ of
    (a + y'²)/(b + y²): the larger zero of b λ² − (a + b + d²) λ + a.
    """
    if not (len(p) == len(q) == 1 and isinstance(p[0][1], Student) and p[0][1] == q[0][1]):
        return None
    n = num(p[0][1].freedom)
    a, b = n * power(q[0][3], TWO), n * power(p[0][3], TWO)
    middle = a + b + power(p[0][2] - q[0][2], TWO)
    root = middle * middle - num(4) * a * b
    found = (middle + sqrt(span(max(root.lo, Fraction(0)), root.hi))) / (TWO * b)
    return n * log(p[0][3] / q[0][3]) + (n + ONE) / TWO * log(found)


def nowhere_above(p: list[Part], q: list[Part], epsilon: Num) -> bool:
    """Whether two Student laws are known to have a ratio of at most e^ε."""
    most = most_of_students(p, q)
    return most is not None and opposite(less(epsilon, most)) is True
