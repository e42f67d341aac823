"""Section 3.3: Lemma 3, from (0,δ)-differential privacy to information, and Example 3.3."""

from __future__ import annotations

from verified.language import (
    DP,
    MIDP,
    Prior,
    Term,
    as_mechanism,
    binary_entropy,
    both,
    capacity,
    conditional_entry_information,
    entry_information,
    equals,
    information,
    largest_alphabet,
    log,
    minimum,
    pmf_table,
)
from verified.papers.cuff_yu_2016.common import D, M, N, erasure, eta, m, paper, unit_delta
from verified.papers.cuff_yu_2016.lemma_1 import inputs
from verified.quantities.databases import one_entry


def reverse_bound(outputs: Term, largest_entry: Term) -> Term:
    """The right side of (35)."""
    symbols = minimum(outputs, largest_entry + 1)
    return 2 * binary_entropy(unit_delta) + 2 * unit_delta * log(symbols)


paper.claim(
    "lemma-3",
    at="Lemma 3, eqs. (34) and (35)",
    scope="finite alphabets",
    forall=[M, unit_delta],
    given=[DP(M, 0, unit_delta)],
    then=MIDP(M, reverse_bound(m, largest_alphabet(D))),
    note="Encoded for alphabets that are all finite; the lemma lets one kind be infinite.",
)


# The right sides of (105), in its two cases, and of (126).
large_corner = (m - 1) / m
entry_bound = 2 * binary_entropy(unit_delta / (unit_delta + 1)) + 2 * (
    unit_delta / (unit_delta + 1)
) * log(inputs)

paper.claim(
    "lemma-3-tighter",
    at="Section 3.3, after eq. (35)",
    scope="finite alphabets",
    forall=[m, inputs, unit_delta],
    then={
        "small": {
            "given": [unit_delta <= large_corner],
            "then": minimum(
                binary_entropy(unit_delta) + unit_delta * log(m - 1), entry_bound
            )
            <= reverse_bound(m, inputs),
        },
        "large": {
            "given": [unit_delta > large_corner],
            "then": minimum(log(m), entry_bound) <= reverse_bound(m, inputs),
        },
    },
    note=(
        "“Slightly tighter bounds” in (105) and (126): with r = max |X_i|, the better of the two "
        "is at most (35). One child for each case of (105); that each is at most its own part "
        "of (35) is in their relaxations (106) and (127)."
    ),
)


# Example 3.3.
uniform = pmf_table(N, lambda _: 1 / N)
only_entry = one_entry(N)
only_prior = Prior("P", only_entry)
erasure_information = unit_delta * log(N)
lemma_3_at_erasure = reverse_bound(N + 1, N)

paper.claim(
    "example-3.3",
    at="Example 3.3, eqs. (36) to (38)",
    forall=[N, unit_delta],
    then={
        "private": {
            "then": DP(as_mechanism(erasure), 0, unit_delta),
            "note": "Implied: the example compares Lemma 3 at this δ with what is leaked.",
        },
        "capacity": equals(capacity(erasure), erasure_information),
        "one-entry": {
            "forall": [only_prior, unit_delta],
            "then": equals(
                conditional_entry_information(only_prior, as_mechanism(erasure), 0),
                entry_information(only_prior, as_mechanism(erasure), 0),
            ),
            "note": "The first line of (38), which holds of any prior on the one entry.",
        },
        "uniform": equals(information(uniform, erasure), erasure_information),
        "uniform-by-outputs": {
            "then": equals(information(uniform, erasure), unit_delta * log((N + 1) - 1)),
            "note": "The last line of (38), where |Y| = N + 1.",
        },
        "factor-of-two": {
            "forall": [N, unit_delta, eta],
            "given": [
                unit_delta > 0,
                log(N) >= (2 * binary_entropy(unit_delta) / unit_delta + 2 * log(2)) / eta,
            ],
            "then": both(
                2 * erasure_information <= lemma_3_at_erasure,
                lemma_3_at_erasure <= (2 + eta) * erasure_information,
            ),
            "note": (
                "“Roughly within a factor of two of the correct scaling for large cardinalities”, "
                "taken as a limit: at any fixed δ > 0, the bound (35) over the leakage δ ln N "
                "goes to 2 as N → ∞. For every η > 0 it lies in [2, 2 + η] once ln N reaches the "
                "threshold (2h(δ)/δ + 2 ln 2)/η. The text names no threshold; this one is ours."
            ),
        },
    },
    note="(37) and (38) write log; the unit is that of I and C, here nats.",
)
