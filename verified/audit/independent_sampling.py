"""Poisson-subsampled Gaussian noise by mpmath alone: Rényi divergences by quadrature, δ by a sum
over the transform of the loss along a line, steps being halved until the value stays.

Slow, and for few rounds out of reach (nan then): it bears out what a search has found.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from verified.audit.independent import mp, mpf

# Halvings of a step end when the value changes by less than this, relatively.
SAME = "1e-27"
_WORKED = 55
_MOST_NODES = 6000
_MOST_HALVINGS = 7


def _kept(rate: Any, ratio: Any, t: Any) -> Any:
    """ln of the densities' ratio: (1 − q) + q e^(rt − r²/2)."""
    return mp.log1p(rate * mp.expm1(ratio * t - ratio * ratio / 2))


def subsampled_renyi(*, sampling: Any, sigma: Any, order: Any) -> Any:
    """D_α of one round, a record removed: ln ∫ φ w^α over α − 1, by the trapezoidal rule."""
    with mp.workdps(_WORKED + 30):
        rate, ratio, alpha = mpf(sampling), 1 / mpf(sigma), mpf(order)
        reach = 25 + ratio * alpha

        def term(t: Any) -> Any:
            # ∫ φ (w^α − 1 − α(w − 1)), which has no cancellation of 1 left in it.
            w = rate * mp.expm1(ratio * t - ratio * ratio / 2)
            return mp.npdf(t) * (mp.exp(alpha * mp.log1p(w)) - 1 - alpha * w)

        spacing, before = mpf(1) / 4 / max(1, ratio), None
        for _ in range(_MOST_HALVINGS):
            count = int(mp.ceil(reach / spacing))
            found = spacing * mp.fsum(term(place * spacing) for place in range(-count, count + 1))
            if before is not None and abs(found - before) <= abs(found) * mpf(SAME):
                return mp.log1p(found) / (alpha - 1)
            before, spacing = found, spacing / 2
    return mp.nan


def subsampled_delta(*, sampling: Any, sigma: Any, steps: Any, eps: Any) -> Any:
    """δ at ε > 0 of so many rounds, a record added or removed: the larger."""
    with mp.workdps(_WORKED):
        given = [mpf(part) for part in (sampling, 1 / mpf(sigma), steps, eps)]
        removed, added = _inverted(*given, add=False), _inverted(*given, add=True)
        return removed if added is mp.nan or removed is mp.nan else max(removed, added)


def sampled_delta(rate: Any, ratio: Any, steps: Any, eps: Any, *, add: bool) -> Any:
    """δ at ε > 0 of so many rounds with sensitivity over σ so large, in one direction: of records
    added, or removed. nan where the sum isn't reached."""
    with mp.workdps(_WORKED):
        return _inverted(mpf(rate), mpf(ratio), mpf(steps), mpf(eps), add=add)


def subsampled_epsilon(*, sampling: Any, sigma: Any, steps: Any, delta: Any) -> Any:
    """The least ε at which that δ is so much, by secants of ln δ."""
    with mp.workdps(_WORKED):
        def gap(eps: Any) -> Any:
            found = subsampled_delta(sampling=sampling, sigma=sigma, steps=steps, eps=eps)
            return mp.log(found) - mp.log(mpf(delta))

        low, high = mpf("0.01"), mpf(1)
        one, two = gap(low), gap(high)
        for _ in range(40):
            if mp.isnan(one) or mp.isnan(two) or one == two:
                return mp.nan
            low, one, high = high, two, max(high - two * (high - low) / (two - one), high / 16)
            if abs(high - low) <= abs(high) * mpf("1e-26"):
                return high
            two = gap(high)
    return mp.nan


def _inverted(rate: Any, ratio: Any, steps: Any, eps: Any, *, add: bool) -> Any:
    """∫ M(z)^k e^(−(z−1)ε)/(z(z−1)) dz/2πi along Re z = c > 1, M the transform of the loss.

    Of a record added the loss is −ln w, and the law that counts is that with the noise alone: M is
    ∫ φ w^(1−z).
    """
    powers: Callable[[Any], Any] = (lambda z: 1 - z) if add else (lambda z: z)
    spacing = mp.pi / 24 / max(1, ratio)
    reach = 17 + ratio * 3
    place = _saddle(rate, ratio, steps, eps, powers)
    if place is None:
        # No loss of any line is that large.
        return mpf(0) if add else mp.nan
    reach += ratio * abs(powers(place))
    count = int(mp.ceil(reach / spacing))
    points = [n * spacing for n in range(-count, count + 1)]
    losses = [_kept(rate, ratio, t) for t in points]
    start = powers(mpf(place))
    heads = [
        mp.exp(start * loss - t * t / 2) * spacing / mp.sqrt(2 * mp.pi)
        for t, loss in zip(points, losses, strict=True)
    ]
    # The next copy of δ is e^(−(c−1)2π/h) away, at most 1 large.
    size = steps * mp.log(mp.fsum(heads)) - (place - 1) * eps
    step = mp.pi * (place - 1) / (70 - size)
    before = None
    for _ in range(4):
        found = _summed(heads, losses, steps, eps, place, step, -1 if add else 1)
        if mp.isnan(found):
            return found
        if before is not None and abs(found - before) <= abs(found) * mpf(SAME):
            return found
        before, step = found, step / 2
    return mp.nan


def _summed(
    heads: list[Any], losses: list[Any], steps: Any, eps: Any, place: Any, step: Any, sign: int
) -> Any:
    """The trapezoidal sum along the line, until its terms no longer tell."""
    terms = [mp.mpc(head) for head in heads]
    turns = [mp.expj(sign * step * loss) for loss in losses]
    total = mpf(0)
    for node in range(_MOST_NODES):
        z = mp.mpc(place, node * step)
        value = mp.exp(steps * mp.log(mp.fsum(terms)) - (z - 1) * eps) / (z * (z - 1))
        total += value.real / (1 if node else 2)
        if node > 8 and abs(value) * node < abs(total) * mpf("1e-36"):
            return total * step / mp.pi
        terms = [one * turn for one, turn in zip(terms, turns, strict=True)]
    return mp.nan


def _saddle(rate: Any, ratio: Any, steps: Any, eps: Any, powers: Callable[[Any], Any]) -> Any:
    """About where M(c)^k e^(−(c−1)ε)/(c(c−1)) is least over c > 1, by thirds on a log scale, in
    floats: any line does, the best one has the fewest nodes."""
    q, r, k, at = (float(part) for part in (rate, ratio, steps, eps))

    def loss(t: float) -> float:
        x = r * t - r * r / 2
        return x + math.log(q) if x > 500 else math.log1p(q * math.expm1(x))

    def log(x: float) -> float:
        c = 1 + math.exp(x)
        power = float(powers(c))
        near, far = sorted((0.0, r * power))
        count = int((far - near + 24) * 4)
        grid = [near - 12 + (far - near + 24) * n / count for n in range(count + 1)]
        parts = [power * loss(t) - t * t / 2 for t in grid]
        top = max(parts)
        total = top + math.log(math.fsum(math.exp(part - top) for part in parts) * 0.25)
        return k * (total - math.log(2 * math.pi) / 2) - (c - 1) * at - math.log(c * (c - 1))

    low, high = -5.0, 6.0
    for _ in range(25):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (left, high) if log(left) > log(right) else (low, right)
    return None if high > 5.9 else 1 + mpf(math.exp((low + high) / 2))


__all__ = ["sampled_delta", "subsampled_delta", "subsampled_epsilon", "subsampled_renyi"]
