"""The second checker's real numbers against mpmath at random points, and its laws on the line."""

import random
from fractions import Fraction

import mpmath
import pytest

from tests.recheck.room import curves, densities, reals


@pytest.fixture(autouse=True)
def _precision():
    before = reals.Precision.bits
    yield
    reals.Precision.bits = before


FUNCTIONS = {
    "exp": (reals.exp, mpmath.exp, (-60, 60)),
    "log": (reals.log, mpmath.log, (0, 100)),
    "sqrt": (reals.sqrt, mpmath.sqrt, (0, 100)),
    "normal_cdf": (reals.normal_cdf, mpmath.ncdf, (-9, 9)),
    "binary_entropy": (
        reals.binary_entropy, lambda x: -x * mpmath.log(x) - (1 - x) * mpmath.log1p(-x), (0, 1)),
}


def exactly(function, x):
    """mpmath's value with hundreds of digits, as an exact number."""
    with mpmath.workdps(300):
        sign, mantissa, exponent, _ = function(mpmath.mpf(x.numerator) / x.denominator)._mpf_
    return (-1) ** sign * int(mantissa) * Fraction(2) ** exponent


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_lie_in_narrow_intervals(name):
    function, meant, (low, high) = FUNCTIONS[name]
    generator = random.Random(name)
    for _ in range(60):
        x = low + (high - low) * Fraction(generator.getrandbits(40) | 1, 1 << 41)
        x /= 10 ** generator.choice([0, 0, 5, 20])
        value = exactly(meant, x)
        for bits in (64, 300):
            reals.Precision.bits = bits
            found = function(reals.num(x))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= max(abs(value), Fraction(1, 10**20)) / 2 ** (bits - 20)


def test_an_operation_on_ranges_holds_that_on_their_points():
    generator = random.Random(3)

    def drawn():
        ends = sorted(Fraction(generator.randrange(-12, 13), 4) for _ in range(2))
        return reals.Num(*ends, (generator.random() < 0.5, generator.random() < 0.5))

    def inside(x):
        return x.lo + (x.hi - x.lo) * Fraction(generator.randrange(1, 10), 10)

    for _ in range(600):
        a, b = drawn(), drawn()
        x, y = (reals.num(inside(part)) for part in (a, b))
        for head in ("add", "sub", "mul", "div", "minimum", "maximum", "pow"):
            try:
                whole = reals.SCALARS[head](a, b)
                point = reals.SCALARS[head](x, y)
            except (reals.Unknown, reals.Undefined):
                continue
            assert whole.lo <= point.lo
            assert point.hi <= whole.hi


def test_open_ends_tell_what_is_positive():
    above = reals.Num(Fraction(0), Fraction(1), (True, False))
    assert above.sign == 1
    assert (above * above).sign == 1
    assert (-above).sign == -1
    assert reals.Num(Fraction(0), Fraction(1)).sign is None
    assert reals.log(above).lo == -reals.INF
    with pytest.raises(reals.Unknown):
        reals.log(reals.Num(Fraction(0), Fraction(1)))
    with pytest.raises(reals.Undefined):
        reals.num(reals.INF) - reals.num(reals.INF)
    assert reals.num(0) * reals.num(reals.INF) == reals.ZERO


def integral(weights, parts):
    """The information of X and a mixture of Gaussian laws, by mpmath."""
    def density(part, y):
        return mpmath.npdf(y, part[0], mpmath.sqrt(part[1]))

    def term(y):
        laws = [density(part, y) for part in parts]
        mixed = mpmath.fdot(weights, laws)
        return mpmath.fsum(
            w * p * mpmath.log(p / mixed) for w, p in zip(weights, laws, strict=True))

    return mpmath.quad(term, list(range(-16, 17, 2)))


@pytest.mark.parametrize(("weights", "parts"), [
    (["1/2", "1/2"], [("-1", "1"), ("1", "1")]),
    (["1/4", "1/4", "1/2"], [("-1", "2"), ("0", "1"), ("3", "1")]),
])
def test_an_information_on_the_line_lies_in_its_enclosure(weights, parts):
    laws = [densities.density("gaussian", *(reals.num(Fraction(x)) for x in part))
            for part in parts]
    told = densities.law_information([reals.num(Fraction(w)) for w in weights], *laws)
    meant = integral([mpmath.mpf(Fraction(w).numerator) / Fraction(w).denominator for w in weights],
                     [tuple(map(int, part)) for part in parts])
    assert float(told.lo) <= meant <= float(told.hi)
    # What cells of a quarter of a deviation keep is nearly all.
    assert float(told.lo) > 0.97 * meant


def test_a_curve_lies_between_its_squares():
    level = reals.num(Fraction(1, 10))
    told = curves.lip_curve(level, reals.ONE)
    # Stored for Figure 3 of Ngo et al. by the kernel's balls.
    assert told.lo <= Fraction(715412721277, 10**13) <= told.hi
    assert told.hi - told.lo < Fraction(1, 50)


INF, num = reals.num(reals.INF), reals.num


def test_rounding_is_outward_and_close():
    generator = random.Random(1)
    for _ in range(500):
        x = Fraction(generator.randint(-10**30, 10**30), generator.randint(1, 10**20))
        low, high = reals.rounded(x, False), reals.rounded(x, True)
        assert low <= x <= high
        assert high - low <= abs(x) / 2**62


def test_the_inverse_entropy_is_enclosed():
    for y in (Fraction(1, 10**30), Fraction(1, 100), Fraction(1, 3), Fraction(69, 100)):
        for bits in (64, 256):
            reals.Precision.bits = bits
            found = reals.binary_entropy_inverse(num(y))
            assert found.hi - found.lo <= found.hi / 2 ** (bits // 2 - 8)
            reals.Precision.bits = 2 * bits
            assert reals.less(num(y), reals.binary_entropy(num(found.lo))) is not True
            assert reals.less(reals.binary_entropy(num(found.hi)), num(y)) is not True


def test_lamberts_w_is_enclosed():
    for x in map(Fraction, ("-36/100", "-1/1000000", "1e-30", "2", "1e40")):
        for bits in (64, 256):
            reals.Precision.bits = bits
            found = reals.lambert_w(num(x))
            assert found.hi - found.lo <= max(1, abs(found.hi)) / Fraction(2) ** (bits // 2)
            reals.Precision.bits = 2 * bits
            low, high = (num(end) * reals.exp(num(end)) for end in (found.lo, found.hi))
            assert reals.less(num(x), low) is not True
            assert reals.less(high, num(x)) is not True
    wide = reals.lambert_w(reals.Num(Fraction(1), Fraction(2)))
    assert wide.lo <= reals.lambert_w(num(1)).hi
    assert reals.lambert_w(num(2)).lo <= wide.hi


@pytest.mark.parametrize(("found", "value"), [
    (lambda: reals.exp(num(0)), 1),
    (lambda: reals.exp(-INF), 0),
    (lambda: reals.exp(INF), reals.INF),
    (lambda: reals.log(num(1)), 0),
    (lambda: reals.log(num(0)), -reals.INF),
    (lambda: reals.log(INF), reals.INF),
    (lambda: reals.sqrt(num(Fraction(4, 9))), Fraction(2, 3)),
    (lambda: num(0) * INF, 0),
    (lambda: num(-2) * INF, -reals.INF),
    (lambda: num(3) / INF, 0),
    (lambda: reals.power(num(0), num(0)), 1),
    (lambda: reals.power(num(-2), num(3)), -8),
    (lambda: reals.power(num(2), num(-2)), Fraction(1, 4)),
    (lambda: reals.power(num(0), num(Fraction(1, 2))), 0),
    (lambda: reals.power(INF, num(Fraction(1, 2))), reals.INF),
    (lambda: reals.binary_entropy(num(1)), 0),
    (lambda: reals.binary_entropy_inverse(num(0)), 0),
    (lambda: reals.lambert_w(num(0)), 0),
    (lambda: reals.lambert_w(INF), reals.INF),
    (lambda: reals.normal_cdf(num(0)), Fraction(1, 2)),
    (lambda: reals.largest(num(1), INF, num(3)), reals.INF),
    (lambda: reals.least(num(1), INF), 1),
    (lambda: INF + num(1), reals.INF),
])
def test_exact_values(found, value):
    assert found().exact
    assert found().lo == value


@pytest.mark.parametrize("meaningless", [
    lambda: num(1) / num(0),
    lambda: INF / INF,
    lambda: INF - INF,
    lambda: reals.log(num(-1)),
    lambda: reals.sqrt(num(-1)),
    lambda: reals.power(num(0), num(-1)),
    lambda: reals.power(num(-1), num(Fraction(1, 2))),
    lambda: reals.binary_entropy(num(Fraction(5, 4))),
    lambda: reals.binary_entropy_inverse(num(Fraction(7, 10))),
    lambda: reals.lambert_w(num(Fraction(-37, 100))),
])
def test_undefined_values(meaningless):
    with pytest.raises(reals.Undefined):
        meaningless()


def test_what_touches_the_edge_of_a_domain_is_unknown():
    edge = reals.Num(Fraction(-1, 2**80), Fraction(1, 2**80))
    for function in (
            reals.log, reals.sqrt, reals.binary_entropy, reals.binary_entropy_inverse):
        with pytest.raises(reals.Unknown):
            function(edge)
    for beyond in (lambda: reals.binary_entropy_inverse(reals.log(num(2))),
                   lambda: reals.lambert_w(-reals.exp(num(-1)))):
        with pytest.raises(reals.Unknown):
            beyond()
    assert reals.less(edge, num(0)) is None
    assert reals.equal(edge, num(0)) is None
    assert reals.equal(edge, edge) is None


def test_powers_with_huge_exponents_end() -> None:
    """Squared exactly, their digits grew with the exponent: the checker hung."""
    base = reals.num(Fraction(999_999, 1_000_000))
    found = reals.power(base, reals.num(10**6))
    high = reals.exp(reals.num(-1))
    # (1 − 1/n)^n lies between (1 − 1/n)/e and 1/e.
    assert (high * base).lo <= found.lo < found.hi <= high.hi
    assert found.hi - found.lo < Fraction(1, 10**10)
    for large in (base, reals.num(Fraction(3, 2)), reals.num(Fraction(-1, 3))):
        with pytest.raises(Exception, match="too many digits"):
            reals.power(large, reals.num(10**40))
        with pytest.raises(Exception, match="too many digits"):
            reals.power(large, reals.num(-(10**40)))
    for unit in (1, -1, 0):
        assert reals.power(reals.num(unit), reals.num(10**40)) == reals.num(abs(unit))
    assert reals.power(reals.num(-1), reals.num(10**40 + 1)) == reals.num(-1)


def test_high_powers_of_half_lines():
    """An infinite end has no digits."""
    for n in (999, 1000, 1001):
        found = reals.power(reals.Num(Fraction(2), reals.INF, (False, True)), num(n))
        assert Fraction(2)**n * Fraction(999, 1000) < found.lo <= Fraction(2)**n
        assert (found.hi, found.out[1]) == (reals.INF, True)
        low = reals.power(reals.Num(-reals.INF, Fraction(3), (True, False)), num(n)).lo
        assert low == (-reals.INF if n % 2 else 0)
    assert reals.power(reals.LINE, num(1001)).lo == -reals.INF


def test_exponentials_beyond_all_digits():
    for power, bits in ((-(2**41), 64), (-(2**45), 300)):
        reals.Precision.bits = bits
        found = reals.exp(num(power))
        assert found.sign == 1
        assert (found.lo, found.hi) == (0, Fraction(1, 2**bits))
    for power in (2**41, 2**60):
        with pytest.raises(reals.Unknown):
            reals.exp(num(power))
    # Of as many digits as the exponent allows, both ways.
    for power in (5000, -5000, 2**14, -(2**14)):
        value = exactly(mpmath.exp, Fraction(power))
        for bits in (16, 64):
            reals.Precision.bits = bits
            found = reals.exp(num(power))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= value / 2 ** (bits - 4)


def test_tails_of_the_normal_law():
    for x in (41, 60, 1000):
        low, high = reals.normal_cdf(num(-x)), reals.normal_cdf(num(x))
        assert (low.sign, high.hi, low.lo, high.out) == (1, 1, 0, (False, True))
        assert low.hi == 1 - high.lo or 1 - low.hi >= high.lo
        assert low.hi < Fraction(1, 2 ** (x * x // 2))
    assert reals.normal_cdf(-INF) == num(0)
    assert reals.normal_cdf(INF) == num(1)
    for x in (Fraction(39), Fraction(-39), Fraction(81, 2) - 1):
        value = exactly(mpmath.ncdf, x)
        found = reals.normal_cdf(num(x))
        assert found.lo <= value <= found.hi


def test_roots_that_are_exact_and_roots_that_are_tiny():
    assert reals.sqrt(num(Fraction(1, 10**80))) == num(Fraction(1, 10**40))
    assert reals.sqrt(INF) == INF
    for x in (Fraction(1, 10**81), Fraction(2, 10**400), Fraction(10**81), Fraction(2**70001, 3)):
        found = reals.sqrt(num(x))
        assert found.lo**2 <= x <= found.hi**2
        assert found.hi - found.lo <= found.hi / 2**60
    for edge in (reals.Num(Fraction(-1), Fraction(0)), reals.Num(Fraction(-1), Fraction(1))):
        with pytest.raises(reals.Unknown):
            reals.sqrt(edge)


def test_powers_of_ranges():
    half = num(Fraction(1, 2))
    unit = reals.Num(Fraction(0), Fraction(1), (True, False))
    found = reals.power(reals.Num(Fraction(1, 4), Fraction(4)), half)
    assert found.lo <= Fraction(1, 2) < 2 <= found.hi
    assert found.hi - found.lo < Fraction(3, 2) + Fraction(1, 10**15)
    assert reals.power(unit, half).sign == 1
    assert reals.power(INF, num(Fraction(-1, 2))) == num(0)
    exponent = reals.Num(Fraction(1, 2), Fraction(3, 2))
    wide = reals.Num(Fraction(0), Fraction(1))
    for base, by in ((wide, half), (num(-2), exponent), (wide, -half), (num(0), -exponent + num(1)),
                     (reals.Num(Fraction(-2), Fraction(-1)), exponent)):
        with pytest.raises((reals.Unknown, reals.Undefined)):
            reals.power(base, by)
    assert reals.power(num(0), exponent) == num(0)
    # Whole exponents beyond a thousand, of either parity, of ranges too.
    for n in (1000, 1001, 1500):
        for base in (Fraction(999, 1000), Fraction(-1001, 1000)):
            value = base**n
            found = reals.power(num(base), num(n))
            assert found.lo <= value <= found.hi
            assert found.hi - found.lo <= abs(value) / 2**40
        found = reals.power(reals.Num(Fraction(-1, 2), Fraction(1001, 1000)), num(n))
        assert found.lo <= (0 if n % 2 == 0 else Fraction(-1, 2) ** n)
        assert found.hi >= Fraction(1001, 1000) ** n


def test_binary_entropies_of_ranges():
    top = reals.log(num(2))
    for low, high in ((Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 3), Fraction(9, 10)),
                      (Fraction(0), Fraction(1))):
        found = reals.binary_entropy(reals.Num(low, high))
        least = min(reals.binary_entropy(num(end)).lo for end in (low, high))
        assert found.lo == least
        assert top.lo <= found.hi <= top.hi
    rising = reals.binary_entropy(reals.Num(Fraction(1, 10), Fraction(1, 5)))
    assert rising.hi < Fraction(51, 100)
    inside = reals.Num(Fraction(0), Fraction(1, 2), (True, False))
    assert reals.binary_entropy(inside).sign == 1
    assert reals.binary_entropy(reals.Num(Fraction(0), Fraction(1, 2))).sign is None
    for outside in ((-2, -1), (2, 3)):
        with pytest.raises(reals.Undefined):
            reals.binary_entropy(reals.Num(*map(Fraction, outside)))
    for outside in ((-1, Fraction(1, 2)), (Fraction(1, 2), 2)):
        with pytest.raises(reals.Unknown):
            reals.binary_entropy(reals.Num(*map(Fraction, outside)))
    for y in (num(-1), num(1)):
        with pytest.raises(reals.Undefined):
            reals.binary_entropy_inverse(y)
    wide = reals.binary_entropy_inverse(reals.Num(Fraction(1, 10), Fraction(1, 2)))
    ends = [reals.binary_entropy_inverse(num(Fraction(end))) for end in ("1/10", "1/2")]
    assert (wide.lo, wide.hi) == (ends[0].lo, ends[1].hi)


def test_ends_that_functions_leave_out():
    unit, inside = reals.Num(Fraction(0), Fraction(1)), reals.Num(
        Fraction(0), Fraction(1), (True, True))
    for function in (reals.exp, reals.normal_cdf, reals.sqrt):
        assert function(unit).out == (False, False)
        assert function(inside).out == (True, True)
    for function in (reals.exp, reals.normal_cdf):
        for x in (num(0), INF, -INF):
            assert function(x).out == (False, False)
    assert reals.exp(reals.Num(-reals.INF, Fraction(0), (True, False))).sign == 1
    assert reals.sqrt(num(0)) == num(0)
    line = reals.normal_cdf(reals.LINE)
    assert (line.lo, line.hi, line.out) == (0, 1, (True, True))
