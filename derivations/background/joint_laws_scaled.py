"""A multiple of a divergence, which may be infinite, as a sum."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, everywhere, is_zero, split_order, split_zero, turned
from verified.language import KL, either, equals, log
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation, negation, substitute
from verified.syntax.terms import INFINITY, Real, Symbol, Term


def none_is_more(d: Steps, value: Term, infinite: Line, *lines: Line) -> Line:
    """⊥, from a line ∞ = value of a real number."""
    more = d.piece(d.cite("definition/infinity", *lines, r=value + 1), 1)
    return d.contradiction(d.chain(more, infinite), *lines)


@derives("background/kl-scaled")
def scaled(d: Derivation) -> None:
    """0 · ∞ = 0; a positive multiple of ∞ is ∞, and the sum is too, as it would be finite with the
    divergence else."""
    P, Q, t = d.var("P"), d.var("Q"), d.var("t")
    divergence, right = KL(P, Q), d.goal.right  # type: ignore[attr-defined]
    whole: Any = d.cite("definition/kl", P=P, Q=Q)
    ways = d.cite("background/kl-range", P=P, Q=Q)
    finite = d.assume(Relation("<", divergence, INFINITY))
    infinite = d.assume(equals(divergence, INFINITY))
    a = Symbol("a", P.sort.sizes()[0])

    def nothing(zero: Line) -> Line:
        plain = d.identity(equals(0 * divergence, 0), finite)
        none = d.cite("definition/infinite-multiples-none")
        other = d.rewrite(infinite, none, equals(0 * divergence, 0))
        left = d.cases(ways, plain, other)
        at_zero = substitute(right, {t.name: ZERO})
        rest = d.rewrite(zero, d.identity(equals(at_zero, 0)), equals(right, 0))
        gone = d.rewrite(zero, left, equals(t * divergence, 0))
        return d.chain(gone, turned(d, rest))

    def positive(above: Line) -> Line:
        def each(covers: Line, *lines: Line) -> Line:
            itself = d.identity(equals(t * divergence, t * divergence), *lines)
            unfolded = d.rewrite(whole, itself, equals(t * divergence, t * whole.formula.right))
            return d.chain(unfolded, d.identity(equals(unfolded.formula.right, right), covers))

        held = d.obvious(divergence <= divergence, finite)
        covers = d.cite("background/kl-finite", held, finite, P=P, Q=Q, r=divergence)
        plain = each(covers, finite)

        r = d.fix(Real("r"))

        def below(high: Line) -> Line:
            def inside(b: Any) -> Line:
                term = t * P[b] * log(P[b]) - t * P[b] * log(Q[b])
                small = d.have(Relation("<", term, INFINITY), "finite-term", high, term=b)
                goal = either(Q[b] > 0, P[b] <= 0)

                def outside(low: Line) -> Line:
                    def there(some: Line) -> Line:
                        gone = is_zero(d, Q[b], low)
                        at_zero = t * P[b] * log(P[b]) - t * P[b] * log(ZERO)
                        bounded = d.rewrite(gone, small, Relation("<", at_zero, INFINITY))
                        q = d.fix(Real("q"))
                        more = d.cite(
                            "definition/infinite-minus-log", above, some,
                            u=t * P[b], s=t * P[b] * log(P[b]), r=q,
                        )
                        endless = d.have(
                            equals(at_zero, INFINITY), "unbounded", more, variable=q
                        )
                        never = d.turn(negation(bounded.formula), turned(d, endless))
                        return d.follows(goal, bounded, never)

                    return split_order(
                        d, P[b], 0, lambda none: d.follows(goal, none), there
                    )

                return split_order(
                    d, Q[b], 0, outside, lambda some: d.follows(goal, some)
                )

            dominated = everywhere(d, a, inside)
            value = d.chain(turned(d, infinite), whole)
            impossible = none_is_more(d, whole.formula.right, value, dominated)
            return d.follows(r <= right, impossible)

        most = split_order(d, r, right, lambda low: low, below)
        endless = d.have(equals(right, INFINITY), "unbounded", most, variable=r)
        large = d.cite("definition/infinite-multiples", above, r=t)
        multiple = d.rewrite(infinite, large, equals(t * divergence, INFINITY))
        return d.cases(ways, plain, d.chain(multiple, turned(d, endless)))

    d.qed(split_zero(d, t, nothing, positive))
