"""Lemmas on powers, and on information and divergence of an order, where rows are close."""

from __future__ import annotations

from verified.language import (
    DP,
    Channel,
    Close,
    Pmf,
    Real,
    Symbol,
    both,
    cases,
    csiszar,
    either,
    entries,
    equals,
    every,
    exp,
    information,
    largest,
    log,
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

part, further = Real("u", "[0,1]"), Real("w", "[0,1]")
share, exponent = Real("t", "(0,1)"), Real("b", ">0")
between = (1 - share) * part + share * further

paper.claim(
    "power-moved",
    forall=[part, further, share, exponent],
    then={
        "near": between**exponent <= part**exponent + share + share**exponent,
        "growth": between ** (1 + exponent) - part ** (1 + exponent)
        <= share * (1 + exponent) * (
            (part**exponent + share + share**exponent) * further
            - (1 - share) ** exponent * part ** (1 + exponent)
        ),
    },
    note="How a convex power grows from u towards w, by its tangent at the point between.",
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

reached_powers = total(first, inputs_law[first] * W[first, response] ** order) ** (1 / order)
best_output = pmf_table(
    m,
    lambda s: total(first, inputs_law[first] * W[first, s] ** order) ** (1 / order)
    / total(response, reached_powers),
)
pairs_best = pmf_table(
    n * m, lambda s: inputs_law[quotient(s, m)] * best_output[remainder(s, m)]
)
possible_column = total(first, inputs_law[first] * cases(W[first, response] <= 0, 0, 1))
from_closed = negation(equals(order, 1))
closed_form = order / (order - 1) * log(total(response, reached_powers))

paper.claim(
    "sibson-closed",
    forall=[inputs_law, W, out_law],
    then={
        "least": {
            "forall": [inputs_law, W, out_law, order],
            "given": [from_closed],
            "then": closed_form <= renyi(pairs_of, pairs_independent, order),
        },
        "reached": {
            "forall": [inputs_law, W, order],
            "given": [from_closed],
            "then": renyi(pairs_of, pairs_best, order) <= closed_form,
        },
        "zero": -log(largest(response, possible_column))
        <= renyi(pairs_of, pairs_independent, 0),
        "one": information(inputs_law, W) <= renyi(pairs_of, pairs_independent, 1),
        "infinite": log(
            total(response, largest(first, cases(inputs_law[first] <= 0, 0, W[first, response])))
        )
        <= renyi(pairs_of, pairs_independent, float("inf")),
    },
    note=(
        "The closed forms of Sibson's information are at most the divergence of the pair from the "
        "prior and any independent output, and the optimal output law reaches it."
    ),
)

guesses, answer, other_row = Channel("A", m, n), Symbol("v", m), Symbol("u'", n)
likeliest = total(column_symbol, largest(row, W[row, column_symbol]))
likeliest_output = pmf_table(m, lambda s: largest(row, W[row, s]) / likeliest)

guessed = output(likeliest_output, guesses)[row]

paper.claim(
    "likeliest-guesses",
    forall=[W, guesses, out_law],
    then={
        "bound": {
            "given": [every(answer, every(row, either(
                guesses[answer, row] <= 0,
                every(other_row, W[other_row, answer] <= W[row, answer]),
            )))],
            "then": log(likeliest)
            <= total(row, guessed * renyi(W[row], out_law, float("inf"))),
        },
        "law": {"forall": [W, guesses], "then": equals(total(row, guessed), 1)},
    },
    note="Whoever guesses only likeliest inputs leaves no output law closer than by Σ max W.",
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
