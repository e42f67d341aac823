"""Pufferfish frameworks, classes of laws, and their quantities.

The data are the symbols 0, 1, …; private and public functions list their values, numbered in the
order in which they first occur; an edge is a pair of places. A class is ("all", []), ("listed",
laws) or ("reweighted", laws): closed under mixtures and conditioning on secrets.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from recheck.databases import Database, instances_of
from recheck.errors import Rejected, demand
from recheck.evaluation import Channel, Evaluation, Law, Table, items, law, meaning, whole
from recheck.quantities import capacity, hockey_stick, mutual, place
from recheck.reals import ONE, ZERO, Num, largest, num, positive, total
from recheck.statements import integer

Class: TypeAlias = tuple[str, list[Law]]
# A private value with the law of the response given it, None where that is impossible.
Told: TypeAlias = tuple[int, Law | None]


class Framework(NamedTuple):
    """Private and public functions of the data, and edges: pairs of their places."""

    private: list[list[int]]
    public: list[list[int]]
    edges: list[tuple[int, int]]

    def each(self) -> list[tuple[list[int], list[int]]]:
        """The private and the public function of each edge."""
        return [(self.private[g], self.public[w]) for g, w in self.edges]

    def edge(self, index: Num) -> tuple[list[int], list[int]]:
        """The two functions of an edge."""
        found: tuple[list[int], list[int]] = place(self.each(), index)
        return found

    def atoms(self) -> list[list[int]]:
        """The data that no function of an edge tells apart."""
        found: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for x in range(len(self.private[0])):
            found.setdefault(tuple((g[x], w[x]) for g, w in self.each()), []).append(x)
        return list(found.values())

    def given(self, edge: Num, public: Num) -> list[list[int]]:
        """For each value of the private function, the data with it and a public value."""
        (g, w), c = self.edge(edge), whole(public)
        return [[x for x in range(len(g)) if (g[x], w[x]) == (a, c)] for a in range(max(g) + 1)]


# --- moves ----------------------------------------------------------------------------------------


def function_of(move: Any, count: int) -> list[int]:
    """A function of the data, its values numbered as they first occur."""
    values = [integer(value, 0, count - 1) for value in items(move, count)]
    names: dict[int, int] = {}
    demand(values == [names.setdefault(value, len(names)) for value in values],
           "values not numbered in order")
    return values


def framework_of(move: Any, count: int) -> Framework:
    """A framework on so many data."""
    demand(isinstance(move, dict) and set(move) == {"private", "public", "edges"}
           and move["private"], "no framework")
    private, public = ([function_of(f, count) for f in items(move[kind])]
                       for kind in ("private", "public"))
    edges = []
    for edge in items(move["edges"]):
        g, w = items(edge, 2)
        edges.append((integer(g, 0, len(private) - 1), integer(w, 0, len(public) - 1)))
    demand(len(set(edges)) == len(edges), "an edge is listed twice")
    return Framework(private, public, edges)


def class_of(move: Any, count: int, wanted: str) -> Class:
    """A class of laws on so many data, of a kind."""
    demand(isinstance(move, dict) and move.get("kind") in ("listed", "all", "reweighted"),
           "no class of laws")
    kind, laws = move["kind"], [law(p, count) for p in items(move.get("laws", []))]
    demand(wanted in ("any", kind) and bool(laws) == (kind != "all")
           and set(move) == {"kind"} | ({"laws"} if kind != "all" else set()), "no class of laws")
    return kind, laws


def member(secrets: Framework, kind: str, laws: list[Law], move: Any) -> Law:
    """A law of a class: the place of a listed one, a law, or weights of the class's parts."""
    if kind != "reweighted":
        return laws[integer(move, 0, len(laws) - 1)] if laws else law(move, len(secrets.private[0]))
    parts = [(one, atom) for one in laws for atom in secrets.atoms()]
    weights = law(move, len(parts))
    found = [total(weight * one[x] for weight, (one, atom) in zip(weights, parts, strict=True)
                   if x in atom) for x in range(len(laws[0]))]
    return scaled(found) if positive(total(found)) else laws[0]


# --- frameworks -----------------------------------------------------------------------------------


def numbered(values: list[Any]) -> list[int]:
    """Values by numbers, in the order in which they first occur."""
    names: dict[Any, int] = {}
    return [names.setdefault(value, len(names)) for value in values]


@meaning("dp_framework")
def dp_framework(database: Database) -> Framework:
    """The entries, each given all others."""
    every, count = instances_of(database), len(database)
    return Framework(
        [numbered([x[i] for x in every]) for i in range(count)],
        [numbered([x[:i] + x[i + 1 :] for x in every]) for i in range(count)],
        [(i, i) for i in range(count)])


@meaning("prior_of")
def prior_of(one: Law, database: Database) -> Table:
    """A law on the instances as a prior."""
    demand(len(one) == len(instances_of(database)), "a law on other instances")
    return Table(database, one)


@meaning("edges")
def edges(secrets: Framework) -> Num:
    """How many edges there are."""
    return num(len(secrets.edges))


@meaning("private_functions")
def private_functions(secrets: Framework) -> Num:
    """How many private functions there are."""
    return num(len(secrets.private))


@meaning("largest_image")
def largest_image(secrets: Framework) -> Num:
    """The largest number of values of a private function."""
    return num(max(map(max, secrets.private)) + 1)


@meaning("private_values")
def private_values(secrets: Framework, e: Num) -> Num:
    """How many values an edge's private function has."""
    return num(max(secrets.edge(e)[0]) + 1)


@meaning("public_values")
def public_values(secrets: Framework, e: Num) -> Num:
    """How many values an edge's public function has."""
    return num(max(secrets.edge(e)[1]) + 1)


@meaning("private_value")
def private_value(secrets: Framework, e: Num, x: Num) -> Num:
    """An edge's private function at a datum."""
    return num(place(secrets.edge(e)[0], x))


@meaning("public_value")
def public_value(secrets: Framework, e: Num, x: Num) -> Num:
    """An edge's public function at a datum."""
    return num(place(secrets.edge(e)[1], x))


@meaning("without_public")
def without_public(secrets: Framework) -> Framework:
    """Each private function as a secret, with nothing public."""
    constant = [0] * len(secrets.private[0])
    return Framework(secrets.private, [constant], [(g, 0) for g in range(len(secrets.private))])


@meaning("without_edges")
def without_edges(secrets: Framework) -> Framework:
    """The private functions alone."""
    return Framework(secrets.private, [], [])


# --- laws of the data -----------------------------------------------------------------------------


def scaled(entries: Law) -> Law:
    """Entries over their sum; the uniform law where that is 0."""
    mass = total(entries)
    return [x / mass if positive(mass) else ONE / num(len(entries)) for x in entries]


@meaning("member_law")
def member_law(found: Law) -> Law:
    """A member of a class as a law."""
    return found


@meaning("public_law")
def public_law(secrets: Framework, p: Law, e: Num) -> Law:
    """The law of an edge's public value."""
    w = secrets.edge(e)[1]
    return [total(m for m, c in zip(p, w, strict=True) if c == v) for v in range(max(w) + 1)]


@meaning("secret_given")
def secret_given(secrets: Framework, p: Law, e: Num, c: Num) -> Law:
    """The law of an edge's private value given its public value."""
    return scaled([total(p[x] for x in s) for s in secrets.given(e, c)])


@meaning("data_given")
def data_given(secrets: Framework, p: Law, e: Num, c: Num) -> Channel:
    """The laws of the data given each secret."""
    return [scaled([m if x in s else ZERO for x, m in enumerate(p)]) for s in secrets.given(e, c)]


# --- privacy --------------------------------------------------------------------------------------


def told(one: Law, mechanism: Channel, symbols: list[int]) -> Law | None:
    """The response's law given some data, None where they have probability 0."""
    outputs = range(len(mechanism[0]))
    row = [total(one[x] * mechanism[x][y] for x in symbols) for y in outputs]
    return scaled(row) if positive(total(row)) else None


def groups(secrets: Framework, found: Class, mechanism: Channel) -> Iterator[list[Told]]:
    """For each edge and public value lists of private values with the response's laws: one list for
    each listed law, or one with all parts of a closed class."""
    kind, laws = found
    for g, w in secrets.each():
        for c in range(max(w) + 1):
            inside = [x for x in range(len(g)) if w[x] == c]
            if kind == "listed":
                sets = [[x for x in inside if g[x] == a] for a in sorted({g[x] for x in inside})]
            else:
                sets = [[x] for x in inside] if kind == "all" else secrets.atoms()
                sets = [part for part in sets if part[0] in inside]
            rows = [[(g[part[0]], told(one, mechanism, part)) for part in sets]
                    for one in laws or [[ONE] * len(g)]]
            yield from rows if kind == "listed" else [[row for part in rows for row in part]]


def class_worst(secrets: Framework, found: Class, mechanism: Channel,
                measure: Callable[[Law, Law], Num]) -> Num:
    """The largest measure of responses given two secrets of an edge, quasi-convex in two laws."""
    return largest(ZERO, *(
        measure(p, q) for part in groups(secrets, found, mechanism)
        for (a, p), (b, q) in itertools.permutations(part, 2) if a != b and p and q))


@meaning("pufferfish_delta")
def pufferfish_delta(secrets: Framework, found: Class, mechanism: Channel, epsilon: Num) -> Num:
    """The least δ of (ε,δ)-pufferfish privacy."""
    return class_worst(secrets, found, mechanism, lambda p, q: hockey_stick(p, q, epsilon))


@meaning("attribute_delta")
def attribute_delta(secrets: Framework, found: Class, mechanism: Channel, epsilon: Num) -> Num:
    """The least δ of (ε,δ)-attribute privacy, of a class that no edges close."""
    if found[0] == "reweighted":
        raise Rejected("a class that edges close")
    return pufferfish_delta(without_public(secrets), found, mechanism, epsilon)


@meaning("pufferfish_information", judged=True)
def pufferfish_information(
        judge: Evaluation, secrets: Framework, found: Class, mechanism: Channel) -> Num:
    """The supremum of I(g(X);M(X)|w(X)): of a closed class a capacity, one part for each value."""
    kind, laws = found
    if kind == "listed":
        return largest(ZERO, *(
            mutual((g[x], y, w[x], one[x] * mechanism[x][y])
                   for x in range(len(g)) for y in range(len(mechanism[0])))
            for one in laws for g, w in secrets.each()))
    values = [ZERO]
    for part in groups(secrets, found, mechanism):
        by: dict[int, list[Law | None]] = {}
        for a, row in part:
            by.setdefault(a, []).append(row)
        for rows in itertools.product(*by.values()) if len(by) > 1 else ():
            # An impossible value has the mean of the others' laws, which adds nothing.
            there = [row for row in rows if row] or [[ONE] * len(mechanism[0])]
            mean = scaled([total(column) for column in zip(*there, strict=True)])
            values.append(capacity(judge, [row or mean for row in rows]))
    return largest(*values)
