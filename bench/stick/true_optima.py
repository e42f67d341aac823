"""True claims on optima over laws and decisions."""

from __future__ import annotations

from bench.stick.optima import alpha, hamming, level, losses, other, payoffs, two, wrong
from bench.stick.vocabulary import P, Q, V, V_same, W, k, m, n
from verified.language import (
    TV,
    H,
    Pmf,
    bayes_risk,
    binary_entropy,
    claim,
    information,
    lower_value,
    maximal_alpha_leakage,
    maximal_leakage,
    minimax_risk,
    parallel,
    rational,
    sup,
    upper_value,
)

coin = Pmf("P", 2)

TRUE = (
    # Shannon 1959: convex, between 0 and the entropy.
    claim("rate-below-entropy", forall=[P, level],
          then=hamming(P, level) <= H(P)),
    claim("rate-convex", forall=[P, level, other],
          then=hamming(P, (level + other) / 2) <= (hamming(P, level) + hamming(P, other)) / 2),
    # Shannon's lower bound, for two symbols with equality up to the smaller mass.
    claim("rate-of-two-symbols", forall=[coin, level], given=[level <= rational(1, 2)],
          then=H(coin) - binary_entropy(level) <= hamming(coin, level, 2)),
    # Liao, Kosut, Sankar & Calmon 2019.
    claim("leakage-of-order-between", forall=[P, W, alpha],
          then=maximal_alpha_leakage(P, W, alpha) <= maximal_leakage(P, W)),
    claim("leakage-of-order-above", forall=[P, W, alpha],
          then=information(P, W) <= maximal_alpha_leakage(P, W, alpha)),
    claim("leakage-of-order-processing", forall=[P, W, V, alpha],
          then=maximal_alpha_leakage(P, W @ V, alpha) <= maximal_alpha_leakage(P, W, alpha)),
    claim("leakage-of-order-of-two", forall=[P, W, V_same],
          then=maximal_alpha_leakage(P, parallel(W, V_same), 2)
          <= maximal_alpha_leakage(P, W, 2) + maximal_alpha_leakage(P, V_same, 2)),
    # Wald 1950; Le Cam 1973.
    claim("risk-of-a-prior", forall=[P, W, losses, k],
          then=bayes_risk(P, W, losses, k) <= minimax_risk(W, losses, k)),
    claim("risk-of-two-points-below", forall=[two, m],
          then=(1 - TV(two[0], two[1])) / 2 <= minimax_risk(two, wrong(2), 2)),
    claim("values-are-ordered", forall=[payoffs, n, m],
          then=lower_value(payoffs, n, m) <= upper_value(payoffs, n, m)),
    claim("capacities-of-two-steps", forall=[W, V],
          then=sup(P, information(P, W @ V)) <= sup(Q, information(Q, W))),
)
