"""Factorisations: joint laws that meet independence and Markov constraints by construction.

A random joint law meets no conditional independence. So the constraints that a claim puts on a
joint law are turned into a directed graph over its variables, as rich as they allow, and the law
is drawn factor by factor: then it meets them exactly, in floats and in rationals.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verified.syntax.formulas import And, Formula, Predicate, Relation
from verified.syntax.terms import Number, Op, Var

Axes = frozenset[int]
Constraint = tuple[Axes, Axes, Axes]  # (first, second, given)


@dataclass(frozen=True)
class Factorisation:
    """An order of a joint law's variables, and each one's parents, all earlier in the order."""

    order: tuple[int, ...]
    parents: tuple[tuple[int, ...], ...]


def constraints_on(joint: Var, names: Sequence[str], given: Iterable[Formula]) -> list[Constraint]:
    """The conditional independences that the hypotheses put on a joint law."""

    def axes(group: str) -> Axes:
        return frozenset(names.index(name) for name in group.split(",") if name)

    found: list[Constraint] = []
    for formula in given:
        match formula:
            case And(parts):
                found += constraints_on(joint, names, parts)
            case Predicate("independent", (Var(name),), (a, b)) if name == joint.name:
                found.append((axes(a), axes(b), frozenset()))
            case Predicate("markov", (Var(name),), (a, b, c)) if name == joint.name:
                found.append((axes(a), axes(c), axes(b)))
            case Relation(
                "=" | "<=", Op("joint_information", (Var(name),), _, (a, b, c)), Number(bound)
            ) if name == joint.name and bound == 0:
                found.append((axes(a), axes(b), axes(c)))
    return found


@lru_cache(maxsize=256)
def factorisation(count: int, constraints: tuple[Constraint, ...]) -> Factorisation:
    """The richest factorisation of `count` variables that implies the constraints."""
    complete = [(order, _all_earlier(order)) for order in itertools.permutations(range(count))]
    if not constraints:
        return Factorisation(*complete[0])
    best: tuple[int, Factorisation] | None = None
    for order, earlier in complete:
        for parents in _parent_sets(earlier):
            edges = sum(map(len, parents))
            if best is not None and edges <= best[0]:
                continue
            graph = dict(zip(order, parents, strict=True))
            if all(separated(graph, *constraint) for constraint in constraints):
                best = edges, Factorisation(order, parents)
    assert best is not None  # the graph without edges separates everything
    return best[1]


def _all_earlier(order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(order[:place]) for place in range(len(order)))


def _parent_sets(earlier: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    choices = [
        [
            chosen
            for size in range(len(part), -1, -1)
            for chosen in itertools.combinations(part, size)
        ]
        for part in earlier
    ]
    return itertools.product(*choices)


def separated(graph: dict[int, tuple[int, ...]], first: Axes, second: Axes, given: Axes) -> bool:
    """Whether `given` d-separates two groups: by separation in the moral graph of the ancestors."""
    relevant = set(first | second | given)
    queue = list(relevant)
    while queue:
        for parent in graph[queue.pop()]:
            if parent not in relevant:
                relevant.add(parent)
                queue.append(parent)
    near: dict[int, set[int]] = {node: set() for node in relevant}
    for node in relevant:
        family = (node, *graph[node])
        for one, two in itertools.combinations(family, 2):
            near[one].add(two)
            near[two].add(one)
    reached = set(first)
    queue = list(first)
    while queue:
        for node in near[queue.pop()] - given:
            if node not in reached:
                reached.add(node)
                queue.append(node)
    return not reached & second
