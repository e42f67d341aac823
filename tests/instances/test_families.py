"""Families: what they promise of rows, and that they leave laws of what they touch."""

import numpy as np
import pytest

from verified.instances import families
from verified.instances.draw import draw_points, softmax
from verified.instances.families import impose_along
from verified.instances.layout import Layout
from verified.language import Channel, Database, Mechanism, Pmf, Queries, Real, Size

n, m, k = Size("n"), Size("m"), Size("k")
D = Database("D")
ONE = [n, m, Channel("W", n, m)]


@pytest.fixture(autouse=True)
def always(monkeypatch):
    monkeypatch.setattr(families, "_CHANCE", 1.0)


def of(variables, structure, family, seed=0, count=40):
    layout = Layout(variables, [], structure)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        rows = families._rows(layout, 0, rng)
        level = families._level(rng)
        yield level, softmax(*family(layout.blocks[0], rows, level, rng))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("family", dict.fromkeys(families._FAMILIES), ids=lambda one: one.__name__)
def test_each_family_consists_of_laws(family, size):
    for rows in (1, 2, 5):
        for _, laws in of(ONE, {"n": rows, "m": size}, family, count=10):
            assert laws.shape == (rows, size)
            assert np.allclose(laws.sum(axis=-1), 1)
            assert (laws >= 0).all()


@pytest.mark.parametrize("family", [families._subset_selection, families._two_levels])
def test_the_rows_of_private_channels_are_two_levels_apart(family):
    for level, laws in of(ONE, {"n": 3, "m": 4}, family):
        ratios = np.abs(np.log(laws[:, None] / laws[None]))
        assert np.all((ratios < 1e-9) | (np.abs(ratios - abs(level)) < 1e-9))


def test_an_erasure_shows_its_symbol_or_the_last():
    for _, laws in of(ONE, {"n": 3, "m": 4}, families._erasure):
        assert np.allclose(laws[:, 3], laws[0, 3])
        assert np.allclose(np.diag(laws[:, :3]), 1 - laws[0, 3])


def test_segments_move_with_the_sum_of_entries():
    M = Mechanism("M", D, m)
    for _, laws in of([m, D, M], {"m": 2, "D": (2, 2, 2)}, families._segment):
        steps = np.unique(np.round(laws[:, 0], 12))
        assert len(steps) in (1, 2, 4)
        assert np.allclose(np.diff(steps), np.diff(steps)[0] if len(steps) > 1 else 0)


def test_coupled_laws_are_equal_or_permutations():
    layout = Layout([n, Pmf("P", n), Pmf("Q", n)], [], {"n": 3})
    rng = np.random.default_rng(0)
    points = draw_points(layout, 60, rng)
    orders = set()
    for instance in range(60):
        families._couple(layout, points, instance, rng)
        first, second = (law[instance, 0] for law in points.laws())
        assert np.allclose(np.sort(first), np.sort(second))
        orders.add(bool(np.allclose(first, second)))
    assert orders == {True, False}


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("size", [1, 2, 5])
def test_parted_instances_are_made_of_equal_parts(rows, size):
    x, y = Real("x", "(0,1]"), Real("y", ">=2")
    layout = Layout([*ONE, x, y], [], {"n": rows, "m": size})
    rng = np.random.default_rng(0)
    points = draw_points(layout, 40, rng)
    before = [held.copy() for held in points.fixed]
    drawn = set()
    for instance in range(40):
        families._part(layout, points, instance, rng)
        numbers = [held[instance] for held in points.fixed]
        assert any(
            all(np.allclose(parts * part, np.round(parts * part), atol=1e-9)
                for part in (points.laws()[0][instance],
                             *(number for number, held in zip(numbers, before, strict=True)
                               if number != held[instance] and not np.isnan(number))))
            for parts in range(2, families._MOST_PARTS + 1))
        assert np.isnan(numbers[0]) or 0 < numbers[0] <= 1
        assert np.isnan(numbers[1]) or numbers[1] >= 2
        drawn.add(numbers[0])
    assert len(drawn) > 5


def test_queries_in_turn_repeat_what_the_first_one_sees():
    S = Queries("S", D, k, m, kind="sequential")
    layout = Layout([m, k, D, S], [], {"m": 2, "k": 2, "D": (2, 2)})
    rng = np.random.default_rng(0)
    assert [block.rows for block in layout.blocks] == [4, 8]
    seen = {tuple(families._rows(layout, 1, rng)[0].tolist()) for _ in range(30)}
    assert seen == {(0, 0, 1, 1, 2, 2, 3, 3)}, "whatever was answered before"


def test_a_batch_along_a_family_has_randomised_responses_of_whole_ratios() -> None:
    W, P = Channel("W", n, n), Pmf("P", n)
    layout = Layout([n, W, P], [], {"n": 30})
    rng = np.random.default_rng(0)
    points = draw_points(layout, 24, rng)
    impose_along(layout, points, rng)
    rows = points.laws()[0][:12]
    ratios = rows[:, 0, 0] / rows[:, 0, 1]
    assert np.allclose(ratios, np.round(ratios), rtol=1e-9)
    assert (np.diff(ratios) >= 0).all()
    assert ratios[0] <= 2
    assert ratios[-1] > 1000
    diagonal = np.arange(30)
    assert np.allclose(rows[:, diagonal, diagonal], rows[:, :1, 0])
