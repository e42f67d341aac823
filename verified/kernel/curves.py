"""Whether a relation between real functions holds for every number of an interval, by subdivision.

An interval is cut until each piece is decided by the ranges of both sides on it, or until one
number fails. A quantity that is monotone in the number has its values at the ends of a piece as its
range there (`verified.syntax.curves.MONOTONE`). Where the sides come together, a convex side is
below one that is straight on the piece if it is so at its ends; else nothing is decided there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from flint import arb, ctx, fmpq

from verified.kernel.ranges import Interval, Program, exact, interval_of
from verified.kernel.values import Rejected
from verified.measures.readings import Env, Reading, Unreadable
from verified.numbers.balls import Indeterminate, Undefined
from verified.numbers.limits import check_time
from verified.syntax.curves import MONOTONE, OPERATIONS, is_convex, speaks
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Number, Op, Term, Var

Decide = Callable[[Formula, Env, Any], bool | None]

# Pieces that are looked at: none with more bits than these, which make no piece narrower.
MOST_PIECES, FEW_BITS = 240, 128
# Pieces end this far out, and aren't cut where they are this narrow beside their distance from 0.
FAR, NARROW = fmpq(2**12), fmpq(1, 2**20)


class Undecided(Exception):
    """A range isn't known on a piece."""


def decided(formula: Quantified, env: Env, reading: Reading, truth: Decide) -> bool | None:
    """The truth of a quantifier over real numbers; None where no subdivision tells.

    Args:
        truth: decides a formula at an instance.
    """
    var, universal = formula.var, formula.kind == "forall"
    sort = var.of
    assert isinstance(sort, RealSort)
    body = formula.body
    if formula.guard is not None:
        body = Or((Not(formula.guard), body)) if universal else And((formula.guard, body))
    pieces = _Pieces(var.name, env, reading)

    def fails(number: fmpq) -> bool:
        return sort.contains(number) and (
            truth(body, {**env, var.name: number}, reading) is (not universal)
        )

    if any(end is not None and fails(end) for end in (sort.low, sort.high)):
        return not universal
    waiting = deque([interval_of(sort)])
    for _ in range(MOST_PIECES if ctx.prec <= FEW_BITS else 0):
        check_time()
        if not waiting:
            return universal
        piece = waiting.popleft()
        found = pieces.truth(body, piece)
        if found is universal:
            continue
        middle = _middle(piece)
        if middle is None:
            return None
        cut = arb(middle).mid()
        # At the middle the values are worked out that both halves want.
        there = pieces.truth(body, Interval(cut, cut))
        if there is not universal and fails(middle):
            return not universal
        waiting.append(Interval(piece.low, cut, piece.low_open, False))
        waiting.append(Interval(cut, piece.high, False, piece.high_open))
    return None


def _middle(piece: Interval) -> fmpq | None:
    """A number within a piece with few digits; None where it isn't cut."""
    low, high = exact(piece.low), exact(piece.high)
    if low is None or high is None:
        middle = fmpq(0)
        if low is not None:
            middle = max(2 * low, low + 1)
        elif high is not None:
            middle = min(2 * high, high - 1)
        return middle if abs(middle) <= FAR else None
    # In as many bits as balls keep, so that it is an end of pieces.
    cut = exact(arb((low + high) / 2).mid())
    assert cut is not None
    return cut if cut - low > abs(cut) * NARROW and cut < high else None


class _Leaf(NamedTuple):
    """A part of a term that is no operation on numbers: it doesn't speak of the number, or it is a
    quantity that is monotone in it."""

    term: Term
    argument: _Side | None
    rises: bool = True


class _Side(NamedTuple):
    """A term as operations on its leaves."""

    program: Program
    leaves: dict[str, _Leaf]


class _Pieces:
    """Formulas on pieces of an interval of one variable, at an instance."""

    def __init__(self, name: str, env: Env, reading: Reading) -> None:
        self.name, self.env, self.reading = name, env, reading
        # A name that nothing else has.
        self.end = f"end of {name}"
        while self.end in env:
            self.end += "'"
        self._sides: dict[Term, _Side] = {}
        self._values: dict[Any, Any] = {}

    def truth(self, formula: Formula, piece: Interval) -> bool | None:
        """True or False where it is that at every number of the piece."""
        match formula:
            case Relation(op, left, right):
                try:
                    sides = self._range(left, piece), self._range(right, piece)
                    found = _compared(op, *sides)
                except (Undecided, Rejected, Undefined, Indeterminate):
                    found = None
                if found is None and self._holds_by_ends(op, left, right, piece):
                    return True
                return found
            case Not(body):
                found = self.truth(body, piece)
                return None if found is None else not found
            case And(parts) | Or(parts):
                decisive = isinstance(formula, Or)
                told = [self.truth(part, piece) for part in parts]
                return decisive if decisive in told else None if None in told else not decisive
            case Quantified(kind, var, guard, body):
                decisive = kind == "exists"
                told = []
                for point in self.reading.gone_through(var.sort, self.env):
                    inner = _Pieces(self.name, {**self.env, var.name: point}, self.reading)
                    if guard is None or self.reading.holds(guard, inner.env):
                        told.append(inner.truth(body, piece))
                return decisive if decisive in told else None if None in told else not decisive
        raise Unreadable(f"no subdivision decides {formula}")

    def _holds_by_ends(self, op: str, left: Term, right: Term, piece: Interval) -> bool:
        """Whether small ≤ large (or <) at all numbers of a piece, as it is so at its ends: both are
        convex, and large isn't below its chord at the middle, so that it is that chord."""
        if op in (">=", ">"):
            op, left, right = ("<=" if op == ">=" else "<"), right, left
        low, high, sides = exact(piece.low), exact(piece.high), (left, right)
        if low is None or high is None or op == "=" or not all(
            is_convex(side, self.name) for side in sides
        ):
            return False
        try:
            start, middle, stop = (
                [_finite(self.reading.real(side, {**self.env, self.name: x})) for side in sides]
                for x in (low, (low + high) / 2, high)
            )
        except (Undecided, Rejected, Undefined, Indeterminate, Unreadable):
            return False
        straight = 2 * middle[1] >= start[1] + stop[1]
        return bool(straight and all(
            small < large if op == "<" else small <= large for small, large in (start, stop)
        ))

    def _range(self, term: Term, piece: Interval) -> Interval:
        if term not in self._sides:
            leaves: dict[str, _Leaf] = {}
            self._sides[term] = _Side(Program(self._opened(term, leaves)), leaves)
        return self._on(self._sides[term], piece)

    def _opened(self, term: Term, leaves: dict[str, _Leaf]) -> Term:
        """A term as operations on the variable and on leaves, which are named by their place."""
        if isinstance(term, Number) or (isinstance(term, Var) and term.name == self.name):
            return term
        if speaks(term, self.name) and isinstance(term, Op):
            if term.head in OPERATIONS:
                parts = tuple(self._opened(part, leaves) for part in term.args)
                return Op(term.head, parts, term.result)
            if term.head in MONOTONE:
                place, rises = MONOTONE[term.head]
                inner: dict[str, _Leaf] = {}
                side = _Side(Program(self._opened(term.args[place], inner)), inner)
                end = Var(self.end, term.args[place].sort)
                at = (*term.args[:place], end, *term.args[place + 1 :])
                leaf = _Leaf(Op(term.head, at, term.result, term.detail), side, rises)
            else:
                raise Unreadable(f"no range of {term} is known")
        else:
            leaf = _Leaf(term, None)
        name = f"{self.name}, part {len(leaves)}"
        leaves[name] = leaf
        return Var(name, RealSort())

    def _on(self, side: _Side, piece: Interval) -> Interval:
        box = {name: self._leaf(leaf, piece) for name, leaf in side.leaves.items()}
        return side.program.run({**box, self.name: piece})

    def _leaf(self, leaf: _Leaf, piece: Interval) -> Interval:
        if leaf.argument is None:
            found = self._value(leaf, None)
            return Interval(_end(found, -1), _end(found, 1))
        assert isinstance(leaf.term, Op)
        argument = self._on(leaf.argument, piece)
        record, place = QUANTITIES[leaf.term.head], MONOTONE[leaf.term.head][0]
        domain = record.arguments[place].of
        assert isinstance(domain, RealSort)
        if (domain.low is not None and not argument.low >= domain.low) or (
            domain.high is not None and not argument.high <= domain.high
        ):
            raise Undecided
        ends = (argument.low, argument.high) if leaf.rises else (argument.high, argument.low)
        return Interval(self._bound(leaf, ends[0], -1), self._bound(leaf, ends[1], 1))

    def _bound(self, leaf: _Leaf, at: arb, direction: int) -> arb:
        """A bound of a monotone quantity, from its value at an end: at an infinite one it may have
        none, and one of laws on the line isn't asked; then where all its values lie tells."""
        assert isinstance(leaf.term, Op)
        if at.is_finite() or not leaf.term.head.startswith("law_"):
            try:
                return _end(self._value(leaf, at), direction)
            except (Undefined, Indeterminate, Undecided):
                if at.is_finite():
                    raise
        values = QUANTITIES[leaf.term.head].values
        bound = None if values is None else values.low if direction < 0 else values.high
        if bound is None:
            raise Undecided
        return _end(bound, direction)

    def _value(self, leaf: _Leaf, at: arb | None) -> Any:
        key = id(leaf.term), None if at is None else str(exact(at) or at)
        if key not in self._values:
            env = dict(self.env)
            if at is not None:
                number = exact(at)
                env[self.end] = at if number is None else number
            self._values[key] = self.reading.real(leaf.term, env)
        return self._values[key]


def _finite(value: Any) -> Any:
    """A real number that is finite.

    Raises:
        Undecided: it may be infinite.
    """
    if not arb(value).is_finite():
        raise Undecided
    return value


def _end(value: Any, direction: int) -> arb:
    """An end of what encloses a real number.

    Raises:
        Undecided: the value is infinite, or nothing is known of it.
    """
    ball = arb(value)
    if not ball.is_finite():
        raise Undecided
    return ball.lower() if direction < 0 else ball.upper()


def _compared(op: str, a: Interval, b: Interval) -> bool | None:
    """Whether a relation holds of all values of two ranges, or of none."""
    if op in (">=", ">"):
        return _compared("<=" if op == ">=" else "<", b, a)
    apart = a.low_open or b.high_open
    if op == "=":
        if a.low == a.high == b.low == b.high:
            return True
        touching = a.high_open or b.low_open
        disjoint = a.low > b.high or b.low > a.high or (a.low == b.high and apart) or (
            a.high == b.low and touching)
        return False if disjoint else None
    if op == "<=":
        if a.high <= b.low:
            return True
        return False if a.low > b.high or (a.low == b.high and apart) else None
    if a.high < b.low or (a.high == b.low and (a.high_open or b.low_open)):
        return True
    return False if a.low >= b.high else None


__all__ = ["decided"]
