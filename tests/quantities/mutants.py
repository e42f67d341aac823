"""Records whose flags say a little more than the true ones: each must be seen to be false."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from tests.quantities.corners import Outcome, example, instances, outcome, violation
from verified.syntax import sorts
from verified.syntax.formulas import substitute
from verified.syntax.quantity import ExtendedSort, Quantity
from verified.syntax.terms import Op, Var, free_variables


def outcomes(record: Quantity) -> list[Outcome]:
    """What the quantity is at its corners."""
    term = example(record)
    return [outcome(record, instance) for instance in instances(record, term)]


def violations(record: Quantity, found: list[Outcome]) -> list[str]:
    """Where the record is false."""
    return [told for one in found if (told := violation(record, one))]


def flags(record: Quantity) -> Iterator[tuple[str, Quantity]]:
    """The record with one of its flags strengthened: an end of the interval moved inwards or taken
    out, infinite values left out, a condition dropped, certain where it isn't."""
    values = record.values
    if values is not None and record.arguments:
        if not values.finite:
            yield "is finite", replace(record, values=replace(values, high_open=True))
        if not values.bounded_below:
            yield "is never −∞", replace(record, values=replace(values, low_open=True))
        width = fmpq(1)
        if values.low is not None and values.high is not None:
            width = values.high - values.low
        if values.low is not None:
            yield "low end moved", replace(
                record, values=replace(values, low=values.low + width / 10, low_open=False)
            )
            if not values.low_open:
                yield "low end open", replace(record, values=replace(values, low_open=True))
        if values.high is not None:
            yield "high end moved", replace(
                record, values=replace(values, high=values.high - width / 10, high_open=False)
            )
            if not values.high_open:
                yield "high end open", replace(record, values=replace(values, high_open=True))
    if callable(record.given):
        yield "conditions dropped", replace(record, given=())
    else:
        for part in record.given:
            others = tuple(other for other in record.given if other != part)
            yield f"without {part}", replace(record, given=others)
    if not record.certain:
        yield "certain", replace(record, certain=True)


def widened(record: Quantity) -> Iterator[tuple[str, Op]]:
    """Terms of the quantity with a number from outside of its declared interval."""
    term = example(record)
    for var in free_variables(term).values():
        match var.of:
            case ExtendedSort():
                wide: sorts.Sort = ExtendedSort()
            case sorts.RealSort(low, high, _, _) if low is not None or high is not None:
                wide = sorts.RealSort()
            case sorts.RealsSort(size, element) if element != sorts.RealSort():
                wide = sorts.RealsSort(size)
            case _:
                continue
        if wide != var.of:
            yield f"any {var.name}", substitute(term, {var.name: Var(var.name, wide)})


__all__ = ["flags", "outcomes", "violations", "widened"]
