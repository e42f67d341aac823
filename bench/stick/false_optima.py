"""False claims on optima over laws and decisions: rate–distortion functions, maximal α-leakage,
risks, values of games, suprema on both sides."""

from __future__ import annotations

from bench.stick.optima import alpha, gains, hamming, level, losses, other, payoffs, two, wrong
from bench.stick.vocabulary import (
    W2,
    P,
    Q,
    V,
    W,
    above,
    at_least,
    below,
    false,
    half,
    k,
    m,
    n,
    uniform,
)
from verified.language import (
    TV,
    H,
    Pmf,
    Term,
    bayes_risk,
    capacity,
    channel_table,
    information,
    log,
    lower_value,
    maximal_alpha_leakage,
    maximal_leakage,
    minimax_risk,
    reals_table,
    sup,
)
from verified.syntax.trees import Var


def added(one: Var, another: Var) -> Term:
    """The sum of two tables of payoffs."""
    return reals_table(n * m, lambda s: one[s] + another[s])


FALSE = (
    false(
        "rate-above-chord", "optimum", "a rate–distortion function is convex",
        forall=[P, level], given=[level <= half], then=hamming(P, level) >= (1 - 2 * level) * H(P),
    ),
    false(
        "rate-concave", "optimum", "a rate–distortion function is convex, and often strictly",
        forall=[P, level, other],
        then=hamming(P, (level + other) / 2) >= (hamming(P, level) + hamming(P, other)) / 2,
    ),
    false(
        "rate-of-fair-coins", "optimum", "a hundredth below ln 2 − h(D) at D = 1/4, for P = 1/2",
        forall=[P], then=hamming(P, half / 2) <= below("0.01") * (log(2) + log(half / 2) / 4
        + 3 * log(3 * half / 2) / 4),
    ),
    false(
        "leakage-of-order-below-capacity", "optimum", "only its limit at order 1 is the capacity",
        forall=[P, W, alpha], then=maximal_alpha_leakage(P, W, alpha) <= capacity(W),
    ),
    false(
        "leakage-of-order-below-maximal", "optimum", "both meet for noiseless channels",
        forall=[P, W, alpha],
        then=maximal_alpha_leakage(P, W, alpha) <= below("0.01") * maximal_leakage(P, W),
    ),
    false(
        "leakage-of-order-and-information", "optimum", "the prior may hide what a channel can tell",
        forall=[P, W, alpha],
        then=maximal_alpha_leakage(P, W, alpha) <= alpha * information(P, W),
    ),
    false(
        "leakage-of-order-and-prior", "optimum", "at order 1 the prior counts, and there alone",
        forall=[P, Q, W, alpha], given=[at_least(P, "1/100"), at_least(Q, "1/100")],
        then=maximal_alpha_leakage(P, W, alpha) <= maximal_alpha_leakage(Q, W, alpha),
    ),
    false(
        "leakage-of-order-convex", "optimum", "it is so inside the logarithm only",
        forall=[P, W, W2], then=maximal_alpha_leakage(P, channel_table(
            n, m, lambda a, b: (W[a, b] + W2[a, b]) / 2), 2)
        <= (maximal_alpha_leakage(P, W, 2) + maximal_alpha_leakage(P, W2, 2)) / 2,
    ),
    false(
        "leakage-of-order-processed", "optimum", "the second channel may lose what the first kept",
        forall=[P, W, V, alpha],
        then=maximal_alpha_leakage(P, W @ V, alpha) >= maximal_alpha_leakage(P, W, alpha),
    ),
    false(
        "risk-of-uniform-prior", "optimum", "the least favourable prior needn't be uniform",
        forall=[W, losses, k], then=minimax_risk(W, losses, k) <= bayes_risk(uniform, W, losses, k),
    ),
    false(
        "risk-of-two-points", "optimum", "the test of equal errors isn't that of the least sum",
        forall=[two, m], then=minimax_risk(two, wrong(2), 2) <= (1 - TV(two[0], two[1])) / 2,
    ),
    false(
        "risk-below-half", "optimum", "of three inputs none needs to be told from another",
        forall=[W], then=minimax_risk(W, wrong(n), n) <= half,
    ),
    false(
        "values-add", "optimum", "a sum of games may be worth less than both",
        forall=[payoffs, gains, n, m],
        then=lower_value(added(payoffs, gains), n, m)
        >= lower_value(payoffs, n, m) + lower_value(gains, n, m),
    ),
    false(
        "capacities-of-two-steps", "optimum", "the second step may lose all, or some",
        forall=[W, V], then=sup(P, information(P, W)) <= above("0.5") * sup(
            Pmf("P'", n), information(Pmf("P'", n), W @ V)),
    ),
)
