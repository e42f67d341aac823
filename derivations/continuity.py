"""Proofs that entropy is continuous in total variation, and Fano's inequality."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    everywhere,
    is_zero,
    same,
    single,
    split_equal,
    split_order,
    split_zero,
    summed,
)
from verified.language import TV, H, absolute, binary_entropy, equals, log, minimum, total
from verified.language.formulas import substitute
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

KEY = "background/entropy-continuity"
ABSOLUTE = "background/absolute-value"
h = binary_entropy


@derives(f"{KEY}.growing")
def growing(d: Derivation) -> None:
    """h lies below its tangent at δ, and ln δ ≤ ln((1 − δ)(n − 1))."""
    n, delta, t = d.var("n"), d.var("delta"), d.var("t")
    low, high = d.given
    room = d.arithmetic(delta <= (1 - delta) * (n - 1), high, hints=[n])
    rest = d.arithmetic(0 < 1 - delta, high, hints=[n, 1 / n])

    ratio = delta / (1 - delta)
    odds = d.arithmetic(ratio <= n - 1, room, rest, hints=[1 / (1 - delta)])

    def nothing(zero: Line) -> Line:
        none = is_zero(d, t, d.arithmetic(t <= 0, low, zero))
        plain = d.identity(equals(h(ZERO) + 0 * log(n - 1), h(ZERO) + 0 * log(n - 1)))
        plain = d.turn(plain.formula.left <= plain.formula.right, plain)
        line = d.rewrite(zero, plain, h(ZERO) + 0 * log(n - 1) <= h(delta) + delta * log(n - 1))
        return d.rewrite(none, line, d.goal)

    def something(above: Line) -> Line:
        slope = d.cite(
            "background/log-increasing.positive", above, odds, rest,
            d.obvious(0 < ratio, above, rest), u=ratio, v=n - 1,
        )
        parts = [
            d.cite("background/log-tangent.pair", *lines, p=p, q=q, s=1)
            for p, q, lines in ((t, delta, [above]), (1 - t, 1 - delta, [rest]))
        ]
        gap = d.arithmetic(0 <= delta - t, low)
        fall = d.arithmetic(
            (delta - t) * (log(delta) - log(1 - delta) - log(n - 1)) <= 0, gap, slope, above, rest,
        )
        return d.arithmetic(d.goal, *parts, fall, above, rest)

    d.qed(split_zero(d, delta, nothing, something))


@derives(f"{KEY}.beyond")
def beyond(d: Derivation) -> None:
    """Both entropies lie in [0, ln n]."""
    P, Q = d.var("P"), d.var("Q")
    bounds = [
        d.cite(f"background/entropy-range.{part}", P=law)
        for law in (P, Q) for part in ("nonnegative", "uniform")
    ]
    gap, most = H(P) - H(Q), log(P.of.size)
    d.qed(d.cite(
        f"{ABSOLUTE}.least", d.arithmetic(gap <= most, *bounds),
        d.arithmetic(-gap <= most, *bounds), r=gap, c=most,
    ))


def one_side(d: Steps, P: Term, Q: Term, n: Term, near: Line, above: Line) -> Line:
    """H(P) − H(Q) ≤ h(v) + v ln(n − 1) for the distance v > 0, where v ≤ (n − 1)/n.

    With c = min(P, Q): H(P) ≤ −Σ P ln k for the law k = c + v (1 − c/(1 − v))/(n − 1), which is at
    least c and at least v/(n − 1). And Q = c + (Q − c) mixes two measures, so that
    −Σ c ln c ≤ H(Q) − (1 − v) ln(1 − v).
    """
    v = TV(P, Q)
    a = Symbol("a", n)
    rest = d.arithmetic(0 < 1 - v, near, hints=[n, 1 / n])
    room = d.arithmetic(v <= (1 - v) * (n - 1), near, hints=[n])
    scale = d.arithmetic(v / (1 - v) <= n - 1, room, rest, hints=[1 / (1 - v)])
    floor = v / (n - 1)
    low_floor = d.obvious(0 < floor, above)
    overlap = d.cite("background/total-variation.overlap", P=P, Q=Q)
    ends = above, rest

    def common(a: Any) -> tuple[Term, Line, Line]:
        c = minimum(P[a], Q[a])
        nonnegative = d.cite(
            f"{ABSOLUTE}.least-of-two", d.obvious(P[a] >= 0), d.obvious(Q[a] >= 0),
            r=P[a], s=Q[a], c=0,
        )
        return c, d.cite(f"{ABSOLUTE}.below-both", r=P[a], s=Q[a]), nonnegative

    def share(a: Any) -> Line:
        """min(P, Q) at a symbol is at most the whole overlap."""
        def pointwise(b: Any) -> Line:
            c, _, positive = common(b)

            def chosen(_: Line, value: Line) -> Line:
                on = value.theorem.conclusion.right
                return d.rewrite(value, d.arithmetic(on * c <= c, positive), same(b, a) * c <= c)

            return split_equal(d, b, a, chosen)

        rows = summed(d, Symbol("b", n), pointwise)
        return d.arithmetic(minimum(P[a], Q[a]) <= 1 - v, rows, overlap)

    def first(a: Any) -> Line:
        c, under, positive = common(a)
        k = c + v * (1 - c / (1 - v)) / (n - 1)
        over = d.arithmetic(floor <= k, scale, positive, rest, hints=[c, c / (n - 1)])
        part = d.arithmetic(c / (1 - v) <= 1, share(a), rest, hints=[1 / (1 - v)])
        more = d.arithmetic(c <= k, part, *ends, hints=[floor])
        sure = d.chain(low_floor, over)
        gibbs = d.cite("background/log-tangent.pair", sure, rest, p=P[a], q=k, s=1)
        one = d.cite("background/log-increasing.scaled", more, sure, positive, rest, u=c, v=k)
        two = d.cite("background/log-increasing.positive", low_floor, over, sure, *ends,
                     u=floor, v=k)
        gap = d.arithmetic(0 <= P[a] - c, under)
        split = d.arithmetic(
            (P[a] - c) * log(floor) <= (P[a] - c) * log(k), two, gap, sure, *ends
        )
        return d.arithmetic(
            -(P[a] * log(P[a])) <= -(c * log(c)) - (P[a] - c) * log(floor) - P[a] + k,
            gibbs, one, split, positive, sure, *ends,
        )

    def second(a: Any) -> Line:
        c, under, positive = common(a)
        event = d.cite("background/total-variation.event", P=Q, Q=P, A=single(d, a, n))
        turned = d.cite("background/total-variation.symmetric", P=P, Q=Q)
        least = d.cite(
            f"{ABSOLUTE}.least-of-two",
            d.arithmetic(Q[a] - v <= P[a], event, turned), d.obvious(Q[a] - v <= Q[a]),
            r=P[a], s=Q[a], c=Q[a] - v,
        )
        f = Q[a] - c
        extra = d.arithmetic(0 <= f, under)
        small = d.arithmetic(f <= v, least)
        goal = Q[a] * log(Q[a]) <= c * log(c) - c * log(1 - v)
        inside = d.cite("background/log-tangent.pair", positive, rest, p=c, q=Q[a], s=1 - v)
        outside = d.cite("background/log-tangent.pair", extra, above, p=f, q=Q[a], s=v)
        limit = d.cite("background/log-increasing.scaled", extra, small, above, u=f, v=v)

        def nothing(zero: Line) -> Line:
            none = is_zero_from(d, c, positive, d.chain(d.piece(under, 1), zero))
            plain = d.obvious(0 * log(ZERO) <= 0 * log(ZERO) - 0 * log(1 - v), rest)
            line = d.rewrite(none, plain, 0 * log(ZERO) <= c * log(c) - c * log(1 - v))
            return d.rewrite(zero, line, goal)

        def something(sure: Line) -> Line:
            return d.arithmetic(goal, inside, outside, limit, sure, positive, extra, *ends)

        return split_zero(d, Q[a], nothing, something)

    signs = everywhere(d, a, lambda a: common(a)[2])
    rows = summed(d, a, first, *ends, signs), summed(d, a, second, *ends, signs)
    entropies = [d.cite("definition/entropy", P=law) for law in (P, Q)]
    return d.arithmetic(
        H(P) - H(Q) <= h(v) + v * log(n - 1), *rows, overlap, *entropies, *ends, signs,
        hints=[log(v), log(n - 1), log(1 - v), v / (1 - v) / (n - 1)],
    )


def is_zero_from(d: Steps, term: Term, positive: Line, zero: Line) -> Line:
    """term = 0, from lines 0 ≤ term and term ≤ 0."""
    return d.turn(equals(term, 0), zero, positive)


@derives(f"{KEY}.bound")
def bound(d: Derivation) -> None:
    """Both ways at the distance itself; the bound grows with the distance."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    n = P.of.size
    near, high = d.given
    v = TV(P, Q)
    most = h(delta) + delta * log(n - 1)
    here = d.arithmetic(v <= (n - 1) / n, near, high)
    span = d.cite("background/total-variation.range")
    grows = d.cite(f"{KEY}.growing", near, high, span, t=v, n=n)
    gap = H(P) - H(Q)

    def nothing(zero: Line) -> Line:
        def pointwise(a: Any) -> Line:
            turned = d.cite("background/total-variation.symmetric", P=P, Q=Q)
            ways = [
                d.arithmetic(one[a] <= two[a], zero, turned, d.cite(
                    "background/total-variation.event", P=one, Q=two, A=single(d, a, n)))
                for one, two in ((P, Q), (Q, P))
            ]
            return d.turn(equals(P[a], Q[a]), *ways)

        equal = everywhere(d, Symbol("a", n), pointwise)
        positive = d.cite("background/binary-entropy.range", part=0, p=delta)
        own = d.arithmetic(absolute(H(Q) - H(Q)) <= most, positive)
        return d.rewrite(equal, own, d.goal)

    def something(above: Line) -> Line:
        first = one_side(d, P, Q, n, here, above)
        turned = d.cite("background/total-variation.symmetric", P=Q, Q=P)
        there = [d.rewrite(d.turn(equals(v, turned.formula.left), turned), line)
                 for line in (here, above)]
        second = d.rewrite(turned, one_side(d, Q, P, n, *there))
        return d.cite(
            f"{ABSOLUTE}.least", d.arithmetic(gap <= most, first, grows, span),
            d.arithmetic(-gap <= most, second, grows, span), r=gap, c=most,
        )

    d.qed(split_zero(d, v, nothing, something))


@derives(f"{KEY}.relaxed")
def relaxed(d: Derivation) -> None:
    """`bound` up to δ = 1 − 1/n; beyond, (1 − δ) ln n ≤ −(1 − δ) ln(1 − δ) ≤ h(δ)."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    n = P.of.size
    gap, most = absolute(H(P) - H(Q)), h(delta) + delta * log(n)
    (near,) = d.given
    farthest = d.cite(f"{KEY}.beyond")
    positive = d.cite("background/binary-entropy.range", part=0, p=delta)

    def several(more: Line) -> Line:
        def close(low: Line) -> Line:
            line = d.cite(f"{KEY}.bound", near, low, more, n=n)
            above = d.arithmetic(0 < n - 1, more)
            fewer = d.cite("background/log-increasing.positive", above,
                           d.obvious(n - 1 <= n), u=n - 1, v=n)
            return d.arithmetic(d.goal, line, fewer, above, hints=[delta])

        def far(high: Line) -> Line:
            rest = 1 - delta
            small = d.arithmetic(rest <= 1 / n, high)
            line = d.cite("background/log-increasing.scaled", small, u=rest, v=1 / n)
            part = d.cite("background/log-increasing.scaled", d.obvious(delta <= 1), u=delta, v=1)
            return d.arithmetic(d.goal, farthest, line, part)

        return split_order(d, delta, (n - 1) / n, close, far)

    def one(few: Line) -> Line:
        none = d.cite("background/log-tangent.line", x=n)
        return d.arithmetic(d.goal, farthest, none, few, positive,
                            d.obvious(0 <= delta * log(n)))

    whole = d.cite("definition/whole", r=n, s=1)
    parts = whole.theorem.conclusion.parts
    d.qed(d.cases(whole, one(d.assume(parts[0])), several(d.assume(parts[1]))))


@derives(f"{KEY}.attained")
def attained(d: Derivation) -> None:
    """The terms are −(1 − δ) ln(1 − δ) and n − 1 times −δ/(n − 1) ln(δ/(n − 1))."""
    n, delta = d.var("n"), d.var("delta")
    table = d.goal.left.args[0]
    a = Symbol("a", n)
    body = lambda a: substitute(table.body, {table.var.name: a})
    other = delta / (n - 1)

    def known(a: Any, proof: Any) -> Line:
        """What holds whichever entry it is: `proof` gets its value and the line that says so."""
        def chosen(_: Line, value: Line) -> Line:
            entry = 1 - delta if value.formula.right == number(1) else other
            equal = d.arithmetic(equals(body(a), entry), value, hints=[1 - delta, other])
            return proof(value, entry, equal)

        return split_equal(d, a, 0, chosen)

    def sign(_: Line, entry: Term, equal: Line) -> Line:
        return d.chain(d.obvious(ZERO <= entry), d.turn(equals(entry, equal.formula.left), equal))

    law = everywhere(d, a, lambda a: known(a, sign))
    rest = d.arithmetic(0 < 1 - delta, *d.given, hints=[n, 1 / n])

    def term(a: Any) -> Line:
        mark = same(a, 0)
        def value(held: Line, entry: Term, equal: Line) -> Line:
            mean = (mark * ((1 - delta) * log(1 - delta)) + (1 - mark) * (other * log(other)))
            plain = d.arithmetic(equals(entry * log(entry), mean), held, rest,
                                 hints=[(1 - delta) * log(1 - delta), other * log(other)])
            return d.rewrite(equal, plain, equals(body(a) * log(body(a)), mean))

        return known(a, value)

    rows = summed(d, a, term, law, rest)
    entropy = d.cite("definition/entropy", law, P=table)
    value = d.identity(equals(
        rows.formula.right,
        (1 - delta) * log(1 - delta) + delta * log(delta) - delta * log(n - 1),
    ), rest)
    d.qed(d.arithmetic(d.goal, entropy, rows, value, law, rest))
