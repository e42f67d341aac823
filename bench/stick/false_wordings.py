"""False claims in several wordings each: a hypothesis by its name, symbol by symbol, event by
event, by a divergence, with a guard. What one wording finds the others must find as well."""

from __future__ import annotations

from bench.stick.vocabulary import (
    A,
    D,
    FalseClaim,
    M,
    P,
    Q,
    W,
    a,
    below,
    close_bound,
    d,
    d2,
    delta,
    eps,
    false,
    infinity,
    local,
    x,
    x2,
    y,
)
from verified.language import (
    DP,
    KL,
    KLDP,
    TV,
    Close,
    Event,
    Formula,
    H,
    Pmf,
    Real,
    Size,
    Symbol,
    absolute,
    binary_entropy,
    both,
    capacity,
    dp_epsilon,
    either,
    every,
    exp,
    hamming,
    hockey_stick,
    implies,
    information,
    largest,
    log,
    output,
    rational,
    renyi,
    smallest,
    sqrt,
    total,
)
from verified.syntax.terms import Var

two = Size("n", low=2)
PT, QT = Pmf("P", two), Pmf("Q", two)
b, B = Symbol("b", two), Event("B", two)
ratio = Real("t", ">=1")
positive = Real("eps", ">0", latex=r"\epsilon")
root = Real("s", ">=0")
mass = Real("c", "(0,1]")


def wordings(
    key: str, why: str, forall: list[Var], then: Formula, **given: list[Formula]
) -> tuple[FalseClaim, ...]:
    """One false claim in several wordings of its hypotheses."""
    return named_wordings("wording", key, why, forall, then, **given)


def named_wordings(
    kind: str, key: str, why: str, forall: list[Var], then: Formula, **given: list[Formula]
) -> tuple[FalseClaim, ...]:
    """The same, of another kind."""
    return tuple(
        false(f"{key}-{name}", kind, why, forall=forall, given=parts, then=then)
        for name, parts in given.items()
    )


FALSE = (
    *wordings(
        "divergence-of-close-laws", "the symmetric binary pair attains ε tanh(ε/2)",
        [P, Q, eps], KL(P, Q) <= below("0.01") * close_bound(eps),
        named=[Close(P, Q, eps, 0)],
        pointwise=[every(a, P[a] <= exp(eps) * Q[a]), every(a, Q[a] <= exp(eps) * P[a])],
        guarded=[
            every(a, absolute(log(P[a] / Q[a])) <= eps, where=either(P[a] > 0, Q[a] > 0))
        ],
        sticks=[hockey_stick(P, Q, eps) <= 0, hockey_stick(Q, P, eps) <= 0],
        orders=[renyi(P, Q, infinity) <= eps, renyi(Q, P, infinity) <= eps],
        events=[every(A, both(P[A] <= exp(eps) * Q[A], Q[A] <= exp(eps) * P[A]))],
    ),
    *wordings(
        "divergence-of-private-mechanisms", "randomised response attains ε tanh(ε/2)",
        [M, eps], KLDP(M, below("0.01") * close_bound(eps)),
        named=[DP(M, eps)],
        pointwise=[every(d, every(d2, every(y, M[d][y] <= exp(eps) * M[d2][y]),
                                  where=hamming(D, d, d2) <= 1))],
        nested=[every(d, every(d2, implies(hamming(D, d, d2) <= 1,
                                           Close(M[d], M[d2], eps, 0))))],
        quantity=[dp_epsilon(M) <= eps],
        multiple=[dp_epsilon(M) / 2 <= eps / 2],
    ),
    *wordings(
        "divergence-of-bounded-ratios", "randomised response attains it, with t = e^ε",
        [M, ratio], KLDP(M, below("0.01") * log(ratio) * (ratio - 1) / (ratio + 1)),
        logarithm=[DP(M, log(ratio))],
        pointwise=[every(d, every(d2, every(y, M[d][y] <= ratio * M[d2][y]),
                                  where=hamming(D, d, d2) <= 1))],
    ),
    *wordings(
        "entropies-of-near-laws", "a certain symbol against a law that is flat on the others",
        [PT, QT, delta],
        absolute(H(PT) - H(QT)) <= below("0.01") * (binary_entropy(delta) + delta * log(two - 1)),
        named=[TV(PT, QT) <= delta, delta <= 1 - 1 / two],
        close=[Close(PT, QT, 0, delta), delta <= 1 - 1 / two],
        summed=[total(b, absolute(PT[b] - QT[b])) / 2 <= delta, delta <= 1 - 1 / two],
        events=[every(B, PT[B] <= QT[B] + delta), delta <= 1 - 1 / two],
    ),
    *wordings(
        "capacity-of-local-privacy", "randomised response has capacity ε²/8 to leading order",
        [W, eps], capacity(W) <= below("0.05") * eps**2 / 8,
        named=[local(W, eps)],
        pointwise=[every(x, every(x2, every(y, W[x, y] <= exp(eps) * W[x2, y])))],
        extremes=[every(y, largest(x, W[x, y]) <= exp(eps) * smallest(x, W[x, y]))],
        guarded=[
            every(x, every(x2, every(y, W[x, y] <= exp(eps) * W[x2, y], where=W[x, y] > 0)))
        ],
    ),
    *wordings(
        "distance-of-information", "a nearly useless symmetric channel attains Pinsker's bound",
        [P, W, positive],
        total(x, P[x] * TV(W[x], output(P, W))) <= below("0.05") * sqrt(positive / 2),
        plain=[information(P, W) <= positive],
        share=[information(P, W) / positive <= 1],
    ),
    *wordings(
        "distance-by-root", "a nearly useless symmetric channel attains Pinsker's bound",
        [P, W, root],
        total(x, P[x] * TV(W[x], output(P, W))) <= below("0.05") * root / 2,
        squared=[2 * information(P, W) <= root**2],
        rooted=[sqrt(2 * information(P, W)) <= root],
    ),
    *wordings(
        "entropy-of-least-mass", "two symbols, the rarer of the least mass",
        [PT, mass], H(PT) >= rational("1.01") * binary_entropy(mass),
        pointwise=[every(b, PT[b] >= mass), mass <= rational(1, 2)],
        smallest=[smallest(b, PT[b]) >= mass, mass <= rational(1, 2)],
        inverse=[every(b, 1 / PT[b] <= 1 / mass), mass <= rational(1, 2)],
    ),
)
