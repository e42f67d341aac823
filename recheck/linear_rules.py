"""Rules of linear algebra: entropies of one joint law, and more unknowns than equations."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from recheck.errors import Rejected, Unshown, Unsupported, demand
from recheck.goals import normal
from recheck.learning import ONE, ZERO, op
from recheck.signatures import COUNT, REAL, kind_of, sort_of
from recheck.statements import rational, read_sort
from recheck.steps import Step, Theorem, keys_of
from recheck.trees import Scope, Tree, conjuncts, free, spoken, substitute

# --- linear derivations ---------------------------------------------------------------------------


class Form:
    """A linear form in the entropies H(S), S a set of variables, numeric variables, and 1 (key ()).

    `scope` has the sorts of the variables in force.
    """

    def __init__(self, joint: Tree, scope: Scope) -> None:
        self.scope, self.parts = scope, dict[Any, Fraction]()
        self.names = sort_of(joint, scope)[1]

    def add(self, key: Any, factor: Fraction) -> None:
        """Add a multiple of an entropy, a variable or 1."""
        value = self.parts.get(key, 0) + factor
        self.parts[key] = value
        if value == 0:
            del self.parts[key]

    def information(self, groups: tuple[str, ...], factor: Fraction) -> None:
        """I(A;B|C) = H(AC) + H(BC) − H(ABC) − H(C), which is at least 0 for any groups. Where all
        other entropies cancel, that of no variables does, as the four factors sum to 0."""
        a, b, c = (self.group(group) for group in groups)
        for variables, times in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            self.add(frozenset(variables), times * factor)

    def group(self, written: str) -> set[str]:
        """A group of variables of the joint law."""
        names = written.split(",") if written else []
        if len(set(names)) < len(names) or not set(names) <= set(self.names):
            raise Rejected(f"{written!r} is no group of variables of the joint law")
        return set(names)

    def read(self, term: Tree, factor: Fraction) -> None:
        """Add a term, times a number."""
        number = constant(term)
        if number is not None:
            self.add((), factor * number)
            return
        match term:
            case ["op", "add" | "sub" as head, [left, right], _, _]:
                self.read(left, factor)
                self.read(right, factor if head == "add" else -factor)
            case ["op", "neg", [body], _, _]:
                self.read(body, -factor)
            case ["op", "mul", [left, right], _, _] if (number := constant(left)) is not None:
                self.read(right, factor * number)
            case ["op", "mul", [left, right], _, _] if (number := constant(right)) is not None:
                self.read(left, factor * number)
            case ["op", "div", [left, right], _, _] if (number := constant(right)) is not None:
                demand(number, "a division by 0")
                self.read(left, factor / number)
            case ["op", "joint_entropy", [_], _, [group, given]]:
                self.information((group, group, given), factor)
            case ["op", "joint_information", [_], _, [first, second, given]]:
                self.information((first, second, given), factor)
            case ["var", name] if kind_of(self.scope[name]) == "number":
                self.add(name, factor)
            case _:
                # It may be infinite or undefined.
                raise Unsupported("a linear derivation with other terms than these")


CONSTANTS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv}


def constant(term: Tree) -> Fraction | None:
    """The number that a term without variables is, by field operations; None elsewhere."""
    match term:
        case ["number", text] if text != "inf":
            return Fraction(text)
        case ["op", "neg", [body], _, _]:
            value = constant(body)
            return None if value is None else -value
        case ["op", "add" | "sub" | "mul" | "div" as head, [left, right], _, _]:
            one, two = constant(left), constant(right)
            if one is None or two is None or (head == "div" and two == 0):
                return None
            return CONSTANTS[head](one, two)
    return None


def relations(formula: Tree) -> list[Tree]:
    """The relations that a formula in normal form is a conjunction of."""
    found = conjuncts(formula)
    demand(all(part[0] == "relation" for part in found), "a linear derivation uses relations only")
    return found


def joint_laws(node: Tree) -> list[Tree]:
    """All joint laws whose entropies occur in a tree."""
    if not isinstance(node, list):
        return []
    found = [law for part in node for law in joint_laws(part)]
    if node[:1] == ["op"] and node[1] in ("joint_entropy", "joint_information"):
        found.append(node[2][0])
    return found


def check_linear(conclusion: Tree, premises: list[Tree], certificate: Any, scope: Scope) -> None:
    """The conclusion as a combination of the premises and of informations, which are at least 0.

    Args:
        conclusion: a relation with ≤ or =, in normal form; premises: formulas in normal form.
        scope: the sorts of the variables in force.
    """
    known = [part for premise in premises for part in relations(premise)]
    (target,) = relations(conclusion)
    laws = joint_laws([target, *known])
    if not laws or any(law != laws[0] for law in laws) or target[1] == "<":
        raise Rejected("a linear derivation is of one relation, not strict, on one joint law")
    directions = {"at_most": 1} | ({"at_least": -1} if target[1] == "=" else {})
    demand(set(certificate) == set(directions), "a linear derivation of other directions")
    for direction, times in directions.items():
        combination = certificate[direction]
        rest = Form(laws[0], scope)
        rest.read(target[3], Fraction(times))
        rest.read(target[2], Fraction(-times))
        demand(set(combination) == {"information", "premises"} and len(
            combination["premises"]) == len(known), "a combination has other parts than it must")
        for *groups, text in combination["information"]:
            factor = rational(text)
            demand(factor >= 0, "an information has a negative multiplier")
            rest.information(tuple(groups), -factor)
        for text, premise in zip(combination["premises"], known, strict=True):
            factor = rational(text)
            demand(factor >= 0 or premise[1] == "=", "an inequality has a negative multiplier")
            if factor:
                rest.read(premise[3], -factor)
                rest.read(premise[2], factor)
        # What is left must be a number that is at least 0.
        left = rest.parts.pop((), Fraction(0))
        demand(left >= 0 and not rest.parts, "the combination is not the difference of the sides")


def shannon(step: Step) -> Theorem:
    """A linear relation between entropies of one joint law. Assumes that it is a law (`lawful`);
    the entropies are real then."""
    _, certificate = step.data["certificate"]
    told = [premise.formula for premise in step.premises]
    for law in joint_laws([step.formula, *told]):
        step.facts.lawful(law)
    check_linear(step.formula, told, certificate, step.scope)
    return step.theorem()


# --- more unknowns than equations -----------------------------------------------------------------


def dependence(step: Step) -> Theorem:
    """φ, from φ for arbitrary numbers z_x, 0 outside an event of more than m symbols and not all
    0, with Σ_x z_x t(x, y) = 0 for every y < m.

    Assumes: m is a size (`is_size`), the event has more than m symbols (`above`), each t(x, y) is
    real (`real`), all shown by what neither speaks of the numbers nor rests on them.
    """
    first, more = step.some()
    step.demand(step.same(first.formula, step.formula), "the first premise isn't the formula")
    numbers, row, column = (step.get(name, "variable") for name in ("variable", "row", "column"))
    sorts = [read_sort(var[1], step.scope) for var in (numbers, row, column)]
    weight, event = step.term("weight"), step.term("event")
    match sorts:
        case [["reals", size, ["real", None, None, _, _]], ["symbol", rows], ["symbol", count]]:
            step.demand(step.same(size, rows), "a number for each row")
            step.demand(len({numbers[0], row[0], column[0]}) == 3, "names of their own")
            step.demand(step.same(sort_of(event, step.scope), ["event", rows]), "no event of rows")
        case _:
            raise Rejected("the step has no numbers, rows and columns")
    drop = keys_of(step, *solved(numbers[0], [row[0], sorts[1], ""], [column[0], sorts[2], ""],
                                 weight, event))
    for part in (event, count, rows):
        step.demand(not {row[0], column[0]} & spoken(part, step.scope),
                    "a size depends on a row or a column")
    facts = step.knowing(more)
    if not facts.is_size(count):
        raise Unshown("a number of equations that isn't shown to be one")
    facts.above(op("cardinality", event, sort=COUNT), count, True)
    apart = {row[0]: ["var", "\0x"], column[0]: ["var", "\0y"]}
    inner = type(facts)([p.formula for p in more],
                        {**step.scope, "\0x": sorts[1], "\0y": sorts[2]}, step.key)
    inner.real(substitute(weight, apart))
    own = free(step.formula) | free(event) | (free(weight) - {row[0], column[0]})
    return step.releasing(numbers[0], [(first, drop)], more, [weight, event, count], own)


def solved(numbers: str, row: Tree, column: Tree, weight: Tree, event: Tree) -> list[Tree]:
    """What is assumed of the numbers, in normal form."""
    z, x = ["var", numbers], ["var", row[0]]
    entry, inside = op("component", z, x), op("indicator", event, x)
    nothing = ["relation", "=", entry, ZERO]
    mean = ["bind", "sum", row, None, op("mul", entry, weight), REAL]
    return [normal(formula) for formula in (
        ["quantified", "forall", column, None, ["relation", "=", mean, ZERO]],
        ["quantified", "forall", row, None, ["or", [["relation", "=", inside, ONE], nothing]]],
        ["quantified", "exists", row, None, ["not", nothing]],
    )]


RULES = {"shannon": shannon, "dependence": dependence}
