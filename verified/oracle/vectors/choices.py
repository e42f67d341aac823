"""Vectors of choices on given scores: the exponential mechanism, permute and flip, noisy maxima."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verified.oracle.vectors import corners
from verified.oracle.vectors.corners import Exact, two
from verified.oracle.vectors.grouping import MORE, NONE, Group, both, over

_FAR = ("LargeScore",)
# Names, the scores on two neighbours, which differ by 1 at most, and flags.
_SCORES: tuple[tuple[str, tuple[Exact, ...], tuple[Exact, ...], tuple[str, ...]], ...] = (
    ("one candidate", (3,), (4,), ()),
    ("equal scores, one moves", (0, 0, 0, 0), (0, 1, 0, 0), ()),
    ("all scores move alike", (0, 2, 5), (1, 3, 6), ()),
    ("two change places", (0, 1), (1, 0), ()),
    ("two of three change places", (0, 1, 2), (1, 0, 2), ()),
    ("opposite moves", (0, 8, 8), (1, 7, 9), ()),
    ("hardly any move", (0, 1, 3), (two(-40), 1, 3), ()),
    ("far apart", (0, 5000), (1, 4999), _FAR),
    ("large", (10**6, 10**6 + 2, 10**6 + 3), (10**6 + 1, 10**6 + 1, 10**6 + 3), _FAR),
    ("negative", (-5, -2, -10**4), (-4, -3, -10**4 + 1), _FAR),
    ("sixteen counts", tuple(range(16)), tuple(n + (n % 3 == 0) for n in range(16)), ()),
    ("binary fractions", (Fraction(0.1), Fraction(0.7), 2), (Fraction(0.3), Fraction(0.2), 1), ()),
)
_LEVELS: tuple[Exact, ...] = (Fraction(1, 8), 1, corners.LOG3, 8)
_EPSILONS: tuple[Exact, ...] = (-1, 0, two(-30), two(-7), Fraction(1, 2), 1, 4, 710)
_ORDERS: tuple[Exact, ...] = (Fraction(1, 2), 1, 1 + two(-30), 2, 64, 1024)
_DELTAS: tuple[Exact, ...] = (0, Fraction(0.1), Fraction(1e-6), Fraction(1e-15), Fraction(1e-100))


def choice_groups() -> Iterator[Group]:
    """All of them."""
    yield from _mechanisms()
    yield from _ties()
    yield from _noisy()
    yield from _worst()
    yield from _rounds()
    yield from _enough()


def _mechanisms() -> Iterator[Group]:
    for mechanism in ("exponential_mechanism", "permute_and_flip"):
        for name, scores, other, flags in _SCORES:
            for level in _LEVELS:
                own: dict[str, Any] = {"scores": scores, "level": level}
                both_of: dict[str, Any] = {**own, "other_scores": other}
                yield Group(f"{mechanism}_delta", name, both_of, over("eps", _EPSILONS, flags))
                if level == 1:
                    places = range(min(3, len(scores)))
                    yield Group(f"{mechanism}_probability", name, own,
                                over("candidate", places, flags), NONE)
                    yield Group(f"{mechanism}_renyi", name, both_of,
                                over("order", _ORDERS, flags))
                    yield Group(f"{mechanism}_epsilon", name, both_of,
                                over("delta", _DELTAS, flags))


def _ties() -> Iterator[Group]:
    """ε where two probabilities are in the ratio e^ε exactly: scores that change places."""
    swapped = {"scores": (0, 1, 2), "other_scores": (1, 0, 2)}
    for level, eps in ((Fraction(1, 8), two(-4)), (1, Fraction(1, 2)), (8, 4), ("log(9)", "log(3)"),
                       (1, -Fraction(1, 2))):
        yield Group("exponential_mechanism_delta", "two of three change places",
                    {**swapped, "level": level}, over("eps", (eps,), ("Atom",)))
    yield Group("noisy_max_delta", "two change places; gumbel",
                {"scores": (0, 1), "other_scores": (1, 0), "scale": 1, "noise": "gumbel"},
                over("eps", (1, -1), ("Atom",)))


def _noisy() -> Iterator[Group]:
    for noise in ("laplace", "exponential", "gumbel"):
        for name, scores, other, flags in _SCORES:
            own: dict[str, Any] = {"scores": scores, "scale": 2, "noise": noise}
            both_of: dict[str, Any] = {**own, "other_scores": other}
            yield Group("noisy_max_delta", f"{name}; {noise}", both_of,
                        over("eps", _EPSILONS, flags))
            if noise == "laplace":
                places = range(min(3, len(scores)))
                yield Group("noisy_max_probability", name, own, over("candidate", places, flags),
                            NONE)
                yield Group("noisy_max_renyi", name, both_of, over("order", _ORDERS, flags))
                yield Group("noisy_max_epsilon", name, both_of, over("delta", _DELTAS, flags))


def _worst() -> Iterator[Group]:
    for level in (two(-20), Fraction(0.1), 1, corners.LOG3, 8, 1000):
        given = {"level": level}
        yield Group("exponential_mechanism_worst_delta", "over all scores", given,
                    (*over("eps", corners.FEW_EPSILONS), ({"eps": level}, ("Atom",))))
        yield Group("exponential_mechanism_worst_epsilon", "over all scores", given,
                    over("delta", (0, *corners.DELTAS)))
        yield Group("exponential_mechanism_worst_renyi", "over all scores", given,
                    over("order", (Fraction(1, 2), 1, *corners.ORDERS)))


# Scores of several rounds, and of least noise: few, on either side of the best.
_FEW = tuple(one for one in _SCORES if one[0] in (
    "two change places", "two of three change places", "equal scores, one moves",
    "binary fractions",
))
_CHOICES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("exponential_mechanism", {"level": Fraction(1, 8)}),
    ("permute_and_flip", {"level": Fraction(1, 8)}), ("noisy_max", {"scale": 16}),
)


def _rounds() -> Iterator[Group]:
    for name, scores, other, _ in _FEW:
        given: dict[str, Any] = {"scores": scores, "other_scores": other}
        for mechanism, noise in _CHOICES:
            for steps in (2, 10, 60):
                yield Group(f"{mechanism}_delta", f"{name}; {steps} rounds",
                            {**given, **noise, "steps": steps},
                            over("eps", (0, two(-7), Fraction(1, 2), 4)))
            yield Group(f"{mechanism}_epsilon", f"{name}; 10 rounds",
                        {**given, **noise, "steps": 10}, over("delta", _DELTAS[:3]))
            yield Group(f"{mechanism}_steps", f"{name}; most rounds", {**given, **noise},
                        both("eps", (Fraction(1, 4), Fraction(1, 2)),
                             "delta", (0, Fraction(0.1), Fraction(1e-3))), MORE)


def _enough() -> Iterator[Group]:
    for name, scores, other, _ in _FEW:
        for eps in (Fraction(1, 8), 1):
            given: dict[str, Any] = {"scores": scores, "other_scores": other, "eps": eps}
            deltas = over("delta", (Fraction(0.1), Fraction(1e-6), Fraction(1e-100)))
            for mechanism in ("exponential_mechanism", "permute_and_flip"):
                yield Group(f"{mechanism}_level", f"{name}; up to which all are enough", given,
                            deltas, MORE)
            yield Group("noisy_max_scale", f"{name}; from which on all are enough", given, deltas)


__all__ = ["choice_groups"]
