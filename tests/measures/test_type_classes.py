"""Types, the law of the type of samples, and shuffled reports as counts: each against a list of all
sequences, and what the search makes of claims on them."""

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
    KL,
    Channel,
    ClaimError,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    claim,
    equals,
    every,
    hockey_stick,
    iid,
    memoryless,
    occurrences,
    shuffle,
    shuffled,
    total,
    type_law,
    types,
)
from verified.measures.readings import OutOfReach, Unreadable
from verified.numbers.balls import precision
from verified.syntax.sympy_view import to_sympy

n, m, k = Size("n"), Size("m"), Size("k", low=0)
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
t, a, x = Symbol("t", types(m, k)), Symbol("a", m), Symbol("x", n**k)
SIZES = [(1, 0), (1, 4), (2, 0), (2, 1), (2, 5), (3, 0), (3, 1), (3, 4), (4, 3), (5, 2)]


def exactly(term: Term, env: Any) -> Any:
    with precision(200):
        return BallReading({}).real(term, env)


def listed(symbols: int, times: int) -> list[tuple[int, ...]]:
    """The sequences in order of their symbols, as the dictionary has them."""
    return [s for s in itertools.product(range(symbols), repeat=times) if list(s) == sorted(s)]


def rows_of(inputs: int, outputs: int, seed: int) -> list[list[fmpq]]:
    """Rows with entries that are 0, 1 and between."""
    source = random.Random(seed)
    weights = [[source.randrange(4) for _ in range(outputs)] for _ in range(inputs)]
    return [[fmpq(w, sum(row)) for w in row] if sum(row) else
            [fmpq(int(not place)) for place in range(outputs)] for row in weights]


@pytest.mark.parametrize(("symbols", "times"), SIZES)
def test_types_are_numbered_as_sequences_in_order(symbols: int, times: int) -> None:
    env = {"m": symbols, "k": times}
    found = listed(symbols, times)
    assert BallReading({}).term(types(m, k), env) == len(found)
    for number, sequence in enumerate(found):
        for letter in range(symbols):
            term = occurrences(m, k, number, letter)
            assert BallReading({}).term(term, env) == sequence.count(letter)


def test_there_are_many_types_of_long_sequences() -> None:
    for symbols, times in ((2, 5000), (5000, 2), (20, 200), (1, 10**6)):
        env = {"m": symbols, "k": times}
        count = math.comb(times + symbols - 1, times)
        assert BallReading({}).term(types(m, k), env) == count
        # The last type has the last symbol only.
        last = BallReading({}).term(occurrences(m, k, count - 1, symbols - 1), env)
        assert last == times
    with pytest.raises(OutOfReach, match="too many types"):
        BallReading({}).term(types(m, k), {"m": 5000, "k": 5000})
    # Both numbers tell how many digits there are.
    for symbols, times in ((1000, 1050), (1050, 1000)):
        with pytest.raises(OutOfReach, match="too many types"):
            BallReading({}).term(types(m, k), {"m": symbols, "k": times})
    assert BallReading({}).term(types(m, k), {"m": 900, "k": 900}) == math.comb(1799, 900)


def test_sympy_has_the_same_number() -> None:
    for symbols, times in ((1, 0), (1, 4), (2, 5), (3, 4), (4, 0)):
        found = to_sympy(types(m, k), {"m": symbols, "k": times})
        assert found == len(listed(symbols, times))


@pytest.mark.parametrize("inputs", [1, 2, 3])
@pytest.mark.parametrize(("outputs", "users"), [(1, 3), (2, 0), (2, 1), (2, 4), (3, 3), (4, 2)])
def test_the_counts_are_those_of_all_sequences_of_reports(
    inputs: int, outputs: int, users: int
) -> None:
    rows = rows_of(inputs, outputs, 10 * outputs + users)
    exact = {"n": inputs, "m": outputs, "k": users, "W": balls(rows)}
    even = np.full((inputs, outputs), 1 / outputs)
    rough = {**exact, "W": np.stack([floats(rows).reshape(inputs, outputs), even])}
    found = listed(outputs, users)
    for number, sent in enumerate(itertools.product(range(inputs), repeat=users)):
        wanted = [fmpq(0)] * len(found)
        for told in itertools.product(range(outputs), repeat=users):
            wanted[found.index(tuple(sorted(told)))] += math.prod(
                (rows[i][j] for i, j in zip(sent, told, strict=True)), start=fmpq(1))
        law = BallReading({}).term(shuffled(W, k, number), exact)
        # Rational probabilities stay rational, and nothing is 0 that isn't.
        assert list(law.data) == wanted
        near = np.broadcast_to(FloatReading().term(shuffled(W, k, number), rough), (2, len(found)))
        assert near[0] == pytest.approx([float(p) for p in wanted])
        assert near.sum(axis=1) == pytest.approx([1, 1])


def test_samples_have_a_multinomial_type() -> None:
    for law in ([fmpq(1)], [fmpq(1, 3), fmpq(2, 3)], [fmpq(0), fmpq(1, 4), fmpq(3, 4)]):
        for times in (0, 1, 4):
            env = {"n": len(law), "k": times, "P": balls(law)}
            for number, sequence in enumerate(listed(len(law), times)):
                counts = [sequence.count(letter) for letter in range(len(law))]
                many = math.factorial(times) // math.prod(map(math.factorial, counts))
                wanted = many * math.prod((p**c for p, c in zip(law, counts, strict=True)),
                                          start=fmpq(1))
                assert exactly(type_law(P, k)[number], env) == wanted


def test_two_precisions_and_floats_meet_far_beyond_what_is_listed() -> None:
    """300 samples have 2^300 sequences."""
    p = fmpq(1, 3)
    env = {"n": 2, "k": 300, "P": balls([1 - p, p])}
    rough = {**env, "P": np.array([[float(1 - p), float(p)]])}
    wanted = [fmpq(math.comb(300, j)) * p**j * (1 - p) ** (300 - j) for j in range(301)]
    found = {}
    for bits in (64, 256):
        with precision(bits):
            found[bits] = BallReading({}).term(type_law(P, k), env)
    near = FloatReading().term(type_law(P, k), rough)[0]
    for j in range(301):
        with precision(300):
            low, high, true = (arb(p) for p in (found[64].data[j], found[256].data[j], wanted[j]))
            assert low.overlaps(high)
            assert high.overlaps(true)
            assert low.rad() <= true * arb(2) ** -50
            assert high.rad() <= true * arb(2) ** -240
        assert near[j] == pytest.approx(float(arb(wanted[j])), rel=1e-11, abs=1e-300)


def test_a_shuffle_tells_the_same() -> None:
    """Divergences of types are those of the sequences that a shuffler puts in order."""
    rows = [[fmpq(1, 3), fmpq(2, 3)], [fmpq(3, 4), fmpq(1, 4)]]
    env = {"n": 2, "m": 2, "k": 3, "W": balls(rows), "eps": fmpq(1, 2)}
    seen, eps = memoryless(W, k) @ shuffle(m, k), Real("eps")
    for one, other in itertools.product(range(8), repeat=2):
        wanted = exactly(hockey_stick(seen[one], seen[other], eps), env)
        found = exactly(hockey_stick(shuffled(W, k, one), shuffled(W, k, other), eps), env)
        assert abs(arb(found) - arb(wanted)) < 1e-50
    laws = {"n": 2, "k": 4, "P": balls(rows[0]), "Q": balls(rows[1])}
    difference = KL(type_law(P, k), type_law(Q, k)) - KL(iid(P, k), iid(Q, k))
    assert abs(arb(exactly(difference, laws))) < 1e-50


@pytest.mark.parametrize(("env", "message"), [
    ({"m": 0, "k": 0}, "no number of symbols"), ({"m": fmpq(3, 2), "k": 0}, "no number of symbols"),
    ({"m": 2, "k": -1}, "no number of times"), ({"m": 2, "k": fmpq(1, 2)}, "no number of times"),
])
def test_what_has_no_types(env: Any, message: str) -> None:
    for term in (types(m, k), occurrences(m, k, 0, 0)):
        with pytest.raises(Unreadable, match=message):
            BallReading({}).term(term, env)


@pytest.mark.parametrize("times", [-1, fmpq(1, 2)])
def test_no_number_of_users(times: Any) -> None:
    env = {"n": 1, "m": 2, "k": times, "W": balls([[fmpq(1), fmpq(0)]]), "P": balls([fmpq(1)])}
    for term in (shuffled(W, k, 0), type_law(P, k)):
        with pytest.raises(Unreadable, match="no number of times"):
            BallReading({}).term(term, env)


def test_places_that_there_are_not() -> None:
    env = {"n": 2, "m": 2, "k": 3, "W": balls([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]])}
    for term in (occurrences(m, k, 4, 0), occurrences(m, k, 0, 2), shuffled(W, k, 8)):
        with pytest.raises(Unreadable, match="is not one of 0"):
            BallReading({}).term(term, env)
    assert list(BallReading({}).term(shuffled(W, k, 7), env).data) == [0, 0, 0, 1]


def test_what_is_too_long_to_add_up_is_told() -> None:
    rows = balls([[fmpq(1, 4)] * 4] * 2)
    for users, channel, inputs, outputs in (
        (60, rows, 2, 4), (1000, balls([[fmpq(1, 2), fmpq(1, 2)]]), 1, 2),
        (10_001, balls([[fmpq(1)]]), 1, 1), (5001, balls([[fmpq(1)]] * 2), 2, 1),
    ):
        env = {"n": inputs, "m": outputs, "k": users, "W": channel}
        with pytest.raises(OutOfReach, match="too many reports"):
            BallReading({}).term(shuffled(W, k, 0), env)
        with pytest.raises(OutOfReach, match="too many reports"):
            FloatReading().term(shuffled(W, k, 0), {**env, "W": np.ones((1, inputs, outputs))})


@pytest.mark.parametrize("wrong", [
    lambda: types(P, k), lambda: types(m, Real("r")), lambda: occurrences(m, k, t),
    lambda: occurrences(m, k, t, Real("r")), lambda: shuffled(P, k, x), lambda: type_law(W, k),
    lambda: type_law(P, Real("r")), lambda: KL(type_law(P, k), iid(P, k)),
    lambda: shuffled(W, k, 0)[Real("r")],
])
def test_what_they_take(wrong: Any) -> None:
    with pytest.raises(ClaimError):
        wrong()


def test_the_search_reaches_them() -> None:
    """Types tell as much as sequences do, more of them more, and not all symbols occur in each."""
    right = claim("right", forall=[m, k, t], then=equals(total(a, occurrences(m, k, t, a)), k))
    same = claim("same", forall=[P, Q, k], then=equals(
        hockey_stick(type_law(P, k), type_law(Q, k), 1), hockey_stick(iid(P, k), iid(Q, k), 1)))
    assert attack(same, seed=1, budget=300).status in ("survived", "undecided")
    assert attack(right, seed=1, budget=300).status == "survived"
    less = claim("less", forall=[P, Q, k], then=KL(type_law(P, k), type_law(Q, k)) <= KL(P, Q))
    there = claim("there", forall=[m, k, t, a], given=[k >= 1], then=occurrences(m, k, t, a) >= 1)
    one = claim("one", forall=[W, k, x], then=every(
        t, shuffled(W, k, x)[t] <= shuffled(W, k, 0)[t]))
    for wrong in (less, there, one):
        assert attack(wrong, seed=1, budget=3000).status == "refuted", wrong
