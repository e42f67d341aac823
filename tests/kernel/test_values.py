"""Moves: every sort is read exactly, and what isn't in the sort is rejected with the reason."""

from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from verified import language as v
from verified.kernel.truth import BallReading
from verified.kernel.values import Rejected, literal, read_moves
from verified.measures.readings import QueriesValue
from verified.numbers.ball_arrays import BallArray
from verified.syntax import sorts
from verified.syntax.serial import FormatError
from verified.syntax.terms import Var

n, m = v.Size("n"), v.Size("m", low=2, high=3)
D = v.Database("D")


def read(variables: list[Var], **moves: Any) -> dict[str, Any]:
    return read_moves(variables, moves, BallReading())


def refused(variables: list[Var], rule: str, **moves: Any) -> None:
    with pytest.raises(FormatError, match=rule):
        read(variables, **moves)


HALF = ["1/2", "1/2"]


# --- numbers, sizes, symbols, events --------------------------------------------------------------


def test_reals_lie_in_their_domain() -> None:
    x = v.Real("x", "(0,1]")
    assert read([x], x="1")["x"] == 1
    assert read([x], x="2/6")["x"] == fmpq(1, 3)
    for outside in ("0", "-1/2", "4/3"):
        refused([x], "outside", x=outside)
    for odd in (1, 0.5, None, True, ["1"], {"p": 1}):
        refused([x], "string p/q", x=odd)
    for odd in ("nan", "inf", "0.5", "1/0", ""):
        refused([x], "not a rational", x=odd)


def test_sizes_are_whole_and_in_range() -> None:
    assert read([m], m=3)["m"] == 3
    for outside in (1, 4, -2):
        refused([m], "outside", m=outside)
    for odd in (True, 2.0, "2", None, [2]):
        refused([m], "whole number", m=odd)


def test_symbols_and_events() -> None:
    a, A = v.Symbol("a", n), v.Event("A", n)
    assert read([n, a, A], n=3, a=2, A=[0, 2]) == {"n": 3, "a": 2, "A": frozenset({0, 2})}
    assert read([n, A], n=3, A=[])["A"] == frozenset()
    for outside in (3, -1):
        refused([n, a], "outside", n=3, a=outside)
        refused([n, A], "outside", n=3, A=[0, outside])
    refused([n, A], "twice", n=3, A=[1, 1])
    for odd in (1, None, "01", {"0": 1}):
        refused([n, A], "not a list", n=3, A=odd)
    refused([n, A], "whole number", n=3, A=["0"])


def test_tuples_of_reals() -> None:
    r = v.Reals("r", n, ">=0")
    assert read([n, r], n=2, r=["0", "7/2"])["r"].data == [fmpq(0), fmpq(7, 2)]
    refused([n, r], "outside", n=2, r=["0", "-1"])
    refused([n, r], "1 items, not 2", n=2, r=["0"])


# --- laws -----------------------------------------------------------------------------------------

NO_LAWS = [
    (["1/2", "1/3"], "sums to 5/6"),
    (["3/2", "-1/2"], "negative"),
    (["1"], "1 items, not 2"),
    (["1/3", "1/3", "1/3"], "3 items, not 2"),
    ("1/2", "not a list"),
    (None, "not a list"),
    ([0.5, 0.5], "string p/q"),
    (["1/2", "1/2 + 0"], "not a rational"),
]


@pytest.mark.parametrize(("move", "rule"), NO_LAWS)
def test_what_is_no_law_is_refused_wherever_a_law_belongs(move: Any, rule: str) -> None:
    P, W, J = v.Pmf("P", n), v.Channel("W", 1, n), v.Joint("J", U=1, V=n)
    M, R = v.Mechanism("M", D, n), v.Prior("R", D)
    refused([n, P], rule, n=2, P=move)
    refused([n, W], rule, n=2, W=[move])
    refused([n, J], rule, n=2, J=move)
    refused([n, D, M], rule, n=2, D=[1], M=[move])
    refused([D, R], rule, D=[2], R=move)


def test_channels_and_joint_laws_have_their_shapes() -> None:
    W, J = v.Channel("W", n, m), v.Joint("J", U=n, V=m)
    read_both = read([n, m, W, J], n=1, m=2, W=[HALF], J=HALF)
    assert read_both["W"].shape == read_both["J"].shape == (1, 2)
    refused([n, m, W], "1 items, not 2", n=2, m=2, W=[HALF])
    refused([n, m, J], "2 items, not 4", n=2, m=2, J=HALF)
    refused([n, m, W], "not a list", n=2, m=2, W="11")


@given(st.lists(st.integers(0, 20), min_size=1, max_size=6).filter(any))
def test_laws_are_read_exactly(parts: list[int]) -> None:
    P = v.Pmf("P", n)
    law = [fmpq(part, sum(parts)) for part in parts]
    got = read([n, P], n=len(parts), P=[str(part) for part in law])["P"]
    assert got.data == law
    tiny = [*map(str, law[:-1]), str(law[-1] + fmpq(1, 10**40))]
    refused([n, P], "sums to", n=len(parts), P=tiny)


# --- databases ------------------------------------------------------------------------------------


def test_databases() -> None:
    assert read([D], D=[2, 1, 3])["D"] == (2, 1, 3)
    for odd in ([], [0], [2, -1], [2.0], ["2"], 2, None, [True]):
        with pytest.raises(Rejected):
            read([D], D=odd)


def test_mechanisms_answer_every_instance() -> None:
    M = v.Mechanism("M", D, 2)
    rows = [HALF, ["1", "0"], HALF, HALF]
    assert read([D, M], D=[2, 2], M=rows)["M"].table.shape == (2, 2, 2)
    refused([D, M], "3 items, not 4", D=[2, 2], M=rows[:3])


PRODUCT = ["1/8", "1/8", "3/8", "3/8"]  # 1/4, 3/4 by 1/2, 1/2
TOGETHER = ["1/2", "0", "0", "1/2"]
# Each two of the three entries are independent, all three are not.
PARITY = ["1/4", "0", "0", "1/4", "0", "1/4", "1/4", "0"]


def test_priors_are_independent_where_they_should_be() -> None:
    anything, split = v.Prior("R", D), v.Prior("R", D, "split", 0)
    independent = v.Prior("R", D, "independent")
    for prior in (anything, split, independent):
        assert read([D, prior], D=[2, 2], R=PRODUCT)["R"].shape == (2, 2)
    assert read([D, anything], D=[2, 2], R=TOGETHER)["R"].shape == (2, 2)
    for prior in (split, independent):
        refused([D, prior], "depend", D=[2, 2], R=TOGETHER)
        refused([D, prior], "depend", D=[2, 2, 2], R=PARITY)


def test_a_split_prior_ties_only_the_other_entries() -> None:
    coin_and_pair = ["1/4", "0", "0", "1/4", "1/4", "0", "0", "1/4"]
    assert read([D, v.Prior("R", D, "split", 0)], D=[2, 2, 2], R=coin_and_pair)
    for entry in (1, 2):
        refused([D, v.Prior("R", D, "split", entry)], "depend", D=[2, 2, 2], R=coin_and_pair)
    refused([D, v.Prior("R", D, "independent")], "depend", D=[2, 2, 2], R=coin_and_pair)
    refused([D, v.Prior("R", D, "split", 3)], "outside", D=[2, 2, 2], R=coin_and_pair)


# --- queries --------------------------------------------------------------------------------------

SURE = ["1", "0"]


def test_queries_of_each_kind() -> None:
    k = 2
    plain, partial, later = (
        v.Queries("S", D, k, 2, kind) for kind in ("independent", "partial", "sequential")
    )
    two, four = [HALF, SURE], [HALF, SURE, HALF, SURE]
    got = read([D, plain], D=[2], S={"tables": [two, two]})["S"]
    assert isinstance(got, QueriesValue)
    assert [table.shape for table in got.tables] == [(2, 2), (2, 2)]
    got = read([D, later], D=[2], S={"tables": [two, four]})["S"]
    assert [table.shape for table in got.tables] == [(2, 1, 2), (2, 2, 2)]
    got = read([D, partial], D=[2, 2], S={"tables": [[HALF], four], "subsets": [[], [0, 1]]})["S"]
    assert got.subsets == ((), (0, 1))
    assert [table.shape for table in got.tables] == [(2,), (2, 2, 2)]


@pytest.mark.parametrize(
    ("kind", "move", "rule"),
    [
        ("independent", {"tables": [[HALF, HALF]]}, "1 items, not 2"),
        ("independent", {"tables": [[HALF, HALF]] * 2, "subsets": [[0], []]}, "subsets"),
        ("independent", {}, "object with tables"),
        ("independent", [[HALF, HALF]] * 2, "object with tables"),
        ("independent", {"tables": "no"}, "not a list"),
        ("sequential", {"tables": [[HALF, HALF]] * 2}, "2 items, not 4"),
        ("partial", {"tables": [[HALF, HALF], [HALF]]}, "which entries"),
        ("partial", {"tables": [[HALF, HALF], [HALF]], "subsets": [[0], []], "x": 1}, "which"),
        ("partial", {"tables": [[HALF, HALF]] * 2, "subsets": [[0], [0]]}, "overlap"),
        ("partial", {"tables": [[HALF, HALF], [HALF]], "subsets": [[0, 0], []]}, "overlap"),
        ("partial", {"tables": [[HALF, HALF], [HALF]], "subsets": [[1], []]}, "outside"),
        ("partial", {"tables": [[HALF, HALF], [HALF]], "subsets": [[0]]}, "1 items, not 2"),
        ("partial", {"tables": [[HALF, HALF], [HALF]], "subsets": [0, 1]}, "not a list"),
    ],
)
def test_queries_that_do_not_fit(kind: str, move: Any, rule: str) -> None:
    refused([D, v.Queries("S", D, 2, 2, kind)], rule, D=[2], S=move)


def test_subsets_are_ascending() -> None:
    S = v.Queries("S", D, 1, 2, "partial")
    refused([D, S], "ascending", D=[2, 2], S={"tables": [[HALF] * 4], "subsets": [[1, 0]]})


# --- all of them ----------------------------------------------------------------------------------


def test_moves_are_of_the_variables_no_more_and_no_less() -> None:
    P = v.Pmf("P", n)
    refused([n, P], "no move for P", n=2)
    refused([n, P], "a move for Q, which", n=2, P=HALF, Q=HALF)


def test_messages_name_the_variable() -> None:
    refused([n, v.Pmf("Prior1", n)], "the move for Prior1 sums", n=1, Prior1=["1/2"])


def test_a_size_that_is_no_whole_number_counts_nothing() -> None:
    x, half = v.Real("x"), Var("a", sorts.SymbolSort(v.Real("x")))
    refused([x, half], "size that isn't whole", x="5/2", a=0)


def test_what_isnt_exact_has_no_term() -> None:
    law = v.Pmf("P", 2).of
    exact = BallArray((2,), [fmpq(1, 3), fmpq(2, 3)])
    assert literal(law, exact) == v.pmf_of(v.rational(1, 3), v.rational(2, 3))
    assert literal(law, BallArray((2,), [arb(1) / 3, fmpq(2, 3)])) is None
    assert literal(v.Event("A", 2).of, frozenset({0})) is None
