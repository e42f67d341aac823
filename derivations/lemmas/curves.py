"""The curve of mutual-information privacy is no smaller than what one pair gives."""

from __future__ import annotations

from typing import Any

from derivations.tools import substitute_bound, turned
from verified.language import equals
from verified.proof.derivation import Derivation, derives


@derives("lemma/ldp-curve-above")
def one_pair(d: Derivation) -> None:
    """One value of each supremum."""
    curve: Any = d.cite("definition/ldp-curve")
    outer = curve.formula.right
    p, q = d.var("p"), d.var("q")
    inner = substitute_bound(outer, p)
    value = substitute_bound(inner, q)
    here = d.identity(equals(value.then, value), *d.given)
    most = d.below_sup(inner, q)
    d.qed(d.chain(here, most, d.below_sup(outer, p), turned(d, curve)))
