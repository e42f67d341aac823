"""Proofs of the sharper statements on conditional entropy (Lemma 11)."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    absurd,
    everywhere,
    is_zero,
    same,
    split_equal,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    TV,
    H,
    absolute,
    binary_entropy,
    equals,
    joint_of,
    log,
    minimum,
)
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

KEY = "sharper/lemma-11-sharp"
LEMMA = "lemma/conditional-entropy"
ABSOLUTE = "background/absolute-value"


@derives(f"{LEMMA}.row")
def row(d: Derivation) -> None:
    """With c = min(A w, B z) and C = Σ c: −Σ A w ln w ≤ −Σ A w ln k for the law
    k = (1 − t) c/C + t (1 − c/C)/(m − 1), which is at least (1 − t) c/C and at least t/(m − 1);
    and −Σ c ln(c/C) ≤ −Σ B z ln z, as c is a part of B z."""
    P, Q, W, V, x, t = (d.var(name) for name in ("P", "Q", "W", "V", "x", "t"))
    (corner,) = d.given
    m = W.sort.outputs
    A, B, y = P[x], Q[x], Symbol("y", m)
    whole = minimum  # the common part of a cell, by `part`

    def part(y: Any) -> Term:
        return minimum(A * W[x, y], B * V[x, y])

    def below(y: Any) -> Line:
        return d.cite(f"{ABSOLUTE}.below-both", r=A * W[x, y], s=B * V[x, y])

    def positive(y: Any) -> Line:
        return d.cite(
            f"{ABSOLUTE}.least-of-two", d.obvious(A * W[x, y] >= 0), d.obvious(B * V[x, y] >= 0),
            r=A * W[x, y], s=B * V[x, y], c=0,
        )

    from verified.language import total
    C = total(y, part(y))
    odds = log(t) - log(m - 1)
    signs = everywhere(d, y, positive)

    def one_of(y: Any, term: Any, sign: Any) -> Line:
        """A cell is at most the sum over cells."""
        def pointwise(b: Any) -> Line:
            def chosen(_: Line, value: Line) -> Line:
                on = value.theorem.conclusion.right
                return d.rewrite(
                    value, d.arithmetic(on * term(b) <= term(b), sign(b)),
                    same(b, y) * term(b) <= term(b),
                )
            return split_equal(d, b, y, chosen)

        return summed(d, Symbol("b", m), pointwise)

    entropies = [d.cite("definition/entropy", P=law) for law in (W[x], V[x])]

    def nothing(zero: Line) -> Line:
        most = d.cite("background/entropy-range.uniform", P=W[x])
        least = d.cite("background/entropy-range.nonnegative", P=V[x])
        share = (m - 1) / m
        limit = d.cite("background/log-increasing.positive", corner, d.obvious(0 < t),
                       u=t, v=share)
        plain = d.arithmetic(A * H(W[x]) - B * H(V[x]) <= A * -odds, most, least, limit,
                             hints=[A, B])
        line = d.arithmetic(
            A * H(W[x]) - B * H(V[x]) <= -(number(0) * log(1 - t)) - (A - 0) * odds, plain
        )
        return d.rewrite(zero, line, d.goal)

    def something(above: Line) -> Line:
        def first(y: Any) -> Line:
            w, c = W[x, y], part(y)
            g = c / C
            k = (1 - t) * g + t * (1 - g) / (m - 1)
            sign, under = positive(y), below(y)
            less = one_of(y, part, positive)
            inside = d.arithmetic(g <= 1, less, above, hints=[1 / C])
            some = d.arithmetic(0 <= g, sign, above, hints=[1 / C])
            own = d.arithmetic((1 - t) * g <= k, inside, some, above, hints=[t / (m - 1)])
            room = d.arithmetic(0 <= 1 - t - t / (m - 1), corner, hints=[m / (m - 1)])
            floor = d.arithmetic(t / (m - 1) <= k, room, some, above)
            sure = d.chain(d.obvious(0 < t / (m - 1)), floor)
            gibbs = d.cite("background/log-tangent.scaled", sure, above, w=A, p=w, q=k, s=1)
            two = d.cite("background/log-increasing.positive", floor, sure, above,
                         u=t / (m - 1), v=k)
            gap = d.arithmetic(0 <= A * w - c, under)
            rest = d.arithmetic((A * w - c) * odds <= (A * w - c) * log(k), gap, two, sure, above)
            goal = c * log(1 - t) + c * log(c) - c * log(C) <= c * log(k)

            def absent(none: Line) -> Line:
                zero = number(0)
                plain = d.obvious(
                    zero * log(1 - t) + zero * log(zero) - zero * log(C) <= zero * log(k),
                    sure, above)
                return d.rewrite(none, plain, goal)

            def present(seen: Line) -> Line:
                ours = (1 - t) * g
                sized = d.obvious(0 < ours, seen, above)
                one = d.cite("background/log-increasing.positive", own, sized, sure, above, seen,
                             u=ours, v=k)
                return d.arithmetic(goal, one, sure, above, seen, hints=[c])

            first = split_order(
                d, c, 0, lambda low: absent(is_zero_from(d, c, sign, low)), present)
            return d.arithmetic(
                -(A * w * log(w)) <= -(c * log(1 - t)) - c * log(c) + c * log(C)
                - (A * w - c) * odds - A * w + A * k,
                gibbs, first, rest, sure, above, sign,
            )

        def second(y: Any) -> Line:
            z, c = V[x, y], part(y)
            f = B * z - c
            sign, under = positive(y), below(y)

            def relation(z: Any, c: Any) -> Any:
                return B * z * log(z) - B * z + C * z + (B - C) * z <= c * log(c) - c * log(C)

            goal = relation(z, c)

            def never(none: Line) -> Line:
                flat = is_zero_from(d, c, sign, d.arithmetic(c <= 0, under, none, hints=[B]))
                plain = d.obvious(relation(number(0), number(0)), above)
                return d.rewrite(flat, d.rewrite(none, plain, relation(z, number(0))), goal)

            def ever(seen: Line) -> Line:
                inside = d.cite("background/log-tangent.pair", sign, above, p=c, q=z, s=C)
                line = d.cite("background/log-tangent.line", seen, x=z)
                more = d.arithmetic(0 <= f, under)
                least = one_of(y, lambda b: B * V[x, b] - part(b),
                               lambda b: d.arithmetic(0 <= B * V[x, b] - part(b), below(b)))
                return d.arithmetic(goal, inside, line, more, least, seen, above, sign,
                                    hints=[f, z])

            return split_zero(d, z, never, ever)

        rows = summed(d, y, first, above, signs), summed(d, y, second, above, signs)
        return d.arithmetic(d.goal, *rows, *entropies, above, signs,
                            hints=[A, B, log(C), log(1 - t), odds])

    start = d.arithmetic(0 <= C, summed(d, y, lambda y: positive(y)))
    either = d.order(C, 0)
    zero = d.turn(equals(C, 0), d.assume(C <= 0), start)
    d.qed(d.cases(either, nothing(zero), something(d.assume(C > 0))))


def is_zero_from(d: Steps, term: Term, positive: Line, zero: Line) -> Line:
    """term = 0, from lines 0 ≤ term and term ≤ 0."""
    return d.turn(equals(term, 0), zero, positive)
