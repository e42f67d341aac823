"""Integrals of piecewise exponential sums: closed values, mpmath, two precisions, floats."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading
from verified.language import (
    KL,
    Channel,
    ClaimError,
    Event,
    Pmf,
    Real,
    Size,
    Symbol,
    exp,
    hockey_stick,
    integral,
    largest,
    log,
    maximum,
    minimum,
    rational,
    total,
)
from verified.measures.readings import Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, precision
from verified.syntax.latex import latex

n, m = Size("n"), Size("m")
P, Q, W = Pmf("P", n), Pmf("Q", n), Channel("W", n, m)
x, y, a = Symbol("x", n), Symbol("y", n), Symbol("a", n)
eps, unit = Real("eps", ">=0"), Real("t", "[0,1]")
DIVERGENCE = integral(eps, hockey_stick(P, Q, eps) + exp(-eps) * hockey_stick(Q, P, eps))
PAIRS = integral(
    eps, (1 + exp(-eps)) * largest(x, largest(y, hockey_stick(W[x], W[y], eps)))
)


def law(*entries) -> BallArray:
    return BallArray((len(entries),), [fmpq(*entry) if isinstance(entry, tuple) else fmpq(entry)
                                       for entry in entries])


def value(term, **env):
    return BallReading().real(term, env)


WEIGHTS = st.lists(st.integers(0, 30), min_size=2, max_size=4).filter(any)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_divergence_is_an_integral(data):
    first = data.draw(WEIGHTS)
    second = data.draw(st.lists(st.integers(0, 30), min_size=len(first), max_size=len(first))
                       .filter(any))
    laws = [law(*((w, sum(ws)) for w in ws)) for ws in (first, second)]
    found, divergence = (
        value(term, n=len(first), P=laws[0], Q=laws[1]) for term in (DIVERGENCE, KL(P, Q))
    )
    assert arb(found).overlaps(arb(divergence)) or found == divergence
    if arb(found).is_finite():
        assert arb(found).rad() <= arb(2) ** -30 * arb(found).abs_upper() + arb(2) ** -50


def test_curves_that_cross_are_halved():
    rows = [(1, 2), (1, 3), (1, 6), (1, 3), (1, 3), (1, 3), (1, 10), (1, 5), (7, 10)]
    channel = BallArray((3, 3), [fmpq(*entry) for entry in rows])
    floats = np.array([[float(e.p) / float(e.q) for e in channel.data]]).reshape(3, 3)

    def curve(t):
        return max(
            mpmath.fsum(max(0, mpmath.mpf(u) - mpmath.exp(t) * mpmath.mpf(v))
                        for u, v in zip(one, two, strict=True))
            for one in floats.tolist() for two in floats.tolist()
        )

    cuts = sorted({0.0, *(float(abs(np.log(u / v))) for u in floats.ravel()
                          for v in floats.ravel())})
    wanted = mpmath.quad(lambda t: (1 + mpmath.exp(-t)) * curve(t), cuts)
    ends = []
    for bits in (64, 192):
        with precision(bits):
            ends.append(arb(value(PAIRS, n=3, m=3, W=channel)))
    assert ends[0].overlaps(ends[1])
    assert ends[1].rad() < arb(2) ** -80
    assert float(ends[0].mid()) == pytest.approx(float(wanted), rel=1e-6)
    batch = FloatReading().real(PAIRS, {"n": 3, "m": 3, "W": floats[None]})
    assert batch[0] == pytest.approx(float(ends[0].mid()), rel=1e-3)


def test_floats_keep_their_digits_where_laws_are_close():
    rng = np.random.default_rng(5)
    for scale in (1.0, 1e-3, 1e-6):
        p = rng.dirichlet([0.5] * 3, 20)
        q = p * np.exp(scale * rng.normal(size=p.shape))
        env = {"n": 3, "P": p, "Q": q / q.sum(axis=1, keepdims=True)}
        reading = FloatReading()
        found, wanted = reading.real(DIVERGENCE, env), reading.real(KL(P, Q), env)
        # What is left of a divergence of 1e-12 is the rounding of the laws' sums.
        assert np.allclose(found, wanted, rtol=1e-9 if scale > 1e-5 else 1e-3)


def test_closed_values():
    two = Real("t", "[0,2]")
    assert value(integral(two, 3 - number_one(two))) == fmpq(4)
    assert arb(value(integral(eps, exp(-2 * eps)))).overlaps(arb(1) / 2)
    assert arb(value(integral(unit, exp(unit)))).overlaps(arb(1).exp() - 1)
    # e^(−t) and 1/2 cross at ln 2.
    half = rational(1, 2)
    wanted = arb(1) / 2 + (arb(1) - arb(2).log()) / 2
    assert arb(value(integral(unit, maximum(exp(-unit), half)))).overlaps(wanted)
    wanted = arb(2).log() / 2 + arb(1) / 2 - (-arb(1)).exp()
    assert arb(value(integral(unit, minimum(exp(-unit), half)))).overlaps(wanted)


def number_one(var):
    return exp(0 * var)


@pytest.mark.parametrize(("body", "sign"), [(exp(eps), 1), (rational(2) + 0 * exp(eps), 1),
                                        (-exp(eps), -1)])
def test_what_has_no_sum_is_infinite(body, sign):
    found = value(integral(eps, body))
    assert not found.is_finite()
    assert found > 0 if sign > 0 else found < 0


def test_what_is_not_dominated_has_an_infinite_integral():
    env = {"n": 2, "P": law((1, 2), (1, 2)), "Q": law(1, 0)}
    assert not value(DIVERGENCE, **env).is_finite()
    assert np.isinf(FloatReading().real(DIVERGENCE, {
        "n": 2, "P": np.array([[0.5, 0.5]]), "Q": np.array([[1.0, 0.0]])})[0])


def test_infinity_less_infinity_is_not_decided():
    with pytest.raises(Indeterminate):
        value(integral(eps, exp(eps) - exp(2 * eps)))


@pytest.mark.parametrize("body", [log(1 + eps), exp(eps**3), 1 / (1 + exp(eps)), log(eps)])
def test_other_integrands_are_refused(body):
    with pytest.raises(Unreadable):
        value(integral(eps, body))
    with pytest.raises(Unreadable):
        FloatReading().real(integral(eps, body), {})


@pytest.mark.parametrize("var", [Real("t"), Real("t", "<=1"), a, Event("A", n), P])
def test_an_integral_runs_over_an_interval(var):
    with pytest.raises(ClaimError, match="an integral runs over an interval"):
        integral(var, rational(1))


def test_a_sum_under_an_integral_is_the_divergence_too():
    terms = maximum(0, P[a] - exp(eps) * Q[a])
    env = {"n": 2, "P": law((1, 3), (2, 3)), "Q": law((1, 2), (1, 2))}
    one, two = (
        value(integral(eps, body), **env) for body in (total(a, terms), hockey_stick(P, Q, eps))
    )
    assert arb(one).overlaps(arb(two))


def test_how_it_is_printed():
    assert str(integral(eps, exp(-eps))) == "integral_{eps >= 0}(exp(-eps))"
    assert latex(integral(eps, exp(-eps))) == (
        r"\int_{0}^{\infty} e^{-\epsilon} \, \mathrm d\epsilon"
    )
