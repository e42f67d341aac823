"""Proofs on the conditional entropy of the output under two laws at a distance."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    everywhere,
    is_zero_from,
    same,
    split_equal,
    split_order,
    split_zero,
    summed,
)
from verified.language import H, equals, log, minimum, quotient, remainder, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term, number


@derives("lemma/conditional-entropy.row")
def row(d: Derivation) -> None:
    """With c = min(A w, B z) and C = Σ c: −Σ A w ln w ≤ −Σ A w ln k for the law
    k = (1 − t) c/C + t (1 − c/C)/(m − 1), which is at least (1 − t) c/C and at least t/(m − 1);
    and −Σ c ln(c/C) ≤ −Σ B z ln z, as c is a part of B z."""
    P, Q, W, V, x, t = (d.var(name) for name in ("P", "Q", "W", "V", "x", "t"))
    (corner,) = d.given
    m = W.sort.outputs
    A, B, y = P[x], Q[x], Symbol("y", m)

    def part(y: Any) -> Term:
        return minimum(A * W[x, y], B * V[x, y])

    def below(y: Any) -> Line:
        return d.cite("background/absolute-value.below-both", r=A * W[x, y], s=B * V[x, y])

    def positive(y: Any) -> Line:
        return d.cite(
            "background/absolute-value.least-of-two",
            d.obvious(A * W[x, y] >= 0), d.obvious(B * V[x, y] >= 0),
            r=A * W[x, y], s=B * V[x, y], c=0,
        )

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


@derives("lemma/conditional-entropy.distance")
def distance(d: Derivation) -> None:
    """Σ min(p, q) = 1 − TV(p, q) for two laws on pairs."""
    n, m = d.var("n"), d.var("m")
    laws = d.goal.right.args[1].args
    cells = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                         hints=[m])
    overlap = d.cite("background/total-variation.overlap", cells, P=laws[0], Q=laws[1])
    back = d.turn(equals(overlap.formula.right, overlap.formula.left), overlap)

    def cell(s: Any) -> Line:
        first, second = (
            d.identity(equals(
                law[s], P[quotient(s, m)] * W[quotient(s, m), remainder(s, m)]
            ))
            for law, P, W in zip(
                laws, (d.var("P"), d.var("Q")), (d.var("W"), d.var("V")), strict=True
            )
        )
        same_ = d.obvious(equals(minimum(laws[0][s], laws[1][s]), minimum(laws[0][s], laws[1][s])))
        line = d.rewrite(second, same_, equals(
            minimum(laws[0][s], laws[1][s]), minimum(laws[0][s], second.formula.right)))
        return d.rewrite(first, line, equals(
            minimum(laws[0][s], laws[1][s]), minimum(first.formula.right, second.formula.right)))

    cells = summed(d, Symbol("s", n * m), cell)
    split = d.identity(equals(d.goal.left, cells.formula.right))
    again = d.turn(equals(cells.formula.right, cells.formula.left), cells)
    d.qed(d.chain(split, again, back))


@derives("lemma/conditional-entropy.gap")
def gap(d: Derivation) -> None:
    """Row by row."""
    P, Q, W, V, t = (d.var(name) for name in ("P", "Q", "W", "V", "t"))
    x = Symbol("x", P.sort.sizes()[0])
    rows = summed(d, x, lambda x: d.cite("lemma/conditional-entropy.row", *d.given, values={
        "P": P, "Q": Q, "W": W, "V": V, "x": x, "t": t,
    }))
    entropies = [
        d.cite("definition/joint-entropy", part=2, P=law, W=channel)
        for law, channel in ((P, W), (Q, V))
    ]
    m = W.sort.outputs
    d.qed(d.arithmetic(
        d.goal, rows, *entropies, d.cite("lemma/conditional-entropy.distance", P=P, Q=Q, W=W, V=V),
        hints=[log(1 - t), log(t), log(m - 1)],
    ))
