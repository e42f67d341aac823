"""The search for scalar proofs: the workload is proved, its false neighbours aren't."""

import json
import random
from dataclasses import replace

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.proof.scalar_workload import FALSE, TRUE
from verified.kernel.scalar import check_scalar
from verified.kernel.scalar_goals import term_data
from verified.kernel.values import Rejected
from verified.language import exp, log, maximum, normal_cdf
from verified.proof.scalar import prove
from verified.syntax.claims import build_statement
from verified.syntax.formulas import both
from verified.syntax.terms import Number, Real, equals, rational

SLOW = {"alphabet r and r + 1", "Jensen gap of h"}


@pytest.mark.parametrize("name", [name for name in TRUE if name not in SLOW])
def test_a_true_inequality_is_proved_and_its_data_rechecked(name):
    certificate = prove(TRUE[name], seconds=60)
    assert certificate is not None
    check_scalar(TRUE[name], json.loads(json.dumps(certificate)))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SLOW))
def test_a_harder_inequality_is_proved(name):
    certificate = prove(TRUE[name], seconds=120)
    assert certificate is not None
    check_scalar(TRUE[name], json.loads(json.dumps(certificate)))


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_not_proved(name):
    assert prove(FALSE[name], seconds=2) is None


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("leaf", ["ball", "sign", {"rule": "zero"}])
def test_no_leaf_proves_a_false_statement(name, leaf):
    with pytest.raises(Rejected):
        check_scalar(FALSE[name], [leaf])


def test_each_relation_of_a_conclusion_has_a_tree():
    x = Real("x", ">=0")
    statement = build_statement("two", [x], [], both(x + 1 >= 1, x <= exp(x)))
    found = prove(statement, seconds=10)
    assert len(found) == 2
    with pytest.raises(Rejected, match="as many trees"):
        check_scalar(statement, found[:1])


def test_an_equality_is_not_ours():
    x = Real("x", ">0")
    with pytest.raises(Rejected, match="no inequality"):
        prove(build_statement("equal", [x], [], equals(x, x)))


def test_a_maximum_on_the_small_side():
    x = Real("x", "[0,1]")
    assert prove(build_statement("max", [x], [], maximum(x, x * x) <= exp(x) - 1), seconds=10)


def test_a_single_point_is_decided_exactly():
    x = Real("x", "[1,1]")
    assert prove(build_statement("point", [x], [], log(x) <= x - 1), seconds=10) is not None
    assert prove(build_statement("point", [x], [], log(x) < x - 1), seconds=2) is None


def test_contradictory_hypotheses_prove_anything():
    x = Real("x", "[0,1]")
    statement = build_statement("vacuous", [x], [x * x >= 2], x <= -1)
    assert prove(statement, seconds=10) is not None


@settings(max_examples=15, deadline=None)
@given(st.integers(-6, 6), st.integers(-6, 6), st.integers(-6, 6))
def test_quadratics_are_proved_only_if_true(a, b, c):
    x = Real("x", "[0,1]")
    statement = build_statement("quadratic", [x], [], a * x * x + b * x + c >= Number(fmpq(0)))
    values = [fmpq(c), fmpq(a + b + c)]
    if a > 0 and 0 < -b < 2 * a:
        values.append(fmpq(4 * a * c - b * b, 4 * a))
    true = min(values) >= 0
    found = prove(statement, seconds=3)
    if not true:
        assert found is None
    elif min(values) > 0:
        assert found is not None


# Statements whose sides touch (or run together), so that any shift of one side makes them false.
TOUCHING = [
    "least of two", "tanh", "entropy below a parabola", "binary Pinsker", "ln x", "x ln x", "exp",
    "Fano with m - 1", "entropy above 4x(1-x)", "entropy gap", "Hoeffding's exponent",
]


def nodes(tree, path=()):
    """The paths to all parts of a certificate."""
    yield path
    if not isinstance(tree, dict | list):
        return
    for key, part in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield from nodes(part, (*path, key))


def part_at(tree, path):
    for step in path:
        tree = tree[step]
    return tree


def tampered(rng, tree):
    """A copy with one part replaced by another part or by a likely value."""
    copied = json.loads(json.dumps(tree))
    paths = [path for path in nodes(copied) if path]
    path = rng.choice(paths)
    other = part_at(copied, rng.choice(paths))
    values = ["ball", "sign", "even", "0", "1", "-1", "1/2", "base", "limit", None, other, other]
    part_at(copied, path[:-1])[path[-1]] = json.loads(json.dumps(rng.choice(values)))
    return copied


@pytest.mark.parametrize("name", TOUCHING)
def test_no_tampering_proves_a_shifted_statement(name):
    statement = TRUE[name]
    certificate = prove(statement, seconds=60)
    relation = statement.then
    tiny = rational(1, 10**9)
    if relation.op in ("<=", "<"):
        shifted = relation.left + tiny <= relation.right
    else:
        shifted = relation.left - tiny >= relation.right
    false = build_statement("shifted", statement.variables, statement.given, shifted)
    strict = build_statement(
        "strict", statement.variables, statement.given,
        replace(relation, op=relation.op.rstrip("=")),
    )
    attained = name in ("least of two", "tanh", "binary Pinsker", "ln x", "x ln x", "exp",
                        "entropy below a parabola", "entropy gap", "entropy above 4x(1-x)",
                        "Fano with m - 1")
    rng = random.Random(0)
    for claim in (false, strict) if attained else (false,):
        with pytest.raises(Rejected):
            check_scalar(claim, certificate)
        for _ in range(120):
            with pytest.raises(Rejected):
                check_scalar(claim, tampered(rng, tampered(rng, certificate)))


def test_two_variables_of_one_name_are_refused():
    x = Real("x", ">0")
    twice = replace(build_statement("two", [x], [], x > 0), variables=(Real("x", ""), x))
    with pytest.raises(Rejected, match="one name"):
        check_scalar(twice, ["ball"])


def test_a_search_may_be_told_where_to_begin():
    """A rule that leads nowhere leads nowhere: the search doesn't fall back on others."""
    u, v = Real("u", ">0"), Real("v", ">0")
    curve = {x: x**2 / 24 + x / 2 - log((exp(x) - 1) / x) for x in (u, v)}
    statement = build_statement("grows", [u, v], [u <= v], curve[u] <= curve[v])
    node = {"rule": "monotone", "variable": "v", "strict": "", "base": "?", "above": "?"}
    tree = prove(statement, seconds=20, start={**node, "anchor": term_data(u)})
    assert tree is not None
    check_scalar(statement, tree)
    falls = build_statement("falls", [u, v], [v <= u], curve[u] <= curve[v])
    with pytest.raises(Rejected):
        check_scalar(falls, tree)
    for start in ({**node, "anchor": term_data(v)}, {"rule": "zero"}):
        assert prove(statement, seconds=5, start=start) is None


def test_a_search_may_be_told_rules_within_rules():
    """The tail of the normal law: from 0 as far as it rises, and back from infinity."""
    u = Real("u", ">=0")
    tail = build_statement("tail", [u], [], normal_cdf(-u) <= exp(-(u**2) / 2) / 2)
    node = {"rule": "monotone", "strict": "", "anchor": "0", "above": "?"}
    rising = {**node, "variable": "u", "base": {"rule": "zero"}}
    falling = {"rule": "substitute", "variable": "u", "new": "w", "by": ["div", "1", ["w"]],
               "inverse": ["div", "1", ["u"]], "part": {**node, "variable": "w", "base": "limit"}}

    def begun(top, bottom):
        far = {"rule": "split", "variable": "u", "closed": "left", "at": top, "left": "?",
               "right": falling}
        return {"rule": "split", "variable": "u", "closed": "left", "at": bottom, "left": rising,
                "right": far}

    tree = prove(tail, seconds=30, start=begun("4/5", "3/4"))
    assert tree is not None
    assert tree[0]["right"]["right"]["part"]["base"] == "limit"
    check_scalar(tail, tree)
    # Beyond √(2/π) the bound doesn't rise, before it doesn't fall.
    assert prove(tail, seconds=3, start=begun("9/10", "17/20")) is None
    assert prove(tail, seconds=3, start=begun("3/4", "1/2")) is None
    third = build_statement("third", [u], [], normal_cdf(-u) <= exp(-(u**2) / 2) / 3)
    assert prove(third, seconds=3, start=begun("4/5", "3/4")) is None


def test_a_search_that_is_begun_ends_in_time():
    u = Real("u", ">=0")
    tail = build_statement("tail", [u], [], normal_cdf(-u) <= exp(-(u**2) / 2) / 2)
    split = {"rule": "split", "variable": "u", "closed": "left", "at": "1", "left": "?",
             "right": "?"}
    assert prove(tail, seconds=0, start=split) is None
