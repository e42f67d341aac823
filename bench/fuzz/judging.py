"""Whether a theorem holds: it is evaluated on exact instances that meet its hypotheses.

The evaluation is the ball reading, with two differences. What has no value counts as undefined
where the reading won't say so (⌊1/0⌋, a symbol out of its alphabet), so that a relation with it is
false. And a table counts as a law where balls don't tell its sum from 1, so that nothing here asks
normal forms. What neither precision decides is no finding, but is counted.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from bench.fuzz.draws import Draws, Instance, NoValue
from bench.fuzz.trees import parts
from verified.kernel.theorem import Theorem
from verified.kernel.truth import BallReading, Bounds, MissingBound, truth
from verified.kernel.values import Rejected
from verified.measures.readings import Env, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined, equal, less, precision
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation, negate, substitute
from verified.syntax.goals import normal
from verified.syntax.sorts import EventSort, RealSort, SizeSort, SymbolSort
from verified.syntax.terms import (
    Bind,
    Op,
    Term,
    Var,
    equals,
    free_variables,
    is_arithmetic,
    number,
)

# The second precision is for the witness alone: most of what the first doesn't decide are
# equalities of irrational numbers, which none does.
BITS = (64, 160)
INSTANCES = 8
ENOUGH = 5
REPAIRS = 8
# Of the instances kept, the first is the witness, the next are at the edges, and those up to this
# place are near the witness.
# Large sizes take long, so that they are seldom looked at.
LARGE_SHARE = 0.15
NEAR = 4
POINTS = 4
# Enclosed by integrals, grids or searches: an instance costs more than it tells.
COSTLY = frozenset((
    "gaussian_information", "laplace_information", "law_information", "gaussian_mixture",
    "law_mixture", "lip_curve", "ldp_curve", "mi_dp", "mi_dp_split", "bayesian_mi", "csiszar",
    "pufferfish_information", "pufferfish_stage", "integral", "differential_entropy", "law_kl",
    "law_renyi", "law_chi_square", "law_hellinger", "law_jensen_shannon", "law_le_cam",
    "law_f_divergence", "capacity",
))
FEW = 2
# What an evaluation of something odd may raise besides: nothing is known then.
_NOTHING = (Unreadable, Undefined, Indeterminate, ArithmeticError, ValueError, LookupError,
            TypeError, AttributeError, AssertionError, RecursionError)


class Values(BallReading):
    """The ball reading, as the module says."""

    def term(self, term: Term, env: Env) -> Any:
        if isinstance(term, Op):
            if term.head in ("quotient", "remainder"):
                return self._whole(term, env)
            try:
                return super().term(term, env)
            except Unreadable as error:
                # A real number that happens to be whole is no index either, nor certainly none.
                indices = [arg for arg in term.args if is_arithmetic(arg.sort)]
                # Of the operation's own index, not of one within its arguments.
                if str(error).startswith(f"{term}: the index") and all(
                    isinstance(self.term(arg, env), int) for arg in indices
                ):
                    raise Undefined(str(error)) from None
                raise
        return super().term(term, env)

    def _whole(self, term: Op, env: Env) -> Any:
        values = [self.term(arg, env) for arg in term.args]
        if all(isinstance(value, int) for value in values) and values[1] > 0:
            return values[0] // values[1] if term.head == "quotient" else values[0] % values[1]
        if all(isinstance(value, int | fmpq) for value in values) and (
            values[1] == 0 or any(isinstance(v, fmpq) and (v.q != 1 or v < 0) for v in values)
        ):
            raise Undefined(f"{term} divides no whole numbers, or by 0")
        raise Unreadable(f"{term} is of numbers that may be whole")

    def bind(self, bind: Bind, env: Env) -> Any:
        if bind.kind in ("sup", "inf") and isinstance(bind.var.of, SymbolSort | EventSort):
            kind = "max" if bind.kind == "sup" else "min"
            bind = Bind(kind, bind.var, bind.guard, bind.body)
        return super().bind(bind, env)

    def check_pmf(self, table: BallArray, what: Term, env: Env) -> None:
        sums = self.xp.sum(table, 1) if len(table.shape) == 1 else self.xp.sum_axes(table, (-1,))
        masses = sums.data if isinstance(sums, BallArray) else [sums]
        if any(less(entry, fmpq(0)) for entry in table.data):
            raise Undefined(f"{what} has a negative probability")
        if any(equal(mass, fmpq(1)) is False for mass in masses):
            raise Undefined(f"{what} doesn't sum to 1")


@dataclass(frozen=True)
class Verdict:
    """What instances say of a theorem.

    Attributes:
        status: "true" (it holds on all that decide it, one at least), "false", "undecided" (its
            hypotheses hold somewhere and its conclusion is decided nowhere), "vacuous" (no instance
            was found that meets its hypotheses).
        instance: where it is false.
        held: on how many instances it was seen to hold.
    """

    status: str
    instance: Instance | None = None
    held: int = 0


class Judge:
    """Evaluates theorems over the variables of one episode, on instances that it keeps."""

    def __init__(self, chance: random.Random, variables: Sequence[Var]) -> None:
        self.chance = chance
        self.variables = list(variables)
        self.bounds: Bounds = {}
        self.reading = Values(self.bounds)
        self.draws = Draws(chance, self.reading)
        self.edges = ("low", "high") if chance.random() < LARGE_SHARE else ("low",)
        self._instances: list[Instance] = []
        self._known: dict[tuple[int, int], bool | None] = {}
        self._kept: list[Any] = []
        self._seen = 0

    def instance(self, place: int) -> Instance:
        while len(self._instances) <= place:
            self._instances.append(self._drawn(len(self._instances)))
        found = self._instances[place]
        if any(var.name not in found.env for var in self.variables[self._seen:]):
            # A variable came into scope later.
            found = self._instances[place] = self.draws.instance(self.variables, found)
        return found

    def _drawn(self, place: int) -> Instance:
        """The witness, one at the edges, one near the witness, or any."""
        self._seen = len(self.variables)
        if 0 < place <= len(self.edges):
            self.draws.edge = self.edges[place - 1]
            try:
                return self.draws.instance(self.variables)
            finally:
                self.draws.edge = ""
        if len(self.edges) < place <= NEAR and self.variables:
            found = self._instances[0]
            for _ in range(self.chance.choice((1, 1, 2))):
                var = self.chance.choice(self.variables)
                found = found.without(var.name, self.variables)
            return self.draws.instance(self.variables, found)
        return self.draws.instance(self.variables)

    def verdict(self, theorem: Theorem, instances: int = INSTANCES) -> Verdict:
        """What instances say of the theorem."""
        own = self._own_variables(theorem)
        judge = self if own is None else Judge(self.chance, own)
        return judge._judged(theorem, instances)

    def _judged(self, theorem: Theorem, instances: int) -> Verdict:
        hypotheses = list(theorem.hypotheses.values())
        needed = _names((*hypotheses, theorem.conclusion, *theorem.rests_on))
        held = open_ = 0
        if any(map(costly, (*hypotheses, theorem.conclusion))):
            instances = FEW
        for place in range(instances):
            instance = self.instance(place)
            if not instance.has(needed):
                continue
            if not all(self.known(part, place) is True for part in hypotheses):
                continue
            found = self.concluded(theorem.conclusion, instance, place)
            if found is False:
                return Verdict("false", instance, held)
            held += found is True
            open_ += found is None
            if held >= ENOUGH:
                break
        if not held and not open_ and instances > FEW:
            met = self.repaired(hypotheses, theorem, needed)
            if met is not None:
                found = self.concluded(theorem.conclusion, met, None)
                if found is False:
                    return Verdict("false", met, held)
                held += found is True
                open_ += found is None
        if held:
            return Verdict("true", None, held)
        return Verdict("undecided" if open_ else "vacuous")

    def known(self, formula: Formula, place: int) -> bool | None:
        key = id(formula), place
        if key not in self._known:
            self._kept.append(formula)
            bits = BITS if place == 0 else BITS[:1]
            self._known[key] = self.holds(formula, self.instance(place).env, bits)
        return self._known[key]

    def seek(self, formulas: Sequence[Formula]) -> bool:
        """Make the witness one that meets some formulas, where one is found; whether it is."""
        names = _names(formulas)
        met = self.repaired(list(formulas), Theorem({}, And(tuple(formulas))), names)
        if met is None:
            return False
        self._instances = [self.draws.instance(self.variables, met)]
        self._seen = len(self.variables)
        self._known.clear()
        return True

    # --- one instance -----------------------------------------------------------------------------

    def holds(
        self, formula: Formula, env: Mapping[str, Any], bits: Sequence[int] = BITS
    ) -> bool | None:
        """The truth of a formula at an instance; None where it isn't told."""
        for count in bits[:1] if costly(formula) else bits:
            try:
                with precision(count):
                    found = self._bounded(formula, env)
            except _NOTHING:
                return None
            if found is not None:
                return found
        return None

    def _bounded(self, formula: Formula, env: Mapping[str, Any]) -> bool | None:
        """Truth, a prior proposed for each capacity that has none."""
        for _ in range(4):
            try:
                return truth(formula, env, self.reading)
            except MissingBound as missing:
                if missing.key in self.bounds:
                    return None
                from verified.attack.certify import propose_bound

                self.bounds[missing.key] = propose_bound(missing, fmpq(1, 10**12))
        return None

    def concluded(
        self, formula: Formula, instance: Instance, place: int | None
    ) -> bool | None:
        """The truth of a conclusion; a supremum over numbers or laws is tried at points of it."""
        if place is not None:
            found = self.known(formula, place)
        else:
            found = self.holds(formula, instance.env)
        if found is not None or not _endless(formula):
            return found
        for _ in range(POINTS):
            if self.broken(normal(negate(formula)), instance.env, instance):
                return False
        return None

    def broken(self, formula: Formula, env: Mapping[str, Any], instance: Instance) -> bool:
        """Whether a negated conclusion holds where each supremum is replaced by a random point of
        it that is evidence, as in `verified.syntax.goals`."""
        match formula:
            case And(every):
                return all(self.broken(part, env, instance) for part in every)
            case Or(every):
                return any(self.broken(part, env, instance) for part in every)
            case Relation("<" | "<=" as op, left, Bind("sup") as bind):
                return self._at_point(bind, lambda body: Relation(op, left, body), env, instance)
            case Relation("<" | "<=" as op, Bind("inf") as bind, right):
                return self._at_point(bind, lambda body: Relation(op, body, right), env, instance)
            case Not(Relation("<" | "<=" as op, Bind("sup") as bind, right)):
                return self._at_point(
                    bind, lambda body: Not(Relation(op, body, right)), env, instance)
            case Not(Relation("<" | "<=" as op, left, Bind("inf") as bind)):
                return self._at_point(
                    bind, lambda body: Not(Relation(op, left, body)), env, instance)
        return self.holds(formula, env) is True

    def _at_point(self, bind: Bind, made: Any, env: Mapping[str, Any], instance: Instance) -> bool:
        name = bind.var.name
        while name in env:
            name += "'"
        point = Var(name, bind.var.of)
        inner = Instance(dict(instance.env), dict(instance.moves))
        inner.env.update(env)
        try:
            self.draws.give(point, inner)
        except (NoValue, Rejected, *_NOTHING):
            return False
        if bind.guard is not None and self.holds(
                normal(substitute(bind.guard, {bind.var.name: point})), inner.env) is not True:
            return False
        body = substitute(bind.body, {bind.var.name: point})
        return self.broken(made(body), inner.env, inner)

    # --- instances that meet hypotheses -----------------------------------------------------------

    def _own_variables(self, theorem: Theorem) -> list[Var] | None:
        """The theorem's variables, sizes first, where one of them is of another sort than the
        episode's variable of that name, whose values may be none of its; None where all are the
        episode's, or where one name stands for two in the theorem itself."""
        own: dict[str, Var] = {}
        waiting = [var for part in (*theorem.hypotheses.values(), theorem.conclusion,
                                    *theorem.rests_on) for var in free_variables(part).values()]
        while waiting:
            var = waiting.pop()
            if own.get(var.name, var) != var:
                return None
            if var.name not in own:
                own[var.name] = var
                waiting += [inner for inner in free_variables(var).values() if inner != var]
        known = {var.name: var for var in self.variables}
        if all(known.get(name, var) == var for name, var in own.items()):
            return None
        return sorted(own.values(), key=lambda var: len(_spoken(var, own)))

    def repaired(
        self, hypotheses: Sequence[Formula], theorem: Theorem, needed: set[str]
    ) -> Instance | None:
        """An instance that meets the hypotheses, by redrawing variables of those that fail."""
        every = {var.name: var for var in self.variables}
        for spoken in (*hypotheses, theorem.conclusion, *sorted(
                theorem.rests_on, key=lambda var: var.name)):
            for name, var in free_variables(spoken).items():
                every.setdefault(name, var)
        chosen = [var for name, var in every.items() if name in needed]
        instance = self.draws.instance(chosen)
        score = -1
        best, failed = instance, list(hypotheses)
        for _ in range(REPAIRS if chosen else 0):
            failing = self._failing(hypotheses, instance)
            count = len(hypotheses) - len(failing)
            if instance.has(needed) and not failing:
                return instance
            if count >= score:
                best, score, failed = instance, count, failing
            else:
                instance, failing = best, failed
            instance = self._moved(failing, instance, chosen, needed)
        return None

    def _failing(self, hypotheses: Sequence[Formula], instance: Instance) -> list[Formula]:
        return [part for part in hypotheses if not instance.has(free_variables(part))
                or self.holds(part, instance.env, BITS[:1]) is not True]

    def _moved(
        self, failing: Sequence[Formula], instance: Instance, chosen: Sequence[Var],
        needed: set[str],
    ) -> Instance:
        """The instance with a variable of a failing hypothesis drawn again, or set so that an
        equality of it holds."""
        missing = [name for name in sorted(needed) if name not in instance.env]
        if missing or not failing:
            sized = [var for var in chosen if any(
                var.name in free_variables(other) for other in chosen if other.name in missing)]
            var = self.chance.choice(sized or list(chosen))
            return self.draws.instance(chosen, instance.without(var.name, chosen))
        formula = self.chance.choice(failing)
        if isinstance(formula, Relation) and self.chance.random() < 0.5:
            for side, other in ((formula.left, formula.right), (formula.right, formula.left)):
                if isinstance(side, Var) and side.name not in free_variables(other):
                    value = self._value(other, instance)
                    fresh = instance.without(side.name, chosen)
                    try:
                        if value is None:
                            continue
                        if not _contains(side, value):
                            continue
                        real = isinstance(side.of, RealSort)
                        move: Any = str(value) if real else int(fmpq(value).p)
                        self.draws.put(side, move, fresh)
                    except (NoValue, Rejected, *_NOTHING):
                        continue
                    return self.draws.instance(chosen, fresh)
        names = list(free_variables(formula)) or [var.name for var in chosen]
        return self.draws.instance(
            chosen, instance.without(self.chance.choice(names), chosen))

    def _value(self, term: Term, instance: Instance) -> Any:
        try:
            with precision(BITS[0]):
                found = self.reading.term(term, instance.env)
        except _NOTHING:
            return None
        return found if isinstance(found, int | fmpq) else None


def _contains(var: Var, value: Any) -> bool:
    if isinstance(var.of, RealSort):
        return var.of.contains(fmpq(value))
    whole = isinstance(value, int) or value.q == 1
    return isinstance(var.of, SizeSort) and whole and var.of.contains(int(value))


def _names(parts: Sequence[Any]) -> set[str]:
    return {name for part in parts for name in free_variables(part)}


def _spoken(var: Var, own: Mapping[str, Var]) -> set[str]:
    """The names that a variable's sort speaks of, and those that theirs do."""
    found = set(free_variables(var)) - {var.name}
    return found.union(*(_spoken(own[name], own) for name in found))


def costly(node: Any) -> bool:
    """Whether something occurs whose enclosure is slow; found once for each tree."""
    known: bool | None = node.__dict__.get("_costly")
    if known is None:
        own = node.head in COSTLY if isinstance(node, Op) else (
            isinstance(node, Bind) and node.kind in COSTLY)
        known = node.__dict__["_costly"] = own or any(map(costly, parts(node)))
    return known


def _endless(node: Any) -> bool:
    """Whether a supremum or infimum over numbers or laws occurs."""
    if isinstance(node, Bind) and node.kind in ("sup", "inf"):
        return True
    return any(_endless(part) for part in parts(node))


def closed(statement_given: Sequence[Formula], then: Formula) -> Formula:
    """The implication, for those who evaluate it as one formula."""
    return Or((*(normal(negate(part)) for part in statement_given), then))


__all__ = ["Judge", "Quantified", "Values", "Verdict", "closed", "equals", "number"]
