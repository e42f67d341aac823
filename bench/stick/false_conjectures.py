"""Plausible statements of the literature's folklore that are known to fail."""

from __future__ import annotations

from bench.stick.vocabulary import (
    W2,
    P,
    Q,
    R,
    V,
    W,
    eps,
    false,
    mixture,
    n,
    square,
    square2,
)
from verified.language import (
    KL,
    TV,
    Close,
    Pmf,
    capacity,
    chain,
    channel_table,
    chi_square,
    dobrushin,
    hockey_stick,
    information,
    log,
    min_entropy,
    parallel,
    pmf_table,
    rational,
    renyi,
    renyi_entropy,
)

PB, QB = Pmf("P", 2), Pmf("Q", 2)
mixed_bits = pmf_table(2, lambda b: (PB[b] + QB[b]) / 2)
mixed = channel_table(n, n, lambda b, c: (square[b, c] + square2[b, c]) / 2)

FALSE = (
    false(
        "renyi-two-triangle", "conjecture", "Rényi divergences meet no triangle inequality",
        forall=[P, Q, R], then=renyi(P, R, 2) <= renyi(P, Q, 2) + renyi(Q, R, 2),
    ),
    false(
        "renyi-entropy-of-order-five-concave", "conjecture",
        "binary Rényi entropies are concave up to order 2 only; Ben-Bassat and Raviv 1978",
        forall=[PB, QB],
        then=renyi_entropy(mixed_bits, 5) >= (renyi_entropy(PB, 5) + renyi_entropy(QB, 5)) / 2,
    ),
    false(
        "min-entropy-concave", "conjecture", "a fair coin and a certain symbol",
        forall=[P, Q], then=min_entropy(mixture) >= (min_entropy(P) + min_entropy(Q)) / 2,
    ),
    false(
        "divergence-below-half-chi-square", "conjecture",
        "the third order of D has either sign",
        forall=[P, Q], then=KL(P, Q) <= chi_square(P, Q) / 2,
    ),
    false(
        "jensen-shannon-off-by-tenth-of-square", "conjecture",
        "near laws have D(P‖M) + D(Q‖M) = TV² to leading order where P, Q are binary and fair",
        forall=[P, Q],
        then=KL(P, mixture) + KL(Q, mixture) >= rational("1.1") * TV(P, Q) ** 2,
    ),
    false(
        "dobrushin-supermultiplicative", "conjecture", "the second channel may merge what is left",
        forall=[W, V], then=dobrushin(chain(W, V)) >= dobrushin(W) * dobrushin(V),
    ),
    false(
        "dobrushin-of-two-looks", "conjecture", "two erased copies lose the input less often",
        forall=[W, W2],
        then=dobrushin(parallel(W, W2)) <= (dobrushin(W) + dobrushin(W2)) / 2
        + rational(1, 20),
    ),
    false(
        "information-convex-in-prior", "conjecture", "two certain inputs and their mixture",
        forall=[P, Q, W],
        then=information(mixture, W) <= (information(P, W) + information(Q, W)) / 2,
    ),
    false(
        "sticks-share-the-distance", "conjecture", "at ε = 0 each is the distance",
        forall=[P, Q, eps],
        then=hockey_stick(P, Q, eps) + hockey_stick(Q, P, eps) <= TV(P, Q),
    ),
    false(
        "closeness-one-and-a-half", "conjecture", "two steps of ε in one direction",
        forall=[P, Q, R, eps],
        given=[Close(P, Q, eps, 0), Close(Q, R, eps, 0)],
        then=Close(P, R, rational("1.5") * eps, 0),
    ),
    false(
        "mixing-halves-epsilon", "conjecture", "(1 + e^ε)/2 exceeds e^(ε/2)",
        forall=[P, Q, eps],
        given=[Close(P, Q, eps, 0)],
        then=Close(mixture, Q, eps / 2, 0),
    ),
    false(
        "capacity-of-mixed-channels", "conjecture",
        "a noiseless channel and its mirror image; capacity is convex",
        forall=[square, square2],
        then=capacity(mixed) >= (capacity(square) + capacity(square2)) / 2 - log(2) / 2,
    ),
)
