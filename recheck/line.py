"""Laws on the real line: Laplace and Gaussian laws and mixtures of them, where there are closed
forms, with the normal law's distribution function and π on `intervals`. Integrals that have none
(of mixtures, of laws of two shapes, informations) are unsupported.
"""

import itertools
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import intervals as iv
from intervals import INF, Interval, Precision, Undefined, Unknown, ends, exact
from quantities import Rejected
from statements import Unsupported

MOST_DEVIATIONS = 200


class Part(NamedTuple):
    """A weighted density: a Laplace law by its scale, a Gaussian one by its variance."""

    weight: object
    shape: str
    mean: object
    spread: object


# --- numbers --------------------------------------------------------------------------------------


@lru_cache(maxsize=100)
def pi_ends(bits):
    """Bounds of π = 16 arctan(1/5) − 4 arctan(1/239), by Gregory's series in fixed point."""
    width, total, error = bits + 32, 0, 0
    for factor, n in ((16, 5), (-4, 239)):
        power, count = (1 << width) // n, 0
        while power:
            total += factor * (-1) ** count * (power // (2 * count + 1))
            power //= n * n
            count += 1
        # Each term is rounded down twice, by less than 3 units; what is left is less than 1.
        error += abs(factor) * (3 * count + 3)
    return Fraction(total - error, 1 << width), Fraction(total + error, 1 << width)


def pi(_=None):
    """The number π."""
    return iv.between(*pi_ends(Precision.bits))


@lru_cache(maxsize=5_000)
def half_mass(z, bits):
    """Bounds of P(0 < Z < z) for a standard normal Z, to about `bits` bits of the tail beyond z.

    It is φ(z) times the sum of z^(2k+1)/(1·3·…·(2k+1)), whose terms are positive.
    """
    width = bits + int(z * z) + 32
    square = z * z
    low_square = (square.numerator << width) // square.denominator
    low = term_low = (z.numerator << width) // z.denominator
    high = term_high = term_low + 1
    count = 1
    while count < 4 * square or term_high > 4:
        count += 2
        term_low = ((term_low * low_square) >> width) // count
        term_high = (((term_high * (low_square + 1)) >> width) + 1) // count + 1
        low, high = low + term_low, high + term_high
    # From here on each term is less than half of the one before.
    series = Interval(Fraction(low, 1 << width), Fraction(high + term_high, 1 << width))
    before, Precision.bits = Precision.bits, width
    density = iv.div(iv.exp(-square / 2), iv.sqrt(iv.mul(2, pi())))
    found = iv.mul(series, density)
    Precision.bits = before
    return found


def normal_below(x):
    """P(Z ≤ x) for a standard normal Z."""
    if iv.infinite(x):
        return Fraction(x > 0)
    if exact(x) and x == 0:
        return Fraction(1, 2)
    found = []
    for end, up in zip(ends(x), (False, True), strict=True):
        place = rounded(Fraction(end), up)
        if abs(place) > MOST_DEVIATIONS:
            # The tail beyond z is at most e^(−z²/2)/2.
            tail = ends(iv.exp(-place * place / 2))[1] / 2
            found.append((tail if up else 0) if place < 0 else 1 if up else 1 - tail)
            continue
        mass = half_mass(abs(place), Precision.bits)
        low, high = mass if place >= 0 else (-mass.hi, -mass.lo)
        found.append(Fraction(1, 2) + (high if up else low))
    return iv.between(max(found[0], Fraction(0)), min(found[1], Fraction(1)))


def rounded(x, up):
    """x with few digits, at or beyond it."""
    return iv.rounded(x, up) if x else Fraction(0)


def laplace_below(u):
    """P(Z ≤ u) for a standard Laplace Z."""
    found = []
    for end in ends(u):
        tail = iv.div(iv.exp(-abs(end)), 2)
        found.append(tail if end <= 0 else iv.sub(1, tail))
    if exact(u):
        return found[0]
    return iv.between(ends(found[0])[0], ends(found[1])[1])


# --- laws -----------------------------------------------------------------------------------------


def single(shape):
    """A law of one density."""
    def law(_, mean, spread):
        if iv.infinite(mean) or iv.infinite(spread) or iv.less_equal(spread, 0):
            raise Undefined("a law on the line has a finite mean and a positive scale")
        if not iv.sign(spread):
            raise Unknown("a scale may be 0")
        return [Part(Fraction(1), shape, mean, spread)]
    return law


def law_mixture(_, weights, *laws):
    """Σ w_x L_x."""
    if len(weights) != len(laws):
        raise Rejected("another number of weights than of laws")
    return merged(part._replace(weight=iv.mul(weight, part.weight))
                  for weight, law in zip(weights, laws, strict=True) for part in law)


def gaussian_mixture(_, weights, means, variances):
    """Σ w_i N(m_i, v_i)."""
    if not len(weights) == len(means) == len(variances):
        raise Rejected("another number of weights than of laws")
    normal = single("gaussian")
    return law_mixture(_, weights, *(
        normal(_, mean, spread) for mean, spread in zip(means, variances, strict=True)))


def merged(parts):
    """The possible parts, those of one density together."""
    sums = {}
    for part in parts:
        if iv.sign(part.weight) != 0:
            sums[part[1:]] = iv.add(sums.get(part[1:], Fraction(0)), part.weight)
    return [Part(weight, *density) for density, weight in sums.items()]


def law_shift(_, law, by):
    """The law of Y + by."""
    if iv.infinite(by):
        raise Undefined("a law on the line has a finite mean")
    return [part._replace(mean=iv.add(part.mean, by)) for part in law]


def mass(part, low, high):
    """The probability of (low, high] under one density, from the nearer tail."""
    scale = iv.sqrt(part.spread) if part.shape == "gaussian" else part.spread
    below = normal_below if part.shape == "gaussian" else laplace_below
    one, two = (iv.div(iv.sub(end, part.mean), scale) for end in (low, high))
    if iv.sign(one) == 1:
        one, two = iv.neg(two), iv.neg(one)
    return iv.sub(below(two), below(one))


def interval_mass(_, law, low, high):
    """The probability of (low, high]; 0 where it is empty."""
    empty = iv.less_equal(high, low)
    if empty is None:
        raise Unknown("an interval may be empty")
    if empty:
        return Fraction(0)
    return iv.total(iv.mul(part.weight, mass(part, low, high)) for part in law)


def law_cells(_, law, *places):
    """The masses between places that rise, and beyond them."""
    found = []
    for low, high in itertools.pairwise([-INF, *places, INF]):
        if iv.less(high, low):
            raise Undefined("the ends of cells rise")
        found.append(interval_mass(_, law, low, high))
    return found


# --- what is measured of them ---------------------------------------------------------------------


def alone(*laws):
    """The one density of each law, all of one shape."""
    parts = [part for law in laws for part in merged(law)]
    if len(parts) != len(laws) or len({part.shape for part in parts}) > 1:
        raise Unsupported("an integral of a mixture on the line, or of laws of two shapes")
    return parts


def differential_entropy(_, law):
    """½ ln(2πe v), and 1 + ln(2b)."""
    (part,) = alone(law)
    if part.shape == "gaussian":
        return iv.div(iv.add(1, iv.log(iv.mul(iv.mul(2, pi()), part.spread))), 2)
    return iv.add(1, iv.log(iv.mul(2, part.spread)))


def same(one, two):
    """Whether two numbers are equal."""
    found = True if one == two and exact(one) else iv.equal(one, two)
    if found is None:
        raise Unknown("two numbers may be equal")
    return found


def law_kl(_, p, q):
    """½(r − 1 − ln r + d²/v), and r e^(−d/b) + d/b' − 1 − ln r, for the ratio r of the spreads."""
    if merged(p) == merged(q):
        return Fraction(0)
    p, q = alone(p, q)
    distance, ratio = iv.absolute(iv.sub(p.mean, q.mean)), iv.div(p.spread, q.spread)
    common = iv.sub(iv.neg(iv.log(ratio)), 1)
    if p.shape == "gaussian":
        means = iv.div(iv.power(distance, 2), q.spread)
        return iv.not_negative(iv.div(iv.total([ratio, common, means]), 2))
    decay = iv.mul(ratio, iv.exp(iv.neg(iv.div(distance, p.spread))))
    return iv.not_negative(iv.total([decay, iv.div(distance, q.spread), common]))


def excess(exponent):
    """max(0, 1 − e^x), exactly 0 where x ≥ 0."""
    if iv.sign(exponent) in (0, 1):
        return Fraction(0)
    return iv.not_negative(iv.sub(1, iv.exp(exponent)))


def law_hockey_stick(_, p, q, epsilon):
    """The largest P(A) − e^ε Q(A): of the event on which the log-ratio is above ε."""
    if merged(p) == merged(q):
        return excess(epsilon)
    if iv.infinite(epsilon):
        return Fraction(epsilon < 0)
    p, q = alone(p, q)
    if not same(p.spread, q.spread):
        return apart(p, q, epsilon)
    distance = iv.absolute(iv.sub(p.mean, q.mean))
    if p.shape == "laplace":
        half = iv.div(iv.sub(epsilon, iv.div(distance, p.spread)), 2)
        return excess(iv.minimum(half, epsilon))
    if same(distance, Fraction(0)):
        return excess(epsilon)
    t = iv.div(distance, iv.sqrt(p.spread))
    half, middle = iv.div(t, 2), iv.div(epsilon, t)
    lost = iv.mul(iv.exp(epsilon), normal_below(iv.sub(iv.neg(half), middle)))
    return iv.not_negative(iv.sub(normal_below(iv.sub(half, middle)), lost))


def apart(p, q, epsilon):
    """Two Gaussian laws of different variances: ln(p/q) − ε is a quadratic a x² + b x + c."""
    if p.shape != "gaussian":
        raise Unsupported("the distance of Laplace laws of different scales")
    one, two = iv.div(1, p.spread), iv.div(1, q.spread)
    a = iv.div(iv.sub(two, one), 2)
    b = iv.sub(iv.mul(p.mean, one), iv.mul(q.mean, two))
    squares = iv.sub(iv.mul(iv.power(q.mean, 2), two), iv.mul(iv.power(p.mean, 2), one))
    c = iv.sub(iv.div(iv.add(squares, iv.log(iv.div(q.spread, p.spread))), 2), epsilon)
    room = iv.sub(iv.power(b, 2), iv.mul(4, iv.mul(a, c)))
    if iv.sign(a) is None or iv.sign(room) is None:
        raise Unknown("the sign of a quadratic")
    if iv.sign(room) != 1:
        return Fraction(0) if iv.sign(a) < 0 else iv.sub(1, iv.exp(epsilon))
    root = iv.sqrt(room)
    low, high = (iv.div(iv.sub(iv.mul(way, root), b), iv.mul(2, a))
                 for way in ((1, -1) if iv.sign(a) < 0 else (-1, 1)))
    between = [mass(part, low, high) for part in (p, q)]
    if iv.sign(a) > 0:
        between = [iv.add(mass(part, -INF, low), mass(part, high, INF)) for part in (p, q)]
    return iv.not_negative(iv.sub(between[0], iv.mul(iv.exp(epsilon), between[1])))


def law_total_variation(_, p, q):
    """The largest P(A) − Q(A)."""
    return law_hockey_stick(_, p, q, Fraction(0))


MEANINGS = {function.__name__: function for function in (
    differential_entropy, gaussian_mixture, interval_mass, law_cells, law_hockey_stick, law_kl,
    law_mixture, law_shift, law_total_variation, pi,
)} | {"laplace": single("laplace"), "gaussian": single("gaussian"),
      "normal_cdf": lambda _, x: normal_below(x)}
