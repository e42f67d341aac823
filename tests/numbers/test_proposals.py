"""Nothing rests on what is proposed: other proposals give other balls around the same values.

Where an optimum lies, or where densities cross, is sought without error bounds, and certified. Here
they are replaced by others, mostly bad ones. (`test_curves` has the pairs of the privacy curves,
`test_space` clusters of answers.)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flint import arb, fmpq

from verified.kernel.truth import BallReading
from verified.language import Real, exp, integral, maximum
from verified.measures import integrals
from verified.measures.continuous import LawValue, kl
from verified.numbers import ball_line, ball_matrices, balls
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.ball_noise import NoisyInput
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import GAUSSIAN, LAPLACE, Part
from verified.syntax.terms import number

Patch = pytest.MonkeyPatch
HALF = fmpq(1, 2)


def meets(found: Any, value: Any) -> bool:
    """Whether a ball holds at least one point of a much smaller one."""
    return bool(arb(found).overlaps(arb(value)))


@pytest.mark.parametrize("guess", ["1/1000", "1/10", "1/3", "499/1000"])
@pytest.mark.parametrize("y", ["1/100000000", "1/10", "1/2", "693/1000"])
def test_the_inverse_of_the_entropy_holds_whatever_is_guessed(
    monkeypatch: Patch, guess: str, y: str
) -> None:
    place, level = (fmpq(*map(int, text.split("/"))) for text in (guess, y))
    with precision(200):
        value = balls.binary_entropy_inverse(level)
    monkeypatch.setattr(balls, "_inverse_guess", lambda _: arb(place).mid())
    with precision(53):
        assert meets(balls.binary_entropy_inverse(level), value)


@pytest.mark.parametrize("shift", [-0.5, -1e-3, 1e-9, 0.2])
@pytest.mark.parametrize("name", ["_crossing", "_bottom"])
def test_places_that_are_proposed_wrongly_give_no_wrong_curve(
    monkeypatch: Patch, name: str, shift: float
) -> None:
    input_ = [fmpq(-1), fmpq(0), fmpq(2)], [fmpq(1, 5), fmpq(1, 2), fmpq(3, 10)], fmpq(1, 4)
    levels = [fmpq(0), fmpq(1, 2), fmpq(2), fmpq(6)]
    with precision(128):
        values = [NoisyInput(*input_).lip_delta(level).value for level in levels]
    right: Callable[..., float] = getattr(NoisyInput, name)
    monkeypatch.setattr(NoisyInput, name, lambda self, *given: right(self, *given) + shift)
    with precision(64):
        for level, value in zip(levels, values, strict=True):
            try:
                found = NoisyInput(*input_).lip_delta(level).value
            except Indeterminate:
                continue
            assert meets(found, value), level


@pytest.mark.parametrize("order", list(itertools.permutations([fmpq(1, 6), HALF,
                                                               fmpq(1, 3)])))
def test_any_strategies_enclose_the_value(monkeypatch: Patch, order: Any) -> None:
    root = arb(2).sqrt()
    games = [
        [fmpq(0), fmpq(-1), fmpq(1), fmpq(1), fmpq(0), fmpq(-1), fmpq(-1), fmpq(1), fmpq(0)],
        [root, fmpq(-1), fmpq(1), fmpq(1), fmpq(5), 1 - root, fmpq(-1), fmpq(1), fmpq(0)],
    ]
    values = [ball_matrices.game_value(BallArray((9,), game), 3, 3) for game in games]
    monkeypatch.setattr(
        ball_matrices, "optimal_strategies", lambda *_: (list(order), list(reversed(order)))
    )
    for game, value in zip(games, values, strict=True):
        found = ball_matrices.game_value(BallArray((9,), game), 3, 3)
        assert meets(found, value)
        assert not isinstance(found, fmpq)


@pytest.mark.parametrize("heights", [lambda log: 0.0, lambda log: -float(log.mid())])
def test_whichever_density_is_said_to_lead(monkeypatch: Patch, heights: Any) -> None:
    one = LawValue((Part(HALF, GAUSSIAN, fmpq(0), fmpq(1)), Part(HALF, LAPLACE, fmpq(3), HALF)))
    two = LawValue((Part(fmpq(1), LAPLACE, fmpq(1), fmpq(2)),))
    with precision(64):
        value = kl(Balls(), one, two)
        monkeypatch.setattr(ball_line, "_height", heights)
        ball_line._memory.cache_clear()
        assert meets(kl(Balls(), one, two), value)


@pytest.mark.parametrize("places", [[], [fmpq(1)], [fmpq(1, 7), fmpq(30)], [arb(2).log()]])
def test_pieces_cut_anywhere_hold_the_integral(monkeypatch: Patch, places: list[Any]) -> None:
    from tests.measures.test_integrals import DIVERGENCE, law, value

    env = {"n": 3, "P": law((1, 2), (1, 3), (1, 6)), "Q": law((1, 4), (1, 4), (1, 2))}
    with precision(64):
        true = value(DIVERGENCE, **env)
        monkeypatch.setattr(integrals, "kinks", lambda *_: iter(places))
        found = value(DIVERGENCE, **env)
        assert meets(found, true)
        assert arb(found).rad() < 1e-6


# Far nearer to an end than 64 bits tell, and beyond each.
NEAR_ENDS = [
    [], [fmpq(1) - fmpq(1, 10**18)], [fmpq(1, 7) + fmpq(1, 10**19)], [fmpq(1, 7), fmpq(1)],
    [fmpq(1, 7) + fmpq(1, 10**19), fmpq(1) - fmpq(1, 10**18)], [fmpq(1, 9), fmpq(3, 2)],
    [arb(0.5, 0.2)], [arb(1, 1e-3), arb(0.2, 0.1)], [arb(1, 3), arb("nan")],
]


@pytest.mark.parametrize("places", NEAR_ENDS, ids=str)
@pytest.mark.parametrize("low", ["1/7", "1/8", "2/3"])
@pytest.mark.parametrize("high", ["1", "13/11", "inf"])
def test_pieces_reach_from_end_to_end(
    monkeypatch: Patch, places: list[Any], low: str, high: str
) -> None:
    """Neither a cut next to an end nor an end that no ball holds adds to the integral: it is the
    difference of two antiderivatives, which are exact."""
    x = Real("x", f"[{low},{high}]" if high != "inf" else f"[{low},inf)")
    start = exactly(low)
    with precision(400):
        def steep(at: fmpq) -> arb:
            return (-8 * arb(at)).exp() / 8

        stop = None if high == "inf" else exactly(high)
        exact = steep(start) - (0 if stop is None else steep(stop))
        flat = None if stop is None else stop - start
    monkeypatch.setattr(integrals, "kinks", lambda *_: iter(places))
    for bits in (53, 64, 100):
        with precision(bits):
            found = arb(BallReading().real(integral(x, exp(-8 * x)), {}))
            width = None if flat is None else arb(BallReading().real(integral(x, number(1)), {}))
        with precision(400):
            assert found.contains(exact.mid())
            assert found.rad() < exact / 2**40
            if flat is not None:
                assert width is not None
                assert width.contains(flat)
                assert width.rad() < fmpq(1, 2**40)


@pytest.mark.parametrize("low", ["0", "1/7"])
@pytest.mark.parametrize("power", [6, 12, 18, 25])
def test_a_kink_next_to_an_end_adds_nothing(low: str, power: int) -> None:
    """∫ max(e^x, c) is c (p − low) + e − c, where c = e^p."""
    x = Real("x", f"[{low},1]")
    with precision(400):
        tenth = arb(10) ** -power
        near = (arb(exactly(low)) + tenth).exp() / arb(1).exp()
        for below in (1 - tenth, near) if low != "0" else (1 - tenth,):
            c = fmpq(int((arb(1).exp() * below * 10**60).floor().unique_fmpz()), 10**60)
            kink = arb(c).log()
            exact = c * (kink - arb(exactly(low))) + arb(1).exp() - c
            for bits in (53, 64, 100):
                with precision(bits):
                    found = arb(BallReading().real(
                        integral(x, maximum(exp(x), number(c))), {}))
                assert found.contains(exact.mid()), (power, bits)
                assert found.rad() < 1e-9


def exactly(text: str) -> fmpq:
    return fmpq(*map(int, (text + "/1").split("/")[:2]))
