"""Liao, Kosut, Sankar and Calmon: is maximal α-leakage convex in the mechanism?

At α = ∞ it is maximal leakage. The abstract of the workshop paper lists convexity in the mechanism,
for α from 1 to ∞; the journal version of 2019 no longer does.
"""

from verified.language import *

READ = (
    "The abstract of 2018 was read, and that of 2019, which no longer lists convexity; so was that "
    "of the authors' other paper of 2018, 'A tunable measure for information leakage', which lists "
    "quasi-convexity in its place. Sure that convexity is listed; the theorem behind it could not "
    "be read, and likely has the milder form."
)

paper = Paper(
    "liao-2018", title="A general framework for information leakage",
    authors="J. Liao, O. Kosut, L. Sankar and F. P. Calmon", year=2018,
)
n, m = Size("n"), Size("m")
P, W, V = Pmf("P", n), Channel("W", n, m), Channel("V", n, m)
t, alpha = Real("t", "[0,1]"), Real("alpha", ">=1")
mixed = channel_table(n, m, lambda x, y: t * W[x][y] + (1 - t) * V[x][y])

convex = paper.claim(
    "convex", at="the abstract's property (i), at α = ∞", forall=[P, W, V, t],
    then=maximal_leakage(P, mixed)
    <= t * maximal_leakage(P, W) + (1 - t) * maximal_leakage(P, V),
    note="Read charitably, the sum inside the logarithm is convex, and the leakage is "
    "quasi-convex: that is what minimising it over mechanisms needs.",
)
convex_order = paper.claim(
    "convex-order", at="the abstract's property (i), at an order α from 1 on",
    forall=[P, W, V, t, alpha],
    then=maximal_alpha_leakage(P, mixed, alpha)
    <= t * maximal_alpha_leakage(P, W, alpha) + (1 - t) * maximal_alpha_leakage(P, V, alpha),
    note="At α = 1 it is the mutual information, which is convex in the channel.",
)
convex_repaired = paper.claim(
    "convex-repaired", at="the abstract's property (i), at α = ∞", forall=[P, W, V, t],
    then={
        "exponential": exp(maximal_leakage(P, mixed))
        <= t * exp(maximal_leakage(P, W)) + (1 - t) * exp(maximal_leakage(P, V)),
        "quasi": maximal_leakage(P, mixed)
        <= maximum(maximal_leakage(P, W), maximal_leakage(P, V)),
    },
)
convex_order_repaired = paper.claim(
    "convex-order-repaired", at="the abstract's property (i), at an order α from 1 on",
    forall=[P, W, V, t, alpha],
    then={
        "exponential": exp((1 - 1 / alpha) * maximal_alpha_leakage(P, mixed, alpha))
        <= t * exp((1 - 1 / alpha) * maximal_alpha_leakage(P, W, alpha))
        + (1 - t) * exp((1 - 1 / alpha) * maximal_alpha_leakage(P, V, alpha)),
        "quasi": maximal_alpha_leakage(P, mixed, alpha)
        <= maximum(maximal_alpha_leakage(P, W, alpha), maximal_alpha_leakage(P, V, alpha)),
    },
)
