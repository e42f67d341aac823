"""The second checker's functions at values next to numbers of few digits.

Ends are rounded outwards to few digits in the end, which hides errors of the last digits worked
with nearly always; not where the value lies next to a number that rounding keeps.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf, workdps

from recheck.errors import Undefined, Unknown
from recheck.optima import maximal_alpha_leakage
from recheck.reals import (
    HALF,
    INF,
    ONE,
    TWO,
    ZERO,
    Num,
    Precision,
    binary_entropy,
    binary_entropy_inverse,
    entropy,
    exp,
    gathered,
    log,
    normal_cdf,
    num,
    odd_series,
    pi,
    power,
    root_of,
    sqrt,
)

DIGITS = 850


@pytest.fixture(autouse=True)
def bits() -> Any:
    before = Precision.bits
    with workdps(DIGITS):
        yield
    Precision.bits = before


def exact(x: Any) -> Fraction:
    """mpmath's number as a rational."""
    sign, mantissa, exponent, _ = x._mpf_
    return (-1) ** sign * int(mantissa) * Fraction(2) ** int(exponent)


def real(x: Fraction) -> Any:
    return mpf(x.numerator) / x.denominator


def quantile(p: Fraction) -> Any:
    with workdps(230):
        return mp.sqrt(2) * mp.erfinv(2 * real(p) - 1)


# Each function with its inverse, and values of few digits.
INVERSES: dict[str, tuple[Callable[[Num], Num], Callable[[Fraction], Any], list[str]]] = {
    "exp": (exp, lambda y: mp.log(real(y)),
            ["3", "1/8", "5/4", "7/8", "1025/1024", "1000003", "3/1048576", "511/512"]),
    "log": (log, lambda y: mp.exp(real(y)),
            ["1", "-1", "1/4", "-1/4", "5", "-9/2", "1/1048576", "-1/1048576", "33"]),
    "sqrt": (sqrt, lambda y: real(y) ** 2, ["1", "3", "5/4", "1/1024", "4097", "7/1048576"]),
    "normal_cdf": (normal_cdf, quantile,
                   ["3/4", "1/4", "9/16", "7/16", "1023/1024", "1/1024", "1/1048576",
                    "1048575/1048576", f"1/{2**60}", f"{2**60 - 1}/{2**60}"]),
}


@pytest.mark.parametrize("name", INVERSES)
def test_values_next_to_few_digits_lie_in_their_enclosures(name: str) -> None:
    function, inverse, values = INVERSES[name]
    for text in values:
        value = Fraction(text)
        place = exact(inverse(value))
        for digits, far in ((16, 300), (64, 300), (300, 700), (1500, 2500)):
            if name == "normal_cdf" and digits > 300:
                continue
            Precision.bits = digits
            near = Fraction(abs(place).numerator * 2**far // place.denominator, 2**far)
            near, step = near if place > 0 else -near, Fraction(1, 2**far)
            for x in (near - step, near + 2 * step):
                found = function(num(x))
                # All of these rise.
                assert found.lo < value if x < place else found.hi > value
                assert found.lo <= value + abs(value) / 2**digits
                assert found.hi >= value - abs(value) / 2**digits
                assert found.hi - found.lo <= abs(value) * Fraction(4, 2**digits)


def test_series_hold_their_sums() -> None:
    """What is worked out before ends are rounded, to thousands of digits too."""
    for z in ("1/3", "1/5", "1/239", "2/7", "1/1000000007", "12345/99999"):
        for way, meant in ((1, mp.atanh), (-1, mp.atan)):
            for digits in (8, 64, 300, 2700):
                found = odd_series(Fraction(z), way, digits)
                value = exact(meant(real(Fraction(z))))
                assert found.lo < value < found.hi
                assert found.hi - found.lo <= value / 2 ** (digits + 20)
    assert odd_series(Fraction(0), 1, 64) == ZERO
    for digits in (16, 64, 2700):
        Precision.bits = digits
        assert pi().lo < exact(mp.pi) < pi().hi
        assert pi().hi - pi().lo <= Fraction(16, 2**digits)


def test_logarithms_near_1_keep_their_digits() -> None:
    for x in (1 - Fraction(1, 2**70), Fraction(2**70, 2**70 - 1), 1 + Fraction(1, 10**30),
              Fraction(10**30, 10**30 + 1), Fraction(4, 3), Fraction(2, 3)):
        value = exact(mp.log(real(x)))
        for digits in (16, 64, 300):
            Precision.bits = digits
            found = log(num(x))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= abs(value) / 2 ** (digits - 2)
    assert log(ONE) == ZERO


def test_exponentials_of_any_size() -> None:
    for x in ("1/7", "-1/7", "1/100000000000000000003", "-1/100000000000000000003", "100", "-100",
              "12345/7", "-12345/7"):
        value = exact(mp.exp(real(Fraction(x))))
        for digits in (16, 64, 2000):
            Precision.bits = digits
            found = exp(num(Fraction(x)))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= value * Fraction(4, 2**digits)
    Precision.bits = 64
    # So far are squares taken, whichever way; beyond that nothing is told but the sign.
    last = 2**22
    assert exp(num(last)).lo > 2 ** (last * 14 // 10)
    assert 0 < exp(num(-last)).hi < Fraction(1, 2 ** (last * 14 // 10))
    with pytest.raises(Unknown):
        exp(num(2 * last))
    beyond = exp(num(-2 * last))
    assert (beyond.lo, beyond.hi, beyond.sign) == (0, Fraction(1, 2**64), 1)


def test_the_normal_law_far_out() -> None:
    for x in ("-40", "40", "-39", "1/1000000000000000000000", "-1/3", "-12", "25/2"):
        value = exact(mp.ncdf(real(Fraction(x))))
        for digits in (16, 64, 300):
            Precision.bits = digits
            found = normal_cdf(num(Fraction(x)))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= value * Fraction(4, 2**digits)
            assert Precision.bits == digits
    Precision.bits = 64
    for far in (2**13, 10**6):
        low, high = normal_cdf(num(-far)), normal_cdf(num(far))
        assert 0 == low.lo < low.hi < high.lo < high.hi == 1
        assert (low.sign, high.out[1]) == (1, True)


def test_roots_by_bisection() -> None:
    """Exact where they have few digits, and else told to nearly all."""
    Precision.bits = 64
    for digits in (16, 64, 200):
        Precision.bits = digits
        for root in ("1/3", "3/7", "1/1000", "1/4"):
            # A rising function whose value at the root is told exactly.
            found = root_of(functools.partial(operator.add, num(-Fraction(root))),
                            Fraction(0), HALF)
            assert found.lo <= Fraction(root) <= found.hi
            assert found.hi - found.lo <= Fraction(root) / 2 ** (digits - 4)
        # What a function doesn't tell stays open.
        wide = root_of(lambda x: Num(x.lo - Fraction(2, 5), x.lo - Fraction(1, 5)),
                       Fraction(0), HALF)
        assert (wide.lo, wide.hi) <= (Fraction(1, 5), HALF)
        assert wide.hi >= Fraction(2, 5)
        inverse = binary_entropy_inverse(num(Fraction(69, 100)))
        assert inverse.hi < HALF


def test_entropies() -> None:
    for digits in (16, 64, 300):
        Precision.bits = digits
        for law in (["1"], ["1/2", "1/2"], ["1/3", "2/3", "0"], ["1/7", "2/7", "4/7"]):
            masses = [Fraction(mass) for mass in law]
            value = -sum(real(p) * mp.log(real(p)) for p in masses if p)
            found = entropy(map(num, masses))
            assert found.lo <= exact(value) <= found.hi
            assert found.hi - found.lo <= Fraction(16, 2**digits)
        for x in ("0", "1", "1/3", "2/3", "1/1000", "1/2"):
            ends = [Fraction(x), 1 - Fraction(x)]
            value = exact(-sum(real(p) * mp.log(real(p)) for p in ends if p))
            found = binary_entropy(num(Fraction(x)))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= value * Fraction(16, 2**digits)
    with pytest.raises(Unknown):
        entropy([Num(Fraction(0), HALF), num(HALF)])
    with pytest.raises(Undefined):
        entropy([num(-HALF), num(3 * HALF)])
    # What is at least 0 by what it means isn't told to be less.
    narrow = Num(1 - Fraction(1, 2**80), 1 + Fraction(1, 2**80))
    assert entropy([narrow]).lo == 0


def test_binary_entropies_near_their_ends() -> None:
    """It is positive where neither 0 nor 1 belongs to a range, and reaches its least at an end."""
    quarter, half = Fraction(1, 4), HALF
    for low, high, out, sign in (
        (half, 1, (False, False), None), (half, 1, (False, True), 1),
        (half, 1, (True, False), None), (quarter, 1, (False, True), 1),
        (0, half, (True, False), 1), (0, half, (False, True), None), (0, 1, (True, True), 1),
        (0, 1, (True, False), None), (0, 1, (False, True), None),
        (quarter, 3 * quarter, (False, False), 1), (1, 1, (False, False), 0),
        (0, 0, (False, False), 0),
    ):
        found = binary_entropy(Num(Fraction(low), Fraction(high), out))
        assert found.sign == sign
        assert found.out == (found.lo == 0 and sign == 1, False)
    for digits in (16, 64):
        Precision.bits = digits
        top = exact(mp.log(2))
        for low, high in ((quarter, 3 * quarter), (half, 3 * quarter), (quarter, half),
                          (half, half)):
            found = binary_entropy(Num(low, high))
            assert top <= found.hi <= top + Fraction(4, 2**digits)
    for wrong in (Num(Fraction(-1), Fraction(0)), Num(half, Fraction(1))):
        with pytest.raises(Unknown):
            binary_entropy_inverse(wrong)


def test_powers_of_infinities_and_nothing() -> None:
    half, wide = num(HALF), Num(HALF, Fraction(3, 2))
    down = -wide
    for base, exponent, value in (
        (INF, HALF, INF), (INF, -HALF, Fraction(0)), (INF, Fraction(0), Fraction(1)),
        (INF, Fraction(2000), INF), (-INF, Fraction(2001), -INF), (-INF, Fraction(2000), INF),
        (Fraction(0), Fraction(2000), Fraction(0)), (Fraction(0), INF, Fraction(0)),
        (Fraction(0), HALF, Fraction(0)), (Fraction(-1), Fraction(3001), Fraction(-1)),
        (Fraction(1), INF, Fraction(1)),
    ):
        assert power(num(base), num(exponent)) == num(value)
    assert power(num(INF), wide) == num(INF)
    assert power(num(INF), down) == ZERO
    assert power(ZERO, wide) == ZERO
    for base, exponent in ((num(-1), half), (ZERO, down), (ZERO, num(-INF)), (num(-INF), half),
                           (num(-2), num(INF)), (ZERO, num(-3))):
        with pytest.raises(Undefined):
            power(base, exponent)
    for base, exponent in ((num(-2), wide), (Num(Fraction(0), Fraction(1)), half),
                           (ZERO, Num(-HALF, HALF)), (num(INF), Num(-HALF, HALF)),
                           (Num(Fraction(-1), Fraction(1)), half)):
        with pytest.raises(Unknown):
            power(base, exponent)
    for base in (Fraction(-3, 2), Fraction(3, 2), Fraction(5, 7)):
        for n in (1, 2, 3, 999, 1000, 1001, 4097):
            found = power(num(base), num(n))
            assert found.lo <= base**n <= found.hi
            assert found.hi - found.lo <= abs(base) ** n / 2**45
            below = power(num(base), num(-n))
            assert below.lo <= base**-n <= below.hi
    Precision.bits = 64
    # Up to there they are exact, of however many digits.
    for n in (0, 1, 7, 999):
        assert power(num(2**40 + 1), num(n)) == num((2**40 + 1)**n)
    # Some of what lies between two numbers has more digits than are worked out.
    for low, high in ((HALF, 1), (1, Fraction(3, 2)), (-1, HALF), (Fraction(-3, 2), -1)):
        with pytest.raises(Unknown, match="too many digits"):
            power(Num(Fraction(low), Fraction(high)), num(10**40 + 1))
    value = exact(real(Fraction(3, 2)) ** (real(Fraction(5, 3))))
    found = power(num(Fraction(3, 2)), num(Fraction(5, 3)))
    assert found.lo <= value <= found.hi
    assert found.hi - found.lo <= value / 2**60


def test_an_exponent_that_begins_at_a_whole_number_is_no_whole_number() -> None:
    for base, low, high in ((2, 1, 2), (3, 0, 1), (2, 2, 3), (HALF, 1, 2), (2, -1, 0)):
        b = Fraction(base)
        found = power(num(b), Num(Fraction(low), Fraction(high)))
        ends = sorted(b**n for n in (low, high))
        assert found.lo <= ends[0] < ends[1] <= found.hi
        assert found.hi - found.lo <= (ends[1] - ends[0]) * Fraction(1000001, 1000000)
    # The digits that a power would have are those of its base, as often as it is taken.
    for wide in (num(2**40), num(Fraction(1, 2**40)), Num(ONE.lo, Fraction(2**40))):
        with pytest.raises(Unknown, match="too many digits"):
            power(wide, num(2**20))
    assert power(num(INF), num(2**20)) == num(INF)


def test_a_leakage_is_enclosed_to_its_last_digit() -> None:
    """Of a channel that tells all it is ln 2 at each order."""
    for digits in (16, 64):
        Precision.bits = digits
        found = maximal_alpha_leakage([num(HALF), num(HALF)], [[ONE, ZERO], [ZERO, ONE]], TWO)
        assert found.lo < exact(mp.log(2)) < found.hi


def test_masses_are_gathered() -> None:
    found = gathered([("a", ONE), ("b", num(HALF)), ("a", TWO)])
    assert found == {"a": num(3), "b": num(HALF)}
    assert list(found) == ["a", "b"]
    assert gathered([]) == {}
