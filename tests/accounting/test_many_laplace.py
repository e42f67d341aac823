"""δ of Laplace noise at many ε: enclosures hold mpmath's values, and their errors are needed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as some

import verified
from verified.accounting import many_laplace as many
from verified.errors import InputError


def truth(ratio: Fraction, eps: float) -> Any:
    """δ by mpmath."""
    a, at = mpmath.mpf(ratio.numerator) / ratio.denominator, mpmath.mpf(eps)
    if at >= a:
        return mpmath.mpf(0)
    return -mpmath.expm1(at) if at <= -a else -mpmath.expm1((at - a) / 2)


def held(ratio: Fraction, eps: Any) -> tuple[Any, float]:
    """Which places were worked out, all of them rightly, and how far the middles are off."""
    low, high, done = many.laplace_deltas(fmpq(*ratio.as_integer_ratio()), eps)
    off = 0.0
    with mpmath.workdps(60):
        for index in np.flatnonzero(done):
            value = truth(ratio, float(eps[index]))
            below, above = mpmath.mpf(float(low[index])), mpmath.mpf(float(high[index]))
            assert below <= value <= above, (ratio, eps[index])
            if value == 0:
                assert below == above
            elif above < 1:
                off = max(off, float(abs((below + above) / 2 / value - 1)))
    assert (low[~done] == 0).all()
    assert (high[~done] == 1).all()
    return done, off


@pytest.mark.parametrize("ratio", [Fraction(1), Fraction(1, 3), Fraction(1000), Fraction(2, 10**40),
                                   Fraction(0.1), 4 - Fraction(1, 2**60), 4 + Fraction(1, 2**55)])
def test_the_values_lie_between(ratio: Fraction) -> None:
    size = float(ratio)
    near = [np.nextafter(size, end) for end in (0, np.inf)]
    eps = np.concatenate([
        np.linspace(-3 * size, 3 * size, 301), size * (1 + np.linspace(-1, 1, 61) * 1e-10),
        -size * (1 + np.linspace(-1, 1, 61) * 1e-10), np.array([0.0, size, -size, *near]),
        np.array([-1e308, 1e308, -40.0, -39.99, -40.01, -0.0625, -1e-300, 5e-324]),
        -np.arange(1, 200) / 16, -np.arange(1, 200) / 16 * (1 + 2**-52),
    ])
    done, off = held(ratio, eps)
    # One by one are the places next to ±a only, and values that floats can't tell.
    assert done.sum() >= len(eps) - 16
    assert off < 1e-14
    assert not done[np.abs(eps - size) < 1e-13 * size].any()


@settings(deadline=None, max_examples=60)
@given(some.fractions(Fraction(1, 10**6), 10**6), some.lists(
    some.floats(-1e3, 1e3), min_size=1, max_size=40))
def test_any_ratio_and_any_eps(ratio: Fraction, eps: list[float]) -> None:
    held(ratio, np.array(eps))
    held(ratio, np.array(eps) * float(ratio) / 1e3)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(many, "TERMS", 3)
    many.error.cache_clear()
    yield
    many.error.cache_clear()


@pytest.mark.usefixtures("few")
def test_too_few_terms_are_told_by_the_error() -> None:
    eps = np.linspace(-1, 1, 400)
    _, off = held(Fraction(1), eps)
    # The polynomial itself is off by far more than floats are.
    assert off > 1e-7
    assert many.error() < 1e-4


def test_rounding_is_told_by_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 40 * 2.0**-53 < many.error() < 2e-14
    # Less than a unit for each rounding is too little.
    monkeypatch.setattr(many, "error", lambda: 2.0**-54)
    with pytest.raises(AssertionError):
        held(Fraction(1, 3), np.linspace(-1, 0.3, 400))


def test_the_table_is_that_of_the_exponential() -> None:
    ones, twos = many._table()
    with mpmath.workdps(40):
        for place in range(1, len(ones)):
            power = mpmath.exp(-mpmath.mpf(place) / 8)
            assert abs(mpmath.mpf(float(twos[place])) / power - 1) <= mpmath.mpf(2) ** -52
            assert abs(mpmath.mpf(float(ones[place])) / (1 - power) - 1) <= mpmath.mpf(2) ** -52
    assert (ones[0], twos[0]) == (0, 1)


def test_ratios_that_floats_are_not_made_for_are_left_out() -> None:
    for ratio in (fmpq(1, 10**290), fmpq(10**290)):
        assert not many.laplace_deltas(ratio, np.linspace(0, 1, 9))[2].any()


def test_the_batch_is_the_loop() -> None:
    eps = [*np.linspace(-3, 4, 100), 3.0, 3.0, 0, 2]
    found = verified.values("laplace_delta", scale="1/3", eps=eps)
    down, up = found.float_down, found.float_up
    assert "floats" in found[1].how
    for index in (0, 7, 42, 60, 85, 99, 100, 101, 102, 103):
        alone = verified.laplace_delta(scale="1/3", eps=eps[index])
        assert down[index] <= alone.float_up
        assert up[index] >= alone.float_down
        assert found[index].digits(20) == alone.digits(20)
    assert (up - down <= 1e-13 * down).all()
    # The greatest loss is met exactly, by those that are it, and beyond there is nothing.
    assert found[100].exact
    assert found[100].low == found[99].low == 0
    for change, told in (({"scale": -1}, "scale"), ({"sensitivity": 0}, "sensitivity"),
                         ({"steps": 0}, "round")):
        with pytest.raises(InputError, match=told):
            verified.values("laplace_delta", **{"scale": 1, **change}, eps=eps)
    # Several rounds, texts and narrow widths: the loop.
    for change in ({"steps": 2}, {"width": "1e-30"}, {"eps": ["1/3"] * 70}):
        looped = verified.values("laplace_delta", **{"scale": 1, "eps": eps[:64], **change})
        assert "floats" not in looped[0].how
    twice = verified.values("laplace_delta", scale=1, eps=eps[:64], steps=2)
    assert twice[9].digits(12) == verified.laplace_delta(scale=1, eps=eps[9], steps=2).digits(12)
