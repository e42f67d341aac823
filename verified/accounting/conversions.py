"""Conversions between notions of privacy, as published: each is a bound in a proved direction, and
its value is enclosed from both sides.

What a rule gives is *enough*: every mechanism that meets the premise meets the conclusion. None of
them says that nothing less is enough. `docs/oracle.md` tells which are proved here, and how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flint import arb, ctx, fmpq

from verified.accounting.compositions import EPSILON_WIDTH
from verified.accounting.enclosures import (
    WIDTH,
    Enclosure,
    Exponent,
    NotReachedError,
    Scalar,
    exponent,
    exponential,
    least_argument,
    nats,
    positive,
    positive_delta,
    positive_exponent,
    probability,
    refined,
    relative_width,
    whole,
)
from verified.accounting.renyi_optimum import check_size, largest_delta
from verified.accounting.results import Certified
from verified.errors import InputError
from verified.numbers.exact import rational
from verified.numbers.limits import check_time

RENYI_RULES = ("canonne-kamath-steinke", "mironov", "optimal")
ZCDP_RULES = ("canonne-kamath-steinke", "bun-steinke")
COMPOSITION_RULES = ("kairouz-oh-viswanath", "dwork-rothblum-vadhan")
_MOST_HALVINGS = 4000


def _certified(compute: Callable[[], Scalar], width: Any, unit: str, way: str) -> Certified:
    def found(wide: Any) -> Enclosure:
        return refined(compute, relative_width(wide), way)

    return Certified(found(width), unit, found)


def _rule(rule: Any, known: tuple[str, ...]) -> str:
    if rule not in known:
        raise InputError(f"rule is {rule!r}; it must be one of {', '.join(known)}")
    return str(rule)


def _least(values: Iterable[Scalar]) -> Scalar:
    found: Scalar | None = None
    for value in values:
        if found is None:
            found = value
        elif isinstance(found, fmpq) and isinstance(value, fmpq):
            found = min(found, value)
        else:
            found = arb(found).min(arb(value))
    return found


# --- from Rényi divergences -----------------------------------------------------------------------


def _curve(orders: Any, levels: Any) -> list[tuple[fmpq, fmpq]]:
    """Orders above 1, each with a bound on the Rényi divergence."""
    listed = []
    for given, what in ((orders, "orders"), (levels, "levels")):
        parts = given.split(",") if isinstance(given, str) else given
        if not isinstance(parts, list | tuple):
            parts = [parts]
        listed.append([rational(part, f"{what}[{place}]") for place, part in enumerate(parts)])
    if len(listed[0]) != len(listed[1]) or not listed[0]:
        raise InputError(
            f"there are {len(listed[0])} orders and {len(listed[1])} levels; they must be as many, "
            "and one at least"
        )
    for order, level in zip(*listed, strict=True):
        if order <= 1 or level < 0:
            raise InputError(
                f"the order {order} has the level {level}; orders lie above 1, levels aren't "
                "negative"
            )
    return list(zip(*listed, strict=True))


def _factor(order: fmpq) -> arb:
    """ln of the largest (1 − e^−u)e^−(α−1)u, which is (1 − 1/α)^(α−1)/α."""
    return (order - 1) * arb(1 - 1 / order).log() - arb(order).log()


def renyi_to_dp_delta(
    *, orders: Any, levels: Any, eps: Any, rule: Any = RENYI_RULES[0], width: Any = WIDTH
) -> Certified:
    """A δ that is enough: mechanisms whose Rényi divergences of these orders are at most these
    levels are (ε, δ)-DP.

    The least over the orders of e^((α−1)(level−ε)), (Mironov 2017, Proposition 3), by the default
    rule times (1 − 1/α)^(α−1)/α (Canonne, Kamath and Steinke 2020, Proposition 12; Balle et al.
    2020, Theorem 21); 1 at most. Proved: lemma/renyi-to-dp.mironov, lemma/renyi-to-dp.sharp. By
    "optimal" the largest δ that a bound of one order on D(P‖Q) allows (Asoodeh et al. 2021), of
    several orders the least of these; proved in docs/oracle.md.

    Args:
        orders: one order above 1, or a list.
        levels: for each order a bound on the Rényi divergence between neighbours, in nats.
        eps: any real number, in nats; at least 0 for "optimal".
        rule: "canonne-kamath-steinke", "mironov" or "optimal".
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    curve, at, known = _curve(orders, levels), exponent(eps), _rule(rule, RENYI_RULES)
    if known == "optimal":
        if nats(at) < 0:
            raise InputError(f"eps is {eps}; it must be at least 0 for the optimal rule")
        for order, level in curve:
            check_size(order, level, at)
        return _certified(lambda: _best_of(curve, at), width, "", known)

    def enough() -> Scalar:
        logs = []
        for order, level in curve:
            log = (order - 1) * (level - nats(at))
            logs.append(log + _factor(order) if known == RENYI_RULES[0] else log)
        best = _least(logs)
        if best >= 0:
            return fmpq(1)
        return arb(best).exp().min(arb(1))

    return _certified(enough, width, "", known)


def _best_of(curve: list[tuple[fmpq, fmpq]], eps: Exponent) -> Scalar:
    return _least(largest_delta(order, level, eps) for order, level in curve)


def renyi_to_dp_epsilon(
    *, orders: Any, levels: Any, delta: Any, rule: Any = RENYI_RULES[0], width: Any = WIDTH
) -> Certified:
    """An ε that is enough: mechanisms whose Rényi divergences of these orders are at most these
    levels are (ε, δ)-DP, 0 < δ < 1.

    The least over the orders of level + ln(1/δ)/(α−1), (Mironov 2017, Proposition 3), by the
    default rule less (ln α)/(α−1) − ln(1 − 1/α); by "optimal" the least ε at which
    `renyi_to_dp_delta` is at most δ. 0 at least.

    Arguments and errors are those of `renyi_to_dp_delta`.
    """
    curve, target, known = _curve(orders, levels), positive_delta(delta), _rule(rule, RENYI_RULES)
    if known == "optimal":
        return _optimal_epsilon(curve, target, max(relative_width(width), EPSILON_WIDTH))

    def enough() -> Scalar:
        found = []
        for order, level in curve:
            log = -arb(target).log()
            if known == RENYI_RULES[0]:
                log = log + _factor(order)
            found.append(level + log / (order - 1))
        best = _least(found)
        return fmpq(0) if best <= 0 else best

    return _certified(enough, width, "nats", known)


def _optimal_epsilon(curve: list[tuple[fmpq, fmpq]], target: fmpq, width: fmpq) -> Certified:
    def least(wide: Any) -> Enclosure:
        return least_argument(
            lambda eps, narrow: refined(lambda: _best_of(curve, eps), narrow, "optimal"),
            target, relative_width(wide), max(level for _, level in curve) + 1, fmpq(0),
            "the ε that is enough",
        )

    return Certified(least(width), "nats", least)


# --- from zero-concentrated differential privacy --------------------------------------------------


def _order_for(rho: fmpq, eps: Exponent) -> tuple[fmpq, fmpq]:
    """An interval that holds the order at which the bound on δ is least, at the precision in
    force: where (2α−1)ρ − ε + ln(1 − 1/α), which rises with α, is 0. In terms of x = α − 1."""

    def rises(x: fmpq) -> arb:
        return arb((2 * x + 1) * rho - nats(eps)) - arb(1 / x).log1p()

    low, high = fmpq(1), fmpq(1)
    for _ in range(_MOST_HALVINGS):
        check_time()
        if rises(low) < 0:
            break
        low = low / 2
    for _ in range(_MOST_HALVINGS):
        check_time()
        if rises(high) > 0:
            break
        high = 2 * high
    if not (rises(low) < 0 and rises(high) > 0):
        raise NotReachedError("the best order isn't found")
    # Until balls can't tell, or the interval is as narrow as half of their bits.
    for _ in range(_MOST_HALVINGS):
        check_time()
        middle = (low + high) / 2
        value = rises(middle)
        if value < 0:
            low = middle
        elif value > 0:
            high = middle
        else:
            break
        if high - low < low / (1 << (ctx.prec // 2)):
            break
    return low, high


def _zcdp_log(rho: fmpq, eps: Exponent) -> arb:
    """ln of the least e^((α−1)(αρ−ε))(1 − 1/α)^(α−1)/α over α > 1: convex in α, so that it lies
    above its tangents."""
    low, high = _order_for(rho, eps)
    x = (low + high) / 2
    value: arb = x * ((x + 1) * rho - nats(eps)) + _factor(x + 1)
    slope = abs(arb((2 * x + 1) * rho - nats(eps)) - arb(1 / x).log1p()) * (high - low)
    return value.union(value - slope)


def zcdp_to_dp_delta(
    *, rho: Any, eps: Any, rule: Any = ZCDP_RULES[0], width: Any = WIDTH
) -> Certified:
    """A δ that is enough: every ρ-zCDP mechanism is (ε, δ)-DP.

    By the default rule the least over all orders α > 1 of the bound from Rényi divergences αρ
    (Canonne, Kamath and Steinke 2020, Corollary 13); by "bun-steinke" e^(−(ε−ρ)²/(4ρ)) for ε ≥ ρ,
    else 1 (Bun and Steinke 2016, Proposition 1.3). Proved: lemma/zcdp-to-dp.orders at each order,
    lemma/zcdp-to-dp.bun-steinke.

    Args:
        rho: ρ, in nats, positive.
        eps: any real number, in nats.
        rule: "canonne-kamath-steinke" or "bun-steinke".
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    level, at, known = positive(rho, "rho"), exponent(eps), _rule(rule, ZCDP_RULES)

    def enough() -> Scalar:
        if known == ZCDP_RULES[0]:
            return _zcdp_log(level, at).exp().min(arb(1))
        gap = nats(at) - level
        return fmpq(1) if gap <= 0 else (-(arb(gap) ** 2) / (4 * level)).exp()

    return _certified(enough, width, "", known)


def zcdp_to_dp_epsilon(
    *, rho: Any, delta: Any, rule: Any = ZCDP_RULES[0], width: Any = EPSILON_WIDTH
) -> Certified:
    """An ε that is enough: every ρ-zCDP mechanism is (ε, δ)-DP, 0 < δ < 1; by "bun-steinke"
    ρ + 2√(ρ ln(1/δ)), by the default rule the least at which `zcdp_to_dp_delta` is at most δ.

    Arguments and errors are those of `zcdp_to_dp_delta`.
    """
    level, target, known = positive(rho, "rho"), positive_delta(delta), _rule(rule, ZCDP_RULES)
    if known != ZCDP_RULES[0]:
        return _certified(
            lambda: level + 2 * (-arb(target).log() * level).sqrt(), width, "nats", known
        )

    def least(wide: Any) -> Enclosure:
        return least_argument(
            lambda eps, narrow: refined(lambda: _zcdp_log(level, eps).exp(), narrow, known),
            target, relative_width(wide), level + 1, fmpq(0), "the ε that is enough",
        )

    return Certified(least(width), "nats", least)


def dp_to_zcdp(*, level: Any, width: Any = WIDTH) -> Certified:
    """A ρ that is enough: every ε₀-DP mechanism is ρ-zCDP with ρ = ε₀²/2 (Bun and Steinke 2016,
    Proposition 1.4; proved: lemma/dp-to-zcdp).

    Args:
        level: ε₀, a number, or "log(3)".
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
    """
    given = positive_exponent(level, "level")
    return _certified(lambda: nats(given) ** 2 / 2, width, "nats", "closed form")


# --- compositions and groups ----------------------------------------------------------------------


def advanced_composition_epsilon(
    *, level: Any, steps: Any, slack: Any, rule: Any = COMPOSITION_RULES[0], width: Any = WIDTH
) -> Certified:
    """An ε that is enough for `steps` (ε₀,δ₀)-DP mechanisms, adaptively composed, at the δ that
    `advanced_composition_delta` has. Optimal is `approximate_dp_epsilon`; docs/oracle.md tells what
    of this is proved.

    By "dwork-rothblum-vadhan" ε₀√(2k ln(1/δ′)) + kε₀(e^ε₀ − 1) (Dwork, Rothblum and Vadhan 2010,
    Theorem III.3); by "kairouz-oh-viswanath" the least of kε₀ and kε₀(e^ε₀−1)/(e^ε₀+1) +
    ε₀√(2k·l), with l = ln(1/δ′) or ln(e + √(kε₀²)/δ′) (2015, Theorem 3.4).

    Args:
        level: ε₀ of each mechanism, a number, or "log(3)".
        steps: how many there are.
        slack: δ′, between 0 and 1.
        rule: "kairouz-oh-viswanath" or "dwork-rothblum-vadhan".
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
        NotReachedError: the width isn't reached; its `best` is what was.
    """
    given, count = positive_exponent(level, "level"), whole(steps, "steps")
    spare, known = positive_delta(slack, "slack"), _rule(rule, COMPOSITION_RULES)

    def enough() -> Scalar:
        one, log = arb(nats(given)), -arb(spare).log()
        if known != COMPOSITION_RULES[0]:
            return one * (2 * count * log).sqrt() + count * one * one.expm1()
        drift = count * one * (one / 2).tanh()
        other = (arb(1).exp() + arb(count).sqrt() * one / spare).log()
        return _least([count * one, drift + one * (2 * count * log.min(other)).sqrt()])

    return _certified(enough, width, "nats", known)


def advanced_composition_delta(
    *, failure: Any, steps: Any, slack: Any, rule: Any = COMPOSITION_RULES[0], width: Any = WIDTH
) -> Certified:
    """The δ that goes with `advanced_composition_epsilon`: kδ₀ + δ′ by "dwork-rothblum-vadhan",
    1 − (1 − δ₀)^k(1 − δ′) by "kairouz-oh-viswanath"; 1 at most.

    Args:
        failure: δ₀ of each mechanism.
        steps: how many there are.
        slack: δ′, between 0 and 1.
        rule: as for `advanced_composition_epsilon`.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
    """
    apart, count = probability(failure, "failure"), whole(steps, "steps")
    spare, known = positive_delta(slack, "slack"), _rule(rule, COMPOSITION_RULES)

    def enough() -> Scalar:
        if apart == 1:
            return fmpq(1)
        if known != COMPOSITION_RULES[0]:
            return min(fmpq(1), count * apart + spare)
        return -((count * arb(-apart).log1p() + arb(-spare).log1p()).expm1())

    return _certified(enough, width, "", known)


def group_dp_delta(*, level: Any, failure: Any, size: Any, width: Any = WIDTH) -> Certified:
    """A δ that is enough at kε₀ for data sets that differ in k entries, where the mechanism is
    (ε₀,δ₀)-DP for one: δ₀(1 + e^ε₀ + … + e^((k−1)ε₀)), 1 at most.

    Proved: cuff-yu-2016/property-9@continued.

    Args:
        level: ε₀, at least 0; a number, or "log(3)".
        failure: δ₀.
        size: k.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
    """
    apart, count = probability(failure, "failure"), whole(size, "size")
    given = exponent(level, "level")
    if nats(given) < 0:
        raise InputError(f"level is {level}; it can't be negative")

    def enough() -> Scalar:
        one = nats(given)
        if one == 0 or apart == 0:
            return min(fmpq(1), count * apart)
        odds = exponential(given)
        if isinstance(odds, fmpq):
            return min(fmpq(1), apart * (odds**count - 1) / (odds - 1))
        return (apart * arb(count * one).expm1() / arb(one).expm1()).min(arb(1))

    return _certified(enough, width, "", "closed form")


# --- samples --------------------------------------------------------------------------------------


def sampled_dp_epsilon(*, level: Any, sampling: Any, width: Any = WIDTH) -> Certified:
    """The least ε that is enough for every ε₀-DP mechanism on a Poisson sample of its records, one
    added or removed: ln(1 + q(e^ε₀ − 1)) (Li, Qardaji and Su 2012, Theorem 1).

    A mechanism whose largest ratio is e^ε₀ needs so much: with probability q the record is there.

    Args:
        level: ε₀, a number above 0, or "log(3)".
        sampling: q, the probability with which a record is in the sample.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
    """
    given, rate = positive_exponent(level, "level"), probability(sampling, "sampling")

    def enough() -> Scalar:
        if rate in (0, 1):
            return rate * nats(given)
        return (rate * arb(nats(given)).expm1()).log1p()

    return _certified(enough, width, "nats", "closed form")


def sampled_dp_level(*, eps: Any, sampling: Any, width: Any = WIDTH) -> Certified:
    """The largest ε₀ for which every ε₀-DP mechanism is ε-DP on a Poisson sample of its records,
    one added or removed: ln(1 + (e^ε − 1)/q), the inverse of `sampled_dp_epsilon`.

    Args:
        eps: ε, a number above 0, or "log(3)".
        sampling: q, the probability with which a record is in the sample, above 0.
        width: relative width asked for.

    Raises:
        InputError: an argument is out of its range.
    """
    given, rate = positive_exponent(eps, "eps"), probability(sampling, "sampling")
    if rate == 0:
        raise InputError("sampling is 0; it must be positive: no level is too much for no records")

    def most() -> Scalar:
        if rate == 1:
            return nats(given)
        return (arb(nats(given)).expm1() / rate).log1p()

    return _certified(most, width, "nats", "closed form")


__all__ = [
    "advanced_composition_delta", "advanced_composition_epsilon", "dp_to_zcdp", "group_dp_delta",
    "renyi_to_dp_delta", "renyi_to_dp_epsilon", "sampled_dp_epsilon", "sampled_dp_level",
    "zcdp_to_dp_delta", "zcdp_to_dp_epsilon",
]
