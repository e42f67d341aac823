"""Searches from a guess, against searches by halves; and nodes of a line that serve other ε."""

from __future__ import annotations

import contextlib
import math

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from verified.accounting.compositions import Composition, gaussian_round
from verified.accounting.enclosures import (
    Enclosure,
    NotReachedError,
    enclosure,
    least_argument,
    most_within,
)
from verified.accounting.searches import Sharp, guessed, least_near, most_near, sharpened
from verified.numbers.balls import precision

WIDTH, THIRD = fmpq(1, 10**9), fmpq(1, 3)


def wide(value: arb, width: fmpq, share: fmpq) -> Enclosure:
    """An enclosure of that relative width, in which the value lies at a share."""
    span = value * width
    return Enclosure((value - share * span).lower(), (value + (1 - share) * span).upper())


def falling(share: fmpq = THIRD):
    """e^−x − e^−60, enclosed as widely as is asked for, and how often it was."""
    asked = []

    def function(x: fmpq, width: fmpq, final: fmpq) -> Enclosure:
        asked.append((x, width, final))
        with precision(400):
            return wide((-arb(x)).exp() - (-arb(60)).exp(), width, share)

    return function, asked


@given(
    target=st.fractions("1/1000000", "9/10", max_denominator=10**9),
    guess=st.fractions("1/1000", 1000, max_denominator=1000),
    share=st.sampled_from([fmpq(0), fmpq(1, 3), fmpq(1)]),
)
def test_the_least_argument_is_found_from_any_guess(target, guess, share):
    function, asked = falling(share)
    goal = fmpq(target.numerator, target.denominator)
    start = fmpq(guess.numerator, guess.denominator)
    if start > 59:
        start = fmpq(59)
    found = least_near(function, goal, start, WIDTH, fmpq(0), "x")
    with precision(400):
        truth = -(arb(goal) + (-arb(60)).exp()).log()
        assert found.low < truth < found.high
    assert found.high - found.low <= WIDTH * found.high
    assert len(asked) < 80
    halves = least_argument(
        lambda x, width: function(x, width, width), goal, WIDTH, fmpq(1), fmpq(0), "x")
    assert halves.low < found.high
    assert found.low < halves.high


def test_a_good_guess_takes_few_values_and_narrow_ones_come_last():
    function, asked = falling()
    least_near(function, fmpq(1, 10**6), fmpq(14), WIDTH, fmpq(0), "x")
    widths = [width for _, width, _ in asked]
    assert len(asked) <= 12
    assert widths[0] == max(widths)
    assert min(widths) in widths[-4:]


def test_what_is_met_at_the_lowest_argument_is_told_exactly():
    function, _ = falling()
    found = least_near(function, fmpq(999, 1000), fmpq(1), WIDTH, fmpq(1, 10), "x")
    assert found.low == found.high == fmpq(1, 10)


def test_what_is_never_met_or_undecided_is_told():
    with pytest.raises(NotReachedError, match="x is beyond"):
        least_near(lambda *_: Enclosure(fmpq(1), fmpq(1)), fmpq(1, 2), fmpq(1), WIDTH, fmpq(0), "x")
    with pytest.raises(NotReachedError, match="x is within"):
        least_near(
            lambda *_: Enclosure(fmpq(1, 4), fmpq(1, 4)), fmpq(1, 2), fmpq(1), WIDTH, fmpq(0), "x",
            attained=False)
    with pytest.raises(NotReachedError, match="isn't decided"):
        least_near(
            lambda *_: Enclosure(fmpq(1, 4), fmpq(3, 4)), fmpq(1, 2), fmpq(1), WIDTH, fmpq(0), "x")


def test_a_step_is_found_where_logarithms_tell_nothing():
    """A function of two values has no secant."""
    def function(x, *_):
        value = fmpq(1) if x < fmpq(22, 7) else fmpq(1, 1000)
        return Enclosure(value, value)

    found = least_near(function, fmpq(1, 2), fmpq(1), fmpq(1, 1000), fmpq(0), "x")
    assert found.low < fmpq(22, 7) <= found.high


@given(
    last=st.integers(0, 400), guess=st.integers(-5, 900), scale=st.sampled_from([1, 7, 10**6]),
    most=st.integers(3, 500),
)
def test_the_most_rounds_are_found_from_any_guess(last, guess, scale, most):
    def function(count: int, width: fmpq) -> Enclosure:
        value = fmpq(count, scale * 1000)
        return enclosure(value)

    target = fmpq(last, scale * 1000) + fmpq(1, 2) / (scale * 1000)
    if last >= most:
        with pytest.raises(NotReachedError, match="still within"):
            most_near(function, target, guess, most)
        with pytest.raises(NotReachedError, match="still within"):
            most_within(function, target, most)
        return
    assert most_near(function, target, guess, most) == last == most_within(function, target, most)


def test_guesses():
    assert abs(guessed(lambda x: -x, -3.0) - 3) < fmpq(1, 10)
    assert abs(guessed(lambda x: -x, -1e-5) - fmpq(1, 10**5)) < fmpq(1, 10**6)
    # What floats can't tell is the start, and what is met nowhere ends somewhere.
    assert guessed(lambda x: math.exp(1000 + x), 1.0, 2.0) == 2
    assert guessed(lambda x: 0.0, -1.0) > 0


# --- guesses in floats to many digits -------------------------------------------------------------


def test_the_least_argument_takes_two_values_where_floats_know_it():
    function, asked = falling()
    sharp = sharpened(lambda x, _: -x, math.log(1e-6), fmpq(10), float(WIDTH))
    found = least_near(function, fmpq(1, 10**6), fmpq(10), WIDTH, fmpq(0), "x", sharp=sharp)
    assert len(asked) == 2
    assert found.high - found.low <= WIDTH * found.high
    with precision(400):
        assert found.low < -(arb(fmpq(1, 10**6)) + (-arb(60)).exp()).log() < found.high


@given(
    place=st.fractions("1/1000", 40, max_denominator=1000),
    slope=st.sampled_from([-1e6, -1.0, -1e-6, 0.0, 2.0]),
)
def test_what_floats_say_decides_nothing(place, slope):
    function, _ = falling()
    sharp = Sharp(fmpq(place.numerator, place.denominator), slope)
    found = least_near(function, fmpq(1, 10**6), fmpq(10), WIDTH, fmpq(0), "x", sharp=sharp)
    assert found.high - found.low <= WIDTH * found.high
    with precision(400):
        assert found.low < -(arb(fmpq(1, 10**6)) + (-arb(60)).exp()).log() < found.high


@given(
    last=st.integers(0, 400), place=st.fractions("1/2", 900, max_denominator=100),
    slope=st.sampled_from([1e-9, 1e-3, 1.0, -1.0]),
)
def test_what_floats_say_of_rounds_decides_nothing(last, place, slope):
    function = lambda count, width: wide(arb(count), width, THIRD)  # noqa: E731
    sharp = Sharp(fmpq(place.numerator, place.denominator), slope)
    assert most_near(function, last + fmpq(1, 2), 7, 500, sharp) == last


def test_places_in_floats():
    for guess in (fmpq(1, 2), fmpq(3), fmpq(40)):
        found = sharpened(lambda x, _: -(x ** 1.5), -8.0, guess, 1e-9)
        assert found is not None
        assert abs(found.place - 4) < fmpq(1, 10**9)
        assert abs(found.slope + 3) < 1e-3
        whole = sharpened(lambda k, _: math.log(k), math.log(1234.5), guess * 100, 1.0, whole=True)
        assert whole is not None
        assert whole.place.floor() == 1234
    # What isn't told in floats, or has no slope.
    assert sharpened(lambda x, _: math.exp(1e6 * x), 0.0, fmpq(1), 1e-9) is None
    assert sharpened(lambda x, _: 1.0, 0.0, fmpq(1), 1e-9) is None
    assert sharpened(lambda x, _: math.nan, 0.0, fmpq(1), 1e-9) is None


# --- shared nodes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("adjacency", ["remove", "add", "replace"])
def test_nodes_serve_other_places_in_both_directions(adjacency):
    made = Composition([(gaussian_round(1, sampling="1/4"), 40)], adjacency)
    profile, reverse = made._made(), adjacency == "add"
    width = fmpq(1, 10**10)
    first = profile.near(fmpq(5), reverse, width, width)
    assert "shared" not in first.way
    for eps in (fmpq(51, 10), fmpq(19, 4)):
        found = profile.near(eps, reverse, fmpq(1, 10**6), width)
        assert found.way.endswith("shared")
        alone = profile.value(eps, reverse, width)
        assert found.low <= alone.high
        assert alone.low <= found.high
        assert found.width <= fmpq(1, 10**6)
    # So far away that the nodes say nothing, others are made.
    far = profile.near(fmpq(1, 100), reverse, width, width)
    assert "shared" not in far.way


def test_the_other_direction_has_nodes_of_its_own():
    made = Composition([(gaussian_round(1, sampling="1/4"), 40)], "add-or-remove")
    profile, width = made._made(), fmpq(1, 10**6)
    profile.near(fmpq(5), False, width, width)
    assert "shared" not in profile.near(fmpq(5), True, width, width).way


@pytest.mark.parametrize("adjacency", ["add-or-remove", "replace", "remove", "add"])
def test_the_least_epsilon_has_ends_on_both_sides(adjacency):
    rounds = [(gaussian_round(1, sampling="1/4"), 40)]
    found = Composition(rounds, adjacency).least_epsilon("1e-6")
    assert found.width <= fmpq(1, 10**9)
    again = Composition(rounds, adjacency)
    assert again.delta(found.high).high <= fmpq(1, 10**6) < again.delta(found.low).low


def test_the_least_epsilon_is_0_where_that_is_enough():
    most = Composition([(gaussian_round(1, sampling="1/4"), 40)], "remove").least_epsilon(
        "999/1000")
    assert most.low == most.high == 0


def test_a_width_that_no_float_holds_is_no_error_of_python() -> None:
    """`float` of a denominator of 400 digits ended a search."""
    with contextlib.suppress(NotReachedError):
        found = least_near(
            lambda x, *_: Enclosure(1 / x, 1 / x, ""), THIRD, fmpq(2), fmpq(1, 10**400), fmpq(0),
            "the least x",
        )
        assert found.low <= 3 <= found.high
