"""What is told of a secret by a query of the data with noise added to its answer.

The secret U has a law, the data V given U is the output of a channel, and the response is
f(V) + Z with f(V) in R^d. The noise Z is Gaussian or Laplace, d independent coordinates. All
quantities are in nats.
"""

from __future__ import annotations

from typing import Any

from verified.numbers.line import GAUSSIAN, LAPLACE

Value = Any


def gaussian_information(
    xp: Any, prior: Value, channel: Value, query: Value, dims: int, variance: Value
) -> Value:
    """I(U; f(V) + N(0, variance·I_d)); undefined unless the variance is positive."""
    return xp.space().noisy_information(
        prior, channel, GAUSSIAN, _answers(xp, channel, query, dims), variance
    )


def laplace_information(
    xp: Any, prior: Value, channel: Value, query: Value, dims: int, scale: Value
) -> Value:
    """I(U; f(V) + Z), Z of d independent Laplace laws; undefined unless the scale is positive."""
    return xp.space().noisy_information(
        prior, channel, LAPLACE, _answers(xp, channel, query, dims), scale
    )


def _answers(xp: Any, channel: Value, query: Value, dims: int) -> list[list[Value]]:
    """The coordinates of the answers: one list a coordinate, with an entry for each symbol."""
    symbols = xp.shape(channel, 2)[1]
    return [
        [xp.take(query, -1, symbol * dims + axis) for symbol in range(symbols)]
        for axis in range(dims)
    ]
