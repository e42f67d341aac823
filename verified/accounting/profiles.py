"""The privacy profile of a product of pairs of laws, from the transforms of its steps' losses.

H_{e^ε}(P‖Q) and H_{e^ε}(Q‖P) are both read off the same transform M(z) = E_Q[e^(zL)]: with
G(ε) = H_{e^ε}(P‖Q), the second is e^ε (G(−ε) − 1) + 1. Which line or ray is taken is planned in
floats; the value is enclosed in balls whatever the plan was, and made again if it came out wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from verified.accounting.cut_lines import LITTLE_WORK, MOST_WORK, CutLines
from verified.accounting.enclosures import (
    Enclosure,
    Exponent,
    NotReachedError,
    TooSlowError,
    enclosure,
    exponential,
    log_of,
    require,
    within,
)
from verified.accounting.enclosures import (
    nats as nats_of,
)
from verified.accounting.float_lines import log_value
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.accounting.grids import Grids
from verified.accounting.hyperbolas import Hyperbolas
from verified.accounting.inversion import Inversion, Line, Part, Product, Step
from verified.accounting.laplace_steps import SubsampledLaplaceStep
from verified.accounting.rays import Ended, Rays
from verified.accounting.turned import Path
from verified.numbers.balls import precision
from verified.numbers.limits import check_time

Scalar = Any  # fmpq | arb

# Lines with more terms than this leave the value to rays, where there are any; and beyond the
# second, they aren't tried at all.
_LINE_WORK = 2e7
# The first where there are Laplace steps: rays take few values then.
_FEW_WORK = 4e5
# With more than this grids and hyperbolas are quicker, where there are any; of grids with more work
# than the second, hyperbolas are.
_BENT_WORK = 4e6
_GRID_WORK = 1.5e5
_WIDE = 1e-3
_MOST_WORK = 1e8
# Rays are tried before hyperbolas, with at most so many values on a segment: where they take few
# they are quicker, and where they don't that is soon known.
_FEW_VALUES = 2000
# To nats along rays so many are added; up to so many rounds rays are tried before long lines.
_SPARE, _FEW_ROUNDS = 2.0, 200
_TRIES = 5
# Rays start no farther from 0 than this.
_FARTHEST = fmpq(3000)
_BOUND_BITS = 128
NO_GREATER = "no loss is greater"
# At most so many ε are tried on one line.
_BATCH = 400
# The nodes of so many lines are kept in a search.
_MOST_KEPT = 3
# Where the way to a value can't be planned.
PLANNED = "the parameters are beyond what floats can plan"


@dataclass(frozen=True)
class Loss:
    """A step: its transform on lines and, if it can, on rays and hyperbolas; its loss's ends."""

    line: Step
    ray: Ended | None
    lowest: Callable[[], Scalar] | None  # None: the loss isn't bounded below
    highest: Callable[[], Scalar] | None
    turned: Path | None = None


@dataclass(frozen=True)
class Shared:
    """A line's nodes, which give values at other ε than the one that it was planned for.

    Attributes:
        reverse: of which direction.
        region: where it crosses.
        bits: of the balls.
        function: ε, or −ε in the other direction, to G_c there.
        way: how it was found.
    """

    reverse: bool
    region: int
    bits: int
    function: Callable[[Scalar], arb]
    way: str


class Profile:
    """H_{e^ε}(P‖Q) and its reverse, for a product of steps.

    Args:
        losses: makes the steps at the precision in force, with how often each is taken.
    """

    def __init__(self, losses: Sequence[tuple[Loss, int]]) -> None:
        self.losses = tuple(losses)
        self.inversion = Inversion(Product([Part(loss.line, times) for loss, times in losses]))
        rays = [(loss.ray, times) for loss, times in losses]
        self.rays = Rays([(r, t) for r, t in rays if r is not None]) if all(
            r is not None for r, _ in rays
        ) else None
        turned = [(loss.turned, times) for loss, times in losses]
        self.hyperbolas = Hyperbolas([(p, t) for p, t in turned if p is not None]) if all(
            p is not None for p, _ in turned
        ) else None
        self.grids = self._gridded()
        sampled = any(isinstance(loss.line, SubsampledGaussianStep) for loss, _ in losses)
        self.cuts = CutLines(self.inversion.product.parts) if sampled else None
        # Of the last value what it was worked out by serves other ε, where it went along a line.
        self._latest: Shared | None = None
        self._kept: list[Shared] = []

    def _gridded(self) -> Grids | None:
        """The convolution on a grid, where all steps can be convolved."""
        steps = [
            (loss.line, times)
            for loss, times in self.losses
            if isinstance(loss.line, SubsampledGaussianStep)
        ]
        if len(steps) < len(self.losses) or sum(times for _, times in steps) < 2:
            return None
        try:
            return Grids(steps)
        except NotReachedError:
            return None

    def _bounds(self, reverse: bool) -> tuple[Scalar | None, Scalar | None]:
        """The least and the greatest loss of the product; exact where they are rational."""
        ends: list[Scalar | None] = []
        for name in ("lowest", "highest"):
            total: Scalar | None = fmpq(0)
            for loss, times in self.losses:
                end = getattr(loss, name)
                total = None if end is None or total is None else total + times * end()
            ends.append(total)
        return (ends[1], ends[0]) if reverse else (ends[0], ends[1])

    def _beyond(self, eps: Exponent, reverse: bool) -> bool:
        """Whether ε is at or above the greatest loss, as far as the precision tells."""
        place, side = (-nats_of(eps), -1) if reverse else (nats_of(eps), 1)
        _, high = self._bounds(reverse)
        return high is not None and bool((place - high) * side >= 0)

    def value(self, eps: Exponent, reverse: bool, width: fmpq) -> Enclosure:
        """H_{e^ε}(P‖Q), or of (Q‖P), to a relative width.

        Raises:
            NotReachedError: the transform falls too slowly for all ways there are.
        """
        try:
            # What no way needs to be planned for.
            with precision(_BOUND_BITS):
                if self._beyond(eps, reverse):
                    return Enclosure(fmpq(0), fmpq(0), NO_GREATER)
            return self._value(eps, reverse, width)
        except (OverflowError, ValueError, ZeroDivisionError):
            # Of floats, in which the way is planned.
            raise NotReachedError(PLANNED) from None

    def _value(self, eps: Exponent, reverse: bool, width: fmpq) -> Enclosure:
        wanted = 2 - log_of(width)
        extra, best, message = 0.0, None, "the width asked for wasn't reached"
        kinds, index, tries = self._kinds(eps, reverse, wanted), 0, 0
        while tries < _TRIES:
            check_time()
            nats = wanted + extra
            bits = int(1.45 * nats + 2.9 * extra + 72)
            with precision(bits), np.errstate(all="ignore"):
                try:
                    value, way = self._once(eps, reverse, nats, kinds[index])
                    found = within(enclosure(value), fmpq(0), fmpq(1))
                except NotReachedError as error:
                    message, found = str(error), None
                    # Grids are too large, or lines too slow, at any precision.
                    if isinstance(error, TooSlowError) or "grid" in kinds[index]:
                        del kinds[index]
                        index -= 1
                    if not kinds:
                        raise NotReachedError(message, best) from None
                except (OverflowError, ValueError, ZeroDivisionError):
                    raise NotReachedError(PLANNED, best) from None
            if found is not None:
                # What is wide, or isn't narrower than it was, needs another way.
                narrow = bool(found.width < (_WIDE if best is None else best.width * _WIDE))
                found = replace(found, way=f"{way}, {bits} bits")
                if best is None:
                    best = found
                # Both hold, so what they have in common does.
                low = max(best.low, found.low, key=arb)
                best = Enclosure(low, min(best.high, found.high, key=arb), found.way)
                if best.width <= width:
                    return best
                if narrow:
                    extra += max(2.0, log_of(best.width) - log_of(width) + 2)
                    tries += 1
                    continue
            # It is tried another way, and then at more bits.
            index += 1
            if index >= len(kinds):
                extra, index, tries = 2 * extra + 25, 0, tries + 1
        raise NotReachedError(message, best)

    def _kinds(self, eps: Exponent, reverse: bool, nats: float) -> list[str]:
        """The ways that there are, the one that is probably the quickest first."""
        place = (-1 if reverse else 1) * _float(eps)
        with np.errstate(all="ignore"):
            plans = self._lines(place, reverse, nats)
        bent = ["hyperbola"] if self.hyperbolas is not None else []
        if bent and self.rays is not None:
            bent = ["rays", *bent]
        if self.grids is not None:
            # A place of the two-sided pair's grid takes twice as long.
            first = bent if self.grids.two_sided else []
            bent = [*first, "grid", *bent[len(first):], "large grid"]
        # Without rays what is bent takes longer, the more the more rounds there are.
        most = _BENT_WORK if self.rays is not None else _LINE_WORK
        much = not plans or plans[0][0] > most
        if self.cuts is None or reverse:
            return [*bent, "line"] if much else ["line", *bent]
        if "rays" in bent and self.cuts.count <= _FEW_ROUNDS:
            # Long lines with losses cut off take longer than values along rays, which are few then.
            place = bent.index("rays") + 1
            bent = ["cut", *bent[:place], "long cut", *bent[place:]]
        else:
            bent = ["long cut", *bent]
        return [*bent, "line"] if much else ["line", *bent]

    def bound(self, eps: Exponent, reverse: bool) -> arb:
        """An upper bound on `value`, by Chernoff's: G_c(ε) ≤ M(c) e^(−(c−1)ε) for c > 1 and c < 0.

        Raises:
            NotReachedError: none is found.
        """
        place = -nats_of(eps) if reverse else nats_of(eps)
        side = -1 if reverse else 1
        with precision(64), np.errstate(all="ignore"):
            _, high = self._bounds(reverse)
            if high is not None and (place - high) * side >= 0:
                return arb(0)
            try:
                c, _ = self.inversion.crossing(float(arb(place).mid()), side)
            except (OverflowError, ValueError, ZeroDivisionError):
                raise NotReachedError(PLANNED) from None
            c = max(-_FARTHEST, min(c, fmpq(_FARTHEST)))
            require(c > 1 if side > 0 else c < 0, "a bound's point leaves its region")
            value = self.inversion.product.real(c, 3.0) * ((1 - c) * arb(place)).exp()
            return (value * exponential(eps) if reverse else value).upper()

    def _once(
        self, eps: Exponent, reverse: bool, nats: float, kind: str
    ) -> tuple[Scalar, str]:
        e_eps = exponential(eps)
        place = -nats_of(eps) if reverse else nats_of(eps)
        low, high = self._bounds(reverse)
        side = -1 if reverse else 1
        # ε at or beyond the greatest loss: nothing is above it; at or below the least: all is.
        if high is not None and (place - high) * side >= 0:
            return fmpq(0), NO_GREATER
        if low is not None and (place - low) * side <= 0:
            return 1 - e_eps, "no loss is less"
        if self.grids is not None and "grid" in kind:
            _, size = self.inversion.crossing(float(arb(place).mid()), side)
            # Of the other direction that is the size of e^−ε times the value.
            size = min(size - (float(arb(place).mid()) if reverse else 0.0), 0.0)
            work = math.inf if kind == "large grid" else _GRID_WORK
            try:
                return self.grids.value(nats_of(eps), reverse, size, nats, work)
            except (OverflowError, ValueError) as error:
                raise NotReachedError(str(error)) from None
        if self.cuts is not None and kind in ("cut", "long cut"):
            most = LITTLE_WORK if kind == "cut" else MOST_WORK
            try:
                function, way = self.cuts.function(place, nats, most)
            except (OverflowError, ValueError) as error:
                raise NotReachedError(str(error)) from None
            self._latest = Shared(reverse, 1, int(ctx.prec), function, way)
            return function(place), way
        region, value, way = self._best(place, reverse, nats, kind)
        return _from_integral(value, region, reverse, e_eps), way

    # --- for searches -----------------------------------------------------------------------------

    def near(self, eps: Exponent, reverse: bool, width: fmpq, final: fmpq) -> Enclosure:
        """`value` to a width, by the nodes of an earlier one if these give it; else to the width
        `final` where what is worked out serves other ε.

        Raises:
            NotReachedError: as for `value`.
        """
        for shared in reversed(self._kept):
            found = self._shared_value(shared, eps, reverse)
            if found is not None and found.width <= width:
                return found
        wanted = final if self._shares(eps, reverse, final) else width
        self._latest = None
        value = self.value(eps, reverse, wanted)
        if self._latest is not None:
            self._kept = [*self._kept[1 - _MOST_KEPT:], self._latest]
        return value

    def _shares(self, eps: Exponent, reverse: bool, width: fmpq) -> bool:
        """Whether a value is first sought along a line."""
        try:
            return self._kinds(eps, reverse, 2 - log_of(width))[0] in ("line", "cut", "long cut")
        except (OverflowError, ValueError, ZeroDivisionError):
            return False

    def _shared_value(self, shared: Shared, eps: Exponent, reverse: bool) -> Enclosure | None:
        """A value by a line of another ε, where there is one."""
        place = -nats_of(eps) if reverse else nats_of(eps)
        lowest, highest = self._bounds(False)
        inside = (lowest is None or place > lowest) and (highest is None or place < highest)
        if shared.reverse != reverse or not inside:
            return None
        with precision(shared.bits):
            value = shared.function(arb(place))
            whole = _from_integral(value, shared.region, reverse, exponential(eps))
            try:
                found = within(enclosure(whole), fmpq(0), fmpq(1))
            except NotReachedError:
                # A ball that says nothing, as far away as this is from where the line was planned.
                return None
        return replace(found, way=f"{shared.way}, {shared.bits} bits, shared")

    def size(self, eps: float, reverse: bool) -> float:
        """About the logarithm of `value`, in floats; for planning only.

        Raises:
            ArithmeticError, ValueError: it can't be told.
        """
        place, side = (-eps, -1) if reverse else (eps, 1)
        _, high = self._bounds(reverse)
        if high is not None and (place - float(arb(high).mid())) * side >= 0:
            return -math.inf
        with np.errstate(all="ignore"):
            if self.cuts is not None and not reverse:
                try:
                    return self.cuts.size(place)
                except (ArithmeticError, ValueError):
                    pass
            _, size = self.inversion.crossing(place, side)
        return min(size + (eps if reverse else 0.0), 0.0)

    def sharp_size(
        self, eps: float, reverse: bool, nats: float, expected: float | None
    ) -> float:
        """The logarithm of `value` to about e^−nats, in floats; sooner where it is as expected.

        Raises:
            NotReachedError, ArithmeticError, ValueError: it can't be told.
        """
        place, region = (-eps, -1) if reverse else (eps, 1)
        with np.errstate(all="ignore"):
            if self.cuts is not None and not reverse:
                return self.cuts.sharp_size(place, nats, expected)
            line = self.inversion.plan(place, region, nats)
            found = log_value(self.inversion.product.parts, line, place, nats)
        return min(found + (eps if reverse else 0.0), 0.0)

    def _lines(
        self, place: float, reverse: bool, nats: float
    ) -> list[tuple[float, int, Line]]:
        """What lines there are, with their regions, the cheapest first."""
        plans: list[tuple[float, int, Line]] = []
        direct = -1 if reverse else 1
        for region in (1, 0, -1):
            # What is subtracted from 1 matters relative to the result, which may be far smaller.
            try:
                line = self.inversion.plan(place, region, nats + (0 if region == direct else 4))
            except (NotReachedError, OverflowError, ValueError):
                continue
            plans.append((line.work * (1 if region == direct else 1.5), region, line))
        return sorted(plans, key=lambda plan: plan[0])

    def _best(
        self, exact: Scalar, reverse: bool, nats: float, kind: str
    ) -> tuple[int, arb, str]:
        """The region of the line that is cheapest, G_c there, and how it was found: along a
        hyperbola, along few rays, or (kind "line") along a line or rays."""
        eps = arb(exact)
        place = float(eps.mid())
        direct = -1 if reverse else 1
        if self.hyperbolas is not None and kind == "hyperbola":
            region = self._ray_region(place, direct)
            try:
                known = math.inf
                if self.cuts is not None and region == 1:
                    known = self.cuts.size(place)
                return region, *self.hyperbolas.value(exact, region, nats, known)
            except (OverflowError, ValueError) as error:
                raise NotReachedError(str(error)) from None
        if self.rays is not None and kind == "rays":
            return self._along_rays(exact, direct, nats, _FEW_VALUES)
        plans = self._lines(place, reverse, nats)
        laplace = any(isinstance(loss.line, SubsampledLaplaceStep) for loss, _ in self.losses)
        most = _FEW_WORK if laplace else _LINE_WORK
        if plans and (plans[0][0] < most or self.rays is None):
            if plans[0][0] > _MOST_WORK:
                raise TooSlowError("the transform falls too slowly along the line")
            _, region, line = plans[0]
            way = f"inversion along Re z = {float(line.c):.4g}, {line.count} nodes"
            nodes = self.inversion.nodes(line, nats)
            self._latest = Shared(reverse, region, int(ctx.prec), nodes.value, way)
            return region, nodes.value(eps), way
        if self.rays is None:
            raise TooSlowError("the transform falls too slowly along the line")
        return self._along_rays(exact, direct, nats, None)

    def _along_rays(
        self, exact: Scalar, direct: int, nats: float, most: int | None
    ) -> tuple[int, arb, str]:
        """The region, G_c and the way along rays; given up at so many values on a segment."""
        assert self.rays is not None
        place = float(arb(exact).mid())
        region = self._ray_region(place, direct)
        c, size = self.inversion.crossing(place, region)
        if abs(c) > _FARTHEST:
            # A crossing that isn't the saddle costs precision, no more.
            c = (_FARTHEST + 1) * (1 if c > 0 else -1)
            size = self.inversion.exponent(float(c), place)
        way = f"inversion along rays that start from Re z = {float(c):.4g}"
        # Sizes are told roughly; to begin again for a nat that is missing costs far more.
        return region, self.rays.value(exact, c, size, nats + _SPARE, most), way

    def _ray_region(self, eps: float, direct: int) -> int:
        """The direct region, unless its value is near 1 and less is left in the middle one."""
        _, size = self.inversion.crossing(eps, direct)
        if size < -1.5:
            return direct
        _, middle = self.inversion.crossing(eps, 0)
        return direct if middle > -0.5 else 0

    def values(self, epsilons: Sequence[Exponent], reverse: bool, width: fmpq) -> list[Enclosure]:
        """`value` at many ε; those that one line serves share its nodes.

        A line planned for one ε serves others nearby: each value is enclosed anyway, and those
        that come out too wide wait for the next line.
        """
        nats = 6 - log_of(width)
        found: dict[int, Enclosure] = {}
        order = sorted(range(len(epsilons)), key=lambda i: _float(epsilons[i]))
        while waiting := [i for i in order if i not in found]:
            middle = waiting[0]
            value = self.value(epsilons[middle], reverse, width)
            found[middle] = value
            rest = waiting[1:]
            if not rest or value.exact or value.low <= 0:
                continue
            with precision(int(1.45 * nats + 100)):
                for index, one in self._shared(epsilons, rest, reverse, nats):
                    if one.width <= width:
                        found[index] = one
        return [found[i] for i in range(len(epsilons))]

    def _shared(
        self, epsilons: Sequence[Exponent], waiting: Sequence[int], reverse: bool, nats: float
    ) -> list[tuple[int, Enclosure]]:
        """Values at the first ε that wait, by one line planned a little beyond the first."""
        few = waiting[: max(1, min(len(waiting), _BATCH))]
        places = []
        for index in few:
            place = nats_of(epsilons[index])
            places.append(arb(-place if reverse else place))
        lowest, highest = self._bounds(False)
        inside = [
            (index, place)
            for index, place in zip(few, places, strict=True)
            if (lowest is None or place > lowest) and (highest is None or place < highest)
        ]
        if not inside:
            return []
        region = -1 if reverse else 1
        target = float(inside[min(len(inside) - 1, _BATCH // 4)][1].mid())
        try:
            line = self.inversion.plan(target, region, nats + 12)
            if line.work > _LINE_WORK:
                return []
            values = self.inversion.values([place for _, place in inside], line, nats + 12)
        except (NotReachedError, OverflowError, ValueError):
            return []
        results = []
        for (index, _), value in zip(inside, values, strict=True):
            whole = exponential(epsilons[index]) * value if reverse else value
            try:
                found = within(enclosure(whole), fmpq(0), fmpq(1))
                way = f"inversion along Re z = {float(line.c):.4g}, {line.count} nodes, shared"
                results.append((index, replace(found, way=way)))
            except NotReachedError:
                continue
        return results


def _from_integral(value: arb, region: int, reverse: bool, e_eps: Scalar) -> arb:
    """H_{e^ε} from G_c; of the other direction from G_c(−ε)."""
    if not reverse:
        return arb(value + {1: 0, 0: 1, -1: 1 - e_eps}[region])
    # e^ε (G − 1) + 1 with G = value, 1 + value or 1 − e^−ε + value.
    return arb(e_eps * value + {1: 1 - e_eps, 0: 1, -1: 0}[region])


def _float(eps: Exponent) -> float:
    return float(arb(nats_of(eps)).mid())
