"""Facts on databases: in how many entries two instances differ, and what entries and groups of
them tell, as informations of joint laws."""

from __future__ import annotations

from verified.language import (
    Database,
    Event,
    H,
    I,
    Mechanism,
    Pmf,
    Prior,
    Reals,
    Symbol,
    alphabet,
    as_mechanism,
    both,
    capacity,
    cardinality,
    cases,
    complement,
    conditional_entry_information,
    either,
    entries,
    entry_information,
    entry_of,
    entry_prior,
    equals,
    every,
    group_channel,
    group_given,
    group_information,
    group_joint,
    group_values,
    hamming,
    indicator,
    information,
    instances,
    largest_alphabet,
    log,
    mi_dp,
    one_entry,
    prior_mass,
    response_given,
    singleton,
    some,
    total,
    with_entry,
    with_group,
)
from verified.papers.background.common import W, m, n, paper
from verified.quantities.mechanisms import database_joint, entry_channel
from verified.syntax.formulas import Formula, implies
from verified.syntax.terms import Term, Var

D = Database("D")
M, prior = Mechanism("M", D, m), Prior("P", D)
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
i = Symbol("i", entries(D))
own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
changed, near = with_entry(D, one, i, own), hamming(D, one, two) <= 1
entry_law = Pmf("p", alphabet(D, i))
joint = database_joint(prior, M, i)

# --- instances ------------------------------------------------------------------------------------

paper.claim(
    "with-entry-near",
    forall=[D, one, i, own, other],
    then=hamming(
    D, changed, with_entry(D, one, i, other)
) <= 1,
)

paper.claim(
    "with-entry-same",
    forall=[D, one, i],
    then=equals(with_entry(D, one, i, entry_of(D, one, i)), one),
)

paper.claim(
    "entry-of-changed",
    forall=[D, one, i, own],
    then=equals(entry_of(D, changed, i), own),
)

paper.claim(
    "neighbours",
    forall=[D, one, two],
    given=[near],
    then=some(i, equals(
    with_entry(D, one, i, entry_of(D, two, i)), two
)),
)

paper.claim(
    "hamming-zero",
    forall=[D, one],
    then=equals(hamming(D, one, one), 0),
)

paper.claim(
    "hamming-step",
    forall=[D, one, two],
    given=[hamming(D, one, two) >= 1],
    then=some(i, equals(
    hamming(D, with_entry(D, one, i, entry_of(D, two, i)), two) + 1, hamming(D, one, two)
)),
)

paper.claim(
    "hamming-equal",
    forall=[D, one, two],
    given=[hamming(D, one, two) <= 0],
    then=equals(one, two),
)

three = Symbol("z", instances(D))
paper.claim(
    "hamming-triangle",
    forall=[D, one, two, three],
    then={
        "from-middle": hamming(D, two, three) <= hamming(D, one, two) + hamming(D, one, three),
        "to-middle": hamming(D, two, three) <= hamming(D, two, one) + hamming(D, one, three),
    },
    note="By way of the instance x; the distance is symmetric.",
)

paper.claim(
    "hamming-entries",
    forall=[D, one, two],
    then=hamming(D, one, two) <= entries(D),
)

# --- what entries tell ----------------------------------------------------------------------------

paper.claim(
    "entry-prior-information",
    forall=[M, one, i, entry_law],
    then=equals(
        conditional_entry_information(entry_prior(D, one, i, entry_law), M, i),
        information(entry_law, entry_channel(M, one, i)),
    ),
    note="Under the prior for which the others are certain.",
)

_y = Symbol("y", m)
_sent = prior_mass(prior, one) * M[one][_y]
_replaced = with_entry(D, one, i, own)
_column = total(own, prior_mass(prior, _replaced))
_response = total(own, prior_mass(prior, _replaced) * M[_replaced][_y])
_listed = Reals("f", alphabet(D, i))
paper.claim(
    "replaced-sums",
    forall=[D, one, i, _listed],
    then=equals(
        total(two, cases(
            equals(two, with_entry(D, one, i, entry_of(D, two, i))), _listed[entry_of(D, two, i)], 0
        )),
        total(own, _listed[own]),
    ),
    note="Over the instances whose other entries are those of x.",
)

paper.claim(
    "conditional-entry-mean",
    forall=[prior, M, i],
    then=equals(
        conditional_entry_information(prior, M, i),
        total(one, total(
            _y, _sent * log(M[one][_y]) + _sent * log(_column) - _sent * log(_response)
        )),
    ),
    note="The logarithms of what is as probable as the other entries, with the response and alone.",
)

paper.claim(
    "as-mechanism-mi",
    forall=[W],
    then=equals(mi_dp(as_mechanism(W)), capacity(W)),
    note="Of a database of one entry there are no others to be given.",
)

paper.claim(
    "database-joint",
    forall=[prior, M, i],
    then=both(
        equals(entry_information(prior, M, i), I(joint, "A;Y")),
        equals(conditional_entry_information(prior, M, i), I(joint, "A;Y|B")),
        equals(information(prior, M), I(joint, "A,B;Y")),
    ),
)

alone = one_entry(n)
prior_alone = Prior("P", alone)
paper.claim(
    "no-others",
    forall=[prior_alone, W],
    then=equals(H(database_joint(prior_alone, as_mechanism(W), 0), "B"), 0),
)

# --- groups of entries ----------------------------------------------------------------------------

single = singleton(i, entries(D))
first, second, third, joined = (Event(name, entries(D)) for name in ("I", "J", "K", "U"))
member = Symbol("l", entries(D))
groups = group_joint(prior, M, first, second, third)


def _inside(event: Term, symbol: Term) -> Formula:
    return equals(indicator(event, symbol), 1)


def _joins(group: Term, one_group: Term, other_group: Term, symbol: Var) -> Formula:
    """The group is the two others together."""
    either_one = either(_inside(one_group, symbol), _inside(other_group, symbol))
    inside = _inside(group, symbol)
    return every(symbol, both(implies(inside, either_one), implies(either_one, inside)))


def _only(instance: Term) -> Term:
    return with_group(D, instance, complement(first), 0)


paper.claim(
    "same-group",
    forall=[D, one, two, first],
    then={
        "entries": {
            "given": [equals(_only(one), _only(two))],
            "then": every(member, implies(
                _inside(first, member), equals(entry_of(D, one, member), entry_of(D, two, member))
            )),
        },
        "instances": {
            "given": [every(member, implies(
                _inside(first, member), equals(entry_of(D, one, member), entry_of(D, two, member))
            ))],
            "then": equals(_only(one), _only(two)),
        },
    },
    note="The group as the instance whose other entries are 0.",
)

paper.claim(
    "group-entry",
    forall=[prior, M, i],
    then=equals(
        conditional_entry_information(prior, M, i),
        group_information(prior, M, single, complement(single)),
    ),
)

paper.claim(
    "group-joint",
    forall=[prior, M, first, second, third],
    then=both(
        equals(group_information(prior, M, first, third), I(groups, "A;Y|C")),
        equals(group_information(prior, M, second, third), I(groups, "B;Y|C")),
    ),
)

paper.claim(
    "groups-told",
    forall=[prior, M, first, second, third, joined],
    given=[_joins(joined, first, second, member)],
    then=equals(group_information(prior, M, joined, third), I(groups, "A,B;Y|C")),
)

paper.claim(
    "groups-known",
    forall=[prior, M, first, second, third, joined],
    given=[_joins(joined, second, third, member)],
    then=equals(group_information(prior, M, first, joined), I(groups, "A;Y|B,C")),
)

paper.claim(
    "all-groups",
    forall=[prior, M, first, second, third],
    given=[every(member, either(
    _inside(first, member), _inside(second, member), _inside(third, member)
))],
    then=equals(information(prior, M), I(groups, "A,B,C;Y")),
)

paper.claim(
    "no-group",
    forall=[prior, M, first, second, third],
    given=[cardinality(first) <= 0],
    then=both(
        equals(H(groups, "A"), 0),
        equals(H(group_joint(prior, M, second, first, third), "B"), 0),
        equals(H(group_joint(prior, M, second, third, first), "C"), 0),
    ),
)

value, other_value = (Symbol(name, group_values(D, first)) for name in ("v", "w"))
changed_group = with_group(D, one, first, value)
paper.claim(
    "group-values",
    forall=[D, first],
    then=group_values(D, first) <= (
    largest_alphabet(D) ** cardinality(first)
),
)

paper.claim(
    "with-group-near",
    forall=[D, one, first, value, other_value],
    then=hamming(
    D, changed_group, with_group(D, one, first, other_value)
) <= cardinality(first),
)

paper.claim(
    "group-information-mean",
    forall=[prior, M, first, second],
    then=equals(
        group_information(prior, M, first, second),
        total(one, prior_mass(prior, one) * information(
            group_given(prior, one, first, second),
            response_given(prior, M, one, first, second),
        )),
    ),
    note="The mean of what the response tells of a group where another one is known.",
)

others = complement(first)
paper.claim(
    "group-information-others",
    forall=[prior, M, first],
    then=equals(
        group_information(prior, M, first, others),
        total(one, prior_mass(prior, one) * information(
            group_given(prior, one, first, others), group_channel(M, one, first)
        )),
    ),
)

# --- sets of symbols ------------------------------------------------------------------------------

A, a, x = Event("A", n), Symbol("a", n), Symbol("x", n)
less, more, alone_symbol = Event("B", n), Event("C", n), singleton(a, n)
paper.claim(
    "union",
    forall=[A, less],
    then=some(more, _joins(more, A, less, x)),
)

paper.claim(
    "member",
    forall=[A],
    given=[cardinality(A) >= 1],
    then=some(a, _inside(A, a)),
)

paper.claim(
    "others",
    forall=[A, a],
    given=[_inside(A, a)],
    then=some(less, both(
    cardinality(less) + 1 <= cardinality(A), _joins(A, alone_symbol, less, x)
)),
)

paper.claim(
    "everything",
    forall=[n],
    then=some(A, both(cardinality(A) <= n, every(a, _inside(A, a)))),
)

paper.claim(
    "nothing",
    forall=[n],
    then=some(A, cardinality(A) <= 0),
)
