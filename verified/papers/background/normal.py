"""Textbook facts on the normal law: its distribution function, its tail, and how close two normal
laws of one variance are."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Close,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    equals,
    exp,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    log,
    normal_cdf,
    pi,
    rational,
    reals_table,
    sqrt,
    total,
)
from verified.papers.background import paper

x, y, distance = Real("x"), Real("y"), Real("u", ">=0")

paper.claim(
    "normal-cdf",
    forall=[x, y],
    then={
        "increasing": {"given": [x <= y], "then": normal_cdf(x) <= normal_cdf(y)},
        "symmetric": equals(normal_cdf(-x), 1 - normal_cdf(x)),
        "tail": {
            "forall": [distance],
            "given": [],
            "then": normal_cdf(-distance) <= exp(-(distance**2) / 2) / 2,
            "note": "The constant 1/2 is the best: it is reached at 0.",
        },
    },
    note="Φ, the distribution function of the standard normal law.",
)

far, room = Real("u", ">0"), Real("v", ">0")
density_bound = exp(-(far**2) / 2) / (sqrt(2 * pi()) * far)

paper.claim(
    "gaussian-tail",
    at="Feller, An Introduction to Probability Theory, Volume I, Lemma VII.1.2",
    forall=[far],
    then={
        "bound": normal_cdf(-far) <= density_bound,
        "near": {
            "forall": [far, room],
            "then": normal_cdf(-far) < density_bound + room,
            "note": "The same with any room v, which the proof goes by.",
        },
    },
)

first, second, other_first, other_second = Real("r"), Real("s"), Real("p"), Real("q")
variance, other_variance = Real("v", ">0"), Real("w", ">0")
eps, small_eps = Real("eps", ">=0"), Real("eps", "(0,1]")
delta, gap = Real("delta", ">0"), Real("t", ">=0")


def apart(one: Any, two: Any, spread: Any) -> Term:
    """H_{e^ε} of two normal laws of one variance."""
    return hockey_stick(gaussian(one, spread), gaussian(two, spread), eps)


deviations = absolute(second - first) / sqrt(variance)

paper.claim(
    "gaussian-divergence",
    at="Balle and Wang, Improving the Gaussian Mechanism (2018), Theorem 8",
    forall=[first, second, variance, eps],
    then={
        "value": {
            "given": [absolute(second - first) > 0],
            "then": equals(
                apart(first, second, variance),
                normal_cdf(deviations / 2 - eps / deviations)
                - exp(eps) * normal_cdf(-deviations / 2 - eps / deviations),
            ),
        },
        "increasing": {
            "forall": [
                first, second, other_first, other_second, variance, other_variance, eps,
            ],
            "given": [
                deviations <= absolute(other_second - other_first) / sqrt(other_variance)
            ],
            "then": apart(first, second, variance)
            <= apart(other_first, other_second, other_variance),
            "note": "It grows with the number of standard deviations between the means.",
        },
        "at-most-one": apart(first, second, variance) <= 1,
    },
    note="Two normal laws of one variance.",
)

paper.claim(
    "gaussian-mechanism",
    at="Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Theorem A.1",
    forall=[variance, gap, small_eps, delta],
    given=[variance >= 2 * log(rational(5, 4) / delta) * gap**2 / small_eps**2],
    then=Close(gaussian(0, variance), gaussian(gap, variance), small_eps, delta),
    note="The classical level of Gaussian noise, ε = 1 and every δ included.",
)

symbols = Size("n")
first_law, second_law, places = Pmf("P", symbols), Pmf("Q", symbols), Reals("x", symbols)
added = Real("s", ">=0")


def noisy(law: Any, spread: Any) -> Term:
    """The law of an input at these places with Gaussian noise."""
    return gaussian_mixture(law, places, reals_table(symbols, lambda _: spread))


paper.claim(
    "divergence-under-noise",
    at="Polyanskiy and Wu, Information Theory: From Coding to Learning, Theorem 7.4",
    forall=[symbols, first_law, second_law, places, variance, added, eps],
    then=hockey_stick(
        noisy(first_law, variance + added), noisy(second_law, variance + added), eps
    )
    <= hockey_stick(noisy(first_law, variance), noisy(second_law, variance), eps),
    note="Data processing: the same independent noise N(0, s) is added under both laws.",
)

centre, place = Real("c"), Symbol("k", symbols)


def each_apart(*, reversed_: bool) -> Term:
    """The mean divergence between the components and another normal law of their variance."""
    pair = gaussian(places[place], variance), gaussian(centre, variance)
    return total(place, first_law[place] * hockey_stick(*(pair[::-1] if reversed_ else pair), eps))


paper.claim(
    "mixture-apart",
    at="Polyanskiy and Wu, Information Theory: From Coding to Learning, Theorem 7.5",
    forall=[symbols, first_law, places, variance, centre, eps],
    then={
        "from": hockey_stick(noisy(first_law, variance), gaussian(centre, variance), eps)
        <= each_apart(reversed_=False),
        "to": hockey_stick(gaussian(centre, variance), noisy(first_law, variance), eps)
        <= each_apart(reversed_=True),
    },
    note="Hockey-stick divergences are convex in either law.",
)

more_eps = Real("eps'", ">=0")

paper.claim(
    "mixtures-decreasing",
    at="Liu, Cuff and Verdú, E_γ-resolvability (2017), Section II",
    forall=[symbols, first_law, second_law, places, variance, eps, more_eps],
    given=[eps <= more_eps],
    then=hockey_stick(noisy(first_law, variance), noisy(second_law, variance), more_eps)
    <= hockey_stick(noisy(first_law, variance), noisy(second_law, variance), eps),
    note="By the definition: P(A) − e^ε Q(A) falls in ε for every event A, and so does the most.",
)

__all__: list[str] = []
