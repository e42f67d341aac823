"""What groups of entries leak, and to adversaries who know some of the others, in nats.

A joint law has one axis for each entry and one, last, for the response; a mechanism likewise
(Cuff & Yu 2016, sections 5 and 6).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from typing import Any

from flint import fmpq

from verified.measures.information import mutual_information
from verified.measures.privacy import entry_channels

Value = Any

# The functions x_i → x^{-i} that are listed for each entry.
MOST_FUNCTIONS = 30


def group_information(
    xp: Any, joint: Value, rank: int, group: Collection[int], known: Collection[int]
) -> Value:
    """I(X_I;Y|X_J); entries in both groups count as known."""
    hidden = sorted(set(group) - set(known))
    if not hidden:
        return xp.constant(fmpq(0))
    return mutual_information(xp, joint, rank, hidden, (rank - 1,), sorted(known))


def entry_epsilon(xp: Any, mechanism: Value, entries: int, entry: int) -> Value:
    """The largest |ln P(y)/Q(y)| over responses P, Q to databases that differ in one entry."""
    channels = entry_channels(xp, mechanism, entries, entry)
    high, low = xp.max_axes(channels, (-2,)), xp.min_axes(channels, (-2,))
    return xp.max(xp.log_ratio_magnitudes(high, low), 2)


def bayesian_epsilon(xp: Any, prior: Value, joint: Value, entries: int) -> Value:
    """The least ε of (60), Bayesian privacy, over conditions of positive probability."""
    result = xp.constant(fmpq(0))
    for entry in range(entries):
        others = [other for other in range(entries) if other != entry]
        for count in range(entries):
            for group in itertools.combinations(others, count):
                hidden = [axis for axis in others if axis not in group]
                worst = _conditional_epsilon(xp, prior, joint, entries, entry, hidden)
                result = xp.maximum(result, worst)
    return result


def _conditional_epsilon(
    xp: Any, prior: Value, joint: Value, entries: int, entry: int, hidden: Sequence[int]
) -> Value:
    """The largest |ln P(y)/Q(y)| over the laws of Y given X_i = x_i and what isn't hidden."""
    mass, both = prior, joint
    if hidden:
        mass = xp.sum_axes(prior, tuple(axis - entries for axis in hidden), keep=True)
        both = xp.sum_axes(joint, tuple(axis - entries - 1 for axis in hidden), keep=True)
    mass = xp.reshape(mass, entries, (*xp.shape(mass, entries), 1))
    one = xp.constant(fmpq(1))
    reached = xp.support(mass)
    # A condition of probability zero has no law: it gets zeros where the largest is sought and ones
    # where the least is, and if no x_i is possible both are one.
    laws = xp.ratio_or_zero(both, mass)
    axis = (entry - entries - 1,)
    none = xp.sub(one, xp.max_axes(reached, axis))
    high = xp.max_axes(laws, axis) + none
    low = xp.min_axes(laws + xp.sub(one, reached), axis)
    return xp.max(xp.log_ratio_magnitudes(high, low), entries)


def dependent_channels(xp: Any, mechanism: Value, database: Sequence[int], entry: int) -> Value:
    """The channels X_i → Y where the other entries are a function of X_i, for every function:
    an array (functions, |X_i|, |Y|); None where there are more than `MOST_FUNCTIONS`.

    Under any prior, I(X_i;Y|X_I) is an average over x_I of the information of a channel whose rows
    are mixtures of rows M(x_i, x^{-i}), and information is convex in the channel. So its supremum
    over priors and groups is the largest capacity of these channels.
    """
    channels = entry_channels(xp, mechanism, len(database), entry)
    contexts, size, outputs = xp.shape(channels, 3)
    if contexts**size > MOST_FUNCTIONS:
        return None
    flat = xp.reshape(channels, 3, (contexts * size, outputs))
    functions = list(itertools.product(range(contexts), repeat=size))
    rows = [context * size + symbol for f in functions for symbol, context in enumerate(f)]
    return xp.reshape(xp.gather(flat, -2, rows), 2, (len(functions), size, outputs))
