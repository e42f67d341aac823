"""Quantifiers over laws and numbers before the second checker: what is a linear program, and the
truth of what is, at known values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck import programs
from recheck.affine import is_beyond_lists, is_program, seeks
from recheck.errors import Rejected, Unknown, Unsupported
from recheck.meanings import Reading
from recheck.programs import Unknowns, inside, refuted
from recheck.reals import INF, Num, Precision, num
from verified.language import (
    KL,
    Channel,
    Event,
    Joint,
    Pmf,
    Real,
    Size,
    Symbol,
    both,
    cases,
    channel_of,
    either,
    equals,
    every,
    exp,
    marginal,
    negation,
    pmf_of,
    rational,
    some,
    total,
)
from verified.syntax.goals import normal
from verified.syntax.serial import data

n, r = Size("n"), Real("r")
P, R, V, W = Pmf("P", 2), Pmf("R", 3), Channel("V", 2, 2), Channel("W", 2, 3)
J, A = Joint("J", X=2, Y=2), Event("A", 3)
a, b, x = Symbol("a", 3), Symbol("b", 2), Symbol("x", 2)
t, s, u = Real("t"), Real("s", "[0,1]"), Real("u", "(0,1)")


def tree(formula: Any) -> Any:
    return data(normal(formula))


@pytest.mark.parametrize(("formula", "linear"), [
    (some(t, t / 2 <= r), True), (some(t, 1 / t <= r), False), (some(t, t * t <= r), False),
    (some(t, r / t <= 1), False), (some(t, t * r <= 1), True), (some(t, exp(t) <= 1), False),
    (some(t, t * t / 2 <= 1), False), (some(t, r <= t * t), False),
    (some(t, negation(t * t <= 1)), False), (some(t, negation(both(t * t <= 1, r <= 1))), False),
    (some(t, both(t <= 1, t * t <= 1)), False), (some(t, either(t <= 1, t <= r)), True),
    (some(t, t + t * t <= 1), False),
    (some(t, cases(r <= 0, t, 1) <= 1), True), (some(t, cases(t <= 0, t, 1) <= 1), False),
    (some(t, cases(r <= 0, t * t, 1) <= 1), False),
    (some(t, cases(r <= 0, 1, t * t) <= 1), False),
    (some(R, total(a, R[a] * r) <= 1), True), (some(R, total(a, R[a] * R[a]) <= 1), False),
    (some(R, some(t, R[0] * t <= 1)), False), (some(R, some(t, R[0] + t <= 1)), True),
    (some(R, total(a, R[a], a >= 1) <= 1), True), (some(R, total(a, 1, R[a] <= 1) <= 1), False),
    (some(R, R[A] <= 1), True), (some(J, marginal(J, "X")[x] <= 1), True),
    (some(V, (V @ W)[x, a] <= 1), True), (some(V, (V @ V)[x, b] <= 1), False),
    (some(P, channel_of(P, P)[x][b] <= 1), True),
    (some(s, pmf_of(s, 1 - s)[0] <= 1), False),
    (some(s, every(x, some(t, t <= s))), False), (every(x, s <= 1), False),
    (some(s, every(x, s <= x, where=x >= 1)), True),
    (some(s, every(x, r <= x, where=s >= 1)), False),
    # One name for two things, each bound by itself.
    (some(t, total(Symbol("t", 2), P[Symbol("t", 2)]) <= 1), True),
    (some(t, some(Real("t", "[0,1]"), t <= 1)), False),
], ids=str)  # fmt: skip
def test_what_is_a_linear_program(formula: Any, linear: bool) -> None:
    found = tree(formula)
    assert (is_beyond_lists(found) and is_program(found)) is linear


def test_what_seeks() -> None:
    assert seeks(tree(every(x, some(t, t <= 1))))
    assert seeks(tree(both(P[0] <= 1, every(t, t <= 1))))
    assert not seeks(tree(every(x, P[x] <= 1)))
    assert not seeks(tree(P[0] <= 1))


def told(formula: Any, **env: Any) -> bool | None:
    Precision.bits = 64
    found: bool | None = Reading().truth(tree(formula), env)
    return found


HALF = [num(Fraction(1, 2)), num(Fraction(1, 2))]


TRUTHS = [
    (some(s, s >= 1), True), (some(s, s > 1), False), (some(u, u >= 1), False),
    (some(u, u <= 0), False), (some(u, both(u > 0, u < rational(1, 9))), True),
    (some(t, both(t > 5, t < 5)), False), (some(t, both(t >= 5, t <= 5)), True),
    (some(t, both(t >= 5, t < 5)), False), (every(t, either(t >= 5, t < 6)), True),
    (every(t, either(t > 5, t < 5)), False), (every(s, s <= 1), True), (every(s, s < 1), False),
    (some(t, t >= 1, where=t <= 0), False), (every(t, t <= 0, where=t <= 0), True),
    (some(Real("v", "<=2"), some(s, Real("v", "<=2") + s > 3)), False),
    (some(Real("v", "<=2"), some(s, Real("v", "<=2") + s >= 3)), True),
    (some(Real("v", ">=2"), Real("v", ">=2") < 2), False),
    (some(t, both()), True), (some(t, either()), False),
    (some(s, s >= exp(-1)), True), (some(s, s >= exp(1)), False),
    (some(s, negation(equals(s, s))), False), (some(s, negation(equals(s, 1))), True),
    (some(s, negation(s >= 0)), False), (some(s, negation(s > 0)), True),
    (some(s, equals(s, 2)), False), (some(s, equals(3 * s, 2)), True),
    (some(R, every(a, R[a] < rational(1, 3))), False),
    (some(R, every(a, R[a] <= rational(1, 3))), True),
    (some(R, every(a, R[a] >= 1, where=a >= 2)), True),
    (some(R, every(a, R[a] >= 1, where=a >= 1)), False),
    (some(R, negation(every(a, R[a] < 1))), True),
    (some(W, every(x, equals(W[x][0], 1))), True),
    (some(W, both(W[0][0] >= 1, W[0][1] >= rational(1, 9))), False),
    (some(W, both(W[0][0] >= 1, W[1][1] >= rational(1, 9))), True),
    (some(J, both(J[0, 0] >= rational(1, 2), J[1, 1] >= rational(1, 2))), True),
    (some(J, both(J[0, 0] >= rational(1, 2), J[1, 1] > rational(1, 2))), False),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "holds"), TRUTHS, ids=str)
def test_what_is_decided_is_true(formula: Any, holds: bool) -> None:
    assert told(formula) is holds
    assert told(negation(formula)) is not holds


def test_what_no_precision_tells_and_what_has_no_value_stay_open() -> None:
    assert told(some(s, equals(s, exp(-1)))) is None
    assert told(some(s, s <= t / t), t=num(0)) is None
    assert told(some(s, s <= t / t), t=num(1)) is True
    assert told(some(t, exp(1) - exp(1) + t * 0 < 0)) is None


def test_no_law_is_on_no_symbols_and_channels_without_inputs_are_not_sought() -> None:
    size = Size("k", low=0)
    law, rows = Pmf("L", size), Channel("C", size, 2)
    symbol, input_ = Symbol("y", size), Symbol("z", size)
    some_law = some(law, every(symbol, law[symbol] >= 0))
    assert told(some_law, k=num(0)) is False
    assert told(negation(some_law), k=num(0)) is True
    with pytest.raises(Unsupported, match="without inputs"):
        told(some(rows, every(input_, rows[input_][0] >= 0)), k=num(0))


def test_what_is_too_large_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    three, ways = some(R, every(a, R[a] <= 1)), some(R, every(a, either(R[a] <= 0, R[a] >= 1)))
    for name, most, within, without in (
        ("MOST_UNKNOWNS", 3, three, some(W, W[0][0] <= 1)),
        ("MOST_RELATIONS", 3, three, some(R, both(*[R[0] <= 1] * 4))),
        ("MOST_WAYS", 8, ways, None), ("MOST_WAYS", 7, three, ways),
        ("MOST_WAYS", 2, three, some(t, either(t <= 0, t <= 1, t <= 2))),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(programs, name, most)
            assert told(within) is True
            if without is not None:
                with pytest.raises(Unsupported):
                    told(without)


def test_infinite_sides_are_weighed_by_nobody() -> None:
    laws = {"Q": [num(1), num(0)], "P": [num(0), num(1)]}
    for bound in (1, -1):
        assert told(some(s, KL(P, Pmf("Q", 2)) * s <= bound), **laws) is None


def test_what_is_no_program_is_subdivided() -> None:
    assert told(every(t, exp(t) > 0)) is True
    assert told(every(s, exp(s) > 1)) is False


def test_ways_to_meet_relations_that_are_not_in_canonical_form() -> None:
    left, right = ["var", "t"], ["number", "1"]
    for op, turned in ((">=", "<="), (">", "<")):
        assert [*programs.ways(Reading(), ["relation", op, left, right], {})] == [
            [(["relation", turned, right, left], {})]]
    for op, wanted in ((">=", ["<", left, right]), (">", ["<=", left, right]),
                       ("<=", ["<", right, left]), ("<", ["<=", right, left])):
        relation = ["not", ["relation", op, left, right]]
        assert [*programs.ways(Reading(), relation, {})] == [[(["relation", *wanted], {})]]
    # What isn't there isn't left out.
    assert [*programs.open_ends(["t", ["real", None, None, True, True], ""])] == []


def test_what_is_no_formula_has_no_ways() -> None:
    with pytest.raises(Rejected):
        list(programs.ways(Reading(), ["sum", []], {}))


# --- proposals ------------------------------------------------------------------------------------

SORT = ["real", "0", "1", True, False]


def test_what_is_proposed_outside_is_no_point() -> None:
    law = Unknowns("R", ["pmf", ["number", "2"]], (2,), 1, 2)
    half = [Fraction(1, 2), Fraction(1, 2)]
    assert inside(law, [half])
    for row in ([1, 1], [2, -1]):
        outside = list(map(Fraction, row))
        assert not inside(law, [outside])
        assert not inside(law, [half, outside])
    one = Unknowns("s", SORT, (), 1, 0)
    assert inside(one, [[Fraction(1)]])
    for value in (0, 2, -1):
        assert not inside(one, [[Fraction(value)]])


@given(st.lists(st.fractions(-3, 3, max_denominator=4), min_size=12, max_size=12),
       st.lists(st.fractions(-3, 3, max_denominator=4), min_size=8, max_size=8))
@settings(deadline=None, max_examples=20)
def test_whatever_is_proposed_no_verdict_is_wrong(point: list[Any], weights: list[Any]) -> None:
    """A point is tried, weights are added up: nothing is believed of either."""
    def forged(unknowns: Any, ops: Any, *_: Any) -> Any:
        width = sum(one.rows * (one.symbols or 1) for one in unknowns)
        return point[:width], weights[: len(ops)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(programs, "proposed", forged)
        for formula, holds in TRUTHS:
            assert told(formula) in (holds, None)


@pytest.mark.parametrize("point", [[2, 1], [1, 2], [-1, 4], [2, 2]])
def test_a_point_of_which_one_part_lies_outside_is_none(
    monkeypatch: pytest.MonkeyPatch, point: list[int]
) -> None:
    v = Real("v", "[0,1]")
    monkeypatch.setattr(programs, "proposed", lambda *_: ([*map(Fraction, point)], []))
    assert told(some(s, some(v, s + v > 2))) is None


def test_a_side_that_may_be_infinite_is_no_number() -> None:
    class Judge:
        def __init__(self, *sides: Num) -> None:
            self.sides = iter(sides)

        def term(self, *_: Any) -> Num:
            return next(self.sides)

    relation = ["relation", "<=", [], []]
    for low, high in ((Fraction(1), INF), (-INF, Fraction(1)), (-INF, INF)):
        with pytest.raises(Unknown):
            programs.gap(Judge(Num(low, high, (True, True)), num(3)), relation, {})  # type: ignore[arg-type]
    assert programs.gap(Judge(num(3), num(3)), relation, {}).lo == 0  # type: ignore[arg-type]


def test_forged_weights_refute_nothing() -> None:
    """Of s in [0, 1]: a condition is slope · s + constant, which must be <= or < 0."""
    one = [Unknowns("s", SORT, (), 1, 0)]

    def tried(op: str, slope: Any, constant: Any, weight: int) -> bool:
        return refuted(one, [op], [[slope]], [constant], [Fraction(weight)])

    assert tried("<=", num(1), num(1), 1)
    assert not tried("<=", num(1), num(0), 1)
    assert tried("<", num(1), num(0), 1)
    assert tried("<", num(-1), num(1), 1)
    assert not tried("<=", num(1), num(-2), -1)
    assert tried("=", num(1), num(-2), -1)
    around = Num(Fraction(-1), Fraction(1))
    assert not tried("<=", num(1), around, 1)
    assert not tried("<", num(1), around, 1)
    assert not tried("<=", around, num(1), 1)
    assert not refuted(one, ["<="], [[num(1)]], [num(1)], [])
    # A slope of either sign, over numbers below 0.
    below = [Unknowns("s", ["real", "-5", "0", False, False], (), 1, 0)]
    assert not refuted(below, ["<="], [[around]], [num(3)], [Fraction(1)])
    # A strict condition without a weight: s <= 0 and s < 1.
    assert not refuted(one, ["<=", "<"], [[num(1)], [num(1)]], [num(0), num(-1)],
                       [Fraction(1), Fraction(0)])
    endless = [Unknowns("t", ["real", None, None, False, False], (), 1, 0)]
    assert not refuted(endless, ["<="], [[num(1)]], [num(1)], [Fraction(1)])
    assert refuted(endless, ["<="], [[num(0)]], [num(1)], [Fraction(1)])
    law = [Unknowns("R", ["pmf", ["number", "2"]], (2,), 1, 2)]
    assert not refuted(law, ["<="], [[num(1), num(-1)]], [num(0)], [Fraction(1)])
    assert refuted(law, ["<="], [[num(1), num(2)]], [num(0)], [Fraction(1)])
    # Each has its own slopes: 0 · s + 0 · v + w − 1, with w from 2 on.
    three = [*one, *one, Unknowns("w", ["real", "2", "3", False, False], (), 1, 0)]
    assert refuted(three, ["<="], [[num(0), num(0), num(1)]], [num(-1)], [Fraction(1)])
    assert not refuted(three, ["<="], [[num(1), num(1), num(0)]], [num(-1)], [Fraction(1)])
