"""Sections 4 and 5: composition, and a discrepancy for groups of entries."""

from __future__ import annotations

from verified.language import (
    DP,
    MIDP,
    Channel,
    Close,
    I,
    Independent,
    Joint,
    Markov,
    Prior,
    Queries,
    Reals,
    Size,
    Symbol,
    alphabet,
    as_mechanism,
    capacity,
    cases,
    channel_table,
    conditional_entry_information,
    entries,
    entry_information,
    equals,
    every,
    exp,
    hamming,
    instances,
    log,
    mi_dp,
    mi_dp_split,
    negation,
    on_entry,
    parallel,
    quotient,
    remainder,
    stage_information,
    sup,
    together,
    total,
)
from verified.papers.cuff_yu_2016.common import (
    AT_ZERO,
    D,
    M,
    delta,
    eps,
    m,
    paper,
    unit_delta,
)

# --- 4 Properties of differential privacy ---------------------------------------------------------

u, v, w = Size("u"), Size("v"), Size("w")
J = Joint("J", U=u, V=v, W=w)

paper.claim(
    "property-4",
    at="Property 4, eq. (39)",
    scope="finite alphabets",
    forall=[J],
    given=[Independent(J, "U", "W")],
    then=I(J, "U;V|W") >= I(J, "U;V"),
)

paper.claim(
    "property-5",
    at="Property 5, eq. (40)",
    scope="finite alphabets",
    forall=[J],
    given=[Markov(J, "U", "V", "W")],
    then=I(J, "U;V|W") <= I(J, "U;V"),
)

paper.claim(
    "property-6",
    at="Property 6, eq. (41)",
    scope="finite alphabets",
    forall=[J],
    then=equals(I(J, "U;V,W"), I(J, "U;V") + I(J, "U;W|V")),
)

i = Symbol("i", entries(D))
split_prior = Prior("P", D, "split", i)
independent_prior = Prior("P", D, "independent")

paper.claim(
    "corollary-4",
    at="Corollary 4, eq. (42)",
    scope="finite alphabets",
    forall=[M, eps],
    given=[MIDP(M, eps)],
    then={
        "unconditional": (
            sup(i, sup(split_prior, entry_information(split_prior, M, i))) <= mi_dp_split(M)
        ),
        "conditional": mi_dp_split(M) <= eps,
    },
    reading="split",
    readings={
        "mutual": {
            "then": {
                "unconditional": (
                    sup(i, sup(independent_prior, entry_information(independent_prior, M, i)))
                    <= mi_dp_split(M)
                ),
                "conditional": sup(
                    i,
                    sup(independent_prior, conditional_entry_information(independent_prior, M, i)),
                )
                <= eps,
            },
            "note": (
                "The hypothesis in words: all entries mutually independent. On the large side the "
                "supremum over these priors is written as the one over the split priors: both are "
                "reached with the other entries certain, so they are equal."
            ),
        }
    },
    note=(
        "The suprema are printed over P_{X_i}P_{X^-i}: entry i is independent of the others, which "
        "may depend on each other. That is read first: it is what the formula says, and the "
        "larger class."
    ),
)

k = Size("k")
j = Symbol("j", k)
eps_each = Reals("eps", k, ">=0", latex=r"\epsilon")
eps_sum = total(j, eps_each[j])

# One entry made of two parts, (x, z) with the number x N + z. The first query answers about x by
# any channel, the second gives z away with probability δ, and else the output 0.
part = Size("r")
on_first = Channel("V", part, m)
other_part = Size("N")
first_query = channel_table(
    part * other_part, m, lambda x, y: on_first[quotient(x, other_part), y]
)
second_query = channel_table(
    part * other_part,
    other_part + 1,
    lambda x, y: cases(
        equals(y, 0),
        1 - unit_delta,
        cases(equals(y, remainder(x, other_part) + 1), unit_delta, 0),
    ),
)

paper.claim(
    "composition-tight",
    at="Section 4.2, before Corollary 5",
    forall=[on_first, other_part, unit_delta],
    then={
        "first": {
            "forall": [on_first, other_part],
            "then": equals(mi_dp(as_mechanism(first_query)), capacity(on_first)),
            "note": "What the first query leaks alone.",
        },
        "second": equals(mi_dp(as_mechanism(second_query)), unit_delta * log(other_part)),
        "together": equals(
            mi_dp(as_mechanism(parallel(first_query, second_query))),
            capacity(on_first) + unit_delta * log(other_part),
        ),
    },
    note=(
        "Tight: for any ε_1 and ε_2 there are queries that leak so much each, and together their "
        "sum, so that no smaller parameter will do in Corollaries 5 and 6. Each query answers "
        "about its own part of one entry: one by any channel, which leaks its capacity, the other "
        "by an erasure channel, which leaks δ ln N (37). Stated for two queries; the first may "
        "itself be several together. Corollary 7 is tight for a single query."
    ),
)

independent_queries = Queries("S", D, k, m)

paper.claim(
    "corollary-5",
    at="Corollary 5",
    scope="finite alphabets",
    forall=[independent_queries, eps_each],
    given=[every(j, MIDP(independent_queries[j], eps_each[j]))],
    then=MIDP(together(independent_queries), eps_sum),
    note=(
        "All responses share one alphabet size m; a smaller alphabet is one with symbols of "
        "probability 0."
    ),
)

# Example 4.3, the one-time pad on entry 0. With N its alphabet's size, X_1 and U are numbered from
# 0, and the pair (Y_1, Y_2) is the symbol Y_1 N + Y_2.
pad_size = alphabet(D, 0)
key = Symbol("key", pad_size)
encrypted = on_entry(
    channel_table(
        pad_size,
        pad_size,
        lambda x, y: total(key, cases(equals(y, remainder(x + key, pad_size)), 1 / pad_size, 0)),
    ),
    D,
    0,
)
pad = on_entry(channel_table(pad_size, pad_size, lambda _, __: 1 / pad_size), D, 0)
encrypted_and_pad = on_entry(
    channel_table(
        pad_size,
        pad_size * pad_size,
        lambda x, y: cases(
            equals(quotient(y, pad_size), remainder(x + remainder(y, pad_size), pad_size)),
            1 / pad_size,
            0,
        ),
    ),
    D,
    0,
)

paper.claim(
    "example-4.3",
    at="Example 4.3",
    forall=[D],
    then={
        "first-alone": equals(mi_dp(encrypted), 0),
        "second-alone": equals(mi_dp(pad), 0),
        "reveals": {
            "then": equals(mi_dp(encrypted_and_pad), log(pad_size)),
            "note": "“Reveals X_1”: both responses leak all of it, ln |X_1|.",
        },
        "violates": {
            "forall": [D, eps],
            "given": [pad_size >= 2],
            "then": negation(DP(encrypted_and_pad, eps)),
            "reading": "two-symbols",
            "readings": {
                "literal": {
                    "given": [],
                    "note": "Any finite alphabet, |X_1| = 1 included.",
                }
            },
            "note": (
                "“Violates differential privacy”: it is ε-DP for no ε. An entry of one symbol has "
                "nothing to reveal; a careful reader takes |X_1| ≥ 2."
            ),
        },
    },
    note="The text prints |X_i| ≤ ∞ for a finite alphabet.",
)

sequential_queries = Queries("S", D, k, m, kind="sequential")
history = Symbol("y", m**j)
any_prior, other = Prior("P", D), Symbol("l", entries(D), latex=r"\ell")

paper.claim(
    "corollary-6",
    at="Corollary 6",
    scope="finite alphabets",
    forall=[sequential_queries, eps_each],
    given=[every(j, every(history, MIDP(sequential_queries[j, history], eps_each[j])))],
    then=MIDP(together(sequential_queries), eps_sum),
    reading="each-history",
    readings={
        "as-produced": {
            "forall": [any_prior, sequential_queries, eps_each, i],
            "given": [
                every(
                    j,
                    every(
                        other,
                        stage_information(any_prior, sequential_queries, other, j) <= eps_each[j],
                    ),
                )
            ],
            "then": (
                conditional_entry_information(any_prior, together(sequential_queries), i)
                <= eps_sum
            ),
            "note": (
                "Only I(X_i;Y_j|X^{-i},Y^{j-1}) ≤ ε_j is asked, with Y^{j-1} as the earlier "
                "mechanisms produce it. It is stated prior by prior: if the hypothesis holds for "
                "every prior then so does the conclusion."
            ),
        }
    },
    note=(
        "That P_{Y_j|X^n,Y^{j-1}} satisfies ε_j-MI-DP is read as: given any earlier responses "
        "y^{j-1}, the mechanism P_{Y_j|X^n,Y^{j-1}=y^{j-1}} does, since each response is “designed "
        "to satisfy differential privacy even with respect to the previous responses”. A maximum "
        "over all joint laws of X^n and Y^{j-1} says the same."
    ),
)

partial_queries = Queries("S", D, k, m, kind="partial")

paper.claim(
    "corollary-7",
    at="Corollary 7, eq. (44)",
    scope="finite alphabets",
    forall=[partial_queries, eps],
    given=[every(j, MIDP(partial_queries[j], eps))],
    then=MIDP(together(partial_queries), eps),
    note="The subsets are disjoint; they may be empty, and need not cover the database.",
)


# --- 5 A discrepancy ------------------------------------------------------------------------------

x, x_other = Symbol("x", instances(D)), Symbol("x'", instances(D), latex=r"\tilde x")
changes = Size("k", low=0)
near = hamming(D, x, x_other) <= changes

paper.claim(
    "property-7",
    at="Property 7, eq. (45)",
    scope="finite alphabets",
    forall=[M, x, x_other, changes, eps],
    given=[near, DP(M, eps)],
    then=Close(M[x], M[x_other], changes * eps, 0),
)

paper.claim(
    "property-8",
    at="Property 8, eq. (46)",
    scope="finite alphabets",
    forall=[M, x, x_other, changes, delta],
    given=[near, DP(M, 0, delta)],
    then=Close(M[x], M[x_other], 0, changes * delta),
)

group_delta = (exp(changes * eps) - 1) / (exp(eps) - 1) * delta
step = Symbol("l", changes, latex=r"\ell")

paper.claim(
    "property-9",
    at="Property 9, eq. (47)",
    scope="finite alphabets",
    forall=[M, x, x_other, changes, eps, delta],
    given=[eps > 0, near, DP(M, eps, delta)],
    then=Close(M[x], M[x_other], changes * eps, group_delta),
    reading="positive",
    readings={
        "literal": {"given": [near, DP(M, eps, delta)]},
        "continued": {
            "given": [near, DP(M, eps, delta)],
            "then": Close(
                M[x], M[x_other], changes * eps, total(step, exp(step * eps)) * delta
            ),
            "note": (
                "The quotient as the geometric sum 1 + e^ε + … + e^((k−1)ε): the same for ε > 0, "
                "and k at ε = 0, as in Property 8."
            ),
        },
    },
    note=AT_ZERO,
)
