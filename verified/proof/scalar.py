"""A search for certificates of inequalities between scalar terms.

Nothing here is trusted: each step asks the kernel which goals a rule leaves
(`verified.kernel.scalar.obligations`) and goes on with those. The order of trials: the range on
the box, the kernel's algebra (a product whose factors have known signs is left with the one that
hasn't), a few subdivisions, the sign of a derivative from a point where the term is small, a
subdivision into two harder tries.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from verified.kernel.calculus import derivative
from verified.kernel.quotients import constant, is_number
from verified.kernel.scalar import (
    BITS,
    Certificate,
    Path,
    check_scalar,
    lies_beyond,
    obligations,
    side_of,
)
from verified.kernel.scalar_goals import (
    Goal,
    algebra,
    bound,
    scalar_goals,
    term_data,
)
from verified.kernel.values import Rejected
from verified.numbers.balls import precision
from verified.proof.scalar_forms import (
    as_logarithm,
    expanded,
    joined,
    linear_parts,
    simplified,
    split_factors,
)
from verified.proof.scalar_samples import Point, guessed_sign, samples, value, violated
from verified.syntax.claims import Statement
from verified.syntax.sorts import RealSort
from verified.syntax.terms import REAL, Number, Op, Term, Var, free_variables

QUICK_LEAVES = 24
DEEPEST = 7
DEEPEST_SPLIT = 12
LARGEST_TERM = 400


class _Late(Exception):
    """The time is over."""


def prove(
    statement: Statement, *, seconds: float = 20.0, start: Mapping[str, Any] | None = None
) -> Certificate | None:
    """A certificate of a scalar statement, or None if none is found in the time.

    Args:
        statement: as `verified.kernel.scalar.scalar_goals` takes it.
        start: the rule to begin with, "?" standing for the parts to be found; a part may be a rule
            that is begun likewise.

    Raises:
        Rejected: the statement is no scalar one.
    """
    goals = scalar_goals(statement)
    search = Search(time.monotonic() + seconds)
    trees = []
    with precision(BITS):
        for goal in goals:
            tree = search.goal(goal) if start is None else search.begun(goal, start)
            if tree is None:
                return None
            trees.append(tree)
    check_scalar(statement, trees)
    return trees


class Search:
    """One search; `end` is the time (of the monotonic clock) at which it gives up."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.failed: dict[Any, int] = {}

    def goal(self, goal: Goal) -> Certificate | None:
        """A tree for a goal."""
        try:
            if violated(goal, samples(goal)):
                return None
            for depth in range(1, DEEPEST + 1):
                tree = self.prove(goal, depth)
                if tree is not None:
                    return tree
        except _Late:
            pass
        return None

    def begun(self, goal: Goal, start: Mapping[str, Any]) -> Certificate | None:
        """A tree for a goal that begins as it is told."""
        try:
            return self.by(goal, start, DEEPEST)
        except _Late:
            return None

    # --- one goal ---------------------------------------------------------------------------------

    def prove(self, goal: Goal, depth: int) -> Certificate | None:
        """A tree with at most `depth` uses of calculus and subdivision on a path."""
        if time.monotonic() > self.end:
            raise _Late
        for leaf in self._leaves(goal):
            return leaf
        key = (str(goal.term), tuple(sorted((n, d.describe()) for n, d in goal.box.items())),
               goal.strict, tuple(map(str, goal.given)))
        if self.failed.get(key, -1) >= depth:
            return None
        tree = self._prove(goal, depth)
        if tree is None:
            self.failed[key] = depth
        return tree

    def _simplified(self, goal: Goal, depth: int) -> Certificate | None:
        term = simplified(goal.term)
        if len(str(term)) >= len(str(goal.term)):
            return None
        node = {"rule": "product", "factors": [term_data(term)], "parts": ["?"]}
        return self.by(goal, node, depth)

    def _leaves(self, goal: Goal) -> Iterator[Certificate]:
        for leaf in ("ball", *({"rule": "outside", "given": i} for i in range(len(goal.given)))):
            if applies(goal, leaf):
                yield leaf

    def _prove(self, goal: Goal, depth: int) -> Certificate | None:
        for name, domain in goal.box.items():
            if domain.low is not None and domain.low == domain.high:
                return self.by(goal, {"rule": "fix", "variable": name}, depth)
        part = _first_branching(goal.term)
        if part is not None:
            return self._branches(goal, part, depth)
        narrower = self._narrowed(goal)
        if narrower is not None:
            return self.by(goal, narrower, depth)
        points = samples(goal)
        if violated(goal, points):
            return None
        for early in (self._paired, self._simplified, self._algebra):
            tree = early(goal, depth)
            if tree is not None:
                return tree
        if depth <= 0:
            return None
        quick = self.quick(goal)
        if quick is not None:
            return quick
        for step in (
            self._regrouped, self._calculus, self._peeled, self._moved, self._halves
        ):
            tree = step(goal, depth)
            if tree is not None:
                return tree
        return None

    def _regrouped(self, goal: Goal, depth: int) -> Certificate | None:
        """The term as a sum of quotients times logarithms, those with one factor joined."""
        del depth
        try:
            quotients = algebra(goal)
            ((top, bottom),) = quotients.form(goal.term)
        except Rejected:
            return None
        term = joined(quotients, top, bottom)
        if term is None:
            return None
        child = replace(goal, term=term)
        tree = self.quick(child)
        if tree is None:
            return None
        return {"rule": "product", "factors": [term_data(term)], "parts": [tree]}

    def by(self, goal: Goal, node: Mapping[str, Any], depth: int) -> Certificate | None:
        """The node with trees for all that it leaves, or None."""
        try:
            left = obligations(goal, _filled(node))
        except (Rejected, ArithmeticError):
            return None
        built = _filled(node)
        if "then" not in node and any(violated(child, samples(child)) for child, _ in left):
            return None
        # The smallest goals first: they fail soonest.
        for child, path in sorted(left, key=lambda item: len(str(item[0].term))):
            if len(str(child.term)) > 40 * LARGEST_TERM:
                return None
            told = _part(built, path)
            if isinstance(told, Mapping):
                tree = self.by(child, told, depth)
            elif "then" in node:
                tree = self.by(child, node["then"], depth)
            else:
                tree = self.prove(child, depth)
            if tree is None:
                return None
            _part(built, path[:-1])[path[-1]] = tree
        return built

    def _branches(self, goal: Goal, part: Term, depth: int) -> Certificate | None:
        for rule in ("each", "cases"):
            node = {"rule": rule, "of": term_data(part), "first": "?", "second": "?"}
            tree = self.by(goal, node, depth)
            if tree is not None:
                return tree
        return None

    def _narrowed(self, goal: Goal) -> Mapping[str, Any] | None:
        """A node that shortens the box by a hypothesis, if one does."""
        for place, known in enumerate(goal.given):
            node = {"rule": "narrow", "given": place, "part": "?"}
            try:
                ((child, _),) = obligations(goal, node)
            except (Rejected, ValueError):
                continue
            if child.box != goal.box:
                return node
            del known
        return None

    # --- algebra ----------------------------------------------------------------------------------

    def _algebra(self, goal: Goal, depth: int) -> Certificate | None:
        """Zero, or a product of which all factors but those of unknown sign are known."""
        points = samples(goal)
        try:
            quotients = algebra(goal)
            ((top, bottom),) = quotients.form(goal.term)
        except Rejected:
            return None
        if top.is_zero():
            return None if goal.strict else _zero(goal)
        known, unknown, even = split_factors(quotients, top, bottom)
        if known is None:
            return None
        if not unknown and not even:
            return "sign" if applies(goal, "sign") else None
        logarithm = as_logarithm(quotients, top, bottom)
        if logarithm is not None:
            return self.by(goal, logarithm, depth)
        if len(unknown) == 1 and not even and known == (constant(1), constant(1)):
            return None
        rest = quotients.term(*known)
        if goal.strict and even:
            return None
        factors, parts = [term_data(rest)], ["sign"]
        for factor, power in even:
            base = quotients.polynomial_term(factor)
            factors.append(term_data(Op("pow", (base, Number(fmpq(power))), REAL)))
            parts.append("even")
        sign = 1
        cores = []
        for factor in unknown:
            term = quotients.polynomial_term(factor)
            guess = guessed_sign(term, points)
            if guess == 0 and len(unknown) > 1:
                return None
            guess = guess or 1
            sign *= guess
            cores.append(quotients.polynomial_term(factor * guess))
        if len(unknown) == 1 and sign < 0:
            cores, sign = [quotients.polynomial_term(unknown[0])], 1
        if sign < 0:
            return None
        factors += [term_data(core) for core in cores]
        parts += ["?"] * len(cores)
        return self.by(goal, {"rule": "product", "factors": factors, "parts": parts}, depth)

    # --- subdivision ------------------------------------------------------------------------------

    def quick(self, goal: Goal) -> Certificate | None:
        """A subdivision into a few boxes on each of which the range tells."""
        self.budget = QUICK_LEAVES
        return self._quick(goal, 0)

    def _quick(self, goal: Goal, level: int) -> Certificate | None:
        for leaf in self._leaves(goal):
            return leaf
        self.budget -= 1
        if self.budget < 0 or level > DEEPEST_SPLIT:
            return None
        node = _halving(goal, level)
        if node is None:
            return None
        built = dict(node)
        for child, path in obligations(goal, _filled(node)):
            tree = self._quick(child, level + 1)
            if tree is None:
                return None
            built[str(path[0])] = tree
        return _filled(built, "ball")

    def _peeled(self, goal: Goal, depth: int) -> Certificate | None:
        """The ends of a closed domain by themselves: a term is simpler there, and inside."""
        names = list(free_variables(goal.term))
        for name in names if len(names) > 1 else ():
            domain = goal.box[name]
            if name in goal.whole or domain.low == domain.high:
                continue
            for end, is_open, closed in (
                (domain.low, domain.low_open, "left"), (domain.high, domain.high_open, "right")
            ):
                if end is None or is_open or not _touches(goal, name, end):
                    continue
                node = {"rule": "split", "variable": name, "at": str(end), "closed": closed}
                return self.by(goal, node, depth)
        return None

    def _moved(self, goal: Goal, depth: int) -> Certificate | None:
        """A ray brought to (0, 1]."""
        for name in free_variables(goal.term):
            domain = goal.box[name]
            if domain.high is not None or domain.low is None or MARK in name:
                continue
            shift = fmpq(0) if domain.low > 0 else domain.low - 1
            new = _var(name + MARK)
            by = Number(fmpq(1)) / new if shift == 0 else Number(shift) + Number(fmpq(1)) / new
            inner = _var(name) if shift == 0 else _var(name) - Number(shift)
            tree = self.by(goal, _substitution(name, new, by, Number(fmpq(1)) / inner), depth - 1)
            if tree is not None:
                return tree
        return None

    def _paired(self, goal: Goal, depth: int) -> Certificate | None:
        """Two variables that are added or subtracted replaced by mean and half difference."""
        pair = [name for name in free_variables(goal.term) if MARK not in name]
        if len(pair) == 2 and _first_pair(goal.term, pair) is not None:
            x, y = _first_pair(goal.term, pair) or pair
            mean, half = _var(x + MARK), _var(y + MARK)
            two = Number(fmpq(2))
            after = _substitution(y, mean, mean - half, _var(y) + half)
            node = _substitution(x, half, _var(y) + two * half, (_var(x) - _var(y)) / two)
            return self.by(goal, {**node, "then": after}, depth)
        return None

    def _halves(self, goal: Goal, depth: int) -> Certificate | None:
        for level in range(len(goal.box)):
            node = _halving(goal, level)
            if node is not None:
                tree = self.by(goal, node, depth - 1)
                if tree is not None:
                    return tree
        return None

    # --- calculus ---------------------------------------------------------------------------------

    def _calculus(self, goal: Goal, depth: int) -> Certificate | None:
        points = samples(goal)
        for name in free_variables(goal.term):
            for node in self._anchored(goal, name, points):
                tree = self.by(goal, node, depth - 1)
                if tree is not None:
                    return tree
        for wrapped in self._divided(goal):
            tree = self.by(goal, wrapped, depth - 1)
            if tree is not None:
                return tree
        return None

    def _anchored(
        self, goal: Goal, name: str, points: list[Point]
    ) -> Iterator[Mapping[str, Any]]:
        try:
            slope = derivative(goal.term, name)
        except Rejected:
            return
        domain = goal.box[name]
        sign = guessed_sign(slope, points)
        anchors: list[Term] = []
        if sign >= 0 and domain.low is not None:
            anchors.append(Number(domain.low))
        if sign <= 0 and domain.high is not None:
            anchors.append(Number(domain.high))
        for known in goal.given:
            found = side_of(known, name)
            if found is not None and sign in (0, 1 if found[0] == "low" else -1):
                anchors.append(found[1])
        if sign == 0:
            anchors.extend(self._stationary(goal, name, slope))
        strict = [""] if not goal.strict else ["base", ""]
        for anchor in anchors:
            for mode in strict:
                for base in ("?", "limit"):
                    node = {
                        "rule": "monotone", "variable": name, "anchor": term_data(anchor),
                        "strict": mode, "base": base,
                    }
                    reach = _sides(goal, name, anchor)
                    if base == "limit" and len(reach) != 1:
                        continue
                    yield {**node, **dict.fromkeys(reach, "?")}
        lows, highs = _ends(goal, name)
        try:
            curve = derivative(slope, name)
        except Rejected:
            return
        if lows and highs and guessed_sign(curve, points) < 0:
            for low in lows:
                for high in highs:
                    yield {
                        "rule": "concave", "variable": name, "low": term_data(low),
                        "high": term_data(high), "at_low": "?", "at_high": "?", "second": "?",
                    }

    def _stationary(self, goal: Goal, name: str, slope: Term) -> Iterator[Term]:
        """Where the derivative vanishes: the roots of its linear factors, and short rationals."""
        if len(free_variables(goal.term)) > 1:
            yield from _constant_roots(goal, name, slope)
        try:
            quotients = algebra(goal)
            ((top, _),) = quotients.form(slope)
            place = quotients.places.get(_var(name))
        except Rejected:
            return
        if place is None or top.is_zero():
            return
        for factor, _ in top.factor()[1]:
            if factor.degrees()[place] != 1:
                continue
            lead, rest = linear_parts(factor, place)
            root = quotients.term(-rest, lead)
            if name not in free_variables(root):
                yield root
        if set(free_variables(goal.term)) == {name}:
            yield from (Number(x) for x in _short_inside(goal.box[name], goal, name))

    def _divided(self, goal: Goal) -> Iterator[Mapping[str, Any]]:
        """The goal divided by the coefficient of a logarithm, if its sign is known."""
        try:
            quotients = algebra(goal)
            ((top, bottom),) = quotients.form(goal.term)
        except Rejected:
            return
        for place, term in enumerate(quotients.terms):
            if not isinstance(term, Op) or term.head not in ("log", "exp"):
                continue
            if top.degrees()[place] != 1:
                continue
            lead, _ = linear_parts(top, place)
            sign = quotients.sign(lead)
            if sign is None or is_number(lead):
                continue
            outside = quotients.term(lead * sign, bottom)
            inside = expanded(quotients, top, lead * sign)
            yield {
                "rule": "product", "factors": [term_data(outside), term_data(inside)],
                "parts": ["sign", "?"],
            }


MARK = "'"


def _substitution(name: str, new: Term, by: Term, inverse: Term) -> dict[str, Any]:
    (fresh,) = free_variables(new)
    return {
        "rule": "substitute", "variable": name, "new": fresh, "by": term_data(by),
        "inverse": term_data(inverse),
    }


def _first_pair(term: Term, names: list[str]) -> tuple[str, str] | None:
    """Two variables that are added or subtracted somewhere, the larger first where it shows."""
    if isinstance(term, Op):
        if term.head in ("add", "sub") and all(
            isinstance(arg, Var) and arg.name in names for arg in term.args
        ):
            one, two = (arg.name for arg in term.args if isinstance(arg, Var))
            return (one, two) if one != two else None
        for arg in term.args:
            found = _first_pair(arg, names)
            if found is not None:
                return found
    return None


def _constant_roots(goal: Goal, name: str, slope: Term) -> Iterator[Term]:
    """Short rationals at which the derivative seems to vanish whatever the other variables are."""
    points = samples(goal)
    for x in (fmpq(1, 2), fmpq(0), fmpq(1), fmpq(1, 4), fmpq(3, 4), fmpq(2)):
        if not goal.box[name].contains(x):
            continue
        found = [value(slope, {**point, name: x}) for point in points]
        clear = [at for at in found if at is not None]
        if len(clear) >= 3 and all(at.low <= 0 <= at.high for at in clear):
            yield Number(x)


def _touches(goal: Goal, name: str, end: fmpq) -> bool:
    """Whether a binary entropy may reach 0 or 1 at an end of a variable's domain."""
    found: list[bool] = []

    def look(term: Term) -> None:
        if not isinstance(term, Op):
            return
        for arg in term.args:
            look(arg)
        if term.head == "binary_entropy" and name in free_variables(term):
            try:
                at = bound(goal, term.args[0])
                found.append(at.low <= 0 or at.high >= 1)
            except Rejected:
                found.append(True)

    look(goal.term)
    return any(found)


def _ends(goal: Goal, name: str) -> tuple[list[Term], list[Term]]:
    """Terms that bound a variable from below and from above: hypotheses, then the box."""
    lows: list[Term] = []
    highs: list[Term] = []
    for known in goal.given:
        found = side_of(known, name)
        if found is not None:
            (lows if found[0] == "low" else highs).append(found[1])
    domain = goal.box[name]
    if domain.low is not None:
        lows.append(Number(domain.low))
    if domain.high is not None:
        highs.append(Number(domain.high))
    return lows, highs


# --- helpers --------------------------------------------------------------------------------------


def applies(goal: Goal, leaf: Certificate) -> bool:
    """Whether the kernel accepts a leaf for the goal."""
    try:
        return not obligations(goal, leaf)
    except (Rejected, ArithmeticError):
        return False


def _zero(goal: Goal) -> Certificate | None:
    return {"rule": "zero"} if applies(goal, {"rule": "zero"}) else None


def _var(name: str) -> Term:
    return Var(name, REAL)


CHILDREN = {
    "split": ("left", "right"), "fix": ("part",), "narrow": ("part",), "have": ("part",),
    "each": ("first", "second"), "cases": ("first", "second"), "substitute": ("part",),
    "logarithm": ("part",),
}


def _filled(node: Mapping[str, Any], leaf: str = "?") -> dict[str, Any]:
    """A copy of a node in which every child is there."""
    built = {key: entry for key, entry in node.items() if key != "then"}
    for key in CHILDREN.get(node["rule"], ()):
        built.setdefault(key, leaf)
    if "parts" in built:
        built["parts"] = list(built["parts"])
    return built


def _part(node: Any, path: Path) -> Any:
    """What stands at a place of a node."""
    for step in path:
        node = node[step]
    return node


def _first_branching(term: Term) -> Term | None:
    """An innermost minimum, maximum or absolute value."""
    if isinstance(term, Op):
        for arg in term.args:
            found = _first_branching(arg)
            if found is not None:
                return found
        if term.head in ("minimum", "maximum", "abs"):
            return term
    return None


def is_bounded(goal: Goal) -> bool:
    """Whether the kernel sees that the term is defined on the region."""
    try:
        bound(goal, goal.term)
    except (Rejected, ArithmeticError):
        return False
    return True


def _sides(goal: Goal, name: str, anchor: Term) -> list[str]:
    """The sides of an anchor on which the region has points, as far as the kernel sees."""
    return [side for side in ("above", "below") if not lies_beyond(goal, name, anchor, side)]


def _middle(domain: RealSort, whole: bool) -> fmpq | None:
    """A point to split a domain at."""
    low, high = domain.low, domain.high
    if low is None and high is None:
        return fmpq(0)
    if low is None and high is not None:
        point = high - max(fmpq(1), abs(high))
    elif high is None and low is not None:
        point = low + max(fmpq(1), abs(low))
    else:
        assert low is not None
        assert high is not None
        if low == high:
            return None
        point = (low + high) / 2
        if low > 0 and high > 16 * low:
            point = 4 * low
        scale = fmpq(2) ** 40
        if point.q > scale:
            point = fmpq((point * scale).floor()) / scale
    if whole:
        point = fmpq(point.floor())
        if high is None and low is not None and low <= 2:
            point = low
        if high is not None and point >= high:
            return None
    if (low is not None and point < low) or (high is not None and point > high):
        return None
    return point


def _halving(goal: Goal, level: int) -> dict[str, Any] | None:
    """A split of the variable whose turn it is, or of the next that can be split."""
    names = list(goal.box)
    used = free_variables(goal.term)
    names = [name for name in names if name in used] or names
    widths = sorted(names, key=lambda name: -_width(goal.box[name]))
    order = widths[level % len(widths):] + widths[: level % len(widths)] if widths else []
    for name in order:
        point = _middle(goal.box[name], name in goal.whole)
        if point is not None:
            return {"rule": "split", "variable": name, "at": str(point), "closed": "left"}
    return None


def _width(domain: RealSort) -> float:
    if domain.low is None or domain.high is None:
        return float("inf")
    return float((domain.high - domain.low).p) / float((domain.high - domain.low).q)


def _short_inside(domain: RealSort, goal: Goal, name: str) -> Iterator[fmpq]:
    """Short rationals inside a domain at which the term is closest to 0."""
    candidates = {fmpq(p, q) for q in (1, 2, 3, 4) for p in range(-4 * q, 4 * q + 1)}
    scored = []
    for x in candidates:
        if domain.contains(x):
            found = value(goal.term, {name: x})
            if found is not None and found.low <= 0 <= found.high:
                scored.append(x)
    yield from sorted(scored, key=lambda x: (int(x.q), abs(x)))


