"""Example 3.11: the bounds are small."""

from __future__ import annotations

from derivations.patterns.rare_outcomes import LEAST, small_bound
from verified.language import Real
from verified.papers.saeidian_2025.figures import divergence
from verified.proof.derivation import Derivation, derives


@derives("saeidian-2025/example-3.11.small")
def small_for_all_shares(d: Derivation) -> None:
    """The same of every p in [0.3, 0.7]."""
    t, p, least = d.var("t"), d.var("p"), LEAST["uneven"]
    small, likely = Real("t", "(0,1/10]"), Real("p", "[3/10,7/10]")
    parts = []
    for goal, chance in zip(d.goal.parts, (p, 1 - p), strict=True):  # type: ignore[attr-defined]
        apart = d.scalar(divergence(small, likely) >= least, values={small: t, likely: chance})
        parts.append(small_bound(d, chance, least, goal.right, apart))
    d.qed(d.both(*parts))
