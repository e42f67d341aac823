"""The search: rounds of random starts and climbs, each round fixed by the seed and its number.

A round draws a few structures, chooses for each which reals to set tight, draws a batch of points,
climbs from the best of them all, and puts what violates the claim before the kernel. Rounds don't
depend on each other, so any number of workers runs the same sequence; the budget counts evaluations
along it.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from verified.attack.certify import CLEAR, Certifier, Instance, exact_laws, exact_number
from verified.attack.corpus import NearMiss, near_miss, points_of, structure_of
from verified.attack.floating import MOST_RELATIONS, UNDEFINED
from verified.attack.goals import searched
from verified.attack.objective import Objective, Scores
from verified.attack.polish import Climb, snap
from verified.attack.shrink import VISIBLE, plain_laws
from verified.attack.tighten import Tightening, plan, tightenings
from verified.attack.vertices import at_vertices, linear_hypotheses
from verified.attack.within import moved_within
from verified.instances.draw import FAR, FARTHEST, Points, draw_points, draw_structure, joined
from verified.instances.families import impose_along
from verified.instances.intervals import as_float, from_real
from verified.instances.layout import Layout
from verified.measures.readings import OutOfReach, Unreadable
from verified.numbers.float_space import second_opinion
from verified.numbers.limits import OutOfTime
from verified.processes import processes
from verified.syntax.claims import Statement
from verified.syntax.quantity import QUANTITIES
from verified.syntax.serial import read_statement, statement_data
from verified.syntax.sorts import ClaimError, SizeSort
from verified.syntax.terms import Number, Op, Term, distinct

Array = NDArray[np.float64]

STRUCTURES = 8
# Of the best starts of all structures of a round so many are looked at more closely.
LOOKS = 4
BATCH = 32
# Of free joint laws few meet the hypotheses, and a climb doesn't mend that: draw more.
FREE_BATCH = 256
_FREE_CHANCE = 0.3
# How often a real that can be set tight is.
_TIGHT = 0.85
# How many other instances to draw where a refutation has no simple numbers.
_OTHERS = 256
# What shares of uniform laws laws are mixed with that leave symbols out.
_UNIFORM_SHARES = fmpq(1, 2), fmpq(1, 5)
CLIMBS = 2
# In each round of a number that leaves this remainder large alphabets are looked at as well, by so
# many instances along extremal families.
_LARGE_ROUNDS, _LARGE_REMAINDER, _LARGE_BATCH = 4, 3, 24
# How many instances of a round are moved to vertices.
VERTICES = 8
# Where no larger a share of a batch meets the hypotheses, some of the others are moved until they
# do: always where none does, else so often.
_FEW, _OFTEN = 0.5, 0.25
# Instances of more coordinates are drawn where all have more; of more than the second, never.
MOST_COORDINATES, LARGE_COORDINATES = 400, 4000
# A violation in floats below this is rounding; above, it is worth the kernel's time.
HIT = 1e-13
_STRUCTURE_DRAWS = 40
# After so many times without a structure a round draws no more.
_MOST_FAILED = 4
NO_MEMORY = "an instance takes more memory than there is"
_TRIES = 2
# After so many violations of a doubtful kind that were none, a round leaves the kind alone.
_MOST_DOUBTFUL = 2
# After so many violations that stayed open a round leaves those alone that are no larger.
_MOST_OPEN = 3
# Of the violations of a round that are none exactly so many are tried at the simple numbers near to
# them: those of denominators up to this, so near relatively.
_MOST_SIMPLIFIED, _SIMPLE, _NEAR = 4, 60, fmpq(1, 2**20)
# Denominators up to this, where there are many numbers.
_PLAIN = 10**4
# Masses below the first are tiny; the second takes their place where they aren't left out.
_TINY_MASS, _FLOOR = 1e-15, 1e-9
_ALWAYS_DRAWN = (fmpq(0), fmpq(1, 2), fmpq(1), fmpq(2))


@dataclass
class Round:
    """What a round found.

    Attributes:
        certificate: the play that the kernel certified, with the instance it came from.
        closest: the least relative margin of a feasible point (negative: violated in floats).
        nearest: that point, made exact; `kept` is the same as plain data, from another process.
        unread: why some structure wasn't tried; `too_large` if its size was why.
        open_play: an instance that no precision decides, with what isn't decided.
        valued: whether floats told, at some point that meets the hypotheses, whether the conclusion
            fails.
        hidden: whether some point may meet the hypotheses, but for what has no value in floats, and
            none does.
    """

    index: int
    evaluations: int = 0
    starts: int = 0
    closest: float | None = None
    nearest: Instance | None = None
    kept: NearMiss | None = None
    certificate: dict[str, Any] | None = None
    instance: Instance | None = None
    undecided: int = 0
    structures: list[dict[str, Any]] = field(default_factory=list)
    unread: str = ""
    too_large: bool = False
    open_play: dict[str, Any] | None = None
    valued: bool = False
    hidden: bool = False


@dataclass(frozen=True)
class Start:
    """A point that may be climbed from, with what it scores."""

    objective: Objective
    point: Points
    value: float


class Searcher:
    """Runs rounds for one statement and one kind of evidence."""

    def __init__(self, key: str, statement: Statement, polarity: str, seed: int) -> None:
        self.statement, self.polarity, self.seed = statement, polarity, seed
        self.target = searched(statement, polarity)
        asked = self.target.given[len(statement.given) :]
        self.rules = tightenings((*statement.given, *asked))
        self.linear = linear_hypotheses(self.target.variables, self.target.given)
        # Where points are drawn: far out on the line, too, unless that takes the kernel long.
        is_costly = any(map(_is_integrated, _terms(statement)))
        self.near: dict[str, Any] = {
            "written": _written(statement), "farthest": FAR if is_costly else FARTHEST,
        }
        self.certifier = Certifier(key, statement, polarity)
        self.deadline: float | None = None
        # How many evaluations end a round of drawn instances; None: rounds climb from the best.
        self.budget: int | None = None
        self._forget()

    @property
    def climbs(self) -> bool:
        """Whether rounds climb."""
        return self.budget is None

    def limit(self, deadline: float | None) -> None:
        """End rounds at a time (of `time.monotonic`): what is under way then is left as it is."""
        self.deadline = self.certifier.deadline = deadline

    def _forget(self) -> None:
        """Start a round afresh: rounds don't depend on each other."""
        self.open, self.left_open = 0.0, 0
        self.doubtful = {"undefined": 0, "rounding": 0}
        self.simplified = 0
        self.unread, self.too_large, self.all_large = "", False, False

    def round(self, index: int) -> Round:
        """Run one round."""
        result = Round(index)
        self._forget()
        objectives: list[Objective] = []
        with contextlib.suppress(OutOfTime):
            self._run(np.random.default_rng([self.seed, index]), result, objectives)
            # After everything else of the round has had its turn.
            found = None if result.certificate is not None else self.certifier.again()
            if found is not None:
                result.certificate, result.instance = found
        result.evaluations = sum(objective.evaluations for objective in objectives)
        result.valued = any(objective.valued for objective in objectives)
        met = any(objective.met for objective in objectives)
        result.hidden = not met and any(objective.hidden for objective in objectives)
        result.unread, result.too_large = self.unread, self.too_large
        return result

    def _run(
        self, rng: np.random.Generator, result: Round, objectives: list[Objective]
    ) -> None:
        starts: list[Start] = []
        failed = 0
        for _ in range(STRUCTURES):
            if result.closest is not None and self._is_spent(objectives):
                break
            drawn = self.draw(rng) if failed < _MOST_FAILED else None
            if drawn is None:
                failed += 1
                continue
            layout, tight = drawn
            result.structures.append(layout.structure)
            objective = Objective(
                layout, self.target.given, self.target.conclusion, tight, self.deadline
            )
            objectives.append(objective)
            objective.possible()
            points = draw_points(
                layout, FREE_BATCH if layout.free else BATCH, rng, **self.near
            )
            # A structure beyond what the readings list, or beyond the memory that the process may
            # take, has no score; others do.
            try:
                scores = objective.score_and_suspect(points)
                starts += self._try_starts(objective, points, scores, result)
                if result.certificate is None:
                    starts += self._try_within(objective, points, scores, rng, result)
            except (Unreadable, ClaimError) as error:
                self.unread, self.too_large = str(error), isinstance(error, OutOfReach)
            except MemoryError:
                self.unread, self.too_large = NO_MEMORY, True
            if result.certificate is not None:
                break
        else:
            if self.climbs:
                self._try_vertices(starts, rng, result)
            if self.climbs and result.index % _LARGE_ROUNDS == _LARGE_REMAINDER:
                self._try_large(rng, result, objectives)
            if self.climbs and result.certificate is None:
                self._climb(starts, rng, result)

    def _try_within(
        self, objective: Objective, points: Points, scores: Scores, rng: np.random.Generator,
        result: Round,
    ) -> list[Start]:
        """Where the hypotheses leave out most of the points, some of these at their edge."""
        share = scores.feasible.mean()
        if share > _FEW or not (self.climbs and objective.bounded and objective.climbable):
            return []
        if share > 0 and rng.random() > _OFTEN:
            return []
        moved = moved_within(objective, points, scores.feasible, rng)
        if moved is None:
            return []
        return self._try_starts(objective, moved, objective.score_and_suspect(moved), result)

    def _try_vertices(
        self, starts: list[Start], rng: np.random.Generator, result: Round
    ) -> None:
        """Instances of one of the structures with a law at a vertex of what its linear hypotheses
        leave: the best of them is a start as well."""
        if not (self.linear and starts):
            return
        objective = starts[int(rng.integers(len(starts)))].objective
        points = draw_points(objective.layout, VERTICES, rng, **self.near)
        moved = at_vertices(objective, self.linear, points, rng)
        if moved is not None:
            with contextlib.suppress(Unreadable, ClaimError, MemoryError):
                scores = objective.score_and_suspect(moved)
                starts += self._try_starts(objective, moved, scores, result)

    def _try_large(
        self, rng: np.random.Generator, result: Round, objectives: list[Objective]
    ) -> None:
        """Instances of extremal families on large alphabets, if there are sizes that may be."""
        if result.certificate is not None or not any(
            isinstance(var.sort, SizeSort) and var.sort.high is None
            for var in self.target.variables
        ):
            return
        try:
            structure = draw_structure(self.target.variables, rng, large=True)
            layout = Layout(self.target.variables, self.statement.given, structure)
            objective = Objective(
                layout, self.target.given, self.target.conclusion,
                self._choose_tight(rng, certainly=True), self.deadline,
            )
            if (layout.coordinates > LARGE_COORDINATES or not all(b.size for b in layout.blocks)
                    or objective.relations() > MOST_RELATIONS or not objective.possible()):
                return
            objectives.append(objective)
            points = draw_points(layout, _LARGE_BATCH, rng, **self.near)
            impose_along(layout, points, rng)
            for slot, held in zip(layout.reals, points.fixed, strict=True):
                # What is set tight is set so at each level.
                if any(rules[0].name == slot.name for rules in objective.tight):
                    held[:] = np.nan
            scores = objective.score(points)
            result.starts += len(scores.objective)
            order = np.argsort(-scores.objective).tolist()
            hits = [i for i in order if scores.feasible[i] and scores.violation[i] > HIT]
            for index in hits[:_TRIES]:
                instance = exact_instance(objective, points.pick(index))
                # Many long numbers take long, in balls too; these are near to short ones.
                instance = _simple(instance, _PLAIN) or instance
                found = self.certifier(instance, float(scores.violation[index]))
                if found is not None:
                    result.certificate, result.instance = found, instance
                    return
            nearest = scores.nearest(order)
            if nearest is not None:
                self._note(objective, points.pick(nearest), scores.margin(nearest), result)
        except (Unreadable, ClaimError, IndexError, ValueError, MemoryError):
            # What isn't read of large alphabets is of smaller ones.
            return

    def _is_spent(self, objectives: Sequence[Objective]) -> bool:
        """Whether a round without climbs has spent its budget; it goes on until it has met an
        instance."""
        spent = sum(objective.evaluations for objective in objectives)
        return self.budget is not None and spent >= self.budget

    def replay(self, near: NearMiss) -> Round:
        """Try a near miss of an earlier attack, and climb from it; pass one that doesn't fit."""
        result = Round(-1)
        with contextlib.suppress(
            OutOfTime, Unreadable, ClaimError, ValueError, IndexError, KeyError
        ):
            structure = structure_of(near, self.target)
            layout = Layout(self.target.variables, self.statement.given, structure, near.free)
            names = [(self.target.variables[int(place)].name, side) for place, side in near.tight]
            tight = plan(self.rules, names)
            objective = Objective(
                layout, self.target.given, self.target.conclusion, tight, self.deadline
            )
            point = points_of(near, layout)
            if objective.possible() and not self._submit(objective, point, result):
                climb = Climb(objective, point)
                climb.finish(np.random.default_rng(self.seed))
                self._submit(objective, climb.point, result)
            result.starts, result.evaluations = 1, objective.evaluations
            result.valued = objective.valued
        return result

    def strengthen(self, instance: Instance) -> tuple[Instance, dict[str, Any]] | None:
        """Climb on from a certified instance: a clearer violation leaves more room to shrink."""
        objective = self._objective(instance)
        point = points_of(near_miss(instance), instance.layout)
        # Scored twice over, to know what a batch takes.
        objective.score(joined(point, point))
        if not objective.climbable:
            return None
        climb = Climb(objective, point, enough=np.inf)
        climb.stroll()
        stronger = exact_instance(objective, climb.point)
        found = self.certifier(stronger)
        return None if found is None else (stronger, found)

    def violation(self, instance: Instance) -> float:
        """How far floats say that an instance violates the claim, relatively; −∞ if they don't."""
        # There is no law on no symbols.
        with contextlib.suppress(Unreadable, ClaimError, ValueError, IndexError):
            point = points_of(near_miss(instance), instance.layout)
            return float(self._objective(instance).score(point).violation[0])
        return -np.inf

    def others_like(self, instance: Instance) -> Iterator[tuple[Instance, dict[str, Any]]]:
        """A few other certified instances of the same sizes, the clearest violations first."""
        objective = self._objective(instance)
        points = draw_points(instance.layout, _OTHERS, np.random.default_rng(self.seed))
        with contextlib.suppress(Unreadable, ClaimError):
            scores = objective.score(points)
            clear = np.where(scores.feasible & (points.scales == 0), scores.violation, -1.0)
            for index in np.argsort(-clear)[:3].tolist():
                if clear[index] <= CLEAR:
                    return
                other = exact_instance(objective, points.pick(index))
                found = self.certifier(other)
                if found is not None:
                    yield other, found

    def less_certain(self, instance: Instance) -> Iterator[tuple[Instance, dict[str, Any]]]:
        """Certified instances near one that leaves symbols out, in whose laws, channels apart,
        every symbol has a share: these are mixed with uniform laws, and the numbers climb on."""
        objective = self._objective(instance)
        for share in _UNIFORM_SHARES if instance.reals else ():
            laws = list(instance.laws)
            for place in plain_laws(instance):
                laws[place] = (1 - share) * laws[place] + share / laws[place].shape[1]
            with contextlib.suppress(Unreadable, ClaimError):
                near = points_of(near_miss(replace(instance, laws=tuple(laws))), instance.layout)
                start = _released(near, instance.layout)
                climb = Climb(objective, start, enough=VISIBLE, numbers_only=True)
                climb.finish(np.random.default_rng(self.seed))
                if climb.value <= VISIBLE:
                    continue
                other = exact_instance(objective, climb.point)
                found = self.certifier(other)
                if found is not None:
                    yield other, found

    def _objective(self, instance: Instance) -> Objective:
        return Objective(
            instance.layout, self.target.given, self.target.conclusion, instance.tight,
            self.deadline,
        )

    def _climb(
        self, starts: list[Start], rng: np.random.Generator, result: Round
    ) -> None:
        """A short look from the best starts, then the whole way from the best of these.

        Drawing costs little beside climbing, so more structures are drawn than are climbed in. One
        of the starts is any of the rest: where all is far from a violation, the nearest isn't the
        most promising.
        """
        starts = sorted(starts, key=lambda start: -start.value)
        if len(starts) > LOOKS:
            last = int(rng.integers(LOOKS - 1, len(starts)))
            starts = [*starts[: LOOKS - 1], starts[last]]
        climbs = [Climb(start.objective, start.point) for start in starts]
        for climb in climbs:
            climb.look(rng)
            if self._submit(climb.objective, climb.point, result):
                return
        climbs.sort(key=lambda climb: -climb.value)
        for climb in climbs[:CLIMBS]:
            climb.finish(rng)
            point, _ = snap(climb.objective, climb.point, climb.value)
            if self._submit(climb.objective, point, result):
                return

    def draw(
        self, rng: np.random.Generator
    ) -> tuple[Layout, tuple[tuple[Tightening, ...], ...]] | None:
        """A structure that its own hypotheses allow, and the reals to set tight."""
        large: Layout | None = None
        for _ in range(_STRUCTURE_DRAWS):
            try:
                structure = draw_structure(self.target.variables, rng)
                layout = Layout(self.target.variables, self.statement.given, structure)
                if not all(block.size for block in layout.blocks):
                    # There is no law on no symbols.
                    continue
                if layout.constrained and rng.random() < _FREE_CHANCE:
                    layout = Layout(self.target.variables, self.statement.given, structure, True)
                probe = Objective(layout, self.target.given, self.target.conclusion, ())
                if layout.coordinates > LARGE_COORDINATES:
                    self.unread = (
                        f"an instance has {layout.coordinates} coordinates, "
                        f"and the search takes up to {LARGE_COORDINATES}"
                    )
                    self.too_large = True
                elif (count := probe.relations()) > MOST_RELATIONS:
                    self.unread = (
                        f"at an instance {count} relations are to be decided, "
                        f"and the search decides up to {MOST_RELATIONS}"
                    )
                    self.too_large = True
                elif probe.possible():
                    if layout.coordinates <= MOST_COORDINATES or self.all_large:
                        return layout, self._choose_tight(rng)
                    if large is None or layout.coordinates < large.coordinates:
                        large = layout
            except (Unreadable, IndexError, ValueError):
                continue
            except MemoryError:
                self.unread, self.too_large = NO_MEMORY, True
        if large is None:
            return None
        # Nothing smaller is to be had.
        self.all_large = True
        return large, self._choose_tight(rng)

    def _choose_tight(
        self, rng: np.random.Generator, certainly: bool = False
    ) -> tuple[tuple[Tightening, ...], ...]:
        """Which reals are set tight, and on which sides: most of them, or all that can be."""
        names = sorted({rule.name for rule in self.rules})
        chosen = []
        for name in rng.permutation(names).tolist() if names else []:
            sides = sorted({rule.side for rule in self.rules if rule.name == name})
            if certainly or rng.random() < _TIGHT:
                # A least value is where bounds that grow with the parameter bite.
                greatest = "greatest" in sides and (len(sides) == 1 or rng.random() < 0.3)
                chosen.append((name, "greatest" if greatest else "least"))
        return tuple(tuple(rules) for rules in plan(self.rules, chosen))

    def _try_starts(
        self, objective: Objective, points: Points, scores: Scores, result: Round
    ) -> list[Start]:
        """Put the clearest violations among the starts before the kernel; return the best start."""
        result.starts += len(scores.objective)
        order = np.argsort(-scores.objective).tolist()
        hits = [i for i in order if scores.feasible[i] and scores.violation[i] > HIT]
        for index in hits[:_TRIES]:
            if self._submit(objective, points.pick(index), result):
                return []
        if self._try_suspect(objective, points, scores, result):
            return []
        nearest = scores.nearest(order)
        if nearest is not None:
            self._note(objective, points.pick(nearest), scores.margin(nearest), result)
        if not self.climbs or points.vector().shape[1] <= 1 or not objective.climbable:
            return []
        best = order[0]
        return [Start(objective, points.pick(best), float(scores.objective[best]))]

    def _try_suspect(
        self, objective: Objective, points: Points, scores: Scores, result: Round
    ) -> bool:
        """Put an undefined side, and the clearest violation that may be rounding, to the kernel."""
        assert scores.suspect is not None
        # A second margin of each point.
        objective.evaluations += len(scores.suspect)
        raw = np.where(scores.feasible, scores.suspect, -1.0)
        undefined = np.flatnonzero(raw == UNDEFINED)[:1].tolist()
        for index in [*undefined, int(np.argmax(raw))]:
            kind = "undefined" if index in undefined else "rounding"
            if raw[index] <= HIT or self.doubtful[kind] >= _MOST_DOUBTFUL:
                continue
            point = points.pick(index)
            instance = exact_instance(objective, point)
            found = self.certifier(instance, float(raw[index]), objective.difference(point))
            if found is not None:
                result.certificate, result.instance = found, instance
                return True
            self.doubtful[kind] += 1
        return False

    def _note(
        self, objective: Objective, point: Points, margin: float, result: Round
    ) -> Instance | None:
        """Keep the nearest miss."""
        if result.closest is not None and margin >= result.closest:
            return None
        result.closest, result.nearest = float(margin), exact_instance(objective, point)
        return result.nearest

    def _submit(self, objective: Objective, point: Points, result: Round) -> bool:
        """Note a point's margin, and put it before the kernel if it violates the claim.

        Returns whether the kernel certified it.
        """
        scores = objective.score(point)
        if not scores.feasible[0]:
            return False
        violation = float(scores.violation[0])
        instance = self._note(objective, point, scores.margin(0), result)
        # What the kernel couldn't decide at this size of violation, again and again, it won't at a
        # smaller one.
        least = self.open if self.left_open >= _MOST_OPEN else 0.0
        if violation <= max(HIT, least):
            return False
        instance = instance or exact_instance(objective, point)
        open_before = self.certifier.left_open
        found = self.certifier(instance, violation)
        if found is not None:
            result.certificate, result.instance = found, instance
        elif self._simplified(objective, instance, result):
            return True
        elif self.certifier.left_open > open_before:
            self.open, self.left_open = max(self.open, violation), self.left_open + 1
            open_play = self.certifier.open_play
            if violation <= CLEAR or open_play is None:
                return False
            if _is_told(objective, point, violation):
                return self._tamed(objective, point, instance, result, open_play)
        return found is not None

    def _simplified(self, objective: Objective, instance: Instance, result: Round) -> bool:
        """Where an instance isn't one exactly, try the simple numbers that it is near to: a
        hypothesis that floats meet up to rounding, as an equality, may hold there."""
        other = _simple(instance) if self.simplified < _MOST_SIMPLIFIED else None
        if other is None:
            return False
        self.simplified += 1
        scores = objective.score(points_of(near_miss(other), objective.layout))
        if not scores.feasible[0] or scores.violation[0] <= HIT:
            return False
        found = self.certifier(other, float(scores.violation[0]))
        if found is not None:
            result.certificate, result.instance = found, other
        return found is not None

    def _tamed(
        self, objective: Objective, point: Points, instance: Instance, result: Round,
        open_play: dict[str, Any],
    ) -> bool:
        """Where an instance stays open, try those with its tiny masses left out, or made larger:
        masses far below what floats tell apart cost digits and add nothing to a violation."""
        for laws in (_without_tiny, _with_floors):
            tables = [laws(law) for law in point.laws()]
            if all(np.array_equal(*pair) for pair in zip(tables, point.laws(), strict=True)):
                continue
            other = replace(instance, laws=exact_laws(tables, 0))
            near = points_of(near_miss(other), objective.layout)
            scores = objective.score(near)
            if not scores.feasible[0] or scores.violation[0] <= HIT:
                continue
            found = self.certifier(other, float(scores.violation[0]))
            if found is not None:
                result.certificate, result.instance = found, other
                return True
        result.undecided += 1
        result.open_play = result.open_play or open_play
        return False


def _written(statement: Statement) -> list[float]:
    """The numbers that a statement has, but those that are drawn anyway: what is special on the
    line is so near them."""
    found: set[float] = set()
    for part in _terms(statement):
        value = part.value if isinstance(part, Number) else None
        if value is not None and abs(value) not in _ALWAYS_DRAWN:
            # Near what no float holds nothing is drawn.
            with contextlib.suppress(OverflowError):
                found.add(abs(as_float(value)))
    return sorted(found)


def _terms(statement: Statement) -> Iterator[Term]:
    """The terms of which a statement's formulas are made."""
    for formula in (*statement.given, statement.then):
        yield from (part for part in distinct(formula) if isinstance(part, Term))


def _is_integrated(term: Term) -> bool:
    """Whether the term's sort, or its quantity, says that integrals are worked out."""
    if isinstance(term, Op) and term.head in QUANTITIES and QUANTITIES[term.head].is_integrated:
        return True
    return term.sort.is_integrated


def _simple(instance: Instance, most: int = _SIMPLE) -> Instance | None:
    """The instance whose free numbers and masses are the simple ones that they are near to, of
    denominators up to the most; None if some are near to none, or all are that already."""
    laws = []
    for table in instance.laws:
        plain = np.empty(table.shape, dtype=object)
        for row, law in enumerate(table):
            plain[row] = [_near(mass, most) for mass in law]
            if None in plain[row] or sum(plain[row]) != 1:
                return None
        laws.append(plain)
    tight = {rules[0].name for rules in instance.tight}
    reals = []
    for slot, number in zip(instance.layout.reals, instance.reals, strict=True):
        near = number if slot.name in tight else _near(number, most)
        if near is None or not slot.domain.contains(near):
            return None
        reals.append(near)
    same = all(map(np.array_equal, laws, instance.laws)) and reals == list(instance.reals)
    return None if same else replace(instance, laws=tuple(laws), reals=tuple(reals))


def _near(value: fmpq, most: int = _SIMPLE) -> fmpq | None:
    """The simple number that a number is near to."""
    near = Fraction(int(value.p), int(value.q)).limit_denominator(most)
    found = fmpq(near.numerator, near.denominator)
    return found if abs(found - value) <= abs(value) * _NEAR else None


def _released(points: Points, layout: Layout) -> Points:
    """The points with their numbers free to move, but those at an end of what they may be."""
    places = [
        from_real(held, slot.domain)
        for slot, held in zip(layout.reals, points.fixed, strict=True)
    ]
    free = [np.isfinite(place) for place in places]
    return replace(
        points,
        reals=[np.where(ok, place, 0.0) for ok, place in zip(free, places, strict=True)],
        fixed=[np.where(ok, np.nan, held) for ok, held in zip(free, points.fixed, strict=True)],
    )


def _is_told(objective: Objective, point: Points, violation: float) -> bool:
    """Whether floats tell a violation from their own error: where they integrate over several
    dimensions another rule says about the same."""
    with second_opinion():
        other = float(objective.score(point).violation[0])
    return abs(other - violation) < violation / 2


def _without_tiny(law: Array) -> Array:
    """A law without its tiny masses."""
    kept = np.where(law < _TINY_MASS, 0.0, law)
    return np.asarray(kept / kept.sum(axis=-1, keepdims=True))


def _with_floors(law: Array) -> Array:
    """A law whose tiny masses, of those that aren't 0, are made larger."""
    lifted = np.where(law > 0, np.maximum(law, _FLOOR), 0.0)
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True))


def exact_instance(objective: Objective, point: Points) -> Instance:
    """A single point as an exact instance."""
    layout = objective.layout
    reals = point.numbers(layout.reals)
    numbers = (exact_number(float(v[0]), s) for v, s in zip(reals, layout.reals, strict=True))
    tight = tuple(
        tuple(rules) for rules in objective.tight if not objective.held(point, rules[0].name).all()
    )
    return Instance(layout, exact_laws(point.laws(), 0), tuple(numbers), tight)


# --- rounds in order, here or in other processes ------------------------------------------------


def rounds(searcher: Searcher, workers: int, first: int = 0) -> Iterator[Round]:
    """The rounds from the first on, in order, computed by a number of processes."""
    if workers <= 1:
        # The optimiser's matrices are tiny: threads of a linear algebra library would only wait
        # for one another.
        with _libraries(searcher.climbs).limit(limits=1):
            for index in itertools.count(first):
                yield searcher.round(index)
    yield from _in_processes(searcher, workers, first)


@cache
def _libraries(climbs: bool) -> ThreadpoolController:
    """The linear algebra libraries of this process, which take a while to find; those of the
    climbs are loaded first."""
    if climbs:
        import_module("scipy.optimize")
    return ThreadpoolController()


_remote: Searcher | None = None


def _start_remote(
    key: str, data: Any, polarity: str, seed: int, deadline: float | None, budget: int | None
) -> None:
    global _remote
    _remote = Searcher(key, read_statement(data), polarity, seed)
    _remote.limit(deadline)
    _remote.budget = budget
    _libraries(_remote.climbs).limit(limits=1)


def _remote_round(index: int) -> Round:
    assert _remote is not None
    found = _remote.round(index)
    # Instances hold rules (closures), which don't travel; the parent reruns the round it wants.
    found.kept = None if found.nearest is None else near_miss(found.nearest)
    found.nearest = found.instance = None
    return found


def _in_processes(searcher: Searcher, workers: int, first: int) -> Iterator[Round]:
    data = statement_data(searcher.statement)
    key, deadline = searcher.certifier.key, searcher.deadline
    arguments = (key, data, searcher.polarity, searcher.seed, deadline, searcher.budget)
    with processes(workers, _start_remote, *arguments) as pool:
        waiting: list[Future[Round]] = [
            pool.submit(_remote_round, index) for index in range(first, first + 2 * workers)
        ]
        following = first + len(waiting)
        try:
            while True:
                found = waiting.pop(0).result()
                waiting.append(pool.submit(_remote_round, following))
                following += 1
                if found.certificate is not None:
                    # It is run again here, to its end; what follows keeps to the limit.
                    searcher.limit(None)
                    found = searcher.round(found.index)
                    searcher.limit(deadline)
                yield found
        finally:
            for future in waiting:
                future.cancel()


def drawn_sizes(structures: Sequence[dict[str, Any]]) -> str:
    """The ranges of the sizes that were drawn, for the report."""
    seen: dict[str, list[int]] = {}
    for structure in structures:
        for name, value in structure.items():
            if isinstance(value, int):
                seen.setdefault(name, []).append(value)
            elif isinstance(value, tuple) and value and isinstance(value[0], int):
                seen.setdefault(f"entries of {name}", []).append(len(value))
                seen.setdefault(f"alphabets of {name}", []).extend(value)
    return ", ".join(f"{name} {min(v)}…{max(v)}" for name, v in sorted(seen.items()))
