"""The transform of a Gaussian mechanism's privacy loss: M(z) = e^(μ²z(z−1)/2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from flint import acb, arb, fmpq

from verified.accounting.enclosures import require
from verified.accounting.gaussian_steps import Floats, Point


@dataclass(frozen=True)
class GaussianStep:
    """Gaussian steps taken together: μ² is the sum of their (sensitivity/σ)²."""

    mu_squared: fmpq

    def _transform(self, z: acb) -> acb:
        return (z * (z - 1) * self.mu_squared / 2).exp()

    def cumulant(self, c: float) -> float:
        """ln M(c)."""
        return float(self.mu_squared) * c * (c - 1) / 2

    def decay(self, c: float, y: float) -> tuple[float, float]:
        """ln |M(c + iy)|."""
        return self.cumulant(c) - float(self.mu_squared) * y * y / 2, 0.0

    def float_line(self, c: float, h: float, count: int, nats: float) -> tuple[Floats, float]:
        """M in floats (see `float_lines`)."""
        y = h * np.arange(count + 1)
        values = np.exp(float(self.mu_squared) / 2 * (1j * (2 * c - 1) * y - y * y))
        return values, self.cumulant(c)

    def work(self, c: float, height: float, nats: float) -> float:
        """One exponential."""
        return 10.0

    def real(self, c: fmpq, nats: float) -> arb:
        """M(c)."""
        return self._transform(acb(c)).real

    def mean_loss(self, reverse: bool) -> arb:
        """The Kullback–Leibler divergence, in both directions."""
        return arb(self.mu_squared) / 2

    def on_line(self, c: fmpq, h: fmpq, count: int, nats: float) -> list[acb]:
        """M(c + inh) for n from 0 to count."""
        return [self._transform(acb(c, h * n)) for n in range(count + 1)]

    def beyond_line(self, c: fmpq, height: fmpq) -> arb:
        """|M(c + iy)| falls with y."""
        return (arb(c * (c - 1) - height * height) * self.mu_squared / 2).exp().upper()

    # --- on rays ----------------------------------------------------------------------------------

    def ends(self) -> list[arb]:
        """The loss has no ends; M itself is tame where |Re z| < Im z."""
        return [arb(0)]

    def levels(self) -> list[tuple[fmpq, int]]:
        """0 stands for the end."""
        return [(fmpq(0), 0)]

    def whole(self, start: Point, stop: Point, nats: float) -> tuple[arb, Callable[[acb], acb]]:
        """M."""
        return arb(0), self._transform

    def on_segment(
        self, start: Point, stop: Point, nats: Sequence[float]
    ) -> list[Callable[[acb], acb]]:
        """M."""
        return [self._transform]

    def beyond(self, last: Point, direction: Point, times: int) -> list[arb]:
        """|M| falls along the ray where x² − y² − x does, which is concave along it."""
        x, y = last
        cosine, sine = direction
        falls = 2 * (x * cosine - y * sine) - cosine <= 0
        require(abs(cosine) < sine and falls, "the transform doesn't fall along the ray")
        return [(arb(x * x - y * y - x) * self.mu_squared / 2).exp().upper()]

    def float_sizes(self, x: float, y: float, lean: float) -> list[float]:
        """ln |M|."""
        return [float(self.mu_squared) * (x * x - y * y - x) / 2]
