"""Facts on several queries of a database: what all of them tell, stage by stage."""

from __future__ import annotations

from verified.language import (
    Database,
    Framework,
    I,
    Pmf,
    Prior,
    Queries,
    Size,
    Symbol,
    alphabet,
    both,
    completed,
    conditional_entry_information,
    edges,
    entries,
    equals,
    flat_mechanism,
    information,
    initial,
    instances,
    mi_dp,
    secret_joint,
    secret_stage_information,
    some,
    stage_information,
    stage_joint,
    together,
    widened,
)
from verified.papers.background.common import m, paper
from verified.quantities.channels import chain
from verified.quantities.mechanisms import entry_channel
from verified.quantities.pufferfish import secret_stage_joint

D, k = Database("D"), Size("k")
prior, one, i = Prior("P", D), Symbol("x", instances(D)), Symbol("i", entries(D))
entry_law = Pmf("p", alphabet(D, i))
parts, query = Queries("S", D, k, m, kind="partial"), Symbol("j", k)

paper.claim(
    "widened",
    forall=[parts, query],
    then=equals(mi_dp(parts[query]), mi_dp(widened(parts, query))),
    note="What a query doesn't see plays no part.",
)

# At most one query sees the entry, since the parts are disjoint.
seen = entry_channel(widened(parts, query), one, i)
paper.claim(
    "partial-together",
    forall=[parts, one, i, entry_law],
    then=some(query, equals(
    information(entry_law, entry_channel(together(parts), one, i)),
    information(entry_law, chain(seen, completed(parts, one, query))),
)),
)

frame, law = Framework("F", instances(D)), Pmf("P", instances(D))
edge = Symbol("e", edges(frame))
for kind in ("independent", "sequential"):
    single, whole, more = (Queries("S", D, count, m, kind=kind) for count in (1, k, k + 1))
    stages = stage_joint(prior, more, i)
    paper.claim(
        f"first-stage-{kind}",
        forall=[prior, single, i],
        then=equals(
            conditional_entry_information(prior, together(single), i),
            stage_information(prior, single, i, 0),
        ),
    )

    paper.claim(
        f"last-stage-{kind}",
        forall=[prior, more, i],
        then=both(
            equals(conditional_entry_information(prior, together(more), i), I(stages, "A;Y,Z|B")),
            equals(
                conditional_entry_information(prior, together(initial(more)), i),
                I(stages, "A;Y|B"),
            ),
            equals(stage_information(prior, more, i, k), I(stages, "A;Z|B,Y")),
        ),
    )

    paper.claim(
        f"earlier-stage-{kind}",
        forall=[prior, more, i, query],
        then=equals(
            stage_information(prior, initial(more), i, query),
            stage_information(prior, more, i, query),
        ),
    )
    secret_stages = secret_stage_joint(frame, law, more, edge)
    released = flat_mechanism(together(single))
    paper.claim(
        f"secret-first-stage-{kind}",
        forall=[frame, law, single, edge],
        then=equals(
            I(secret_joint(frame, law, released, edge), "A;Y|C"),
            secret_stage_information(frame, law, single, edge, 0),
        ),
    )

    paper.claim(
        f"secret-last-stage-{kind}",
        forall=[frame, law, more, edge],
        then=both(
            equals(
                I(secret_joint(frame, law, flat_mechanism(together(more)), edge), "A;Y|C"),
                I(secret_stages, "A;Y,Z|C"),
            ),
            equals(
                I(secret_joint(frame, law, flat_mechanism(together(initial(more))), edge), "A;Y|C"),
                I(secret_stages, "A;Y|C"),
            ),
            equals(
                secret_stage_information(frame, law, more, edge, k), I(secret_stages, "A;Z|C,Y")
            ),
        ),
    )

    paper.claim(
        f"secret-earlier-stage-{kind}",
        forall=[frame, law, more, edge, query],
        then=equals(
            secret_stage_information(frame, law, initial(more), edge, query),
            secret_stage_information(frame, law, more, edge, query),
        ),
    )
