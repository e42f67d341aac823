"""Smaller forms of what was found: fewer steps and premises, smaller formulas, a smaller instance.

Each change is made in all steps at once; it stays if the checker still accepts every step and the
theorem is still false somewhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bench.fuzz.draws import Instance
from bench.fuzz.judging import Judge
from bench.fuzz.steps import Attempt, Derived, Refused, lines
from bench.fuzz.stored import Node, everywhere, exchanged, variables_in
from bench.fuzz.trees import parts, places, size_of, with_part
from verified.kernel.theorem import Function, Library
from verified.syntax.formulas import And, Formula, Or
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError, RealSort, SizeSort, SymbolSort
from verified.syntax.terms import Number, Term, Var, free_variables, is_arithmetic, number

Check = Callable[[Attempt, Library], Derived]
MOST_CHECKS = 600
INSTANCES = 24


@dataclass
class Shrunk:
    """A false theorem with the steps that make it, and where it is false."""

    derived: Derived
    instance: Instance
    nodes: list[Node]


def nodes_of(derived: Derived) -> list[Node]:
    """The steps behind a theorem, premises by place."""
    every = lines([derived.attempt])
    where = {id(attempt): place for place, attempt in enumerate(every)}
    return [
        Node(one.rule, one.formula, [where[id(p.attempt)] for p in one.premises], dict(one.data))
        for one in every
    ]


def remade(nodes: Sequence[Node], library: Library, check: Check) -> Derived | None:
    """The theorem that the steps make; None if one of them isn't accepted."""
    found: list[Derived] = []
    for node in nodes:
        premises = tuple(found[place] for place in node.premises)
        try:
            found.append(check(Attempt(node.rule, node.formula, premises, node.data), library))
        except Refused:
            return None
    return found[-1]


class Shrinker:
    """Makes one finding smaller."""

    def __init__(self, library: Library, check: Check, seed: int = 0) -> None:
        self.library, self.check = library, check
        self.chance = random.Random(seed)
        self.checks = 0

    def shrink(self, derived: Derived, instance: Instance) -> Shrunk:
        """The smallest form that greedy changes lead to."""
        best = Shrunk(derived, instance, nodes_of(derived))
        going = True
        while going and self.checks < MOST_CHECKS:
            going = False
            for nodes in self.smaller(best.nodes):
                self.checks += 1
                if self.checks >= MOST_CHECKS:
                    break
                found = self.tried(nodes, best.instance)
                if found is not None:
                    best, going = found, True
                    break
        return Shrunk(best.derived, self.simplest(best), best.nodes)

    def tried(self, nodes: list[Node], instance: Instance) -> Shrunk | None:
        """The steps, if they still make something false."""
        kept = pruned(nodes)
        made = remade(kept, self.library, self.check)
        if made is None:
            return None
        where = self.false_at(made, instance)
        return None if where is None else Shrunk(made, where, kept)

    def false_at(self, derived: Derived, instance: Instance | None) -> Instance | None:
        """An instance at which the theorem is false: the known one if it still is."""
        theorem = derived.theorem
        needed: dict[str, Var] = {}
        for part in (*theorem.hypotheses.values(), theorem.conclusion, *derived.resting):
            for name, var in free_variables(part).items():
                if needed.setdefault(name, var) != var:
                    return None
        judge = Judge(random.Random(self.chance.random()), list(needed.values()))
        if instance is not None:
            kept = Instance()
            for name, var in needed.items():
                if name in instance.moves and kept.has(
                        [n for n in free_variables(var) if n != name]):
                    try:
                        judge.draws.put(var, instance.moves[name], kept)
                    except (ValueError, ArithmeticError, LookupError, TypeError):
                        break
            whole = judge.draws.instance(judge.variables, kept)
            if whole.has(needed) and self._is_false(judge, derived, whole):
                return whole
        return judge.verdict(theorem, INSTANCES).instance

    @staticmethod
    def _is_false(judge: Judge, derived: Derived, instance: Instance) -> bool:
        held = all(judge.holds(part, instance.env) is True
                   for part in derived.theorem.hypotheses.values())
        return held and judge.concluded(derived.theorem.conclusion, instance, None) is False

    # --- smaller steps ----------------------------------------------------------------------------

    def smaller(self, nodes: list[Node]) -> Iterator[list[Node]]:
        """Cones that are a little smaller, the boldest first."""
        yield from self.fewer_steps(nodes)
        yield from self.fewer_premises(nodes)
        yield from self.simpler_variables(nodes)
        yield from self.simpler_terms(nodes)

    @staticmethod
    def fewer_steps(nodes: list[Node]) -> Iterator[list[Node]]:
        last = len(nodes) - 1
        for place in range(last - 1, -1, -1):
            if nodes[place].rule != "assume":
                new = Node("assume", nodes[place].formula, [])
                yield [new if n == place else node for n, node in enumerate(nodes)]
        # The theorem may be false before its last steps.
        for place in range(last):
            if nodes[place].rule != "assume":
                yield nodes[: place + 1]

    @staticmethod
    def fewer_premises(nodes: list[Node]) -> Iterator[list[Node]]:
        for place, node in enumerate(nodes):
            for gone in range(len(node.premises)):
                kept = [*node.premises[:gone], *node.premises[gone + 1:]]
                new = replace(node, premises=kept)
                yield [new if n == place else other for n, other in enumerate(nodes)]

    def simpler_variables(self, nodes: list[Node]) -> Iterator[list[Node]]:
        """Variables replaced by numbers, or by others of their sort."""
        used = variables_in(nodes)
        for var in used:
            values: list[Term] = []
            if isinstance(var.of, RealSort | SizeSort | SymbolSort):
                values += [number(0), number(1)]
            values += [other for other in used if other.of == var.of and other.name < var.name]
            for value in values:
                try:
                    yield everywhere(nodes, {var.name: value})
                except ClaimError:
                    continue

    def simpler_terms(self, nodes: list[Node]) -> Iterator[list[Node]]:
        """A term that occurs replaced in every step by a number, or by a part of it."""
        seen: dict[str, Any] = {}
        for node in reversed(nodes):
            trees: list[Any] = [node.formula]
            trees += _terms(node.data)
            for tree in trees:
                for _, part, _ in places(tree):
                    if size_of(part) > 1:
                        seen.setdefault(str(part), part)
        for part in sorted(seen.values(), key=size_of, reverse=True):
            for new in _simpler(part):
                try:
                    yield [_with(node, part, new) for node in nodes]
                except (ClaimError, IndexError, TypeError):
                    continue

    # --- the instance -----------------------------------------------------------------------------

    def simplest(self, found: Shrunk) -> Instance:
        """Of some instances at which the theorem is false, the one with the shortest moves."""
        best = found.instance
        for _ in range(20):
            other = self.false_at(found.derived, None)
            if other is not None and _cost(other) < _cost(best):
                best = other
        names = {
            name for part in (*found.derived.theorem.hypotheses.values(),
                              found.derived.theorem.conclusion, *found.derived.resting)
            for name in free_variables(part)
        }
        return Instance({name: value for name, value in best.env.items() if name in names},
                        {name: move for name, move in best.moves.items() if name in names})


def _cost(instance: Instance) -> int:
    return len(str(sorted(instance.moves.items())))


def pruned(nodes: Sequence[Node]) -> list[Node]:
    """The steps that the last one rests on."""
    needed, waiting = set(), [len(nodes) - 1]
    while waiting:
        place = waiting.pop()
        if place not in needed:
            needed.add(place)
            waiting.extend(nodes[place].premises)
    where = {old: new for new, old in enumerate(sorted(needed))}
    return [replace(nodes[old], premises=[where[p] for p in nodes[old].premises])
            for old in sorted(needed)]


def _terms(value: Any) -> Iterator[Any]:
    match value:
        case Function(_, body):
            yield body
        case Term() | Formula():
            yield value
        case Mapping():
            for part in value.values():
                yield from _terms(part)
        case list() | tuple():
            for part in value:
                yield from _terms(part)


def _simpler(part: Any) -> Iterator[Any]:
    """Smaller trees that may stand where this one does."""
    if isinstance(part, Formula):
        if isinstance(part, And | Or):
            yield from part.parts
            for gone in range(len(part.parts)):
                yield type(part)((*part.parts[:gone], *part.parts[gone + 1:]))
        return
    if is_arithmetic(part.sort):
        yield from (number(0), number(1))
    for inner in parts(part):
        if isinstance(inner, Term) and (
            inner.sort == part.sort or (is_arithmetic(inner.sort) and is_arithmetic(part.sort))
        ):
            yield inner


def _with(node: Node, old: Any, new: Any) -> Node:
    """The step with a tree replaced wherever it occurs, in its data too."""
    data = {name: _replaced(value, old, new) for name, value in node.data.items()}
    return replace(node, formula=_replaced(node.formula, old, new), data=data)


def _replaced(value: Any, old: Any, new: Any) -> Any:
    match value:
        case Function(variable, body):
            return Function(variable, _replaced(body, old, new))
        case Term() | Formula():
            while True:
                path = next((path for path, part, _ in places(value) if part == old), None)
                if path is None:
                    return value
                value = with_part(value, path, new)
                if size_of(new) >= size_of(old):
                    return value
        case Mapping():
            return {name: _replaced(part, old, new) for name, part in value.items()}
        case list() | tuple():
            return [_replaced(part, old, new) for part in value]
    return value


__all__ = ["Number", "Shrinker", "Shrunk", "exchanged", "nodes_of", "normal", "remade"]
