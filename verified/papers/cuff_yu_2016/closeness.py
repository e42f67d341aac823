"""Section 2: closeness of two laws, its bounds and meaning, and the order of privacy notions."""

from __future__ import annotations

from verified.language import (
    DP,
    KL,
    TV,
    Close,
    Real,
    Reals,
    absolute,
    both,
    equals,
    every,
    exp,
    hockey_stick,
    iff,
    likelihood_ratio,
    log,
    minimum,
    negation,
    pmf_of,
    rational,
    smallest,
    sqrt,
    total,
)
from verified.papers.cuff_yu_2016.common import (
    AT_ZERO,
    A,
    M,
    P,
    Q,
    a,
    delta,
    each_way,
    eps,
    eta,
    n,
    paper,
)

# --- 2.2 Statistical indistinguishability ---------------------------------------------------------

log_ratio_bound = absolute(log(likelihood_ratio(P, Q, a))) <= eps

paper.claim(
    "eq-7",
    at="eq. (7)",
    scope="finite alphabets",
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
    scope="finite alphabets",
    forall=[P, Q, delta],
    then=iff(Close(P, Q, 0, delta), TV(P, Q) <= delta),
)

paper.claim(
    "eq-9",
    at="eq. (9)",
    scope="finite alphabets",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then=each_way(eps),
)

paper.claim(
    "property-1-relaxed",
    at="Property 1, eq. (10)",
    scope="finite alphabets",
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
    scope="finite alphabets",
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
    "property-1-asymptotic",
    at="Section 2.2, after Property 1",
    forall=[eps, eta],
    given=[eps > 0, eps <= sqrt(12 * eta)],
    then=absolute(kl_bound / (eps**2 / 2) - 1) <= eta,
    note=(
        "A limit: the right side of (11) over ε²/2 goes to 1 as ε → 0. For every η > 0 it lies in "
        "[1 − η, 1 + η] once ε is positive and at most √(12η). The text names no threshold; this "
        "one is ours."
    ),
)

paper.claim(
    "property-2",
    at="Property 2, eq. (12)",
    scope="finite alphabets",
    forall=[P, Q, eps],
    given=[KL(P, Q) <= eps],
    then=Close(P, Q, 0, sqrt(eps / 2)),
)

# Laws of two symbols, the second rare: under P it has probability `rare`, under Q `rarer`, which is
# less by more than the factor e^K.
factor = Real("K", ">=0")
level = Real("beta", ">0", latex=r"\beta")
rare = minimum(rational(1, 2), level / (factor + 2))
rarer = rare * exp(-factor - 1)
impossible = minimum(rational(1, 2), level / 2)
less_rare, more_rare = pmf_of(1 - rare, rare), pmf_of(1 - rarer, rarer)

paper.claim(
    "properties-strict",
    at="Section 2.2, after Property 2",
    forall=[level, factor],
    then={
        "property-1": {
            "then": both(
                KL(less_rare, more_rare) <= level,
                KL(more_rare, less_rare) <= level,
                negation(Close(less_rare, more_rare, factor, 0)),
            ),
            "note": (
                "However small the bound β on both divergences, no K bounds ε: a pair for each β "
                "and K. Any one such pair is (ε,0)-close for some finite ε, as it must be on a "
                "finite alphabet."
            ),
        },
        "property-1-one-way": {
            "then": both(
                KL(pmf_of(1, 0), pmf_of(1 - impossible, impossible)) <= level,
                negation(
                    Close(pmf_of(1, 0), pmf_of(1 - impossible, impossible), factor, 0)
                ),
            ),
            "note": "One divergence alone: one pair for each β, which is close for no ε.",
        },
        "property-2": {
            "then": both(
                Close(pmf_of(1 - impossible, impossible), pmf_of(1, 0), 0, level),
                negation(KL(pmf_of(1 - impossible, impossible), pmf_of(1, 0)) <= factor),
            ),
            "note": "However small δ = β, the divergence may be infinite: above each K.",
        },
    },
    note=(
        "That an implication fails “in any form” is stated by explicit families of pairs: for "
        "every β > 0 and K ≥ 0 the conclusion holds at β, and the hypothesis fails at K."
    ),
)

half_gap = minimum(sqrt(eps) / 2, rational(1, 2))
tilted, even = pmf_of(rational(1, 2) + half_gap, rational(1, 2) - half_gap), pmf_of(
    rational(1, 2), rational(1, 2)
)

paper.claim(
    "property-2-constant",
    at="Section 2.2, after Property 2",
    forall=[eps],
    then=both(
        KL(tilted, even) <= eps,
        TV(tilted, even) >= minimum(1, sqrt(eps / 2)) / 2,
    ),
    note=(
        "Tight up to a multiplicative constant: for every ε a pair within ε that is at least half "
        "as far apart as (12) allows. No two laws are further apart than 1, so that (12) is taken "
        "as min{1, √(ε/2)}; the pair and the constant 1/2 are ours."
    ),
)

test = Reals("t", n, "[0,1]")
testing = equals(1 - TV(P, Q), smallest(A, P[A] + (1 - Q[A])))

paper.claim(
    "tv-testing",
    at="Section 2.2, after Property 2",
    scope="finite alphabets",
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

belief = Real("pi", "(0,1)", latex=r"\pi")
odds_moved = absolute(
    (log(belief * P[a]) - log((1 - belief) * Q[a])) - (log(belief) - log(1 - belief))
)
odds_bounded = every(a, odds_moved <= eps, where=P[a] + Q[a] > 0)

paper.claim(
    "closeness-bayes",
    at="Section 2.2, after Property 2",
    scope="finite alphabets",
    forall=[P, Q, eps, belief],
    then=iff(Close(P, Q, eps, 0), odds_bounded),
    note=(
        "Two hypotheses with the laws P and Q of what is seen, and the prior π of the first, in "
        "(0,1): after seeing a their odds are πP(a) to (1 − π)Q(a). What is seen has positive "
        "probability under one of them. The move doesn't depend on π; the converse is stated for "
        "each π, which is more than for all of them together."
    ),
)

testing_region = both(
    every(A, (1 - P[A]) + exp(eps) * Q[A] >= 1 - delta),
    every(A, exp(eps) * P[A] + (1 - Q[A]) >= 1 - delta),
)
rejecting_at_random = total(a, P[a] * test[a])
missing_at_random = total(a, Q[a] * (1 - test[a]))

paper.claim(
    "closeness-testing-region",
    at="Section 2.2, after Property 2",
    scope="finite alphabets",
    forall=[P, Q, eps, delta],
    then={
        "only-if": {"given": [Close(P, Q, eps, delta)], "then": testing_region},
        "if": {"given": [testing_region], "then": Close(P, Q, eps, delta)},
        "randomised": {
            "forall": [P, Q, eps, delta, test],
            "given": [Close(P, Q, eps, delta)],
            "then": both(
                rejecting_at_random + exp(eps) * missing_at_random >= 1 - delta,
                exp(eps) * rejecting_at_random + missing_at_random >= 1 - delta,
            ),
            "note": "The same for a randomised test: the whole error region is constrained.",
        },
    },
    note=(
        "A test is an event; x is the probability under P that it decides against P, y that under "
        "Q that it decides for P. The constraint, cited and not printed, is x + e^ε y ≥ 1 − δ and "
        "e^ε x + y ≥ 1 − δ, for every test. The first is written with the event A on which a test "
        "decides for P, the second with that on which it decides against P: so the sums keep their "
        "digits where e^ε is large."
    ),
)

eps_new = Real("eps'", ">=0", latex=r"\epsilon'")
delta_new = 1 - ((exp(eps_new) + 1) * (1 - delta)) / (exp(eps) + 1)
apart = pmf_of(delta, 0, (1 - delta) * likely, (1 - delta) * unlikely)
apart_mirrored = pmf_of(0, delta, (1 - delta) * unlikely, (1 - delta) * likely)

paper.claim(
    "property-3",
    at="Property 3, eq. (13)",
    scope="finite alphabets",
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
    note=(
        "The text sets no range for δ; in the bound it is any non-negative number, as in Example "
        "1. From δ = 1 on every pair is close and δ' is at least 1: there is nothing to attain."
    ),
)

smaller_delta = Real("delta'", ">=0", latex=r"\delta'")
capped = minimum(1, delta)
leaking, withheld = pmf_of(capped, 1 - capped), pmf_of(0, 1)
larger_is_no_use = both(
    Close(leaking, withheld, eps, delta),
    negation(Close(leaking, withheld, eps_new, smaller_delta)),
)
DELTA_BELOW_ONE = (
    "The text sets no range for δ. No difference of probabilities is above 1, and from δ = 1 on "
    "every pair is close."
)

paper.claim(
    "property-3-remarks",
    at="Section 2.2, after Property 3",
    forall=[eps, eps_new, delta],
    then={
        "larger": {
            "given": [eps_new < eps, delta < 1],
            "then": delta_new > delta,
            "reading": "below-one",
            "readings": {
                "literal": {"given": [eps_new < eps, delta <= 1], "note": "At δ = 1 too."}
            },
            "note": DELTA_BELOW_ONE,
        },
        "no-smaller": {
            "forall": [eps, eps_new, delta, smaller_delta],
            "given": [smaller_delta < delta, delta <= 1],
            "then": larger_is_no_use,
            "note": (
                "No δ implies a smaller δ', whatever ε and ε': a pair that is (ε,δ)-close and not "
                f"(ε',δ')-close. {DELTA_BELOW_ONE}"
            ),
        },
    },
)


# --- 2.4 Ordering of privacy metrics --------------------------------------------------------------

# α-DP is stronger than β-DP if for every β > 0 there is an α > 0 such that α-DP implies β-DP. An
# ordering is stated with an α of ours in β's terms.
IMPLIED = Real("beta", ">0", latex=r"\beta")
delta_at_zero = 1 - ((exp(0) + 1) * (1 - delta)) / (exp(eps) + 1)

paper.claim(
    "example-1",
    at="Example 1",
    scope="finite alphabets",
    forall=[M, eps, delta],
    then={
        "epsilon": {
            "given": [DP(M, eps)],
            "then": DP(M, eps, delta),
            "note": "ε-DP ⪰ (ε,δ)-DP, by the implication that the text gives for it.",
        },
        "delta": {
            "given": [DP(M, 0, delta)],
            "then": DP(M, eps, delta),
            "note": "(δ)-DP ⪰ (ε,δ)-DP, likewise.",
        },
        "equality": {
            "forall": [M, IMPLIED],
            "given": [DP(M, IMPLIED, IMPLIED / 2)],
            "then": DP(M, 0, IMPLIED),
            "note": (
                "The other half of (ε,δ)-DP = (δ)-DP: for every β > 0 there are ε > 0 and δ > 0 "
                "such that (ε,δ)-DP implies (β)-DP. The text names none; ε = β, δ = β/2 are ours."
            ),
        },
        "limit": {
            "forall": [eps, delta, eta],
            "given": [eps > 0, eps <= eta, delta <= eta / 2],
            "then": absolute(delta_at_zero) <= eta,
            "note": (
                "Even for ε' = 0, δ' goes to 0 with ε and δ: for every η > 0 it is within η of 0 "
                "once ε ≤ η and δ ≤ η/2. The text names no threshold; this one is ours."
            ),
        },
    },
    note="The alphabets are finite.",
)
