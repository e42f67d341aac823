"""Capacity and Csiszár's output law: optimisers that propose; what they propose is checked in balls.

The capacity of a channel W (Shannon) is C = max_p I(p; W) = min_q max_x D(W_x‖q), in nats. Every
prior p gives the enclosure I(p; W) ≤ C ≤ max_x D(W_x‖pW), so a prior is all there is to propose.

The method throughout is Newton's on the conditions of Kuhn and Tucker (D(W_x‖q) = C where p(x) > 0,
≤ C elsewhere), with an active set and a proximal term: I(p) has the gradient D(W_x‖pW) − 1 and the
Hessian −Σ_z W_x W_y/q. Blahut and Arimoto's iteration is hopeless where the rows are close (its
rate is 1 − O(C)); Newton's is indifferent to scale, and the proximal term carries it over equal and
affinely dependent rows, where the optimal prior isn't unique.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.numbers.floats import phi

Array = NDArray[np.float64]

# Below this, every D(W_x‖q) is said to agree: relative, hence fine for nearly useless channels too.
_GAP = 1e-13
_STEPS = 80
# A channel whose rows differ by less than this, relatively, is handled by its differences.
_NEAR = 1e-2


# --- floats, in batches ---------------------------------------------------------------------------


class _Batch:
    """Channels held as a reference row R and the differences W_x − R, which don't cancel.

    R is the first row where all rows are close to it (then W_x − R is exact), else 0.
    """

    def __init__(self, channels: Array, reference: Array | None = None) -> None:
        if reference is None:
            base = channels[:, 0, :]
            close = np.abs(channels - base[:, None, :]) <= _NEAR * base[:, None, :]
            reference = np.where(close.all(axis=(1, 2))[:, None], base, 0.0)
            channels = channels - reference[:, None, :]
        self.reference, self.differences = reference, channels

    def __getitem__(self, index: Any) -> _Batch:
        return _Batch(self.differences[index], self.reference[index])

    def evaluate(self, prior: Array) -> tuple[Array, Array, Array, Array]:
        """The law q of the output, W_x − q, D(W_x‖q) and I(p; W)."""
        shift = np.matmul(prior[:, None, :], self.differences)
        law = self.reference[:, None, :] + shift
        deviations = self.differences - shift
        weights = np.where(law > 0, law, 1.0)
        terms = weights * phi(deviations / weights)
        divergences = terms.sum(axis=-1)
        return weights[:, 0, :], deviations, divergences, (prior * divergences).sum(axis=-1)


def capacity_batch(channels: Array, prior0: Array | None = None) -> tuple[Array, Array]:
    """The capacities of a batch of channels, and priors that attain them. Not rigorous.

    Args:
        channels: shape (B, m, n); each row is a law on n symbols. Rows are taken as given.
        prior0: where to start, shape (B, m) or (m,); the uniform prior if left out.

    Returns:
        The capacities in nats, shape (B,), and the priors, shape (B, m).
    """
    channels = np.asarray(channels, float)
    batch, inputs, _ = channels.shape
    uniform = np.full((batch, inputs), 1.0 / inputs)
    if inputs == 1 or batch == 0:
        return np.zeros(batch), uniform
    with np.errstate(all="ignore"):
        start = uniform if prior0 is None else _start(channels, np.asarray(prior0, float), uniform)
        if inputs == 2:
            return _binary(_Batch(channels), start)
        return _newton(_Batch(channels), start)


def _start(channels: Array, prior0: Array, uniform: Array) -> Array:
    """A prior to start from, mixed with the uniform one so that every output is reachable."""
    prior = np.maximum(np.nan_to_num(np.broadcast_to(prior0, uniform.shape)), 0.0)
    total = prior.sum(axis=-1, keepdims=True)
    prior = np.where(total > 0, prior / np.where(total > 0, total, 1.0), uniform)
    return 0.999 * prior + 0.001 * uniform


def _binary(batch: _Batch, start: Array) -> tuple[Array, Array]:
    """Two inputs: Newton's method, kept in a bracket, on D(W_1‖q) − D(W_0‖q), which falls in p(1).

    The optimal prior lies in [1/e, 1 − 1/e] (Majani and Rumsey 1991).
    """
    low = np.full(len(start), math.exp(-1))
    high = 1.0 - low
    second = np.clip(start[:, 1], low, high)
    for _ in range(_STEPS):
        prior = np.stack([1.0 - second, second], axis=-1)
        law, deviations, divergences, information = batch.evaluate(prior)
        difference = divergences[:, 1] - divergences[:, 0]
        slope = ((deviations[:, 1] - deviations[:, 0]) ** 2 / law).sum(axis=-1)
        low, high = np.where(difference > 0, second, low), np.where(difference < 0, second, high)
        step = second + difference / np.where(slope > 0, slope, 1.0)
        inside = (step >= low) & (step <= high)
        after = np.where(inside, step, 0.5 * (low + high))
        if np.all(np.abs(after - second) <= 1e-14):
            break
        second = after
    return np.maximum(information, 0.0), prior


def _newton(batch: _Batch, start: Array) -> tuple[Array, Array]:
    """More inputs: proximal Newton steps, each a quadratic programme over the simplex."""
    best, value = start.copy(), np.zeros(len(start))
    todo = np.arange(len(start))
    part, prior, proximal = batch, start, np.full(len(start), 1e-9)
    law, deviations, divergences, information = part.evaluate(prior)
    gap = divergences.max(axis=-1) - information
    for _ in range(_STEPS):
        best[todo], value[todo] = prior, information
        going = (gap > _GAP * information) & (proximal < 1e9)
        if not going.all():
            todo, part, proximal, gap = todo[going], part[going], proximal[going], gap[going]
            prior, law, deviations = prior[going], law[going], deviations[going]
            divergences, information = divergences[going], information[going]
        if not len(todo):
            break
        step, settled = _step(prior, law, deviations, divergences, information, proximal)
        # The law of the output must stay positive: D(W_x‖q) has a pole at 0.
        change = np.matmul(step[:, None, :], part.differences)[:, 0, :]
        room = np.where(change < 0, law / np.where(change < 0, -change, 1.0), np.inf).min(axis=-1)
        trial = np.maximum(prior + np.minimum(1.0, 0.99 * room)[:, None] * step, 0.0)
        trial /= trial.sum(axis=-1, keepdims=True)
        found = part.evaluate(trial)
        trial_gap = found[2].max(axis=-1) - found[3]
        # Near the end the information no longer tells two priors apart, but the gap does.
        better = (found[3] > information * (1 + 1e-14)) | (
            (found[3] >= information * (1 - 1e-13)) & (trial_gap < gap)
        )
        calm = better & settled
        proximal = np.where(calm, np.maximum(proximal * 1e-2, 1e-13), proximal * 1e3)
        prior = np.where(better[:, None], trial, prior)
        law = np.where(better[:, None], found[0], law)
        deviations = np.where(better[:, None, None], found[1], deviations)
        divergences = np.where(better[:, None], found[2], divergences)
        information = np.where(better, found[3], information)
        gap = np.where(better, trial_gap, gap)
    return np.maximum(value, 0.0), best


def _step(
    prior: Array,
    law: Array,
    deviations: Array,
    divergences: Array,
    information: Array,
    proximal: Array,
) -> tuple[Array, NDArray[np.bool_]]:
    """The step that maximises the quadratic model of I(p) less the proximal term."""
    matrix = np.matmul(deviations / law[:, None, :], deviations.swapaxes(-1, -2))
    diagonal = np.einsum("bii->bi", matrix)
    scale = np.maximum(diagonal.max(axis=-1), 1e-300)
    diagonal = np.maximum(diagonal, 1e-12 * scale[:, None])
    # A constant added to each entry changes nothing on the simplex, and makes the matrix regular
    # (the Hessian annihilates p). The least diagonal entry as the constant swamps no other.
    matrix = matrix + diagonal.min(axis=-1)[:, None, None]
    np.einsum("bii->bi", matrix)[...] += proximal[:, None] * diagonal
    excess = divergences - information[:, None]
    support = (prior > 0) | (excess >= 0)
    matrix, excess = matrix / scale[:, None, None], excess / scale[:, None]
    return _simplex_programme(np.nan_to_num(matrix), np.nan_to_num(excess), prior, support)


def _simplex_programme(
    matrix: Array, linear: Array, prior: Array, support: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.bool_]]:
    """Maximise linear·d − d·matrix·d/2 over the steps d for which prior + d is a law.

    By block principal pivoting; if that hasn't settled after a few rounds, one index at a time
    (Murty's rule, which can't cycle). Also says which of the programmes have settled.
    """
    inputs = prior.shape[1]
    result, settled = np.zeros(prior.shape), np.zeros(len(prior), bool)
    todo = np.arange(len(prior))
    identity, ranks = np.eye(inputs), np.arange(inputs)
    for turn in range(6 + 4 * inputs):
        # Off the support the step is −p(x), and known.
        known = np.where(support, 0.0, -prior)
        right = linear - np.matmul(matrix, known[:, :, None])[:, :, 0]
        active = np.where(support[:, :, None] & support[:, None, :], matrix, identity)
        sides = np.stack([np.where(support, right, 0.0), support.astype(float)], axis=-1)
        try:
            solved = np.linalg.solve(active, sides)
        except np.linalg.LinAlgError:
            solved = np.matmul(np.linalg.pinv(active), sides)
        level = (solved[..., 0].sum(axis=-1) + known.sum(axis=-1)) / solved[..., 1].sum(axis=-1)
        step = solved[..., 0] - level[:, None] * solved[..., 1] + known
        result[todo] = step
        slope = linear - np.matmul(matrix, step[:, :, None])[:, :, 0] - level[:, None]
        wrong = np.where(support, prior + step < 0, slope > 1e-14)
        going = wrong.any(axis=-1)
        settled[todo] = ~going
        if not going.any():
            break
        if turn >= 4:
            wrong &= ranks == np.where(wrong, ranks, -1).max(axis=-1)[:, None]
        support = support ^ wrong
        support |= ~support.any(axis=-1)[:, None] & (linear == linear.max(axis=-1)[:, None])
        todo, matrix, linear = todo[going], matrix[going], linear[going]
        prior, support = prior[going], support[going]
    return np.nan_to_num(result), settled
