"""The search for scalar proofs: the workload is proved, its false neighbours aren't."""

import json

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.proof.scalar_workload import FALSE, TRUE
from verified.kernel.scalar import check_scalar
from verified.kernel.values import Rejected
from verified.language.claims import build_statement
from verified.language.formulas import both
from verified.language.terms import Number, Real, equals
from verified.language.vocabulary import exp, log, maximum
from verified.proof.scalar import prove

SLOW = {"alphabet r and r + 1", "Jensen gap of h"}


@pytest.mark.parametrize("name", [name for name in TRUE if name not in SLOW])
def test_a_true_inequality_is_proved_and_its_data_rechecked(name):
    certificate = prove(TRUE[name], seconds=60)
    assert certificate is not None
    check_scalar(TRUE[name], json.loads(json.dumps(certificate)))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SLOW))
def test_a_harder_inequality_is_proved(name):
    certificate = prove(TRUE[name], seconds=120)
    assert certificate is not None
    check_scalar(TRUE[name], json.loads(json.dumps(certificate)))


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_not_proved(name):
    assert prove(FALSE[name], seconds=2) is None


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("leaf", ["ball", "sign", {"rule": "zero"}])
def test_no_leaf_proves_a_false_statement(name, leaf):
    with pytest.raises(Rejected):
        check_scalar(FALSE[name], [leaf])


def test_each_relation_of_a_conclusion_has_a_tree():
    x = Real("x", ">=0")
    statement = build_statement("two", [x], [], both(x + 1 >= 1, x <= exp(x)))
    found = prove(statement, seconds=10)
    assert len(found) == 2
    with pytest.raises(Rejected, match="as many trees"):
        check_scalar(statement, found[:1])


def test_an_equality_is_not_ours():
    x = Real("x", ">0")
    with pytest.raises(Rejected, match="no inequality"):
        prove(build_statement("equal", [x], [], equals(x, x)))


def test_a_maximum_on_the_small_side():
    x = Real("x", "[0,1]")
    assert prove(build_statement("max", [x], [], maximum(x, x * x) <= exp(x) - 1), seconds=10)


def test_a_single_point_is_decided_exactly():
    x = Real("x", "[1,1]")
    assert prove(build_statement("point", [x], [], log(x) <= x - 1), seconds=10) is not None
    assert prove(build_statement("point", [x], [], log(x) < x - 1), seconds=2) is None


def test_contradictory_hypotheses_prove_anything():
    x = Real("x", "[0,1]")
    statement = build_statement("vacuous", [x], [x * x >= 2], x <= -1)
    assert prove(statement, seconds=10) is not None


@settings(max_examples=15, deadline=None)
@given(st.integers(-6, 6), st.integers(-6, 6), st.integers(-6, 6))
def test_quadratics_are_proved_only_if_true(a, b, c):
    x = Real("x", "[0,1]")
    statement = build_statement("quadratic", [x], [], a * x * x + b * x + c >= Number(fmpq(0)))
    values = [fmpq(c), fmpq(a + b + c)]
    if a > 0 and 0 < -b < 2 * a:
        values.append(fmpq(4 * a * c - b * b, 4 * a))
    true = min(values) >= 0
    found = prove(statement, seconds=3)
    if not true:
        assert found is None
    elif min(values) > 0:
        assert found is not None
