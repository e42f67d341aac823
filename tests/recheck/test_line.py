"""The second checker on transport costs and on laws on the line: against the kernel's values, and
what it must refuse."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

import recheck.densities as line
import recheck.noised as noised
import recheck.transport as transport
from recheck.errors import Rejected, Undefined, Unknown
from recheck.events import intervals
from recheck.reals import INF, ONE, Num, Precision, normal_cdf, num, span
from verified.accounting import mixture_prior
from verified.accounting.priors import released
from verified.numbers import ball_line, ball_transport
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision

NONE = Fraction(0)


@pytest.fixture(autouse=True)
def bits() -> Any:
    before, Precision.bits = Precision.bits, 80
    yield
    Precision.bits = before


def law(rng: random.Random, size: int) -> list[Fraction]:
    parts = [rng.choice([0, 1, 1, 2, 3, 7]) for _ in range(size - 1)] + [1]
    rng.shuffle(parts)
    return [Fraction(part, sum(parts)) for part in parts]


@pytest.mark.parametrize("seed", range(20))
def test_a_transport_cost_is_the_least_of_a_linear_program(seed: int) -> None:
    rng = random.Random(seed)
    n, m = rng.randint(1, 4), rng.randint(1, 4)
    first, second = law(rng, n), law(rng, m)
    costs = [Fraction(rng.randint(0, 9), rng.randint(1, 3)) for _ in range(n * m)]
    found = transport.transport_cost(*[list(map(num, x)) for x in (first, second, costs)])
    assert found.exact
    kernel = ball_transport.transport_cost(*[
        BallArray((len(part),), [fmpq(x.numerator, x.denominator) for x in part])
        for part in (first, second, costs)])
    assert found.lo == Fraction(int(kernel.p), int(kernel.q))


def test_a_transport_cost_of_intervals_holds_that_of_their_numbers() -> None:
    half = [num(Fraction(1, 2))] * 2
    found = transport.transport_cost(half, half, [
        span(Fraction(1), Fraction(2)), num(0), num(0), num(3)])
    assert found.exact
    assert found.lo == 0
    wide = transport.transport_cost(half, half, [span(Fraction(1), Fraction(2)), *[num(5)] * 3])
    assert (wide.lo, wide.hi) == (3, Fraction(7, 2))


def test_what_a_transport_refuses() -> None:
    half = [num(Fraction(1, 2))] * 2
    for sources, costs in (
        ([span(Fraction(1, 3), Fraction(1, 2)), half[0]], [ONE] * 4),
        (half, [ONE, ONE, ONE, Num(Fraction(0), INF)]),
    ):
        with pytest.raises(Unknown):
            transport.transport_cost(sources, half, costs)
    for cost, error in ((num(-1), Undefined), (Num(Fraction(-1), Fraction(1)), Unknown)):
        with pytest.raises(error):
            transport.transport_cost(half, half, [*[ONE] * 3, cost])
    with pytest.raises(Rejected):
        transport.transport_cost(half, half, [ONE] * 3)


def test_a_plan_that_is_none_is_rejected() -> None:
    half = [Fraction(1, 2)] * 2
    for plan in ([[half[0], half[0]], [Fraction(0)] * 2], [[Fraction(1), -half[0]], [-half[0], 1]]):
        with pytest.raises(Rejected):
            transport.checked(half, half, plan)


def mixed(parts: Any) -> line.Mixture:
    def exact(x: fmpq) -> Num:
        return num(Fraction(int(x.p), int(x.q)))

    return [
        (exact(part.weight), part.shape if part.noise is None else ("noised", exact(part.noise)),
         exact(part.location), exact(part.spread))
        for part in parts
    ]


PRIORS = (
    mixture_prior([1], [0], [1]), mixture_prior([1], ["1/3"], ["1/100"]),
    mixture_prior(["1/2", "1/3", "1/6"], [-14, "1/2", 3], ["1/1000", "1/4", 2]),
)


@pytest.mark.parametrize(("noise", "scale", "level", "pair"), [
    ("laplace", fmpq(1, 2), 0, (0, 1)), ("laplace", fmpq(1, 2), 11, (1, 0)),
    ("laplace", fmpq(2), 1, (2, 0)), ("gaussian", fmpq(2), 0, (0, 1)),
    ("gaussian", fmpq(1, 3), 11, (2, 1)),
])
def test_an_event_gives_nearly_the_divergence(
    noise: str, scale: fmpq, level: int, pair: tuple[int, int]
) -> None:
    p, q = (released(PRIORS[place], noise, scale) for place in pair)
    with precision(150):
        exact = arb(ball_line.positive_part(p, q, arb(level).exp()))
    found = line.law_hockey_stick(mixed(p), mixed(q), num(level))
    assert float(found.lo) <= float(exact.upper()) <= float(found.hi) * (1 + 1e-15)
    assert float(found.lo) == pytest.approx(float(exact.mid()), abs=1e-9)


def test_what_is_faint_holds_what_it_stands_for() -> None:
    for x in (num(-1000), span(Fraction(-2000), Fraction(-999)), num(13), num(40), num(10**6)):
        found = noised.cdf(x)
        whole = normal_cdf(x)
        assert found.lo <= whole.hi
        assert whole.lo <= found.hi
        assert found.hi - found.lo <= Fraction(1, 2**70)
    assert noised.faint(num(-159)) is None
    assert noised.faint(num(-161)).hi == Fraction(1, 2**160)


@pytest.mark.parametrize("level", ["-1", "0", "2", "68", "300"])
def test_masses_keep_the_digits_that_a_large_factor_takes(level: str) -> None:
    """The closed form of two normal laws of one variance, far out in the tail."""
    p, q = [(ONE, "gaussian", num(0), ONE)], [(ONE, "gaussian", num(-9), ONE)]
    closed = line.law_hockey_stick(p, q, num(int(level)))
    found = line.gain(p, q, num(int(level)))
    assert found.lo <= closed.hi
    assert float(found.lo) == pytest.approx(float(closed.lo), rel=1e-6, abs=1e-12)
    assert Precision.bits == 80


def test_a_law_and_itself_shifted_by_nothing() -> None:
    wide = [(ONE, "laplace", num(0), ONE)]
    assert line.law_hockey_stick(wide, list(wide), num(0)) == num(0)
    assert line.of_shift(wide, [(ONE, "laplace", num(0), ONE)], num(-1)).hi < 0.64


def test_no_more_is_gained_than_weights_and_shifts_allow() -> None:
    """Of noised laws that differ by a shift, the noise alone; of others nothing is known but 1."""
    noise = ("noised", num(2))
    one, two = [(ONE, noise, num(0), ONE)], [(ONE, noise, num(1), ONE)]
    found = line.most_gained(one, two, num(0))
    assert float(found.hi) == pytest.approx(1 - math.exp(-0.25))
    for other in ([(ONE, noise, num(1), num(2))], [(ONE, ("noised", num(3)), num(1), ONE)],
                  [(ONE, "gaussian", num(1), ONE)]):
        assert line.most_gained(one, other, num(0)) == ONE


def test_whatever_event_is_proposed_the_gain_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proposal makes what is told of the divergence wrong."""
    p, q = [(ONE, "gaussian", num(0), ONE)], [(ONE, "gaussian", num(0), num(4))]
    best = line.law_hockey_stick(p, q, num(0))
    for event in ([], [(-INF, INF)], [(Fraction(5), Fraction(6))], [(-INF, Fraction(0))],
                  [(Fraction(-1), Fraction(1, 3)), (Fraction(2), INF)]):
        monkeypatch.setattr(line, "intervals", lambda *_, event=event: event)
        found = line.law_hockey_stick(p, q, num(0))
        assert NONE <= found.lo <= best.lo
        assert found.hi == best.hi


def test_parts_without_weight_and_numbers_beyond_floats_have_an_answer() -> None:
    q = [(ONE, "gaussian", num(0), num(4))]
    alone = [(ONE, "gaussian", num(0), ONE)]
    found = line.law_hockey_stick([*alone, (num(0), "gaussian", num(5), ONE)], q, num(0))
    assert found.lo == line.law_hockey_stick(alone, q, num(0)).lo > 0
    for far in (10**200, 10**400):
        assert intervals(alone, [(ONE, "gaussian", num(far), num(4))], num(0)) == []
        assert line.law_hockey_stick(alone, [(ONE, "gaussian", num(far), ONE)], num(0)).hi <= 1


def test_ends_of_events_are_exact() -> None:
    for one, two in ((0, 1), (2, 0), (1, 2)):
        p, q = (mixed(released(PRIORS[place], "laplace", fmpq(1))) for place in (one, two))
        for ends in intervals(p, q, num(1)):
            assert all(isinstance(end, Fraction) or end in (INF, -INF) for end in ends)


def test_events_lie_where_one_density_is_the_larger() -> None:
    narrow, wide = [(ONE, "gaussian", num(0), ONE)], [(ONE, "gaussian", num(0), num(4))]
    ((low, high),) = intervals(narrow, wide, num(0))
    root = math.sqrt(8 * math.log(2) / 3)
    assert float(low) == pytest.approx(-root)
    assert float(high) == pytest.approx(root)
    left, right = intervals(wide, narrow, num(0))
    assert (left[0], right[1]) == (-INF, INF)
    assert intervals(narrow, wide, num(3)) == []
