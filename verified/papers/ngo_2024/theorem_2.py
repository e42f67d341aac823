"""Theorem 2, on local information privacy."""

from __future__ import annotations

from verified.language import (
    KL,
    Real,
    binary_entropy,
    every,
    exp,
    information,
    integral,
    lip_curve,
    log,
    maximum,
    pmf_of,
)
from verified.papers.ngo_2024.common import (
    E,
    M,
    P,
    best_lip,
    bits,
    eps,
    lip_at,
    log_e,
    mu,
    own_eps,
    paper,
    response,
    x,
)

told = bits(information(P, M))
curve = lip_curve(mu, eps)
row_law = pmf_of(M[x][E], 1 - M[x][E])
response_law = pmf_of(response[E], 1 - response[E])
least = Real("r", "(0,1]", latex=r"p_{\min}")

paper.claim(
    "theorem-2a",
    at="Theorem 2(a), eq. (13)",
    forall=[P, M, mu, eps],
    given=[told <= mu],
    then={
        "bound": {
            "then": every(x, lip_at(P, M, x, eps, curve), where=P[x] > 0),
            "reading": "possible",
            "readings": {"every-point": {"then": every(x, lip_at(P, M, x, eps, curve))}},
            "note": "Definition 4 speaks of every data point, of those that never occur too.",
        },
        "step": {
            "forall": [P, M, mu],
            "then": every(x, every(E, bits(KL(row_law, response_law)) <= mu), where=P[x] > 0),
            "reading": "possible",
            "readings": {
                "every-point": {"then": every(x, every(E, bits(KL(row_law, response_law)) <= mu))},
            },
            "note": "What the proof draws from (35) and (37). By (35) μ bounds the mean over the "
            "data points, and not each of them.",
        },
    },
)
paper.claim(
    "theorem-2a-repaired",
    at="Theorem 2(a), eq. (13)",
    scope="finite alphabets",
    forall=[P, M, mu, eps],
    given=[told <= mu],
    then={
        "each": {
            "forall": [P, M, mu, eps, x],
            "given": [told <= mu, P[x] > 0],
            "then": lip_at(P, M, x, eps, lip_curve(mu / P[x], eps)),
            "note": "For each data point by its own probability.",
        },
        "step": {
            "forall": [P, M, mu, x, E],
            "given": [told <= mu, P[x] > 0],
            "then": bits(KL(row_law, response_law)) <= mu / P[x],
        },
        "bounded": {
            "forall": [P, M, mu, eps, least],
            "given": [told <= mu, every(x, P[x] >= least)],
            "then": every(x, lip_at(P, M, x, eps, lip_curve(mu / least, eps))),
        },
    },
    note="What tells μ bits on average tells of a data point with probability P(x) at most μ/P(x).",
)

tail = exp(-eps)

paper.claim(
    "theorem-2a-limit",
    at="after Theorem 2",
    forall=[mu, eps],
    then={
        "floor": 1 - 2 ** (-mu) <= lip_curve(mu, eps),
        "limit": {
            "given": [eps >= log(2)],
            "then": lip_curve(mu, eps) <= maximum(
                tail, 1 - exp(-((mu * log(2) + binary_entropy(tail)) / (1 - tail)))
            ),
            "note": "The limit with a modulus: the bound falls to 1 − 2^(−μ) as ε grows.",
        },
    },
)

paper.claim(
    "theorem-2b",
    at="Theorem 2(b), eq. (14)",
    scope="finite alphabets",
    forall=[P, M],
    then=told <= log_e * integral(
        own_eps, (exp(own_eps) + exp(-own_eps)) * best_lip(P, M, own_eps)
    ),
    note="For the least δ(·): a larger one makes the integral larger. The theorem prints LMIP; its "
    "proof has CD-LMIP, for the law of Definition 4.",
)
