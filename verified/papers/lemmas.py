"""Intermediate lemmas that several proofs share, as claims: stated, attacked and citable."""

from __future__ import annotations

from typing import Any

from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    TV,
    Channel,
    Close,
    Database,
    DataClass,
    Event,
    Formula,
    Framework,
    H,
    I,
    Mechanism,
    Paper,
    Pmf,
    Prior,
    Queries,
    Real,
    Size,
    Symbol,
    Term,
    absolute,
    alphabet,
    as_joint,
    as_mechanism,
    binary_entropy,
    both,
    capacity,
    cardinality,
    cases,
    channel_of,
    channel_table,
    conditional_entry_information,
    csiszar,
    dp_delta,
    edges,
    either,
    entries,
    equals,
    every,
    exp,
    group_information,
    hamming,
    implies,
    information,
    instances,
    joint_of,
    log,
    maximum,
    mi_dp,
    minimum,
    negation,
    on_entry,
    output,
    parallel,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    remainder,
    renyi,
    sibson,
    singleton,
    sqrt,
    stage_information,
    together,
    total,
)
from verified.language.databases import entry_channel, flat_mechanism
from verified.language.pufferfish import (
    PP,
    private_value,
    public_value,
    secret_delta,
    secret_joint,
    secret_stage_information,
)

paper = Paper(
    key="lemma",
    title="Lemmas that several proofs share",
    edition="statements of our own",
    units="nats",
)

n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)
W = Channel("W", n, m)
A = Event("A", n)
D = Database("D")
M = Mechanism("M", D, m)
i = Symbol("i", entries(D))
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
entry_law = Pmf("p", alphabet(D, i))
slice_ = entry_channel(M, one, i)
eps, delta = Real("eps", ">=0"), Real("delta", ">=0")
r = Real("r")
R = Pmf("R", 2)
even = pmf_of(rational(1, 2), rational(1, 2))

# --- an entry with the others fixed ---------------------------------------------------------------

paper.claim(
    "entry-information",
    forall=[M, one, i, entry_law],
    then=information(entry_law, slice_) <= mi_dp(M),
    note="A law on one entry, the others fixed, is a prior.",
)

paper.claim(
    "entry-close",
    forall=[M, one, i, own, other, eps, delta],
    given=[DP(M, eps, delta)],
    then=Close(slice_[own], slice_[other], eps, delta),
)

paper.claim(
    "entry-kl",
    forall=[M, one, i, own, other, r],
    given=[KLDP(M, r)],
    then=KL(slice_[own], slice_[other]) <= r,
)

paper.claim(
    "neighbour-information",
    forall=[M, one, two, R],
    given=[hamming(D, one, two) <= 1],
    then=information(R, channel_of(M[one], M[two])) <= mi_dp(M),
    note="Two neighbours are two values of one entry.",
)

response_event = Event("B", m)

paper.claim(
    "neighbour-event",
    forall=[M, one, two, response_event],
    given=[hamming(D, one, two) <= 1],
    then=log(2)
    - binary_entropy((1 - (M[one][response_event] - M[two][response_event])) / 2)
    <= mi_dp(M),
    note="What an event tells of two neighbours that are equally likely.",
)

# --- channels with two inputs ---------------------------------------------------------------------

first, second = Symbol("x", n), Symbol("x'", n)

paper.claim(
    "two-rows",
    forall=[W, first, second, R],
    then={
        "information": information(R, channel_of(W[first], W[second]))
        <= capacity(W),
        "capacity": {
            "forall": [W, first, second],
            "then": capacity(channel_of(W[first], W[second])) <= capacity(W),
        },
    },
)

first_chance, second_chance = Real("c", "[0,1]"), Real("e", "[0,1]")

paper.claim(
    "binary-information",
    forall=[R, first_chance, second_chance],
    then=equals(
        information(R, channel_of(
            [1 - first_chance, first_chance], [1 - second_chance, second_chance]
        )),
        binary_entropy(R[0] * first_chance + R[1] * second_chance)
        - R[0] * binary_entropy(first_chance)
        - R[1] * binary_entropy(second_chance),
    ),
)

paper.claim(
    "event-told",
    forall=[P, Q, A, R],
    then=information(R, channel_of(pmf_of(1 - P[A], P[A]), pmf_of(1 - Q[A], Q[A])))
    <= information(R, channel_of(P, Q)),
    note="What an event tells is no more than what the symbol does.",
)

paper.claim(
    "even-binary",
    forall=[first_chance, second_chance],
    then=log(2) - binary_entropy((1 - (first_chance - second_chance)) / 2)
    <= information(even, channel_of(
        [1 - first_chance, first_chance], [1 - second_chance, second_chance]
    )),
    note="Of the channels with one difference, the symmetric one tells least.",
)

paper.claim(
    "even-inputs",
    forall=[P, Q, A],
    then=log(2) - binary_entropy((1 - (P[A] - Q[A])) / 2)
    <= information(even, channel_of(P, Q)),
    note="Two equally likely inputs, told apart by an event.",
)

# --- sums and several outputs ---------------------------------------------------------------------

count, exponent = Size("k", low=0), Real("r")
power = Symbol("l", count, latex=r"\ell")

paper.claim(
    "geometric-sum",
    forall=[count, exponent],
    then=equals(
        (exp(exponent) - 1) * total(power, exp(power * exponent)), exp(count * exponent) - 1
    ),
)

# --- rows that are close --------------------------------------------------------------------------

level = Real("eps", ">0")
least = Real("c", ">=0")
response = Symbol("y", m)
inputs_law = Pmf("P", n)
ratio = level / (exp(level) - 1)
curve = ratio - 1 - log(ratio)
column = output(inputs_law, W)[response]
near_least = every(first, both(
    least <= W[first, response], W[first, response] <= exp(level) * least
))
power_order = Real("alpha", ">0")
column_norm = total(first, inputs_law[first] * W[first, response] ** power_order) ** (
    1 / power_order
)
rise, top_rise = exp(level) - 1, exp(power_order * level) - 1
most_powers = log((top_rise - rise) / ((power_order - 1) * rise)) - power_order * log(
    power_order * (top_rise - rise) / ((power_order - 1) * top_rise)
)

smaller, greater = Real("u", ">0"), Real("v", ">0")


def room(spread: Term) -> Term:
    """y²/24 − ln(sinh(y/2)/(y/2)), which is at least 0 and grows."""
    return spread**2 / 24 + spread / 2 - log((exp(spread) - 1) / spread)


paper.claim(
    "hyperbolic-room",
    forall=[smaller, greater],
    given=[smaller <= greater],
    then=room(smaller) <= room(greater),
)

paper.claim(
    "close-rows",
    forall=[inputs_law, W, level],
    given=[every(first, every(second, Close(W[first], W[second], level, 0)))],
    then={
        "information": information(inputs_law, W) <= curve,
        "square": {
            "forall": [inputs_law, W, eps],
            "given": [every(first, every(second, Close(W[first], W[second], eps, 0)))],
            "then": information(inputs_law, W) <= eps**2 / 8,
        },
        "above-one": {
            "forall": [inputs_law, W, response, level, least, power_order],
            "given": [power_order > 1, near_least],
            "then": column_norm <= column * exp(most_powers / power_order),
        },
        "below-one": {
            "forall": [inputs_law, W, response, level, least, power_order],
            "given": [power_order < 1, near_least],
            "then": column * exp(most_powers / power_order) <= column_norm,
        },
        "column": {
            "forall": [inputs_law, W, response, level, least],
            "given": [near_least],
            "then": total(first, inputs_law[first] * (
                W[first, response] * log(W[first, response])
            )) <= column * log(column) + column * curve,
        },
    },
    note=(
        "One output at a time: where likelihoods lie in [c, c e^ε], x ln x is below its chord, and "
        "powers are below or above theirs."
    ),
)

told_bit = log(2) - binary_entropy(1 / (1 + exp(eps)))

paper.claim(
    "close-pair",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=KL(P, pmf_table(n, lambda a: (P[a] + Q[a]) / 2)) <= told_bit,
    note="x ln(2x/(1 + x)) is convex, and the likelihood ratio x is in [e^−ε, e^ε].",
)

paper.claim(
    "close-binary-rows",
    forall=[inputs_law, W, eps],
    given=[n <= 2, every(first, every(second, Close(W[first], W[second], eps, 0)))],
    then=information(inputs_law, W) <= told_bit,
)

# --- positive parts -------------------------------------------------------------------------------

paper.claim(
    "positive-part",
    forall=[r],
    then={
        "above": {"given": [r >= 0], "then": equals(maximum(0, r), r)},
        "below": {"given": [r <= 0], "then": equals(maximum(0, r), 0)},
    },
)

# --- two symbols ----------------------------------------------------------------------------------

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

# --- powers, and information of an order ----------------------------------------------------------

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

distance, level_of, slack = Real("x", "[0,1]"), Real("eps", ">0"), Real("eta", ">0")

paper.claim(
    "entropy-gap",
    forall=[distance],
    then={
        "upper": log(2) - binary_entropy((1 - distance) / 2)
        <= distance**2 / 2 + distance**4 / 4,
        "root": {
            "forall": [distance, level_of, slack],
            "given": [
                distance**2 / 2 <= level_of,
                level_of <= distance**2 / 2 + distance**4 / 4,
                level_of <= 2 * slack,
            ],
            "then": absolute(sqrt(2 * level_of) / distance - 1) <= slack,
        },
    },
)

# --- rows that are near ---------------------------------------------------------------------------

target = output(inputs_law, W)

paper.claim(
    "near-rows",
    forall=[inputs_law, W, delta],
    given=[every(first, every(second, TV(W[first], W[second]) <= delta))],
    then={
        "information": information(inputs_law, W) <= delta * H(inputs_law),
        "row": {
            "forall": [inputs_law, W, first, delta],
            "given": [
                inputs_law[first] > 0, every(second, TV(W[second], W[first]) <= delta),
            ],
            "then": total(response, inputs_law[first] * W[first, response] * log(
                W[first, response]
            ) - inputs_law[first] * W[first, response] * log(target[response]))
            <= delta * -(inputs_law[first] * log(inputs_law[first])),
        },
        "overlap": {
            "forall": [inputs_law, W, first, delta],
            "given": [every(second, TV(W[second], W[first]) <= delta)],
            "then": inputs_law[first] + (1 - inputs_law[first]) * (1 - delta)
            <= total(response, total(second, inputs_law[second] * minimum(
                W[second, response], W[first, response]
            ))),
        },
    },
    note="−ln z is below its chord on [P(x), 1], z the likelihoods' mean minimum over that of x.",
)

most_inputs, unit_delta = Size("K"), Real("delta", "[0,1]")

paper.claim(
    "rows-within",
    forall=[inputs_law, W, most_inputs, unit_delta],
    given=[
        n <= most_inputs,
        every(first, every(second, Close(W[first], W[second], 0, unit_delta))),
    ],
    then=information(inputs_law, W) <= 2 * binary_entropy(unit_delta)
    + 2 * unit_delta * log(minimum(m, most_inputs + 1)),
    note="Lemma 3 of Cuff and Yu for any channel.",
)

possible_pairs = every(
    first,
    every(second, Close(W[first], W[second], eps, 0), where=inputs_law[second] > 0),
    where=inputs_law[first] > 0,
)

paper.claim(
    "possible-rows",
    forall=[inputs_law, W, eps],
    given=[possible_pairs],
    then=information(inputs_law, W) <= eps,
    note="Rows of inputs that never are don't matter.",
)

V = Channel("V", n, Size("k"))

paper.claim(
    "two-outputs",
    forall=[P, W, V],
    then=information(P, parallel(W, V)) <= information(P, W) + information(P, V),
    note="Two responses that are independent given the input tell at most what each tells alone.",
)

many = Size("k")
prior, query = Prior("P", D), Symbol("j", many)


def stage_bounds(kind: str) -> dict[str, Any]:
    """What k responses tell of an entry, stage by stage, and what a stage tells at most."""
    queries = Queries("S", D, many, m, kind=kind)
    history = Symbol("h", m**query)
    private: Formula = MIDP(queries[query], r)
    if kind == "sequential":
        private = every(history, MIDP(queries[query, history], r))
    return {
        f"{kind}-sum": {
            "forall": [prior, queries, i],
            "then": conditional_entry_information(prior, together(queries), i)
            <= total(query, stage_information(prior, queries, i, query)),
        },
        f"{kind}-stage": {
            "forall": [prior, queries, i, query, r],
            "given": [private],
            "then": stage_information(prior, queries, i, query) <= r,
        },
    }


paper.claim("stages", then={**stage_bounds("independent"), **stage_bounds("sequential")})

several = Real("K", ">0")

paper.claim(
    "entropy-chord",
    forall=[low, several],
    then={
        "most": {
            "then": binary_entropy(low) + low * log(several) <= log(1 + several),
            "note": "Equal at p = K/(1 + K).",
        },
        "shrunk": {
            "forall": [low, Real("K", ">=1")],
            "then": binary_entropy(low / (1 + low)) + low / (1 + low) * log(Real("K", ">=1"))
            <= binary_entropy(low) + low * log(1 + Real("K", ">=1")),
            "note": "p is the mixture of p/(1 + p) and 1 with the weights 1 − p² and p².",
        },
    },
)

# --- the channel that gives one input away --------------------------------------------------------

told_with = Real("q", "[0,1]")
giving_away = as_mechanism(channel_of([1, 0], [1 - told_with, told_with]))
any_eps, any_level = Real("eps", ">=0"), Real("r")

paper.claim(
    "giving-away",
    forall=[told_with],
    then={
        "capacity": capacity(channel_of([1, 0], [1 - told_with, told_with])) <= told_with,
        "private": {
            "forall": [told_with, any_eps, delta],
            "given": [delta < told_with],
            "then": negation(DP(giving_away, any_eps, delta)),
        },
        "divergence": {
            "forall": [told_with, any_level],
            "given": [told_with > 0],
            "then": negation(KLDP(giving_away, any_level)),
        },
    },
)

pair_channel = channel_of(P, Q)

paper.claim(
    "pair-mechanism",
    forall=[P, Q, eps],
    then={
        "divergence": {
            "given": [KL(P, Q) <= eps, KL(Q, P) <= eps],
            "then": KLDP(as_mechanism(pair_channel), eps),
        },
        "private": {
            "forall": [P, Q, eps, delta],
            "given": [negation(Close(P, Q, eps, delta))],
            "then": negation(DP(as_mechanism(pair_channel), eps, delta)),
        },
    },
    note="Two laws as the responses to the two inputs of a channel.",
)

side = Real("s", "[0,1]")

paper.claim(
    "entropy-root",
    forall=[side],
    then=binary_entropy(side**2) <= 2 * log(2) * side,
    note="h(δ) ≤ 2 ln 2 √δ.",
)

sent = Symbol("l", entries(D), latex=r"\ell")
of_entry = Channel("W", alphabet(D, sent), m)

paper.claim(
    "on-entry",
    forall=[of_entry, sent],
    then={
        "bound": mi_dp(on_entry(of_entry, D, sent)) <= capacity(of_entry),
        "reached": capacity(of_entry) <= mi_dp(on_entry(of_entry, D, sent)),
    },
    note="A mechanism that sends one entry through a channel tells what the channel does.",
)

paper.claim(
    "constant-channel",
    forall=[Q, m],
    then=equals(capacity(channel_table(m, n, lambda _, y: Q[y])), 0),
)

paper.claim(
    "product-entropy",
    forall=[P, Pmf("R", m)],
    then=equals(
        H(pmf_table(n * m, lambda s: P[quotient(s, m)] * Pmf("R", m)[remainder(s, m)])),
        H(P) + H(Pmf("R", m)),
    ),
)

# --- two laws on two symbols ----------------------------------------------------------------------

chance, other_chance = Real("p", "[0,1]"), Real("q", "[0,1]")
apart_by = chance - other_chance

paper.claim(
    "binary-quartic",
    forall=[chance, other_chance],
    then=2 * apart_by**2 + rational(4, 9) * apart_by**4
    <= KL(pmf_of(chance, 1 - chance), pmf_of(other_chance, 1 - other_chance)),
    note="The first two terms of ln 2 − h at the even law; less than the divergence elsewhere.",
)

# --- rows of bounded divergence -------------------------------------------------------------------

ceiling = Real("r", ">=0")
bounded = every(first, every(second, KL(W[first], W[second]) <= ceiling))

paper.claim(
    "far-rows",
    forall=[inputs_law, W, ceiling],
    given=[bounded],
    then={
        "collision": information(inputs_law, W)
        <= (1 - total(first, inputs_law[first] * inputs_law[first])) * ceiling,
        "alphabet": information(inputs_law, W) <= (1 - 1 / n) * ceiling,
    },
    note="D(W_x‖q) is at most the mean of D(W_x‖W_j); equal inputs add nothing.",
)

portion = Real("t", "[0,1]")
mixture = pmf_table(n, lambda a: portion * P[a] + (1 - portion) * Q[a])

paper.claim(
    "far-pair",
    forall=[P, Q, portion, ceiling],
    given=[KL(P, Q) <= ceiling, KL(Q, P) <= ceiling],
    then=portion * KL(P, mixture) + (1 - portion) * KL(Q, mixture)
    <= portion * (1 - portion) * ceiling,
    note="Symbol by symbol, against (1 − t) D(P‖Q) + t D(Q‖P).",
)

paper.claim(
    "far-binary-rows",
    forall=[inputs_law, W, ceiling],
    given=[n <= 2, bounded],
    then=information(inputs_law, W) <= ceiling / 4,
)

# --- the entropy of the output given the input, of two laws on pairs (Lemma 11) -------------------

wide_m, level = Size("m", 2), Real("t", "(0,1)")
here, there = Channel("W", n, wide_m), Channel("V", n, wide_m)
row, cell = Symbol("x", n), Symbol("y", wide_m)
common = total(cell, minimum(P[row] * here[row, cell], Q[row] * there[row, cell]))
pairs_apart = TV(
    *(
        pmf_table(
            n * wide_m,
            lambda s, law=law, channel=channel: law[quotient(s, wide_m)]  # type: ignore[misc]
            * channel[quotient(s, wide_m), remainder(s, wide_m)],
        )
        for law, channel in ((P, here), (Q, there))
    )
)
odds = log(level) - log(wide_m - 1)

paper.claim(
    "conditional-entropy",
    forall=[P, Q, here, there, level],
    given=[level <= (wide_m - 1) / wide_m],
    then={
        "row": {
            "forall": [P, Q, here, there, row, level],
            "then": P[row] * H(here[row]) - Q[row] * H(there[row])
            <= -(common * log(1 - level)) - (P[row] - common) * odds,
        },
        "distance": {
            "forall": [P, Q, here, there],
            "given": [],
            "then": equals(total(row, common), 1 - pairs_apart),
        },
        "gap": H(joint_of(P, here), "Y|X") - H(joint_of(Q, there), "Y|X")
        <= -((1 - pairs_apart) * log(1 - level)) - pairs_apart * odds,
    },
    note="For every t; best at the distance of the two laws on pairs.",
)

# --- two laws that are close but for δ ------------------------------------------------------------

small_delta = Real("delta", "[0,1]")

rise, fall = Real("alpha"), Real("beta")
mean_law = pmf_table(n, lambda a: (P[a] + Q[a]) / 2)

paper.claim(
    "near-pair",
    forall=[P, Q, eps, small_delta],
    given=[Close(P, Q, eps, small_delta)],
    then={
        "bound": KL(P, mean_law) <= small_delta * log(2) + (1 - small_delta) * told_bit,
        "lines": {
            "forall": [P, Q, eps, small_delta, rise, fall],
            "given": [
                rise <= log(2), fall <= 0,
                equals(
                    rise * exp(eps) + fall, exp(eps) * (log(2) + eps - log(1 + exp(eps)))
                ),
                equals(rise + fall * exp(eps), log(2) - log(1 + exp(eps))),
                Close(P, Q, eps, small_delta),
            ],
            "then": KL(P, mean_law)
            <= rise + fall + (log(2) - rise) * small_delta - fall * small_delta,
        },
    },
    note=(
        "x ln(2x/(1 + x)) lies below its chords between 0, e^−ε, e^ε and ∞; the outer ones weigh "
        "what exceeds closeness."
    ),
)

paper.claim(
    "near-binary-rows",
    forall=[inputs_law, W, eps, small_delta],
    given=[n <= 2, every(first, every(second, Close(W[first], W[second], eps, small_delta)))],
    then=information(inputs_law, W)
    <= small_delta * log(2) + (1 - small_delta) * told_bit,
)

middle, radius = Real("m"), Real("c")

paper.claim(
    "two-steps",
    forall=[Real("r"), Real("s"), middle, radius],
    given=[absolute(Real("r") - middle) <= radius, absolute(Real("s") - middle) <= radius],
    then=absolute(Real("r") - Real("s")) <= 2 * radius,
    note="The triangle inequality for numbers.",
)

# --- a law on pairs, mixed with another -----------------------------------------------------------

u_size, v_size = Size("u"), Size("v")
main_law, other_law = Pmf("P", u_size * v_size), Pmf("R", u_size * v_size)
mixing = Real("delta", ">=0")


def with_label(number: Term) -> Term:
    """The law of (U, V, B): of `main_law` where B = 0, and of `other_law` where B = 1."""
    pair = quotient(number, 2)
    return cases(
        equals(remainder(number, 2), 0),
        main_law[pair] / (1 + mixing),
        mixing / (1 + mixing) * other_law[pair],
    )


labelled_law = as_joint(
    pmf_table(u_size * v_size * 2, with_label), U=u_size, V=v_size, B=2
)


def mixed(pair: Term) -> Term:
    """The same law without the label."""
    return main_law[pair] / (1 + mixing) + mixing / (1 + mixing) * other_law[pair]


without_label = as_joint(pmf_table(u_size * v_size, mixed), U=u_size, V=v_size)

paper.claim(
    "label-forgotten",
    forall=[main_law, other_law, mixing],
    then=equals(H(labelled_law, "U|V"), H(without_label, "U|V")),
)

middle, input_symbol, output_symbol = Pmf("Q", m), Symbol("x", n), Symbol("y", m)
level_rows = every(input_symbol, equals(KL(W[input_symbol], middle), r))

paper.claim(
    "equidistant-rows",
    forall=[W, middle, r],
    given=[level_rows],
    then={
        "bound": capacity(W) <= r,
        "reached": {
            "forall": [P, W, middle, r],
            "given": [
                level_rows,
                every(output_symbol, equals(output(P, W)[output_symbol], middle[output_symbol])),
            ],
            "then": equals(information(P, W), r),
        },
    },
    note="If all rows are equally far from a law, and an input has it as its output, that is best.",
)

other_size, other_outputs = Size("N"), Size("L")
other_law = Pmf("R", other_size)
other_channel = Channel("V", other_size, other_outputs)

paper.claim(
    "independent-parts",
    forall=[P, W, other_law, other_channel],
    then=equals(
        information(
            pmf_table(
                n * other_size,
                lambda x: P[quotient(x, other_size)] * other_law[remainder(x, other_size)],
            ),
            channel_table(
                n * other_size,
                m * other_outputs,
                lambda x, s: W[quotient(x, other_size)][quotient(s, other_outputs)]
                * other_channel[remainder(x, other_size)][remainder(s, other_outputs)],
            ),
        ),
        information(P, W) + information(other_law, other_channel),
    ),
    note="Two channels with inputs and outputs of their own, used independently.",
)

start, end, shift = Symbol("x", n), Symbol("y", n), Symbol("t", n)

paper.claim(
    "cyclic-shift",
    forall=[start, end],
    then=equals(total(shift, cases(equals(end, remainder(start + shift, n)), 1, 0)), 1),
    note="Exactly one number below n takes x to y modulo n.",
)

first_count = Size("k", low=0)
place, other_place = Symbol("u", n), Symbol("t", n)


def landed(position: Term) -> Term:
    """1 where the end is that many steps from the start modulo n, else 0."""
    return cases(equals(end, remainder(start + position, n)), 1, 0)


paper.claim(
    "cyclic-position",
    forall=[start, end, other_place, place],
    given=[either(
        equals(start + other_place, end), equals(start + other_place, end + n)
    )],
    then=equals(cases(equals(place, other_place), 1, 0), landed(place)),
    note="No other number below n takes x to y modulo n.",
)

paper.claim(
    "count-below",
    forall=[n, first_count],
    given=[first_count <= n],
    then=equals(total(start, cases(start < first_count, 1, 0)), first_count),
    note="So many of the numbers below n are below k.",
)

paper.claim(
    "cyclic-window",
    forall=[start, end, first_count],
    then=equals(
        total(place, landed(place) * cases(place < first_count, 1, 0)),
        cases(remainder(n + end - start, n) < first_count, 1, 0),
    ),
    note="Whether y is one of the k symbols from x on, on a ring of n symbols.",
)

paper.claim(
    "cyclic-window-sums",
    forall=[start, first_count],
    given=[first_count <= n],
    then={
        "by-start": equals(
            total(end, cases(remainder(n + start - end, n) < first_count, 1, 0)), first_count
        ),
        "by-end": equals(
            total(end, cases(remainder(n + end - start, n) < first_count, 1, 0)), first_count
        ),
    },
    note="Each symbol is in k of the windows of k symbols, and each window has k symbols.",
)

over, part = Real("a", ">0"), Real("a", "(0,1)")
stretch, shrink = Real("c", ">0"), Real("c", "(0,1]")

paper.claim(
    "renyi-orders",
    forall=[P, Q, over],
    then={
        "above": {
            "forall": [P, Q, over, stretch],
            "given": [stretch >= 1],
            "then": renyi(P, Q, 1 + over) <= renyi(P, Q, 1 + stretch * over),
        },
        "above-one": KL(P, Q) <= renyi(P, Q, 1 + over),
        "infinite": renyi(P, Q, 1 + over) <= renyi(P, Q, float("inf")),
        "below": {
            "forall": [P, Q, part, shrink],
            "then": renyi(P, Q, 1 - part) <= renyi(P, Q, 1 - shrink * part),
        },
        "below-one": {
            "forall": [P, Q, part],
            "then": renyi(P, Q, 1 - part) <= KL(P, Q),
        },
        "zero": {"forall": [P, Q, part], "then": renyi(P, Q, 0) <= renyi(P, Q, 1 - part)},
    },
    note="The steps to Rényi's divergence growing with its order, by distances from order 1.",
)

digits, word = Size("k", low=0), Size("u", low=0)
last_bit = Symbol("v", 2)
first_base, second_base = Real("z", ">0"), Real("w", ">0")
bit_chance, small_share = Real("p", "(0,1)"), Real("s", "(0,1]")


def ones(number_of: Term, count: Term) -> Term:
    """How many of the last `count` bits of a number are 1."""
    bit = Symbol("i", count)
    return total(bit, remainder(quotient(number_of, 2**bit), 2))


sequences = Size("k")
sequence = Symbol("x", 2**sequences)

paper.claim(
    "bits",
    forall=[word, last_bit, digits],
    then={
        "shifted": equals(
            ones(word * 2 + last_bit, digits + 1), last_bit + ones(word, digits)
        ),
        "binomial": {
            "forall": [sequences, first_base, second_base],
            "then": equals(
                total(
                    sequence,
                    first_base ** ones(sequence, sequences)
                    * second_base ** (sequences - ones(sequence, sequences)),
                ),
                (first_base + second_base) ** sequences,
            ),
            "note": "The binomial formula, over sequences of bits.",
        },
        "all-ones": {
            "forall": [sequences, bit_chance, small_share],
            "then": total(
                sequence,
                bit_chance ** ones(sequence, sequences)
                * (1 - bit_chance) ** (sequences - ones(sequence, sequences)),
                where=ones(sequence, sequences) >= 1 * sequences,
            )
            <= exp(
                sequences * log(bit_chance)
                + sequences * (1 - bit_chance) / bit_chance * small_share
            ),
            "note": "As the share falls to 0, p^k.",
        },
    },
)

moved, share = Symbol("v", n), Real("t", "(0,1)")
chance_out = output(inputs_law, W)[response]
best_input = information(inputs_law, W) >= capacity(W)

paper.claim(
    "towards-input",
    forall=[inputs_law, W, moved, share],
    given=[best_input],
    then={
        "likelihood": total(response, -(
            W[moved, response] * log((1 - share) * chance_out + share * W[moved, response])
        )) - H(W[moved]) <= capacity(W),
        "divergence": {
            "given": [best_input, every(response, either(chance_out > 0, W[moved, response] <= 0))],
            "then": KL(W[moved], output(inputs_law, W)) <= capacity(W)
            + share * total(response, W[moved, response] ** 2 / chance_out, where=chance_out > 0),
        },
    },
    note="A best prior gains nothing by a share moved to one input.",
)

databases = Database("D")
group_size, group_level = Size("k", low=0), Real("eps", ">=0")
group_prior, group_mechanism = Prior("P", databases), Mechanism("M", databases, m)
some_group, known_group = (Event(name, entries(databases)) for name in ("I", "J"))
one_entry, learned = Symbol("j", entries(databases)), Event("K", entries(databases))

paper.claim(
    "entries-together",
    forall=[group_size, group_prior, group_mechanism, some_group, known_group, group_level],
    given=[
        every(one_entry, every(learned, group_information(
            group_prior, group_mechanism, singleton(one_entry, entries(databases)), learned
        ) <= group_level)),
        cardinality(some_group) <= group_size,
    ],
    then=group_information(group_prior, group_mechanism, some_group, known_group)
    <= group_size * group_level,
    note="What each entry tells at most, whatever is known, a group tells at most for each.",
)

database_framework = Framework("F", instances(databases))
database_law = Pmf("P", instances(databases))
database_edge = Symbol("e", edges(database_framework))
stage_count = Size("k")
stage_queries = Queries("S", databases, stage_count, m, "sequential")
stage = Symbol("j", stage_count)

paper.claim(
    "secret-stages",
    forall=[database_framework, database_law, stage_queries, database_edge],
    then=equals(
        I(
            secret_joint(
                database_framework, database_law, flat_mechanism(together(stage_queries)),
                database_edge,
            ),
            "A;Y|C",
        ),
        total(stage, secret_stage_information(
            database_framework, database_law, stage_queries, database_edge, stage
        )),
    ),
    note="The chain rule: each response adds what it tells given the earlier ones.",
)

data_size = Size("n")
data_framework, data_mechanism = Framework("F", data_size), Channel("M", data_size, m)
data_edge, data_law = Symbol("e", edges(data_framework)), Pmf("P", data_size)
every_law = DataClass("Theta", data_size, "all")
datum, other_datum = Symbol("x", data_size), Symbol("x'", data_size)
same_public, same_private = (
    equals(value(data_framework, data_edge, datum), value(data_framework, data_edge, other_datum))
    for value in (public_value, private_value)
)
data_close = Close(data_mechanism[datum], data_mechanism[other_datum], eps, delta)

paper.claim(
    "secret-symbols",
    forall=[data_framework, data_mechanism, eps, delta],
    then={
        "pair": {
            "forall": [
                data_framework, every_law, data_mechanism, data_edge, datum, other_datum, eps,
                delta,
            ],
            "given": [
                PP(data_framework, every_law, data_mechanism, eps, delta),
                same_public,
                negation(same_private),
            ],
            "then": data_close,
            "note": "Two values of the data may be equally likely, and nothing else possible.",
        },
        "mixture": {
            "forall": [data_framework, data_law, data_mechanism, eps, delta],
            "given": [every(data_edge, every(datum, every(other_datum, implies(
                both(same_public, negation(same_private)), data_close
            ))))],
            "then": secret_delta(data_framework, data_law, data_mechanism, eps) <= delta,
            "note": "Given a secret the response's law is a mixture over the data in it.",
        },
    },
)

# --- supports -------------------------------------------------------------------------------------

support_law, spread_law = Pmf("R", n), Pmf("V", n)
support_size = total(symbol := Symbol("y", n), cases(support_law[symbol] > 0, 1, 0))
within_support = every(symbol, either(support_law[symbol] > 0, spread_law[symbol] <= 0))
half_delta = Real("delta", "(0,1/2]")
possible_output = output(inputs_law, W)
possible_outputs = total(response, cases(possible_output[response] > 0, 1, 0))
unit_level, most_values = Real("delta", "[0,1]"), Size("K")
near_possible = every(first, every(second, Close(W[first], W[second], 0, unit_level),
                                   where=inputs_law[second] > 0), where=inputs_law[first] > 0)

paper.claim(
    "support-entropy",
    forall=[support_law, spread_law],
    then={
        "uniform": {
            "given": [within_support],
            "then": H(spread_law) <= log(support_size),
        },
        "continuity": {
            "forall": [support_law, spread_law, half_delta],
            "given": [within_support, TV(support_law, spread_law) <= half_delta],
            "then": H(support_law) - H(spread_law)
            <= binary_entropy(half_delta) + half_delta * log(support_size),
        },
        "rows": {
            "forall": [inputs_law, W, most_values, unit_level],
            "given": [n <= most_values, near_possible],
            "then": information(inputs_law, W)
            <= 2 * binary_entropy(unit_level)
            + 2 * unit_level * log(minimum(possible_outputs, most_values + 1)),
            "note": "Only what has positive probability counts: inputs and outputs alike.",
        },
    },
    note="Entropies of laws within a support, whatever the alphabet.",
)

weight = Real("t", ">=0")

drawn_apart = Pmf("R", n)

paper.claim(
    "mean-divergence",
    forall=[inputs_law, drawn_apart, W, weight],
    then=weight * information(inputs_law, W) <= total(first, total(
        second, weight * inputs_law[first] * drawn_apart[second] * KL(W[first], W[second])
    )),
    note=(
        "Information is at most the mean divergence of the row of the input from that of another "
        "input drawn apart, by a law that may differ, with any weight."
    ),
)

# Those on frameworks, games and noise stand in modules of their own, under the same paper.
from verified.papers import (  # noqa: E402, F401
    lemmas_frameworks,
    lemmas_games,
    lemmas_noise,
    lemmas_support,
)
