"""Tables of numbers by group: the ones shipped with the package, and a user's own CSV.

A table has a header and two or three columns: the group (the secret), the number (the data), and,
with a third column called `count`, how many records have both. Of a wider file they are named.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from flint import fmpq

from verified.errors import InputError, UnknownKeyError
from verified.numbers.exact import rational

# What the column with the numbers of records is called.
COUNT = "count"
# Beyond this, or below its inverse, floats, in which mixtures are fitted, have little room left.
LARGEST = fmpq(10) ** 100
# What stands for a missing group or number, in any case.
MISSING = frozenset({"", "?", "na", "n/a", "nan", "null"})
# So many groups are told.
_FEW = 12
# How many records have each number, by group.
Groups = Mapping[str, Mapping[fmpq, int]]

SHIPPED = Path(__file__).parents[1] / "data" / "ding_2024"
ADULT = SHIPPED / "adult_education_num_by_race.csv"
HUNGARIAN = SHIPPED / "hungarian_chol_by_sex.csv"


def read_groups(
    path: Path, columns: Sequence[str] = (), left_out: list[int] | None = None
) -> Groups:
    """The numbers of each group in a CSV file, whose columns are separated by commas, semicolons or
    tabs. Lines without a cell are passed over.

    Args:
        path: the file, in UTF-8.
        columns: the names of the columns to take: the group, the number, and maybe the count.
            Without them the file has two columns, or a third one called count.
        left_out: the lines of records that are left out, as their group or number is missing, are
            put there. Without it they are an error.

    Raises:
        InputError: the file can't be read, has other columns, or a cell breaks a rule; the message
            names the line.
    """
    rows = _rows(path)
    (_, header), *lines = rows
    places = _places(path, header, columns)
    if not lines:
        raise InputError(f"{path} has no records below the names of its columns")
    groups: dict[str, dict[fmpq, int]] = {}
    for place, row in lines:
        if len(row) != len(header):
            raise InputError(f"line {place} of {path} has {len(row)} cells, not {len(header)}")
        name, text, *count = (row[index].strip() for index in places)
        gone = [what for what, cell in (("group", name), ("number", text))
                if cell.casefold() in MISSING and (what == "number" or not cell)]
        if gone and left_out is not None:
            left_out.append(place)
            continue
        if gone:
            raise InputError(f"the {gone[0]} on line {place} of {path} is missing; leave such "
                             "records out (--drop-missing), or fill it in")
        value = _within(rational(text, f"the number on line {place} of {path}"), place, path)
        times = rational(count[0], f"the count on line {place} of {path}") if count else 1
        if times < 0 or fmpq(times).q != 1:
            raise InputError(f"the count on line {place} of {path} is {times}; it must be whole")
        group = groups.setdefault(name, {})
        group[value] = group.get(value, 0) + int(fmpq(times).p)
    return groups


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    """The lines that have a cell with something in it, with their numbers."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            top = stream.readline()
            stream.seek(0)
            # Whole columns are separated by it; commas may stand within cells.
            separator = next((mark for mark in ",;\t" if mark in top), ",")
            reader = csv.reader(stream, delimiter=separator)
            rows = [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except UnicodeDecodeError as error:
        raise InputError(f"can't read {path}: it isn't text in UTF-8 ({error.reason})") from None
    except (OSError, csv.Error) as error:
        raise InputError(f"can't read {path}: {error}") from None
    if not rows:
        raise InputError(f"{path} is empty; a table has a header and a line for each record")
    return rows


def _places(path: Path, header: Sequence[str], columns: Sequence[str]) -> list[int]:
    """Where the columns stand that are taken."""
    names = [name.strip() for name in header]
    if columns:
        wanted = [name.strip() for name in columns]
        if len(wanted) not in (2, 3):
            raise InputError(f"{len(wanted)} columns are named; a table is made of two, the group "
                             "and the number, and maybe a third with the count")
        for name in wanted:
            if name not in names:
                raise UnknownKeyError(f"column of {path}", name, set(names))
            if names.count(name) > 1 or wanted.count(name) > 1:
                raise InputError(f"the column {name} of {path} is there or named more than once")
        return [names.index(name) for name in wanted]
    counted = len(names) == 3 and names[2].casefold() == COUNT
    if len(names) != 2 and not counted:
        raise InputError(
            f"{path} has the columns {', '.join(names)}; a table has two, the group and the "
            f"number, and may have a third called {COUNT}; of others name those to take (--columns)"
        )
    try:
        rational(names[1])
    except InputError:
        return list(range(len(names)))
    raise InputError(f"the first line of {path} is {','.join(names)}; it has the names of the "
                     "columns, not a record")


def _within(value: fmpq, place: int, path: Path) -> fmpq:
    if value != 0 and not 1 / LARGEST <= abs(value) <= LARGEST:
        raise InputError(
            f"the number on line {place} of {path} isn't from 1e-100 to 1e100 in size; give the "
            "numbers in another unit"
        )
    return value


def two_groups(
    groups: Groups, names: tuple[str, str], path: Path, wanted: Sequence[str] = ()
) -> tuple[str, str]:
    """The two groups to compare: those wanted, else those named if the table has them, else its
    only two.

    Raises:
        InputError: the table has other groups, or one without records.
    """
    if wanted:
        asked = [name.strip() for name in wanted]
        if len(set(asked)) != 2 or len(asked) != 2:
            raise InputError(f"the groups named are {', '.join(asked)}; two are compared")
        for name in asked:
            if name not in groups:
                raise UnknownKeyError(f"group of {path}", name, groups)
        chosen = tuple(asked)
    else:
        chosen = names if all(name in groups for name in names) else tuple(groups)
    if len(chosen) != 2:
        raise InputError(
            f"{path} has the {'group' if len(groups) == 1 else 'groups'} "
            f"{', '.join(list(groups)[:_FEW])}{', …' if len(groups) > _FEW else ''}; a table has "
            f"two, or those of the figure, {' and '.join(names)}; of others name the two to "
            "compare (--groups)"
        )
    for name in chosen:
        if not any(groups[name].values()):
            raise InputError(f"the group {name} of {path} has no records")
    return chosen[0], chosen[1]


def size(groups: Groups) -> int:
    """How many records a table has."""
    return sum(sum(group.values()) for group in groups.values())
