"""Generic instances: none of a domain's ends, no zero, nothing equal by chance.

The search looks where claims break: at the ends of domains, at zeros, at equal laws, at tight
parameters. Generic instances are the opposite: sizes above the least, sets that are neither empty
nor everything, laws with full support, and numbers and laws from continuous distributions, which
miss whatever has no volume. They tell whether a condition leaves out more than a degenerate case,
and so do the instances near one that it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verified.attack.floating import FloatReading, satisfaction
from verified.attack.objective import ROUNDING, tight_value
from verified.attack.tighten import Tightening, plan, tightenings
from verified.instances.draw import Points, draw_structure
from verified.instances.intervals import ends
from verified.instances.layout import Layout
from verified.instances.sorts import Known, Structure, search
from verified.measures.readings import Env, Unreadable
from verified.syntax.formulas import Formula
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Var

Array = NDArray[Any]

# How many structures are drawn, points of each, and draws until a structure is generic.
STRUCTURES, POINTS, _DRAWS = 24, 32, 60
# Coordinates of reals: exponentials of what they stand for are neither infinite nor 1 in floats.
_RANGE = -12.0, 5.0
# Sizes and databases beyond these are no more generic, only slower.
_MOST_COORDINATES = 200


def generic_instances(
    variables: Sequence[Var], given: Sequence[Formula], seed: int = 0
) -> Iterator[tuple[Env, FloatReading, Array]]:
    """Batches of generic instances: the variables' values, a reading for them, and which of the
    instances meet the hypotheses, as an array (points,).

    A real variable that a hypothesis bounds is drawn beyond the bound, at random, in every second
    batch; where no instance meets the hypotheses so, it is the bound.
    """
    hypotheses = [normal(formula) for formula in given]
    rules = tightenings(given)
    rng = np.random.default_rng(seed)
    for number in range(STRUCTURES):
        layout = _layout(variables, given, rng)
        if layout is None:
            continue
        reading, points = FloatReading(keeping=True), _points(layout, rng)
        for beyond in ((None, True, False) if number % 2 else (True, False)):
            with np.errstate(all="ignore"):
                try:
                    env, met = _bounded(layout, points, rules, reading, beyond, rng)
                    for formula in hypotheses:
                        found = np.asarray(satisfaction(formula, env, reading), float)
                        met = met & np.broadcast_to(found >= -ROUNDING, met.shape)
                except (Unreadable, ClaimError):
                    break
            if met.any():
                yield env, reading, met
                break


def near_instances(
    variables: Sequence[Var], given: Sequence[Formula], moves: Mapping[str, Any], seed: int = 0
) -> Iterator[tuple[Env, FloatReading, Array]]:
    """As `generic_instances`, from everywhere near an instance, its sizes, symbols and sets kept.

    Nothing where one of these is an end of what it may be, or the instance has other parts than
    numbers, laws and channels.

    Args:
        moves: the instance as a certificate has it.
    """
    rng = np.random.default_rng(seed)
    structure: Structure = {}
    for var in variables:
        if "near" in search(var.of).without:
            return
        if search(var.of).discrete:
            structure[var.name] = _near(var, moves, np.zeros(POINTS), rng)
    known = Known(structure)
    if not all(_inside(var, known) for var in variables):
        return
    hypotheses = [normal(formula) for formula in given]
    for _ in range(STRUCTURES):
        reading, env = FloatReading(keeping=True), dict(structure)
        scale = 10.0 ** rng.uniform(-4.0, -1.0, POINTS)
        for var in variables:
            if var.name not in structure:
                env[var.name] = _near(var, moves, scale, rng)
        met: Array = np.ones(POINTS, dtype=bool)
        with np.errstate(all="ignore"):
            try:
                for formula in hypotheses:
                    found = np.asarray(satisfaction(formula, env, reading), float)
                    met = met & np.broadcast_to(found >= 0, met.shape)
            except (Unreadable, ClaimError):
                return
        if met.any():
            yield env, reading, met


def _near(
    var: Var, moves: Mapping[str, Any], scale: Array, rng: np.random.Generator
) -> Any:
    return search(var.of).near(var.of, moves[var.name], scale, rng)


def _layout(
    variables: Sequence[Var], given: Sequence[Formula], rng: np.random.Generator
) -> Layout | None:
    """A layout of a generic structure."""
    for _ in range(_DRAWS):
        try:
            structure = draw_structure(variables, rng)
            known = Known(structure)
            if all(_inside(var, known) for var in variables):
                layout = Layout(variables, given, structure)
                if layout.coordinates <= _MOST_COORDINATES:
                    return layout
        except (Unreadable, IndexError, ValueError):
            # A structure that the sorts don't fit, as a symbol of an alphabet without symbols.
            continue
    return None


def _inside(var: Var, known: Known) -> bool:
    """Whether the discrete value of a variable is no end of what it may be."""
    value = known.structure.get(var.name)
    return value is None or search(var.of).is_generic(var.of, value, known)


def _points(layout: Layout, rng: np.random.Generator) -> Points:
    """Laws that are flat on their simplices, reals from everywhere in their domains, at several
    scales."""
    blocks = [(POINTS, block.rows, block.size) for block in layout.blocks]
    spread = rng.uniform(0.5, 5.0, POINTS)
    return Points(
        [np.zeros((POINTS, 1, size)) for _, _, size in blocks],
        [np.log(rng.standard_exponential(shape) + 1e-300) for shape in blocks],
        [np.ones(shape, dtype=bool) for shape in blocks],
        np.zeros(POINTS),
        [np.clip(spread * rng.standard_normal(POINTS), *_RANGE) for _ in layout.reals],
        [np.full(POINTS, np.nan) for _ in layout.reals],
    )


def _bounded(
    layout: Layout, points: Points, rules: Sequence[Tightening], reading: FloatReading,
    beyond: bool | None, rng: np.random.Generator,
) -> tuple[dict[str, Any], Array]:
    """The values of the variables, and which of them lie in their domains.

    Args:
        beyond: set the reals that hypotheses bound to a random value beyond the bound, or (False)
            to the bound itself; None leaves them as they were drawn.
    """
    env = layout.values(points.laws(), points.numbers(layout.reals))
    met: Array = np.ones(POINTS, dtype=bool)
    if beyond is None:
        return env, met
    domains = {slot.name: slot.domain for slot in layout.reals}
    names = sorted({(rule.name, rule.side) for rule in rules})
    chosen = dict(rng.permutation(names).tolist()) if names else {}
    for group in plan(rules, list(chosen.items())):
        name, domain = group[0].name, domains[group[0].name]
        shape = np.shape(env[name])
        bound = np.broadcast_to(tight_value(group, env, reading, shape[1:]), shape)
        low, high = ends(domain)
        if beyond:
            bound = np.clip(bound, low, high)
            bound = _past(bound, high if group[0].side == "least" else low, rng)
        env[name] = bound
        ok = np.isfinite(bound) & (bound >= low) & (bound <= high)
        met &= ok.reshape(POINTS, -1).all(axis=-1)
    return env, met


def _past(bound: Array, end: float, rng: np.random.Generator) -> Array:
    """A random number between a bound and an end of the domain, which may be infinite: near the
    bound or far from it, as what another bound leaves out may be a small part."""
    share = 10.0 ** rng.uniform(-5.0, 0.0, bound.shape)
    if np.isfinite(end):
        return np.asarray(bound + (end - bound) * 0.98 * share)
    far = (1e-3 + np.abs(bound)) * share * np.exp(rng.standard_normal(bound.shape))
    return np.asarray(bound + np.sign(end) * far)


__all__ = ["POINTS", "STRUCTURES", "generic_instances", "near_instances"]
