"""The rules of equality and order.

A relation that holds has defined sides, so that what is chained or exchanged is defined where the
premises hold; only what negates a relation, or says that one of two holds, must show it.
"""

from recheck.errors import Rejected
from recheck.learning import op
from recheck.signatures import COUNT, kind_of, sort_of
from recheck.steps import Step, Theorem
from recheck.trees import Key, Scope, Tree, free, rewritten


def law_of(term: Tree, var: Tree, key: Key, scope: Scope) -> Tree | None:
    """The law, if a term is its entry at a bound symbol of its whole alphabet."""
    match term:
        case ["op", "at" | "component", [law, ["var", name]], _, _] if (
                name == var[0] and name not in free(law)):
            return law if key(sort_of(law, scope)[1]) == key(var[1][1]) else None
    return None


def of_cells(step: Step, formula: Tree) -> list[Tree] | None:
    """A joint law and the law on tuples made one, if the formula says of every tuple of symbols,
    the last one fastest, that it has the same probability under both."""
    scope = dict(step.scope)
    symbols: list[tuple[str, Tree]] = []
    while formula[:2] == ["quantified", "forall"] and formula[3] is None:
        name, sort, _ = formula[2]
        if name in dict(symbols):
            return None
        scope[name] = sort
        symbols.append((name, sort))
        formula = formula[4]
    match formula:
        case ["relation", "=", ["op", "joint_at", [joint, *cell], _, _],
              ["op", "at", [law, index], _, _]]:
            _, names, sizes = sort = sort_of(joint, scope)
            if cell != [["var", name] for name, _ in symbols] or not all(
                    of[0] == "symbol" and step.same(of[1], size)
                    for (_, of), size in zip(symbols, sizes, strict=True)):
                return None
            if any(name in free(part) for name, _ in symbols for part in (joint, law, *sizes)):
                return None
            number, count = cell[0], sizes[0]
            for at, size in zip(cell[1:], sizes[1:], strict=True):
                number = op("add", op("mul", number, size, sort=COUNT), at, sort=COUNT)
                count = op("mul", count, size, sort=COUNT)
            if step.same(index, number) and step.same(sort_of(law, scope)[1], count):
                return [joint, ["op", "as_joint", [law, *sizes], sort, [",".join(names)]]]
    return None


def equated(step: Step, formula: Tree) -> list[Tree]:
    """The two sides of an equality of numbers, or of laws or channels entry by entry, or of a joint
    law and a law on tuples cell by cell."""
    pair: list[Tree] = []
    made = of_cells(step, formula)
    if made is not None:
        return made
    match formula:
        case ["relation", "=", left, right]:
            return [left, right]
        case ["quantified", "forall", [_, ["symbol", _], _] as y, None,
              ["relation", "=", left, right]]:
            inner = {**step.scope, y[0]: y[1]}
            pair = [law_of(side, y, step.key, inner) for side in (left, right)]
        case ["quantified", "forall", [_, ["symbol", _], _] as x, None,
              ["quantified", "forall", [_, ["symbol", _], _] as y, None,
               ["relation", "=", left, right]]]:
            inner = {**step.scope, x[0]: x[1], y[0]: y[1]}
            for side in (left, right):
                match law_of(side, y, step.key, inner):
                    case ["op", "row", [channel, ["var", name]], _, _] if (
                            name == x[0] and not {x[0], y[0]} & free(channel)
                            and step.same(sort_of(channel, inner)[1], x[1][1])):
                        pair.append(channel)
    if len(pair) != 2 or None in pair:
        raise Rejected("the first premise is no equality")
    return pair


def rewrite(step: Step) -> Theorem:
    """φ, from s = t and φ with t for s: below no binder of a name in s or t.

    Assumes laws and channels that agree entry by entry to be of one sort.
    """
    first, second = step.one(2)
    left, right = equated(step, first)
    one, two = (sort_of(side, step.scope) for side in (left, right))
    step.demand(kind_of(one) == "number" or step.same(one, two), "an equality of two sorts")
    names, target = free(left) | free(right), step.key(left)
    before, after = (rewritten(part, target, right, names, step.key)
                     for part in (second, step.formula))
    step.demand(step.same(before, after), "the formulas differ in more than the equality")
    return step.theorem()


def order(step: Step) -> Theorem:
    """a ≤ b or b < a. Assumes both to be defined and not −∞ (`defined`)."""
    match step.formula:
        case ["or", [["relation", "<=" | "<" as one, a, b], ["relation", "<=" | "<" as two, c, d]]]:
            step.demand("<=" in (one, two) and step.same(a, d) and step.same(b, c), "not a ≤ b ≤ a")
            step.facts.defined(a)
            step.facts.defined(b)
            return step.theorem()
    raise Rejected("the formula is not a ≤ b or b < a")


def transitive(step: Step) -> Theorem:
    """A chain of two relations."""
    match step.one(2), step.formula:
        case [["relation", one, a, b], ["relation", two, c, d]], ["relation", op, e, f]:
            step.demand(step.same(b, c) and step.same(a, e) and step.same(d, f), "no chain")
            allowed = {"<": "<" in (one, two), "<=": True, "=": one == two == "="}
            step.demand(allowed[op], "the chain shows less")
            return step.theorem()
    raise Rejected("not a chain of two relations")


def turn(step: Step) -> Theorem:
    """A relation turned round, weakened, or from two; b < a from ¬(a ≤ b), for which both are
    assumed to be defined and not −∞ (`defined`)."""
    relations = [p.formula for p in step.premises if p.formula[0] == "relation"]
    pairs = {(op, step.key(a), step.key(b)) for _, op, a, b in relations}
    found = False
    match step.formula:
        case ["relation", "=", a, b]:
            a, b = step.key(a), step.key(b)
            found = ("=", b, a) in pairs or all(
                ("<=", *pair) in pairs or ("=", *pair) in pairs for pair in ((a, b), (b, a)))
        case ["relation", "<=", a, b]:
            a, b = step.key(a), step.key(b)
            found = bool({("<", a, b), ("=", a, b), ("=", b, a)} & pairs)
        case ["not", ["relation", "<=" | "<" as op, a, b]]:
            a, b = step.key(a), step.key(b)
            found = ("<", b, a) in pairs or (
                op == "<" and bool({("<=", b, a), ("=", b, a)} & pairs))
    for premise in step.premises:
        match premise.formula, step.formula:
            case ["not", ["relation", old, a, b]], ["relation", new, c, d] if (
                    not found and (old, new) in (("<=", "<"), ("<", "<="))
                    and step.same(a, d) and step.same(b, c)):
                step.facts.defined(a)
                step.facts.defined(b)
                found = True
    step.demand(found, "no premise turned round is the formula")
    return step.theorem()


RULES = {"rewrite": rewrite, "order": order, "transitive": transitive, "turn": turn}
