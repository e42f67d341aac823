"""Proofs on finite data: the special cases, Theorems 1 and 2, Remark 3."""

from __future__ import annotations

from typing import Any

from derivations.nuradha_goldfeld_2022.frameworks import (
    averaged,
    close_secrets,
    is_law_private,
    is_mi_private,
    is_private,
    law_private,
    member_told,
    told,
)
from verified.language import chain, equals
from verified.language.pufferfish import (
    data_given,
    member_law,
    private_values,
    secret_channel,
    secret_given,
)
from verified.language.terms import Symbol
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "nuradha-goldfeld-2022/"

# --- Theorem 1 ------------------------------------------------------------------------------------


def possible_secrets(
    d: Steps, private: Line, F: Any, law: Any, M: Any, e: Any, c: Any, seen: Line, eps: Any,
    delta: Any, *lines: Line,
) -> Line:
    """For all possible private values a and b, the responses given them and c are close."""
    secret = secret_given(F, law, e, c)
    x, other = (d.fix(Symbol(name, private_values(F, e))) for name in ("x", "x'"))
    first, second = d.assume(secret[x] > 0), d.assume(secret[other] > 0)
    close = close_secrets(
        d, private, F, law, M, e, c, x, other, eps, delta, seen, first, second, *lines
    )
    inner = d.forall(other, close, where=secret[other] > 0)
    return d.forall(x, inner, where=secret[x] > 0)


@derives(PAPER + "theorem-1-i")
def theorem_1_i(d: Derivation) -> None:
    """Given a public value, the rows of the possible private values are (ε,0)-close."""
    F, data, M, eps = (d.var(name) for name in ("F", "Theta", "M", "eps"))
    (private,) = d.given

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        bound = law_private(d, private, F, data, M, member, eps)

        def at(c: Any, seen: Line) -> Line:
            pairs = possible_secrets(d, bound, F, law, M, e, c, seen, eps, 0)
            return d.cite(
                "lemma/possible-rows", pairs, P=secret_given(F, law, e, c),
                W=secret_channel(F, law, M, e, c), eps=eps,
            )

        return averaged(d, F, law, M, e, eps, at)

    d.qed(is_mi_private(d, F, data, M, eps, one))
