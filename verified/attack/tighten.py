"""Tight parameters: real variables set to the least value that a hypothesis allows.

A bound is attacked where its hypotheses are tight. From "P, Q are (ε,δ)-close" or "f ≤ t" a rule
for ε, δ or t is read off, in floats for the search and in balls for the exact instance. Which rules
there are depends on the form of the hypotheses alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verified.measures import divergences, privacy, pufferfish
from verified.measures.readings import Env, Reading
from verified.syntax.formulas import And, Formula, Predicate, Quantified, Relation, expand
from verified.syntax.goals import normal
from verified.syntax.sorts import LawSort, RealSort, RealsSort, SymbolSort
from verified.syntax.terms import Number, Op, Term, Var, free_variables

Rule = Callable[[Reading, Env], Any]


@dataclass(frozen=True)
class Tightening:
    """How to set one real variable.

    Attributes:
        name: the variable.
        side: whether `value` is the "least" or the "greatest" that the hypothesis allows.
        value: gives the bound.
        needs: the variables that the bound depends on.
        family: the index variable, for the parts of a tuple of reals.
        strict: the bound itself is not allowed.
    """

    name: str
    side: str
    value: Rule
    needs: frozenset[str]
    family: Var | None = None
    strict: bool = False


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
        case Predicate("close", (p, q, epsilon, delta)) if not isinstance(p.sort, LawSort):
            yield from _from_close(p, q, epsilon, delta)
        case Predicate("dp", (mechanism, epsilon, delta)):
            yield from _from_dp(mechanism, epsilon, delta)
        case Predicate():
            yield from _from(normal(expand(formula)))
        case Relation(">=" | ">"):
            yield from _from(normal(formula))
        case Relation("<=" | "<" as op, left, right):
            yield from _isolated(right, left, "least", op == "<")
            yield from _isolated(left, right, "greatest", op == "<")
            if op == "<=" and isinstance(left, Op) and left.head in _WORST:
                yield from _from_least_delta(left, right)
        case Relation("=", left, right):
            yield from _isolated(right, left, "least")
            yield from _isolated(left, right, "least")
        case Quantified("forall", var, guard, body):
            if guard is None and isinstance(var.sort, SymbolSort):
                yield from _from_family(var, body)


def _isolated(
    target: Term, bound: Term, side: str, strict: bool = False
) -> Iterator[Tightening]:
    target, bound = _divided(target, bound)
    if _settable(target, bound):
        assert isinstance(target, Var)
        yield Tightening(
            target.name,
            side,
            _reads(bound),
            _needs(bound),
            strict=strict,
        )


def _divided(target: Term, bound: Term) -> tuple[Term, Term]:
    """A variable that a positive number multiplies or divides, alone, and the bound on it."""
    match target:
        case Op("div", (Var() as alone, Number(c))) if c is not None and c > 0:
            return alone, bound * c
        case Op("mul", (Number(c), Var() as alone) | (Var() as alone, Number(c))):
            if c is not None and c > 0:
                return alone, bound / c
    return target, bound


def _settable(target: Term, *others: Term) -> bool:
    """Whether a term is a real variable that the others, which set it, don't mention."""
    if not (isinstance(target, Var) and isinstance(target.of, RealSort)):
        return False
    return target.name not in _needs(*others)


def _needs(*terms: Term) -> frozenset[str]:
    return frozenset(name for term in terms for name in free_variables(term))


def _from_close(p: Term, q: Term, epsilon: Term, delta: Term) -> Iterator[Tightening]:
    if _settable(epsilon, p, q, delta):
        assert isinstance(epsilon, Var)
        yield Tightening(
            epsilon.name,
            "least",
            lambda reading, env: divergences.least_epsilon(
                reading.xp, reading.term(p, env), reading.term(q, env), reading.real(delta, env)
            ),
            _needs(p, q, delta),
        )
    if _settable(delta, p, q, epsilon):
        assert isinstance(delta, Var)
        yield Tightening(
            delta.name,
            "least",
            lambda reading, env: divergences.least_delta(
                reading.xp, reading.term(p, env), reading.term(q, env), reading.real(epsilon, env)
            ),
            _needs(p, q, epsilon),
        )


def _is_zero(term: Term) -> bool:
    return isinstance(term, Number) and term.value == 0


def _from_dp(mechanism: Term, epsilon: Term, delta: Term) -> Iterator[Tightening]:
    if _settable(epsilon, mechanism, delta):
        assert isinstance(epsilon, Var)

        def least_epsilon(reading: Reading, env: Env) -> Any:
            value = reading.term(mechanism, env)
            entries = len(value.database)
            if _is_zero(delta):
                return privacy.dp_epsilon(reading.xp, value.table, entries)
            return privacy.dp_epsilon_at(reading.xp, value.table, entries, reading.real(delta, env))

        yield Tightening(epsilon.name, "least", least_epsilon, _needs(mechanism, delta))
    if _settable(delta, mechanism, epsilon):
        assert isinstance(delta, Var)

        def least_delta(reading: Reading, env: Env) -> Any:
            value = reading.term(mechanism, env)
            entries = len(value.database)
            return privacy.dp_delta(reading.xp, value.table, entries, reading.real(epsilon, env))

        yield Tightening(delta.name, "least", least_delta, _needs(mechanism, epsilon))


def _law_worst(
    xp: Any, framework: Any, law: Any, mechanism: Any, measure: pufferfish.Measure
) -> Any:
    result = xp.constant(fmpq(0))
    for index in range(len(framework.edges)):
        worst = pufferfish.law_worst(xp, framework.edge(index), law, mechanism, measure)
        result = xp.maximum(result, worst)
    return result


# Of which pairs of laws a quantity is the largest least δ.
_WORST: dict[str, Callable[..., Any]] = {
    "secret_delta": _law_worst,
    "pufferfish_delta": pufferfish.class_worst,
    "attribute_delta": pufferfish.attribute_worst,
}


def _from_least_delta(quantity: Op, delta: Term) -> Iterator[Tightening]:
    """"The least δ at ε is at most δ" sets ε: the least δ falls with ε."""
    *places, epsilon = quantity.args
    if not _settable(epsilon, *places, delta):
        return
    assert isinstance(epsilon, Var)
    worst = _WORST[quantity.head]

    def least_epsilon(reading: Reading, env: Env) -> Any:
        xp = reading.xp
        level = None if _is_zero(delta) else xp.expand(reading.real(delta, env), 1)

        def measure(p: Any, q: Any) -> Any:
            if level is None:
                return divergences.log_ratio_max(xp, p, q)
            return xp.over_laws(
                p, q, lambda one, two: divergences.least_epsilon(xp, one, two, level)
            )

        return worst(xp, *(reading.term(place, env) for place in places), measure)

    yield Tightening(epsilon.name, "least", least_epsilon, _needs(*places, delta))


def _from_family(var: Var, body: Formula) -> Iterator[Tightening]:
    """"For every j: f(j) ≤ r[j]" sets each r[j]; "for every x: f(x) ≤ t" sets t to the largest, and
    "for every x: t ≤ f(x)" to the least."""
    for inner in _from(body):
        if inner.family is None:
            value = _over_all(var, inner.value, "max" if inner.side == "least" else "min")
            needs = inner.needs - {var.name}
            yield Tightening(inner.name, inner.side, value, needs, strict=inner.strict)
    yield from _components(var, normal(body), ())


def _components(var: Var, body: Formula, inside: tuple[Var, ...]) -> Iterator[Tightening]:
    """Rules for r[var] from a normal body, under quantifiers over the symbols of `inside`."""
    match body:
        case And(parts):
            for part in parts:
                yield from _components(var, part, inside)
        case Quantified("forall", inner, None, below) if isinstance(inner.sort, SymbolSort):
            yield from _components(var, below, (*inside, inner))
        case Relation(
            "<=" | "<" as op, left, Op("component", (Var(name, RealsSort()), Var(index)))
        ) if index == var.name and name not in free_variables(left):
            rule: Rule = _reads(left)
            for one in reversed(inside):
                rule = _over_all(one, rule, "max")
            needs = _needs(left) - {var.name, *(one.name for one in inside)}
            yield Tightening(name, "least", rule, needs, var, op == "<")


def _reads(term: Term) -> Rule:
    return lambda reading, env: reading.real(term, env)


def _over_all(var: Var, rule: Rule, kind: str) -> Rule:
    """The largest or least value of a rule over the symbols of a variable."""

    def extremum(reading: Reading, env: Env) -> Any:
        combine = reading.xp.maximum if kind == "max" else reading.xp.minimum
        result = None
        for point in reading.points(var.sort, env):
            value = rule(reading, {**env, var.name: point})
            result = value if result is None else combine(result, value)
        return reading.neutral(kind) if result is None else result

    return extremum
