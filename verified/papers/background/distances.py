"""Textbook facts on distances of laws: Hellinger, Le Cam and Jensen–Shannon, tests of two laws,
f-divergences, optimal transport, and how channels contract."""

from __future__ import annotations

from verified.language import (
    KL,
    TV,
    Real,
    Reals,
    Size,
    Symbol,
    dobrushin,
    exp,
    f_divergence,
    hellinger,
    hockey_stick,
    jensen_shannon,
    le_cam,
    log,
    output,
    total,
    trade_off,
    transport_cost,
)
from verified.papers.background.common import P, Q, W, a, eps, m, n, paper, y

POLYANSKIY_WU = "Polyanskiy and Wu, Information Theory: From Coding to Learning (2024)"

paper.claim(
    "hellinger",
    at=f"{POLYANSKIY_WU}, Chapter 7",
    forall=[P, Q],
    then={
        "below": hellinger(P, Q) <= TV(P, Q),
        "above": TV(P, Q) ** 2 <= hellinger(P, Q) * (2 - hellinger(P, Q)),
        "divergence": 2 * hellinger(P, Q) <= KL(P, Q),
    },
)

paper.claim(
    "le-cam",
    at=f"{POLYANSKIY_WU}, Chapter 7",
    forall=[P, Q],
    then={
        "below": le_cam(P, Q) <= TV(P, Q),
        "above": TV(P, Q) ** 2 <= le_cam(P, Q),
        "hellinger": hellinger(P, Q) <= le_cam(P, Q),
        "twice-hellinger": le_cam(P, Q) <= 2 * hellinger(P, Q),
    },
)

paper.claim(
    "jensen-shannon",
    at="Lin, Divergence measures based on the Shannon entropy (1991)",
    forall=[P, Q],
    then=jensen_shannon(P, Q) <= log(2),
)

level = Real("alpha", "[0,1]", latex=r"\alpha")
test = Reals("phi", n, "[0,1]", latex=r"\varphi")

paper.claim(
    "trade-off",
    at="Dong, Roth and Su, Gaussian differential privacy (2022), Section 2",
    forall=[P, Q, level],
    then={
        "test": {
            "forall": [P, Q, level, test],
            "given": [total(a, P[a] * test[a]) <= level],
            "then": trade_off(P, Q, level) <= 1 - total(a, Q[a] * test[a]),
        },
        "hockey-stick": {
            "forall": [P, Q, level, eps],
            "then": 1 - exp(eps) * level - hockey_stick(Q, P, eps) <= trade_off(P, Q, level),
        },
        "channel": {
            "forall": [P, Q, W, level],
            "then": trade_off(P, Q, level) <= trade_off(output(P, W), output(Q, W), level),
        },
    },
)

count = Size("k", low=0)
kinks, kink_weights = Reals("t", count), Reals("w", count, ">=0")

paper.claim(
    "dpi-f-divergence",
    at="Csiszár, Information-type measures of difference (1967)",
    forall=[P, Q, W, kinks, kink_weights],
    then=f_divergence(output(P, W), output(Q, W), kinks, kink_weights)
    <= f_divergence(P, Q, kinks, kink_weights),
    note="Of a piecewise linear generator.",
)

costs = Reals("c", n * m, ">=0")

paper.claim(
    "transport-plan",
    at="Villani, Optimal transport: old and new (2009), Theorem 5.10",
    forall=[P, W, costs],
    then=transport_cost(P, output(P, W), costs)
    <= total(a, P[a] * total(y, W[a, y] * costs[a * m + y])),
    note="A joint law of P and Q is P followed by a channel to Q.",
)

other = Symbol("z", n)

paper.claim(
    "dobrushin",
    at="Dobrushin, Central limit theorem for nonstationary Markov chains (1956)",
    forall=[P, Q, W],
    then={
        "rows": {
            "forall": [W, a, other],
            "then": TV(W[a], W[other]) <= dobrushin(W),
        },
        "contraction": TV(output(P, W), output(Q, W)) <= dobrushin(W) * TV(P, Q),
    },
)
