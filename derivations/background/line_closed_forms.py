"""Proofs of closed forms of laws on the line: the divergence of two Gaussian laws of one variance,
from that by the distance of their means.
"""

from __future__ import annotations

from derivations.tools import split_absolute, split_zero, turned
from verified.language import absolute, equals
from verified.proof.derivation import Derivation, Line, derives


@derives("background/gaussian-hockey-stick")
def in_order(d: Derivation) -> None:
    """The distance of r and s is s − r where r < s."""
    r, s = d.var("r"), d.var("s")
    (given,) = d.given

    def shown(sign: Line, distance: Line) -> Line:
        value = d.arithmetic(equals(absolute(s - r), s - r), distance, sign, given)
        positive = d.arithmetic(absolute(s - r) > 0, value, given)
        return d.rewrite(value, d.cite("background/gaussian-divergence.value", positive), d.goal)

    d.qed(split_absolute(d, s - r, shown))


@derives("background/gaussian-hockey-stick-reflected")
def exchanged(d: Derivation) -> None:
    """The closed form depends on the distance of the means alone; where that is 0 they are one."""
    r, s = d.var("r"), d.var("s")
    distance, other = absolute(s - r), absolute(r - s)

    even = d.identity(equals(other, distance))

    def apart(above: Line) -> Line:
        first = d.cite("background/gaussian-divergence.value", above)
        far = d.arithmetic(other > 0, above, even)
        second = d.cite("background/gaussian-divergence.value", far, r=s, s=r)
        second = d.rewrite(even, second, equals(second.formula.left, first.formula.right))
        return d.chain(first, turned(d, second))

    def none(zero: Line) -> Line:
        same = split_absolute(d, s - r, lambda _, gap: d.arithmetic(equals(s, r), gap, zero))
        divergence = d.goal.left  # type: ignore[attr-defined]
        return d.rewrite(same, d.have(equals(divergence, divergence), "defined"), d.goal)

    d.qed(split_zero(d, distance, none, apart))
