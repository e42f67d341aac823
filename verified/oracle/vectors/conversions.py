"""Vectors of conversions, thresholds, and inverses of the discrete mechanisms.

A conversion is a bound by one rule. To report less is unsafe by that rule only: a sharper theorem
may allow it, so that neither error is said to be the unsafe one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verified.oracle.vectors import corners
from verified.oracle.vectors.corners import Exact, two
from verified.oracle.vectors.grouping import MORE, NONE, Group, both, over

_SOME: tuple[Exact, ...] = corners.DELTAS[1:9]


def conversion_groups() -> Iterator[Group]:
    """All of them."""
    yield from _renyi()
    yield from _compositions()
    yield from _thresholds()
    yield from _inverses()


def _renyi() -> Iterator[Group]:
    curves: tuple[tuple[str, tuple[Exact, ...], tuple[Exact, ...]], ...] = (
        ("Gaussian noise, σ = 1", (2, 4, 8, 16, 32, 64), (1, 2, 4, 8, 16, 32)),
        ("Gaussian noise, σ = 16", (2, 16, 64, 256),
         (two(-8), two(-5), two(-3), Fraction(1, 2))),
        ("one order near 1", (1 + two(-20),), (two(-10),)), ("one large order", (two(20),), (3,)),
        ("nothing is told", (2, 8), (0, 0)),
    )
    for rule in ("canonne-kamath-steinke", "mironov"):
        for name, orders, levels in curves:
            given = {"orders": orders, "levels": levels, "rule": rule}
            yield Group("renyi_to_dp_epsilon", name, given, over("delta", corners.DELTAS), NONE)
            yield Group("renyi_to_dp_delta", name, given, over("eps", corners.FEW_EPSILONS), NONE)
    for rule in ("canonne-kamath-steinke", "bun-steinke"):
        for rho in (two(-20), two(-7), Fraction(1, 2), 4, 500):
            given_rho = {"rho": rho, "rule": rule}
            yield Group("zcdp_to_dp_delta", rule, given_rho,
                        over("eps", corners.FEW_EPSILONS[:10]), NONE)
            yield Group("zcdp_to_dp_epsilon", rule, given_rho, over("delta", _SOME), NONE)
    yield Group("dp_to_zcdp", "squares", {},
                over("level", (two(-30), Fraction(0.1), 1, corners.LOG3, 100)), NONE)


def _compositions() -> Iterator[Group]:
    for rule in ("kairouz-oh-viswanath", "dwork-rothblum-vadhan"):
        for level in (two(-10), Fraction(0.1), 1, corners.LOG3):
            for steps in (1, 100, 10_000):
                yield Group("advanced_composition_epsilon", rule,
                            {"level": level, "steps": steps, "rule": rule},
                            over("slack", corners.DELTAS[1:9:2]), NONE)
        yield Group("advanced_composition_delta", rule, {"steps": 1000, "rule": rule},
                    both("failure", (0, two(-60), two(-40), two(-10)),
                         "slack", corners.DELTAS[1:9:2]), NONE)
    for rate in (two(-20), Fraction(0.01), Fraction(1, 4), Fraction(1, 2), 1):
        ratios = (two(-52), two(-20), Fraction(0.1), 1, corners.LOG3, 8, 50, 710, 5000)
        yield Group("sampled_dp_epsilon", "amplified", {"sampling": rate}, over("level", ratios))
        yield Group("sampled_dp_level", "before it is amplified", {"sampling": rate},
                    over("eps", ratios), MORE)
    for level in (0, two(-30), Fraction(0.1), corners.LOG3, 800):
        yield Group("group_dp_delta", "groups", {"level": level},
                    both("failure", (0, two(-60), two(-20)), "size", (1, 2, 5, 100)), NONE)


def _thresholds() -> Iterator[Group]:
    for keys in (1, 10, 10_000):
        for scale in (Fraction(1, 2), 1, 16):
            for noise, name in (("laplace", "scale"), ("gaussian", "sigma")):
                given = {name: scale, "keys": keys}
                yield Group(f"{noise}_threshold_delta", f"{keys} keys", given,
                            over("threshold", (-3, 1, 2, 5, 20, 100, 1000), ("Threshold",)))
                yield Group(f"{noise}_threshold", f"{keys} keys", given,
                            over("delta", corners.DELTAS, ("Threshold",)))
            for strict in (0, 1):
                yield Group(
                    "discrete_laplace_threshold",
                    "the mass at the threshold is " + ("held back" if strict else "released"),
                    {"scale": scale, "keys": keys, "strict": strict},
                    over("delta", corners.DELTAS, ("Threshold",)),
                )


def _inverses() -> Iterator[Group]:
    for steps in (1, 30):
        for eps in (0, Fraction(0.1), 1, 5):
            given = {"steps": steps, "eps": eps}
            # At ε = 0 a level is about δ, a scale its inverse: searches end at 1e-30 and 1e30.
            reached = _SOME[:-1] if steps == 1 else _SOME[:-2]
            deltas = reached if eps == 0 else (0, *_SOME)
            yield Group("randomised_response_level", "two answers", {**given, "symbols": 2},
                        over("delta", deltas), MORE)
            yield Group("discrete_laplace_scale", "least noise", given, over("delta", deltas))
        for failure in (0, two(-60)):
            yield Group("approximate_dp_level", "largest level",
                        {"steps": steps, "failure": failure, "eps": 1},
                        over("delta", _SOME[:4]), MORE)
    for level in (two(-7), Fraction(0.1)):
        goals = both("eps", (Fraction(1, 2), 1), "delta", _SOME[1:6])
        yield Group("randomised_response_steps", "most rounds", {"symbols": 2, "level": level},
                    goals, MORE)
        yield Group("approximate_dp_steps", "most mechanisms",
                    {"level": level, "failure": two(-60)}, goals, MORE)
        yield Group("discrete_laplace_steps", "most rounds", {"scale": 1 / level}, goals, MORE)
    for share in (0, Fraction(1, 4), 1):
        yield Group("staircase_epsilon", "two rounds", {"level": 1, "share": share, "steps": 2},
                    over("delta", (0, *_SOME)))


__all__ = ["conversion_groups"]
