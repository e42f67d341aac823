"""Cuff and Yu, "Differential Privacy as a Mutual Information Constraint": its claims as printed.

The claims stand in the order of the paper, under its labels. Entries and symbols are numbered from
0, so the paper's X_1 is entry 0. Alphabets are finite and start at one symbol.
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
    Close,
    Database,
    Event,
    Formula,
    I,
    Independent,
    Joint,
    Markov,
    Mechanism,
    Paper,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    alphabet,
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
    hockey_stick,
    iff,
    information,
    instances,
    largest_alphabet,
    likelihood_ratio,
    log,
    mi_dp,
    mi_dp_split,
    minimum,
    negation,
    on_entry,
    pmf_of,
    pmf_table,
    quotient,
    remainder,
    smallest,
    sqrt,
    sup,
    together,
    total,
)
from verified.language.heads import apply
from verified.language.sorts import DatabaseSort

paper = Paper(
    key="cuff-yu-2016",
    title="Differential Privacy as a Mutual Information Constraint",
    authors="Paul Cuff, Lanqing Yu",
    venue="ACM SIGSAC Conference on Computer and Communications Security (CCS 2016)",
    year=2016,
    identifier="doi:10.1145/2976749.2978308",
    edition="accepted manuscript text (arXiv version)",
    units="nats",
)

eps = Real("eps", ">=0", latex=r"\epsilon")
delta = Real("delta", ">=0", latex=r"\delta")
unit_delta = Real("delta", "[0,1]", latex=r"\delta")

n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)
a = Symbol("a", n)
A = Event("A", n)

D = Database("D")
M = Mechanism("M", D, m)

AT_ZERO = (
    "At ε = 0 the printed expression is 0/0. A careful reader takes it where it is defined, ε > 0; "
    "the literal reading takes every ε ≥ 0, since closeness is defined, and used, at ε = 0 too."
)


def each_way(bound: Term) -> dict[str, Formula]:
    """The two bounds that the paper sets under one another: on D(P‖Q) and on D(Q‖P)."""
    return {"forward": KL(P, Q) <= bound, "reverse": KL(Q, P) <= bound}


# --- 2.2 Statistical indistinguishability ---------------------------------------------------------

log_ratio_bound = absolute(log(likelihood_ratio(P, Q, a))) <= eps

paper.claim(
    "eq-7",
    at="eq. (7)",
    forall=[P, Q, eps],
    then=iff(Close(P, Q, eps, 0), every(a, log_ratio_bound, where=P[a] + Q[a] > 0)),
    reading="almost-everywhere",
    readings={
        "everywhere": {
            "then": iff(Close(P, Q, eps, 0), every(a, log_ratio_bound)),
            "note": "Literally ∀a ∈ Ω: dP/dQ is asked for at null symbols too, where it is 0/0.",
        }
    },
    note=(
        "dP/dQ is determined up to null sets only, so a careful reader takes ∀a ∈ Ω as: for "
        "every symbol that P or Q gives mass."
    ),
)

paper.claim(
    "eq-8",
    at="eq. (8)",
    forall=[P, Q, delta],
    then=iff(Close(P, Q, 0, delta), TV(P, Q) <= delta),
)

paper.claim(
    "eq-9",
    at="eq. (9)",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=each_way(eps),
)

paper.claim(
    "property-1-relaxed",
    at="Property 1, eq. (10)",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=each_way(minimum(eps, eps**2)),
)

kl_bound = eps * (((exp(eps) - 1) * (1 - exp(-eps))) / ((exp(eps) - 1) + (1 - exp(-eps))))

# The symmetric pair whose likelihood ratio has the law (81).
likely = exp(eps) / (1 + exp(eps))
unlikely = 1 / (1 + exp(eps))

paper.claim(
    "property-1",
    at="Property 1, eq. (11)",
    forall=[P, Q, eps],
    given=[eps > 0, Close(P, Q, eps, 0)],
    then=each_way(kl_bound),
    attained_by={P: pmf_of(likely, unlikely), Q: pmf_of(unlikely, likely)},
    tight=True,
    reading="positive",
    readings={
        "literal": {"given": [Close(P, Q, eps, 0)]},
        "continued": {
            "given": [Close(P, Q, eps, 0)],
            "then": each_way(eps * (exp(eps) - 1) / (exp(eps) + 1)),
            "note": (
                "The right side with its common factor 1 − e^(−ε) cancelled: the same for "
                "ε > 0, and its limit 0 at ε = 0."
            ),
        },
    },
    note=AT_ZERO,
)

paper.claim(
    "property-2",
    at="Property 2, eq. (12)",
    forall=[P, Q, eps],
    given=[KL(P, Q) <= eps],
    then=Close(P, Q, 0, sqrt(eps / 2)),
)

test = Reals("t", n, "[0,1]")
testing = equals(1 - TV(P, Q), smallest(A, P[A] + (1 - Q[A])))

paper.claim(
    "tv-testing",
    at="Section 2.2, after Property 2",
    forall=[P, Q],
    then=testing,
    reading="events",
    readings={
        "randomised": {
            "forall": [P, Q, test],
            "then": both(1 - TV(P, Q) <= total(a, P[a] * test[a] + Q[a] * (1 - test[a])), testing),
            "note": (
                "A test may be randomised: it decides against P with probability t[a] on seeing a. "
                "None does better than 1 − TV, and an event reaches it."
            ),
        }
    },
    note=(
        "A test is the event A on which it decides against P; its two errors have probabilities "
        "P(A) and 1 − Q(A)."
    ),
)

eps_new = Real("eps'", ">=0", latex=r"\epsilon'")
delta_new = 1 - ((exp(eps_new) + 1) * (1 - delta)) / (exp(eps) + 1)
apart = pmf_of(delta, 0, (1 - delta) * likely, (1 - delta) * unlikely)
apart_mirrored = pmf_of(0, delta, (1 - delta) * unlikely, (1 - delta) * likely)

paper.claim(
    "property-3",
    at="Property 3, eq. (13)",
    forall=[P, Q, eps, eps_new, delta],
    then={
        "bound": {
            "given": [eps_new < eps, Close(P, Q, eps, delta)],
            "then": Close(P, Q, eps_new, delta_new),
        },
        "attained": {
            "forall": [eps, eps_new, delta],
            "given": [eps_new < eps, delta <= 1],
            "then": both(
                Close(apart, apart_mirrored, eps, delta),
                equals(hockey_stick(apart, apart_mirrored, eps_new), delta_new),
                equals(hockey_stick(apart_mirrored, apart, eps_new), delta_new),
            ),
            "note": (
                "“The tightest possible trade-off”: a pair that is (ε,δ)-close, for which δ' is "
                "the least δ at ε' (the hockey-stick divergence of order e^ε'), for every ε' < ε "
                "and every δ ≤ 1."
            ),
        },
    },
    tight=True,
    note="The text sets no range for δ; it is any non-negative number, as in Example 1.",
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
eta = Real("eta", ">0", latex=r"\eta")
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


# --- 4 Properties of differential privacy ---------------------------------------------------------

u, v, w = Size("u"), Size("v"), Size("w")
J = Joint("J", U=u, V=v, W=w)

paper.claim(
    "property-4",
    at="Property 4, eq. (39)",
    forall=[J],
    given=[Independent(J, "U", "W")],
    then=I(J, "U;V|W") >= I(J, "U;V"),
)

paper.claim(
    "property-5",
    at="Property 5, eq. (40)",
    forall=[J],
    given=[Markov(J, "U", "V", "W")],
    then=I(J, "U;V|W") <= I(J, "U;V"),
)

paper.claim(
    "property-6",
    at="Property 6, eq. (41)",
    forall=[J],
    then=equals(I(J, "U;V,W"), I(J, "U;V") + I(J, "U;W|V")),
)

i = Symbol("i", entries(D))
split_prior = Prior("P", D, "split", i)
independent_prior = Prior("P", D, "independent")

paper.claim(
    "corollary-4",
    at="Corollary 4, eq. (42)",
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

independent_queries = Queries("S", D, k, m)

paper.claim(
    "corollary-5",
    at="Corollary 5",
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

paper.claim(
    "corollary-6",
    at="Corollary 6",
    forall=[sequential_queries, eps_each],
    given=[every(j, every(history, MIDP(sequential_queries[j, history], eps_each[j])))],
    then=MIDP(together(sequential_queries), eps_sum),
    reading="each-history",
    note=(
        "That P_{Y_j|X^n,Y^{j-1}} satisfies ε_j-MI-DP is read as: given any earlier responses "
        "y^{j-1}, the mechanism P_{Y_j|X^n,Y^{j-1}=y^{j-1}} does, since each response is “designed "
        "to satisfy differential privacy even with respect to the previous responses”. A maximum "
        "over all joint laws of X^n and Y^{j-1} says the same. Another reading asks only for "
        "I(X_i;Y_j|X^{-i},Y^{j-1}) ≤ ε_j with Y^{j-1} as the earlier mechanisms produce it; the "
        "language has no quantity for its supremum, and it isn't encoded."
    ),
)

partial_queries = Queries("S", D, k, m, kind="partial")

paper.claim(
    "corollary-7",
    at="Corollary 7, eq. (44)",
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
    forall=[M, x, x_other, changes, eps],
    given=[near, DP(M, eps)],
    then=Close(M[x], M[x_other], changes * eps, 0),
)

paper.claim(
    "property-8",
    at="Property 8, eq. (46)",
    forall=[M, x, x_other, changes, delta],
    given=[near, DP(M, 0, delta)],
    then=Close(M[x], M[x_other], 0, changes * delta),
)

group_delta = (exp(changes * eps) - 1) / (exp(eps) - 1) * delta
step = Symbol("l", changes, latex=r"\ell")

paper.claim(
    "property-9",
    at="Property 9, eq. (47)",
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


# --- Appendix A: proof of Property 1 --------------------------------------------------------------

high, low = exp(eps), exp(-eps)
high_weight = (1 - exp(-eps)) / (exp(eps) - exp(-eps))
low_weight = (exp(eps) - 1) / (exp(eps) - exp(-eps))
extremal_divergence = high_weight * (high * log(high)) + low_weight * (low * log(low))
extremal_q = pmf_of(high_weight, low_weight)
extremal_p = pmf_of(high_weight * high, low_weight * low)


def where_defined(*given: Formula, then: Formula, note: str = "") -> dict[str, Any]:
    """A child that is read for ε > 0, where its quotients are defined, and literally for ε ≥ 0."""
    return {
        "given": [eps > 0, *given],
        "then": then,
        "reading": "positive",
        "readings": {"literal": {"given": given}},
        "note": f"{note} {AT_ZERO}".strip(),
    }


paper.claim(
    "property-1-extremal",
    at="Appendix A, eq. (81)",
    forall=[eps],
    then={
        "weights": where_defined(then=equals(high_weight + low_weight, 1)),
        "mean": where_defined(then=equals(high_weight * high + low_weight * low, 1)),
        "value": where_defined(then=equals(extremal_divergence, kl_bound)),
        "both-ways": where_defined(
            then=both(
                equals(KL(extremal_p, extremal_q), extremal_divergence),
                equals(KL(extremal_p, extremal_q), KL(extremal_q, extremal_p)),
            ),
            note="The binary pair with the likelihood ratio Z of (81).",
        ),
        "maximum": {
            "forall": [P, Q, eps],
            **where_defined(
                every(a, both(low * Q[a] <= P[a], P[a] <= high * Q[a])),
                then=KL(P, Q) <= extremal_divergence,
                note=(
                    "(78) to (80): a Z in [e^−ε, e^ε] of mean 1 is dP/dQ of a pair of laws, with "
                    "E[Z ln Z] = D(P‖Q), so the maximum is over such pairs."
                ),
            ),
        },
    },
)

paper.claim(
    "property-1-chain",
    at="Appendix A, eq. (82)",
    forall=[eps],
    then={
        "first": where_defined(then=kl_bound <= eps * (1 - exp(-eps))),
        "second": eps * (1 - exp(-eps)) <= minimum(eps, eps**2),
    },
)


# --- Appendix D: proof of Lemma 3 -----------------------------------------------------------------

# X̃ and Ỹ are the entry and the response given the other entries: a channel under a prior.
inputs = Size("r")
law = Pmf("P", inputs)
W = Channel("W", inputs, m)
slice_is_close = DP(as_mechanism(W), 0, unit_delta)
corner = (m - 1) / m
output_bound = binary_entropy(unit_delta) + unit_delta * log(m)

paper.claim(
    "lemma-3-output",
    at="Appendix D, eqs. (105) and (106)",
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

shrunk = unit_delta / (unit_delta + 1)
input_bound = 2 * binary_entropy(shrunk) + 2 * shrunk * log(inputs)

paper.claim(
    "lemma-3-input",
    at="Appendix D, eqs. (126) and (127)",
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
