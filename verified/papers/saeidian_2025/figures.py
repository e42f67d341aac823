"""Figure 1: the bound of Example 3.11 on what a counting question, answered without noise, leaks.

`verified figure` gives its data.
"""

from __future__ import annotations

from typing import Any

from verified.language import Real, Size, Term, exp, log, rational
from verified.papers.saeidian_2025.common import paper

rows = Size("n", low=200)
share = Real("t", "(0,1/10]")


def divergence(first: Any, second: Any) -> Term:
    """D_KL of Bernoulli laws, in nats."""
    found: Term = first * log(first / second) + (1 - first) * log((1 - first) / (1 - second))
    return found


def leak_bound(count: Any, fraction: Any, chance: Any) -> Term:
    """−log(1 − exp(−n D_KL(m/n‖p)))."""
    return -log(1 - exp(-(count * divergence(fraction, chance))))


paper.claim(
    "figure-1",
    at="Fig. 1, and Example 3.11",
    forall=[rows, share],
    then={
        "even": leak_bound(rows, share, rational(1, 2)) <= log(2) / 1000,
        "uneven": leak_bound(rows, share, rational(3, 10)) <= log(rational(10, 7)) / 1000,
    },
    note=(
        "What the plot is said to show, for p = 1/2 and p = 3/10: where t = m/n is small, at most "
        "1/10 here, the bound is several orders of magnitude smaller than H_∞(P_S), here 1000 "
        "times smaller at least, for n from 200 on."
    ),
)

__all__: list[str] = []
