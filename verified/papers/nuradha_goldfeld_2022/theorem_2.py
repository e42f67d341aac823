"""Section IV-A on finite data: Theorem 2, and the steps of its proof in Section V-B."""

from __future__ import annotations

from verified.language import (
    MIPP,
    Channel,
    DataClass,
    Framework,
    I,
    Independent,
    Joint,
    Markov,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    chain,
    channel_table,
    equals,
    every,
    flat_mechanism,
    instances,
    pufferfish_stage,
    secret_joint,
    together,
    total,
)
from verified.papers.nuradha_goldfeld_2022.common import (
    M1,
    M2,
    D,
    F,
    M,
    P,
    e,
    eps,
    k,
    laws,
    m,
    n,
    paper,
)

p = Real("p", "[0,1]")
mixed = channel_table(n, m, lambda x, y: p * M1[x, y] + (1 - p) * M2[x, y])

paper.claim(
    "theorem-2-convexity",
    at="Theorem 2",
    scope="finite data",
    forall=[F, laws, M1, M2, eps, p],
    given=[MIPP(F, laws, M1, eps), MIPP(F, laws, M2, eps)],
    then=MIPP(F, laws, mixed, eps),
)

S = Queries("M", D, k, m, "sequential")
database_framework = Framework("F", instances(D))
database_laws = DataClass("Theta", instances(D), latex=r"\Theta")
levels = Reals("eps", k, ">0", latex=r"\epsilon")
j = Symbol("j", k)

paper.claim(
    "theorem-2-composability",
    at="Theorem 2",
    scope="finite data",
    forall=[database_framework, database_laws, S, levels],
    given=[every(j, pufferfish_stage(database_framework, database_laws, S, j) <= levels[j])],
    then=MIPP(
        database_framework, database_laws, flat_mechanism(together(S)), total(j, levels[j])
    ),
    note="The data are a database; each mechanism sees it and the earlier responses.",
)

A = Channel("A", m, k)

paper.claim(
    "theorem-2-post-processing",
    at="Theorem 2",
    scope="finite data",
    forall=[F, laws, M, A, eps],
    given=[MIPP(F, laws, M, eps)],
    then=MIPP(F, laws, chain(M, A), eps),
)

s = Size("s")
mixture = Joint("J", A=n, C=m, Q=k, Y=s)
stages = Joint("J", A=n, C=m, Y=k, Z=s)
told_by = [I(secret_joint(F, P, one, e), "A;Y|C") for one in (M1, M2, mixed)]

paper.claim(
    "theorem-2-steps",
    at="Section V-B",
    scope="finite data",
    then={
        "known-choice": {
            "forall": [mixture],
            "given": [Independent(mixture, "A,C", "Q")],
            "then": I(mixture, "A;Y|C") <= I(mixture, "A;Y|C,Q"),
            "note": "The choice Q of a mechanism is independent of the data.",
        },
        "average": {
            "forall": [F, P, M1, M2, e, p],
            "then": told_by[2] <= p * told_by[0] + (1 - p) * told_by[1],
            "note": "Both inequalities together, under one law and for one edge.",
        },
        "chain": {
            "forall": [stages],
            "then": equals(
                I(stages, "A;Y,Z|C"), I(stages, "A;Y|C") + I(stages, "A;Z|C,Y")
            ),
        },
        "processing": {
            "forall": [stages],
            "given": [Markov(stages, "A,C", "Y", "Z")],
            "then": I(stages, "A;Z|C") <= I(stages, "A;Y|C"),
        },
    },
)
