"""Families of queries: one of them, earlier responses, all responses together.

Queries are independent, sequential (each sees the earlier responses) or partial (each sees a part
of the database only); the first two kinds are *whole*.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verified.measures import information
from verified.measures.databases import digits, flattened, side_by_side, with_others
from verified.measures.readings import (
    MOST_CELLS,
    MechanismValue,
    OutOfReach,
    QueriesValue,
    Reading,
    Unreadable,
    Value,
    checked_place,
)
from verified.quantities.databases import alphabet, entries, instances, law_of_entry
from verified.quantities.laws import check_index
from verified.syntax.quantity import Match, quantity
from verified.syntax.sorts import (
    ClaimError,
    DatabaseSort,
    JointSort,
    MechanismSort,
    PmfSort,
    QueriesSort,
    Sort,
)
from verified.syntax.terms import Database, Op, Prior, Queries, Size, Symbol, Term
from verified.syntax.trees import INDEXED

WHOLE = ("independent", "sequential")
D, k, m = Database("D"), Size("k", low=0), Size("m")
S, more, prior = Queries("S", D, k, m), Queries("S", D, k + 1, m), Prior("prior", D)
parts = Queries("S", D, k, m, "partial")
index, history = Symbol("index", k), Symbol("history", m ** Symbol("index", k))
first = Symbol("first", k + 1)
entry, x = Symbol("entry", entries(D)), Symbol("x", instances(D))


def _spread(xp: Any, table: Value, queries: QueriesValue, place: int) -> Value:
    """A query on a subset of the entries as a table over the whole database."""
    subset = queries.subsets[place]
    local = tuple(queries.database[own] for own in subset)
    flat = xp.reshape(table, len(subset) + 1, (math.prod(local), queries.outputs))
    rows = []
    for instance in range(math.prod(queries.database)):
        whole = digits(queries.database, instance)
        number = 0
        for own, size in zip(subset, local, strict=True):
            number = number * size + whole[own]
        rows.append(xp.take(flat, -2, number))
    stacked = xp.stack(rows, (len(rows), queries.outputs))
    return xp.reshape(stacked, 2, (*queries.database, queries.outputs))


def _query_database(_: Reading, term: Op, values: list[Value]) -> Value:
    queries, place = values[0], checked_place(values[1], len(values[0].tables), term)
    return tuple(queries.database[own] for own in queries.subsets[place])


def _query(_: Reading, term: Op, values: list[Value]) -> Value:
    queries, place = values[0], checked_place(values[1], len(values[0].tables), term)
    database = queries.database
    if queries.kind == "partial":
        database = tuple(database[own] for own in queries.subsets[place])
    return MechanismValue(queries.tables[place], database)


def _query_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries = values[0]
    place = checked_place(values[1], len(queries.tables), term)
    told = checked_place(values[2], queries.outputs**place, term)
    table = queries.tables[place]
    if queries.kind == "sequential":
        table = reading.xp.take(table, -2, told)
    return MechanismValue(table, queries.database)


def together_table(reading: Reading, queries: QueriesValue) -> Value:
    """All responses of the queries together, of shape (database…, responses).

    Raises:
        Unreadable: there are no queries, or the responses have too many values to list.
    """
    xp, rank = reading.xp, len(queries.database)
    cells = math.prod(queries.database) * queries.outputs ** len(queries.tables)
    if cells > MOST_CELLS:
        raise OutOfReach(f"the combined responses have {cells} cells, more than {MOST_CELLS}")
    result = None
    for place, table in enumerate(queries.tables):
        if queries.kind == "partial":
            table = _spread(xp, table, queries, place)
        if result is None:
            # The first of sequential queries has one, empty, history.
            first = queries.kind == "sequential"
            result = xp.take(table, -2, 0) if first else table
        elif queries.kind == "sequential":
            size = queries.outputs**place
            left = xp.reshape(result, rank + 1, (*queries.database, size, 1))
            result = xp.reshape(left * table, rank + 2, (*queries.database, size * queries.outputs))
        else:
            result = side_by_side(xp, result, table, rank)
    if result is None:
        raise Unreadable("there are no queries to release together")
    return result


def _histories(reading: Reading, queries: QueriesValue, place: int) -> Value:
    """The law of the responses to the first queries, of shape (database…, history)."""
    if place == 0:
        one = reading.xp.constant(fmpq(1))
        ones = reading.xp.stack([one] * math.prod(queries.database), (math.prod(queries.database),))
        return reading.xp.reshape(ones, 1, (*queries.database, 1))
    earlier = QueriesValue(queries.kind, queries.tables[:place], queries.database, queries.outputs)
    return together_table(reading, earlier)


def _with_histories(reading: Reading, law: Value, queries: QueriesValue, place: int) -> Value:
    """The joint law of the entries and of the responses to the first queries (one axis)."""
    database = queries.database
    flat = reading.xp.reshape(law, len(database), (*database, 1))
    return flat * _histories(reading, queries, place)


def _staged(
    reading: Reading, term: Op, law: Value, queries: QueriesValue, place: int
) -> tuple[Value, int]:
    """The joint law of the entries, of the responses before a query (one axis) and of its response,
    with its number of axes."""
    xp, database, outputs = reading.xp, queries.database, queries.outputs
    rank, history = len(database) + 2, outputs**place
    if math.prod(database) * history * outputs > MOST_CELLS:
        raise OutOfReach(f"{term}: more than {MOST_CELLS} cells")
    table = queries.tables[place]
    if queries.kind == "independent":
        table = xp.reshape(table, rank - 1, (*database, 1, outputs))
    earlier = _with_histories(reading, law, queries, place)
    return xp.reshape(earlier, rank - 1, (*database, history, 1)) * table, rank


def _stage_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries = values[1]
    xp, database, outputs = reading.xp, queries.database, queries.outputs
    own = checked_place(values[2], len(database), term)
    place = checked_place(values[3], len(queries.tables), term)
    joint, rank = _staged(reading, term, values[0], queries, place)
    size, history = math.prod(database), outputs**place
    flat = xp.reshape(joint, rank, (size, history * outputs))
    rows = with_others(xp, flat, database, own, term)
    return xp.reshape(rows, 2, (database[own], size, history, outputs))


def _stage_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries = values[1]
    own = checked_place(values[2], len(queries.database), term)
    place = checked_place(values[3], len(queries.tables), term)
    joint, rank = _staged(reading, term, values[0], queries, place)
    known = [axis for axis in range(rank - 1) if axis != own]
    return information.mutual_information(reading.xp, joint, rank, (own,), (rank - 1,), known)


def _history_law(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries = values[0]
    place = checked_place(values[1], len(queries.tables) + 1, term)
    flat = flattened(reading.xp, _histories(reading, queries, place), queries.database, True)
    return reading.xp.take(flat, -2, checked_place(values[2], math.prod(queries.database), term))


def _entry_given_history(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, queries, number, own, place, told = values
    xp, chosen = reading.xp, checked_place(place, len(queries.tables), term)
    joint = _with_histories(reading, law, queries, chosen)
    at = xp.take(joint, -1, checked_place(told, queries.outputs**chosen, term))
    return law_of_entry(reading, term, [queries.database, at, number, own])


def _initial(_: Reading, __: Op, values: list[Value]) -> Value:
    queries = values[0]
    return QueriesValue(
        queries.kind, queries.tables[:-1], queries.database, queries.outputs, queries.subsets
    )


def _widened(reading: Reading, _: Op, values: list[Value]) -> Value:
    queries = values[0]
    tables = tuple(
        _spread(reading.xp, table, queries, place) for place, table in enumerate(queries.tables))
    return QueriesValue("independent", tables, queries.database, queries.outputs)


# --- one query ------------------------------------------------------------------------------------

query_database = quantity(
    "query_database", [parts, index], DatabaseSort(), kinds={parts: ("partial",)}, certain=False,
    doc="""The database of the entries that a query on a part sees. It may see none, and a database
    has at least one entry.""",
    text="database({0:atom}[{1}])", latex=r"D\left({0:base}_{{{1}}}\right)",
    reading=_query_database,
)


def _of_one(match: Match) -> Sort:
    queries, place = match.args
    sort = queries.sort
    assert isinstance(sort, QueriesSort)
    database: Term = sort.database
    if sort.kind == "partial":
        database = query_database(queries, place)
    return MechanismSort(database, sort.outputs)


query = quantity(
    "query", [S, index], _of_one, kinds={S: ("independent", "partial")}, written="S[j]",
    doc="One of independent queries, or of queries on parts, as a mechanism on what it sees.",
    text="{0:atom}[{1}]", latex=r"{0:base}_{{{1}}}", reading=_query,
)
query_given = quantity(
    "query_given", [S, index, history], MechanismSort(D, m), kinds={S: WHOLE}, written="S[j, h]",
    doc="One of several queries as a mechanism, the responses to the earlier ones being given.",
    text="{0:atom}[{1}](.|{2})", latex=r"{0:base}_{{{1}}}(\cdot\,|\,{2})", reading=_query_given,
)


def _indexed(queries: Term, given: Any) -> Term:
    indices = given if isinstance(given, tuple) else (given,)
    for one in indices:
        check_index(queries, one)
    if len(indices) > 2:
        raise ClaimError(f"queries don't take {len(indices)} indices")
    return query(queries, *indices) if len(indices) == 1 else query_given(queries, *indices)


INDEXED[QueriesSort] = _indexed

# --- all of them ----------------------------------------------------------------------------------

together = quantity(
    "together", [S], MechanismSort(D, m**k), given=[k >= 1],
    doc="The mechanism that releases all responses of the queries, of which there is one at least.",
    text="all({0})", latex=r"\bigotimes {0:atom}",
    reading=lambda reading, _, values: MechanismValue(
        together_table(reading, values[0]), values[0].database
    ),
)


def _fewer(match: Match) -> Sort:
    sort = match.args[0].sort
    assert isinstance(sort, QueriesSort)
    return QueriesSort(sort.kind, sort.database, match.values["k"], sort.outputs)


initial = quantity(
    "initial", [more], _fewer, kinds={more: WHOLE}, doc="All of k + 1 queries but the last.",
    text="initial({0})", latex=r"{0:base}_{{<}}", reading=_initial,
)
final = quantity(
    "final", [more], MechanismSort(D, m), kinds={more: ("independent",)},
    doc="The last of k + 1 independent queries.",
    text="final({0})", latex=r"{0:base}_{{\mathrm{{last}}}}",
    reading=lambda _, __, values: MechanismValue(values[0].tables[-1], values[0].database),
)
_own = alphabet(D, entry)
stage_joint = quantity(
    "stage_joint", [prior, S, entry, index],
    JointSort(("A", "B", "Y", "Z"), (_own, instances(D), m**index, m)), kinds={S: WHOLE},
    doc="""The joint law of one entry (A), all the others together (B), the responses to the
    queries before one of them (Y) and the response to that one (Z). The others are numbered as the
    instance in which the entry is 0.""",
    text="joint[{0}, {1}](X_{2:atom}, X^-{2:atom}, Y_<{3:atom}, Y_{3:atom})",
    latex=r"\left({0} \times {1}\right)_{{X_{2:atom}, X^{{-{2:atom}}}, Y_{{<{3}}}, Y_{{{3}}}}}",
    reading=_stage_joint,
)
stage_information = quantity(
    "stage_information", [prior, S, entry, index], kinds={S: WHOLE},
    doc="""I(X_i;Y_j|X^{-i},Y^{j-1}) under a prior on the database, in nats: what the j-th response
    adds to the earlier ones, which are as the earlier queries produce them.""",
    text="I[{0}, {1}](X_{2:atom};Y_{3:atom}|X^-{2:atom},Y_<{3:atom})",
    latex=r"I\left[{0}, {1}\right](X_{{{2}}};Y_{{{3}}}|X^{{-{2:atom}}},Y_{{<{3}}})",
    values="[0,inf)", unit="nats", reading=_stage_information,
)
history_law = quantity(
    "history_law", [S, first, x], PmfSort(m**first), kinds={S: WHOLE},
    doc="""The law of the responses to so many queries, the first ones, at an instance, all of them
    at most. Responses are numbered together, the last one fastest.""",
    text="{0:atom}_[<{1}|{2}]", latex=r"{0:base}_{{<{1}|{2}}}", reading=_history_law,
)
entry_given_history = quantity(
    "entry_given_history", [prior, S, x, entry, index, history], PmfSort(_own), kinds={S: WHOLE},
    doc="""The law of an entry given that the others are as in the instance and that the responses
    to the queries before one of them are the history (the uniform law where they never are).""",
    text="{0:atom}_[{3}|{2}, {1:atom}_<{4:atom}={5}]",
    latex=r"{0:base}_{{{3}|{2},Y_{{<{4}}}={5}}}", reading=_entry_given_history,
)

# --- on parts of a database -----------------------------------------------------------------------

def _of_all(match: Match) -> Sort:
    sort = match.args[0].sort
    assert isinstance(sort, QueriesSort)
    return QueriesSort("independent", sort.database, sort.count, sort.outputs)


widened = quantity(
    "widened", [parts], _of_all, kinds={parts: ("partial",)},
    doc="Queries on parts of the database as independent queries of all of it.",
    text="widened({0})", latex=r"{{}}\bar{{{0:base}}}", reading=_widened,
)

__all__ = [
    "entry_given_history", "final", "history_law", "initial", "query_database",
    "stage_information", "stage_joint", "together", "widened",
]
