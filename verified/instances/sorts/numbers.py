"""Real numbers in an interval, tuples of them, and whole numbers: how they are searched for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq

from verified.instances.hypotheses import CEILINGS, FLOORS, Hypotheses, Hypothesis, plain
from verified.instances.intervals import as_float, moved
from verified.instances.sorts.base import (
    CONTINUOUS,
    Array,
    Built,
    Cut,
    Discrete,
    Generator,
    Known,
    Offer,
    Say,
    Search,
    Table,
    searches,
)
from verified.syntax.formulas import Formula, Quantified, negation
from verified.syntax.serial import read_rational
from verified.syntax.sorts import RealSort, RealsSort, SizeSort, SymbolSort
from verified.syntax.terms import Op, Symbol, Term, Var, equals, free_variables, number

if TYPE_CHECKING:
    from verified.instances.layout import Layout

# The chances of 0, 1, 2, … more than the least size; larger sizes follow log-uniformly.
_STEPS = (0.12, 0.36, 0.22, 0.12, 0.08)
# The same for numbers of coordinates, where the work grows with the power of them.
_STRETCHING_STEPS = (0.31, 0.31, 0.31)
_LARGEST_STEP = 12
# How often one of several large alphabets has as many symbols as the others.
_ALIKE = 0.8
# Sizes beyond so many more than the least show no more, and are only slower.
_MOST_STEPS = 3


def near_numbers(move: Any) -> Array:
    """Rationals in nested lists as floats."""
    if isinstance(move, list):
        return np.array([near_numbers(part) for part in move])
    return np.array(as_float(read_rational(move)))


def ends_as_formulas(value: Term, domain: RealSort) -> list[Formula]:
    """What says that a number lies in an interval."""
    found: list[Formula] = []
    if domain.low is not None:
        low = number(domain.low)
        found.append(value > low if domain.low_open else value >= low)
    if domain.high is not None:
        high = number(domain.high)
        found.append(value < high if domain.high_open else value <= high)
    return found


@searches(RealSort)
class RealSearch(Search[RealSort]):
    """A real number is one coordinate."""

    without = CONTINUOUS

    def lay(self, var: Var, sort: RealSort, layout: Layout, given: Sequence[Formula]) -> None:
        layout.real(None, sort)

    def stretched(self, sort: RealSort) -> tuple[set[str], set[str]]:
        return set(), set()

    def build(self, var: Var, sort: RealSort, of: Built) -> Any:
        return of.reals[0]

    def in_balls(self, value: Any) -> Any:
        return value

    def move(self, value: Any) -> str:
        return str(value)

    def shown(self, move: Any, say: Say) -> str:
        return say(move)

    def near(self, sort: RealSort, move: Any, scale: Array, rng: Generator) -> Array:
        return moved(near_numbers(move), sort, scale, rng)

    def hypotheses(self, var: Var, sort: RealSort) -> Hypotheses:
        if sort.low is not None and not sort.low_open:
            yield plain(f"{var} > {sort.low}", var > number(sort.low))
        if sort.high is not None and not sort.high_open:
            yield plain(f"{var} < {sort.high}", var < number(sort.high))
        if sort.contains(fmpq(0)) and sort.low != 0 and sort.high != 0:
            yield plain(f"{var} isn't 0", negation(equals(var, 0)))
            yield plain(f"{var} >= 0", var >= 0)
            yield plain(f"{var} <= 0", var <= 0)
        for bound in CEILINGS:
            if sort.contains(bound) and bound != sort.high:
                yield Hypothesis(f"ceiling of {var}", f"{var} <= {bound}", var <= number(bound))
        for bound in FLOORS:
            if sort.contains(bound) and bound != sort.low:
                yield Hypothesis(f"floor of {var}", f"{var} >= {bound}", var >= number(bound))

    def relating(self, one: Var, two: Var) -> Hypotheses:
        """Equal parameters, and parameters in one order."""
        yield plain(f"{one} = {two}", equals(one, two))
        yield plain(f"{one} <= {two}", one <= two)
        yield plain(f"{two} <= {one}", two <= one)

    def within(self, var: Var, narrow: RealSort, wide: RealSort) -> list[Formula]:
        return ends_as_formulas(var, narrow)

    def wider(self, sort: RealSort) -> Iterator[RealSort]:
        low, high = sort.low, sort.high
        if sort.low_open and low is not None:
            yield RealSort(low, high, False, sort.high_open)
        if low is not None or high is not None:
            yield RealSort()


@searches(RealsSort)
class RealsSearch(Table[RealsSort]):
    """A tuple of real numbers has a coordinate for each."""

    without = (*CONTINUOUS, "hypotheses", "relating", "wider")

    def stretched(self, sort: RealsSort) -> tuple[set[str], set[str]]:
        match sort.size:
            case Op("mul", parts):
                factors = {part.name for part in parts if isinstance(part, Var)}
                others = (part for part in parts if not isinstance(part, Var))
                return factors, {name for part in others for name in free_variables(part)}
        return super().stretched(sort)

    def lay(self, var: Var, sort: RealsSort, layout: Layout, given: Sequence[Formula]) -> None:
        for index in range(layout.size(sort.size)):
            layout.real(index, sort.element)

    def build(self, var: Var, sort: RealsSort, of: Built) -> Array:
        return np.stack(of.reals, axis=-1) if of.reals else np.zeros((*of.batch, 0))

    def near(self, sort: RealsSort, move: Any, scale: Array, rng: Generator) -> Array:
        return moved(near_numbers(move), sort.element, scale[:, None], rng)

    def within(
        self, var: Var, narrow: RealsSort, wide: RealsSort
    ) -> list[Formula]:
        index = Symbol(f"{var.name}_index", wide.size)
        return [
            Quantified("forall", index, None, part)
            for part in ends_as_formulas(var[index], narrow.element)
        ]


@searches(SizeSort)
class SizeSearch(Discrete[SizeSort]):
    """A size is drawn first; what it counts is laid out by it."""

    without = "cut", "fits", "relating"

    def draw(self, var: Var, sort: SizeSort, known: Known, rng: Generator) -> int:
        stretching = var.name in known.stretches
        if known.large is not None and not stretching:
            own = rng.uniform(math.log(known.large / 2), math.log(known.large))
            value = known.large if rng.random() < _ALIKE else round(math.exp(own))
            value = max(value, sort.low)
            return value if sort.high is None else min(value, sort.high)
        steps = _STRETCHING_STEPS if stretching else _STEPS
        largest = len(steps)
        step = int(rng.choice(largest + 1, p=[*steps, 1 - sum(steps)]))
        if step == largest:
            step = round(math.exp(rng.uniform(math.log(largest), math.log(_LARGEST_STEP))))
        value = sort.low + step
        return value if sort.high is None else min(value, sort.high)

    def offer(self, var: Var, sort: SizeSort, known: Known, by: Offer) -> int:
        return int(by.draw(by.st.integers(sort.low, self._ahead(sort))))

    def _ahead(self, sort: SizeSort) -> int:
        most = sort.low + _MOST_STEPS
        return most if sort.high is None else min(sort.high, most)

    def restore(self, plain: Any) -> Any:
        return plain

    def stretched(self, sort: SizeSort) -> tuple[set[str], set[str]]:
        return set(), set()

    def move(self, value: Any) -> int:
        return int(value)

    def smaller(self, var: Var, sort: SizeSort, layout: Layout) -> Iterator[Cut]:
        value = layout.structure[var.name]
        if value <= sort.low:
            return
        going = list(reversed(range(value)))
        if value > 6:
            # Of many symbols the last goes that nobody speaks of.
            spoken = {
                layout.structure.get(other.name) for other in layout.variables
                if isinstance(other.of, SymbolSort) and other.of.size == var
            }
            going = [drop for drop in going if drop not in spoken][:1]
        for drop in going:
            yield Cut(var, value - 1, drop=drop)

    def doubled(self, sort: SizeSort, value: Any) -> Iterator[Any]:
        if value == 1 and (sort.high is None or sort.high > 1):
            yield 2

    def is_generic(self, sort: SizeSort, value: Any, known: Known) -> bool:
        return sort.low == sort.high or sort.low < value <= self._ahead(sort)

    def near(self, sort: SizeSort, move: Any, scale: Array, rng: Generator) -> Any:
        return move

    def hypotheses(self, var: Var, sort: SizeSort) -> Hypotheses:
        for least in (sort.low + 1, sort.low + 2):
            yield Hypothesis(f"least {var}", f"{var} >= {least}", var >= least)
        for only in (sort.low, sort.low + 1):
            yield plain(f"{var} = {only}", equals(var, only))

    def within(self, var: Var, narrow: SizeSort, wide: SizeSort) -> list[Formula]:
        return [var >= narrow.low, *([] if narrow.high is None else [var <= narrow.high])]

    def wider(self, sort: SizeSort) -> Iterator[SizeSort]:
        if sort.low > 1 or sort.high is not None:
            yield SizeSort(1, None)
