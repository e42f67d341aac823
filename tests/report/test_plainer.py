"""What is printed equals what is checked: at instances, infinite and undefined ones too."""

import itertools

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified import language as v
from verified.kernel.truth import BallReading
from verified.numbers.balls import Indeterminate, Undefined
from verified.papers import all_claims
from verified.report import plainer as plain
from verified.report.selection import leaves, nodes
from verified.syntax.terms import Number, Op

x, y = v.Real("x"), v.Real("y")
# Finite, undefined, −∞ and +∞ in turn, as x and y are.
LEAVES = [x, y, x / y, v.log(y), -v.log(y), v.exp(x), v.log(x)]
VALUES = [fmpq(0), fmpq(1), fmpq(-2), fmpq(1, 3)]


def value(term, env):
    try:
        found = BallReading().real(term, env)
    except Undefined:
        return "undefined"
    except Indeterminate:
        return None
    if isinstance(found, fmpq) or found.is_finite():
        return found
    return "-inf" if found < 0 else "inf" if found > 0 else "undefined"


def same(one, two):
    for at, to in itertools.product(VALUES, VALUES):
        env = {"x": at, "y": to}
        left, right = value(one, env), value(two, env)
        if left is None or right is None:
            continue
        if isinstance(left, str) or isinstance(right, str):
            if left != right:
                return False
        elif not (arb(left) - arb(right)).contains(0):
            return False
    return True


_numbers = st.sampled_from([v.rational(0), v.rational(1), v.rational(-1), v.rational(2, 3)])
_terms = st.recursive(
    st.sampled_from(LEAVES) | _numbers,
    lambda inner: st.one_of(
        st.builds(lambda f, a, b: f(a, b), st.sampled_from([
            lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b,
        ]), inner, inner),
        st.builds(lambda a: -a, inner), st.builds(v.exp, inner), st.builds(v.log, inner),
    ),
    max_leaves=5,
)


@given(_terms)
@settings(max_examples=150, deadline=None)
def test_the_rules_keep_values(term):
    assert same(term, plain.plainer(term))


@pytest.mark.parametrize(
    ("term", "printed"),
    [
        (x + 0, x), (0 + x, x), (x - 0, x), (1 * x, x), (x * 1, x), (x / 1, x),
        (v.rational(2) / 1, v.rational(2)), (x * 3, 3 * x), (2 * (3 * x), 6 * x), (0 - (0 - x), x),
        (x + (-y), x - y), (x - (-y), x + y), (x + v.rational(-2), x - 2), (0 - x, -x),
        (v.exp(0), v.rational(1)), (v.log(1), v.rational(0)),
    ],
)
def test_each_rule(term, printed):
    assert plain.plainer(term) == printed
    assert same(term, printed)


@pytest.mark.parametrize("term", [0 * x, x - x, x / x, x * (1 / y), v.exp(v.log(x)), x / 0])
def test_what_may_lose_an_undefined_value_stays(term):
    assert plain.plainer(term) == term


def test_the_comparison_sees_a_wrong_rule():
    assert not same(0 * (x / y), v.rational(0))
    assert not same(v.exp(v.log(x)), x)
    assert not same(x / x, v.rational(1))


def test_statements_say_what_was_simplified():
    stated = v.claim("c", forall=[x], given=[x >= 0], then=x + 0 <= 2 * x)
    assert plain.simplification(stated.statement) == (
        "1 term simplified, equal to what is checked by the kernel's normal form"
    )
    assert plain.simplification(plain.plainer(stated.statement)) == ""
    odd = v.claim("d", forall=[x, y], then=x / y + 0 <= 2 * (x / y))
    assert "0 equal" in plain.simplification(odd.statement)


def test_the_normal_form_refuses_what_differs():
    assert plain.equal_by_normal_form(x + 0, x, [])
    assert not plain.equal_by_normal_form(x + 1, x, [])
    assert not plain.equal_by_normal_form(x / y, x / y, [])


def test_every_simplified_statement_keeps_its_free_variables():
    changed = 0
    for row in all_claims():
        for leaf in leaves(nodes(row)):
            printed = plain.plainer(leaf.statement)
            assert printed.variables == leaf.statement.variables
            changed += printed != leaf.statement
    assert changed > 10
    assert isinstance(plain.plainer(Op("neg", (Number(fmpq(2)),), x.sort)), Number)
