"""Divergences and tests of two laws: what they are, as statements that proofs may cite."""

from __future__ import annotations

from verified.quantities.definitions.defining import define
from verified.quantities.divergences import (
    f_divergence,
    hellinger,
    jensen_shannon,
    le_cam,
    trade_off,
)
from verified.quantities.numbers import maximum, sqrt
from verified.quantities.words import KL
from verified.syntax.binders import inf, pmf_table, total
from verified.syntax.terms import Pmf, Real, Reals, Size, Symbol, equals

n, k = Size("n"), Size("k", low=0)
P, Q, a = Pmf("P", n), Pmf("Q", n), Symbol("a", n)

define("hellinger", [P, Q], equals(hellinger(P, Q), 1 - total(a, sqrt(P[a] * Q[a]))))
_middle = pmf_table(n, lambda b: (P[b] + Q[b]) / 2)
define("jensen-shannon", [P, Q], equals(
    jensen_shannon(P, Q), (KL(P, _middle) + KL(Q, _middle)) / 2
))
define("le-cam", [P, Q], equals(le_cam(P, Q), total(
    a, (P[a] - Q[a]) ** 2 / (2 * (P[a] + Q[a])), where=P[a] + Q[a] > 0
)))

# f(t) = Σ_j w_j (max(0, t − t_j) − max(0, 1 − t_j)), times Q(a) where t = P(a)/Q(a); its slope at
# infinity, the sum of the weights, where Q(a) = 0.
_kinks, _weights, j = Reals("t", k), Reals("w", k, ">=0"), Symbol("j", k)
define("f-divergence", [P, Q, _kinks, _weights], equals(
    f_divergence(P, Q, _kinks, _weights),
    total(a, total(j, _weights[j] * (
        maximum(0, P[a] - _kinks[j] * Q[a]) - Q[a] * maximum(0, 1 - _kinks[j])
    ))),
))
# A test accepts Q at the symbol a with probability φ(a).
_level, _test = Real("alpha", "[0,1]"), Reals("phi", n, "[0,1]")
define("trade-off", [P, Q, _level], equals(trade_off(P, Q, _level), inf(
    _test, 1 - total(a, Q[a] * _test[a]), where=total(a, P[a] * _test[a]) <= _level
)))
