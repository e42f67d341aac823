"""Maximal α-leakage and the rate–distortion function: known values at two precisions, floats and
the second checker against balls, corners, and what has no value."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck import optima as second
from recheck.certificates import check as recheck
from recheck.errors import Rejected, Unknown
from recheck.errors import Undefined as SecondUndefined
from recheck.quantities import information as second_information
from recheck.reals import INF, num, span
from verified.attack import attack
from verified.kernel.certificate import check
from verified.language import (
    Channel,
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    arimoto,
    capacity,
    claim,
    information,
    maximal_alpha_leakage,
    maximal_leakage,
    output,
    rate_distortion,
    rational,
    smallest,
    total,
)
from verified.measures.information import arimoto as arimoto_of
from verified.measures.information import information as information_of
from verified.measures.leakage import maximal_alpha_leakage as leakage_of
from verified.measures.leakage import maximal_leakage as largest_of
from verified.numbers import ball_optima, float_optima
from verified.numbers.ball_arrays import BallArray
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.float_namespace import Floats

HAMMING = [0, 1, 1, 0]


def exact(x: Any) -> fmpq:
    x = Fraction(x)
    return fmpq(x.numerator, x.denominator)


def vector(*entries: Any) -> BallArray:
    return BallArray((len(entries),), [exact(x) for x in entries])


def matrix(rows: Any) -> BallArray:
    return BallArray((len(rows), len(rows[0])), [exact(x) for row in rows for x in row])


def rate(source: Any, distortions: Any, level: Any, outputs: int = 2) -> Any:
    return ball_optima.rate_distortion(
        vector(*source), vector(*distortions), outputs, exact(level))


def binary_entropy(x: Any) -> arb:
    x = arb(exact(x))
    return arb(0) if x == 0 else -(x * x.log() + (1 - x) * (1 - x).log())


def exact_text(x: Any) -> str:
    """A fraction in decimals, nearly."""
    x = Fraction(x)
    return str(Decimal(x.numerator) / Decimal(x.denominator))


def overlap(found: Any, other: Any) -> bool:
    """Whether an interval of the second checker meets a ball."""
    ends = [exact(Fraction(end)) for end in (other.lo, other.hi)]
    return bool(arb(ends[0]).union(arb(ends[1])).overlaps(arb(found)))


# --- the rate–distortion function -----------------------------------------------------------------


@pytest.mark.parametrize("level", ["0", "1/8", "1/1000000000", "249999999/1000000000"])
@pytest.mark.parametrize("mass", ["1/2", "1/4", "2/3"])
def test_a_binary_source_with_hamming_distortion(mass: str, level: str) -> None:
    p, d = Fraction(mass), Fraction(level)
    wide = rate([1 - p, p], HAMMING, d)
    with precision(300):
        narrow = rate([1 - p, p], HAMMING, d)
        wanted = binary_entropy(p) - binary_entropy(d)
        assert narrow.overlaps(wanted)
        assert narrow.rad() < fmpq(1, 10**60)
    assert wide.contains(narrow)
    assert wide.rad() < 1e-12


def test_flat_sources_with_hamming_distortion() -> None:
    """R(D) = ln n − h(D) − D ln(n − 1)."""
    for size in (3, 5):
        table = [int(x != y) for x in range(size) for y in range(size)]
        found = rate([Fraction(1, size)] * size, table, "1/5", size)
        assert found.overlaps(
            arb(size).log() - binary_entropy("1/5") - exact("1/5") * arb(size - 1).log())
        assert found.rad() < 1e-12


def test_an_erasure_is_used_where_it_costs_little() -> None:
    """With an erasure of distortion 1/4 it is the best mixture: R falls in a line to 0."""
    table = [0, 1, "1/4", 1, 0, "1/4"]
    for level in ("1/8", "3/16"):
        with precision(200):
            found = rate(["1/2", "1/2"], table, level, 3)
            assert found.rad() < fmpq(1, 10**40)
            assert found > 0
            assert found < arb(2).log() - binary_entropy(level)


def test_corners() -> None:
    assert rate(["1/4", "3/4"], HAMMING, "1/4") == 0
    assert rate(["1/4", "3/4"], HAMMING, 5) == 0
    assert rate([1], [3, 4], 3) == 0
    assert rate(["1/2", "1/2"], [3, 3], 3, 1) == 0
    assert rate([0, 1], HAMMING, 0) == 0
    # What never comes doesn't matter, whatever it would be distorted by.
    known = rate(["1/2", "1/2"], HAMMING, "1/8")
    assert rate(["1/2", 0, "1/2"], [0, 1, 9, 9, 1, 0], "1/8").overlaps(known)
    # At the least distortion ties are used: nothing need be told of the second symbol.
    free = rate(["1/3", "1/3", "1/3"], [0, 1, 0, 0, 1, 0], 0)
    with precision(200):
        assert free.overlaps(2 * arb(2).log() / 3)


def test_what_has_no_rate() -> None:
    for level in ("-1", "1/10"):
        with pytest.raises(Undefined):
            rate(["1/2", "1/2"], ["1/3", 1, 1, 0], level)
    with pytest.raises(Undefined):
        rate(["1/2", "1/2"], [0, -1, 1, 0], 1)
    with pytest.raises(Undefined):
        ball_optima.rate_distortion(
            vector(1), BallArray((1,), [arb("inf")]), 1, fmpq(1))
    with pytest.raises(Undefined):
        ball_optima.rate_distortion(vector(1), vector(1), 1, arb("inf"))
    with pytest.raises(Indeterminate):
        ball_optima.rate_distortion(vector(1), BallArray((1,), [arb(0, 1)]), 1, fmpq(2))
    with pytest.raises(Indeterminate):
        ball_optima.rate_distortion(
            vector("1/2", "1/2"), vector(*HAMMING), 2, arb(0, 1e-9))
    half = vector("1/2", "1/2")
    with pytest.raises(Undefined):
        ball_optima.rate_distortion(
            half, BallArray((4,), [fmpq(0), arb("inf"), arb("inf"), fmpq(0)]), 2, exact("1/8"))
    # A ball that begins where the least distortion is may be as little.
    wide = arb(1.5, 0.5)
    with pytest.raises(Indeterminate):
        ball_optima.rate_distortion(
            half, BallArray((4,), [fmpq(1), wide, wide, fmpq(1)]), 2, fmpq(1))
    # Balls around one number, of which none is told to be the least.
    with pytest.raises(Indeterminate):
        ball_optima.rate_distortion(
            half, BallArray((4,), [arb(1, 0.001), arb(1, 0.5), arb(1, 0.5), arb(1, 0.001)]), 2,
            exact("11/10"))
    for ends in ((arb("nan"), arb(1)), (arb(0), arb("inf"))):
        with pytest.raises(Indeterminate):
            ball_optima._enclosed(*ends)
    with pytest.raises(Indeterminate):
        Balls.between(fmpq(0), lambda: arb("inf"))
    assert Balls.between(fmpq(2), lambda: fmpq(2)) == 2
    two = np.array([[0.5, 0.5]])
    found = float_optima.rate_distortion(
        two, np.array([[0.0, 1, 1, 0], [0, -1, 1, 0], [0, np.nan, 1, 0], [1, 1, 1, 1]]), 2,
        np.array([-0.5, 1, 1, 0.5]))
    assert np.isnan(found).all()


@st.composite
def sources(draw: Any) -> tuple[list[Fraction], list[Fraction], int, Fraction]:
    size, outputs = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    weights = draw(st.lists(st.sampled_from([0, 1, 2, 7, 50]), min_size=size, max_size=size))
    weights[0] += not sum(weights)
    masses = [Fraction(w, sum(weights)) for w in weights]
    entries = st.fractions(0, 3, max_denominator=4)
    table = draw(st.lists(entries, min_size=size * outputs, max_size=size * outputs))
    rows = [table[x * outputs : (x + 1) * outputs] for x in range(size)]
    low = sum(p * min(row) for p, row in zip(masses, rows, strict=True))
    high = min(sum(p * row[y] for p, row in zip(masses, rows, strict=True)) for y in range(outputs))
    share = draw(st.sampled_from([0, 1, 3, 9, 10])) * Fraction(1, 10)
    return masses, table, outputs, low + share * (high - low)


@given(sources())
@settings(max_examples=40, deadline=None)
def test_floats_and_the_second_checker_enclose_the_same(drawn: Any) -> None:
    masses, table, outputs, level = drawn
    found = rate(masses, table, level, outputs)
    assert arb(found).rad() < 1e-9
    floats = float_optima.rate_distortion(
        np.array([masses], float), np.array([table], float), outputs, np.array([float(level)]))
    assert floats[0] == pytest.approx(float(arb(found)), abs=1e-9)
    told = second.rate_distortion(
        [num(p) for p in masses], [num(d) for d in table], num(outputs), num(level))
    assert overlap(found, told)
    assert told.hi - told.lo < 1e-6


def test_what_the_second_checker_refuses() -> None:
    half = [num(Fraction(1, 2))] * 2
    hamming = [num(d) for d in HAMMING]
    for outputs, costs in ((2, hamming[:3]), (2, [*hamming, num(1)]), (0, []), (0, hamming)):
        with pytest.raises(Rejected, match="other symbols"):
            second.rate_distortion(half, costs, num(outputs), num(1))
    for end in (span(Fraction(0), INF), span(-INF, Fraction(1))):
        for costs, level in (([end, *hamming[1:]], num(1)), (hamming, end)):
            with pytest.raises(Unknown, match="infinite"):
                second.rate_distortion(half, costs, num(2), level)
    for costs, level in ((hamming, num(-1)), ([num(-1), *hamming[1:]], num(1)),
                         ([num(INF), *hamming[1:]], num(1))):
        with pytest.raises(SecondUndefined):
            second.rate_distortion(half, costs, num(2), level)
    with pytest.raises(Unknown):
        second.rate_distortion(half, hamming, num(2), span(Fraction(-1), Fraction(1, 9)))
    wide = span(Fraction(1), Fraction(2))
    with pytest.raises(Unknown):
        second.rate_distortion(half, [num(1), wide, wide, num(1)], num(2), num(1))
    binary = [[num(1), num(0)], [num(0), num(1)]]
    with pytest.raises(SecondUndefined):
        second.maximal_alpha_leakage(half, binary, num(Fraction(1, 2)))
    with pytest.raises(Unknown):
        second.maximal_alpha_leakage(half, binary, span(Fraction(1), Fraction(2)))
    with pytest.raises(SecondUndefined):
        second.sibson(half, binary, num(-1))


def test_the_second_checker_on_distributions_known_only_so_far() -> None:
    """The rate of a binary source is largest at 1/2: all between 2/5 and 3/5 are enclosed."""
    wide = [span(Fraction(2, 5), Fraction(3, 5))] * 2
    for level in ("0", "1/8"):
        found = second.rate_distortion(
            wide, [num(d) for d in HAMMING], num(2), num(Fraction(level)))
        for mass in ("2/5", "9/20", "1/2"):
            assert overlap(binary_entropy(mass) - binary_entropy(level), found)
            assert found.lo >= 0
    # What never comes may be distorted by anything, at the least distortion too.
    unlike = span(Fraction(1), Fraction(2))
    found = second.rate_distortion(
        [num(Fraction(1, 2)), num(0), num(Fraction(1, 2))],
        [num(0), num(1), unlike, unlike, num(1), num(0)], num(2), num(0))
    assert overlap(arb(2).log(), found)
    half = [num(Fraction(1, 2))] * 2
    for level in (Fraction(1, 2), Fraction(3)):
        assert second.rate_distortion(half, [num(d) for d in HAMMING], num(2), num(level)) == num(0)


def test_orders_at_their_ends_by_the_second_checker() -> None:
    """Sibson's, Arimoto's and the leakage at 0, 1 and ∞, and what their orders may be."""
    prior = [num(Fraction(1, 4)), num(Fraction(3, 4)), num(0)]
    rows = [[num(Fraction(1, 2)), num(Fraction(1, 2)), num(0)],
            [num(0), num(Fraction(1, 3)), num(Fraction(2, 3))],
            [num(1), num(0), num(0)]]
    shannon = second_information(prior, rows)
    for head in (second.sibson, second.arimoto, second.maximal_alpha_leakage):
        assert head(prior, rows, num(1)) == shannon or overlap_of(
            head(prior, rows, num(1)), shannon)
        for infinite in (num(-INF), num(-1)):
            with pytest.raises(SecondUndefined):
                head(prior, rows, infinite)
        with pytest.raises(Unknown):
            head(prior, rows, span(Fraction(-1), Fraction(1)))
        with pytest.raises(Unknown):
            head(prior, rows, span(Fraction(1, 2), Fraction(2)))
    # ln Σ_y max W(y|x) over symbols that come; the last never does.
    told = exact("1/2") + exact("1/2") + exact("2/3")
    assert overlap(arb(told).log(), second.sibson(prior, rows, num(INF)))
    assert overlap(arb(told).log(), second.maximal_alpha_leakage(prior, rows, num(INF)))
    guessed = (exact("1/8") + exact("1/4") + exact("1/2")) / exact("3/4")
    assert overlap(arb(guessed).log(), second.arimoto(prior, rows, num(INF)))
    # At 0 by what each output rules out: all may come with the second, which is 3/4 of the prior,
    # or half of the symbols that come.
    for order in (num(0), num(Fraction(1, 2)), num(3)):
        for head in (second.sibson, second.arimoto):
            known = head(prior[:2], rows[:2], order)
            found = head(prior, rows, order)
            assert overlap_of(known, found)
            assert found.hi - found.lo < Fraction(1, 10**9)
    first = [rows[0], [num(Fraction(1, 2)), num(0), num(Fraction(1, 2))]]
    assert overlap(arb(0), second.sibson(prior[:2], first, num(0)))
    split = [[num(1), num(0)], [num(0), num(1)]]
    assert overlap(arb(exact("4/3")).log(), second.sibson(prior[:2], split, num(0)))
    assert overlap(arb(2).log(), second.arimoto(prior[:2], split, num(0)))


def overlap_of(one: Any, other: Any) -> bool:
    """Whether two intervals of the second checker meet."""
    return bool(one.lo <= other.hi and other.lo <= one.hi)


def test_decimals_become_laws() -> None:
    """Whatever decimals are proposed, what comes of them is a law without zeros."""
    for proposed in ([Decimal(-1), Decimal(3)], [Decimal(0), Decimal(1)], [Decimal(2)] * 3):
        law = second.exactly(proposed)
        assert sum(law) == 1
        assert min(law) > 0


# --- whatever is proposed -------------------------------------------------------------------------

PROPOSED = [[1, 1], [9, 1], [1, 99]]


@pytest.mark.parametrize("price", ["-5", "-1", "1/100", "1", "7/2", "40"])
@pytest.mark.parametrize("weights", PROPOSED, ids=str)
def test_any_law_and_price_enclose_the_rate(
    weights: list[int], price: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R(D) of a binary source, from laws and prices that are none of the best."""
    law = [Fraction(w, sum(weights)) for w in weights]
    monkeypatch.setattr(
        ball_optima, "optimal_law", lambda *_: ([arb(exact(x)) for x in law], arb(exact(price))))
    monkeypatch.setattr(second, "priced", lambda *_: (
        Decimal(exact_text(price)), [Decimal(exact_text(x)) for x in law]))
    monkeypatch.setattr(second, "best_law", lambda *_: [Decimal(exact_text(x)) for x in law])
    for p, d in (("1/3", "1/8"), ("1/3", "0"), ("1/2", "2/5")):
        mass = Fraction(p)
        wanted = binary_entropy(p) - binary_entropy(d)
        # Each distortion one more, and the level: the same rate.
        for more in (0, 1):
            found = rate([1 - mass, mass], [x + more for x in HAMMING], Fraction(d) + more)
            assert found.contains(wanted)
            told = second.rate_distortion(
                [num(1 - mass), num(mass)], [num(x + more) for x in HAMMING], num(2),
                num(Fraction(d) + more))
            assert overlap(wanted, told)
            assert told.lo >= 0


@pytest.mark.parametrize("price", ["1/100", "7/2"])
@pytest.mark.parametrize("law", [["3/2", "-1/2"], ["-1/5", "6/5"], ["2", "2"]])
def test_what_is_proposed_need_be_no_law(
    law: list[str], price: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        ball_optima, "optimal_law", lambda *_: ([arb(exact(x)) for x in law], arb(exact(price))))
    for p, d in (("1/3", "1/8"), ("1/2", "2/5")):
        mass, wanted = Fraction(p), binary_entropy(p) - binary_entropy(d)
        try:
            assert rate([1 - mass, mass], [x + 1 for x in HAMMING], Fraction(d) + 1
                        ).contains(wanted)
        except Indeterminate:
            # Where a symbol that is needed has no mass.
            assert "-" in str(law)


@pytest.mark.parametrize("weights", PROPOSED, ids=str)
def test_any_prior_encloses_the_leakage(
    weights: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    law = [Fraction(w, sum(weights)) for w in weights]
    monkeypatch.setattr(ball_optima, "optimal_law", lambda *_: ([arb(exact(x)) for x in law], None))
    monkeypatch.setattr(second, "best_law", lambda *_: [Decimal(exact_text(x)) for x in law])
    wanted = arb(exact("4/3")).log()
    z_channel = [[1, 0], [Fraction(1, 2), Fraction(1, 2)]]
    found = leak(["1/2", "1/2"], z_channel, 2)
    assert found.contains(wanted)
    told = second.maximal_alpha_leakage(
        [num(Fraction(1, 2))] * 2, [[num(w) for w in row] for row in z_channel], num(2))
    assert overlap(wanted, told)


# --- maximal α-leakage ----------------------------------------------------------------------------

SYMMETRIC = [["9/10", "1/10"], ["1/10", "9/10"]]


def leak(prior: Any, rows: Any, order: Any) -> Any:
    order = arb("inf") if order == "inf" else exact(order)
    return leakage_of(Balls, vector(*prior), matrix(rows), order)


@pytest.mark.parametrize("order", ["101/100", "3/2", "2", "7", "500"])
def test_symmetric_channels(order: str) -> None:
    """ln 2 + ln(p^α + (1 − p)^α)/(α − 1), whatever the prior, if it has full support."""
    wide = leak(["1/100", "99/100"], SYMMETRIC, order)
    with precision(300):
        narrow, alpha = leak(["1/100", "99/100"], SYMMETRIC, order), arb(exact(order))
        powers = arb(exact("1/10")) ** alpha + arb(exact("9/10")) ** alpha
        assert narrow.overlaps(arb(2).log() + powers.log() / (alpha - 1))
        assert narrow.rad() < fmpq(1, 10**60)
    assert wide.contains(narrow)


def test_other_values() -> None:
    # The Z-channel at order 2: Σ_y √(Σ_x p W²) is largest at p = (2/3, 1/3), where it is √(4/3).
    assert leak(["1/2", "1/2"], [[1, 0], ["1/2", "1/2"]], 2).overlaps(arb(exact("4/3")).log())
    assert leak(["1/3", "2/3"], [["1/4", "3/4"]] * 2, 3) == 0
    assert leak([1, 0], [[1, 0], [0, 1]], 2) == 0
    seen = leak(["1/2", "1/2", 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 5)
    assert seen.overlaps(arb(2).log())
    assert leak([1], [[1]], 2) == 0


def test_its_ends() -> None:
    """At order 1 the prior counts; next to it the capacity, and far out maximal leakage."""
    prior = ["1/4", "3/4"]
    one = leak(prior, SYMMETRIC, 1)
    assert one.overlaps(information_of(Balls, vector(*prior), matrix(SYMMETRIC)))
    most = arb(2).log() - binary_entropy("1/10")
    assert one < most - arb("0.05")
    assert abs(leak(prior, SYMMETRIC, "1000001/1000000") - most) < 1e-5
    last = leak(prior, SYMMETRIC, "inf")
    assert last.overlaps(largest_of(Balls, vector(*prior), matrix(SYMMETRIC)))
    assert abs(leak(prior, SYMMETRIC, 10**6) - last) < 1e-5


def test_orders_that_have_none() -> None:
    for order in (0, "1/2", "-1", "99/100"):
        with pytest.raises(Undefined):
            leak(["1/2", "1/2"], SYMMETRIC, order)
    with pytest.raises(Indeterminate):
        leakage_of(Balls, vector("1/2", "1/2"), matrix(SYMMETRIC), arb(1, 0.1))
    prior, rows = np.array([[0.25, 0.75]] * 5), np.array([[[0.9, 0.1], [0.1, 0.9]]] * 5)
    found = leakage_of(Floats, prior, rows, np.array([0.0, 0.5, 1.0, 2.0, np.inf]))
    assert np.isnan(found[:2]).all()
    assert found[2:] == pytest.approx([0.285781328663, 0.494696241836, 0.587786664902], abs=1e-11)


def test_it_is_reached_by_something_that_the_input_is_a_function_of() -> None:
    """The definition, not the theorem by which it is worked out: U — X — Y with U uniform on what X
    splits into. At order 2 the prior (1/4, 3/4) becomes (1/2, 1/2), tilted, where the second symbol
    has nine parts and the first one: Arimoto's information of U is the value."""
    parts = vector("1/4", *["1/12"] * 9)
    seen = matrix([SYMMETRIC[0], *[SYMMETRIC[1]] * 9])
    assert arimoto_of(Balls, parts, seen, exact(2)).overlaps(leak(["1/4", "3/4"], SYMMETRIC, 2))


@st.composite
def channels(draw: Any) -> tuple[list[Fraction], list[list[Fraction]], Fraction]:
    size, outputs = draw(st.integers(1, 3)), draw(st.integers(1, 3))

    def law(count: int) -> list[Fraction]:
        weights = draw(st.lists(st.sampled_from([0, 1, 2, 9]), min_size=count, max_size=count))
        weights[0] += not sum(weights)
        return [Fraction(w, sum(weights)) for w in weights]

    order = draw(st.sampled_from(["1", "21/20", "3/2", "2", "5", "200"]))
    return law(size), [law(outputs) for _ in range(size)], Fraction(order)


@given(channels())
@settings(max_examples=40, deadline=None)
def test_floats_and_the_second_checker_tell_the_same(drawn: Any) -> None:
    prior, rows, order = drawn
    found = leak(prior, rows, order)
    assert arb(found).rad() < 1e-9
    floats = leakage_of(
        Floats, np.array([prior], float), np.array([rows], float), np.array([float(order)]))
    assert floats[0] == pytest.approx(float(arb(found)), abs=1e-9)
    table = [[num(w) for w in row] for row in rows]
    told = second.maximal_alpha_leakage([num(p) for p in prior], table, num(order))
    assert overlap(found, told)
    assert told.hi - told.lo < 1e-3


# --- claims ---------------------------------------------------------------------------------------

n, m, k, two = Size("n"), Size("m"), Size("k"), Size("n", low=2, high=2)
P, W, V = Pmf("P", n), Channel("W", n, m), Channel("V", m, k)
K, B, alpha, beta = Pmf("K", k), Channel("B", k, n), Real("alpha", ">=1"), Real("beta", ">=1")
x, y, D, E = Symbol("x", n), Symbol("y", m), Real("D"), Real("E")
d = Reals("d", n * m, ">=0")
reached = total(x, P[x] * smallest(y, d[x * m + y])) <= D


@pytest.mark.parametrize(("variables", "given", "then", "falls"), [
    # Liao et al.'s definition: nothing that the input tells of leaks more.
    ([K, B, W, alpha], [], arimoto(K, B @ W, alpha)
     <= maximal_alpha_leakage(output(K, B), W, alpha), False),
    ([P, W, V, alpha], [], maximal_alpha_leakage(P, W @ V, alpha)
     <= maximal_alpha_leakage(P, W, alpha), False),
    ([P, W, alpha, beta], [alpha <= beta],
     maximal_alpha_leakage(P, W, alpha) <= maximal_alpha_leakage(P, W, beta), False),
    ([P, W, alpha], [alpha >= rational(11, 10)], maximal_alpha_leakage(P, W, alpha)
     <= information(P, W) * 2, True),
    ([P, W, alpha], [], maximal_alpha_leakage(P, W, alpha) <= capacity(W), True),
    ([P, W, alpha], [], maximal_alpha_leakage(P, W, alpha) >= maximal_leakage(P, W), True),
    ([P, d, D, E], [reached, D <= E],
     rate_distortion(P, d, m, E) <= rate_distortion(P, d, m, D), False),
    ([P, d, W, D], [total(x, P[x] * total(y, W[x, y] * d[x * m + y])) <= D],
     rate_distortion(P, d, m, D) <= information(P, W), False),
    ([P, d, D], [reached], rate_distortion(P, d, m, D) <= 0, True),
    ([P, d, W, D], [total(x, P[x] * total(y, W[x, y] * d[x * m + y])) <= D],
     rate_distortion(P, d, m, D) >= information(P, W), True),
], ids=range(10))
def test_claims_are_searched_and_decided(
    variables: Any, given: Any, then: Any, falls: bool
) -> None:
    report = attack(claim("k", forall=variables, given=given, then=then), seed=1, budget=400)
    assert report.status == ("refuted" if falls else "survived")
    if falls:
        assert check(report.certificate).polarity == "refutation"
        recheck(report.certificate)
