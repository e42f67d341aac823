"""Formulas in the signs of mathematics: what they mean stays."""

from __future__ import annotations

import unicodedata

import pytest

from verified.papers import all_claims
from verified.report.mathematics import mathematical
from verified.report.selection import leaves, nodes
from verified.syntax.text import text

TEXTS = [
    text(leaf.statement) for row in all_claims() for leaf in leaves(nodes(row)) if leaf.statement
]


@pytest.mark.parametrize(
    ("plain", "read"),
    [
        ("for all n >= 1, eps, delta >= 0: if a <= b then c != d",
         "∀ n ≥ 1, ε, δ ≥ 0: if a ≤ b then c ≠ d"),
        ("(for every x < n: (for some y < m: x = y)) => 1 < 2",
         "(∀ x < n: (∃ y < m: x = y)) ⇒ 1 < 2"),
        ("[1/n for a < n]", "[1/n for a < n]"),
        ("D_[inf](P || Q) - 2*x^2 + h^-1(y)", "D_[∞](P ‖ Q) − 2·x² + h⁻¹(y)"),
        ("x^2.5, x^n, 2^(n - 1)", "x^2.5, x^n, 2^(n − 1)"),
        ("M is (eps,delta)-DP and M is beta-MI-DP", "M is (ε,δ)-DP and M is β-MI-DP"),
        ("M is (eps,delta)-PP in (F,all(n)), t in (0,1)", "M is (ε,δ)-PP in (F,all(n)), t ∈ (0,1)"),
        ("N(0, s2) * Lap(0, b), (P (x) Q)", "N(0, s2) ∗ Lap(0, b), (P ⊗ Q)"),
        ("not (x = x') and noteworthy", "¬(x = x') and noteworthy"),
        ("eta_TV(W), P_Xi, X_eps, sqrt(pi)", "η_TV(W), P_Xi, X_eps, √(π)"),
        ("1.5e-07 on 2026-11-21: -1/2", "1.5e-07 on 2026-11-21: −1/2"),
        ("sum_{x < n}(P(x)), integral_{t > 0}(exp(-t))", "Σ_{x < n}(P(x)), ∫_{t > 0}(exp(−t))"),
        ("epsilon, eps, lambda, alphabet, deltas", "ϵ, ε, λ, alphabet, deltas"),
    ],
)
def test_signs(plain: str, read: str) -> None:
    assert mathematical(plain) == read


def test_different_statements_stay_different() -> None:
    assert len({mathematical(written) for written in TEXTS}) == len(set(TEXTS))


def test_no_sign_is_left_plain_and_lines_grow_no_longer() -> None:
    for written in TEXTS:
        read = mathematical(written)
        assert len(read) <= len(written)
        assert not any(sign in read for sign in ("<=", ">=", "||", "*", "for all ", "=>"))
        # Each sign takes one column.
        assert not any(unicodedata.combining(sign) for sign in read)
        assert all(unicodedata.east_asian_width(sign) not in "WF" for sign in read)


def test_what_is_read_so_is_read_so_again() -> None:
    for written in TEXTS[::7]:
        assert mathematical(mathematical(written)) == mathematical(written)
