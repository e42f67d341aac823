"""Proofs that entropy is continuous in total variation, and Fano's inequality."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.informations import at_every_distance
from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    is_zero,
    is_zero_from,
    same,
    single,
    split_equal,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    TV,
    H,
    I,
    absolute,
    binary_entropy,
    chain,
    equals,
    information,
    joint_of,
    log,
    minimum,
    output,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import Symbol, Term, number

h = binary_entropy


# --- continuity -----------------------------------------------------------------------------------


@derives("background/entropy-continuity.growing")
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


@derives("background/entropy-continuity.beyond")
def beyond(d: Derivation) -> None:
    """Both entropies lie in [0, ln n]."""
    P, Q = d.var("P"), d.var("Q")
    bounds = [
        d.cite(f"background/entropy-range.{part}", P=law)
        for law in (P, Q) for part in ("nonnegative", "uniform")
    ]
    gap, most = H(P) - H(Q), log(P.of.size)
    d.qed(d.cite(
        "background/absolute-value.least", d.arithmetic(gap <= most, *bounds),
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
            "background/absolute-value.least-of-two", d.obvious(P[a] >= 0), d.obvious(Q[a] >= 0),
            r=P[a], s=Q[a], c=0,
        )
        return c, d.cite("background/absolute-value.below-both", r=P[a], s=Q[a]), nonnegative

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
            "background/absolute-value.least-of-two",
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


@derives("background/entropy-continuity.bound")
def bound(d: Derivation) -> None:
    """Both ways at the distance itself; the bound grows with the distance."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    n = P.of.size
    near, high = d.given
    v = TV(P, Q)
    most = h(delta) + delta * log(n - 1)
    here = d.arithmetic(v <= (n - 1) / n, near, high)
    span = d.cite("background/total-variation.range")
    grows = d.cite("background/entropy-continuity.growing", near, high, span, t=v, n=n)
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
            "background/absolute-value.least", d.arithmetic(gap <= most, first, grows, span),
            d.arithmetic(-gap <= most, second, grows, span), r=gap, c=most,
        )

    d.qed(split_zero(d, v, nothing, something))


@derives("background/entropy-continuity.relaxed")
def relaxed(d: Derivation) -> None:
    """`bound` up to δ = 1 − 1/n; beyond, (1 − δ) ln n ≤ −(1 − δ) ln(1 − δ) ≤ h(δ)."""
    n = d.var("P").of.size
    (near,) = d.given
    d.qed(at_every_distance(
        d, n, d.cite("background/entropy-continuity.beyond"),
        lambda low, more: d.cite("background/entropy-continuity.bound", near, low, more, n=n),
    ))


@derives("background/entropy-continuity.attained")
def attained(d: Derivation) -> None:
    """The entropy's terms, at 0 and elsewhere."""
    n, delta = d.var("n"), d.var("delta")
    law = d.goal.left.args[0]
    a = Symbol("a", n)
    rest = delta / (n - 1)
    low = d.arithmetic(0 < 1 - delta, *d.given, hints=[n, 1 / n])
    value = d.cite("definition/entropy", low, P=law)

    def terms(large: Any, small: Any, worth: Callable[[Relation], Line], *lines: Line) -> Line:
        """H as the sum of such terms at 0 and elsewhere."""
        def term(a: Any) -> Line:
            mark = same(a, 0)

            def case(_: Line, which: Line) -> Line:
                on = which.theorem.conclusion.right
                chance, part = (1 - delta, large) if on == number(1) else (rest, small)
                goal = equals(-(law[a] * log(law[a])), mark * large + (1 - mark) * small)
                here = worth(equals(-(chance * log(chance)), part))
                there = d.identity(equals(part, on * large + (1 - on) * small), *lines)
                here = d.rewrite(which, d.chain(here, there),
                                 equals(-(chance * log(chance)), goal.right))
                entry = d.identity(equals(law[a], rest + mark * (1 - delta - rest)))
                met = d.identity(equals(rest + on * (1 - delta - rest), chance))
                met = d.rewrite(which, met, equals(entry.formula.right, chance))
                entry = d.chain(entry, met)
                return d.rewrite(entry, here, goal)

            return split_equal(d, a, 0, case)

        return d.chain(value, summed(d, a, term, low, *lines))

    def nothing(zero: Line) -> Line:
        line = terms(number(0), number(0), lambda relation: d.rewrite(
            zero, d.identity(substitute(relation, {"delta": number(0)})), relation))
        plain = d.identity(equals(
            line.formula.right, binary_entropy(number(0)) + number(0) * log(n - 1)))
        line = d.chain(line, plain)
        return d.rewrite(zero, line, d.goal)

    def something(above: Line) -> Line:
        line = terms(
            -((1 - delta) * log(1 - delta)), -(rest * (log(delta) - log(n - 1))),
            lambda relation: d.identity(relation, low, above), low, above)
        return d.chain(line, d.identity(equals(line.formula.right, d.goal.right), low, above))

    d.qed(split_zero(d, delta, nothing, something))


# --- Fano -----------------------------------------------------------------------------------------


@derives("background/fano.guess")
def fano_guess(d: Derivation) -> None:
    """−Σ P V ln(P V/q) ≤ −Σ P V ln k for k(x|y) = 1 − t at x = y, else t/(n − 1)."""
    P, V, t = d.var("P"), d.var("V"), d.var("t")
    n = P.of.size
    x, y = Symbol("x", n), Symbol("y", n)
    q = output(P, V)
    covers = d.cite("background/output-dominates.by-input", P=P, W=V)
    shares = {1: (1 - t, log(1 - t)), 0: (t / (n - 1), log(t) - log(n - 1))}

    def mixed(x: Any, y: Any) -> Term:
        mark, mass = same(x, y), P[x] * V[x, y]
        logs = mark * shares[1][1] + (1 - mark) * shares[0][1]
        return mass * logs + mass - q[y] * (mark * shares[1][0] + (1 - mark) * shares[0][0])

    def pointwise(x: Any, y: Any) -> Line:
        mass = P[x] * V[x, y]
        right = mass * log(P[x]) + mass * log(V[x, y]) - mass * log(q[y])
        cover = d.at(d.at(covers, x), y)

        def chosen(_: Line, value: Line) -> Line:
            on = value.theorem.conclusion.right
            share, _ = shares[int(on == number(1))]
            line = d.cite("background/log-tangent.pair", p=mass, q=q[y], s=share)
            plain = d.arithmetic(
                mass * (on * shares[1][1] + (1 - on) * shares[0][1]) + mass
                - q[y] * (on * shares[1][0] + (1 - on) * shares[0][0]) <= right, line, cover,
            )
            return d.rewrite(value, plain, mixed(x, y) <= right)

        return split_equal(d, x, y, chosen)

    rows = summed(
        d, x, lambda x: summed(d, y, lambda y: pointwise(x, y), d.at(covers, x)), covers
    )
    left = d.identity(equals(
        rows.formula.left,
        (1 - missed(P, V)) * log(1 - t) + missed(P, V) * (log(t) - log(n - 1)),
    ))
    sums = d.cite("background/information-forms.sums", W=V)
    entropy = d.cite("definition/entropy")
    right = d.identity(equals(
        rows.formula.right, sums.formula.right - entropy.formula.right), covers)
    line = d.chain(d.turn(equals(left.formula.right, left.formula.left), left), rows, right)
    for one in (sums, entropy):
        line = d.rewrite(d.turn(equals(one.formula.right, one.formula.left), one), line)
    d.qed(d.arithmetic(d.goal, line))


def missed(P: Term, V: Term) -> Term:
    """The probability that the guess is wrong."""
    a = Symbol("a", P.sort.sizes()[0])
    return 1 - total(a, P[a] * V[a, a])


@derives("background/fano.bound")
def fano(d: Derivation) -> None:
    """The guess tells no more than Y; t is the error, or near it where that is 0 or 1."""
    P, W, K = d.var("P"), d.var("W"), d.var("K")
    n = P.of.size
    V = chain(W, K)
    e = missed(P, V)
    left = H(joint_of(P, W), "X|Y")
    goal = left <= h(e) + e * log(n - 1)
    names = d.cite("definition/joint-entropy"), d.cite("background/information-forms.pair")
    split = d.shannon(left <= H(joint_of(P, W), "X") - I(joint_of(P, W), "X;Y"))
    whole = H(P) - information(P, V)
    guessed = d.cite("background/dpi-mi.output", P=P, W=W, K=K)
    less = d.arithmetic(left <= whole, split, *names, guessed)

    def guess(t: Term, *lines: Line) -> Line:
        line = d.cite("background/fano.guess", *lines, V=V, t=t)
        return d.chain(less, line)

    rows = summed(d, Symbol("a", n), lambda a: d.arithmetic(
        P[a] * V[a, a] <= P[a], d.cite("background/probability-bounds", P=V[a], a=a),
        hints=[P[a]]))
    least = d.arithmetic(0 <= e, rows)
    most = d.obvious(e <= 1)

    def extreme(value: int, equal: Line) -> Line:
        """e is 0 or 1: shares near it leave no room for an excess over the bound there."""
        most = value * log(n - 1)
        excess = left - most

        def wrong(above: Line) -> Line:
            near = 2 / (2 + excess)
            t = near if value else 1 - near
            small = d.arithmetic(near < 1, above, hints=[1 / (2 + excess)])
            line = d.rewrite(equal, guess(t, above, small))
            room = d.cite("background/log-tangent.line", above, x=(2 + excess) / 2)
            return absurd(d, excess <= 0, line, room, above, small)

        none = split_order(d, excess, 0, lambda low: low, wrong)
        number_value = number(value)
        plain = d.arithmetic(left <= h(number_value) + number_value * log(n - 1), none)
        return d.rewrite(equal, plain, goal)

    def above_zero(high: Line) -> Line:
        return split_order(
            d, 1, e, lambda low: extreme(1, d.turn(equals(e, 1), low, most)),
            lambda low: d.arithmetic(goal, guess(e, high, low), high, low),
        )

    d.qed(split_order(
        d, e, 0, lambda low: extreme(0, d.turn(equals(e, 0), low, least)), above_zero
    ))


@derives("background/fano.relaxed")
def fano_relaxed(d: Derivation) -> None:
    """h ≤ ln 2 and n − 1 ≤ n; one symbol has no entropy."""
    P, W, K = d.var("P"), d.var("W"), d.var("K")
    n = P.of.size
    e = missed(P, chain(W, K))
    left = H(joint_of(P, W), "X|Y")
    rows = summed(d, Symbol("a", n), lambda a: d.arithmetic(
        P[a] * chain(W, K)[a, a] <= P[a],
        d.cite("background/probability-bounds", P=chain(W, K)[a], a=a), hints=[P[a]]))
    least = d.arithmetic(0 <= e, rows)
    most = d.obvious(e <= 1)

    def several(more: Line) -> Line:
        line = d.cite("background/fano.bound", more, P=P, W=W, K=K)
        above = d.arithmetic(0 < n - 1, more)
        fewer = d.cite("background/log-increasing.positive", above, d.obvious(n - 1 <= n),
                       u=n - 1, v=n)
        scaled = d.arithmetic(e * log(n - 1) <= e * log(n), fewer, least, above)
        bits = d.cite("background/binary-entropy.range", least, most, part=1, p=e)
        return d.arithmetic(d.goal, line, scaled, bits, above, least, most)

    def one(few: Line) -> Line:
        names = d.cite("definition/joint-entropy")
        split = d.shannon(left <= H(joint_of(P, W), "X"))
        entropy = d.cite("background/entropy-range.uniform")
        none = d.cite("background/log-tangent.line", x=n)
        product = d.arithmetic(0 <= e * log(n), least, hints=[log(n)])
        return d.arithmetic(d.goal, split, names, entropy, none, few, product,
                            d.obvious(0 <= log(number(2))))

    whole = d.cite("definition/whole", r=n, s=1)
    parts = whole.theorem.conclusion.parts
    d.qed(d.cases(whole, one(d.assume(parts[0])), several(d.assume(parts[1]))))
