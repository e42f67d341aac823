"""Quantities of groups of entries, and of adversaries who know some of them (Cuff & Yu 2016, §6).

A group is an event over the entries of the database, such as `Event("I", entries(D))`. Its values
are numbered from 0, the last entry of the group fastest.
"""

from __future__ import annotations

import itertools
import math

from flint import fmpq

from verified.measures import groups, leakage
from verified.measures.databases import (
    database_joint,
    digits,
    flattened,
    group_lines,
    group_number,
    group_shape,
    instance_of,
    number_of,
    or_uniform,
    sums_over,
)
from verified.measures.readings import (
    MOST_CELLS,
    OutOfReach,
    Reading,
    Value,
    checked_place,
)
from verified.quantities.databases import entries, instances
from verified.syntax.quantity import quantity
from verified.syntax.sorts import ChannelSort, JointSort, PmfSort, SymbolSort
from verified.syntax.terms import SIZE, Database, Event, Mechanism, Op, Prior, Size, Symbol

D, m = Database("D"), Size("m")
mechanism, prior = Mechanism("mechanism", D, m), Prior("prior", D)
entry, x = Symbol("entry", entries(D)), Symbol("x", instances(D))
group, known = Event("group", entries(D)), Event("known", entries(D))
first, second, third = (Event(name, entries(D)) for name in ("first", "second", "third"))


def _group_values(_: Reading, term: Op, values: list[Value]) -> Value:
    return math.prod(group_shape(values[0], values[1], term))


def _with_group(_: Reading, term: Op, values: list[Value]) -> Value:
    database, place, chosen, new = values
    shape = group_shape(database, chosen, term)
    changed = list(instance_of(database, place, term))
    symbols = digits(shape, checked_place(new, math.prod(shape), term))
    for index, symbol in zip(sorted(chosen), symbols, strict=True):
        changed[index] = symbol
    return number_of(database, changed)


def _group_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, law, place, chosen, told = values
    xp = reading.xp
    lines = group_lines(database, place, chosen, told, term)
    masses = sums_over(xp, flattened(xp, law, database, False), -1, lines, 1)
    return or_uniform(xp, masses, xp.sum_axes(masses, (-1,), keep=True), len(lines))


def _group_channel(reading: Reading, term: Op, values: list[Value]) -> Value:
    whole, place, chosen = values
    others = set(range(len(whole.database))) - chosen
    lines = group_lines(whole.database, place, chosen, others, term)
    flat = flattened(reading.xp, whole.table, whole.database, True)
    return reading.xp.gather(flat, -2, [cell for (cell,) in lines])


def _response_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, whole, place, chosen, told = values
    xp, database = reading.xp, whole.database
    lines = group_lines(database, place, chosen, told, term)
    flat = flattened(xp, database_joint(xp, law, whole), database, True)
    cells = sums_over(xp, flat, -2, lines, 2)
    return or_uniform(xp, cells, xp.sum_axes(cells, (-1,), keep=True), xp.shape(flat, 2)[-1])


def _group_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, whole = values[:2]
    xp, database = reading.xp, whole.database
    size, rank = math.prod(database), len(database) + 1
    joint = database_joint(xp, law, whole)
    outputs = xp.shape(joint, rank)[-1]
    if size**3 * outputs > MOST_CELLS:
        raise OutOfReach(f"{term}: more than {MOST_CELLS} cells")
    flat = xp.reshape(joint, rank, (size, outputs))
    # The instances that agree in all three groups, by the numbers of the groups.
    cells: dict[tuple[int, ...], list[int]] = {}
    for number, instance in enumerate(itertools.product(*(range(count) for count in database))):
        place = tuple(group_number(database, instance, chosen) for chosen in values[2:])
        cells.setdefault(place, []).append(number)
    rows = [cells.get(place, []) for place in itertools.product(range(size), repeat=3)]
    return xp.reshape(sums_over(xp, flat, -2, rows, 2), 2, (size, size, size, outputs))


def _group_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, whole, chosen, told = values
    rank = len(whole.database) + 1
    for index in (*chosen, *told):
        checked_place(index, rank - 1, term)
    joint = database_joint(reading.xp, law, whole)
    return groups.group_information(reading.xp, joint, rank, chosen, told)


def _entry_epsilon(reading: Reading, term: Op, values: list[Value]) -> Value:
    count = len(values[0].database)
    place = checked_place(values[1], count, term)
    return groups.entry_epsilon(reading.xp, values[0].table, count, place)


def _free_lunch(reading: Reading, _: Op, values: list[Value]) -> Value:
    flat = flattened(reading.xp, values[0].table, values[0].database, True)
    return leakage.leakage_capacity(reading.xp, flat)


def _bayesian_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    joint = database_joint(reading.xp, values[0], values[1])
    return groups.bayesian_epsilon(reading.xp, values[0], joint, len(values[1].database))


def _bayesian_mi(reading: Reading, term: Op, values: list[Value]) -> Value:
    table, database = values[0].table, values[0].database
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for place, size in enumerate(database):
        if size < 2:
            continue
        channels = groups.dependent_channels(xp, table, database, place)
        if channels is None:
            raise OutOfReach(f"{term}: the other entries depend on X_{place} in too many ways")
        count = xp.shape(channels, 3)[0]
        result = xp.maximum(result, xp.max(reading.capacities(channels, count), 1))
    return result


# --- a group as one entry -------------------------------------------------------------------------

group_values = quantity(
    "group_values", [D, group], SIZE, values="[1,inf)",
    doc="How many values a group of entries has together: the product of its alphabet sizes.",
    text="|{0:atom}[{1}]|", latex=r"\left|{0:base}_{{{1}}}\right|", reading=_group_values,
)
value = Symbol("value", group_values(D, group))
with_group = quantity(
    "with_group", [D, x, group, value], SymbolSort(instances(D)),
    doc="The instance with a group of entries replaced by one of the group's values.",
    text="({1} with [{2}] = {3})", latex=r"{1:atom}^{{{2} \to {3}}}", reading=_with_group,
)
group_channel = quantity(
    "group_channel", [mechanism, x, group], ChannelSort(group_values(D, group), m),
    doc="The channel from a group of entries to the response, the others as in the instance.",
    text="{0:atom}_[{2}|{1}]", latex=r"{0:base}_{{{2}|{1}}}", reading=_group_channel,
)
group_given = quantity(
    "group_given", [D, prior, x, group, known], PmfSort(group_values(D, group)),
    order=[prior, x, group, known],
    doc="""The law of a group of entries given that another group is as in the instance (the uniform
    law where it never is). The groups may share entries.""",
    text="{1:atom}_[{3}|{2}, {4}]", latex=r"{1:base}_{{{3}|{2}_{{{4}}}}}", reading=_group_given,
)
response_given = quantity(
    "response_given", [prior, mechanism, x, group, known],
    ChannelSort(group_values(D, group), m),
    doc="""The laws of the response given each value of a group of entries and that another group is
    as in the instance (the uniform law where that is never so).""",
    text="({0} {1})_[Y|{3}, {2}, {4}]",
    latex=r"\left({0} \times {1}\right)_{{Y|{3},{2}_{{{4}}}}}", reading=_response_given,
)

# --- what groups tell -----------------------------------------------------------------------------

group_joint = quantity(
    "group_joint", [prior, mechanism, first, second, third],
    JointSort(("A", "B", "C", "Y"), (instances(D), instances(D), instances(D), m)),
    doc="""The joint law of three groups of entries (A, B, C) and the response (Y). A group is
    numbered as the instance in which all other entries have the symbol 0.""",
    text="joint[{0}, {1}](X_{2:atom}, X_{3:atom}, X_{4:atom}, Y)",
    latex=r"\left({0} \times {1}\right)_{{X_{{{2}}}, X_{{{3}}}, X_{{{4}}}, Y}}",
    reading=_group_joint,
)
group_information = quantity(
    "group_information", [prior, mechanism, group, known],
    doc="""I(X_I;Y|X_J) under a prior on the database, in nats, for events I, J over its entries.
    Entries that are in both groups count as known.""",
    text="I[{0}, {1}](X_{2:atom};Y|X_{3:atom})",
    latex=r"I\left[{0}, {1}\right](X_{{{2}}};Y|X_{{{3}}})",
    values="[0,inf)", unit="nats", reading=_group_information,
)
entry_epsilon = quantity(
    "entry_epsilon", [mechanism, entry],
    doc="""The least ε for which responses to databases that differ in one entry only, the given
    one, are (ε,0)-close: the level of personalised differential privacy.""",
    text="least_eps[{1}]({0})", latex=r"\epsilon^\star_{{{1}}}\left({0}\right)",
    values="[0,inf]", unit="nats",
    theorem="The worst events are single responses.",
    reading=_entry_epsilon,
    examples=[(("3/4,1/4;1/4,3/4", "0"), "1.09861228866")],
)
free_lunch_epsilon = quantity(
    "free_lunch_epsilon", [mechanism],
    doc="The least ε for which the responses to any two databases are (ε,0)-close.",
    text="least_eps[all pairs]({0})",
    latex=r"\epsilon^\star_{{\text{{all pairs}}}}\left({0}\right)",
    values="[0,inf]", unit="nats",
    theorem="The worst events are single responses.",
    reading=_free_lunch,
    examples=[(("3/4,1/4;1/4,3/4",), "1.09861228866")],
)
bayesian_epsilon = quantity(
    "bayesian_epsilon", [prior, mechanism],
    doc="""The least ε of Bayesian differential privacy under a prior. For every entry i and every
    group I of other entries, the laws of Y given X_i = x_i, X_I = x_I and given X_i = x_i',
    X_I = x_I are (ε,0)-close, where both conditions have positive probability.""",
    text="least_eps[given {0}]({1})", latex=r"\epsilon^\star_{{{0}}}\left({1}\right)",
    values="[0,inf]", unit="nats",
    theorem="The worst events are single responses.",
    reading=_bayesian_epsilon,
    examples=[(("1/2,1/2", "3/4,1/4;1/4,3/4"), "1.09861228866"), (("1,0", "1,0;0,1"), "0")],
)
bayesian_mi = quantity(
    "bayesian_mi", [mechanism],
    doc="The supremum over priors, entries i and groups I of I(X_i;Y|X_I), in nats.",
    text="sup_{{i, I, P_X}}(I[P_X, {0}](X_i;Y|X_I))",
    latex=r"\sup_{{i,\,\mathcal I,\,P_X}} I\left[P_X, {0}\right](X_i;Y|X_{{\mathcal I}})",
    values="[0,inf)", unit="nats",
    theorem="""It is the largest capacity of a channel X_i → Y where the other entries are a
    function of X_i.""",
    reading=_bayesian_mi,
    examples=[(("3/4,1/4;1/4,3/4",), "0.1308120359411")],
)

__all__ = [
    "bayesian_epsilon", "bayesian_mi", "entry_epsilon", "free_lunch_epsilon", "group_channel",
    "group_given", "group_information", "group_joint", "group_values", "response_given",
    "with_group",
]
