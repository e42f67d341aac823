"""Quantities of databases, priors and mechanisms.

A database is the tuple of its entries' alphabet sizes, a prior a table of numbers on it, a
mechanism one of laws. Instances are numbered from 0, the last entry fastest.
"""

import itertools
import math
import operator
from collections.abc import Callable, Iterable
from typing import TypeAlias

from recheck.errors import demand
from recheck.evaluation import Channel, Evaluation, Event, Law, Table, meaning, whole
from recheck.quantities import (
    capacity,
    cells,
    hockey_stick,
    iid,
    kl,
    log_ratio,
    mutual,
    output,
    place,
    renyi,
)
from recheck.reals import ZERO, Num, Precision, largest, least, num, positive
from recheck.subdivision import largest_over_orders

Database: TypeAlias = tuple[int, ...]


def instances_of(database: Database) -> list[tuple[int, ...]]:
    """All instances, in order."""
    return list(itertools.product(*map(range, database)))


# --- databases ------------------------------------------------------------------------------------


@meaning("entries")
def entries(database: Database) -> Num:
    """How many entries there are."""
    return num(len(database))


@meaning("alphabet")
def alphabet(database: Database, i: Num) -> Num:
    """How many symbols an entry may be."""
    return num(place(list(database), i))


@meaning("instances")
def instances(database: Database) -> Num:
    """How many instances there are."""
    return num(math.prod(database))


@meaning("largest_alphabet")
def largest_alphabet(database: Database) -> Num:
    """The size of the largest alphabet of an entry."""
    return num(max(database))


@meaning("hamming")
def hamming(database: Database, one: Num, two: Num) -> Num:
    """In how many entries two instances differ."""
    pair = (place(instances_of(database), x) for x in (one, two))
    return num(sum(map(operator.ne, *pair)))


@meaning("entry_of")
def entry_of(database: Database, x: Num, i: Num) -> Num:
    """The symbol of an entry in an instance."""
    return num(place(list(place(instances_of(database), x)), i))


@meaning("with_entry")
def with_entry(database: Database, x: Num, i: Num, symbol: Num) -> Num:
    """The instance with an entry replaced."""
    changed, entry = list(place(instances_of(database), x)), whole(i)
    demand(0 <= whole(symbol) < place(list(database), i), "a symbol that the entry doesn't take")
    changed[entry] = whole(symbol)
    return num(instances_of(database).index(tuple(changed)))


@meaning("group_values")
def group_values(database: Database, group: Event) -> Num:
    """How many values a group of entries has."""
    return num(math.prod(place(list(database), num(i)) for i in group.members))


@meaning("with_group")
def with_group(database: Database, x: Num, group: Event, value: Num) -> Num:
    """The instance with the entries of a group replaced by the group's value of a number."""
    changed, chosen = list(place(instances_of(database), x)), sorted(group.members)
    values = instances_of(tuple(place(list(database), num(i)) for i in chosen))
    for i, symbol in zip(chosen, place(values, value), strict=True):
        changed[i] = symbol
    return num(instances_of(database).index(tuple(changed)))


@meaning("one_entry", "several_entries")
def written_out(*sizes: Num) -> Database:
    """A database by its alphabets' sizes."""
    return tuple(map(whole, sizes))


def picked(cell: tuple[int, ...], group: Event) -> tuple[int, ...]:
    """The symbols of a group's entries, in their order."""
    return tuple(cell[i] for i in sorted(group.members))


def values_of(database: Database, group: Event) -> list[tuple[int, ...]]:
    """The values of a group of entries, in the order of their numbers."""
    return instances_of(picked(database, group))


# --- mechanisms and priors ------------------------------------------------------------------------


@meaning("response")
def response(mechanism: Table, x: Num) -> Law:
    """The law of the response to an instance."""
    found: Law = place(mechanism.data, x)
    return found


@meaning("flat_mechanism")
def flat_mechanism(mechanism: Table) -> Channel:
    """A mechanism as a channel from the instances."""
    return mechanism.data


@meaning("flat_prior")
def flat_prior(_: Database, prior: Table) -> Law:
    """A prior as a law on the instances."""
    return prior.data


@meaning("prior_mass")
def prior_mass(_: Database, prior: Table, x: Num) -> Num:
    """The probability of an instance."""
    found: Num = place(prior.data, x)
    return found


def scaled(masses: Law) -> Law:
    """The law in proportion to masses, the uniform one where they are all 0."""
    column = sum(masses, ZERO)
    return ([mass / column for mass in masses] if positive(column)
            else [num(1) / num(len(masses)) for _ in masses])


@meaning("entry_given")
def entry_given(database: Database, prior: Table, x: Num, i: Num) -> Law:
    """The law of an entry given the others of an instance; the uniform law if they never are so."""
    entry, chosen = whole(i), place(instances_of(database), x)
    masses = [mass for cell, mass in cells(prior)
              if all(j == entry or cell[j] == y for j, y in enumerate(chosen))]
    return scaled(masses)


@meaning("entry_prior")
def entry_prior(database: Database, x: Num, i: Num, law: Law) -> Table:
    """The prior under which one entry has a law and the others are as in an instance."""
    entry, chosen = whole(i), place(instances_of(database), x)
    return Table(database, [
        law[cell[entry]] if all(j == entry or cell[j] == y for j, y in enumerate(chosen)) else ZERO
        for cell in instances_of(database)])


@meaning("entry_law")
def entry_law(database: Database, prior: Table, i: Num) -> Law:
    """The marginal law of an entry."""
    entry = whole(i)
    return [sum((mass for cell, mass in cells(prior) if cell[entry] == symbol), ZERO)
            for symbol in range(place(list(database), i))]


@meaning("entry_response")
def entry_response(prior: Table, mechanism: Table, i: Num) -> Channel:
    """The law of the response given each value of an entry; the uniform law if it never has it."""
    entry, outputs, found = whole(i, len(prior.shape)), len(mechanism.data[0]), []
    for symbol in range(prior.shape[entry]):
        weighed = [(mass, row) for (cell, mass), row in zip(
            cells(prior), mechanism.data, strict=True) if cell[entry] == symbol]
        mass = sum((mass for mass, _ in weighed), ZERO)
        found.append([sum((m * row[y] for m, row in weighed), ZERO) / mass if positive(mass)
                      else num(1) / num(outputs) for y in range(outputs)])
    return found


@meaning("resampled_prior")
def resampled_prior(database: Database, x: Num, share: Num) -> Table:
    """Independent entries, each as in an instance but for a share that is uniform."""
    chosen = place(instances_of(database), x)
    share = largest(ZERO, least(num(1), share))
    return Table(database, [math.prod((
        share / num(size) + (num(1) - share if symbol == own else ZERO)
        for size, symbol, own in zip(database, cell, chosen, strict=True)), start=num(1))
        for cell in instances_of(database)])


@meaning("as_mechanism")
def as_mechanism(channel: Channel) -> Table:
    """A channel on a database of one entry."""
    return Table((len(channel),), channel)


@meaning("processed")
def processed(mechanism: Table, channel: Channel) -> Table:
    """A mechanism whose response is sent through a channel."""
    return mechanism._replace(data=[output(row, channel) for row in mechanism.data])


@meaning("composed")
def composed(mechanism: Table, count: Num) -> Table:
    """Independent responses to one instance, so many of them."""
    return mechanism._replace(data=[iid(row, count) for row in mechanism.data])


@meaning("subsampled")
def subsampled(mechanism: Table, share: Num) -> Table:
    """Each entry stays with the share, and is symbol 0 else."""
    share = largest(ZERO, least(num(1), share))
    found = []
    for x in instances_of(mechanism.shape):
        parts = list(itertools.product((False, True), repeat=len(x)))
        weights = [math.prod((share if stays else num(1) - share for stays in part), start=num(1))
                   for part in parts]
        rows = [mechanism.data[instances_of(mechanism.shape).index(
            tuple(symbol if stays else 0 for symbol, stays in zip(x, part, strict=True)))]
            for part in parts]
        found.append(output(weights, rows))
    return mechanism._replace(data=found)


@meaning("on_database")
def on_database(channel: Channel, database: Database) -> Table:
    """A channel from the instances as a mechanism."""
    return Table(database, channel)


@meaning("on_entry")
def on_entry(channel: Channel, database: Database, i: Num) -> Table:
    """One entry sent through a channel."""
    return Table(database, [channel[x[whole(i)]] for x in instances_of(database)])


@meaning("entry_channel")
def entry_channel(mechanism: Table, x: Num, i: Num) -> Channel:
    """The channel from one entry, the others being those of an instance."""
    entry, chosen = whole(i), place(cells(mechanism), x)[0]
    return [row for cell, row in cells(mechanism)
            if all(j == entry or cell[j] == y for j, y in enumerate(chosen))]


def contexts(mechanism: Table) -> list[Channel]:
    """The channels from one entry to the response, one for each instance of the others."""
    found: dict[tuple[int, tuple[int, ...]], Channel] = {}
    for (cell, row), i in itertools.product(cells(mechanism), range(len(mechanism.shape))):
        found.setdefault((i, cell[:i] + cell[i + 1 :]), []).append(row)
    return list(found.values())


def responses(prior: Table, mechanism: Table) -> list[tuple[tuple[int, ...], int, Num]]:
    """(instance, response, probability) of a prior and a mechanism."""
    demand(prior.shape == mechanism.shape, "a prior and a mechanism on different databases")
    return [(x, y, mass * told)
            for (x, mass), row in zip(cells(prior), mechanism.data, strict=True)
            for y, told in enumerate(row)]


# --- privacy --------------------------------------------------------------------------------------


def worst(groups: Iterable[Channel], measure: Callable[[Law, Law], Num]) -> Num:
    """The largest measure of two laws in a group, both ways; 0 where there are none."""
    return largest(
        ZERO, *(measure(*pair) for rows in groups for pair in itertools.permutations(rows, 2)))


def largest_ratio(p: Law, q: Law) -> Num:
    """The largest ln(P/Q)."""
    return largest(*(log_ratio(x, y) for x, y in zip(p, q, strict=True) if positive(x)))


@meaning("dp_epsilon", "conditional_leakage", "conditional_leakage_independent",
         "entry_leakage_independent")
def dp_epsilon(mechanism: Table) -> Num:
    """The least ε of (ε,0)-DP; so much leaks of an entry, the others known or independent."""
    return worst(contexts(mechanism), largest_ratio)


@meaning("free_lunch_epsilon", "entry_leakage", "database_leakage",
         "database_leakage_independent")
def any_two(mechanism: Table) -> Num:
    """The least ε for any two instances; so much leaks at most of the database, or of an entry."""
    return worst([mechanism.data], largest_ratio)


@meaning("dp_delta")
def dp_delta(mechanism: Table, epsilon: Num) -> Num:
    """The least δ of (ε,δ)-DP."""
    return worst(contexts(mechanism), lambda p, q: hockey_stick(p, q, epsilon))


@meaning("kl_dp")
def kl_dp(mechanism: Table) -> Num:
    """The largest divergence of responses to neighbours."""
    return worst(contexts(mechanism), kl)


@meaning("renyi_dp")
def renyi_dp(mechanism: Table, order: Num) -> Num:
    """The largest Rényi divergence of responses to neighbours."""
    return worst(contexts(mechanism), lambda p, q: renyi(p, q, order))


@meaning("zcdp")
def zcdp(mechanism: Table) -> Num:
    """The supremum of D_α/α over orders above 1 and responses to neighbours."""
    return largest_over_orders(lambda order: renyi_dp(mechanism, order), Precision.bits)


@meaning("mi_dp", judged=True)
def mi_dp(judge: Evaluation, mechanism: Table) -> Num:
    """The supremum of I(X_i;Y|X^−i) over all priors: the largest capacity of a context."""
    return largest(ZERO, *(capacity(judge, channel) for channel in contexts(mechanism)))


@meaning("bayesian_mi", judged=True)
def bayesian_mi(judge: Evaluation, mechanism: Table) -> Num:
    """The supremum of I(X_i;Y) over all priors: the others' law given each symbol is free, and
    the information is convex in the channel, so one instance each is enough."""
    rows = [[[row for cell, row in cells(mechanism) if cell[i] == x] for x in range(size)]
            for i, size in enumerate(mechanism.shape)]
    return largest(ZERO, *(capacity(judge, list(chosen))
                           for groups in rows for chosen in itertools.product(*groups)))


@meaning("database_information")
def database_information(prior: Table, mechanism: Table) -> Num:
    """I(X^n;Y)."""
    return mutual((x, y, (), m) for x, y, m in responses(prior, mechanism))


@meaning("entry_information")
def entry_information(prior: Table, mechanism: Table, i: Num) -> Num:
    """I(X_i;Y)."""
    return mutual((place(list(x), i), y, (), m) for x, y, m in responses(prior, mechanism))


@meaning("conditional_entry_information")
def conditional_entry_information(prior: Table, mechanism: Table, i: Num) -> Num:
    """I(X_i;Y|X^−i)."""
    entry = whole(i, len(prior.shape))
    return mutual((x[entry], y, x[:entry] + x[entry + 1 :], m)
                  for x, y, m in responses(prior, mechanism))


@meaning("group_given")
def group_given(database: Database, prior: Table, x: Num, group: Event, known: Event) -> Law:
    """The law of a group given that another is as in an instance; uniform if it never is."""
    chosen = picked(place(instances_of(database), x), known)
    masses = [sum((mass for cell, mass in cells(prior)
                   if picked(cell, group) == value and picked(cell, known) == chosen), ZERO)
              for value in values_of(database, group)]
    return scaled(masses)


@meaning("response_given")
def response_given(
        prior: Table, mechanism: Table, x: Num, group: Event, known: Event) -> Channel:
    """The response given each value of a group and that another is as in an instance; uniform if
    that is never so."""
    chosen, found = picked(place(instances_of(prior.shape), x), known), []
    outputs = len(mechanism.data[0])
    for value in values_of(prior.shape, group):
        masses = [ZERO] * outputs
        for cell, y, mass in responses(prior, mechanism):
            if picked(cell, group) == value and picked(cell, known) == chosen:
                masses[y] += mass
        found.append(scaled(masses))
    return found


@meaning("database_joint")
def database_joint(prior: Table, mechanism: Table, i: Num) -> Table:
    """The law of an entry, of the others as the instance in which it is 0, and of the response."""
    every, outputs = instances_of(prior.shape), len(mechanism.data[0])
    entry = whole(i, len(prior.shape))
    shape = (prior.shape[entry], len(every), outputs)
    data = [ZERO] * math.prod(shape)
    for x, y, mass in responses(prior, mechanism):
        others = every.index((*x[:entry], 0, *x[entry + 1 :]))
        data[(x[entry] * len(every) + others) * outputs + y] += mass
    return Table(shape, data)


@meaning("group_joint")
def group_joint(prior: Table, mechanism: Table, *groups: Event) -> Table:
    """The law of groups, each as the instance whose other entries are 0, and of the response."""
    every, outputs = instances_of(prior.shape), len(mechanism.data[0])
    shape = (len(every),) * len(groups) + (outputs,)
    data = [ZERO] * math.prod(shape)
    for x, y, mass in responses(prior, mechanism):
        at = 0
        for group in groups:
            only = tuple(symbol if i in group.members else 0 for i, symbol in enumerate(x))
            at = at * len(every) + every.index(only)
        data[at * outputs + y] += mass
    return Table(shape, data)


@meaning("group_information")
def group_information(prior: Table, mechanism: Table, group: Event, known: Event) -> Num:
    """I(X_group;Y|X_known)."""
    return mutual((tuple(x[i] for i in sorted(group.members)), y,
                   tuple(x[i] for i in sorted(known.members)), m)
                  for x, y, m in responses(prior, mechanism))
