"""Closed forms: what SymPy finds agrees with the checked term in balls, and what doesn't is left
out."""

from functools import cache

import pytest
import sympy as sp
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified import language as v
from verified.errors import InputError
from verified.numbers.balls import precision
from verified.papers import all_claims
from verified.report import closed_forms as forms
from verified.report.selection import chosen

eps = v.Real("eps", ">0")


# SymPy looks long for an inverse that it doesn't find.
WITHOUT_INVERSE = ("form", "derivative", "zero", "infinity")


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """A busy machine finds no less."""
    monkeypatch.setattr(forms, "SECONDS", 120.0)


@cache
def found(key):
    """The facts of the first closed side of a claim, by their kinds, with the term."""
    if key in ("binary_entropy", "normal_cdf"):
        term = forms.quantity_term(key)
    else:
        (claim, *_) = chosen(all_claims(), key)
        term = next(forms.closed_sides(claim))
    variable = next(iter(forms.free_variables(term).values()))
    closed = forms.closed_form(term, variable, WITHOUT_INVERSE)
    return closed, {fact.kind: fact for fact in closed.facts}


KEYS = (
    "cuff-yu-2016/property-1.forward@positive",
    "nuradha-goldfeld-2022/theorem-1-steps.reduced", "binary_entropy", "normal_cdf",
)


@pytest.mark.parametrize("key", KEYS)
@given(part=st.fractions(min_value=0, max_value=1, max_denominator=999).filter(lambda p: 0 < p < 1))
@settings(max_examples=12, deadline=None)
def test_forms_and_derivatives_hold_at_random_points(key, part):
    closed, facts = found(key)
    assert {"form", "derivative"} <= set(facts)
    point = {}
    for var in forms.free_variables(closed.term).values():
        at = fmpq(part.numerator, part.denominator)
        point[var.name] = at if var.of.contains(at) else at + 1
    value = forms.value(closed.term, point)
    assert value is not None
    assert forms.close(forms.ball_of(facts["form"].expression, point), value)
    step = fmpq(1, 10**40)
    name = closed.variable.name
    ends = [forms.value(closed.term, {**point, name: point[name] + sign * step})
            for sign in (1, -1)]
    with precision(forms.BITS):
        slope = (arb(ends[0]) - arb(ends[1])) / arb(2 * step)
    assert forms.close(forms.ball_of(facts["derivative"].expression, point), slope)


def test_known_forms():
    x = sp.Symbol("x", positive=True)
    _, facts = found(KEYS[0])
    (symbol,) = facts["form"].expression.free_symbols
    assert facts["form"].expression.subs(symbol, x) == x * sp.tanh(x / 2)
    assert facts["zero"].expression.subs(symbol, x) == x**2 / 2
    assert facts["infinity"].expression.subs(symbol, x) == x
    _, normal = found("normal_cdf")
    assert normal["infinity"].expression == 1


def test_an_inverse_undoes():
    term = 1 - 2 ** (-eps)
    closed = forms.closed_form(term, eps)
    (inverse,) = (fact for fact in closed.facts if fact.kind == "inverse")
    reached = forms.value(term, {"eps": fmpq(3, 7)})
    assert forms.close(forms.ball_of(inverse.expression, {"y": reached}), fmpq(3, 7))


above = v.Real("a", ">1")
y = v.Real("y", "[0,1/2]")
INVERTED = {
    # Each side of Lambert's branch point has its own branch.
    r"-W_{-1}\left(": above - 1 - v.log(above),
    r"\operatorname{erf}^{-1}\left(": forms.quantity_term("normal_cdf"),
    # The bound of Lemma 2; its inverse is h in closed form.
    r"\ln{\left(2 \right)}": 1 - 2 * v.binary_entropy_inverse(v.log(2) - v.Real("t", "[0,1/2]")),
    # The letter for the value isn't that of the variable.
    r"z = f(y)": v.binary_entropy_inverse(y),
}


@pytest.mark.parametrize("shown", INVERTED)
def test_what_is_undone_step_by_step_or_by_lambert(shown):
    term = INVERTED[shown]
    (variable,) = forms.free_variables(term).values()
    (inverse,) = forms.closed_form(term, variable, ("inverse",)).facts
    assert shown.replace(" ", "") in inverse.tex.replace(" ", "")
    assert "Inverse" not in inverse.tex
    (symbol,) = inverse.expression.free_symbols
    point = next(forms._inside(variable.of))
    reached = forms.value(term, {variable.name: point})
    assert forms.close(forms.ball_of(inverse.expression, {symbol.name: reached}), point)


def test_what_has_no_inverse_is_told_none():
    """Each value is met twice: a solution that holds at some points only is none."""
    x = v.Real("x", "(0,1)")
    found = forms.closed_form(x * (1 - x), x, ("inverse",)).facts
    assert not found


@pytest.mark.parametrize("wrong", ["simplify", "diff", "limit", "series"])
def test_what_sympy_gets_wrong_is_left_out(monkeypatch, wrong):
    """SymPy is made to err: the fact goes, or what is told is right all the same."""
    term = eps * (v.exp(eps) - 1) / (v.exp(eps) + 1)
    real = getattr(sp, wrong)
    monkeypatch.setattr(sp, wrong, lambda *args, **more: real(*args, **more) + sp.Rational(1, 9))
    told = forms.closed_form(term, eps, WITHOUT_INVERSE).facts
    kinds = {fact.kind: fact for fact in told}
    lost = {"simplify": (), "diff": ("derivative",), "limit": ("infinity",), "series": ("zero",)}
    assert not set(lost[wrong]) & set(kinds)
    for fact in kinds.values():
        if fact.kind == "form":
            point = {"eps": fmpq(5, 3)}
            assert forms.close(forms.ball_of(fact.expression, point), forms.value(term, point))


def test_balls_of_what_is_not_read_or_not_real():
    x = sp.Symbol("x", real=True)
    assert forms.ball_of(sp.gamma(x), {"x": fmpq(1)}) is None
    assert forms.ball_of(sp.log(x), {"x": fmpq(-1)}) is None
    assert forms.ball_of(1 / x, {"x": fmpq(0)}) is None
    assert not forms.close(None, fmpq(1))
    assert not forms.close(fmpq(1), fmpq(2))


def test_what_has_no_closed_form_is_refused():
    with pytest.raises(InputError, match="no closed form"):
        forms.quantity_term("capacity")
    with pytest.raises(InputError, match="states no closed form"):
        list(forms.closed_forms_latex(
            "eq-8", lambda name: chosen(all_claims(), name), forms.Style()
        ))
