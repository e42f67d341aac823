"""Integrals of piecewise exponential sums: closed values, mpmath, two precisions, floats."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verified.attack import attack
from verified.attack.floating import FloatReading
from verified.kernel.truth import BallReading, truth
from verified.language import (
    KL,
    Channel,
    ClaimError,
    Event,
    Pmf,
    Real,
    Size,
    Symbol,
    absolute,
    cases,
    density,
    equals,
    exp,
    gaussian,
    hockey_stick,
    integral,
    largest,
    law_cells,
    law_mixture,
    log,
    logistic,
    maximum,
    minimum,
    pmf_of,
    rational,
    smallest,
    student,
    total,
    uniform,
)
from verified.measures.readings import Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, precision
from verified.quantities.definitions import definitions
from verified.syntax.claims import Claim, Paper, Statement
from verified.syntax.latex import latex
from verified.syntax.terms import Number, Var
from verified.syntax.trees import INFINITY

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


# --- polynomials, bells, densities ----------------------------------------------------------------

LINE = sorted(
    name for name in definitions()
    if name.startswith(("definition/cells-", "definition/hockey-stick-", "definition/kl-laplace",
                        "definition/kl-gaussian", "definition/differential-entropy-"))
    and "mixture" not in name
)
# Means apart and the same, scales alike and not, levels of both signs, cuts beside all means.
INSTANCES = [
    {"r": "1/3", "s": "2", "u": "1/2", "v": "1/2", "eps": "1/4", "c": "-1", "x": "1"},
    {"r": "-2", "s": "1", "u": "3", "v": "1/3", "eps": "-1", "c": "0", "x": "-3"},
    {"r": "1", "s": "1", "u": "1/50", "v": "2", "eps": "0", "c": "5/2", "x": "1"},
    {"r": "0", "s": "1/10", "u": "1", "v": "1", "eps": "3", "c": "-1", "x": "1/7"},
]


def test_what_is_integrated_by_its_densities():
    assert len(LINE) == 10


@pytest.mark.parametrize("name", LINE)
@pytest.mark.parametrize("given", INSTANCES, ids=range(len(INSTANCES)))
def test_definitions_by_densities_are_the_closed_forms(name, given):
    statement = definitions()[name]
    env = {v.name: fmpq(*map(int, given[v.name].split("/"))) for v in statement.variables}
    sides = statement.then.left, statement.then.right
    ends = []
    for bits in (64, 128):
        with precision(bits):
            left, right = (arb(value(side, **env)) for side in sides)
        assert left.overlaps(right)
        assert right.rad() < arb(2) ** (-bits // 3)
        ends.append(right)
    assert ends[0].overlaps(ends[1])
    floats = {name: np.array([float(x.p) / float(x.q)]) for name, x in env.items()}
    for side in sides:
        found = FloatReading().real(side, floats)
        assert np.ravel(found)[0] == pytest.approx(float(ends[1].mid()), rel=1e-8, abs=1e-11)


MIXED = sorted(name for name in definitions() if "mixture" in name and name.startswith((
    "definition/hockey-stick-", "definition/differential-entropy-")))
# Of the mixtures' variables, by their names: laws, means and variances of two parts.
PARTS = {
    "n": 2, "P": law((1, 3), (2, 3)), "W": law((1, 4), (3, 4)), "Q": law((1, 2), (1, 2)),
    "m": law(0, 2), "v": law(1, (1, 2)), "x": law((1, 2), 3), "w": law(2, 1),
}


def test_there_are_definitions_of_mixtures():
    assert len(MIXED) == 6


@pytest.mark.parametrize("name", MIXED)
def test_definitions_of_mixtures_by_densities_agree_with_what_is_evaluated(name):
    """In floats; in balls the logarithm of a mixture under an integral isn't evaluated."""
    statement = definitions()[name]
    env = {}
    for index, var in enumerate(statement.variables):
        if type(var.of).__name__ == "RealSort":
            level = {"eps": fmpq(1, 3), "c": fmpq(1)}
            env[var.name] = level.get(var.name, fmpq(index + 1, 2))
        else:
            env[var.name] = PARTS[var.name]
    sides = statement.then.left, statement.then.right
    floats = {
        key: np.array([[float(x.p) / float(x.q) for x in part.data]])
        if isinstance(part, BallArray) else part if isinstance(part, int)
        else np.array([float(part.p) / float(part.q)]) for key, part in env.items()
    }
    one, two = (float(np.ravel(FloatReading().real(side, floats))[0]) for side in sides)
    # Floats don't look for the kinks of a maximum under an integral.
    assert one == pytest.approx(two, rel=1e-3 if "hockey" in name else 1e-8)
    if "hockey" in name:
        with precision(64):
            left, right = (arb(value(side, **env)) for side in sides)
        assert left.overlaps(right)
        assert left.rad() < 1e-12
        assert right.rad() < 1e-12
        assert float(left.mid()) == pytest.approx(one, rel=1e-8, abs=1e-11)


@pytest.mark.parametrize(("body", "wanted"), [
    (eps * exp(-3 * eps), lambda: mpmath.mpf(1) / 9),
    (eps**3 * exp(-eps / 2), lambda: mpmath.mpf(96)),
    (eps**2 * exp(-(eps**2) / 2), lambda: mpmath.sqrt(mpmath.pi / 2)),
    (eps**3 * exp(-(eps**2) + eps), lambda: mpmath.quad(
        lambda x: x**3 * mpmath.exp(-x * x + x), [0, 1, 3, 20])),
    (exp(-((eps - 4) ** 2)), lambda: mpmath.sqrt(mpmath.pi) * (1 + mpmath.erf(4)) / 2),
    (exp(-absolute(eps - 3)), lambda: 2 - mpmath.exp(-3)),
    (maximum(exp(-eps), exp(-(eps**2))), lambda: mpmath.quad(
        lambda x: max(mpmath.exp(-x), mpmath.exp(-x * x)), [0, 1, 4, 60])),
    (minimum(exp(-eps), eps * exp(-2 * eps)), lambda: mpmath.quad(
        lambda x: min(mpmath.exp(-x), x * mpmath.exp(-2 * x)), [0, 1, 4, 60])),
    (-exp(-eps) * log(exp(-eps - eps**2)), lambda: mpmath.mpf(3)),
    (maximum(0, exp(-eps) - 2 * exp(-2 * eps)), lambda: mpmath.mpf(1) / 4),
])
def test_polynomials_times_bells(body, wanted):
    with mpmath.workdps(30):
        expected = wanted()
        for bits in (64, 128):
            with precision(bits):
                found = arb(value(integral(eps, body)))
            assert abs(mpmath.mpf(found.mid().str(40, radius=False)) - expected) <= (
                mpmath.mpf(float(found.rad())) + mpmath.mpf(10) ** -20)
            assert found.rad() < arb(2) ** (-bits // 3)


@pytest.mark.parametrize(("body", "high"), [
    (lambda x: x**2, 2), (lambda x: x * exp(x), 2), (lambda x: x * exp(-(x**2)), 2),
    (lambda x: absolute(x - 1) * exp(x), 2), (lambda x: maximum(x, x**2), 2),
    (lambda x: maximum(x, x**3), 2), (lambda x: maximum(x * exp(-x), exp(1 - 2 * x)), 2),
])
def test_on_an_interval(body, high):
    x = Real("t", f"[0,{high}]")
    with mpmath.workdps(30):
        wanted = mpmath.quad(lambda t: float_of(body, t), [0, 0.5, 1, 1.5, high])
        found = arb(value(integral(x, body(x))))
        assert abs(float(found.mid()) - float(wanted)) < 1e-9
        assert found.rad() < 1e-6


def around_nothing(low, high):
    """∫ t e^(−t) max(2, e^(−t) + e^(−2t)) from below 0, where the two cross, to above it."""
    def part(rate, start, end):
        ends = ((x / rate + mpmath.mpf(1) / rate**2) * mpmath.exp(-rate * x) for x in (start, end))
        return next(ends) - next(ends)

    return part(2, low, 0) + part(3, low, 0) + 2 * part(1, 0, high)


# Where the middle of the cell around 0, of those that are halved, is 0, nothing else tells.
@pytest.mark.parametrize(("low", "high", "bits"), [
    ("-1", "1000000", 53), ("-255/256", "268435201/256", 53), ("-8191/8192", "8589926401/8192", 64),
    ("-1", "2", 64), ("-2", "-1", 64),
])
def test_where_a_maximum_is_not_told_a_power_beside_it_has_one_sign(low, high, bits):
    """Else its bounds would be taken times an integral in which both signs cancel."""
    t = Real("t", f"[{low},{high}]")
    body = t * exp(-t) * maximum(2, exp(-t) + exp(-2 * t))
    with mpmath.workdps(40), precision(bits):
        ends = [mpmath.mpf(int(end.p)) / int(end.q) for end in (t.of.low, t.of.high)]
        wanted = around_nothing(*ends) if ends[1] > 0 else (
            around_nothing(ends[0], 0) - around_nothing(ends[1], 0))
        found = arb(value(integral(t, body)))
        least, most = (mpmath.mpf(e.str(40, radius=False)) for e in (found.lower(), found.upper()))
        assert least <= wanted <= most
        assert found.rad() < 1e-12


@pytest.mark.parametrize("low", [-10, -1, 0])
def test_a_tail_that_begins_left_of_0(low):
    t = Real("t", f"[{low},inf)")
    found = arb(value(integral(t, t * exp(-t) * maximum(2, exp(-t) + exp(-2 * t)))))
    with mpmath.workdps(40):
        wanted = around_nothing(low, 60)
        least, most = (mpmath.mpf(e.str(40, radius=False)) for e in (found.lower(), found.upper()))
        assert least - mpmath.mpf(10) ** -20 <= wanted <= most
        assert most - least < 1e-14 * abs(wanted)


INFINITE = -log(rational(0))


@pytest.mark.parametrize(("interval", "body", "relation"), [
    # ∞ − ∞, which is below no number; once −∞.
    ("[-2,1]", lambda t: t * INFINITE, lambda value: value <= 0),
    # ∞; once ∞ − ∞.
    ("[2,3]", lambda t: (t - 1) * INFINITE, lambda value: value >= 0),
    ("[0,1]", lambda t: maximum(t + INFINITE, INFINITE), lambda value: value >= 0),
    # −∞; once ∞.
    ("[0,inf)", lambda t: 1 - INFINITE * exp(-t), lambda value: value <= 0),
    ("[0,1]", lambda t: exp(-((t - 1) ** 2) * INFINITE), lambda value: value >= 0),
    ("[0,inf)", lambda t: exp(-t) * log(0 * exp(t)), lambda value: value <= 0),
])
def test_infinite_numbers_under_an_integral_decide_nothing(interval, body, relation):
    t = Real("t", interval)
    with pytest.raises(Indeterminate, match="infinite"):
        value(integral(t, body(t)))
    assert truth(relation(integral(t, body(t))), {}, BallReading()) is None


@pytest.mark.parametrize(("body", "wanted"), [
    # On a branch that isn't taken there is a logarithm of a negative number.
    (lambda t: maximum(0, log(absolute(exp(t)))), fmpq(1, 2)),
    (lambda t: maximum(0, log(maximum(exp(t), -1))), fmpq(1, 2)),
    # Orders that are constant for certain, and a case that isn't the one.
    (lambda t: hockey_stick(P, Q, 0 * t + 1), fmpq(3, 4)),
    (lambda t: cases(total(x, P[x]) <= 0, hockey_stick(P, Q, 0 * t), t), fmpq(1, 2)),
    (lambda t: density(uniform(0, 1), rational(1, 2)) * t, fmpq(1, 2)),
])
def test_kinks_that_have_no_place_leave_the_value(body, wanted):
    """Where to cut is only proposed: once the integral was undefined where a proposal was."""
    t = Real("t", "[0,1]")
    found = value(integral(t, body(t)), n=2, P=law((3, 4), (1, 4)), Q=law(0, 1))
    assert abs(arb(found) - wanted) < 1e-12


FOUR, LEANING = law((3, 4), (1, 4)), law((1, 4), (3, 4))


@pytest.mark.parametrize(("body", "wanted"), [
    (lambda t: total(x, P[x] * t**2, where=x >= 1), fmpq(1, 12)),
    (lambda t: total(x, t, where=x >= 9), fmpq(0)),
    (lambda t: largest(x, P[x] * t), fmpq(3, 8)),
    (lambda t: smallest(x, P[x] * t), fmpq(1, 8)),
    (lambda t: largest(x, P[x] * t, where=x >= 1), fmpq(1, 8)),
    (lambda t: largest(x, t**2 * P[x] + t * Q[x], where=x <= 0), fmpq(3, 8)),
    (lambda t: cases(P[0] >= Q[0], t, 7), fmpq(1, 2)),
    (lambda t: cases(P[0] <= Q[0], t, 7), fmpq(7)),
])
def test_sums_extrema_and_cases_under_an_integral(body, wanted):
    t = Real("t", "[0,1]")
    found = value(integral(t, body(t)), n=2, P=FOUR, Q=LEANING)
    assert abs(arb(found) - wanted) < 1e-12


@pytest.mark.parametrize("body", [
    lambda t: total(x, t, where=P[x] <= t), lambda t: cases(t <= P[0], t, 1),
    lambda t: largest(x, largest(y, t, where=Q[y] <= t)), lambda t: t ** rational(3, 2),
    lambda t: (1 + t) ** INFINITY, lambda t: density(gaussian(0, 1), maximum(t, 1 - t)),
    lambda t: density(gaussian(0, 1), t**2), lambda t: hockey_stick(P, Q, t / (1 + t)),
    lambda t: hockey_stick(P, Q, t**2),
])
def test_what_depends_on_the_variable_otherwise_is_refused(body):
    t = Real("t", "[0,1]")
    with pytest.raises(Unreadable):
        value(integral(t, body(t)), n=2, P=FOUR, Q=LEANING)


def test_a_maximum_of_nothing_is_none():
    t = Real("t", "[0,1]")
    with pytest.raises(Indeterminate, match="infinite"):
        value(integral(t, largest(x, t, where=x >= 9)), n=2)


@pytest.mark.parametrize("order", [
    lambda t: -t, lambda t: 2 * t - 1, lambda t: (t + 1) * 3, lambda t: (2 - t) / 5,
    lambda t: 1 - (t - 1) / 2,
])
def test_orders_on_a_line(order):
    t = Real("t", "[-1,2]")
    found = arb(value(integral(t, hockey_stick(P, Q, order(t))), n=2, P=FOUR, Q=LEANING))
    steps = [fmpq(k, 2000) - 1 for k in range(6001)]
    values = [arb(value(hockey_stick(P, Q, order(Number(place))), n=2, P=FOUR, Q=LEANING))
              for place in steps[::50]]
    rough = sum(values[1:-1], (values[0] + values[-1]) / 2) / 40
    assert abs(found - rough) < 1e-3


def test_what_a_thin_tail_holds_is_added():
    """The curves cross where e^(−t) is the golden section u; nothing tells that of the tail."""
    body = maximum(exp(-eps), exp(-2 * eps) + exp(-3 * eps))
    with mpmath.workdps(40):
        u = (mpmath.sqrt(5) - 1) / 2
        wanted = (1 - u**2) / 2 + (1 - u**3) / 3 + u
        for bits in (53, 128):
            with precision(bits):
                found = arb(value(integral(eps, body)))
                ends = (mpmath.mpf(e.str(50, radius=False)) for e in (found.lower(), found.upper()))
                assert next(ends) <= wanted <= next(ends)
    with pytest.raises(Indeterminate, match="tail begins"):
        value(integral(eps, maximum(exp(eps), 1 + eps)))


def test_ends_that_balls_do_not_tell_apart_leave_an_interval():
    t = Real("t", f"[1/3,{fmpq(1, 3) + fmpq(1, 2**80)}]")
    with precision(53):
        found = arb(value(integral(t, maximum(t, 0))))
    assert found.contains(fmpq(1, 3 * 2**80) + fmpq(1, 2**161))


def float_of(body, t):
    """The body at a number, in mpmath's numbers."""
    names = {"exp": mpmath.exp, "abs": abs, "maximum": max}

    def at(term):
        if isinstance(term, Var):
            return t
        if isinstance(term, Number):
            return mpmath.mpf(int(term.value.p)) / int(term.value.q)
        args = [at(arg) for arg in term.args]
        plain = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
                 "neg": lambda a: -a, "pow": lambda a, b: a**b}
        return (names | plain)[term.head](*args)

    return at(body(Real("t", "[0,2]")))


def test_a_half_that_has_no_end_is_infinite():
    assert not value(integral(eps, eps)).is_finite()
    assert not value(integral(eps, 1 + eps * exp(-eps))).is_finite()


@pytest.mark.parametrize("law", [student(0, 1, 2), logistic(0, 1), uniform(0, 1)])
def test_other_densities_are_refused_with_a_reason(law):
    with pytest.raises(Unreadable, match="isn't integrated"):
        value(integral(eps, density(law, eps)))


def test_the_logarithm_of_a_mixture_is_refused():
    mixed = law_mixture(pmf_of(rational(1, 2), rational(1, 2)), gaussian(0, 1), gaussian(1, 1))
    with pytest.raises(Unreadable, match="a single exponential"):
        value(integral(eps, exp(-eps) * log(density(mixed, eps))))
    half = arb(value(integral(eps, density(mixed, eps))))
    expected = arb(value(rational(1) - law_cells(mixed, 0)[0]))
    assert half.overlaps(expected)


def false_forms():
    """Definitions with one thing wrong: one side only, e^ε or a part left out, a factor."""
    stick = definitions()["definition/hockey-stick-gaussian"]
    r, s, u, v, level, c = (stick.variables[k] for k in range(6))
    y = Real("y", ">=0")
    p, q = gaussian(r, u), gaussian(s, v)
    one_side = integral(y, maximum(0, density(p, c + y) - exp(level) * density(q, c + y)))
    plain = [integral(y, maximum(0, density(p, at) - density(q, at))) for at in (c - y, c + y)]
    yield stick.variables, equals(hockey_stick(p, q, level), one_side)
    yield stick.variables, equals(hockey_stick(p, q, level), plain[0] + plain[1])
    kl = definitions()["definition/kl-laplace"]
    yield kl.variables, equals(kl.then.left, kl.then.right * rational(101, 100))
    cells = definitions()["definition/cells-laplace"]
    beyond = definitions()["definition/cells-laplace-beyond"]
    yield cells.variables, equals(cells.then.left, beyond.then.right)
    surprise = definitions()["definition/differential-entropy-gaussian"]
    yield surprise.variables, equals(surprise.then.left, surprise.then.right.args[0])


@pytest.mark.parametrize("which", range(5))
def test_a_false_definition_by_densities_is_refuted(which):
    variables, then = list(false_forms())[which]
    claim = Claim("definition/it", Paper("definition"), statement=Statement(variables, (), then))
    assert attack(claim, seed=3, budget=3000, seconds=20).status == "refuted"

