"""What a response in several dimensions tells: balls, floats and plain quadratures.

Independent parts of a secret on independent coordinates tell the sum of what each tells on a line,
which `ball_line` integrates by other means; a plain rule on rectangles integrates the plane.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from tests.measures.test_noise import CHANNEL, PRIOR, SHAPES, in_balls, in_floats, plane
from verified.numbers import ball_space, float_space
from verified.numbers.balls import Indeterminate, precision
from verified.numbers.line import GAUSSIAN

# Answers of three data, by how far apart they are beside the noise.
TRIANGLES = {
    "near": [(fmpq(0), fmpq(0)), (fmpq(1, 50), fmpq(-1, 70)), (fmpq(-1, 30), fmpq(1, 90))],
    "apart": [(fmpq(0), fmpq(0)), (fmpq(3, 2), fmpq(1, 3)), (fmpq(-1, 2), fmpq(2))],
    "far": [(fmpq(0), fmpq(0)), (fmpq(6), fmpq(-2)), (fmpq(1), fmpq(5))],
    "clusters": [(fmpq(0), fmpq(0)), (fmpq(1), fmpq(1)), (fmpq(60), fmpq(-25))],
    "one coordinate alike": [(fmpq(0), fmpq(0)), (fmpq(2), fmpq(0)), (fmpq(1), fmpq(5))],
}


def table(points: Any) -> list[fmpq]:
    return [place for point in points for place in point]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", TRIANGLES)
def test_balls_hold_the_plane_and_floats_are_near_it(shape: str, name: str) -> None:
    points = TRIANGLES[name]
    plain = [(float(a), float(b)) for a, b in points]
    expected = plane(shape, PRIOR, CHANNEL, plain, fmpq(1))
    for bits in (64, 128):
        with precision(bits):
            found = in_balls(shape, PRIOR, CHANNEL, table(points), fmpq(1), 2)
        off = abs(float(found.mid()) - expected)
        assert off <= float(found.rad()) + 1e-8 * expected + 1e-13
    # Where answers are near, the ball is worth its name.
    sharp = {"near": 1e-18, "apart": 1e-10, "far": 3e-2, "clusters": 1e-9}
    with precision(64):
        found = in_balls(shape, PRIOR, CHANNEL, table(points), fmpq(1), 2)
    assert float(found.rad()) < sharp.get(name, 3e-2)
    batch = in_floats(shape, PRIOR, CHANNEL, table(points), fmpq(1), 2)
    assert batch == pytest.approx(expected, rel=1e-10 if name == "near" else 1e-7)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sum_in_parts_is_the_sum(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    points = table(TRIANGLES["apart"])
    found = []
    for size in (100, 1 << 30):
        monkeypatch.setattr(float_space, "_AT_ONCE", size)
        found.append(in_floats(shape, PRIOR, CHANNEL, points, fmpq(1), 2))
    assert found[0] == pytest.approx(found[1], rel=1e-13)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", TRIANGLES)
def test_a_finer_precision_meets_a_coarser(shape: str, name: str) -> None:
    found = []
    for bits in (64, 100, 160):
        with precision(bits):
            found.append(in_balls(shape, PRIOR, CHANNEL, table(TRIANGLES[name]), fmpq(1), 2))
    assert all(one.overlaps(two) for one, two in itertools.combinations(found, 2))
    # Of pairs of clusters the bound is a step function of the precision.
    if name in ("near", "apart"):
        assert 2**20 * float(found[2].rad()) < float(found[0].rad())


def independent(sides: list[fmpq]) -> tuple[list[fmpq], list[list[fmpq]], list[fmpq]]:
    """A secret of several independent bits, each 1/3 to 2/3, told as a corner of a box."""
    corners = list(itertools.product((0, 1), repeat=len(sides)))
    prior = [fmpq(1, 3) ** corner.count(0) * fmpq(2, 3) ** corner.count(1) for corner in corners]
    rows = [[fmpq(int(u == v)) for v in range(len(corners))] for u in range(len(corners))]
    places = [side * bit for corner in corners for side, bit in zip(sides, corner, strict=True)]
    return prior, rows, places


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("sides", "rel"),
    [([fmpq(1, 9), fmpq(1, 4)], 1e-10), ([fmpq(1), fmpq(5, 2)], 1e-5),
     ([fmpq(40), fmpq(1, 2)], 1e-5), ([fmpq(1, 5), fmpq(1, 2), fmpq(1, 3)], 1e-7)],
)  # fmt: skip
def test_independent_parts_add_up(shape: str, sides: list[fmpq], rel: float) -> None:
    with precision(64):
        whole = in_balls(shape, *independent(sides), fmpq(1), len(sides))
        parts = sum((in_balls(shape, *independent([side]), fmpq(1)) for side in sides), arb(0))
        assert whole.overlaps(parts)
        assert abs(whole - parts) < 1e-4
    batch = in_floats(shape, *independent(sides), fmpq(1), len(sides))
    assert batch == pytest.approx(float(parts), rel=rel)


def test_gaussian_noise_looks_the_same_from_all_sides() -> None:
    points = TRIANGLES["apart"]
    turned = [(3 * a / 5 - 4 * b / 5 + 2, 4 * a / 5 + 3 * b / 5 - 7) for a, b in points]
    # In space, on a plane that no coordinate is on.
    lifted = [(a + 2 * b / 3, 2 * b / 3, b / 3) for a, b in points]
    flat = [(a + 2 * b / 3, (5 * b * b / 9, b)) for a, b in points]
    with precision(64):
        one, two, three = (
            in_balls("gaussian", PRIOR, CHANNEL, table(places), fmpq(1), len(places[0]))
            for places in (points, turned, lifted)
        )
        # The lifted plane's own coordinates: a + 2b/3 and b √5/3.
        own = [(place, arb(square).sqrt() * (1 if b >= 0 else -1)) for place, (square, b) in flat]
        four = in_balls("gaussian", PRIOR, CHANNEL, table(own), fmpq(1), 2)
    assert one.overlaps(two)
    assert three.overlaps(four)
    assert not one.overlaps(three)
    batches = [
        in_floats("gaussian", PRIOR, CHANNEL, table(places), fmpq(1), len(places[0]))
        for places in (points, turned, lifted)
    ]
    assert batches == pytest.approx([float(x) for x in (one, two, three)], rel=1e-5)


@pytest.mark.parametrize("shape", SHAPES)
def test_one_coordinate_tells_less_than_both(shape: str) -> None:
    with precision(64):
        for points in (TRIANGLES["near"], TRIANGLES["apart"]):
            both = in_balls(shape, PRIOR, CHANNEL, table(points), fmpq(1), 2)
            for axis in range(2):
                single = [point[axis] for point in points]
                assert in_balls(shape, PRIOR, CHANNEL, single, fmpq(1)) < both


@pytest.mark.parametrize("shape", SHAPES)
def test_a_ball_decides_a_bound_one_percent_off(shape: str) -> None:
    points = TRIANGLES["apart"]
    value = plane(shape, PRIOR, CHANNEL, [(float(a), float(b)) for a, b in points], fmpq(1))
    with precision(64):
        found = in_balls(shape, PRIOR, CHANNEL, table(points), fmpq(1), 2)
    assert found > arb(0.99 * value)
    assert found < arb(1.01 * value)
    assert not found > arb(1.01 * value)


@pytest.mark.parametrize("shape", SHAPES)
def test_answers_that_nearly_lie_on_a_line(shape: str) -> None:
    """No more than what is exactly on it, up to the distance; neither reading leaves it open."""
    tiny = fmpq(1, 10**30)
    line = [(fmpq(0), fmpq(0)), (fmpq(1), fmpq(1)), (fmpq(2), fmpq(2))]
    near = [*line[:2], (fmpq(2), fmpq(2) + tiny)]
    with precision(64):
        one, two = (
            in_balls(shape, PRIOR, CHANNEL, table(places), fmpq(1), 2) for places in (line, near)
        )
        assert abs(one - two) < 1e-6
    batch = in_floats(shape, PRIOR, CHANNEL, table(near), fmpq(1), 2)
    assert batch == pytest.approx(float(one), rel=1e-5)


@pytest.mark.parametrize("shape", SHAPES)
def test_impossible_data_leave_the_others_on_a_line(shape: str) -> None:
    """A datum that no secret leads to doesn't count, wherever its answer is."""
    prior, rows = [fmpq(1, 4), fmpq(3, 4)], [[fmpq(1), fmpq(0)], [fmpq(1, 3), fmpq(2, 3)]]
    places = [fmpq(0), fmpq(0), fmpq(5), fmpq(0)]
    with precision(128):
        line = in_balls(shape, prior, rows, [fmpq(0), fmpq(5)], fmpq(2))
        wider = [[*row, fmpq(0)] for row in rows]
        found = in_balls(shape, prior, wider, [*places, fmpq(9), fmpq(77)], fmpq(2), 2)
    assert found.overlaps(line)
    assert float(found.rad()) < 1e-30


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_too_much_work_leaves_what_the_data_say(shape: str) -> None:
    """Many answers in four dimensions: a ball from 0 to I(U;V), or what clusters leave of it."""
    count, dims = 7, 4
    prior = [fmpq(1, count)] * count
    rows = [[fmpq(int(u == v)) for v in range(count)] for u in range(count)]
    places = [
        fmpq((3 * v * v + 5 * axis * v) % 11, 2) for v in range(count) for axis in range(dims)
    ]
    with precision(64):
        found = in_balls(shape, prior, rows, places, fmpq(1), dims)
        assert found.upper() <= arb(count).log() + arb("1e-7")
        assert not found < 0
        one = in_balls(shape, prior, rows, places[::dims], fmpq(1))
        assert found.upper() > one


def test_laplace_answers_that_may_coincide_are_left_open() -> None:
    root = arb(2).sqrt()
    places = [fmpq(0), fmpq(0), root, fmpq(1), root, fmpq(3)]
    with precision(64), pytest.raises(Indeterminate):
        in_balls("laplace", PRIOR, CHANNEL, places, fmpq(1), 2)
    # Where they are certainly apart, irrational answers are as good as others.
    apart = [fmpq(0), fmpq(0), root, fmpq(1), 2 * root, fmpq(3)]
    with precision(64):
        found = in_balls("laplace", PRIOR, CHANNEL, apart, fmpq(1), 2)
    near = [fmpq(0), fmpq(0), fmpq(1414, 1000), fmpq(1), fmpq(2828, 1000), fmpq(3)]
    assert in_floats("laplace", PRIOR, CHANNEL, near, fmpq(1), 2) == pytest.approx(
        float(found), rel=1e-3
    )


# --- error terms that matter ----------------------------------------------------------------------

RARE = [fmpq(1, 200), fmpq(99, 200), fmpq(1, 2)]
IDENTITY = [[fmpq(int(u == v)) for v in range(3)] for u in range(3)]
SCENES = {
    "near": (PRIOR, CHANNEL, TRIANGLES["near"]),
    "apart": (PRIOR, IDENTITY, TRIANGLES["apart"]),
    "far": (PRIOR, CHANNEL, TRIANGLES["far"]),
    "rare": (RARE, IDENTITY, [(fmpq(9), fmpq(1)), (fmpq(0), fmpq(0)), (fmpq(1), fmpq(-2))]),
    "rare below": (RARE, IDENTITY, [(fmpq(-2), fmpq(-8)), (fmpq(0), fmpq(1)), (fmpq(1), fmpq(2))]),
    "gap": (RARE, CHANNEL, [(fmpq(0), fmpq(0)), (fmpq(30), fmpq(1)), (fmpq(31), fmpq(40))]),
    "space": (RARE, IDENTITY, [(fmpq(1), fmpq(0), fmpq(0)), (fmpq(0), fmpq(2), fmpq(0)),
                               (fmpq(0), fmpq(0), fmpq(3))]),
}  # fmt: skip


@functools.cache
def sharp(shape: str, name: str) -> arb:
    prior, rows, points = SCENES[name]
    with precision(60 if name == "space" else 100):
        return in_balls(shape, prior, rows, table(points), fmpq(1), len(points[0]))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(
    ("bits", "depth", "reach"),
    [(30, 0.5, 0.5), (30, 2.0, 2.0), (30, 5.0, 5.0), (6, 20.0, 9.0), (2, 1.0, 1.0),
     (30, 25.0, 1.0), (30, 25.0, 3.0)],
)  # fmt: skip
def test_a_coarse_grid_gives_a_wide_ball_around_the_information(
    monkeypatch: pytest.MonkeyPatch, shape: str, name: str, bits: int, depth: float, reach: float
) -> None:
    """With few nodes, with nodes that don't reach far, and with what is left out at few bits."""
    prior, rows, points = SCENES[name]
    if name == "space":
        depth = min(depth, 5.0)
    monkeypatch.setattr(ball_space, "_LEAST_BITS", 1)
    monkeypatch.setattr(ball_space, "_depth", lambda _: depth)
    monkeypatch.setattr(ball_space, "_reach", lambda *_: reach)
    within = ball_space._within
    monkeypatch.setattr(
        ball_space, "_within", lambda shape, whole, *_: within(shape, whole, bits, 10**6)
    )
    with precision(64):
        try:
            found = in_balls(shape, prior, rows, table(points), fmpq(1), len(points[0]))
        except Indeterminate:
            return
        assert found.overlaps(sharp(shape, name))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", SCENES)
def test_any_clusters_at_all_hold_the_information(
    monkeypatch: pytest.MonkeyPatch, shape: str, name: str
) -> None:
    prior, rows, points = SCENES[name]
    for groups in ([[0], [1], [2]], [[0, 1], [2]], [[0], [1, 2]], [[0, 2], [1]]):
        monkeypatch.setattr(ball_space, "_groups", lambda *_, groups=groups: groups)
        with precision(48):
            found = in_balls(shape, prior, rows, table(points), fmpq(1), len(points[0]))
        assert found.overlaps(sharp(shape, name)), groups


@pytest.mark.parametrize("middle", [fmpq(0), fmpq(1, 2000), fmpq(1, 1000)])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_probability_that_may_be_0_counts_as_any_that_it_may_be(
    shape: str, middle: fmpq
) -> None:
    """A ball that holds 0 isn't left out: the information lies in the ball at each of its
    points."""
    wide, half, fifth = fmpq(1, 1000), fmpq(1, 2), fmpq(1, 5)
    far = table([(fmpq(0), fmpq(0)), (fmpq(400), fmpq(300)), (fmpq(-500), fmpq(200))])

    def told(one: Any, two: Any) -> arb:
        rows = [[1 - fifth - one, one, fifth], [half - two, two, half]]
        return arb(in_balls(shape, [half, half], rows, far, fmpq(1), 2))

    with precision(64):
        ball = arb(middle, wide)
        found = told(ball, fifth)
        for share in (fmpq(0), fmpq(1, 20), fmpq(1, 3), fmpq(1)):
            at = share * (middle + wide)
            assert found.contains(told(at, fifth).mid()), at
        assert found.rad() < 0.02
        # Of an answer that nothing may give nothing is said.
        with pytest.raises(Indeterminate):
            told(ball, ball / 3)


@pytest.mark.parametrize("shape", SHAPES)
def test_where_there_is_no_grid_it_lies_between_nothing_and_what_the_data_tell(
    monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    prior, rows, points = SCENES["far"]
    monkeypatch.setattr(ball_space, "_within", lambda *_: None)
    with precision(64):
        found = in_balls(shape, prior, rows, table(points), fmpq(1), 2)
        assert found.overlaps(sharp(shape, "far"))
        # The secret is a bit that the data are, of a probability that is hardly known.
        shares = [fmpq(1, 10), fmpq(1, 2)]
        first = arb(shares[0]).union(arb(shares[1]))
        open_ = in_balls(shape, [first, 1 - first], [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]],
                         table(points[:2]), fmpq(1), 2)
        assert open_.upper() >= arb(2).log()
        assert not open_ > 0


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("groups", [[[0], [1], [2]], [[0, 1], [2]], [[0, 1, 2]]])
def test_noise_that_is_hardly_known_widens_the_ball(
    monkeypatch: pytest.MonkeyPatch, shape: str, groups: list[list[int]]
) -> None:
    prior, rows, points = SCENES["apart"]
    monkeypatch.setattr(ball_space, "_groups", lambda *_: groups)
    with precision(48):
        spread = arb(fmpq(3, 4)).union(arb(fmpq(5, 4)))
        found = in_balls(shape, prior, rows, table(points), spread, 2)
        for point in (fmpq(3, 4), fmpq(1), fmpq(5, 4)):
            value = in_balls(shape, prior, rows, table(points), point, 2)
            assert found.lower() <= value.upper()
            assert value.lower() <= found.upper()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_batch_is_near_what_each_instance_is_alone(shape: str) -> None:
    """With fewer nodes: to two digits at least."""
    weights = np.broadcast_to(np.array([[0.25, 0.75]]), (3, 2))
    channel = np.broadcast_to(np.array([[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]]), (3, 2, 3))
    answers = [[np.array([0.0, 0.0, 0.0]), np.array([1.0, 4.0, 9.0]), np.array([2.0, 1.0, 0.5])],
               [np.array([0.0, 0.0, 0.0]), np.array([1.0, -2.0, 3.0]), np.array([0.0, 5.0, 7.0])]]
    whole = float_space.noisy_information(weights, channel, shape, answers, np.ones(3))
    for place in range(3):
        part = slice(place, place + 1)
        alone = float_space.noisy_information(
            weights[part], channel[part], shape, [[x[part] for x in axis] for axis in answers],
            np.ones(1),
        )
        assert whole[place] == pytest.approx(alone[0], rel=1e-2)


def test_a_second_opinion_differs_as_far_as_a_rule_is_off() -> None:
    """Where answers are far from one another; the first rule is in force again afterwards."""
    near, far = ((GAUSSIAN, PRIOR, CHANNEL, table(TRIANGLES[name]), fmpq(1), 2)
                 for name in ("near", "far"))
    first = in_floats(*near), in_floats(*far)
    with float_space.second_opinion():
        assert in_floats(*near) == pytest.approx(first[0], rel=1e-9)
        other = in_floats(*far)
    assert other == pytest.approx(first[1], rel=1e-3)
    assert abs(other - first[1]) > 1e-8 * first[1]
    assert in_floats(*far) == first[1]
