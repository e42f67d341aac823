"""Background facts on what additive noise lets through."""

from __future__ import annotations

from verified.language import equals, exp, log
from verified.proof.derivation import Derivation, derives


@derives("background/log-of-spread.level")
def log_at_level(d: Derivation) -> None:
    """ln x ≤ x − 1 at x = (1 + t) e^(−u)."""
    t, u = d.var("t"), d.var("u")
    tangent = d.cite("background/log-tangent.line", x=(1 + t) * exp(-u))
    d.qed(d.arithmetic(d.goal, tangent))


@derives("background/log-of-spread.mean")
def log_at_mean(d: Derivation) -> None:
    """ln x ≤ x − 1 at x = (t + v)/(m + v)."""
    w, t, m, v = (d.var(name) for name in "wtmv")
    tangent = d.cite("background/log-tangent.line", x=(t + v) / (m + v))
    line = d.arithmetic(log(t + v) <= log(m + v) + (t - m) / (m + v), tangent)
    parts = [
        d.identity(equals(log(w * (x + v)), log(w) + log(x + v))) for x in (t, m)
    ]
    d.qed(d.arithmetic(d.goal, line, *parts))


@derives("background/log-of-spread.ratio")
def log_of_ratio(d: Derivation) -> None:
    """t + v = v (1 + t/v)."""
    w, t, v = (d.var(name) for name in "wtv")
    whole = d.identity(equals(w * v * (1 + t / v), w * (t + v)))
    d.qed(d.rewrite(whole, d.cite("background/log-product", x=w * v, y=1 + t / v), d.goal))


@derives("background/variance-of-pairs")
def variance_of_pairs(d: Derivation) -> None:
    """Both sides expanded."""
    d.qed(d.identity(d.goal))
