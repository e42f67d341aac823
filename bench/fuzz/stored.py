"""Steps of the stored proofs, changed: terms exchanged for others of the same sort, sorts widened,
sizes 0, 1, ⌊1/k⌋ or products, numbers and relations changed, premises dropped, names made to clash.

A cone is a step with some of the steps behind it. Where the cone is cut off, what was shown there
is assumed (of every value, where a later step releases a variable), or cited as it was proved.
"""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from flint import fmpq

from bench.fuzz.episodes import Episode, Nothing
from bench.fuzz.scopes import Scope
from bench.fuzz.steps import Attempt, Derived, Refused, lines, trees
from bench.fuzz.trees import places, with_part
from verified.kernel.proof import HYPOTHESIS, steps_of
from verified.kernel.theorem import Function
from verified.language import quotient
from verified.proof.evidence import STORE
from verified.quantities.definitions import definitions
from verified.syntax.claims import Statement
from verified.syntax.formulas import And, Formula, Not, Or, Relation, substitute, substitute_sort
from verified.syntax.serial import read_statement
from verified.syntax.sorts import (
    ClaimError,
    EventSort,
    PmfSort,
    RealSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
    parse_interval,
)
from verified.syntax.terms import Number, Term, Var, free_variables, is_arithmetic, number

MOST_STEPS = 14
HOLES = Path(__file__).parents[2] / "tests" / "holes"


@dataclass
class Proof:
    """One list of steps of a stored proof."""

    name: str
    steps: list[dict[str, Any]]
    cites: Mapping[str, Statement]


@dataclass
class Node:
    """A step of a cone; `cut` where it is only assumed."""

    rule: str
    formula: Formula
    premises: list[int]
    data: Mapping[str, Any] = field(default_factory=dict)
    cut: bool = False


def files(store: Path = STORE) -> list[Path]:
    """The stored proofs."""
    return sorted(store.rglob("*.json"))


def holes(folder: Path = HOLES) -> list[Path]:
    """The proofs of what is false that were believed once."""
    found = []
    for path in sorted(folder.glob("*.json")):
        if json.loads(path.read_text(encoding="utf-8"))["kind"] == "proof":
            found.append(path)
    return found


@lru_cache(maxsize=256)
def proofs_in(path: Path) -> tuple[Proof, ...]:
    """The lists of steps in a file."""
    certificate = json.loads(path.read_text(encoding="utf-8"))
    cites = {key: read_statement(value) for key, value in certificate["cites"].items()}
    return tuple(
        Proof(f"{path.stem}:{name}", steps, cites) for name, steps in steps_of(certificate)
    )


# --- cones ----------------------------------------------------------------------------------------


def cone(proof: Proof, last: int, most: int) -> list[Node]:
    """A step and what is behind it, the nearest `most` steps in full, the others cut off."""
    inside: list[int] = []
    waiting = [last]
    while waiting and len(inside) < most:
        place = waiting.pop(0)
        if place in inside or _is_local(proof.steps[place]):
            continue
        inside.append(place)
        waiting.extend(proof.steps[place]["from"])
    wanted = sorted({*inside, *(f for place in inside for f in proof.steps[place]["from"])})
    where = {place: number for number, place in enumerate(wanted)}
    nodes = []
    for place in wanted:
        step = proof.steps[place]
        if place in inside:
            nodes.append(Node(step["rule"], step["formula"], [where[p] for p in step["from"]],
                              dict(step["data"])))
        else:
            nodes.append(Node("assume", step["formula"], [], {}, cut=True))
    return nodes


def cone_of(derived: Derived) -> list[Node]:
    """A step and all that is behind it."""
    every = lines([derived.attempt])
    where = {id(attempt): place for place, attempt in enumerate(every)}
    return [
        Node(attempt.rule, attempt.formula, [where[id(p.attempt)] for p in attempt.premises],
             dict(attempt.data), cut=attempt.rule == "assume")
        for attempt in every
    ]


def _is_local(step: Mapping[str, Any]) -> bool:
    return bool(step["rule"] == "cite" and step["data"].get("key") == HYPOTHESIS)


def variables_in(nodes: Sequence[Node]) -> list[Var]:
    """The variables of a cone, sizes first."""
    found: dict[str, Var] = {}
    for node in nodes:
        for part in (node.formula, *trees(node.data)):
            if isinstance(part, Function):
                free = dict(free_variables(part.body))
                free.pop(part.variable.name, None)
                for var in free.values():
                    found.update(free_variables(var))
            else:
                found.update(free_variables(part))
    return list(found.values())


# --- changes --------------------------------------------------------------------------------------


def exchanged(value: Any, values: Mapping[str, Term]) -> Any:
    """A step's data with variables replaced."""
    match value:
        case Function(variable, body):
            inner = {name: term for name, term in values.items() if name != variable.name}
            return Function(Var(variable.name, substitute_sort(variable.of, inner)),
                            substitute(body, inner))
        case Term() | Formula():
            return substitute(value, values)
        case Statement():
            return value
        case Mapping():
            return {name: exchanged(part, values) for name, part in value.items()}
        case list() | tuple():
            return [exchanged(part, values) for part in value]
    return value


def everywhere(nodes: Sequence[Node], values: Mapping[str, Term]) -> list[Node]:
    """The cone with variables replaced in all of it."""
    return [
        replace(node, formula=substitute(node.formula, values),
                data={name: exchanged(part, values) for name, part in node.data.items()})
        for node in nodes
    ]


def widened(chance: random.Random, sort: Sort, others: Sequence[Var]) -> Sort | None:
    """A sort with more values, or with odd ones."""
    sizes = [var for var in others if isinstance(var.of, SizeSort)]
    k: Term = chance.choice(sizes) if sizes else number(1)
    odd = (k, quotient(1, k), k * k, number(1), k + 1, quotient(k, k))
    match sort:
        case RealSort():
            return parse_interval(chance.choice(("", ">=0", ">0", "[0,1]", "(0,1)", "<=0", ">=1")))
        case SizeSort(low, _):
            least = chance.choice((0, max(0, low - 1), 1, 2))
            return SizeSort(least, chance.choice((None, None, 3)))
        case SymbolSort():
            return SymbolSort(chance.choice(odd))
        case EventSort():
            return EventSort(chance.choice(odd))
        case RealsSort(size, _):
            return RealsSort(size, parse_interval(chance.choice(("", ">=0", ">0", "[0,1]"))))
        case PmfSort():
            return PmfSort(chance.choice(odd))
    return None


class Changer:
    """Changes cones at random."""

    def __init__(self, episode: Episode) -> None:
        self.e = episode

    def changed(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """The cone after one change, and the places that were changed by themselves."""
        ways = (self.exchange, self.exchange, self.widen, self.widen, self.local, self.local,
                self.local, self.premises, self.clash, self.deepen)
        found: tuple[list[Node], set[int]] = self.e.pick(ways)(nodes)
        return found

    def near(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """The cone after one change that mostly leaves steps as good as they were."""
        ways = (self.exchange, self.exchange, self.exchange, self.widen, self.local, self.premises,
                self.clash, self.deepen)
        found: tuple[list[Node], set[int]] = self.e.pick(ways)(nodes)
        return found

    def exchange(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """A variable replaced by a term of its sort."""
        used = [var for var in variables_in(nodes) if not self._released(nodes, var)]
        if not used:
            raise Nothing("no variables")
        var = self.e.pick(used)
        if isinstance(var.of, SizeSort) and self.e.roll(0.5):
            one = self.e.pick(self.e.scope.of(SizeSort) or [number(2)])
            term = self.e.pick((number(0), number(1), number(2), quotient(1, one), one + 1,
                                one * one, self.e.scope.size()))
        else:
            term = self.e.grammar.of_sort(var.of, (), self.e.pick((0, 0, 1)))
        return everywhere(nodes, {var.name: term}), set()

    def deepen(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """A part of a step's formula replaced by functions of it, wherever it stands."""
        place = self._inside(nodes)
        found = [part for _, part, _ in places(nodes[place].formula) if isinstance(part, Term)
                 and is_arithmetic(part.sort) and not isinstance(part, Number)]
        if not found:
            raise Nothing("no numbers")
        old = self.e.pick(found)
        new = self.e.grammar.higher(old)
        return [replace(node, formula=replaced(node.formula, old, new)) for node in nodes], set()

    def widen(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """A variable of a wider sort."""
        used = variables_in(nodes)
        if not used:
            raise Nothing("no variables")
        var = self.e.pick(used)
        apart = [v for v in self.e.scope.variables if var.name not in free_variables(v)]
        sort = widened(self.e.chance, var.of, apart)
        if sort is None:
            raise Nothing("no wider sort")
        new = Var(var.name, sort, var.symbol)
        return everywhere(nodes, {var.name: new}), set()

    def clash(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """A variable called as one that some binder binds, or as another."""
        bound = [b.name for node in nodes for _, _, inside in places(node.formula) for b in inside]
        used = variables_in(nodes)
        if not bound or not used:
            raise Nothing("no names")
        var, name = self.e.pick(used), self.e.pick(bound)
        if any(other.name == name for other in used):
            raise Nothing("the name is taken")
        new = Var(name, var.of, "")
        return everywhere(nodes, {var.name: new}), set()

    def premises(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """A premise dropped, added or taken twice."""
        place = self._inside(nodes)
        old = list(nodes[place].premises)
        way = self.e.pick(("drop", "drop", "swap", "add"))
        if way == "drop" and old:
            old.pop(self.e.chance.randrange(len(old)))
        elif way == "swap":
            self.e.chance.shuffle(old)
        elif place:
            old.append(self.e.chance.randrange(place))
        return [replace(n, premises=old) if i == place else n for i, n in enumerate(nodes)], {place}

    def local(self, nodes: list[Node]) -> tuple[list[Node], set[int]]:
        """One part of one step changed: a term, a number, a relation, an item of its data."""
        place = self.e.chance.randrange(len(nodes)) if self.e.roll(0.3) else self._inside(nodes)
        node = nodes[place]
        if node.data and self.e.roll(0.35):
            data = self.data(dict(node.data))
            new = replace(node, data=data)
        else:
            new = replace(node, formula=self.formula(node.formula))
        return [new if number_ == place else n for number_, n in enumerate(nodes)], {place}

    def formula(self, formula: Formula) -> Formula:
        """A formula with one part changed."""
        every = list(places(formula))
        path, part, bound = self.e.pick(every)
        new: Any
        match part:
            case Relation(op, left, right):
                new = self.e.pick((Relation(self.e.pick(("<=", "<", "=")), left, right),
                                   Relation(op, right, left), Not(part)))
            case Number(value) if value is not None:
                new = Number(self.e.pick((value + 1, -value, fmpq(0), value / 2, fmpq(1))))
            case And(parts) | Or(parts) if parts:
                kept = list(parts)
                kept.pop(self.e.chance.randrange(len(kept)))
                new = self.e.pick((type(part)(tuple(kept)), And(parts), Or(parts)))
            case Not(body):
                new = body
            case Term() if is_arithmetic(part.sort):
                new = self.e.grammar.number(self.e.pick((0, 0, 1)), bound)
                if self.e.roll(0.3):
                    from bench.fuzz.rewriting import rewritten

                    new = rewritten(part, self.e.grammar)
            case Term():
                new = self.e.grammar.of_sort(part.sort, bound)
            case _:
                raise Nothing("nothing to change")
        try:
            found: Formula = with_part(formula, path, new)
        except (ClaimError, IndexError, TypeError) as error:
            raise Nothing(str(error)) from None
        return found

    def data(self, data: dict[str, Any]) -> dict[str, Any]:
        """A step's data with one item changed."""
        name = self.e.pick(sorted(data))
        value = data[name]
        if name == "certificate" and value is not None:
            import copy

            from bench.fuzz.certificates import changed_tree

            data[name] = changed_tree(self.e, copy.deepcopy(value))
        elif isinstance(value, Var) and name in ("variable", "row", "column"):
            raise Nothing("the variable stays")
        elif isinstance(value, Term):
            data[name] = self.e.grammar.of_sort(value.sort)
        elif isinstance(value, Mapping) and value:
            key = self.e.pick(sorted(value))
            term = value[key]
            if isinstance(term, Term):
                data[name] = {**value, key: self.e.grammar.of_sort(term.sort)}
        elif isinstance(value, Function):
            body = self.e.grammar.number(1, (value.variable,))
            data[name] = Function(value.variable, body)
        return data

    def _inside(self, nodes: list[Node]) -> int:
        found = [place for place, node in enumerate(nodes) if not node.cut]
        return found[-1] if self.e.roll(0.6) else self.e.pick(found)

    @staticmethod
    def _released(nodes: Sequence[Node], var: Var) -> bool:
        return any(var in (node.data.get(name) for name in ("variable", "row", "column"))
                   for node in nodes)


def replaced(formula: Formula, old: Term, new: Term) -> Formula:
    """The formula with one part for another, but where that can't stand."""
    # From the last on, so that what is put there isn't looked at again.
    for path, part, _ in reversed(list(places(formula))):
        if part == old:
            try:
                formula = with_part(formula, path, new)
            except (ClaimError, IndexError, TypeError):
                continue
    return formula


# --- replaying ------------------------------------------------------------------------------------


def released_by(nodes: Sequence[Node]) -> list[Var]:
    """The variables that some step of the cone releases."""
    return [node.data["variable"] for node in nodes if isinstance(node.data.get("variable"), Var)]


def replayed(
    e: Episode, nodes: Sequence[Node]
) -> Generator[Attempt, Derived | None, None]:
    """The attempts of a cone, one after another; the caller sends what each became."""
    found: list[Derived | None] = []
    released = released_by(nodes)
    for node in nodes:
        if node.cut:
            found.append(assumed_for(e, node.formula, released))
            continue
        if any(found[place] is None for place in node.premises):
            return
        premises = tuple(one for place in node.premises if (one := found[place]) is not None)
        attempt = Attempt(node.rule, node.formula, premises, node.data)
        result = yield attempt
        found.append(result)


def assumed_for(e: Episode, formula: Formula, released: Sequence[Var]) -> Derived | None:
    """What is assumed where a cone is cut off."""
    spoken = [var for var in released if var.name in free_variables(formula)]
    try:
        if not spoken:
            return e.assumed(formula, anyway=True)
        if len(spoken) == 1 and isinstance(spoken[0].of, SymbolSort | EventSort):
            return e.arbitrary(formula, spoken[0])
    except (Nothing, Refused, ClaimError):
        return None
    return None


def episode_of(
    chance: random.Random, path: Path, check: Any, common: Mapping[str, Statement] | None = None
) -> tuple[Episode, list[Node]]:
    """An episode about a random cone of a stored proof.

    Raises:
        Nothing: the proof has no steps of use.
    """
    proof = chance.choice(proofs_in(path))
    # Rare rules as often as common ones.
    by_rule: dict[str, list[int]] = {}
    for place, step in enumerate(proof.steps):
        if not _is_local(step):
            by_rule.setdefault(step["rule"], []).append(place)
    by_rule.pop("assume", None)
    if not by_rule:
        raise Nothing("no steps")
    last = chance.choice(by_rule[chance.choice(sorted(by_rule))])
    nodes = cone(proof, last, chance.choice((1, 1, 2, 4, MOST_STEPS)))
    scope = Scope.holding(chance, variables_in(nodes))
    known = {**(definitions() if common is None else common), **proof.cites}
    return Episode(chance, known, check, scope), nodes


__all__ = ["Changer", "Node", "Proof", "cone", "episode_of", "files", "proofs_in", "replayed"]
