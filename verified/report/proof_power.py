"""Whether derivations can lie: stored proofs are mutated, and the kernel must notice.

A mutation changes one thing: a formula that a step shows (a side scaled, a sign or a number
changed, two variables exchanged), a premise or a whole step that is left out, a hypothesis or a
domain of the claim. What the kernel still accepts may be true all the same, so it is attacked: an
accepted mutation that the attack refutes is a defect of the kernel. A step without which the proof
still holds is one of the derivation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verified.errors import InputError
from verified.instances.sorts import search
from verified.kernel.polynomial import key_of
from verified.kernel.proof import Part, concluded, parts_of, steps_of, unpack
from verified.kernel.theorem import Library, Theorem, check_step
from verified.proof.pruning import holds_without
from verified.quantities.definitions import definitions
from verified.syntax import sorts
from verified.syntax.claims import Claim, Paper, Statement, build_statement
from verified.syntax.formulas import And, Formula, Not, Or, Quantified, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.serial import read_statement
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var, free_variables

if TYPE_CHECKING:
    from verified.proof.evidence import Evidence

# Mutations of one formula; more of them say little more.
MOST = 8
# Accepted mutations of steps and premises that are attacked in each proof, spread over it; those of
# the claim itself all are.
MOST_ATTACKED = 6
BUDGET = 2_000
SECONDS = 1.0

KINDS = ("step", "premise", "dropped", "conclusion", "hypothesis", "domain")
# What may become of a mutation. Accepted are all but the rejected ones: "true" ones withstood the
# attack, "unattacked" ones can't be stated as claims, "left" ones are beyond `MOST_ATTACKED`, and a
# "redundant" step was left out without harm.
OUTCOMES = ("rejected", "true", "refuted", "unattacked", "left", "redundant")

# How a check refuses a step: whatever it was, nothing has been shown (as `kernel.proof` has it).
REFUSALS = (
    InputError, ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError,
    TypeError, ValueError,
)

Mutant = tuple[str, Formula]
Steps = Sequence[Mapping[str, Any]]


@dataclass
class ProofPower:
    """What became of the mutations of one proof.

    Attributes:
        counts: by "KIND made" and "KIND OUTCOME", for `KINDS` and `OUTCOMES`.
        redundant: the steps (numbered from 1, after the part's name) without which it still holds.
        refuted: what the kernel accepts and the attack refutes: defects of the kernel.
    """

    counts: Counter[str] = field(default_factory=Counter)
    redundant: list[str] = field(default_factory=list)
    refuted: list[str] = field(default_factory=list)

    def note(self, kind: str, outcome: str) -> None:
        """Count a mutation with its outcome."""
        self.counts[f"{kind} made"] += 1
        self.counts[f"{kind} {outcome}"] += 1


@cache
def _evidence() -> Evidence:
    """The stored evidence, read once in a process."""
    from verified.proof.evidence import Evidence
    from verified.proof.library import known_statements

    return Evidence(known_statements())


def mutate_proof(leaf: Claim) -> tuple[str, ProofPower] | None:
    """The seal of a claim's stored proof, and its `proof_power`; None where none is stored."""
    from verified.proof.evidence import Proven

    evidence = _evidence()
    certificate = evidence.certificate(leaf.name)
    if certificate is None or not isinstance(evidence.of(leaf.name), Proven):
        return None
    return certificate["seal"], proof_power(certificate, evidence.statements)


def mutated_formulas(formula: Formula) -> Iterator[Mutant]:
    """Formulas that differ from one in a single place, each with the kind of its change."""
    seen = {key_of(normal(formula))}
    for kind, changed in _changes(formula):
        try:
            key = key_of(normal(changed))
        except InputError:
            continue
        if key not in seen:
            seen.add(key)
            yield kind, changed


def _changes(formula: Formula) -> Iterator[Mutant]:
    for place, relation in enumerate(_relations(formula)):
        for kind, other in _relation_changes(relation):
            yield kind, _with_relation(formula, place, other)
    variables = list(free_variables(formula).values())
    for one in variables:
        for two in variables:
            if one.name < two.name and one.of == two.of:
                changed = substitute(formula, {one.name: two, two.name: one})
                # Where the sort of a variable depends on them, it speaks of another variable now.
                if all(var in variables for var in free_variables(changed).values()):
                    yield "exchange", changed


def _relation_changes(relation: Relation) -> Iterator[tuple[str, Relation]]:
    left, right = relation.left, relation.right
    yield "turned", Relation(relation.op, right, left)
    factor = Number(fmpq(9, 10))
    yield "scaled", Relation(relation.op, left, right * factor)
    shift = Number(fmpq(1, 100))
    less = relation.op in ("<=", "<", "=")
    yield "shifted", Relation(relation.op, left, right - shift if less else right + shift)
    if relation.op == "<=":
        yield "strict", Relation("<", left, right)
    for count, (changed_left, changed_right) in enumerate(_number_changes(left, right)):
        if count == 3:
            break
        yield "number", Relation(relation.op, changed_left, changed_right)


def _number_changes(left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
    for changed in _one_number_more(right):
        yield left, changed
    for changed in _one_number_more(left):
        yield changed, right


def _one_number_more(term: Term) -> Iterator[Term]:
    """The term with one of its numbers increased by one, indices left alone."""
    match term:
        case Number(value) if value is not None:
            yield Number(value + 1)
        case Op(head, args, result, detail) if not isinstance(result, sorts.PmfSort):
            for place, arg in enumerate(args):
                if head in ("at", "component", "pow") and place == 1:
                    continue
                for changed in _one_number_more(arg):
                    yield Op(head, (*args[:place], changed, *args[place + 1:]), result, detail)
        case Bind(kind, var, guard, body, result) if kind != "table":
            for changed in _one_number_more(body):
                yield Bind(kind, var, guard, changed, result)
        case Cases(test, then, otherwise):
            for changed in _one_number_more(then):
                yield Cases(test, changed, otherwise)


def _relations(formula: Formula) -> list[Relation]:
    match formula:
        case Relation():
            return [formula]
        case Not(body) | Quantified(body=body):
            return _relations(body)
        case And(parts) | Or(parts):
            return [found for part in parts for found in _relations(part)]
    return []


def _with_relation(formula: Formula, place: int, new: Relation) -> Formula:
    """The formula with its relation number `place` replaced."""
    counter = iter(range(10**6))

    def walk(node: Formula) -> Formula:
        match node:
            case Relation():
                return new if next(counter) == place else node
            case Not(body):
                return Not(walk(body))
            case Quantified(kind, var, guard, body):
                return Quantified(kind, var, guard, walk(body))
            case And(parts) | Or(parts):
                return type(node)(tuple(walk(part) for part in parts))
        return node

    return walk(formula)


# --- proofs ---------------------------------------------------------------------------------------


def proof_power(certificate: Mapping[str, Any], known: Mapping[str, Statement]) -> ProofPower:
    """What becomes of mutations of a proof, whose own steps hold.

    Args:
        known: the statements that it may cite, definitions left out.

    Raises:
        InputError: the proof doesn't hold as it is.
    """
    found = ProofPower()
    library = {**definitions(), **known}
    parts = steps_of(certificate)
    wanted = parts_of(read_statement(certificate["statement"]), _induction(certificate))
    for part, (_, steps) in zip(wanted, parts, strict=True):
        _Mutations(part, steps, Library(library, part.local), found).run()
    return found


def _induction(certificate: Mapping[str, Any]) -> str | None:
    name = unpack(certificate["parts"], certificate["shared"])["induction"]
    return None if name is None else str(name)


class _Mutations:
    """The mutations of one part of a proof."""

    def __init__(self, part: Part, steps: Steps, library: Library, found: ProofPower) -> None:
        self.part, self.steps, self.library, self.found = part, steps, library, found
        self.theorems: list[Theorem] = []
        # Theorems that mutated steps gave.
        self.accepted: list[tuple[str, Theorem]] = []

    def run(self) -> None:
        """Make them all, then attack what was accepted."""
        for step in self.steps:
            self.theorems.append(self._checked(step, self._premises(step)))
        concluded(self.part.statement, self.theorems[-1])
        for step in self.steps:
            if step["rule"] != "assume":
                self._mutate_step(step)
        for place in range(len(self.steps)):
            self._drop(place)
        self._mutate_claim()
        chosen = _spread(len(self.accepted), MOST_ATTACKED)
        for number, (kind, theorem) in enumerate(self.accepted):
            self.found.note(kind, self._attack_theorem(kind, theorem) if number in chosen
                            else "left")

    def _premises(self, step: Mapping[str, Any]) -> list[Theorem]:
        return [self.theorems[place] for place in step["from"]]

    def _checked(self, step: Mapping[str, Any], premises: Sequence[Theorem]) -> Theorem:
        return check_step(step["rule"], step["formula"], premises, step["data"], self.library)

    def _mutate_step(self, step: Mapping[str, Any]) -> None:
        premises = self._premises(step)
        for number, (_, changed) in enumerate(mutated_formulas(step["formula"])):
            if number == MOST:
                break
            self._offer("step", {**step, "formula": changed}, premises)
        for place in range(len(premises)):
            self._offer("premise", step, premises[:place] + premises[place + 1:])

    def _offer(self, kind: str, step: Mapping[str, Any], premises: Sequence[Theorem]) -> None:
        try:
            self.accepted.append((kind, self._checked(step, premises)))
        except REFUSALS:
            self.found.note(kind, "rejected")

    def _drop(self, place: int) -> None:
        """Leave out a step; what used it has the others, and what still holds is used on."""
        if holds_without(self.part, self.steps, self.theorems, place, self.library):
            self.found.note("dropped", "redundant")
            self.found.redundant.append(f"{self.part.name} {place + 1}")
        else:
            self.found.note("dropped", "rejected")

    def _mutate_claim(self) -> None:
        """Offer the same steps as a proof of a changed claim."""
        statement, steps = self.part.statement, self.steps
        for formula in _first(mutated_formulas(statement.then)):
            claim = replace(statement, then=formula)
            self._offer_claim("conclusion", claim, [*steps[:-1], {**steps[-1], "formula": formula}])
        for place, given in enumerate(statement.given):
            before, after = statement.given[:place], statement.given[place + 1:]
            self._offer_claim("hypothesis", replace(statement, given=before + after), steps)
            key = key_of(normal(given))
            for formula in _first(mutated_formulas(given)):
                claim = replace(statement, given=(*before, formula, *after))
                self._offer_claim("hypothesis", claim, [
                    {**step, "formula": formula} if step["rule"] == "assume"
                    and key_of(normal(step["formula"])) == key else step for step in steps
                ])
        for var in statement.variables:
            for wider in _wider(var):
                self._offer_claim("domain", *_widened(statement, steps, var, wider))

    def _offer_claim(self, kind: str, claim: Statement, steps: Steps) -> None:
        try:
            self._check_claim(claim, steps)
        except REFUSALS:
            self.found.note(kind, "rejected")
        else:
            self.found.note(kind, self._attack(kind, claim))

    def _check_claim(self, claim: Statement, steps: Steps) -> None:
        """Check changed steps as a proof of a changed claim; those as before hold as before."""
        changed: set[int] = set()
        theorems = list(self.theorems)
        for number, step in enumerate(steps):
            if step is not self.steps[number] or not changed.isdisjoint(step["from"]):
                changed.add(number)
                theorems[number] = self._checked(step, [theorems[used] for used in step["from"]])
        concluded(claim, theorems[-1])

    def _attack_theorem(self, kind: str, theorem: Theorem) -> str:
        """The outcome of a theorem that a mutation gave: it must at least survive the attack."""
        given = list(theorem.hypotheses.values())
        names = {
            var.name: var for formula in (*given, theorem.conclusion)
            for var in free_variables(formula).values()
        }
        try:
            statement = build_statement(
                "mutation", list(names.values()), given, theorem.conclusion
            )
        except InputError:
            return "unattacked"
        return self._attack(kind, statement)

    def _attack(self, kind: str, statement: Statement) -> str:
        from verified.attack import attack

        claim = Claim("mine/mutation", Paper("mine"), statement=statement)
        try:
            report = attack(claim, seed=0, budget=BUDGET, seconds=SECONDS)
        except (InputError, ArithmeticError, ValueError, MemoryError):
            return "unattacked"
        if report.status == "refuted":
            self.found.refuted.append(f"{kind}: {statement}")
            return "refuted"
        return "true"


def _first(mutants: Iterable[Mutant]) -> Iterator[Formula]:
    for number, (_, formula) in enumerate(mutants):
        if number == MOST:
            return
        yield formula


def _spread(count: int, most: int) -> set[int]:
    """At most so many places of a list, evenly spread over it."""
    if count <= most:
        return set(range(count))
    return {place * count // most for place in range(most)}


def _wider(var: Var) -> Iterator[Var]:
    """The variable on a larger domain."""
    for sort in search(var.of).wider(var.of):
        yield Var(var.name, sort, var.symbol)


def _widened(
    statement: Statement, steps: Steps, old: Var, new: Var
) -> tuple[Statement, list[dict[str, Any]]]:
    """Statement and steps with a variable of another domain throughout."""
    values: dict[str, Term] = {old.name: new}

    def moved(value: Any) -> Any:
        match value:
            case Var() if value.name == old.name:
                return new
            case Term() | Formula():
                return substitute(value, values)
            case dict():
                return {name: moved(part) for name, part in value.items()}
            case list():
                return [moved(part) for part in value]
        return value

    variables = []
    for var in statement.variables:
        renamed = moved(var)
        assert isinstance(renamed, Var)
        variables.append(renamed)
    given = tuple(moved(part) for part in statement.given)
    claim = Statement(tuple(variables), given, moved(statement.then), statement.quantifier)
    return claim, [
        {**step, "formula": moved(step["formula"]), "data": moved(dict(step["data"]))}
        for step in steps
    ]


__all__ = [
    "KINDS", "OUTCOMES", "ProofPower", "mutate_proof", "mutated_formulas", "proof_power",
]
