"""Section 2: closeness of two laws, its bounds and meaning, and the order of privacy notions."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    is_zero,
    positive_from,
    split_absolute,
    split_maximum,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    KL,
    TV,
    Close,
    absolute,
    both,
    equals,
    every,
    exp,
    likelihood_ratio,
    log,
    minimum,
    sqrt,
    total,
)
from verified.language.terms import Event, Real, Symbol, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- patterns -------------------------------------------------------------------------------------


def swapped(d: Steps, close: Line, P: Any, Q: Any, eps: Any, delta: Any = 0) -> Line:
    """Closeness is symmetric."""
    return d.follows(Close(Q, P, eps, delta), close)


def ratios(d: Steps, close: Line, P: Any, Q: Any, eps: Any, a: Any) -> tuple[Line, Line]:
    """P(a) ≤ e^ε Q(a) and Q(a) ≤ e^ε P(a)."""
    found = d.at(d.cite("background/closeness-symbols.only-if", close, P=P, Q=Q, eps=eps), a)
    return d.piece(found, 0), d.piece(found, 1)


def log_below(d: Steps, u: Any, v: Any, less: Line, *positive: Line) -> Line:
    """ln u ≤ ln v, from a line u ≤ v, by the tangent at v; lines show u, v > 0."""
    tangent = d.cite("background/log-tangent.line", *positive, x=u / v)
    return d.arithmetic(log(u) <= log(v), tangent, less, *positive, hints=[1 / v])


# --- 2.2 Statistical indistinguishability ---------------------------------------------------------


@derives("cuff-yu-2016/eq-7.only-if@almost-everywhere")
def eq_7_only_if(d: Derivation) -> None:
    """The logarithms of the bounds for one symbol; it has mass under both laws."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    a = d.fix(Symbol("a", P.of.size))
    (close,) = d.given
    up, down = ratios(d, close, P, Q, eps, a)
    mass = d.assume(P[a] + Q[a] > 0)
    p = positive_from(d, P[a], mass, down, hints=[exp(eps)])
    q = positive_from(d, Q[a], mass, up, hints=[exp(eps)])
    above = log_below(d, P[a], exp(eps) * Q[a], up, p, q)
    below = log_below(d, Q[a], exp(eps) * P[a], down, p, q)
    ratio = log(likelihood_ratio(P, Q, a))

    def bounded(_: Line, value: Line) -> Line:
        return d.arithmetic(absolute(ratio) <= eps, value, above, below, p, q)

    found = split_absolute(d, ratio, bounded, p, q)
    d.qed(d.forall(a, found, where=P[a] + Q[a] > 0))
