"""Groups of entries: each quantity against its definition, listed outcome by outcome."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from tests.measures.laws import balls, floats, random_law
from verified.attack.certify import with_bounds
from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading
from verified.language import (
    ClaimError,
    Database,
    Event,
    H,
    I,
    Mechanism,
    Prior,
    Queries,
    Size,
    Symbol,
    Term,
    bayesian_epsilon,
    bayesian_mi,
    cardinality,
    complement,
    conditional_entry_information,
    entries,
    entry_epsilon,
    free_lunch_epsilon,
    group_channel,
    group_given,
    group_information,
    group_joint,
    group_values,
    mi_dp,
    prior_mass,
    response_given,
    separate,
    singleton,
    stage_information,
    together,
    total,
    with_group,
)
from verified.language import information as information_of
from verified.measures import groups
from verified.measures.databases import database_joint
from verified.measures.groups import MOST_FUNCTIONS
from verified.measures.readings import MechanismValue, QueriesValue, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Undefined, precision

D, m, k = Database("D"), Size("m"), Size("k")
M, P = Mechanism("M", D, m), Prior("P", D)
group, known = Event("I", entries(D)), Event("J", entries(D))
i, j = Symbol("i", entries(D)), Symbol("j", k)
S = Queries("S", D, k, m, "sequential")
T = Queries("T", D, k, m)
WIDTH = fmpq(1, 10**30)
SHAPES = [(2,), (2, 2), (3, 2), (1, 2), (2, 2, 2), (2, 1, 3)]

Table = dict[tuple[int, ...], list[fmpq]]


def instances(database: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return itertools.product(*map(range, database))


def drawn(seed: int, database: tuple[int, ...], outputs: int = 3) -> tuple[list[fmpq], Table]:
    """A prior with a few impossible instances, and a mechanism without zeros."""
    source = random.Random(seed)
    count = math.prod(database)
    prior = random_law(source, count, zeros=count // 3)
    return prior, {x: random_law(source, outputs) for x in instances(database)}


def nested(database: tuple[int, ...], table: Table) -> list[Any]:
    return [table[x] for x in instances(database)]


def environment(database: tuple[int, ...], prior: list[fmpq], table: Table, kind: str) -> Any:
    """The variables' values in balls or (as a batch of one) in floats."""
    rows = nested(database, table)
    outputs = len(rows[0])
    if kind == "balls":
        mass = Balls.reshape(balls(prior), 1, database)
        law = Balls.reshape(balls(rows), 2, (*database, outputs))
    else:
        mass = floats(prior).reshape(1, *database)
        law = floats(rows).reshape(1, *database, outputs)
    return {"D": database, "m": outputs, "P": mass, "M": MechanismValue(law, database)}


def exactly(term: Term, env: Any) -> Any:
    with precision(200):
        bounds: dict[str, list[fmpq]] = {}
        return with_bounds(bounds, WIDTH, lambda: BallReading(bounds).real(term, env))


def roughly(term: Term, env: Any) -> float:
    return float(np.broadcast_to(FloatReading().real(term, env), (1,))[0])


def checked(
    term: Term, expected: float, database: tuple[int, ...], drawn_: Any, **more: Any
) -> None:
    prior, table = drawn_
    found = exactly(term, {**environment(database, prior, table, "balls"), **more})
    assert abs(arb(found) - arb(expected)) < 1e-11
    rough = roughly(term, {**environment(database, prior, table, "floats"), **more})
    assert rough == pytest.approx(expected, rel=1e-9, abs=1e-12)


def information(joint: dict[tuple[Any, Any, Any], Fraction]) -> float:
    """I(A;B|C) from the probabilities of (a, b, c), by the definition."""

    def margin(*axes: int) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = {}
        for key, mass in joint.items():
            kept = tuple(key[axis] for axis in axes)
            found[kept] = found.get(kept, Fraction(0)) + mass
        return found

    ac, bc, c = margin(0, 2), margin(1, 2), margin(2)
    return sum(
        float(mass) * math.log(mass * c[(z,)] / (ac[(x, z)] * bc[(y, z)]))
        for (x, y, z), mass in joint.items()
        if mass > 0
    )


def fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def joint_of(
    database: tuple[int, ...], drawn_: Any, first: set[int], given: set[int]
) -> dict[tuple[Any, Any, Any], Fraction]:
    prior, table = drawn_
    joint: dict[tuple[Any, Any, Any], Fraction] = {}
    for x, mass in zip(instances(database), prior, strict=True):
        for y, chance in enumerate(table[x]):
            key = tuple(x[e] for e in sorted(first)), y, tuple(x[e] for e in sorted(given))
            joint[key] = joint.get(key, Fraction(0)) + fraction(mass) * fraction(chance)
    return joint


def groups_of(count: int) -> Iterator[frozenset[int]]:
    for number in range(count + 1):
        yield from map(frozenset, itertools.combinations(range(count), number))


# --- sets of entries ------------------------------------------------------------------------------


def test_sets_of_entries() -> None:
    env = {"D": (2, 2, 3), "I": frozenset({0, 2}), "i": 1}
    reading = BallReading()
    assert reading.term(cardinality(group), env) == 2
    assert reading.term(complement(group), env) == frozenset({1})
    assert reading.term(complement(complement(group)), env) == env["I"]
    assert reading.term(singleton(i, entries(D)), env) == frozenset({1})
    empty = {**env, "I": frozenset()}
    assert reading.term(cardinality(group), empty) == 0
    assert reading.term(complement(group), empty) == frozenset({0, 1, 2})


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [({0}, {1, 2}, True), (set(), {0, 1, 2}, True), ({0, 1}, {1}, False), (set(), set(), True)],
)
def test_separate_sets_share_nothing(first: set[int], second: set[int], apart: bool) -> None:
    env = {"D": (2, 2, 2), "I": frozenset(first), "J": frozenset(second)}
    assert BallReading().holds(separate(group, known), env) is apart
    assert bool(FloatReading().holds(separate(group, known), env)) is apart


def test_sets_of_other_alphabets_are_refused() -> None:
    other = Event("A", m)
    with pytest.raises(ClaimError, match="its group, is entries"):
        group_information(P, M, other, group)
    with pytest.raises(ClaimError, match="share an alphabet"):
        separate(group, other)
    with pytest.raises(ClaimError, match="event"):
        complement(i)
    with pytest.raises(ClaimError, match="event"):
        cardinality(P)
    with pytest.raises(Unreadable, match="index"):
        BallReading().term(singleton(i, entries(D)), {"D": (2,), "i": 1})


# --- information of groups ------------------------------------------------------------------------


@pytest.mark.parametrize("database", SHAPES, ids=str)
def test_group_information_is_by_its_definition(database: tuple[int, ...]) -> None:
    instance = drawn(len(database), database)
    for first in groups_of(len(database)):
        for given in groups_of(len(database)):
            expected = information(joint_of(database, instance, set(first), set(given)))
            checked(
                group_information(P, M, group, known),
                expected,
                database,
                instance,
                I=first,
                J=given,
            )


def test_known_entries_leak_nothing_more() -> None:
    env = environment((2, 2), *drawn(1, (2, 2)), "balls")
    term = group_information(P, M, group, known)
    assert exactly(term, {**env, "I": frozenset({1}), "J": frozenset({0, 1})}) == 0
    assert exactly(term, {**env, "I": frozenset(), "J": frozenset()}) == 0
    # Exactly, where the law's numbers are balls, too, and their quotients cancel to no 1.
    prior, table = (
        BallArray(nested.shape, [arb(entry).sqrt() for entry in nested.data])
        for nested in (env["P"], env["M"].table)
    )
    joint = database_joint(Balls, prior, MechanismValue(table, (2, 2)))
    for own, given in (({1}, {0, 1}), (set(), {0})):
        found = groups.group_information(Balls, joint, 3, own, given)
        assert isinstance(found, fmpq)
        assert found == 0


@pytest.mark.parametrize("database", [(2, 2), (3, 2), (2, 1, 2)], ids=str)
def test_joint_laws_of_groups_tell_what_the_groups_tell(database: tuple[int, ...]) -> None:
    env = environment(database, *drawn(len(database), database), "floats")
    third, joined = Event("K", entries(D)), Event("U", entries(D))
    joint = group_joint(P, M, group, known, third)
    every_one = frozenset(range(len(database)))

    def found(term: Term, **more: Any) -> float:
        return roughly(term, {**env, **more})

    for first, second, given in itertools.product(groups_of(len(database)), repeat=3):
        at = {"I": first, "J": second, "K": given}
        for whole, told, query in [
            (first | second, given, "A,B;Y|C"), (first, second | given, "A;Y|B,C"),
            (first, given, "A;Y|C"), (second, given, "B;Y|C"),
        ]:
            expected = found(group_information(P, M, third, joined), K=whole, U=told)
            assert found(I(joint, query), **at) == pytest.approx(expected, abs=1e-12)
        for event, name in ((first, "A"), (second, "B"), (given, "C")):
            if not event:
                assert found(H(joint, name), **at) == pytest.approx(0, abs=1e-12)
        if first | second | given == every_one:
            expected = found(information_of(P, M))
            assert found(I(joint, "A,B,C;Y"), **at) == pytest.approx(expected, abs=1e-12)


def values_of(database: tuple[int, ...], group_: frozenset[int]) -> list[dict[int, int]]:
    """The values of a group: a symbol for each of its entries."""
    entries_ = sorted(group_)
    ranges = (range(database[entry]) for entry in entries_)
    return [dict(zip(entries_, symbols, strict=True)) for symbols in itertools.product(*ranges)]


def agrees(x: tuple[int, ...], value: dict[int, int]) -> bool:
    return all(x[entry] == symbol for entry, symbol in value.items())


def divided(masses: list[Fraction]) -> list[Fraction]:
    whole = sum(masses)
    return [mass / whole if whole else Fraction(1, len(masses)) for mass in masses]


@pytest.mark.parametrize("database", [(2,), (3, 2), (2, 1, 2)], ids=str)
def test_laws_of_groups_and_of_responses_are_by_counting(database: tuple[int, ...]) -> None:
    prior, table = drawn(len(database) + 5, database)
    masses = dict(zip(instances(database), map(fraction, prior), strict=True))
    env = environment(database, prior, table, "balls")
    number, value = Symbol("x", math.prod(database)), Symbol("v", group_values(D, group))
    reading = BallReading()

    def rows(term: Term, found: Any) -> list[Any]:
        read = reading.term(term, {**env, **found})
        return [fraction(entry) for entry in read.data]

    for first, given in itertools.product(groups_of(len(database)), repeat=2):
        values = values_of(database, first)
        for place, x in enumerate(instances(database)):
            at = {"I": first, "J": given, "x": place}
            assert reading.term(group_values(D, group), {**env, **at}) == len(values)
            known_ = {entry: x[entry] for entry in given}
            law, responses, channel = [], [], []
            for index, chosen in enumerate(values):
                changed = tuple(chosen.get(entry, symbol) for entry, symbol in enumerate(x))
                term = with_group(D, number, group, value)
                assert list(instances(database))[
                    reading.term(term, {**env, **at, "v": index})
                ] == changed
                channel += map(fraction, table[changed])
                possible = [z for z in masses if agrees(z, chosen) and agrees(z, known_)]
                law.append(sum((masses[z] for z in possible), Fraction(0)))
                responses += divided([
                    sum((masses[z] * fraction(table[z][y]) for z in possible), Fraction(0))
                    for y in range(3)
                ])
            assert rows(group_given(P, number, group, known), at) == divided(law)
            assert rows(response_given(P, M, number, group, known), at) == responses
            assert rows(group_channel(M, number, group), at) == channel


@pytest.mark.parametrize("database", [(2,), (3, 2), (2, 1, 2), (2, 2, 2)], ids=str)
def test_information_of_groups_is_a_mean_over_what_is_known(database: tuple[int, ...]) -> None:
    prior, table = drawn(len(database) + 9, database)
    env = environment(database, prior, table, "floats")
    x = Symbol("x", math.prod(database))
    law = group_given(P, x, group, known)

    def mean(channel: Term) -> Term:
        return total(x, prior_mass(P, x) * information_of(law, channel))

    for first, given in itertools.product(groups_of(len(database)), repeat=2):
        at = {**env, "I": first, "J": given}
        expected = roughly(group_information(P, M, group, known), at)
        told = roughly(mean(response_given(P, M, x, group, known)), at)
        assert told == pytest.approx(expected, abs=1e-12)
        if first | given == set(range(len(database))) and not first & given:
            told = roughly(mean(group_channel(M, x, group)), at)
            assert told == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("database", [(2,), (3, 2), (2, 1, 2), (2, 2, 2)], ids=str)
def test_bayesian_epsilon_is_the_largest_between_possible_conditions(
    database: tuple[int, ...],
) -> None:
    prior, table = drawn(len(database) + 9, database)
    env = environment(database, prior, table, "balls")
    reading = BallReading()
    own, x = singleton(i, entries(D)), Symbol("x", math.prod(database))
    worst = 0.0
    for entry, given in itertools.product(range(len(database)), groups_of(len(database))):
        for place in range(math.prod(database)):
            if not prior[place]:
                continue
            at = {**env, "i": entry, "J": given, "x": place}
            law = reading.term(group_given(P, x, own, known), at).data
            rows = reading.term(response_given(P, M, x, own, known), at).data
            possible = [rows[3 * v : 3 * v + 3] for v, mass in enumerate(law) if mass > 0]
            worst = max(worst, *(
                log_ratio(one, two) for one, two in itertools.product(possible, repeat=2)
            ))
    assert roughly(bayesian_epsilon(P, M), environment(database, prior, table, "floats")) == (
        pytest.approx(worst, rel=1e-9, abs=1e-12)
    )


def test_values_of_other_groups_are_refused() -> None:
    other, number = Event("A", m), Symbol("x", 4)
    for term in (
        lambda: group_values(D, other), lambda: with_group(D, number, other, 0),
        lambda: group_channel(M, number, other), lambda: group_given(P, number, group, other),
        lambda: group_given(P, number, other, group),
        lambda: response_given(P, M, number, group, other),
    ):
        with pytest.raises(ClaimError, match=r"its (group|known), is entries\(D\)"):
            term()
    env = {"D": (2, 3), "I": frozenset({1}), "x": 5}
    with pytest.raises(Unreadable, match="index"):
        BallReading().term(with_group(D, number, group, 3), env)


# --- levels of privacy ----------------------------------------------------------------------------


def log_ratio(one: list[fmpq], two: list[fmpq]) -> float:
    return max(
        abs(math.log(fraction(p) / fraction(q))) for p, q in zip(one, two, strict=True) if p or q
    )


@pytest.mark.parametrize("database", SHAPES, ids=str)
def test_levels_are_the_largest_log_ratios(database: tuple[int, ...]) -> None:
    instance = drawn(7, database)
    table = instance[1]
    pairs = list(itertools.product(instances(database), repeat=2))
    for entry in range(len(database)):
        expected = max(
            log_ratio(table[x], table[z])
            for x, z in pairs
            if all(a == b for e, (a, b) in enumerate(zip(x, z, strict=True)) if e != entry)
        )
        checked(entry_epsilon(M, i), expected, database, instance, i=entry)
    expected = max(log_ratio(table[x], table[z]) for x, z in pairs)
    checked(free_lunch_epsilon(M), expected, database, instance)


@pytest.mark.parametrize("database", SHAPES, ids=str)
@pytest.mark.parametrize("seed", [3, 4])
def test_the_bayesian_level_is_by_its_definition(database: tuple[int, ...], seed: int) -> None:
    instance = drawn(seed, database)
    prior, table = instance

    def law_given(fixed: dict[int, int]) -> list[fmpq] | None:
        """The law of Y given these entries; None where they are impossible."""
        kept = [
            (mass, table[x])
            for x, mass in zip(instances(database), prior, strict=True)
            if all(x[e] == value for e, value in fixed.items())
        ]
        total = sum((mass for mass, _ in kept), fmpq(0))
        if total == 0:
            return None
        return [
            sum((mass * row[y] for mass, row in kept), fmpq(0)) / total for y in range(3)
        ]

    worst = 0.0
    for entry, size in enumerate(database):
        others = [e for e in range(len(database)) if e != entry]
        for places in groups_of(len(others)):
            chosen = [others[place] for place in sorted(places)]
            for values in itertools.product(*(range(database[e]) for e in chosen)):
                fixed = dict(zip(chosen, values, strict=True))
                laws = [law_given({**fixed, entry: value}) for value in range(size)]
                possible = [law for law in laws if law is not None]
                for one, two in itertools.combinations(possible, 2):
                    worst = max(worst, log_ratio(one, two))
    checked(bayesian_epsilon(P, M), worst, database, instance)


def test_levels_are_infinite_where_a_response_tells() -> None:
    table: Table = {(0,): [fmpq(1), fmpq(0)], (1,): [fmpq(1, 2), fmpq(1, 2)]}
    for prior, level in (([fmpq(1, 2), fmpq(1, 2)], True), ([fmpq(1), fmpq(0)], False)):
        env = environment((2,), prior, table, "balls")
        found = arb(exactly(bayesian_epsilon(P, M), env))
        assert (not found.is_finite()) is level
        assert not arb(exactly(free_lunch_epsilon(M), env)).is_finite()
        assert roughly(bayesian_epsilon(P, M), environment((2,), prior, table, "floats")) == (
            math.inf if level else 0.0
        )


def test_a_prior_on_two_instances_compares_their_responses() -> None:
    """So the Bayesian level, maximised over priors, is the free-lunch level."""
    database = (2, 3)
    _, table = drawn(7, database)
    for one, two in itertools.combinations(range(6), 2):
        prior = [fmpq(int(place in (one, two)), 2) for place in range(6)]
        rows = nested(database, table)
        expected = log_ratio(rows[one], rows[two])
        checked(bayesian_epsilon(P, M), expected, database, (prior, table))


# --- suprema over priors --------------------------------------------------------------------------


def test_the_sum_of_two_bits_tells_one_of_them_at_most() -> None:
    """X_1 is told where X_2 is certain, or equal to it; a bit is all there is to tell."""
    ones = [fmpq(int(y == s)) for s in range(3) for y in range(3)]
    total: Table = {
        (a, b): ones[3 * (a + b) : 3 * (a + b) + 3] for a in range(2) for b in range(2)
    }
    env = environment((2, 2), [fmpq(1, 4)] * 4, total, "balls")
    with precision(200):
        assert abs(arb(exactly(bayesian_mi(M), env)) - arb(2).log()) < 1e-20


def test_correlation_leaks_what_no_neighbour_does() -> None:
    """Each bit is flipped with probability 1/4 and both are released together: a copy in X_2 shows
    X_1 twice."""
    p = [[fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 4), fmpq(3, 4)]]
    table: Table = {
        (a, b): [p[a][u] * p[b][v] for u in range(2) for v in range(2)]
        for a in range(2)
        for b in range(2)
    }
    env = environment((2, 2), [fmpq(1, 4)] * 4, table, "balls")
    # Inputs 00 and 11, uniform by symmetry: the mixed outputs 01, 10 say nothing, and 00, 11 (with
    # probability 10/16) are a symmetric channel of crossover 1/10.
    h = -(0.9 * math.log(0.9) + 0.1 * math.log(0.1))
    assert float(arb(exactly(bayesian_mi(M), env))) == pytest.approx(
        0.625 * (math.log(2) - h), rel=1e-12
    )
    assert arb(exactly(mi_dp(M), env)) < arb(exactly(bayesian_mi(M), env))


@pytest.mark.parametrize("database", [(2,), (2, 2), (3, 2), (1, 2), (2, 2, 2)], ids=str)
def test_no_prior_exceeds_the_supremum(database: tuple[int, ...]) -> None:
    _, table = drawn(11, database)
    source = random.Random(5)
    count = math.prod(database)
    env = environment(database, random_law(source, count), table, "balls")
    level = float(arb(exactly(bayesian_mi(M), env)))
    assert roughly(bayesian_mi(M), environment(database, env_prior(count), table, "floats")) == (
        pytest.approx(level, rel=1e-7)
    )
    best = 0.0
    for trial in range(60):
        prior = random_law(source, count, zeros=trial % count)
        for first in range(len(database)):
            for given in groups_of(len(database)):
                joint = joint_of(database, (prior, table), {first}, set(given))
                best = max(best, information(joint))
    assert 0 < best <= level * (1 + 1e-9)


def env_prior(count: int) -> list[fmpq]:
    return [fmpq(1, count)] * count


def test_too_many_dependences_are_refused() -> None:
    database = (3, 4)
    assert MOST_FUNCTIONS < 4**3
    env = environment(database, *drawn(1, database), "balls")
    with pytest.raises(Unreadable, match="too many ways"):
        exactly(bayesian_mi(M), env)


# --- queries in sequence --------------------------------------------------------------------------


def queries_of(seed: int, kind: str, database: tuple[int, ...], outputs: int, count: int) -> Any:
    source = random.Random(seed)
    whole = math.prod(database)
    tables = []
    for index in range(count):
        history = outputs**index if kind == "sequential" else 1
        rows = [random_law(source, outputs) for _ in range(whole * history)]
        shape = (*database, history, outputs) if kind == "sequential" else (*database, outputs)
        tables.append((rows, shape))
    exact = tuple(Balls.reshape(balls(rows), 2, shape) for rows, shape in tables)
    rough = tuple(floats(rows).reshape(1, *shape) for rows, shape in tables)
    return (
        QueriesValue(kind, exact, database, outputs),
        QueriesValue(kind, rough, database, outputs),
    )


@pytest.mark.parametrize(("name", "queries"), [("S", S), ("T", T)])
@pytest.mark.parametrize("database", [(2,), (2, 2), (3, 2)], ids=str)
def test_stages_add_up_to_all_responses(
    name: str, queries: Term, database: tuple[int, ...]
) -> None:
    """The chain rule: I(X_i;Y^k|X^-i) = Σ_j I(X_i;Y_j|X^-i,Y^{j-1})."""
    kind = "sequential" if name == "S" else "independent"
    exact, rough = queries_of(2, kind, database, 2, 3)
    prior, table = drawn(9, database)
    for entry in range(len(database)):
        for value, env in (
            (exact, environment(database, prior, table, "balls")),
            (rough, environment(database, prior, table, "floats")),
        ):
            env = {**env, "k": 3, "m": 2, name: value, "i": entry}
            read = exactly if value is exact else roughly
            stages = [
                float(arb(read(stage_information(P, queries, i, j), {**env, "j": stage})))
                for stage in range(3)
            ]
            whole = read(conditional_entry_information(P, together(queries), i), env)
            assert sum(stages) == pytest.approx(float(arb(whole)), rel=1e-9, abs=1e-13)
            assert all(stage >= 0 for stage in stages)


def test_the_first_stage_has_no_history() -> None:
    exact, _ = queries_of(2, "sequential", (2, 2), 2, 1)
    env = {**environment((2, 2), *drawn(9, (2, 2)), "balls"), "k": 1, "m": 2, "S": exact, "i": 0}
    one = exactly(stage_information(P, S, i, j), {**env, "j": 0})
    assert arb(one).overlaps(
        arb(exactly(conditional_entry_information(P, together(S), i), env))
    )


def test_partial_queries_have_no_history() -> None:
    with pytest.raises(ClaimError, match="of the kind partial"):
        stage_information(P, Queries("C", D, k, m, "partial"), i, j)


def test_stages_and_entries_are_in_range() -> None:
    exact, _ = queries_of(2, "sequential", (2,), 2, 2)
    env = {**environment((2,), *drawn(9, (2,)), "balls"), "k": 2, "m": 2, "S": exact}
    for wrong in ({"i": 0, "j": 2}, {"i": 1, "j": 0}):
        with pytest.raises((Unreadable, Undefined), match="index"):
            exactly(stage_information(P, S, i, j), {**env, **wrong})
