"""Figure 1: how small the bound is."""

from __future__ import annotations

from typing import Any

from verified.language import Real, exp, rational
from verified.papers.saeidian_2025.figures import divergence
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import number

# Below what the divergence is at 1/10, from where it falls towards p.
LEAST = {"even": rational("0.36"), "uneven": rational("0.11")}
CHANCE = {"even": rational(1, 2), "uneven": rational(3, 10)}


def small_bound(d: Derivation, chance: Any, least: Any, bound: Any, apart: Line) -> Line:
    """The bound is small, as n D is at least 200 times the least divergence."""
    n, t = d.var("n"), d.var("t")
    exponent = n * divergence(t, chance)
    many = d.arithmetic(exponent >= 200 * least, apart, d.obvious(n >= number(200)), hints=[n])
    grown = d.cite("background/exponential-increasing", d.arithmetic(
        -exponent <= -(200 * least), many), r=-exponent, s=-(200 * least))
    rare = d.scalar(exp(-(200 * least)) <= 1 - exp(-bound))
    return d.cite("lemma/rare-outcome", d.chain(grown, rare), r=bound, s=exponent)


@derives("saeidian-2025/figure-1.even", "saeidian-2025/figure-1.uneven")
def several_orders_smaller(d: Derivation) -> None:
    """The divergence falls towards p, so that it is least at 1/10."""
    name = d.key.rpartition(".")[2]
    least, p = LEAST[name], CHANCE[name]
    small = Real("t", "(0,1/10]")
    apart = d.scalar(divergence(small, p) >= least, values={small: d.var("t")})
    d.qed(small_bound(d, p, least, d.goal.right, apart))  # type: ignore[attr-defined]


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
