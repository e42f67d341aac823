"""The climb and the shrinking: gradients by the envelope theorem, and what each step keeps."""

import contextlib

import numpy as np
import pytest
from flint import fmpq

from verified.attack import attack, certify, polish
from verified.attack.certify import Certifier
from verified.attack.objective import Objective
from verified.attack.polish import Climb, snap
from verified.attack.search import Searcher, exact_instance
from verified.attack.shrink import nearest, round_law, shrink
from verified.instances.draw import draw_points
from verified.instances.layout import Layout
from verified.kernel.certificate import check
from verified.language import (
    KL,
    TV,
    Channel,
    Event,
    H,
    Pmf,
    Real,
    Size,
    Symbol,
    both,
    capacity,
    claim,
    either,
    equals,
    every,
    exp,
    negation,
    rational,
    renyi_entropy,
)
from verified.propose.capacity import capacity_batch

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)


def objective_of(variables, then, structure):
    layout = Layout(variables, [], structure)
    return Objective(layout, [], negation(then), ())


def at_recorded_priors(reading, near):
    return reading.replay(lambda: reading.capacities(near.laws()[0][:, None], 1)[:, 0])


def test_the_gradient_of_a_capacity_is_that_of_finite_differences():
    objective = objective_of([n, m, W], capacity(W) <= rational(1, 10), {"n": 3, "m": 4})
    points = draw_points(objective.layout, 40, np.random.default_rng(2))
    step, compared = 1e-5, 0
    for index in range(40):
        point = points.pick(index)
        laws = point.laws()[0][0]
        if (laws < 1e-3).any() or np.ptp(laws, axis=0).max() < 0.05:
            continue
        vector = point.vector()
        near = point.moved(vector + step * np.vstack([np.eye(vector.shape[1]),
                                                      -np.eye(vector.shape[1])]))
        objective.score(point)
        replayed = at_recorded_priors(objective.reading, near)
        value, _ = capacity_batch(near.laws()[0])
        slopes = [(part[: vector.shape[1]] - part[vector.shape[1] :]) / (2 * step)
                  for part in (replayed, np.asarray(value).reshape(-1))]
        assert slopes[0] == pytest.approx(slopes[1], abs=1e-5 + 1e-3 * np.abs(slopes[1]).max())
        compared += np.abs(slopes[1]).max() > 1e-3
    assert compared >= 5


def test_polishing_never_lowers_the_score_and_mostly_raises_it():
    objective = objective_of([n, P, Q], 3 * TV(P, Q) ** 2 / 2 <= KL(P, Q), {"n": 3})
    points = draw_points(objective.layout, 20, np.random.default_rng(0))
    raised = 0
    for index in range(12):
        start = points.pick(index)
        before = float(objective.score(start).objective[0])
        climb = Climb(objective, start)
        climb.look(np.random.default_rng(index))
        climb.finish(np.random.default_rng(index))
        point, value = climb.point, climb.value
        assert value >= before
        assert float(objective.score(point).objective[0]) == pytest.approx(value, abs=1e-9)
        snapped, score = snap(objective, point, value)
        assert score >= value
        assert float(objective.score(snapped).objective[0]) == pytest.approx(score, abs=1e-9)
        raised += value > before + 1e-6
    assert raised >= 6


def found_by(tested, seed=0):
    """The first certified instance of a search that isn't simple already, not shrunk."""
    searcher = Searcher("tested", tested, "refutation", seed)
    index = 0
    while True:
        found = searcher.round(index)
        if found.certificate is not None and heights(found.instance) > 10:
            return found.instance, found.certificate
        index += 1


def heights(instance):
    return max(int(part.q) for law in instance.laws for part in law.reshape(-1))


@pytest.mark.parametrize("seed", range(4))
def test_shrinking_keeps_a_certificate_and_simplifies(seed):
    a, A = Symbol("a", n), Event("A", n)
    tested = claim(
        "tested", forall=[P, Q, a, A], given=[n >= 2], then=P[a] + P[A] <= Q[A] + rational(9, 10)
    ).statement
    instance, certificate = found_by(tested, seed)
    certifier = Certifier("tested", tested, "refutation")
    small, kept = shrink(instance, certificate, tested.given, certifier)
    assert check(kept).statement == tested
    assert small.layout.structure["n"] == 2
    assert heights(small) <= 10


def test_shrinking_finds_simple_reals_in_open_domains():
    y = Real("y", "(0,1)")
    tested = claim("tested", forall=[y, P], then=y <= rational(1, 3)).statement
    layout = Layout([y, n, P], [], {"n": 1})
    objective = Objective(layout, [], negation(tested.then), ())
    point = draw_points(layout, 1, np.random.default_rng(0))
    point.fixed[0][:] = 0.6180339887498949
    instance = exact_instance(objective, point)
    certifier = Certifier("tested", tested, "refutation")
    small, _ = shrink(instance, certifier(instance), (), certifier)
    assert small.reals[0] == fmpq(1, 2)


def test_rounding_takes_numbers_beyond_floats():
    tiny = fmpq(1, 2**1074)
    assert round_law([tiny, 1 - tiny], 10) == [0, 1]
    assert nearest(fmpq(1, 3), 10) == fmpq(3, 10)
    # Six quarters beside the entry that absorbs the rest are too many.
    assert round_law([fmpq(1, 7)] * 7, 4) is None


def test_sides_that_are_the_same_to_floats_are_not_told_apart_by_more_bits(monkeypatch):
    """exp(y)(1 + 10^-20) <= exp(y) is false, which balls of 128 bits tell; but where floats take it
    to be violated by 10^-9, they were rounding, and the kernel isn't troubled further."""
    y = Real("y", "[0,1]")
    slightly = 1 + rational(1, 10**20)
    tested = claim("tested", forall=[y], then=slightly * exp(y) <= exp(y)).statement
    objective = Objective(Layout([y], [], {}), [], negation(tested.then), ())
    point = draw_points(objective.layout, 1, np.random.default_rng(0))
    point.fixed[0][:] = 0.75
    instance, bits = exact_instance(objective, point), []
    monkeypatch.setattr(certify, "certify", counting(certify.certify, bits))
    certifier = Certifier("tested", tested, "refutation")
    assert certifier(instance, 1e-9) is None
    assert (bits, certifier.left_open, certifier.open_play) == ([(64,)], 1, None)
    assert certifier(instance) is not None
    assert bits[-1] == (128,)


def test_what_floats_can_tell_is_decided_however_many_bits_that_takes(monkeypatch):
    """A violation by 10^-12, of which 64 bits tell nothing, as the side is 10^-10 wide there."""
    y = Real("y", "[0,1]")
    big = exp(y) * 10**8
    side = (big + (1 + rational(1, 10**12))) - big
    tested = claim("tested", forall=[y], then=side <= 1).statement
    objective = Objective(Layout([y], [], {}), [], negation(tested.then), ())
    point = draw_points(objective.layout, 1, np.random.default_rng(0))
    point.fixed[0][:] = 0.75
    instance, bits = exact_instance(objective, point), []
    monkeypatch.setattr(certify, "certify", counting(certify.certify, bits))
    assert Certifier("tested", tested, "refutation")(instance, 1e-9) is not None
    assert bits == [(64,), (128,)]


def counting(real, bits):
    def certified(*args):
        bits.append(args[-1])
        return real(*args)

    return certified


a = Symbol("a", 5)
P5, Q5 = Pmf("P", 5), Pmf("Q", 5)


def on_the_edge(given):
    """A climb from where two orders of laws hold with nothing to spare."""
    orders = claim("orders", forall=[P5, Q5], given=given, then=renyi_entropy(P5, 3)
                   <= renyi_entropy(Q5, 3))
    searcher = Searcher(orders.key, orders.statement, "refutation", 0)
    layout = Layout(searcher.target.variables, orders.statement.given, {})
    objective = Objective(layout, searcher.target.given, searcher.target.conclusion, ())
    points = draw_points(layout, 100, np.random.default_rng(3))
    inside = np.all([law.min(axis=(1, 2)) > 0.01 for law in points.laws()], axis=0)
    return Climb(objective, points.pick(int(np.flatnonzero(inside)[0])))


@pytest.mark.parametrize("order", [2, 4])
def test_a_climb_goes_along_the_edge_of_the_hypotheses_and_stays_inside(order):
    given = [renyi_entropy(P5, 2) <= renyi_entropy(Q5, 2),
             renyi_entropy(P5, order) <= renyi_entropy(Q5, order)]
    climb = on_the_edge(given)
    climb.by_gradient(1e-7, 40)
    before = climb.value
    assert climb.objective.bounded
    with contextlib.suppress(polish._Enough):
        climb.within_hypotheses(1e-7, 30)
    assert climb.value > before
    violation, *met = climb.objective.sides(climb.point, climb.point)[0]
    assert violation == climb.value
    assert min(met) >= 0


@pytest.mark.parametrize(("given", "bounded"), [
    ([], False), ([H(P5) <= 1], True), ([equals(H(P5), 1)], False),
    ([both(H(P5) <= 1, equals(H(Q5), 1))], False), ([either(equals(H(P5), 1), H(Q5) <= 1)], False),
    ([every(a, equals(P5[a], Q5[a]))], False), ([every(a, P5[a] <= Q5[a])], True),
    ([negation(equals(H(P5), 1))], True),
])
def test_equalities_leave_no_room_to_climb_in(given, bounded):
    assert on_the_edge(given).objective.bounded is bounded


def test_laws_between_two_orders_fall():
    between = claim(
        "between", forall=[P, Q],
        given=[renyi_entropy(P, 2) <= renyi_entropy(Q, 2),
               renyi_entropy(P, 4) <= renyi_entropy(Q, 4)],
        then=renyi_entropy(P, 3) <= renyi_entropy(Q, 3),
    )
    assert attack(between, budget=20_000).status == "refuted"
