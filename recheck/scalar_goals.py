"""Scalar inequalities: goals, each that a term is at least 0 on a box, and terms of certificates.

A goal says that its term is ≥ 0 (or > 0) at every point of a box that meets some relations. Box and
relations may hold of no point: then the goal says nothing, as an instance of it must lie in both.
"""

from collections.abc import Collection
from typing import Any, NamedTuple, TypeAlias

from recheck.calculus import difference
from recheck.errors import Rejected, demand
from recheck.goals import normal
from recheck.learning import op
from recheck.ranges import PAIRS, Region, interval
from recheck.reals import Num, endless
from recheck.statements import Opened, rational
from recheck.trees import Canonical, Tree, conjuncts, free

# (op, small, large) with ≤, < or =.
Given: TypeAlias = tuple[str, Tree, Tree]
UNARY = {
    "neg", "exp", "log", "sqrt", "abs", "binary_entropy", "binary_entropy_inverse", "normal_cdf",
}


class Goal(NamedTuple):
    """The term is at least 0 (more, if strict) on the points of the box that meet `given`.

    `box` has a range for each variable, `whole` names those that are whole numbers.
    """

    box: dict[str, Num]
    whole: frozenset[str]
    given: tuple[Given, ...]
    term: Tree
    strict: bool

    def region(self) -> Region:
        """What ranges and normal forms tell on the points of the goal."""
        scope = {name: ["real", *(None if endless(end) else str(end) for end in (r.lo, r.hi)),
                        *r.out] for name, r in self.box.items()}
        return Region([["relation", *part] for part in self.given], scope, Canonical())

    def where(self, name: str, found: Num) -> "Goal":
        """The goal with another range for a variable."""
        return self._replace(box={**self.box, name: found})

    def without(self, name: str) -> "Goal":
        """The goal without a variable, and without what it assumes of it."""
        given = tuple(part for part in self.given if name not in free(list(part[1:])))
        box = {other: found for other, found in self.box.items() if other != name}
        return self._replace(box=box, whole=self.whole - {name}, given=given)


def goals_of(statement: Opened) -> list[Goal]:
    """The goals of a universal statement about numbers, one for each relation that it concludes.

    Args:
        statement: (variables, hypotheses, conclusion, quantifier), as read.
    """
    variables, hypotheses, then, quantifier = statement
    if quantifier != "forall" or any(sort[0] not in ("real", "size") for _, sort, _ in variables):
        raise Rejected("a scalar statement is about all values of some numbers")
    box = {name: interval(sort) for name, sort, _ in variables}
    whole = frozenset(name for name, sort, _ in variables if sort[0] == "size")
    # Whatever else is assumed isn't used.
    given = tuple((part[1], part[2], part[3])
                  for formula in hypotheses for part in conjuncts(normal(formula))
                  if part[0] == "relation" and scalar(part[2], box) and scalar(part[3], box))
    goals = []
    for part in conjuncts(normal(then)):
        if part[0] != "relation" or part[1] == "=" or not (
                scalar(part[2], box) and scalar(part[3], box)):
            raise Rejected("a conclusion is no inequality between scalars")
        goals.append(Goal(box, whole, given, difference(part[3], part[2]), part[1] == "<"))
    return goals


def scalar(term: Tree, names: Collection[str]) -> bool:
    """Whether a term is made of finite numbers, variables and elementary functions."""
    match term:
        case ["number", text]:
            return bool(text != "inf")
        case ["var", name]:
            return name in names
        case ["op", "pi", [], _, _]:
            return True
        case ["op", head, args, _, _]:
            return len(args) == (head in UNARY) + 2 * (head in PAIRS) > 0 and all(
                scalar(arg, names) for arg in args)
    return False


def read(value: Any, names: Collection[str]) -> Tree:
    """A term of a certificate: "p/q", "pi", ["x"] for a variable, or [head, argument, …]."""
    match value:
        case "pi":
            return op("pi")
        case str():
            return ["number", str(rational(value))]
        case [str(name)]:
            demand(name in names, "a certificate speaks of a variable that isn't there")
            return ["var", name]
        case [str(head), *args] if len(args) == (head in UNARY) + 2 * (head in PAIRS) > 0:
            return op(head, *(read(arg, names) for arg in args))
    raise Rejected("a certificate holds a malformed term")
