"""What heads of families of queries mean: one query, earlier responses, all responses together."""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verified.language.terms import Op
from verified.measures import information
from verified.measures.databases import digits, flattened, side_by_side
from verified.measures.meanings.databases import entry_given
from verified.measures.readings import (
    MOST_CELLS,
    MechanismValue,
    QueriesValue,
    Reading,
    Unreadable,
    Value,
    checked_place,
    meaning_of,
)


@meaning_of("query_database")
def _query_database(_: Reading, term: Op, values: list[Value]) -> Value:
    queries, index = values[0], checked_place(values[1], len(values[0].tables), term)
    return tuple(queries.database[entry] for entry in queries.subsets[index])


@meaning_of("initial")
def _initial(_: Reading, __: Op, values: list[Value]) -> Value:
    (queries,) = values
    return QueriesValue(
        queries.kind, queries.tables[:-1], queries.database, queries.outputs, queries.subsets
    )


@meaning_of("final")
def _final(_: Reading, __: Op, values: list[Value]) -> Value:
    (queries,) = values
    return MechanismValue(queries.tables[-1], queries.database)


def _histories(reading: Reading, queries: QueriesValue, index: int, term: Op) -> Value:
    """The law of the responses to the first queries, of shape (database…, history)."""
    if queries.kind == "partial":
        raise Unreadable(f"{term}: queries on parts of a database have no order")
    if index == 0:
        one = reading.xp.constant(fmpq(1))
        ones = reading.xp.stack([one] * math.prod(queries.database), (math.prod(queries.database),))
        return reading.xp.reshape(ones, 1, (*queries.database, 1))
    earlier = QueriesValue(queries.kind, queries.tables[:index], queries.database, queries.outputs)
    return _together(reading, term, [earlier]).table


def _with_histories(
    reading: Reading, prior: Value, queries: QueriesValue, index: int, term: Op
) -> Value:
    """The joint law of the entries and of the responses to the first queries (one axis)."""
    database = queries.database
    flat = reading.xp.reshape(prior, len(database), (*database, 1))
    return flat * _histories(reading, queries, index, term)


@meaning_of("stage_joint")
def _stage_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, queries = values[:2]
    xp, database, outputs = reading.xp, queries.database, queries.outputs
    entry = checked_place(values[2], len(database), term)
    index = len(queries.tables) - 1
    if math.prod(database) * outputs ** (index + 1) > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    rank, history = len(database) + 2, outputs**index
    table = queries.tables[index]
    if queries.kind == "independent":
        table = xp.reshape(table, rank - 1, (*database, 1, outputs))
    earlier = _with_histories(reading, prior, queries, index, term)
    joint = xp.reshape(earlier, rank - 1, (*database, history, 1)) * table
    moved = xp.moveaxis(joint, entry - rank, -rank)
    rest = math.prod(database) // database[entry]
    return xp.reshape(moved, rank, (database[entry], rest, history, outputs))


@meaning_of("history_law")
def _history_law(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, index, instance = values
    place = checked_place(index, len(queries.tables), term)
    database = queries.database
    flat = flattened(reading.xp, _histories(reading, queries, place, term), database, True)
    return reading.xp.take(flat, -2, checked_place(instance, math.prod(database), term))


@meaning_of("entry_given_history")
def _entry_given_history(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, queries, number, entry, index, history = values
    xp, database = reading.xp, queries.database
    place = checked_place(index, len(queries.tables), term)
    joint = _with_histories(reading, prior, queries, place, term)
    at = xp.take(joint, -1, checked_place(history, queries.outputs**place, term))
    return entry_given(reading, term, [database, at, number, entry])


@meaning_of("widened")
def _widened(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, index = values
    place = checked_place(index, len(queries.tables), term)
    table = _spread(reading.xp, queries.tables[place], queries, place)
    return MechanismValue(table, queries.database)


@meaning_of("completed")
def _completed(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, instance, index = values
    xp, outputs, database = reading.xp, queries.outputs, queries.database
    place = checked_place(index, len(queries.tables), term)
    if outputs ** (len(queries.tables) + 1) > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    zero, one = xp.constant(fmpq(0)), xp.constant(fmpq(1))
    cells = [one if a == b else zero for a in range(outputs) for b in range(outputs)]
    result = None
    for other, table in enumerate(queries.tables):
        if other == place:
            part = xp.reshape(xp.stack(cells, (len(cells),)), 1, (outputs, outputs))
        else:
            flat = flattened(xp, _spread(xp, table, queries, other), database, True)
            row = xp.take(flat, -2, checked_place(instance, math.prod(database), term))
            part = xp.gather(xp.reshape(row, 1, (1, outputs)), -2, [0] * outputs)
        result = part if result is None else side_by_side(xp, result, part, 1)
    return result


@meaning_of("query")
def _query(_: Reading, term: Op, values: list[Value]) -> Value:
    queries, index = values[0], checked_place(values[1], len(values[0].tables), term)
    if queries.kind == "sequential":
        raise Unreadable(f"{term}: a sequential query is a mechanism given a history: S[j, h]")
    database = queries.database
    if queries.kind == "partial":
        database = tuple(database[entry] for entry in queries.subsets[index])
    return MechanismValue(queries.tables[index], database)


@meaning_of("query_given")
def _query_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    queries, history = values[0], values[2]
    index = checked_place(values[1], len(queries.tables), term)
    if queries.kind == "partial":
        raise Unreadable(f"{term}: a query on some entries has no history")
    if queries.kind != "sequential":
        return MechanismValue(queries.tables[index], queries.database)
    place = checked_place(history, queries.outputs**index, term)
    return MechanismValue(reading.xp.take(queries.tables[index], -2, place), queries.database)


@meaning_of("together")
def _together(reading: Reading, _: Op, values: list[Value]) -> Value:
    queries = values[0]
    xp, rank = reading.xp, len(queries.database)
    cells = math.prod(queries.database) * queries.outputs ** len(queries.tables)
    if cells > MOST_CELLS:
        raise Unreadable(f"the combined responses have {cells} cells, more than {MOST_CELLS}")
    result = None
    for index, table in enumerate(queries.tables):
        if queries.kind == "partial":
            table = _spread(xp, table, queries, index)
        if result is None:
            # The first of sequential queries has one, empty, history.
            first = queries.kind == "sequential"
            result = xp.take(table, -2, 0) if first else table
        elif queries.kind == "sequential":
            size = queries.outputs**index
            left = xp.reshape(result, rank + 1, (*queries.database, size, 1))
            result = xp.reshape(left * table, rank + 2, (*queries.database, size * queries.outputs))
        else:
            result = side_by_side(xp, result, table, rank)
    if result is None:
        raise Unreadable("there are no queries to release together")
    return MechanismValue(result, queries.database)


def _spread(xp: Any, table: Value, queries: QueriesValue, index: int) -> Value:
    """A query on a subset of the entries as a table over the whole database."""
    subset = queries.subsets[index]
    local = tuple(queries.database[entry] for entry in subset)
    flat = xp.reshape(table, len(subset) + 1, (math.prod(local), queries.outputs))
    rows = []
    for instance in range(math.prod(queries.database)):
        whole = digits(queries.database, instance)
        number = 0
        for entry, size in zip(subset, local, strict=True):
            number = number * size + whole[entry]
        rows.append(xp.take(flat, -2, number))
    stacked = xp.stack(rows, (len(rows), queries.outputs))
    return xp.reshape(stacked, 2, (*queries.database, queries.outputs))


@meaning_of("stage_information")
def _stage_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, queries = values[:2]
    xp, database = reading.xp, queries.database
    entry = checked_place(values[2], len(database), term)
    index = checked_place(values[3], len(queries.tables), term)
    if queries.kind == "partial":
        raise Unreadable(f"{term}: a query on some entries has no history")
    history = queries.outputs**index
    if math.prod(database) * history * queries.outputs > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    # The axes of the joint law: the entries, the earlier responses as one, the response.
    rank = len(database) + 2
    joint = xp.reshape(prior, rank - 2, (*database, 1, 1))
    if index > 0:
        earlier = QueriesValue(queries.kind, queries.tables[:index], database, queries.outputs)
        law = _together(reading, term, [earlier]).table
        joint = joint * xp.reshape(law, rank - 1, (*database, history, 1))
    table = queries.tables[index]
    if queries.kind == "independent":
        table = xp.reshape(table, rank - 1, (*database, 1, queries.outputs))
    known = [axis for axis in range(rank - 1) if axis != entry]
    return information.mutual_information(xp, joint * table, rank, (entry,), (rank - 1,), known)
