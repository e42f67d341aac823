"""Channels: how much they contract and what a guess gains by their outputs, as statements that
proofs may cite."""

from __future__ import annotations

from verified.quantities.channels import dobrushin, information, sibson, stick_contraction
from verified.quantities.definitions.defining import define, theorem
from verified.quantities.leakage import (
    g_leakage,
    maximal_alpha_leakage,
    maximal_leakage,
    min_entropy_leakage,
)
from verified.quantities.numbers import log
from verified.quantities.words import TV, hockey_stick
from verified.syntax.binders import largest, sup, total
from verified.syntax.formulas import every
from verified.syntax.terms import Channel, Pmf, Real, Reals, Size, Symbol, equals
from verified.syntax.trees import INFINITY

n, m = Size("n"), Size("m")
P, W, eps = Pmf("P", n), Channel("W", n, m), Real("eps")
x, y, other = Symbol("x", n), Symbol("y", m), Symbol("x'", n)

define("dobrushin", [W], equals(
    dobrushin(W), largest(x, largest(other, TV(W[x], W[other])))
))
define("stick-contraction", [W, eps], equals(
    stick_contraction(W, eps), largest(x, largest(other, hockey_stick(W[x], W[other], eps)))
))
define("min-entropy-leakage", [P, W], equals(min_entropy_leakage(P, W), log(
    total(y, largest(x, P[x] * W[x, y])) / largest(x, P[x])
)))
Q, alpha = Pmf("Q", n), Real("alpha", ">1")
_allowed = every(x, equals(Q[x], 0), where=equals(P[x], 0))
# The definition is a supremum over attributes of any size, over which the language has no supremum.
_LIAO = "Liao, Kosut, Sankar and Calmon (2019), Theorem 2"
theorem("maximal-alpha-leakage", _LIAO, [P, W, alpha], equals(
    maximal_alpha_leakage(P, W, alpha), sup(Q, sibson(Q, W, alpha), where=_allowed)
))
theorem("maximal-alpha-leakage-one", _LIAO, [P, W], equals(
    maximal_alpha_leakage(P, W, 1), information(P, W)
))
theorem("maximal-alpha-leakage-infinite", _LIAO, [P, W], equals(
    maximal_alpha_leakage(P, W, INFINITY), maximal_leakage(P, W)
))
_guesses = Size("k")
_gains, _guess = Reals("g", _guesses * n), Symbol("w", _guesses)
_before = largest(_guess, total(x, P[x] * _gains[_guess * n + x]))
define("g-leakage", [P, W, _guesses, _gains], equals(g_leakage(P, W, _gains, _guesses), log(
    total(y, largest(_guess, total(x, P[x] * W[x, y] * _gains[_guess * n + x]))) / _before
)), [_before > 0])
