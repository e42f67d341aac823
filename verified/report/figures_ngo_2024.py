"""The data behind Figs. 1 to 4 of Ngo, Östman and Graell i Amat. Leakage is in bits.

More noise makes every curve of the Gaussian mechanism fall (data processing), so a curve at a
calibrated variance lies between the curves at the two ends of that variance's enclosure.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, fmpq

from verified.numbers.ball_curves import ldp_curve, ldp_floor, lip_curve
from verified.numbers.ball_noise import NoisyInput, ldp_delta, lip_integral
from verified.numbers.balls import precision
from verified.propose.calibration import (
    input_variance,
    peak_limited_variance,
)
from verified.propose.peak_capacity import peak_capacity
from verified.report.figure_data import DataPoint, FigureData, point

BITS = 96
DELTA = fmpq(1)
DIMENSION = 10
MUS = (fmpq(1, 10), fmpq(1, 100))
EPSILONS = tuple(fmpq(step, 4) for step in range(21))

MU_CHOSEN = "the values of mu in Fig. 1 are not in the text; those of Fig. 3 were taken"
RANGE_CHOSEN = "the range of epsilon is not in the text; 0 to 5 was taken"


def _bits(nats: arb) -> arb:
    return nats / arb(2).log()


def _decimal_of(value: fmpq) -> str:
    return str(float(value.p) / float(value.q)) if value.q != 1 else str(value.p)


# --- local differential privacy -------------------------------------------------------------------


def figure_1() -> FigureData:
    """The general curve δ_μ of eq. (10), its floor, and the Gaussian mechanism's curve (9)."""
    points: list[DataPoint] = []
    with precision(BITS):
        power = DIMENSION * DELTA**2
        for mu in MUS:
            variance = peak_limited_variance(DIMENSION, power, mu)
            at = {"mu": _decimal_of(mu)}
            points.append(point("noise variance", at, arb(variance.low).union(variance.high)))
            points.append(point("floor", at, ldp_floor(mu)))

            for epsilon in EPSILONS:
                place = {**at, "epsilon": _decimal_of(epsilon)}
                points.append(point("general", place, ldp_curve(mu, epsilon)))
                ends = [
                    arb(ldp_delta(DIMENSION, power, end, epsilon))
                    for end in (variance.low, variance.high)
                ]
                points.append(point("gaussian", place, ends[0].union(ends[1])))
    return FigureData(
        "ngo-2024/figure-1",
        "LDP curves guaranteed by mu-CI-LMIP, and of the Gaussian mechanism with that leakage",
        {"d": str(DIMENSION), "Delta": "1", "noise variance": "such that the leakage is mu"},
        ("mu", "epsilon"),
        tuple(points),
        (MU_CHOSEN, RANGE_CHOSEN),
    )


# Fig. 2 shows variances from 0 to 200.
VARIANCES = (fmpq(0), fmpq(1, 4), fmpq(1, 2), *(fmpq(v) for v in (1, 2, 3, 4, 5, 6, 8)),
             *(fmpq(10 * step) for step in range(1, 21)))  # fmt: skip


def ldp_information(dimension: int, radius: fmpq, variance: fmpq) -> arb:
    """μ of eq. (12) in bits, for the curve (9): 2dΔ²/σ² · log2 e.

    By Lemma 1, ∫ (1 + e^(−ε)) δ(ε) dε is the KL divergence of the two farthest outputs, as H_{e^ε}
    of two normal laws of one variance is the same both ways round.
    """
    if variance == 0:
        return arb("inf")
    return _bits(arb(2 * dimension * radius**2 / variance))


def capacity_bits(dimension: int, radius: fmpq, variance: fmpq) -> arb:
    """The optimal CI-LMIP parameter (8) of the Gaussian mechanism, in bits."""
    if variance == 0:
        return arb("inf")
    return _bits(peak_capacity(dimension, dimension * radius**2 / variance).ball)


def figure_2() -> FigureData:
    """μ of (12) for the Gaussian mechanism's LDP curve, and its optimal CI-LMIP parameter (8)."""
    points: list[DataPoint] = []
    with precision(BITS):
        for dimension in (1, DIMENSION):
            for variance in VARIANCES:
                at = {"d": str(dimension), "variance": _decimal_of(variance)}
                general = ldp_information(dimension, DELTA, variance)
                points.append(point("from the LDP curve", at, general))
                points.append(point("optimal", at, capacity_bits(dimension, DELTA, variance)))
    return FigureData(
        "ngo-2024/figure-2",
        "CI-LMIP parameter from the LDP curve of the Gaussian mechanism, and the optimal one",
        {"d": "1, 10", "Delta": "1", "variance": "0 to 200"},
        ("d", "variance"),
        tuple(points),
        ("without noise both are infinite",),
    )


# --- local information privacy --------------------------------------------------------------------


def figure_3_input() -> tuple[list[fmpq], list[arb]]:
    """21 points placed evenly in [−1, 1], with masses proportional to the density of N(0, 1/4)."""
    places = [fmpq(step, 10) for step in range(-10, 11)]
    heights = [(-2 * arb(place) ** 2).exp() for place in places]
    total = sum(heights, arb(0))
    return places, [height / total for height in heights]


def figure_3() -> FigureData:
    """The general curve δ_μ of (13), its floor 1 − 2^(−μ), and the Gaussian mechanism's curve."""
    points: list[DataPoint] = []
    with precision(BITS):
        places, masses = figure_3_input()
        for mu in MUS:
            variance = input_variance(places, masses, mu)
            at = {"mu": _decimal_of(mu)}
            points.append(point("noise variance", at, arb(variance.low).union(variance.high)))
            points.append(point("floor", at, 1 - (-arb(mu) * arb(2).log()).exp()))
            mechanisms = [NoisyInput(places, masses, end) for end in (variance.low, variance.high)]
            for epsilon in EPSILONS:
                place = {**at, "epsilon": _decimal_of(epsilon)}
                points.append(point("general", place, lip_curve(mu, epsilon)))
                ends = [mechanism.lip_delta(epsilon).value for mechanism in mechanisms]
                points.append(point("gaussian", place, ends[0].union(ends[1])))
    return FigureData(
        "ngo-2024/figure-3",
        "LIP curves guaranteed by mu-CD-LMIP, and of the Gaussian mechanism with that leakage",
        {"d": "1", "Delta": "1", "mu": "0.1, 0.01",
         "input": "N(0, 1/4) on 21 points placed evenly in [-1, 1]"},
        ("mu", "epsilon"),
        tuple(points),
        ("the masses of the 21 points are proportional to the density there", RANGE_CHOSEN),
    )  # fmt: skip


CD_VARIANCES = tuple(fmpq(v, 2) for v in (1, 2, 3, 4, 6, 8, 10, 14, 20, 30, 40))
CD_STEPS = 160


def _last(variance: fmpq) -> fmpq:
    """Where the integral's tail is cut off: beyond it the curve is tiny, and bounded."""
    # Two values are at most 2 apart: a ratio e^ε is a deviation of ε σ/2 or so.
    root = float((arb(variance).sqrt()).mid())
    return fmpq(int(16 * (2 / (root * root) + 12 / root)) + 16, 16)


def figure_4() -> FigureData:
    """μ of (14) for the LIP curve of the mechanism of Fig. 3, and its optimal CD-LMIP parameter."""
    points: list[DataPoint] = []
    with precision(BITS):
        places, masses = figure_3_input()
        for variance in CD_VARIANCES:
            at = {"variance": _decimal_of(variance)}
            mechanism = NoisyInput(places, masses, variance)
            integral = lip_integral(mechanism, CD_STEPS, _last(variance))
            points.append(point("from the LIP curve", at, _bits(integral)))
            own = arb(mechanism.information())
            points.append(point("optimal", at, _bits(own)))
    return FigureData(
        "ngo-2024/figure-4",
        "CD-LMIP parameter from the LIP curve of the Gaussian mechanism, and the optimal one",
        {"d": "1", "Delta": "1", "input": "as in Fig. 3"},
        ("variance",),
        tuple(points),
        (
            "the caption's (epsilon,delta(epsilon))-LDP is read as LIP, as in the text",
            "the variances are not in the text; 1/2 to 20 were taken",
        ),
    )


FIGURES: dict[str, Callable[[], FigureData]] = {
    "ngo-2024/figure-1": figure_1,
    "ngo-2024/figure-2": figure_2,
    "ngo-2024/figure-3": figure_3,
    "ngo-2024/figure-4": figure_4,
}
