"""What quantifiers over laws and numbers seek: unknowns, ways, coordinates, conditions."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from verified.kernel.truth import BallReading
from verified.language import Channel, Joint, Pmf, Real, Size, Symbol, both, either, every, some
from verified.measures import programs
from verified.measures.programs import Program, Unknown
from verified.measures.readings import OutOfReach
from verified.syntax.formulas import Not, Relation
from verified.syntax.goals import normal

R, W, J, delta = Pmf("R", 3), Channel("W", 2, 3), Joint("J", X=2, Y=3), Real("delta", "[0,1]")
a = Symbol("a", 3)


def program(formula: Any) -> Program:
    return Program(normal(formula), {}, BallReading())


@pytest.mark.parametrize(("var", "shape", "rows", "symbols"), [
    (R, (3,), 1, 3), (W, (2, 3), 2, 3), (J, (2, 3), 1, 6), (delta, (), 0, 1),
])
def test_what_is_sought_is_so_many_laws(var: Any, shape: Any, rows: int, symbols: int) -> None:
    one = Unknown(var, shape)
    assert (one.rows, one.symbols, one.is_nowhere()) == (rows, symbols, False)


def test_there_is_no_law_on_no_symbols_and_one_channel_without_inputs() -> None:
    assert Unknown(R, (0,)).is_nowhere()
    assert Unknown(J, (2, 0)).is_nowhere()
    assert Unknown(W, (2, 0)).is_nowhere()
    with pytest.raises(OutOfReach, match="without inputs"):
        Unknown(W, (0, 2)).is_nowhere()


def test_coordinates_leave_out_first_symbols() -> None:
    found = program(some(W, some(delta, W[0][0] <= delta)))
    assert found.coordinates() == [
        (0, 0, 1), (0, 0, 2), (0, 1, 1), (0, 1, 2), (1, 0, 1),
    ]
    assert len(program(some(J, J[0, 0] <= 1)).coordinates()) == 5


def test_the_numbers_of_a_condition() -> None:
    """5 δ + R(1) − 2 R(2) − 7 ≤ 0 has the constant −7 and the slopes 1, −2 and 5."""
    found = program(some(R, some(delta, 5 * delta + R[1] <= 2 * R[2] + 7)))
    (one,) = found.conditions(found.ways[0])
    assert (one.op, one.constant, one.slopes) == ("<=", -7, [fmpq(1), fmpq(-2), fmpq(5)])


def test_numbers_lie_within_their_ends() -> None:
    """An open end is a condition of its own, one without an end is none."""
    for interval, ends in (("(0,1)", 2), ("(0,1]", 1), ("[0,1)", 1), ("[0,1]", 0),
                           ("(0,inf)", 1), ("(-inf,1)", 1), ("(-inf,inf)", 0)):
        number = Real("x", interval)
        (way,) = program(some(R, some(number, number + R[0] <= 5))).ways
        assert [one.op for one in way] == ["<=", *["<"] * ends]
    x = Real("x", "(0,1)")
    low, high = program(some(R, some(x, x + R[0] <= 5))).ways[0][1:]
    assert [low.relation.right, high.relation.left] == [x, x]


def test_nothing_is_met_by_a_law_on_no_symbols() -> None:
    n = Size("n", low=0)
    P = Pmf("P", n)
    formula = normal(some(P, some(delta, delta <= 1)))
    assert Program(formula, {"n": 0}, BallReading()).ways == []
    assert len(Program(formula, {"n": 1}, BallReading()).ways) == 1


@pytest.mark.parametrize(("op", "opposite"), [("<=", "<"), ("<", "<="), (">=", "<"), (">", "<=")])
def test_a_relation_and_its_opposite_are_wanted_the_right_way_round(
    op: str, opposite: str
) -> None:
    relation = Relation(op, R[0], R[1])
    sides = (R[0], R[1]) if op in ("<=", "<") else (R[1], R[0])
    ((one,),) = Program(some(R, relation), {}, BallReading()).ways
    assert (one.op, one.relation.left, one.relation.right) == (op.replace(">", "<"), *sides)
    ((one,),) = Program(some(R, Not(relation)), {}, BallReading()).ways
    assert (one.op, one.relation.left, one.relation.right) == (opposite, *sides[::-1])


def test_one_symbol_is_enough_where_some_is_sought() -> None:
    assert len(program(some(R, some(a, R[a] >= 1))).ways) == 3


def test_a_coordinate_moves_its_own_row_only() -> None:
    found = program(some(W, some(delta, W[0][0] <= delta)))
    for moved, rows, number in (
        (None, [1, 0, 0, 1, 0, 0], 0), ((0, 1, 2), [1, 0, 0, 0, 0, 1], 0),
        ((0, 0, 1), [0, 1, 0, 1, 0, 0], 0), ((1, 0, 1), [1, 0, 0, 1, 0, 0], 1),
    ):
        values = found.at(moved)
        assert (list(values["W"].data), values["delta"]) == (rows, number)


def test_ways_are_those_of_all_parts_together() -> None:
    test = either(R[a] <= 0, R[a] >= 1)
    assert len(program(some(R, every(a, test))).ways) == 8
    assert len(program(some(R, every(a, test, where=a >= 1))).ways) == 4
    assert [len(way) for way in program(some(R, every(a, R[a] <= 1, where=a >= 2))).ways] == [1]


def test_what_is_too_large_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    three, ways = some(R, every(a, R[a] <= 1)), some(R, every(a, either(R[a] <= 0, R[a] >= 1)))
    both_of = some(R, some(delta, R[0] <= delta))
    for name, most, within, without in (
        ("MOST_COORDINATES", 3, three, both_of), ("MOST_COORDINATES", 2, None, three),
        ("MOST_COORDINATES", 4, both_of, some(J, J[0, 0] <= 1)),
        ("MOST_RELATIONS", 3, three, some(R, both(*[R[0] <= 1] * 4))),
        ("MOST_WAYS", 8, ways, None), ("MOST_WAYS", 7, three, ways),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(programs, name, most)
            if within is not None:
                assert program(within).ways
            if without is not None:
                with pytest.raises(OutOfReach):
                    program(without)


def test_a_guard_that_differs_within_a_batch_is_out_of_reach(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BallReading, "holds_at", lambda *_: None)
    with pytest.raises(OutOfReach, match="differs"):
        program(some(R, every(a, R[a] <= 1, where=a >= 1)))
