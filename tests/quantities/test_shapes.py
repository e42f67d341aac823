"""What quantities are of: named variables, indices and sizes that fit, and those that don't."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from flint import fmpq

from tests.quantities.corners import TERM
from verified.kernel.truth import BallReading
from verified.language import (
    Channel,
    ClaimError,
    Database,
    Joint,
    Pmf,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    rational,
)
from verified.measures.readings import MechanismValue, OutOfReach, QueriesValue, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.quantities import (
    groups,
    joints,
    laws,
    products,
    pufferfish,
    queries,
    type_classes,
)
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import MechanismSort
from verified.syntax.terms import Number, equals

n, m, k = Size("n"), Size("m"), Size("k")
P, W, r, x = Pmf("P", 4), Channel("W", n, m), Reals("r", k), Real("x")
J = Joint("J", U=n, V=m, Y=k)
D = Database("D")
S, T = Queries("S", D, k, m), Queries("T", D, k, m, "partial")
j, h = Symbol("j", k), Symbol("h", m)


# --- variables of joint laws ----------------------------------------------------------------------


@pytest.mark.parametrize(("head", "detail", "message"), [
    ("conditional", ("Y ", "U"), "no groups Y  ; U"),
    ("conditional", ("Y", "Y"), "not disjoint"),
    ("conditional", ("Y", ""), "no variables of J are named"),
    ("marginal", ("U,V",), "takes one variable"),
    ("marginal", ("Z",), "no variable 'Z'"),
])
def test_variables_are_named_apart(head: str, detail: tuple[str, ...], message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        QUANTITIES[head].of((J,), detail)


def test_a_law_on_tuples_has_an_alphabet_for_each_variable() -> None:
    record = QUANTITIES["as_joint"]
    for names, sizes in (("U,U", (2, 2)), ("U,V", (2,)), ("U", (2, 2)), ("U,V,Y", (2, 2))):
        with pytest.raises(ClaimError, match="one alphabet for each variable"):
            record.of((P, *(Number(fmpq(size)) for size in sizes)), (names,))
    assert str(joints.as_joint(P, U=2, V=2).sort) == str(Joint("K", U=2, V=2).sort)


# --- indices --------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", [
    lambda: P[Number(None)], lambda: P[rational(1, 2)], lambda: P[x], lambda: P[0, 1],
    lambda: W[rational(1, 2)], lambda: W[0, 1, 0], lambda: r[rational(1, 2)], lambda: r[0, 1],
    lambda: S[rational(1, 2)], lambda: S[j, rational(1, 2)], lambda: S[j, h, h],
])
def test_an_index_is_one_whole_number(build: Callable[[], Any]) -> None:
    with pytest.raises(ClaimError):
        build()


def test_indices_pick_parts() -> None:
    assert W[0, 1].head == "at"
    assert W[0, 1].args[0] == W[0]
    asked, told = S[j], S[j, h]
    assert (asked.head, told.head) == ("query", "query_given")
    of = [queries.query(one, j).sort for one in (S, T)]
    assert all(isinstance(one, MechanismSort) for one in of)
    # A query on a part is a mechanism on what it sees.
    assert [str(one.database) for one in of] == ["D", str(queries.query_database(T, j))]


def test_what_a_law_by_its_entries_asks_for() -> None:
    one, other = Real("a"), Real("b")
    asked = laws._makes_a_law(SimpleNamespace(args=(one, other)))  # type: ignore[arg-type]
    # A mass may be 0.
    assert asked == [one >= 0, other >= 0, equals(one + other, 1)]


# --- sizes ----------------------------------------------------------------------------------------


def test_how_many_cells_are_listed() -> None:
    most = math.log2(products.MOST_CELLS)
    products._few(1, most - 1, 2, TERM)
    for times, cells in ((1, most), (2, most - 1), (20, 0.0)):
        with pytest.raises(OutOfReach):
            products._few(times, cells, 2, TERM)


def test_how_many_types_are_counted() -> None:
    most = type_classes._MOST_BITS
    large = 1 << 40
    # Of one time there is a type for each symbol; many symbols alone are not too many.
    assert type_classes._checked(large, 1, TERM) == large
    assert type_classes._checked(2, large, TERM) == large + 1
    for symbols, times in ((1 << most, 1), (1, 1 << most), (most, most)):
        with pytest.raises(OutOfReach):
            type_classes._checked(symbols, times, TERM)


# --- groups and queries ---------------------------------------------------------------------------


def test_a_group_is_one_of_entries() -> None:
    half = fmpq(1, 2)
    law = BallArray((2, 2), [fmpq(1, 4)] * 4)
    whole = MechanismValue(BallArray((2, 2, 2), [half] * 8), (2, 2))
    read = QUANTITIES["group_information"].reading
    assert read is not None
    assert read(BallReading(), TERM, [law, whole, frozenset({0}), frozenset({1})]) == 0
    for chosen, told in (({2}, {0}), ({0}, {2}), ({-1}, set())):
        with pytest.raises(Unreadable, match="is not one of 0 … 1"):
            groups._group_information(
                BallReading(), TERM, [law, whole, frozenset(chosen), frozenset(told)])


def test_a_query_on_two_entries_reads_both() -> None:
    """The entries are read in the order of the part, the last fastest."""
    sure = [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)], [fmpq(1), fmpq(0)], [fmpq(1), fmpq(0)]]
    table = BallArray((2, 2, 2), [mass for row in sure for mass in row])
    asked = QueriesValue("partial", (table,), (2, 3, 2), 2, ((0, 2),))
    spread = queries._spread(BallReading().xp, table, asked, 0)
    found = [
        [spread.data[((a * 3 + b) * 2 + c) * 2 + y] for y in range(2)]
        for a in range(2) for b in range(3) for c in range(2)
    ]
    assert found == [sure[2 * a + c] for a in range(2) for b in range(3) for c in range(2)]
    told = queries.together_table(BallReading(), asked)
    assert told.data == spread.data


def test_a_later_query_has_a_table_for_each_history() -> None:
    first = BallArray((2, 1, 2), [fmpq(1, 2)] * 4)
    rows = [fmpq(part, 10) for part in (1, 9, 2, 8, 3, 7, 4, 6)]
    later = BallArray((2, 2, 2), rows)
    asked = QueriesValue("sequential", (first, later), (2,), 2, ())
    read = QUANTITIES["query_given"].reading
    assert read is not None
    for history in range(2):
        found = read(BallReading(), TERM, [asked, 1, history])
        assert found.table.data == [rows[4 * a + 2 * history + y]
                                    for a in range(2) for y in range(2)]


def test_more_cells_of_responses_than_are_listed() -> None:
    asked = QueriesValue("independent", (BallArray((1,), [fmpq(1)]),) * 3, (2,), 1000)
    with pytest.raises(OutOfReach, match="cells"):
        queries._staged(BallReading(), TERM, None, asked, 2)


# --- frameworks -----------------------------------------------------------------------------------


def test_the_largest_image_is_that_of_any_private_function() -> None:
    read = QUANTITIES["largest_image"].reading
    assert read is not None
    for private in (((0, 1, 2), (0, 0, 1)), ((0, 0, 0), (0, 1, 1), (0, 1, 2))):
        assert read(BallReading(), TERM, [SimpleNamespace(private=private)]) == 3


def test_a_stage_is_the_largest_of_all_laws_and_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter([fmpq(1, 3), fmpq(3), fmpq(1, 2), fmpq(2)])
    monkeypatch.setattr(pufferfish, "_stage_information", lambda *_: next(told))
    graph = SimpleNamespace(edges=(0, 1))
    laws_ = BallArray((2, 2), [fmpq(1, 2)] * 4)
    data = SimpleNamespace(kind="listed", listed=2, laws=laws_)
    assert pufferfish._class_stage(BallReading(), TERM, [graph, data, None, 0]) == 3
    assert list(told) == []
    with pytest.raises(OutOfReach, match="isn't listed"):
        pufferfish._class_stage(
            BallReading(), TERM, [graph, SimpleNamespace(kind="all"), None, 0])


def test_a_stage_of_sequential_queries_has_a_row_for_each_history(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tenths = [fmpq(part, 10) for part in (1, 9, 2, 8, 3, 7, 4, 6)]
    before = [fmpq(1, 3), fmpq(2, 3), fmpq(1, 4), fmpq(3, 4)]
    asked = QueriesValue(
        "sequential", (BallArray((2, 1, 2), before), BallArray((2, 2, 2), tenths)), (2,), 2)
    flat: list[Any] = []

    def joint(xp: Any, functions: Any, masses: Any, table: Any) -> BallArray:
        flat.append(table)
        return BallArray((1, 1, 4), [fmpq(1, 4)] * 4)

    monkeypatch.setattr(pufferfish, "_edge", lambda *_: None)
    monkeypatch.setattr(pufferfish.pufferfish, "secret_joint", joint)
    pufferfish._staged(BallReading(), TERM, None, None, asked, 0, 1)
    assert list(flat[0].data) == [
        before[2 * x + h] * tenths[4 * x + 2 * h + y]
        for x in (0, 1) for h in (0, 1) for y in (0, 1)]
