"""Textbook facts on which proofs rest, as claims: stated, attacked and citable like any other.

Alphabets are finite, of any size from one symbol on. Nothing here mentions a privacy notion. The
facts on continuous laws (Gaussian, Laplace, entropy power, …) wait for the sorts that they need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.language import (
    KL,
    TV,
    Channel,
    Close,
    Event,
    H,
    I,
    Independent,
    Joint,
    Markov,
    Paper,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    absolute,
    binary_entropy,
    both,
    capacity,
    cases,
    chain,
    channel_of,
    channel_table,
    chi_square,
    either,
    equals,
    event_where,
    every,
    exp,
    hockey_stick,
    iff,
    indicator,
    information,
    joint_of,
    laplace,
    largest,
    law_cells,
    likelihood_ratio,
    log,
    maximum,
    minimum,
    output,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    remainder,
    renyi,
    sqrt,
    total,
)
from verified.language.heads import size_of

paper = Paper(
    key="background",
    title="Textbook facts that the proofs rest on",
    edition="statements in our own words, each with a place where it is found",
    units="nats",
)

COVER_THOMAS = "Cover and Thomas, Elements of Information Theory (2nd edition)"
ERVEN_HARREMOES = "van Erven and Harremoës, Rényi divergence and KL divergence (2014)"

n, m, k = Size("n"), Size("m"), Size("k")
two_n = Size("n", low=2)
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", n)
W, V = Channel("W", n, m), Channel("V", n, m)
after = Channel("K", m, k)
a, b, y = Symbol("a", n), Symbol("b", n), Symbol("y", m)
A = Event("A", n)
eps, eps_other = Real("eps", latex=r"\epsilon"), Real("eps'", latex=r"\epsilon'")
delta = Real("delta", ">=0", latex=r"\delta")
t = Real("t", "[0,1]")
order = Real("alpha", ">=0", latex=r"\alpha")
order_above = Real("beta", ">=0", latex=r"\beta")
INFINITE = float("inf")

# Weights and families for convexity in its general form: a mixture of k laws is an output law.
weights = Pmf("t", k)
first_laws, second_laws = Channel("P", k, n), Channel("Q", k, n)
j = Symbol("j", k)


def mixture(weight: Term, first: Term, second: Term) -> Term:
    """The law weight·first + (1 − weight)·second on n symbols."""
    return pmf_table(n, lambda s: weight * first[s] + (1 - weight) * second[s])


def channel_mixture(weight: Term, first: Term, second: Term) -> Term:
    """The channel from n to m symbols whose rows are the mixtures of the rows."""
    return channel_table(n, m, lambda x, s: weight * first[x, s] + (1 - weight) * second[x, s])


def pair_law(law: Term, channel: Term) -> Term:
    """The law of (X, Y) as one law on n·m symbols; the pair (x, y) is the symbol x·m + y."""
    outputs = size_of(channel[0])
    return pmf_table(
        size_of(law) * outputs,
        lambda s: law[quotient(s, outputs)] * channel[quotient(s, outputs), remainder(s, outputs)],
    )


def product_law(law: Term, other: Term) -> Term:
    """The product of a law on n and one on m symbols, numbered as in `pair_law`."""
    return pmf_table(n * m, lambda s: law[quotient(s, m)] * other[remainder(s, m)])


def jointly_convex(measure: Callable[[Term, Term], Term]) -> dict[str, Any]:
    """Joint convexity of a function of two laws, for two pairs and for any number of pairs."""
    P1, P2, Q1, Q2 = (Pmf(name, n) for name in ("P1", "P2", "Q1", "Q2"))
    return {
        "first": {
            "forall": [weights, first_laws, Q],
            "then": measure(output(weights, first_laws), Q)
            <= total(j, weights[j] * measure(first_laws[j], Q)),
            "note": "The first law alone mixed.",
        },
        "second": {
            "forall": [weights, P, second_laws],
            "then": measure(P, output(weights, second_laws))
            <= total(j, weights[j] * measure(P, second_laws[j])),
            "note": "The second law alone mixed.",
        },
        "two": {
            "forall": [P1, P2, Q1, Q2, t],
            "then": measure(mixture(t, P1, P2), mixture(t, Q1, Q2))
            <= t * measure(P1, Q1) + (1 - t) * measure(P2, Q2),
        },
        "many": {
            "forall": [weights, first_laws, second_laws],
            "then": measure(output(weights, first_laws), output(weights, second_laws))
            <= total(j, weights[j] * measure(first_laws[j], second_laws[j])),
            "note": "A pair of weight 0 adds nothing, even where its term is infinite.",
        },
    }


def data_processing(measure: Callable[[Term, Term], Term]) -> dict[str, Any]:
    """A function of two laws doesn't grow through a channel, nor when an event is told apart."""
    return {
        "channel": {
            "forall": [P, Q, W],
            "then": measure(output(P, W), output(Q, W)) <= measure(P, Q),
        },
        "event": {
            "forall": [P, Q, A],
            "then": measure(pmf_of(P[A], 1 - P[A]), pmf_of(Q[A], 1 - Q[A])) <= measure(P, Q),
        },
    }


# --- sums and divergences -------------------------------------------------------------------------

left, right = Reals("u", k, "(0,inf)"), Reals("v", k, "(0,inf)")

paper.claim(
    "log-sum",
    at=f"{COVER_THOMAS}, Theorem 2.7.1",
    forall=[left, right],
    then=total(j, left[j]) * log(total(j, left[j]) / total(j, right[j]))
    <= total(j, left[j] * log(left[j] / right[j])),
    note="For positive numbers; zeros are met by `dpi-kl.event`, whose conventions are those of D.",
)

x_real = Real("x", ">=0")
other_slope = Real("c", ">0")
lower, upper = Real("u", ">=0"), Real("v", ">0")
inside = cases(equals(indicator(A, a), 1), 1, 0)
weight = Real("w", ">=0")
mass, other_mass, slope = Real("p", ">=0"), Real("q", ">=0"), Real("s", ">0")

paper.claim(
    "log-tangent",
    forall=[x_real],
    then={
        "line": log(x_real) <= x_real - 1,
        "exponential": {"forall": [eps], "then": 1 + eps <= exp(eps)},
        "pair": {
            "forall": [mass, other_mass, slope],
            "then": mass * log(slope) + mass - other_mass * slope
            <= mass * log(mass) - mass * log(other_mass),
            "note": "The right side is +∞ for q = 0 < p; equal at s = p/q.",
        },
        "scaled": {
            "forall": [weight, mass, other_mass, slope],
            "then": weight * (mass * log(slope) + mass - other_mass * slope)
            <= weight * mass * log(mass) - weight * mass * log(other_mass),
            "note": "The same times a weight, which may be 0.",
        },
    },
)

ceiling = Real("r")
touching = -ceiling / (1 + other_mass)
steep = exp(ceiling / mass)

number_r, number_s, bound_c = Real("r"), Real("s"), Real("c")

paper.claim(
    "log-increasing",
    forall=[lower, upper],
    given=[lower <= upper],
    then={
        "positive": {"given": [lower > 0, lower <= upper], "then": log(lower) <= log(upper)},
        "scaled": lower * log(lower) <= lower * log(upper),
    },
)

paper.claim(
    "exponential-increasing",
    forall=[number_r, number_s],
    given=[number_r <= number_s],
    then=exp(number_r) <= exp(number_s),
)

paper.claim(
    "absolute-value",
    forall=[number_r, number_s, bound_c],
    then={
        "above": {
            "forall": [number_r],
            "then": both(number_r <= absolute(number_r), -number_r <= absolute(number_r)),
        },
        "least": {
            "forall": [number_r, bound_c],
            "given": [number_r <= bound_c, -number_r <= bound_c],
            "then": absolute(number_r) <= bound_c,
        },
        "triangle": {
            "forall": [number_r, number_s],
            "then": absolute(number_r + number_s) <= absolute(number_r) + absolute(number_s),
        },
        "least-of-two": {
            "given": [bound_c <= number_r, bound_c <= number_s],
            "then": bound_c <= minimum(number_r, number_s),
        },
        "below-both": {
            "forall": [number_r, number_s],
            "then": both(
                minimum(number_r, number_s) <= number_r, minimum(number_r, number_s) <= number_s
            ),
        },
        "largest-of-two": {
            "given": [number_r <= bound_c, number_s <= bound_c],
            "then": maximum(number_r, number_s) <= bound_c,
        },
        "above-both": {
            "forall": [number_r, number_s],
            "then": both(
                number_r <= maximum(number_r, number_s), number_s <= maximum(number_r, number_s)
            ),
        },
        "half-sum": {
            "forall": [number_r, number_s],
            "then": both(
                equals(
                    minimum(number_r, number_s),
                    (number_r + number_s - absolute(number_r - number_s)) / 2,
                ),
                equals(
                    maximum(number_r, number_s),
                    (number_r + number_s + absolute(number_r - number_s)) / 2,
                ),
            ),
        },
        "membership": {
            "forall": [A, a],
            "then": both(inside >= 0, inside <= 1),
            "note": "Whether a symbol is in an event, as it stands in a sum.",
        },
    },
)

paper.claim(
    "log-envelope",
    forall=[mass, other_mass, ceiling],
    then={
        "zero": {
            "given": [mass <= 0, ceiling < 0],
            "then": ceiling < mass * log(touching) + mass - other_mass * touching,
        },
        "steep": {
            "given": [mass > 0, other_mass <= 0],
            "then": ceiling < mass * log(steep) + mass - other_mass * steep,
        },
        "ratio": {
            "given": [mass > 0, other_mass > 0],
            "then": equals(
                mass * log(mass) - mass * log(other_mass),
                mass * log(mass / other_mass) + mass - other_mass * (mass / other_mass),
            ),
        },
        "nothing": {
            "forall": [mass, other_mass],
            "given": [mass <= 0],
            "then": equals(mass * log(mass) - mass * log(other_mass), 0),
        },
    },
    note=(
        "Where p ln s + p − q s ≤ r for every s > 0, these slopes s show p ln p − p ln q ≤ r: "
        "the tangents of `log-tangent.pair` touch."
    ),
)

x_above, y_above = Real("x", ">0"), Real("y", ">0")

paper.claim(
    "log-product",
    forall=[x_above, y_above],
    then=equals(log(x_above * y_above), log(x_above) + log(y_above)),
)

paper.claim(
    "gibbs",
    at=f"{COVER_THOMAS}, Theorem 2.6.3",
    forall=[P, Q],
    then={
        "nonnegative": KL(P, Q) >= 0,
        "zero": {"given": [KL(P, Q) <= 0], "then": every(a, equals(P[a], Q[a]))},
        "same": {"forall": [P], "then": equals(KL(P, P), 0)},
    },
)

paper.claim(
    "kl-finite",
    forall=[P, Q, ceiling],
    given=[KL(P, Q) <= ceiling],
    then=every(a, either(Q[a] > 0, P[a] <= 0)),
    note="A finite divergence means absolute continuity.",
)

paper.claim("dpi-kl", at=f"{COVER_THOMAS}, Section 4.4", then=data_processing(KL))

paper.claim(
    "dpi-tv", then=data_processing(TV), note="The total variation of two laws through a channel."
)

paper.claim(
    "dpi-renyi",
    at=f"{ERVEN_HARREMOES}, Theorem 9",
    forall=[P, Q, W, order],
    then={
        "channel": renyi(output(P, W), output(Q, W), order) <= renyi(P, Q, order),
        "infinite-order": {
            "forall": [P, Q, W],
            "then": renyi(output(P, W), output(Q, W), INFINITE) <= renyi(P, Q, INFINITE),
        },
    },
)

paper.claim(
    "dpi-hockey-stick",
    forall=[P, Q, W, eps],
    then=hockey_stick(output(P, W), output(Q, W), eps) <= hockey_stick(P, Q, eps),
    note="For every real ε, negative ones included.",
)

paper.claim(
    "kl-jointly-convex", at=f"{COVER_THOMAS}, Theorem 2.7.2", then=jointly_convex(KL)
)

paper.claim("tv-jointly-convex", then=jointly_convex(TV))

paper.claim(
    "hockey-stick-jointly-convex",
    forall=[weights, first_laws, second_laws, eps],
    then=hockey_stick(output(weights, first_laws), output(weights, second_laws), eps)
    <= total(j, weights[j] * hockey_stick(first_laws[j], second_laws[j], eps)),
)

paper.claim(
    "kl-chain",
    at=f"{COVER_THOMAS}, Theorem 2.5.3",
    forall=[P, Q, W, V],
    then={
        "pair": equals(
            KL(pair_law(P, W), pair_law(Q, V)),
            KL(P, Q) + total(a, P[a] * KL(W[a], V[a])),
        ),
        "product": {
            "forall": [P, Q, Pmf("R", m), Pmf("S", m)],
            "then": equals(
                KL(product_law(P, Pmf("R", m)), product_law(Q, Pmf("S", m))),
                KL(P, Q) + KL(Pmf("R", m), Pmf("S", m)),
            ),
        },
    },
)

paper.claim(
    "pinsker",
    at=f"{COVER_THOMAS}, Lemma 11.6.1",
    forall=[P, Q],
    then={
        "squared": 2 * TV(P, Q) ** 2 <= KL(P, Q),
        "pointwise": {
            "forall": [mass, other_mass, slope],
            "then": 2 * slope * absolute(mass - other_mass)
            - slope**2 * (4 * other_mass + 2 * mass) / 3 + mass - other_mass
            <= mass * log(mass) - mass * log(other_mass),
            "note": "For every slope s: the sum is 4 s TV − 2 s² ≤ D.",
        },
        "root": TV(P, Q) <= sqrt(KL(P, Q) / 2),
    },
)

paper.claim(
    "bretagnolle-huber",
    at="Bretagnolle and Huber, Estimation des densités: risque minimax (1979)",
    forall=[P, Q],
    then={
        "root": TV(P, Q) <= sqrt(1 - exp(-KL(P, Q))),
        "half": 1 - TV(P, Q) >= exp(-KL(P, Q)) / 2,
        "pointwise": {
            "forall": [mass, other_mass, slope, other_slope],
            "then": 2 * mass * (1 - log(other_slope))
            - (slope * minimum(mass, other_mass) + maximum(mass, other_mass) / slope) / other_slope
            <= mass * log(mass) - mass * log(other_mass),
            "note": "For all slopes s and c: the arithmetic and geometric means of s min, max/s.",
        },
        "product": {
            "forall": [P, Q, ceiling],
            "given": [KL(P, Q) <= ceiling],
            "then": exp(-ceiling) <= (1 - TV(P, Q)) * (1 + TV(P, Q)),
        },
        "affine": {
            "forall": [P, Q, slope, other_slope],
            "then": 2 * (1 - log(other_slope))
            - (slope * (1 - TV(P, Q)) + (1 + TV(P, Q)) / slope) / other_slope
            <= KL(P, Q),
        },
    },
)

paper.claim(
    "kl-chi-square",
    forall=[P, Q],
    then=KL(P, Q) <= log(1 + chi_square(P, Q)),
)

paper.claim(
    "renyi-monotone",
    at=f"{ERVEN_HARREMOES}, Theorem 3",
    forall=[P, Q, order, order_above],
    then={
        "orders": {
            "given": [order <= order_above],
            "then": renyi(P, Q, order) <= renyi(P, Q, order_above),
        },
        "infinite": {
            "forall": [P, Q, order],
            "then": renyi(P, Q, order) <= renyi(P, Q, INFINITE),
        },
        "one": {"forall": [P, Q], "then": equals(renyi(P, Q, 1), KL(P, Q))},
        "nonnegative": {"forall": [P, Q, order], "then": renyi(P, Q, order) >= 0},
    },
)

values, threshold = Reals("f", n), Real("s")
tilt = Real("lambda", ">=0", latex=r"\lambda")

paper.claim(
    "exponential-markov",
    at="Boucheron, Lugosi and Massart, Concentration Inequalities, Section 2.2",
    forall=[P, values, threshold, tilt],
    then=total(a, P[a], where=values[a] >= threshold)
    <= total(a, P[a] * exp(tilt * (values[a] - threshold))),
)

# A sequence of k bits is the symbol x < 2^k; how many of its bits are 1:
word, bit = Symbol("x", 2**k), Symbol("i", k)
ones = total(bit, remainder(quotient(word, 2**bit), 2))
chance, level = Real("p", "(0,1)"), Real("t", "[0,1]")

paper.claim(
    "chernoff-binomial",
    at="Boucheron, Lugosi and Massart, Concentration Inequalities, Section 2.2",
    forall=[k, chance, level],
    given=[chance <= level],
    then=total(word, chance**ones * (1 - chance) ** (k - ones), where=ones >= level * k)
    <= exp(-k * KL(pmf_of(level, 1 - level), pmf_of(chance, 1 - chance))),
    note="The left side is the probability of at least tk ones among k independent bits.",
)

# --- total variation and closeness ----------------------------------------------------------------

more, often = event_where(a, Q[a] <= P[a]), event_where(a, exp(eps) * Q[a] <= P[a])

paper.claim(
    "total-variation",
    forall=[P, Q],
    then={
        "events": equals(TV(P, Q), largest(A, P[A] - Q[A])),
        "event": {"forall": [P, Q, A], "then": P[A] - Q[A] <= TV(P, Q)},
        "largest-event": {
            "then": equals(TV(P, Q), P[more] - Q[more]),
            "note": "The event where P is at least Q.",
        },
        "overlap": equals(1 - TV(P, Q), total(a, minimum(P[a], Q[a]))),
        "symmetric": equals(TV(P, Q), TV(Q, P)),
        "range": both(TV(P, Q) >= 0, TV(P, Q) <= 1),
        "triangle": {"forall": [P, Q, R], "then": TV(P, R) <= TV(P, Q) + TV(Q, R)},
        "mixture": {
            "forall": [P, Q, t],
            "then": equals(TV(mixture(t, P, Q), Q), t * TV(P, Q)),
        },
    },
)

paper.claim(
    "hockey-stick",
    forall=[P, Q, eps],
    then={
        "events": equals(hockey_stick(P, Q, eps), largest(A, P[A] - exp(eps) * Q[A])),
        "event": {
            "forall": [P, Q, A, eps],
            "then": P[A] - exp(eps) * Q[A] <= hockey_stick(P, Q, eps),
        },
        "largest-event": equals(
            hockey_stick(P, Q, eps), P[often] - exp(eps) * Q[often]
        ),
        "total-variation": {
            "forall": [P, Q],
            "then": equals(hockey_stick(P, Q, 0), TV(P, Q)),
        },
        "decreasing": {
            "forall": [P, Q, eps, eps_other],
            "given": [eps <= eps_other],
            "then": hockey_stick(P, Q, eps_other) <= hockey_stick(P, Q, eps),
        },
        "swapped": {
            "then": equals(
                exp(eps) * hockey_stick(Q, P, -eps) + 1, exp(eps) + hockey_stick(P, Q, eps)
            ),
            "note": "The sum of Q(a) − e^−ε P(a) is 1 − e^−ε, and its negative part is the other.",
        },
        "range": {
            "given": [eps >= 0],
            "then": both(hockey_stick(P, Q, eps) >= 0, hockey_stick(P, Q, eps) <= TV(P, Q)),
        },
    },
)

positive_eps = Real("eps", ">=0", latex=r"\epsilon")
paper.claim(
    "closeness-hockey-stick",
    forall=[P, Q, positive_eps, delta],
    then=iff(
        Close(P, Q, positive_eps, delta),
        both(
            hockey_stick(P, Q, positive_eps) <= delta,
            hockey_stick(Q, P, positive_eps) <= delta,
        ),
    ),
)

paper.claim(
    "closeness-symbols",
    forall=[P, Q, positive_eps],
    then=iff(
        Close(P, Q, positive_eps, 0),
        every(
            a, both(P[a] <= exp(positive_eps) * Q[a], Q[a] <= exp(positive_eps) * P[a])
        ),
    ),
)

paper.claim(
    "closeness-ratio",
    forall=[P, Q, positive_eps],
    given=[Close(P, Q, positive_eps, 0)],
    then=every(
        a,
        both(
            exp(-positive_eps) <= likelihood_ratio(P, Q, a),
            likelihood_ratio(P, Q, a) <= exp(positive_eps),
        ),
        where=Q[a] > 0,
    ),
)

# The coupling keeps the common part min{P, Q} in place; the rest is drawn independently.
coupling = pmf_table(
    n * n,
    lambda s: cases(
        equals(quotient(s, n), remainder(s, n)), minimum(P[quotient(s, n)], Q[quotient(s, n)]), 0
    )
    + (P[quotient(s, n)] - minimum(P[quotient(s, n)], Q[quotient(s, n)]))
    * (Q[remainder(s, n)] - minimum(P[remainder(s, n)], Q[remainder(s, n)]))
    / TV(P, Q),
)
square = Channel("W", n, n)

paper.claim(
    "maximal-coupling",
    forall=[P, Q],
    given=[TV(P, Q) > 0],
    then={
        "first-marginal": every(a, equals(total(b, coupling[a * n + b]), P[a])),
        "second-marginal": every(b, equals(total(a, coupling[a * n + b]), Q[b])),
        "agreement": equals(1 - total(a, coupling[a * n + a]), TV(P, Q)),
        "any-coupling": {
            "forall": [P, square],
            "given": [],
            "then": TV(P, output(P, square)) <= 1 - total(a, P[a] * square[a, a]),
            "note": (
                "Every coupling of P and Q is P followed by a channel. That it disagrees at least "
                "as often as this holds for equal laws too."
            ),
        },
    },
    note=(
        "The pair (a, b) is the symbol a·n + b. Where P = Q the table would be 0/0; there (X, X) "
        "is the coupling."
    ),
)


# --- entropy --------------------------------------------------------------------------------------

paper.claim(
    "entropy-range",
    at=f"{COVER_THOMAS}, Theorem 2.6.4",
    forall=[P],
    then={
        "nonnegative": H(P) >= 0,
        "uniform": H(P) <= log(n),
        "divergence": equals(H(P), log(n) - KL(P, pmf_table(n, lambda _: 1 / n))),
    },
)

paper.claim(
    "entropy-concave",
    at=f"{COVER_THOMAS}, Theorem 2.7.3",
    forall=[weights, first_laws],
    then={
        "two": {
            "forall": [P, Q, t],
            "then": H(mixture(t, P, Q)) >= t * H(P) + (1 - t) * H(Q),
        },
        "many": H(output(weights, first_laws)) >= total(j, weights[j] * H(first_laws[j])),
        "mixing": {
            "then": H(output(weights, first_laws))
            <= H(weights) + total(j, weights[j] * H(first_laws[j])),
            "note": "A mixture's entropy exceeds the mean entropy by at most that of its weights.",
        },
    },
)

p, q = Real("p", "[0,1]"), Real("q", "[0,1]")

paper.claim(
    "binary-entropy",
    forall=[p],
    then={
        "range": both(binary_entropy(p) >= 0, binary_entropy(p) <= log(2)),
        "law": equals(binary_entropy(p), H(pmf_of(p, 1 - p))),
        "symmetric": equals(binary_entropy(1 - p), binary_entropy(p)),
        "increasing": {
            "forall": [p, q],
            "given": [p <= q, q <= rational(1, 2)],
            "then": binary_entropy(p) <= binary_entropy(q),
        },
        "concave": {
            "forall": [p, q, t],
            "then": binary_entropy(t * p + (1 - t) * q)
            >= t * binary_entropy(p) + (1 - t) * binary_entropy(q),
        },
    },
)

two_P, two_Q = Pmf("P", two_n), Pmf("Q", two_n)
distance = Real("delta", "[0,1]", latex=r"\delta")
continuity = binary_entropy(distance) + distance * log(two_n - 1)

paper.claim(
    "entropy-continuity",
    at="Zhang, Estimating Mutual Information Via Kolmogorov Distance (2007), eq. (4)",
    forall=[two_P, two_Q, distance],
    then={
        "bound": {
            "given": [TV(two_P, two_Q) <= distance, distance <= (two_n - 1) / two_n],
            "then": absolute(H(two_P) - H(two_Q)) <= continuity,
        },
        "beyond": {"forall": [P, Q], "then": absolute(H(P) - H(Q)) <= log(n)},
        "relaxed": {
            "forall": [P, Q, distance],
            "given": [TV(P, Q) <= distance],
            "then": absolute(H(P) - H(Q)) <= binary_entropy(distance) + distance * log(n),
            "note": "For every alphabet and distance: at one symbol, too.",
        },
        "growing": {
            "forall": [two_n, distance, t],
            "given": [t <= distance, distance <= (two_n - 1) / two_n],
            "then": binary_entropy(t) + t * log(two_n - 1) <= continuity,
            "note": "The right side grows up to δ = 1 − 1/n, where it is ln n.",
        },
        "attained": {
            "forall": [two_n, distance],
            "given": [distance <= (two_n - 1) / two_n],
            "then": equals(
                H(
                    pmf_table(
                        two_n,
                        lambda s: cases(equals(s, 0), 1 - distance, distance / (two_n - 1)),
                    )
                ),
                continuity,
            ),
            "note": "Against the certain law, whose entropy is 0, at distance δ.",
        },
    },
    note="From two symbols on, as 0 ln 0 is left open at one.",
)

two_a = Symbol("a", two_n)
two_W = Channel("W", two_n, m)
guess, two_guess = Channel("K", m, n), Channel("K", m, two_n)


def error(law: Term, channel: Term, decoder: Term) -> Term:
    """The probability that the input, sent through the channel and the decoder, comes out wrong."""
    symbol = Symbol("a", size_of(law))
    return 1 - total(symbol, law[symbol] * chain(channel, decoder)[symbol, symbol])


guessed, share = Channel("V", two_n, two_n), Real("t", "(0,1)")
missed = 1 - total(two_a, two_P[two_a] * guessed[two_a, two_a])
wrong = error(two_P, two_W, two_guess)

paper.claim(
    "fano",
    at=f"{COVER_THOMAS}, Theorem 2.10.1",
    forall=[two_P, two_W, two_guess],
    then={
        "guess": {
            "forall": [two_P, guessed, share],
            "then": H(two_P) - information(two_P, guessed)
            <= -(1 - missed) * log(1 - share) - missed * (log(share) - log(two_n - 1)),
            "note": "For every share t, with W the channel from X to its guess; best at the error.",
        },
        "bound": H(joint_of(two_P, two_W), "X|Y")
        <= binary_entropy(wrong) + wrong * log(two_n - 1),
        "relaxed": {
            "forall": [P, W, guess],
            "then": H(joint_of(P, W), "X|Y") <= log(2) + error(P, W, guess) * log(n),
        },
    },
    note="X is guessed from Y by the channel K, at random too; the error is that of the guess.",
)

# --- information ----------------------------------------------------------------------------------

u, v, w, z = Size("u"), Size("v"), Size("w"), Size("z")
J = Joint("J", U=u, V=v, W=w)
J4 = Joint("J", U=u, V=v, W=w, Z=z)

sent = Symbol("x", n)
dominated = P[a] * W[a, y] <= output(P, W)[y]

paper.claim(
    "output-dominates",
    forall=[P, W],
    then={
        "by-input": every(a, every(y, dominated)),
        "by-output": every(y, every(a, dominated)),
        "divergence": {
            "given": [P[sent] > 0],
            "forall": [P, W, sent],
            "then": KL(W[sent], output(P, W)) <= -log(P[sent]),
        },
    },
    note="Each term of the sum is at most the sum: so ln of an output law is finite where needed.",
)

paper.claim(
    "information-forms",
    forall=[P, W],
    then={
        "entropies": equals(
            information(P, W), H(output(P, W)) - total(a, P[a] * H(W[a]))
        ),
        "divergences": equals(information(P, W), total(a, P[a] * KL(W[a], output(P, W)))),
        "sums": equals(
            information(P, W),
            total(
                a,
                total(
                    y,
                    P[a] * W[a, y] * log(W[a, y]) - P[a] * W[a, y] * log(output(P, W)[y]),
                ),
            ),
        ),
        "joint": equals(
            information(P, W), KL(pair_law(P, W), product_law(P, output(P, W)))
        ),
        "pair": equals(information(P, W), I(joint_of(P, W), "X;Y")),
        "symmetric": {"forall": [J], "then": equals(I(J, "U;V"), I(J, "V;U"))},
        "difference": {"forall": [J], "then": equals(I(J, "U;V"), H(J, "U") - H(J, "U|V"))},
        "conditional": {
            "forall": [J],
            "then": equals(I(J, "U;V|W"), H(J, "U|W") - H(J, "U|V,W")),
        },
        "entropy-chain": {"forall": [J], "then": equals(H(J, "U,V"), H(J, "V") + H(J, "U|V"))},
        "chain": {
            "forall": [J4],
            "then": equals(I(J4, "U;V,W|Z"), I(J4, "U;V|Z") + I(J4, "U;W|V,Z")),
        },
    },
)

paper.claim(
    "information-range",
    forall=[P, W],
    then={
        "nonnegative": information(P, W) >= 0,
        "conditional-nonnegative": {"forall": [J], "then": I(J, "U;V|W") >= 0},
        "conditioning": {"forall": [J], "then": H(J, "U|V,W") <= H(J, "U|V")},
        "input": information(P, W) <= H(P),
        "output": information(P, W) <= H(output(P, W)),
        "alphabets": information(P, W) <= log(minimum(n, m)),
        "capacity": information(P, W) <= capacity(W),
        "capacity-alphabets": {"forall": [W], "then": capacity(W) <= log(minimum(n, m))},
        "independent": {
            "forall": [J],
            "given": [Independent(J, "U", "V")],
            "then": equals(H(J, "U,V"), H(J, "U") + H(J, "V")),
        },
    },
)

paper.claim(
    "dpi-mi",
    at=f"{COVER_THOMAS}, Theorem 2.8.1",
    forall=[P, W, after],
    then={
        "markov": {
            "forall": [J],
            "given": [Markov(J, "U", "V", "W")],
            "then": I(J, "U;W") <= I(J, "U;V"),
        },
        "markov-given": {
            "forall": [J4],
            "given": [Markov(J4, "U", "V,Z", "W")],
            "then": I(J4, "U;W|Z") <= I(J4, "U;V|Z"),
        },
        "output": information(P, chain(W, after)) <= information(P, W),
        "input": information(P, chain(W, after)) <= information(output(P, W), after),
        "capacity": {
            "forall": [W, after],
            "then": capacity(chain(W, after)) <= minimum(capacity(W), capacity(after)),
        },
    },
)

paper.claim(
    "mi-concave-in-prior",
    at=f"{COVER_THOMAS}, Theorem 2.7.4",
    forall=[P, Q, W, t],
    then={
        "two": information(mixture(t, P, Q), W)
        >= t * information(P, W) + (1 - t) * information(Q, W),
        "many": {
            "forall": [weights, first_laws, W],
            "then": information(output(weights, first_laws), W)
            >= total(j, weights[j] * information(first_laws[j], W)),
        },
    },
)

paper.claim(
    "capacity-convex-in-channel",
    at=f"{COVER_THOMAS}, Theorem 2.7.4",
    forall=[W, V, t],
    then={
        "information": {
            "forall": [P, W, V, t],
            "then": information(P, channel_mixture(t, W, V))
            <= t * information(P, W) + (1 - t) * information(P, V),
        },
        "capacity": capacity(channel_mixture(t, W, V))
        <= t * capacity(W) + (1 - t) * capacity(V),
    },
)

centre = Pmf("Q", m)
divergences = total(a, P[a] * KL(W[a], centre))
reached = information(P, W) >= capacity(W)

paper.claim(
    "redundancy-capacity",
    at=f"{COVER_THOMAS}, Theorem 13.1.1",
    forall=[W, centre],
    then={
        "bound": capacity(W) <= largest(a, KL(W[a], centre)),
        "radius": {
            "forall": [W, centre, ceiling],
            "given": [every(a, KL(W[a], centre) <= ceiling)],
            "then": capacity(W) <= ceiling,
        },
        "information": {
            "forall": [P, W, centre],
            "then": information(P, W) <= divergences,
        },
        "compensation": {
            "forall": [P, W, centre],
            "then": equals(divergences, information(P, W) + KL(output(P, W), centre)),
        },
        "optimal-input": {
            "forall": [P, W],
            "given": [reached],
            "then": every(a, KL(W[a], output(P, W)) <= capacity(W)),
            "note": "No row is further from the output law of a best prior than the capacity.",
        },
        "optimal-output": {
            "forall": [P, Q, W],
            "given": [reached],
            "then": KL(output(Q, W), output(P, W)) <= capacity(W) - information(Q, W),
            "note": "The output law of a best prior is unique, and near those of good priors.",
        },
        "pairs": {
            "forall": [W],
            "then": capacity(W) <= largest(a, largest(b, KL(W[a], W[b]))),
        },
    },
    note="With `optimal-input`, the capacity is the least over Q of the largest D(W_x‖Q).",
)

flips = channel_of([1 - p, p], [q, 1 - q])
spread = 1 - p - q
first_exponent = ((1 - q) * binary_entropy(p) - p * binary_entropy(q)) / spread
second_exponent = ((1 - p) * binary_entropy(q) - q * binary_entropy(p)) / spread

paper.claim(
    "bac-capacity",
    forall=[p, q],
    given=[p + q < 1],
    then={
        "value": {
            "then": equals(
                capacity(flips), log(exp(-first_exponent) + exp(-second_exponent))
            ),
            "note": "The exponents are −ln r − C for the two probabilities r of the best output.",
        },
        "flipped": {
            "given": [],
            "then": equals(capacity(channel_of([p, 1 - p], [1 - q, q])), capacity(flips)),
            "note": "Beyond p + q = 1 the outputs change places.",
        },
        "symmetric": {
            "forall": [p],
            "given": [],
            "then": equals(
                capacity(channel_of([1 - p, p], [p, 1 - p])), log(2) - binary_entropy(p)
            ),
        },
    },
    note="Input 0 is flipped with probability p, input 1 with probability q.",
)

# --- laws on the line -----------------------------------------------------------------------------

mean, other_mean, place = Real("r"), Real("s"), Real("x")
scale = Real("u", ">0")
one_law, other_law = laplace(mean, scale), laplace(other_mean, scale)
two_inputs = pmf_of(1 - p, p)
told = information(two_inputs, one_law, other_law)

paper.claim(
    "law-information",
    at=f"{COVER_THOMAS}, Sections 8.5 and 8.6",
    forall=[p, mean, other_mean, scale],
    then={
        "nonnegative": told >= 0,
        "input": told <= H(two_inputs),
        "centre": {
            "then": told <= p * KL(other_law, one_law),
            "note": "What is told is at most the mean divergence from any law, here the first.",
        },
        "threshold": {
            "forall": [p, mean, other_mean, scale, place],
            "then": information(
                two_inputs, channel_of(law_cells(one_law, place), law_cells(other_law, place))
            )
            <= told,
            "note": "Data processing: on which side of a threshold the number lies.",
        },
    },
    note="Two Laplace laws of one scale, as responses to two inputs.",
)

# Facts on additive noise and on optima stand in modules of their own, under the same paper.
from verified.papers import (  # noqa: E402, F401
    background_integrals,
    background_matrices,
    background_mixtures,
    background_noise,
    background_normal,
    background_optima,
    background_worst_noise,
)
