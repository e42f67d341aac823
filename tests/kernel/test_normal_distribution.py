"""The normal distribution function in the kernel: its range, slope, limits and symmetry; normal
forms; and definitions of it, which become false where they are changed."""

import pytest
from flint import arb

from tests.kernel.test_definitions import attacked
from tests.kernel.test_scalar import POSITIVE, refused, run, statement
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import NotReal
from verified.kernel.ranges import Interval
from verified.kernel.scalar import check_scalar
from verified.language import (
    cases,
    exp,
    gaussian,
    gaussian_mixture,
    hockey_stick,
    law_cells,
    law_mixture,
    log,
    normal_cdf,
    pi,
    pmf_table,
    reals_table,
    sqrt,
)
from verified.proof.library import known_statements
from verified.syntax.claims import Statement
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import INFINITY, Pmf, Real, Reals, Size, Symbol, equals, rational

x, y = Real("x"), Real("y")
PHI = normal_cdf
NEAR = Real("x", "(0,1]")


def monotone(anchor, base="ball", **sides):
    return {"rule": "monotone", "variable": "x", "anchor": anchor, "strict": "", "base": base,
            **sides}


def privacy_curve(place, order):
    return PHI(place / 2 - order / place) - exp(order) * PHI(-place / 2 - order / place)


def test_the_normal_distribution_function_stays_within_0_and_1():
    whole = run(normal_cdf(x), x="")
    assert whole == Interval(arb(0), arb(1), True, True)
    half = arb(1) / 2
    assert run(normal_cdf(x), x=">=0") == Interval(half, arb(1), False, True)
    assert run(normal_cdf(x), x="<0") == Interval(arb(0), half, True, True)
    # Far out only rounding reaches the ends.
    far = run(normal_cdf(x), x="[100,200]")
    assert (far.high, far.high_open) == (1, True)
    tiny = run(normal_cdf(-x * x), x="[100,200]")
    assert tiny.low > 0 or (tiny.low == 0 and tiny.low_open)
    assert run(pi()).low < run(pi()).high


def test_the_curve_of_two_normal_laws_rises_with_their_distance():
    low, order = Real("a", ">0"), Real("e", ">=0")
    variables, tree = [POSITIVE, low, order], monotone(["a"], {"rule": "zero"}, above="sign")
    rising = privacy_curve(POSITIVE, order) >= privacy_curve(low, order)
    check_scalar(statement(variables, [low <= POSITIVE], rising), [tree])
    refused(statement(variables, [low >= POSITIVE], rising), tree)
    refused(statement(variables, [low >= POSITIVE], rising),
            monotone(["a"], {"rule": "zero"}, below="sign"))
    falling = privacy_curve(POSITIVE, order) <= privacy_curve(low, order)
    refused(statement(variables, [low <= POSITIVE], falling), tree)
    wrong = PHI(POSITIVE / 2 - order / POSITIVE) - exp(2 * order) * PHI(
        -POSITIVE / 2 - order / POSITIVE
    )
    refused(statement(variables, [low <= POSITIVE], wrong >= substitute(wrong, {"x": low})), tree)


TAIL = exp(-1 / (2 * x**2)) / 2 - PHI(-1 / x)
# In x = 1/u the tail bound rises from its limit 0, as far as x = 5/4.
RISING_TAIL = monotone("0", "limit", above="sign")


def test_the_tail_bound_by_its_limit_at_infinity():
    near = Real("x", "(0,5/4]")
    check_scalar(statement([near], [], TAIL >= 0), [RISING_TAIL])
    for change in (rational(-1, 1000), -x):
        refused(statement([near], [], TAIL + change >= 0), RISING_TAIL)
    refused(statement([near], [], -TAIL >= 0), RISING_TAIL)
    refused(statement([near], [], exp(-1 / (2 * x**2)) / 3 - PHI(-1 / x) >= 0), RISING_TAIL)
    refused(statement([Real("x", ">0")], [], TAIL >= 0), RISING_TAIL)
    refused(statement([near], [], TAIL >= 0), monotone("0", above="sign"))


@pytest.mark.parametrize(
    ("then", "tree"),
    [
        # Wrong slopes: Φ rises, and by no more than 2/5.
        (PHI(x) <= rational(1, 2), monotone("0", {"rule": "zero"}, above="ball")),
        (PHI(x) - rational(1, 2) - 2 * x / 5 >= 0, monotone("0", {"rule": "zero"}, above="ball")),
        (rational(1, 2) + 39 * x / 100 - PHI(x) >= 0, monotone("0", {"rule": "zero"},
                                                               above="ball")),
        # Wrong values and limits.
        (PHI(x) >= rational(51, 100), monotone("0", above="ball")),
        (PHI(1 / x) >= 1, "ball"), (1 - PHI(x) > rational(1, 2), "ball"),
        (PHI(-1 / x) >= rational(1, 10**6), monotone("0", "limit", above="sign")),
        (PHI(-1 / x) <= 0, "ball"), (PHI(x) >= rational(1, 2), {"rule": "zero"}),
        (PHI(x) + PHI(-x) >= rational(1000001, 1000000), {"rule": "zero"}),
        (PHI(-x) - PHI(x) >= 0, {"rule": "zero"}),
        (pi() >= rational(314159266, 10**8), "ball"), (pi() <= rational(314159265, 10**8), "ball"),
    ],
    ids=str,
)
def test_false_bounds_of_the_normal_distribution_function_are_refused(then, tree):
    refused(statement([NEAR], [], then), tree)


def test_true_bounds_of_the_normal_distribution_function_pass():
    for then, tree in (
        (PHI(x) >= rational(1, 2), "ball"), (PHI(x) < 1, "ball"), (PHI(-1 / x) > 0, "ball"),
        (PHI(x) + PHI(-x) >= 1, {"rule": "zero"}), (PHI(x) + PHI(-x) <= 1, {"rule": "zero"}),
        (rational(1, 2) + 2 * x / 5 - PHI(x) >= 0, monotone("0", {"rule": "zero"}, above="ball")),
        (1 - PHI(1 / x) >= 0, monotone("0", "limit", above="sign")),
        (pi() >= rational(314159265, 10**8), "ball"), (pi() <= rational(314159266, 10**8), "ball"),
    ):
        check_scalar(statement([NEAR], [], then), [tree])


def test_a_variable_may_be_called_pi():
    called = Real("pi", "[0,1]")
    claim = statement([called], [], called * (1 - called) <= rational(1, 4))
    square = [["pow", ["sub", ["pi"], "1/2"], "2"]]
    check_scalar(claim, [{"rule": "product", "factors": square, "parts": ["even"]}])
    refused(claim, {"rule": "product", "factors": [["pow", ["sub", "pi", "1/2"], "2"]],
                    "parts": ["even"]})


# --- normal forms ---------------------------------------------------------------------------------


def test_equal_terms_have_one_normal_form():
    form = Normaliser([]).poly
    for left, right in (
        (PHI(-x), 1 - PHI(x)), (PHI(x - x), rational(1, 2)), (PHI(x + y), PHI(y + x)),
        (PHI(y - x) + PHI(x - y), rational(1)), (PHI((x + 1) ** 2), PHI(x**2 + 2 * x + 1)),
    ):
        assert form(left) == form(right), (left, right)
    for left, right in (
        (PHI(-x), PHI(x)), (PHI(x), PHI(y)), (PHI(x), rational(1, 2)), (PHI(-x), -PHI(x)),
        (PHI(x) + PHI(y), rational(1)), (PHI(2 * x), 2 * PHI(x)), (PHI(x + y), PHI(x - y)),
    ):
        assert form(left) != form(right), (left, right)


def test_a_value_lies_between_0_and_1():
    normaliser = Normaliser([])
    assert normaliser.sign_of(PHI(x)) == 1
    assert normaliser.sign_of(1 - PHI(x)) == 1
    assert normaliser.sign_of(PHI(-x * y)) == 1
    for term in (PHI(x) - rational(1, 2), 2 * PHI(x) - 1, PHI(x) - PHI(y), PHI(x) - PHI(x - 1)):
        assert normaliser.sign_of(term) is None, term


@pytest.mark.parametrize("inner", [1 / x, log(x), sqrt(x), INFINITY, -INFINITY], ids=str)
def test_only_real_numbers_have_a_value(inner):
    with pytest.raises(NotReal):
        Normaliser([]).poly(PHI(inner))


def test_the_divergence_of_two_laws_is_at_least_0_where_it_is_real():
    normaliser = Normaliser([])
    laws = gaussian(x, Real("v", ">0")), gaussian(y, Real("w", ">0"))
    assert normaliser.sign_of(hockey_stick(*laws, x)) == 0
    # It is a probability at most. It may be 1 of uniform laws, so that the record doesn't say less.
    assert normaliser.sign_of(1 - hockey_stick(*laws, x)) == 0
    assert normaliser.sign_of(rational(1, 2) - hockey_stick(*laws, x)) is None
    for other, level in ((gaussian(x, Real("u")), x), (laws[1], log(x)), (laws[1], INFINITY)):
        with pytest.raises(NotReal):
            normaliser.poly(hockey_stick(laws[0], other, level))


# --- definitions ----------------------------------------------------------------------------------

DEFINED = known_statements()
weights, mean, other, variance, order = (
    Pmf("W", 2), Real("r"), Real("s"), Real("v", ">0"), Real("eps", ">=0")
)
first, second, third = gaussian(mean, variance), gaussian(other, variance), Real("w", ">0")
apart = (other - mean) / sqrt(variance)
size = Size("n")
input_law, inputs, place = Pmf("P", size), Reals("x", size), Symbol("k", size)
alone, spreads = gaussian(inputs[place], variance), reals_table(size, lambda _: variance)
mixed = gaussian_mixture(input_law, inputs, spreads)
others = gaussian_mixture(
    pmf_table(size, lambda i: cases(equals(i, 0), 1, 0)), inputs, spreads
)
WRONG = {
    # The deviation in the place of the variance, and the other tail.
    "gaussian-below": [
        equals(law_cells(first, Real("t"))[0], PHI((Real("t") - mean) / variance)),
        equals(law_cells(first, Real("t"))[0], PHI((mean - Real("t")) / sqrt(variance))),
        equals(law_cells(first, Real("t"))[1], PHI((Real("t") - mean) / sqrt(variance))),
    ],
    # The order on the wrong side, and no factor e^ε.
    "gaussian-hockey-stick": [
        equals(hockey_stick(first, second, order),
               PHI(apart / 2 + order / apart) - exp(order) * PHI(-apart / 2 + order / apart)),
        equals(hockey_stick(first, second, order),
               PHI(apart / 2 - order / apart) - PHI(-apart / 2 - order / apart)),
        equals(hockey_stick(first, second, order),
               PHI(apart - order / apart) - exp(order) * PHI(-apart - order / apart)),
    ],
    "gaussian-hockey-stick-reflected": [
        equals(hockey_stick(first, second, order), 0),
        equals(hockey_stick(first, gaussian(other, 2 * variance), order),
               hockey_stick(gaussian(other, 2 * variance), first, order)),
    ],
    "gaussian-hockey-stick-alone": [equals(hockey_stick(first, first, order - 1), 0)],
    # The other weight, and the order as it is, or divided by the weight.
    "gaussian-hockey-stick-mixture": [
        equals(hockey_stick(law_mixture(weights, first, gaussian(other, third)),
                            gaussian(other, third), order),
               weights[0] * hockey_stick(first, gaussian(other, third), level))
        for level in (order, order / weights[0], log(1 + (exp(order) - 1) / (1 + weights[1])))
    ],
    # The whole weight on the first symbol, whichever it is of, and the two laws exchanged.
    "gaussian-in-mixture": [
        equals(hockey_stick(mixed, alone, order), hockey_stick(mixed, others, order)),
        equals(hockey_stick(mixed, alone, order), hockey_stick(alone, mixed, order)),
    ],
}


@pytest.mark.parametrize(
    ("name", "place"), [(name, place) for name, made in WRONG.items() for place in range(len(made))]
)
def test_a_changed_definition_is_refuted(name, place):
    statement_ = DEFINED["background/" + name]
    changed = WRONG[name][place]
    assert isinstance(changed, Relation)
    assert changed != statement_.then
    assert attacked(Statement(statement_.variables, statement_.given, changed)) == "refuted"
