"""Discrete Gaussian noise (Canonne, Kamath and Steinke 2020): whole x with e^(−x²/(2σ²)).

The loss of an answer x against one that is Δ lower is (2xΔ − Δ²)/(2σ²), which rises with x: δ is a
sum over x from a threshold on, whose terms are positive and end in a geometric bound.
"""

from __future__ import annotations

from typing import Any

from flint import arb, arb_poly, ctx, fmpq

from verified.accounting.compositions import EPSILON_WIDTH
from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    LogOf,
    NotReachedError,
    Scalar,
    exponent,
    exponential,
    least_argument,
    most_within,
    nats,
    negated,
    positive,
    positive_delta,
    refined,
    relative_width,
    require,
    whole,
)
from verified.accounting.results import Certified, counted
from verified.errors import InputError
from verified.numbers.limits import check_time

MOST_TERMS = 1_000_000
# Places of sums of several rounds.
MOST_PLACES = 100_000
# From this σ on sums over many places are an integral and corrections; so many of these, and terms
# of the series of the noise's mass, at most.
_SMOOTH, _MOST_CORRECTIONS, _MOST_POISSON = 16, 400, 4000
_NONE = fmpq(0)


def discrete_gaussian_delta(
    *, sigma: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The least δ for which `steps` discrete Gaussian mechanisms are (ε, δ)-DP, for whole answers
    to neighbours that are `sensitivity` apart (Canonne, Kamath and Steinke 2020, Theorem 7).

    Args:
        sigma: the parameter σ of the noise, near its standard deviation.
        eps: any real number, in nats.
        steps: how many times the mechanism is used.
        sensitivity: the distance, a whole number.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    size, shift = positive(sigma, "sigma"), whole(sensitivity, "sensitivity")
    level, count = exponent(eps), whole(steps, "steps")

    def found(wide: Any) -> Enclosure:
        return _delta(size, shift, level, count, relative_width(wide))

    return Certified(found(width), "", found)


def discrete_gaussian_epsilon(
    *, sigma: Any, delta: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = EPSILON_WIDTH
) -> Certified:
    """The least ε ≥ 0 for which `steps` discrete Gaussian mechanisms are (ε, δ)-DP, 0 < δ < 1.

    Arguments and errors are those of `discrete_gaussian_delta`.
    """
    size, shift = positive(sigma, "sigma"), whole(sensitivity, "sensitivity")
    target, count = positive_delta(delta), whole(steps, "steps")

    def found(wide: Any) -> Enclosure:
        return least_argument(
            lambda eps, narrow: _delta(size, shift, eps, count, narrow), target,
            relative_width(wide), shift / size + count * shift * shift / (2 * size * size), fmpq(0),
            "the least ε",
        )

    return Certified(found(width), "nats", found)


def discrete_gaussian_steps(
    *, sigma: Any, eps: Any, delta: Any, sensitivity: Any = 1, most: Any = 10_000
) -> Certified:
    """The largest number of discrete Gaussian mechanisms that are (ε, δ)-DP together; 0 if none,
    0 < δ < 1.

    Arguments are those of `discrete_gaussian_delta`.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: `most` are within, sums of more rounds have too many places, or a
            comparison isn't decided.
    """
    size, shift = positive(sigma, "sigma"), whole(sensitivity, "sensitivity")
    at, target = exponent(eps), positive_delta(delta)

    def value(count: int, width: fmpq) -> Enclosure:
        try:
            return _delta(size, shift, at, count, width)
        except InputError as error:
            raise NotReachedError(str(error)) from None

    return counted(most_within(value, target, whole(most, "most")))


def discrete_gaussian_renyi(
    *, sigma: Any, order: Any, steps: Any = 1, sensitivity: Any = 1, width: Any = WIDTH
) -> Certified:
    """The Rényi divergence of an order α > 0 of `steps` discrete Gaussian mechanisms, in nats:
    αΔ²/(2σ²) each exactly where αΔ is whole, and less elsewhere. Its supremum of D_α/α, zCDP, is
    Δ²/(2σ²).

    Arguments and errors are those of `discrete_gaussian_delta`.
    """
    size, shift = positive(sigma, "sigma"), whole(sensitivity, "sensitivity")
    alpha, count = positive(order, "the order"), whole(steps, "steps")
    level = count * alpha * shift * shift / (2 * size * size)
    if alpha == 1 or (alpha * shift).q == 1:
        return Certified(Enclosure(level, level, "closed form"), "nats")

    def divergence() -> Scalar:
        # Σ p^α q^(1−α) is e^((α−1)αΔ²/(2σ²)) times the sum of the density moved by αΔ, over Z.
        moved = alpha * shift - (alpha * shift).floor()
        return level + count * (mass_of(size, moved) / mass_of(size)).log() / (alpha - 1)

    def found(wide: Any) -> Enclosure:
        return refined(divergence, relative_width(wide), "sums over whole numbers")

    return Certified(found(width), "nats", found)


def _delta(size: fmpq, shift: int, eps: Exponent, count: int, width: fmpq) -> Enclosure:
    if count > 1:
        _check_rounds(size, count)
        return refined(
            lambda: _rounds(size, shift, eps, count), width, "sum over sums of whole numbers"
        )
    return refined(lambda: _stick(size, shift, eps), width, "sum over whole numbers")


def _stick(size: fmpq, shift: int, eps: Exponent) -> Scalar:
    """H(P‖Q) of order e^ε, by H(P‖Q)(ε) = 1 − e^ε + e^ε H(Q‖P)(−ε) where ε is negative."""
    if (not isinstance(eps, LogOf) and eps < 0) or (isinstance(eps, LogOf) and eps.argument < 1):
        odds = exponential(eps)
        return 1 - odds + odds * _stick(size, shift, negated(eps))
    edge = (2 * size * size * nats(eps) + shift * shift) / (2 * shift)
    first = above(edge)
    if size >= _SMOOTH:
        # Without sums over all places, which are many.
        one, two = tail_sum(size, first - shift), tail_sum(size, first)
        if one is not None and two is not None:
            return (one - exponential(eps) * two) / mass_of(size)
    gap = 2 * size * size

    def term(x: int) -> Scalar:
        loss = fmpq(2 * x * shift - shift * shift) / gap
        return -((arb(nats(eps)) - loss).expm1()) * (arb(-((x - shift) ** 2)) / arb(gap)).exp()

    # The terms lie below the density, whose tail falls faster than geometrically.
    return _sum(term, first, size, first - shift) / mass_of(size)


def _check_rounds(size: fmpq, count: int) -> None:
    if 30 * (size + 1) * count > MOST_PLACES:
        raise InputError(
            f"{count} rounds with sigma {size} have sums at over {MOST_PLACES} places; for so many "
            "there are discrete_gaussian_renyi and discrete_gaussian_zcdp"
        )


def _rounds(size: fmpq, shift: int, eps: Exponent, count: int) -> Scalar:
    """H(P‖Q) of order e^ε of k rounds. The loss, (2SΔ − kΔ²)/(2σ²), is that of the sum S of the
    answers, whose law under Q is a convolution's k-th power.

    Far in the tail that power would have no right digit, so that all terms are tilted to a place c
    ≥ Δ: with m(x) = e^(−(x − c)²/(2σ²)), Q's mass of S is M(S) e^((kc² − 2cS)/(2σ²))/Z^k, M the
    k-th power of m. Windows of m are multiplied; what they leave out has at most the mass kτT^(k−1)
    for the mass τ of m outside and T ≥ Σm, and it counts at most as much as the first term would,
    as e^((Δ − c)S/σ²) doesn't rise.
    """
    if (not isinstance(eps, LogOf) and eps < 0) or (isinstance(eps, LogOf) and eps.argument < 1):
        odds = exponential(eps)
        return 1 - odds + odds * _rounds(size, shift, negated(eps), count)
    square = size * size
    edge = (2 * square * nats(eps) + count * shift * shift) / (2 * shift)
    first = above(edge)
    # To an eighth.
    place = max(fmpq(shift), fmpq(8 * first // count, 8))
    reach = int((size * int(1.2 * ctx.prec**0.5 + 3)).floor()) + 2
    start = int(place.floor()) - reach
    window = arb_poly([
        (arb(-((x - place) ** 2)) / arb(2 * square)).exp() for x in range(start, start + 2 * reach)
    ])
    # From the window's ends on the terms are e^(−(W + j)²/(2σ²)) at most.
    away = fmpq(reach - 1)
    outside = 2 * (arb(-(away**2)) / arb(2 * square)).exp() / (
        1 - (arb(-away) / arb(square)).exp()
    )
    whole_mass = arb(size) * (2 * arb.pi()).sqrt() + 1
    lost = count * outside * whole_mass ** (count - 1)

    def weight(total: int) -> Scalar:
        tilt = (count * place * place - 2 * place * total) / (2 * square)
        loss = fmpq(2 * total * shift - count * shift * shift) / (2 * square)
        return (arb(tilt) + loss).exp() * -((arb(nats(eps)) - loss).expm1())

    masses = (window**count).coeffs()
    found = arb(0)
    for index in range(max(0, first - count * start), len(masses)):
        check_time()
        found = found + masses[index] * weight(index + count * start)
    tilt = (count * place * place - 2 * place * first) / (2 * square)
    loss = fmpq(2 * first * shift - count * shift * shift) / (2 * square)
    found = found + arb(0).union((lost * (arb(tilt) + loss).exp()).upper())
    return found / mass_of(size) ** count


def above(edge: Scalar) -> int:
    """The least whole number above an edge."""
    if isinstance(edge, fmpq):
        return int(edge.floor()) + 1
    low, high = edge.lower().floor(), edge.upper().floor()
    require(bool(low == high), "the threshold isn't decided")
    found = low.unique_fmpz()
    require(found is not None, "the threshold isn't decided")
    return int(found) + 1


def mass_of(size: fmpq, moved: fmpq = _NONE) -> arb:
    """Σ e^(−(x − m)²/(2σ²)) over all whole x, 0 ≤ m < 1.

    By Poisson's formula it is √(2π)σ (1 + 2 Σ_{k ≥ 1} cos(2πkm) e^(−2π²σ²k²)): one of both series
    has few terms.
    """
    square = arb(size * size)
    if size < 1:
        rate = 1 / (2 * square)
        found = (-(arb(moved) ** 2) * rate).exp()
        # On each side (x ± m)² is at least (x − m)².
        for k in range(1, _MOST_POISSON):
            check_time()
            for place in (k - moved, k + moved):
                found = found + (-arb(place) ** 2 * rate).exp()
            rest = 2 * _beyond(rate, arb(k + 1 - moved))
            if rest < found.lower() * arb(2) ** (-ctx.prec):
                return found + arb(0).union(rest)
        raise NotReachedError("the precision is too high for the noise's mass")
    rate = 2 * arb.pi() ** 2 * square
    found = arb(1)
    for k in range(1, _MOST_POISSON):
        check_time()
        found = found + 2 * arb(2 * k * moved).cos_pi() * (-(k * k) * rate).exp()
        rest = 2 * _beyond(rate, arb(k + 1))
        if rest < arb(2) ** (-ctx.prec):
            return (found + arb(0, rest)) * (2 * arb.pi() * square).sqrt()
    raise NotReachedError("the precision is too high for the noise's mass")


def _beyond(rate: arb, start: arb) -> arb:
    """An upper bound of Σ e^(−rate·(start + j)²) over j ≥ 0, start > 0: a geometric series."""
    head = (-rate * start * start).exp()
    return (head / (1 - (-rate * (2 * start + 1)).exp())).upper()


def tail_sum(size: fmpq, first: int) -> arb | None:
    """Σ f(x) over whole x ≥ a, f(x) = e^(−x²/(2σ²)), by Euler and Maclaurin's formula; None where
    that isn't told to the precision in force.

    With u = x/σ, f^(n) is (−1)^n σ^−n He_n(u) f, and the sum is ∫f + f(a)/2 − Σ_{k ≤ K}
    B_2k/(2k)! f^(2k−1)(a) with an error of at most |B_2K|/(2K)! ∫|f^(2K)|. That integral is
    |f^(2K−1)(a)| where a lies beyond the roots of He_2K, all below √(8K + 2) in size, and at most
    1.0865 √((2K)!) σ^(1−2K) √π erfc(u/2), by Cramér's bound on |He_n|.
    """
    u, sigma = arb(first / size), arb(size)
    density = (-u * u / 2).exp()
    total = sigma * (arb.pi() / 2).sqrt() * (u / arb(2).sqrt()).erfc() + density / 2
    goal = (density * arb(2) ** (-ctx.prec)).lower()
    # He_(2k−2) and He_(2k−1).
    before, here = arb(1), u
    factorial, power, best = arb(1), arb(1), arb("inf")
    for k in range(1, _MOST_CORRECTIONS):
        check_time()
        n = 2 * k
        # (2k)! and σ^(2k−1).
        factorial = factorial * (n - 1) * n
        power = power * sigma * (sigma if k > 1 else 1)
        share = arb(fmpq.bernoulli(n)) / factorial
        total = total + share * here * density / power
        if first > 0 and u * u >= 4 * n + 2:
            left = abs(share) * abs(here) * density / power
        else:
            root = factorial.sqrt() * fmpq(10865, 10000)
            left = abs(share) * root * arb.pi().sqrt() * (u / 2).erfc() / power
        rest = left.upper()
        if rest <= goal:
            return total + arb(0, rest)
        if not rest < best:
            return None
        best = rest
        before, here = here, u * here - (n - 1) * before
        before, here = here, u * here - n * before
    return None


def _sum(term: Any, first: int, size: fmpq, offset: int, beside: Any = 0) -> arb:
    """Σ_{j ≥ 0} term(first + j), of which each is at least 0 and at most e^(−(offset + j)²/(2σ²)),
    once offset + j ≥ 0: what is left out from there on is at most a geometric series.

    `beside` is a positive number that the sum is added to: what is far less than it may be left
    out.

    Raises:
        NotReachedError: it takes too many terms, or the precision tells no term from 0.
    """
    total, gap = arb(0), 2 * size * size
    for index in range(MOST_TERMS):
        check_time()
        total = total + term(first + index)
        place = offset + index + 1
        if index % 16 == 15 and place >= 0:
            head = (arb(-(place * place)) / arb(gap)).exp()
            ratio = (arb(-(2 * place + 1)) / arb(gap)).exp()
            rest = (head / (1 - ratio)).upper()
            known = total + beside
            if known > 0 and rest < known.lower() * arb(2) ** (-ctx.prec):
                found: arb = total + arb(0).union(rest)
                return found
            if not known > 0 and head.mid() == 0:
                # All later terms are smaller.
                raise NotReachedError("the precision tells no term from 0")
    raise NotReachedError(f"the sum takes more than {MOST_TERMS} terms")


__all__ = [
    "discrete_gaussian_delta", "discrete_gaussian_epsilon", "discrete_gaussian_renyi",
    "discrete_gaussian_steps",
]
