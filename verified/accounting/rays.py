"""δ(ε) of a few steps: the same inversion, along rays on which the integrand falls fast.

For few steps the transform decays too slowly along a vertical line, and where losses have atoms it
doesn't decay at all. But where a step's loss ends (at the least loss of a subsampled Gaussian step,
at both ends of a Laplace step's), its transform is a sum of e^(zl) U(z) over the ends l, with U(z)
tame in the upper half-plane. The product of the transforms is a sum of terms whose exponents are
zE with E = Σ l − ε; for E ≤ 0 the upper half of the line through c may be bent to the right, for
E > 0 to the left, and the terms fall exponentially. The lower half is the mirror image. The
integral up to some reach is done by adaptive quadrature in balls (`acb.integral`, which encloses
values around each piece); what lies beyond is bounded in closed form.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flint import acb, arb, ctx, fmpq

from verified.accounting.enclosures import NotReachedError, TooSlowError
from verified.accounting.gaussian_steps import Point, dyadic
from verified.numbers.balls import integral
from verified.numbers.limits import check_time

Scalar = Any  # fmpq | arb

# Exact directions (cosine, sine): 67.4, 73.7, 77.3 degrees.
DIRECTIONS = [(5, 13, 12), (7, 25, 24), (9, 41, 40)]
MOST_EVALUATIONS = 40_000
# By so many nats an error may be larger than it should be where rays are given up early.
_LOOSE = 3.0
MOST_TERMS = 6_000


# What is known of an end exactly: ends whose m's sum to 0 sum to the sum of their r's.
Level = tuple[fmpq, int]


class Ended(Protocol):
    """A step whose transform is Σ e^(zl) U(z) over the ends l of its loss."""

    def ends(self) -> list[arb]:
        """The ends l."""

    def levels(self) -> list[Level]:
        """The ends again, as far as they are known exactly."""

    def whole(self, start: Point, stop: Point, nats: float) -> tuple[arb, Callable[[acb], acb]]:
        """A number l, and e^(−zl) M(z) near a segment, to an error of about e^−nats."""

    def on_segment(
        self, start: Point, stop: Point, nats: Sequence[float]
    ) -> list[Callable[[acb], acb]]:
        """The U's near a segment, each to an error of about e^−nats of its own; nan farther off."""

    def beyond(self, last: Point, direction: Point, times: int) -> list[arb]:
        """Upper bounds on the |U|'s on the ray from a point on; tight enough for that power."""

    def float_sizes(self, x: float, y: float, lean: float) -> list[float]:
        """About ln of a bound on each |U| at x + iy that holds on a ray of that angle from it."""


@dataclass(frozen=True)
class Term:
    """A product of powers of U's: its coefficient, its E, and the powers by part and end."""

    coefficient: int
    gap: arb
    powers: tuple[tuple[int, ...], ...]


class Rays:
    """The inversion for a product of steps whose losses have ends.

    Args:
        parts: the steps, and how often each is taken.
    """

    def __init__(self, parts: Sequence[tuple[Ended, int]]) -> None:
        self.parts = tuple(parts)

    def value(
        self, place: Scalar, c: fmpq, size: float, nats: float, most: int | None = None
    ) -> arb:
        """G_c(ε) (see `inversion`), to an error of about e^−nats of e^size.

        Args:
            place: ε, best exact.
            c, size, nats: as named.
            most: with more values of the integrand on a segment it is given up.

        Raises:
            NotReachedError: rays can't be planned, or ε is too near an atom.
            TooSlowError: a segment takes more values than `most`.
        """
        self.most = most
        eps = arb(place)
        terms = self._terms(place)
        corner = dyadic(max(1.0, abs(float(c)) * 1.01), 6)
        points = [(c, fmpq(0)), (c, corner / 4), (c, corner)]
        total = acb(0)
        for start, stop in itertools.pairwise(points):
            total = total + self._upright(eps, start, stop, size, nats)
        whole = total.imag
        right = [term for term in terms if not term.gap > 0]
        left = [term for term in terms if term.gap > 0]
        for side, group in ((1, right), (-1, left)):
            if group:
                whole = whole + self._bent(group, side, eps, points[-1], size, nats)
        return whole / arb.pi()

    def _upright(self, eps: arb, start: Point, stop: Point, size: float, nats: float) -> acb:
        """The integral along a segment of the line, of all terms together."""
        corners = [(float(x), float(y)) for x, y in (start, stop)]
        lows = [max(_whole_size(step, x, y) for x, y in corners) for step, _ in self.parts]
        x = corners[0][0]
        total = sum(times * low for (_, times), low in zip(self.parts, lows, strict=True))
        scale = total + (1 - x) * float(eps.mid()) - size
        transforms, shift = [], -eps
        for (step, times), low in zip(self.parts, lows, strict=True):
            end = float(step.ends()[0].mid())
            wanted = nats + 3 + scale + math.log(times) - (low - x * end)
            place, transform = step.whole(start, stop, max(wanted, 3 + math.log(times)))
            transforms.append((transform, times))
            shift = shift + times * place

        def product(z: acb) -> acb:
            value = (eps + z * shift).exp()
            for transform, times in transforms:
                value = value * transform(z) ** times
            return value

        return _integral(product, start, stop, size - nats - 3, self.most)

    def _terms(self, eps: Scalar) -> list[Term]:
        choices = []
        count = 1
        for step, times in self.parts:
            ends, levels = step.ends(), step.levels()
            count *= math.comb(times + len(ends) - 1, len(ends) - 1)
            if count > MOST_TERMS:
                raise NotReachedError(f"the product of the transforms has over {MOST_TERMS} terms")
            options = []
            for powers in _splits(times, len(ends)):
                coefficient, left = 1, times
                for power in powers:
                    coefficient *= math.comb(left, power)
                    left -= power
                place = sum((p * end for p, end in zip(powers, ends, strict=True)), arb(0))
                known = sum((p * r for p, (r, _) in zip(powers, levels, strict=True)), fmpq(0))
                unknown = sum(p * m for p, (_, m) in zip(powers, levels, strict=True))
                options.append((coefficient, place, powers, None if unknown else known))
            choices.append(options)
        terms = []
        for combination in itertools.product(*choices):
            check_time()
            exact = [known for _, _, _, known in combination if known is not None]
            if len(exact) == len(combination):
                gap = arb(sum(exact, -eps))
            else:
                gap = sum((place for _, place, _, _ in combination), arb(-eps))
            if gap.contains(0) and not gap.is_zero():
                raise NotReachedError("ε is too near an atom of the loss for this precision")
            coefficient = math.prod(each for each, _, _, _ in combination)
            terms.append(Term(coefficient, gap, tuple(powers for _, _, powers, _ in combination)))
        return terms

    def _bent(
        self, terms: list[Term], side: int, eps: arb, corner: Point, size: float, nats: float
    ) -> arb:
        """The imaginary part of the integral over the ray from the corner, bent to a side."""
        direction, cuts = self._plan(terms, side, eps, corner, size, nats)
        points = [(corner[0] + cut * direction[0], corner[1] + cut * direction[1]) for cut in cuts]
        total = acb(0)
        for start, stop in itertools.pairwise(points):
            total = total + self._segment(terms, eps, start, stop, size, nats)
        rest = self._beyond(terms, eps, points[-1], direction)
        return total.imag + arb(0, rest)

    def _segment(
        self, terms: list[Term], eps: arb, start: Point, stop: Point, size: float, nats: float
    ) -> acb:
        """The integral along a segment of a ray."""
        corners = [(float(x), float(y)) for x, y in (start, stop)]
        sizes = [
            [
                max(pair)
                for pair in zip(*(step.float_sizes(x, y, 0.0) for x, y in corners), strict=True)
            ]
            for step, _ in self.parts
        ]
        grown = max(_float_term(term, x, sizes) for term in terms for x, _ in corners)
        scale = grown + float(eps.mid()) - size
        wanted = [
            [nats + 3 + scale - one + math.log(times) for one in each]
            for each, (_, times) in zip(sizes, self.parts, strict=True)
        ]
        transforms = [
            step.on_segment(start, stop, [max(nat, 3.0 + math.log(times)) for nat in each])
            for (step, times), each in zip(self.parts, wanted, strict=True)
        ]

        def product(z: acb) -> acb:
            tables: list[list[dict[int, acb]]] = []
            for each, (_, times) in zip(transforms, self.parts, strict=True):
                values = [one(z) for one in each]
                if len(values) == 1:
                    tables.append([{times: values[0] ** times}])
                else:
                    tables.append([_powers(value, times) for value in values])
            value = acb(0)
            for term in terms:
                product = (eps + z * term.gap).exp() * term.coefficient
                for table, powers in zip(tables, term.powers, strict=True):
                    for one, power in zip(table, powers, strict=True):
                        product = product * one[power]
                value = value + product
            return value

        return _integral(product, start, stop, size - nats - 3, self.most)

    def _plan(
        self,
        terms: list[Term],
        side: int,
        eps: arb,
        corner: Point,
        size: float,
        nats: float,
    ) -> tuple[Point, list[fmpq]]:
        """The direction of the ray, and where it is cut: 0, then doubling, up to its reach."""
        best: tuple[float, Point] | None = None
        for adjacent, longest, opposite in reversed(DIRECTIONS):
            lean = math.atan2(opposite, side * adjacent)

            def left(r: float, lean: float = lean) -> float:
                x = float(corner[0]) + r * math.cos(lean)
                y = float(corner[1]) + r * math.sin(lean)
                sizes = [step.float_sizes(x, y, lean) for step, _ in self.parts]
                largest = max(_float_term(term, x, sizes) for term in terms)
                count = math.log(len(terms)) + 0.02 * sum(times for _, times in self.parts)
                return largest + count + float(eps.mid()) - math.log(y) - size + nats + 3

            high = float(corner[1]) / 16
            while left(high) > 0:
                high *= 1.4
                if high > 1e40:
                    raise NotReachedError("the integrand falls too slowly along the ray")
            if best is None or high < best[0] / 4:
                best = (high, (fmpq(side * adjacent, longest), fmpq(opposite, longest)))
        if best is None:
            raise NotReachedError("there is no ray")
        reach, cuts = best[0] * 1.1, [fmpq(0)]
        cut = min(float(corner[1]), reach / 8)
        while cut < reach / 1.01:
            cuts.append(dyadic(cut, 8))
            cut = min(2 * cut, reach) if cut < reach / 2.1 else reach
        cuts.append(dyadic(reach, 8))
        return best[1], cuts

    def _beyond(self, terms: list[Term], eps: arb, last: Point, direction: Point) -> arb:
        """A bound on |∫| over the ray from its last point on.

        There the |U| are bounded, |e^(zE)| falls or stays, and |z(z−1)| ≥ (Im z)².
        """
        x, y = last
        bounds = [step.beyond(last, direction, times) for step, times in self.parts]
        total = arb(0)
        for term in terms:
            check_time()
            value = (eps + x * term.gap).exp() * term.coefficient
            for each, powers in zip(bounds, term.powers, strict=True):
                for bound, power in zip(each, powers, strict=True):
                    value = value * bound**power
            total = total + value
        return (total / (y * direction[1])).upper()


def _integral(
    product: Callable[[acb], acb], start: Point, stop: Point, size: float, most: int | None
) -> acb:
    """∫ product(z)/(z(z−1)) dz along a segment, to an error of about e^size.

    Raises:
        TooSlowError: it isn't reached with so many values as are the most.
    """
    origin = acb(*start)
    unit = acb(stop[0] - start[0], stop[1] - start[1])

    def integrand(share: acb, _analytic: bool) -> acb:
        z = origin + unit * share
        return product(z) * unit / (z * (z - 1))

    found = integral(
        integrand,
        acb(0),
        acb(1),
        abs_tol=arb(size).exp().mid(),
        rel_tol=arb(2) ** (-ctx.prec),
        eval_limit=MOST_EVALUATIONS if most is None else most,
    )
    if most is not None and not found.rad() < arb(size + _LOOSE).exp():
        raise TooSlowError("the integrand varies too fast along the rays")
    return found


def _whole_size(step: Ended, x: float, y: float) -> float:
    """About ln of a bound on |M(x + iy)|."""
    return max(
        x * float(end.mid()) + size
        for end, size in zip(step.ends(), step.float_sizes(x, y, 0.0), strict=True)
    )


def _float_term(term: Term, x: float, sizes: Sequence[Sequence[float]]) -> float:
    value = math.log(term.coefficient) + x * float(term.gap.mid())
    for each, powers in zip(sizes, term.powers, strict=True):
        value += sum(one * power for one, power in zip(each, powers, strict=True))
    return value


def _splits(total: int, parts: int) -> list[tuple[int, ...]]:
    """All ways to write a number as an ordered sum."""
    if parts == 1:
        return [(total,)]
    return [
        (first, *rest) for first in range(total + 1) for rest in _splits(total - first, parts - 1)
    ]


def _powers(value: acb, most: int) -> dict[int, acb]:
    powers = {0: acb(1)}
    for power in range(most):
        powers[power + 1] = powers[power] * value
    return powers
