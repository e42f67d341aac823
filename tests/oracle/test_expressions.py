"""Terms as texts and as terms: their values, and texts that aren't run."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

import verified
from verified.errors import InputError
from verified.language import KL, TV, Pmf, Real, Size, Symbol, log, pmf_table, rational, sup, total

n = Size("n")
P, Q, eps, a = Pmf("P", n), Pmf("Q", n), Real("eps", ">=0"), Symbol("a", n)


@pytest.mark.parametrize(("text", "value"), [
    ("1/3 + 1/6", Fraction(1, 2)), ("0.1*10 - 1", Fraction(0)), ("-2**3", Fraction(-8)),
    ("1e-3", Fraction(1, 1000)), ("TV([1/3, 2/3], [0.5, 0.5])", Fraction(1, 6)),
    ("maximum(1/7, dobrushin([[1, 0], [1/4, 3/4]]))", Fraction(3, 4)),
    ("probability([1/2, 1/4, 1/4], [0, 2])", Fraction(3, 4)),
    ("dp_delta([[3/4, 1/4], [1/4, 3/4]], 0)", Fraction(1, 2)),
])  # fmt: skip
def test_rational_terms_are_exact(text: str, value: Fraction) -> None:
    found = verified.enclose(text)
    assert found.low == found.high == value


@pytest.mark.parametrize(("text", "value"), [
    ("log(3)/2", lambda: mpmath.log(3) / 2), ("exp(-1/3)", lambda: mpmath.exp(mpmath.mpf(-1) / 3)),
    ("2*pi", lambda: 2 * mpmath.pi), ("pi()*1_0", lambda: 10 * mpmath.pi),
    ("binary_entropy(1/4)", lambda: -mpmath.log(0.25) / 4 - 3 * mpmath.log(0.75) / 4),
    ("H([1/4, 3/4])", lambda: -mpmath.log(0.25) / 4 - 3 * mpmath.log(0.75) / 4),
    ("D([1/4, 3/4] || [1/2, 1/2])^2",
     lambda: (mpmath.log(0.5) / 4 + 3 * mpmath.log(1.5) / 4) ** 2),
    ("KL([1/4, 3/4], [1/2, 1/2])**2",
     lambda: (mpmath.log(0.5) / 4 + 3 * mpmath.log(1.5) / 4) ** 2),
    ("dp_epsilon([[3/4, 1/4], [1/4, 3/4]])", lambda: mpmath.log(3)),
])  # fmt: skip
@pytest.mark.parametrize("width", ["1e-12", "1e-30"])
def test_other_terms_are_enclosed(text: str, value: object, width: str) -> None:
    assert callable(value)
    found = verified.enclose(text, width=width)
    with mpmath.workdps(50):
        truth = value()
        low, high = (mpmath.mpf(e.numerator) / e.denominator for e in (found.low, found.high))
        slack = mpmath.mpf(10) ** -45
        assert low - slack <= truth <= high + slack
        assert high - low <= mpmath.mpf(width) * abs(truth)


def test_names_are_given_values() -> None:
    laws = {"P": ["1/3", "2/3"], "Q": "1/2,1/2"}
    one = verified.enclose("2*TV(P, Q)**2 - KL(P, Q) + c", c="log(2)", **laws)
    two = verified.enclose(2 * TV(P, Q) ** 2 - KL(P, Q) + log(rational(2)), **laws)
    assert (one.low, one.high) == (two.low, two.high)
    spread = verified.enclose(
        TV(P, pmf_table(n, lambda a: 1 / n)), P=[0.75, 0.25]
    )
    assert spread == Fraction(1, 4)


def test_a_unit_is_that_of_the_quantity() -> None:
    assert verified.enclose("kl([1], [1])").unit == "nats"
    assert verified.enclose("kl([1], [1]) + 1").unit == ""


@pytest.mark.parametrize(("text", "rule"), [
    ("__import__('os').system('true')", "column 1: .*__import__.* expected an expression"),
    ("open('file')", "column 6: .* expected an expression"),
    ("(lambda: 1)()", "column 8: ':' stands here"), ("[x for x in [1]]", "column 16"),
    ("KL.__class__", "column 4: .* stands here"), ("log(3", "column 6: the text ends here"),
    ("2**10**10", "10000 is the limit"), ("2^(10^10)", "10000 is the limit"),
    ("True + 1", "nobody says what True is"), ("[1/2, 1/2]", "a list stands where"),
    ("[1] + [2]", "column 1: a list stands where"),
    ("x + 1", "column 1: nobody says what x is"),
    ("maximun(1, 2)", "column 1: nobody says what maximun is; nearest: maximum"),
    ("TV([1/3, log(2)], [1/2, 1/2])", "entries of lists are rational"),
    ("log(0 - 1)", "logarithm of a negative number"), ("1/0", "undefined|division|zero"),
    ("log([1/2, 1/2])", "column 5: a list stands where"),
    ("KL([1, 0])", "KL takes 2 arguments, not 1"),
    ("KL([2/3, 2/3], [1, 0])", "sums to 4/3, not 1"), ("output([1], [[1]])", "no number"),
    ("1" * 20_001, "letters"), ("(" * 5000 + "1" + ")" * 5000, "nested"),
    ("-" * 9000 + "1", "nested"), ("log('x')", "x"),
    ("ln 1/2 + 1", r"column 1: this may be ln\(1\)/… or ln\(1/…\)"),
])  # fmt: skip
def test_what_isnt_read_is_named(text: str, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        verified.enclose(text)


def test_terms_without_a_value_are_refused() -> None:
    with pytest.raises(InputError, match=r"P has no value: enclose\(term, P=…\)"):
        verified.enclose(TV(P, Q), Q=[1])
    with pytest.raises(InputError, match="unknown variable of the term 'R'"):
        verified.enclose(TV(P, Q), P=[1], Q=[1], R=[1])
    with pytest.raises(InputError, match="has no R, which is given"):
        verified.enclose("1 + 1", R=[1])
    with pytest.raises(InputError, match="can't be evaluated"):
        verified.enclose(sup(P, total(a, P[a] * Q[a])), Q=[1])
    with pytest.raises(InputError, match="is no number"):
        verified.enclose(P, P=[1])
    with pytest.raises(InputError, match="no term"):
        verified.enclose(3.5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="eps is -1; it must lie in"):
        verified.enclose(eps + 1, eps=-1)


def test_names_may_stand_for_laws_on_the_line_and_on_the_integers() -> None:
    found = verified.enclose("TV(L, K)", L="uniform(0, 1)", K="uniform(1/3, 4/3)")
    assert found == Fraction(1, 3)
    far = verified.enclose("renyi(L, K, 2)", L="poisson(3)", K="poisson(2)")
    assert float(far.low) <= 0.5 <= float(far.high)
    with pytest.raises(InputError, match="which is no number"):
        verified.enclose("L", L="poisson(3)")
    with pytest.raises(InputError):
        verified.enclose("TV(L, K)", L="poisson(3)", K="gaussian(0, 1)")
