"""The second checker's divergences on the line by cells and tails, against quadrature in floats,
where tails are cut early; what lies on one cell, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import recheck.line_divergences as line
from recheck.densities import Mixture, gaussian, laplace, logistic, mixture
from recheck.errors import Undefined, Unknown, Unsupported
from recheck.reals import HALF, INF, ONE, TWO, ZERO, Num, Precision, exp, num, power, span
from tests.recheck.digits import exact

# Each part's weight, shape, mean and spread.
LAWS: dict[str, list[tuple[str, str, str, str]]] = {
    "N": [("1", "gaussian", "0", "1")],
    "N+": [("1", "gaussian", "1", "2")],
    "N3": [("1", "gaussian", "3", "1")],
    "N-3": [("1", "gaussian", "-3", "1")],
    "N-": [("1/3", "gaussian", "-1", "1/2"), ("2/3", "gaussian", "0", "1")],
    "L": [("1", "laplace", "0", "1")],
    "L+": [("1", "laplace", "1/2", "3/2")],
    "L-": [("1", "laplace", "-1/2", "3/2")],
    "LL": [("1/3", "laplace", "-2", "1"), ("2/3", "laplace", "1", "3/2")],
    "wide": [("1/2", "laplace", "0", "3"), ("1/2", "gaussian", "0", "1")],
    "LN": [("1/2", "laplace", "1", "1"), ("1/2", "gaussian", "-1", "2")],
    "G": [("1", "logistic", "0", "1")],
    "G+": [("1", "logistic", "3/2", "3/2")],
    "GL": [("1/2", "logistic", "-1", "1"), ("1/2", "laplace", "1", "1")],
}
MAKERS = {"gaussian": gaussian, "laplace": laplace, "logistic": logistic}
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(8)
EDGES = np.linspace(-60, 60, 120 * 64 + 1)
PLACES = (EDGES[:-1, None] + (POINTS + 1) / 128).ravel()
WIDTHS = np.tile(WEIGHTS / 128, len(EDGES) - 1)


@pytest.fixture(autouse=True)
def bits() -> Any:
    before, Precision.bits = Precision.bits, 40
    yield
    Precision.bits = before


def law(name: str) -> Mixture:
    rows = LAWS[name]
    return mixture([exact(row[0]) for row in rows],
                   *(MAKERS[shape](exact(m), exact(s)) for _, shape, m, s in rows))


def log_density(name: str, x: Any) -> Any:
    found = -np.inf + 0 * x
    for weight, shape, m, s in LAWS[name]:
        w, mean, spread = (float(Fraction(part)) for part in (weight, m, s))
        u = x - mean
        found = np.logaddexp(found, np.log(w) + (
            -u * u / (2 * spread) - np.log(2 * np.pi * spread) / 2 if shape == "gaussian"
            else -abs(u) / spread - 2 * np.log1p(np.exp(-abs(u) / spread)) - np.log(spread)
            if shape == "logistic" else -abs(u) / spread - np.log(2 * spread)))
    return found


def integral(values: Any) -> float:
    return float(np.sum(values * WIDTHS))


def known(one: str, two: str, told: list[str]) -> dict[str, float]:
    """What is told of two laws."""
    a, b = log_density(one, PLACES), log_density(two, PLACES)
    p, q, middle = np.exp(a), np.exp(b), np.logaddexp(a, b) - np.log(2)
    every: dict[str, Callable[[], float]] = {
        "power 0.5": lambda: integral(np.exp((a + b) / 2)),
        "power 1.5": lambda: integral(np.exp((3 * a - b) / 2)),
        "power 2": lambda: integral(np.exp(2 * a - b)),
        "kl": lambda: integral(p * (a - b)),
        "js": lambda: integral(p * (a - middle) + q * (b - middle)) / 2,
        "le cam": lambda: integral(((p - q) / 2) ** 2 / np.exp(middle)),
        "f": lambda: sum(weight * (integral(np.maximum(0, p - kink * q)) - max(0, 1 - kink))
                         for kink, weight in ((0.5, 1), (2, 3))),
        "most": lambda: float(max(max(a - b), *(
            # Where Laplace densities have their kinks.
            log_density(one, np.asarray(x)) - log_density(two, np.asarray(x))
            for x in (float(Fraction(row[2])) for row in (*LAWS[one], *LAWS[two]))))),
    }
    return {name: every[name]() for name in told}


MINE: dict[str, Callable[[Mixture, Mixture], Num]] = {
    "power 0.5": lambda p, q: line.power_integral(p, q, num(HALF)),
    "power 1.5": lambda p, q: line.power_integral(p, q, num(Fraction(3, 2))),
    "power 2": lambda p, q: line.power_integral(p, q, TWO),
    "kl": line.law_kl_of,
    "js": line.law_jensen_shannon,
    "le cam": line.law_le_cam,
    "f": lambda p, q: line.law_f_divergence(p, q, [num(HALF), TWO], [ONE, num(3)]),
    "most": lambda p, q: line.law_renyi(p, q, num(INF)),
}
PAIRS = [
    ("N", "L", ["power 2", "kl", "js", "f", "most"]),
    ("N-", "L+", ["power 0.5", "kl", "le cam", "f", "most"]),
    ("L", "LN", ["power 1.5", "js"]),
    ("L", "L+", [*MINE]),
    ("L", "L-", [*MINE]),
    ("L+", "LL", ["power 2", "kl", "most"]),
    ("L+", "N", ["f", "js"]),
    ("N3", "L", ["kl"]),
    ("N-3", "L", ["kl"]),
    ("wide", "L", ["kl"]),
    ("LL", "L", ["power 1.5", "kl", "le cam"]),
    ("G", "G+", [*MINE]),
    ("L", "G", ["power 2", "kl", "js", "f", "most"]),
    ("GL", "G", ["power 1.5", "kl", "le cam"]),
    ("N", "G+", ["power 0.5", "kl", "most"]),
]


# Where ratios grow far out, bounds are wide unless tails are cut early.
CASES = [(*pair, early) for pair in PAIRS for early in (True, False)
         if early or pair[:2] not in (("wide", "L"), ("L+", "N"))]


@pytest.mark.parametrize(("one", "two", "told", "early"), CASES)
def test_divergences_hold_what_quadrature_says(
    one: str, two: str, told: list[str], early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where cells end two widths from the means, what is beyond is much of a divergence."""
    if early:
        monkeypatch.setattr(line, "STEPS", [Fraction(k, 16) for k in range(33)])
    monkeypatch.setattr(line, "MOST_CELLS", 80)
    p, q, true = law(one), law(two), known(one, two, told)
    for name in told:
        # Where tails are cut early some bounds aren't told: a ratio may rise there.
        try:
            found = MINE[name](p, q)
        except Unsupported:
            assert early
            continue
        close = 2e-5
        # As they are: an end may be beyond floats.
        assert found.lo <= true[name] + close
        assert true[name] - close <= found.hi
        if not early:
            assert float(found.hi) - float(found.lo) <= 0.12 * max(1, abs(true[name]))
            assert float(found.lo) >= true[name] - 0.07 * max(1, abs(true[name]))


@pytest.mark.parametrize(("one", "two", "told"), PAIRS[:2])
def test_masses_of_which_less_is_known_give_less(
    one: str, two: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mass = line.mass
    monkeypatch.setattr(line, "MOST_CELLS", 40)
    true = known(one, two, told)
    for scale in (0, Fraction(9, 10)):
        def wide(*cell: Any, scale: Any = scale) -> Num:
            found = mass(*cell)
            return span(scale * found.lo, found.hi * 10 / 9)

        monkeypatch.setattr(line, "mass", wide)
        for name in told:
            if name == "most" and scale == 0:
                continue
            found = MINE[name](law(one), law(two))
            assert float(found.lo) <= true[name] <= float(found.hi) + 1e-6


def test_laws_and_themselves_differ_by_nothing() -> None:
    for name in ("N-", "L", "LN"):
        p, q = law(name), law(name)
        for order in (ZERO, num(HALF), ONE, TWO, num(INF), span(HALF, Fraction(2))):
            assert line.law_renyi(p, q, order) == ZERO
        assert line.law_kl_of(p, q) == line.law_jensen_shannon(p, q) == ZERO
        assert line.law_le_cam(p, q) == line.law_chi_square(p, q) == ZERO
        assert line.law_f_divergence(p, q, [exp(num(-1))], [ONE]) == ZERO
    assert line.law_renyi(law("N-"), law("LN"), ZERO) == ZERO
    assert line.law_f_divergence(law("N"), law("L"), [ZERO, num(-1)], [ONE, ONE]) == ZERO


def test_closed_forms_are_taken_where_there_are_some() -> None:
    assert line.law_kl_of(gaussian(ZERO, TWO), gaussian(ONE, TWO)) == num(Fraction(1, 4))
    # One variance, whatever number it is, and any order.
    for variance in (TWO, exp(num(1))):
        found = line.law_renyi(gaussian(ZERO, variance), gaussian(ONE, variance),
                               span(HALF, Fraction(3)))
        assert float(found.lo) == pytest.approx(0.25 / float(variance.lo))
        assert float(found.hi) == pytest.approx(1.5 / float(variance.lo))


def test_what_is_beyond_all_cells_lies_below_a_chord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of f(p/m) between f(0) and f(2), with p and m as if all were there."""
    monkeypatch.setattr(line, "by_cells", lambda p, m, f, tails: tails((Fraction(0), Fraction(0))))
    p, q = law("N"), law("LN")
    assert float(line.law_le_cam(p, q).hi) == pytest.approx(1)
    assert float(line.law_jensen_shannon(p, q).hi) == pytest.approx(np.log(2))


def test_orders_and_kinks_of_which_too_little_is_known() -> None:
    p, q = law("N"), law("LN")
    with pytest.raises(Unknown):
        line.law_renyi(p, gaussian(ONE, ONE), span(Fraction(-1), HALF))
    for order in (num(-1), span(Fraction(-2), Fraction(-1)), num(-INF)):
        with pytest.raises(Undefined):
            line.law_renyi(p, q, order)
    for order in (span(Fraction(-1), HALF), span(HALF, Fraction(2)), span(Fraction(1), Fraction(2)),
                  span(HALF, Fraction(1))):
        with pytest.raises(Unknown):
            line.law_renyi(p, q, order)
    with pytest.raises(Unknown):
        line.law_f_divergence(p, q, [span(-HALF, HALF)], [ONE])
    with pytest.raises(Unknown):
        line.law_renyi(gaussian(ZERO, num(3)), gaussian(ZERO, span(Fraction(1), Fraction(2))), TWO)


def test_what_has_no_cells_is_refused() -> None:
    noised: Mixture = [(ONE, ("noised", ONE), ZERO, ONE)]
    for mine in MINE.values():
        for other in (noised, [(HALF_, *part[1:]) for part in (*noised, *law("N"))]):
            for one, two in ((other, law("L+")), (law("N+"), other)):
                with pytest.raises(Unsupported, match="noise"):
                    mine(one, two)
        with pytest.raises(Unsupported, match="rational"):
            mine(laplace(exp(num(-1)), ONE), law("N"))
    for one, two in ((laplace(ZERO, num(20)), law("LN")), (gaussian(ZERO, num(20)), law("N-"))):
        with pytest.raises(Unsupported):
            line.law_kl_of(one, two)


HALF_ = num(HALF)


# --- one cell, one tail ---------------------------------------------------------------------------


def value(part: Any, x: float) -> float:
    weight, shape, m, s = (part[0].lo, part[1], float(part[2].lo), float(part[3].lo))
    u = x - m
    return float(weight) * float(
        np.exp(-u * u / (2 * s)) / np.sqrt(2 * np.pi * s) if shape == "gaussian"
        else np.exp(-abs(u) / s) / (1 + np.exp(-abs(u) / s)) ** 2 / s if shape == "logistic"
        else np.exp(-abs(u) / s) / (2 * s))


@pytest.mark.parametrize("cell", [(-3, -2), (-1, 0), (0, 1), (1, Fraction(3, 2)), (4, 6)])
@pytest.mark.parametrize(("one", "two"), [
    ("N", "L"), ("N", "N+"), ("N+", "N"), ("L", "N+"), ("L", "L"), ("N", "N"), ("G", "L"),
    ("L", "G"),
])  # fmt: skip
def test_a_ratio_on_a_cell_lies_between_what_is_told(one: str, two: str, cell: Any) -> None:
    """Monotone, between its ends; else no further from them than its slopes allow."""
    (p,), (q,) = law(one), law(two)
    low, high = map(Fraction, cell)
    found = line.ratio_of(p, q, (low, high))
    xs = np.linspace(float(low), float(high), 201)
    values = [value(q, x) / value(p, x) for x in xs]
    assert float(found.lo) <= min(values) * (1 + 1e-9)
    assert max(values) <= float(found.hi) * (1 + 1e-9)
    logs = np.log(values)
    slopes = [(logs[1] - logs[0]) / (xs[1] - xs[0]), (logs[-1] - logs[-2]) / (xs[1] - xs[0])]
    room = 0.0
    if slopes[0] * slopes[1] < 0.02 * max(map(abs, slopes)) ** 2:
        room = max(map(abs, slopes)) * float(high - low) / 2 * 1.02
    assert np.log(float(found.hi)) <= max(logs[0], logs[-1]) + room + 1e-9
    assert np.log(float(found.lo)) >= min(logs[0], logs[-1]) - room - 1e-9
    wide = line.ratio_of((span(Fraction(1, 3), Fraction(1)), *p[1:]), q, (low, high))
    assert float(wide.lo) <= min(values) * (1 + 1e-9)
    assert max(values) * 3 <= float(wide.hi) * (1 + 1e-9)


def test_the_ratio_may_turn_on_a_cell_in_either_way() -> None:
    """Of normal laws it turns at 0: there it is off by more than at the ends."""
    narrow, wide = gaussian(ZERO, ONE)[0], gaussian(ZERO, TWO)[0]
    for one, two in ((narrow, wide), (wide, narrow)):
        for cell in ((-1, 2), (-2, 1), (Fraction(-1, 4), Fraction(1, 4))):
            own = tuple(map(Fraction, cell))
            with pytest.MonkeyPatch.context() as patch:
                # Left or right makes no difference to normal laws.
                patch.setattr(line, "is_right", lambda *_: True)
                found = line.ratio_of(one, two, own)
            values = [value(two, x) / value(one, x) for x in np.linspace(*map(float, own), 401)]
            assert float(found.lo) <= min(values)
            assert max(values) <= float(found.hi)
            most = max(abs(float(end)) for end in own) / 2
            room = most * float(own[1] - own[0]) / 2
            ends = np.log([values[0], values[-1]])
            assert np.log(float(found.hi)) == pytest.approx(max(ends) + room)
            assert np.log(float(found.lo)) == pytest.approx(min(ends) - room)


def test_a_slope_of_which_less_is_known_is_taken_at_its_steepest() -> None:
    """ln(q/p) is (1/2 − 1/(2v)) x² − ln(v)/2 for a variance v from 1/2 to 2."""
    (one,), (two,) = gaussian(ZERO, ONE), gaussian(ZERO, span(HALF, Fraction(2)))
    found = line.ratio_of(one, two, (Fraction(1), Fraction(2)))
    # The slope lies between −x and x/2, the value between −x²/2 − ln(2)/2 and x²/4 + ln(2)/2.
    assert np.log(float(found.hi)) == pytest.approx(1 + np.log(2) / 2 + 2 / 2)
    assert np.log(float(found.lo)) == pytest.approx(-2 - np.log(2) / 2 - 2 / 2)


def test_a_cell_lies_on_one_side_of_a_mean() -> None:
    (part,) = laplace(num(HALF), ONE)
    assert line.is_right(part, (HALF, Fraction(1)))
    assert not line.is_right(part, (Fraction(0), HALF))
    near = (ONE, "laplace", span(HALF, Fraction(1)), ONE)
    for one, cell in ((part, (0, 1)), (near, (Fraction(3, 4), 2)), (near, (0, Fraction(3, 4)))):
        with pytest.raises(Unknown):
            line.is_right(one, tuple(map(Fraction, cell)))
    assert line.is_right(near, (Fraction(1), Fraction(2)))


def tail(values: Callable[[Any], Any], end: float) -> float:
    xs = end + PLACES + 60
    return float(np.sum(values(xs) * WIDTHS))


@pytest.mark.parametrize(("one", "two", "order", "end"), [
    ("N", "L", 2, 2), ("L", "L+", 2, 1), ("L", "L+", Fraction(3, 2), 3), ("LL", "L+", 2, 4),
    ("N", "N+", 3, 5), ("LL", "LN", Fraction(3, 2), 2), ("LN", "LL", 2, 9),
])  # fmt: skip
def test_a_tail_of_powers_is_bounded(one: str, two: str, order: Any, end: int) -> None:
    p, q = law(one), law(two)
    bound = float(line.tail_power(p, q, num(order), Fraction(end)).hi)
    true = tail(lambda x: np.exp(float(order) * log_density(one, x)
                                 + (1 - float(order)) * log_density(two, x)), end)
    assert true <= bound * (1 + 1e-9)
    # By the best part of q, of each part of p.
    each = 0.0
    for a in p:
        parts = []
        for b in q:
            def log_product(x: float, a: Any = a, b: Any = b) -> float:
                return float(order) * np.log(value(a, x)) + (1 - float(order)) * np.log(value(b, x))

            slope = (log_product(end + 1e-6) - log_product(end)) / 1e-6
            beyond = log_product(end + 5) - 2 * log_product(end + 4) + log_product(end + 3)
            if slope < 0 and beyond < 1e-9:
                parts.append(np.exp(log_product(end)) / -slope)
        each += min(parts)
    assert bound == pytest.approx(len(p) ** (float(order) - 1) * each, rel=1e-4)


def test_tails_that_are_not_known_to_fall_are_refused() -> None:
    far = gaussian(num(-10), num(Fraction(11, 5)))
    for one, two, order, end in (
        (laplace(ZERO, TWO), laplace(ZERO, ONE), 3, 2),
        # The slope is below 0 here, and above it far out.
        (far, gaussian(ZERO, ONE), 2, 5),
        (gaussian(num(-10), span(Fraction(19, 10), Fraction(11, 5))), gaussian(ZERO, ONE), 2, 5),
        (law("N+"), law("N"), Fraction(3, 2), 0),
    ):
        with pytest.raises(Unsupported):
            line.tail_power(one, two, num(order), Fraction(end))
    for one, two, end in (
        (laplace(ZERO, TWO), laplace(ZERO, ONE), 2),
        (gaussian(ONE, num(30)), laplace(ZERO, ONE), 3),
        (gaussian(num(-30), num(Fraction(11, 10))), gaussian(ZERO, ONE), 5),
        (gaussian(num(-30), span(Fraction(9, 10), Fraction(11, 10))), gaussian(ZERO, ONE), 5),
        (laplace(ZERO, ONE), laplace(ZERO, span(Fraction(1, 2), Fraction(2))), 3),
    ):
        with pytest.raises(Unsupported):
            line.tail_ratio(one, two, Fraction(end))


def test_a_ratio_in_a_tail_is_bounded() -> None:
    """By the best part of the second law for each of the first."""
    for one, two, end in (("L", "LL", 2), ("LL", "L+", 3), ("N", "LN", 4), ("LN", "LL", 6)):
        p, q = law(one), law(two)
        bound = float(line.tail_ratio(p, q, Fraction(end)).hi)
        xs = np.linspace(end, end + 20, 400)
        ratios_ = np.exp(log_density(one, xs) - log_density(two, xs))
        assert max(ratios_) <= bound * (1 + 1e-9)
        each = 0.0
        for a in p:
            ratios = [[value(a, x) / value(b, x) for x in xs] for b in q]
            each += min(row[0] for row in ratios if row[0] >= max(row) * (1 - 1e-9))
        assert bound == pytest.approx(each)
    p, q = law("L"), law("L+")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line, "tail_ratio", lambda *_: span(Fraction(1), Fraction(9)))
        assert line.most_ratio(p, q).hi >= 9


GENERATORS: list[Callable[[Num], Num]] = [
    line.entropic, lambda r: power(r, TWO), lambda r: -power(r, num(HALF)),
    # One that has no slope at 1, and one of which two things may be.
    lambda r: line.largest(ZERO, r - ONE), lambda r: r * span(Fraction(1), Fraction(2)),
]  # fmt: skip


@pytest.mark.parametrize("f", GENERATORS)
def test_a_tangent_lies_below(f: Callable[[Num], Num]) -> None:
    for a in (1, 3, 7):
        for b in (1, 3, 7):
            first, second = num(Fraction(a, 8)), num(Fraction(b, 8))
            found = line.tangent_at_one(f, first, second)
            true = second * f(first / second)
            assert found.lo <= true.hi
            if f is GENERATORS[-1]:
                assert found.lo <= true.lo
            elif a == b:
                assert found.lo >= true.lo - Fraction(1, 10**6)
            elif f is GENERATORS[0]:
                # r ln r has the slope 1 there.
                assert float(found.lo) == pytest.approx((a - b) / 8, abs=1e-5)


def test_a_ratio_that_is_one_number_gives_the_function_there(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "ratios", lambda *_: (Fraction(1), Fraction(1)))
    found = line.by_cells(law("L"), law("L"), lambda r: power(r, TWO), lambda _: ZERO)
    assert abs(float(found.hi) - 1) < 1e-9
