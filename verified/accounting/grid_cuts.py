"""A smooth cut of large losses, for the bounds of `grids`.

Far in the tail, with a small rate and a large σ, a bound at some c > 1 on a grid's errors is made
of losses that are far too rare to matter. So the densities of the steps that are convolved are
multiplied by

    χ(l) = erfc((l − T)/(√2 s))/2,   l the loss,

and of the step in closed form, whose δ stays what it is, χ counts in the bounds. For all real a, b

    |χ(a + ib)| ≤ e^(b²/2s²) χ(a),   |1 − χ(a + ib)| ≤ e^(b²/2s²) (1 − χ(a)),

since erfc(x + iy) = (2/√π) ∫₀^∞ e^(−(x+u+iy)²) du, whose integrand has e^(y²) times the modulus
that it has at y = 0; and 1 − χ is the same erfc turned around.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, fmpq

Floats = Any  # numpy arrays of floats


@dataclass(frozen=True)
class Cut:
    """χ.

    Attributes:
        place: T, where it is a half.
        width: s > 0.
    """

    place: fmpq
    width: fmpq

    def kept(self, loss: arb) -> arb:
        """χ at a real loss."""
        return (self._far(loss)).erfc() / 2

    def lost(self, loss: arb) -> arb:
        """1 − χ at a real loss, without cancellation."""
        return (-self._far(loss)).erfc() / 2

    def bound(self, low: arb | None, high: arb | None, turned: arb) -> arb:
        """A bound on |χ(a + ib)| for all a from low to high (None: no end) and |b| ≤ turned."""
        more = (turned * turned / (2 * arb(self.width) ** 2)).exp()
        found = [
            *([] if low is None else [more * self.kept(low)]),
            *([] if high is None else [1 + more * self.lost(high)]),
        ]
        return min((one.upper() for one in found), key=arb)

    def _far(self, loss: arb) -> arb:
        return (loss - self.place) / (arb(2).sqrt() * self.width)

    # --- in floats, for plans ---------------------------------------------------------------------

    def float_kept(self, loss: Floats) -> Floats:
        """ln χ, roughly."""
        return float_log_tail((loss - float(self.place)) / float(self.width))

    def float_lost(self, loss: Floats) -> Floats:
        """ln (1 − χ), roughly."""
        return float_log_tail((float(self.place) - loss) / float(self.width))

    def float_bound(self, low: Floats, high: Floats, turned: Floats) -> Floats:
        """ln of `bound`, roughly."""
        more = (turned / float(self.width)) ** 2 / 2
        return np.minimum(
            more + self.float_kept(low), np.logaddexp(0.0, more + self.float_lost(high))
        )


def float_log_tail(x: Floats) -> Floats:
    """ln of the standard normal law's mass beyond x, to a tenth or so (Szarek and Werner 1999)."""
    far = np.abs(x)
    tail = -far * far / 2 + np.log(4 / (3 * far + np.sqrt(far * far + 8)))
    tail = np.minimum(tail - 0.5 * math.log(2 * math.pi), -math.log(2))
    return np.where(x > 0, tail, np.log1p(-np.exp(tail)))
