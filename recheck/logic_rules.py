"""The rules of propositions, quantifiers and citation.

These take no value for granted but those of free variables, which theorems rest on: a relation with
an undefined side is false, so that each formula is true or false.
"""

from collections.abc import Collection
from typing import Any

from recheck.errors import Rejected, Unshown
from recheck.goals import normal
from recheck.statements import Opened, read_formula, read_term
from recheck.steps import Step, Theorem, at, keys_of
from recheck.trees import Key, Tree, conjuncts, negate, substitute

MOST_ATOMS = 20


# --- propositions ---------------------------------------------------------------------------------


def entails(premises: list[Tree], conclusion: Tree, key: Key) -> bool:
    """Propositional consequence: no values of the atoms make the premises true, the end false."""
    atoms: dict[str, int] = {}

    def compiled(formula: Tree) -> Any:
        match formula:
            case ["not", body]:
                return ("not", compiled(body))
            case ["and" | "or" as tag, parts]:
                return (tag, [compiled(part) for part in parts])
        text = key(formula)
        if text not in atoms and formula[0] == "quantified":
            opposite = key(normal(negate(formula)))
            if opposite in atoms:
                return ("not", ("atom", atoms[opposite]))
        return ("atom", atoms.setdefault(text, len(atoms)))

    def value(node: Any, known: dict[int, bool]) -> bool | None:
        tag, inner = node
        if tag == "atom":
            return known.get(inner)
        if tag == "not":
            told = value(inner, known)
            return None if told is None else not told
        found = [value(part, known) for part in inner]
        ends = tag == "or"
        return ends if ends in found else None if None in found else not ends

    goal = ("and", [compiled(part) for part in premises] + [("not", compiled(conclusion))])
    if len(atoms) > MOST_ATOMS:
        raise Unshown("too many atoms")

    def satisfiable(known: dict[int, bool]) -> bool:
        found = value(goal, known)
        if found is not None:
            return found
        place = next(number for number in range(len(atoms)) if number not in known)
        return any(satisfiable({**known, place: held}) for held in (True, False))

    return not satisfiable({})


def assume(step: Step) -> Theorem:
    """φ ⊢ φ. Rests on the variables of φ."""
    step.one(0)
    return step.theorem()._replace(hypotheses={step.key(step.formula): step.formula})


def discharge(step: Step) -> Theorem:
    """¬φ or ψ, from φ ⊢ ψ."""
    (shown,) = step.one()
    hypothesis = normal(read_formula(step.get("hypothesis", "formula"), step.scope))
    expected = normal(["or", [negate(hypothesis), shown]])
    step.demand(step.same(expected, step.formula), "the formula is not what is discharged")
    return step.theorem({step.key(hypothesis)})


def propositional(step: Step) -> Theorem:
    """What follows from the premises, atoms being true or false."""
    shown = [premise.formula for premise in step.premises]
    step.demand(entails(shown, step.formula, step.key), "it doesn't follow propositionally")
    return step.theorem()


# --- quantifiers ----------------------------------------------------------------------------------


def quantified(formula: Tree, kind: str) -> Tree:
    """(variable, guard, body) of a formula with a quantifier."""
    if formula[:2] != ["quantified", kind]:
        raise Rejected(f"a formula doesn't say {kind!r}")
    return formula[2:]


def generalise(step: Step) -> Theorem:
    """∀x: φ, from φ for an arbitrary x; where there is no x, that is true."""
    (shown,) = step.one()
    (bound, sort, _), guard, body = quantified(step.formula, "forall")
    name = step.arbitrary(sort)
    drop = keys_of(step, at(guard, bound, ["var", name]))
    step.demand(step.same(at(body, bound, ["var", name]), shown), "the premise isn't the body")
    return step.releasing(name, [(step.premises[0], drop)])


def specialise(step: Step) -> Theorem:
    """φ(t), from ∀x: φ. Assumes t to be a value of the sort of x (`fits`), and to meet a guard."""
    first, _ = step.some()
    (bound, sort, _), guard, body = quantified(first.formula, "forall")
    term = step.term("term")
    step.demand(step.same(at(body, bound, term), step.formula), "it isn't the body at that term")
    if guard is not None:
        step.require(at(guard, bound, term))
    step.fits(term, sort)
    return step.theorem()


def exhibit(step: Step) -> Theorem:
    """∃x: φ, from φ(t). Assumes t to be a value of the sort of x (`fits`), and to meet a guard."""
    (bound, sort, _), guard, body = quantified(step.formula, "exists")
    term = step.term("term")
    for part in (guard, body):
        if part is not None:
            step.require(at(part, bound, term))
    step.fits(term, sort)
    return step.theorem()


def obtain(step: Step) -> Theorem:
    """ψ, from ∃x: φ, and ψ under φ for an arbitrary x; that x exists isn't shown from one."""
    found, rest = step.one(2)
    (bound, sort, _), guard, body = quantified(found, "exists")
    name = step.arbitrary(sort)
    drop = {step.key(at(part, bound, ["var", name])) for part in (guard, body) if part}
    step.demand(step.same(rest, step.formula), "the second premise isn't the formula")
    first, second = step.premises
    return step.releasing(name, [(second, drop)], [first])


# --- citation -------------------------------------------------------------------------------------


def cite(step: Step) -> Theorem:
    """An instance of a statement that is shown elsewhere, or of the induction hypothesis.

    Assumes the terms to be values of the sorts of its variables (`fits`), and its hypotheses.
    """
    statement, fixed = step.proof.library(step.get("key", "json"))
    return apply_statement(step, statement, fixed)


def apply_statement(step: Step, statement: Opened, fixed: Collection[str] = ()) -> Theorem:
    """The formula must be the statement's conclusion, or a part of it, at the given terms."""
    variables, given, then, quantifier = statement
    values = step.get("values", "terms")
    step.demand(quantifier == "forall", "the statement is not about every instance")
    step.demand(set(values) <= {name for name, _, _ in variables}, "a value for no variable")
    chosen: dict[str, Tree] = {}
    checks = []
    for name, sort, _ in variables:
        if name in fixed:
            step.demand(values.get(name, ["var", name]) == ["var", name], f"{name} is fixed")
            chosen[name] = ["var", name]
            continue
        step.demand(name in values, f"no term for {name}")
        term = read_term(values[name], step.scope)
        checks.append((term, substitute(sort, chosen)))
        chosen[name] = term
    conclusion = normal(substitute(then, chosen))
    parts = [conclusion, *conjuncts(conclusion)]
    step.demand(any(step.same(part, step.formula) for part in parts),
                "the formula isn't the conclusion at these terms")
    for part in given:
        step.require(normal(substitute(part, chosen)))
    for term, sort in checks:
        step.fits(term, sort)
    return step.theorem()


RULES = {
    "assume": assume, "discharge": discharge, "propositional": propositional,
    "generalise": generalise, "specialise": specialise, "exhibit": exhibit, "obtain": obtain,
    "cite": cite,
}
