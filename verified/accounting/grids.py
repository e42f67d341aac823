"""δ(ε) of some sampled Gaussian steps: their losses' densities are convolved on a grid.

One step, D, is kept in closed form; the losses λ of the others (above their least one, where there
is one) are taken at the places jh. With p a density of λ under P, and ε₀ what is left of ε,

    V = Σ_j W_j D(ε₀ − jh),   W the coefficients of the product of the polynomials Σ_j h p(jh) x^j,

a sum of positive terms, so that a δ of 1e-100 keeps its digits (`grid_products` multiplies). (For
the other direction: densities under Q, and D(ε₀ + jh).) By Poisson's formula a polynomial is at
e^((z−1)h) the sum of M(z + 2πim/h) over all whole m, M the transform of the step, where the
integral is M(z). With Y = π/h the terms with m ≠ 0 add up, on |Im z| ≤ Y, to at most

    A(c) = e^(α²/2μ²) ∫ φ |w₊|^c |w₋|^(1−c) / sinh(Y (arg w₊ − arg w₋)) dt,   0 < α ≤ π/2,

with w± at t + iα/μ (`gaussian_steps`), and beyond Y the transform itself is at most A(c)/2. What a
vertical line through c then gives for V differs from what it gives for δ by at most `aliases`. The
modulus of w₊ rises with t and that of w₋ falls, and so do their arguments: A is bounded by its
values at the ends of cells. Where rare losses would make the bounds large they are cut off smoothly
(`grid_cuts`). `docs/oracle.md` has the proofs.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from flint import acb, arb, ctx, fmpq, fmpz

from verified.accounting import kernels
from verified.accounting.enclosures import require
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.accounting.grid_cuts import Cut
from verified.accounting.grid_plans import Plan, Planner, cells
from verified.accounting.grid_products import Product
from verified.numbers.balls import precision
from verified.numbers.limits import check_time

Scalar = Any  # fmpq | arb

# The losses of larger ratios are too wide.
_MOST_RATIO = 2
_BOUND_BITS = 64
# So much below the integrand at its saddle a value is far below.
_FAR = 40.0
# Transforms on the real line are bounded to e^−nats of themselves.
_NATS = 12.0
# Rough sums: bits, errors of e^−nats, how many of them; how far logarithms of two that agree are
# apart, and how much lower is tried after one that is 0.
_ROUGH_BITS, _ROUGH_NATS, _MOST_ROUGH = 64, 8.0, 8
_CLOSE, _LOWER = 3.0, 50.0
# And by how much lower it is tried at most, or by half.
_STRIDE = 40.0

_LARGE = "the grid has many places"


class Grids:
    """The convolution for sampled Gaussian steps, all of them one-sided or all two-sided.

    Args:
        parts: the steps, and how often each is taken.
    """

    def __init__(self, parts: Sequence[tuple[SubsampledGaussianStep, int]]) -> None:
        (last, times), *others = parts
        self.last = last
        self.steps = tuple(
            (step, count) for step, count in [(last, times - 1), *others] if count
        )
        self.two_sided = last.two_sided
        require(
            all(step.two_sided == self.two_sided for step, _ in self.steps),
            "the steps are of one side and of two",
        )
        require(all(step.mu <= _MOST_RATIO for step, _ in parts), "the loss is too wide for a grid")

    @functools.cached_property
    def planner(self) -> Planner:
        """It asks of floats what they may not have."""
        return Planner(self.last, self.steps)

    def value(
        self, eps: Scalar, reverse: bool, size: float, nats: float, work: float = math.inf
    ) -> tuple[arb, str]:
        """H_{e^ε}(P‖Q), or of (Q‖P), to an error of about e^−nats of itself.

        Args:
            eps: ε, best exact.
            reverse: whether it is the one of (Q‖P), for one-sided steps only.
            size: about the logarithm of the value, or more.
            nats: what is asked for.
            work: beyond which it isn't worked out; about how many places have their D enclosed.

        Raises:
            NotReachedError: the grid would have too many places, or take too much work.
        """
        require(not (reverse and self.two_sided), "the two-sided pair is symmetric")
        place = float(arb(eps).mid())
        # The size may be far too large. A rough sum tells it where its grid reaches far enough.
        near, told = size, size
        for _ in range(_MOST_ROUGH):
            plan = self.planner.plan(place, reverse, near, _ROUGH_NATS)
            require(self.planner.work(plan) < work, _LARGE)
            with precision(_ROUGH_BITS):
                rough = self._sum(eps, reverse, plan, self._rows(reverse, plan))
            before, told = told, float(rough.log().mid()) if rough > 0 else near - _LOWER
            if rough > 0 and told > near - _CLOSE:
                break
            if told < size - _FAR:
                # Inversions would lose that many digits.
                work = math.inf
            if rough > 0 and abs(told - before) < _CLOSE:
                # Two that agree may still do so by chance.
                near = told
                continue
            # Cut off for a value that is far too large a sum may tell far too little.
            near = max((near + told) / 2, near - max(_STRIDE, abs(near) / 2))
        size = min(size, told)
        plan = self.planner.plan(place, reverse, size, nats)
        require(self.planner.work(plan) < work, _LARGE)
        return self._value(eps, reverse, plan), f"convolution on a grid of {plan.degree + 1} places"

    def _value(self, eps: Scalar, reverse: bool, plan: Plan) -> arb:
        rows = self._rows(reverse, plan)
        value = self._sum(eps, reverse, plan, rows)
        with precision(_BOUND_BITS):
            transforms = self._transforms(plan)
            off = self._aliases(eps, reverse, plan, transforms)
            less, more = arb(0), arb(0)
            if not reverse:
                less, more = self._left_out(eps, plan, rows, transforms)
        return value + (-less).union(more) + arb(0, off)

    def _rows(self, reverse: bool, plan: Plan) -> list[list[arb]]:
        """The coefficients of the steps' polynomials, as precise as the product is."""
        with precision(ctx.prec + plan.bits):
            return [
                _coefficients(step, reverse, plan.h, ends, plan.cut)
                for (step, _), ends in zip(self.steps, plan.ends, strict=True)
            ]

    def _sum(self, eps: Scalar, reverse: bool, plan: Plan, rows: list[list[arb]]) -> arb:
        """V, but for what is left out."""
        base, start = arb(eps), 0
        product: Product | None = None
        for (step, count), ends, row in zip(self.steps, plan.ends, rows, strict=True):
            base = base + (count if reverse else -count) * _least_loss(step)
            start += count * ends[0]
            with precision(ctx.prec + plan.bits):
                power = Product.of(row, plan.tilt, plan.degree + 1).power(count)
            product = power if product is None else product.times(power)
        if product is None:
            product = Product([fmpz(1)], 0, fmpz(0), 1, ctx.prec)
        one, total, off = _closed(self.last, reverse), arb(0), arb(0)
        turn, back = (-arb(plan.tilt)).exp(), arb(1)
        for index, low in enumerate(product.lows):
            check_time()
            place = plan.h * (start + index)
            value = one(((base + place) if reverse else (base - place)).exp()) * back
            back = back * turn
            total = total + low * value
            off = off + value
        total = total + arb(0).union((product.error * off).upper())
        return total * arb(2) ** product.shift

    # --- bounds -----------------------------------------------------------------------------------

    def _transforms(self, plan: Plan) -> list[tuple[arb, arb]]:
        """Bounds on M(c) and A(c), of the step in closed form and of the others, both of losses
        that are cut off where the plan does."""
        height = arb.pi() / arb(plan.h)
        made: dict[SubsampledGaussianStep, tuple[arb, arb]] = {}
        for step in (self.last, *(step for step, _ in self.steps)):
            if step not in made:
                if plan.cut is None:
                    size = step.real(plan.c, _NATS).upper()
                else:
                    size = transform_bound(step, plan.c, plan.cut)
                made[step] = size, alias_bound(step, plan.c, plan.alpha, height, plan.cut)
        return [made[self.last], *(made[step] for step, _ in self.steps)]

    def _aliases(
        self, eps: Scalar, reverse: bool, plan: Plan, transforms: list[tuple[arb, arb]]
    ) -> arb:
        """A bound on |V − δ|, nothing left out, of the losses that are cut off where the plan does.

        Along a line, ∫ dy/|z(z − 1)| is at most π over the distance of the nearer pole.
        """
        c = plan.c
        require(c < 0 if reverse else c > 1, "a bound's line leaves its region")
        size, error = transforms[0]
        whole, grown = arb(1), arb(0)
        for (one, other), (_, count) in zip(transforms[1:], self.steps, strict=True):
            # ∏(M + A)^n − ∏M^n ≤ ∏(M + A)^n Σ nA/(M + A).
            whole = whole * (one + other) ** count
            grown = grown + count * other / (one + other)
        inner = size * grown / (2 * (-c if reverse else c - 1))
        outer = error * arb(plan.h) / arb.pi() ** 2
        scale = (arb(eps) * (c if reverse else 1 - c)).exp()
        return ((inner + outer) * whole * scale).upper()

    def _left_out(
        self, eps: Scalar, plan: Plan, rows: list[list[arb]], transforms: list[tuple[arb, arb]]
    ) -> tuple[arb, arb]:
        """Bounds on how far the sum is above and below δ for another reason than `_aliases`: terms
        of V that aren't summed, those with a step beyond its last place or before its first one,
        and those beyond the product's degree; and what is cut off.

        D is at most 1, and at most M(c) e^(−(c−1)ε) for c > 1. Beyond its ends a density falls
        (`_density`, and so does χ), so that a sum is no larger than the integral.

        With η = E_P(1 − χ) of a step, D differs by at most η from what it would be if that step's
        losses were cut off too; a sum of D by at most η times the mass of the sum. And without the
        cut of the others δ is larger, by at most the sum of their η, as D ≤ 1.
        """
        h, c = arb(plan.h), plan.c
        whole, lost, below, grown = arb(1), arb(0), arb(0), transforms[0][0]
        for (step, count), (first, last), row, (size, error) in zip(
            self.steps, plan.ends, rows, transforms[1:], strict=True
        ):
            t = _place(step, h * last)
            require(t >= (3 if self.two_sided else 1) * step.mu, "a density may still rise")
            high, low = _upper_mass(step, t), arb(0)
            if self.two_sided:
                t = _place(step, h * first)
                require(t <= -step.mu, "a density may still fall")
                low = (1 - step.q) * kernels.upper_tail(-t) + step.q * kernels.upper_tail(
                    step.mu - t
                )
            mass = sum(row, arb(0)) + high + low
            whole, lost = whole * mass**count, lost + count * high / mass
            below = below + count * low * ((c - 1) * h * first).exp() / (size + error)
            grown = grown * (size + error) ** count
        found = lost * whole + below * grown * ((1 - c) * arb(eps)).exp()
        longest = sum(
            count * (len(row) - 1) for row, (_, count) in zip(rows, self.steps, strict=True)
        )
        if longest > plan.degree:
            found = found + self._beyond(plan.degree + 1, rows)
        less = arb(0)
        if plan.cut is not None:
            made = {
                step: lost_bound(step, plan.cut)
                for step in {self.last, *(step for step, _ in self.steps)}
            }
            less = made[self.last] * whole
            found = found + less + made[self.last]
            found = found + sum((count * made[step] for step, count in self.steps), arb(0))
        return less.upper(), found.upper()

    def _beyond(self, degree: int, rows: list[list[arb]]) -> arb:
        """Chernoff's bound on the coefficients of the product from a degree on."""
        counts = [count for _, count in self.steps]
        rate = self.planner.rate(degree, rows)
        value, turn = (-arb(rate) * degree).exp(), arb(rate).exp()
        for row, count in zip(rows, counts, strict=True):
            at = arb(0)
            for one in reversed(row):
                at = at * turn + one
            value = value * at.upper() ** count
        return value


# --- one step -------------------------------------------------------------------------------------


def _least_loss(step: SubsampledGaussianStep) -> arb:
    """From where λ is counted: ln(1 − q), and 0 for the two-sided pair."""
    return arb(0) if step.two_sided else arb(-step.q).log1p()


def _offset(step: SubsampledGaussianStep) -> arb:
    """−ln ρ, ρ = q e^(−μ²/2)/(1 − q)."""
    return step.mu * step.mu / 2 - arb(step.q / (1 - step.q)).log()


def _place(step: SubsampledGaussianStep, lam: arb) -> arb:
    """The t of a loss."""
    offset = _offset(step)
    if not step.two_sided:
        return (lam.expm1().log() + offset) / step.mu
    rho = (-offset).exp()
    return (lam / 2 + ((lam / 2).sinh() / rho).asinh()) / step.mu


def _density(step: SubsampledGaussianStep, lam: arb) -> arb:
    """The density of λ under Q (see `turned`).

    Under P it is e^λ times that, and e^(its least loss). There it falls where t ≥ μ, for the
    two-sided pair where t ≥ 3μ, and rises where t ≤ −μ: with K = 1/(1 − e^−λ) the slope of the
    logarithm is 2 − K(1 + t/μ); for the two-sided pair, whose S, C and R are those of `turned`, it
    is 1/2 + S/R − SC/(2R²) − t(C + R)/(2μR), and |S| ≤ R.
    """
    mu, t = step.mu, _place(step, lam)
    normal = (-t * t / 2).exp() / (2 * arb.pi()).sqrt()
    if not step.two_sided:
        return normal / (mu * -((-lam).expm1()))
    rho = (-_offset(step)).exp()
    sine, cosine = (lam / 2).sinh(), (lam / 2).cosh()
    root = (sine * sine + rho * rho).sqrt()
    return (1 - step.q) * (-lam / 2).exp() * normal * (cosine + root) ** 2 / (2 * mu * root)


def _upper_mass(step: SubsampledGaussianStep, t: arb) -> arb:
    """The probability beyond t under P."""
    return (1 - step.q) * kernels.upper_tail(t) + step.q * kernels.upper_tail(t - step.mu)


def _closed(step: SubsampledGaussianStep, reverse: bool) -> Callable[[arb], Scalar]:
    """e^ε to δ(ε) of the step alone."""
    q, mu = step.q, step.mu
    if step.two_sided:
        return lambda gamma: kernels.gaussian_replaced(mu, q, gamma)
    sampled = kernels.sampled_reverse if reverse else kernels.sampled
    return lambda gamma: sampled(lambda one: kernels.gaussian(mu, one), q, gamma)


def _coefficients(
    step: SubsampledGaussianStep,
    reverse: bool,
    h: fmpq,
    ends: tuple[int, int],
    cut: Cut | None = None,
) -> list[arb]:
    """h p(jh) at the places, p the density under P, or under Q; times χ, where there is a cut."""
    least = _least_loss(step)
    found, constant = [], arb(h) * (1 if reverse else least.exp())
    for place in range(ends[0], ends[1] + 1):
        check_time()
        lam = arb(h * place)
        value = _density(step, lam) * constant
        if cut is not None:
            value = value * cut.kept(lam + least)
        found.append(value if reverse else value * lam.exp())
    return found


def alias_bound(
    step: SubsampledGaussianStep, c: fmpq, alpha: fmpq, height: arb, cut: Cut | None = None
) -> arb:
    """A(c), from above: an upper sum over cells, and both tails.

    In the tails one modulus grows, but no faster than at real places, and the other falls to 1 − q.
    The difference of the arguments is at least what that of the first is at the tail's start; in
    the one-sided pair's left one arg(1 + s e^(iα)) ≥ (π/8) s sin α, s = ρe^(μt) ≤ 1, as the tangent
    is at least s sin(α)/2, and arctan x ≥ πx/4 up to 1.

    With a cut the modulus of χ counts too, at the loss ln w₊ − ln w₋; its real part rises with t,
    and its imaginary part is the difference of the arguments.
    """
    require(alpha > 0 and arb(alpha) < arb.pi() / 2, "the angle isn't between 0 and a right one")
    return _upper_sum(step, c, alpha, height, cut)


def transform_bound(step: SubsampledGaussianStep, c: fmpq, cut: Cut) -> arb:
    """M(c) of the losses that aren't cut off, from above, as `alias_bound` on the real line."""
    return _upper_sum(step, c, fmpq(0), None, cut)


def _upper_sum(
    step: SubsampledGaussianStep, c: fmpq, alpha: fmpq, height: arb | None, cut: Cut | None
) -> arb:
    """e^(α²/2μ²) ∫ φ |w₊|^c |w₋|^(1−c) |χ| dt on t + iα/μ, from above; over sinh(Y (arg w₊ −
    arg w₋)), where there is a height Y."""
    mu = arb(step.mu)
    places = cells()
    turned = step.q * acb(-step.mu * step.mu / 2, alpha).exp()
    ends = []
    for t in places:
        check_time()
        power = (mu * t).exp()
        above = (1 - step.q + turned * power).log()
        under = acb(0)
        if step.two_sided:
            under = (1 - step.q + turned.conjugate() / power).log()
        ends.append((above, under))
    rest = 1 - c if step.two_sided else fmpq(0)
    root = (2 * arb.pi()).sqrt()
    total = arb(0)
    for (one, two), (low, high) in zip(
        itertools.pairwise(places), itertools.pairwise(ends), strict=True
    ):
        check_time()
        near = fmpq(0) if one <= 0 <= two else min(abs(one), abs(two))
        size = c * (high if c > 0 else low)[0].real + rest * (low if rest > 0 else high)[1].real
        term = (size - near * near / 2).exp() * (two - one)
        if height is not None:
            term = term / (height * (low[0].imag - high[1].imag)).sinh()
        if cut is not None:
            term = term * cut.bound(
                (low[0] - low[1]).real, (high[0] - high[1]).real, high[0].imag - low[1].imag
            )
        total = total + term
    total = total / root
    for side, index in ((1, -1), (-1, 0)):
        start = abs(places[index])
        require(start >= step.mu / 2, "a tail starts too near 0")
        # The one that grows beyond, at most e^(μ|t| − μ²/2), and the one that falls to 1 − q.
        (grows, falls), powers = ends[index], (c, rest)
        if side < 0:
            grows, falls, powers = falls, grows, (rest, c)
        rate = max(powers[0], fmpq(0)) * step.mu
        constant = -rate * step.mu / 2 if powers[0] > 0 else powers[0] * grows.real
        constant = constant + powers[1] * (falls.real if powers[1] > 0 else arb(-step.q).log1p())
        factor = arb(1)
        if height is not None and side < 0 and not step.two_sided:
            small = (-_offset(step) - mu * start).exp()
            require(small <= 1, "a tail starts too near 0")
            factor = 8 * (-mu * start).exp() / (arb.pi() * height * small * arb(alpha).sin())
            rate = rate + step.mu
        elif height is not None:
            factor = 1 / (height * grows.imag.abs_lower()).sinh()
        if cut is not None:
            # The argument of the one that grows is at most α beyond, that of the other one falls.
            most = abs(falls.imag) + (alpha if side > 0 or step.two_sided else 0)
            loss = (ends[index][0] - ends[index][1]).real
            factor = factor * (
                cut.bound(loss, None, most) if side > 0 else cut.bound(None, loss, most)
            )
        mass = kernels.upper_tail(arb(start) - rate) * (arb(rate) * rate / 2 + constant).exp()
        total = total + factor * mass
    return (total * ((arb(alpha) / mu) ** 2 / 2).exp()).upper()


def lost_bound(step: SubsampledGaussianStep, cut: Cut) -> arb:
    """E_P(1 − χ) of a step's loss, from above: 1 − χ rises with the loss, and that with t."""
    places, total = cells(), arb(0)
    losses = [_loss(step, t) for t in places]
    for (one, two), high in zip(itertools.pairwise(places), losses[1:], strict=True):
        density = (1 - step.q) * _largest(one, two)
        density = density + step.q * _largest(one - step.mu, two - step.mu)
        total = total + density * (two - one) * cut.lost(high)
    first, last = places[0], places[-1]
    below = (1 - step.q) * kernels.upper_tail(-first) + step.q * kernels.upper_tail(step.mu - first)
    return (total + below * cut.lost(losses[0]) + _upper_mass(step, arb(last))).upper()


def _loss(step: SubsampledGaussianStep, t: fmpq) -> arb:
    """ln w₊ − ln w₋ at a t."""
    scale, power = step.q * arb(-step.mu * step.mu / 2).exp(), (arb(step.mu) * t).exp()
    loss = (1 - step.q + scale * power).log()
    return loss - (1 - step.q + scale / power).log() if step.two_sided else loss


def _largest(low: fmpq, high: fmpq) -> arb:
    """The largest of the normal density between two places."""
    near = fmpq(0) if low <= 0 <= high else min(abs(low), abs(high))
    return arb(-near * near / 2).exp() / (2 * arb.pi()).sqrt()
