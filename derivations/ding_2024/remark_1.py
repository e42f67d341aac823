"""Proofs of Remark 1 and of the steps of Appendix B that hold."""

from __future__ import annotations

from derivations.patterns.noised import covered, times_eps, triangle
from derivations.patterns.numbers import exponential_less
from derivations.tools import split_absolute
from verified.language import absolute, exp
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number


def translated(d: Derivation, sign: int) -> None:
    """Data processing, and Laplace laws that are at most εb apart."""
    m, own, eps, b = (d.var(name) for name in ("m", "m'", "eps", "b"))
    near = times_eps(d, d.given[-1], eps)
    move = own - m if sign < 0 else m - own
    close = split_absolute(d, m - own, lambda order, at: split_absolute(
        d, move - 0, lambda other, to: d.arithmetic(
            absolute(move - 0) <= eps * b, order, at, other, to, near
        )
    ))
    line = d.cite(
        "background/noised-couplings.mixture-moved", a=move, P=d.var("P"), c=d.var("c"),
        v=d.var("v"),
    )
    d.qed(d.chain(line, covered(d, move, number(0), b, eps, close)))


@derives("ding-2024/remark-1@printed")
def as_printed(d: Derivation) -> None:
    """X|s_i is X|s_j moved by μ_j − μ_i."""
    translated(d, -1)


@derives("ding-2024/remark-1@turned")
def turned(d: Derivation) -> None:
    """X|s_i is X|s_j moved by μ_i − μ_j."""
    translated(d, 1)


@derives("ding-2024/remark-1-steps.bound", "ding-2024/remark-1-steps-repaired.equality")
def bound(d: Derivation) -> None:
    """The triangle inequality."""
    m, own, b, y = (d.var(name) for name in ("m", "m'", "b", "y"))
    gap, behind = m - own, y - own + m
    near = triangle(d, y, behind, gap)
    x, z = -absolute(gap) / b - absolute(y) / b, -absolute(behind) / b
    less = d.arithmetic(x <= z, near, hints=[1 / b])
    grown = exponential_less(d, x, z, less)
    d.qed(d.arithmetic(d.goal, grown, hints=[exp(d.var("eps"))]))


@derives("ding-2024/remark-1-steps-repaired.conclusion")
def conclusion(d: Derivation) -> None:
    """No event exceeds the divergence, and Laplace laws that are at most εb apart have none."""
    m, own, s, eps, b = (d.var(name) for name in ("m", "m'", "s", "eps", "b"))
    near = times_eps(d, d.given[0], eps)
    moved = d.cite("background/noised-couplings.gaussian-moved", r=m, s=own, v=s**2)
    none = d.chain(moved, covered(d, m, own, b, eps, near))
    event = d.cite(
        "background/noised-events", r=m, s=own, v=s**2, w=s**2, l=d.var("l"), h=d.var("h")
    )
    d.qed(d.chain(event, none))
