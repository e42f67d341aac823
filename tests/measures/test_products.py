"""Independent samples, repeated mechanisms, random parts of databases and shuffled reports: each
against its definition at every sequence, and what the search makes of claims on them."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from tests.measures.laws import balls, floats
from verified.attack import attack
from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading
from verified.language import (
    DP,
    KL,
    Channel,
    ClaimError,
    Database,
    H,
    Mechanism,
    Pmf,
    Queries,
    Real,
    Size,
    Symbol,
    Term,
    claim,
    composed,
    dp_delta,
    equals,
    every,
    hellinger,
    iid,
    instances,
    memoryless,
    renyi,
    shuffle,
    subsampled,
    together,
    total,
)
from verified.measures.readings import MechanismValue, OutOfReach, QueriesValue, Unreadable
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import precision

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, Q, D = Pmf("P", n), Pmf("Q", n), Database("D")
M, eps, q = Mechanism("M", D, m), Real("eps", ">=0"), Real("q")
W = Channel("W", n, m)
# Small fractions: larger ones than the precision has digits become balls.
LAWS = {
    1: [fmpq(1)], 2: [fmpq(1, 3), fmpq(2, 3)], 3: [fmpq(0), fmpq(1, 4), fmpq(3, 4)],
}
s, x = Symbol("s", n**k), Symbol("x", instances(D))


def exactly(term: Term, env: Any) -> Any:
    with precision(200):
        return BallReading({}).real(term, env)


def roughly(term: Term, env: Any) -> float:
    return float(np.broadcast_to(FloatReading().real(term, env), (1,))[0])


@pytest.mark.parametrize(("size", "count"), [(1, 0), (1, 3), (2, 0), (2, 1), (2, 4), (3, 3)])
def test_a_sequence_has_the_product_of_its_symbols_probabilities(size: int, count: int) -> None:
    law = LAWS[size]
    exact = {"n": size, "k": count, "P": balls(law)}
    rough = {"n": size, "k": count, "P": floats(law).reshape(1, size)}
    places = list(itertools.product(range(size), repeat=count))
    assert len(places) == size**count
    for number, sequence in enumerate(places):
        # Rational probabilities stay rational.
        wanted = math.prod((law[a] for a in sequence), start=fmpq(1))
        assert exactly(iid(P, k)[number], exact) == wanted
        assert roughly(iid(P, k)[number], rough) == pytest.approx(float(wanted), abs=1e-300)
    assert exactly(total(s, iid(P, k)[s]), exact) == 1


@pytest.mark.parametrize("database", [(2,), (2, 3), (1, 2, 2)])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_repeated_mechanism_gives_independent_responses(
    database: tuple[int, ...], count: int
) -> None:
    source = random.Random(count)
    rows = [[fmpq(p := source.randrange(9), 8), fmpq(8 - p, 8)] for _ in range(math.prod(database))]
    table = Balls.reshape(balls(rows), 2, (*database, 2))
    exact: Any = {"D": database, "m": 2, "k": count, "M": MechanismValue(table, database)}
    rough = {**exact, "M": MechanismValue(floats(rows).reshape(1, *database, 2), database)}
    for instance, row in enumerate(rows):
        for number, responses in enumerate(itertools.product(range(2), repeat=count)):
            term = composed(M, k)[instance][number]
            wanted = math.prod((row[y] for y in responses), start=fmpq(1))
            assert exactly(term, exact) == wanted
            assert roughly(term, rough) == pytest.approx(float(wanted))


@pytest.mark.parametrize("database", [(2,), (1,), (2, 3), (1, 2, 2)])
@pytest.mark.parametrize("share", [fmpq(0), fmpq(1, 3), fmpq(1), fmpq(-2), fmpq(5, 2)])
def test_each_entry_stays_with_the_share(database: tuple[int, ...], share: fmpq) -> None:
    source = random.Random(len(database))
    rows = [[fmpq(p := source.randrange(9), 8), fmpq(8 - p, 8)] for _ in range(math.prod(database))]
    table = Balls.reshape(balls(rows), 2, (*database, 2))
    exact: Any = {"D": database, "m": 2, "q": share, "M": MechanismValue(table, database)}
    flat = floats(rows).reshape(1, *database, 2)
    rough = {**exact, "q": np.array([float(share)]), "M": MechanismValue(flat, database)}
    kept = min(max(share, fmpq(0)), fmpq(1))
    instances_ = list(itertools.product(*map(range, database)))
    for number, instance in enumerate(instances_):
        wanted = [fmpq(0), fmpq(0)]
        for stays in itertools.product((0, 1), repeat=len(database)):
            chance = math.prod((kept if own else 1 - kept for own in stays), start=fmpq(1))
            seen = tuple(a * own for a, own in zip(instance, stays, strict=True))
            row = rows[instances_.index(seen)]
            wanted = [found + chance * p for found, p in zip(wanted, row, strict=True)]
        for y in range(2):
            term = subsampled(M, q)[number][y]
            assert exactly(term, exact) == wanted[y]
            assert roughly(term, rough) == pytest.approx(float(wanted[y]))


def test_shares_of_a_batch_are_its_rows_own() -> None:
    told = MechanismValue(np.array([[[1.0, 0.0], [0.0, 1.0]]] * 3), (2,))
    env: Any = {"D": (2,), "m": 2, "q": np.array([0.0, 0.25, 1.0]), "M": told}
    found = FloatReading().real(subsampled(M, q)[1][1], env)
    assert found == pytest.approx([0.0, 0.25, 1.0])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_uses_of_a_channel_are_independent(count: int) -> None:
    rows = [[fmpq(1, 3), fmpq(2, 3), fmpq(0)], [fmpq(1, 8), fmpq(3, 8), fmpq(1, 2)]]
    exact = {"n": 2, "m": 3, "k": count, "W": balls(rows)}
    rough = {**exact, "W": floats(rows).reshape(1, 2, 3)}
    for sent, inputs in enumerate(itertools.product(range(2), repeat=count)):
        for told, outputs in enumerate(itertools.product(range(3), repeat=count)):
            wanted = math.prod(
                (rows[a][b] for a, b in zip(inputs, outputs, strict=True)), start=fmpq(1))
            term = memoryless(W, k)[sent, told]
            assert exactly(term, exact) == wanted
            assert roughly(term, rough) == pytest.approx(float(wanted))


@pytest.mark.parametrize(("symbols", "count"), [(1, 0), (1, 3), (2, 0), (2, 1), (3, 2), (2, 4)])
def test_a_shuffle_tells_how_often_each_symbol_is_there(symbols: int, count: int) -> None:
    env = {"m": symbols, "k": count}
    sequences = list(itertools.product(range(symbols), repeat=count))
    for sent, sequence in enumerate(sequences):
        for told, other in enumerate(sequences):
            alike = all(sequence.count(a) == other.count(a) for a in range(symbols))
            wanted = int(alike and list(other) == sorted(other))
            assert exactly(shuffle(m, k)[sent, told], env) == wanted
            assert roughly(shuffle(m, k)[sent, told], env) == wanted


def test_too_many_reports_are_told() -> None:
    for term in (shuffle(m, k), memoryless(W, k)):
        env = {"n": 2, "m": 2, "k": 9, "W": balls([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]])}
        with pytest.raises(OutOfReach, match="more than 50000 cells"):
            BallReading({}).term(term, env)
        with pytest.raises(Unreadable, match="no number of times"):
            BallReading({}).term(term, {**env, "k": fmpq(1, 2)})
    for symbols in (0, fmpq(3, 2)):
        with pytest.raises(Unreadable, match="no number of symbols"):
            BallReading({}).term(shuffle(m, k), {"m": symbols, "k": 0})


def test_responses_to_too_many_instances_are_told() -> None:
    table = balls([[fmpq(1, 2), fmpq(1, 2)]] * 200)
    env: Any = {"D": (200,), "m": 2, "k": 8, "M": MechanismValue(table, (200,))}
    with pytest.raises(OutOfReach, match="more than 50000 cells"):
        BallReading({}).term(composed(M, k), env)
    assert exactly(composed(M, k)[199][0], {**env, "k": 7}) == fmpq(1, 128)


def test_it_is_all_responses_of_equal_queries() -> None:
    S = Queries("S", D, 3, m)
    row = [[fmpq(2, 3), fmpq(1, 3)], [fmpq(1, 5), fmpq(4, 5)]]
    table = balls(row)
    env: Any = {"D": (2,), "m": 2, "M": MechanismValue(table, (2,)), "eps": fmpq(1, 3)}
    env["S"] = QueriesValue("independent", (table, table, table), (2,), 2)
    one, two = (exactly(dp_delta(term, eps), env) for term in (composed(M, 3), together(S)))
    assert abs(arb(one) - arb(two)) < 1e-50


def test_known_values() -> None:
    laws = {"P": balls([fmpq(1, 2), fmpq(1, 2)]), "Q": balls([fmpq(1, 4), fmpq(3, 4)])}
    env = {"n": 2, "k": 3, **laws}
    first, second = iid(P, k), iid(Q, k)
    assert abs(arb(exactly(H(first) - 3 * H(P), env))) < 1e-50
    assert abs(arb(exactly(KL(first, second) - 3 * KL(P, Q), env))) < 1e-50
    assert abs(arb(exactly(renyi(first, second, 2) - 3 * renyi(P, Q, 2), env))) < 1e-50
    assert abs(arb(exactly(
        1 - hellinger(first, second) - (1 - hellinger(P, Q)) ** 3, env))) < 1e-50


@pytest.mark.parametrize("count", [fmpq(1, 2), -1])
def test_no_number_of_times(count: Any) -> None:
    env = {"n": 2, "k": count, "P": balls([fmpq(1, 2), fmpq(1, 2)])}
    with pytest.raises(Unreadable, match="no number of times"):
        BallReading({}).term(iid(P, k), env)


def test_too_many_sequences_are_told() -> None:
    env = {"n": 2, "k": 40, "P": balls([fmpq(1, 2), fmpq(1, 2)])}
    with pytest.raises(OutOfReach, match="more than 50000 cells"):
        BallReading({}).term(iid(P, k), env)
    # Of one symbol there is one sequence, however long.
    assert exactly(iid(P, k)[0], {"n": 1, "k": 100, "P": balls([fmpq(1)])}) == 1


@pytest.mark.parametrize(
    "wrong", [
        lambda: iid(M, k), lambda: composed(P, k), lambda: iid(P, Real("r")),
        lambda: subsampled(P, q), lambda: memoryless(P, k), lambda: shuffle(m, q),
    ]
)
def test_what_they_take(wrong: Any) -> None:
    with pytest.raises(ClaimError):
        wrong()


def test_the_search_reaches_them() -> None:
    """Composition costs k times ε, and no less; entropies add up, and no less."""
    right = claim("right", forall=[M, k, eps], given=[DP(M, eps)], then=DP(composed(M, k), k * eps))
    wrong = claim("wrong", forall=[M, k, eps], given=[DP(M, eps)], then=DP(composed(M, k), eps))
    less = claim("less", forall=[P, k], then=H(iid(P, k)) <= H(P))
    same = claim("same", forall=[P, k], then=every(s, equals(iid(P, k)[s], iid(P, k)[s])))
    assert attack(right, seed=1, budget=2000).status == "survived"
    assert attack(same, seed=1, budget=300).status == "survived"
    assert attack(wrong, seed=1, budget=3000).status == "refuted"
    assert attack(less, seed=1, budget=3000).status == "refuted"
