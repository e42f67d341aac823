"""The transform of a sampled Gaussian's loss, along paths that are turned in the complex plane.

With l the least loss of the one-sided pair (`gaussian_steps`), and l = 0 for the two-sided one,
M(z) = e^(zl) ∫ e^(zλ) f(λ) dλ. With r = q/(1 − q) and ρ = r e^(−μ²/2),

    one-sided  λ > 0:      f(λ) = φ(t)/(μ (1 − e^−λ)),  μt = λ + ln(1 − e^−λ) − ln ρ
    two-sided  all real λ: f(λ) = (1 − q) e^(−λ/2) φ(t) (C + R)²/(2μR),  μt = λ/2 + asinh(S/ρ)

with S = sinh(λ/2), C = cosh(λ/2), R = √(S² + ρ²). The first is analytic for Re λ > 0; for ρ ≤ 1 so
is the second, and at the imaginary axis below its branch points ±2i arcsin ρ. Both fall like a
Gaussian where |arg λ| < π/4. So with w = x + iφ, |φ| < π/4, the path may be λ = e^w, or
λ = κ sinh w where κ sin |φ| < 2 arcsin ρ: e^(zλ) falls along it where z is far up. `docs/oracle.md`
has the proofs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import acb, arb, fmpq

from verified.accounting.enclosures import NotReachedError, require
from verified.accounting.gaussian_steps import dyadic
from verified.numbers.balls import precision
from verified.numbers.limits import check_time

Floats = Any
Scalar = Any  # fmpq | arb

# Paths are turned by less than π/4.
MOST_TURN = 0.775
MOST_CELLS = 20_000
# Of what isn't summed on a path so much is left, e^−nats.
_LEFT = 12.0
_MOST_STEPS = 400
# Below π: up to there the branches of the two-sided loss are the principal ones.
_NEAR = 2.4


@dataclass(frozen=True)
class _Sampled:
    """A pair that a sampled Gaussian step makes of a rate q, with μ between the answers."""

    q: fmpq
    mu: fmpq

    @property
    def offset(self) -> arb:
        """−ln ρ."""
        return self.mu * self.mu / 2 - arb(self.q / (1 - self.q)).log()


@dataclass(frozen=True)
class OneSided(_Sampled):
    """The path λ = e^w of a pair where a record is removed."""

    def origin(self) -> arb:
        """The least loss, ln(1 − q)."""
        return arb(-self.q).log1p()

    def place(self, w: Any) -> Any:
        """λ at a w, a ball or floats."""
        return w.exp() if isinstance(w, acb) else np.exp(w)

    def clear(self, angle: arb) -> bool:
        """Whether f is analytic up to the path of an angle, and falls along it."""
        return bool(abs(angle) < arb.pi() / 4)

    def speed(self, w: Any) -> Any:
        """dλ/dw."""
        return self.place(w)

    def log_weight(self, w: acb) -> Any:
        """ln(f dλ/dw)."""
        lam = self.place(w)
        kept = -((-lam).expm1())
        t = (lam + kept.log() + self.offset) / self.mu
        return -t * t / 2 - kept.log() + w - (self.mu * (2 * arb.pi()).sqrt()).log()

    def slope(self, w: acb) -> Any:
        """The derivative of `log_weight`."""
        lam = self.place(w)
        kept = -((-lam).expm1())
        t, ratio = (lam + kept.log() + self.offset) / self.mu, lam / kept
        return -t * ratio / self.mu + 1 + lam - ratio

    def float_log_weight(self, w: Floats) -> Floats:
        """The same in floats, the real part."""
        lam = np.exp(w)
        kept = np.log(-np.expm1(-lam))
        mu = float(self.mu)
        t = (lam + kept + _float_offset(self)) / mu
        value = np.real(-t * t / 2 - kept + w) - math.log(mu * math.sqrt(2 * math.pi))
        return np.where(np.isnan(value), -np.inf, value)

    def float_places(self, reach: float) -> tuple[Floats, Floats]:
        """x along the path up to |λ| of about `reach`, and the widths of the cells around them."""
        mu, b = float(self.mu), _float_offset(self)
        low = max(min(-b - 45 * mu, -3.0), -600.0)
        near = np.arange(low, 0.0, min(0.1, mu / 5))
        return _cells(near, np.log, reach, mu)

    def widest(self, x: float) -> float:
        """How wide a cell of bounds may be there."""
        return 0.25 if x > -700 else 1.0

    def left(self, angle: arb, start: fmpq, z: acb) -> arb:
        """A bound on ∫ |e^(zλ) f dλ| over x < start, and on its sum over nodes before."""
        # |ln((e^λ − 1)/λ)| ≤ |λ|, so Re μt ≤ start + small + b < 0, and |λ/(1 − e^−λ)| ≤ e^(2|λ|).
        small = arb(start).exp()
        edge = (start + small + self.offset) / self.mu
        # Also the bound on the integrand rises up to there.
        if not (small <= fmpq(1, 2) and edge < 0):
            return arb("inf")
        tilt = ((abs(angle) + small) / self.mu) ** 2 / 2
        grown = (_rate(angle, z).max(arb(0)) * small).exp()
        tail: arb = (-edge / arb(2).sqrt()).erfc() / 2
        return (tail * (tilt + 2 * small).exp() * grown).upper()

    def right(self, angle: arb, start: fmpq, z: acb) -> arb:
        """The same over x > start."""
        return _right(self, angle, z, arb(start).exp(), arb(0), arb(2), arb(1))


@dataclass(frozen=True)
class TwoSided(_Sampled):
    """The path λ = κ sinh w of a pair where a record is replaced; wants ρ ≤ 1."""

    def origin(self) -> arb:
        """There is no least loss: 0."""
        return arb(0)

    @cached_property
    def scale(self) -> fmpq:
        """κ: at an angle of π/4 the path crosses the axis below the branch point."""
        ratio = math.exp(-_float_offset(self))
        if ratio > 0.999:
            raise NotReachedError("the loss has no path that is turned")
        return dyadic(2 * math.asin(ratio), 12)

    def place(self, w: Any) -> Any:
        """λ at a w, a ball or floats."""
        return self.scale * w.sinh() if isinstance(w, acb) else float(self.scale) * np.sinh(w)

    def clear(self, angle: arb) -> bool:
        """Whether f is analytic up to the path of an angle, and falls along it."""
        rho = (-self.offset).exp()
        below = rho < 1 and self.scale * abs(angle).sin() < 2 * rho.asin()
        return bool(below and abs(angle) < arb.pi() / 4)

    def speed(self, w: Any) -> Any:
        """dλ/dw."""
        return self.scale * w.cosh() if isinstance(w, acb) else float(self.scale) * np.cosh(w)

    def _near_by(self, lam: acb) -> bool:
        """Whether λ is about as small as the branch points; farther off R/S tells more than R."""
        if lam.real.contains(0):
            return True
        return bool(abs(lam.imag) < _NEAR and arb(lam.abs_lower()) < fmpq(5, 4) * self.scale)

    def _near(self, lam: acb) -> tuple[acb, acb, acb, acb]:
        """t, S, C, R for |Im λ| < π, where all branches are the principal ones."""
        rho = (-self.offset).exp()
        sine, cosine = (lam / 2).sinh_cosh()
        square = sine * sine + rho * rho
        root = square.sqrt()
        # (S + R)(R − S) = ρ²; the one that doesn't cancel.
        larger = root - sine if sine.real < 0 else root + sine
        if (square.imag.contains(0) and not square.real > 0) or not larger.real > 0:
            return (acb("nan"),) * 4
        shift = (larger / rho).log()
        return (lam / 2 + (-shift if sine.real < 0 else shift)) / self.mu, sine, cosine, root

    def _far(self, lam: acb) -> tuple[acb, acb, acb, acb]:
        """t, 1 − e^−λ, coth(λ/2) and R/S, for Re λ > 0.

        There S is imaginary only where |S| ≥ 1 ≥ ρ, so that 1 + ρ²/S² isn't on the cut.
        """
        rho = (-self.offset).exp()
        small, kept = (-lam).exp(), -((-lam).expm1())
        square = 1 + 4 * rho * rho * small / (kept * kept)
        if not lam.real > 0 or (square.imag.contains(0) and not square.real > 0):
            return (acb("nan"),) * 4
        root = square.sqrt()
        t = (lam + kept.log() + ((1 + root) / 2).log() + self.offset) / self.mu
        return t, kept, (1 + small) / kept, root

    def log_weight(self, w: acb) -> Any:
        """ln(f dλ/dw)."""
        lam = self.place(w)
        scale = arb(-self.q).log1p() - (self.mu * (2 * arb.pi()).sqrt()).log() + self.speed(w).log()
        if self._near_by(lam):
            t, _, cosine, root = self._near(lam)
            return scale - lam / 2 - t * t / 2 + 2 * (cosine + root).log() - (2 * root).log()
        # The rest of f is even.
        mirrored = lam.real < 0
        t, kept, coth, root = self._far(-lam if mirrored else lam)
        value = scale - t * t / 2 + kept.log() + 2 * (coth + root).log() - (4 * root).log()
        return value - lam if mirrored else value

    def slope(self, w: acb) -> Any:
        """The derivative of `log_weight`."""
        lam, speed = self.place(w), self.speed(w)
        if self._near_by(lam):
            t, sine, cosine, root = self._near(lam)
            each = -t * (cosine + root) / (2 * self.mu * root) + sine / root
            each = each - sine * cosine / (2 * root * root) - fmpq(1, 2)
        else:
            mirrored = lam.real < 0
            t, _, coth, root = self._far(-lam if mirrored else lam)
            each = -t * (coth / root + 1) / (2 * self.mu) + 1 / root
            each = each - coth / (2 * root * root) - fmpq(1, 2)
            if mirrored:
                each = -1 - each
        return each * speed + w.tanh()

    def float_log_weight(self, w: Floats) -> Floats:
        """The same in floats, the real part."""
        lam, mu, b = self.place(w), float(self.mu), _float_offset(self)
        rho = math.exp(-b)
        even = np.where(np.real(lam) < 0, -lam, lam)
        small, kept = np.exp(-even), -np.expm1(-even)
        root = np.sqrt(1 + 4 * rho * rho * small / (kept * kept))
        t = (even + np.log(kept) + np.log((1 + root) / 2) + b) / mu
        value = np.log(kept) + 2 * np.log((1 + small) / kept + root) - np.log(4 * root)
        near = np.where(np.abs(np.imag(even)) < _NEAR, even, 0)
        sine, cosine = np.sinh(near / 2), np.cosh(near / 2)
        beside = np.sqrt(sine * sine + rho * rho)
        close = np.abs(np.imag(even)) < _NEAR
        t = np.where(close, (near / 2 + np.arcsinh(sine / rho)) / mu, t)
        value = np.where(
            close, -near / 2 + 2 * np.log(cosine + beside) - np.log(2 * beside), value
        )
        value = value - t * t / 2 + np.where(np.real(lam) < 0, even, 0) + np.log(self.speed(w))
        found = np.real(value) + math.log1p(-float(self.q)) - math.log(mu * math.sqrt(2 * math.pi))
        return np.where(np.isnan(found), -np.inf, found)

    def float_places(self, reach: float) -> tuple[Floats, Floats]:
        """x along the path up to |λ| of about `reach`, and the widths of the cells around them."""
        mu, kappa = float(self.mu), float(self.scale)
        turn = math.asinh(1 / kappa)
        x, wide = _cells(
            np.arange(0.0, turn, min(0.1, mu / 5)), lambda lam: np.arcsinh(lam / kappa), reach, mu
        )
        return np.concatenate([-x[:0:-1], x]), np.concatenate([wide[:0:-1], wide])

    def widest(self, x: float) -> float:
        """How wide a cell of bounds may be there: less where R/S changes."""
        return 0.08 if abs(x) < 3 else 0.25

    def left(self, angle: arb, start: fmpq, z: acb) -> arb:
        """A bound on ∫ |e^(zλ) f dλ| over x < start, and on its sum over nodes before.

        e^(λ/2) f is even, so that this is the right tail for 1 − Re z.
        """
        return self.right(angle, -start, acb(1 - z.real, z.imag))

    def right(self, angle: arb, start: fmpq, z: acb) -> arb:
        """The same over x > start.

        With s = κ cosh x, Re λ² = s² cos 2φ − κ² cos² φ, (s − κ²/s) cos φ ≤ Re λ ≤ s cos φ,
        Im λ = s sin φ, |λ| ≤ s and |dλ| ≤ coth x ds.
        """
        if not start > 0:
            return arb("inf")
        kappa, mu, cosine = self.scale, self.mu, angle.cos()
        s = kappa * arb(start).cosh()
        least = kappa * arb(start).sinh() * cosine
        ratio = ((-self.offset).exp() / (least / 2).sinh()) ** 2
        if not (least >= 1 and ratio < fmpq(1, 2)):
            return arb("inf")
        short = (self.offset / (mu * mu) - z.real).max(arb(0)) * kappa * kappa / s * cosine
        extra = kappa * kappa * cosine * cosine / (2 * mu * mu) + short
        small = (-least).exp()
        top = ((1 + small) / (1 - small) + 1 + ratio) ** 2 * (1 + small) / (4 * (1 - ratio))
        factor = (1 - self.q) * top / arb(start).tanh()
        return _right(self, angle, z, s, ratio, factor, extra.exp(), least)


Path = OneSided | TwoSided


def _float_offset(path: Path) -> float:
    q, mu = float(path.q), float(path.mu)
    return mu * mu / 2 - math.log(q) + math.log1p(-q)


def _cells(near: Floats, inverse: Any, reach: float, mu: float) -> tuple[Floats, Floats]:
    """Places close on the scale of x up to |λ| = 1, then on that of λ; and the cells' widths."""
    far = inverse(np.arange(1.0, max(reach, 1.0) + mu, max(mu / 5, reach / 4000)))
    x = np.concatenate([near, far])
    return x, np.gradient(x)


def _rate(angle: arb, z: acb) -> arb:
    """Re(z e^iφ), from above."""
    return (z.real * angle.cos() - z.imag * angle.sin()).upper()


def _right(
    path: Path,
    angle: arb,
    z: acb,
    s: arb,
    more: arb,
    factor: arb,
    grown: arb,
    least: arb | None = None,
) -> arb:
    """∫ |e^(zλ) f| over |λ| beyond s; there |f| ≤ factor φ(t)/μ, |μt − λ − b| ≤ 2e^(−Re λ) + more.

    The exponent is at most a concave quadratic in s, whose slope at the start bounds what follows.
    The bound on s times it falls with s, and so bounds a sum over nodes beyond as well.
    """
    b, mu, cosine = path.offset, path.mu, angle.cos()
    real = s * cosine if least is None else least
    if not (real >= 1 and (2 * angle).cos() > 0):
        return arb("inf")
    xi, rate = 2 * (-real).exp() + more, _rate(angle, z)
    quadratic = s * s * (2 * angle).cos() + 2 * b * s * cosine + b * b
    exponent = (2 * xi * (s + abs(b)) + xi * xi - quadratic) / (2 * mu * mu) + rate * s
    slope = (xi - s * (2 * angle).cos() - b * cosine) / (mu * mu) + rate
    if not slope * s < -1:
        return arb("inf")
    return (exponent.exp() * factor * grown / (-slope * mu * (2 * arb.pi()).sqrt())).upper()


# --- sums along a path ----------------------------------------------------------------------------


class Mass:
    """Bounds on ∫ |e^(z(λ − λ₀)) f dλ| along a path, for many z: its cells are shared.

    Args:
        path, angle: the path.
        centre: λ₀.
        ends: where the cells begin and end; beyond are the tails.
        fine: about what the widths of cells are of what the integrand's are.
        largest: about the largest |z|.
    """

    def __init__(
        self,
        path: Path,
        angle: fmpq,
        centre: Scalar,
        ends: tuple[fmpq, fmpq],
        fine: float,
        largest: float,
    ) -> None:
        require(path.clear(arb(angle)), "a path is turned too far")
        self.turned = angle
        self.path, self.angle, self.centre, self.ends = path, arb(angle), arb(centre), ends
        self.cells: list[tuple[acb, acb, arb, arb, fmpq]] = []
        mu, x = float(path.mu), ends[0]
        while x < ends[1]:
            check_time()
            size = abs(complex(path.speed(np.array(float(x) + 0j))))
            wide = min(path.widest(float(x)) / fine, mu / max(1.0, size))
            wide = min(wide, 1 / math.sqrt(1 + largest * size))
            step = dyadic(fine * wide, 6)
            require(len(self.cells) < MOST_CELLS, "a path has too many cells")
            middle, half = x + step / 2, step / 2
            w, whole = acb(middle, self.angle), acb(arb(middle, half), self.angle)
            self.cells.append(
                (
                    path.place(w) - self.centre,
                    path.speed(whole),
                    path.log_weight(w).real,
                    path.slope(whole).real,
                    step,
                )
            )
            x = x + step
        self.stop = x

    def __call__(self, z: acb) -> arb:
        """The bound, for all z of a ball."""
        total = self.path.left(self.angle, self.ends[0], z)
        total = total + self.path.right(self.angle, self.stop, z)
        total = total * (-z.real * self.centre).exp()
        for lam, speed, size, slope, step in self.cells:
            # On a cell E(x) ≤ E(m) + s(x − m) + ρ|x − m| where E′ is s ± ρ; sinh x ≤ x e^(x²/6).
            whole = slope + (z * speed).real
            half = step / 2
            tilt = whole.mid() * half
            most = size + (z * lam).real + whole.rad() * half + tilt * tilt / 6
            total = total + most.exp() * step
        return total.upper()


def float_mass(path: Path, angle: float, centre: float, z: Floats, reach: float) -> Floats:
    """About the logarithms of those integrals, at an array of z."""
    x, wide = path.float_places(reach)
    w = x + 1j * angle
    size = path.float_log_weight(w) + np.log(wide)
    lam = path.place(w)
    lam = np.where(np.isfinite(size), lam, centre)
    exponents = size + _products(z, lam - centre)
    top = np.max(exponents, axis=-1)
    return top + np.log(np.sum(np.exp(exponents - top[..., None]), axis=-1))


def _products(z: Floats, lam: Floats) -> Floats:
    """Re(zλ) for all pairs."""
    z = np.asarray(z, complex)
    return np.outer(z.real, lam.real) - np.outer(z.imag, lam.imag)


def float_spread(path: Path, angle: float, centre: float, z: Floats, reach: float) -> Floats:
    """About the root of the mean of |λ − λ₀|² there."""
    x, wide = path.float_places(reach)
    w = x + 1j * angle
    size = path.float_log_weight(w) + np.log(wide)
    lam = np.where(np.isfinite(size), path.place(w), centre) - centre
    exponents = size + _products(z, lam)
    weights = np.exp(exponents - np.max(exponents, axis=-1)[..., None])
    return np.sqrt((weights @ np.abs(lam) ** 2) / np.sum(weights, axis=-1))


def float_ends(
    path: Path, angle: float, centre: float, z: Floats, levels: Floats, reach: float
) -> tuple[fmpq, fmpq]:
    """Where the integrand is below e^levels, at all of some z, on either side."""
    x, _ = path.float_places(reach)
    w = x + 1j * angle
    lam = np.where(np.isfinite(size := path.float_log_weight(w)), path.place(w), centre)
    exponents = size + _products(z, lam - centre) - np.asarray(levels)[:, None]
    largest = np.max(exponents, axis=0)
    if not np.isfinite(np.max(largest)):
        raise NotReachedError("the transform's integrand is beyond what floats can plan")
    above = np.nonzero(largest > min(-_LEFT, float(np.max(largest)) - 1))[0]
    low = fmpq(math.floor(float(x[max(above[0] - 1, 0)]) * 64), 64)
    high = fmpq(math.ceil(float(x[min(above[-1] + 1, len(x) - 1)]) * 64), 64)
    # Tails are bounded from some place on only.
    with precision(64):
        for index in {*range(0, len(z), len(z) // 8 + 1), len(z) - 1}:
            wide = 0.05 * abs(complex(z[index]))
            point = acb(arb(float(z[index].real), wide), arb(float(z[index].imag), wide))
            most = arb(float(levels[index]) + float(z[index].real) * centre - _LEFT / 2).exp()
            for _ in range(_MOST_STEPS):
                if path.right(arb(angle), high, point) < most:
                    break
                high += fmpq(1, 8)
            for _ in range(_MOST_STEPS):
                if path.left(arb(angle), low, point) < most:
                    break
                low -= fmpq(1, 8)
    return low, high


class Sums:
    """∫ e^(z(λ − λ₀)) f dλ by the trapezoidal rule along a path, at several z.

    Args:
        path: the path, turned by `angle`; turned by `turn` more, either way, it bounds the error.
        h: the step.
        ends: where the nodes end.
        sides: the bounds for the path turned by `turn` less and more.
    """

    def __init__(
        self,
        path: Path,
        angle: fmpq,
        turn: fmpq,
        h: fmpq,
        centre: Scalar,
        ends: tuple[fmpq, fmpq],
        sides: tuple[Mass, Mass],
    ) -> None:
        require(turn > 0 and h > 0, "the path's strip has no width")
        low, high = sides
        known = low.turned == angle - turn and high.turned == angle + turn
        require(known, "the bounds are those of other paths")
        self.path, self.angle, self.centre = path, arb(angle), arb(centre)
        self.sides = sides
        self.decay = (2 * arb.pi() * arb(turn) / arb(h)).expm1()
        first, last = math.floor(float(ends[0] / h)), math.ceil(float(ends[1] / h))
        require(last - first < MOST_CELLS, "a path has too many nodes")
        self.ends = (h * first, h * last)
        self.nodes: list[tuple[acb, acb]] = []
        for index in range(first, last + 1):
            check_time()
            w = acb(h * index, self.angle)
            self.nodes.append((path.place(w) - self.centre, path.log_weight(w).exp() * arb(h)))

    def __call__(self, z: acb) -> acb:
        """The sum, with the rounding of its terms but without its error."""
        value = acb(0)
        for lam, weight in self.nodes:
            value = value + weight * (z * lam).exp()
        return value

    def error(self, z: acb) -> arb:
        """A bound on the error of the sum at a z."""
        tails = self.path.left(self.angle, self.ends[0], z)
        tails = tails + self.path.right(self.angle, self.ends[1], z)
        total = tails * (-z.real * self.centre).exp()
        for side in self.sides:
            total = total + side(z) / self.decay
        return total.upper()
