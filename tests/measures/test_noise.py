"""What a query with noise tells: balls and floats against quadratures of the plain definition.

The densities are written apart from ours. mpmath integrates those on a line, in many pieces; in two
dimensions a product of rules integrates the plain two-dimensional densities, so that nothing there
rests on the answers' being moved to a line. Answers off a line are in `tests/numbers/test_space`.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import mp, mpf, workdps

from tests.measures.laws import balls, floats
from verified import language as v
from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading, decide
from verified.measures.noise import gaussian_information, laplace_information
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats
from verified.syntax.goals import normal

MEASURES = {"gaussian": gaussian_information, "laplace": laplace_information}
SHAPES = sorted(MEASURES)
DIGITS = 20

PRIOR = [fmpq(1, 6), fmpq(1, 2), fmpq(1, 3)]
CHANNEL = [
    [fmpq(1, 2), fmpq(1, 2), fmpq(0)],
    [fmpq(1, 5), fmpq(0), fmpq(4, 5)],
    [fmpq(1, 3), fmpq(1, 3), fmpq(1, 3)],
]
PLACES = [fmpq(-1), fmpq(2, 3), fmpq(5, 2)]
# A prior, a channel, the answers on the line and the noise.
CASES = {
    "plain": (PRIOR, CHANNEL, PLACES, fmpq(4, 3)),
    "narrow": (PRIOR, CHANNEL, PLACES, fmpq(1, 50)),
    "wide": (PRIOR, CHANNEL, PLACES, fmpq(40)),
    "two": ([fmpq(1, 4), fmpq(3, 4)], [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]],
            [fmpq(0), fmpq(3)], fmpq(2)),
    "null": ([fmpq(0), *PRIOR], [[fmpq(0), fmpq(0), fmpq(0), fmpq(1)],
                                 *([*row, fmpq(0)] for row in CHANNEL)],
             [*PLACES, fmpq(90)], fmpq(1)),
    "one-answer-twice": (PRIOR, CHANNEL, [fmpq(1), fmpq(1), fmpq(3)], fmpq(1, 2)),
}  # fmt: skip


def in_balls(shape: str, prior: Any, channel: Any, query: Any, noise: Any, dims: int = 1) -> Any:
    arguments = Balls(), balls(prior), balls(channel), balls(query), dims, noise
    return MEASURES[shape](*arguments)


def in_floats(shape: str, prior: Any, channel: Any, query: Any, noise: Any, dims: int = 1) -> float:
    spread = np.array([float(noise)])
    arguments = Floats(), floats(prior), floats(channel), floats(query), dims, spread
    (found,) = np.asarray(MEASURES[shape](*arguments))
    return float(found)


# --- the second opinion ---------------------------------------------------------------------------


def real(x: fmpq) -> Any:
    return mpf(int(x.p)) / int(x.q)


def opinion(shape: str, prior: Any, channel: Any, places: Any, noise: fmpq) -> Any:
    """Σ p_u ∫ L_u ln(L_u/Σ p L) by mpmath, cut at every answer and around it."""
    spread = real(noise)
    scale = spread if shape == "laplace" else mp.sqrt(spread)
    answers = [real(place) for place in places]
    shares = [(real(p), [real(w) for w in row]) for p, row in zip(prior, channel, strict=True) if p]

    def bell(d: Any) -> Any:
        u = d / scale
        if shape == "laplace":
            return mp.exp(-abs(u)) / (2 * scale)
        return mp.exp(-u * u / 2) / (scale * mp.sqrt(2 * mp.pi))

    def integrand(y: Any) -> Any:
        bells = [bell(y - answer) for answer in answers]
        laws = [(p, mp.fdot(row, bells)) for p, row in shares]
        mixed = mp.fsum(p * law for p, law in laws)
        return mp.fsum(p * law * mp.log(law / mixed) for p, law in laws if law > 0)

    cuts = {
        a + sign * step * scale for a in answers for step in (0, 2, 7, 20, 60) for sign in (-1, 1)
    }
    return mp.quad(integrand, sorted(cuts))


def plane(
    shape: str, prior: Any, channel: Any, points: list[tuple[float, ...]], noise: fmpq
) -> float:
    """The same integral over R² in floats, by Gauss's rule on rectangles between the answers."""
    spread = float(noise)
    scale = spread if shape == "laplace" else spread**0.5
    nodes, weights = np.polynomial.legendre.leggauss(12)

    def rule(axis: int) -> tuple[Any, Any]:
        places = {point[axis] for point in points}
        cuts = np.array(
            sorted(
                {
                    place + sign * step * scale
                    for place in places
                    for step in (0, 1, 2, 4, 8, 14, 24, 36)
                    for sign in (-1, 1)
                }
            )
        )
        low, high = cuts[:-1, None], cuts[1:, None]
        where = (low + high) / 2 + (high - low) / 2 * nodes
        return where.ravel(), ((high - low) / 2 * weights).ravel()

    def bell(d: Any) -> Any:
        u = d / scale
        if shape == "laplace":
            return np.exp(-np.abs(u)) / (2 * scale)
        return np.exp(-u * u / 2) / (scale * np.sqrt(2 * np.pi))

    (x, along), (y, across) = rule(0), rule(1)
    bells = np.stack([np.outer(bell(x - a), bell(y - b)) for a, b in points])
    laws = np.tensordot(np.array([[float(w) for w in row] for row in channel]), bells, axes=1)
    shares = np.array([float(p) for p in prior])[:, None, None]
    mixed = (shares * laws).sum(axis=0)
    with np.errstate(all="ignore"):
        terms = np.where(laws > 0, shares * laws * np.log(laws / mixed), 0.0).sum(axis=0)
    return float(along @ np.nan_to_num(terms) @ across)


# --- one dimension --------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", CASES)
def test_balls_and_floats_hold_what_a_quadrature_says(shape: str, name: str) -> None:
    with precision(64):
        found = in_balls(shape, *CASES[name])
    with workdps(DIGITS):
        expected = opinion(shape, *CASES[name])
        error = abs(mpf(float(found)) - expected)
    assert error < 1e-13
    assert float(found.rad()) < 1e-13
    assert in_floats(shape, *CASES[name]) == pytest.approx(float(expected), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["plain", "null"])
def test_a_finer_precision_lies_within_a_coarser(shape: str, name: str) -> None:
    with precision(64):
        coarse = in_balls(shape, *CASES[name])
    with precision(128):
        fine = in_balls(shape, *CASES[name])
    assert coarse.contains(fine)
    assert 2**20 * float(fine.rad()) < float(coarse.rad())


@pytest.mark.parametrize("shape", SHAPES)
def test_far_answers_tell_the_secret_and_equal_ones_nothing(shape: str) -> None:
    prior, identity = [fmpq(1, 4), fmpq(3, 4)], [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]]
    with precision(64):
        far = in_balls(shape, prior, identity, [fmpq(0), fmpq(200)], fmpq(1))
        entropy = -sum((arb(p) * arb(p).log() for p in prior), arb(0))
        assert far.overlaps(entropy) or abs(far - entropy) < arb("1e-15")
    assert in_balls(shape, prior, identity, [fmpq(7, 3)] * 2, fmpq(1)) == 0
    assert in_floats(shape, prior, identity, [fmpq(7, 3)] * 2, fmpq(1)) == pytest.approx(0)


@pytest.mark.parametrize("shape", SHAPES)
def test_more_noise_tells_less(shape: str) -> None:
    levels = [fmpq(1, 9), fmpq(1, 2), fmpq(1), fmpq(3)]
    with precision(64):
        told = [in_balls(shape, PRIOR, CHANNEL, PLACES, level) for level in levels]
    assert all(more > less for more, less in itertools.pairwise(told))


# --- exactly nothing ------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("prior", "channel", "places"),
    [
        ([fmpq(1)], [[fmpq(1, 3), fmpq(2, 3)]], [fmpq(0), fmpq(5)]),
        ([fmpq(0), fmpq(1)], [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]], [fmpq(0), fmpq(5)]),
        ([fmpq(1, 3), fmpq(2, 3)], [[fmpq(1, 4), fmpq(3, 4)]] * 2, [fmpq(0), fmpq(5)]),
        ([fmpq(1, 3), fmpq(2, 3)], [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]], [fmpq(5)] * 2),
        # The rows differ only in data with one answer.
        ([fmpq(1, 3), fmpq(2, 3)],
         [[fmpq(1, 2), fmpq(0), fmpq(1, 2)], [fmpq(0), fmpq(1, 2), fmpq(1, 2)]],
         [fmpq(1), fmpq(1), fmpq(4)]),
    ],
    ids=["one-secret", "certain", "same-rows", "same-answers", "same-mixtures"],
)  # fmt: skip
def test_exactly_zero_where_nothing_can_be_learnt(
    shape: str, prior: Any, channel: Any, places: Any
) -> None:
    found = in_balls(shape, prior, channel, places, fmpq(2))
    assert isinstance(found, fmpq)
    assert found == 0
    assert in_floats(shape, prior, channel, places, fmpq(2)) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_secret_of_probability_0_takes_no_part(shape: str) -> None:
    with precision(64):
        whole = in_balls(shape, *CASES["null"])
        without = in_balls(shape, PRIOR, CHANNEL, PLACES, fmpq(1))
    assert whole.overlaps(without)
    assert in_floats(shape, *CASES["null"]) == pytest.approx(float(without), rel=1e-9)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("noise", [fmpq(0), fmpq(-1), fmpq(-1, 10**9)])
def test_noise_that_is_not_positive_is_undefined(shape: str, noise: fmpq) -> None:
    """Also where nothing could be learnt: the law of the noise doesn't exist."""
    for places in (PLACES, [fmpq(1)] * 3):
        with pytest.raises(Undefined):
            in_balls(shape, PRIOR, CHANNEL, places, noise)
        assert np.isnan(in_floats(shape, PRIOR, CHANNEL, places, noise))


@pytest.mark.parametrize("shape", SHAPES)
def test_noise_that_may_be_0_is_not_decided(shape: str) -> None:
    with pytest.raises(Indeterminate):
        in_balls(shape, PRIOR, CHANNEL, PLACES, arb(0, 1))
    with pytest.raises(Undefined):
        in_balls(shape, PRIOR, CHANNEL, PLACES, arb("inf"))
    assert np.isnan(in_floats(shape, PRIOR, CHANNEL, PLACES, float("inf")))


# --- more dimensions ------------------------------------------------------------------------------

# (lengths of the steps, direction) with a whole length: points a + t·direction.
DIRECTIONS = {
    "plane": ([fmpq(3), fmpq(-4)], fmpq(5)),
    "space": ([fmpq(2), fmpq(-1), fmpq(2)], fmpq(3)),
    "axis": ([fmpq(0), fmpq(2)], fmpq(2)),
    "reversed": ([fmpq(-1), fmpq(0), fmpq(0)], fmpq(1)),
}


def spread_out(steps: list[fmpq], direction: list[fmpq]) -> list[fmpq]:
    """The table of a query whose answers are such points, from a corner that isn't 0."""
    return [
        fmpq(axis + 1, 7) + step * part for step in steps for axis, part in enumerate(direction)
    ]


@pytest.mark.parametrize("name", DIRECTIONS)
def test_gaussian_noise_looks_the_same_along_any_line(name: str) -> None:
    direction, length = DIRECTIONS[name]
    steps = [fmpq(1, 3), fmpq(-1, 2), fmpq(1)]
    query, dims = spread_out(steps, direction), len(direction)
    with precision(64):
        flat = in_balls("gaussian", PRIOR, CHANNEL, [length * s for s in steps], fmpq(2))
        found = in_balls("gaussian", PRIOR, CHANNEL, query, fmpq(2), dims)
    assert found.overlaps(flat)
    assert float(found.rad()) < 1e-12
    batch = in_floats("gaussian", PRIOR, CHANNEL, query, fmpq(2), dims)
    assert batch == pytest.approx(float(flat), rel=1e-8)


@pytest.mark.parametrize("name", ["axis", "reversed"])
def test_laplace_noise_along_a_coordinate(name: str) -> None:
    direction, length = DIRECTIONS[name]
    steps = [fmpq(1, 3), fmpq(-1, 2), fmpq(1)]
    query, dims = spread_out(steps, direction), len(direction)
    with precision(64):
        flat = in_balls("laplace", PRIOR, CHANNEL, [length * s for s in steps], fmpq(2))
        found = in_balls("laplace", PRIOR, CHANNEL, query, fmpq(2), dims)
    assert found.overlaps(flat)
    batch = in_floats("laplace", PRIOR, CHANNEL, query, fmpq(2), dims)
    assert batch == pytest.approx(float(flat), rel=1e-8)


@pytest.mark.parametrize(
    ("shape", "direction"),
    [("gaussian", [fmpq(3, 2), fmpq(-2)]), ("gaussian", [fmpq(0), fmpq(1)]),
     ("laplace", [fmpq(2), fmpq(0)]), ("laplace", [fmpq(0), fmpq(1)])],
)  # fmt: skip
def test_the_plane_agrees(shape: str, direction: list[fmpq]) -> None:
    """The two-dimensional densities, integrated as they are."""
    query = spread_out([fmpq(0), fmpq(1), fmpq(-1, 2)], direction)
    points = [(float(query[2 * s]), float(query[2 * s + 1])) for s in range(3)]
    expected = plane(shape, PRIOR, CHANNEL, points, fmpq(3, 4))
    assert expected > 0.01
    with precision(64):
        found = in_balls(shape, PRIOR, CHANNEL, query, fmpq(3, 4), 2)
    assert float(found) == pytest.approx(expected, rel=1e-9)


def test_laplace_noise_looks_different_along_a_diagonal() -> None:
    """So the value along the line isn't taken; it would be wrong."""
    query = spread_out([fmpq(0), fmpq(1), fmpq(-1, 2)], [fmpq(3), fmpq(4)])
    points = [(float(query[2 * s]), float(query[2 * s + 1])) for s in range(3)]
    true = plane("laplace", PRIOR, CHANNEL, points, fmpq(3))
    along = in_floats("laplace", PRIOR, CHANNEL, [fmpq(0), fmpq(5), fmpq(-5, 2)], fmpq(3))
    assert abs(true - along) > 1e-3
    with precision(64):
        assert float(in_balls("laplace", PRIOR, CHANNEL, query, fmpq(3), 2)) == pytest.approx(true)
    assert in_floats("laplace", PRIOR, CHANNEL, query, fmpq(3), 2) == pytest.approx(true)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dims", [2, 3])
def test_equal_answers_in_more_dimensions_tell_nothing(shape: str, dims: int) -> None:
    query = [fmpq(axis + 1, 3) for _ in range(3) for axis in range(dims)]
    found = in_balls(shape, PRIOR, CHANNEL, query, fmpq(1), dims)
    assert isinstance(found, fmpq)
    assert found == 0
    assert in_floats(shape, PRIOR, CHANNEL, query, fmpq(1), dims) == pytest.approx(0, abs=1e-12)


# --- the language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "shape", "answers", "dims"),
    [
        (v.gaussian_information, "gaussian", [fmpq(0), fmpq(5)], 1),
        (v.gaussian_information, "gaussian", [fmpq(0), fmpq(0), fmpq(3), fmpq(4)], 2),
        (v.laplace_information, "laplace", [fmpq(0), fmpq(5)], 1),
        (v.laplace_information, "laplace", [fmpq(1), fmpq(5), fmpq(1), fmpq(0)], 2),
    ],
)
def test_a_term_has_the_value_of_its_measure(
    term: Any, shape: str, answers: list[fmpq], dims: int
) -> None:
    prior, channel = [fmpq(1, 4), fmpq(3, 4)], [[fmpq(1), fmpq(0)], [fmpq(1, 3), fmpq(2, 3)]]
    stated = term(v.Pmf("p", 2), v.Channel("W", 2, 2), v.Reals("f", 2 * dims), dims, 2)
    env = {"p": balls(prior), "W": balls(channel), "f": balls(answers)}
    with precision(64):
        plain = in_balls(shape, prior, channel, [fmpq(0), fmpq(5)], fmpq(2))
        assert BallReading().real(stated, env).overlaps(plain)
    batch = {"p": floats(prior), "W": floats(channel), "f": floats(answers)}
    (found,) = np.asarray(FloatReading().real(stated, batch))
    assert found == pytest.approx(float(plain), rel=1e-9)


def test_pi_is_the_number() -> None:
    term = v.pi()
    for bits in (64, 300):
        with precision(bits), workdps(120):
            found = BallReading().real(term, {})
            assert found.overlaps(arb(mp.nstr(mp.pi, 110)))
            assert float(found.rad()) < 2.0 ** (4 - bits)
    assert float(np.asarray(FloatReading().real(term, {}))) == np.pi
    # Archimedes' bounds, and one digit too many.
    assert (
        decide(
            normal(v.both(term > v.rational(223, 71), term < v.rational(22, 7))), {}, BallReading()
        )
        is True
    )
    assert decide(normal(v.equals(term, v.rational(355, 113))), {}, BallReading()) is False
