"""Joint laws by their cells, marginals and conditionals, channels by @, local privacy: what they
are, how they read back, what of them is refuted, and what is refused."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.attack import attack
from verified.attack.floating import FloatReading
from verified.kernel.certificate import check
from verified.kernel.truth import BallReading
from verified.language import (
    DP,
    KL,
    KLDP,
    MIDP,
    Channel,
    Claim,
    ClaimError,
    Database,
    H,
    I,
    Joint,
    Mechanism,
    Pmf,
    Real,
    Size,
    Symbol,
    capacity,
    chain,
    claim,
    conditional,
    dp_epsilon,
    equals,
    every,
    information,
    marginal,
    total,
    zcdp,
)
from verified.measures.readings import MechanismValue, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.quantities.channels import chain as channel_chain
from verified.quantities.mechanisms import as_mechanism
from verified.reading.statements import read_statement
from verified.syntax.serial import read_statement as read_data
from verified.syntax.serial import statement_data

n, m, k = Size("n"), Size("m"), Size("k")
P, Q, x, y = Pmf("P", n), Pmf("Q", n), Symbol("x", n), Symbol("y", m)
J, K = Joint("J", X=n, Y=m), Joint("K", X=n, Y=m, Z=k)
W, U, D = Channel("W", n, m), Channel("U", m, k), Database("D")
M, eps = Mechanism("M", D, m), Real("eps", ">=0")

cells = st.lists(st.integers(0, 4), min_size=12, max_size=12).filter(any)


def exact(term: Any, **env: Any) -> Any:
    with precision(128):
        return BallReading().term(term, env)


def joint(parts: list[int]) -> dict[str, Any]:
    masses = [fmpq(part, sum(parts)) for part in parts]
    return {"n": 2, "m": 3, "k": 2, "K": BallArray((2, 3, 2), masses)}


# --- what they are --------------------------------------------------------------------------------


@given(cells)
@settings(deadline=None, max_examples=25)
def test_cells_marginals_and_conditionals_are_those_of_the_table(parts: list[int]) -> None:
    env = joint(parts)
    table = np.array(env["K"].data, dtype=object).reshape(2, 3, 2)
    for cell in itertools.product(range(2), range(3), range(2)):
        assert exact(K[cell], **env) == table[cell]
    turned = exact(marginal(K, "Z,X"), **env)
    assert turned.shape == (2, 2)
    assert list(turned.data) == list(table.sum(axis=1).T.ravel())
    rows = exact(conditional(K, "Z|Y,X"), **env)
    assert rows.shape == (6, 2)
    for place, (b, a) in enumerate(itertools.product(range(3), range(2))):
        mass = table[a, b].sum()
        wanted = [fmpq(1, 2)] * 2 if mass == 0 else [part / mass for part in table[a, b]]
        assert list(rows.data[2 * place : 2 * place + 2]) == wanted


@given(cells)
@settings(deadline=None, max_examples=15)
def test_floats_agree_with_balls(parts: list[int]) -> None:
    env = joint(parts)
    batch = {**env, "K": np.array([[float(part) for part in env["K"].data]]).reshape(1, 2, 3, 2)}
    for term in (K[1, 2, 0], H(marginal(K, "Z,X"), "X|Z"), marginal(marginal(K, "Z,X"), "X")[1],
                 information(marginal(K, "Y"), conditional(K, "Z|Y"))):
        one, two = exact(term, **env), FloatReading().real(term, batch)
        assert float(one) == pytest.approx(float(np.asarray(two).ravel()[0]), abs=1e-9)


def test_composition_is_that_of_matrices() -> None:
    rows = [[fmpq(1, 3), fmpq(2, 3)], [fmpq(1), fmpq(0)]]
    table = BallArray((2, 2), [part for row in rows for part in row])
    flip = BallArray((2, 2), [fmpq(3, 4), fmpq(1, 4), fmpq(1, 4), fmpq(3, 4)])
    env = {"n": 2, "m": 2, "k": 2, "W": table, "U": flip, "P": BallArray((2,), rows[0]),
           "D": (2,), "M": MechanismValue(table, (2,))}
    product = [sum((row[j] * flip.data[2 * j + i] for j in range(2)), fmpq(0))
               for row in rows for i in range(2)]
    assert list(exact(W @ U, **env).data) == product
    assert list(exact(M @ U, **env).table.data) == product
    assert list(exact(P @ W, **env).data) == [fmpq(7, 9), fmpq(2, 9)]
    assert W @ U == chain(W, U) == channel_chain(W, U)
    assert chain(M, U) == M @ U


def test_a_mechanism_on_several_entries_is_processed_instance_by_instance() -> None:
    law = [fmpq(1, 2), fmpq(1, 4), fmpq(1, 8), fmpq(1, 4)]
    table = BallArray((2, 2, 2), [part for q in law for part in (q, 1 - q)])
    flip = BallArray((2, 2), [fmpq(3, 4), fmpq(1, 4), fmpq(1, 4), fmpq(3, 4)])
    found = exact(M @ U, D=(2, 2), m=2, k=2, M=MechanismValue(table, (2, 2)), U=flip)
    assert found.database == (2, 2)
    assert found.table.shape == (2, 2, 2)
    assert list(found.table.data)[::2] == [fmpq(1, 4) + q / 2 for q in law]


def test_privacy_of_a_channel_is_local() -> None:
    told = as_mechanism(W)
    assert DP(W, eps) == DP(told, eps)
    assert KLDP(W, eps) == KLDP(told, eps)
    assert MIDP(W, eps) == MIDP(told, eps)
    assert dp_epsilon(W) == dp_epsilon(told)
    assert zcdp(W) == zcdp(told)
    assert str(DP(W, eps)) == "W is (eps,0)-DP"


# --- texts and files ------------------------------------------------------------------------------

STATED: dict[str, Claim] = {one.key: one for one in [
    claim("bayes", forall=[J], then=every(x, every(y, equals(
        J[x, y], marginal(J, "X")[x] * conditional(J, "Y|X")[x, y])))),
    claim("sums", forall=[J], then=every(x, equals(marginal(J, "X")[x], total(y, J[x, y])))),
    claim("turned", forall=[K], then=equals(I(marginal(K, "Z,X"), "X;Z"), I(K, "X;Z"))),
    claim("channel", forall=[J], then=equals(
        I(J, "X;Y"), information(marginal(J, "X"), conditional(J, "Y|X")))),
    claim("processing", forall=[P, Q, W], then=KL(P @ W, Q @ W) <= KL(P, Q)),
    claim("after", forall=[M, U, eps], given=[DP(M, eps)], then=DP(M @ U, eps)),
    claim("local", forall=[W, U, eps], given=[DP(W, eps)], then=DP(W @ U, eps)),
]}


@pytest.mark.parametrize("key", STATED)
def test_what_is_stated_reads_back(key: str) -> None:
    statement = STATED[key].statement
    assert statement is not None
    data = statement_data(statement)
    assert statement_data(read_statement(str(statement))) == data
    assert statement_data(read_data(data)) == data


@pytest.mark.parametrize(("text", "read"), [
    ("C(W @ U @ V) <= C(W)",
     "for all n, m >= 1, W from n to m symbols, k >= 1, U from m to k symbols, l >= 1, V from k to "
     "l symbols: C(((W U) V)) <= C(W)"),
    ("D(P @ W || Q @ W) <= D(P || Q)",
     "for all n >= 1, P on n symbols, m >= 1, W from n to m symbols, Q on n symbols: "
     "D((P W) || (Q W)) <= D(P || Q)"),
    ("if DP(M, eps) then DP(M @ U, eps)",
     "for all D a database, n >= 1, M on D with n symbols, eps >= 0, m >= 1, U from n to m "
     "symbols: if M is (eps,0)-DP then (M U) is (eps,0)-DP"),
    ("for all J on X of n symbols, Y of m symbols: (for every x: (for every y: J(x,y) <= J_X(x)))",
     "for all n, m >= 1, J on X of n symbols, Y of m symbols: "
     "(for every x < n: (for every y < m: J(x, y) <= J_X(x)))"),
])  # fmt: skip
def test_lines_are_read(text: str, read: str) -> None:
    found = read_statement(text)
    assert str(found) == read
    assert read_statement(str(found)) == found


# --- the search -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", STATED)
def test_what_is_true_survives(key: str) -> None:
    assert attack(STATED[key], seed=3, budget=1500).status != "refuted"


@pytest.mark.parametrize("wrong", [
    claim("unprocessing", forall=[P, Q, W], then=KL(P, Q) <= KL(P @ W, Q @ W)),
    claim("unlocal", forall=[W, U, eps], given=[DP(W @ U, eps)], then=DP(W, eps)),
    claim("product", forall=[J], then=every(x, every(y, equals(
        J[x, y], marginal(J, "X")[x] * marginal(J, "Y")[y])))),
    claim("either", forall=[K],
          then=capacity(conditional(K, "Y|X,Z")) <= capacity(conditional(K, "Y|X"))),
    claim("third", forall=[W, eps], given=[DP(W, eps)], then=capacity(W) <= eps**2 / 9),
], ids=lambda wrong: str(wrong.key))  # fmt: skip
def test_what_is_false_falls(wrong: Claim) -> None:
    report = attack(wrong, seed=1, budget=20000)
    assert report.status == "refuted"
    assert check(report.certificate).polarity == "refutation"


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(("build", "message"), [
    (lambda: J[x], "a symbol for each of X, Y, not by 1"),
    (lambda: J[x, y, 0], "not by 3"),
    (lambda: J[eps, y], "no index"),
    (lambda: marginal(J, "Q"), "no variable 'Q'"),
    (lambda: marginal(J, ""), "takes one variable"),
    (lambda: conditional(J, "Y"), "no bar"),
    (lambda: conditional(J, "Y|"), "no variables of J are named"),
    (lambda: conditional(J, "Y|Y"), "not disjoint"),
    (lambda: conditional(J, "Y|Z"), "no variable 'Z'"),
    (lambda: W @ P, "can't be composed"),
    (lambda: W @ W, "share an alphabet"),
    (lambda: P @ U, "share an alphabet"),
    (lambda: M @ Channel("V", n, n), "share an alphabet"),
    (lambda: W @ 2, "can't be composed"),
    (lambda: DP(P, eps), "wants a mechanism"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(build: Any, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        build()


def test_a_cell_outside_of_its_alphabet_is_no_cell() -> None:
    env = {"n": 1, "m": 3, "J": BallArray((1, 3), [fmpq(1, 3)] * 3)}
    # In one row of three numbers, (0, 3) would be the next row's first.
    with pytest.raises(Unreadable, match="index 3"):
        exact(J[0, 3], **env)
    with pytest.raises(Unreadable, match="index 1"):
        exact(J[1, 0], **env)
