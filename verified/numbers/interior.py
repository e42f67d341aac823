"""Laws at which concave functions are largest, by an interior-point method, to the precision in
force; of functions that a price makes convex, the law and the price.

Nothing rests on it: whoever asks encloses what the law and the price bound. Only middles of balls
are computed with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, arb_mat, ctx

# A step goes so far towards the end of what is positive.
_SHARE = arb(255) / 256
# Each step brings two digits at least, but the first ones and those that set a price.
_FIRST_STEPS = 60


@dataclass(frozen=True)
class Slopes:
    """How a function of a law and of a price changes: its first and second derivatives.

    Attributes:
        law, laws: by the law's masses; the matrix has no positive eigenvalue.
        price, prices, mixed: by the price, twice by the price, which isn't negative, and by the
            price and each mass; left out where there is no price.
    """

    law: list[arb]
    laws: list[list[arb]]
    price: arb | None = None
    prices: arb | None = None
    mixed: list[arb] | None = None


@dataclass
class _Point:
    law: list[arb]
    # What keeps each mass from falling below 0, and the price.
    slack: list[arb]
    level: arb
    price: arb | None
    held: arb | None


def optimal_law(
    count: int, slopes: Callable[[list[arb], arb | None], Slopes], price: arb | None = None
) -> tuple[list[arb], arb | None]:
    """A law of so many symbols at which the function is largest, and the price ≥ 0 at which it is
    least, to start from the one given.

    Returns:
        masses that are all positive and sum to 1 nearly, and the price; as far as the method came.
    """
    law = [arb(1) / count] * count
    start = slopes(law, price)
    spread = max(max(map(float, start.law)) - min(map(float, start.law)), 1e-3)
    level = _most(start.law) + spread
    at = _Point(
        law, [(level - slope).mid() for slope in start.law], level, price,
        None if price is None else arb(spread) / price,
    )
    scale = arb(spread)
    least = arb(2) ** (8 - ctx.prec)
    for _ in range(_FIRST_STEPS + ctx.prec // 4):
        gap, found_slopes = _gap(at), slopes(at.law, at.price)
        if gap < scale * least and _is_priced(at, found_slopes, least):
            break
        found = _stepped(at, found_slopes, gap, scale)
        if found is None:
            break
        at = found
    return at.law, at.price


def _gap(at: _Point) -> arb:
    """How far from the optimum, if the other conditions are met."""
    whole = sum((mass * slack for mass, slack in zip(at.law, at.slack, strict=True)), arb(0))
    if at.price is not None and at.held is not None:
        whole += at.price * at.held
    return (whole / (len(at.law) + (at.price is not None))).mid()


def _is_priced(at: _Point, slopes: Slopes, least: arb) -> bool:
    """Whether the price is that of the law, relative to what it changes."""
    if at.held is None or slopes.price is None or slopes.prices is None or at.price is None:
        return True
    return bool(abs(slopes.price - at.held) <= least * at.price * slopes.prices)


def _stepped(at: _Point, slopes: Slopes, gap: arb, scale: arb) -> _Point | None:
    """The point after a step of Newton's towards a tenth of the gap, and to less near the end; None
    where no digits are left."""
    count = len(at.law)
    small = min(0.2, max(float(gap / scale), 1e-30) ** 0.5)
    wanted = (gap * small).mid()
    size = count + 1 + (at.price is not None)
    matrix = [[arb(0)] * size for _ in range(size)]
    right = [arb(0)] * size
    for x, (mass, slack) in enumerate(zip(at.law, at.slack, strict=True)):
        matrix[x][:count] = slopes.laws[x]
        matrix[x][x] = matrix[x][x] - slack / mass
        matrix[x][count], matrix[count][x] = arb(-1), arb(1)
        right[x] = at.level - slopes.law[x] - wanted / mass
    right[count] = 1 - sum(at.law, arb(0))
    if at.price is not None:
        assert slopes.mixed is not None
        assert slopes.prices is not None
        assert slopes.price is not None
        assert at.held is not None
        for x, both in enumerate(slopes.mixed):
            matrix[x][count + 1] = matrix[count + 1][x] = both
        matrix[count + 1][count + 1] = slopes.prices + at.held / at.price
        right[count + 1] = wanted / at.price - slopes.price
    try:
        solved = arb_mat([[x.mid() for x in row] for row in matrix]).solve(
            arb_mat([[x.mid()] for x in right])).entries()
    except ZeroDivisionError:
        return None
    if not all(x.is_finite() for x in solved):
        return None
    step = [x.mid() for x in solved]
    slacks = [
        wanted / mass - slack - slack / mass * by
        for mass, slack, by in zip(at.law, at.slack, step, strict=False)
    ]
    pairs = [*zip(at.law, step, strict=False), *zip(at.slack, slacks, strict=True)]
    change: arb | None = None
    kept: arb | None = None
    if at.price is not None and at.held is not None:
        change = step[count + 1]
        kept = wanted / at.price - at.held - at.held / at.price * change
        pairs += [(at.price, change), (at.held, kept)]
    far = arb(1)
    for value, by in pairs:
        if value + far * by < value / 256:
            far = (_SHARE * value / -by).mid()
    return _Point(
        [(mass + far * by).mid() for mass, by in zip(at.law, step, strict=False)],
        [(slack + far * by).mid() for slack, by in zip(at.slack, slacks, strict=True)],
        (at.level + far * step[count]).mid(),
        None if at.price is None or change is None else (at.price + far * change).mid(),
        None if at.held is None or kept is None else (at.held + far * kept).mid(),
    )


def _most(values: list[arb]) -> arb:
    most = values[0].mid()
    for value in values[1:]:
        most = value.mid() if value.mid() > most else most
    return most
