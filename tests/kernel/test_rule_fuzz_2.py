"""As `test_rule_fuzz`, with databases, groups and alphabets that depend on bound symbols: normal
forms of random sums over them must have the value of what they are made of."""

from __future__ import annotations

import math
import random

import pytest
from flint import fmpq

from tests.kernel import test_rule_fuzz as fuzz
from tests.kernel.test_rule_fuzz import P, Terms, a, counterexamples, m, n
from verified.language import (
    Database,
    Event,
    Mechanism,
    Pmf,
    Prior,
    Symbol,
    alphabet,
    cardinality,
    cases,
    entries,
    entry_channel,
    entry_given,
    entry_of,
    equals,
    group_channel,
    group_given,
    group_values,
    instances,
    prior_mass,
    quotient,
    remainder,
    response_given,
    total,
    with_entry,
    with_group,
)
from verified.measures.readings import MechanismValue
from verified.numbers.ball_arrays import BallArray
from verified.syntax.terms import Op

D = Database("D")
i, o = Symbol("i", entries(D)), Symbol("o", instances(D))
M, prior, wide = Mechanism("M", D, m), Prior("R", D), Pmf("V", n * m)
G, K = Event("G", entries(D)), Event("K", entries(D))


def dependent(size):
    return isinstance(size, Op) and size.head == "alphabet"


class Databases(Terms):
    """Random terms that speak of a database; sums may be over what another symbol chooses."""

    def leaf(self, bound):
        choose = self.random.choice
        if choose([True, False, False]):
            return super().leaf(bound)
        one = choose([o, *(v for v in bound if v.of.size == instances(D))])
        entry = choose([i, *(v for v in bound if v.of.size == entries(D))])
        own = entry_of(D, one, entry)
        found = [prior_mass(prior, one), alphabet(D, entry), own, one, entry, cardinality(G),
                 entry_given(prior, one, entry)[own], group_values(D, G)]
        for v in bound:
            size = v.of.size
            if dependent(size):
                changed = with_entry(D, one, size.args[1], v)
                found += 2 * [v, prior_mass(prior, changed),
                              entry_given(prior, one, size.args[1])[v]]
            if size == group_values(D, G):
                found += 2 * [prior_mass(prior, with_group(D, one, G, v)),
                              group_given(prior, one, G, K)[v]]
            if size == n * m:
                found += 2 * [wide[v], P[quotient(v, m)], remainder(v, m)]
            if size == m:
                found += 2 * [entry_channel(M, one, entry)[own, v], M[one][v],
                              response_given(prior, M, one, G, K)[0, v], wide[a * m + v]]
                found += [group_channel(M, one, G)[w, v]
                          for w in bound if w.of.size == group_values(D, G)]
        return choose(found)

    def term(self, depth, bound=()):
        choose = self.random.choice
        if not depth or choose([True, False]):
            return super().term(depth, bound)
        self.count += 1
        entry = choose([i, *(v for v in bound if v.of.size == entries(D))])
        size = choose([entries(D), instances(D), alphabet(D, entry), alphabet(D, entry), n * m, m,
                       group_values(D, G)])
        var = Symbol(f"v{self.count}", size)
        body = self.term(depth - 1, (*bound, var))
        alike = [v for v in (i, o, *bound) if v.of == var.of]
        if alike and choose([True, False]):
            body = cases(equals(var, choose(alike)), 1, 0) * body
        return total(var, body) ** choose([1, 1, 2])


def with_databases(seed, count, plain=fuzz.instances):
    chance = random.Random(seed)

    def law(size):
        weights = [chance.choice([0, 0, 1, 1, 2, 3]) for _ in range(size)]
        weights[chance.randrange(size)] += 1
        return [fmpq(weight, sum(weights)) for weight in weights]

    for env in plain(seed, count):
        shape = tuple(chance.choice([1, 2, 2, 3]) for _ in range(chance.choice([1, 2, 2])))
        number, outputs = math.prod(shape), env["m"]
        rows = [entry for _ in range(number) for entry in law(outputs)]
        groups = [frozenset(e for e in range(len(shape)) if chance.random() < 0.5) for _ in "GK"]
        yield env | {
            "D": shape, "i": chance.randrange(len(shape)), "o": chance.randrange(number),
            "M": MechanismValue(BallArray((*shape, outputs), rows), shape),
            "R": BallArray(shape, law(number)), "G": groups[0], "K": groups[1],
            "V": BallArray((env["n"] * outputs,), law(env["n"] * outputs)),
        }


@pytest.mark.parametrize("seed", range(3))
def test_what_normal_forms_say_of_databases_holds(seed, monkeypatch):
    monkeypatch.setattr(fuzz, "Terms", Databases)
    monkeypatch.setattr(fuzz, "instances", with_databases)
    found, count = counterexamples(seed, 400)
    assert not found, "\n".join(str(part) for part in found[0])
    assert count > 60
