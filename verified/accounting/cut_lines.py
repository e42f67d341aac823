"""δ(ε) of a composition by inversion along a line, the rarest losses left out (`cut_steps`).

What is left out is about as much as the error that is allowed; so the value's size must be known
beforehand. It is felt out at few bits: where the value comes out as an interval from 0 on, the line
is planned again for a smaller one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verified.accounting.cut_steps import CutStep, cut_at
from verified.accounting.enclosures import NotReachedError, TooSlowError
from verified.accounting.float_lines import log_value
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.accounting.inversion import Inversion, Line, Part, Product, _nearest_short
from verified.numbers.balls import precision
from verified.numbers.limits import check_time

Scalar = Any  # fmpq | arb

# How softly losses are cut off; each is tried.
_SOFT = (fmpq(1), fmpq(1, 2), fmpq(1, 4))
_ROUGH_NATS, _FELT, _MOST_ROUGH = 5.0, 3.0, 12
_CLOSE = 2.0
# A value in floats is sought so often, where there are shorter lines on none on which the integrand
# is larger than e^so many times the value.
_MOST_SHARP, _MOST_GAP = 6, 9.0
_LEAST_SIZE = -1e5
# Where lines may cross, from 1 to the saddle.
_SHARES = (1.0, 0.8, 0.6, 0.45, 0.3, 0.2)
MOST_WORK, LITTLE_WORK = 1.5e7, 2e6


@dataclass(frozen=True)
class CutPlan:
    """A line, and what is cut off for it."""

    parts: tuple[Part, ...]
    line: Line
    gap: float  # by how much the integrand's logarithm is above the value's
    cost: float


class CutLines:
    """The inversion along lines to the right of 1.

    Args:
        parts: the steps, and how often each is taken; one of them at least a sampled Gaussian one.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.count = sum(
            part.times for part in parts if isinstance(part.step, SubsampledGaussianStep)
        )

    # --- planning, in floats ----------------------------------------------------------------------

    def _cut(self, goal: float, soft: fmpq) -> tuple[Part, ...]:
        """The steps with about e^goal of the losses left out of all of them together."""
        each = goal - math.log(self.count)
        return tuple(
            Part(cut_at(part.step, each, soft), part.times)
            if isinstance(part.step, SubsampledGaussianStep) else part
            for part in self.parts
        )

    def best(
        self, eps: float, size: float, nats: float, most: float = MOST_WORK
    ) -> CutPlan:
        """The plan of the least work for errors of e^(size − nats); size is about ln δ.

        Raises:
            TooSlowError: there is none of little enough.
        """
        found = self._cheapest(eps, size, nats, _SOFT)
        if found is None or found.cost > most:
            raise TooSlowError("the transform falls too slowly along the line")
        return found

    def _cheapest(
        self, eps: float, size: float, nats: float, softs: Sequence[fmpq], most: float = math.inf
    ) -> CutPlan | None:
        """The plan of the least work, with a gap up to some size where there is one."""
        found: CutPlan | None = None
        for soft in softs:
            parts = self._cut(size - nats - 1, soft)
            inversion = Inversion(Product(parts))
            try:
                saddle, _ = inversion.crossing(eps, 1)
            except (NotReachedError, OverflowError, ValueError, ZeroDivisionError):
                continue
            # Nearer to 1 the integrand is larger, but the line may have fewer nodes.
            last = math.inf
            for share in _SHARES:
                check_time()
                c = 1 + _nearest_short(float(saddle - 1) * share)
                try:
                    line = inversion.plan(eps, 1, nats, (c, size))
                except (NotReachedError, OverflowError, ValueError, ZeroDivisionError):
                    continue
                gap = max(inversion.exponent(float(c), eps) - size, 0.0)
                # Products of longer numbers take longer.
                cost = line.work * (1 + (nats + gap) / 60) ** 1.5
                if not cost < last or (found is not None and gap > most):
                    break
                last = cost
                if math.isfinite(last) and (found is None or last < found.cost):
                    found = CutPlan(parts, line, gap, cost)
        return found

    def size(self, eps: float) -> float:
        """About the logarithm of δ: that of the line's integral, by Laplace's method, with as much
        cut off, sharply, as is small beside it."""

        def seen(size: float) -> float:
            parts = self._cut(size - _ROUGH_NATS, _SOFT[-1])
            return min(Inversion(Product(parts)).crossing(eps, 1)[1], 0.0)

        # What is left rises as less is cut off.
        low, high = -8.0, 0.0
        while low > seen(low):
            check_time()
            low, high = 4 * low, low
            if low < _LEAST_SIZE:
                raise NotReachedError("the value is too small for a line with losses cut off")
        while high - low > _CLOSE:
            middle = (low + high) / 2
            low, high = (middle, high) if middle <= seen(middle) else (low, middle)
        return high

    def sharp_size(self, eps: float, nats: float, expected: float | None = None) -> float:
        """The logarithm of δ to about e^−nats, as far as floats go; sooner where it is as expected.

        Raises:
            NotReachedError, ArithmeticError, ValueError: it can't be told.
        """
        size, wanted = (self.size(eps), _ROUGH_NATS) if expected is None else (expected, nats)
        for _ in range(_MOST_SHARP):
            check_time()
            plan = self._cheapest(eps, size, wanted, _SOFT[:1], _MOST_GAP)
            if plan is None:
                break
            found = min(log_value(plan.parts, plan.line, eps, wanted + plan.gap), 0.0)
            # Else too much was cut off, and the line too short.
            if found > size - 1:
                if wanted >= nats:
                    return found
                wanted = nats
            else:
                wanted = _ROUGH_NATS
            size = found
        raise NotReachedError("the value isn't told along lines in floats")

    # --- enclosures -------------------------------------------------------------------------------

    def value(self, eps: Scalar, nats: float) -> tuple[arb, str]:
        """δ(ε) = H_{e^ε}(P‖Q), to an error of about e^−nats of itself.

        Raises:
            NotReachedError: no line is short enough, or the value isn't told from 0.
        """
        function, way = self.function(eps, nats)
        return function(eps), way

    def function(
        self, eps: Scalar, nats: float, most: float = MOST_WORK
    ) -> tuple[Callable[[Scalar], arb], str]:
        """δ of each ε by the line of one, there to an error of about e^−nats of itself; with no
        more work than so much.

        Raises:
            NotReachedError: no line is short enough, or the value isn't told from 0.
        """
        place = float(arb(eps).mid())
        size = self.size(place)
        # Not to feel it out for nothing.
        self.best(place, size, nats, most)
        try:
            size = self.sharp_size(place, _FELT)
        except (NotReachedError, ArithmeticError, ValueError):
            size = self._felt(eps, size)
        plan = self.best(place, size, nats, most)
        way = f"inversion along Re z = {float(plan.line.c):.4g}, {plan.line.count} nodes"
        way = f"{way}, rare losses cut off"
        return self._along(plan, nats), way

    def _felt(self, eps: Scalar, size: float) -> float:
        """About ln δ, from enclosures of few bits."""
        place = float(arb(eps).mid())
        for turn in range(_MOST_ROUGH):
            check_time()
            rough = self._along(self.best(place, size, _ROUGH_NATS), _ROUGH_NATS)(eps)
            if rough.lower() > 0:
                return float(arb(rough.mid()).log().mid())
            top = rough.upper()
            known = float(arb(top).log().mid()) if top > 0 else size
            size = min(known, size) - 6.0 * (turn + 1)
        raise NotReachedError("the value isn't told from 0 along the line")

    def _along(self, plan: CutPlan, nats: float) -> Callable[[Scalar], arb]:
        """δ lies above δ_χ, by no more than is cut off."""
        nats = nats + plan.gap
        bits = int(1.45 * nats + 72)
        with precision(bits):
            nodes = Inversion(Product(plan.parts)).nodes(plan.line, nats)
            off = arb(0)
            for part in plan.parts:
                if isinstance(part.step, CutStep):
                    off = off + part.times * part.step.lost()
            too_little = arb(0).union(off.upper())

        def value(eps: Scalar) -> arb:
            with precision(bits):
                return nodes.value(arb(eps)) + too_little

        return value


__all__ = ["LITTLE_WORK", "MOST_WORK", "CutLines"]
