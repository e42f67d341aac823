"""Proofs of the sharper statements from (ε,δ)-DP to information (Theorem 1)."""

from __future__ import annotations

from typing import Any

from derivations.orders import log_below
from derivations.tools import (
    ZERO,
    everywhere,
    is_zero,
    split_order,
    split_zero,
    summed,
)
from verified.kernel.calculus import derivative
from verified.language import (
    binary_entropy,
    either,
    equals,
    exp,
    hockey_stick,
    log,
    maximum,
    total,
)
from verified.language.claims import Statement
from verified.language.terms import Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.proof.scalar import prove

# --- two laws that are close but for δ ------------------------------------------------------------


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
    positive, slope, drop, at_high, at_low, close = d.given
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
                    line = d.arithmetic(
                        part(p, q) <= rise * p + fall * q, line, wide, some, here,
                        hints=[1 / (u - low)],
                    )
                    return d.arithmetic(goal, line, used[1], used[3], some, here)

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
