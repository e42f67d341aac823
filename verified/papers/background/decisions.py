"""Textbook facts on what decisions cost that see a channel's output, what reproductions and
bottlenecks tell, Sibson's informations of several orders, and laws on the line with noise."""

from __future__ import annotations

from verified.language import (
    TV,
    H,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    bayes_risk,
    information,
    information_bottleneck,
    laplace,
    law_sum,
    minimax_risk,
    rate_distortion,
    sibson,
    smallest,
    total,
    uniform,
)
from verified.papers.background.common import P, W, a, m, n, paper, t

actions = Size("k")
losses = Reals("L", actions * n)

paper.claim(
    "minimax-risk",
    at="Wald, Statistical decision functions (1950)",
    forall=[P, W, actions, losses],
    then=bayes_risk(P, W, losses, actions) <= minimax_risk(W, losses, actions),
    note="Whatever the prior: a decision's mean loss is at most the largest of its losses.",
)

y = Symbol("y", m)
distortions = Reals("d", n * m, ">=0")
level, more = Real("D"), Real("E")
reached = total(a, P[a] * smallest(y, distortions[a * m + y]))


def rate(distortion: Term) -> Term:
    """The rate–distortion function of P at a level."""
    return rate_distortion(P, distortions, m, distortion)


paper.claim(
    "rate-distortion",
    at="Cover and Thomas, Elements of Information Theory (2nd edition), Lemma 10.4.1",
    forall=[P, m, distortions, level],
    given=[reached <= level],
    then={
        "entropy": rate(level) <= H(P),
        "falls": {
            "forall": [P, m, distortions, level, more],
            "given": [reached <= level, level <= more],
            "then": rate(more) <= rate(level),
        },
        "convex": {
            "forall": [P, m, distortions, level, more, t],
            "given": [reached <= level, reached <= more],
            "then": rate(t * level + (1 - t) * more) <= t * rate(level) + (1 - t) * rate(more),
        },
    },
)

told, wider = Real("r", ">=0"), Real("s", ">=0")

paper.claim(
    "information-bottleneck",
    at="Witsenhausen and Wyner, A conditional entropy bound (1975)",
    forall=[P, W, told],
    then={
        "rate": information_bottleneck(P, W, told) <= told,
        "information": information_bottleneck(P, W, told) <= information(P, W),
        "rises": {
            "forall": [P, W, told, wider],
            "given": [told <= wider],
            "then": information_bottleneck(P, W, told) <= information_bottleneck(P, W, wider),
        },
    },
)

order, higher = (Real(name, ">=0", latex=rf"\{name}") for name in ("alpha", "beta"))

paper.claim(
    "sibson-rises",
    at="Ho and Verdú, Convexity/concavity of Rényi entropy and α-mutual information (2015)",
    forall=[P, W, order, higher],
    given=[order <= higher],
    then=sibson(P, W, order) <= sibson(P, W, higher),
    note="From mutual information at order 1 to its limit at ∞.",
)

low, other_low = Real("u"), Real("v")
length, other_length = Real("l", ">0"), Real("m", ">0")
scale = Real("c", ">0")


def interval(start: Term, size: Term) -> Term:
    """A uniform law by its start and length."""
    return uniform(start, start + size)


paper.claim(
    "noise-tells-no-more",
    at="Polyanskiy and Wu, Information Theory: From Coding to Learning (2024), Theorem 7.4",
    forall=[low, other_low, length, other_length, scale],
    then={
        "laplace": TV(law_sum(interval(low, length), laplace(0, scale)),
                      law_sum(interval(other_low, other_length), laplace(0, scale)))
        <= TV(interval(low, length), interval(other_low, other_length)),
        "uniform": TV(law_sum(interval(low, length), uniform(0, scale)),
                      law_sum(interval(other_low, other_length), uniform(0, scale)))
        <= TV(interval(low, length), interval(other_low, other_length)),
        "laplaces": {
            "forall": [low, other_low, length, other_length, scale],
            "then": TV(law_sum(laplace(low, length), laplace(0, scale)),
                       law_sum(laplace(other_low, other_length), laplace(0, scale)))
            <= TV(laplace(low, length), laplace(other_low, other_length)),
        },
    },
    note="Data processing: the same independent number is added to both.",
)
