"""Scalar inequalities: a tree of rules shows that a term is at least 0 on a box.

A goal says that its term is ≥ 0 (or > 0) at every point of a box that meets some relations. Each
node of a certificate names a rule, which this module decides, and leaves the goals of its subtrees.
Leaves say that the term's range, or the signs of its normal form, show the goal. Wherever a rule
uses a term, the term is shown to be a real number on the whole region.
"""

from fractions import Fraction
from typing import NamedTuple

from calculus import MINUS, NULL, derivative, limit_sign, times
from calculus import plus as sum_of
from polynomials import plus, scaled
from ranges import PAIRS, Range, Region, op, whole_power
from reals import INF, Precision, Rejected
from signs import ONE, Unshown
from statements import REAL, normal, rational
from trees import Canonical, conjuncts, free, substitute

BITS = 96
UNARY = {
    "neg", "exp", "log", "sqrt", "abs", "binary_entropy", "binary_entropy_inverse", "normal_cdf",
}
SIDES = ("below", "above")


class Goal(NamedTuple):
    """The term is at least 0 (more, if strict) on the points of the box that meet `given`.

    `box` has a Range for each variable, `whole` names those that are whole numbers, and `given`
    holds relations (op, small, large) with ≤, < or =.
    """

    box: dict
    whole: frozenset
    given: tuple
    term: list
    strict: bool

    def region(self):
        """What ranges and normal forms tell on the points of the goal."""
        def written(end):
            return None if end in (INF, -INF) else str(end)

        scope = {name: ["real", written(r.low), written(r.high), r.low_open, r.high_open]
                 for name, r in self.box.items()}
        return Region([["relation", *part] for part in self.given], scope, Canonical())

    def where(self, name, found):
        """The goal with another range for a variable."""
        return self._replace(box={**self.box, name: found})


def check(statement, trees):
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
    except (Unshown, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError,
            ValueError) as error:
        raise Rejected(f"the certificate doesn't hold: {error}") from None
    finally:
        Precision.bits = before


def goals_of(statement):
    """The goals of a universal statement about numbers, one for each relation that it concludes."""
    variables, hypotheses, then, quantifier = statement
    if quantifier != "forall" or any(sort[0] not in ("real", "size") for _, sort, _ in variables):
        raise Rejected("a scalar statement is about all values of some numbers")
    box, given = {}, []
    for name, sort, _ in variables:
        low, high = (end if end is None else Fraction(end) for end in sort[1:3])
        opens = sort[3:] if sort[0] == "real" else (False, False)
        box[name] = Range(-INF if low is None else low, INF if high is None else high,
                          low is None or opens[0], high is None or opens[1])
    for part in (part for formula in hypotheses for part in conjuncts(normal(formula))):
        # Whatever else is assumed isn't used.
        if part[0] == "relation" and scalar(part[2], box) and scalar(part[3], box):
            given.append(tuple(part[1:]))
    goals = []
    for part in conjuncts(normal(then)):
        if part[0] != "relation" or part[1] == "=" or not (
                scalar(part[2], box) and scalar(part[3], box)):
            raise Rejected("a conclusion is no inequality between scalars")
        whole = frozenset(name for name, sort, _ in variables if sort[0] == "size")
        gap = sum_of(part[3], part[2], "sub")
        goals.append(Goal(box, whole, tuple(given), gap, part[1] == "<"))
    return goals


def scalar(term, names):
    """Whether a term is made of finite numbers, variables and elementary functions."""
    match term:
        case ["number", text]:
            return text != "inf"
        case ["var", name]:
            return name in names
        case ["op", "pi", [], _, _]:
            return True
        case ["op", head, args, _, _]:
            return len(args) == (head in UNARY) + 2 * (head in PAIRS) > 0 and all(
                scalar(arg, names) for arg in args)
    return False


def read(value, names):
    """A term of a certificate: "p/q", "pi", ["x"] for a variable, or [head, argument, …]."""
    match value:
        case "pi":
            return op("pi")
        case str():
            return ["number", str(rational(value))]
        case [str(name)]:
            if name in names:
                return ["var", name]
        case [str(head), *args] if len(args) == (head in UNARY) + 2 * (head in PAIRS) > 0:
            return op(head, *(read(arg, names) for arg in args))
    raise Rejected("a certificate holds a malformed term")


def demand(held, what):
    if not held:
        raise Rejected(what)


def apply(goal, tree):
    """The goals that a node leaves open, each with its own tree."""
    if tree in ("ball", "sign"):
        demand(goal.region().positive(goal.term, goal.strict),
               "a term isn't shown to have the sign that a leaf says")
        return []
    demand(isinstance(tree, dict) and tree.get("rule") in RULES, "a node is no rule")
    return list(RULES[tree["rule"]](goal, tree))


def variable(goal, node):
    demand(node["variable"] in goal.box, "a rule about a variable that the goal doesn't have")
    return node["variable"]


def hypothesis(goal, node):
    place = node["given"]
    demand(type(place) is int and 0 <= place < len(goal.given), "a hypothesis that isn't there")
    return goal.given[place]


# --- the region -----------------------------------------------------------------------------------


def outside(goal, node):
    relation, small, large = hypothesis(goal, node)
    found = goal.region().range(sum_of(large, small, "sub"))
    demand(found.below(relation != "<") or (relation == "=" and found.above(True)),
           "the box may meet the hypothesis")
    return []


def split(goal, node):
    """The goal on both sides of a point; one of them holds the point itself."""
    name, at = variable(goal, node), rational(node["at"])
    found, left = goal.box[name], node["closed"] == "left"
    demand(left or node["closed"] == "right", "a point that belongs to no side")
    demand(found.low <= at <= found.high, "a point outside of the box")
    low = at
    if name in goal.whole:
        demand(left and at.denominator == 1, "whole numbers are split after a whole number")
        low, left_out = at + 1, False
    else:
        left_out = left
    parts = (found._replace(high=at, high_open=not left or (at == found.high and found.high_open)),
             found._replace(low=low, low_open=left_out or (low == found.low and found.low_open)))
    for part, place in zip(parts, ("left", "right"), strict=True):
        if not part.empty():
            yield goal.where(name, part), node[place]


def fix(goal, node):
    """A variable with a single value is that value."""
    name = variable(goal, node)
    found = goal.box[name]
    demand(found.low == found.high, "a variable has more than one value")
    value = {name: ["number", str(found.low)]}
    given = tuple((op, substitute(a, value), substitute(b, value)) for op, a, b in goal.given)
    yield without(goal, name)._replace(term=substitute(goal.term, value), given=given), node["part"]


def without(goal, name):
    """The goal without a variable, and without what it assumes of it."""
    given = tuple(part for part in goal.given if name not in free(list(part[1:])))
    box = {other: found for other, found in goal.box.items() if other != name}
    return goal._replace(box=box, whole=goal.whole - {name}, given=given)


def bounds(relation, name):
    """(side, T, strict) if a relation bounds a variable by a term T without it: x ≤ T or x ≥ T."""
    sign, small, large = relation
    if sign != "=":
        for side, one, other in (("above", small, large), ("below", large, small)):
            if one == ["var", name] and name not in free(other):
                return side, other, sign == "<"
    return None


def place_of(goal, term):
    """The range of a term; exact for a number."""
    region = goal.region()
    return region.cut(term, region.range(term)) if term[0] != "number" else region.range(term)


def narrow(goal, node):
    """A hypothesis x ≤ T or x ≥ T shortens the box."""
    known = hypothesis(goal, node)
    for name in goal.box:
        if bounds(known, name) is not None:
            side, term, strict = bounds(known, name)
            limit, found = place_of(goal, term), goal.box[name]
            if side == "above" and limit.high <= found.high:
                same = limit.high == found.high and found.high_open
                found = found._replace(
                    high=limit.high, high_open=strict or limit.high_open or same)
            if side == "below" and limit.low >= found.low:
                same = limit.low == found.low and found.low_open
                found = found._replace(low=limit.low, low_open=strict or limit.low_open or same)
            goal = goal.where(name, found)
    if not any(found.empty() for found in goal.box.values()):
        yield goal, node["part"]


def have(goal, node):
    """A hypothesis rewritten: the new difference is a positive multiple of the old one."""
    old, small, large = hypothesis(goal, node)
    new, *sides = node["relation"]
    left, right = (read(side, goal.box) for side in sides)
    demand(new in ("<=", "<") and old in ("<", new), "a hypothesis is made stronger, or turned")
    region = goal.region()
    for term in (left, right, small, large):
        region.range(term)
    one, two = (plus(region.poly(b), region.poly(a), -1)
                for a, b in ((small, large), (left, right)))
    (top, low), (up, bottom) = region.together(one), region.together(two)
    pair = region.product(top, bottom), region.product(up, low)
    demand(all(pair) and scaled(pair[0]) == scaled(pair[1]) and all(
        region.sign(part) == 1 for part in (low, bottom)), "the hypothesis says something else")
    yield goal._replace(given=(*goal.given, (new, left, right))), node["part"]


# --- the term -------------------------------------------------------------------------------------


def zero(goal, node):
    region = goal.region()
    region.range(goal.term)
    demand(not goal.strict and region.same(goal.term, NULL), "a term isn't 0 everywhere")
    return []


def exchanged(term, part, by):
    """The term with every occurrence of a part replaced."""
    if term == part:
        return by
    if term[0] == "op":
        return op(term[1], *(exchanged(arg, part, by) for arg in term[2]))
    return term


def each(goal, node, selected=False):
    """A minimum, maximum or absolute value is one of two; `selected`: which one is known."""
    part = read(node["of"], goal.box)
    goal.region().range(part)
    match part:
        case ["op", "minimum", [a, b], _, _]:
            options = (a, ("<=", a, b)), (b, ("<=", b, a))
        case ["op", "maximum", [a, b], _, _]:
            options = (a, ("<=", b, a)), (b, ("<=", a, b))
        case ["op", "abs", [a], _, _]:
            options = (a, ("<=", NULL, a)), (op("neg", a), ("<=", a, NULL))
        case _:
            raise Rejected("a term that has no two cases")
    for (value, test), place in zip(options, ("first", "second"), strict=True):
        given = (*goal.given, test) if selected else goal.given
        yield goal._replace(term=exchanged(goal.term, part, value), given=given), node[place]


def cases(goal, node):
    return each(goal, node, True)


def product(goal, node):
    """The term is a product, each factor of which has the sign."""
    region, result = goal.region(), ONE
    region.range(goal.term)
    for written, tree in zip(node["factors"], node["parts"], strict=True):
        factor = read(written, goal.box)
        result = times(result, factor)
        if tree == "even":
            power = whole_power(factor)
            demand(not goal.strict and power is not None and power % 2 == 0, "no even power")
            region.range(factor)
        else:
            yield goal._replace(term=factor), tree
    demand(region.same(goal.term, result), "the term isn't the product of the factors")


def summed(goal, node):
    """The term is a sum, each part of which is at least 0, the first strictly if need be."""
    region, result, strict = goal.region(), NULL, goal.strict
    region.range(goal.term)
    demand(node["terms"], "an empty sum")
    for written, tree in zip(node["terms"], node["parts"], strict=True):
        part = read(written, goal.box)
        result = sum_of(result, part)
        yield goal._replace(term=part, strict=strict), tree
        strict = False
    demand(region.same(goal.term, result), "the term isn't the sum of the parts")


def logarithm(goal, node):
    """The term is the logarithm of what is at least 1."""
    inner, region = read(node["of"], goal.box), goal.region()
    region.range(goal.term)
    demand(region.positive(inner), "a logarithm of what may be 0")
    demand(region.same(goal.term, op("log", inner)), "the term isn't that logarithm")
    yield goal._replace(term=sum_of(inner, ONE, "sub")), node["part"]


# --- calculus -------------------------------------------------------------------------------------


def hull(one, two):
    """The smallest range around two."""
    low, high = min(one.low, two.low), max(one.high, two.high)
    return Range(low, high, all(r.low_open for r in (one, two) if r.low == low),
                 all(r.high_open for r in (one, two) if r.high == high))


def beyond(goal, name, anchor, side, strictly=False):
    """Whether no point of the goal lies on a side of an anchor; `strictly`: nor at it."""
    if any(found is not None and found[0] == side and found[1] == anchor and (
            found[2] or not strictly) for found in (bounds(part, name) for part in goal.given)):
        return True
    try:
        gap = goal.region().range(sum_of(["var", name], anchor, "sub"))
    except Unshown:
        return False
    return gap.below(strictly) if side == "above" else gap.above(strictly)


def kept(goal, part, name, anchor, side):
    """Whether a relation that holds at a point holds on the way from the anchor to it."""
    found = bounds(part, name)
    if found is not None and found[0] == side:
        return True
    # What is linear in the variable holds between two points where it holds.
    gap = sum_of(part[2], part[1], "sub")
    try:
        slope = Region([], dict.fromkeys(goal.box, REAL), Canonical()).poly(
            derivative(gap, name, [], []))
    except Unshown:
        return False
    if part[0] == "=" or not slope or set(slope) != {()}:
        return False
    if (slope[()] < 0) == (side == "above"):
        return True
    return place_of(goal, substitute(gap, {name: anchor})).above(False)


def path(goal, name, anchor, side, limit):
    """The goal on the closed ways from the anchor to the points of the region on a side of it."""
    found = hull(goal.box[name], place_of(goal, anchor))
    if anchor[0] == "number":
        end = Fraction(anchor[1])
        found = found._replace(low=end, low_open=limit) if side == "above" else found._replace(
            high=end, high_open=limit)
    given = [part if name not in free(list(part[1:])) else ("<=", *part[1:])
             for part in goal.given
             if name not in free(list(part[1:])) or kept(goal, part, name, anchor, side)]
    ends = (anchor, ["var", name]) if side == "above" else (["var", name], anchor)
    return goal._replace(box={**goal.box, name: found}, whole=goal.whole - {name},
                         given=(*given, ("<=", *ends)))


def interior(goal, name):
    """A way without its two ends: bounds of the variable are strict there."""
    found = goal.box[name]._replace(low_open=True, high_open=True)
    given = tuple(("<", *part[1:]) if name in free(list(part[1:])) else part
                  for part in goal.given)
    return goal._replace(given=given).where(name, found)


def slope_of(part, name, term, first=True):
    """The derivative of a term inside of a way on which the term is shown to be real."""
    inner, positive, nonzero = interior(part, name), [], []
    result = derivative(term, name, positive, nonzero)
    region = inner.region()
    if first:
        part.region().range(term)
    for one in positive:
        demand(region.positive(one), "a term may have no derivative")
    for one in nonzero:
        demand(region.positive(one) or region.positive(op("neg", one)), "a divisor may be 0")
    return inner._replace(term=result)


def monotone(goal, node):
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
        base = without(goal, name)._replace(
            term=substitute(goal.term, {name: anchor}), strict=goal.strict and above_base)
        yield base, node["base"]
    for side in SIDES:
        if side not in given:
            demand(beyond(goal, name, anchor, side), "the variable may lie on the other side")
            continue
        part = path(goal, name, anchor, side, limit)
        if part.box[name].low < part.box[name].high:
            slope = slope_of(part, name, goal.term)
            term = slope.term if side == "above" else times(MINUS, slope.term)
            yield slope._replace(term=term, strict=goal.strict and not above_base), node[side]


def concave(goal, node):
    """A concave function lies above the lesser of its values at two ends."""
    name = variable(goal, node)
    low, high = (read(node[end], goal.box) for end in ("low", "high"))
    demand(name not in free(low) | free(high), "an end that moves with the variable")
    demand(beyond(goal, name, low, "below") and beyond(goal, name, high, "above"),
           "the variable may leave the segment")
    rest = without(goal, name)
    for end, place in ((low, "at_low"), (high, "at_high")):
        yield rest._replace(term=substitute(goal.term, {name: end})), node[place]
    found = hull(hull(goal.box[name], place_of(goal, low)), place_of(goal, high))
    x = ["var", name]
    part = Goal({**goal.box, name: found}, rest.whole,
                (*rest.given, ("<=", low, x), ("<=", x, high)), goal.term, goal.strict)
    slope = slope_of(part, name, goal.term)
    second = slope_of(part, name, slope.term, False)
    yield second._replace(term=times(MINUS, second.term), strict=False), node["second"]


def exchange(goal, node):
    """Another variable t for x: x = φ(t), and t = ψ(x) exists for every x."""
    name, new = variable(goal, node), node["new"]
    demand(isinstance(new, str) and new not in goal.box, "no new variable")
    inverse = read(node["inverse"], goal.box)
    found = place_of(goal, inverse)
    by = read(node["by"], {*goal.box, new} - {name})
    back, region = substitute(by, {new: inverse}), goal.region()
    region.range(back)
    demand(region.same(back, ["var", name]), "the new variable doesn't give the old one")
    value, old = {name: by}, goal.box[name]
    given = [(sign, substitute(a, value), substitute(b, value)) for sign, a, b in goal.given]
    for end, left_out, low in ((old.low, old.low_open, True), (old.high, old.high_open, False)):
        if end not in (INF, -INF):
            pair = (["number", str(end)], by) if low else (by, ["number", str(end)])
            given.append(("<" if left_out else "<=", *pair))
    box = {other: r for other, r in goal.box.items() if other != name} | {new: found}
    yield Goal(box, goal.whole - {name}, tuple(given), substitute(goal.term, value),
               goal.strict), node["part"]


RULES = {
    "outside": outside, "zero": zero, "split": split, "fix": fix, "narrow": narrow, "have": have,
    "each": each, "cases": cases, "product": product, "sum": summed, "logarithm": logarithm,
    "monotone": monotone, "concave": concave, "substitute": exchange,
}

__all__ = ["Goal", "check", "goals_of", "read"]
