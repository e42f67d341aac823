"""Section 3: mutual-information differential privacy, and the lemmas that prove Theorem 1."""

from __future__ import annotations

from verified.language import (
    DP,
    KLDP,
    MIDP,
    Prior,
    Size,
    Term,
    as_mechanism,
    binary_entropy,
    binary_entropy_inverse,
    both,
    capacity,
    cases,
    channel_of,
    channel_table,
    conditional_entry_information,
    dp_delta,
    entry_information,
    equals,
    information,
    largest_alphabet,
    log,
    minimum,
    pmf_table,
    sqrt,
)
from verified.language.heads import apply
from verified.language.sorts import DatabaseSort
from verified.papers.cuff_yu_2016.common import (
    D,
    M,
    eps,
    eta,
    m,
    paper,
    unit_delta,
)

# --- 3.3 Proof of Theorem 1 -----------------------------------------------------------------------

paper.claim(
    "lemma-1-kl",
    at="Lemma 1, eq. (21)",
    forall=[M, eps],
    given=[DP(M, eps)],
    then=KLDP(M, minimum(eps, eps**2)),
)

paper.claim(
    "lemma-1-mi",
    at="Lemma 1, eq. (22)",
    forall=[M, eps],
    given=[KLDP(M, eps)],
    then=MIDP(M, eps),
)

paper.claim(
    "lemma-1",
    at="Lemma 1, eq. (23)",
    forall=[M, eps],
    given=[DP(M, eps)],
    then=MIDP(M, minimum(eps, eps**2)),
)

paper.claim(
    "lemma-2",
    at="Lemma 2, eq. (27)",
    forall=[M, eps],
    given=[MIDP(M, eps)],
    then=DP(M, 0, sqrt(2 * eps)),
)

crossover = binary_entropy_inverse(log(2) - eps)
binary_symmetric = as_mechanism(channel_of([1 - crossover, crossover], [crossover, 1 - crossover]))
noiseless = as_mechanism(channel_of([1, 0], [0, 1]))

paper.claim(
    "lemma-2-tight",
    at="Lemma 2, eq. (28)",
    forall=[M, eps],
    then={
        "bound": {
            "given": [eps <= log(2), MIDP(M, eps)],
            "then": DP(M, 0, 1 - 2 * crossover),
        },
        "attained": {
            "forall": [eps],
            "given": [eps <= log(2)],
            "then": both(
                MIDP(binary_symmetric, eps),
                equals(dp_delta(binary_symmetric, 0), 1 - 2 * crossover),
            ),
            "note": "By the binary symmetric channel of capacity ε, as Appendix C says.",
        },
        "beyond": {
            "forall": [eps],
            "given": [eps > log(2)],
            "then": both(MIDP(noiseless, eps), equals(dp_delta(noiseless, 0), 1)),
            "note": (
                "“For ε > ln 2, the implication becomes (1)-DP”: nothing below δ' = 1 follows, as "
                "the noiseless binary channel shows."
            ),
        },
        "vacuous": {
            "forall": [M],
            "then": DP(M, 0, 1),
            "note": "“(1)-DP, which is vacuous”: every mechanism is.",
        },
    },
    tight=True,
)


def reverse_bound(outputs: Term, largest_entry: Term) -> Term:
    """The right side of (35)."""
    symbols = minimum(outputs, largest_entry + 1)
    return 2 * binary_entropy(unit_delta) + 2 * unit_delta * log(symbols)


paper.claim(
    "lemma-3",
    at="Lemma 3, eqs. (34) and (35)",
    forall=[M, unit_delta],
    given=[DP(M, 0, unit_delta)],
    then=MIDP(M, reverse_bound(m, largest_alphabet(D))),
    note="Encoded for alphabets that are all finite; the lemma lets one kind be infinite.",
)


# Example 3.3, the erasure channel. The input symbol x stands for x + 1, so that the output 0 is the
# erasure.
N = Size("N")
erasure = channel_table(
    N,
    N + 1,
    lambda x, y: cases(
        equals(y, 0), 1 - unit_delta, cases(equals(y, x + 1), unit_delta, 0)
    ),
)
uniform = pmf_table(N, lambda _: 1 / N)
only_entry = apply("one_entry", N, result=DatabaseSort())
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
