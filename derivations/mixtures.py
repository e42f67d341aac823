"""Proofs of textbook facts on Gaussian noise: from thresholds, and for mixtures of few laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derivations.tools import everywhere
from verified.language import equals
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives


@derives("background/noise-tells-nothing-less.gaussian")
def nothing_less(d: Derivation) -> None:
    """On which side of a threshold a coordinate lies tells nothing less than nothing."""
    j = d.fix(Symbol("j", d.var("d")))
    least = d.cite("background/noise-threshold", j=j, t=number(0))
    side = least.formula.left
    some = d.cite("background/information-range.nonnegative", P=side.args[0], W=side.args[1])
    d.qed(d.chain(some, least))


def same_numbers(d: Steps, one: Term, other: Term) -> Line:
    """That two lists hold the same numbers, by their normal forms."""
    place = Symbol("i", one.sort.sizes()[0])
    return everywhere(d, place, lambda i: d.identity(equals(one[i], other[i])))


@derives("background/line-entropies.most")
def most(d: Derivation) -> None:
    """A mixture of three laws; its variance is written by the gap of the first two."""
    a, b, c, u, v = (d.var(name) for name in "abcuv")
    law = d.cite("definition/three-gaussians", r=a, s=a + c, t=b, u=u, v=u, w=v)
    flat = law.formula.right.args[0]
    least = d.cite("background/mixture-max-entropy", P=flat.args[0], m=flat.args[1], v=flat.args[2])
    same = d.identity(equals(least.formula.right.args[0].args[0], d.goal.right.args[0].args[0]))
    d.qed(d.rewrite(same, d.chain(law, least), d.goal))


def pair_entropy_power(
    d: Steps, W: Term, means: Sequence[Term], spreads: Sequence[Term], added: Any
) -> Line:
    """½ ln(e^(2h(Y)) + 2πe s) ≤ h(Y + N(0, s)), Y a mixture of two normal laws."""
    laws = []
    for more in (number(0), added):
        own = [spread + more for spread in spreads]
        laws.append(d.cite(
            "definition/two-gaussians", W=W, r=means[0], s=means[1], u=own[0], v=own[1]
        ))
    (alone, noisy) = (law.formula.right.args[0] for law in laws)
    line = d.cite("background/entropy-power", P=W, m=alone.args[1], v=alone.args[2], s=added)
    spread = line.formula.right.args[0].args[2]
    line = d.rewrite(same_numbers(d, spread, noisy.args[2]), line)
    for law in laws:
        line = d.rewrite(d.turn(equals(law.formula.right, law.formula.left), law), line)
    return line


@derives("background/law-information.nonnegative")
def laplace_nonnegative(d: Derivation) -> None:
    """As `nothing_less`, for two Laplace laws."""
    least = d.cite("background/law-information.threshold", x=number(0))
    side = least.formula.left
    some = d.cite("background/information-range.nonnegative", P=side.args[0], W=side.args[1])
    d.qed(d.chain(some, least))
