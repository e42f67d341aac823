"""Gaussian mixtures on the real line: how they are searched for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from verified.instances.intervals import moved
from verified.instances.sorts.base import (
    CONTINUOUS,
    Array,
    Built,
    Generator,
    Say,
    Search,
    searches,
)
from verified.instances.sorts.numbers import near_numbers
from verified.instances.sorts.pmf import near_laws
from verified.measures.continuous import LawValue
from verified.numbers.line import GAUSSIAN, Part
from verified.syntax.formulas import Formula
from verified.syntax.sorts import MixtureSort
from verified.syntax.sorts.mixture import MEANS, VARIANCES
from verified.syntax.terms import Var, free_variables

if TYPE_CHECKING:
    from verified.instances.draw import Points
    from verified.instances.layout import Layout


def _law(weights: Any, means: Sequence[Any], variances: Sequence[Any]) -> LawValue:
    """The mixture of weights (…, components) and lists of numbers (…)."""
    by_component = np.moveaxis(weights, -1, 0)
    listed = zip(by_component, means, variances, strict=True)
    return LawValue(tuple(Part(w, GAUSSIAN, m, v) for w, m, v in listed))


@searches(MixtureSort)
class MixtureSearch(Search[MixtureSort]):
    """A mixture is a block of one row, its weights, and two tuples of reals."""

    without = (*CONTINUOUS, "hypotheses", "relating", "within", "wider")

    def stretched(self, sort: MixtureSort) -> tuple[set[str], set[str]]:
        # Every component adds three coordinates, and integrals take their time: rather few.
        return set(free_variables(sort.components)), set()

    def lay(self, var: Var, sort: MixtureSort, layout: Layout, given: Sequence[Formula]) -> Any:
        count = layout.size(sort.components)
        layout.block(1, count)
        for part, domain in (("means", MEANS), ("variances", VARIANCES)):
            for index in range(count):
                layout.real(index, domain, part)

    def build(self, var: Var, sort: MixtureSort, of: Built) -> LawValue:
        count = len(of.reals) // 2
        return _law(of.laws[0][..., 0, :], of.reals[:count], of.reals[count:])

    def in_balls(self, value: Any) -> LawValue:
        law: LawValue = value
        return law

    def move(self, value: Any) -> dict[str, list[str]]:
        return {
            "weights": [str(part.weight) for part in value.parts],
            "means": [str(part.location) for part in value.parts],
            "variances": [str(part.spread) for part in value.parts],
        }

    def shown(self, move: Any, say: Say) -> str:
        parts = zip(move["weights"], move["means"], move["variances"], strict=True)
        return " + ".join(
            f"{'' if weight == '1' else f'{say(weight)} '}N({say(mean)}, {say(variance)})"
            for weight, mean, variance in parts if weight != "0"
        )

    def near(self, sort: MixtureSort, move: Any, scale: Array, rng: Generator) -> LawValue:
        weights = near_laws(move["weights"], scale, rng)
        means, variances = (
            moved(near_numbers(move[name]), domain, scale[:, None], rng).T
            for name, domain in (("means", MEANS), ("variances", VARIANCES))
        )
        return _law(weights, list(means), list(variances))

    def relate(
        self, variables: Sequence[Var], layout: Layout, points: Points, rng: Generator
    ) -> None:
        """Most mixtures have components that overlap. In some instances a mixture's components have
        one variance, or one mean; mixtures of as many components are equal or near each other, at
        every scale; numbers are 0 and 1."""
        batch = len(points.scales)
        overlapping = rng.random(batch) < 0.75
        spread = np.exp(rng.uniform(np.log(0.3), np.log(10.0), batch))
        alike = rng.random(batch) < 0.45
        scale = np.where(rng.random(batch) < 0.15, 0.0, 10.0 ** rng.uniform(-6.0, 0.0, batch))
        first = layout.slots(variables[0])
        for var in variables:
            slots = layout.slots(var)
            count = len(slots) // 2
            # The coordinate of a variance is its logarithm.
            for part, size, chance, special in (
                (slots[:count], spread, 0.08, 0.0), (slots[count:], np.ones(batch), 0.3, 1.0)
            ):
                one = rng.random(batch) < chance
                for place in part:
                    drawn = np.where(
                        overlapping, size * rng.standard_normal(batch), points.reals[place]
                    )
                    points.reals[place] = np.where(one & (place > part[0]), points.reals[part[0]],
                                                   drawn)
                    held = rng.random(batch) < 0.06
                    points.fixed[place] = np.where(held, special, points.fixed[place])
            if slots != first and len(slots) == len(first):
                for own, other in zip(slots, first, strict=True):
                    near = points.reals[other] + scale * rng.standard_normal(batch)
                    points.reals[own] = np.where(alike, near, points.reals[own])
                    points.fixed[own] = np.where(alike, points.fixed[other], points.fixed[own])
