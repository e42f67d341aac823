"""Proofs of the facts on laws on the line as responses to two inputs."""

from __future__ import annotations

from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import number


@derives("background/law-information.nonnegative")
def laplace_nonnegative(d: Derivation) -> None:
    """As `nothing_less`, for two Laplace laws."""
    least = d.cite("background/law-information.threshold", x=number(0))
    side = least.formula.left
    some = d.cite("background/information-range.nonnegative", P=side.args[0], W=side.args[1])
    d.qed(d.chain(some, least))
