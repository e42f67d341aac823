"""Rules of scalar certificates: each condition has a node that is refused for it alone."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from tests.kernel.test_scalar import statement
from verified.kernel.polynomial import key_of
from verified.kernel.ranges import Program
from verified.kernel.scalar import (
    between,
    check_scalar,
    fixed,
    fixed_at,
    lies_beyond,
    moved,
    obligations,
    segment,
)
from verified.kernel.scalar_goals import (
    Goal,
    has_sign,
    is_scalar,
    plain,
    read_scalar,
    scalar_goals,
    term_data,
)
from verified.kernel.values import Rejected
from verified.language import (
    KL,
    Pmf,
    Real,
    Size,
    Symbol,
    cases,
    either,
    equals,
    exp,
    log,
    rational,
    total,
)
from verified.syntax.sorts import RealSort
from verified.syntax.terms import REAL, Number, Op, number

x, y, z = Real("x"), Real("y"), Real("z")
P = Pmf("P", Size("n"))


def box(low: Any, high: Any, ends: str = "[]") -> RealSort:
    return RealSort(
        None if low is None else fmpq(low), None if high is None else fmpq(high), ends[0] == "(",
        ends[1] == ")",
    )  # fmt: skip


def goal(term: Any, *given: Any, strict: bool = False, whole: str = "", **boxes: RealSort) -> Goal:
    return Goal(boxes or {"x": box(0, 1)}, frozenset(whole), tuple(given), term, strict)


def refused(one: Goal, node: Any, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        obligations(one, node)


def parts(one: Goal, node: Any) -> list[Goal]:
    return [child for child, _ in obligations(one, node)]


# --- nodes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tree", [None, 3, [], "even", {}, {"rule": "axiom"}, {"rule": None}])
def test_a_node_is_a_leaf_or_of_a_known_rule(tree: Any) -> None:
    refused(goal(x), tree, "neither a leaf nor a known rule")


@pytest.mark.parametrize("trees", [{}, "ball", None, [], ["ball", "ball"], ("ball",)])
def test_a_certificate_is_a_list_of_trees(trees: Any) -> None:
    with pytest.raises(Rejected, match="is a list of as many trees"):
        check_scalar(statement([Real("x", ">=0")], [], x >= 0), trees)


@pytest.mark.parametrize("name", ["y", "", None, 0, ["x"]])
def test_a_node_names_a_variable_of_the_goal(name: Any) -> None:
    refused(goal(x), {"rule": "fix", "variable": name, "part": "ball"}, "isn't of the goal")


@pytest.mark.parametrize("place", [True, False, -1, 1, "0", None, 0.0])
def test_a_node_names_a_hypothesis_that_is_there(place: Any) -> None:
    refused(goal(x, x <= 1), {"rule": "narrow", "given": place}, "no hypothesis number")


def test_balls_and_signs_decide_only_what_is_strict() -> None:
    assert obligations(goal(x), "ball") == []
    refused(goal(x, strict=True), "ball", "isn't certainly > 0")
    refused(goal(x - 1), "ball", "isn't certainly >= 0")
    refused(goal(x), "sign", "no normal form that is > 0")
    assert obligations(goal(x, x=box(0, 1, "(]"), strict=True), "sign") == []


# --- the region -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        (x >= 2, True), (x > 1, True), (x >= 1, False), (x < 0, True), (x <= 0, False),
        (x <= -1, True), (equals(x, 2), True), (equals(x, -1), True), (equals(x, 1), False),
        (x > rational(1, 2), False),
    ],
)  # fmt: skip
def test_outside(relation: Any, holds: bool) -> None:
    one = goal(-1 - x, relation)
    if holds:
        assert obligations(one, {"rule": "outside", "given": 0}) == []
    else:
        refused(one, {"rule": "outside", "given": 0}, "may meet")


def split(at: Any, closed: str = "left") -> dict[str, Any]:
    return {"rule": "split", "variable": "x", "at": at, "closed": closed}


def test_a_split_is_within_the_domain_and_loses_no_point() -> None:
    for at in ("-1/2", "3/2"):
        refused(goal(x), split(at), "outside of")
        for half in (box(0, None), box(None, 1)):
            wrong = at == "-1/2" if half.low is not None else at == "3/2"
            if wrong:
                refused(goal(x, x=half), split(at), "outside of")
            else:
                assert len(parts(goal(x, x=half), split(at))) == 2
    # At an end: one side is the end alone, or nothing where the end isn't attained.
    assert len(parts(goal(x), split("0"))) == 2
    assert len(parts(goal(x), split("0", "right"))) == 1
    assert len(parts(goal(x, x=box(0, 1, "(]")), split("0"))) == 1
    assert len(parts(goal(x), split("1"))) == 1
    assert len(parts(goal(x), split("1", "right"))) == 2


def test_a_variable_is_fixed_where_it_has_one_value() -> None:
    (found,) = parts(goal(x + y, x=box(2, 2), y=box(0, 1)),
                     {"rule": "fix", "variable": "x", "part": "ball"})
    assert key_of(found.term) == key_of(2 + y)
    for wrong in (box(0, 1), box(0, None), box(None, 0), box(None, None)):
        refused(goal(x, x=wrong), {"rule": "fix", "variable": "x"}, "more than one value")


def test_a_hypothesis_on_a_variable_that_is_replaced_is_lost() -> None:
    """Unless it is replaced by a number, its only value."""
    one = goal(x + y, x <= y, y <= 1, x=box(0, 1), y=box(0, 1))
    assert len(fixed(one, "x", number(1)).given) == 2
    assert [str(part) for part in fixed(one, "x", y + 1).given] == [str(y <= 1)]


@pytest.mark.parametrize(
    ("known", "made", "why"),
    [
        (2 * x <= 2 * y, ["<=", ["x"], ["y"]], ""), (x < y, ["<", ["x"], ["y"]], ""),
        (x < y, ["<=", ["x"], ["y"]], ""), (y >= x, ["<=", ["x"], ["y"]], ""),
        (y > x, ["<", ["x"], ["y"]], ""),
        (x <= y, ["<", ["x"], ["y"]], "is strict"), (y >= x, ["<", ["x"], ["y"]], "is strict"),
        (x <= y, ["<=", ["y"], ["x"]], "doesn't follow"),
        (x <= y, ["<=", ["mul", "-1", ["x"]], ["mul", "-1", ["y"]]], "doesn't follow"),
        (equals(x, y), ["<=", ["x"], ["y"]], "doesn't follow"),
        (x <= y, ["<=", "0", "0"], "doesn't follow"),
        (x <= x, ["<=", "0", "0"], "doesn't follow"), (x <= x, ["<=", "1", "0"], "doesn't follow"),
        (x <= x, ["<=", ["x"], ["y"]], "doesn't follow"),
        (x <= y, ["<=", ["mul", ["x"], ["x"]], ["mul", ["x"], ["y"]]], "doesn't follow"),
        (x * x <= x * y, ["<=", ["x"], ["y"]], "doesn't follow"),
        (x <= y, ["=", ["x"], ["y"]], "is rewritten as"),
        (x <= y, [">=", ["y"], ["x"]], "is rewritten as"),
    ],
)  # fmt: skip
def test_a_hypothesis_gives_its_positive_multiples(known: Any, made: Any, why: str) -> None:
    one = goal(x, known, x=box(0, 1), y=box(0, 1))
    node = {"rule": "have", "given": 0, "relation": made, "part": "ball"}
    if why:
        refused(one, node, why)
    else:
        assert len(parts(one, node)[0].given) == 2


# --- terms ----------------------------------------------------------------------------------------


def test_an_even_power_is_one_by_a_whole_number() -> None:
    one = goal((x - 1) ** 2)
    node = {"rule": "product", "parts": ["even"]}
    assert parts(one, {**node, "factors": [term_data((x - 1) ** 2)]}) == []
    for wrong in (
        (x - 1) ** 3, x, ((x - 1) * (x - 1)), Op("pow", (x + 1, number(fmpq(2, 3))), REAL),
        Op("pow", (x + 1, y), REAL),
    ):  # fmt: skip
        two = goal(wrong, x=box(0, 1), y=box(0, 1))
        refused(two, {**node, "factors": [term_data(wrong)]}, "no even power")
    # Where it is to be positive, "even" is no leaf.
    strict = goal((x - 1) ** 2, strict=True)
    (left,) = parts(strict, {**node, "factors": [term_data((x - 1) ** 2)]})
    refused(left, "even", "neither a leaf")
    refused(one, {**node, "factors": [term_data((x - 2) ** 2)]}, "isn't the product")


def test_a_sum_is_of_its_terms_and_one_is_strict() -> None:
    node = {"rule": "sum", "terms": [["x"], "1"], "parts": ["ball", "ball"]}
    assert [child.strict for child in parts(goal(x + 1, strict=True), node)] == [True, False]
    refused(goal(x + 2), node, "isn't the sum")
    refused(goal(x - x), {**node, "terms": []}, "an empty sum")


def test_a_logarithm_is_of_what_is_positive() -> None:
    node = {"rule": "logarithm", "of": term_data(1 + x)}
    (found,) = parts(goal(log(1 + x)), node)
    assert key_of(found.term) == key_of(1 + x - 1)
    for inner in (x, x - 1):
        refused(goal(log(1 + x)), {**node, "of": term_data(inner)}, "may be 0 or less")
    refused(goal(log(1 + x)), {**node, "of": term_data(2 + x)}, "isn't the logarithm")


# --- calculus -------------------------------------------------------------------------------------


def monotone(anchor: Any = "0", base: str = "ball", **sides: Any) -> dict[str, Any]:
    return {"rule": "monotone", "variable": "x", "anchor": anchor, "strict": "", "base": base,
            **sides}


def test_a_derivative_needs_what_it_divides_by_and_takes_roots_of() -> None:
    """√x and ln x where the region holds 0, and 1/x around it."""
    refused(goal(exp(x) * log(x), x=box(0, 1)), monotone("1", below="ball"), ".")
    root = Op("sqrt", (x,), REAL)
    inside = parts(goal(root), monotone(above="ball"))
    assert len(inside) == 2
    wide = goal(Op("sqrt", (x * x,), REAL), x=box(-1, 1))
    refused(wide, monotone("-1", above="ball"), "may be 0 or less, so")
    refused(goal((1 / x) * x, x=box(-1, 1)), monotone("-1", above="ball"), ".")
    # Defined at 0, where what its derivative divides by is 0.
    refused(goal(Op("pow", (x, number(0)), REAL), x=box(-1, 1)), monotone("-1", above="ball"),
            "may be 0, so")


@pytest.mark.parametrize(
    ("end", "side", "strictly", "holds"),
    [
        ("[]", "above", False, True), ("[]", "above", True, False), ("[)", "above", True, True),
        ("[]", "below", False, False),
    ],
)  # fmt: skip
def test_what_lies_beyond_an_end(end: str, side: str, strictly: bool, holds: bool) -> None:
    assert lies_beyond(goal(x, x=box(0, 1, end)), "x", number(1), side, strictly) is holds
    swapped = {"[]": "[]", "[)": "(]"}[end]
    other = {"above": "below", "below": "above"}[side]
    assert lies_beyond(goal(x, x=box(1, 2, swapped)), "x", number(1), other, strictly) is holds
    # Well beyond, and an end that isn't there.
    assert lies_beyond(goal(x), "x", number(2), "above", True)
    assert not lies_beyond(goal(x, x=box(0, None)), "x", number(2), "above")
    assert not lies_beyond(goal(x, x=box(None, 1)), "x", number(-2), "below")
    assert not lies_beyond(goal(x), "x", Number(None), "above")


@pytest.mark.parametrize(
    ("given", "anchor", "side", "strictly", "holds"),
    [
        (x <= y, y, "above", False, True), (x <= y, y, "above", True, False),
        (x < y, y, "above", True, True), (x >= y, y, "below", False, True),
        (x >= y, y, "below", True, False), (x > y, y, "below", True, True),
        (x <= y, y, "below", False, False), (x <= y, z, "above", False, False),
        (x <= y, y + 2, "above", True, True), (x <= y, y - 2, "below", True, True),
        (x <= y, y + 1, "above", False, True), (x <= y, y + 1, "above", True, False),
        (x <= y, y - 1, "below", False, True), (x <= y, y - 1, "below", True, False),
        (x <= y, y + rational(1, 2), "below", False, False),
        (x <= y, log(y - 2), "above", False, False),
    ],
)  # fmt: skip
def test_what_a_hypothesis_keeps_from_lying_beyond(
    given: Any, anchor: Any, side: str, strictly: bool, holds: bool
) -> None:
    one = goal(x, given, x=box(0, 1), y=box(0, 1), z=box(0, 1))
    assert lies_beyond(one, "x", anchor, side, strictly) is holds


def test_an_anchor_stays_and_each_side_has_a_tree() -> None:
    refused(goal(x), monotone(["x"], above="ball"), "moves with x")
    refused(goal(x), monotone("1/2", above="ball"), "may be below")
    refused(goal(x), monotone("1/2", below="ball"), "may be above")
    refused(goal(x, strict=True), monotone(above="ball"), "may be 0, where")
    assert len(parts(goal(x, strict=True, x=box(0, 1, "(]")), monotone(above="ball"))) == 2


def test_a_limit_is_at_a_number_from_one_side_that_is_not_attained() -> None:
    ratio = (exp(x) - 1) / x
    at = box(0, 1, "(]")
    assert len(parts(goal(ratio - 1, x=at), monotone(base="limit", above="ball"))) == 1
    refused(goal(ratio - 1, x=at), monotone(base="limit", above="ball", below="ball"), "one side")
    refused(goal(ratio - 1, x=at), monotone(base="limit"), "one side")
    refused(goal(ratio - 1, x=at, y=box(0, 0)), monotone(["y"], base="limit", above="ball"),
            "at a number, from one side")
    refused(goal(x), monotone(base="limit", above="ball"), "where only a limit is known")
    refused(goal(ratio - 1 + 0 * y, x=at, y=box(0, 1)), monotone(base="limit", above="ball"),
            "in one variable")
    refused(goal(ratio - 2, x=at), monotone(base="limit", above="ball"), "isn't >= 0")
    strict = {**monotone(base="limit", above="ball"), "strict": "base"}
    refused(goal(ratio - 1, strict=True, x=at), strict, "isn't > 0")
    assert len(parts(goal(ratio, strict=True, x=at), strict)) == 1
    # Where the derivative is strict the limit may be 0; where nothing is to be strict too.
    assert len(parts(goal(ratio - 1, strict=True, x=at), monotone(base="limit", above="ball"))) == 1
    assert len(parts(goal(ratio - 1, x=at), strict)) == 1


@pytest.mark.parametrize(
    ("given", "anchor", "side", "kept"),
    [
        # Bounds on the far side pass, those on the near side don't.
        (x <= y, number(0), "above", True), (x >= y, number(0), "above", False),
        (x >= y, number(1), "below", True), (x <= y, number(1), "below", False),
        # Of degree 1, and falling from the anchor, or at least 0 there.
        (y + 1 - 2 * x >= 0, number(0), "above", True), (2 * x + y >= 0, number(0), "above", True),
        (2 * x + y >= 1, number(0), "above", False), (2 * x + y >= 1, number(1), "below", True),
        # Not of degree 1, no polynomial, an equality, or without the variable after all.
        (x * x <= y, number(0), "above", False), (exp(x) <= 2 + y, number(0), "above", False),
        (x * y <= 1, number(0), "above", False), (equals(2 * x, y), number(0), "above", False),
        (x * x / x <= y, number(0), "above", False), (y <= x * x / x, number(1), "below", False),
        (x - x + y >= 0, number(0), "above", False), (1 / (x + 1) <= y, number(0), "above", False),
    ],
)  # fmt: skip
def test_hypotheses_that_pass_to_a_segment(given: Any, anchor: Any, side: str, kept: bool) -> None:
    one = goal(x, given, x=box(0, 1), y=box(0, 1))
    assert len(segment(one, "x", anchor, side).given) == 1 + kept


def test_what_is_known_of_a_point_isnt_known_of_a_segment() -> None:
    known = (x * x <= y, y >= z)
    one = goal(x, *known, x=box(0, 1), y=box(0, 1), z=box(0, 1))
    for value in (y, number(1)):
        assert fixed_at(one, "x", value).given == known[1:]
    assert between(one, "x", z, y).given == (known[1], z <= x, x <= y)
    turned = moved(one, "x", "t", exp(Real("t")), box(None, 0))
    assert set(turned.box) == {"t", "y", "z"}
    assert turned.given[:2] == (exp(Real("t")) * exp(Real("t")) <= y, known[1])


def test_a_segment_of_a_concave_term_stays() -> None:
    node = {"rule": "concave", "variable": "x", "low": "0", "high": "1"}
    one = goal(x * (1 - x), x=box(0, 1), y=box(0, 1))
    assert len(parts(one, node)) == 3
    for end in ("low", "high"):
        refused(one, {**node, end: ["x"]}, "moves with x")
    for ends in ({"low": "1/2"}, {"high": "1/2"}):
        refused(one, {**node, **ends}, "may leave the segment")


def test_a_substitution_is_undone() -> None:
    node = {"rule": "substitute", "variable": "x", "new": "t", "by": ["exp", ["t"]],
            "inverse": ["log", ["x"]]}
    one = goal(x, x=box(0, 1, "(]"), y=box(0, 1))
    assert len(parts(one, node)) == 1
    for name in ("x", "y", None, 3, ["t"]):
        refused(one, {**node, "new": name}, "no new name")
    refused(one, {**node, "by": ["mul", ["x"], ["exp", ["t"]]]}, "still contains x")
    refused(one, {**node, "inverse": ["x"]}, "isn't undone by")
    refused(goal(x), node, ".")


# --- what is a scalar -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "holds"),
    [
        (x, True), (number(2), True), (Number(None), False), (Size("n"), True), (exp(x) + 1, True),
        (P, False), (Symbol("a", Size("n")), False), (KL(P, P), False), (x + KL(P, P), False),
        (Op("exp", (x, x), REAL), False), (Op("add", (x,), REAL), False),
        (cases(x <= 1, x, 0), False), (total(Symbol("a", 2), x), False),
    ],
)  # fmt: skip
def test_scalar_terms(term: Any, holds: bool) -> None:
    assert is_scalar(term) is holds


@pytest.mark.parametrize("term", [
    Number(None), Op("pow", (x, Number(None)), REAL), KL(P, P), cases(x <= 1, x, 0),
    total(Symbol("a", 2), x), x + KL(P, P),
])  # fmt: skip
def test_what_is_no_scalar_is_neither_read_nor_bounded(term: Any) -> None:
    for refuses in (plain, Program):
        with pytest.raises(Rejected, match="no scalar term"):
            refuses(term)


def test_what_is_no_scalar_isnt_written() -> None:
    with pytest.raises(Rejected, match="no scalar term"):
        term_data(total(Symbol("a", 2), x))


def test_a_sign_is_one_of_those_asked_for() -> None:
    above, below, around = (goal(x, x=box(*ends)) for ends in ((1, 2), (-2, -1), (-1, 1)))
    for one, sign in ((above, 1), (below, -1)):
        assert has_sign(one, x, sign)
        assert has_sign(one, x, 1, -1)
        assert not has_sign(one, x, -sign)
    assert not has_sign(around, x, 1, -1)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (["y"], "nobody binds"), (["exp"], "nobody binds"), (["exp", "1", "1"], "malformed"),
        (["other", "1"], "malformed"), ([], "malformed"), (1, "malformed"), (None, "malformed"),
        ({}, "malformed"), (["x", "1"], "malformed"), ([["x"]], "malformed"),
    ],
)  # fmt: skip
def test_terms_of_a_certificate(value: Any, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        read_scalar(value, {"x"})


def test_goals_are_relations_of_scalars() -> None:
    one, two = Real("x", "[0,1]"), Real("y", "[0,1]")
    for then in (either(one <= two, two <= one), KL(P, P) >= one):
        with pytest.raises(Rejected, match=r"scalar|relation"):
            scalar_goals(statement([Size("n"), P, one, two], [], then))
    # Hypotheses that aren't are left out: what is shown without them holds with them.
    split = cases(one <= two, one, two)
    hypotheses = [either(one <= two, two <= one), split <= one, one <= split, one <= two]
    (found,) = scalar_goals(statement([one, two], hypotheses, one <= two))
    assert found.given == (x <= y,)
    with pytest.raises(Rejected, match="is no inequality"):
        scalar_goals(statement([one, two], [], either(one <= two, two <= one)))
