"""What integrals tell of an integrand on a piece: its sign, its range, its integral."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import mpmath
import pytest
from flint import arb, fmpq

from verified.errors import InputError
from verified.kernel.certificate import check
from verified.kernel.truth import BallReading
from verified.language import (
    Channel,
    Pmf,
    Real,
    Size,
    Symbol,
    cases,
    density,
    exp,
    hockey_stick,
    integral,
    laplace,
    largest,
    log,
    maximum,
    pmf_of,
    quotient,
    rational,
)
from verified.measures import integrals
from verified.measures.readings import Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, precision
from verified.syntax.sorts import RealSort

eps = Real("eps", ">=0")
ZERO, ONE = fmpq(0), fmpq(1)


def curve(rate=0, square=0, degree=0, factor=ONE):
    return integrals.Summand(fmpq(square), fmpq(rate), degree, factor)


def piece(low, high=None, tiny=False):
    return integrals._Piece(arb(low), None if high is None else arb(high), tiny)


def is_near(found, low, high):
    return all(abs(float(end) - float(wanted)) < 1e-7
               for end, wanted in zip(found, (low, high), strict=True))


def test_the_sign_of_two_exponentials_is_that_of_their_ratio():
    ln2 = mpmath.log(2)
    for one, two, bend in ((curve(-1), curve(-2, factor=fmpq(-2)), 1),
                           (curve(square=-1), curve(square=-3, factor=fmpq(-2)), 2)):
        for terms in ((one, two), (two, one)):
            found = integrals._sign(integrals.Sum(terms), piece(0, 1))
            assert -ln2 - 1.1 * (bend - 1) - 1e-7 < float(found[0]) <= float(-ln2)
            assert float(bend - ln2) <= float(found[1]) < bend - ln2 + 1e-7
        (low, high) = integrals._sign(integrals.Sum((one, two)), piece(1))
        assert abs(float(low) - float(bend - ln2)) < 1e-9
        assert high == arb("inf")
    wide = curve(-1, factor=arb(0, 2))
    low, high = integrals._sign(integrals.Sum((wide, curve(factor=fmpq(-1)))), piece(0, 1))
    assert low < -2
    assert high > 0


def test_powers_beside_exponentials_count_in_a_sign():
    """t e^(−t) − e^(−2t) is below 0 on [1/8, 1/4], where e^(−t) − e^(−2t) isn't."""
    terms = curve(-1, degree=1), curve(-2, factor=fmpq(-1))
    low, _ = integrals._sign(integrals.Sum(terms), piece(fmpq(1, 8), fmpq(1, 4)))
    assert low < 0
    low, high = integrals._sign(integrals.Sum((curve(degree=3),)), piece(1, 2))
    assert low <= 1
    assert high >= 8


def test_a_polynomial_on_a_tail_is_monotone_if_it_bends_the_way_it_goes():
    def sign(low, *factors):
        terms = [curve(degree=k, factor=fmpq(c)) for k, c in enumerate(factors)]
        return integrals._sign(integrals.Sum(tuple(terms)), piece(low))

    infinity = arb("inf")
    assert sign(3, 1, -2, 1) == (4, infinity)
    assert sign(0, 1, -2, 1) == (-infinity, infinity)
    assert sign(3, -1, 2, -1) == (-infinity, -4)
    assert sign(3, 1, 7, -1) == (-infinity, infinity)
    assert sign(4, 1, 7, -1) == (-infinity, 13)
    assert sign(2, 5, -1) == (-infinity, 3)


def test_values_of_a_curve_on_a_piece():
    low, high = integrals._ends(curve(-1, -1), piece(1, 2))
    assert arb(-7).exp() < low <= arb(-6).exp()
    assert arb(-2).exp() <= high < arb(-1.4).exp()
    assert is_near(integrals._ends(curve(square=-1, degree=2), piece(2)), 0, 4 * mpmath.exp(-4))
    assert integrals._ends(curve(degree=2), piece(3)) == (9, arb("inf"))
    assert integrals._ends(curve(degree=2, factor=fmpq(-1)), piece(3)) == (-arb("inf"), -9)
    low, high = integrals._ends(curve(-1, degree=1, factor=arb(0, 2)), piece(3))
    assert low <= -2 * arb(3) * arb(-3).exp() < 2 * arb(3) * arb(-3).exp() <= high
    for term, at in ((curve(-1, degree=2), 1), (curve(square=1, degree=1), 1),
                     (curve(-1, degree=1), 0), (curve(3, -1), 1)):
        with pytest.raises(integrals._Undecided):
            integrals._ends(term, piece(at))


def test_values_of_an_exponential_on_a_tail():
    infinity, up_to_1 = arb("inf"), arb(0.5, 0.5)
    assert integrals._ends(curve(), piece(1)) == (1, 1)
    assert is_near(integrals._ends(curve(-1, factor=fmpq(-2)), piece(1)), -2 * mpmath.exp(-1), 0)
    low, high = integrals._ends(curve(1), piece(1))
    assert 2.71 < low <= arb(1).exp()
    assert high == infinity
    low, high = integrals._ends(curve(1, factor=fmpq(-1)), piece(1))
    assert -arb(1).exp() <= high < -2.71
    assert low == -infinity
    for rate, factor in ((up_to_1, ONE), (-up_to_1, ONE), (ONE, up_to_1), (ONE, -up_to_1),
                         (arb(0, 1), ONE), (-up_to_1, -ONE), (up_to_1, -ONE)):
        with pytest.raises(Indeterminate, match="grow or fall"):
            integrals._ends(integrals.Summand(ZERO, rate, 0, factor), piece(1))


def test_what_may_be_nothing_has_no_integral_without_end():
    for factor in (arb(0.5, 0.5), -arb(0.5, 0.5), arb(0, 1)):
        with pytest.raises(Indeterminate, match="both signs"):
            integrals._integral(integrals.Sum((curve(factor=factor),)), piece(1))
    for rate in (arb(0.5, 0.5), -arb(0.5, 0.5), arb(0, 1)):
        with pytest.raises(Indeterminate, match="constant"):
            integrals._integral(
                integrals.Sum((integrals.Summand(ZERO, rate, 0, ONE),)), piece(0, 1))
    terms = integrals.Sum((curve(-1), curve(degree=1), curve(factor=fmpq(2))))
    wanted = 1 - arb(-1).exp() + fmpq(5, 2)
    assert arb(integrals._integral(terms, piece(0, 1))).overlaps(wanted)


def test_what_may_have_both_signs_is_held_with_what_rounding_takes_off():
    third = arb(0, 1) / 3
    with precision(53):
        term = curve(-1, degree=1, factor=third)
        low, high = integrals._ends(term, piece(3))
        most = integrals._curve(term, arb(3)).upper()
    with precision(300):
        assert low <= third.lower() * most
        assert high >= third.upper() * most


def test_a_range_holds_what_rounding_takes_off_a_sum():
    one, little = curve(), curve(factor=fmpq(1, 2**60))
    with precision(53):
        low, high = integrals._range(integrals.Sum((one, little)), piece(0, 1))
        assert low <= 1
        assert high > 1
        low, high = integrals._range(integrals.Sum((one, little.times(fmpq(-1, 2**60)))),
                                     piece(0, 1))
        assert low < 1 <= high


@pytest.mark.parametrize("ends", [
    [], [(-9, 9)], [(5, 6)], [(-6, -5)], [(1, 0), (0, -1)], [(0, 1), (0, 1)], [(0, 0), (-1, 9)],
])
@pytest.mark.parametrize(("low", "high"), [("-2", "3"), ("1/3", "4/3"), ("-1/7", None)])
def test_pieces_cover_the_interval_wherever_it_is_cut(monkeypatch, ends, low, high):
    exact = [(arb(a), arb(b)) for a, b in ends]
    monkeypatch.setattr(integrals, "_around", lambda *_: (exact, arb(1)))
    t = Real("t", f"[{low},{'inf' if high is None else high}]")
    pieces, _ = integrals._start([], t.of)
    assert all(one.high.overlaps(two.low) for one, two in itertools.pairwise(pieces))
    assert all(one.high is None or not one.low > one.high for one in pieces)
    assert pieces[0].low.contains(t.of.low)
    assert pieces[-1].high is None if high is None else pieces[-1].high.contains(t.of.high)
    body = exp(-t) * maximum(t, rational(1, 2))
    found = arb(value(integral(t, body)))
    monkeypatch.undo()
    assert found.overlaps(arb(value(integral(t, body))))


def test_on_a_tail_a_maximum_is_held_by_shares():
    one, two = integrals.Sum((curve(-1),)), integrals.Sum((curve(-2), curve(-3)))
    found = integrals._bounded(piece(0), two, one)
    ends = {int(term.rate.p): term.factor for term in found.terms}
    assert all(ends[k].lower() <= low and high <= ends[k].upper() < high + fmpq(1, 2)
               for k, low, high in ((-1, 0, 1), (-2, 0, 1), (-3, 0, 1)))
    with pytest.raises(integrals._Undecided):
        integrals._larger(piece(0), two, one)


def test_a_tail_that_is_not_thin_is_no_value():
    body = maximum(exp(-eps), exp(-2 * eps) + exp(-3 * eps))
    bind = integral(eps, body)
    assert integrals._thin(BallReading(), bind, {}, piece(0)) is None
    found = integrals._thin(BallReading(), bind, {}, piece(60))
    assert found.contains(arb(-60).exp())


def test_moments_are_those_of_both_sides_of_a_number():
    for term in (curve(3, -1, 3), curve(-2, 0, 2), curve(0, 0, 4), curve(0, -2), curve(5, 0, 1)):
        parts = integrals._moment(term, piece(-1, 1)) + integrals._moment(term, piece(1, 3))
        whole = integrals._moment(term, piece(-1, 3))
        assert whole.overlaps(parts)
        a, r, k = (float(x) for x in (term.square, term.rate, term.degree))
        wanted = mpmath.quad(lambda x, a=a, r=r, k=k: x**k * mpmath.exp(a * x * x + r * x),
                             [-1, 0, 1, 2, 3])
        assert abs(float(whole.mid()) - float(wanted)) < 1e-9 * max(1, abs(float(wanted)))
        assert whole.rad() < 1e-9 * whole.abs_upper()
    for low in (-3, 2):
        tail = integrals._moment(curve(1, -1, 1), piece(low))
        rest = integrals._moment(curve(1, -1, 1), piece(low, 5)) + integrals._moment(
            curve(1, -1, 1), piece(5))
        assert tail.overlaps(rest)
    for open_, what in ((integrals.Summand(arb(0, 1), ZERO, 1, ONE), "falls"),
                        (integrals.Summand(ZERO, arb(0, 1), 1, ONE), "constant")):
        with pytest.raises(Indeterminate, match=what):
            integrals._moment(open_, piece(0, 1))


def test_whether_a_tail_ends_must_be_certain():
    wide = integrals.Sum((integrals.Summand(arb(0, 1), ZERO, 0, ONE),))
    with pytest.raises(Indeterminate, match="decays"):
        integrals._integral(wide, piece(1))
    assert integrals._integral(integrals.Sum((curve(degree=1),)), piece(1)) == arb("inf")
    both = integrals.Sum((curve(degree=1), curve(1, factor=fmpq(-1))))
    with pytest.raises(Indeterminate, match="both signs"):
        integrals._integral(both, piece(1))


def test_curves_are_alike_by_all_of_their_powers():
    plain = curve(-1, -1, 1)
    assert plain.like(curve(-1, -1, 1, fmpq(5)))
    for other in (curve(-2, -1, 1), curve(-1, -2, 1), curve(-1, -1, 2)):
        assert not plain.like(other)
    assert len(integrals._combined(integrals.Sum((plain,)), integrals.Sum(
        (curve(-1, -2, 1),)), lambda a, b: a + b).terms) == 2
    assert curve(-1).plain
    assert not curve(-1, degree=1).plain
    assert not curve(-1, -1).plain


@pytest.mark.parametrize("body", [eps**5 * exp(-eps), eps ** rational(1, 2) * exp(-eps)])
def test_only_small_whole_powers(body):
    with pytest.raises(Unreadable):
        value(integral(eps, body))


def value(term, **env):
    return BallReading().real(term, env)


@pytest.mark.parametrize("body", [
    density(laplace(eps, 1), 0), exp(exp(-eps)), exp(eps * exp(-eps)), log(eps * exp(-eps)),
    log(exp(-eps) + 1),
])
def test_what_is_made_of_them_otherwise_is_refused(body):
    with pytest.raises(Unreadable):
        value(integral(eps, body))


def test_a_divergence_of_laws_that_depend_on_what_is_integrated_over_is_refused():
    n = Size("n")
    row = Channel("W", n, n)[0]
    moving = laplace(0, 1 + eps)
    with pytest.raises(Unreadable):
        value(integral(eps, hockey_stick(moving, moving, eps)))
    with pytest.raises(Unreadable):
        value(integral(eps, hockey_stick(Pmf("P", n), row, eps * eps)), n=1,
              P=BallArray((1,), [ONE]), W=BallArray((1, 1), [ONE]))


# --- where ends and factors are known as balls ----------------------------------------------------

ABOUT = arb(3, 0.5)


def test_a_range_holds_the_values_at_every_end_that_there_may_be():
    infinity = arb("inf")
    tail = integrals._Piece(ABOUT, None)
    low, high = integrals._ends(curve(-1, degree=1), tail)
    assert low <= 0
    assert high >= arb(5) / 2 * (-arb(5) / 2).exp()
    assert integrals._ends(curve(degree=1), tail)[0] <= arb(5) / 2
    doubtful = arb(2, 1)
    assert integrals._ends(curve(degree=2, factor=doubtful), piece(3))[0] <= 9
    low, high = integrals._ends(curve(degree=2, factor=-doubtful), piece(3))
    assert low == -infinity
    assert -9 <= high < -8.99
    top = 3 * 3 * arb(-3).exp()
    assert integrals._ends(curve(-1, degree=1, factor=doubtful), piece(3))[1] >= top
    assert integrals._ends(curve(-1, degree=1, factor=-doubtful), piece(3))[0] <= -top
    assert integrals._ends(curve(-1, degree=1, factor=doubtful), piece(3))[0] <= 0
    assert integrals._ends(curve(-1, degree=1, factor=-doubtful), piece(3))[1] >= 0
    for square in (arb(0, 1), arb(1, 1)):
        with pytest.raises(integrals._Undecided):
            integrals._ends(integrals.Summand(square, fmpq(-9), 1, ONE), piece(1))
    # Where its top is within the tail for some of these numbers.
    with pytest.raises(integrals._Undecided):
        integrals._ends(curve(-1, degree=3), tail)


def test_a_sign_holds_for_every_coefficient_that_there_may_be():
    def sign(start, slope, bend):
        parts = (start, fmpq(slope), fmpq(bend))
        terms = [curve(degree=k, factor=part) for k, part in enumerate(parts)]
        return integrals._sign(integrals.Sum(tuple(terms)), piece(3))

    assert sign(arb(1, 0.5), -2, 1)[0] <= 3.5
    assert sign(-arb(1, 0.5), 2, -1)[1] >= -3.5


def test_a_maximum_on_a_tiny_piece_is_held_from_both_sides():
    line, level = integrals.Sum((curve(degree=1),)), integrals.Sum((curve(factor=fmpq(1, 2)),))
    for one, two in ((line, level), (level, line)):
        (found,) = integrals._larger(piece(0, 1, tiny=True), one, two).terms
        assert found.plain
        assert found.factor.lower() <= 0.5
        assert 1 <= found.factor.upper() < 1.01
        assert found.factor.lower() > 0.49
    for one, two, wanted in ((line, level, line), (level, line, line)):
        assert integrals._larger(piece(1, 2), one, two) == wanted
    assert integrals._larger(piece(0, fmpq(1, 4)), line, level) == level


@pytest.mark.parametrize("places", [[], [fmpq(0)], [arb(0, 1)], [fmpq(-1, 2), arb(0.25, 0.5)]])
@pytest.mark.parametrize(("low", "high"), [(-1, 2), (-1, None), (0, 1), (-2, 0), (-2, -1), (1, 2)])
def test_no_piece_has_0_inside(low, high, places):
    """What a maximum is held by may stand by a power of the variable, and around 0 isn't in the
    product with what the integral of an odd one is."""
    pieces, _ = integrals._start(places, RealSort(fmpq(low), high if high is None else fmpq(high)))
    ends = [(piece.low, piece.high) for piece in pieces]
    assert all(a >= 0 or (b is not None and b <= 0) for a, b in ends)
    assert ends[0][0] == low
    assert all(one[1] == two[0] for one, two in itertools.pairwise(ends))
    assert (ends[-1][1] is None) if high is None else ends[-1][1] == high


@pytest.mark.parametrize("term", [
    integrals.Summand(arb(-0.5, 0.5), ZERO, 1, ONE), integrals.Summand(ZERO, arb(0.5, 0.5), 1, ONE),
    integrals.Summand(ZERO, arb(-0.5, 0.5), 1, ONE),
])
def test_what_may_be_0_is_not_divided_by(term):
    with pytest.raises(Indeterminate):
        integrals._moment(term, piece(0, 1))


@pytest.mark.parametrize("rate", [arb(0, 1), arb(-0.5, 0.5)])
def test_a_tail_that_may_fall_or_not_has_no_value(rate):
    term = integrals.Summand(ZERO, rate, 0, ONE)
    with pytest.raises(Indeterminate, match="decays"):
        integrals._integral(integrals.Sum((term,)), piece(1))


def test_products_add_what_stands_in_exponents():
    body = exp(-(eps**2) + eps) * exp(-2 * eps**2 - 3 * eps)
    one, two = (arb(value(integral(eps, part))) for part in (body, exp(-3 * eps**2 - 2 * eps)))
    assert one.overlaps(two)
    assert one.rad() < 1e-9
    with pytest.raises(Unreadable):
        value(integral(eps, exp(-(eps**3))))
    with pytest.raises(Unreadable):
        value(integral(eps, exp(eps * exp(-(eps**2)))))


# --- what has no value, or an infinite one --------------------------------------------------------

FOLDER = Path(__file__).parent.parent / "holes"
INFINITE, w = -log(rational(0)), Real("w", "[2,3]")
HALVES = [pmf_of(rational(1, 2), rational(1, 2)), pmf_of(rational(1, 3), rational(2, 3))]


@pytest.mark.parametrize("name", [
    "play_integral_at_a_constant_order", "play_integral_of_a_branch_not_taken",
    "play_integral_of_an_infinite_maximum", "play_integral_of_infinite_parts",
])
def test_a_play_of_what_was_taken_to_be_undefined_is_rejected(name):
    with pytest.raises(InputError):
        check(json.loads((FOLDER / f"{name}.json").read_text()))


def test_where_to_cut_is_only_proposed():
    """By 0 no kink is found, and none is needed."""
    away = cases(quotient(1, 2) >= 1, density(laplace(0, 1), w / rational(0)), w)
    for body, wanted in ((hockey_stick(*HALVES, w - w - log(rational(1, 2))), 0),
                         (hockey_stick(*HALVES, w - w), 1 / 6), (away, 2.5)):
        found = arb(value(integral(w, body)))
        assert abs(float(found) - wanted) < 1e-12
        assert found.rad() < 1e-12


@pytest.mark.parametrize("body", [
    (w - 1) * (INFINITE * w + INFINITE), maximum(INFINITE * w, INFINITE * w),
    (w - 1) * (INFINITE - w * log(0 * exp(w))), hockey_stick(*HALVES, INFINITE * (w - 1)),
    hockey_stick(*HALVES, INFINITE - INFINITE * w), density(laplace(0, 1), INFINITE * (w - 1)),
    (w - 1) * (INFINITE * w - largest(Symbol("s", 2), w, where=Symbol("s", 2) > 1)),
])
def test_parts_that_are_infinite_have_no_value_where_the_whole_has_one(body):
    """Multiplied out they are ∞ − ∞ or 0 · ∞; with them relations would be false that are true."""
    with pytest.raises(Indeterminate, match="infinite number"):
        value(integral(w, body))
