"""What heads of databases and of priors on them mean: instances, entries, groups of entries."""

from __future__ import annotations

import math

from flint import fmpq

from verified.language.terms import Op
from verified.measures.databases import (
    digits,
    flattened,
    group_lines,
    group_shape,
    instance_of,
    line_of,
    number_of,
    or_uniform,
    replaced,
    sums_over,
)
from verified.measures.readings import Reading, Unreadable, Value, checked_place, meaning_of


@meaning_of("entries")
def _entries(_: Reading, __: Op, values: list[Value]) -> Value:
    return len(values[0])


@meaning_of("alphabet")
def _alphabet(_: Reading, term: Op, values: list[Value]) -> Value:
    return values[0][checked_place(values[1], len(values[0]), term)]


@meaning_of("largest_alphabet")
def _largest_alphabet(_: Reading, __: Op, values: list[Value]) -> Value:
    return max(values[0], default=1)


@meaning_of("instances")
def _instances(_: Reading, __: Op, values: list[Value]) -> Value:
    return math.prod(values[0])


@meaning_of("one_entry")
def _one_entry(_: Reading, __: Op, values: list[Value]) -> Value:
    return (values[0],)


@meaning_of("several_entries")
def _several_entries(_: Reading, term: Op, values: list[Value]) -> Value:
    if not all(isinstance(size, int) and size > 0 for size in values):
        raise Unreadable(f"{term}: an entry has at least one symbol")
    return tuple(values)


@meaning_of("hamming")
def _hamming(_: Reading, term: Op, values: list[Value]) -> Value:
    database, count = values[0], math.prod(values[0])
    first, second = (digits(database, checked_place(number, count, term)) for number in values[1:])
    return sum(a != b for a, b in zip(first, second, strict=True))


@meaning_of("with_entry")
def _with_entry(_: Reading, term: Op, values: list[Value]) -> Value:
    database, number, index, symbol = values
    entry = checked_place(index, len(database), term)
    checked_place(symbol, database[entry], term)
    return replaced(database, instance_of(database, number, term), entry, symbol)


@meaning_of("entry_of")
def _entry_of(_: Reading, term: Op, values: list[Value]) -> Value:
    database, number, index = values
    return instance_of(database, number, term)[checked_place(index, len(database), term)]


@meaning_of("prior_mass")
def _prior_mass(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, prior, number = values
    flat = flattened(reading.xp, prior, database, False)
    return reading.xp.take(flat, -1, checked_place(number, math.prod(database), term))


@meaning_of("entry_given")
def entry_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    """The law of an entry given the others, uniform where they are impossible."""
    database, prior, number, index = values
    xp = reading.xp
    line = xp.gather(
        flattened(xp, prior, database, False), -1, line_of(database, number, index, term)
    )
    return or_uniform(xp, line, xp.sum_axes(line, (-1,), keep=True), xp.shape(line, 1)[0])


@meaning_of("entry_prior")
def _entry_prior(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, number, index, law = values
    xp = reading.xp
    line = line_of(database, number, index, term)
    if xp.shape(law, 1)[0] != len(line):
        raise Unreadable(f"{term}: the law is not of that entry")
    zero = xp.constant(fmpq(0))
    masses = [
        xp.take(law, -1, line.index(place)) if place in line else zero
        for place in range(math.prod(database))
    ]
    return xp.reshape(xp.stack(masses, (len(masses),)), 1, tuple(database))


@meaning_of("flat_prior")
def _flat_prior(reading: Reading, _: Op, values: list[Value]) -> Value:
    database, prior = values
    return flattened(reading.xp, prior, database, False)


@meaning_of("group_values")
def _group_values(_: Reading, term: Op, values: list[Value]) -> Value:
    database, group = values
    return math.prod(group_shape(database, group, term))


@meaning_of("with_group")
def _with_group(_: Reading, term: Op, values: list[Value]) -> Value:
    database, number, group, value = values
    shape = group_shape(database, group, term)
    changed = list(instance_of(database, number, term))
    symbols = digits(shape, checked_place(value, math.prod(shape), term))
    for entry, symbol in zip(sorted(group), symbols, strict=True):
        changed[entry] = symbol
    return number_of(database, changed)


@meaning_of("group_given")
def _group_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    database, prior, number, group, known = values
    xp = reading.xp
    lines = group_lines(database, number, group, known, term)
    masses = sums_over(xp, flattened(xp, prior, database, False), -1, lines, 1)
    return or_uniform(xp, masses, xp.sum_axes(masses, (-1,), keep=True), len(lines))
