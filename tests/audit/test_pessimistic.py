"""The value behind a pessimistic estimate that docs/audit.md tells of, by mpmath alone."""

from __future__ import annotations

from typing import Any

import pytest
from mpmath import exp, expm1, fsum, log, log1p, mp, mpc, mpf, pi, sqrt

import verified


def _inverted(rate: Any, rounds: int, eps: Any, line: Any) -> Any:
    """δ(ε) of Poisson-subsampled Gaussian noise of σ = 1, a record removed: the transform of the
    loss along Re z = `line`, by the trapezoidal rule in both integrals. With these steps and this
    height it has ten digits: halving the steps changes the eleventh."""
    spacing, step, height = mpf(1) / 16, mpf(1) / 10, 2000
    points = [place * spacing for place in range(-11 * 16, 25 * 16)]
    losses = [log1p(rate * expm1(t - mpf(1) / 2)) for t in points]
    terms = [
        mpc(exp(line * loss - t * t / 2) / sqrt(2 * pi) * spacing)
        for t, loss in zip(points, losses, strict=True)
    ]
    turns = [exp(mpc(0, step) * loss) for loss in losses]
    total = mpf(0)
    for node in range(height):
        z = mpc(line, node * step)
        term = exp(rounds * log(fsum(terms)) - (z - 1) * eps) / (z * (z - 1))
        total += term.real / (1 if node else 2)
        terms = [one * turn for one, turn in zip(terms, turns, strict=True)]
    return total * step / pi


@pytest.mark.slow
def test_the_value_above_the_pessimistic_estimate() -> None:
    with mp.workdps(22):
        apart = _inverted(mpf(1) / 1000, 1000, mpf(558) / 1000, mpf(27) / 2)
    ours = verified.subsampled_gaussian_delta(
        sampling="1/1000", sigma=1, steps=1000, eps="0.558", adjacency="remove"
    )
    assert abs(mpf(ours.digits(15)) / apart - 1) < 1e-10
    # What dp-accounting 0.6.0 gives there, as a pessimistic estimate.
    assert ours > 8.121601828992725e-11
