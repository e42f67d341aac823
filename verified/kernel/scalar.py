"""Certified inequalities between scalar terms: the goal, the rules, and their checker.

A goal says that a term is at least 0 (or more than 0) at every point of a box that meets some
relations. A certificate is a tree of rules. Leaves are the strings
"ball", the term's range on the box tells, and "sign", the factors of its normal form are positive
on the box. Every other node is a mapping with its `rule`:

- `outside` (given): the box contradicts a hypothesis.
- `zero`: the term is identically 0.
- `split` (variable, at, closed: the side that holds the point; left, right).
- `fix` (variable, part): the variable has one value only; it's replaced by that.
- `narrow` (given, part): a hypothesis x ≤ T or x ≥ T shortens the variable's side of the box.
- `have` (relation, given, part): a hypothesis rewritten, its difference times a positive number.
- `each` (of, first, second): a minimum, maximum or absolute value in the term is replaced by
  either value, and both goals hold.
- `cases` (of, first, second): the same, each under the hypothesis that selects it.
- `monotone` (variable, anchor, strict, base, above, below): the goal at the anchor, and the sign of
  the derivative on either side. The base may be "limit", by `verified.kernel.germs`.
- `concave` (variable, low, high, at_low, at_high, second): the goal at both ends of a segment, and
  a second derivative that is at most 0.
- `product` (factors, parts), `sum` (terms, parts): the term is identically a product (a sum) of
  terms that are at least 0, each by its own certificate. "even" proves an even power.
- `logarithm` (of, part): the term is identically ln T, and T − 1 is at least 0.
- `substitute` (variable, new, by, inverse, part): x = φ(t), where t = ψ(x) exists for every x.

What a certificate proves holds at every point, the ends included: wherever a term is used, all of
its parts are shown to be real numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from verified.kernel.calculus import ONE, ZERO, derivative, minus, negative, plus, smoothness, times
from verified.kernel.germs import limit_sign
from verified.kernel.quotients import (
    Quotients,
    is_number,
    is_polynomial,
    narrowed_range,
    number_of,
)
from verified.kernel.ranges import (
    NotDefined,
    domain_of,
    is_negative,
    is_positive,
)
from verified.kernel.scalar_goals import (
    Goal,
    algebra,
    bound,
    has_sign,
    read_scalar,
    require_defined,
    scalar_goals,
    shortened,
    sides,
    with_domain,
)
from verified.kernel.values import Rejected
from verified.numbers.balls import precision
from verified.syntax.claims import Statement
from verified.syntax.formulas import Relation, substitute
from verified.syntax.serial import read_rational
from verified.syntax.sorts import RealSort
from verified.syntax.terms import REAL, Number, Op, Term, Var, free_variables

BITS = 64
Certificate = Any
Path = tuple[str | int, ...]
Obligation = tuple["Goal", Path]


def check_scalar(statement: Statement, certificate: Certificate) -> None:
    """Check that a certificate proves a statement: a list with a tree for each conclusion.

    Raises:
        Rejected: it doesn't, or the statement is no scalar one; the message says which rule fails.
    """
    goals = scalar_goals(statement)
    if not isinstance(certificate, list) or len(certificate) != len(goals):
        raise Rejected(f"a certificate of {len(goals)} conclusions is a list of as many trees")
    for goal, tree in zip(goals, certificate, strict=True):
        check_goal(goal, tree)


def check_goal(goal: Goal, tree: Certificate) -> None:
    """Check that a tree proves a goal.

    Raises:
        Rejected: it doesn't.
    """
    try:
        with precision(BITS):
            _check(goal, tree)
    except RecursionError:
        raise Rejected("the certificate is nested too deeply") from None
    except Rejected:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Rejected(f"the certificate is malformed: {error}") from error


def _check(goal: Goal, tree: Certificate) -> None:
    waiting = [(goal, tree)]
    while waiting:
        goal, tree = waiting.pop()
        for child, path in obligations(goal, tree):
            part = tree
            for step in path:
                part = part[step]
            waiting.append((child, part))


def obligations(goal: Goal, tree: Certificate) -> list[Obligation]:
    """What remains to be proved once a node's rule has been checked: goals, and where in the node
    the tree of each is.

    Raises:
        Rejected: the rule doesn't apply.
    """
    if tree == "ball":
        found = bound(goal, goal.term)
        if not (is_positive(found) or (not goal.strict and found.low >= 0)):
            raise Rejected(f"{shortened(goal.term)} isn't certainly {_sign(goal)} on {_box(goal)}")
        return []
    if tree == "sign":
        if not has_sign(goal, goal.term, 1):
            raise Rejected(f"{shortened(goal.term)} has no normal form that is > 0 on {_box(goal)}")
        return []
    if not isinstance(tree, dict) or tree.get("rule") not in RULES:
        raise Rejected("a node of a certificate is neither a leaf nor a known rule")
    return list(RULES[tree["rule"]](goal, tree))


def _sign(goal: Goal) -> str:
    return "> 0" if goal.strict else ">= 0"


def _box(goal: Goal) -> str:
    return ", ".join(f"{name} in {domain.describe()}" for name, domain in goal.box.items())


# --- reading a node -------------------------------------------------------------------------------


def _term(goal: Goal, value: Any, *more: str) -> Term:
    return read_scalar(value, {*goal.box, *more})


def _variable(goal: Goal, node: Mapping[str, Any]) -> str:
    name = node["variable"]
    if not isinstance(name, str) or name not in goal.box:
        raise Rejected(f"the variable {name!r} isn't of the goal")
    return name


def _given(goal: Goal, node: Mapping[str, Any]) -> Relation:
    place = node["given"]
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(goal.given):
        raise Rejected(f"there's no hypothesis number {place!r}")
    return goal.given[place]


# --- rules of the region --------------------------------------------------------------------------


def _outside(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    relation = _given(goal, node)
    small, large = sides(relation)
    found = bound(goal, minus(large, small))
    fails = is_negative(found) or (relation.op in ("<", ">") and bool(found.high <= 0))
    if not (fails or (relation.op == "=" and is_positive(found))):
        raise Rejected(f"the box {_box(goal)} may meet {relation}")
    return []


def halves(goal: Goal, name: str, at: fmpq, closed: str) -> tuple[Goal, Goal]:
    """The goal on both sides of a point, which belongs to the side `closed` (left or right).

    Raises:
        Rejected: the point isn't in the domain's closure, or not whole for a whole variable.
    """
    domain = goal.box[name]
    low, high = domain.low, domain.high
    if (low is not None and at < low) or (high is not None and at > high):
        raise Rejected(f"{name} is split at {at}, outside of {domain.describe()}")
    if closed not in ("left", "right"):
        raise Rejected(f"the split point of {name} belongs to neither side")
    if name in goal.whole:
        if at.q != 1 or closed != "left":
            raise Rejected(f"{name} is whole: split it after a whole number")
        left = replace(domain, high=at, high_open=False)
        return (
            with_domain(goal, name, left),
            with_domain(goal, name, replace(domain, low=at + 1, low_open=False)),
        )
    left = replace(domain, high=at, high_open=closed == "right")
    right = replace(domain, low=at, low_open=closed == "left")
    return with_domain(goal, name, left), with_domain(goal, name, right)


def _is_empty(domain: RealSort) -> bool:
    if domain.low is None or domain.high is None:
        return False
    is_open = domain.low_open or domain.high_open
    return bool(domain.low > domain.high) or (is_open and bool(domain.low == domain.high))


def _split(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    name = _variable(goal, node)
    parts = halves(goal, name, read_rational(node["at"]), node["closed"])
    for part, side in zip(parts, ("left", "right"), strict=True):
        if not _is_empty(part.box[name]):
            yield part, (side,)


def fixed(goal: Goal, name: str, value: Term) -> Goal:
    """The goal with a variable replaced by a term in the others; hypotheses on it are dropped,
    unless the term is a number, the variable's only value."""
    values: dict[str, Term] = {name: value}
    box = {other: domain for other, domain in goal.box.items() if other != name}
    known = goal.given
    if not isinstance(value, Number):
        known = tuple(part for part in goal.given if name not in free_variables(part))
    given = tuple(substitute(part, values) for part in known)
    return Goal(box, goal.whole - {name}, given, substitute(goal.term, values), goal.strict)


def _fix(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    name = _variable(goal, node)
    domain = goal.box[name]
    if domain.low is None or domain.low != domain.high:
        raise Rejected(f"{name} has more than one value on {_box(goal)}")
    yield fixed(goal, name, Number(domain.low)), ("part",)


def side_of(relation: Relation, name: str) -> tuple[str, Term, bool] | None:
    """("low" or "high", the term T, whether strict) if the relation is x ≥ T or x ≤ T."""
    small, large = sides(relation)
    strict = relation.op in ("<", ">")
    for side, one, other in (("high", small, large), ("low", large, small)):
        if isinstance(one, Var) and one.name == name and name not in free_variables(other):
            return side, other, strict
    return None


def narrowed(goal: Goal, relation: Relation) -> Goal:
    """The goal with the box shortened by a hypothesis x ≤ T or x ≥ T.

    Raises:
        Rejected: the hypothesis has another form, or T has no range.
    """
    for name, domain in goal.box.items():
        found = side_of(relation, name)
        if found is None:
            continue
        side, term, strict = found
        limit = place_of(goal, term)
        if side == "high" and limit.high is not None:
            if domain.high is None or limit.high <= domain.high:
                same = limit.high == domain.high and domain.high_open
                is_open = strict or limit.high_open or same
                domain = replace(domain, high=limit.high, high_open=is_open)
        elif side == "low" and limit.low is not None and (
            domain.low is None or limit.low >= domain.low
        ):
            same = limit.low == domain.low and domain.low_open
            is_open = strict or limit.low_open or same
            domain = replace(domain, low=limit.low, low_open=is_open)
        goal = with_domain(goal, name, domain)
    return goal


def _narrow(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    part = narrowed(goal, _given(goal, node))
    if not any(_is_empty(domain) for domain in part.box.values()):
        yield part, ("part",)


def _have(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    known = _given(goal, node)
    op, left, right = node["relation"]
    if op not in ("<=", "<"):
        raise Rejected("a hypothesis is rewritten as <= or <")
    made = Relation(op, _term(goal, left), _term(goal, right))
    small, large = sides(known)
    require_defined(goal, made.left, made.right, small, large)
    quotients = algebra(goal)
    (a, b), (c, d) = quotients.form(minus(large, small), minus(made.right, made.left))
    ratio, rest = c * b, d * a
    common = ratio.gcd(rest)
    if common.is_zero():
        raise Rejected(f"{made} doesn't follow from {known}")
    ratio, rest = ratio // common, rest // common
    scaled = is_number(ratio) and is_number(rest) and not rest.is_zero()
    if known.op == "=" or not scaled or number_of(ratio) / number_of(rest) <= 0:
        raise Rejected(f"{made} doesn't follow from {known}")
    if op == "<" and known.op in ("<=", ">="):
        raise Rejected(f"{made} is strict, {known} isn't")
    yield replace(goal, given=(*goal.given, made)), ("part",)


# --- rules of the term ----------------------------------------------------------------------------


def _zero(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    require_defined(goal, goal.term)
    if goal.strict or not algebra(goal).same(goal.term, ZERO):
        raise Rejected(f"{shortened(goal.term)} isn't identically 0")
    return []


def exchanged(term: Term, part: Term, by: Term) -> Term:
    """The term with every occurrence of a part replaced."""
    if term == part:
        return by
    if isinstance(term, Op):
        return replace(term, args=tuple(exchanged(arg, part, by) for arg in term.args))
    return term


def branches(part: Term) -> tuple[tuple[Term, Relation], tuple[Term, Relation]]:
    """The two values of a minimum, maximum or absolute value, with the relation selecting each.

    Raises:
        Rejected: the term is none of these.
    """
    match part:
        case Op("minimum", (a, b)):
            return (a, Relation("<=", a, b)), (b, Relation("<=", b, a))
        case Op("maximum", (a, b)):
            return (a, Relation("<=", b, a)), (b, Relation("<=", a, b))
        case Op("abs", (a,)):
            return (a, Relation("<=", ZERO, a)), (negative(a), Relation("<=", a, ZERO))
    raise Rejected(f"{part} has no two cases")


def _each(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    return _by_branches(goal, node, False)


def _cases(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    return _by_branches(goal, node, True)


def _by_branches(goal: Goal, node: Mapping[str, Any], given: bool) -> Iterable[Obligation]:
    part = _term(goal, node["of"])
    require_defined(goal, part)
    for (value, test), place in zip(branches(part), ("first", "second"), strict=True):
        child = replace(goal, term=exchanged(goal.term, part, value))
        if given:
            child = replace(child, given=(*goal.given, test))
        yield child, (place,)


def _product(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    require_defined(goal, goal.term)
    factors, trees = node["factors"], node["parts"]
    result: Term = ONE
    for place, (factor, tree) in enumerate(zip(factors, trees, strict=True)):
        term = _term(goal, factor)
        result = times(result, term)
        if tree == "even" and not goal.strict:
            match term:
                case Op("pow", (_, Number(n))) if n is not None and n.q == 1 and n.p % 2 == 0:
                    require_defined(goal, term)
                    continue
            raise Rejected(f"{term} is no even power")
        yield replace(goal, term=term), ("parts", place)
    if not algebra(goal).same(goal.term, result):
        raise Rejected(f"{shortened(goal.term)} isn't the product of the factors")


def _sum(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    require_defined(goal, goal.term)
    result: Term = ZERO
    if not node["terms"]:
        raise Rejected("an empty sum")
    for place, written in enumerate(node["terms"]):
        term = _term(goal, written)
        result = plus(result, term)
        # One positive term makes the sum positive.
        yield replace(goal, term=term, strict=goal.strict and place == 0), ("parts", place)
    if not algebra(goal).same(goal.term, result):
        raise Rejected(f"{shortened(goal.term)} isn't the sum of the terms")


def _logarithm(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    inner = _term(goal, node["of"])
    require_defined(goal, goal.term)
    if not has_sign(goal, inner, 1):
        raise Rejected(f"{shortened(inner)} may be 0 or less under a logarithm")
    if not algebra(goal).same(goal.term, Op("log", (inner,), REAL)):
        raise Rejected(f"{shortened(goal.term)} isn't the logarithm of {shortened(inner)}")
    yield replace(goal, term=minus(inner, ONE)), ("part",)


# --- rules of calculus ----------------------------------------------------------------------------


def hull(one: RealSort, two: RealSort) -> RealSort:
    """The smallest interval around two; an end that either attains is attained."""
    low, low_open = one.low, one.low_open
    if low is not None:
        if two.low is None or two.low < low:
            low, low_open = two.low, two.low_open
        elif two.low == low:
            low_open = low_open and two.low_open
    high, high_open = one.high, one.high_open
    if high is not None:
        if two.high is None or two.high > high:
            high, high_open = two.high, two.high_open
        elif two.high == high:
            high_open = high_open and two.high_open
    return RealSort(low, high, low_open, high_open)


def _point(value: fmpq) -> RealSort:
    return RealSort(value, value)


def place_of(goal: Goal, term: Term) -> RealSort:
    """The domain of a term's values on the box: a point for a number."""
    if isinstance(term, Number) and term.value is not None:
        return _point(term.value)
    return domain_of(narrowed_range(algebra(goal), term, bound(goal, term)))


def inside(domain: RealSort) -> RealSort:
    """The domain without its ends."""
    return replace(domain, low_open=True, high_open=True)


def _smooth(goal: Goal, term: Term, name: str) -> None:
    """Refuse unless `derivative` is right for the term on the goal's (open) box."""
    positive, nonzero = smoothness(term, name)
    for part in positive:
        if not has_sign(goal, part, 1):
            raise Rejected(f"{part} may be 0 or less, so {shortened(term)} may have no derivative")
    for part in nonzero:
        if not has_sign(goal, part, 1, -1):
            raise Rejected(f"{part} may be 0, so {shortened(term)} may have no derivative")


def segment(goal: Goal, name: str, anchor: Term, side: str, limit: bool = False) -> Goal:
    """The goal on the closed segments from an anchor to the points of the region on a side of it
    ("above" or "below"); with `limit`, without the anchor itself.

    Of the hypotheses on the variable those stay that pass to a whole segment: bounds x ≤ T above an
    anchor, and polynomials of degree 1 in x that are at least 0 at both ends.
    """
    domain = hull(goal.box[name], place_of(goal, anchor))
    if isinstance(anchor, Number):
        if side == "above":
            domain = replace(domain, low=anchor.value, low_open=limit)
        else:
            domain = replace(domain, high=anchor.value, high_open=limit)
    x = Var(name, REAL)
    kept: list[Relation] = []
    for part in goal.given:
        if name not in free_variables(part):
            kept.append(part)
        elif _passes(goal, part, name, anchor, side):
            small, large = sides(part)
            kept.append(Relation("<=", small, large))
    kept.append(Relation("<=", anchor, x) if side == "above" else Relation("<=", x, anchor))
    box = {**goal.box, name: domain}
    return Goal(box, goal.whole - {name}, tuple(kept), goal.term, goal.strict)


def _passes(goal: Goal, relation: Relation, name: str, anchor: Term, side: str) -> bool:
    """Whether a hypothesis that holds at x holds from the anchor to x."""
    found = side_of(relation, name)
    if found is not None and found[0] == ("high" if side == "above" else "low"):
        return True
    small, large = sides(relation)
    gap = minus(large, small)
    if not is_polynomial(gap) or relation.op == "=":
        return False
    ((top, bottom),) = Quotients({}).form(derivative(gap, name))
    if top.is_zero() or not is_number(top) or not is_number(bottom):
        return False
    falls = number_of(top) * (1 if side == "above" else -1) <= 0
    if falls:
        return True
    at_anchor: Term = substitute(gap, {name: anchor})
    low = place_of(goal, at_anchor).low
    return low is not None and bool(low >= 0)


def interior(part: Goal, name: str) -> Goal:
    """A segment without its ends: there all hypotheses on the variable are strict.

    A bound x ≤ T that holds at the end beyond is strict before it, and so is a polynomial of degree
    1 that isn't constant and is at least 0 at both ends.
    """
    given = tuple(
        Relation("<", *sides(known)) if name in free_variables(known) else known
        for known in part.given
    )
    return replace(part, box={**part.box, name: inside(part.box[name])}, given=given)


def derived(part: Goal, name: str, side: str, strict: bool) -> Goal:
    """What `monotone` asks of the derivative inside a segment."""
    slope = derivative(part.term, name)
    term = slope if side == "above" else negative(slope)
    return replace(interior(part, name), term=term, strict=strict)


def lies_beyond(goal: Goal, name: str, anchor: Term, side: str, strictly: bool = False) -> bool:
    """Whether no point of the region is on a side ("above" or "below") of the anchor, as the box or
    a hypothesis x ≤ anchor tells; with `strictly`, not at the anchor either."""
    domain = goal.box[name]
    if isinstance(anchor, Number):
        end = domain.high if side == "above" else domain.low
        is_open = domain.high_open if side == "above" else domain.low_open
        if end is None or anchor.value is None:
            return False
        beyond = end < anchor.value if side == "above" else end > anchor.value
        return bool(beyond) or (bool(end == anchor.value) and (is_open or not strictly))
    for part in goal.given:
        found = side_of(part, name)
        wanted = "high" if side == "above" else "low"
        if found is not None and found[:2] == (wanted, anchor) and (found[2] or not strictly):
            return True
    gap = minus(Var(name, REAL), anchor)
    try:
        found_gap = bound(goal, gap)
    except NotDefined:
        return False
    if strictly:
        return is_negative(found_gap) if side == "above" else is_positive(found_gap)
    return bool(found_gap.high <= 0) if side == "above" else bool(found_gap.low >= 0)


def _monotone(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    name = _variable(goal, node)
    anchor = _term(goal, node["anchor"])
    if name in free_variables(anchor):
        raise Rejected(f"the anchor {anchor} moves with {name}")
    strict_base = node.get("strict") == "base"
    limit = node["base"] == "limit"
    if limit:
        _limit_base(goal, node, name, anchor, strict_base)
    else:
        if goal.strict and not strict_base and not (
            lies_beyond(goal, name, anchor, "above", True)
            or lies_beyond(goal, name, anchor, "below", True)
        ):
            raise Rejected(f"{name} may be {anchor}, where {shortened(goal.term)} may be 0")
        yield replace(fixed_at(goal, name, anchor), strict=goal.strict and strict_base), ("base",)
    for side in ("above", "below"):
        if node.get(side) is None:
            if not lies_beyond(goal, name, anchor, side):
                raise Rejected(f"{name} may be {side} {anchor}, for which there's no certificate")
            continue
        part = segment(goal, name, anchor, side, limit)
        if _is_empty(inside(part.box[name])):
            continue
        require_defined(part, part.term)
        _smooth(interior(part, name), part.term, name)
        yield derived(part, name, side, goal.strict and not strict_base), (side,)


def fixed_at(goal: Goal, name: str, anchor: Term) -> Goal:
    """The goal with a variable set to a term that it need not equal: hypotheses on it are lost."""
    free = tuple(part for part in goal.given if name not in free_variables(part))
    return fixed(replace(goal, given=free), name, anchor)


def _limit_base(
    goal: Goal, node: Mapping[str, Any], name: str, anchor: Term, strict_base: bool
) -> None:
    """The term's limit at an anchor outside of the region, from the side on which it lies."""
    given_sides = [side for side in ("above", "below") if node.get(side) is not None]
    if not isinstance(anchor, Number) or anchor.value is None or len(given_sides) != 1:
        raise Rejected("a limit is taken at a number, from one side")
    side = given_sides[0]
    if not lies_beyond(goal, name, anchor, "below" if side == "above" else "above", True):
        raise Rejected(f"{name} may be {anchor}, where only a limit is known")
    if free_variables(goal.term).keys() - {name}:
        raise Rejected("a limit is taken of a term in one variable")
    sign = limit_sign(goal.term, name, anchor.value, 1 if side == "above" else -1)
    if sign < 0 or (goal.strict and strict_base and sign == 0):
        raise Rejected(f"the limit of {shortened(goal.term)} at {anchor} isn't {_sign(goal)}")


def _concave(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    name = _variable(goal, node)
    low, high = _term(goal, node["low"]), _term(goal, node["high"])
    if name in free_variables(low) or name in free_variables(high):
        raise Rejected(f"an end of the segment moves with {name}")
    if not (lies_beyond(goal, name, low, "below") and lies_beyond(goal, name, high, "above")):
        raise Rejected(f"{name} may leave the segment from {low} to {high}")
    yield fixed_at(goal, name, low), ("at_low",)
    yield fixed_at(goal, name, high), ("at_high",)
    whole = between(goal, name, low, high)
    require_defined(whole, goal.term)
    slope = derivative(goal.term, name)
    _smooth(interior(whole, name), goal.term, name)
    _smooth(interior(whole, name), slope, name)
    second = negative(derivative(slope, name))
    yield replace(interior(whole, name), term=second, strict=False), ("second",)


def between(goal: Goal, name: str, low: Term, high: Term) -> Goal:
    """The goal on the closed segments between two terms."""
    span = hull(hull(goal.box[name], place_of(goal, low)), place_of(goal, high))
    x = Var(name, REAL)
    free = tuple(part for part in goal.given if name not in free_variables(part))
    given = (*free, Relation("<=", low, x), Relation("<=", x, high))
    return Goal({**goal.box, name: span}, goal.whole - {name}, given, goal.term, goal.strict)


def moved(goal: Goal, name: str, new: str, by: Term, domain: RealSort) -> Goal:
    """The goal in a new variable, x = `by`."""
    box = {other: found for other, found in goal.box.items() if other != name}
    box[new] = domain
    values: dict[str, Term] = {name: by}
    given = tuple(substitute(part, values) for part in goal.given)
    old = goal.box[name]
    if old.low is not None:
        given = (*given, Relation("<" if old.low_open else "<=", Number(old.low), by))
    if old.high is not None:
        given = (*given, Relation("<" if old.high_open else "<=", by, Number(old.high)))
    term = substitute(goal.term, values)
    return Goal(box, goal.whole - {name}, given, term, goal.strict)


def _substitute(goal: Goal, node: Mapping[str, Any]) -> Iterable[Obligation]:
    name, new = _variable(goal, node), node["new"]
    if not isinstance(new, str) or new in goal.box:
        raise Rejected(f"{new!r} is no new name of a variable")
    inverse = _term(goal, node["inverse"])
    domain = place_of(goal, inverse)
    by = _term(goal, node["by"], new)
    if name in free_variables(by):
        raise Rejected(f"{by} still contains {name}")
    back: Term = substitute(by, {new: inverse})
    require_defined(goal, back)
    if not algebra(goal).same(back, Var(name, REAL)):
        raise Rejected(f"{name} = {by} isn't undone by {new} = {inverse}")
    yield moved(goal, name, new, by, domain), ("part",)


RULES = {
    "outside": _outside, "zero": _zero, "split": _split, "fix": _fix, "narrow": _narrow,
    "have": _have, "each": _each, "cases": _cases, "product": _product, "sum": _sum,
    "logarithm": _logarithm, "monotone": _monotone, "concave": _concave,
    "substitute": _substitute,
}
