"""The paper, its variables and what several of its sections share.

A framework is encoded by one pair of secrets and one prior belief: the theorems ask for a scale
that is enough for the worst pair and belief, which is a scale that is enough for each. A level of
privacy, Definition 1, is asked of every event on the line; `private` says it by the largest
difference over events. G(μ, σ) has the standard deviation σ, as Appendix A uses it.
"""

from __future__ import annotations

from typing import Any

from verified.language import Formula, Paper, Real, Term, hockey_stick, normal_cdf
from verified.syntax.terms import number

paper = Paper(
    key="ding-2024",
    title="Approximation of Pufferfish Privacy for Gaussian Priors",
    authors="Ni Ding",
    venue="IEEE Transactions on Information Forensics and Security (TIFS 2024)",
    year=2024,
    edition="journal version",
    units="nats",
)

eps = Real("eps", ">0", latex=r"\epsilon")
delta = Real("delta", "[0,1)", latex=r"\delta")
scale = Real("b", ">0")
mean, other_mean = Real("m", latex=r"\mu_i"), Real("m'", latex=r"\mu_j")
deviation = Real("s", ">0", latex=r"\sigma_i")
other_deviation = Real("s'", ">0", latex=r"\sigma_j")
tail_end = Real("t", latex=r"\tau")


def tail(place: Any) -> Term:
    """Q(t) = Pr(Z > t) of a standard normal Z."""
    return normal_cdf(-number(place))


def long_enough(place: Any, level: Any) -> Formula:
    """Pr(Z > τ) ≤ δ/2: the numbers of which τ*(δ) is the least."""
    return tail(place) <= number(level) / 2


def private(first: Term, second: Term, level: Any, slack: Any) -> Formula:
    """(1) for the pair of secrets under which the response has these laws, and every event."""
    found: Formula = hockey_stick(first, second, level) <= slack
    return found
