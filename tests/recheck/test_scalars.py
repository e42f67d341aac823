"""The second checker on scalar certificates: ranges hold values, limits are right, and what is
tampered with at any kind of node is refused."""

import copy
import json
import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck.errors import Unknown
from recheck.learning import op
from recheck.trees import Canonical
from tests.recheck.room import (
    Rejected,
    Unsupported,
    calculus,
    meanings,
    polynomials,
    proofs,
    ranges,
    reals,
    scalar_goals,
    scalars,
    signatures,
    statements,
)
from verified.kernel.scalar import check_scalar
from verified.kernel.scalar_goals import term_data
from verified.kernel.values import Rejected as KernelRejected
from verified.language import absolute, binary_entropy, exp, log, minimum, normal_cdf, pi, sqrt
from verified.proof.evidence import STORE
from verified.syntax.claims import build_statement
from verified.syntax.formulas import Relation, substitute
from verified.syntax.serial import statement_data
from verified.syntax.terms import Number, Real, Size, rational

h = binary_entropy
x, y = Real("x"), Real("y")
POSITIVE, UNIT, BOTH = Real("x", ">0"), Real("x", "[0,1]"), Real("x", "[-1,1]")
m = Size("m", 1)


def claim(variables, then, *hypotheses):
    """A statement; `x` and `y` stand for the variables of these names, whatever their domain."""
    values = {var.name: var for var in variables}
    given = [substitute(part, values) for part in hypotheses]
    return build_statement("case", variables, given, substitute(then, values))


def opened(statement):
    return statements.opened_statement(json.loads(json.dumps(statement_data(statement))))


def accepted(statement, tree):
    """Whether the second checker accepts; what the kernel refuses it must refuse."""
    scalars.check(opened(statement), [tree])
    check_scalar(statement, [tree])


def refused(statement, tree):
    with pytest.raises(Rejected):
        scalars.check(opened(statement), [tree])
    with pytest.raises(KernelRejected):
        check_scalar(statement, [tree])


def product(factors, *parts):
    return {"rule": "product", "factors": factors, "parts": list(parts)}


def monotone(anchor, base="ball", **sides):
    return {"rule": "monotone", "variable": "x", "anchor": anchor, "strict": "", "base": base,
            **sides}


def split(at, closed="left", left="ball", right="ball", variable="x"):
    return {"rule": "split", "variable": variable, "at": at, "closed": closed, "left": left,
            "right": right}


QUARTERS = split("1/2", left=split("1/4"), right=split("3/4"))
HALF = rational(1, 2)
BELOW = claim([UNIT], rational(2, 5) >= x * (1 - x))
SQUARE = ["pow", ["sub", ["x"], "1"], "2"]
RISING = product([["sub", ["x"], "1"], ["div", "1", ["x"]]], "ball", "ball")
FALLING = product([["sub", "1", ["x"]], ["div", "1", ["x"]]], "ball", "ball")
TANGENT = monotone("1", above=RISING, below=FALLING)
LINE = claim([POSITIVE], log(x) <= x - 1)
CONCAVE = {"rule": "concave", "variable": "x", "low": "0", "high": "1", "at_low": "ball",
           "at_high": "ball", "second": "sign"}
ONTO = {"rule": "substitute", "variable": "x", "new": "t", "by": ["exp", ["t"]],
        "inverse": ["log", ["x"]], "part": "ball"}
RATIO = {"rule": "logarithm", "of": term_data((x + 1) / x),
         "part": product([term_data(1 / x)], "ball")}
DOUBLE = product(["2", ["x"]], "ball", "ball")
CASES = {"rule": "cases", "of": term_data(absolute(x)),
         "first": {"rule": "narrow", "given": 0, "part": DOUBLE}, "second": {"rule": "zero"}}
PAIR = [UNIT, Real("y", "[0,1]")]
HAVE = {"rule": "have", "given": 0, "relation": ["<=", ["y"], ["x"]],
        "part": monotone(["y"], {"rule": "zero"}, above="ball")}
FIXED = split("1", "right", right={"rule": "fix", "variable": "x", "part": {"rule": "zero"}})
LIMIT = monotone("0", "limit", above={"rule": "zero"})
WHOLE = (m - rational(3, 2)) ** 2 >= rational(1, 4)

ORDER, NEAR = Real("e", ">=0"), Real("a", ">0")
PHI = normal_cdf


def curve(place, factor=1):
    """The hockey-stick divergence of two normal laws at a distance."""
    return PHI(place / 2 - ORDER / place) - exp(factor * ORDER) * PHI(-place / 2 - ORDER / place)


RISES = {"rule": "monotone", "variable": "x", "anchor": ["a"], "strict": "",
         "base": {"rule": "zero"}, "above": "sign"}
TAIL = exp(-1 / (2 * x**2)) / 2 - PHI(-1 / x)
BY_LIMIT = monotone("0", "limit", above="sign")
CURVES = [POSITIVE, NEAR, ORDER]
SMALL = Real("x", "(0,5/4]")

HONEST = {
    "normal curve": (claim(CURVES, curve(x) >= curve(NEAR), x >= NEAR), RISES),
    "normal tail": (claim([SMALL], TAIL >= 0), BY_LIMIT),
    "normal range": (claim([UNIT], PHI(-x) + PHI(x) * PHI(x) > 0), "ball"),
    "normal symmetry": (claim([x], PHI(-x) + PHI(x) >= 1), {"rule": "zero"}),
    "normal slope": (claim([UNIT], HALF + 2 * x / 5 - PHI(x) >= 0),
                     monotone("0", {"rule": "zero"}, above="ball")),
    "pi": (claim([UNIT], x * pi() <= rational("3.15")), "ball"),
    "monotone": (LINE, TANGENT),
    "split": (BELOW, QUARTERS),
    "whole": (claim([m], WHOLE), split("1", variable="m")),
    "outside": (claim([UNIT], x <= -1, x * x >= 2), {"rule": "outside", "given": 0}),
    "outside, strict": (claim([UNIT], x <= 0, x > 1), {"rule": "outside", "given": 0}),
    "zero": (claim([UNIT], x - x >= 0), {"rule": "zero"}),
    "even": (claim([x], x * x - 2 * x + 1 >= 0), product([SQUARE], "even")),
    "sum": (claim([UNIT], x + x * x >= 0), {
        "rule": "sum", "terms": [["x"], ["mul", ["x"], ["x"]]], "parts": ["ball", "ball"]}),
    "concave": (claim([UNIT], h(x) >= 0), CONCAVE),
    "substitute": (claim([POSITIVE], x + 1 >= 0), ONTO),
    "logarithm": (claim([POSITIVE], log(x + 1) - log(x) >= 0), RATIO),
    "cases": (claim([BOTH], absolute(x) + x >= 0), CASES),
    "each": (claim([UNIT], minimum(x, x * x) >= 0), {
        "rule": "each", "of": term_data(minimum(x, x * x)), "first": "ball", "second": "ball"}),
    "have": (claim(PAIR, y <= x, 2 * y <= 2 * x), HAVE),
    "fix": (claim([UNIT], 1 - x * x >= 0), FIXED),
    "limit": (claim([POSITIVE], x / x >= 1), LIMIT),
}
TAMPERED = [
    # Trees: anchors, sides, leaves, factors.
    *((LINE, {**TANGENT, "anchor": anchor})
      for anchor in ("2", "0", "-1", ["x"], ["z"], "1/0", 1)),
    (LINE, {**TANGENT, "variable": "z"}), (LINE, {**TANGENT, "above": None}),
    (LINE, {**TANGENT, "below": None}), (LINE, {**TANGENT, "base": "even"}),
    (LINE, {**TANGENT, "base": "limit"}), (LINE, {**TANGENT, "above": FALLING}),
    (LINE, {**TANGENT, "rule": "axiom"}), (LINE, {**TANGENT, "above": {"rule": "zero"}}),
    (LINE, {**TANGENT, "above": product([["sub", ["x"], "1"], ["x"]], "ball", "ball")}),
    (LINE, {**TANGENT, "above": product([["sub", ["x"], "1"], ["div", "1", ["x"]]], "ball")}),
    # Other goals: a larger bound, a strict one, the other direction, another domain.
    (claim([POSITIVE], log(x) <= x - 2), TANGENT), (claim([POSITIVE], log(x) < x - 1), TANGENT),
    (claim([POSITIVE], log(x) >= x - 1), TANGENT),
    (claim([Real("x", ">=0")], log(x) <= x - 1), TANGENT),
    # Boxes: what a split leaves out, and where its point belongs.
    (BELOW, split("1/2", left=split("1/4"), right=None)),
    (BELOW, {**QUARTERS, "at": "2"}), (BELOW, {**QUARTERS, "closed": ""}),
    (BELOW, {**QUARTERS, "variable": "y"}),
    (claim([UNIT], (x - HALF) ** 2 > 0), split("1/2", "left")),
    (claim([UNIT], (x - HALF) ** 2 > 0), split("1/2", "right")),
    (claim([m], WHOLE), split("3/2", variable="m")),
    (claim([m], WHOLE), split("1", "right", variable="m")),
    (claim([Real("m", ">=1")], (Real("m") - rational(3, 2)) ** 2 >= rational(1, 4)),
     split("1", variable="m")),
    (claim([m], (m - 2) ** 2 >= 1), split("1", variable="m")),
    (claim([m], (m - 1) * (m - 3) >= 0), {
        **monotone("1", above=split("1", variable="m")), "variable": "m"}),
    # Poles, kinks, hypotheses that are lost on the way from an anchor.
    (claim([BOTH], -1 / x <= 2), monotone("-1", above="sign")),
    (claim([Real("x", ">1")], -1 / x <= 2), monotone("-1", above="ball")),
    (claim([BOTH], absolute(x) >= 0), monotone("0", above="ball", below="ball")),
    *((claim([Real("x", ">=0")], x**3 - x >= 0, x >= 1), monotone("0", above=above))
      for above in ("ball", {"rule": "outside", "given": 0},
                    {"rule": "narrow", "given": 0, "part": "ball"})),
    (claim([UNIT, Real("y", "")], x * y + x > -1, y + (x - x) >= 0),
     {**monotone("0", above="sign"), "strict": "base"}),
    # Hypotheses: places that don't exist, no contradiction, what doesn't follow.
    *((HONEST["outside"][0], {"rule": "outside", "given": place}) for place in (1, -1, True, "0")),
    (claim([UNIT], x <= 0, x >= 1), {"rule": "outside", "given": 0}),
    *((HONEST["have"][0], {**HAVE, "relation": relation}) for relation in (
        ["<=", ["x"], ["y"]], ["<", ["y"], ["x"]], ["=", ["y"], ["x"]], ["<=", "0", "0"],
        ["<=", ["x"], ["x"]], ["<=", ["mul", "2", ["y"]], ["x"]])),
    (claim([UNIT], x <= 1), {"rule": "fix", "variable": "x", "part": "ball"}),
    # Terms: not 0, undefined, no even power, not the sum, not the logarithm, no two cases.
    (claim([UNIT], x - x > 0), {"rule": "zero"}), (claim([UNIT], x / x >= 1), {"rule": "zero"}),
    (claim([UNIT], log(x) - log(x) >= 0), {"rule": "zero"}),
    (HONEST["even"][0], product([["pow", ["sub", ["x"], "2"], "2"]], "even")),
    (claim([x], (x - 1) ** 3 >= 0), product([["pow", ["sub", ["x"], "1"], "3"]], "even")),
    (claim([x], x * x - 2 * x + 1 > 0), product([SQUARE], "even")),
    (HONEST["sum"][0], {"rule": "sum", "terms": [["x"], ["x"]], "parts": ["ball", "ball"]}),
    (HONEST["sum"][0], {"rule": "sum", "terms": [], "parts": []}),
    (HONEST["logarithm"][0], {**RATIO, "of": term_data(x / (x + 1))}),
    (HONEST["logarithm"][0], {**RATIO, "of": term_data(x - 1)}),
    (HONEST["cases"][0], {**CASES, "rule": "each"}),
    (HONEST["cases"][0], {**CASES, "first": CASES["second"], "second": CASES["first"]}),
    (HONEST["cases"][0], {**CASES, "of": ["x"]}),
    # Bends, substitutions, limits.
    *((HONEST["concave"][0], {**CONCAVE, **ends})
      for ends in ({"high": "1/2"}, {"low": "1/2"}, {"high": ["x"]})),
    (claim([UNIT], h(x) > 0), CONCAVE), (claim([UNIT], -h(x) >= 0), CONCAVE),
    (claim([x], x + 1 >= 0), ONTO),
    (claim([x], x + 1 >= 0), {**ONTO, "by": ["pow", ["t"], "2"], "inverse": ["sqrt", ["x"]]}),
    *((HONEST["substitute"][0], {**ONTO, **part})
      for part in ({"inverse": ["x"]}, {"new": "x"}, {"by": ["mul", ["x"], ["t"]]})),
    (claim([Real("x", ">=0")], (exp(x) - 1) / x >= 1), monotone("0", "limit", above="sign")),
    (claim([POSITIVE], (exp(x) - 1) / x <= 1), monotone("0", "limit", above="sign")),
    (claim([Real("x", ">=0")], x / x >= 1), LIMIT),
    (claim([POSITIVE, y], (exp(x) - 1) / x + 0 * y >= 1), monotone("0", "limit", above="sign")),
    # The normal distribution function: wrong slopes, limits, symmetry, ranges.
    (claim(CURVES, curve(x) >= curve(NEAR), x <= NEAR), RISES),
    (claim(CURVES, curve(x) <= curve(NEAR), x >= NEAR), RISES),
    (claim(CURVES, curve(x, 2) >= curve(NEAR, 2), x >= NEAR), RISES),
    (claim([SMALL], TAIL + rational(-1, 10**6) >= 0), BY_LIMIT),
    (claim([SMALL], TAIL - x >= 0), BY_LIMIT), (claim([SMALL], -TAIL >= 0), BY_LIMIT),
    (claim([POSITIVE], TAIL >= 0), BY_LIMIT),
    (claim([SMALL], TAIL >= 0), monotone("0", above="sign")),
    (claim([SMALL], PHI(-1 / x) >= rational(1, 10**9)), BY_LIMIT),
    (claim([UNIT], PHI(-1 / x) >= 0), "ball"),
    (claim([x], PHI(-x) + PHI(x) > 1), {"rule": "zero"}),
    (claim([x], PHI(-x) - PHI(x) >= 0), {"rule": "zero"}),
    (claim([x], PHI(x) >= HALF), "ball"), (claim([UNIT], PHI(x) > HALF), "ball"),
    (claim([UNIT], HALF + 39 * x / 100 - PHI(x) >= 0),
     monotone("0", {"rule": "zero"}, above="ball")),
    (claim([UNIT], PHI(x) <= HALF), monotone("0", {"rule": "zero"}, above="ball")),
    (claim([UNIT], x * pi() <= rational("3.14")), "ball"),
    (claim([UNIT], x * pi() <= rational("3.15")), monotone("pi", above="ball")),
    # What isn't a tree.
    *((claim([x], x * x >= 0), junk)
      for junk in ([], {}, "proved", 3, None, True, {"rule": []})),
]


@pytest.mark.parametrize("kind", HONEST)
def test_honest_certificates_are_accepted(kind):
    accepted(*HONEST[kind])


@pytest.mark.parametrize("place", range(len(TAMPERED)))
def test_tampered_certificates_are_refused(place):
    refused(*TAMPERED[place])


def test_a_certificate_is_a_list_with_a_tree_for_each_conclusion():
    for junk in ({}, "ball", None, [], ["ball", "ball"]):
        with pytest.raises(Rejected):
            scalars.check(opened(claim([x], x * x >= 0)), junk)
    with pytest.raises(Rejected):
        scalars.check(opened(build_statement("some", [UNIT], [], UNIT <= 1, "exists")), ["ball"])
    with pytest.raises(Rejected):
        scalars.check(opened(claim([UNIT], Number(None) >= UNIT)), ["ball"])


def test_deep_certificates_are_refused():
    tree, term = "ball", ["x"]
    for _ in range(5000):
        tree, term = {"rule": "sum", "terms": [["x"]], "parts": [tree]}, ["neg", term]
    refused(claim([x], x >= 0), tree)
    refused(claim([x], x >= 0), {"rule": "sum", "terms": [term], "parts": ["ball"]})


# --- the stored certificates ----------------------------------------------------------------------


def stored():
    """(statement, trees) of every scalar step of the stored proofs."""
    found = {}
    for path in sorted(STORE.rglob("*.json")):
        text = path.read_text(encoding="utf-8")
        if '"scalar"' in text:
            document, trees = json.loads(text), []
            for tree in document["shared"]:
                trees.append(proofs.opened(tree, trees))
            for part in proofs.opened(document["parts"], trees)["lists"]:
                for step in part["steps"]:
                    if step["rule"] == "scalar":
                        data = step["data"]
                        told = [data["statement"][1], [t[1] for t in data["certificate"][1]]]
                        found[json.dumps(told)] = told
    return list(found.values())


@pytest.mark.parametrize(
    "share", [8, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
def test_stored_certificates_show_no_more_than_they_say(share):
    """Turned round, or with 100 less on the larger side, no inequality is shown by its tree."""
    seen = 0
    for statement, trees in stored()[::share]:
        scalars.check(statements.opened_statement(statement), trees)
        match statement["then"]:
            case ["relation", op, left, right]:
                small, large = (left, right) if op[0] == "<" else (right, left)
            case _:
                continue
        seen += 1
        tighter = ["op", "sub", [large, ["number", "100"]], signatures.REAL, []]
        for then in (["relation", "<", large, small], ["relation", "<=", small, tighter]):
            with pytest.raises(Rejected):
                scalars.check(statements.opened_statement({**statement, "then": then}), trees)
    assert seen >= 10


# --- ranges, limits -------------------------------------------------------------------------------

ENDS = [None, -2, Fraction(-1, 3), 0, Fraction(1, 7), Fraction(1, 2), 1, Fraction(5, 2)]


def build(rng, depth):
    """A random scalar term, as a tree."""
    if depth == 0:
        return rng.choice([["var", "x"], ["var", "y"],
                           ["number", str(Fraction(rng.randint(-3, 3), rng.randint(1, 4)))]])
    head = rng.choice([*sorted(scalar_goals.UNARY), *sorted(ranges.PAIRS)])
    args = [build(rng, depth - 1) for _ in range(1 + (head in ranges.PAIRS))]
    if head == "pow":
        args[1] = ["number", str(rng.choice([-3, -2, -1, 0, 1, 2, 3, Fraction(1, 2)]))]
    return op(head, *args)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_a_range_holds_the_value_at_every_point(seed):
    rng = random.Random(seed)
    term, scope = build(rng, 3), {}
    for name in "xy":
        low, high = rng.sample(ENDS, 2)
        if None not in (low, high) and low > high:
            low, high = high, low
        scope[name] = ["real", *(None if end is None else str(end) for end in (low, high)),
                       rng.random() < 0.5, rng.random() < 0.5]
    try:
        found = ranges.Region([], scope, Canonical()).range(term)
    except (ranges.Unsure, Unsupported, ArithmeticError):
        return
    for _ in range(5):
        point = {name: reals.num(draw(rng, sort)) for name, sort in scope.items()}
        with_bits = reals.Precision.bits
        reals.Precision.bits = 256
        try:
            # Where a box has a range, each of its points has a value, if not one that is decided.
            value = meanings.Reading().term(term, point)
        except Unknown:
            continue
        finally:
            reals.Precision.bits = with_bits
        low, high = value.lo, value.hi
        assert found.lo <= high
        assert low <= found.hi
        assert not found.out[0] or high > found.lo
        assert not found.out[1] or low < found.hi


def test_a_polynomial_is_moved_to_an_end_as_it_is_at_every_point():
    """p(a ± x) at x is p at a ± x, whatever cancels; and whole powers are ints, which are the same
    keys as fractions."""
    rng = random.Random(7)
    for _ in range(200):
        poly = {}
        for _ in range(rng.randint(1, 5)):
            powers = {name: rng.randint(1, 4) for name in "ab" if rng.random() < 0.7}
            poly[tuple(powers.items())] = Fraction(rng.choice([1, -1, 2, -3]), rng.randint(1, 3))
        end, turned = Fraction(rng.randint(-2, 2), rng.randint(1, 2)), rng.choice([1, -1])
        moved = ranges.moved(poly, "a", end, turned)
        assert 0 not in moved.values()
        for _ in range(3):
            at = {name: Fraction(rng.randint(-3, 3), 2) for name in "ab"}
            other = {**at, "a": end + turned * at["a"]}
            assert value_at(moved, at) == value_at(poly, other)
        assert {type(power) for m in moved for _, power in m} <= {int}


def value_at(poly, at):
    """A polynomial's value at a point."""
    return sum((value * math.prod((at[a] ** n for a, n in monomial), start=Fraction(1))
                for monomial, value in poly.items()), Fraction(0))


def test_whole_powers_are_one_key_with_their_fractions():
    poly = polynomials.product(polynomials.single("a", Fraction(1, 2)),
                               polynomials.single("a", Fraction(3, 2)))
    assert poly == polynomials.single("a", 2) == polynomials.single("a", Fraction(2))
    assert type(next(iter(poly))[0][1]) is int


def draw(rng, sort):
    """A point of an interval, often one of its ends."""
    low, high = (None if end is None else Fraction(end) for end in sort[1:3])
    low = low if low is not None else (high if high is not None else 0) - 5
    high = high if high is not None else low + 10
    ends = [end for end, left_out in ((low, sort[3]), (high, sort[4])) if not left_out]
    inside = low + (high - low) * Fraction(rng.randint(1, 99), 100)
    return rng.choice([*ends, inside, inside])


LIMITS = [
    (x / (exp(x) - 1) - 1, 0, 1, 0), (x / (exp(x) - 1) - 2, 0, 1, -1), (x * log(x), 0, 1, 0),
    ((exp(x) - 1 - x) / x**2 - rational(1, 2), 0, 1, 0), (log(x) / (x - 1), 1, 1, 1),
    (log(x) / (x - 1) - 1, 1, -1, 0), (h(x), 0, 1, 0), (h(x), 1, -1, 0),
    (h(x) - log(rational(2)), Fraction(1, 2), 1, 0),
    (log(rational(3)) - log(rational(2)) + x, 0, 1, 1), (exp(2 * log(x)) - 1, 0, 1, -1),
    (log(2 * x) - log(x) - log(rational(2)), 0, 1, 0),
    (exp(-1 / x), 0, 1, 0), (exp(1 / x), 0, -1, 0), (1 - exp(-1 / x) / x**3, 0, 1, 1),
    (exp(x - 1 / x**2) / x**5, 0, -1, 0), (PHI(x), 0, 1, 1), (PHI(x) - HALF, 0, -1, 0),
    (PHI(1 / x) - 1, 0, 1, 0), (PHI(1 / x), 0, -1, 0), (PHI(x - 1 / x) - HALF, 0, 1, -1),
    (PHI(1 / x - 1 / x**2) / x**4, 0, 1, 0),
]
NO_LIMITS = [log(x), 1 / x, exp(1 / x), absolute(x), sqrt(x), exp(x + 1), 1 / log(x),
             (x - x) / (x - x), 1 / x - 1 / x**2, log(-x), exp(-log(x) / x), PHI(x + 1),
             PHI(log(x)), (PHI(x) - HALF) / x, exp(1 / x) * exp(-1 / x), exp(-1 / x) / x**13,
             1 / PHI(-1 / x)]


def tree_of(term):
    return scalar_goals.read(json.loads(json.dumps(term_data(term))), {"x", "y"})


@pytest.mark.parametrize(("term", "at", "side", "sign"), LIMITS, ids=str)
def test_limits(term, at, side, sign):
    assert calculus.limit_sign(tree_of(term), "x", Fraction(at), side) == sign


@pytest.mark.parametrize("term", NO_LIMITS, ids=str)
def test_a_limit_that_the_expansion_does_not_tell_is_refused(term):
    with pytest.raises(Rejected):
        calculus.limit_sign(tree_of(term), "x", Fraction(0), 1)


def test_a_limit_of_another_order_is_refused():
    """(e^x − 1 − x)/x² tends to 1/2 and not to 0, so the order of the germ matters."""
    gap = (exp(x) - 1 - x) / x**2
    tree = monotone("0", "limit", above="sign")
    for less in (rational(2, 3), rational(1)):
        with pytest.raises(Rejected):
            scalars.check(opened(claim([POSITIVE], gap >= less)), [copy.deepcopy(tree)])


def test_relations_written_either_way_are_one_goal():
    one, two = claim([UNIT], x <= 1), claim([UNIT], Relation(">=", rational(1), UNIT))
    accepted(one, "ball")
    accepted(two, "ball")
