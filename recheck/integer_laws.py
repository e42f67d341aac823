"""Laws on the integers, in enclosures: discrete Laplace, discrete Gaussian and mixtures of them.

A law is a list of parts, as on the real line (`densities`). With the weights of `at_integers` its
values at the integers are those of a mixture of densities, so that tails are bounded by theirs.
"""

import math
from collections.abc import Callable
from fractions import Fraction

from recheck.densities import Mixture, density, mixture
from recheck.errors import Unknown, Unsupported, demand, refuse
from recheck.evaluation import Law, meaning, whole
from recheck.events import Part
from recheck.line_divergences import at, mirrored, rates, tail_power, tail_ratio
from recheck.reals import (
    HALF,
    INF,
    ONE,
    TWO,
    ZERO,
    Num,
    exp,
    largest,
    less,
    log,
    magnitude,
    not_negative,
    num,
    pi,
    power,
    span,
    sqrt,
    total,
)

# How many integers a sum is worked out over, at most.
MOST_TERMS = 20_000


@meaning("discrete_laplace")
def discrete_laplace(mean: Num, scale: Num) -> Mixture:
    """P(k) proportional to exp(−|k − m|/b)."""
    return density("laplace", num(whole(mean)), scale)


@meaning("discrete_gaussian")
def discrete_gaussian(mean: Num, variance: Num) -> Mixture:
    """P(k) proportional to exp(−(k − m)²/2v)."""
    return density("gaussian", num(whole(mean)), variance)


@meaning("integer_mixture")
def integer_mixture(weights: Law, *laws: Mixture) -> Mixture:
    """Σ w_x L_x."""
    return mixture(weights, *laws)


def normaliser(part: Part) -> Num:
    """What a density at the integers is multiplied with to be a law."""
    _, shape, _, spread = part
    if shape != "gaussian":
        t = exp(-ONE / spread)
        return TWO * spread * (ONE - t) / (ONE + t)
    last = counted(num(12) * sqrt(spread) + ONE)
    near = total(exp(-num(j * j) / (TWO * spread)) for j in range(1, last + 1))
    # A falling sum is no more than its integral, and that lies below that of the tangent.
    rest = exp(-num(last * last) / (TWO * spread)) * spread / num(last)
    return sqrt(TWO * pi() * spread) / (ONE + TWO * (near + span(Fraction(0), rest.hi)))


def counted(x: Num) -> int:
    """A whole number no less."""
    found: int = math.ceil(x.hi)
    return found if found <= MOST_TERMS else refuse(Unsupported, "a sum of too many terms")


def at_integers(found: Mixture) -> Mixture:
    """Weighted densities whose values at the integers are the law's."""
    return [(part[0] * normaliser(part), *part[1:]) for part in found]


def log_parts(found: Mixture, k: int) -> list[Num]:
    """The logarithms of the parts at an integer."""
    place = num(k)
    return [at(rates(part, less(place, part[2]) is False), place)[0] for part in found]


def ends_of(p: Mixture, q: Mixture, order: Num) -> tuple[int, int]:
    """The integers between which the sums are worked out."""
    places = [part[2].lo for part in (*p, *q)]
    tilt = max(1, math.ceil(order.hi)) * (max(places) - min(places))
    width = max(counted(num(10) * sqrt(part[3]) if part[1] == "gaussian" else num(45) * part[3])
                for part in (*p, *q))
    low, high = int(min(places) - tilt) - width - 1, int(max(places) + tilt) + width + 1
    demand(low < high, "no integers")
    return (low, high) if high - low <= MOST_TERMS else refuse(
        Unsupported, "a sum of too many terms")


def summed(
    p: Mixture, q: Mixture, term: Callable[[Num, Num], Num],
    tails: Callable[[Mixture, Mixture, Fraction], Num], order: Num = ONE,
) -> Num:
    """The sum of a function of ln p and ln q; `tails` encloses what is right of an end, for the
    laws and for their mirrored ones."""
    first, second = at_integers(p), at_integers(q)
    low, high = ends_of(p, q, order)

    def logarithm(found: Mixture, k: int) -> Num:
        parts = log_parts(found, k)
        return parts[0] if len(parts) == 1 else log(total(map(exp, parts)))

    inside = total(
        term(logarithm(first, k), logarithm(second, k)) for k in range(low, high + 1))
    left = tails(mirrored(first), mirrored(second), Fraction(-low))
    return inside + left + tails(first, second, Fraction(high))


def tail_mass(found: Mixture, end: Fraction) -> Num:
    """No less than the mass right of an end: that of the tangents there."""
    def one(part: Part) -> Num:
        value, slope = at(rates(part, True), num(end))
        return exp(value) / -slope if slope.sign == -1 else refuse(Unknown, "a tail that rises")

    return total(map(one, found))


def up_to(bound: Num) -> Num:
    """Between 0 and a bound."""
    return span(Fraction(0), bound.hi)


@meaning("integer_hockey_stick")
def hockey_stick(p: Mixture, q: Mixture, epsilon: Num) -> Num:
    """Σ max(0, p − e^ε q)."""
    factor = exp(epsilon)
    if p == q:
        return largest(ZERO, ONE - factor)
    single = len(p) == len(q) == 1 and p[0][1] == q[0][1] == "laplace"
    if single and p[0][3] == q[0][3] and less(
        epsilon, magnitude(p[0][2] - q[0][2]) / p[0][3]
    ) is False:
        return ZERO  # Masses differ by no more than e^(d/b).
    return not_negative(summed(
        p, q, lambda a, b: largest(ZERO, exp(a) - factor * exp(b)),
        lambda one, _, end: up_to(tail_mass(one, end))))


@meaning("integer_total_variation")
def total_variation(p: Mixture, q: Mixture) -> Num:
    """Σ max(0, p − q)."""
    return hockey_stick(p, q, ZERO)


@meaning("integer_kl")
def kl(p: Mixture, q: Mixture) -> Num:
    """Σ p ln(p/q); a tail is at least P ln P for its mass P under p, and at most that of the order
    9/8 divided by 1/8."""
    if p == q:
        return ZERO
    order = num(Fraction(9, 8))

    def tails(one: Mixture, two: Mixture, end: Fraction) -> Num:
        mass, most = tail_mass(one, end), tail_power(one, two, order, end) / (order - ONE)
        if mass.hi > Fraction(1, 3):
            return refuse(Unknown, "a tail of too much mass")
        # x ln x falls from 0 up to 1/e.
        return span((num(mass.hi) * log(num(mass.hi))).lo, most.hi)

    return not_negative(summed(p, q, lambda a, b: exp(a) * (a - b), tails, order))


def power_sum(p: Mixture, q: Mixture, order: Num) -> Num:
    """Σ p^α q^(1−α) for a finite α > 0 other than 1."""
    if p == q:
        return ONE
    rest = ONE - order
    if less(order, ONE):
        def tails(one: Mixture, two: Mixture, end: Fraction) -> Num:
            return up_to(power(tail_mass(one, end), order) * power(tail_mass(two, end), rest))
    elif less(ONE, order):
        def tails(one: Mixture, two: Mixture, end: Fraction) -> Num:
            return up_to(tail_power(one, two, order, end))
    else:
        raise Unknown("an order that may be 1")
    return summed(p, q, lambda a, b: exp(order * a + rest * b), tails, order)


def most_ratio(p: Mixture, q: Mixture) -> Num:
    """The largest ln(p/q)."""
    if p == q:
        return ZERO
    first, second = at_integers(p), at_integers(q)
    low, high = ends_of(p, q, ONE)
    inside = [
        log(total(map(exp, log_parts(first, k)))) - log(total(map(exp, log_parts(second, k))))
        for k in range(low, high + 1)]
    tails = [log(tail_ratio(mirrored(first), mirrored(second), Fraction(-low))),
             log(tail_ratio(first, second, Fraction(high)))]
    return span(max(x.lo for x in inside), max(x.hi for x in (*inside, *tails)))


@meaning("integer_renyi")
def renyi(p: Mixture, q: Mixture, order: Num) -> Num:
    """(ln Σ p^α q^(1−α))/(α − 1), D(P‖Q) at 1 and the largest ln(p/q) at ∞."""
    if order.sign != 1 or (not order.exact and order.lo <= 1 <= order.hi):
        return ZERO if order.sign == 0 else refuse(Unknown, "an order that may be 0 or 1")
    if order == num(INF):
        return not_negative(most_ratio(p, q))
    if order == ONE:
        return kl(p, q)
    return not_negative(log(power_sum(p, q, order)) / (order - ONE))


@meaning("integer_chi_square")
def chi_square(p: Mixture, q: Mixture) -> Num:
    """Σ p²/q − 1."""
    return not_negative(power_sum(p, q, TWO) - ONE)


@meaning("integer_hellinger")
def hellinger(p: Mixture, q: Mixture) -> Num:
    """1 − Σ √(p q)."""
    return not_negative(ONE - power_sum(p, q, num(HALF)))
