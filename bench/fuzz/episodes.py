"""An episode: one scope, what has been shown in it so far, and the next thing to try.

Attempts at each rule are functions of an episode, kept in `ATTEMPTS` by the rule's name. Premises
are assumptions, what came out of earlier steps, and made-up theorems, each cited as a statement of
the library that is true by its form.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bench.fuzz.grammar import Bound, Grammar
from bench.fuzz.judging import Judge
from bench.fuzz.scopes import Scope
from bench.fuzz.steps import Attempt, Derived, Refused, checked
from bench.fuzz.trees import places
from verified.kernel.theorem import Library
from verified.syntax.claims import Statement, build_statement
from verified.syntax.formulas import (
    Formula,
    Not,
    Quantified,
    Relation,
    every,
    negate,
    substitute,
)
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError, EventSort, SymbolSort
from verified.syntax.terms import (
    Number,
    Op,
    Term,
    Var,
    equals,
    free_variables,
    is_arithmetic,
    number,
)

T = TypeVar("T")
Check = Callable[[Attempt, Library], Derived]
Maker = Callable[["Episode"], "Attempt | None"]
ATTEMPTS: dict[str, list[Maker]] = {}
POOL = 40


def attempt(rule: str, weight: int = 1) -> Callable[[Maker], Maker]:
    """Register a way to attempt a rule; the weight says how often it is taken among the others."""

    def register(make: Maker) -> Maker:
        ATTEMPTS.setdefault(rule, []).extend([make] * weight)
        return make

    return register


class Nothing(ValueError):
    """There is nothing to try that way here."""


class Episode:
    """A scope, and the theorems of it.

    Args:
        statements: what may be cited; made-up theorems are added to a copy.
        check: what takes an attempt for a step.
        judge: evaluates formulas at a witness, at which most assumptions are made to hold, so that
            theorems speak of something.
    """

    def __init__(
        self, chance: random.Random, statements: Mapping[str, Statement], check: Check = checked,
        scope: Scope | None = None, judge: Judge | None = None,
    ) -> None:
        self.chance = chance
        self.scope = Scope(chance) if scope is None else scope
        self.grammar = Grammar(chance, self.scope)
        self.statements = dict(statements)
        self.library = Library(self.statements)
        self.check = check
        self.judge = Judge(random.Random(chance.random()), self.scope.variables) \
            if judge is None else judge
        self.pool: list[Derived] = []
        self._made = 0

    # --- theorems ---------------------------------------------------------------------------------

    def shown(self, rule: str, formula: Formula, *premises: Derived, **data: Any) -> Derived:
        """A step that some attempt needs first.

        Raises:
            Nothing: it isn't accepted.
        """
        try:
            return self.check(Attempt(rule, formula, premises, data), self.library)
        except Refused as error:
            raise Nothing(str(error)) from None

    def assumed(self, formula: Formula, anyway: bool = False, kept: bool = True) -> Derived:
        """An assumption; of one formula there is one, which other steps find too where it is kept.

        Raises:
            Nothing: it fails at the witness (unless it's to be assumed anyway).
        """
        if not anyway and self.roll(0.8) and self.at_witness(formula) is False:
            raise Nothing("false at the witness")
        for known in self.pool:
            if known.attempt.rule == "assume" and known.attempt.formula == formula:
                return known
        found = self.shown("assume", formula)
        if kept:
            self.keep(found)
        return found

    def proved(self, formula: Formula) -> Derived:
        """A relation shown by signs or normal forms, what they lack being assumed, or taken from
        what was shown before.

        Raises:
            Nothing: it isn't.
        """
        from bench.fuzz.lacking import lacking

        made = Attempt(self.pick(("obvious", "identity")), formula, tuple(self.premises(1)))
        for _ in range(4):
            try:
                found = self.check(made, self.library)
                self.keep(found)
                return found
            except Refused as refusal:
                more = lacking(self, made, refusal)
                if more is None:
                    break
                made = more
        raise Nothing("it isn't shown")

    def arbitrary(self, formula: Formula, var: Var) -> Derived:
        """The formula for an arbitrary value of a symbol or event: of every value by assumption."""
        whole = self.assumed(every(Var(var.name, var.of), formula))
        return self.shown("specialise", formula, whole, term=var)

    def made_up(self, given: list[Formula], then: Formula) -> Derived:
        """A theorem made up: `then` under hypotheses that make it true by its form.

        It is cited as a statement about all of its variables, which stand for themselves.
        """
        variables: dict[str, Var] = {}
        for part in (*given, then):
            variables.update(free_variables(part))
        self._made += 1
        key = f"made-up/{self._made}"
        try:
            self.statements[key] = build_statement(
                key, list(variables.values()), given, then)
        except ClaimError as error:
            raise Nothing(str(error)) from None
        premises = [self.assumed(part) for part in given]
        return self.shown("cite", then, *premises, key=key, values=dict(variables))

    def keep(self, derived: Derived) -> None:
        self.pool.append(derived)
        if len(self.pool) > POOL:
            del self.pool[0]

    def theorem(self, kind: type | tuple[type, ...] = Formula,
                where: Callable[[Formula], bool] = lambda _: True) -> Derived | None:
        """Something shown before, mostly of late, whose conclusion is of a kind."""
        found = [one for one in self.pool
                 if isinstance(one.formula, kind) and where(one.formula)]
        if not found:
            return None
        if self.roll(0.5):
            found = found[-4:]
        return self.pick(found)

    def relation(self) -> Derived:
        """A relation: shown before, or assumed."""
        found = self.theorem(Relation) if self.roll(0.5) else None
        if found is not None:
            return found
        return self.assumed(self.test(self.pick((0, 1))))

    def premises(self, most: int = 3) -> list[Derived]:
        """Some premises: facts that are assumed, and what was shown before."""
        found = []
        for _ in range(self.chance.randint(0, most)):
            old = self.theorem() if self.roll(0.4) else None
            found.append(self.assumed(self.fact()) if old is None else old)
        return list(dict.fromkeys(found))

    def about(self, *terms: Term) -> list[Derived]:
        """Some premises: facts about parts of terms, as they are at the witness. What a part tells
        of a bound symbol is said of one symbol, or of every one."""
        every_part = [(part, bound) for term in terms for _, part, bound in places(term)
                      if isinstance(part, Term) and is_arithmetic(part.sort)
                      and not isinstance(part, Number)]
        found = []
        for part, bound in self.chance.sample(every_part, min(len(every_part),
                                                              self.pick((1, 1, 2)))):
            if self.roll(0.4):
                part = self.grammar.shifted(part)
            try:
                found.append(self.assumed(self._said_of(part, bound), kept=False))
            except (Nothing, ClaimError):
                continue
        return list(dict.fromkeys(found))

    def needed(self, *terms: Term) -> list[Derived]:
        """What the school asks of terms for a value, one of it sometimes left out: divisors that
        aren't 0, positive arguments of logarithms, roots of what isn't negative; below binders of
        every symbol.

        Raises:
            Nothing: it fails at the witness.
        """
        asked = dict.fromkeys(formula for term in terms for formula in conditions(term))
        return [self.assumed(formula, kept=False) for formula in asked if not self.roll(0.06)]

    def _said_of(self, part: Term, bound: Bound) -> Formula:
        """A fact about a part below binders."""
        values: dict[str, Term] = {}
        kept: list[Var] = []
        for var in dict.fromkeys(bound):
            if var.name not in free_variables(part):
                continue
            alike = [other for other in self.scope.of(type(var.of)) if other.of == var.of]
            if alike and self.roll(0.7):
                values[var.name] = self.pick(alike)
            else:
                kept.append(var)
        part = substitute(part, values)
        options = [Relation("<", zero(), part), Relation("<", part, zero()),
                   Relation("<=", zero(), part), Relation("<=", part, zero()), equals(part, 0)]
        true = [fact for fact in options if not kept and self.at_witness(fact) is True]
        formula: Formula = self.pick(true or options)
        for var in reversed(kept):
            if not isinstance(var.of, SymbolSort | EventSort):
                raise Nothing("of numbers or laws nothing is assumed")
            formula = every(var, formula)
        return formula

    # --- choosing ---------------------------------------------------------------------------------

    def pick(self, options: Sequence[T]) -> T:
        return self.chance.choice(options)

    def made(self, options: Sequence[Callable[[], T]]) -> T:
        """What one of the options makes."""
        return self.chance.choice(options)()

    def roll(self, share: float) -> bool:
        return self.chance.random() < share

    def number(self, depth: int | None = None, bound: Bound = ()) -> Term:
        return self.grammar.number(self.pick((1, 1, 2)) if depth is None else depth, bound)

    def tower(self, bound: Bound = ()) -> Term:
        return self.grammar.tower(bound)

    def test(self, depth: int = 0, bound: Bound = ()) -> Formula:
        found = self.grammar.test(depth, bound)
        return normal(found)

    def at_witness(self, formula: Formula) -> bool | None:
        """The truth of a formula at the episode's first instance; None where it isn't told."""
        witness = self.judge.instance(0)
        if not witness.has(free_variables(formula)):
            return None
        return self.judge.known(normal(formula), 0)

    def fact(self) -> Formula:
        """Something to rest on: turned round where it fails at the witness."""
        found = self.grammar.fact()
        if self.at_witness(found) is not False or self.roll(0.1):
            return found
        match normal(found):
            case Relation(op, left, right) if self.roll(0.7):
                turned = Relation("<" if op == "<=" else "<=", right, left)
                if self.at_witness(turned) is True:
                    return turned
        return normal(negate(found))

    def symbols(self) -> list[Var]:
        """Variables that a rule can release: symbols and events."""
        return self.scope.of(SymbolSort, EventSort)

    def bound_of(self, var: Var) -> Var:
        """A bound variable of the same sort: often of the same name."""
        name = var.name if self.roll(0.6) else self.grammar.name(())
        return Var(name, var.of)

    def bind(self, node: Any, var: Var, bound: Var) -> Any:
        """The node with a free variable as a binder of it will have it."""
        if bound.name != var.name and bound.name in free_variables(node):
            raise Nothing(f"{bound.name} is free there")
        return substitute(node, {var.name: bound})

    def free_symbol(self, *nodes: Any) -> Var:
        """A symbol or event that occurs free in some of the nodes, or any of the scope."""
        found = [var for node in nodes for var in free_variables(node).values()
                 if isinstance(var.of, SymbolSort | EventSort)]
        options = found if found and self.roll(0.85) else self.symbols()
        if not options:
            raise Nothing("no symbols")
        return self.pick(options)


def conditions(term: Term) -> list[Formula]:
    """What must hold for a term to have a value, by the schoolbook."""
    found = []
    for _, part, bound in places(term):
        condition: Formula | None = None
        match part:
            case Op("div", (_, below)):
                condition = Not(equals(below, 0))
            case Op("pow", (base, Number(power))) if power is not None and power < 0:
                condition = Not(equals(base, 0)) if power.q == 1 else number(0) < base
            case Op("pow", (base, Number(power))) if power is not None and power.q != 1:
                condition = number(0) <= base
            case Op("log", (inner,)):
                condition = number(0) < inner
            case Op("sqrt", (inner,)):
                condition = number(0) <= inner
        if condition is None or not free_variables(condition):
            continue
        kept = [var for var in dict.fromkeys(bound) if var.name in free_variables(condition)]
        if all(isinstance(var.of, SymbolSort | EventSort) for var in kept):
            for var in reversed(kept):
                condition = every(var, condition)
            found.append(normal(condition))
    return found


def zero() -> Term:
    return number(0)


def is_forall(formula: Formula) -> bool:
    return isinstance(formula, Quantified) and formula.kind == "forall"


def is_some(formula: Formula) -> bool:
    return isinstance(formula, Quantified) and formula.kind == "exists"
