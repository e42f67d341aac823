"""Which claims are bounds: their sides, their parameters, what bounds the same; and why the others
are none."""

from __future__ import annotations

import pytest

from verified.language import KL, TV, Close, H, Pmf, Real, Size, both, claim, equals, log, sqrt
from verified.report.bounds import Bounded, alike, bounded, pictured, subject
from verified.syntax.terms import free_variables
from verified.syntax.text import text

n = Size("n")
P, Q, R = Pmf("P", n), Pmf("Q", n), Pmf("R", n)
eps, t = Real("eps", ">=0"), Real("t", ">=0")


def of(**told):
    return bounded(claim("mine", **told))


def test_sides_and_parameters():
    one = of(forall=[P, Q, eps], given=[KL(P, Q) <= eps], then=TV(P, Q) <= sqrt(eps / 2))
    assert (text(one.measured), text(one.bound), one.upper) == ("TV(P, Q)", "sqrt(eps/2)", True)
    assert one.across.term == eps
    assert not one.beside
    assert not one.curve
    # From below, and with the sides turned round.
    other = of(forall=[P, Q, eps], given=[TV(P, Q) >= eps], then=2 * eps**2 <= KL(P, Q))
    turned = of(forall=[P, Q, eps], given=[TV(P, Q) >= eps], then=KL(P, Q) >= 2 * eps**2)
    assert (text(other.measured), other.upper) == (text(turned.measured), turned.upper)
    assert not other.upper


def test_a_quantity_may_be_the_parameter():
    one = of(forall=[P, Q], then=TV(P, Q) <= sqrt(KL(P, Q) / 2))
    assert text(one.across.term) == "D(P || Q)"
    assert text(one.shape) == "sqrt(q/2)"
    assert one.across.ends[0] == 0


def test_a_size_may_be_the_parameter():
    one = of(forall=[P], then=H(P) <= log(n))
    assert one.across.whole
    assert text(one.across.term) == "n"


def test_closeness_is_measured_by_hockey_sticks():
    one = of(forall=[P, Q, eps, t], given=[KL(P, Q) <= t], then=Close(P, Q, eps, sqrt(t)))
    assert text(one.measured).count("E_exp(eps)") == 2
    assert text(one.bound) == "sqrt(t)"


@pytest.mark.parametrize(("then", "why"), [
    (equals(TV(P, Q), TV(Q, P)), "equality"),
    (both(TV(P, Q) <= 1, TV(P, Q) >= 0), "2 relations"),
    (TV(P, Q) <= 1, "one number"),
    (TV(P, Q) <= TV(Q, P), "no closed form"),
    (TV(P, R) <= TV(P, Q) * TV(Q, R), "no closed form"),
])
def test_what_is_no_bound_is_told_why(then, why):
    found = of(forall=[P, Q, R], then=then)
    assert isinstance(found, str)
    assert why in found


def test_more_numbers_than_a_picture_shows():
    a, b = Real("a"), Real("b")
    found = of(forall=[P, Q, eps, a, b], given=[KL(P, Q) <= eps], then=TV(P, Q) <= eps + a + b)
    assert found == "its bound depends on 3 numbers, and a picture shows 2"


def test_slices_meet_the_hypotheses_and_hold_the_numbers():
    alpha = Real("alpha", ">=0")
    one = of(
        forall=[P, Q, eps, alpha], given=[KL(P, Q) <= eps, alpha > 1],
        then=TV(P, Q) <= alpha * eps,
    )
    assert one.across.term == eps
    values = [held["alpha"] for held in one.slices]
    assert values
    assert all(value > 1 for value in values)
    here = one.at(one.slices[0])
    assert "alpha" not in {var.name for var in here.statement.variables}
    assert text(here.shape) == f"{values[0]}*eps"


def test_bounds_of_the_same_are_found_whatever_they_suppose_of_numbers_alone():
    found = pictured()
    sharp = {one.name for one in alike(found["cuff-yu-2016/lemma-1"])}
    assert "sharper/lemma-1-sharp.bound" in sharp
    assert {one.name for one in alike(found["cuff-yu-2016/property-2"])} == {
        "sharper/property-2-sharper.large", "sharper/property-2-sharper.series",
    }
    # Another hypothesis on the laws, or the other direction, is another subject.
    assert subject(found["sharper/lemma-1-binary-sharp.bound"]) != subject(
        found["sharper/lemma-1-sharp.bound"]
    )
    forward, reverse = (found[f"cuff-yu-2016/eq-9.{way}"] for way in ("forward", "reverse"))
    assert subject(forward) != subject(reverse)


def test_every_claim_is_a_bound_or_told_why():
    assert len(pictured()) > 400
    assert all(isinstance(one, Bounded) and one.name == name for name, one in pictured().items())


def test_a_slice_speaks_of_the_variables_that_its_statement_has():
    # An integrand of the axis may have a parameter that is held, as an entropy has the noise's.
    for bound in pictured().values():
        for held in bound.slices:
            here = bound.at(held)
            names = {var.name for var in here.statement.variables}
            said = (here.across.term, here.measured, here.bound, here.statement.then,
                    *here.statement.given)
            assert all(set(free_variables(part)) <= names for part in said), bound.name
