"""Scalar certificates: ranges hold values, normal forms hold, limits are right, and every
tampering is refused."""

import copy
import random

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.kernel.germs import limit_sign
from verified.kernel.quotients import Quotients
from verified.kernel.ranges import (
    INFINITY,
    Interval,
    NotDefined,
    Program,
    _ordered,
    interval_of,
)
from verified.kernel.scalar import check_scalar
from verified.kernel.scalar_goals import term_data
from verified.kernel.values import Rejected
from verified.language import (
    absolute,
    binary_entropy,
    binary_entropy_inverse,
    exp,
    log,
    maximum,
    minimum,
    normal_cdf,
    pi,
    sqrt,
)
from verified.numbers.balls import precision
from verified.syntax.claims import build_statement
from verified.syntax.formulas import substitute
from verified.syntax.sorts import RealSort
from verified.syntax.terms import Number, Real, Size, rational

h = binary_entropy
x, y = Real("x"), Real("y")
BOTH_SIGNS = ("+", "-", "*", "/", "min", "max")


# --- ranges ---------------------------------------------------------------------------------------


def test_powers_and_roots_are_of_what_they_may_be():
    two = Interval(arb(2), arb(2))
    assert Program(x ** Number(fmpq(10_000))).run({"x": two}).low > 0
    for power in (10_001, -10_001):
        with pytest.raises(Rejected, match="is beyond 10000"):
            Program(x ** Number(fmpq(power))).run({"x": two})
    with pytest.raises(NotDefined, match="square root"):
        Program(sqrt(x)).run({"x": Interval(arb(-1), arb(1))})


def test_an_end_that_is_nowhere_tells_nothing():
    nowhere = arb("nan")
    assert _ordered(nowhere, arb(1), False, False) == (-INFINITY, arb(1), True, False)
    assert _ordered(arb(0), nowhere, False, False) == (arb(0), INFINITY, False, True)


def build(rng, depth):
    if depth == 0:
        return rng.choice([x, y, rational(rng.randint(-3, 3), rng.randint(1, 4))])
    a = build(rng, depth - 1)
    match rng.randrange(12):
        case 0:
            return a + build(rng, depth - 1)
        case 1:
            return a - build(rng, depth - 1)
        case 2:
            return a * build(rng, depth - 1)
        case 3:
            return a / build(rng, depth - 1)
        case 4:
            return a ** rng.choice([-3, -2, -1, 0, 1, 2, 3])
        case 5:
            return exp(a)
        case 6:
            return log(a)
        case 7:
            return sqrt(a)
        case 8:
            return absolute(a)
        case 9:
            return minimum(a, build(rng, depth - 1))
        case 10:
            return maximum(a, build(rng, depth - 1))
        case _:
            return rng.choice([h, h, normal_cdf, normal_cdf, binary_entropy_inverse])(a)


ENDS = [fmpq(-2), fmpq(-1, 3), fmpq(0), fmpq(1, 7), fmpq(1, 2), fmpq(1), fmpq(5, 2), None]


def draw_domain(rng):
    low, high = rng.choice(ENDS), rng.choice(ENDS)
    if low is not None and high is not None and low >= high:
        low, high = (high, low) if low > high else (low, high + 1)
    return RealSort(low, high, rng.random() < 0.5, rng.random() < 0.5)


def draw_point(rng, domain):
    low = domain.low if domain.low is not None else (domain.high or fmpq(0)) - 5
    high = domain.high if domain.high is not None else low + 10
    share = rng.choice([fmpq(0), fmpq(1), fmpq(1, 2), fmpq(1, 999), fmpq(rng.randint(1, 99), 100)])
    point = low + share * (high - low)
    return point if domain.contains(point) else (low + high) / 2


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9))
def test_a_range_holds_the_value_at_every_point(seed):
    rng = random.Random(seed)
    term = build(rng, 3)
    box = {"x": draw_domain(rng), "y": draw_domain(rng)}
    try:
        found = Program(term).run({name: interval_of(domain) for name, domain in box.items()})
    except (NotDefined, Rejected):
        return
    for _ in range(5):
        points = {name: draw_point(rng, domain) for name, domain in box.items()}
        with precision(256):
            # Where the box has a range, each of its points must have a value.
            value = Program(term).run(
                {n: Interval(arb(p).lower(), arb(p).upper()) for n, p in points.items()}
            )
        assert value.high >= found.low
        assert value.low <= found.high
        if found.low_open:
            assert value.high > found.low
        if found.high_open:
            assert value.low < found.high


def run(term, **domains):
    return Program(term).run({n: interval_of(Real(n, d).of) for n, d in domains.items()})


def test_open_ends_are_kept():
    assert run(exp(x) - 1, x=">0") == Interval(arb(0), INFINITY, True, True)
    assert run(x * x, x="[-1,2)") == Interval(arb(-2), arb(4), True, True)
    assert run(x**2, x="[-1,2)") == Interval(arb(0), arb(4), False, True)
    assert run(x * y, x="[-1,1]", y="(-1,1]") == Interval(arb(-1), arb(1))
    assert run(x * y, x="[0,1)", y=">1") == Interval(arb(0), INFINITY, False, True)


@pytest.mark.parametrize(
    ("term", "domain"),
    [
        (normal_cdf(1 / x), ">=0"), (normal_cdf(log(x)), ">=0"),
        (1 / x, ">=0"), (1 / x, "[-1,1]"), (log(x), ">=0"), (log(x), "[-1,1]"), (sqrt(x), "[-1,1]"),
        (h(x), "[0,2]"), (h(x), "[-1,1]"), (binary_entropy_inverse(x), "[0,1]"), (x / x, ">=0"),
        (x ** (-1), "[0,1]"), (x ** rational(1, 2), "[0,1]"), (x**x, ">=0"),
    ],
    ids=str,
)
def test_what_may_be_undefined_has_no_range(term, domain):
    with pytest.raises(NotDefined):
        run(term, x=domain)


# --- normal forms ---------------------------------------------------------------------------------


def algebra(**domains):
    return Quotients({n: interval_of(Real(n, d).of) for n, d in domains.items()})


def test_identities_hold_where_their_signs_are_known():
    inside = algebra(x="(0,1)", y=">0")
    for left, right in (
        (h(x / (x + 1)), log(1 + x) - x / (x + 1) * log(x)), (log(x * y), log(x) + log(y)),
        (exp(x / 2) * exp(y / 3), exp(x / 2 + y / 3)), (exp(2 * log(y)), y * y), (log(exp(x)), x),
        (h(x), h(1 - x)), (log(rational(4)), 2 * log(rational(2))), (absolute(x - 1), 1 - x),
        (sqrt(x) ** 2, x), (maximum(x, 2 + y), 2 + y), (minimum(x, 2 + y), x),
        (normal_cdf(-x), 1 - normal_cdf(x)), (normal_cdf(x - x), rational(1, 2)),
        (normal_cdf(y - x) + normal_cdf(x - y), x / x),
        (exp(x) * exp(-((x / y + y) ** 2) / 2), exp(-((x / y - y) ** 2) / 2 - x)),
        (exp(2 * x / y), exp(x / y) ** 2), (exp((x + y) / (x * y)), exp(1 / x) * exp(1 / y)),
    ):
        assert inside.same(left, right), (left, right)
    anywhere = algebra(x="", y="")
    for left, right in (
        (log(x * y), log(x) + log(y)), (absolute(x), x), (log(x * x), 2 * log(x)),
        (h(x), h(x + 1)), (exp(x), exp(y)), (maximum(x, y), x), (x, x + rational(1, 10**20)),
        (sqrt(x**2), x), (normal_cdf(x), normal_cdf(y)), (normal_cdf(-x), normal_cdf(x)),
        (normal_cdf(x), rational(1, 2)), (normal_cdf(-x), -normal_cdf(x)),
        (exp(x / y), exp(y / x)), (exp(1 / x), exp(-1 / x)), (pi(), rational(22, 7)),
        (exp((x + y) / (x - y)), exp(x / (x - y))),
    ):
        assert not anywhere.same(left, right), (left, right)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**9))
def test_a_normal_form_has_the_value_of_its_term(seed):
    rng = random.Random(seed)
    term = build(rng, 3)
    box = {"x": draw_domain(rng), "y": draw_domain(rng)}
    ranges = {name: interval_of(domain) for name, domain in box.items()}
    try:
        quotients = Quotients(ranges)
        ((top, bottom),) = quotients.form(term)
    except Rejected:
        return
    written = quotients.term(top, bottom)
    sign = quotients.quotient_sign(top, bottom)
    for _ in range(4):
        points = {name: draw_point(rng, domain) for name, domain in box.items()}
        with precision(256):
            place = {n: Interval(arb(p).lower(), arb(p).upper()) for n, p in points.items()}
            try:
                one, two = Program(term).run(place), Program(written).run(place)
            except NotDefined:
                continue
        assert one.low <= two.high
        assert two.low <= one.high
        assert sign is None or (one.high > 0 if sign > 0 else one.low < 0)


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "at", "side", "sign"),
    [
        (x / (exp(x) - 1) - 1, 0, 1, 0), (x / (exp(x) - 1) - 2, 0, 1, -1), (x * log(x), 0, 1, 0),
        ((exp(x) - 1 - x) / x**2 - rational(1, 2), 0, 1, 0), (log(x) / (x - 1), 1, 1, 1),
        (log(x) / (x - 1) - 1, 1, -1, 0), (h(x), 0, 1, 0), (h(x), 1, -1, 0),
        (h(x) - log(rational(2)), rational(1, 2).value, 1, 0),
        (log(rational(3)) - log(rational(2)) + x, 0, 1, 1), (exp(2 * log(x)) - 1, 0, 1, -1),
        (log(2 * x) - log(x) - log(rational(2)), 0, 1, 0),
        (exp(-1 / x), 0, 1, 0), (exp(1 / x), 0, -1, 0), (1 - exp(-1 / x) / x**3, 0, 1, 1),
        (exp(x - 1 / x**2) / x**5, 0, -1, 0), (normal_cdf(x), 0, 1, 1),
        (normal_cdf(x) - rational(1, 2), 0, -1, 0), (normal_cdf(1 / x) - 1, 0, 1, 0),
        (normal_cdf(1 / x), 0, -1, 0), (normal_cdf(x - 1 / x) - rational(1, 2), 0, 1, -1),
        (normal_cdf(1 / x - 1 / x**2) / x**4, 0, 1, 0),
    ],
    ids=str,
)
def test_limits(term, at, side, sign):
    assert limit_sign(term, "x", fmpq(at), side) == sign


@pytest.mark.parametrize(
    "term",
    [log(x), 1 / x, exp(1 / x), absolute(x), sqrt(x), exp(x + 1), 1 / log(x), (x - x) / (x - x),
     1 / x - 1 / x**2, log(-x), exp(-log(x) / x), exp(-(x - x) / x**13), normal_cdf(x + 1),
     normal_cdf(log(x)), (normal_cdf(x) - rational(1, 2)) / x, exp(1 / x) * exp(-1 / x),
     exp(-1 / x) / x**13, 1 / normal_cdf(-1 / x)],
    ids=str,
)
def test_a_limit_that_the_expansion_does_not_tell_is_refused(term):
    with pytest.raises(Rejected):
        limit_sign(term, "x", fmpq(0), 1)


# --- certificates ---------------------------------------------------------------------------------


def statement(variables, given, then):
    """A statement; `x` and `y` stand for the variables of these names, whatever their domain."""
    values = {var.name: var for var in variables}
    return build_statement("case", variables, given, substitute(then, values))


def refused(claim, tree, match="."):
    with pytest.raises(Rejected, match=match):
        check_scalar(claim, [tree])


POSITIVE = Real("x", ">0")
LOG = statement([POSITIVE], [], log(POSITIVE) <= POSITIVE - 1)
LOG_TREE = {
    "rule": "monotone", "variable": "x", "anchor": "1", "strict": "", "base": "ball",
    "above": {"rule": "product", "factors": [["sub", ["x"], "1"], ["div", "1", ["x"]]],
              "parts": ["ball", "ball"]},
    "below": {"rule": "product", "factors": [["sub", "1", ["x"]], ["div", "1", ["x"]]],
              "parts": ["ball", "ball"]},
}


def test_an_honest_certificate_passes():
    check_scalar(LOG, [LOG_TREE])


def changed(path, value):
    tree = copy.deepcopy(LOG_TREE)
    part = tree
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return tree


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("anchor",), "2"), (("anchor",), "0"), (("anchor",), "-1"), (("anchor",), ["x"]),
        (("anchor",), ["z"]), (("variable",), "z"), (("above",), None), (("below",), None),
        (("base",), "limit"), (("base",), "even"), (("below", "parts", 0), "even"),
        (("above", "factors", 0), ["sub", "1", ["x"]]), (("above", "factors", 1), ["x"]),
        (("above", "parts"), ["ball"]), (("above", "factors"), []), (("rule",), "axiom"),
        (("above", "factors", 0), ["log", ["x"]]), (("above", "parts", 0), {"rule": "zero"}),
        (("above", "factors", 1), ["add", "1"]), (("anchor",), "1/0"), (("anchor",), 1),
        (("above", "parts", 1), 7), (("above", "parts", 1), None),
    ],
    ids=str,
)
def test_a_tampered_certificate_is_refused(path, value):
    refused(LOG, changed(path, value))


def test_a_certificate_of_another_goal_is_refused():
    refused(statement([POSITIVE], [], log(POSITIVE) <= POSITIVE - 2), LOG_TREE)
    refused(statement([POSITIVE], [], log(POSITIVE) < POSITIVE - 1), LOG_TREE)
    refused(statement([POSITIVE], [], log(POSITIVE) >= POSITIVE - 1), LOG_TREE)
    closed = Real("x", ">=0")
    refused(statement([closed], [], log(closed) <= closed - 1), LOG_TREE)


UNIT = Real("x", "[0,1]")


def split(at, closed="left", left="ball", right="ball"):
    return {"rule": "split", "variable": "x", "at": at, "closed": closed, "left": left,
            "right": right}


def test_splits_cover_the_box():
    claim = statement([UNIT], [], rational(2, 5) >= UNIT * (1 - UNIT))
    check_scalar(claim, [split("1/2", left=split("1/4"), right=split("3/4"))])
    refused(claim, split("1/2", left=split("1/4"), right=None))
    refused(claim, split("2", left=split("1/4"), right=split("3/4")), "outside")
    refused(claim, split("1/2", closed="", left=split("1/4"), right=split("3/4")), "neither side")
    refused(claim, {**split("1/2", left=split("1/4"), right=split("3/4")), "variable": "y"})
    low = split("1/2", left=split("1/4"))
    del low["right"]
    refused(claim, low, "malformed")


def test_a_split_point_belongs_to_a_side():
    claim = statement([UNIT], [], (UNIT - rational(1, 2)) ** 2 > 0)
    refused(claim, split("1/2", "left"))
    refused(claim, split("1/2", "right"))


def test_whole_numbers_may_skip_what_lies_between():
    m = Size("m", 1)
    claim = statement([m], [], (m - rational(3, 2)) ** 2 >= rational(1, 4))
    tree = {**split("1"), "variable": "m"}
    check_scalar(claim, [tree])
    refused(claim, {**tree, "at": "3/2"}, "whole")
    refused(claim, {**tree, "closed": "right"}, "whole")
    real = Real("m", ">=1")
    refused(statement([real], [], (real - rational(3, 2)) ** 2 >= rational(1, 4)), tree)


def test_no_whole_number_is_skipped():
    m = Size("m", 1)
    tree = {**split("1"), "variable": "m"}
    refused(statement([m], [], (m - 2) ** 2 >= 1), tree)
    refused(statement([m], [], (m - 3) ** 2 >= 1), {**tree, "at": "2"})


def test_a_derivative_runs_through_all_reals():
    """(m − 1)(m − 3) is −1 at 2, though its derivative is at least 0 at 2, 3, …"""
    m = Size("m", 1)
    tree = {"rule": "monotone", "variable": "m", "anchor": "1", "strict": "", "base": "ball",
            "above": {**split("1"), "variable": "m"}}
    refused(statement([m], [], (m - 1) * (m - 3) >= 0), tree)


def test_a_derivative_says_nothing_across_a_pole():
    claim = statement([Real("x", "[-1,1]")], [], -1 / x <= 2)
    tree = {"rule": "monotone", "variable": "x", "anchor": "-1", "strict": "", "base": "ball",
            "above": "sign"}
    refused(claim, tree)
    gap = Real("x", ">1")
    beyond = statement([gap], [], -1 / gap <= 2)
    refused(beyond, {**tree, "above": "ball"}, "divisor")


def test_a_kinked_term_has_no_derivative():
    claim = statement([Real("x", "[-1,1]")], [], absolute(x) >= 0)
    refused(claim, {"rule": "monotone", "variable": "x", "anchor": "0", "strict": "",
                    "base": "ball", "above": "ball", "below": "ball"}, "differentiated")


def test_hypotheses_that_do_not_pass_to_a_segment_are_not_used():
    """x³ − x is at least 0 for x ≥ 1; from the anchor 0 the hypothesis x ≥ 1 is lost."""
    far = Real("x", ">=0")
    claim = statement([far], [far >= 1], far**3 - far >= 0)
    tree = {"rule": "monotone", "variable": "x", "anchor": "0", "strict": "", "base": "ball",
            "above": "ball"}
    refused(claim, tree)
    refused(claim, {**tree, "above": {"rule": "outside", "given": 0}})
    refused(claim, {**tree, "above": {"rule": "narrow", "given": 0, "part": "ball"}})
    check_scalar(claim, [{"rule": "narrow", "given": 0, "part": {
        **tree, "anchor": "1", "above": {
            "rule": "product", "factors": [term_data(3 * x**2 - 1)], "parts": ["sign"]}}}])


def test_a_hypothesis_with_a_vanishing_coefficient_stays_weak():
    """y + (x − x) ≥ 0 mentions x, but isn't strict inside a segment of x."""
    one, two = Real("x", "[0,1]"), Real("y", "")
    claim = statement([one, two], [two + (one - one) >= 0], one * two + one > -1)
    tree = {"rule": "monotone", "variable": "x", "anchor": "0", "strict": "base", "base": "ball",
            "above": "sign"}
    refused(claim, tree)


def test_outside_needs_a_contradiction():
    claim = statement([UNIT], [UNIT * UNIT >= 2], UNIT <= -1)
    check_scalar(claim, [{"rule": "outside", "given": 0}])
    for place in (1, -1, True, "0"):
        refused(claim, {"rule": "outside", "given": place}, "hypothesis")
    touching = statement([UNIT], [UNIT >= 1], UNIT <= 0)
    refused(touching, {"rule": "outside", "given": 0}, "may meet")
    strict = statement([UNIT], [UNIT > 1], UNIT <= 0)
    check_scalar(strict, [{"rule": "outside", "given": 0}])


def test_have_needs_a_positive_multiple():
    one, two = Real("x", "[0,1]"), Real("y", "[0,1]")
    claim = statement([one, two], [2 * two <= 2 * one], two <= one)
    tree = {"rule": "have", "given": 0, "relation": ["<=", ["y"], ["x"]], "part": "sign"}
    refused(claim, tree)  # y ≤ x is known, but x − y > 0 isn't.
    narrow = {**tree, "part": {"rule": "monotone", "variable": "x", "anchor": ["y"], "strict": "",
                               "base": {"rule": "zero"}, "above": "ball"}}
    check_scalar(claim, [narrow])
    refused(claim, {**narrow, "relation": ["<=", ["x"], ["y"]]}, "follow")
    refused(claim, {**narrow, "relation": ["<", ["y"], ["x"]]}, "strict")
    refused(claim, {**narrow, "relation": ["=", ["y"], ["x"]]}, "rewritten")
    refused(claim, {**narrow, "relation": ["<=", "0", "0"]}, "follow")
    refused(claim, {**narrow, "relation": ["<=", ["x"], ["x"]]}, "follow")


def test_fix_needs_a_single_value():
    claim = statement([UNIT], [], UNIT <= 1)
    refused(claim, {"rule": "fix", "variable": "x", "part": "ball"}, "more than one value")


def test_zero_is_no_strict_positivity_and_must_be_defined():
    claim = statement([UNIT], [], UNIT - UNIT >= 0)
    check_scalar(claim, [{"rule": "zero"}])
    refused(statement([UNIT], [], UNIT - UNIT > 0), {"rule": "zero"}, "identically")
    refused(statement([UNIT], [], UNIT / UNIT >= 1), {"rule": "zero"})
    refused(statement([UNIT], [], log(UNIT) - log(UNIT) >= 0), {"rule": "zero"})


def test_even_powers():
    claim = statement([x], [], x * x - 2 * x + 1 >= 0)
    square = ["pow", ["sub", ["x"], "1"], "2"]
    check_scalar(claim, [{"rule": "product", "factors": [square], "parts": ["even"]}])
    refused(claim, {"rule": "product", "factors": [["pow", ["sub", ["x"], "2"], "2"]],
                    "parts": ["even"]}, "product")
    cube = statement([x], [], (x - 1) ** 3 >= 0)
    refused(cube, {"rule": "product", "factors": [["pow", ["sub", ["x"], "1"], "3"]],
                   "parts": ["even"]}, "even")
    strict = statement([x], [], x * x - 2 * x + 1 > 0)
    refused(strict, {"rule": "product", "factors": [square], "parts": ["even"]})


def test_substitution_must_be_onto():
    claim = statement([x], [], x + 1 >= 0)
    tree = {"rule": "substitute", "variable": "x", "new": "t", "by": ["exp", ["t"]],
            "inverse": ["log", ["x"]], "part": "ball"}
    refused(claim, tree)  # x may be negative: no t has e^t = x.
    check_scalar(statement([POSITIVE], [], POSITIVE + 1 >= 0), [tree])
    above = statement([POSITIVE], [], POSITIVE + 1 >= 0)
    refused(above, {**tree, "inverse": ["x"]}, "undone")
    refused(above, {**tree, "new": "x"}, "new name")
    refused(above, {**tree, "by": ["mul", ["x"], ["t"]]})
    square = {**tree, "by": ["pow", ["t"], "2"], "inverse": ["sqrt", ["x"]]}
    refused(claim, square)


def test_concavity_needs_both_ends_and_the_bend():
    claim = statement([UNIT], [], h(UNIT) >= 0)
    tree = {"rule": "concave", "variable": "x", "low": "0", "high": "1", "at_low": "ball",
            "at_high": "ball", "second": "sign"}
    check_scalar(claim, [tree])
    refused(claim, {**tree, "high": "1/2"}, "leave")
    refused(claim, {**tree, "low": "1/2"}, "leave")
    refused(claim, {**tree, "high": ["x"]}, "moves")
    refused(statement([UNIT], [], h(UNIT) > 0), tree)
    refused(statement([UNIT], [], -h(UNIT) >= 0), tree)


def test_logarithm():
    claim = statement([POSITIVE], [], log(POSITIVE + 1) - log(POSITIVE) >= 0)
    ratio = term_data((x + 1) / x)
    tree = {"rule": "logarithm", "of": ratio, "part": {
        "rule": "product", "factors": [term_data(1 / x)], "parts": ["ball"]}}
    check_scalar(claim, [tree])
    refused(claim, {**tree, "of": term_data(x / (x + 1))}, "isn't the logarithm")
    refused(claim, {**tree, "of": term_data(x - 1)})


def test_cases_and_each():
    claim = statement([Real("x", "[-1,1]")], [], absolute(x) + x >= 0)
    part = term_data(absolute(x))
    double, zero = {"rule": "product", "factors": ["2", ["x"]]}, {"rule": "zero"}
    narrowed = {"rule": "narrow", "given": 0, "part": {**double, "parts": ["ball", "ball"]}}
    tree = {"rule": "cases", "of": part, "first": narrowed, "second": zero}
    check_scalar(claim, [tree])
    refused(claim, {**tree, "rule": "each"})
    refused(claim, {**tree, "first": zero, "second": narrowed})
    refused(claim, {**tree, "of": ["x"]}, "two cases")


def test_a_limit_is_no_value():
    closed = Real("x", ">=0")
    ratio = (exp(x) - 1) / x
    tree = {"rule": "monotone", "variable": "x", "anchor": "0", "strict": "", "base": "limit",
            "above": "sign"}
    refused(statement([closed], [], (exp(closed) - 1) / closed >= 1), tree)
    refused(statement([POSITIVE], [], ratio <= 1), tree)
    flat = {**tree, "above": {"rule": "zero"}}
    check_scalar(statement([POSITIVE], [], x / x >= 1), [flat])
    refused(statement([closed], [], x / x >= 1), flat, "limit")
    two = statement([POSITIVE, y], [], ratio + 0 * y >= 1)
    refused(two, tree, "one variable")


def test_deep_and_hostile_certificates_are_refused():
    tree = "ball"
    for _ in range(5000):
        tree = {"rule": "sum", "terms": [["x"]], "parts": [tree]}
    with pytest.raises(Rejected):
        check_scalar(statement([x], [], x >= 0), [tree])
    term = ["x"]
    for _ in range(5000):
        term = ["neg", term]
    refused(statement([x], [], x >= 0), {"rule": "sum", "terms": [term], "parts": ["ball"]})
    for junk in ([], {}, "proved", 3, None, True, {"rule": []}, {"rule": "sum", "terms": [],
                                                                 "parts": []}):
        refused(statement([x], [], x * x >= 0), junk)
    for junk in ({}, "ball", None, [], ["ball", "ball"]):
        with pytest.raises(Rejected):
            check_scalar(statement([x], [], x * x >= 0), junk)


def test_only_universal_statements_of_scalars():
    exists = build_statement("some", [UNIT], [], UNIT <= 1, "exists")
    refused(exists, "ball", "all values")
    infinite = statement([UNIT], [], Number(None) >= UNIT)
    refused(infinite, "ball", "no scalar")


@pytest.mark.parametrize("tree", [
    {"rule": "sum", "terms": [["x"]], "parts": ["ball"]},
    {"rule": "product", "factors": [["x"], "1"], "parts": ["ball", "ball"]},
    {"rule": "monotone", "variable": "x", "anchor": "0", "strict": "", "base": "ball",
     "above": "ball"},
    {"rule": "monotone", "variable": "x", "anchor": "0", "strict": "base", "base": "ball",
     "above": "ball"},
    {"rule": "concave", "variable": "x", "low": "0", "high": "1", "at_low": "ball",
     "at_high": "ball", "second": {"rule": "zero"}},
    {"rule": "split", "variable": "x", "at": "1/2", "closed": "left", "left": "ball",
     "right": "ball"},
])
def test_what_may_be_0_is_not_positive(tree):
    check_scalar(statement([UNIT], [], UNIT >= 0), [tree])
    refused(statement([UNIT], [], UNIT > 0), tree)


def test_a_logarithm_that_may_be_0_is_not_positive():
    tree = {"rule": "logarithm", "of": ["add", "1", ["x"]], "part": "ball"}
    check_scalar(statement([UNIT], [], log(1 + UNIT) >= 0), [tree])
    refused(statement([UNIT], [], log(1 + UNIT) > 0), tree)


def test_a_limit_of_0_is_not_positive():
    tree = {"rule": "monotone", "variable": "x", "anchor": "0", "strict": "base", "base": "limit",
            "above": {"rule": "zero"}}
    check_scalar(statement([POSITIVE], [], POSITIVE - POSITIVE >= 0), [tree])
    refused(statement([POSITIVE], [], POSITIVE - POSITIVE > 0), tree)


def test_a_hypothesis_narrows_its_own_side_of_the_box():
    unit = UNIT
    half, tree = rational(1, 2), {"rule": "narrow", "given": 0, "part": "ball"}
    check_scalar(statement([unit], [unit <= half], half - unit >= 0), [tree])
    check_scalar(statement([unit], [half <= unit], unit - half >= 0), [tree])
    check_scalar(statement([unit], [unit < half], half - unit > 0), [tree])
    refused(statement([unit], [unit <= half], half - unit > 0), tree)
    refused(statement([unit], [half <= unit], half - unit >= 0), tree)
    refused(statement([unit], [unit <= half], unit - half >= 0), tree)
    # One of another form, or that isn't there, narrows nothing.
    refused(statement([unit], [2 * unit <= 1], half - unit >= 0), tree)
    refused(statement([unit], [unit <= half], half - unit >= 0), {**tree, "given": 1})
    # x <= T, for a T that is below what x reaches at some y only.
    other = Real("y", "[0,1]")
    refused(statement([unit, other], [unit <= other], half - unit >= 0), tree)
