"""Appendix D: the steps of the proof of Lemma 3, and Lemma 11."""

from __future__ import annotations

from typing import Any

from verified.language import (
    DP,
    TV,
    Close,
    Formula,
    H,
    I,
    Pmf,
    Real,
    Size,
    Term,
    absolute,
    as_joint,
    as_mechanism,
    binary_entropy,
    both,
    cases,
    equals,
    every,
    information,
    log,
    maximum,
    output,
    pmf_table,
    quotient,
    remainder,
    total,
)
from verified.papers.cuff_yu_2016.common import P, Q, a, delta, m, paper, unit_delta
from verified.papers.cuff_yu_2016.lemma_1 import X, X_other, entry_law, inputs, slice_channel

# X̃ and Ỹ are the entry and the response given the other entries: a channel under a prior.
law, W = entry_law, slice_channel
slice_is_close = DP(as_mechanism(W), 0, unit_delta)
marginal_law = output(law, W)
to_another = total(X_other, law[X_other] * TV(W[X], W[X_other]))

paper.claim(
    "eq-103",
    at="Appendix D, eqs. (102) and (103)",
    scope="finite alphabets",
    forall=[law, W, X, unit_delta],
    then={
        "jensen": {
            "forall": [law, W, X],
            "then": TV(W[X], marginal_law) <= to_another,
        },
        "bound": {"given": [slice_is_close], "then": to_another <= unit_delta},
        "eq-102": {
            "given": [slice_is_close],
            "then": Close(W[X], marginal_law, 0, unit_delta),
        },
    },
    note="(X̃, Ỹ) is an entry and the response given the other entries, as below.",
)

corner = (m - 1) / m
output_bound = binary_entropy(unit_delta) + unit_delta * log(m)

paper.claim(
    "lemma-3-output",
    at="Appendix D, eqs. (105) and (106)",
    scope="finite alphabets",
    forall=[law, W, unit_delta],
    then={
        "small": {
            "given": [unit_delta <= corner, slice_is_close],
            "then": information(law, W)
            <= binary_entropy(unit_delta) + unit_delta * log(m - 1),
        },
        "large": {
            "given": [unit_delta > corner, slice_is_close],
            "then": information(law, W) <= log(m),
        },
        "small-relaxed": {
            "forall": [m, unit_delta],
            "given": [unit_delta <= corner],
            "then": binary_entropy(unit_delta) + unit_delta * log(m - 1) <= output_bound,
        },
        "large-relaxed": {
            "forall": [m, unit_delta],
            "given": [unit_delta > corner],
            "then": log(m) <= output_bound,
        },
    },
    note=(
        "(X̃, Ỹ) is an entry and the response given the other entries, so a prior and a channel "
        "whose rows are within δ (101). One child for each case of (105) and for its relaxation "
        "(106). For |Y| = 1 the case δ = 0 has 0 ln 0 = 0."
    ),
)

def input_of(pair: Term) -> Term:
    """The input of the pair (x, y) with the number x m + y."""
    return quotient(pair, m)


def output_of(pair: Term) -> Term:
    """The output of the pair (x, y) with the number x m + y."""
    return remainder(pair, m)


together_law = pmf_table(inputs * m, lambda k: law[input_of(k)] * W[input_of(k), output_of(k)])
product_law = pmf_table(inputs * m, lambda k: law[input_of(k)] * marginal_law[output_of(k)])

paper.claim(
    "eq-107",
    at="Appendix D, eqs. (107) and (108)",
    scope="finite alphabets",
    forall=[law, W, unit_delta],
    then={
        "eq-107": {
            "given": [slice_is_close],
            "then": Close(together_law, product_law, 0, unit_delta),
        },
        "eq-108": {
            "forall": [law, W],
            "then": equals(
                TV(together_law, product_law), total(X, law[X] * TV(W[X], marginal_law))
            ),
        },
    },
)

# Lemma 11: two laws on pairs (u, v), the pair with the number u |V| + v.
first_size, second_size = Size("u"), Size("v")
P_pair, Q_pair = Pmf("P", first_size * second_size), Pmf("Q", first_size * second_size)
mixed_in = Pmf("R", first_size * second_size)


def conditional_entropy(pairs: Term) -> Term:
    """H(U|V) under a law on pairs."""
    return H(as_joint(pairs, U=first_size, V=second_size), "U|V")


def one_side(difference: Term) -> Term:
    """The right side of (122): half of that of (110)."""
    share = difference / (difference + 1)
    return binary_entropy(share) + share * log(first_size)


def both_sides(difference: Term) -> Term:
    """The right side of (110)."""
    share = difference / (difference + 1)
    return 2 * binary_entropy(share) + 2 * share * log(first_size)


paper.claim(
    "lemma-11",
    at="Lemma 11, eq. (110)",
    scope="finite alphabets",
    forall=[P_pair, Q_pair, delta],
    given=[Close(P_pair, Q_pair, 0, delta)],
    then=absolute(conditional_entropy(P_pair) - conditional_entropy(Q_pair)) <= both_sides(delta),
    note="The lemma writes log; the unit is that of h, here nats. V too has a finite alphabet.",
)

delta_more = Real("delta'", ">=0", latex=r"\delta'")
gap = TV(P, Q)
above, below = maximum(P[a] - Q[a], 0), maximum(Q[a] - P[a], 0)
share = delta / (1 + delta)


def mixed(part: Term, difference: Term) -> Term:
    """The law of (U, V, B), where B = 0 has P and B = 1 the law that is mixed in."""

    def labelled(number: Term) -> Term:
        pair = quotient(number, 2)
        return cases(
            equals(remainder(number, 2), 0), P_pair[pair] / (1 + difference),
            difference / (1 + difference) * part[pair],
        )

    return as_joint(
        pmf_table(first_size * second_size * 2, labelled), U=first_size, V=second_size, B=2
    )


mixture = mixed(mixed_in, delta)
gained = H(mixture, "U|V") - conditional_entropy(P_pair)
# (111) and (118): the law mixed in is (Q − P)⁺/δ, where δ is the total variation.
pair_gap = TV(P_pair, Q_pair)
own_part = pmf_table(
    first_size * second_size, lambda pair: maximum(Q_pair[pair] - P_pair[pair], 0) / pair_gap
)
own_mixture, own_share = mixed(own_part, pair_gap), pair_gap / (1 + pair_gap)
own_gained = H(own_mixture, "U|V") - conditional_entropy(P_pair)
AT_NO_GAP = (
    "At δ = 0, P = Q, the definitions (118), (119) are 0/0. A careful reader takes δ > 0; the "
    "literal reading takes every pair of laws."
)


def where_apart(then: Formula, note: str = "") -> dict[str, Any]:
    """A child that is read for laws that differ, where its quotients are defined, and for all."""
    return {
        "forall": [P, Q],
        "given": [gap > 0],
        "then": then,
        "reading": "different",
        "readings": {"literal": {"given": []}},
        "note": f"{note} {AT_NO_GAP}".strip(),
    }


paper.claim(
    "lemma-11-steps",
    at="Appendix D, proof of Lemma 11, eqs. (111) to (125)",
    scope="finite alphabets",
    forall=[P_pair, mixed_in, delta],
    then={
        "monotone": {
            "forall": [first_size, delta, delta_more],
            "given": [delta <= delta_more, delta_more <= 1],
            "then": both_sides(delta) <= both_sides(delta_more),
            "note": (
                "“The bound in the lemma is monotonic in δ”, for δ ≤ 1: no two laws are further "
                "apart, and Lemma 11 holds beyond without it."
            ),
        },
        "parts": {
            "forall": [P, Q],
            "then": both(equals(total(a, above), gap), equals(total(a, below), gap)),
            "note": "The total measure of μ⁺ and of μ⁻.",
        },
        "eq-118": where_apart(
            both(equals(total(a, below / gap), 1), equals(total(a, above / gap), 1)),
            "The measures (118) and (119) are laws.",
        ),
        "eq-120": {
            "forall": [P, Q],
            "then": every(a, equals((P[a] + below) / (1 + gap), (Q[a] + above) / (1 + gap))),
            "note": "(120) equals (121).",
        },
        "eq-112": where_apart(
            every(
                a,
                equals(
                    (P[a] + below) / (1 + gap),
                    1 / (1 + gap) * P[a] + gap / (1 + gap) * (below / gap),
                ),
            )
        ),
        "eq-113": where_apart(
            every(
                a,
                equals(
                    (P[a] + below) / (1 + gap),
                    1 / (1 + gap) * Q[a] + gap / (1 + gap) * (above / gap),
                ),
            )
        ),
        "eq-122": {
            "then": absolute(conditional_entropy(P_pair) - H(mixture, "U|V")) <= one_side(delta),
            "note": "For any law mixed in, not that of (118) alone; (123) is the same with Q.",
        },
        "eq-124-first": equals(H(mixture, "U|V"), H(mixture, "U|V,B") + I(mixture, "U;B|V")),
        "eq-124-second": equals(
            H(mixture, "U|V"),
            1 / (1 + delta) * conditional_entropy(P_pair)
            + share * conditional_entropy(mixed_in)
            + I(mixture, "U;B|V"),
        ),
        "eq-125": {
            "forall": [P_pair, Q_pair],
            "given": [pair_gap > 0],
            "then": equals(
                own_gained,
                own_share * (conditional_entropy(own_part) - H(own_mixture, "U|V"))
                + I(own_mixture, "U;B|V"),
            ),
            "note": (
                "For p̂ of (118) and δ of (111). As printed, with the entropy of the mixture p* "
                "subtracted on the right; from (124) that of P should be."
            ),
        },
        "entropy": {
            "forall": [P_pair],
            "then": both(
                conditional_entropy(P_pair) >= 0, conditional_entropy(P_pair) <= log(first_size)
            ),
        },
        "information": both(
            I(mixture, "U;B|V") >= 0,
            I(mixture, "U;B|V") <= H(mixture, "B"),
        ),
        "label": equals(H(mixture, "B"), binary_entropy(delta / (delta + 1))),
    },
    note="p* is the law of (U, V) in that of (U, V, B), whose B is 1 with probability δ/(1 + δ).",
)

paper.claim(
    "lemma-11-steps-repaired",
    at="Appendix D, eq. (125)",
    scope="finite alphabets",
    then={
        "eq-125": {
            "forall": [P_pair, Q_pair],
            "given": [pair_gap > 0],
            "then": equals(
                own_gained,
                own_share * (conditional_entropy(own_part) - conditional_entropy(P_pair))
                + I(own_mixture, "U;B|V"),
            ),
        },
        "any-law": {
            "forall": [P_pair, mixed_in, delta],
            "then": equals(
                gained,
                share * (conditional_entropy(mixed_in) - conditional_entropy(P_pair))
                + I(mixture, "U;B|V"),
            ),
            "note": "Whatever law is mixed in, and with whatever weight.",
        },
    },
    note="(125) with the entropy of P subtracted on the right, as (124) gives it.",
)

shrunk = unit_delta / (unit_delta + 1)
input_bound = 2 * binary_entropy(shrunk) + 2 * shrunk * log(inputs)

paper.claim(
    "lemma-3-input",
    at="Appendix D, eqs. (126) and (127)",
    scope="finite alphabets",
    forall=[law, W, unit_delta],
    then={
        "bound": {
            "given": [slice_is_close],
            "then": information(law, W) <= input_bound,
        },
        "relaxed": {
            "forall": [inputs, unit_delta],
            "then": input_bound
            <= 2 * binary_entropy(unit_delta) + 2 * unit_delta * log(inputs + 1),
        },
    },
    note="As for (105): a prior and a channel whose rows are within δ.",
)
