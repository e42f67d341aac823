"""Values of compositions: against closed forms, convolutions and quadrature that share no code."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.accounting.brackets import bracket, pair
from verified.accounting.compositions import (
    Composition,
    gaussian_round,
    laplace_round,
    least_noise,
    most_rounds,
)
from verified.accounting.enclosures import Enclosure, LogOf, NotReachedError
from verified.numbers.balls import precision
from verified.numbers.exact import rational

WIDE = fmpq(1, 10**9)


def one(noise: str, size: str, q: str, times: int, adjacency: str) -> Composition:
    maker = gaussian_round if noise == "gaussian" else laplace_round
    return Composition([(maker(size, 1, q), times)], adjacency)


def meet(a: Enclosure, b: Enclosure) -> bool:
    return bool(a.low <= b.high and b.low <= a.high)


# --- one round: closed forms, and the inversion against them --------------------------------------


def by_quadrature(noise: str, size: float, q: str, adjacency: str, eps: str) -> mpmath.mpf:
    """∫ (p − e^ε q)₊ by mpmath, between the places where the integrand has kinks."""
    mpmath.mp.dps = 25
    mu, rate, gamma = 1 / mpmath.mpf(size), mpmath.mpf(q), mpmath.exp(mpmath.mpf(eps))

    def law(mean):
        if noise == "gaussian":
            return lambda t: mpmath.npdf(t - mean)
        return lambda t: mpmath.exp(-abs(t - mean)) / 2

    def mixed(mean):
        kept, there = law(0), law(mean)
        return lambda t: (1 - rate) * kept(t) + rate * there(t)

    first, second = {
        "remove": (mixed(mu), law(0)),
        "add": (law(0), mixed(mu)),
        "replace": (mixed(mu), mixed(-mu)),
    }[adjacency]

    def gap(t):
        return first(t) - gamma * second(t)

    low, high = mpmath.mpf(-40), mpmath.mpf(40)
    cuts = {low, -mu, mpmath.mpf(0), mu, high}
    if gap(low) * gap(high) < 0:
        a, b = low, high
        for _ in range(90):
            middle = (a + b) / 2
            a, b = (middle, b) if gap(middle) * gap(low) > 0 else (a, middle)
        cuts.add(a)
    points = sorted(cuts)
    fine = [x for a, b in pairwise(points) for x in mpmath.linspace(a, b, 5)]
    return mpmath.quad(lambda t: max(gap(t), mpmath.mpf(0)), fine)


@pytest.mark.parametrize("adjacency", ["remove", "add", "replace"])
@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize(("size", "q", "eps"), [("2", "0.25", "0.05"), ("0.5", "0.01", "0.008")])
def test_one_round_is_the_integral(noise, size, q, eps, adjacency):
    found = one(noise, size, q, 1, adjacency).delta(eps, WIDE)
    truth = by_quadrature(noise, float(size), q, adjacency, eps)
    assert found.width <= WIDE
    assert abs(mpmath.mpf(str(arb(found.low).str(25, radius=False))) / truth - 1) < 2e-9


ROUNDS = [
    ("gaussian", "1", "1/10", "remove", "1"),
    ("gaussian", "1", "1/10", "add", "1/20"),
    ("gaussian", "1/2", "1/1000", "remove", "3"),
    ("gaussian", "2", "1/2", "add", "-1/3"),
    ("gaussian", "2", "1/2", "remove", "0"),
    ("laplace", "1", "1/10", "remove", "1/20"),
    ("laplace", "1/2", "1/3", "add", "1/4"),
    ("laplace", "3", "1", "remove", "1/10"),
    ("laplace", "3", "1", "replace", "-1/5"),
]


@pytest.mark.parametrize(("noise", "size", "q", "adjacency", "eps"), ROUNDS)
def test_the_inversion_gives_the_closed_form_of_one_round(noise, size, q, adjacency, eps):
    made = one(noise, size, q, 1, adjacency)
    closed = made.delta(eps, fmpq(1, 10**20))
    inverted = made._made().value(rational(eps), adjacency == "add", fmpq(1, 10**6))
    assert "inversion" in inverted.way
    assert inverted.width <= fmpq(1, 10**6)
    assert meet(closed, inverted)


# --- some rounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noise", "size", "q", "times", "adjacency", "eps"),
    [
        ("gaussian", "1", "1/10", 2, "remove", "1/2"),
        ("gaussian", "1", "1/4", 3, "add", "1/5"),
        ("gaussian", "1", "1/2", 4, "replace", "1"),
        ("gaussian", "1/2", "1/4", 2, "remove", "-1/4"),
        ("laplace", "1", "1/10", 2, "remove", "1/20"),
        ("laplace", "1", "1/3", 3, "add", "1/5"),
        ("laplace", "2", "1/2", 2, "replace", "1/4"),
        ("laplace", "1", "1", 4, "remove", "2"),
        ("laplace", "1", "1", 3, "replace", "1"),
    ],
)
def test_a_convolution_brackets_some_rounds(noise, size, q, times, adjacency, eps):
    found = one(noise, size, q, times, adjacency).delta(eps, fmpq(1, 10**6))
    q_, size_, eps_ = (float(Fraction(x)) for x in (q, size, eps))
    low, high = bracket(*pair(noise, size_, q_, adjacency), times, eps_, reach=18.0)
    assert low <= float(arb(found.high).mid())
    assert float(arb(found.low).mid()) <= high
    assert high - low < 0.15 * high


def test_two_rounds_far_in_the_tail_are_an_integral_of_one():
    """δ₂(ε) = E_Q w δ₁(ε − ln w), by mpmath, where convolutions have no digits left."""
    mpmath.mp.dps = 25
    rate, eps = mpmath.mpf(1) / 100, mpmath.mpf(9)

    def single(gamma):
        turned = 1 + (gamma - 1) / rate
        if turned <= 0:
            return 1 - gamma
        place = mpmath.log(turned)
        return rate * (mpmath.ncdf(0.5 - place) - turned * mpmath.ncdf(-0.5 - place))

    def term(t):
        ratio = 1 - rate + rate * mpmath.exp(t - mpmath.mpf(1) / 2)
        return mpmath.npdf(t) * ratio * single(mpmath.exp(eps) / ratio)

    # ncdf of a mpf near 0 loses relative digits: more of them are carried.
    with mpmath.workdps(90):
        # Where γ is the least that a single round has, its δ is no analytic function of it.
        edge = mpmath.mpf(1) / 2 + mpmath.log((mpmath.exp(eps) / (1 - rate) - (1 - rate)) / rate)
        truth = mpmath.quad(term, sorted([*mpmath.linspace(-10, 30, 21), edge]))
    found = one("gaussian", "1", "1/100", 2, "remove").delta(9, WIDE)
    assert found.high < fmpq(1, 10**30)
    assert found.width <= WIDE
    low, high = (mpmath.mpf(arb(end).str(25, radius=False)) for end in (found.low, found.high))
    assert low * (1 - mpmath.mpf("1e-20")) <= truth <= high * (1 + mpmath.mpf("1e-20"))


def test_gaussian_rounds_are_one_of_sigma_over_the_root():
    many = Composition([(gaussian_round(6, 1), 9)], "remove").delta("3/2", fmpq(1, 10**30))
    single = Composition([(gaussian_round(2, 1), 1)], "add").delta("3/2", fmpq(1, 10**30))
    assert meet(many, single)
    assert many.width < fmpq(1, 10**29)
    mixed = Composition([(gaussian_round(6, 1), 4), (gaussian_round(12, 2), 5)], "remove")
    assert meet(mixed.delta("3/2", fmpq(1, 10**30)), single)


def test_the_inversion_gives_the_closed_form_of_gaussian_rounds():
    made = Composition([(gaussian_round(3), 7)], "replace")
    for eps in ("-1", "0", "1", "12"):
        inverted = made._made().value(fmpq(int(eps)), False, WIDE)
        assert "Re z" in inverted.way
        assert meet(inverted, made.delta(eps))


def test_a_rate_near_1_is_no_sampling():
    whole = Composition([(gaussian_round(2), 5)], "remove").delta(1)
    nearly = one("gaussian", "2", "0.999999999999", 5, "remove").delta(1)
    assert nearly.high < whole.high
    assert nearly.low > whole.low * (1 - fmpq(1, 10**10))


def test_two_precisions_meet():
    for case in (
        one("gaussian", "1", "1/10", 50, "add-or-remove"),
        one("laplace", "1", "1/10", 300, "remove"),
        one("gaussian", "1", "1/10", 20, "replace"),
    ):
        rough, fine = case.delta("1/2", fmpq(1, 10**5)), case.delta("1/2", fmpq(1, 10**18))
        assert meet(rough, fine)
        assert fine.width <= fmpq(1, 10**18)
        assert rough.width > fmpq(1, 10**18)


@pytest.mark.parametrize(
    ("noise", "size", "q", "times"),
    [("gaussian", "1", "1/10", 12), ("gaussian", "2", "1/2", 40), ("laplace", "1", "1/5", 60)],
)
@pytest.mark.parametrize("reverse", [False, True])
def test_rays_and_all_lines_give_one_value(noise, size, q, times, reverse):
    profile = one(noise, size, q, times, "remove")._made()
    eps, nats = arb(1) / 4, 18.0
    with precision(140):
        place = -eps if reverse else eps
        exact = fmpq(-1 if reverse else 1, 4)
        found = {}
        for region in (1, 0, -1):
            line = profile.inversion.plan(float(place.mid()), region, nats)
            found[region] = profile.inversion.value(place, line, nats)
        c, size_ = profile.inversion.crossing(float(place.mid()), 1)
        rays = profile.rays.value(exact, c, size_, nats)
        assert found[1].overlaps(rays)
        assert found[1].overlaps(found[0] + 1)
        assert found[1].overlaps(found[-1] + 1 - place.exp())
        assert found[1].rel_accuracy_bits() > 20


def test_mixed_rounds_don_t_depend_on_their_order_and_shrink():
    rounds = [(gaussian_round(1, 1, "1/10"), 3), (gaussian_round(2), 2),
              (laplace_round(2, 1, "1/3"), 2)]
    whole = Composition(rounds, "remove").delta(1, WIDE)
    assert meet(whole, Composition(rounds[::-1], "remove").delta(1, WIDE))
    for index in range(3):
        fewer = Composition(rounds[:index] + rounds[index + 1 :], "remove").delta(1, WIDE)
        assert fewer.high < whole.low


def test_the_two_directions_are_tied():
    """H_γ(Q‖P) = γ H_{1/γ}(P‖Q) + 1 − γ, worked out on lines of their own."""
    gamma = fmpq(3, 2)
    add = one("gaussian", "1", "1/10", 30, "add").delta(LogOf(gamma))
    remove = one("gaussian", "1", "1/10", 30, "remove").delta(LogOf(1 / gamma))
    assert meet(add, Enclosure(gamma * remove.low + 1 - gamma, gamma * remove.high + 1 - gamma))


@pytest.mark.parametrize(("noise", "q", "times", "eps"), [
    ("gaussian", "1/10", 30, "1/2"), ("laplace", "1/5", 60, "1/2"), ("gaussian", "1/2", 30, "3"),
])
def test_a_bound_of_a_direction_is_one(noise, q, times, eps):
    case = one(noise, "1", q, times, "add-or-remove")
    for reverse in (False, True):
        bound = case._made().bound(rational(eps), reverse)
        value = case._made().value(rational(eps), reverse, fmpq(1, 10**6))
        assert value.high <= bound
        assert bound < 200 * value.high or value.high < fmpq(1, 10**20)


def test_a_direction_is_left_out_only_where_it_is_less():
    for eps in ("-1/2", "0", "1/10", "1"):
        both = one("gaussian", "1", "1/10", 30, "add-or-remove").delta(eps, WIDE)
        each = [one("gaussian", "1", "1/10", 30, way).delta(eps, WIDE) for way in ("remove", "add")]
        assert all(value.low <= both.high for value in each)
        assert any(meet(value, both) for value in each)


def test_the_far_tail_keeps_its_relative_width():
    found = one("gaussian", "1", "1/10", 1000, "remove").delta(180)
    assert found.width <= fmpq(1, 10**12)
    assert found.high < fmpq(1, 10**100)
    assert found.low > 0


# --- corners --------------------------------------------------------------------------------------


def test_losses_that_end_are_decided_exactly():
    assert one("laplace", "3", "1", 1, "remove").delta("1/3") == Enclosure(fmpq(0), fmpq(0))
    assert one("laplace", "3", "1", 3, "add").delta(1) == Enclosure(fmpq(0), fmpq(0))
    assert one("gaussian", "1", "1/10", 10, "add").delta(800).exact
    low = one("laplace", "3", "1", 3, "remove").delta(LogOf(fmpq(1, 5)))
    assert low == Enclosure(fmpq(4, 5), fmpq(4, 5))


def test_an_eps_on_an_atom_of_the_loss():
    """Three Laplace rounds have an atom at a loss of 1/3; δ is continuous there."""
    case = one("laplace", "3", "1", 3, "remove")
    on, near = case.delta("1/3", WIDE), case.delta(fmpq(1, 3) + fmpq(1, 10**12), WIDE)
    assert near.low <= on.high
    assert near.high > on.low - fmpq(1, 10**8)
    # Where no end is rational but 0.
    found = one("laplace", "3", "1/3", 2, "replace").delta(0, fmpq(1, 10**4))
    low, high = bracket(*pair("laplace", 3.0, 1 / 3, "replace"), 2, 0.0, reach=30.0)
    assert low <= float(arb(found.high).mid())
    assert float(arb(found.low).mid()) <= high


def test_what_isn_t_reached_says_so():
    with pytest.raises(NotReachedError):
        one("gaussian", "1", "1e-400", 2, "remove").delta(1)


# --- laws -----------------------------------------------------------------------------------------


@settings(max_examples=6, deadline=None)
@given(
    st.sampled_from(["gaussian", "laplace"]),
    st.sampled_from(["remove", "add"]),
    st.fractions("1/5", "1/2", max_denominator=50),
    st.integers(15, 40),
    st.fractions(0, "1/4", max_denominator=20),
)
def test_delta_is_monotone(noise, adjacency, q, times, eps):
    def value(q=q, times=times, eps=eps, size=1):
        maker = gaussian_round if noise == "gaussian" else laplace_round
        return Composition([(maker(size, 1, q), times)], adjacency).delta(eps, fmpq(1, 10**6))

    base = value()
    assert value(eps=eps + 1).low <= base.high
    assert value(times=times + 5).high >= base.low
    assert value(q=q + q / 4).high >= base.low
    assert value(size=fmpq(5, 4)).low <= base.high


def test_many_values_are_single_ones():
    case = one("gaussian", "1", "1/20", 100, "add-or-remove")
    places = [fmpq(j, 8) for j in range(-4, 20)]
    for eps, found in zip(places, case.deltas(places), strict=True):
        assert found.width <= fmpq(1, 10**6)
        assert meet(found, case.delta(eps))


# --- inverses and moments -------------------------------------------------------------------------


def test_the_least_eps_is_between_its_ends():
    case = one("gaussian", "1", "1/20", 50, "add-or-remove")
    found = case.least_epsilon("1e-7")
    assert found.high - found.low <= fmpq(1, 10**9) * found.high
    assert case.delta(found.low).low > fmpq(1, 10**7) >= case.delta(found.high).high
    assert case.least_epsilon("0.9") == Enclosure(fmpq(0), fmpq(0))


@pytest.mark.parametrize(("kind", "maker"), [("gaussian", gaussian_round),
                                             ("laplace", laplace_round)])
def test_the_least_noise_is_between_its_ends(kind, maker):
    found = least_noise(kind, 1, "1e-5", 40, "1/2", adjacency="remove", width="1e-2")
    target = fmpq(1, 10**5)

    def value(noise):
        return Composition([(maker(noise, 1, "1/2"), 40)], "remove").delta(1, WIDE)

    assert value(found.low).low > target >= value(found.high).high
    assert found.high - found.low <= fmpq(1, 100) * found.high


def test_the_most_rounds_are_within_and_one_more_isn_t():
    kind = gaussian_round(1, 1, "1/20")
    count = most_rounds(kind, 1, "1e-4", "remove")
    assert count > 1
    within = Composition([(kind, count)], "remove").delta(1)
    beyond = Composition([(kind, count + 1)], "remove").delta(1)
    assert within.high <= fmpq(1, 10**4) < beyond.low


def test_renyi_divergences_of_whole_orders_are_sums():
    """Of order 2: ln(1 + q²(e^(μ²) − 1)); of order 3 by the binomial theorem."""
    mpmath.mp.dps = 30
    q, mu = mpmath.mpf(1) / 10, mpmath.mpf(1) / 2
    for order in (2, 3):
        total = sum(
            math.comb(order, j)
            * (1 - q) ** (order - j)
            * q**j
            * mpmath.exp(mu**2 * j * (j - 1) / 2)
            for j in range(order + 1)
        )
        found = one("gaussian", "2", "1/10", 40, "remove").renyi(order, fmpq(1, 10**20))
        truth = 40 * mpmath.log(total) / (order - 1)
        assert abs(mpmath.mpf(arb(found.low).str(25, radius=False)) / truth - 1) < 1e-19


@pytest.mark.parametrize("order", ["3/2", "5/2", "11/5"])
@pytest.mark.parametrize("adjacency", ["remove", "add", "replace"])
def test_renyi_divergences_of_laplace_rounds_are_integrals(adjacency, order):
    alpha = float(Fraction(order))
    first, second = pair("laplace", 2.0, 0.3, adjacency)
    mpmath.mp.dps = 15
    truth = mpmath.quad(
        lambda t: mpmath.exp(alpha * first[1](float(t)) + (1 - alpha) * second[1](float(t))),
        [-36, -12, -4, -0.5, 0, 0.5, 4, 12, 36],
    )
    found = one("laplace", "2", "3/10", 1, adjacency).renyi(order)
    assert abs(float(arb(found.low).mid()) - float(mpmath.log(truth) / (alpha - 1))) < 1e-10


@pytest.mark.parametrize("sensitivity", [fmpq(3), fmpq(2) ** 1100, fmpq(1, 2**1100)])
def test_the_least_noise_is_in_units_of_the_sensitivity(sensitivity):
    """Whatever floats hold of it: one of 1e308 or 5e-324 ended in an error of Python's."""
    one, other = (
        least_noise("gaussian", "1/2", "1/1000", 2, "1/10", size, "remove", fmpq(1, 1000))
        for size in (1, sensitivity)
    )
    assert (other.low, other.high) == (one.low * sensitivity, one.high * sensitivity)
