"""Examples 4.1 and 5.1: correlated entries, and a mechanism without group privacy."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, split_maximum
from verified.language import (
    binary_entropy,
    equals,
    event_where,
    exp,
    log,
    rational,
)
from verified.language.goals import normal
from verified.language.terms import Real, Symbol, number
from verified.proof.derivation import Derivation, Steps, derives

# --- Example 4.1 ----------------------------------------------------------------------------------


def scale_of(d: Steps) -> Any:
    """1/(nε), the scale of the noise."""
    return 1 / (d.var("n") * d.var("eps"))


@derives("cuff-yu-2016/example-4.1.private")
def example_4_1_private(d: Derivation) -> None:
    """The means are one unit of ε apart, measured by the scale."""
    eps = d.var("eps")
    parts = []
    for goal in normal(d.goal).parts:
        stick = goal.left
        r, s = (law.args[0] for law in stick.args[:2])
        value = d.cite("definition/laplace-hockey-stick", r=r, s=s, u=scale_of(d), eps=eps)
        largest = value.formula.right
        bound = split_maximum(
            d, *largest.args, lambda _, most: d.chain(most, d.identity(most.formula.right <= 0))
        )
        parts.append(d.chain(value, bound))
    d.qed(d.follows(d.goal, *parts))


@derives("cuff-yu-2016/example-4.1.private-mi")
def example_4_1_private_mi(d: Derivation) -> None:
    """At most p times the divergence of one law from the other, 1/(nb) + e^(−1/(nb)) − 1 ≤ ε."""
    eps, p = d.var("eps"), d.var("p")
    first, second = (law.args[0] for law in d.goal.left.args[1:])
    least = d.cite(
        "background/law-information.centre", p=p, r=first, s=second, u=scale_of(d)
    )
    value = d.cite("definition/laplace-kl", r=second, s=first, u=scale_of(d))
    z = Real("z", ">=0")
    less = d.scalar(z + exp(-z) - 1 <= z, values={z: eps})
    floor = d.cite("background/log-tangent.exponential", eps=-eps)
    d.qed(d.chain(least, d.arithmetic(
        least.formula.right <= eps, value, less, floor, hints=[p, 1 - p]
    )))


@derives("cuff-yu-2016/example-4.1.nothing-more")
def example_4_1_nothing_more(d: Derivation) -> None:
    """An entry that is certain has no entropy."""
    (first, second) = d.goal.left.args[0].args
    lines = []
    for told, p in ((first, number(0)), (second, number(1))):
        r, s = (law.args[0] for law in told.args[1:])
        change = d.identity(equals(1 - p, told.args[0].args[0]))
        for key in ("nonnegative", "input"):
            line = d.cite(
                f"background/law-information.{key}", p=p, r=r, s=s, u=scale_of(d)
            )
            lines.append(d.rewrite(change, line))
    zeros = []
    for line in (lines[1], lines[3]):
        value = d.cite("definition/entropy", P=line.formula.right.args[0])
        zeros.append(d.chain(value, d.identity(equals(value.formula.right, 0))))
    low = d.arithmetic(d.goal.left >= 0, *lines)
    high = d.arithmetic(d.goal.left <= 0, *lines, *zeros)
    d.qed(d.turn(d.goal, low, high))


@derives("cuff-yu-2016/example-4.1.determined")
def example_4_1_determined(d: Derivation) -> None:
    """Each row of the copy is certain."""
    fair, copy = d.goal.left.args[0].args
    mean = d.cite("definition/joint-entropy", P=fair, W=copy, part=2)
    rows = []
    for x in range(2):
        value = d.cite("definition/entropy", P=copy[x])
        rows.append(d.chain(value, d.identity(equals(value.formula.right, 0))))
    d.qed(d.arithmetic(d.goal, mean, *rows))


@derives("cuff-yu-2016/example-4.1.one-bit")
def example_4_1_one_bit(d: Derivation) -> None:
    """Whether the number is above 1/2 tells all but h(e^(−nε/2)/2)."""
    n, eps, eta = d.var("n"), d.var("eps"), d.var("eta")
    (enough,) = d.given
    half = rational(1, 2)
    at = {"p": half, "r": ZERO / n, "s": n / n, "u": scale_of(d)}
    change = d.identity(equals(1 - number(half), half))
    most = d.rewrite(change, d.cite("background/law-information.input", **at))
    bit = d.cite("definition/entropy", P=most.formula.right.args[0])
    threshold = d.rewrite(
        change, d.cite("background/law-information.threshold", x=half, **at)
    )
    # The probability of the wrong side is w²/2 either way.
    w, z = exp(-n * eps / 4), Real("z", "(0,1]")
    sides = threshold.formula.left.args[1].args
    low = d.cite("definition/laplace-above", r=at["r"], u=at["u"], t=half)
    high = d.cite("definition/laplace-below", r=at["s"], u=at["u"], t=half)
    a = Symbol("a", 2)
    even = d.cite(
        "lemma/even-inputs", P=sides[0], Q=sides[1], A=event_where(a, equals(a, 0))
    )
    wrong = even.formula.left.args[1].args[0]
    value = d.arithmetic(equals(wrong, w**2 / 2), low, high)
    even = d.rewrite(value, even)
    tangent = d.cite("background/log-tangent.exponential", eps=n * eps / 4 - log(1 / eta))
    small = d.arithmetic(w <= eta, tangent, enough, hints=[w])
    unit = d.cite("background/log-tangent.exponential", eps=n * eps / 4)
    inside = d.arithmetic(w <= 1, unit, hints=[w, w * n * eps])
    share = d.arithmetic(w**2 / 2 < 1, inside, hints=[w])
    lost = d.scalar(binary_entropy(z**2 / 2) <= z, inside, values={z: w})
    least = d.chain(d.arithmetic(
        log(2) - eta <= even.formula.left, lost, small, inside, share
    ), even, threshold)
    flat = d.identity(equals(bit.formula.right, log(2)))
    d.qed(d.both(least, d.chain(most, bit, flat)))
