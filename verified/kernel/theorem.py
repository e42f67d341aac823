"""Theorems Γ ⊢ φ: made by rules only, one step at a time.

A step states its formula in full; its rule decides whether the formula follows from the theorems
it names. Formulas are compared after definitions are expanded, relations turned to ≤ and <, and
bound names made canonical. Free variables of a theorem stand for any value of their sorts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verified.kernel.judgements import inhabited
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import key_of
from verified.kernel.values import Rejected
from verified.syntax import sorts
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula, is_beyond_lists
from verified.syntax.goals import normal
from verified.syntax.sharing import Kept
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Term, Var, distinct, free_variables


@dataclass(frozen=True)
class Theorem:
    """`conclusion` holds wherever all `hypotheses` do; both in normal form, keyed by `key_of`.

    It holds for all values of its free variables, so says nothing where one of them has none.
    """

    hypotheses: Mapping[str, Formula]
    conclusion: Formula
    # Variables of sorts that may be empty (a symbol of no symbols) on whose values it rests.
    rests_on: frozenset[Var] = frozenset()

    @property
    def key(self) -> str:
        """The conclusion's canonical text."""
        return key_of(self.conclusion)


@dataclass(frozen=True)
class Function:
    """A real function of one variable, on the variable's domain."""

    variable: Var
    body: Term


@dataclass
class Library:
    """What a proof may cite: statements by key, each with its evidence elsewhere.

    `local` holds the induction hypothesis, whose `fixed` variables can't be instantiated.
    """

    statements: Mapping[str, Statement]
    local: Mapping[str, tuple[Statement, frozenset[str]]] = field(default_factory=dict)
    cited: set[str] = field(default_factory=set)


def may_be_empty(sort: sorts.Sort) -> bool:
    """Whether the sort isn't certain to have a value, whatever the variables in it are."""
    return not inhabited(Normaliser(), sort)


_UNSURE: Kept[bool] = Kept()


def _unsure(var: Var) -> bool:
    """Whether the variable's sort may be empty."""
    known = _UNSURE.of(var)
    return _UNSURE.keep(var, may_be_empty(var.of)) if known is None else known


def _mentioned(formula: Formula, data: Mapping[str, Any]) -> dict[str, Var]:
    """The free variables of a step, in its formula or in the terms that its rule is given."""
    found = dict(free_variables(formula))
    waiting = [value for name, value in data.items() if name != "variable"]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Function):
            inside = dict(free_variables(value.body))
            inside.pop(value.variable.name, None)
            found.update(inside)
        elif isinstance(value, Term | Formula):
            found.update(free_variables(value))
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return found


Rule = Callable[["Step"], "Theorem"]
RULES: dict[str, Rule] = {}


@dataclass
class Step:
    """One step to check: the formula it states, the theorems it names, and its rule's data."""

    formula: Formula
    premises: Sequence[Theorem]
    data: Mapping[str, Any]
    library: Library
    _normaliser: Normaliser | None = None

    def facts(self) -> list[Formula]:
        """The conclusions of the premises."""
        return [theorem.conclusion for theorem in self.premises]

    def normaliser(self) -> Normaliser:
        """Normal forms under the conclusions of the premises; the same for the whole step."""
        if self._normaliser is None:
            self._normaliser = Normaliser(self.facts())
        return self._normaliser

    def theorem(self, drop: Collection[str] = ()) -> Theorem:
        """The step's formula under the premises' hypotheses, those in `drop` discharged."""
        hypotheses: dict[str, Formula] = {}
        for premise in self.premises:
            hypotheses.update(premise.hypotheses)
        kept = {key: value for key, value in hypotheses.items() if key not in drop}
        return Theorem(kept, self.formula, self._rests_on())

    def releasing(
        self,
        var: Var,
        within: Iterable[tuple[Theorem, Collection[str]]],
        outside: Sequence[Theorem] = (),
        given: Iterable[Term | Formula | Var] = (),
    ) -> Theorem:
        """The step's formula, where a premise speaks of an arbitrary value of a variable and the
        formula doesn't.

        Args:
            within: the premises that hold of every value of the variable, each with the keys of its
                hypotheses that are discharged; no other hypothesis speaks of it.
            outside: premises of which nothing speaks of the variable or rests on there being a
                value of it: what is shown from one can't be used to show that there is one.
            given: what else mustn't speak of it.

        Raises:
            Rejected: the variable is not arbitrary.
        """
        name, hypotheses = var.name, dict[str, Formula]()
        for premise, drop in within:
            kept = {key: part for key, part in premise.hypotheses.items() if key not in drop}
            hypotheses.update(kept)
        for premise in outside:
            hypotheses.update(premise.hypotheses)
            if var in premise.rests_on:
                raise Rejected(
                    f"{name} is not arbitrary: {premise.conclusion} rests on a value of it"
                )
        parts = (*hypotheses.values(), self.formula, *given, *(p.conclusion for p in outside))
        for part in parts:
            if name in free_variables(part):
                raise Rejected(f"{name} is not arbitrary: {part} speaks of it")
        return Theorem(hypotheses, self.formula, self._rests_on(frozenset([name])))

    def _rests_on(self, released: frozenset[str] = frozenset()) -> frozenset[Var]:
        """The variables without certain values in the step or behind its premises, but those whose
        values it rests on no more.

        Raises:
            Rejected: the sort of one of them speaks of what is released: where that has another
                value, there may be no value of the variable.
        """
        found = {var for var in _mentioned(self.formula, self.data).values() if _unsure(var)}
        for premise in self.premises:
            found |= premise.rests_on
        kept = frozenset(var for var in found if var.name not in released)
        for var in kept:
            for name in released.intersection(free_variables(var)):
                raise Rejected(f"{name} is not arbitrary: the sort of {var.name} speaks of it")
        return kept

    def demand(self, count: int) -> None:
        """Refuse another number of premises than the rule takes."""
        if len(self.premises) != count:
            raise Rejected(f"the rule takes {count} premises, not {len(self.premises)}")

    def term(self, name: str) -> Term:
        """A term of the step's data."""
        found = self.data.get(name)
        if not isinstance(found, Term):
            raise Rejected(f"the step lacks the term {name!r}")
        return found


def rule(name: str) -> Callable[[Rule], Rule]:
    """Register a rule under its name."""

    def register(check: Rule) -> Rule:
        RULES[name] = check
        return check

    return register


def check_step(
    name: str,
    formula: Formula,
    premises: Sequence[Theorem],
    data: Mapping[str, Any],
    library: Library,
) -> Theorem:
    """The theorem that a step makes.

    Raises:
        Rejected: the formula doesn't follow by this rule; the message says why.
    """
    if name not in RULES:
        raise Rejected(f"there is no rule {name!r}")
    try:
        stated = normal(formula)
        if any(map(is_beyond_lists, distinct(stated))):
            raise Rejected("proofs have no quantifiers over numbers, laws or channels")
        return RULES[name](Step(stated, premises, data, library))
    except ClaimError as error:
        raise Rejected(str(error)) from None
