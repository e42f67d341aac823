"""Certified values of quantities on what callers give, one at a time and in batches."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

from flint import arb, fmpq

from verified.accounting.enclosures import Enclosure, relative_width
from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.numbers.balls import precision
from verified.oracle.arguments import raw_value
from verified.report.inputs import Parameter
from verified.report.quantities import Quantity, enclosed, given_values
from verified.syntax import sorts

# Notes on what was done to the input; without a handler of one's own they go to standard error.
LOGGER = logging.getLogger("verified")
_ENDS = 1 << 13
# How many values of a batch a notebook shows.
_SHOWN = 20


def certify(
    quantity: Quantity,
    values: Mapping[str, Any],
    *,
    database: Any = None,
    width: Any = "1e-12",
    normalise: bool = False,
    term: Callable[[str, str], Any] | None = None,
) -> Certified:
    """The certified value of a quantity.

    Args:
        quantity: which.
        values: by the parameters' names, as callers give them (see `raw_value`).
        database: the alphabet sizes of a database's entries, for mechanisms and priors.
        width: the relative width asked for.
        normalise: divide each law by its sum.
        term: what a text that is no rational stands for, where a number is wanted.

    Raises:
        InputError: the input breaks a rule, or the value is undefined or not enclosed that
            narrowly.
        UnknownKeyError: no parameter is called so.
    """
    goal = relative_width(width)
    if not isinstance(normalise, bool):
        raise InputError(f"normalise is {normalise!r}; it is True or False")
    given, notes = given_values(quantity, _raw(quantity, values, database), normalise, term)
    for note in notes:
        LOGGER.warning("note: %s", note)

    def again(narrower: fmpq) -> Enclosure:
        return _enclosure(*enclosed(quantity, given, narrower))

    return Certified(again(goal), quantity.unit, again, notes)


def _raw(quantity: Quantity, values: Mapping[str, Any], database: Any) -> dict[str, Any]:
    parts = {part.name: part for part in quantity.parameters}
    for name in values:
        if name not in parts:
            raise UnknownKeyError(f"parameter of {quantity.name}", name, parts)
    raw: dict[str, Any] = {}
    if database is not None:
        if not on_database(quantity):
            raise InputError(f"{quantity.name} takes no mechanism, and so no database")
        if isinstance(database, str) or not hasattr(database, "__iter__"):
            raise InputError(f"database is {database!r}; it is a list of sizes such as (2, 2)")
        raw["database"] = [list(database)]
    for name, part in parts.items():
        if name not in values:
            if part.default is None:
                raise InputError(f"{quantity.name} lacks {name}, a {part.kind}")
            raw[name] = [[part.default]]
            continue
        raw[name], found = raw_value(part, values[name])
        if found is not None:
            raw.setdefault("database", [found])
    return raw


def on_database(quantity: Quantity) -> bool:
    """Whether the alphabets of a database's entries may be given."""
    return any(_of_database(part) for part in quantity.parameters)


def _of_database(part: Parameter) -> bool:
    return isinstance(part.var.of, sorts.MechanismSort | sorts.PriorSort)


def _enclosure(found: Any, way: str) -> Enclosure:
    if isinstance(found, fmpq):
        return Enclosure(found, found, way)
    if not found.is_finite():
        return Enclosure(found, found, way)
    # The ends are rounded to the precision in force, which must be that of the ball or more.
    with precision(_ENDS):
        low, high = found.lower(), found.upper()
    if low == high:
        return Enclosure(low, high, way)
    return Enclosure(_shortened(low, found, False), _shortened(high, found, True), way)


def _shortened(end: arb, ball: arb, up: bool) -> arb:
    """An end rounded outwards to some bits more than the ball's radius needs."""
    bits = min(max(64, ball.rel_accuracy_bits() + 32), _ENDS)
    with precision(bits):
        # A sum is rounded; its ball holds the end.
        near = arb(end) + 0
        return near.upper() if up else near.lower()


class FloatEnds(Sequence[Enclosure]):
    """Enclosures between floats, kept as two arrays.

    Attributes:
        low, high: the ends; the values at `apart` stand there, by their places, instead.
    """

    def __init__(self, low: Any, high: Any, apart: Mapping[int, Enclosure], way: str) -> None:
        self.low, self.high, self.apart, self._way = low, high, dict(apart), way

    def __len__(self) -> int:
        return len(self.low)

    @overload
    def __getitem__(self, index: int) -> Enclosure: ...

    @overload
    def __getitem__(self, index: slice) -> list[Enclosure]: ...

    def __getitem__(self, index: int | slice) -> Enclosure | list[Enclosure]:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        place = range(len(self))[index]
        if place in self.apart:
            return self.apart[place]
        ends = [fmpq(*float(end[place]).as_integer_ratio()) for end in (self.low, self.high)]
        return Enclosure(ends[0], ends[1], self._way)

    def floats(self, up: bool) -> Any:
        """The ends of one side, as an array."""
        made = (self.high if up else self.low).copy()
        for place, one in self.apart.items():
            told = Certified(one, "")
            made[place] = told.float_up if up else told.float_down
        return made


class Batch:
    """Certified values at many arguments, in their order.

    Attributes:
        unit: what they are counted in.
    """

    def __init__(
        self,
        enclosures: Sequence[Enclosure],
        unit: str,
        again: Callable[[int, fmpq], Enclosure] | None = None,
    ) -> None:
        self.enclosures, self.unit, self._again = enclosures, unit, again

    def __copy__(self) -> Batch:
        # It never changes.
        return self

    def __deepcopy__(self, memo: Any) -> Batch:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # As a single value's: how they are worked out again is lost.
        return Batch, (self.enclosures, self.unit)

    def __len__(self) -> int:
        return len(self.enclosures)

    @overload
    def __getitem__(self, index: int) -> Certified: ...

    @overload
    def __getitem__(self, index: slice) -> Batch: ...

    def __getitem__(self, index: int | slice) -> Certified | Batch:
        if isinstance(index, slice):
            return self._part(index)
        again = None
        if self._again is not None:
            again = functools.partial(self._again, index)
        return Certified(self.enclosures[index], self.unit, again)

    def _part(self, index: slice) -> Batch:
        places, again = range(len(self))[index], self._again
        if again is None:
            return Batch(self.enclosures[index], self.unit)
        return Batch(
            self.enclosures[index], self.unit, lambda place, width: again(places[place], width)
        )

    @property
    def float_down(self) -> Any:
        """Floats that are no larger than the values, the largest that are known to be, as an
        array."""
        import numpy as np

        if isinstance(self.enclosures, FloatEnds):
            return self.enclosures.floats(False)
        return np.array([self[index].float_down for index in range(len(self))])

    @property
    def float_up(self) -> Any:
        """Floats that are no less than the values, the least that are known to be, as an array."""
        import numpy as np

        if isinstance(self.enclosures, FloatEnds):
            return self.enclosures.floats(True)
        return np.array([self[index].float_up for index in range(len(self))])

    def _repr_html_(self) -> str:
        told = [self[index]._repr_latex_() for index in range(min(_SHOWN, len(self)))]
        rows = "".join(f"<tr><td>{place}</td><td>{one}</td></tr>" for place, one in enumerate(told))
        more = f"<p>and {len(self) - _SHOWN} more</p>" if len(self) > _SHOWN else ""
        return f"<table><tr><th></th><th>certified</th></tr>{rows}</table>{more}"

    def __repr__(self) -> str:
        shown = ", ".join(str(self[index]) for index in range(min(3, len(self))))
        more = ", …" if len(self) > 3 else ""
        return f"<{len(self)} certified values: {shown}{more}>"


__all__ = ["LOGGER", "Batch", "FloatEnds", "certify", "on_database"]
