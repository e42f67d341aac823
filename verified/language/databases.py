"""Parts of databases, priors and mechanisms, by which proofs take the privacy notions apart.

Instances of a database are numbered from 0, the last entry fastest, as everywhere.
"""

from __future__ import annotations

from typing import Any

from verified.language.heads import apply, meeting
from verified.language.sorts import (
    ChannelSort,
    ClaimError,
    EventSort,
    JointSort,
    MechanismSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    Sort,
    SymbolSort,
    sort_name,
)
from verified.language.terms import SIZE, Op, Term, number
from verified.language.vocabulary import alphabet, entries, instances, quotient


def _sorted(term: Term, kind: type[Sort]) -> Any:
    if not isinstance(term.sort, kind):
        raise ClaimError(f"{term} is a {sort_name(term.sort)}, not the sort wanted here")
    return term.sort


def with_entry(database: Term, instance: Any, entry: Any, symbol: Any) -> Op:
    """The instance with one entry replaced by a symbol."""
    result = SymbolSort(instances(database))
    return apply("with_entry", database, instance, entry, symbol, result=result)


def entry_of(database: Term, instance: Any, entry: Any) -> Op:
    """The symbol that an entry has in the instance."""
    result = SymbolSort(alphabet(database, entry))
    return apply("entry_of", database, instance, entry, result=result)


def entry_channel(mechanism: Term, instance: Any, entry: Any) -> Op:
    """The channel from one entry to the response, the other entries as in the instance."""
    sort = _sorted(mechanism, MechanismSort)
    result = ChannelSort(alphabet(sort.database, entry), sort.outputs)
    return apply("entry_channel", mechanism, instance, entry, result=result)


def prior_mass(prior: Term, instance: Any) -> Op:
    """The probability of an instance under a prior."""
    return apply("prior_mass", _sorted(prior, PriorSort).database, prior, instance)


def entry_given(prior: Term, instance: Any, entry: Any) -> Op:
    """The law of an entry given that the others are as in the instance (the uniform law where they
    never are)."""
    sort = _sorted(prior, PriorSort)
    result = PmfSort(alphabet(sort.database, entry))
    return apply("entry_given", sort.database, prior, instance, entry, result=result)


def entry_prior(database: Term, instance: Any, entry: Any, law: Term) -> Op:
    """The prior under which one entry has a law and the others are as in the instance."""
    result = PriorSort(database, "independent")
    size = _sorted(law, PmfSort).size
    meeting("entry_prior", size, alphabet(database, entry), "the law is of that entry")
    return apply("entry_prior", database, instance, entry, law, result=result)


def flat_prior(prior: Term) -> Op:
    """A prior as a law on the numbers of the instances."""
    sort = _sorted(prior, PriorSort)
    return apply("flat_prior", sort.database, prior, result=PmfSort(instances(sort.database)))


def flat_mechanism(mechanism: Term) -> Op:
    """A mechanism as a channel from the numbers of the instances."""
    sort = _sorted(mechanism, MechanismSort)
    result = ChannelSort(instances(sort.database), sort.outputs)
    return apply("flat_mechanism", mechanism, result=result)


def database_joint(prior: Term, mechanism: Term, entry: Any) -> Op:
    """The joint law of one entry (A), all the others together (B) and the response (Y)."""
    sort = _sorted(mechanism, MechanismSort)
    own = alphabet(sort.database, entry)
    sizes = (own, quotient(instances(sort.database), own), sort.outputs)
    result = JointSort(("A", "B", "Y"), sizes)
    return apply("database_joint", prior, mechanism, entry, result=result)


def _fewer(queries: Term) -> tuple[QueriesSort, Term]:
    """The sort of queries whose number is written k + 1, and k."""
    sort = _sorted(queries, QueriesSort)
    count = sort.count
    if sort.kind != "partial" and isinstance(count, Op) and count.head == "add":
        return sort, count.args[0]
    raise ClaimError(f"{queries} are not k + 1 queries on a whole database")


def group_joint(prior: Term, mechanism: Term, first: Term, second: Term, third: Term) -> Op:
    """The joint law of three groups of entries (A, B, C) and the response (Y). A group is numbered
    as the instance in which all other entries have the symbol 0."""
    sort = _sorted(mechanism, MechanismSort)
    _group_of("group_joint", sort.database, first, second, third)
    every_one = instances(sort.database)
    sizes = (every_one, every_one, every_one, sort.outputs)
    result = JointSort(("A", "B", "C", "Y"), sizes)
    return apply("group_joint", prior, mechanism, first, second, third, result=result)


def _group_of(head: str, database: Term, *groups: Term) -> None:
    for group in groups:
        rule = "a group is an event over the database's entries"
        meeting(head, _sorted(group, EventSort).size, entries(database), rule)


def group_values(database: Term, group: Term) -> Op:
    """How many values a group of entries has together: the product of its alphabet sizes. They are
    numbered from 0, the last entry of the group fastest."""
    _group_of("group_values", database, group)
    return apply("group_values", database, group, result=SIZE)


def with_group(database: Term, instance: Any, group: Term, value: Any) -> Op:
    """The instance with a group of entries replaced by one of the group's values."""
    _group_of("with_group", database, group)
    result = SymbolSort(instances(database))
    return apply("with_group", database, instance, group, value, result=result)


def group_channel(mechanism: Term, instance: Any, group: Term) -> Op:
    """The channel from a group of entries to the response, the other entries as in the instance."""
    sort = _sorted(mechanism, MechanismSort)
    result = ChannelSort(group_values(sort.database, group), sort.outputs)
    return apply("group_channel", mechanism, instance, group, result=result)


def group_given(prior: Term, instance: Any, group: Term, known: Term) -> Op:
    """The law of a group of entries given that another group is as in the instance (the uniform law
    where it never is). The groups may share entries."""
    sort = _sorted(prior, PriorSort)
    _group_of("group_given", sort.database, known)
    result = PmfSort(group_values(sort.database, group))
    return apply("group_given", sort.database, prior, instance, group, known, result=result)


def response_given(prior: Term, mechanism: Term, instance: Any, group: Term, known: Term) -> Op:
    """The laws of the response given each value of a group of entries and that another group is as
    in the instance (the uniform law where that is never so)."""
    sort = _sorted(mechanism, MechanismSort)
    _group_of("response_given", sort.database, known)
    result = ChannelSort(group_values(sort.database, group), sort.outputs)
    return apply("response_given", prior, mechanism, instance, group, known, result=result)


def initial(queries: Term) -> Op:
    """All of k + 1 queries but the last."""
    sort, fewer = _fewer(queries)
    result = QueriesSort(sort.kind, sort.database, fewer, sort.outputs)
    return apply("initial", queries, result=result)


def final(queries: Term) -> Op:
    """The last of k + 1 independent queries."""
    sort, _ = _fewer(queries)
    if sort.kind != "independent":
        raise ClaimError(f"the last of {queries} is a mechanism only given the earlier responses")
    return apply("final", queries, result=MechanismSort(sort.database, sort.outputs))



def stage_joint(prior: Term, queries: Term, entry: Any) -> Op:
    """The joint law of one entry (A), all the others together (B), the responses to all of k + 1
    queries but the last (Y) and the last response (Z)."""
    sort, fewer = _fewer(queries)
    own = alphabet(sort.database, entry)
    rest = quotient(instances(sort.database), own)
    result = JointSort(("A", "B", "Y", "Z"), (own, rest, sort.outputs**fewer, sort.outputs))
    return apply("stage_joint", prior, queries, entry, result=result)


def history_law(queries: Term, index: Any, instance: Any) -> Op:
    """The law of the responses to the queries before one of them, at an instance."""
    sort = _whole(queries)
    result = PmfSort(sort.outputs ** number(index))
    return apply("history_law", queries, index, instance, result=result)


def entry_given_history(
    prior: Term, queries: Term, instance: Any, entry: Any, index: Any, history: Any
) -> Op:
    """The law of an entry given that the others are as in the instance and that the responses to
    the queries before one of them are the history (the uniform law where they never are)."""
    sort = _whole(queries)
    result = PmfSort(alphabet(sort.database, entry))
    return apply(
        "entry_given_history", prior, queries, instance, entry, index, history, result=result
    )


def _whole(queries: Term) -> QueriesSort:
    sort: QueriesSort = _sorted(queries, QueriesSort)
    if sort.kind == "partial":
        raise ClaimError(f"{queries} have no order: each sees a part of the database only")
    return sort


def _partial(queries: Term) -> QueriesSort:
    sort: QueriesSort = _sorted(queries, QueriesSort)
    if sort.kind != "partial":
        raise ClaimError(f"{queries} are no queries on parts of a database")
    return sort


def widened(queries: Term, index: Any) -> Op:
    """A query on a part of the database as a mechanism on all of it."""
    sort = _partial(queries)
    result = MechanismSort(sort.database, sort.outputs)
    return apply("widened", queries, index, result=result)


def completed(queries: Term, instance: Any, index: Any) -> Op:
    """The channel from the response to one query on a part of the database to all responses, the
    others being about the instance."""
    sort = _partial(queries)
    result = ChannelSort(sort.outputs, sort.outputs**sort.count)
    return apply("completed", queries, instance, index, result=result)


__all__ = [
    "SIZE", "completed", "database_joint", "entry_channel", "entry_given", "entry_given_history",
    "entry_of", "entry_prior", "final", "flat_mechanism", "flat_prior", "group_channel",
    "group_given", "group_joint", "group_values", "history_law", "initial", "prior_mass",
    "response_given", "stage_joint", "widened", "with_entry", "with_group",
]
