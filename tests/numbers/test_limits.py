"""A time limit ends whatever is being enclosed or proposed: each looks at the clock on its way."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flint import acb, arb, fmpq

from verified.kernel.truth import BallReading
from verified.language import (
    KL,
    TV,
    gaussian,
    laplace,
    lip_curve,
    poisson,
    rational,
    renyi,
)
from verified.numbers import limits
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.ball_orders import largest_over_orders
from verified.numbers.ball_shells import Shells
from verified.numbers.balls import infinite, integral, precision
from verified.numbers.limits import OutOfTime, check_time, limited
from verified.numbers.simplex import maximised
from verified.propose.capacity import capacity_batch, capacity_prior

_THIRDS = [[fmpq(1, 2), fmpq(1, 3), fmpq(1, 6)], [fmpq(1, 5), fmpq(1, 5), fmpq(3, 5)],
           [fmpq(1, 4), fmpq(1, 2), fmpq(1, 4)]]


def _integral() -> Any:
    return integral(lambda z, _: (z * z).exp(), acb(0), acb(3))


def _program() -> Any:
    rows = [[fmpq(1 + (i * j) % 5) for j in range(5)] for i in range(1, 5)]
    return maximised(rows, [fmpq(1)] * 4, [fmpq(j + 1) for j in range(5)], fmpq(0))


def _shells() -> Any:
    return Shells(1, [fmpq(0), fmpq(2)], [fmpq(1, 4), fmpq(3, 4)], fmpq(2))


def _reads(term: Any) -> Callable[[], Any]:
    return lambda: BallReading().real(term, {})


def _rising(order: Any) -> Any:
    return arb(3) if infinite(order) else 3 * (1 - 1 / (1 + arb(order)))


WORK: dict[str, Callable[[], Any]] = {
    "a long array": lambda: Balls.exp(BallArray((2000,), [arb(1)] * 2000)),
    "an integral": _integral,
    "a supremum over orders": lambda: largest_over_orders(_rising),
    "a linear program": _program,
    "shells": _shells,
    "a curve": _reads(lip_curve(rational(1, 3), rational(1, 3))),
    "laws on the line": _reads(renyi(gaussian(0, 1), laplace(0, 1), 2)),
    "divergence on the line": _reads(KL(gaussian(0, 1), laplace(0, 1))),
    "laws on the integers": _reads(TV(poisson(2), poisson(3))),
    "a prior": lambda: capacity_prior(_THIRDS, fmpq(1, 2**40)),
    "priors of a batch": lambda: capacity_batch(np.array(_THIRDS, dtype=float)[None]),
}


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> itertools.count[int]:
    """A clock that goes on by 1 where it is looked at."""
    ticks = itertools.count()
    monkeypatch.setattr(limits.time, "monotonic", lambda: next(ticks))
    return ticks


@pytest.mark.parametrize("name", WORK)
def test_what_is_under_way_ends_at_the_limit(name: str, looks: itertools.count[int]) -> None:
    with precision(64):
        # The first look finds some time left, a later one none.
        with pytest.raises(OutOfTime), limited(1):
            WORK[name]()
        # Afterwards nothing is limited, and it comes to an end.
        WORK[name]()


def test_of_two_limits_the_earlier_holds(looks: itertools.count[int]) -> None:
    with limited(1), limited(100):
        check_time()
        with pytest.raises(OutOfTime):
            check_time()
    with limited(100), limited(None), limited(4):
        check_time()
        check_time()
        with pytest.raises(OutOfTime):
            check_time()
    check_time()


def test_without_a_limit_the_clock_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.time, "monotonic", None)
    check_time()
    with limited(None):
        check_time()


def test_an_exception_lifts_the_limit() -> None:
    with pytest.raises(ValueError, match="other"), limited(time.monotonic() - 1):
        raise ValueError("other")
    check_time()
