"""False claims on joint laws of two to four variables, many under independence or Markov chains."""

from __future__ import annotations

from bench.stick.vocabulary import (
    J2,
    J4,
    J,
    P,
    above,
    below,
    false,
    half,
    square,
    x,
)
from verified.language import (
    H,
    I,
    Independent,
    Joint,
    Markov,
    absolute,
    binary_entropy,
    joint_of,
    minimum,
    rational,
    total,
)

hundredth = rational(1, 100)
J334 = Joint("J", U=3, V=3, W=4)
J2332 = Joint("J", U=2, V=3, W=3, Z=2)

OFF = (
    false(
        "han-off-by-hundredth", "hundredth",
        "independent variables attain Han's inequality",
        forall=[J],
        then=H(J, "U,V,W")
        <= below("0.01") * half * (H(J, "U,V") + H(J, "V,W") + H(J, "U,W")),
    ),
    false(
        "conditioning-off-by-thousandth", "thousandth",
        "an independent variable leaves the entropy as it is",
        forall=[J2],
        given=[H(J2, "U") >= half],
        then=H(J2, "U|V") <= below("1e-4") * H(J2, "U"),
    ),
    false(
        "information-entropy-off-by-millionth", "millionth",
        "a copy shares all of the entropy",
        forall=[J2],
        then=I(J2, "U;V") <= below("1e-6") * minimum(H(J2, "U"), H(J2, "V")),
    ),
)

CONSTRAINED = (
    false(
        "pairwise-independence-is-joint", "joint-law",
        "U = V ⊕ W is independent of each and determined by both",
        forall=[J],
        given=[Independent(J, "U", "V"), Independent(J, "U", "W")],
        then=I(J, "U;V,W") <= hundredth,
    ),
    false(
        "independent-condition-removes", "joint-law",
        "conditioning on an independent variable can only add information: V = U ⊕ W",
        forall=[J],
        given=[Independent(J, "U", "W")],
        then=I(J, "U;V|W") <= I(J, "U;V"),
    ),
    false(
        "markov-condition-adds", "joint-law",
        "three copies of a bit: given the last, nothing is left to share",
        forall=[J],
        given=[Markov(J, "U", "V", "W")],
        then=I(J, "U;V|W") >= I(J, "U;V"),
    ),
    false(
        "conditional-processing", "joint-law",
        "V constant and Z = U ⊕ W: conditioning makes W tell U",
        forall=[J4],
        given=[Markov(J4, "U", "V", "W")],
        then=I(J4, "U;W|Z") <= I(J4, "U;V|Z"),
    ),
    false(
        "interaction-off-by-tenth", "joint-law",
        "the sum of two fair bits changes their information by a whole bit",
        forall=[J],
        then=absolute(I(J, "U;V|W") - I(J, "U;V"))
        <= rational("0.9") * minimum(H(J, "U"), H(J, "V"), H(J, "W")),
    ),
    false(
        "ingleton", "joint-law",
        "fails for U = W ∧ Z, V = W ∨ Z with independent fair bits W, Z",
        forall=[J4],
        then=I(J4, "U;V") <= I(J4, "U;V|W") + I(J4, "U;V|Z") + I(J4, "W;Z"),
    ),
    false(
        "markov-transitive", "joint-law",
        "W constant, U and Z independent bits, V = U ⊕ Z",
        forall=[J4],
        given=[Markov(J4, "U", "V", "W"), Markov(J4, "U", "W", "Z")],
        then=I(J4, "U;Z|V") <= hundredth,
    ),
    false(
        "information-multiplies", "joint-law",
        "for copies of a fair bit ln 2 exceeds (ln 2)²",
        forall=[J],
        given=[Markov(J, "U", "V", "W")],
        then=I(J, "U;W") <= I(J, "U;V") * I(J, "V;W"),
    ),
    false(
        "pairwise-entropies-add", "joint-law",
        "two bits and their sum have two bits of entropy, not three",
        forall=[J],
        given=[
            Independent(J, "U", "V"),
            Independent(J, "V", "W"),
            Independent(J, "U", "W"),
        ],
        then=H(J, "U,V,W") >= below("0.01") * (H(J, "U") + H(J, "V") + H(J, "W")),
    ),
    false(
        "markov-far-end-tells-more", "joint-law",
        "the middle of a chain tells at least as much as its end",
        forall=[J],
        given=[Markov(J, "U", "V", "W")],
        then=H(J, "U|W") <= H(J, "U|V"),
    ),
    false(
        "four-chain-off-by-thousandth", "joint-law",
        "four copies of a bit",
        forall=[J4],
        given=[Markov(J4, "U", "V", "W,Z"), Markov(J4, "U,V", "W", "Z")],
        then=I(J4, "U;Z") <= below("1e-3") * I(J4, "V;W"),
    ),
    false(
        "common-cause-off-by-hundredth", "joint-law",
        "two copies of their common cause",
        forall=[J],
        given=[Markov(J, "U", "W", "V")],
        then=I(J, "U;V") <= below("0.01") * I(J, "U;W"),
    ),
    false(
        "independent-sum-off-by-hundredth", "joint-law",
        "three independent bits",
        forall=[J],
        given=[Independent(J, "U", "V,W")],
        then=H(J, "U,V|W") <= H(J, "U") + below("0.01") * H(J, "V|W"),
    ),
    false(
        "conditional-independence-is-independence", "joint-law",
        "two copies of W are independent given W only",
        forall=[J],
        given=[Markov(J, "U", "W", "V")],
        then=I(J, "U;V") <= hundredth,
    ),
    false(
        "independence-nearly-survives", "joint-law",
        "given the sum of two fair bits each determines the other: ln 2 > 1/2",
        forall=[J],
        given=[Independent(J, "U", "V")],
        then=I(J, "U;V|W") <= half,
    ),
    false(
        "processing-beside-independent", "joint-law",
        "V constant and Z = U ⊕ W, which is independent of U",
        forall=[J4],
        given=[Markov(J4, "U", "V", "W"), Independent(J4, "U", "Z")],
        then=I(J4, "U;W|Z") <= I(J4, "U;V"),
    ),
    false(
        "submodularity-reversed", "joint-law",
        "W and Z equal bits, U and V constant",
        forall=[J4],
        then=H(J4, "U,V,W") + H(J4, "U,V,Z") <= H(J4, "U,V") + H(J4, "U,V,W,Z"),
    ),
    false(
        "double-markov-is-independence", "joint-law",
        "three copies of a bit make both chains",
        forall=[J],
        given=[Markov(J, "U", "V", "W"), Markov(J, "V", "U", "W")],
        then=I(J, "U,V;W") <= hundredth,
    ),
)

REST = (
    false(
        "independent-condition-on-36", "many-coordinates",
        "V a copy of U, and W independent of both: both sides are H(U)",
        forall=[J334],
        given=[Independent(J334, "U", "W"), I(J334, "U;V") >= half],
        then=I(J334, "U;V|W") >= above("0.01") * I(J334, "U;V"),
    ),
    false(
        "four-variables-on-36", "many-coordinates",
        "V determines U",
        forall=[J2332],
        given=[H(J2332, "U|W,Z") >= half],
        then=I(J2332, "U;V|W,Z") <= below("0.01") * H(J2332, "U|W,Z"),
    ),
    false(
        "share-of-entropies", "boundary",
        "for constants the ratio is 0/0",
        forall=[J2],
        then=H(J2, "U,V") / (H(J2, "U") + H(J2, "V")) <= 1,
    ),
    false(
        "fano-without-alphabet", "three-symbols",
        "with three symbols a wrong guess leaves more than one to choose from",
        forall=[P, square],
        then=H(joint_of(P, square), "X|Y")
        <= binary_entropy(1 - total(x, P[x] * square[x, x])),
    ),
)

FALSE = (*OFF, *CONSTRAINED, *REST)
