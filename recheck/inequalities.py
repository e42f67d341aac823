"""Scalar inequalities: a tree of rules shows that a term is at least 0 on a region.

A goal says that its term is ≥ 0 (or > 0) at every point of a box that meets some relations. Each
node of a tree names a rule, which is checked here and leaves the goals of its subtrees; a leaf says
that the term's range or its normal form shows the sign. Wherever a term is used, it is shown to be
a real number. What isn't shown is wrong if a point tells so, and left open otherwise.
"""

import functools
import itertools
from collections import namedtuple
from fractions import Fraction

from forms import Facts, plus
from goals import Evaluation, compact, normal, op, put, rational
from reals import INF, SCALARS, Num, Rejected, Unknown, Unsupported, demand, num

NULL, UNIT = ["number", "0"], ["number", "1"]
PAIRS = {"add", "sub", "mul", "div", "pow", "minimum", "maximum"}

Goal = namedtuple("Goal", "box whole given term strict")  # `given` has relations (sign, a, b).


def mentions(term, name):
    """Whether a variable occurs in a tree."""
    return compact(["var", name]) in compact(term)


def sum_of(a, b, head="add"):
    """a + b, or a − b, without zeros."""
    return a if b == NULL else b if a == NULL and head == "add" else op(head, a, b)


def times_of(a, b):
    """a · b, without zeros and ones."""
    return NULL if NULL in (a, b) else b if a == UNIT else a if b == UNIT else op("mul", a, b)


def derivative(term, x, above, apart):
    """The derivative by a variable, where all of `above` are > 0 and none of `apart` is 0."""
    if not mentions(term, x) or term[0] == "var":
        return UNIT if term[0] == "var" and term[1] == x else NULL
    _, head, args, *_ = term
    a, slope = args[0], derivative(args[0], x, above, apart)
    if len(args) == 2:
        b, lower = args[1], derivative(args[1], x, above, apart)
    match head:
        case "add" | "sub":
            return sum_of(slope, lower, head)
        case "neg":
            return op("neg", slope)
        case "mul":
            return sum_of(times_of(slope, b), times_of(a, lower))
        case "div":
            apart.append(b)
            top = sum_of(times_of(slope, b), times_of(a, lower), "sub")
            return op("div", slope, b) if lower == NULL else op("div", top, op("mul", b, b))
        case "pow" if b[0] == "number" and rational(b[1]).denominator == 1:
            n = rational(b[1])
            apart += [a] if n < 1 else []
            return times_of(op("mul", b, op("pow", a, ["number", str(n - 1)])), slope)
        case "pow":
            above.append(a)
            return op(
                "mul", term, sum_of(times_of(lower, op("log", a)), op("div", times_of(b, slope), a))
            )
        case "exp":
            return times_of(term, slope)
        case "log" | "sqrt":
            above.append(a)
            return op("div", slope, a if head == "log" else op("mul", ["number", "2"], term))
        case "normal_cdf":
            bell = op("exp", op("neg", op("div", op("pow", a, ["number", "2"]), ["number", "2"])))
            root = op("sqrt", op("mul", ["number", "2"], op("pi")))
            return times_of(op("div", bell, root), slope)
        case "binary_entropy":
            rest = op("sub", UNIT, a)
            above += [a, rest]
            return times_of(op("log", op("div", rest, a)), slope)
    raise Unsupported(f"no derivative of {head}")


def read(value, names):
    """A term of a certificate: "p/q", ["x"] for a variable, or [head, argument, …]."""
    match value:
        case "pi":
            return op("pi")
        case str():
            return ["number", str(rational(value))]
        case [str(name)]:
            return ["var", name] if name in names else demand(False, "an unknown variable")
        case [str(head), *args] if head in SCALARS and len(args) == 1 + (head in PAIRS):
            return op(head, *(read(arg, names) for arg in args))
    raise Rejected("a certificate holds a malformed term")


def is_scalar(term, names):
    """Whether a term is made of finite numbers, variables and elementary functions."""
    match term:
        case ["number", text]:
            return text != "inf"
        case ["var", name]:
            return name in names
        case ["op", head, args, *_]:
            return head in SCALARS.keys() | {"pi"} and all(is_scalar(arg, names) for arg in args)
    return False


def parts_of(formula):
    """The parts of a conjunction, through nested ones."""
    return [x for part in formula[1] for x in parts_of(part)] if formula[0] == "and" else [formula]


def domain(sort):
    """The numbers of a sort."""
    low, high = (end if end is None else Fraction(end) for end in sort[1:3])
    out = sort[3:] if sort[0] == "real" else (False, False)
    return Num(
        -INF if low is None else low,
        INF if high is None else high,
        (low is None or out[0], high is None or out[1]),
    )


def check_scalar(statement, trees):
    """Refuse a certificate, a tree for each relation that is concluded, that shows less."""
    demand(
        statement["quantifier"] == "forall"
        and all(sort[0] in ("real", "size") for _, sort, _ in statement["variables"]),
        "no scalar statement",
    )
    box = {name: domain(sort) for name, sort, _ in statement["variables"]}
    whole = frozenset(name for name, sort, _ in statement["variables"] if sort[0] == "size")
    given = tuple(
        tuple(part[1:])
        for formula in statement["given"]
        for part in parts_of(normal(formula, {}))
        if part[0] == "relation" and is_scalar(part[2], box) and is_scalar(part[3], box)
    )
    shown = parts_of(normal(statement["then"], {}))
    demand(isinstance(trees, list) and len(trees) == len(shown), "a tree for each conclusion")
    for part, tree in zip(shown, trees, strict=True):
        demand(
            part[0] == "relation"
            and part[1] != "="
            and is_scalar(part[2], box)
            and is_scalar(part[3], box),
            "a conclusion is no inequality of scalars",
        )
        waiting = [(Goal(box, whole, given, sum_of(part[3], part[2], "sub"), part[1] == "<"), tree)]
        while waiting:
            goal, tree = waiting.pop()
            if tree in ("ball", "sign"):
                settle(
                    leaf(goal),
                    "a leaf isn't shown",
                    goal.box,
                    goal.given,
                    ("<" if goal.strict else "<=", NULL, goal.term),
                    goal.whole,
                )
                continue
            demand(isinstance(tree, dict), "a node of a certificate is no rule")
            if tree.get("rule") not in RULES:
                raise Unsupported(f"the rule {tree.get('rule')} of a tree")
            waiting += RULES[tree["rule"]](goal, tree)


def sure(held, what):
    """Leave a step open, neither shown nor wrong."""
    if not held:
        raise Unsupported(what)


def settle(held, what, box, given, relation, whole=()):
    """Refuse what isn't shown: as wrong if a point that meets the hypotheses tells so."""
    if held:
        return
    values = []
    sure("symbol" not in whole, what)
    for name, x in box.items():
        low = x.lo if x.lo != -INF else x.hi - 4 if x.hi != INF else Fraction(-2)
        high = x.hi if x.hi != INF else low + 4
        inside = [low + (high - low) * Fraction(k, 20) for k in (1, 7, 10, 19)]
        inside = [low + k for k in range(3)] if name in whole else inside
        inside += [end for end, out in zip((low, high), x.out, strict=True) if not out]
        values.append([num(v) for v in inside if x.lo <= v <= x.hi])
    for point in itertools.islice(itertools.product(*values), 200):
        env, judge = dict(zip(box, point, strict=True)), Evaluation()
        try:
            told = [judge.truth(["relation", *part], env) for part in (*given, relation)]
        except (ArithmeticError, ValueError, LookupError, TypeError):
            continue
        demand(not all(told[:-1]) or told[-1] is not False, what)
    raise Unsupported(what)


def region(goal):
    """What is known on the points of a goal."""
    return Facts(goal.box, goal.given)


def leaf(goal):
    """Whether the range or the sign of the term shows the goal."""
    try:
        return region(goal).positive(goal.term, goal.strict)
    except Unknown:
        return False


def empty(x):
    """Whether no number lies in a range."""
    return x.lo > x.hi or (x.lo == x.hi and any(x.out))


def variable(goal, node):
    """The variable that a rule is about."""
    demand(node["variable"] in goal.box, "a rule about another variable")
    return node["variable"]


def place_of(goal, term):
    """The range of a term."""
    found = region(goal).range(term)
    return found if term[0] == "number" else region(goal).cut(term, found)


def fixed_at(goal, name, term):
    """The goal with a term for a variable, and without what it assumes of that."""
    return Goal(
        {other: x for other, x in goal.box.items() if other != name},
        goal.whole - {name},
        tuple(part for part in goal.given if not mentions(list(part), name)),
        put(goal.term, {name: term}),
        goal.strict,
    )


def outside(goal, node):
    """The box contradicts a hypothesis."""
    sign, small, large = goal.given[node["given"]]
    gap = region(goal).range(op("sub", large, small))
    demand(
        gap.sign == -1 or (sign == "<" and gap.hi <= 0) or (sign == "=" and gap.sign == 1),
        "the box may meet the hypothesis",
    )
    return []


def split(goal, node):
    """Both sides of a point, which is in one of them; the next whole number is in the other."""
    name, at, closed = variable(goal, node), rational(node["at"]), node["closed"]
    x, low = goal.box[name], at
    demand(closed in ("left", "right") and x.lo <= at <= x.hi, "no such point to split at")
    if name in goal.whole:
        demand(closed == "left" and at.denominator == 1, "whole numbers are split after one")
        low += 1
    left = Num(x.lo, at, (x.out[0], closed == "right" or (at == x.hi and x.out[1])))
    right = Num(
        low, x.hi, ((closed == "left" and low == at) or (low == x.lo and x.out[0]), x.out[1])
    )
    return [
        (goal._replace(box={**goal.box, name: part}), node[side])
        for part, side in ((left, "left"), (right, "right"))
        if not empty(part)
    ]


def side_of(relation, name):
    """("above" or "below", T, strictly) if a relation says x ≤ T or x ≥ T, T without x."""
    sign, small, large = relation
    for side, one, other in (("above", small, large), ("below", large, small)):
        if sign != "=" and one == ["var", name] and not mentions(other, name):
            return side, other, sign == "<"
    return None, None, False


def narrow(goal, node):
    """A hypothesis x ≤ T or x ≥ T shortens the box."""
    known = goal.given[node["given"]]
    for name, x in goal.box.items():
        side, term, strict = side_of(known, name)
        at = x if side is None else place_of(goal, term)
        if side == "above" and at.hi <= x.hi:
            x = Num(x.lo, at.hi, (x.out[0], strict or at.out[1] or (at.hi == x.hi and x.out[1])))
        if side == "below" and at.lo >= x.lo:
            x = Num(at.lo, x.hi, (strict or at.out[0] or (at.lo == x.lo and x.out[0]), x.out[1]))
        goal = goal._replace(box={**goal.box, name: x})
    return [] if any(map(empty, goal.box.values())) else [(goal, node["part"])]


def zero(goal, _):
    """The term is 0 everywhere."""
    known = region(goal)
    known.range(goal.term)
    demand(not goal.strict, "what is 0 isn't more than 0")
    settle(
        known.is_zero(known.poly(goal.term)),
        "a term isn't shown to be 0 everywhere",
        goal.box,
        goal.given,
        ("=", goal.term, NULL),
        goal.whole,
    )
    return []


def product(goal, node, joined_by=times_of, parts="factors"):
    """The term is a product (a sum) of terms that have the sign; "even" is an even power."""
    known, made, left, strict = region(goal), UNIT if parts == "factors" else NULL, [], goal.strict
    known.range(goal.term)
    for written, tree in zip(node[parts], node["parts"], strict=True):
        factor = read(written, goal.box)
        made = joined_by(made, factor)
        known.range(factor)
        if tree == "even" and parts == "factors":
            demand(
                not strict
                and factor[1] == "pow"
                and factor[2][1][0] == "number"
                and rational(factor[2][1][1]) % 2 == 0,
                "no even power",
            )
        else:
            left.append((goal._replace(term=factor, strict=strict), tree))
        strict = strict and parts == "factors"
    settle(
        known.is_zero(plus(known.poly(goal.term), known.poly(made), -1)),
        "the term isn't shown to be made of its parts",
        goal.box,
        goal.given,
        ("=", goal.term, made),
        goal.whole,
    )
    return left


def beyond(goal, name, anchor, side, strictly=False):
    """Whether no point of the goal lies on a side of an anchor; `strictly`: nor at it."""
    for part in goal.given:
        found = side_of(part, name)
        if found[:2] == (side, anchor) and (found[2] or not strictly):
            return True
    gap = region(goal).range(op("sub", ["var", name], anchor))
    gap = gap if side == "below" else -gap
    return gap.sign == 1 or (gap.lo >= 0 and not strictly)


def path(goal, name, low, high, kept):
    """The goal between two terms, each of which is the variable or an anchor, without the ends;
    the goal with the ends comes first. `kept`: the side on which bounds of the variable stay."""
    span_, x = [place_of(goal, end) for end in (low, high)], ["var", name]
    found = Num(span_[0].lo, span_[1].hi, (span_[0].out[0], span_[1].out[1]))
    given = [part for part in goal.given if not mentions(list(part), name)]
    ways = [("<=", a, b) for a, b in ((low, x), (x, high)) if a != b]
    ways += [("<=", *part[1:]) for part in goal.given if side_of(part, name)[0] == kept]
    closed = Goal(
        {**goal.box, name: found}, goal.whole - {name}, (*given, *ways), goal.term, goal.strict
    )
    inner = [("<", *part[1:]) for part in ways]
    return closed, closed._replace(
        given=(*given, *inner), box={**goal.box, name: Num(found.lo, found.hi, (True, True))}
    )


def slope_of(goal, inner, name, term):
    """The derivative of a term that is real on the closed path, shown to exist inside of it."""
    above, apart = [], []
    found, known = derivative(term, name, above, apart), region(inner)
    region(goal).range(goal.term)
    sure(
        all(map(known.positive, above))
        and all(known.positive(part) or known.positive(op("neg", part)) for part in apart),
        "no derivative",
    )
    return found


def monotone(goal, node):
    """The goal at an anchor, and the sign of the derivative from there to each point."""
    name, anchor, x = (
        variable(goal, node),
        read(node["anchor"], goal.box),
        ["var", node["variable"]],
    )
    at_base = node.get("strict") == "base"
    demand(not mentions(anchor, name), "an anchor that moves with the variable")
    if node["base"] == "limit":
        raise Unsupported("a limit")
    demand(
        not goal.strict
        or at_base
        or any(beyond(goal, name, anchor, side, True) for side in ("below", "above")),
        "it may be 0 there",
    )
    left = [(fixed_at(goal, name, anchor)._replace(strict=goal.strict and at_base), node["base"])]
    for side in ("below", "above"):
        if node.get(side) is None:
            demand(beyond(goal, name, anchor, side), "the variable may lie on the other side")
            continue
        ends = (anchor, x) if side == "above" else (x, anchor)
        closed, inner = path(goal, name, *ends, side)
        if closed.box[name].lo < closed.box[name].hi:
            slope = slope_of(closed, inner, name, goal.term)
            left.append(
                (
                    inner._replace(
                        term=slope if side == "above" else op("neg", slope),
                        strict=goal.strict and not at_base,
                    ),
                    node[side],
                )
            )
    return left


def concave(goal, node):
    """A concave function lies above the lesser of its values at two ends."""
    name = variable(goal, node)
    low, high = (read(node[end], goal.box) for end in ("low", "high"))
    demand(
        not mentions([low, high], name)
        and beyond(goal, name, low, "below")
        and beyond(goal, name, high, "above"),
        "the variable may leave the segment",
    )
    closed, inner = path(goal, name, low, high, None)
    slope = slope_of(closed, inner, name, goal.term)
    second = slope_of(closed, inner, name, slope)
    return [
        (fixed_at(goal, name, low), node["at_low"]),
        (fixed_at(goal, name, high), node["at_high"]),
        (inner._replace(term=op("neg", second), strict=False), node["second"]),
    ]


def substitute(goal, node):
    """Another variable t for x: x = φ(t), and t = ψ(x) exists for every x."""
    name, new = variable(goal, node), node["new"]
    demand(isinstance(new, str) and new not in goal.box, "no new variable")
    inverse, by = read(node["inverse"], goal.box), read(node["by"], {*goal.box, new} - {name})
    back, known = put(by, {new: inverse}), region(goal)
    known.range(back)
    sure(known.is_zero(plus(known.poly(back), known.poly(["var", name]), -1)), "no inverse")
    box = {other: x for other, x in goal.box.items() if other != name}
    given = [(sign, put(a, {name: by}), put(b, {name: by})) for sign, a, b in goal.given]
    x = goal.box[name]
    for end, out, low in ((x.lo, x.out[0], True), (x.hi, x.out[1], False)):
        if end not in (INF, -INF):
            pair = (["number", str(end)], by)
            given.append(("<" if out else "<=", *(pair if low else pair[::-1])))
    return [
        (
            Goal(
                {**box, new: place_of(goal, inverse)},
                goal.whole - {name},
                tuple(given),
                put(goal.term, {name: by}),
                goal.strict,
            ),
            node["part"],
        )
    ]


RULES = {
    "outside": outside,
    "split": split,
    "narrow": narrow,
    "zero": zero,
    "product": product,
    "sum": functools.partial(product, joined_by=sum_of, parts="terms"),
    "monotone": monotone,
    "concave": concave,
    "substitute": substitute,
}
