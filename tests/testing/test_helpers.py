"""Helpers for other libraries' suites: what passes, what fails, and that nothing is drawn wrong."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import verified
from verified.errors import InputError, UnknownKeyError
from verified.testing import (
    Vector,
    assert_sound_lower_bound,
    assert_sound_upper_bound,
    assert_within,
    vectors,
)
from verified.testing.strategies import channels, deltas, epsilons, laws, mechanisms, priors

GAUSS: dict[str, Any] = {"sigma": 1, "eps": 1}


# --- assertions -----------------------------------------------------------------------------------


def test_upper_bounds() -> None:
    truth = verified.gaussian_delta(**GAUSS)
    assert_sound_upper_bound(truth.float_up, "gaussian_delta", **GAUSS)
    assert_sound_upper_bound(math.inf, "gaussian_delta", **GAUSS)
    assert_sound_upper_bound(truth.float_up, truth, looseness=1e-12)
    with pytest.raises(AssertionError, match=r"gaussian_delta\(sigma=1, eps=1\): .* less than"):
        assert_sound_upper_bound(math.nextafter(truth.float_down, 0), "gaussian_delta", **GAUSS)
    with pytest.raises(AssertionError, match="nan is reported"):
        assert_sound_upper_bound(math.nan, "gaussian_delta", **GAUSS)
    with pytest.raises(AssertionError, match="looser than"):
        assert_sound_upper_bound(0.2, "gaussian_delta", **GAUSS, looseness="1/10")
    with pytest.raises(AssertionError, match="looser than"):
        assert_sound_upper_bound(math.inf, "gaussian_delta", **GAUSS, looseness=5)
    with pytest.raises(InputError, match="takes no arguments"):
        assert_sound_upper_bound(1, truth, 1)
    # A report may be a certified value too; here nothing decides.
    with pytest.raises(verified.UndecidedError):
        assert_sound_upper_bound(verified.enclose("2*log(3)"), "log", 9)


def test_lower_bounds_and_tolerances() -> None:
    limits = {"sigma": 10, "eps": 1, "delta": "1e-9"}
    assert_sound_lower_bound(3, "gaussian_steps", **limits)
    with pytest.raises(AssertionError, match="4 is reported, more than the value, 3 rounds"):
        assert_sound_lower_bound(4, "gaussian_steps", **limits)
    assert_within(0.25, "total_variation", [0.25, 0.75], [0.5, 0.5])
    assert_within(0.2500001, "total_variation", [0.25, 0.75], [0.5, 0.5], relative=1e-6)
    assert_within(-1e-17, "kl", [0.5, 0.5], [0.5, 0.5], absolute=1e-16)
    for wrong in (0.2500001, math.inf, math.nan, -0.25):
        with pytest.raises(AssertionError):
            assert_within(wrong, "total_variation", [0.25, 0.75], [0.5, 0.5], relative=1e-9)


# --- vectors --------------------------------------------------------------------------------------


def test_vectors_by_flag() -> None:
    every = vectors("gaussian_delta")
    far = vectors("gaussian_delta", flags=["FarTail"])
    near = vectors("gaussian_delta", without=["FarTail"])
    assert len(far) + len(near) == len(every)
    assert all("FarTail" in one.flags for one in far)
    assert vectors("gaussian_delta", "FarTail", ["Underflow"])
    with pytest.raises(UnknownKeyError, match="unknown flag 'Tail'"):
        vectors("gaussian_delta", ["Tail"])
    with pytest.raises(UnknownKeyError, match="nearest: gaussian_delta"):
        vectors("gauss_delta")
    with pytest.raises(InputError, match="no vector"):
        vectors("kl", ["LargeEpsilon"])


@pytest.mark.parametrize("function", ["gaussian_delta", "kl", "trade_off", "sibson", "dp_epsilon"])
def test_a_vector_is_its_value(function: str) -> None:
    for one in vectors(function)[::17]:
        value = one.value
        if one.high == "inf":
            assert value.high == math.inf
            continue
        one.check(value.float_up)
        # Far below the floats a text has more digits than anyone writes out.
        if "Underflow" not in one.flags:
            assert Fraction(one.low) <= value.high
            assert value.low <= Fraction(one.high)


def with_ends(low: str, high: str, unsafe: str) -> Vector:
    return Vector("f", 1, {}, {}, low, high, unsafe, frozenset({"Basic"}))


@pytest.mark.parametrize(("low", "high", "unsafe", "good", "bad"), [
    ("0.5", "0.51", "less", (0.5, 0.6, math.inf, 0.5 - 1e-12), (0.49, -1, math.nan, -math.inf)),
    ("3", "3", "more", (3, 2, 0), (4, math.inf, math.nan)),
    ("0.5", "0.5", "none", (0.5, 0.5 + 1e-12), (0.4, 0.6, math.nan)),
    ("4E-34576", "5E-34576", "less", (5e-324, 1), (0, -1e-300)),
    ("inf", "inf", "less", (math.inf,), (1e308, math.nan)),
    ("0", "0", "less", (0, 1e-3), (-1e-300, math.nan)),
    ("1E+400", "2E+400", "less", (math.inf, sys.float_info.max), (1e300,)),
])  # fmt: skip
def test_the_unsafe_side_fails(
    low: str, high: str, unsafe: str, good: tuple[float, ...], bad: tuple[float, ...]
) -> None:
    vector = with_ends(low, high, unsafe)
    for one in good:
        vector.check(one)
    for one in bad:
        with pytest.raises(AssertionError, match="is reported, the value lies in"):
            vector.check(one)


# --- strategies -----------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(laws(1, 6), channels(1, 4, 2, 5), st.booleans().flatmap(lambda z: priors(3, zeros=z)))
def test_masses_sum_to_one_exactly(law: Any, channel: Any, prior: Any) -> None:
    for row in (law, prior, *channel):
        assert sum(map(Fraction, row)) == 1 == sum(row) == sum(reversed(row))
        assert min(row) >= 0
    assert len(prior) == 3
    assert len({len(row) for row in channel}) == 1


@settings(max_examples=30, deadline=None)
@given(mechanisms((2, 3)), laws(2, 4, zeros=False), epsilons(0, 9), deltas())
def test_the_other_strategies(mechanism: Any, law: Any, eps: float, delta: float) -> None:
    assert len(mechanism) == 6
    assert min(law) > 0
    assert 0 <= eps <= 9
    assert 5e-324 <= delta <= 0.5
    assert verified.dp_delta(mechanism, eps, database=(2, 3)) >= 0


def test_corners_are_drawn() -> None:
    seen = set()

    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(channels(2, 2, 2, 2))
    def draw(channel: Any) -> None:
        seen.update({
            "equal rows" if channel[0] == channel[1] else "",
            "point mass" if 1.0 in channel[0] else "",
            "rare" if 0 < min(channel[0]) < 1e-6 else "",
        })

    draw()
    assert seen == {"", "equal rows", "point mass", "rare"}


@pytest.mark.parametrize("wrong", [
    lambda: laws(0), lambda: laws(3, 2), lambda: laws(1, 100), lambda: channels(0, 1),
    lambda: channels(1, 1, 3, 2), lambda: mechanisms((10, 10)),
])  # fmt: skip
def test_sizes_out_of_order_are_refused(wrong: Any) -> None:
    with pytest.raises(InputError):
        wrong()


# --- the plugin -----------------------------------------------------------------------------------


def test_the_plugin_opens_nothing() -> None:
    script = (
        "import sys, verified.testing.plugin; "
        "assert not {'flint', 'numpy', 'hypothesis', 'verified.oracle'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
