"""Lemmas on laws on two symbols: their distance and closeness, channels made of them, and the
binary entropy. The last bounds a capacity next to the channel that gives one input away.
"""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    TV,
    Close,
    Real,
    Term,
    absolute,
    as_mechanism,
    binary_entropy,
    both,
    capacity,
    channel_of,
    dp_delta,
    equals,
    exp,
    log,
    mi_dp,
    pmf_of,
    rational,
)
from verified.papers.lemmas.common import delta, eps, first_chance, paper, second_chance

of_one, of_one_other = Real("p", "[0,1]"), Real("q", "[0,1]")

paper.claim(
    "binary-distance",
    forall=[of_one, of_one_other],
    then=equals(
        TV(pmf_of(1 - of_one, of_one), pmf_of(1 - of_one_other, of_one_other)),
        absolute(of_one - of_one_other),
    ),
)

binary_first, binary_second = (
    pmf_of(1 - first_chance, first_chance), pmf_of(1 - second_chance, second_chance)
)

paper.claim(
    "binary-close",
    forall=[first_chance, second_chance, eps, delta],
    then={
        "if": {
            "given": [
                first_chance <= exp(eps) * second_chance + delta,
                1 - first_chance <= exp(eps) * (1 - second_chance) + delta,
                second_chance <= exp(eps) * first_chance + delta,
                1 - second_chance <= exp(eps) * (1 - first_chance) + delta,
            ],
            "then": Close(binary_first, binary_second, eps, delta),
        },
        "only-if": {
            "given": [Close(binary_first, binary_second, eps, delta)],
            "then": both(
                first_chance <= exp(eps) * second_chance + delta,
                second_chance <= exp(eps) * first_chance + delta,
            ),
        },
    },
)

paper.claim(
    "binary-mechanism",
    forall=[first_chance, second_chance, eps, delta],
    given=[Close(binary_first, binary_second, eps, delta)],
    then=DP(
        as_mechanism(channel_of(
            [1 - first_chance, first_chance], [1 - second_chance, second_chance]
        )),
        eps,
        delta,
    ),
)

flip = Real("c", "[0,1/2]")
flipping = channel_of([1 - flip, flip], [flip, 1 - flip])

paper.claim(
    "symmetric-channel",
    forall=[flip],
    then=both(
        equals(mi_dp(as_mechanism(flipping)), log(2) - binary_entropy(flip)),
        equals(dp_delta(as_mechanism(flipping), 0), 1 - 2 * flip),
    ),
)

paper.claim(
    "mirrored-capacity",
    forall=[first_chance, second_chance],
    then=capacity(channel_of(
        [1 - (1 - second_chance), 1 - second_chance], [1 - (1 - first_chance), 1 - first_chance]
    ))
    <= capacity(channel_of(
        [1 - first_chance, first_chance], [1 - second_chance, second_chance]
    )),
    note="Inputs and outputs change places.",
)

# --- the binary entropy ---------------------------------------------------------------------------

low, high = Real("p", "[0,1]"), Real("q", "[0,1]")

paper.claim(
    "binary-entropy-strict",
    forall=[low, high],
    then={
        "increasing": {
            "given": [low < high, high <= rational(1, 2)],
            "then": binary_entropy(low) < binary_entropy(high),
        },
        "inverse": {
            "given": [low <= rational(1, 2), binary_entropy(low) <= binary_entropy((1 - high) / 2)],
            "then": high <= 1 - 2 * low,
            "note": "Two equally likely inputs at distance q, told no better than by flips.",
        },
    },
)

# A channel of two inputs next to one that gives an input away, where the odds of the best output
# law are q e^−v with h(q) = q (v − ln q). They are raised by a factor here.
revealed, best_exponent, any_odds = Real("q", "(0,1)"), Real("v", "[0,1]"), Real("t", ">0")
slip_rate, added_share, any_chance = Real("z", ">=0"), Real("g", ">=0"), Real("b", "[0,1)")
hidden, surprise = 1 - revealed, 1 - log(1 - revealed)
best_odds, tilt = revealed * exp(-best_exponent), revealed + exp(best_exponent)
seldom = revealed * exp(-3 * slip_rate)
raised_less = best_odds * (1 + 2 * slip_rate * exp(-3 * slip_rate) * tilt)
often = revealed * (1 + 2 * added_share)
raised_more = best_odds * (1 + 2 * surprise * added_share * tilt)
matched_share = slip_rate * exp(-3 * slip_rate) / surprise
matched_often = revealed * (1 + 2 * matched_share)
large_exponent = 1 + log(hidden) / 2 <= best_exponent
small_exponent = revealed * best_exponent <= -hidden * log(hidden)


def distance_to(probability: Term, others_odds: Term) -> Term:
    """The divergence of a law on two symbols from that with the odds given."""
    rest = 1 - probability
    return (
        probability * log(probability) + rest * log(rest) - probability * log(others_odds)
        + log(1 + others_odds)
    )


paper.claim(
    "near-revealing",
    then={
        "divergence": {
            "forall": [any_chance, any_odds],
            "then": equals(
                KL(
                    pmf_of(1 - any_chance, any_chance),
                    pmf_of(1 / (1 + any_odds), any_odds / (1 + any_odds)),
                ),
                distance_to(any_chance, any_odds),
            ),
        },
        "less": {
            "forall": [revealed, best_exponent, slip_rate],
            "given": [slip_rate >= 1],
            "then": distance_to(seldom, raised_less) <= log(1 + best_odds),
            "note": "The input that had one output now has the other with probability q e^−3z.",
        },
        "exponent": {
            "forall": [revealed, best_exponent, added_share],
            "given": [large_exponent, added_share <= hidden**3 / 20],
            "then": (1 - 2 * log(hidden) + hidden**2 / 9 + best_exponent)
            * (1 + 2 * surprise * added_share * tilt) <= surprise * tilt,
        },
        "more": {
            "forall": [revealed, best_exponent, added_share],
            "given": [small_exponent, large_exponent, added_share <= hidden**3 / 20],
            "then": distance_to(often, raised_more) <= log(1 + best_odds),
            "note": "The other input is given away with probability q (1 + 2g).",
        },
        "capacity": {
            "forall": [revealed, best_exponent, slip_rate],
            "given": [
                slip_rate >= 1, small_exponent, large_exponent, matched_share <= hidden**3 / 20,
            ],
            "then": capacity(
                channel_of([1 - seldom, seldom], [1 - matched_often, matched_often])
            ) <= log(1 + best_odds),
            "note": "Both at once, with the same odds: g = z e^−3z/(1 − ln(1 − q)).",
        },
    },
)
