"""What the data behind a figure are: each point an enclosure, every parameter as printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR
from typing import Any

from flint import arb, fmpq

from verified.accounting.enclosures import Enclosure
from verified.numbers.balls import precision
from verified.report.decimals import decimal, ends_of, exactly

SCHEMA = 1
DIGITS = 12


@dataclass(frozen=True)
class DataPoint:
    """One point: its series, what it is a value at, and the ends of its enclosure as decimals."""

    series: str
    at: Mapping[str, str]
    low: str
    high: str


@dataclass(frozen=True)
class FigureData:
    """The data of a figure.

    Attributes:
        key: the claim's key, such as `ngo-2024/figure-1`.
        title: what the figure shows.
        parameters: the parameters of the caption and the text.
        columns: the names of the coordinates in `DataPoint.at`.
        notes: what the paper leaves open, and what was chosen.
    """

    key: str
    title: str
    parameters: Mapping[str, str]
    columns: tuple[str, ...]
    points: tuple[DataPoint, ...]
    notes: tuple[str, ...] = field(default=())


def point(series: str, at: Mapping[str, Any], value: fmpq | arb) -> DataPoint:
    """A point from an exact value or a ball; its decimals are rounded outwards.

    Raises:
        ArithmeticError: the value isn't known at all.
    """
    coordinates = {name: str(part) for name, part in at.items()}
    if isinstance(value, fmpq):
        ends = value, value
    elif not value.is_finite():
        if not value > 0:
            raise ArithmeticError(f"{series} at {coordinates} is not enclosed")
        return DataPoint(series, coordinates, "inf", "inf")
    else:
        with precision(4096):
            ends = ends_of(value)
    low, high = decimal(ends[0], ROUND_FLOOR, DIGITS), decimal(ends[1], ROUND_CEILING, DIGITS)
    return DataPoint(series, coordinates, low, high)


def point_between(series: str, at: Mapping[str, Any], found: Enclosure) -> DataPoint:
    """A point from the ends of an enclosure; its decimals are rounded outwards."""
    with precision(4096):
        low, high = (
            end if isinstance(end, fmpq) else exactly(end) for end in (found.low, found.high)
        )
    return DataPoint(
        series, {name: str(part) for name, part in at.items()},
        decimal(low, ROUND_FLOOR, DIGITS), decimal(high, ROUND_CEILING, DIGITS),
    )  # fmt: skip
