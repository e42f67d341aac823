"""False claims on local privacy: channels whose rows are all close, and what they tell."""

from __future__ import annotations

from bench.stick.vocabulary import (
    W2,
    P,
    Q,
    W,
    above,
    below,
    close_bound,
    delta,
    eps,
    false,
    local,
    m,
    n,
    r,
    square,
    uniform,
    x,
    x2,
    y,
)
from verified.language import (
    KL,
    TV,
    Channel,
    Close,
    H,
    Real,
    Symbol,
    binary_entropy,
    capacity,
    chain,
    chi_square,
    dobrushin,
    every,
    exp,
    hockey_stick,
    information,
    log,
    maximal_leakage,
    output,
    parallel,
    rational,
    renyi,
)

eps2 = Real("eps'", ">=0", latex=r"\epsilon'")
V_local = Channel("V", m, r)
y2 = Symbol("y'", m)
PW, QW = output(P, W), output(Q, W)
# The contraction of total variation by ε-local privacy; Kairouz, Oh and Viswanath 2016.
shrink = (exp(eps) - 1) / (exp(eps) + 1)

LOCAL = (
    false(
        "local-distance-off-by-tenth", "local",
        "binary randomised response attains (e^ε − 1)/(e^ε + 1)",
        forall=[P, Q, W, eps],
        given=[local(W, eps)],
        then=TV(PW, QW) <= below("0.1") * shrink * TV(P, Q),
    ),
    false(
        "local-duchi-off-by-tenth", "local",
        "for small ε randomised response has D + D' = ε² TV² to leading order",
        forall=[P, Q, W, eps],
        given=[local(W, eps)],
        then=KL(PW, QW) + KL(QW, PW) <= below("0.1") * (exp(eps) - 1) ** 2 * TV(P, Q) ** 2,
    ),
    false(
        "local-chi-square-off-by-hundredth", "local",
        "randomised response on laws near the fair coin contracts χ² by just that factor",
        forall=[P, Q, W, eps],
        given=[local(W, eps)],
        then=chi_square(PW, QW) <= below("0.01") * shrink**2 * chi_square(P, Q),
    ),
    false(
        "local-kl-off-by-hundredth", "local",
        "randomised response on laws near the fair coin contracts D by nearly that factor",
        forall=[P, Q, W, eps],
        given=[local(W, eps)],
        then=KL(PW, QW) <= below("0.01") * shrink**2 * KL(P, Q),
    ),
    false(
        "local-information-off-by-tenth", "local",
        "randomised response has capacity ε²/8 to leading order",
        forall=[P, W, eps],
        given=[local(W, eps)],
        then=information(P, W) <= below("0.1") * eps**2 / 8,
    ),
    false(
        "local-leakage-seven-tenths", "local",
        "randomised response on k symbols leaks (1 − 1/k) ε to leading order",
        forall=[P, W, eps],
        given=[local(W, eps)],
        then=maximal_leakage(P, W) <= rational("0.7") * eps,
    ),
    false(
        "local-capacity-of-binary-response", "local",
        "with three inputs and large ε nearly ln 3 gets through",
        forall=[W, eps],
        given=[local(W, eps)],
        then=capacity(W) <= log(2) - binary_entropy(1 / (1 + exp(eps))),
    ),
    false(
        "local-two-looks-one-and-a-half", "local",
        "randomised response twice doubles ε",
        forall=[W, W2, x, x2, eps],
        given=[local(W, eps), local(W2, eps)],
        then=Close(parallel(W, W2)[x], parallel(W, W2)[x2], rational("1.5") * eps, 0),
    ),
    false(
        "local-two-looks-of-delta", "local",
        "two erased copies show the input with 2δ − δ²",
        forall=[W, W2, x, x2, delta],
        given=[local(W, 0, delta), local(W2, 0, delta)],
        then=TV(parallel(W, W2)[x], parallel(W, W2)[x2]) <= rational("1.5") * delta,
    ),
    false(
        "local-chain-off-by-tenth", "local",
        "two randomised responses in a row have ε ε'/2 to leading order",
        forall=[W, V_local, x, x2, eps, eps2],
        given=[local(W, eps), every(y, every(y2, Close(V_local[y], V_local[y2], eps2, 0)))],
        then=Close(
            chain(W, V_local)[x], chain(W, V_local)[x2], rational("0.45") * eps * eps2, 0
        ),
    ),
    false(
        "local-from-information-density", "local",
        "an input of small mass may hardly ever give what the others give",
        forall=[P, W, eps],
        given=[every(x, every(y, W[x, y] <= exp(eps) * PW[y]))],
        then=local(W, eps),
    ),
    false(
        "local-information-density-off-by-tenth", "local",
        "beside a rare input the output's law is that of the others, e^ε apart",
        forall=[P, W, eps, x, y],
        given=[local(W, eps)],
        then=W[x, y] <= exp(below("0.1") * eps) * PW[y],
    ),
    false(
        "local-dobrushin-off-by-hundredth", "local",
        "binary randomised response attains (e^ε − 1)/(e^ε + 1)",
        forall=[W, eps],
        given=[local(W, eps)],
        then=dobrushin(W) <= below("0.01") * shrink,
    ),
    false(
        "local-delta-erasure-of-three", "local",
        "an erasure channel on three symbols shows δ ln 3",
        forall=[P, W, delta],
        given=[local(W, 0, delta)],
        then=information(P, W) <= delta * log(2),
    ),
    false(
        "noise-adds-entropy", "local",
        "a channel may send all inputs to one output",
        forall=[P, square],
        then=H(output(P, square)) >= H(P),
    ),
    false(
        "local-hockey-stick-off-by-tenth", "local",
        "at ε' = 0 it is total variation, which randomised response contracts no more",
        forall=[P, Q, W, eps, eps2],
        given=[local(W, eps)],
        then=hockey_stick(PW, QW, eps2) <= below("0.1") * shrink * hockey_stick(P, Q, eps2),
    ),
    false(
        "randomised-response-is-best", "local",
        "for small ε and four symbols a subset of two tells more than a single one",
        forall=[W, eps],
        given=[local(W, eps)],
        then=information(uniform, W)
        <= log(n) + eps * exp(eps) / (exp(eps) + n - 1) - log(exp(eps) + n - 1),
    ),
    false(
        "approximate-local-divergence", "local",
        "a δ leaves room for an infinite divergence",
        forall=[W, x, x2, eps],
        given=[local(W, eps, rational(1, 100))],
        then=KL(W[x], W[x2]) <= 1000 + eps,
    ),
    false(
        "local-rows-off-by-hundredth", "local",
        "randomised response attains ε tanh(ε/2)",
        forall=[W, x, x2, eps],
        given=[local(W, eps)],
        then=KL(W[x], W[x2]) <= below("0.01") * close_bound(eps),
    ),
    false(
        "local-renyi-off-by-tenth", "local",
        "for small ε randomised response has D_2 = ε² to leading order",
        forall=[W, x, x2, eps],
        given=[local(W, eps)],
        then=renyi(W[x], W[x2], 2) <= below("0.1") * eps**2,
    ),
    false(
        "local-contraction-of-information-off", "local",
        "randomised response after a nearly useless symmetric channel loses just that factor",
        forall=[P, W, V_local, eps],
        given=[every(y, every(y2, Close(V_local[y], V_local[y2], eps, 0)))],
        then=information(P, chain(W, V_local))
        <= below("0.01") * shrink**2 * information(P, W),
    ),
    false(
        "local-delta-off-by-tenth", "local",
        "an erasure channel is (0, δ)-private and contracts distances by δ",
        forall=[P, Q, W, delta],
        given=[local(W, 0, delta)],
        then=TV(PW, QW) <= below("0.1") * delta * TV(P, Q),
    ),
    false(
        "local-chi-square-of-rows-off", "local",
        "randomised response has χ² = (e^ε − 1)²/e^ε between its rows",
        forall=[W, x, x2, eps],
        given=[local(W, eps)],
        then=chi_square(W[x], W[x2]) <= below("0.01") * (exp(eps) - 1) ** 2 / exp(eps),
    ),
    false(
        "local-is-symmetric-in-distance", "local",
        "a channel of distance δ between rows isn't bounded in ratio",
        forall=[W, x, x2, delta],
        given=[local(W, 0, delta)],
        then=KL(W[x], W[x2]) <= above("0.1") * 2 * delta**2,
    ),
)

FALSE = LOCAL
