"""Databases by number: instances, their lines and groups of entries, and arrays over them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from typing import Any

from flint import fmpq

from verified.measures.readings import (
    MOST_CELLS,
    MechanismValue,
    OutOfReach,
    Unreadable,
    Value,
    checked_place,
)
from verified.syntax.terms import Op


def digits(database: Sequence[int], instance: int) -> tuple[int, ...]:
    """The entries of the instance with a number; the last entry runs fastest."""
    found = []
    for size in reversed(database):
        instance, digit = divmod(instance, size)
        found.append(digit)
    return tuple(reversed(found))


def number_of(database: Sequence[int], instance: Sequence[int]) -> int:
    """The number of an instance; the last entry runs fastest."""
    result = 0
    for size, digit in zip(database, instance, strict=True):
        result = result * size + digit
    return result


def instance_of(database: Sequence[int], number: Value, term: Op) -> tuple[int, ...]:
    """The entries of the instance with a number that a term gives."""
    return digits(database, checked_place(number, math.prod(database), term))


def replaced(database: Sequence[int], instance: Sequence[int], entry: int, symbol: int) -> int:
    """The number of an instance with the symbol of one entry replaced."""
    changed = list(instance)
    changed[entry] = symbol
    return number_of(database, changed)


def line_of(database: Sequence[int], number: Value, index: Value, term: Op) -> list[int]:
    """The numbers of the instances that differ from one in an entry at most, by that entry."""
    entry = checked_place(index, len(database), term)
    instance = instance_of(database, number, term)
    return [replaced(database, instance, entry, symbol) for symbol in range(database[entry])]


def group_number(database: Sequence[int], instance: Sequence[int], group: Collection[int]) -> int:
    """The number of the instance with the entries outside the group set to 0."""
    number = 0
    for entry, (count, symbol) in enumerate(zip(database, instance, strict=True)):
        number = number * count + (symbol if entry in group else 0)
    return number


def group_shape(database: Sequence[int], group: Collection[int], term: Op) -> list[int]:
    """The alphabet sizes of a group's entries, in order."""
    return [database[checked_place(entry, len(database), term)] for entry in sorted(group)]


def group_lines(
    database: Sequence[int], number: Value, group: Collection[int], fixed: Collection[int], term: Op
) -> list[list[int]]:
    """For each value of a group, the numbers of the instances with that value that agree with one
    in the fixed entries."""
    instance = instance_of(database, number, term)
    lines = []
    for value in itertools.product(*map(range, group_shape(database, group, term))):
        wanted = dict(zip(sorted(group), value, strict=True))
        agrees = all(wanted.get(entry, instance[entry]) == instance[entry] for entry in fixed)
        wanted = {**{entry: instance[entry] for entry in fixed}, **wanted}
        axes = [
            [wanted[entry]] if entry in wanted else range(size)
            for entry, size in enumerate(database)
        ]
        found = [number_of(database, point) for point in itertools.product(*axes)]
        lines.append(found if agrees else [])
    return lines


def flattened(xp: Any, table: Value, database: Sequence[int], rows: bool) -> Value:
    """An array over a database with the entries' axes made one."""
    rank = len(database) + rows
    shape = (math.prod(database), *((xp.shape(table, rank)[-1],) if rows else ()))
    return xp.reshape(table, rank, shape)


def sums_over(xp: Any, table: Value, axis: int, lines: Sequence[Sequence[int]], rank: int) -> Value:
    """The sums of a table's rows (or numbers) over lists of places, stacked along the axis."""
    nothing = xp.sub(xp.take(table, axis, 0), xp.take(table, axis, 0))
    found = []
    for line in lines:
        part = nothing
        for place in line:
            part = part + xp.take(table, axis, place)
        found.append(part)
    return xp.stack(found, (len(lines), *xp.shape(table, rank)[1:]))


def or_uniform(xp: Any, masses: Value, total: Value, size: int) -> Value:
    """Masses over their total; where that is 0 any law will do: the uniform one on the symbols."""
    never = xp.sub(xp.constant(fmpq(1)), xp.support(total))
    return xp.ratio_or_zero(masses, total) + never * xp.constant(fmpq(1, size))


def database_joint(xp: Any, prior: Value, mechanism: MechanismValue) -> Value:
    """The joint law of the entries and the response, of shape (database…, response)."""
    rank = len(mechanism.database)
    if tuple(xp.shape(prior, rank)) != tuple(mechanism.database):
        raise Unreadable("a prior and a mechanism stand on different databases")
    return xp.reshape(prior, rank, (*mechanism.database, 1)) * mechanism.table


def with_others(
    xp: Any, rows: Value, database: Sequence[int], entry: int, term: Op
) -> Value:
    """The rows of instances, placed by their symbol of an entry and by all the others together.

    Args:
        rows: of shape (instances, cells).

    Returns:
        of shape (symbols · instances, cells), the symbol slowest; the others are numbered as the
        instance in which the entry is 0.

    Raises:
        OutOfReach: more cells than can be listed.
    """
    count = math.prod(database)
    if count * database[entry] * xp.shape(rows, 2)[-1] > MOST_CELLS:
        raise OutOfReach(f"{term}: more than {MOST_CELLS} cells")
    lines: list[list[int]] = []
    for symbol in range(database[entry]):
        for number in range(count):
            first = instance_of(database, number, term)[entry] == 0
            lines.append([replaced(
                database, instance_of(database, number, term), entry, symbol
            )] if first else [])
    return sums_over(xp, rows, -2, lines, 2)


def side_by_side(xp: Any, first: Value, second: Value, rank: int) -> Value:
    """The product law of two outputs, flattened, for each of the inputs in `rank` axes."""
    inputs = xp.shape(first, rank + 1)[:-1]
    one, two = xp.shape(first, rank + 1)[-1], xp.shape(second, rank + 1)[-1]
    left = xp.reshape(first, rank + 1, (*inputs, one, 1))
    right = xp.reshape(second, rank + 1, (*inputs, 1, two))
    return xp.reshape(left * right, rank + 2, (*inputs, one * two))
