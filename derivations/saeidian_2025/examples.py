"""Example 3.11: what an answer that leaks little leaves of an attribute of two values."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.posteriors import Posterior
from verified.language import output, rational
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol


def at_least(d: Derivation, law: Any, low: Line, high: Line) -> Line:
    """−ln 0.7 ≤ H, where neither probability is above 0.7."""
    v = d.fix(Symbol("v", 2))
    chance = rational(7, 10)
    line = split_bit(d, v, lambda bit: law[bit] <= chance, lambda value: d.arithmetic(
        law[value] <= chance, low, high))
    return d.cite("lemma/largest-probability.at-most", d.forall(v, line), P=law, g=chance)


@derives("saeidian-2025/example-3.11.entropy@rounded")
def least_entropy(d: Derivation) -> None:
    """Neither probability is above 0.7."""
    P, S = d.var("P"), d.var("S")
    low, high = d.given
    line = at_least(d, output(P, S), low, high)
    number = d.scalar(d.goal.parts[1])
    d.qed(d.both(line, number))


@derives("saeidian-2025/example-3.11.safe@this-answer")
def safe(d: Derivation) -> None:
    """H − ℓ is left."""
    P, W, y, S = (d.var(name) for name in "PWyS")
    full, low, high, small = d.given
    entropy = at_least(d, output(P, S), low, high)
    line = d.cite("saeidian-2025/theorem-3.5-quantitative.secret", full, U=S, P=P, W=W, y=y)
    it = Posterior(d, P, W, y)
    d.qed(d.arithmetic(d.goal, line, entropy, small, *it.real(full)))
