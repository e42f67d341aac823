"""Proposals for capacities and Csiszár's information: optimal priors and output laws.

Nothing here certifies: what is proposed is checked in balls.

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
from flint import arb, arb_mat, fmpq
from numpy.typing import NDArray

from verified.errors import InputError
from verified.measures.information import enclose_capacity
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.floats import phi
from verified.numbers.limits import check_time

Array = NDArray[np.float64]

# Below this, every D(W_x‖q) is said to agree: relative, hence fine for nearly useless channels too.
_GAP = 1e-12
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
            allowed = _NEAR * base[:, None, :]
            close = np.all(np.abs(channels - base[:, None, :]) <= allowed, axis=(1, 2))
            reference = np.where(np.expand_dims(close, -1), base, 0.0)
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
    """A prior to start from, mixed with the uniform one if it leaves out a possible output."""
    prior = np.maximum(np.nan_to_num(np.broadcast_to(prior0, uniform.shape)), 0.0)
    total = prior.sum(axis=-1, keepdims=True)
    prior = np.where(total > 0, prior / np.where(total > 0, total, 1.0), uniform)
    missed = (np.matmul(prior[:, None, :], channels) == 0) & (channels > 0)
    return np.where(missed.any(axis=(1, 2))[:, None], 0.999 * prior + 0.001 * uniform, prior)


def _binary(batch: _Batch, start: Array) -> tuple[Array, Array]:
    """Two inputs: Newton's method, kept in a bracket, on D(W_1‖q) − D(W_0‖q), which falls in p(1).

    The optimal prior lies in [1/e, 1 − 1/e] (Majani and Rumsey 1991).
    """
    low = np.full(len(start), math.exp(-1))
    high = 1.0 - low
    second = np.clip(start[:, 1], low, high)
    for _ in range(_STEPS):
        check_time()
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
        check_time()
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
        if better.all():
            prior, (law, deviations, divergences, information) = trial, found
        else:
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
    if not (np.isfinite(matrix).all() and np.isfinite(excess).all()):
        matrix, excess = np.nan_to_num(matrix), np.nan_to_num(excess)
    return _simplex_programme(matrix, excess, prior, support)


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
        check_time()
        # Off the support the step is −p(x), and known.
        known = np.where(support, 0.0, -prior)
        right = linear - np.matmul(matrix, known[:, :, None])[:, :, 0] if known.any() else linear
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
        largest = np.equal(linear, linear.max(axis=-1, keepdims=True))
        support |= ~support.any(axis=-1, keepdims=True) & largest
        todo, matrix, linear = todo[going], matrix[going], linear[going]
        prior, support = prior[going], support[going]
    return np.nan_to_num(result), settled


# --- high precision -------------------------------------------------------------------------------


class _Rows:
    """A channel in balls at the precision in force, symbols that never come left out."""

    def __init__(self, rows: list[list[fmpq]]) -> None:
        self.inputs = len(rows)
        self.channel = arb_mat([[arb(entry) for entry in row] for row in rows])
        self.transposed = self.channel.transpose()
        # Σ_z W ln W; what is left of D(W_x‖q) is then one product with ln q.
        self.constants = [
            sum((arb(entry) * arb(entry).log() for entry in row if entry != 0), arb(0))
            for row in rows
        ]

    def law(self, prior: list[arb]) -> list[arb]:
        """The law of the output."""
        return (arb_mat([prior]) * self.channel).entries()

    def divergences(self, law: list[arb]) -> list[arb]:
        """D(W_x‖q) for every input; balls, but their midpoints are exact to the guard bits."""
        products = (self.channel * arb_mat([[q.log()] for q in law])).entries()
        return [c - p for c, p in zip(self.constants, products, strict=True)]

    def hessian(self, law: list[arb]) -> list[list[arb]]:
        """Σ_z (W_x − q)(W_y − q)/q, midpoints only."""
        outputs = len(law)
        weighted = arb_mat(
            [[self.transposed[z, x] / law[z] for x in range(self.inputs)] for z in range(outputs)]
        )
        table = (self.channel * weighted).tolist()
        return [[(entry - 1).mid() for entry in row] for row in table]


def capacity_prior(rows: list[list[fmpq]], relative_width: fmpq) -> list[fmpq]:
    """A prior p for which I(p; W) ≤ C ≤ max_x D(W_x‖pW) encloses C tightly.

    Args:
        rows: the channel; each row a law on the same symbols, exact.
        relative_width: how far apart the two ends may be, relative to C.

    Returns:
        A law on the inputs, which sums to exactly 1; uniform where C = 0.

    Raises:
        InputError: the rows are no channel, or the width isn't positive.
        ArithmeticError: no such prior was found (not seen on channels up to 32×32).
    """
    _check(rows, relative_width)
    inputs = len(rows)
    if all(row == rows[0] for row in rows[1:]):
        return [fmpq(1, inputs)] * inputs
    kept = [z for z in range(len(rows[0])) if any(row[z] != 0 for row in rows)]
    rows = [[row[z] for z in kept] for row in rows]
    start, scale_bits = _float_prior(rows)
    needed = _bits(1 / relative_width)
    bits = needed + scale_bits + 48
    for _ in range(7):
        check_time()
        with precision(bits):
            found = _refine(_Rows(rows), start, relative_width, needed, bits - scale_bits)
        if found is not None:
            return found
        bits *= 2
    raise ArithmeticError("no prior encloses the capacity of this channel that narrowly")


def _check(rows: list[list[fmpq]], relative_width: fmpq) -> None:
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise InputError("channel: the rows must be laws on the same symbols, at least one of each")
    for x, row in enumerate(rows):
        if any(entry < 0 for entry in row):
            raise InputError(f"channel: row {x} has a negative probability")
        if sum(row, fmpq(0)) != 1:
            raise InputError(f"channel: row {x} doesn't sum to 1")
    if not relative_width > 0:
        raise InputError(f"relative width: {relative_width} isn't positive")


def _bits(x: fmpq) -> int:
    """About log2 of a positive rational."""
    return int(x.p).bit_length() - int(x.q).bit_length() + 1


def _float(x: fmpq) -> float:
    return int(x.p) / int(x.q)


def _float_prior(rows: list[list[fmpq]]) -> tuple[list[arb], int]:
    """A prior from floats, and about log2(1/C).

    Rows that are close are blown up around the first one: to first order, which is enough to start
    from, the optimal prior stays, and floats would not tell the rows apart.
    """
    base = rows[0]
    reference = np.array([_float(q) for q in base])
    if all(q != 0 for q in base):
        differences = [[w - q for w, q in zip(row, base, strict=True)] for row in rows]
        spread = max(abs(d) / q for row in differences for d, q in zip(row, base, strict=True))
        if spread < fmpq(1, 100_000):
            blow = fmpq(1, 1000) / spread
            blown = np.array([[_float(d * blow) for d in row] for row in differences])
            values, priors = _solve(_Batch(blown[None], reference[None]))
            return _positive(priors[0]), 2 * _bits(blow) + _log_bits(values[0])
    channel = np.array([[_float(entry) for entry in row] for row in rows])
    values, priors = _solve(_Batch(channel[None]))
    return _positive(priors[0]), _log_bits(values[0])


def _solve(batch: _Batch) -> tuple[Array, Array]:
    inputs = batch.differences.shape[1]
    with np.errstate(all="ignore"):
        return _newton(batch, np.full((1, inputs), 1.0 / inputs))


def _log_bits(value: float) -> int:
    return max(0, -math.frexp(value)[1]) if value > 0 else 1100


def _positive(prior: Array) -> list[arb]:
    return [arb(float(p)) for p in prior]


def _refine(
    rows: _Rows, start: list[arb], width: fmpq, needed: int, accuracy: int
) -> list[fmpq] | None:
    """Newton's method at the precision in force; None if it doesn't arrive.

    Args:
        rows: the channel.
        start: the prior to start from.
        width: the relative width to reach.
        needed: log2(1/width).
        accuracy: the bits that the divergences have, relative to the capacity.
    """
    total = sum(start, arb(0))
    prior = [(p / total).mid() for p in start]
    if any(not q > 0 for q in rows.law(prior)):
        prior = [((p * 1023 + arb(1) / rows.inputs) / 1024).mid() for p in prior]
    for _ in range(40):
        check_time()
        law = rows.law(prior)
        divergences = rows.divergences(law)
        if _narrow(prior, divergences, width / 4):
            for bits in (needed + 12, needed + 48, accuracy + needed + 48):
                rounded = _round(prior, bits)
                exact = [arb(p) for p in rounded]
                law = rows.law(exact)
                if all(q > 0 for q in law) and _narrow(exact, rows.divergences(law), width):
                    return rounded
        step = _newton_step(rows, prior, law, divergences, accuracy)
        if step is None:
            return None
        prior = _advance(rows, prior, law, step)
    return None


def _narrow(prior: list[arb], divergences: list[arb], width: fmpq) -> bool:
    """Whether max D − I ≤ width·I, certainly (up to the prior's own rounding)."""
    information = sum((p * d for p, d in zip(prior, divergences, strict=True)), arb(0))
    bound = information * (1 + arb(width))
    return all(d <= bound for d in divergences)


def _round(prior: list[arb], bits: int) -> list[fmpq]:
    """Rationals close to the prior (relatively); the largest entry makes the sum 1."""
    rounded = []
    for p in prior:
        mantissa, exponent = (int(part) for part in p.man_exp())
        drop = max(0, abs(mantissa).bit_length() - bits)
        mantissa = (mantissa + (1 << drop >> 1)) >> drop
        shift = exponent + drop
        rounded.append(fmpq(mantissa << shift) if shift >= 0 else fmpq(mantissa, 1 << -shift))
    largest = max(range(len(rounded)), key=lambda x: rounded[x])
    rounded[largest] += 1 - sum(rounded, fmpq(0))
    return rounded


def _newton_step(
    rows: _Rows, prior: list[arb], law: list[arb], divergences: list[arb], accuracy: int
) -> list[arb] | None:
    """The step to the top of the quadratic model over the simplex, as `_simplex_programme`."""
    inputs = range(rows.inputs)
    values = [d.mid() for d in divergences]
    information = sum((p * d for p, d in zip(prior, values, strict=True)), arb(0)).mid()
    excess = [(d - information).mid() for d in values]
    matrix = rows.hessian([q.mid() for q in law])
    scale = max(matrix[x][x] for x in inputs)
    if not scale > 0:
        return None
    floor = scale * arb(2) ** (-accuracy // 2)
    diagonal = [max(matrix[x][x], floor) for x in inputs]
    constant, proximal = min(diagonal), arb(2) ** (-accuracy // 3)
    matrix = [[(entry + constant).mid() for entry in row] for row in matrix]
    for x in inputs:
        matrix[x][x] = (matrix[x][x] + proximal * diagonal[x]).mid()
    tolerance = abs(information) * arb(2) ** (-accuracy)
    support = [x for x in inputs if prior[x] > 0 or excess[x] > 0]
    for turn in range(6 + 4 * rows.inputs):
        check_time()
        step, level = _on_support(matrix, excess, prior, support)
        moved = arb_mat(matrix) * arb_mat([[d] for d in step])
        wrong = [
            x
            for x in inputs
            if (prior[x] + step[x] < 0 if x in support
                else (excess[x] - moved[x, 0] - level).mid() > tolerance)
        ]  # fmt: skip
        if not wrong:
            break
        if turn >= 4:
            wrong = wrong[-1:]
        support = sorted(set(support) ^ set(wrong)) or [max(inputs, key=lambda x: excess[x])]
    return step


def _on_support(
    matrix: list[list[arb]], excess: list[arb], prior: list[arb], support: list[int]
) -> tuple[list[arb], arb]:
    """The step with equal slopes on the support, and that slope; −p(x) off the support."""
    off = [x for x in range(len(prior)) if x not in support and prior[x] > 0]
    right = [excess[x] + sum((matrix[x][y] * prior[y] for y in off), arb(0)) for x in support]
    lost = sum((prior[y] for y in off), arb(0))
    active = arb_mat([[matrix[x][y] for y in support] for x in support])
    sides = arb_mat([[value.mid(), arb(1)] for value in right])
    solved = active.solve(sides, algorithm="approx")
    first = [solved[k, 0].mid() for k in range(len(support))]
    second = [solved[k, 1].mid() for k in range(len(support))]
    level = ((sum(first, arb(0)) - lost) / sum(second, arb(0))).mid()
    step = [-p for p in prior]
    for k, x in enumerate(support):
        step[x] = (first[k] - level * second[k]).mid()
    return step, level


def _advance(rows: _Rows, prior: list[arb], law: list[arb], step: list[arb]) -> list[arb]:
    """The prior after a step, cut short before an output loses its whole probability."""
    length = arb(1)
    for q, d in zip(law, rows.law(step), strict=True):
        if q.mid() + d.mid() <= 0:
            length = min(length, (q.mid() / -d.mid() * arb("0.99")).mid())
    moved = [(p + length * d).mid() for p, d in zip(prior, step, strict=True)]
    moved = [p if p > 0 else arb(0) for p in moved]
    total = sum(moved, arb(0))
    return [(p / total).mid() for p in moved]


_TWELVE_DIGITS = fmpq(1, 10**12)


def capacity(
    rows: list[list[fmpq]], relative_width: fmpq = _TWELVE_DIGITS
) -> tuple[arb, list[fmpq]]:
    """A rigorous enclosure of the capacity in nats, and the prior that it comes from.

    Args:
        rows: the channel; each row a law on the same symbols, exact.
        relative_width: a bound on the enclosure's diameter, relative to the capacity.

    Raises:
        InputError: the rows are no channel, or the width isn't positive.
        ArithmeticError: no such enclosure was found.
    """
    prior = capacity_prior(rows, relative_width / 2)
    shape = (len(rows), len(rows[0]))
    channel = BallArray(shape, [entry for row in rows for entry in row])
    law = BallArray((len(rows),), list(prior))
    bits = _bits(1 / relative_width) + 64
    for _ in range(12):
        check_time()
        with precision(bits):
            try:
                ball = arb(enclose_capacity(channel, law))
            except Indeterminate:
                ball = None
            if ball is not None and 2 * ball.rad() <= arb(relative_width) * abs(ball):
                return ball, prior
        bits *= 2
    raise ArithmeticError("the capacity of this channel can't be enclosed that narrowly")


# --- Csiszár's output law -------------------------------------------------------------------------
#
# The law q that minimises f(q) = Σ_x p(x) D_α(W_x‖q) satisfies q = g(q), where g = Σ_x p(x) V_x and
# V_x ∝ W_x^α q^{1−α}. Both q ← g (α < 1) and q ← q (g/q)^{1/α} (α > 1) contract; Newton's method
# takes over. In u = ln q the gradient of f(q) + Σ q is q − g, and its derivative at the fixed point
# is α diag(g) + (1 − α) Σ p V Vᵀ, which after scaling by g has its eigenvalues between 1 and α.

_LEAST_ORDER, _LARGEST_ORDER = 1e-3, 4096.0
_LAW_STEPS = 200


def csiszar_law_batch(prior: Array, channels: Array, order: Array | float) -> Array:
    """The output laws that minimise Σ_x p(x) D_α(W_x‖q), for a batch. Not rigorous.

    Args:
        prior: shape (B, m).
        channels: shape (B, m, n); each row is a law on n symbols.
        order: α > 0, one number or shape (B,). Orders outside [0.001, 4096], 0 and ∞ among them,
            are handled as the nearest of these: the law is then only close to the best.

    Returns:
        The laws, shape (B, n).
    """
    prior, channels = np.asarray(prior, float), np.asarray(channels, float)
    orders = np.clip(np.broadcast_to(np.asarray(order, float), prior.shape[:1]), 0.0, np.inf)
    orders = np.clip(orders, _LEAST_ORDER, _LARGEST_ORDER)
    with np.errstate(all="ignore"):
        law = np.matmul(prior[:, None, :], channels)[:, 0, :]
        law = law / law.sum(axis=-1, keepdims=True)
        stage = 4.0
        # A large order makes f nearly kinked: it is approached through smaller ones.
        while len(orders) and stage < orders.max():
            law = _fixed_point(prior, channels, np.minimum(orders, stage), law, 1e-4)
            stage *= 4.0
        return _fixed_point(prior, channels, orders, law, 1e-13) if len(orders) else law


def _fixed_point(
    prior: Array, channels: Array, order: Array, law: Array, tolerance: float
) -> Array:
    """Newton's method for q = g(q), its steps cut while they don't lower f or the residual."""
    reached = (channels > 0) & np.expand_dims(prior > 0, -1)
    possible = np.asarray(reached.any(axis=1), float)
    logs = np.where(reached, np.log(np.where(reached, channels, 1.0)), -np.inf)
    u = _unit(np.log(np.maximum(law, 1e-300)), possible)
    at = _Tilt(prior, logs, order, u, possible)
    result, todo, length = law.copy(), np.arange(len(law)), np.ones(len(law))
    for _ in range(_LAW_STEPS):
        check_time()
        result[todo] = at.law
        going = at.residual > tolerance
        if not going.all():
            todo, length, order, u = todo[going], length[going], order[going], u[going]
            prior, logs, possible, at = prior[going], logs[going], possible[going], at[going]
        if not len(todo):
            break
        step = np.clip(length[:, None] * at.newton_step(prior, order), -2.0, 2.0)
        contract = length < 1e-3
        step = np.where(contract[:, None], at.contraction(u, order, possible), step)
        trial = _unit(u + step, possible)
        found = _Tilt(prior, logs, order, trial, possible)
        # Near the end f no longer tells two laws apart, but the residual does.
        flat = found.value <= at.value + 1e-13 * np.abs(at.value)
        better = contract | (found.value < at.value - 1e-13 * np.abs(at.value))
        better |= flat & (found.residual < 0.9 * at.residual)
        length = np.where(contract, 1.0, np.where(better, np.minimum(4 * length, 1.0), length / 4))
        u = np.where(better[:, None], trial, u)
        at = at.replaced(better, found)
    return np.asarray(result / result.sum(axis=-1, keepdims=True))


def _unit(u: Array, possible: Array) -> Array:
    """u = ln q shifted to Σ q = 1; impossible symbols stay at 0 and count nowhere."""
    total = (possible * np.exp(u)).sum(axis=-1, keepdims=True)
    return np.asarray(possible * (u - np.log(total)))


class _Tilt:
    """What Newton's method needs at u = ln q, for a batch.

    The tilted rows V_x ∝ W_x^α q^{1−α}, their mean g, the law q, f(q) and the distance of g from q.
    """

    __slots__ = ("law", "mean", "residual", "rows", "value")

    def __init__(self, prior: Array, logs: Array, order: Array, u: Array, possible: Array) -> None:
        exponents = order[:, None, None] * logs + ((1 - order)[:, None] * u)[:, None, :]
        tops = exponents.max(axis=-1, keepdims=True)
        tops = np.where(np.isfinite(tops), tops, 0.0)
        rows = np.exp(exponents - tops)
        total = rows.sum(axis=-1, keepdims=True)
        total = np.where(total > 0, total, 1.0)
        self.rows = rows / total
        self.mean = np.matmul(prior[:, None, :], self.rows)[:, 0, :]
        self.law = possible * np.exp(u)
        norms = (np.log(total) + tops)[:, :, 0]
        self.value = (prior * norms).sum(axis=-1) / np.where(order == 1, np.inf, order - 1)
        # The root of the triangular discrimination: its square is of the order of f's error.
        both = self.mean + self.law
        squares = (self.mean - self.law) ** 2 / np.where(both > 0, both, 1.0)
        self.residual = np.sqrt(squares.sum(axis=-1))

    def __getitem__(self, index: Any) -> _Tilt:
        picked = _Tilt.__new__(_Tilt)
        for name in _Tilt.__slots__:
            setattr(picked, name, getattr(self, name)[index])
        return picked

    def replaced(self, where: NDArray[np.bool_], other: _Tilt) -> _Tilt:
        """This, with some of the batch taken from another."""
        merged = _Tilt.__new__(_Tilt)
        for name in _Tilt.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            shaped = where.reshape(-1, *[1] * (mine.ndim - 1))
            setattr(merged, name, np.where(shaped, theirs, mine))
        return merged

    def newton_step(self, prior: Array, order: Array) -> Array:
        """Newton's step in u."""
        roots = np.sqrt(np.where(self.mean > 1e-300, self.mean, 1.0))
        weighted = np.sqrt(prior)[:, :, None] * self.rows / roots[:, None, :]
        matrix = (1 - order)[:, None, None] * np.matmul(weighted.swapaxes(-1, -2), weighted)
        np.einsum("bii->bi", matrix)[...] += order[:, None]
        right = (self.mean - self.law) / roots
        step = np.linalg.solve(matrix, right[:, :, None])[:, :, 0] / roots
        return np.asarray(np.nan_to_num(step))

    def contraction(self, u: Array, order: Array, possible: Array) -> Array:
        """The step of the contraction, which always helps."""
        # Far from the fixed point the mean may underflow.
        ratio = np.log(np.maximum(self.mean, 1e-300)) - u
        return np.asarray(possible * ratio / np.maximum(order, 1.0)[:, None])


def csiszar_law(
    prior: list[fmpq], rows: list[list[fmpq]], order: fmpq | arb, relative_width: fmpq
) -> list[fmpq]:
    """An output law q at which f(q) = Σ_x p(x) D_α(W_x‖q) is its minimum, nearly.

    f is convex (van Erven and Harremoës 2014, Theorem 12) with gradient −g/q, hence f(q) − min f is
    at most max_z g(z)/q(z) − 1; that is made to be at most `relative_width` times f(q).

    Args:
        prior: a law on the inputs, exact.
        rows: the channel; each row a law on the same symbols, exact.
        order: α, positive and finite.
        relative_width: the bound on the relative error of the minimum.

    Raises:
        InputError: the prior, the rows, the order or the width aren't as above.
        ArithmeticError: no such law was found.
    """
    _check(rows, relative_width)
    if len(prior) != len(rows) or any(p < 0 for p in prior) or sum(prior, fmpq(0)) != 1:
        raise InputError("prior: it must be a law on the channel's inputs")
    if not order > 0 or (isinstance(order, arb) and not order.is_finite()):
        raise InputError(f"order: {order} isn't positive and finite")
    outputs = len(rows[0])
    mean = [sum((p * row[z] for p, row in zip(prior, rows, strict=True)), fmpq(0))
            for z in range(outputs)]  # fmt: skip
    used = [x for x in range(len(rows)) if prior[x] != 0]
    if order == 1 or all(rows[x] == rows[used[0]] for x in used):
        return mean
    kept = [z for z in range(outputs) if mean[z] != 0]
    weights = [prior[x] for x in used]
    channel = [[rows[x][z] for z in kept] for x in used]
    start = _float_law(weights, channel, order)
    needed = _bits(1 / relative_width)
    bits = needed + 96
    for _ in range(7):
        check_time()
        with precision(bits):
            found = _refine_law(weights, channel, arb(order), start, relative_width, needed)
        if found is not None:
            law = [fmpq(0)] * outputs
            for z, q in zip(kept, found, strict=True):
                law[z] = q
            return law
        bits *= 2
    raise ArithmeticError("no output law is that close to the minimum for this channel")


def _float_law(prior: list[fmpq], rows: list[list[fmpq]], order: fmpq | arb) -> list[arb]:
    weights = np.array([[_float(p) for p in prior]])
    channel = np.array([[[_float(entry) for entry in row] for row in rows]])
    law = csiszar_law_batch(weights, channel, float(arb(order).mid()))[0]
    # What floats can't hold starts from the mean row.
    return [
        arb(float(q)) if q > 1e-290
        else arb(sum((p * row[z] for p, row in zip(prior, rows, strict=True)), fmpq(0))).mid()
        for z, q in enumerate(law)
    ]  # fmt: skip


def _refine_law(
    prior: list[fmpq],
    rows: list[list[fmpq]],
    order: arb,
    start: list[arb],
    width: fmpq,
    needed: int,
) -> list[fmpq] | None:
    """Newton's method at the precision in force; None if it doesn't arrive."""
    weights = [arb(p) for p in prior]
    logs = [[None if w == 0 else order * arb(w).log() for w in row] for row in rows]
    symbols, length = range(len(start)), arb(1)
    u = _unit_exactly([q.log() for q in start])
    tilted, mean, value = _tilt_exactly(weights, logs, order, u)
    for _ in range(_LAW_STEPS):
        check_time()
        law = [x.exp() for x in u]
        excess = max((mean[z] / law[z] - 1).mid() for z in symbols)
        if excess <= arb(width) / 4 * value.mid():
            for bits in (needed + 12, needed + 64, 3 * needed + 192):
                rounded = _round([q.mid() for q in law], bits)
                if min(rounded) > 0 and _near_minimum(weights, logs, order, rounded, width):
                    return rounded
        contract = bool(length < arb(2) ** -10)
        if contract:
            divisor = max(order.mid(), arb(1))
            step = [((mean[z].log() - u[z]) / divisor).mid() for z in symbols]
        else:
            try:
                newton = _law_step_exactly(weights, order, law, tilted, mean)
            except ZeroDivisionError:
                # Singular at this precision.
                return None
            step = [min(max((length * d).mid(), arb(-2)), arb(2)) for d in newton]
        trial = _unit_exactly([x + d for x, d in zip(u, step, strict=True)])
        found = _tilt_exactly(weights, logs, order, trial)
        if contract or found[2].mid() <= value.mid():
            length = arb(1) if contract else min(4 * length, arb(1))
            u, (tilted, mean, value) = trial, found
        else:
            length = length / 4
    return None


def _unit_exactly(u: list[arb]) -> list[arb]:
    """u = ln q shifted to Σ q = 1."""
    total = sum((x.exp() for x in u), arb(0)).log()
    return [(x - total).mid() for x in u]


def _tilt_exactly(
    weights: list[arb], logs: list[list[arb | None]], order: arb, u: list[arb]
) -> tuple[list[list[arb]], list[arb], arb]:
    """The tilted rows at u = ln q, their mean g, and f(q), in balls."""
    rows, value = [], arb(0)
    for weight, row in zip(weights, logs, strict=True):
        terms = [
            arb(0) if entry is None else (entry + (1 - order) * x).exp()
            for entry, x in zip(row, u, strict=True)
        ]
        total = sum(terms, arb(0))
        rows.append([term / total for term in terms])
        value += weight * total.log() / (order - 1)
    mean = [
        sum((weight * row[z] for weight, row in zip(weights, rows, strict=True)), arb(0))
        for z in range(len(u))
    ]
    return rows, mean, value


def _near_minimum(
    weights: list[arb], logs: list[list[arb | None]], order: arb, law: list[fmpq], width: fmpq
) -> bool:
    """Whether max g/q − 1 ≤ width·f(q), certainly."""
    u = [arb(q).log() for q in law]
    _, mean, value = _tilt_exactly(weights, logs, order, u)
    bound = 1 + arb(width) * value
    return all(g / arb(q) <= bound for g, q in zip(mean, law, strict=True))


def _law_step_exactly(
    weights: list[arb], order: arb, law: list[arb], rows: list[list[arb]], mean: list[arb]
) -> list[arb]:
    """Newton's step in u = ln q, as `_Tilt.newton_step`."""
    size = range(len(law))
    roots = [g.sqrt() for g in mean]
    scaled = arb_mat(
        [[w.sqrt() * row[z] / roots[z] for z in size] for w, row in zip(weights, rows, strict=True)]
    )
    matrix = (1 - order) * (scaled.transpose() * scaled)
    for z in size:
        matrix[z, z] += order
    middle = arb_mat([[entry.mid() for entry in row] for row in matrix.tolist()])
    right = arb_mat([[((mean[z] - law[z]) / roots[z]).mid()] for z in size])
    step = middle.solve(right, algorithm="approx")
    return [(step[z, 0] / roots[z]).mid() for z in size]
