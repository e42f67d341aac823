"""Sharper statements than the papers', as claims, each with what it gains over the paper's bound.

A key that ends in `-sharp` names the row that it sharpens. The children `gain…` compare the bounds
themselves: they speak of numbers only.
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
    H,
    Mechanism,
    Paper,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    Term,
    absolute,
    as_mechanism,
    binary_entropy,
    binary_entropy_inverse,
    both,
    capacity,
    cases,
    channel_of,
    channel_table,
    entries,
    equals,
    every,
    exp,
    gaussian_information,
    information,
    instances,
    joint_of,
    largest_alphabet,
    log,
    minimum,
    pmf_of,
    pmf_table,
    rational,
    remainder,
    renyi,
    sibson,
    sqrt,
    total,
)
from verified.papers.background.common import pair_law
from verified.papers.nuradha_goldfeld_2022 import noise
from verified.papers.nuradha_goldfeld_2022.common import eps as noise_eps

paper = Paper(
    key="sharper",
    title="Sharper statements than the papers'",
    edition="statements of our own",
    units="nats",
)

CUFF_YU = "sharpens Cuff and Yu (2016)"
AT_ZERO = "For ε > 0: at ε = 0 the expression is 0/0, and its limit is 0."

eps = Real("eps", ">=0", latex=r"\epsilon")
delta = Real("delta", "[0,1]", latex=r"\delta")
order = Real("alpha", ">=0", latex=r"\alpha")
share = Real("s", "[0,1]")

n, m, N = Size("n"), Size("m"), Size("N")
two_m = Size("m", low=2)
P, Q = Pmf("P", n), Pmf("Q", n)
a = Symbol("a", n)
W, V = Channel("W", n, m), Channel("V", n, m)
D = Database("D")
M = Mechanism("M", D, m)
prior = Prior("P", D)

likely, unlikely = exp(eps) / (1 + exp(eps)), 1 / (1 + exp(eps))
randomised_response = channel_of([likely, unlikely], [unlikely, likely])

# --- closeness (Property 1) -----------------------------------------------------------------------

paper.claim(
    "property-1-tv-sharp",
    at=f"{CUFF_YU}, eqs. (9) to (11)",
    forall=[P, Q, eps],
    given=[Close(P, Q, eps, 0)],
    then={
        "bound": KL(P, Q) <= eps * TV(P, Q),
        "attained": {
            "forall": [eps, share],
            "given": [],
            "then": equals(
                KL(
                    pmf_of(share * likely, share * unlikely, 1 - share),
                    pmf_of(share * unlikely, share * likely, 1 - share),
                ),
                eps
                * TV(
                    pmf_of(share * likely, share * unlikely, 1 - share),
                    pmf_of(share * unlikely, share * likely, 1 - share),
                ),
            ),
            "note": "At every distance that closeness allows, from 0 to (e^ε − 1)/(e^ε + 1).",
        },
        "gain": {
            "then": TV(P, Q) <= (exp(eps) - 1) / (exp(eps) + 1),
            "note": (
                "So that the bound gives (11), which is ε times this. For laws nearer than (ε,0)-"
                "closeness asks, the gain is the factor TV/((e^ε − 1)/(e^ε + 1)), however small."
            ),
        },
    },
    note="Closeness is symmetric, so D(Q‖P) is bounded alike.",
)

above, below = Real("b", "(0,inf)"), Real("c", "(0,inf)")
slopes = above * exp(above) / (exp(above) - 1) - below / (exp(below) - 1)

paper.claim(
    "likelihood-range-sharp",
    at=f"{CUFF_YU}, eq. (11)",
    forall=[P, Q, above, below],
    given=[
        every(a, both(exp(-below) * Q[a] <= P[a], P[a] <= exp(above) * Q[a])),
    ],
    then={
        "bound": KL(P, Q) <= slopes * TV(P, Q),
        "symmetric": {
            "forall": [above],
            "given": [],
            "then": equals(
                above * exp(above) / (exp(above) - 1) - above / (exp(above) - 1), above
            ),
            "note": "Where both ends are ε, this is `property-1-tv-sharp`.",
        },
    },
    note="The likelihood ratio P/Q lies in [e^−c, e^b].",
)

spread = (exp(order * eps) + exp((1 - order) * eps)) / (1 + exp(eps))
renyi_bound = log(spread) / (order - 1)

paper.claim(
    "renyi-sharp",
    at=f"{CUFF_YU}, eq. (11), for every order",
    forall=[P, Q, eps, order],
    given=[Close(P, Q, eps, 0)],
    then={
        "above-one": {
            "given": [order > 1, Close(P, Q, eps, 0)],
            "then": renyi(P, Q, order) <= renyi_bound,
        },
        "below-one": {
            "given": [order < 1, Close(P, Q, eps, 0)],
            "then": renyi(P, Q, order) <= renyi_bound,
        },
        "infinite": {"forall": [P, Q, eps], "then": renyi(P, Q, float("inf")) <= eps},
        "attained": {
            "forall": [eps, order],
            "given": [order > 1],
            "then": equals(
                renyi(pmf_of(likely, unlikely), pmf_of(unlikely, likely), order), renyi_bound
            ),
        },
        "attained-below-one": {
            "forall": [eps, order],
            "given": [order < 1],
            "then": equals(
                renyi(pmf_of(likely, unlikely), pmf_of(unlikely, likely), order), renyi_bound
            ),
        },
        "relaxed": renyi(P, Q, order) <= order * eps**2 / 2,
        "gain": {
            "forall": [eps, order],
            "given": [order > 1],
            "then": renyi_bound <= minimum(eps, order * eps**2 / 2),
        },
    },
    note=(
        "The symmetric binary pair is extremal at every order: it alone has a likelihood ratio at "
        "both ends, and x^α is convex above order 1, concave below. At order 1 it is (11)."
    ),
)

# --- mechanisms of small ε (Lemma 1, Lemma 9, eq. (53)) -------------------------------------------

def leakage_curve(level: Term) -> Term:
    """a − 1 − ln a with a = ε/(e^ε − 1): the most that an ε-DP mechanism tells of an entry."""
    ratio = level / (exp(level) - 1)
    return ratio - 1 - log(ratio)


all_alphabets = leakage_curve(eps)

# Subset selection on a ring: the response likes the `k` inputs from its own on.
k = Size("k", low=0)
weight_sum = k * exp(eps) + (N - k)
window = channel_table(
    N, N, lambda x, y: cases(remainder(N + x - y, N) < k, exp(eps), 1) / weight_sum
)
uniform = pmf_table(N, lambda _: 1 / N)
best_share = (eps * exp(eps) / (exp(eps) - 1) - 1) / (exp(eps) - 1)

paper.claim(
    "lemma-1-sharp",
    at=f"{CUFF_YU}, Lemma 1, eq. (23)",
    forall=[M, eps],
    given=[eps > 0, DP(M, eps)],
    then={
        "bound": MIDP(M, all_alphabets),
        "relaxed": {"given": [DP(M, eps)], "then": MIDP(M, eps**2 / 8)},
        "window-private": {
            "forall": [N, k, eps],
            "given": [k <= N],
            "then": DP(as_mechanism(window), eps),
        },
        "window-information": {
            "forall": [N, k, eps],
            "given": [k <= N],
            "then": equals(
                information(uniform, window) + log(weight_sum / N),
                k * exp(eps) * eps / weight_sum,
            ),
        },
        "approached": {
            "forall": [N, k, eps],
            "given": [eps > 0, k <= best_share * N, best_share * N <= k + 1],
            "then": information(uniform, window)
            >= all_alphabets - (exp(eps) - 1) ** 2 / (2 * N**2),
            "note": (
                "For every ε and N there is such a k, the whole part of N times the best share: as "
                "N grows the windows come as near to the bound as one likes."
            ),
        },
        "gain": {
            "forall": [eps],
            "given": [eps > 0],
            "then": both(all_alphabets <= eps**2 / 8, all_alphabets <= eps - log(1 + eps)),
            "note": "min{ε, ε²} is at least 8 times as large up to ε = 1.",
        },
    },
    note=AT_ZERO,
)

binary_bound = log(2) - binary_entropy(unlikely)
# The same without a difference of nearly equal numbers, which floats can't tell from 0.
from_uniform = KL(pmf_of(likely, unlikely), pmf_of(rational(1, 2), rational(1, 2)))

paper.claim(
    "lemma-1-binary-sharp",
    at=f"{CUFF_YU}, Lemma 1, eq. (23)",
    forall=[M, eps],
    given=[largest_alphabet(D) <= 2, DP(M, eps)],
    then={
        "bound": MIDP(M, binary_bound),
        "attained": {
            "forall": [eps],
            "given": [],
            "then": both(
                DP(as_mechanism(randomised_response), eps),
                equals(capacity(randomised_response), from_uniform),
            ),
            "note": "By randomised response; `value` says that this is the bound.",
        },
        "value": {
            "forall": [eps],
            "given": [],
            "then": equals(from_uniform + binary_entropy(unlikely), log(2)),
        },
        "gain": {
            "forall": [eps],
            "given": [eps > 0],
            "then": binary_bound <= all_alphabets,
            "note": "Never more than what larger alphabets leak; ln 2 at most, not ε − ln ε.",
        },
    },
)

paper.claim(
    "lemma-1-mi-sharp",
    at=f"{CUFF_YU}, Lemma 1, eq. (22)",
    forall=[M, eps],
    given=[KLDP(M, eps)],
    then={
        "bound": MIDP(M, (1 - 1 / largest_alphabet(D)) * eps),
        "binary": {
            "given": [largest_alphabet(D) <= 2, KLDP(M, eps)],
            "then": MIDP(M, eps / 4),
            "note": "For entries of two symbols, one fourth.",
        },
        "prior": {
            "forall": [P, W, eps],
            "given": [KLDP(as_mechanism(W), eps)],
            "then": information(P, W) <= (1 - total(a, P[a] ** 2)) * eps,
        },
    },
    note="Over all alphabets ε is best possible; this is what one alphabet's size gives.",
)

paper.claim(
    "eq-53-sharp",
    at=f"{CUFF_YU}, eq. (53) and Section 3.2",
    forall=[prior, M, eps],
    given=[eps > 0, DP(M, eps)],
    then={
        "bound": information(prior, M) <= leakage_curve(entries(D) * eps),
        "relaxed": {
            "given": [DP(M, eps)],
            "then": information(prior, M) <= (entries(D) * eps) ** 2 / 8,
        },
    },
    note=f"The gain is that of `lemma-1-sharp` at nε. {AT_ZERO}",
)

grown, base = exp(order * eps) - 1, exp(eps) - 1
sibson_bound = (
    log((grown - base) / ((order - 1) * base))
    - order * log(order * (grown - base) / ((order - 1) * grown))
) / (order - 1)
slice_private = DP(as_mechanism(W), eps)

paper.claim(
    "lemma-9-sharp",
    at=f"{CUFF_YU}, Lemma 9, eq. (67)",
    forall=[P, W, eps, order],
    given=[eps > 0, slice_private],
    then={
        "above-one": {
            "given": [eps > 0, order > 1, slice_private],
            "then": sibson(P, W, order) <= sibson_bound,
        },
        "below-one": {
            "given": [eps > 0, order > 0, order < 1, slice_private],
            "then": sibson(P, W, order) <= sibson_bound,
        },
        "relaxed": {
            "given": [slice_private],
            "then": sibson(P, W, order) <= order * eps**2 / 8,
        },
        "gain": {
            "forall": [eps, order],
            "given": [eps > 0, order > 1],
            "then": sibson_bound <= minimum(eps, order * eps**2 / 8),
        },
    },
    note="Given the other entries, an entry and the response are a prior and a channel.",
)

# --- mechanisms of small δ (Lemma 3, Lemma 11, Corollary 8) ---------------------------------------

first_entropy, second_entropy = H(joint_of(P, W), "Y|X"), H(joint_of(Q, V), "Y|X")
near = TV(pair_law(P, W), pair_law(Q, V)) <= delta
wide_W, wide_V = Channel("W", n, two_m), Channel("V", n, two_m)
wide_distance = TV(pair_law(P, wide_W), pair_law(Q, wide_V))
wide_first, wide_second = H(joint_of(P, wide_W), "Y|X"), H(joint_of(Q, wide_V), "Y|X")

paper.claim(
    "lemma-3-sharp",
    at=f"{CUFF_YU}, Lemma 11, eq. (110)",
    forall=[P, Q, W, V, delta],
    given=[near],
    then={
        "bound": {
            "forall": [P, Q, wide_W, wide_V, delta],
            "given": [wide_distance <= delta, delta <= (two_m - 1) / two_m],
            "then": absolute(wide_first - wide_second)
            <= binary_entropy(delta) + delta * log(two_m - 1),
        },
        "beyond": {
            "given": [],
            "then": absolute(first_entropy - second_entropy) <= log(m),
        },
        "relaxed": absolute(first_entropy - second_entropy)
        <= binary_entropy(delta) + delta * log(m),
        "gain": {
            "forall": [two_m, delta],
            "given": [],
            "then": binary_entropy(delta) + delta * log(two_m - 1)
            <= 2 * binary_entropy(delta / (1 + delta))
            + 2 * delta / (1 + delta) * log(two_m),
        },
    },
    note="U is the output and V the input of a channel; any joint law is a prior and a channel.",
)

symbols = minimum(m, largest_alphabet(D))
erasure = channel_table(
    N, N + 1, lambda x, y: cases(equals(y, 0), 1 - delta, cases(equals(y, x + 1), delta, 0))
)

paper.claim(
    "lemma-3-leakage-sharp",
    at=f"{CUFF_YU}, Lemma 3, eqs. (34) and (35)",
    forall=[M, delta],
    given=[DP(M, 0, delta)],
    then={
        "bound": MIDP(M, delta * log(symbols)),
        "prior": {
            "forall": [P, W, delta],
            "given": [DP(as_mechanism(W), 0, delta)],
            "then": H(joint_of(P, W), "X|Y") >= (1 - delta) * H(P),
            "note": "Rows within δ of each other leave at least 1 − δ of the input's entropy.",
        },
        "outputs": {
            "forall": [W, delta],
            "given": [DP(as_mechanism(W), 0, delta)],
            "then": capacity(W) <= delta * log(m),
        },
        "attained": {
            "forall": [N, delta],
            "given": [],
            "then": both(
                DP(as_mechanism(erasure), 0, delta),
                equals(capacity(erasure), delta * log(N)),
            ),
            "note": "By the erasure channel of Example 3.3.",
        },
        "gain": {
            "forall": [m, n, delta],
            "given": [],
            "then": 2 * (delta * log(minimum(m, n)))
            <= 2 * binary_entropy(delta) + 2 * delta * log(minimum(m, n + 1)),
            "note": "At least half of (35) is saved, and at small δ the term 2h(δ) as a whole.",
        },
    },
    tight=True,
)

both_delta = 1 - 2 * (1 - delta) / (exp(eps) + 1)
binary_mixture = delta * log(2) + (1 - delta) * binary_bound
revealing = channel_of(
    [delta, (1 - delta) * likely, (1 - delta) * unlikely, 0],
    [0, (1 - delta) * unlikely, (1 - delta) * likely, delta],
)

paper.claim(
    "theorem-1-sharp",
    at=f"{CUFF_YU}, Theorem 1, from (ε,δ) to information",
    forall=[M, eps, delta],
    given=[DP(M, eps, delta)],
    then={
        "bound": {
            "then": MIDP(M, both_delta * log(symbols)),
            "note": "By Property 3 at ε' = 0, then `lemma-3-leakage-sharp`.",
        },
        "binary": {
            "given": [largest_alphabet(D) <= 2, DP(M, eps, delta)],
            "then": MIDP(M, binary_mixture),
        },
        "binary-attained": {
            "forall": [eps, delta],
            "given": [],
            "then": both(
                DP(as_mechanism(revealing), eps, delta),
                equals(capacity(revealing), delta * log(2) + (1 - delta) * from_uniform),
            ),
            "note": "The entry is told with probability δ, and answered at random otherwise.",
        },
    },
)

by_information = minimum(1, entries(D) * sqrt(2 * eps))
records = Size("k")
product = records * delta

paper.claim(
    "corollary-8-sharp",
    at=f"{CUFF_YU}, Corollary 8, eq. (54), for all entries together",
    forall=[prior, M, eps],
    given=[MIDP(M, eps)],
    then={
        "bound": information(prior, M) <= by_information * log(minimum(m, instances(D))),
        "distance": {
            "forall": [prior, M, delta],
            "given": [DP(M, 0, delta)],
            "then": information(prior, M)
            <= minimum(1, entries(D) * delta) * log(minimum(m, instances(D))),
            "note": "Any two databases are within nδ of each other.",
        },
        "gain": {
            "forall": [records, m, n, delta],
            "given": [product <= 1],
            "then": 2 * (product * log(minimum(m, n**records)))
            <= 2 * binary_entropy(product) + 2 * product * log(minimum(m, n**records + 1)),
            "note": "Here δ is √(2ε): half of (54) at least, and it holds beyond kδ = 1 too.",
        },
    },
)

# --- from information to total variation (Property 2, Lemma 2) ------------------------------------

paper.claim(
    "property-2-sharp",
    at=f"{CUFF_YU}, Property 2, eq. (12)",
    forall=[P, Q, eps],
    given=[KL(P, Q) <= eps],
    then={
        "large": Close(P, Q, 0, sqrt(1 - exp(-eps))),
        "series": Close(P, Q, 0, rational(3, 2) * sqrt(sqrt(1 + 4 * eps / 9) - 1)),
        "fourth-power": {
            "forall": [P, Q],
            "given": [],
            "then": 2 * TV(P, Q) ** 2 + rational(4, 9) * TV(P, Q) ** 4 <= KL(P, Q),
        },
        "gain": {
            "forall": [eps],
            "given": [],
            "then": rational(3, 2) * sqrt(sqrt(1 + 4 * eps / 9) - 1) <= sqrt(eps / 2),
            "note": "Always nearer than √(ε/2), which exceeds 1 from ε = 2 on; `large` never does.",
        },
    },
)

series = sqrt(sqrt(9 + 12 * eps) - 3)

paper.claim(
    "lemma-2-sharp",
    at=f"{CUFF_YU}, Lemma 2, eq. (27)",
    forall=[M, eps],
    given=[MIDP(M, eps)],
    then={
        "bound": DP(M, 0, series),
        "gain": {
            "forall": [eps],
            "given": [],
            "then": series <= sqrt(2 * eps),
        },
        "exact": {
            "forall": [eps],
            "given": [eps <= log(2)],
            "then": 1 - 2 * binary_entropy_inverse(log(2) - eps) <= series,
            "note": "The tight δ' of (28), of which this keeps the first two terms.",
        },
    },
    note="From ln 2 − h((1 − δ)/2) ≥ δ²/2 + δ⁴/12.",
)

# --- noise on a query (Nuradha and Goldfeld's Corollary 1) ----------------------------------------

sharp_factor = 2 * (noise.dims + 1)
everywhere_near = every(noise.first_value, every(noise.second_value, (
    noise.squared_distance(noise.query, noise.first_value, noise.second_value)
    <= noise.sensitivity**2
)))
sharp_level = noise.sensitivity**2 / (sharp_factor * noise.growth)
edge_length = noise.sensitivity * sqrt(2) / 2
last_corner = edge_length * (1 + sqrt(noise.dims + 1)) / noise.dims
corner, other_corner = Symbol("s", noise.dims + 1), Symbol("s'", noise.dims + 1)
axis = Symbol("j", noise.dims)


def simplex(place: Any) -> Term:
    """The j-th coordinate of a corner of the regular simplex with edges of length Δ."""
    return cases(equals(place, axis), edge_length, 0) + cases(
        equals(place, noise.dims), last_corner, 0
    )


centre = total(other_corner, simplex(other_corner)) / (noise.dims + 1)
corner_variance = total(axis, total(corner, (simplex(corner) - centre) ** 2)) / (noise.dims + 1)
corner_distance = total(axis, (simplex(corner) - simplex(other_corner)) ** 2)

paper.claim(
    "corollary-1-sharp",
    at="sharpens Nuradha and Goldfeld (2022), Corollary 1",
    forall=[noise.F, noise.P, noise.query, noise.sensitivity, noise.variance, noise_eps],
    given=[everywhere_near, sharp_level <= noise.variance],
    then={
        "enough": noise.at_each_edge(
            noise.here.spread() / (noise.dims * noise.growth) <= noise.variance
        ),
        "private": noise.at_each_edge(
            noise.here.told(gaussian_information, noise.variance) <= noise_eps
        ),
        "rows": {
            "forall": [
                noise.on_databases, noise.answers, noise.sensitivity, noise.variance, noise_eps,
            ],
            "given": [noise.neighbours_near, sharp_level <= noise.variance],
            "then": every(
                noise.row,
                noise.at_row.told(gaussian_information, noise.variance) <= noise_eps,
            ),
            "note": "Corollary 1 with its bound times d/(d + 1).",
        },
        "simplex": {
            "forall": [noise.dims, noise.sensitivity],
            "given": [],
            "then": every(corner, every(
                other_corner, corner_distance <= noise.sensitivity**2
            )),
        },
        "least": {
            "forall": [noise.dims, noise.sensitivity, noise_eps],
            "given": [],
            "then": equals(corner_variance / (noise.dims * noise.growth), sharp_level),
            "note": (
                "The level of Theorem 3 for the d + 1 corners of a regular simplex, equally "
                "likely, with nothing public: no smaller constant will do."
            ),
        },
        "gain": {
            "forall": [noise.dims, noise.sensitivity, noise_eps],
            "given": [],
            "then": equals(
                sharp_level,
                noise.dims / (noise.dims + 1)
                * (noise.sensitivity**2 / (2 * noise.dims * noise.growth)),
            ),
            "note": "Half of Corollary 1's noise for d = 1.",
        },
    },
    note=(
        "The least constant is c_d = 1/(2(d + 1)), by Jung's theorem; Corollary 1 has 1/(2d). On n "
        "values of the data with n ≤ d the answers lie in fewer dimensions, where less will do."
    ),
)
