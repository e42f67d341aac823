"""τ*(δ) and its bounds: Theorem 1 and (20) to (23) of Appendix A.

τ*(δ) is the least number of the set {τ : Q(τ) ≤ δ/2}, so that "τ*(δ) ≤ τ" says that τ is in the
set. W_0 is Lambert's W.
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    Real,
    both,
    equals,
    exp,
    iff,
    lambert_w,
    negation,
    pi,
    sqrt,
)
from verified.papers.ding_2024.common import long_enough, paper, tail, tail_end

level = Real("delta", "(0,1)", latex=r"\delta")
other_level = Real("delta'", "(0,1)", latex=r"\delta'")
least = Real("s", latex=r"\tau^*")
other_least = Real("s'", latex=r"\tau'^*")
argument, more = Real("x", ">=0"), Real("x'", ">=0")
positive_end = Real("t", ">0", latex=r"\tau")
possible_end = Real("t", ">=0", latex=r"\tau")

AT_ZERO = (
    "For 0 < δ < 1. Definition 1 allows δ = 0, but there the set of (20) is empty and τ* isn't "
    "defined (`tau-star-at-zero`)."
)
needed = exp(-(positive_end**2) / 2) / (sqrt(2 * pi()) * positive_end)
first_argument = possible_end / (sqrt(2 * pi()) * level)
second_argument = 2 / (pi() * level**2)

# --- the implications between (21), (22) and (23) -------------------------------------------------

product = positive_end * exp(positive_end**2 / 2)
half_square = positive_end**2 / 2
least_product = 2 / (sqrt(2 * pi()) * level)
first_value = positive_end / (sqrt(2 * pi()) * level)

implications: dict[str, Any] = {
    "equivalent": {
        "forall": [level, positive_end],
        "then": iff(needed <= level / 2, least_product <= product),
        "note": "“Which is equivalent to …”",
    },
    "first-product": {
        "forall": [level, positive_end],
        "given": [least_product <= product],
        "then": first_value <= half_square * exp(half_square),
        "note": "The first implication before (22).",
    },
    "first-implied": {
        "forall": [level, positive_end],
        "given": [first_value <= half_square * exp(half_square)],
        "then": positive_end**2 >= 2 * lambert_w(first_value),
        "note": "The second: τ² ≥ 2 W_0(τ/(√(2π) δ)). (22) needs the way back, from its right "
        "side to Pr(Z > τ) ≤ δ/2: `first-lambert`.",
    },
    "second-product": {
        "forall": [level, positive_end],
        "given": [least_product <= product],
        "then": second_argument <= positive_end**2 * exp(positive_end**2),
        "note": "The first implication before (23).",
    },
    "second-implied": {
        "forall": [level, positive_end],
        "given": [second_argument <= positive_end**2 * exp(positive_end**2)],
        "then": positive_end**2 >= lambert_w(second_argument),
        "note": "The second; (23) needs the way back: `second-lambert`.",
    },
    "lambert": {
        "forall": [argument],
        "then": both(
            lambert_w(argument) >= 0,
            equals(lambert_w(argument) * exp(lambert_w(argument)), argument),
        ),
        "note": "“W_0(x) e^{W_0(x)} = x for nonnegative x.”",
    },
    "lambert-increasing": {
        "forall": [argument, more],
        "given": [argument < more],
        "then": lambert_w(argument) < lambert_w(more),
        "note": "“W_0(x) is increasing in x ∈ R_+.”",
    },
}

paper.claim(
    "tau-star",
    at="(20) to (23)",
    scope="0 < δ < 1",
    forall=[level],
    then={
        "inverse": {
            "forall": [level, least, tail_end],
            "given": [equals(tail(least), level / 2)],
            "then": iff(long_enough(tail_end, level), least <= tail_end),
            "note": f"(20): the set is [Q⁻¹(δ/2), ∞), and its minimum is Q⁻¹(δ/2). {AT_ZERO}",
        },
        "tail": {"forall": [positive_end], "then": tail(positive_end) <= needed, "note": "(21)"},
        "step": {
            "forall": [level, positive_end],
            "given": [needed <= level / 2],
            "then": long_enough(positive_end, level),
            "note": "What suffices for Pr(Z > τ) ≤ δ/2, between (21) and (22).",
        },
        **implications,
        "first-lambert": {
            "forall": [level, possible_end],
            "given": [possible_end**2 >= 2 * lambert_w(first_argument)],
            "then": long_enough(possible_end, level),
            "note": (
                "(22): every number of the set {τ ∈ R_+ : τ² ≥ 2 W_0(τ/(√(2π) δ))} is at least "
                "τ*(δ). By the paper's notation R_+ has 0, and 0 is in the set, so that its "
                "minimum is 0."
            ),
        },
        "second-lambert": {
            "forall": [level],
            "then": long_enough(sqrt(lambert_w(second_argument)), level),
            "note": "(23)",
        },
    },
)
paper.claim(
    "tau-star-repaired",
    at="(22)",
    scope="0 < δ < 1",
    forall=[level, positive_end],
    given=[positive_end**2 >= 2 * lambert_w(first_value)],
    then=long_enough(positive_end, level),
    note="(22) with τ > 0: the least positive τ with τ² ≥ 2 W_0(τ/(√(2π) δ)).",
)
paper.claim(
    "tau-star-at-zero",
    at="Definition 1 and (20)",
    forall=[tail_end],
    then=negation(long_enough(tail_end, 0)),
    note="At δ = 0, which Definition 1 allows, no τ has Pr(Z > τ) ≤ δ/2: τ*(0) isn't defined.",
)

paper.claim(
    "tau-star-decreasing",
    at="after Theorem 1",
    forall=[level, other_level, least, other_least],
    given=[
        equals(tail(least), level / 2), equals(tail(other_least), other_level / 2),
        level < other_level,
    ],
    then=other_least < least,
)
