"""ln |G_c(ε)| along a line (`inversion`) in floats, to some ten digits.

It serves planning and first guesses only: a certified value is enclosed in balls, whatever this
gave.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from verified.accounting.enclosures import TooSlowError
from verified.accounting.inversion import Line, Part
from verified.numbers.limits import check_time

Floats = Any  # numpy arrays of floats


@runtime_checkable
class Floated(Protocol):
    """A step whose transform on a line can be worked out in floats."""

    def float_line(self, c: float, h: float, count: int, nats: float) -> tuple[Floats, float]:
        """M(c + inh)/M(c) for n from 0 to count, each to an error of about e^−nats; and ln M(c).

        Raises:
            TooSlowError: that takes too many terms.
        """


def log_value(parts: Sequence[Part], line: Line, eps: float, nats: float) -> float:
    """About ln |G_c(ε)| along a line, the error of each transform about e^−nats of M(c).

    Raises:
        TooSlowError: the line takes too many terms, or a step has no transform in floats.
        ValueError: the integral comes out as no positive number.
    """
    c, h = float(line.c), float(line.h)
    z = c + 1j * h * np.arange(line.count + 1)
    kernels, scale = 1 / (z * (z - 1)), (1 - c) * eps
    for part in parts:
        if not isinstance(part.step, Floated):
            raise TooSlowError("a step has no transform in floats")
        check_time()
        values, size = part.step.float_line(c, h, line.count, nats + math.log(part.times))
        kernels = kernels * values ** part.times
        scale += part.times * size
    turns = np.exp(-1j * h * eps * np.arange(line.count + 1))
    total = float(np.real(np.sum(kernels * turns) - kernels[0] / 2))
    return math.log(abs(total) * h / math.pi) + scale


__all__ = ["Floated", "log_value"]
