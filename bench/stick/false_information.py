"""False claims on channels: information, capacity, α-information, leakage."""

from __future__ import annotations

from bench.stick.vocabulary import (
    W2,
    P,
    V,
    V_same,
    W,
    above,
    at_least,
    below,
    false,
    half,
    m,
    n,
    square,
    uniform,
    x,
    x2,
    y,
)
from verified.language import (
    TV,
    Channel,
    H,
    Pmf,
    Symbol,
    absolute,
    arimoto,
    binary_entropy,
    capacity,
    chain,
    channel_table,
    csiszar,
    equals,
    every,
    information,
    largest,
    leakage_capacity,
    log,
    maximal_leakage,
    maximum,
    minimum,
    parallel,
    pmf_table,
    pointwise_maximal_leakage,
    rational,
    renyi_entropy,
    sibson,
    sup,
    total,
)

PB, WB = Pmf("P", 2), Channel("W", 2, m)
P6, W6, V6 = Pmf("P", 6), Channel("W", 6, 6), Channel("V", 6, 6)
s6 = Symbol("s", 6)
y2 = Symbol("y'", m)

uniform_two = pmf_table(2, lambda _: half)
uniform_six = pmf_table(6, lambda _: rational(1, 6))
every_leak = log(total(y, largest(x, W[x, y])))
average = channel_table(n, m, lambda s, t: (W[s, t] + W2[s, t]) / 2)
tv_of_rows = TV(WB[0], WB[1])
widest = largest(x, largest(x2, TV(W[x], W[x2])))

OFF = (
    false(
        "capacity-of-alphabets-off-by-tenth", "tenth",
        "a noiseless channel on three symbols has capacity ln 3",
        forall=[W],
        given=[n >= 3, m >= 3],
        then=capacity(W) <= below("0.1") * log(minimum(n, m)),
    ),
    false(
        "information-leakage-off-by-hundredth", "hundredth",
        "a noiseless channel under the uniform prior reaches its maximal leakage",
        forall=[P, W],
        then=information(P, W) <= below("0.01") * maximal_leakage(P, W),
    ),
    false(
        "csiszar-sibson-off-by-hundredth", "hundredth",
        "both informations are ln n for a noiseless channel under the uniform prior",
        forall=[P, W],
        then=csiszar(P, W, 2) <= below("0.01") * sibson(P, W, 2),
    ),
    false(
        "sibson-monotone-off-by-thousandth", "thousandth",
        "all orders agree for a noiseless channel under the uniform prior",
        forall=[P, W],
        then=sibson(P, W, half) <= below("1e-3") * sibson(P, W, 2),
    ),
    false(
        "arimoto-renyi-off-by-thousandth", "thousandth",
        "without noise Arimoto's information is the Rényi entropy",
        forall=[P, W],
        given=[H(P) >= half],
        then=arimoto(P, W, 2) <= below("1e-4") * renyi_entropy(P, 2),
    ),
    false(
        "contraction-off-by-thousandth", "thousandth",
        "an erasure channel attains Dobrushin's coefficient as a contraction of information",
        forall=[P, W, V],
        then=information(P, chain(W, V))
        <= below("1e-3")
        * largest(y, largest(y2, TV(V[y], V[y2])))
        * information(P, W),
    ),
    false(
        "binary-input-off-by-millionth", "millionth",
        "erasure channels attain I = TV · H for two inputs",
        forall=[PB, WB],
        then=information(PB, WB) <= below("1e-6") * tv_of_rows * H(PB),
    ),
    false(
        "capacity-leakage-off-by-millionth", "millionth",
        "a noiseless channel has capacity ln Σ max W = ln n",
        forall=[W],
        then=capacity(W) <= below("1e-6") * every_leak,
    ),
)

NESTED = (
    false(
        "capacity-concave", "nested-supremum",
        "capacity is convex: a channel and its mirror image average to a useless one",
        forall=[W, W2],
        then=capacity(average) >= half * capacity(W) + half * capacity(W2),
    ),
    false(
        "sibson-supremum", "nested-supremum",
        "for nearly useless channels order 2 gives twice the capacity",
        forall=[W],
        then=sup(P, sibson(P, W, 2)) <= rational("1.2") * capacity(W),
    ),
    false(
        "capacity-square-of-tv", "nested-supremum",
        "an erasure channel has capacity TV ln 2",
        forall=[WB],
        then=capacity(WB) <= tv_of_rows**2 * log(2),
    ),
    false(
        "capacity-above-half-square", "nested-supremum",
        "a nearly useless symmetric channel has capacity TV²/2 to leading order",
        forall=[WB],
        then=capacity(WB) >= above("1e-3") * tv_of_rows**2 / 2,
    ),
    false(
        "capacity-half-of-leakage", "nested-supremum",
        "capacity vanishes with TV², ln Σ max W with TV",
        forall=[W],
        then=capacity(W) >= half * every_leak,
    ),
    false(
        "capacity-of-two-looks", "nested-supremum",
        "a second look through a noiseless channel tells nothing",
        forall=[W],
        then=equals(capacity(parallel(W, W)), 2 * capacity(W)),
    ),
    false(
        "uniform-nearly-optimal", "nested-supremum",
        "a nearly useless Z channel loses 6.1 % under the uniform prior (2/(e ln 2) = 1.0615)",
        forall=[WB],
        then=capacity(WB) <= rational("1.06") * information(uniform_two, WB),
    ),
    false(
        "capacity-of-both-outputs", "nested-supremum",
        "two channels may show two different bits of the input",
        forall=[W, V_same],
        then=capacity(parallel(W, V_same))
        <= rational("1.5") * maximum(capacity(W), capacity(V_same)),
    ),
    false(
        "pointwise-leakage-supremum", "nested-supremum",
        "a prior that all but excludes an input reaches the leakage capacity",
        forall=[W],
        then=sup(y, sup(P, pointwise_maximal_leakage(P, W, y)))
        <= rational("0.9") * leakage_capacity(W),
    ),
    false(
        "capacity-of-chain-above-product", "nested-supremum",
        "the second channel may merge just the symbols that the first one uses",
        forall=[W, V],
        then=capacity(chain(W, V)) >= capacity(W) * capacity(V),
    ),
    false(
        "capacity-forces-distance", "nested-supremum",
        "an erasure channel of capacity 1/2 has TV = 1/(2 ln 2) = 0.721",
        forall=[WB],
        given=[capacity(WB) >= half],
        then=tv_of_rows >= rational("0.75"),
    ),
)

MANY = (
    false(
        "capacity-of-six-symbols", "many-coordinates",
        "a noiseless channel has capacity ln 6",
        forall=[W6],
        then=capacity(W6) <= below("0.01") * log(6),
    ),
    false(
        "uniform-on-six-inputs", "many-coordinates",
        "five inputs alike and one apart: h(1/6) = 0.45 against ln 2",
        forall=[W6],
        then=information(uniform_six, W6) >= rational("0.95") * capacity(W6),
    ),
    false(
        "chain-of-six-by-six", "many-coordinates",
        "noiseless channels under the uniform prior attain the minimum",
        forall=[P6, W6, V6],
        then=information(P6, chain(W6, V6))
        <= below("0.01") * minimum(information(P6, W6), capacity(V6)),
    ),
    false(
        "leakage-of-six-by-six", "many-coordinates",
        "a noiseless channel leaks ln 6",
        forall=[P6, W6],
        then=maximal_leakage(P6, W6) <= below("1e-3") * log(6),
    ),
    false(
        "two-outputs-of-six-inputs", "many-coordinates",
        "one output shows x mod 2, the other ⌊x/2⌋: ln 2 + ln 3",
        forall=[W6, V6],
        then=capacity(parallel(W6, V6)) <= capacity(W6) + rational("0.9") * capacity(V6),
    ),
    false(
        "capacity-lipschitz", "many-coordinates",
        "noiseless against useless: ln 6 apart at TV 5/6",
        forall=[W6, V6],
        then=absolute(capacity(W6) - capacity(V6)) <= largest(s6, TV(W6[s6], V6[s6])),
    ),
)

RARE = (
    false(
        "leakage-below-log-ten-thousand", "rare",
        "an outcome that tells an input of prior 1e-8 leaks ln 1e8",
        forall=[P, W, y],
        given=[at_least(P, "1e-9")],
        then=pointwise_maximal_leakage(P, W, y) <= log(10**4),
    ),
    false(
        "information-share-of-capacity", "rare",
        "a prior that hardly ever leaves one input gets less than 1e-4 of the capacity",
        forall=[P, W],
        given=[at_least(P, "1e-9")],
        then=information(P, W) >= capacity(W) / 10**4,
    ),
    false(
        "leakage-capacity-below-log-ten-thousand", "rare",
        "an output of probability 1e-8 on one input and one half on another",
        forall=[W],
        given=[every(x, every(y, W[x, y] >= rational("1e-9")))],
        then=leakage_capacity(W) <= log(10**4),
    ),
    false(
        "leakage-of-rare-input", "window",
        "an outcome that tells an input of prior below e^−13 = 2.3e-6",
        forall=[P, W, y],
        given=[at_least(P, "1e-6")],
        then=pointwise_maximal_leakage(P, W, y) <= 13,
    ),
    false(
        "information-beside-rare-input", "window",
        "prior (1 − p, p) with p = 2e-6 over a noiseless channel: 2.8e-5 against 6.9e-5",
        forall=[P, W, x],
        given=[P[x] >= rational("1e-6"), P[x] <= rational("1e-5"), capacity(W) >= half],
        then=information(P, W) >= capacity(W) / 10**4,
    ),
)

THREE = (
    false(
        "capacity-tv-log-two", "three-symbols",
        "two inputs share at most TV ln 2; three noiseless ones ln 3",
        forall=[W],
        then=capacity(W) <= widest * log(2),
    ),
    false(
        "uniform-prior-enough", "three-symbols",
        "two inputs alike and one apart: h(1/3) = 0.918 ln 2",
        forall=[W],
        then=information(uniform, W) >= rational("0.94") * capacity(W),
    ),
    false(
        "information-below-entropy-of-largest", "three-symbols",
        "with three inputs H(P) exceeds h(max P)",
        forall=[P, W],
        then=information(P, W) <= binary_entropy(largest(x, P[x])),
    ),
    false(
        "leakage-log-one-plus-tv", "three-symbols",
        "Σ max W = 1 + TV for two inputs; a noiseless channel with three has 3",
        forall=[P, W],
        then=maximal_leakage(P, W) <= log(1 + widest),
    ),
    false(
        "dobrushin-multiplies", "three-symbols",
        "the coefficient of a channel squared multiplies for two symbols, but not for three",
        forall=[square],
        then=largest(x, largest(x2, TV(chain(square, square)[x], chain(square, square)[x2])))
        >= largest(x, largest(x2, TV(square[x], square[x2]))) ** 2,
    ),
)

EDGE = (
    false(
        "leakage-capacity-finite", "boundary",
        "infinite where an output of one input is impossible for another",
        forall=[W],
        then=leakage_capacity(W) <= 1000,
    ),
    false(
        "share-of-entropy", "boundary",
        "for a certain input I/H is 0/0",
        forall=[P, W],
        then=information(P, W) / H(P) <= 1,
    ),
)

IMPLICATION = (
    false(
        "processing-reversed", "implication",
        "the second channel may lose what the first one kept",
        forall=[P, W, V],
        then=information(P, chain(W, V)) >= information(P, W),
    ),
    false(
        "capacity-orders-information", "implication",
        "a channel of larger capacity may be useless under a given prior",
        forall=[P, W, W2],
        given=[capacity(W) <= capacity(W2)],
        then=information(P, W) <= information(P, W2),
    ),
)

FALSE = (*OFF, *NESTED, *MANY, *RARE, *THREE, *EDGE, *IMPLICATION)
