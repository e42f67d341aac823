"""The second checker's intervals against mpmath at random points: they contain, and are narrow."""

import random
from fractions import Fraction

import mpmath
import pytest

from tests.recheck.room import intervals as iv

FUNCTIONS = {
    "exp": (iv.exp, mpmath.exp, (-60, 60)),
    "log": (iv.log, mpmath.log, (0, 100)),
    "sqrt": (iv.sqrt, mpmath.sqrt, (0, 100)),
    "binary_entropy": (
        iv.binary_entropy,
        lambda x: -x * mpmath.log(x) - (1 - x) * mpmath.log1p(-x),
        (0, 1),
    ),
}
BITS = (64, 200, 1000)


def points(low, high):
    generator = random.Random(20)
    found = []
    for _ in range(60):
        share = Fraction(generator.getrandbits(80) | 1, 1 << 81)
        found.append(low + (high - low) * share)
        # Close to the lower end, to 1, and with few digits.
        found.append(low + (high - low) * share / 10 ** generator.randrange(40))
        found.append(1 + (share - 1) / 10 ** generator.randrange(1, 40))
        found.append(low + (high - low) * Fraction(generator.randrange(1, 30), 30))
    return [x for x in found if low < x < high]


def reference(function, x, digits=500):
    """mpmath's value with hundreds of digits, as an exact number."""
    with mpmath.workdps(digits):
        sign, mantissa, exponent, _ = function(mpmath.mpf(x.numerator) / x.denominator)._mpf_
    return (-1) ** sign * int(mantissa) * Fraction(2) ** exponent


@pytest.fixture(autouse=True)
def _precision():
    before = iv.Precision.bits
    yield
    iv.Precision.bits = before


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_lie_in_narrow_intervals(name):
    function, meant, domain = FUNCTIONS[name]
    for x in points(*domain):
        value = reference(meant, x)
        for bits in BITS:
            iv.Precision.bits = bits
            low, high = iv.ends(function(x))
            # mpmath's own error is far below a thousandth of these intervals.
            slack = abs(value) / 10**450
            assert low - slack <= value <= high + slack, (name, x, bits)
            assert high - low <= abs(value) / 2 ** (bits - 12), (name, x, bits)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_finer_precision_lies_in_the_coarser(name):
    function, _, domain = FUNCTIONS[name]
    for x in points(*domain)[:60]:
        iv.Precision.bits = 64
        coarse = iv.ends(function(x))
        iv.Precision.bits = 777
        fine = iv.ends(function(x))
        assert coarse[0] <= fine[0] <= fine[1] <= coarse[1]


@pytest.mark.parametrize("name", [*FUNCTIONS, "square", "cube", "inverse", "absolute"])
def test_an_interval_maps_to_one_with_all_of_its_values(name):
    others = {
        "square": lambda x: iv.power(x, Fraction(2)),
        "cube": lambda x: iv.power(x, Fraction(3)),
        "inverse": lambda x: iv.div(Fraction(1), x),
        "absolute": iv.absolute,
    }
    function, domain = (
        (FUNCTIONS[name][0], FUNCTIONS[name][2]) if name in FUNCTIONS else (others[name], (0, 9))
    )
    generator = random.Random(4)
    chosen = points(*domain)
    for _ in range(100):
        low, high = sorted(generator.sample(chosen, 2))
        found = iv.ends(function(iv.Interval(low, high)))
        for share in (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)):
            inside = iv.ends(function(low + share * (high - low)))
            assert found[0] <= inside[1]
            assert inside[0] <= found[1]


def test_rounding_is_outward_and_close():
    generator = random.Random(1)
    for _ in range(500):
        x = Fraction(generator.randint(-10**30, 10**30), generator.randint(1, 10**20))
        low, high = iv.rounded(x, False), iv.rounded(x, True)
        assert low <= x <= high
        assert high - low <= abs(x) / 2**62
        # Dyadic: the denominator is a power of 2.
        assert low.denominator & (low.denominator - 1) == 0


def test_products_and_quotients_of_signs():
    interval = iv.Interval(Fraction(-2), Fraction(3))
    assert iv.ends(iv.mul(interval, iv.Interval(Fraction(-5), Fraction(1)))) == (-15, 10)
    assert iv.ends(iv.neg(interval)) == (-3, 2)
    assert iv.ends(iv.sub(interval, interval)) == (-5, 5)
    with pytest.raises(iv.Unknown):
        iv.div(Fraction(1), interval)


def test_the_inverse_entropy_is_enclosed():
    for y in (Fraction(1, 10**30), Fraction(1, 100), Fraction(1, 3), Fraction(69, 100)):
        for bits in (64, 256):
            iv.Precision.bits = bits
            low, high = iv.ends(iv.binary_entropy_inverse(y))
            assert high - low <= high / 2 ** (bits // 2 - 8)
            iv.Precision.bits = 2 * bits
            assert iv.less_equal(iv.binary_entropy(low), y)
            assert iv.less_equal(y, iv.binary_entropy(high))


INF = iv.INF


@pytest.mark.parametrize(("found", "value"), [
    (lambda: iv.exp(Fraction(0)), 1),
    (lambda: iv.exp(-INF), 0),
    (lambda: iv.exp(INF), INF),
    (lambda: iv.log(Fraction(1)), 0),
    (lambda: iv.log(Fraction(0)), -INF),
    (lambda: iv.sqrt(Fraction(4, 9)), Fraction(2, 3)),
    (lambda: iv.mul(Fraction(0), INF), 0),
    (lambda: iv.mul(Fraction(-2), INF), -INF),
    (lambda: iv.div(Fraction(3), INF), 0),
    (lambda: iv.power(Fraction(0), Fraction(0)), 1),
    (lambda: iv.power(Fraction(-2), Fraction(3)), -8),
    (lambda: iv.power(Fraction(2), Fraction(-2)), Fraction(1, 4)),
    (lambda: iv.power(Fraction(0), Fraction(1, 2)), 0),
    (lambda: iv.power(INF, Fraction(1, 2)), INF),
    (lambda: iv.power(Fraction(1), INF), 1),
    (lambda: iv.binary_entropy(Fraction(1)), 0),
    (lambda: iv.binary_entropy_inverse(Fraction(0)), 0),
    (lambda: iv.maximum(Fraction(1), INF, Fraction(3)), INF),
    (lambda: iv.minimum(Fraction(1), INF), 1),
    (lambda: iv.add(INF, Fraction(1)), INF),
])
def test_exact_values(found, value):
    assert iv.exact(found())
    assert found() == value


@pytest.mark.parametrize("meaningless", [
    lambda: iv.div(Fraction(1), Fraction(0)),
    lambda: iv.div(INF, INF),
    lambda: iv.sub(INF, INF),
    lambda: iv.log(Fraction(-1)),
    lambda: iv.sqrt(Fraction(-1)),
    lambda: iv.power(Fraction(0), Fraction(-1)),
    lambda: iv.power(Fraction(-1), Fraction(1, 2)),
    lambda: iv.binary_entropy(Fraction(5, 4)),
    lambda: iv.binary_entropy_inverse(Fraction(7, 10)),
])
def test_undefined_values(meaningless):
    with pytest.raises(iv.Undefined):
        meaningless()


def test_what_touches_the_edge_of_a_domain_is_unknown():
    edge = iv.Interval(Fraction(-1, 2**80), Fraction(1, 2**80))
    for function in (iv.log, iv.sqrt, iv.binary_entropy, iv.binary_entropy_inverse):
        with pytest.raises(iv.Unknown):
            function(edge)
    with pytest.raises(iv.Unknown):
        iv.binary_entropy_inverse(iv.log(Fraction(2)))
    assert iv.less(edge, Fraction(0)) is None
    assert iv.equal(edge, Fraction(0)) is None
    assert iv.equal(edge, edge) is None
