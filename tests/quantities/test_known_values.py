"""Parts of laws, databases and numbers at values that are known: each is another without a step of
its reading."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq

from tests.measures.laws import balls
from tests.quantities.corners import TERM
from verified.kernel.truth import BallReading
from verified.language import (
    Channel,
    ClaimError,
    Database,
    Event,
    Pmf,
    Real,
    Size,
    channel_of,
    cosh,
    database_of,
    log,
    on_database,
    pmf_of,
    separate,
    sinh,
    tanh,
)
from verified.measures.readings import MechanismValue, OutOfReach, QueriesValue, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.quantities import databases, groups, laws, mechanisms, numbers, queries
from verified.syntax.quantity import QUANTITIES

HALF = fmpq(1, 2)
MASSES = [fmpq(1, 2), fmpq(1, 3), fmpq(1, 6)]


def read(name: str, *values: Any) -> Any:
    record = QUANTITIES[name]
    assert record.reading is not None
    return record.reading(BallReading(), TERM, list(values))


def test_numbers_that_are_whole_and_others() -> None:
    assert read("add", 2, 3) == 5
    assert read("sub", 5, 2) == 3
    assert isinstance(read("sub", 5, 2), int)
    # A whole number isn't below 0; its difference is a number all the same.
    assert read("sub", 2, 5) == fmpq(-3)
    assert not isinstance(read("sub", 2, 5), int)
    assert read("sub", HALF, 2) == fmpq(-3, 2)
    assert read("sub", 2, HALF) == fmpq(3, 2)
    assert numbers._negative(BallReading(), TERM, [3]) == fmpq(-3)
    assert numbers._negative(BallReading(), TERM, [fmpq(-1, 3)]) == fmpq(1, 3)


def test_powers_of_whole_numbers_and_of_others() -> None:
    assert numbers._power(BallReading(), TERM, [2, 10]) == 1024
    assert arb(numbers._power(BallReading(), TERM, [4, HALF])).overlaps(arb(2))
    assert numbers._power(BallReading(), TERM, [HALF, 2]) == fmpq(1, 4)
    assert numbers._power(BallReading(), TERM, [0, 20_000]) == 0
    with pytest.raises(OutOfReach):
        numbers._power(BallReading(), TERM, [2, 5_001])


@pytest.mark.parametrize("name", ["quotient", "remainder"])
def test_whole_numbers_are_not_divided_by_a_negative_one(name: str) -> None:
    assert read(name, 7, 2) == {"quotient": 3, "remainder": 1}[name]
    with pytest.raises(Unreadable):
        read(name, 7, -2)


def test_hyperbolic_functions() -> None:
    x = Real("x")
    for word, told in ((sinh, fmpq(3, 4)), (cosh, fmpq(5, 4)), (tanh, fmpq(3, 5))):
        with precision(64):
            found = arb(BallReading().term(word(log(x)), {"x": fmpq(2)}))
        assert found.overlaps(arb(told))
        assert found.rad() < 1e-15


def test_databases_and_laws_on_them() -> None:
    assert read("largest_alphabet", (2, 5, 3)) == 5
    flat = read("flat_prior", (2, 2), BallArray((2, 2), [fmpq(k, 10) for k in (1, 2, 3, 4)]))
    assert flat.shape == (4,)
    assert list(flat.data) == [fmpq(k, 10) for k in (1, 2, 3, 4)]
    # The first entry is 1, the second has the law.
    found = databases._entry_prior(BallReading(), TERM, [(2, 3), 4, 1, balls(MASSES)])
    assert found.shape == (2, 3)
    assert list(found.data) == [fmpq(0)] * 3 + MASSES


def test_an_event_and_its_complement() -> None:
    law = balls(MASSES)
    assert laws._event_mass(BallReading(), TERM, [law, frozenset({0, 2})]) == fmpq(2, 3)
    assert read("complement", 3, frozenset({0, 2})) == frozenset({1})
    with pytest.raises(Unreadable):
        laws._event_mass(BallReading(), TERM, [law, frozenset({0, 3})])


def test_a_list_is_a_law_where_it_sums_to_1() -> None:
    x, y, z = Real("x"), Real("y"), Real("z")
    law = pmf_of(x, y, z)
    env = dict(zip("xyz", (fmpq(0), fmpq(1, 4), fmpq(3, 4)), strict=True))
    assert list(BallReading().term(law, env).data) == list(env.values())


FLAT, FAR = [HALF, HALF], [fmpq(1, 4), fmpq(3, 4)]


@pytest.mark.parametrize("told", [
    # Of each entry in each context: the largest is anywhere.
    [[1, 3], [2, 0]], [[3, 1], [0, 2]], [[0, 2], [1, 3]], [[0, 2], [3, 1]],
])
@pytest.mark.parametrize("reads", [mechanisms._mi_dp, groups._bayesian_mi])
def test_the_most_that_an_entry_tells_is_the_largest_capacity(
    told: list[list[int]], reads: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(told)

    def capacities(_: Any, __: Any, count: int) -> BallArray:
        found = next(left)
        assert count >= len(found)
        # More contexts than these tell nothing.
        return BallArray((count,), [fmpq(x) for x in found] + [fmpq(0)] * (count - len(found)))

    monkeypatch.setattr(BallReading, "capacities", capacities)
    rows = [FLAT, FAR, FAR, FLAT]
    whole = MechanismValue(BallArray((2, 2, 2), [x for row in rows for x in row]), (2, 2))
    assert reads(BallReading(), TERM, [whole]) == 3
    # Of an entry of one symbol none is asked for.
    single = MechanismValue(BallArray((1, 2), FLAT), (1,))
    assert reads(BallReading(), TERM, [single]) == 0


def test_laws_of_one_entry_and_databases_of_one_instance() -> None:
    """A list of one list is the law of its entries; of one number, the law of one symbol."""
    one, three = pmf_of(1), pmf_of([HALF, fmpq(1, 3), fmpq(1, 6)])
    assert list(BallReading().term(one, {}).data) == [1]
    assert list(BallReading().term(three, {}).data) == MASSES
    whole = BallReading().term(on_database(channel_of([HALF, HALF]), database_of(1)), {})
    assert whole.database == (1,)
    assert list(whole.table.data) == FLAT
    two = BallReading().term(on_database(channel_of(FLAT, FAR), database_of(1, 2)), {})
    assert two.database == (1, 2)
    assert list(two.table.data) == [*FLAT, *FAR]


def test_a_channel_of_another_size_is_not_on_an_entry() -> None:
    with pytest.raises(Unreadable, match="meets an entry of 3"):
        mechanisms._on_entry(BallReading(), TERM, [balls([FLAT, FAR]), (2, 3), 1])


def test_no_queries_are_not_released_together() -> None:
    with pytest.raises(Unreadable, match="no queries"):
        queries.together_table(BallReading(), QueriesValue("independent", (), (2,), 2))


def test_an_answer_told_once_more_is_a_history() -> None:
    """The second query's law is given by the first one's answer, where queries are sequential: the
    table of both is the product along each history."""
    first, second = [FLAT, FAR], [[FLAT, FAR], [FAR, FLAT]]
    asked = QueriesValue("sequential", (
        BallArray((2, 1, 2), [*FLAT, *FAR]),
        BallArray((2, 2, 2), [x for one in second for row in one for x in row]),
    ), (2,), 2)
    found = queries.together_table(BallReading(), asked)
    assert list(found.data) == [
        first[x][a] * second[x][a][b] for x in (0, 1) for a in (0, 1) for b in (0, 1)]
    # Of independent ones it is the product.
    asked = QueriesValue("independent", (balls(first), balls([FAR, FLAT])), (2,), 2)
    found = queries.together_table(BallReading(), asked)
    assert list(found.data) == [
        first[x][a] * [FAR, FLAT][x][b] for x in (0, 1) for a in (0, 1) for b in (0, 1)]


n, m, D = Size("n"), Size("m"), Database("D")


@pytest.mark.parametrize(("build", "message"), [
    (lambda: separate(Event("A", n), Event("B", m)), "share an alphabet"),
    (lambda: separate(Event("A", n), Pmf("P", n)), "is not an event"),
    (lambda: separate(Event("A", n), 3), "is not an event"),
    (lambda: Channel("W", n, m)[Pmf("P", n)], "a row is of a symbol"),
    (lambda: Pmf("P", n)[fmpq(1, 2)], "is no index"),
    (lambda: on_database(channel_of([1, 0], [0, 1]), databases.one_entry(2)), "a database_of"),
])  # fmt: skip
def test_words_for_other_things_are_refused(build: Any, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        build()
