"""False claims on divergences between laws, and on the entropies of one law."""

from __future__ import annotations

from bench.stick.vocabulary import (
    A,
    P,
    Q,
    R,
    W,
    a,
    above,
    at_least,
    below,
    close_bound,
    delta,
    eps,
    false,
    half,
    mixture,
    n,
    uniform,
    x,
    x2,
)
from verified.language import (
    KL,
    TV,
    Close,
    H,
    Pmf,
    Real,
    Size,
    absolute,
    binary_entropy,
    both,
    chi_square,
    either,
    equals,
    every,
    exp,
    hockey_stick,
    implies,
    largest,
    likelihood_ratio,
    log,
    min_entropy,
    output,
    pmf_of,
    pmf_table,
    rational,
    remainder,
    renyi,
    renyi_entropy,
    smallest,
    sqrt,
    total,
)

two = Size("n", low=2)
P2, Q2 = Pmf("P", two), Pmf("Q", two)
PB, QB = Pmf("P", 2), Pmf("Q", 2)
many = Size("n", low=16)
PM, QM = Pmf("P", many), Pmf("Q", many)
one_side = pmf_of(P[A], 1 - P[A])
other_side = pmf_of(Q[A], 1 - Q[A])
shifted = pmf_table(n, lambda c: P[remainder(c + 1, n)])
order = Real("alpha", "(0,1)", latex=r"\alpha")
any_order = Real("alpha", "[0,4]", latex=r"\alpha")

OFF = (
    false(
        "pinsker-off-by-tenth", "tenth",
        "near the uniform binary law D is 2 TV² to second order",
        forall=[P, Q],
        then=KL(P, Q) >= 2 * above("0.1") * TV(P, Q) ** 2,
    ),
    false(
        "pinsker-off-by-millionth", "millionth",
        "D/TV² tends to 2, from above, as a binary law tends to the uniform one",
        forall=[P, Q],
        then=KL(P, Q) >= 2 * above("1e-6") * TV(P, Q) ** 2,
    ),
    false(
        "bretagnolle-huber-off-by-hundredth", "hundredth",
        "TV tends to √(1 − e^−D) as the laws separate",
        forall=[P, Q],
        then=TV(P, Q) <= below("0.01") * sqrt(1 - exp(-KL(P, Q))),
    ),
    false(
        "kl-log-chi-square-off-by-tenth", "tenth",
        "D = ln(1 + χ²) where P is Q conditioned on an event",
        forall=[P, Q],
        then=KL(P, Q) <= below("0.1") * log(1 + chi_square(P, Q)),
    ),
    false(
        "kl-log-chi-square-off-by-millionth", "millionth",
        "D = ln(1 + χ²) where P is Q conditioned on an event",
        forall=[P, Q],
        given=[at_least(Q, "0.001")],
        then=KL(P, Q) <= below("1e-6") * log(1 + chi_square(P, Q)),
    ),
    false(
        "renyi-monotone-off-by-hundredth", "hundredth",
        "every order gives ln 2 for a certain symbol against a fair coin",
        forall=[P, Q],
        then=renyi(P, Q, half) <= below("0.01") * renyi(P, Q, 2),
    ),
    false(
        "renyi-monotone-off-by-millionth", "millionth",
        "the orders agree where the likelihood ratio is constant on the support of P",
        forall=[P, Q],
        then=renyi(P, Q, 1) <= below("1e-6") * renyi(P, Q, rational(3, 2)),
    ),
    false(
        "close-kl-off-by-tenth", "tenth",
        "the symmetric binary pair attains ε tanh(ε/2)",
        forall=[P, Q, eps],
        given=[Close(P, Q, eps, 0)],
        then=KL(P, Q) <= below("0.1") * close_bound(eps),
    ),
    false(
        "close-kl-off-by-thousandth", "thousandth",
        "the symmetric binary pair attains ε tanh(ε/2)",
        forall=[P, Q, eps],
        given=[Close(P, Q, eps, 0), eps >= 2],
        then=KL(Q, P) <= below("1e-3") * close_bound(eps),
    ),
    false(
        "close-half-square-off-by-thousandth", "thousandth",
        "for small ε the largest divergence is ε²/2 to leading order",
        forall=[P, Q, eps],
        given=[Close(P, Q, eps, 0)],
        then=KL(P, Q) <= below("1e-3") * eps**2 / 2,
    ),
    false(
        "close-half-square-off-by-millionth", "millionth",
        "ε tanh(ε/2) falls short of ε²/2 by a share ε²/12 only",
        forall=[P, Q, eps],
        given=[Close(P, Q, eps, 0)],
        then=KL(P, Q) <= below("1e-6") * eps**2 / 2,
    ),
    false(
        "chi-square-tv-off-by-tenth", "tenth",
        "χ² = 4 TV² where Q is a fair coin",
        forall=[P, Q],
        then=chi_square(P, Q) >= 4 * above("0.1") * TV(P, Q) ** 2,
    ),
    false(
        "chi-square-tv-off-by-millionth", "millionth",
        "χ² = 4 TV² where |P − Q|/Q is constant",
        forall=[P, Q],
        then=chi_square(P, Q) >= 4 * above("1e-6") * TV(P, Q) ** 2,
    ),
    false(
        "kl-chi-square-off-by-thousandth", "thousandth",
        "−ln(1 − t) against t/(1 − t): the ratio tends to 1 as t → 0",
        forall=[P, Q],
        then=KL(P, Q) <= below("1e-3") * chi_square(P, Q),
    ),
    false(
        "kl-chi-square-off-by-millionth", "millionth",
        "needs P certain, and Q other by less than two parts in a million",
        forall=[P, Q],
        then=KL(P, Q) <= below("1e-6") * chi_square(P, Q),
    ),
    false(
        "bhattacharyya-off-by-hundredth", "hundredth",
        "TV² = 1 − BC² for a binary pair and its mirror image",
        forall=[P, Q],
        then=TV(P, Q) ** 2 <= below("0.01") * (1 - exp(-renyi(P, Q, half))),
    ),
    false(
        "bhattacharyya-off-by-millionth", "millionth",
        "TV² = 1 − BC² for a binary pair and its mirror image",
        forall=[P, Q],
        given=[at_least(P, "0.01"), at_least(Q, "0.01")],
        then=TV(P, Q) ** 2 <= below("1e-6") * (1 - exp(-renyi(P, Q, half))),
    ),
    false(
        "reverse-pinsker-off-by-hundredth", "hundredth",
        "attained by a certain symbol against a fair coin",
        forall=[P, Q],
        given=[at_least(Q, "0.001")],
        then=KL(P, Q) <= below("0.01") * log(1 + 2 * TV(P, Q) ** 2 / smallest(a, Q[a])),
    ),
    false(
        "reverse-pinsker-off-by-thousandth", "thousandth",
        "attained by a certain symbol against a fair coin",
        forall=[P, Q],
        given=[at_least(Q, "0.1")],
        then=KL(P, Q) <= below("1e-4") * log(1 + 2 * TV(P, Q) ** 2 / smallest(a, Q[a])),
    ),
    false(
        "jeffreys-tv-off-by-tenth", "tenth",
        "the sum of both divergences is 2 TV ln((1 + TV)/(1 − TV)) for mirrored binary laws",
        forall=[P, Q],
        then=KL(P, Q) + KL(Q, P)
        >= 2 * above("0.1") * TV(P, Q) * (log(1 + TV(P, Q)) - log(1 - TV(P, Q))),
    ),
    false(
        "jeffreys-tv-off-by-millionth", "millionth",
        "the bound is attained by mirrored binary laws",
        forall=[P, Q],
        given=[TV(P, Q) >= half],
        then=KL(P, Q) + KL(Q, P)
        >= 2 * above("1e-6") * TV(P, Q) * (log(1 + TV(P, Q)) - log(1 - TV(P, Q))),
    ),
    false(
        "processing-off-by-hundredth", "hundredth",
        "a noiseless channel loses nothing",
        forall=[P, Q, W],
        then=KL(output(P, W), output(Q, W)) <= below("0.01") * KL(P, Q),
    ),
    false(
        "dobrushin-off-by-thousandth", "thousandth",
        "two certain inputs reach Dobrushin's coefficient",
        forall=[P, Q, W],
        then=TV(output(P, W), output(Q, W))
        <= below("1e-3") * largest(x, largest(x2, TV(W[x], W[x2]))) * TV(P, Q),
    ),
    false(
        "entropy-continuity-off-by-hundredth", "hundredth",
        "a certain symbol against a law that is flat on the others attains the bound",
        forall=[P2, Q2],
        given=[TV(P2, Q2) <= 1 - 1 / two],
        then=absolute(H(P2) - H(Q2))
        <= below("0.01") * (binary_entropy(TV(P2, Q2)) + TV(P2, Q2) * log(two - 1)),
    ),
    false(
        "entropy-continuity-off-by-millionth", "millionth",
        "a certain symbol against a law that is flat on the others attains the bound",
        forall=[P2, Q2],
        given=[TV(P2, Q2) <= 1 - 1 / two],
        then=absolute(H(P2) - H(Q2))
        <= below("1e-6") * (binary_entropy(TV(P2, Q2)) + TV(P2, Q2) * log(two - 1)),
    ),
    false(
        "hockey-stick-tv-off-by-tenth", "tenth",
        "E = 1 − e^ε (1 − TV) where P is certain and Q gives its symbol at most e^−ε",
        forall=[P, Q, eps],
        then=hockey_stick(P, Q, eps) >= 1 - below("0.1") * exp(eps) * (1 - TV(P, Q)),
    ),
    false(
        "hockey-stick-tv-off-by-thousandth", "thousandth",
        "E = 1 − e^ε (1 − TV) where P is certain and Q gives its symbol at most e^−ε",
        forall=[P, Q, eps],
        given=[eps >= 1],
        then=hockey_stick(P, Q, eps) >= 1 - below("1e-3") * exp(eps) * (1 - TV(P, Q)),
    ),
    false(
        "kl-max-ratio-off-by-thousandth", "thousandth",
        "D = ln max P/Q where the ratio is constant on the support of P",
        forall=[P, Q],
        then=KL(P, Q) <= below("1e-4") * renyi(P, Q, float("inf")),
    ),
    false(
        "skew-symmetry-off-by-tenth", "tenth",
        "(1 − α) D_α(P‖Q) = α D_{1−α}(Q‖P) exactly",
        forall=[P, Q, order],
        then=(1 - order) * renyi(P, Q, order) <= below("0.1") * order * renyi(Q, P, 1 - order),
    ),
    false(
        "renyi-two-chi-square-off-by-hundredth", "hundredth",
        "D_2 = ln(1 + χ²) exactly",
        forall=[P, Q],
        then=renyi(P, Q, 2) >= log(1 + above("0.01") * chi_square(P, Q)),
    ),
    false(
        "jensen-shannon-off-by-tenth", "tenth",
        "disjoint laws reach 2 ln 2 TV",
        forall=[P, Q],
        then=KL(P, mixture) + KL(Q, mixture) <= below("0.1") * 2 * log(2) * TV(P, Q),
    ),
    false(
        "jensen-shannon-below-off-by-thousandth", "thousandth",
        "mirrored binary laws reach 2 (ln 2 − h((1 − TV)/2))",
        forall=[P, Q],
        given=[TV(P, Q) >= rational(1, 10)],
        then=KL(P, mixture) + KL(Q, mixture)
        >= 2 * above("1e-3") * (log(2) - binary_entropy((1 - TV(P, Q)) / 2)),
    ),
    false(
        "event-processing-off-by-millionth", "millionth",
        "with two symbols an event tells all",
        forall=[P, Q, A],
        given=[at_least(P, "0.01"), at_least(Q, "0.01")],
        then=KL(one_side, other_side) <= below("1e-6") * KL(P, Q),
    ),
    false(
        "hockey-stick-chain-off-by-tenth", "tenth",
        "with Q = R and no second ε both sides are one hockey-stick divergence",
        forall=[P, Q, R, eps],
        then=hockey_stick(P, R, eps)
        <= below("0.1") * (hockey_stick(P, Q, eps) + exp(eps) * TV(Q, R)),
    ),
)

RARE = (
    false(
        "entropy-at-least-thousandth", "rare",
        "a law that misses a symbol only with probability 1e-6 has less entropy",
        forall=[P2],
        given=[at_least(P2, "1e-9", two)],
        then=H(P2) >= rational("1e-3"),
    ),
    false(
        "kl-below-log-ten-thousand", "rare",
        "a certain symbol against one of probability 1e-8",
        forall=[P, Q],
        given=[at_least(Q, "1e-9")],
        then=KL(P, Q) <= log(10**4),
    ),
    false(
        "chi-square-below-ten-thousand", "rare",
        "χ² reaches 1/q where Q gives q to a symbol that is certain under P",
        forall=[P, Q],
        given=[at_least(Q, "1e-9")],
        then=chi_square(P, Q) <= 10**4,
    ),
    false(
        "kl-nine-times-reverse", "rare",
        "a symbol that Q hardly ever shows makes D(P‖Q) many times D(Q‖P)",
        forall=[P, Q],
        given=[at_least(P, "1e-12"), at_least(Q, "1e-12")],
        then=KL(P, Q) <= 9 * KL(Q, P),
    ),
    false(
        "min-entropy-share-of-entropy", "rare",
        "(1 − t, t): about t against t (1 + ln 1/t), which is over 10.3 t once t < 9e-5",
        forall=[PB],
        given=[at_least(PB, "1e-12", 2)],
        then=min_entropy(PB) >= H(PB) / rational("10.3"),
    ),
    false(
        "entropy-lipschitz", "rare",
        "the slope of the binary entropy exceeds any constant near 0",
        forall=[PB, QB],
        then=absolute(H(PB) - H(QB)) <= rational("10.3") * TV(PB, QB),
    ),
    false(
        "kl-five-fold-triangle", "rare",
        "rare symbols break the triangle inequality by any factor",
        forall=[P, Q, R],
        given=[at_least(P, "1e-12"), at_least(Q, "1e-12"), at_least(R, "1e-12")],
        then=KL(P, R) <= 5 * (KL(P, Q) + KL(Q, R)),
    ),
    false(
        "renyi-half-of-entropy", "rare",
        "for (1 − t, t) H_2 is about 2t and H about t ln 1/t",
        forall=[PB],
        given=[at_least(PB, "1e-12", 2)],
        then=renyi_entropy(PB, 2) >= H(PB) / rational("5.3"),
    ),
    false(
        "entropy-outside-window", "window",
        "(1 − p, p) has an entropy in between for p = 5e-6",
        forall=[P],
        then=either(H(P) <= rational("1.5e-5"), H(P) >= rational("1.2e-4")),
    ),
    false(
        "entropy-beside-rare-symbol", "window",
        "with p = 2e-6 and one other symbol the entropy is about 2.8e-5",
        forall=[P, a],
        given=[P[a] >= rational("1e-6"), P[a] <= rational("1e-5")],
        then=H(P) >= rational("1e-4"),
    ),
    false(
        "kl-to-rare-symbol", "window",
        "a certain symbol against one of probability between 1e-6 and e^−13.5",
        forall=[P, Q],
        given=[at_least(Q, "1e-6")],
        then=KL(P, Q) <= rational("13.5"),
    ),
    false(
        "min-entropy-beside-rare-symbol", "window",
        "two symbols, the rarer between 1e-6 and 1e-5",
        forall=[P2],
        given=[at_least(P2, "1e-6", two)],
        then=min_entropy(P2) >= rational("1e-5"),
    ),
    false(
        "kl-tv-ratio", "window",
        "−ln q/(1 − q) exceeds 13 for q below e^−13 = 2.3e-6",
        forall=[P, Q],
        given=[at_least(Q, "1e-6")],
        then=KL(P, Q) <= 13 * TV(P, Q),
    ),
    false(
        "chi-square-to-rare-symbol", "window",
        "χ² = 1/q − 1 exceeds 5e5 for q between 1e-6 and 2e-6",
        forall=[P, Q],
        given=[at_least(Q, "1e-6")],
        then=chi_square(P, Q) <= 5 * 10**5,
    ),
)

THREE = (
    false(
        "squares-give-tv", "three-symbols",
        "Σ(P − Q)² = 2 TV² holds for two symbols only",
        forall=[P, Q],
        then=equals(total(a, (P[a] - Q[a]) ** 2), 2 * TV(P, Q) ** 2),
    ),
    false(
        "entropy-of-largest", "three-symbols",
        "H = h(max P) for two symbols; with three there is more",
        forall=[P],
        then=H(P) <= binary_entropy(exp(-min_entropy(P))),
    ),
    false(
        "tv-is-largest-difference", "three-symbols",
        "up to three symbols one sign of P − Q has a single symbol; with four neither need",
        forall=[P, Q],
        then=TV(P, Q) <= largest(a, absolute(P[a] - Q[a])),
    ),
    false(
        "shift-keeps-kl", "three-symbols",
        "a cyclic shift of two symbols is its own inverse; of three it isn't",
        forall=[P],
        given=[at_least(P, "0.01")],
        then=equals(KL(P, shifted), KL(shifted, P)),
    ),
    false(
        "min-entropy-orders-entropy", "three-symbols",
        "with three symbols the largest doesn't fix the rest",
        forall=[P, Q],
        given=[min_entropy(P) >= min_entropy(Q)],
        then=H(P) >= H(Q),
    ),
    false(
        "collision-entropy-orders-entropy", "three-symbols",
        "H_2 and H order binary laws alike, but not laws on three symbols",
        forall=[P, Q],
        given=[renyi_entropy(P, 2) >= renyi_entropy(Q, 2)],
        then=H(P) >= H(Q),
    ),
    false(
        "chi-square-from-uniform", "three-symbols",
        "χ²(P‖uniform) = 4 TV² for two symbols only",
        forall=[P],
        then=equals(chi_square(P, uniform), 4 * TV(P, uniform) ** 2),
    ),
    false(
        "two-and-infinite-order", "three-symbols",
        "(max P)² + (1 − max P)² is Σ P² for two symbols only",
        forall=[P],
        then=renyi_entropy(P, 2)
        <= -log(exp(-2 * min_entropy(P)) + (1 - exp(-min_entropy(P))) ** 2),
    ),
)

EDGE = (
    false(
        "kl-finite", "boundary",
        "D is infinite where Q excludes a symbol of P",
        forall=[P, Q],
        then=KL(P, Q) <= 1000,
    ),
    false(
        "laws-differ", "boundary",
        "equal laws are at distance 0",
        forall=[Pmf("P", 5), Pmf("Q", 5)],
        then=TV(Pmf("P", 5), Pmf("Q", 5)) > 0,
    ),
    false(
        "order-zero-vanishes", "boundary",
        "D_0 > 0 where P gives no mass to a symbol of Q",
        forall=[P, Q],
        then=equals(renyi(P, Q, 0), 0),
    ),
    false(
        "renyi-positive", "boundary",
        "laws that differ but share their support have D_0 = 0",
        forall=[P, Q, any_order],
        given=[TV(P, Q) >= rational(1, 10), at_least(P, "0.01"), at_least(Q, "0.01")],
        then=renyi(P, Q, any_order) > 0,
    ),
    false(
        "kl-strictly-below-epsilon", "boundary",
        "at ε = 0 both sides are 0",
        forall=[P, Q, eps],
        given=[Close(P, Q, eps, 0)],
        then=KL(P, Q) < eps,
    ),
    false(
        "normalised-entropy", "boundary",
        "on one symbol H/ln n is 0/0",
        forall=[P],
        then=H(P) / log(n) <= 1,
    ),
    false(
        "chi-square-per-kl", "boundary",
        "for equal laws the ratio is 0/0",
        forall=[Pmf("P", 4), Pmf("Q", 4)],
        given=[at_least(Pmf("Q", 4), "0.01", 4)],
        then=chi_square(Pmf("P", 4), Pmf("Q", 4)) / KL(Pmf("P", 4), Pmf("Q", 4)) >= 1,
    ),
    false(
        "ratio-defined-everywhere", "boundary",
        "at a symbol that both laws exclude P/Q is 0/0",
        forall=[P, Q, eps],
        given=[Close(P, Q, eps, 0)],
        then=every(a, likelihood_ratio(P, Q, a) <= exp(eps)),
    ),
    false(
        "renyi-by-its-formula", "boundary",
        "at α = 1 the formula divides by 0",
        forall=[P, Q, any_order],
        given=[at_least(P, "0.01"), at_least(Q, "0.01"), any_order >= half],
        then=log(total(a, P[a] ** any_order * Q[a] ** (1 - any_order))) / (any_order - 1) >= -1,
    ),
    false(
        "event-has-positive-probability", "boundary",
        "the empty event, or one of excluded symbols",
        forall=[P, A],
        then=P[A] > 0,
    ),
)

MANY = (
    false(
        "near-uniform-on-many", "many-coordinates",
        "the uniform law on n symbols has entropy ln n",
        forall=[PM],
        then=H(PM) <= below("1e-3") * log(many),
    ),
    false(
        "close-kl-on-many", "many-coordinates",
        "the symmetric binary pair, its symbols split into many",
        forall=[PM, QM, eps],
        given=[Close(PM, QM, eps, 0), at_least(PM, "1e-4", many)],
        then=KL(PM, QM) <= below("0.01") * close_bound(eps),
    ),
    false(
        "renyi-half-on-forty", "many-coordinates",
        "the uniform law on 40 symbols",
        forall=[Pmf("P", 40)],
        then=renyi_entropy(Pmf("P", 40), half) <= below("1e-4") * log(40),
    ),
    false(
        "entropy-below-three", "many-coordinates",
        "twenty-one symbols",
        forall=[P],
        then=H(P) <= 3,
    ),
    false(
        "entropy-below-its-floor", "many-coordinates",
        "a law with max P ≤ 1/8 that is flat on eight symbols has H = ln 8",
        forall=[Pmf("P", 32)],
        given=[min_entropy(Pmf("P", 32)) >= log(8)],
        then=H(Pmf("P", 32)) >= log(9),
    ),
    false(
        "entropy-twice-collision-entropy", "many-coordinates",
        "one symbol of 0.9 and fifteen that share the rest: 0.60 against 2 · 0.21",
        forall=[PM],
        then=H(PM) <= 2 * renyi_entropy(PM, 2),
    ),
    false(
        "pinsker-on-thirty", "many-coordinates",
        "split the two symbols of a fair coin and of one nearly fair into 15 each",
        forall=[Pmf("P", 30), Pmf("Q", 30)],
        given=[at_least(Pmf("Q", 30), "0.001", 30)],
        then=KL(Pmf("P", 30), Pmf("Q", 30))
        >= 2 * above("0.01") * TV(Pmf("P", 30), Pmf("Q", 30)) ** 2,
    ),
)

IMPLICATION = (
    false(
        "kl-gives-closeness", "implication",
        "the converse: a small D allows a large ratio on a small event",
        forall=[P, Q, eps],
        given=[KL(P, Q) <= eps],
        then=Close(P, Q, eps, 0),
    ),
    false(
        "tv-gives-kl", "implication",
        "a small TV allows an infinite D",
        forall=[P, Q, delta],
        given=[Close(P, Q, 0, delta)],
        then=KL(P, Q) <= delta,
    ),
    false(
        "kl-symmetric", "implication",
        "the arguments of D don't commute",
        forall=[P, Q],
        given=[at_least(P, "0.01"), at_least(Q, "0.01")],
        then=equals(KL(P, Q), KL(Q, P)),
    ),
    false(
        "hockey-stick-symmetric", "implication",
        "the arguments of a hockey-stick divergence don't commute",
        forall=[P, Q, eps],
        then=equals(hockey_stick(P, Q, eps), hockey_stick(Q, P, eps)),
    ),
    false(
        "one-sided-closeness", "implication",
        "P ≤ e^ε Q says nothing of Q ≤ e^ε P",
        forall=[P, Q, eps],
        given=[every(a, P[a] <= exp(eps) * Q[a])],
        then=Close(P, Q, eps, 0),
    ),
    false(
        "orders-of-renyi-reversed", "implication",
        "D_α grows with the order",
        forall=[P, Q],
        then=implies(TV(P, Q) > 0, both(KL(P, Q) <= renyi(P, Q, 2), KL(P, Q) <= renyi(P, Q, half))),
    ),
)

FALSE = (*OFF, *RARE, *THREE, *EDGE, *MANY, *IMPLICATION)
