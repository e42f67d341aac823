"""The second checker's rules of scalar certificates, node by node: what each refuses by itself,
whatever the leaves below it would say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from recheck import scalars
from recheck.errors import Rejected, Unshown
from recheck.reals import Num
from recheck.scalar_goals import Goal, goals_of, read
from tests.recheck.test_scalars import (
    BOTH,
    CASES,
    CONCAVE,
    FIXED,
    HAVE,
    HONEST,
    LIMIT,
    LINE,
    NEAR,
    ONTO,
    PAIR,
    POSITIVE,
    RATIO,
    SQUARE,
    TANGENT,
    UNIT,
    claim,
    monotone,
    opened,
    product,
    split,
)
from verified.kernel.scalar_goals import term_data
from verified.language import absolute, equals, exp, log, minimum, sqrt
from verified.syntax.terms import Real, rational

x, y, HALF, HALF_ = Real("x"), Real("y"), rational(1, 2), Fraction(1, 2)
ORDER = Real("e", ">=0")


def goal(statement: Any) -> Goal:
    (found,) = goals_of(opened(statement))
    return found


def left(statement: Any, node: Any) -> list[tuple[Goal, Any]]:
    """What a node leaves open."""
    return scalars.apply(goal(statement), node)


SURE, UNSURE = claim([UNIT], x >= 0), claim([UNIT], x >= HALF)
ZERO = claim([UNIT], x - x >= 0)
EVEN = HONEST["even"][0]
SUM, MINIMUM, LOGARITHM = (HONEST[name][0] for name in ("sum", "each", "logarithm"))
MINIMUM_OF = {"rule": "each", "of": term_data(minimum(x, x * x)), "first": "ball", "second": "ball"}
WHOLE = HONEST["whole"][0]
KINK = claim([UNIT], sqrt((x - HALF) ** 2) >= 0)
POLE = claim([BOTH], 1 / (x * x + x) >= 0)
FLAT, BEND = claim([UNIT], x * x >= 0), HONEST["concave"][0]
# What a node refuses, and why.
REFUSED: dict[str, tuple[Any, Any, str | None]] = {
    "a leaf": (UNSURE, "ball", "the sign that a leaf says"),
    "a sign": (UNSURE, "sign", "the sign that a leaf says"),
    "a strict leaf": (claim([UNIT], x > 0), "ball", "the sign that a leaf says"),
    "no rule": (SURE, {"rule": "none"}, "a node is no rule"),
    "no node": (SURE, {}, "a node is no rule"), "a text": (SURE, "proved", "a node is no rule"),
    "a list": (SURE, ["ball"], "a node is no rule"), "nothing": (SURE, None, "a node is no rule"),
    "no hypothesis": (HONEST["outside"][0], {"rule": "outside", "given": 1}, "isn't there"),
    "a hypothesis from the end": (HONEST["outside"][0], {"rule": "outside", "given": -1}, "isn't"),
    "true": (claim([UNIT], x <= 2, x >= 5, x >= 6), {"rule": "outside", "given": True}, "isn't"),
    "met": (claim([UNIT], x <= 2, x >= 1), {"rule": "outside", "given": 0}, "may meet"),
    "met at an end": (claim([UNIT], x <= 2, x <= 0), {"rule": "outside", "given": 0}, "may meet"),
    "no variable": (SURE, split("1/2", variable="z"), "doesn't have"),
    "no side": (SURE, split("1/2", closed="none"), "belongs to no side"),
    "within a whole number": (WHOLE, split("3/2", variable="m"), "after a whole number"),
    "before a whole number": (WHOLE, split("1", "right", variable="m"), "after a whole number"),
    "two values": (SURE, FIXED["right"], "more than one value"),
    "made stronger": (claim(PAIR, y <= x, 2 * y <= 2 * x), {
        **HAVE, "relation": ["<", ["y"], ["x"]]}, "made stronger"),
    "made equal": (claim(PAIR, y <= x, 2 * y <= 2 * x), {
        **HAVE, "relation": ["=", ["y"], ["x"]]}, "made stronger"),
    "turned": (claim(PAIR, y <= x, 2 * y <= 2 * x), {
        **HAVE, "relation": ["<=", ["x"], ["y"]]}, "says something else"),
    "another multiple": (claim(PAIR, y <= x, 2 * y <= 2 * x), {
        **HAVE, "relation": ["<=", ["mul", "2", ["y"]], ["x"]]}, "says something else"),
    "a multiple by what may be negative": (claim([UNIT, Real("y", "[0,1]"), Real("z")], y <= x,
        y <= x), {
        **HAVE, "relation": ["<=", ["mul", ["z"], ["y"]], ["mul", ["z"], ["x"]]]},
        "something else"),
    "over what may be negative": (claim([UNIT, Real("y", "[0,1]"), Real("z", ">=1")], y <= x,
        y <= x), {
        **HAVE, "relation": ["<=", ["div", ["y"], ["sub", "0", ["z"]]],
                             ["div", ["x"], ["sub", "0", ["z"]]]]}, "something else"),
    "0 ≤ 0": (claim(PAIR, y <= x, y <= x), {**HAVE, "relation": ["<=", "0", "0"]},
        "something else"),
    "of 0 ≤ 0": (claim(PAIR, y <= x, x - x <= y - y), HAVE, "something else"),
    "not 0": (UNSURE, {"rule": "zero"}, "isn't 0 everywhere"),
    "0 > 0": (claim([UNIT], x - x > 0), {"rule": "zero"}, "isn't 0 everywhere"),
    "undefined at 0": (claim([UNIT], 0 / x >= 0), {"rule": "zero"}, None),
    "no two cases": (MINIMUM, {**MINIMUM_OF, "of": ["x"]}, "no two cases"),
    # Where 1/x has no value neither case holds.
    "cases of what has no value": (claim([BOTH], x * x > 0), {
        **CASES, "of": term_data(absolute(1 / x))}, None),
    "each of what has no value": (claim([BOTH], x * x > 0), {
        **CASES, "rule": "each", "of": term_data(absolute(1 / x))}, None),
    "a factor that isn't there": (EVEN, product([SQUARE, ["x"]], "even", "ball"),
        "isn't the product"),
    "no factors": (EVEN, product([]), "isn't the product"),
    "an odd power": (claim([x], (x - 1) ** 3 >= 0), product([
        ["pow", ["sub", ["x"], "1"], "3"]], "even"), "no even power"),
    "no power": (SURE, product([["x"]], "even"), "no even power"),
    "an even power that may be 0": (claim([x], (x - 1) ** 2 > 0), product([SQUARE], "even"),
        "no even"),
    "an even power of what has no value": (claim([BOTH], (1 / x) ** 2 >= 0), product(
        [["pow", ["div", "1", ["x"]], "2"]], "even"), None),
    "a part that isn't there": (SUM, {"rule": "sum", "terms": [["x"]], "parts": ["ball"]},
        "isn't the sum"),
    "an empty sum": (claim([UNIT], x - x > 0), {"rule": "sum", "terms": [], "parts": []},
        "an empty sum"),
    "a sum of what has no value": (claim([BOTH], 1 / x >= 0), {
        "rule": "sum", "terms": [["div", "1", ["x"]]], "parts": ["ball"]}, None),
    "another logarithm": (LOGARITHM, {**RATIO, "of": term_data(x + 2)}, "isn't that logarithm"),
    "a logarithm of what may be 0": (claim([UNIT], log(x) >= 0), {**RATIO, "of": ["x"]}, None),
    "no derivative": (KINK, monotone("0", above="ball"), "may have no derivative"),
    "no derivative of a logarithm": (claim([UNIT], exp(log((x - HALF) ** 2) - 1) >= 0), monotone(
        "0", above="ball"), None),
    "a pole": (POLE, monotone("-1", above="ball"), None),
    "a pole inside": (claim([UNIT], (1 / (2 * x - 1)) * (2 * x - 1) >= 0), monotone(
        "0", above="ball"), None),
    "an anchor that moves": (FLAT, monotone(["x"], above="ball"), "moves with the variable"),
    "points below": (FLAT, monotone("1/2", above="ball"), "on the other side"),
    "points above": (FLAT, monotone("1/2", below="ball"), "on the other side"),
    "0 at the anchor": (claim([UNIT], x * x > 0), monotone("0", above="ball"), "may be 0 there"),
    "a limit at a term": (claim([POSITIVE, NEAR], x / x >= 1), monotone(
        ["a"], "limit", above="ball"), "in one variable"),
    "a limit from both sides": (HONEST["limit"][0], monotone(
        "0", "limit", above="ball", below="ball"), "from one side"),
    "a limit from no side": (HONEST["limit"][0], monotone("0", "limit"), "from one side"),
    "a limit of two variables": (claim([POSITIVE, ORDER], x / x + ORDER >= 1), LIMIT,
        "one variable"),
    "a limit at a point": (claim([UNIT], x * x >= 0), monotone("0", "limit", above="ball"),
        "at a point"),
    "a negative limit": (claim([POSITIVE], x - 1 >= 0), LIMIT, "a negative limit"),
    "a limit of 0": (claim([POSITIVE], x > 0), {**LIMIT, "strict": "base"}, "a negative limit"),
    "an end that moves": (BEND, {**CONCAVE, "low": ["x"]}, "moves with the variable"),
    "another end that moves": (BEND, {**CONCAVE, "high": ["mul", "2", ["x"]]}, "moves with"),
    "beyond an end": (BEND, {**CONCAVE, "high": "1/2"}, "leave the segment"),
    "before an end": (BEND, {**CONCAVE, "low": "1/2"}, "leave the segment"),
    "a bend with a kink": (KINK, CONCAVE, "may have no derivative"),
    "no new name": (HONEST["substitute"][0], {**ONTO, "new": "x"}, "no new variable"),
    "no name": (HONEST["substitute"][0], {**ONTO, "new": ""}, "a name is none"),
    "a number for a name": (HONEST["substitute"][0], {**ONTO, "new": 3}, "a name is none"),
    "another inverse": (HONEST["substitute"][0], {**ONTO, "inverse": ["x"]}, "give the old one"),
    "no inverse": (claim([x], x + 1 >= 0), ONTO, None),
    "the old variable": (HONEST["substitute"][0], {**ONTO, "by": ["x"]}, "isn't there"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_node_refuses_by_itself(what: str) -> None:
    statement, node, match = REFUSED[what]
    with pytest.raises((Rejected, Unshown), match=match):
        left(statement, node)


@pytest.mark.parametrize("kind", [kind for kind in HONEST if isinstance(HONEST[kind][1], dict)])
def test_honest_nodes_are_taken(kind: str) -> None:
    left(*HONEST[kind])


# --- what a node leaves open ----------------------------------------------------------------------


def box(found: Goal, name: str = "x") -> tuple[Any, Any, tuple[bool, bool]]:
    return found.box[name].lo, found.box[name].hi, found.box[name].out


@pytest.mark.parametrize(("domain", "at", "closed", "parts"), [
    ("[0,1]", "1/2", "left", [("0", "1/2", (False, False)), ("1/2", "1", (True, False))]),
    ("[0,1]", "1/2", "right", [("0", "1/2", (False, True)), ("1/2", "1", (False, False))]),
    ("(0,1)", "1/2", "left", [("0", "1/2", (True, False)), ("1/2", "1", (True, True))]),
    ("[0,1]", "1", "right", [("0", "1", (False, True)), ("1", "1", (False, False))]),
    ("[0,1]", "1", "left", [("0", "1", (False, False))]),
    ("[0,1)", "1", "left", [("0", "1", (False, True))]),
    ("[0,1]", "0", "left", [("0", "0", (False, False)), ("0", "1", (True, False))]),
    ("[0,1]", "0", "right", [("0", "1", (False, False))]),
    ("(0,1]", "0", "right", [("0", "1", (True, False))]),
])
def test_each_point_lies_on_one_side_of_a_split(
    domain: str, at: str, closed: str, parts: Any
) -> None:
    found = left(claim([Real("x", domain)], x * x >= 0), split(at, closed))
    assert [(str(low), str(high), out) for low, high, out in (box(part) for part, _ in found)
            ] == parts


def test_whole_numbers_are_split_after_one() -> None:
    (first, _), (second, _) = left(WHOLE, split("1", variable="m"))
    assert box(first, "m") == (1, 1, (False, False))
    assert box(second, "m")[0] == 2
    assert not box(second, "m")[2][0]


INSIDE = Real("y", "[1/4,1/2]")
OPEN = Real("y", "(1/4,1/2)")


@pytest.mark.parametrize(("other", "relation", "found"), [
    # What lies below an unknown number is below the largest that it may be, and the other way.
    (INSIDE, x <= INSIDE, ("0", "1/2", (False, False))),
    (INSIDE, x < INSIDE, ("0", "1/2", (False, True))),
    (OPEN, x <= OPEN, ("0", "1/2", (False, True))),
    (INSIDE, x >= INSIDE, ("1/4", "1", (False, False))),
    (INSIDE, x > INSIDE, ("1/4", "1", (True, False))),
    (OPEN, x >= OPEN, ("1/4", "1", (True, False))),
    (INSIDE, x <= INSIDE + 1, ("0", "1", (False, False))),
    (INSIDE, x >= INSIDE - 1, ("0", "1", (False, False))),
    # What x itself bounds is no bound of it.
    (INSIDE, x <= x * INSIDE, ("0", "1", (False, False))),
])
def test_a_hypothesis_on_another_number_shortens_the_box(
    other: Any, relation: Any, found: Any
) -> None:
    statement = claim([UNIT, other], x * x >= 0, relation)
    ((part, _),) = left(statement, {"rule": "narrow", "given": 0, "part": "ball"})
    low, high, out = box(part)
    assert (str(low), str(high), out) == found


def test_an_equality_shortens_no_box() -> None:
    statement = claim([UNIT], x * x >= 0, equals(x, HALF))
    ((part, _),) = left(statement, {"rule": "narrow", "given": 0, "part": "ball"})
    assert box(part) == (0, 1, (False, False))
    # An open box stays open at an end that the hypothesis leaves as it is.
    for relation in (x <= 1, x >= 0):
        ((part, _),) = left(claim([Real("x", "(0,1)")], x * x >= 0, relation), {
            "rule": "narrow", "given": 0, "part": "ball"})
        assert box(part) == (0, 1, (True, True))


def test_equalities_that_no_point_meets() -> None:
    node = {"rule": "outside", "given": 0}
    for relation in (equals(x, 2), equals(x, -1), equals(x * x, x + 2), x >= 2, x > 1, x < 0):
        assert left(claim([UNIT], x * x >= 2, relation), node) == []
    for relation in (equals(x, 1), equals(x, 0), equals(x, HALF), x >= 1, x <= 0, x > HALF):
        with pytest.raises(Rejected, match="may meet"):
            left(claim([UNIT], x * x >= 2, relation), node)
    # What lies at the open end of the box isn't met.
    assert left(claim([Real("x", "(0,1)")], x * x >= 2, equals(x, 0)), node) == []


def test_a_variable_with_one_value_is_that_value() -> None:
    one = Real("x", "[1/2,1/2]")
    ((part, _),) = left(claim([one, y], x * y >= 0, y <= x), FIXED["right"])
    assert part.given == (("<=", ["var", "y"], ["number", "1/2"]),)
    assert part.term[2][0] == ["number", "1/2"]
    assert set(part.box) == {"y"}


def test_what_is_exchanged_is_each_place_of_a_term() -> None:
    statement = claim([BOTH], exp(absolute(x)) + absolute(x) * 2 >= 0)
    first, second = (part.term for part, _ in left(statement, CASES))
    assert "abs" not in repr(first) + repr(second)


@pytest.mark.parametrize(("box_of", "anchor", "side", "found"), [
    # The way holds the points and the anchor.
    ("[1,2]", "0", "above", ("0", "2", (False, False))),
    ("[1,2]", "1", "above", ("1", "2", (False,) * 2)),
    ("[1,2]", "3", "below", ("1", "3", (False, False))),
    ("(1,2)", "1", "above", ("1", "2", (False, True))),
    ("(1,2)", "2", "below", ("1", "2", (True, False))),
    ("(1,2)", "0", "above", ("0", "2", (False, True))),
])
def test_ways_from_an_anchor(box_of: str, anchor: str, side: str, found: Any) -> None:
    way = scalars.path(goal(claim([Real("x", box_of)], x * x >= 0)), "x", ["number", anchor], side,
        False)
    low, high, out = box(way)
    assert (str(low), str(high), out) == found
    ends = ["number", anchor], ["var", "x"]
    assert way.given == (("<=", *(ends if side == "above" else ends[::-1])),)


def test_ways_from_a_term_that_may_lie_anywhere() -> None:
    """The anchor lies on [−1, 1/4] and the points on [1/2, 1], or the other way round."""
    low, high = Real("y", "[-1,1/4]"), Real("y", "[2,3]")
    for other, side, found in ((low, "above", ("-1", "1")), (high, "below", ("1/2", "3"))):
        statement = claim([Real("x", "[1/2,1]"), other], x * x >= 0, y <= 5, x * y <= 7)
        way = scalars.path(goal(statement), "x", ["var", "y"], side, False)
        assert tuple(str(end) for end in box(way)[:2]) == found
        # What doesn't speak of x stays as it is; x·y ≤ 7 isn't known between.
        assert ("<=", ["var", "y"], ["number", "5"]) in way.given
        assert len(way.given) == 2
    inner = scalars.interior(goal(claim([UNIT, y], x * x >= 0, y <= 5, x <= HALF)), "x")
    assert inner.given == (("<=", ["var", "y"], ["number", "5"]),
        ("<", ["var", "x"], ["number", "1/2"]))
    limit = scalars.path(goal(claim([Real("x", "(0,1]")], x * x >= 0)), "x", ["number", "0"],
        "above", True)
    assert box(limit) == (0, 1, (True, False))


def test_the_hull_of_two_ranges() -> None:
    def made(low: Any, high: Any, *out: bool) -> Num:
        return Num(Fraction(low), Fraction(high), out or (False, False))

    for one, two, found in (
        (made(0, 1), made(2, 3), (0, 3, (False, False))),
        (made(2, 3), made(0, 1), (0, 3, (False,) * 2)),
        (made(0, 1, True, True), made(0, 1), (0, 1, (False, False))),
        (made(0, 1, True, True), made(0, 1, True, True), (0, 1, (True, True))),
        (made(0, 1, True, False), made(HALF_, 2, False, True), (0, 2, (True, True))),
        (made(0, 3, False, True), made(1, 2, True, False), (0, 3, (False, True))),
    ):
        told = scalars.hull(one, two)
        assert (told.lo, told.hi, told.out) == found


def test_where_the_variable_lies_beside_an_anchor() -> None:
    a = ["var", "y"]
    for relation, side, strictly, held in (
        (x <= y, "above", False, True), (x <= y, "above", True, False),
        (x < y, "above", True, True),
        (x >= y, "below", False, True), (x > y, "below", True, True),
        (x >= y, "below", True, False),
        (x <= y, "below", False, False), (x <= y + 1, "above", False, False),
        (y <= 5, "above", False, False),
    ):
        found = goal(claim([Real("x"), Real("y")], x * x >= 0, relation))
        assert scalars.beyond(found, "x", a, side, strictly) is held, (relation, side, strictly)
    found = goal(claim([UNIT], x * x >= 0))
    for anchor, side, strictly, held in (("1", "above", False, True), ("1", "above", True, False),
                                         ("2", "above", True, True), ("1/2", "above", False, False),
                                         ("0", "below", False, True), ("-1", "below", True, True)):
        assert scalars.beyond(found, "x", ["number", anchor], side, strictly) is held
    # An anchor without a value lies nowhere.
    nowhere = ["op", "log", [["number", "0"]], ["real", None, None, False, False], []]
    assert not scalars.beyond(found, "x", nowhere, "above")


def test_divisors_that_are_negative_have_derivatives_too() -> None:
    statement = claim([UNIT], 1 / (x - 2) + 1 >= 0)
    ((_, _), (slope, _)) = left(statement, monotone("0", above="ball"))
    assert slope.term != ["number", "0"]


def test_limits_from_below() -> None:
    low = claim([Real("x", "[-1,0)")], x / x >= 1)
    ((slope, _),) = left(low, monotone("0", "limit", below="ball"))
    assert box(slope) == (-1, 0, (True, True))
    with pytest.raises(Rejected, match="a negative limit"):
        left(claim([Real("x", "[-1,0)")], x - 1 >= 0), monotone("0", "limit", below="ball"))
    # From below 1/x runs to −∞; e^(1/x) to 0.
    with pytest.raises(Rejected):
        left(claim([Real("x", "[-1,0)")], 1 / x >= -5), monotone("0", "limit", below="ball"))
    strict = claim([Real("x", "[-1,0)")], exp(1 / x) > 0)
    with pytest.raises(Rejected, match="a negative limit"):
        left(strict, {**monotone("0", "limit", below="ball"), "strict": "base"})
    ((slope, _),) = left(strict, monotone("0", "limit", below="ball"))
    assert slope.strict
    ((slope, _),) = left(claim([POSITIVE], x + 1 > 0), {**LIMIT, "strict": "base"})
    assert not slope.strict


def test_goals_of_statements() -> None:
    law, size = ["P", ["pmf", ["number", "2"]], ""], ["m", ["size", 1, None], ""]
    number = ["x", ["real", "0", "1", False, False], ""]
    told, at = ["var", "x"], ["op", "at", [["var", "P"], ["number", "0"]],
                              ["real", None, None, False, False], []]

    def le(one: Any, two: Any) -> Any:
        return ["relation", "<=", one, two]

    far = ["op", "entropy", [["var", "P"]], ["real", None, None, False, False], []]
    both = ["and", [le(told, ["number", "1"]), ["relation", "<", told, ["number", "2"]]]]
    first, second = goals_of(([number, size], [], both, "forall"))
    assert (first.strict, second.strict) == (False, True)
    assert first.whole == {"m"}
    # Other hypotheses aren't used; other conclusions, variables and quantifiers aren't for scalars.
    given = [le(told, ["number", "1"]), le(told, ["number", "inf"]), ["not", le(told, told)],
             le(["number", "inf"], told), ["or", [le(told, told)]], le(["var", "z"], told)]
    (found,) = goals_of(([number], given, le(told, ["number", "1"]), "forall"))
    assert found.given == (("<=", told, ["number", "1"]),)
    for wrong in (
        ([number, law], [], le(told, told), "forall"), ([number], [], le(told, told), "exists"),
        ([number], [], ["relation", "=", told, told], "forall"),
        ([number], [], le(told, at), "forall"),
        ([number], [], le(far, told), "forall"),
        ([number], [], le(told, ["number", "inf"]), "forall"),
        ([number], [], ["not", le(told, told)], "forall"),
        ([number], [], le(["var", "z"], told), "forall"),
        ([number], [], ["or", [le(told, told)]], "forall"),
        ([number], [], le(["op", "exp", [["number", "inf"]], 0, []], told), "forall"),
        ([number], [], le(["op", "exp", [told, told], 0, []], told), "forall"),
        ([number], [], le(["op", "sum", [], 0, []], told), "forall"),
        ([number], [], le(["cases", le(told, told), told, told], told), "forall"),
    ):
        with pytest.raises(Rejected):
            goals_of(wrong)
    whole = goal(HONEST["whole"][0])
    assert whole.without("m").box == {}
    assert whole.without("m").whole == frozenset()


@pytest.mark.parametrize(("relation", "found"), [
    (x <= HALF, ("0", "1/2", (False, False))), (x < HALF, ("0", "1/2", (False, True))),
    (x >= HALF, ("1/2", "1", (False, False))), (x > HALF, ("1/2", "1", (True, False))),
    (x <= 2, ("0", "1", (False, False))), (x >= -1, ("0", "1", (False, False))),
    (x < 1, ("0", "1", (False, True))), (x > 0, ("0", "1", (True, False))),
    (x <= 1, ("0", "1", (False, False))), (x * 1 <= HALF, ("0", "1", (False, False))),
])
def test_a_hypothesis_shortens_the_box_to_what_meets_it(relation: Any, found: Any) -> None:
    ((part, _),) = left(claim([UNIT], x * x >= 0, relation), {
        "rule": "narrow", "given": 0, "part": "ball"})
    low, high, out = box(part)
    assert (str(low), str(high), out) == found


def test_a_hypothesis_that_no_point_meets_leaves_nothing_open() -> None:
    for relation, count in ((x < 0, 0), (x <= 0, 1), (x > 1, 0), (x >= 1, 1), (x <= -1, 0)):
        statement = claim([UNIT], x * x >= 2, relation)
        assert len(left(statement, {"rule": "narrow", "given": 0, "part": "ball"})) == count


def test_what_cases_leave_open_knows_which_one_it_is() -> None:
    statement = claim([BOTH], absolute(x) + x >= 0)
    for rule, known in (("cases", 1), ("each", 0)):
        found = left(statement, {**CASES, "rule": rule})
        assert [len(part.given) for part, _ in found] == [known, known]
    first, second = (part for part, _ in left(statement, CASES))
    assert first.given == (("<=", ["number", "0"], ["var", "x"]),)
    assert second.given == (("<=", ["var", "x"], ["number", "0"]),)
    smaller, other = (part.given[0] for part, _ in left(MINIMUM, {**MINIMUM_OF, "rule": "cases"}))
    assert smaller[1:] == other[:0:-1]


def test_strictness_is_asked_of_a_part_at_least() -> None:
    """Of the first of a sum, of each factor, of the base or of the slope."""
    terms = [["x"], ["mul", ["x"], ["x"]]]
    for strict in (True, False):
        told = x + x * x > 0 if strict else x + x * x >= 0
        statement = claim([POSITIVE], told)
        node = {"rule": "sum", "terms": terms, "parts": ["ball", "ball"]}
        assert [part.strict for part, _ in left(statement, node)] == [strict, False]
        both = claim([POSITIVE], x * (x + 1) > 0 if strict else x * (x + 1) >= 0)
        node = product([["x"], ["add", ["x"], "1"]], "ball", "ball")
        assert [part.strict for part, _ in left(both, node)] == [strict, strict]
    above = claim([Real("x", ">=1")], x * x > 0)
    base, slope = left(above, {**monotone("1", above="ball"), "strict": "base"})
    assert (base[0].strict, slope[0].strict) == (True, False)
    base, slope = left(claim([Real("x", ">1")], x * x > 0), monotone("1", above="ball"))
    assert (base[0].strict, slope[0].strict) == (False, True)


def test_the_way_from_an_anchor_holds_no_more_than_its_ends() -> None:
    """A hypothesis that may fail on the way isn't kept."""
    far, z = Real("x", ">=1"), ["var", "x"]
    for relation, kept in (
        (x <= 5, True), (x < 5, True), (x >= 2, False), (2 * x <= 9, True), (2 * x >= 4, False),
        (2 * x >= -4, True), (x * x >= 2, False), (x * x <= 9, False), (log(x) <= 3, False),
    ):
        _, (slope, _) = left(claim([far], x * x >= 0, relation), monotone("1", above="ball"))
        # Inside of the way bounds of the variable are strict.
        said = [part for part in slope.given if part[1:] != (["number", "1"], z)]
        assert bool(said) is kept, relation
        assert ("<", ["number", "1"], z) in slope.given
        assert box(slope)[2] == (True, True)
    _, (slope, _) = left(claim([UNIT], x * x >= 0, x >= HALF), monotone("1", below="ball"))
    assert ("<", ["number", "1/2"], z) in slope.given
    _, (slope, _) = left(claim([UNIT], x * x >= 0, x <= HALF), monotone("1", below="ball"))
    assert ("<", z, ["number", "1/2"]) not in slope.given
    # What holds of whole numbers doesn't hold between them.
    _, (slope, _) = left(WHOLE, {**monotone("1", above="ball"), "variable": "m"})
    assert "m" not in slope.whole


def test_a_new_variable_has_the_values_of_the_old_one() -> None:
    statement = claim([Real("x", "(0,1]")], x + 1 >= 0, x >= rational(1, 4))
    ((found, _),) = left(statement, ONTO)
    grown = ["op", "exp", [["var", "t"]], ["real", None, None, False, False], []]
    assert set(found.box) == {"t"}
    assert ("<", ["number", "0"], grown) in found.given
    assert ("<=", grown, ["number", "1"]) in found.given
    assert ("<=", ["number", "1/4"], grown) in found.given


# --- terms of certificates ------------------------------------------------------------------------


@pytest.mark.parametrize("value", [
    ["z"], ["exp"], ["exp", ["x"], ["x"]], ["add", ["x"]], ["pi", "1"], [], 1, None, "1/0", "inf",
    {"exp": ["x"]}, ["none", ["x"]], [["x"]], ["pow", ["x"]],
])
def test_terms_of_certificates_that_are_none(value: Any) -> None:
    with pytest.raises(Rejected):
        read(value, {"x"})
    with pytest.raises(Rejected):
        read(["neg", value], {"x"})


def test_terms_of_certificates() -> None:
    plain = ["real", None, None, False, False]
    assert read("pi", ()) == ["op", "pi", [], plain, []]
    assert read("2/4", ()) == ["number", "1/2"]
    assert read(["pow", ["x"], "2"], {"x"}) == [
        "op", "pow", [["var", "x"], ["number", "2"]], plain, []]
    assert TANGENT["anchor"] == "1"
    assert len(left(LINE, TANGENT)) == 3
