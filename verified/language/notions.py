"""Defined notions: closeness, the privacy notions, independence.

A predicate is printed by its name; goals and the kernel see what it stands for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.language.formulas import (
    DEFINITIONS,
    Definition,
    Formula,
    Predicate,
    Relation,
    both,
    every,
)
from verified.language.heads import size_of
from verified.language.terms import (
    Event,
    Op,
    Term,
    equals,
    number,
)
from verified.language.vocabulary import (
    I,
    disjoint,
    dp_delta,
    exp,
    fresh,
    hockey_stick,
    is_law,
    kl_dp,
    mi_dp,
)

# --- defined notions ------------------------------------------------------------------------------


def _define(name: str, latex: str, text: str, expand: Callable[..., Formula]) -> None:
    DEFINITIONS[name] = Definition(expand, latex, text)


def _expand_close(p: Term, q: Term, epsilon: Term, delta: Term) -> Formula:
    if is_law(p):
        # The largest P(A) − e^ε Q(A) over all measurable events, instead of each event.
        return both(hockey_stick(p, q, epsilon) <= delta, hockey_stick(q, p, epsilon) <= delta)
    event = Event(fresh("A", p, q, epsilon, delta), size_of(p))
    return both(
        every(event, p[event] <= exp(epsilon) * q[event] + delta),
        every(event, q[event] <= exp(epsilon) * p[event] + delta),
    )


_define(
    "close",
    r"{0} \stackrel{{({2},{3})}}{{\approx}} {1}",
    "{0} ~({2},{3}) {1}",
    _expand_close,
)


def Close(p: Term, q: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-closeness: P(A) ≤ e^ε Q(A) + δ and Q(A) ≤ e^ε P(A) + δ for every event A."""
    check = hockey_stick(p, q, epsilon), number(delta, "as δ of Close")
    return Predicate("close", (*check[0].args, check[1]))


_define(
    "dp",
    r"{0} \text{{ is }} ({1},{2})\text{{-DP}}",
    "{0} is ({1},{2})-DP",
    lambda m, epsilon, delta: dp_delta(m, epsilon) <= delta,
)


def DP(mechanism: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-differential privacy: responses to neighbouring databases are (ε,δ)-close."""
    bound = dp_delta(mechanism, epsilon) <= number(delta, "as δ of DP")
    assert isinstance(bound.left, Op)
    return Predicate("dp", (*bound.left.args, bound.right))


_define(
    "kl_private",
    r"{0} \text{{ is }} {1:atom}\text{{-KL-DP}}",
    "{0} is {1:atom}-KL-DP",
    lambda m, epsilon: kl_dp(m) <= epsilon,
)


def KLDP(mechanism: Term, epsilon: Any) -> Predicate:
    """ε-KL-DP: the KL divergence between responses to neighbouring databases is at most ε."""
    bound = kl_dp(mechanism) <= epsilon
    return Predicate("kl_private", (mechanism, bound.right))


_define(
    "mi_private",
    r"{0} \text{{ is }} {1:atom}\text{{-MI-DP}}",
    "{0} is {1:atom}-MI-DP",
    lambda m, epsilon: mi_dp(m) <= epsilon,
)


def MIDP(mechanism: Term, epsilon: Any) -> Predicate:
    """ε-MI-DP: I(X_i;Y|X^{-i}) ≤ ε for every entry and every prior."""
    bound = mi_dp(mechanism) <= epsilon
    return Predicate("mi_private", (mechanism, bound.right))


def _no_information(joint: Term, variables: str) -> Relation:
    return equals(I(joint, variables), 0)


_define(
    "independent",
    r"{a} \perp {b}",
    "{a} independent of {b}",
    lambda j, a, b: _no_information(j, f"{a};{b}"),
)
_define(
    "markov",
    r"{a} - {b} - {c}",
    "{a} - {b} - {c}",
    lambda j, a, b, c: _no_information(j, f"{a};{c}|{b}"),
)


def Independent(joint: Term, first: str, second: str) -> Predicate:
    """Two groups of variables of a joint law are independent."""
    return Predicate("independent", (joint,), disjoint(joint, [first, second]))


def Markov(joint: Term, first: str, middle: str, last: str) -> Predicate:
    """`first` − `middle` − `last` is a Markov chain."""
    return Predicate("markov", (joint,), disjoint(joint, [first, middle, last]))
