"""Tight parameters: real variables set to the least value that a hypothesis allows.

A bound is attacked where its hypotheses are tight. From "P, Q are (ε,δ)-close" or "f ≤ t" a rule
for ε, δ or t is read off, in floats for the search and in balls for the exact instance. Which rules
there are depends on the form of the hypotheses alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from verified.language.formulas import And, Formula, Not, Predicate, Quantified, Relation, expand
from verified.language.goals import normal
from verified.language.sorts import RealSort, RealsSort, SymbolSort
from verified.language.terms import Op, Term, Var, free_variables
from verified.measures import divergences, privacy
from verified.measures.readings import Env, Reading

Rule = Callable[[Reading, Env], Any]


@dataclass(frozen=True)
class Tightening:
    """How to set one real variable: `value` gives its bound; `side` is "least" or "greatest".

    `family` is the index variable for the parts of a tuple of reals.
    """

    name: str
    side: str
    value: Rule
    needs: frozenset[str]
    family: Var | None = None


def plan(
    rules: Sequence[Tightening], chosen: Sequence[tuple[str, str]]
) -> list[list[Tightening]]:
    """The rules of the chosen (variable, side) pairs, in an order in which each can be followed.

    A choice whose rule needs a variable that is set later, in a circle, is left out.
    """
    placed: list[list[Tightening]] = []
    for name, side in chosen:
        own = [rule for rule in rules if (rule.name, rule.side) == (name, side)]
        circular = any(name in rule.needs for earlier in placed for rule in earlier)
        if own and not circular:
            placed.append(own)
    return placed


def tightenings(given: Sequence[Formula]) -> list[Tightening]:
    """Every rule for a real variable that the hypotheses give."""
    found: list[Tightening] = []
    for formula in given:
        found.extend(_from(formula))
    return found


def _from(formula: Formula) -> Iterator[Tightening]:
    match formula:
        case And(parts):
            for part in parts:
                yield from _from(part)
        case Predicate("close", (p, q, epsilon, delta)):
            yield from _from_close(p, q, epsilon, delta)
        case Predicate("dp", (mechanism, epsilon, delta)):
            yield from _from_dp(mechanism, epsilon, delta)
        case Predicate():
            yield from _from(normal(expand(formula)))
        case Relation(">=" | ">"):
            yield from _from(normal(formula))
        case Relation("<=" | "<", left, right):
            yield from _from_relation(left, right)
        case Relation("=", left, right):
            yield from _isolated(right, left, "least")
            yield from _isolated(left, right, "least")
        case Quantified("forall", var, guard, body):
            if guard is None and isinstance(var.sort, SymbolSort):
                yield from _from_family(var, body)


def _from_relation(left: Term, right: Term) -> Iterator[Tightening]:
    yield from _isolated(right, left, "least")
    yield from _isolated(left, right, "greatest")


def _isolated(target: Term, bound: Term, side: str) -> Iterator[Tightening]:
    if isinstance(target, Var) and isinstance(target.of, RealSort):
        if target.name not in free_variables(bound):
            needs = frozenset(free_variables(bound))
            yield Tightening(target.name, side, lambda reading, env: reading.real(bound, env), needs)


def _from_close(p: Term, q: Term, epsilon: Term, delta: Term) -> Iterator[Tightening]:
    if isinstance(epsilon, Var) and epsilon.name not in free_variables(delta):
        yield Tightening(
            epsilon.name,
            "least",
            lambda reading, env: divergences.least_epsilon(
                reading.xp, reading.term(p, env), reading.term(q, env), reading.real(delta, env)
            ),
            frozenset(free_variables(delta)),
        )
    if isinstance(delta, Var) and delta.name not in free_variables(epsilon):
        yield Tightening(
            delta.name,
            "least",
            lambda reading, env: divergences.least_delta(
                reading.xp, reading.term(p, env), reading.term(q, env), reading.real(epsilon, env)
            ),
            frozenset(free_variables(epsilon)),
        )


def _from_dp(mechanism: Term, epsilon: Term, delta: Term) -> Iterator[Tightening]:
    if isinstance(epsilon, Var) and epsilon.name not in free_variables(delta):

        def least_epsilon(reading: Reading, env: Env) -> Any:
            value = reading.term(mechanism, env)
            entries = len(value.database)
            return privacy.dp_epsilon_at(reading.xp, value.table, entries, reading.real(delta, env))

        yield Tightening(epsilon.name, "least", least_epsilon, frozenset(free_variables(delta)))
    if isinstance(delta, Var) and delta.name not in free_variables(epsilon):

        def least_delta(reading: Reading, env: Env) -> Any:
            value = reading.term(mechanism, env)
            entries = len(value.database)
            return privacy.dp_delta(reading.xp, value.table, entries, reading.real(epsilon, env))

        yield Tightening(delta.name, "least", least_delta, frozenset(free_variables(epsilon)))


def _from_family(var: Var, body: Formula) -> Iterator[Tightening]:
    """"For every j: f(j) ≤ r[j]" sets each r[j]; "for every x: f(x) ≤ t" sets t to the largest."""
    for inner in _from(body):
        if inner.family is not None or inner.side != "least":
            continue

        def over_all(reading: Reading, env: Env, rule: Rule = inner.value) -> Any:
            result = None
            for point in reading.points(var.sort, env):
                value = rule(reading, {**env, var.name: point})
                result = value if result is None else reading.xp.maximum(result, value)
            return reading.neutral("max") if result is None else result

        yield Tightening(inner.name, "least", over_all, inner.needs)
    match body:
        case Predicate():
            yield from _from_family(var, normal(expand(body)))
        case Relation("<=" | "<", left, Op("component", (Var(name, RealsSort()), Var(index)))):
            if index == var.name and name not in free_variables(left):
                yield Tightening(
                    name,
                    "least",
                    lambda reading, env: reading.real(left, env),
                    frozenset(free_variables(left)),
                    var,
                )
        case Quantified("forall", inner_var, None, Relation() as relation):
            # For every j and every h: f(j, h) ≤ r[j].
            yield from _nested_family(var, inner_var, relation)
        case Not() | _:
            return


def _nested_family(var: Var, inner: Var, relation: Relation) -> Iterator[Tightening]:
    match normal(relation):
        case Relation("<=" | "<", left, Op("component", (Var(name, RealsSort()), Var(index)))):
            if index != var.name or name in free_variables(left):
                return

            def largest(reading: Reading, env: Env) -> Any:
                result = None
                for point in reading.points(inner.sort, env):
                    value = reading.real(left, {**env, inner.name: point})
                    result = value if result is None else reading.xp.maximum(result, value)
                return reading.neutral("max") if result is None else result

            yield Tightening(name, "least", largest, frozenset(free_variables(left)), var)
