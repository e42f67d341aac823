"""Points that the hypotheses leave out, moved to the edge of what these allow.

A hypothesis that sets no variable, as that likelihood ratios are at most 2, that a divergence is at
most a tenth, or a bound for all orders, leaves out most instances that are drawn. Some that meet it
are often at hand, though: equal laws, channels that tell nothing, another draw; or a few random
turns find one. The way from such an instance to the one that was drawn leaves the hypotheses
somewhere, and there they are tight, as where a variable is set to the least value that they allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.attack.objective import Objective
from verified.instances.draw import Points
from verified.instances.intervals import from_real
from verified.instances.layout import Layout

Array = NDArray[np.float64]

# How many points of a batch are moved, how often what is left out is moved to come nearer to the
# hypotheses, and how often the way from where these hold to a point is halved.
MOST_MOVED, _TURNS, _HALVINGS = 16, 8, 10
# How far a turn goes along the way to another instance, and how far logarithms of masses are moved,
# as decimal logarithms; how many of the turns do the latter.
_SHARES, _STEPS, _JOLTED = (-3.0, 0.0), (-2.0, 0.7), 0.4


def moved_within(
    objective: Objective, points: Points, feasible: NDArray[np.bool_], rng: np.random.Generator
) -> Points | None:
    """Some of the points that aren't feasible, each moved from an instance that is towards it for
    as long as the hypotheses hold; None where no such instance is found."""
    outside = rng.permutation(np.flatnonzero(~feasible))[:MOST_MOVED]
    if not len(outside):
        return None
    layout, far = objective.layout, points.part(outside)
    start, slack = far, objective.slack(far)
    for near in _proposed(points, feasible, far, rng):
        start, slack = _better(objective, start, slack, near)
        if (slack >= 0).all():
            break
    for _ in range(_TURNS):
        if (slack >= 0).all():
            break
        start, slack = _better(objective, start, slack, _turned(layout, points, start, rng))
    kept = np.flatnonzero(slack >= 0)
    if not len(kept):
        return None
    start, far = start.part(kept), far.part(kept)
    low, high = np.zeros(len(kept)), np.ones(len(kept))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        inside = objective.slack(_between(layout, start, far, middle)) >= 0
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    # Where no part of the way is inside, as from a law that leaves a symbol out, there is no edge.
    led = np.flatnonzero(low > 0)
    if not len(led):
        return None
    return _between(layout, start.part(led), far.part(led), low[led])


def _proposed(
    points: Points, feasible: NDArray[np.bool_], far: Points, rng: np.random.Generator
) -> Iterator[Points]:
    """Instances that may meet the hypotheses, one for each of the far ones: others that were drawn,
    the same with all laws alike, with channels that tell nothing, with uniform laws."""
    count = len(far.scales)
    others = np.flatnonzero(feasible)
    if len(others):
        yield points.part(rng.choice(others, count))
    laws = far.laws()
    if not laws:
        return
    firsts: dict[int, Array] = {}
    for law in laws:
        firsts.setdefault(law.shape[2], law[:, :1])
    yield _with_laws(far, [np.broadcast_to(firsts[law.shape[2]], law.shape) for law in laws])
    yield _with_laws(far, [np.broadcast_to(law[:, :1], law.shape) for law in laws])
    yield _with_laws(far, [np.full(law.shape, 1 / law.shape[2]) for law in laws])


def _turned(layout: Layout, points: Points, start: Points, rng: np.random.Generator) -> Points:
    """The points a part of the way to others of the batch, or with other masses near theirs."""
    count = len(start.scales)
    if rng.random() > _JOLTED:
        others = points.part(rng.integers(len(points.scales), size=count))
        return _between(layout, start, others, 10.0 ** rng.uniform(*_SHARES, count))
    steps = 10.0 ** rng.uniform(*_STEPS, (count, 1, 1))

    def jolted(law: Array) -> Array:
        moved = rng.random((count, 1, law.shape[2])) < 0.5
        factor = np.exp(steps * rng.standard_normal(law.shape) * moved)
        weights = law * factor
        return np.asarray(weights / weights.sum(axis=-1, keepdims=True))

    numbers = [
        value + steps[:, 0, 0] * rng.standard_normal(count) for value in start.reals
    ]
    return replace(_with_laws(start, [jolted(law) for law in start.laws()]), reals=numbers)


def _better(
    objective: Objective, start: Points, slack: Array, other: Points
) -> tuple[Points, Array]:
    """Of two batches of points those that are nearer to the hypotheses, and how near."""
    found = objective.slack(other)
    nearer = found > slack
    return _chosen(nearer, other, start), np.where(nearer, found, slack)


def _chosen(chosen: NDArray[np.bool_], one: Points, other: Points) -> Points:
    """One point where that is chosen, the other elsewhere."""

    def pick(first: Any, second: Any) -> Any:
        if isinstance(first, list):
            return [pick(*pair) for pair in zip(first, second, strict=True)]
        return np.where(chosen.reshape(-1, *(1,) * (first.ndim - 1)), first, second)

    return Points(*map(pick, vars(one).values(), vars(other).values()))


def _between(layout: Layout, near: Points, far: Points, share: Array) -> Points:
    """The points so far along the way from near to far ones: mixtures of their laws, and numbers
    between theirs."""
    part = share[:, None, None]
    laws = [
        (1 - part) * one + part * other
        for one, other in zip(near.laws(), far.laws(), strict=True)
    ]
    made = _with_laws(near, laws)
    numbers = [
        (1 - share) * one + share * other
        for one, other in zip(near.numbers(layout.reals), far.numbers(layout.reals), strict=True)
    ]
    places = [
        from_real(number, slot.domain)
        for number, slot in zip(numbers, layout.reals, strict=True)
    ]
    free = [
        np.isfinite(place) & np.isnan(held)
        for place, held in zip(places, near.fixed, strict=True)
    ]
    return replace(
        made,
        reals=[np.where(ok, place, 0.0) for ok, place in zip(free, places, strict=True)],
        fixed=[np.where(ok, np.nan, number) for ok, number in zip(free, numbers, strict=True)],
    )


def _with_laws(points: Points, laws: list[Array]) -> Points:
    """The points with other laws."""
    return replace(
        points,
        bases=[np.zeros((len(law), 1, law.shape[2])) for law in laws],
        shifts=[np.log(np.where(law > 0, law, 1.0)) for law in laws],
        masks=[law > 0 for law in laws],
        scales=np.zeros(len(points.scales)),
    )


__all__ = ["MOST_MOVED", "moved_within"]
