"""The end of section 5: what bounds the information on groups of entries."""

from __future__ import annotations

from verified.language import (
    DP,
    MIDP,
    Term,
    binary_entropy,
    cardinality,
    complement,
    group_information,
    information,
    largest_alphabet,
    log,
    minimum,
    sqrt,
    sup,
)
from verified.papers.cuff_yu_2016.common import D, M, eps, group, m, paper, prior, size

paper.claim(
    "eq-53",
    at="eq. (53)",
    scope="finite alphabets",
    forall=[prior, M, eps],
    given=[DP(M, eps)],
    then=information(prior, M) <= minimum(size * eps, (size * eps) ** 2),
)

group_delta = cardinality(group) * sqrt(2 * eps)
group_symbols = minimum(m, largest_alphabet(D) ** cardinality(group) + 1)
group_leak = sup(prior, group_information(prior, M, group, complement(group)))


def group_bound(difference: Term) -> Term:
    """The right side of (54), as a function of k√(2ε)."""
    return 2 * binary_entropy(difference) + 2 * difference * log(group_symbols)


paper.claim(
    "corollary-8",
    at="Corollary 8, eq. (54)",
    scope="finite alphabets",
    forall=[M, group, eps],
    given=[group_delta <= 1, MIDP(M, eps)],
    then=group_leak <= group_bound(group_delta),
    reading="defined",
    readings={
        "literal": {"given": [MIDP(M, eps)]},
        "clipped": {
            "given": [MIDP(M, eps)],
            "then": group_leak <= group_bound(minimum(group_delta, 1)),
            "note": "k√(2ε) is cut off at 1, the largest total variation there is.",
        },
    },
    note=(
        "h is the entropy of a probability, and k√(2ε) may be above 1: a careful reader takes the "
        "bound where it is defined; the literal reading takes every ε. The set of entries may be "
        "empty, or all of them."
    ),
)
