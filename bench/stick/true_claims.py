"""True inequalities and identities of information theory, with those of `true_equalities`,
`true_lines`, `true_optima`, `true_privacy` and `true_releases`, which no attack may refute.

Many are attained, so that rounding alone would break them. None is a row of a paper of ours.
"""

from __future__ import annotations

from bench.stick import true_equalities, true_lines, true_optima, true_releases
from bench.stick.true_privacy import TRUE
from bench.stick.vocabulary import (
    J2,
    J4,
    A,
    J,
    P,
    Q,
    R,
    V,
    V_same,
    W,
    a,
    half,
    m,
    mixture,
    n,
    x,
    y,
)
from verified.language import (
    KL,
    TV,
    Channel,
    Claim,
    H,
    I,
    Independent,
    Markov,
    Pmf,
    Real,
    Size,
    Symbol,
    absolute,
    binary_entropy,
    capacity,
    chain,
    chi_square,
    claim,
    csiszar,
    equals,
    every,
    exp,
    hockey_stick,
    information,
    joint_of,
    largest,
    log,
    maximal_leakage,
    min_entropy,
    minimum,
    output,
    parallel,
    pmf_of,
    pmf_table,
    renyi,
    renyi_entropy,
    sibson,
    smallest,
    sqrt,
    total,
)

alpha = Real("alpha", "[0,8]", latex=r"\alpha")
beta = Real("beta", "[0,8]", latex=r"\beta")
positive = Real("alpha", "[1/8,8]", latex=r"\alpha")
larger = Real("beta", "[1/8,8]", latex=r"\beta")
from_one = Real("alpha", "[1,8]", latex=r"\alpha")
inner = Real("alpha", "(0,1)", latex=r"\alpha")
weight = Real("t", "(0,1)")
eps = Real("eps", ">=0", latex=r"\epsilon")
eps2 = Real("eps'", ">=0", latex=r"\epsilon'")

P2 = Pmf("P'", n)
two = Size("n", low=2)
PT, QT = Pmf("P", two), Pmf("Q", two)
square = Channel("W", two, two)
s = Symbol("s", two)
y2 = Symbol("y'", m)
tv = TV(P, Q)
error = 1 - total(s, PT[s] * square[s, s])

TRUE_CLAIMS: tuple[Claim, ...] = (
    # Data processing: Kullback & Leibler 1951; van Erven & Harremoës 2014, Theorem 9.
    claim("kl-processing", forall=[P, Q, W], then=KL(output(P, W), output(Q, W)) <= KL(P, Q)),
    claim(
        "renyi-processing",
        forall=[P, Q, W, alpha],
        then=renyi(output(P, W), output(Q, W), alpha) <= renyi(P, Q, alpha),
    ),
    # Sason & Verdú 2016, f-divergence inequalities: E_γ is an f-divergence.
    claim(
        "hockey-stick-processing",
        forall=[P, Q, W, eps],
        then=hockey_stick(output(P, W), output(Q, W), eps) <= hockey_stick(P, Q, eps),
    ),
    # Dobrushin 1956: the contraction coefficient of total variation.
    claim(
        "dobrushin",
        forall=[P, Q, W],
        then=TV(output(P, W), output(Q, W))
        <= largest(x, largest(Symbol("x'", n), TV(W[x], W[Symbol("x'", n)]))) * tv,
    ),
    # Cover & Thomas 2006, Theorem 2.7.2: joint convexity.
    claim(
        "kl-jointly-convex",
        forall=[P, Q, P2, R, weight],
        then=KL(
            pmf_table(n, lambda b: (1 - weight) * P[b] + weight * Q[b]),
            pmf_table(n, lambda b: (1 - weight) * P2[b] + weight * R[b]),
        )
        <= (1 - weight) * KL(P, P2) + weight * KL(Q, R),
    ),
    # Pinsker 1960, with the best constant of Csiszár, Kemperman and Kullback 1967.
    claim("pinsker", forall=[P, Q], then=KL(P, Q) >= 2 * tv**2),
    # Bretagnolle & Huber 1979.
    claim("bretagnolle-huber", forall=[P, Q], then=tv <= sqrt(1 - exp(-KL(P, Q)))),
    # Vajda 1970.
    claim(
        "vajda",
        forall=[P, Q],
        then=KL(P, Q) >= log(1 + tv) - log(1 - tv) - 2 * tv / (1 + tv),
    ),
    # Sason & Verdú 2016, Theorem 25 (reverse Pinsker by the least mass); attained.
    claim(
        "reverse-pinsker",
        forall=[P, Q],
        given=[every(a, Q[a] > 0)],
        then=KL(P, Q) <= log(1 + 2 * tv**2 / smallest(a, Q[a])),
    ),
    # Gilardoni 2006: the sum of both divergences; attained by mirrored binary laws.
    claim(
        "gilardoni",
        forall=[P, Q],
        then=KL(P, Q) + KL(Q, P) >= 2 * tv * (log(1 + tv) - log(1 - tv)),
    ),
    # van Erven & Harremoës 2014, Theorem 3: the order; Proposition 2: skew symmetry.
    claim(
        "renyi-monotone",
        forall=[P, Q, alpha, beta],
        given=[alpha <= beta],
        then=renyi(P, Q, alpha) <= renyi(P, Q, beta),
    ),
    claim(
        "renyi-skew-symmetry",
        forall=[P, Q, inner],
        then=equals((1 - inner) * renyi(P, Q, inner), inner * renyi(Q, P, 1 - inner)),
    ),
    # Gibbs & Su 2002: KL ≤ ln(1 + χ²); attained where P is Q given an event.
    claim("kl-chi-square", forall=[P, Q], then=KL(P, Q) <= log(1 + chi_square(P, Q))),
    claim("renyi-two", forall=[P, Q], then=equals(renyi(P, Q, 2), log(1 + chi_square(P, Q)))),
    # Cauchy and Schwarz; attained where |P − Q|/Q is constant.
    claim("chi-square-tv", forall=[P, Q], then=chi_square(P, Q) >= 4 * tv**2),
    # Le Cam 1986; attained by mirrored binary laws.
    claim("le-cam", forall=[P, Q], then=tv**2 <= 1 - exp(-renyi(P, Q, half))),
    # Sason & Verdú 2016: hockey-stick divergences chain, and are convex in their order e^ε.
    claim(
        "hockey-stick-triangle",
        forall=[P, Q, R, eps, eps2],
        then=hockey_stick(P, R, eps + eps2)
        <= hockey_stick(P, Q, eps) + exp(eps) * hockey_stick(Q, R, eps2),
    ),
    claim(
        "hockey-stick-convex",
        forall=[P, Q, eps, eps2],
        then=hockey_stick(P, Q, log((exp(eps) + exp(eps2)) / 2))
        <= (hockey_stick(P, Q, eps) + hockey_stick(P, Q, eps2)) / 2,
    ),
    # Lin 1991; attained by disjoint laws.
    claim(
        "lin",
        forall=[P, Q],
        then=KL(P, mixture) + KL(Q, mixture) <= 2 * log(2) * tv,
    ),
    # Log-sum inequality: Cover & Thomas 2006, Theorem 2.7.1, on an event and its complement.
    claim(
        "log-sum",
        forall=[P, Q, A],
        then=KL(pmf_of(P[A], 1 - P[A]), pmf_of(Q[A], 1 - Q[A])) <= KL(P, Q),
    ),
    # Zhang 2007, Audenaert 2007: continuity of entropy with its sharp constant; attained.
    claim(
        "entropy-continuity",
        forall=[PT, QT],
        given=[TV(PT, QT) <= 1 - 1 / two],
        then=absolute(H(PT) - H(QT))
        <= binary_entropy(TV(PT, QT)) + TV(PT, QT) * log(two - 1),
    ),
    # Rényi 1961.
    claim(
        "renyi-entropy-monotone",
        forall=[P, alpha, beta],
        given=[alpha <= beta],
        then=renyi_entropy(P, beta) <= renyi_entropy(P, alpha),
    ),
    claim("collision-min-entropy", forall=[P], then=renyi_entropy(P, 2) <= 2 * min_entropy(P)),
    # Shannon 1948: concavity, and the largest entropy.
    claim("entropy-concave", forall=[P, Q], then=H(mixture) >= (H(P) + H(Q)) / 2),
    claim("entropy-of-alphabet", forall=[P], then=H(P) <= log(n)),
    claim(
        "entropy-chain-rule",
        forall=[J],
        then=equals(H(J, "U,V,W"), H(J, "U") + H(J, "V|U") + H(J, "W|U,V")),
    ),
    claim("information-of-copy", forall=[J2], then=I(J2, "U;V") <= minimum(H(J2, "U"), H(J2, "V"))),
    # Han 1978; attained by independent variables.
    claim(
        "han",
        forall=[J],
        then=2 * H(J, "U,V,W") <= H(J, "U,V") + H(J, "V,W") + H(J, "U,W"),
    ),
    # Shearer; Chung, Graham, Frankl & Shearer 1986: four pairs that cover each variable twice.
    claim(
        "shearer",
        forall=[J4],
        then=2 * H(J4, "U,V,W,Z")
        <= H(J4, "U,V") + H(J4, "V,W") + H(J4, "W,Z") + H(J4, "U,Z"),
    ),
    # Fujishige 1978: entropy is submodular.
    claim(
        "submodularity",
        forall=[J4],
        then=H(J4, "U,V,W") + H(J4, "U,V,Z") >= H(J4, "U,V") + H(J4, "U,V,W,Z"),
    ),
    # Zhang & Yeung 1998, Theorem 3: follows from no Shannon-type inequality.
    claim(
        "zhang-yeung",
        forall=[J4],
        then=2 * I(J4, "W;Z")
        <= I(J4, "U;V") + I(J4, "U;W,Z") + 3 * I(J4, "W;Z|U") + I(J4, "W;Z|V"),
    ),
    # Cover & Thomas 2006, Theorem 2.8.1.
    claim(
        "markov-processing",
        forall=[J],
        given=[Markov(J, "U", "V", "W")],
        then=I(J, "U;W") <= minimum(I(J, "U;V"), I(J, "V;W")),
    ),
    # Independent sources: information is superadditive.
    claim(
        "independent-sources",
        forall=[J],
        given=[Independent(J, "U", "W")],
        then=I(J, "U,W;V") >= I(J, "U;V") + I(J, "W;V"),
    ),
    # Fano 1961; attained where all wrong guesses are equally likely.
    claim(
        "fano",
        forall=[PT, square],
        then=H(joint_of(PT, square), "X|Y") <= binary_entropy(error) + error * log(two - 1),
    ),
    # Shannon 1948: capacity and alphabets; two looks at one input; processing.
    claim("capacity-of-alphabets", forall=[W], then=capacity(W) <= log(minimum(n, m))),
    claim(
        "capacity-of-two-looks",
        forall=[W, V_same],
        then=capacity(parallel(W, V_same)) <= capacity(W) + capacity(V_same),
    ),
    # Cohen, Kemperman & Zbăganu 1998: information contracts as total variation does.
    claim(
        "information-contracts",
        forall=[P, W, V],
        then=information(P, chain(W, V))
        <= largest(y, largest(y2, TV(V[y], V[y2]))) * information(P, W),
    ),
    # Issa, Wagner & Kamath 2020, Lemma 1.
    claim("leakage-information", forall=[P, W], then=information(P, W) <= maximal_leakage(P, W)),
    # Verdú 2015: Sibson's information grows with its order, and from order 1 on exceeds Csiszár's.
    claim(
        "sibson-monotone",
        forall=[P, W, positive, larger],
        given=[positive <= larger],
        then=sibson(P, W, positive) <= sibson(P, W, larger),
    ),
    claim(
        "csiszar-below-sibson",
        forall=[P, W, from_one],
        then=csiszar(P, W, from_one) <= sibson(P, W, from_one),
    ),
    *TRUE,
    *true_equalities.TRUE,
    *true_releases.TRUE,
    *true_optima.TRUE,
    *true_lines.TRUE,
)
