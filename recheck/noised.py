"""Sums of two densities on the real line, in enclosures: Gaussian laws with Laplace noise, uniform
laws with Gaussian or Laplace noise, two Laplace laws, two uniform laws.

The shape of a sum is a name and the noise's scale or, of a Gaussian's noise on a uniform law, its
variance; mean and spread are those of the other. Of two laws of one kind the noise is that of the
smaller scale or length, as far as numbers tell; of two uniform laws the place is the left end.
"""

from fractions import Fraction

from recheck.errors import Unsupported, refuse
from recheck.events import Part
from recheck.reals import (
    ONE,
    TWO,
    ZERO,
    End,
    Num,
    Precision,
    endless,
    exp,
    largest,
    least,
    less,
    magnitude,
    normal_cdf,
    num,
    pi,
    span,
    sqrt,
)

NONE = Fraction(0)
# Of two densities the one that a sum is named after first.
ORDER = ("laplace", "gaussian")


def sum_of(one: Part, two: Part) -> Part:
    """The density of a sum of independent numbers: variances add up, and of Laplace and of uniform
    laws there is one at most."""
    low, high = sorted((one, two), key=lambda part: part[1] in ORDER and ORDER.index(part[1]) + 1)
    (w, shape, m, v), (x, other, n, u) = low, high
    weight, place = w * x, m + n
    if other == "gaussian":
        if shape == "gaussian":
            return weight, shape, place, v + u
        if shape == "laplace":
            return weight, ("noised", v), place, u
        if shape == "uniform":
            return weight, ("smoothed", u), place, v
        if isinstance(shape, tuple) and shape[0] == "noised":
            return weight, shape, place, v + u
        if isinstance(shape, tuple) and shape[0] == "smoothed":
            return weight, ("smoothed", shape[1] + u), place, v
    if other == "laplace" and shape == "uniform":
        return weight, ("blurred", u), place, v
    if shape == other and other in ("laplace", "uniform"):
        longer, shorter = (u, v) if less(v, u) else (v, u)
        return weight, ("laplaces" if shape == "laplace" else "trapezoid", shorter), place, longer
    return refuse(Unsupported, "a sum of laws of these shapes")


def bared(*laws: list[Part]) -> list[list[Part]] | None:
    """The laws without what is the same in all their sums, where all parts are sums with it: a
    divergence of these is no smaller, as noise tells nothing. None where they have none such."""
    parts = [part for found in laws for part in found]
    kinds = {part[1] for part in parts}
    if len(kinds) != 1 or not isinstance(parts[0][1], tuple):
        return None
    kind, noise = parts[0][1]
    if kind == "noised":
        # Without Laplace noise.
        return [[(w, "gaussian", m, v) for w, _, m, v in found] for found in laws]
    if kind in ("laplaces", "trapezoid"):
        # Without the one that all have.
        plain = "laplace" if kind == "laplaces" else "uniform"
        return [[(w, plain, m, v) for w, _, m, v in found] for found in laws]
    if len({part[3] for part in parts}) != 1:
        return None
    # Without the uniform number.
    shape = "gaussian" if kind == "smoothed" else "laplace"
    return [[(w, shape, m, noise) for w, _, m, _ in found] for found in laws]


def below(part: Part, x: Num) -> Num:
    """P(Y ≤ x) of a sum."""
    _, shape, mean, spread = part
    assert isinstance(shape, tuple)
    kind, noise = shape
    if kind == "noised":
        return noised_below(x - mean, spread, noise)
    if kind == "laplaces":
        z = magnitude(x - mean) / spread
        more = ONE + noise / (spread + noise) * grown(z, spread, noise)
        tail = least(exp_in_mass(-z) * more / TWO, ONE / TWO)
        if (x - mean).sign is None:
            return span(tail.lo, (ONE - tail).hi)
        return ONE - tail if (x - mean).sign == 1 else tail
    if kind == "trapezoid":
        low, high = (trapezoid_below(end, mean, spread, noise) for end in (x.lo, x.hi))
        return span(low.lo, high.hi)
    first, last = x - mean, x - mean - spread
    rest = smoothed_rest if kind == "smoothed" else blurred_rest
    scale = sqrt(noise) if kind == "smoothed" else noise
    # The mean over the interval of the noise's distribution function, whose integral rises.
    found = (rest(first, scale) - rest(last, scale)) / spread
    return span(max(found.lo, NONE), min(found.hi, Fraction(1)))


def density_at(part: Part, x: Num) -> Num:
    """The density of a uniform law with noise: the noise's mass over the interval's length."""
    _, shape, low, length = part
    assert isinstance(shape, tuple)
    kind, noise = shape
    if kind == "noised":
        return refuse(Unsupported, "the density of a Gaussian law with Laplace noise")
    if kind == "laplaces":
        z = magnitude(x - low) / length
        return exp(-z) * (ONE + grown(z, length, noise)) / (TWO * (length + noise))
    if kind == "trapezoid":
        left = least(x - low, low + length + noise - x, noise)
        return largest(left, ZERO) / (length * noise)
    scale = sqrt(noise) if kind == "smoothed" else noise
    one, two = ((x - end) / scale for end in (low, low + length))
    if kind == "smoothed":
        return (cdf(one) - cdf(two)) / length
    return (laplace_below(one) - laplace_below(two)) / length


def grown(z: Num, scale: Num, other: Num) -> Num:
    """∫ e^(−κt) dt over [0, z] for κ = a/b − 1: with the scales a and b the density of a sum of two
    Laplace numbers is e^(−z) (1 + this)/(2 (a + b)) at z = |x|/a, and the mass beyond
    e^(−z) (1 + b/(a + b) this)/2."""
    bend = scale / other - ONE
    if bend == ZERO:
        return z
    if bend.sign == 1:
        # It rises with z: the ends of z and of κ bound it.
        low, high = ((ONE - exp_in_mass(-bend * num(end))) / bend for end in (z.lo, z.hi))
        return span(max(low.lo, NONE), high.hi)
    fallen = exp(-bend * z)
    return z * span(min(fallen.lo, Fraction(1)), max(fallen.hi, Fraction(1)))


def trapezoid_below(x: End, low: Num, length: Num, shorter: Num) -> Num:
    """The mass below a number: of the sum of two uniform numbers from 0 on it is the sum of
    ±max(x − c, 0)²/(2 L l) over c = 0, l, L and L + l, the first and the last added."""
    if endless(x):
        return ONE if x > 0 else ZERO
    away = num(x) - low

    def square(by: Num) -> Num:
        rest = largest(away - by, ZERO)
        return rest * rest

    found = (square(ZERO) - square(shorter) - square(length) + square(length + shorter)) / (
        TWO * length * shorter)
    return span(max(found.lo, NONE), min(found.hi, Fraction(1)))


def laplace_below(z: Num) -> Num:
    """The standard Laplace law's mass below a number, which rises."""
    tail = exp_in_mass(-magnitude(z)) / TWO
    if z.sign is None:
        return span(tail.lo, (ONE - tail).hi)
    return ONE - tail if z.sign == 1 else tail


def smoothed_rest(u: Num, deviation: Num) -> Num:
    """∫ Φ(t/σ) dt up to u: u Φ(u/σ) + σ φ(u/σ)."""
    z = u / deviation
    bell = exp_in_mass(-z * z / TWO) / sqrt(TWO * pi())
    return u * cdf(z) + deviation * bell


def blurred_rest(u: Num, scale: Num) -> Num:
    """The same of a Laplace law: β e^(−|u|/β)/2, and u more where that is positive."""
    tail = scale * exp_in_mass(-magnitude(u / scale)) / TWO
    if u.sign is None:
        return tail + span(NONE, max(u.hi, NONE))
    return tail + u if u.sign == 1 else tail


def noised_below(x: Num, variance: Num, noise: Num) -> Num:
    """P(X + N ≤ x) for X normal around 0: Φ(x/σ) + (E(−x) − E(x))/4, where E(x) is
    2 exp(σ²/2b² − x/b) Φ(x/σ − σ/b)."""
    place, ratio = x / sqrt(variance), sqrt(variance) / noise

    def term(u: Num) -> Num:
        z, growth = (ratio - u) / sqrt(TWO), ratio * (ratio / TWO - u)
        if z.sign != 1:
            return exp_in_mass(growth) * cdf(u - ratio)
        if less(z, num(28)):
            return exp(growth) * normal_cdf(u - ratio)
        # Of erfcx between 2/√π/(z + √(z² + 2)) and 2/√π/(z + √(z² + 4/π)) (Abramowitz & Stegun
        # 7.1.13): e^(z²) times the distribution function overflows where z is large.
        bell = exp_in_mass(-u * u / TWO) / sqrt(pi())
        low, high = (bell / (z + sqrt(z * z + c)) for c in (TWO, num(4) / pi()))
        return span(low.lo, high.hi)

    found = cdf(place) + (term(-place) - term(place)) / TWO
    return span(max(found.lo, NONE), min(found.hi, Fraction(1)))


def faint(power: Num) -> Num | None:
    """Between 0 and e^x, if that counts for nothing in a mass at the present precision."""
    spare = 2 * Precision.bits
    return span(NONE, Fraction(1, 1 << spare)) if power.hi < -spare else None


def exp_in_mass(power: Num) -> Num:
    """e^x without digits that count for nothing."""
    return faint(power) or exp(power)


def cdf(x: Num) -> Num:
    """Φ without such digits: Φ(−x) is at most e^(−x²/2) for x ≥ 0."""
    tail = faint(-x * x / TWO)
    if tail is None:
        return normal_cdf(x)
    return tail if x.sign == -1 else ONE - tail
