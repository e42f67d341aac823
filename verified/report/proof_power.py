"""Whether derivations can lie: stored proofs are mutated, and the kernel must notice.

A mutation changes one thing: a formula that a step shows (a side scaled, a sign or a number
changed, two variables exchanged), a premise or a whole step that is left out, a hypothesis or a
domain of the claim. What the kernel still accepts may be true all the same, so it is attacked: an
accepted mutation that the attack refutes is a defect of the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from verified.errors import InputError
from verified.kernel.definitions import definitions
from verified.kernel.polynomial import key_of
from verified.kernel.proof import Part, check_steps, parts_of, steps_of
from verified.kernel.theorem import Library, Theorem, check_step
from verified.kernel.values import Rejected
from verified.language import sorts
from verified.language.claims import Claim, Paper, Statement, build_statement
from verified.language.formulas import And, Formula, Not, Or, Quantified, Relation, substitute
from verified.language.goals import normal
from verified.language.terms import Bind, Cases, Number, Op, Term, Var, free_variables

# Mutations of one formula; more of them say little more.
MOST = 8
BUDGET = 2_000
SECONDS = 2.0

KINDS = ("step", "premise", "dropped", "conclusion", "hypothesis", "domain")

Mutant = tuple[str, Formula]


class UnsoundKernel(RuntimeError):
    """The kernel accepts what the attack refutes."""


def mutate_proof(leaf: Claim) -> Counter[str] | None:
    """The counts of `proof_power` for a claim's stored proof; None where there is none."""
    from verified.proof.evidence import Evidence, Proven
    from verified.proof.library import known_statements

    known = known_statements()
    evidence = Evidence(known)
    certificate = evidence.certificate(leaf.name)
    if certificate is None or not isinstance(evidence.of(leaf.name), Proven):
        return None
    return proof_power(certificate, known)


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
                yield "exchange", substitute(formula, {one.name: two, two.name: one})


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


def proof_power(certificate: Mapping[str, Any], known: Mapping[str, Statement]) -> Counter[str]:
    """How many mutations of a proof were made, and what became of them.

    The counts are "KIND made", "KIND rejected" and "KIND true" (accepted by the kernel, and not
    refuted by the attack), for the kinds step, premise, dropped, conclusion, hypothesis, domain.

    Raises:
        UnsoundKernel: an accepted mutation was refuted.
    """
    counts: Counter[str] = Counter()
    library = {**definitions(), **known}
    parts = steps_of(certificate)
    wanted = parts_of(_statement(certificate), _induction(certificate, len(parts)))
    for part, (_, steps) in zip(wanted, parts, strict=True):
        _mutate_steps(part, steps, library, counts)
        _mutate_claim(part, steps, library, counts)
    return counts


def _statement(certificate: Mapping[str, Any]) -> Statement:
    from verified.language.serial import read_statement

    return read_statement(certificate["statement"])


def _induction(certificate: Mapping[str, Any], count: int) -> str | None:
    from verified.kernel.proof import unpack

    if count == 1:
        return None
    name = unpack(certificate["parts"], certificate["shared"])["induction"]
    return str(name)


def _mutate_steps(
    part: Part, steps: list[dict[str, Any]], library: Mapping[str, Statement],
    counts: Counter[str],
) -> None:
    theorems: list[Theorem] = []
    for step in steps:
        premises = [theorems[place] for place in step["from"]]
        made = Library(library, part.local)
        theorem = check_step(step["rule"], step["formula"], premises, step["data"], made)
        theorems.append(theorem)
        if step["rule"] == "assume":
            continue
        for number, (_, changed) in enumerate(mutated_formulas(step["formula"])):
            if number == MOST:
                break
            counts["step made"] += 1
            try:
                found = check_step(step["rule"], changed, premises, step["data"], made)
            except (Rejected, InputError):
                counts["step rejected"] += 1
                continue
            _must_hold("step", found, counts)
        for place in range(len(premises)):
            fewer = premises[:place] + premises[place + 1:]
            counts["premise made"] += 1
            try:
                found = check_step(step["rule"], step["formula"], fewer, step["data"], made)
            except (Rejected, InputError):
                counts["premise rejected"] += 1
                continue
            _must_hold("premise", found, counts)
    for place in range(len(steps)):
        counts["dropped made"] += 1
        try:
            check_steps(part, _without(steps, place), Library(library, part.local))
        except (Rejected, InputError):
            counts["dropped rejected"] += 1
        else:
            raise UnsoundKernel(f"{part.name}: the proof holds without its step {place + 1}")


def _without(steps: list[dict[str, Any]], place: int) -> list[dict[str, Any]]:
    """The steps without one; what used it uses the others."""
    found = []
    for number, step in enumerate(steps):
        if number != place:
            used = [p - (p > place) for p in step["from"] if p != place]
            found.append({**step, "from": used})
    return found


def _mutate_claim(
    part: Part, steps: list[dict[str, Any]], library: Mapping[str, Statement],
    counts: Counter[str],
) -> None:
    """The same steps offered as a proof of a changed claim."""
    statement = part.statement
    changed: list[tuple[str, Statement, list[dict[str, Any]]]] = []
    for number, (_, formula) in enumerate(mutated_formulas(statement.then)):
        if number == MOST:
            break
        last = [*steps[:-1], {**steps[-1], "formula": formula}]
        changed.append(("conclusion", replace(statement, then=formula), last))
    for place in range(len(statement.given)):
        fewer = statement.given[:place] + statement.given[place + 1:]
        changed.append(("hypothesis", replace(statement, given=fewer), steps))
    for var in statement.variables:
        for wider in _wider(var):
            changed.append(("domain", *_widened(statement, steps, var, wider)))
    for kind, claim, offered in changed:
        counts[f"{kind} made"] += 1
        try:
            check_steps(replace(part, statement=claim), offered, Library(library, part.local))
        except (Rejected, InputError):
            counts[f"{kind} rejected"] += 1
            continue
        _must_survive(kind, claim, counts)


def _wider(var: Var) -> Iterator[Var]:
    """The variable on a larger domain."""
    match var.of:
        case sorts.RealSort(low, high, low_open, high_open):
            if low_open and low is not None:
                yield Var(var.name, sorts.RealSort(low, high, False, high_open), var.symbol)
            if low is not None or high is not None:
                yield Var(var.name, sorts.RealSort(), var.symbol)
        case sorts.SizeSort(low, high) if low > 1 or high is not None:
            yield Var(var.name, sorts.SizeSort(1, None), var.symbol)


def _widened(
    statement: Statement, steps: list[dict[str, Any]], old: Var, new: Var
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


def _must_hold(kind: str, theorem: Theorem, counts: Counter[str]) -> None:
    """A theorem that a mutation gave must at least survive the attack."""
    given = list(theorem.hypotheses.values())
    names = {v.name: v for f in (*given, theorem.conclusion) for v in free_variables(f).values()}
    try:
        statement = build_statement(
            "mutation", list(names.values()), given, theorem.conclusion
        )
    except InputError:
        counts[f"{kind} unattacked"] += 1
        return
    _must_survive(kind, statement, counts)


def _must_survive(kind: str, statement: Statement, counts: Counter[str]) -> None:
    from verified.attack import attack

    claim = Claim("mine/mutation", Paper("mine"), statement=statement)
    try:
        report = attack(claim, seed=0, budget=BUDGET, seconds=SECONDS)
    except (InputError, ArithmeticError, ValueError):
        counts[f"{kind} unattacked"] += 1
        return
    if report.status == "refuted":
        raise UnsoundKernel(f"a {kind} was accepted, and is refuted: {statement}")
    counts[f"{kind} true"] += 1


__all__ = ["KINDS", "UnsoundKernel", "mutate_proof", "mutated_formulas", "proof_power"]
