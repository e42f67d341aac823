"""What the quantities of the language are, as statements that proofs may cite without evidence.

Each unfolds a quantity by one step, as its definition does, or says what an operation on databases
does. They are part of the trusted base: `verified.measures` computes the quantities, and the tests
attack every statement here like a claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from verified.language.claims import Statement, build_statement
from verified.language.formulas import Formula, both, either, every
from verified.language.notions import Close
from verified.language.terms import (
    Channel,
    Database,
    Event,
    Mechanism,
    Pmf,
    Real,
    Size,
    Symbol,
    Var,
    equals,
)
from verified.language.vocabulary import (
    KL,
    TV,
    H,
    absolute,
    capacity,
    dp_delta,
    exp,
    hamming,
    hockey_stick,
    indicator,
    information,
    instances,
    kl_dp,
    log,
    maximum,
    minimum,
    output,
    sup,
    total,
)

DEFINITION = "definition/"
_FOUND: dict[str, Statement] = {}


def define(name: str, forall: list[Var], then: Formula, given: list[Formula] | None = None) -> None:
    """Add a statement to the definitions."""
    key = DEFINITION + name
    assert key not in _FOUND, key
    _FOUND[key] = build_statement(key, forall, given or [], then)


@cache
def definitions() -> Mapping[str, Statement]:
    """Every definition by its key, "definition/…"."""
    return dict(_FOUND)


n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)
W = Channel("W", n, m)
a, x, y = Symbol("a", n), Symbol("x", n), Symbol("y", m)
A = Event("A", n)
r, s, eps = Real("r"), Real("s"), Real("eps")

# --- numbers --------------------------------------------------------------------------------------

define("minimum", [r, s], either(
    both(r <= s, equals(minimum(r, s), r)), both(s <= r, equals(minimum(r, s), s))
))
define("maximum", [r, s], either(
    both(s <= r, equals(maximum(r, s), r)), both(r <= s, equals(maximum(r, s), s))
))
define("absolute", [r], either(
    both(r >= 0, equals(absolute(r), r)), both(r <= 0, equals(absolute(r), -r))
))
# ln 0 = −∞, and 0 · ln 0 = 0: so u ln u − u ln 0 is +∞ for u > 0.
_mass = Real("u", ">0")
define("infinite-log", [_mass, r], r <= _mass * log(_mass) - _mass * log(0))
define("zero-log", [r], equals(0 * log(0), 0))

# --- laws -----------------------------------------------------------------------------------------

define("event-bounds", [P, A], both(P[A] >= 0, P[A] <= 1))
define("probability-bounds", [P, a], both(P[a] >= 0, P[a] <= 1))
define("indicator", [A, a], either(equals(indicator(A, a), 0), equals(indicator(A, a), 1)))
define("kl", [P, Q], equals(KL(P, Q), total(a, P[a] * log(P[a]) - P[a] * log(Q[a]))))
define("total-variation", [P, Q], equals(TV(P, Q), total(a, absolute(P[a] - Q[a])) / 2))
define("hockey-stick", [P, Q, eps], equals(
    hockey_stick(P, Q, eps), total(a, maximum(0, P[a] - exp(eps) * Q[a]))
))
define("entropy", [P], equals(H(P), total(a, -(P[a] * log(P[a])))))
define("information", [P, W], equals(
    information(P, W), total(x, P[x] * KL(W[x], output(P, W)))
))
define("capacity", [W], equals(capacity(W), sup(P, information(P, W))))

# --- databases and mechanisms ---------------------------------------------------------------------

D = Database("D")
M = Mechanism("M", D, m)
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
near = hamming(D, one, two) <= 1
_eps, _delta = Real("eps", ">=0"), Real("delta", ">=0")


def _pairs(formula: Formula) -> Formula:
    return every(one, every(two, formula, where=near))


define("dp", [M, one, two, _eps, _delta], Close(M[one], M[two], _eps, _delta), [
    near, dp_delta(M, _eps) <= _delta,
])
define("dp-intro", [M, _eps, _delta], dp_delta(M, _eps) <= _delta, [
    _pairs(Close(M[one], M[two], _eps, _delta)),
])
define("kl-dp", [M, one, two, r], KL(M[one], M[two]) <= r, [near, kl_dp(M) <= r])
define("kl-dp-intro", [M, r], kl_dp(M) <= r, [_pairs(KL(M[one], M[two]) <= r)])

