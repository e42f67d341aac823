"""Conversions between notions of privacy and their compositions, as published: what a bound on
Rényi divergences says of (ε,δ), for two laws and for mechanisms, and what stays of both where
responses are released together.

`verified.accounting.conversions` works the bounds out; docs/oracle.md says which claim is whose.
"""

from __future__ import annotations

from verified.language import (
    DP,
    RDP,
    ZCDP,
    Channel,
    Close,
    Dominated,
    Real,
    Size,
    Symbol,
    cases,
    either,
    every,
    exp,
    hamming,
    hockey_stick,
    log,
    pmf_of,
    renyi,
    renyi_dp,
    sqrt,
    total,
    zcdp,
)
from verified.papers.background.common import pair_law
from verified.papers.lemmas.common import D, M, P, Q, W, eps, m, n, one, paper, r, two

CANONNE = "Canonne, Kamath and Steinke, The discrete Gaussian for differential privacy (2020)"
MIRONOV = "Mironov, Rényi differential privacy (2017)"
BUN_STEINKE = "Bun and Steinke, Concentrated differential privacy (2016)"
KAIROUZ = "Kairouz, Oh and Viswanath, The composition theorem for differential privacy (2015)"

near = hamming(D, one, two) <= 1
any_eps, any_order = Real("eps", latex=r"\epsilon"), Real("alpha", ">=0", latex=r"\alpha")
order = Real("alpha", ">1", latex=r"\alpha")
level, rho = Real("r", ">=0"), Real("rho", ">0", latex=r"\rho")

# --- from Rényi divergences -----------------------------------------------------------------------

row = Symbol("a", n)
moments = cases(Q[row] > 0, P[row] ** order * Q[row] ** (1 - order), 0)
# (1 − 1/α)^(α−1)/α, the largest (1 − e^−u) e^(−(α−1)u).
factor = ((order - 1) / order) ** (order - 1) / order
mironov = exp((order - 1) * (level - any_eps))

paper.claim(
    "renyi-sum",
    forall=[P, Q, order, level],
    given=[renyi(P, Q, order) <= level],
    then={
        "covered": every(row, either(Q[row] > 0, P[row] <= 0)),
        "above": total(row, moments) >= 1,
        "below": total(row, moments) <= exp((order - 1) * level),
    },
    note="Above order 1: the sum of which the divergence is the logarithm, over α − 1.",
)

paper.claim(
    "renyi-to-closeness",
    at=f"{CANONNE}, Proposition 12",
    forall=[P, Q, order, level, any_eps],
    given=[renyi(P, Q, order) <= level],
    then={
        "sharp": hockey_stick(P, Q, any_eps) <= mironov * factor,
        "mironov": {
            "then": hockey_stick(P, Q, any_eps) <= mironov,
            "at": f"{MIRONOV}, Proposition 3",
        },
    },
    note="For every real ε, negative ones included.",
)

paper.claim(
    "renyi-private",
    forall=[M, any_order, one, two, r],
    then={
        "rows": {
            "given": [near, renyi_dp(M, any_order) <= r],
            "then": renyi(M[one], M[two], any_order) <= r,
        },
        "intro": {
            "forall": [M, any_order, r],
            "given": [every(one, every(two, renyi(M[one], M[two], any_order) <= r, where=near))],
            "then": renyi_dp(M, any_order) <= r,
        },
        "concentrated": {
            "forall": [M, order, level],
            "given": [zcdp(M) <= level],
            "then": renyi_dp(M, order) <= level * order,
        },
    },
    note="Halves of the definitions.",
)

private_bound = exp((order - 1) * (level - eps))

paper.claim(
    "renyi-to-dp",
    at=f"{CANONNE}, Proposition 12",
    forall=[M, order, level, eps],
    given=[RDP(M, order, level)],
    then={
        "sharp": DP(M, eps, private_bound * factor),
        "mironov": {
            "then": DP(M, eps, private_bound),
            "at": f"{MIRONOV}, Proposition 3",
        },
    },
)

# --- zero-concentrated privacy --------------------------------------------------------------------

slack = Real("delta", "(0,1]", latex=r"\delta")

paper.claim(
    "zcdp-to-dp",
    at=f"{CANONNE}, Corollary 13",
    forall=[M, rho, eps],
    given=[ZCDP(M, rho)],
    then={
        "orders": {
            "forall": [M, rho, eps, order],
            "then": DP(M, eps, exp((order - 1) * (rho * order - eps)) * factor),
            "note": "At every order; the corollary takes the best.",
        },
        "bun-steinke": {
            "given": [rho <= eps, ZCDP(M, rho)],
            "then": DP(M, eps, exp(-((eps - rho) ** 2) / (4 * rho))),
            "at": f"{BUN_STEINKE}, Proposition 1.3",
        },
        "bun-steinke-epsilon": {
            "forall": [M, rho, slack],
            "then": DP(M, rho + 2 * sqrt(rho * log(1 / slack)), slack),
            "at": f"{BUN_STEINKE}, Proposition 1.3",
        },
    },
)

paper.claim(
    "dp-to-zcdp",
    at=f"{BUN_STEINKE}, Proposition 1.4",
    forall=[M, eps],
    given=[DP(M, eps)],
    then=ZCDP(M, eps**2 / 2),
)

# --- responses released together ------------------------------------------------------------------

V = Channel("V", n, m)
first_eps, second_eps = Real("e1", latex=r"\epsilon_1"), Real("e2", latex=r"\epsilon_2")
first_delta = Real("d1", "[0,1]", latex=r"\delta_1")
second_delta = Real("d2", "[0,1]", latex=r"\delta_2")
second_level = Real("t", ">=0")
both_failures = 1 - (1 - first_delta) * (1 - second_delta)
joint_law, other_joint = pair_law(P, W), pair_law(Q, V)

paper.claim(
    "closeness-composed",
    at=f"{KAIROUZ}, Section 3",
    forall=[P, Q, W, V, first_eps, second_eps, first_delta, second_delta],
    given=[
        hockey_stick(P, Q, first_eps) <= first_delta,
        every(row, hockey_stick(W[row], V[row], second_eps) <= second_delta),
    ],
    then=hockey_stick(joint_law, other_joint, first_eps + second_eps) <= both_failures,
    note=(
        "Basic composition, adaptive: the second response may depend on the first. Neither ε need "
        "be positive."
    ),
)

paper.claim(
    "renyi-composed",
    at=f"{MIRONOV}, Proposition 1",
    forall=[P, Q, W, V, order, level, second_level],
    given=[
        renyi(P, Q, order) <= level,
        every(row, renyi(W[row], V[row], order) <= second_level),
    ],
    then=renyi(joint_law, other_joint, order) <= level + second_level,
    note="Adaptive, too.",
)

# --- pure privacy: what is sharper, and what is worst ---------------------------------------------

paper.claim(
    "close-renyi-hoeffding",
    at=f"{BUN_STEINKE}, Proposition 3.3, sharper in the mean",
    forall=[P, Q, eps, order],
    given=[Close(P, Q, eps, 0)],
    then=renyi(P, Q, order)
    <= eps * (exp(eps) - 1) / (exp(eps) + 1) + (order - 1) * eps**2 / 2,
    note=(
        "Hoeffding's lemma on the losses, which lie between −ε and ε, about their largest mean. "
        "Summed over k responses it gives advanced composition."
    ),
)

rounds, above = Size("k"), Real("s", ">0")
drift = rounds * eps * (exp(eps) - 1) / (exp(eps) + 1)

paper.claim(
    "advanced-composition",
    at=f"{KAIROUZ}, Theorem 3.4",
    forall=[P, Q, eps, rounds, above],
    given=[
        eps > 0,
        renyi(P, Q, 1 + above / (rounds * eps)) <= drift + above * eps / 2,
    ],
    then=hockey_stick(P, Q, drift + eps * above) <= exp(-(above**2) / (2 * rounds)),
    note=(
        "What k responses give that are each (ε,0)-close: by close-renyi-hoeffding and "
        "renyi-composed their laws meet the hypothesis, which is the sum of k bounds at the best "
        "order. With s = √(2k ln(1/δ)) the right side is δ."
    ),
)

likely, unlikely = exp(eps) / (1 + exp(eps)), 1 / (1 + exp(eps))

paper.claim(
    "close-dominated",
    at=f"{KAIROUZ}, Theorem 3.3, for one response and δ = 0",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=Dominated(P, Q, pmf_of(likely, unlikely), pmf_of(unlikely, likely)),
    note="Randomised response is the worst of all close pairs, at every ε' and γ.",
)
