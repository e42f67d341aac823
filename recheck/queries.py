"""Families of queries of a database: the responses to the first ones, and what the next one adds.

Queries are independent, or sequential: each has a law for each instance and each sequence of
earlier responses, the last of them fastest. Partial ones see disjoint parts of the entries, maybe
none of them.
"""

import itertools
from typing import Any, NamedTuple

from recheck.databases import Database, instances_of, scaled
from recheck.errors import Rejected, Unsupported, demand
from recheck.evaluation import Channel, Law, Table, items, law, meaning, whole
from recheck.frameworks import Class, Framework
from recheck.quantities import cells, mutual, place
from recheck.reals import ONE, ZERO, Num, largest, num

MOST_LISTED = 50_000


class Queries(NamedTuple):
    """Several mechanisms on one database.

    Attributes:
        tables: for each query and instance the laws of the response, one for each sequence of
            earlier responses; of other queries one. Of partial ones for each instance of the part.
        parts: the entries that each partial query sees.
    """

    kind: str
    database: Database
    outputs: int
    tables: list[list[Channel]]
    parts: tuple[tuple[int, ...], ...] = ()

    def part(self, index: int) -> Database:
        """The database that a query sees."""
        seen = self.parts[index] if self.kind == "partial" else range(len(self.database))
        return tuple(self.database[entry] for entry in seen)

    def row(self, index: int, x: int, history: int) -> Law:
        """The law of a response after the earlier ones."""
        rows = self.tables[index][x]
        return rows[history if self.kind == "sequential" else 0]

    def histories(self, count: int, x: int) -> Law:
        """The law of the first responses, so many of them, at an instance."""
        found = [ONE]
        for index in range(count):
            if len(found) * self.outputs > MOST_LISTED:
                raise Unsupported("more responses than are listed")
            found = [mass * told for history, mass in enumerate(found)
                     for told in self.row(index, x, history)]
        return found


def queries_of(move: Any, kind: str, database: Database, count: int, outputs: int) -> Queries:
    """A move of queries."""
    partial = {"subsets"} if kind == "partial" else set()
    demand(isinstance(move, dict) and set(move) == {"tables"} | partial, "no queries")
    found = Queries(kind, database, outputs, [], tuple(
        parts_of(subset, len(database)) for subset in items(move["subsets"], count)
    ) if partial else ())
    seen = [entry for part in found.parts for entry in part]
    demand(len(set(seen)) == len(seen), "parts that overlap")
    for index, table in enumerate(items(move["tables"], count)):
        each = outputs**index if kind == "sequential" else 1
        inputs = len(instances_of(found.part(index)))
        rows = [law(row, outputs) for row in items(table, inputs * each)]
        found.tables.append([rows[x * each : (x + 1) * each] for x in range(inputs)])
    return found


def parts_of(subset: Any, entries: int) -> tuple[int, ...]:
    """The entries that a query sees, ascending."""
    listed = items(subset)
    demand(all(type(entry) is int for entry in listed), "no entries of a part")
    found = tuple(whole(num(entry), entries) for entry in listed)
    demand(list(found) == sorted(set(found)), "entries of a part that don't ascend")
    return found


def first(queries: Queries, index: Num) -> int:
    """A query's place."""
    return whole(index, len(queries.tables))


@meaning("query")
def query(queries: Queries, index: Num) -> Table:
    """One of independent queries, or of partial ones, on what it sees."""
    demand(queries.kind != "sequential", "a query that sees earlier responses")
    at = first(queries, index)
    return Table(queries.part(at), [rows[0] for rows in queries.tables[at]])


@meaning("widened")
def widened(queries: Queries) -> Queries:
    """Partial queries as independent ones of the whole database."""
    demand(queries.kind == "partial", "queries that see all entries")
    tables = []
    for index, table in enumerate(queries.tables):
        every = instances_of(queries.part(index))
        tables.append([table[every.index(tuple(x[entry] for entry in queries.parts[index]))]
                       for x in instances_of(queries.database)])
    return Queries("independent", queries.database, queries.outputs, tables)


@meaning("query_given")
def query_given(queries: Queries, index: Num, history: Num) -> Table:
    """A query after the earlier responses."""
    at = first(queries, index)
    told = whole(history, queries.outputs**at)
    return Table(queries.database, [
        queries.row(at, x, told) for x in range(len(instances_of(queries.database)))])


@meaning("initial")
def initial(queries: Queries) -> Queries:
    """All but the last."""
    if not queries.tables:
        raise Rejected("no query to leave out")
    return queries._replace(tables=queries.tables[:-1])


@meaning("final")
def final(queries: Queries) -> Table:
    """The last of independent queries."""
    return query(queries, num(len(queries.tables) - 1))


@meaning("history_law")
def history_law(queries: Queries, count: Num, x: Num) -> Law:
    """The law of the first responses at an instance."""
    number = whole(x, len(instances_of(queries.database)))
    return queries.histories(whole(count, len(queries.tables) + 1), number)


@meaning("together")
def together(queries: Queries) -> Table:
    """All responses."""
    demand(bool(queries.tables), "no queries to release together")
    if queries.kind == "partial":
        return together(widened(queries))
    return Table(queries.database, [
        queries.histories(len(queries.tables), x)
        for x in range(len(instances_of(queries.database)))])


def staged(queries: Queries, index: Num) -> list[list[Law]]:
    """For each instance and sequence of earlier responses, the mass of each response."""
    at = first(queries, index)
    return [[[mass * told for told in queries.row(at, x, history)]
             for history, mass in enumerate(queries.histories(at, x))]
            for x in range(len(instances_of(queries.database)))]


def stages(queries: Queries, index: Num, masses: Law) -> list[tuple[int, int, int, Num]]:
    """(instance, earlier responses, response, mass), the instances having a law."""
    return [(x, history, y, masses[x] * told)
            for x, rows in enumerate(staged(queries, index))
            for history, row in enumerate(rows) for y, told in enumerate(row)]


def table_of(shape: tuple[int, ...], parts: list[tuple[tuple[int, ...], Num]]) -> Table:
    """A table of sums of masses."""
    found = dict.fromkeys(itertools.product(*map(range, shape)), ZERO)
    for cell, mass in parts:
        found[cell] += mass
    return Table(shape, list(found.values()))


@meaning("stage_joint")
def stage_joint(prior: Table, queries: Queries, i: Num, index: Num) -> Table:
    """The law of an entry, the others as the instance in which it is 0, the earlier responses, and
    the response."""
    entry, every = whole(i, len(prior.shape)), instances_of(prior.shape)
    shape = (prior.shape[entry], len(every), queries.outputs ** first(queries, index),
             queries.outputs)
    return table_of(shape, [
        ((every[x][entry], every.index((*every[x][:entry], 0, *every[x][entry + 1 :])), h, y), mass)
        for x, h, y, mass in stages(queries, index, prior.data)])


@meaning("stage_information")
def stage_information(prior: Table, queries: Queries, i: Num, index: Num) -> Num:
    """I(X_i;Y_j|X^−i,Y^(j−1))."""
    entry, every = whole(i, len(prior.shape)), instances_of(prior.shape)
    return mutual((every[x][entry], y, (every[x][:entry] + every[x][entry + 1 :], h), mass)
                  for x, h, y, mass in stages(queries, index, prior.data))


@meaning("entry_given_history")
def entry_given_history(
        prior: Table, queries: Queries, x: Num, i: Num, index: Num, history: Num) -> Law:
    """The law of an entry given the others and the earlier responses; uniform if that is never so.
    """
    entry, chosen = whole(i), place(instances_of(prior.shape), x)
    at = first(queries, index)
    told = whole(history, queries.outputs**at)
    masses = [mass * queries.histories(at, number)[told]
              for number, (cell, mass) in enumerate(cells(prior))
              if all(j == entry or cell[j] == own for j, own in enumerate(chosen))]
    return scaled(masses)


@meaning("secret_stage_joint")
def secret_stage_joint(
        secrets: Framework, one: Law, queries: Queries, e: Num, index: Num) -> Table:
    """The law of an edge's private and public value, the earlier responses, and the response."""
    g, w = secrets.edge(e)
    shape = (max(g) + 1, max(w) + 1, queries.outputs ** first(queries, index), queries.outputs)
    return table_of(shape, [
        ((g[x], w[x], h, y), mass) for x, h, y, mass in stages(queries, index, one)])


@meaning("secret_stage_information")
def secret_stage_information(
        secrets: Framework, one: Law, queries: Queries, e: Num, index: Num) -> Num:
    """I(g(X);Y_j|w(X),Y^(j−1)) of an edge."""
    g, w = secrets.edge(e)
    return mutual((g[x], y, (w[x], h), mass) for x, h, y, mass in stages(queries, index, one))


@meaning("pufferfish_stage")
def pufferfish_stage(secrets: Framework, found: Class, queries: Queries, index: Num) -> Num:
    """The largest over a class of listed laws, and edges; 0 without edges."""
    kind, laws = found
    if kind != "listed":
        raise Unsupported("the supremum over a class that isn't listed")
    return largest(ZERO, *(
        secret_stage_information(secrets, one, queries, num(e), index)
        for one in laws for e in range(len(secrets.edges))))
