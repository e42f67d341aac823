"""Proofs on rows that are close: what they tell, whatever the prior."""

from __future__ import annotations

from typing import Any

from derivations.patterns.rows import against_rows, column_floor, in_logarithms
from derivations.tools import (
    ZERO,
    absurd,
    everywhere,
    is_zero,
    same,
    split_maximum,
    split_order,
    split_zero,
    summed,
)
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    binary_entropy,
    either,
    equals,
    exp,
    information,
    log,
    output,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Symbol, Term, number


@derives("lemma/geometric-sum")
def geometric_sum(d: Derivation) -> None:
    """Multiplied out, the sum telescopes."""
    base, step = d.induct("k")
    base.qed(base.identity(base.goal))
    k, r = step.var("k"), step.var("r")
    whole, part = (total(Symbol("l", n), exp(Symbol("l", n) * r)) for n in (k + 1, k))
    last = step.have(equals(whole, part + exp(k * r)), "last-term")
    step.qed(step.arithmetic(step.goal, step.cite(HYPOTHESIS), last))


@derives("lemma/close-rows.column")
def close_column(d: Derivation) -> None:
    """x ln x is below its chord on [c, c e^ε]; then the tangent of the logarithm."""
    P, W, y, eps, c = (d.var(name) for name in ("P", "W", "y", "eps", "c"))
    (given,) = d.given
    n = P.of.size
    q = output(P, W)[y]
    tangent = d.cite("background/log-tangent.exponential", eps=eps)
    more = d.arithmetic(1 < exp(eps), tangent, d.obvious(ZERO < eps))
    slope = eps * exp(eps) / (exp(eps) - 1)
    a = eps / (exp(eps) - 1)
    curve = a - 1 - log(a)

    def nothing(zero: Line) -> Line:
        def pointwise(x: Any) -> Line:
            w = W[x, y]
            none = is_zero(d, w, d.arithmetic(w <= 0, d.piece(d.at(given, x), 1), zero,
                                              hints=[exp(eps)]))
            plain = d.identity(equals(P[x] * (ZERO * log(ZERO)), P[x] * ZERO))
            return d.rewrite(none, plain, equals(P[x] * (w * log(w)), P[x] * w))

        rest = summed(d, Symbol("x", n), pointwise)
        masses = summed(d, Symbol("x", n), lambda x: d.arithmetic(
            P[x] * W[x, y] <= P[x] * 0, d.piece(d.at(given, x), 1), zero,
            hints=[P[x], P[x] * exp(eps)],
        ))
        none = is_zero(d, q, d.arithmetic(q <= 0, masses))
        plain = d.identity(equals(ZERO, ZERO * log(ZERO) + ZERO * curve), more)
        value = d.rewrite(none, plain, equals(q, q * log(q) + q * curve))
        least = d.chain(rest, d.identity(equals(rest.formula.right, q)), value)
        return d.turn(d.goal, least)

    def something(some: Line) -> Line:
        def pointwise(x: Any) -> Line:
            w = W[x, y]
            low, high = d.piece(d.at(given, x), 0), d.piece(d.at(given, x), 1)
            here = d.arithmetic(w > 0, low, some)
            z = Real("z", ">0")
            chord = d.chord(
                z, z * log(z), c, w, c * exp(eps),
                (c * exp(eps) - c) * (w * log(w))
                <= (c * exp(eps) - w) * (c * log(c)) + (w - c) * (c * exp(eps) * (log(c) + eps)),
                low, high, here, some,
            )
            return d.arithmetic(
                P[x] * (w * log(w)) <= P[x] * (w * log(c) + (w - c) * slope),
                chord, here, some, more, hints=[P[x] / (exp(eps) - 1) / c],
            )

        rest = summed(d, Symbol("x", n), pointwise, some, more)
        least = d.arithmetic(c <= q, summed(d, Symbol("x", n), lambda x: d.arithmetic(
            P[x] * c <= P[x] * W[x, y], d.piece(d.at(given, x), 0), hints=[P[x]])))
        positive = d.arithmetic(0 < q, least, some)
        touch = d.cite("background/log-tangent.line", some, more, positive, x=c * slope / q)
        return d.arithmetic(d.goal, rest, touch, some, more, positive, hints=[q])

    d.qed(split_zero(d, c, nothing, something))


@derives("lemma/close-rows.information")
def close_rows(d: Derivation) -> None:
    """Column by column, with the least likelihood of each."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    (given,) = d.given
    tangent = d.cite("background/log-tangent.exponential", eps=eps)
    more = d.arithmetic(1 < exp(eps), tangent, d.obvious(ZERO < eps))

    def column(y: Any) -> Line:
        least, below, within = column_floor(
            d, W, y, eps, lambda x, other: d.at(d.at(given, x), other))
        return d.cite("lemma/close-rows.column", within, below, y=y, c=least)

    rest = summed(d, Symbol("y", W.of.outputs), column, more)
    d.qed(d.arithmetic(d.goal, in_logarithms(d, P, W), rest, more))


@derives("lemma/close-rows.square")
def close_rows_square(d: Derivation) -> None:
    """The curve lies below ε²/8; rows that are close at ε = 0 are close at every ε > 0."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    (given,) = d.given
    n, told, z = P.of.size, information(P, W), Real("z", ">0")
    ratio = z / (exp(z) - 1)
    square = ratio - 1 - log(ratio) <= z**2 / 8

    def at_zero(zero: Line) -> Line:
        def some(more: Line) -> Line:
            level = sqrt(told)
            here = split_order(
                d, level, 0,
                lambda low: absurd(d, ZERO < level, low, more, hints=[level]),
                lambda high: high, more,
            )
            small = d.cite("background/log-tangent.exponential", here, more, eps=level)
            x, other = d.fix(Symbol("x", n)), d.fix(Symbol("x'", n))
            close = d.cite(
                "background/closeness-symbols.only-if", d.at(d.at(given, x), other),
                P=W[x], Q=W[other], eps=eps,
            )

            def pair(y: Any) -> Line:
                pair = d.rewrite(zero, d.at(close, y))
                return d.both(*(
                    d.arithmetic(
                        one[y] <= exp(level) * two[y], d.piece(pair, index), small, here, more,
                        hints=[two[y]],
                    )
                    for index, (one, two) in enumerate(((W[x], W[other]), (W[other], W[x])))
                ))

            wide = d.cite(
                "background/closeness-symbols.if",
                everywhere(d, Symbol("y", W.of.outputs), pair), here, more,
                P=W[x], Q=W[other], eps=level,
            )
            bound = d.cite(
                "lemma/close-rows.information", d.forall(x, d.forall(other, wide)), here,
                more, eps=level,
            )
            least = d.chain(bound, d.scalar(square, here, more, values={z: level}))
            return d.follows(d.goal, d.contradiction(least, more))

        return split_order(
            d, told, 0, lambda low: d.arithmetic(d.goal, low, hints=[eps**2]), some
        )

    def above(positive: Line) -> Line:
        bound = d.cite("lemma/close-rows.information", given, positive)
        return d.chain(bound, d.scalar(square, positive, values={z: eps}))

    d.qed(split_zero(d, eps, at_zero, above))


@derives("lemma/close-pair")
def close_pair(d: Derivation) -> None:
    """The chord of x ln(2x/(1 + x)) between e^−ε and e^ε, times Q; the mean of x is 1."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given
    pairs = d.cite("background/closeness-symbols.only-if", close)
    half = d.goal.left.args[1]
    kl = d.cite("definition/kl", Q=half)
    high, low, z = exp(eps), exp(-eps), Real("z", ">0")

    def f(x: Any) -> Any:
        return x * (log(x) + log(number(2)) - log(1 + x))

    def part(p: Any, q: Any) -> Any:
        return p * log(p) - p * log((p + q) / 2)

    a = Symbol("a", P.of.size)
    mixed = everywhere(d, a, lambda a: d.follows(
        either(P[a] + Q[a] > 0, P[a] <= 0), d.order(P[a], 0),
        d.implied(P[a] > 0, d.obvious(0 < P[a] + Q[a], d.assume(P[a] > 0))),
    ))
    kl = d.chain(kl, d.identity(equals(kl.formula.right, total(a, part(P[a], Q[a]))), mixed))

    def at_zero(zero: Line) -> Line:
        def pointwise(a: Any) -> Line:
            both = d.rewrite(zero, d.at(pairs, a))
            same = d.turn(
                equals(P[a], Q[a]), d.arithmetic(P[a] <= Q[a], both),
                d.arithmetic(Q[a] <= P[a], both),
            )
            return d.rewrite(
                same, d.identity(equals(part(Q[a], Q[a]), 0)), equals(part(P[a], Q[a]), 0)
            )

        none = summed(d, Symbol("a", P.of.size), pointwise)
        value = d.identity(equals(total(Symbol("a", P.of.size), 0), log(number(2))
                                  - binary_entropy(1 / (1 + exp(ZERO)))))
        return d.turn(d.goal, d.chain(kl, none, d.rewrite(zero, value, equals(
            value.formula.left, d.goal.right))))

    def above(positive: Line) -> Line:
        wide = d.arithmetic(
            low < high, d.cite("background/log-tangent.exponential", eps=2 * eps), positive,
            hints=[low],
        )
        slope = 1 / (high - low)

        def line(p: Any, q: Any) -> Any:
            return part(p, q) <= ((high * q - p) * f(low) + (p - low * q) * f(high)) * slope

        def pointwise(a: Any) -> Line:
            p, q = P[a], Q[a]
            up, down = d.piece(d.at(pairs, a), 0), d.piece(d.at(pairs, a), 1)

            def nothing(none: Line) -> Line:
                other = is_zero(d, p, d.arithmetic(p <= 0, up, none, hints=[high]))
                plain = d.obvious(line(ZERO, ZERO), wide)
                return d.rewrite(none, d.rewrite(other, plain, line(p, ZERO)), line(p, q))

            def something(some: Line) -> Line:
                x = p / q
                most = d.arithmetic(x <= high, up, some, hints=[1 / q])
                least = d.arithmetic(low <= x, down, some, hints=[low / q])
                here = d.arithmetic(0 < p, down, some, hints=[low])
                chord = d.chord(
                    z, f(z), low, x, high,
                    (high - low) * f(x) <= (high - x) * f(low) + (x - low) * f(high),
                    least, most, here, some,
                )
                return d.arithmetic(
                    line(p, q), chord, some, here, wide, hints=[q * slope]
                )

            return split_zero(d, q, nothing, something)

        rest = summed(d, Symbol("a", P.of.size), pointwise, wide)
        value = d.identity(equals(rest.formula.right, d.goal.right), wide)
        return d.chain(kl, rest, value)

    d.qed(split_zero(d, eps, at_zero, above))


@derives("lemma/close-binary-rows")
def close_binary_rows(d: Derivation) -> None:
    """Against the mean of the rows."""
    P, W, eps = d.var("P"), d.var("W"), d.var("eps")
    few, given = d.given
    x, y = Symbol("x", W.sort.inputs), Symbol("y", W.sort.outputs)

    def close(a: Any, other: Term, weights: Line) -> Line:
        def pair(y: Any) -> Line:
            def term(x: Any, way: int) -> Line:
                close = d.cite(
                    "background/closeness-symbols.only-if", d.at(d.at(given, a), x),
                    P=W[a], Q=W[x], eps=eps,
                )
                share = 2 / W.sort.inputs - same(x, a)
                line = d.piece(d.at(close, y), way)
                return d.arithmetic(
                    share * line.formula.left <= share * line.formula.right, line,
                    d.at(weights, x), hints=[share],
                )

            sums = [summed(d, x, lambda x, way=way: term(x, way), weights) for way in (0, 1)]
            return d.both(
                d.arithmetic(W[a, y] <= exp(eps) * other[y], sums[0], weights),
                d.arithmetic(other[y] <= exp(eps) * W[a, y], sums[1], weights),
            )

        return d.cite(
            "background/closeness-symbols.if", everywhere(d, y, pair), weights,
            P=W[a], Q=other, eps=eps,
        )

    d.qed(against_rows(d, P, W, few, close, lambda one, two, lines: d.cite(
        "lemma/close-pair", *lines, P=one, Q=two, eps=eps
    )))


@derives("lemma/positive-part.above", "lemma/positive-part.below")
def positive_part(d: Derivation) -> None:
    """Both numbers are 0 where the maximum is the other one."""
    (sign,) = d.given
    value = d.goal.right

    def case(order: Line, held: Line) -> Line:
        return d.turn(d.goal, *(
            d.arithmetic(bound, sign, order, held)
            for bound in (d.goal.left <= value, value <= d.goal.left)
        ))

    d.qed(split_maximum(d, 0, d.var("r"), case))
