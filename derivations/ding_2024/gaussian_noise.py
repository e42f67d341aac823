"""Proof of (16): the response to a Gaussian prior with Gaussian noise is Gaussian."""

from __future__ import annotations

from verified.proof.derivation import Derivation, derives


@derives("ding-2024/eq-16.only-if", "ding-2024/eq-16.if")
def summed(d: Derivation) -> None:
    """The two divergences are one number."""
    (given,) = d.given
    same = d.cite(
        "background/gaussian-sums", r=d.var("m"), s=d.var("m'"), v=d.var("s") ** 2,
        w=d.var("s'") ** 2, p=d.var("v"),
    )
    d.qed(d.arithmetic(d.goal, given, same))
