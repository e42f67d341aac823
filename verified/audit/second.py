"""The second look at test vectors: values of the accounting room by mpmath alone, from definitions
or by other formulas than ours, and inverses by the direct function at both ends.

`agrees` compares what a vector says with it. Functions that aren't in `DIRECT` or `INVERSE` have no
second way here.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verified.audit.independent import mp, mpf
from verified.audit.independent_sampling import sampled_delta, subsampled_renyi

DIGITS = 90
# How far mpmath's own rounding may be off, relatively: of values, and of arguments of inverses.
_SLACK = "1e-22"
# Ways to share rounds between candidates that are listed at most.
_MOST_SEQUENCES = 50_000
# Values and logarithms of values are compared down to that.
_LEAST = "1e-60"
# Where, between 0 and an end, what is enough throughout is tried.
_SHARES = (1, mpf("0.99"), mpf("0.9"), mpf("0.6"), mpf("0.25"), mpf("0.03"))
_Direct = Callable[..., Any]


# --- noise on the line ----------------------------------------------------------------------------


def _tail(x: Any) -> Any:
    """The normal law's mass above x."""
    return mp.erfc(x / mp.sqrt(2)) / 2


def gaussian_delta(sigma: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """Mass above the place where the loss is ε, under both laws, far enough to keep digits."""
    ratio = sensitivity * mp.sqrt(steps) / sigma
    with mp.workdps(DIGITS + 40):
        return _tail(eps / ratio - ratio / 2) - mp.exp(eps) * _tail(eps / ratio + ratio / 2)


def gaussian_renyi(sigma: Any, order: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """α(Δ/σ)²/2, a round."""
    return steps * order * (sensitivity / sigma) ** 2 / 2


def gaussian_zcdp(sigma: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """(Δ/σ)²/2, a round."""
    return steps * (sensitivity / sigma) ** 2 / 2


def laplace_delta(scale: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """One round: the excess of P over e^ε Q where the loss is above ε. Two: the second round's δ at
    what the first one's loss leaves, by quadrature between the kinks."""
    loss = sensitivity / scale

    def once(at: Any) -> Any:
        if at <= -loss:
            return -mp.expm1(at)
        return -mp.expm1((at - loss) / 2) if at < loss else mpf(0)

    if steps == 1:
        return once(eps)
    if steps != 2:
        return mp.nan
    # The loss under P is ±loss with masses 1/2 and e^-loss/2, between with the density below.
    ends = once(eps - loss) / 2 + mp.exp(-loss) * once(eps + loss) / 2
    cuts = sorted({-loss, loss, *(x for x in (eps - loss, eps + loss) if -loss < x < loss)})
    return ends + mp.quad(
        lambda x: once(eps - x) * mp.exp((x - loss) / 2) / 4, cuts
    )


def laplace_renyi(scale: Any, order: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """ln ∫ p^α q^(1−α) over α − 1, the integral from its three pieces; of order 1 the mean loss."""
    x = sensitivity / scale
    if order == 1:
        with mp.workdps(DIGITS + 80):
            return steps * (x + mp.expm1(-x))
    with mp.workdps(DIGITS + 80):
        tails = mp.exp((order - 1) * x) / 2 + mp.exp(-order * x) / 2
        middle = mp.exp(-order * x) * mp.expm1((2 * order - 1) * x) / (2 * (2 * order - 1))
        return steps * mp.log(tails + middle) / (order - 1)


def _sampled(base: Callable[[Any], Any], rate: Any, eps: Any, *, add: bool) -> Any:
    """H((1−q)Q + qP‖Q), or the other way round, from that of P and Q, of which H(P‖Q)(ε) =
    H(Q‖P)(ε)."""
    factor = mp.exp(eps)
    if not add:
        inner = 1 + (factor - 1) / rate
        return 1 - factor if inner <= 0 else rate * base(mp.log(inner))
    # q < 1: where e^ε (1 − q) ≥ 1 nothing is left.
    kept = 1 - factor * (1 - rate)
    if kept <= 0:
        return mpf(0)
    return kept * base(mp.log(factor * rate / kept))


def _replaced(rate: Any, ratio: Any, eps: Any) -> Any:
    """One round, a record replaced: mass of both mixtures above the place where the loss is ε."""
    factor, away = mp.exp(eps), mp.exp(-ratio * ratio / 2)
    # X = e^(μt): q a X² + (1−q)(1−e^ε) X = e^ε q a.
    one, two, three = rate * away, (1 - rate) * (1 - factor), -factor * rate * away
    root = mp.sqrt(two * two - 4 * one * three)
    x = (-two + root) / (2 * one) if two < 0 else -2 * three / (two + root)
    t = mp.log(x) / ratio
    kept, near, far = (1 - rate) * _tail(t), rate * _tail(t - ratio), rate * _tail(t + ratio)
    return kept + near - factor * (kept + far)


def subsampled_gaussian_delta(
    sampling: Any, sigma: Any, steps: Any, eps: Any, sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
) -> Any:
    """One round in closed form; more by a sum over the transform along a line."""
    ratio = sensitivity / sigma
    ways = {"remove": (False,), "add": (True,)}.get(adjacency, (False, True))
    with mp.workdps(DIGITS + 40):
        if steps == 1 and adjacency == "replace":
            return _replaced(sampling, ratio, eps)
        if steps == 1:
            return max(
                _sampled(lambda at: gaussian_delta(1 / ratio, at), sampling, eps, add=add)
                for add in ways
            )
    if adjacency == "replace" or eps <= 0:
        return mp.nan
    found = [sampled_delta(sampling, ratio, steps, eps, add=add) for add in ways]
    return mp.nan if any(mp.isnan(one) for one in found) else max(found)


def subsampled_laplace_delta(
    sampling: Any, scale: Any, steps: Any, eps: Any, sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
) -> Any:
    """One round in closed form."""
    if steps != 1 or adjacency == "replace":
        return mp.nan
    ways = {"remove": (False,), "add": (True,)}.get(adjacency, (False, True))
    return max(
        _sampled(lambda at: laplace_delta(scale, at, 1, sensitivity), sampling, eps, add=add)
        for add in ways
    )


def subsampled_gaussian_renyi(
    sampling: Any, sigma: Any, steps: Any, order: Any, sensitivity: Any = 1,
    adjacency: str = "add-or-remove",
) -> Any:
    """A record removed, by quadrature, of orders other than 1."""
    if adjacency != "remove" or order == 1:
        return mp.nan
    return steps * subsampled_renyi(sampling=sampling, sigma=sigma / sensitivity, order=order)


# --- noise on the integers, and other discrete losses ---------------------------------------------


@dataclass(frozen=True)
class Loss:
    """Masses under P by the loss, and P's mass where Q has none."""

    masses: Mapping[Any, Any]
    apart: Any = 0

    def composed(self, steps: int) -> Loss:
        """So many rounds, one after the other."""
        masses: dict[Any, Any] = {0: mpf(1)}
        if len(self.masses) == 2:
            (one, mass), (other, more) = self.masses.items()
            masses = {
                (steps - n) * one + n * other: mp.binomial(steps, n) * mass ** (steps - n) * more**n
                for n in range(steps + 1)
            }
            return Loss(masses, 1 - (1 - mpf(self.apart)) ** steps)
        for _ in range(steps):
            found: dict[Any, Any] = {}
            for one, mass in masses.items():
                for other, more in self.masses.items():
                    found[one + other] = found.get(one + other, mpf(0)) + mass * more
            masses = found
        return Loss(masses, 1 - (1 - mpf(self.apart)) ** steps)

    def delta(self, eps: Any, unit: Any) -> Any:
        """E_P(1 − e^(ε−L))₊, the loss being the key times the unit."""
        return self.apart + mp.fsum(
            -mass * mp.expm1(eps - key * unit) for key, mass in self.masses.items()
            if key * unit > eps * (1 + mpf(10) ** -70)
        )

    def renyi(self, order: Any, unit: Any) -> Any:
        """ln E_P e^((α−1)L) over α − 1."""
        with mp.workdps(DIGITS + 60):
            if order == 1:
                return mp.fsum(mass * key * unit for key, mass in self.masses.items())
            total = mp.fsum(
                mass * mp.exp((order - 1) * key * unit) for key, mass in self.masses.items()
            )
            return mp.log(total) / (order - 1)


def _response(symbols: Any, level: Any) -> Loss:
    whole = mp.exp(level) + symbols - 1
    masses = {1: mp.exp(level) / whole, -1: 1 / whole}
    return Loss(masses | ({0: (symbols - 2) / whole} if symbols > 2 else {}))


def randomised_response_delta(symbols: Any, level: Any, eps: Any, steps: Any = 1) -> Any:
    """Masses of all sums of losses."""
    return _response(symbols, level).composed(int(steps)).delta(eps, level)


def randomised_response_renyi(symbols: Any, level: Any, order: Any, steps: Any = 1) -> Any:
    """The moment of three masses."""
    with mp.workdps(DIGITS + 60):
        return steps * _response(symbols, level).renyi(order, level)


def approximate_dp_delta(level: Any, failure: Any, steps: Any, eps: Any) -> Any:
    """1 − (1 − δ₀)^k (1 − δ), with δ that of k binary randomised responses."""
    pure = randomised_response_delta(2, level, eps, steps)
    return 1 - (1 - failure) ** steps * (1 - pure)


def _discrete_laplace(scale: Any, sensitivity: Any) -> Loss:
    """x ↦ |x − s| − |x|: s up to 0, −s from s on, 2x − s between, under P ∝ e^(−|x|/b)."""
    size, rate = int(sensitivity), mp.exp(-1 / scale)
    at = (1 - rate) / (1 + rate)
    masses = {size: at / (1 - rate), -size: at * rate**size / (1 - rate)}
    for x in range(1, size):
        masses[size - 2 * x] = masses.get(size - 2 * x, mpf(0)) + at * rate**x
    return Loss(masses)


def discrete_laplace_delta(scale: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """Masses of all sums of losses."""
    return _discrete_laplace(scale, sensitivity).composed(int(steps)).delta(eps, 1 / scale)


def discrete_laplace_renyi(scale: Any, order: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """The moment of the masses."""
    with mp.workdps(DIGITS + 60):
        return steps * _discrete_laplace(scale, sensitivity).renyi(order, 1 / scale)


def _stairs(level: Any, share: Any) -> Loss:
    """The density falls by e^−ε₀ at ±(n + γ), n = 0, 1, …; shifted by 1 the stairs lie on stairs,
    and the loss is ε₀ up to the first fall of the one, −ε₀ from the first fall of the other, and 0
    or ±ε₀ in the pieces between."""
    fall = mp.exp(-level)
    top = (1 - fall) / (2 * share + 2 * (1 - share) * fall)

    def height(x: Any) -> int:
        x = abs(x)
        return 0 if x < share else 1 + int(mp.floor(x - share))

    # Between the falls of both laws in (−1, 2); beyond, the loss is constant and masses are a
    # geometric series: below −1 + … the same piece again and again, a step lower.
    cuts = sorted({-1 - share, -1 + share, -share, share, 1 - share, 1 + share, mpf(0), mpf(1)})
    cuts = [x for x in cuts if -share <= x <= 1 + share]
    masses: dict[Any, Any] = {}
    for one, two in itertools.pairwise(cuts):
        middle = (one + two) / 2
        key = height(middle - 1) - height(middle)
        masses[key] = masses.get(key, mpf(0)) + (two - one) * top * fall ** height(middle)
    left = top * fall / (1 - fall)
    masses[1] = masses.get(1, mpf(0)) + left
    masses[-1] = masses.get(-1, mpf(0)) + left * fall
    return Loss(masses)


def staircase_delta(level: Any, share: Any, eps: Any, steps: Any = 1) -> Any:
    """Masses of all sums of losses."""
    return _stairs(level, share).composed(int(steps)).delta(eps, level)


def staircase_renyi(level: Any, share: Any, order: Any, steps: Any = 1) -> Any:
    """The moment of the masses."""
    with mp.workdps(DIGITS + 60):
        return steps * _stairs(level, share).renyi(order, level)


def _integers(sigma: Any, first: Any, most: int) -> tuple[Any, list[Any]]:
    """The normaliser of e^(−x²/2σ²) over the integers, and the terms from a place on."""
    total = mpf(0)
    for x in range(most):
        term = mp.exp(-x * x / (2 * sigma * sigma))
        total += term * (2 if x else 1)
        if term < mpf(10) ** -(DIGITS + 40):
            break
    return total, [mp.exp(-mpf(first + n) ** 2 / (2 * sigma * sigma)) for n in range(most)]


def _gaussian_rounds(sigma: Any, eps: Any, steps: int, size: int) -> Any:
    """The law of the sum of the answers under Q by convolution, wide enough for the far tail."""
    far = int(mp.ceil(abs(eps) * sigma**2 / size / steps + size + 26 * sigma))
    if far * steps > 700:
        return mp.nan
    own = {x: mp.exp(-mpf(x) ** 2 / (2 * sigma**2)) for x in range(-far, far + 1)}
    law = Loss(own).composed(steps).masses
    return mp.fsum(
        mass * mp.exp(eps) * mp.expm1(loss - eps) for total, mass in law.items()
        if (loss := (2 * total * size - steps * size**2) / (2 * sigma**2)) > eps
    ) / mp.fsum(own.values()) ** steps


def discrete_gaussian_delta(sigma: Any, eps: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """Σ (p(x) − e^ε q(x))₊, term by term from the first positive one on; of several rounds over
    their sums."""
    if steps != 1:
        return _gaussian_rounds(sigma, eps, int(steps), int(sensitivity))
    with mp.workdps(DIGITS + 60):
        # The loss at x, of the laws around 0 and −s, falls below −ε: by symmetry from above.
        size = int(sensitivity)
        # p around s, q around 0: the loss is (2xs − s²)/(2σ²).
        first = int(mp.floor(eps * sigma * sigma / size + mpf(size) / 2)) + 1
        if first < size - 60 * sigma:
            # Nearly everything is above: one less what isn't, with all terms.
            return _discrete_gaussian_whole(sigma, eps, size)
        most = int(50 * sigma) + 200
        total, _ = _integers(sigma, 0, most)
        return mp.fsum(
            mp.exp(-mpf(x - size) ** 2 / (2 * sigma**2))
            - mp.exp(eps - mpf(x) ** 2 / (2 * sigma**2))
            for x in range(first, first + most)
        ) / total


def _discrete_gaussian_whole(sigma: Any, eps: Any, size: int) -> Any:
    """Where the first term is far below: 1 − e^ε + Σ (e^ε q − p)₊, by symmetry."""
    return -mp.expm1(eps) + mp.exp(eps) * discrete_gaussian_delta(sigma, -eps, 1, size)


def discrete_gaussian_renyi(sigma: Any, order: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """ln Σ p^α q^(1−α) over α − 1: a Gaussian sum around αs, over that around 0."""
    with mp.workdps(DIGITS + 60):
        size, most = sensitivity, int(50 * sigma) + 200
        centre = order * size
        near = int(mp.nint(centre))
        total, _ = _integers(sigma, 0, most)
        shifted = mp.fsum(
            mp.exp(-(x - centre) ** 2 / (2 * sigma**2)) for x in range(near - most, near + most)
        )
        log = order * (order - 1) * size**2 / (2 * sigma**2)
        return steps * (log + mp.log(shifted / total)) / (order - 1)


def discrete_gaussian_zcdp(sigma: Any, steps: Any = 1, sensitivity: Any = 1) -> Any:
    """(Δ/σ)²/2 a round: D_α ≤ αΔ²/(2σ²), with equality where αΔ is whole, as at α = 2."""
    return steps * (sensitivity / sigma) ** 2 / 2


# --- choices on given scores ----------------------------------------------------------------------


def _logs(scores: Sequence[Any], rate: Any) -> list[Any]:
    top = max(scores)
    return [(score - top) * rate for score in scores]


def _exponential(scores: Sequence[Any], rate: Any) -> list[Any]:
    powers = [mp.exp(log) for log in _logs(scores, rate)]
    whole = mp.fsum(powers)
    return [power / whole for power in powers]


def _flipped(scores: Sequence[Any], rate: Any) -> list[Any]:
    """Permute and flip: candidates come in a random order, each is taken with its e^(a − max);
    over the number of others before it, by the coefficients of ∏(1 + (1 − p)y)."""
    chances = [mp.exp(log) for log in _logs(scores, rate)]
    count, found = len(chances), []
    for place, chance in enumerate(chances):
        ways = [mpf(1)]
        for other, passed in enumerate(chances):
            if other != place:
                longer = [*ways, mpf(0)]
                for size in range(len(ways)):
                    longer[size + 1] += ways[size] * (1 - passed)
                ways = longer
        found.append(chance * mp.fsum(
            way / (count * mp.binomial(count - 1, size)) for size, way in enumerate(ways)
        ))
    return found


def _largest(scores: Sequence[Any], rate: Any) -> list[Any]:
    """The largest score with Laplace noise: ∫ f(x − a) ∏ F(x − a′) dx, by quadrature between the
    scores; below all of them in closed form, above in e^−x."""
    # A Rényi divergence of an order near 1 divides what the masses lack by little.
    with mp.workdps(max(45, mp.dps)):
        return list(_quadrature(tuple(_logs(scores, rate)), mp.dps))


@functools.cache
def _quadrature(places: tuple[Any, ...], digits: int) -> tuple[Any, ...]:
    # `digits` are those that are set: what is kept is kept for each number of them.
    assert digits == mp.dps
    order = sorted(set(places))
    low, high = order[0], order[-1]

    def under(x: Any) -> Any:
        return mp.exp(x) / 2 if x < 0 else 1 - mp.exp(-x) / 2

    def of(own: Any, others: list[Any]) -> Any:
        def integrand(x: Any) -> Any:
            return mp.exp(-abs(x - own)) / 2 * mp.fprod(under(x - other) for other in others)

        def scaled(one: Any, two: Any) -> Any:
            # A quadrature ends at an absolute error: of a tiny integrand that says nothing.
            most = max(integrand(one), integrand(two))
            found = mp.quad(lambda x: integrand(x) / most, [one, two], method="gauss-legendre")
            return most * found

        # Below all scores the integrand is e^(nx) times a constant.
        total = integrand(low) / len(places)
        for one, two in itertools.pairwise(order):
            pieces = int(mp.ceil((two - one) / 8))
            cuts = [one + (two - one) * n / pieces for n in range(pieces + 1)]
            total += sum(itertools.starmap(scaled, itertools.pairwise(cuts)))
        return total + mp.quad(
            lambda z: integrand(high - mp.log(z)) / z, [0, 1], method="gauss-legendre"
        )

    return tuple(
        of(own, [other for j, other in enumerate(places) if j != place])
        for place, own in enumerate(places)
    )


_NOISES = {"laplace": _largest, "exponential": _flipped, "gumbel": _exponential}


def _stick(one: Sequence[Any], two: Sequence[Any], eps: Any) -> Any:
    factor = mp.exp(eps)
    gaps = [p - factor * q for p, q in zip(one, two, strict=True)]
    # Equal products differ by rounding only.
    return mp.fsum(gap for gap, p in zip(gaps, one, strict=True) if gap > p * mpf(10) ** -60)


def _moment(one: Sequence[Any], two: Sequence[Any], order: Any) -> Any:
    if order == 1:
        return mp.fsum(p * mp.log(p / q) for p, q in zip(one, two, strict=True) if p)
    total = mp.fsum(
        mp.exp(order * mp.log(p) + (1 - order) * mp.log(q)) for p, q in zip(one, two, strict=True)
    )
    return mp.log(total) / (order - 1)


def _sequences(
    one: list[Any], two: list[Any], steps: int
) -> tuple[list[Any], list[Any]] | None:
    """The two laws of how often each candidate is chosen in so many rounds; None if there are too
    many such numbers."""
    if steps == 1:
        return one, two
    if math.comb(len(one) + steps - 1, steps) > _MOST_SEQUENCES:
        return None

    def shares(law: list[Any]) -> list[Any]:
        # Rounds that the candidates so far have, to the mass of that, over factorials.
        shared: dict[tuple[int, ...], Any] = {(): mpf(1)}
        for mass in law[:-1]:
            powers = [mass**n / mp.factorial(n) for n in range(steps + 1)]
            shared = {
                (*told, n): value * powers[n]
                for told, value in shared.items() for n in range(steps - sum(told) + 1)
            }
        powers = [law[-1] ** n / mp.factorial(n) for n in range(steps + 1)]
        return [
            mp.factorial(steps) * value * powers[steps - sum(told)]
            for told, value in shared.items()
        ]

    return shares(one), shares(two)


def _choosing(law: Callable[[Sequence[Any], Any], list[Any]], *, scaled: bool) -> list[_Direct]:
    """δ, Rényi divergence and a candidate's probability of a mechanism on given scores."""
    def rate(given: Mapping[str, Any]) -> Any:
        if scaled:
            return 1 / given["scale"]
        return given["level"] / (2 * given.get("sensitivity", mpf(1)))

    def laws(given: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
        chosen = _NOISES[given.get("noise", "laplace")] if scaled else law
        return (chosen(given["scores"], rate(given)), chosen(given["other_scores"], rate(given)))

    def delta(**given: Any) -> Any:
        with mp.workdps(DIGITS + 20):
            both = _sequences(*laws(given), int(given.get("steps", 1)))
            return mp.nan if both is None else _stick(*both, given["eps"])

    def renyi(**given: Any) -> Any:
        with mp.workdps(DIGITS + 40):
            return given.get("steps", 1) * _moment(*laws(given), given["order"])

    def chance(**given: Any) -> Any:
        chosen = _NOISES[given.get("noise", "laplace")] if scaled else law
        return chosen(given["scores"], rate(given))[int(given["candidate"])]

    return [delta, renyi, chance]


_EXPONENTIAL = _choosing(_exponential, scaled=False)
_FLIP = _choosing(_flipped, scaled=False)
_NOISY = _choosing(_largest, scaled=True)


def _worst(level: Any, value: Callable[[list[Any], list[Any]], Any]) -> Any:
    """The largest over pairs on two symbols with losses t and t − ε₀, by thirds over t."""
    with mp.workdps(DIGITS):
        def at(t: Any) -> Any:
            x, y = mp.exp(t), mp.exp(t - level)
            # q x + (1 − q) y = 1.
            share = -mp.expm1(t - level) / (x - y)
            rest = mp.expm1(t) / (x - y)
            return value([share * x, rest * y], [share, rest])

        low, high = mpf(0), level
        # Half of the digits of the place are all of those of the value.
        for _ in range(180):
            left, right = low + (high - low) / 3, high - (high - low) / 3
            low, high = (left, high) if at(left) < at(right) else (low, right)
        return at((low + high) / 2)


def exponential_mechanism_worst_delta(level: Any, eps: Any) -> Any:
    """The largest over pairs on two symbols."""
    if eps <= -level:
        return -mp.expm1(eps)
    if eps >= level:
        return mpf(0)
    return _worst(level, lambda p, q: p[0] - mp.exp(eps) * q[0])


def exponential_mechanism_worst_renyi(level: Any, order: Any) -> Any:
    """The largest over pairs on two symbols."""
    return _worst(level, lambda p, q: _moment(
        [x for x in p if x], [y for x, y in zip(p, q, strict=True) if x], order))


# --- thresholds -----------------------------------------------------------------------------------


def _released(tail: Any, keys: Any) -> Any:
    with mp.workdps(DIGITS + 40):
        return -mp.expm1(keys * mp.log1p(-tail))


def laplace_threshold_delta(
    scale: Any, threshold: Any, sensitivity: Any = 1, keys: Any = 1
) -> Any:
    """1 − (1 − t)^keys with the tail t at the threshold."""
    x = (threshold - sensitivity) / scale
    return _released(mp.exp(-x) / 2 if x >= 0 else 1 - mp.exp(x) / 2, keys)


def gaussian_threshold_delta(
    sigma: Any, threshold: Any, sensitivity: Any = 1, keys: Any = 1
) -> Any:
    """1 − (1 − t)^keys with the tail t at the threshold."""
    with mp.workdps(DIGITS + 40):
        return _released(_tail((threshold - sensitivity) / sigma), keys)


def discrete_laplace_threshold_delta(
    scale: Any, threshold: Any, sensitivity: Any = 1, strict: Any = 0, keys: Any = 1
) -> Any:
    """1 − (1 − t)^keys with the tail t from the least count that is released on."""
    least = int(mp.floor(threshold)) + 1 if strict else int(mp.ceil(threshold))
    away, rate = least - int(sensitivity), mp.exp(-1 / scale)
    tail = rate**away / (1 + rate) if away >= 0 else 1 - rate ** (1 - away) / (1 + rate)
    return _released(tail, keys)


# --- shuffling ------------------------------------------------------------------------------------


def shuffled_response_delta(
    level: Any, users: Any, eps: Any, symbols: Any = 2, others: Any = None
) -> Any:
    """Two symbols: binomial sums of who answers 1, in both directions; the worst of the others'
    data."""
    if symbols != 2:
        return mp.nan
    keep, flip = mp.exp(level) / (1 + mp.exp(level)), 1 / (1 + mp.exp(level))
    rest, factor = int(users) - 1, mp.exp(eps)

    def binomial(count: int, chance: Any) -> list[Any]:
        return [
            mp.binomial(count, n) * chance**n * (1 - chance) ** (count - n)
            for n in range(count + 1)
        ]

    def answers(ones: int) -> Any:
        yes, no = binomial(ones, keep), binomial(rest + 1 - ones, flip)
        return [
            mp.fsum(yes[n] * no[total - n] for n in range(len(yes)) if 0 <= total - n < len(no))
            for total in range(rest + 2)
        ]

    held = range(rest + 1) if others is None else [int(others[1])]
    best = mpf(0)
    for ones in held:
        one, two = answers(ones + 1), answers(ones)
        for p, q in ((one, two), (two, one)):
            best = max(best, mp.fsum(
                gap for a, b in zip(p, q, strict=True)
                if (gap := a - factor * b) > a * mpf(10) ** -70
            ))
    return best


def shuffled_epsilon(level: Any, users: Any, delta: Any) -> Any:
    """As the theorem is printed."""
    if level > mp.log(users / (16 * mp.log(2 / delta))):
        return level
    odds = mp.exp(level)
    near = 8 * mp.sqrt(odds * mp.log(4 / delta)) / mp.sqrt(users) + 8 * odds / users
    return min(level, mp.log1p((odds - 1) / (odds + 1) * near))


# --- conversions ----------------------------------------------------------------------------------


def renyi_to_dp_delta(
    orders: Sequence[Any], levels: Sequence[Any], eps: Any, rule: str = "canonne-kamath-steinke"
) -> Any:
    """The least over the orders."""
    found = [mpf(1)]
    for order, level in zip(orders, levels, strict=True):
        value = mp.exp((order - 1) * (level - eps))
        if rule == "canonne-kamath-steinke":
            value *= (1 - 1 / order) ** (order - 1) / order
        elif rule != "mironov":
            return mp.nan
        found.append(value)
    return min(found)


def renyi_to_dp_epsilon(
    orders: Sequence[Any], levels: Sequence[Any], delta: Any, rule: str = "canonne-kamath-steinke"
) -> Any:
    """The least over the orders, 0 at least."""
    found = []
    for order, level in zip(orders, levels, strict=True):
        value = level - mp.log(delta) / (order - 1)
        if rule == "canonne-kamath-steinke":
            value += mp.log(1 - 1 / order) - mp.log(order) / (order - 1)
        elif rule != "mironov":
            return mp.nan
        found.append(value)
    return max(mpf(0), min(found))


def zcdp_to_dp_delta(rho: Any, eps: Any, rule: str = "canonne-kamath-steinke") -> Any:
    """The least over orders by thirds; by Bun and Steinke e^(−(ε−ρ)²/(4ρ))."""
    if rule == "bun-steinke":
        return mp.exp(-((eps - rho) ** 2) / (4 * rho)) if eps > rho else mpf(1)

    def log(x: Any) -> Any:
        order = 1 + mp.exp(x)
        return ((order - 1) * (order * rho - eps)
                + (order - 1) * mp.log(1 - 1 / order) - mp.log(order))

    with mp.workdps(DIGITS + 60):
        low, high = mpf(-60), mpf(60)
        for _ in range(280):
            left, right = low + (high - low) / 3, high - (high - low) / 3
            low, high = (left, high) if log(left) > log(right) else (low, right)
        return min(mpf(1), mp.exp(log((low + high) / 2)))


def dp_to_zcdp(level: Any) -> Any:
    """ε₀²/2."""
    return level**2 / 2


def sampled_dp_epsilon(level: Any, sampling: Any) -> Any:
    """ln of the largest ratio of (1 − q)P + qP′ to P, where P′ is e^ε₀ P."""
    with mp.workdps(DIGITS + 40):
        return mp.log((1 - sampling) + sampling * mp.exp(level))


def sampled_dp_level(eps: Any, sampling: Any) -> Any:
    """ln of the ratio of P′ to P at which that is e^ε."""
    with mp.workdps(DIGITS + 40):
        return mp.log((mp.exp(eps) - 1 + sampling) / sampling)


def advanced_composition_epsilon(
    level: Any, steps: Any, slack: Any, rule: str = "kairouz-oh-viswanath"
) -> Any:
    """As the theorems are printed."""
    drift = mp.expm1(level) * level * steps
    root = mp.sqrt(2 * steps * mp.log(1 / slack)) * level
    if rule == "dwork-rothblum-vadhan":
        return root + drift
    drift /= mp.exp(level) + 1
    larger = level * mp.sqrt(2 * steps * mp.log(mp.e + mp.sqrt(steps * level**2) / slack))
    return min(steps * level, drift + larger, drift + root)


DIRECT: dict[str, _Direct] = {
    "gaussian_delta": gaussian_delta, "gaussian_renyi": gaussian_renyi,
    "gaussian_zcdp": gaussian_zcdp, "laplace_delta": laplace_delta,
    "laplace_renyi": laplace_renyi, "subsampled_gaussian_delta": subsampled_gaussian_delta,
    "subsampled_laplace_delta": subsampled_laplace_delta,
    "subsampled_gaussian_renyi": subsampled_gaussian_renyi,
    "randomised_response_delta": randomised_response_delta,
    "randomised_response_renyi": randomised_response_renyi,
    "approximate_dp_delta": approximate_dp_delta,
    "discrete_laplace_delta": discrete_laplace_delta,
    "discrete_laplace_renyi": discrete_laplace_renyi, "staircase_delta": staircase_delta,
    "staircase_renyi": staircase_renyi, "shuffled_response_delta": shuffled_response_delta,
    "shuffled_epsilon": shuffled_epsilon,
    "discrete_gaussian_delta": discrete_gaussian_delta,
    "discrete_gaussian_renyi": discrete_gaussian_renyi,
    "discrete_gaussian_zcdp": discrete_gaussian_zcdp,
    "exponential_mechanism_delta": _EXPONENTIAL[0],
    "exponential_mechanism_renyi": _EXPONENTIAL[1],
    "exponential_mechanism_probability": _EXPONENTIAL[2],
    "permute_and_flip_delta": _FLIP[0], "permute_and_flip_renyi": _FLIP[1],
    "permute_and_flip_probability": _FLIP[2],
    "noisy_max_delta": _NOISY[0], "noisy_max_renyi": _NOISY[1], "noisy_max_probability": _NOISY[2],
    "exponential_mechanism_worst_delta": exponential_mechanism_worst_delta,
    "exponential_mechanism_worst_renyi": exponential_mechanism_worst_renyi,
    "laplace_threshold_delta": laplace_threshold_delta,
    "gaussian_threshold_delta": gaussian_threshold_delta,
    "discrete_laplace_threshold_delta": discrete_laplace_threshold_delta,
    "renyi_to_dp_delta": renyi_to_dp_delta, "renyi_to_dp_epsilon": renyi_to_dp_epsilon,
    "zcdp_to_dp_delta": zcdp_to_dp_delta, "dp_to_zcdp": dp_to_zcdp,
    "advanced_composition_epsilon": advanced_composition_epsilon,
    "sampled_dp_epsilon": sampled_dp_epsilon, "sampled_dp_level": sampled_dp_level,
}

# Inverses: the direct function, the argument that is searched for, and whether the least of it is
# meant ("least": δ falls with it), the largest ("largest": δ rises with it), a number of rounds
# ("count"), the least whole number ("whole"), the largest up to which all are enough ("up to"), or
# the least from which on all are ("from on").
INVERSE: dict[str, tuple[str, str, str]] = {
    f"{name}_epsilon": (f"{name}_delta", "eps", "least")
    for name in (
        "gaussian", "laplace", "subsampled_gaussian", "subsampled_laplace", "randomised_response",
        "approximate_dp", "discrete_laplace", "discrete_gaussian", "staircase",
        "exponential_mechanism", "permute_and_flip", "noisy_max", "exponential_mechanism_worst",
        "zcdp_to_dp", "shuffled_response",
    )
} | {
    f"{name}_{what}": (f"{name}_delta", what, "least")
    for name, what in (
        ("gaussian", "sigma"), ("laplace", "scale"), ("discrete_laplace", "scale"),
        ("subsampled_gaussian", "sigma"), ("subsampled_laplace", "scale"),
    )
} | {
    f"{name}_level": (f"{name}_delta", "level", "largest")
    for name in (
        "randomised_response", "approximate_dp", "exponential_mechanism_worst", "staircase",
        "shuffled_response",
    )
} | {
    f"{name}_level": (f"{name}_delta", "level", "up to")
    for name in ("exponential_mechanism", "permute_and_flip")
} | {
    "noisy_max_scale": ("noisy_max_delta", "scale", "from on"),
    "discrete_gaussian_sigma": ("discrete_gaussian_delta", "sigma", "from on"),
} | {
    f"{name}_steps": (f"{name}_delta", "steps", "count")
    for name in (
        "gaussian", "laplace", "randomised_response", "approximate_dp", "discrete_laplace",
        "subsampled_gaussian", "subsampled_laplace", "staircase", "discrete_gaussian",
        "exponential_mechanism", "permute_and_flip", "noisy_max",
    )
} | {
    f"{name}_threshold": (f"{name}_threshold_delta", "threshold", kind)
    for name, kind in (("gaussian", "least"), ("laplace", "least"), ("discrete_laplace", "whole"))
}
SECOND = frozenset({*DIRECT, *INVERSE})


# --- comparing ------------------------------------------------------------------------------------


def number(text: str) -> Any:
    """A number as vectors write it: a rational, a decimal, "log(3)" or "inf"."""
    if text.startswith("log("):
        return mp.log(number(text[4:-1]))
    top, _, bottom = text.partition("/")
    return mpf(top) / mpf(bottom) if bottom else mpf(top)


def arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """A vector's parameters and inputs, as JSON data, as numbers of mpmath."""
    found: dict[str, Any] = {}
    for key, one in given.items():
        if not isinstance(one, Mapping):
            found[key] = one
        elif isinstance(one["exact"], list):
            found[key] = [number(part) for part in one["exact"]]
        else:
            found[key] = number(one["exact"])
    return found


def agrees(function: str, given: Mapping[str, Any], test: Mapping[str, Any]) -> bool | None:
    """Whether a vector's value agrees with the second way; None where that gives no value.

    Args:
        function: which.
        given: the vector's parameters and inputs, as JSON data.
        test: the vector, with `lo`, `hi`, `logLo` and `logHi`.
    """
    if function not in SECOND:
        return None
    with mp.workdps(DIGITS):
        named = arguments(given)
        if function in DIRECT:
            truth = DIRECT[function](**named)
            return None if mp.isnan(truth) else _holds(truth, test)
        return _inverted(function, named, test)


def _holds(truth: Any, test: Mapping[str, Any]) -> bool:
    slack = mpf(_SLACK)
    if test["lo"] == "inf":
        return bool(mp.isinf(truth))
    low, high = number(test["lo"]), number(test["hi"])
    if test["logLo"] in (None, "-inf") or truth <= 0:
        room = mpf(_LEAST) + abs(truth) * slack
        return bool(low - room <= truth <= high + room)
    if not low * (1 - slack) <= truth <= high * (1 + slack):
        return False
    log = mp.log(truth)
    # A logarithm near 0 is known to the digits that the value has beside 1.
    room = mpf(_LEAST) + abs(log) * slack
    return bool(number(test["logLo"]) - room <= log <= number(test["logHi"]) + room)


def _inverted(function: str, named: Mapping[str, Any], test: Mapping[str, Any]) -> bool | None:
    direct, what, kind = INVERSE[function]
    goal = named["delta"]
    slack = mpf(_SLACK)
    if test["lo"] == "inf" and kind != "up to":
        return None
    low, high = number(test["lo"]), number(test["hi"])
    others = {key: one for key, one in named.items() if key != "delta"}

    def delta(at: Any) -> Any:
        return DIRECT[direct](**{**others, what: at})

    if kind in ("up to", "from on"):
        return _throughout(delta, goal, low, high, kind)
    if kind == "count":
        enough, beyond = (delta(high) if high else mpf(0)), delta(high + 1)
        if goal == 0 and beyond == 0:
            return False
    elif kind == "whole":
        enough, beyond = delta(high), delta(low - 1)
    elif kind == "largest":
        enough, beyond = delta(low * (1 - slack)), delta(high * (1 + slack))
        if goal == 0 and beyond == 0:
            return False
    else:
        low = low - abs(low) * slack
        beyond = goal if what == "eps" and low <= 0 else delta(low)
        enough = delta(high + abs(high) * slack)
    if mp.isnan(enough) or mp.isnan(beyond):
        return None
    return bool(enough <= goal * (1 + slack) and beyond >= goal * (1 - slack))


def _throughout(
    delta: Callable[[Any], Any], goal: Any, low: Any, high: Any, kind: str
) -> bool | None:
    """Whether δ is above the goal at one end, and within it at the other and at points beyond that,
    near and far; where no argument is too much, points alone show nothing but a fault."""
    slack = mpf(_SLACK)
    if kind == "up to":
        bounded, top = not mp.isinf(low), mpf(64) if mp.isinf(low) else low
        points = [top * (1 - slack) * share for share in _SHARES]
        worse = high * (1 + slack)
    else:
        bounded, top = high > 0, high if high else mpf(1) / 64
        points = [top * (1 + slack) / share for share in _SHARES]
        worse = low * (1 - slack)
    if any(delta(point) > goal * (1 + slack) for point in points):
        return False
    if not bounded:
        return None
    above = delta(worse)
    return bool(above > 0 and above >= goal * (1 - slack))


__all__ = ["DIGITS", "DIRECT", "INVERSE", "SECOND", "agrees"]
