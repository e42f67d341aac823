"""Quantities of groups of entries, and of adversaries who know some of them (Cuff & Yu 2016, §6).

A group is an event over the entries of the database, such as `Event("I", entries(D))`.
"""

from __future__ import annotations

from typing import Any

from verified.language.formulas import Quantified, every
from verified.language.heads import apply, meeting
from verified.language.sorts import (
    ClaimError,
    EventSort,
    MechanismSort,
    QueriesSort,
)
from verified.language.terms import SIZE, Op, Symbol, Term, equals, size_term
from verified.language.vocabulary import entries, fresh, indicator


def cardinality(event: Term) -> Op:
    """How many symbols an event has."""
    return apply("cardinality", event, result=SIZE)


def complement(event: Term) -> Op:
    """The symbols that an event doesn't have."""
    (size,) = _alphabets(event)
    return apply("complement", size, event, result=EventSort(size))


def singleton(symbol: Any, size: Any) -> Op:
    """The event of one symbol, in an alphabet with `size` symbols."""
    alphabet = size_term(size, "of a singleton")
    return apply("singleton", alphabet, symbol, result=EventSort(alphabet))


def separate(first: Term, second: Term) -> Quantified:
    """Two events share no symbol."""
    sizes = _alphabets(first, second)
    meeting("separate", sizes[1], sizes[0], "both events are of one alphabet")
    symbol = Symbol(fresh("l", first, second), sizes[0], latex=r"\ell")
    return every(symbol, equals(indicator(first, symbol) * indicator(second, symbol), 0))


def _alphabets(*events: Term) -> list[Term]:
    """The sizes of the alphabets that the events are of."""
    found = []
    for event in events:
        if not isinstance(event, Term) or not isinstance(event.sort, EventSort):
            raise ClaimError(f"{event} is not an event")
        found.append(event.sort.size)
    return found


def group_information(prior: Term, mechanism: Term, group: Term, known: Term) -> Op:
    """I(X_I;Y|X_J) under a prior on the database, in nats, for events I, J over its entries.

    Entries that are in both groups count as known.
    """
    result = apply("group_information", prior, mechanism, group, known)
    sort = mechanism.sort
    assert isinstance(sort, MechanismSort)
    for event in (group, known):
        assert isinstance(event.sort, EventSort)
        rule = "a group is an event over the database's entries"
        meeting("group_information", event.sort.size, entries(sort.database), rule)
    return result


def entry_epsilon(mechanism: Term, entry: Any) -> Op:
    """The least ε for which responses to databases that differ in one entry only, the given one,
    are (ε,0)-close: the level of personalised differential privacy."""
    return apply("entry_epsilon", mechanism, entry)


def free_lunch_epsilon(mechanism: Term) -> Op:
    """The least ε for which the responses to any two databases are (ε,0)-close."""
    return apply("free_lunch_epsilon", mechanism)


def bayesian_epsilon(prior: Term, mechanism: Term) -> Op:
    """The least ε of Bayesian differential privacy under a prior.

    For every entry i and every group I of other entries, the laws of Y given X_i = x_i, X_I = x_I
    and given X_i = x_i', X_I = x_I are (ε,0)-close, where both conditions have positive
    probability.
    """
    return apply("bayesian_epsilon", prior, mechanism)


def bayesian_mi(mechanism: Term) -> Op:
    """The supremum over priors, entries i and groups I of I(X_i;Y|X_I), in nats."""
    return apply("bayesian_mi", mechanism)


def stage_information(prior: Term, queries: Term, entry: Any, index: Any) -> Op:
    """I(X_i;Y_j|X^{-i},Y^{j-1}) under a prior on the database, in nats: what the j-th response adds
    to the earlier ones, which are as the earlier queries produce them."""
    result = apply("stage_information", prior, queries, entry, index)
    sort = queries.sort
    assert isinstance(sort, QueriesSort)
    if sort.kind == "partial":
        raise ClaimError(f"{queries} each see a part of the database only, and no history")
    return result


__all__ = [
    "bayesian_epsilon", "bayesian_mi", "cardinality", "complement", "entry_epsilon",
    "free_lunch_epsilon", "group_information", "separate", "singleton", "stage_information",
]
