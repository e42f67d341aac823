"""Figure 1: how small the bound is."""

from __future__ import annotations

from derivations.patterns.rare_outcomes import LEAST, small_bound
from verified.language import Real, rational
from verified.papers.saeidian_2025.figures import divergence
from verified.proof.derivation import Derivation, derives

CHANCE = {"even": rational(1, 2), "uneven": rational(3, 10)}


@derives("saeidian-2025/figure-1.even", "saeidian-2025/figure-1.uneven")
def several_orders_smaller(d: Derivation) -> None:
    """The divergence falls towards p, so that it is least at 1/10."""
    name = d.key.rpartition(".")[2]
    least, p = LEAST[name], CHANCE[name]
    small = Real("t", "(0,1/10]")
    apart = d.scalar(divergence(small, p) >= least, values={small: d.var("t")})
    d.qed(small_bound(d, p, least, d.goal.right, apart))  # type: ignore[attr-defined]
