"""Pufferfish frameworks and classes of laws: what a mechanism tells of their secrets, in nats.

The data are the symbols 0, 1, …; a function of them is the tuple of its values. A secret of an edge
(g, w) is a cell {g = a, w = c}. A class that is closed under mixtures and under conditioning on
secrets is made of *parts*, each of which lies within one secret of every edge: a symbol, for the
class of all laws; for a reweighted one a listed law on an atom, a set of symbols that no edge's
functions tell apart. Its laws given a secret are the mixtures of the parts in it, for each secret
independently of the others, so that what is quasi-convex in a pair of laws is largest at two parts,
and a supremum of informations is a capacity with one part for each private value.
"""

import itertools
import math
from fractions import Fraction
from typing import NamedTuple

import intervals as iv
import quantities as qt
from quantities import Queries, Rejected, Table
from statements import Unsupported

MOST_CHOICES = 1_000


class Framework(NamedTuple):
    """Private and public functions of the data, and edges: pairs of places (private, public)."""

    private: tuple
    public: tuple
    edges: tuple

    def edge(self, index):
        """The two functions of an edge."""
        g, w = self.edges[place(index, len(self.edges))]
        return self.private[g], self.public[w]

    def each(self):
        """The two functions of every edge."""
        return [(self.private[g], self.public[w]) for g, w in self.edges]

    def atoms(self):
        """The sets of symbols that no edge's functions tell apart, by their first symbol."""
        found = {}
        for symbol in range(len(self.private[0])):
            found.setdefault(tuple((g[symbol], w[symbol]) for g, w in self.each()), []).append(
                symbol)
        return list(found.values())


class LawClass(NamedTuple):
    """A class: "listed", "all" or "reweighted", and the listed laws."""

    kind: str
    laws: list


class Member(NamedTuple):
    """A law of a class that is used with a framework."""

    law: list
    framework: Framework


def place(index, count):
    """A whole number below a count."""
    if Fraction(index).denominator != 1 or not 0 <= index < count:
        raise Rejected(f"the index {index} is not one of 0 … {count - 1}")
    return int(index)


def first_seen(values):
    """Values numbered in the order in which they first occur."""
    names = {}
    return tuple(names.setdefault(value, len(names)) for value in values)


def image(function):
    """How many values a function takes."""
    return len(set(function))


def fitting(framework, *tables):
    """Refuse laws and channels of other data than the framework's."""
    if any(len(table) != len(framework.private[0]) for table in tables):
        raise Rejected("a framework of other data")


def mixed(law, channel, symbols):
    """Σ P(x) M(·|x) over some symbols, for a law P."""
    return [iv.total(iv.mul(law[x], channel[x][y]) for x in symbols)
            for y in range(len(channel[0]))]


def scaled(entries):
    """Entries over their sum, which isn't 0."""
    mass = iv.total(entries)
    return [iv.div(entry, mass) for entry in entries]


def or_flat(entries):
    """Entries over their sum; the uniform law where that is 0."""
    if iv.positive(iv.total(entries)):
        return scaled(entries)
    return [Fraction(1, len(entries))] * len(entries)


def inside(functions, a, c):
    """The symbols of the secret (a, c)."""
    g, w = functions
    return [x for x in range(len(g)) if (g[x], w[x]) == (a, c)]


# --- frameworks -----------------------------------------------------------------------------------


def dp_framework(_, database):
    """The secrets of differential privacy: each entry, the others public."""
    cells = list(itertools.product(*map(range, database)))
    entries = range(len(database))
    return Framework(
        tuple(first_seen(cell[i] for cell in cells) for i in entries),
        tuple(first_seen(cell[:i] + cell[i + 1:] for cell in cells) for i in entries),
        tuple((i, i) for i in entries))


def without_public(_, framework):
    """The same secrets with nothing public."""
    return Framework(framework.private, ((0,) * len(framework.private[0]),),
                     tuple((g, 0) for g in range(len(framework.private))))


def without_edges(_, framework):
    """The same private functions, no edge."""
    return Framework(framework.private, (), ())


def private_value(_, framework, edge, symbol):
    """g(x) of an edge."""
    g, _w = framework.edge(edge)
    return Fraction(g[place(symbol, len(g))])


def public_value(_, framework, edge, symbol):
    """w(x) of an edge."""
    _g, w = framework.edge(edge)
    return Fraction(w[place(symbol, len(w))])


def prior_of(_, law, database):
    """A law on the numbers of the instances as a prior."""
    if len(law) != math.prod(database):
        raise Rejected("a law that isn't on the instances")
    return Table(database, law)


# --- under one law --------------------------------------------------------------------------------


def public_law(_, framework, law, edge):
    """The law of w(X)."""
    fitting(framework, law)
    _g, w = framework.edge(edge)
    return [iv.total(mass for mass, value in qt.pairs(law, w) if value == c)
            for c in range(image(w))]


def secret_given(_, framework, law, edge, public):
    """The law of g(X) given w(X) = c: the uniform one where that has probability 0."""
    fitting(framework, law)
    g, w = functions = framework.edge(edge)
    c = place(public, image(w))
    return or_flat([iv.total(law[x] for x in inside(functions, a, c)) for a in range(image(g))])


def data_given(_, framework, law, edge, public):
    """P(x|a,c), a row for each a: the uniform law where the secret has probability 0."""
    fitting(framework, law)
    g, w = functions = framework.edge(edge)
    c = place(public, image(w))
    cells = [set(inside(functions, a, c)) for a in range(image(g))]
    return [or_flat([law[x] if x in cell else Fraction(0) for x in range(len(law))])
            for cell in cells]


def joint_cells(functions, law, mechanism):
    """(a, y, c, mass) of the private value, the response and the public value."""
    g, w = functions
    return [(g[x], y, w[x], iv.mul(mass, told)) for x, mass in enumerate(law)
            for y, told in enumerate(mechanism[x])]


def secret_joint(_, framework, law, mechanism, edge):
    """The joint law of the private value, the public value and the response."""
    fitting(framework, law, mechanism)
    g, w = functions = framework.edge(edge)
    shape = image(g), image(w), len(mechanism[0])
    return gathered(shape, (((a, c, y), mass)
                            for a, y, c, mass in joint_cells(functions, law, mechanism)))


def gathered(shape, cells):
    """A table of the sums of masses by cell."""
    sums = dict.fromkeys(itertools.product(*map(range, shape)), Fraction(0))
    for cell, mass in cells:
        sums[cell] = iv.add(sums[cell], mass)
    return Table(shape, list(sums.values()))


def secret_information(_, framework, law, mechanism):
    """The largest I(g(X);M(X)|w(X)) over the edges."""
    fitting(framework, law, mechanism)
    return iv.maximum(Fraction(0), *(
        qt.cell_information(joint_cells(functions, law, mechanism))
        for functions in framework.each()))


def possible(functions, law, mechanism):
    """The responses' laws given the possible secrets: for each public value, (a, law) for each."""
    g, w = functions
    for c in range(image(w)):
        rows = [(a, mixed(law, mechanism, inside(functions, a, c))) for a in range(image(g))]
        yield [(a, scaled(row)) for a, row in rows if iv.positive(iv.total(row))]


def worst_pair(groups, measure):
    """The largest measure, both ways, of two laws with different values in a group; 0 for none."""
    values = [measure(p, q) for rows in groups for (a, p), (b, q) in itertools.permutations(rows, 2)
              if a != b]
    return iv.maximum(Fraction(0), *values)


def at_level(epsilon):
    """The hockey-stick divergence of a level."""
    return lambda p, q: qt.hockey_stick(p, q, epsilon)


def secret_delta(_, framework, law, mechanism, epsilon):
    """The least δ at an ε under a law, for the possible secrets."""
    fitting(framework, law, mechanism)
    return iv.maximum(Fraction(0), *(
        worst_pair(possible(functions, law, mechanism), at_level(epsilon))
        for functions in framework.each()))


# --- classes of laws ------------------------------------------------------------------------------


def parts(framework, laws, mechanism):
    """For each part of a closed class a symbol in it and the response's law, None if impossible."""
    fitting(framework, mechanism, *laws.laws)
    if laws.kind == "all":
        return list(enumerate(mechanism))
    found = []
    for law in laws.laws:
        for atom in framework.atoms():
            row = mixed(law, mechanism, atom)
            found.append((atom[0], scaled(row) if iv.positive(iv.total(row)) else None))
    return found


def class_worst(framework, laws, mechanism, measure):
    """The largest measure, quasi-convex in two laws, of the responses given two secrets."""
    if laws.kind == "listed":
        fitting(framework, mechanism, *laws.laws)
        groups = [rows for law in laws.laws for functions in framework.each()
                  for rows in possible(functions, law, mechanism)]
        return worst_pair(groups, measure)
    whole = [(x, row) for x, row in parts(framework, laws, mechanism) if row is not None]
    return worst_pair(
        [[(g[x], row) for x, row in whole if w[x] == c]
         for g, w in framework.each() for c in range(image(w))], measure)


def pufferfish_delta(_, framework, laws, mechanism, epsilon):
    """The least δ at an ε."""
    return class_worst(framework, laws, mechanism, at_level(epsilon))


def pufferfish_epsilon(_, framework, laws, mechanism):
    """The least ε of pure privacy."""
    return class_worst(framework, laws, mechanism, lambda p, q: iv.maximum(
        *(Fraction(0) if not iv.positive(x) and not iv.positive(y) else iv.absolute(
            qt.log_ratio(x, y)) for x, y in qt.pairs(p, q))))


def attribute_delta(_, framework, laws, mechanism, epsilon):
    """As `pufferfish_delta` for each private function with nothing public, of laws as listed."""
    if laws.kind == "reweighted":
        raise Rejected("how a class is closed depends on the edges")
    return class_worst(without_public(None, framework), laws, mechanism, at_level(epsilon))


def pufferfish_information(self, framework, laws, mechanism):
    """The supremum of I(g(X);M(X)|w(X)) over the edges and the class."""
    if laws.kind == "listed":
        return iv.maximum(Fraction(0), *(
            secret_information(self, framework, law, mechanism) for law in laws.laws))
    whole, values = parts(framework, laws, mechanism), [Fraction(0)]
    for g, w in framework.each():
        for c in range(image(w)):
            rows = {}
            for x, row in whole:
                if w[x] == c:
                    rows.setdefault(g[x], []).append(row)
            if math.prod(map(len, rows.values())) > MOST_CHOICES:
                raise Unsupported("too many channels of a class's parts")
            if len(rows) > 1:
                values += [self.capacity(filled(choice, len(mechanism[0])))
                           for choice in itertools.product(*rows.values())]
    return iv.maximum(*values)


def filled(rows, outputs):
    """A channel in which impossible rows are the mean of the others: it has the same capacity, and
    the stored bounds name channels with all rows."""
    there = [row for row in rows if row is not None]
    columns = zip(*there, strict=True) if there else [(Fraction(0),)] * outputs
    mean = or_flat([iv.total(column) for column in columns])
    return [mean if row is None else row for row in rows]


def response_support(_, framework, laws, mechanism):
    """The largest number of responses that are possible under one law of the class."""
    if laws.kind == "listed":
        rows = [qt.output(law, mechanism) for law in laws.laws]
        return Fraction(max(sum(map(iv.positive, row)) for row in rows))
    rows = [row for _, row in parts(framework, laws, mechanism) if row is not None]
    return Fraction(sum(any(map(iv.positive, column)) for column in zip(*rows, strict=True)))


def reweighted(_, member, edge, public, weights):
    """Σ_a q(a) P(·|a,c) over the possible a, normalised; P itself if no possible a has weight."""
    g, w = functions = member.framework.edge(edge)
    c = place(public, image(w))
    if len(weights) != image(g):
        raise Rejected("a law of another secret")
    law = [Fraction(0)] * len(member.law)
    for a, weight in enumerate(weights):
        cell = inside(functions, a, c)
        mass = iv.total(member.law[x] for x in cell)
        if cell and iv.positive(mass):
            for x in cell:
                law[x] = iv.mul(weight, iv.div(member.law[x], mass))
    return member._replace(law=scaled(law) if iv.positive(iv.total(law)) else member.law)


# --- several responses ----------------------------------------------------------------------------


def stage_cells(framework, law, queries, edge, last):
    """((a, c, history, y), mass): the private and public value, the responses before a query as
    one number, and its response."""
    g, w = framework.edge(edge)
    if queries.kind == "partial":
        raise Rejected("a stage of queries on some entries")
    earlier = [[Fraction(1)] for _ in g]
    if last:
        earlier = qt.together(Queries(queries.kind, queries.tables[:last], *queries[2:])).data
    table, count = queries.tables[last], queries.outputs**last
    for x, before in enumerate(earlier):
        for history, seen in enumerate(before):
            row = table[x * count + history if queries.kind == "sequential" else x]
            for y, told in enumerate(row):
                yield (g[x], w[x], history, y), iv.mul(law[x], iv.mul(seen, told))


def secret_stage_joint(_, framework, law, queries, edge):
    """The joint law of what `stage_cells` lists, for the last query."""
    fitting(framework, law)
    g, w = framework.edge(edge)
    last = len(queries.tables) - 1
    shape = image(g), image(w), queries.outputs**last, queries.outputs
    return gathered(shape, stage_cells(framework, law, queries, edge, last))


def secret_stage_information(_, framework, law, queries, edge, index):
    """I(g(X);Y_j|w(X), Y_1 … Y_(j−1))."""
    fitting(framework, law)
    last = place(index, len(queries.tables))
    return qt.cell_information([
        (a, y, (c, history), mass)
        for (a, c, history, y), mass in stage_cells(framework, law, queries, edge, last)])


def pufferfish_stage(_, framework, laws, queries, index):
    """The largest such information over the edges and the listed laws."""
    if laws.kind != "listed":
        raise Rejected("a supremum over a class that isn't listed")
    return iv.maximum(Fraction(0), *(
        secret_stage_information(_, framework, law, queries, edge, index)
        for law in laws.laws for edge in range(len(framework.edges))))


MEANINGS = {function.__name__: function for function in (
    attribute_delta, data_given, dp_framework, prior_of, private_value, public_law, public_value,
    pufferfish_delta, pufferfish_epsilon, pufferfish_information, pufferfish_stage,
    response_support, reweighted, secret_delta, secret_given, secret_information, secret_joint,
    secret_stage_information, secret_stage_joint, without_edges, without_public,
)} | {
    "edges": lambda _, framework: Fraction(len(framework.edges)),
    "private_functions": lambda _, framework: Fraction(len(framework.private)),
    "largest_image": lambda _, framework: Fraction(max(map(image, framework.private))),
    "private_values": lambda _, framework, edge: Fraction(image(framework.edge(edge)[0])),
    "public_values": lambda _, framework, edge: Fraction(image(framework.edge(edge)[1])),
    "member_law": lambda _, member: member.law,
}
