"""Writing proofs: a derivation grows line by line, and the kernel checks each as it is written.

    @derives("cuff-yu-2016/eq-9.forward")
    def eq_9(d):
        ...
        d.qed(line)

A line is a formula with the rule and the earlier lines it follows from. Methods find what a rule
needs (the products of facts, the subdivision of an interval, the dual of a linear program); none
of that is trusted. A derivation prints as it was written, in text or LaTeX.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flint import fmpq

from verified.errors import InputError
from verified.kernel.analysis import FALSE, Function, one_joint_law, relations_of
from verified.kernel.inference import conjuncts, equated
from verified.kernel.polynomial import NotReal, key_of, replaced
from verified.kernel.proof import Part, check_steps, concluded, parts_of, write_proof
from verified.kernel.theorem import Library, Step, Theorem, check_step
from verified.kernel.values import Rejected
from verified.proof import arithmetic as products_of_facts
from verified.proof.pruning import pruned
from verified.syntax.claims import Statement
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Quantified,
    Relation,
    implies,
    substitute,
)
from verified.syntax.goals import normal
from verified.syntax.terms import (
    Bind,
    Number,
    Op,
    Symbol,
    Term,
    Var,
    equals,
    free_variables,
    number,
)


class ProofError(InputError):
    """A derivation that doesn't hold: the message names the line and the reason."""


@dataclass(frozen=True)
class Line:
    """A line of a derivation: its theorem, its place, and the formula as it was written."""

    place: int
    theorem: Theorem
    formula: Formula
    rule: str
    premises: tuple[int, ...]
    note: str = ""

    def __str__(self) -> str:
        used = ", ".join(f"({place + 1})" for place in self.premises)
        reason = self.note or self.rule
        return f"({self.place + 1}) {self.formula}    [{reason}{' ' + used if used else ''}]"


@dataclass
class Steps:
    """One list of steps under construction: a proof, or the base or step of an induction."""

    part: Part
    library: Library
    lines: list[Line] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    fixed: dict[str, Var] = field(default_factory=dict)
    ended: bool = False

    @property
    def statement(self) -> Statement:
        """What the steps must show."""
        return self.part.statement

    @property
    def given(self) -> list[Line]:
        """The claim's hypotheses, each as a line."""
        return [self.assume(formula) for formula in self.statement.given]

    @property
    def goal(self) -> Formula:
        """The claim's conclusion."""
        return self.statement.then

    def var(self, name: str) -> Any:
        """A variable of the claim by its name."""
        for var in self.statement.variables:
            if var.name == name:
                return var
        raise ProofError(f"the claim has no variable {name!r}")

    def fix(self, var: Var) -> Any:
        """An arbitrary variable beside those of the claim."""
        known = {v.name: v for v in self.statement.variables} | self.fixed
        if known.get(var.name, var) != var:
            raise ProofError(f"the name {var.name} is taken")
        if var.name not in known:
            for part in free_variables(var).values():
                if part.name != var.name and part.name not in known:
                    self.fix(part)
            self.fixed[var.name] = var
        return var

    # --- lines ------------------------------------------------------------------------------------

    def have(
        self, formula: Formula, rule: str, *premises: Line, note: str = "", **values: Any
    ) -> Line:
        """A line by a rule of the kernel.

        Raises:
            ProofError: the kernel rejects the step.
        """
        for line in self.lines:
            # The same line twice would leave one of them unused.
            if rule == "assume" and line.rule == rule and line.theorem.key == key_of(
                normal(formula)
            ):
                return line
        for name in free_variables(formula).values():
            self.fix(name)
        for value in values.values():
            if isinstance(value, Var):
                self.fix(value)
        try:
            theorem = check_step(
                rule, formula, [line.theorem for line in premises], values, self.library
            )
        except Rejected as error:
            raise ProofError(f"line {len(self.lines) + 1}, {formula}, by {rule}: {error}") from None
        places = tuple(line.place for line in premises)
        line = Line(len(self.lines), theorem, formula, rule, places, note)
        self.lines.append(line)
        self.records.append(
            {"rule": rule, "formula": formula, "from": list(places), "data": values, "note": note}
        )
        return line

    def lean(
        self, formula: Formula, rule: str, *premises: Line, note: str = "", **values: Any
    ) -> Line:
        """As `have`, with the premises that the rule doesn't need left out."""
        kept = list(premises)
        for line in premises:
            fewer = [other for other in kept if other is not line]
            try:
                check_step(rule, formula, [other.theorem for other in fewer], values, self.library)
            except Rejected:
                continue
            kept = fewer
        return self.have(formula, rule, *kept, note=note, **values)

    # --- logic ------------------------------------------------------------------------------------

    def assume(self, formula: Formula) -> Line:
        """A hypothesis, to be discharged later unless the claim has it."""
        return self.have(formula, "assume")

    def follows(self, formula: Formula, *premises: Line) -> Line:
        """What follows propositionally."""
        return self.have(formula, "propositional", *premises)

    def piece(self, line: Line, index: int) -> Line:
        """One part of a conjunction."""
        return self.follows(conjuncts(line.theorem.conclusion)[index], line)

    def both(self, *lines: Line) -> Line:
        """The conjunction of lines."""
        return self.follows(And(tuple(line.formula for line in lines)), *lines)

    def implied(self, hypothesis: Formula | Line, line: Line) -> Line:
        """hypothesis ⟹ line, the hypothesis discharged."""
        formula = hypothesis.formula if isinstance(hypothesis, Line) else hypothesis
        return self.have(
            implies(formula, line.formula), "discharge", line, hypothesis=formula
        )

    def cases(self, alternatives: Line, *branches: Line) -> Line:
        """What each alternative of a disjunction leads to: the i-th branch is the same formula
        under the i-th alternative as a hypothesis."""
        found = alternatives.theorem.conclusion
        parts = found.parts if isinstance(found, Or) else (found,)
        if len(parts) != len(branches):
            raise ProofError(f"{len(parts)} alternatives, but {len(branches)} branches")
        led = [
            self.implied(part, branch) for part, branch in zip(parts, branches, strict=True)
        ]
        return self.follows(branches[0].formula, alternatives, *led)

    def forall(self, var: Var, line: Line, where: Formula | None = None) -> Line:
        """For every value of a variable that was arbitrary."""
        bound = Var(var.name, var.of, var.symbol)
        formula = Quantified("forall", bound, where, line.formula)
        return self._renamed(formula, line, var, where)

    def _renamed(self, formula: Formula, line: Line, var: Var, where: Formula | None) -> Line:
        return self.have(formula, "generalise", line, variable=var)

    def at(self, line: Line, term: Any, *more: Line) -> Line:
        """An instance of a line that says "for every"; `more` shows its guard or its range."""
        formula = line.theorem.conclusion
        if not isinstance(formula, Quantified):
            raise ProofError(f"{line.formula} doesn't say “for every”")
        value = number(term)
        body = substitute(formula.body, {formula.var.name: value})
        return self.have(body, "specialise", line, *more, term=value)

    def some(self, formula: Quantified, term: Any, *premises: Line) -> Line:
        """There is such a symbol or event: this one."""
        return self.have(formula, "exhibit", *premises, term=number(term))

    def obtain(self, existence: Line, var: Var, line: Line) -> Line:
        """A line that holds for an arbitrary `var` of the kind that exists."""
        return self.have(line.formula, "obtain", existence, line, variable=var)

    # --- statements -------------------------------------------------------------------------------

    def cite(
        self, key: str, *premises: Line, part: int | None = None, note: str = "",
        **values: Any,
    ) -> Line:
        """An instance of a known statement (a definition, a background fact, another claim).

        Args:
            premises: lines that show its hypotheses, and that the terms lie in their domains.
            part: which part of its conclusion, for a conjunction; all of it by default.
            values: the terms, by the names of the statement's variables (names that Python
                can't spell are passed in a mapping `values={...}`). A variable left out stands for
                the variable of that name here.
        """
        statement = self._known(key)
        given = dict(values.pop("values", {})) | values
        chosen: dict[str, Term] = {}
        here = {v.name: v for v in self.statement.variables} | self.fixed
        for var in statement.variables:
            value = given.pop(var.name, None)
            if value is None:
                value = _size_from(statement, var, chosen, given)
            if value is None:
                value = here.get(var.name, var)
            chosen[var.name] = number(value)
        if given:
            raise ProofError(f"{key} has no variable {min(given)}")
        for term in chosen.values():
            for free in free_variables(term).values():
                self.fix(free)
        conclusion = substitute(statement.then, chosen)
        if part is not None:
            conclusion = conjuncts(normal(conclusion))[part]
        fixed = self.library.local[key][1] if key in self.library.local else frozenset()
        passed = {name: term for name, term in chosen.items() if name not in fixed}
        return self.lean(
            conclusion, "cite", *premises, note=note or key, key=key, values=passed
        )

    def _known(self, key: str) -> Statement:
        if key in self.library.local:
            return self.library.local[key][0]
        if key in self.library.statements:
            return self.library.statements[key]
        raise ProofError(f"there is no statement {key!r} to cite")

    # --- equality and order -----------------------------------------------------------------------

    def rewrite(self, equality: Line, line: Line, formula: Formula | None = None) -> Line:
        """A line with the left side of an equality replaced by the right side (or the formula
        given, if that is the same after replacing)."""

        if formula is None:
            step = Step(line.formula, [], {}, self.library)
            left, right = equated(equality.theorem.conclusion, step)
            formula = replaced(line.theorem.conclusion, left, right)
        return self.have(formula, "rewrite", equality, line)

    def chain(self, first: Line, *others: Line) -> Line:
        """a ≤ c from a ≤ b ≤ … ≤ c, in order, infinite values included."""
        result = first
        for other in others:
            one, two = result.theorem.conclusion, other.theorem.conclusion
            if not isinstance(one, Relation) or not isinstance(two, Relation):
                raise ProofError("a chain is of relations")
            ops = {one.op, two.op}
            op = "<" if "<" in ops else "=" if ops == {"="} else "<="
            result = self.have(Relation(op, one.left, two.right), "transitive", result, other)
        return result

    def order(self, a: Any, b: Any, *premises: Line) -> Line:
        """a ≤ b or b < a."""
        first, second = number(a), number(b)
        formula = Or((Relation("<=", first, second), Relation("<", second, first)))
        return self.lean(formula, "order", *premises)

    def turn(self, formula: Formula, *premises: Line) -> Line:
        """A premise turned round: ¬(a ≤ b) and b < a, = and ≤."""
        return self.lean(formula, "turn", *premises)

    # --- arithmetic -------------------------------------------------------------------------------

    def identity(self, formula: Formula, *premises: Line, note: str = "") -> Line:
        """An equality by normal forms; premises show what is positive or real."""
        return self.lean(formula, "identity", *premises, note=note)

    def obvious(self, formula: Formula, *premises: Line) -> Line:
        """A relation that signs decide."""
        return self.lean(formula, "obvious", *premises)

    def arithmetic(self, formula: Formula, *premises: Line, note: str = "",
                   hints: Sequence[Any] = ()) -> Line:
        """A relation as a sum of products of the premises' relations.

        Args:
            hints: terms that are certainly ≥ 0, which may multiply the premises.
        """
        facts = [line.theorem.conclusion for line in premises]
        terms = [number(hint) for hint in hints]
        found = products_of_facts.find(normal(formula), facts, terms)
        if found is None:
            raise ProofError(
                f"line {len(self.lines) + 1}: no products of the premises add up to {formula}"
            )
        return self._with_used(formula, premises, found, note)

    def combined(
        self, formula: Formula, *premises: Line, products: Sequence[Any] = (),
        equalities: Sequence[Any] = (), note: str = "",
    ) -> Line:
        """As `arithmetic`, by products of facts and multiples of equalities that are given, in the
        form of the kernel's rule; divisors are multiplied out."""
        found = {"products": list(products), "equalities": list(equalities)}
        return self._with_used(formula, premises, found, note)

    def _with_used(
        self, formula: Formula, premises: Sequence[Line], found: Mapping[str, Any], note: str
    ) -> Line:
        """The arithmetic step without the premises that no product uses, where it still holds."""
        kept = list(premises)
        for line in premises:
            fewer = [other for other in kept if other is not line]
            moved = _renumbered(found, kept, fewer)
            if moved is None:
                continue
            try:
                check_step("arithmetic", formula, [o.theorem for o in fewer], moved, self.library)
            except Rejected:
                continue
            kept, found = fewer, moved
        return self.have(formula, "arithmetic", *kept, note=note, **found)

    def contradiction(self, *premises: Line, hints: Sequence[Any] = ()) -> Line:
        """⊥, from premises that can't all hold."""
        return self.arithmetic(FALSE, *premises, hints=hints)

    # --- sums, suprema ----------------------------------------------------------------------------

    def summed(self, pointwise: Line, *premises: Line) -> Line:
        """Σ f ≤ Σ g from a line "for every symbol, f ≤ g"."""
        formula = pointwise.formula
        if not isinstance(formula, Quantified):
            formula = pointwise.theorem.conclusion
        assert isinstance(formula, Quantified)
        body = formula.body
        if not isinstance(body, Relation):
            raise ProofError("only a relation for every symbol can be summed")
        # Written with ≤, whichever way round the line was written.
        op, low, high = body.op, body.left, body.right
        if op in (">", ">="):
            low, high = high, low
        op = "=" if op == "=" else "<="
        left = Bind("sum", formula.var, formula.guard, low)
        right = Bind("sum", formula.var, formula.guard, high)
        return self.lean_after(Relation(op, left, right), "sum", pointwise, *premises)

    def lean_after(self, formula: Formula, rule: str, first: Line, *others: Line,
                   **values: Any) -> Line:
        """As `lean`, the first premise always kept."""
        kept = list(others)
        for line in others:
            fewer = [other for other in kept if other is not line]
            try:
                check_step(
                    rule, formula, [first.theorem, *(o.theorem for o in fewer)], values,
                    self.library,
                )
            except Rejected:
                continue
            kept = fewer
        return self.have(formula, rule, first, *kept, **values)

    def bound_sup(self, bind: Bind, line: Line, var: Var, *lines: Line) -> Line:
        """sup f ≤ c (max; or c ≤ inf f, min) from f(var) ≤ c for an arbitrary `var`; `lines` show
        that c is real, where the supremum has a guard."""
        relation = line.formula
        if not isinstance(relation, Relation):
            raise ProofError("the line bounds nothing")
        if bind.kind in ("sup", "max"):
            formula = Relation("<=", bind, relation.right)
        else:
            formula = Relation("<=", relation.left, bind)
        return self.lean_after(formula, "bound-sup", line, *lines, variable=var)

    def below_sup(self, bind: Bind, term: Any, *premises: Line) -> Line:
        """f(t) ≤ sup f, or inf f ≤ f(t)."""
        value = number(term)
        body = substitute(bind.body, {bind.var.name: value})
        upper = bind.kind in ("sup", "max")
        formula = Relation("<=", body, bind) if upper else Relation("<=", bind, body)
        return self.lean(formula, "below-sup", *premises, term=value)

    # --- certificates -----------------------------------------------------------------------------

    def scalar(
        self, formula: Formula, *premises: Line, given: Sequence[Formula] = (),
        values: Mapping[Var, Any] | None = None, seconds: float = 30, note: str = "",
        start: Mapping[str, Any] | None = None,
    ) -> Line:
        """An inequality between real functions by subdivision, at given terms.

        Args:
            formula: the inequality, in real and size variables.
            given: its hypotheses, in the same variables.
            values: a term for each variable; those left out stand for themselves.
            premises: lines that show the hypotheses and the variables' domains.
            start: the rule that the search is to begin with.
        """
        from verified.proof.scalar import prove

        names = {v.name: v for part in (*given, formula) for v in free_variables(part).values()}
        statement = Statement(tuple(names.values()), tuple(given), formula)
        certificate = prove(statement, seconds=seconds, start=start)
        if certificate is None:
            raise ProofError(f"line {len(self.lines) + 1}: no scalar proof found of {formula}")
        chosen: dict[str, Term] = dict(names.items())
        chosen |= {var.name: number(term) for var, term in (values or {}).items()}
        conclusion = substitute(formula, chosen)
        return self.lean(
            conclusion, "scalar", *premises, note=note or "scalar inequality",
            statement=statement, values=chosen, certificate=certificate,
        )

    def shannon(self, formula: Formula, *premises: Line) -> Line:
        """A Shannon-type inequality, by a linear program made exact."""
        from verified.proof.shannon import prove

        facts = relations_of([line.theorem.conclusion for line in premises])
        turned = normal(formula)
        assert isinstance(turned, Relation)
        about, *others = one_joint_law(turned, *facts)
        found = prove(about, others)
        if not isinstance(found, Mapping):
            raise ProofError(
                f"line {len(self.lines) + 1}: {formula} isn't Shannon-type: {found}"
            )
        return self.have(formula, "shannon", *premises, certificate=dict(found))

    def chord(
        self, var: Var, function: Term, low: Any, point: Any, high: Any, formula: Formula,
        *premises: Line, certificate: Any = None,
    ) -> Line:
        """(u − l) f(x) ≤ (u − x) f(l) + (x − l) f(u) for a convex function of `var`."""
        return self.lean(
            formula, "chord", *premises, function=Function(var, function), low=number(low),
            point=number(point), high=number(high), certificate=certificate,
        )

    def tangent(
        self, var: Var, function: Term, point: Any, touching: Any, formula: Formula,
        *premises: Line, certificate: Any = None,
    ) -> Line:
        """f(y) + f'(y)(x − y) ≤ f(x) for a convex function of `var`."""
        return self.lean(
            formula, "tangent", *premises, function=Function(var, function), point=number(point),
            touching=number(touching), certificate=certificate,
        )

    def qed(self, line: Line) -> None:
        """The line is the claim; lines that it doesn't rest on are dropped."""
        try:
            concluded(self.statement, line.theorem)
        except Rejected as error:
            raise ProofError(f"{self.part.name}: {error}") from None
        self._keep(line)
        self._prune()
        self.ended = True

    def _prune(self) -> None:
        """Leave out the lines that no other needs."""
        theorems = [line.theorem for line in self.lines]
        self.records, places = pruned(self.part, self.records, theorems, self.library)
        self.lines = [
            replace(self.lines[old], place=new, premises=tuple(self.records[new]["from"]))
            for new, old in enumerate(places)
        ]
        self._declare()

    def _keep(self, last: Line) -> None:
        needed, waiting = set(), [last.place]
        while waiting:
            place = waiting.pop()
            if place not in needed:
                needed.add(place)
                waiting.extend(self.records[place]["from"])
        places = {old: new for new, old in enumerate(sorted(needed))}
        records, lines = [], []
        for old in sorted(needed):
            record = dict(self.records[old])
            record["from"] = [places[place] for place in record["from"]]
            records.append(record)
            line = self.lines[old]
            lines.append(Line(
                places[old], line.theorem, line.formula, line.rule, tuple(record["from"]),
                line.note,
            ))
        self.records, self.lines = records, lines
        self._declare()

    def _declare(self) -> None:
        """Keep the fixed variables that occur."""
        used = {name for r in self.records for part in _trees(r) for name in free_variables(part)}
        kept = {name: var for name, var in self.fixed.items() if name in used}
        sized = {n for var in kept.values() for n in free_variables(var)}
        self.fixed = {n: v for n, v in self.fixed.items() if n in used or n in sized}


def _trees(record: Mapping[str, Any]) -> list[Any]:
    """The terms and formulas of a step whose variables the proof declares."""
    found: list[Any] = [record["formula"]]
    waiting: list[Any] = list(record["data"].values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, Term | Formula):
            found.append(value)
        elif isinstance(value, Function):
            found.append(Bind("sup", value.variable, None, value.body))
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return found


def _size_from(
    statement: Statement, var: Var, chosen: Mapping[str, Term], given: Mapping[str, Any]
) -> Term | None:
    """The size, database or entry that the sort of a term given for a later variable shows."""
    for later in statement.variables:
        value = given.get(later.name)
        if isinstance(value, Term) and type(value.sort) is type(later.of):
            for wanted, found in zip(later.of.sizes(), value.sort.sizes(), strict=False):
                if wanted == var:
                    return found
                inner = _matched(wanted, found, var)
                if inner is not None:
                    return inner
    return None


def _matched(pattern: Term, term: Term, var: Var) -> Term | None:
    """What `var` stands for if the pattern is to be the term."""
    if pattern == var:
        return term
    if isinstance(pattern, Op) and isinstance(term, Op) and pattern.head == term.head:
        for inner, part in zip(pattern.args, term.args, strict=False):
            found = _matched(inner, part, var)
            if found is not None:
                return found
    return None


def _renumbered(
    found: Mapping[str, Any], kept: Sequence[Line], fewer: Sequence[Line]
) -> dict[str, Any] | None:
    """The products with the facts numbered as without the dropped premise; None if it is used."""
    old: list[tuple[Line, int]] = []
    for line in kept:
        for index, _ in enumerate(relations_of([line.theorem.conclusion])):
            old.append((line, index))
    new: dict[tuple[int, int], int] = {}
    for line in fewer:
        for index, _ in enumerate(relations_of([line.theorem.conclusion])):
            new[(line.place, index)] = len(new)
    places = {
        number: new.get((line.place, index)) for number, (line, index) in enumerate(old)
    }
    products = []
    for coefficient, factors in found.get("products", ()):
        moved = []
        for kind, value in factors:
            if kind == "fact":
                if places.get(value) is None:
                    return None
                value = places[value]
            moved.append([kind, value])
        products.append([coefficient, moved])
    equalities = []
    for multiplier, index in found.get("equalities", ()):
        if places.get(index) is None:
            return None
        equalities.append([multiplier, places[index]])
    return {"products": products, "equalities": equalities}


# --- whole proofs ---------------------------------------------------------------------------------


class Derivation(Steps):
    """The derivation of a claim; for a proof by induction, `induct` gives its two parts."""

    def __init__(self, key: str, statement: Statement, known: Mapping[str, Statement]) -> None:
        self.key = key
        self.whole = statement
        self.known = dict(known)
        self.induction: str | None = None
        self.parts: list[Steps] = [self]
        (part,) = parts_of(statement, None)
        super().__init__(part, Library(self.known))

    def induct(self, size: str) -> tuple[Steps, Steps]:
        """The base and the step of an induction on a size; in the step, cite HYPOTHESIS."""
        self.induction = size
        self.parts = [
            Steps(part, Library(self.known, part.local)) for part in parts_of(self.whole, size)
        ]
        base, step = self.parts
        return base, step

    def certificate(self) -> dict[str, Any]:
        """The proof as a file that the kernel rechecks.

        Raises:
            ProofError: a part of the proof doesn't end in its claim.
        """
        cited: set[str] = set()
        for steps in self.parts:
            if not steps.ended:
                raise ProofError(f"the {steps.part.name} of {self.key} isn't finished (d.qed)")
            library = Library(self.known, steps.part.local)
            check_steps(steps.part, steps.records, library)
            cited |= library.cited
        cites = {key: self.known[key] for key in cited if not key.startswith("definition/")}
        written = [
            {"fixed": list(steps.fixed.values()), "steps": steps.records} for steps in self.parts
        ]
        return write_proof(self.key, self.whole, self.induction, written, cites)


DERIVATIONS: dict[str, Callable[[Any], None]] = {}


def derives(*names: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register a derivation for claims, named "paper/key" or "paper/key@reading"."""

    def register(function: Callable[[Any], None]) -> Callable[[Any], None]:
        for name in names:
            if name in DERIVATIONS:
                raise ProofError(f"two derivations of {name}")
            DERIVATIONS[name] = function
        return function

    return register


__all__ = [
    "DERIVATIONS", "Derivation", "Line", "NotReal", "Not", "ProofError", "Steps", "Symbol",
    "derives", "equals", "fmpq", "itertools", "Number",
]
