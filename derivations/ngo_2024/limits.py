"""The limits of the curves as ε grows, with their moduli."""

from __future__ import annotations

from typing import Any

from derivations.ngo_2024.remarks import under_curve
from derivations.tools import absurd, split_maximum, split_order, split_zero
from verified.language import KL, binary_entropy, equals, exp, log, maximum, pmf_of
from verified.proof.derivation import Derivation, Line, Steps, derives


def finite_side(d: Steps, either: Line, lost: Line) -> Line:
    """0 < Q(1), from 0 < Q(1) or P(1) ≤ 0, and 0 < P(1)."""
    some, none = (d.assume(part) for part in either.theorem.conclusion.parts)  # type: ignore[attr-defined]
    return d.cases(either, some, absurd(d, some.formula, none, lost))


@derives("ngo-2024/theorem-2a-limit.limit")
def lip_limit(d: Derivation) -> None:
    """Unless p_1 is below e^(−ε), neither difference is above e^(−ε). If it is, the divergence is
    at least −h(e^(−ε)) − (1 − e^(−ε)) ln(1 − p_0)."""
    mu, eps = d.var("mu"), d.var("eps")
    (far,) = d.given
    tail = exp(-eps)
    least = d.cite("background/exponential-increasing", far, r=log(2), s=eps)
    half = d.arithmetic(2 * tail <= 1, least, hints=[tail])
    room = d.arithmetic(1 - tail > 0, half)
    entropy = mu * log(2) + binary_entropy(tail)
    level = 1 - exp(-(entropy / (1 - tail)))
    bound = maximum(tail, level)
    above = [
        split_maximum(d, tail, level, lambda order, value, side=side: d.arithmetic(
            side <= bound, order, value, room), room)
        for side in (tail, level)
    ]

    def proof(u: Any, v: Any, within: Line) -> Line:
        whole = maximum(0, u - exp(eps) * v, tail * v - u)
        first, second, third = whole.args[0].args[0], whole.args[0].args[1], whole.args[1]

        def rare(less: Line) -> Line:
            """v < e^(−ε)."""
            return split_zero(
                d, u, lambda zero: d.arithmetic(second <= bound, zero, above[0], room,
                                                hints=[exp(eps) * v, tail]),
                lambda some: between(less, some),
            )

        def between(less: Line, some: Line) -> Line:
            law, other = pmf_of(v, 1 - v), pmf_of(u, 1 - u)
            small = d.arithmetic(KL(law, other) <= mu * log(2), within, hints=[log(2)])
            lost = d.arithmetic(1 - v > 0, less, room)
            finite = d.at(d.cite("background/kl-finite", small, P=law, Q=other, r=mu * log(2)), 1)
            left = d.arithmetic(1 - u > 0, finite_side(d, finite, lost))
            shown = [some, left, lost]
            unfolded = d.cite("definition/kl", *shown, P=law, Q=other)
            parts = v * log(v) - v * log(u) + (1 - v) * log(1 - v) - (1 - v) * log(1 - u)
            value = d.chain(unfolded, d.identity(equals(unfolded.formula.right, parts), *shown))
            mixed = d.cite("background/binary-entropy.increasing",
                           d.turn(v <= tail, less), half, room, p=v, q=tail)
            never = d.cite("background/log-tangent.line", some, x=u)
            below = d.cite("background/log-tangent.line", left, x=1 - u)
            gone = -log(1 - u)
            nonneg = d.arithmetic(gone >= 0, below, left, some)
            nowhere = d.arithmetic(log(u) <= 0, never, some, d.obvious(u <= 1))
            spent = d.arithmetic((1 - v) * gone <= entropy, value, small, mixed, nowhere, *shown,
                                 room, hints=[v])
            spent = d.arithmetic((1 - tail) * gone <= entropy, spent, less, nonneg, *shown, room)
            spent = d.arithmetic(-(entropy / (1 - tail)) <= log(1 - u), spent, room, left,
                                 hints=[1 / (1 - tail)])
            grown = d.cite("background/exponential-increasing", spent, room, left,
                           r=-(entropy / (1 - tail)), s=log(1 - u))
            return d.arithmetic(second <= bound, grown, above[1], room, left,
                                hints=[exp(eps) * v])

        common = split_order(
            d, tail, v,
            lambda most: d.arithmetic(second <= bound, most, above[0], room, d.obvious(u <= 1),
                                      hints=[exp(eps), tail]),
            rare,
        )
        zero = d.arithmetic(first <= bound, above[0], room, hints=[tail])
        scaled = d.arithmetic(third <= bound, above[0], room, d.obvious(v <= 1), hints=[tail, u])
        return split_maximum(d, *whole.args, lambda order, value: split_maximum(
            d, *whole.args[0].args, lambda below, larger: d.arithmetic(
                whole <= bound, order, value, below, larger, zero, common, scaled, room)))

    d.qed(under_curve(d, "lip", proof, room))
