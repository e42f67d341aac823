"""Tight parameters: real variables set to the least value that a hypothesis allows.

A bound is attacked where its hypotheses are tight. From "P, Q are (ε,δ)-close" or "f ≤ t" a rule
for ε, δ or t is read off, in floats for the search and in balls for the exact instance. Which rules
there are depends on the form of the hypotheses alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from flint import arb, fmpq

from verified.attack.isolate import isolated
from verified.attack.sought import is_asked_on_list, numbers
from verified.measures import divergences, privacy, pufferfish
from verified.measures.readings import Env, Reading
from verified.numbers.balls import Undefined
from verified.numbers.float_namespace import Floats
from verified.syntax.formulas import (
    And,
    Formula,
    Or,
    Predicate,
    Quantified,
    Relation,
    expand,
    negation,
)
from verified.syntax.goals import normal
from verified.syntax.sorts import (
    EventSort,
    IntegerLawSort,
    LawSort,
    RealSort,
    RealsSort,
    SymbolSort,
)
from verified.syntax.terms import Number, Op, Term, Var, free_variables

Rule = Callable[[Reading, Env], Any]

# Stands for a level that a rule works out, in the term that is to be at least that.
_LEVEL = Var("least level", RealSort())
# Beyond this, on the side that is allowed, a bound says nothing.
_FAR = fmpq(10**6)
# Bounds over more events than this aren't listed.
_MOST_LISTED = 6
# How often an interval in which a curve is largest is narrowed, and the room left beyond a bound
# that holds for all numbers: the kernel decides by ranges, which are a little too wide.
_CLOSER, _ROOM = 12, fmpq(1, 128)


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
        bound: the value as a term, where it is one.
    """

    name: str
    side: str
    value: Rule
    needs: frozenset[str]
    family: Var | None = None
    strict: bool = False
    bound: Term | None = None


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
        case Or(parts):
            # Each part binds where no other holds.
            for part in parts:
                others = tuple(normal(negation(other)) for other in parts if other is not part)
                for rule in _from(part):
                    if rule.family is None:
                        yield _guarded(rule, others[0] if len(others) == 1 else And(others))
        case Predicate("close", (p, q, epsilon, delta)) if not isinstance(
            p.sort, LawSort | IntegerLawSort
        ):
            yield from _from_close(p, q, epsilon, delta)
        case Predicate("dp", (mechanism, epsilon, delta)):
            yield from _from_dp(mechanism, epsilon, delta)
        case Predicate():
            yield from _from(normal(expand(formula)))
        case Relation(">=" | ">"):
            yield from _from(normal(formula))
        case Relation("<=" | "<" as op, left, right):
            yield from _bounded(left, right, op == "<")
            if op == "<=" and isinstance(left, Op) and left.head in _WORST:
                yield from _from_least_delta(left, right)
        case Relation("=", left, right):
            # Both ends are one.
            for rule in _bounded(left, right):
                yield replace(rule, side="least")
        case Quantified("forall", var, guard, body):
            if isinstance(var.sort, SymbolSort | EventSort) or is_asked_on_list(formula):
                yield from _from_family(var, guard, body)


def _bounded(lesser: Term, greater: Term, strict: bool = False) -> Iterator[Tightening]:
    """The rules that `lesser ≤ greater` gives."""
    for found in isolated(lesser, greater):
        yield Tightening(
            found.variable.name, found.side, _reads(found.bound, found.side), _needs(found.bound),
            strict=strict, bound=found.bound,
        )


def _at_least(target: Term, level: Rule, needs: frozenset[str]) -> Iterator[Tightening]:
    """The rules that `level ≤ target` gives, where the level is what a rule works out."""
    for found in isolated(_LEVEL, target):
        if found.variable == _LEVEL or found.variable.name in needs:
            continue
        last = _reads(found.bound, found.side)

        def value(reading: Reading, env: Env, last: Rule = last) -> Any:
            return last(reading, {**env, _LEVEL.name: level(reading, env)})

        more = _needs(found.bound) - {_LEVEL.name}
        yield Tightening(found.variable.name, found.side, value, needs | more)


def _needs(*terms: Term) -> frozenset[str]:
    return frozenset(name for term in terms for name in free_variables(term))


def _from_close(p: Term, q: Term, epsilon: Term, delta: Term) -> Iterator[Tightening]:
    def least_epsilon(reading: Reading, env: Env) -> Any:
        laws = reading.term(p, env), reading.term(q, env)
        if _is_zero(delta):
            return divergences.log_ratio_max(reading.xp, *laws)
        return divergences.least_epsilon(reading.xp, *laws, reading.real(delta, env))

    yield from _at_least(epsilon, least_epsilon, _needs(p, q, delta))
    yield from _at_least(
        delta,
        lambda reading, env: divergences.least_delta(
            reading.xp, reading.term(p, env), reading.term(q, env), reading.real(epsilon, env)
        ),
        _needs(p, q, epsilon),
    )


def _is_zero(term: Term) -> bool:
    return isinstance(term, Number) and term.value == 0


def _from_dp(mechanism: Term, epsilon: Term, delta: Term) -> Iterator[Tightening]:
    def least_epsilon(reading: Reading, env: Env) -> Any:
        value = reading.term(mechanism, env)
        entries = len(value.database)
        if _is_zero(delta):
            return privacy.dp_epsilon(reading.xp, value.table, entries)
        return privacy.dp_epsilon_at(reading.xp, value.table, entries, reading.real(delta, env))

    def least_delta(reading: Reading, env: Env) -> Any:
        value = reading.term(mechanism, env)
        entries = len(value.database)
        return privacy.dp_delta(reading.xp, value.table, entries, reading.real(epsilon, env))

    yield from _at_least(epsilon, least_epsilon, _needs(mechanism, delta))
    yield from _at_least(delta, least_delta, _needs(mechanism, epsilon))


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

    yield from _at_least(epsilon, least_epsilon, _needs(*places, delta))


def _from_family(var: Var, guard: Formula | None, body: Formula) -> Iterator[Tightening]:
    """"For every j: f(j) ≤ r[j]" sets each r[j]; "for every x: f(x) ≤ t" sets t to the largest, and
    "for every x: t ≤ f(x)" to the least; of those that a guard lets through."""
    for inner in _from(body):
        if inner.family is None:
            one = inner if guard is None else _guarded(inner, guard)
            value = _over_all(var, one)
            needs = one.needs - {var.name}
            yield replace(one, value=value, needs=needs, bound=None)
    if guard is None and isinstance(var.sort, SymbolSort):
        yield from _components(var, normal(body), ())


def _guarded(rule: Tightening, guard: Formula) -> Tightening:
    """A rule that holds where a guard does, and says nothing elsewhere."""

    def value(reading: Reading, env: Env) -> Any:
        inside = reading.holds(guard, env)
        if inside is False:
            return _nothing(reading, rule.side)
        return reading.select(inside, rule.value(reading, env), _nothing(reading, rule.side))

    needs = rule.needs | frozenset(free_variables(guard))
    return replace(rule, value=value, needs=needs, bound=None)


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
            rule = Tightening(name, "least", _reads(left, "least"), _needs(left), None, op == "<")
            for one in reversed(inside):
                rule = replace(rule, value=_over_all(one, rule))
            needs = rule.needs - {var.name, *(one.name for one in inside)}
            yield replace(rule, needs=needs, family=var)


def _reads(term: Term, side: str) -> Rule:
    """The value of a bound; one that is undefined, as 0/0 or the logarithm of what is below 0, says
    nothing."""

    def value(reading: Reading, env: Env) -> Any:
        try:
            found = reading.real(term, env)
        except Undefined:
            return _nothing(reading, side)
        if isinstance(found, float | np.ndarray):
            return np.where(np.isnan(found), _nothing(reading, side), found)
        return found

    return value


def _nothing(reading: Reading, side: str) -> Any:
    """A bound that says nothing."""
    return reading.xp.constant(-_FAR if side == "least" else _FAR)


def _over_numbers(name: str, sort: RealSort, rule: Tightening) -> Rule:
    """As `_over_all`, over the numbers of an interval: a list of them in a batch, between which one
    instance is looked at more closely. Room is left for those that nobody asked, and for ranges."""
    least = rule.side == "least"

    def extremum(reading: Reading, env: Env) -> Any:
        xp = reading.xp
        combine = xp.maximum if least else xp.minimum
        listed = numbers(sort)
        found = [rule.value(reading, {**env, name: xp.constant(number)}) for number in listed]
        result = _nothing(reading, rule.side)
        for value in found:
            result = combine(result, value)
        if not isinstance(xp, Floats):
            told = [float(arb(value)) for value in found]
            place = told.index(max(told) if least else min(told))
            low, high = listed[max(0, place - 1)], listed[min(len(listed) - 1, place + 1)]
            for _ in range(_CLOSER):
                inner = [low + (high - low) * fmpq(part, 8) for part in (3, 5)]
                values = [rule.value(reading, {**env, name: number}) for number in inner]
                for value in values:
                    result = combine(result, value)
                rises = float(arb(values[0])) < float(arb(values[1]))
                low, high = (inner[0], high) if rises is least else (low, inner[1])
        room = xp.mul(xp.abs(result), xp.constant(_ROOM))
        return xp.add(result, room) if least else xp.sub(result, room)

    return extremum


def _over_all(var: Var, rule: Tightening) -> Rule:
    """The largest of a rule's least values (the least of its greatest) over a symbol's or an
    event's values."""
    kind = "max" if rule.side == "least" else "min"
    if isinstance(var.of, RealSort):
        return _over_numbers(var.name, var.of, rule)

    def extremum(reading: Reading, env: Env) -> Any:
        combine = reading.xp.maximum if kind == "max" else reading.xp.minimum
        events = isinstance(var.sort, EventSort)
        if events and rule.bound is not None:
            profile = reading.event_profile(rule.bound, var, env)
            if profile is not None:
                return reading.event_extremum(kind, profile)
        result = _nothing(reading, rule.side)
        if events and reading.size(var.sort, env) > _MOST_LISTED:
            return result
        for point in reading.points(var.sort, env):
            result = combine(result, rule.value(reading, {**env, var.name: point}))
        return result

    return extremum
