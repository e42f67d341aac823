"""What heads of mechanisms mean: their parts, how private they are, what they tell."""

from __future__ import annotations

import itertools
import math

from flint import fmpq

from verified.language.terms import Op
from verified.measures import groups, information, leakage, privacy
from verified.measures.databases import (
    database_joint,
    digits,
    flattened,
    group_lines,
    group_number,
    line_of,
    or_uniform,
    sums_over,
)
from verified.measures.readings import (
    MOST_CELLS,
    MechanismValue,
    Reading,
    Unreadable,
    Value,
    checked_place,
    meaning_of,
)


@meaning_of("response")
def _response(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, instance = values
    rank = len(mechanism.database) + 1
    outputs = reading.xp.shape(mechanism.table, rank)[-1]
    count = math.prod(mechanism.database)
    flat = reading.xp.reshape(mechanism.table, rank, (count, outputs))
    return reading.xp.take(flat, -2, checked_place(instance, count, term))


@meaning_of("dp_epsilon")
def _dp_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    mechanism = values[0]
    return privacy.dp_epsilon(reading.xp, mechanism.table, len(mechanism.database))


@meaning_of("dp_delta")
def _dp_delta(reading: Reading, _: Op, values: list[Value]) -> Value:
    mechanism, epsilon = values
    entries = len(mechanism.database)
    return privacy.dp_delta(reading.xp, mechanism.table, entries, reading.scalar(epsilon))


@meaning_of("kl_dp")
def _kl_dp(reading: Reading, _: Op, values: list[Value]) -> Value:
    mechanism = values[0]
    return privacy.kl_dp(reading.xp, mechanism.table, len(mechanism.database))


@meaning_of("mi_dp")
def _mi_dp(reading: Reading, _: Op, values: list[Value]) -> Value:
    # The supremum over priors of I(X_i;Y|X^-i), an average over x^-i, is reached where x^-i is
    # certain: it is the largest capacity of the channels X_i -> Y. Such a prior also makes X_i
    # independent of the rest, so mi_dp_split has the same value.
    mechanism = values[0]
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for entry, size in enumerate(mechanism.database):
        if size < 2:
            continue
        entries = len(mechanism.database)
        channels = privacy.entry_channels(xp, mechanism.table, entries, entry)
        contexts = math.prod(mechanism.database) // size
        result = xp.maximum(result, xp.max(reading.capacities(channels, contexts), 1))
    return result


meaning_of("mi_dp_split")(_mi_dp)


@meaning_of("entry_information")
def _entry_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism = values[:2]
    entry = checked_place(values[2], len(mechanism.database), term)
    rank = len(mechanism.database) + 1
    joint = database_joint(reading.xp, prior, mechanism)
    return information.mutual_information(reading.xp, joint, rank, (entry,), (rank - 1,), ())


@meaning_of("conditional_entry_information")
def _conditional_entry_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism = values[:2]
    entry = checked_place(values[2], len(mechanism.database), term)
    rank = len(mechanism.database) + 1
    joint = database_joint(reading.xp, prior, mechanism)
    rest = tuple(axis for axis in range(rank - 1) if axis != entry)
    return information.mutual_information(reading.xp, joint, rank, (entry,), (rank - 1,), rest)


@meaning_of("database_information")
def _database_information(reading: Reading, _: Op, values: list[Value]) -> Value:
    prior, mechanism = values
    rank = len(mechanism.database) + 1
    joint = database_joint(reading.xp, prior, mechanism)
    return information.mutual_information(
        reading.xp, joint, rank, tuple(range(rank - 1)), (rank - 1,), ()
    )


@meaning_of("entry_channel")
def _entry_channel(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, number, index = values
    flat = flattened(reading.xp, mechanism.table, mechanism.database, True)
    return reading.xp.gather(flat, -2, line_of(mechanism.database, number, index, term))


@meaning_of("flat_mechanism")
def _flat_mechanism(reading: Reading, _: Op, values: list[Value]) -> Value:
    (mechanism,) = values
    return flattened(reading.xp, mechanism.table, mechanism.database, True)


@meaning_of("database_joint")
def _database_parts(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism, index = values
    xp, database = reading.xp, mechanism.database
    entry = checked_place(index, len(database), term)
    joint = database_joint(xp, prior, mechanism)
    rank = len(database) + 1
    moved = xp.moveaxis(joint, entry - rank, -rank)
    rest = math.prod(database) // database[entry]
    return xp.reshape(moved, rank, (database[entry], rest, xp.shape(joint, rank)[-1]))


@meaning_of("group_joint")
def _group_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism = values[:2]
    xp, database = reading.xp, mechanism.database
    size, rank = math.prod(database), len(database) + 1
    joint = database_joint(xp, prior, mechanism)
    outputs = xp.shape(joint, rank)[-1]
    if size**3 * outputs > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    flat = xp.reshape(joint, rank, (size, outputs))
    # The instances that agree in all three groups, by the numbers of the groups.
    cells: dict[tuple[int, ...], list[int]] = {}
    for number, instance in enumerate(itertools.product(*(range(count) for count in database))):
        place = tuple(group_number(database, instance, group) for group in values[2:])
        cells.setdefault(place, []).append(number)
    rows = [cells.get(place, []) for place in itertools.product(range(size), repeat=3)]
    return xp.reshape(sums_over(xp, flat, -2, rows, 2), 2, (size, size, size, outputs))


@meaning_of("group_channel")
def _group_channel(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, number, group = values
    others = set(range(len(mechanism.database))) - group
    lines = group_lines(mechanism.database, number, group, others, term)
    flat = flattened(reading.xp, mechanism.table, mechanism.database, True)
    return reading.xp.gather(flat, -2, [place for (place,) in lines])


@meaning_of("response_given")
def _response_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism, number, group, known = values
    xp, database = reading.xp, mechanism.database
    lines = group_lines(database, number, group, known, term)
    flat = flattened(xp, database_joint(xp, prior, mechanism), database, True)
    outputs = xp.shape(flat, 2)[-1]
    cells = sums_over(xp, flat, -2, lines, 2)
    return or_uniform(xp, cells, xp.sum_axes(cells, (-1,), keep=True), outputs)


@meaning_of("on_entry")
def _on_entry(reading: Reading, term: Op, values: list[Value]) -> Value:
    channel, database = values[:2]
    entry = checked_place(values[2], len(database), term)
    xp = reading.xp
    inputs, outputs = xp.shape(channel, 2)
    if inputs != database[entry]:
        raise Unreadable(f"a channel with {inputs} inputs meets an entry of {database[entry]}")
    rows = [
        xp.take(channel, -2, digits(database, instance)[entry])
        for instance in range(math.prod(database))
    ]
    flat = xp.stack(rows, (len(rows), outputs))
    return MechanismValue(xp.reshape(flat, 2, (*database, outputs)), tuple(database))


@meaning_of("as_mechanism")
def _as_mechanism(reading: Reading, _: Op, values: list[Value]) -> Value:
    return MechanismValue(values[0], (reading.xp.shape(values[0], 2)[0],))


@meaning_of("on_database")
def _on_database(reading: Reading, term: Op, values: list[Value]) -> Value:
    channel, database = values
    inputs, outputs = reading.xp.shape(channel, 2)
    if inputs != math.prod(database):
        raise Unreadable(f"{term}: {inputs} inputs aren't the {math.prod(database)} instances")
    return MechanismValue(reading.xp.reshape(channel, 2, (*database, outputs)), tuple(database))


@meaning_of("group_information")
def _group_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    prior, mechanism, group, known = values
    rank = len(mechanism.database) + 1
    for entry in (*group, *known):
        checked_place(entry, rank - 1, term)
    joint = database_joint(reading.xp, prior, mechanism)
    return groups.group_information(reading.xp, joint, rank, group, known)


@meaning_of("entry_epsilon")
def _entry_epsilon(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism, index = values
    count = len(mechanism.database)
    entry = checked_place(index, count, term)
    return groups.entry_epsilon(reading.xp, mechanism.table, count, entry)


@meaning_of("free_lunch_epsilon")
def _free_lunch_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    (mechanism,) = values
    flat = flattened(reading.xp, mechanism.table, mechanism.database, True)
    return leakage.leakage_capacity(reading.xp, flat)


@meaning_of("bayesian_epsilon")
def _bayesian_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    prior, mechanism = values
    joint = database_joint(reading.xp, prior, mechanism)
    return groups.bayesian_epsilon(reading.xp, prior, joint, len(mechanism.database))


@meaning_of("bayesian_mi")
def _bayesian_mi(reading: Reading, term: Op, values: list[Value]) -> Value:
    mechanism = values[0]
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for entry, size in enumerate(mechanism.database):
        if size < 2:
            continue
        channels = groups.dependent_channels(xp, mechanism.table, mechanism.database, entry)
        if channels is None:
            raise Unreadable(f"{term}: the other entries depend on X_{entry} in too many ways")
        count = xp.shape(channels, 3)[0]
        result = xp.maximum(result, xp.max(reading.capacities(channels, count), 1))
    return result
