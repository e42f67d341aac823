"""Vectors and the matrix of their inner products, and sums over the first few of them."""

from __future__ import annotations

from typing import Any

from derivations.tools import same, summed
from verified.language import cases, equals, quotient, reals_table, remainder, some, total
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Symbol, Term


class Vectors:
    """m vectors of r numbers each, and the matrix of their inner products."""

    def __init__(
        self, d: Steps, vectors: Any = None, width: Any = None, count: Any = None
    ) -> None:
        self.d, self.v = d, d.var("v") if vectors is None else vectors
        self.m = d.var("m") if count is None else count
        self.r = d.var("r") if width is None else width
        self.s = Symbol("s", self.m * self.m)
        self.x, self.y = d.fix(Symbol("x", self.m)), d.fix(Symbol("y", self.m))
        self.j, self.axis = Symbol("j", self.m), Symbol("l", self.r)
        self.matrix = self.products(self.v)

    def product(self, v: Term, one: Any, two: Any) -> Term:
        """Σ_l v_xl v_yl."""
        return total(self.axis, v[one * self.r + self.axis] * v[two * self.r + self.axis])

    def products(self, v: Term) -> Term:
        """The matrix of the inner products."""
        return reals_table(
            self.m * self.m, lambda s: self.product(v, quotient(s, self.m), remainder(s, self.m))
        )

    def entry(self, matrix: Term, x: Any, y: Any) -> Term:
        """An entry of a matrix that is listed row by row."""
        return matrix[x * self.m + y]

    def agree(self, one: Term, two: Term, pair: Line) -> Line:
        """Two lists of m·m numbers are the same if they agree at x·m + y, which `pair` says."""
        d, s = self.d, self.d.fix(self.s)
        at = self.x * self.m + self.y
        found = d.cite("background/pair", n=self.m, m=self.m, t=s)
        here = d.assume(equals(s, at))
        line = d.rewrite(d.turn(equals(at, s), here), pair, equals(one[s], two[s]))
        inner = some(self.y, equals(s, at))
        line = d.obtain(d.assume(inner), self.y, line)
        line = d.obtain(found, self.x, line)
        return d.forall(s, line)


def raised(it: Vectors, v: Term, level: Term) -> Term:
    """The matrix of the inner products, with so much more on the diagonal."""
    return reals_table(it.m * it.m, lambda s: it.product(
        v, quotient(s, it.m), remainder(s, it.m)
    ) + level * same(quotient(s, it.m), remainder(s, it.m)))


def split_last(it: Any, term: Any) -> Line:
    """Σ f over the first k + 1 is Σ f over the first k, and f(z), z being the last of them: `it`
    has them, and a symbol j."""
    d, k, z = it.d, it.k, it.z

    def part(j: Any) -> Line:
        def formula(j: Any = j) -> Any:
            one, two = (cases(j < end, 1, 0) for end in (k + 1, k))
            return equals(one * term(j), two * term(j) + same(j, z) * term(j))

        def below(low: Line) -> Line:
            other = d.arithmetic(j + 1 <= z, low, it.last)
            return d.identity(formula(), low, other)

        def beyond(high: Line) -> Line:
            def at(low: Line) -> Line:
                alike = d.turn(
                    equals(z, j), d.arithmetic(z <= j, high, it.last),
                    d.arithmetic(j <= z, low, it.last),
                )
                return d.rewrite(alike, d.identity(formula(z), it.last), formula())

            def over(more: Line) -> Line:
                other = d.arithmetic(z + 1 <= j, more, it.last)
                return d.identity(formula(), more, other)

            return split_whole(d, j, k, at, over)

        return split_whole(d, k, j, beyond, below)

    rows = summed(d, it.j, part)
    more, fewer = (total(it.j, term(it.j), where=it.j < end) for end in (k + 1, k))
    return d.arithmetic(equals(more, fewer + term(z)), rows)


def split_whole(d: Steps, r: Any, s: Any, low: Any, high: Any) -> Line:
    """What holds whether r ≤ s or s + 1 ≤ r, for whole numbers."""
    either = d.cite("definition/whole", r=r, s=s)
    first, second = either.theorem.conclusion.parts
    return d.cases(either, low(d.assume(first)), high(d.assume(second)))
