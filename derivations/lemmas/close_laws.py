"""Proofs on two laws that are close but for δ: the divergence from their mean, and binary rows."""

from __future__ import annotations

from typing import Any

from derivations.patterns.rows import against_rows
from derivations.tools import ZERO, everywhere, log_below, same, split_order, split_zero, summed
from verified.kernel.calculus import derivative
from verified.language import (
    Close,
    binary_entropy,
    either,
    equals,
    exp,
    hockey_stick,
    log,
    maximum,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.proof.scalar import prove
from verified.syntax.claims import Statement
from verified.syntax.terms import Event, Real, Symbol, Term, number


def part(p: Any, q: Any) -> Term:
    """A symbol's part of D(P‖(P + Q)/2)."""
    return p * log(p) - p * log((p + q) / 2)


def against_mean(d: Steps, P: Term, Q: Term, half: Term) -> tuple[Line, Line]:
    """D(P‖(P + Q)/2) as a sum, and that P vanishes with the mean."""
    a = Symbol("a", P.of.size if hasattr(P, "of") else P.sort.size)
    mixed = everywhere(d, a, lambda a: d.follows(
        either(P[a] + Q[a] > 0, P[a] <= 0), d.order(P[a], 0),
        d.implied(P[a] > 0, d.obvious(0 < P[a] + Q[a], d.assume(P[a] > 0))),
    ))
    kl = d.cite("definition/kl", P=P, Q=half)
    spread = d.identity(equals(kl.formula.right, total(a, part(P[a], Q[a]))), mixed)
    return d.chain(kl, spread), mixed


def convexity(var: Any, function: Term) -> Any:
    """The certificate that the second derivative isn't negative."""
    second = derivative(derivative(function, var.name), var.name)
    return prove(Statement((var,), (), number(0) <= second), seconds=30)


@derives("lemma/near-pair.lines")
def near_pair_lines(d: Derivation) -> None:
    """x ln(2x/(1 + x)) is convex: below its chord from e^−ε to e^ε, its value at e^−ε below, and
    above e^ε the line there of slope ln 2."""
    P, Q, eps, delta, rise, fall = (
        d.var(name) for name in ("P", "Q", "eps", "delta", "alpha", "beta")
    )
    slope, drop, at_high, at_low, close = d.given
    u, low, two = exp(eps), exp(-eps), log(number(2))
    kl, mixed = against_mean(d, P, Q, d.goal.left.args[1])
    steep, deep = two - rise, -fall

    def pointwise(a: Any) -> Line:
        p, q = P[a], Q[a]
        over, under = maximum(0, p - u * q), maximum(0, q - u * p)
        goal = part(p, q) <= rise * p + fall * q + steep * over + deep * under
        most = [
            d.cite("background/absolute-value.above-both", r=ZERO, s=side)
            for side in (p - u * q, q - u * p)
        ]
        used = [
            d.arithmetic(steep * (p - u * q) <= steep * over, most[0], slope),
            d.arithmetic(0 <= steep * over, most[0], slope),
            d.arithmetic(deep * (q - u * p) <= deep * under, most[1], drop),
            d.arithmetic(0 <= deep * under, most[1], drop),
        ]

        def nothing(zero: Line) -> Line:
            value = d.identity(equals(ZERO * log(ZERO) - 0 * log((0 + q) / 2), 0))
            value = d.rewrite(zero, value, equals(part(p, q), 0))
            return d.arithmetic(
                goal, value, used[1], used[2], zero, d.at(mixed, a), hints=[rise, deep * u, u]
            )

        def something(some: Line) -> Line:
            def far(above: Line) -> Line:
                # u q ≤ p
                w, z = q / p, Real("z", "(-1,inf)")
                top = d.arithmetic(w <= low, above, some, hints=[low / p])
                chord = d.chord(
                    z, two - log(1 + z), 0, w, low,
                    low * (two - log(1 + w))
                    <= (low - w) * two + w * (two + eps - log(1 + u)),
                    top, some, certificate=convexity(z, two - log(1 + z)),
                )
                line = d.arithmetic(
                    part(p, q) <= two * p + q * (u * (two + eps - log(1 + u)) - u * two),
                    chord, some, hints=[p * u],
                )
                return d.arithmetic(goal, line, used[0], used[3], at_high, some, hints=[q])

            def near(below: Line) -> Line:
                here = d.arithmetic(0 < q, below, some, hints=[low])

                def inside(less: Line) -> Line:
                    # q ≤ u p
                    def alike(zero: Line) -> Line:
                        level = d.rewrite(zero, at_low)
                        equal = d.turn(
                            equals(p, q), d.arithmetic(p <= q, d.rewrite(zero, below)),
                            d.arithmetic(q <= p, d.rewrite(zero, less)),
                        )
                        value = d.arithmetic(
                            part(q, q) <= rise * q + fall * q, level, here, hints=[q]
                        )
                        return d.rewrite(equal, value, part(p, q) <= rise * p + fall * q)

                    line = split_zero(d, eps, alike, lambda more: chorded(less, more))
                    return d.arithmetic(goal, line, used[1], used[3], some, here)

                def chorded(less: Line, positive: Line) -> Line:
                    x, z = p / q, Real("z", ">0")
                    most_x = d.arithmetic(x <= u, below, here, hints=[1 / q])
                    least_x = d.arithmetic(low <= x, less, here, hints=[low / q])

                    def f(x: Any) -> Any:
                        return x * (log(x) + two - log(1 + x))

                    chord = d.chord(
                        z, f(z), low, x, u,
                        (u - low) * f(x)
                        <= (u - x) * (low * (two - log(1 + u)))
                        + (x - low) * (u * (two + eps - log(1 + u))),
                        least_x, most_x, here, some,
                    )
                    wide = d.arithmetic(
                        low < u, d.cite("background/log-tangent.exponential", eps=2 * eps),
                        positive, hints=[low],
                    )
                    scaled = d.arithmetic(
                        (u - low) * part(p, q)
                        <= (u * q - p) * (low * (two - log(1 + u)))
                        + (p - low * q) * (u * (two + eps - log(1 + u))),
                        chord, some, here, hints=[q],
                    )
                    line = d.arithmetic(
                        (u - low) * part(p, q) <= (u - low) * (rise * p + fall * q),
                        scaled, at_low, at_high, some, here,
                        hints=[q, p, low * p, low * q],
                    )
                    return d.arithmetic(
                        part(p, q) <= rise * p + fall * q, line, wide, some, here,
                        hints=[1 / (u - low)],
                    )

                def little(more: Line) -> Line:
                    # u p < q
                    level = d.arithmetic(p * (1 + u) / 2 <= (p + q) / 2, more)
                    logs = log_below(d, p * (1 + u) / 2, (p + q) / 2, level, some, here)
                    split = d.cite("background/log-product", some, x=p, y=1 + u)
                    line = d.arithmetic(
                        part(p, q) <= p * (two - log(1 + u)), logs, split, some, here, hints=[p]
                    )
                    return d.arithmetic(
                        goal, line, used[1], used[2], at_low, some, here, hints=[p]
                    )

                return split_order(d, q, u * p, inside, little)

            return split_order(d, u * q, p, far, near)

        return split_zero(d, p, nothing, something)

    rest = summed(d, Symbol("a", P.of.size), pointwise, mixed)
    both = d.cite("background/closeness-hockey-stick.only-if", close)
    values = [
        d.cite("definition/hockey-stick", P=one, Q=two_, eps=eps)
        for one, two_ in ((P, Q), (Q, P))
    ]
    bounds = [
        d.arithmetic(steep * hockey_stick(P, Q, eps) <= steep * delta, d.piece(both, 0), slope),
        d.arithmetic(deep * hockey_stick(Q, P, eps) <= deep * delta, d.piece(both, 1), drop),
    ]
    d.qed(d.arithmetic(
        d.goal, kl, rest, *values, *bounds, mixed, hints=[steep, deep]
    ))


@derives("lemma/near-pair.bound")
def near_pair(d: Derivation) -> None:
    """The line through the values at e^ε and e^−ε; at ε = 0, where both are 0, a level one."""
    eps, delta = d.var("eps"), d.var("delta")
    (close,) = d.given
    u, two = exp(eps), log(number(2))
    high, low = u * (two + eps - log(1 + u)), two - log(1 + u)

    def nothing(zero: Line) -> Line:
        values = [
            d.rewrite(zero, d.identity(equals(number(0) * exp(ZERO) + 0, exp(ZERO) * (
                two + 0 - log(1 + exp(ZERO))))), equals(number(0) * u + 0, high)),
            d.rewrite(zero, d.identity(equals(number(0) + 0 * exp(ZERO),
                                              two - log(1 + exp(ZERO)))),
                      equals(number(0) + 0 * u, low)),
        ]
        line = d.cite("lemma/near-pair.lines", close, *values, alpha=ZERO, beta=ZERO)
        right = d.identity(equals(
            line.formula.right, delta * two + (1 - delta) * (two - binary_entropy(
                1 / (1 + exp(ZERO))))
        ))
        right = d.rewrite(zero, right, equals(line.formula.right, d.goal.right))
        return d.chain(line, right)

    def some(positive: Line) -> Line:
        more = d.arithmetic(
            1 < u * u, d.cite("background/log-tangent.exponential", eps=2 * eps), positive
        )
        rise, fall = (u * high - low) / (u * u - 1), (u * low - high) / (u * u - 1)
        w = Real("w", ">=1")
        grown = d.arithmetic(1 <= u, d.cite("background/log-tangent.exponential"))
        slope = d.scalar(
            log(1 + w) <= w**2 * (log(1 + w) - log(w)), grown, values={w: u}
        )
        given = [
            d.arithmetic(rise <= two, slope, more, hints=[1 / (u * u - 1)]),
            d.arithmetic(fall <= 0, positive, more, hints=[u / (u * u - 1), eps * u / (u * u - 1)]),
            d.identity(equals(rise * u + fall, high), more),
            d.identity(equals(rise + fall * u, low), more),
        ]
        line = d.cite("lemma/near-pair.lines", close, *given, more, alpha=rise, beta=fall)
        right = d.identity(equals(line.formula.right, d.goal.right), more)
        return d.chain(line, right)

    d.qed(split_zero(d, eps, nothing, some))


@derives("lemma/near-binary-rows")
def near_binary_rows(d: Derivation) -> None:
    """Against the mean of the rows, as for rows that are close."""
    P, W, eps, delta = (d.var(name) for name in ("P", "W", "eps", "delta"))
    few, given = d.given

    def close(a: Any, other: Term, weights: Line) -> Line:
        A = d.fix(Event("A", W.sort.outputs))
        sides = []
        for way in (0, 1):
            def term(x: Any, way: int = way) -> Line:
                share = 2 / number(W.sort.inputs) - same(x, a)
                line = d.at(d.piece(d.at(d.at(given, a), x), way), A)
                return d.arithmetic(
                    share * line.formula.left <= share * line.formula.right, line,
                    d.at(weights, x), hints=[share],
                )

            rest = summed(d, Symbol("x", W.sort.inputs), term, weights)
            one, two = (W[a], other) if way == 0 else (other, W[a])
            sides.append(d.forall(A, d.arithmetic(
                one[A] <= exp(eps) * two[A] + delta, rest, weights
            )))
        return d.follows(Close(W[a], other, eps, delta), *sides)

    d.qed(against_rows(d, P, W, few, close, lambda one, two, lines: d.cite(
        "lemma/near-pair.bound", *lines, P=one, Q=two
    )))


@derives("lemma/two-steps")
def two_steps(d: Derivation) -> None:
    """By way of the number in the middle."""
    r, s, m, c = (d.var(name) for name in ("r", "s", "m", "c"))
    lines = [*d.given, *(d.cite("background/absolute-value.above", r=x - m) for x in (r, s))]
    sides = [d.arithmetic(side <= 2 * c, *lines) for side in (r - s, -(r - s))]
    d.qed(d.cite("background/absolute-value.least", *sides, r=r - s, c=2 * c))
