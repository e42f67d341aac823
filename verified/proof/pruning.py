"""Steps that a proof can do without: left out, what used them holds by the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verified.errors import InputError
from verified.kernel.proof import Part, check_steps, concluded
from verified.kernel.theorem import Library, Theorem, check_step

Steps = Sequence[Mapping[str, Any]]


def holds_without(
    part: Part, steps: Steps, theorems: Sequence[Theorem], place: int, library: Library
) -> bool:
    """Whether a proof still holds when a step is left out; what used it has its other premises.

    Args:
        steps: with "rule", "formula", "from" (earlier steps) and "data".
        theorems: what they show.
    """
    found: list[Theorem | None] = list(theorems)
    found[place] = None
    changed = {place}
    for number in range(place + 1, len(steps)):
        if not changed.isdisjoint(steps[number]["from"]):
            changed.add(number)
            found[number] = _without(steps[number], found, library)
    del found[place]
    if not found or found[-1] is None:
        return False
    try:
        concluded(part.statement, found[-1])
    except InputError:
        return False
    return True


def _without(
    step: Mapping[str, Any], theorems: Sequence[Theorem | None], library: Library
) -> Theorem | None:
    """The step's theorem by those of its premises that are left; None if they don't do."""
    left = [theorem for used in step["from"] if (theorem := theorems[used]) is not None]
    try:
        return check_step(step["rule"], step["formula"], left, step["data"], library)
    except InputError:
        return None


def pruned(
    part: Part, steps: Sequence[dict[str, Any]], theorems: Sequence[Theorem], library: Library
) -> tuple[list[dict[str, Any]], list[int]]:
    """The steps without those that no other needs, and the places that they had.

    From the last step backwards: one is left out if all that use it hold by their other premises.
    """
    kept = {place: {**step, "from": list(step["from"])} for place, step in enumerate(steps)}
    for place in range(len(steps) - 2, -1, -1):
        users = [step for step in kept.values() if place in step["from"]]
        known = [None if number == place else theorem for number, theorem in enumerate(theorems)]
        if all(_without(step, known, library) is not None for step in users):
            del kept[place]
            for step in users:
                step["from"] = [used for used in step["from"] if used != place]
    places = {old: new for new, old in enumerate(kept)}
    left = [{**step, "from": [places[used] for used in step["from"]]} for step in kept.values()]
    try:
        check_steps(part, left, library)
    except InputError:
        # Each can be left out, not all of them: the proof stays as it is.
        return [dict(step) for step in steps], list(range(len(steps)))
    return left, list(kept)


__all__ = ["holds_without", "pruned"]
