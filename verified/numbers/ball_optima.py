"""Optimal laws in balls: priors for Sibson's information, and the rate–distortion function between
what a price and what a law of the reproductions bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import arb, ctx, fmpq

from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_bottleneck import bottleneck as bottleneck
from verified.numbers.balls import (
    ONE,
    ZERO,
    Indeterminate,
    Scalar,
    Undefined,
    add,
    infinite,
    maximum,
    minimum,
    mul,
    positive_part,
    precision,
    sub,
)
from verified.numbers.interior import Slopes, optimal_law

# The methods lose some digits, and their laws are rounded to this many bits more than are in force.
_MORE_BITS = 32

Derivatives = Callable[[list[arb], arb | None], Slopes]


def sibson_prior(channel: BallArray, allowed: BallArray, order: Scalar) -> BallArray:
    """A law of the allowed inputs, of rational masses, at which Sibson's information of an order
    above 1 is nearly the largest: any law bounds it."""
    inputs, outputs = channel.shape
    kept = [x for x, told in enumerate(allowed.data) if told > 0]
    with precision(ctx.prec + _MORE_BITS):
        exponent = arb(_middle(order))
        rows = [
            [_power(_middle(w), exponent) for w in channel.data[x * outputs : (x + 1) * outputs]]
            for x in kept
        ]
        seen = [y for y in range(outputs) if any(row[y] > 0 for row in rows)]
        rows = [[row[y] for y in seen] for row in rows]
        root = 1 / exponent

        def slopes(law: list[arb], _: arb | None) -> Slopes:
            # Σ_y s(y)^(1/α), where s(y) = Σ_x p(x) W(y|x)^α.
            sums = [_mean(law, [row[y] for row in rows]) for y in range(len(seen))]
            first = [root * s ** (root - 1) for s in sums]
            second = [root * (root - 1) * s ** (root - 2) for s in sums]
            weighted = [[a * b for a, b in zip(row, second, strict=True)] for row in rows]
            return Slopes(
                [_mean(row, first) for row in rows],
                [[_mean(row, other) for other in rows] for row in weighted],
            )

        law, _ = optimal_law(len(kept), slopes)
        masses = _rational(law)
    found = [ZERO] * inputs
    for x, mass in zip(kept, masses, strict=True):
        found[x] = mass
    return BallArray((inputs,), list(found))


def rate_distortion(
    law: BallArray, distortions: BallArray, outputs: int, level: Scalar
) -> Scalar:
    """The least I(P;W) over channels W from P's alphabet whose mean distortion is at most a level;
    exactly 0 where one reproduction does for all.

    Raises:
        Undefined: no channel reaches the level, or a distortion is infinite or negative.
        Indeterminate: the precision is too low to tell.
    """
    _check(distortions)
    if infinite(level):
        raise Undefined("an infinite level of distortion")
    kept = [x for x, mass in enumerate(law.data) if not (isinstance(mass, fmpq) and mass == 0)]
    masses = [law.data[x] for x in kept]
    table = [distortions.data[x * outputs : (x + 1) * outputs] for x in kept]
    for column in zip(*table, strict=True):
        if _total(masses, column) <= level:
            return ZERO
    best = []
    for row in table:
        smallest = row[0]
        for entry in row[1:]:
            smallest = minimum(smallest, entry)
        best.append(smallest)
    least = _total(masses, best)
    if level < least:
        raise Undefined("no channel distorts so little")
    if _same(level, least):
        return _least_distorted(masses, table, best)
    if not level > least:
        raise Indeterminate("whether a channel distorts so little")
    return _distorted(masses, table, least, level)


def _least_distorted(
    masses: list[Scalar], table: list[list[Scalar]], best: list[Scalar]
) -> Scalar:
    """The least information of channels with reproductions of the least distortion only."""
    allowed = []
    for row, smallest in zip(table, best, strict=True):
        if any(not (entry > smallest) and not _same(entry, smallest) for entry in row):
            raise Indeterminate("which reproductions have the least distortion")
        allowed.append([ONE if _same(entry, smallest) else ZERO for entry in row])
    # What no input allows is never used.
    used = [y for y in range(len(table[0])) if any(row[y] for row in allowed)]
    weights = [[arb(row[y]) for y in used] for row in allowed]
    with precision(ctx.prec + _MORE_BITS):
        found, _ = optimal_law(len(used), _logarithmic([arb(_middle(x)) for x in masses], weights))
        q = _rational(found)
    heights, excess = _heights(masses, weights, q)
    high = _total(masses, heights)
    return _enclosed(sub(high, excess), high)


def _distorted(
    masses: list[Scalar], table: list[list[Scalar]], least: Scalar, level: Scalar
) -> Scalar:
    """Csiszár's (1974) bounds: from below −s D + Σ P u − ln max_y Σ_x P(x) e^(u(x) − s d(x, y)) for
    any price s ≥ 0 and any u; from above the channel W(y|x) ∝ q(y) e^(−s d(x, y)), mixed with one
    of least distortion where it distorts too much."""
    middles = [[_middle(entry) for entry in row] for row in table]
    widest = max(max(row) - min(row) for row in middles)
    if widest == 0:
        raise Indeterminate("which reproductions distort less than others")
    with precision(ctx.prec + _MORE_BITS):
        found, price = optimal_law(len(table[0]), _priced(
            [arb(_middle(x)) for x in masses], [[arb(entry) for entry in row] for row in middles],
            arb(_middle(level)),
        ), 1 / arb(widest))
        q = _rational(found)
        assert price is not None
        s = max(_middle(price), ZERO)
    weights = [[(-s * arb(entry)).exp() for entry in row] for row in table]
    heights, excess = _heights(masses, weights, q)
    mean = _total(masses, heights)
    distortion: Scalar = ZERO
    for mass, height, row, entries in zip(masses, heights, weights, table, strict=True):
        own = sum((w * b * arb(entry) for w, b, entry in zip(q, row, entries, strict=True)), arb(0))
        distortion = add(distortion, mul(mass, own * height.exp()))
    low = sub(sub(mean, mul(s, level)), excess)
    # A channel W is W₀ with the share t; W₀ tells no more than which of the inputs there is.
    over = positive_part(sub(distortion, level))
    share = ZERO if _same(over, ZERO) else arb(over) / arb(sub(distortion, least))
    high = add(sub(mean, mul(s, distortion)), mul(share, arb(len(masses)).log()))
    return _enclosed(low, high)


def _heights(
    masses: list[Scalar], weights: list[list[arb]], q: list[fmpq]
) -> tuple[list[arb], arb]:
    """u(x) = −ln Σ_y q(y) b(x, y), and ln of the largest Σ_x P(x) b(x, y) e^u(x)."""
    heights = [-sum((w * b for w, b in zip(q, row, strict=True)), arb(0)).log() for row in weights]
    most = arb(0)
    for y in range(len(q)):
        whole = arb(0)
        for mass, height, row in zip(masses, heights, weights, strict=True):
            whole += arb(mass) * row[y] * height.exp()
        most = most.max(whole)
    return heights, most.log()


def _enclosed(low: Scalar, high: Scalar) -> Scalar:
    """What lies between two bounds, and isn't negative."""
    found: Scalar = arb(maximum(low, ZERO)).union(arb(maximum(high, ZERO)))
    if not arb(found).is_finite():
        raise Indeterminate("the precision is too low for a rate of distortion")
    return found


# --- slopes ---------------------------------------------------------------------------------------


def _logarithmic(masses: list[arb], weights: list[list[arb]]) -> Derivatives:
    """Those of Σ_x P(x) ln Σ_y q(y) b(x, y)."""

    def slopes(law: list[arb], _: arb | None) -> Slopes:
        sums = [_mean(law, row) for row in weights]
        shares = [[b / s for b in row] for row, s in zip(weights, sums, strict=True)]
        return _of_shares(masses, shares)

    return slopes


def _of_shares(masses: list[arb], shares: list[list[arb]]) -> Slopes:
    columns = [list(column) for column in zip(*shares, strict=True)]
    weighted = [[p * r for p, r in zip(masses, column, strict=True)] for column in columns]
    return Slopes(
        [sum(column, arb(0)) for column in weighted],
        [[-_mean(column, other) for other in columns] for column in weighted],
    )


def _priced(masses: list[arb], table: list[list[arb]], level: arb) -> Derivatives:
    """Those of Σ_x P(x) ln Σ_y q(y) e^(−s d(x, y)) + s D."""

    def slopes(law: list[arb], price: arb | None) -> Slopes:
        assert price is not None
        shares, means, spreads, mixed = [], [], [], []
        for entries in table:
            # The least distortion is drawn out, or all of the exponentials may be tiny.
            least = min(entries, key=float)
            row = [(price * (least - entry)).exp() for entry in entries]
            whole = _mean(law, row)
            share = [b / whole for b in row]
            held = [w * r for w, r in zip(law, share, strict=True)]
            mean = _mean(held, entries)
            shares.append(share)
            means.append(mean)
            away = [entry - mean for entry in entries]
            spreads.append(_mean(held, [gap * gap for gap in away]))
            mixed.append([r * (mean - entry) for r, entry in zip(share, entries, strict=True)])
        found = _of_shares(masses, shares)
        return Slopes(
            found.law, found.laws, level - _mean(masses, means), _mean(masses, spreads),
            [_mean(masses, list(column)) for column in zip(*mixed, strict=True)],
        )

    return slopes


# --- numbers --------------------------------------------------------------------------------------


def _check(distortions: BallArray) -> None:
    for entry in distortions.data:
        if infinite(entry) or entry < 0:
            raise Undefined("a distortion is infinite or negative")
        if not entry >= 0:
            raise Indeterminate("whether a distortion is negative")


def _mean(weights: Sequence[arb], values: Sequence[arb]) -> arb:
    return sum((w * v for w, v in zip(weights, values, strict=True)), arb(0)).mid()


def _total(weights: Sequence[Scalar], values: Sequence[Scalar]) -> Scalar:
    whole: Scalar = ZERO
    for weight, value in zip(weights, values, strict=True):
        whole = add(whole, mul(weight, value))
    return whole


def _power(base: fmpq, exponent: arb) -> arb:
    return arb(0) if base <= 0 else (arb(base) ** exponent).mid()


def _rational(law: list[arb]) -> list[fmpq]:
    """The masses as rationals that sum to 1."""
    parts = [max(_middle(mass), ZERO) for mass in law]
    whole = sum(parts, ZERO)
    return [part / whole for part in parts]


def _same(x: Scalar, y: Scalar) -> bool:
    """Whether two numbers are one: balls are where both are exact."""
    return bool(x == y)


def _middle(x: Scalar) -> fmpq:
    """A rational in the ball."""
    if isinstance(x, fmpq):
        return x
    mantissa, exponent = (int(part) for part in x.mid().man_exp())
    return fmpq(mantissa) * fmpq(2) ** exponent
