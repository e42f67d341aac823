"""What heads of finite laws, events, channels and joint laws mean."""

from __future__ import annotations

import math

from flint import fmpq

from verified.language import sorts
from verified.language.terms import Op
from verified.measures import divergences, entropies, information, leakage
from verified.measures.databases import side_by_side
from verified.measures.readings import (
    Reading,
    Unreadable,
    Value,
    checked_place,
    meaning_of,
    measure,
)

measure("kl", divergences.kl)
measure("total_variation", divergences.total_variation)
measure("hockey_stick", divergences.hockey_stick, (2,))
measure("renyi", divergences.renyi, (2,))
measure("chi_square", divergences.chi_square)
measure("entropy", entropies.entropy)
measure("min_entropy", entropies.min_entropy)
measure("renyi_entropy", entropies.renyi_entropy, (1,))
measure("information", information.information)
measure("sibson", information.sibson, (2,))
measure("arimoto", information.arimoto, (2,))
measure("maximal_leakage", leakage.maximal_leakage)
measure("leakage_capacity", leakage.leakage_capacity)


@meaning_of("csiszar")
def _csiszar(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.csiszar(values[0], values[1], reading.scalar(values[2]))


@meaning_of("pointwise_maximal_leakage")
def _pml(reading: Reading, term: Op, values: list[Value]) -> Value:
    per_outcome = leakage.pointwise_maximal_leakage(reading.xp, values[0], values[1])
    outputs = reading.xp.shape(per_outcome, 1)[0]
    return reading.xp.take(per_outcome, -1, checked_place(values[2], outputs, term))


@meaning_of("at")
def _at(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, index = values
    return reading.xp.take(law, -1, checked_place(index, reading.xp.shape(law, 1)[0], term))


meaning_of("component")(_at)


@meaning_of("probability")
def _probability(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, event = values
    count = reading.xp.shape(law, 1)[0]
    result = reading.xp.constant(fmpq(0))
    for symbol in sorted(event):
        part = reading.xp.take(law, -1, checked_place(symbol, count, term))
        result = reading.xp.add(result, part)
    return result


@meaning_of("indicator")
def _indicator(_: Reading, __: Op, values: list[Value]) -> Value:
    event, symbol = values
    return int(symbol in event)


@meaning_of("likelihood_ratio")
def _likelihood_ratio(reading: Reading, term: Op, values: list[Value]) -> Value:
    p, q = (_at(reading, term, [law, values[2]]) for law in values[:2])
    return divergences.likelihood_ratio(reading.xp, p, q)


@meaning_of("row")
def _row(reading: Reading, term: Op, values: list[Value]) -> Value:
    channel, index = values
    return reading.xp.take(channel, -2, checked_place(index, reading.xp.shape(channel, 2)[0], term))


@meaning_of("pmf_literal")
def _pmf_literal(reading: Reading, term: Op, values: list[Value]) -> Value:
    table = reading.xp.stack([reading.scalar(value) for value in values], (len(values),))
    reading.check_pmf(table, term)
    return table


@meaning_of("channel_literal")
def _channel_literal(reading: Reading, term: Op, values: list[Value]) -> Value:
    outputs = reading.xp.shape(values[0], 1)[0]
    return reading.xp.stack(values, (len(values), outputs))


@meaning_of("chain")
def _chain(reading: Reading, _: Op, values: list[Value]) -> Value:
    return reading.xp.matmul(values[0], values[1])


@meaning_of("parallel")
def _parallel(reading: Reading, _: Op, values: list[Value]) -> Value:
    return side_by_side(reading.xp, values[0], values[1], 1)


@meaning_of("output")
def _output(reading: Reading, _: Op, values: list[Value]) -> Value:
    return information.output_law(reading.xp, values[0], values[1])


@meaning_of("joint_of")
def _joint_of(reading: Reading, _: Op, values: list[Value]) -> Value:
    return information.joint_law(reading.xp, values[0], values[1])


@meaning_of("joint_of_outputs")
def _joint_of_outputs(reading: Reading, _: Op, values: list[Value]) -> Value:
    prior, first, second = values
    xp = reading.xp
    (inputs, one), (_, two) = xp.shape(first, 2), xp.shape(second, 2)
    law = xp.reshape(prior, 1, (inputs, 1, 1))
    left = xp.reshape(first, 2, (inputs, one, 1))
    return law * left * xp.reshape(second, 2, (inputs, 1, two))


@meaning_of("as_joint")
def _as_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, sizes = values[0], values[1:]
    count = reading.xp.shape(law, 1)[0]
    if math.prod(sizes) != count:
        raise Unreadable(f"{term}: a law on {count} symbols isn't one on {math.prod(sizes)} tuples")
    return reading.xp.reshape(law, 1, tuple(sizes))


@meaning_of("capacity")
def _capacity(reading: Reading, _: Op, values: list[Value]) -> Value:
    inputs, outputs = reading.xp.shape(values[0], 2)
    stacked = reading.xp.reshape(values[0], 2, (1, inputs, outputs))
    return reading.xp.take(reading.capacities(stacked, 1), -1, 0)


def _named_axes(term: Op, group: str) -> tuple[int, ...]:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    return tuple(sort.names.index(name) for name in group.split(",") if name)


@meaning_of("joint_entropy")
def _joint_entropy(reading: Reading, term: Op, values: list[Value]) -> Value:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    axes, given = (_named_axes(term, group) for group in term.detail)
    return information.conditional_entropy(reading.xp, values[0], len(sort.names), axes, given)


@meaning_of("joint_information")
def _joint_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    groups = (_named_axes(term, group) for group in term.detail)
    return information.mutual_information(reading.xp, values[0], len(sort.names), *groups)


@meaning_of("marginal")
def _marginal(reading: Reading, term: Op, values: list[Value]) -> Value:
    sort = term.args[0].sort
    assert isinstance(sort, sorts.JointSort)
    kept = _named_axes(term, term.detail[0])
    rank = len(sort.names)
    dropped = tuple(axis - rank for axis in range(rank) if axis not in kept)
    return reading.xp.sum_axes(values[0], dropped) if dropped else values[0]


@meaning_of("cardinality")
def _cardinality(_: Reading, __: Op, values: list[Value]) -> Value:
    return len(values[0])


@meaning_of("complement")
def _complement(_: Reading, __: Op, values: list[Value]) -> Value:
    count, event = values
    return frozenset(range(count)) - event


@meaning_of("singleton")
def _singleton(_: Reading, term: Op, values: list[Value]) -> Value:
    count, symbol = values
    return frozenset({checked_place(symbol, count, term)})
