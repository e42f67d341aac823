"""The data behind Fig. 1 of Saeidian et al. Leakage is in nats."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, fmpq

from verified.numbers.balls import precision
from verified.report.figure_data import DataPoint, FigureData, point

KEY = "saeidian-2025/figure-1"
BITS = 256
CHANCES = (fmpq(3, 10), fmpq(1, 2))
SIZES = (200, 500, 1000, 2000)
# m/n in steps of 1/100, which make m a whole number, from 0 to p, where the bound is infinite.
STEP = fmpq(1, 100)


def divergence(first: fmpq, second: fmpq) -> arb:
    """D_KL of Bernoulli laws in nats, with 0 log 0 = 0."""
    found = arb(0)
    for one, other in ((first, second), (1 - first, 1 - second)):
        if one > 0:
            found += arb(one) * (arb(one) / arb(other)).log()
    return found


def leak_bound(count: int, fraction: fmpq, chance: fmpq) -> arb:
    """−log(1 − exp(−n D_KL(m/n‖p))), infinite at m/n = p."""
    if fraction == chance:
        return arb("inf")
    # By log1p, since the exponential is far below the precision.
    return -arb((-arb((-count * divergence(fraction, chance)).exp())).log1p())


def _decimal(value: fmpq) -> str:
    return str(float(value.p) / float(value.q))


def figure_1() -> FigureData:
    """The upper bounds on ℓ(X → 1) of Example 3.11, and the min-entropy of one entry."""
    points: list[DataPoint] = []
    with precision(BITS):
        for chance in CHANCES:
            least = -arb(max(chance, 1 - chance)).log()
            points.append(point("min-entropy of an entry", {"p": _decimal(chance)}, least))
            for count in SIZES:
                for step in range(int(chance / STEP) + 1):
                    fraction = step * STEP
                    at = {"p": _decimal(chance), "n": str(count), "m/n": _decimal(fraction)}
                    points.append(point("bound", at, leak_bound(count, fraction, chance)))
    return FigureData(
        KEY,
        "Upper bounds on the leakage of an affirmative answer, given without noise",
        {"p": "0.3, 0.5", "n": "200, 500, 1000, 2000"},
        ("p", "n", "m/n"),
        tuple(points),
        (
            "the values of m/n are not in the text; multiples of 1/100 were taken, from 0 to p, "
            "where the bound is infinite",
        ),
    )


FIGURES: dict[str, Callable[[], FigureData]] = {KEY: figure_1}
