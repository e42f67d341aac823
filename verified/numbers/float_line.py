"""Integrals over the real line in floats, on batches of mixtures of Laplace, Gaussian, logistic,
Student and uniform densities, and of sums of two.

The counterpart of `ball_line` for the search: fast, and never a proof. Parameters have the shape of
the batch; a mixture's parts are the last axis but one of the arrays here, the nodes the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfcx, exprel, gammaln, log_ndtr, ndtr, stdtr

from verified.numbers.float_steps import mass as part_mass
from verified.numbers.float_steps import steps as steps
from verified.numbers.floats import phi
from verified.numbers.line import (
    BLURRED,
    BOUNDED,
    GAUSSIAN,
    LAPLACE_SUM,
    LOGISTIC,
    NOISED,
    SMOOTHED,
    STAIRCASE,
    STEPPED,
    STUDENT,
    TRAPEZOID,
    UNIFORM,
    Part,
    Parts,
    mirrored,
)

Array = NDArray[np.float64]

# Where the line is cut, in scales from each mean.
_STEPS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 40.0)
_CUTS = np.array([*(-step for step in reversed(_STEPS[1:])), *_STEPS])
# And those of Student laws, whose tails fall slowly.
_FAR = np.array([side * 2.0**step for step in range(6, 46) for side in (-1, 1)])
# And of trapezoids, in shorter lengths from their ends.
_CLOSE = np.array([0.0, *(2.0**-step for step in range(21))])
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(12)
# Into how many cells each interval between cuts is divided, where signs are looked for.
_CELLS = 6
_ROOT_STEPS = 30


def positive(x: Any, _: str = "") -> Array:
    """The number itself where it is positive and finite, elsewhere nan."""
    x = np.asarray(x, float)
    return np.where((x > 0) & np.isfinite(x), x, np.nan)


def finite(x: Any) -> Array:
    """The number itself where it is finite, elsewhere nan."""
    x = np.asarray(x, float)
    return np.where(np.isfinite(x), x, np.nan)


def at_most(a: Any, b: Any) -> Any:
    """Where a ≤ b."""
    return np.less_equal(a, b)


def risen(low: Any, high: Any) -> Array:
    """The number `high` where it is at least `low`, elsewhere nan."""
    return np.where(np.less(high, low), np.nan, np.asarray(high, float))


def normal_cdf(x: Any) -> Array:
    """The standard normal law's probability of (−∞, x]."""
    return np.asarray(ndtr(np.asarray(x, float)))


def decay_excess(t: Any) -> Array:
    """e^(−t) − 1 + t, for t ≥ 0."""
    t = np.asarray(t, float)
    near = np.where(t < 1, t, 0.0)
    # e^t (e^(−t) − 1 + t) = φ(e^t − 1), which doesn't cancel.
    return np.asarray(np.where(t < 1, np.exp(-near) * phi(np.expm1(near)), t + np.expm1(-t)))


def same(a: Any, b: Any) -> Any:
    """Where two numbers are equal."""
    return np.equal(a, b)


def above(a: Any, b: Any) -> Any:
    """Where a > b."""
    return np.greater(a, b)


def unknown(_: str) -> Array:
    """There is no way to tell: nan."""
    return np.asarray(np.nan)


def choose(test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    """Each branch where it is due; one that is due nowhere isn't evaluated."""
    if np.all(test):
        return np.asarray(then())
    if not np.any(test):
        return np.asarray(otherwise())
    return np.where(test, then(), otherwise())


class _Curves:
    """The densities of a mixture: arrays (…, parts, 1), to meet nodes (…, 1, nodes)."""

    def __init__(self, parts: Parts, factor: Any = 1.0) -> None:
        # A staircase with a law of another shape isn't evaluated.
        parts = tuple(replace(part, weight=np.nan) if part.shape == STAIRCASE else part
                      for part in parts)
        noises = [1.0 if part.noise is None else part.noise for part in parts]
        columns = [
            [p.weight * np.asarray(factor), p.location, p.spread, noise]
            for p, noise in zip(parts, noises, strict=True)
        ]
        shape = np.broadcast_shapes(*(np.shape(x) for column in columns for x in column))
        table = [[np.broadcast_to(x, shape) for x in column] for column in columns]
        weight, self.location, spread, self.noise = (
            np.stack([column[row] for column in table], axis=-1)[..., None] for row in range(4)
        )
        shapes = np.array([part.shape for part in parts])[:, None]
        self.bell, self.noised = shapes == GAUSSIAN, shapes == NOISED
        self.logistic, self.student = shapes == LOGISTIC, shapes == STUDENT
        self.any_noised = bool(self.noised.any())
        # Uniform laws with noise lie around the middle of their interval.
        self.smoothed, self.spread_out = shapes == SMOOTHED, np.isin(shapes, (SMOOTHED, BLURRED))
        self.any_spread = bool(self.spread_out.any())
        self.flat = shapes == UNIFORM
        self.any_flat = bool(self.flat.any())
        self.doubled, self.ramped = shapes == LAPLACE_SUM, shapes == TRAPEZOID
        self.any_doubled, self.any_ramped = bool(self.doubled.any()), bool(self.ramped.any())
        self.half = np.where(self.spread_out | self.flat, spread / 2, 0.0)
        self.half = np.where(self.ramped, (spread + self.noise) / 2, self.half)
        self.location = self.location + self.half
        spread = np.where(self.spread_out, self.noise, spread)
        self.weight = weight
        roots = self.bell | self.noised | self.smoothed
        self.scale = np.where(roots, np.sqrt(spread), spread)
        width = np.where(self.bell, np.sqrt(2 * np.pi), np.where(self.logistic, 1.0, 2.0))
        if self.student.any():
            half = self.noise / 2
            spread = np.exp(gammaln(half) - gammaln(half + 0.5)) * np.sqrt(2 * half * np.pi)
            width = np.where(self.student, spread, width)
        width = width * self.scale
        self.log_peak = np.log(weight) - np.log(width)

    def log_density(self, x: Array) -> Array:
        """ln Σ f_j at the nodes x of shape (…, nodes)."""
        u = np.abs(x[..., None, :] - self.location) / self.scale
        logs = self.log_peak - self._fall(u)
        if self.any_noised:
            with_noise = np.log(self.weight / (4 * self.noise)) + self._log_noised(u)
            logs = np.where(self.noised, with_noise, logs)
        if self.any_spread:
            logs = np.where(self.spread_out, np.log(self.weight) + self._log_spread(u), logs)
        if self.any_flat:
            inside = np.where(u <= 0.5, np.log(self.weight) - np.log(self.scale), -np.inf)
            logs = np.where(self.flat, inside, logs)
        if self.any_doubled:
            z = np.where(self.doubled, u, 0.0)
            start = np.log(self.weight) - np.log(2 * (self.scale + self.noise))
            logs = np.where(self.doubled, start - z + np.log1p(self._risen(z)), logs)
        if self.any_ramped:
            left = np.clip(self.half - u * self.scale, 0.0, self.noise)
            dense = np.log(self.weight) + np.log(left) - np.log(self.noise * self.scale)
            logs = np.where(self.ramped, dense, logs)
        most = logs.max(axis=-2)
        safe = np.where(np.isfinite(most), most, 0.0)
        return np.asarray(np.log(np.exp(logs - safe[..., None, :]).sum(axis=-2)) + safe)

    def _risen(self, z: Array) -> Array:
        """G(z) of `ball_alike`, ∫ e^(−κt) dt over [0, z]."""
        return np.asarray(z * exprel(-(self.scale / self.noise - 1) * z))

    def _ramp_below(self, u: Array) -> Array:
        """A trapezoid's mass below u longer lengths from its middle, for u ≤ 0; else what is left
        of 1."""
        rest = np.maximum(self.half - np.abs(u) * self.scale, 0.0)
        near = np.minimum(rest, self.noise)
        share = near * near / (2 * self.scale * self.noise) + (rest - near) / self.scale
        return np.asarray(np.where(u <= 0, share, 1 - share))

    def _fall(self, u: Array) -> Array:
        """By what the log-density at u scales from the mean is less than `log_peak`."""
        plain = np.where(self.bell, u * u / 2, u)
        if self.student.any():
            bent = (self.noise + 1) / 2 * np.log1p(u * u / self.noise)
            plain = np.where(self.student, bent, plain)
        if not self.logistic.any():
            return plain
        return plain + np.where(self.logistic, 2 * np.log1p(np.exp(-u)), 0.0)

    def _log_terms(self, u: Array) -> tuple[Array, Array]:
        """The logarithms of E(u) and E(−u) of `ball_noised`, u in standard deviations."""
        ratio = self.scale / self.noise

        def log_term(u: Array) -> Array:
            # exp(ratio²/2 − ratio·u) erfc(z) with z = (ratio − u)/√2, by the form that doesn't
            # overflow.
            z = (ratio - u) / np.sqrt(2)
            scaled = np.log(erfcx(np.where(z > 0, z, 0.0))) - u * u / 2
            plain = ratio * (ratio / 2 - u) + np.log(2) + log_ndtr(u - ratio)
            return np.asarray(np.where(z > 0, scaled, plain))

        return log_term(u), log_term(-u)

    def _log_noised(self, u: Array) -> Array:
        return np.asarray(np.logaddexp(*self._log_terms(u)))

    def _log_upper(self, u: Array) -> Array:
        """The logarithm of the noise's mass beyond u scales, of a uniform law with noise."""
        return np.asarray(np.where(self.smoothed, log_ndtr(-u), np.where(
            u >= 0, -u - np.log(2), np.log1p(-np.exp(-np.abs(u)) / 2))))

    def _log_spread(self, u: Array) -> Array:
        """The log-density of a uniform law with noise, u ≥ 0 scales from its middle."""
        half = self.half / self.scale
        near, far = self._log_upper(u - half), self._log_upper(u + half)
        return np.asarray(near + np.log(-np.expm1(far - near)) - np.log(2 * self.half))

    def _spread_below(self, u: Array) -> Array:
        """The mass of a uniform law with noise below u scales from its middle."""
        half = self.half / self.scale

        def tail(z: Array) -> Array:
            # The integral of the noise's lower tail up to z: by that up to −|z|, and z where z > 0.
            away = np.abs(z)
            bell = np.exp(-away * away / 2) / np.sqrt(2 * np.pi) - away * ndtr(-away)
            return np.where(self.smoothed, bell, np.exp(-away) / 2) + np.maximum(z, 0.0)

        ends = np.where(np.isfinite(u), u, 0.0)
        found = (tail(ends + half) - tail(ends - half)) / (2 * half)
        return np.asarray(np.where(np.isfinite(u), found, u > 0))

    def mass(self, low: Array, high: Array) -> Array:
        """The mass of each interval [low, high]."""
        one = (low[..., None, :] - self.location) / self.scale
        two = (high[..., None, :] - self.location) / self.scale
        # The smaller tails are the more precise.
        left = self._below(two) - self._below(one)
        right = self._below(-one) - self._below(-two)
        return np.asarray((self.weight * np.where(two <= 0, left, right)).sum(axis=-2))

    def _below(self, u: Array) -> Array:
        half = np.exp(-np.abs(u)) / 2
        half = np.where(self.logistic, 2 * half / (1 + 2 * half), half)
        plain = np.where(self.bell, ndtr(u), np.where(u <= 0, half, 1 - half))
        if self.student.any():
            plain = np.where(self.student, stdtr(self.noise, u), plain)
        if self.any_spread:
            plain = np.where(self.spread_out, self._spread_below(u), plain)
        if self.any_flat:
            plain = np.where(self.flat, np.clip(u + 0.5, 0.0, 1.0), plain)
        if self.any_doubled:
            z = np.where(self.doubled & np.isfinite(u), np.abs(u), 0.0)
            share = self.noise / (self.scale + self.noise)
            tail = np.where(np.isfinite(u), np.exp(-z) * (1 + share * self._risen(z)) / 2, 0.0)
            plain = np.where(self.doubled, np.where(u <= 0, tail, 1 - tail), plain)
        if self.any_ramped:
            plain = np.where(self.ramped, self._ramp_below(u), plain)
        if not self.any_noised:
            return np.asarray(plain)
        ends = np.where(np.isfinite(u), u, 0.0)
        near, far = self._log_terms(-ends)
        found = ndtr(u) + np.where(np.isfinite(u), (np.exp(near) - np.exp(far)) / 4, 0.0)
        return np.asarray(np.where(self.noised, found, plain))

    def cuts(self) -> Array:
        """Where the line is cut for these densities, (…, cuts), unsorted."""
        found = self.location + self.scale * _CUTS
        if self.any_noised:
            # At the scale of the noise too; of a law without noise these are its mean.
            steps = np.where(self.noised, self.noise, 0.0) * _CUTS
            found = np.concatenate([found, self.location + steps], axis=-1)
        if self.any_doubled:
            steps = np.where(self.doubled, self.noise, 0.0) * _CUTS
            found = np.concatenate([found, self.location + steps], axis=-1)
        if self.any_spread or self.any_flat or self.any_ramped:
            # At the ends of the interval too; of other laws these are as before.
            around = [found, *(self.location + way * self.half + self.scale * _CUTS
                               for way in (-1, 1))]
            if self.any_ramped:
                # And of the pieces, closer and closer to where the density is 0.
                close = np.where(self.ramped, self.noise, 0.0) * _CLOSE
                around += [self.location + way * (self.half - close) for way in (-1, 1)]
            found = np.concatenate(around, axis=-1)
        if self.student.any():
            # Much farther; of other laws these are their means.
            steps = np.where(self.student, self.scale, 0.0) * _FAR
            found = np.concatenate([found, self.location + steps], axis=-1)
        return np.asarray(found.reshape(*found.shape[:-2], -1))


def _cuts(*curves: _Curves) -> Array:
    batch = np.broadcast_shapes(*(one.location.shape[:-2] for one in curves))
    found = [one.cuts() for one in curves]
    return np.sort(
        np.concatenate([np.broadcast_to(x, (*batch, x.shape[-1])) for x in found], axis=-1), axis=-1
    )


def _integral(cuts: Array, integrand: Callable[[Array], Array]) -> Array:
    """By Gauss's rule between cuts."""
    low, high = cuts[..., :-1, None], cuts[..., 1:, None]
    nodes = (low + high) / 2 + (high - low) / 2 * _NODES
    values = integrand(nodes.reshape(*nodes.shape[:-2], -1)).reshape(nodes.shape)
    # Between two cuts that are one there is nothing, whatever is infinite there.
    values = np.where(high == low, 0.0, values)
    # A nan cut, of a law that isn't one, spreads through the sum.
    return np.asarray(((high - low) / 2 * _WEIGHTS * values).sum(axis=(-2, -1)))


def _divergence_terms(log_p: Array, log_q: Array) -> Array:
    """p ln(p/q) − p + q from logarithms, which may be far below what a float can hold."""
    ratio = log_p - log_q
    near = np.abs(ratio) < 1
    close = np.exp(log_q) * phi(np.expm1(np.where(near, ratio, 0.0)))
    p, q = np.exp(log_p), np.exp(log_q)
    far = np.where(p > 0, p * np.where(p > 0, ratio, 0.0), 0.0) - p + q
    return np.where(near, close, far)


def kl(p: Parts, q: Parts) -> Array:
    """∫ p ln(p/q)."""
    with np.errstate(all="ignore"):
        first, second = _Curves(p), _Curves(q)
        found = _integral(
            _cuts(first, second),
            lambda x: _divergence_terms(first.log_density(x), second.log_density(x)),
        )
        return np.where(_surprises_without_end(p, q) & ~np.isnan(found), np.inf, found)


def _surprises_without_end(p: Parts, q: Parts) -> Any:
    """Where −∫ p ln q is infinite: Student laws of ν degrees of freedom have no moments from ν on,
    and by the heaviest part of q the logarithm falls like a power of |x|."""
    power: Any = np.inf
    for part in q:
        if part.shape in BOUNDED:
            continue
        own = 0.0 if part.shape == STUDENT else 2.0 if part.shape in (GAUSSIAN, SMOOTHED) else 1.0
        power = np.minimum(power, np.where(np.greater(part.weight, 0), own, np.inf))
    result: Any = False
    for part in p:
        if part.shape == STUDENT:
            result = result | (np.less_equal(part.noise, power) & np.greater(part.weight, 0))
    return result


def entropy(p: Parts) -> Array:
    """The differential entropy −∫ p ln p."""
    with np.errstate(all="ignore"):
        curves = _Curves(p)

        def integrand(x: Array) -> Array:
            logs = curves.log_density(x)
            return -np.exp(logs) * np.where(np.isneginf(logs), 0.0, logs)

        return _integral(_cuts(curves), integrand)


def information(weights: Sequence[Any], laws: Sequence[Parts]) -> Array:
    """Σ w_x ∫ L_x ln(L_x/Σ w_y L_y)."""
    with np.errstate(all="ignore"):
        rows = [_Curves(law) for law in laws]
        spread = [np.asarray(weight)[..., None] for weight in weights]

        def integrand(x: Array) -> Array:
            logs = [row.log_density(x) for row in rows]
            shifted = np.stack(
                np.broadcast_arrays(
                    *(log + np.log(w) for log, w in zip(logs, spread, strict=True))
                )
            )
            most = shifted.max(axis=0)
            safe = np.where(np.isfinite(most), most, 0.0)
            mixed = np.log(np.exp(shifted - safe).sum(axis=0)) + safe
            parts = [
                np.where(w > 0, w * _divergence_terms(log, mixed), 0.0 * w)
                for log, w in zip(logs, spread, strict=True)
            ]
            return np.asarray(sum(parts[1:], parts[0]))

        return _integral(_cuts(*rows), integrand)


def shifted_information(
    weights: Array, channel: Array, shape: str, places: Sequence[Array], spread: Array
) -> Array:
    """I(U; t_V + Z): U has the law `weights`, V given U the channel's row, Z one density.

    As `information` of the rows' mixtures, with each density evaluated once for all rows.
    """
    with np.errstate(all="ignore"):
        around = _Curves(tuple(Part(1.0, shape, place, spread) for place in places))
        prior = weights[..., None]

        def integrand(x: Array) -> Array:
            u = np.abs(x[..., None, :] - around.location) / around.scale
            logs = around.log_peak - around._fall(u)
            most = logs.max(axis=-2, keepdims=True)
            safe = np.where(np.isfinite(most), most, 0.0)
            rows = channel @ np.exp(logs - safe)
            mixed = np.log((prior * rows).sum(axis=-2, keepdims=True)) + safe
            terms = _divergence_terms(np.log(rows) + safe, mixed)
            return np.asarray(np.where(prior > 0, prior * terms, 0.0).sum(axis=-2))

        return _integral(_cuts(around), integrand)


def density(p: Parts, x: Any) -> Array:
    """The density at a number, that of a uniform law at its ends as between them."""
    with np.errstate(all="ignore"):
        flat: Any = sum((
            np.where((part.location <= x) & (x <= part.location + part.spread),
                     part.weight / part.spread, 0.0)
            for part in p if part.shape == UNIFORM), 0.0)
        p = tuple(part for part in p if part.shape != UNIFORM)
        if not p:
            return np.asarray(flat)
        curved = np.exp(_Curves(p).log_density(np.asarray(x, float)[..., None])[..., 0])
        return np.asarray(flat + curved)


def mass(p: Parts, low: Any, high: Any) -> Array:
    """The probability of the interval (low, high]; 0 where it is empty."""
    with np.errstate(all="ignore"):
        flat: Any = sum((part_mass(part, low, high) for part in p if part.shape in STEPPED), 0.0)
        p = tuple(part for part in p if part.shape not in STEPPED)
        if not p:
            return np.asarray(flat)
        curves = _Curves(p)
        ends = np.asarray(low, float)[..., None], np.asarray(high, float)[..., None]
        found = curves.mass(*ends)[..., 0]
        return np.asarray(flat + np.where(np.less_equal(high, low), 0.0 * found, found))


def log_mass_around(p: Parts, q: Parts) -> Array:
    """Minus the logarithm of the mass of q where the density of p is positive; nan where p has
    several intervals."""
    if any(part.shape not in BOUNDED for part in p):
        return np.asarray(0.0)
    if len(p) > 1:
        return np.asarray(np.nan)
    with np.errstate(all="ignore"):
        return -np.log(np.minimum(mass(q, p[0].location, -mirrored(p)[0].location), 1.0))


def positive_part(p: Parts, q: Parts, factor: Any) -> Array:
    """∫ max(0, p − factor·q), for a factor in [0, ∞]: masses between zeros of the log-ratio."""
    with np.errstate(all="ignore"):
        first, second = _Curves(p), _Curves(q, factor)
        cuts = _cuts(first, second)
        steps = np.arange(_CELLS) / _CELLS
        inner = cuts[..., :-1, None] + np.diff(cuts, axis=-1)[..., None] * steps
        points = np.concatenate(
            [inner.reshape(*inner.shape[:-2], -1), cuts[..., -1:]], axis=-1
        )

        def excess(x: Array) -> Array:
            return first.log_density(x) - second.log_density(x)

        values = excess(points)
        left, right = values[..., :-1] > 0, values[..., 1:] > 0
        low, high = (
            np.broadcast_to(part, left.shape) for part in (points[..., :-1], points[..., 1:])
        )
        changes = left != right
        # Only cells in which the sign changes are bisected: the first few of each row, sorted so.
        most = int(changes.sum(axis=-1).max(initial=0))
        chosen = np.argsort(~changes, axis=-1, kind="stable")[..., :most]
        start, stop, before = (np.take_along_axis(part, chosen, -1) for part in (low, high, left))
        for _ in range(_ROOT_STEPS if most else 0):
            middle = (start + stop) / 2
            same_side = (excess(middle) > 0) == before
            start, stop = np.where(same_side, middle, start), np.where(same_side, stop, middle)
        # The intervals between the zeros, by turns positive and not; a row with fewer zeros than
        # another has empty ones at its end.
        last = points[..., -1:]
        zeros = np.where(np.take_along_axis(changes, chosen, -1), (start + stop) / 2, last)
        ends = np.concatenate([points[..., :1], zeros, last], axis=-1)
        turns = np.arange(ends.shape[-1] - 1) % 2 == 0
        begin = ends[..., :-1]
        end = np.where(left[..., :1] == turns, ends[..., 1:], begin)
        found = (first.mass(begin, end) - second.mass(begin, end)).sum(axis=-1)
        invalid = np.isnan(cuts).any(axis=-1) | np.isnan(factor)
        # What lies outside of uniform laws is left open where the factor is infinite.
        far = np.nan if second.any_flat or second.any_ramped else 0.0
        found = np.where(np.isposinf(factor), far, np.maximum(found, 0.0))
        return np.where(invalid, np.nan, found)
