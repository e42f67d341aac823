"""Lemmas on groups of entries, and on secrets: over stages, and over what the data may be."""

from __future__ import annotations

from verified.language import (
    PP,
    Channel,
    Close,
    Database,
    DataClass,
    Event,
    Framework,
    I,
    Mechanism,
    Pmf,
    Prior,
    Queries,
    Real,
    Size,
    Symbol,
    both,
    cardinality,
    edges,
    entries,
    equals,
    every,
    flat_mechanism,
    group_information,
    implies,
    instances,
    negation,
    private_value,
    public_value,
    secret_delta,
    secret_joint,
    secret_stage_information,
    singleton,
    together,
    total,
)
from verified.papers.lemmas.common import delta, eps, m, paper

databases = Database("D")
group_size, group_level = Size("k", low=0), Real("eps", ">=0")
group_prior, group_mechanism = Prior("P", databases), Mechanism("M", databases, m)
some_group, known_group = (Event(name, entries(databases)) for name in ("I", "J"))
one_entry, learned = Symbol("j", entries(databases)), Event("K", entries(databases))

paper.claim(
    "entries-together",
    forall=[group_size, group_prior, group_mechanism, some_group, known_group, group_level],
    given=[
        every(one_entry, every(learned, group_information(
            group_prior, group_mechanism, singleton(one_entry, entries(databases)), learned
        ) <= group_level)),
        cardinality(some_group) <= group_size,
    ],
    then=group_information(group_prior, group_mechanism, some_group, known_group)
    <= group_size * group_level,
    note="What each entry tells at most, whatever is known, a group tells at most for each.",
)

database_framework = Framework("F", instances(databases))
database_law = Pmf("P", instances(databases))
database_edge = Symbol("e", edges(database_framework))
stage_count = Size("k")
stage_queries = Queries("S", databases, stage_count, m, "sequential")
stage = Symbol("j", stage_count)

paper.claim(
    "secret-stages",
    forall=[database_framework, database_law, stage_queries, database_edge],
    then=equals(
        I(
            secret_joint(
                database_framework, database_law, flat_mechanism(together(stage_queries)),
                database_edge,
            ),
            "A;Y|C",
        ),
        total(stage, secret_stage_information(
            database_framework, database_law, stage_queries, database_edge, stage
        )),
    ),
    note="The chain rule: each response adds what it tells given the earlier ones.",
)

data_size = Size("n")
data_framework, data_mechanism = Framework("F", data_size), Channel("M", data_size, m)
data_edge, data_law = Symbol("e", edges(data_framework)), Pmf("P", data_size)
every_law = DataClass("Theta", data_size, "all")
datum, other_datum = Symbol("x", data_size), Symbol("x'", data_size)
same_public, same_private = (
    equals(value(data_framework, data_edge, datum), value(data_framework, data_edge, other_datum))
    for value in (public_value, private_value)
)
data_close = Close(data_mechanism[datum], data_mechanism[other_datum], eps, delta)

paper.claim(
    "secret-symbols",
    forall=[data_framework, data_mechanism, eps, delta],
    then={
        "pair": {
            "forall": [
                data_framework, every_law, data_mechanism, data_edge, datum, other_datum, eps,
                delta,
            ],
            "given": [
                PP(data_framework, every_law, data_mechanism, eps, delta),
                same_public,
                negation(same_private),
            ],
            "then": data_close,
            "note": "Two values of the data may be equally likely, and nothing else possible.",
        },
        "mixture": {
            "forall": [data_framework, data_law, data_mechanism, eps, delta],
            "given": [every(data_edge, every(datum, every(other_datum, implies(
                both(same_public, negation(same_private)), data_close
            ))))],
            "then": secret_delta(data_framework, data_law, data_mechanism, eps) <= delta,
            "note": "Given a secret the response's law is a mixture over the data in it.",
        },
    },
)
