"""Section 3.3: Lemma 1, from differential privacy to information."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    Channel,
    I,
    Pmf,
    Size,
    Symbol,
    Term,
    as_joint,
    as_mechanism,
    capacity,
    channel_table,
    equals,
    information,
    joint_of,
    largest,
    minimum,
    output,
    pmf_table,
    quotient,
    remainder,
    total,
)
from verified.papers.cuff_yu_2016.common import M, eps, m, paper

paper.claim(
    "lemma-1-kl",
    at="Lemma 1, eq. (21)",
    scope="finite alphabets",
    forall=[M, eps],
    given=[DP(M, eps)],
    then=KLDP(M, minimum(eps, eps**2)),
)

paper.claim(
    "lemma-1-mi",
    at="Lemma 1, eq. (22)",
    scope="finite alphabets",
    forall=[M, eps],
    given=[KLDP(M, eps)],
    then=MIDP(M, eps),
)

paper.claim(
    "lemma-1",
    at="Lemma 1, eq. (23)",
    scope="finite alphabets",
    forall=[M, eps],
    given=[DP(M, eps)],
    then=MIDP(M, minimum(eps, eps**2)),
)

inputs, others = Size("r"), Size("v")
entry_law = Pmf("P", inputs)
slice_channel = Channel("W", inputs, m)
X, X_other = Symbol("x", inputs), Symbol("x'", inputs, latex=r"\tilde x")

paper.claim(
    "lemma-1-radius",
    at="Section 3.3, before eq. (24)",
    scope="finite alphabets",
    forall=[slice_channel],
    then=capacity(slice_channel)
    <= largest(X, largest(X_other, KL(slice_channel[X], slice_channel[X_other]))),
    note=(
        "The capacity is the radius of the smallest ball of divergence that holds the rows; it is "
        "compared with the largest divergence between two of them."
    ),
)

# The others' value z comes first: the instance (z, x) of the database is row z r + x.
Z = Symbol("z", others)
others_law = Pmf("Q", others)
entry_given_others = Channel("V", others, inputs)
whole_channel = Channel("W", others * inputs, m)


def cell(number: Term) -> Term:
    """P(z, x, y) of the triple with a number."""
    row = quotient(number, m)
    z, x = quotient(row, inputs), remainder(row, inputs)
    return others_law[z] * entry_given_others[z, x] * whole_channel[row, remainder(number, m)]


triple = as_joint(pmf_table(others * inputs * m, cell), Z=others, X=inputs, Y=m)
slice_at_z = channel_table(inputs, m, lambda x, y: whole_channel[Z * inputs + x, y])
to_others = total(X_other, entry_law[X_other] * KL(slice_channel[X], slice_channel[X_other]))

paper.claim(
    "lemma-1-steps",
    at="Section 3.3, eqs. (24) to (26)",
    scope="finite alphabets",
    forall=[entry_law, slice_channel],
    then={
        "eq-24-average": {
            "forall": [others_law, entry_given_others, whole_channel],
            "then": equals(
                I(triple, "X;Y|Z"),
                total(Z, others_law[Z] * information(entry_given_others[Z], slice_at_z)),
            ),
            "note": "The average over x^{-i} in (24), whose value Z may be any tuple.",
        },
        "eq-24": equals(
            I(joint_of(entry_law, slice_channel), "X;Y"),
            total(X, entry_law[X] * KL(slice_channel[X], output(entry_law, slice_channel))),
        ),
        "eq-26-jensen": {
            "forall": [entry_law, slice_channel, X],
            "then": KL(slice_channel[X], output(entry_law, slice_channel)) <= to_others,
        },
        "eq-26-bound": {
            "forall": [entry_law, slice_channel, X, eps],
            "given": [KLDP(as_mechanism(slice_channel), eps)],
            "then": to_others <= eps,
        },
    },
    note=(
        "As in the proof, x^{-i} is fixed: then the entry is an input with a law P, the response "
        "an output of a channel W, and (25) says that the response's law is PW. What has no "
        "weight adds nothing to a mean, an infinite divergence neither."
    ),
)
