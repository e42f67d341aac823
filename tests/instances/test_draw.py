"""Draws: determinism, coverage of the edges, exactness; floats and exact values agree."""

import numpy as np
import pytest
from flint import fmpq

from verified.attack.certify import exact_laws
from verified.instances.draw import FARTHEST, LARGE, draw_points, draw_structure, softmax
from verified.instances.intervals import from_real, to_real
from verified.instances.layout import Layout
from verified.kernel.truth import BallReading
from verified.kernel.values import read_moves
from verified.language import (
    Database,
    Independent,
    Joint,
    Mechanism,
    Pmf,
    Prior,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    entries,
)
from verified.measures.readings import MechanismValue, QueriesValue
from verified.syntax.sorts import parse_interval

n, m = Size("n"), Size("m")
D = Database("D")
i = Symbol("i", entries(D))
P, Q = Pmf("P", n), Pmf("Q", n)
J = Joint("J", U=n, V=m, W=2)
RICH = [
    n, m, D, i, Real("x", "(0,1)"), Reals("r", n, ">=0"), P, J, Mechanism("M", D, m),
    Prior("R", D), Prior("Ri", D, "independent"), Prior("Rs", D, "split", i),
    Queries("S", D, 2, m), Queries("Sq", D, 2, m, "sequential"), Queries("Sp", D, 2, m, "partial"),
]


def pairs(size, count=4000, seed=0):
    """The laws P and Q of a batch, (count, size) each."""
    layout = Layout([n, P, Q], [], {"n": size})
    points = draw_points(layout, count, np.random.default_rng(seed))
    p, q = (block[:, 0] for block in points.laws())
    return p, q


def test_the_same_seed_draws_the_same():
    one, two = (draw_structure(RICH, np.random.default_rng(3)) for _ in range(2))
    assert one == two
    layout = Layout(RICH, [], one)
    first, second = (draw_points(layout, 20, np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(first.vector(), second.vector())
    third = draw_points(layout, 20, np.random.default_rng(5))
    assert not np.array_equal(first.vector(), third.vector())


def test_structures_cover_small_and_larger_sizes():
    rng = np.random.default_rng(0)
    drawn = [draw_structure([n, D, i], rng) for _ in range(500)]
    sizes = [found["n"] for found in drawn]
    assert {1, 2, 3, 4, 5} <= set(sizes)
    assert max(sizes) >= 8
    assert {1, 2, 3, 4} <= {len(found["D"]) for found in drawn}
    assert any(1 in found["D"] for found in drawn)
    assert all(found["i"] < len(found["D"]) for found in drawn)


def test_sizes_stay_in_their_range():
    rng = np.random.default_rng(0)
    low, high = Size("a", low=0), Size("b", low=2)
    drawn = [draw_structure([low, high], rng) for _ in range(300)]
    assert min(found["a"] for found in drawn) == 0
    assert min(found["b"] for found in drawn) == 2


def test_large_alphabets_are_drawn_where_they_are_asked_for():
    rng = np.random.default_rng(0)
    few, alike = Size("a", low=2, high=5), Size("b")
    drawn = [draw_structure([n, alike, few], rng, large=True) for _ in range(200)]
    assert all(LARGE[0] // 2 <= found[name] <= LARGE[1] for found in drawn for name in ("n", "b"))
    assert all(2 <= found["a"] <= 5 for found in drawn)
    same = [found["n"] == found["b"] for found in drawn]
    assert any(same)
    assert not all(same)


@pytest.mark.parametrize("size", [2, 3, 6])
def test_laws_have_zeros_rare_symbols_and_equals(size):
    p, q = pairs(size)
    assert np.allclose(p.sum(axis=-1), 1, atol=1e-12)
    assert np.mean((p == 0).any(axis=-1)) > 0.05
    assert np.mean((p > 0).all(axis=-1)) > 0.4
    assert np.mean(((p > 0) & (p < 1e-4)).any(axis=-1)) > 0.04
    assert np.mean(((p >= 1e-6) & (p <= 1e-5)).any(axis=-1)) > 0.01
    assert np.mean((p == q).all(axis=-1)) > 0.03
    assert np.mean(p.max(axis=-1) > 0.999) > 0.03


def test_related_laws_differ_at_every_scale():
    p, q = pairs(3)
    distance = np.abs(p - q).max(axis=-1)
    for power in range(1, 7):
        at_scale = (distance > 10.0 ** (-power - 1)) & (distance < 10.0**-power)
        assert np.mean(at_scale) > 0.01, power


def test_laws_on_one_symbol_are_certain():
    p, _ = pairs(1, 50)
    assert (p == 1).all()


def test_reals_reach_their_ends_and_the_middle():
    x = Real("x", "[0,1]")
    layout = Layout([x], [], {})
    points = draw_points(layout, 2000, np.random.default_rng(0))
    (values,) = points.numbers(layout.reals)
    assert values.min() == 0
    assert values.max() == 1
    for low, high in ((1e-6, 1e-4), (0.2, 0.8), (1 - 1e-4, 1 - 1e-6)):
        assert np.mean((values > low) & (values < high)) > 0.02


@pytest.mark.parametrize("domain", ["", ">=0", ">0", "(0,1)", "[0,1]", "<=3", "(-2,5]"])
def test_the_map_to_a_domain_stays_inside(domain):
    values = to_real(np.linspace(-30, 30, 101), parse_interval(domain))
    low, high = parse_interval(domain).low, parse_interval(domain).high
    assert low is None or (values >= float(low.p) / float(low.q)).all()
    assert high is None or (values <= float(high.p) / float(high.q)).all()
    assert (np.diff(values) != 0).sum() > 50


@pytest.mark.parametrize("domain", ["", ">0", "<=2", "[0,1]", "(-1,3)"])
def test_coordinates_of_numbers_lead_back_to_them(domain):
    places = np.linspace(-5, 5, 11)
    interval = parse_interval(domain)
    assert np.allclose(from_real(to_real(places, interval), interval), places)


def test_ends_of_a_domain_have_no_coordinates():
    ends = from_real(np.array([0.0, 1.0]), parse_interval("[0,1]"))
    assert ends.tolist() == [-np.inf, np.inf]
    assert np.isnan(from_real(np.array([np.nan]), parse_interval("[0,1]"))).all()


def test_softmax_leaves_masked_symbols_exactly_zero():
    mask = np.array([[True, False, True]])
    law = softmax(np.array([[0.0, 700.0, -1.0]]), mask)
    assert law[0, 1] == 0
    assert law.sum() == pytest.approx(1)


def test_exact_laws_sum_to_one_and_keep_zeros():
    layout = Layout([n, P, Q], [], {"n": 5})
    laws = draw_points(layout, 300, np.random.default_rng(1)).laws()
    seen = 0
    for index in range(300):
        for block, exact in zip(laws, exact_laws(laws, index), strict=True):
            assert sum(exact[0], fmpq(0)) == 1
            zeros = block[index, 0] == 0
            assert [part == 0 for part in exact[0]] == zeros.tolist()
            seen += int(zeros.sum())
            errors = [abs(float(e.p) / float(e.q) - f) for e, f in zip(exact[0], block[index, 0],
                                                                       strict=True)]
            assert max(errors) < 1e-15
    assert seen > 50


def flat(value):
    if isinstance(value, MechanismValue):
        return flat(value.table)
    if isinstance(value, QueriesValue):
        return [part for table in value.tables for part in flat(table)]
    return list(np.asarray(value).reshape(-1))


def test_floats_and_exact_values_agree_and_the_kernel_reads_them():
    rng = np.random.default_rng(7)
    given = [Independent(J, "U", "W")]
    for _ in range(25):
        layout = Layout(RICH, given, draw_structure(RICH, rng))
        points = draw_points(layout, 2, rng)
        numbers = points.numbers(layout.reals)
        batch = layout.values(points.laws(), numbers)
        reals = [fmpq(*float(value[0]).as_integer_ratio()) for value in numbers]
        reals = [value if slot.domain.contains(value) else fmpq(1, 2)
                 for value, slot in zip(reals, layout.reals, strict=True)]
        laws = exact_laws(points.laws(), 0)
        exact = layout.values(laws, reals)
        for name in ("P", "J", "M", "R", "Ri", "Rs", "S", "Sq", "Sp"):
            one = batch[name]
            if isinstance(one, MechanismValue):
                one = one.table
            tables = one.tables if isinstance(one, QueriesValue) else [one]
            floats = [part for table in tables for part in np.asarray(table[0]).reshape(-1)]
            exactly = [int(e.p) / int(e.q) for e in flat(exact[name])]
            assert floats == pytest.approx(exactly, abs=1e-12)
        read_moves(layout.variables, layout.moves(laws, reals), BallReading())


def test_numbers_are_drawn_near_those_that_a_statement_has():
    """On both sides of the line, inside the domain only, and not all of them."""
    for domain, inside in (("", (-1234.0, 1234.0)), (">=0", (1234.0,)), ("[0,1]", ())):
        layout = Layout([Real("x", domain)], [], {})
        points = draw_points(layout, 4000, np.random.default_rng(0), [1234.0])
        (values,) = points.numbers(layout.reals)
        for place in (-1234.0, 1234.0):
            near = np.mean(np.abs(values - place) < 1)
            assert (0.01 < near < 0.2) if place in inside else near == 0
        assert np.isfinite(values).all()


def test_a_line_without_ends_is_drawn_far_out():
    layout = Layout([Real("x")], [], {})
    (values,) = draw_points(
        layout, 4000, np.random.default_rng(0), farthest=FARTHEST).numbers(layout.reals)
    assert min(np.mean(values > 1e6), np.mean(values < -1e6)) > 0.005
