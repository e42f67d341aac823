"""Finite mechanisms made of others, against sums over all that may happen."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import verified
from verified.errors import InputError
from verified.oracle.finite import composed, post_processed, sampled

RESPONSE = [["3/4", "1/4"], ["1/4", "3/4"]]
THIRD = Fraction(1, 3)


def _laws(rows: int, width: int) -> Any:
    weights = some.lists(some.integers(0, 4), min_size=width, max_size=width).filter(any)
    law = weights.map(lambda row: [Fraction(part, sum(row)) for part in row])
    return some.lists(law, min_size=rows, max_size=rows)


def test_composition_is_the_product() -> None:
    both = composed(RESPONSE, [["1/2", "0", "1/2"], ["0", "1", "0"]])
    assert both[0] == [Fraction(3, 8), 0, Fraction(3, 8), Fraction(1, 8), 0, Fraction(1, 8)]
    assert both[1] == [0, Fraction(1, 4), 0, 0, Fraction(3, 4), 0]
    assert composed(RESPONSE) == [[Fraction(x) for x in row] for row in RESPONSE]


def test_composition_agrees_with_randomised_response_composed() -> None:
    for steps, eps in itertools.product((1, 2, 4), ("0", "1/2", "1")):
        one = verified.dp_delta(composed(*[RESPONSE] * steps), eps)
        two = verified.randomised_response_delta(
            symbols=2, level="log(3)", eps=eps, steps=steps
        )
        assert one.low <= two.high
        assert two.low <= one.high
        assert one.relative_width < 1e-12


@settings(deadline=None, max_examples=20)
@given(_laws(2, 3), _laws(3, 2))
def test_post_processing_never_tells_more(table: Any, after: Any) -> None:
    made = post_processed(table, after)
    for law, row in zip(made, table, strict=True):
        assert sum(law) == 1
        assert law[0] == sum(p * q[0] for p, q in zip(row, after, strict=True))
    assert verified.dp_delta(made, 1).low <= verified.dp_delta(table, 1).high


@settings(deadline=None, max_examples=20)
@given(_laws(6, 2), some.fractions(0, 1, max_denominator=9), some.integers(0, 1))
def test_a_sample_is_its_sum_over_who_stays(table: Any, rate: Fraction, absent: int) -> None:
    found = sampled(table, rate, database=[3, 2], absent=absent)
    for (a, b), law in zip(itertools.product(range(3), range(2)), found, strict=True):
        expected = [Fraction(0)] * 2
        for one, two in itertools.product((True, False), repeat=2):
            share = (rate if one else 1 - rate) * (rate if two else 1 - rate)
            row = 2 * (a if one else absent) + (b if two else absent)
            expected = [e + share * p for e, p in zip(expected, table[row], strict=True)]
        assert law == expected


def test_a_sample_of_one_entry_has_the_closed_form() -> None:
    # H_γ((1−q)Q + qP‖Q) = q H_γ′(P‖Q) with γ′ = 1 + (γ − 1)/q: with q = 1/3 and γ = 4/3 it is 2.
    made = sampled(RESPONSE, THIRD)
    towards = verified.hockey_stick(made[1], made[0], "log(4/3)")
    apart = verified.hockey_stick(RESPONSE[1], RESPONSE[0], "log(2)")
    assert abs(towards.low - THIRD * apart.low) < Fraction(1, 10**12)
    assert sampled(RESPONSE, 1) == composed(RESPONSE)
    assert sampled(RESPONSE, 0, absent=1)[0] == [Fraction(1, 4), Fraction(3, 4)]


def test_axes_tell_the_database() -> None:
    cube = numpy.array([[[1.0, 0.0], [0.5, 0.5]], [[0.25, 0.75], [0.0, 1.0]]])
    rows = cube.reshape(4, 2)
    assert sampled(cube, "1/2") == sampled(rows, "1/2", database=[2, 2])
    assert sampled(rows, "1/2") != sampled(cube, "1/2")


@pytest.mark.parametrize(
    "call",
    [
        composed,
        lambda: composed(RESPONSE, [["1"]]),
        lambda: composed(*[RESPONSE] * 30),
        lambda: composed([["1/2", "1/3"]]),
        lambda: composed(3),
        lambda: post_processed(RESPONSE, [["1"]]),
        lambda: sampled(RESPONSE, 2),
        lambda: sampled(RESPONSE, "1/2", database=[3]),
        lambda: sampled(RESPONSE, "1/2", absent=2),
        lambda: sampled(RESPONSE, "1/2", absent=-1),
    ],
)
def test_what_is_refused(call: Any) -> None:
    with pytest.raises(InputError):
        call()
