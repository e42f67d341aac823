"""A sampled Gaussian step whose largest losses are left out, smoothly.

The transform M(c) = ∫ φ w₊^c w₋^(1−c) dt grows like e^(μ²c²/2), because of losses that are far too
rare to matter. Where rounds are many and rates small, the saddle that a far δ asks for is so large
that nothing but they are left of M. So the noise's density φ is multiplied by

    χ(t) = erfc((t − T)/(√2 s))/2,

1 but for very little below T, and 0 but for very little above. What is then worked out is δ_χ =
E_Q ∏χ (e^L − e^ε)₊; and as 1 − ∏χ ≤ Σ(1 − χ), it is less than δ by at most Σ E_P(1 − χ) over the
rounds, with E(1 − χ) under N(m, 1) the normal law's tail beyond (T − m)/√(1 + s²). For all real x
and y, |erfc(x + iy)| ≤ e^(y²) erfc(x): on t ± id χ is at most e^(d²/2s²) times itself at t.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, fmpq

from verified.accounting import kernels
from verified.accounting.enclosures import require
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.numbers.limits import check_time

Floats = Any  # numpy arrays of floats

# A tail is bounded cell by cell up to where a closed form bounds it, no farther than the second.
_CELL, _FARTHEST = fmpq(1, 8), 400
# A tail of e^−nats of the transform is where the closed form may begin.
_DEEP = 600.0


# A dataclass's fields after those with defaults have some too.
_NOWHERE = fmpq(0)


@dataclass(frozen=True)
class CutStep(SubsampledGaussianStep):
    """A step with the losses beyond about T left out.

    Attributes:
        cut: T.
        soft: s, over how much of t the losses are faded out.
    """

    cut: fmpq = _NOWHERE
    soft: fmpq = _NOWHERE

    def __post_init__(self) -> None:
        require(self.soft > 0, "losses are cut off over no width")

    def lost(self) -> arb:
        """E_P(1 − χ)."""
        wide = (1 + arb(self.soft) ** 2).sqrt()
        near, far = (kernels.upper_tail((self.cut - mean) / wide) for mean in (fmpq(0), self.mu))
        return (1 - self.q) * near + self.q * far

    @property
    def stiffness(self) -> fmpq:
        return 1 + 1 / self.soft**2

    def share(self, t: fmpq) -> arb:
        return kernels.upper_tail((t - self.cut) / self.soft)

    # --- planning, in floats ----------------------------------------------------------------------

    def _peak(self, c: float) -> float:
        """Where φ χ e^(μct) is largest, beyond the cut: the integrand is, or below it."""
        kept = 1 / float(self.stiffness)
        return kept * (max(c, 0.0) * float(self.mu) + float(self.cut) / float(self.soft) ** 2)

    def _float_measure(self, t: Floats) -> Floats:
        return -t * t / 2 + log_tail((t - float(self.cut)) / float(self.soft))

    def _float_grid(self, c: float) -> Floats:
        whole = super()._float_grid(c)
        top = max(self._peak(c), float(self.cut)) + 15
        if top >= whole[-1]:
            return whole
        # Of losses below ln(1 − q) there are none, and w₋ only falls to the left for c > 1.
        low = max(float(whole[0]), -float(self.mu) * 2 - 40) if c > 0 else float(whole[0])
        step = min(0.1, 0.3 / float(self.mu))
        return np.linspace(low, top, max(2, int(min(20_000, (top - low) / step))))

    def cumulant(self, c: float) -> float:
        # Farther than that a tail isn't bounded.
        return super().cumulant(c) if self._peak(c) < _FARTHEST - 50 else math.inf

    def work(self, c: float, height: float, nats: float) -> float:
        rate, _ = self._rate(c, height, nats)
        reach = min(self._peak(c), float(self.mu) * (1 + c)) + 2
        return rate * (math.sqrt(2 * nats) + max(reach, float(self.cut) + 2 * float(self.soft)))

    def _end(self, c: fmpq, side: int, goal: float) -> float:
        if side < 0:
            return super()._end(c, side, goal)
        t = self._float_grid(float(c))
        plus, minus = self._float_logs(t)
        sizes = self._float_measure(t) + float(c) * plus + (1 - float(c)) * minus
        above = np.nonzero(sizes > goal - 1)[0]
        last = float(t[above[-1]]) if len(above) else 0.0
        return max(float(self.mu) / 2, last + 0.2)

    # --- enclosures -------------------------------------------------------------------------------

    def _side_tail(self, c: fmpq, side: int, h: fmpq, first: fmpq) -> arb:
        """On the right a sum over cells, and from `far` on, with χ ≤ e^(−(t − T)²/2s²)/2, a normal
        law's tail: its variance is v = s²/(1 + s²), its mean m = v(κ + T/s²).

        On a cell φ and χ fall; w₊ rises and w₋ falls.
        """
        if side < 0:
            return super()._side_tail(c, side, h, first)
        require(first >= 0 and c >= 1, "a cut step has losses of one side")
        ((slope, constant),) = self._tail_pieces(c, side)
        kept, inverse = 1 / self.stiffness, 1 / self.soft**2
        mean = kept * (slope + self.cut * inverse)
        # The constant of the exponent less that of the normal law.
        most = arb(constant) + mean * mean / (2 * kept) - self.cut**2 * inverse / 2
        needed = max(float(most.mid()), 0.0) + _DEEP
        reach = float(mean) + math.sqrt(2 * float(kept) * needed)
        far = max(first, self.cut, fmpq(math.ceil(reach)))
        require(far < _FARTHEST, "a tail is too far away")
        total = arb(0)
        count = math.ceil((far - first) / _CELL)
        for low, high in itertools.pairwise([first + _CELL * n for n in range(count + 1)]):
            check_time()
            size = c * self._log_ratio(high, 1) - low * low / 2
            if self.two_sided:
                size = size + (1 - c) * self._log_ratio(high, -1)
            total = total + size.exp() * self.share(low)
        total = total * (_CELL + h) / (2 * arb.pi()).sqrt()
        start = first + _CELL * count
        require(start >= self.mu / 2, "a tail starts too near 0")
        require(start >= mean and start >= self.cut, "a tail starts before its terms fall")
        one = h * (-((start - mean) ** 2) / (2 * arb(kept))).exp() / (2 * arb.pi()).sqrt()
        rest = arb(kept).sqrt() * kernels.upper_tail((start - mean) / arb(kept).sqrt())
        return total + (one + rest) * most.exp() / 2

    def _log_ratio(self, t: fmpq, sign: int) -> arb:
        """The logarithm of w₊ or w₋."""
        power = self.q * (sign * arb(self.mu * t) - self.mu * self.mu / 2).exp()
        return (power - self.q).log1p()


def log_tail(x: Floats) -> Floats:
    """About the logarithm of the normal law's tail."""
    far = np.abs(x)
    log = 0.5 * math.log(2 / math.pi) - far * far / 2
    log = log - np.log(far + np.sqrt(far * far + 8 / math.pi))
    return np.where(x > 0, log, np.log1p(-np.exp(log)))


def cut_at(step: SubsampledGaussianStep, goal: float, soft: fmpq) -> CutStep:
    """The step with as many losses left out as are about e^goal."""
    q, mu = float(step.q), float(step.mu)
    wide = math.sqrt(1 + float(soft) ** 2)

    def lost(t: float) -> float:
        near, far = log_tail(np.array([t / wide, (t - mu) / wide]))
        return float(np.logaddexp(math.log1p(-q) + near, math.log(q) + far))

    low, high = 0.0, mu + wide * math.sqrt(2 * max(1.0, -goal)) + 1
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if lost(middle) > goal else (low, middle)
    cut = fmpq(math.ceil(high * 16) + 1, 16)
    return CutStep(step.q, step.mu, step.two_sided, cut, soft)


__all__ = ["CutStep", "cut_at", "log_tail"]
