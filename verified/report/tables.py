"""Tables of numbers by group: the ones shipped with the package, and a user's own CSV.

A table has a header and two or three columns: the group (the secret), the number (the data), and,
with a third column called `count`, how many records have both.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from flint import fmpq

from verified.errors import InputError
from verified.numbers.exact import rational

# How many records have each number, by group.
Groups = Mapping[str, Mapping[fmpq, int]]

SHIPPED = Path(__file__).parents[1] / "data" / "ding_2024"
ADULT = SHIPPED / "adult_education_num_by_race.csv"
HUNGARIAN = SHIPPED / "hungarian_chol_by_sex.csv"


def read_groups(path: Path) -> Groups:
    """The numbers of each group in a CSV file.

    Raises:
        InputError: the file can't be read, has other columns, or a cell breaks a rule; the message
            names the line.
    """
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            reader = csv.reader(stream)
            rows = [(reader.line_num, row) for row in reader if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"can't read {path}: {error}") from None
    if not rows:
        raise InputError(f"{path} is empty; a table has a header and a line for each record")
    (_, header), *lines = rows
    counted = len(header) == 3 and header[2].strip() == "count"
    if len(header) != 2 and not counted:
        raise InputError(
            f"{path} has the columns {', '.join(header)}; a table has two, the group and the "
            "number, and may have a third called count"
        )
    groups: dict[str, dict[fmpq, int]] = {}
    for place, row in lines:
        if len(row) != len(header):
            raise InputError(f"line {place} of {path} has {len(row)} cells, not {len(header)}")
        value = rational(row[1].strip(), f"the number on line {place} of {path}")
        times = rational(row[2].strip(), f"the count on line {place} of {path}") if counted else 1
        if times < 0 or fmpq(times).q != 1:
            raise InputError(f"the count on line {place} of {path} is {times}; it must be whole")
        group = groups.setdefault(row[0].strip(), {})
        group[value] = group.get(value, 0) + int(fmpq(times).p)
    return groups


def two_groups(groups: Groups, names: tuple[str, str], path: Path) -> tuple[str, str]:
    """The two groups to compare: those named if the table has them, else its only two.

    Raises:
        InputError: the table has other groups, or one without records.
    """
    chosen = names if all(name in groups for name in names) else tuple(groups)
    if len(chosen) != 2:
        raise InputError(
            f"{path} has the groups {', '.join(groups) or 'none'}; a table has two, or those of "
            f"the figure, {' and '.join(names)}"
        )
    for name in chosen:
        if not any(groups[name].values()):
            raise InputError(f"the group {name} of {path} has no records")
    return chosen[0], chosen[1]


def size(groups: Groups) -> int:
    """How many records a table has."""
    return sum(sum(group.values()) for group in groups.values())
