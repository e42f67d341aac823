"""Examples 4.1 and 5.1 of Cuff and Yu (2016): values known by hand, and changed statements fall."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

from verified.attack import attack
from verified.kernel.truth import BallReading, MissingBound, decide
from verified.kernel.values import Rejected, read_moves
from verified.language import (
    MIDP,
    ClaimError,
    Close,
    Formula,
    Size,
    Statement,
    capacity,
    channel_of,
    channel_table,
    database_of,
    equals,
    find,
    information,
    log,
    mi_dp,
    on_database,
    pmf_of,
    rational,
)
from verified.papers import papers
from verified.papers.cuff_yu_2016 import examples
from verified.papers.cuff_yu_2016.common import n
from verified.papers.cuff_yu_2016.examples import (
    N,
    all_equal,
    count,
    equal_entries,
    eta,
    fair,
    neighbours,
    pair_channel,
    pair_mechanism,
    rate,
    share,
)
from verified.syntax.formulas import And
from verified.syntax.goals import normal

BUDGET = 20_000
MOST_CAPACITIES = 30


def statement_of(key: str, reading: str = "") -> Statement:
    row = find(papers(), f"cuff-yu-2016/{key}")
    for leaf in row.leaves():
        if reading in ("", leaf.reading):
            assert leaf.statement is not None
            return leaf.statement
    raise AssertionError(f"{key} has no reading {reading}")


def decided(formula: Formula, statement: Statement, moves: dict[str, Any]) -> bool | None:
    """The truth of a part of a statement; each capacity that is met gets the uniform prior."""
    bounds: dict[str, list[fmpq]] = {}
    for _ in range(MOST_CAPACITIES):
        reading = BallReading(bounds)
        env = read_moves(statement.variables, moves, reading)
        try:
            return decide(normal(formula), env, reading, precisions=(64, 128))
        except MissingBound as missing:
            inputs = missing.table.shape[0]
            bounds[missing.key] = [fmpq(1, inputs)] * inputs
    raise AssertionError("the same capacities are asked for again and again")


HOLDING: list[tuple[str, dict[str, Any]]] = [
    ("example-4.1.private", {"n": 5, "k": 2, "eps": "1/3"}),
    ("example-4.1.private", {"n": 1, "k": 0, "eps": "7"}),
    ("example-4.1.private-mi", {"n": 5, "k": 2, "eps": "1/3", "p": "1/4"}),
    ("example-4.1.private-mi", {"n": 1, "k": 0, "eps": "9", "p": "0"}),
    ("example-4.1.nothing-more", {"n": 2, "eps": "1/3"}),
    ("example-4.1.determined", {}),
    ("example-4.1.one-bit", {"n": 20, "eps": "1", "eta": "1/100"}),
    ("example-4.1.one-bit", {"n": 1, "eps": "1/1000", "eta": "2"}),
    ("example-5.1.unbounded", {"N": 5, "eps": "1/2", "K": "4/5"}),
    ("example-5.1.unbounded", {"N": 1, "eps": "1/2", "K": "0"}),
]


@pytest.mark.parametrize(("key", "moves"), HOLDING, ids=str)
def test_hypotheses_and_conclusion_hold_on_an_instance(key: str, moves: dict[str, Any]) -> None:
    statement = statement_of(key)
    assert decided(And(statement.given), statement, moves) is True
    assert decided(statement.then, statement, moves) is True


def test_hypotheses_fail_below_the_thresholds() -> None:
    for key, moves in [
        ("example-4.1.one-bit", {"n": 18, "eps": "1", "eta": "1/100"}),
        ("example-4.1.nothing-more", {"n": 1, "eps": "1"}),
        ("example-5.1.unbounded", {"N": 5, "eps": "1/2", "K": "81/100"}),
        ("example-5.1.unbounded", {"N": 5, "eps": "0", "K": "0"}),
    ]:
        statement = statement_of(key)
        assert decided(And(statement.given), statement, moves) is False


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        ("example-4.1.private", {"n": 1, "k": 1, "eps": "1"}),  # k is below n
        ("example-4.1.private", {"n": 1, "k": 0, "eps": "0"}),  # the scale would be 1/0
        ("example-5.1.private", {"N": 2, "eps": "3/2"}),  # no probability
    ],
)
def test_moves_outside_the_domain_are_rejected(key: str, moves: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        read_moves(statement_of(key).variables, moves, BallReading())


# --- values ---------------------------------------------------------------------------------------


def test_equal_entries_leak_epsilon_ln_n() -> None:
    term = information(equal_entries, pair_channel)
    for size in (1, 2, 5):
        found = BallReading().real(term, {"N": size, "eps": fmpq(2, 7)})
        assert arb(found).overlaps(arb(size).log() * 2 / 7)


def test_what_the_pair_mechanism_answers() -> None:
    """(48) and (49), for N = 2: the columns are the values 0, 1, then e_1, e_2."""
    table = BallReading().term(pair_mechanism, {"N": 2, "eps": fmpq(1, 4)}).table
    quarter, rest = fmpq(1, 4), fmpq(3, 4)
    assert table.shape == (2, 2, 4)
    assert table.data == [
        quarter, 0, rest, 0,
        0, 0, rest, quarter,
        0, 0, rest, quarter,
        0, quarter, rest, 0,
    ]


@pytest.mark.parametrize("rate_", ["1/2", "3", "20"])
def test_the_leak_of_example_4_1_by_quadrature(rate_: str) -> None:
    value = fmpq(*map(int, f"{rate_}/1".split("/")[:2]))
    found = BallReading().real(information(fair, *all_equal), {"n": 3, "eps": value})
    with workdps(20):
        scale = 1 / (3 * mpf(int(value.p)) / int(value.q))

        def leak(x: Any) -> Any:
            one, two = (mp.exp(-abs(x - m) / scale) / (2 * scale) for m in (0, 1))
            mixed = (one + two) / 2
            return (one * mp.log(one / mixed) + two * mp.log(two / mixed)) / 2

        ends = [-50 * scale, -10 * scale, -scale, 0, mpf(1) / 4, mpf(1) / 2, mpf(3) / 4, 1]
        ends += [1 + scale, 1 + 10 * scale, 1 + 50 * scale]
        expected = mp.quad(leak, sorted(ends))
    assert abs(float(found) - float(expected)) < 1e-13


# --- changed statements ---------------------------------------------------------------------------

one_bit = statement_of("example-4.1.one-bit")
unbounded = statement_of("example-5.1.unbounded")
TWO_VALUES = (N >= 2,)

CHANGED: dict[str, Statement] = {
    "4.1: closer than the noise": Statement(
        (n, count, rate), (), Close(*neighbours, rate * rational(99, 100), 0)
    ),
    "4.1: less information than there is": Statement(
        (n, count, rate), (), information(fair, *neighbours) <= rate * rate / 10
    ),
    "4.1: no leak": Statement((n, rate), (), information(fair, *all_equal) <= rate / 4),
    "4.1: entries that aren't certain": Statement(
        (n, rate),
        (n >= 2,),
        equals(information(pmf_of(rational(9, 10), rational(1, 10)), *all_equal), 0),
    ),
    "4.1: a bit too soon": Statement(
        (n, rate, eta), (n * rate >= log(1 / eta),), log(2) - eta <= information(fair, *all_equal)
    ),
    "4.1: never a bit": Statement(
        (n, rate), (), information(fair, *all_equal) <= log(2) * rational(99, 100)
    ),
    "5.1: a lower level": Statement(
        (N, share), (), MIDP(pair_mechanism, share * log(2) * rational(9, 10))
    ),
    "5.1: more than there is": Statement(
        unbounded.variables,
        unbounded.given,
        information(equal_entries, pair_channel) >= examples.K * rational(11, 10),
    ),
    "5.1: capacity without e_2": Statement(
        (N, share), TWO_VALUES, equals(capacity(pair_channel), share * log(N))
    ),
    "5.1: capacity with e_1": Statement(
        (N, share), TWO_VALUES, equals(capacity(pair_channel), share * log(N + 2))
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_statement_is_refuted(name: str) -> None:
    assert attack(CHANGED[name], budget=BUDGET).status == "refuted"


def test_one_value_refutes_the_literal_capacity() -> None:
    report = attack(statement_of("example-5.1.capacity", "literal"), budget=BUDGET)
    assert report.status == "refuted"
    assert report.certificate is not None
    assert report.certificate["moves"]["N"] == 1


# --- databases of given sizes ---------------------------------------------------------------------


def test_a_channel_stands_on_a_database_of_its_size() -> None:
    m = Size("m")
    rows = channel_of([1, 0], [0, 1], [1, 0], [0, 1], [1, 0], [0, 1])
    leaks_last = on_database(rows, database_of(3, 2))
    reading = BallReading({})
    table = reading.term(leaks_last, {}).table
    assert table.shape == (3, 2, 2)
    for build in (
        lambda: on_database(rows, database_of(2, 2)),
        lambda: on_database(rows, database_of(3, m)),
        lambda: on_database(channel_table(n * m, 2, lambda _x, _y: rational(1, 2)), database_of(m)),
        lambda: database_of(),
        lambda: database_of(0, 2),
        lambda: database_of(rational(1, 2)),
    ):
        with pytest.raises(ClaimError):
            build()
    statement = Statement((), (), mi_dp(leaks_last) <= log(2) * rational(99, 100))
    assert decided(statement.then, statement, {}) is False
