"""Le Cam's divergence beside total variation and squared Hellinger distance, symbol by symbol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.closeness import half_distance
from derivations.patterns.numbers import root_of_product, square
from derivations.tools import split_absolute, split_zero, turned
from verified.kernel.polynomial import replaced
from verified.language import TV, absolute, cases, equals, sqrt, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


class Compared:
    """The symbols' parts ½ (p − q)²/(p + q) beside other terms, which are 0 for a symbol of neither
    law."""

    def __init__(self, d: Derivation) -> None:
        self.d, self.P, self.Q = d, d.var("P"), d.var("Q")
        self.a: Any = d.fix(Symbol("a", self.P.of.size))
        self.p, self.q = self.P[self.a], self.Q[self.a]
        self.part = (self.p - self.q) ** 2 / (2 * (self.p + self.q))
        self.value = d.cite("definition/le-cam")

    def bounded(self, other: Term, low: bool, present: Callable[[Line], Line]) -> Line:
        """Σ other ≤ LC, or LC ≤ Σ other, over all symbols.

        Args:
            present: shows the bound for a symbol, from the line that a law has it.
        """
        d, p, q = self.d, self.p, self.q
        some = p + q > 0
        rows = d.summed(d.forall(self.a, present(d.assume(some)), where=some), self.value)
        goal = equals(cases(some, other, 0), other)

        def absent(zero: Line) -> Line:
            line = d.identity(equals(cases(some, other, 0), 0), zero)
            nothing = d.identity(replaced(replaced(
                equals(other, 0), p, number(0)), q, number(0)))
            for symbol in (q, p):
                gone = d.turn(equals(symbol, 0), d.obvious(symbol >= number(0)), d.arithmetic(
                    symbol <= number(0), zero, d.obvious(p >= number(0)),
                    d.obvious(q >= number(0))))
                wanted = equals(other, 0) if symbol == p else replaced(
                    equals(other, 0), p, number(0))
                nothing = d.rewrite(gone, nothing, wanted)
            return d.chain(line, turned(d, nothing))

        each = split_zero(d, p + q, absent, lambda above: d.identity(goal, above))
        whole: Any = d.summed(d.forall(self.a, each))
        over = d.identity(equals(total(self.a, other, where=some), whole.formula.left))
        over = d.chain(over, whole)
        value = turned(d, self.value)
        return d.chain(turned(d, over), rows, value) if low else d.chain(
            self.value, rows, over)


@derives("background/le-cam.below")
def le_cam_below(d: Derivation) -> None:
    """|p − q| ≤ p + q."""
    it = Compared(d)
    p, q, apart = it.p, it.q, absolute(it.p - it.q)

    def present(above: Line) -> Line:
        def signed(order: Line, worth: Line) -> Line:
            share = 1 / (p + q)
            line = d.arithmetic(it.part <= worth.formula.right / 2, order, above,  # type: ignore[attr-defined]
                                hints=[p * share, q * share])
            return d.rewrite(worth, line, it.part <= apart / 2)

        return split_absolute(d, p - q, signed)

    line = it.bounded(apart / 2, False, present)
    d.qed(d.arithmetic(d.goal, line, half_distance(d, it.P, it.Q)))


@derives("background/le-cam.above")
def le_cam_above(d: Derivation) -> None:
    """With v = TV: 2 v |p − q| ≤ (p − q)²/(p + q) + v² (p + q)."""
    it = Compared(d)
    p, q, v = it.p, it.q, TV(it.P, it.Q)
    other = v * absolute(p - q) - v**2 * (p + q) / 2

    def present(above: Line) -> Line:
        def signed(_: Line, worth: Line) -> Line:
            gap = worth.formula.right  # type: ignore[attr-defined]
            line = d.combined(v * gap - v**2 * (p + q) / 2 <= it.part, above, products=[
                ["1/2", [["square", gap - v * (p + q)], ["sign", 1 / (p + q)]]]])
            return d.rewrite(worth, line, other <= it.part)

        return split_absolute(d, p - q, signed)

    line: Any = it.bounded(other, True, present)
    apart = total(it.a, absolute(p - q))
    twice = d.arithmetic(equals(apart, 2 * v), half_distance(d, it.P, it.Q))
    whole = line.formula.left
    left = d.identity(equals(whole, v * apart - v**2))
    left = d.rewrite(twice, left, equals(whole, v * (2 * v) - v**2))
    d.qed(d.arithmetic(d.goal, line, left))


def _roots(d: Derivation, low: bool) -> None:
    it = Compared(d)
    p, q = it.p, it.q
    root = sqrt(p * q)
    apart = (p + q) / 2 - root
    other = apart if low else 2 * apart

    def present(above: Line) -> Line:
        own = d.identity(equals(root * root, p * q))
        gap = square(d, sqrt(p) - sqrt(q))
        product = root_of_product(d, p, q)
        roots = [d.identity(equals(sqrt(one) * sqrt(one), one)) for one in (p, q)]
        middle = d.arithmetic(number(0) <= apart, gap, product, *roots)
        share = 1 / (p + q)
        goal = apart <= it.part if low else it.part <= 2 * apart
        return d.arithmetic(goal, own, middle, above, hints=[share, root * share, apart * share])

    line = it.bounded(other, low, present)
    d.qed(d.arithmetic(d.goal, line, d.cite("definition/hellinger")))


@derives("background/le-cam.hellinger")
def hellinger_below(d: Derivation) -> None:
    """(p − q)² = (√p − √q)² (√p + √q)², and (√p + √q)² ≥ p + q."""
    _roots(d, True)


@derives("background/le-cam.twice-hellinger")
def hellinger_above(d: Derivation) -> None:
    """(√p + √q)² ≤ 2 (p + q)."""
    _roots(d, False)
