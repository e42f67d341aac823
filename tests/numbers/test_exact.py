from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from verified.errors import InputError
from verified.numbers.exact import (
    check_channel,
    check_pmf,
    format_rational,
    pmf_from_floats,
    rational,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, fmpq(3)),
        (Fraction(-3, 7), fmpq(-3, 7)),
        (fmpq(2, 4), fmpq(1, 2)),
        ("3/7", fmpq(3, 7)),
        (" -3 / 7 ", fmpq(-3, 7)),
        ("0.25", fmpq(1, 4)),
        (".5", fmpq(1, 2)),
        ("-1.50e1", fmpq(-15)),
        ("1e-400", 1 / fmpq(10) ** 400),
        (0.1, fmpq(3602879701896397, 36028797018963968)),
        (np.float64(0.5), fmpq(1, 2)),
        (np.int64(4), fmpq(4)),
    ],
)
def test_rational_reads(value: object, expected: fmpq) -> None:
    assert rational(value) == expected


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (True, "truth value"),
        (float("nan"), "not finite"),
        (float("inf"), "not finite"),
        ("1/0", "division by zero"),
        ("1/2/3", "not a finite number"),
        ("0x10", "not a finite number"),
        ("", "not a finite number"),
        ("nan", "not a finite number"),
        ("1e1000000", "limit"),
        ("1" * 200_001, "digits"),
        (None, "not a number"),
        ([0.5], "not a number"),
        (np.array([0.5]), "not a number"),
        (1j, "not a number"),
    ],
)
def test_rational_refuses(value: object, rule: str) -> None:
    with pytest.raises(InputError, match=rule) as caught:
        rational(value, "epsilon")
    assert "epsilon" in str(caught.value)
    assert len(str(caught.value)) < 200


@given(st.fractions())
def test_a_rational_reads_back_as_it_was_written(value: Fraction) -> None:
    exact = fmpq(value.numerator, value.denominator)
    assert rational(format_rational(exact)) == exact


@given(st.decimals(allow_nan=False, allow_infinity=False, places=None))
def test_decimals_are_read_exactly(value: object) -> None:
    assert rational(str(value)) == rational(Fraction(str(value)))


def test_check_pmf_accepts_exact_laws() -> None:
    assert check_pmf(["1/3", "2/3", 0]) == [fmpq(1, 3), fmpq(2, 3), fmpq(0)]


@pytest.mark.parametrize(
    ("law", "rule"),
    [
        (["1/3", "333/500"], r"P sums to 1499/1500, not 1"),
        ([0.1] * 10, r"P sums to .*not 1"),
        ([2, -1], r"P\[1\] is -1"),
        ([], r"P is empty"),
        (["1/2", "x"], r"P\[1\] is 'x'"),
        (["1e400", "1"], r"P sums to"),
        (5, r"P is 5"),
        ("1", r"P is '1'"),
    ],
)
def test_check_pmf_refuses(law: list[object], rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        check_pmf(law, "P")


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ([], "W has no rows"),
        ([[1], ["1/2", "1/2"]], "W is ragged: row 1 has 2 entries, row 0 has 1"),
        ([["1/2", "1/2"], ["1/2", "1/3"]], "row 1 of W sums to 5/6, not 1"),
        ([[]], "row 0 of W is empty"),
        ([1, 2], "row 0 of W is 1"),
    ],
)
def test_check_channel_refuses(rows: list[list[object]], rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        check_channel(rows, "W")


@given(
    st.lists(st.floats(0, 1, allow_nan=False), min_size=1, max_size=8).filter(
        lambda xs: sum(xs) > 1e-300
    ),
    st.sampled_from([None, 1000, 2**30]),
)
def test_a_law_from_floats_is_a_law_near_them(law: list[float], denominator: int | None) -> None:
    total = sum(law)
    normalised = [part / total for part in law]
    if denominator == 1000 and len(law) > 8:
        return
    exact = pmf_from_floats(normalised, denominator)
    assert sum(exact, fmpq(0)) == 1
    slack = fmpq(1, 2**50) if denominator is None else fmpq(len(law), denominator)
    for part, entry in zip(normalised, exact, strict=True):
        assert entry >= 0
        assert abs(entry - rational(part)) <= slack
        if part == 0:
            assert entry == 0


@pytest.mark.parametrize("law", [[], [-0.5, 1.5], [float("nan"), 1.0], [0.9, 0.9, 0.8]])
def test_a_law_from_floats_refuses(law: list[float]) -> None:
    with pytest.raises(InputError):
        pmf_from_floats(law)
