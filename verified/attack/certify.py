"""From a float hit to evidence: the instance made exact, its tight reals recomputed in balls, the
priors of its capacities proposed, and the whole put before the kernel."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from flint import arb, fmpq
from numpy.typing import NDArray

from verified.attack.goals import searched
from verified.attack.objective import tight_value
from verified.attack.tighten import Tightening
from verified.instances.intervals import into_domain
from verified.instances.layout import Layout
from verified.instances.sorts import RealSlot
from verified.kernel.certificate import Undecided, certify
from verified.kernel.truth import (
    PRECISIONS,
    BallReading,
    Bounds,
    MissingBound,
    enclosure,
    truth,
)
from verified.kernel.values import Rejected, read_moves
from verified.measures.readings import Env, OutOfReach, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined, infinite, precision
from verified.numbers.exact import pmf_from_floats
from verified.numbers.limits import OutOfTime, check_time, limited
from verified.propose.capacity import capacity_prior, csiszar_law
from verified.syntax.claims import Statement
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation
from verified.syntax.goals import goal
from verified.syntax.serial import read_rational
from verified.syntax.sorts import RealSort, SymbolSort
from verified.syntax.terms import Term

Exact = NDArray[Any]  # an object array of fmpq

TIGHT_BITS = 192
# A violation that floats can see is decided by far fewer bits than the kernel would spend.
SEARCH_PRECISIONS = (64, 128, 256, 512)
# What these leave open, though it is clear to floats, has all the bits that the kernel has.
LATER_PRECISIONS = tuple(bits for bits in PRECISIONS if bits > SEARCH_PRECISIONS[-1])
# A violation that the kernel can't decide counts as one from here on.
CLEAR = 1e-9
# Masses below 2 to minus this are 0 to what proposes priors.
_LEAST_BITS = 4096
# The share of the time left that the first instance has which isn't decided in it; the next ones
# have twice as much each.
_PATIENCE = 0.2
# Numbers of more binary digits, before or behind the point, aren't put before the kernel.
_MOST_BITS = 1 << 16
# Relative widths to which capacities are enclosed, in turn.
WIDTHS = (fmpq(1, 10**13), fmpq(1, 10**30))
# Sides that balls show to be nearer than this, relatively, are the same to floats: what a search in
# floats takes for a violation there is rounding.
SAME_IN_FLOATS = fmpq(1, 2**48)


class _Rounding(Undecided):
    """The sides are too near for the violation that floats tell of."""


@dataclass(frozen=True)
class OpenRelation:
    """A relation that a precision leaves open at a play, and what it encloses its sides by: exact
    numbers, balls, or None where they are undefined or can't be told."""

    relation: Relation
    left: Any
    right: Any

    def is_wider(self, share: float) -> bool:
        """Whether a side's enclosure is wider than a share of the larger side."""
        if self.left is None or self.right is None:
            return False
        balls = arb(self.left), arb(self.right)
        if not all(ball.is_finite() for ball in balls):
            return False
        size = abs(balls[0]).max(abs(balls[1])).upper()
        return any(ball.rad() > share * size for ball in balls)

    def told(self) -> dict[str, str | None]:
        """The relation and its sides as decimals, None where they have no enclosure."""
        sides = {"left": self.left, "right": self.right}
        told = {name: None if side is None else str(side) for name, side in sides.items()}
        return {"relation": str(self.relation), **told}


def too_coarse(left_open: Sequence[OpenRelation], violation: float) -> bool:
    """Whether balls enclose no relation that stays open as narrowly as floats violate it: then they
    don't tell what floats say from rounding, as of integrals over several dimensions."""
    return bool(left_open) and all(relation.is_wider(violation) for relation in left_open)


@dataclass(frozen=True)
class Instance:
    """An exact instance: its layout, laws and free reals, and the rules for the tight ones.

    `slack` widens each tight real to the simplest rational within that relative distance; None
    keeps it as close as the enclosure allows.
    """

    layout: Layout
    laws: tuple[Exact, ...]
    reals: tuple[fmpq, ...]
    tight: tuple[tuple[Tightening, ...], ...] = ()
    slack: fmpq | None = None


@dataclass
class Certifier:
    """Puts exact instances of one statement before the kernel.

    Attributes:
        open_play: what the last call left open though floats tell it apart from rounding: its
            `moves`, the `sides` of the relations that aren't decided, the `bits` that were tried,
            the `violation` in floats, and whether the enclosures are `coarse`: wider than that.
        difference: how far apart floats take the sides of the last call's instance to be, or 0.
        postponed: how many calls ended undecided after their share of the time that was left.
        waiting: of these the one that floats say to be clearest, with its violation and difference.
        _of_fewest: the seals of the certificates that the fewest bits of all decided.

    Raises:
        OutOfTime: its `deadline`, by `time.monotonic`, has passed.
    """

    key: str
    statement: Statement
    polarity: str
    attempts: int = 0
    left_open: int = 0
    postponed: int = 0
    deadline: float | None = None
    open_play: dict[str, Any] | None = None
    difference: float = 0.0
    waiting: tuple[Instance, float, float] | None = None
    _of_fewest: set[str] = field(default_factory=set)

    def __call__(
        self, instance: Instance, violation: float = 0.0, difference: float = 0.0
    ) -> dict[str, Any] | None:
        """The certificate of an instance, or None if it is no evidence (or can't be decided).

        Args:
            violation: how far floats say that the claim is violated. Where balls show that it is by
                far less, as by sides that are equal to hundreds of digits, floats were rounding,
                and the instance doesn't count as undecided.
            difference: the same, as the sides' difference itself, where floats tell it: sides that
                are 0 aren't near each other relative to their size.
        """
        until = self._until()
        try:
            with limited(until):
                return self._put(instance, violation, difference)
        except OutOfTime:
            if self.deadline is None or time.monotonic() >= self.deadline:
                raise
            # One that takes so long doesn't keep others from their turn; later ones have longer.
            self.postponed += 1
            if self.waiting is None or self.waiting[1] <= violation:
                self.waiting = instance, violation, difference
            self.open_play = None
            return None

    def again(self) -> tuple[dict[str, Any], Instance] | None:
        """The certificate of the instance that waits, which has more time now, and the instance;
        None if none waits, or it isn't decided now either."""
        if self.waiting is None:
            return None
        instance, violation, difference = self.waiting
        self.waiting = None
        found = self(instance, violation, difference)
        return None if found is None else (found, instance)

    def by_fewest_bits(self, certificate: dict[str, Any]) -> dict[str, Any]:
        """The certificate with evidence of the fewest bits that decide it, as a check has it:
        where fewer were passed over it is of more, and its ends may be wider apart than told."""
        if certificate["seal"] in self._of_fewest:
            return certificate
        bounds = {key: [read_rational(part) for part in law]
                  for key, law in certificate["bounds"].items()}
        moves = certificate["moves"]
        found = with_bounds(bounds, WIDTHS[-1], lambda: certify(
            self.key, self.statement, self.polarity, moves, bounds))
        assert isinstance(found, dict)
        return found

    def _until(self) -> float | None:
        """When a call ends: after a share of the time that is left."""
        if self.deadline is None:
            return None
        now = time.monotonic()
        share = min(1.0, _PATIENCE * 2.0**self.postponed)
        return now + share * (self.deadline - now)

    def _put(
        self, instance: Instance, violation: float, difference: float
    ) -> dict[str, Any] | None:
        self.attempts += 1
        self.open_play = None
        self.difference = difference
        for width in WIDTHS:
            bounds: Bounds = {}
            undecided = False
            found = moves = None
            try:
                moves = self._moves(instance, bounds, width)
                if moves is not None:
                    # Hypotheses, of which there may be thousands, wait for the conclusion.
                    if self.statement.given and with_bounds(
                        bounds, width, partial(self._conclusion, moves, bounds)
                    ) is False:
                        return None
                    certify = partial(self._certify, moves, bounds, violation, _steps(instance))
                    found = with_bounds(bounds, width, certify)
            except _Rounding:
                self.left_open += 1
                return None
            except Undecided:
                undecided = True
            except (Rejected, Unreadable, Undefined, Indeterminate, OverflowError):
                return None
            # Narrower bounds may decide what these left open; nothing else will.
            if found is not None or not undecided or not bounds:
                break
        self.left_open += undecided
        if undecided and moves is not None and not self._rounding(moves, bounds, violation):
            left_open = self._left_open(moves, bounds)
            self.open_play = {
                "moves": moves,
                "sides": [relation.told() for relation in left_open],
                "bits": _bits_tried(violation),
                "violation": violation,
                "coarse": too_coarse(left_open, violation),
            }
        return found

    def _left_open(self, moves: dict[str, Any], bounds: Bounds) -> list[OpenRelation]:
        """The relations of a play that stays open which the search's largest precision leaves
        open."""
        target, reading = goal(self.statement, self.polarity), BallReading(bounds)
        check_time()
        with precision(SEARCH_PRECISIONS[-1]):
            env = read_moves(target.variables, moves, reading)
            return [
                OpenRelation(part, *(_enclosed(side, there, reading)
                                     for side in (part.left, part.right)))
                for part, there in open_relations(target.body, env, reading)
            ]

    def _rounding(
        self, moves: dict[str, Any], bounds: Bounds, violation: float,
        bits: int = SEARCH_PRECISIONS[-1], most: fmpq | None = None,
    ) -> bool:
        """Whether a precision shows that the conclusion holds by far less than floats say, or by
        less than `most`, if at all."""
        target, reading = searched(self.statement, self.polarity), BallReading(bounds)
        share = fmpq(*violation.as_integer_ratio()) / 2
        check_time()
        with precision(bits):
            env = read_moves(target.variables, moves, reading)
            least = share if most is None else min(share, most)
            apart = fmpq(*self.difference.as_integer_ratio())
            return far_closer(target.conclusion, env, reading, least, apart)

    def _conclusion(self, moves: dict[str, Any], bounds: Bounds) -> bool | None:
        """Whether a play meets the goal's conclusion, by few bits.

        Raises:
            MissingBound: a capacity in it has no prior in `bounds`.
        """
        target, reading = searched(self.statement, self.polarity), BallReading(bounds)
        check_time()
        with precision(SEARCH_PRECISIONS[0]):
            env = read_moves(target.variables, moves, reading)
            return truth(target.conclusion, env, reading)

    def _certify(
        self, moves: dict[str, Any], bounds: Bounds, violation: float,
        precisions: Sequence[int],
    ) -> dict[str, Any] | None:
        *steps, most = precisions
        for bits in steps:
            check_time()
            with contextlib.suppress(Undecided):
                found = certify(self.key, self.statement, self.polarity, moves, bounds, (bits,))
                if found is not None and bits == PRECISIONS[0]:
                    self._of_fewest.add(found["seal"])
                return found
            if self._rounding(moves, bounds, violation, bits, SAME_IN_FLOATS):
                # More bits would tell more, of something that the search has no sign of.
                raise _Rounding
        check_time()
        try:
            return certify(self.key, self.statement, self.polarity, moves, bounds, (most,))
        except Undecided:
            if violation <= CLEAR or self._rounding(moves, bounds, violation):
                raise
        for bits in LATER_PRECISIONS[:-1]:
            check_time()
            with contextlib.suppress(Undecided):
                return certify(self.key, self.statement, self.polarity, moves, bounds, (bits,))
        check_time()
        last = LATER_PRECISIONS[-1:]
        return certify(self.key, self.statement, self.polarity, moves, bounds, last)

    def _moves(self, instance: Instance, bounds: Bounds, width: fmpq) -> dict[str, Any] | None:
        reals = with_bounds(bounds, width, lambda: exact_reals(instance, BallReading(bounds)))
        return None if reals is None else instance.layout.moves(instance.laws, reals)


def _steps(instance: Instance) -> Sequence[int]:
    """The precisions to try, in turn. Fewer bits than a tight number has don't decide what it is
    tight for; where more leave open another hypothesis, the fewest may show that it fails."""
    few, *more = SEARCH_PRECISIONS
    if not instance.tight or instance.slack is not None:
        return SEARCH_PRECISIONS
    enough, *rest = [bits for bits in more if bits > TIGHT_BITS]
    return enough, few, *rest


def far_closer(
    formula: Formula, env: Env, reading: BallReading, share: fmpq, apart: fmpq | None = None
) -> bool:
    """Whether the formula holds by less than a share of its sides, or of `apart`, which is at most
    how far apart floats take the sides of each relation to be, if it holds at all."""
    match formula:
        case And(parts):
            return any(far_closer(part, env, reading, share, apart) for part in parts)
        case Or(parts):
            # Floats may tell how far apart the sides of another part are.
            return all(far_closer(part, env, reading, share) for part in parts)
        case Not(Relation(_, left, right)) | Relation(_, left, right):
            if truth(formula, env, reading) is False:
                return True
            sides = enclosure(left, env, reading), enclosure(right, env, reading)
            if None in sides:
                return False
            one, two = (arb(side) for side in sides)
            if not (one.is_finite() and two.is_finite()):
                return False
            size = abs(one).max(abs(two)).max(arb(apart or 0))
            return bool(abs(one - two) <= share * size)
    return False


def open_relations(
    formula: Formula, env: Env, reading: BallReading
) -> Iterator[tuple[Relation, Env]]:
    """The relations of a formula that the precision in force leaves open, and where."""
    match formula:
        case Relation():
            if truth(formula, env, reading) is None:
                yield formula, env
        case Not(body):
            yield from open_relations(body, env, reading)
        case And(parts) | Or(parts):
            for part in parts:
                yield from open_relations(part, env, reading)
        case Quantified(var=var, guard=guard, body=body) if isinstance(var.sort, SymbolSort):
            for point in reading.gone_through(var.sort, env):
                inner = {**env, var.name: point}
                if guard is None or truth(guard, inner, reading):
                    yield from open_relations(body, inner, reading)


def _enclosed(term: Term, env: Env, reading: BallReading) -> Any:
    """A side's enclosure, or None where it has none."""
    try:
        return enclosure(term, env, reading)
    except (Unreadable, KeyError):
        return None


def _bits_tried(violation: float) -> int:
    """The largest precision that an open play was put to."""
    return PRECISIONS[-1] if violation > CLEAR else SEARCH_PRECISIONS[-1]


def with_bounds(bounds: Bounds, width: fmpq, evaluate: Callable[[], Any]) -> Any:
    """Evaluate, proposing a prior for each capacity that has none yet."""
    while True:
        try:
            return evaluate()
        except MissingBound as missing:
            if missing.key in bounds:
                raise
            bounds[missing.key] = propose_bound(missing, width)


def propose_bound(missing: MissingBound, width: fmpq) -> list[fmpq]:
    """A prior (or for Csiszár's information an output law) that encloses the missing quantity.

    Raises:
        OutOfReach: none is known, as for an order of 0.
    """
    inputs, outputs = missing.table.shape
    entries = [entry if isinstance(entry, fmpq) else _mass(entry) for entry in missing.table.data]
    rows = [entries[index * outputs : (index + 1) * outputs] for index in range(inputs)]
    # Entries that are balls may sum to 1 only nearly; a proposal needs no more than that.
    rows = [_normalised(row) for row in rows]
    if missing.prior is None:
        return capacity_prior(rows, width)
    if missing.order < 0:
        # There is no value, which the evaluator says with any law.
        return [fmpq(1, outputs)] * outputs
    if not (missing.order > 0 and not infinite(missing.order)):
        raise OutOfReach(f"Csiszár's information of order {missing.order}")
    prior = [part if isinstance(part, fmpq) else _mass(part) for part in missing.prior.data]
    return csiszar_law(_normalised(prior), rows, missing.order, width)


def _normalised(row: list[fmpq]) -> list[fmpq]:
    mass = sum(row, fmpq(0))
    return row if mass == 1 else [part / mass for part in row]


def _mass(ball: arb) -> fmpq:
    """About a probability: far below any mass that matters it is 0 to what proposes priors."""
    return fmpq(0) if abs(ball) < arb(2) ** -_LEAST_BITS else _middle(ball)


def _middle(ball: arb) -> fmpq:
    """The middle of a ball, exactly.

    Raises:
        Indeterminate: it is too large or too small to be written down.
    """
    middle = ball.mid()
    if not middle.is_finite():
        raise Indeterminate("a number isn't enclosed")
    mantissa, exponent = middle.man_exp()
    power = int(exponent)
    if abs(power) > _MOST_BITS:
        # As an exact rational e^(−10^9) would fill the memory.
        raise Indeterminate("a number is too large or too small to be written down")
    return fmpq(int(mantissa)) * (fmpq(2) ** power if power >= 0 else fmpq(1, 2**-power))


# --- exact instances ------------------------------------------------------------------------------


def exact_laws(laws: Sequence[NDArray[np.float64]], index: int) -> tuple[Exact, ...]:
    """One instance's laws of each block, exactly, as object arrays (rows, size).

    Zeros stay, and the largest entry of a law absorbs the rounding.
    """
    found = []
    for block in laws:
        table: Exact = np.empty(block.shape[1:], dtype=object)
        for row, law in enumerate(block[index]):
            table[row] = pmf_from_floats(law.tolist())
        found.append(table)
    return tuple(found)


def exact_number(value: float, slot: RealSlot) -> fmpq:
    """A float as the rational it is, moved into the domain if rounding left it outside."""
    if not np.isfinite(value):
        value = 0.0
    top, bottom = value.as_integer_ratio()
    return into_domain(fmpq(top, bottom), slot.domain)


def exact_reals(instance: Instance, reading: BallReading) -> list[fmpq] | None:
    """The instance's reals, those with rules set to the end of their enclosure; None if a rule has
    no finite value, or one outside the domain."""
    reals: list[Any] = list(instance.reals)
    slots = instance.layout.reals
    with precision(TIGHT_BITS):
        for rules in instance.tight:
            name, least = rules[0].name, rules[0].side == "least"
            env = instance.layout.in_balls(instance.laws, reals)
            places = [index for index, slot in enumerate(slots) if slot.name == name]
            value = tight_value(rules, env, reading, _parts(slots[places[0]], len(places)))
            parts = value.data if isinstance(value, BallArray) else [value]
            for place, part in zip(places, parts, strict=True):
                end = _end(part, slots[place].domain, least, instance.slack)
                if end is None:
                    return None
                reals[place] = end
    return reals


def _parts(slot: RealSlot, count: int) -> tuple[int, ...]:
    return () if slot.index is None else (count,)


def _end(value: Any, domain: RealSort, least: bool, slack: fmpq | None) -> fmpq | None:
    """The end of an enclosure that surely meets the hypothesis, or a simple rational beyond it."""
    exact = _outer(value, least)
    if exact is None:
        return None
    if domain.low is not None and exact < domain.low and least:
        exact = domain.low
    if domain.high is not None and exact > domain.high and not least:
        exact = domain.high
    if not domain.contains(exact):
        return None
    if slack is not None:
        beyond = exact + abs(exact) * slack * (1 if least else -1)
        low, high = (exact, beyond) if exact <= beyond else (beyond, exact)
        simple = simplest_between(low, high)
        return simple if domain.contains(simple) else exact
    return exact


def _outer(value: Any, least: bool) -> fmpq | None:
    if isinstance(value, fmpq):
        return value
    if not value.is_finite():
        return None
    # Where a capacity's bounds set the radius, more bits don't shrink it, and its 30 bits may be
    # rounded to just beyond this end.
    margin = _middle(value.rad()) / 2**16
    return _middle(value.upper()) + margin if least else _middle(value.lower()) - margin


def simplest_between(low: fmpq, high: fmpq) -> fmpq:
    """The rational of least denominator in [low, high]."""
    if low <= 0 <= high:
        return fmpq(0)
    if high < 0:
        return -simplest_between(-high, -low)
    whole = fmpq(int(low.ceil()))
    if whole <= high:
        return whole
    below = fmpq(int(low.floor()))
    return below + 1 / simplest_between(1 / (high - below), 1 / (low - below))
