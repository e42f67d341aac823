"""δ of Gaussian noise at many ε: enclosures hold mpmath's values, and their errors are needed."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
from flint import fmpq

import verified
from verified.accounting import many
from verified.errors import InputError

WIDE = fmpq(1, 10)


def truth(sigma: float, eps: float) -> Any:
    """δ by mpmath."""
    with mpmath.workdps(120):
        ratio, at = 1 / mpmath.mpf(sigma), mpmath.mpf(eps)
        return mpmath.ncdf(ratio / 2 - at / ratio) - mpmath.exp(at) * mpmath.ncdf(
            -ratio / 2 - at / ratio)


def total(sigma: float) -> fmpq:
    return 1 / fmpq(*sigma.as_integer_ratio()) ** 2


@pytest.mark.parametrize(("sigma", "low", "high"), [(2.0, -3, 15), (0.125, -20, 300),
                                                    (1000.0, -0.002, 0.03)])
def test_the_values_lie_between(sigma: float, low: float, high: float) -> None:
    # Near one another, so that cells have enough of them.
    starts = np.random.default_rng(7).uniform(low, high, 12)
    eps = np.concatenate([start * (1 + np.arange(8) * 1e-9) for start in starts] + [[0.0] * 6])
    below, above, done = many.gaussian_deltas(total(sigma), eps, fmpq(1, 10**13))
    assert done[-1]
    assert done.sum() > 60
    for index in np.flatnonzero(done)[::5]:
        value = truth(sigma, float(eps[index]))
        assert mpmath.mpf(below[index]) <= value <= mpmath.mpf(above[index])
        assert above[index] - below[index] < 1e-13 * below[index]


def test_too_few_terms_are_told_by_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "TERMS", 4)
    eps = np.linspace(0.48, 0.52, 400)
    below, above, done = many.gaussian_deltas(total(1.0), eps, WIDE)
    assert done.any()
    off = []
    for index in np.flatnonzero(done)[::20]:
        value = truth(1.0, float(eps[index]))
        assert mpmath.mpf(below[index]) <= value <= mpmath.mpf(above[index])
        off.append(abs((below[index] + above[index]) / 2 / float(value) - 1))
    # The polynomial itself is off by far more than floats are.
    assert max(off) > 1e-11
    # And where the width is too much, nothing is told.
    assert not many.gaussian_deltas(total(1.0), eps, fmpq(1, 10**13))[2].any()


def test_rounding_is_told_by_the_error() -> None:
    made = many.cell(total(1.0), 16, 2.0**-6)
    assert made is not None
    assert 22 * 2.0**-53 < made.error < 1e-13
    assert many.cell(total(1.0), 64 * 40, 2.0**-6) is None


def test_the_batch_is_the_loop() -> None:
    # So near one another that cells have enough of them.
    eps = [*np.linspace(0, 0.2, 200), 50.0, -3.0]
    found = verified.values("gaussian_delta", sigma=2, eps=eps)
    down, up = found.float_down, found.float_up
    assert "floats" in found[77].how
    for index in (0, 77, 199, 200, 201):
        alone = verified.gaussian_delta(sigma=2, eps=float(eps[index]))
        assert down[index] <= alone.float_up
        assert up[index] >= alone.float_down
        assert found[index].digits(20) == alone.digits(20)
    assert [len(found[3:5]), len(found)] == [2, 202]
    assert (up[:200] - down[:200] <= 1e-13 * down[:200]).all()
    # In the far tail values are worked out one by one, and not as floats.
    assert found[200].float_up < 1e-300 or found[200].relative_width < 1e-12
    with pytest.raises(InputError, match="sigma"):
        verified.values("gaussian_delta", sigma=-1, eps=eps)
    # Texts are exact numbers, not floats: the loop.
    texts = verified.values("gaussian_delta", sigma=2, eps=["1/3"] * 70)
    assert texts[0].digits(15) == verified.gaussian_delta(sigma=2, eps="1/3").digits(15)
