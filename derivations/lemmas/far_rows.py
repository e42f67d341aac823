"""Proofs on rows of bounded divergence: their information, and the divergence on two symbols."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    absurd,
    everywhere,
    is_zero,
    same,
    split_equal,
    split_minimum,
    split_order,
    split_zero,
    summed,
    unless,
)
from verified.kernel.inference import replaced
from verified.language import (
    KL,
    either,
    equals,
    information,
    log,
    minimum,
    output,
    pmf_table,
    rational,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, number


@derives("lemma/binary-quartic")
def binary_quartic(d: Derivation) -> None:
    """Inside the square by subdivision; on its edges a function of one variable, or +∞."""
    p, q = d.var("p"), d.var("q")
    P, Q = d.goal.right.args
    bound = d.goal.left
    kl = d.cite("definition/kl", P=P, Q=Q)

    def gap(x: Any, y: Any) -> Any:
        return 2 * (x - y) ** 2 + rational(4, 9) * (x - y) ** 4

    def proof(finite: Line) -> Line:
        common = d.cite("background/kl-finite", finite, P=P, Q=Q, r=bound)
        first, second = d.at(common, 0), d.at(common, 1)
        goal, x = bound <= kl.formula.right, Real("x", "[0,1)")

        def present(found: Line, positive: Any, *lines: Line) -> Line:
            """Q has the symbol, since P does."""
            held = found.theorem.conclusion.parts
            return d.cases(
                found, d.arithmetic(positive, d.assume(held[0])),
                absurd(d, positive, d.assume(held[1]), *lines),
            )

        def low(zero: Line) -> Line:
            room = present(second, q < 1, zero)
            line = d.scalar(gap(number(0), x) <= -log(1 - x), room, values={x: q})
            line = d.arithmetic(replaced(goal, p, number(0)), line, room)
            return d.rewrite(zero, line, goal)

        def some(above: Line) -> Line:
            here = present(first, 0 < q, above)

            def high(one: Line) -> Line:
                full = d.turn(equals(p, 1), one, d.obvious(p <= 1))
                line = d.scalar(gap(number(0), x) <= -log(1 - x), here, values={x: 1 - q})
                line = d.arithmetic(replaced(goal, p, number(1)), line, here)
                return d.rewrite(full, line, goal)

            def inside(less: Line) -> Line:
                room = present(second, q < 1, less)
                u, v = Real("u", "(0,1)"), Real("v", "(0,1)")
                # What is more than the bound is easier to show.
                more = 8 * (u - v) ** 2 * ((v - rational(1, 2) + (u - v) / 3) ** 2
                                           + (u - v) ** 2 / 18)
                line = d.scalar(
                    2 * (u - v) ** 2 + more
                    <= u * log(u / v) + (1 - u) * log((1 - u) / (1 - v)),
                    above, less, here, room, values={u: p, v: q},
                )
                root = (p - q) * (q - rational(1, 2) + (p - q) / 3)
                square = d.have(
                    0 <= root**2, "arithmetic", products=[["1", [["square", root]]]]
                )
                return d.arithmetic(goal, line, square, above, less, here, room)

            return split_order(d, 1, p, high, inside)

        line = split_zero(d, p, low, some)
        return d.chain(line, d.turn(equals(kl.formula.right, kl.formula.left), kl))

    d.qed(unless(d, bound, d.goal.right, proof))


@derives("lemma/far-rows.collision")
def far_rows(d: Derivation) -> None:
    """D(W_x‖q) is at most the mean of D(W_x‖W_j), where j = x adds nothing."""
    P, W, r = d.var("P"), d.var("W"), d.var("r")
    (given,) = d.given
    n = W.sort.inputs

    def row(x: Any) -> Line:
        def other(j: Any) -> Line:
            goal = P[j] * KL(W[x], W[j]) <= P[j] * (1 - same(j, x)) * r

            def case(alike: Line, value: Line) -> Line:
                if value.formula.right == number(0):
                    plain = d.arithmetic(
                        goal.left <= P[j] * (1 - number(0)) * r, d.at(d.at(given, x), j),
                        hints=[P[j]],
                    )
                    return d.rewrite(value, plain, goal)
                none = d.cite("background/gibbs.same", P=W[x])
                none = d.arithmetic(P[x] * KL(W[x], W[x]) <= P[x] * (1 - number(1)) * r, none,
                                    hints=[P[x]])
                plain = d.rewrite(alike, none, goal.left <= P[j] * (1 - number(1)) * r)
                return d.rewrite(value, plain, goal)

            return split_equal(d, j, x, case)

        told = d.chain(
            d.cite("background/kl-jointly-convex.second", t=P, P=W[x], Q=W),
            summed(d, Symbol("j", n), other),
        )
        most = (1 - P[x]) * r
        return d.arithmetic(P[x] * KL(W[x], output(P, W)) <= P[x] * most, told, hints=[P[x]])

    rest = summed(d, Symbol("x", n), row)
    whole = d.cite("background/information-forms.divergences")
    d.qed(d.chain(whole, rest, d.identity(equals(rest.formula.right, d.goal.right))))


@derives("lemma/far-rows.alphabet")
def far_rows_alphabet(d: Derivation) -> None:
    """Σ (P − 1/n)² ≥ 0."""
    P, r = d.var("P"), d.var("r")
    n = P.of.size
    told = d.cite("lemma/far-rows.collision", *d.given)

    def square(a: Any) -> Line:
        root = P[a] - 1 / n
        return d.have(
            2 / n * P[a] - 1 / n / n <= P[a] * P[a], "arithmetic",
            products=[["1", [["square", root]]]],
        )

    rest = summed(d, Symbol("a", n), square)
    d.qed(d.arithmetic(d.goal, told, rest, hints=[r]))


@derives("lemma/far-pair")
def far_pair(d: Derivation) -> None:
    """A function of t and of the ratio of the probabilities, at each symbol."""
    P, Q, t, r = (d.var(name) for name in ("P", "Q", "t", "r"))
    forward, backward = d.given
    n = P.of.size
    mix = pmf_table(n, lambda a: t * P[a] + (1 - t) * Q[a])
    ahead = d.cite("background/kl-finite", forward, P=P, Q=Q, r=r)
    behind = d.cite("background/kl-finite", backward, P=Q, Q=P, r=r)

    def part(p: Any, q: Any) -> Any:
        return p * log(p) - p * log(q)

    def pointwise(a: Any) -> Line:
        p, q = P[a], Q[a]
        m = t * p + (1 - t) * q

        def low(x: Any, y: Any) -> Any:
            m = t * x + (1 - t) * y
            return t * part(x, m) + (1 - t) * part(y, m)

        def high(x: Any, y: Any) -> Any:
            return t * (1 - t) * (
                (1 - t) * (part(x, y) - x + y) + t * (part(y, x) - y + x)
            )

        def nothing(zero: Line) -> Line:
            other = d.cases(
                d.at(ahead, a), absurd(d, p <= 0, d.assume(q > 0), zero), d.assume(p <= 0)
            )
            none = is_zero(d, p, other)
            plain = d.identity(equals(low(number(0), number(0)), high(number(0), number(0))))
            line = d.rewrite(none, plain, equals(low(p, number(0)), high(p, number(0))))
            line = d.rewrite(zero, line, equals(low(p, q), high(p, q)))
            return d.turn(low(p, q) <= high(p, q), line)

        def something(some: Line) -> Line:
            here = d.cases(
                d.at(behind, a), d.assume(p > 0),
                absurd(d, p > 0, d.assume(q <= 0), some),
            )
            u, z = Real("u", "[0,1]"), Real("z", ">0")
            mean = u * z + 1 - u
            line = d.scalar(
                u * z * (log(z) - log(mean)) - (1 - u) * log(mean)
                <= u * (1 - u) * ((1 - u) * (z * log(z) - z + 1) + u * (-log(z) - 1 + z)),
                some, here, values={u: t, z: p / q},
            )
            middle = positive_mean(d, t, p, q, some, here)
            ratio = d.cite("background/log-product", middle, some, x=m, y=1 / q)
            return d.arithmetic(
                low(p, q) <= high(p, q), line, ratio, some, here, middle, hints=[q]
            )

        return split_zero(d, q, nothing, something)

    def seen(law: Any) -> Line:
        def at(a: Any) -> Line:
            p, q = P[a], Q[a]
            goal = either(t * p + (1 - t) * q > 0, law[a] <= 0)

            def nothing(zero: Line) -> Line:
                gone = d.turn(q <= 0, zero)
                other = d.cases(
                    d.at(ahead, a), absurd(d, p <= 0, d.assume(q > 0), zero), d.assume(p <= 0)
                )
                return d.follows(goal, gone if law is Q else other)

            def something(some: Line) -> Line:
                here = d.cases(
                    d.at(behind, a), d.assume(p > 0), absurd(d, p > 0, d.assume(q <= 0), some)
                )
                return d.follows(goal, positive_mean(d, t, p, q, some, here))

            return split_zero(d, q, nothing, something)

        return everywhere(d, Symbol("a", n), at)

    least = everywhere(d, Symbol("a", n), lambda a: d.arithmetic(
        0 <= t * P[a] + (1 - t) * Q[a], hints=[t * P[a], (1 - t) * Q[a]]
    ))
    support = [ahead, behind, least, seen(P), seen(Q)]
    rest = summed(d, Symbol("a", n), pointwise, *support)
    values = [
        d.cite("definition/kl", least, P=one, Q=two)
        for one, two in ((P, mix), (Q, mix), (P, Q), (Q, P))
    ]
    mean = (1 - t) * KL(P, Q) + t * KL(Q, P)
    line = d.arithmetic(
        d.goal.left <= t * (1 - t) * mean, rest, *values, *support,
        hints=[t, 1 - t, t * (1 - t) * (1 - t), t * t * (1 - t)],
    )
    most = d.arithmetic(mean <= r, forward, backward, hints=[t, 1 - t])
    most = d.arithmetic(t * mean <= t * r, most, forward, backward, hints=[t])
    most = d.arithmetic(
        t * (1 - t) * mean <= d.goal.right, most, forward, backward, hints=[1 - t]
    )
    d.qed(d.chain(line, most))


def positive_mean(d: Steps, t: Any, p: Any, q: Any, *lines: Line) -> Line:
    """0 < t p + (1 − t) q for p, q > 0."""
    m = t * p + (1 - t) * q
    least = d.cite("background/absolute-value.below-both", r=p, s=q)
    smaller = minimum(p, q)
    some = split_minimum(d, p, q, lambda _, value: d.arithmetic(0 < smaller, value, *lines))
    return d.arithmetic(0 < m, d.arithmetic(
        smaller <= m, least, *lines, hints=[t, 1 - t]
    ), some)


@derives("lemma/far-binary-rows")
def far_binary_rows(d: Derivation) -> None:
    """Input 0 against the other input, if that has any mass; there is no third."""
    P, W, r = d.var("P"), d.var("W"), d.var("r")
    few, given = d.given
    n, m = W.sort.inputs, W.sort.outputs
    q, t, told = output(P, W), P[0], information(P, W)
    j, k, y = d.fix(Symbol("j", n)), d.fix(Symbol("k", n)), d.fix(Symbol("y", m))
    whole = d.cite("background/information-forms.divergences")

    def alone(all_: Line) -> Line:
        def own(a: Any) -> Line:
            goal = same(a, 0) * (P[a] * P[a]) <= P[a] * P[a]
            return split_equal(d, a, 0, lambda _, value: d.rewrite(
                value, d.obvious(value.formula.right * (P[a] * P[a]) <= P[a] * P[a]), goal
            ))

        collision = d.cite("lemma/far-rows.collision", given)
        square = summed(d, Symbol("a", n), own)
        some = d.arithmetic(1 <= t * t, all_, hints=[t])
        return d.arithmetic(d.goal, collision, square, some, hints=[r])

    def bounded(x: Any) -> Line:
        mean = d.cite("background/kl-jointly-convex.second", t=P, P=W[x], Q=W)
        each = summed(d, Symbol("a", n), lambda a: d.arithmetic(
            P[a] * KL(W[x], W[a]) <= P[a] * r, d.at(d.at(given, x), a), hints=[P[a]]
        ))
        return d.chain(mean, each, d.identity(equals(each.formula.right, r)))

    def shared(less: Line) -> Line:
        rest = 1 - t
        limits = everywhere(d, Symbol("v", n), bounded)
        first = d.at(limits, 0)

        def pair(apart: Line) -> Line:
            """t D(W_0‖q) + (1 − t) D(W_j‖q) ≤ t (1 − t) r, for j ≠ 0."""
            others = 1 - same(k, 0) - same(k, j)

            def unlike(zero: Line, at_zero: Line) -> Line:
                def twice(also: Line, at_j: Line) -> Line:
                    goal = 0 <= others
                    if at_zero.formula.right == number(0) or at_j.formula.right == number(0):
                        plain = d.obvious(
                            0 <= 1 - at_zero.formula.right - at_j.formula.right
                        )
                        plain = d.rewrite(
                            at_j, plain, 0 <= 1 - at_zero.formula.right - same(k, j)
                        )
                        return d.rewrite(at_zero, plain, goal)
                    return d.follows(goal, d.rewrite(also, zero, equals(j, 0)), apart)

                return split_equal(d, k, j, twice)

            least = split_equal(d, k, 0, unlike)
            none = []
            for value in (W[k, y], number(1)):
                low = d.forall(k, d.arithmetic(
                    0 * others <= P[k] * others * value, least, hints=[P[k] * value]
                ))
                high = d.forall(k, d.arithmetic(
                    P[k] * others * value <= others, least,
                    d.arithmetic(0 <= 1 - P[k] * value,
                                 d.cite("background/probability-bounds", part=1, P=P, a=k),
                                 d.cite("background/probability-bounds", part=1, P=W[k], a=y),
                                 hints=[P[k], value]),
                ))
                none.append((d.summed(low), d.summed(high)))
            mass = d.turn(
                equals(P[j], rest),
                d.arithmetic(P[j] <= rest, *none[1], few),
                d.arithmetic(rest <= P[j], *none[1], few),
            )
            mix = pmf_table(m, lambda y: t * W[0, y] + (1 - t) * W[j, y])
            lawful = d.forall(y, d.arithmetic(
                0 <= t * W[0, y] + (1 - t) * W[j, y], less, hints=[t * W[0, y], W[j, y]]
            ))
            level = d.forall(y, d.turn(
                equals(mix[y], q[y]),
                d.arithmetic(mix[y] <= q[y], lawful, *none[0], few, mass, hints=[W[j, y]]),
                d.arithmetic(q[y] <= mix[y], lawful, *none[0], few, mass, hints=[W[j, y]]),
            ))
            line = d.cite(
                "lemma/far-pair", d.at(d.at(given, 0), j), d.at(d.at(given, j), 0),
                lawful, less, P=W[0], Q=W[j], t=t, r=r,
            )
            return d.rewrite(level, line)

        goal = P[j] * (1 - same(j, 0)) * (t * KL(W[0], q) + rest * KL(W[j], q)) <= P[j] * (
            1 - same(j, 0)) * (t * rest * r)

        def each(alike: Line, value: Line) -> Line:
            if value.formula.right == number(1):
                plain = d.arithmetic(
                    replaced(goal, same(j, 0), number(1)), d.at(limits, j), first
                )
            else:
                plain = d.arithmetic(
                    replaced(goal, same(j, 0), number(0)), pair(alike), d.at(limits, j), first,
                    hints=[P[j]],
                )
            return d.rewrite(value, plain, goal)

        total_ = d.summed(d.forall(j, split_equal(d, j, 0, each)), limits, first)
        line = d.arithmetic(
            rest * told <= rest * (t * rest * r), total_, whole, limits, first,
            hints=[rest],
        )
        most = d.have(t * rest <= rational(1, 4), "arithmetic",
                      products=[["1", [["square", t - rational(1, 2)]]]])
        line = d.arithmetic(told <= t * rest * r, line, less, hints=[1 / rest])
        return d.arithmetic(d.goal, line, most, hints=[r])

    d.qed(split_order(d, 1, t, alone, shared))
