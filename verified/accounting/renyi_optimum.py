"""The largest δ that a bound on one Rényi divergence allows (Asoodeh et al. 2021).

If D_α(P‖Q) ≤ r, then δ = P(A) − e^ε Q(A) for an event A, and the bound holds of the two laws
(p, 1 − p), (q, 1 − q) of whether A happens, too. So δ is at most the largest p − e^ε q over all
p, q with f(p, q) = p^α q^(1−α) + (1 − p)^α (1 − q)^(1−α) ≤ e^((α−1)r), and such a pair reaches it.
f is convex: its tangent at a point bounds δ from above, a point with f ≤ e^((α−1)r) from below.
"""

from __future__ import annotations

from flint import arb, ctx, fmpq

from verified.accounting.enclosures import Exponent, NotReachedError, Scalar, nats, require
from verified.numbers.limits import check_time

# Steps away from the best pair; bits of how near 1 a ratio may be.
_MOST_STEPS, _MOST_BITS = 200, 600


def largest_delta(alpha: fmpq, level: fmpq, eps: Exponent) -> Scalar:
    """The largest δ at ε ≥ 0 where D_α(P‖Q) ≤ r, enclosed at the precision in force; α > 1.

    Raises:
        NotReachedError: the best pair isn't found.
    """
    odds = arb(nats(eps)).exp()
    if level == 0:
        return fmpq(0)
    length = (alpha - 1) * arb(level)
    # Where the greatest ratio of all that are worth it is met, p is 1.
    edge = odds * alpha / (alpha - 1)
    if length >= (alpha - 1) * edge.log():
        return 1 - (arb(nats(eps)) - arb(level)).exp()
    require(bool(length < (alpha - 1) * edge.log()), "whether p is 1 isn't decided")
    x, y = _polished(alpha, length, odds, *_started(alpha, length, odds))
    q = _middle((1 - y) / (x - y))
    p = _middle(x * q)
    require(bool(q > 0) and bool(q < p) and bool(p < 1), "the pair isn't found")
    value, by_p, by_q = _moment(alpha, p, q)
    most = length.exp()
    # f ≥ f₀ + a (p − p₀) − b (q − q₀), so that p − e^ε q is at most this, as |p − p₀| ≤ 1.
    gap = most - value
    best = p - odds * q
    upper = best + abs(1 - odds * by_p / by_q) + odds * gap.max(arb(0)) / by_q
    # f falls with q up to p: a little more of it makes a pair that is allowed.
    more = q * (1 + arb(2) ** (20 - ctx.prec))
    for _ in range(_MOST_STEPS):
        check_time()
        if more < p and _moment(alpha, p, more)[0] <= most:
            return (p - odds * more).union(upper)
        more = q + 2 * (more - q)
    raise NotReachedError("no pair near the best one is allowed")


def check_size(alpha: fmpq, level: fmpq, eps: Exponent) -> None:
    """Refuse what would take a pair with a ratio too near 1.

    Raises:
        NotReachedError: it would.
    """
    length, odds = (alpha - 1) * arb(level), arb(nats(eps)).exp()
    far = _opposite(alpha, odds, arb(1))
    share = length.expm1() / ((far ** arb(alpha) - 1) / (far - 1) - alpha)
    if level > 0 and share < arb(2) ** -_MOST_BITS:
        raise NotReachedError("δ is too small for the optimal rule; the others come near it there")


def _middle(value: arb) -> arb:
    found: arb = value.mid()
    return found


def _moment(alpha: fmpq, p: arb, q: arb) -> tuple[arb, arb, arb]:
    """f, its slope in p, and less its slope in q."""
    x, y = p / q, (1 - p) / (1 - q)
    power, other = x ** arb(alpha), y ** arb(alpha)
    return (
        q * power + (1 - q) * other,
        alpha * (power / x - other / y),
        (alpha - 1) * (power - other),
    )


def _level(alpha: fmpq, x: arb, y: arb) -> arb:
    """f of the pair with the ratios x and y, p = qx and 1 − p = (1 − q)y."""
    return ((1 - y) * x ** arb(alpha) + (x - 1) * y ** arb(alpha)) / (x - y)


def _opposite(alpha: fmpq, odds: arb, y: arb) -> arb:
    """The ratio x beyond e^ε at which f has the slope e^ε, for a ratio y: by bisection, roughly."""

    def side(z: arb) -> arb:
        return z ** arb(alpha - 1) * ((alpha - 1) * z - odds * alpha)

    aim, low, high = side(y), odds, odds * alpha / (alpha - 1)
    for _ in range(60):
        middle = _middle((low + high) / 2)
        if side(middle) < aim:
            low = middle
        else:
            high = middle
    return _middle((low + high) / 2)


def _started(alpha: fmpq, length: arb, odds: arb) -> tuple[arb, arb]:
    """The ratios of the best pair, roughly: f falls as y grows to 1, nearly in proportion to 1 − y
    where that is small."""

    def over(share: arb) -> bool:
        y = 1 - share
        return bool(_level(alpha, _opposite(alpha, odds, y), y).log() > length)

    far = _opposite(alpha, odds, arb(1))
    steep = (far ** arb(alpha) - 1) / (far - 1) - alpha
    high = _middle((length.expm1() / steep).min(arb(1) / 2))
    require(bool(high > arb(2) ** (32 - ctx.prec)), "the best pair isn't found")
    while not over(high) and high < 1:
        high = _middle((2 * high).min(arb(1)))
    while over(high / 2):
        high = high / 2
    low = high / 2
    for _ in range(40):
        middle = _middle((low + high) / 2)
        low, high = (low, middle) if over(middle) else (middle, high)
    y = _middle(1 - (low + high) / 2)
    return _opposite(alpha, odds, y), y


def _polished(alpha: fmpq, length: arb, odds: arb, x: arb, y: arb) -> tuple[arb, arb]:
    """The ratios by Newton's method, at the precision in force; nothing is certified by it."""
    for _ in range(12):
        power, other = x ** arb(alpha - 1), y ** arb(alpha - 1)
        slope = (alpha - 1) * (power * x - other * y) - odds * alpha * (power - other)
        slope_x = alpha * (alpha - 1) * power / x * (x - odds)
        slope_y = -alpha * (alpha - 1) * other / y * (y - odds)
        level = _level(alpha, x, y)
        level_x = ((1 - y) * alpha * power + other * y - level) / (x - y)
        level_y = ((x - 1) * alpha * other - power * x + level) / (x - y)
        over = level - length.exp()
        turn = slope_x * level_y - slope_y * level_x
        x, y = (
            _middle(x - (slope * level_y - slope_y * over) / turn),
            _middle(y - (slope_x * over - slope * level_x) / turn),
        )
        if not (x > 1 and y > 0 and y < 1):
            raise NotReachedError("the best pair isn't found")
    return x, y


__all__ = ["check_size", "largest_delta"]
