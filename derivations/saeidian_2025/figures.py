"""Figure 1: how small the bound is."""

from __future__ import annotations

from verified.language import Real, exp, rational
from verified.papers.saeidian_2025.figures import divergence
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number

# Below what the divergence is at 1/10, from where it falls towards p.
LEAST = {"even": rational("0.36"), "uneven": rational("0.11")}
CHANCE = {"even": rational(1, 2), "uneven": rational(3, 10)}


@derives("saeidian-2025/figure-1.even", "saeidian-2025/figure-1.uneven")
def several_orders_smaller(d: Derivation) -> None:
    """n D is at least 200 times what it is at 1/10."""
    n, t = d.var("n"), d.var("t")
    name = d.key.rpartition(".")[2]
    least, p = LEAST[name], CHANCE[name]
    small = Real("t", "(0,1/10]")
    apart = d.scalar(divergence(small, p) >= least, values={small: t})
    exponent = n * divergence(t, p)
    many = d.arithmetic(exponent >= 200 * least, apart, d.obvious(n >= number(200)), hints=[n])
    grown = d.cite("background/exponential-increasing", d.arithmetic(
        -exponent <= -(200 * least), many), r=-exponent, s=-(200 * least))
    bound = d.goal.right  # type: ignore[attr-defined]
    rare = d.scalar(exp(-(200 * least)) <= 1 - exp(-bound))
    d.qed(d.cite("lemma/rare-outcome", d.chain(grown, rare), r=bound, s=exponent))
