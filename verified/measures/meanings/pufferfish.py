"""What heads of pufferfish frameworks mean: values of the data, classes of laws, secrets."""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from verified.language import sorts
from verified.language.terms import Op
from verified.measures import divergences, information, pufferfish
from verified.measures.databases import digits
from verified.measures.pufferfish import DataClassValue, FrameworkValue, MemberValue
from verified.measures.readings import (
    MEANINGS,
    MOST_CELLS,
    MechanismValue,
    QueriesValue,
    Reading,
    Unreadable,
    checked_place,
)

Value = Any


def _edge(framework: FrameworkValue, index: Value, term: Op) -> tuple[Any, Any]:
    return framework.edge(checked_place(index, len(framework.edges), term))


# --- frameworks -----------------------------------------------------------------------------------


def _private_functions(_: Reading, __: Op, values: list[Value]) -> Value:
    return len(values[0].private)


def _edges(_: Reading, __: Op, values: list[Value]) -> Value:
    return len(values[0].edges)


def _private_values(_: Reading, term: Op, values: list[Value]) -> Value:
    return pufferfish.image(_edge(values[0], values[1], term)[0])


def _public_values(_: Reading, term: Op, values: list[Value]) -> Value:
    return pufferfish.image(_edge(values[0], values[1], term)[1])


def _largest_image(_: Reading, __: Op, values: list[Value]) -> Value:
    return max(map(pufferfish.image, values[0].private))


def _private_value(_: Reading, term: Op, values: list[Value]) -> Value:
    g, _w = _edge(values[0], values[1], term)
    return g[checked_place(values[2], len(g), term)]


def _public_value(_: Reading, term: Op, values: list[Value]) -> Value:
    _g, w = _edge(values[0], values[1], term)
    return w[checked_place(values[2], len(w), term)]


def _dp_framework(_: Reading, __: Op, values: list[Value]) -> Value:
    (database,) = values
    instances = [digits(database, number) for number in range(math.prod(database))]
    entries = range(len(database))
    own = [pufferfish.numbered([whole[i] for whole in instances]) for i in entries]
    rest = [
        pufferfish.numbered([whole[:i] + whole[i + 1 :] for whole in instances]) for i in entries
    ]
    return FrameworkValue(tuple(own), tuple(rest), tuple((i, i) for i in entries))


def _prior_of(reading: Reading, term: Op, values: list[Value]) -> Value:
    law, database = values
    if reading.xp.shape(law, 1)[0] != math.prod(database):
        raise Unreadable(f"{term}: the law is not on the instances of {database}")
    return reading.xp.reshape(law, 1, tuple(database))


def _without_public(_: Reading, __: Op, values: list[Value]) -> Value:
    private = values[0].private
    constant = (0,) * len(private[0])
    return FrameworkValue(private, (constant,), tuple((g, 0) for g in range(len(private))))


def _without_edges(_: Reading, __: Op, values: list[Value]) -> Value:
    return FrameworkValue(values[0].private, (), ())


# --- under one law of the data --------------------------------------------------------------------


def _public_law(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, law, index = values
    masses = pufferfish.secret_masses(reading.xp, _edge(framework, index, term), law)
    return reading.xp.sum_axes(masses, (-2,))


def _secret_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, law, index, public = values
    functions = _edge(framework, index, term)
    masses = pufferfish.secret_masses(reading.xp, functions, law)
    place = checked_place(public, pufferfish.image(functions[1]), term)
    return pufferfish.or_uniform(reading.xp, reading.xp.take(masses, -1, place))


def _data_given(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, law, index, public = values
    functions = _edge(framework, index, term)
    place = checked_place(public, pufferfish.image(functions[1]), term)
    return pufferfish.data_given(reading.xp, functions, law, place)


def _secret_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, law, mechanism, index = values
    return pufferfish.secret_joint(reading.xp, _edge(framework, index, term), law, mechanism)


def _secret_information(reading: Reading, _: Op, values: list[Value]) -> Value:
    framework, law, mechanism = values
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for index in range(len(framework.edges)):
        told = pufferfish.information(xp, framework.edge(index), law, mechanism)
        result = xp.maximum(result, told)
    return result


def _least_delta(reading: Reading, epsilon: Value) -> pufferfish.Measure:
    level = reading.xp.expand(reading.scalar(epsilon), 1)
    return lambda p, q: divergences.least_delta(reading.xp, p, q, level)


def _secret_delta(reading: Reading, _: Op, values: list[Value]) -> Value:
    framework, law, mechanism, epsilon = values
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for index in range(len(framework.edges)):
        worst = pufferfish.law_worst(
            xp, framework.edge(index), law, mechanism, _least_delta(reading, epsilon)
        )
        result = xp.maximum(result, worst)
    return result


# --- classes of laws ------------------------------------------------------------------------------


def _member_law(_: Reading, __: Op, values: list[Value]) -> Value:
    return values[0].law


def _reweighted(reading: Reading, term: Op, values: list[Value]) -> Value:
    member, index, public, law = values
    sort = term.args[0].sort
    assert isinstance(sort, sorts.MemberSort)
    functions = _edge(member.framework, index, term)
    place = checked_place(public, pufferfish.image(functions[1]), term)
    if reading.xp.shape(law, 1)[0] != pufferfish.image(functions[0]):
        raise Unreadable(f"{term}: the law is not of that secret")
    moved = pufferfish.reweighted(reading.xp, functions, member.law, place, law)
    return MemberValue(moved, member.framework)


def _pufferfish_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, data, mechanism = values
    xp = reading.xp
    result = xp.constant(fmpq(0))
    if data.kind == "listed":
        for index in range(data.listed):
            law = xp.take(data.laws, -2, index)
            told = _secret_information(reading, term, [framework, law, mechanism])
            result = xp.maximum(result, told)
        return result
    try:
        stacks = pufferfish.class_channels(xp, framework, data, mechanism)
    except pufferfish.TooManyChoices as error:
        raise Unreadable(f"{term}: {error}") from None
    for channels, count in stacks:
        result = xp.maximum(result, xp.max(reading.capacities(channels, count), 1))
    return result


def _pufferfish_delta(reading: Reading, _: Op, values: list[Value]) -> Value:
    framework, data, mechanism, epsilon = values
    measure = _least_delta(reading, epsilon)
    return pufferfish.class_worst(reading.xp, framework, data, mechanism, measure)


def _pufferfish_epsilon(reading: Reading, _: Op, values: list[Value]) -> Value:
    framework, data, mechanism = values
    return pufferfish.class_worst(
        reading.xp, framework, data, mechanism,
        lambda p, q: divergences.log_ratio_max(reading.xp, p, q),
    )


def _response_support(reading: Reading, _: Op, values: list[Value]) -> Value:
    return pufferfish.largest_support(reading.xp, *values)


def _attribute_delta(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, data, mechanism, epsilon = values
    if data.kind == "reweighted":
        raise Unreadable(f"{term}: how the class is closed depends on the edges")
    measure = _least_delta(reading, epsilon)
    return pufferfish.attribute_worst(reading.xp, framework, data, mechanism, measure)


# --- several responses ----------------------------------------------------------------------------


def _stage_joint(
    reading: Reading, term: Op, framework: FrameworkValue, law: Value, queries: QueriesValue,
    edge: Value, index: int,
) -> Value:
    """The joint law of an edge's private and public value, the responses before a query (one axis)
    and its response."""
    xp, database, outputs = reading.xp, queries.database, queries.outputs
    size, history = math.prod(database), queries.outputs**index
    functions = _edge(framework, edge, term)
    if size * history * outputs > MOST_CELLS:
        raise Unreadable(f"{term}: more than {MOST_CELLS} cells")
    rank = len(database)
    table = queries.tables[index]
    if queries.kind == "independent":
        table = xp.reshape(table, rank + 1, (size, 1, outputs))
    else:
        table = xp.reshape(table, rank + 2, (size, history, outputs))
    if index > 0:
        earlier = QueriesValue(queries.kind, queries.tables[:index], database, outputs)
        told = MEANINGS["together"](reading, term, [earlier]).table
        table = xp.reshape(told, rank + 1, (size, history, 1)) * table
    else:
        table = xp.reshape(table, 3, (size, 1, outputs))
    flat = xp.reshape(table, 3, (size, history * outputs))
    joint = pufferfish.secret_joint(xp, functions, law, flat)
    private, public, _ = xp.shape(joint, 3)
    return xp.reshape(joint, 3, (private, public, history, outputs))


def _secret_stage_joint(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, law, queries, edge = values
    last = len(queries.tables) - 1
    return _stage_joint(reading, term, framework, law, queries, edge, last)


def _secret_stage_information(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, law, queries, edge, index = values
    place = checked_place(index, len(queries.tables), term)
    joint = _stage_joint(reading, term, framework, law, queries, edge, place)
    return information.mutual_information(reading.xp, joint, 4, (0,), (3,), (1, 2))


def _pufferfish_stage(reading: Reading, term: Op, values: list[Value]) -> Value:
    framework, data, queries, index = values
    if data.kind != "listed":
        raise Unreadable(f"{term}: the supremum over a class that isn't listed has no bound")
    xp = reading.xp
    result = xp.constant(fmpq(0))
    for place in range(data.listed):
        law = xp.take(data.laws, -2, place)
        for edge in range(len(framework.edges)):
            told = _secret_stage_information(reading, term, [framework, law, queries, edge, index])
            result = xp.maximum(result, told)
    return result


MEANINGS.update({
    "private_functions": _private_functions,
    "edges": _edges,
    "private_values": _private_values,
    "public_values": _public_values,
    "largest_image": _largest_image,
    "private_value": _private_value,
    "public_value": _public_value,
    "dp_framework": _dp_framework,
    "prior_of": _prior_of,
    "without_public": _without_public,
    "without_edges": _without_edges,
    "public_law": _public_law,
    "secret_given": _secret_given,
    "data_given": _data_given,
    "secret_joint": _secret_joint,
    "secret_information": _secret_information,
    "secret_delta": _secret_delta,
    "member_law": _member_law,
    "reweighted": _reweighted,
    "pufferfish_information": _pufferfish_information,
    "pufferfish_delta": _pufferfish_delta,
    "pufferfish_epsilon": _pufferfish_epsilon,
    "response_support": _response_support,
    "attribute_delta": _attribute_delta,
    "secret_stage_joint": _secret_stage_joint,
    "secret_stage_information": _secret_stage_information,
    "pufferfish_stage": _pufferfish_stage,
})

__all__ = ["DataClassValue", "FrameworkValue", "MechanismValue", "MemberValue"]
