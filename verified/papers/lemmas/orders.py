"""Lemmas on powers, and on information and divergence of an order, where rows are close."""

from __future__ import annotations

from verified.language import (
    DP,
    Close,
    Pmf,
    Real,
    Symbol,
    both,
    csiszar,
    entries,
    equals,
    every,
    exp,
    information,
    minimum,
    negation,
    output,
    pmf_table,
    quotient,
    remainder,
    renyi,
    sibson,
    total,
)
from verified.papers.lemmas.close_rows import column
from verified.papers.lemmas.common import (
    D,
    M,
    P,
    Q,
    W,
    eps,
    first,
    inputs_law,
    m,
    n,
    one,
    paper,
    response,
    two,
)

order = Real("alpha", ">0")
small, large = Real("s", ">=0"), Real("t", ">=0")
# Names that no channel from an entry of a database has in it.
row, row_other, column_symbol = Symbol("u", n), Symbol("u'", n), Symbol("v", m)
all_close = every(row, every(row_other, Close(W[row], W[row_other], eps, 0)))
reached = output(inputs_law, W)
near_output = every(
    row,
    every(
        column_symbol,
        both(
            W[row, column_symbol] <= exp(eps) * reached[column_symbol],
            reached[column_symbol] <= exp(eps) * W[row, column_symbol],
        ),
    ),
)

paper.claim(
    "power",
    forall=[small, large, order],
    then={
        "increasing": {"given": [small <= large], "then": small**order <= large**order},
        "root": {
            "forall": [small, order],
            "then": equals((small**order) ** (1 / order), small),
        },
        "product": {"then": equals((small * large) ** order, small**order * large**order)},
        "unit": {
            "forall": [small, order],
            "given": [small <= 1, order <= 1],
            "then": small <= small**order,
        },
        "law": {"forall": [P, order], "then": total(first, P[first] ** order) > 0},
        "mean": {
            "forall": [inputs_law, W, response, order],
            "given": [order >= 1],
            "then": column
            <= total(first, inputs_law[first] * W[first, response] ** order) ** (1 / order),
        },
        "columns": {
            "forall": [inputs_law, W, order],
            "then": total(
                response,
                total(first, inputs_law[first] * W[first, response] ** order) ** (1 / order),
            )
            > 0,
        },
        "tangent-above": {
            "forall": [small, order],
            "given": [order >= 1],
            "then": order * small + 1 - order <= small**order,
        },
        "tangent-below": {
            "forall": [small, order],
            "given": [order <= 1],
            "then": small**order <= order * small + 1 - order,
        },
    },
)

paper.claim(
    "rows-near-output",
    forall=[inputs_law, W, eps],
    given=[near_output],
    then={
        "close": {"given": [all_close], "then": near_output},
        "information": information(inputs_law, W) <= minimum(eps, eps**2),
        "sibson": {
            "forall": [inputs_law, W, order, eps],
            "given": [near_output, negation(equals(order, 1))],
            "then": sibson(inputs_law, W, order) <= eps,
        },
        "sibson-zero": sibson(inputs_law, W, 0) <= eps,
        "sibson-none": {
            "then": sibson(inputs_law, W, 0) <= 0,
            "note": "A response that some input may have is one that every input may have.",
        },
        "sibson-infinite": sibson(inputs_law, W, float("inf")) <= eps,
        "csiszar": {
            "forall": [inputs_law, W, order, eps],
            "then": csiszar(inputs_law, W, order) <= eps,
        },
    },
    note="Rows that are close to each other are close to their mean.",
)

out_law = Pmf("R", m)
pairs_of = pmf_table(
    n * m, lambda s: inputs_law[quotient(s, m)] * W[quotient(s, m), remainder(s, m)]
)
pairs_independent = pmf_table(
    n * m, lambda s: inputs_law[quotient(s, m)] * out_law[remainder(s, m)]
)

paper.claim(
    "sibson-least",
    forall=[inputs_law, W, out_law, order],
    given=[negation(equals(order, 1))],
    then=sibson(inputs_law, W, order) <= renyi(pairs_of, pairs_independent, order),
    note="Sibson's information is at most the divergence of the pair from any independent output.",
)

paper.claim(
    "close-renyi",
    forall=[P, Q, order, eps],
    given=[Close(P, Q, eps, 0), negation(equals(order, 1))],
    then=renyi(P, Q, order) <= eps,
)

paper.claim(
    "databases-close",
    forall=[M, one, two, eps],
    given=[DP(M, eps)],
    then=Close(M[one], M[two], entries(D) * eps, 0),
    note="Two databases differ in no more than all their entries.",
)
