"""Fig. 4: the curves of the Gaussian mechanism fall as its noise grows."""

from __future__ import annotations

from typing import Any

from derivations.tools import split_maximum
from verified.language import absolute, equals, exp, hockey_stick, log, rational, sqrt
from verified.language.formulas import substitute
from verified.language.terms import Real, Term, number
from verified.papers.ngo_2024.gaussian import binary
from verified.proof.derivation import Derivation, Line, derives


@derives("ngo-2024/figure-4.two-inputs")
def two_inputs(d: Derivation) -> None:
    """Half the divergence of the two outputs at the order ln(2e^ε − 1), which grows with their
    distance in standard deviations."""
    (given,) = d.given
    eps, less, more = (d.var(name) for name in ("eps", "v", "w"))
    one, minus = number(1), number(-1)
    a, b, e = Real("a", ">0"), Real("b", ">0"), Real("e", ">0")
    near, far = absolute(one - minus) / sqrt(more), absolute(one - minus) / sqrt(less)
    closer = d.scalar(1 / sqrt(b) <= 1 / sqrt(a), given, given=[a <= b], values={a: less, b: more})
    roots = [d.scalar(sqrt(a) > 0, values={a: spread}) for spread in (less, more)]
    closer = d.arithmetic(near <= far, closer, *roots)
    order = log(1 + (exp(eps) - 1) / binary[0])
    real = d.scalar(log(1 + (exp(e) - 1) / rational(1, 2)) >= 0, values={e: eps})
    falls = d.cite(
        "background/gaussian-divergence.increasing", closer, real, r=minus, s=one, p=minus, q=one,
        v=more, w=less, eps=order,
    )
    below, above = (
        d.cite("definition/gaussian-hockey-stick-mixture", W=binary, r=minus, s=one, v=spread,
               w=spread)
        for spread in (more, less)
    )
    d.qed(d.arithmetic(d.goal, below, falls, above, real))
