import subprocess
import sys

import mpmath
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.syntax import trees
from verified import language as v
from verified.kernel.truth import BallReading, enclosure
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import precision
from verified.syntax.sympy_view import BinaryEntropyInverse, to_sympy

n, m, eps, x, P, Q, W, a, A, J = (
    trees.n, trees.m, trees.eps, trees.x, trees.P, trees.Q, trees.W, trees.a, trees.A, trees.J,
)


def our_value(term, values):
    """Our reading in balls; None where it is undefined."""
    env = {name: _ours(value) for name, value in values.items()}
    with precision(200):
        return enclosure(term, env, BallReading())


def assert_agrees(term, values):
    """The view at 30 digits lies in the ball of our reading, up to a relative 1e-25."""
    ball = our_value(term, values)
    assert ball is not None
    view = to_sympy(term, values)
    if isinstance(ball, arb) and not ball.is_finite():
        assert view == (sympy.oo if ball > 0 else -sympy.oo)
        return
    # Extra digits are for views that vanish: an information of 0 is a difference of entropies.
    found = view.evalf(30, maxn=400)
    with precision(200):
        difference = abs(arb(str(found)) - arb(ball))
        assert difference <= arb("1e-25") * max(abs(arb(ball)), arb("1e-3")), (term, found, ball)


def _ours(value):
    if not isinstance(value, list):
        return value
    if isinstance(value[0], list):
        return BallArray((len(value), len(value[0])), [entry for row in value for entry in row])
    return BallArray((len(value),), value)


def laws(size):
    """Rational laws, some entries 0."""
    weights = st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(any)
    return weights.map(lambda found: [fmpq(weight, sum(found)) for weight in found])


fractions = st.fractions(-3, 3, max_denominator=9).map(lambda q: fmpq(q.numerator, q.denominator))

scalar_terms = st.recursive(
    st.one_of(trees.numbers.filter(lambda q: abs(q.value) <= 3), st.sampled_from([x, eps])),
    lambda part: st.one_of(
        *(
            st.tuples(part, part).map(lambda pair, join=join: join(*pair))
            for join in (
                lambda p, q: p + q, lambda p, q: p - q, lambda p, q: p * q, lambda p, q: p / q,
                v.minimum, v.maximum,
            )
        ),
        *(
            part.map(function)
            for function in (
                v.exp, v.log, v.sqrt, v.absolute, v.binary_entropy, v.binary_entropy_inverse,
                v.normal_cdf,
                lambda p: -p, lambda p: p**2,
            )
        ),
    ),
    max_leaves=5,
)


@example(v.log(x) ** 2, fmpq(0), fmpq(0))
@example(v.exp(v.log(x) ** 3), fmpq(0), fmpq(0))
@given(scalar_terms, fractions, fractions)
@settings(max_examples=150, deadline=None)
def test_scalars_agree(term, x_value, eps_value):
    values = {"x": x_value, "eps": abs(eps_value)}
    assume(our_value(term, values) is not None)
    assert_agrees(term, values)


ORDERS = (0, v.rational(1, 2), 1, v.rational(3, 2), 2, float("inf"))

TWO_LAWS = (
    v.KL(P, Q), v.TV(P, Q), v.chi_square(P, Q), v.hockey_stick(P, Q, eps), v.H(P),
    v.min_entropy(P), v.largest(A, P[A] - v.exp(eps) * Q[A]),
    v.total(a, v.cases(v.equals(a, 0), P[a], Q[a] ** 2), where=P[a] > 0),
    v.smallest(a, P[a] + Q[0]), v.KL(v.pmf_table(n, lambda s: (P[s] + Q[s]) / 2), Q),
    *(v.renyi(P, Q, order) for order in ORDERS), *(v.renyi_entropy(P, order) for order in ORDERS),
)


@given(st.sampled_from(TWO_LAWS), st.integers(1, 4).flatmap(lambda k: st.tuples(laws(k), laws(k))),
       fractions)
@settings(max_examples=200, deadline=None)
def test_divergences_and_entropies_agree(term, pair, epsilon):
    values = {"n": len(pair[0]), "P": pair[0], "Q": pair[1], "eps": abs(epsilon)}
    assert_agrees(term, values)


THROUGH_CHANNELS = (
    v.information(P, W), v.H(v.output(P, W)), v.I(v.joint_of(P, W), "X;Y"),
    v.H(v.joint_of(P, W), "Y|X"), v.KL(W[0], v.output(P, W)),
    v.information(P, v.chain(W, v.channel_table(m, n, lambda s, y: P[y]))),
    v.information(P, v.parallel(W, W)), v.H(v.marginal(v.joint_of(P, W), "Y")),
)


@given(st.sampled_from(THROUGH_CHANNELS), laws(2), st.lists(laws(3), min_size=2, max_size=2))
@settings(max_examples=80, deadline=None)
def test_quantities_of_channels_agree(term, prior, rows):
    assert_agrees(term, {"n": 2, "m": 3, "P": prior, "W": rows})


@given(st.sampled_from(["U;V|W", "U;V,W", "U,V;W"]), laws(8))
@settings(max_examples=30, deadline=None)
def test_joint_information_agrees(groups, law):
    nested = [[law[0:2], law[2:4]], [law[4:6], law[6:8]]]
    term = v.I(v.Joint("J", U=2, V=2, W=2), groups)
    with precision(200):
        ball = enclosure(term, {"J": BallArray((2, 2, 2), law)}, BallReading())
        found = to_sympy(term, {"J": nested}).evalf(30, maxn=400)
        assert abs(arb(str(found)) - arb(ball)) <= arb("1e-25")


def test_agreement_is_a_check_that_can_fail(monkeypatch):
    monkeypatch.setattr(
        sys.modules["verified.syntax.sympy_view"], "variation", lambda law, other: sympy.Integer(2)
    )
    law = [fmpq(1, 2), fmpq(1, 2)]
    with pytest.raises(AssertionError):
        assert_agrees(v.TV(P, Q), {"n": 2, "P": law, "Q": law})


# --- what the view looks like ---------------------------------------------------------------------


def test_explicit_formulas():
    p, q = sympy.symbols("P_0 P_1", nonnegative=True), sympy.symbols("Q_0 Q_1", nonnegative=True)
    expected = p[0] * sympy.log(p[0] / q[0]) + p[1] * sympy.log(p[1] / q[1])
    assert to_sympy(v.KL(P, Q), {"n": 2}) == expected
    assert to_sympy(v.TV(P, Q), {"n": 2}) == (abs(p[0] - q[0]) + abs(p[1] - q[1])) / 2
    cell = sympy.Symbol("W_1_0", nonnegative=True)
    assert to_sympy(W[1, 0], {"n": 2, "m": 2}) == cell


def test_assumptions_come_from_the_domain():
    assert v.Real("y", ">0").sympy.is_positive
    assert v.Real("y", ">=0").sympy.is_nonnegative
    assert v.Real("y", ">=0").sympy.is_positive is None
    assert v.Real("y", "(-inf,0)").sympy.is_negative
    assert v.Real("y").sympy.is_real
    assert n.sympy.is_integer
    assert n.sympy.is_positive
    assert v.Reals("r", 2, ">0")[0].sympy.is_positive


def test_relations_and_connectives():
    e = eps.sympy
    assert (eps**2 <= eps).sympy == sympy.Le(e**2, e)
    assert v.negation(x > 0).sympy == sympy.Le(x.sympy, 0)
    both = to_sympy(v.every(a, P[a] <= x), {"n": 2, "P": [fmpq(1, 3), fmpq(2, 3)]})
    assert both == sympy.And(sympy.Rational(1, 3) <= x.sympy, sympy.Rational(2, 3) <= x.sympy)
    close = to_sympy(v.Close(P, Q, 0, 0), {"n": 1, "P": [fmpq(1)], "Q": [fmpq(1)]})
    assert close == sympy.true


def test_the_record_keeps_what_sympy_cancels():
    e = eps
    denominator = (v.exp(e) - 1) + (1 - v.exp(-e))
    assert str(denominator) == "exp(eps) - 1 + (1 - exp(-eps))"
    assert denominator.sympy == sympy.exp(e.sympy) - sympy.exp(-e.sympy)
    assert str(denominator) == "exp(eps) - 1 + (1 - exp(-eps))"


@pytest.mark.parametrize("digits", [15, 30, 60])
@pytest.mark.parametrize("y", ["1e-30", "1/10", "1/2", "69/100"])
def test_inverse_of_binary_entropy(digits, y):
    root = to_sympy(v.binary_entropy_inverse(v.rational(y))).evalf(digits)
    with mpmath.workdps(2 * digits + 40):
        found = mpmath.mpf(root)
        back = -found * mpmath.log(found) - (1 - found) * mpmath.log1p(-found)
        target = mpmath.mpf(sympy.Rational(y).p) / sympy.Rational(y).q
        assert abs(back - target) < target * mpmath.mpf(10) ** (2 - digits)


def test_inverse_of_binary_entropy_at_its_ends_and_beyond():
    assert BinaryEntropyInverse(0) == 0
    assert BinaryEntropyInverse(sympy.log(2)) == sympy.Rational(1, 2)
    assert BinaryEntropyInverse(1).evalf() == BinaryEntropyInverse(1)
    y = sympy.Symbol("y")
    slope = BinaryEntropyInverse(y).diff(y).subs(y, sympy.Rational(1, 2)).evalf(20)
    step = sympy.Rational(1, 10**10)
    rise = BinaryEntropyInverse(sympy.Rational(1, 2) + step) - BinaryEntropyInverse("1/2")
    assert abs(rise.evalf(20) / step - slope) < 1e-8


# --- what has no view -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("node", "values", "message"),
    [
        (v.capacity(W), {"n": 2, "m": 2}, "the head capacity in .* has no SymPy view"),
        (v.mi_dp(trees.M), {}, "the head mi_dp"),
        (v.sup(P, v.H(P)), {"n": 2}, "sup_.* has no SymPy view"),
        (v.maximal_leakage(P, W), {"n": 2, "m": 2}, "the head maximal_leakage"),
        (v.KL(P, Q), {}, "needs a number for the size n"),
        (P[a], {"n": 2}, "needs a number for the symbol a"),
        (P[A], {"n": 2}, "needs a set of symbols for the event A"),
        (P[2], {"n": 2}, "has no symbol 2"),
        (v.H(P), {"n": 2, "P": [1]}, "the value of P must be 2 numbers"),
        (v.H(P), {"n": 1, "P": [0.5]}, "0.5 is a float"),
        (x + 1, {"x": 0.5}, "0.5 is a float"),
        (v.renyi(P, Q, 0), {"n": 2}, "give numbers for its order and law"),
        (v.largest(A, P[A]), {"n": 11}, "11 symbols have too many"),
    ],
)
def test_no_view(node, values, message):
    with pytest.raises(v.ClaimError, match=message):
        to_sympy(node, values)


def test_the_language_does_not_import_sympy():
    code = "import sys, verified.language; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
