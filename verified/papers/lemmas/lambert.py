"""Lambert's W, by its defining equation, and bounds by it on where a normal tail is small."""

from __future__ import annotations

from typing import Any

from verified.language import Real, Term, both, equals, exp, lambert_w, normal_cdf, pi, sqrt
from verified.papers.lemmas.common import paper

x, more = Real("x", ">=0"), Real("y", ">=0")
w = Real("w", ">=0")
level, end = Real("delta", "(0,1)"), Real("t", ">0")

paper.claim(
    "lambert-w",
    forall=[x],
    then={
        "value": both(lambert_w(x) >= 0, equals(lambert_w(x) * exp(lambert_w(x)), x)),
        "at-most": {
            "forall": [x, w], "given": [x <= w * exp(w)], "then": lambert_w(x) <= w,
        },
        "increasing": {
            "forall": [x, more], "given": [x < more], "then": lambert_w(x) < lambert_w(more),
        },
    },
    note="w e^w grows with w from 0 on.",
)


def small(place: Any) -> Term:
    """Pr(Z > t)."""
    found: Term = normal_cdf(-place)
    return found


paper.claim(
    "small-tail",
    forall=[level, end, w],
    then={
        "half-square": {
            "given": [end / (sqrt(2 * pi()) * level) <= w * exp(w), end**2 >= 2 * w],
            "then": small(end) <= level / 2,
        },
        "root": {
            "forall": [level, w],
            "given": [2 / (pi() * level**2) <= w * exp(w)],
            "then": small(sqrt(w)) <= level / 2,
        },
    },
    note="By the bound e^(−t²/2)/(√(2π) t) on Pr(Z > t).",
)

__all__: list[str] = []
