"""Gaussian noise on uniform shells, in balls: the channel X + N(0, I_d) where ‖X‖ ≤ R.

A law of X that is uniform on each of finitely many spheres around 0 gives the output a law q, and
G(x) = D(N(x, I_d)‖q) depends on λ = ‖x‖²/2 only. Its average over X is the information I(X;Y), its
maximum over the ball bounds the capacity from above, so both ends of an enclosure are values of
one function of one variable.

With ρ = ‖y‖, q(y) = (2π)^(−d/2) e^(−ρ²/2) Ψ(ρ) where Ψ(ρ) = Σ p_i e^(−λ_i) E e^(r_i ρ U) and U is a
coordinate of a uniform point of the unit sphere: E e^(zU) = ₀F₁(d/2; z²/4) (cosh z for d = 1). ρ²
has the noncentral χ² law, a Poisson(λ) mixture of the χ² laws of d + 2k degrees. Hence

    G(λ) = λ − Σ_k e^(−λ) λ^k/k! ℓ_k,   ℓ_k = E ln Ψ(√S) for S of the law χ²_{d+2k},

and derivatives in λ are Poisson averages of the forward differences of ℓ.

The ℓ_k are integrated by the rule of Gauss and Legendre on panels. As Ψ is the transform of a
positive measure on [−R, R], |Ψ(a + ib)| ≥ cos(bR) Ψ(a) while |b|R < π/2: ln Ψ is analytic there,
and bounded in closed form, which bounds the rule's error.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import math
from collections.abc import Sequence

from flint import arb, ctx, fmpq

from verified.errors import InputError
from verified.numbers.balls import Indeterminate
from verified.numbers.limits import check_time

# The ellipse on which a panel's integrand is bounded: the sum of its half-axes, in half-widths.
_ELLIPSE = 4
_WIDEST = 0.5
# Derivatives of G that are kept; the last is enclosed on a whole interval.
_ORDER = 8
_MOST_INTERVALS = 20_000


class Shells:
    """The output of uniform shells, and G of every input; values at the precision in force.

    Args:
        dimension: d ≥ 1.
        halves: λ_i = ‖x‖²/2 of each shell, in units of the noise variance.
        weights: their probabilities, exact.
        most: the largest λ = R²/2 that is asked for, at least each of `halves`.

    Raises:
        InputError: the weights are no law, or a shell lies outside.
    """

    def __init__(
        self, dimension: int, halves: Sequence[fmpq], weights: Sequence[fmpq], most: fmpq
    ) -> None:
        if dimension < 1:
            raise InputError(f"dimension is {dimension}; it must be at least 1")
        if len(halves) != len(weights) or any(p < 0 for p in weights) or sum(weights) != 1:
            raise InputError("the shells' weights must be a law")
        if any(not 0 <= half <= most for half in halves):
            raise InputError("a shell lies outside the ball of inputs")
        used = [(half, p) for half, p in zip(halves, weights, strict=True) if p > 0]
        self.dimension, self.most = dimension, most
        self.halves = [half for half, _ in used]
        self.weights = [weight for _, weight in used]
        self._count = self._terms()
        self._means = self._log_means()
        self._differences = [self._means]
        for _ in range(_ORDER):
            last = [*self._differences[-1], arb(0)]
            # What lies beyond the last term counts as 0, and is bounded apart, by `_beyond`.
            self._differences.append([b - a for a, b in itertools.pairwise(last)])
        self._tail = self._beyond()

    # --- values ---------------------------------------------------------------------------------

    def divergence(self, half: fmpq | arb) -> arb:
        """G at λ = ‖x‖²/2, in nats: D(N(x, I_d)‖q)."""
        return self._plain(arb(half)) + self._tail

    def information(self) -> arb:
        """I(X;Y) of the shells, in nats."""
        found = arb(0)
        for half, weight in zip(self.halves, self.weights, strict=True):
            found += arb(weight) * self.divergence(half)
        return found

    def largest(self, slack: fmpq) -> arb:
        """A bound of G from above on all of [0, R²/2], at most about `slack` above its maximum.

        Raises:
            Indeterminate: too many intervals are needed at this precision.
        """
        best = max((self._plain(arb(half)) for half in (*self.halves, self.most)), key=_middle)
        low, high = arb(0), arb(self.most).upper()
        waiting = [(-math.inf, 0, low, high, arb("inf"))]
        for step in range(1, _MOST_INTERVALS):
            check_time()
            # The interval with the largest bound comes first (floats do for an order).
            _, _, low, high, bound = heapq.heappop(waiting)
            if bound <= best + arb(slack):
                for *_, other in waiting:
                    bound = bound.max(other.upper())
                return (bound + self._tail).upper()
            middle = ((low + high) / 2).mid()
            if not low < middle < high:
                break
            best = max(best, self._plain(middle), key=_middle)
            for place, (start, end) in enumerate(((low, middle), (middle, high))):
                found = self._bound_on(start, end)
                height = math.inf if found is None else _middle(found)
                found = arb("inf") if found is None else found.upper()
                heapq.heappush(waiting, (-height, 2 * step + place, start, end, found))
        raise Indeterminate("the largest divergence needs more precision")

    def outermost_is_largest(self) -> bool | None:
        """Whether G is largest at R: then a single shell at R is optimal. None: undecided.

        For the single shell at R it is the condition of Kuhn and Tucker, sufficient and necessary.
        """
        top, steps, margin = arb(self.most), 0, self._slope_beyond()
        at_top = self.divergence(self.most)
        waiting = [(arb(0), top.upper())]
        while waiting:
            check_time()
            low, high = waiting.pop()
            steps += 1
            if steps > _MOST_INTERVALS // 10:
                return None
            middle = ((low + high) / 2).mid()
            if middle < top and self.divergence(middle) > at_top:
                return False
            slope = self._slope(low, high)
            if slope is not None and slope > margin:
                # G rises here, so that it is at most its value at the interval's upper end, which
                # is R itself or an end that the neighbour compares.
                if high >= top or self.divergence(high) <= at_top:
                    continue
            else:
                found = self._bound_on(low, high)
                if found is not None and found + self._tail <= at_top:
                    continue
            if not low < middle < high:
                return None
            waiting += [(low, middle), (middle, high)]
        return True

    # --- Taylor polynomials -----------------------------------------------------------------------

    def _plain(self, half: arb) -> arb:
        """G without what lies beyond the last Poisson term."""
        return half - _mean(_poisson(half, self._count), self._means)

    def _taylor(self, low: arb, high: arb) -> tuple[list[arb], arb]:
        """Coefficients about the middle, the last one for the whole interval; half its width."""
        middle = ((low + high) / 2).mid()
        radius = (high - middle).upper()
        at_middle = _poisson(middle, self._count)
        everywhere = _poisson(low.union(high), self._count)
        found, factorial = [], 1
        for order in range(_ORDER + 1):
            factorial *= max(order, 1)
            masses = everywhere if order == _ORDER else at_middle
            value = -_mean(masses, self._differences[order]) / factorial
            found.append(value + middle if order == 0 else value + 1 if order == 1 else value)
        return found, radius

    def _bound_on(self, low: arb, high: arb) -> arb | None:
        """A bound of G from above on [low, high]; None where it isn't worth having."""
        if high - low > 1:
            return None
        terms, radius = self._taylor(low, high)
        slope = _slope(terms, radius)
        if slope > 0:
            return self._plain(high)
        if slope < 0:
            return self._plain(low)
        bound, power = terms[0], radius
        for order, term in enumerate(terms[1:], start=1):
            # Even powers are never negative.
            size = term.max(arb(0)) if order % 2 == 0 else abs(term)
            bound += size * power
            power *= radius
        return bound

    def _slope(self, low: arb, high: arb) -> arb | None:
        return None if high - low > 1 else _slope(*self._taylor(low, high))

    # --- the Poisson mixture ----------------------------------------------------------------------

    def _terms(self) -> int:
        """How many Poisson terms are kept: the rest has a mass below the precision."""
        most, count = arb(self.most), math.ceil(float(arb(self.most))) + 8
        while not _poisson_tail(most, count) * (most + self.dimension + 1) < arb(2) ** -ctx.prec:
            count += 8
        return count

    def _beyond(self) -> arb:
        """What the terms k ≥ count may take from G: −R²/2 ≤ ln Ψ(ρ) ≤ Rρ, and E√S ≤ √(d + 2k)."""
        most, d = arb(self.most), self.dimension
        # √(d + 2k) ≤ d + 2k, and Σ_{k ≥ c} 2k P(k) = 2λ Σ_{k ≥ c−1} P(k); both grow with λ ≤ R²/2.
        upper = d * _poisson_tail(most, self._count) + 2 * most * _poisson_tail(
            most, self._count - 1
        )
        high = (2 * most).sqrt() * upper
        low = most * _poisson_tail(most, self._count)
        return (-high).lower().union(low.upper())

    def _slope_beyond(self) -> arb:
        """A bound of what the terms k ≥ count − 1 may take from the derivative of G, which is
        1 − Σ_k P(k) (ℓ_{k+1} − ℓ_k)."""
        most, d, last = arb(self.most), self.dimension, self._count - 1
        radius = (2 * most).sqrt()
        found = 2 * (most + radius * (d + 2)) * _poisson_tail(most, last)
        return (found + 4 * radius * most * _poisson_tail(most, last - 1)).upper()

    # --- integrals --------------------------------------------------------------------------------

    def _log_means(self) -> list[arb]:
        """ℓ_k for k below the count."""
        radius = (2 * arb(self.most)).sqrt()
        d, count = self.dimension, self._count
        end = _end(d, count)
        ellipse = arb(_ELLIPSE)
        wide, tall = (ellipse + 1 / ellipse) / 2, (ellipse - 1 / ellipse) / 2
        narrow = min(_WIDEST, 1 / (float(tall) * max(float(radius.mid()), 1e-9)))
        panels = math.ceil(float(end) / (2 * narrow))
        half = end / (2 * panels)
        skew = tall * half * radius
        assert skew < 1.5
        # The χ law's density is norm · ρ^(d−1) e^(−ρ²/2).
        norm = arb(2) / (arb(2) ** (arb(d) / 2) * (arb(d) / 2).gamma())
        sums, errors = [arb(0)] * count, [arb(0)] * count
        degree = _degree(float(end))
        rule = _gauss_legendre(degree, ctx.prec)
        factor = arb(16) / 3 * half * ellipse ** (-2 * degree) / (1 - ellipse ** (-2))
        for panel in range(panels):
            check_time()
            centre = (2 * panel + 1) * half
            for node, weight in rule:
                place = centre + half * node
                base = weight * half * norm * place ** (d - 1) * (-place * place / 2).exp()
                self._add(sums, base * self._log_psi(place), place * place)
            largest = centre + wide * half
            nearest = (centre - wide * half).max(arb(0))
            size = radius * largest + self.most - skew.cos().log() + skew
            size *= ((tall * half) ** 2 / 2 - nearest * nearest / 2).exp()
            self._add(errors, factor * norm * size * largest ** (d - 1), largest * largest)
        tails = self._outside(end, radius)
        return [
            total + (-error).lower().union(error.upper()) + tail
            for total, error, tail in zip(sums, errors, tails, strict=True)
        ]

    def _add(self, sums: list[arb], value: arb, square: arb) -> None:
        """Add the value, times what the k-th χ density has more than the first, to each sum."""
        for k in range(len(sums)):
            sums[k] += value
            value = value * square / (self.dimension + 2 * k)

    def _log_psi(self, place: arb) -> arb:
        order, total = arb(self.dimension) / 2, arb(0)
        for half, weight in zip(self.halves, self.weights, strict=True):
            shift = arb(half)
            z = shift * place * place / 2
            grown = (4 * z).sqrt().cosh() if self.dimension == 1 else z.hypgeom_0f1(order)
            total += arb(weight) * (-shift).exp() * grown
        return total.log()

    def _outside(self, end: arb, radius: arb) -> list[arb]:
        """The integrals over (end, ∞), where −R²/2 ≤ ln Ψ(ρ) ≤ Rρ."""
        found, square = [], end * end / 2
        for k in range(self._count):
            shape = arb(self.dimension) / 2 + k
            norm = shape.gamma()
            mass = square.gamma_upper(shape) / norm
            first = arb(2).sqrt() * square.gamma_upper(shape + arb(1) / 2) / norm
            found.append((-arb(self.most) * mass).lower().union((radius * first).upper()))
        return found


def _middle(ball: arb) -> float:
    return float(ball.mid())


def _end(dimension: int, count: int) -> arb:
    """Where the panels end: a guess, as what lies beyond is bounded."""
    return (arb(dimension + 2 * count).sqrt() + arb(2 * ctx.prec).sqrt()).ceil().upper()


def _degree(end: float) -> int:
    """How many nodes a panel takes: a guess, as the error is bounded afterwards."""
    bits = ctx.prec + 24 + 2.2 * end * _WIDEST
    return math.ceil(bits / (2 * math.log2(_ELLIPSE)))


@functools.lru_cache(maxsize=32)
def _gauss_legendre(degree: int, bits: int) -> tuple[tuple[arb, arb], ...]:
    """Nodes and weights on [−1, 1]; exact for polynomials of degree 2·degree − 1."""
    return tuple(arb.legendre_p_root(degree, k, weight=True) for k in range(degree))


def _poisson(rate: arb, count: int) -> list[arb]:
    """The Poisson law's first masses."""
    found, mass = [], (-rate).exp()
    for k in range(count):
        found.append(mass)
        mass = mass * rate / (k + 1)
    return found


def _poisson_tail(rate: arb, start: int) -> arb:
    """A bound of the mass of k ≥ start, for a start beyond the rate: a geometric series."""
    if not rate < start:
        return arb(1)
    if rate.is_zero():
        return arb(0)
    first = (arb(start) * rate.log() - rate - arb(start + 1).lgamma()).exp()
    return (first / (1 - rate / (start + 1))).upper()


def _mean(masses: Sequence[arb], values: Sequence[arb]) -> arb:
    total = arb(0)
    for mass, value in zip(masses, values, strict=True):
        total += mass * value
    return total


def _slope(terms: Sequence[arb], radius: arb) -> arb:
    """The derivative of a Taylor polynomial, on the whole interval."""
    found, power = terms[1], arb(1)
    for order, term in enumerate(terms[2:], start=2):
        power *= radius
        size = order * abs(term) * power
        found += (-size).lower().union(size.upper())
    return found


__all__ = ["Shells"]
