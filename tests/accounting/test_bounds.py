"""Each error bound where it matters: with it the truth is inside, without it the truth isn't.

The nodes, paths and cuts are made so coarse here that one error dominates, so that a bound that is
left out, or too small, fails a test.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import mpmath
import pytest
from flint import acb, arb, fmpq

from verified.accounting import gaussian_ends, kernels
from verified.accounting.enclosures import Enclosure, NotReachedError
from verified.accounting.gaussian_ends import End, EndTransform
from verified.accounting.gaussian_steps import Grid, SubsampledGaussianStep, line_sums
from verified.accounting.inversion import Inversion, Line, Part, Product
from verified.accounting.laplace_steps import SubsampledLaplaceStep
from verified.accounting.plain_steps import GaussianStep
from verified.accounting.rays import Rays
from verified.numbers.balls import precision

# The package has functions of the same names.
gaussian_steps = import_module("verified.accounting.gaussian_steps")
laplace_steps = import_module("verified.accounting.laplace_steps")

Q, MU = fmpq(1, 3), fmpq(1)
STEP = SubsampledGaussianStep(Q, MU)


@pytest.fixture(autouse=True)
def _bits():
    with precision(128):
        mpmath.mp.dps = 20
        yield


def second_moment() -> arb:
    """M(2) of `STEP`, in closed form."""
    return 1 + Q * Q * (arb(MU * MU).exp() - 1)


def ball(z: Any) -> acb:
    z = mpmath.mpmathify(z)
    return acb(arb(mpmath.nstr(z.real, 24)), arb(mpmath.nstr(z.imag, 24)))


def none(*_: Any) -> arb:
    return arb(0)


def no_disc(_: Any) -> acb:
    return acb(0)


# --- the inversion along a line -------------------------------------------------------------------


def on_line(line: Line, eps: arb) -> arb:
    return Inversion(Product([Part(GaussianStep(fmpq(1)), 1)])).value(eps, line, 20.0)


@pytest.mark.parametrize(("c", "region"), [(fmpq(3), 1), (fmpq(1, 2), 0), (fmpq(-2), -1)])
@pytest.mark.parametrize(
    ("name", "h", "count"), [("real", fmpq(5, 2), 40), ("beyond_line", fmpq(1, 8), 6)]
)
def test_aliases_and_the_rest_of_a_line(monkeypatch, c, region, name, h, count):
    eps = arb(1) / 2
    shift = {1: arb(0), 0: arb(1), -1: 1 - eps.exp()}[region]
    truth = kernels.gaussian(arb(1), eps.exp()) - shift
    ends = {1: (fmpq(1), fmpq(5)), 0: (fmpq(0), fmpq(1)), -1: (fmpq(-4), fmpq(0))}[region]
    line = Line(c, h, count, *ends, 0.0, 0.0, region)
    assert on_line(line, eps).contains(truth)
    if region == 0 and name == "real":
        # Both of Chernoff's points are 0 and 1, where M is 1 by definition.
        return
    monkeypatch.setattr(Product, name, none)
    assert not on_line(line, eps).contains(truth)


def test_aliases_between_0_and_1_count_too():
    eps = arb(1) / 2
    line = Line(fmpq(1, 2), fmpq(5, 2), 40, fmpq(0), fmpq(1), 0.0, 0.0, 0)
    value = on_line(line, eps)
    # The sum alone is the ball's lower end: it has too much of what is negative.
    assert not arb(value.lower()).overlaps(kernels.gaussian(arb(1), eps.exp()) - 1)
    assert value.contains(kernels.gaussian(arb(1), eps.exp()) - 1)


@pytest.mark.parametrize(
    ("left", "right"), [(fmpq(1, 2), fmpq(5)), (fmpq(4), fmpq(5)), (fmpq(2), fmpq(5, 2))]
)
def test_points_of_chernoff_s_bound_lie_in_the_region_and_around_the_line(left, right):
    with pytest.raises(NotReachedError, match="region"):
        on_line(Line(fmpq(3), fmpq(1), 40, left, right, 0.0, 0.0, 1), arb(1))


def test_planned_points_lie_in_the_region_next_to_a_pole():
    inversion = Inversion(Product([Part(GaussianStep(fmpq(1)), 1)]))
    for c, region in ((1 + 1e-5, 1), (1e-5, 0), (1 - 1e-5, 0), (-1e-5, -1)):
        for side in (-1, 1):
            for place in inversion._places(c, region, side):
                assert (float(place) - c) * side > 0
                assert (place >= 1) if region == 1 else (place <= 0 if region else 0 <= place <= 1)


# --- the transform of a subsampled Gaussian step --------------------------------------------------


def by_quadrature(step: Any, z: complex) -> mpmath.mpc:
    q, mu = mpmath.mpf(int(step.q.p)) / int(step.q.q), mpmath.mpf(int(step.mu.p)) / int(step.mu.q)

    def term(t):
        plus = 1 - q + q * mpmath.exp(mu * t - mu * mu / 2)
        minus = 1 - q + q * mpmath.exp(-mu * t - mu * mu / 2) if step.two_sided else mpmath.mpf(1)
        return mpmath.npdf(t) * mpmath.power(plus, z) * mpmath.power(minus, 1 - z)

    return mpmath.quad(term, mpmath.linspace(-11, 11, 9))


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("c", [fmpq(9, 4), fmpq(1, 3), fmpq(-3, 2)])
def test_the_transform_is_the_integral(two_sided, c):
    step = SubsampledGaussianStep(fmpq(1, 5), fmpq(4, 5), two_sided)
    values = step.on_line(c, fmpq(5, 2), 1, 40.0)
    for n, value in enumerate(values[1:], 1):
        truth = ball(by_quadrature(step, mpmath.mpc(mpmath.mpf(int(c.p)) / int(c.q), 2.5 * n)))
        assert abs(value - truth) < arb("1e-14")


@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("_error", Grid(fmpq(3, 2), -8, 10, fmpq(1))),
        ("_tail", Grid(fmpq(1, 8), -16, 20, fmpq(2))),
    ],
)
def test_the_trapezoidal_rule_s_error_and_tails(monkeypatch, name, grid):
    monkeypatch.setattr(SubsampledGaussianStep, "_grid", lambda *_: grid)
    assert STEP.real(fmpq(2), 30.0).contains(second_moment())
    monkeypatch.setattr(SubsampledGaussianStep, name, none)
    assert not STEP.real(fmpq(2), 30.0).overlaps(second_moment())


def test_tails_where_powers_are_negative(monkeypatch):
    """M(−2) and, two-sided, M(3): the tails on the left are larger than a normal law's."""
    for step, c in ((SubsampledGaussianStep(fmpq(9, 10), fmpq(1)), fmpq(-2)),
                    (SubsampledGaussianStep(fmpq(9, 10), fmpq(1), True), fmpq(3))):
        with monkeypatch.context() as patch:
            truth = step.real(c, 40.0)
            grid = Grid(fmpq(1, 16), -80, 80, fmpq(2))
            patch.setattr(SubsampledGaussianStep, "_grid", lambda *_, grid=grid: grid)
            assert step.real(c, 30.0).overlaps(truth)
            patch.setattr(SubsampledGaussianStep, "_tail", none)
            assert not step.real(c, 30.0).overlaps(truth)


@pytest.mark.parametrize("entries", [30, 10**6])
def test_sums_turned_many_times_carry_their_rounding(monkeypatch, entries):
    """Also where the matrices are cut into several."""
    monkeypatch.setattr(gaussian_steps, "_ENTRIES", entries)
    monkeypatch.setattr(gaussian_steps, "_FEW", 80)
    rng = random.Random(1)
    weights = [arb(rng.randrange(1, 99)) / 128 for _ in range(5)]
    losses = [arb(rng.randrange(-99, 99)) / 64 for _ in range(5)]
    sizes = ((fmpq(1, 3), 0), (fmpq(1, 7), 1), (fmpq(1, 7), 2), (fmpq(1, 3), 90), (fmpq(1, 3), 70))
    for h, count in sizes:
        with precision(256):
            truth = [
                sum((w * (acb(0, 1) * loss * h * n).exp() for w, loss in
                     zip(weights, losses, strict=True)), acb(0))
                for n in range(count + 1)
            ]
        with precision(40):
            sums = line_sums(weights, losses, h, count)
        assert all(s.contains(t) for s, t in zip(sums, truth, strict=True))
        assert all(abs(s - t) < arb("1e-6") for s, t in zip(sums, truth, strict=True))
    monkeypatch.setattr(gaussian_steps, "disc", no_disc)
    with precision(40):
        bare = line_sums(weights, losses, h, count)
    assert not all(s.contains(t) for s, t in zip(bare, truth, strict=True))


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("c", [fmpq(3), fmpq(1, 2), fmpq(-2)])
def test_what_lies_beyond_a_height_is_bounded(two_sided, c):
    step = SubsampledGaussianStep(fmpq(1, 5), fmpq(1, 2), two_sided)
    height = fmpq(8)
    bound = step.beyond_line(c, height)
    values = [abs(value) for value in step.on_line(c, fmpq(2), 30, 20.0)]
    assert all(value <= bound for value in values[4:])
    assert bound < 3 * values[4]
    assert bound < values[0]


def turned_mass(step: SubsampledGaussianStep, c: float, height: float, alpha: float) -> Any:
    """∫ φ|w₊|^c e^(−height arg w₊), w₊ turned by α; what `beyond_line` bounds."""
    q, mu = mpmath.mpf(int(step.q.p)) / int(step.q.q), mpmath.mpf(int(step.mu.p)) / int(step.mu.q)

    def term(t):
        plus = 1 - q + q * mpmath.exp(mpmath.mpc(mu * t - mu * mu / 2, alpha))
        return mpmath.npdf(t) * abs(plus) ** c * mpmath.exp(-height * mpmath.arg(plus))

    return mpmath.quad(term, mpmath.linspace(-12, 12, 13)) * mpmath.exp((alpha / mu) ** 2 / 2)


@pytest.mark.parametrize("name", ["_error", "_tail"])
def test_the_bound_beyond_a_height_has_its_own_errors(monkeypatch, name):
    """A coarse or short grid; `real`, which the error is a multiple of, is as it was."""
    alpha, height = 0.75, fmpq(1)
    truth = arb(mpmath.nstr(turned_mass(STEP, 2.0, 1.0, alpha), 20))
    moment = STEP.real(fmpq(2), 30.0)
    monkeypatch.setattr(SubsampledGaussianStep, "real", lambda *_: moment)
    monkeypatch.setattr(SubsampledGaussianStep, "decay", lambda *_: (0.0, alpha))
    grids = (
        [Grid(fmpq(n, 8), -40, 40, fmpq(1, 2)) for n in range(8, 30)]
        if name == "_error"
        else [Grid(fmpq(1, 8), -12, 20, fmpq(1))]
    )
    short = []
    for grid in grids:
        with monkeypatch.context() as patch:
            patch.setattr(SubsampledGaussianStep, "_grid", lambda *_, grid=grid: grid)
            assert STEP.beyond_line(fmpq(2), height) > truth
            patch.setattr(SubsampledGaussianStep, name, none)
            short.append(bool(STEP.beyond_line(fmpq(2), height) < truth))
    assert any(short)


def test_a_strip_past_a_right_angle_is_no_strip_of_the_bound():
    """There the modulus's continuation may grow with the height: sin α cos μd changes its sign."""
    wide = Grid(fmpq(1, 8), -80, 80, fmpq(17, 10))
    STEP._error(fmpq(2), arb(0), wide)
    with pytest.raises(NotReachedError, match="too wide"):
        STEP._error(fmpq(2), arb(0), wide, arb("0.75"))
    with pytest.raises(NotReachedError, match="zero"):
        STEP._error(fmpq(2), arb(0), Grid(fmpq(1, 8), -80, 80, fmpq(16, 5)))


# --- the same on turned paths ---------------------------------------------------------------------

END = End(Q, MU)


def ends_transform(nats: float) -> EndTransform:
    return EndTransform(END, (fmpq(2), fmpq(0)), (fmpq(2), fmpq(1)), nats)


def end_value() -> arb:
    """U(2) = M(2)/(1 − q)²."""
    return second_moment() / (1 - Q) ** 2


def test_the_turned_path_gives_the_transform():
    value = ends_transform(40.0)(acb(2))
    assert value.real.contains(end_value())
    assert value.rel_accuracy_bits() > 50
    high = EndTransform(END, (fmpq(2), fmpq(9)), (fmpq(3), fmpq(10)), 40.0)
    direct = STEP.on_line(fmpq(5, 2), fmpq(19, 2), 1, 60.0)[1]
    kept = (acb(fmpq(5, 2), fmpq(19, 2)) * arb(1 - Q).log()).exp()
    assert (high(acb(fmpq(5, 2), fmpq(19, 2))) * kept).overlaps(direct)


def test_the_turned_path_s_error(monkeypatch):
    transform = ends_transform(1.0)
    assert transform(acb(2)).real.contains(end_value())
    transform.error = arb(0)
    assert not transform(acb(2)).real.overlaps(end_value())


@pytest.mark.parametrize("name", ["left_tail", "right_tail"])
def test_the_turned_path_s_tails(monkeypatch, name):
    ends = End._ends

    def nearer(self, angle, rate, nats):
        low, high = ends(self, angle, rate, nats)
        # `mass` keeps its own.
        if nats == 40.0:
            return low, high
        return (fmpq(-2), high) if name == "left_tail" else (low, fmpq(3, 2))

    monkeypatch.setattr(End, "_ends", nearer)
    assert ends_transform(30.0)(acb(2)).real.contains(end_value())
    monkeypatch.setattr(End, name, none)
    transform = ends_transform(30.0)
    assert not transform(acb(2)).real.overlaps(end_value())


def test_the_series_near_the_end_has_a_rest(monkeypatch):
    monkeypatch.setattr(gaussian_ends, "_SERIES", 2)
    transform = ends_transform(60.0)
    assert transform(acb(2)).real.contains(end_value())
    monkeypatch.setattr(gaussian_ends, "disc", no_disc)
    assert not transform(acb(2)).real.overlaps(end_value())


def test_the_turned_path_says_nothing_off_its_segment():
    assert ends_transform(20.0)(acb(9, 9)).real.is_nan()


@pytest.mark.parametrize(("angle", "rate"), [(0.0, 2.0), (0.5, 1.0), (-0.3, -4.0), (0.7, 0.5)])
def test_masses_and_tails_bound_their_integrals(angle, rate):
    b = mpmath.mpf(1) / 2 - mpmath.log(mpmath.mpf(1) / 2)

    def size(rho):
        lam = rho * mpmath.expj(angle)
        share = -mpmath.expm1(-lam)
        t = lam + mpmath.log(share) + b
        return abs(mpmath.exp(-t * t / 2) / share) * mpmath.exp(rate * rho) / mpmath.sqrt(
            2 * mpmath.pi)

    def integral(low, high):
        def term(v):
            return size(mpmath.exp(v)) * mpmath.exp(v)

        return mpmath.quad(term, mpmath.linspace(low, high, 13))

    turned, slope = arb(angle), arb(rate)
    mass = END.mass(turned, slope)
    truth = arb(mpmath.nstr(integral(-14, 4.5), 18))
    assert truth < mass < truth * fmpq(11, 10)
    left = END.left_tail(turned, fmpq(-2)) * (arb(-2).exp() * slope.max(arb(0))).exp()
    truth = arb(mpmath.nstr(integral(-14, -2), 18))
    assert truth < left < 4 * truth
    right = END.right_tail(turned, slope, fmpq(9, 4))
    truth = arb(mpmath.nstr(integral(2.25, 4.5), 18))
    assert truth < right < 12 * truth


def test_tails_that_aren_t_tails_are_refused():
    with pytest.raises(NotReachedError):
        END.left_tail(arb(0), fmpq(0))
    with pytest.raises(NotReachedError):
        END.right_tail(arb(0), arb(9), fmpq(1, 2))
    with pytest.raises(NotReachedError):
        END.right_tail(arb("0.8"), arb(-99), fmpq(2))
    with pytest.raises(NotReachedError):
        GaussianStep(fmpq(1)).beyond((fmpq(3), fmpq(1)), (fmpq(5, 13), fmpq(12, 13)), 1)


@pytest.mark.parametrize("direction", [(fmpq(5, 13), fmpq(12, 13)), (fmpq(-5, 13), fmpq(12, 13))])
def test_bounds_on_a_ray(direction):
    steps = [END, GaussianStep(MU), SubsampledLaplaceStep(Q, MU),
             SubsampledLaplaceStep(Q, MU, True)]
    for step in steps:
        start = (fmpq(2), fmpq(4))
        bounds = step.beyond(start, direction, 1)
        for far in (0, 2, 8):
            z = tuple(x + far * d for x, d in zip(start, direction, strict=True))
            stop = tuple(x + d for x, d in zip(z, direction, strict=True))
            values = [one(acb(*z)) for one in step.on_segment(z, stop, [20.0] * len(bounds))]
            assert all(abs(v).lower() <= b for v, b in zip(values, bounds, strict=True))


@pytest.mark.parametrize(("eps", "step"), [
    (fmpq(1, 2), END),
    (fmpq(1, 3), SubsampledLaplaceStep(Q, MU)),
])
def test_the_rest_of_a_ray(monkeypatch, eps, step):
    base = kernels.gaussian if step is END else kernels.laplace
    truth = kernels.sampled(lambda gamma: base(MU, gamma), Q, arb(eps).exp())
    plan = Rays._plan

    def short(self, *given):
        direction, cuts = plan(self, *given)
        return direction, cuts[:2]

    monkeypatch.setattr(Rays, "_plan", short)
    rays = Rays([(step, 1)])
    assert rays.value(eps, fmpq(41, 16), -2.0, 12.0).contains(truth)
    monkeypatch.setattr(Rays, "_beyond", none)
    assert not rays.value(eps, fmpq(41, 16), -2.0, 12.0).overlaps(truth)


# --- Laplace steps --------------------------------------------------------------------------------


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("q", [fmpq(1, 3), fmpq(1)])
@pytest.mark.parametrize("z", [(fmpq(5, 2), fmpq(3)), (fmpq(-1, 3), fmpq(40)),
                               (fmpq(1, 4), fmpq(1, 9))])
def test_the_transform_of_a_laplace_step(two_sided, q, z):
    step = SubsampledLaplaceStep(q, fmpq(7, 5), two_sided)
    a, rate = mpmath.mpf(7) / 5, mpmath.mpf(int(q.p)) / int(q.q)
    point = mpmath.mpc(mpmath.mpf(int(z[0].p)) / int(z[0].q), mpmath.mpf(int(z[1].p)) / int(z[1].q))

    def term(t):
        kept, there, away = (mpmath.exp(-abs(t - m)) / 2 for m in (0, a, -a))
        p = (1 - rate) * kept + rate * there
        other = (1 - rate) * kept + rate * away if two_sided else kept
        return mpmath.power(p, point) * mpmath.power(other, 1 - point)

    cuts = [-60, -20, -a, *mpmath.linspace(-a, 0, 9)[1:], *mpmath.linspace(0, a, 9)[1:], 20, 60]
    truth = ball(mpmath.quad(term, cuts))
    assert abs(step.transform(acb(*z)) - truth) < arb("1e-13")
    _, whole = step.whole(z, z, 10.0)
    assert abs(whole(acb(*z)) - truth) < arb("1e-13")


LAPLACE = SubsampledLaplaceStep(Q, MU)


def test_the_rest_of_partial_integration(monkeypatch):
    z = acb(1, 12)
    exact = laplace_steps.SubsampledLaplaceStep._path(LAPLACE, -1, z)
    assert exact.rel_accuracy_bits() > 64
    assert LAPLACE._by_parts(-1, z).contains(exact.mid())
    monkeypatch.setattr(laplace_steps, "disc", no_disc)
    assert not LAPLACE._by_parts(-1, z).overlaps(exact)


@pytest.mark.parametrize("name", ["near", "whole"])
def test_values_on_balls_of_z(monkeypatch, name):
    wide = acb(arb(1, fmpq(1, 8)), arb(2, fmpq(1, 8)))
    corners = [acb(1 + i * fmpq(1, 8), 2 + j * fmpq(1, 8)) for i in (-1, 1) for j in (-1, 1)]
    place = (fmpq(1), fmpq(2))

    def value(z):
        return LAPLACE._near(-1, z) if name == "near" else LAPLACE.whole(place, place, 9.0)[1](z)

    truths = [value(corner) for corner in corners]
    assert all(value(wide).contains(truth.mid()) for truth in truths)
    monkeypatch.setattr(laplace_steps, "disc", no_disc)
    assert not any(value(wide).overlaps(truth) for truth in truths)


def test_a_ball_that_meets_the_real_line_says_nothing_there():
    assert LAPLACE._near(-1, acb(1, arb(0, 1))).real.is_nan()


def test_poles_at_halves_of_odd_numbers_cancel():
    for step in (LAPLACE, SubsampledLaplaceStep(Q, MU, True), SubsampledLaplaceStep(fmpq(1), MU)):
        near = step.real(fmpq(3, 2), 30.0)
        around = [step.real(fmpq(3, 2) + side * fmpq(1, 16), 30.0) for side in (-1, 1)]
        assert near.rel_accuracy_bits() > 90
        # Convex.
        assert near < (around[0] + around[1]) / 2
        assert near > (around[0] + around[1]) / 2 * fmpq(99, 100)


# --- enclosures -----------------------------------------------------------------------------------


def test_an_enclosure_upside_down_is_a_fault():
    with pytest.raises(ArithmeticError, match="a bound is wrong"):
        Enclosure(fmpq(1), fmpq(1, 2))
