"""Laplace noise and normal tails: kernels by the triangle inequality, laws within reach."""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import exponential_less
from derivations.tools import split_absolute, split_maximum
from verified.language import absolute, exp, normal_cdf, pi, sqrt
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Real, Term, number


def times_eps(d: Steps, line: Line, eps: Term) -> Line:
    """x ≤ εb, from a line x/ε ≤ b."""
    relation: Any = line.theorem.conclusion
    above, scale = relation.left, relation.right
    return d.arithmetic(above.args[0] <= eps * scale, line, hints=[eps])


def covered(d: Steps, r: Any, s: Any, scale: Any, eps: Any, near: Line) -> Line:
    """Two Laplace laws at most εb apart have no divergence at ε."""
    value = d.cite("background/laplace-hockey-stick", r=r, s=s, u=scale, eps=eps)
    apart = absolute(number(r) - number(s)) / scale
    close = d.arithmetic(0 <= (eps - apart) / 2, near, hints=[1 / scale])
    grown = d.cite("background/log-tangent.exponential", eps=(eps - apart) / 2)
    over = 1 - exp((eps - apart) / 2)
    most = d.arithmetic(over <= 0, grown, close)
    largest = split_maximum(d, 0, over, lambda _, at: d.arithmetic(
        value.formula.right <= 0, at, most
    ))
    return d.chain(value, largest)


def triangle(d: Steps, u: Any, v: Any, w: Any) -> Line:
    """|v| ≤ |u| + |w| for v = u + w or u − w."""
    return split_absolute(d, u, lambda s1, a1: split_absolute(
        d, v, lambda s2, a2: split_absolute(d, w, lambda s3, a3: d.arithmetic(
            absolute(v) <= absolute(u) + absolute(w), s1, a1, s2, a2, s3, a3
        ))
    ))


def falls(d: Steps, low: Any, high: Any, order: Line) -> Line:
    """Q(high) ≤ Q(low), or <, from low ≤ high, or <."""
    u, v = Real("u"), Real("v")
    less = order.theorem.conclusion
    if less.op == "<":
        goal, given = normal_cdf(-v) < normal_cdf(-u), u < v
    else:
        goal, given = normal_cdf(-v) <= normal_cdf(-u), u <= v
    return d.scalar(goal, order, given=[given], values={u: low, v: high})


def near_kernels(d: Steps, u: Any, v: Any, gap: Any) -> Line:
    """e^(−|u|/b) e^(−|w|/b) ≤ e^(−|v|/b), as exponents added, for v = u ± w."""
    b = d.var("b")
    near = triangle(d, u, v, gap)
    x, z = -absolute(gap) / b - absolute(u) / b, -absolute(v) / b
    return exponential_less(d, x, z, d.arithmetic(x <= z, near, hints=[1 / b]))


def unit_root(d: Steps) -> Line:
    """√(2π) > 0."""
    return d.scalar(sqrt(2 * pi()) > 0)


def smaller_tail(d: Steps, room: Line) -> Line:
    """Q((εb − G)/S) ≤ Q(c/S), as Q falls."""
    G, S, c, eps, b = (d.var(name) for name in ("G", "S", "c", "eps", "b"))
    order = d.arithmetic(c / S <= (eps * b - G) / S, room, hints=[eps / S])
    return falls(d, c / S, (eps * b - G) / S, order)
