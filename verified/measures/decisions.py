"""What decisions cost that see a channel's output, and what reproductions tell.

Channels have the axes (inputs, outputs), losses one axis, the inputs of each action one after the
other, distortions one axis, the reproductions of each symbol one after the other."""

from __future__ import annotations

from typing import Any

Value = Any


def minimax_risk(xp: Any, channel: Value, losses: Value, actions: int) -> Value:
    """The least over randomised decisions of the largest mean loss over inputs; without inputs
    undefined, as no loss is the largest."""
    return xp.matrices().minimax_risk(channel, losses, actions)


def rate_distortion(
    xp: Any, source: Value, distortions: Value, outputs: int, level: Value
) -> Value:
    """The least I(P;W) over channels W to so many reproductions with a mean distortion of at most
    the level; undefined where none has."""
    return xp.optima().rate_distortion(source, distortions, outputs, level)


def information_bottleneck(xp: Any, prior: Value, channel: Value, rate: Value) -> Value:
    """The largest I(T;Y) over T with I(T;X) of at most the rate, Y given X by the channel;
    undefined for negative rates."""
    return xp.optima().bottleneck(prior, channel, rate)
