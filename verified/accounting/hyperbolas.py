"""δ(ε) of some sampled Gaussian steps: the same inversion, along a hyperbola.

Along a vertical line the transform of few steps, or of steps with a narrow loss, falls too slowly.
Where their losses have turned paths (`turned`), e^(zE) with E = Σ l − ε ≤ 0 falls to the right, and
the line may be bent into

    z(u) = c + b (cosh(u + iθ) − cos θ),   π/4 < θ < π/2,

on which the integrand falls doubly exponentially in u. The trapezoidal rule in u errs by at most
(I₊ + I₋)/(2π (e^(2πd/h) − 1)), I± the integrals of the integrand's modulus along the hyperbolas of
the angles θ ± d, which are bounded cell by cell. `docs/oracle.md` has the proofs.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import acb, arb, ctx, fmpq

from verified.accounting.enclosures import NotReachedError, require
from verified.accounting.gaussian_steps import disc, dyadic
from verified.accounting.inversion import _least_far, _nearest_short
from verified.accounting.turned import (
    MOST_TURN,
    Mass,
    Path,
    Sums,
    TwoSided,
    float_ends,
    float_mass,
    float_spread,
)
from verified.numbers.balls import precision
from verified.numbers.golden import least_at
from verified.numbers.limits import check_time

Floats = Any
Scalar = Any  # fmpq | arb

# The strips of angles end just below π/2, and begin at one of these, above π/4.
_STRIP_ENDS = fmpq(399, 256)
_STRIPS = [fmpq(n, 256) for n in (206, 230, 260, 290, 320, 345, 365, 378)]
# b in units of what the integrand's width at the saddle is.
_SCALES = [0.7 * 1.7**n for n in range(14)]
_TURNS = np.linspace(0.0, 0.74, 9)
# Where shares of a hyperbola are looked at in floats.
_PLACES = np.concatenate([np.linspace(0.0, 1.5, 16), np.linspace(1.7, 14.0, 42)])
# Nodes of the same path are summed together; there are so many groups.
_GROUPS = 5
# A group's errors are bounded on so many arcs.
_ARCS = 6
_BOUND_BITS = 64
_MOST_CUTS = 1500
MOST_NODES = 4000
_MOST_LONG = 5000.0
# Where hyperbolas may cross, from the saddle to the pole; with few nodes no other place is tried.
_SHARES = (fmpq(1), fmpq(1, 8), fmpq(1, 32))
_FEW, _MOST_TURNS = 80, 8
# By so many nats an error may be larger than planned.
_LOOSE = 6.0


@dataclass(frozen=True)
class Hyperbola:
    """z(u) = c + b (cosh(u + iθ) − cos θ); for a strip of half-width d, nodes a step h apart."""

    c: fmpq
    b: fmpq
    theta: fmpq
    d: fmpq

    def place(self, u: arb, side: int = 0) -> tuple[acb, acb]:
        """z and dz/du at u, on the hyperbola of the angle θ + side·d."""
        w = acb(u, arb(self.theta + side * self.d))
        sine, cosine = w.sinh_cosh()
        return self.c + self.b * (cosine - arb(self.theta).cos()), self.b * sine

    def corners(self, start: fmpq, stop: fmpq, side: int = 0) -> list[acb]:
        """A triangle that holds the arc from one u to another: its ends, and where the tangents
        meet; a branch of a hyperbola is convex."""
        w = acb(arb((start + stop) / 2), arb(self.theta + side * self.d))
        met = w.cosh() / arb((stop - start) / 2).cosh() - arb(self.theta).cos()
        return [self.place(arb(u), side)[0] for u in (start, stop)] + [self.c + self.b * met]

    def floats(self, u: Floats, side: int = 0) -> tuple[Floats, Floats]:
        """The same in floats."""
        w = u + 1j * float(self.theta + side * self.d)
        b, c = float(self.b), float(self.c)
        return c + b * (np.cosh(w) - math.cos(float(self.theta))), b * np.sinh(w)


@dataclass(frozen=True)
class Plan:
    """What floats make of a hyperbola, a step and a number of nodes."""

    hyperbola: Hyperbola
    h: fmpq
    count: int


class Hyperbolas:
    """The inversion for a product of steps with turned paths.

    Args:
        parts: the paths of the steps, all of them one-sided or all two-sided, and how often each
            is taken.
    """

    def __init__(self, parts: Sequence[tuple[Path, int]]) -> None:
        self.parts = tuple(parts)
        self.two_sided = any(isinstance(path, TwoSided) for path, _ in parts)
        require(
            all(isinstance(path, TwoSided) == self.two_sided for path, _ in parts),
            "the steps are of one side and of two",
        )

    def value(
        self, place: Scalar, region: int, nats: float, known: float = math.inf
    ) -> tuple[arb, str]:
        """G_c(ε) (see `inversion`) for c in a region, to an error of about e^−nats of itself.

        Args:
            place, region, nats: ε, and as named.
            known: about the logarithm of |G_c(ε)| or more, where that is known.

        Raises:
            NotReachedError: there is no hyperbola, or its bounds don't hold.
        """
        if self.two_sided and place < 0:
            # M(z) = M(1 − z): G_c(ε) = e^ε G_{1−c}(−ε).
            turned = {1: -1, 0: 0, -1: 1}[region]
            value, way = self.value(-place, turned, nats, known - float(arb(place).mid()))
            return value * arb(place).exp(), way
        self.total = self._total(place)
        require(self.total <= 0, "the loss is above ε everywhere")
        self.eps = float(arb(place).mid())
        c, plan, size = self._best(region, nats, known)
        for _ in range(_MOST_TURNS):
            check_time()
            with precision(ctx.prec + int(1.45 * max(self._above(c) - size, 0.0))):
                # To this precision; a path's centre is where e^(zE) is cancelled.
                self.total = self._total(place)
                self._centre(c)
                total = self._sum(plan, size, nats)
                found = abs(total) * arb(place).exp()
                # The value may be far below the integrand at the saddle.
                if not found < arb(size - 4).exp():
                    value = (total + arb(0, self._off(plan))) * arb(place).exp()
                    way = f"inversion along a hyperbola through {float(c):.4g}"
                    return value, f"{way}, {plan.count + 1} nodes"
                size = float(found.upper().max(arb(size - nats - 20).exp()).log().mid())
                plan = self._plan(c, region, nats, size)
        raise NotReachedError("the value isn't told from 0 along a hyperbola")

    def _total(self, place: Scalar) -> arb:
        """E = Σ l − ε."""
        return sum((times * path.origin() for path, times in self.parts), -arb(place))

    def _above(self, c: fmpq) -> float:
        """About the logarithm of the integrand at c."""
        return self._cumulant(float(c)) - math.log(abs(float(c * (c - 1))))

    def _best(self, region: int, nats: float, known: float) -> tuple[fmpq, Plan, float]:
        """Where a hyperbola had best cross, its plan, and about ln |G|.

        Where the saddle is far out, M is large there because of losses that are far too rare to
        matter: nearer to the pole more digits cancel, but the nodes are fewer.
        """
        saddle, edge = self._saddle(region), 1 if region > 0 else 0
        best: tuple[fmpq, Plan, float] | None = None
        size = known
        for share in _SHARES if region else _SHARES[:1]:
            check_time()
            c = edge + (saddle - edge) * share
            if best is not None and abs(c - edge) < fmpq(1, 20):
                break
            self._centre(c)
            try:
                if best is None:
                    size = min(self._laplace(c), known)
                plan = self._plan(c, region, nats, size)
            except NotReachedError:
                continue
            if best is None or plan.count < best[1].count:
                best = c, plan, size
            if plan.count < _FEW:
                break
        if best is None:
            raise NotReachedError("no hyperbola has few enough nodes")
        self._centre(best[0])
        return best

    def _laplace(self, c: fmpq) -> float:
        """About ln |G|, by Laplace's method at the saddle c."""
        middle, curvature = self._curved(c)
        return middle - 0.5 * math.log(2 * math.pi * curvature)

    def _curved(self, c: fmpq) -> tuple[float, float]:
        """About the logarithm of the integrand at c, and its second derivative."""
        place = float(c)
        gap = 0.1 * min(abs(place), abs(place - 1))
        middle, *sides = (
            self._cumulant(x) - math.log(abs(x * (x - 1)))
            for x in (place, place - gap, place + gap)
        )
        return middle, max((sum(sides) - 2 * middle) / gap**2, 1e-300)

    # --- planning, in floats ----------------------------------------------------------------------

    def _reach(self, c: float) -> float:
        """Losses beyond this are small wherever it matters."""
        reach = 0.0
        for path, _ in self.parts:
            mu, q = float(path.mu), float(path.q)
            b = mu * mu / 2 - math.log(q) + math.log1p(-q)
            reach = max(reach, mu * mu * (abs(c) + 1) + 14 * mu + max(-b, 0.0))
        return reach

    def _reach_of(self, z: Floats) -> float:
        """The same for places along a hyperbola; far up, where paths are turned, less does."""
        real = np.abs(np.real(z))
        return self._reach(min(float(np.max(real)), 4 * float(real[0]) + 8))

    def _cumulant(self, c: float, centred: bool = False) -> float:
        """ln M(c) − (c − 1)ε, roughly."""
        total = self.eps + c * float(self.total.mid())
        for path, times in self.parts:
            total += times * float(float_mass(path, 0.0, 0.0, np.array([c]), self._reach(c))[0])
        return total

    def _saddle(self, region: int) -> fmpq:
        def exponent(c: float) -> float:
            return self._cumulant(c) - math.log(abs(c * (c - 1)))

        if region == 0:
            place = _nearest_short(least_at(exponent, 1e-6, 1 - 1e-6, 28))
            return max(fmpq(1, 10**5), min(place, 1 - fmpq(1, 10**5)))
        edge = 1 if region > 0 else 0
        far = math.exp(_least_far(lambda s: exponent(edge + region * math.exp(s))))
        return edge + region * _nearest_short(far)

    def _centre(self, c: fmpq) -> None:
        """The λ₀ of the steps, about the means at the saddle; they sum to −E."""
        place = float(c)
        step = 1e-4 * max(abs(place), 1e-3)
        centres: list[Scalar] = []
        left = -self.total
        for index, (path, times) in enumerate(self.parts):
            if index + 1 == len(self.parts):
                centres.append(left / times)
                continue
            ends = [
                float_mass(path, 0.0, 0.0, np.array([place + sign * step]), self._reach(place))[0]
                for sign in (-1, 1)
            ]
            centre = _nearest_short((ends[1] - ends[0]) / (2 * step))
            centres.append(centre)
            left = left - times * centre
        self.centres = centres

    def _sizes(self, z: Floats, turns: Floats) -> list[Floats]:
        """About ln of the mass of each part, by angle and z."""
        reach = self._reach_of(z)
        return [
            np.array([float_mass(path, turn, _middle(centre), z, reach) for turn in turns])
            for (path, _), centre in zip(self.parts, self.centres, strict=True)
        ]

    def _integrand(self, z: Floats, speed: Floats, least: float = 0.0) -> Floats:
        """About ln of a bound on the integrand's modulus, by paths turned by at least so much."""
        total = self.eps + np.log(np.abs(speed)) - np.log(np.abs(z * (z - 1)))
        turns = np.linspace(least, MOST_TURN, 6) if least else _TURNS
        for each, (_, times) in zip(self._sizes(z, turns), self.parts, strict=True):
            total = total + times * np.min(each, axis=0)
        return np.where(np.isnan(total), np.inf, total)

    def _plan(
        self, c: fmpq, region: int, nats: float, known: float
    ) -> Plan:
        """The hyperbola of the fewest nodes for errors of e^(known − nats)."""
        place = float(c)
        _, curvature = self._curved(c)
        self.spread = math.sqrt(curvature)
        room = {1: place - 1, 0: min(place, 1 - place), -1: -place}[region]
        tried: dict[tuple[int, int], tuple[float, Hyperbola, float, float] | None] = {}

        def cost(strip: int, scale: int) -> float:
            if not (0 <= strip < len(_STRIPS) and 0 <= scale < len(_SCALES)):
                return math.inf
            if (strip, scale) not in tried:
                theta = (_STRIP_ENDS + _STRIPS[strip]) / 2
                d = _STRIP_ENDS - theta
                # The strip crosses the real line to the left and to the right of c.
                far = [abs(math.cos(float(theta + x)) - math.cos(float(theta))) for x in (d, -d)]
                widest = {1: far[0], 0: max(far), -1: far[1]}[region]
                b = min(_SCALES[scale] / self.spread, 0.9 * room / widest)
                shape = Hyperbola(c, dyadic(b, 16), theta, d)
                found = self._cost(shape, known, nats)
                tried[strip, scale] = None if found is None else (found[0], shape, *found[1:])
            found_there = tried[strip, scale]
            return math.inf if found_there is None else found_there[0]

        best = None
        for start in ((2, 6), (5, 8)):
            at = start
            while True:
                moves = [(at[0] + x, at[1] + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
                better = min(moves, key=lambda move: cost(*move))
                if not cost(*better) < cost(*at):
                    break
                at = better
            found = tried[at]
            if found is not None and (best is None or found[0] < best[0]):
                best = found
        if best is None or best[0] > MOST_NODES:
            raise NotReachedError("no hyperbola has few enough nodes")
        _, shape, h, top = best
        step = dyadic(h, 10)
        return Plan(shape, step, math.ceil(top / float(step)))

    def _cost(
        self, shape: Hyperbola, size: float, nats: float
    ) -> tuple[float, float, float] | None:
        """Nodes, step and reach of a hyperbola."""
        whole = -math.inf
        for side in (-1, 1):
            logs = self._integrand(*shape.floats(_PLACES, side))
            whole = float(np.logaddexp(whole, np.logaddexp.reduce(logs + np.log(_WIDTHS))))
        logs = self._integrand(*shape.floats(_PLACES), _least_turn(shape.theta))
        left = np.nonzero(~(logs < size - nats - 3))[0]
        if not math.isfinite(whole) or (len(left) and left[-1] + 1 >= len(_PLACES)):
            return None
        top = float(_PLACES[left[-1] + 1]) if len(left) else 0.5
        h = 2 * math.pi * float(shape.d) / max(nats + 2 + whole - size, 3.0)
        return top / h, h, top

    # --- enclosures -------------------------------------------------------------------------------

    def _sum(self, plan: Plan, size: float, nats: float) -> arb:
        """The sum over the nodes, with the errors of the transforms; without e^ε."""
        shape, h, count = plan.hyperbola, plan.h, plan.count
        nodes = [shape.place(arb(h * n)) for n in range(count + 1)]
        total = arb(0)
        for first, last in itertools.pairwise(_split(count + 1)):
            group = range(first, last)
            sums, allowed = self._transforms(plan, group, size, nats)
            errors = self._errors(plan, group, sums)
            # On triangles around arcs they may be far larger than floats told at the nodes.
            more = max(
                float(one.log().mid()) - level
                for row, levels in zip(errors, allowed, strict=True)
                for one, level in zip(row, levels, strict=True)
            )
            if _LOOSE < more < math.inf:
                sums, _ = self._transforms(plan, group, size, nats + more)
                errors = self._errors(plan, group, sums)
            for n in group:
                check_time()
                z, speed = nodes[n]
                product = acb(1)
                for transform, row, (_, times) in zip(sums, errors, self.parts, strict=True):
                    product = product * (transform(z) + disc(row[n - first])) ** times
                term = (product * speed / (z * (z - 1))).imag
                total = total + (term / 2 if n == 0 else term)
        return total * arb(h) / arb.pi()

    def _off(self, plan: Plan) -> arb:
        """A bound on what that sum leaves out, and on the trapezoidal rule's error."""
        shape = plan.hyperbola
        require(plan.h > 0 and plan.count > 0, "a hyperbola without nodes")
        require(self._clear(shape), "a pole lies between the hyperbolas")
        with precision(_BOUND_BITS):
            off = self._beyond(plan) / arb.pi()
            decay = (2 * arb.pi() * arb(shape.d) / arb(plan.h)).expm1()
            for side in (-1, 1):
                off = off + self._modulus(shape, side) / (arb.pi() * decay)
        return off.upper()

    def _clear(self, shape: Hyperbola) -> bool:
        """Whether the strip's hyperbolas cross the real line on one side of 0 and of 1."""
        require(shape.d > 0 and arb(shape.theta + shape.d) < arb.pi() / 2, "the strip is too wide")
        require(arb(shape.theta - shape.d) > arb.pi() / 4, "the strip is too wide")
        ends = [
            shape.c + shape.b * (arb(angle).cos() - arb(shape.theta).cos())
            for angle in (shape.theta + shape.d, shape.theta - shape.d)
        ]
        low, high = ends
        return bool(low > 1 or high < 0 or (low > 0 and high < 1))

    def _transforms(
        self, plan: Plan, group: range, size: float, nats: float
    ) -> tuple[list[Sums], list[Floats]]:
        """The transforms at the nodes of a group, each by a path and a step for all of them; and
        the logarithms of the errors that they may have."""
        u = float(plan.h) * np.array(group)
        z, speed = plan.hyperbola.floats(u)
        logs = self._integrand(z, speed)
        found, levels_of = [], []
        turns = np.linspace(0.0, MOST_TURN, 14)
        sizes = self._sizes(z, turns)
        reach = self._reach_of(z)
        for (path, _), centre, each in zip(self.parts, self.centres, sizes, strict=True):
            # The error that a transform may have at each node.
            allowed = np.min(each, axis=0) + _share(
                size - nats - np.minimum(logs, 1e300) - math.log((plan.count + 1) * float(plan.h)),
                sum(many for _, many in self.parts),
            )
            mirrored = [float_mass(path, -turn, _middle(centre), z, reach) for turn in turns]
            best = (math.inf, 0, 0)
            for index in range(len(turns)):
                for more in range(2, len(turns)):
                    if index + more >= len(turns):
                        break
                    # Turned by less than nothing, the path is turned the other way.
                    place = index - more
                    if any(_long(path, t, z) for t in (turns[index + more], turns[index]
                                                       - turns[more])):
                        continue
                    low = each[place] if place >= 0 else mirrored[-place]
                    worst = float(np.max(np.maximum(low, each[index + more]) - allowed))
                    rate = max(worst + 1.5, 3.0) / (2 * math.pi * turns[more])
                    best = min(best, (rate, index, more))
            rate, index, more = best
            if not math.isfinite(rate):
                raise NotReachedError("the transform has no path")
            angle = dyadic(float(turns[index]), 12) if index else fmpq(0)
            turn = dyadic(float(turns[more]), 12)
            sides = []
            for side in (-1, 1):
                middle = float(angle + side * turn)
                levels = float_mass(path, middle, _middle(centre), z, reach) - 8
                ends = float_ends(path, middle, _middle(centre), z, levels, reach)
                with precision(_BOUND_BITS):
                    sides.append(
                        Mass(path, angle + side * turn, centre, ends, 0.6, float(np.max(np.abs(z))))
                    )
            ends = float_ends(path, float(angle), _middle(centre), z, allowed, reach)
            step = dyadic(1 / rate, 10)
            found.append(Sums(path, angle, turn, step, centre, ends, (sides[0], sides[1])))
            levels_of.append(allowed)
        return found, levels_of

    def _errors(self, plan: Plan, group: range, sums: list[Sums]) -> list[list[arb]]:
        """Bounds on the errors of the sums at the nodes of a group.

        Each is a sum of |e^(z(λ − λ₀))|, which is convex in z: on an arc none is larger than at the
        corners of a triangle around it.
        """
        rows: list[list[arb]] = [[] for _ in sums]
        wide = len(group) // _ARCS + 1
        with precision(_BOUND_BITS):
            for first in range(group[0], group[-1] + 1, wide):
                check_time()
                last = min(first + wide, group[-1] + 1) - 1
                corners = plan.hyperbola.corners(plan.h * first, plan.h * last)
                for row, transform in zip(rows, sums, strict=True):
                    error = _largest([transform.error(z) for z in corners])
                    row.extend([error] * (last - first + 1))
        return rows

    def _modulus(self, shape: Hyperbola, side: int) -> arb:
        """A bound on ∫ |integrand| du over u ≥ 0, without e^ε, on a hyperbola of the strip."""
        angle = shape.theta + side * shape.d
        z, speed = shape.floats(_PLACES, side)
        logs = self._integrand(z, speed)
        top = float(np.max(logs))
        # Cells, finer where the integrand is large.
        cuts, slack = [fmpq(0)], top - logs
        rest = top - self._integrand(z, speed, _least_turn(angle))
        large = np.nonzero(~(rest > 8))[0]
        end = float(_PLACES[min(large[-1] + 1, len(_PLACES) - 1)]) if len(large) else 0.5
        # Over a cell z moves by as much as the bound may lose.
        spreads = self._spreads(z)
        while float(cuts[-1]) < end:
            check_time()
            at = float(cuts[-1])
            _, fast = shape.floats(np.array(at + 0.05), side)
            free, spread = (float(np.interp(at, _PLACES, each)) for each in (slack, spreads))
            wide = min(0.25, (1 + max(free, 0.0) / 6) * 3 / (abs(complex(fast)) * spread))
            cuts.append(cuts[-1] + dyadic(wide, 6))
            require(len(cuts) < _MOST_CUTS, "a hyperbola has too many cells")
        middles = np.array([float(one + two) / 2 for one, two in itertools.pairwise(cuts)])
        z, _ = shape.floats(middles, side)
        ends, _ = shape.floats(np.array([float(cut) for cut in cuts]), side)
        masses = self._masses([z, ends[:-1], ends[1:]])
        total = arb(0)
        for index, (start, stop) in enumerate(itertools.pairwise(cuts)):
            check_time()
            place, speed = shape.place(arb((start + stop) / 2, (stop - start) / 2), side)
            value = speed.abs_upper() / (place.abs_lower() * (place - 1).abs_lower())
            corners = shape.corners(start, stop, side)
            # A product of powers of integrals of |e^(z(λ − λ₀))| is convex in z.
            powers = []
            for corner in corners:
                power = arb(1)
                for row, (_, times) in zip(masses, self.parts, strict=True):
                    power = power * row[index](corner) ** times
                powers.append(power.upper())
            total = total + (value * _largest(powers)).upper() * (stop - start)
        return total + self._rest(shape, angle, cuts[-1])

    def _spreads(self, z: Floats) -> Floats:
        """About how much faster than linearly the integrand moves with z, by the best paths."""
        total = np.zeros(len(z))
        reach = self._reach_of(z)
        for (path, times), centre, each in zip(
            self.parts, self.centres, self._sizes(z, _TURNS), strict=True
        ):
            chosen = np.argmin(each, axis=0)
            for index in set(chosen.tolist()):
                few = chosen == index
                total[few] += times * float_spread(
                    path, float(_TURNS[index]), _middle(centre), z[few], reach
                )
        return total

    def _masses(self, places: Sequence[Floats]) -> list[list[Mass]]:
        """For each part and cell the cells of the path that bounds best at all of some places."""
        rows = []
        z = places[0]
        reach = max(self._reach_of(each) for each in places)
        sizes = [self._sizes(each, _TURNS) for each in places]
        for index, ((path, times), centre) in enumerate(
            zip(self.parts, self.centres, strict=True)
        ):
            here = [each[index] for each in sizes]
            worst = np.max([np.where(np.isnan(each), np.inf, each) for each in here], axis=0)
            chosen = np.argmin(worst, axis=0)
            made: dict[int, Mass] = {}
            for turned in sorted(set(chosen.tolist())):
                few = np.nonzero(chosen == turned)[0]
                turn = dyadic(float(_TURNS[turned]), 12) if turned else fmpq(0)
                levels = np.concatenate([each[turned][few] for each in here]) - math.log(times)
                points = np.concatenate([each[few] for each in places])
                ends = float_ends(path, float(turn), _middle(centre), points, levels, reach)
                far = float(np.max(np.abs(z[few])))
                made[turned] = Mass(path, turn, centre, ends, 0.8 / math.sqrt(times), far)
            rows.append([made[turned] for turned in chosen.tolist()])
        return rows

    def _beyond(self, plan: Plan) -> arb:
        return self._rest(plan.hyperbola, plan.hyperbola.theta, plan.h * plan.count)

    def _rest(self, shape: Hyperbola, angle: fmpq, start: fmpq) -> arb:
        """A bound on ∫ |integrand| du over u ≥ start, and on h times its sum over nodes beyond.

        On the path turned by φ ≥ π/2 − angle no Re(zλ) grows with u, and Re z, by which E is
        multiplied, doesn't fall; |dz/du|/|z(z − 1)| ≤ cosh u/(b sin² sinh² u) falls.
        """
        theta = arb(angle)
        require(start > 0, "the rest of a hyperbola starts on the real line")
        side = (angle - shape.theta) / shape.d
        z, _ = shape.place(arb(start), int(side.p))
        points = np.array([complex(float(z.real.mid()), float(z.imag.mid()))])
        turns = np.linspace(_least_turn(angle), MOST_TURN, 6)
        value = 1 / (shape.b * theta.sin() ** 2 * arb(start).sinh())
        for (path, times), centre, each in zip(
            self.parts, self.centres, self._sizes(points, turns), strict=True
        ):
            best = int(np.argmin(each[:, 0]))
            turn = dyadic(float(turns[best]), 20)
            require((theta + arb(turn)).cos() <= 0, "the path isn't turned enough")
            levels = each[best] - 3
            reach = self._reach(float(points.real[0]))
            ends = float_ends(path, float(turn), _middle(centre), points, levels, reach)
            far = float(np.abs(points[0]))
            mass = Mass(path, turn, centre, ends, 0.8 / math.sqrt(times), far)
            value = value * mass(z) ** times
        return value.upper()


_WIDTHS = np.gradient(_PLACES)


def _share(excess: Floats, count: int) -> Floats:
    """The x with (1 + e^x)^count = 1 + e^excess: how large the relative errors of so many factors
    may be, by logarithms. Where the product may be wrong by more than itself they may not be as
    wrong as it."""
    with np.errstate(all="ignore"):
        large = np.log(np.expm1(np.logaddexp(0.0, excess) / count))
    return np.where(excess < -30, excess - math.log(count), large)


def _long(path: Path, turn: float, z: Floats) -> bool:
    """Whether bounds along a path would take too many cells, which are about a root of |z| and of
    the largest loss: μ² times the rate at which Re(zλ) grows along it for some z of the group,
    taken a little wider than it is; small losses where it falls for all."""
    mu, far = float(path.mu), np.abs(z)
    rate = float(np.max(z.real * math.cos(turn) - z.imag * math.sin(turn) + 0.07 * far))
    reach = mu * mu * rate + 14 * mu if rate > 0 else min(2 - 20 / min(rate, -1e-9), 14 * mu)
    cells = 2 * math.sqrt(float(np.max(far)) * reach) + reach / mu
    return cells > _MOST_LONG


def _least_turn(angle: fmpq) -> float:
    """By how much a path is turned, at least, for what lies beyond on a hyperbola."""
    return math.pi / 2 - float(angle) + 1e-3


def _middle(centre: Scalar) -> float:
    return float(arb(centre).mid())


def _largest(bounds: Sequence[arb]) -> arb:
    """The largest of some bounds, infinite where one isn't a number."""
    value = arb(0)
    for bound in bounds:
        value = value.max(bound) if bound.is_finite() else arb("inf")
    return value


def _split(count: int) -> list[int]:
    """Cuts of so many nodes into groups."""
    groups = min(_GROUPS, count)
    return [round(count * index / groups) for index in range(groups + 1)]
