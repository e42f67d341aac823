"""Facts on several queries of a database: what all of them tell, stage by stage."""

from __future__ import annotations

from verified.language import (
    Database,
    Framework,
    I,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    alphabet,
    both,
    cases,
    conditional_entry_information,
    edges,
    entries,
    entry_given_history,
    equals,
    flat_mechanism,
    history_law,
    information,
    initial,
    instances,
    log,
    mi_dp,
    prior_mass,
    private_value,
    private_values,
    public_value,
    public_values,
    secret_joint,
    secret_stage_information,
    stage_information,
    stage_joint,
    together,
    total,
    widened,
    with_entry,
)
from verified.papers.background.common import m, paper
from verified.quantities.mechanisms import entry_channel
from verified.quantities.pufferfish import secret_stage_joint
from verified.syntax.terms import Term

D, k = Database("D"), Size("k")
prior, one, i = Prior("P", D), Symbol("x", instances(D)), Symbol("i", entries(D))
parts, query = Queries("S", D, k, m, kind="partial"), Symbol("j", k)

level = Real("r")
paper.claim(
    "widened",
    forall=[parts, query, level],
    given=[mi_dp(parts[query]) <= level],
    then=mi_dp(widened(parts)[query]) <= level,
    note="""What a query doesn't see plays no part. Of a query that sees no entry the left side has
    no value, or is the supremum over no entries: 0.""",
)

# --- the responses to the first queries -----------------------------------------------------------

fewer, word = Size("k", low=0), Reals("f", m ** (Size("k", low=0) + 1))
whole_word, history, answer = Symbol("s", m ** (fewer + 1)), Symbol("h", m**fewer), Symbol("y", m)
paper.claim(
    "longer-sums",
    forall=[word],
    then=equals(
        total(whole_word, word[whole_word]),
        total(history, total(answer, word[history * m + answer])),
    ),
    note="A sequence of k + 1 symbols is one of k and a last one.",
)

letter = Reals("f", m**1)
paper.claim(
    "single-sums",
    forall=[letter],
    then=equals(
        total(Symbol("s", m**1), letter[Symbol("s", m**1)]), total(answer, letter[answer])
    ),
    note="A sequence of one symbol is that symbol.",
)

frame, law = Framework("F", instances(D)), Pmf("P", instances(D))
edge = Symbol("e", edges(frame))
own, some_first = Symbol("v", alphabet(D, i)), Size("j", low=0)
told, past = Symbol("h", m**some_first), Symbol("h", m**query)
for kind in ("independent", "sequential"):
    single, whole, more = (Queries("S", D, count, m, kind=kind) for count in (1, k, k + 1))
    stages = stage_joint(prior, more, i, k)
    paper.claim(
        f"first-responses-{kind}",
        forall=[more, one, some_first, told],
        given=[some_first <= k],
        then=equals(
            history_law(initial(more), some_first, one)[told],
            history_law(more, some_first, one)[told],
        ),
    )

    # --- what they tell of an entry ---------------------------------------------------------------

    next_one = whole[query] if kind == "independent" else whole[query, past]
    def before(at: Term, queries: Term = whole) -> Term:
        """The probability of an instance and the earlier responses."""
        return prior_mass(prior, at) * history_law(queries, query, at)[past]

    changed = with_entry(D, one, i, own)
    sent = before(one) * next_one[one][answer]
    alone, answered = before(changed), before(changed) * next_one[changed][answer]
    paper.claim(
        f"stage-sums-{kind}",
        forall=[prior, whole, i, query],
        then=equals(
            stage_information(prior, whole, i, query),
            total(one, total(past, total(
                answer,
                sent * log(next_one[one][answer]) + sent * log(total(own, alone))
                - sent * log(total(own, answered)),
            ))),
        ),
        note="The logarithms of what is as probable as the other entries and what came before.",
    )

    paper.claim(
        f"stage-mean-{kind}",
        forall=[prior, whole, i, query],
        then=equals(
            stage_information(prior, whole, i, query),
            total(one, prior_mass(prior, one) * total(
                past, history_law(whole, query, one)[past] * information(
                    entry_given_history(prior, whole, one, i, query, past),
                    entry_channel(next_one, one, i),
                ),
            )),
        ),
        note="The mean of what the response tells where the others and what came before are given.",
    )

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

# --- what they tell of a secret -------------------------------------------------------------------

single, whole, more = (
    Queries("S", D, count, m, kind="sequential") for count in (1, k, k + 1)
)
private, public = (
    Symbol("a", private_values(frame, edge)), Symbol("c", public_values(frame, edge))
)


def _as_probable(own: bool, told: Term | int, response: Term | int = 1) -> Term:
    """The probability of a public value (and a private one) and of some responses."""
    mass = law[one] * told * response * cases(
        equals(public_value(frame, edge, one), public), 1, 0)
    if own:
        mass = mass * cases(equals(private_value(frame, edge, one), private), 1, 0)
    return total(one, mass)


earlier, next_one = history_law(whole, query, one)[past], whole[query, past][one][answer]
chance = _as_probable(True, earlier, next_one)
paper.claim(
    "secret-stage-sums-sequential",
    forall=[frame, law, whole, edge, query],
    then=equals(
        secret_stage_information(frame, law, whole, edge, query),
        total(past, total(answer, total(public, total(
            private,
            chance * log(chance) + chance * log(_as_probable(False, earlier))
            - chance * log(_as_probable(True, earlier))
            - chance * log(_as_probable(False, earlier, next_one)),
        )))),
    ),
    note="The joint law's information, written out.",
)

secret_stages = secret_stage_joint(frame, law, more, edge, k)
released = flat_mechanism(together(single))
paper.claim(
    "secret-first-stage-sequential",
    forall=[frame, law, single, edge],
    then=equals(
        I(secret_joint(frame, law, released, edge), "A;Y|C"),
        secret_stage_information(frame, law, single, edge, 0),
    ),
)

paper.claim(
    "secret-last-stage-sequential",
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
    "secret-earlier-stage-sequential",
    forall=[frame, law, more, edge, query],
    then=equals(
        secret_stage_information(frame, law, initial(more), edge, query),
        secret_stage_information(frame, law, more, edge, query),
    ),
)
