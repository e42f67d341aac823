"""Scalar inequalities: a tree of rules shows that a term is at least 0 on a box.

Each node of a certificate names a rule, which this module decides, and leaves the goals of its
subtrees. Leaves say that the term's range, or the signs of its normal form, show the goal. Wherever
a rule uses a term, the term is shown to be a real number on the whole region, by its range or as it
has a normal form (`same`); where it takes a derivative, on the closed way too that the derivative
is about.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from recheck.calculus import MINUS, derivative, difference, limit_sign, times
from recheck.calculus import plus as sum_of
from recheck.errors import Rejected, Unshown, demand
from recheck.learning import ONE, ZERO, op
from recheck.polynomials import plus, scaled
from recheck.ranges import Region, above, below, empty, whole_power
from recheck.reals import Num, Precision, endless
from recheck.scalar_goals import Given, Goal, goals_of, read
from recheck.signatures import REAL
from recheck.statements import Opened, rational, read_name
from recheck.trees import Canonical, Tree, free, substitute

Node: TypeAlias = dict[str, Any]
Open: TypeAlias = Iterable[tuple[Goal, Any]]
BITS = 96
SIDES = ("below", "above")


def check(statement: Opened, trees: Any) -> None:
    """Refuse a certificate (a list with a tree for each conclusion) that doesn't show a statement.

    Args:
        statement: (variables, hypotheses, conclusion, quantifier), as read.
    """
    goals = goals_of(statement)
    if not isinstance(trees, list) or len(trees) != len(goals):
        raise Rejected("a certificate of another number of conclusions")
    before, Precision.bits = Precision.bits, BITS
    try:
        for goal, tree in zip(goals, trees, strict=True):
            waiting = [(goal, tree)]
            while waiting:
                waiting += apply(*waiting.pop())
    except Rejected:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError,
            ValueError) as error:
        raise Rejected(f"the certificate doesn't hold: {error}") from None
    finally:
        Precision.bits = before


def apply(goal: Goal, tree: Any) -> list[tuple[Goal, Any]]:
    """The goals that a node leaves open, each with its own tree."""
    if tree in ("ball", "sign"):
        demand(goal.region().positive(goal.term, goal.strict),
               "a term isn't shown to have the sign that a leaf says")
        return []
    demand(isinstance(tree, dict) and tree.get("rule") in RULES, "a node is no rule")
    return list(RULES[tree["rule"]](goal, tree))


def variable(goal: Goal, node: Node) -> str:
    """The variable that a node is about."""
    demand(node["variable"] in goal.box, "a rule about a variable that the goal doesn't have")
    return str(node["variable"])


def hypothesis(goal: Goal, node: Node) -> Given:
    """The relation that a node is about."""
    place = node["given"]
    demand(type(place) is int and 0 <= place < len(goal.given), "a hypothesis that isn't there")
    return goal.given[place]


# --- the region -----------------------------------------------------------------------------------


def outside(goal: Goal, node: Node) -> Open:
    """No point of the box meets a hypothesis."""
    relation, small, large = hypothesis(goal, node)
    found = goal.region().range(difference(large, small))
    demand(below(found, relation != "<") or (relation == "=" and above(found, True)),
           "the box may meet the hypothesis")
    return []


def split(goal: Goal, node: Node) -> Open:
    """The goal on both sides of a point; one of them holds the point itself."""
    name, at = variable(goal, node), rational(node["at"])
    found, left = goal.box[name], node["closed"] == "left"
    demand(left or node["closed"] == "right", "a point that belongs to no side")
    low, gone = at, left
    if name in goal.whole:
        demand(left and at.denominator == 1, "whole numbers are split after a whole number")
        low, gone = at + 1, False
    parts = (Num(found.lo, at, (found.out[0], not left or (at == found.hi and found.out[1]))),
             Num(low, found.hi, (gone or (low == found.lo and found.out[0]), found.out[1])))
    for part, place in zip(parts, ("left", "right"), strict=True):
        if not empty(part):
            yield goal.where(name, part), node[place]


def fix(goal: Goal, node: Node) -> Open:
    """A variable with a single value is that value."""
    name = variable(goal, node)
    found = goal.box[name]
    demand(found.exact, "a variable has more than one value")
    value = {name: ["number", str(found.lo)]}
    given = tuple((op, substitute(a, value), substitute(b, value)) for op, a, b in goal.given)
    yield goal.without(name)._replace(term=substitute(goal.term, value), given=given), node["part"]


def bounds(relation: Given, name: str) -> tuple[str, Tree, bool] | None:
    """(side, T, strict) if a relation bounds a variable by a term T without it: x ≤ T or x ≥ T."""
    sign, small, large = relation
    if sign != "=":
        for side, one, other in (("above", small, large), ("below", large, small)):
            if one == ["var", name] and name not in free(other):
                return side, other, sign == "<"
    return None


def place_of(goal: Goal, term: Tree) -> Num:
    """The range of a term; exact for a number."""
    region = goal.region()
    return region.cut(term, region.range(term)) if term[0] != "number" else region.range(term)


def narrow(goal: Goal, node: Node) -> Open:
    """A hypothesis x ≤ T or x ≥ T shortens the box."""
    known = hypothesis(goal, node)
    for name in goal.box:
        bound = bounds(known, name)
        if bound is not None:
            side, term, strict = bound
            limit, found = place_of(goal, term), goal.box[name]
            if side == "above" and limit.hi <= found.hi:
                same = limit.hi == found.hi and found.out[1]
                found = Num(found.lo, limit.hi, (found.out[0], strict or limit.out[1] or same))
            if side == "below" and limit.lo >= found.lo:
                same = limit.lo == found.lo and found.out[0]
                found = Num(limit.lo, found.hi, (strict or limit.out[0] or same, found.out[1]))
            goal = goal.where(name, found)
    if not any(map(empty, goal.box.values())):
        yield goal, node["part"]


def have(goal: Goal, node: Node) -> Open:
    """A hypothesis rewritten: the new difference is a positive multiple of the old one."""
    old, small, large = hypothesis(goal, node)
    new, *sides = node["relation"]
    left, right = (read(side, goal.box) for side in sides)
    demand(new in ("<=", "<") and old in ("<", new), "a hypothesis is made stronger, or turned")
    region = goal.region()
    one, two = (plus(region.poly(b), region.poly(a), -1)
                for a, b in ((small, large), (left, right)))
    (top, low), (up, bottom) = region.together(one), region.together(two)
    pair = region.product(top, bottom), region.product(up, low)
    demand(all(pair) and scaled(pair[0]) == scaled(pair[1]) and all(
        region.sign(part) == 1 for part in (low, bottom)), "the hypothesis says something else")
    yield goal._replace(given=(*goal.given, (new, left, right))), node["part"]


# --- the term -------------------------------------------------------------------------------------


def zero(goal: Goal, _: Node) -> Open:
    """The term is 0 everywhere."""
    demand(not goal.strict and goal.region().same(goal.term, ZERO), "a term isn't 0 everywhere")
    return []


def exchanged(term: Tree, part: Tree, by: Tree) -> Tree:
    """The term with every occurrence of a part replaced."""
    if term == part:
        return by
    if term[0] == "op":
        return op(term[1], *(exchanged(arg, part, by) for arg in term[2]))
    return term


def each(goal: Goal, node: Node, selected: bool = False) -> Open:
    """A minimum, maximum or absolute value is one of two; `selected`: which one is known."""
    part = read(node["of"], goal.box)
    goal.region().range(part)
    options: tuple[tuple[Tree, Given], ...]
    match part:
        case ["op", "minimum", [a, b], _, _]:
            options = (a, ("<=", a, b)), (b, ("<=", b, a))
        case ["op", "maximum", [a, b], _, _]:
            options = (a, ("<=", b, a)), (b, ("<=", a, b))
        case ["op", "abs", [a], _, _]:
            options = (a, ("<=", ZERO, a)), (op("neg", a), ("<=", a, ZERO))
        case _:
            raise Rejected("a term that has no two cases")
    for (value, test), place in zip(options, ("first", "second"), strict=True):
        given = (*goal.given, test) if selected else goal.given
        yield goal._replace(term=exchanged(goal.term, part, value), given=given), node[place]


def cases(goal: Goal, node: Node) -> Open:
    """As `each`, knowing which of the two it is."""
    return each(goal, node, True)


def product(goal: Goal, node: Node) -> Open:
    """The term is a product, each factor of which has the sign."""
    result = ONE
    for written, tree in zip(node["factors"], node["parts"], strict=True):
        factor = read(written, goal.box)
        result = times(result, factor)
        if tree == "even":
            power = whole_power(factor)
            demand(not goal.strict and power is not None and power % 2 == 0, "no even power")
        else:
            yield goal._replace(term=factor), tree
    demand(goal.region().same(goal.term, result), "the term isn't the product of the factors")


def summed(goal: Goal, node: Node) -> Open:
    """The term is a sum, each part of which is at least 0, the first strictly if need be."""
    result, strict = ZERO, goal.strict
    demand(node["terms"], "an empty sum")
    for written, tree in zip(node["terms"], node["parts"], strict=True):
        part = read(written, goal.box)
        result = sum_of(result, part)
        yield goal._replace(term=part, strict=strict), tree
        strict = False
    demand(goal.region().same(goal.term, result), "the term isn't the sum of the parts")


def logarithm(goal: Goal, node: Node) -> Open:
    """The term is the logarithm of what is at least 1."""
    inner = read(node["of"], goal.box)
    demand(goal.region().same(goal.term, op("log", inner)), "the term isn't that logarithm")
    yield goal._replace(term=difference(inner, ONE)), node["part"]


# --- calculus -------------------------------------------------------------------------------------


def hull(one: Num, two: Num) -> Num:
    """The smallest range around two."""
    low, high = min(one.lo, two.lo), max(one.hi, two.hi)
    return Num(low, high, (all(r.out[0] for r in (one, two) if r.lo == low),
                           all(r.out[1] for r in (one, two) if r.hi == high)))


def beyond(goal: Goal, name: str, anchor: Tree, side: str, strictly: bool = False) -> bool:
    """Whether no point of the goal lies on a side of an anchor; `strictly`: nor at it."""
    for part in goal.given:
        found = bounds(part, name)
        if found is not None and found[:2] == (side, anchor) and (found[2] or not strictly):
            return True
    try:
        gap = goal.region().range(difference(["var", name], anchor))
    except Unshown:
        return False
    return below(gap, strictly) if side == "above" else above(gap, strictly)


def kept(goal: Goal, part: Given, name: str, anchor: Tree, side: str) -> bool:
    """Whether a relation that holds at a point holds on the way from the anchor to it."""
    found = bounds(part, name)
    if found is not None and found[0] == side:
        return True
    # What is linear in the variable holds between two points where it holds.
    gap = difference(part[2], part[1])
    try:
        slope = Region([], dict.fromkeys(goal.box, REAL), Canonical()).poly(
            derivative(gap, name, [], []))
    except Unshown:
        return False
    if part[0] == "=" or not slope or set(slope) != {()}:
        return False
    if (slope[()] < 0) == (side == "above"):
        return True
    return above(place_of(goal, substitute(gap, {name: anchor})), False)


def path(goal: Goal, name: str, anchor: Tree, side: str, limit: bool) -> Goal:
    """The goal on the closed ways from the anchor to the points of the region on a side of it."""
    found = hull(goal.box[name], place_of(goal, anchor))
    if anchor[0] == "number":
        end = Fraction(anchor[1])
        found = Num(end, found.hi, (limit, found.out[1])) if side == "above" else Num(
            found.lo, end, (found.out[0], limit))
    given: list[Given] = []
    for part in goal.given:
        apart = name not in free(list(part[1:]))
        if apart or kept(goal, part, name, anchor, side):
            given.append(part if apart else ("<=", part[1], part[2]))
    ends = (anchor, ["var", name]) if side == "above" else (["var", name], anchor)
    return goal.where(name, found)._replace(
        whole=goal.whole - {name}, given=(*given, ("<=", *ends)))


def interior(goal: Goal, name: str) -> Goal:
    """A way without its two ends: bounds of the variable are strict there."""
    found = goal.box[name]
    given: tuple[Given, ...] = tuple(
        ("<", *part[1:]) if name in free(list(part[1:])) else part for part in goal.given)
    return goal._replace(given=given).where(name, Num(found.lo, found.hi, (True, True)))


def slope_of(part: Goal, name: str, term: Tree, first: bool = True) -> Goal:
    """The derivative of a term inside of a way on which the term is shown to be real."""
    inner = interior(part, name)
    positive: list[Tree] = []
    nonzero: list[Tree] = []
    result = derivative(term, name, positive, nonzero)
    region = inner.region()
    if first:
        part.region().range(term)
    for one in positive:
        demand(region.positive(one), "a term may have no derivative")
    for one in nonzero:
        demand(region.positive(one) or region.positive(op("neg", one)), "a divisor may be 0")
    return inner._replace(term=result)


def monotone(goal: Goal, node: Node) -> Iterator[tuple[Goal, Any]]:
    """The goal at an anchor, and the sign of the derivative from there to each point."""
    name, anchor = variable(goal, node), read(node["anchor"], goal.box)
    demand(name not in free(anchor), "an anchor that moves with the variable")
    above_base, limit = node.get("strict") == "base", node["base"] == "limit"
    given = [side for side in SIDES if node.get(side) is not None]
    if limit:
        demand(anchor[0] == "number" and len(given) == 1 and free(goal.term) <= {name},
               "a limit at a number from one side, in one variable")
        other = SIDES[given[0] == "below"]
        demand(beyond(goal, name, anchor, other, True), "a limit at a point of the region")
        sign = limit_sign(goal.term, name, Fraction(anchor[1]), 1 if given == ["above"] else -1)
        demand(sign > 0 or (sign == 0 and not (goal.strict and above_base)), "a negative limit")
    else:
        demand(not goal.strict or above_base or any(
            beyond(goal, name, anchor, side, True) for side in SIDES), "the term may be 0 there")
        yield goal.without(name)._replace(
            term=substitute(goal.term, {name: anchor}),
            strict=goal.strict and above_base), node["base"]
    for side in SIDES:
        if side not in given:
            demand(beyond(goal, name, anchor, side), "the variable may lie on the other side")
            continue
        part = path(goal, name, anchor, side, limit)
        if part.box[name].lo < part.box[name].hi:
            slope = slope_of(part, name, goal.term)
            term = slope.term if side == "above" else times(MINUS, slope.term)
            yield slope._replace(term=term, strict=goal.strict and not above_base), node[side]


def concave(goal: Goal, node: Node) -> Open:
    """A concave function lies above the lesser of its values at two ends."""
    name = variable(goal, node)
    low, high = (read(node[end], goal.box) for end in ("low", "high"))
    demand(name not in free(low) | free(high), "an end that moves with the variable")
    demand(beyond(goal, name, low, "below") and beyond(goal, name, high, "above"),
           "the variable may leave the segment")
    rest = goal.without(name)
    for end, place in ((low, "at_low"), (high, "at_high")):
        yield rest._replace(term=substitute(goal.term, {name: end})), node[place]
    found = hull(hull(goal.box[name], place_of(goal, low)), place_of(goal, high))
    x = ["var", name]
    part = Goal({**goal.box, name: found}, rest.whole,
                (*rest.given, ("<=", low, x), ("<=", x, high)), goal.term, goal.strict)
    slope = slope_of(part, name, goal.term)
    second = slope_of(part, name, slope.term, False)
    yield second._replace(term=times(MINUS, second.term), strict=False), node["second"]


def exchange(goal: Goal, node: Node) -> Open:
    """Another variable t for x: x = φ(t), and t = ψ(x) exists for every x."""
    name, new = variable(goal, node), read_name(node["new"])
    demand(new not in goal.box, "no new variable")
    inverse = read(node["inverse"], goal.box)
    found = place_of(goal, inverse)
    by = read(node["by"], {*goal.box, new} - {name})
    back, region = substitute(by, {new: inverse}), goal.region()
    demand(region.same(back, ["var", name]), "the new variable doesn't give the old one")
    value, old = {name: by}, goal.box[name]
    given: list[Given] = [
        (sign, substitute(a, value), substitute(b, value)) for sign, a, b in goal.given]
    for end, left_out, low in ((old.lo, old.out[0], True), (old.hi, old.out[1], False)):
        if not endless(end):
            pair = (["number", str(end)], by) if low else (by, ["number", str(end)])
            given.append(("<" if left_out else "<=", *pair))
    box = {other: r for other, r in goal.box.items() if other != name} | {new: found}
    yield Goal(box, goal.whole - {name}, tuple(given), substitute(goal.term, value),
               goal.strict), node["part"]


RULES: dict[str, Callable[[Goal, Node], Open]] = {
    "outside": outside, "zero": zero, "split": split, "fix": fix, "narrow": narrow, "have": have,
    "each": each, "cases": cases, "product": product, "sum": summed, "logarithm": logarithm,
    "monotone": monotone, "concave": concave, "substitute": exchange,
}
