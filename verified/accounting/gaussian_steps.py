"""The transform of the privacy loss of a Poisson-subsampled Gaussian mechanism, enclosed on lines.

One step adds N(0, σ²) to a sum of contributions of size at most the sensitivity Δ, each present
with probability q. With μ = Δ/σ and in units of σ, the pair of laws is (see `subsampled`)

    one-sided:  P = (1−q) N(0, 1) + q N(μ, 1),  Q = N(0, 1)
    two-sided:  P = (1−q) N(0, 1) + q N(μ, 1),  Q = (1−q) N(0, 1) + q N(−μ, 1)

and the transform is M(z) = ∫ P^z Q^(1−z) = ∫ φ(t) w₊(t)^z w₋(t)^(1−z) dt, where φ is the standard
normal density, w±(t) = 1 − q + q e^(±μt − μ²/2) (one-sided: w₋ = 1). It is worked out with the
trapezoidal rule, whose error for a function that is analytic in a strip is at most

    (∫|f(t + id)| dt + ∫|f(t − id)| dt) / (e^(2πd/h) − 1)

(Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1); `docs/oracle.md` has the proofs of the
bounds on those two integrals and on the tails that are left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import acb, acb_mat, arb, ctx, fmpq

from verified.accounting.enclosures import NotReachedError, TooSlowError, require
from verified.numbers.balls import integral, precision
from verified.numbers.limits import check_time

Floats = Any  # numpy arrays of floats
Point = tuple[fmpq, fmpq]  # a complex number with rational parts

# A sum of more terms than this isn't tried.
MOST_NODES = 400_000
# A sum in floats over nodes and noise isn't of more terms.
_MOST_FLOATS = 2e8
# The bound on what lies beyond a height is worked out to e^-30 of the transform's size.
_SLACK = 30.0
# About how many entries a matrix of a product has at most.
_ENTRIES = 400_000
# Larger matrices, of more bits, are multiplied in a quicker way: sums at more nodes have such ones.
_FEW, _LEAST_SIDE, _LEAST_BITS = 600, 64, 132


@dataclass(frozen=True)
class Grid:
    """Nodes t = j h for first ≤ j ≤ last of the trapezoidal rule, and the strip of its bound."""

    h: fmpq
    first: int
    last: int
    strip: fmpq

    @property
    def size(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True)
class SubsampledGaussianStep:
    """One Poisson-subsampled Gaussian step: 0 < q < 1, μ = sensitivity/σ > 0.

    `two_sided` is the pair of replacing a record, else of removing one.
    """

    q: fmpq
    mu: fmpq
    two_sided: bool = False

    # --- what is otherwise where losses are left out (`cut_steps`) --------------------------------

    @property
    def stiffness(self) -> fmpq:
        """On t ± id the modulus of what w± are integrated against is at most e^(stiffness d²/2)
        times what it is at t."""
        return fmpq(1)

    def share(self, t: fmpq) -> Any:
        """How much of the losses at t is kept."""
        return 1

    def _float_measure(self, t: Floats) -> Floats:
        """The logarithm of what w± are integrated against, but for a constant."""
        return -t * t / 2

    # --- planning, in floats ----------------------------------------------------------------------

    def _float_grid(self, c: float) -> Floats:
        mu = float(self.mu)
        reach = mu * (abs(c) + 1)
        if c < 0 and not self.two_sided:
            # w₊ falls to 1 − q only: at the peak −t is −c w₊′/w₊, or less.
            pull, low = -c * mu * float(self.q) / (1 - float(self.q)), 0.0
            for _ in range(40):
                middle = (low + reach) / 2
                if middle < pull * math.exp(-mu * middle):
                    low = middle
                else:
                    reach = middle
        step = min(0.1, 0.3 / mu)
        count = int(min(20_000, (2 * reach + 30) / step))
        return np.linspace(-reach - 15, reach + 15, count)

    def _float_logs(self, t: Floats, angle: float = 0.0) -> tuple[Floats, Floats]:
        """The logarithms of w₊ and w₋, the argument μt turned by an angle."""
        q, mu = float(self.q), float(self.mu)
        turned = mu * t + 1j * angle if angle else mu * t
        kept = math.log1p(-q)
        plus = _log_add(kept, math.log(q) + turned - mu * mu / 2)
        if not self.two_sided:
            return plus, np.zeros_like(plus)
        return plus, _log_add(kept, math.log(q) - turned - mu * mu / 2)

    def cumulant(self, c: float) -> float:
        """ln M(c), roughly."""
        t = self._float_grid(c)
        plus, minus = self._float_logs(t)
        return log_sum(self._float_measure(t) + c * plus + (1 - c) * minus) + math.log(
            (t[1] - t[0]) / math.sqrt(2 * math.pi)
        )

    def float_line(self, c: float, h: float, count: int, nats: float) -> tuple[Floats, float]:
        """The transform in floats (see `float_lines`)."""
        rate, _ = self._rate(c, h * count, nats)
        span = self._float_grid(c)
        low, high = math.floor(float(span[0]) * rate), math.ceil(float(span[-1]) * rate)
        if high - low > MOST_NODES:
            raise TooSlowError(f"the transform would take {high - low} nodes")
        t = np.arange(low, high + 1) / rate
        plus, minus = self._float_logs(t)
        sizes = self._float_measure(t) + c * plus + (1 - c) * minus
        kept = sizes > np.max(sizes) - nats - 10
        total = log_sum(sizes[kept])
        size = total - math.log(rate * math.sqrt(2 * math.pi))
        angles = h * (plus - minus)[kept]
        if len(angles) * (count + 1) > _MOST_FLOATS:
            raise TooSlowError("the line has too many nodes for floats")
        return float_sums(np.exp(sizes[kept] - total), angles, count), size

    def decay(self, c: float, y: float) -> tuple[float, float]:
        """About ln of the bound `beyond_line` at the height y, and the angle that gives it."""
        t = self._float_grid(c)
        best = (math.inf, 0.0)
        mu, measure, stiff = float(self.mu), self._float_measure(t), float(self.stiffness)
        for angle in (0.02, 0.06, 0.15, 0.3, 0.5, 0.75, 1.0, 1.25, 1.55):
            plus, minus = self._float_logs(t, angle)
            terms = (
                measure
                + c * plus.real
                + (1 - c) * minus.real
                - y * (plus.imag - minus.imag)
            )
            value = (
                log_sum(terms)
                + math.log((t[1] - t[0]) / math.sqrt(2 * math.pi))
                + stiff * (angle / mu) ** 2 / 2
            )
            best = min(best, (value, angle))
        return best

    def work(self, c: float, height: float, nats: float) -> float:
        """About how many nodes the sums along a line of that height take."""
        rate, _ = self._rate(c, height, nats)
        mu = float(self.mu)
        return rate * (2 * math.sqrt(2 * nats) + mu * (1 + abs(c)))

    def _rate(
        self, c: float, height: float, nats: float, most: float = math.pi
    ) -> tuple[float, float]:
        """The least 1/h for an error of e^-nats, and the half-width of the strip that gives it."""
        mu = float(self.mu)
        turns = 2.0 if self.two_sided else 1.0
        below = -min(c, 0.0) - (min(1 - c, 0.0) if self.two_sided else 0.0)
        stiff, best = float(self.stiffness), (math.inf, 0.0)
        for share in np.linspace(0.01, 0.97, 97):
            for d in (share * most / mu, share * 2.5 * math.sqrt(2 * nats / stiff)):
                if d < 0.98 * most / mu:
                    loss = stiff * d * d / 2 + height * turns * mu * d
                    loss = loss - below * math.log(math.cos(mu * d / 2))
                    best = min(best, ((nats + 1.0 + loss) / (2 * math.pi * d), d))
        return best

    # --- enclosures -------------------------------------------------------------------------------

    def _grid(self, c: fmpq, height: float, nats: float, most: float = math.pi) -> Grid:
        rate, d = self._rate(float(c), height, nats, most)
        h = dyadic(1 / rate, 12)
        size = self.cumulant(float(c))
        ends = [self._end(c, side, size - nats - 2) for side in (1, -1)]
        first, last = -math.ceil(ends[1] / float(h)), math.ceil(ends[0] / float(h))
        grid = Grid(h, first, last, dyadic(d, 12))
        if grid.size > MOST_NODES:
            raise NotReachedError(f"the transform would take {grid.size} nodes")
        return grid

    def _end(self, c: fmpq, side: int, goal: float) -> float:
        """Where a tail may begin that is to be about e^goal."""
        slope, constant = self._tail_exponent(c, side)
        # h Σ φ(t) e^(κt + λ) beyond T is about e^(λ + κ²/2 − (T − κ)²/2).
        needed = float(constant) + slope * slope / 2 - goal
        return max(float(self.mu) / 2, slope + math.sqrt(2 * max(needed, 0.0))) + 0.1

    def _tail_exponent(self, c: fmpq, side: int) -> tuple[float, float]:
        """The κ and λ of `_tail`, as floats; t is counted away from 0."""
        with_floats = self._tail_pieces(c, side)
        return max(float(slope) for slope, _ in with_floats), max(
            float(arb(constant).mid()) for _, constant in with_floats
        )

    def _tail_pieces(self, c: fmpq, side: int) -> list[tuple[fmpq, Any]]:
        """Pairs (κ, λ) with w₊^c w₋^(1−c) ≤ Σ e^(κ|t| + λ) for t of that side, |t| ≥ μ/2.

        On the right w₊ lies between 1 and e^(μt − μ²/2), w₋ between 1 and both 1 − q and
        e^(−μt − μ²/2); on the left they change places.
        """
        mu = self.mu
        powers = (c, 1 - c) if self.two_sided else (c, fmpq(0))
        above, below = powers if side > 0 else powers[::-1]
        slope, constant = fmpq(0), arb(0)
        if above > 0:
            slope, constant = above * mu, constant - above * mu * mu / 2
        if below < 0:
            # The smaller of the two bounds where most of the tail is.
            by_mass = below * arb(-self.q).log1p()
            by_slope = -below * mu * (mu / 2 + abs(below) * mu + 8)
            if by_mass < by_slope:
                constant = constant + by_mass
            else:
                slope, constant = slope - below * mu, constant - below * mu * mu / 2
        return [(slope, constant)]

    def _tail(self, c: fmpq, grid: Grid) -> arb:
        """An upper bound on h Σ φ(t) w₊^c w₋^(1−c) over the nodes beyond the grid."""
        total = self._side_tail(c, 1, grid.h, grid.h * (grid.last + 1))
        total = total + self._side_tail(c, -1, grid.h, grid.h * (1 - grid.first))
        return total.upper()

    def _side_tail(self, c: fmpq, side: int, h: fmpq, first: fmpq) -> arb:
        """The same on one side, from the node at |t| = first on."""
        start, total = arb(first), arb(0)
        require(start >= self.mu / 2, "a tail starts too near 0")
        for slope, constant in self._tail_pieces(c, side):
            require(start >= slope, "a tail starts before its terms fall")
            # Beyond κ the terms fall, so their sum is at most the first and the integral.
            one = h * (-start * start / 2 + slope * start).exp() / (2 * arb.pi()).sqrt()
            rest = ((start - slope) / arb(2).sqrt()).erfc() / 2 * arb(slope * slope / 2).exp()
            total = total + (one + rest) * arb(constant).exp()
        return total

    def _error(self, c: fmpq, height: arb, grid: Grid, turned: arb | None = None) -> arb:
        """The trapezoidal rule's error, as a multiple of M(c).

        On t ± id, |φ| is e^(d²/2) φ (see `stiffness`), |w±| lies between cos(μd/2) w± and w±, and
        the argument of w± is at most μd: the two integrals are at most e^(d²/2 + μdy) cos^(…) M(c).
        With `turned` the function is that of `beyond_line`, with arguments up to `turned` + μd.
        """
        d, mu = arb(grid.strip), self.mu
        angle = mu * d if turned is None else mu * d + turned
        # Where the path is turned already, the arguments of what stands for w± and its conjugate
        # keep their order only up to a right angle (see `beyond_line`).
        require(angle < arb.pi(), "the strip reaches a zero of the transform's integrand")
        if turned is not None:
            right = arb.pi() / 2
            require(mu * d <= right and turned <= right, "the strip of a bound is too wide")
        below = max(-c, fmpq(0)) + (max(c - 1, fmpq(0)) if self.two_sided else 0)
        loss = self.stiffness * d * d / 2 - below * (angle / 2).cos().log()
        if turned is None:
            loss = loss + height * (2 if self.two_sided else 1) * mu * d
        return (2 * loss.exp() / (2 * arb.pi() * d / arb(grid.h)).expm1()).upper()

    def _weights(self, c: fmpq, grid: Grid) -> tuple[list[arb], list[arb]]:
        """The terms of M(c), and the privacy losses, at the nodes."""
        mu, scale = arb(self.mu), grid.h / (2 * arb.pi()).sqrt()
        kept, sampled = 1 - self.q, self.q * arb(-self.mu * self.mu / 2).exp()
        ratio = (self.mu * arb(grid.h)).exp()
        power = (mu * arb(grid.h * grid.first)).exp()
        weights, losses = [], []
        for index in range(grid.first, grid.last + 1):
            check_time()
            t = grid.h * index
            above = _log_one_plus(-self.q, sampled * power, kept)
            exponent = c * above - t * t / 2
            loss = above
            if self.two_sided:
                under = _log_one_plus(-self.q, sampled / power, kept)
                exponent, loss = exponent + (1 - c) * under, above - under
            weights.append(scale * exponent.exp() * self.share(t))
            losses.append(loss)
            power = power * ratio
        return weights, losses

    def real(self, c: fmpq, nats: float) -> arb:
        """M(c) for a real c, to a relative error of about e^-nats."""
        return self.on_line(c, fmpq(1), 0, nats)[0].real

    def mean_loss(self, reverse: bool) -> arb:
        """The Kullback–Leibler divergence D(P‖Q), or D(Q‖P): ∫φ w₊(ln w₊ − ln w₋), or −∫φ w₋(…).

        Up to a place T, by quadrature; beyond, for t ≥ T ≥ μ, w₊ lies between 1 and e^(μt − μ²/2),
        w₋ between 1 − q and 1, and on the left they change places: so each of the two logarithms is
        at most μ|t| − ln(1 − q) there, and w₊ at most e^(μt − μ²/2) on the right, 1 on the left.
        """
        require(not (reverse and self.two_sided), "the two-sided pair is symmetric")
        mu, q = self.mu, self.q
        half = arb(mu * mu) / 2
        bits = int(ctx.prec)
        reach = fmpq(int((mu + math.isqrt(2 * bits) + 12).ceil()))

        def integrand(t: acb, analytic: bool) -> acb:
            above = (1 - q + q * (mu * t - half).exp()).log(analytic=analytic)
            loss = above
            if self.two_sided:
                loss = above - (1 - q + q * (-mu * t - half).exp()).log(analytic=analytic)
            weight = (-t * t / 2).exp()
            return weight * (-loss if reverse else loss * above.exp())

        total = integral(integrand, acb(-reach), acb(reach)).real / (2 * arb.pi()).sqrt()
        # ∫ φ(t − m)(μt − ln(1 − q)) dt over t ≥ T is μφ(T − m) + (μm − ln(1 − q)) Φ(m − T), m = μ
        # on the right but for D(Q‖P), 0 on the left.
        rest, kept = arb(0), -arb(-q).log1p()
        for shift in (fmpq(0), fmpq(0) if reverse else mu):
            away = arb(reach - shift)
            tail = (away / arb(2).sqrt()).erfc() / 2
            density = (-away * away / 2).exp() / (2 * arb.pi()).sqrt()
            rest = rest + 2 * (mu * density + (mu * shift + kept) * tail)
        return total + arb(0, rest.upper())

    def on_line(self, c: fmpq, h: fmpq, count: int, nats: float) -> list[acb]:
        """M(c + inh) for n from 0 to count, each to an error of about e^-nats M(c)."""
        grid = self._grid(c, float(h) * count, nats)
        weights, losses = self._weights(c, grid)
        values = line_sums(weights, losses, h, count)
        tail = self._tail(c, grid)
        error = self._error(c, arb(h * count), grid)
        # M(c) ≤ (sum + tail)/(1 − error), which the error is a multiple of.
        require(error < 1, "the error of the trapezoidal rule isn't bounded")
        size = (values[0].real + tail) / (1 - error)
        off = (error * size + tail).upper()
        return [value + disc(off) for value in values]

    def beyond_line(self, c: fmpq, height: fmpq) -> arb:
        """An upper bound on |M(c + iy)| for all y ≥ height.

        The line of integration is moved up to t + iα/μ, on which |w^z| = |w|^c e^(−y arg w) falls
        with y, since 0 ≤ arg w₊ ≤ α and −α ≤ arg w₋ ≤ 0; any 0 < α ≤ π/2 will do. The integral of
        the modulus is worked out by the trapezoidal rule too. On t ± id, |w±|^p stands for
        (w±w̄±)^(p/2), where w± is turned by α ± μd and its conjugate w̄± by −α ± μd; and arg w± by
        half the difference of their arguments, which has the right sign if μd ≤ π/2: its sine has
        that of sin α ((1 − q) cos μd + ρ cos α), with ρ > 0.
        """
        _, angle = self.decay(float(c), float(height))
        alpha = dyadic(angle, 16)
        grid = self._grid(c, 0.0, _SLACK, min(math.pi - float(alpha), math.pi / 2))
        shift = self.stiffness * (arb(alpha) / self.mu) ** 2 / 2
        total = arb(0)
        scale = grid.h / (2 * arb.pi()).sqrt()
        mu = arb(self.mu)
        sampled = self.q * acb(-self.mu * self.mu / 2, alpha).exp()
        for index in range(grid.first, grid.last + 1):
            check_time()
            t = grid.h * index
            grown = (mu * t).exp()
            above = (1 - self.q + sampled * grown).log()
            exponent = c * above.real - height * above.imag
            if self.two_sided:
                mirrored = self.q * acb(-self.mu * self.mu / 2, -alpha).exp()
                under = (1 - self.q + mirrored / grown).log()
                exponent = exponent + (1 - c) * under.real + height * under.imag
            total = total + (exponent - t * t / 2).exp() * self.share(t)
        below = max(-c, fmpq(0)) + (max(c - 1, fmpq(0)) if self.two_sided else 0)
        tail = self._tail(c, grid) * (-below * (arb(alpha) / 2).cos().log()).exp()
        error = self._error(c, arb(0), grid, arb(alpha)) * self.real(c, _SLACK).upper()
        return ((total * scale + tail + error) * shift.exp()).upper()


def line_sums(weights: list[arb], losses: list[arb], h: fmpq, count: int) -> list[acb]:
    """Σ weight·e^(inh·loss) for n from 0 to count.

    With n = aB + b the sums are a product of two matrices, of weight·ω^(aB) and of ω^b with ω =
    e^(ih·loss), which is worked out in large integers. A power is a product of few others, so that
    the balls grow with a power of n only.
    """
    wide, bits = math.isqrt(count) + 1, ctx.prec
    rows = count // wide + 1
    if count > _FEW:
        wide, bits = max(wide, _LEAST_SIDE), max(bits, _LEAST_BITS)
        rows = max(count // wide + 1, _LEAST_SIDE)
    size, total = max(1, _ENTRIES // wide), acb_mat(0, 0)
    with precision(bits):
        for start in range(0, len(losses), size):
            check_time()
            some = slice(start, start + size)
            part = _matrices(weights[some], losses[some], h, rows, wide)
            total = part if start == 0 else total + part
    return list(total.entries())[: count + 1]


def float_sums(weights: Floats, angles: Floats, count: int) -> Floats:
    """The same in floats, with the angles h·loss."""
    wide = math.isqrt(count) + 1
    far = np.exp(1j * np.outer(np.arange(count // wide + 1) * wide, angles)) * weights
    near = np.exp(1j * np.outer(angles, np.arange(wide)))
    return (far @ near).ravel()[: count + 1]


def _matrices(weights: list[arb], losses: list[arb], h: fmpq, rows: int, wide: int) -> Any:
    """The product for some of the terms."""
    turns = [acb(*(arb(h) * loss).sin_cos()[::-1]) for loss in losses]
    near = _powers(turns, wide + 1)
    far = _powers(near.pop(), rows)
    left = acb_mat(rows, len(turns), [
        one * weight for row in far for one, weight in zip(row, weights, strict=True)
    ])
    right = acb_mat(wide, len(turns), [one for row in near for one in row])
    # Middles are multiplied far quicker than balls. With a = a′ + α and b = b′ + β, |b| = 1 and |a|
    # the weight, |ab − a′b′| = |αb + a′β| ≤ |α| (1 + |β|) + weight·|β|.
    middles = left.mid() * right.mid().transpose()
    ones = acb_mat(len(turns), 1, [1] * len(turns))
    alphas = [radius(one) for one in ((left - left.mid()) * ones).entries()]
    loose = right - right.mid()
    betas = [radius(one) for one in (loose * ones).entries()]
    heavy = [
        radius(one) for one in (loose * acb_mat(len(turns), 1, weights)).entries()
    ]
    off = arb(0)
    for alpha in alphas:
        off = off.max(alpha)
    most = arb(0)
    for beta, weighed in zip(betas, heavy, strict=True):
        most = most.max(off * (1 + beta) + weighed)
    return middles + acb_mat(rows, wide, [disc(most.upper())] * (rows * wide))


def _powers(turns: list[acb], count: int) -> list[list[acb]]:
    """The powers of some numbers from the 0-th on, so many of them."""
    found = [[acb(1)] * len(turns), turns][:count]
    step = 1
    while len(found) < count:
        check_time()
        # The first of those that are known is 2^i, and the others are it times a lower one.
        if len(found) == 2 * step:
            step = 2 * step
            found.append([one * one for one in found[step // 2]])
        else:
            low = found[len(found) - step]
            found.append([one * two for one, two in zip(low, found[step], strict=True)])
    return found


def _log_one_plus(less: fmpq, part: arb, kept: fmpq) -> arb:
    """ln(1 + less + part) without rounding a small sum away."""
    return (less + part).log1p() if part < 1 else (kept + part).log()


def radius(z: acb) -> arb:
    """A bound on how far a number of the ball is from its middle."""
    return (z.real.rad() + z.imag.rad()).upper()


def disc(radius: arb) -> acb:
    """A square around 0 that holds all complex numbers up to that size."""
    ball = arb(0, radius)
    return acb(ball, ball)


def dyadic(x: float, bits: int) -> fmpq:
    """A rational just below a positive float, of few bits, so that sums with it are cheap."""
    mantissa, shift = math.frexp(x)
    return fmpq(math.floor(mantissa * 2**bits)) * fmpq(2) ** (shift - bits)


def _log_add(constant: float, values: Floats) -> Floats:
    """ln(e^constant + e^values), for complex values too."""
    real = np.maximum(constant, np.real(values))
    return real + np.log(np.exp(constant - real) + np.exp(values - real))


def log_sum(values: Floats) -> float:
    """ln Σ e^values."""
    top = float(np.max(values))
    return top + float(np.log(np.sum(np.exp(values - top))))
