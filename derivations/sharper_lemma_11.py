"""Proofs of the sharper statements on conditional entropy (Lemma 11).

Its child `beyond` is proved in `derivations.sharper_lemma_3`.
"""

from __future__ import annotations

from typing import Any

from derivations.continuity import at_every_distance
from derivations.tools import (
    absurd,
    everywhere,
    is_zero_from,
    same,
    split_equal,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    H,
    binary_entropy,
    equals,
    joint_of,
    log,
    minimum,
    quotient,
    rational,
    remainder,
    total,
)
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

KEY = "sharper/lemma-3-sharp"
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

    def part(y: Any) -> Term:
        return minimum(A * W[x, y], B * V[x, y])

    def below(y: Any) -> Line:
        return d.cite(f"{ABSOLUTE}.below-both", r=A * W[x, y], s=B * V[x, y])

    def positive(y: Any) -> Line:
        return d.cite(
            f"{ABSOLUTE}.least-of-two", d.obvious(A * W[x, y] >= 0), d.obvious(B * V[x, y] >= 0),
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


@derives(f"{LEMMA}.distance")
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


@derives(f"{LEMMA}.gap")
def gap(d: Derivation) -> None:
    """Row by row."""
    P, Q, W, V, t = (d.var(name) for name in ("P", "Q", "W", "V", "t"))
    x = Symbol("x", P.sort.sizes()[0])
    rows = summed(d, x, lambda x: d.cite(f"{LEMMA}.row", *d.given, values={
        "P": P, "Q": Q, "W": W, "V": V, "x": x, "t": t,
    }))
    entropies = [
        d.cite("definition/joint-entropy", part=2, P=law, W=channel)
        for law, channel in ((P, W), (Q, V))
    ]
    m = W.sort.outputs
    d.qed(d.arithmetic(
        d.goal, rows, *entropies, d.cite(f"{LEMMA}.distance", P=P, Q=Q, W=W, V=V),
        hints=[log(1 - t), log(t), log(m - 1)],
    ))


h = binary_entropy


@derives(f"{KEY}.gain")
def gain(d: Derivation) -> None:
    """h(δ/(1 + δ)) ≥ h(δ)/(1 + δ) ≥ h(δ)/2, as h is concave; and 2/(1 + δ) ≥ 1."""
    m, delta = d.var("m"), d.var("delta")
    share = 1 / (1 + delta)
    unit = d.arithmetic(share <= 1, d.obvious(0 <= delta * share))
    concave = d.cite("background/binary-entropy.concave", unit, p=delta, q=0, t=share)
    some = d.cite("background/binary-entropy.range", part=0, p=delta)
    half = d.arithmetic(1 <= 2 * share, d.obvious(delta <= 1), hints=[share])
    above = d.obvious(0 < m - 1)
    fewer = d.cite("background/log-increasing.positive", above, d.obvious(m - 1 <= m), u=m - 1, v=m)
    d.qed(d.arithmetic(
        d.goal, concave, some, half, fewer, above,
        hints=[h(delta), delta, delta * log(m)],
    ))


def one_way(
    d: Steps, laws: tuple[Term, Term], channels: tuple[Term, Term], delta: Any,
    near: Line, corner: Line,
) -> Line:
    """H_p(Y|X) − H_q(Y|X) ≤ h(δ) + δ ln(m − 1) for a distance v ≤ δ."""
    (P, Q), (W, V) = laws, channels
    m, v = W.sort.outputs, near.formula.left
    excess = H(joint_of(P, W), "Y|X") - H(joint_of(Q, V), "Y|X")
    goal = excess <= h(delta) + delta * log(m - 1)
    positive = d.obvious(0 <= v)

    def at(t: Any, *lines: Line) -> Line:
        return d.cite(f"{LEMMA}.gap", *lines, P=P, Q=Q, W=W, V=V, t=t)

    def nothing(zero: Line) -> Line:
        none = d.turn(equals(v, 0), d.chain(near, d.turn(delta <= 0, zero)), positive)

        def wrong(above: Line) -> Line:
            # A small share t leaves no room for the excess.
            rest = (2 + excess) / (2 + 2 * excess)
            t = 1 - rest
            some = d.obvious(0 < t, above)
            half = d.arithmetic(t <= rational(1, 2), above, hints=[1 / (2 + 2 * excess)])
            small = d.arithmetic(t < 1, half, above)
            low = d.arithmetic(t <= (m - 1) / m, half, above, d.obvious(2 <= m),
                               hints=[1 / m])
            line = d.rewrite(none, at(t, low, some, small, above),
                             excess <= -((1 - number(0)) * log(1 - t)) - 0 * (log(t) - log(m - 1)))
            room = d.cite("background/log-tangent.line", above, x=1 / rest)
            less = d.arithmetic(excess <= 1 / rest - 1, line, room, above, small, some)
            wide = d.arithmetic(0 < 2 + excess, above)
            square = d.arithmetic(excess * (2 + excess) <= excess, less, wide, above,
                                  hints=[2 + excess])
            return absurd(d, excess <= 0, square, above, hints=[excess])

        at_most = split_order(d, excess, 0, lambda low: low, wrong)
        zero_ = number(0)
        plain = d.arithmetic(excess <= h(zero_) + zero_ * log(m - 1), at_most)
        return d.rewrite(zero, plain, goal)

    def something(above: Line) -> Line:
        rest = d.arithmetic(0 < 1 - delta, corner, hints=[m, 1 / m])
        room = d.arithmetic(delta <= (1 - delta) * (m - 1), corner, hints=[m])
        ratio = delta / (1 - delta)
        odds = d.arithmetic(ratio <= m - 1, room, rest, hints=[1 / (1 - delta)])
        slope = d.cite(
            "background/log-increasing.positive", above, odds, rest,
            d.obvious(0 < ratio, above, rest), u=ratio, v=m - 1,
        )
        line = at(delta, corner, above, d.arithmetic(delta < 1, rest))
        gap = d.arithmetic(0 <= delta - v, near)
        fall = d.arithmetic(
            (delta - v) * (log(delta) - log(1 - delta) - log(m - 1)) <= 0, gap, slope, above, rest,
        )
        return d.arithmetic(goal, line, fall, above, rest)

    return split_zero(d, delta, nothing, something)


@derives(f"{KEY}.bound")
def bound(d: Derivation) -> None:
    """Both ways, at t = δ."""
    P, Q, W, V, delta = (d.var(name) for name in ("P", "Q", "W", "V", "delta"))
    n, m = P.sort.sizes()[0], W.sort.outputs
    near, corner = d.given
    first, second = near.formula.left.args
    cells = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                         hints=[m])
    turned = d.cite("background/total-variation.symmetric", cells, P=second, Q=first)
    there = d.chain(turned, near)
    one = one_way(d, (P, Q), (W, V), delta, near, corner)
    two = one_way(d, (Q, P), (V, W), delta, there, corner)
    gap, most = d.goal.left.args[0], d.goal.right
    d.qed(d.cite(
        f"{ABSOLUTE}.least", one, d.arithmetic(-gap <= most, two), r=gap, c=most,
    ))


@derives(f"{KEY}.relaxed")
def relaxed(d: Derivation) -> None:
    """`bound` up to δ = 1 − 1/m; beyond, (1 − δ) ln m ≤ −(1 − δ) ln(1 − δ) ≤ h(δ)."""
    (near,) = d.given
    d.qed(at_every_distance(
        d, d.var("m"), d.cite(f"{KEY}.beyond"),
        lambda low, more: d.cite(f"{KEY}.bound", near, low, more),
    ))
