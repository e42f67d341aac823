"""Forms and their rewritings: identities in balls at two precisions, and digits kept in floats."""

from __future__ import annotations

from functools import cache

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified import language as v
from verified.code import forms
from verified.code.forms import ONE, TWO, ball, call, exact, name
from verified.code.functions import _ways, closed_of, coded
from verified.code.measuring import agrees, certified, error, measured, truths
from verified.code.opening import opened
from verified.code.series import expanded
from verified.code.stable import stable
from verified.numbers.balls import precision
from verified.papers import all_claims
from verified.report.selection import chosen, leaves, nodes

eps = v.Real("eps", ">=0")
x = name("x")

KEYS = [
    "property-1.forward@positive", "lemma-2-tight.bound", "eq-98.capacity", "lemma-1-sharp.bound",
    "lemma-2-sharper.bound", "lemma/close-pair", "ngo-2024/eq-9.bound",
    "ngo-2024/eq-11.value@defined", "background/gaussian-hockey-stick", "lemma/leakage-rare",
]  # fmt: skip


@cache
def sources(key):
    return [
        source for claim in chosen(all_claims(), key) for leaf in leaves(nodes(claim))
        for source in closed_of(leaf)
    ]


@pytest.mark.parametrize("key", KEYS)
def test_each_way_is_the_term_at_two_precisions(key):
    """What is rewritten has the value of what is written, whatever the precision."""
    for source in sources(key)[:1]:
        plain = opened(source.term)
        points = truths(source.term, source.given, seed=7, corners=6, drawn=14)
        mild = [one for one in points if all(
            size == 0 or 1e-12 < abs(size) < 100 for size in one.at.values())]
        assert mild, key
        ways = list(_ways(plain))
        compared = 0
        for one in mild:
            env = {n: arb(fmpq(*size.as_integer_ratio())) for n, size in one.at.items()}
            for form in ways:
                for bits in (500, 1100):
                    with precision(bits):
                        found = ball(form, env)
                        if found is not None:
                            assert found.overlaps(one.value), (form, one.at)
                            compared += 1
        assert compared >= 2 * len(mild)


def test_what_is_chosen_errs_less_than_what_is_written():
    lost = {key: coded(sources(key)[0].term, sources(key)[0].given) for key in KEYS[:6]}
    for key, made in lost.items():
        assert made.errors.worst < 1e-14, key
        assert not made.errors.failed, key
        assert made.plainly.worst > 1e-4 or made.plainly.failed, key


def test_a_wrong_form_is_refused():
    term = v.exp(eps) - 1
    held = truths(term)
    assert agrees(stable(opened(term)), term, held)
    assert not agrees(call("expm1", call("neg", name("eps"))), term, held)
    almost = call("add", opened(term), exact(fmpq(1, 10**18)))
    assert not agrees(almost, term, held)


def test_a_formula_that_cancels_is_measured_as_such():
    term = v.exp(eps) - 1
    held = truths(term)
    assert measured(lambda e: 2.718281828459045**e - 1, ["eps"], held).worst > 1e-3
    assert measured(lambda e: 0.0 * e, ["eps"], held).worst >= 1


def test_points_that_break_a_hypothesis_are_left_out():
    r, s = v.Real("r"), v.Real("s")
    held = truths(r - s, (s < r,))
    assert len(held) > 50
    assert all(one.at["s"] < one.at["r"] for one in held)


def test_undefined_points_have_no_truth():
    term = 1 / (eps - 1)
    assert certified(term, {"eps": 1.0}) is None
    assert error(2.0, certified(term, {"eps": 1.5})) == 0


def test_where_a_law_is_none_to_any_precision_its_closed_form_is_measured():
    source = sources("property-1.attained@positive")[1]
    far = {"eps": 800.0}
    assert certified(source.term, far) is None
    plain = opened(source.term)
    assert far not in [one.at for one in truths(source.term, source.given)]
    assert far in [one.at for one in truths(source.term, source.given, plain=plain)]
    wrong = call("add", plain, exact(fmpq(1, 1000)))
    assert far not in [one.at for one in truths(source.term, source.given, plain=wrong)]
    made = coded(source.term, source.given)
    assert not made.errors.failed
    assert made.plainly.failed


@pytest.mark.parametrize(("given_", "wanted"), [
    (call("sub", call("exp", x), ONE), call("expm1", x)),
    (call("sub", ONE, call("normal_cdf", x)), call("normal_cdf", call("neg", x))),
    (call("log", call("add", ONE, call("mul", x, x))), call("log1p", call("mul", x, x))),
    (call("log", call("exp", x)), x),
    (call("log", call("add", ONE, call("exp", x))), call("softplus", x)),
    (call("sub", ONE, call("mul", TWO, call("normal_cdf", x))),
     call("neg", call("erf", call("div", x, call("sqrt", TWO))))),
    (call("sub", call("log", TWO), call("binary_entropy", x)),
     call("entropy_gap", call("sub", ONE, call("mul", TWO, x)))),
])  # fmt: skip
def test_rewritings_by_name(given_, wanted):
    assert stable(given_) == wanted


expressions = st.recursive(
    st.just(x) | st.integers(-3, 3).map(exact),
    lambda inner: st.builds(
        lambda op, one, two: call(op, one, two), st.sampled_from(["add", "sub", "mul", "div"]),
        inner, inner,
    ) | st.builds(lambda one: call("exp", one), inner) | st.builds(
        lambda one: call("log", call("add", call("exp", one), ONE)), inner
    ),
    max_leaves=6,
)


@settings(max_examples=80, deadline=None)
@given(expressions, st.sampled_from([fmpq(1, 3), fmpq(2), fmpq(7, 5), fmpq(1, 100)]))
def test_any_form_keeps_its_value(form, at):
    for ratios in (False, True):
        rewritten = stable(form, ratios)
        with precision(900):
            one, two = (ball(each, {"x": arb(at)}) for each in (form, rewritten))
            if one is not None and two is not None and abs(one) < arb(10) ** 60:
                assert one.overlaps(two)


def test_series_of_removable_singularities():
    """(e^x − 1)/x at 0: the coefficients of the exponential, moved by one."""
    quotient = call("div", call("sub", call("exp", x), ONE), x)
    found = expanded(quotient, "x", fmpq(0))
    assert found is not None
    with precision(200):
        gap = ball(found, {"x": arb("1/8")}) - ((arb("1/8")).exp() - 1) * 8
        assert abs(gap) < 1e-15
    assert expanded(call("log", x), "x", fmpq(0)) is None
    assert expanded(call("abs", x), "x", fmpq(0)) is None


def test_products_know_zero():
    with pytest.raises(ZeroDivisionError):
        forms.Product(fmpq(0)).inverse()
    assert forms.products(call("sub", x, x)) == []
