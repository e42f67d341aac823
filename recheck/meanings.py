"""What the heads of terms mean: databases, informations, Pufferfish frameworks; further sorts.

Laws are lists, a table has an entry for each tuple, a framework's functions list their values.
"""

import functools
import itertools
import math
import operator
from collections import namedtuple

from densities import integral
from evaluation import (
    MEANINGS,
    Evaluation,
    Event,
    Table,
    cells,
    hockey_stick,
    integer,
    items,
    kl,
    law,
    log_ratio,
    output,
    place,
    plain,
    whole,
)
from reals import (
    INF,
    ONE,
    TWO,
    ZERO,
    Rejected,
    Unknown,
    demand,
    entropy,
    gathered,
    largest,
    less,
    log,
    not_negative,
    num,
    positive,
    power,
    refuse,
    total,
)


def mutual(parts):
    """I(A;B|C) of cells (a, b, c, mass)."""
    parts = [part for part in parts if positive(part[3])]
    joint, left, right, common = (
        gathered((tuple(part[i] for i in axes), part[3]) for part in parts)
        for axes in ((0, 1, 2), (0, 2), (1, 2), (2,))
    )
    return not_negative(
        total(
            mass * log(mass * common[c,] / (left[a, c] * right[b, c]))
            for (a, b, c), mass in joint.items()
        )
    )


def of_joint(joint, *groups):
    """I(A;B|C) for groups of a joint law's variables."""
    axes = [[joint.names.index(name) for name in group.split(",") if name] for group in groups]
    return mutual(
        [(*(tuple(cell[i] for i in group) for group in axes), mass) for cell, mass in cells(joint)]
    )


def contexts(mechanism):
    """The channels from one entry to the response, one for each instance of the others."""
    found = {}
    for (cell, row), i in itertools.product(cells(mechanism), range(len(mechanism.shape))):
        found.setdefault((i, cell[:i] + cell[i + 1 :]), []).append(row)
    return list(found.values())


def worst(groups, measure):
    """The largest measure of two laws in a group, both ways; 0 where there are none."""
    return largest(
        ZERO, *(measure(*pair) for rows in groups for pair in itertools.permutations(rows, 2))
    )


def renyi(p, q, order):
    """D_α(P‖Q) of an order in [0, ∞]."""
    pairs = [(x, y) for x, y in zip(p, q, strict=True) if positive(x)]
    if order.sign != 1 or order.infinite:
        demand(order.sign == 0 or order.lo == INF, "an order that may be below 0")
        return (
            largest(*itertools.starmap(log_ratio, pairs))
            if order.sign
            else -log(total(y for _, y in pairs))
        )
    above = less(ONE, order)
    if above is None or order == ONE:
        return kl(p, q) if order == ONE else refuse(Unknown, "an order may be 1")
    if above and any(y.sign == 0 for _, y in pairs):
        return num(INF)
    return log(total(y * power(x / y, order) for x, y in pairs if positive(y))) / (order - ONE)


def every_prior(judge, mechanism):
    """The supremum of I(X_i;Y) over all priors: the others' law given each symbol is free, and
    the information is convex in the channel, so one instance each is enough."""
    rows = [
        [[row for cell, row in cells(mechanism) if cell[i] == x] for x in range(size)]
        for i, size in enumerate(mechanism.shape)
    ]
    return largest(
        ZERO,
        *(judge.capacity(list(chosen)) for groups in rows for chosen in itertools.product(*groups)),
    )


def responses(prior, mechanism):
    """(instance, response, probability) of a prior and a mechanism."""
    demand(prior.shape == mechanism.shape, "a prior and a mechanism on different databases")
    return [
        (x, y, mass * told)
        for (x, mass), row in zip(cells(prior), mechanism.data, strict=True)
        for y, told in enumerate(row)
    ]


def of_groups(_, prior, mechanism, group, known):
    """I(X_group;Y|X_known) under a prior."""
    return mutual(
        (
            tuple(x[i] for i in sorted(group.members)),
            y,
            tuple(x[i] for i in sorted(known.members)),
            m,
        )
        for x, y, m in responses(prior, mechanism)
    )


# Pufferfish frameworks: the data are the symbols 0, 1, …, and functions list their values.
class Framework(namedtuple("Framework", "private public edges")):
    """Private and public functions of the data, and edges: pairs of their places."""

    def each(self):
        return [(self.private[g], self.public[w]) for g, w in self.edges]

    def edge(self, index):
        return place(self.each(), index)

    def atoms(self):
        found = {}
        for x in range(len(self.private[0])):
            found.setdefault(tuple((g[x], w[x]) for g, w in self.each()), []).append(x)
        return list(found.values())

    def given(self, edge, public):
        """For each value of the private function, the data with it and a public value."""
        (g, w), c = self.edge(edge), whole(public)
        return [[x for x in range(len(g)) if (g[x], w[x]) == (a, c)] for a in range(max(g) + 1)]


def first_seen(values):
    """Values numbered in the order in which they first occur."""
    names = {}
    return [names.setdefault(value, len(names)) for value in values]


def scaled(entries):
    """Entries over their sum; the uniform law where that is 0."""
    mass = total(entries)
    return [x / mass if positive(mass) else ONE / num(len(entries)) for x in entries]


def member(secrets, kind, laws, move):
    """A law of a class: the place of a listed one, a law, or weights of the class's parts."""
    if kind != "reweighted":
        return laws[integer(move, 0, len(laws) - 1)] if laws else law(move, len(secrets.private[0]))
    parts = [(one, atom) for one in laws for atom in secrets.atoms()]
    weights = law(move, len(parts))
    found = [
        total(
            weight * one[x] for weight, (one, atom) in zip(weights, parts, strict=True) if x in atom
        )
        for x in range(len(laws[0]))
    ]
    return scaled(found) if positive(total(found)) else laws[0]


def groups(secrets, found, mechanism):
    """For each edge and public value lists of (private value, response law, None if impossible):
    one for each listed law, or one with all parts of a closed class."""
    kind, laws = found
    for g, w in secrets.each():
        for c in range(max(w) + 1):
            inside = [x for x in range(len(g)) if w[x] == c]
            if kind == "listed":
                sets = [[x for x in inside if g[x] == a] for a in sorted({g[x] for x in inside})]
            else:
                sets = [[x] for x in inside] if kind == "all" else secrets.atoms()
                sets = [part for part in sets if part[0] in inside]
            rows = [
                [(g[part[0]], told(one, mechanism, part)) for part in sets]
                for one in laws or [[ONE] * len(g)]
            ]
            yield from rows if kind == "listed" else [[row for part in rows for row in part]]


def told(one, mechanism, symbols):
    """The response's law given some data, None where they have probability 0."""
    outputs = range(len(mechanism[0]))
    row = [total(one[x] * mechanism[x][y] for x in symbols) for y in outputs]
    return scaled(row) if positive(total(row)) else None


class Reading(Evaluation):
    """Terms, formulas and moves with all of these."""

    def term(self, term, env):
        match term:
            case ["bind", "integral", [name, sort, _], None, body, _]:
                return integral(lambda x: self.term(body, {**env, name: x}), sort)
        return super().term(term, env)

    def value_of(self, sort, move, env):
        def of(place):
            return self.term(sort[place], env)

        match sort[0]:
            case "prior" if sort[2] in ("any", "independent"):
                found = Table(of(1), law(move, math.prod(of(1))))
                axes = range(len(found.shape)) if sort[2] == "independent" else ()
                sums = [gathered((x[i], mass) for x, mass in cells(found)) for i in axes]
                demand(
                    not sums
                    or all(
                        mass == functools.reduce(operator.mul, map(dict.get, sums, x))
                        for x, mass in cells(found)
                    ),
                    "entries depend on others",
                )
                return found
            case "framework":
                demand(
                    set(move) == {"private", "public", "edges"} and move["private"], "no framework"
                )
                for f in move["private"] + move["public"]:
                    demand(items(f, whole(of(1))) == first_seen(f), "values not numbered in order")
                edges = [
                    (
                        integer(g, 0, len(move["private"]) - 1),
                        integer(w, 0, len(move["public"]) - 1),
                    )
                    for g, w in move["edges"]
                ]
                demand(len(set(edges)) == len(edges), "an edge is listed twice")
                return Framework(move["private"], move["public"], edges)
            case "dataclass":
                kind, laws = move["kind"], [law(p, whole(of(1))) for p in move.get("laws", [])]
                demand(
                    kind in ("listed", "all", "reweighted")
                    and sort[2] in ("any", kind)
                    and set(move) == {"kind"} | ({"laws"} if kind != "all" else set())
                    and bool(laws) == (kind != "all"),
                    "no class of laws",
                )
                return kind, laws
            case "member":
                return member(of(1), *of(2), move)
        return super().value_of(sort, move, env)


def without_public(secrets):
    """Each private function as a secret, with nothing public."""
    return Framework(
        secrets.private,
        [[0] * len(secrets.private[0])],
        [(g, 0) for g in range(len(secrets.private))],
    )


def listed(found):
    """A class of laws that isn't closed under conditioning on the secrets of some edges."""
    return found if found[0] != "reweighted" else refuse(Rejected, "a class that edges close")


def class_worst(secrets, found, mechanism, measure):
    """The largest measure of responses given two secrets of an edge, quasi-convex in two laws."""
    rows = [[(a, row) for a, row in part if row] for part in groups(secrets, found, mechanism)]
    return largest(
        ZERO,
        *(
            measure(p, q)
            for part in rows
            for (a, p), (b, q) in itertools.permutations(part, 2)
            if a != b
        ),
    )


def class_information(judge, secrets, found, mechanism):
    """The supremum of I(g(X);M(X)|w(X)): of a closed class a capacity, one part for each value."""
    kind, laws = found
    if kind == "listed":
        return largest(
            ZERO,
            *(
                mutual(
                    (g[x], y, w[x], one[x] * mechanism[x][y])
                    for x in range(len(g))
                    for y in range(len(mechanism[0]))
                )
                for one in laws
                for g, w in secrets.each()
            ),
        )
    values = [ZERO]
    for part in groups(secrets, found, mechanism):
        by = {}
        for a, row in part:
            by.setdefault(a, []).append(row)
        for rows in itertools.product(*by.values()) if len(by) > 1 else ():
            # An impossible value has the mean of the others' laws, which adds nothing.
            there = [row for row in rows if row] or [[ONE] * len(mechanism[0])]
            mean = scaled([total(column) for column in zip(*there, strict=True)])
            values.append(judge.capacity([row or mean for row in rows]))
    return largest(*values)


MEANINGS |= {
    name: plain(function)
    for name, function in {
        "joint_information": of_joint,
        "min_entropy": lambda p: -log(largest(*p)),
        "chi_square": lambda p, q: total(
            num(INF) if y.sign == 0 else power(x - y, TWO) / y
            for x, y in zip(p, q, strict=True)
            if positive(x) or positive(y)
        ),
        "renyi_entropy": lambda p, order: (
            entropy(p)
            if order == ONE
            else -log(largest(*p))
            if order.infinite
            else log(total(power(x, order) for x in p if positive(x))) / (ONE - order)
        ),
        "maximal_leakage": lambda p, channel: log(
            total(
                largest(*column)
                for column in zip(
                    *(row for x, row in zip(p, channel, strict=True) if positive(x)), strict=True
                )
            )
        ),
        "marginal": lambda joint, name: list(
            gathered((cell[joint.names.index(name)], mass) for cell, mass in cells(joint)).values()
        ),
        "joint_of": lambda p, channel: Table(
            (len(channel), len(channel[0])),
            [x * w for x, row in zip(p, channel, strict=True) for w in row],
        ),
        "joint_of_outputs": lambda p, first, second: Table(
            (len(p), len(first[0]), len(second[0])),
            [
                x * w * v
                for x, one, two in zip(p, first, second, strict=True)
                for w in one
                for v in two
            ],
        ),
        "database_information": lambda prior, mechanism: mutual(
            (x, y, (), m) for x, y, m in responses(prior, mechanism)
        ),
        "entry_information": lambda prior, mechanism, i: mutual(
            (place(x, i), y, (), m) for x, y, m in responses(prior, mechanism)
        ),
        "conditional_entry_information": lambda prior, mechanism, i: mutual(
            (place(x, i), y, x[: whole(i)] + x[whole(i) + 1 :], m)
            for x, y, m in responses(prior, mechanism)
        ),
        "dp_epsilon": lambda mechanism: worst(
            contexts(mechanism),
            lambda p, q: largest(
                *(log_ratio(x, y) for x, y in zip(p, q, strict=True) if positive(x))
            ),
        ),
        "one_entry": lambda size: (whole(size),),
        "several_entries": lambda *n: tuple(map(whole, n)),
        "flat_mechanism": lambda mechanism: mechanism.data,
        "flat_prior": lambda _, prior: prior.data,
        "as_mechanism": lambda channel: Table((len(channel),), channel),
        "on_database": lambda channel, database: Table(database, channel),
        "prior_mass": lambda _, prior, x: place(prior.data, x),
        "chain": lambda one, two: [output(row, two) for row in one],
        "parallel": lambda one, two: [
            [x * y for x in a for y in b] for a, b in zip(one, two, strict=True)
        ],
        "joint_entropy": lambda joint, group, given: of_joint(joint, group, group, given),
        "largest_alphabet": lambda database: num(max(database)),
        "hamming": lambda database, *places: num(
            sum(
                map(
                    operator.ne,
                    *(place(list(itertools.product(*map(range, database))), x) for x in places),
                )
            )
        ),
        "quotient": lambda a, b: num(whole(a) // whole(b)),
        "remainder": lambda a, b: num(whole(a) % whole(b)),
        "on_entry": lambda channel, database, i: Table(
            database, [channel[x[whole(i)]] for x in itertools.product(*map(range, database))]
        ),
        "entry_channel": lambda mechanism, x, i: [
            row
            for cell, row in cells(mechanism)
            if all(
                j == whole(i) or cell[j] == y for j, y in enumerate(place(cells(mechanism), x)[0])
            )
        ],
        "as_joint": lambda p, *sizes: Table(tuple(map(whole, sizes[:-1])), p),
        "kl_dp": lambda mechanism: worst(contexts(mechanism), kl),
        "dp_delta": lambda mechanism, epsilon: worst(
            contexts(mechanism), lambda p, q: hockey_stick(p, q, epsilon)
        ),
        "renyi": renyi,
        "complement": lambda size, event: Event(
            event.symbols, frozenset(range(whole(size))) - event.members
        ),
        "singleton": lambda size, x: Event(whole(size), frozenset([whole(x, whole(size))])),
        "cardinality": lambda event: num(len(event.members)),
        "edges": lambda secrets: num(len(secrets.edges)),
        "private_functions": lambda secrets: num(len(secrets.private)),
        "largest_image": lambda secrets: num(max(map(max, secrets.private)) + 1),
        "private_values": lambda secrets, e: num(max(secrets.edge(e)[0]) + 1),
        "public_values": lambda secrets, e: num(max(secrets.edge(e)[1]) + 1),
        "private_value": lambda secrets, e, x: num(place(secrets.edge(e)[0], x)),
        "public_value": lambda secrets, e, x: num(place(secrets.edge(e)[1], x)),
        "public_law": lambda secrets, p, e: [
            total(m for m, c in zip(p, secrets.edge(e)[1], strict=True) if c == v)
            for v in range(max(secrets.edge(e)[1]) + 1)
        ],
        "secret_given": lambda secrets, p, e, c: scaled(
            [total(p[x] for x in s) for s in secrets.given(e, c)]
        ),
        "data_given": lambda secrets, p, e, c: [
            scaled([m if x in s else ZERO for x, m in enumerate(p)]) for s in secrets.given(e, c)
        ],
        "member_law": lambda found: found,
        "without_public": without_public,
        "without_edges": lambda secrets: Framework(secrets.private, [], []),
        "pufferfish_delta": lambda secrets, found, mechanism, epsilon: class_worst(
            secrets, found, mechanism, lambda p, q: hockey_stick(p, q, epsilon)
        ),
        "attribute_delta": lambda secrets, found, mechanism, epsilon: class_worst(
            without_public(secrets),
            listed(found),
            mechanism,
            lambda p, q: hockey_stick(p, q, epsilon),
        ),
    }.items()
} | {
    "bayesian_mi": every_prior,
    "mi_dp": lambda judge, mechanism: largest(ZERO, *map(judge.capacity, contexts(mechanism))),
    "group_information": of_groups,
    "pufferfish_information": class_information,
}
