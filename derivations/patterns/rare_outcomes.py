"""How small the bound of Example 3.11 of Saeidian et al. is, which two modules need."""

from __future__ import annotations

from typing import Any

from verified.language import exp, rational
from verified.papers.saeidian_2025.figures import divergence
from verified.proof.derivation import Derivation, Line
from verified.syntax.terms import number

# Below what the divergence is at 1/10, from where it falls towards p.
LEAST = {"even": rational("0.36"), "uneven": rational("0.11")}


def small_bound(d: Derivation, chance: Any, least: Any, bound: Any, apart: Line) -> Line:
    """The bound is small, as n D is at least 200 times the least divergence."""
    n, t = d.var("n"), d.var("t")
    exponent = n * divergence(t, chance)
    many = d.arithmetic(exponent >= 200 * least, apart, d.obvious(n >= number(200)), hints=[n])
    grown = d.cite("background/exponential-increasing", d.arithmetic(
        -exponent <= -(200 * least), many), r=-exponent, s=-(200 * least))
    rare = d.scalar(exp(-(200 * least)) <= 1 - exp(-bound))
    return d.cite("lemma/rare-outcome", d.chain(grown, rare), r=bound, s=exponent)
