"""Hypothesis strategies for another library's tests: laws, channels, mechanisms and priors as lists
of floats that sum to 1 exactly, corners over-represented.

The masses are multiples of a power of two, so that the floats are exact and their sum is too, in
whatever order they are added.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from verified.errors import InputError

# Masses are multiples of 2 to minus one of these; the last have rare symbols.
_BITS = (1, 3, 8, 20, 40, 52)
_MOST = 64

Law = list[float]


def laws(
    min_size: int = 1, max_size: int = 6, zeros: bool = True
) -> st.SearchStrategy[Law]:
    """Laws on so many symbols.

    Args:
        min_size: of symbols, at least.
        max_size: at most.
        zeros: whether a probability may be 0.

    Raises:
        InputError: the sizes aren't in order, or not from 1 to 64.
    """
    if not 1 <= min_size <= max_size <= _MOST:
        raise InputError(f"sizes {min_size} to {max_size}; they lie in order from 1 to {_MOST}")
    return st.integers(min_size, max_size).flatmap(lambda size: _of_size(size, zeros))


def priors(size: int, zeros: bool = True) -> st.SearchStrategy[Law]:
    """Laws on exactly so many symbols: the priors of a channel with so many inputs."""
    return laws(size, size, zeros)


def channels(
    min_inputs: int = 1, max_inputs: int = 4, min_outputs: int = 1, max_outputs: int = 4,
    zeros: bool = True,
) -> st.SearchStrategy[list[Law]]:
    """Channels: a law for each input; sometimes with equal rows, or rows that are near.

    Raises:
        InputError: the sizes aren't in order.
    """
    if not 1 <= min_inputs <= max_inputs <= _MOST:
        raise InputError(f"{min_inputs} to {max_inputs} inputs; they lie from 1 to {_MOST}")
    laws(min_outputs, max_outputs)

    @st.composite
    def drawn(draw: Any) -> list[Law]:
        inputs = draw(st.integers(min_inputs, max_inputs))
        outputs = draw(st.integers(min_outputs, max_outputs))
        return _rows(draw, inputs, outputs, zeros)

    return drawn()


def mechanisms(
    database: Sequence[int], min_outputs: int = 1, max_outputs: int = 4, zeros: bool = True
) -> st.SearchStrategy[list[Law]]:
    """Mechanisms on a database whose entries have these alphabets: a law for each instance, the
    last entry fastest.

    Raises:
        InputError: the sizes aren't in order, or there are more than 64 instances.
    """
    return channels(
        math.prod(database), math.prod(database), min_outputs, max_outputs, zeros
    )


def epsilons(least: float = 0.0, most: float = 50.0) -> st.SearchStrategy[float]:
    """Values of ε: ordinary, tiny, and the ends."""
    corners = (least, most, 2.0**-52, 1e-9, 0.5, 1.0, math.log(3))
    within = [corner for corner in corners if least <= corner <= most]
    return st.one_of(st.sampled_from(within), st.floats(least, most))


def deltas(least: float = 5e-324, most: float = 0.5) -> st.SearchStrategy[float]:
    """Values of δ, even in their logarithm."""
    span = st.floats(math.log(least), math.log(most)).map(math.exp)
    return st.one_of(st.sampled_from([least, most]), span.map(lambda x: min(max(x, least), most)))


def _of_size(size: int, zeros: bool) -> st.SearchStrategy[Law]:
    fitting = [bits for bits in _BITS if 2**bits >= size]

    def of(bits: int) -> st.SearchStrategy[Law]:
        whole = 2**bits
        least = 0 if zeros else 1
        free = whole - least * size
        # Where the whole is cut; an atom of everything at an end gives point masses.
        cuts = st.lists(
            st.one_of(st.sampled_from([0, free]), st.integers(0, free)),
            min_size=size - 1, max_size=size - 1,
        )

        def law(places: list[int]) -> Law:
            ends = [0, *sorted(places), free]
            return [(least + after - before) / whole
                    for before, after in itertools.pairwise(ends)]

        return cuts.map(law)

    return st.sampled_from(fitting).flatmap(of)


def _rows(draw: Any, inputs: int, outputs: int, zeros: bool) -> list[Law]:
    rows: list[Law] = []
    for _ in range(inputs):
        if rows and draw(st.booleans()) and draw(st.booleans()):
            rows.append(list(draw(st.sampled_from(rows))))
        else:
            rows.append(draw(_of_size(outputs, zeros)))
    return rows


__all__ = ["channels", "deltas", "epsilons", "laws", "mechanisms", "priors"]
