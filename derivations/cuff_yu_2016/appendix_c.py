"""Appendix C: the steps of the proof of Lemma 2."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import law_equality
from derivations.tools import ZERO, absurd, split_order
from verified.language import TV, absolute, binary_entropy, binary_entropy_inverse, equals, rational
from verified.proof.derivation import Derivation, Line, Steps, derives


@derives("cuff-yu-2016/eq-97.complement", "cuff-yu-2016/eq-97.mean")
def eq_97(d: Derivation) -> None:
    """Both are |a − b|."""
    gap = absolute(d.var("a") - d.var("b"))
    shown = mean_entries(d)
    one, two = (distance_of(d, side, gap, *shown) for side in (d.goal.left, d.goal.right))
    d.qed(d.chain(one, d.turn(equals(gap, two.formula.left), two)))


def mean_entries(d: Steps) -> list[Line]:
    """The entries of the channel (95), (96) are probabilities."""
    a, b, half = d.var("a"), d.var("b"), rational(1, 2)
    up, down = half + (a - b) / 2, half - (a - b) / 2
    return [
        d.arithmetic(entry >= ZERO, hints=[a, 1 - a, b, 1 - b])
        for entry in (up, 1 - up, down, 1 - down)
    ]


@derives("cuff-yu-2016/eq-97.value")
def eq_97_value(d: Derivation) -> None:
    """The entries differ by a − b."""
    d.qed(distance_of(d, d.goal.left, d.goal.right, *mean_entries(d)))


@derives("cuff-yu-2016/eq-98.crossover")
def eq_98_crossover(d: Derivation) -> None:
    """The entries differ by δ."""
    d.qed(distance_of(d, d.goal.left, d.goal.right))


@derives("cuff-yu-2016/eq-98.capacity")
def eq_98_capacity(d: Derivation) -> None:
    """The capacity of a binary symmetric channel."""
    flip = rational(1, 2) - d.var("delta") / 2
    known = d.cite("background/bac-capacity.symmetric", p=flip)
    d.qed(d.rewrite(d.identity(equals(1 - (1 - flip), flip)), known, d.goal))


@derives("cuff-yu-2016/eq-98.inverse")
def eq_98_inverse(d: Derivation) -> None:
    """h is strictly increasing on [0, 1/2], where 1/2 − δ/2 and the inverse lie."""
    flip = rational(1, 2) - d.var("delta") / 2
    inner = d.goal.left.args[1].args[1]
    entropy = d.identity(equals(inner.args[0], binary_entropy(flip)))
    level = binary_entropy(flip)
    range_ = d.cite("background/binary-entropy.range", p=flip)
    inverse = binary_entropy_inverse(level)
    values = d.cite("background/binary-entropy-inverse", range_, r=level)
    low, half, found = (d.piece(values, k) for k in range(3))
    shown = [low, half, range_]
    upper = d.arithmetic(inverse <= rational(1, 2), half, *shown)

    def differs(less: Line, first: Any, second: Any, *lines: Line) -> Line:
        strict = d.cite(
            "lemma/binary-entropy-strict.increasing", less, *lines, *shown, p=first, q=second
        )
        return absurd(d, equals(inverse, flip), strict, found, *shown)

    def below(most: Line) -> Line:
        return split_order(
            d, flip, inverse, lambda least: d.turn(equals(inverse, flip), most, least),
            lambda less: differs(less, inverse, flip), *shown,
        )

    same = split_order(
        d, inverse, flip, below, lambda less: differs(less, flip, inverse, upper), *shown
    )
    value = d.arithmetic(equals(1 - 2 * inverse, d.goal.right), same, *shown)
    d.qed(d.rewrite(entropy, value, d.goal))


@derives("cuff-yu-2016/eq-99")
def eq_99(d: Derivation) -> None:
    """Both sides and their slopes agree at 1/2; the second derivative on the left is less."""
    d.qed(d.scalar(d.goal))


def distance_of(d: Steps, distance: Any, value: Any, *lines: Line) -> Line:
    """‖P − Q‖ = value for two laws on two symbols, by normal forms."""
    laws = [row.args[0].args[int(row.args[1].value)] for row in distance.args]
    p, q = (law.args[1] for law in laws)
    found = d.cite("lemma/binary-distance", *lines, p=p, q=q)
    found = d.chain(found, d.identity(equals(found.formula.right, value), *lines))
    first, second = (
        law_equality(d, row, law, *lines) for row, law in zip(distance.args, laws, strict=True)
    )
    found = d.rewrite(first, found, equals(TV(distance.args[0], laws[1]), value))
    return d.rewrite(second, found, equals(distance, value))
