"""Section 3: Theorem 1, and the lemmas that prove it.

Footnote 3 of the introduction stands with Theorem 1, of which it speaks.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    TV,
    Channel,
    Event,
    I,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    Term,
    absolute,
    as_joint,
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
    entries,
    entry_information,
    equals,
    every,
    exp,
    hamming,
    information,
    instances,
    largest,
    largest_alphabet,
    log,
    maximum,
    mi_dp,
    minimum,
    negation,
    output,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    remainder,
    sqrt,
    total,
)
from verified.language.heads import apply
from verified.language.sorts import DatabaseSort
from verified.papers.cuff_yu_2016.closeness import eps_new, factor, less_rare, level, more_rare
from verified.papers.cuff_yu_2016.common import (
    A,
    D,
    M,
    P,
    Q,
    delta,
    eps,
    eta,
    m,
    n,
    paper,
    unit_delta,
)

# --- Channels of several claims -------------------------------------------------------------------

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

def binary_channel(first: Any, second: Any) -> Term:
    """The binary channel with output 1 of these probabilities on the inputs 0 and 1."""
    return channel_of([1 - first, first], [1 - second, second])


def symmetric_channel(flip: Any) -> Term:
    """The binary symmetric channel with this crossover probability."""
    return binary_channel(flip, 1 - flip)


def revealing(probability: Any) -> Term:
    """The binary channel that gives input 1 away with this probability, and input 0 never."""
    return binary_channel(0, probability)


# --- 3.1 Equivalence ------------------------------------------------------------------------------

# α-DP is stronger than β-DP if for every β > 0 some α > 0 has α-DP imply β-DP. Each ordering is
# stated with an α of ours.
goal_eps = Real("eps", ">0", latex=r"\epsilon")
goal_delta = Real("delta", ">0", latex=r"\delta")
for_dp = maximum(level, sqrt(level))
OURS = "For every {} the text asserts a parameter that is small enough; {} is ours."

paper.claim(
    "theorem-1-order",
    at="Theorem 1, eqs. (17) and (20)",
    forall=[M, level],
    then={
        "dp-mi": {
            "given": [DP(M, for_dp)],
            "then": MIDP(M, level),
            "note": "ε-DP ⪰ MI-DP. " + OURS.format("β > 0", "ε = max{β, √β}"),
        },
        "mi-dp": {
            "forall": [M, goal_eps, goal_delta],
            "given": [MIDP(M, goal_delta**2 / 2)],
            "then": DP(M, goal_eps, goal_delta),
            "note": "MI-DP ⪰ (ε,δ)-DP. " + OURS.format("ε > 0 and δ > 0", "δ²/2"),
        },
        "a": {
            "given": [DP(M, for_dp)],
            "then": KLDP(M, level),
            "note": "Ordering (A) of (20). " + OURS.format("β > 0", "ε = max{β, √β}"),
        },
        "b": {
            "given": [KLDP(M, level)],
            "then": MIDP(M, level),
            "note": "Ordering (B) of (20). " + OURS.format("β > 0", "β itself"),
        },
        "c": {
            "given": [MIDP(M, level**2 / 2)],
            "then": DP(M, 0, level),
            "note": "Ordering (C) of (20). " + OURS.format("β > 0", "β²/2"),
        },
    },
    note="(D) of (20) is in Example 1. Alphabets are finite; the theorem has any.",
)

bounded = minimum(m, largest_alphabet(D)) <= N
enough = minimum(1, (level / (2 * log(N + 1) + 4 * log(2))) ** 2)

paper.claim(
    "theorem-1-equality",
    at="Theorem 1, eqs. (18) and (19)",
    forall=[M, N, level],
    then={
        "forward": {
            "forall": [M, N, goal_eps, goal_delta],
            "given": [bounded, MIDP(M, goal_delta**2 / 2)],
            "then": DP(M, goal_eps, goal_delta),
            "note": "MI-DP ⪰ (ε,δ)-DP. " + OURS.format("ε > 0 and δ > 0", "δ²/2"),
        },
        "reverse": {
            "given": [bounded, DP(M, enough, enough / 2)],
            "then": MIDP(M, level),
            "note": (
                "(ε,δ)-DP ⪰ MI-DP, with the bound N on (19). "
                + OURS.format(
                    "β > 0 and N", "ε = 2δ = min{1, (β/(2 ln(N + 1) + 4 ln 2))²}"
                )
            ),
        },
        "dependent": {
            "forall": [N, unit_delta, factor],
            "given": [unit_delta * log(N) > factor],
            "then": both(
                DP(as_mechanism(erasure), 0, unit_delta),
                negation(MIDP(as_mechanism(erasure), factor)),
            ),
            "note": (
                "The ordering depends on the bound: for every δ > 0 and K there is a (δ)-DP "
                "mechanism that isn't K-MI-DP, the erasure channel with N > e^(K/δ)."
            ),
        },
    },
    note="That the cardinality is bounded: N bounds (19).",
)


# --- 3.2 Related work -----------------------------------------------------------------------------

any_prior = Prior("P", D)

paper.claim(
    "related-3eps",
    at="Section 3.2",
    forall=[any_prior, M, eps],
    given=[DP(M, eps)],
    then=information(any_prior, M) <= 3 * eps * entries(D),
    note="Under every prior on the database; in nats.",
)

# --- 3.3 Proof of Theorem 1 -----------------------------------------------------------------------

small = minimum(1, level)

paper.claim(
    "theorem-1-strict",
    at="Section 3.3, after eq. (20)",
    forall=[level, factor],
    then={
        "a": {
            "then": both(
                KLDP(as_mechanism(channel_of(less_rare, more_rare)), level),
                negation(DP(as_mechanism(channel_of(less_rare, more_rare)), factor)),
            ),
            "note": "However small α, α-KL-DP implies K-DP for no K.",
        },
        "b": {
            "then": both(
                MIDP(as_mechanism(revealing(small)), level),
                negation(KLDP(as_mechanism(revealing(small)), factor)),
            ),
            "note": "However small α, α-MI-DP implies K-KL-DP for no K, likewise.",
        },
    },
    note=(
        "That a reverse ordering fails: for every α = β > 0 and every K ≥ 0 an explicit mechanism "
        "with a binary entry and a binary response, so that no cardinality bound helps."
    ),
)

paper.claim(
    "mi-dp-no-dp",
    at="Section 1, footnote 3",
    forall=[eps, eps_new],
    given=[eps > 0],
    then=both(
        MIDP(as_mechanism(revealing(minimum(1, eps))), eps),
        negation(DP(as_mechanism(revealing(minimum(1, eps))), eps_new)),
    ),
    note=(
        "One mechanism for each ε > 0, by an explicit family; it doesn't depend on ε'. At ε = 0 "
        "there is none: the footnote says only that such mechanisms exist."
    ),
)

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

inputs, others = Size("r"), Size("v")
entry_law = Pmf("P", inputs)
slice_channel = Channel("W", inputs, m)
X, X_other = Symbol("x", inputs), Symbol("x'", inputs, latex=r"\tilde x")

paper.claim(
    "lemma-1-radius",
    at="Section 3.3, before eq. (24)",
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
to_others = total(
    X_other,
    entry_law[X_other] * KL(slice_channel[X], slice_channel[X_other]),
    where=entry_law[X_other] > 0,
)

paper.claim(
    "lemma-1-steps",
    at="Section 3.3, eqs. (24) to (26)",
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
            information(entry_law, slice_channel),
            total(
                X,
                entry_law[X] * KL(slice_channel[X], output(entry_law, slice_channel)),
                where=entry_law[X] > 0,
            ),
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
        "an output of a channel W, and (25) says that the response's law is PW."
    ),
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


paper.claim(
    "lemma-2-asymptotic",
    at="Section 3.3, after eq. (28)",
    forall=[eps],
    then={
        "looser": {
            "given": [eps <= log(2)],
            "then": 1 - 2 * crossover <= sqrt(2 * eps),
            "note": "“Looser than that in (28)”.",
        },
        "limit": {
            "forall": [eps, eta],
            "given": [eps > 0, eps <= minimum(log(2), 2 * eta)],
            "then": absolute(sqrt(2 * eps) / (1 - 2 * crossover) - 1) <= eta,
            "note": (
                "“Asymptotically tight for small ε”: √(2ε) over δ' goes to 1 as ε → 0. For every "
                "η > 0 it is within η of 1 once ε ≤ min{ln 2, 2η}. The text names no threshold; "
                "this one is ours."
            ),
        },
    },
)

# A binary channel: the probabilities of the output 1, on the input 0 and on the input 1.
on_zero, on_one = Real("a", "[0,1]"), Real("b", "[0,1]")
weight = Real("t", "[0,1]")
two_inputs = pmf_of(1 - weight, weight)
binary = binary_channel(on_zero, on_one)
complement = binary_channel(1 - on_one, 1 - on_zero)
mean = binary_channel(
    rational(1, 2) + (on_zero - on_one) / 2, rational(1, 2) - (on_zero - on_one) / 2
)
crossing = Real("c", "[0,1/2]")
one, another = Symbol("x", instances(D)), Symbol("x'", instances(D), latex=r"\tilde x")
B = Event("A", m)
other_channel = Channel("V", inputs, m)
center = Pmf("Q", m)


def with_others_known(number: Term) -> Term:
    """P(x, z, y), where the entry is one of two symbols and the others' value is certain."""
    pair, y = quotient(number, n), remainder(number, n)
    row = cases(equals(quotient(pair, others), 0), (1 - weight) * P[y], weight * Q[y])
    return cases(equals(remainder(pair, others), Z), row, 0)


known = as_joint(pmf_table(2 * others * n, with_others_known), X=2, Z=others, Y=n)

paper.claim(
    "lemma-2-steps",
    at="Section 3.3, eq. (30), and Appendix C",
    forall=[on_zero, on_one],
    then={
        "eq-30-a": {
            "forall": [P, Q, A, weight],
            "then": information(two_inputs, binary_channel(P[A], Q[A]))
            <= information(two_inputs, channel_of(P, Q)),
            "note": "P and Q are the responses to the two databases, A the event of (29).",
        },
        "eq-30-b": {
            "forall": [P, Q, Z, weight],
            "then": equals(I(known, "X;Y"), I(known, "X;Y|Z")),
            "note": "The others' value Z is certain, whatever it is.",
        },
        "eq-30-supremum": {
            "forall": [M, one, another],
            "given": [equals(hamming(D, one, another), 1)],
            "then": capacity(channel_of(M[one], M[another])) <= mi_dp(M),
        },
        "eq-30": {
            "forall": [M, one, another, B, eps],
            "given": [equals(hamming(D, one, another), 1), MIDP(M, eps)],
            "then": capacity(binary_channel(M[one][B], M[another][B])) <= eps,
            "note": "(30) from end to end: the binary mechanism of (31) and (32) is ε-MI-DP.",
        },
        "complement": {
            "then": equals(capacity(complement), capacity(binary)),
            "note": "The complementary channel (93), (94).",
        },
        "convex": {
            "forall": [slice_channel, other_channel, weight],
            "then": capacity(
                channel_table(
                    inputs,
                    m,
                    lambda x, y: (1 - weight) * slice_channel[x, y] + weight * other_channel[x, y],
                )
            )
            <= (1 - weight) * capacity(slice_channel) + weight * capacity(other_channel),
            "note": "Capacity is convex in the channel: of any two channels on common alphabets.",
        },
        "lower": {
            "then": capacity(mean) <= capacity(binary),
            "note": "The channel (95), (96).",
        },
        "symmetric": {
            "forall": [on_zero, on_one, crossing],
            "given": [capacity(binary) <= capacity(symmetric_channel(crossing))],
            "then": TV(binary[0], binary[1]) <= 1 - 2 * crossing,
            "note": (
                "For every binary channel a symmetric one with the same capacity, and at least "
                "the total variation: said of every symmetric one that has at least the capacity."
            ),
        },
        "symmetric-exists": {
            "then": capacity(binary) <= capacity(symmetric_channel(0)),
            "note": (
                "There is one with the same capacity: from the crossover 1/2 to 0 it grows "
                "continuously from 0 to ln 2, which is all that a binary channel has."
            ),
        },
        "radius-pinsker": {
            "forall": [slice_channel, center, X, eps],
            "given": [KL(slice_channel[X], center) <= eps],
            "then": TV(slice_channel[X], center) <= sqrt(eps / 2),
        },
        "radius-triangle": {
            "forall": [slice_channel, center, eps],
            "given": [every(X, KL(slice_channel[X], center) <= eps)],
            "then": DP(as_mechanism(slice_channel), 0, sqrt(2 * eps)),
            "note": (
                "The alternative argument, with the centre of the ball as any law within ε of all "
                "responses. That there is one when the capacity is ε is cited."
            ),
        },
    },
)

# (33). The channel of the threshold, and one next to it that answers input 0 too.
chance = Real("q", "(0,1)")
slip = chance * exp(-3 * exp(eps_new) * (1 - log(1 - chance)))
next_to_it = binary_channel(slip, chance + 2 * exp(eps_new) * slip)

paper.claim(
    "eq-33",
    at="Section 3.3, eq. (33)",
    forall=[eps, eps_new, delta],
    then={
        "threshold": {
            "forall": [chance, eps, eps_new, delta],
            "given": [capacity(revealing(chance)) <= eps, delta < chance],
            "then": both(
                MIDP(as_mechanism(revealing(chance)), eps),
                negation(DP(as_mechanism(revealing(chance)), eps_new, delta)),
            ),
            "note": (
                "δ' must be greater than a threshold: the largest q for which the channel that "
                "gives input 1 away with probability q has capacity at most ε. Below it no ε' "
                "will do."
            ),
        },
        "positive": {
            "given": [eps > 0, delta < minimum(1, eps)],
            "then": both(
                MIDP(as_mechanism(revealing(minimum(1, eps))), eps),
                negation(DP(as_mechanism(revealing(minimum(1, eps))), eps_new, delta)),
            ),
            "note": (
                "The threshold is positive for ε > 0: at least min{1, ε}. At ε = 0 there is none, "
                "as 0-MI-DP implies (0,0)-DP."
            ),
        },
        "diverges": {
            "forall": [chance, eps_new, delta],
            "given": [delta < chance + exp(eps_new) * slip],
            "then": both(
                capacity(next_to_it) <= capacity(revealing(chance)),
                negation(DP(as_mechanism(next_to_it), eps_new, delta)),
            ),
            "note": (
                "As δ' approaches the threshold q, ε' must go to infinity: for every ε' there is a "
                "margin, here e^ε' b with b = q e^(−3e^ε'(1 − ln(1 − q))), and a channel of no "
                "more capacity that isn't (ε',δ')-DP for any δ' below q plus the margin. So no ε' "
                "will do at the threshold itself. The margin is ours, and not the largest."
            ),
        },
    },
    note=(
        "The text gives no threshold and no trade-off; both are stated by explicit binary "
        "channels. For 0 < ε < ln 2 the threshold lies in (0,1); from ε = ln 2 on it is 1, where "
        "(33) says nothing."
    ),
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


# The right sides of (105), in its two cases, and of (126).
large_corner = (m - 1) / m
entry_bound = 2 * binary_entropy(unit_delta / (unit_delta + 1)) + 2 * (
    unit_delta / (unit_delta + 1)
) * log(inputs)

paper.claim(
    "lemma-3-tighter",
    at="Section 3.3, after eq. (35)",
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
