"""Patterns on finite two-person zero-sum games.

Let L be what the row player is sure of, and c = L + g with g > 0. Every law p of the rows falls
short of c in some column: let u_y = max(0, c − Σ p v_y) be by how much, and ψ(p) = Σ u_y². A law
with a nearly least ψ can't gain by moving towards any row, so the law q ∝ u of the columns grants
every row c at most: what the column player has to pay, U, is at most L + g.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.numbers import square
from derivations.tools import ZERO, everywhere, same, split_equal, summed
from verified.language import equals, maximum, pmf_table, total
from verified.proof.derivation import Derivation, Line
from verified.syntax.terms import Pmf, Symbol, Term


class Game:
    """The payoffs, and what definitions say of the two values."""

    def __init__(self, d: Derivation) -> None:
        self.d, self.v = d, d.var("v")
        self.rows, self.columns = d.var("n"), d.var("m")
        self.lower, self.upper = (
            d.cite(f"definition/{name}-value", n=self.rows, m=self.columns, v=self.v)
            for name in ("lower", "upper")
        )
        self.L, self.U = self.lower.formula.left, self.upper.formula.left
        self.p, self.q = d.fix(Pmf("p", self.rows)), d.fix(Pmf("q", self.columns))
        self.x, self.y = Symbol("x", self.rows), Symbol("y", self.columns)
        self.k = Symbol("k", self.rows)

    def entry(self, x: Any, y: Any) -> Term:
        """v_xy."""
        return self.v[x * self.columns + y]

    def paid(self, law: Term, y: Any) -> Term:
        """Σ_x p(x) v_xy."""
        return total(self.x, law[self.x] * self.entry(self.x, y))

    def back(self, line: Line) -> Line:
        """An equality turned round."""
        left, right = line.formula.left, line.formula.right
        return self.d.turn(equals(right, left), line)


class Short(Game):
    """What a law of the rows falls short of a level c."""

    def __init__(self, d: Derivation, c: Term) -> None:
        super().__init__(d)
        self.c = c
        self.whole = total(self.x, self.spread(self.x))

    def left(self, law: Term, y: Any) -> Term:
        """u_y, what the law falls short of c."""
        return maximum(self.c - self.paid(law, y), 0)

    def missed(self, law: Term) -> Term:
        """ψ(p)."""
        return total(self.y, self.left(law, self.y) ** 2)

    def sum_left(self, law: Term) -> Term:
        """Σ u_y."""
        return total(self.y, self.left(law, self.y))

    def spread(self, x: Any) -> Term:
        """Σ_y Σ_k (v_xy − v_ky)²."""
        return total(self.y, total(
            self.k, (self.entry(x, self.y) - self.entry(self.k, self.y)) ** 2
        ))

    def one_of(self, term: Any, at: Any, symbol: Any, sign: Any) -> Line:
        """f(t) ≤ Σ f, where `sign` shows 0 ≤ f at a symbol."""
        d = self.d

        def part(z: Any) -> Line:
            goal, positive = same(z, at) * term(z) <= term(z), sign(z)
            return split_equal(d, z, at, lambda _, value: d.rewrite(
                value, d.arithmetic(value.formula.right * term(z) <= term(z), positive), goal
            ))

        rows = summed(d, symbol, part)
        return d.arithmetic(term(at) <= total(symbol, term(symbol)), rows)

    def squares(self, x: Any) -> Line:
        """0 ≤ Σ_y Σ_k (v_xy − v_ky)²."""
        d = self.d
        rows = summed(d, self.y, lambda y: summed(
            d, self.k, lambda k: square(d, self.entry(x, y) - self.entry(k, y))
        ))
        return d.arithmetic(ZERO <= self.spread(x), rows)

    def part_left(self, law: Term, y: Any) -> Line:
        """u_y ≤ Σ u."""
        return self.one_of(
            lambda y: self.left(law, y), y, self.y,
            lambda y: self.d.obvious(ZERO <= self.left(law, y)),
        )

    def moved(self, x: Any, t: Term) -> tuple[Term, Line]:
        """p moved to a row by a share t, and the line that shows it to be a law."""
        p = self.p
        law = everywhere(self.d, self.x, lambda z: self.d.obvious((1 - t) * p[z] >= ZERO))
        return pmf_table(self.rows, lambda z: (1 - t) * p[z] + t * same(z, x)), law
