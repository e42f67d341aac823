"""Tight reals: a least value is really least, and its exact version meets the hypothesis."""

import numpy as np
import pytest
from flint import fmpq

from verified.attack.certify import (
    Instance,
    exact_laws,
    exact_reals,
    simplest_between,
    with_bounds,
)
from verified.attack.tighten import plan, tightenings
from verified.instances.draw import draw_points, draw_structure
from verified.instances.layout import Layout
from verified.kernel.truth import BallReading, decide
from verified.language import (
    AP,
    DP,
    KL,
    MIDP,
    PP,
    TV,
    Channel,
    Close,
    Database,
    DataClass,
    Event,
    Framework,
    Mechanism,
    Pmf,
    Queries,
    Real,
    Reals,
    Size,
    Symbol,
    both,
    every,
    exp,
    implies,
    log,
    pmf_of,
    rational,
    secret_delta,
    sqrt,
)
from verified.syntax.formulas import And
from verified.syntax.goals import normal

n, m, k = Size("n"), Size("m"), Size("k")
P, Q = Pmf("P", n), Pmf("Q", n)
D = Database("D")
M = Mechanism("M", D, m)
S = Queries("S", D, k, m)
Sq = Queries("Sq", D, k, m, "sequential")
a, j = Symbol("a", n), Symbol("j", k)
h = Symbol("h", m**j)
F, W = Framework("F", n), Channel("W", n, m)
Theta, Listed = DataClass("Theta", n), DataClass("L", n, "listed")
eps, delta = Real("eps", ">=0"), Real("delta", ">=0")
r = Reals("r", k, ">=0")
x, x2, y, B = Symbol("x", n), Symbol("x'", n), Symbol("y", m), Event("B", m)
two = Size("n", low=2, high=3)
P2, Q2, A2 = Pmf("P", two), Pmf("Q", two), Event("A", two)

LEAST = {
    "relation": ([n, P, Q, eps], KL(P, Q) <= eps),
    "turned round": ([n, P, Q, eps], eps >= TV(P, Q)),
    "strict": ([n, P, Q, eps], TV(P, Q) < eps),
    "conjunction": ([n, P, Q, eps], both(TV(P, Q) <= eps, TV(Q, P) / 2 <= eps)),
    "close, eps": ([n, P, Q, eps], Close(P, Q, eps, 0)),
    "close, delta": ([n, P, Q, delta], Close(P, Q, 1, delta)),
    "dp, eps": ([m, D, M, eps], DP(M, eps)),
    "dp, delta": ([m, D, M, delta], DP(M, 0, delta)),
    "mi-dp": ([m, D, M, eps], MIDP(M, eps)),
    "halved": ([n, P, Q, eps], TV(P, Q) <= eps / 2),
    "doubled": ([n, P, Q, eps], TV(P, Q) <= 2 * eps),
    "every symbol": ([n, P, Q, eps], every(a, P[a] - Q[a] <= eps)),
    "family": ([m, k, D, S, r], every(j, MIDP(S[j], r[j]))),
    "family turned round": ([m, k, D, S, r], every(j, r[j] >= j)),
    "nested family": ([m, k, D, Sq, r], every(j, every(h, MIDP(Sq[j, h], r[j])))),
    "pp, eps": ([n, F, Theta, m, W, eps], PP(F, Theta, W, eps)),
    "pp, eps at a delta": ([n, F, Theta, m, W, eps], PP(F, Theta, W, eps, rational(1, 40))),
    "ap, eps": ([n, F, Listed, m, W, eps], AP(F, Listed, W, eps)),
    "one law's secrets, eps": ([n, F, P, m, W, eps], secret_delta(F, P, W, eps) <= 0),
    "one law's secrets at a delta": (
        [n, F, P, m, W, eps], secret_delta(F, P, W, eps) <= rational(1, 40)
    ),
    "one for a family": ([m, k, D, S, eps], every(j, MIDP(S[j], eps))),
    "pointwise, delta": ([n, P, Q, delta], every(a, P[a] <= exp(rational(1, 2)) * Q[a] + delta)),
    "pointwise, eps": ([n, P, Q, eps], every(a, P[a] <= exp(eps) * (Q[a] + rational(1, 100)))),
    "where both are positive": (
        [n, P, Q, eps], every(a, log(P[a] / Q[a]) <= eps, where=both(P[a] > 0, Q[a] > 0))
    ),
    "what follows from a premise": (
        [n, P, Q, eps], every(a, implies(Q[a] > 0, P[a] <= (1 + eps) * Q[a]))
    ),
    "a premise that always holds": ([n, P, Q, eps], implies(n >= 1, TV(P, Q) <= eps)),
    "rows of a channel": (
        [n, m, W, delta], every(x, every(x2, Close(W[x], W[x2], rational(1, 4), delta / 3)))
    ),
    "rows, symbol by symbol": (
        [n, m, W, delta], every(x, every(x2, every(y, W[x, y] - 2 * W[x2, y] <= delta)))
    ),
    "rows, event by event": (
        [n, m, W, delta], every(x, every(x2, every(B, W[x][B] <= 2 * W[x2][B] + delta)))
    ),
    "few events, inside a logarithm": (
        [two, P2, Q2, eps],
        every(A2, P2[A2] + 1 <= exp(eps) * (Q2[A2] + 1)),
    ),
    "dp at a multiple": ([m, D, M, eps], DP(M, 2 * eps, rational(1, 40))),
    "root": ([n, P, Q, eps], TV(P, Q) <= sqrt(eps / 2)),
    "square": ([n, P, Q, eps], KL(P, Q) <= eps**2 / 2),
    "what it is taken from": ([n, P, Q, eps], 1 - eps <= 1 - TV(P, Q)),
    "what it divides": ([n, P, Q, eps], (1 + TV(P, Q)) / (1 + eps) <= 1),
}


def instances(variables, rules, count, seed=0):
    """Exact instances with the real set by its rules, and the bounds that were proposed."""
    rng = np.random.default_rng(seed)
    found = 0
    while found < count:
        structure = draw_structure(variables, rng)
        if "F" in structure and (structure["n"] > 4 or not structure["F"].edges):
            continue
        structure.update({name: min(structure[name], 3) for name in ("n", "m", "k")
                          if name in structure and "F" not in structure})
        structure = {**structure, **({"D": (2, 2)} if "D" in structure else {})}
        layout = Layout(variables, [], structure)
        points = draw_points(layout, 1, rng)
        reals = tuple(fmpq(0) for _ in layout.reals)
        instance = Instance(layout, exact_laws(points.laws(), 0), reals, rules)
        bounds = {}
        exact = with_bounds(
            bounds, fmpq(1, 10**25),
            lambda instance=instance, bounds=bounds: exact_reals(instance, BallReading(bounds)),
        )
        if exact is not None:
            found += 1
            yield layout, instance.laws, exact, bounds


def holds(formula, layout, laws, reals, bounds):
    env = layout.in_balls(laws, reals)
    return with_bounds(
        bounds, fmpq(1, 10**25), lambda: decide(normal(formula), env, BallReading(bounds))
    )


@pytest.mark.parametrize("name", LEAST)
def test_a_least_value_is_allowed_and_less_is_not(name):
    variables, formula = LEAST[name]
    target = variables[-1].name
    rules = tightenings([formula])
    own = tuple(tuple(part) for part in plan(rules, [(target, "least")]))
    assert len(own) == 1, "the hypothesis gives a rule"
    less_fails = 0
    # Many frameworks have nothing to hide.
    count = 40 if F in variables else 10
    for layout, laws, exact, bounds in instances(variables, own, count):
        if name == "strict" and exact == [0]:
            # There is no number next to 0.
            continue
        assert holds(formula, layout, laws, exact, bounds) is True
        for place, value in enumerate(exact):
            if value == 0:
                continue
            less = [part * (1 - fmpq(1, 10**9)) if at == place else part
                    for at, part in enumerate(exact)]
            assert holds(formula, layout, laws, less, bounds) is False
            less_fails += 1
    assert less_fails >= 2


def test_a_greatest_value_is_allowed_and_more_is_not():
    rules = tightenings([every(a, eps <= P[a] + Q[a])])
    own = tuple(tuple(part) for part in plan(rules, [("eps", "greatest")]))
    formula = every(a, eps <= P[a] + Q[a])
    for layout, laws, exact, bounds in instances([n, P, Q, eps], own, 6):
        assert holds(formula, layout, laws, exact, bounds) is True
        more = [exact[0] * (1 + fmpq(1, 10**9)) + fmpq(1, 10**30)]
        assert holds(formula, layout, laws, more, bounds) is False


def test_hypotheses_without_a_rule_give_none():
    assert tightenings([TV(P, Q) <= KL(P, Q), eps * eps >= TV(P, Q)]) == []
    # The variable must not set itself.
    assert tightenings([eps >= eps * TV(P, Q)]) == []
    moving = pmf_of(eps / (1 + eps), 1 / (1 + eps))
    assert tightenings([Close(moving, pmf_of(1, 0), eps, 0)]) == []


def test_rules_that_need_each_other_are_not_both_followed():
    rules = tightenings([Close(P, Q, eps, delta)])
    assert {(rule.name, rule.side) for rule in rules} == {("eps", "least"), ("delta", "least")}
    chosen = plan(rules, [("eps", "least"), ("delta", "least")])
    assert [part[0].name for part in chosen] == ["eps"]
    # A law made of a real needs that real.
    t = Real("t", "[0,1]")
    rules = tightenings([And((Close(pmf_of(t, 1 - t), pmf_of(1 - t, t), eps, 0),)), TV(P, Q) <= t])
    assert [p[0].name for p in plan(rules, [("eps", "least"), ("t", "least")])] == ["eps"]
    assert [p[0].name for p in plan(rules, [("t", "least"), ("eps", "least")])] == ["t", "eps"]


@pytest.mark.parametrize(
    ("low", "high", "simplest"),
    [("1/3", "1/2", "1/2"), ("-1", "1", "0"), ("-7/2", "-10/3", "-7/2"),
     ("314/100", "315/100", "22/7"), ("2/3", "2/3", "2/3")],
)
def test_the_simplest_rational_of_an_interval(low, high, simplest):
    ends = [fmpq(*(int(part) for part in (*text.split("/"), "1")[:2])) for text in (low, high)]
    assert str(simplest_between(*ends)) == simplest
