"""Trials: statements and steps at instances that are drawn, to refuse what is false there.

Nothing is believed because a trial went well: what a check with trials doesn't accept, one without
them doesn't either.
"""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from recheck.errors import Rejected, Unsupported
from recheck.evaluation import Env, whole
from recheck.goals import goal
from recheck.meanings import Reading
from recheck.reals import Precision
from recheck.rules import ARBITRARY
from recheck.statements import rational
from recheck.trees import Tree

INSTANCES, BITS, CELLS = 8, 96, 400
# These are enclosed by so many cells that an instance costs more than it tells.
COSTLY = {"law_information", "gaussian_information", "lip_curve", "ldp_curve"}
# What is told of these is costly, but for their densities.
MIXTURES = {"law_mixture", "gaussian_mixture"}
# What evaluation raises where an instance tells nothing.
SILENT = (ArithmeticError, ValueError, LookupError, TypeError)


class Trial(Reading):
    """Terms at an instance, without what costs too much."""

    def term(self, term: Tree, env: Env) -> Any:
        if term[0] == "op":
            told = term[1] not in MIXTURES | {"density"} and any(
                part[0] == "op" and part[1] in MIXTURES for part in term[2]
            )
            if told or term[1] in COSTLY:
                raise Unsupported("an instance that is too costly")
        return super().term(term, env)

    def tells(self, formula: Tree, env: Env) -> bool | None:
        """Whether a formula holds at an instance: None where it can't be told."""
        Precision.bits = BITS
        try:
            return self.truth(formula, env)
        except SILENT:
            return None


class Draw:
    """Moves of sorts; small, with zeros and equal laws among the laws."""

    def __init__(self, generator: random.Random, judge: Reading, env: Env) -> None:
        self.generator, self.judge, self.env = generator, judge, env

    def size(self, term: Tree) -> int:
        """The value of a size."""
        return whole(self.judge.term(term, self.env))

    def cells(self, database: Tree) -> int:
        """How many instances a database has."""
        return math.prod(self.judge.term(database, self.env))

    def real(self, sort: Tree) -> str:
        """A number of an interval, now and then an end of it."""
        low, high = (None if end is None else rational(end) for end in sort[1:3])
        closed = [end for end, left_out in ((low, sort[3]), (high, sort[4]))
                  if end is not None and not left_out]
        if closed and self.generator.randrange(5) == 0:
            return str(self.generator.choice(closed))
        step = Fraction(self.generator.randrange(1, 40), self.generator.choice([4, 10, 16, 40]))
        if low is not None and high is not None:
            return str(low + (high - low) * Fraction(self.generator.randrange(1, 16), 16))
        if low is None and high is None:
            return str(step * self.generator.choice([-1, 1]))
        return str(low + step if low is not None else (high or 0) - step)

    def law(self, count: int) -> list[str]:
        """A law on so many symbols."""
        weights = [self.generator.choice([0, 1, 1, 2, 3, 7]) for _ in range(count)]
        weights[self.generator.randrange(count)] += 1
        return [str(Fraction(weight, sum(weights))) for weight in weights]

    def laws(self, count: int, outputs: int) -> list[list[str]]:
        """So many laws, now and then the same one."""
        if count * outputs > CELLS:
            raise Unsupported("an instance that is too large")
        same = self.law(outputs) if self.generator.randrange(6) == 0 else None
        return [same or self.law(outputs) for _ in range(count)]

    def function(self, count: int) -> list[int]:
        """A function of so many data, its values numbered as they first occur."""
        values, names = [self.generator.randrange(3) for _ in range(count)], dict[int, int]()
        return [names.setdefault(value, len(names)) for value in values]

    def framework(self, count: int) -> dict[str, Any]:
        """Private and public functions, and an edge or two between them."""
        edges = self.generator.sample([[0, 0], [1, 0]], self.generator.randrange(1, 3))
        return {"private": [self.function(count) for _ in range(2)],
                "public": [self.function(count)], "edges": edges}

    def partial(self, database: Any, count: int, outputs: int) -> dict[str, Any]:
        """Queries on parts of the entries; an entry may be in none, and a part empty."""
        owners = [self.generator.randrange(-1, count) for _ in database]
        subsets = [[entry for entry, owner in enumerate(owners) if owner == index]
                   for index in range(count)]
        return {"subsets": subsets, "tables": [
            self.laws(math.prod(database[entry] for entry in subset), outputs)
            for subset in subsets]}

    def move(self, sort: Tree) -> Any:
        """A move of a sort."""
        generator = self.generator
        match sort:
            case ["real", *_]:
                return self.real(sort)
            case ["size", low, high]:
                value = low + generator.randrange(3)
                return value if high is None else min(value, high)
            case ["symbol", count]:
                return generator.randrange(self.size(count))
            case ["event", count]:
                return [s for s in range(self.size(count)) if generator.randrange(2)]
            case ["pmf", count]:
                return self.law(self.size(count))
            case ["reals", count, element]:
                return [self.real(element) for _ in range(self.size(count))]
            case ["channel", inputs, outputs]:
                return self.laws(self.size(inputs), self.size(outputs))
            case ["joint", _, sizes]:
                return self.laws(1, math.prod(map(self.size, sizes)))[0]
            case ["database"]:
                return [generator.randrange(1, 4) for _ in range(generator.randrange(1, 3))]
            case ["mechanism", database, outputs]:
                return self.laws(self.cells(database), self.size(outputs))
            case ["prior", database, "any", _]:
                return self.laws(1, self.cells(database))[0]
            case ["queries", "independent" | "sequential" as kind, database, count, outputs]:
                inputs, told = self.cells(database), self.size(outputs)
                return {"tables": [
                    self.laws(inputs * (told**index if kind == "sequential" else 1), told)
                    for index in range(self.size(count))]}
            case ["queries", "partial", database, count, outputs]:
                return self.partial(self.judge.term(database, self.env), self.size(count),
                                    self.size(outputs))
            case ["framework", count]:
                return self.framework(self.size(count))
        raise Unsupported(f"no instances of a {sort[0]} are drawn")


def instances(variables: list[Tree], generator: random.Random, count: int = INSTANCES
              ) -> Iterator[tuple[Trial, Env]]:
    """Some instances of the variables, those of so many that could be drawn."""
    for _ in range(count):
        Precision.bits, judge = BITS, Trial()
        env: Env = {}
        try:
            for var in variables:
                judge.move(var, Draw(generator, judge, env).move(var[1]), env)
        except SILENT:
            continue
        yield judge, env


def try_statement(statement: Any, what: str) -> None:
    """Refuse a universal statement that an instance breaks."""
    try:
        variables, body, _ = goal(statement, "refutation")
    except (Rejected, Unsupported):
        return  # An existence claim, or one whose refutation no instance decides.
    if any(judge.tells(body, env) for judge, env in instances(variables, random.Random(what))):
        raise Rejected(f"{what} is false at an instance")


def try_steps(declared: list[Tree], steps: list[Any], formulas: list[Tree],
              numbers: list[int]) -> set[int]:
    """Those of the given steps that were tried at an instance where their premises hold."""
    seen: set[int] = set()
    used = {place for number in numbers for place in [number, *steps[number]["from"]]}
    for judge, env in instances(declared, random.Random(len(steps))) if used else ():
        told = {place: judge.tells(formulas[place], env) for place in sorted(used)}
        for number in numbers:
            rule = steps[number]["rule"]
            if rule in ARBITRARY or told[number] is None:
                continue
            if all(told[place] for place in steps[number]["from"]):
                seen.add(number)
                if told[number] is False:
                    raise Rejected(f"step {number + 1} ({rule}) doesn't follow at an instance")
    return seen
