"""Theorem 4 and Remark 8 with 2/d in B's exponent: a query whose law given the secret is known."""

from __future__ import annotations

from typing import Any

from derivations.tools import split_zero
from verified.language import equals, exp, log, pi
from verified.language.terms import Real, Term, number
from verified.papers.nuradha_goldfeld_2022.gaussian import (
    between,
    entropy_given_secret,
    first_variance,
    gap,
    parts,
    second_variance,
    secret,
    total_variance,
)
from verified.proof.derivation import Derivation, Line, derives

PAPER = "nuradha-goldfeld-2022/"
UNIT = 2 * pi() * exp(1)


def at_noise(added: Any) -> dict[str, Term]:
    """The variances of the laws of the response."""
    return {"u": first_variance + added, "v": second_variance + added}


def entropies(d: Derivation, added: Any) -> tuple[Line, Line]:
    """h(response) ≤ ½ ln(2πe(V + σ²)), and the information as a difference of entropies."""
    most = d.cite("background/line-entropies.most", values=at_noise(added))
    told = d.cite("background/line-entropies.information", values=at_noise(added))
    return most, told


@derives(PAPER + "theorem-4-steps.above")
def above(d: Derivation) -> None:
    """The largest entropy for a variance."""
    most, _ = entropies(d, d.var("s2"))
    inside = most.formula.right.args[0].args[0]
    wanted = d.goal.right.args[0].args[0]
    same = d.identity(equals(inside, wanted))
    d.qed(d.rewrite(same, most, d.goal))


def positive_variance(d: Derivation) -> Line:
    """V > 0, as one of the values of the secret has a positive chance."""
    own = secret[0] * first_variance + secret[1] * second_variance

    held = [d.obvious(secret[value] >= number(0)) for value in range(2)]

    def shown(*seen: Line) -> Line:
        return d.arithmetic(own > 0, *seen, *held, hints=[first_variance, second_variance])

    spread = split_zero(
        d, secret[0], lambda none: shown(d.arithmetic(secret[1] > 0, none)), shown
    )
    x = Real("x")
    apart = d.scalar(number(0) <= x**2, values={x: between})
    return d.arithmetic(
        total_variance > 0, spread, apart,
        hints=[secret[0] * secret[1], secret[0] * parts[0] * parts[1] * gap**2],
    )


def entropy_below(d: Derivation) -> tuple[Line, Line]:
    """V > 0, and Σ P(a) h(f(X)|g = a) ≤ ½ ln(2πe V)."""
    most, told = entropies(d, 0)
    positive = positive_variance(d)
    inside = d.arithmetic(UNIT * total_variance > 0, positive, hints=[UNIT])
    same = d.identity(equals(most.formula.right.args[0].args[0], UNIT * total_variance))
    limit = log(UNIT * total_variance) / 2
    bound = d.rewrite(same, most, most.formula.left <= limit)
    some = d.cite("background/line-entropies.nonnegative", values=at_noise(0))
    less = d.arithmetic(entropy_given_secret <= limit, bound, told, some, inside)
    return inside, less


@derives(PAPER + "remark-8-order@turned")
def order(d: Derivation) -> None:
    """e^(2h − 1)/2π ≤ V for the mean h of the entropies, ½ ln(2πe V) at most."""
    inside, below = entropy_below(d)
    line = d.cite(
        "background/half-logarithm.exponential", below, inside, h=entropy_given_secret,
        w=UNIT * total_variance,
    )
    d.qed(d.arithmetic(d.goal, line, inside, hints=[1 / UNIT]))


@derives(PAPER + "remark-8-free.no-noise@turned")
def free(d: Derivation) -> None:
    """½ ln(2πe V) ≤ ε + h where V ≤ e^(2ε) B."""
    eps, (given,) = d.var("eps"), d.given
    most, told = entropies(d, 0)
    inside = d.arithmetic(UNIT * total_variance > 0, positive_variance(d), hints=[UNIT])
    level = entropy_given_secret + eps
    small = d.arithmetic(UNIT * total_variance <= exp(2 * level), given, hints=[UNIT])
    limit = d.cite(
        "background/half-logarithm.logarithm", small, inside, h=level, w=UNIT * total_variance
    )
    same = d.identity(equals(most.formula.right.args[0].args[0], UNIT * total_variance))
    bound = d.rewrite(same, most, most.formula.left <= limit.formula.left)
    d.qed(d.arithmetic(d.goal, d.chain(bound, limit), told))
