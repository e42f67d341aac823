"""The inversion along hyperbolas, and the transforms along turned paths that it takes.

Against closed forms of one round, against lines (which share neither nodes nor transforms), against
an integral in mpmath, and each error bound where it matters: without it the truth is outside.
"""

from __future__ import annotations

from dataclasses import replace

import mpmath
import numpy as np
import pytest
from flint import acb, arb, fmpq

from verified.accounting import hyperbolas, kernels
from verified.accounting.compositions import Composition, gaussian_round
from verified.accounting.enclosures import NotReachedError
from verified.accounting.gaussian_steps import SubsampledGaussianStep
from verified.accounting.hyperbolas import Hyperbola, Hyperbolas, _long, _share
from verified.accounting.turned import Mass, OneSided, Sums, TwoSided, float_ends, float_mass
from verified.numbers.balls import precision

Q, MU, EPS = fmpq(1, 10), fmpq(1), fmpq(1)


@pytest.fixture(autouse=True)
def _bits():
    with precision(128), np.errstate(all="ignore"):
        yield


def closed(two_sided: bool, q: fmpq, mu: fmpq, eps: fmpq) -> arb:
    gamma = arb(eps).exp()
    if two_sided:
        return kernels.gaussian_replaced(mu, q, gamma)
    return arb(kernels.sampled(lambda g: kernels.gaussian(mu, g), q, gamma))


# --- one round ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [OneSided, TwoSided])
@pytest.mark.parametrize("region", [1, 0, -1])
@pytest.mark.parametrize(("q", "mu", "eps"), [(Q, MU, EPS), (fmpq(1, 3), fmpq(2), fmpq(1, 4))])
def test_one_round_is_the_closed_form(kind, region, q, mu, eps):
    value, _ = Hyperbolas([(kind(q, mu), 1)]).value(eps, region, 20.0)
    shift = {1: arb(0), 0: arb(1), -1: 1 - arb(eps).exp()}[region]
    truth = closed(kind is TwoSided, q, mu, eps) - shift
    assert value.contains(truth)
    assert value.rad() < abs(truth) * arb("1e-6")


@pytest.mark.parametrize("eps", [fmpq(-1), fmpq(-1, 20), fmpq(0)])
def test_what_lies_below_0_is_mirrored(eps):
    value, _ = Hyperbolas([(TwoSided(Q, MU), 1)]).value(eps, 1, 20.0)
    assert value.contains(closed(True, Q, MU, eps))
    assert value.rad() < arb("1e-6")


def test_no_loss_above_eps_is_refused():
    with pytest.raises(NotReachedError, match="above"):
        Hyperbolas([(OneSided(Q, MU), 1)]).value(fmpq(-1), 1, 20.0)
    with pytest.raises(NotReachedError, match="one side and of two"):
        Hyperbolas([(OneSided(Q, MU), 1), (TwoSided(Q, MU), 1)])


# --- several rounds -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("adjacency", "eps"), [("remove", "1"), ("add", "1/4"), ("replace", "3/2"), ("replace", "-1/4")]
)
def test_hyperbolas_and_lines_give_one_value(adjacency, eps):
    rounds = [(gaussian_round(1, sampling="1/5"), 3), (gaussian_round("3/2", sampling="1/3"), 2)]
    made = Composition(rounds, adjacency)._made()
    place, reverse = fmpq(eps) if "/" not in eps else fmpq(*map(int, eps.split("/"))), False
    reverse = adjacency == "add"
    with precision(128):
        bent, way = made._once(place, reverse, 25.0, "hyperbola")
        straight, other = made._once(place, reverse, 25.0, "line")
    assert "hyperbola" in way
    assert "Re z" in other
    assert bent.overlaps(straight)
    assert bent.rad() < abs(bent) * arb("1e-7")
    assert straight.rad() < abs(straight) * arb("1e-7")


def test_two_rounds_of_replacement_are_an_integral_of_one():
    # δ of two rounds is E_P δ(ε − L): by mpmath, where nothing is ours.
    q, mu, eps = mpmath.mpf(1) / 100, mpmath.mpf(1), mpmath.mpf(1) / 10
    with mpmath.workdps(25):
        scale = q * mpmath.exp(-mu * mu / 2)

        def one(level):
            gamma = mpmath.exp(level)
            middle = (1 - q) * (gamma - 1)
            root = mpmath.sqrt(middle * middle + 4 * gamma * scale * scale)
            x = (middle + root) / (2 * scale) if middle > 0 else 2 * gamma * scale / (root - middle)
            t = mpmath.log(x) / mu
            above = (1 - q) * mpmath.ncdf(-t) + q * mpmath.ncdf(mu - t)
            return above - gamma * ((1 - q) * mpmath.ncdf(-t) + q * mpmath.ncdf(-mu - t))

        def term(t):
            plus = 1 - q + scale * mpmath.exp(mu * t)
            minus = 1 - q + scale * mpmath.exp(-mu * t)
            return mpmath.npdf(t) * plus * one(eps - mpmath.log(plus / minus))

        truth = mpmath.quad(term, mpmath.linspace(-10, 11, 22))
    with precision(128):
        own, _ = Hyperbolas([(TwoSided(fmpq(1, 100), fmpq(1)), 2)]).value(fmpq(1, 10), 1, 30.0)
    found = Composition([(gaussian_round(1, sampling="1/100"), 2)], "replace").delta("1/10")
    assert found.width < arb("1e-12")
    for ball in (own, found.ball()):
        assert abs(ball / arb(mpmath.nstr(truth, 18)) - 1) < arb("1e-11")


@pytest.mark.parametrize(
    ("adjacency", "q", "sigma", "times", "eps"),
    [
        ("add", "1/10", 1, 5, "1/2"),  # just below the greatest loss
        ("replace", "1/1000", 1, 10, "1/10"),
        ("remove", "1/1000", 1, 10, "1323/10000"),
        ("remove", "1/2", 5, 2, "3"),
        ("replace", "1/1000", 1, 10, "2.958"),  # errors of factors that are larger than these
    ],
)
def test_what_lines_and_rays_did_not_reach(adjacency, q, sigma, times, eps):
    made = Composition([(gaussian_round(sigma, sampling=q), times)], adjacency)
    wide, narrow = made.delta(eps, "1e-6"), made.delta(eps, "1e-13")
    assert narrow.width < arb("1e-13")
    assert wide.low <= narrow.high
    assert narrow.low <= wide.high


def test_errors_of_factors_make_no_more_than_is_allowed_of_the_product():
    """Where a product may be wrong by more than itself its factors may be so too, but by less."""
    for excess in (-600.0, -40.0, -30.0, -1.0, 0.0, 2.0, 30.0, 300.0):
        for count in (1, 10, 1000):
            each = float(_share(np.array(excess), count))
            whole = mpmath.expm1(count * mpmath.log1p(mpmath.exp(each)))
            assert abs(mpmath.log(whole) - excess) < 1e-9 * max(1, abs(excess))


def test_a_hyperbola_may_cross_anywhere_between_the_pole_and_the_saddle(monkeypatch):
    """Far in the tail, where the integrand at the crossing is far larger than the value."""
    made, known, ways = Hyperbolas([(OneSided(fmpq(1, 50), fmpq(1)), 5)]), 0.0, set()
    found = []
    for share in (fmpq(1), fmpq(1, 3)):
        monkeypatch.setattr(hyperbolas, "_SHARES", (share,))
        value, way = made.value(fmpq(6), 1, 20.0, known)
        assert value.rad() < value.mid() * arb("1e-4")
        known = float(value.log().mid()) + 3
        found.append(value)
        ways.add(way.partition(",")[0])
    assert found[0].overlaps(found[1])
    assert len(ways) == 2


# --- bounds that matter ---------------------------------------------------------------------------


def planned(monkeypatch, change):
    """The value of one round with a plan that is made worse."""
    plan = Hyperbolas._plan

    def worse(self, *given):
        return change(plan(self, *given))

    monkeypatch.setattr(Hyperbolas, "_plan", worse)
    return Hyperbolas([(OneSided(Q, MU), 1)]).value(EPS, 1, 20.0)[0]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("_modulus", lambda plan: replace(plan, h=plan.h * 4, count=plan.count // 4 + 1)),
        ("_beyond", lambda plan: replace(plan, count=plan.count // 3)),
    ],
)
def test_an_error_of_the_sum_over_nodes_counts(monkeypatch, name, change):
    truth = closed(False, Q, MU, EPS)
    assert planned(monkeypatch, change).contains(truth)
    monkeypatch.setattr(Hyperbolas, name, lambda *_: arb(0))
    assert not planned(monkeypatch, change).contains(truth)


def sums(path, z: complex, h: fmpq, keep: float = 40.0) -> Sums:
    points, centre, angle, turn = np.array([z]), fmpq(1, 7), fmpq(1, 4), fmpq(1, 4)
    level = float_mass(path, 0.25, 1 / 7, points, 40.0) - keep
    ends = float_ends(path, 0.25, 1 / 7, points, level, 40.0)
    sides = [Mass(path, angle + side * turn, centre, ends, 0.3, abs(z)) for side in (-1, 1)]
    return Sums(path, angle, turn, h, centre, ends, (sides[0], sides[1]))


@pytest.mark.parametrize("kind", [OneSided, TwoSided])
@pytest.mark.parametrize(("q", "mu"), [(Q, MU), (fmpq(1, 1000), fmpq(1, 5)), (fmpq(1, 3), fmpq(2))])
def test_the_transform_along_a_path_is_that_of_the_line(kind, q, mu):
    path = kind(q, mu)
    line = SubsampledGaussianStep(q, mu, kind is TwoSided).on_line(fmpq(9, 4), fmpq(5, 2), 2, 45.0)
    for n, truth in enumerate(line):
        z = acb(fmpq(9, 4), fmpq(5, 2) * n)
        made = sums(path, complex(2.25, 2.5 * n), fmpq(1, 40))
        value = made(z) * (z * (path.origin() + fmpq(1, 7))).exp()
        assert abs(value - truth) < arb("1e-15") * abs(truth)
        # The modulus is no more than the mass.
        assert abs(made(z)) < made.sides[1](z)
        assert abs(made(z)) < made.sides[0](z)


@pytest.mark.parametrize("kind", [OneSided, TwoSided])
def test_the_error_of_a_sum_along_a_path_counts(kind):
    path, z = kind(Q, MU), acb(fmpq(9, 4), fmpq(5, 2))
    exact = sums(path, 2.25 + 2.5j, fmpq(1, 60))(z)
    coarse = sums(path, 2.25 + 2.5j, fmpq(1, 2))
    gap = abs(coarse(z) - exact)
    assert arb("1e-12") < gap < coarse.error(z)


@pytest.mark.parametrize("kind", [OneSided, TwoSided])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_tail_is_at_least_what_lies_there(kind, side):
    # The integral of the modulus, by sums of cells, over a stretch of the tail.
    path, z, angle = kind(Q, MU), acb(fmpq(3, 2), fmpq(2)), arb(fmpq(1, 3))
    start = {"left": fmpq(-9, 2), "right": fmpq(9, 2)}[side]
    if kind is OneSided:
        start = {"left": fmpq(-4), "right": fmpq(3, 2)}[side]
    bound = getattr(path, side)(angle, start, z)
    sign = 1 if side == "right" else -1
    total = arb(0)
    step = fmpq(1, 400)
    for index in range(400):
        w = acb(start + sign * step * (index + fmpq(1, 2)), angle)
        total = total + (path.log_weight(w) + z * path.place(w)).real.exp() * step
    assert bound.is_finite()
    assert total * fmpq(99, 100) < bound
    # A bound that is nothing like it would do no good.
    assert bound < total * 1000


@pytest.mark.parametrize("kind", [OneSided, TwoSided])
def test_slopes_are_derivatives(kind):
    path, tiny = kind(Q, fmpq(3, 2)), fmpq(1, 10**9)
    for x in (fmpq(-3), fmpq(-1, 3), fmpq(1, 2), fmpq(2), fmpq(7, 2)):
        w = acb(x, fmpq(2, 5))
        rise = (path.log_weight(w + tiny) - path.log_weight(w - tiny)) / (2 * tiny)
        # A branch of the logarithm may change in between.
        assert abs((rise - path.slope(w)).real) < arb("1e-12") * (1 + abs(path.slope(w)))
        middle = (path.place(w + tiny) - path.place(w - tiny)) / (2 * tiny)
        assert abs(middle - path.speed(w)) < arb("1e-12") * (1 + abs(middle))
        there = float(path.float_log_weight(np.array([complex(float(x), 0.4)]))[0])
        assert abs(there - float(path.log_weight(w).real.mid())) < 1e-9 * (1 + abs(there))


# --- what is refused ------------------------------------------------------------------------------


def test_a_path_that_is_turned_too_far_is_refused():
    for path in (OneSided(Q, MU), TwoSided(Q, MU)):
        with pytest.raises(NotReachedError, match="turned too far"):
            Mass(path, fmpq(4, 5), fmpq(0), (fmpq(-2), fmpq(2)), 0.5, 1.0)
    # With ρ ≥ 1 the branch points lie elsewhere.
    with pytest.raises(NotReachedError, match="no path"):
        _ = TwoSided(fmpq(9, 10), fmpq(1)).scale
    wide = TwoSided(Q, MU)
    wide.__dict__["scale"] = wide.scale * 2
    assert wide.clear(arb(fmpq(1, 10)))
    assert not wide.clear(arb(fmpq(7, 10)))


def test_bounds_of_another_path_are_refused():
    path, ends = OneSided(Q, MU), (fmpq(-9), fmpq(2))
    one, other = (Mass(path, angle, fmpq(0), ends, 0.5, 1.0) for angle in (fmpq(0), fmpq(1, 4)))
    with pytest.raises(NotReachedError, match="other paths"):
        Sums(path, fmpq(1, 4), fmpq(1, 4), fmpq(1, 9), fmpq(0), ends, (one, other))


@pytest.mark.parametrize(
    ("theta", "d", "b"),
    [
        (fmpq(5, 4), fmpq(1, 4), fmpq(100)),  # crosses 1
        (fmpq(3, 2), fmpq(1, 4), fmpq(1)),  # beyond π/2
        (fmpq(1), fmpq(1, 4), fmpq(1)),  # below π/4
    ],
)
def test_a_strip_with_a_pole_or_too_wide_is_refused(theta, d, b):
    made = Hyperbolas([(OneSided(Q, MU), 1)])
    made.value(EPS, 1, 5.0)
    plan = hyperbolas.Plan(Hyperbola(fmpq(3), b, theta, d), fmpq(1, 10), 30)
    with pytest.raises(NotReachedError, match=r"pole|strip"):
        made._off(plan)


def test_a_triangle_holds_the_arc():
    shape = Hyperbola(fmpq(3), fmpq(2), fmpq(5, 4), fmpq(1, 8))
    for side in (-1, 0, 1):
        one, two, met = shape.corners(fmpq(1, 2), fmpq(3, 2), side)
        corners = [complex(float(z.real.mid()), float(z.imag.mid())) for z in (one, two, met)]
        basis = np.array([[z.real for z in corners], [z.imag for z in corners], [1.0] * 3])
        for u in np.linspace(0.5, 1.5, 11):
            z, _ = shape.floats(np.array(u), side)
            shares = np.linalg.solve(basis, [complex(z).real, complex(z).imag, 1.0])
            assert np.min(shares) > -1e-9


# --- near the greatest loss -----------------------------------------------------------------------


def near_the_end(gap: mpmath.mpf) -> mpmath.mpf:
    """δ of two added rounds, q = 1/2 and σ = 3/10, so far below their greatest loss: an integral of
    one round's, which is P(λ < g) − e^−g E(e^λ; λ < g) with λ = ln(1 + ρe^(μt))."""
    mu = mpmath.mpf(10) / 3
    offset = -mu * mu / 2

    def place(loss):
        return (mpmath.log(mpmath.expm1(loss)) - offset) / mu

    def one(left):
        t = place(left)
        return mpmath.ncdf(t) - mpmath.exp(-left) * (
            mpmath.ncdf(t) + mpmath.exp(offset + mu * mu / 2) * mpmath.ncdf(t - mu))

    def term(t):
        return mpmath.npdf(t) * one(gap - mpmath.log1p(mpmath.exp(mu * t + offset)))

    end = place(gap)
    cuts = [end - mpmath.mpf(10) ** -power for power in (1, 3, 6)]
    return mpmath.quad(term, [-13, -5, *(cut for cut in cuts if cut > -5), end])


def test_near_the_greatest_loss_the_losses_reach_over_many_orders():
    path = OneSided(fmpq(1, 2), fmpq(10, 3))
    with precision(140), mpmath.workdps(18):
        end = 2 * arb(2).log()
        eps = fmpq(int((end * 10**9).floor().fmpz()), 10**9) - fmpq(1, 10**4)
        gap = mpmath.mpf(str((end - eps).str(20, radius=False)))
        value, _ = Hyperbolas([(path, 2)]).value(-eps, -1, 25.0)
        truth = near_the_end(gap) * mpmath.exp(-mpmath.mpf(int(eps.p)) / int(eps.q))
        ends = (value.lower(), value.upper())
        low, high = (mpmath.mpf(str(end.str(40, radius=False))) for end in ends)
        slack = truth * mpmath.mpf(10) ** -9
        assert low - slack <= truth <= high + slack
        assert high - low < truth * mpmath.mpf(10) ** -8


def test_paths_of_too_many_cells_are_passed_over():
    path = OneSided(fmpq(1, 2), fmpq(10, 3))
    z = np.array([-15000 + 20000j])
    # Turned down e^(zλ) grows, up to losses of μ² times its rate.
    assert _long(path, -0.7, z)
    assert not _long(path, 0.5, z)
    assert not _long(path, -0.7, np.array([2 + 3j]))
