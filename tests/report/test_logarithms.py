"""Values at logarithms of rationals: exact at atoms, and elsewhere those of plain balls."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as some

import verified
from verified.kernel.truth import BallReading
from verified.numbers.balls import precision
from verified.report.logarithms import ExactExponentials, Logarithm, reading

FLIPS = [["3/4", "1/4"], ["1/4", "3/4"]]


@pytest.mark.parametrize(
    "eps", ["log(3)", "ln(3)", "log(9) - log(3)", "2*log(9) - log(27)", "log(3/2) + log(2)"]
)
def test_at_an_atom_of_the_loss_delta_is_exact(eps: str) -> None:
    for found in (
        verified.dp_delta(FLIPS, eps), verified.hockey_stick(FLIPS[0], FLIPS[1], eps),
        verified.stick_contraction(FLIPS, eps),
        verified.enclose(f"hockey_stick(P, Q, {eps})", P=FLIPS[0], Q=FLIPS[1]),
    ):
        assert found.exact
        assert found.low == 0


def test_beside_an_atom_delta_is_not_zero() -> None:
    near = verified.dp_delta(FLIPS, "log(3 - 1/10**30)")
    assert near == Fraction(1, 4 * 10**30)
    assert verified.dp_delta(FLIPS, "log(3 + 1/10**30)") == 0
    # log(3)/2 isn't the logarithm of a rational.
    root = verified.dp_delta(FLIPS, "log(3)/2")
    assert not root.exact
    assert abs(root.float_up - (0.75 - 0.25 * 3**0.5)) < 1e-15


@settings(deadline=None, max_examples=40)
@given(some.fractions("1/20", 20), some.fractions("1/20", 20), some.integers(-5, 5))
def test_the_algebra_of_logarithms_holds_in_plain_balls(
    one: Fraction, two: Fraction, times: int
) -> None:
    xp, plain = ExactExponentials(), BallReading().xp
    x, y = (fmpq(part.numerator, part.denominator) for part in (one, two))
    with precision(80):
        for exact, ball in (
            (xp.add(xp.log(x), xp.log(y)), plain.add(plain.log(x), plain.log(y))),
            (xp.sub(xp.log(x), xp.log(y)), plain.sub(plain.log(x), plain.log(y))),
            (xp.mul(fmpq(times), xp.log(x)), plain.mul(fmpq(times), plain.log(x))),
            (xp.mul(xp.log(y), fmpq(times)), plain.mul(plain.log(y), fmpq(times))),
            (xp.mul(xp.log(x), xp.log(y)), plain.mul(plain.log(x), plain.log(y))),
            (xp.mul(fmpq(1, 2), xp.log(x)), plain.mul(fmpq(1, 2), plain.log(x))),
            (xp.add(xp.log(x), fmpq(1)), plain.add(plain.log(x), fmpq(1))),
        ):
            assert arb(exact).overlaps(arb(ball))
            for name in ("exp", "expm1"):
                value = getattr(xp, name)(exact)
                assert arb(value).overlaps(arb(getattr(plain, name)(ball)))
                # Exact only where it is known to be.
                assert isinstance(value, fmpq) == (
                    isinstance(exact, Logarithm) or (isinstance(exact, fmpq) and exact == 0)
                )


def test_a_large_multiple_stays_a_ball() -> None:
    xp = ExactExponentials()
    assert not isinstance(xp.mul(fmpq(10**9), xp.log(fmpq(2))), Logarithm)
    assert xp.log(fmpq(1)) == 0
    assert isinstance(reading().xp, ExactExponentials)


@pytest.mark.parametrize("name", ["renyi", "kl", "entropy", "capacity", "renyi_dp"])
def test_other_quantities_are_what_they_were(name: str) -> None:
    arguments: dict[str, tuple[Any, ...]] = {
        "renyi": (FLIPS[0], FLIPS[1], "log(8)"), "kl": (FLIPS[0], FLIPS[1]),
        "entropy": (["1/3", "2/3"],), "capacity": (FLIPS,), "renyi_dp": (FLIPS, "log(8)"),
    }
    found = verified.value(name, *arguments[name])
    assert found.relative_width < 1e-12
    if name.startswith("renyi"):
        beside = [verified.value(name, *arguments[name][:-1], order)
                  for order in ("2.0794415416798", "2.0794415416799")]
        assert beside[0].low <= found.high
        assert found.low <= beside[1].high
