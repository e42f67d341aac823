"""Lemmas on Gaussian noise: what its responses to two inputs tell, and how far apart they are."""

from __future__ import annotations

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    equals,
    every,
    exp,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    largest,
    ldp_curve,
    log,
    maximum,
    normal_cdf,
    pi,
    reals_table,
    sqrt,
)
from verified.papers.lemmas.common import paper

distance, variance = Real("t", ">0"), Real("v", ">0")
level, eps = Real("mu", ">=0", latex=r"\mu"), Real("eps", ">=0", latex=r"\epsilon")

paper.claim(
    "gaussian-ldp-curve",
    forall=[distance, variance, level, eps],
    given=[log(1 + distance**2 / (4 * variance)) / 2 <= level * log(2)],
    then=hockey_stick(gaussian(0, variance), gaussian(distance, variance), eps)
    <= ldp_curve(level, eps),
    note=(
        "Two inputs at a distance t have a variance of at most t²/4, so that the responses tell at "
        "most the left side of the hypothesis."
    ),
)

symbols = Size("n")
law, places, input_ = Pmf("P", symbols), Reals("x", symbols), Symbol("k", symbols)
centre, reach = Real("c"), Real("t", ">0")
outputs = gaussian_mixture(law, places, reals_table(symbols, lambda _: variance))
alone = gaussian(centre, variance)
deviation = sqrt(variance)
across = normal_cdf(reach / deviation - eps * deviation / (2 * reach)) - exp(eps) * normal_cdf(
    -reach / deviation - eps * deviation / (2 * reach)
)

paper.claim(
    "mixture-within",
    forall=[symbols, law, places, variance, centre, reach, eps],
    given=[every(input_, absolute(centre - places[input_]) <= 2 * reach)],
    then={
        "from": hockey_stick(outputs, alone, eps) <= across,
        "to": hockey_stick(alone, outputs, eps) <= across,
    },
    note="Inputs no further than 2t from one: the divergence is at most that at the distance 2t.",
)

other, more_eps = Symbol("s", symbols), Real("eps'", ">=0", latex=r"\epsilon'")


def local_curve(epsilon: Term) -> Term:
    """The least δ for which the responses are (ε,δ)-locally information private."""
    own = gaussian(places[other], variance)
    return largest(other, maximum(
        hockey_stick(outputs, own, epsilon), exp(-epsilon) * hockey_stick(own, outputs, epsilon)
    ))


paper.claim(
    "local-curve",
    forall=[symbols, law, places, variance, eps],
    then={
        "falls": {
            "forall": [symbols, law, places, variance, eps, more_eps],
            "given": [eps <= more_eps],
            "then": local_curve(more_eps) <= local_curve(eps),
        },
        "vanishes": {
            "forall": [symbols, law, places, variance, reach, eps],
            "given": [every(other, every(
                input_, absolute(places[other] - places[input_]) <= 2 * reach
            ))],
            "then": local_curve(eps)
            <= normal_cdf(reach / deviation - eps * deviation / (2 * reach)),
        },
    },
    note="The curve of local information privacy of Gaussian noise, for any inputs on the line.",
)

place, mean, scale = Real("x"), Real("r"), Real("b", ">0")

paper.claim(
    "rescaled",
    forall=[place, mean, scale],
    then=equals((scale * place - mean) / scale, place - mean / scale),
    note="A place and a mean, both measured by the scale.",
)

paper.claim(
    "square-of-inverse",
    forall=[scale],
    then=equals((1 / scale) ** 2, 1 / scale**2),
    note="For a root b, whose square has another normal form.",
)

wider = Real("w", ">0")
# √(2/π), as the density of the normal law has it.
SLOPE = 2 / sqrt(2 * pi())


def mean_distance(centre: Term, spread: Term) -> Term:
    """E|W| of a Gaussian W of this mean and variance."""
    found: Term = SLOPE * sqrt(spread) * exp(-(centre**2) / (2 * spread)) + centre * (
        1 - 2 * normal_cdf(-centre / sqrt(spread))
    )
    return found


paper.claim(
    "mean-distance-grows",
    forall=[mean, variance, wider],
    given=[variance <= wider],
    then=mean_distance(mean, wider) - SLOPE * sqrt(wider)
    <= mean_distance(mean, variance) - SLOPE * sqrt(variance),
    note="E|W| of a Gaussian W grows by at most √(2/π) of what its deviation grows by.",
)
