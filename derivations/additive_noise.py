"""Background facts on what additive noise lets through."""

from __future__ import annotations

from verified.language import exp, log
from verified.proof.derivation import Derivation, derives


@derives("background/log-at-level")
def log_at_level(d: Derivation) -> None:
    """ln x ≤ x − 1 at x = (1 + t) e^(−u)."""
    t, u = d.var("t"), d.var("u")
    tangent = d.cite("background/log-tangent.line", x=(1 + t) * exp(-u))
    d.qed(d.arithmetic(d.goal, tangent))
