"""What is told of a secret by a query of the data with noise added to its answer.

The secret U has a law, the data V given U is the output of a channel, and the response is
f(V) + Z with f(V) in R^d. The noise Z is Gaussian or Laplace, d independent coordinates.
Informations are exact for d = 1, and in more dimensions where the answers lie on one line (of any
direction for Gaussian noise, which looks the same from all; along a coordinate for Laplace noise):
across it the noise tells nothing. Elsewhere they are left open. All quantities are in nats.
"""

from __future__ import annotations

from typing import Any

from verified.numbers.line import GAUSSIAN, LAPLACE

Value = Any


def gaussian_information(
    xp: Any, prior: Value, channel: Value, query: Value, dims: int, variance: Value
) -> Value:
    """I(U; f(V) + N(0, variance·I_d)); undefined unless the variance is positive."""
    answers = _answers(xp, channel, query, dims)
    places = answers[0] if dims == 1 else xp.line().along(answers)
    return _information(xp, prior, channel, GAUSSIAN, places, variance)


def laplace_information(
    xp: Any, prior: Value, channel: Value, query: Value, dims: int, scale: Value
) -> Value:
    """I(U; f(V) + Z), Z of d independent Laplace laws; undefined unless the scale is positive."""
    answers = _answers(xp, channel, query, dims)
    places = answers[0] if dims == 1 else xp.line().along_axis(answers)
    return _information(xp, prior, channel, LAPLACE, places, scale)


def _answers(xp: Any, channel: Value, query: Value, dims: int) -> list[list[Value]]:
    """The coordinates of the answers: one list a coordinate, with an entry for each symbol."""
    symbols = xp.shape(channel, 2)[1]
    return [
        [xp.take(query, -1, symbol * dims + axis) for symbol in range(symbols)]
        for axis in range(dims)
    ]


def _information(
    xp: Any, prior: Value, channel: Value, shape: str, places: list[Value], spread: Value
) -> Value:
    line = xp.line()
    where = [line.finite(place) for place in places]
    return line.noisy_information(prior, channel, shape, where, line.positive(spread))
