"""What proved claims promise at numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from mpmath import mp, mpf

import verified
from verified.errors import InputError, UnknownKeyError


def _only(claim: str, **numbers: Any) -> Any:
    (found,) = verified.promised(claim, **numbers).values()
    return found


def test_conversions_are_the_papers_formulas() -> None:
    with mp.workdps(40):
        for eps in ("1/8", "1/3", "2/3"):
            level = mpf(Fraction(eps).numerator) / Fraction(eps).denominator
            plain = _only("cuff-yu-2016/lemma-2", eps=eps)
            sharper = _only("sharper/lemma-2-sharper.bound", eps=eps)
            tight = _only("cuff-yu-2016/lemma-2-tight.bound", eps=eps)
            root = mpmath.sqrt(mpmath.sqrt(9 + 12 * level) - 3)
            assert mpmath.almosteq(mpf(plain.digits(30)), mpmath.sqrt(2 * level), mpf("1e-28"))
            assert mpmath.almosteq(mpf(sharper.digits(30)), root, mpf("1e-28"))
            # ln 2 − h((1 − δ)/2) = ε.
            share = (1 - mpf(tight.digits(30))) / 2
            entropy = -share * mpmath.log(share) - (1 - share) * mpmath.log(1 - share)
            assert abs(mpmath.log(2) - entropy - level) < mpf("1e-27")
            assert tight < sharper < plain


def test_what_was_proved_is_noted() -> None:
    found = verified.promised("cuff-yu-2016/property-9@continued", eps="1/4", k=3, delta="1e-6")
    assert list(found) == ["k*eps", "(sum_{l < k}(exp(l*eps)))*delta"]
    assert found["k*eps"] == "3/4"
    (note,) = found["k*eps"].notes
    assert note.startswith("cuff-yu-2016/property-9@continued, proved: for all D a database")


@pytest.mark.parametrize(
    ("claim", "numbers", "told"),
    [
        ("cuff-yu-2016/lemma-2-tight.bound", {"eps": 1}, "hypothesis eps <= ln(2) fails"),
        ("cuff-yu-2016/property-9@continued", {"eps": 1, "k": 2}, "needs delta"),
        ("cuff-yu-2016/property-2", {"eps": -1}, "must lie in"),
        ("cuff-yu-2016/corollary-8@defined", {"eps": "1/8"}, "no bound that is a function"),
    ],
)
def test_what_is_refused(claim: str, numbers: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=".*" + told.replace("(", r"\(").replace(")", r"\)")):
        verified.promised(claim, **numbers)


def test_nothing_is_promised_by_what_is_not_proved() -> None:
    from verified.report.records import expected_statuses

    refuted = next(name for name, status in expected_statuses().items() if status == "refuted")
    with pytest.raises(InputError, match="isn't recorded as proved for all, but as refuted"):
        verified.promised(refuted, eps=1)
    with pytest.raises(UnknownKeyError):
        verified.promised("cuff-yu-2016/lemma-22", eps=1)
    with pytest.raises(UnknownKeyError):
        verified.promised("cuff-yu-2016/lemma-2", epsilon=1)
