"""True claims whose hypotheses say that irrational numbers are equal, beside the false ones of
`false_equalities`: at laws that are near to such as meet them, they fail by as little."""

from __future__ import annotations

from bench.stick.false_equalities import a, b, other, share, two_alike
from bench.stick.vocabulary import P, Q, W, n, uniform, x
from verified.language import (
    KL,
    TV,
    Claim,
    H,
    Pmf,
    binary_entropy,
    claim,
    equals,
    every,
    information,
    log,
    output,
    rational,
    sqrt,
    total,
)

coin, second = Pmf("P", 2), Pmf("Q", 2)
half = rational(1, 2)

TRUE: tuple[Claim, ...] = (
    # I(U;V) is both of H(U) − H(U|V) and H(V) − H(V|U).
    claim("as-much-is-left", forall=[two_alike],
          given=[equals(H(two_alike, "U|V"), H(two_alike, "V|U"))],
          then=H(two_alike, "U") <= H(two_alike, "V")),
    # The largest entropy is that of the uniform law, and the least that of a point mass.
    claim("entropy-of-the-uniform", forall=[P], given=[equals(H(P), log(n))],
          then=TV(P, uniform) <= 0),
    claim("divergence-of-a-point", forall=[P], given=[equals(KL(P, uniform), log(n))],
          then=H(P) <= 0),
    # h rises on [0, 1/2], so that two coins of one entropy are equal or mirrored.
    claim("shares-below-a-half", forall=[share, other],
          given=[share <= half, other <= half,
                 equals(binary_entropy(share), binary_entropy(other))],
          then=share <= other),
    claim("coins-of-one-entropy", forall=[coin, second], given=[equals(H(coin), H(second))],
          then=(coin[0] - second[0]) * (coin[0] - second[1]) <= 0),
    # The same in products and quotients.
    claim("coins-of-one-square", forall=[coin, second],
          given=[equals(H(coin) ** 2, H(second) * H(coin)), H(coin) > 0],
          then=(coin[0] - second[0]) * (coin[0] - second[1]) <= 0),
    claim("bits-of-the-uniform", forall=[P], given=[equals(H(P) / log(2), log(n) / log(2))],
          then=TV(P, uniform) <= 0),
    # Cauchy and Schwarz.
    claim("laws-that-overlap-wholly", forall=[P, Q],
          given=[equals(total(a, sqrt(P[a] * Q[a])), 1)], then=every(b, P[b] <= Q[b])),
    # The mean of the divergences of the rows from their mean.
    claim("rows-of-one-law", forall=[P, W],
          given=[information(P, W) <= 0, every(x, P[x] > 0)],
          then=every(x, TV(W[x], output(P, W)) <= 0)),
)
